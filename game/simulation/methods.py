"""How else could bodies be moved, and what goes wrong then?

A method moves everything in a space and leaves the same report as Space.step:

    sweep        Space.step: nothing tunnels
    substeps:N   move a whole part, then test: what lies in a solid goes back to
                 the face that it came from; a solid that was passed in between is
                 missed
    discrete     substeps:1, which is what most games do
    listing4     the swept test as printed in 1999 decides, wrong answers included:
                 nearly every solid of a room is "hit" at once, wherever it is

game.collision.pitfalls says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import inf
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Kind, Response, Space, Step
from ..collision.batch import Floats, Ints
from ..collision.flock import AXES, group_starts, motion_of_many
from ..collision.grid import FEW_PAIRS
from ..collision.step import find_touches
from ..collision.tables import (
    NO_CONTACTS,
    NO_IDS,
    Contacts,
    Paths,
    Touches,
    bounds,
    concatenate,
)

MOST_PARTS = 1000
PAIRS = 2**16
"""Pairs that Listing 4 tests at once, about."""
ROUNDS = 4
"""The most solids that a sample takes a mover out of; deeper in, the mover stays
inside."""


class Method(NamedTuple):
    """How bodies are moved."""

    name: str
    step: Callable[[Space, float], Step]
    parts: int = 1
    """Into how many parts it divides a step; each ends with a sample."""


Stepper = Callable[[Method, Space, float], Step]
"""Steps a space by a method: as it is, from a store of earlier steps, or with a clock
beside it."""


def step_by(method: Method, space: Space, dt: float) -> Step:
    """Step a space by a method."""
    return method.step(space, dt)


def parse_method(name: str) -> Method:
    """Return the method of a name.

    Raises:
        ValueError: there is no such method; the text lists the names.
    """
    if name in METHODS:
        return METHODS[name]
    match = re.fullmatch("substeps:([0-9]{1,4})", name)
    if match and 1 <= int(match[1]) <= MOST_PARTS:
        return substep_method(int(match[1]))
    expected = f"sweep, discrete, listing4 or substeps:N with N from 1 to {MOST_PARTS}"
    raise ValueError(f"method {name!r} is unknown; expected {expected}")


def substep_method(parts: int) -> Method:
    """Return the method that samples at the end of each of so many parts of a step."""
    return Method(f"substeps:{parts}", partial(step_in_parts, parts=parts), parts)


def step_in_parts(space: Space, dt: float, parts: int) -> Step:
    """Move everything one part after the other, with a sample at the end of each."""
    steps = [
        move_part(space, dt / parts, k / parts, (k + 1) / parts) for k in range(parts)
    ]
    contacts, touches, paths = map(concatenate, zip(*steps))
    return Step(contacts, touches, paths.only(np.argsort(paths.mover, kind="stable")))


def move_part(space: Space, dt: float, begin: float, end: float) -> Step:
    """Move everything a part, from begin to end of the step; then take movers out of
    solids."""
    before = advance(space, dt)
    rows = [NO_CONTACTS]
    while len(rows) <= ROUNDS and len((found := inside(space))[0]):
        rows.append(respond(space, before, *found, end, to_face=True))
    return make_step(space, concatenate(rows), before, (begin, end), is_sampled=True)


def step_by_listing_4(space: Space, dt: float) -> Step:
    """Move everything to where Listing 4 says that it hits."""
    before = advance(space, dt)
    movers, solids = space.ids(Kind.MOVER), space.ids(Kind.WALL, Kind.OBSTACLE)
    columns = space.half_extents.T, before.T, space.center.T
    u, met = np.full(len(movers), inf), np.full(len(movers), -1)
    while len(solids) and len(rows := np.flatnonzero(u > 0)):
        some, solids = np.split(solids, [PAIRS // len(rows) + 1])
        pairs = (x[:, ids] for ids in (movers[rows, None], some[None]) for x in columns)
        u0 = listing_4_batch(*pairs)
        sooner = np.flatnonzero(u0.min(axis=1) < u[rows])
        first = u0[sooner].argmin(axis=1)
        u[rows[sooner]], met[rows[sooner]] = u0[sooner, first], some[first]
    hit = met >= 0
    mover, solid, u = movers[hit], met[hit], u[hit]
    space.center[mover] = before[mover] + (space.center - before)[mover] * u[:, None]
    contacts = respond(space, before, mover, solid, u, to_face=False)
    return make_step(space, contacts, before, (0.0, 1.0), is_sampled=False)


def listing_4_batch(
    half_a: Floats, a0: Floats, a1: Floats, half_b: Floats, b0: Floats, b1: Floats
) -> Floats:
    """Return u0 as pitfalls.listing_4 does, but at most 1; inf for a miss.

    All are of shape (D, ...) and broadcast.
    """
    v = (b1 - b0) - (a1 - a0)
    ahead, behind = (a0 + half_a) - (b0 - half_b), (a0 - half_a) - (b0 + half_b)
    near, far = np.where(v < 0, (ahead, behind), (behind, ahead))
    u0 = np.divide(near, v, out=np.zeros_like(v), where=near * np.sign(v) > 0).max(
        axis=0
    )
    u1 = np.divide(far, v, out=np.ones_like(v), where=far * np.sign(v) > 0).min(axis=0)
    touching = (np.abs(b0 - a0) <= half_a + half_b).all(axis=0)
    return np.where(touching, 0.0, np.where(u0 <= u1, np.minimum(u0, 1.0), inf))


def advance(space: Space, dt: float) -> Floats:
    """Move all bodies without testing for contacts; return the centres before, px."""
    before = space.center.copy()
    space.center += space.velocity * dt
    return before


def inside(space: Space) -> tuple[Ints, Ints]:
    """Return the movers that a method left deeper than SKIN in a solid, each with the
    lowest id of such a solid."""
    movers, solids = space.ids(Kind.MOVER), space.ids(Kind.WALL, Kind.OBSTACLE)
    few = len(movers) * len(solids) <= FEW_PAIRS
    mover, solid = (movers[:, None], solids[None]) if few else close_pairs(space)
    (p, h), (o, g) = (
        space.table[:4].take(x, 1).reshape(2, 2, *x.shape) for x in (mover, solid)
    )
    x, y = np.abs(p - o) < h + g - SKIN
    rows = (x & y).nonzero()
    if not len(rows[0]):
        return NO_IDS, NO_IDS
    mover, solid = (ids[rows] for ids in np.broadcast_arrays(mover, solid))
    order = np.lexsort((solid, mover))
    first = order[group_starts(mover[order])]
    return mover[first], solid[first]


def close_pairs(space: Space) -> tuple[Ints, Ints]:
    """Return the pairs of a mover and a solid that may overlap."""
    center, half, _, _ = space.bodies(Kind.MOVER, 0.0).vectors
    near = bounds(center, center, half)
    found = [
        (solids.bodies.id, solids.grid.pairs(near)[0]) for solids in space.solids(0.0)
    ]
    row = np.concatenate([pairs.query for _, pairs in found])
    return space.ids(Kind.MOVER)[row], np.concatenate(
        [ids[pairs.item] for ids, pairs in found]
    )


def respond(
    space: Space,
    before: Floats,
    mover: Ints,
    solid: Ints,
    u: Floats | float,
    to_face: bool,
) -> Contacts:
    """Let movers respond to contacts on the axis on which they were farthest from the
    solids, and return these.

    Args:
        before: centres at first, px.
        mover, solid: ids, one of each for a contact.
        u: when the contacts happen.
        to_face: whether the movers are moved to the faces that they came from.
    """
    away, each = before[mover] - before[solid], np.arange(len(mover))
    reach = space.half_extents[mover] + space.half_extents[solid]
    axis = (np.abs(away) - reach).argmax(axis=1)
    side = np.copysign(1.0, away[each, axis])
    if to_face:
        space.center[mover, axis] = space.center[solid, axis] + side * reach[each, axis]
    how, on_axis = space.response[mover], axis == AXES
    motion = space.velocity[mover].T, space.velocity[solid].T
    space.velocity[mover] = motion_of_many(
        *motion, on_axis, how, how == Response.STOP
    ).T
    normal, crushed = np.where(on_axis, side, 0.0).T, np.zeros(len(mover), np.bool_)
    return Contacts(
        mover, solid, np.full(len(mover), u), normal, space.center[mover], crushed
    )


def make_step(
    space: Space,
    contacts: Contacts,
    before: Floats,
    span: tuple[float, float],
    is_sampled: bool,
) -> Step:
    """Return the report of a step: its paths, and the touches along them.

    Args:
        before: centres at first, px.
        span: the u between which bodies moved.
        is_sampled: whether touches are found only where bodies are in the end.
    """

    def pieces(ids: Ints, start: Floats, u: tuple[float, float]) -> Paths:
        begin, end = (np.full(len(ids), time) for time in u)
        return Paths(ids, begin, end, start[ids], space.center[ids])

    movers, sensors = space.bodies(Kind.MOVER, 0.0), space.bodies(Kind.SENSOR, 0.0)
    tested = (space.center, span[1:] * 2) if is_sampled else (before, span)
    a, b = (pieces(bodies.id, *tested) for bodies in (movers, sensors))
    moved = np.flatnonzero((space.center != before).any(axis=1))
    order = np.lexsort((contacts.mover, contacts.u))
    contacts = Contacts._make(column[order] for column in contacts)
    return Step(
        contacts, find_touches(a, movers, b, sensors), pieces(moved, before, span)
    )


def cut(step: Step, end: float) -> Step:
    """Return what happened in a step up to a time, u."""
    contacts, touches, paths = step
    paths = paths.only(paths.u_start < end)
    return Step(
        Contacts._make(column[contacts.u <= end] for column in contacts),
        Touches._make(column[touches.u0 <= end] for column in touches),
        paths._replace(u_end=np.minimum(paths.u_end, end), end=paths.place(end)),
    )


SWEEP, LISTING_4 = Method("sweep", Space.step), Method("listing4", step_by_listing_4)
DISCRETE = substep_method(1)._replace(name="discrete")
METHODS = {
    method.name: method for method in (SWEEP, substep_method(8), DISCRETE, LISTING_4)
}
"""Methods by name; one number of substeps stands for all."""
