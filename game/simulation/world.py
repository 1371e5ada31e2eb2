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

from collections.abc import Sequence
from copy import copy
from functools import partial
from math import ceil
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Response, Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from .bodies import ElementsById, add_elements
from .elements import NEAR, Core, GlitchCell
from .events import (
    CoreTaken,
    Dashed,
    Died,
    Event,
    ExitOpened,
    Finished,
    GlitchBegan,
    GlitchEnded,
    Grazed,
    Refused,
    Ricocheted,
    Stopped,
    TakenBack,
)
from .fingerprint import ValueTuple, fingerprint
from .meetings import Meetings, vector
from .methods import SWEEP, Method, Stepper, cut, step_by, substep_method
from .missed import NO_PREDICTIONS, Counters, PredictedPaths, count, predict_paths
from .player import (
    DASH_SPEED,
    GLITCH_SPEED,
    HALF,
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
ORDER: list[type[Event]] = [
    Ricocheted,
    CoreTaken,
    GlitchBegan,
    ExitOpened,
    Finished,
    Died,
    Stopped,
    TakenBack,
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


class WorldTime(NamedTuple):
    """World time: counted in parts of a tick, and stated in seconds."""

    tick_rate: int
    parts: int = 0
    """Those that have passed since the run began."""
    last_parts: int = 0
    """Those of them that passed in the last tick."""

    @property
    def now(self) -> float:
        """How long the run is until now, s of world time."""
        return self.parts / (PARTS_A_TICK * self.tick_rate)

    @property
    def dt(self) -> float:
        """How long the last tick was, s of world time."""
        return self.last_parts / (PARTS_A_TICK * self.tick_rate)

    def after(self, parts: int) -> WorldTime:
        """Return the time after one more tick, in which so many parts pass."""
        return WorldTime(self.tick_rate, self.parts + parts, parts)


class Tick(NamedTuple):
    """What the last tick leaves behind: how bodies moved in it, and what happened."""

    moves: Floats
    """(N, 2), the displacement of each body if nothing stops it, px."""
    is_dashing: bool
    """Whether the player dashed."""
    is_swept: bool = True
    """Whether bodies were swept: not by another method, nor in GLITCH."""
    strides: int = 1
    """Into how many a tick in GLITCH was divided."""
    predicted: PredictedPaths = NO_PREDICTIONS
    """Where movers would have been without their contacts."""
    step: Step | None = None
    """Its contacts, touches and paths, up to the end of the run; None before the first
    tick."""
    events: tuple[Event, ...] = ()
    """What happened, in the order of u; empty where no tick passed."""


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
        self.room = room
        self.seed = seed
        self.method = method
        self.assist = assist
        self.tick_rate = tick_rate or room.tick_rate
        self.space = Space()
        self.bodies = ElementsById({})
        self.line: int | None = None
        """A sensor that ends the run."""
        self.integrity: int | None = None
        """Hits that the player can take; None: the first one ends the run."""
        self.unhurt_until = 0
        """The tick from which something lethal hurts."""
        self.ticks = 0
        self.time = WorldTime(self.tick_rate)
        self.dashes = 0
        self.glitch_left = 0
        """Parts of a tick until GLITCH ends."""
        self.add(room)
        player = self.space.add_movers(
            room.start, HALF, 0.0, Response.SLIDE, notices=True
        )
        self.player = Player(int(player[0]))
        self.outcome: str | None = None
        self.counters = Counters()
        self.last = Tick(self.space.velocity, is_dashing=False)
        self.prepare()

    def prepare(self) -> None:
        """Set up what a run needs besides its room; here nothing."""

    def add(self, part: Room) -> list[int]:
        """Put all that lies in a room, or in a part of one, into the space; return the
        ids."""
        walls = self.space.add_walls(*columns(part.walls)).tolist()
        elements = add_elements(self.space, part, self.time.now)
        self.bodies = self.bodies.with_added(elements)
        return [*walls, *elements]

    def remove(self, ids: Sequence[int]) -> None:
        """Take bodies out of the space, and elements with them."""
        self.space.remove(ids)
        self.bodies = self.bodies.without(ids)

    @property
    def glitching(self) -> bool:
        """Whether bodies move without the sweep; a dash ends as it began."""
        if self.player.state == "dash":
            return self.player.speed == GLITCH_SPEED
        return self.glitch_left > 0

    @property
    def score(self) -> int:
        """The points of a run; a room has none: there, time is the score."""
        return 0

    def headline(self) -> Headline:
        """Return the time and the dashes of the run, and the cores that were taken."""
        time = f"{self.ticks / self.tick_rate:.2f} s"
        dashes = "1 dash" if self.dashes == 1 else f"{self.dashes:,} dashes"
        cores = len(self.room.of(Core))
        taken = cores - len(self.bodies.of(Core))
        return Headline(f"{time}   {dashes}", f"cores {taken}/{cores}")

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> tuple[Event, ...]:
        """Let a tick pass, add its grazes and count it; arguments as advance.

        Returns:
            What happened, in the order of u.
        """
        passed = self.advance(controls, stepper)
        if passed:
            step, space = passed
            self.add_grazes(step)
            predicted = predict_paths(step, space, self.last.moves)
            self.last = self.last._replace(predicted=predicted)
            self.counters = count(self.counters, step, space, predicted.missed())
        return self.last.events

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
        if self.outcome or self.waits(controls):
            self.last = self.last._replace(events=())
            return None
        begun = self.drive(controls)
        glitching = self.glitching
        self.last = self.plan(glitching)
        method = substep_method(self.last.strides) if glitching else self.method
        step = stepper(method, self.space, self.time.dt)
        if glitching and not self.assist.glitch:
            self.glitch_left = max(0, self.glitch_left - self.time.last_parts)
        self.ticks += 1
        happened = self.play_out(step)
        if glitching and not self.glitching and not self.outcome:
            me = self.player.id
            happened.append(GlitchEnded(1.0, self.place(me), me))
        space = self.space
        if self.outcome:
            space = space.copy()
            end = happened[-1].u
            self.space.center[:] = step.paths.at(end, space.center)
            step = cut(step, end)
        self.last = self.last._replace(step=step, events=(*begun, *happened))
        return step, space

    def plan(self, is_glitching: bool) -> Tick:
        """Return the report of this tick as far as it is known before bodies move: how
        they are about to move."""
        moves = self.space.velocity * self.time.dt
        strides = self.last.strides
        if is_glitching:
            farthest = np.abs(moves).max()
            strides = max(1, ceil(farthest / LONGEST_STRIDE - SKIN))
        is_swept = self.method == SWEEP and not is_glitching
        is_dashing = self.player.state == "dash"
        return self.last._replace(
            moves=moves, is_dashing=is_dashing, is_swept=is_swept, strides=strides
        )

    def waits(self, controls: Controls) -> bool:
        """Tell whether a tick does not pass yet."""
        return self.ticks == 0 and controls.idle

    def advance_time(self, parts: int) -> None:
        """Let parts of a tick pass, and set the velocities that lead sliders to their
        places."""
        self.time = self.time.after(parts)
        if parts:
            time = self.time.now
            dt = self.time.dt
            center = self.space.center
            velocity = self.space.velocity
            for id, element in self.bodies.driven.items():
                ends = zip(element.place(time), center[id].tolist())
                velocity[id] = [(end - start) / dt for end, start in ends]

    def drive(self, controls: Controls) -> list[Event]:
        """Let the player decide, and set all velocities."""
        player = self.player
        faces = partial(touched_faces, self.space, player.id)
        is_glitching = self.glitch_left > 0
        # In GLITCH no face stops a dash from beginning: list() returns none.
        faces_at_launch = list if is_glitching else faces
        launched = player.decide(controls, self.ticks, self.tick_rate, faces_at_launch)
        if launched:
            player.speed = GLITCH_SPEED if is_glitching else DASH_SPEED
            self.dashes += 1
        freezes = self.assist.freeze and player.state in SLOW
        parts = PARTS_A_SLOW_TICK if player.slows(self.tick_rate) else PARTS_A_TICK
        self.advance_time(0 if freezes else parts)
        player.drive(self.space, self.time.dt, self.tick_rate, faces)
        if launched is None:
            return []
        kind = Dashed if launched else Refused
        return [kind(0.0, self.place(player.id), player.id, direction=player.direction)]

    def play_out(self, step: Step) -> list[Event]:
        """Apply a step's events in the order of u, until the run or the step ends;
        return them."""
        happened: list[Event] = []
        meetings = self.meetings(step)
        found = [*meetings.contact_events(), *meetings.touch_events()]
        found.sort(key=lambda event: (event.u, ORDER.index(type(event))))
        for event in found:
            felt = self.injury(event) if isinstance(event, Died) else event
            if felt is not None:
                happened += [felt, *self.apply(felt)]
            if self.outcome:
                break
        return happened

    def meetings(self, step: Step) -> Meetings:
        """Return what bodies meet in a step of this tick."""
        time = self.time
        return Meetings(
            step=step,
            space=self.space,
            bodies=self.bodies,
            player=self.player,
            is_dashing=self.last.is_dashing,
            is_glitching=self.glitching,
            line=self.line,
            begin=time.now - time.dt,
            dt=time.dt,
        )

    def injury(self, death: Died) -> Event | None:
        """Return what something lethal does to the player; None: nothing."""
        return None if self.assist.invincible else death

    def apply(self, event: Event) -> list[Event]:
        """Let an event change the run; return the events that follow from it: in a room
        none, in other worlds perhaps some."""
        match event:
            case CoreTaken(other=int(core)):
                self.player.chain = event.count
                self.remove([core])
            case GlitchBegan(other=int(cell)):
                self.remove([cell])
                self.glitch_left = round(GLITCH_SECONDS * PARTS_A_TICK * self.tick_rate)
            case Died():
                self.outcome = "dead"
            case Finished():
                self.outcome = "finished"
                end_dash(self.player, self.space)
            case Stopped():
                end_dash(self.player, self.space)
        return []

    def add_grazes(self, step: Step) -> None:
        """Note what the dash passes closely in a step; where it ends, add its grazes to
        the events."""
        player = self.player
        happened = list(self.last.events)
        ends = [event for event in happened if isinstance(event, Finished | Stopped)]
        if not self.last.is_dashing or (self.outcome and not ends):
            return
        until = ends[0].u if ends else 1.0
        meetings = self.meetings(step)
        near = tuple(meetings.lethal_touches(GRAZE_HALF, until))
        if near:
            player.near += near
            player.touched += tuple(meetings.lethal_touches(HALF, until))
        if ends:
            after = happened.index(ends[0]) + 1
            happened[after:after] = grazes(player, ends[0])
            self.last = self.last._replace(events=tuple(happened))

    def place(self, id: int, step: Step | None = None, u: float = 1.0) -> Vector:
        """Return a body's centre, now or at a time of a step."""
        center = self.space.center
        if step:
            center = step.paths.at(u, center)
        return vector(center[id])

    def copy(self) -> World:
        """Return a world of its own that goes on from here."""
        other = copy(self)
        other.space = self.space.copy()
        other.player = copy(self.player)
        return other

    def state_hash(self) -> str:
        """Return a fingerprint of all that decides what happens next, and of the run
        until now."""
        space = self.space
        numbers = space.center, space.half_extents, space.velocity
        codes = space.response, space.kind
        columns = [column.astype("<f8").tobytes() for column in numbers]
        columns += [column.astype("<i8").tobytes() for column in codes]
        return fingerprint((*columns, *self.decisive()))

    def decisive(self) -> ValueTuple:
        """Return the state outside of the space that decides what happens next."""
        return (
            self.ticks,
            self.time.parts,
            self.dashes,
            self.outcome,
            self.glitch_left,
            sorted(self.bodies.of(Core)),
            sorted(self.bodies.of(GlitchCell)),
            self.player.values(),
        )


def end_dash(player: Player, space: Space) -> None:
    """Let the player rest where it is."""
    player.state = "still"
    space.velocity[player.id] = 0.0


def grazes(player: Player, end: Event) -> list[Event]:
    """Return the grazes of the player's dash: what it came near to and did not touch,
    where it ended."""
    grazed = set(player.near) - set(player.touched)
    return [Grazed(end.u, end.position, end.body, other) for other in sorted(grazed)]
