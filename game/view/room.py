"""What does a room look like?

Walls shine in the blueprint, all else lies between them. In GLITCH they are seen double. Of a shaft
only a part is in the picture, and the line rises into it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..collision import Kind
from ..collision.batch import Floats
from ..collision.tables import Paths
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .elements import (
    SLIP,
    TOOTH,
    draw_blade,
    draw_core,
    draw_exit,
    draw_glitch,
    draw_slider,
    draw_slug,
    draw_teeth,
    draw_track,
)
from .palette import mixed
from .shapes import Box, box_at

HATCH = 12
"""px between the hatches below the line."""


def draw_room(
    canvas: Canvas,
    world: World,
    centers: Floats,
    time: float,
    tracks: Iterable[tuple[Paths, float]],
    seconds: float,
) -> None:
    """Draw all that lies in a room.

    Bodies are drawn at these centres, and as they are at this world time; tracks are slugs' ways
    ahead, and how much of each is done; seconds drive what pulses.
    """
    half, velocity, view = world.space.half_extents, world.space.velocity, visible(canvas, world)
    draw_ground(canvas, view[1][0], view[1][1], view[0][1])
    for core in world.cores_left:
        draw_core(canvas, centers[core], half[core], seconds)
    for cell in world.glitches:
        draw_glitch(canvas, centers[cell], half[cell], seconds)
    if (door := world.exit_id) is not None:
        draw_exit(canvas, centers[door], half[door], world.exit_open, seconds)
    draw_walls(canvas, world, view)
    for path, done in tracks:
        draw_track(canvas, path, done)
    for ident, slider in world.sliders.items():
        draw_slider(canvas, slider, centers[ident], velocity[ident].tolist())
    for blade in world.blades.values():
        draw_blade(canvas, blade, blade.bar(time))
    for slug in world.slugs:
        draw_slug(canvas, box_at(centers[slug], half[slug]))
    if world.line is not None:
        draw_line(canvas, centers[world.line][1] - half[world.line][1], view)


def time_at(world: World, alpha: float) -> float:
    """Return the world time of a picture at alpha of the last tick; an outcome ended it early."""
    if world.outcome and world.events:
        alpha = world.events[-1].u
    return world.time - world.dt * (1 - alpha) if world.step else world.time


def visible(canvas: Canvas, world: World) -> Box:
    """Return what is in the picture: a room, or the part of a shaft that the surface shows."""
    if not world.room.chunks:
        return (0.0, 0.0), (float(world.room.width), float(world.room.height))
    top, bottom = (canvas.screen.world((0, y))[1] for y in (0, canvas.surface.get_height()))
    return (0.0, top), (float(world.room.width), bottom)


def draw_ground(canvas: Canvas, width: float, bottom: float, top: float = 0.0) -> None:
    """The ground, ruled in squares of 40 px."""
    canvas.box((0, top), (width, bottom), palette.BACKGROUND)
    for x in range(40, int(width), 40):
        canvas.bar((x, top), (x, bottom), palette.LINES, 0.1)
    for y in range(40 * (int(top // 40) + 1), int(bottom), 40):
        canvas.bar((0, y), (width, y), palette.LINES, 0.1)


def draw_walls(canvas: Canvas, world: World, view: Box) -> None:
    """Walls in their light; those that close the room are dark but for their inner edge.

    In GLITCH they have a second, broken edge beside them.
    """
    frame: list[Box] = []
    inside: list[Box] = []
    for ident in world.space.ids(Kind.WALL).tolist():
        low, high = box_at(world.space.center[ident], world.space.half_extents[ident])
        if low[1] < view[1][1] and high[1] > view[0][1]:
            closes = low[0] < view[0][0] or high[0] > view[1][0]
            (frame if closes else inside).append((low, high))
    for box in frame:
        low, high = cut(grown(box, 0.5), view)
        if world.glitching:
            canvas.box(low, high, palette.GLITCH, fill=0, width=0.8, dashed=True)
        else:
            canvas.box(low, high, palette.WALL)
    for box in frame:
        canvas.box(*cut(box, view), palette.FRAME)
    for low, high in inside:
        canvas.box(*grown((low, high), 2), palette.SWEEP, fill=0.08)
        if world.glitching:
            beside = (low[0] + 2 * SLIP, low[1] + SLIP), (high[0] + 2 * SLIP, high[1] + SLIP)
            canvas.box(*beside, palette.GLITCH, fill=0.15, width=0.4, dashed=True)
    for box in inside:
        canvas.box(*box, palette.WALL)


def grown(box: Box, by: float) -> Box:
    """Return a box with faces farther out by so many px."""
    (x0, y0), (x1, y1) = box
    return (x0 - by, y0 - by), (x1 + by, y1 + by)


def cut(box: Box, view: Box) -> Box:
    """Return the part of a box that is in the picture."""
    (low, high), (least, most) = box, view
    return (
        (max(low[0], least[0]), max(low[1], least[1])),
        (min(high[0], most[0]), min(high[1], most[1])),
    )


def draw_line(canvas: Canvas, y: float, view: Box) -> None:
    """The line that ends a run: teeth up to it, and hatched darkness below."""
    (left, _), (right, bottom) = view
    if y >= bottom:
        return
    canvas.box((left, y), (right, bottom), palette.BACKGROUND, fill=0.72)
    width, deep = right - left, bottom - y
    color = mixed(palette.LETHAL, palette.BACKGROUND, 0.72)
    for x in range(0, int(width + deep), HATCH):
        first, last = max(0.0, x - width), min(deep, float(x))
        canvas.bar((left + x - first, y + first), (left + x - last, y + last), color, 0.3)
    draw_teeth(canvas, (left, y), (right, y), 2 * TOOTH)
    canvas.box((left, y + 2 * TOOTH), (right, y + 2 * TOOTH + 1), palette.LETHAL)
