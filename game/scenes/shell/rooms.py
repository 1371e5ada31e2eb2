"""How does the player choose a room?

A grid with a column for each fact. The chosen room plays itself below. Nothing is
locked; a file that is not a room keeps its cell and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import pygame

from ...resources import levels, stored_replay
from ...simulation.medals import Award, award
from ...simulation.player import Controls
from ...simulation.replay import Replay, load_replay
from ...simulation.room import Room
from ...simulation.schema import BadFile
from ...simulation.tiled import load_room
from ...storage import ASSISTED, Best
from ...view import palette
from ...view.hud import TITLE_LETTERS, award_terms, draw_medals, seconds_text
from ...view.page import GRID_COLUMNS, cell_boxes, draw_page, draw_room_cells
from ...view.shapes import Box, is_in
from ...view.text import SMALL_SIZE
from ..scene import Scene, Stage
from .menu import MENU_HINT, PageScene

if TYPE_CHECKING:
    from ..run.run import Run

GRID_AT, CELL, PICTURE_FOOT = (32.0, 42.0), (48.0, 32.0), 334.0
"""px: the upper left corner of the grid, the size of a cell, and the foot of the
picture."""
WAIT_TICKS = 90
"""Ticks after the end of a stored run before it, or the next one, begins."""


class Entry(NamedTuple):
    """A room and this player's results in it; without a room, what is wrong with the
    file."""

    path: Path
    room: Room | None
    error: str = ""
    stored: Replay | None = None
    """The run that sets the limits of the medals."""
    best: Best | None = None
    assisted: bool = False
    """Whether the best run had an assist, as there is none without."""

    @property
    def title(self) -> str:
        """The title on the page."""
        return (self.room.title if self.room else self.path.stem)[:TITLE_LETTERS]

    @property
    def mark(self) -> tuple[bool, Award]:
        """Whether the room was finished, and what was earned."""
        return self.best is not None, self.award

    @property
    def award(self) -> Award:
        """What all runs together have earned."""
        if not (self.room and self.best and self.stored):
            return Award()
        earned = award(
            self.best.ticks, self.room.tick_rate, self.best.dashes, self.stored
        )
        return earned._replace(assisted=self.assisted)


def best_name(room: Room, assisted: bool) -> str:
    """Return the name under which a room's best run is stored; a room that was changed
    has another."""
    return f"{room.name}-{room.hash}" + ASSISTED * assisted


def load_own_replay(path: Path, room: Room) -> Replay | None:
    """Return the stored run of a room, which lies beside its map unless the room is one
    of ours; None without one, or if the room was changed since."""
    own = (
        stored_replay(room.name)
        if path in levels().values()
        else path.with_suffix(".json")
    )
    with suppress(BadFile):
        replay = load_replay(own)
        return replay if replay.room_hash == room.hash else None
    return None


def error_sentence(path: Path, error: BadFile) -> str:
    """Return the first complaint about a file, without its folder, and the number of
    the others."""
    more = f" ({len(error.others)} more)" if error.others else ""
    return str(error).replace(str(path), path.name) + more


def read_entry(stage: Stage, path: Path) -> Entry:
    """Read a room and the player's results in it."""
    try:
        room = load_room(path)
    except BadFile as error:
        return Entry(path, None, error_sentence(path, error))
    plain, assisted = (stage.storage.best(best_name(room, on)) for on in (False, True))
    stored = load_own_replay(path, room)
    return Entry(
        path, room, "", stored, plain or assisted, not plain and assisted is not None
    )


def first_unfinished(rooms: list[Entry]) -> int:
    """Return the first room that is not finished yet; the first that is a room if all
    are."""
    able = [index for index, entry in enumerate(rooms) if entry.room]
    return next(
        (index for index in able if rooms[index].best is None), able[0] if able else 0
    )


class Demonstration:
    """The stored runs of rooms, which play themselves one after the other, at half
    speed.

    Args:
        stage: what scenes share.
        entries: the rooms; those without a stored run stand still.
    """

    def __init__(self, stage: Stage, entries: Sequence[Entry]) -> None:
        self.stage = stage
        self.coming = cycle([(each.room, each.stored) for each in entries if each.room])
        self.run: Run | None = None
        self.last = 0
        """The last tick that is shown."""

    def update(self, seconds: float) -> None:
        """Let real time pass; a while after the end of a run the next one begins."""
        run = self.run
        is_over = not run or run.world.ticks + run.ended > self.last
        if is_over and (following := next(self.coming, None)):
            from ..run.run import Run

            run = self.run = Run(self.stage, *following)
            self.last = WAIT_TICKS + (following[1].ticks if following[1] else 0)
        if run:
            run.advance(seconds, 0.5, Controls)


class RoomsScene(PageScene):
    """The choice of a room: a grid with what was earned, and the chosen room, which
    plays its stored run.

    Args:
        stage: what scenes share.
        back: the scene to which it leads back.
        chosen: the room that is chosen at first; -1: the first unfinished one.
    """

    def __init__(self, stage: Stage, back: Scene, chosen: int = -1) -> None:
        super().__init__(stage, back)
        self.entries = [read_entry(stage, path) for path in stage.rooms]
        self.cells = cell_boxes(len(self.entries), GRID_AT, CELL)
        low = self.cells[-1][1][1] + 8
        right = GRID_AT[0] + (PICTURE_FOOT - low) * 16 / 9
        self.picture: Box = (GRID_AT[0] + 2, low), (right, PICTURE_FOOT)
        self.choose(first_unfinished(self.entries) if chosen < 0 else chosen)

    def choose(self, index: int) -> None:
        """Choose a room; its stored run begins."""
        self.chosen, self.demonstration = (
            index,
            Demonstration(self.stage, [self.entries[index]]),
        )

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer chooses a cell; a press there or on the picture plays."""
        index = next(
            (k for k, cell in enumerate(self.cells) if is_in((x, y), cell)), None
        )
        if index not in (None, self.chosen):
            self.choose(index)
        if pressed and (index is not None or is_in((x, y), self.picture)):
            self.do("choose")

    def do(self, verb: str) -> None:
        """Move the choice, or play the chosen room; a file that is no room any more
        says so."""
        steps = {"left": -1, "right": 1, "up": -GRID_COLUMNS, "down": GRID_COLUMNS}
        if verb in steps:
            place = self.chosen + steps[verb]
            if 0 <= place < len(self.entries):
                self.choose(place)
        elif verb == "choose":
            try:
                self.next = self.stage.play(self.stage, self.chosen)
            except BadFile as error:
                path = self.entries[self.chosen].path
                self.entries[self.chosen] = Entry(
                    path, None, error_sentence(path, error)
                )
                self.choose(self.chosen)
        else:
            super().do(verb)

    def update(self, seconds: float) -> None:
        """Let real time pass for the chosen room."""
        self.demonstration.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the grid, and below it the chosen room with what it asks for."""
        super().draw(surface)
        entry, (low, high) = self.entries[self.chosen], self.picture
        canvas = draw_page(surface, "Rooms", MENU_HINT, corner=(GRID_AT[0], 32))
        draw_room_cells(
            canvas, self.cells, [each.mark for each in self.entries], self.chosen
        )
        if run := self.demonstration.run:
            rect = canvas.screen.rect(low, high).clip(surface.get_rect())
            run.draw(surface.subsurface(rect), frozenset(), notes=None)
        canvas.box(low, high, palette.QUIET, fill=0, width=0.4)
        left, rate = high[0] + 16, entry.room.tick_rate if entry.room else 0
        lines = wrap(entry.title, 22)[:2]
        if entry.best:
            assist = " with an assist" * entry.assisted
            lines += ["", f"{seconds_text(entry.best.ticks, rate)}{assist}"]
        for k, line in enumerate(lines):
            canvas.text(line, (left, low[1] + 14 * k), palette.TEXT, 11, bold=True)
        if entry.stored:
            terms = award_terms(entry.stored, rate)
            draw_medals(
                canvas, (left + 6, low[1] + 68), (0, 17), entry.award, 5.5, terms
            )
        for k, line in enumerate(wrap(entry.error, 40)[:8]):
            canvas.text(
                line, (low[0] + 8, low[1] + 8 + 14 * k), palette.LETHAL, SMALL_SIZE
            )
