"""How does a world get on the screen?

A run is a world with its clock, its effects and its input: the devices or a replay. It
draws the last tick at u = alpha along the bodies' paths; a straight line between two
states would cut through walls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import exp, inf
from time import perf_counter_ns

import pygame

from ...clock import Clock, in_time
from ...collision import Kind, Step
from ...collision.batch import Floats
from ...collision.tables import Paths
from ...simulation.begin import begin
from ...simulation.elements import Slug, track
from ...simulation.events import CoreTaken
from ...simulation.foresight import Preview, StepCache, preview_dash
from ...simulation.lab import LabRoom
from ...simulation.methods import Method, step_by
from ...simulation.player import AIMING, HALF, Controls
from ...simulation.replay import Replay, begin_replay
from ...simulation.room import Room
from ...simulation.shaft import Scanline
from ...simulation.world import World
from ...study.candidates import reasons_of
from ...study.history import History
from ...view import palette
from ...view.canvas import MANY_BODIES, Canvas
from ...view.effects import Effects
from ...view.hud import RoomPage, draw_hud
from ...view.overlay import CONTACT_STEPS, OverlayData, RecentSteps, draw_overlay
from ...view.player import draw_ghost, draw_player, draw_preview
from ...view.room import draw_room, draw_walls, picture_time
from ...view.screen import PAGE, Screen
from ...view.shapes import boxes_around
from ..scene import Stage

TRACK_SECONDS, TRACK_PERIOD = 0.25, 0.05
"""s of world time: the length of a slug's predicted path, and how often it is predicted
again."""
LONG_AGO = 10.0
"""s: after that all effects have ended."""
HIT_STOP = 0.04
"""s: the clock is held when a core is taken."""
VIEW_ABOVE, CAMERA_RATE = 220.0, 10.0
"""px shown above the player in a shaft, and how fast the camera gets there, 1/s."""


METHOD_NAMES = ("sweep", "substeps:4", "discrete", "listing4")
"""The methods through which V cycles."""
SPEEDS = (1.0, 1 / 2, 1 / 4, 1 / 10, 1 / 60)
SPEED_NAMES = ("full speed", "1/2 speed", "1/4 speed", "1/10 speed", "1/60 speed")


class Run:
    """One attempt in one room.

    canvas is the class of the canvas on which it is drawn, and previews whether the
    preview of a dash is: three at once would take too long.

    Args:
        stage: what scenes share.
        room: the room.
        replay: its controls; None: those passed to advance() and tick().
        ghost: a run that is drawn beside this one.
        after_tick: called after each tick.
    """

    canvas, previews = Canvas, True

    def __init__(
        self,
        stage: Stage,
        room: Room,
        replay: Replay | None = None,
        ghost: Replay | None = None,
        after_tick: Callable[[World], None] = lambda world: None,
    ) -> None:
        self.stage, self.room, self.after_tick = stage, room, after_tick
        if replay:
            world = begin_replay(replay, room)
        else:
            world = begin(room, stage.seed, stage.tick_rate, stage.method, stage.assist)
        self.history = History(world, replay)
        self.replayed = replay is not None
        self.ghost = History(begin_replay(ghost, room), ghost) if ghost else None
        self.clock = Clock(world.tick_rate)
        self.shows_part_of_tick = False
        """Whether a run that has ended is drawn at its clock's alpha; else it is drawn
        at the end of its last tick."""
        self.used_two_methods = False
        """Whether the method was switched between two ticks; no replay tells that."""
        self.effects = Effects(stage.settings)
        names = [path.stem for path in stage.rooms]
        place = names.index(room.name) if room.name in names else 0
        self.accent = palette.ACCENTS[place % len(palette.ACCENTS)]
        """The colour of the room's fact."""
        self.recent = RecentSteps(world.player.id)
        self.seconds = self.held = self.camera = 0.0
        self.predicted: dict[int, tuple[float, Paths]] = {}
        """Slugs' predicted paths, each with the world time of the prediction."""
        self.tracked = False
        """Whether one was predicted in the latest picture."""
        self.previewed: tuple[int, Preview] | None = None
        self.rejected: tuple[Step | None, dict[str, list[int]]] = None, {}
        """A step, and by the reason the solids with which the player had no contact in
        it."""
        self.steps = StepCache()
        """Those of the run and of its previews."""
        self.stepper = step_by if isinstance(room, LabRoom) else self.steps.step
        """A lab has no previews."""
        self.costs: deque[int] = deque(maxlen=world.tick_rate)
        """The cost of each tick of the last second, microseconds."""
        self.ended = 0
        """Ticks since the outcome."""

    @property
    def world(self) -> World:
        """The world as it is now."""
        return self.history.world

    @property
    def player(self) -> tuple[float, float]:
        """The player's centre, px of the world."""
        x, y = self.world.space.center[self.world.player.id].tolist()
        return x, y

    @property
    def u(self) -> float:
        """The time within the last tick at which the world is drawn, 0 to 1."""
        if self.world.outcome and not self.shows_part_of_tick:
            return 1.0
        return self.clock.alpha

    def draw_at(self, u: float) -> None:
        """Draw the last tick at the time u within it, even after the end of the
        run."""
        self.clock.alpha = u
        self.shows_part_of_tick = True

    def advance(
        self, seconds: float, speed: float, read: Callable[[], Controls]
    ) -> None:
        """Let real time pass, and do the ticks that it pays for, all with the same
        controls: they are read only if there is a tick, so that a tap between two ticks
        is not lost."""
        self.drift(seconds)
        self.shows_part_of_tick = False
        self.held = max(0.0, self.held - seconds)
        if self.held:
            return
        ticks = self.clock.advance(seconds, speed)
        if ticks:
            controls = read()
            for _ in in_time(ticks):
                self.tick(controls)

    def drift(self, seconds: float) -> None:
        """Let time pass for effects and for the camera, which only rises, and only in a
        shaft."""
        self.seconds += seconds
        self.effects.update(seconds)
        if self.room.chunks:
            above = min(0.0, self.player[1] - VIEW_ABOVE - self.camera)
            self.camera += above * (1 - exp(-CAMERA_RATE * seconds))

    def tick(self, controls: Controls, again: bool = False) -> None:
        """Do one tick; again: with its recorded controls, if there are any."""
        if self.world.outcome:
            self.ended += 1
            return
        start = perf_counter_ns()
        if (again or self.replayed) and self.world.ticks < self.history.end:
            self.history.replay_tick(self.stepper)
        else:
            self.history.tick(Controls() if self.replayed else controls, self.stepper)
        self.costs.append((perf_counter_ns() - start) // 1000)
        if self.world.last.step:
            self.recent.add(self.world)
            if self.ghost and self.ghost.world.ticks < self.ghost.end:
                self.ghost.replay_tick()
        self.effects.feed(self.world)
        self.after_tick(self.world)
        taken = any(isinstance(event, CoreTaken) for event in self.world.last.events)
        if taken and self.stage.settings.effects == "full":
            self.held = HIT_STOP

    def step(self, controls: Controls, again: bool = True) -> None:
        """Do one tick, and stop the clock at its end; arguments as for tick()."""
        self.drift(1 / self.world.tick_rate)
        self.tick(controls, again)
        self.clock.alpha, self.held = 1.0, 0.0

    def seek(self, tick: int) -> None:
        """Go to a recorded tick, without sounds; effects start from nothing."""
        world = self.history.seek(tick)
        if self.ghost:
            self.ghost.seek(world.ticks)
        self.recent = RecentSteps(world.player.id)
        for past in self.history.worlds(CONTACT_STEPS):
            self.recent.add(past)
        self.effects = Effects(self.stage.settings)
        if world.outcome:
            self.effects.feed(world)
            self.effects.update(LONG_AGO)
        self.held = 0.0
        self.ended = 0
        self.predicted = {}
        self.previewed = None
        if isinstance(world, Scanline):
            self.camera = min(0.0, world.highest - VIEW_ABOVE)

    def switch(self, method: Method) -> None:
        """Move bodies by another method from now on."""
        if self.world.ticks:
            self.used_two_methods = True
        self.history.switch(method)
        self.previewed = None

    def preview(self) -> Preview:
        """Return what the dash would do; computed once a tick, but not in a frame in
        which a track is predicted: then it is that of the frame before."""
        is_old = self.previewed and self.previewed[0] != self.world.ticks
        if self.previewed is None or (is_old and not self.tracked):
            self.previewed = self.world.ticks, preview_dash(self.world, self.steps)
        return self.previewed[1]

    def reasons(self) -> dict[str, list[int]]:
        """Return the solids that the player did not hit on its last path, by the
        reason; computed once for each path."""
        me = self.world.player.id
        _, ages = self.recent.paths.newest_of_player()
        age = int(ages[0]) if len(ages) else 0
        world = self.history.at(self.world.ticks - age)
        if self.rejected[0] is not world.step:
            self.rejected = world.step, reasons_of(world, me)
        return self.rejected[1]

    def tracks(self, aims: bool = False) -> list[tuple[Paths, float]]:
        """Return the slugs' predicted paths, and the part of each that has passed. One
        a frame, the oldest, is predicted again: all at once would take too long. While
        the player aims, that is done half as often, and by turns with the preview. A
        storm has none."""
        if len(self.world.bodies.of(Slug)) > MANY_BODIES:
            return []
        now = self.world.time.now
        since = {
            slug: self.predicted.get(slug, (-inf,))[0]
            for slug in self.world.bodies.of(Slug)
        }
        oldest = min(since, key=since.__getitem__, default=None)
        period = 2 * TRACK_PERIOD if aims else TRACK_PERIOD
        waits, self.tracked = aims and self.tracked, False
        if oldest is not None and now - since[oldest] >= period and not waits:
            self.predicted[oldest] = (
                now,
                track(self.world.space.copy(), oldest, TRACK_SECONDS),
            )
            self.tracked = True
        recent = (self.predicted[slug] for slug in since if slug in self.predicted)
        return [(path, (now - start) / TRACK_SECONDS) for start, path in recent]

    def screen(self, window: tuple[int, int]) -> Screen:
        """Return the transform from the room to a window of this size."""
        size = PAGE if self.room.chunks else (self.room.width, self.room.height)
        return Screen.fit(window, size).moved(0.0, -self.camera)

    def shaken(self, window: tuple[int, int]) -> Screen:
        """Return the same transform, shaken as the picture is."""
        screen = self.screen(window)
        x, y = self.effects.offset
        right = round(x * screen.scale) / screen.scale
        down = round(y * screen.scale) / screen.scale
        return screen.moved(right, down)

    def still(self, window: tuple[int, int]) -> Screen:
        """Return the transform from the page, which no camera moves."""
        return Screen.fit(window)

    def draw(
        self,
        surface: pygame.Surface,
        overlay: frozenset[int],
        notes: Sequence[str] | None = (),
    ) -> RoomPage:
        """Draw the room and its bodies, and the numbers and notes unless these are
        None. So that no frame is late, the first picture of a room has no overlay, and
        a dash is not previewed before the room is open.

        Returns the page, for text over the room.
        """
        world = self.world
        alpha = self.u
        canvas = self.canvas(surface, self.shaken(surface.get_size()))
        centers = world.space.center
        if world.last.step:
            centers = world.last.step.paths.at(alpha, centers)
        time = picture_time(world, alpha)
        player = world.player
        is_aiming = player.state in AIMING
        is_open = self.effects.opening == 1 and not world.outcome
        aims = self.previews and is_aiming and is_open
        if not aims:
            self.previewed = None
        draw_walls(canvas, world, self.accent, self.effects.opening)
        draw_room(canvas, world, centers, time, self.tracks(aims), self.seconds)
        self.effects.draw_below(canvas, (1 - alpha) / world.tick_rate)
        if aims:
            draw_preview(canvas, world, self.preview())
        ghost = self.ghost.world if self.ghost else None
        if ghost and ghost.last.step and not ghost.outcome:
            draw_ghost(
                canvas, ghost.place(ghost.player.id, ghost.last.step, alpha), HALF
            )
        if world.outcome != "dead":
            heading = player.heading if is_aiming else player.facing
            at = centers[player.id].tolist()
            is_steady = self.effects.share < 1
            draw_player(canvas, world, at, heading, self.seconds, is_steady)
        if self.effects.opening > 0:
            data = OverlayData(world, centers, time, self.recent, self.reasons)
            draw_overlay(canvas, data, overlay)
        self.effects.draw_above(canvas, world)
        page = room_page(self, surface, centers)
        if notes is not None:
            draw_hud(page, world, notes, overlay, self.accent)
        return page


def room_page(run: Run, surface: pygame.Surface, centers: Floats) -> RoomPage:
    """Return the page over a room, which no camera moves; bodies have these centres. Of
    more than MANY_BODIES besides the player it has only so many."""
    window = surface.get_size()
    space = run.world.space
    player = run.world.player.id
    bodies = space.ids(Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    others = bodies.compress(bodies != player)
    ids = [player, *others[:MANY_BODIES].tolist()]
    boxes = boxes_around(centers[ids], space.half_extents[ids])
    in_window = run.screen(window).points(boxes)
    return RoomPage(surface, run.still(window), in_window)
