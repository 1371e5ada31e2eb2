"""What does the program show first, and where does it lead?

The name, over rooms that play their stored replays, and a row of buttons. Any key but the arrows
plays; Esc opens the menu, L the lessons. The first picture waits for no file: rooms are
read one a frame, and a scene's modules are imported when it is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pygame

from ...controls import MOUSE, menu_verb, typed_key
from ...resources import shaft_file, stored_replay
from ...simulation.begin import chunk_files, load_level
from ...simulation.replay import ReplayError, load_replay
from ...simulation.schema import LevelError
from ...simulation.tiled import load_room
from ...view import page, palette, pictograms
from ...view.canvas import Canvas
from ...view.overlay import FIRST_CHOSEN
from ...view.screen import Screen
from ...view.widgets import draw_button
from ..scene import Scene, Stage
from .howto import HowtoScene
from .menu import VERB_STEPS, Buttons, MenuScene, PageScene, Row, button_at, button_row
from .options import OptionsScene
from .rooms import Demonstration, Entry, RoomsScene, first_unfinished, read_entry

CELLS_AT, TITLE_CELL = (page.PAGE_MIDDLE - 216, 186.0), (36.0, 24.0)
"""px: the upper left corner of the rooms' cells, and the size of one."""
MODIFIERS = (pygame.K_LALT, pygame.K_RALT, pygame.K_LCTRL, pygame.K_RCTRL)
ROW_TOP, ROW_HIGH, PLAY_LETTERS = 312.0, 22.0, 24
"""px: y of the row of buttons, and its height; the first button has at most so many letters."""


class TitleScene(PageScene):
    """The first screen. It leads on only: to a room, Scanline, the lessons or the menu."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, self)
        self.entries = [Entry(path, None) for path in stage.rooms]
        self.begins, self.chosen = -1, "play"
        """The room that any key plays, -1 until all are read; the verb of the chosen button."""
        self.seconds, self.date = 0.0, datetime.now(UTC).date().isoformat()
        self.demonstration = Demonstration(stage, [])
        self.reading = self.read_all()

    def read_all(self) -> Iterator[None]:
        """Read all rooms, then the chunks of Scanline, and yield after each: no frame waits for all
        of them, and Scanline begins without a pause."""
        yield
        for place, unread in enumerate(self.entries):
            self.entries[place] = read_entry(self.stage, unread.path)
            yield
        self.begins = first_unfinished(self.entries)
        self.demonstration = Demonstration(self.stage, self.entries)
        with suppress(LevelError, ReplayError):
            for file in chunk_files(shaft_file()):
                yield
                load_room(file)
            shaft = load_level(shaft_file())
            climb = Entry(shaft_file(), shaft, "", load_replay(stored_replay(shaft.name)))
            self.demonstration = Demonstration(self.stage, [*self.entries, climb])

    @property
    def buttons(self) -> Buttons:
        """The row of buttons: where the player is, and what else there is."""
        entry = self.entries[max(0, self.begins)]
        place = "rooms" if entry.best else entry.title if self.begins >= 0 else ""
        labels = {"play": f"Play  {place}"[:PLAY_LETTERS], "scanline": f"Scanline  {self.date}"}
        labels |= {"learn": "L  learn", "back": "Esc  menu"}
        wide = button_row(labels, (0.0, ROW_TOP), ROW_HIGH)["back"][1][1][0]
        return button_row(labels, (page.PAGE_MIDDLE - wide / 2, ROW_TOP), ROW_HIGH)

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: arrows and the pointer choose a button, any other key plays."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.pointer = Screen.fit(self.window).world(event.pos)
            self.chosen = button_at(self.buttons, self.pointer) or self.chosen
        is_key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button in MOUSE
        verb = button_at(self.buttons, self.pointer) if is_click else menu_verb(event)
        if verb in VERB_STEPS:
            verbs = list(self.buttons)
            place = verbs.index(self.chosen) + VERB_STEPS[verb]
            self.chosen = verbs[place % len(verbs)]
        elif verb == "choose":
            self.do(self.chosen)
        elif verb or (is_key and typed_key(event, (pygame.K_l,))):
            self.do(verb or "learn")
        elif is_key or is_click or event.type == pygame.CONTROLLERBUTTONDOWN:
            self.do("play")

    def do(self, verb: str) -> None:
        """Do what a button says."""
        leads = {"play": open_first_room, "scanline": open_scanline}
        leads |= {"learn": open_lessons, "back": main_menu}
        self.next = leads[verb](self.stage, self)

    def update(self, seconds: float) -> None:
        """Continue the demonstration, at half speed so that it can be followed."""
        self.seconds += seconds
        self.demonstration.update(seconds)
        next(self.reading, None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the demonstration, dimmed, and the name over it."""
        super().draw(surface)
        surface.fill(palette.BACKGROUND)
        canvas = Canvas(surface, Screen.fit(self.window))
        if run := self.demonstration.run:
            # Without the contacts' labels, which would show through the words.
            run.draw(surface, FIRST_CHOSEN - {4}, notes=None)
            page.dim(surface, 0.74)
        canvas.text("THIN WALLS", (page.PAGE_MIDDLE, 92), palette.TEXT, 60, (0.5, 0.5), bold=True)
        pictograms.draw_title_dash(canvas, (146, 132), 348, self.seconds)
        words = "You move 90 px at a time. The walls are 1 px thick."
        canvas.text(words, (page.PAGE_MIDDLE, 156), palette.TEXT, 10, (0.5, 0.5))
        cells = page.cell_boxes(len(self.entries), CELLS_AT, TITLE_CELL)
        marks = [each.mark for each in self.entries]
        page.draw_room_cells(canvas, cells, marks, self.begins)
        if self.begins >= 0:
            words = f"{sum(mark[0] for mark in marks)} of {len(marks)} rooms"
            canvas.text(words, (page.PAGE_MIDDLE, 286), palette.TEXT, 11, (0.5, 0.5), bold=True)
        for verb, (words, box) in self.buttons.items():
            draw_button(canvas, box, words, verb == self.chosen)


def play_room(stage: Stage, index: int) -> Scene:
    """Return a room of the stage, to be played; for Stage.play."""
    from ..run.play import PlayScene

    return PlayScene(stage, index)


def open_first_room(stage: Stage, here: Scene) -> Scene:
    """Return a scene for the first unfinished room; the choice of rooms if all are finished, or if
    none can be read."""
    rooms = RoomsScene(stage, here)
    if not rooms.entries[rooms.chosen].best:
        rooms.do("choose")
    return rooms.next or rooms


def open_scanline(stage: Stage, here: Scene) -> Scene:
    """Return the scene of Scanline."""
    from ..run.play import EndlessScene

    return EndlessScene(stage)


def open_lessons(stage: Stage, here: Scene) -> Scene:
    """Return the choice of a lesson."""
    from ..learn.lessons import LessonListScene

    return LessonListScene(stage, here)


def open_lab(stage: Stage) -> Scene:
    """Return the lab."""
    from ..run.lab import LabScene

    return LabScene(stage)


def main_menu(stage: Stage, here: Scene) -> Scene:
    """Return the menu behind the title."""
    rows = [
        Row("Play", leads=lambda here: open_first_room(stage, here)),
        Row("Rooms", leads=lambda here: RoomsScene(stage, here)),
        Row("Scanline", leads=lambda here: open_scanline(stage, here)),
        Row("Learn", leads=lambda here: open_lessons(stage, here)),
        Row("Lab", leads=lambda here: open_lab(stage)),
        Row("Options", leads=lambda here: OptionsScene(stage, here)),
        Row("How to play", leads=lambda here: HowtoScene(stage, here)),
        Row("Quit", lambda: pygame.event.post(pygame.event.Event(pygame.QUIT))),
    ]
    return MenuScene(stage, "Thin Walls", rows, here)
