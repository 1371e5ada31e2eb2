"""How does a world get on the screen?

A run is a world with its clock, its effects and its input: the devices or a replay. It
draws the last tick at u = alpha along the bodies' paths; a straight line between two
states would cut through walls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import exp
from time import perf_counter_ns

from pygame import Surface

from ...clock import Clock, in_time
from ...collision import Kind, Step
from ...collision.aabb import Vector
from ...collision.batch import Floats
from ...simulation.begin import begin
from ...simulation.events import CoreTaken
from ...simulation.lab import LabRoom
from ...simulation.methods import Method, step_by
from ...simulation.player import AIMING, HALF, Controls
from ...simulation.replay import Replay, begin_replay
from ...simulation.room import Room
from ...simulation.shaft import Scanline
from ...simulation.world import World
from ...study.candidates import reasons_of
from ...study.history import History
from ...study.pair import centers_at
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
from .predictions import Predictions

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
ReadControls = Callable[[], Controls]
"""Returns the present controls, of the devices for example."""


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
        self.wait = 0.0
        """s until a run that was held or left goes on."""
        self.camera = 0.0
        """y of the upper end of the picture, px of the world; below 0 in a shaft."""
        self.rejected_in: Step | None = None
        """The step for which reasons() was computed last."""
        self.rejected: dict[str, list[int]] = {}
        """What it returned then."""
        self.predictions = Predictions()
        step_by_cache = self.predictions.steps.step
        self.stepper = step_by if isinstance(room, LabRoom) else step_by_cache
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
    def player(self) -> Vector:
        """The player's centre, px of the world."""
        world = self.world
        return world.place(world.player.id)

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

    def advance(self, seconds: float, speed: float, read: ReadControls) -> None:
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
            # y points down: the way that is left is below 0.
            way_left = min(0.0, self.player[1] - VIEW_ABOVE - self.camera)
            self.camera += way_left * (1 - exp(-CAMERA_RATE * seconds))

    def tick(self, controls: Controls, again: bool = False) -> None:
        """Do one tick of the run, of its ghost and of the effects. After the outcome
        only the ticks since then are counted.

        Args:
            controls: of the tick, unless its recorded controls are done again.
            again: whether recorded controls, if there are any, go before these; in a
                replay they always do.
        """
        world = self.world
        if world.outcome:
            self.ended += 1
            return
        start = perf_counter_ns()
        if (again or self.replayed) and world.ticks < self.history.end:
            self.history.replay_tick(self.stepper)
        else:
            self.history.tick(Controls() if self.replayed else controls, self.stepper)
        self.costs.append((perf_counter_ns() - start) // 1000)
        if world.last.step:
            self.recent.add(world)
            ghost = self.ghost
            if ghost and ghost.world.ticks < ghost.end:
                ghost.replay_tick()
        self.effects.feed(world)
        self.after_tick(world)
        takes_core = any(isinstance(event, CoreTaken) for event in world.last.events)
        if takes_core and self.stage.settings.effects == "full":
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
        self.predictions.forget()
        if isinstance(world, Scanline):
            self.camera = min(0.0, world.highest - VIEW_ABOVE)

    def switch(self, method: Method) -> None:
        """Move bodies by another method from now on."""
        if self.world.ticks:
            self.used_two_methods = True
        self.history.switch(method)
        self.predictions.dash = None

    def reasons(self) -> dict[str, list[int]]:
        """Return by each reason the ids of the solids that the player did not hit in
        the last step in which it moved. They are computed once for each step."""
        _, ages = self.recent.paths.newest_of_player()
        age = int(ages[0]) if len(ages) else 0
        world = self.history.at(self.world.ticks - age)
        step = world.last.step
        if self.rejected_in is not step:
            self.rejected_in = step
            self.rejected = reasons_of(world, world.player.id)
        return self.rejected

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

    def draw(
        self,
        surface: Surface,
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
        centers = centers_at(world, alpha)
        time = picture_time(world, alpha)
        player = world.player
        is_aiming = player.state in AIMING
        effects = self.effects
        is_open = effects.opening == 1 and not world.outcome
        aims = self.previews and is_aiming and is_open
        if not aims:
            self.predictions.dash = None
        draw_walls(canvas, world, self.accent, effects.opening)
        tracks = self.predictions.tracks(world, aims)
        draw_room(canvas, world, centers, time, tracks, self.seconds)
        effects.draw_below(canvas, (1 - alpha) / world.tick_rate)
        if aims:
            draw_preview(canvas, world, self.predictions.preview(world))
        ghost = self.ghost.world if self.ghost else None
        if ghost and ghost.last.step and not ghost.outcome:
            at = ghost.place(ghost.player.id, ghost.last.step, alpha)
            draw_ghost(canvas, at, HALF)
        if world.outcome != "dead":
            heading = player.heading if is_aiming else player.facing
            center = centers[player.id].tolist()
            is_steady = effects.brightness < 1
            draw_player(canvas, world, center, heading, self.seconds, is_steady)
        if effects.opening > 0:  # It is not the first picture.
            data = OverlayData(world, centers, time, self.recent, self.reasons)
            draw_overlay(canvas, data, overlay)
        effects.draw_above(canvas, world)
        page = room_page(self, surface, centers)
        if notes is not None:
            draw_hud(page, world, notes, overlay, self.accent)
        return page


def room_page(run: Run, surface: Surface, centers: Floats) -> RoomPage:
    """Return the page over a room, which no camera moves. It knows the boxes of the
    player and of at most MANY_BODIES other bodies, near which text fades.

    Args:
        run: the run in the room.
        surface: the window.
        centers: (N, 2), the bodies' centres, px of the world.
    """
    window = surface.get_size()
    world = run.world
    space = world.space
    player = world.player.id
    bodies = space.ids(Kind.OBSTACLE, Kind.MOVER, Kind.SENSOR)
    others = bodies.compress(bodies != player)
    ids = [player, *others[:MANY_BODIES].tolist()]
    boxes = boxes_around(centers[ids], space.half_extents[ids])
    in_window = run.screen(window).points(boxes)
    return RoomPage(surface, Screen.fit(window), in_window)
