"""Play a room, or Scanline.

A death in a room shows for a third of a second what killed, then the room begins again; the exit,
or the end in Scanline, shows what the run was worth. The best run is stored at once. Keys that
study a run (one tick, slower, another method) disqualify it. A room that is saved in an editor is
loaded again.
"""

from __future__ import annotations

from math import ceil, inf
from pathlib import Path

import pygame

from ...clock import in_time
from ...resources import shaft_file
from ...simulation.begin import load_level
from ...simulation.medals import Award, award
from ...simulation.methods import SWEEP
from ...simulation.player import HALF, Controls, ticks_in
from ...simulation.replay import Replay, ReplayError, loads
from ...simulation.schema import LevelError
from ...simulation.shaft import SHAFT_NAME, Scanline
from ...simulation.tiled import load_room
from ...simulation.world import World
from ...storage import ASSISTED, Best, Watch
from ...study.proof import Proof, unseen_contacts
from ...view import hud, palette
from ...view.canvas import Canvas
from ...view.shapes import box_around
from ..scene import Stage
from ..shell.rooms import best_name, error_sentence, load_own_replay
from .base import RunScene
from .held import BARS_HIGH

DEATH_MS, FINISH_MS = 300, 250
"""How long the contact that killed is shown, unless a press goes on at once; how long a press does
not yet leave the card of results."""
PROOF_SECONDS, PROOF_SPEED, STAMP_SECONDS = 1.2, 0.25, 0.2
"""s that the proof takes, how fast it shows the dash, and s between two stamps on the card."""
FAULT_AT = (24.0, 72.0)
"""px of the page: y of what is wrong with a file, and its y while the timeline is at the top."""


class ResultsScene(RunScene):
    """A run that earns a result.

    final is the outcome that ends it for good.
    """

    final = "finished"
    author: Replay | None = None
    """The run that sets the limits of the medals, if there is one."""
    best: Best | None
    """The best run before this one."""

    @property
    def name(self) -> str:
        """The name under which the best run is stored."""
        return best_name(self.room, self.assisted)

    def restart(self) -> None:
        """Begin the run again; nothing of it is studied or stored yet."""
        stage = self.stage
        self.assisted = stage.assisted
        self.best = stage.storage.best(self.name)
        super().restart()
        method = "" if stage.method.name == "sweep" else stage.method.name
        rate = "" if stage.tick_rate in (None, self.room.tick_rate) else f"{stage.tick_rate} Hz"
        self.studied = ("slowed" if self.speed else "") or method or rate
        """Why the run earns nothing, in a word or two."""
        self.stored = self.mixed = False

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, unless it is stored already."""
        self.studied = self.studied or ("" if self.stored else why)

    def next_method(self, step: int = 1) -> None:
        """Move bodies by another method from now on; a run by two methods is no replay."""
        super().next_method(step)
        self.mixed |= self.run.world.ticks > 0

    def resume(self) -> None:
        """Release the run if it is held; else skip a death, or leave the card of results."""
        outcome = self.run.world.outcome
        if self.paused:
            super().resume()
        elif outcome == self.final and self.has_stood(FINISH_MS):
            self.leave()
        elif outcome == "dead" and outcome != self.final:
            self.restart()

    def has_stood(self, milliseconds: int) -> bool:
        """Tell whether the run ended so long ago, in time of the player."""
        return self.run.ended >= ticks_in(milliseconds, self.run.world.tick_rate)

    def leave(self) -> None:
        """Leave the card of results."""
        self.restart()

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run: it may end."""
        self.assisted |= self.stage.assisted
        super().advance(seconds)
        outcome = self.run.world.outcome
        if self.run.history.forked:
            self.studied = self.studied or "rewound"
        if outcome == self.final and not self.stored:
            self.store()
        elif outcome == "dead" and outcome != self.final and self.has_stood(DEATH_MS):
            self.restart()

    def store(self) -> None:
        """Store a run that has ended as far as it is the best, if it was played and not studied."""
        self.stored = True
        replay, world = self.run.history.replay(), self.run.world
        if not self.mixed:
            self.stage.finished = replay
        if self.replay is None and not self.studied:
            run = Best(world.ticks, world.dashes, replay.dumps(), world.score)
            self.best = self.stage.storage.save_best(self.name, run)

    def ghost(self) -> Replay | None:
        """Return the run that the player wants to race: the author's or the best one, if any."""
        wanted, replay = self.stage.settings.ghost, self.author
        if self.replay or wanted == "off":
            return None
        if wanted == "mine" or self.final == "dead":
            text = self.best.replay if self.best else "null"
            try:
                replay = None if text == "null" else loads(text, "its replay")
            except ReplayError as error:
                self.stage.storage.report(f"{self.room.name}: the best run has no ghost ({error})")
                return None
        rate = self.stage.tick_rate or self.room.tick_rate
        like = self.room.hash, rate, SWEEP.name
        is_like = replay and (replay.room_hash, replay.tick_rate, replay.method) == like
        return replay if is_like else None

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the room's hint until the first dash, and the card of results after the end."""
        world = self.run.world
        hud.draw_void(page, "replay" if self.replay else self.studied)
        if not (world.dashes or self.replay or self.paused):
            hud.draw_hint(page, self.room.hint)
        if world.outcome == self.final and not self.replay:
            self.draw_card(page)

    def draw_card(self, page: hud.RoomPage) -> None:
        """Draw the card of results."""


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

    def restart(self) -> None:
        """Begin the run again; another run may have been stored beside the room."""
        self.author = load_own_replay(self.path, self.room)
        self.proof: Proof | None = None
        self.missed, self.missed_dash, self.before_dash = 0, -1, 0
        """How many of the player's contacts a test at the tick's end would have missed, the tick
        before the last dash with one of them, -1 without, and the tick before the last dash."""
        self.stamped: float | None = None
        """How many medals of the card are stamped at once; None: there is no card yet."""
        super().restart()

    def after_tick(self, world: World) -> None:
        """Play the sounds of a tick, and count the player's contacts; a proof is silent."""
        if self.proof:
            return
        super().after_tick(world)
        unseen = unseen_contacts(world)
        self.missed += sum(unseen)
        self.before_dash = self.before_dash if world.dashing else world.ticks
        if world.dashing and any(unseen):
            self.missed_dash = self.before_dash

    def skip(self) -> None:
        """Skip the proof and the stamping of the medals."""
        if self.proof or self.stamped is not None:
            self.show_card(inf)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run, and after its end for the proof and the card."""
        before = self.stamps()
        if self.proof:
            self.show_proof(self.proof, seconds)
            return
        super().advance(seconds)
        is_calm = self.stage.settings.effects != "full" or self.studied or self.replay
        if self.stored and self.stamped is None and (is_calm or self.missed_dash < 0):
            self.show_card(inf)
        elif self.stored and self.stamped is None and self.has_stood(FINISH_MS):
            self.last = self.run.world.ticks
            self.run.seek(self.missed_dash)
            self.run.clock.alpha, self.run.inside, self.proof_left = 0.0, True, PROOF_SECONDS
            self.proof = Proof(self.run.world, self.run.history.controls)
        elif before < inf and ceil(self.stamps()) > ceil(before) < sum(self.award()[:2]):
            self.stage.audio.click("medal", ceil(before))

    def show_proof(self, proof: Proof, seconds: float) -> None:
        """Let real time pass for the proof: the dash goes on, then the picture stands."""
        run = self.run
        run.drift(seconds)
        for _ in in_time(run.clock.advance(seconds, PROOF_SPEED)):
            if proof.ghost.ticks < proof.end and not proof.ghost.outcome:
                run.tick(Controls(), again=True)
                proof.tick()
        self.proof_left -= seconds
        if self.proof_left <= 0:
            self.show_card(0.0)

    def show_card(self, stamped: float) -> None:
        """End the proof, and show the card of results."""
        if self.proof:
            self.run.seek(self.last)
            self.run.inside = False
        self.proof, self.stamped = None, stamped

    def stamps(self) -> float:
        """Return how many medals are stamped."""
        seconds = self.run.ended / self.run.world.tick_rate
        return 0.0 if self.stamped is None else self.stamped + seconds / STAMP_SECONDS

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the room, and over it the proof: its ghost, samples, and the cores it misses."""
        super().draw(surface)
        if proof := self.proof:
            room = Canvas(surface, self.run.shaken(self.window))
            now = proof.place(self.run.clock.alpha)
            room.bar(proof.samples[0], now, palette.LETHAL, 0.4, dashed=True)
            for sample in proof.samples[:-1]:
                room.box(*box_around(sample, HALF), palette.LETHAL, fill=0.15, width=0.4)
            room.box(*box_around(now, HALF), palette.LETHAL, fill=0.8, width=0.6)
            for core in proof.ghost.cores_left - self.run.world.cores_left:
                room.dot(proof.ghost.place(core), palette.LETHAL, 10, 1.0)

    def award(self) -> Award:
        """Return what the run can still earn, or has earned; nothing if it is studied."""
        if self.studied or not self.author:
            return Award()
        world = self.run.world
        earned = award(world.ticks, world.tick_rate, world.dashes, self.author)
        return earned._replace(assisted=self.assisted)

    def leave(self) -> None:
        """Leave the card of results for the next room."""
        self.go_by(1)

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the medals that can still be had, the hint or the results, and what is wrong with
        the room's file."""
        super().draw_text(page)
        if self.author and not (self.replay or self.studied):
            hud.draw_open_medals(page, self.award())
        if self.proof:
            hud.draw_hint(page, hud.claim(self.missed))
        is_high = self.paused and self.timeline.rows is BARS_HIGH
        hud.draw_fault(page, self.fault, FAULT_AT[is_high])

    def draw_card(self, page: hud.RoomPage) -> None:
        """Draw the card of results."""
        best = self.best.ticks if self.best else None
        values = best, self.author, self.award(), bool(self.studied)
        if self.stamped is not None:
            hud.draw_finish(page, self.run.world, *values, self.missed, self.stamps())


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
    def name(self) -> str:
        """The name of the best run in the shaft of this seed; one of other chunks has another."""
        shafts = SHAFT_NAME if self.file == shaft_file() else best_name(self.room, False)
        return f"{shafts}-{self.stage.seed}" + ASSISTED * self.assisted

    def draw_card(self, page: hud.RoomPage) -> None:
        """Draw the card of results."""
        if isinstance(self.run.world, Scanline):
            best = self.best.score if self.best else None
            hud.draw_climb(page, self.run.world, best, bool(self.studied))
