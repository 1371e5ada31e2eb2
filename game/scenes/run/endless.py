"""Play Scanline, which only ends below."""

from __future__ import annotations

from pathlib import Path

from ...resources import shaft_file
from ...simulation.begin import load_level
from ...simulation.replay import Replay
from ...simulation.room import Room
from ...simulation.shaft import NAME, Scanline
from ...view.canvas import Canvas
from ...view.hud import draw_climb
from ...view.shapes import Box
from ..scene import Stage
from .play import PlayScene


class EndlessScene(PlayScene):
    """A run up a shaft.

    Args:
        stage: what scenes share.
        file: the shaft's; None: our own.
        replay: who plays; None: the devices.
    Raises:
        LevelError: a file is not what it should be.
    """

    over = "dead"

    def __init__(
        self, stage: Stage, file: Path | None = None, replay: Replay | None = None
    ) -> None:
        self.file = file or shaft_file()
        super().__init__(stage, -1, replay)

    def load(self) -> Room:
        """Return the shaft."""
        return load_level(self.file)

    @property
    def table(self) -> str:
        """Our own shafts share one table."""
        return NAME if self.file == shaft_file() else super().table

    def ghost(self) -> Replay | None:
        """Nobody was here before."""
        return None

    def leave(self) -> None:
        """Begin again from below."""
        self.restart()

    def save_best(self, replay: Replay) -> None:
        """Remember the best score until now."""
        results = self.stage.storage.results(self.table)
        self.best = results[0].score if results else None

    def draw_results(self, canvas: Canvas, standing: str) -> Box | None:
        """Draw how high it went."""
        world = self.run.world
        assert isinstance(world, Scanline)
        return draw_climb(canvas, world, self.best, self.studied, standing)
