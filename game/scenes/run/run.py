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

TRACK_SECONDS = 0.25
"""s of world time: the length of a slug's predicted path."""
TRACK_PERIOD = 0.05
"""s of world time after which a slug's path is predicted again."""
LONG_AGO = 10.0
"""s: after that all effects have ended."""
HIT_STOP = 0.04
"""s: the clock is held when a core is taken."""
VIEW_ABOVE = 220.0
"""px shown above the player in a shaft."""
CAMERA_RATE = 10.0
"""1/s: how fast the camera gets there: in 1/10 s the way that is left falls to 1/e."""
METHOD_NAMES = ("sweep", "substeps:4", "discrete", "listing4")
"""The methods through which V cycles."""
SPEEDS = (1.0, 1 / 2, 1 / 4, 1 / 10, 1 / 60)
"""The speeds of a run that is studied, as parts of full speed."""
SPEED_NAMES = ("full speed", "1/2 speed", "1/4 speed", "1/10 speed", "1/60 speed")


WindowSize = tuple[int, int]
"""The width and height of the window, px."""


class Run:
    """One attempt in one room.

    Args:
        stage: what scenes share.
        room: the room.
        replay: its controls; None: those passed to advance() and tick().
        ghost: a run that is drawn beside this one.
        after_tick: called after each tick.
    """

    canvas = Canvas
    """The class of the canvas on which it is drawn."""
    previews = True
    """Whether the preview of a dash is drawn; three at once would take too long."""

    def __init__(
        self,
        stage: Stage,
        room: Room,
        replay: Replay | None = None,
        ghost: Replay | None = None,
        after_tick: Callable[[World], None] = lambda world: None,
    ) -> None:
        self.stage = stage
        self.room = room
        self.after_tick = after_tick
        if replay:
            world = begin_replay(replay, room)
        else:
            world = begin(room, stage.seed, stage.tick_rate, stage.method, stage.assist)
        self.history = History(world, replay)
        self.replayed = replay is not None
        """Whether a replay gives the controls; after its end nothing is pressed."""
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
        self.seconds = 0.0
        """Real time since the beginning, s."""
        self.held = 0.0
        """Real time for which the clock is still held, s."""
        self.camera = 0.0
        """y of the upper end of the picture, px of the world; below 0 in a shaft."""
        self.predicted: dict[int, tuple[float, Paths]] = {}
        """By the ids of slugs: the world time of the latest prediction, and the
        path."""
        self.has_predicted = False
        """Whether a path was predicted in the latest picture."""
        self.previewed: tuple[int, Preview] | None = None
        """The tick after which a dash was previewed last, and the preview."""
        self.rejected: tuple[Step | None, dict[str, list[int]]] = None, {}
        """A step, and by the reason the ids of the solids with which the player had no
        contact in it."""
        self.steps = StepCache()
        """The steps of the run and of its previews, which are often the same."""
        self.stepper = step_by if isinstance(room, LabRoom) else self.steps.step
        """Does the steps of the run; a lab has no previews, and so no use for the
        cache."""
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
        """Let real time pass, and do the ticks that are due.

        Args:
            seconds: the real time.
            speed: as a part of full speed.
            read: returns the controls of all these ticks. It is called only if one is
                due, so that a tap between two ticks is not lost.
        """
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
        """Let real time pass for effects, and in a shaft for the camera, which follows
        the player upwards but never down."""
        self.seconds += seconds
        self.effects.update(seconds)
        if self.room.chunks:
            rise = min(0.0, self.player[1] - VIEW_ABOVE - self.camera)
            self.camera += rise * (1 - exp(-CAMERA_RATE * seconds))

    def tick(self, controls: Controls, again: bool = False) -> None:
        """Do one tick. After the outcome only the time since then is counted.

        Args:
            controls: of the tick, unless its recorded controls are done again.
            again: whether recorded controls, if there are any, go before these; in a
                replay they always do.
        """
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
        """Do one tick, and stand at its end; arguments as for tick()."""
        self.drift(1 / self.world.tick_rate)
        self.tick(controls, again)
        self.clock.alpha = 1.0
        self.held = 0.0

    def seek(self, tick: int) -> None:
        """Go to the end of a recorded tick, without sounds. Effects start from nothing;
        at the end of the run they are over."""
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
        """Return what the dash would do. It is computed once a tick; in a frame in
        which a slug's path was predicted, the preview of the frame before is good
        enough."""
        is_old = self.previewed and self.previewed[0] != self.world.ticks
        if self.previewed is None or (is_old and not self.has_predicted):
            self.previewed = self.world.ticks, preview_dash(self.world, self.steps)
        return self.previewed[1]

    def reasons(self) -> dict[str, list[int]]:
        """Return by each reason the ids of the solids that the player did not hit in
        the last step in which it moved. They are computed once for each step."""
        me = self.world.player.id
        _, ages = self.recent.paths.newest_of_player()
        age = int(ages[0]) if len(ages) else 0
        world = self.history.at(self.world.ticks - age)
        if self.rejected[0] is not world.last.step:
            self.rejected = world.last.step, reasons_of(world, me)
        return self.rejected[1]

    def tracks(self, aims: bool = False) -> list[tuple[Paths, float]]:
        """Return each slug's predicted path, and the part of it that has passed. More
        than MANY_BODIES slugs have none.

        Called once a frame, it predicts one path anew, as all would take too long: the
        oldest one, if that is old enough. aims: the dash is previewed in this frame,
        which takes time, too; so paths may get twice as old, and a frame without a
        prediction follows each frame with one.
        """
        world = self.world
        slugs = world.bodies.of(Slug)
        if len(slugs) > MANY_BODIES:
            return []
        period = 2 * TRACK_PERIOD if aims else TRACK_PERIOD
        is_turn_of_preview = aims and self.has_predicted
        self.has_predicted = False
        if slugs and not is_turn_of_preview:
            oldest = min(slugs, key=self.predicted_at)
            if world.time.now - self.predicted_at(oldest) >= period:
                path = track(world.space.copy(), oldest, TRACK_SECONDS)
                self.predicted[oldest] = world.time.now, path
                self.has_predicted = True
        tracks = []
        for slug in slugs:
            if slug in self.predicted:
                start, path = self.predicted[slug]
                tracks.append((path, (world.time.now - start) / TRACK_SECONDS))
        return tracks

    def predicted_at(self, slug: int) -> float:
        """Return the world time of the latest prediction of a slug's path; -inf: there
        was none."""
        return self.predicted[slug][0] if slug in self.predicted else -inf

    def screen(self, window: WindowSize) -> Screen:
        """Return the transform from the room to a window of this size."""
        size = PAGE if self.room.chunks else (self.room.width, self.room.height)
        return Screen.fit(window, size).moved(0.0, -self.camera)

    def shaken(self, window: WindowSize) -> Screen:
        """Return the transform from the room to a window of this size, shaken by the
        effects, in whole pixels."""
        screen = self.screen(window)
        x, y = self.effects.offset
        right = round(x * screen.scale) / screen.scale
        down = round(y * screen.scale) / screen.scale
        return screen.moved(right, down)

    def still(self, window: WindowSize) -> Screen:
        """Return the transform from the page, which no camera moves, to a window of
        this size."""
        return Screen.fit(window)

    def draw(
        self,
        surface: pygame.Surface,
        overlay: frozenset[int],
        notes: Sequence[str] | None = (),
    ) -> RoomPage:
        """Draw the room and its bodies, and return the page, for text over the room.

        So that no frame is late, the first picture of a room has no overlay, and a dash
        is not previewed before the room is open.

        Args:
            surface: the window, or a part of it.
            overlay: the indices of the layers of the overlay.
            notes: written beside the numbers; None: neither is written.
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
            is_steady = self.effects.brightness < 1
            draw_player(canvas, world, at, heading, self.seconds, is_steady)
        if self.effects.opening > 0:  # It is not the first picture.
            data = OverlayData(world, centers, time, self.recent, self.reasons)
            draw_overlay(canvas, data, overlay)
        self.effects.draw_above(canvas, world)
        page = room_page(self, surface, centers)
        if notes is not None:
            draw_hud(page, world, notes, overlay, self.accent)
        return page


def room_page(run: Run, surface: pygame.Surface, centers: Floats) -> RoomPage:
    """Return the page over a room, which no camera moves. It knows the boxes of the
    player and of at most MANY_BODIES other bodies, near which text fades.

    Args:
        run: the run in the room.
        surface: the window.
        centers: (N, 2), the bodies' centres, px of the world.
    """
    window = surface.get_size()
    space = run.world.space
    player = run.world.player.id
    bodies = space.ids(Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    others = bodies.compress(bodies != player)
    ids = [player, *others[:MANY_BODIES].tolist()]
    boxes = boxes_around(centers[ids], space.half_extents[ids])
    in_window = run.screen(window).points(boxes)
    return RoomPage(surface, run.still(window), in_window)
