"""Where on the window does a point of the world lie?

One transform, for everything: the largest scale at which the room fits, centred. A box is placed
by rounding both of its faces to device pixels, not its place and its size: so boxes that touch in
the world touch on the window.

      world   |---a---|--b--|        rounding place and size leaves   |---a--| |--b--|
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pygame

from ..collision.batch import Floats

Point = Sequence[float]
PAGE = (640.0, 360.0)
"""px: as much is seen of a shaft as of most rooms, and all that is written lies on it."""
Rect = pygame.Rect | list[int]


class Screen(NamedTuple):
    """The transform from px of the world to pixels of a window."""

    scale: float
    left: float
    top: float

    @classmethod
    def fit(cls, window: tuple[int, int], world: tuple[float, float] = PAGE) -> Screen:
        """Show all of the world, or of a page, as large as the window allows, in its middle."""
        scale = max(min(window[0] / world[0], window[1] / world[1]), 1e-3)
        left, top = ((a - b * scale) / 2 for a, b in zip(window, world))
        return cls(scale, left, top)

    def moved(self, dx: float, dy: float) -> Screen:
        """Return the same, shaken by so many px of the world."""
        return self._replace(left=self.left + dx * self.scale, top=self.top + dy * self.scale)

    def point(self, p: Point) -> tuple[float, float]:
        """Return where a point of the world lies on the window."""
        return self.left + p[0] * self.scale, self.top + p[1] * self.scale

    def points(self, points: Floats) -> Floats:
        """Return the same for many, (..., 2)."""
        return points * self.scale + (self.left, self.top)

    def world(self, pixel: Point) -> tuple[float, float]:
        """Return the point of the world under a pixel."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale

    def rect(self, low: Point, high: Point) -> pygame.Rect:
        """Return the pixels of a box, at least one wide and high."""
        (x0, y0), (x1, y1) = self.point(low), self.point(high)
        left, top = round(x0), round(y0)
        return pygame.Rect(left, top, max(1, round(x1) - left), max(1, round(y1) - top))

    def rects(self, boxes: Floats) -> list[Rect]:
        """Return the same for many, (N, 2, 2): left, top, width, height of each."""
        low, high = np.rint(self.points(boxes)).astype(np.int32).transpose(1, 0, 2)
        rects: list[Rect] = np.hstack((low, np.maximum(high - low, 1))).tolist()
        return rects

    def line(self, width: float) -> int:
        """Return the pixels of a line's width, at least one."""
        return max(1, round(width * self.scale))
