"""With which two boxes of a room does its lesson begin?

The player and the solid that it met in the tick that is held. Where it met none, the two that meet
in the dash that is going on or aimed, or else in the shortest along an axis: where they are when
the tick of that dash begins in which they meet.
"""

from __future__ import annotations

from math import ceil, inf

import numpy as np

from ..collision import AABB, Kind, sweep, sweep_batch
from ..collision.aabb import Vector
from ..simulation.player import DASH_LENGTH, DASH_SPEED, HEADINGS, direction
from ..simulation.world import World
from .lesson import Lesson, Pair, State
from .pair import made, scaled

UNITS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""px in a unit of a figure, the largest picture first; powers of two, so that no digit is lost."""
MARGIN, THICK = 6.0, 18.0
"""px that are kept of a long wall around what the player touches, and how deep that is at most."""
SOON = 0.1
"""Ticks: what is met sooner is touched already, or nearly so."""


def state_of(lesson: Lesson, world: World) -> State | None:
    """Return a lesson's state with a room's own boxes; "unit" is the px in a unit of the figure.

    None if the lesson takes none, or they do not fit in.
    """
    pair = pair_of(world)
    for unit in UNITS:
        changes = lesson.whole(world, unit) if lesson.whole else None
        if lesson.given and pair:
            changes = lesson.given(scaled(pair, 1 / unit))
        if changes is not None and is_within(lesson, changes):
            known = {name: changes[name] for name in changes if name in lesson.state}
            return {**lesson.state, **known, "unit": unit}
    return None


def pair_of(world: World) -> Pair | None:
    """Return the player and the solid that it meets; None if it could not meet any."""
    pair = met_in_tick(world) or met_in_dash(world)
    return cut(pair) if pair else None


def met_in_tick(world: World) -> Pair | None:
    """Return them where the last tick began, if it had a contact."""
    step, space, me = world.step, world.space, world.player.id
    if step is None or me not in step.contacts.mover:
        return None
    both = [me, step.contacts.other[step.contacts.mover == me][0]]
    begun = step.paths.at(0.0, space.center)
    return made(begun[both], space.half_extents[both], world.moves[both])


def met_in_dash(world: World) -> Pair | None:
    """Return them where the tick of a dash begins in which they meet."""
    player, aims = world.player, world.player.state in ("aim", "release")
    own = None
    if aims or player.state == "dash":
        way = direction(player.heading) if aims else player.direction
        own = met_on_way(world, [way], DASH_SPEED if aims else player.speed)
    along_axes = [direction(k * HEADINGS // 4) for k in range(4)]
    return own or met_on_way(world, along_axes, DASH_SPEED)


def met_on_way(world: World, ways: list[Vector], speed: float) -> Pair | None:
    """Return them on the way on which they meet first, but not at once."""
    space, me = world.space, world.player.id
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    stride, move = np.array(ways) * speed / world.tick_rate, space.velocity / world.tick_rate
    ticks = DASH_LENGTH * world.tick_rate / speed
    met = sweep_batch(
        *(space.center[me], space.half_extents[me], stride[:, None] * ticks),
        *(space.center[solids], space.half_extents[solids], move[solids] * ticks),
    )
    when = np.where(met.hit & (met.axis >= 0), met.u0 * ticks, inf)
    row, first = when.argmin(axis=1), when.min(axis=1)
    first[first < SOON] = inf
    way = int(first.argmin())
    if first[way] == inf:
        return None
    both = [me, solids[row[way]]]
    moves = np.stack((stride[way], move[both[1]]))
    return made(
        space.center[both] + moves * (ceil(first[way]) - 1), space.half_extents[both], moves
    )


def cut(pair: Pair) -> Pair:
    """Return a pair of whose solid nothing is left but what the player may touch, and a margin.

    A thin wall is as thin as it was; the boxes meet when they did.
    """
    met = sweep(*pair)
    if met is None:
        return pair
    a, b, move_a, move_b = pair
    way = [p - q for p, q in zip(move_a, move_b)]
    deep = [met.u0 + THICK / abs(way[axis]) for axis in met.entry_axes[:1]]
    touched = a.moved(way, met.u0).union(a.moved(way, min(met.u1, *deep, 1.0)))
    near = touched.expanded((MARGIN, MARGIN))
    return pair._replace(b=AABB.from_min_max(map(max, b.min, near.min), map(min, b.max, near.max)))


def is_within(lesson: Lesson, changes: State) -> bool:
    """Tell whether the handles' bounds hold these numbers."""
    bounds = (bound for h in lesson.handles for bound in zip(h[1:3], h.low, h.high))
    return all(low <= changes.get(name, low) <= high for name, low, high in bounds)
