"""What can be drawn at all?

Six primitives, in px of the world: box, hull, arrow, bar, dot, text. Everything in the game, the
overlay and, later, the lessons is drawn with these and nothing else, so another canvas can write
down what was drawn instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import pygame

from .palette import Color
from .screen import Point, Screen
from .text import picture

DASH = 3.0
"""px of the world: the length of a dash, and of the gap after it."""


class Canvas:
    """Draws on a surface through a screen.

    fill is how opaque an area is, 0 to 1; width is that of lines, px of the world; a line is at
    least one pixel wide.
    """

    def __init__(self, surface: pygame.Surface, screen: Screen) -> None:
        self.surface, self.screen = surface, screen

    def box(
        self,
        low: Point,
        high: Point,
        color: Color,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None:
        """Draw a box: its area if fill is above 0, its outline if width is."""
        rect = self.screen.rect(low, high)
        if fill >= 1:
            self.surface.fill(color, rect)
        elif fill > 0:
            area = pygame.Surface(rect.size, pygame.SRCALPHA)
            area.fill((*color, round(255 * fill)))
            self.surface.blit(area, rect)
        if width > 0 and dashed:
            (x0, y0), (x1, y1) = low, high
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
            for start, end in pairwise(corners):
                self.bar(start, end, color, width, dashed=True)
        elif width > 0:
            pygame.draw.rect(self.surface, color, rect, self.screen.line(width))

    def hull(
        self, points: Sequence[Point], color: Color, fill: float = 1.0, width: float = 0.0
    ) -> None:
        """Draw a convex area and its outline."""
        corners = [self.screen.point(p) for p in points]
        if fill >= 1:
            pygame.draw.polygon(self.surface, color, corners)
        elif fill > 0:
            xs, ys = zip(*corners)
            left, top = int(min(xs)) - 1, int(min(ys)) - 1
            size = int(max(xs)) - left + 2, int(max(ys)) - top + 2
            area = pygame.Surface(size, pygame.SRCALPHA)
            moved = [(x - left, y - top) for x, y in corners]
            pygame.draw.polygon(area, (*color, round(255 * fill)), moved)
            self.surface.blit(area, (left, top))
        if width > 0:
            pygame.draw.aalines(self.surface, color, True, corners)

    def bar(
        self, start: Point, end: Point, color: Color, width: float = 0.5, dashed: bool = False
    ) -> None:
        """Draw a straight line."""
        if dashed:
            length = hypot(end[0] - start[0], end[1] - start[1])
            count = int(length / (2 * DASH)) + 1
            for k in range(count):
                from_, to = (
                    min(1.0, x / max(length, 1e-9)) for x in (2 * DASH * k, DASH * (2 * k + 1))
                )
                self.bar(along(start, end, from_), along(start, end, to), color, width)
            return
        a, b, pixels = self.screen.point(start), self.screen.point(end), self.screen.line(width)
        if pixels == 1:
            pygame.draw.aaline(self.surface, color, a, b)
        else:
            pygame.draw.line(self.surface, color, a, b, pixels)

    def arrow(self, start: Point, end: Point, color: Color, width: float = 0.5) -> None:
        """Draw a line with a head of 4 px at its end."""
        self.bar(start, end, color, width)
        length = hypot(end[0] - start[0], end[1] - start[1])
        if length > 0:
            x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            back = end[0] - 4 * x, end[1] - 4 * y
            sides = [(back[0] - 2 * y, back[1] + 2 * x), (back[0] + 2 * y, back[1] - 2 * x)]
            corners = [self.screen.point(p) for p in (end, *sides)]
            pygame.draw.polygon(self.surface, color, corners)

    def dot(self, center: Point, color: Color, radius: float = 1.5, width: float = 0.0) -> None:
        """Draw a disc, or a ring of that width."""
        pixels = max(1.0, radius * self.screen.scale)
        line = self.screen.line(width) if width > 0 else 0
        pygame.draw.aacircle(self.surface, color, self.screen.point(center), pixels, line)

    def text(
        self,
        words: str,
        at: Point,
        color: Color,
        size: float = 9.0,
        anchor: tuple[float, float] = (0.0, 0.0),
        bold: bool = False,
        opacity: float = 1.0,
    ) -> None:
        """Write a line; anchor is the part of it, from left and top, that lies at the point."""
        image = picture(words, max(8, round(size * self.screen.scale)), color, bold)
        x, y = self.screen.point(at)
        width, height = image.get_size()
        if opacity < 1:
            image = image.copy()
            image.set_alpha(round(255 * max(0.0, opacity)))
        self.surface.blit(image, (round(x - width * anchor[0]), round(y - height * anchor[1])))


def along(start: Point, end: Point, part: float) -> tuple[float, float]:
    """Return the point a part of the way from start to end."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
