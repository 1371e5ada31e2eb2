"""What does the program show first, and where does it lead?

The name, over rooms that play their stored replays. Any key plays; Esc or a button at the foot
opens the menu, L or the other button the lessons. The first picture waits for no file: rooms are
read one a frame, and a scene's modules are imported when it is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pygame

from ...controls import MOUSE, menu_verb, typed_key
from ...resources import shaft_file
from ...simulation.begin import chunk_files
from ...simulation.player import Controls
from ...simulation.schema import LevelError
from ...simulation.tiled import load_room
from ...view import page, palette, pictograms
from ...view.canvas import Canvas
from ...view.overlay import FIRST_CHOSEN
from ...view.screen import Screen
from ..run.run import Run
from ..scene import Scene, Stage
from .howto import HowtoScene
from .menu import Buttons, MenuScene, PageScene, Row, button_at
from .options import OptionsScene
from .rooms import Entry, RoomsScene, first_unfinished, read_entry

WAIT_TICKS = 90
"""Ticks after a demonstration before the next room plays itself."""
MODIFIERS = (pygame.K_LALT, pygame.K_RALT, pygame.K_LCTRL, pygame.K_RCTRL)
TITLE_BUTTONS: Buttons = {
    "back": ("Esc   menu", ((page.PAGE_MIDDLE - 110, 318), (page.PAGE_MIDDLE - 6, 340))),
    "learn": ("L   learn", ((page.PAGE_MIDDLE + 6, 318), (page.PAGE_MIDDLE + 110, 340))),
}


class TitleScene(PageScene):
    """The first screen. It leads on only: to a room, the menu or the lessons."""

    buttons = TITLE_BUTTONS

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, self)
        self.entries = [Entry(path, None) for path in stage.rooms]
        self.begins = -1
        """The room that any key plays; -1 until all are read."""
        self.seconds = 0.0
        self.run: Run | None = None
        self.reading, self.showing = self.read_all(), self.show_all()

    def read_all(self) -> Iterator[None]:
        """Read all rooms, then the chunks of Scanline, and yield after each: no frame waits for all
        of them, and Scanline begins without a pause."""
        yield
        for place, unread in enumerate(self.entries):
            self.entries[place] = read_entry(self.stage, unread.path)
            yield
        self.begins = first_unfinished(self.entries)
        with suppress(LevelError):
            for file in chunk_files(shaft_file()):
                yield
                load_room(file)

    def show_all(self) -> Iterator[None]:
        """Play the stored replays of all rooms in turn, without end; yield once a frame."""
        while self.begins < 0:
            yield
        rooms = [(entry.room, entry.stored) for entry in self.entries if entry.room]
        while rooms:
            room, replay = rooms.pop(0)
            yield
            if replay:
                rooms.append((room, replay))
                self.run = Run(self.stage, room, replay)
                while self.run.world.ticks + self.run.ended <= replay.ticks + WAIT_TICKS:
                    yield

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: any press plays, except those that open the menu or the lessons."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.pointer = Screen.fit(self.window).world(event.pos)
        is_key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button in MOUSE
        verb = button_at(self.buttons, self.pointer) if is_click else menu_verb(event)
        if verb == "back":
            self.next = main_menu(self.stage, self)
        elif verb == "learn" or (is_key and typed_key(event, (pygame.K_l,))):
            self.next = open_lessons(self.stage, self)
        elif is_key or is_click or event.type == pygame.CONTROLLERBUTTONDOWN:
            self.next = open_first_room(self.stage, self)

    def update(self, seconds: float) -> None:
        """Continue the demonstration, at half speed so that it can be followed."""
        self.seconds += seconds
        if self.run:
            self.run.advance(seconds, 0.5, Controls)
        next(self.reading, None)
        next(self.showing, None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the demonstration, dimmed, and the name over it."""
        super().draw(surface)
        surface.fill(palette.BACKGROUND)
        canvas = Canvas(surface, Screen.fit(self.window))
        if self.run:
            # Without the contacts' labels, which would show through the words.
            self.run.draw(surface, FIRST_CHOSEN - {4}, notes=None)
            page.dim(surface, 0.74)
        canvas.text("THIN WALLS", (page.PAGE_MIDDLE, 92), palette.TEXT, 60, (0.5, 0.5), bold=True)
        pictograms.draw_title_dash(canvas, (146, 132), 348, self.seconds)
        words = "90 px a tick, walls 1 px thick, and every move is a swept test"
        canvas.text(words, (page.PAGE_MIDDLE, 156), palette.TEXT, 10, (0.5, 0.5))
        marks = [(each.best is not None, each.award) for each in self.entries]
        page.draw_room_marks(canvas, 232, marks, self.begins)
        if self.begins >= 0:
            words = f"press any key to play {self.entries[self.begins].title}"
            canvas.text(words, (page.PAGE_MIDDLE, 292), palette.TEXT, 13, (0.5, 0.5), True)
        self.draw_buttons(canvas)


def play_room(stage: Stage, index: int) -> Scene:
    """Return a room of the stage, to be played; for Stage.play."""
    from ..run.play import PlayScene

    return PlayScene(stage, index)


def open_first_room(stage: Stage, here: Scene) -> Scene:
    """Return a scene for the first unfinished room; the choice of rooms if none can be read."""
    rooms = RoomsScene(stage, here)
    rooms.do("choose")
    return rooms.next or rooms


def open_scanline(stage: Stage) -> Scene:
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


def main_menu(stage: Stage, back: Scene) -> MenuScene:
    """Return the menu behind the title."""
    rows = [
        Row("Play", leads=lambda here: open_first_room(stage, here)),
        Row("Rooms", leads=lambda here: RoomsScene(stage, here)),
        Row("Scanline", leads=lambda here: open_scanline(stage)),
        Row("Learn", leads=lambda here: open_lessons(stage, here)),
        Row("Lab", leads=lambda here: open_lab(stage)),
        Row("Options", leads=lambda here: OptionsScene(stage, here)),
        Row("How to play", leads=lambda here: HowtoScene(stage, here)),
        Row("Quit", lambda: pygame.event.post(pygame.event.Event(pygame.QUIT))),
    ]
    return MenuScene(stage, "Thin Walls", rows, back)
