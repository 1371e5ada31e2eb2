"""What did the collision code see?

A table of layers. Each is drawn from the reports of the last steps and from the places
of bodies. A step is too short to be seen alone, so swept volumes stay for a few steps
and contacts longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist
from typing import Any, NamedTuple

import numpy as np

from ..collision import OBB, Kind, polygon
from ..collision.aabb import Vector
from ..collision.batch import Floats, Ints, last_in_first_out
from ..collision.tables import (
    NO_CONTACTS,
    NO_IDS,
    NO_PIECES,
    NO_TOUCHES,
    Paths,
    concatenate,
)
from ..simulation.missed import NO_PREDICTIONS
from ..simulation.player import HURT_HALF
from ..simulation.world import World
from . import palette
from .canvas import MANY_BODIES, MANY_LINES, Canvas
from .palette import Color, mix
from .screen import Place
from .shapes import boxes_around, pad_boxes, swept_outlines
from .text import LETTER_RATIO

SWEPT_STEPS, FRESH_STEPS, CONTACT_STEPS = 3, 6, 90
"""The number of steps for which is drawn: what all bodies swept, all contacts, and the
player's."""
VELOCITY_SECONDS = 1 / 120
"""An arrow is as long as the path of a body in this time."""
CENTER_HALF = 0.6
"""px: half the side of the dot in the centre of a box."""
LABEL_SIZE, LABEL_HEIGHT = 10.0, 13.0
"""px: the size of a label's letters, and the height of its line."""
LABEL_AWAY, LABEL_SPACE = (44.0, 23.0), (100.0, LABEL_HEIGHT)
"""px: how far beside a mover its label is, and how far apart labels of solids are."""
LANE = 4.0
"""px: the distance between two shadows on an axis."""
NEARBY = 40.0
"""px: the axes of blades this near to the player are drawn."""
LAYER_KEYS = "1234567890"
"""The keys of the layers, in the order of LAYERS."""


class RecentRows:
    """The rows of a table in the last steps of a run: all those of FRESH_STEPS, and the
    player's of CONTACT_STEPS; and the tick of each.

    Args:
        table: one of this kind, without rows; its first column is the mover.
        player: its id.
    """

    def __init__(self, table: Any, player: int) -> None:
        self.player, self.now = player, 0
        self.parts: list[tuple[Any, Ints]] = [(table, NO_IDS)]
        """The rows, and the tick of each; in parts, of which the newest is the last."""
        self.cache: dict[int, tuple[Any, Ints]] = {}

    def add(self, table: Any, tick: int) -> None:
        """Add the rows of a tick's step. Drop those that are too old, in some ticks
        only since that takes longer than to keep them; if there are very many, all but
        the new ones and the player's."""
        is_many = len(table[0]) * FRESH_STEPS > MANY_LINES
        if is_many or tick % (5 * FRESH_STEPS) == 0:
            rows, age = self.newest(0 if is_many else FRESH_STEPS)
            self.parts = [(rows, self.now - age)]
        self.now, self.cache = tick, {}
        if len(table[0]):
            self.parts.append((table, np.full(len(table[0]), tick)))

    def newest(self, steps: int = FRESH_STEPS) -> tuple[Any, Ints]:
        """Return the rows of so many newest steps, of CONTACT_STEPS the player's, and
        the age of each in steps, the newest first; for 0 the player's only."""
        if steps not in self.cache:
            tables, ticks = zip(*reversed(self.parts))
            rows, age = concatenate(tables), self.now - np.concatenate(ticks)
            self.parts = [(rows, self.now - age)]
            shown = age < np.where(rows[0] == self.player, CONTACT_STEPS, steps)
            self.cache[steps] = (
                rows._make(c.compress(shown, 0) for c in rows),
                age[shown],
            )
        return self.cache[steps]


class RecentSteps:
    """The rows of the last steps of a run, and where movers would have been without
    contacts.

    Args:
        player: its id.
    """

    def __init__(self, player: int) -> None:
        tables = NO_CONTACTS, NO_TOUCHES, NO_PIECES, NO_PREDICTIONS
        self.tables = [RecentRows(table, player) for table in tables]
        self.contacts, self.touches, self.paths, self.predicted = self.tables

    def add(self, world: World) -> None:
        """Add the rows of a world's last step, if there is one."""
        for rows, table in zip(
            self.tables, (*world.step, world.predicted) if world.step else ()
        ):
            rows.add(table, world.ticks)


class OverlayData(NamedTuple):
    """What layers draw: the world, the centres of its bodies, and the world time of its
    blades."""

    world: World
    centers: Floats
    time: float
    recent: RecentSteps
    reasons: Callable[[], Mapping[str, list[int]]] = dict
    """Returns the ids of the solids that the player did not hit on its last path, by
    the reason, the earliest test that rejects them first; and then of those that it
    hit."""


class Layer(NamedTuple):
    """A layer of the overlay, with its name."""

    name: str
    draw: Callable[[Canvas, OverlayData], None]


def draw_boxes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the boxes of the collision code, coloured by kind; draw_blade outlines
    blades."""
    space = data.world.space
    living = space.ids(Kind.WALL, Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    colors, centers = body_colors(data.world, living), data.centers[living]
    canvas.boxes(
        boxes_around(centers, space.half_extents[living]), colors, fill=0, width=0.4
    )
    if len(living) <= MANY_BODIES:
        canvas.boxes(pad_boxes(centers[:, None], CENTER_HALF), colors)


def draw_velocities(canvas: Canvas, data: OverlayData) -> None:
    """Draw the displacement of each body in a tick."""
    moving = np.flatnonzero(data.world.space.velocity.any(axis=1))
    start, move = (
        data.centers[moving],
        data.world.space.velocity[moving] * VELOCITY_SECONDS,
    )
    canvas.arrows(start, start + move, body_colors(data.world, moving), 0.5)


def draw_swept_volumes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the volume that each body swept in a step: exact hexagons, or boxes where
    the path lies along an axis; of many only the outlines."""
    paths, half, fresh = swept_pieces(data)
    move = paths.end - paths.start
    slanted = np.logical_and(move[:, 0], move[:, 1])
    boxes = boxes_around(paths.start + move / 2, half + np.abs(move) / 2)[~slanted]
    hulls = swept_outlines(paths.start, paths.end, half)[slanted]
    shapes = (
        (canvas.boxes, boxes, fresh[~slanted]),
        (canvas.hulls, hulls, fresh[slanted]),
    )
    for draw, ends, part in shapes if len(fresh) <= MANY_BODIES else ():
        draw(ends, palette.SWEPT, (0.2 * part).tolist())
    for draw, ends, part in shapes:
        draw(ends[: np.count_nonzero(part > 0.5)], palette.SWEPT, fill=0, width=0.4)


def draw_swept_bounds(canvas: Canvas, data: OverlayData) -> None:
    """Draw the boxes around the swept volumes, for which the broad phase searches the
    grid."""
    paths, half, fresh = swept_pieces(data)
    colors = [
        mix(palette.BACKGROUND, palette.SWEPT, 0.7 * part) for part in fresh.tolist()
    ]
    bounds = paths.bounds(half).transpose(2, 0, 1)
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=len(bounds) <= MANY_BODIES)


def swept_pieces(data: OverlayData) -> tuple[Paths, Floats, Floats]:
    """Return pieces of recent paths, the half extents of their movers, and how fresh
    each is."""
    paths, age = data.recent.paths.newest(SWEPT_STEPS)
    return paths, data.world.space.half_extents[paths.mover], 1 - age / CONTACT_STEPS


def draw_contacts(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they met a solid, at u0, and the normal."""
    c, age = data.recent.contacts.newest()
    draw_ghosts(canvas, data, "u0", c.mover, age, c.u, c.position, c.normal)
    canvas.arrows(c.position, c.position + 14 * c.normal, palette.WALL, 0.7)


def draw_ghosts(canvas: Canvas, data: OverlayData, name: str, *ghosts: Any) -> None:
    """Draw movers where they were at u0, or dashed at u1, and the times of the player's
    newest; ghosts are columns: mover, age in steps, time in the step, centre, direction
    of the label."""
    mover, age, times, place, away = ghosts
    boxes, is_last = (
        boxes_around(place, data.world.space.half_extents[mover]),
        name == "u1",
    )
    fill = 0.0 if is_last or len(boxes) > MANY_BODIES else 0.1
    canvas.boxes(boxes, palette.TIME_COLOR, fill, 0.5, dashed=is_last)
    own = (mover == data.world.player.id).nonzero()[0]
    newest = age[own] == min(age[own].tolist(), default=0)
    for k in own[newest].tolist():
        at = (place[k] + away[k] * LABEL_AWAY).tolist()
        draw_label(canvas, data, f"{name} {times[k]:.2f}", at, palette.TIME_COLOR)


def draw_label(
    canvas: Canvas, data: OverlayData, words: str, at: Place, color: Color
) -> None:
    """Write words between the head and the foot of the screen, at a place or as near as
    fits."""
    wide, high = LABEL_SIZE * LETTER_RATIO * len(words) / 2 + 1, LABEL_HEIGHT / 2
    ends, edge = (data.world.room.width, data.world.room.height), (wide, 5 * high)
    x, y = (min(max(p, low), end - low) for p, low, end in zip(at, edge, ends))
    canvas.box((x - wide, y - high), (x + wide, y + high), palette.BACKGROUND, fill=0.6)
    canvas.text(words, (x, y), color, LABEL_SIZE, (0.5, 0.5))


def draw_pairs(canvas: Canvas, data: OverlayData) -> None:
    """Draw the cells of the grid on the player's last path, and the solids in them; on
    the nearest of each kind, write whether it was hit, or why not."""
    half, path, taken = data.world.space.half_extents, last_path(data), list[Place]()
    reach, middle = half[data.world.player.id], path.sum(axis=(0, 1)) / (2 * len(path))
    for low, high in zip(path.min(axis=1) - reach, path.max(axis=1) + reach):
        canvas.boxes(
            data.world.space.walls.grid.cells(low, high), palette.QUIET, 0.0, 0.2
        )
    for reason, ids in data.reasons().items():
        colors = {"hit": palette.HIT_COLOR, "missed by the method": palette.LETHAL}
        color = colors.get(reason, palette.MISS_COLOR)
        boxes = boxes_around(data.centers[ids], half[ids])
        if reason != "other cells":
            canvas.boxes(boxes, color, fill=0, width=0.6)
        near = np.clip(middle, boxes[:, 0], boxes[:, 1])
        x, y = near[np.abs(near - middle).sum(axis=1).argmin()].tolist()
        while any(
            abs(x - a) < LABEL_SPACE[0] and abs(y - b) < LABEL_SPACE[1]
            for a, b in taken
        ):
            y -= LABEL_HEIGHT
        draw_label(canvas, data, reason, (x, y), color)
        taken.append((x, y))


def last_path(data: OverlayData) -> Floats:
    """Return the pieces of the player's last path, (n, 2, 2); without one, its place
    twice."""
    (paths, age), me = data.recent.paths.newest(0), data.world.player.id
    last = np.stack((paths.start, paths.end), axis=1)[age == age[:1]]
    return last if len(last) else data.centers[[[me, me]]]


def draw_separations(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they left a sensor, at u1, and where they would have left the
    solid that stopped them, unless the step would have ended inside it."""
    (c, age), (predicted, _) = (
        data.recent.contacts.newest(),
        data.recent.predicted.newest(),
    )
    rest, there = predicted.end - c.position, predicted.solid - predicted.drift
    with np.errstate(divide="ignore", invalid="ignore"):
        met = last_in_first_out(
            there - c.position, predicted.drift - rest, predicted.reach
        )
    out = met.hit & (met.u1 < 1)
    part = met.u1[out]
    times, places = (
        c.u[out] + (1 - c.u[out]) * part,
        c.position[out] + rest[out] * part[:, None],
    )
    ghosts = c.mover[out], age[out], times, places, -c.normal[out]
    draw_ghosts(
        canvas, data, "u1", *map(np.concatenate, zip(ghosts, sensor_separations(data)))
    )


def sensor_separations(data: OverlayData) -> tuple[Floats | Ints, ...]:
    """Return movers where they left the sensors that they touched, as draw_ghosts takes
    them."""
    (touches, since), (paths, age) = (
        data.recent.touches.newest(),
        data.recent.paths.newest(),
    )
    count = len(data.centers)
    keys, wanted = age * count + paths.mover, since * count + touches.a
    piece = np.searchsorted(2.0 * keys + paths.u_end, 2.0 * wanted + touches.u1)
    row = np.flatnonzero((touches.u1 < 1) & (np.append(keys, -1)[piece] == wanted))
    u, below = touches.u1[row], np.full((len(row), 2), (0.0, 1.0))
    return touches.a[row], since[row], u, paths.only(piece[row]).place(u), below


def draw_minkowski(canvas: Canvas, data: OverlayData) -> None:
    """Draw the player as a point, its last path, and the solids grown by its half
    extents."""
    me, path = data.world.player.id, last_path(data)
    half, color = (
        data.world.space.half_extents[me],
        mix(palette.SWEPT, palette.BACKGROUND, 0.3),
    )
    ids = data.world.space.ids(Kind.WALL, Kind.OBSTACLE)
    grown = boxes_around(data.centers[ids], data.world.space.half_extents[ids] + half)
    canvas.boxes(grown, color, fill=0, width=0.6)
    canvas.bars(path[:, 0], path[:, 1], palette.WALL, 0.7)
    canvas.dot(data.centers[me].tolist(), palette.BACKGROUND, 2.4)
    canvas.dot(data.centers[me].tolist(), palette.PLAYER, 1.6)


def draw_axes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the separating axes of the player and each nearby blade, with both shadows
    on each axis, and the gap or the overlap of the two."""
    center = data.centers[data.world.player.id].tolist()
    for blade in data.world.blades.values():
        if dist(center, blade.center) <= blade.reach + NEARBY:
            box, bar = OBB(center, HURT_HALF, 0.0), blade.bar(data.time)
            for axis, d, _, s in polygon.shadows(box, bar, (0.0, 0.0)):
                color = palette.MISS_COLOR if abs(d) > s else palette.HIT_COLOR
                draw_axis_shadows(canvas, box, bar, axis, color)


def draw_axis_shadows(
    canvas: Canvas, box: OBB, bar: OBB, axis: Vector, color: Color
) -> None:
    """Draw an axis beside a bar, away from a box, the shadow of each in a lane of its
    own, and the gap or overlap of the shadows in a colour."""
    x, y = polygon.perpendicular(axis)
    if polygon.dot(polygon.sub(bar.center, box.center), (x, y)) < 0:
        x, y = -x, -y
    foot = polygon.project(bar.corners(), (x, y))[1] + 3 * LANE

    def place(part: float, lane: float) -> tuple[float, float]:
        return part * axis[0] + (foot + lane) * x, part * axis[1] + (foot + lane) * y

    (a, b), (c, d) = (polygon.project(shape.corners(), axis) for shape in (box, bar))
    canvas.bar(
        place(min(a, c), LANE / 2), place(max(b, d), LANE / 2), palette.QUIET, 0.3
    )
    e, f, low, high = max(a, c), min(b, d), -LANE / 2, 1.5 * LANE
    canvas.hull(
        [place(e, low), place(f, low), place(f, high), place(e, high)], color, 0.5
    )
    canvas.bar(place(a, 0), place(b, 0), palette.PLAYER, 1.5)
    canvas.bar(place(c, LANE), place(d, LANE), palette.LETHAL, 1.5)


def draw_missed(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers that a test at the end of the step would have let through: at that
    end, with a dashed path; of very many only the ends."""
    contacts, predicted = (
        data.recent.contacts.newest()[0],
        data.recent.predicted.newest()[0],
    )
    through = predicted.missed()
    end, half = (
        predicted.end[through],
        data.world.space.half_extents[predicted.mover[through]],
    )
    canvas.boxes(boxes_around(end, half), palette.LETHAL, fill=0, width=0.5)
    ways = zip(contacts.position[through].tolist(), end.tolist())
    for start, stop in ways if len(end) <= MANY_BODIES else ():
        canvas.bar(start, stop, palette.LETHAL, 0.5, dashed=True)


LAYERS = (
    Layer("boxes", draw_boxes),
    Layer("velocities", draw_velocities),
    Layer("swept volumes", draw_swept_volumes),
    Layer("swept bounds", draw_swept_bounds),
    Layer("contacts at u0", draw_contacts),
    Layer("pairs", draw_pairs),
    Layer("ghosts at u1", draw_separations),
    Layer("Minkowski", draw_minkowski),
    Layer("polygon axes", draw_axes),
    Layer("discrete misses", draw_missed),
)
FIRST_CHOSEN = frozenset((0, 2, 4))
"""Boxes, swept volumes, contacts."""
MODES = {
    "off": frozenset[int](),
    "boxes": frozenset((0, 1)),
    "all": frozenset(range(len(LAYERS))),
}
"""The names of choices on the command line."""


def draw_overlay(canvas: Canvas, data: OverlayData, chosen: frozenset[int]) -> None:
    """Draw the chosen layers, by their places in LAYERS."""
    for index in sorted(chosen):
        LAYERS[index].draw(canvas, data)


def body_colors(world: World, ids: Ints) -> list[Color]:
    """Return the colours of bodies, by what they are."""
    sensors = world.space.ids(Kind.SENSOR).tolist()
    colors: dict[int | None, Color] = dict.fromkeys(sensors, palette.GOAL)
    colors |= dict.fromkeys(world.glitches, palette.GLITCH)
    colors |= dict.fromkeys(world.sliders, palette.SAFE)
    colors |= dict.fromkeys((*world.slugs, *world.blades, world.line), palette.LETHAL)
    colors[world.player.id] = palette.PLAYER
    return [colors.get(id, palette.WALL) for id in ids.tolist()]
