"""How are many movers followed at once?

In rounds. A round sweeps all movers that still move against the solids
near their paths, and each of them answers its first contact. Movers
without a contact are done. Those in a rare case are followed one by
one from where they are, as response explains: inside solids, caught
between two, near a joint. So is the last handful. Both ways follow the
same rules to the same bits. The letters are those of contact: d, r and
s for distance, relative displacement and reach, p, h, e and v for a
mover, o, g and f for a solid, u for the time in the step and t for the
time from now on.

Source: contact and response for the rules, batch for the arrays, grid
for the solids near a path.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import tables
from .aabb import Vector
from .batch import Bools, Floats, Ints, last_in_first_out
from .contact import NARROW, SKIN
from .grid import MOST_PAIRS, SHORT, Solids
from .response import MOST_BENDS, MOST_CONTACTS, Journey, Response
from .tables import (
    Bodies,
    Contacts,
    Pairs,
    Paths,
    bounds,
    group_starts,
    take_rows,
    vectors,
)

FEW = 8
"""Up to this number movers are followed one by one: the fixed cost of
a round of array operations is that of about as many journeys."""

STRIDE = 4.0
"""Cells of a long path that are searched at first. The next stride of
a path is twice as long if nothing was found on this one."""

CROWD = 4
"""Solids near a stride: if there are more on average, the first strides
become shorter."""

FEW_STRIDES = 512
"""For fewer, a round more costs more than what shorter strides save."""

AXES = np.array([[0], [1]])
"""Both axes, (2, 1). Compared with the axes of N contacts they give a
mask of (2, N): whether x, or y, is the contact's axis."""

STOP, SLIDE, BOUNCE, PASS = map(int, Response)
"""numpy compares with an int seven times as fast as with an enum."""

Scalar = TypeVar("Scalar", np.float64, np.bool_)


class Log:
    """What happens to movers in a step.

    A Flock adds tables. Movers that are followed one by one add rows.
    paths() and contacts() join them when the step is over.
    """

    def __init__(self) -> None:
        self.straight = tables.NO_PIECES
        """The last piece of each path, up to the end of the step,
        unless it is among path_tables or path_rows."""
        self.path_tables: list[Paths] = []
        """Pieces of the paths of many movers."""
        self.path_rows: list[tuple[object, ...]] = []
        """Rows of Paths, of movers that were followed one by one."""
        self.contact_tables: list[Contacts] = []
        """Contacts of many movers."""
        self.contact_rows: list[tuple[int, *tuple[object, ...]]] = []
        """Rows of Contacts, of movers that were followed one by one."""

    def add_pieces(
        self, id: Ints, u: Floats, v: Floats, p: Floats, q: Floats
    ) -> None:
        """Add straight pieces of path, from p at time u to q at time v.

        Between two contacts at the same time, a piece takes no time and
        is at most 2 SKIN long on each axis: it is left out.
        """
        pieces = Paths(id, u, v, p.T, q.T)
        long_enough = v > u
        if np.count_nonzero(long_enough) < len(id):
            long_enough |= np.maximum(*np.abs(q - p)) > 2 * SKIN
            pieces = pieces.only(long_enough)
        self.path_tables.append(pieces)

    def add_journey(self, id: int, journey: Journey) -> None:
        """Add the pieces of path and the contacts of one mover."""
        self.path_rows += piece_rows(id, journey.corners)
        self.contact_rows += [(id, *x[:5]) for x in journey.contacts]

    def paths(self) -> Paths:
        """Return all pieces of path, those of a body by their time."""
        journeys = tables.as_table(self.path_rows, tables.NO_PIECES)
        pieces = [*self.path_tables, self.straight, journeys]
        return tables.concatenate(pieces)

    def contacts(self) -> Contacts:
        """Return all contacts in the order that Contacts promises."""
        self.contact_rows.sort(key=itemgetter(2))  # Movers ascend.
        table = tables.as_table(self.contact_rows, tables.NO_CONTACTS)
        if not self.contact_tables:
            return table
        table = tables.concatenate([*self.contact_tables, table])
        by_mover = tables.in_order(table, table.mover)
        return tables.in_order(by_mover, by_mover.u)


def piece_rows(
    id: int, corners: Sequence[tuple[float, Vector]]
) -> list[tuple[object, ...]]:
    """Return the straight pieces between the corners of a Journey, as
    rows of Paths; those that add_pieces leaves out are left out."""
    return [
        (id, u, v, p, q)
        for (u, p), (v, q) in pairwise(corners)
        if v > u or max([abs(y - x) for x, y in zip(p, q)]) > 2 * SKIN
    ]


class Followed(NamedTuple):
    """How far movers were followed together."""

    alone: Bools
    """(N,), which of them must be followed one by one from there on."""
    u: Floats
    """(N,), the time that each of them has reached, in [0, 1] of the
    step."""
    bends: Ints
    """(N,), the number of contacts that each has had."""


def follow_in_rounds(
    solids: Sequence[Solids], movers: Bodies, log: Log
) -> Followed:
    """Follow movers together to the end of the step, except those in a
    rare case.

    Args:
        solids: the walls, and the obstacles if there are any.
        movers: their columns become those where they are then.
        log: gains their contacts, and the pieces of path before them.
    """
    flock = Flock(solids, movers, log)
    alone = flock.follow()
    return Followed(alone, flock.u, flock.bends)


class Search(NamedTuple):
    """Stretches of paths, and the solids near them."""

    row: Ints
    """Rows of the movers."""
    end: Floats
    """The time, from now on, up to which each path was searched."""
    last: Bools
    """Whether that is the end of the path."""
    mover: Ints
    """Of each pair, its mover: an index into row; ascending."""
    solid: Ints
    """Of each pair, its solid: an index into Flock.solid."""


class Flock:
    """Movers that are followed together through a step."""

    def __init__(
        self, solids: Sequence[Solids], movers: Bodies, log: Log
    ) -> None:
        count = len(movers.id)
        self.solids = solids
        """The walls, and the obstacles if there are any."""
        self.solid = tables.concatenate([x.bodies for x in solids], -1)
        """All of them in one table."""
        self.movers = movers
        self.columns = movers.columns
        """The movers' columns, (8, N): where they are now."""
        self.log = log
        self.u = np.zeros(count)
        """The time that each mover has reached."""
        self.searched = np.zeros(count)
        """The time, from u on, up to which its straight path is known
        to be free of contacts."""
        spacing = min([each.grid.spacing for each in solids])
        self.first_stride = STRIDE * spacing
        """How far a path is searched at first, px."""
        self.least_stride = SHORT * spacing
        """What first_stride may become, px."""
        self.stride = np.full(count, self.first_stride)
        """How far each path is searched next, px."""
        self.in_parts = False
        """Whether, so far in the step, a path was too long for one
        stride, or there were too many pairs to be searched at once."""
        self.bends = np.zeros(count, np.intp)
        """The number of contacts that each mover has had."""
        self.last_solid = self.bends - 1
        """The solid that it hit last, an index into solid, or -1."""
        self.narrow = np.minimum(*movers.vectors[1]) <= NARROW
        """Whether it fits into joints."""
        self.alone: Bools = movers.response == PASS
        """Whether it must be followed alone from now on."""

    def follow(self) -> Bools:
        """Follow the movers together to the end of the step, except
        those in a rare case.

        Returns:
            Which these are, (N,) bools. They must be followed one by
            one from where they are now: PASS movers, all that may be
            pushed out of solids, crushed or stopped at a joint, those
            whose path may not bend again, and the last few that may
            still have contacts.
        """
        row = (~self.alone).nonzero()[0]
        # Along a long path or in a crowd not even a few are left to
        # be followed one by one: each would test all solids.
        while len(row) > FEW or (self.in_parts and len(row)):
            search, rest = self.search(row)
            row = self.near_others(search)
            if self.in_parts or len(row) > FEW:
                row = np.concatenate((rest, self.respond(search)))
        self.alone[row] = True
        return self.alone

    def search(self, row: Ints) -> tuple[Search, Ints]:
        """Find the solids near the next stretch of each of these
        movers' paths.

        Returns:
            The search, and the rows that it leaves for later because
            they were too many to be searched at once. A mover with no
            path left within the grid is in neither.
        """
        p, h, e, _ = vectors(self.columns.take(row, axis=1))
        begin, end, last = self.next_stretch(row, p, h, e)
        near = bounds(p + e * begin, p + e * end, h)
        more = begin < end
        if np.count_nonzero(more) < len(row):
            row = row[more]
            end = end[more]
            last = last[more]
            near = near[:, :, more]
        pairs, count = self.pairs(near)
        strides = max(count, FEW_STRIDES)
        is_crowd = len(pairs.query) > CROWD * strides
        if is_crowd and self.in_parts:
            shorter = self.first_stride / 2
            self.first_stride = max(shorter, self.least_stride)
        rest = row[count:]
        self.in_parts |= len(rest) > 0
        row = row[:count]
        end = end[:count]
        last = last[:count]
        return Search(row, end, last, *pairs), rest

    def near_others(self, search: Search) -> Ints:
        """Return the rows of the movers that are near any solid but the
        one that they hit last. That one does not stop a mover before it
        has hit another: they move apart, or side by side."""
        last = self.last_solid.take(search.row.take(search.mover))
        mover = search.mover.compress(search.solid != last)
        return search.row.take(mover.compress(group_starts(mover)))

    def shadows(self, search: Search) -> Floats:
        """Return d, r and s of each pair, (3, 2, n), px."""
        row = search.row.take(search.mover)
        mover = self.columns[:6].take(row, 1)
        solid = self.solid.columns[:6].take(search.solid, 1)
        p, h, e = vectors(mover)
        o, g, f = vectors(solid)
        d = o + f * self.u.take(row) - p
        return vectors(np.concatenate((d, f - e, h + g)))

    def next_stretch(
        self, row: Ints, p: Floats, h: Floats, e: Floats
    ) -> tuple[Floats, Floats, Bools]:
        """Return from when to when each path is searched next, in time
        from now on, and whether that is to its end; (N,) each.

        The swept bounds of a long path would hold half the world. So it
        is searched in strides, and only where it lies within the grid.
        """
        begin = self.searched.take(row)
        left = 1.0 - self.u.take(row)
        if not np.count_nonzero(np.abs(e) > self.first_stride):
            return begin, left, np.ones(len(row), np.bool_)
        self.in_parts = True
        middle, half = self.world()
        away = (middle - p).T
        path = (e * left).T
        world = last_in_first_out(away, -path, (half + h).T)
        begin = np.maximum(begin, world.u0 * left)
        limit = np.minimum(world.u1 * left, left)
        speed = np.maximum(*np.abs(e))
        stride = self.stride.take(row) / speed
        # However fast it is, a stride takes some time.
        later = np.maximum(begin + stride, np.nextafter(begin, 2.0))
        end = np.minimum(later, limit)
        return begin, end, end == limit

    def world(self) -> tuple[Floats, Floats]:
        """Return centre and half extents of a box around all solids,
        (2, 1) each, px. It is larger by more than what rounding may
        take away."""
        frames = [each.grid.frame for each in self.solids]
        lows, highs = zip(*frames)
        low = np.minimum.reduce(lows)
        high = np.maximum.reduce(highs)
        largest = np.maximum(np.abs(low), np.abs(high))
        half = (high - low) / 2 + 2.0**-50 * largest
        return (low + high) / 2, half

    def pairs(self, bounds: Floats) -> tuple[Pairs, int]:
        """Return what Grid.pairs returns, for all solids: the pairs, in
        which an item is a row of self.solid, and how many of these
        bounds were searched."""
        found = [x.grid.pairs(bounds, MOST_PAIRS) for x in self.solids]
        if len(found) == 1:
            return found[0]
        pairs, counts = zip(*found)
        columns = zip(*pairs)
        query, item = map(np.concatenate, columns)
        item[len(pairs[0].item) :] += self.solids[0].grid.size
        count = min(counts)
        order = np.argsort(query, kind="stable")
        order = order[: np.searchsorted(query, count, sorter=order)]
        return Pairs(query.take(order), item.take(order)), count

    def respond(self, search: Search) -> Ints:
        """Let each mover answer its first contact on the stretch that
        was searched, or mark it as alone.

        Returns:
            The rows of the movers that go on: those that had a contact,
            and those whose path goes on. If only a few have a contact
            or are to be alone, nothing is done and these are returned.
        """
        row, end, last, _, _ = search
        shadows = self.shadows(search)
        left = 1.0 - self.u.take(row)
        met = meetings(shadows, search.mover, left)
        first = np.full(len(row), np.inf)
        np.minimum.at(first, met.mover, met.t)
        hit = (first <= end) | (last & (first < np.inf))
        has_bent = self.bends.take(row) == MOST_BENDS - 1
        alone = (first < 0) | has_bent
        if np.count_nonzero(self.narrow):
            alone[self.at_joints(search, shadows)] = True
        more: Bools = hit | alone
        if not self.in_parts and np.count_nonzero(more) <= FEW // 2:
            return row[more]
        hit &= ~alone
        if np.count_nonzero(hit):
            met, doubtful = self.first_contacts(search, met, first, hit)
            alone[doubtful] = True
            alone[self.between_solids(search, shadows, met)] = True
            free = ~alone.take(met.mover)
            if np.count_nonzero(free) < len(free):
                met = take_rows(met, free.nonzero()[0])
            self.touch(search, met)
        self.alone[row[alone]] = True
        if self.in_parts:
            self.searched[row] = np.where(hit, 0.0, end)
            self.stride[row] *= 2
            self.stride[row[hit]] = self.first_stride
        more = (hit | ~last) & ~alone
        return row[more]

    def first_contacts(
        self, search: Search, met: Meetings, first: Floats, hit: Bools
    ) -> tuple[Meetings, Ints]:
        """Find the first meetings of the movers that hit something, by
        the rules of contact.first_meeting.

        Args:
            first: (N,), the earliest time t of each mover's meetings.
            hit: (N,), which movers hit something.
        Returns:
            One meeting of each; and the movers for which that may be
            another one, because slow and fast solids are in a tie.
        """
        later = met.t - first.take(met.mover)
        speed = np.maximum(*np.abs(met.shadows[1]))
        in_tie = hit.take(met.mover) & (later * speed <= SKIN)
        ties = take_rows(met, in_tie.nonzero()[0])
        if np.count_nonzero(group_starts(ties.mover)) == len(ties.t):
            return ties, ties.mover[:0]
        fastest = np.zeros(len(first))
        np.maximum.at(fastest, met.mover, speed)
        doubt = later * fastest.take(met.mover) > SKIN
        doubtful = met.mover.compress(in_tie & doubt)
        return self.best_of_ties(search, ties), doubtful

    def best_of_ties(self, search: Search, met: Meetings) -> Meetings:
        """Return the meeting of each mover that wins a tie."""
        other_axis = 1 - met.axis
        d, r, s = pick_axis(met.shadows, other_axis)
        is_corner = np.abs(d + r * met.t) >= s - SKIN
        row = search.solid.take(met.pair)
        solid = take_rows(self.solid, row)
        # lexsort begins with the last key: the mover, is_corner, face.
        last_keys = solid.id, *solid.columns[::-1], met.axis, met.face
        order = np.lexsort((*last_keys, is_corner, met.mover))
        mover = met.mover.take(order)
        return take_rows(met, order[group_starts(mover)])

    def between_solids(
        self, search: Search, shadows: Floats, met: Meetings
    ) -> Ints:
        """Return the movers, indices into search.row, that may be
        crushed: at their contacts another solid may touch the opposite
        side."""
        contact = np.full(len(search.row), -1)
        contact[met.mover] = np.arange(len(met.mover))
        c = contact.take(search.mover)
        near = (c >= 0).nonzero()[0]
        if len(near) == len(met.mover):  # Only the pairs that touch.
            return near[:0]
        c = c.take(near)
        d, r, s = shadows.take(near, axis=2)
        axis = met.axis.take(c)
        d = d + r * met.t.take(c)
        aside = pick_axis(np.abs(d) < s, 1 - axis)
        r = met.shadows[1].take(c, axis=1)
        d, r, s = (pick_axis(x, axis) for x in (d, r, s))
        beyond = (d > 0) == (r > 0)
        touch = beyond & aside & (np.abs(d) <= s + 3 * SKIN)
        return met.mover.take(c.compress(touch))

    def at_joints(self, search: Search, shadows: Floats) -> Ints:
        """Return the movers, indices into search.row, that a joint may
        stop: narrow ones that, at a solid's face on one axis, touch its
        side on the other. The tolerances only have to be wide enough:
        joints decides."""
        narrow = self.narrow[search.row]
        pair = np.flatnonzero(narrow[search.mover])
        d, r, s = shadows.take(pair, axis=2)
        near_side = -np.copysign(s - SKIN, r)
        t = np.fmax((near_side - d) / r, 0.0)
        at_face = np.abs(d + r * t) >= s - 8 * SKIN
        # Of x the other axis is y, of y it is x.
        other_d = d[::-1] + r[::-1] * t
        room = np.abs(other_d) - s[::-1]
        x, y = at_face & (np.abs(room) <= 4 * SKIN)
        at_joint = pair.compress(x | y)
        return search.mover.take(at_joint)

    def touch(self, search: Search, met: Meetings) -> None:
        """Move movers to their contacts, log these, and answer them.
        Movers that have reported all contacts that they may slide, keep
        their velocity and report none.

        Args:
            met: one contact of each mover.
        """
        row = search.row.take(met.mover)
        hit = search.solid.take(met.pair)
        mover = vectors(self.columns.take(row, axis=1))
        solid = vectors(self.solid.columns.take(hit, axis=1))
        begin, h, e, _ = mover
        o, g, f, _ = solid
        before = self.u.take(row)
        u = before + met.t
        # From the solid towards the mover, 1 or -1 on the axis.
        n = np.copysign(1.0, pick_axis(f - e, met.axis))
        reach = h + g
        flush = o + f * u + n * reach
        on_axis = met.axis == AXES
        p = np.where(on_axis, flush, begin + e * met.t)
        bends = self.bends.take(row)
        can_report = bends < MOST_CONTACTS
        own = self.movers.response.take(row)
        how = np.where(can_report, own, SLIDE)
        rest = (how == STOP) & (bends == 0)
        e, v = motion_of_many(mover[2:], solid[2:], on_axis, how, rest)
        v = np.where(can_report, v, mover[3])
        self.columns[:, row] = np.concatenate((p, h, e, v))
        self.u[row] = u
        self.last_solid[row] = hit
        self.bends[row] = bends + 1
        id = self.movers.id.take(row)
        other = self.solid.id.take(hit)
        self.log.add_pieces(id, before, u, begin, p)
        normal = np.where(on_axis, n, 0.0).T
        crushed = np.zeros(len(row), np.bool_)
        contacts = Contacts(id, other, u, normal, p.T, crushed)
        if np.count_nonzero(can_report) < len(row):
            contacts = take_rows(contacts, can_report.nonzero()[0], 0)
        self.log.contact_tables.append(contacts)


class Meetings(NamedTuple):
    """Possible contacts: contact.Meeting in columns."""

    pair: Ints
    """Which of a Search's pairs."""
    mover: Ints
    """The pair's mover, an index into Search.row; ascending."""
    t: Floats
    """When the mover is stopped, in time from now on; -1 if it is in
    the core already, and so must be followed alone."""
    axis: Ints
    """The axis that closes last."""
    face: Floats
    """When the true boxes touch, not clamped."""
    shadows: Floats
    """The pair's, (3, 2, n)."""


def meetings(shadows: Floats, mover: Ints, left: Floats) -> Meetings:
    """Find when, and on which axis, solids stop movers:
    contact.meeting for many pairs.

    Args:
        shadows: (3, 2, n), px: d, r and s of each pair.
        mover: (n,), the pair's mover, an index into left.
        left: (N,), the time that is left to each mover.
    Returns:
        A row for each pair that meets in the time that is left.
    """
    d, r, s = shadows
    k = s - SKIN
    side = np.copysign(k, r)
    enter = (-side - d) / r
    leave = (side - d) / r
    never = k <= 0
    still = r == 0
    if np.count_nonzero(still):
        enter[still] = -np.inf
        leave[still] = np.inf
        never |= still & (np.abs(d) >= k)
    core = np.maximum(*enter)
    out = np.minimum(*leave)
    stops = core < np.minimum(out, left.take(mover))
    i = (stops & (out > 0) & ~(never[0] | never[1])).nonzero()[0]

    axis = (enter[1] > enter[0]).take(i).astype(np.intp)
    shadows = shadows.take(i, axis=2)
    d, r, s = shadows
    enter = (-np.copysign(s, r) - d) / r  # -inf at rest
    face = np.maximum(*enter)
    t = np.where(core.take(i) < 0, -1.0, np.maximum(face, 0.0))
    return Meetings(i, mover.take(i), t, axis, face, shadows)


def pick_axis(pairs: NDArray[Scalar], axis: Ints) -> NDArray[Scalar]:
    """Return, of n vectors (..., 2, n), the coordinate of each on the
    axis, 0 or 1, that is given for it: (..., n)."""
    return np.where(axis, pairs[..., 1, :], pairs[..., 0, :])


def motion_of_many(
    e: Floats, f: Floats, on_axis: Bools, how: Ints, rest: Bools
) -> Floats:
    """Return the motions of movers after contacts with solids:
    response.motion_after for many.

    Args:
        e, f: (..., 2, N), px or px/s: the motions before, of the movers
            and of the solids.
        on_axis: (2, N), True on the contact's axis.
        how: (N,) Response.
        rest: (N,), whether motion on the other axis ends.
    """
    bounced = np.where(how == BOUNCE, 2 * f - e, f)
    return np.where(on_axis, bounced, np.where(rest, 0.0, e))
