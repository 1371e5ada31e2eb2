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
from math import dist
from typing import TypeVar

import numpy as np
import pygame
from pygame import BLEND_RGB_ADD, BLEND_RGB_MULT, SRCALPHA, Rect, Surface

from ..collision.batch import Floats, Ints
from ..collision.tables import runs
from .palette import NO_LIGHT, Color, mix, theme
from .screen import Place, Screen
from .shapes import Corner
from .text import line_image

DASH = 3.0
"""px of the world: the length of a dash of a dashed line, and of the gap after it."""
MANY_BODIES = 300
"""If there are more bodies than this, only the essentials of them are drawn."""
MANY_LINES = 1500
"""If there are more lines than this at once, all of one colour, they are one pixel wide
and not smoothed."""
MOST_DOTS = 200
"""The most pixels that are set of each of so many lines, evenly apart."""
AT_ONCE = 10**6
"""The most pixels that are set at once, of all boxes or lines."""
TINTS = 64
"""The number of steps in which the area of a hull goes from transparent to opaque."""
WIDEST_TINT = 512
"""The pictures of such areas are cached up to so many pixels wide or high."""

Style = TypeVar("Style")
Colors = Color | list[Color]
"""One colour for all, or one for each."""
Fill = float | list[float]
"""How opaque areas are, 0 to 1: one number for all, or one for each."""
Lights = Iterable[tuple[Surface, Place]]
"""Pictures of light, each with the place in the world of its middle."""
ARROW_HEAD = 0.0, -4 + 2j, -4 - 2j
"""px: the corners of an arrow's head, seen from the arrow's end: complex numbers, with
the place along the arrow and across it."""


class Canvas:
    """Draws on a surface through a screen.

    fill is how opaque an area is, 0 to 1; width is that of lines, px of the world; a
    line is at least one pixel wide.
    """

    def __init__(self, surface: Surface, screen: Screen) -> None:
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
        """Draw boxes, (N, 2, 2): the smallest and the largest corner of each.

        Many boxes that are all full, or all outlines one pixel wide, are drawn at once,
        unless they have too many pixels for that.
        """
        count = len(ends)
        colors = one_for_each(color, count)
        is_many = count > MANY_BODIES and self.screen.line(width) == 1
        is_plain = fill in (0, 1) and (fill or width) and not dashed
        if is_many and is_plain:
            sides = (ends[:, 1] - ends[:, 0]) * self.screen.scale + 1
            pixels = sides.prod(axis=1).sum()
            if pixels < AT_ONCE:
                return self._many_boxes(ends, colors, is_full=fill == 1)
        fills = one_for_each(fill, count)
        self._boxes(self.screen.rects(ends), colors, fills, width, dashed)

    def _many_boxes(self, ends: Floats, colors: list[Color], is_full: bool) -> None:
        """Set the pixels of boxes, or if they are not full those of their outlines, one
        pixel wide, all at once with numpy."""
        corners = np.rint(self.screen.points(ends)).astype(np.intp)
        (left, right), (top, foot) = corners.T
        width = np.maximum(right - left, 1)
        height = np.maximum(foot - top, 1)
        # For each pixel of all boxes: the index of its box, and x and y in the box.
        box, number = runs(width * height)
        y, x = np.divmod(number, width.take(box))
        if not is_full:
            is_side = (x == 0) | (x == width.take(box) - 1)
            is_edge = is_side | (y == 0) | (y == height.take(box) - 1)
            box = box[is_edge]
            x = x[is_edge]
            y = y[is_edge]
        values = np.array([self.surface.map_rgb(color) for color in colors])
        self._set_pixels(left.take(box) + x, top.take(box) + y, values.take(box))

    def _set_pixels(self, x: Ints, y: Ints, values: Ints) -> None:
        """Set the pixels at (x, y), of those that are in the picture, to these values,
        of 4 bytes each."""
        width, height = self.surface.get_size()
        is_inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        pixels_a_row = self.surface.get_pitch() // 4
        index = y * pixels_a_row + x
        pixels = np.asarray(self.surface.get_buffer()).view(np.uint32)
        pixels[index[is_inside]] = values[is_inside]

    def stamp(
        self, low: Place, high: Place, draw: Callable[..., None], *what: Hashable
    ) -> None:
        """Draw a box that hides what is below it, as draw(canvas, low, high, *what)
        draws it; it is drawn once for each size in pixels, and copied from then on."""
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
        """Draw boxes at these pixels, with a colour and a fill for each: first all
        areas, then all outlines."""
        surface = self.surface
        for rect, color, fill in zip(rects, colors, fills):
            if fill >= 1:
                surface.fill(color, rect)
            elif fill > 0:
                # What is there is darkened; then a part of the colour is added.
                rest = round(255 * (1 - fill))
                surface.fill((rest, rest, rest), rect, BLEND_RGB_MULT)
                surface.fill(mix(NO_LIGHT, color, fill), rect, BLEND_RGB_ADD)
        line = self.screen.line(width)
        for rect, color in zip(rects, colors):
            if dashed:
                self._dashed_outline(rect, color, line)
            elif width > 0:
                pygame.draw.rect(surface, color, rect, line)

    def _dashed_outline(self, rect: Rect, color: Color, width: int) -> None:
        """Draw dashed edges around a box, clockwise. They are cut from lines whose
        length is a power of two, so that few lines are made for boxes of all sizes."""
        x, y, w, h = rect
        outside = (width - 1) // 2
        length = 1 << max(w, h).bit_length()
        dash = max(1.0, DASH * self.screen.scale)
        right, down, left, up = dashed_lines(length, width, dash, color)
        # Each edge: the line, where it is drawn, and the part of it that is drawn.
        edges = [
            (right, (x, y - outside), (0, 0, w, width)),
            (down, (x + w - outside, y), (0, 0, width, h)),
            (left, (x, y + h - outside), (length - w, 0, w, width)),
            (up, (x - outside, y), (0, length - h, width, h)),
        ]
        self.surface.blits(edges, doreturn=False)

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
        """Draw hulls with K corners each, (N, K, 2). The edges of many hulls without an
        area, all of one colour, are drawn as lines."""
        is_many = points.size > 2 * MANY_LINES
        if is_many and isinstance(color, tuple) and not fill:
            start = points.reshape(-1, 2)
            end = np.roll(points, -1, axis=1).reshape(-1, 2)
            return self.bars(start, end, color, width)
        count = len(points)
        colors = one_for_each(color, count)
        fills = one_for_each(fill, count)
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
        """Draw an area that is not full, with corners at these pixels. Only pictures of
        small areas are cached."""
        left, top = [int(min(coordinates)) - 1 for coordinates in zip(*ring)]
        corners = tuple([(int(x - left), int(y - top)) for x, y in ring])
        is_small = max(map(max, corners)) < WIDEST_TINT
        without_cache = tint_image.__wrapped__
        make = tint_image if is_small else without_cache
        image = make(corners, color, round(TINTS * fill))
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
        lines = [(p, q)]
        if dashed:
            lines = dashes(p, q, DASH * self.screen.scale)
        for first, last in lines:
            draw(self.surface, color, first, last)

    def bars(
        self, start: Floats, end: Floats, color: Colors, width: float = 0.5
    ) -> None:
        """Draw lines from each start to its end, (N, 2); many lines of one colour are
        drawn roughly, one pixel wide."""
        count = len(start)
        starts = self.screen.points(start)
        ends = self.screen.points(end)
        if count > MANY_LINES and isinstance(color, tuple):
            return self._rough_bars(starts, ends, color)
        draw = self._line(width)
        colors = one_for_each(color, count)
        for line_color, p, q in zip(colors, starts.tolist(), ends.tolist()):
            draw(self.surface, line_color, p, q)

    def _line(self, width: float) -> Callable[[Surface, Color, Place, Place], object]:
        """Return the function of pygame that draws a line of this width, px of the
        world: smoothed if that is one pixel."""
        pixels = self.screen.line(width)
        if pixels == 1:
            return pygame.draw.aaline
        return partial(pygame.draw.line, width=pixels)

    def _rough_bars(self, start: Floats, end: Floats, color: Color) -> None:
        """Set the pixels nearest to lines between these pixels, (N, 2), all at once
        with numpy; long lines are dotted."""
        move = end - start
        most_dots = min(MOST_DOTS, AT_ONCE // len(start))
        width, height = np.abs(move).T
        steps = np.ceil(np.maximum(width, height)).clip(1, max(most_dots - 1, 1))
        stride = move / steps[:, None]
        # For each dot of all lines: the index of its line, and its number there.
        line, number = runs(steps.astype(np.intp) + 1)
        dots = start.take(line, axis=0) + stride.take(line, axis=0) * number[:, None]
        x, y = np.rint(dots).astype(np.intp).T
        value = self.surface.map_rgb(color)
        self._set_pixels(x, y, np.full(len(x), value))

    def arrow(self, start: Place, end: Place, color: Color, width: float = 0.5) -> None:
        """Draw a line with a head of 4 px at its end."""
        p = self.screen.point(start)
        q = self.screen.point(end)
        draw = self._line(width)
        draw(self.surface, color, p, q)
        # As complex numbers, points of the head are turned by a product.
        tip = complex(*q)
        move = tip - complex(*p)
        along = move * self.screen.scale / max(abs(move), 1e-9)
        head = [tip + along * corner for corner in ARROW_HEAD]
        pygame.draw.polygon(self.surface, color, [(at.real, at.imag) for at in head])

    def arrows(
        self, start: Floats, end: Floats, color: Colors, width: float = 0.5
    ) -> None:
        """Draw arrows from each start to its end, (N, 2); of many only the lines."""
        if len(start) > MANY_BODIES:
            return self.bars(start, end, color, width)
        colors = one_for_each(color, len(start))
        for arrow_color, p, q in zip(colors, start.tolist(), end.tolist()):
            self.arrow(p, q, arrow_color, width)

    def dot(
        self, center: Place, color: Color, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc, or a ring if width, that of its line, is above 0."""
        middle = self.screen.point(center)
        pixels = max(1.0, radius * self.screen.scale)
        line = self.screen.line(width) if width > 0 else 0
        pygame.draw.aacircle(self.surface, color, middle, pixels, line)

    def glow(self, low: Place, high: Place, color: Color, reach: float) -> None:
        """Add the light of a box; it ends reach px around the box."""
        self.glows(np.array([(low, high)]), color, reach)

    def glows(self, ends: Floats, color: Colors, reach: float) -> None:
        """Add the light of boxes, (N, 2, 2): it is full in a box and ends reach px
        around it."""
        pixels = max(1, round(reach * self.screen.scale))
        colors = one_for_each(color, len(ends))
        lights = []
        for (x, y, w, h), box_color in zip(self.screen.rects(ends), colors):
            image = glow_image(w, h, pixels, box_color)
            lights.append((image, (x - pixels, y - pixels)))
        self.surface.fblits(lights, BLEND_RGB_ADD)

    def spots(
        self, colors: list[Color], reach: float, half: float = 0.0
    ) -> list[Surface]:
        """Return a picture of the light of a square for each of these colours.

        Args:
            colors: those of the light in the square.
            reach: how far around the square the light ends, px of the world.
            half: half the side of the square, px of the world.
        """
        scale = self.screen.scale
        side = max(1, round(2 * half * scale))
        pixels = max(1, round(reach * scale))
        return [glow_image(side, side, pixels, color) for color in colors]

    def shine(self, lights: Lights) -> None:
        """Add square pictures of light, each with its middle at its place."""
        images = []
        for image, center in lights:
            x, y = self.screen.point(center)
            half = image.get_width() // 2
            images.append((image, (round(x) - half, round(y) - half)))
        self.surface.fblits(images, BLEND_RGB_ADD)

    def add_layer(self, layer: Surface, areas: Sequence[Rect]) -> None:
        """Add what is in these areas of a layer of light, which is as large as the
        canvas; then make the layer dark there."""
        for area in areas:
            self.surface.blit(layer, area, area, BLEND_RGB_ADD)
            # Without a flag SDL writes past the cache, which takes ten times as long.
            layer.fill(NO_LIGHT, area, BLEND_RGB_MULT)

    def text(
        self,
        words: str,
        at: Place,
        color: Color,
        size: float = 9.0,
        anchor: Corner = (0.0, 0.0),
        bold: bool = False,
        fill: float = 1.0,
    ) -> None:
        """Write a line; anchor is the point of the line that lies at the place: (0, 0)
        is its upper left corner, (1, 1) its lower right one."""
        image = line_image(words, self.screen.letters(size), color, bold)
        image.set_alpha(round(255 * fill))
        x, y = self.screen.point(at)
        width, height = image.get_size()
        left = round(x - width * anchor[0])
        top = round(y - height * anchor[1])
        self.surface.blit(image, (left, top))


@lru_cache(maxsize=256)
def glow_image(width: int, height: int, reach: int, color: Color) -> Surface:
    """Return the light of a box, all sizes in pixels: it is full in the box, and falls
    off around it as a normal distribution, to nothing at reach."""
    away = np.arange(reach)
    fall = np.exp(-4 * ((away + 1) / reach) ** 2) - np.exp(-4)
    strength = np.outer(fall, fall) * (255 / (fall[0] or 1) ** 2)
    greys = strength.astype(np.int32) * 0x010101  # Red, green and blue are equal.
    # How far from the box each column and each row of the picture is.
    x = np.concatenate((away[::-1], np.zeros(width, int), away))
    y = np.concatenate((away[::-1], np.zeros(height, int), away))
    image = Surface((len(x), len(y)))
    pixels = greys.take(y, axis=0).take(x, axis=1)
    pygame.surfarray.blit_array(image, pixels.T)
    image.fill(color, None, BLEND_RGB_MULT)
    return image


@lru_cache(maxsize=64)
def stamp_image(
    size: tuple[int, int],
    scale: float,
    colors: tuple[Color, ...],
    draw: Callable[..., None],
    *what: Hashable,
) -> Surface:
    """Return the picture of a box that draw(canvas, low, high, *what) draws.

    Args:
        size: of the picture, in pixels.
        scale: pixels in a px of the world.
        colors: the theme; there is another picture for each.
        draw: draws the box.
        what: what else is passed on to it.
    """
    # SDL would copy a picture without alpha past the cache, up to ten times as slowly.
    canvas = Canvas(Surface(size, SRCALPHA), Screen(scale, left=0.0, top=0.0))
    low = 0.0, 0.0
    draw(canvas, low, canvas.screen.world(size), *what)
    return canvas.surface


@lru_cache(maxsize=96)
def tint_image(corners: tuple[Place, ...], color: Color, tint: int) -> Surface:
    """Return the picture of an area with corners at these pixels; tint is how opaque
    the area is, 0 to TINTS."""
    right, bottom = map(max, zip(*corners))
    image = Surface((right + 2, bottom + 2), SRCALPHA)
    alpha = round(255 * tint / TINTS)
    pygame.draw.polygon(image, (*color, alpha), corners)
    return image


@lru_cache(maxsize=256)
def halo_image(radius: int, width: int, color: Color) -> Surface:
    """Return the picture of a ring of light on a dark ground; its radius and the width
    of its line are in pixels."""
    middle = radius + 1
    side = 2 * middle + 1
    image = Surface((side, side))
    pygame.draw.aacircle(image, color, (middle, middle), max(1, radius), width)
    return image


@lru_cache(maxsize=256)
def dashed_lines(length: int, width: int, dash: float, color: Color) -> list[Surface]:
    """Return pictures of dashed lines that run right, down, left and up; all sizes are
    in pixels, and a gap is as long as a dash."""
    image = Surface((length, width), SRCALPHA)
    for k in range(0, int(length / dash) + 1, 2):
        start = round(k * dash)
        end = round((k + 1) * dash)
        image.fill(color, (start, 0, end - start + 1, width))
    return [pygame.transform.rotate(image, -90 * turns) for turns in range(4)]


dark_layer = lru_cache(maxsize=1)(Surface)
"""dark_layer(size) returns the surface on which light is collected. It is always the
same one, and must be dark again when all is drawn."""


def one_for_each(value: Style | list[Style], count: int) -> list[Style]:
    """Return a list with a value for each of count things: the value itself if it is
    such a list, or else as many of it."""
    return value if isinstance(value, list) else [value] * count


def dashes(start: Corner, end: Corner, length: float) -> list[tuple[Corner, Corner]]:
    """Return the starts and ends of the dashes of a line; dashes and the gaps between
    them have this length, and the last dash may be shorter."""
    # How many dashes and gaps the line has; never 0, since it divides.
    lengths = max(dist(start, end) / length, 1e-9)
    lines = []
    for k in range(0, int(lengths) + 1, 2):
        first = point_between(start, end, min(1.0, k / lengths))
        last = point_between(start, end, min(1.0, (k + 1) / lengths))
        lines.append((first, last))
    return lines


def point_between(start: Place, end: Place, part: float) -> Corner:
    """Return the point between start (part 0) and end (part 1)."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def fraction(value: float, low: float, high: float) -> float:
    """Return where a value lies between low (0) and high (1); 0 below low, 1 above
    high."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


def draw_cross(
    canvas: Canvas, low: Place, high: Place, color: Color, width: float
) -> None:
    """Draw both diagonals of a box from its corner low to its corner high."""
    canvas.bar(low, high, color, width)
    canvas.bar((low[0], high[1]), (high[0], low[1]), color, width)
