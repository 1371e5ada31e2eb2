"""What is a run worth that has ended?

Its result is stored at once, ranked, and shown on a card, from which it can be signed. Keys that
study a run (one tick, slower, another method) disqualify it.
"""

from __future__ import annotations

import pygame

from ...simulation.replay import Replay
from ...simulation.room import Room
from ...simulation.shaft import Scanline
from ...view.canvas import Canvas
from ...view.hud import draw_climb, draw_fact, draw_finish
from ...view.shapes import Box, is_in
from ..scene import Scene, Stage
from ..shell.rooms import table_name
from ..shell.scores import InitialsScene, Standing, initials, save_result
from .base import RunScene, is_left_press

DEATH_TICKS = 40
"""Ticks for which the contact that killed is shown; any press goes on at once."""
FINISH_TICKS = 30
"""Ticks for which a press does not yet leave the card of results."""


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
        usual_rate = stage.tick_rate in (None, self.room.tick_rate)
        self.studied = self.speed > 0 or stage.method.name != "sweep" or not usual_rate
        self.stored = self.mixed = False
        self.standing: Standing | None = None
        self.assisted = stage.assisted

    def disqualify(self) -> None:
        """Let the run earn nothing, unless it is stored already."""
        self.studied |= not self.stored

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
        if not is_left_press(event) or not self.standing_box:
            return False
        return is_in(self.run.still(self.window).world(event.pos), self.standing_box)

    def pick(self, event: pygame.event.Event) -> bool:
        """Pick the body that was pressed, unless the card lies over it."""
        return not self.is_on_standing(event) and super().pick(event)

    def look_closer(self) -> None:
        """Sign the result, if it has a rank; else inspect two bodies."""
        if self.standing:
            self.sign(self.standing, self)
        else:
            super().look_closer()

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
            self.studied, self.standing = True, None
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

    def draw_text(self, canvas: Canvas) -> None:
        """Draw the fact of a room before the first tick, and the card of results after the last."""
        world = self.run.world
        if not (world.ticks or self.replay or self.paused):
            draw_fact(canvas, world)
        if world.outcome == self.final and not self.replay:
            rank = ""
            if self.standing:
                rank = f"rank {self.standing.rank} as {initials(self.stage)}   I: initials"
            values = self.best, self.studied, rank
            if isinstance(world, Scanline):
                self.standing_box = draw_climb(canvas, world, *values)
            else:
                self.standing_box = draw_finish(canvas, world, *values)
