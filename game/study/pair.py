"""Which sweep describes two bodies of a run at an instant?

A path may bend within a tick: then it has several straight pieces. At a time u each of
two bodies is on one of its pieces. The sweep is that of these two pieces: from where
the later one begins straight on to the end of the tick.

      body a    0 --------- bend ---- u ----------- 1     on piece 2 of 2
      body b    0 ------------------- u ----------- 1     on piece 1 of 1
                            [=======================]     0 to 1 of the sweep
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..collision import AABB, SKIN, Kind, sweep, sweep_batch
from ..collision.batch import Floats
from ..simulation.player import Controls
from ..simulation.world import World, vector
from .explain import explain
from .figures import draw_both
from .lesson import Pair, Point, RoleCanvas

ROOM = (272.0, 116.0)
"""Units of a figure in which the boxes are drawn."""
SURROUNDING, MOST_SCALE = 24.0, 6.0
"""px of a large body that are drawn around the small one, and the most units in a
px."""
REACH = 3.0
"""px around a body in which a press still picks it."""
SEARCHED = 100
"""Ticks along a body's straight path that are searched for what it will hit."""


class Piece(NamedTuple):
    """The piece of a body's path that holds an instant; a body at rest has none."""

    begin: float
    start: Floats
    slope: Floats
    """px in a whole tick."""
    number: int
    """Counted from 1; 0 of a body at rest."""
    total: int
    """How many pieces the path has."""


class Moment(NamedTuple):
    """Two bodies at an instant, as sweep() takes them."""

    case: Pair
    """Both boxes where the sweep begins, and their displacements from there to the
    tick's end."""
    pieces: tuple[Piece, Piece]
    begin: float
    """u of the tick at which the sweep begins."""
    u: float
    """The instant, in the sweep's time."""


def pair_at(world: World, a: int, b: int, u: float) -> Moment:
    """Return two bodies at a time of the last tick; after the run's end nothing
    moves."""
    if world.step and world.outcome:
        u = min(u, float(world.step.paths.u_end.max(initial=0.0)))
    pieces = piece_at(world, a, u), piece_at(world, b, u)
    begin = max(piece.begin for piece in pieces)
    starts = np.array(
        [piece.start + piece.slope * (begin - piece.begin) for piece in pieces]
    )
    moves = np.array([piece.slope * (1.0 - begin) + 0.0 for piece in pieces])
    case = pair_of_rows(starts, world.space.half_extents[[a, b]], moves)
    return Moment(case, pieces, begin, (u - begin) / (1.0 - begin))


def pair_of_rows(center: Floats, half: Floats, move: Floats) -> Pair:
    """Return the pair that arrays of two rows describe."""
    a, b = map(AABB, map(tuple, center.tolist()), map(tuple, half.tolist()))
    (ax, ay), (bx, by) = move.tolist()
    return Pair(a, b, (ax, ay), (bx, by))


def scale_pair(pair: Pair, scale: float, corner: Floats | float = 0.0) -> Pair:
    """Return a pair with all lengths times a scale, shifted by a corner."""
    a, b, *moves = pair
    center, half = (
        np.array([(a.center, b.center), (a.half_extents, b.half_extents)]) * scale
    )
    return pair_of_rows(center + corner, half, np.array(moves) * scale)


def piece_at(world: World, id: int, u: float) -> Piece:
    """Return the piece of a body's path that holds an instant; at a bend the one
    before."""
    rows = world.step.paths.only(world.step.paths.mover == id) if world.step else None
    if rows is None or not len(rows.mover):
        return Piece(0.0, world.space.center[id], np.zeros(2), 0, 0)
    k = max(1, int((rows.u_start < u).sum()))
    _, begin, last, start, end = (column[k - 1] for column in rows)
    move, span = world.moves[id], last - begin
    is_straight = np.abs(move * span - (end - start)).max() <= SKIN
    slope = move if is_straight else (end - start) / (span or 1.0)
    return Piece(float(begin), start, slope, k, len(rows.mover))


def describe_piece(name: str, piece: Piece) -> str:
    """Return in words which piece of its path a body is on."""
    return (
        f"{name} on piece {piece.number} of {piece.total}"
        if piece.total
        else f"{name} at rest"
    )


def box_at(world: World, id: int, u: float) -> AABB:
    """Return where a body was at a time of the last tick."""
    return AABB(world.place(id, world.step, u), vector(world.space.half_extents[id]))


def describe_body(world: World, id: int) -> str:
    """Return a body's name."""
    kinds = (
        ("player", (world.player.id,)),
        ("slider", world.sliders),
        ("slug", world.slugs),
        ("blade", world.blades),
        ("core", world.cores_left),
        ("GLITCH cell", world.glitches),
        ("exit", (world.exit_id,)),
        ("line", (world.line,)),
    )
    names = (name for name, ids in kinds if id in ids)
    return f"{next(names, Kind(world.space.kind[id]).name.lower())} {id}"


def others_by_distance(world: World, id: int, u: float) -> list[int]:
    """Return all bodies but one, the nearest to it at a time of the last tick first."""
    space = world.space
    center = world.step.paths.at(u, space.center) if world.step else space.center
    gap = np.abs(center - center[id]) - space.half_extents - space.half_extents[id]
    far = np.hypot(*np.maximum(gap, 0.0).T)
    living = space.living()
    return [
        i for i in living[np.argsort(far[living], kind="stable")].tolist() if i != id
    ]


def next_hit(before: World, controls: Controls) -> tuple[Pair, int]:
    """Return the player and the body that it hits first in the next tick, and the id of
    that body; without a hit the body that it would hit in many such ticks, or else the
    nearest."""
    world, me = before.copy(), before.player.id
    world.tick(controls)
    step = world.step
    hits = step.contacts.other[step.contacts.mover == me].tolist() if step else []
    if not hits:
        now, rows = before.space, np.array(others_by_distance(before, me, 1.0))
        moves = world.moves * SEARCHED
        a, b = ((now.center[k], now.half_extents[k], moves[k]) for k in (me, rows))
        hits = [int(rows[sweep_batch(*a, *b).u0.argmin()])]
    return pair_at(world, me, hits[0], 0.0).case, hits[0]


def explain_next_hit(world: World, controls: Controls) -> str:
    """Return the reason why the player hits or misses that body."""
    return explain(*next_hit(world, controls)[0]).reason.partition(";")[0]


def last_solid(world: World, hits: Sequence[int], u: float) -> int:
    """Return the solid of the player's last contact if it is still there, else the
    nearest one.

    Args:
        world: after a tick.
        hits: the solids that the player hit, the last one first.
        u: the time of the last tick at which the nearest one is wanted.
    """
    me, solids = world.player.id, {*world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist()}
    nearest = others_by_distance(world, me, u)
    return int(next(i for i in (*hits, *nearest, me) if i in solids or i == me))


def contact_times(world: World, a: int, b: int) -> list[float]:
    """Return the times u of two bodies' contacts in the last tick."""
    if not world.step:
        return []
    c = world.step.contacts
    both = ((c.mover == a) & (c.other == b)) | ((c.mover == b) & (c.other == a))
    return [float(u) for u in c.u[both]]


def body_at(world: World, at: Point, u: float) -> int | None:
    """Return the body at a place, px of the room: of several the smallest, None without
    any."""
    living, space = world.space.living(), world.space
    center = world.step.paths.at(u, space.center) if world.step else space.center
    gap = (np.abs(center - at) - space.half_extents).max(axis=1)
    area = space.half_extents.prod(axis=1)
    near = [i for i in living.tolist() if gap[i] <= REACH]
    return min(near, key=lambda i: (gap[i] > 0, area[i]), default=None)


def draw_pair(canvas: RoleCanvas, moment: Moment) -> None:
    """Draw both boxes at the instant, their swept volumes, and the boxes at u0."""
    draw_both(canvas, fit_case(moment.case), moment.u, sweep(*moment.case), ROOM)


def fit_case(case: Pair) -> Pair:
    """Return two boxes in units of the figure: the smaller one's swept bounds
    completely, and the part of the other's that lies around these, or nearest to
    them."""
    a, b, *moves = case
    bodies = sorted(zip((a, b), moves), key=lambda body: max(body[0].half_extents))
    bounds = [box.swept_bounds(move) for box, move in bodies]
    (low, high), (left, right) = (np.array((box.min, box.max)) for box in bounds)
    foot, head = (
        np.minimum(low, right) - SURROUNDING,
        np.maximum(high, left) + SURROUNDING,
    )
    low, high = (
        np.minimum(low, np.maximum(left, foot)),
        np.maximum(high, np.minimum(right, head)),
    )
    scale = min(
        MOST_SCALE, float((np.array(ROOM) / np.maximum(high - low, 1.0)).min()) * 0.9
    )
    return scale_pair(case, scale, np.array(ROOM) / 2 - (low + high) / 2 * scale)
