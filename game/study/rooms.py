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

from ..collision import AABB, SKIN, Kind, sweep, sweep_batch
from ..collision.aabb import Vector
from ..simulation.player import AIMING, DASH_LENGTH, DASH_SPEED, HEADINGS, direction
from ..simulation.world import World
from .lesson import Lesson, Pair, State
from .pair import pair_of_rows, scale_pair

UNITS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""px in a unit of a figure, the largest picture first; powers of two, so that no digit
is lost."""
WALL_MARGIN, WALL_DEPTH = 6.0, 18.0
"""px of a large wall that stay around the area of contact, and the greatest depth of
it."""
SOON = 0.1
"""Ticks: what is hit sooner is touched already, or nearly so."""


def state_of(lesson: Lesson, world: World) -> State | None:
    """Return a lesson's state with the boxes of a room; None if it takes none, or if
    they do not fit."""
    pair = pair_of(world) if lesson.from_pair else None
    for unit in UNITS:
        numbers = lesson.from_room(world, unit) if lesson.from_room else None
        if pair and lesson.from_pair:
            numbers = lesson.from_pair(scale_pair(pair, 1 / unit))
        if numbers is not None and is_within(lesson, numbers):
            own = {
                name: numbers[name] for name in numbers if name in lesson.state.numbers
            }
            return replace(lesson.state.change(**own), unit=unit)
    return None


def pair_of(world: World) -> Pair | None:
    """Return the player and the solid that it hits; None if it could not hit any."""
    pair = pair_in_tick(world) or pair_in_dash(world)
    return trim_solid(pair) if pair else None


def pair_in_tick(world: World) -> Pair | None:
    """Return the pair of the last tick's first contact, where the tick began."""
    step, space, me = world.step, world.space, world.player.id
    if step is None or me not in step.contacts.mover:
        return None
    both = [me, step.contacts.other[step.contacts.mover == me][0]]
    starts = step.paths.at(0.0, space.center)
    return pair_of_rows(starts[both], space.half_extents[both], world.moves[both])


def pair_in_dash(world: World) -> Pair | None:
    """Return the pair of a dash's first contact, where the tick of that contact
    begins."""
    player, aims = world.player, world.player.state in AIMING
    own = None
    if aims or player.state == "dash":
        way = direction(player.heading) if aims else player.direction
        own = first_pair(world, [way], DASH_SPEED if aims else player.speed)
    along_axes = [direction(k * HEADINGS // 4) for k in range(4)]
    return own or first_pair(world, along_axes, DASH_SPEED)


def first_pair(world: World, directions: list[Vector], speed: float) -> Pair | None:
    """Return the pair of the earliest contact of dashes in some directions; contacts at
    once do not count, and a corner that is touched stops none."""
    space, me = world.space, world.player.id
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    stride, move = (
        np.array(directions) * speed / world.tick_rate,
        space.velocity / world.tick_rate,
    )
    ticks = DASH_LENGTH * world.tick_rate / speed
    swept = sweep_batch(
        *(space.center[me], space.half_extents[me], stride[:, None] * ticks),
        *(space.center[solids], space.half_extents[solids], move[solids] * ticks),
    )
    gap = np.abs(space.center[solids] - space.center[me]) - space.half_extents[solids]
    at_corner = (np.abs(gap - space.half_extents[me]) <= SKIN).all(axis=1)
    when = np.where(swept.hit & (swept.axis >= 0) & ~at_corner, swept.u0 * ticks, inf)
    row, first = when.argmin(axis=1), when.min(axis=1)
    first[first < SOON] = inf
    k = int(first.argmin())
    if first[k] == inf:
        return None
    both = [me, solids[row[k]]]
    moves = np.stack((stride[k], move[both[1]]))
    starts = space.center[both] + moves * (ceil(first[k]) - 1)
    return pair_of_rows(starts, space.half_extents[both], moves)


def trim_solid(pair: Pair) -> Pair:
    """Return a pair whose solid is trimmed to what the player may touch, and a margin.

    A thin wall stays as thin as it was, and u0 stays the same.
    """
    swept = sweep(*pair)
    if swept is None:
        return pair
    a, b, move_a, move_b = pair
    move = [p - q for p, q in zip(move_a, move_b)]
    deep = [swept.u0 + WALL_DEPTH / abs(move[axis]) for axis in swept.entry_axes[:1]]
    contact = a.moved(move, swept.u0).union(a.moved(move, min(swept.u1, *deep, 1.0)))
    near = contact.expanded((WALL_MARGIN, WALL_MARGIN))
    return pair._replace(
        b=AABB.from_min_max(map(max, b.min, near.min), map(min, b.max, near.max))
    )


def is_within(lesson: Lesson, numbers: Mapping[str, float]) -> bool:
    """Tell whether numbers lie within the handles' bounds."""
    bounds = (bound for h in lesson.handles for bound in zip(h[1:3], h.low, h.high))
    return all(low <= numbers.get(name, low) <= high for name, low, high in bounds)
