"""Play a room.

Death shows what killed for a third of a second, then the room begins again; the exit shows what
the run was worth. Keys that study a run (one tick, slow, another method) take it out of the table.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from ..controls import LEFT_BUTTON, Devices
from ..simulation.levels import LevelError, load_room
from ..simulation.methods import parse_method
from ..simulation.player import Controls
from ..simulation.replay import Replay
from ..view.hud import draw_fact, draw_finish, draw_table
from ..view.overlay import LAYERS
from .run import Run
from .scene import Scene, Stage

DEATH_TICKS = 40
"""Ticks for which the contact that killed is shown; any press goes on at once."""
FINISH_TICKS = 30
"""Ticks for which a press does not yet leave the card of results."""
METHODS = ("sweep", "substeps:4", "discrete", "listing4")
SPEEDS = (1.0, 1 / 2, 1 / 4, 1 / 10, 1 / 60)
SPEED_NAMES = ("full speed", "1/2 speed", "1/4 speed", "1/10 speed", "1/60 speed")
PRESSES = (pygame.KSCAN_SPACE, pygame.KSCAN_RETURN)

KEYS = (
    ("Space, left button", "hold to aim, let go to dash"),
    ("arrows, WASD", "creep; while aiming: turn"),
    ("Backspace, right button", "let go without a dash"),
    ("R", "begin the room again"),
    ("[  ]", "the room before, the next room"),
    ("Esc, P", "pause; Esc again: title"),
    ("Tab", "overlay: off, boxes, chosen layers"),
    *((str(i + 1), f"layer: {layer.name}") for i, layer in enumerate(LAYERS)),
    ("V", "method: sweep, sub-steps, discrete, Listing 4"),
    ("O", "pause, and one tick"),
    ("-  =", "slower, faster"),
    ("M", "counters"),
    ("Alt+Enter", "full screen"),
)


class PlayScene:
    """A room, played by the devices or by a replay.

    Args:
        stage: what scenes share.
        index: which of the stage's rooms.
        replay: who plays; None: the devices.
    Raises:
        LevelError: the room's file is not a room.
    """

    def __init__(self, stage: Stage, index: int, replay: Replay | None = None) -> None:
        self.stage, self.index, self.replay = stage, index, replay
        self.next: Scene | None = None
        self.room = load_room(stage.rooms[index])
        self.devices = Devices(stage.settings)
        self.window = (1280, 720)
        self.speed = 0
        self.paused = self.cards = self.counters = False
        self.message = ""
        self.best: int | None = None
        self.restart()

    def restart(self) -> None:
        """Begin the room again."""
        self.run = Run(self.stage, self.room, self.replay)
        stage = self.stage
        usual_rate = stage.tick_rate in (None, self.room.tick_rate)
        self.studied = self.speed > 0 or stage.method.name != "sweep" or not usual_rate
        self.kept = False

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        self.devices.handle(event)
        if event.type == pygame.WINDOWFOCUSLOST and not self.run.world.outcome:
            self.paused |= self.run.world.ticks > 0
        elif event.type == pygame.KEYDOWN:
            self.press(event.key, event.scancode)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.go_on()

    def press(self, key: int, scancode: int) -> None:
        """Take a key: letters by what they say, digits and space by where they are."""
        if self.cards and key != pygame.K_h:
            self.cards = False
        elif key == pygame.K_h:
            self.cards = not self.cards
        elif key == pygame.K_ESCAPE and self.paused:
            self.next = self.stage.title() if self.stage.title else None
        elif key in (pygame.K_ESCAPE, pygame.K_p):
            self.paused = not self.paused
        elif key == pygame.K_o:
            self.paused = self.studied = True
            self.run.tick(self.wanted())
            self.run.clock.alpha = 0.999
        elif key == pygame.K_r:
            self.restart()
        elif key in (pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET):
            self.go_to(self.index + (1 if key == pygame.K_RIGHTBRACKET else -1))
        elif key == pygame.K_TAB:
            self.stage.next_overlay()
        elif pygame.KSCAN_1 <= scancode < pygame.KSCAN_1 + len(LAYERS):
            self.stage.toggle_layer(scancode - pygame.KSCAN_1)
        elif key == pygame.K_m:
            self.counters = not self.counters
        elif key == pygame.K_v:
            self.next_method()
        elif key in (pygame.K_MINUS, pygame.K_EQUALS):
            step = 1 if key == pygame.K_MINUS else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
            self.studied |= self.speed > 0
        elif scancode in PRESSES:
            self.go_on()

    def go_on(self) -> None:
        """A press: unpause, skip what killed, or leave the card of results."""
        outcome = self.run.world.outcome
        if self.paused:
            self.paused = False
            self.devices.let_go()
        elif outcome == "dead":
            self.restart()
        elif outcome == "finished" and self.run.ended >= FINISH_TICKS:
            self.go_to(self.index + 1)

    def go_to(self, index: int) -> None:
        """Leave for another room."""
        try:
            self.next = PlayScene(self.stage, index % len(self.stage.rooms))
        except LevelError as error:
            self.message = str(error)

    def next_method(self) -> None:
        """Move bodies by another method from now on."""
        name = self.run.world.method.name
        place = METHODS.index(name) if name in METHODS else -1
        method = parse_method(METHODS[(place + 1) % len(METHODS)])
        self.run.world.method = self.stage.method = method
        self.studied = True

    def wanted(self) -> Controls:
        """What the devices want now."""
        return self.devices.controls(self.run.screen(self.window), self.run.player)

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        if self.paused or self.cards:
            return
        speed = 1.0 if self.run.world.outcome else SPEEDS[self.speed]
        self.run.advance(seconds, speed, self.wanted())
        outcome = self.run.world.outcome
        if outcome == "dead" and self.run.ended >= DEATH_TICKS:
            self.devices.let_go()
            self.restart()
        elif outcome == "finished" and not self.kept:
            self.keep()

    def keep(self) -> None:
        """Keep a finished run, if it was played and not studied."""
        self.kept = True
        replay = self.run.recorder.replay()
        self.stage.finished.append(replay)
        if self.replay is None and not self.studied:
            world, storage = self.run.world, self.stage.storage
            name = self.room.name
            self.best = storage.keep_best(name, self.room.hash, world.ticks, replay.dumps())

    def notes(self) -> list[str]:
        """What is unusual about this run, in a few words each."""
        words = [SPEED_NAMES[self.speed]] if self.speed else []
        words += ["replay"] if self.replay else []
        words += ["paused"] if self.paused else []
        if self.counters:
            counters = self.run.world.counters
            words.append(f"touches {counters.touches}   crushed {counters.crushed}")
        return words + ([self.message] if self.message else [])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the room and what is written over it."""
        self.window = surface.get_size()
        world = self.run.world
        canvas = self.run.draw(surface, self.stage.overlay, self.notes())
        if world.ticks == 0 and not self.replay:
            draw_fact(canvas, world)
        if world.outcome == "finished" and not self.replay:
            draw_finish(canvas, world, self.best, self.studied)
        if self.cards:
            draw_table(canvas, world, "Keys", KEYS)


def room_index(rooms: list[Path], name: str) -> int | None:
    """Return the place of a room among others, by its name; None if it is not there."""
    names = [path.stem for path in rooms]
    return names.index(name) if name in names else None
