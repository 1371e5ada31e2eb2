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
from math import inf
from typing import NamedTuple

from . import contact
from .aabb import AABB, Vector, as_vector, same_dimensions
from .contact import Body, Meeting, Near, with_component

MOST_CONTACTS = 64
"""Contacts of a mover that are reported in a step. After them it only
slides, because a ball in a closing gap could bounce for ever."""

MOST_BENDS = 1024
"""A mover whose path bends this often in a step stops as if crushed.
Only a push by a thousand obstacles in turn is known to reach the limit,
which rules out an endless loop."""


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
    """The solid's index in the solids that move was given."""
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
    # What happens depends on displacements, never on a velocity.
    bodies = []
    for i, (solid, solid_move) in enumerate(zip(solids, solid_moves)):
        same_dimensions("solids", box, solid)
        f = as_vector("solid_moves", solid_move, len(e))
        bodies.append(
            Body(
                solid.center,
                solid.half_extents,
                move=f,
                velocity=f,
                id=i,
            )
        )
    mover = Body(
        box.center, box.half_extents, move=e, velocity=e, id=-1
    )
    journey = follow(mover, Response(response), near=lambda *_: bodies)
    end = AABB(journey.mover.center, box.half_extents)
    return end, journey.contacts


def follow(
    mover: Body,
    response: Response,
    near: Near,
    u: float = 0.0,
    bends: int = 0,
    stride: float = inf,
) -> Journey:
    """Follow one mover from contact to contact to the end of the step.

    A mover may also be followed from the middle of a step on: from
    time u, after some bends.

    Args:
        mover: where it is at time u; its displacement is that of a
            whole step, px.
        response: what it does at contacts.
        near: returns the solids that it may touch.
        u: time in [0, 1].
        bends: how often its path has bent in this step before u.
        stride: px, how far a straight path is searched at first. If
            nothing stops the mover there, the next stride is twice as
            long. The result is the same for any stride.
    Returns:
        Its journey from time u to the end of the step.
    """
    journey = Journey(mover, response, near, u, bends, stride)
    if response == Response.PASS:
        journey.report_entries()
        journey.advance(1.0 - u)
        return journey
    if bends == 0:
        journey.leave_solids()
    while not journey.crushed:
        m = journey.next_meeting()
        if m is None:
            break
        journey.advance(m.t)
        journey.touch(m)
        journey.bends += 1
        journey.respond(m, journey.is_stuck(m))
    journey.advance(1.0 - journey.u)
    return journey


class Journey:
    """One mover on its path through a step, and what happened to it."""

    def __init__(
        self,
        mover: Body,
        response: Response,
        near: Near,
        u: float,
        bends: int,
        stride: float,
    ) -> None:
        self.mover = mover
        """Where it is now, and how it moves on."""
        self.response = response
        """What it does at contacts."""
        self.near = near
        """Returns the solids that it may touch."""
        self.u = u
        """The time that it has reached."""
        self.bends = bends
        """How often its path has bent in this step."""
        self.stride = stride
        """How far a straight path is searched at first, px."""
        self.most_contacts = MOST_CONTACTS - bends
        """Contacts that this journey may report."""
        self.has_responded = bends > 0
        """Whether it had a contact in this step: STOP asks for it."""
        self.crushed = False
        """Whether it stays where it is until the step ends."""
        self.touched: list[Body] = []
        """The solid of its last contact; empty before the first."""
        self.corners = [(u, mover.center)]
        """(u, centre) where its path begins, bends and ends."""
        self.contacts: list[Contact] = []

    def next_meeting(self) -> Meeting | None:
        """Return the first contact on the straight path that is left,
        None if there is none."""
        left = 1.0 - self.u
        speed = max(map(abs, self.mover.move))
        stride = self.stride
        begin = 0.0
        while speed * (left - begin) > stride:
            end = begin + stride / speed
            first = contact.first_meeting(self.meetings(begin, end))
            if first is not None and first.t <= end:
                return first
            begin = end
            stride *= 2
        return contact.first_meeting(self.meetings(begin, left))

    def meetings(self, begin: float, end: float) -> list[Meeting]:
        """Return possible contacts on the straight path that is left,
        all that come between two times from now on: with solids, and
        with joints if the mover is narrow."""
        start = contact.moved(self.mover, begin).center
        goal = contact.moved(self.mover, end).center
        low = tuple(map(min, start, goal))
        high = tuple(map(max, start, goal))
        near = self.near(low, high)
        met = [contact.meeting(self.mover, self.u, x) for x in near]
        found = [m for m in met if m is not None]
        narrow = min(self.mover.half_extents) <= contact.NARROW
        if narrow and self.response != Response.PASS:
            stops = contact.joints(self.mover, self.u, near, found)
            return found + list(stops)
        return found

    def advance(self, t: float) -> None:
        """Move on along the straight path for a time t of the step."""
        self.mover = contact.moved(self.mover, t)
        self.u += t
        self.corners.append((self.u, self.mover.center))

    def touch(self, side: Meeting) -> None:
        """Set the coordinate on the contact's axis from the solid's
        face: an interpolated one is off by a rounding error, and the
        mover would sink in over time."""
        x = contact.flush(self.mover, self.u, side)
        place = with_component(self.mover.center, side.axis, x)
        self.mover = self.mover.at(place)
        self.corners[-1] = (self.u, place)

    def is_stuck(self, side: Meeting) -> bool:
        """Tell whether the mover, in contact with a side, stays here
        until the step ends: it is crushed, or its path bent too often.

        Afterwards the side's solid counts as that of the last contact.
        """
        place = self.mover.center
        solids = [*self.near(place, place), *self.touched]
        self.touched = [side.solid]
        if self.bends == MOST_BENDS:
            return True
        return contact.is_crushed(self.mover, self.u, side, solids)

    def respond(self, side: Meeting, crushed: bool) -> None:
        """Change the motion at a contact, and report the contact.

        A crushed mover rests on all axes. Any other responds. Once it
        has reported all contacts that it may, it slides, keeps its
        velocity and reports none.
        """
        axis = side.axis
        e = self.mover.move
        v = self.mover.velocity
        can_report = len(self.contacts) < self.most_contacts
        self.crushed = crushed
        if crushed:
            v = with_component(v, axis, 0.0)
            e = (0.0,) * len(e)
        else:
            how = self.response if can_report else Response.SLIDE
            rest = how == Response.STOP and not self.has_responded
            e = motion_after(e, side.solid.move, axis, how, rest)
            if can_report:
                f = side.solid.velocity
                v = motion_after(v, f, axis, how, rest)
            self.has_responded = True
        place = self.mover.center
        half = self.mover.half_extents
        self.mover = Body(
            place, half, move=e, velocity=v, id=self.mover.id
        )
        if can_report or crushed:
            self.report(side)

    def report(self, side: Meeting) -> None:
        """Add a Contact with a side to the contacts of this journey."""
        e = self.mover.move
        zeros = (0.0,) * len(e)
        normal = with_component(zeros, side.axis, side.normal)
        left = tuple([x * (1.0 - self.u) + 0.0 for x in e])
        self.contacts.append(
            Contact(
                solid=side.solid.id,
                u=self.u,
                normal=normal,
                position=self.mover.center,
                crushed=self.crushed,
                left=left,
            )
        )

    def report_entries(self) -> None:
        """Report where a PASS mover enters each solid on its path, but
        none in which it starts.

        Nothing bends its path. So the journey goes from the start to
        each entry and back, and ends at the start, without corners.
        """
        start = self.mover
        u_start = self.u
        met = self.meetings(0.0, 1.0 - self.u)
        entries = [m for m in met if m.core >= 0]
        for m in sorted(entries, key=lambda m: (m.t, m)):
            self.advance(m.t)
            self.touch(m)
            self.report(m)
            self.mover = start
            self.u = u_start
        self.corners = [(u_start, start.center)]

    def leave_solids(self) -> None:
        """Push the mover out of the solids in which it starts, to the
        nearest free place.

        If there is none, it is crushed. Else it responds to each side
        flush with it there, if it moves against that side; the other
        sides are only reported.
        """
        place, sides = contact.push_out(self.mover, self.near)
        if place is not None:
            self.mover = self.mover.at(place)
            self.corners = [(self.u, place)]
        for side in sides:
            own_move = self.mover.move[side.axis]
            approach = own_move - side.solid.move[side.axis]
            if place is None:
                self.respond(side, crushed=True)
            elif side.normal * approach < 0:
                self.respond(side, crushed=False)
            else:
                self.report(side)


def motion_after(
    e: Vector, f: Vector, axis: int, response: Response, rest: bool
) -> Vector:
    """Return a mover's motion after a contact with a solid.

    BOUNCE mirrors it on the contact's axis, relative to the solid's
    motion. Any other response takes the solid's motion on that axis
    and keeps that on the others, or ends it.

    Args:
        e, f: the motions before, of mover and solid: displacements,
            px, or velocities, px/s.
        axis: the contact's.
        response: how the mover answers.
        rest: whether motion on the other axes ends, unless it bounces.
    """
    if response == Response.BOUNCE:
        return with_component(e, axis, 2 * f[axis] - e[axis])
    if rest:
        e = (0.0,) * len(e)
    return with_component(e, axis, f[axis])
