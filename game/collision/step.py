"""What happens to all bodies in one step?

The verbs, in order: movers that start inside something are pushed out;
all others are swept against the solids near their way, and each
answers its earliest contact, round after round, until nobody meets
anything; then it is asked who passed through whom.

A handful of movers is followed one by one, by the Journey that
response explains. For more, a round does all of them at once in
columns, until only a handful is left. Both follow the same rules to
the same bits; the letters are those of response: d, r and s for
distance, relative displacement and reach, p, h, e, v and u for a
mover, o, g and f for a solid.

Vectors of many bodies are columns, (2, N): all x and then all y. What
is told outside has the usual rows, (N, 2).

Source: response for the rules, batch for the arrays, grid for who is
near.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import le
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .aabb import Vector
from .batch import Bools, Floats, sweep_batch
from .grid import Grid, Ints, Pairs
from .response import (
    MOST_BENDS,
    MOST_CONTACTS,
    SKIN,
    Contact,
    Journey,
    Response,
    Solid,
)

FEW = 8
"""Movers up to this number are followed one by one: the fixed cost of
a round of array operations is that of about so many journeys."""

MARGIN = 8 * SKIN
"""px, added to bounds so that they hold all that ties or touches."""

STRIDE = 4.0
"""Cells of a long way that are searched at first; what is searched in
vain doubles the next stride."""


class Contacts(NamedTuple):
    """Rows by u, then mover, then the order of happening."""

    mover: Ints
    other: Ints
    """The solid's id."""
    u: Floats
    normal: Floats
    """(n, 2), from the solid towards the mover."""
    position: Floats
    """(n, 2), the mover's centre at u, px."""
    crushed: Bools


class Touches(NamedTuple):
    """Who overlapped whom, from u0 to u1; rows by u0, a, b."""

    a: Ints
    """The mover; of two movers one that notices, the lower id if both
    do."""
    b: Ints
    """The sensor, or the mover that was met."""
    u0: Floats
    u1: Floats


class Paths(NamedTuple):
    """Straight pieces of every body that moved; rows by id and time."""

    mover: Ints
    """The body's id."""
    u_start: Floats
    u_end: Floats
    start: Floats
    """(n, 2), the centre at u_start, px."""
    end: Floats

    def at(self, u: float, center: Floats) -> Floats:
        """Return where all bodies were at a time of the step.

        Args:
            u: time in [0, 1].
            center: (N, 2) float64, px: the space's, after the step.
        Returns:
            A copy with the rows of the bodies that moved set.
        """
        placed = center.copy()
        now = self.only((self.u_start <= u) & (u <= self.u_end))
        placed[now.mover] = now.place(u)
        return placed

    def bounds(self, half: Floats) -> Floats:
        """Return the swept bounds of boxes on these pieces."""
        return bounds(self.start.T, self.end.T, half.T)

    def only(self, rows: Ints | Bools) -> Paths:
        """Return these rows, an index or a mask."""
        return Paths._make(column[rows] for column in self)

    def place(self, u: Floats | float) -> Floats:
        """Return where each piece is at a time; at u_end to the bit."""
        span = self.u_end - self.u_start
        part = (u - self.u_start) / np.where(span > 0, span, 1.0)
        way = (self.end - self.start) * part[:, None]
        done = np.asarray(u >= self.u_end)[:, None]
        return np.where(done, self.end, self.start + way)


class Step(NamedTuple):
    """What happened in a step."""

    contacts: Contacts
    touches: Touches
    paths: Paths


class Bodies(NamedTuple):
    """Rows of a Space, for a step."""

    id: Ints
    columns: Floats
    """(8, N): center, half extents, displacement and velocity, each of
    them x and y."""
    response: Ints
    notices: Bools

    @property
    def vectors(self) -> Floats:
        """The columns as (4, 2, N)."""
        return vectors(self.columns)

    def solid(self, row: int) -> Solid:
        """Return a row as a Journey wants it."""
        px, py, hx, hy, ex, ey, vx, vy = self.columns[:, row].tolist()
        id = int(self.id[row])
        return Solid((px, py), (hx, hy), (ex, ey), (vx, vy), id)


class Solids:
    """Bodies that stop movers, and who of them is near."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        center, half, move, _ = bodies.vectors
        self.grid = Grid(bounds(center, center + move, half))
        self.known: dict[int, Solid] = {}

    def between(self, low: Vector, high: Vector) -> list[Solid]:
        """Return those whose swept bounds touch these."""
        rows = self.grid.touching(low, high).tolist()
        for row in rows:
            if row not in self.known:
                self.known[row] = self.bodies.solid(row)
        return [self.known[row] for row in rows]


class Surroundings:
    """A Journey's question: who may be met between two corners?

    What was found on the straight way answers it as long as the mover
    stays there. A bent way leads back: then more is looked at.
    """

    def __init__(
        self,
        solids: Sequence[Solids],
        half: Vector,
        p: Vector,
        e: Vector,
    ) -> None:
        self.solids, self.half = solids, half
        end = [x + y for x, y in zip(p, e)]
        self.look(tuple(map(min, p, end)), tuple(map(max, p, end)))

    def look(self, low: Vector, high: Vector) -> None:
        self.low, self.high = low, high
        reach = [h + MARGIN for h in self.half]
        low = tuple([x - s for x, s in zip(low, reach)])
        high = tuple([x + s for x, s in zip(high, reach)])
        near = [solids.between(low, high) for solids in self.solids]
        self.found = list(chain(*near))

    def __call__(self, low: Vector, high: Vector) -> list[Solid]:
        inside = (*map(le, self.low, low), *map(le, high, self.high))
        if not all(inside):
            more = [(b - a) / 2 for a, b in zip(low, high)]
            self.look(
                tuple([x - m for x, m in zip(low, more)]),
                tuple([x + m for x, m in zip(high, more)]),
            )
        return self.found


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
    log = Log(movers)
    alone = np.arange(len(movers.id))
    if len(alone) > FEW:
        with np.errstate(
            divide="ignore", invalid="ignore", over="ignore"
        ):
            alone = Flock(solids, movers, log).fly()
    for row in alone.tolist():
        mover = movers.solid(row)
        near = Surroundings(
            solids, mover.half_extents, mover.center, mover.move
        )
        journey = Journey(
            mover, Response(int(movers.response[row])), near
        )
        log.journey(row, journey, told=0)
    ways, carried = pieces(joined(log.corners)), straight(sensors)
    met = touches(ways, movers, carried, sensors)
    pushing = [straight(each.bodies) for each in solids[1:]]
    paths = joined(
        [moving(x) for x in (ways, carried, *pushing)], axis=0
    )
    if (paths.mover[1:] < paths.mover[:-1]).any():
        paths = paths.only(np.argsort(paths.mover, kind="stable"))
    return Step(log.contacts(), met, paths), log.center, log.velocity


class Log:
    """What happens, in the order in which it does, in columns."""

    def __init__(self, movers: Bodies) -> None:
        self.id = movers.id
        self.center, _, _, self.velocity = movers.vectors
        self.corners = [NO_CORNERS]
        self.rows = [NO_CONTACTS]

    def corner(self, row: Ints, u: Floats, center: Floats) -> None:
        """Note where a path begins, bends or ends."""
        self.corners.append(Corners(self.id.take(row), u, center))

    def journey(self, row: int, journey: Journey, told: int) -> None:
        """Take over a Journey, without the contacts told before."""
        self.center[:, row] = journey.p
        self.velocity[:, row] = journey.v
        columns = in_columns(journey.corners)
        rows = np.full(len(journey.corners), row)
        self.corner(rows, *columns)
        if len(journey.contacts) > told:
            columns = in_columns(journey.contacts[told:])
            mover = self.id.take(np.full(len(columns[0]), row))
            self.rows.append(Contacts(mover, *columns[:5]))

    def contacts(self) -> Contacts:
        """Return all contacts in the order that Contacts promises."""
        rows = joined(self.rows)
        order = np.argsort(rows.mover, kind="stable")
        u = rows.u.take(order)
        order = order.take(np.argsort(u, kind="stable"))
        columns = taken(rows, order)
        return Contacts._make([column.T for column in columns])


class Corners(NamedTuple):
    """Where paths begin, bend and end, in columns."""

    body: Ints
    u: Floats
    center: Floats


NONE = np.zeros(0, np.intp)
NO_TIMES, NO_FLAGS = np.zeros(0), np.zeros(0, np.bool_)
NO_PLACES = np.zeros((2, 0))
NOBODY = Bodies(NONE, np.zeros((8, 0)), NONE, NO_FLAGS)
NO_CORNERS = Corners(NONE, NO_TIMES, NO_PLACES)
NO_CONTACTS = Contacts(
    NONE, NONE, NO_TIMES, NO_PLACES, NO_PLACES, NO_FLAGS
)

AXES = np.array([[0], [1]])

Scalar = TypeVar("Scalar", np.float64, np.bool_)
Table = Any
"""A NamedTuple of columns."""


def joined(tables: Sequence[Table], axis: int = -1) -> Table:
    """Return one table with the rows of all."""
    some = [table for table in tables if len(table[0])]
    if len(some) < 2:
        return (some or tables)[0]
    columns = [np.concatenate(parts, axis) for parts in zip(*some)]
    return some[0]._make(columns)


def taken(table: Table, rows: Ints) -> Table:
    """Return these rows of a table in columns."""
    return table._make([column.take(rows, axis=-1) for column in table])


def in_columns(rows: Sequence[tuple[Any, ...]]) -> list[NDArray[Any]]:
    """Return what all rows hold at each place."""
    return [np.array(column).T for column in zip(*rows)]


def pieces(corners: Corners) -> Paths:
    """Return the pieces between corners, without those of no length in
    time and place: a contact at once after another leaves one."""
    order = np.argsort(corners.body, kind="stable")
    body, u, center = taken(corners, order)
    x, y = np.abs(center[:, 1:] - center[:, :-1])
    lasts = (u[1:] > u[:-1]) | (np.maximum(x, y) > 2 * SKIN)
    i = np.flatnonzero((body[1:] == body[:-1]) & lasts)
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
    moved = np.zeros(pieces.mover.max(initial=-1) + 2, np.bool_)
    moved[pieces.mover[x | y]] = True
    kept = moved.take(pieces.mover)
    return pieces if kept.all() else pieces.only(kept)


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
    d: Floats
    """Of each pair, (2, n), px."""
    r: Floats
    s: Floats


class Flock:
    """Movers on their way, round after round: the columns of a Journey.

    searched is the part of the straight way, from now on, where nobody
    was found; stride is how much of it is searched next, px.
    """

    def __init__(
        self, solids: Sequence[Solids], movers: Bodies, log: Log
    ) -> None:
        self.solids, self.log = solids, log
        self.solid = joined([each.bodies for each in solids])
        self.movers, self.columns = movers, movers.columns
        self.u, self.searched = np.zeros((2, len(movers.id)))
        self.first_stride = STRIDE * max(x.grid.side for x in solids)
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
        alone = self.movers.response == Response.PASS
        search = self.search((~alone).nonzero()[0])
        x, y = np.abs(search.d) < search.s - SKIN
        inside = search.mover[x & y]
        if len(inside):
            alone[search.going[inside]] = True
            search = self.search((~alone).nonzero()[0])
        flown = ~alone
        self.corner(flown)
        going = self.answer(search)
        while len(going) > FEW:
            going = self.answer(self.search(going))
        for row in going.tolist():
            told = min(int(self.bends[row]), MOST_CONTACTS)
            self.log.journey(row, Tail(self, row), told)
            flown[row] = False
        p, _, e, _ = self.movers.vectors
        p += e * ((1.0 - self.u) * flown)
        self.u[flown] = 1.0
        self.corner(flown)
        rows: Ints = alone.nonzero()[0]
        return rows

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
        return Search(going, now, end, last, m, s, d, e - f, h + half)

    def stretch(
        self, going: Ints, now: Floats
    ) -> tuple[Floats, Floats, Bools]:
        """Return from when to when each way is searched next, and
        whether that is the rest of it.

        The bounds of a long way hold the whole world. So it is searched
        in strides, and only where it lies within the grid.
        """
        p, h, e, _ = vectors(now)
        left, begin = (
            1.0 - self.u.take(going),
            self.searched.take(going),
        )
        stride, speed = self.stride.take(going), np.maximum(*np.abs(e))
        if (speed * left <= stride).all():
            return begin, left, np.ones(len(going), np.bool_)
        self.strides = True
        grids = [each.grid for each in self.solids]
        low = np.minimum.reduce([grid.origin for grid in grids])
        high = np.maximum.reduce([grid.end for grid in grids])
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
        """Let each mover that meets something answer its first contact;
        return who must go on."""
        going, end, last = search.going, search.end, search.last
        met = meetings(search, 1.0 - self.u.take(going))
        first = np.full(len(going), np.inf)
        if len(met.t):
            begins = changes(met.mover).nonzero()[0]
            soonest = np.minimum.reduceat(met.t, begins)
            first[met.mover.take(begins)] = soonest
        hit = (first <= end) | (last & (first < np.inf))
        x, y = np.abs(search.r.take(met.pair, axis=1))
        later = (met.t - first.take(met.mover)) * np.maximum(x, y)
        ties = hit.take(met.mover) & (later <= SKIN)
        met = taken(met, ties.nonzero()[0])
        if not changes(met.mover).all():
            met = taken(met, self.first_of(search, met))
        on = ~last
        on[met.mover] = ~self.meet(search, met)
        if self.strides:
            self.searched[going] = np.where(hit, 0.0, end)
            longer = 2 * self.stride.take(going)
            self.stride[going] = np.where(
                hit, self.first_stride, longer
            )
        return going[on]

    def first_of(self, search: Search, met: Meetings) -> Ints:
        """Of the meetings that tie, name the first of each mover."""
        d, r, s = (
            across(x.take(met.pair, axis=1), met.axis == 0)
            for x in search[-3:]
        )
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

        how = np.where(
            told, self.movers.response.take(row), Response.SLIDE
        )
        rest = (how == Response.STOP) & ~self.answered.take(row)
        turned = answered(now[2:], solid[2:], on_axis, how, rest)
        e = np.where(crushed, 0.0, turned[0])
        held = np.where(on_axis, 0.0, v)
        v = np.where(crushed, held, np.where(told, turned[1], v))
        self.answered[row] |= ~crushed
        for column, values in zip(self.columns, (*p, *h, *e, *v)):
            column[row] = values

        self.log.corner(row, u, p)
        mover, normal = self.log.id.take(row), np.where(on_axis, n, 0.0)
        rows = Contacts(
            mover, self.solid.id.take(hit), u, normal, p, crushed
        )
        told |= crushed
        if not told.all():
            rows = taken(rows, told.nonzero()[0])
        self.log.rows.append(rows)
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
        c, other = c.take(near), search.solid.take(near)
        axis, n = met.axis.take(c), n.take(c)
        o, _, g = vectors(self.solid.columns[:6].take(other, axis=1))
        d = o + g * u.take(c) - p.take(c, axis=1)
        s = search.s.take(near, axis=1)
        aside = across(np.abs(d) < s - SKIN, axis == 0)
        d = n * across(d, axis)
        gap = d - across(s, axis)
        closing = n * across(f.take(c, axis=1) - g, axis)
        room = closing * (1.0 - u.take(c)) - np.minimum(gap, 0.0)
        crushes = (d > 0) & (gap <= SKIN) & aside & (room > SKIN)
        crushed = np.zeros(len(u), np.bool_)
        crushed[c[crushes]] = True
        return crushed


class Tail(Journey):
    """The rest of a journey that a Flock began."""

    def __init__(self, flock: Flock, row: int) -> None:
        self.p, self.h, self.e, self.v, _ = flock.movers.solid(row)
        self.u = float(flock.u[row])
        self.response = Response(int(flock.movers.response[row]))
        self.bends = int(flock.bends[row])
        self.contacts = [TOLD] * min(self.bends, MOST_CONTACTS)
        self.answered, self.crushed = bool(flock.answered[row]), False
        self.near = Surroundings(flock.solids, self.h, self.p, self.e)
        self.corners = [(self.u, self.p)]
        self.follow()
        self.advance(1.0 - self.u)
        self.corners[-1] = (1.0, self.p)


TOLD = Contact(-1, 0.0, (), (), False, ())
"""Stands for a contact that the Flock told."""


class Meetings(NamedTuple):
    """Contacts that may come: the columns of a response.Meeting."""

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
    d, r, s = search[-3:]
    k = s - SKIN
    enter = (d - np.copysign(k, r)) / r
    leave = (d + np.copysign(k, r)) / r
    never = k <= 0
    still = r == 0
    if still.any():
        enter[still], leave[still] = -np.inf, np.inf
        never |= still & (np.abs(d) >= k)
    core, out = np.maximum(*enter), np.minimum(*leave)
    stops = (core < np.minimum(out, left.take(search.mover))) & (
        out > 0
    )
    i = np.flatnonzero(stops & ~(never[0] | never[1]))

    axis = (enter[1] > enter[0]).take(i).astype(np.intp)
    deep = core.take(i) < 0
    d, r, s = (x.take(i, axis=1) for x in (d, r, s))
    if deep.any():
        x, y = s - np.abs(d)
        axis = np.where(deep, y < x, axis)
        kept = np.flatnonzero(~deep | (across(d * r, axis) > 0))
        i, axis = i.take(kept), axis.take(kept)
        d, r, s = (x.take(kept, axis=1) for x in (d, r, s))
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
    """Return of pairs of coordinates, (2, n), those on an axis."""
    values: NDArray[Scalar] = np.where(axis, pairs[1], pairs[0])
    return values


def vectors(columns: Floats) -> Floats:
    """Return columns, x and y in turn, as (..., 2, N)."""
    return columns.reshape(len(columns) // 2, 2, columns.shape[1])


def bounds(a: Floats, b: Floats, half: Floats) -> Floats:
    """Return the swept bounds, (2, 2, N), low and high, of boxes that
    go from a to b, with MARGIN."""
    reach = half + MARGIN
    low, high = np.minimum(a, b) - reach, np.maximum(a, b) + reach
    return np.concatenate((low, high)).reshape(2, 2, -1)


def answered(
    e: Floats, f: Floats, on_axis: Bools, how: Ints, rest: Bools
) -> Floats:
    """Return movers' motions e after contacts with solids' f: the
    response.answered of many.

    Args:
        e, f: (..., 2, N), px or px/s.
        on_axis: (2, N), True on the contact's axis.
        how: (N,) Response.
        rest: (N,), whether motion on the other axis ends.
    """
    bounced = np.where(how == Response.BOUNCE, 2 * f - e, f)
    return np.where(on_axis, bounced, np.where(rest, 0.0, e)) + 0.0


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
    kept = (met.a < met.b) | (~twice & (met.a != met.b))
    met = Touches._make(column[kept] for column in met)
    rows = Touches._make(map(np.concatenate, zip(sensed, met)))
    order = np.lexsort((rows.b, rows.a, rows.u0))
    return Touches._make(column[order] for column in rows)


def overlap(
    a: Paths, half_a: Floats, b: Paths, half_b: Floats
) -> Touches:
    """Return when pieces of path overlapped; times that meet at a bend
    are one row."""
    if not len(a.u_end) * len(b.u_end):
        return NO_TOUCHES
    i, j = Grid(b.bounds(half_b)).pairs(a.bounds(half_a))
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
    swept = sweep_batch(p, half_a[i], e, o, half_b[j], f)
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
    near = Surroundings(
        solids, mover.half_extents, mover.center, mover.move
    )
    journey = Journey(mover, response, near)
    columns = in_columns(journey.corners)
    body = np.full(len(journey.corners), mover.id)
    path = pieces(Corners(body, *columns))
    return moving(path)
