"""Is what you wrote right, and if not, in which case?

The learner's file is watched. Whenever it is saved it is run in a process of its own, and its
answers are shown here one case after the other: what was given, what was expected, what came back.
The page waits for nothing, whatever the file does.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import wrap

import pygame

from ...controls import MENU_KEYS
from ...storage import Watch
from ...study.exercises.cases import Exercise, write_new
from ...study.exercises.checking import Outcome, Result, Running, arguments, shown, start
from ...study.exercises.drawing import draw_case
from ...study.exercises.worker import plain
from ...study.lesson import FIGURE
from ...study.listing import Line, colored
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.figure_canvas import figure_at
from ...view.page import blank_page
from ...view.palette import Color
from ...view.screen import PAGE
from ...view.shapes import Box, Corner, is_in
from ..scene import Scene, Stage
from ..shell.menu import PageScene

PERIOD, REST = 2.0, 0.7
"""s: in which u runs from 0 to 1, and for which it rests there."""
FIGURE_AT: Corner = (3.0, 38.0)
CODE_AT, ROWS = (279.0, 52.0), 17
"""px, and lines: where the learner's source is shown."""
WORDS_Y, STRIP_Y, LETTERS = 241.5, 321.5, 100
"""px: where words and squares begin; letters in a line."""
LARGEST = 50_000
"""Letters: more of a file is not shown."""
BUTTONS: dict[str, tuple[str, Box]] = {
    "back": ("Esc back", ((8, 336), (70, 354))),
    "left": ("< case before", ((76, 336), (170, 354))),
    "right": ("next case >", ((176, 336), (258, 354))),
    "choose": ("Enter next wrong case", ((264, 336), (406, 354))),
}
ANEW: Box = ((490, 336), (632, 354))
"""Where the file is written again if it is gone."""
KEYS = {
    **MENU_KEYS,
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_x: "write",
}
LINES = {"up": -3, "down": 3, "page up": 2 - ROWS, "page down": ROWS - 2}


class ExerciseScene(PageScene):
    """An exercise.

    Args:
        stage: what scenes share.
        exercise: which.
        done: called when all cases are right.
        back: the scene to which it leads back.
    """

    keys = KEYS

    def __init__(
        self, stage: Stage, exercise: Exercise, done: Callable[[], None], back: Scene
    ) -> None:
        super().__init__(stage, back)
        self.exercise, self.done = exercise, done
        folder = stage.exercises or stage.storage.folder / "exercises"
        self.path = (folder / exercise.file).absolute()
        self.watch = Watch(self.path)
        self.cases = exercise.cases()
        self.running: Running | None = None
        self.result: Result | None = None
        self.source: list[Line] = []
        self.fault = ""
        """Why there is no file."""
        self.chosen = self.scroll = 0
        self.seconds = 0.0
        self.write()

    @property
    def buttons(self) -> dict[str, tuple[str, Box]]:
        """What can be pressed now."""
        anew = {} if os.path.exists(self.path) else {"write": ("X write the file anew", ANEW)}
        return BUTTONS | anew

    def write(self) -> None:
        """Write the file that the learner begins with, but never over one."""
        self.fault = ""
        try:
            write_new(self.path, self.exercise.stub())
        except OSError as error:
            self.fault = f"{self.exercise.file} cannot be written ({error.strerror})"

    def run(self) -> None:
        """The file was saved: show it, at first the end where one writes, and run it."""
        ways = 0 if self.source else LARGEST
        self.source, self.fault = read(self.path), ""
        self.turn(ways)
        self.stop()
        self.running = start(self.path)

    def stop(self) -> None:
        """Let nothing run any more."""
        if self.running:
            self.running.stop()
        self.running = None

    def show(self, result: Result) -> None:
        """Show what came of the file, beginning with the first case that is wrong."""
        self.running, self.result = None, result
        if result.outcomes:
            self.chosen = len(self.cases) - 1
            self.to_wrong()
        if result.right:
            self.chosen = 0
            self.done()

    def outcome(self, index: int) -> Outcome | None:
        """Return what came of a case, if it was run."""
        outcomes = self.result.outcomes if self.result else ()
        return outcomes[index] if index < len(outcomes) else None

    def to_wrong(self) -> None:
        """Go on to the next case that is wrong, around the end."""
        count = len(self.cases)
        following = [(self.chosen + k) % count for k in range(1, count + 1)]
        wrong = (k for k in following if (one := self.outcome(k)) and not one.right)
        self.choose(next(wrong, self.chosen))

    def choose(self, index: int) -> None:
        """Show a case."""
        self.chosen, self.seconds = index % len(self.cases), 0.0

    def turn(self, lines: int) -> None:
        """Scroll the source."""
        self.scroll = min(max(self.scroll + lines, 0), max(0, len(self.source) - ROWS))

    def do(self, verb: str) -> None:
        """Do what a key or a button says."""
        self.stage.click("back" if verb == "back" else "move")
        if verb in ("left", "right"):
            self.choose(self.chosen + (1 if verb == "right" else -1))
        elif verb == "choose":
            self.to_wrong()
        elif verb == "write":
            self.write()
        elif verb in LINES:
            self.turn(LINES[verb])
        else:
            self.stop()
            super().do(verb)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """A press chooses a case, or does what its button says."""
        super().point(x, y, pressed)
        squares = look.case_boxes(len(self.cases), STRIP_Y) if pressed else []
        for index, box in enumerate(squares):
            if is_in((x, y), box):
                self.choose(index)

    def update(self, seconds: float) -> None:
        """Look whether the file was saved, and whether its run has ended."""
        if self.next:
            return
        self.seconds += seconds
        if self.watch.changed(seconds):
            self.run()
        if self.running and (result := self.running.poll()):
            self.show(result)

    def status(self) -> tuple[str, Color]:
        """Say how it stands with the file."""
        if self.fault or "write" in self.buttons:
            return self.fault or f"{self.exercise.file} is gone", palette.LETHAL
        if self.running or not self.result:
            return f"{self.exercise.file} is being run", palette.SWEPT
        if self.result.fault:
            begun = self.result.begun
            return self.result.sentences()[0], palette.LETHAL if begun else palette.SWEPT
        right = sum(outcome.right for outcome in self.result.outcomes)
        if self.result.right:
            return f"\u2713 All {right} cases are right: the exercise is done.", palette.GOAL
        return f"\u2717 {right} of {len(self.cases)} cases are right", palette.LETHAL

    def said(self) -> list[tuple[str, Color, bool]]:
        """Return the lines under the figure: of the file, and of the case."""
        case, outcome = self.cases[self.chosen], self.outcome(self.chosen)
        right = outcome is not None and outcome.right
        mark = "" if outcome is None else "\u2713 " if right else "\u2717 "
        color = palette.TEXT if outcome is None else palette.GOAL if right else palette.LETHAL
        title = f"{mark}Case {self.chosen + 1} of {len(self.cases)}: {case.shows}"
        lines = [(*self.status(), True), (title, color, True)]
        given = wrap(arguments(self.exercise, case, 6), LETTERS)[:2]
        lines += [(words, palette.TEXT, False) for words in given]
        expected = plain(self.exercise.answer(case))
        words, yours = shown(expected, 5), "" if outcome is None else shown(outcome.given, 5)
        if words == yours and not right:
            words, yours = shown(expected), shown(outcome.given) if outcome else ""
        lines.append((f"expected     {words}", palette.GOAL, False))
        if outcome:
            told = f"your file    {outcome.fault}" if outcome.fault else f"your answer  {yours}"
            lines.append((told, color, False))
        return lines

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page: the case, beside it the learner's source."""
        super().draw(surface)
        canvas = blank_page(surface)
        canvas.text(f"Write {self.exercise.name} yourself", (8, 4), palette.TEXT, 12, bold=True)
        what = "Mend it" if self.exercise.mended else "Write its body"
        words, path = f"{what} in this file, and save:", printable(str(self.path))
        canvas.text(words, (PAGE[0] - 8, 6), palette.TEXT, look.TEXT_SIZE, (1, 0))
        path = path if len(path) <= LETTERS else f"\u2026{path[1 - LETTERS :]}"
        canvas.text(path, (8, 20), palette.SWEPT, look.TEXT_SIZE)
        self.draw_figure(canvas)
        title, code = f"{self.exercise.file}, line {self.scroll + 1}", self.source
        lines, lit = [line.pieces for line in code], [False] * len(code)
        look.draw_code(canvas, title, lines, lit, self.scroll, CODE_AT, ROWS)
        for k, (words, color, bold) in enumerate(self.said()):
            at = 8, WORDS_Y + look.LINE_HEIGHT * k
            canvas.text(cut(words), at, color, look.TEXT_SIZE, bold=bold)
        outcomes = map(self.outcome, range(len(self.cases)))
        rights = [outcome.right if outcome else None for outcome in outcomes]
        look.draw_strip(canvas, look.case_boxes(len(rights), STRIP_Y), rights, self.chosen)
        self.draw_buttons(canvas)

    def draw_figure(self, canvas: Canvas) -> None:
        """Draw the case, what is expected and, if it is wrong, what came back."""
        case, outcome = self.cases[self.chosen], self.outcome(self.chosen)
        answers = [plain(self.exercise.answer(case))]
        if outcome and not outcome.right and not outcome.fault:
            answers.append(outcome.given)
        u = min(self.seconds % (PERIOD + REST) / PERIOD, 1.0)
        with figure_at(canvas, FIGURE_AT, FIGURE) as figure:
            draw_case(figure, self.exercise.look, case.args, answers, u)


def read(path: Path) -> list[Line]:
    """Return the lines of a file to be shown; none where it cannot be read."""
    text = ""
    with suppress(OSError):
        if path.is_file():  # To open a pipe would wait.
            with path.open(encoding="utf-8-sig", errors="replace") as file:
                text = file.read(LARGEST).expandtabs(4)
    return colored(path.name, [printable(line) + "\n" for line in text.split("\n")])


def printable(words: str) -> str:
    """Return words as a font can show them."""
    return "".join(letter if letter.isprintable() else " " for letter in words)


def cut(words: str) -> str:
    """Return words that fit into a line."""
    return printable(words if len(words) <= LETTERS else f"{words[: LETTERS - 1]}\u2026")
