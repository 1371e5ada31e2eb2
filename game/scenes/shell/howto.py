"""How is it played?

One page: the verb in four small pictures, then who does what with keys, mouse and pad.
"""

from __future__ import annotations

import pygame

from ...view import palette
from ...view.page import draw_page
from ...view.pictograms import draw_pictogram
from ...view.text import SMALL_SIZE
from .menu import PageScene

PICTURES_LEFT, PICTURES_TOP, PICTURE_PITCH, PICTURE_WIDE, PICTURE_HIGH = (
    40.0,
    58.0,
    142.0,
    134.0,
    76.0,
)
"""px: the first picture, the way to the next one, and its size."""
PICTURES = (
    ("creep", "slowly, in eight", "directions"),
    ("aim", "time slows, the way", "of the dash is shown"),
    ("dash", "until the first wall,", "however thin"),
    ("cores, then the door", "take them all and", "it opens"),
)
INPUTS = (
    ("", "keys", "mouse", "pad"),
    ("creep", "arrows or WASD", "", "left stick"),
    ("aim", "hold Space", "hold left button", "hold A"),
    ("turn the aim", "arrows or WASD", "move the pointer", "left stick"),
    ("dash", "let go", "let go", "let go"),
    ("no dash", "Backspace", "right button", "B"),
    ("pause", "Esc", "middle button", "Start"),
    ("begin again", "R", "in the menu", "X"),
)
INPUT_COLUMNS = (40.0, 180.0, 340.0, 490.0)
FOOTNOTE = "Whatever has teeth kills. Tab shows the boxes and what they sweep; H lists all keys."


class HowtoScene(PageScene):
    """A page to read; any press leads back."""

    def point(self, x: float, y: float, pressed: bool) -> None:
        """A press leads back."""
        if pressed:
            self.do("back")

    def do(self, verb: str) -> None:
        """Choose, too, leads back."""
        super().do("back" if verb == "choose" else verb)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pictures and the table."""
        super().draw(surface)
        canvas = draw_page(
            surface, "How to play", "Enter, Esc or a click: back", corner=(PICTURES_LEFT, 40)
        )
        for place, (title, *lines) in enumerate(PICTURES):
            left = PICTURES_LEFT + PICTURE_PITCH * place
            low, high = (left, PICTURES_TOP), (left + PICTURE_WIDE, PICTURES_TOP + PICTURE_HIGH)
            canvas.box(low, high, palette.BACKGROUND)
            canvas.box(low, high, palette.BORDER, fill=0, width=1)
            draw_pictogram(canvas, place, (left, PICTURES_TOP + PICTURE_HIGH / 2))
            canvas.text(
                title, (left, PICTURES_TOP + PICTURE_HIGH + 5), palette.PLAYER, 10, bold=True
            )
            for i, line in enumerate(lines):
                canvas.text(
                    line,
                    (left, PICTURES_TOP + PICTURE_HIGH + 19 + 12 * i),
                    palette.TEXT,
                    SMALL_SIZE,
                )
        for row, words in enumerate(INPUTS):
            for i, (word, x) in enumerate(zip(words, INPUT_COLUMNS)):
                color = palette.QUIET if row == 0 else palette.PLAYER if i == 0 else palette.TEXT
                canvas.text(word, (x, 188 + 15 * row), color, SMALL_SIZE, bold=row > 0 and i == 0)
        canvas.text(FOOTNOTE, (PICTURES_LEFT, 318), palette.TEXT, SMALL_SIZE)
