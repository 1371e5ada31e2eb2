"""What was the sweep asked about two bodies?

A path may bend within a tick: then it has several straight pieces. At a time u each of two bodies
is on one of its pieces, and what is swept is what lay before them there: from where the later of
the two pieces begins straight on to the end of the tick.

      body a    0 --------- bend ---- u ----------- 1     on piece 2 of 2
      body b    0 ------------------- u ----------- 1     on piece 1 of 1
                            [=======================]     0 to 1 of the sweep
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from ..collision import AABB, SKIN, Kind, sweep
from ..collision.batch import Floats
from ..collision.tables import Contacts
from ..simulation.world import World, vector
from .figures import draw_box, draw_motion
from .lesson import Canvas, Pair, Point

ROOM = (272.0, 116.0)
"""Units of a figure in which the boxes are drawn."""
EDGE, LARGEST = 24.0, 6.0
"""px that are seen of a large body beside the small one, and the most units in a px."""
REACH = 3.0
"""px around a body in which a press still picks it."""


class Way(NamedTuple):
    """The piece of a body's path that holds an instant; a body at rest has none."""

    begin: float
    start: Floats
    slope: Floats
    """px in a whole tick."""
    piece: int
    """Counted from 1."""
    pieces: int


class Moment(NamedTuple):
    """Two bodies at an instant, as sweep() takes them."""

    case: Pair
    """Both boxes where the sweep begins, and their displacements from there to the tick's end."""
    ways: tuple[Way, Way]
    begin: float
    """u of the tick at which the sweep begins."""
    u: float
    """The instant, in the sweep's time."""


def pair_at(world: World, a: int, b: int, u: float) -> Moment:
    """Return two bodies at a time of the last tick; after what ended the run nothing moves."""
    if world.step and world.outcome:
        u = min(u, float(world.step.paths.u_end.max(initial=0.0)))
    ways = way(world, a, u), way(world, b, u)
    begin = max(way.begin for way in ways)
    starts = np.array([way.start + way.slope * (begin - way.begin) for way in ways])
    moves = np.array([way.slope * (1.0 - begin) + 0.0 for way in ways])
    case = made(starts, world.space.half_extents[[a, b]], moves)
    return Moment(case, ways, begin, (u - begin) / (1.0 - begin))


def made(center: Floats, half: Floats, move: Floats) -> Pair:
    """Return the pair of two rows each."""
    a, b = map(AABB, map(tuple, center.tolist()), map(tuple, half.tolist()))
    (ax, ay), (bx, by) = move.tolist()
    return Pair(a, b, (ax, ay), (bx, by))


def scaled(pair: Pair, scale: float, corner: Floats | float = 0.0) -> Pair:
    """Return a pair as large as a figure shows it, and moved by a corner."""
    a, b, *moves = pair
    center, half = np.array([(a.center, b.center), (a.half_extents, b.half_extents)]) * scale
    return made(center + corner, half, np.array(moves) * scale)


def way(world: World, id: int, u: float) -> Way:
    """Return the piece of a body's path that holds an instant; at a bend the one before."""
    rows = world.step.paths.only(world.step.paths.mover == id) if world.step else None
    if rows is None or not len(rows.mover):
        return Way(0.0, world.space.center[id], np.zeros(2), 0, 0)
    k = max(1, int((rows.u_start < u).sum()))
    _, begin, last, start, end = (column[k - 1] for column in rows)
    asked, span = world.moves[id], last - begin
    straight = np.abs(asked * span - (end - start)).max() <= SKIN
    slope = asked if straight else (end - start) / (span or 1.0)
    return Way(float(begin), start, slope, k, len(rows.mover))


def told(name: str, way: Way) -> str:
    """Say on which piece of its path a body is."""
    return f"{name} on piece {way.piece} of {way.pieces}" if way.pieces else f"{name} at rest"


def box_at(world: World, id: int, u: float) -> AABB:
    """Return where a body was at a time of the last tick."""
    return AABB(world.place(id, world.step, u), vector(world.space.half_extents[id]))


def called(world: World, id: int) -> tuple[str, str]:
    """Return what a body is called, and the role in which it is drawn."""
    known = (
        ("player", "player", (world.player.id,)),
        ("slider", "mover", world.sliders),
        ("slug", "lethal", world.slugs),
        ("blade", "lethal", world.blades),
        ("core", "core", world.cores_left),
        ("GLITCH cell", "glitch", world.glitches),
        ("exit", "core", (world.exit_id,)),
        ("line", "lethal", (world.line,)),
    )
    kind = Kind(world.space.kind[id])
    role = {Kind.WALL: "wall", Kind.SENSOR: "core"}.get(kind, "mover")
    found = ((name, role) for name, role, ids in known if id in ids)
    name, role = next(found, (kind.name.lower(), role))
    return f"{name} {id}", role


def others(world: World, id: int, u: float) -> list[int]:
    """Return all other bodies, by how far they were from one at a time of the last tick."""
    space = world.space
    center = world.step.paths.at(u, space.center) if world.step else space.center
    gap = np.abs(center - center[id]) - space.half_extents - space.half_extents[id]
    far = np.hypot(*np.maximum(gap, 0.0).T)
    living = space.living()
    return [i for i in living[np.argsort(far[living], kind="stable")].tolist() if i != id]


def last_met(world: World, recent: Sequence[Contacts], u: float) -> int:
    """Return the solid of the player's last contact if it is still there, else the nearest one.

    recent are contacts by step, the newest last.
    """
    me, solids = world.player.id, {*world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist()}
    known = [i for c in reversed(recent) for i in c.other[c.mover == me][::-1].tolist()]
    return int(next(i for i in (*known, *others(world, me, u), me) if i in solids or i == me))


def meetings(world: World, a: int, b: int) -> list[float]:
    """Return when two bodies had contacts in the last tick."""
    if not world.step:
        return []
    c = world.step.contacts
    both = ((c.mover == a) & (c.other == b)) | ((c.mover == b) & (c.other == a))
    return [float(u) for u in c.u[both]]


def body_at(world: World, at: Point, u: float) -> int | None:
    """Return the body at a place, px of the room: of several the smallest."""
    living, space = world.space.living(), world.space
    center = world.step.paths.at(u, space.center) if world.step else space.center
    gap = (np.abs(center - at) - space.half_extents).max(axis=1)
    area = space.half_extents.prod(axis=1)
    near = [i for i in living.tolist() if gap[i] <= REACH]
    return min(near, key=lambda i: (gap[i] > 0, area[i]), default=None)


def draw_pair(canvas: Canvas, pair: Moment, roles: Sequence[str]) -> None:
    """Draw both boxes at the instant, what they pass, and where they are at u0."""
    a, b, move_a, move_b = case = fitted(pair.case)
    swept, shown = sweep(*pair.case), [(a, move_a, roles[0], "A"), (b, move_b, roles[1], "B")]
    for box, move, role, _ in sorted(shown, key=lambda body: -prod(body[0].half_extents)):
        draw_motion(canvas, box, move, pair.u, role, fill=0.45, width=0.8)
    for box, move in zip(case[:2], case[2:]):
        if swept and any(move):
            draw_box(canvas, box.moved(move, swept.u0), "hit", fill=0.0, width=1.0, dashed=True)
    for box, move, role, name in shown:
        at = box.moved(move, pair.u)
        y = at.min[1] - 7 if at.min[1] > 15 else at.max[1] + 7
        x, y = (min(max(place, 8), most - 8) for place, most in zip((at.center[0], y), ROOM))
        canvas.text(name, (x, y), role, anchor=(0.5, 0.5), bold=True)


def fitted(case: Pair) -> Pair:
    """Return two boxes in units of the figure: whole what the smaller one passes, and of the other
    what is beside that, or the nearest of it."""
    a, b, *moves = case
    ways = sorted(zip((a, b), moves), key=lambda way: max(way[0].half_extents))
    bounds = [box.swept_bounds(move) for box, move in ways]
    (low, high), (left, right) = (np.array((box.min, box.max)) for box in bounds)
    foot, head = np.minimum(low, right) - EDGE, np.maximum(high, left) + EDGE
    low, high = np.minimum(low, np.maximum(left, foot)), np.maximum(high, np.minimum(right, head))
    scale = min(LARGEST, float((np.array(ROOM) / np.maximum(high - low, 1.0)).min()) * 0.9)
    return scaled(case, scale, np.array(ROOM) / 2 - (low + high) / 2 * scale)
