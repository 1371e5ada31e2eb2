"""What did the collision code see?

A table of layers, each drawn from the reports of the last steps and from where bodies are, and from
nothing else: a step is over too soon to be seen alone, so what was swept stays for a few, and
contacts stay longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import numpy as np

from ..collision import OBB, Kind, Space, polygon
from ..collision.aabb import Vector
from ..collision.batch import Floats, Ints, last_in_first_out
from ..collision.tables import Contacts, Paths, Touches, concatenate
from ..simulation.missed import NO_PATHS, PredictedPaths
from ..simulation.player import HURT_HALF
from ..simulation.world import World
from . import palette
from .canvas import MANY_BODIES, MANY_LINES, Canvas
from .palette import Color, mix
from .shapes import boxes_around, outline, swept_hulls
from .text import LETTER_RATIO

SWEPT_STEPS, FRESH_STEPS, CONTACT_STEPS = 3, 6, 90
"""So many steps stay to be seen: what all bodies swept, all contacts, and all of the player's."""
VELOCITY_SECONDS = 1 / 120
"""An arrow shows how far a body goes in so many seconds."""
LABEL_SIZE, LABEL_HEIGHT = 10.0, 13.0
"""px: the size of a label's letters, and the height of its line."""
LANE = 4.0
"""px: from one shadow to the other."""
NEARBY = 40.0
"""px: so near to the player's way, or to the player, things are near."""
LAYER_KEYS = "1234567890"
"""The layers' keys, in their order."""


Table = Any
"""One of the tables of RecordedStep."""


class RecordedStep(NamedTuple):
    """A step, and where its contacts would have led. In every table the mover comes first."""

    contacts: Contacts
    touches: Touches
    paths: Paths
    predicted: PredictedPaths

    def of(self, mover: int) -> RecordedStep:
        """Return a mover's rows."""
        tables: Iterable[Table] = self
        return RecordedStep._make(t._make([c[t[0] == mover] for c in t]) for t in tables)


NO_STEP = RecordedStep(*Space().step(0.0), NO_PATHS)
"""A step without rows: what was seen before the first."""


@dataclass(frozen=True)
class OverlayData:
    """What is looked at: bodies lie at these centres, and blades as they do at this world time."""

    world: World
    centers: Floats
    time: float
    recent: Sequence[RecordedStep]
    """The newest last; of those not fresh any more the player's rows."""
    tables: dict[str, tuple[Table, Ints]] = field(default_factory=dict)
    """What kept has joined already."""


class Ghosts(NamedTuple):
    """Movers so many steps ago, at times of the step, and on which side that may be written."""

    mover: Ints
    age: Ints
    u: Floats
    place: Floats
    away: Floats
    """(n, 2), unit vectors."""


class Layer(NamedTuple):
    """Something to see, under a name and a digit key."""

    name: str
    draw: Callable[[Canvas, OverlayData], None]


def draw_boxes(canvas: Canvas, seen: OverlayData) -> None:
    """The boxes as the collision code has them, by kind, and turned ones within theirs."""
    space = seen.world.space
    living = np.flatnonzero(space.kind != Kind.DEAD)
    colors, centers = body_colors(seen.world, living), seen.centers[living]
    canvas.boxes(boxes_around(centers, space.half_extents[living]), colors, fill=0, width=0.4)
    if len(living) <= MANY_BODIES:
        for center, color in zip(centers.tolist(), colors):
            canvas.dot(center, color, 0.7)
    for blade in seen.world.blades.values():
        canvas.hull(outline(blade.bar(seen.time)), palette.LETHAL, fill=0, width=0.4)


def draw_velocities(canvas: Canvas, seen: OverlayData) -> None:
    """How far each body goes in a tick."""
    velocity = seen.world.space.velocity
    moving = np.flatnonzero(velocity.any(axis=1))
    start, way = seen.centers[moving], velocity[moving] * VELOCITY_SECONDS
    canvas.arrows(start, start + way, body_colors(seen.world, moving), 0.5)


def draw_swept_volumes(canvas: Canvas, seen: OverlayData) -> None:
    """Everything that each body passed in a step: hexagons, true to the px; of many their
    outlines."""
    paths, half, fresh = swept_pieces(seen)
    hulls = swept_hulls(paths.start, paths.end, half)
    if len(hulls) <= MANY_BODIES:
        canvas.hulls(hulls, palette.SWEPT, fill=0.2 * fresh)
    canvas.hulls(hulls[fresh > 0.5], palette.SWEPT, fill=0, width=0.4)


def draw_swept_bounds(canvas: Canvas, seen: OverlayData) -> None:
    """The boxes around the swept volumes: what the broad phase asks for."""
    paths, half, fresh = swept_pieces(seen)
    low, high = np.minimum(paths.start, paths.end), np.maximum(paths.start, paths.end)
    colors = [mix(palette.BACKGROUND, palette.SWEPT, 0.7 * part) for part in fresh.tolist()]
    bounds = np.stack((low - half, high + half), axis=1)
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=len(bounds) <= MANY_BODIES)


def swept_pieces(seen: OverlayData) -> tuple[Paths, Floats, Floats]:
    """Return the pieces that stay to be seen, half of who went there, and how fresh each is."""
    paths, age = recent_rows(seen, "paths", SWEPT_STEPS)
    return paths, seen.world.space.half_extents[paths.mover], 1 - age / CONTACT_STEPS


def recent_rows(seen: OverlayData, what: str, steps: int = FRESH_STEPS) -> tuple[Table, Ints]:
    """Return rows of the newest so many steps, and of all steps the player's; and how many steps
    old each is, the newest first."""
    if what not in seen.tables:
        tables = [*map(attrgetter(what), reversed(seen.recent)), getattr(NO_STEP, what)]
        sizes = [*map(len, map(itemgetter(0), tables))]
        rows = concatenate([*compress(tables, sizes)] or tables, axis=0)
        seen.tables[what] = rows, np.repeat(np.arange(len(tables)), sizes)
    rows, age = seen.tables[what]
    if steps == FRESH_STEPS:
        return rows, age
    shown = (age < steps) | (rows[0] == seen.world.player.id)
    return rows._make(column[shown] for column in rows), age[shown]


def draw_contacts(canvas: Canvas, seen: OverlayData) -> None:
    """Where movers were when they touched, u0, and the normal; of very many the newest."""
    c, age = recent_rows(seen, "contacts")
    if len(age) > MANY_LINES:
        c, age = recent_rows(seen, "contacts", 1)
    draw_ghosts(canvas, seen, Ghosts(c.mover, age, c.u, c.position, c.normal), "u", palette.WALL)
    canvas.arrows(c.position, c.position + 14 * c.normal, palette.WALL, 0.7)


def draw_ghosts(
    canvas: Canvas, seen: OverlayData, ghosts: Ghosts, name: str, color: Color, dashed: bool = False
) -> None:
    """Movers as they were, and the times of the player's newest."""
    mover, age, times, place, away = ghosts
    boxes = boxes_around(place, seen.world.space.half_extents[mover])
    canvas.boxes(boxes, color, 0.0 if dashed else 0.1, 0.5, dashed)
    own, right = mover == seen.world.player.id, seen.world.room.width - LABEL_SIZE
    own &= age == age[own].min(initial=CONTACT_STEPS)
    for u, at, (x, y) in zip(times[own].tolist(), (place + 17 * away)[own].tolist(), away[own]):
        words = f"{name} {u:.2f}"
        wide = LABEL_SIZE * LETTER_RATIO * len(words)
        left = min(max(at[0] - wide * (1 - x) / 2, LABEL_SIZE), right - wide)
        top = at[1] - LABEL_HEIGHT * (y <= 0)
        plate = (left - 1, top), (left + wide + 1, top + LABEL_HEIGHT)
        canvas.box(*plate, palette.BACKGROUND, fill=0.6)
        canvas.text(words, plate[0], color, LABEL_SIZE)


def draw_cells(canvas: Canvas, seen: OverlayData) -> None:
    """The cells in which solids near the player's last way were looked for, and what was there."""
    space, half = seen.world.space, seen.world.space.half_extents[seen.world.player.id]
    for start, end in last_path(seen):
        low, high = np.minimum(start, end) - half, np.maximum(start, end) + half
        color = mix(palette.GLITCH, palette.BACKGROUND, 0.4)
        canvas.boxes(space.grid.cells(low, high), color, fill=0, width=0.3)
        canvas.boxes(solids_between(seen, low, high), palette.GLITCH, fill=0.3, width=0.6)


def last_path(seen: OverlayData) -> Floats:
    """Return the player's last way, piece by piece, (n, 2, 2); without one, the place."""
    ways, age = recent_rows(seen, "paths", 0)
    last = ways.only(age == age[:1])
    place = seen.centers[seen.world.player.id]
    return np.stack((last.start, last.end), axis=1) if len(age) else np.array([[place, place]])


def solids_between(seen: OverlayData, low: Floats, high: Floats) -> Floats:
    """Return the boxes of the solids between two corners."""
    ids = seen.world.space.ids(Kind.WALL, Kind.OBSTACLE)
    boxes = boxes_around(seen.centers[ids], seen.world.space.half_extents[ids])
    return boxes[((boxes[:, 0] <= high) & (boxes[:, 1] >= low)).all(axis=1)]


def draw_separations(canvas: Canvas, seen: OverlayData) -> None:
    """Where movers were when they left what they touched, u1, and where they would have left what
    stopped them; who would have ended the step inside left nothing."""
    (c, age), (predicted, _) = (recent_rows(seen, what) for what in ("contacts", "predicted"))
    way, there = predicted.end - c.position, predicted.solid - predicted.drift
    with np.errstate(divide="ignore", invalid="ignore"):
        met = last_in_first_out(there - c.position, predicted.drift - way, predicted.reach)
    out = met.hit & (met.u1 < 1)
    part = met.u1[out]
    times, places = c.u[out] + (1 - c.u[out]) * part, c.position[out] + way[out] * part[:, None]
    ghosts = Ghosts(c.mover[out], age[out], times, places, -c.normal[out])
    ghosts = Ghosts._make(map(np.concatenate, zip(ghosts, sensor_separations(seen))))
    draw_ghosts(canvas, seen, ghosts, "u1", palette.SAFE, dashed=True)


def sensor_separations(seen: OverlayData) -> Ghosts:
    """Return movers where they left what they touched."""
    touches, since = recent_rows(seen, "touches")
    paths, age = recent_rows(seen, "paths")
    count = len(seen.centers)
    last = 2.0 * (since * count + touches.a) + touches.u1
    piece = np.searchsorted(2.0 * (age * count + paths.mover) + paths.u_end, last)
    row = np.flatnonzero((touches.u1 < 1) & (piece < len(age)))
    row = row[(age[piece[row]] == since[row]) & (paths.mover[piece[row]] == touches.a[row])]
    u, below = touches.u1[row], np.full((len(row), 2), (0.0, 1.0))
    return Ghosts(touches.a[row], since[row], u, paths.only(piece[row]).place(u), below)


def draw_minkowski(canvas: Canvas, seen: OverlayData) -> None:
    """The player as a point, and its last way; solids near it grown by as much as it shrank."""
    me, way = seen.world.player.id, last_path(seen)
    half, color = seen.world.space.half_extents[me], mix(palette.SWEPT, palette.BACKGROUND, 0.3)
    low, high = way.min(axis=(0, 1)) - half - NEARBY, way.max(axis=(0, 1)) + half + NEARBY
    grown = solids_between(seen, low, high) + np.array((-half, half))
    canvas.boxes(grown, color, fill=0, width=0.6)
    canvas.bars(way[:, 0], way[:, 1], palette.WALL, 0.7)
    canvas.dot(seen.centers[me].tolist(), palette.BACKGROUND, 2.4)
    canvas.dot(seen.centers[me].tolist(), palette.PLAYER, 1.6)


def draw_axes(canvas: Canvas, seen: OverlayData) -> None:
    """For blades near the player the axes across their sides and the player's, with both shadows.
    The gaps between these are marked; if there is none, the least overlap."""
    at = seen.centers[seen.world.player.id]
    box = OBB(at, HURT_HALF, 0.0)
    for blade in seen.world.blades.values():
        if np.hypot(*(at - blade.center)) > blade.reach + NEARBY:
            continue
        bar = blade.bar(seen.time)
        gaps = {axis: abs(d) - s for axis, d, _, s in polygon.shadows(box, bar, (0.0, 0.0))}
        for axis, gap in gaps.items():
            least = palette.LETHAL if gap == max(gaps.values()) else None
            draw_axis_shadows(canvas, box, bar, axis, palette.GOAL if gap > 0 else least)


def draw_axis_shadows(canvas: Canvas, box: OBB, bar: OBB, axis: Vector, mark: Color | None) -> None:
    """An axis beside a bar, away from a box, with the shadow of either in a lane of its own; and
    what lies between their ends, if that is to be marked."""
    x, y = polygon.perpendicular(axis)
    if polygon.dot(polygon.sub(bar.center, box.center), (x, y)) < 0:
        x, y = -x, -y
    foot = polygon.project(bar.corners(), (x, y))[1] + 3 * LANE

    def place(part: float, lane: float) -> tuple[float, float]:
        return part * axis[0] + (foot + lane) * x, part * axis[1] + (foot + lane) * y

    (a, b), (c, d) = (polygon.project(shape.corners(), axis) for shape in (box, bar))
    canvas.bar(place(min(a, c), LANE / 2), place(max(b, d), LANE / 2), palette.QUIET, 0.3)
    if mark:
        e, f, low, high = max(a, c), min(b, d), -LANE / 2, 1.5 * LANE
        canvas.hull([place(e, low), place(f, low), place(f, high), place(e, high)], mark, 0.5)
    canvas.bar(place(a, 0), place(b, 0), palette.PLAYER, 1.5)
    canvas.bar(place(c, LANE), place(d, LANE), palette.LETHAL, 1.5)


def draw_missed(canvas: Canvas, seen: OverlayData) -> None:
    """Who would have got through, if bodies were looked at only where the step ends: there, and a
    dashed way through."""
    (contacts, _), (predicted, _) = (recent_rows(seen, w) for w in ("contacts", "predicted"))
    through = predicted.missed()
    mover, end = predicted.mover[through], predicted.end[through]
    colors = [mix(color, palette.BACKGROUND, 0.3) for color in body_colors(seen.world, mover)]
    boxes = boxes_around(end, seen.world.space.half_extents[mover])
    canvas.boxes(boxes, colors, fill=0, width=0.5)
    canvas.bars(contacts.position[through], end, colors, 0.5, dashed=True)


LAYERS = (
    Layer("boxes", draw_boxes),
    Layer("velocities", draw_velocities),
    Layer("swept volumes", draw_swept_volumes),
    Layer("swept bounds", draw_swept_bounds),
    Layer("contacts at u0", draw_contacts),
    Layer("grid", draw_cells),
    Layer("ghosts at u1", draw_separations),
    Layer("Minkowski", draw_minkowski),
    Layer("polygon axes", draw_axes),
    Layer("discrete misses", draw_missed),
)
FIRST_CHOSEN = frozenset((0, 2, 4))
"""Boxes, swept volumes, contacts."""
MODES = {"off": frozenset[int](), "boxes": frozenset((0, 1)), "all": frozenset(range(len(LAYERS)))}
"""What the command line calls the choices."""


def draw_overlay(canvas: Canvas, seen: OverlayData, chosen: frozenset[int]) -> None:
    """Draw the chosen layers, by their places in the table."""
    for index in sorted(chosen):
        LAYERS[index].draw(canvas, seen)


def body_colors(world: World, ids: Ints) -> list[Color]:
    """Return the colours of what bodies are."""
    colors: dict[int | None, Color] = {**dict.fromkeys(world.sliders, palette.SAFE)}
    colors |= dict.fromkeys(world.glitches, palette.GLITCH)
    colors |= dict.fromkeys((*world.slugs, *world.blades, world.line), palette.LETHAL)
    colors[world.player.id] = palette.PLAYER
    rest, sensors = (palette.WALL, palette.GOAL), world.space.kind[ids] == Kind.SENSOR
    return [colors.get(id, rest[k]) for id, k in zip(ids.tolist(), sensors.tolist())]
