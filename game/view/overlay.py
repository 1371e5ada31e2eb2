"""What did the collision code see?

A table of layers, each drawn from the reports of the last steps and from nothing else: a step is
over too soon to be seen alone, so what was swept stays for a few, and contacts stay longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..collision import Kind, Space, Step
from ..collision.batch import Floats
from ..collision.grid import Ints
from ..collision.step import Paths, Table, joined
from ..simulation.world import World
from . import palette
from .canvas import MANY, Canvas
from .palette import Color, mixed
from .shapes import boxes_at, outline, swept_hulls

SWEPT_STEPS = 3
CONTACT_STEPS = 90
"""So many steps stay to be seen: of all bodies, and of contacts and the player's dash."""
NOTHING = Space().step(0.0)
"""A step without rows: what was seen before the first."""
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
    living = np.flatnonzero(world.space.kind != Kind.DEAD)
    colors = roles(world, living)
    boxes = boxes_at(centers[living], world.space.half_extents[living])
    canvas.boxes(boxes, colors, fill=0, width=0.4)
    if len(living) <= MANY:
        for center, color in zip(centers[living].tolist(), colors):
            canvas.dot(center, color, 0.7)
    for blade in world.blades.values():
        canvas.hull(outline(blade.bar(time)), palette.LETHAL, fill=0, width=0.4)


def draw_velocities(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """How far each body goes in a tick."""
    moving = np.flatnonzero(world.space.velocity.any(axis=1))
    start, way = centers[moving], world.space.velocity[moving] * VELOCITY_SECONDS
    canvas.arrows(start, start + way, roles(world, moving), 0.5)


def draw_swept_volumes(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """Everything that each body passed in a step: hexagons, true to the px; of many their
    outlines."""
    paths, fresh = swept(world, recent)
    hulls = swept_hulls(paths.start, paths.end, world.space.half_extents[paths.mover])
    if len(hulls) <= MANY:
        canvas.hulls(hulls, palette.SWEEP, fill=0.2 * fresh)
    canvas.hulls(hulls[fresh > 0.5], palette.SWEEP, fill=0, width=0.4)


def draw_swept_bounds(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """The boxes around the swept volumes: what the broad phase asks for."""
    paths, fresh = swept(world, recent)
    half = world.space.half_extents[paths.mover]
    low, high = np.minimum(paths.start, paths.end), np.maximum(paths.start, paths.end)
    colors = [mixed(palette.BACKGROUND, palette.SWEEP, 0.7 * part) for part in fresh.tolist()]
    bounds = np.stack((low - half, high + half), axis=1)
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=len(bounds) <= MANY)


def swept(world: World, recent: Sequence[Step]) -> tuple[Paths, Floats]:
    """Return the pieces that stay to be seen, and how fresh each is."""
    ways = [step.paths for step in (NOTHING, *recent)]
    paths, age = kept(ways, world.player.id, SWEPT_STEPS)
    return paths, 1 - age / CONTACT_STEPS


def kept(tables: Sequence[Table], player: int, steps: int) -> tuple[Table, Ints]:
    """Return the rows that stay to be seen, and how many steps old each is: all of the newest
    steps, so many, and the player's of the others."""
    shown, ages = [], []
    for age, table in enumerate(reversed(tables[-CONTACT_STEPS:])):
        if age >= steps:
            own = (table.mover == player).nonzero()[0]
            if not len(own):
                continue
            table = table._make([column[own] for column in table])
        shown.append(table)
        ages.append(age)
    return joined(shown, axis=0), np.repeat(ages, [len(table.mover) for table in shown])


def draw_contacts(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """Where movers were when they touched, u0, and the normal."""
    player, told = world.player.id, [step.contacts for step in (NOTHING, *recent)]
    contacts, _ = kept(told, player, 2 * SWEPT_STEPS)
    boxes = boxes_at(contacts.position, world.space.half_extents[contacts.mover])
    tips = contacts.position + 14 * contacts.normal
    canvas.boxes(boxes, palette.WALL, fill=0.12, width=0.5)
    canvas.arrows(contacts.position, tips, palette.WALL, 0.7)
    own = contacts.mover == player
    for u, (x, y) in zip(contacts.u[own].tolist(), tips[own].tolist()):
        canvas.text(f"u {u:.2f}", (x + 3, y + 3), palette.WALL, 7)


def draw_cells(
    canvas: Canvas, world: World, centers: Floats, time: float, recent: Sequence[Step]
) -> None:
    """The cells in which solids near the player's last way were looked for, and what was there."""
    space, me = world.space, world.player.id
    half, ways = space.half_extents, [step.paths for step in recent[-CONTACT_STEPS:]]
    last = [way.only(way.mover == me) for way in ways if me in way.mover][-1:]
    pieces = [ends for way in last for ends in zip(way.start, way.end)]
    for start, end in pieces or [(centers[me], centers[me])]:
        low, high = np.minimum(start, end) - half[me], np.maximum(start, end) + half[me]
        color = mixed(palette.GLITCH, palette.BACKGROUND, 0.4)
        canvas.boxes(space.grid.cells(low, high), color, fill=0, width=0.3)
        near = space.query((low + high) / 2, (high - low) / 2)
        near = near[(space.kind[near] == Kind.WALL) | (space.kind[near] == Kind.OBSTACLE)]
        canvas.boxes(boxes_at(centers[near], half[near]), palette.GLITCH, fill=0.3, width=0.6)


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


def roles(world: World, ids: Ints) -> list[Color]:
    """Return the colours of what bodies are."""
    colors: dict[int | None, Color] = {
        **dict.fromkeys(world.sliders, palette.SAFE),
        **dict.fromkeys(world.glitches, palette.GLITCH),
        **dict.fromkeys((*world.slugs, *world.blades), palette.LETHAL),
        world.line: palette.LETHAL,
        world.player.id: palette.PLAYER,
    }
    others = (world.space.kind[ids] == Kind.SENSOR).tolist()
    rest = palette.WALL, palette.GOAL
    return [colors.get(ident, rest[other]) for ident, other in zip(ids.tolist(), others)]
