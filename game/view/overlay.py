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
from ..simulation.elements import Blade
from ..simulation.missed import NO_PREDICTIONS
from ..simulation.player import HURT_HALF
from ..simulation.world import World
from . import palette
from .canvas import MANY_BODIES, MANY_LINES, Canvas
from .elements import ELEMENT_LOOKS
from .palette import Color, mix
from .screen import Place
from .shapes import boxes_around, pad_boxes, swept_outlines
from .text import LETTER_RATIO

SWEPT_STEPS = 3
"""The number of steps for which the volumes that bodies swept are drawn."""
FRESH_STEPS = 6
"""The number of steps for which all other rows are drawn."""
CONTACT_STEPS = 90
"""The number of steps for which the player's rows are drawn."""
VELOCITY_SECONDS = 1 / 120
"""An arrow is as long as the path of a body in this time."""
CENTER_HALF = 0.6
"""px: half the side of the dot in the centre of a box."""
LABEL_SIZE = 10.0
"""px: the size of a label's letters."""
LABEL_HEIGHT = 13.0
"""px: the height of a label's line, and the least distance of two labels along y."""
LABEL_SPACE = 100.0
"""px: the least distance of two labels along x, if they are as high."""
LABEL_AWAY = (44.0, 23.0)
"""px: how far beside a mover its label is."""
LANE = 4.0
"""px: the distance between two shadows on an axis."""
NEARBY = 40.0
"""px: the axes of blades this near to the player are drawn."""


class RecentRows:
    """The rows of a table in the last steps of a run: all those of FRESH_STEPS, and the
    player's of CONTACT_STEPS; and the tick of each.

    Args:
        table: one of this kind, without rows; its first column is the mover.
        player: its id.
    """

    def __init__(self, table: Any, player: int) -> None:
        self.player = player
        self.now = 0
        """The tick of the newest step."""
        self.parts: list[tuple[Any, Ints]] = [(table, NO_IDS)]
        """The rows, and the tick of each; in parts, of which the newest is the last."""
        self.cache: dict[int, tuple[Any, Ints]] = {}
        """What newest() returned since the newest step, by the number of steps."""

    def add(self, table: Any, tick: int) -> None:
        """Add the rows of a tick's step. Drop those that are too old, in some ticks
        only since that takes longer than to keep them; if there are very many, all but
        the new ones and the player's."""
        count = len(table[0])
        is_many = count * FRESH_STEPS > MANY_LINES
        if is_many:
            self.keep(self.newest_of_player())
        elif tick % (5 * FRESH_STEPS) == 0:
            self.keep(self.newest())
        self.now = tick
        self.cache = {}
        if count:
            self.parts.append((table, np.full(count, tick)))

    def keep(self, newest: tuple[Any, Ints]) -> None:
        """Drop all rows but some, which are given with their ages."""
        rows, age = newest
        self.parts = [(rows, self.now - age)]

    def newest(self, steps: int = FRESH_STEPS) -> tuple[Any, Ints]:
        """Return the rows of so many newest steps, of CONTACT_STEPS the player's, and
        the age of each in steps, the newest first."""
        if steps not in self.cache:
            tables, ticks = zip(*reversed(self.parts))
            rows = concatenate(tables)
            age = self.now - np.concatenate(ticks)
            self.parts = [(rows, self.now - age)]
            oldest = np.where(rows[0] == self.player, CONTACT_STEPS, steps)
            is_new = age < oldest
            columns = [column.compress(is_new, 0) for column in rows]
            self.cache[steps] = rows._make(columns), age[is_new]
        return self.cache[steps]

    def newest_of_player(self) -> tuple[Any, Ints]:
        """Return the player's rows of the CONTACT_STEPS newest steps, and the age of
        each in steps, the newest first."""
        return self.newest(0)


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
        if not world.last.step:
            return
        reports = *world.last.step, world.last.predicted
        for rows, report in zip(self.tables, reports):
            rows.add(report, world.ticks)


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
    """A layer of the overlay."""

    key: str
    """The sign that stands for it on the keyboard, on its button, on the command line
    and in the settings."""
    name: str
    draw: Callable[[Canvas, OverlayData], None]


def draw_boxes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the boxes of the collision code, coloured by kind; draw_blade outlines
    blades."""
    space = data.world.space
    living = space.ids(Kind.WALL, Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    colors = body_colors(data.world, living)
    centers = data.centers[living]
    outlines = boxes_around(centers, space.half_extents[living])
    canvas.boxes(outlines, colors, fill=0, width=0.4)
    if len(living) <= MANY_BODIES:
        canvas.boxes(pad_boxes(centers[:, None], CENTER_HALF), colors)


def draw_velocities(canvas: Canvas, data: OverlayData) -> None:
    """Draw the displacement of each body in a tick."""
    velocity = data.world.space.velocity
    moving = np.flatnonzero(velocity.any(axis=1))
    start = data.centers[moving]
    end = start + velocity[moving] * VELOCITY_SECONDS
    canvas.arrows(start, end, body_colors(data.world, moving), 0.5)


def draw_swept_volumes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the volume that each body swept in a step: exact hexagons, or boxes where
    the path lies along an axis; of many only the outlines."""
    paths, half, fresh = swept_pieces(data)
    move = paths.end - paths.start
    slanted = np.logical_and(move[:, 0], move[:, 1])
    boxes = boxes_around(paths.start + move / 2, half + np.abs(move) / 2)[~slanted]
    hulls = swept_outlines(paths.start, paths.end, half)[slanted]
    draw_swept_shapes(canvas.boxes, boxes, fresh[~slanted], len(fresh))
    draw_swept_shapes(canvas.hulls, hulls, fresh[slanted], len(fresh))


def draw_swept_shapes(
    draw: Callable[..., None], shapes: Floats, fresh: Floats, count: int
) -> None:
    """Draw swept volumes of one shape: filled, the fresher the denser, unless there are
    too many in all; and the outlines of those of the newest step.

    Args:
        draw: the method of a canvas that draws such shapes.
        shapes: their corners.
        fresh: how fresh each is, from 0 to 1; the freshest first.
        count: how many volumes of both shapes are drawn.
    """
    if count <= MANY_BODIES:
        draw(shapes, palette.SWEPT, (0.2 * fresh).tolist())
    outlined = np.count_nonzero(fresh > 0.5)
    draw(shapes[:outlined], palette.SWEPT, fill=0, width=0.4)


def draw_swept_bounds(canvas: Canvas, data: OverlayData) -> None:
    """Draw the boxes around the swept volumes, for which the broad phase searches the
    grid."""
    paths, half, fresh = swept_pieces(data)
    strengths = (0.7 * fresh).tolist()
    colors = [mix(palette.BACKGROUND, palette.SWEPT, part) for part in strengths]
    bounds = paths.bounds(half).transpose(2, 0, 1)
    is_dashed = len(bounds) <= MANY_BODIES
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=is_dashed)


def swept_pieces(data: OverlayData) -> tuple[Paths, Floats, Floats]:
    """Return pieces of recent paths, the half extents of their movers, and how fresh
    each is."""
    paths, age = data.recent.paths.newest(SWEPT_STEPS)
    return paths, data.world.space.half_extents[paths.mover], 1 - age / CONTACT_STEPS


def draw_contacts(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they met a solid, at u0, and the normal."""
    contacts, age = data.recent.contacts.newest()
    normal = contacts.normal
    at = contacts.position
    ghosts = Ghosts(contacts.mover, age, contacts.u, at, normal)
    draw_ghosts(canvas, data, ghosts)
    label_ghosts(canvas, data, ghosts, "u0")
    canvas.arrows(at, at + 14 * normal, palette.WALL, 0.7)


class Ghosts(NamedTuple):
    """Movers where they were within recent steps; columns."""

    mover: Ints
    age: Ints
    """Of the step, in steps."""
    u: Floats
    """The time within the step."""
    center: Floats
    away: Floats
    """The direction from the mover to its label."""


def draw_ghosts(
    canvas: Canvas, data: OverlayData, ghosts: Ghosts, is_dashed: bool = False
) -> None:
    """Draw movers where they were: dashed, or lightly filled if they are few."""
    boxes = boxes_around(ghosts.center, data.world.space.half_extents[ghosts.mover])
    is_filled = not is_dashed and len(boxes) <= MANY_BODIES
    fill = 0.1 if is_filled else 0.0
    canvas.boxes(boxes, palette.TIME_COLOR, fill, 0.5, dashed=is_dashed)


def label_ghosts(canvas: Canvas, data: OverlayData, ghosts: Ghosts, name: str) -> None:
    """Write the times of the player's newest ghosts beside them, after a name."""
    own = (ghosts.mover == data.world.player.id).nonzero()[0]
    if not len(own):
        return
    age = ghosts.age[own]
    for k in own[age == age.min()].tolist():
        at = (ghosts.center[k] + ghosts.away[k] * LABEL_AWAY).tolist()
        words = f"{name} {ghosts.u[k]:.2f}"
        draw_label(canvas, data, words, at, palette.TIME_COLOR)


def draw_label(
    canvas: Canvas, data: OverlayData, words: str, at: Place, color: Color
) -> None:
    """Write words between the head and the foot of the screen, at a place or as near as
    fits."""
    half_width = LABEL_SIZE * LETTER_RATIO * len(words) / 2 + 1
    half_height = LABEL_HEIGHT / 2
    head = 5 * half_height
    room = data.world.room
    x = min(max(at[0], half_width), room.width - half_width)
    y = min(max(at[1], head), room.height - head)
    low = x - half_width, y - half_height
    high = x + half_width, y + half_height
    canvas.box(low, high, palette.BACKGROUND, fill=0.6)
    canvas.text(words, (x, y), color, LABEL_SIZE, (0.5, 0.5))


def draw_pairs(canvas: Canvas, data: OverlayData) -> None:
    """Draw the cells of the grid on the player's last path, and the solids in them; on
    the nearest of each kind, write whether it was hit, or why not."""
    half = data.world.space.half_extents
    path = last_path(data)
    draw_cells(canvas, data, path)
    middle = path.sum(axis=(0, 1)) / (2 * len(path))
    labels: list[Place] = []
    for reason, ids in data.reasons().items():
        color = reason_color(reason)
        boxes = boxes_around(data.centers[ids], half[ids])
        if reason != "other cells":
            canvas.boxes(boxes, color, fill=0, width=0.6)
        near = np.clip(middle, boxes[:, 0], boxes[:, 1])
        nearest = np.abs(near - middle).sum(axis=1).argmin()
        at = free_label_place(near[nearest].tolist(), labels)
        draw_label(canvas, data, reason, at, color)
        labels.append(at)


def draw_cells(canvas: Canvas, data: OverlayData, path: Floats) -> None:
    """Draw the cells of the grid that the player's swept bounds on a path touch."""
    reach = data.world.space.half_extents[data.world.player.id]
    grid = data.world.space.walls.grid
    lows = path.min(axis=1) - reach
    highs = path.max(axis=1) + reach
    for low, high in zip(lows, highs):
        canvas.boxes(grid.cells(low, high), palette.QUIET, 0.0, 0.2)


def reason_color(reason: str) -> Color:
    """Return the colour of solids that the player hit, or did not hit for a reason."""
    if reason == "hit":
        return palette.HIT_COLOR
    if reason == "missed by the method":
        return palette.LETHAL
    return palette.MISS_COLOR


def free_label_place(at: Place, labels: list[Place]) -> Place:
    """Return a place, or one above it, at which a label overlaps none of those
    written."""
    x, y = at
    while any(
        abs(x - a) < LABEL_SPACE and abs(y - b) < LABEL_HEIGHT for a, b in labels
    ):
        y -= LABEL_HEIGHT
    return x, y


def last_path(data: OverlayData) -> Floats:
    """Return the pieces of the player's last path, (n, 2, 2); without one, its place
    twice."""
    paths, age = data.recent.paths.newest_of_player()
    ends = np.stack((paths.start, paths.end), axis=1)
    last: Floats = ends[age == age[:1]]
    if len(last):
        return last
    player = data.world.player.id
    return data.centers[[[player, player]]]


def draw_separations(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they left a sensor, at u1, and where they would have left the
    solid that stopped them, unless the step would have ended inside it."""
    ghosts = concatenate((solid_separations(data), sensor_separations(data)))
    draw_ghosts(canvas, data, ghosts, is_dashed=True)
    label_ghosts(canvas, data, ghosts, "u1")


def solid_separations(data: OverlayData) -> Ghosts:
    """Return movers where they would have left the solids that stopped them."""
    contacts, age = data.recent.contacts.newest()
    predicted, _ = data.recent.predicted.newest()
    rest = predicted.end - contacts.position
    away = predicted.solid - predicted.drift - contacts.position
    with np.errstate(divide="ignore", invalid="ignore"):
        times = last_in_first_out(away, predicted.drift - rest, predicted.reach)
    leaves = times.hit & (times.u1 < 1)
    part = times.u1[leaves]
    begin = contacts.u[leaves]
    return Ghosts(
        contacts.mover[leaves],
        age[leaves],
        begin + (1 - begin) * part,
        contacts.position[leaves] + rest[leaves] * part[:, None],
        -contacts.normal[leaves],
    )


def sensor_separations(data: OverlayData) -> Ghosts:
    """Return movers where they left the sensors that they touched."""
    touches, since = data.recent.touches.newest()
    paths, age = data.recent.paths.newest()
    # Pieces of path are sorted by age, mover and time; a touch ends on the first piece
    # of its mover, in its step, that ends no sooner than it.
    count = len(data.centers)
    keys = age * count + paths.mover
    wanted = since * count + touches.a
    piece = np.searchsorted(2.0 * keys + paths.u_end, 2.0 * wanted + touches.u1)
    is_there = np.append(keys, -1)[piece] == wanted
    row = np.flatnonzero((touches.u1 < 1) & is_there)
    u = touches.u1[row]
    center = paths.only(piece[row]).place(u)
    below = np.full((len(row), 2), (0.0, 1.0))
    return Ghosts(touches.a[row], since[row], u, center, below)


def draw_minkowski(canvas: Canvas, data: OverlayData) -> None:
    """Draw the player as a point, its last path, and the solids grown by its half
    extents."""
    space = data.world.space
    player = data.world.player.id
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    reach = space.half_extents[solids] + space.half_extents[player]
    grown = boxes_around(data.centers[solids], reach)
    color = mix(palette.SWEPT, palette.BACKGROUND, 0.3)
    canvas.boxes(grown, color, fill=0, width=0.6)
    path = last_path(data)
    canvas.bars(path[:, 0], path[:, 1], palette.WALL, 0.7)
    center = data.centers[player].tolist()
    canvas.dot(center, palette.BACKGROUND, 2.4)
    canvas.dot(center, palette.PLAYER, 1.6)


def draw_axes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the separating axes of the player and each nearby blade, with both shadows
    on each axis, and the gap or the overlap of the two."""
    center = data.centers[data.world.player.id].tolist()
    box = OBB(center, HURT_HALF, 0.0)
    for blade in data.world.bodies.of(Blade).values():
        if dist(center, blade.center) > blade.reach + NEARBY:
            continue
        bar = blade.bar(data.time)
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

    box_low, box_high = polygon.project(box.corners(), axis)
    bar_low, bar_high = polygon.project(bar.corners(), axis)
    low = min(box_low, bar_low)
    high = max(box_high, bar_high)
    canvas.bar(place(low, LANE / 2), place(high, LANE / 2), palette.QUIET, 0.3)
    near = max(box_low, bar_low)
    far = min(box_high, bar_high)
    under = -LANE / 2
    over = 1.5 * LANE
    overlap = [
        place(near, under),
        place(far, under),
        place(far, over),
        place(near, over),
    ]
    canvas.hull(overlap, color, 0.5)
    canvas.bar(place(box_low, 0), place(box_high, 0), palette.PLAYER, 1.5)
    canvas.bar(place(bar_low, LANE), place(bar_high, LANE), palette.LETHAL, 1.5)


def draw_missed(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers that a test at the end of the step would have let through: at that
    end, with a dashed path; of very many only the ends."""
    contacts, _ = data.recent.contacts.newest()
    predicted, _ = data.recent.predicted.newest()
    through = predicted.missed()
    end = predicted.end[through]
    half = data.world.space.half_extents[predicted.mover[through]]
    canvas.boxes(boxes_around(end, half), palette.LETHAL, fill=0, width=0.5)
    if len(end) > MANY_BODIES:
        return
    starts = contacts.position[through].tolist()
    for start, stop in zip(starts, end.tolist()):
        canvas.bar(start, stop, palette.LETHAL, 0.5, dashed=True)


LAYERS = (
    Layer("1", "boxes", draw_boxes),
    Layer("2", "velocities", draw_velocities),
    Layer("3", "swept volumes", draw_swept_volumes),
    Layer("4", "swept bounds", draw_swept_bounds),
    Layer("5", "contacts at u0", draw_contacts),
    Layer("6", "pairs", draw_pairs),
    Layer("7", "ghosts at u1", draw_separations),
    Layer("8", "Minkowski", draw_minkowski),
    Layer("9", "polygon axes", draw_axes),
    Layer("0", "discrete misses", draw_missed),
)
LAYER_KEYS = "".join(layer.key for layer in LAYERS)
"""The keys of the layers, in the order of LAYERS."""
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
    colors: dict[int | None, Color] = {}
    for kind, look in ELEMENT_LOOKS.items():
        its_bodies = world.bodies.of(kind)
        colors |= dict.fromkeys(its_bodies, palette.color_named(look.color))
    colors[world.line] = palette.LETHAL
    colors[world.player.id] = palette.PLAYER
    return [colors.get(id, palette.WALL) for id in ids.tolist()]
