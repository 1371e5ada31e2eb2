"""What happens to all bodies in one step?

The verbs, in order: movers that start inside something are pushed out;
all others are swept against the solids near their way, and each
answers its contacts, the earliest first, until nobody meets anything;
then it is asked who passed through whom.

A handful of movers is followed one by one, by the Journey that
response explains, and more of them as a Flock.

Source: response for the rules, flock for many at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import flock
from .batch import Floats, last_in_first_out
from .contact import SKIN, Solid
from .grid import Grid, Solids, Surroundings
from .response import Journey, Response
from .tables import (
    NO_TIMES,
    NONE,
    Bodies,
    Corners,
    Paths,
    Step,
    Touches,
    in_columns,
    joined,
    taken,
)


def step(
    solids: Sequence[Solids], movers: Bodies, sensors: Bodies
) -> tuple[Step, Floats, Floats]:
    """Move everything.

    Args:
        solids: the walls, and the obstacles if there are any.
    Returns:
        What happened, and the centres and velocities of the movers
        where the step ends, (2, N).
    """
    log = flock.Log(movers)
    alone = np.arange(len(movers.id))
    if len(alone) > flock.FEW:
        with np.errstate(
            divide="ignore", invalid="ignore", over="ignore"
        ):
            alone = flock.Flock(solids, movers, log).fly()
    for row in alone.tolist():
        mover, how = movers.solid(row), int(movers.response[row])
        near = Surroundings(solids, mover)
        log.journey(row, Journey(mover, Response(how), near))
    ways, carried = pieces(log.corners()), straight(sensors)
    met = touches(ways, movers, carried, sensors)
    pushing = [straight(each.bodies) for each in solids[1:]]
    paths = moving(joined([ways, carried, *pushing], axis=0))
    if (paths.mover[1:] < paths.mover[:-1]).any():
        paths = paths.only(np.argsort(paths.mover, kind="stable"))
    return Step(log.contacts(), met, paths), log.center, log.velocity


def pieces(corners: Corners) -> Paths:
    """Return the pieces between corners, without those of no length in
    time and place: a contact at once after another leaves one."""
    order = corners.body.argsort(kind="stable")
    body, u, center = taken(corners, order)
    x, y = np.abs(center[:, 1:] - center[:, :-1])
    lasts = (u[1:] > u[:-1]) | (np.maximum(x, y) > 2 * SKIN)
    i = ((body[1:] == body[:-1]) & lasts).nonzero()[0]
    begin, end = center.take(i, axis=1), center.take(i + 1, axis=1)
    return Paths(body.take(i), u.take(i), u.take(i + 1), begin.T, end.T)


def straight(bodies: Bodies) -> Paths:
    """Return the one piece of each body that nothing stops."""
    u, (center, _, move, _) = np.zeros(len(bodies.id)), bodies.vectors
    end = center + move
    return Paths(bodies.id, u, u + 1.0, center.T, end.T)


def moving(pieces: Paths) -> Paths:
    """Leave out the bodies that rested all the time."""
    x, y = (pieces.start != pieces.end).T
    # One place more than ids: a cast's mover is -1, which is the last.
    moved = np.zeros(pieces.mover.max(initial=0) + 2, np.bool_)
    moved[pieces.mover[x | y]] = True
    kept = moved.take(pieces.mover)
    return pieces if kept.all() else pieces.only(kept)


def touches(
    ways: Paths, movers: Bodies, carried: Paths, sensors: Bodies
) -> Touches:
    """Find who overlapped whom, along the bent paths."""
    if not (len(sensors.id) or movers.notices.any()):
        return NO_TOUCHES
    row = np.searchsorted(movers.id, ways.mover)
    half, notices = movers.vectors[1].T[row], movers.notices[row]
    sensed = overlap(ways, half, carried, sensors.vectors[1].T)
    met = overlap(ways.only(notices), half[notices], ways, half)
    twice = movers.notices[np.searchsorted(movers.id, met.b)]
    kept = (met.a < met.b) | ~twice
    met = Touches._make(column[kept] for column in met)
    rows = Touches._make(map(np.concatenate, zip(sensed, met)))
    order = np.lexsort((rows.b, rows.a, rows.u0))
    return Touches._make(column[order] for column in rows)


def overlap(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Return when pieces of different bodies' paths overlapped; times
    that meet at a bend are one row."""
    if not len(a.u_end) * len(b.u_end):
        return NO_TOUCHES
    i, j = Grid(b.bounds(half_b)).pairs(a.bounds(half_a))
    others = a.mover[i] != b.mover[j]
    i, j = i[others], j[others]
    if not len(i):
        return NO_TOUCHES
    a, b = a.only(i), b.only(j)
    begin = np.maximum(a.u_start, b.u_start)
    end = np.minimum(a.u_end, b.u_end)
    places = []
    for piece in (a, b):
        whole = (begin <= piece.u_start)[:, None]
        start = np.where(whole, piece.start, piece.place(begin))
        places.append((start, piece.place(end) - start))
    (p, e), (o, f) = places
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        swept = last_in_first_out(o - p, f - e, half_a[i] + half_b[j])
    hit = np.flatnonzero(swept.hit & (begin <= end))
    begin, end = begin[hit], end[hit]
    u0, u1 = (
        np.where(u < 1, begin + (end - begin) * u, end)
        for u in (swept.u0[hit], swept.u1[hit])
    )
    order = np.lexsort((u1, u0, b.mover[hit], a.mover[hit]))
    mover, other = a.mover[hit][order], b.mover[hit][order]
    u0, u1 = u0[order], u1[order]
    new = np.ones(len(u0) + 1, np.bool_)
    new[1:-1] = np.diff(mover) | np.diff(other) | (u0[1:] > u1[:-1])
    first, last = new[:-1], new[1:]
    return Touches(mover[first], other[first], u0[first], u1[last])


NO_TOUCHES = Touches(NONE, NONE, NO_TIMES, NO_TIMES)


def cast(
    solids: Sequence[Solids], mover: Solid, response: Response
) -> Paths:
    """Return the path of a mover that is not there."""
    journey = Journey(mover, response, Surroundings(solids, mover))
    corners = [(mover.id, *corner) for corner in journey.corners]
    return moving(pieces(Corners(*in_columns(corners))))
