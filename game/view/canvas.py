"""Which primitives is everything drawn with?

Six primitives, in px of the world: box, hull, arrow, bar, dot, text. The game, the
overlay and the lessons use nothing else, so a canvas of a test can record what is
drawn. The plurals boxes, hulls, arrows and bars draw one for each row of an array;
Python does no more for a row than call pygame.

Light is added to what is there: the glow of boxes and rings, made once for each size,
and whatever is drawn on a dark layer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np
import pygame

from ..collision.batch import Floats, Ints
from ..collision.grid import runs
from .palette import NO_LIGHT, Color, mix, theme
from .screen import Place, Rect, Screen
from .text import line_image

DASH = 3.0
"""px of the world: the length of a dash of a dashed line, and of the gap after it."""
MANY_BODIES = 300
"""Of more bodies than this, only the essentials are drawn."""
MANY_LINES = 1500
"""More lines than this at once, all of one colour, are one pixel wide and not
smoothed."""
MOST_DOTS = 200
"""The most pixels that are set of each of so many lines, evenly apart."""
AT_ONCE = 10**6
"""The most pixels that are set at once, of all boxes or lines."""
TINTS = 64
"""Areas of hulls that are not full are opaque in so many steps."""
WIDEST_TINT = 512
"""Pictures of such areas are cached up to so many pixels wide or high."""

Style = TypeVar("Style")
Colors = Color | list[Color]
Lights = Iterable[tuple[pygame.Surface, Place]]
Fill = float | list[float]
"""One for all, or one for each."""
ARROW_HEAD = 0.0, -4 + 2j, -4 - 2j
"""px: the corners of an arrow's head, along the arrow and across it."""


class Canvas:
    """Draws on a surface through a screen.

    fill is how opaque an area is, 0 to 1; width is that of lines, px of the world; a
    line is at least one pixel wide.
    """

    def __init__(self, surface: pygame.Surface, screen: Screen) -> None:
        self.surface = surface
        self.screen = screen

    def box(
        self,
        low: Place,
        high: Place,
        color: Color,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None:
        """Draw a box: its area if fill is above 0, its outline if width is or if it is
        dashed."""
        self._boxes([self.screen.rect(low, high)], [color], [fill], width, dashed)

    def boxes(
        self,
        ends: Floats,
        color: Colors,
        fill: Fill = 1.0,
        width: float = 0,
        dashed: bool = False,
    ) -> None:
        """Draw boxes, (N, 2, 2): the smallest and the largest corner of each."""
        colors = one_for_each(color, len(ends))
        is_many = len(ends) > MANY_BODIES and self.screen.line(width) == 1
        is_plain = fill in (0, 1) and (fill or width) and not dashed
        if is_many and is_plain:
            sides = (ends[:, 1] - ends[:, 0]) * self.screen.scale + 1
            if sides.prod(axis=1).sum() < AT_ONCE:
                return self._many_boxes(ends, colors, fill == 1)
        fills = one_for_each(fill, len(ends))
        self._boxes(self.screen.rects(ends), colors, fills, width, dashed)

    def _many_boxes(self, ends: Floats, colors: list[Color], is_full: bool) -> None:
        """Set the pixels of boxes, or of their outlines, one pixel wide, all at once
        with numpy."""
        (left, right), (top, foot) = np.rint(self.screen.points(ends).T).astype(np.intp)
        width = np.maximum(right - left, 1)
        height = np.maximum(foot - top, 1)
        row, number = runs(width * height)
        y, x = np.divmod(number, width.take(row))
        if not is_full:
            is_side = (x == 0) | (x == width.take(row) - 1)
            is_edge = is_side | (y == 0) | (y == height.take(row) - 1)
            row = row[is_edge]
            x = x[is_edge]
            y = y[is_edge]
        values = np.array([self.surface.map_rgb(color) for color in colors])
        self._set_pixels(left.take(row) + x, top.take(row) + y, values.take(row))

    def _set_pixels(self, x: Ints, y: Ints, values: Ints) -> None:
        """Set those of these pixels that are in the picture."""
        width, height = self.surface.get_size()
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        place = y * (self.surface.get_pitch() // 4) + x
        pixels = np.asarray(self.surface.get_buffer()).view(np.uint32)
        pixels[place[inside]] = values[inside]

    def stamp(
        self, low: Place, high: Place, draw: Callable[..., None], *what: Hashable
    ) -> None:
        """Draw a box that hides what is below it, as draw(canvas, low, high, *what)
        does; that is done once for each size in pixels."""
        area = self.screen.rect(low, high)
        image = stamp_image(area.size, self.screen.scale, theme(), draw, *what)
        self.surface.blit(image, area)

    def _boxes(
        self,
        rects: list[Rect],
        colors: list[Color],
        fills: list[float],
        width: float,
        dashed: bool,
    ) -> None:
        """Draw boxes at these pixels, with a colour and a fill for each."""
        for rect, color, fill in zip(rects, colors, fills):
            if fill >= 1:
                self.surface.fill(color, rect)
            elif fill > 0:
                rest = round(255 * (1 - fill))
                light = mix(NO_LIGHT, color, fill)
                self.surface.fill((rest, rest, rest), rect, pygame.BLEND_RGB_MULT)
                self.surface.fill(light, rect, pygame.BLEND_RGB_ADD)
        n = self.screen.line(width)
        for rect, color in zip(rects, colors):
            if dashed:
                self._dashed_outline(rect, color, n)
            elif width > 0:
                pygame.draw.rect(self.surface, color, rect, n)

    def _dashed_outline(self, rect: Rect, color: Color, width: int) -> None:
        """Draw dashed edges around a box, clockwise. They are cut from lines of a power
        of two, of which few are made for boxes of all sizes."""
        x, y, w, h = rect
        half = (width - 1) // 2
        size = 1 << max(w, h).bit_length()
        dash = max(1.0, DASH * self.screen.scale)
        right, down, left, up = dashed_lines(size, width, dash, color)
        edges = [
            (right, (x, y - half), (0, 0, w, width)),
            (down, (x + w - half, y), (0, 0, width, h)),
            (left, (x, y + h - half), (size - w, 0, w, width)),
            (up, (x - half, y), (0, size - h, width, h)),
        ]
        self.surface.blits(edges, False)

    def hull(
        self,
        points: Sequence[Place],
        color: Color,
        fill: float = 1.0,
        width: float = 0.0,
    ) -> None:
        """Draw an area without holes and its outline."""
        ring: list[Place] = [self.screen.point(point) for point in points]
        self._hulls([ring], [color], [fill], width)

    def hulls(
        self, points: Floats, color: Colors, fill: Fill = 1.0, width: float = 0.0
    ) -> None:
        """Draw hulls with K corners, (N, K, 2)."""
        is_many = points.size > 2 * MANY_LINES
        if is_many and isinstance(color, tuple) and not fill:
            start = points.reshape(-1, 2)
            end = np.roll(points, -1, axis=1).reshape(-1, 2)
            return self.bars(start, end, color, width)
        colors = one_for_each(color, len(points))
        fills = one_for_each(fill, len(points))
        self._hulls(self.screen.points(points).tolist(), colors, fills, width)

    def _hulls(
        self,
        rings: list[list[Place]],
        colors: list[Color],
        fills: list[float],
        width: float,
    ) -> None:
        """Draw hulls at these pixels, with a colour and a fill for each."""
        for ring, color, fill in zip(rings, colors, fills):
            if 0 < fill < 1:
                self._tinted_hull(ring, color, fill)
            elif fill:
                pygame.draw.polygon(self.surface, color, ring)
            if width > 0:
                pygame.draw.aalines(self.surface, color, True, ring)

    def _tinted_hull(self, ring: list[Place], color: Color, fill: float) -> None:
        """Draw an area that is not full; only small ones are cached."""
        left, top = [int(min(part)) - 1 for part in zip(*ring)]
        corners = tuple([(int(x - left), int(y - top)) for x, y in ring])
        is_small = max(map(max, corners)) < WIDEST_TINT
        draw = tint_image if is_small else tint_image.__wrapped__
        image = draw(corners, color, round(TINTS * fill))
        self.surface.blit(image, (left, top))

    def bar(
        self,
        start: Place,
        end: Place,
        color: Color,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None:
        """Draw a straight line."""
        draw = self._line(width)
        p = self.screen.point(start)
        q = self.screen.point(end)
        if not dashed:
            draw(self.surface, color, p, q)
            return
        for a, b in dashes(p, q, DASH * self.screen.scale):
            draw(self.surface, color, a, b)

    def bars(
        self, start: Floats, end: Floats, color: Colors, width: float = 0.5
    ) -> None:
        """Draw lines from each start to its end, (N, 2)."""
        starts = self.screen.points(start)
        ends = self.screen.points(end)
        if len(start) > MANY_LINES and isinstance(color, tuple):
            return self._rough_bars(starts, ends, color)
        draw = self._line(width)
        colors = one_for_each(color, len(start))
        for own, p, q in zip(colors, starts.tolist(), ends.tolist()):
            draw(self.surface, own, p, q)

    def _line(
        self, width: float
    ) -> Callable[[pygame.Surface, Color, Place, Place], object]:
        """Return the function of pygame that draws a line of this width."""
        pixels = self.screen.line(width)
        if pixels == 1:
            return pygame.draw.aaline
        return partial(pygame.draw.line, width=pixels)

    def _rough_bars(self, start: Floats, end: Floats, color: Color) -> None:
        """Set the pixels nearest to each line, all at once with numpy; long lines are
        dotted."""
        move = end - start
        most = max(min(MOST_DOTS, AT_ONCE // len(start)) - 1, 1)
        width, height = np.abs(move).T
        steps = np.ceil(np.maximum(width, height)).clip(1, most)
        row, number = runs(steps.astype(np.intp) + 1)
        stride = move / steps[:, None]
        x, y = np.rint(start.take(row, 0) + stride.take(row, 0) * number[:, None]).T
        value = self.surface.map_rgb(color)
        self._set_pixels(x.astype(np.intp), y.astype(np.intp), np.full(len(x), value))

    def arrow(self, start: Place, end: Place, color: Color, width: float = 0.5) -> None:
        """Draw a line with a head of 4 px at its end."""
        p = complex(*self.screen.point(start))
        q = complex(*self.screen.point(end))
        self._line(width)(self.surface, color, (p.real, p.imag), (q.real, q.imag))
        move = q - p
        along = move * self.screen.scale / max(abs(move), 1e-9)
        head = [q + along * corner for corner in ARROW_HEAD]
        pygame.draw.polygon(self.surface, color, [(at.real, at.imag) for at in head])

    def arrows(
        self, start: Floats, end: Floats, color: Colors, width: float = 0.5
    ) -> None:
        """Draw arrows from each start to its end, (N, 2); of many only the lines."""
        if len(start) > MANY_BODIES:
            return self.bars(start, end, color, width)
        colors = one_for_each(color, len(start))
        for own, p, q in zip(colors, start.tolist(), end.tolist()):
            self.arrow(p, q, own, width)

    def dot(
        self, center: Place, color: Color, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc, or a ring of that width."""
        pixels = max(1.0, radius * self.screen.scale)
        line = self.screen.line(width) if width > 0 else 0
        middle = self.screen.point(center)
        pygame.draw.aacircle(self.surface, color, middle, pixels, line)

    def glow(self, low: Place, high: Place, color: Color, reach: float) -> None:
        """Add the light of a box."""
        self.glows(np.array([(low, high)]), color, reach)

    def glows(self, ends: Floats, color: Colors, reach: float) -> None:
        """Add the light of boxes, (N, 2, 2): it is full in a box and ends reach px
        around it."""
        pixels = max(1, round(reach * self.screen.scale))
        colors = one_for_each(color, len(ends))
        lights = []
        for (x, y, w, h), own in zip(self.screen.rects(ends), colors):
            light = glow_image(w, h, pixels, own)
            lights.append((light, (x - pixels, y - pixels)))
        self.surface.fblits(lights, pygame.BLEND_RGB_ADD)

    def spots(
        self, colors: list[Color], reach: float, half: float = 0.0
    ) -> list[pygame.Surface]:
        """Return the lights of squares, which end reach px around them."""
        scale = self.screen.scale
        side = max(1, round(2 * half * scale))
        pixels = max(1, round(reach * scale))
        return [glow_image(side, side, pixels, color) for color in colors]

    def shine(self, lights: Lights) -> None:
        """Add spots and rings of light, each around a point."""
        corners = []
        for image, center in lights:
            x, y = self.screen.point(center)
            reach = image.get_width() // 2
            corners.append((image, (round(x) - reach, round(y) - reach)))
        self.surface.fblits(corners, pygame.BLEND_RGB_ADD)

    def add(self, light: pygame.Surface, areas: Sequence[Rect]) -> None:
        """Add light in areas of a surface as large as this one, and darken it there."""
        for area in areas:
            self.surface.blit(light, area, area, pygame.BLEND_RGB_ADD)
            # Without a flag SDL writes past the cache, which takes ten times as long.
            light.fill(NO_LIGHT, area, pygame.BLEND_RGB_MULT)

    def text(
        self,
        words: str,
        at: Place,
        color: Color,
        size: float = 9.0,
        anchor: tuple[float, float] = (0.0, 0.0),
        bold: bool = False,
        fill: float = 1.0,
    ) -> None:
        """Write a line; anchor is the point of it that lies at the place: (0, 0) its
        upper left."""
        image = line_image(words, self.screen.letters(size), color, bold)
        image.set_alpha(round(255 * fill))
        x, y = self.screen.point(at)
        width, height = image.get_size()
        left = round(x - width * anchor[0])
        top = round(y - height * anchor[1])
        self.surface.blit(image, (left, top))


@lru_cache(maxsize=256)
def glow_image(width: int, height: int, reach: int, color: Color) -> pygame.Surface:
    """Return the light of a box of so many pixels; it falls off as a normal
    distribution."""
    away = np.arange(reach)
    fall = np.exp(-4 * ((away + 1) / reach) ** 2) - np.exp(-4)
    strength = np.outer(fall, fall) * (255 / (fall[0] or 1) ** 2)
    corner = strength.astype(np.int32) * 0x010101
    x = np.concatenate((away[::-1], np.zeros(width, int), away))
    y = np.concatenate((away[::-1], np.zeros(height, int), away))
    image = pygame.Surface((len(x), len(y)))
    pixels = corner.take(y, axis=0).take(x, axis=1)
    pygame.surfarray.blit_array(image, pixels.T)
    image.fill(color, None, pygame.BLEND_RGB_MULT)
    return image


@lru_cache(maxsize=64)
def stamp_image(
    size: tuple[int, int],
    scale: float,
    colors: tuple[Color, ...],
    draw: Callable[..., None],
    *what: Hashable,
) -> pygame.Surface:
    """Return the picture of a box of so many pixels, in the colours of a theme."""
    # Those without alpha SDL copies past the cache if they lie so: up to ten times as
    # slowly.
    canvas = Canvas(pygame.Surface(size, pygame.SRCALPHA), Screen(scale, 0.0, 0.0))
    draw(canvas, (0.0, 0.0), canvas.screen.world(size), *what)
    return canvas.surface


@lru_cache(maxsize=96)
def tint_image(corners: tuple[Place, ...], color: Color, tint: int) -> pygame.Surface:
    """Return an area with these corners, pixels; tint is how opaque it is, 0 to
    TINTS."""
    x, y = map(max, zip(*corners))
    image = pygame.Surface((x + 2, y + 2), pygame.SRCALPHA)
    pygame.draw.polygon(image, (*color, round(255 * tint / TINTS)), corners)
    return image


@lru_cache(maxsize=256)
def halo_image(radius: int, width: int, color: Color) -> pygame.Surface:
    """Return a ring of light, sizes in pixels."""
    image = pygame.Surface((2 * radius + 3, 2 * radius + 3))
    pygame.draw.aacircle(image, color, (radius + 1, radius + 1), max(1, radius), width)
    return image


@lru_cache(maxsize=256)
def dashed_lines(
    size: int, width: int, dash: float, color: Color
) -> list[pygame.Surface]:
    """Return dashed lines that run right, down, left and up, sizes in pixels."""
    image = pygame.Surface((size, width), pygame.SRCALPHA)
    for k in range(0, int(size / dash) + 1, 2):
        start = round(k * dash)
        end = round((k + 1) * dash)
        image.fill(color, (start, 0, end - start + 1, width))
    return [pygame.transform.rotate(image, -90 * turns) for turns in range(4)]


dark_layer = lru_cache(maxsize=1)(pygame.Surface)
"""The surface of a size on which light is collected; it is dark when nothing is drawn
on it."""


def one_for_each(value: Style | list[Style], count: int) -> list[Style]:
    """Return one value for each of count things."""
    return value if isinstance(value, list) else [value] * count


def dashes(start: Place, end: Place, length: float) -> list[tuple[Place, Place]]:
    """Return the starts and ends of a line's dashes of this length; gaps are as
    long."""
    count = max(abs(complex(*end) - complex(*start)) / length, 1e-9)
    lines: list[tuple[Place, Place]] = []
    for k in range(0, int(count) + 1, 2):
        first = point_between(start, end, min(1.0, k / count))
        last = point_between(start, end, min(1.0, (k + 1) / count))
        lines.append((first, last))
    return lines


def point_between(start: Place, end: Place, part: float) -> tuple[float, float]:
    """Return the point between start (part 0) and end (part 1)."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def fraction(value: float, low: float, high: float) -> float:
    """Return where a value lies between low (0) and high (1), clamped."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


def draw_cross(
    canvas: Canvas, low: Place, high: Place, color: Color, width: float
) -> None:
    """Draw both diagonals of a box."""
    canvas.bar(low, high, color, width)
    canvas.bar((low[0], high[1]), (high[0], low[1]), color, width)
