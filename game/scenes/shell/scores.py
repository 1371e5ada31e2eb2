"""What are the best results, and how are they signed?

A finished run is saved at once under the initials that were last used; other initials rewrite its
file.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import pygame

from ...controls import typed_key
from ...simulation.shaft import SHAFT_NAME
from ...simulation.world import World
from ...storage import RunResult
from ...view import page, palette
from ...view.hud import seconds_text
from ...view.shapes import is_in
from ...view.text import SMALL_SIZE
from ..scene import Scene, Stage
from .menu import VERB_STEPS, PageScene
from .options import change_setting
from .rooms import read_entry, table_name

PLACES = 10
"""The number of results in a table."""
NO_INITIALS = "AAA"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCORES_LEFT = 60.0


class Standing(NamedTuple):
    """A saved result: its table, the name of its file, and its rank, from 1."""

    table_name: str
    name: str
    rank: int


def save_result(stage: Stage, table: str, world: World, assisted: bool) -> Standing | None:
    """Save a finished run's result; return its standing if it is among the best."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    numbers = world.score, world.ticks, world.tick_rate, world.dashes, tuple(world.stars)
    result = RunResult(*numbers, initials(stage), assisted, world.seed, date)
    name = stage.storage.save_result(table, result)
    names = [result.name for result in stage.storage.results(table)[:PLACES]]
    return Standing(table, name, names.index(name) + 1) if name in names else None


def initials(stage: Stage) -> str:
    """Return the initials that were last used."""
    return stage.settings.initials or NO_INITIALS


class InitialsScene(PageScene):
    """Asks for the initials of a result.

    Letters are typed, or turned by the arrows, the pad or the pointer; Esc keeps the old initials.

    Args:
        stage: what scenes share.
        standing: the result that is signed.
        back: the scene that follows.
        behind: draws what lies behind.
    """

    def __init__(self, stage: Stage, standing: Standing, back: Scene, behind: page.Behind) -> None:
        super().__init__(stage, back)
        self.standing, self.behind = standing, behind
        self.letters = list(initials(stage))
        self.place = 0

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: a letter, Backspace, or one of a page."""
        is_key = event.type == pygame.KEYDOWN
        if is_key and (code := typed_key(event, range(pygame.K_a, pygame.K_z + 1))):
            self.letters[self.place] = ALPHABET[code - pygame.K_a]
            self.place = min(2, self.place + 1)
        elif is_key and event.key == pygame.K_BACKSPACE:
            self.place = max(0, self.place - 1)
        else:
            super().handle(event)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer chooses a letter; a press above it or below it turns it."""
        column = round((x - page.PAGE_MIDDLE) / page.INITIALS_PITCH) + 1
        if abs(y - page.INITIALS_Y) < 60 and 0 <= column <= 2:
            self.place = column
            if pressed:
                self.do("up" if y < page.INITIALS_Y else "down")
        elif pressed and is_in((x, y), page.DONE_BUTTON):
            self.do("choose")

    def do(self, verb: str) -> None:
        """Do one of the six things."""
        if verb in ("up", "down"):
            turned = ALPHABET.index(self.letters[self.place]) - VERB_STEPS[verb]
            self.letters[self.place] = ALPHABET[turned % len(ALPHABET)]
        elif verb in ("left", "right"):
            self.place = (self.place + VERB_STEPS[verb]) % 3
        else:
            self.sign("".join(self.letters) if verb == "choose" else initials(self.stage))

    def sign(self, letters: str) -> None:
        """Write the initials into the result and the settings."""
        storage, (table, name, _) = self.stage.storage, self.standing
        if (result := storage.result(table, name)) and result.initials != letters:
            storage.write_result(table, result._replace(initials=letters))
        change_setting(self.stage, "initials", letters)
        self.next = self.back

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the letters, large, each between two arrows."""
        super().draw(surface)
        hint = "type or turn the letters   Enter: done   Esc: no change"
        title = f"Rank {self.standing.rank}: your initials"
        canvas = page.draw_page(surface, title, hint, self.behind)
        page.draw_letters(canvas, self.letters, self.place)


class ScoresScene(PageScene):
    """The ten best results of each room and of Scanline."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        entries = [read_entry(stage, path) for path in stage.rooms]
        self.tables = [(entry.title, table_name(entry.room)) for entry in entries if entry.room]
        self.tables.append(("Scanline", SHAFT_NAME))
        self.shown = 0
        self.turn(0)

    def turn(self, by: int) -> None:
        """Show another table."""
        self.shown = (self.shown + by) % len(self.tables)
        self.results = self.stage.storage.results(self.tables[self.shown][1])[:PLACES]

    def point(self, x: float, y: float, pressed: bool) -> None:
        """A press on the left shows the table before, one on the right the next."""
        if pressed:
            self.turn(1 if x > page.PAGE_MIDDLE else -1)

    def do(self, verb: str) -> None:
        """Show another table, or go back."""
        if verb in ("choose", "back"):
            super().do("back")
        else:
            self.turn(VERB_STEPS[verb])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table."""
        super().draw(surface)
        hint = "left, right: another table   Esc or right button: back"
        canvas = page.draw_page(surface, "Scores", hint, corner=(SCORES_LEFT, 40))
        place = f"{self.shown + 1} of {len(self.tables)}"
        canvas.text(place, (640 - SCORES_LEFT, 38), palette.QUIET, SMALL_SIZE, (1, 1))
        title, table = self.tables[self.shown]
        rows = [result_row(table, *ranked) for ranked in enumerate(self.results, 1)]
        page.draw_ranks(canvas, title, rows)


def result_row(table: str, rank: int, result: RunResult) -> tuple[Sequence[str], Sequence[bool]]:
    """Return the texts of a result's row in a table, and its stars; Scanline has none."""
    time = seconds_text(result.ticks, result.tick_rate)
    assist = "assist" if result.assisted else ""
    words = f"{rank}", result.initials, f"{result.score:,}", time, f"{result.dashes}", assist
    return words, () if table == SHAFT_NAME else result.stars
