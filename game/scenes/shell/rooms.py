"""How does the player choose a room?

Cards in three rows, each with a small picture of the room. Nothing is locked; a file that is not a
room keeps its card and says why.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import pygame

from ...resources import levels, stored_replay
from ...simulation.medals import Award, award
from ...simulation.replay import Replay, ReplayError, load_replay
from ...simulation.room import Room
from ...simulation.schema import LevelError
from ...simulation.tiled import load_room
from ...storage import ASSISTED, Best
from ...view import palette
from ...view.hud import TITLE_LETTERS, seconds_text
from ...view.page import CARD_HEIGHT, PICTURE_HEIGHT, draw_card, draw_no_picture, draw_page
from ...view.shapes import Box, is_in
from ...view.text import SMALL_SIZE
from ..run.run import Run
from ..scene import Scene, Stage
from .menu import MENU_HINT, PageScene

CARD_COLUMNS, CARD_ROWS = 4, 3
"""There are more columns if there are more rooms."""
CARDS_LEFT, CARDS_TOP, CARDS_WIDE, CARD_PITCH, CARD_GAP = 50.0, 56.0, 540.0, 94.0, 20.0
"""px: the first card, all cards' width, the distance between rows, and the gap between columns."""


class Entry(NamedTuple):
    """A room and this player's results in it; without a room, what is wrong with the file."""

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
        """The title on the card."""
        return (self.room.title if self.room else self.path.stem)[:TITLE_LETTERS]

    @property
    def award(self) -> Award:
        """What all runs together have earned."""
        if not (self.room and self.best and self.stored):
            return Award()
        earned = award(self.best.ticks, self.room.tick_rate, self.best.dashes, self.stored)
        return earned._replace(assisted=self.assisted)


def best_name(room: Room, assisted: bool) -> str:
    """Return the name under which a room's best run is stored; a room that was changed has
    another."""
    return f"{room.name}-{room.hash}" + ASSISTED * assisted


def load_own_replay(path: Path, room: Room) -> Replay | None:
    """Return the stored run of a room, which lies beside its map unless the room is one of ours;
    None without one, or if the room was changed since."""
    own = stored_replay(room.name) if path in levels().values() else path.with_suffix(".json")
    with suppress(ReplayError):
        replay = load_replay(own)
        return replay if replay.room_hash == room.hash else None
    return None


def error_sentence(path: Path, error: LevelError) -> str:
    """Return the first complaint about a file, without its folder, and the number of the others."""
    more = f" ({len(error.others)} more)" if error.others else ""
    return str(error).replace(str(path), path.name) + more


def read_entry(stage: Stage, path: Path) -> Entry:
    """Read a room and the player's results in it."""
    try:
        room = load_room(path)
    except LevelError as error:
        return Entry(path, None, error_sentence(path, error))
    plain, assisted = (stage.storage.best(best_name(room, on)) for on in (False, True))
    stored = load_own_replay(path, room)
    return Entry(path, room, "", stored, plain or assisted, not plain and assisted is not None)


def first_unfinished(rooms: list[Entry]) -> int:
    """Return the first room that is not finished yet; the first that is a room if all are."""
    able = [index for index, entry in enumerate(rooms) if entry.room]
    return next((index for index in able if rooms[index].best is None), able[0] if able else 0)


class RoomsScene(PageScene):
    """The choice of a room.

    Args:
        stage: what scenes share.
        back: the scene to which it leads back.
        chosen: the room that is chosen at first; -1: the first unfinished one.
    """

    def __init__(self, stage: Stage, back: Scene, chosen: int = -1) -> None:
        super().__init__(stage, back)
        self.entries = [read_entry(stage, path) for path in stage.rooms]
        self.chosen = first_unfinished(self.entries) if chosen < 0 else chosen
        self.pictures: dict[tuple[int, tuple[int, int]], pygame.Surface] = {}
        self.may_draw = True
        """Whether another picture may be drawn in this frame."""

    @property
    def columns(self) -> int:
        """How many cards stand side by side."""
        return max(CARD_COLUMNS, -(-len(self.entries) // CARD_ROWS))

    def card(self, index: int, high: float = CARD_HEIGHT) -> Box:
        """Return the box of a card, or of so much of its height."""
        row, column = divmod(index, self.columns)
        pitch = (CARDS_WIDE + CARD_GAP) / self.columns
        left, top = CARDS_LEFT + column * pitch, CARDS_TOP + row * CARD_PITCH
        return (left, top), (left + pitch - CARD_GAP, top + high)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer chooses a card; a press plays its room."""
        for index in range(len(self.entries)):
            if is_in((x, y), self.card(index)):
                self.chosen = index
                if pressed:
                    self.do("choose")

    def do(self, verb: str) -> None:
        """Move the choice, or play the chosen room; a file that is no room any more says so."""
        steps = {"left": -1, "right": 1, "up": -self.columns, "down": self.columns}
        if verb in steps:
            place = self.chosen + steps[verb]
            self.chosen = place if 0 <= place < len(self.entries) else self.chosen
        elif verb == "choose":
            try:
                self.next = self.stage.play(self.stage, self.chosen)
            except LevelError as error:
                path = self.entries[self.chosen].path
                self.entries[self.chosen] = Entry(path, None, error_sentence(path, error))
        else:
            super().do(verb)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cards, the chosen one framed."""
        super().draw(surface)
        self.may_draw = True
        sentence = self.entries[self.chosen].error
        canvas = draw_page(surface, "Rooms", "" if sentence else MENU_HINT, corner=(CARDS_LEFT, 40))
        for index, entry in enumerate(self.entries):
            box, time = self.card(index, PICTURE_HEIGHT), ""
            if entry.room:
                rect = canvas.screen.rect(*box)
                if small := self.picture(index, entry.room, rect.size):
                    surface.blit(small, rect)
                time = seconds_text(entry.best.ticks, entry.room.tick_rate) if entry.best else ""
            else:
                draw_no_picture(canvas, *box)
            draw_card(canvas, box, entry.title, entry.award, time, index == self.chosen)
        for i, line in enumerate(wrap(sentence, 98)[:2]):
            canvas.text(line, (CARDS_LEFT, 342 + 11 * i), palette.LETHAL, SMALL_SIZE, (0, 0.5))

    def picture(self, index: int, room: Room, size: tuple[int, int]) -> pygame.Surface | None:
        """Return a picture of a room before its first tick; None until it is drawn, one a frame."""
        if (index, size) not in self.pictures and self.may_draw:
            self.may_draw = False
            surface = pygame.Surface(size)
            Run(self.stage, room).draw(surface, frozenset(), notes=None)
            self.pictures[index, size] = surface
        return self.pictures.get((index, size))
