"""With which two boxes of a room does its lesson begin?

With the player and the solid that it hit in the tick that is held. If it hit none, with
those of the first contact in the dash that is going on or aimed, or else in the
shortest dash along an axis: where they are when the tick of that contact begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil, inf

import numpy as np

from ..collision import AABB, SKIN, Kind, Space, sweep, sweep_batch
from ..collision.aabb import Vector
from ..collision.batch import Bools, Floats, Ints
from ..simulation.player import AIMING, DASH_LENGTH, DASH_SPEED, HEADINGS, direction
from ..simulation.world import World
from .figures import in_frame_of_b
from .lesson import Lesson, Pair, State
from .pair import centers_at, pair_of_rows, scale_pair, solids_hit

UNITS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""px in a unit of a figure, the largest picture first; powers of two, so that no digit
is lost."""
WALL_MARGIN = 6.0
"""px of a large wall that stay around the area of contact."""
WALL_DEPTH = 18.0
"""px: the greatest depth of the area of contact."""
SOON = 0.1
"""Ticks: what is hit sooner is touched already, or nearly so."""


def state_of(lesson: Lesson, world: World) -> State | None:
    """Return a lesson's state with the boxes of a room, as large as fits; None if the
    lesson takes none, or if they do not fit in any of UNITS."""
    pair = pair_of(world) if lesson.from_pair else None
    for unit in UNITS:
        numbers = None
        if pair and lesson.from_pair:
            numbers = lesson.from_pair(scale_pair(pair, 1 / unit))
        elif lesson.from_room:
            numbers = lesson.from_room(world, unit)
        if numbers is None or not is_within(lesson, numbers):
            continue
        known = lesson.state.numbers
        changed = {name: numbers[name] for name in numbers if name in known}
        return replace(lesson.state.change(**changed), unit=unit)
    return None


def pair_of(world: World) -> Pair | None:
    """Return the player and the solid that it hits, trimmed; None if it hits none."""
    pair = pair_in_tick(world) or pair_in_dash(world)
    return trim_solid(pair) if pair else None


def pair_in_tick(world: World) -> Pair | None:
    """Return the pair of the player's first contact in the last tick, where both were
    when the tick began; None without a contact."""
    me = world.player.id
    hits = solids_hit(world, me)
    if not hits:
        return None
    both = [me, hits[0]]
    starts = centers_at(world, 0.0)[both]
    half = world.space.half_extents[both]
    return pair_of_rows(starts, half, world.last.moves[both])


def pair_in_dash(world: World) -> Pair | None:
    """Return the pair of the first contact in the dash that is aimed or going on, or
    else in the shortest dash along an axis, where both are when the tick of the contact
    begins; None without a contact."""
    player = world.player
    pair = None
    if player.state in AIMING:
        pair = first_pair(world, [direction(player.heading)], DASH_SPEED)
    elif player.state == "dash":
        pair = first_pair(world, [player.direction], player.speed)
    along_axes = [direction(k * HEADINGS // 4) for k in range(4)]
    return pair or first_pair(world, along_axes, DASH_SPEED)


def first_pair(world: World, directions: list[Vector], speed: float) -> Pair | None:
    """Return the pair of the earliest contact of dashes in some directions, where the
    tick of that contact begins; None without any.

    A dash whose contact is sooner than SOON does not count; a solid that is touched at
    a corner stops no dash.

    Args:
        world: from here the dashes start.
        directions: unit vectors.
        speed: px/s.
    """
    space = world.space
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    strides = np.array(directions) * speed / world.tick_rate  # (k, 2), px in a tick.
    ticks = DASH_LENGTH * world.tick_rate / speed
    when = ticks_to_stops(world, strides, ticks, solids)
    nearest = when.argmin(axis=1)
    stop_times = when.min(axis=1)  # (k,), one for each dash.
    stop_times[stop_times < SOON] = inf
    k = int(stop_times.argmin())
    if stop_times[k] == inf:
        return None
    both = [world.player.id, solids[nearest[k]]]
    moves = space.velocity[both] / world.tick_rate
    moves[0] = strides[k]
    ticks_before = ceil(stop_times[k]) - 1
    starts = space.center[both] + moves * ticks_before
    return pair_of_rows(starts, space.half_extents[both], moves)


def ticks_to_stops(world: World, strides: Floats, ticks: float, solids: Ints) -> Floats:
    """Return (k, n), after how many ticks each of n solids stops each of k dashes that
    the player begins now; inf where it does not.

    Args:
        world: from here the dashes start.
        strides: (k, 2), the displacement of each dash in a tick, px.
        ticks: how long a dash lasts.
        solids: (n,), their ids.
    """
    space = world.space
    me = world.player.id
    dashes = strides[:, None] * ticks  # (k, 1, 2), px.
    moves = space.velocity[solids] / world.tick_rate * ticks  # (n, 2), px.
    swept = sweep_batch(
        space.center[me],
        space.half_extents[me],
        dashes,
        space.center[solids],
        space.half_extents[solids],
        moves,
    )
    has_entry_axis = swept.axis >= 0
    at_corner = touches_corner(space, me, solids)
    stops = swept.hit & has_entry_axis & ~at_corner
    return np.where(stops, swept.u0 * ticks, inf)


def touches_corner(space: Space, mover: int, solids: Ints) -> Bools:
    """Return (n,), which of n solids touch a mover at a corner alone."""
    half = space.half_extents
    distance = np.abs(space.center[solids] - space.center[mover])
    gap = distance - half[solids] - half[mover]
    return np.asarray((np.abs(gap) <= SKIN).all(axis=1))


def trim_solid(pair: Pair) -> Pair:
    """Return a pair whose solid is trimmed to what the player may touch, and a margin.

    A thin wall stays as thin as it was, and u0 stays the same.
    """
    swept = sweep(*pair)
    if swept is None:
        return pair
    a, b, *_ = pair
    move = in_frame_of_b(pair).move_a
    last = min(swept.u1, 1.0)
    if swept.entry_axes:
        axis = swept.entry_axes[0]
        last = min(last, swept.u0 + WALL_DEPTH / abs(move[axis]))
    contact = a.moved(move, swept.u0).union(a.moved(move, last))
    near = contact.expanded((WALL_MARGIN, WALL_MARGIN))
    low = map(max, b.min, near.min)
    high = map(min, b.max, near.max)
    return pair._replace(b=AABB.from_min_max(low, high))


def is_within(lesson: Lesson, numbers: Mapping[str, float]) -> bool:
    """Tell whether numbers lie within the bounds of the handles that change them."""
    for handle in lesson.handles:
        names = (handle.x, handle.y)
        for name, low, high in zip(names, handle.low, handle.high):
            if name in numbers and not low <= numbers[name] <= high:
                return False
    return True
