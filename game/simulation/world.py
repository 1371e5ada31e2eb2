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

from collections.abc import Iterator, Sequence, Set
from functools import partial
from itertools import accumulate
from math import ceil, inf
from typing import NamedTuple

import numpy as np

from ..collision import AABB, SKIN, Response, Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.step import find_overlaps
from ..collision.tables import Paths, concatenate, take_rows
from . import events
from .elements import Blade, Slider, Slug
from .events import Event
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

TICK, SLOW_TICK = 20, 3
NEAR = 3.0
"""px: a lethal box that comes so near to the player without touching it is a graze."""
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
        self.sliders: dict[int, Slider] = {}
        self.slugs: dict[int, Slug] = {}
        self.blades: dict[int, Blade] = {}
        self.cores_left = self.glitches = frozenset[int]()
        self.exit_id: int | None = None
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
        ids.

        The dicts of bodies are replaced, not changed: copies of the world have the old
        ones.
        """
        space = self.space
        walls = space.add_walls(*columns(part.walls)).tolist()
        begun = (AABB(s.place(self.time), s.box.half_extents) for s in part.sliders)
        sliders = space.add_obstacles(*columns(begun), 0.0).tolist()
        velocity = np.array([slug.velocity for slug in part.slugs]).reshape(-1, 2)
        bodies = columns(slug.box for slug in part.slugs)
        slugs = space.add_movers(*bodies, velocity, Response.BOUNCE).tolist()
        around = [AABB(b.center, (b.reach + NEAR, b.reach + NEAR)) for b in part.blades]
        exits = [part.exit] if part.exit else []
        # All at once, since each call of add_sensors copies all columns; then cut at
        # these places.
        boxes = columns([*around, *part.cores, *part.glitches, *exits])
        sensors = space.add_sensors(*boxes).tolist()
        cores, glitches, end = accumulate(
            map(len, (part.blades, part.cores, part.glitches))
        )
        self.sliders = {**self.sliders, **dict(zip(sliders, part.sliders))}
        self.slugs = {**self.slugs, **dict(zip(slugs, part.slugs))}
        self.blades = {**self.blades, **dict(zip(sensors, part.blades))}
        self.cores_left |= {*sensors[cores:glitches]}
        self.glitches |= {*sensors[glitches:end]}
        self.exit_id = sensors[end] if part.exit else self.exit_id
        return [*walls, *sliders, *slugs, *sensors]

    def remove(self, ids: Sequence[int]) -> None:
        """Take bodies out of the space and of the dicts of bodies."""
        self.space.remove(list(ids))
        gone = set(ids)
        self.sliders = {i: body for i, body in self.sliders.items() if i not in gone}
        self.slugs = {i: body for i, body in self.slugs.items() if i not in gone}
        self.blades = {i: body for i, body in self.blades.items() if i not in gone}
        self.cores_left, self.glitches = self.cores_left - gone, self.glitches - gone

    @property
    def glitching(self) -> bool:
        """Whether bodies move without the sweep; a dash ends as it began."""
        if self.player.state == "dash":
            return self.player.speed == GLITCH_SPEED
        return self.glitch_left > 0

    @property
    def time(self) -> float:
        """World time, s."""
        return self.clock / (TICK * self.tick_rate)

    @property
    def dt(self) -> float:
        """How long the last tick was, s of world time."""
        return self.parts / (TICK * self.tick_rate)

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
        cores = f"cores {len(self.room.cores) - len(self.cores_left)}/{len(self.room.cores)}"
        return Headline(f"{time}   {self.dashes:,} dash{plural}", cores)

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
        self.clock, self.parts = self.clock + parts, parts
        center, velocity, time, dt = (
            self.space.center,
            self.space.velocity,
            self.time,
            self.dt,
        )
        for i, slider in self.sliders.items() if parts else ():
            ends = zip(slider.place(time), center[i].tolist())
            velocity[i] = [(end - start) / dt for end, start in ends]

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
        parts = SLOW_TICK if player.slows(self.tick_rate) else TICK
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
        dashing, bounces = self.dashing, dict.fromkeys(self.slugs, 0)
        for mover, other, u, normal, at, crushed in zip(
            *(c.tolist() for c in step.contacts)
        ):
            what = u, tuple(at), mover, other, tuple(normal)
            if mover in bounces:
                bounces[mover] += 1
                yield events.Ricocheted(*what, bounces[mover])
                continue
            if (slider := self.sliders.get(other)) and not crushed:
                away = vector(np.subtract(at, self.place(other, step, u)))
                crushed = slider.kills(tuple(normal), away, HALF)
            if crushed:
                yield events.Died(*what)
            if dashing:
                dashing = False
                yield (events.TakenBack if self.glitching else events.Stopped)(*what)
        if dashing and self.player.dash_left == 0:
            yield events.Stopped(1.0, self.place(self.player.id), self.player.id)

    def touch_events(self, step: Step) -> Iterator[Event]:
        """Yield cores, GLITCH cells, the exit, and deaths by slugs, blades and the
        line."""
        t, me = step.touches, self.player.id
        rows = [r for r in zip(*(column.tolist() for column in t)) if r[0] == me]
        first = {b: u0 for _, b, u0, _ in reversed(rows) if b in self.cores_left}
        for number, (core, u) in enumerate(
            sorted(first.items(), key=lambda item: item[1]), 1
        ):
            chain = self.player.chain + number if self.dashing else 1
            yield events.CoreTaken(u, self.place(me, step, u), me, core, count=chain)
        opens = (
            max(first.values(), default=0.0)
            if len(first) == len(self.cores_left)
            else inf
        )
        if first and opens < inf and self.exit_id is not None:
            yield events.ExitOpened(
                opens, self.place(me, step, opens), me, self.exit_id
            )
        for cell, u in {
            b: u0 for _, b, u0, _ in reversed(rows) if b in self.glitches
        }.items():
            yield events.GlitchBegan(u, self.place(me, step, u), me, cell)
        for _, b, u0, u1 in rows:
            if b in self.blades:
                hurt = self.blade_touch(
                    self.paths_of(step, {me})[0], b, HURT_HALF, (u0, u1)
                )
                if hurt is not None:
                    yield events.Died(hurt, self.place(me, step, hurt), me, b)
            elif b == self.exit_id and opens <= u1:
                u = max(u0, opens)
                yield events.Finished(u, self.place(me, step, u), me, b)
            elif b in self.slugs or b == self.line:
                meet = find_overlaps(
                    *self.paths_of(step, {me}, HURT_HALF), *self.paths_of(step, {b})
                )
                for h0, h1 in zip(meet.u0.tolist(), meet.u1.tolist()):
                    if max(h0, u0) <= min(h1, u1):
                        yield events.Died(
                            max(h0, u0), self.place(me, step, max(h0, u0)), me, b
                        )

    def blade_touch(
        self, path: Paths, blade: int, half: Vector, span: Vector
    ) -> float | None:
        """Return the u at which a box on a path first touches a blade; None: it does
        not.

        span: the first and the last u to search.
        """
        touches = self.blades[blade].touches(
            path, half, span, self.time - self.dt, self.dt
        )
        return next(touches, None)

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
            self.glitch_left = round(GLITCH_SECONDS * TICK * self.tick_rate)
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
        if lethal := {
            *(i for i, slider in self.sliders.items() if slider.lethal),
            *self.slugs,
        }:
            found = find_overlaps(*own, *self.paths_of(step, lethal))
            yield from found.b[found.u0 <= end].tolist()
        for blade in sorted({*step.touches.b.tolist()} & self.blades.keys()):
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
        from hashlib import (
            blake2b,
        )  # It loads OpenSSL, and no picture waits for a fingerprint.

        state, space = blake2b(digest_size=8), self.space
        for column in (space.center, space.half_extents, space.velocity):
            state.update(column.astype("<f8").tobytes())
        for row in (space.response, space.kind):
            state.update(row.astype("<i8").tobytes())
        state.update(repr(self.decisive()).encode())
        return state.hexdigest()

    def decisive(self) -> tuple[object, ...]:
        """The state outside of the space that decides what happens next."""
        run = self.ticks, self.clock, self.dashes, self.outcome
        left = self.glitch_left, sorted(self.cores_left), sorted(self.glitches)
        return *run, *left, self.player


def vector(row: Floats) -> Vector:
    return tuple(row.tolist())
