"""Play a room, or Scanline.

A death in a room shows for a third of a second what killed, then the room begins again;
the exit, or the end in Scanline, shows what the run was worth. The best run is stored
at once. Keys that study a run (one tick, slower, another method) disqualify it. A room
that is saved in an editor is loaded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from pathlib import Path

from pygame import K_0, K_9, KEYDOWN, KMOD_CTRL, KMOD_META, K_c, K_v, Surface
from pygame.event import Event

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
from ...view.canvas import Canvas
from ...view.effects import NOT_DRAWN_YET
from ...view.hud import (
    RoomPage,
    claim,
    count_text,
    draw_climb,
    draw_fault,
    draw_finish,
    draw_hint,
    draw_open_medals,
    draw_why_not_counted,
    seconds_text,
)
from ...view.player import draw_proof
from ..scene import Stage
from ..shell.ending import EndingScene
from ..shell.rooms import RoomsScene, best_name, error_sentence, load_own_replay
from ..shell.seeds import parse_seed, seed_of_today, seed_text
from ..verbs import DIGITS
from .held import BARS_HIGH
from .key_card import key_label
from .run_scene import RunScene
from .study import Calls

DEATH_MS = 300
"""How long the contact that killed is shown, unless a press goes on at once."""
FINISH_MS = 250
"""How long a press does not yet leave the card of results."""
PROOF_SPEED = 0.25
"""How fast the proof shows the dash, as a part of full speed."""
STAMP_SECONDS = 0.2
"""s between two stamps on the card."""
DIGIT_KEYS = range(K_0, K_9 + 1)
CTRL = KMOD_CTRL | KMOD_META
"""The bits of Ctrl, and of Command on a Mac."""
FAULT_Y = 24.0
"""px of the page: y of what is wrong with a file."""
FAULT_BELOW_BARS_Y = 72.0
"""px of the page: its y while the timeline is at the top."""


class ResultsScene(RunScene):
    """A run that earns a result.

    Its final outcome ends it for good: then it is stored, and its card is shown. After
    any other death it begins again by itself.
    """

    final = "finished"
    """The final outcome: "finished" or "dead"."""
    author: Replay | None = None
    """The run that sets the limits of the medals, if there is one."""
    best: Best | None
    """The best run that is stored, if there is one."""

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
        self.stored = False
        """Whether the final outcome was handled: store() is called once a run."""
        self.disqualified_for = ""
        """Why the run earns nothing, in a word or two: the first reason; "": it can
        earn a result."""
        if self.study.speed:
            self.disqualify("slowed")
        if stage.method.name != SWEEP.name:
            self.disqualify(stage.method.name)
        if stage.tick_rate not in (None, self.room.tick_rate):
            self.disqualify(f"{stage.tick_rate} Hz")

    @property
    def counts(self) -> bool:
        """Whether the run can earn a result: it is no replay, and was not studied."""
        return not (self.replay or self.disqualified_for)

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, unless its final outcome was stored already."""
        if not (self.disqualified_for or self.stored):
            self.disqualified_for = why

    def resume(self) -> None:
        """Go on: release a run that is held, leave the card of results, or begin again
        after a death."""
        outcome = self.world.outcome
        if self.paused:
            super().resume()
        elif outcome == self.final:
            if self.has_ended_for(FINISH_MS):
                self.leave()
        elif outcome == "dead":
            self.restart()

    def has_ended_for(self, milliseconds: int) -> bool:
        """Tell whether at least so much of the player's time has passed since the
        outcome."""
        return self.run.ended >= ticks_in(milliseconds, self.world.tick_rate)

    def leave(self) -> None:
        """Leave the card of results."""
        self.restart()

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run. With the final outcome store it, once; begin
        again a moment after any other death."""
        self.assisted |= self.stage.assisted
        super().advance(seconds)
        outcome = self.world.outcome
        if self.run.history.forked and not self.disqualified_for:
            self.disqualified_for = "rewound"  # Even if it was stored before.
        if outcome == self.final:
            if not self.stored:
                self.store()
        elif outcome == "dead" and self.has_ended_for(DEATH_MS):
            self.restart()

    def store(self) -> None:
        """Store the run as the best one if it is better; not a replay, and not a run
        that was studied. In any case note that its final outcome was handled."""
        self.stored = True
        replay = self.run.history.replay()
        world = self.world
        if not self.run.used_two_methods:
            self.stage.finished = replay
        if self.counts:
            run = Best(world.ticks, world.dashes, replay.dumps(), world.score)
            self.best = self.stage.storage.save_best(self.name, run)

    def ghost(self) -> Replay | None:
        """Return the run that the player races, by the setting "ghost": the author's,
        or the best one, as always in a shaft.

        None if the setting is off, for a replay, if there is no such run, or if it was
        in another state of the room, at another tick rate or by another method.
        """
        setting = self.stage.settings.ghost
        if self.replay or setting == "off":
            return None
        replay = self.author
        if setting == "mine" or self.final == "dead":
            replay = self.best_replay()
        rate = self.stage.tick_rate or self.room.tick_rate
        like = self.room.hash, rate, SWEEP.name
        if replay and (replay.room_hash, replay.tick_rate, replay.method) == like:
            return replay
        return None

    def best_replay(self) -> Replay | None:
        """Return the best run; None if there is none, or if its controls are not stored
        or cannot be read, which is reported."""
        if not self.best or self.best.replay == "null":
            return None
        try:
            return loads(self.best.replay, "its replay")
        except BadFile as error:
            self.stage.storage.report(
                f"{self.room.name}: the best run has no ghost ({error})"
            )
            return None

    def draw_text(self, page: RoomPage) -> None:
        """Draw why the run does not count, the room's hint until the first dash, and
        the card of results after the final outcome."""
        world = self.world
        why = "replay" if self.replay else self.disqualified_for
        draw_why_not_counted(page, why)
        if not (world.dashes or self.replay or self.paused):
            aim = key_label(self.stage.settings, "aim")
            draw_hint(page, self.room.hint.replace("{aim}", aim))
        if world.outcome == self.final and not self.replay:
            self.draw_card(page)

    def draw_card(self, page: RoomPage) -> None:
        """Draw the card of results."""


class PlayScene(ResultsScene):
    """A room, played by the devices or by a replay.

    Args:
        stage: what scenes share.
        index: of the room among the stage's rooms.
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
        # The room opens from the first picture on.
        self.run.effects.opening = NOT_DRAWN_YET

    def reload(self, seconds: float) -> bool:
        """Let time pass; load the room again if its file was saved. If the file is not
        a room, the fault is shown, and the old room stays. Return whether the room or
        the fault is another one now."""
        if self.replay or not self.watch.changed(seconds):
            return False
        old_room = self.room
        old_fault = self.fault
        self.fault = ""
        try:
            self.room = load_room(self.path)
        except BadFile as error:
            self.fault = error_sentence(self.path, error)
            self.watch.stamp = 0, 0  # It may be half written, and is read again.
        has_changed = self.room != old_room
        if has_changed:
            self.restart()
        return has_changed or self.fault != old_fault

    def go_by(self, step: int) -> None:
        """Leave for the room so many places on, in a circle; if its file is not a room,
        for the choice of rooms, which says why."""
        index = (self.index + step) % len(self.stage.rooms)
        try:
            self.next = self.stage.play(self.stage, index)
        except BadFile:
            self.next = RoomsScene(self.stage, self, index)

    def restart(self) -> None:
        """Begin the run again, against the run that is stored beside the room now."""
        self.author = load_own_replay(self.path, self.room)
        self.proof: Proof | None = None
        self.contacts = PlayerContacts()
        self.stamped: float | None = None
        """How many medals are stamped as soon as the card is shown; None: it is not
        shown yet."""
        super().restart()

    def after_tick(self, world: World) -> None:
        """Play the sounds of a tick, and count the player's contacts; after the last
        tick add a run that counts to the totals. A proof is silent and counts
        nothing."""
        if self.proof:
            return
        super().after_tick(world)
        self.contacts.count(world)
        if world.outcome and self.counts:
            seconds = world.ticks / world.tick_rate
            contacts = self.contacts
            is_dead = world.outcome == "dead"
            totals = Totals(seconds, is_dead, contacts.total, contacts.missed)
            self.stage.storage.add_totals(totals)

    def skip(self) -> None:
        """Skip the proof and the stamping of the medals."""
        if self.proof or self.stamped is not None:
            self.show_card(inf)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the proof while it is shown; else for the run, which
        ends with the proof, and for the card."""
        if self.proof:
            self.show_proof(self.proof, seconds)
            return
        stamps_before = self.stamps()
        super().advance(seconds)
        if self.stored and self.stamped is None:
            self.begin_proof()
        else:
            self.play_stamp(stamps_before)

    def begin_proof(self) -> None:
        """Begin the proof a moment after the final outcome. Show the card at once if no
        contact was missed, effects are reduced, or the run does not count."""
        has_proof = (
            self.contacts.last_missed >= 0
            and self.stage.settings.effects == "full"
            and self.counts
        )
        if not has_proof:
            self.show_card(inf)
        elif self.has_ended_for(FINISH_MS):
            self.run.seek(self.contacts.last_missed)
            self.run.draw_at(0.0)
            self.proof = Proof(self.world, self.run.history.controls)

    def play_stamp(self, stamps_before: float) -> None:
        """Play the sound of the medal that has been stamped since stamps() returned
        stamps_before, if one has. The ring is stamped as one more medal."""
        award = self.award()
        earned = award.medals
        if award.ring:
            earned += 1
        before = ceil(min(stamps_before, earned))
        if before < ceil(min(self.stamps(), earned)):
            self.stage.audio.click("medal", before)

    def show_proof(self, proof: Proof, seconds: float) -> None:
        """Let real time pass for the proof: the dash and the ghost go on, then the
        picture stands, then the card is shown."""
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
        """End the proof, and show the card of results; so many medals on it are stamped
        at once."""
        if self.proof:
            self.run.seek(self.run.history.end)
            self.run.shows_part_of_tick = False
        self.proof = None
        self.stamped = stamped

    def stamps(self) -> float:
        """Return how many medals can be stamped until now; a part is of the one whose
        stamp is coming down."""
        if self.stamped is None:
            return 0.0
        seconds = self.run.ended / self.world.tick_rate
        return self.stamped + seconds / STAMP_SECONDS

    def draw(self, surface: Surface) -> None:
        """Draw the room, and over it the proof."""
        super().draw(surface)
        if proof := self.proof:
            room = Canvas(surface, self.run.shaken(self.window))
            ghost = proof.ghost
            not_taken = self.world.bodies.of(Core).keys()
            missed_cores = ghost.bodies.of(Core).keys() - not_taken
            at = proof.place(self.run.u)
            draw_proof(room, proof.samples, at, map(ghost.place, missed_cores))

    def controls(self) -> Sequence[Controls]:
        """Return the recorded controls; before the first tick those of the author's
        run."""
        recorded = super().controls()
        if recorded or not self.author:
            return recorded
        return list(self.author.controls())

    def award(self) -> Award:
        """Return what the run earns if it ends now, or has earned; nothing if it is
        disqualified or no run sets limits."""
        if self.disqualified_for or not self.author:
            return Award()
        world = self.world
        earned = award(world.ticks, world.tick_rate, world.dashes, self.author)
        return earned._replace(assisted=self.assisted)

    def leave(self) -> None:
        """Leave the card of results for the next room; after the last room for the
        first one that is not finished; if all are, for the ending."""
        if self.index + 1 < len(self.stage.rooms):
            return self.go_by(1)
        ending = EndingScene(self.stage)
        if ending.entries[ending.unfinished].best:
            self.next = ending
        else:
            self.go_by(ending.unfinished - self.index)

    def draw_text(self, page: RoomPage) -> None:
        """Draw the medals that can still be had, the hint or the results, and what is
        wrong with the room's file."""
        super().draw_text(page)
        if self.author and self.counts:
            draw_open_medals(page, self.award())
        if self.proof:
            draw_hint(page, claim(self.contacts.missed))
        is_high = self.paused and self.study.timeline.rows is BARS_HIGH
        draw_fault(page, self.fault, FAULT_BELOW_BARS_Y if is_high else FAULT_Y)

    def draw_card(self, page: RoomPage) -> None:
        """Draw the card of results."""
        if self.stamped is not None:
            draw_finish(
                page,
                self.world,
                best=self.best.ticks if self.best else None,
                stored=self.author,
                earned=self.award(),
                studied=bool(self.disqualified_for),
                missed=self.contacts.missed,
                stamps=self.stamps(),
                again=key_label(self.stage.settings, "restart"),
            )


class EndlessScene(ResultsScene):
    """A run up a shaft; after its card it begins again from below. While no run goes
    on, digits and Ctrl+V lead to the shaft of another seed, and C copies the result.

    Args:
        stage: what scenes share.
        file: with the chunks of the shaft; None: our own.
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
        self.typed = ""
        """The digits of a seed that were typed until now."""
        self.copied = "C: copy this line    digits or Ctrl+V: another shaft"
        """The last line of the card: what can be done, or whether the result was
        copied."""
        super().restart()

    @property
    def name(self) -> str:
        """The name under which the best run in this shaft is stored: a shaft is given
        by its seed and its chunks. Our own chunks have a short name; those of another
        file have the name of a room, which changes with them."""
        chunks = SHAFT_NAME
        if self.file != shaft_file():
            chunks = best_name(self.room, assisted=False)
        name = f"{chunks}-{self.seed}"
        return name + ASSISTED if self.assisted else name

    def calls(self) -> Calls:
        """Return what the verbs call; a shaft has some of its own."""
        calls = super().calls()
        calls["paste seed"] = self.paste_seed
        calls["copy line"] = self.copy_line
        for digit in DIGITS:
            calls[digit_verb(digit)] = partial(self.type_digit, digit)
        return calls

    def verb_of(self, event: Event) -> str | None:
        """Return the verb that an event calls for now; None if it has none."""
        return self.shaft_verb(event) or super().verb_of(event)

    def shaft_verb(self, event: Event) -> str | None:
        """Return the verb that a key has only in a shaft: Ctrl+V, a digit, or C at the
        end of a run. None for all other keys, for keys that play, and while a run goes
        on, is held or is a replay."""
        world = self.world
        goes_on = world.ticks > 0 and not world.outcome
        if event.type != KEYDOWN or self.paused or self.replay or goes_on:
            return None
        if event.mod & CTRL and typed_key(event, (K_v,)):
            return "paste seed"
        if self.devices.action(event):
            return None
        if digit := typed_key(event, DIGIT_KEYS):
            return digit_verb(chr(digit))
        is_copy = world.outcome and typed_key(event, (K_c,))
        return "copy line" if is_copy else None

    def paste_seed(self) -> None:
        """Begin again in the shaft of the seed on the clipboard."""
        self.choose(clipboard.paste())

    def type_digit(self, digit: str) -> None:
        """Begin again in the shaft whose seed is the digits that were typed, with this
        one at their end; at the end of a run earlier digits are forgotten."""
        before = "" if self.world.ticks else self.typed
        self.choose(before + digit)

    def copy_line(self) -> None:
        """Copy the result."""
        self.copied = self.stage.copy(self.line)

    def choose(self, text: str) -> None:
        """Begin again in the shaft of the seed in a text; in the shaft of the day if
        the text has none."""
        seed = parse_seed(text)
        self.stage.seed = seed_of_today() if seed is None else seed
        self.restart()
        self.typed = "" if seed is None else str(seed)

    @property
    def line(self) -> str:
        """The result as a line of text. Its beginning, the title, holds the seed: if
        the line is copied and pasted, it leads to this shaft."""
        world = self.world
        points = count_text(world.score, "point", "points")
        seconds = seconds_text(world.ticks, world.tick_rate)
        return f"{self.room.title}: {points} in {seconds}"

    def draw_card(self, page: RoomPage) -> None:
        """Draw the card of results."""
        world = self.world
        if isinstance(world, Scanline):
            best = self.best.score if self.best and not self.disqualified_for else None
            draw_climb(page, world, best, (self.line, self.copied))


def digit_verb(digit: str) -> str:
    """Return the name of the verb that types a digit of a seed."""
    return f"digit {digit}"
