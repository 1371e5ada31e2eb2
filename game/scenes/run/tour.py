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
from ...storage import StoredValues
from ...view.hud import count_text
from ..scene import Scene, Stage
from ..shell.ending import EndingScene
from ..shell.rooms import RoomsScene
from .play import FINISH_MS, PlayScene


@dataclass
class Tour:
    """A run through the first rooms, one after the other."""

    name: str
    """The file in which the best tour of the same rooms is stored."""
    rooms: int
    """The number of rooms."""
    best: list[float]
    """The times of the best tour in all its rooms, s; empty: no tour is stored."""
    splits: list[float] = field(default_factory=list)
    """The times in the rooms that are finished, s."""
    deaths: int = 0
    void: str = ""
    """Why the tour does not count; empty if it does."""

    @property
    def seconds(self) -> float:
        """The time in all rooms that are finished, s."""
        return sum(self.splits)

    def gain(self) -> str:
        """Return the seconds by which this tour is slower (+) or faster (-) than the
        best one was after as many rooms, as a text; empty if no best one is stored or
        no room is finished yet."""
        done = len(self.splits)
        if not (self.best and done):
            return ""
        difference = self.seconds - sum(self.best[:done])
        return f"{difference:+.2f} s"

    def unless_slower(self, best: list[float] | None) -> StoredValues | None:
        """Return what the file of the best tour is to hold: this tour, if it is faster
        than the best one until now or if there is none; else None."""
        if best and self.seconds >= sum(best):
            return None
        return {"splits": self.splits}


def parse_splits(data: StoredValues) -> list[float]:
    """Return the times in all rooms, s, that the file of the best tour holds.

    Raises:
        BadFile: they are no list of numbers.
    """
    return list_of(data, "splits", float, "tour")


class TourScene(PlayScene):
    """The first room of a tour that is not finished.

    Args:
        stage: what scenes share.
        tour: the run through all rooms until now.
    Raises:
        BadFile: the room's file is not a room.
    """

    def __init__(self, stage: Stage, tour: Tour) -> None:
        rooms_done = len(tour.splits)
        super().__init__(stage, index=rooms_done)
        self.tour = tour
        self.spent = 0
        """Ticks of all attempts in this room."""

    def after_tick(self, world: World) -> None:
        """Do what any room does; count the ticks since the first input of each attempt,
        and the deaths."""
        super().after_tick(world)
        if world.last.step:
            self.spent += 1
        if world.outcome == "dead":
            self.tour.deaths += 1

    def go_by(self, step: int) -> None:
        """Stay: no room is left out."""

    @property
    def split(self) -> float:
        """The time of all attempts in this room, s."""
        return self.spent / self.world.tick_rate

    def store(self) -> None:
        """Store the run as that of any room; note the room's time, and whether the tour
        still counts."""
        super().store()
        assist = "assist" if self.assisted else ""
        tour = self.tour
        tour.void = tour.void or self.disqualified_for or assist
        tour.splits.append(self.split)

    def begin_proof(self) -> None:
        """Go on a moment after the exit: there is no proof, and no card."""
        if self.has_ended_for(FINISH_MS):
            self.leave()

    def leave(self) -> None:
        """Go on to the next room, or after the last one to the ending."""
        self.next = go_on(self.stage, self.tour)

    def notes(self) -> list[str]:
        """Return what is unusual about this run, and the room, the time and the gain of
        the tour."""
        tour = self.tour
        seconds = tour.seconds
        if not self.stored:
            seconds += self.split
        place = f"room {self.index + 1} of {tour.rooms}"
        notes = [*super().notes(), place, f"{seconds:.2f} s"]
        if gain := tour.gain():
            notes.append(gain)
        return notes


def begin_tour(stage: Stage, back: Scene, count: int | None) -> Scene:
    """Return the scene of a new tour's first room; if the file of one of its rooms is
    not a room, the choice of rooms, which leads to back.

    Args:
        stage: what scenes share.
        back: the scene to which the choice of rooms leads.
        count: the number of rooms; None: all.
    """
    from hashlib import blake2b  # It loads OpenSSL.

    try:
        rooms = [load_room(path).hash for path in stage.rooms[:count]]
    except BadFile:
        return RoomsScene(stage, back)
    name = f"tours/{blake2b(' '.join(rooms).encode(), digest_size=8).hexdigest()}.json"
    best = stage.storage.load(name, parse_splits)
    return go_on(stage, Tour(name, len(rooms), best or []))


def go_on(stage: Stage, tour: Tour) -> Scene:
    """Return the scene that follows in a tour.

    While rooms are left, it is the next one, or the choice of rooms if its file is not
    a room. After the last one it is the ending; a tour that counts and is the best is
    stored.
    """
    done = len(tour.splits)
    if done < tour.rooms:
        try:
            return TourScene(stage, tour)
        except BadFile:
            return RoomsScene(stage, EndingScene(stage), done)
    if not tour.void:
        stage.storage.change(tour.name, parse_splits, tour.unless_slower)
    compared = f"{tour.gain()} to your best" if tour.best else "your first time"
    lines = [f"{count_text(tour.deaths, 'death', 'deaths')}, {compared}"]
    if tour.void:
        lines.append(f"does not count: {tour.void}")
    return EndingScene(stage, f"{tour.rooms} rooms in {tour.seconds:.2f} s", lines)
