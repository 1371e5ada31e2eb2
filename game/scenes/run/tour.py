"""How are all rooms played in one run?

Room after room, row by row. The clock adds up the player's time of all attempts in each
room, from the first input to the exit. Nothing comes between two rooms, and leaving
ends the run. The times of the fastest one are stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...simulation.schema import BadFile, list_of
from ...simulation.tiled import load_room
from ...simulation.world import World
from ...view.hud import count_text
from ..scene import Scene, Stage
from ..shell.ending import EndingScene
from ..shell.rooms import RoomsScene
from .play import FINISH_MS, PlayScene


@dataclass
class Tour:
    """A run through so many rooms.

    name is that of the file of the best one, and best its times, s: none if there is no
    best one.
    """

    name: str
    rooms: int
    best: list[float]
    splits: list[float] = field(default_factory=list)
    """The times in the rooms that are finished, s."""
    deaths: int = 0
    void: str = ""
    """Why it does not count; empty if it does."""

    def gain(self) -> str:
        """Return how it compares with the best one up to here; empty if there is
        none."""
        done = len(self.splits)
        if not (self.best and done):
            return ""
        difference = sum(self.splits) - sum(self.best[:done])
        return f"{difference:+.2f} s"


class TourScene(PlayScene):
    """The first room of a tour that is not finished.

    Args:
        stage: what scenes share.
        tour: the run through all rooms until now.
    Raises:
        BadFile: the room's file is not a room.
    """

    def __init__(self, stage: Stage, tour: Tour) -> None:
        super().__init__(stage, len(tour.splits))
        self.tour = tour
        self.spent = 0
        """Ticks of all attempts in this room."""

    def after_tick(self, world: World) -> None:
        """As in a room; count the ticks of all attempts, and the deaths."""
        super().after_tick(world)
        self.spent += world.last.step is not None
        self.tour.deaths += world.outcome == "dead"

    def go_by(self, step: int) -> None:
        """Stay: no room is left out."""

    def store(self) -> None:
        """Store the run, and its time for the tour."""
        super().store()
        assist = "assist" if self.assisted else ""
        self.tour.void = self.tour.void or self.disqualified_for or assist
        self.tour.splits.append(self.spent / self.run.world.tick_rate)

    def begin_proof(self) -> None:
        """Go on a moment after the exit: there is no proof, and no card."""
        if self.ended_before(FINISH_MS):
            self.leave()

    def leave(self) -> None:
        """Go on to the next room, or after the last one to what was done."""
        self.next = go_on(self.stage, self.tour)

    def notes(self) -> list[str]:
        """Return where the run through all rooms is."""
        tour = self.tour
        seconds = sum(tour.splits)
        if not self.stored:
            seconds += self.spent / self.run.world.tick_rate
        place = f"room {self.index + 1} of {tour.rooms}"
        notes = [*super().notes(), place, f"{seconds:.2f} s"]
        if gain := tour.gain():
            notes.append(gain)
        return notes


def begin_tour(stage: Stage, back: Scene, count: int | None) -> Scene:
    """Return the first room of a run through all rooms, or through so many."""
    from hashlib import blake2b  # It loads OpenSSL.

    try:
        rooms = [load_room(path).hash for path in stage.rooms[:count]]
    except BadFile:
        return RoomsScene(stage, back)
    name = f"tours/{blake2b(' '.join(rooms).encode(), digest_size=8).hexdigest()}.json"
    best = stage.storage.load(name, lambda data: list_of(data, "splits", float, "tour"))
    return go_on(stage, Tour(name, len(rooms), best or []))


def go_on(stage: Stage, tour: Tour) -> Scene:
    """Return the next room of a tour; after the last one store it, and return the
    ending."""
    if len(tour.splits) < tour.rooms:
        try:
            return TourScene(stage, tour)
        except BadFile:
            return RoomsScene(stage, EndingScene(stage), len(tour.splits))
    if not tour.void and (not tour.best or sum(tour.splits) < sum(tour.best)):
        stage.storage.save_values(tour.name, {"splits": tour.splits})
    compared = f"{tour.gain()} to your best" if tour.best else "your first time"
    lines = [f"{count_text(tour.deaths, 'death', 'deaths')}, {compared}"]
    if tour.void:
        lines.append(f"does not count: {tour.void}")
    return EndingScene(stage, f"{tour.rooms} rooms in {sum(tour.splits):.2f} s", lines)
