"""What does a room look like?

Walls shine, whatever kills has teeth, what can be taken is a ring, the way out is a door. The
player's trail is the true swept volume of its box.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sin

from ..collision import AABB
from ..collision.batch import Floats
from ..collision.step import Paths
from ..simulation.player import direction
from ..simulation.world import Preview, World
from . import palette
from .canvas import Canvas, along
from .palette import Color, mixed
from .screen import Point

Box = tuple[tuple[float, float], tuple[float, float]]
TOOTH = 3.0
"""px: the length of a tooth of a saw edge."""


def box_at(center: Point, half: Point) -> Box:
    """Return the smallest and the largest corner of a box."""
    (x, y), (w, h) = center, half
    return (x - w, y - h), (x + w, y + h)


def swept_hull(start: Point, end: Point, half: Point) -> list[tuple[float, float]]:
    """Return the outline of everything that a box passes on a straight way.

    A hexagon: the corners that lie ahead at the end, those behind at the start, and the two on
    either side at both; a rectangle if the way lies along an axis.
    """
    w, h = half
    dx, dy = end[0] - start[0], end[1] - start[1]
    sx, sy = (1 if dx >= 0 else -1), (1 if dy >= 0 else -1)
    turn = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    first = turn.index((-sx, -sy))
    ring = turn[first:] + turn[:first]
    (back, one, ahead, other) = ring
    corners = [(start, other), (start, back), (start, one), (end, one), (end, ahead), (end, other)]
    return [(p[0] + x * w, p[1] + y * h) for p, (x, y) in corners]


def draw_room(
    canvas: Canvas,
    world: World,
    centers: Floats,
    tracks: Iterable[tuple[Paths, float]],
    seconds: float,
) -> None:
    """Draw all that lies in a room.

    Bodies are drawn at these centres; tracks are slugs' ways ahead, and how much of each is done;
    seconds drive what pulses.
    """
    room, half = world.room, world.space.half_extents
    for core in world.cores_left:
        draw_core(canvas, centers[core], half[core], seconds)
    if (door := world.exit_id) is not None:
        draw_exit(canvas, centers[door], half[door], world.exit_open, seconds)
    inside = [box for box in room.walls if within(box, room.width, room.height)]
    canvas.box((0, 0), (room.width, room.height), palette.FRAME, fill=0, width=4)
    inner = 4.0
    canvas.box(
        (inner - 0.5, inner - 0.5),
        (room.width - inner + 0.5, room.height - inner + 0.5),
        palette.WALL,
        fill=0,
        width=0.5,
    )
    for box in inside:
        glow = box.expanded((2, 2))
        canvas.box(glow.min, glow.max, palette.SWEEP, fill=0.08)
        canvas.box(box.min, box.max, palette.WALL)
    for path, done in tracks:
        draw_track(canvas, path, done)
    for ident, slider in world.sliders.items():
        draw_slider(canvas, world, ident, centers[ident], slider.lethal)
    for slug in world.slugs:
        draw_slug(canvas, box_at(centers[slug], half[slug]))


def within(box: AABB, width: float, height: float) -> bool:
    """Tell whether a box lies in the picture, unlike the frame that closes the room."""
    return min(box.min) >= 0 and box.max[0] <= width and box.max[1] <= height


def draw_ground(canvas: Canvas, width: float, height: float) -> None:
    """The ground, ruled in squares of 40 px."""
    canvas.box((0, 0), (width, height), palette.BACKGROUND)
    for x in range(40, int(width), 40):
        canvas.bar((x, 0), (x, height), palette.LINES, 0.1)
    for y in range(40, int(height), 40):
        canvas.bar((0, y), (width, y), palette.LINES, 0.1)


def draw_core(canvas: Canvas, center: Point, half: Point, seconds: float) -> None:
    """A ring that breathes around a dot."""
    radius = min(half) * (0.92 + 0.08 * sin(2 * pi * seconds))
    canvas.box(*box_at(center, half), palette.GOAL, fill=0.14)
    canvas.dot(center, palette.GOAL, radius, width=1.0)
    canvas.dot(center, palette.GOAL, radius * 0.36)


def draw_exit(canvas: Canvas, center: Point, half: Point, is_open: bool, seconds: float) -> None:
    """A door: dashed and barred while it is shut, lit and framed when it is open."""
    low, high = box_at(center, half)
    if not is_open:
        canvas.box(low, high, mixed(palette.GOAL, palette.BACKGROUND, 0.25), 0, 0.8, dashed=True)
        canvas.bar(low, high, mixed(palette.GOAL, palette.BACKGROUND, 0.55), 0.4)
        canvas.bar((low[0], high[1]), (high[0], low[1]), mixed(palette.GOAL, (0, 0, 0), 0.5), 0.4)
        return
    canvas.box(low, high, palette.GOAL, fill=0.35 + 0.1 * sin(2 * pi * seconds), width=1.2)
    for part in (0.35, 0.65):
        x = low[0] + (high[0] - low[0]) * part
        canvas.bar((x - 2, center[1] - 4), (x + 2, center[1]), palette.WALL, 0.8)
        canvas.bar((x + 2, center[1]), (x - 2, center[1] + 4), palette.WALL, 0.8)


def draw_slider(
    canvas: Canvas, world: World, ident: int, center: Point, lethal: Iterable[str]
) -> None:
    """A grey block with chevrons the way it goes; its lethal faces are saws."""
    low, high = box_at(center, world.space.half_extents[ident])
    canvas.box(low, high, mixed(palette.SAFE, palette.BACKGROUND, 0.45), width=0.8)
    canvas.box(low, high, palette.SAFE, fill=0, width=0.8)
    vx, vy = world.space.velocity[ident].tolist()
    axis = 0 if abs(vx) > abs(vy) else 1
    sign = 1 if (vx, vy)[axis] >= 0 else -1
    size = min(4.0, min(high[0] - low[0], high[1] - low[1]) / 3)
    for shift in (-size, size):
        tip, wing = [center[0], center[1]], [0.0, 0.0]
        tip[axis] += shift + sign * size / 2
        wing[1 - axis] = size
        back = [tip[0], tip[1]]
        back[axis] -= sign * size
        for side in (-1, 1):
            end = back[0] + side * wing[0], back[1] + side * wing[1]
            canvas.bar(tip, end, palette.WALL, 0.6)
    for face in lethal:
        draw_saw(canvas, low, high, face)


def draw_saw(canvas: Canvas, low: Point, high: Point, face: str) -> None:
    """Draw teeth along a face, within the box: what kills is exactly as drawn."""
    axis = 1 if face in ("top", "bottom") else 0
    edge = low[axis] if face in ("top", "left") else high[axis]
    inwards = TOOTH if face in ("top", "left") else -TOOTH
    start, end = low[1 - axis], high[1 - axis]
    count = max(1, round((end - start) / TOOTH))
    step = (end - start) / count
    for k in range(count):
        a = start + k * step
        corners = [(a, edge + inwards), (a + step / 2, edge), (a + step, edge + inwards)]
        points = [c[::-1] if axis == 0 else c for c in corners]
        canvas.hull(points, palette.LETHAL)


def draw_slug(canvas: Canvas, box: Box) -> None:
    """A small orange box in a glow; teeth, within it, on all sides."""
    low, high = box
    for wide, fill in ((4, 0.12), (2, 0.25)):
        around = (low[0] - wide, low[1] - wide), (high[0] + wide, high[1] + wide)
        canvas.box(*around, palette.LETHAL, fill=fill)
    canvas.box(low, high, palette.LETHAL)
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    reach = (high[0] - low[0]) / 2
    diamond = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)]
    canvas.hull(diamond, mixed(palette.LETHAL, palette.WALL, 0.6))


def draw_track(canvas: Canvas, path: Paths, done: float) -> None:
    """What is left of a slug's way ahead, from the part that is done; it fades towards its end."""
    for _, u0, u1, start, end in zip(*(column.tolist() for column in path)):
        if u1 > done:
            part = max(0.0, done - u0) / (u1 - u0)
            color = mixed(palette.LETHAL, palette.BACKGROUND, 0.45 + 0.45 * u1)
            canvas.bar(along(start, end, part), end, color, 0.2)


def draw_player(canvas: Canvas, center: Point, half: Point, heading: float, color: Color) -> None:
    """A box with a notch where it faces."""
    low, high = box_at(center, half)
    canvas.box((low[0] - 2, low[1] - 2), (high[0] + 2, high[1] + 2), color, fill=0.16)
    canvas.box(low, high, color)
    x, y = direction(round(heading))
    reach = min(half) / max(abs(x), abs(y))
    ends = ((0.0, -1.1), (reach, -1.1), (reach, 1.1), (0.0, 1.1))
    slot = [(center[0] + a * x - b * y, center[1] + a * y + b * x) for a, b in ends]
    canvas.hull(slot, palette.BACKGROUND)


def draw_preview(canvas: Canvas, world: World, preview: Preview) -> None:
    """The way that a dash would take: dashed, with the box where it ends, or a cross."""
    half = world.space.half_extents[world.player.id]
    for start, end in preview.paths:
        canvas.hull(swept_hull(start, end, half), palette.SWEEP, fill=0.07)
        canvas.bar(start, end, palette.SWEEP, 0.5, dashed=True)
    for core in preview.cores:
        canvas.dot(
            world.space.center[core], palette.SWEEP, max(world.space.half_extents[core]) + 3, 0.6
        )
    low, high = box_at(preview.end, half)
    canvas.box(low, high, palette.SWEEP, fill=0.25, width=0.6)
    if preview.dies:
        x, y = preview.dies
        for s in (-1, 1):
            canvas.bar((x - 6, y - 6 * s), (x + 6, y + 6 * s), palette.LETHAL, 1.4)
