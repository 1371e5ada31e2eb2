"""How does a world get on the screen?

A run is a world with its clock, its effects and whoever plays it: the devices, or a replay. It
draws the last tick at u = alpha along the bodies' paths; the straight line between two states
would cut through walls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import exp

import pygame

from ..clock import Clock
from ..collision import Step
from ..collision.tables import Contacts, Paths
from ..simulation.elements import track
from ..simulation.events import CoreTaken
from ..simulation.levels import Room
from ..simulation.player import HALF, Controls
from ..simulation.replay import Recorder, Replay, start
from ..simulation.scanline import begin
from ..simulation.world import Preview, World
from ..view.canvas import Canvas
from ..view.effects import Effects
from ..view.hud import draw_hud
from ..view.overlay import CONTACT_STEPS, FRESH_STEPS, Seen, draw_overlay
from ..view.player import draw_ghost, draw_player, draw_preview
from ..view.room import draw_room, time_at
from ..view.screen import Screen
from .scene import Stage

TRACK = 0.25
"""s of world time: how much of a slug's way ahead is drawn."""
TRACK_EVERY = 0.05
"""s of world time: how often the ways ahead are looked up."""
HIT_STOP = 0.04
"""s: the clock is held when a core is taken."""
VIEW = (640.0, 360.0)
"""px: as much of a shaft is seen as a room is large."""
ABOVE, CATCH_UP = 220.0, 10.0
"""px that are seen above the player in a shaft, and how fast the camera comes there, 1/s."""


class Run:
    """One attempt in one room.

    Args:
        stage: what scenes share.
        room: where.
        replay: who plays it; None: the controls given to advance.
        ghost: a run that is shown beside this one.
        sense: called after each tick.
    """

    def __init__(
        self,
        stage: Stage,
        room: Room,
        replay: Replay | None = None,
        ghost: Replay | None = None,
        sense: Callable[[World], None] = lambda world: None,
    ) -> None:
        self.stage, self.room, self.sense = stage, room, sense
        if replay:
            self.world = start(replay, room)
        else:
            self.world = begin(room, stage.seed, stage.tick_rate, stage.method, stage.assist)
        self.replayed: Iterator[Controls] | None = replay.controls() if replay else None
        self.ghost = start(ghost, room) if ghost else None
        self.haunted = ghost.controls() if ghost else iter(())
        self.recorder = Recorder(self.world)
        self.clock = Clock(self.world.tick_rate)
        self.effects = Effects(stage.settings)
        self.recent: deque[Step] = deque(maxlen=CONTACT_STEPS)
        self.seconds = 0.0
        self.held = self.tracked = self.camera = 0.0
        self.ahead: list[Paths] = []
        self.previewed: tuple[int, Preview] | None = None
        self.ended = 0
        """Ticks since the outcome."""

    @property
    def player(self) -> tuple[float, float]:
        """Where the player is, px of the world."""
        x, y = self.world.space.center[self.world.player.id].tolist()
        return x, y

    def advance(self, seconds: float, speed: float, wanted: Callable[[], Controls]) -> None:
        """Let real time pass: so many ticks as it buys. If there are any, what is wanted is asked
        once: a tap between them is not lost."""
        self.drift(seconds)
        self.held = max(0.0, self.held - seconds)
        if not self.held and (ticks := self.clock.advance(seconds, speed)):
            controls = wanted()
            for _ in range(ticks):
                self.tick(controls)

    def drift(self, seconds: float) -> None:
        """Let time pass for what is only seen; the camera in a shaft only rises."""
        self.seconds += seconds
        self.effects.update(seconds)
        if self.room.chunks:
            above = min(0.0, self.player[1] - ABOVE - self.camera)
            self.camera += above * (1 - exp(-CATCH_UP * seconds))

    def tick(self, controls: Controls) -> None:
        """Do one tick."""
        if self.world.outcome:
            self.ended += 1
            return
        if self.replayed is not None:
            controls = next(self.replayed, Controls())
        self.recorder.tick(controls)
        if self.world.step and self.world.ticks:
            remember(self.recent, self.world.step, self.world.player.id)
            if self.ghost:
                self.ghost.tick(next(self.haunted, Controls()))
        self.effects.feed(self.world)
        self.sense(self.world)
        taken = any(isinstance(event, CoreTaken) for event in self.world.events)
        if taken and self.stage.settings["hit_stop"]:
            self.held = HIT_STOP

    def preview(self) -> Preview:
        """Return what the dash would do; looked up once a tick."""
        if self.previewed is None or self.previewed[0] != self.world.ticks:
            self.previewed = self.world.ticks, self.world.preview()
        return self.previewed[1]

    def tracks(self) -> list[tuple[Paths, float]]:
        """Return the slugs' ways ahead, and how much of each is done; looked up now and then."""
        since = self.world.time - self.tracked
        if self.world.slugs and (since >= TRACK_EVERY or not self.ahead):
            space = self.world.space.copy()
            self.ahead = [track(space, slug, TRACK) for slug in self.world.slugs]
            self.tracked, since = self.world.time, 0.0
        return [(path, since / TRACK) for path in self.ahead]

    def screen(self, window: tuple[int, int]) -> Screen:
        """Return how what is seen of the room lies on a window of this size."""
        seen = VIEW if self.room.chunks else (self.room.width, self.room.height)
        return Screen.fit(window, seen).moved(0.0, -self.camera)

    def draw(
        self, surface: pygame.Surface, overlay: frozenset[int], notes: Sequence[str] | None = ()
    ) -> Canvas:
        """Draw the room and all in it, and its numbers and notes unless these are None.

        Returns the canvas, for what is written over it.
        """
        world, space = self.world, self.world.space
        screen = self.screen(surface.get_size())
        canvas = Canvas(surface, screen.moved(*self.effects.offset))
        centers, time = space.center, time_at(world, self.clock.alpha)
        if world.step:
            alpha = 1.0 if world.outcome else self.clock.alpha
            centers = world.step.paths.at(alpha, space.center)
        draw_room(canvas, world, centers, time, self.tracks(), self.seconds)
        self.effects.draw_below(canvas)
        player = world.player
        aiming = player.state in ("aim", "release")
        if aiming and not world.outcome:
            draw_preview(canvas, world, self.preview())
        if self.ghost and self.ghost.step and not self.ghost.outcome:
            there = self.ghost.step.paths.at(self.clock.alpha, self.ghost.space.center)
            draw_ghost(canvas, there[self.ghost.player.id], HALF)
        if world.outcome != "dead":
            heading = player.heading if aiming else player.facing
            steady = self.effects.reduced
            draw_player(canvas, world, centers[player.id], heading, self.seconds, steady)
        draw_overlay(canvas, Seen(world, centers, time, self.recent), overlay)
        self.effects.draw_above(canvas, world)
        still = Canvas(surface, screen.moved(0.0, self.camera))
        if notes is not None:
            draw_hud(still, world, notes, overlay)
        return still


def remember(recent: deque[Step], step: Step, player: int) -> None:
    """Add a step to the recent ones; of one that is not fresh any more the player's rows stay."""
    recent.append(step)
    if len(recent) > FRESH_STEPS:
        contacts, touches, paths = recent[-FRESH_STEPS - 1]
        own = Contacts._make([column[contacts.mover == player] for column in contacts])
        recent[-FRESH_STEPS - 1] = Step(own, touches, paths.only(paths.mover == player))
