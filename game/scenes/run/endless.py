"""Play Scanline, which only ends below."""

from __future__ import annotations

from pathlib import Path

from ...resources import shaft_file
from ...simulation.begin import load_level
from ...simulation.replay import Replay
from ...simulation.shaft import SHAFT_NAME
from ..scene import Stage
from .results import ResultsScene


class EndlessScene(ResultsScene):
    """A run up a shaft; after its card it begins again from below.

    Args:
        stage: what scenes share.
        file: the shaft's; None: our own.
        replay: its controls; None: those of the devices.
    Raises:
        LevelError: a file is not what it should be.
    """

    final = "dead"

    def __init__(
        self, stage: Stage, file: Path | None = None, replay: Replay | None = None
    ) -> None:
        self.file = file or shaft_file()
        super().__init__(stage, load_level(self.file), replay)

    @property
    def table(self) -> str:
        """The name of the table of scores, which all seeds of our own shaft share."""
        return SHAFT_NAME if self.file == shaft_file() else super().table

    def store_best(self, replay: Replay) -> int | None:
        """Return the best score before this run; its replay is not stored."""
        results = self.stage.storage.results(self.table)
        return results[0].score if results else None
