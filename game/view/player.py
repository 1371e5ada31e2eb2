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
from .palette import Color, fade, light
from .screen import Place
from .shapes import box_around, swept_outline

STUB = 4.0
"""px: the length of the stub of the path of a dash that is refused. It ends at the face
of the player; its cross reaches farther, so that it can be seen at the edge of a room
too."""
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
    """Draw the player: a box with a notch, pale while nothing can hurt it; in GLITCH
    also a broken box around it, and above it a bar of the time that is left.

    Args:
        canvas: where it is drawn.
        world: the run.
        center: of the player, px.
        heading: of the notch.
        seconds: they drive what blinks and shifts.
        steady: whether nothing blinks and shifts.
    """
    half = world.space.half_extents[world.player.id].tolist()
    opacity = 1.0
    if world.ticks < world.unhurt_until:
        opacity = 0.5 if steady else blink(seconds)
    draw_facing_box(canvas, center, half, heading, opacity)
    if world.glitching:
        width, height = half
        around = box_around(center, (width + 3, height + 3))
        draw_broken(canvas, around, 0.0 if steady else seconds)
        whole = GLITCH_SECONDS * PARTS_A_TICK * world.tick_rate
        part_left = min(1.0, world.glitch_left / whole)
        x, y = center
        low, high = box_around((x, y - height - 7), (10, 1))
        end_x = low[0] + (high[0] - low[0]) * part_left
        end = (end_x, high[1])
        canvas.box(low, high, palette.GLITCH, fill=0.3)
        canvas.box(low, end, palette.GLITCH)


def blink(seconds: float) -> float:
    """Return how opaque the player is, 0 to 1, while nothing can hurt it: in turn faint
    and less so, each for half of a blink."""
    half_blinks = int(seconds * 2 * BLINKS_A_SECOND)
    return 0.35 if half_blinks % 2 == 0 else 0.75


def draw_facing_box(
    canvas: Canvas, center: Place, half: Place, heading: float, opacity: float = 1.0
) -> None:
    """Draw a box of the player's colour with its glow, and a notch from its centre to
    the side that it faces; outlined if it is not opaque."""
    low, high = box_around(center, half)
    canvas.glow(low, high, light(palette.PLAYER, 0.45 * opacity), reach=12)
    width = 0.6 if opacity < 1 else 0.0
    canvas.box(low, high, palette.PLAYER, fill=opacity, width=width)
    center_x, center_y = center
    x, y = direction(round(heading))
    length = min(half) / max(abs(x), abs(y))
    notch = []
    for along, aside in ((0.0, -1.1), (length, -1.1), (length, 1.1), (0.0, 1.1)):
        corner_x = center_x + along * x - aside * y
        corner_y = center_y + along * y + aside * x
        notch.append((corner_x, corner_y))
    canvas.hull(notch, palette.BACKGROUND)


def draw_ghost(canvas: Canvas, center: Place, half: Place) -> None:
    """Draw the player of the best run so far: a dashed outline."""
    low, high = box_around(center, half)
    canvas.box(low, high, fade(palette.PLAYER, 0.4), fill=0, width=0.5, dashed=True)


def draw_proof(
    canvas: Canvas, samples: Sequence[Place], now: Place, missed: Iterable[Place]
) -> None:
    """Draw the ghost of the proof.

    Args:
        canvas: where it is drawn.
        samples: where the ghost was tested: a faint box for each but the last one.
        now: where it is: a strong box, and a dashed line from the first sample.
        missed: where the cores are that no sample met: a ring for each.
    """
    canvas.bar(samples[0], now, palette.LETHAL, width=0.4, dashed=True)
    for sample in samples[:-1]:
        low, high = box_around(sample, HALF)
        canvas.box(low, high, palette.LETHAL, fill=0.15, width=0.4)
    low, high = box_around(now, HALF)
    canvas.box(low, high, palette.LETHAL, fill=0.8, width=0.6)
    for core in missed:
        canvas.dot(core, palette.LETHAL, radius=10, width=1.0)


def draw_preview(canvas: Canvas, world: World, preview: Preview) -> None:
    """Draw the path of a dash: of one that is refused a stub with a cross; or else a
    dashed line with the volume that it would sweep, rings around the cores that it
    would take, the box where it would end, and a cross where it would kill.

    In GLITCH the path is a row of boxes, one at the end of each stride: nothing is
    tested between them.
    """
    space = world.space
    half = space.half_extents[world.player.id].tolist()
    end_of_dash = preview.end
    if not (preview.paths or preview.dies):
        toward = direction(world.player.heading)
        draw_stub(canvas, part=0.0, at=end_of_dash, toward=toward)
        return
    color = palette.GLITCH if preview.strides else palette.SWEPT
    for start, end in preview.paths:
        if preview.strides:
            draw_stride(canvas, start, end, half)
        else:
            canvas.hull(swept_outline(start, end, half), color, fill=0.07)
            canvas.bar(start, end, color, width=0.5, dashed=True)
    for core in preview.cores:
        radius = max(space.half_extents[core]) + 3
        canvas.dot(space.center[core], palette.SWEPT, radius, width=0.6)
    low, high = box_around(end_of_dash, half)
    canvas.box(low, high, color, fill=0.25, width=0.6)
    if preview.taken_back:
        draw_way_back(canvas, preview.taken_back, end_of_dash, half)
    if preview.dies:
        draw_cross_at(canvas, preview.dies, half=6, color=palette.LETHAL)


def draw_stride(canvas: Canvas, start: Place, end: Place, half: Place) -> None:
    """Draw a stride in GLITCH: a faint line, and the box where it ends."""
    canvas.bar(start, end, fade(palette.GLITCH, 0.4), width=0.3)
    low, high = box_around(end, half)
    canvas.box(low, high, palette.GLITCH, fill=0.2, width=0.6)


def draw_way_back(canvas: Canvas, start: Place, end: Place, half: Place) -> None:
    """Draw that a stride may not end inside a solid, at start, and is taken back to
    end: a broken box with a cross, and an arrow."""
    draw_broken(canvas, box_around(start, half), seconds=0.0, fill=0.35)
    canvas.arrow(start, end, palette.GLITCH, width=0.6)
    draw_cross_at(canvas, start, half=4, color=palette.GLITCH)


def draw_stub(canvas: Canvas, part: float, at: Place, toward: Place) -> None:
    """Draw the stub of a path that a dash may not take, from a place in a direction,
    with a cross at its end. Part is that of their time that has passed, 0 to 1; in its
    second half both shrink."""
    size = min(STUB, 2 * STUB * (1 - part))
    tip = at[0] + size * toward[0], at[1] + size * toward[1]
    canvas.bar(at, tip, palette.SWEPT, width=1.0)
    draw_cross_at(canvas, tip, half=2.5 * size, color=palette.LETHAL)


def draw_cross_at(canvas: Canvas, center: Place, half: float, color: Color) -> None:
    """Draw a cross around a place; half its side in px."""
    low, high = box_around(center, (half, half))
    draw_cross(canvas, low, high, color, width=1.4)
