"""How are lines of code shown beside a figure?

Docstrings are folded. Until the reader scrolls, the lines that decide stay in sight; a
key goes through them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...study.listing import Line
from ...view.canvas import Canvas
from ...view.shapes import Corner
from ...view.widgets import CODE_AT, CODE_LINES, draw_code
from ..shell.menu import button_row

CODE_BUTTONS = button_row(
    {"line": "S step", "docstrings": "D docstrings"}, corner=(507.0, 41.0), high=13.0
)
TURNS = {"page up": -1, "page down": 1}
"""By how many pages these verbs scroll."""
KEPT_LINES = 2
"""Lines that stay visible when a page is turned."""
SCROLL_LINES = 3
"""Lines by which the wheel scrolls, and an arrow key where it does."""
NO_STEP = -1
LIT_GLOW = 1
"""How much a line that decides is lit."""
STEP_GLOW = 2
"""How much the one of them is lit that was stepped to."""

Place = tuple[str, int]
"""The name of a file, and the number of a line in it."""


class CodePane:
    """Some lines of code that are visible.

    Args:
        corner: where they are drawn, px of the page.
        rows: how many there are.
        docstrings: whether these are shown at first.
    """

    def __init__(
        self, corner: Corner = CODE_AT, rows: int = CODE_LINES, docstrings: bool = False
    ) -> None:
        self.corner = corner
        self.rows = rows
        self.has_docstrings = docstrings
        """Whether docstrings are shown."""
        self.first = 0
        """The index of the first visible line."""
        self.is_scrolled = False
        """Whether the reader scrolled: lit lines may be out of sight then."""
        self.step = NO_STEP
        """The index of the lit line that was stepped to; it counts on after the last
        one. NO_STEP: none was."""

    def follow_lit_lines(self) -> None:
        """Keep all lit lines, which are those that decide, in sight from now on."""
        self.is_scrolled = False
        self.step = NO_STEP

    def scroll(self, count: int) -> None:
        """Show lines that are so many farther down, or up if the number is negative."""
        self.is_scrolled = True
        self.first += count

    def do(self, verb: str) -> bool:
        """Carry out a verb: scroll by a page, go on to the next lit line, or show or
        fold docstrings. Return whether the verb is one of these."""
        if verb in TURNS:
            self.scroll(TURNS[verb] * (self.rows - KEPT_LINES))
            return True
        if verb == "line":
            self.step += 1
        elif verb == "docstrings":
            self.has_docstrings = not self.has_docstrings
        else:
            return False
        self.is_scrolled = False  # The lit line comes into sight again.
        return True

    def draw(self, canvas: Canvas, lines: Sequence[Line]) -> None:
        """Draw the visible ones of these lines, and above them the place of the first
        one. If docstrings are folded, the lines are without them."""
        if not self.has_docstrings:
            lines = [line for line in lines if not line.is_doc]
        stepped_to = self.place_stepped_to(lines)
        glows = [glow_of(line, stepped_to) for line in lines]
        if not self.is_scrolled:
            self.scroll_to_brightest(glows)
        last_start = max(0, len(lines) - self.rows)
        self.first = min(max(self.first, 0), last_start)
        title = ""
        if lines:
            file, number = file_and_number(lines[self.first])
            title = f"{file}, line {number}"
        rows = [(line.pieces, glow) for line, glow in zip(lines, glows)]
        draw_code(canvas, title, rows, self.first, self.corner, self.rows)

    def place_stepped_to(self, lines: Sequence[Line]) -> Place | None:
        """Return the place of the lit line that was stepped to; None if none was, or if
        no line is lit. After the last lit line comes the first one."""
        # A line of code and the line of numbers below it have the same place.
        places = list(
            dict.fromkeys(file_and_number(line) for line in lines if line.is_lit)
        )
        if not places or self.step == NO_STEP:
            return None
        return places[self.step % len(places)]

    def scroll_to_brightest(self, glows: Sequence[int]) -> None:
        """Bring the lines that are lit most into sight, by how much each line is lit.

        If they do not fit, the first of them comes to the middle. If they fit and are
        not all visible, the last one comes to the foot. If no line is lit, nothing is
        scrolled.
        """
        most = max(glows, default=0)
        if most == 0:
            return
        brightest = [index for index, glow in enumerate(glows) if glow == most]
        highest = brightest[0]
        lowest = brightest[-1]
        first_with_lowest_at_foot = lowest + 1 - self.rows
        if first_with_lowest_at_foot > highest:
            self.first = highest - self.rows // 2
        elif not first_with_lowest_at_foot <= self.first <= highest:
            self.first = first_with_lowest_at_foot


def file_and_number(line: Line) -> Place:
    """Return the file and the number of a line."""
    return line.file, line.number


def glow_of(line: Line, stepped_to: Place | None) -> int:
    """Return how much a line is lit: STEP_GLOW at the place that was stepped to,
    LIT_GLOW if the line decides, else 0."""
    if file_and_number(line) == stepped_to:
        return STEP_GLOW
    return LIT_GLOW if line.is_lit else 0
