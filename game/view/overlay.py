"""What did the collision code see?

A table of layers, each drawn from the reports of the last steps and from nothing else: a step is
over too soon to be seen alone, so what was swept stays for a few, and contacts stay longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..collision import Kind, Step
from ..collision.batch import Floats
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .palette import Color, mixed
from .screen import Point
from .shapes import box_at, outline, swept_hull

SWEPT_STEPS = 3
CONTACT_STEPS = 90
"""So many steps stay to be seen: of all bodies, and of contacts and the player's dash."""
VELOCITY_SECONDS = 1 / 120
"""An arrow shows how far a body goes in so many seconds."""


class Layer(NamedTuple):
    """Something to see, under a name and a digit key."""

    name: str
    draw: Callable[[Canvas, World, Floats, float, Sequence[Step]], None]


def draw_boxes(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """The boxes as the collision code has them, by kind, and turned ones within theirs."""
    for ident, kind in enumerate(world.space.kind.tolist()):
        if kind != Kind.DEAD:
            low, high = box_at(centers[ident], world.space.half_extents[ident])
            canvas.box(low, high, role(world, ident), fill=0, width=0.4)
            canvas.dot(centers[ident], role(world, ident), 0.7)
    for blade in world.blades.values():
        canvas.hull(outline(blade.bar(time)), palette.LETHAL, fill=0, width=0.4)


def draw_velocities(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """How far each body goes in a tick."""
    for ident in np.flatnonzero(world.space.velocity.any(axis=1)).tolist():
        end = centers[ident] + world.space.velocity[ident] * VELOCITY_SECONDS
        canvas.arrow(centers[ident], end, role(world, ident), 0.5)


def draw_swept_volumes(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """Everything that each body passed in a step: hexagons, true to the px."""
    for body, start, end, part in swept(world, recent):
        hull = swept_hull(start, end, world.space.half_extents[body].tolist())
        canvas.hull(hull, palette.SWEEP, fill=0.2 * part, width=0.4 if part > 0.5 else 0)


def draw_swept_bounds(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """The boxes around the swept volumes: what the broad phase asks for."""
    for body, start, end, part in swept(world, recent):
        half = world.space.half_extents[body]
        low, high = np.minimum(start, end) - half, np.maximum(start, end) + half
        color = mixed(palette.BACKGROUND, palette.SWEEP, 0.7 * part)
        canvas.box(low, high, color, fill=0, width=0.4, dashed=True)


def swept(world: World, recent: Sequence[Step]) -> Iterator[tuple[int, Point, Point, float]]:
    """Yield body, start and end of the pieces that stay to be seen, and how fresh they are."""
    for age, step in enumerate(reversed(recent[-CONTACT_STEPS:])):
        paths = step.paths
        if age >= SWEPT_STEPS:
            paths = paths.only(paths.mover == world.player.id)
        rows = zip(paths.mover.tolist(), paths.start.tolist(), paths.end.tolist())
        for body, start, end in rows:
            yield body, start, end, 1 - age / CONTACT_STEPS


def draw_contacts(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """Where movers were when they touched, u0, and the normal."""
    for age, step in enumerate(reversed(recent[-CONTACT_STEPS:])):
        for mover, _, u, normal, at, _ in zip(*(column.tolist() for column in step.contacts)):
            is_player = mover == world.player.id
            if not is_player and age >= 2 * SWEPT_STEPS:
                continue
            low, high = box_at(at, world.space.half_extents[mover])
            canvas.box(low, high, palette.WALL, fill=0.12, width=0.5)
            tip = at[0] + 14 * normal[0], at[1] + 14 * normal[1]
            canvas.arrow(at, tip, palette.WALL, 0.7)
            if is_player:
                canvas.text(f"u {u:.2f}", (tip[0] + 3, tip[1] + 3), palette.WALL, 7)


def draw_cells(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """The cells in which solids near the player's last way were looked for, and what was there."""
    half, me = world.space.half_extents[world.player.id], world.player.id
    ways = [step.paths.only(step.paths.mover == me) for step in recent[-CONTACT_STEPS:]]
    last = [way for way in ways if len(way.mover)][-1:]
    pieces = [ends for way in last for ends in zip(way.start, way.end)]
    for start, end in pieces or [(centers[me], centers[me])]:
        low, high = np.minimum(start, end) - half, np.maximum(start, end) + half
        for cell in world.space.grid.cells(low, high):
            corners = cell[0].tolist(), cell[1].tolist()
            color = mixed(palette.GLITCH, palette.BACKGROUND, 0.4)
            canvas.box(*corners, color, fill=0, width=0.3)
        for ident in world.space.query((low + high) / 2, (high - low) / 2).tolist():
            if world.space.kind[ident] in (Kind.WALL, Kind.OBSTACLE):
                box = box_at(centers[ident], world.space.half_extents[ident])
                canvas.box(*box, palette.GLITCH, fill=0.3, width=0.6)


LAYERS = (
    Layer("boxes", draw_boxes),
    Layer("velocities", draw_velocities),
    Layer("swept volumes", draw_swept_volumes),
    Layer("swept bounds", draw_swept_bounds),
    Layer("contacts at u0", draw_contacts),
    Layer("grid cells", draw_cells),
)
FIRST_CHOSEN = frozenset((0, 2, 4))
"""Boxes, swept volumes, contacts."""
MODES = {
    "off": frozenset[int](),
    "boxes": frozenset((0, 1)),
    "all": frozenset(range(len(LAYERS))),
}
"""What the command line calls the choices."""


def draw_overlay(
    canvas: Canvas,
    world: World,
    centers: Floats,
    time: float,
    recent: Sequence[Step],
    chosen: frozenset[int],
) -> None:
    """Draw the chosen layers, by their places in the table.

    Bodies lie at these centres, and blades as they do at this world time; recent steps, the newest
    last.
    """
    for index, layer in enumerate(LAYERS):
        if index in chosen:
            layer.draw(canvas, world, centers, time, recent)


def role(world: World, ident: int) -> Color:
    """Return the colour of what a body is."""
    if ident == world.player.id:
        return palette.PLAYER
    if ident in world.slugs or ident in world.blades or ident == world.line:
        return palette.LETHAL
    if ident in world.glitches:
        return palette.GLITCH
    if ident in world.sliders:
        return palette.SAFE
    return palette.GOAL if world.space.kind[ident] == Kind.SENSOR else palette.WALL
