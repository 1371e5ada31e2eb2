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
from heapq import heappop, heappush
from math import copysign, inf
from operator import sub
from typing import NamedTuple

from .aabb import Vector
from .sweep import overlap_times

SKIN = 2.0**-20
"""px. A gap or an overlap up to this counts as touching. It is 4,096
times the spacing of floats at 2^20 px, the edge of the world, and a
millionth of a pixel. If it were much smaller, rounding errors would
catch boxes on seams; if much larger, boxes would sink into walls."""

MARGIN = 8 * SKIN
"""px, added to swept bounds: contacts that tie within SKIN, or that
rounding moved, stay within them."""

NARROW = 1.5 * SKIN + 2.0**-30
"""px. A mover with such a half extent, or less, fits between solids
that touch, no deeper than SKIN in either: see joints. It is the largest
that does if they are SKIN apart. 2^-30 is for the rounding of faces at
the edge of the world."""

Shadows = list[tuple[float, float, float]]
"""(d, r, s) of each axis, px."""


class Body(NamedTuple):
    """A mover, where it is now, or a solid, where the step begins."""

    center: Vector
    """px."""
    half_extents: Vector
    """px."""
    move: Vector
    """The displacement in a whole step, px."""
    velocity: Vector
    """px/s."""
    id: int
    """By which it is reported."""

    def at(self, center: Vector) -> Body:
        """Return this body at another centre, px."""
        _, half, move, velocity, id = self
        return Body(center, half, move, velocity, id)


Near = Callable[[Vector, Vector], Sequence[Body]]
"""Returns the solids that a mover may touch while its centre is between
two corners."""


class Meeting(NamedTuple):
    """A possible contact: a side of a solid, and when a mover meets it.

    Without times it is a side that the mover touches now.
    """

    axis: int
    solid: Body
    normal: float
    """1 or -1 on that axis: from the solid towards the mover."""
    t: float = 0.0
    """When the mover is stopped: face, or 0 if that is later."""
    face: float = 0.0
    """When the true boxes touch, not clamped."""
    core: float = 0.0
    """When the core is entered; negative if it is already."""
    speed: float = 0.0
    """Largest relative displacement on an axis, px in a step."""
    is_corner: bool = False
    """Whether the boxes touch with no more than an edge."""


def relative_motion(mover: Body, u: float, solid: Body) -> Shadows:
    """Return (d, r, s) of each axis, px: the solid at time u as seen by
    the mover, which is there already."""
    place, half, move, _, _ = mover
    centers, halves, moves, _, _ = solid
    return [
        (o + f * u - p, f - e, h + g)
        for p, h, e, o, g, f in zip(
            place, half, move, centers, halves, moves
        )
    ]


def with_component(vector: Vector, axis: int, value: float) -> Vector:
    """Return the vector with another value on one axis."""
    return vector[:axis] + (value,) + vector[axis + 1 :]


def is_inside(shadows: Shadows, depth: float = SKIN) -> bool:
    """Tell whether the boxes overlap deeper than a depth, px."""
    return all(abs(d) < s - depth for d, _, s in shadows)


def meeting(mover: Body, u: float, solid: Body) -> Meeting | None:
    """Find when, and on which axis, a solid stops a mover at time u or
    later; return None if it does not in this step.

    As in sweep, the last axis to close decides. If the boxes are deeper
    than SKIN in each other already, it is the axis on which they are
    least deep; and the solid does not stop the mover if they move apart
    on that axis, and are out of the core before the step ends.
    """
    shadows = relative_motion(mover, u, solid)
    time_left = 1.0 - u
    core = -inf
    out = inf
    axis = 0
    for i, (d, r, s) in enumerate(shadows):
        k = s - SKIN
        # Too thin to have a core, or always beside it.
        if k <= 0 or (r == 0 and abs(d) >= k):
            return None
        enter, exit = overlap_times(d, r, k)
        if enter > core:
            core = enter
            axis = i
        out = min(out, exit)
        # The core is missed, entered after the step, or left by now.
        if core >= min(out, time_left) or out <= 0:
            return None
    if core < 0:
        axis = least_deep_axis(shadows)
        if will_part(shadows[axis], time_left):
            return None
    enters = [overlap_times(d, r, s)[0] for d, r, s in shadows]
    face = max(enters)
    t = max(0.0, face)
    distance, _, _ = shadows[axis]
    normal = copysign(1.0, -distance)
    speed = max([abs(r) for _, r, _ in shadows])
    corner = is_corner(shadows, axis, t)
    return Meeting(axis, solid, normal, t, face, core, speed, corner)


def least_deep_axis(shadows: Shadows) -> int:
    """Return the first axis on which boxes overlap least."""
    depths = [s - abs(d) for d, _, s in shadows]
    return depths.index(min(depths))


def will_part(
    shadow: tuple[float, float, float], time_left: float
) -> bool:
    """Tell whether boxes that overlap, with this (d, r, s) on an axis,
    move apart on it, and leave the core before time_left has passed."""
    d, r, s = shadow
    if d * r < 0:
        return False
    _, exit = overlap_times(d, r, s - SKIN)
    return exit < time_left


def is_corner(shadows: Shadows, axis: int, t: float) -> bool:
    """Tell whether boxes that touch on an axis, after a time t, overlap
    no deeper than SKIN on any one of the others."""
    for i, (d, r, s) in enumerate(shadows):
        if i != axis and abs(d + r * t) >= s - SKIN:
            return True
    return False


def joints(
    mover: Body,
    u: float,
    solids: Sequence[Body],
    meetings: Sequence[Meeting],
) -> Iterator[Meeting]:
    """Yield the meetings of a narrow mover with joints that come no
    later than the first of its meetings with solids.

    Where two solids touch is a joint. A mover that is narrow on that
    axis could move in between and enter neither. So if they leave it no
    more room on that axis than its size and SKIN, each of the two stops
    it as if that solid reached across the joint, once it has entered
    both deeper than SKIN on the other axes. A joint of more than two
    solids, which 3-D has, is not found.
    """
    earliest = min([m.core for m in meetings], default=inf)
    for axis, half in enumerate(mover.half_extents):
        if half > NARROW:
            continue
        sides = [
            x for x in solids if half + x.half_extents[axis] > SKIN
        ]
        for solid in sides:
            m = meeting(mover, u, widened(solid, axis))
            if m is None or m.axis == axis or m.core > earliest:
                continue
            t = max(0.0, m.core)
            there = moved(mover, t)
            if room_between(there, u + t, axis, sides) <= SKIN:
                yield m


def widened(solid: Body, axis: int) -> Body:
    """Return a solid grown on an axis: it stops a mover that has less
    than 2 SKIN of room beside it; in a joint, one of both solids is so
    near."""
    half = solid.half_extents
    across = with_component(half, axis, half[axis] + 3 * SKIN)
    return solid._replace(half_extents=across)


def moved(mover: Body, t: float) -> Body:
    """Return a mover where it is a time t later."""
    place, _, move, _, _ = mover
    return mover.at(tuple([p + e * t for p, e in zip(place, move)]))


def room_between(
    mover: Body, u: float, axis: int, solids: Sequence[Body]
) -> float:
    """Return the room that solids on both sides of an axis leave to a
    mover at time u: by how much the gap is wider than the mover, px;
    inf if no solid touches it on one of the sides.

    A solid touches it if their faces are within 2 SKIN and they overlap
    deeper than SKIN / 2 on the other axes.
    """
    rooms = {-1.0: inf, 1.0: inf}  # By side.
    for solid in solids:
        shadows = relative_motion(mover, u, solid)
        d, _, s = shadows.pop(axis)
        room = abs(d) - s
        if abs(room) <= 2 * SKIN and is_inside(shadows, SKIN / 2):
            side = copysign(1.0, d)
            rooms[side] = min(rooms[side], room)
    return sum(rooms.values())


def first_meeting(meetings: Sequence[Meeting]) -> Meeting | None:
    """Return the first of a mover's meetings, None if there is none.

    Meetings are in a tie with the earliest while no solid that was met
    by then is entered deeper than SKIN. In a tie a face contact wins
    over a corner: so a floor of many boxes behaves as one box. Then the
    earlier face wins; the order in which the solids are listed does not
    matter.
    """
    if not meetings:
        return None
    by_time = sorted(meetings, key=lambda m: m.t)
    first = by_time[0]
    ties = [first]
    fastest = first.speed
    for m in by_time[1:]:
        fastest = max(fastest, m.speed)
        if (m.t - first.t) * fastest > SKIN:
            break
        ties.append(m)
    return min(ties, key=lambda m: (m.is_corner, m.face, m))


def flush(mover: Body, u: float, side: Meeting) -> float:
    """Return the coordinate of a mover's centre, px, on a side's axis,
    if the mover lies flush with the side at time u."""
    i = side.axis
    solid = side.solid
    middle = solid.center[i] + solid.move[i] * u
    reach = mover.half_extents[i] + solid.half_extents[i]
    return middle + side.normal * reach


def is_crushed(
    mover: Body, u: float, side: Meeting, solids: Iterable[Body]
) -> bool:
    """Tell whether a mover at a contact is crushed: another solid
    touches its opposite side, and until the step ends the two take
    more than SKIN of the room that it needs."""
    i = side.axis
    n = side.normal
    for solid in solids:
        shadows = relative_motion(mover, u, solid)
        d, _, s = shadows.pop(i)
        gap = n * d - s
        is_opposite = n * d > 0 and gap <= SKIN < s
        if is_opposite and is_inside(shadows):
            approach = n * (side.solid.move[i] - solid.move[i])
            closing = approach * (1.0 - u)
            if closing - min(gap, 0.0) > SKIN:
                return True
    return False


def push_out(
    mover: Body, near: Near
) -> tuple[Vector | None, list[Meeting]]:
    """Find the nearest free place for a mover that starts in solids.

    Candidates are the places flush with a side of these solids, on one
    axis or on several. The straight way there may enter no other solid.

    Returns:
        A place and sides. If the mover starts in no solid: its own
        place, and no side. If a candidate is free: this, and the sides
        with which the mover lies flush there. Otherwise None, and the
        one side where the mover is least deep.
    """
    start = mover.center
    solids = sorted(solids_around(mover, near(start, start)))
    if not solids:
        return start, []
    # For each axis: from a coordinate to the side that is flush there.
    sides = [flush_sides(mover, i, solids) for i in range(len(start))]
    low = tuple(map(min, start, map(min, sides)))
    high = tuple(map(max, start, map(max, sides)))
    around = near(low, high)
    others = [at_rest(x) for x in around if x not in solids]
    for place in places_by_distance(mover, sides, around):
        pushed = towards(mover, place)
        obstacle = solid_in_way(pushed, others)
        if obstacle:
            # It is often in the way to the next place, too.
            others.remove(obstacle)
            others.insert(0, obstacle)
            continue
        if any(joints(pushed, 0.0, others, meetings=[])):
            continue
        if not solids_around(mover.at(place), around):
            by_axis = zip(place, sides)
            return place, [
                flush[x] for x, flush in by_axis if x in flush
            ]
    return None, [least_deep_side(mover, solids)]


def solids_around(mover: Body, solids: Iterable[Body]) -> list[Body]:
    """Return the solids in which a mover is when the step begins."""
    return [
        solid
        for solid in solids
        if is_inside(relative_motion(mover, 0.0, solid))
    ]


def flush_sides(
    mover: Body, axis: int, solids: Sequence[Body]
) -> dict[float, Meeting]:
    """Return the sides of solids on an axis, by the coordinate at which
    a mover lies flush with them; of two at one place, the side of the
    solid that is listed first."""
    sides = {}
    for solid in reversed(solids):
        for normal in (-1.0, 1.0):
            side = Meeting(axis, solid, normal)
            sides[flush(mover, 0.0, side)] = side
    return sides


def places_by_distance(
    mover: Body,
    coordinates: Sequence[Iterable[float]],
    solids: Iterable[Body],
) -> Iterator[Vector]:
    """Yield the places, without the mover's own, that have on each axis
    one of these coordinates or the mover's.

    Places where the mover is deeper than 2 SKIN in a solid are left
    out. The nearest come first. Of equally near ones, those that keep
    the mover's coordinate on an axis come after those that do not; the
    first axis decides, then the smaller coordinates.
    """
    start = mover.center
    axes = zip(start, coordinates)
    choices = [sorted({own, *others}) for own, others in axes]
    blocks = [block_of(solid, mover) for solid in solids]
    first, *others = choices
    begin = start[0]
    waiting: list[Candidate] = []
    for x in sorted(first, key=lambda x: abs(x - begin)):
        # No place from here on is nearer than this.
        least = (x - begin) * (x - begin)
        while waiting and waiting[0].squared_distance < least:
            yield heappop(waiting).place
        for place in free_places([[x], *others], blocks):
            if place != start:
                heappush(waiting, candidate(place, start))
    while waiting:
        yield heappop(waiting).place


class Candidate(NamedTuple):
    """A place to which a mover may be pushed, and before it what it is
    sorted by."""

    squared_distance: float
    """px^2."""
    keeps: list[bool]
    """On which axes the mover keeps its coordinate."""
    place: Vector


def candidate(place: Vector, start: Vector) -> Candidate:
    """Return a place as a Candidate for a mover at start."""
    way = [x - y for x, y in zip(place, start)]
    squared_distance = sum(x * x for x in way)
    keeps = [x == 0 for x in way]
    return Candidate(squared_distance, keeps, place)


Interval = tuple[float, float]
"""Of coordinates, px, without its ends."""


def block_of(solid: Body, mover: Body) -> list[Interval]:
    """Return, for each axis, where the mover's centre is if the mover
    is deeper than 2 SKIN in a solid when the step begins."""
    reaches = [
        h + g - 2 * SKIN
        for h, g in zip(mover.half_extents, solid.half_extents)
    ]
    return [(x - k, x + k) for x, k in zip(solid.center, reaches)]


def free_places(
    choices: Sequence[Sequence[float]],
    blocks: Sequence[Sequence[Interval]],
) -> list[Vector]:
    """Return the places that lie in none of these blocks.

    Args:
        choices: the coordinates of places on each axis, ascending, px.
        blocks: an interval for each of these axes.
    """
    first, *others = choices
    if not others:
        return [(x,) for x in outside(first, [a for (a,) in blocks])]
    places = []
    for x in first:
        here = [rest for (a, b), *rest in blocks if a < x < b]
        places += [(x, *more) for more in free_places(others, here)]
    return places


def outside(
    coordinates: Iterable[float], intervals: Iterable[Interval]
) -> list[float]:
    """Return those of ascending coordinates that lie in none of these
    intervals."""
    free = []
    ahead = sorted(intervals, reverse=True)
    end = -inf
    for x in coordinates:
        while ahead and ahead[-1][0] < x:
            end = max(end, ahead.pop()[1])
        if x >= end:
            free.append(x)
    return free


def at_rest(solid: Body) -> Body:
    """Return a solid that does not move in the step."""
    return solid._replace(move=(0.0,) * len(solid.move))


def towards(mover: Body, place: Vector) -> Body:
    """Return a mover that moves straight to a place in the step."""
    return mover._replace(move=tuple(map(sub, place, mover.center)))


def solid_in_way(mover: Body, solids: Iterable[Body]) -> Body | None:
    """Return the first in the list of these solids that stops a mover
    in the step, None if none does."""
    for solid in solids:
        if meeting(mover, 0.0, solid):
            return solid
    return None


def least_deep_side(mover: Body, solids: Iterable[Body]) -> Meeting:
    """Return the side where a mover is least deep in its solid."""
    depths = []
    for solid in solids:
        shadows = relative_motion(mover, 0.0, solid)
        for axis, (d, _, s) in enumerate(shadows):
            side = Meeting(axis, solid, -copysign(1.0, d))
            depths.append((s - abs(d), side))
    _, side = min(depths)
    return side
