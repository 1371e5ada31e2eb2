"""What happens in one tick?

A world is one attempt in one room. A tick decides what the player does, drives the bodies, steps
the space by the method, and tells the story of the step in the order of u; at the same u cores come
before the exit, and the exit before death:

    u   0 ---- core ---- last core, the exit opens ---- exit ---- 1
                                                        the rest is dropped

World time is counted in parts of a tick: 20 at full speed, 3 while the player aims, which is 0.15
of the speed without a rounding that adds up.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, inf
from typing import Any, NamedTuple

import numpy as np

from ..collision import AABB, SKIN, Response, Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Bools, Floats, Ints
from ..collision.space import COLUMNS
from ..collision.step import overlaps_of
from ..collision.tables import Contacts, Paths, Touches, concatenate
from . import events
from .elements import Blade, Slider, Slug
from .events import Event
from .methods import SWEEP, Method, inside, substeps
from .player import DASH_SPEED, GLITCH_SPEED, HALF, HURT_HALF, Controls, Player, touched_faces
from .room import Room
from .scoring import EXIT, GRAZE, Stars, core_points, time_points

TICK, SLOW_TICK = 20, 3
NEAR = 3.0
"""px: a lethal box that comes so near to the player is a graze, if it does not touch."""
GRAZE_HALF = (HALF[0] + NEAR, HALF[1] + NEAR)
GLITCH_SECONDS = 1.5
"""s of world time."""
KNOWN = 100
"""Steps that are remembered: as many as the previews of 7 slow ticks begin."""
STRIDE = 40.0
"""px at most that anything goes in GLITCH between two looks: no more than the frame is thick."""
ORDER: list[type[Event]] = [events.Ricocheted, events.CoreTaken, events.GlitchBegan]
ORDER += [events.ExitOpened, events.Finished, events.Died, events.Stopped, events.TakenBack]
"""What comes first at the same u."""


class Counters(NamedTuple):
    """What the steps came to until now: rows, and mover-steps for inside."""

    contacts: int = 0
    touches: int = 0
    missed_by_discrete: int = 0
    """Contacts that a look at the end of the step would not have seen."""
    inside: int = 0
    """Ended deeper than SKIN in a solid."""
    crushed: int = 0


class Onward(NamedTuple):
    """Where contacts would have led, had the movers gone straight on; rows as the contacts."""

    mover: Ints
    end: Floats
    """(n, 2), where the mover would have been when the step ends, px."""
    solid: Floats
    """(n, 2), where the solid is then."""
    drift: Floats
    """(n, 2), by how much the solid moves from u to then."""
    reach: Floats
    """(n, 2), the sum of both half extents."""

    def missed(self) -> Bools:
        """Tell whose look at the end of the step would have seen nothing."""
        gap = np.abs(self.end - self.solid) - self.reach
        return np.asarray(gap.max(axis=1, initial=-inf) > 0)


NOBODY_ON = Onward(np.zeros(0, np.intp), *4 * (np.zeros((0, 2)),))


class Headline(NamedTuple):
    """What the head of the screen says about a run."""

    progress: str
    tally: str = ""
    is_alarm: bool = False
    """Whether the tally should be zero and is not."""


class Assist(NamedTuple):
    """What makes a run easier, and marks it."""

    freeze: bool = False
    """Time stops while the player aims."""
    invincible: bool = False
    """Nothing hurts."""
    glitch: bool = False
    """GLITCH never ends."""


class Preview(NamedTuple):
    """What the dash would do if the player let go now."""

    paths: tuple[tuple[Vector, Vector], ...]
    strides: bool
    """Whether there is a look only at each end of a path."""
    taken_back: Vector | None
    """Where the last stride led, if that was into a solid."""
    cores: tuple[int, ...]
    dies: Vector | None
    end: Vector


class World:
    """One attempt in one room.

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
        seed: int = 0,
        tick_rate: int | None = None,
        method: Method = SWEEP,
        assist: Assist = Assist(),  # noqa: B008, it is a value
    ) -> None:
        self.room, self.seed, self.method, self.assist = room, seed, method, assist
        self.tick_rate = tick_rate or room.tick_rate
        self.space = Space()
        self.sliders: dict[int, Slider] = {}
        self.slugs: dict[int, Slug] = {}
        self.blades: dict[int, Blade] = {}
        self.cores_left: frozenset[int] = frozenset()
        self.glitches: frozenset[int] = frozenset()
        self.exit_id: int | None = None
        self.line: int | None = None
        """A sensor that ends the run."""
        self.integrity: int | None = None
        """Hits that the player can take; None: the first one ends the run."""
        self.unhurt_until = 0
        """The tick from which something lethal hurts."""
        self.ticks = self.clock = self.parts = self.dashes = self.points = self.glitch_left = 0
        self.add(room)
        player = self.space.add_movers(room.start, HALF, 0.0, Response.SLIDE, notices=True)
        self.player = Player(int(player[0]))
        self.crept = False
        self.outcome: str | None = None
        self.counters = Counters()
        self.known: dict[Any, tuple[Step, Floats, Floats]] = {}
        """Steps by what they began with, of copies too, and where they led."""
        self.counts = True
        """Whether it adds up counters and points: a preview does not."""
        self.step: Step | None = None
        self.onward = NOBODY_ON
        self.moves, self.strides = self.space.velocity, 1
        """px by which bodies were to move in the last tick; in how many looks in GLITCH."""
        self.events: tuple[Event, ...] = ()
        self.prepare()

    def prepare(self) -> None:
        """Set up what a run needs besides its room: here nothing."""

    def add(self, part: Room) -> list[int]:
        """Put all that lies in a room, or in a part of one, into the space; return the ids.

        The dicts of what is where are made anew: copies of the world keep theirs.
        """
        space = self.space
        walls = space.add_walls(*columns(part.walls))
        begun = (AABB(s.place(self.time), s.box.half_extents) for s in part.sliders)
        sliders = space.add_obstacles(*columns(begun), 0.0)
        velocity = np.array([slug.velocity for slug in part.slugs]).reshape(-1, 2)
        boxes = columns(slug.box for slug in part.slugs)
        slugs = space.add_movers(*boxes, velocity, Response.BOUNCE)
        around = (AABB(b.center, (b.reach + NEAR, b.reach + NEAR)) for b in part.blades)
        blades = space.add_sensors(*columns(around))
        cores = space.add_sensors(*columns(part.cores))
        glitches = space.add_sensors(*columns(part.glitches))
        self.sliders = {**self.sliders, **dict(zip(sliders.tolist(), part.sliders))}
        self.slugs = {**self.slugs, **dict(zip(slugs.tolist(), part.slugs))}
        self.blades = {**self.blades, **dict(zip(blades.tolist(), part.blades))}
        self.cores_left |= set(cores.tolist())
        self.glitches |= set(glitches.tolist())
        ids = [walls, sliders, slugs, blades, cores, glitches]
        if part.exit:
            ids.append(space.add_sensors(*columns([part.exit])))
            self.exit_id = int(ids[-1][0])
        return [i for kind in ids for i in kind.tolist()]

    def remove(self, ids: Sequence[int]) -> None:
        """Take bodies out of the space and of what is known of them."""
        self.space.remove(list(ids))
        gone = set(ids)
        self.sliders = {i: body for i, body in self.sliders.items() if i not in gone}
        self.slugs = {i: body for i, body in self.slugs.items() if i not in gone}
        self.blades = {i: body for i, body in self.blades.items() if i not in gone}
        self.cores_left, self.glitches = self.cores_left - gone, self.glitches - gone

    @property
    def lethal(self) -> list[int]:
        """Who hurts, and is a box."""
        return [*(i for i, slider in self.sliders.items() if slider.lethal), *self.slugs]

    @property
    def glitching(self) -> bool:
        """Tell whether bodies move without the sweep; a dash keeps to what it began with."""
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
    def exit_open(self) -> bool:
        return not self.cores_left

    @property
    def score(self) -> int:
        if self.outcome != "finished":
            return 0 if self.outcome else self.points
        pace = self.ticks, self.tick_rate, self.room.par_ticks, self.room.tick_rate
        return self.points + EXIT + time_points(*pace)

    def headline(self) -> Headline:
        """Return the time and the dashes of the run, and the cores that were taken."""
        time = f"{self.ticks / self.tick_rate:.2f} s"
        dashes = f"{self.dashes:,} dash{'' if self.dashes == 1 else 'es'}"
        cores = len(self.room.cores)
        return Headline(f"{time}   {dashes}", f"cores {cores - len(self.cores_left)}/{cores}")

    @property
    def stars(self) -> Stars:
        """What the run has earned; nothing until it is finished."""
        if self.outcome != "finished":
            return Stars()
        in_time = self.ticks * self.room.tick_rate <= self.room.par_ticks * self.tick_rate
        return Stars(in_time, self.dashes <= self.room.par_dashes, not self.crept)

    def tick(self, controls: Controls) -> tuple[Event, ...]:
        """Let a tick pass; return what happened. The first waits for the first input."""
        self.events = ()
        if self.outcome or self.waits(controls):
            return ()
        begun = self.drive(controls)
        self.moves, glitching = self.space.velocity * self.dt, self.glitching
        if glitching:
            self.strides = max(1, ceil(float(np.abs(self.moves).max()) / STRIDE - SKIN))
            step = substeps(self.space, self.dt, self.strides)
        elif self.player.state in ("aim", "release", "dash"):
            step = self.foreseen()
        else:
            step = self.method.step(self.space, self.dt)
        if glitching and not self.assist.glitch:
            self.glitch_left = max(0, self.glitch_left - self.parts)
        self.ticks += 1
        told = self.tell(step)
        if glitching and not self.glitching and not self.outcome:
            told.append(events.GlitchEnded(1.0, self.place(self.player.id), self.player.id))
        self.step = cut(step, told[-1].u) if self.outcome else step
        if self.counts:
            self.count(self.step)
        if self.outcome:
            self.space.center[:] = step.paths.at(told[-1].u, self.space.center)
        self.events = (*begun, *told)
        return self.events

    def foreseen(self) -> Step:
        """Step the space by the method, if that was not done before: while the player aims, the
        next ticks are those that previews have seen."""
        space, key = self.space, (self.method.name, self.dt)
        key += tuple(getattr(space, name).tobytes() for name in COLUMNS)
        if key not in self.known:
            step = self.method.step(space, self.dt)
            self.known[key] = step, space.center.copy(), space.velocity.copy()
            self.known.pop(next(iter(self.known)) if len(self.known) > KNOWN else None, None)
        step, space.center[:], space.velocity[:] = self.known[key]
        return step

    def waits(self, controls: Controls) -> bool:
        """Tell whether a tick does not pass yet."""
        return self.ticks == 0 and controls.idle

    def carry(self, parts: int) -> None:
        """Let parts of a tick pass, and set the sliders' velocities: they lead to their places."""
        self.clock, self.parts = self.clock + parts, parts
        for i, slider in self.sliders.items() if parts else ():
            way = np.subtract(slider.place(self.time), self.space.center[i])
            self.space.velocity[i] = way / self.dt

    def drive(self, controls: Controls) -> list[Event]:
        """Let the player decide, and set all velocities."""
        player, space = self.player, self.space
        faces = touched_faces(space, player.id)
        glitching = self.glitch_left > 0
        launched = player.decide(controls, self.ticks, self.tick_rate, [] if glitching else faces)
        if launched:
            player.speed = GLITCH_SPEED if glitching else DASH_SPEED
        parts = SLOW_TICK if player.slows() else TICK
        if self.assist.freeze and player.state in ("aim", "release"):
            parts = 0
        self.carry(parts)
        player.drive(space, self.dt, self.tick_rate, faces)
        self.dashes += launched is True
        self.crept |= player.state == "creep"
        if launched is None:
            return []
        kind = events.Dashed if launched else events.Refused
        return [kind(0.0, self.place(player.id), player.id, direction=player.direction)]

    def tell(self, step: Step) -> list[Event]:
        """Live through a step in the order of u, until the run or the step ends."""
        told: list[Event] = []
        story = [*self.told_by_contacts(step), *self.told_by_touches(step)]
        for event in sorted(story, key=lambda event: (event.u, ORDER.index(type(event)))):
            felt = self.feel(event) if isinstance(event, events.Died) else event
            if felt is None:
                continue
            told.append(felt)
            told += self.live(felt, step)
            if self.outcome:
                return told
        if self.player.state == "dash" and self.counts:
            self.pass_by(step, 1.0)
        return told

    def told_by_contacts(self, step: Step) -> Iterator[Event]:
        """Tell of ricochets, of deaths at lethal faces, and of the end of the dash."""
        dashing, bounces = self.player.state == "dash", dict.fromkeys(self.slugs, 0)
        for row in zip(*(column.tolist() for column in step.contacts)):
            mover, other, u, normal, position, crushed = row
            what = u, tuple(position), mover, other, tuple(normal)
            if mover in bounces:
                bounces[mover] += 1
                yield events.Ricocheted(*what, bounces[mover])
                continue
            death = events.Died(*what)
            if crushed or self.is_hurt_by_face(step, other, death):
                yield death
            if dashing:
                dashing = False
                yield (events.TakenBack if self.glitching else events.Stopped)(*what)
        if dashing and self.player.dash_left == 0:
            yield events.Stopped(1.0, self.place(self.player.id), self.player.id)

    def told_by_touches(self, step: Step) -> Iterator[Event]:
        """Tell of cores, of GLITCH cells, of the exit, and of deaths by slugs and blades."""
        t, me, dashing = step.touches, self.player.id, self.player.state == "dash"
        rows = [r for r in zip(*(column.tolist() for column in t)) if r[0] == me]
        first = {b: u0 for _, b, u0, _ in reversed(rows) if b in self.cores_left}
        for count, (core, u) in enumerate(sorted(first.items(), key=lambda item: item[1]), 1):
            chain = self.player.chain + count if dashing else 1
            yield events.CoreTaken(u, self.place(me, step, u), me, core, count=chain)
        opens = max(first.values(), default=0.0) if len(first) == len(self.cores_left) else inf
        if first and opens < inf and self.exit_id is not None:
            yield events.ExitOpened(opens, self.place(me, step, opens), me, self.exit_id)
        for cell, u in {b: u0 for _, b, u0, _ in reversed(rows) if b in self.glitches}.items():
            yield events.GlitchBegan(u, self.place(me, step, u), me, cell)
        for _, b, u0, u1 in rows:
            if b in self.blades:
                hurt = self.meets_blade(step, b, HURT_HALF, (u0, u1))
                if hurt is not None:
                    yield events.Died(hurt, self.place(me, step, hurt), me, b)
            elif b == self.exit_id and opens <= u1:
                u = max(u0, opens)
                yield events.Finished(u, self.place(me, step, u), me, b)
            elif b in self.slugs or b == self.line:
                meet = overlaps_of(*self.ways(step, [me], HURT_HALF), *self.ways(step, [b]))
                for h0, h1 in zip(meet.u0.tolist(), meet.u1.tolist()):
                    if max(h0, u0) <= min(h1, u1):
                        yield events.Died(max(h0, u0), self.place(me, step, max(h0, u0)), me, b)

    def meets_blade(
        self, step: Step, blade: int, half: Vector, span: tuple[float, float]
    ) -> float | None:
        """Return when a box around the player first touches a blade in a step."""
        way = self.ways(step, [self.player.id])[0]
        return self.blades[blade].first_touch(way, half, span, self.time - self.dt, self.dt)

    def feel(self, death: events.Died) -> Event | None:
        """Return what becomes of a death: None if nothing hurts."""
        return None if self.assist.invincible else death

    def is_hurt_by_face(self, step: Step, solid: int, death: events.Died) -> bool:
        """Tell whether a contact was with a lethal face; at an exact corner a safe one wins."""
        slider, normal = self.sliders.get(solid), death.direction
        if slider is None or not slider.kills(normal):
            return False
        away = np.subtract(death.position, self.place(solid, step, death.u))
        edge = np.abs(away) >= np.add(HALF, slider.box.half_extents) - SKIN
        beside = np.where(normal, 0.0, np.copysign(1.0, away))
        return not edge[normal.index(0.0)] or slider.kills(vector(beside))

    def live(self, event: Event, step: Step) -> list[Event]:
        """Let an event change the run; return what follows from it."""
        dashing = self.player.state == "dash"
        if isinstance(event, events.CoreTaken) and event.other is not None:
            self.player.chain = event.count
            self.remove([event.other])
            self.points += core_points(event.count)
        elif isinstance(event, events.GlitchBegan) and event.other is not None:
            self.remove([event.other])
            self.glitch_left = round(GLITCH_SECONDS * TICK * self.tick_rate)
        elif isinstance(event, events.Died):
            self.outcome = "dead"
        elif isinstance(event, events.Finished | events.Stopped):
            self.outcome = "finished" if isinstance(event, events.Finished) else None
            self.player.state = "still"
            self.space.velocity[self.player.id] = 0.0
            return self.grazes(step, event) if dashing and self.counts else []
        return []

    def grazes(self, step: Step, end: Event) -> list[Event]:
        """Tell what lethal boxes were passed closely in the dash that ends, and not touched."""
        self.pass_by(step, end.u)
        grazed = sorted({*self.player.near} - {*self.player.touched})
        self.points += GRAZE * len(grazed)
        return [events.Grazed(end.u, end.position, end.body, other) for other in grazed]

    def pass_by(self, step: Step, end: float) -> None:
        """Remember what lethal boxes and blades the dash comes near and touches."""
        if self.lethal:
            player, others = self.player, self.ways(step, self.lethal)
            near = overlaps_of(*self.ways(step, [player.id], GRAZE_HALF), *others)
            touched = overlaps_of(*self.ways(step, [player.id]), *others)
            player.near += tuple(near.b[near.u0 <= end].tolist())
            player.touched += tuple(touched.b[touched.u0 <= end].tolist())
        for blade in sorted({*step.touches.b.tolist()} & self.blades.keys()):
            if self.meets_blade(step, blade, GRAZE_HALF, (0.0, end)) is not None:
                self.player.near += (blade,)
                if self.meets_blade(step, blade, HALF, (0.0, end)) is not None:
                    self.player.touched += (blade,)

    def ways(self, step: Step, ids: list[int], half: Vector | None = None) -> tuple[Paths, Floats]:
        """Return the paths of bodies, of resting ones too, and half extents for each piece."""
        moved = step.paths.only((step.paths.mover[:, None] == ids).any(axis=1))
        rest = np.array(sorted({*ids} - {*moved.mover.tolist()}), np.intp)
        u, center = np.zeros(len(rest)), self.space.center[rest]
        standing = Paths(rest, u, u + 1.0, center, center)
        paths = concatenate([moved, standing], axis=0)
        own = self.space.half_extents[paths.mover]
        return paths, own if half is None else np.broadcast_to(half, own.shape)

    def count(self, step: Step) -> None:
        """Add up what the step came to."""
        c, self.onward = step.contacts, straight_on(step, self.space, self.moves)
        missed, deep = int(self.onward.missed().sum()), len(inside(self.space)[0])
        more = len(c.u), len(step.touches.u0), missed, deep, int(c.crushed.sum())
        self.counters = Counters(*(old + new for old, new in zip(self.counters, more)))

    def place(self, id: int, step: Step | None = None, u: float = 1.0) -> Vector:
        """Return a body's centre, now or at a time of a step."""
        center = self.space.center
        return vector((step.paths.at(u, center) if step else center)[id])

    def copy(self) -> World:
        """Return a world of its own that goes on from here."""
        other = copy.copy(self)
        other.space, other.player = self.space.copy(), copy.copy(self.player)
        return other

    def preview(self) -> Preview:
        """Run a copy to the end of the dash, as if the player let go now."""
        ahead, paths, back = self.copy(), [], None
        ahead.counts = False
        while not ahead.outcome and ahead.player.state in ("aim", "release", "dash"):
            ahead.tick(Controls(heading=ahead.player.heading))
            if ahead.step and (ahead.dashes > self.dashes or self.player.state == "dash"):
                own = ahead.step.paths.only(ahead.step.paths.mover == self.player.id)
                paths += list(zip(map(vector, own.start), map(vector, own.end)))
            for event in ahead.events:
                if ahead.step and isinstance(event, events.TakenBack):
                    looks = ahead.strides
                    begin = ahead.place(event.body, ahead.step, round(event.u * looks - 1) / looks)
                    back = vector(begin + ahead.moves[event.body] / looks)
        end, cores = ahead.place(self.player.id), self.cores_left - ahead.cores_left
        dies = end if ahead.outcome == "dead" else None
        strides = bool(paths) and ahead.player.speed == GLITCH_SPEED
        return Preview(tuple(paths), strides, back, tuple(sorted(cores)), dies, end)

    def state_hash(self) -> str:
        """Return a fingerprint of all that decides what happens next, and of the run until now."""
        from hashlib import blake2b  # It loads OpenSSL, and no picture waits for a fingerprint.

        state, space = blake2b(digest_size=8), self.space
        for column in (space.center, space.half_extents, space.velocity):
            state.update(column.astype("<f8").tobytes())
        for row in (space.response, space.kind):
            state.update(row.astype("<i8").tobytes())
        state.update(repr(self.decisive()).encode())
        return state.hexdigest()

    def decisive(self) -> tuple[object, ...]:
        """What the space does not know."""
        run = self.ticks, self.clock, self.dashes, self.points, self.crept, self.outcome
        left = self.glitch_left, sorted(self.cores_left), sorted(self.glitches)
        return *run, *left, self.player


def columns(boxes: Iterable[AABB]) -> tuple[Floats, Floats]:
    """Return boxes as an array of their centres and one of their half extents."""
    rows = np.array([(box.center, box.half_extents) for box in boxes]).reshape(-1, 2, 2)
    return rows[:, 0], rows[:, 1]


def vector(row: Floats) -> Vector:
    return tuple(row.tolist())


def cut(step: Step, end: float) -> Step:
    """Drop what came after the end."""
    contacts, touches, paths = step
    paths = paths.only(paths.u_start < end)
    return Step(
        Contacts._make(column[contacts.u <= end] for column in contacts),
        Touches._make(column[touches.u0 <= end] for column in touches),
        paths._replace(u_end=np.minimum(paths.u_end, end), end=paths.place(end)),
    )


def straight_on(step: Step, space: Space, moves: Floats) -> Onward:
    """Return where contacts would have led; moves are what bodies were to move by in the step."""
    c, half, left = step.contacts, space.half_extents, (1.0 - step.contacts.u)[:, None]
    end, drift = c.position + left * coming(step, moves), left * moves[c.other]
    return Onward(c.mover, end, space.center[c.other], drift, half[c.mover] + half[c.other])


def coming(step: Step, moves: Floats) -> Floats:
    """Return by how much a step movers were displaced when they came to each contact.

    That is the slope of the path's piece that ends there; without one, what they began with.
    """
    c, p = step.contacts, step.paths
    piece = np.searchsorted(2.0 * p.mover + p.u_end, 2.0 * c.mover + c.u)
    came = np.flatnonzero(piece < len(p.mover))
    came = came[(p.mover[piece[came]] == c.mover[came]) & (p.u_start[piece[came]] < c.u[came])]
    piece, slope = piece[came], moves[c.mover]
    slope[came] = (p.end - p.start)[piece] / (p.u_end - p.u_start)[piece, None]
    return slope
