"""What happens to all bodies in one step?

The verbs, in order: push movers out of the solids in which they start;
sweep the others against the solids near their paths, let each answer
its earliest contact, and repeat until there are no more contacts; then
find overlaps between bodies along their paths.

Movers without a solid near their straight paths are done at once. Of
the others a handful is followed one by one, each by the Journey that
response explains, and a larger number as a Flock.

Source: response for the rules, flock for many at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import flock, tables
from .batch import Bools, Floats, last_in_first_out
from .contact import Solid
from .grid import FEW_PAIRS, MOST_PAIRS, Grid, NearSolids, Solids
from .response import Journey, Response
from .tables import Bodies, Paths, Step, Touches, concatenate, take_rows


def step(
    solids: Sequence[Solids], movers: Bodies, sensors: Bodies
) -> tuple[Step, Paths]:
    """Move all bodies.

    Args:
        solids: the walls, and the obstacles if there are any.
        movers: their columns become those where the step ends.
    Returns:
        What happened, and the paths of all bodies but the movers.
    """
    # Straight: from where a mover is known to be to the step's end.
    log, straight = flock.Log(), straight_paths(movers)
    near = find_near(solids, straight.bounds(movers.vectors[1].T))
    u, bends = straight.u_start, np.zeros(len(near), np.intp)
    if np.count_nonzero(near) > flock.FEW:
        together = flock.Flock(solids, movers, log)
        near, u, bends = together.follow(), together.u, together.bends
        p, _, e, _ = movers.vectors  # Where the flock has led them.
        start, end = p.T.copy(), (p + e * (1.0 - u)).T
        straight = straight._replace(u_start=u, start=start, end=end)
    arrived = u == 1.0  # Their paths are in the log.
    for row in near.nonzero()[0].tolist():
        mover, how = movers.solid(row), Response(movers.response[row])
        around, past = NearSolids(solids, mover), int(bends[row])
        journey = Journey(mover, how, around, float(u[row]), past)
        if len(journey.corners) > 2 or journey.contacts:
            log.add_journey(mover.id, journey)
            straight.end[row], arrived[row] = journey.p, True
            movers.columns[6:, row] = journey.v
    movers.columns[:2] = straight.end.T
    if np.count_nonzero(arrived):
        straight = take_rows(straight, (~arrived).nonzero()[0], 0)
    log.path_tables.append(straight)
    paths, carried = log.paths(), straight_paths(sensors)
    touches = find_touches(paths, movers, carried, sensors)
    obstacles = [straight_paths(each.bodies) for each in solids[1:]]
    others = concatenate([carried, *obstacles])
    paths = concatenate([paths, others])
    if paths is not straight:
        paths = take_rows(paths, paths.mover.argsort(kind="stable"), 0)
    return Step(log.contacts(), touches, without_resting(paths)), others


def find_near(solids: Sequence[Solids], paths: Floats) -> Bools:
    """Tell which paths' bounds, (2, 2, N), overlap those of solids,
    (N,). Of more than a few movers with many pairs all count as if they
    did: a Flock's own search is faster than to compare all."""
    count, of_each = paths.shape[2], sum(x.grid.size for x in solids)
    if count > flock.FEW and count * of_each > FEW_PAIRS:
        return np.ones(count, np.bool_)
    touch = [each.grid.near(paths) for each in solids]
    return np.asarray(np.concatenate(touch, axis=1).any(axis=1))


def straight_paths(bodies: Bodies) -> Paths:
    """Return the one piece of path of each body that nothing stops."""
    if not len(bodies.id):
        return tables.NO_PIECES
    u, (p, _, e, _) = np.zeros(len(bodies.id)), bodies.vectors
    start, end = p.T.copy(), (p + e).T
    return Paths(bodies.id.copy(), u, u + 1.0, start, end)


def without_resting(pieces: Paths) -> Paths:
    """Return the pieces of the bodies that moved in this step."""
    still = pieces.start == pieces.end
    rest = still[:, 0] & still[:, 1]
    if not np.count_nonzero(rest):
        return pieces
    moved = np.zeros(pieces.mover.max() + 1, np.bool_)
    moved[pieces.mover[~rest]] = True
    return pieces.only(moved.take(pieces.mover))


def find_touches(
    paths: Paths, movers: Bodies, carried: Paths, sensors: Bodies
) -> Touches:
    """Find overlaps between bodies along their paths: of movers with
    sensors, and of the movers that notice others with these."""
    meet = len(movers.id) > 1 and np.count_nonzero(movers.notices)
    if not (len(sensors.id) or meet):
        return tables.NO_TOUCHES
    piece = np.searchsorted(movers.id, paths.mover)
    half, others = movers.vectors[1].T.take(piece, 0), carried
    half_b = sensors.vectors[1].T
    if meet:
        noticing = movers.notices.take(piece).nonzero()[0]
        others = concatenate([carried, take_rows(paths, noticing, 0)])
        half_b = np.concatenate((half_b, half.take(noticing, 0)))
    rows = overlaps_of(paths, half, others, half_b)
    if meet and len(rows.a):
        # The mover that notices is a; of two that do, the lower id.
        a, b = np.searchsorted(movers.id, rows[:2])
        is_mover = movers.id.take(b, mode="clip") == rows.b
        mutual = is_mover & movers.notices.take(a)
        pair = np.where(is_mover & ~mutual, rows[1::-1], rows[:2])
        once = (~mutual | (rows.a < rows.b)).nonzero()[0]
        rows = take_rows(rows._replace(a=pair[0], b=pair[1]), once, 0)
    return take_rows(rows, np.lexsort((rows.b, rows.a, rows.u0)), 0)


def overlaps_of(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Return when bodies on these pieces of path overlap different
    bodies on those; times that join at a bend are one row."""
    if not (len(a.mover) and len(b.mover)):
        return tables.NO_TOUCHES
    found, done, grid = [tables.NO_TOUCHES], 0, Grid(b.bounds(half_b))
    while done < len(a.mover):
        near = a.bounds(half_a)[:, :, done:]
        (i, j), count = grid.pairs(near, MOST_PAIRS)
        i, done = i + done, done + count
        others = (a.mover.take(i) != b.mover.take(j)).nonzero()[0]
        if len(others):
            i, j = i.take(others), j.take(others)
            rows_a = take_rows(a, i, 0), half_a.take(i, 0)
            rows_b = take_rows(b, j, 0), half_b.take(j, 0)
            found.append(overlaps_of_pairs(*rows_a, *rows_b))
    if len(found) == 1:
        return tables.NO_TOUCHES
    rows = concatenate(found)
    order = np.lexsort((rows.u1, rows.u0, rows.b, rows.a))
    mover, other, u0, u1 = take_rows(rows, order, 0)
    new = np.ones(len(u0) + 1, np.bool_)
    new[1:-1] = (mover[1:] != mover[:-1]) | (other[1:] != other[:-1])
    new[1:-1] |= u0[1:] > u1[:-1]
    first, last = new[:-1], new[1:]
    return Touches(mover[first], other[first], u0[first], u1[last])


@np.errstate(all="ignore")
def overlaps_of_pairs(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Return when a body on one of these pieces of path overlaps the
    one on the same row of those, in any order."""
    begin = np.maximum(a.u_start, b.u_start)
    end = np.minimum(a.u_end, b.u_end)
    places = []
    for piece in (a, b):
        start, later = piece.start, begin > piece.u_start
        if np.count_nonzero(later):
            start = np.where(later[:, None], piece.place(begin), start)
        places.append((start, piece.place(end) - start))
    (p, e), (o, f) = places
    swept = last_in_first_out(o - p, f - e, half_a + half_b)
    hit = (swept.hit & (begin <= end)).nonzero()[0]
    u = np.array((swept.u0, swept.u1))
    u0, u1 = np.where(u < 1, begin + (end - begin) * u, end)
    return take_rows(Touches(a.mover, b.mover, u0, u1), hit, 0)


def cast(
    solids: Sequence[Solids], mover: Solid, response: Response
) -> Paths:
    """Return the path of a mover that is not in the space."""
    journey = Journey(mover, response, NearSolids(solids, mover))
    rows = flock.piece_rows(-1, journey.corners)
    moved = any(start != end for *_, start, end in rows)
    return tables.as_table(rows if moved else [], tables.NO_PIECES)
