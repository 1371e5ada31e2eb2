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
    {"line": "S step", "docstrings": "D docstrings"}, (507.0, 41.0), 13.0
)
TURNS = {"page up": -1, "page down": 1}
"""By how many pages these verbs scroll."""

Place = tuple[str, int]
"""A file, and the number of a line in it."""


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
        self.step = -1
        """Which of the lit lines was stepped to; -1: none."""

    def follow_lit_lines(self) -> None:
        """Keep all lit lines, which are those that decide, in sight from now on."""
        self.is_scrolled = False
        self.step = -1

    def scroll(self, lines: int) -> None:
        """Move the visible lines."""
        self.is_scrolled = True
        self.first += lines

    def do(self, verb: str) -> bool:
        """Carry out a verb; return whether it is one of the pane's."""
        if verb in TURNS:
            self.scroll(TURNS[verb] * (self.rows - 2))
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
        """Draw those of these lines that are visible; the line that was stepped to is
        lit more."""
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
            glow = 1 if line.is_lit else 0
            if place_of(line) == stepped_to:
                glow = 2
            rows.append((line.pieces, glow))
        draw_code(canvas, title, rows, self.first, self.corner, self.rows)

    def chosen_place(self, lines: Sequence[Line]) -> Place | None:
        """Return the place of the lit line that was stepped to, or None; after the last
        lit line comes the first one."""
        # A line and the line of its numbers have one place.
        places = list(dict.fromkeys(place_of(line) for line in lines if line.is_lit))
        if not places or self.step < 0:
            return None
        return places[self.step % len(places)]

    def scroll_to_lit_lines(
        self, lines: Sequence[Line], stepped_to: Place | None
    ) -> None:
        """Bring the lit lines into sight, or only the one that was stepped to; if not
        all fit, the first one."""
        if stepped_to:
            lit = [k for k, line in enumerate(lines) if place_of(line) == stepped_to]
        else:
            lit = [k for k, line in enumerate(lines) if line.is_lit]
        if not lit:
            return
        first_lit = lit[0]
        last_lit = lit[-1]
        lowest_start = last_lit + 1 - self.rows
        if lowest_start > first_lit:
            self.first = first_lit - self.rows // 2
        elif not lowest_start <= self.first <= first_lit:
            self.first = lowest_start


def place_of(line: Line) -> Place:
    """Return the file and the number of a line."""
    return line.file, line.number
