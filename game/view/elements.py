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
SLICE_GAP = 0.7
"""px: the gap between two slices."""
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
    if is_open:
        draw_open_door(canvas, center, half, seconds)
        return
    low, high = box_around(center, half)
    canvas.box(low, high, palette.GOAL, 0, 1.2, dashed=True)
    dark = mix(palette.GOAL, palette.BACKGROUND, 0.25)
    draw_cross(canvas, low, high, dark, 0.6)


def draw_open_door(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a lit door, which pulses, with two chevrons that point to the right."""
    low, high = box_around(center, half)
    canvas.glow(low, high, light(palette.GOAL, 0.5), 22)
    fill = 0.35 + 0.1 * sin(2 * pi * seconds)
    canvas.box(low, high, palette.GOAL, fill, width=1.2)
    y = center[1]
    for part in (0.35, 0.65):
        x = low[0] + (high[0] - low[0]) * part
        canvas.bar((x - 2, y - 4), (x + 2, y), palette.WALL, 0.8)
        canvas.bar((x + 2, y), (x - 2, y + 4), palette.WALL, 0.8)


def draw_slider(canvas: Canvas, slider: Slider, center: Place, velocity: Place) -> None:
    """Draw a grey block with chevrons in its direction; its lethal faces are saws.

    A piston has rails behind it; its chevrons point in the direction of the fast
    stroke, and are bright during that stroke.
    """
    low, high = box_around(center, slider.box.half_extents)
    toward: Place = slider.travel
    color = palette.WALL
    if slider.back != slider.speed:
        draw_rails(canvas, slider, center)
        is_fast = toward[0] * velocity[0] + toward[1] * velocity[1] > 0
        color = palette.WALL if is_fast else palette.SAFE
    elif any(velocity):  # Before the first tick nothing moves yet.
        toward = velocity
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
    for face in lethal:
        k = EDGES.index(face)
        teeth = saw_teeth(ring[k], ring[(k + 1) % 4])
        canvas.hulls(teeth, palette.LETHAL)


def draw_chevrons(
    canvas: Canvas, low: Corner, high: Corner, toward: Place, color: Color
) -> None:
    """Draw chevrons along the larger axis of a direction: two, or a row across a thin
    box."""
    axis = 0 if abs(toward[0]) > abs(toward[1]) else 1
    sign = 1 if toward[axis] >= 0 else -1
    other = 1 - axis
    deep = high[axis] - low[axis]
    wide = high[other] - low[other]
    size = min(4.0, deep / 3)
    reach = min(4.0, wide / 3)
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    count = 1
    if deep < wide:
        count = max(1, int(wide / CHEVRON_EVERY))
    for k in range(2 * count):
        pair, place = divmod(k, 2)
        tip = middle.copy()
        tip[axis] += (2 * place - 1) * size * 0.7 + sign * size / 2
        tip[other] += (pair - (count - 1) / 2) * wide / count
        for side in (-reach, reach):
            end = tip.copy()
            end[axis] += -sign * size
            end[other] += side
            canvas.bar(tip, end, color, 0.6)


def draw_rails(canvas: Canvas, piston: Slider, center: Place) -> None:
    """Draw two rails from where a piston starts to its head."""
    w, h = piston.box.half_extents
    x, y = piston.travel
    length = hypot(x, y)
    foot = piston.box.center
    for side in (0.5, -0.5):
        dx = -y * w * side / length
        dy = x * h * side / length
        start = foot[0] + dx, foot[1] + dy
        end = center[0] + dx, center[1] + dy
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
        base = element.box.center
        half = element.box.half_extents
        end = base[0] + element.travel[0], base[1] + element.travel[1]
        canvas.hull(swept_outline(base, end, half), palette.SAFE, fill=0.05)
        canvas.box(*box_around(end, half), rail_color(), fill=0, width=0.4, dashed=True)


def saw_teeth(start: Place, end: Place, depth: float = TOOTH) -> Floats:
    """Return the corners of the teeth of an edge, (N, 3, 2): on its right from start to
    end."""
    edge = np.subtract(end, start)
    length = hypot(*edge)
    count = max(1, round(length / depth))
    parts = np.arange(2 * count + 1) / (2 * count)
    places = start + edge * parts[:, None]
    inwards = np.array((-edge[1], edge[0])) * (depth / length)
    feet = places[::2] + inwards
    tips = places[1::2]
    return np.stack((feet[:-1], tips, feet[1:]), axis=1)


@lru_cache(maxsize=64)
def blade_corners(half: Place, clockwise: bool) -> Floats:
    """Return corners of a blade that is not turned, (N, 2), seen from its centre: its
    own 4, the 36 of the arcs behind them, and those of the teeth of its long edges."""
    ring = np.array(box_corners(*box_around((0.0, 0.0), half)))
    long_edges = (0, 2) if half[0] >= half[1] else (1, 3)
    depth = min(TOOTH, *half)
    teeth = [saw_teeth(ring[k], ring[k - 3], depth) for k in long_edges]
    rotations = ARC if clockwise else ARC.transpose(0, 2, 1)
    parts = [ring, ring @ rotations, *teeth]
    return np.concatenate([part.reshape(-1, 2) for part in parts])


@lru_cache(maxsize=4)
def arc_colors(color: Color, ground: Color) -> list[Color]:
    """Return the colours of the pieces of a blade's arcs, from the corners back: each
    for four, one behind each corner."""
    return [mix(color, ground, 0.1 + 0.08 * (k // 4)) for k in range(32)]


def draw_blade(canvas: Canvas, blade: Blade, bar: OBB) -> None:
    """Draw a bar with teeth and a hub; if it turns, also the arcs of its corners."""
    thin = min(bar.half_extents)
    corners = blade_corners(bar.half_extents, blade.rpm > 0)
    places = bar.center + np.dot(corners, bar.axes)
    ring = places[:4].tolist()
    arcs = places[4:40]
    teeth = places[40:].reshape(-1, 3, 2)
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
    paths = paths.only(ahead)
    done = done[ahead]
    start = paths.place(np.maximum(done, paths.u_start))
    shares = (0.45 + 0.45 / 64 * np.rint(64 * paths.u_end)).tolist()
    colors = [mix(palette.LETHAL, palette.BACKGROUND, share) for share in shares]
    canvas.bars(start, paths.end, colors, 0.2)


def draw_broken(canvas: Canvas, box: Box, seconds: float, fill: float = 0.0) -> None:
    """Draw a box in shifted slices, in the colour of GLITCH: with solid sides, and the
    first and the last slice closed by a dashed line."""
    (left, top), (right, bottom) = box
    count = max(3, round((bottom - top) / 4))
    high = (bottom - top) / count
    first_slip = int(seconds * SLIPS_A_SECOND)
    for k in range(count):
        slip = SLIP * SLIPS[(first_slip + k) % len(SLIPS)]
        x0 = left + slip
        x1 = right + slip
        y0 = top + k * high
        y1 = top + (k + 1) * high - SLICE_GAP
        canvas.box((x0, y0), (x1, y1), palette.GLITCH, fill)
        canvas.bar((x0, y0), (x0, y1), palette.GLITCH, 0.8)
        canvas.bar((x1, y0), (x1, y1), palette.GLITCH, 0.8)
        if k == 0:
            canvas.bar((x0, y0), (x1, y0), palette.GLITCH, 0.8, dashed=True)
        if k == count - 1:
            canvas.bar((x0, y1), (x1, y1), palette.GLITCH, 0.8, dashed=True)


def draw_glitch(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a cell of GLITCH: a broken box, and in it another in two halves."""
    draw_broken(canvas, box_around(center, half), seconds, fill=0.16)
    x, y = center
    w = half[0] / 4
    h = half[1] / 4
    for side in (-1, 1):
        middle = x + side * w / 2, y + side * h * 0.75
        canvas.box(*box_around(middle, (w, h / 2)), palette.GLITCH)
