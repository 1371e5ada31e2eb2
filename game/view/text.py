"""How is text drawn, sharp and quickly?

At the window's own resolution, in sizes of the world; a line is rendered once and
cached, and so are its pieces: digits that change are not rendered again.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pygame import SRCALPHA, Surface
from pygame import font as fonts

from ..resources import assets
from .palette import Color

SMALL_SIZE = 9.0
"""px of the world: the height of small print."""
LETTER_RATIO = 0.6
"""The width of a letter, in heights of the print."""
LINE_RATIO = 1.32
"""The height of a line, in heights of the print."""
PIECES = re.compile(r"(?<=[-!*+,./:<=>|\d\s])(?=[-!*+,./:<=>|\d\s])")
"""Where a line is cut: around digits, and between signs that the font would join: <= is
shown as it is typed."""


@lru_cache(maxsize=32)
def font(size: int, bold: bool) -> fonts.Font:
    """Return the font at a height in pixels."""
    fonts.init()
    name = "JetBrainsMono-Bold.ttf" if bold else "JetBrainsMono-Regular.ttf"
    return fonts.Font(assets() / "fonts" / name, size)


@lru_cache(maxsize=512)
def line_image(words: str, size: int, color: Color, bold: bool) -> Surface:
    """Return the picture of a line of text, without a background; size is the height
    of the font in pixels. A line of several pieces is put together from their
    pictures."""
    pieces = PIECES.split(words)
    if len(pieces) == 1:
        return font(size, bold).render(words, True, color)
    images = [line_image(piece, size, color, bold) for piece in pieces]
    width = sum(image.get_width() for image in images)
    height = images[0].get_height()
    line = Surface((width, height), SRCALPHA)
    left = 0
    for image in images:
        image.set_alpha(255)  # It may have been drawn faded.
        line.blit(image, (left, 0))
        left += image.get_width()
    return line
