"""What happens to all bodies in one step?

The verbs, in order: push movers out of the solids in which they start;
sweep the others against the solids near their paths, let each answer
its earliest contact, and repeat until there are no more contacts; then
find overlaps between bodies along their paths.

Movers without a solid near their straight paths are done at once. Of
the others a handful is followed one by one, as response explains, and a
larger number as a Flock.

Source: response for the rules, flock for many at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from . import compiled, flock, tables
from .batch import Bools, Floats, Ints, last_in_first_out
from .contact import Body
from .grid import FEW_PAIRS, MOST_PAIRS, Grid, NearSolids, Solids
from .library import load
from .response import Journey, Response, follow
from .tables import (
    Bodies,
    Paths,
    Step,
    Touches,
    concatenate,
    gather,
    split_rows,
    take_rows,
)


def step(
    solids: Sequence[Solids], movers: Bodies, sensors: Bodies
) -> tuple[Step, Paths]:
    """Move all bodies through a step.

    Args:
        solids: the walls, and the obstacles if there are any.
        movers: their columns become those at the end of the step.
        sensors: all of them.
    Returns:
        What happened, and the paths of the sensors and obstacles.
    """
    log = follow_movers(solids, movers)
    paths = log.paths()
    carried = straight_paths(sensors)
    touches = find_touches(paths, movers, carried, sensors)
    obstacles = [straight_paths(each.bodies) for each in solids[1:]]
    others = concatenate([carried, *obstacles])
    paths = concatenate([paths, others])
    paths = tables.in_order(paths, paths.mover)
    happened = Step(log.contacts(), touches, without_resting(paths))
    return happened, others


def follow_movers(
    solids: Sequence[Solids], movers: Bodies
) -> flock.Log:
    """Move all movers to the end of the step.

    Args:
        solids: the walls, and the obstacles if there are any.
        movers: their columns become those at the end of the step.
    Returns:
        What happened to them.
    """
    library = load()
    if library is None:
        return follow_with_numpy(solids, movers)
    log = flock.Log()
    followed = compiled.follow_in_c(library, solids, movers, log)
    for row in followed.alone.nonzero()[0].tolist():
        journey = follow_alone(solids, movers, row, followed)
        log.add_journey(int(movers.id[row]), journey)
    return log


def follow_with_numpy(
    solids: Sequence[Solids], movers: Bodies
) -> flock.Log:
    """Do what follow_movers does, without follow.c."""
    log = flock.Log()
    straight = straight_paths(movers)
    half = movers.vectors[1].T
    near = find_near(solids, straight.bounds(half))
    bends = np.zeros(len(near), np.intp)
    followed = flock.Followed(near, straight.u_start, bends)
    if np.count_nonzero(near) > flock.FEW:
        followed = flock.follow_in_rounds(solids, movers, log)
        straight = rest_of_paths(straight, movers, followed.u)
    in_log = followed.u == 1.0
    for row in followed.alone.nonzero()[0].tolist():
        journey = follow_alone(solids, movers, row, followed)
        if len(journey.corners) > 2 or journey.contacts:
            log.add_journey(int(movers.id[row]), journey)
            in_log[row] = True
            straight.end[row] = journey.mover.center
    movers.columns[:2] = straight.end.T
    if np.count_nonzero(in_log):
        unlogged = (~in_log).nonzero()[0]
        straight = take_rows(straight, unlogged, 0)
    log.straight = straight
    return log


def follow_alone(
    solids: Sequence[Solids],
    movers: Bodies,
    row: int,
    followed: flock.Followed,
) -> Journey:
    """Follow the mover in a row from where it is now to the end of the
    step: there its columns are those."""
    mover = movers.body(row)
    around = NearSolids(solids, mover)
    journey = follow(
        mover,
        Response(movers.response[row]),
        around,
        float(followed.u[row]),
        int(followed.bends[row]),
        around.stride,
    )
    movers.columns[:2, row] = journey.mover.center
    movers.columns[6:, row] = journey.mover.velocity
    return journey


def find_near(solids: Sequence[Solids], paths: Floats) -> Bools:
    """Tell which paths' bounds, (2, 2, N), overlap those of solids: a
    mask of (N,). With many pairs it is True for all, since Flock finds
    out faster."""
    count = paths.shape[2]
    pairs = count * sum(each.grid.size for each in solids)
    if count > flock.FEW and pairs > FEW_PAIRS:
        return np.ones(count, np.bool_)
    touch = [each.grid.near(paths) for each in solids]
    return np.asarray(np.concatenate(touch, axis=1).any(axis=1))


def straight_paths(bodies: Bodies) -> Paths:
    """Return the paths of bodies if nothing stops them: one piece of
    each, for the whole step."""
    if not len(bodies.id):
        return tables.NO_PIECES
    u = np.zeros(len(bodies.id))
    p, _, e, _ = bodies.vectors
    start = p.T.copy()
    end = (p + e).T
    return Paths(bodies.id.copy(), u, u + 1.0, start, end)


def rest_of_paths(straight: Paths, movers: Bodies, u: Floats) -> Paths:
    """Return straight pieces from where movers are at times u, (N,), to
    the end of the step."""
    p, _, e, _ = movers.vectors
    start = p.T.copy()
    end = (p + e * (1.0 - u)).T
    return straight._replace(u_start=u, start=start, end=end)


def without_resting(pieces: Paths) -> Paths:
    """Return the pieces without those of bodies that did not move in
    the step."""
    still = pieces.start == pieces.end
    rest = still[:, 0] & still[:, 1]
    if not np.count_nonzero(rest):
        return pieces
    moved = np.zeros(pieces.mover.max() + 1, np.bool_)
    moved[pieces.mover[~rest]] = True
    return pieces.only(moved.take(pieces.mover))


class Boxes(NamedTuple):
    """Boxes on pieces of path."""

    paths: Paths
    """The pieces, n rows."""
    half: Floats
    """(n, 2), px: the half extents of the box on each."""
    notices: Bools
    """(n,), whether its body is a mover that notices movers."""

    def take(self, rows: Ints) -> Boxes:
        """Return these rows."""
        paths = take_rows(self.paths, rows, 0)
        half = self.half.take(rows, 0)
        return Boxes(paths, half, self.notices.take(rows))

    def bounds(self) -> Floats:
        """Return their swept bounds, as Paths.bounds."""
        return self.paths.bounds(self.half)


def boxes_without_notice(paths: Paths, half: Floats) -> Boxes:
    """Return boxes of bodies that are no movers which notice others."""
    return Boxes(paths, half, np.zeros(len(half), np.bool_))


def find_touches(
    paths: Paths, movers: Bodies, carried: Paths, sensors: Bodies
) -> Touches:
    """Find when bodies overlap along their paths: movers and sensors,
    and any two movers of which at least one notices movers.

    Args:
        paths: of the movers.
        carried: the paths of the sensors.
    """
    noticing = np.count_nonzero(movers.notices)
    can_meet = len(movers.id) > 1 and noticing > 0
    if not (len(sensors.id) or can_meet):
        return tables.NO_TOUCHES
    row = np.searchsorted(movers.id, paths.mover)
    half = movers.vectors[1].T.take(row, 0)
    own = Boxes(paths, half, movers.notices.take(row))
    others = boxes_without_notice(carried, sensors.vectors[1].T)
    if can_meet:
        others = with_noticing(others, own)
    found = overlaps_by_body(own, others)
    if can_meet:
        found = (noticing_first(rows, movers) for rows in found)
    touches = gather(found, tables.NO_TOUCHES)
    if len(touches.a) < 2:
        return touches
    order = np.lexsort((touches.b, touches.a, touches.u0))
    # In place: of millions only one column is there twice.
    for column in touches:
        column[:] = column.take(order)
    return touches


def with_noticing(others: Boxes, own: Boxes) -> Boxes:
    """Return others, and those of the movers' own boxes that notice
    movers, in one table."""
    noticing = own.take(own.notices.nonzero()[0])
    return Boxes(
        concatenate([others.paths, noticing.paths]),
        np.concatenate((others.half, noticing.half)),
        np.concatenate((others.notices, noticing.notices)),
    )


def noticing_first(rows: Touches, movers: Bodies) -> Touches:
    """Return touches in which, of two movers, a is one that notices."""
    a = movers.id.searchsorted(rows.a)
    b = movers.id.searchsorted(rows.b)
    is_mover = movers.id.take(b, mode="clip") == rows.b
    turned = is_mover & ~movers.notices.take(a)
    first = np.where(turned, rows.b, rows.a)
    second = np.where(turned, rows.a, rows.b)
    return rows._replace(a=first, b=second)


def find_overlaps(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Find when a body on a piece of a overlaps another body on a piece
    of b. One overlap of two bodies that goes on from piece to piece is
    one row.

    Args:
        a, b: pieces of path.
        half_a, half_b: half extents of their bodies, (n, 2) each, px.
    Returns:
        Rows by a, b, u0.
    """
    found = overlaps_by_body(
        boxes_without_notice(a, half_a), boxes_without_notice(b, half_b)
    )
    return gather(found, tables.NO_TOUCHES)


def overlaps_by_body(a: Boxes, b: Boxes) -> Iterator[Touches]:
    """Yield the overlaps of bodies in a with other bodies in b, as
    find_overlaps does: in each table all those of some bodies in a,
    which ascend. Of two movers that notice, a has the lower id.

    Only some pairs are compared at once, and overlaps are joined as
    soon as a body's pieces have all been compared. So the memory that
    is needed is that of the result, and of one body more.
    """
    if not (len(a.half) and len(b.half)):
        return
    body = a.paths.mover
    if np.count_nonzero(body[1:] < body[:-1]):
        a = a.take(body.argsort(kind="stable"))
        body = a.paths.mover
    bounds = a.bounds()
    grid = Grid(b.bounds())
    unfinished = tables.NO_TOUCHES
    done = 0
    while done < len(body):
        # Half as many as in a Flock: they take twice as much memory.
        (i, j), count = grid.pairs(bounds[:, :, done:], MOST_PAIRS // 2)
        i = i + done  # pairs counts from the first that it was given.
        done += count
        rows = concatenate([unfinished, compare(a, i, b, j)])
        if done < len(body):
            # Some pieces of the next body may have been compared.
            end = int(rows.a.searchsorted(body[done]))
            rows, unfinished = split_rows(rows, end)
        if len(rows.a):
            yield join_at_bends(rows)


def compare(a: Boxes, i: Ints, b: Boxes, j: Ints) -> Touches:
    """Return when boxes of a overlap boxes of b, without those of one
    body and, of two movers that notice, those with the higher id in a.

    Args:
        i, j: the rows in a and b of each pair.
    """
    first = a.paths.mover.take(i)
    second = b.paths.mover.take(j)
    both_notice = a.notices.take(i) & b.notices.take(j)
    wanted = (first < second) | ((first > second) & ~both_notice)
    pair = wanted.nonzero()[0]
    if not len(pair):
        return tables.NO_TOUCHES
    i = i.take(pair)
    j = j.take(pair)
    return overlaps_of_pairs(
        take_rows(a.paths, i, 0),
        a.half.take(i, 0),
        take_rows(b.paths, j, 0),
        b.half.take(j, 0),
    )


def join_at_bends(rows: Touches) -> Touches:
    """Return overlaps in which consecutive ones of a pair of bodies are
    one row: an overlap that begins before the one ahead of it has ended
    continues it."""
    order = np.lexsort((rows.u1, rows.u0, rows.b, rows.a))
    a, b, u0, u1 = take_rows(rows, order, 0)
    other_pair = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    pause = u0[1:] > u1[:-1]
    # new[i]: an overlap begins at row i, and one ends at row i - 1.
    new = np.ones(len(u0) + 1, np.bool_)
    new[1:-1] = other_pair | pause
    first = new[:-1]
    last = new[1:]
    return Touches(a[first], b[first], u0[first], u1[last])


@np.errstate(all="ignore")
def overlaps_of_pairs(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Return when the body on each piece of a overlaps the one on the
    same row of b; a row for each that does.

    Args:
        a, b: pieces of path, n each, whose times may differ.
        half_a, half_b: half extents of their bodies, (n, 2) each, px.
    """
    begin = np.maximum(a.u_start, b.u_start)
    end = np.minimum(a.u_end, b.u_end)
    p, e = parts_of_paths(a, begin, end)
    o, f = parts_of_paths(b, begin, end)
    swept = last_in_first_out(o - p, f - e, half_a + half_b)
    hit = (swept.hit & (begin <= end)).nonzero()[0]
    # From the time they have in common, 0 to 1, to that of the step.
    part = np.array((swept.u0, swept.u1))
    u0, u1 = np.where(part < 1, begin + (end - begin) * part, end)
    touches = Touches(a.mover, b.mover, u0, u1)
    return take_rows(touches, hit, 0)


def parts_of_paths(
    pieces: Paths, begin: Floats, end: Floats
) -> tuple[Floats, Floats]:
    """Return the centre on each piece at its time begin, and the
    displacement from there until its time end, (n, 2) each, px."""
    start = pieces.start
    later = begin > pieces.u_start
    if np.count_nonzero(later):
        start = np.where(later[:, None], pieces.place(begin), start)
    return start, pieces.place(end) - start


def cast(
    solids: Sequence[Solids], mover: Body, response: Response
) -> Paths:
    """Return the path of a mover that is not in the space, for one
    step; it is empty if the mover stays where it is."""
    around = NearSolids(solids, mover)
    journey = follow(mover, response, around, stride=around.stride)
    rows = flock.piece_rows(-1, journey.corners)
    if all(start == end for *_, start, end in rows):
        return tables.NO_PIECES
    return tables.as_table(rows, tables.NO_PIECES)
