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
from ..collision.tables import NO_CONTACTS, NO_PIECES, Contacts, Paths
from ..simulation.meetings import vector
from ..simulation.player import Controls
from ..simulation.world import World
from .explain import explain
from .figures import draw_both
from .lesson import Pair, Point, RoleCanvas

ROOM = (272.0, 116.0)
"""Units of a figure in which the boxes are drawn."""
SURROUNDING = 24.0
"""px around the small body within which the large one is drawn."""
MOST_SCALE = 6.0
"""The most units of a figure in a px."""
REACH = 3.0
"""px around a body in which a press still picks it."""
SEARCHED = 100
"""Ticks along a body's straight path that are searched for what it will hit."""


class Piece(NamedTuple):
    """The straight piece of a body's path that holds an instant."""

    begin: float
    """u at which the piece begins."""
    start: Floats
    """(2,), the body's centre then, px."""
    slope: Floats
    """px in a whole tick."""
    number: int
    """Counted from 1; 0 of a body at rest."""
    total: int
    """How many pieces the path has; 0 of a body at rest."""


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


def contacts_of(world: World) -> Contacts:
    """Return the contacts of the last tick; none before the first one."""
    return world.last.step.contacts if world.last.step else NO_CONTACTS


def paths_of(world: World) -> Paths:
    """Return the paths of all bodies in the last tick; none before the first one."""
    return world.last.step.paths if world.last.step else NO_PIECES


def pair_at(world: World, a: int, b: int, u: float) -> Moment:
    """Return two bodies at a time of the last tick; after the run's end, which may be
    within the tick, nothing moves."""
    if world.outcome:
        u = min(u, float(paths_of(world).u_end.max(initial=0.0)))
    pieces = piece_at(world, a, u), piece_at(world, b, u)
    begin = max(piece.begin for piece in pieces)
    rest_of_tick = 1.0 - begin
    starts = [piece.start + piece.slope * (begin - piece.begin) for piece in pieces]
    # Plus 0.0: never -0.0.
    moves = [piece.slope * rest_of_tick + 0.0 for piece in pieces]
    half = world.space.half_extents[[a, b]]
    case = pair_of_rows(np.array(starts), half, np.array(moves))
    return Moment(case, pieces, begin, (u - begin) / rest_of_tick)


def pair_of_rows(center: Floats, half: Floats, move: Floats) -> Pair:
    """Return the pair whose a is described by the first row of each array, and whose b
    by the second; the arrays are (2, 2), px."""
    a, b = (AABB(vector(o), vector(h)) for o, h in zip(center, half))
    (ax, ay), (bx, by) = move.tolist()
    return Pair(a, b, (ax, ay), (bx, by))


def scale_pair(pair: Pair, scale: float, corner: Floats | float = 0.0) -> Pair:
    """Return a pair with all lengths times a scale, and both boxes then shifted so that
    the point (0, 0) comes to a corner."""
    a, b, move_a, move_b = pair
    center = np.array([a.center, b.center]) * scale
    half = np.array([a.half_extents, b.half_extents]) * scale
    return pair_of_rows(center + corner, half, np.array([move_a, move_b]) * scale)


def piece_at(world: World, id: int, u: float) -> Piece:
    """Return the piece of a body's path that holds a time u of the last tick; at a bend
    the one before."""
    paths = paths_of(world)
    pieces = paths.only(paths.mover == id)
    total = len(pieces.mover)
    if total == 0:
        return Piece(0.0, world.space.center[id], np.zeros(2), 0, 0)
    number = max(1, int(np.count_nonzero(pieces.u_start < u)))
    _, u_start, u_end, start, end = (column[number - 1] for column in pieces)
    span = u_end - u_start
    slope = world.last.moves[id]
    has_turned = np.abs(slope * span - (end - start)).max() > SKIN
    if has_turned:
        slope = (end - start) / (span or 1.0)
    return Piece(float(u_start), start, slope, number, total)


def describe_piece(name: str, piece: Piece) -> str:
    """Return in words which piece of its path a body is on."""
    if piece.total == 0:
        return f"{name} at rest"
    return f"{name} on piece {piece.number} of {piece.total}"


def box_at(world: World, id: int, u: float) -> AABB:
    """Return where a body was at a time of the last tick."""
    center = world.place(id, world.last.step, u)
    return AABB(center, vector(world.space.half_extents[id]))


def describe_body(world: World, id: int) -> str:
    """Return a body's name."""
    kind = world.bodies.kind(id)
    if id == world.player.id:
        name = "player"
    elif id == world.line:
        name = "line"
    elif kind:
        name = kind.name
    else:
        name = Kind(world.space.kind[id]).name.lower()
    return f"{name} {id}"


def others_by_distance(world: World, id: int, u: float) -> list[int]:
    """Return all bodies but one, the nearest to it at a time of the last tick first."""
    half = world.space.half_extents
    center = centers_at(world, u)
    gaps = np.abs(center - center[id]) - half - half[id]
    x, y = np.maximum(gaps, 0.0).T
    living = world.space.living()
    order = np.argsort(np.hypot(x, y)[living], kind="stable")
    return [i for i in living[order].tolist() if i != id]


def centers_at(world: World, u: float) -> Floats:
    """Return (N, 2), the centres of all bodies at a time of the last tick, px."""
    return paths_of(world).at(u, world.space.center)


def next_hit(before: World, controls: Controls) -> tuple[Pair, int]:
    """Return the player and the body that it hits first in the next tick, and the id of
    that body.

    Without a hit it is the body that it would hit in SEARCHED such ticks, or else the
    nearest.
    """
    me = before.player.id
    world = before.copy()
    world.tick(controls)
    hits = solids_hit(world, me)
    moves = world.last.moves * SEARCHED
    hit = hits[0] if hits else likely_hit(before, me, moves)
    return pair_at(world, me, hit, 0.0).case, hit


def solids_hit(world: World, mover: int) -> list[int]:
    """Return the ids of the solids that a mover hit in the last tick, the first one
    first."""
    contacts = contacts_of(world)
    ids: list[int] = contacts.other[contacts.mover == mover].tolist()
    return ids


def likely_hit(world: World, mover: int, moves: Floats) -> int:
    """Return the id of the body that a mover hits first on a straight path; of those
    that it hits at the same time, or if it hits none, the nearest.

    Args:
        world: where the bodies are.
        mover: its id.
        moves: (N, 2), the displacements of all bodies, px.
    """
    others = np.array(others_by_distance(world, mover, 1.0))
    center = world.space.center
    half = world.space.half_extents
    swept = sweep_batch(
        center[mover],
        half[mover],
        moves[mover],
        center[others],
        half[others],
        moves[others],
    )
    # u0 of a miss is inf; of equal times argmin() takes the first, the nearest body.
    return int(others[swept.u0.argmin()])


def explain_next_hit(world: World, controls: Controls) -> str:
    """Return the reason why the player hits or misses the body of next_hit(), without
    the time at which they part."""
    pair, _ = next_hit(world, controls)
    first_part, _, _ = explain(*pair).reason.partition(";")
    return first_part


def last_solid(world: World, hits: Sequence[int], u: float) -> int:
    """Return the solid of the player's last contact if it is still there, else the
    nearest one; the player itself where there is none.

    Args:
        world: after a tick.
        hits: the solids that the player hit, the last one first.
        u: the time of the last tick at which the nearest one is wanted.
    """
    me = world.player.id
    solids = set(world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist())
    for id in (*hits, *others_by_distance(world, me, u)):
        if id in solids:
            return int(id)
    return me


def contact_times(world: World, a: int, b: int) -> list[float]:
    """Return the times u of two bodies' contacts in the last tick."""
    contacts = contacts_of(world)
    a_hits_b = (contacts.mover == a) & (contacts.other == b)
    b_hits_a = (contacts.mover == b) & (contacts.other == a)
    times: list[float] = contacts.u[a_hits_b | b_hits_a].tolist()
    return times


def body_at(world: World, at: Point, u: float) -> int | None:
    """Return the id of the body at a place, px of the room, at a time of the last tick.

    Of several it is the smallest; without any, the smallest within REACH; or else None.
    """
    half = world.space.half_extents
    # A negative gap is the depth of the place in the body.
    gap = (np.abs(centers_at(world, u) - at) - half).max(axis=1)
    area = half.prod(axis=1)
    near = [id for id in world.space.living().tolist() if gap[id] <= REACH]
    return min(near, key=lambda id: (gap[id] > 0, area[id]), default=None)


def draw_pair(canvas: RoleCanvas, moment: Moment) -> None:
    """Draw both boxes at the instant, their swept volumes, and the boxes at u0."""
    draw_both(canvas, fit_case(moment.case), moment.u, sweep(*moment.case), ROOM)


def fit_case(case: Pair) -> Pair:
    """Return two boxes in units of the figure.

    It shows the smaller one's swept bounds completely, and the part of the other's that
    lies around these, or nearest to them.
    """
    a, b, move_a, move_b = case
    small = a.swept_bounds(move_a)
    large = b.swept_bounds(move_b)
    if max(a.half_extents) > max(b.half_extents):
        small, large = large, small
    room = np.array(ROOM)
    low, high = visible_bounds(small, large)
    filling = room / np.maximum(high - low, 1.0)
    scale = min(MOST_SCALE, float(filling.min()) * 0.9)
    middle = (low + high) / 2
    return scale_pair(case, scale, room / 2 - middle * scale)


def visible_bounds(small: AABB, large: AABB) -> tuple[Floats, Floats]:
    """Return the min and max of what a figure shows of two swept bounds.

    Of the large one it is what lies no farther than SURROUNDING from the small one, or,
    if they are farther apart, from the large one's nearest point.
    """
    small_min = np.array(small.min)
    small_max = np.array(small.max)
    large_min = np.array(large.min)
    large_max = np.array(large.max)
    lowest = np.minimum(small_min, large_max) - SURROUNDING
    highest = np.maximum(small_max, large_min) + SURROUNDING
    visible_min = np.maximum(large_min, lowest)
    visible_max = np.minimum(large_max, highest)
    return np.minimum(small_min, visible_min), np.maximum(small_max, visible_max)
