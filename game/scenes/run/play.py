"""Play a room.

A death shows for a third of a second what killed, then the room begins again; the exit shows what
the run was worth. A room that is saved in an editor is loaded again.
"""

from __future__ import annotations

from ...simulation.methods import SWEEP
from ...simulation.replay import Replay, ReplayError, loads
from ...simulation.schema import LevelError
from ...simulation.tiled import load_room
from ...storage import Watch
from ...view.canvas import Canvas
from ...view.hud import draw_fault
from ..scene import Stage
from ..shell.rooms import error_sentence
from .held import BARS_HIGH
from .results import ResultsScene

FAULT_AT = (24.0, 72.0)
"""px of the page: y of what is wrong with a file, and its y while the timeline is at the top."""


class PlayScene(ResultsScene):
    """A room, played by the devices or by a replay.

    Args:
        stage: what scenes share.
        index: which of the stage's rooms.
        replay: its controls; None: those of the devices.
    Raises:
        LevelError: the room's file is not a room.
    """

    def __init__(self, stage: Stage, index: int, replay: Replay | None = None) -> None:
        self.index, self.path = index, stage.rooms[index]
        self.watch = Watch(self.path)
        self.fault = ""
        """What is wrong with the room's file since it was saved."""
        super().__init__(stage, load_room(self.path), replay)

    def reload(self, seconds: float) -> bool:
        """Let time pass; load the room again if its file was saved. If it is not a room, the fault
        is shown, and the old room stays. Tell whether there is something new to see."""
        if self.replay or not self.watch.changed(seconds):
            return False
        before, self.fault = (self.room, self.fault), ""
        try:
            self.room = load_room(self.path)
        except LevelError as error:
            self.fault = error_sentence(self.path, error)
            self.watch.stamp = 0, 0  # It may be half written, and is read again.
        if self.room != before[0]:
            self.begin_again()
        return before != (self.room, self.fault)

    def ghost(self) -> Replay | None:
        """Return the best run so far, if the player wants to see it."""
        if self.replay or not self.stage.settings.ghost:
            return None
        best = self.stage.storage.best_run(self.room.name, self.room.hash)
        try:
            replay = loads(best.replay) if best else None
        except ReplayError:
            return None
        rate = self.stage.tick_rate or self.room.tick_rate
        like = self.room.hash, rate, SWEEP.name
        is_like = replay and (replay.room_hash, replay.tick_rate, replay.method) == like
        return replay if is_like else None

    def leave(self) -> None:
        """Leave the card of results for the next room."""
        self.go_by(1)

    def store_best(self, replay: Replay) -> int | None:
        """Store the run if it is the best; return the ticks of the best before it."""
        room, ticks = self.room, self.run.world.ticks
        return self.stage.storage.save_best(room.name, room.hash, ticks, replay.dumps())

    def draw_text(self, canvas: Canvas) -> None:
        """Draw the fact or the results, and what is wrong with the room's file."""
        super().draw_text(canvas)
        draw_fault(canvas, self.fault, FAULT_AT[self.paused and self.timeline.rows is BARS_HIGH])
