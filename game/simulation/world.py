"""What happens in one tick?

A world is one attempt in one room. A tick decides what the player does, drives the
bodies, steps the space by the method, and applies the events of the step in the order
of u; at the same u cores come before the exit, and the exit before death:

    u   0 ---- core ---- last core, the exit opens ---- exit ---- 1
                                                        the rest is dropped

World time is counted in parts of a tick: 20 at full speed, 3 while the player aims,
which is 0.15 of the speed without a rounding that adds up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from math import ceil, inf
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Response, Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.step import find_overlaps
from ..collision.tables import Paths, concatenate, take_rows
from . import events
from .bodies import Bodies, add_elements
from .elements import NEAR, Blade, Core, Exit, GlitchCell, Slider, Slug
from .events import Event
from .fingerprint import Value, fingerprint
from .methods import SWEEP, Method, Stepper, cut, step_by, substep_method
from .missed import NO_PREDICTIONS, Counters, count, predict_paths
from .player import (
    DASH_SPEED,
    GLITCH_SPEED,
    HALF,
    HURT_HALF,
    SLOW,
    Controls,
    Player,
    touched_faces,
)
from .room import Room, columns

PARTS_A_TICK = 20
"""Parts of a tick in which world time is counted, at full speed."""
PARTS_A_SLOW_TICK = 3
"""Those that pass while the player aims."""
GRAZE_HALF = (HALF[0] + NEAR, HALF[1] + NEAR)
GLITCH_SECONDS = 1.5
"""s of world time."""
LONGEST_STRIDE = 40.0
"""px: how far a body moves in GLITCH between two samples, at most: as thick as the
frame is."""
Tracks = tuple[Paths, Floats]
"""Pieces of paths, and the half extents of the body on each, px."""
ORDER: list[type[Event]] = [events.Ricocheted, events.CoreTaken, events.GlitchBegan]
ORDER += [
    events.ExitOpened,
    events.Finished,
    events.Died,
    events.Stopped,
    events.TakenBack,
]
"""The order of events at the same u."""


class Headline(NamedTuple):
    """What the head of the screen says about a run."""

    progress: str
    tally: str = ""
    is_alarm: bool = False
    """Whether the tally should be zero and is not."""


class Assist(NamedTuple):
    """What makes a run easier; such a run is marked."""

    freeze: bool = False
    """Time stops while the player aims."""
    invincible: bool = False
    """Nothing hurts."""
    glitch: bool = False
    """GLITCH never ends."""


class World:
    """One attempt in one room; begin makes it.

    Args:
        room: what is where.
        seed: of whatever is random in it.
        tick_rate: ticks a second; None is the room's own.
        method: how bodies are moved, but in GLITCH.
        assist: what is made easier.
    """

    def __init__(
        self,
        room: Room,
        seed: int,
        tick_rate: int | None,
        method: Method,
        assist: Assist,
    ) -> None:
        self.room, self.seed, self.method, self.assist = room, seed, method, assist
        self.tick_rate, self.space = tick_rate or room.tick_rate, Space()
        self.bodies = Bodies({})
        self.line: int | None = None
        """A sensor that ends the run."""
        self.integrity: int | None = None
        """Hits that the player can take; None: the first one ends the run."""
        self.unhurt_until = 0
        """The tick from which something lethal hurts."""
        self.ticks = self.clock = self.parts = self.dashes = self.glitch_left = 0
        self.add(room)
        player = self.space.add_movers(
            room.start, HALF, 0.0, Response.SLIDE, notices=True
        )
        self.player = Player(int(player[0]))
        self.outcome: str | None = None
        self.counters = Counters()
        self.step: Step | None = None
        self.predicted = NO_PREDICTIONS
        """Where movers would have been without the contacts of the last tick."""
        self.moves, self.strides = self.space.velocity, 1
        self.swept, self.dashing = True, False
        """Of the last tick: the displacements of bodies that nothing stops, px; the
        number of strides in GLITCH; whether bodies were swept; whether the player
        dashed."""
        self.events: tuple[Event, ...] = ()
        self.prepare()

    def prepare(self) -> None:
        """Set up what a run needs besides its room; here nothing."""

    def add(self, part: Room) -> list[int]:
        """Put all that lies in a room, or in a part of one, into the space; return the
        ids."""
        walls = self.space.add_walls(*columns(part.walls)).tolist()
        elements = add_elements(self.space, part.elements, self.time)
        self.bodies = self.bodies.with_added(elements)
        return [*walls, *elements]

    def remove(self, ids: Sequence[int]) -> None:
        """Take bodies out of the space, and elements with them."""
        self.space.remove(list(ids))
        self.bodies = self.bodies.without(ids)

    @property
    def glitching(self) -> bool:
        """Whether bodies move without the sweep; a dash ends as it began."""
        if self.player.state == "dash":
            return self.player.speed == GLITCH_SPEED
        return self.glitch_left > 0

    @property
    def time(self) -> float:
        """World time, s."""
        return self.clock / (PARTS_A_TICK * self.tick_rate)

    @property
    def dt(self) -> float:
        """How long the last tick was, s of world time."""
        return self.parts / (PARTS_A_TICK * self.tick_rate)

    @property
    def score(self) -> int:
        """The points of a run; a room has none: there, time is the score."""
        return 0

    def headline(self) -> Headline:
        """Return the time and the dashes of the run, and the cores that were taken."""
        time, plural = (
            f"{self.ticks / self.tick_rate:.2f} s",
            "" if self.dashes == 1 else "es",
        )
        cores = len(self.room.of(Core))
        taken = cores - len(self.bodies.of(Core))
        progress = f"{time}   {self.dashes:,} dash{plural}"
        return Headline(progress, f"cores {taken}/{cores}")

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> tuple[Event, ...]:
        """Let a tick pass, add its grazes and count it; arguments as advance.

        Returns:
            What happened, in the order of u.
        """
        if passed := self.advance(controls, stepper):
            self.add_grazes(passed[0])
            self.predicted = predict_paths(*passed, self.moves)
            self.counters = count(self.counters, *passed, self.predicted.missed())
        return self.events

    def advance(
        self, controls: Controls, stepper: Stepper
    ) -> tuple[Step, Space] | None:
        """Let a tick pass, without its grazes and not counted. The first waits for the
        first input.

        Args:
            controls: what the player wants.
            stepper: steps the space by the method, in GLITCH by strides.
        Returns:
            What happened, up to the end of the run, and the space as the whole step
            leaves it; None if no tick has passed.
        """
        self.events = ()
        if self.outcome or self.waits(controls):
            return None
        begun = self.drive(controls)
        self.moves, glitching = self.space.velocity * self.dt, self.glitching
        self.swept = self.method == SWEEP and not glitching
        if glitching:
            self.strides = max(
                1, ceil(float(np.abs(self.moves).max()) / LONGEST_STRIDE - SKIN)
            )
        method = substep_method(self.strides) if glitching else self.method
        step = stepper(method, self.space, self.dt)
        if glitching and not self.assist.glitch:
            self.glitch_left = max(0, self.glitch_left - self.parts)
        self.ticks += 1
        happened, space = self.play_out(step), self.space
        if glitching and not self.glitching and not self.outcome:
            happened.append(
                events.GlitchEnded(1.0, self.place(self.player.id), self.player.id)
            )
        if self.outcome:
            space, end = space.copy(), happened[-1].u
            self.space.center[:] = step.paths.at(end, space.center)
            step = cut(step, end)
        self.step, self.events = step, (*begun, *happened)
        return step, space

    def waits(self, controls: Controls) -> bool:
        """Tell whether a tick does not pass yet."""
        return self.ticks == 0 and controls.idle

    def advance_clock(self, parts: int) -> None:
        """Let parts of a tick pass, and set the velocities that lead sliders to their
        places."""
        self.clock += parts
        self.parts = parts
        if parts:
            time = self.time
            dt = self.dt
            center = self.space.center
            velocity = self.space.velocity
            for id, element in self.bodies.driven.items():
                ends = zip(element.place(time), center[id].tolist())
                velocity[id] = [(end - start) / dt for end, start in ends]

    def drive(self, controls: Controls) -> list[Event]:
        """Let the player decide, and set all velocities."""
        player, space = self.player, self.space
        faces = partial(touched_faces, space, player.id)
        glitching = self.glitch_left > 0
        launched = player.decide(
            controls, self.ticks, self.tick_rate, list if glitching else faces
        )
        if launched:
            player.speed = GLITCH_SPEED if glitching else DASH_SPEED
        freezes = self.assist.freeze and player.state in SLOW
        parts = PARTS_A_SLOW_TICK if player.slows(self.tick_rate) else PARTS_A_TICK
        self.advance_clock(0 if freezes else parts)
        player.drive(space, self.dt, self.tick_rate, faces)
        self.dashing = player.state == "dash"
        self.dashes += launched is True
        if launched is None:
            return []
        kind = events.Dashed if launched else events.Refused
        return [kind(0.0, self.place(player.id), player.id, direction=player.direction)]

    def play_out(self, step: Step) -> list[Event]:
        """Apply a step's events in the order of u, until the run or the step ends;
        return them."""
        happened: list[Event] = []
        found = [*self.contact_events(step), *self.touch_events(step)]
        for event in sorted(
            found, key=lambda event: (event.u, ORDER.index(type(event)))
        ):
            felt = self.injury(event) if isinstance(event, events.Died) else event
            if felt is not None:
                happened += [felt, *self.apply(felt)]
            if self.outcome:
                break
        return happened

    def contact_events(self, step: Step) -> Iterator[Event]:
        """Yield ricochets, deaths at lethal faces, and the end of the dash."""
        is_dashing = self.dashing
        sliders = self.bodies.of(Slider)
        bounces = dict.fromkeys(self.bodies.of(Slug), 0)
        columns = (column.tolist() for column in step.contacts)
        for mover, other, u, normal, at, is_crushed in zip(*columns):
            what = u, tuple(at), mover, other, tuple(normal)
            if mover in bounces:
                bounces[mover] += 1
                yield events.Ricocheted(*what, bounces[mover])
                continue
            is_killed = is_crushed
            if other in sliders and not is_crushed:
                away = vector(np.subtract(at, self.place(other, step, u)))
                is_killed = sliders[other].kills(tuple(normal), away, HALF)
            if is_killed:
                yield events.Died(*what)
            if is_dashing:
                is_dashing = False
                end = events.TakenBack if self.glitching else events.Stopped
                yield end(*what)
        if is_dashing and self.player.dash_left == 0:
            yield events.Stopped(1.0, self.place(self.player.id), self.player.id)

    def touch_events(self, step: Step) -> Iterator[Event]:
        """Yield cores, GLITCH cells, the exit, and deaths by slugs, blades and the
        line."""
        me = self.player.id
        touches = zip(*(column.tolist() for column in step.touches))
        rows = [(b, u0, u1) for a, b, u0, u1 in touches if a == me]
        first = {other: u0 for other, u0, _ in reversed(rows)}
        opens = self.opening(first)
        yield from self.core_events(step, first, opens)
        cells = self.bodies.of(GlitchCell)
        for other, u in first.items():
            if other in cells:
                yield events.GlitchBegan(u, self.place(me, step, u), me, other)
        exits = self.bodies.of(Exit)
        for other, u0, u1 in rows:
            if other in exits and opens <= u1:
                u = max(u0, opens)
                yield events.Finished(u, self.place(me, step, u), me, other)
            for u in self.lethal_times(step, other, (u0, u1)):
                yield events.Died(u, self.place(me, step, u), me, other)

    def opening(self, first: Mapping[int, float]) -> float:
        """Return the u from which the exit is open in a tick; inf if a core is left.

        first: the u at which the player first touches bodies, by their ids.
        """
        cores = self.bodies.of(Core)
        if not cores.keys() <= first.keys():
            return inf
        return max((first[core] for core in cores), default=0.0)

    def core_events(
        self, step: Step, first: Mapping[int, float], opens: float
    ) -> Iterator[Event]:
        """Yield the cores that are taken, and that the last one opens the exit;
        arguments as opening, and what it returned."""
        me = self.player.id
        cores = self.bodies.of(Core)
        taken = [other for other in first if other in cores]
        taken.sort(key=lambda core: first[core])
        for number, core in enumerate(taken, 1):
            u = first[core]
            chain = self.player.chain + number if self.dashing else 1
            yield events.CoreTaken(u, self.place(me, step, u), me, core, count=chain)
        if taken and opens < inf:
            for exit in self.bodies.of(Exit):
                place = self.place(me, step, opens)
                yield events.ExitOpened(opens, place, me, exit)

    def lethal_times(self, step: Step, other: int, span: Vector) -> Iterator[float]:
        """Yield the u at which a body hurts the player while it touches him.

        span: the first and the last u of the touch.
        """
        me = self.player.id
        if other in self.bodies.of(Blade):
            path, _ = self.paths_of(step, {me})
            hurt = self.blade_touch(path, other, HURT_HALF, span)
            if hurt is not None:
                yield hurt
        elif other in self.bodies.of(Slug) or other == self.line:
            own = self.paths_of(step, {me}, HURT_HALF)
            meetings = find_overlaps(*own, *self.paths_of(step, {other}))
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
        begin = self.time - self.dt
        return next(its_blade.touches(path, half, span, begin, self.dt), None)

    def injury(self, death: events.Died) -> Event | None:
        """Return what something lethal does to the player; None: nothing."""
        return None if self.assist.invincible else death

    def apply(self, event: Event) -> list[Event]:
        """Let an event change the run; return the events that follow from it."""
        if isinstance(event, events.CoreTaken) and event.other is not None:
            self.player.chain = event.count
            self.remove([event.other])
        elif isinstance(event, events.GlitchBegan) and event.other is not None:
            self.remove([event.other])
            self.glitch_left = round(GLITCH_SECONDS * PARTS_A_TICK * self.tick_rate)
        elif isinstance(event, events.Died):
            self.outcome = "dead"
        elif isinstance(event, events.Finished | events.Stopped):
            self.outcome = "finished" if isinstance(event, events.Finished) else None
            self.player.state = "still"
            self.space.velocity[self.player.id] = 0.0
        return []

    def add_grazes(self, step: Step) -> None:
        """Note what the dash passes closely in a step; where it ends, add its grazes to
        the events."""
        kinds = events.Finished | events.Stopped
        ends = [k for k, event in enumerate(self.events, 1) if isinstance(event, kinds)]
        if self.dashing and (ends or not self.outcome):
            self.note_grazes(step, self.events[ends[0] - 1].u if ends else 1.0)
        for k in ends[: self.dashing]:
            end, grazed = (
                self.events[k - 1],
                sorted({*self.player.near} - {*self.player.touched}),
            )
            grazes = (
                events.Grazed(end.u, end.position, end.body, other) for other in grazed
            )
            self.events = *self.events[:k], *grazes, *self.events[k:]

    def note_grazes(self, step: Step, end: float) -> None:
        """Note what the dash comes near to, and what it touches, before the time end of
        a step."""
        near = [*self.lethal_touches(step, GRAZE_HALF, end)]
        self.player.near += tuple(near)
        self.player.touched += tuple(
            self.lethal_touches(step, HALF, end) if near else ()
        )

    def lethal_touches(self, step: Step, half: Vector, end: float) -> Iterator[int]:
        """Yield the lethal boxes and blades that a box around the player touches before
        a time."""
        own = self.paths_of(step, {self.player.id}, half)
        sliders = self.bodies.of(Slider).items()
        lethal = {id for id, slider in sliders if slider.lethal}
        lethal.update(self.bodies.of(Slug))
        if lethal:
            found = find_overlaps(*own, *self.paths_of(step, lethal))
            yield from found.b[found.u0 <= end].tolist()
        near = set(step.touches.b.tolist())
        for blade in sorted(near & self.bodies.of(Blade).keys()):
            if self.blade_touch(own[0], blade, half, (0.0, end)) is not None:
                yield blade

    def paths_of(self, step: Step, ids: Set[int], half: Vector | None = None) -> Tracks:
        """Return the paths of bodies, of resting ones too, and half extents for each
        piece."""
        rows = (step.paths.mover[:, None] == [*ids]).nonzero()[0]
        paths = take_rows(step.paths, rows, 0)
        if rest := sorted(ids - {*paths.mover.tolist()}):
            u, center = np.zeros(len(rest)), self.space.center[rest]
            standing = Paths(np.array(rest), u, u + 1.0, center, center)
            paths = concatenate([paths, standing])
        own = self.space.half_extents.take(paths.mover, 0)
        return paths, own if half is None else np.full_like(own, half)

    def place(self, id: int, step: Step | None = None, u: float = 1.0) -> Vector:
        """Return a body's centre, now or at a time of a step."""
        center = self.space.center
        return vector((step.paths.at(u, center) if step else center)[id])

    def copy(self) -> World:
        """Return a world of its own that goes on from here."""
        other, player = object.__new__(type(self)), Player(**vars(self.player))
        vars(other).update(vars(self), space=self.space.copy(), player=player)
        return other

    def state_hash(self) -> str:
        """Return a fingerprint of all that decides what happens next, and of the run
        until now."""
        space = self.space
        columns: list[Value] = []
        for numbers in (space.center, space.half_extents, space.velocity):
            columns.append(numbers.astype("<f8").tobytes())
        for codes in (space.response, space.kind):
            columns.append(codes.astype("<i8").tobytes())
        return fingerprint((*columns, *self.decisive()))

    def decisive(self) -> tuple[Value, ...]:
        """Return the state outside of the space that decides what happens next."""
        return (
            self.ticks,
            self.clock,
            self.dashes,
            self.outcome,
            self.glitch_left,
            sorted(self.bodies.of(Core)),
            sorted(self.bodies.of(GlitchCell)),
            self.player.values(),
        )


def vector(row: Floats) -> Vector:
    return tuple(row.tolist())
