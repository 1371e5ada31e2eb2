"""What do the player, its ghosts and the preview of its dash look like?

A box of its true size, with a notch on the side that it faces; GLITCH and hurt change
how it is drawn. The preview shows where a dash would end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..simulation.foresight import Preview
from ..simulation.player import HALF, direction
from ..simulation.world import GLITCH_SECONDS, PARTS_A_TICK, World
from . import palette
from .canvas import Canvas, draw_cross
from .elements import draw_broken
from .palette import light, mix
from .screen import Place
from .shapes import box_around, swept_outline

STUB = 4.0
"""px: the stub of the path of a dash that is refused, which ends at the face of the
player; farther reaches its cross, so that it can be seen at the edge of a room too."""
BLINKS_A_SECOND = 2.5
"""Blinks a second after the player was hurt; guidelines against seizures allow
three."""


def draw_player(
    canvas: Canvas,
    world: World,
    center: Place,
    heading: float,
    seconds: float,
    steady: bool,
) -> None:
    """Draw the player: in GLITCH broken, over a bar of the time left; pale while
    nothing hurts it.

    seconds drive what blinks and shifts; steady: nothing blinks.
    """
    half = world.space.half_extents[world.player.id].tolist()
    opacity = 1.0
    if world.ticks < world.unhurt_until:
        opacity = 0.5 if steady else blink(seconds)
    draw_facing_box(canvas, center, half, heading, opacity)
    if world.glitching:
        around = box_around(center, (half[0] + 3, half[1] + 3))
        draw_broken(canvas, around, 0.0 if steady else seconds)
        part = world.glitch_left / (GLITCH_SECONDS * PARTS_A_TICK * world.tick_rate)
        above = center[0], center[1] - half[1] - 7
        low, high = box_around(above, (10, 1))
        canvas.box(low, high, palette.GLITCH, fill=0.3)
        canvas.box(low, (low[0] + 20 * min(1.0, part), high[1]), palette.GLITCH)


def blink(seconds: float) -> float:
    """Return how opaque a player is that nothing hurts, in turn faint and less so."""
    halves = int(seconds * 2 * BLINKS_A_SECOND)
    return 0.35 if halves % 2 == 0 else 0.75


def draw_facing_box(
    canvas: Canvas, center: Place, half: Place, heading: float, opacity: float = 1.0
) -> None:
    """Draw a box with a notch on the side that it faces."""
    low, high = box_around(center, half)
    canvas.glow(low, high, light(palette.PLAYER, 0.45 * opacity), 12)
    width = 0.6 if opacity < 1 else 0.0
    canvas.box(low, high, palette.PLAYER, fill=opacity, width=width)
    x, y = direction(round(heading))
    reach = min(half) / max(abs(x), abs(y))
    notch = []
    for along, aside in ((0.0, -1.1), (reach, -1.1), (reach, 1.1), (0.0, 1.1)):
        corner_x = center[0] + along * x - aside * y
        corner_y = center[1] + along * y + aside * x
        notch.append((corner_x, corner_y))
    canvas.hull(notch, palette.BACKGROUND)


def draw_ghost(canvas: Canvas, center: Place, half: Place) -> None:
    """Draw the player of the best run so far: a dashed outline."""
    color = mix(palette.PLAYER, palette.BACKGROUND, 0.4)
    canvas.box(*box_around(center, half), color, fill=0, width=0.5, dashed=True)


def draw_proof(
    canvas: Canvas, samples: Sequence[Place], now: Place, missed: Iterable[Place]
) -> None:
    """Draw the ghost of the proof, its samples but for the last one, and the cores it
    missed."""
    canvas.bar(samples[0], now, palette.LETHAL, 0.4, dashed=True)
    for sample in samples[:-1]:
        canvas.box(*box_around(sample, HALF), palette.LETHAL, fill=0.15, width=0.4)
    canvas.box(*box_around(now, HALF), palette.LETHAL, fill=0.8, width=0.6)
    for core in missed:
        canvas.dot(core, palette.LETHAL, 10, 1.0)


def draw_preview(canvas: Canvas, world: World, preview: Preview) -> None:
    """Draw the path of a dash: dashed, with the box where it ends, or a cross where it
    would kill.

    In GLITCH it is a row of boxes, one at the end of each stride: nothing is tested
    between them. Of a dash that is refused it is a stub with a cross.
    """
    half = world.space.half_extents[world.player.id].tolist()
    if not (preview.paths or preview.dies):
        draw_stub(canvas, 0.0, preview.end, direction(world.player.heading))
        return
    for start, end in preview.paths:
        if preview.strides:
            draw_stride(canvas, start, end, half)
        else:
            canvas.hull(swept_outline(start, end, half), palette.SWEPT, fill=0.07)
            canvas.bar(start, end, palette.SWEPT, 0.5, dashed=True)
    for core in preview.cores:
        radius = max(world.space.half_extents[core]) + 3
        canvas.dot(world.space.center[core], palette.SWEPT, radius, 0.6)
    color = palette.GLITCH if preview.strides else palette.SWEPT
    canvas.box(*box_around(preview.end, half), color, fill=0.25, width=0.6)
    if preview.taken_back:
        draw_way_back(canvas, preview.taken_back, preview.end, half)
    if preview.dies:
        draw_cross(canvas, *box_around(preview.dies, (6, 6)), palette.LETHAL, 1.4)


def draw_stride(canvas: Canvas, start: Place, end: Place, half: Place) -> None:
    """Draw a stride in GLITCH: a faint line, and the box where it ends."""
    canvas.bar(start, end, mix(palette.GLITCH, palette.BACKGROUND, 0.4), 0.3)
    canvas.box(*box_around(end, half), palette.GLITCH, fill=0.2, width=0.6)


def draw_way_back(canvas: Canvas, start: Place, end: Place, half: Place) -> None:
    """Draw that a stride may not end inside a solid, at start: it is taken back to
    end."""
    draw_broken(canvas, box_around(start, half), 0.0, fill=0.35)
    canvas.arrow(start, end, palette.GLITCH, 0.6)
    draw_cross(canvas, *box_around(start, (4, 4)), palette.GLITCH, 1.4)


def draw_stub(canvas: Canvas, part: float, at: Place, toward: Place) -> None:
    """Draw the stub of a path that a dash may not take, and a cross; both shrink in the
    second half of the part of their time that has passed."""
    size = min(STUB, 2 * STUB * (1 - part))
    tip = at[0] + size * toward[0], at[1] + size * toward[1]
    canvas.bar(at, tip, palette.SWEPT, 1.0)
    draw_cross(canvas, *box_around(tip, (2.5 * size, 2.5 * size)), palette.LETHAL, 1.4)
