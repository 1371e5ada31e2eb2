"""What does the program ask of a scene?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pygame

from .. import clipboard
from ..audio import Audio
from ..simulation.methods import SWEEP, Method
from ..simulation.replay import Replay
from ..simulation.world import Assist
from ..storage import Storage
from ..study.history import History
from ..view.overlay import FIRST_CHOSEN, MODES
from .shell.settings import Settings


@dataclass
class Stage:
    """What scenes share: the player's files, and what was asked for on the command line."""

    storage: Storage
    rooms: list[Path]
    play: Callable[[Stage, int], Scene]
    """Opens the room of an index, or raises LevelError if its file is not a room."""
    overlay: frozenset[int] = MODES["off"]
    chosen: frozenset[int] = FIRST_CHOSEN
    """The layers to which Tab comes back."""
    method: Method = SWEEP
    tick_rate: int | None = None
    seed: int = 0
    """Of the shaft of Scanline."""
    audio: Audio | None = None
    title: Callable[[], Scene] | None = None
    """Makes the title again."""
    settings: Settings = field(default_factory=Settings)
    apply: Callable[[], None] = lambda: None
    """Called when a setting was changed."""
    finished: Replay | None = None
    """The last run that was finished, for --record."""
    history: Callable[[], History | None] = lambda: None
    """The last run that was begun, as long as it is there, for the report of a fault."""
    exercises: Path | None = None
    """Where the learner's files lie; None is beside the other files."""

    @property
    def assist(self) -> Assist:
        """What makes runs easier, as the player chose."""
        return Assist(*(getattr(self.settings, f"assist_{name}") for name in Assist._fields))

    @property
    def assisted(self) -> bool:
        """Whether an assist is on now."""
        return any(self.assist) or self.settings.assist_speed < 100

    def click(self, name: str) -> None:
        """Let a menu be heard."""
        if self.audio:
            self.audio.click(name)

    def copy(self, words: str) -> str:
        """Put a test on the clipboard, where there is none into a file; return what to say."""
        if clipboard.copy(words):
            return "Copied as a test."
        name = f"copied/{words.partition('def ')[2].partition('(')[0]}.py"
        self.storage.save(name, words)
        self.storage.wait()
        path = self.storage.folder / name
        where = f"it is in {path}" if path.exists() else "and no file could be written"
        return f"There is no clipboard; {where}"

    def next_overlay(self) -> None:
        """Tab: off, boxes, the chosen layers."""
        cycle = list(dict.fromkeys((MODES["off"], MODES["boxes"], self.chosen)))
        place = cycle.index(self.overlay) if self.overlay in cycle else -1
        self.overlay = cycle[(place + 1) % len(cycle)]

    def toggle_layer(self, index: int) -> None:
        """A digit: this layer on or off."""
        self.overlay = self.overlay ^ {index}
        self.chosen = self.overlay or FIRST_CHOSEN


class Scene(Protocol):
    """One screen of the program."""

    next: Scene | None
    """What comes after this one, once it is over."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""

    def update(self, seconds: float) -> None:
        """Let real time pass."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
