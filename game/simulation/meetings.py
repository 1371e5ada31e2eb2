"""What do the contacts and touches of a step mean in the game?

contact   a slug ricochets; the dash ends; a lethal face or a crush kills
touch     a core is taken, a GLITCH cell or the open exit is crossed;
          a slug, a blade or the line kills
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from math import inf

import numpy as np

from ..collision import Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.step import find_overlaps
from ..collision.tables import Paths, Touches, concatenate, take_rows
from .bodies import ElementsById
from .elements import Blade, Core, Exit, GlitchCell, Slider, Slug
from .events import (
    CoreTaken,
    Died,
    Event,
    ExitOpened,
    Finished,
    GlitchBegan,
    Ricocheted,
    Stopped,
    TakenBack,
)
from .player import HALF, HURT_HALF, Player


@dataclass
class Meetings:
    """What the player and the slugs meet in a step."""

    step: Step
    """What happened."""
    space: Space
    """As the step leaves it."""
    bodies: ElementsById
    """The elements in that space."""
    player: Player
    """As it was in the step."""
    is_dashing: bool
    """Whether the player dashes in the step."""
    is_glitching: bool
    """Whether bodies moved without the sweep."""
    line: int | None
    """The id of the sensor that ends the run; None if there is none."""
    begin: float
    """World time when the step begins, s."""
    dt: float
    """How long the step is, s."""

    def place(self, id: int, u: float) -> Vector:
        """Return a body's centre at a time of the step."""
        return vector(self.step.paths.at(u, self.space.center)[id])

    def contact_events(self) -> Iterator[Event]:
        """Yield an event for each ricochet of a slug, for each death of the player at a
        lethal face or by a crush, and for the end of the dash."""
        is_dashing = self.is_dashing
        me = self.player.id
        sliders = self.bodies.of(Slider)
        bounces = dict.fromkeys(self.bodies.of(Slug), 0)
        columns = (column.tolist() for column in self.step.contacts)
        for mover, other, u, normal, at, is_crushed in zip(*columns):
            what = u, tuple(at), mover, other, tuple(normal)
            if mover in bounces:
                bounces[mover] += 1
                yield Ricocheted(*what, bounces[mover])
                continue
            is_killed = is_crushed
            if other in sliders and not is_crushed:
                away = vector(np.subtract(at, self.place(other, u)))
                is_killed = sliders[other].kills(tuple(normal), away, HALF)
            if is_killed:
                yield Died(*what)
            if is_dashing:
                is_dashing = False
                end = TakenBack if self.is_glitching else Stopped
                yield end(*what)
        if is_dashing and self.player.dash_left == 0:
            yield Stopped(1.0, self.place(me, 1.0), me)

    def touch_events(self) -> Iterator[Event]:
        """Yield an event for each core that the player takes, for each GLITCH cell, for
        the exit where it is open, and for each death by a slug, a blade or the line."""
        me = self.player.id
        touches = zip(*(column.tolist() for column in self.step.touches))
        rows = [(b, u0, u1) for a, b, u0, u1 in touches if a == me]
        first = {other: u0 for other, u0, _ in reversed(rows)}
        opens = self.opening(first)
        yield from self.core_events(first, opens)
        cells = self.bodies.of(GlitchCell)
        for other, u in first.items():
            if other in cells:
                yield GlitchBegan(u, self.place(me, u), me, other)
        exits = self.bodies.of(Exit)
        for other, u0, u1 in rows:
            if other in exits and opens <= u1:
                u = max(u0, opens)
                yield Finished(u, self.place(me, u), me, other)
            for u in self.lethal_times(other, (u0, u1)):
                yield Died(u, self.place(me, u), me, other)

    def opening(self, first: Mapping[int, float]) -> float:
        """Return the u from which the exit is open in a tick; inf if a core is left.

        first: the u at which the player first touches bodies, by their ids.
        """
        cores = self.bodies.of(Core)
        if not cores.keys() <= first.keys():
            return inf
        return max((first[core] for core in cores), default=0.0)

    def core_events(self, first: Mapping[int, float], opens: float) -> Iterator[Event]:
        """Yield an event for each core that the player takes, and one for each exit if
        the last core is among them.

        Args:
            first: the u at which the player first touches bodies, by their ids.
            opens: the u from which the exit is open; inf if a core is left.
        """
        me = self.player.id
        cores = self.bodies.of(Core)
        taken = [other for other in first if other in cores]
        taken.sort(key=lambda core: first[core])
        for number, core in enumerate(taken, 1):
            u = first[core]
            chain = self.player.chain + number if self.is_dashing else 1
            yield CoreTaken(u, self.place(me, u), me, core, count=chain)
        if taken and opens < inf:
            for exit in self.bodies.of(Exit):
                yield ExitOpened(opens, self.place(me, opens), me, exit)

    def lethal_times(self, other: int, span: Vector) -> Iterator[float]:
        """Yield the u at which a body hurts the player while it touches it.

        span: the first and the last u of the touch.
        """
        if other in self.bodies.of(Blade):
            hurt = self.blade_touch(other, HURT_HALF, span)
            if hurt is not None:
                yield hurt
        elif other in self.bodies.of(Slug) or other == self.line:
            found = self.overlaps(HURT_HALF, {other})
            for u0, u1 in zip(found.u0.tolist(), found.u1.tolist()):
                u = max(u0, span[0])
                if u <= min(u1, span[1]):
                    yield u

    def blade_touch(self, blade: int, half: Vector, span: Vector) -> float | None:
        """Return the u at which a box around the player first touches a blade; None: it
        does not.

        Args:
            blade: the id of its body.
            half: half extents of the box, px.
            span: the first and the last u to search.
        """
        element = self.bodies.of(Blade)[blade]
        path = self.paths_of({self.player.id})
        return next(element.touches(path, half, span, self.begin, self.dt), None)

    def lethal_touches(self, half: Vector, end: float) -> Iterator[int]:
        """Yield the ids of the sliders with lethal faces, slugs and blades that a box
        around the player touches in the step.

        Args:
            half: half extents of the box, px.
            end: the last u that counts.
        """
        sliders = self.bodies.of(Slider).items()
        lethal = {id for id, slider in sliders if slider.lethal}
        lethal.update(self.bodies.of(Slug))
        if lethal:
            found = self.overlaps(half, lethal)
            yield from found.b[found.u0 <= end].tolist()
        near = set(self.step.touches.b.tolist())
        for blade in sorted(near & self.bodies.of(Blade).keys()):
            if self.blade_touch(blade, half, (0.0, end)) is not None:
                yield blade

    def overlaps(self, half: Vector, others: Set[int]) -> Touches:
        """Return when a box around the player overlaps other bodies in the step.

        Args:
            half: half extents of the box, px.
            others: the ids of these bodies.
        """
        own = self.paths_of({self.player.id})
        paths = self.paths_of(others)
        own_half = np.full_like(own.start, half)
        half_others = self.space.half_extents.take(paths.mover, 0)
        return find_overlaps(own, own_half, paths, half_others)

    def paths_of(self, ids: Set[int]) -> Paths:
        """Return the paths of bodies in the step; one that rests has a piece without
        length."""
        paths = self.step.paths
        # A column for each id: (n, 1) == (ids,).
        rows = (paths.mover[:, None] == [*ids]).nonzero()[0]
        paths = take_rows(paths, rows, axis=0)
        resting = sorted(ids - set(paths.mover.tolist()))
        if not resting:
            return paths
        u = np.zeros(len(resting))
        center = self.space.center[resting]
        standing = Paths(np.array(resting), u, u + 1.0, center, center)
        return concatenate([paths, standing])


def vector(row: Floats) -> Vector:
    """Return a row of an array as plain numbers."""
    return tuple(row.tolist())
