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
from ..collision.flock import AXES, motion_of_many
from ..collision.grid import FEW_PAIRS
from ..collision.step import find_touches
from ..collision.tables import (
    NO_CONTACTS,
    NO_IDS,
    Contacts,
    Paths,
    bounds,
    concatenate,
    group_starts,
    take_rows,
)

MOST_PARTS = 1000
"""The most parts into which a method divides a step."""
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
    if match:
        parts = int(match[1])
        if 1 <= parts <= MOST_PARTS:
            return substep_method(parts)
    expected = f"sweep, discrete, listing4 or substeps:N with N from 1 to {MOST_PARTS}"
    raise ValueError(f"method {name!r} is unknown; expected {expected}")


def substep_method(parts: int) -> Method:
    """Return the method that samples at the end of each of so many parts of a step."""
    return Method(f"substeps:{parts}", partial(step_in_parts, parts=parts), parts)


def step_in_parts(space: Space, dt: float, parts: int) -> Step:
    """Move everything one part after the other, with a sample at the end of each."""
    steps = []
    for k in range(parts):
        steps.append(move_part(space, dt / parts, k / parts, (k + 1) / parts))
    contacts, touches, paths = map(concatenate, zip(*steps))
    by_mover = np.argsort(paths.mover, kind="stable")
    return Step(contacts, touches, paths.only(by_mover))


def move_part(space: Space, dt: float, begin: float, end: float) -> Step:
    """Move everything a part, from begin to end of the step; then take movers out of
    solids."""
    before = advance(space, dt)
    contacts = NO_CONTACTS
    for _ in range(ROUNDS):
        mover, solid = inside(space)
        if not len(mover):
            break
        found = respond(space, before, mover, solid, end, to_face=True)
        contacts = concatenate([contacts, found])
    return make_step(space, contacts, before, (begin, end), is_sampled=True)


def step_by_listing_4(space: Space, dt: float) -> Step:
    """Move everything to where Listing 4 says that it hits."""
    before = advance(space, dt)
    movers = space.ids(Kind.MOVER)
    u, solids = first_hits_of_listing_4(space, before, movers)
    is_hit = solids >= 0
    mover = movers[is_hit]
    solid = solids[is_hit]
    u = u[is_hit]
    way = (space.center - before)[mover]
    space.center[mover] = before[mover] + way * u[:, None]
    contacts = respond(space, before, mover, solid, u, to_face=False)
    return make_step(space, contacts, before, (0.0, 1.0), is_sampled=False)


def first_hits_of_listing_4(
    space: Space, before: Floats, movers: Ints
) -> tuple[Floats, Ints]:
    """Return when Listing 4 says that each mover hits first, and which solid; inf and
    -1 for a mover that hits none. Many pairs are tested in parts.

    Args:
        space: with the centres where the bodies would be without contacts.
        before: centres at first, px.
        movers: the ids of all movers.
    """
    columns = space.half_extents.T, before.T, space.center.T
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    first_u = np.full(len(movers), inf)
    first_solid = np.full(len(movers), -1)
    while len(solids):
        rows = np.flatnonzero(first_u > 0)
        if not len(rows):
            break
        some, solids = np.split(solids, [PAIRS // len(rows) + 1])
        half_a, a0, a1 = [column[:, movers[rows, None]] for column in columns]
        half_b, b0, b1 = [column[:, some[None]] for column in columns]
        u0 = listing_4_batch(half_a, a0, a1, half_b, b0, b1)
        sooner = np.flatnonzero(u0.min(axis=1) < first_u[rows])
        nearest = u0[sooner].argmin(axis=1)
        first_u[rows[sooner]] = u0[sooner, nearest]
        first_solid[rows[sooner]] = some[nearest]
    return first_u, first_solid


def listing_4_batch(
    half_a: Floats, a0: Floats, a1: Floats, half_b: Floats, b0: Floats, b1: Floats
) -> Floats:
    """Return u0 as pitfalls.listing_4 does, but at most 1; inf for a miss.

    All are of shape (D, ...) and broadcast.
    """
    v = (b1 - b0) - (a1 - a0)
    ahead = (a0 + half_a) - (b0 - half_b)
    behind = (a0 - half_a) - (b0 + half_b)
    near, far = np.where(v < 0, (ahead, behind), (behind, ahead))
    sign = np.sign(v)
    enter = np.divide(near, v, out=np.zeros_like(v), where=near * sign > 0)
    leave = np.divide(far, v, out=np.ones_like(v), where=far * sign > 0)
    u0 = enter.max(axis=0)
    u1 = leave.min(axis=0)
    touching = (np.abs(b0 - a0) <= half_a + half_b).all(axis=0)
    moving_hits = np.where(u0 <= u1, np.minimum(u0, 1.0), inf)
    return np.where(touching, 0.0, moving_hits)


def advance(space: Space, dt: float) -> Floats:
    """Move all bodies without testing for contacts; return the centres before, px."""
    before = space.center.copy()
    space.center += space.velocity * dt
    return before


def inside(space: Space) -> tuple[Ints, Ints]:
    """Return the ids of the movers that a method left deeper than SKIN in a solid, and
    for each the lowest id of such a solid."""
    movers = space.ids(Kind.MOVER)
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    if len(movers) * len(solids) <= FEW_PAIRS:
        mover, solid = movers[:, None], solids[None]
    else:
        mover, solid = close_pairs(space)
    places = space.table[:2]
    halves = space.table[2:4]
    gap = np.abs(places.take(mover, 1) - places.take(solid, 1))
    reach = halves.take(solid, 1) + halves.take(mover, 1)
    x, y = gap < reach - SKIN
    rows = (x & y).nonzero()
    if not len(rows[0]):
        return NO_IDS, NO_IDS
    mover, solid = np.broadcast_arrays(mover, solid)
    mover = mover[rows]
    solid = solid[rows]
    order = np.lexsort((solid, mover))
    first = order[group_starts(mover[order])]
    return mover[first], solid[first]


def close_pairs(space: Space) -> tuple[Ints, Ints]:
    """Return the pairs of a mover and a solid that may overlap: the movers' ids, and
    the solids'."""
    center, half, _, _ = space.bodies(Kind.MOVER, 0.0).vectors
    near = bounds(center, center, half)
    rows = []
    solid_ids = []
    for solids in space.solids(0.0):
        pairs, _ = solids.grid.pairs(near)
        rows.append(pairs.query)
        solid_ids.append(solids.bodies.id[pairs.item])
    return space.ids(Kind.MOVER)[np.concatenate(rows)], np.concatenate(solid_ids)


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
    count = len(mover)
    each = np.arange(count)
    away = before[mover] - before[solid]
    reach = space.half_extents[mover] + space.half_extents[solid]
    axis = (np.abs(away) - reach).argmax(axis=1)
    side = np.copysign(1.0, away[each, axis])
    if to_face:
        space.center[mover, axis] = space.center[solid, axis] + side * reach[each, axis]
    response = space.response[mover]
    on_axis = axis == AXES
    velocity = motion_of_many(
        space.velocity[mover].T,
        space.velocity[solid].T,
        on_axis,
        response,
        response == Response.STOP,
    )
    space.velocity[mover] = velocity.T
    normal = np.where(on_axis, side, 0.0).T
    times = np.full(count, u)
    crushed = np.zeros(count, np.bool_)
    return Contacts(mover, solid, times, normal, space.center[mover], crushed)


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

    movers = space.bodies(Kind.MOVER, 0.0)
    sensors = space.bodies(Kind.SENSOR, 0.0)
    tested_from = before
    tested_span = span
    if is_sampled:
        tested_from = space.center
        tested_span = span[1], span[1]
    touches = find_touches(
        straight_paths(space, movers.id, tested_from, tested_span),
        movers,
        straight_paths(space, sensors.id, tested_from, tested_span),
        sensors,
    )
    moved = np.flatnonzero((space.center != before).any(axis=1))
    order = np.lexsort((contacts.mover, contacts.u))
    by_time = take_rows(contacts, order, axis=0)
    return Step(by_time, touches, straight_paths(space, moved, before, span))


def straight_paths(
    space: Space, ids: Ints, start: Floats, span: tuple[float, float]
) -> Paths:
    """Return one straight piece of path for each body, from a start to its centre.

    Args:
        ids: of these bodies.
        start: (N, 2), where each body of the space began, px.
        span: the u at both ends.
    """
    begin = np.full(len(ids), span[0])
    end = np.full(len(ids), span[1])
    return Paths(ids, begin, end, start[ids], space.center[ids])


def cut(step: Step, end: float) -> Step:
    """Return what happened in a step up to a time, u."""
    contacts, touches, paths = step
    early_contacts = np.flatnonzero(contacts.u <= end)
    early_touches = np.flatnonzero(touches.u0 <= end)
    paths = paths.only(paths.u_start < end)
    return Step(
        take_rows(contacts, early_contacts, axis=0),
        take_rows(touches, early_touches, axis=0),
        paths._replace(u_end=np.minimum(paths.u_end, end), end=paths.place(end)),
    )


SWEEP, LISTING_4 = Method("sweep", Space.step), Method("listing4", step_by_listing_4)
DISCRETE = substep_method(1)._replace(name="discrete")
METHODS = {
    method.name: method for method in (SWEEP, substep_method(8), DISCRETE, LISTING_4)
}
"""Methods by name; one number of substeps stands for all."""
