r"""The sweep says when. What happens then?

A mover hits solids on its path. It responds to the earliest contact,
which bends the path. For the rest of the step everything is swept
again, until no contact is left.

     bounce         slide          stop          pass
      \    /         \              \             \
     __\__/__      ___\____>      ___\____      ___\____
                                                    \

The letters: a mover at p with half extents h moves by e in a whole
step, with the velocity v; a solid moves by f; u is the time now. What
a contact is, and which comes first, is decided in contact.

Sources: Gomez, "Simple Intersection Tests for Games"; Ericson,
Real-Time Collision Detection, 5.5.8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from . import contact
from .aabb import AABB, Vector, as_vector, same_dimensions
from .contact import Meeting, Near, Side, Solid, with_component

MOST_CONTACTS = 64
"""Contacts of a mover that are reported in a step. After them it only
slides, because a ball in a closing gap could bounce for ever."""

MOST_BENDS = 1024
"""A mover whose path bends this often in a step stops as if crushed. No
known scene reaches the limit; it only rules out an endless loop."""


class Response(IntEnum):
    """What a mover does at a contact with a solid."""

    STOP = 0
    """Move with the solid on the contact's axis; at the first contact
    of the step, rest on the others."""
    SLIDE = 1
    """Move with the solid on the contact's axis, keep the others."""
    BOUNCE = 2
    """Mirror the motion on the contact's axis, relative to the
    solid's."""
    PASS = 3
    """Report where the mover enters a solid, and do not respond."""


class Contact(NamedTuple):
    """The report of a contact of a mover with a solid."""

    solid: int
    """The solid's index."""
    u: float
    """When the boxes first touch, in [0, 1] of the step."""
    normal: Vector
    """A unit vector along one axis, from solid to mover."""
    position: Vector
    """The mover's centre at u, px."""
    crushed: bool
    """Whether the mover is caught between closing solids, or inside one
    with no way out: it stays where it is until the step ends."""
    left: Vector
    """The displacement that remains after the response, px."""


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
        box: the mover, a box at the start of the step.
        displacement: of the whole step, n numbers, px.
        solids: boxes at the start of the step.
        response: a Response: what the mover does at contacts.
        solid_moves: a displacement for each solid, n numbers, px;
            None if all rest.
    Returns:
        The box at the end of the step and its contacts in order, at
        most 64, plus one if it is crushed later. It gets through no
        solid and no joint of two, and ends in none deeper than SKIN,
        unless response is PASS or it is crushed. The conventions of the
        package say what is excepted: reaches of at most SKIN, boxes
        that meet in a corner.
    Raises:
        ValueError: a number is not finite, dimensions differ, there is
            not one move for each solid, or response is not one.
    Source:
        Ericson, 5.5.8, for the time; the responses are our own.
    """
    e = as_vector("displacement", displacement, len(box.center))
    if solid_moves is None:
        solid_moves = [(0.0,) * len(e)] * len(solids)
    if len(solid_moves) != len(solids):
        raise ValueError(
            f"solid_moves must hold a displacement for each of"
            f" {len(solids)} solids, got {len(solid_moves)}"
        )
    bodies = []
    for i, (solid, own_move) in enumerate(zip(solids, solid_moves)):
        same_dimensions("solids", box, solid)
        f = as_vector("solid_moves", own_move, len(e))
        bodies.append(Solid(solid.center, solid.half_extents, f, f, i))
    mover = Solid(box.center, box.half_extents, e, e, -1)
    journey = Journey(mover, Response(response), lambda *_: bodies)
    return AABB(journey.p, box.half_extents), journey.contacts


class Journey:
    """One mover's step, contact by contact.

    p, e, v and u are the current values. corners are the (u, p) where
    the path begins, bends and ends. A journey may begin in the middle
    of a step: at time u, after some bends.
    """

    def __init__(
        self,
        mover: Solid,
        response: Response,
        near: Near,
        u: float = 0.0,
        bends: int = 0,
    ) -> None:
        self.p, self.h, self.e, self.v, _ = mover
        self.u, self.bends = u, bends
        self.most_contacts = MOST_CONTACTS - bends
        self.response, self.near = response, near
        self.contacts: list[Contact] = []
        self.touched: list[Solid] = []
        self.has_responded, self.crushed = bends > 0, False
        if response != Response.PASS and bends == 0:
            self.leave_solids()
        self.corners = [(u, self.p)]
        if response == Response.PASS:
            self.report_entries()
        else:
            self.follow()
        self.advance(1.0 - self.u)

    def follow(self) -> None:
        """Move this one mover from contact to contact, and respond to
        each."""
        while not self.crushed:
            m = contact.first_meeting(self.meetings())
            if m is None:
                return
            self.advance(m.t)
            self.touch(m.side)
            self.bends += 1
            self.respond(m.side, self.is_stuck(m.side))

    def meetings(self) -> list[Meeting]:
        """Return the possible contacts on the straight path."""
        end = [p + e * (1.0 - self.u) for p, e in zip(self.p, self.e)]
        low = tuple(map(min, self.p, end))
        high = tuple(map(max, self.p, end))
        near, now = self.near(low, high), (self.h, self.e, self.u)
        found = [contact.meeting(self.p, *now, solid) for solid in near]
        narrow = min(self.h) <= contact.NARROW
        if narrow and self.response != Response.PASS:
            found += [*contact.joints(self.p, *now, near, found)]
        return list(filter(None, found))

    def advance(self, t: float) -> None:
        self.p = tuple([p + e * t for p, e in zip(self.p, self.e)])
        self.u += t
        self.corners.append((self.u, self.p))

    def touch(self, side: Side) -> None:
        """Set the coordinate on the contact's axis from the solid's
        face: an interpolated one is off by a rounding error, and the
        mover would sink in over time."""
        place = contact.flush(self.h, self.u, side)
        self.p = with_component(self.p, side.axis, place)
        self.corners[-1] = (self.u, self.p)

    def is_stuck(self, side: Side) -> bool:
        """Tell whether the mover stays here until the step ends."""
        solids = [*self.near(self.p, self.p), *self.touched]
        self.touched = [side.solid]
        return self.bends == MOST_BENDS or contact.is_crushed(
            self.p, self.h, self.e, self.u, side, solids
        )

    def respond(self, side: Side, crushed: bool) -> None:
        """Change the motion, and report the contact."""
        axis, solid, _ = side
        reported = len(self.contacts) < self.most_contacts
        self.crushed = crushed
        if crushed:
            self.v = with_component(self.v, axis, 0.0)
            self.e = (0.0,) * len(self.e)
        else:
            how = self.response if reported else Response.SLIDE
            rest = how == Response.STOP and not self.has_responded
            self.e = motion_after(self.e, solid.move, axis, how, rest)
            if reported:
                f = solid.velocity
                self.v = motion_after(self.v, f, axis, how, rest)
            self.has_responded = True
        if reported or crushed:
            self.report(side)

    def report(self, side: Side) -> None:
        """Add a Contact with a side to the contacts of this journey."""
        rest = (0.0,) * len(self.p)
        normal = with_component(rest, side.axis, side.normal)
        left = tuple([e * (1.0 - self.u) + 0.0 for e in self.e])
        where = side.solid.id, self.u, normal, self.p
        self.contacts.append(Contact(*where, self.crushed, left))

    def report_entries(self) -> None:
        """Report where a PASS mover enters each solid; it stays at the
        start, since nothing bends its path."""
        start = self.p
        entries = [m for m in self.meetings() if m.core >= 0]
        for m in sorted(entries, key=lambda m: (m.t, m.side)):
            self.p, self.u = start, 0.0
            self.advance(m.t)
            self.touch(m.side)
            self.report(m.side)
        self.p, self.u, self.corners = start, 0.0, [(0.0, start)]

    def leave_solids(self) -> None:
        """Push the mover out of the solids in which it starts. If there
        is no free place, it is crushed."""
        place, sides = contact.push_out(self.p, self.h, self.near)
        self.p = place or self.p
        for side in sides:
            motion = self.e[side.axis] - side.solid.move[side.axis]
            if place is None or side.normal * motion < 0:
                self.respond(side, place is None)
            else:
                self.report(side)


def motion_after(
    e: Vector, f: Vector, axis: int, response: Response, rest: bool
) -> Vector:
    """Return a mover's motion e after a contact with a solid that moves
    by f: displacements, px, or velocities, px/s."""
    if response == Response.BOUNCE:
        return with_component(e, axis, 2 * f[axis] - e[axis])
    return with_component((0.0,) * len(e) if rest else e, axis, f[axis])
