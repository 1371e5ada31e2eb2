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

    def bounds(self, half: Floats) -> tuple[Floats, Floats]:
        """Return the swept bounds of boxes on these pieces, with
        MARGIN: low and high, (2, n)."""
        low = np.minimum(self.start, self.end) - half - MARGIN
        high = np.maximum(self.start, self.end) + half + MARGIN
        return low.T, high.T

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
    """Rows of a Space, with the displacements of a whole step."""

    id: Ints
    center: Floats
    half: Floats
    move: Floats
    velocity: Floats
    response: Ints
    notices: Bools

    def solid(self, row: int) -> Solid:
        """Return a row as a Journey wants it."""
        columns = (column[:, row].tolist() for column in self[1:5])
        return Solid._make([*map(tuple, columns), int(self.id[row])])


class Solids:
    """Bodies that stop movers, and who of them is near."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        end = bodies.center + bodies.move
        self.grid = Grid(
            np.minimum(bodies.center, end) - bodies.half,
            np.maximum(bodies.center, end) + bodies.half,
        )
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
        self.center, self.velocity = movers.center, movers.velocity
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
NOBODY = Bodies(
    NONE, NO_PLACES, NO_PLACES, NO_PLACES, NO_PLACES, NONE, NO_FLAGS
)
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
    u = np.zeros(len(bodies.id))
    end = bodies.center + bodies.move
    return Paths(bodies.id, u, u + 1.0, bodies.center.T, end.T)


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
        self.solid = joined([each.bodies for each in solids], axis=-1)
        self.response = movers.response
        self.p, self.h = log.center, movers.half
        self.e, self.v = movers.move, log.velocity
        self.u, self.searched = np.zeros((2, len(movers.id)))
        self.first_stride = STRIDE * max(x.grid.side for x in solids)
        self.stride = np.full(len(movers.id), self.first_stride)
        self.bends = np.zeros(len(movers.id), np.intp)
        self.answered = np.zeros(len(movers.id), np.bool_)

    def fly(self) -> Ints:
        """Follow the movers to the end of the step.

        Returns:
            Rows of those who must be followed one by one instead: who
            passes, and who starts inside something.
        """
        alone = self.response == Response.PASS
        search = self.search(np.flatnonzero(~alone))
        x, y = np.abs(search.d) < search.s - SKIN
        inside = search.mover[x & y]
        if len(inside):
            alone[search.going[inside]] = True
            search = self.search(np.flatnonzero(~alone))
        flown = ~alone
        self.corner(flown)
        going = self.answer(search)
        while len(going) > FEW:
            going = self.answer(self.search(going))
        for row in going.tolist():
            told = min(int(self.bends[row]), MOST_CONTACTS)
            self.log.journey(row, Tail(self, row), told)
            flown[row] = False
        self.p += self.e * ((1.0 - self.u) * flown)
        self.u[flown] = 1.0
        self.corner(flown)
        return np.flatnonzero(alone)

    def corner(self, flown: Bools) -> None:
        rows = np.flatnonzero(flown)
        center = self.p.take(rows, axis=1)
        self.log.corner(rows, self.u.take(rows), center)

    def search(self, going: Ints) -> Search:
        """Look who may be met on the next stretch of each way."""
        begin, end, last = self.stretch(going)
        more = begin < end
        if not more.all():
            going, last = going[more], last[more]
            begin, end = begin[more], end[more]
        p, e = self.p.take(going, axis=1), self.e.take(going, axis=1)
        h, u = self.h.take(going, axis=1), self.u.take(going)
        a, b, reach = p + e * begin, p + e * end, h + MARGIN
        m, s = self.pairs(
            np.minimum(a, b) - reach, np.maximum(a, b) + reach
        )
        f = self.solid.move.take(s, axis=1)
        o = self.solid.center.take(s, axis=1) + f * u.take(m)
        return Search(
            going,
            end,
            last,
            m,
            s,
            o - p.take(m, axis=1),
            e.take(m, axis=1) - f,
            h.take(m, axis=1) + self.solid.half.take(s, axis=1),
        )

    def stretch(self, going: Ints) -> tuple[Floats, Floats, Bools]:
        """Return from when to when each way is searched next, and
        whether that is the rest of it.

        The bounds of a long way hold the whole world. So it is searched
        in strides, and only where it lies within the grid.
        """
        e, left = self.e.take(going, axis=1), 1.0 - self.u.take(going)
        begin, stride = (
            self.searched.take(going),
            self.stride.take(going),
        )
        speed = np.maximum(*np.abs(e))
        if (speed * left <= stride).all():
            return begin, left, np.ones(len(going), np.bool_)
        grids = [each.grid for each in self.solids]
        low = np.minimum.reduce([grid.origin for grid in grids])
        high = np.maximum.reduce([grid.end for grid in grids])
        largest = np.maximum(np.abs(low), np.abs(high))
        rounding = MARGIN + 2.0**-50 * largest
        p, h = self.p.take(going, axis=1), self.h.take(going, axis=1)
        middle, half = (low + high) / 2, (high - low) / 2 + rounding
        met = sweep_batch(
            p.T, h.T, (e * left).T, middle.T, half.T, np.zeros(2)
        )
        begin = np.maximum(begin, met.u0 * left)
        limit = np.minimum(met.u1 * left, left)
        end = np.minimum(begin + stride / speed, limit)
        return begin, end, end == limit

    def pairs(self, low: Floats, high: Floats) -> Pairs:
        """Return whose bounds touch these; solids' rows are those of
        self.solid."""
        found = [each.grid.pairs(low, high) for each in self.solids]
        if len(found) == 1:
            return found[0]
        query, item = (np.concatenate(parts) for parts in zip(*found))
        item[len(found[0].item) :] += len(self.solids[0].bodies.id)
        order = np.argsort(query, kind="stable")
        return Pairs(query.take(order), item.take(order))

    def answer(self, search: Search) -> Ints:
        """Let each mover that meets something answer its first contact;
        return who must go on."""
        going, end, last = search[:3]
        met = meetings(search, 1.0 - self.u.take(going))
        first = np.full(len(going), np.inf)
        if len(met.t):
            begins = np.flatnonzero(changes(met.mover))
            soonest = np.minimum.reduceat(met.t, begins)
            first[met.mover.take(begins)] = soonest
        hit = (first <= end) | (last & (first < np.inf))
        x, y = np.abs(search.r.take(met.pair, axis=1))
        later = (met.t - first.take(met.mover)) * np.maximum(x, y)
        ties = hit.take(met.mover) & (later <= SKIN)
        met = taken(met, np.flatnonzero(ties))
        if not changes(met.mover).all():
            met = taken(met, self.first_of(search, met))
        on = ~last
        on[met.mover] = ~self.meet(search, met)
        self.searched[going] = np.where(hit, 0.0, end)
        longer = 2 * self.stride.take(going)
        self.stride[going] = np.where(hit, self.first_stride, longer)
        return going[on]

    def first_of(self, search: Search, met: Meetings) -> Ints:
        """Of the meetings that tie, name the first of each mover."""
        solid = search.solid.take(met.pair)
        d, r, s = (
            across(x.take(met.pair, axis=1), 1 - met.axis)
            for x in search[5:]
        )
        corner = np.abs(d - r * met.t) >= s - SKIN
        keys = np.concatenate(taken(self.solid, solid)[1:5])
        last_to_first = (self.solid.id.take(solid), *keys[::-1])
        order = np.lexsort(
            (*last_to_first, met.axis, met.face, corner, met.mover)
        )
        return order[changes(met.mover.take(order))]

    def meet(self, search: Search, met: Meetings) -> Bools:
        """Go to the contacts, answer them, tell who is crushed."""
        row = search.going.take(met.mover)
        hit = search.solid.take(met.pair)
        solid = taken(self.solid, hit)
        o, half, f, w = solid[1:5]
        columns = self.p, self.h, self.e, self.v
        p, h, e, v = (column.take(row, axis=1) for column in columns)
        n = -np.copysign(1.0, across(e - f, met.axis))
        u = self.u.take(row) + met.t
        p += e * met.t
        flush = o + f * u + n * (h + half)
        on_axis = met.axis == AXES
        p = np.where(on_axis, flush + 0.0, p)
        self.p[0][row], self.p[1][row] = p
        self.u[row] = u
        self.bends[row] += 1
        bends = self.bends.take(row)
        told = bends <= MOST_CONTACTS
        crushed = self.is_crushed(search, met, f, n)
        crushed |= bends == MOST_BENDS

        how = np.where(told, self.response.take(row), Response.SLIDE)
        rest = (how == Response.STOP) & ~self.answered.take(row)
        e = np.where(crushed, 0.0, answered(e, f, met.axis, how, rest))
        turned = np.where(told, answered(v, w, met.axis, how, rest), v)
        held = np.where(on_axis, 0.0, v)
        v = np.where(crushed, held, turned)
        self.e[0][row], self.e[1][row] = e
        self.v[0][row], self.v[1][row] = v
        self.answered[row] |= ~crushed

        self.log.corner(row, u, p)
        normal = np.where(on_axis, n, 0.0)
        mover = self.log.id.take(row)
        rows = Contacts(mover, solid.id, u, normal, p, crushed)
        told |= crushed
        if not told.all():
            rows = taken(rows, np.flatnonzero(told))
        self.log.rows.append(rows)
        return crushed

    def is_crushed(
        self, search: Search, met: Meetings, f: Floats, n: Floats
    ) -> Bools:
        """Tell whether a solid touches a mover's far side, and the two
        leave less room than it needs, by more than SKIN.

        Args:
            f: displacements of the solids that are met.
            n: their normals on the contacts' axes.
        """
        contact = np.full(len(search.going), -1)
        contact[met.mover] = np.arange(len(n))
        c = contact.take(search.mover)
        pairs = np.flatnonzero(c >= 0)
        c, other = c.take(pairs), search.solid.take(pairs)
        row = search.going.take(search.mover.take(pairs))
        axis, n, u = met.axis.take(c), n.take(c), self.u.take(row)
        g = self.solid.move.take(other, axis=1)
        o = self.solid.center.take(other, axis=1) + g * u
        d = o - self.p.take(row, axis=1)
        s = self.h.take(row, axis=1) + self.solid.half.take(
            other, axis=1
        )
        aside = across(np.abs(d) < s - SKIN, 1 - axis)
        d, s = n * across(d, axis), across(s, axis)
        gap = d - s
        closing = n * across(f.take(c, axis=1) - g, axis)
        room = closing * (1.0 - u) - np.minimum(gap, 0.0)
        crushes = (d > 0) & (gap <= SKIN) & aside & (room > SKIN)
        crushed = np.zeros(len(met.t), np.bool_)
        crushed[c[crushes]] = True
        return crushed


class Tail(Journey):
    """The rest of a journey that a Flock began."""

    def __init__(self, flock: Flock, row: int) -> None:
        columns = flock.p, flock.h, flock.e, flock.v
        self.p, self.h, self.e, self.v = (
            tuple(column[:, row].tolist()) for column in columns
        )
        self.u = float(flock.u[row])
        self.response = Response(int(flock.response[row]))
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
    d, r, s = search[5:]
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


def across(vectors: NDArray[Scalar], axis: Ints) -> NDArray[Scalar]:
    """Return the coordinate of each vector, (2, n), on its axis."""
    values: NDArray[Scalar] = np.where(axis, vectors[1], vectors[0])
    return values


def answered(
    e: Floats, f: Floats, axis: Ints, how: Ints, rest: Bools
) -> Floats:
    """Return movers' motions e, (2, n), after contacts with solids' f:
    the response.answered of many."""
    bounced = np.where(how == Response.BOUNCE, 2 * f - e, f)
    motion = np.where(rest, 0.0, e)
    return np.where(axis == AXES, bounced, motion) + 0.0


def touches(
    ways: Paths, movers: Bodies, carried: Paths, sensors: Bodies
) -> Touches:
    """Find who overlapped whom, along the bent paths."""
    if not (len(sensors.id) or movers.notices.any()):
        return NO_TOUCHES
    row = np.searchsorted(movers.id, ways.mover)
    half, notices = movers.half.T[row], movers.notices[row]
    sensed = overlap(ways, half, carried, sensors.half.T)
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
    i, j = Grid(*b.bounds(half_b)).pairs(*a.bounds(half_a))
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
