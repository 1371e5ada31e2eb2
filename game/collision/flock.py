"""How do many movers go at once?

Round after round. A round sweeps all that still move against the
solids near their way and lets each answer its first contact; who met
nobody has arrived. When only a handful is left, each ends its way as
a Journey, which response explains. Both follow the same rules to the
same bits; the letters are those of response: d, r and s for distance,
relative displacement and reach, p, h, e, v and u for a mover, o, g and
f for a solid, t for the time from now on.

Source: response for the rules, batch for the arrays, grid for who is
near.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .batch import Bools, Floats, Ints, sweep_batch
from .contact import SKIN
from .grid import Pairs, Solids, Surroundings
from .response import (
    MOST_BENDS,
    MOST_CONTACTS,
    Contact,
    Journey,
    Response,
)
from .tables import (
    MARGIN,
    NO_CONTACTS,
    NO_CORNERS,
    NOTHING,
    Bodies,
    Contacts,
    Corners,
    bounds,
    in_columns,
    joined,
    taken,
    vectors,
)

FEW = 8
"""Movers up to this number are followed one by one: the fixed cost of
a round of array operations is that of about so many journeys."""

STRIDE = 4.0
"""Cells of a long way that are searched at first; what is searched in
vain doubles the next stride."""

AXES = np.array([[0], [1]])
"""Compared with the axes of N contacts: a mask of (2, N)."""

STOP, SLIDE, BOUNCE, PASS = map(int, Response)
"""numpy compares with an int seven times as fast as with an enum."""

Scalar = TypeVar("Scalar", np.float64, np.bool_)

np.empty(31 << 20, np.uint8)
"""Bytes, freed at once. glibc gives memory back to the system down to
the size of the largest block freed so far, of those below 32 MB, and
fetching it anew for each array would cost a large step a fifth of its
time."""


class Log:
    """What happens, in the order in which it does.

    A round tells tables of columns, a Journey tells rows; these become
    columns at the end, all at once. Vectors are (2, n) until then.
    """

    def __init__(self, movers: Bodies) -> None:
        self.id = movers.id
        self.center, _, _, self.velocity = movers.vectors
        self.corner_tables = [NO_CORNERS]
        self.contact_tables = [NO_CONTACTS]
        self.corner_rows: list[tuple[Any, ...]] = []
        self.contact_rows: list[tuple[Any, ...]] = []

    def corner(self, row: Ints, u: Floats, center: Floats) -> None:
        """Note where a path begins, bends or ends."""
        self.corner_tables.append(Corners(self.id.take(row), u, center))

    def journey(self, row: int, journey: Journey) -> None:
        """Take over a Journey; its rows stay rows until all are in."""
        self.center[:, row] = journey.p
        self.velocity[:, row] = journey.v
        id = int(self.id[row])
        self.corner_rows += [
            (id, *corner) for corner in journey.corners
        ]
        fresh = [x[:5] for x in journey.contacts if x is not TOLD]
        self.contact_rows += [(id, *contact) for contact in fresh]

    def contact(self, row: Ints, told: Bools, *columns: Any) -> None:
        """Take over contacts, those that are told and the crushes."""
        rows = Contacts(self.id.take(row), *columns)
        kept = (told | rows.crushed).nonzero()[0]
        self.contact_tables.append(taken(rows, kept))

    def corners(self) -> Corners:
        """Return all corners; those of a body in the order of time."""
        if self.corner_rows:
            self.corner_tables.append(
                Corners(*in_columns(self.corner_rows))
            )
        corners: Corners = joined(self.corner_tables)
        return corners

    def contacts(self) -> Contacts:
        """Return all contacts in the order that Contacts promises."""
        if self.contact_rows:
            self.contact_tables.append(
                Contacts(*in_columns(self.contact_rows))
            )
        rows = joined(self.contact_tables)
        if not len(rows.u):
            return NOTHING
        order = np.argsort(rows.mover, kind="stable")
        u = rows.u.take(order)
        order = order.take(np.argsort(u, kind="stable"))
        columns = taken(rows, order)
        return Contacts._make([column.T for column in columns])


class Search(NamedTuple):
    """Stretches of ways, and who may be met there."""

    going: Ints
    """Rows of the movers."""
    now: Floats
    """Their columns."""
    end: Floats
    """The time, from now on, up to which each way was searched."""
    last: Bools
    """Whether that is the rest of it."""
    mover: Ints
    """Of each pair, which of going; ascending."""
    solid: Ints
    shadows: Floats
    """d, r and s of each pair, (3, 2, n), px."""


class Flock:
    """Movers on their way, round after round: the columns of a Journey.

    searched is the part of the straight way, from now on, where nobody
    was found; stride is how much of it is searched next, px; strides
    tells whether any way was ever too long for one stride.
    """

    def __init__(
        self, solids: Sequence[Solids], movers: Bodies, log: Log
    ) -> None:
        self.solids, self.log = solids, log
        self.solid = joined([each.bodies for each in solids])
        self.movers, self.columns = movers, movers.columns
        self.u, self.searched = np.zeros((2, len(movers.id)))
        self.first_stride = STRIDE * solids[0].grid.side
        self.stride = np.full(len(movers.id), self.first_stride)
        self.strides = False
        self.bends = np.zeros(len(movers.id), np.intp)
        self.answered = np.zeros(len(movers.id), np.bool_)

    def fly(self) -> Ints:
        """Follow the movers to the end of the step.

        Returns:
            Rows of those who must be followed one by one instead: who
            passes, and who starts inside something.
        """
        alone = self.movers.response == PASS
        search = self.search((~alone).nonzero()[0])
        d, _, s = search.shadows
        x, y = np.abs(d) < s - SKIN
        inside = search.mover[x & y]
        if len(inside):
            alone[search.going[inside]] = True
            search = self.search((~alone).nonzero()[0])
        flown = ~alone
        self.corner(flown)
        going = self.answer(search)
        # A Journey would ask all the world along a long way, each bend.
        while len(going) > (0 if self.strides else FEW):
            going = self.answer(self.search(going))
        for row in going.tolist():
            self.log.journey(row, Tail(self, row))
            flown[row] = False
        p, _, e, _ = self.movers.vectors
        p += e * ((1.0 - self.u) * flown)
        self.u[flown] = 1.0
        self.corner(flown)
        return np.flatnonzero(alone)

    def corner(self, flown: Bools) -> None:
        rows = flown.nonzero()[0]
        center = self.columns[:2].take(rows, axis=1)
        self.log.corner(rows, self.u.take(rows), center)

    def search(self, going: Ints) -> Search:
        """Look who may be met on the next stretch of each way."""
        now = self.columns.take(going, axis=1)
        begin, end, last = self.stretch(going, now)
        more = begin < end
        if not more.all():
            kept = more.nonzero()[0]
            going, last = going.take(kept), last.take(kept)
            begin, end = begin.take(kept), end.take(kept)
            now = now.take(kept, axis=1)
        p, h, e, _ = vectors(now)
        m, s = self.pairs(bounds(p + e * begin, p + e * end, h))
        p, h, e = vectors(now[:6].take(m, axis=1))
        o, half, f = vectors(self.solid.columns[:6].take(s, axis=1))
        d = o + f * self.u.take(going.take(m)) - p
        shadows = np.stack((d, e - f, h + half))
        return Search(going, now, end, last, m, s, shadows)

    def stretch(
        self, going: Ints, now: Floats
    ) -> tuple[Floats, Floats, Bools]:
        """Return from when to when each way is searched next, and
        whether that is the rest of it.

        The bounds of a long way hold the whole world. So it is searched
        in strides, and only where it lies within the grid.
        """
        p, h, e, _ = vectors(now)
        begin, left = self.searched.take(going), 1.0 - self.u[going]
        stride, speed = self.stride.take(going), np.maximum(*np.abs(e))
        if (speed * left <= stride).all():
            return begin, left, np.ones(len(going), np.bool_)
        self.strides = True
        lows, highs = zip(*[each.grid.frame for each in self.solids])
        low, high = np.minimum.reduce(lows), np.maximum.reduce(highs)
        largest = np.maximum(np.abs(low), np.abs(high))
        half = (high - low) / 2 + MARGIN + 2.0**-50 * largest
        middle = (low + high) / 2
        met = sweep_batch(
            p.T, h.T, (e * left).T, middle.T, half.T, np.zeros(2)
        )
        begin = np.maximum(begin, met.u0 * left)
        limit = np.minimum(met.u1 * left, left)
        end = np.minimum(begin + stride / speed, limit)
        return begin, end, end == limit

    def pairs(self, bounds: Floats) -> Pairs:
        """Return whose bounds touch these; solids' rows are those of
        self.solid."""
        found = [each.grid.pairs(bounds) for each in self.solids]
        if len(found) == 1:
            return found[0]
        query, item = (np.concatenate(parts) for parts in zip(*found))
        item[len(found[0].item) :] += len(self.solids[0].bodies.id)
        order = np.argsort(query, kind="stable")
        return Pairs(query.take(order), item.take(order))

    def answer(self, search: Search) -> Ints:
        """Let each mover that meets something answer its first contact,
        but if they are few; return who must go on."""
        going, end, last = search.going, search.end, search.last
        if not self.strides and len(search.mover) <= FEW:
            return going[search.mover[changes(search.mover)]]
        met = meetings(search, 1.0 - self.u.take(going))
        first = np.full(len(going), np.inf)
        np.minimum.at(first, met.mover, met.t)
        hit = (first <= end) | (last & (first < np.inf))
        on = ~last
        if not self.strides and np.count_nonzero(hit) <= FEW // 2:
            return going[hit]
        if hit.any():
            x, y = np.abs(search.shadows[1].take(met.pair, axis=1))
            later = (met.t - first.take(met.mover)) * np.maximum(x, y)
            ties = hit.take(met.mover) & (later <= SKIN)
            met = taken(met, ties.nonzero()[0])
            if not changes(met.mover).all():
                met = taken(met, self.first_of(search, met))
            on[met.mover] = ~self.meet(search, met)
        if self.strides:
            self.searched[going] = np.where(hit, 0.0, end)
            self.stride[going] *= 2
            self.stride[going[hit]] = self.first_stride
        return going[on]

    def first_of(self, search: Search, met: Meetings) -> Ints:
        """Of the meetings that tie, name the first of each mover, by
        the rules of contact.first_meeting."""
        pairs = search.shadows.take(met.pair, axis=2)
        d, r, s = across(pairs, 1 - met.axis)
        corner = np.abs(d - r * met.t) >= s - SKIN
        solid = taken(self.solid, search.solid.take(met.pair))
        last_to_first = (solid.id, *solid.columns[::-1], met.axis)
        order = np.lexsort(
            (*last_to_first, met.face, corner, met.mover)
        )
        return order[changes(met.mover.take(order))]

    def meet(self, search: Search, met: Meetings) -> Bools:
        """Go to the contacts, answer them, tell who is crushed."""
        row = search.going.take(met.mover)
        hit = search.solid.take(met.pair)
        now = vectors(search.now.take(met.mover, axis=1))
        solid = vectors(self.solid.columns.take(hit, axis=1))
        (p, h, e, v), (o, half, f, _) = now, solid
        n = -np.copysign(1.0, across(e - f, met.axis))
        u = self.u.take(row) + met.t
        flush = o + f * u + n * (h + half)
        on_axis = met.axis == AXES
        p = np.where(on_axis, flush, p + e * met.t) + 0.0
        self.u[row] = u
        self.bends[row] += 1
        bends = self.bends.take(row)
        told = bends <= MOST_CONTACTS
        crushed = self.is_crushed(search, met, p, u, f, n)
        crushed |= bends == MOST_BENDS

        how = np.where(told, self.movers.response.take(row), SLIDE)
        rest = (how == STOP) & ~self.answered.take(row)
        turned = answered(now[2:], solid[2:], on_axis, how, rest)
        e = np.where(crushed, 0.0, turned[0])
        held = np.where(on_axis, 0.0, v)
        v = np.where(crushed, held, np.where(told, turned[1], v))
        self.answered[row] |= ~crushed
        for column, values in zip(self.columns, (*p, *h, *e, *v)):
            column[row] = values

        self.log.corner(row, u, p)
        ids, normal = self.solid.id.take(hit), np.where(on_axis, n, 0.0)
        self.log.contact(row, told, ids, u, normal, p, crushed)
        return crushed

    def is_crushed(
        self,
        search: Search,
        met: Meetings,
        p: Floats,
        u: Floats,
        f: Floats,
        n: Floats,
    ) -> Bools:
        """Tell whether a solid touches a mover's far side, and the two
        leave less room than it needs, by more than SKIN.

        Args:
            p, u: of the movers, at the contacts.
            f, n: of the solids that are met; normals on the axis.
        """
        contact = np.full(len(search.going), -1)
        contact[met.mover] = np.arange(len(u))
        c = contact.take(search.mover)
        near = (c >= 0).nonzero()[0]
        crushed = np.zeros(len(u), np.bool_)
        if len(near) == len(u):  # No pairs but those that met.
            return crushed
        c, other = c.take(near), search.solid.take(near)
        axis, n = met.axis.take(c), n.take(c)
        o, _, g = vectors(self.solid.columns[:6].take(other, axis=1))
        d = o + g * u.take(c) - p.take(c, axis=1)
        s = search.shadows[2].take(near, axis=1)
        aside = across(np.abs(d) < s - SKIN, 1 - axis)
        d, reach = n * across(d, axis), across(s, axis)
        gap = d - reach
        closing = n * across(f.take(c, axis=1) - g, axis)
        room = closing * (1.0 - u.take(c)) - np.minimum(gap, 0.0)
        crushes = (d > 0) & (gap <= SKIN) & aside
        crushes &= np.minimum(room, reach) > SKIN
        crushed[c[crushes]] = True
        return crushed


class Tail(Journey):
    """The rest of a journey that a Flock began."""

    def __init__(self, flock: Flock, row: int) -> None:
        mover = flock.movers.solid(row)
        self.p, self.h, self.e, self.v, _ = mover
        self.u = float(flock.u[row])
        self.response = Response(int(flock.movers.response[row]))
        self.bends = int(flock.bends[row])
        self.contacts = [TOLD] * min(self.bends, MOST_CONTACTS)
        self.has_responded = bool(flock.answered[row])
        self.crushed = False
        self.near = Surroundings(flock.solids, mover)
        self.corners = [(self.u, self.p)]
        self.follow()
        self.advance(1.0 - self.u)


TOLD = Contact(-1, 0.0, (), (), False, ())
"""Stands for a contact that the Flock told."""


class Meetings(NamedTuple):
    """Contacts that may come: the columns of a contact.Meeting."""

    pair: Ints
    """Which of a Search's pairs."""
    mover: Ints
    """Which of its movers; ascending."""
    t: Floats
    axis: Ints
    face: Floats


def meetings(search: Search, left: Floats) -> Meetings:
    """Tell when, and on which axis, solids stop movers in the time that
    is left to these."""
    d, r, s = search.shadows
    k = s - SKIN
    side = np.copysign(k, r)
    enter, leave = (d - side) / r, (d + side) / r
    never = k <= 0
    still = r == 0
    if still.any():
        enter[still], leave[still] = -np.inf, np.inf
        never |= still & (np.abs(d) >= k)
    core, out = np.maximum(*enter), np.minimum(*leave)
    stops = core < np.minimum(out, left.take(search.mover))
    i = np.flatnonzero(stops & (out > 0) & ~(never[0] | never[1]))

    axis = (enter[1] > enter[0]).take(i).astype(np.intp)
    deep = core.take(i) < 0
    d, r, s = search.shadows.take(i, axis=2)
    if deep.any():
        x, y = s - np.abs(d)
        axis = np.where(deep, y < x, axis)
        kept = np.flatnonzero(~deep | (across(d * r, axis) > 0))
        i, axis = i.take(kept), axis.take(kept)
        d, r, s = search.shadows.take(i, axis=2)
    faces = np.where(r == 0, -np.inf, (d - np.copysign(s, r)) / r)
    face = np.maximum(*faces)
    t = np.maximum(face, 0.0) + 0.0
    return Meetings(i, search.mover.take(i), t, axis, face)


def changes(values: Ints) -> Bools:
    """Tell where a value differs from the one before."""
    new = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return new


def across(pairs: NDArray[Scalar], axis: Ints) -> NDArray[Scalar]:
    """Return of pairs of coordinates, (..., 2, n), those on an axis."""
    x, y = pairs[..., 0, :], pairs[..., 1, :]
    values: NDArray[Scalar] = np.where(axis, y, x)
    return values


def answered(
    e: Floats, f: Floats, on_axis: Bools, how: Ints, rest: Bools
) -> Floats:
    """Return movers' motions e after contacts with solids' f: the
    response.motion_after of many.

    Args:
        e, f: (..., 2, N), px or px/s.
        on_axis: (2, N), True on the contact's axis.
        how: (N,) Response.
        rest: (N,), whether motion on the other axis ends.
    """
    bounced = np.where(how == BOUNCE, 2 * f - e, f)
    return np.where(on_axis, bounced, np.where(rest, 0.0, e)) + 0.0
