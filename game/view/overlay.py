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
from ..collision.polygon import dot, project
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
from .palette import Color, fade, mix
from .screen import Place
from .shapes import Corner, box_around, boxes_around, pad_boxes, swept_outlines
from .text import LETTER_RATIO

SWEPT_STEPS = 3
"""The number of steps for which the volumes that bodies swept are drawn."""
FRESH_STEPS = 6
"""The number of steps for which all other rows are drawn."""
CONTACT_STEPS = 90
"""The number of steps for which the player's rows are drawn."""
STEPS_A_CLEARING = 5 * FRESH_STEPS
"""Rows that are too old are dropped once in so many steps: to drop them takes longer
than to keep them."""
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
Rows = tuple[Any, Ints]
"""Rows of a table, with the tick or the age of each."""


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
        self.parts: list[Rows] = [(table, NO_IDS)]
        """The rows, and the tick of each; in parts, of which the newest is the last."""
        self.cache: dict[int, Rows] = {}
        """What newest() returned since the newest step, by the number of steps."""

    def add(self, table: Any, tick: int) -> None:
        """Add the rows of a tick's step.

        Before that, if there are very many new rows, drop all old ones but the
        player's; or else, once in STEPS_A_CLEARING, those that are too old.
        """
        count = len(table[0])
        is_many = count * FRESH_STEPS > MANY_LINES
        if is_many:
            self.keep(self.newest_of_player())
        elif tick % STEPS_A_CLEARING == 0:
            self.keep(self.newest())
        self.now = tick
        self.cache = {}
        if count:
            self.parts.append((table, np.full(count, tick)))

    def keep(self, newest: Rows) -> None:
        """Drop all rows but these, which have their ages with them."""
        rows, age = newest
        self.parts = [(rows, self.now - age)]

    def newest(self, steps: int = FRESH_STEPS) -> Rows:
        """Return the rows of so many newest steps, but the player's of the
        CONTACT_STEPS newest ones; and the age of each in steps. The newest come
        first."""
        if steps not in self.cache:
            tables, ticks = zip(*reversed(self.parts))
            rows = concatenate(tables)
            age = self.now - np.concatenate(ticks)
            self.keep((rows, age))  # From now on in one part.
            oldest = np.where(rows[0] == self.player, CONTACT_STEPS, steps)
            is_new = age < oldest
            columns = [column.compress(is_new, axis=0) for column in rows]
            self.cache[steps] = rows._make(columns), age[is_new]
        return self.cache[steps]

    def newest_of_player(self) -> Rows:
        """Return the player's rows of the CONTACT_STEPS newest steps, and the age of
        each in steps. The newest come first."""
        return self.newest(steps=0)


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
        last = world.last
        if last.step:
            contacts, touches, paths = last.step
            reports = contacts, touches, paths, last.predicted
            for rows, report in zip(self.tables, reports):
                rows.add(report, world.ticks)


class OverlayData(NamedTuple):
    """What layers draw."""

    world: World
    centers: Floats
    """Of its bodies, where they are drawn, px."""
    time: float
    """The world time of its blades, s."""
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
    """Draw the outlines of the boxes of the collision code, coloured by kind, and if
    they are few their centres. Blades have no box."""
    space = data.world.space
    ids = space.ids(Kind.WALL, Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    colors = body_colors(data.world, ids)
    centers = data.centers[ids]
    outlines = boxes_around(centers, space.half_extents[ids])
    canvas.boxes(outlines, colors, fill=0, width=0.4)
    if len(ids) <= MANY_BODIES:
        canvas.boxes(pad_boxes(centers[:, None], CENTER_HALF), colors)


def draw_velocities(canvas: Canvas, data: OverlayData) -> None:
    """Draw an arrow for each body that moves, as long as its path in
    VELOCITY_SECONDS."""
    velocity = data.world.space.velocity
    moving = np.flatnonzero(velocity.any(axis=1))
    start = data.centers[moving]
    end = start + velocity[moving] * VELOCITY_SECONDS
    canvas.arrows(start, end, body_colors(data.world, moving), width=0.5)


def draw_swept_volumes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the volume that each body swept in a step: exact hexagons, or boxes where
    the path lies along an axis; of many only the outlines."""
    paths, half, fresh = swept_pieces(data)
    start = paths.start
    end = paths.end
    move = end - start
    is_slanted = move.all(axis=1)
    boxes = boxes_around(start + move / 2, half + np.abs(move) / 2)[~is_slanted]
    hulls = swept_outlines(start, end, half)[is_slanted]
    count = len(fresh)
    draw_swept_shapes(canvas.boxes, boxes, fresh[~is_slanted], count)
    draw_swept_shapes(canvas.hulls, hulls, fresh[is_slanted], count)


def draw_swept_shapes(
    draw: Callable[..., None], shapes: Floats, fresh: Floats, count: int
) -> None:
    """Draw swept volumes of one shape: filled, the fresher the denser, unless there are
    too many in all; and the outlines of those that are more than half fresh.

    Args:
        draw: the method of a canvas that draws such shapes.
        shapes: their corners.
        fresh: how fresh each is, from 0 to 1; the freshest first.
        count: how many volumes of both shapes are drawn.
    """
    if count <= MANY_BODIES:
        draw(shapes, palette.SWEPT, fill=(0.2 * fresh).tolist())
    fresh_count = np.count_nonzero(fresh > 0.5)
    draw(shapes[:fresh_count], palette.SWEPT, fill=0, width=0.4)


def draw_swept_bounds(canvas: Canvas, data: OverlayData) -> None:
    """Draw the boxes around the swept volumes, for which the broad phase searches the
    grid: the fresher the brighter, and dashed if they are few."""
    paths, half, fresh = swept_pieces(data)
    strengths = (0.7 * fresh).tolist()
    colors = [mix(palette.BACKGROUND, palette.SWEPT, part) for part in strengths]
    bounds = paths.bounds(half).transpose(2, 0, 1)  # (N, 2, 2)
    is_dashed = len(bounds) <= MANY_BODIES
    canvas.boxes(bounds, colors, fill=0, width=0.4, dashed=is_dashed)


def swept_pieces(data: OverlayData) -> tuple[Paths, Floats, Floats]:
    """Return pieces of recent paths; the half extents of their movers, (N, 2); and how
    fresh each piece is, from 1 in the newest step to 0 after CONTACT_STEPS."""
    paths, age = data.recent.paths.newest(SWEPT_STEPS)
    half = data.world.space.half_extents[paths.mover]
    return paths, half, 1 - age / CONTACT_STEPS


def draw_contacts(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they met a solid, at u0, and the solid's normal there."""
    contacts, age = data.recent.contacts.newest()
    normal = contacts.normal
    center = contacts.position
    ghosts = Ghosts(contacts.mover, age, contacts.u, center, label_side=normal)
    draw_ghosts(canvas, data, ghosts)
    label_ghosts(canvas, data, ghosts, "u0")
    canvas.arrows(center, center + 14 * normal, palette.WALL, width=0.7)


class Ghosts(NamedTuple):
    """Movers where they were at times within recent steps; columns."""

    mover: Ints
    """(n,), the body's id."""
    age: Ints
    """(n,), of the step, in steps."""
    u: Floats
    """(n,), the time within the step."""
    center: Floats
    """(n, 2), of the mover at u, px."""
    label_side: Floats
    """(n, 2), the direction from the mover to its label."""


def draw_ghosts(
    canvas: Canvas, data: OverlayData, ghosts: Ghosts, is_dashed: bool = False
) -> None:
    """Draw the outlines of movers where they were; if these are not dashed and few,
    lightly filled."""
    boxes = boxes_around(ghosts.center, data.world.space.half_extents[ghosts.mover])
    is_filled = not is_dashed and len(boxes) <= MANY_BODIES
    fill = 0.1 if is_filled else 0.0
    canvas.boxes(boxes, palette.TIME_COLOR, fill, width=0.5, dashed=is_dashed)


def label_ghosts(canvas: Canvas, data: OverlayData, ghosts: Ghosts, name: str) -> None:
    """Write beside the player's newest ghosts their times, after a name: u0 0.25."""
    rows_of_player = np.flatnonzero(ghosts.mover == data.world.player.id)
    if not len(rows_of_player):
        return
    age = ghosts.age[rows_of_player]
    for k in rows_of_player[age == age.min()].tolist():
        at = (ghosts.center[k] + ghosts.label_side[k] * LABEL_AWAY).tolist()
        words = f"{name} {ghosts.u[k]:.2f}"
        draw_label(canvas, data, words, at, palette.TIME_COLOR)


def draw_label(
    canvas: Canvas, data: OverlayData, words: str, at: Place, color: Color
) -> None:
    """Write words with their middle at a place, or as near to it as fits between the
    head and the foot of the room."""
    half_width = LABEL_SIZE * LETTER_RATIO * len(words) / 2 + 1
    half_height = LABEL_HEIGHT / 2
    head = 5 * half_height
    room = data.world.room
    x = min(max(at[0], half_width), room.width - half_width)
    y = min(max(at[1], head), room.height - head)
    low, high = box_around((x, y), (half_width, half_height))
    canvas.box(low, high, palette.BACKGROUND, fill=0.6)
    canvas.text(words, (x, y), color, LABEL_SIZE, anchor=(0.5, 0.5))


def draw_pairs(canvas: Canvas, data: OverlayData) -> None:
    """Draw the cells of the grid on the player's last path, and the solids that it hit
    or did not hit, in the colour of the reason; on the solid of each reason that is
    nearest to the path's middle, write the reason."""
    half = data.world.space.half_extents
    path = last_path(data)
    draw_cells(canvas, data, path)
    middle = path.mean(axis=(0, 1))
    labels: list[Place] = []
    for reason, ids in data.reasons().items():
        color = reason_color(reason)
        boxes = boxes_around(data.centers[ids], half[ids])
        if reason != "other cells":
            canvas.boxes(boxes, color, fill=0, width=0.6)
        points = np.clip(middle, boxes[:, 0], boxes[:, 1])
        nearest = np.abs(points - middle).sum(axis=1).argmin()
        at = free_label_place(points[nearest].tolist(), labels)
        draw_label(canvas, data, reason, at, color)
        labels.append(at)


def draw_cells(canvas: Canvas, data: OverlayData, path: Floats) -> None:
    """Draw the cells of the grid that the player's swept bounds touch on the pieces of
    a path, (n, 2, 2)."""
    space = data.world.space
    half = space.half_extents[data.world.player.id]
    lows = path.min(axis=1) - half
    highs = path.max(axis=1) + half
    for low, high in zip(lows, highs):
        cells = space.walls.grid.cells(low, high)
        canvas.boxes(cells, palette.QUIET, fill=0.0, width=0.2)


def reason_color(reason: str) -> Color:
    """Return the colour of solids that the player hit, or did not hit for a reason."""
    if reason == "hit":
        return palette.HIT_COLOR
    if reason == "overlooked by the method":
        return palette.LETHAL
    return palette.MISS_COLOR


def free_label_place(at: Place, labels: list[Place]) -> Place:
    """Return this place for a label, or the nearest one above it where the label
    overlaps none of these other labels."""
    x, y = at
    while any(
        abs(x - a) < LABEL_SPACE and abs(y - b) < LABEL_HEIGHT for a, b in labels
    ):
        y -= LABEL_HEIGHT
    return x, y


def last_path(data: OverlayData) -> Floats:
    """Return the pieces of the player's last path, (n, 2, 2): the start and the end of
    each. Without a path it is one piece, of no length, where the player is."""
    paths, age = data.recent.paths.newest_of_player()
    ends = np.stack((paths.start, paths.end), axis=1)
    last: Floats = ends[age == age[:1]]
    if len(last):
        return last
    player = data.world.player.id
    return data.centers[[[player, player]]]


def draw_separations(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers where they would have left the solid that stopped them, at u1, unless
    the step would have ended inside it; and where they left a sensor."""
    ghosts = concatenate((solid_separations(data), sensor_separations(data)))
    draw_ghosts(canvas, data, ghosts, is_dashed=True)
    label_ghosts(canvas, data, ghosts, "u1")


def solid_separations(data: OverlayData) -> Ghosts:
    """Return movers where they would have left the solids that stopped them, had they
    gone straight on; without those that would have ended the step inside."""
    contacts, age = data.recent.contacts.newest()
    predicted, _ = data.recent.predicted.newest()
    place = contacts.position
    # Both moves in what was left of the step after the contact: mover and solid.
    rest = predicted.end - place
    drift = predicted.drift
    away = predicted.solid - drift - place
    with np.errstate(divide="ignore", invalid="ignore"):
        times = last_in_first_out(away, drift - rest, predicted.reach)
    leaves = times.hit & (times.u1 < 1)
    part = times.u1[leaves]  # Of what was left of the step.
    u = contacts.u[leaves]
    return Ghosts(
        mover=contacts.mover[leaves],
        age=age[leaves],
        u=u + (1 - u) * part,
        center=place[leaves] + rest[leaves] * part[:, None],
        label_side=-contacts.normal[leaves],
    )


def sensor_separations(data: OverlayData) -> Ghosts:
    """Return movers where they left the sensors that they touched, if they did so
    before the end of the step."""
    touches, touch_age = data.recent.touches.newest()
    paths, path_age = data.recent.paths.newest()
    mover = touches.a
    u1 = touches.u1
    # Pieces of path are sorted by age, mover and time; a touch ends on the first piece
    # of its mover, in its step, that ends no sooner than it. A key stands for the step
    # and the mover.
    count = len(data.centers)
    path_key = path_age * count + paths.mover
    touch_key = touch_age * count + mover
    piece = np.searchsorted(2.0 * path_key + paths.u_end, 2.0 * touch_key + u1)
    has_piece = np.append(path_key, -1)[piece] == touch_key
    row = np.flatnonzero((u1 < 1) & has_piece)
    u = u1[row]
    center = paths.only(piece[row]).place(u)
    below = np.full((len(row), 2), (0.0, 1.0))
    return Ghosts(mover[row], touch_age[row], u, center, label_side=below)


def draw_minkowski(canvas: Canvas, data: OverlayData) -> None:
    """Draw the solids grown by the half extents of the player, its last path, and the
    player as a point."""
    space = data.world.space
    half = space.half_extents
    player = data.world.player.id
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    grown = boxes_around(data.centers[solids], half[solids] + half[player])
    canvas.boxes(grown, fade(palette.SWEPT, 0.3), fill=0, width=0.6)
    path = last_path(data)
    canvas.bars(path[:, 0], path[:, 1], palette.WALL, width=0.7)
    center = data.centers[player].tolist()
    canvas.dot(center, palette.BACKGROUND, radius=2.4)
    canvas.dot(center, palette.PLAYER, radius=1.6)


def draw_axes(canvas: Canvas, data: OverlayData) -> None:
    """Draw the separating axes of the player and each nearby blade, with both shadows
    on each axis, and the gap or the overlap of the two."""
    world = data.world
    center = data.centers[world.player.id].tolist()
    box = OBB(center, HURT_HALF, 0.0)
    for blade in world.bodies.of(Blade).values():
        if dist(center, blade.center) > blade.reach + NEARBY:
            continue
        bar = blade.bar(data.time)
        for axis, distance, _, reach in polygon.shadows(box, bar, (0.0, 0.0)):
            is_gap = abs(distance) > reach
            color = palette.MISS_COLOR if is_gap else palette.HIT_COLOR
            draw_axis_shadows(canvas, box, bar, axis, color)


def draw_axis_shadows(
    canvas: Canvas, box: OBB, bar: OBB, axis: Vector, color: Color
) -> None:
    """Draw an axis beside a bar, on the side away from a box: on it the shadow of each,
    in a lane of its own, and the gap or overlap of the shadows in a colour."""
    box_corners = box.corners()
    bar_corners = bar.corners()
    side_x, side_y = polygon.perpendicular(axis)
    if dot(polygon.sub(bar.center, box.center), (side_x, side_y)) < 0:
        side_x, side_y = -side_x, -side_y
    _, bar_side = project(bar_corners, (side_x, side_y))

    def place(along: float, lane: float) -> Corner:
        """Return a place on the axis, moved sideways by so many px."""
        aside = bar_side + 3 * LANE + lane
        return along * axis[0] + aside * side_x, along * axis[1] + aside * side_y

    box_low, box_high = project(box_corners, axis)
    bar_low, bar_high = project(bar_corners, axis)
    low = min(box_low, bar_low)
    high = max(box_high, bar_high)
    canvas.bar(place(low, LANE / 2), place(high, LANE / 2), palette.QUIET, width=0.3)
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
    canvas.hull(overlap, color, fill=0.5)
    canvas.bar(place(box_low, 0), place(box_high, 0), palette.PLAYER, width=1.5)
    canvas.bar(place(bar_low, LANE), place(bar_high, LANE), palette.LETHAL, width=1.5)


def draw_overlooked(canvas: Canvas, data: OverlayData) -> None:
    """Draw movers that a test at the end of the step would have let through: at that
    end, with a dashed path from their contact; of very many only the ends."""
    contacts, _ = data.recent.contacts.newest()
    predicted, _ = data.recent.predicted.newest()
    is_missed = predicted.missed()
    ends = predicted.end[is_missed]
    half = data.world.space.half_extents[predicted.mover[is_missed]]
    canvas.boxes(boxes_around(ends, half), palette.LETHAL, fill=0, width=0.5)
    if len(ends) > MANY_BODIES:
        return
    starts = contacts.position[is_missed].tolist()
    for start, end in zip(starts, ends.tolist()):
        canvas.bar(start, end, palette.LETHAL, width=0.5, dashed=True)


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
    Layer("0", "overlooked", draw_overlooked),
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
    """Return the colour of each of these bodies, by what it is: a wall if it is neither
    an element nor the line of a shaft nor the player."""
    colors: dict[int | None, Color] = {}
    for kind, look in ELEMENT_LOOKS.items():
        its_bodies = world.bodies.of(kind)
        colors |= dict.fromkeys(its_bodies, palette.color_named(look.color))
    colors[world.line] = palette.LETHAL
    colors[world.player.id] = palette.PLAYER
    return [colors.get(id, palette.WALL) for id in ids.tolist()]
