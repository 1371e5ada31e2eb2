"""What does the program show first, and where does it lead?

The name, over rooms that play their stored replays, and a row of buttons. Any key but
the arrows plays; Esc opens the menu, L the lessons. The first picture waits for no
file: rooms are read one a frame, and the modules of another scene or of a run are
imported when it begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

import pygame

from ...controls import LEFT_BUTTON, MENU_KEYS, menu_verb
from ...resources import shaft_file, stored_replay
from ...simulation.begin import chunk_files, load_level
from ...simulation.replay import ReplayError, load_replay
from ...simulation.schema import LevelError
from ...simulation.shaft import SHAFT_NAME
from ...simulation.tiled import load_room
from ...view import page, palette
from ...view.canvas import Canvas
from ...view.overlay import FIRST_CHOSEN
from ...view.screen import Screen
from ..scene import Scene, Stage
from .ending import open_lessons
from .menu import ButtonsScene, MenuScene, Row, button_at
from .options import OptionsScene
from .rooms import Demonstration, Entry, RoomsScene, first_unfinished, read_entry
from .seeds import seed_of_today, seed_text

CELLS_AT = page.PAGE_MIDDLE - 216, 186.0
"""px: the upper left corner of the rooms' cells."""
MODIFIERS = (pygame.K_LALT, pygame.K_RALT, pygame.K_LCTRL, pygame.K_RCTRL)
PLAY_LETTERS = 24
"""The first button has at most so many letters."""


class TitleScene(ButtonsScene):
    """The first screen. It leads on only: to a room, Scanline, the lessons or the
    menu."""

    keys = MENU_KEYS | {pygame.K_l: "learn"}

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, self)
        self.entries = [Entry(path, None) for path in stage.rooms]
        self.begins = -1
        """The room that any key plays; -1 until all are read."""
        self.leads = {
            "play": open_first_room,
            "scanline": open_scanline,
            "all": open_tour,
        }
        self.leads |= {"learn": open_lessons, "back": main_menu}
        self.seconds, self.day = 0.0, seed_of_today()
        self.best = stage.storage.best(f"{SHAFT_NAME}-{self.day}")
        self.demonstration = Demonstration(stage, [])
        self.reading = self.read_all()

    def read_all(self) -> Iterator[None]:
        """Read all rooms, then the chunks of Scanline, and yield after each: no frame
        waits for all of them, and Scanline begins without a pause."""
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
            climb = load_replay(stored_replay(SHAFT_NAME))
            scanline = Entry(shaft_file(), load_level(shaft_file()), "", climb)
            first, *others = self.entries
            self.demonstration = Demonstration(self.stage, [first, scanline, *others])

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the buttons: where the player is, and what else there is."""
        entry = self.entries[max(0, self.begins)]
        place = "rooms" if entry.best else entry.title if self.begins >= 0 else ""
        points = f": {self.best.score:,}" if self.best else ""
        day = f"Scanline  {seed_text(self.day)}{points}"
        labels = {"play": f"Play  {place}"[:PLAY_LETTERS], "scanline": day}
        return labels | {"all": "All rooms", "learn": "L  learn", "back": "Esc  menu"}

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event; a press that means nothing else plays."""
        super().handle(event)
        is_key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        is_pad = event.type == pygame.CONTROLLERBUTTONDOWN
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON
        plays = (is_key or is_pad) and not menu_verb(event, self.keys)
        if plays or (is_click and not button_at(self.buttons, self.pointer)):
            self.do("play")

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
        canvas.text(
            "THIN WALLS",
            (page.PAGE_MIDDLE, 92),
            palette.TEXT,
            60,
            (0.5, 0.5),
            bold=True,
        )
        page.draw_title_dash(canvas, (146, 132), 348, self.seconds)
        words = "From floor to ceiling in 33 ms, and the walls are 1 px thick."
        canvas.text(words, (page.PAGE_MIDDLE, 156), palette.TEXT, 10, (0.5, 0.5))
        page.draw_progress(
            canvas, CELLS_AT, [each.mark for each in self.entries], self.begins
        )
        self.draw_buttons(canvas)


def play_room(stage: Stage, index: int) -> Scene:
    """Return a room of the stage, to be played; for Stage.play."""
    from ..run.play import PlayScene

    return PlayScene(stage, index)


def open_first_room(stage: Stage, here: Scene) -> Scene:
    """Return a scene for the first unfinished room; the choice of rooms if all are
    finished, or if none can be read."""
    rooms = RoomsScene(stage, here)
    if not rooms.entries[rooms.chosen].best:
        rooms.do("choose")
    return rooms.next or rooms


def open_tour(stage: Stage, here: Scene, count: int | None = None) -> Scene:
    """Return the first room of a run through all rooms, or through so many."""
    from ..run.tour import begin_tour

    return begin_tour(stage, here, count)


def open_scanline(stage: Stage, here: Scene) -> Scene:
    """Return the scene of Scanline, in the shaft of the day."""
    from ..run.play import EndlessScene

    stage.seed = seed_of_today()
    return EndlessScene(stage)


def open_lab(stage: Stage) -> Scene:
    """Return the lab."""
    from ..run.lab import LabScene

    return LabScene(stage)


def main_menu(stage: Stage, here: Scene) -> Scene:
    """Return the menu behind the title."""
    rows = [
        Row("Rooms", leads=lambda here: RoomsScene(stage, here)),
        Row(
            "First row in one run",
            leads=lambda here: open_tour(stage, here, page.GRID_COLUMNS),
        ),
        Row("Lab", leads=lambda here: open_lab(stage)),
        Row("Options", leads=lambda here: OptionsScene(stage, here)),
        Row("Quit", lambda: pygame.event.post(pygame.event.Event(pygame.QUIT))),
    ]
    return MenuScene(stage, "Thin Walls", rows, here)
