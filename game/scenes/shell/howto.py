"""How is it played?

One page: four small pictures, then a table of keys, mouse and pad.
"""

from __future__ import annotations

import pygame

from ...view import palette
from ...view.page import draw_page
from ...view.pictograms import draw_pictogram
from ...view.text import SMALL_SIZE
from ...view.widgets import draw_frame
from .menu import PageScene

PICTURES_LEFT, PICTURES_TOP, PICTURE_PITCH, PICTURE_SIZE = 40.0, 58.0, 142.0, (134.0, 76.0)
"""px: the first picture's upper left corner, the distance to the next one, and their size."""
PICTURES = (
    ("tap", "a dash at once,", "to the first wall"),
    ("aim", "time slows, the path", "of the dash is shown"),
    ("along the wall", "aimed at what you touch,", "a dash slides along it"),
    ("cores, then the door", "take all the cores", "to open the door"),
)
INPUTS = (
    ("", "keys", "mouse", "pad"),
    ("tap", "arrows or WASD, one or two", "click", "D-pad"),
    ("aim", "hold Space", "hold left button", "hold A"),
    ("direction", "arrows; with Shift: turn", "move the pointer", "left stick, D-pad"),
    ("dash", "release", "release", "release"),
    ("cancel the aim", "Backspace", "right button", "B"),
    ("pause", "Esc", "middle button", "Start"),
    ("restart", "R", "in the menu", "X"),
)
INPUT_COLUMNS = (40.0, 180.0, 340.0, 490.0)
FOOTNOTE = "Anything with a saw-tooth edge kills. Tab shows what boxes sweep; H shows all keys."


class HowtoScene(PageScene):
    """A page to read; choose, a click and Esc lead back."""

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Go back on a press."""
        if pressed:
            self.do("back")

    def do(self, verb: str) -> None:
        """Do one of the six things; choose goes back as well."""
        super().do("back" if verb == "choose" else verb)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pictures and the table."""
        super().draw(surface)
        hint = "Enter, Esc or a click: back"
        canvas = draw_page(surface, "How to play", hint, corner=(PICTURES_LEFT, 40))
        foot = PICTURES_TOP + PICTURE_SIZE[1]
        for place, (title, *lines) in enumerate(PICTURES):
            left = PICTURES_LEFT + PICTURE_PITCH * place
            low, high = (left, PICTURES_TOP), (left + PICTURE_SIZE[0], foot)
            draw_frame(canvas, low, high)
            draw_pictogram(canvas, place, (left, (PICTURES_TOP + foot) / 2))
            canvas.text(title, (left, foot + 5), palette.PLAYER, 10, bold=True)
            for i, line in enumerate(lines):
                canvas.text(line, (left, foot + 19 + 12 * i), palette.TEXT, SMALL_SIZE)
        for row, words in enumerate(INPUTS):
            for i, (word, x) in enumerate(zip(words, INPUT_COLUMNS)):
                color = palette.QUIET if row == 0 else palette.PLAYER if i == 0 else palette.TEXT
                canvas.text(word, (x, 188 + 15 * row), color, SMALL_SIZE, bold=row > 0 and i == 0)
        canvas.text(FOOTNOTE, (PICTURES_LEFT, 318), palette.TEXT, SMALL_SIZE)
