"""What does the program show first, and where does it lead?

The name, over rooms that play their stored replays, and a row of buttons. Any key but
the arrows plays; Esc opens the menu, L the lessons. Buttons and menu lead to the scenes
of the registry. The first picture waits for no file: rooms are read one a frame, and
the modules of another scene or of a run are imported when it begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial

from pygame import (
    CONTROLLERBUTTONDOWN,
    K_LALT,
    K_LCTRL,
    K_RALT,
    K_RCTRL,
    KEYDOWN,
    QUIT,
    Surface,
)
from pygame.event import Event, post

from ...controls import MENU_KEYS, is_left_press, menu_verb
from ...resources import shaft_file, stored_replay
from ...simulation.begin import chunk_files, load_level
from ...simulation.replay import load_replay
from ...simulation.schema import BadFile
from ...simulation.shaft import SHAFT_NAME
from ...simulation.tiled import load_room
from ...view import palette
from ...view.canvas import Canvas
from ...view.overlay import FIRST_CHOSEN
from ...view.page import dim, draw_progress, draw_title_dash
from ...view.screen import PAGE_MIDDLE, Screen
from ..registry import SCENE_KINDS
from ..scene import Scene, Stage
from .menu import ButtonsScene, MenuScene, Row, button_at
from .rooms import Demonstration, Entry, first_unfinished, read_entry
from .seeds import seed_of_today, seed_text

CELLS_AT = (PAGE_MIDDLE - 216, 186.0)
"""px: the upper left corner of the rooms' cells."""
NAME_Y = 92.0
"""px: the middle of the game's name."""
DASH_AT = (146.0, 132.0)
DASH_WIDTH = 348.0
"""px: the line under the name, along which a box dashes."""
MODIFIERS = (K_LALT, K_RALT, K_LCTRL, K_RCTRL)
"""Keys that start nothing when they are pressed alone."""
PLAY_LETTERS = 24
"""The first button has at most so many letters."""
DIMMING = 0.74
"""By how much the demonstration is darkened under the words, 0 to 1."""
DEMONSTRATED_LAYERS = FIRST_CHOSEN - {4}
"""Without the contacts' labels, which would show through the words."""

BUTTON_KINDS = [kind for kind in SCENE_KINDS if kind.offered == "title"]
ROW_KINDS = [kind for kind in SCENE_KINDS if kind.offered == "menu"]
LETTERS = {ord(kind.key): kind.name for kind in BUTTON_KINDS if kind.key}
"""The buttons that have a key of their own, by its code."""


class TitleScene(ButtonsScene):
    """The first screen. It leads on only: to a scene of the registry or to the menu."""

    keys = MENU_KEYS | LETTERS

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, self)
        self.entries = [Entry(path) for path in stage.rooms]
        self.begins = -1
        """The index of the room that any key plays; -1 until all are read."""
        self.leads = {kind.name: kind.open for kind in BUTTON_KINDS}
        self.leads["back"] = main_menu
        self.seconds = 0.0
        self.day = seed_of_today()
        self.best = stage.storage.best(f"{SHAFT_NAME}-{self.day}")
        """The best climb of the day."""
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
        with suppress(BadFile):
            shaft = shaft_file()
            for file in chunk_files(shaft):
                yield
                load_room(file)
            climb = load_replay(stored_replay(SHAFT_NAME))
            scanline = Entry(shaft, load_level(shaft), stored=climb)
            first, *others = self.entries
            self.demonstration = Demonstration(self.stage, [first, scanline, *others])

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the buttons: where the player is, and what else there is."""
        labels = {}
        for kind in BUTTON_KINDS:
            label = kind.title
            if kind.key:
                label = f"{kind.key.upper()}  {kind.title}"
            labels[kind.name] = label
        labels["play"] = f"{labels['play']}  {self.place_text()}"[:PLAY_LETTERS]
        labels["endless"] = f"{labels['endless']}  {self.day_text()}"
        labels["back"] = "Esc  menu"
        return labels

    def place_text(self) -> str:
        """Return what any key plays: the title of the first unfinished room, or "rooms"
        if all are finished, as their choice opens then; "" until all are read."""
        if self.begins < 0:
            return ""
        entry = self.entries[self.begins]
        return "rooms" if entry.best else entry.title

    def day_text(self) -> str:
        """Return the date of the day's shaft, and the most points that were earned in
        it, if it was played."""
        day = seed_text(self.day)
        if self.best is None:
            return day
        return f"{day}: {self.best.score:,}"

    def handle(self, event: Event) -> None:
        """Handle an event; a press that means nothing else plays."""
        super().handle(event)
        is_key = event.type == KEYDOWN and event.key not in MODIFIERS
        is_pad = event.type == CONTROLLERBUTTONDOWN
        is_click = is_left_press(event)
        plays = (is_key or is_pad) and not menu_verb(event, self.keys)
        if plays or (is_click and not button_at(self.buttons, self.pointer)):
            self.do("play")

    def update(self, seconds: float) -> None:
        """Continue the demonstration, at half speed so that it can be followed."""
        self.seconds += seconds
        self.demonstration.update(seconds)
        next(self.reading, None)

    def draw(self, surface: Surface) -> None:
        """Draw the demonstration, dimmed, and over it the name, a cell for each room
        and the buttons."""
        super().draw(surface)
        surface.fill(palette.BACKGROUND)
        run = self.demonstration.run
        if run:
            run.draw(surface, DEMONSTRATED_LAYERS, notes=None)
            dim(surface, DIMMING)
        canvas = Canvas(surface, Screen.fit(self.window))
        draw_name(canvas, self.seconds)
        marks = [each.mark for each in self.entries]
        draw_progress(canvas, CELLS_AT, marks, self.begins)
        self.draw_buttons(canvas)


def draw_name(canvas: Canvas, seconds: float) -> None:
    """Draw the game's name over a dash, and what it is about."""
    name_at = (PAGE_MIDDLE, NAME_Y)
    canvas.text(
        "THIN WALLS", name_at, palette.TEXT, size=60, anchor=(0.5, 0.5), bold=True
    )
    draw_title_dash(canvas, DASH_AT, DASH_WIDTH, seconds)
    words = "From floor to ceiling in 33 ms, and the walls are 1 px thick."
    words_at = (PAGE_MIDDLE, 156)
    canvas.text(words, words_at, palette.TEXT, size=10, anchor=(0.5, 0.5))


def main_menu(stage: Stage, here: Scene) -> Scene:
    """Return the menu behind the title."""
    rows = [Row(kind.title, leads=partial(kind.open, stage)) for kind in ROW_KINDS]
    rows.append(Row("Quit", quit_program))
    return MenuScene(stage, "Thin Walls", rows, here)


def quit_program() -> None:
    """Ask the main loop to end, as closing the window does."""
    post(Event(QUIT))
