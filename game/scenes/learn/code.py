"""How are lines of code shown beside a figure?

Docstrings are folded. Until the reader scrolls, the lines that decide stay in sight; a key goes
through them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...study.listing import Line
from ...view.canvas import Canvas
from ...view.widgets import CODE_LINES, draw_code
from ..shell.menu import button_row

CODE_LABELS = {"line": "S step", "docstrings": "D docstrings"}
CODE_BUTTONS = button_row(CODE_LABELS, (507.0, 41.0), 13.0)
TURNS = {"page up": 2 - CODE_LINES, "page down": CODE_LINES - 2}


class CodePane:
    """Lines of code, of which as many are shown as fit."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.first, self.unfolded = 0, False
        """The place of the first visible line; whether docstrings are shown."""
        self.follow()

    def follow(self) -> None:
        """Keep all lines that decide in sight, from now on."""
        self.scrolled, self.step = False, -1
        """Whether the reader scrolled; which lit line was stepped to, -1: none."""

    def scroll(self, lines: int) -> None:
        """Move the visible lines."""
        self.scrolled = True
        self.first = min(max(self.first + lines, 0), max(0, len(self.lines) - CODE_LINES))

    def do(self, verb: str) -> bool:
        """Do what a key or a button means; tell whether it is one of the pane's."""
        if verb in TURNS:
            self.scroll(TURNS[verb])
        elif verb in CODE_LABELS:
            self.scrolled = False
            self.unfolded ^= verb == "docstrings"
            self.step += verb == "line"
        return verb in TURNS or verb in CODE_LABELS

    def draw(self, canvas: Canvas, lines: Sequence[Line]) -> None:
        """Draw the visible ones of these lines; that which was stepped to is lit more."""
        self.lines = [line for line in lines if self.unfolded or not line.is_doc]
        lit = list(dict.fromkeys(line[:2] for line in self.lines if line.is_lit))
        chosen = [lit[self.step % len(lit)]] if lit and self.step >= 0 else lit
        focus = [k for k, line in enumerate(self.lines) if line[:2] in chosen]
        if focus and not self.scrolled:
            last = focus[-1] + 1 - CODE_LINES
            if not last <= self.first <= focus[0]:
                self.first = last if last <= focus[0] else focus[0] - CODE_LINES // 2
            self.scroll(0)
            self.scrolled = False
        top = self.lines[self.first]
        glow = [line.is_lit + (chosen != lit and line[:2] in chosen) for line in self.lines]
        pieces = [line.pieces for line in self.lines]
        draw_code(canvas, f"{top.file}, line {top.number}", pieces, glow, self.first)
