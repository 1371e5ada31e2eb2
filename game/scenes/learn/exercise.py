"""Which cases does the learner's function pass?

The learner's file is watched. Whenever it is saved, it runs in a process of its own,
and the page shows the result case by case: the arguments, the expected answer, the
learner's. The page never waits for that process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import wrap

import pygame

from ...controls import CODE_KEYS
from ...storage import Watch, write_new
from ...study.exercises.cases import Exercise
from ...study.exercises.drawing import draw_case
from ...study.exercises.runner import FileRun
from ...study.exercises.verdict import (
    CaseResult,
    FileResult,
    arguments_text,
    as_json,
    value_text,
)
from ...study.lesson import FIGURE
from ...study.listing import Line, split_lines
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.figure_canvas import figure_at
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Corner, is_in
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, Buttons, PageScene
from .code import CodePane
from .live import U_REST

CASE_PERIOD = 2.0
"""s in which u runs from 0 to 1."""
FIGURE_AT: Corner = (3.0, 38.0)
SOURCE_AT, SOURCE_ROWS = (279.0, 52.0), 17
"""px, and lines: where the learner's source is shown."""
TEXT_Y, STRIP_Y, LINE_LETTERS = 241.5, 321.5, 100
"""px: where the lines of text and the squares begin; letters in a line."""
LONGEST_SOURCE = 50_000
"""Letters: the rest of a file is not shown."""
EXERCISE_BUTTONS: Buttons = {
    "back": ("Esc back", ((8, 336), (70, 354))),
    "left": ("< previous case", ((76, 336), (178, 354))),
    "right": ("next case >", ((184, 336), (266, 354))),
    "choose": ("Enter next wrong case", ((272, 336), (414, 354))),
}
WRITE_AGAIN: Buttons = {"write": ("X write the file again", ((490, 336), (632, 354)))}
"""A button that is there only if the file is missing."""


class ExerciseScene(PageScene):
    """An exercise.

    Args:
        stage: what scenes share.
        exercise: what the learner writes.
        on_done: called when all cases are right.
        back: the scene to which it leads back.
    """

    keys = CODE_KEYS | {pygame.K_x: "write"}

    def __init__(
        self, stage: Stage, exercise: Exercise, on_done: Callable[[], None], back: Scene
    ) -> None:
        super().__init__(stage, back)
        self.exercise, self.on_done = exercise, on_done
        folder = stage.exercises or stage.storage.folder / "exercises"
        self.path = (folder / exercise.file).absolute()
        self.watch = Watch(self.path)
        self.cases = exercise.cases()
        self.file_run: FileRun | None = None
        self.result: FileResult | None = None
        self.source: list[Line] = []
        self.fault = ""
        """Why there is no file."""
        self.pane = CodePane(SOURCE_AT, SOURCE_ROWS, docstrings=True)
        self.chosen = 0
        self.seconds = 0.0
        self.write()

    @property
    def buttons(self) -> Buttons:
        """The buttons; one more while there is no file."""
        return EXERCISE_BUTTONS | ({} if os.path.exists(self.path) else WRITE_AGAIN)

    def write(self) -> None:
        """Write the stub, but never over a file."""
        self.fault = ""
        try:
            write_new(self.path, self.exercise.stub())
        except OSError as error:
            self.fault = f"{self.exercise.file} cannot be written ({error.strerror})"

    def run(self) -> None:
        """Show the file and run it; the first time, scroll to its end, where one
        writes."""
        self.pane.scroll(0 if self.source else LONGEST_SOURCE)
        self.source, self.fault = read_source(self.path), ""
        self.stop()
        self.file_run = FileRun(self.exercise, self.path)

    def stop(self) -> None:
        """End the run of the file."""
        if self.file_run:
            self.file_run.stop()
        self.file_run = None

    def show(self, result: FileResult) -> None:
        """Show a result, beginning with the first case that is wrong."""
        self.file_run, self.result = None, result
        if result.case_results:
            self.chosen = len(self.cases) - 1
            self.to_wrong()
        if result.right:
            self.chosen = 0
            self.on_done()

    def case_result(self, index: int) -> CaseResult | None:
        """Return the result of a case, or None if it did not run."""
        results = self.result.case_results if self.result else ()
        return results[index] if index < len(results) else None

    def to_wrong(self) -> None:
        """Go to the next case that is wrong, after the last one to the first."""
        results = self.result.case_results if self.result else ()
        wrong = [k for k, result in enumerate(results) if not result.right]
        self.choose(
            next(
                (k for k in wrong if k > self.chosen),
                wrong[0] if wrong else self.chosen,
            )
        )

    def choose(self, index: int) -> None:
        """Show a case."""
        self.chosen, self.seconds = index % len(self.cases), 0.0

    def do(self, verb: str) -> None:
        """Do what a key or a button means."""
        self.stage.click("back" if verb == "back" else "move")
        if verb in ("left", "right"):
            self.choose(self.chosen + VERB_STEPS[verb])
        elif verb == "choose":
            self.to_wrong()
        elif verb == "write":
            self.write()
        elif verb in ("up", "down"):
            self.pane.scroll(3 * VERB_STEPS[verb])
        elif not self.pane.do(verb):
            self.stop()
            super().do(verb)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """A press chooses a case or a button."""
        super().point(x, y, pressed)
        squares = look.case_boxes(len(self.cases), STRIP_Y) if pressed else []
        for index, box in enumerate(squares):
            if is_in((x, y), box):
                self.choose(index)

    def update(self, seconds: float) -> None:
        """Run the file if it was saved, and show the result of a run that has ended."""
        if self.next:
            return
        self.seconds += seconds
        if self.watch.changed(seconds):
            self.run()
        if self.file_run and (result := self.file_run.poll()):
            self.show(result)

    def status(self) -> tuple[str, palette.Color]:
        """Return the state of the file in a sentence, and its colour."""
        if self.fault or "write" in self.buttons:
            return self.fault or f"{self.exercise.file} is missing", palette.LETHAL
        if self.file_run or not self.result:
            return f"{self.exercise.file} is running", palette.SWEPT
        if self.result.fault:
            return self.result.report()[
                0
            ], palette.LETHAL if self.result.is_started else palette.SWEPT
        right = sum(result.right for result in self.result.case_results)
        if self.result.right:
            return (
                f"\u2713 All {right} cases are right: the exercise is done.",
                palette.GOAL,
            )
        return f"\u2717 {right} of {len(self.cases)} cases are right", palette.LETHAL

    def text_lines(self) -> list[tuple[str, palette.Color, bool]]:
        """Return the lines under the figure, about the file and the case: text, colour,
        bold."""
        case, result = self.cases[self.chosen], self.case_result(self.chosen)
        right = result is not None and result.right
        mark, color = answer_mark(right) if result else ("", palette.TEXT)
        title = (
            f"{mark} Case {self.chosen + 1} of {len(self.cases)}: {case.title}".lstrip()
        )
        lines = [(*self.status(), True), (title, color, True)]
        arguments = wrap(arguments_text(self.exercise, case, 6), LINE_LETTERS)[:2]
        lines += [(line, palette.TEXT, False) for line in arguments]
        expected, answer = (
            as_json(self.exercise.answer(case)),
            result.answer if result else None,
        )
        digits = 5 if right or value_text(expected, 5) != value_text(answer, 5) else 12
        lines.append(
            (f"expected     {value_text(expected, digits)}", palette.GOAL, False)
        )
        if result and result.fault:
            lines.append((f"your file    {result.fault}", color, False))
        elif result:
            lines.append((f"your answer  {value_text(answer, digits)}", color, False))
        return lines

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page: the case, and beside it the learner's source."""
        super().draw(surface)
        canvas = blank_page(surface)
        canvas.text(
            f"Write {self.exercise.name} yourself", (8, 4), palette.TEXT, 12, bold=True
        )
        task = "Correct it" if self.exercise.corrected else "Write its body"
        path = printable(str(self.path))
        hint = f"{task} in this file and save it:"
        canvas.text(hint, (PAGE[0] - 8, 6), palette.TEXT, look.TEXT_SIZE, (1, 0))
        path = (
            path if len(path) <= LINE_LETTERS else f"\u2026{path[1 - LINE_LETTERS :]}"
        )
        canvas.text(path, (8, 20), palette.SWEPT, look.TEXT_SIZE)
        self.draw_figure(canvas)
        self.pane.draw(canvas, self.source)
        for k, (text, color, bold) in enumerate(self.text_lines()):
            at = 8, TEXT_Y + look.LINE_HEIGHT * k
            text = (
                text
                if len(text) <= LINE_LETTERS
                else f"{text[: LINE_LETTERS - 1]}\u2026"
            )
            canvas.text(printable(text), at, color, look.TEXT_SIZE, bold=bold)
        results = map(self.case_result, range(len(self.cases)))
        rights = [result.right if result else None for result in results]
        look.draw_strip(
            canvas, look.case_boxes(len(rights), STRIP_Y), rights, self.chosen
        )
        self.draw_buttons(canvas)

    def draw_figure(self, canvas: Canvas) -> None:
        """Draw the case, the expected answer and, if it is wrong, the learner's."""
        case, result = self.cases[self.chosen], self.case_result(self.chosen)
        answers = [as_json(self.exercise.answer(case))]
        if result and not result.right and not result.fault:
            answers.append(result.answer)
        u = min(self.seconds % (CASE_PERIOD + U_REST) / CASE_PERIOD, 1.0)
        with figure_at(canvas, FIGURE_AT, FIGURE) as figure:
            draw_case(figure, self.exercise.name, case.args, answers, u)


def answer_mark(right: bool) -> tuple[str, palette.Color]:
    """Return the mark of a right or of a wrong answer, and its colour."""
    return ("\u2713", palette.GOAL) if right else ("\u2717", palette.LETHAL)


def read_source(path: Path) -> list[Line]:
    """Return the lines of a file to show; none if it cannot be read."""
    text = ""
    with suppress(OSError):
        if path.is_file():  # Opening a pipe would wait.
            with path.open(encoding="utf-8-sig", errors="replace") as file:
                text = file.read(LONGEST_SOURCE).expandtabs(4)
    return split_lines(path.name, [printable(line) + "\n" for line in text.split("\n")])


def printable(text: str) -> str:
    """Return a text with blanks for letters that no font has."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
