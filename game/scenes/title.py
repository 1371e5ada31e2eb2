"""Which room?

The name over a room that plays itself by its stored replay, with the overlay on. Any key starts.
"""

from __future__ import annotations

import pygame

from ..resources import stored_replay
from ..simulation.levels import load_room
from ..simulation.player import Controls
from ..simulation.replay import ReplayError, loads
from ..view import palette
from ..view.overlay import FIRST_CHOSEN
from .play import PlayScene
from .run import Run
from .scene import Scene, Stage

WAIT_TICKS = 90
"""Ticks after a demonstration before the next room plays itself."""
MODIFIERS = (pygame.K_LALT, pygame.K_RALT, pygame.K_LCTRL, pygame.K_RCTRL)


class TitleScene:
    """The first screen."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.next: Scene | None = None
        self.shown = -1
        self.run: Run | None = None
        self.show_next()

    def show_next(self) -> None:
        """Let the next room play itself; without a replay it just lies there."""
        self.shown = (self.shown + 1) % len(self.stage.rooms)
        path = self.stage.rooms[self.shown]
        room = load_room(path)
        try:
            replay = loads(stored_replay(path.stem).read_text(encoding="utf-8"))
        except (OSError, ReplayError):
            replay = None
        self.run = Run(self.stage, room, replay)

    def handle(self, event: pygame.event.Event) -> None:
        """Any key or button starts the first room; a digit that one."""
        is_key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        if is_key and event.key == pygame.K_ESCAPE:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        elif is_key or event.type == pygame.MOUSEBUTTONDOWN:
            index = event.scancode - pygame.KSCAN_1 if is_key else 0
            self.next = PlayScene(self.stage, index if 0 <= index < len(self.stage.rooms) else 0)

    def update(self, seconds: float) -> None:
        """Let the demonstration go on, at half speed so that it can be followed."""
        assert self.run
        self.run.advance(seconds, 0.5, Controls())
        if self.run.ended > WAIT_TICKS:
            self.show_next()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the demonstration, dimmed, and the name over it."""
        assert self.run
        canvas = self.run.draw(surface, FIRST_CHOSEN, notes=None)
        width, height = self.run.room.width, self.run.room.height
        canvas.box((0, 0), (width, height), palette.BACKGROUND, fill=0.7)
        canvas.text("THIN WALLS", (width / 2, 96), palette.TEXT, 54, (0.5, 0.5), bold=True)
        canvas.bar((width / 2 - 170, 128), (width / 2 + 170, 128), palette.SWEEP, 0.5)
        canvas.box((width / 2 - 174, 124), (width / 2 - 166, 132), palette.PLAYER)
        words = "90 px a tick, walls of 1 px, and every move is a swept test"
        canvas.text(words, (width / 2, 146), palette.TEXT, 10, (0.5, 0.5))
        for i, path in enumerate(self.stage.rooms):
            x = width / 2 + (i - (len(self.stage.rooms) - 1) / 2) * 130
            canvas.text(str(i + 1), (x, 236), palette.PLAYER, 14, (0.5, 0.5), bold=True)
            name = path.stem.replace("-", " ").title()
            canvas.text(name, (x, 254), palette.TEXT, 10, (0.5, 0.5))
        canvas.text("press any key", (width / 2, 306), palette.TEXT, 11, (0.5, 0.5), bold=True)
