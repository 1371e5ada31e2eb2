"""How do keys, pointer and pad operate a page or a menu?

A menu is a title over rows. Keys, pointer and pad do the same six things: up, down,
left, right, choose, back. The pointer chooses the row under it; a click left or right
in the column of values changes a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pygame import MOUSEBUTTONDOWN, MOUSEMOTION, MOUSEWHEEL, Surface
from pygame.event import Event

from ...controls import (
    MENU_BUTTONS,
    MENU_KEYS,
    MENU_PUSHES,
    RIGHT_BUTTON,
    is_left_press,
    menu_verb,
)
from ...view.canvas import Canvas
from ...view.page import (
    VALUE_LEFT,
    VALUE_RIGHT,
    Behind,
    draw_menu_row,
    draw_page,
)
from ...view.screen import PAGE_MIDDLE, Screen
from ...view.shapes import Box, Corner, is_in
from ...view.widgets import LETTER_WIDTH, draw_button
from ..scene import Scene, Stage

FIRST_ROW = 92.0
"""px: the middle of the first row of a menu."""
ROW_HEIGHT = 18.0
"""px"""
BUTTONS_TOP = 312.0
"""px: y of a row of buttons."""
BUTTONS_HIGH = 22.0
"""px: the height of a row of buttons."""
BUTTON_MARGIN = 7.0
"""px: by how much a button is wider than its label."""
BUTTON_GAP = 3.0
"""px: between two buttons of a row."""
VERB_STEPS = {"up": -1, "down": 1, "left": -1, "right": 1, "before": -1, "after": 1}
"""By how much a verb changes a place in a list."""
MENU_HINT = "arrows, Enter, Esc   or the mouse (right button: back)   or the pad"

Buttons = dict[str, tuple[str, Box]]
"""For each verb with a button, the button's label and box."""


def button_row(labels: Mapping[str, str], corner: Corner, high: float) -> Buttons:
    """Return a row of buttons from labels by their verbs.

    The row begins at its upper left corner, and is so many px high.
    """
    placed = {}
    left, top = corner
    for verb, label in labels.items():
        right = left + LETTER_WIDTH * len(label) + BUTTON_MARGIN
        box = (left, top), (right, top + high)
        placed[verb] = (label, box)
        left = right + BUTTON_GAP
    return placed


def button_at(buttons: Buttons, at: Corner) -> str:
    """Return the verb of the button at a place, px of the page; "" if there is none."""
    for verb, (_, box) in buttons.items():
        if is_in(at, box):
            return verb
    return ""


def index_at(boxes: Iterable[Box], at: Corner) -> int | None:
    """Return the index of the first box in which a place lies; None if it lies in none.
    All are in px of the page."""
    for index, box in enumerate(boxes):
        if is_in(at, box):
            return index
    return None


class Row(NamedTuple):
    """A row of a menu."""

    words: str
    """Its label."""
    choose: Callable[[], object] | None = None
    """Called when the row is chosen; None: that leads on, or takes the next value."""
    value: Callable[[], str] | None = None
    """Returns the text of its value; None: it has no value."""
    turn: Callable[[int], None] | None = None
    """Changes its value: to the next one for 1, to the one before for -1. None: the
    value cannot be changed."""
    leads: Callable[[Scene], Scene] | None = None
    """Returns the scene to which choosing it leads; its argument is this menu, to come
    back to."""


class PageScene:
    """A page that keys, pointer and pad operate.

    handle() takes an event of pygame, and finds out what is meant. do() carries out
    that verb, such as "back"; whatever a key does, a button can do, too. point() takes
    the place of the pointer.

    keys, pad and pushes map keys and a pad's buttons and axes to verbs; every page has
    the six of a menu.

    Args:
        stage: what scenes share.
        back: the scene to which Esc, Backspace, the right button and the pad's B lead.
    """

    keys: Mapping[int, str] = MENU_KEYS
    pad: Mapping[int, str] = MENU_BUTTONS
    pushes: Mapping[int, tuple[str, str]] = MENU_PUSHES

    def __init__(self, stage: Stage, back: Scene) -> None:
        self.stage = stage
        self.back = back
        self.next: Scene | None = None
        self.window = (1280, 720)
        """Pixels: width and height of the window, once the page was drawn."""
        self.pointer: Corner = (0.0, 0.0)
        """px of the page."""

    @property
    def buttons(self) -> Buttons:
        """The buttons that the pointer presses."""
        return {}

    def handle(self, event: Event) -> None:
        """Handle an event."""
        if event.type == MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self.do("back")
        elif is_left_press(event):
            self.point_at(event.pos, pressed=True)
        elif event.type == MOUSEMOTION:
            self.point_at(event.pos, pressed=False)
        elif event.type == MOUSEWHEEL and event.y:
            self.wheel(event.y)
        elif verb := menu_verb(event, self.keys, self.pad, self.pushes):
            self.do_by_key(verb, event)

    def point_at(self, pixel: tuple[int, int], pressed: bool) -> None:
        """Move the pointer to a pixel of the window, or press there."""
        self.pointer = Screen.fit(self.window).world(pixel)
        self.point(*self.pointer, pressed)

    def do_by_key(self, verb: str, event: Event) -> None:
        """Do the verb of a key, or of a pad's button or axis. Scenes that repeat a verb
        while its key is held down learn the key from the event."""
        self.do(verb)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Do the verb of a button that the pointer presses at a place, px of the
        page; nothing happens if it was only moved there."""
        verb = button_at(self.buttons, (x, y))
        if pressed and verb:
            self.do(verb)

    def wheel(self, turned: int) -> None:
        """Go up if the wheel was turned up, which is more than 0, else down."""
        self.do("up" if turned > 0 else "down")

    def do(self, verb: str) -> None:
        """Do one of the six things; a page that has no more than this only goes
        back."""
        if verb == "back":
            self.next = self.back

    def update(self, seconds: float) -> None:
        """Nothing moves."""

    def draw(self, surface: Surface) -> None:
        """Note the size of the window."""
        self.window = surface.get_size()

    def draw_buttons(self, canvas: Canvas) -> None:
        """Draw the buttons; the one under the pointer is lit."""
        for label, box in self.buttons.values():
            draw_button(canvas, box, label, is_in(self.pointer, box))


class ButtonsScene(PageScene):
    """A page with a row of buttons, one of which is chosen by arrows or by the pointer.

    Each of the leads returns the scene to which the button of that verb leads, from the
    stage and this page.
    """

    chosen = ""
    """The verb of the chosen button; at first empty: the first button is chosen."""
    leads: Mapping[str, Callable[[Stage, Scene], Scene]] = {}

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the buttons, by their verbs."""
        return {}

    @property
    def buttons(self) -> Buttons:
        """The row of buttons, in the middle of the page."""
        # A row that begins at x = 0 tells how wide it is.
        row = button_row(self.labels, (0.0, BUTTONS_TOP), BUTTONS_HIGH)
        wide = max(right for _, (_, (right, _)) in row.values())
        corner = (PAGE_MIDDLE - wide / 2, BUTTONS_TOP)
        return button_row(self.labels, corner, BUTTONS_HIGH)

    @property
    def chosen_verb(self) -> str:
        """The verb of the chosen button."""
        return self.chosen or next(iter(self.labels))

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Choose the button under the pointer, and do its verb if it is pressed."""
        self.chosen = button_at(self.buttons, (x, y)) or self.chosen
        super().point(x, y, pressed)

    def do(self, verb: str) -> None:
        """Choose another button, or do what the chosen one says."""
        if verb in VERB_STEPS:
            verbs = list(self.labels)
            place = verbs.index(self.chosen_verb) + VERB_STEPS[verb]
            self.chosen = verbs[place % len(verbs)]
        elif verb == "choose":
            self.do(self.chosen_verb)
        elif verb in self.leads:
            self.next = self.leads[verb](self.stage, self)
        else:
            super().do(verb)

    def draw_buttons(self, canvas: Canvas) -> None:
        """Draw the buttons; the chosen one is lit."""
        for verb, (label, box) in self.buttons.items():
            draw_button(canvas, box, label, verb == self.chosen_verb)


class MenuScene(PageScene):
    """A menu.

    Args:
        stage: what scenes share.
        title: written above.
        rows: at least one.
        back: the scene to which it leads back.
        behind: draws what lies behind the menu; None: the blueprint's ground.
    """

    def __init__(
        self,
        stage: Stage,
        title: str,
        rows: list[Row],
        back: Scene,
        behind: Behind = None,
    ) -> None:
        super().__init__(stage, back)
        self.title = title
        self.rows = rows
        self.behind = behind
        self.chosen = 0
        """The index of the chosen row."""

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Choose the row under the pointer; if it is pressed there, choose what the row
        offers or turn its value."""
        index = int((y - FIRST_ROW + ROW_HEIGHT / 2) // ROW_HEIGHT)
        if not 0 <= index < len(self.rows):
            return
        self.chosen = index
        if pressed:
            self.do(self.press_verb(x))

    def press_verb(self, x: float) -> str:
        """Return the verb of a press on the chosen row, at x in px of the page: left or
        right in the halves of the column of values, else choose."""
        if x <= VALUE_LEFT or self.rows[self.chosen].turn is None:
            return "choose"
        middle = (VALUE_LEFT + VALUE_RIGHT) / 2
        return "left" if x < middle else "right"

    def do(self, verb: str) -> None:
        """Do one of the six things: choose the row above or below; do what the chosen
        row offers, or follow where it leads; turn its value; or go back."""
        self.stage.click(verb if verb in ("choose", "back") else "move")
        row = self.rows[self.chosen]
        if verb in ("up", "down"):
            self.chosen = (self.chosen + VERB_STEPS[verb]) % len(self.rows)
        elif verb == "choose" and row.choose:
            row.choose()
        elif verb == "choose" and row.leads:
            self.next = row.leads(self)
        elif verb != "back" and row.turn:
            row.turn(-1 if verb == "left" else 1)
        else:
            super().do(verb)

    def leave(self) -> None:
        """Go back."""
        self.next = self.back

    def draw(self, surface: Surface) -> None:
        """Draw the rows, the chosen one marked by the player's box."""
        super().draw(surface)
        canvas = draw_page(surface, self.title, MENU_HINT, self.behind)
        for index, row in enumerate(self.rows):
            y = FIRST_ROW + ROW_HEIGHT * index
            is_chosen = index == self.chosen
            value = row.value() if row.value else None
            can_turn = row.turn is not None
            draw_menu_row(canvas, row.words, y, is_chosen, value, can_turn)
