"""What do the contacts and touches of a step mean in the game?

contact   a slug ricochets; the dash ends; a lethal face or a crush kills
touch     a core is taken, a GLITCH cell or the open exit is crossed;
          a slug, a blade or the line kills
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import inf

import numpy as np

from ..collision import Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.step import find_overlaps
from ..collision.tables import Paths, concatenate, take_rows
from . import events
from .bodies import ElementsById
from .elements import Blade, Core, Exit, GlitchCell, Slider, Slug
from .events import Event
from .player import HALF, HURT_HALF, Player

Tracks = tuple[Paths, Floats]
"""Pieces of paths, and the half extents of the body on each, px."""


class Meetings:
    """What the player and the slugs meet in a step.

    Args:
        step: what happened.
        space, bodies: as the step leaves them.
        player: as it was in the step.
        is_dashing: whether the player dashes in it.
        is_glitching: whether bodies moved without the sweep.
        line: the sensor that ends the run, if there is one.
        span: world time when the step begins, and how long it is, s.
    """

    def __init__(
        self,
        step: Step,
        space: Space,
        bodies: ElementsById,
        player: Player,
        is_dashing: bool,
        is_glitching: bool,
        line: int | None,
        span: tuple[float, float],
    ) -> None:
        self.step = step
        self.space = space
        self.bodies = bodies
        self.player = player
        self.is_dashing = is_dashing
        self.is_glitching = is_glitching
        self.line = line
        self.span = span

    def place(self, id: int, u: float) -> Vector:
        """Return a body's centre at a time of the step."""
        return vector(self.step.paths.at(u, self.space.center)[id])

    def contact_events(self) -> Iterator[Event]:
        """Yield ricochets, deaths at lethal faces, and the end of the dash."""
        is_dashing = self.is_dashing
        me = self.player.id
        sliders = self.bodies.of(Slider)
        bounces = dict.fromkeys(self.bodies.of(Slug), 0)
        columns = (column.tolist() for column in self.step.contacts)
        for mover, other, u, normal, at, is_crushed in zip(*columns):
            what = u, tuple(at), mover, other, tuple(normal)
            if mover in bounces:
                bounces[mover] += 1
                yield events.Ricocheted(*what, bounces[mover])
                continue
            is_killed = is_crushed
            if other in sliders and not is_crushed:
                away = vector(np.subtract(at, self.place(other, u)))
                is_killed = sliders[other].kills(tuple(normal), away, HALF)
            if is_killed:
                yield events.Died(*what)
            if is_dashing:
                is_dashing = False
                end = events.TakenBack if self.is_glitching else events.Stopped
                yield end(*what)
        if is_dashing and self.player.dash_left == 0:
            yield events.Stopped(1.0, vector(self.space.center[me]), me)

    def touch_events(self) -> Iterator[Event]:
        """Yield cores, GLITCH cells, the exit, and deaths by slugs, blades and the
        line."""
        me = self.player.id
        touches = zip(*(column.tolist() for column in self.step.touches))
        rows = [(b, u0, u1) for a, b, u0, u1 in touches if a == me]
        first = {other: u0 for other, u0, _ in reversed(rows)}
        opens = self.opening(first)
        yield from self.core_events(first, opens)
        cells = self.bodies.of(GlitchCell)
        for other, u in first.items():
            if other in cells:
                yield events.GlitchBegan(u, self.place(me, u), me, other)
        exits = self.bodies.of(Exit)
        for other, u0, u1 in rows:
            if other in exits and opens <= u1:
                u = max(u0, opens)
                yield events.Finished(u, self.place(me, u), me, other)
            for u in self.lethal_times(other, (u0, u1)):
                yield events.Died(u, self.place(me, u), me, other)

    def opening(self, first: Mapping[int, float]) -> float:
        """Return the u from which the exit is open in a tick; inf if a core is left.

        first: the u at which the player first touches bodies, by their ids.
        """
        cores = self.bodies.of(Core)
        if not cores.keys() <= first.keys():
            return inf
        return max((first[core] for core in cores), default=0.0)

    def core_events(self, first: Mapping[int, float], opens: float) -> Iterator[Event]:
        """Yield the cores that are taken, and that the last one opens the exit;
        arguments as opening, and what it returned."""
        me = self.player.id
        cores = self.bodies.of(Core)
        taken = [other for other in first if other in cores]
        taken.sort(key=lambda core: first[core])
        for number, core in enumerate(taken, 1):
            u = first[core]
            chain = self.player.chain + number if self.is_dashing else 1
            yield events.CoreTaken(u, self.place(me, u), me, core, count=chain)
        if taken and opens < inf:
            for exit in self.bodies.of(Exit):
                place = self.place(me, opens)
                yield events.ExitOpened(opens, place, me, exit)

    def lethal_times(self, other: int, span: Vector) -> Iterator[float]:
        """Yield the u at which a body hurts the player while it touches it.

        span: the first and the last u of the touch.
        """
        me = self.player.id
        if other in self.bodies.of(Blade):
            path, _ = self.paths_of({me})
            hurt = self.blade_touch(path, other, HURT_HALF, span)
            if hurt is not None:
                yield hurt
        elif other in self.bodies.of(Slug) or other == self.line:
            own = self.paths_of({me}, HURT_HALF)
            meetings = find_overlaps(*own, *self.paths_of({other}))
            for u0, u1 in zip(meetings.u0.tolist(), meetings.u1.tolist()):
                u = max(u0, span[0])
                if u <= min(u1, span[1]):
                    yield u

    def blade_touch(
        self, path: Paths, blade: int, half: Vector, span: Vector
    ) -> float | None:
        """Return the u at which a box on a path first touches a blade; None: it does
        not.

        span: the first and the last u to search.
        """
        its_blade = self.bodies.of(Blade)[blade]
        begin, dt = self.span
        return next(its_blade.touches(path, half, span, begin, dt), None)

    def lethal_touches(self, half: Vector, end: float) -> Iterator[int]:
        """Yield the lethal boxes and blades that a box around the player touches before
        a time."""
        own = self.paths_of({self.player.id}, half)
        sliders = self.bodies.of(Slider).items()
        lethal = {id for id, slider in sliders if slider.lethal}
        lethal.update(self.bodies.of(Slug))
        if lethal:
            found = find_overlaps(*own, *self.paths_of(lethal))
            yield from found.b[found.u0 <= end].tolist()
        near = set(self.step.touches.b.tolist())
        for blade in sorted(near & self.bodies.of(Blade).keys()):
            if self.blade_touch(own[0], blade, half, (0.0, end)) is not None:
                yield blade

    def paths_of(self, ids: Set[int], half: Vector | None = None) -> Tracks:
        """Return the paths of bodies, of resting ones too, and half extents for each
        piece."""
        rows = (self.step.paths.mover[:, None] == [*ids]).nonzero()[0]
        paths = take_rows(self.step.paths, rows, 0)
        rest = sorted(ids - set(paths.mover.tolist()))
        if rest:
            u = np.zeros(len(rest))
            center = self.space.center[rest]
            standing = Paths(np.array(rest), u, u + 1.0, center, center)
            paths = concatenate([paths, standing])
        own = self.space.half_extents.take(paths.mover, 0)
        return paths, own if half is None else np.full_like(own, half)


def vector(row: Floats) -> Vector:
    return tuple(row.tolist())
