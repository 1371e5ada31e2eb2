"""What did the collision code see?

A table of layers, each drawn from the reports of the last steps and from nothing else: a step is
over too soon to be seen alone, so what was swept stays for a few, and contacts stay longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..collision import Kind, Space, Step
from ..collision.batch import Floats, Ints
from ..collision.tables import Paths, Table, joined
from ..simulation.world import World
from . import palette
from .canvas import MANY, Canvas
from .palette import Color, mixed
from .shapes import boxes_at, outline, swept_hulls

SWEPT_STEPS, FRESH_STEPS, CONTACT_STEPS = 3, 6, 90
"""So many steps stay to be seen: what all bodies swept, all contacts, and all of the player's."""
NOTHING = Space().step(0.0)
"""A step without rows: what was seen before the first."""
VELOCITY_SECONDS = 1 / 120
"""An arrow shows how far a body goes in so many seconds."""


class Seen(NamedTuple):
    """What is looked at: bodies lie at these centres, and blades as they do at this world time."""

    world: World
    centers: Floats
    time: float
    recent: Sequence[Step]
    """The newest last."""


class Layer(NamedTuple):
    """Something to see, under a name and a digit key."""

    name: str
    draw: Callable[[Canvas, Seen], None]


def draw_boxes(canvas: Canvas, seen: Seen) -> None:
    """The boxes as the collision code has them, by kind, and turned ones within theirs."""
    space = seen.world.space
    living = np.flatnonzero(space.kind != Kind.DEAD)
    colors, centers = roles(seen.world, living), seen.centers[living]
    canvas.boxes(boxes_at(centers, space.half_extents[living]), colors, fill=0, width=0.4)
    if len(living) <= MANY:
        for center, color in zip(centers.tolist(), colors):
            canvas.dot(center, color, 0.7)
    for blade in seen.world.blades.values():
        canvas.hull(outline(blade.bar(seen.time)), palette.LETHAL, fill=0, width=0.4)


def draw_velocities(canvas: Canvas, seen: Seen) -> None:
    """How far each body goes in a tick."""
    velocity = seen.world.space.velocity
    moving = np.flatnonzero(velocity.any(axis=1))
    start, way = seen.centers[moving], velocity[moving] * VELOCITY_SECONDS
    canvas.arrows(start, start + way, roles(seen.world, moving), 0.5)


def draw_swept_volumes(canvas: Canvas, seen: Seen) -> None:
    """Everything that each body passed in a step: hexagons, true to the px; of many their
    outlines."""
    paths, half, fresh = swept(seen)
    hulls = swept_hulls(paths.start, paths.end, half)
    if len(hulls) <= MANY:
        canvas.hulls(hulls, palette.SWEEP, fill=0.2 * fresh)
    canvas.hulls(hulls[fresh > 0.5], palette.SWEEP, fill=0, width=0.4)


def draw_swept_bounds(canvas: Canvas, seen: Seen) -> None:
    """The boxes around the swept volumes: what the broad phase asks for."""
    paths, half, fresh = swept(seen)
    low, high = np.minimum(paths.start, paths.end), np.maximum(paths.start, paths.end)
    colors = [mixed(palette.BACKGROUND, palette.SWEEP, 0.7 * part) for part in fresh.tolist()]
    bounds = np.stack((low - half, high + half), axis=1)
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=len(bounds) <= MANY)


def swept(seen: Seen) -> tuple[Paths, Floats, Floats]:
    """Return the pieces that stay to be seen, half of who went there, and how fresh each is."""
    paths, age = kept(seen, "paths", SWEPT_STEPS)
    return paths, seen.world.space.half_extents[paths.mover], 1 - age / CONTACT_STEPS


def kept(seen: Seen, what: str, steps: int) -> tuple[Table, Ints]:
    """Return rows of the newest so many steps, and of all steps the player's; and how many steps
    old each is, the newest first."""
    tables = [getattr(step, what) for step in (*reversed(seen.recent), NOTHING)]
    age = np.repeat(np.arange(len(tables)), [len(table.mover) for table in tables])
    rows = joined(tables, axis=0)
    shown = (age < steps) | (rows.mover == seen.world.player.id)
    return rows._make(column[shown] for column in rows), age[shown]


def draw_contacts(canvas: Canvas, seen: Seen) -> None:
    """Where movers were when they touched, u0, and the normal."""
    contacts, _ = kept(seen, "contacts", FRESH_STEPS)
    at, tips = contacts.position, contacts.position + 14 * contacts.normal
    boxes = boxes_at(at, seen.world.space.half_extents[contacts.mover])
    canvas.boxes(boxes, palette.WALL, fill=0.12, width=0.5)
    canvas.arrows(at, tips, palette.WALL, 0.7)
    own = contacts.mover == seen.world.player.id
    for u, (x, y) in zip(contacts.u[own].tolist(), tips[own].tolist()):
        canvas.text(f"u {u:.2f}", (x + 3, y + 3), palette.WALL, 7)


def draw_cells(canvas: Canvas, seen: Seen) -> None:
    """The cells in which solids near the player's last way were looked for, and what was there."""
    space, me, centers = seen.world.space, seen.world.player.id, seen.centers
    half, (ways, age) = space.half_extents, kept(seen, "paths", 0)
    last = ways.only(age == age[:1])
    for start, end in [*zip(last.start, last.end)] or [(centers[me], centers[me])]:
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


def draw_overlay(canvas: Canvas, seen: Seen, chosen: frozenset[int]) -> None:
    """Draw the chosen layers, by their places in the table."""
    for index in sorted(chosen):
        LAYERS[index].draw(canvas, seen)


def roles(world: World, ids: Ints) -> list[Color]:
    """Return the colours of what bodies are."""
    colors: dict[int | None, Color] = {**dict.fromkeys(world.sliders, palette.SAFE)}
    colors |= dict.fromkeys(world.glitches, palette.GLITCH)
    colors |= dict.fromkeys((*world.slugs, *world.blades, world.line), palette.LETHAL)
    colors[world.player.id] = palette.PLAYER
    rest, sensors = (palette.WALL, palette.GOAL), world.space.kind[ids] == Kind.SENSOR
    return [colors.get(id, rest[k]) for id, k in zip(ids.tolist(), sensors.tolist())]
