"""Play a room, or Scanline.

A death in a room shows for a third of a second what killed, then the room begins again;
the exit, or the end in Scanline, shows what the run was worth. The best run is stored
at once. Keys that study a run (one tick, slower, another method) disqualify it. A room
that is saved in an editor is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from pathlib import Path

import pygame

from ... import clipboard
from ...clock import in_time
from ...controls import typed_key
from ...resources import shaft_file
from ...simulation.begin import load_level
from ...simulation.elements import Core
from ...simulation.medals import Award, award
from ...simulation.methods import SWEEP
from ...simulation.player import Controls, ticks_in
from ...simulation.replay import Replay, loads
from ...simulation.schema import BadFile
from ...simulation.shaft import SHAFT_NAME, Scanline
from ...simulation.tiled import load_room
from ...simulation.world import World
from ...storage import ASSISTED, Best, Totals, Watch
from ...study.proof import PlayerContacts, Proof
from ...view import hud
from ...view.canvas import Canvas
from ...view.effects import NOT_DRAWN_YET
from ...view.player import draw_proof
from ..scene import Stage
from ..shell.ending import EndingScene
from ..shell.rooms import RoomsScene, best_name, error_sentence, load_own_replay
from ..shell.seeds import parse_seed, seed_of_today, seed_text
from ..verbs import DIGITS
from .held import BARS_HIGH
from .key_card import key_label
from .run_scene import RunScene

DEATH_MS = 300
"""How long the contact that killed is shown, unless a press goes on at once."""
FINISH_MS = 250
"""How long a press does not yet leave the card of results."""
PROOF_SPEED = 0.25
"""How fast the proof shows the dash, as a part of full speed."""
STAMP_SECONDS = 0.2
"""s between two stamps on the card."""
DIGIT_KEYS = range(pygame.K_0, pygame.K_9 + 1)
CTRL = pygame.KMOD_CTRL | pygame.KMOD_META
"""The bits of Ctrl, and of Command on a Mac."""
FAULT_Y = 24.0
"""px of the page: y of what is wrong with a file."""
FAULT_BELOW_BARS_Y = 72.0
"""px of the page: its y while the timeline is at the top."""


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
        rate = (
            ""
            if stage.tick_rate in (None, self.room.tick_rate)
            else f"{stage.tick_rate} Hz"
        )
        self.disqualified_for = ("slowed" if self.study.speed else "") or method or rate
        """Why the run earns nothing, in a word or two."""
        self.stored = False

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, unless it is stored already."""
        self.disqualified_for = self.disqualified_for or ("" if self.stored else why)

    def resume(self) -> None:
        """Release the run if it is held; else skip a death, or leave the card of
        results."""
        outcome = self.run.world.outcome
        if self.paused:
            super().resume()
        elif outcome == self.final and self.ended_before(FINISH_MS):
            self.leave()
        elif outcome == "dead" and outcome != self.final:
            self.restart()

    def ended_before(self, milliseconds: int) -> bool:
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
            self.disqualified_for = self.disqualified_for or "rewound"
        if outcome == self.final and not self.stored:
            self.store()
        elif (
            outcome == "dead" and outcome != self.final and self.ended_before(DEATH_MS)
        ):
            self.restart()

    def store(self) -> None:
        """Store a run that has ended as far as it is the best, if it was played and not
        studied."""
        self.stored = True
        replay = self.run.history.replay()
        world = self.run.world
        if not self.run.used_two_methods:
            self.stage.finished = replay
        if self.replay is None and not self.disqualified_for:
            run = Best(world.ticks, world.dashes, replay.dumps(), world.score)
            self.best = self.stage.storage.save_best(self.name, run)

    def ghost(self) -> Replay | None:
        """Return the run that the player wants to race: the author's or the best one,
        if any."""
        wanted, replay = self.stage.settings.ghost, self.author
        if self.replay or wanted == "off":
            return None
        if wanted == "mine" or self.final == "dead":
            text = self.best.replay if self.best else "null"
            try:
                replay = None if text == "null" else loads(text, "its replay")
            except BadFile as error:
                self.stage.storage.report(
                    f"{self.room.name}: the best run has no ghost ({error})"
                )
                return None
        rate = self.stage.tick_rate or self.room.tick_rate
        like = self.room.hash, rate, SWEEP.name
        is_like = replay and (replay.room_hash, replay.tick_rate, replay.method) == like
        return replay if is_like else None

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the room's hint until the first dash, and the card of results after the
        end."""
        world = self.run.world
        hud.draw_why_not_counted(
            page, "replay" if self.replay else self.disqualified_for
        )
        if not (world.dashes or self.replay or self.paused):
            hud.draw_hint(
                page,
                self.room.hint.replace("{aim}", key_label(self.stage.settings, "aim")),
            )
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
        BadFile: the room's file is not a room.
    """

    def __init__(self, stage: Stage, index: int, replay: Replay | None = None) -> None:
        path = stage.rooms[index]
        watch = Watch(path)
        super().__init__(stage, load_room(path), replay)
        self.index = index
        self.path = path
        self.watch = watch
        self.fault = ""
        """What is wrong with the room's file since it was saved."""
        self.restart()
        self.run.effects.opening = NOT_DRAWN_YET

    def calls(self) -> Mapping[str, Callable[[], object]]:
        """Return what the verbs call; a room has neighbours."""
        calls = dict(super().calls())
        calls["before"] = partial(self.go_by, -1)
        calls["after"] = partial(self.go_by, 1)
        return calls

    def reload(self, seconds: float) -> bool:
        """Let time pass; load the room again if its file was saved. If it is not a
        room, the fault is shown, and the old room stays. Tell whether there is
        something new to see."""
        if self.replay or not self.watch.changed(seconds):
            return False
        before, self.fault = (self.room, self.fault), ""
        try:
            self.room = load_room(self.path)
        except BadFile as error:
            self.fault = error_sentence(self.path, error)
            self.watch.stamp = 0, 0  # It may be half written, and is read again.
        if self.room != before[0]:
            self.begin_again()
        return before != (self.room, self.fault)

    def go_by(self, step: int) -> None:
        """Leave for another room, in a circle; if its file is not a room, for the
        choice of rooms, which says why."""
        index = (self.index + step) % len(self.stage.rooms)
        try:
            self.next = self.stage.play(self.stage, index)
        except BadFile:
            self.next = RoomsScene(self.stage, self, index)

    def restart(self) -> None:
        """Begin the run again; another run may have been stored beside the room."""
        self.author = load_own_replay(self.path, self.room)
        self.proof: Proof | None = None
        self.contacts = PlayerContacts()
        self.stamped: float | None = None
        """How many medals of the card are stamped at once; None: there is no card
        yet."""
        super().restart()

    def after_tick(self, world: World) -> None:
        """Play the sounds of a tick, and count the player's contacts; a proof is
        silent."""
        if self.proof:
            return
        super().after_tick(world)
        self.contacts.count(world)
        if world.outcome and not (self.disqualified_for or self.replay):
            attempt = world.ticks / world.tick_rate, world.outcome == "dead"
            totals = Totals(*attempt, self.contacts.total, self.contacts.missed)
            self.stage.storage.add_totals(totals)

    def skip(self) -> None:
        """Skip the proof and the stamping of the medals."""
        if self.proof or self.stamped is not None:
            self.show_card(inf)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run, and after its end for the proof and the
        card."""
        if self.proof:
            self.show_proof(self.proof, seconds)
            return
        stamped = self.stamps()
        super().advance(seconds)
        if self.stored and self.stamped is None:
            self.begin_proof()
        else:
            self.play_stamp(stamped)

    def begin_proof(self) -> None:
        """Begin the proof a moment after the end of the run; without one, show the
        card."""
        is_calm = (
            self.stage.settings.effects != "full"
            or self.disqualified_for
            or self.replay
        )
        if is_calm or self.contacts.last_missed < 0:
            self.show_card(inf)
        elif self.ended_before(FINISH_MS):
            self.run.seek(self.contacts.last_missed)
            self.run.clock.alpha = 0.0
            self.run.shows_part_of_tick = True
            self.proof = Proof(self.run.world, self.run.history.controls)

    def play_stamp(self, before: float) -> None:
        """Play the sound of a medal that is stamped now; so many were stamped
        before."""
        earned = sum(self.award()[:2])
        first, last = (ceil(min(number, earned)) for number in (before, self.stamps()))
        if first < last:
            self.stage.audio.click("medal", first)

    def show_proof(self, proof: Proof, seconds: float) -> None:
        """Let real time pass for the proof: the dash goes on, then the picture
        stands."""
        run = self.run
        run.drift(seconds)
        for _ in in_time(run.clock.advance(seconds, PROOF_SPEED)):
            if proof.ghost.ticks < proof.end and not proof.ghost.outcome:
                run.tick(Controls(), again=True)
                proof.tick()
        proof.left -= seconds
        if proof.left <= 0:
            self.show_card(0.0)

    def show_card(self, stamped: float) -> None:
        """End the proof, and show the card of results."""
        if self.proof:
            self.run.seek(self.run.history.end)
            self.run.shows_part_of_tick = False
        self.proof = None
        self.stamped = stamped

    def stamps(self) -> float:
        """Return how many medals are stamped."""
        seconds = self.run.ended / self.run.world.tick_rate
        return 0.0 if self.stamped is None else self.stamped + seconds / STAMP_SECONDS

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the room, and over it the proof."""
        super().draw(surface)
        if proof := self.proof:
            room = Canvas(surface, self.run.shaken(self.window))
            left = self.run.world.bodies.of(Core).keys()
            cores = proof.ghost.bodies.of(Core).keys() - left
            now = proof.place(self.run.clock.alpha)
            draw_proof(room, proof.samples, now, map(proof.ghost.place, cores))

    def controls(self) -> Sequence[Controls]:
        """Return the recorded controls; before the first tick those of the author's
        run."""
        recorded = super().controls()
        if recorded or not self.author:
            return recorded
        return list(self.author.controls())

    def award(self) -> Award:
        """Return what the run can still earn, or has earned; nothing if it is
        studied."""
        if self.disqualified_for or not self.author:
            return Award()
        world = self.run.world
        earned = award(world.ticks, world.tick_rate, world.dashes, self.author)
        return earned._replace(assisted=self.assisted)

    def leave(self) -> None:
        """Leave the card of results for the next room; after the last one for the first
        room that is not finished, or for the ending."""
        if self.index + 1 < len(self.stage.rooms):
            return self.go_by(1)
        ending = EndingScene(self.stage)
        if ending.entries[ending.unfinished].best:
            self.next = ending
        else:
            self.go_by(ending.unfinished - self.index)

    def draw_text(self, page: hud.RoomPage) -> None:
        """Draw the medals that can still be had, the hint or the results, and what is
        wrong with the room's file."""
        super().draw_text(page)
        if self.author and not (self.replay or self.disqualified_for):
            hud.draw_open_medals(page, self.award())
        if self.proof:
            hud.draw_hint(page, hud.claim(self.contacts.missed))
        is_high = self.paused and self.study.timeline.rows is BARS_HIGH
        hud.draw_fault(page, self.fault, FAULT_BELOW_BARS_Y if is_high else FAULT_Y)

    def draw_card(self, page: hud.RoomPage) -> None:
        """Draw the card of results."""
        best = self.best.ticks if self.best else None
        values = (
            best,
            self.author,
            self.award(),
            bool(self.disqualified_for),
            self.contacts.missed,
        )
        if self.stamped is not None:
            hud.draw_finish(
                page,
                self.run.world,
                *values,
                self.stamps(),
                key_label(self.stage.settings, "restart"),
            )


class EndlessScene(ResultsScene):
    """A run up a shaft; after its card it begins again from below. While no run goes
    on, digits and Ctrl+V lead to the shaft of another seed, and C copies the result.

    Args:
        stage: what scenes share.
        file: the shaft's; None: our own.
        replay: its controls; None: those of the devices.
    Raises:
        BadFile: a file is not what it should be.
    """

    final = "dead"

    def __init__(
        self, stage: Stage, file: Path | None = None, replay: Replay | None = None
    ):
        file = file or shaft_file()
        super().__init__(stage, load_level(file), replay)
        self.file = file
        self.restart()
        self.run.effects.opening = NOT_DRAWN_YET

    def restart(self) -> None:
        """Begin the run again, in the shaft of the stage's seed."""
        self.seed = self.replay.seed if self.replay else self.stage.seed
        self.room = replace(self.room, title=f"Scanline {seed_text(self.seed)}")
        self.typed, self.copied = (
            "",
            "C: copy this line    digits or Ctrl+V: another shaft",
        )
        super().restart()

    @property
    def name(self) -> str:
        """The name of the best run in the shaft of this seed; one of other chunks has
        another."""
        shafts = (
            SHAFT_NAME if self.file == shaft_file() else best_name(self.room, False)
        )
        name = f"{shafts}-{self.seed}"
        return name + ASSISTED if self.assisted else name

    def calls(self) -> Mapping[str, Callable[[], object]]:
        """Return what the verbs call; a shaft has some of its own."""
        calls = dict(super().calls())
        calls["paste seed"] = self.paste_seed
        calls["copy line"] = self.copy_line
        for digit in DIGITS:
            calls[digit_verb(digit)] = partial(self.type_digit, digit)
        return calls

    def verb_of(self, event: pygame.event.Event) -> str | None:
        """Return the verb that an event calls for now, if any: digits, Ctrl+V and C
        have another one unless a run goes on."""
        world = self.run.world
        goes_on = world.ticks > 0 and not world.outcome
        if event.type != pygame.KEYDOWN or self.paused or self.replay or goes_on:
            return super().verb_of(event)
        if event.mod & CTRL and typed_key(event, (pygame.K_v,)):
            return "paste seed"
        if self.devices.action(event):
            return super().verb_of(event)
        if code := typed_key(event, DIGIT_KEYS):
            return digit_verb(chr(code))
        if world.outcome and typed_key(event, (pygame.K_c,)):
            return "copy line"
        return super().verb_of(event)

    def paste_seed(self) -> None:
        """Begin again in the shaft of the seed on the clipboard."""
        self.choose(clipboard.paste())

    def type_digit(self, digit: str) -> None:
        """Begin again in the shaft of the digits that were typed, and this one; at the
        end of a run they are forgotten."""
        before = "" if self.run.world.ticks else self.typed
        self.choose(before + digit)

    def copy_line(self) -> None:
        """Copy the result."""
        self.copied = self.stage.copy(self.line)

    def choose(self, text: str) -> None:
        """Begin again in the shaft of the seed in a text, or else in that of the
        day."""
        seed = parse_seed(text)
        self.stage.seed = seed_of_today() if seed is None else seed
        self.begin_again()
        self.typed = "" if seed is None else str(seed)

    @property
    def line(self) -> str:
        """The result in a line, from which the seed can be pasted."""
        world = self.run.world
        points = hud.count_text(world.score, "point", "points")
        return (
            f"{self.room.title}: {points} in"
            f" {hud.seconds_text(world.ticks, world.tick_rate)}"
        )

    def draw_card(self, page: hud.RoomPage) -> None:
        """Draw the card of results."""
        if isinstance(self.run.world, Scanline):
            best = self.best.score if self.best and not self.disqualified_for else None
            hud.draw_climb(page, self.run.world, best, (self.line, self.copied))


def digit_verb(digit: str) -> str:
    """Return the name of the verb that types a digit of a seed."""
    return f"digit {digit}"
