"""What happens to all bodies in one step?

The verbs, in order: movers that start inside something are pushed out;
all others are swept against the solids near their way, and each
answers its earliest contact, round after round, until nobody meets
anything; then it is asked who passed through whom.

A handful of movers is followed one by one, by the Journey that
response explains. For more, a round does all of them at once in
columns. Both follow the same rules to the same bits; the letters are
those of response: d, r and s for distance, relative displacement and
reach, p, h, e, v and u for a mover, o, g and f for a solid.

Source: response for the rules, batch for the arrays, grid for who is
near.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .aabb import Vector
from .batch import Bools, Floats, sweep_batch
from .grid import Grid, Ints
from .response import (
    MOST_BENDS,
    MOST_CONTACTS,
    SKIN,
    Journey,
    Near,
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
        MARGIN: low and high, (n, 2)."""
        low = np.minimum(self.start, self.end) - half - MARGIN
        return low, np.maximum(self.start, self.end) + half + MARGIN

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

    def only(self, rows: Ints | Bools) -> Bodies:
        """Return these rows, an index or a mask."""
        return Bodies._make(column[rows] for column in self)

    def solid(self, row: int) -> Solid:
        """Return a row as a Journey wants it."""
        columns = (column[row].tolist() for column in self[1:5])
        return Solid._make([*map(tuple, columns), int(self.id[row])])


def step(
    solids: Bodies, grid: Grid, movers: Bodies, sensors: Bodies
) -> tuple[Step, Floats, Floats]:
    """Move everything, and return what happened, and the centres and
    velocities of the movers where the step ends.

    The grid holds the bounds of what the solids sweep.
    """
    log = Log(movers)
    alone = np.ones(len(movers.id), np.bool_)
    if len(alone) > FEW:
        alone = starts_inside(solids, grid, movers)
        alone |= movers.response == Response.PASS
        Flock(solids, grid, movers, np.flatnonzero(~alone), log)
    for row in np.flatnonzero(alone).tolist():
        ask = near(solids, grid, movers.half[row])
        response = Response(int(movers.response[row]))
        log.journey(row, Journey(movers.solid(row), response, ask))
    ways, carried = pieces(log.corners), straight(sensors)
    met = touches(ways, movers, carried, sensors)
    paths = map(moving, (ways, carried, straight(solids)))
    all_paths = Paths._make(map(np.concatenate, zip(*paths)))
    by_id = np.argsort(all_paths.mover, kind="stable")
    happened = Step(log.contacts(), met, all_paths.only(by_id))
    return happened, log.center, log.velocity


def near(solids: Bodies, grid: Grid, half: Floats) -> Near:
    """Return a Journey's question: who may be met between two corners,
    by a mover with these half extents?"""
    reach = half + MARGIN
    known: dict[int, Solid] = {}

    def ask(low: Vector, high: Vector) -> list[Solid]:
        rows = grid.touching(low - reach, high + reach).tolist()
        for row in rows:
            if row not in known:
                known[row] = solids.solid(row)
        return [known[row] for row in rows]

    return ask


def starts_inside(solids: Bodies, grid: Grid, movers: Bodies) -> Bools:
    """Tell which movers start deeper than SKIN in a solid."""
    low, high = movers.center - movers.half, movers.center + movers.half
    m, s = grid.pairs(low, high)
    d = np.abs(solids.center[s] - movers.center[m])
    core = movers.half[m] + solids.half[s] - SKIN
    inside = np.zeros(len(movers.id), np.bool_)
    inside[m[(d < core).all(axis=1)]] = True
    return inside


Corners = tuple[Ints, Floats, Floats]
"""Bodies, times and centres where paths begin, bend and end."""


class Log:
    """What happens, in the order in which it does."""

    def __init__(self, movers: Bodies) -> None:
        self.id = movers.id
        self.center, self.velocity = movers.center, movers.velocity
        none = movers.only(np.zeros(0, np.intp))
        self.corners: list[Corners] = [
            (none.id, none.center[:, 0], none.center)
        ]
        self.rows: list[tuple[NDArray[Any], ...]] = [NO_CONTACTS]

    def corner(
        self, body: Ints, u: Floats | float, center: Floats
    ) -> None:
        times = np.zeros(len(body)) + u
        self.corners.append((body, times, center.reshape(-1, 2)))

    def journey(self, row: int, journey: Journey) -> None:
        self.center[row], self.velocity[row] = journey.p, journey.v
        times, center = map(np.array, zip(*journey.corners))
        self.corner(np.full(len(times), self.id[row]), times, center)
        if journey.contacts:
            columns = [np.array(x) for x in zip(*journey.contacts)][:5]
            mover = np.full(len(columns[0]), self.id[row])
            self.rows.append((mover, *columns))

    def contacts(self) -> Contacts:
        """Return all contacts in the order that Contacts promises."""
        rows = Contacts._make(map(np.concatenate, zip(*self.rows)))
        order = np.lexsort((rows.mover, rows.u))
        return Contacts._make(column[order] for column in rows)


NO_CONTACTS = (
    *np.zeros((2, 0), np.intp),
    np.zeros(0),
    *np.zeros((2, 0, 2)),
    np.zeros(0, np.bool_),
)


def pieces(corners: list[Corners]) -> Paths:
    """Return the pieces between corners, without those of no length in
    time and place: a contact at once after another leaves one."""
    body, u, center = map(np.concatenate, zip(*corners))
    order = np.argsort(body, kind="stable")
    body, u, center = body[order], u[order], center[order]
    way = np.abs(center[1:] - center[:-1]).max(axis=1, initial=0.0)
    lasts = (u[1:] > u[:-1]) | (way > 2 * SKIN)
    i = np.flatnonzero((body[1:] == body[:-1]) & lasts)
    return Paths(body[i], u[i], u[i + 1], center[i], center[i + 1])


def straight(bodies: Bodies) -> Paths:
    """Return the one piece of each body that nothing stops."""
    u = np.zeros(len(bodies.id))
    end = bodies.center + bodies.move
    return Paths(bodies.id, u, u + 1.0, bodies.center, end)


def moving(pieces: Paths) -> Paths:
    """Leave out the bodies that rested all the time."""
    moved = pieces.mover[(pieces.start != pieces.end).any(axis=1)]
    return pieces.only(np.isin(pieces.mover, moved))


Shadows = tuple[Floats, Floats, Floats]
"""d, r and s of pairs, (n, 2) each."""


class Flock:
    """Movers on their way, round after round: the columns of a Journey.

    searched is the part of the straight way, from now on, where nobody
    was found; stride is how much of it is searched next, px.
    """

    def __init__(
        self,
        solids: Bodies,
        grid: Grid,
        movers: Bodies,
        rows: Ints,
        log: Log,
    ) -> None:
        self.solids, self.grid, self.log = solids, grid, log
        flock = movers.only(rows)
        self.id, self.response = flock.id, flock.response
        self.p, self.h = flock.center, flock.half
        self.e, self.v = flock.move, flock.velocity
        self.u, self.searched = np.zeros((2, len(rows)))
        self.stride = np.full(len(rows), STRIDE * grid.cell)
        self.bends = np.zeros(len(rows), np.intp)
        self.answered = np.zeros(len(rows), np.bool_)
        log.corner(self.id, 0.0, self.p.copy())
        going = np.arange(len(rows))
        while len(going):
            going = self.round(going)
        log.center[rows] = self.p + self.e * (1.0 - self.u)[:, None]
        log.velocity[rows] = self.v
        log.corner(self.id, 1.0, log.center[rows])

    def round(self, going: Ints) -> Ints:
        """Search the next stretch of each way, answer who meets
        something, and return who must go on."""
        begin, end, last = self.stretch(going)
        more = begin < end
        going, last = going[more], last[more]
        begin, end = begin[more], end[more]
        p, h, e = self.p[going], self.h[going] + MARGIN, self.e[going]
        a, b = p + e * begin[:, None], p + e * end[:, None]
        m, s = self.grid.pairs(
            np.minimum(a, b) - h, np.maximum(a, b) + h
        )
        d, r, reach = self.relative(going[m], s)
        left = 1.0 - self.u[going]
        t, axis, face = meetings(d, r, reach, left[m])
        first = np.full(len(going), np.inf)
        np.minimum.at(first, m, t)
        hit = (first <= end) | (last & (first < np.inf))
        i = np.flatnonzero(hit[m] & (t < np.inf))
        speed = np.abs(r[i]).max(axis=1, initial=0.0)
        i = i[(t[i] - first[m[i]]) * speed <= SKIN]
        i = self.first_of(i, going[m], s, (d, r, reach), t, axis, face)
        crushed = self.meet(going[m], s, i, t[i], axis[i])
        self.searched[going] = np.where(hit, 0.0, end)
        self.stride[going] *= 2
        self.stride[going[hit]] = STRIDE * self.grid.cell
        on = ~last
        on[m[i]] = ~crushed
        return going[on]

    def stretch(self, going: Ints) -> tuple[Floats, Floats, Bools]:
        """Return from when to when each way is searched next, and
        whether that is the rest of it.

        The bounds of a long way hold the whole world. So it is searched
        in strides, and only where it lies within the grid.
        """
        e, left = self.e[going], 1.0 - self.u[going]
        begin, stride = self.searched[going], self.stride[going]
        speed = np.abs(e).max(axis=1)
        if (speed * left <= stride).all():
            return begin, left, np.ones(len(going), np.bool_)
        low, high = self.grid.origin, self.grid.end
        rounding = 2.0**-50 * np.maximum(np.abs(low), np.abs(high))
        world = (low + high) / 2, (high - low) / 2 + MARGIN + rounding
        p, h, rest = self.p[going], self.h[going], np.zeros(2)
        met = sweep_batch(p, h, e * left[:, None], *world, rest)
        with np.errstate(divide="ignore", invalid="ignore"):
            begin = np.maximum(begin, met.u0 * left)
            limit = np.minimum(met.u1 * left, left)
            end = np.minimum(begin + stride / speed, limit)
        return begin, end, end == limit

    def relative(self, mover: Ints, solid: Ints) -> Shadows:
        """Return d, r and s of pairs at the movers' times, (n, 2)."""
        f = self.solids.move[solid]
        d = self.solids.center[solid] + f * self.u[mover, None]
        s = self.h[mover] + self.solids.half[solid]
        return d - self.p[mover], self.e[mover] - f, s

    def first_of(
        self,
        i: Ints,
        mover: Ints,
        solid: Ints,
        shadows: Shadows,
        t: Floats,
        axis: Ints,
        face: Floats,
    ) -> Ints:
        """Of the pairs that tie, keep the first of each mover."""
        if (np.diff(mover[i]) > 0).all():
            return i
        d, r, s = (x[i, 1 - axis[i]] for x in shadows)
        corner = np.abs(d - r * t[i]) >= s - SKIN
        keys = np.hstack([x[solid[i]] for x in self.solids[1:5]]).T
        last_to_first = (self.solids.id[solid[i]], *keys[::-1], axis[i])
        i = i[np.lexsort((*last_to_first, face[i], corner, mover[i]))]
        return i[np.diff(mover[i], prepend=-1) > 0]

    def meet(
        self, mover: Ints, solid: Ints, i: Ints, t: Floats, axis: Ints
    ) -> Bools:
        """Go to the contacts i, answer them, tell who is crushed."""
        g, hit, each = mover[i], solid[i], np.arange(len(i))
        o, half, f, w = (x[hit] for x in self.solids[1:5])
        n = -np.copysign(1.0, (self.e[g] - f)[each, axis])
        self.u[g] += t
        self.p[g] += self.e[g] * t[:, None]
        flush = (
            o + f * self.u[g, None] + n[:, None] * (self.h[g] + half)
        )
        self.p[g, axis] = flush[each, axis] + 0.0
        self.bends[g] += 1
        told = self.bends[g] <= MOST_CONTACTS
        crushed = self.is_crushed(mover, solid, i, axis, n)
        crushed |= self.bends[g] == MOST_BENDS

        how = np.where(told, self.response[g], Response.SLIDE)
        rest = (how == Response.STOP) & ~self.answered[g]
        self.e[g] = answered(self.e[g], f, axis, how, rest)
        self.e[g[crushed]] = 0.0
        v = answered(self.v[g], w, axis, how, rest)
        changes = told & ~crushed
        self.v[g[changes]] = v[changes]
        self.v[g[crushed], axis[crushed]] = 0.0
        self.answered[g] |= ~crushed

        self.log.corner(self.id[g], self.u[g], self.p[g])
        normal = np.zeros((len(i), 2))
        normal[each, axis] = n
        told |= crushed
        g, hit = g[told], hit[told]
        row = self.id[g], self.solids.id[hit], self.u[g], normal[told]
        self.log.rows.append((*row, self.p[g], crushed[told]))
        return crushed

    def is_crushed(
        self, mover: Ints, solid: Ints, i: Ints, axis: Ints, n: Floats
    ) -> Bools:
        """Tell whether a solid touches a mover's far side, and the two
        leave less room than it needs, by more than SKIN."""
        contact = np.full(len(self.id), -1)
        contact[mover[i]] = np.arange(len(i))
        pairs = np.flatnonzero(contact[mover] >= 0)
        mover, other, c = (
            mover[pairs],
            solid[pairs],
            contact[mover[pairs]],
        )
        each, axis, n = np.arange(len(pairs)), axis[c], n[c]
        d, _, s = self.relative(mover, other)
        aside = (np.abs(d) < s - SKIN)[each, 1 - axis]
        d, s = n * d[each, axis], s[each, axis]
        gap = d - s
        f = self.solids.move
        closing = n * (f[solid[i][c], axis] - f[other, axis])
        room = closing * (1.0 - self.u[mover]) - np.minimum(gap, 0.0)
        crushes = (d > 0) & (gap <= SKIN) & aside & (room > SKIN)
        crushed = np.zeros(len(i), np.bool_)
        crushed[c[crushes]] = True
        return crushed


def meetings(
    d: Floats, r: Floats, s: Floats, left: Floats
) -> tuple[Floats, Ints, Floats]:
    """Return t, axis and face of response.Meeting for each pair; t is
    inf where the solid does not stop the mover."""
    k, still, side = s - SKIN, r == 0, np.copysign(1.0, r)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        enter = np.where(still, -np.inf, (d - side * k) / r)
        leave = np.where(still, np.inf, (d + side * k) / r)
        faces = np.where(still, -np.inf, (d - side * s) / r)
    core, out = enter.max(axis=1), leave.min(axis=1)
    face, axis = faces.max(axis=1), enter.argmax(axis=1)
    never = (k <= 0) | (still & (np.abs(d) >= k))
    stops = (
        (core < np.minimum(out, left)) & (out > 0) & ~never.any(axis=1)
    )
    deep = np.flatnonzero(stops & (core < 0))
    if len(deep):
        axis[deep] = (s - np.abs(d))[deep].argmin(axis=1)
        stops[deep] = (d * r)[deep, axis[deep]] > 0
    t = np.where(stops, np.maximum(face, 0.0) + 0.0, np.inf)
    return t, axis, face


def answered(
    e: Floats, f: Floats, axis: Ints, how: Ints, rest: Bools
) -> Floats:
    """Return movers' motions e after contacts with solids' f: the
    response.answered of many."""
    each = np.arange(len(e))
    with_solid, own = f[each, axis], e[each, axis]
    bounced = 2 * with_solid - own
    motion = np.where(rest[:, None], 0.0, e)
    bounces = how == Response.BOUNCE
    motion[each, axis] = np.where(bounces, bounced, with_solid)
    return motion + 0.0


def touches(
    ways: Paths, movers: Bodies, carried: Paths, sensors: Bodies
) -> Touches:
    """Find who overlapped whom, along the bent paths."""
    row = np.searchsorted(movers.id, ways.mover)
    half, notices = movers.half[row], movers.notices[row]
    sensed = overlap(ways, half, carried, sensors.half)
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


NO_TOUCHES = Touches(*np.zeros((2, 0), np.intp), *np.zeros((2, 0)))


def cast(
    solids: Bodies, grid: Grid, mover: Solid, response: Response
) -> Paths:
    """Return the path of a mover that is not there."""
    ask = near(solids, grid, np.array(mover.half_extents))
    journey = Journey(mover, response, ask)
    u, center = map(np.array, zip(*journey.corners))
    return moving(pieces([(np.full(len(u), mover.id), u, center)]))
