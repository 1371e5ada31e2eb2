"""What did the collision code see?

A table of layers, each drawn from the reports of the last steps and from where bodies are, and from
nothing else: a step is over too soon to be seen alone, so what was swept stays for a few, and
contacts stay longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..collision import AABB, OBB, Kind, Space, polygon
from ..collision.aabb import Vector
from ..collision.batch import Floats, Ints, sweep_batch
from ..collision.tables import Contacts, Paths, Table, Touches, joined
from ..simulation.player import HURT_HALF
from ..simulation.world import NOBODY_ON, Onward, World
from . import palette
from .canvas import MANY, Canvas
from .palette import Color, mixed
from .shapes import boxes_at, outline, swept_hulls

SWEPT_STEPS, FRESH_STEPS, CONTACT_STEPS = 3, 6, 90
"""So many steps stay to be seen: what all bodies swept, all contacts, and all of the player's."""
VELOCITY_SECONDS = 1 / 120
"""An arrow shows how far a body goes in so many seconds."""
LABEL = 10.0
"""px: the height of words."""
LANE = 4.0
"""px: from one shadow to the other."""
NEAR = 40.0
"""px: so near to the player's way, or to the player, things are near."""
DIGITS = "1234567890"
"""The layers' keys, in their order."""


class Past(NamedTuple):
    """A step, and where its contacts would have led. In every table the mover comes first."""

    contacts: Contacts
    touches: Touches
    paths: Paths
    onward: Onward

    def of(self, mover: int) -> Past:
        """Return a mover's rows."""
        tables: Iterable[Table] = self
        return Past._make(t._make([c[t[0] == mover] for c in t]) for t in tables)


NOTHING = Past(*Space().step(0.0), NOBODY_ON)
"""A step without rows: what was seen before the first."""


class Seen(NamedTuple):
    """What is looked at: bodies lie at these centres, and blades as they do at this world time."""

    world: World
    centers: Floats
    time: float
    recent: Sequence[Past]
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
    age = np.repeat(np.arange(len(tables)), [len(table[0]) for table in tables])
    rows = joined(tables, axis=0)
    shown = (age < steps) | (rows[0] == seen.world.player.id)
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
        canvas.text(f"u {u:.2f}", (x + 3, y + 3), palette.WALL, LABEL)


def draw_cells(canvas: Canvas, seen: Seen) -> None:
    """The cells in which solids near the player's last way were looked for, and what was there."""
    space, half = seen.world.space, seen.world.space.half_extents[seen.world.player.id]
    for start, end in last_way(seen):
        low, high = np.minimum(start, end) - half, np.maximum(start, end) + half
        color = mixed(palette.GLITCH, palette.BACKGROUND, 0.4)
        canvas.boxes(space.grid.cells(low, high), color, fill=0, width=0.3)
        canvas.boxes(solids(seen, low, high), palette.GLITCH, fill=0.3, width=0.6)


def last_way(seen: Seen) -> Floats:
    """Return the player's last way, piece by piece, (n, 2, 2); without one, the place."""
    ways, age = kept(seen, "paths", 0)
    last = ways.only(age == age[:1])
    place = seen.centers[seen.world.player.id]
    return np.stack((last.start, last.end), axis=1) if len(age) else np.array([[place, place]])


def solids(seen: Seen, low: Floats, high: Floats) -> Floats:
    """Return the boxes of the solids between two corners."""
    space = seen.world.space
    near = space.query((low + high) / 2, (high - low) / 2)
    near = near[(space.kind[near] == Kind.WALL) | (space.kind[near] == Kind.OBSTACLE)]
    return boxes_at(seen.centers[near], space.half_extents[near])


def draw_partings(canvas: Canvas, seen: Seen) -> None:
    """Where movers were when they left what they touched, u1, and where they would have left what
    stopped them; who would have ended the step inside left nothing."""
    contacts, _ = kept(seen, "contacts", FRESH_STEPS)
    onward, _ = kept(seen, "onward", FRESH_STEPS)
    begin, way = contacts.position, onward.end - contacts.position
    there, point = onward.solid - onward.drift, np.zeros(2)
    met = sweep_batch(begin, onward.reach, way, there, point, onward.drift)
    out = met.hit & (met.u1 < 1)
    part, left = met.u1[out], 1 - contacts.u[out]
    rows = contacts.mover[out], contacts.u[out] + left * part, begin[out] + way[out] * part[:, None]
    for mover, u, place in (rows, left_sensors(seen)):
        boxes = boxes_at(place, seen.world.space.half_extents[mover])
        canvas.boxes(boxes, palette.SAFE, fill=0.08, width=0.5, dashed=True)
        own = mover == seen.world.player.id
        for time, (x, y) in zip(u[own].tolist(), boxes[own, 1].tolist()):
            canvas.text(f"u1 {time:.2f}", (x + 2, y + 1), palette.SAFE, LABEL)


def left_sensors(seen: Seen) -> tuple[Ints, Floats, Floats]:
    """Return who left what it touched, when, and where it was then."""
    touches, since = kept(seen, "touches", FRESH_STEPS)
    paths, age = kept(seen, "paths", FRESH_STEPS)
    count = len(seen.centers)
    last = 2.0 * (since * count + touches.a) + touches.u1
    piece = np.searchsorted(2.0 * (age * count + paths.mover) + paths.u_end, last)
    row = np.flatnonzero((touches.u1 < 1) & (piece < len(age)))
    row = row[(age[piece[row]] == since[row]) & (paths.mover[piece[row]] == touches.a[row])]
    u = touches.u1[row]
    return touches.a[row], u, paths.only(piece[row]).place(u)


def draw_minkowski(canvas: Canvas, seen: Seen) -> None:
    """The player as a point, and its last way; solids near it grown by as much as it shrank."""
    me, way = seen.world.player.id, last_way(seen)
    half, color = seen.world.space.half_extents[me], mixed(palette.SWEEP, palette.BACKGROUND, 0.3)
    low, high = way.min(axis=(0, 1)) - half - NEAR, way.max(axis=(0, 1)) + half + NEAR
    grown = solids(seen, low, high) + np.array((-half, half))
    canvas.boxes(grown, color, fill=0.1, width=0.5)
    canvas.bars(way[:, 0], way[:, 1], palette.PLAYER, 0.7)
    canvas.dot(seen.centers[me].tolist(), palette.BACKGROUND, 2.4)
    canvas.dot(seen.centers[me].tolist(), palette.PLAYER, 1.6)


def draw_axes(canvas: Canvas, seen: Seen) -> None:
    """For blades near the player the axes across their sides and the player's: two shadows on each.
    The gaps are marked; if there is none, the least overlap."""
    at = seen.centers[seen.world.player.id]
    box = AABB(at, HURT_HALF)
    for blade in seen.world.blades.values():
        if np.hypot(*(at - blade.center)) > blade.reach + NEAR:
            continue
        bar = blade.bar(seen.time)
        rows = [(axis, abs(d) - s) for axis, d, _, s in polygon.shadows(box, bar, (0.0, 0.0))]
        widest = max(gap for _, gap in rows)
        for axis, gap in rows:
            marked = palette.GOAL if gap > 0 else palette.LETHAL if gap == widest else None
            draw_axis(canvas, (box, bar), axis, blade.reach + NEAR / 4, marked)


def draw_axis(
    canvas: Canvas, pair: tuple[AABB, OBB], axis: Vector, beside: float, marked: Color | None
) -> None:
    """An axis so far beside the second of a pair, away from the first: two lanes with a shadow in
    each, and, if that is marked, what lies between their ends."""
    middle, across = pair[1].center, polygon.across(axis)
    side = -1 if polygon.dot(polygon.sub(pair[0].center, middle), across) > 0 else 1

    def place(along: float, lane: float) -> tuple[float, float]:
        t, s = along - polygon.dot(middle, axis), side * (beside + lane)
        return middle[0] + t * axis[0] + s * across[0], middle[1] + t * axis[1] + s * across[1]

    shades = []
    for shape in pair:
        at, corners, _ = polygon.outline("shape", shape)
        shades.append([end + polygon.dot(at, axis) for end in polygon.project(corners, axis)])
    lows, highs = zip(*shades)
    canvas.bar(place(min(lows), LANE / 2), place(max(highs), LANE / 2), palette.QUIET, 0.3)
    if marked:
        inner = max(lows), min(highs)
        ring = [place(end, lane) for end, lane in zip(inner * 2, (-2, -2, LANE + 2, LANE + 2))]
        canvas.hull([*ring[:2], ring[3], ring[2]], marked, fill=0.45)
    for k, color in enumerate((palette.PLAYER, palette.LETHAL)):
        low, high = shades[k]
        canvas.bar(place(low, k * LANE), place(high, k * LANE), color, 1.2)


def draw_missed(canvas: Canvas, seen: Seen) -> None:
    """Who would have got through, if bodies were looked at only where the step ends: there, and a
    dashed way through."""
    contacts, _ = kept(seen, "contacts", FRESH_STEPS)
    onward, _ = kept(seen, "onward", FRESH_STEPS)
    through = onward.missed()
    mover, end = onward.mover[through], onward.end[through]
    colors = [mixed(color, palette.BACKGROUND, 0.3) for color in roles(seen.world, mover)]
    boxes = boxes_at(end, seen.world.space.half_extents[mover])
    canvas.boxes(boxes, colors, fill=0, width=0.5)
    canvas.bars(contacts.position[through], end, colors, 0.5, dashed=True)


LAYERS = (
    Layer("boxes", draw_boxes),
    Layer("velocities", draw_velocities),
    Layer("swept volumes", draw_swept_volumes),
    Layer("swept bounds", draw_swept_bounds),
    Layer("contacts at u0", draw_contacts),
    Layer("grid cells", draw_cells),
    Layer("ghosts at u1", draw_partings),
    Layer("Minkowski", draw_minkowski),
    Layer("polygon axes", draw_axes),
    Layer("missed by discrete", draw_missed),
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
