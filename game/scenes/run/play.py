"""Play a room, or Scanline.

A death in a room shows for a third of a second what killed, then the room begins again; the exit,
or the end in Scanline, shows what the run was worth. The result is stored at once, ranked, and
shown on a card, from which it can be signed. Keys that study a run (one tick, slower, another
method) disqualify it. A room that is saved in an editor is loaded again.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from ...resources import shaft_file
from ...simulation.begin import load_level
from ...simulation.methods import SWEEP
from ...simulation.replay import Replay, ReplayError, loads
from ...simulation.room import Room
from ...simulation.schema import LevelError
from ...simulation.shaft import SHAFT_NAME, Scanline
from ...simulation.tiled import load_room
from ...storage import Watch
from ...view import hud
from ...view.shapes import Box, is_in
from ..scene import Scene, Stage
from ..shell.rooms import error_sentence, table_name
from ..shell.scores import InitialsScene, Standing, initials, save_result
from .base import RunScene, is_left_press
from .held import BARS_HIGH

DEATH_TICKS = 40
"""Ticks for which the contact that killed is shown; any press goes on at once."""
FINISH_TICKS = 30
"""Ticks for which a press does not yet leave the card of results."""
FAULT_AT = (24.0, 72.0)
"""px of the page: y of what is wrong with a file, and its y while the timeline is at the top."""


class ResultsScene(RunScene):
    """A run that earns a result.

    final is the outcome that ends it for good.
    """

    final = "finished"

    def __init__(self, stage: Stage, room: Room, replay: Replay | None = None) -> None:
        self.best: int | None = None
        """The best result before this run."""
        self.standing_box: Box | None = None
        """px: the line of the card that opens the initials."""
        super().__init__(stage, room, replay)

    @property
    def table(self) -> str:
        """The name of the table of scores."""
        return table_name(self.room)

    def restart(self) -> None:
        """Begin the run again; nothing of it is studied or stored yet."""
        super().restart()
        stage = self.stage
        method = "" if stage.method.name == "sweep" else stage.method.name
        rate = "" if stage.tick_rate in (None, self.room.tick_rate) else f"{stage.tick_rate} Hz"
        self.studied = ("slowed" if self.speed else "") or method or rate
        """Why the run earns nothing, in a word or two."""
        self.stored = self.mixed = False
        self.standing: Standing | None = None
        self.assisted = stage.assisted

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, unless it is stored already."""
        self.studied = self.studied or ("" if self.stored else why)

    def next_method(self, step: int = 1) -> None:
        """Move bodies by another method from now on; a run by two methods is no replay."""
        super().next_method(step)
        self.mixed |= self.run.world.ticks > 0

    def act(self, event: pygame.event.Event, action: str | None) -> None:
        """Take an event that is no key: the card may be signed."""
        button = event.type == pygame.CONTROLLERBUTTONDOWN and event.button
        if self.standing and (self.is_on_standing(event) or button == pygame.CONTROLLER_BUTTON_Y):
            self.sign(self.standing, self)
        else:
            super().act(event, action)

    def is_on_standing(self, event: pygame.event.Event) -> bool:
        """Tell whether the line of the card that opens the initials was pressed."""
        at = is_left_press(event) and self.run.still(self.window).world(event.pos)
        return bool(at and self.standing_box and is_in(at, self.standing_box))

    def pick(self, event: pygame.event.Event) -> bool:
        """Pick the body that was pressed, unless the card lies over it."""
        return not self.is_on_standing(event) and super().pick(event)

    def resume(self) -> None:
        """Release the run if it is held; else skip a death, or leave the card of results."""
        outcome, standing = self.run.world.outcome, self.standing
        if self.paused:
            super().resume()
        elif outcome == self.final and self.run.ended >= FINISH_TICKS:
            self.leave()
            if standing and not self.stage.settings.initials:
                self.sign(standing, self.next or self)
        elif outcome == "dead" and outcome != self.final:
            self.restart()

    def leave(self) -> None:
        """Leave the card of results."""
        self.restart()

    def sign(self, standing: Standing, following: Scene) -> None:
        """Ask for the initials of a run that is among the best."""
        self.devices.release_all()
        self.next = InitialsScene(self.stage, standing, following, self.draw_behind)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run: it may end."""
        self.assisted |= self.stage.assisted
        super().advance(seconds)
        outcome = self.run.world.outcome
        if self.run.history.forked:
            self.studied, self.standing = "rewound", None
        if outcome == self.final and not self.stored:
            self.store()
        elif outcome == "dead" and outcome != self.final and self.run.ended >= DEATH_TICKS:
            self.devices.release_all()
            self.restart()

    def store(self) -> None:
        """Store a run that has ended, if it was played and not studied."""
        self.stored = True
        replay = self.run.history.replay()
        if not self.mixed:
            self.stage.finished = replay
        if self.replay is None and not self.studied:
            self.best = self.store_best(replay)
            self.standing = save_result(self.stage, self.table, self.run.world, self.assisted)

    def store_best(self, replay: Replay) -> int | None:
        """Store the run if it is the best; return the best before it."""
        return None

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the room's hint until the first dash, and the card of results after the end."""
        world = self.run.world
        hud.draw_void(page, "replay" if self.replay else self.studied)
        if not (world.dashes or self.replay or self.paused):
            hud.draw_hint(page, self.room.hint)
        if world.outcome == self.final and not self.replay:
            standing, name = self.standing, initials(self.stage)
            rank = f"rank {standing.rank} as {name}   click: initials" if standing else ""
            values = self.best, bool(self.studied), rank
            if isinstance(world, Scanline):
                self.standing_box = hud.draw_climb(page, world, *values)
            else:
                self.standing_box = hud.draw_finish(page, world, *values)


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
        is_wanted = self.stage.settings.ghost and not self.replay
        best = is_wanted and self.stage.storage.best_run(self.room.name, self.room.hash)
        try:
            replay = loads(best.replay, "its replay") if best else None
        except ReplayError as error:
            self.stage.storage.report(f"{self.path.name}: the best run has no ghost ({error})")
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

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the hint or the results, and what is wrong with the room's file."""
        super().draw_text(page)
        is_high = self.paused and self.timeline.rows is BARS_HIGH
        hud.draw_fault(page, self.fault, FAULT_AT[is_high])


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

    def __init__(self, stage: Stage, file: Path | None = None, replay: Replay | None = None):
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
