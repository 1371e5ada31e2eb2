"""Where on the window does a point of the world lie?

One transform, for everything: the largest scale at which the room fits, centred. A box
is placed by rounding both of its faces to device pixels, not its place and its size: so
boxes that touch in the world touch on the window.

      world   |---a---|--b--|        rounding place and size leaves   |---a--| |--b--|
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from pygame import Rect, Surface

from ..collision.batch import Floats
from . import palette

Place = Sequence[float]
PAGE_WIDTH = 640.0
PAGE_HEIGHT = 360.0
PAGE = (PAGE_WIDTH, PAGE_HEIGHT)
"""px: the size of most rooms, of the visible part of a shaft, and of a page of text."""
PAGE_MIDDLE = PAGE_WIDTH / 2
"""px: x of the middle of a page."""


class Screen(NamedTuple):
    """The transform from px of the world to pixels of a window."""

    scale: float
    left: float
    top: float

    @classmethod
    def fit(cls, window: tuple[int, int], world: tuple[float, float] = PAGE) -> Screen:
        """Return the transform that shows a whole world or page as large as the window
        allows, in the window's middle."""
        width, height = window
        world_width, world_height = world
        scale = max(min(width / world_width, height / world_height), 1e-3)
        left = (width - world_width * scale) / 2
        top = (height - world_height * scale) / 2
        return cls(scale, left, top)

    def moved(self, dx: float, dy: float) -> Screen:
        """Return the transform moved by (dx, dy) px of the world."""
        return self._replace(
            left=self.left + dx * self.scale, top=self.top + dy * self.scale
        )

    def point(self, p: Place) -> tuple[float, float]:
        """Return the pixel, with fractions, of a point of the world."""
        return self.left + p[0] * self.scale, self.top + p[1] * self.scale

    def points(self, points: Floats) -> Floats:
        """Return the pixels, with fractions, of points of the world, (..., 2)."""
        pixels: Floats = points * self.scale + np.array((self.left, self.top))
        return pixels

    def world(self, pixel: Place) -> tuple[float, float]:
        """Return the point of the world under a pixel."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale

    def rect(self, low: Place, high: Place) -> Rect:
        """Return the pixels of a box, at least one wide and high: its four faces are
        rounded, each for itself."""
        scale, left, top = self
        x = round(left + low[0] * scale)
        y = round(top + low[1] * scale)
        width = round(left + high[0] * scale) - x
        height = round(top + high[1] * scale) - y
        return Rect(x, y, max(1, width), max(1, height))

    def rects(self, boxes: Floats) -> list[Rect]:
        """Return the pixels of boxes, (N, 2, 2). For fewer than twenty numpy is
        slower."""
        return [self.rect(low, high) for low, high in boxes.tolist()]

    def line(self, width: float) -> int:
        """Return the width of a line in pixels, at least one."""
        return max(1, round(width * self.scale))

    def letters(self, size: float) -> int:
        """Return the height of print in pixels, at least eight."""
        return max(8, round(size * self.scale))


def draw_icon() -> Surface:
    """Return the window's icon: the player's box at a thin wall."""
    icon = Surface((32, 32))
    icon.fill(palette.BACKGROUND)
    icon.fill(palette.PLAYER, (5, 7, 18, 18))
    icon.fill(palette.WALL, (23, 0, 3, 32))
    return icon
