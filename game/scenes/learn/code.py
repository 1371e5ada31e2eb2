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
        self.corner, self.rows, self.docstrings, self.first = (
            corner,
            rows,
            docstrings,
            0,
        )
        """Where and how much is shown; the index of the first visible line."""
        self.follow()

    def follow(self) -> None:
        """Keep all lines that decide in sight, from now on."""
        self.scrolled, self.step = False, -1
        """Whether the reader scrolled; which lit line was stepped to, -1: none."""

    def scroll(self, lines: int) -> None:
        """Move the visible lines."""
        self.scrolled = True
        self.first += lines

    def do(self, verb: str) -> bool:
        """Do what a key or a button means; tell whether it is one of the pane's."""
        if verb in TURNS:
            self.scroll(TURNS[verb] * (self.rows - 2))
        elif verb in CODE_BUTTONS:
            self.scrolled = False
            self.docstrings ^= verb == "docstrings"
            self.step += verb == "line"
        return verb in TURNS or verb in CODE_BUTTONS

    def draw(self, canvas: Canvas, lines: Sequence[Line]) -> None:
        """Draw those of these lines that are visible; the line that S chose is lit
        more."""
        lines = [line for line in lines if self.docstrings or not line.is_doc]
        lit = list(dict.fromkeys(line[:2] for line in lines if line.is_lit))
        only = [lit[self.step % len(lit)]] if lit and self.step >= 0 else []
        focus = [k for k, line in enumerate(lines) if line[:2] in (only or lit)]
        last = focus[-1] + 1 - self.rows if focus else 0
        if focus and not (self.scrolled or last <= self.first <= focus[0]):
            self.first = last if last <= focus[0] else focus[0] - self.rows // 2
        first = self.first = min(max(self.first, 0), max(0, len(lines) - self.rows))
        title = f"{lines[first].file}, line {lines[first].number}" if lines else ""
        rows = [(line.pieces, line.is_lit + (line[:2] in only)) for line in lines]
        draw_code(canvas, title, rows, first, self.corner, self.rows)
