"""Which cases does the learner's function pass?

The learner's file is watched. Whenever it is saved, it runs in a process of its own,
and the page shows the result case by case: the arguments, the expected answer, the
learner's. The page never waits for that process.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from os.path import exists
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from pygame import K_x, Surface

from ...controls import CODE_KEYS
from ...files import read_file, write_new
from ...storage import Watch
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
from ...view.canvas import Canvas
from ...view.figure_canvas import figure_at
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Corner
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE, case_boxes, draw_strip
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, Buttons, PageScene, index_at
from .code import SCROLL_LINES, CodePane
from .live import U_REST

CASE_PERIOD = 2.0
"""s in which u runs from 0 to 1."""
FIGURE_AT: Corner = (3.0, 38.0)
"""px: the upper left corner of the figure."""
SOURCE_AT: Corner = (279.0, 52.0)
"""px: the upper left corner of the learner's source."""
SOURCE_ROWS = 17
"""Lines of the source that are visible."""
TEXT_Y = 241.5
"""px: where the lines of text under the figure begin."""
STRIP_Y = 321.5
"""px: the top of the squares, one for each case."""
LINE_LETTERS = 100
"""Letters in a line of text."""
MOST_ARGUMENT_LINES = 2
"""Lines of text for the arguments of a case; the rest is not shown."""
ARGUMENT_DIGITS = 6
"""Of each number in a case's arguments."""
FEW_DIGITS = 5
"""Of each number in an answer."""
MANY_DIGITS = 12
"""The same, where with FEW_DIGITS a wrong answer would look right."""
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


class TextLine(NamedTuple):
    """A line under the figure."""

    text: str
    color: palette.Color | None = None
    """None: that of text."""
    bold: bool = False


class ExerciseScene(PageScene):
    """An exercise.

    Args:
        stage: what scenes share.
        exercise: what the learner writes.
        on_done: called when all cases are right.
        back: the scene to which it leads back.
    """

    keys = CODE_KEYS | {K_x: "write"}

    def __init__(
        self, stage: Stage, exercise: Exercise, on_done: Callable[[], None], back: Scene
    ) -> None:
        super().__init__(stage, back)
        self.exercise = exercise
        self.on_done = on_done
        folder = stage.exercises or stage.storage.folder / "exercises"
        self.path = (folder / exercise.file).absolute()
        self.watch = Watch(self.path)
        self.cases = exercise.cases()
        self.squares = case_boxes(len(self.cases), STRIP_Y)
        """The boxes of the squares that stand for the cases, px of the page."""
        self.file_run: FileRun | None = None
        """The run of the file; None if it has ended, or not begun."""
        self.result: FileResult | None = None
        """The result of the last run that has ended; None before."""
        self.source: list[Line] = []
        """The lines of the file, as it was when it was run."""
        self.fault = ""
        """Why there is no file."""
        self.pane = CodePane(SOURCE_AT, SOURCE_ROWS, docstrings=True)
        self.chosen = 0
        """The index of the case that is shown."""
        self.seconds = 0.0
        """Since the case is shown; its u begins with 0."""
        self.write_stub()

    @property
    def buttons(self) -> Buttons:
        """The buttons; one more while there is no file."""
        if exists(self.path):
            return EXERCISE_BUTTONS
        return EXERCISE_BUTTONS | WRITE_AGAIN

    @property
    def case_results(self) -> tuple[CaseResult, ...]:
        """The results of the cases that ran, which are the first ones; none before the
        end of a run."""
        if self.result is None:
            return ()
        return self.result.case_results

    def write_stub(self) -> None:
        """Write the stub of the exercise, unless there is a file already."""
        self.fault = ""
        try:
            write_new(self.path, self.exercise.stub())
        except OSError as error:
            self.fault = f"{self.exercise.file} cannot be written ({error.strerror})"

    def run_file(self) -> None:
        """Show the file and run it in the background, instead of an earlier run; the
        first time, scroll to its end, where one writes."""
        if not self.source:
            self.pane.scroll(LONGEST_SOURCE)  # More lines than there can be.
        self.source = read_source(self.path)
        self.fault = ""
        self.stop()
        self.file_run = FileRun(self.exercise, self.path)

    def stop(self) -> None:
        """End the run of the file, if there is one."""
        if self.file_run:
            self.file_run.stop()
        self.file_run = None

    def show_result(self, result: FileResult) -> None:
        """Show the result of the run that has ended, and the first case that is wrong,
        or the first case if all are right."""
        self.file_run = None
        self.result = result
        if result.case_results:
            self.chosen = -1  # The wrong case after this one is the first of all.
            self.show_next_wrong_case()
        if result.is_right:
            self.chosen = 0
            self.on_done()

    @property
    def chosen_result(self) -> CaseResult | None:
        """The result of the case that is shown; None if it did not run."""
        if self.chosen < len(self.case_results):
            return self.case_results[self.chosen]
        return None

    def show_next_wrong_case(self) -> None:
        """Show the next case that is wrong, after the last one the first; the same case
        again if none is wrong."""
        results = enumerate(self.case_results)
        wrong = [index for index, result in results if not result.is_right]
        later = [index for index in wrong if index > self.chosen]
        in_order = [*later, *wrong, self.chosen]
        self.show_case(in_order[0])

    def show_case(self, index: int) -> None:
        """Show the case of this index from u = 0 on; after the last one comes the
        first."""
        self.chosen = index % len(self.cases)
        self.seconds = 0.0

    def do(self, verb: str) -> None:
        """Carry out a verb."""
        self.stage.click("back" if verb == "back" else "move")
        if verb in ("left", "right"):
            self.show_case(self.chosen + VERB_STEPS[verb])
        elif verb == "choose":
            self.show_next_wrong_case()
        elif verb == "write":
            self.write_stub()
        elif verb in ("up", "down"):
            self.pane.scroll(SCROLL_LINES * VERB_STEPS[verb])
        elif not self.pane.do(verb):
            self.stop()
            super().do(verb)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Press a button, or the square of a case to show that case."""
        super().point(x, y, pressed)
        if not pressed:
            return
        index = index_at(self.squares, (x, y))
        if index is not None:
            self.show_case(index)

    def update(self, seconds: float) -> None:
        """Let time pass: run the file if it was saved, and show the result of a run
        that has ended. Once the page is left nothing happens any more."""
        if self.next:
            return
        self.seconds += seconds
        if self.watch.changed(seconds):
            self.run_file()
        if self.file_run:
            result = self.file_run.poll()
            if result:
                self.show_result(result)

    def status(self) -> TextLine:
        """Return a sentence about the file: why there is none, that it runs, what is
        wrong with it, or how many cases are right."""
        file = self.exercise.file
        if self.fault:
            return TextLine(self.fault, palette.LETHAL, bold=True)
        if "write" in self.buttons:
            return TextLine(f"{file} is missing", palette.LETHAL, bold=True)
        if self.file_run or not self.result:
            return TextLine(f"{file} is running", palette.SWEPT, bold=True)
        if self.result.fault:
            (sentence,) = self.result.report()  # It has no more if there is a fault.
            color = palette.LETHAL if self.result.is_started else palette.SWEPT
            return TextLine(sentence, color, bold=True)
        right = [result.is_right for result in self.case_results].count(True)
        if self.result.is_right:
            text = f"\u2713 All {right} cases are right: the exercise is done."
            return TextLine(text, palette.GOAL, bold=True)
        text = f"\u2717 {right} of {len(self.cases)} cases are right"
        return TextLine(text, palette.LETHAL, bold=True)

    def text_lines(self) -> list[TextLine]:
        """Return the lines under the figure: about the file, the case, its arguments
        and the answers."""
        case = self.cases[self.chosen]
        result = self.chosen_result
        title = f"Case {self.chosen + 1} of {len(self.cases)}: {case.title}"
        color = palette.TEXT
        if result:
            mark, color = answer_mark(result.is_right)
            title = f"{mark} {title}"
        arguments = arguments_text(self.exercise, case, ARGUMENT_DIGITS)
        argument_lines = wrap(arguments, LINE_LETTERS)[:MOST_ARGUMENT_LINES]
        return [
            self.status(),
            TextLine(title, color, bold=True),
            *(TextLine(line) for line in argument_lines),
            *self.answer_lines(),
        ]

    def answer_lines(self) -> list[TextLine]:
        """Return a line with the expected answer and, if the case ran, one with the
        learner's answer, or with what happened instead.

        A wrong answer that would look like the expected one gets more digits, and so
        does the expected one.
        """
        result = self.chosen_result
        expected = as_json(self.exercise.answer(self.cases[self.chosen]))
        text = value_text(expected, FEW_DIGITS)
        lines = []
        if result:
            answer_text = value_text(result.answer, FEW_DIGITS)
            if answer_text == text and not result.is_right:
                text = value_text(expected, MANY_DIGITS)
                answer_text = value_text(result.answer, MANY_DIGITS)
            words = f"your answer  {answer_text}"
            if result.fault:
                words = f"your file    {result.fault}"
            _, color = answer_mark(result.is_right)
            lines.append(TextLine(words, color))
        return [TextLine(f"expected     {text}", palette.GOAL), *lines]

    def draw(self, surface: Surface) -> None:
        """Draw the page: the case with its texts, and beside it the learner's
        source."""
        super().draw(surface)
        canvas = blank_page(surface)
        self.draw_head(canvas)
        self.draw_figure(canvas)
        self.pane.draw(canvas, self.source)
        for row, (text, color, bold) in enumerate(self.text_lines()):
            at = (8, TEXT_Y + LINE_HEIGHT * row)
            if len(text) > LINE_LETTERS:
                text = f"{text[: LINE_LETTERS - 1]}\u2026"
            words = printable(text)
            canvas.text(words, at, color or palette.TEXT, TEXT_SIZE, bold=bold)
        self.draw_cases(canvas)
        self.draw_buttons(canvas)

    def draw_head(self, canvas: Canvas) -> None:
        """Write what is to be done, and in which file."""
        title = f"Write {self.exercise.name} yourself"
        canvas.text(title, (8, 4), palette.TEXT, size=12, bold=True)
        task = "Correct it" if self.exercise.corrected else "Write its body"
        hint = f"{task} in this file and save it:"
        corner = (PAGE[0] - 8, 6)
        canvas.text(hint, corner, palette.TEXT, TEXT_SIZE, anchor=(1, 0))
        path = printable(str(self.path))
        if len(path) > LINE_LETTERS:
            path = f"\u2026{path[1 - LINE_LETTERS :]}"
        canvas.text(path, (8, 20), palette.SWEPT, TEXT_SIZE)

    def draw_cases(self, canvas: Canvas) -> None:
        """Draw a square for each case, which says whether it is right."""
        verdicts: list[bool | None] = [None] * len(self.cases)
        """Whether each case is right; None if it did not run."""
        for index, result in enumerate(self.case_results):
            verdicts[index] = result.is_right
        draw_strip(canvas, self.squares, verdicts, self.chosen)

    def draw_figure(self, canvas: Canvas) -> None:
        """Draw the case with the expected answer and, if the learner's is wrong, with
        that, too."""
        case = self.cases[self.chosen]
        result = self.chosen_result
        answers = [as_json(self.exercise.answer(case))]
        if result and not result.is_right and not result.fault:
            answers.append(result.answer)
        seconds = self.seconds % (CASE_PERIOD + U_REST)
        u = min(seconds / CASE_PERIOD, 1.0)
        with figure_at(canvas, FIGURE_AT, FIGURE) as figure:
            draw_case(figure, self.exercise.name, case.args, answers, u)


def answer_mark(is_right: bool) -> tuple[str, palette.Color]:
    """Return the mark of a right or of a wrong answer, and the colour of both."""
    if is_right:
        return "\u2713", palette.GOAL
    return "\u2717", palette.LETHAL


def read_source(path: Path) -> list[Line]:
    """Return the lines of a file as they are shown; if it cannot be read, a single
    empty line."""
    text = ""
    with suppress(OSError):
        text = read_file(path).decode("utf-8-sig", errors="replace")
    text = text[:LONGEST_SOURCE].replace("\r\n", "\n").replace("\r", "\n")
    lines = [printable(line) + "\n" for line in text.expandtabs(4).split("\n")]
    return split_lines(path.name, lines)


def printable(text: str) -> str:
    """Return a text with blanks for letters that no font has."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
