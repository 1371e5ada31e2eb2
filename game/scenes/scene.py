"""What does the program ask of a scene?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pygame import Surface
from pygame.event import Event

from .. import clipboard
from ..audio import Audio
from ..simulation.methods import SWEEP, Method
from ..simulation.replay import Replay
from ..simulation.world import Assist
from ..storage import Storage
from ..study.history import History
from ..view.overlay import FIRST_CHOSEN, LAYER_KEYS, MODES
from .settings import Settings, save_setting


@dataclass
class Stage:
    """What scenes share: the player's files, and what was asked for on the command
    line."""

    storage: Storage
    rooms: list[Path]
    play: Callable[[Stage, int], Scene]
    """Opens the room of an index, or raises BadFile if its file is not a room."""
    overlay: frozenset[int] = MODES["off"]
    method: Method = SWEEP
    tick_rate: int | None = None
    seed: int = 0
    """Of Scanline's shaft."""
    audio: Audio = field(default_factory=lambda: Audio(mute=True))
    timer: Callable[[], float] | None = None
    """Measures what this computer can show, s; None: nothing may depend on that."""
    first_storm: tuple[int, str] | None = None
    """The movers of each lab's first storm, and a sentence about them; None: not yet
    measured."""
    title: Callable[[], Scene] | None = None
    """Opens the title."""
    settings: Settings = field(default_factory=Settings)
    apply: Callable[[], None] = lambda: None
    """Called when a setting was changed."""
    finished: Replay | None = None
    """The last run that was finished, for --record."""
    history: Callable[[], History | None] = lambda: None
    """The last run that began, as long as it exists, for the report of a fault."""
    exercises: Path | None = None
    """The folder of the learner's files; None: beside the other files."""

    @property
    def assist(self) -> Assist:
        """The assists that the player chose."""
        settings = self.settings
        return Assist(
            freeze=settings.assist_freeze,
            invincible=settings.assist_invincible,
            glitch=settings.assist_glitch,
        )

    @property
    def assisted(self) -> bool:
        """Whether an assist is on now, which a game speed below 100 % is, too."""
        return any(self.assist) or self.settings.assist_speed < 100

    def click(self, name: str, step: int = 0) -> None:
        """Play the sound of a menu, or of a medal, from step 0 upwards."""
        self.audio.click(name, step)

    def copy(self, text: str) -> str:
        """Put a text on the clipboard; return what to say about it."""
        return "copied" if clipboard.copy(text) else "there is no clipboard"

    def next_overlay(self) -> None:
        """Go from off to boxes, to the chosen layers, and back to off; from any other
        layers to off."""
        chosen = frozenset(LAYER_KEYS.find(key) for key in self.settings.layers)
        cycle = [MODES["off"], MODES["boxes"]]
        if chosen not in cycle:
            cycle.append(chosen)
        place = -1  # Before "off".
        if self.overlay in cycle:
            place = cycle.index(self.overlay)
        self.overlay = cycle[(place + 1) % len(cycle)]

    def toggle_layer(self, index: int) -> None:
        """Turn the layer of an index on or off. Those that are on then, or FIRST_CHOSEN
        if none is, become the chosen layers of the settings, and are saved."""
        self.overlay ^= {index}
        chosen = sorted(self.overlay or FIRST_CHOSEN)
        layers = "".join(LAYER_KEYS[each] for each in chosen)
        self.settings.layers = layers
        save_setting(self.storage, "layers", layers)


class Scene(Protocol):
    """One screen of the program."""

    next: Scene | None
    """The scene that follows this one, once it has ended."""

    def handle(self, event: Event) -> None:
        """Take an event."""

    def update(self, seconds: float) -> None:
        """Let real time pass."""

    def draw(self, surface: Surface) -> None:
        """Draw everything."""
