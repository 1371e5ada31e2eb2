"""What does each element look like?

Lethal things have teeth, within their true size; safe movers have chevrons; a core is a
ring, the exit a door, and a cell of GLITCH is drawn broken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, hypot, pi, sin

import numpy as np

from ..collision import OBB
from ..collision.batch import Floats
from ..collision.tables import Paths
from ..simulation.elements import Blade, Slider
from . import palette
from .canvas import MANY_BODIES, Canvas, draw_cross
from .palette import Color, light, mix
from .screen import Place
from .shapes import DIAMOND, Box, Corner, box_around, box_corners, swept_outline

TOOTH = 3.0
"""px: the length of a tooth of a saw edge."""
EDGES = ("top", "right", "bottom", "left")
"""The faces of a box in the order of its corners."""
SLIP = 1.5
"""px: how far the slices of a broken box are shifted."""
SLIPS = (1.0, -0.6, 0.4, -1.0, 0.6, -0.4)
SLIPS_A_SECOND = 2
"""Changes of the slices in a second: too few to flicker."""
CHEVRON_EVERY = 40.0
ARC = np.array(
    [((cos(k / 10), -sin(k / 10)), (sin(k / 10), cos(k / 10))) for k in range(9)]
)
"""The rotations of a corner back along its arc, if a blade turns clockwise."""


def steel_color() -> Color:
    """Return the colour of what a slider is made of."""
    return mix(palette.SAFE, palette.BACKGROUND, 0.45)


def rail_color() -> Color:
    """Return the colour of a piston's rails, and of the end of its stroke."""
    return mix(palette.SAFE, palette.BACKGROUND, 0.5)


def draw_core(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a core: a pulsing ring and a dot in a tinted box."""
    radius = min(half) * (0.92 + 0.08 * sin(2 * pi * seconds))
    canvas.glow(center, center, light(palette.GOAL, 0.5), 2.6 * radius)
    canvas.dot(center, palette.GOAL, radius, width=1.0)
    canvas.dot(center, palette.GOAL, radius * 0.36)


def draw_exit(
    canvas: Canvas, center: Place, half: Place, is_open: bool, seconds: float
) -> None:
    """Draw a door: dashed and barred while it is shut, lit and framed when it is
    open."""
    low, high = box_around(center, half)
    if not is_open:
        canvas.box(low, high, palette.GOAL, 0, 1.2, dashed=True)
        draw_cross(canvas, low, high, mix(palette.GOAL, palette.BACKGROUND, 0.25), 0.6)
        return
    canvas.glow(low, high, light(palette.GOAL, 0.5), 22)
    canvas.box(
        low, high, palette.GOAL, fill=0.35 + 0.1 * sin(2 * pi * seconds), width=1.2
    )
    for part in (0.35, 0.65):
        x = low[0] + (high[0] - low[0]) * part
        canvas.bar((x - 2, center[1] - 4), (x + 2, center[1]), palette.WALL, 0.8)
        canvas.bar((x + 2, center[1]), (x - 2, center[1] + 4), palette.WALL, 0.8)


def draw_slider(canvas: Canvas, slider: Slider, center: Place, velocity: Place) -> None:
    """Draw a grey block with chevrons in its direction; its lethal faces are saws.

    A piston has rails behind it; its chevrons point in the direction of the fast
    stroke, and are bright during that stroke.
    """
    low, high = box_around(center, slider.box.half_extents)
    # Before the first tick nothing moves yet.
    toward, color = velocity if any(velocity) else slider.travel, palette.WALL
    if slider.back != slider.speed:
        draw_rails(canvas, slider, center)
        toward, (x, y) = slider.travel, velocity
        color = palette.WALL if toward[0] * x + toward[1] * y > 0 else palette.SAFE
    canvas.stamp(low, high, draw_block, tuple(toward), color, slider.lethal)


def draw_block(
    canvas: Canvas,
    low: Corner,
    high: Corner,
    toward: Place,
    color: Color,
    lethal: Iterable[str],
) -> None:
    """Draw a block with its chevrons and saws."""
    canvas.box(low, high, steel_color())
    canvas.box(low, high, palette.SAFE, fill=0, width=0.8)
    draw_chevrons(canvas, low, high, toward, color)
    ring = box_corners(low, high)
    for k in map(EDGES.index, lethal):
        canvas.hulls(saw_teeth(ring[k], ring[(k + 1) % 4]), palette.LETHAL)


def draw_chevrons(
    canvas: Canvas, low: Corner, high: Corner, toward: Place, color: Color
) -> None:
    """Draw chevrons along the larger axis of a direction: two, or a row across a thin
    box."""
    axis = 0 if abs(toward[0]) > abs(toward[1]) else 1
    sign = 1 if toward[axis] >= 0 else -1
    deep, wide = high[axis] - low[axis], high[1 - axis] - low[1 - axis]
    size, reach = min(4.0, deep / 3), min(4.0, wide / 3)
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    count = max(1, int(wide / CHEVRON_EVERY)) if deep < wide else 1
    for k in range(2 * count):
        tip, wing = [*middle], [0.0, 0.0]
        tip[axis] += (k % 2 * 2 - 1) * size * 0.7 + sign * size / 2
        tip[1 - axis] += (k // 2 - (count - 1) / 2) * wide / count
        for side in (-reach, reach):
            wing[axis], wing[1 - axis] = -sign * size, side
            canvas.bar(tip, [a + b for a, b in zip(tip, wing)], color, 0.6)


def draw_rails(canvas: Canvas, piston: Slider, center: Place) -> None:
    """Draw two rails from where a piston starts to its head."""
    (w, h), (x, y) = piston.box.half_extents, piston.travel
    length = hypot(x, y)
    for side in (0.5, -0.5):
        dx, dy = -y * w * side / length, x * h * side / length
        start, end = ((a + dx, b + dy) for a, b in (piston.box.center, center))
        canvas.bar(start, end, rail_color(), 0.8)


def draw_fixed_part(canvas: Canvas, element: Slider | Blade) -> None:
    """Draw what does not move: the full stroke of a piston, the reach of a blade that
    turns as a faint circle, and a blade that does not turn."""
    if isinstance(element, Blade):
        if element.rpm:
            color = mix(palette.LETHAL, palette.BACKGROUND, 0.72)
            canvas.dot(element.center, color, element.reach, 0.4)
        else:
            draw_blade(canvas, element, element.bar(0.0))
    elif element.back != element.speed:
        base, half = element.box.center, element.box.half_extents
        end = [a + b for a, b in zip(base, element.travel)]
        canvas.hull(swept_outline(base, end, half), palette.SAFE, fill=0.05)
        canvas.box(*box_around(end, half), rail_color(), fill=0, width=0.4, dashed=True)


def saw_teeth(start: Place, end: Place, depth: float = TOOTH) -> Floats:
    """Return the corners of the teeth of an edge, (N, 3, 2): on its right from start to
    end."""
    edge = np.subtract(end, start)
    length = hypot(*edge)
    count = max(1, round(length / depth))
    places = start + edge * (np.arange(2 * count + 1) / (2 * count))[:, None]
    foot = np.array((-edge[1], edge[0])) * (depth / length)
    return np.stack((places[:-1:2] + foot, places[1::2], places[2::2] + foot), axis=1)


@lru_cache(maxsize=64)
def blade_corners(half: Place, clockwise: bool) -> Floats:
    """Return corners of a blade that is not turned, (N, 2), seen from its centre: its
    own 4, the 36 of the arcs behind them, and those of the teeth of its long edges."""
    ring = np.array(box_corners(*box_around((0.0, 0.0), half)))
    sides = (0, 2) if half[0] >= half[1] else (1, 3)
    edges = [saw_teeth(ring[k], ring[k - 3], min(TOOTH, *half)) for k in sides]
    arcs = ring @ (ARC if clockwise else ARC.transpose(0, 2, 1))
    return np.concatenate([part.reshape(-1, 2) for part in (ring, arcs, *edges)])


@lru_cache(maxsize=4)
def arc_colors(color: Color, ground: Color) -> list[Color]:
    """Return the colours of the pieces of a blade's arcs, from the corners back: each
    for four, one behind each corner."""
    return [mix(color, ground, 0.1 + 0.08 * (k // 4)) for k in range(32)]


def draw_blade(canvas: Canvas, blade: Blade, bar: OBB) -> None:
    """Draw a bar with teeth and a hub; if it turns, also the arcs of its corners."""
    thin = min(bar.half_extents)
    places = bar.center + np.dot(
        blade_corners(bar.half_extents, blade.rpm > 0), bar.axes
    )
    ring, arcs, teeth = places[:4].tolist(), places[4:40], places[40:].reshape(-1, 3, 2)
    if blade.rpm:
        colors = arc_colors(palette.LETHAL, palette.BACKGROUND)
        canvas.bars(arcs[:-4], arcs[4:], colors, 0.6)
    canvas.hull(ring, mix(palette.LETHAL, palette.BACKGROUND, 0.6))
    canvas.hulls(teeth, palette.LETHAL)
    canvas.hull(ring, palette.LETHAL, fill=0, width=0.4)
    canvas.dot(bar.center, palette.BACKGROUND, thin * 0.8)
    canvas.dot(bar.center, palette.SAFE, thin * 0.8, 0.6)


def draw_slugs(canvas: Canvas, slugs: Floats) -> None:
    """Draw slugs, (N, 2, 2): orange boxes with light and a diamond; of many only the
    boxes."""
    if len(slugs) > MANY_BODIES:
        dark = mix(palette.LETHAL, palette.BACKGROUND, 0.4)
        canvas.boxes(slugs, embers(len(slugs), dark, palette.PLAYER))
        return
    canvas.glows(slugs, light(palette.LETHAL, 0.6), 11)
    canvas.boxes(slugs, palette.LETHAL)
    reach = (slugs[:, 1:] - slugs[:, :1])[:, :, :1] / 2
    diamonds = slugs.mean(axis=1)[:, None] + reach * DIAMOND
    canvas.hulls(diamonds, mix(palette.LETHAL, palette.WALL, 0.6))


@lru_cache(maxsize=4)
def embers(count: int, dark: Color, hot: Color) -> list[Color]:
    """Return a storm's colours, from dark to hot, so that neighbours at the start are
    alike."""
    return [mix(dark, hot, 0.8 * k / count) for k in range(count)]


def draw_slug_paths(canvas: Canvas, paths: Paths, done: Floats) -> None:
    """Draw pieces of slugs' predicted paths, each from the time done on, 0 to 1; they
    fade towards their ends."""
    ahead = paths.u_end > done
    paths, done = paths.only(ahead), done[ahead]
    start = paths.place(np.maximum(done, paths.u_start))
    shares = (0.45 + 0.45 / 64 * np.rint(64 * paths.u_end)).tolist()
    colors = [mix(palette.LETHAL, palette.BACKGROUND, share) for share in shares]
    canvas.bars(start, paths.end, colors, 0.2)


def draw_broken(canvas: Canvas, box: Box, seconds: float, fill: float = 0.0) -> None:
    """Draw a box in shifted slices, in the colour of GLITCH."""
    (left, top), (right, bottom) = box
    count = max(3, round((bottom - top) / 4))
    high, first = (bottom - top) / count, int(seconds * SLIPS_A_SECOND)
    for k in range(count):
        slip = SLIP * SLIPS[(first + k) % len(SLIPS)]
        x0, x1, y0, y1 = (
            left + slip,
            right + slip,
            top + k * high,
            top + (k + 1) * high - 0.7,
        )
        canvas.box((x0, y0), (x1, y1), palette.GLITCH, fill)
        for x in (x0, x1):
            canvas.bar((x, y0), (x, y1), palette.GLITCH, 0.8)
        for y in (y0,) * (k == 0) + (y1,) * (k == count - 1):
            canvas.bar((x0, y), (x1, y), palette.GLITCH, 0.8, dashed=True)


def draw_glitch(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a cell of GLITCH: a broken box, and in it another in two halves."""
    draw_broken(canvas, box_around(center, half), seconds, fill=0.16)
    (x, y), (w, h) = center, (part / 4 for part in half)
    for side in (-1, 1):
        canvas.box(
            *box_around((x + side * w / 2, y + side * h * 0.75), (w, h / 2)),
            palette.GLITCH,
        )
