"""What does each element look like?

Lethal things have teeth, within their true size; safe movers have chevrons; a core is a
ring, the exit a door, and a cell of GLITCH is drawn broken.

ELEMENT_LOOKS, at the end, is the one table of them: for a new kind of element in
simulation.elements.KINDS, write here how it is drawn, and add a line to that table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np

from ..collision import OBB
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.tables import Paths, concatenate
from ..simulation.elements import (
    Blade,
    Core,
    Element,
    Exit,
    GlitchCell,
    Slider,
    Slug,
)
from ..simulation.world import World
from . import palette
from .canvas import MANY_BODIES, Canvas, draw_cross
from .palette import Color, fade, light, mix
from .screen import Place
from .shapes import (
    DIAMOND,
    Box,
    Corner,
    box_around,
    box_corners,
    boxes_around,
    swept_outline,
    turned_corners,
)

TOOTH = 3.0
"""px: the length of a tooth of a saw edge."""
EDGES = ("top", "right", "bottom", "left")
"""The faces of a box in the order of its corners."""
SLIP = 1.5
"""px: how far the slices of a broken box are shifted."""
SLICE_GAP = 0.7
"""px: the gap between two slices."""
SLIPS = (1.0, -0.6, 0.4, -1.0, 0.6, -0.4)
"""Where slices one below the other are, in parts of SLIP to the right."""
SLIPS_A_SECOND = 2
"""Changes of the slices in a second: too few to flicker."""
CHEVRON_EVERY = 40.0
"""px: the least distance of the pairs of chevrons in a row across a thin box."""
ARC = np.array(
    [((cos(k / 10), -sin(k / 10)), (sin(k / 10), cos(k / 10))) for k in range(9)]
)
"""The rotations of a corner back along its arc, if a blade turns clockwise: by 0 to 0.8
radians."""
RING_END = 4
"""The number of a blade's corners. They are the first of its points."""
ARCS_END = RING_END + RING_END * len(ARC)
"""The number of its points before those of its teeth."""

SlugTracks = Sequence[tuple[Paths, float]]
"""The predicted paths of slugs, with the part of each that is done, 0 to 1."""


class RoomData(NamedTuple):
    """What elements are drawn from."""

    world: World
    centers: Floats
    """Of its bodies, where they are drawn, px."""
    time: float
    """The world time of its blades, s."""
    tracks: SlugTracks
    seconds: float
    """They drive what pulses."""

    def body(self, id: int) -> tuple[Place, Place]:
        """Return the centre and the half extents of a body, px."""
        half = self.world.space.half_extents[id]
        return self.centers[id].tolist(), half.tolist()

    def bodies_of(self, kind: type[Element]) -> Iterator[tuple[Place, Place]]:
        """Yield the centre and the half extents of each body of a kind, px."""
        return map(self.body, self.world.bodies.of(kind))


def rail_color() -> Color:
    """Return the colour of a piston's rails, and of the end of its stroke."""
    return fade(palette.SAFE, 0.5)


def draw_cores(canvas: Canvas, data: RoomData) -> None:
    """Draw the cores that are left."""
    for center, half in data.bodies_of(Core):
        draw_core(canvas, center, half, data.seconds)


def draw_core(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a core: a ring, which pulses once a second, its glow, and a dot in it."""
    radius = min(half) * (0.92 + 0.08 * sin(2 * pi * seconds))
    canvas.glow(center, center, light(palette.GOAL, 0.5), reach=2.6 * radius)
    canvas.dot(center, palette.GOAL, radius, width=1.0)
    canvas.dot(center, palette.GOAL, radius * 0.36)


def draw_exits(canvas: Canvas, data: RoomData) -> None:
    """Draw the exit, open if all cores are taken."""
    is_open = not data.world.bodies.of(Core)
    for center, half in data.bodies_of(Exit):
        draw_exit(canvas, center, half, is_open, data.seconds)


def draw_exit(
    canvas: Canvas, center: Place, half: Place, is_open: bool, seconds: float
) -> None:
    """Draw a door: lit and framed when it is open, dashed and crossed while it is
    shut."""
    if is_open:
        draw_open_door(canvas, center, half, seconds)
        return
    low, high = box_around(center, half)
    canvas.box(low, high, palette.GOAL, fill=0, width=1.2, dashed=True)
    draw_cross(canvas, low, high, fade(palette.GOAL, 0.25), width=0.6)


def draw_open_door(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a lit door, which pulses once a second, with two chevrons that point to the
    right."""
    low, high = box_around(center, half)
    canvas.glow(low, high, light(palette.GOAL, 0.5), reach=22)
    fill = 0.35 + 0.1 * sin(2 * pi * seconds)
    canvas.box(low, high, palette.GOAL, fill, width=1.2)
    _, y = center
    left, _ = low
    right, _ = high
    for part in (0.35, 0.65):
        x = left + (right - left) * part
        tip = x + 2, y
        canvas.bar((x - 2, y - 4), tip, palette.WALL, width=0.8)
        canvas.bar(tip, (x - 2, y + 4), palette.WALL, width=0.8)


def draw_sliders(canvas: Canvas, data: RoomData) -> None:
    """Draw the sliders."""
    velocity = data.world.space.velocity
    for id, slider in data.world.bodies.of(Slider).items():
        center = data.centers[id].tolist()
        draw_slider(canvas, slider, center, velocity[id].tolist())


def draw_slider(canvas: Canvas, slider: Slider, center: Place, velocity: Place) -> None:
    """Draw a grey block with chevrons in its direction; its lethal faces are saws.

    A piston, which comes back at another speed, has rails behind it; its chevrons point
    in the direction of the fast stroke, and are bright during that stroke.
    """
    low, high = box_around(center, slider.box.half_extents)
    toward: Place = slider.travel
    color = palette.WALL
    if slider.back != slider.speed:
        draw_rails(canvas, slider, center)
        is_fast = toward[0] * velocity[0] + toward[1] * velocity[1] > 0
        color = palette.WALL if is_fast else palette.SAFE
    elif any(velocity):  # Before the first tick it has none: then the way out counts.
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
    """Draw a grey block with chevrons in a direction, in this colour, and saws on its
    lethal faces."""
    canvas.box(low, high, fade(palette.SAFE, 0.45))
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
    """Draw chevrons that point along the larger axis of a direction: a pair, one behind
    the other, and across a thin box a row of pairs."""
    along = 0 if abs(toward[0]) > abs(toward[1]) else 1
    across = 1 - along
    sign = 1 if toward[along] >= 0 else -1
    length = high[along] - low[along]
    width = high[across] - low[across]
    size = min(4.0, length / 3)
    half_width = min(4.0, width / 3)
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    pairs = 1
    if length < width:
        pairs = max(1, int(width / CHEVRON_EVERY))
    for pair in range(pairs):
        for place in (-1, 1):
            tip = middle.copy()
            tip[along] += place * size * 0.7 + sign * size / 2
            tip[across] += (pair - (pairs - 1) / 2) * width / pairs
            for side in (-half_width, half_width):
                end = tip.copy()
                end[along] -= sign * size
                end[across] += side
                canvas.bar(tip, end, color, width=0.6)


def draw_rails(canvas: Canvas, piston: Slider, center: Place) -> None:
    """Draw two rails from where a piston starts to where its head is, along its travel,
    each halfway between its middle and its side."""
    w, h = piston.box.half_extents
    x, y = piston.travel
    length = hypot(x, y)
    foot_x, foot_y = piston.box.center
    head_x, head_y = center
    for side in (0.5, -0.5):
        dx = -y * w * side / length
        dy = x * h * side / length
        start = foot_x + dx, foot_y + dy
        end = head_x + dx, head_y + dy
        canvas.bar(start, end, rail_color(), width=0.8)


def draw_stroke(canvas: Canvas, slider: Slider) -> None:
    """Draw the full stroke of a slider if it is a piston, which comes back at another
    speed: the area that it sweeps, and a dashed box at its end."""
    if slider.back == slider.speed:
        return
    base = slider.box.center
    half = slider.box.half_extents
    end = base[0] + slider.travel[0], base[1] + slider.travel[1]
    low, high = box_around(end, half)
    canvas.hull(swept_outline(base, end, half), palette.SAFE, fill=0.05)
    canvas.box(low, high, rail_color(), fill=0, width=0.4, dashed=True)


def saw_teeth(start: Place, end: Place, depth: float = TOOTH) -> Floats:
    """Return the corners of the teeth of an edge, (N, 3, 2): triangles with their tips
    on it and their feet on its right, as seen from start to end."""
    edge = np.subtract(end, start)
    length = hypot(*edge)
    count = max(1, round(length / depth))
    # From the first foot to the last: feet and tips in turn.
    parts = np.arange(2 * count + 1) / (2 * count)
    places = start + edge * parts[:, None]
    inwards = np.array((-edge[1], edge[0])) * (depth / length)
    feet = places[::2] + inwards
    tips = places[1::2]
    return np.stack((feet[:-1], tips, feet[1:]), axis=1)


@lru_cache(maxsize=64)
def blade_corners(half: Place, clockwise: bool) -> Floats:
    """Return points of a blade that is not turned, (N, 2), seen from its centre: its
    corners, up to RING_END; places on the arcs behind them, from the corners back, up
    to ARCS_END; and the corners of the teeth of its long edges."""
    low, high = box_around((0.0, 0.0), half)
    ring = np.array(box_corners(low, high))
    long_edges = (0, 2) if half[0] >= half[1] else (1, 3)
    depth = min(TOOTH, *half)
    teeth = [saw_teeth(ring[k], ring[k - 3], depth) for k in long_edges]
    rotations = ARC if clockwise else ARC.transpose(0, 2, 1)
    parts = [ring, ring @ rotations, *teeth]
    return np.concatenate([part.reshape(-1, 2) for part in parts])


@lru_cache(maxsize=4)
def arc_colors(color: Color, ground: Color) -> list[Color]:
    """Return the colours of the pieces of a blade's arcs, from the corners back, ever
    nearer to the ground's: each for four pieces, one behind each corner."""
    pieces = len(ARC) - 1
    fading = [mix(color, ground, 0.1 + 0.08 * k) for k in range(pieces)]
    return [piece_color for piece_color in fading for _ in range(RING_END)]


def draw_still_blade(canvas: Canvas, blade: Blade) -> None:
    """Draw what does not move of a blade: the reach of one that turns, as a faint
    circle, and all of one that does not turn."""
    if blade.rpm:
        color = fade(palette.LETHAL, 0.72)
        canvas.dot(blade.center, color, blade.reach, width=0.4)
    else:
        draw_blade(canvas, blade, blade.bar(0.0))


def draw_turning_blades(canvas: Canvas, data: RoomData) -> None:
    """Draw the blades that turn."""
    for blade in data.world.bodies.of(Blade).values():
        if blade.rpm:
            draw_blade(canvas, blade, blade.bar(data.time))


def draw_blade(canvas: Canvas, blade: Blade, bar: OBB) -> None:
    """Draw a blade at the place of a bar: teeth and a hub; if it turns, also the arcs
    behind its corners."""
    center = bar.center
    half = bar.half_extents
    corners = blade_corners(half, clockwise=blade.rpm > 0)
    places = center + np.dot(corners, bar.axes)
    ring = places[:RING_END].tolist()
    arcs = places[RING_END:ARCS_END]
    teeth = places[ARCS_END:].reshape(-1, 3, 2)
    if blade.rpm:
        colors = arc_colors(palette.LETHAL, palette.BACKGROUND)
        canvas.bars(arcs[:-RING_END], arcs[RING_END:], colors, width=0.6)
    canvas.hull(ring, fade(palette.LETHAL, 0.6))
    canvas.hulls(teeth, palette.LETHAL)
    canvas.hull(ring, palette.LETHAL, fill=0, width=0.4)
    radius = min(half) * 0.8
    canvas.dot(center, palette.BACKGROUND, radius)
    canvas.dot(center, palette.SAFE, radius, width=0.6)


def blade_outline(blade: Blade, time: float) -> list[Corner]:
    """Return the corners of a blade at a world time, s."""
    return turned_corners(blade.bar(time))


def draw_slugs(canvas: Canvas, data: RoomData) -> None:
    """Draw slugs: orange boxes with light and a diamond; of many only the boxes, from
    dark to bright."""
    ids = list(data.world.bodies.of(Slug))
    if not ids:
        return
    slugs = boxes_around(data.centers[ids], data.world.space.half_extents[ids])
    if len(ids) > MANY_BODIES:
        dark = fade(palette.LETHAL, 0.4)
        canvas.boxes(slugs, embers(len(ids), dark, palette.PLAYER))
        return
    canvas.glows(slugs, light(palette.LETHAL, 0.6), reach=11)
    canvas.boxes(slugs, palette.LETHAL)
    half_width = (slugs[:, 1:, :1] - slugs[:, :1, :1]) / 2  # (N, 1, 1)
    centers = slugs.mean(axis=1)[:, None]  # (N, 1, 2)
    diamonds = centers + half_width * DIAMOND
    canvas.hulls(diamonds, mix(palette.LETHAL, palette.WALL, 0.6))


@lru_cache(maxsize=4)
def embers(count: int, dark: Color, hot: Color) -> list[Color]:
    """Return the colours of so many slugs, from dark to hot: so those that start beside
    each other are alike."""
    return [mix(dark, hot, 0.8 * k / count) for k in range(count)]


def draw_slug_tracks(canvas: Canvas, data: RoomData) -> None:
    """Draw the rest of the predicted paths of slugs: of each track, the pieces of path
    and the part of them that is done."""
    if not data.tracks:
        return
    paths, done = zip(*data.tracks)
    counts = [len(path.mover) for path in paths]
    draw_slug_paths(canvas, concatenate(paths, axis=0), np.repeat(done, counts))


def draw_slug_paths(canvas: Canvas, paths: Paths, done: Floats) -> None:
    """Draw pieces of slugs' predicted paths, each from the time in its row of done on,
    0 to 1; they fade towards their ends."""
    is_ahead = paths.u_end > done
    paths = paths.only(is_ahead)
    start = paths.place(np.maximum(done[is_ahead], paths.u_start))
    # In 64 steps, so that few colours are mixed.
    parts = (0.45 + 0.45 / 64 * np.rint(64 * paths.u_end)).tolist()
    colors = [fade(palette.LETHAL, part) for part in parts]
    canvas.bars(start, paths.end, colors, width=0.2)


def draw_broken(canvas: Canvas, box: Box, seconds: float, fill: float = 0.0) -> None:
    """Draw a box in shifted slices, in the colour of GLITCH: with solid sides, and the
    first and the last slice closed by a dashed line; seconds drive the shifts."""
    (left, top), (right, bottom) = box
    color = palette.GLITCH
    count = max(3, round((bottom - top) / 4))
    pitch = (bottom - top) / count
    first_slip = int(seconds * SLIPS_A_SECOND)
    for k in range(count):
        slip = SLIP * SLIPS[(first_slip + k) % len(SLIPS)]
        y0 = top + k * pitch
        y1 = top + (k + 1) * pitch - SLICE_GAP
        upper_left = left + slip, y0
        upper_right = right + slip, y0
        lower_left = left + slip, y1
        lower_right = right + slip, y1
        canvas.box(upper_left, lower_right, color, fill)
        canvas.bar(upper_left, lower_left, color, width=0.8)
        canvas.bar(upper_right, lower_right, color, width=0.8)
        if k == 0:
            canvas.bar(upper_left, upper_right, color, width=0.8, dashed=True)
        if k == count - 1:
            canvas.bar(lower_left, lower_right, color, width=0.8, dashed=True)


def draw_glitch_cells(canvas: Canvas, data: RoomData) -> None:
    """Draw the cells of GLITCH."""
    for center, half in data.bodies_of(GlitchCell):
        draw_glitch(canvas, center, half, data.seconds)


def draw_glitch(canvas: Canvas, center: Place, half: Place, seconds: float) -> None:
    """Draw a cell of GLITCH: a broken box, and in it the halves of another, one to the
    upper left and one to the lower right."""
    draw_broken(canvas, box_around(center, half), seconds, fill=0.16)
    x, y = center
    w = half[0] / 4
    h = half[1] / 4
    for side in (-1, 1):
        middle = x + side * w / 2, y + side * h * 0.75
        low, high = box_around(middle, (w, h / 2))
        canvas.box(low, high, palette.GLITCH)


def kills_always(element: Element, normal: Vector) -> bool:
    """Return True: all faces of such an element are lethal."""
    return True


class ElementLook(NamedTuple):
    """What a kind of element looks like. Where a field may be None, there is nothing to
    draw."""

    color: str
    """In the overlay, by its name in palette."""
    draw_fixed_part: Callable[..., None] | None = None
    """Draws what does not move of an element: (canvas, element). It is drawn once, with
    the walls, and may depend on nothing else."""
    draw_below: Callable[[Canvas, RoomData], None] | None = None
    """Draws all of the kind, or a part of each, below all that moves."""
    draw: Callable[[Canvas, RoomData], None] | None = None
    """Draws all of the kind, over what is below."""
    outline: Callable[..., list[Corner]] | None = None
    """Returns its corners: (element, world time); None if they are its body's."""
    kills: Callable[..., bool] | None = None
    """Tells whether its face with a normal is lethal: (element, normal); None if it
    only kills as a wall does, by crushing."""


ELEMENT_LOOKS: dict[type[Element], ElementLook] = {
    Core: ElementLook("GOAL", draw_below=draw_cores),
    GlitchCell: ElementLook("GLITCH", draw_below=draw_glitch_cells),
    Exit: ElementLook("GOAL", draw_below=draw_exits),
    Slider: ElementLook(
        "SAFE",
        draw_fixed_part=draw_stroke,
        draw=draw_sliders,
        kills=Slider.is_lethal,
    ),
    Blade: ElementLook(
        "LETHAL",
        draw_fixed_part=draw_still_blade,
        draw=draw_turning_blades,
        outline=blade_outline,
        kills=kills_always,
    ),
    Slug: ElementLook(
        "LETHAL",
        draw_below=draw_slug_tracks,
        draw=draw_slugs,
        kills=kills_always,
    ),
}
"""The look of each kind of element, in the order in which they are drawn: the later lie
over the earlier."""


def fixed_elements(world: World) -> list[Element]:
    """Return the elements that may have a fixed part."""
    fixed: list[Element] = []
    for kind, look in ELEMENT_LOOKS.items():
        if look.draw_fixed_part:
            fixed.extend(world.bodies.of(kind).values())
    return fixed


def draw_fixed_part(canvas: Canvas, element: Element) -> None:
    """Draw what does not move of an element, if its kind has such a part."""
    draw = ELEMENT_LOOKS[type(element)].draw_fixed_part
    if draw:
        draw(canvas, element)


def draw_elements(canvas: Canvas, data: RoomData) -> None:
    """Draw all elements, except for their fixed parts: first what lies below, of all
    kinds, then the rest."""
    for look in ELEMENT_LOOKS.values():
        if look.draw_below:
            look.draw_below(canvas, data)
    for look in ELEMENT_LOOKS.values():
        if look.draw:
            look.draw(canvas, data)
