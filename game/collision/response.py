r"""The sweep says when. What happens then?

A mover m on its way meets solids. The earliest contact is answered,
which bends the way; with the time that is left everything is swept
again, until the step is used up.

     bounce         slide          stop          pass
      \    /         \              \             \
     __\__/__      ___\____>      ___\____      ___\____
                                                    \
The letters, on one axis; a solid lies at o + f u at time u:

    p, h, e   mover: centre, half extent, displacement of a whole step
    o, g, f   solid: the same
    d = o + f u - p    r = e - f    s = h + g    n = -1 or 1, the normal

Closed boxes that rest on each other overlap for ever, and would never
part: so to stop a mover a solid must be entered deeper than SKIN. The
part of the reach that may not be entered is the core, s - SKIN. Time
and place of the contact are those of the true boxes.

Sources: Gomez, "Simple Intersection Tests for Games"; Ericson,
Real-Time Collision Detection, 5.5.8 (time) and 11.3 (tolerances).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import product
from math import copysign, fsum, inf
from typing import NamedTuple

from .aabb import AABB, Vector, as_vector, same_dimensions

SKIN = 2.0**-20
"""px. A gap or a sink up to this is touching. 4,096 times the spacing
of floats at 2^20 px, the edge of the world, and a thousandth of what
a player could see. Smaller: rounding glues boxes to seams. Larger:
boxes visibly sink."""

MOST_CONTACTS = 64
"""A mover answers so many in a step, then slides: a ball in a gap
that closes would bounce for ever."""

MOST_BENDS = 1024
"""A mover still bending then is held as if crushed. No scene known to
us gets there; an endless loop would be worse."""


class Response(IntEnum):
    """How a mover answers a contact, relative to the solid's motion."""

    STOP = 0
    """Go with the solid on the contact's axis; at the step's first
    contact, rest on the others."""
    SLIDE = 1
    """Go with the solid on the contact's axis, keep the others."""
    BOUNCE = 2
    """Mirror the motion on the contact's axis as the solid sees it."""
    PASS = 3
    """Report where a solid is entered and go on."""


class Contact(NamedTuple):
    """One meeting of a mover with a solid."""

    solid: int
    """Its index in the solids."""
    u: float
    """When the boxes first touch, in [0, 1] of the step."""
    normal: Vector
    """A unit vector along one axis, from solid to mover."""
    position: Vector
    """The mover's centre at u, px."""
    crushed: bool
    """Held between solids that close, or inside with no way out: it
    stays where it is until the step ends."""
    left: Vector
    """The displacement still to go after the response, px."""


Shadows = list[tuple[float, float, float]]
"""(d, r, s) of each axis."""


class Solid(NamedTuple):
    """A box with its displacement of a whole step (px), its velocity
    (px/s) and the id by which it is reported."""

    center: Vector
    half_extents: Vector
    move: Vector
    velocity: Vector
    id: int


Near = Callable[[Vector, Vector], Sequence[Solid]]
"""Names the solids that a mover may meet while its centre stays
between two corners."""


def move(
    box: AABB,
    displacement: Iterable[float],
    solids: Sequence[AABB],
    response: Response,
    solid_moves: Sequence[Iterable[float]] | None = None,
) -> tuple[AABB, list[Contact]]:
    """Move one box through a step among solids that may move too.

    >>> wall = AABB((29, 0), (1, 99))
    >>> box = AABB((0, 0), (4, 4))
    >>> box, contacts = move(box, (96, 8), [wall], Response.SLIDE)
    >>> box.center, contacts[0].normal
    ((24.0, 8.0), (-1.0, 0.0))

    Args:
        box: the mover, a box where the step begins.
        displacement: of the whole step, n numbers, px.
        solids: boxes where the step begins.
        response: a Response: how contacts are answered.
        solid_moves: a displacement for each solid, n numbers, px;
            None if all rest.
    Returns:
        The box where the step ends and its contacts in order, at most
        64 and the crush that may come after them. No solid is got
        through and none is entered deeper than SKIN, unless crushed.
    Raises:
        ValueError: a number is not finite, dimensions differ, there is
            not one move for each solid, or response is no Response.
    Source:
        Ericson, 5.5.8, for the time; the answers are this module's.
    """
    e = as_vector("displacement", displacement, len(box.center))
    if solid_moves is None:
        solid_moves = [(0.0,) * len(e)] * len(solids)
    if len(solid_moves) != len(solids):
        raise ValueError(
            f"solid_moves must hold a displacement for each of"
            f" {len(solids)} solids, got {len(solid_moves)}"
        )
    way = []
    for i, (solid, given) in enumerate(zip(solids, solid_moves)):
        same_dimensions("solids", box, solid)
        f = as_vector("solid_moves", given, len(e))
        way.append(Solid(solid.center, solid.half_extents, f, f, i))
    mover = Solid(box.center, box.half_extents, e, e, -1)
    journey = Journey(mover, Response(response), lambda low, high: way)
    return AABB(journey.p, box.half_extents), journey.contacts


class Journey:
    """One mover's step, contact by contact.

    p, e, v and u are the mover's centre, displacement, velocity and
    time now; corners are the (u, p) where its path began, bent, ended.
    """

    def __init__(
        self, mover: Solid, response: Response, near: Near
    ) -> None:
        self.p, self.h, self.e, self.v, _ = mover
        self.u, self.bends = 0.0, 0
        self.response = response
        self.near = near
        self.contacts: list[Contact] = []
        self.answered = self.crushed = False
        if response != Response.PASS:
            self.leave_solids()
        self.corners = [(0.0, self.p)]
        if response == Response.PASS:
            self.report_entries()
        else:
            self.follow()
        self.advance(1.0 - self.u)

    def follow(self) -> None:
        """Bend the way at one contact after the other."""
        for bend in range(self.bends, MOST_BENDS):
            m = None if self.crushed else self.next_meeting()
            if m is None:
                return
            self.advance(m.t)
            self.touch(m)
            held = bend + 1 == MOST_BENDS or self.is_crushed(m)
            self.answer(m.solid, m.axis, m.normal, held)

    def advance(self, t: float) -> None:
        self.p = tuple([p + e * t for p, e in zip(self.p, self.e)])
        self.u += t
        self.corners.append((self.u, self.p))

    def touch(self, m: Meeting) -> None:
        """Set the coordinate across the face from the face itself: an
        interpolated one is off by an ulp, and sinks in time."""
        flush = self.flush(m.solid, m.axis, m.normal)
        self.p = replaced(self.p, m.axis, flush)
        self.corners[-1] = (self.u, self.p)

    def flush(self, solid: Solid, i: int, n: float) -> float:
        """Return the coordinate at which the mover's face and the
        solid's lie flush."""
        o, g, f, _, _ = solid
        return o[i] + f[i] * self.u + n * (self.h[i] + g[i])

    def relative(self, solid: Solid) -> Shadows:
        return relative(self.p, self.h, self.e, self.u, solid)

    def meetings(self) -> list[Meeting]:
        """Return the contacts that may come on the straight way."""
        end = [p + e * (1.0 - self.u) for p, e in zip(self.p, self.e)]
        low = tuple(map(min, self.p, end))
        high = tuple(map(max, self.p, end))
        coming = (
            meeting(self.p, self.h, self.e, self.u, solid)
            for solid in self.near(low, high)
        )
        return [m for m in coming if m is not None]

    def next_meeting(self) -> Meeting | None:
        """Of the contacts within SKIN of path of the earliest, name the
        first, by rules that no order of adding can change.

        A face goes before a corner: so a floor of many boxes behaves
        as one box.
        """
        coming = self.meetings()
        if len(coming) < 2:
            return coming[0] if coming else None
        first = min(m.t for m in coming)
        return min(
            (m for m in coming if (m.t - first) * m.speed <= SKIN),
            key=lambda m: (
                not is_face(m, self.relative(m.solid)),
                m.face,
                m.axis,
                m.solid,
            ),
        )

    def is_crushed(self, m: Meeting) -> bool:
        """Tell whether a solid touches the mover's far side, and both
        leave less room than it needs, by more than SKIN."""
        i, n = m.axis, m.normal
        for solid in self.near(self.p, self.p):
            o, g, f, _, _ = solid
            d = n * (o[i] + f[i] * self.u - self.p[i])
            reach = self.h[i] + g[i]
            gap = d - reach
            closing = n * (m.solid.move[i] - f[i]) * (1.0 - self.u)
            room = closing - min(gap, 0.0)
            if d > 0 and gap <= SKIN < min(room, reach):
                shadows = self.relative(solid)
                if is_inside(shadows[:i] + shadows[i + 1 :]):
                    return True
        return False

    def answer(
        self, solid: Solid, i: int, n: float, crushed: bool
    ) -> None:
        """Bend the way and report the contact, if not one too many."""
        reported = len(self.contacts) < MOST_CONTACTS
        self.crushed = crushed
        if crushed:
            self.v = replaced(self.v, i, 0.0)
            self.e = (0.0,) * len(self.e)
        else:
            how = self.response if reported else Response.SLIDE
            rest = how == Response.STOP and not self.answered
            self.e = answered(self.e, solid.move, i, how, rest)
            if reported:
                self.v = answered(self.v, solid.velocity, i, how, rest)
            self.answered = True
        if reported or crushed:
            self.report(solid, i, n)

    def report(self, solid: Solid, i: int, n: float) -> None:
        normal = replaced((0.0,) * len(self.p), i, n)
        left = tuple([e * (1.0 - self.u) + 0.0 for e in self.e])
        self.contacts.append(
            Contact(
                solid.id, self.u, normal, self.p, self.crushed, left
            )
        )

    def report_entries(self) -> None:
        """Report each solid where it is entered; nothing bends."""
        start = self.p
        entries = [m for m in self.meetings() if m.core >= 0]
        for m in sorted(entries, key=lambda m: (m.t, m.axis, m.solid)):
            self.p, self.u, self.corners = start, 0.0, [(0.0, start)]
            self.advance(m.t)
            self.touch(m)
            self.report(m.solid, m.axis, m.normal)
        self.p, self.u, self.corners = start, 0.0, [(0.0, start)]

    def leave_solids(self) -> None:
        """Push the mover out of what it starts in.

        Candidates are the places flush with a face, on one axis or on
        several. The nearest wins that is free and whose straight way
        enters no other solid; without one, the mover is crushed.
        """
        inside = sorted(
            solid
            for solid in self.near(self.p, self.p)
            if is_inside(self.relative(solid))
        )
        if not inside:
            return
        start, place = self.p, self.nearest_place(inside)
        if place is None:
            _, i, solid = min(
                (*least_depth(self.relative(solid)), solid)
                for solid in inside
            )
            n = -copysign(1.0, solid.center[i] - start[i])
            return self.answer(solid, i, n, True)
        self.p = place
        for i in range(len(place)):
            if place[i] != start[i]:
                n = copysign(1.0, place[i] - start[i])
                solid = next(
                    solid
                    for solid in inside
                    if self.flush(solid, i, n) == place[i]
                )
                if n * (self.e[i] - solid.move[i]) < 0:
                    self.answer(solid, i, n, False)
                else:
                    self.report(solid, i, n)

    def nearest_place(self, inside: list[Solid]) -> Vector | None:
        start = self.p
        faces = [
            [
                self.flush(solid, i, n)
                for solid in inside
                for n in (-1, 1)
            ]
            for i in range(len(start))
        ]
        around = self.near(
            tuple(map(min, start, map(min, faces))),
            tuple(map(max, start, map(max, faces))),
        )
        others = [
            solid._replace(move=(0.0,) * len(start))
            for solid in around
            if solid not in inside
        ]

        def is_free(place: Vector) -> bool:
            way = tuple([x - p for x, p in zip(place, start)])
            return not any(
                is_inside(relative(place, self.h, way, 0.0, solid))
                for solid in around
            ) and not any(
                meeting(start, self.h, way, 0.0, solid)
                for solid in others
            )

        def distance(place: Vector) -> tuple[float, list[bool], Vector]:
            way = [x - p for x, p in zip(place, start)]
            return (
                fsum(x * x for x in way),
                [x == 0 for x in way],
                place,
            )

        places = {*product(*[[p, *f] for p, f in zip(start, faces)])}
        nearest = sorted(places - {start}, key=distance)
        return next(filter(is_free, nearest), None)


class Meeting(NamedTuple):
    """A contact that may come, t after now, on one axis."""

    t: float
    axis: int
    core: float
    """When the core is entered; negative if it is already."""
    face: float
    """When the true boxes meet, not clamped."""
    speed: float
    """Largest relative displacement of an axis, px a step."""
    normal: float
    """1 or -1: from the solid towards the mover."""
    solid: Solid


def meeting(
    p: Vector, h: Vector, e: Vector, u: float, solid: Solid
) -> Meeting | None:
    """Tell when, and on which axis, a solid stops a mover, if it does.

    As in sweep, the last axis to close decides. Deeper than SKIN
    already, it is the axis of least depth, if the two approach on it.
    """
    core = face = -inf
    out = inf
    speed = 0.0
    axis = 0
    shadows = relative(p, h, e, u, solid)
    for i, (d, r, s) in enumerate(shadows):
        k = s - SKIN
        if k <= 0 or (r == 0 and abs(d) >= k):
            return None
        if r == 0:
            continue
        side = copysign(1.0, r)
        enter = (d - side * k) / r
        if enter > core:
            core, axis = enter, i
        out = min(out, (d + side * k) / r)
        if not core < min(out, 1.0 - u) or out <= 0:
            return None
        face = max(face, (d - side * s) / r)
        speed = max(speed, abs(r))
    if core < 0:
        axis = least_depth(shadows)[1]
        if shadows[axis][0] * shadows[axis][1] <= 0:
            return None
    normal = -copysign(1.0, shadows[axis][1])
    return Meeting(
        max(0.0, face), axis, core, face, speed, normal, solid
    )


def is_face(m: Meeting, shadows: Shadows) -> bool:
    """Tell whether the boxes meet with more than an edge."""
    return all(
        abs(d - r * m.t) < s - SKIN
        for i, (d, r, s) in enumerate(shadows)
        if i != m.axis
    )


def is_inside(shadows: Shadows) -> bool:
    """Tell whether the boxes overlap deeper than SKIN."""
    return all(abs(d) < s - SKIN for d, _, s in shadows)


def least_depth(shadows: Shadows) -> tuple[float, int]:
    """Return the least depth and its axis: the shortest way out."""
    return min((s - abs(d), i) for i, (d, _, s) in enumerate(shadows))


def relative(
    p: Vector, h: Vector, e: Vector, u: float, solid: Solid
) -> Shadows:
    """Return (d, r, s) of each axis at time u."""
    return [
        (o + f * u - x, ex - f, hx + g)
        for x, hx, ex, o, g, f in zip(p, h, e, *solid[:3])
    ]


def answered(
    e: Vector, f: Vector, axis: int, response: Response, rest: bool
) -> Vector:
    """Return a mover's motion e after a contact with a solid's f."""
    if response == Response.BOUNCE:
        return replaced(e, axis, 2 * f[axis] - e[axis])
    return replaced((0.0,) * len(e) if rest else e, axis, f[axis])


def replaced(vector: Vector, axis: int, value: float) -> Vector:
    """Return the vector with another value on one axis."""
    return vector[:axis] + (value,) + vector[axis + 1 :]
