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
STEP_GLOW = 2
"""How much a line that decides is lit, and the one of them that was stepped to."""

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
        """Carry out a verb; return whether it is one of the pane's."""
        if verb in TURNS:
            self.scroll(TURNS[verb] * (self.rows - KEPT_LINES))
            return True
        if verb == "line":
            self.step += 1
        elif verb == "docstrings":
            self.has_docstrings = not self.has_docstrings
        else:
            return False
        self.is_scrolled = False
        return True

    def draw(self, canvas: Canvas, lines: Sequence[Line]) -> None:
        """Draw the visible ones of these lines; the line that was stepped to is lit
        more than others."""
        if not self.has_docstrings:
            lines = [line for line in lines if not line.is_doc]
        stepped_to = self.chosen_place(lines)
        if not self.is_scrolled:
            self.scroll_to_lit_lines(lines, stepped_to)
        last_start = max(0, len(lines) - self.rows)
        self.first = min(max(self.first, 0), last_start)
        title = ""
        if lines:
            title = f"{lines[self.first].file}, line {lines[self.first].number}"
        rows = []
        for line in lines:
            glow = LIT_GLOW if line.is_lit else 0
            if file_and_number(line) == stepped_to:
                glow = STEP_GLOW
            rows.append((line.pieces, glow))
        draw_code(canvas, title, rows, self.first, self.corner, self.rows)

    def chosen_place(self, lines: Sequence[Line]) -> Place | None:
        """Return the place of the lit line that was stepped to; None if none was, or if
        no line is lit. After the last lit line comes the first one."""
        # A line of code and the line of numbers below it have the same place.
        places = list(
            dict.fromkeys(file_and_number(line) for line in lines if line.is_lit)
        )
        if not places or self.step == NO_STEP:
            return None
        return places[self.step % len(places)]

    def scroll_to_lit_lines(
        self, lines: Sequence[Line], stepped_to: Place | None
    ) -> None:
        """Bring the lit lines into sight, or only the one that was stepped to.

        If they do not fit, the first one comes to the middle. If they fit and are not
        all visible, the last one comes to the foot.
        """
        if stepped_to:
            lit = [
                k for k, line in enumerate(lines) if file_and_number(line) == stepped_to
            ]
        else:
            lit = [k for k, line in enumerate(lines) if line.is_lit]
        if not lit:
            return
        first_lit = lit[0]
        last_lit = lit[-1]
        with_last_at_foot = last_lit + 1 - self.rows
        if with_last_at_foot > first_lit:
            self.first = first_lit - self.rows // 2
        elif not with_last_at_foot <= self.first <= first_lit:
            self.first = with_last_at_foot


def file_and_number(line: Line) -> Place:
    """Return the file and the number of a line."""
    return line.file, line.number
