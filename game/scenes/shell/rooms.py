"""How does the player choose a room?

A grid with a column for each fact. The chosen room plays itself below. Nothing is
locked; a file that is not a room keeps its cell and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from ...resources import levels, stored_replay
from ...simulation.medals import Award, award
from ...simulation.player import Controls
from ...simulation.replay import Replay, load_replay
from ...simulation.room import Room
from ...simulation.schema import BadFile
from ...simulation.tiled import load_room
from ...storage import ASSISTED, Best
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import TITLE_LETTERS, award_terms, draw_medals, seconds_text
from ...view.page import GRID_COLUMNS, cell_boxes, draw_page, draw_room_cells
from ...view.shapes import Box, is_in
from ...view.text import SMALL_SIZE
from ..scene import Scene, Stage
from .menu import MENU_HINT, PageScene, index_at

if TYPE_CHECKING:
    from ..run.run import Run

GRID_AT = (32.0, 42.0)
"""px: the upper left corner of the grid."""
CELL = (48.0, 32.0)
"""px: width and height of a cell."""
PICTURE_FOOT = 334.0
"""px: the lower end of the picture of the chosen room."""
TITLE_LINE = 22
"""Letters in a line of the title beside the picture."""
MOST_TITLE_LINES = 2
"""Of the title; the rest is not shown."""
ERROR_LINE = 40
"""Letters in a line of what is wrong with a file."""
MOST_ERROR_LINES = 8
"""Of what is wrong with a file; the rest is not shown."""
LINE_STEP = 14.0
"""px from one line to the next."""
SPEED = 0.5
"""Of a demonstration: half the speed of play, so that it can be followed."""
STEPS = {"left": -1, "right": 1, "up": -GRID_COLUMNS, "down": GRID_COLUMNS}
"""By how many rooms a verb moves the choice."""
WAIT_TICKS = 90
"""Ticks after the end of a stored run before it, or the next one, begins."""


class Entry(NamedTuple):
    """A room and this player's results in it; without a room, what is wrong with the
    file."""

    path: Path
    room: Room | None = None
    error: str = ""
    stored: Replay | None = None
    """The run that sets the limits of the medals."""
    best: Best | None = None
    assisted: bool = False
    """Whether best had an assist: a run without one is best if there is any."""

    @property
    def title(self) -> str:
        """The room's title, or the name of its file; at most TITLE_LETTERS."""
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
    name = f"{room.name}-{room.hash}"
    return name + ASSISTED if assisted else name


def load_own_replay(path: Path, room: Room) -> Replay | None:
    """Return the stored run of a room; None if there is none, or if the room was
    changed since.

    That of one of our rooms is among our replays, any other beside the map of its room.
    """
    is_ours = path in levels().values()
    file = stored_replay(room.name) if is_ours else path.with_suffix(".json")
    try:
        replay = load_replay(file)
    except BadFile:
        return None
    return replay if replay.room_hash == room.hash else None


def error_sentence(path: Path, error: BadFile) -> str:
    """Return the first complaint about a file, without its folder, and the number of
    the others."""
    more = f" ({len(error.others)} more)" if error.others else ""
    return str(error).replace(str(path), path.name) + more


def read_entry(stage: Stage, path: Path) -> Entry:
    """Return the room of a file and the player's results in it; if the file is not a
    room, what is wrong with it."""
    try:
        room = load_room(path)
    except BadFile as error:
        return Entry(path, error=error_sentence(path, error))
    plain = stage.storage.best(best_name(room, assisted=False))
    assisted = stage.storage.best(best_name(room, assisted=True))
    return Entry(
        path,
        room,
        stored=load_own_replay(path, room),
        best=plain or assisted,
        assisted=plain is None and assisted is not None,
    )


def first_unfinished(rooms: list[Entry]) -> int:
    """Return the index of the first room that is not finished yet; if all are finished,
    that of the first room. Files that are no rooms do not count; without any room it
    is 0."""
    readable = [index for index, entry in enumerate(rooms) if entry.room]
    for index in readable:
        if rooms[index].best is None:
            return index
    return readable[0] if readable else 0


class Demonstration:
    """The stored runs of rooms, which play themselves one after the other, at half
    speed.

    Args:
        stage: what scenes share.
        entries: the rooms; those without a stored run stand still.
    """

    def __init__(self, stage: Stage, entries: Sequence[Entry]) -> None:
        self.stage = stage
        self.coming = cycle([entry for entry in entries if entry.room])
        """The entries in turn, again and again."""
        self.run: Run | None = None
        self.last = 0
        """The last tick of the run that is drawn: WAIT_TICKS after its stored end."""

    def update(self, seconds: float) -> None:
        """Let real time pass; a while after the end of a run the next one begins."""
        if self.is_over():
            self.begin_next()
        if self.run:
            self.run.advance(seconds, SPEED, read=Controls)  # No key is held.

    def is_over(self) -> bool:
        """Tell whether the next run has to begin: there is none yet, or the last tick
        of this one was drawn."""
        if self.run is None:
            return True
        ticks = self.run.world.ticks + self.run.ended  # With those since its outcome.
        return ticks > self.last

    def begin_next(self) -> None:
        """Begin the run of the next room, if there is any room."""
        entry = next(self.coming, None)
        if entry is None or entry.room is None:
            return
        from ..run.run import Run

        self.run = Run(self.stage, entry.room, entry.stored)
        length = entry.stored.ticks if entry.stored else 0
        self.last = WAIT_TICKS + length


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
        self.picture = picture_box(self.cells)
        self.choose(first_unfinished(self.entries) if chosen < 0 else chosen)

    @property
    def chosen_entry(self) -> Entry:
        """The chosen room, or what is wrong with its file."""
        return self.entries[self.chosen]

    def choose(self, index: int) -> None:
        """Choose the room with this index; its stored run begins."""
        self.chosen = index
        self.demonstration = Demonstration(self.stage, [self.chosen_entry])

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer chooses a cell; a press there or on the picture plays."""
        at = (x, y)
        index = index_at(self.cells, at)
        if index is not None and index != self.chosen:
            self.choose(index)
        is_on_room = index is not None or is_in(at, self.picture)
        if pressed and is_on_room:
            self.do("choose")

    def do(self, verb: str) -> None:
        """Move the choice, play the chosen room, or go back."""
        if verb in STEPS:
            index = self.chosen + STEPS[verb]
            if 0 <= index < len(self.entries):
                self.choose(index)
        elif verb == "choose":
            self.play_chosen()
        else:
            super().do(verb)

    def play_chosen(self) -> None:
        """Play the chosen room; if its file is no room any more, its entry says so."""
        try:
            self.next = self.stage.play(self.stage, self.chosen)
        except BadFile as error:
            path = self.chosen_entry.path
            sentence = error_sentence(path, error)
            self.entries[self.chosen] = Entry(path, error=sentence)
            self.choose(self.chosen)

    def update(self, seconds: float) -> None:
        """Let real time pass for the chosen room."""
        self.demonstration.update(seconds)

    def draw(self, surface: Surface) -> None:
        """Draw the grid, and below it the chosen room with what it asks for."""
        super().draw(surface)
        canvas = draw_page(surface, "Rooms", MENU_HINT, corner=(GRID_AT[0], 32))
        marks = [each.mark for each in self.entries]
        draw_room_cells(canvas, self.cells, marks, self.chosen)
        self.draw_picture(canvas, surface)
        self.draw_facts(canvas)
        self.draw_error(canvas)

    def draw_picture(self, canvas: Canvas, surface: Surface) -> None:
        """Draw the chosen room, which plays its stored run, in a frame."""
        low, high = self.picture
        run = self.demonstration.run
        if run:
            rect = canvas.screen.rect(low, high).clip(surface.get_rect())
            run.draw(surface.subsurface(rect), frozenset(), notes=None)
        canvas.box(low, high, palette.QUIET, fill=0, width=0.4)

    def draw_facts(self, canvas: Canvas) -> None:
        """Write facts beside the picture: the chosen room's title, the best time if
        there is one, and the medals if a stored run sets their limits."""
        entry = self.chosen_entry
        (_, top), (right, _) = self.picture
        left = right + 16
        rate = entry.room.tick_rate if entry.room else 0
        lines = wrap(entry.title, TITLE_LINE)[:MOST_TITLE_LINES]
        if entry.best:
            time = seconds_text(entry.best.ticks, rate)
            lines += ["", f"{time} with an assist" if entry.assisted else time]
        for row, line in enumerate(lines):
            at = (left, top + LINE_STEP * row)
            canvas.text(line, at, palette.TEXT, size=11, bold=True)
        if entry.stored:
            at = (left + 6, top + 68)
            terms = award_terms(entry.stored, rate)
            draw_medals(canvas, at, (0, 17), entry.award, radius=5.5, words=terms)

    def draw_error(self, canvas: Canvas) -> None:
        """Write what is wrong with the chosen file, if anything is, on the picture."""
        left, top = self.picture[0]
        lines = wrap(self.chosen_entry.error, ERROR_LINE)
        for row, line in enumerate(lines[:MOST_ERROR_LINES]):
            at = (left + 8, top + 8 + LINE_STEP * row)
            canvas.text(line, at, palette.LETHAL, SMALL_SIZE)


def picture_box(cells: Sequence[Box]) -> Box:
    """Return the box of the chosen room's picture, 16 to 9, below the last cell; px of
    the page."""
    _, (_, foot) = cells[-1]
    top = foot + 8
    left = GRID_AT[0]
    right = left + (PICTURE_FOOT - top) * 16 / 9
    return (left + 2, top), (right, PICTURE_FOOT)
