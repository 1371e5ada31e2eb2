"""How are all rooms played in one run?

Room after room, row by row. The clock adds up the player's time of all attempts in each room, from
the first input to the exit. Nothing comes between two rooms, and leaving ends the run. The times of
the fastest one are stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...simulation.schema import LevelError, list_of
from ...simulation.tiled import load_room
from ...simulation.world import World
from ...view import hud
from ..scene import Scene, Stage
from ..shell.ending import EndingScene
from ..shell.rooms import RoomsScene
from .play import FINISH_MS, PlayScene


@dataclass
class Tour:
    """A run through so many rooms.

    name is that of the file of the best one, and best its times, s: none if there is no best one.
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
        """Return how it compares with the best one up to here; empty if there is none."""
        done = len(self.splits)
        return f"{sum(self.splits) - sum(self.best[:done]):+.2f} s" if self.best and done else ""


class TourScene(PlayScene):
    """The first room of a tour that is not finished.

    Args:
        stage: what scenes share.
        tour: the run through all rooms until now.
    Raises:
        LevelError: the room's file is not a room.
    """

    def __init__(self, stage: Stage, tour: Tour) -> None:
        self.tour, self.spent = tour, 0
        super().__init__(stage, len(tour.splits))

    def after_tick(self, world: World) -> None:
        """As in a room; count the ticks of all attempts, and the deaths."""
        super().after_tick(world)
        self.spent += world.step is not None
        self.tour.deaths += world.outcome == "dead"

    def disqualify(self, why: str) -> None:
        """Let the run through all rooms earn nothing."""
        super().disqualify(why)
        self.tour.void = self.tour.void or why

    def go_by(self, step: int) -> None:
        """Stay: no room is left out."""

    def store(self) -> None:
        """Store the run, and its time for the tour; there is no proof."""
        super().store()
        self.missed_dash = -1
        self.tour.void = self.tour.void or self.studied or "assist" * self.assisted
        self.tour.splits.append(self.spent / self.run.world.tick_rate)

    def advance(self, seconds: float) -> None:
        """Let real time pass; the next room follows by itself."""
        super().advance(seconds)
        if self.stored and self.has_stood(FINISH_MS):
            self.leave()

    def leave(self) -> None:
        """Go on to the next room, or after the last one to what was done."""
        self.next = go_on(self.stage, self.tour)

    def notes(self) -> list[str]:
        """Return where the run through all rooms is."""
        tour = self.tour
        now = sum(tour.splits) + (not self.stored) * self.spent / self.run.world.tick_rate
        place = f"room {self.index + 1} of {tour.rooms}"
        return [*super().notes(), place, f"{now:.2f} s", *filter(None, [tour.gain()])]

    def draw_card(self, page: hud.RoomPage) -> None:
        """Nothing: there is no time to read."""


def begin_tour(stage: Stage, back: Scene, count: int | None) -> Scene:
    """Return the first room of a run through all rooms, or through so many."""
    from hashlib import blake2b  # It loads OpenSSL.

    try:
        rooms = [load_room(path).hash for path in stage.rooms[:count]]
    except LevelError:
        return RoomsScene(stage, back)
    name = f"tours/{blake2b(' '.join(rooms).encode(), digest_size=8).hexdigest()}.json"
    best = stage.storage.load(name, lambda data: list_of(data, "splits", float, "tour"))
    return go_on(stage, Tour(name, len(rooms), best or []))


def go_on(stage: Stage, tour: Tour) -> Scene:
    """Return the next room of a tour; after the last one store it, and return the ending."""
    total, deaths = sum(tour.splits), hud.count_text(tour.deaths, "death", "deaths")
    if len(tour.splits) < tour.rooms:
        try:
            return TourScene(stage, tour)
        except LevelError:
            return RoomsScene(stage, EndingScene(stage), len(tour.splits))
    if not tour.void and (not tour.best or total < sum(tour.best)):
        stage.storage.save_values(tour.name, {"splits": tour.splits})
    lines = [f"{deaths}   {tour.gain()}", f"does not count: {tour.void}" * bool(tour.void)]
    return EndingScene(stage, f"{tour.rooms} rooms in {total:.2f} s", lines)
