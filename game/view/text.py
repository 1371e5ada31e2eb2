"""How is text drawn, sharp and quickly?

At the window's own resolution, in sizes of the world; a line is rendered once and cached.
"""

from __future__ import annotations

import re
from functools import lru_cache

import pygame

from ..resources import assets
from .palette import Color

SMALL_SIZE = 9.0
"""px of the world: the height of small print."""
LETTER_RATIO = 0.6
"""The width of a letter, in heights of the print."""
LINE_RATIO = 1.32
"""The height of a line, in heights of the print."""
LIGATURE = re.compile(r"(?<=[-!*+./:<=>|])(?=[-!*+./:<=>|])")
"""Between signs that the font would join: <= is shown as it is typed."""


@lru_cache(maxsize=32)
def font(size: int, bold: bool) -> pygame.font.Font:
    """Return the font at a height in pixels."""
    pygame.font.init()
    name = "JetBrainsMono-Bold.ttf" if bold else "JetBrainsMono-Regular.ttf"
    return pygame.font.Font(assets() / "fonts" / name, size)


@lru_cache(maxsize=512)
def line_image(words: str, size: int, color: Color, bold: bool) -> pygame.Surface:
    """Return the picture of a line of text, without a background."""
    drawn, pieces = font(size, bold), LIGATURE.split(words)
    if len(pieces) == 1:
        return drawn.render(words, True, color)
    line, left = pygame.Surface(drawn.size(words), pygame.SRCALPHA), 0
    for piece in pieces:
        line.blit(drawn.render(piece, True, color), (left, 0))
        left += drawn.size(piece)[0]
    return line
