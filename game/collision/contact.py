"""What stops a mover, and when?

A mover m is on a straight path, at time u of the step, and a solid o
moves too. On each axis

    p, h, e   mover: centre now, half extent, displacement in a step
    o, g, f   solid: centre at the start, half extent, displacement

    d = o + f u - p    r = f - e    s = h + g

and the shadows overlap while |d + r t| <= s, as in sweep; t is the time
after u.

A box that rests on a floor touches it all the time, and must still be
able to slide and to leave. So a solid stops a mover only if the two
would overlap deeper than SKIN: if they overlap with each reach
shortened to k = s - SKIN, which is called the core. The time and the
place of the contact are those of the true boxes.

      -----+     +-----        -----+ +-----        ----+--+----
        m  |     |  o            m  | |  o            m |  | o
      -----+     +-----        -----+ +-----        ----+--+----
              d > s              k < d <= s            d < k
              apart              touching              inside

Sources: Ericson, Real-Time Collision Detection, 5.5.8 (time) and 11.3
(tolerances).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import copysign, inf
from typing import NamedTuple

from .aabb import Vector
from .sweep import overlap_times

SKIN = 2.0**-20
"""px. A gap or an overlap up to this counts as touching. It is 4,096
times the spacing of floats at 2^20 px, the edge of the world, and a
millionth of a pixel. If it were much smaller, rounding errors would
catch boxes on seams; if much larger, boxes would sink into walls."""

NARROW = SKIN + 2.0**-30
"""px. A mover with such a half extent, or less, fits between solids
that touch, no deeper than SKIN in either: see joints. 2^-30 is
for the rounding of faces at the edge of the world."""

Shadows = list[tuple[float, float, float]]
"""(d, r, s) of each axis, px."""


class Solid(NamedTuple):
    """A box with its displacement in a step (px), its velocity (px/s)
    and the id by which it is reported."""

    center: Vector
    half_extents: Vector
    move: Vector
    velocity: Vector
    id: int


Near = Callable[[Vector, Vector], Sequence[Solid]]
"""Returns the solids that a mover may touch while its centre is between
two corners."""


class Side(NamedTuple):
    """A side of a solid that a mover touches."""

    axis: int
    solid: Solid
    normal: float
    """1 or -1 on that axis: from the solid towards the mover."""


class Meeting(NamedTuple):
    """A possible contact of a mover with a side of a solid.

    The fields are in the order in which meetings that tie are compared:
    the least comes first.
    """

    corner: bool
    """Whether the boxes touch with no more than an edge."""
    face: float
    """When the true boxes touch, not clamped."""
    side: Side
    t: float
    """When the mover is stopped: face, or 0 if that is later."""
    core: float
    """When the core is entered; negative if it is already."""
    speed: float
    """Largest relative displacement on an axis, px in a step."""


def relative_motion(
    p: Vector, h: Vector, e: Vector, u: float, solid: Solid
) -> Shadows:
    """Return (d, r, s) of each axis: the solid as seen by the mover."""
    centers, halves, moves, _, _ = solid
    return [
        (o + f * u - x, f - ex, hx + g)
        for x, hx, ex, o, g, f in zip(p, h, e, centers, halves, moves)
    ]


def with_component(vector: Vector, axis: int, value: float) -> Vector:
    """Return the vector with another value on one axis."""
    return vector[:axis] + (value,) + vector[axis + 1 :]


def is_inside(shadows: Shadows, depth: float = SKIN) -> bool:
    """Tell whether the boxes overlap deeper than a depth, px."""
    return all(abs(d) < s - depth for d, _, s in shadows)


def meeting(
    p: Vector, h: Vector, e: Vector, u: float, solid: Solid
) -> Meeting | None:
    """Find when, and on which axis, a solid stops a mover, if it does.

    As in sweep, the last axis to close decides. For boxes that begin
    deeper than SKIN it is the axis of least depth, unless they move
    apart on it, far enough before the step ends.
    """
    core, out, axis = -inf, inf, 0
    shadows = relative_motion(p, h, e, u, solid)
    for i, (d, r, s) in enumerate(shadows):
        k = s - SKIN
        if k <= 0 or (r == 0 and abs(d) >= k):
            return None
        enter, exit = overlap_times(d, r, k)
        if enter > core:
            core, axis = enter, i
        out = min(out, exit)
        if core >= min(out, 1.0 - u) or out <= 0:
            return None
    if core < 0:
        depths = [s - abs(d) for d, _, s in shadows]
        axis = depths.index(min(depths))
        d, r, s = shadows[axis]
        if d * r >= 0 and overlap_times(d, r, s - SKIN)[1] < 1.0 - u:
            return None
    face = max(overlap_times(*shadow)[0] for shadow in shadows)
    t = max(0.0, face)
    corner = any(
        abs(d + r * t) >= s - SKIN
        for i, (d, r, s) in enumerate(shadows)
        if i != axis
    )
    side = Side(axis, solid, copysign(1.0, -shadows[axis][0]))
    speed = max(abs(r) for _, r, _ in shadows)
    return Meeting(corner, face, side, t, core, speed)


def joints(
    p: Vector,
    h: Vector,
    e: Vector,
    u: float,
    solids: Sequence[Solid],
    found: Sequence[Meeting | None],
) -> Iterator[Meeting]:
    """Yield when and where joints stop a narrow mover, up to the first
    of the meetings found.

    Between two solids that touch, it would enter neither. So if two
    leave it no more room on an axis than its size and SKIN, each stops
    it as if it reached across the joint, once both are entered deeper
    than SKIN on the other axes. In 3-D, these must be two solids.
    """
    for i in [i for i, half in enumerate(h) if half <= NARROW]:
        last = min((m.core for m in found if m), default=inf)
        sides = [x for x in solids if h[i] + x.half_extents[i] > SKIN]
        for side in sides:
            g = side.half_extents
            across = with_component(g, i, g[i] + 3 * SKIN)
            solid = side._replace(half_extents=across)
            m = meeting(p, h, e, u, solid)
            if m is None or m.side.axis == i or m.core > last:
                continue
            t = max(0.0, m.core)
            place = tuple([x + ex * t for x, ex in zip(p, e)])
            rooms = {-1.0: inf, 1.0: inf}
            for other in sides:
                shadows = relative_motion(place, h, e, u + t, other)
                d, _, s = shadows.pop(i)
                room, n = abs(d) - s, copysign(1.0, d)
                beside = abs(room) <= 2 * SKIN
                if beside and is_inside(shadows, SKIN / 2):
                    rooms[n] = min(rooms[n], room)
            if sum(rooms.values()) <= SKIN:
                yield m


def first_meeting(meetings: Sequence[Meeting]) -> Meeting | None:
    """Return the first of a mover's meetings, None if there is none.

    Those within SKIN of path after the earliest tie, and a face contact
    wins over a corner: so a floor of many boxes behaves as one box. The
    order in which the solids are listed does not matter.
    """
    if not meetings:
        return None
    first = min(meetings, key=lambda m: m.t)
    ties = [m for m in meetings if (m.t - first.t) * m.speed <= SKIN]
    return min([first, *ties])


def flush(h: Vector, u: float, side: Side) -> float:
    """Return where a mover lies flush with a side at time u: its
    centre's coordinate on that axis, px."""
    i, (o, g, f, _, _), n = side
    return o[i] + f[i] * u + n * (h[i] + g[i])


def is_crushed(
    p: Vector,
    h: Vector,
    e: Vector,
    u: float,
    side: Side,
    solids: Iterable[Solid],
) -> bool:
    """Tell whether a mover at a contact is crushed: another solid
    touches its opposite side, and until the step ends the two take
    more than SKIN of the room that it needs."""
    i, pusher, n = side
    for solid in solids:
        shadows = relative_motion(p, h, e, u, solid)
        d, _, s = shadows.pop(i)
        gap = n * d - s
        if n * d > 0 and gap <= SKIN < s and is_inside(shadows):
            closing = n * (pusher.move[i] - solid.move[i]) * (1.0 - u)
            if closing - min(gap, 0.0) > SKIN:
                return True
    return False


def push_out(
    p: Vector, h: Vector, near: Near
) -> tuple[Vector | None, list[Side]]:
    """Find the nearest free place for a mover that starts in solids.

    Candidates are the places flush with a side of these, on one axis or
    on several. The straight path there may enter no other solid.

    Returns:
        The place, None if none is free, and the sides with which the
        mover lies flush there, or the one where it is least deep. A
        mover that starts outside stays, and there is no side.
    """
    inside = sorted(
        (solid, shadows)
        for solid in near(p, p)
        if is_inside(shadows := relative_motion(p, h, p, 0.0, solid))
    )
    if not inside:
        return p, []
    left = [solid for solid, _ in inside]
    sides = [
        {
            flush(h, 0.0, side): side
            for solid in reversed(left)
            for side in (Side(i, solid, -1.0), Side(i, solid, 1.0))
        }
        for i in range(len(p))
    ]
    low = tuple(map(min, p, map(min, sides)))
    high = tuple(map(max, p, map(max, sides)))
    around = near(low, high)
    still = [
        solid._replace(move=(0.0,) * len(p))
        for solid in around
        if solid not in left
    ]

    def distance(place: Vector) -> tuple[float, list[bool], Vector]:
        path = [x - y for x, y in zip(place, p)]
        return sum(x * x for x in path), [x == 0 for x in path], place

    places = {*product(*[[x, *own] for x, own in zip(p, sides)])} - {p}
    for place in sorted(places, key=distance):
        path = tuple([x - y for x, y in zip(place, p)])
        is_taken = any(
            is_inside(relative_motion(place, h, p, 0.0, solid))
            for solid in around
        )
        met = [meeting(p, h, path, 0.0, solid) for solid in still]
        stops = [*met, *joints(p, h, path, 0.0, still, met)]
        if not (is_taken or any(stops)):
            return place, [
                own[x] for x, own in zip(place, sides) if x in own
            ]
    _, side = min(
        (s - abs(d), Side(i, solid, -copysign(1.0, d)))
        for solid, shadows in inside
        for i, (d, _, s) in enumerate(shadows)
    )
    return None, [side]
