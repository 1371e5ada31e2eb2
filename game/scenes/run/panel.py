"""How are the rows beside a lab chosen and changed?"""

from __future__ import annotations

from collections.abc import Callable

from pygame import KMOD_SHIFT
from pygame.event import Event

from ...controls import Repeat
from ...study.dials import Dial
from ...view import palette
from ...view.hud import RoomPage
from ...view.shapes import Box, Corner
from ...view.widgets import DIAL_ROW, dial_track, draw_button, draw_dial
from ..shell.menu import VERB_STEPS, Buttons

PANEL_LEFT = 450.0
PANEL_RIGHT = 638.0
"""px of the page: the left and right ends of the rows."""
PANEL_HEAD = 26.0
"""px of the page: y of the panel's upper edge, above the buttons."""
PANEL_TOP = 54.0
"""px of the page: y of the first row."""
PANEL_FOOT = 284.0
"""px of the page: y of the panel's foot."""
SHIFT_STEPS = 10
"""By how many places Shift and an arrow change a row."""


class Panel:
    """Rows that keys and the pointer choose and change.

    Args:
        dials: returns the rows with their present values.
    """

    def __init__(self, dials: Callable[[], list[Dial]]) -> None:
        self.dials = dials
        self.row = 0
        """The index of the row that was chosen; there may be fewer rows by now."""
        self.drags = False
        """Whether the chosen number follows the pointer."""
        self.repeat = Repeat()
        """Changes a number again and again while a key is held down."""

    @property
    def chosen(self) -> int:
        """The index of the chosen row: the last one if there are too few rows."""
        return min(self.row, len(self.dials()) - 1)

    @property
    def dial(self) -> Dial:
        """The chosen row, with its present value."""
        return self.dials()[self.chosen]

    def walk(self, direction: str, event: Event) -> None:
        """Choose a row by up and down; change the chosen row by left and right, with
        Shift by SHIFT_STEPS places. A number goes on changing while the key of the
        event is held down."""
        steps = VERB_STEPS[direction]
        if direction in ("up", "down"):
            self.row = (self.chosen + steps) % len(self.dials())
            return
        if event.dict.get("mod", 0) & KMOD_SHIFT:
            steps *= SHIFT_STEPS
        if self.dial.wraps:
            self.dial.turn(steps)
        else:
            self.repeat.hold(event, lambda: self.dial.turn(steps))

    def press(self, at: Corner) -> None:
        """Choose the row at the place of a press, px of the page. A name turns, back in
        the left half of the row; a number follows the pointer from now on."""
        x, y = at
        row = int((y - PANEL_TOP) // DIAL_ROW)
        if not 0 <= row < len(self.dials()):
            return
        self.row = row
        if self.dial.wraps:
            middle = (PANEL_LEFT + PANEL_RIGHT) / 2
            self.dial.turn(1 if x > middle else -1)
        else:
            self.drags = True
            self.pull(x)

    def pull(self, x: float) -> None:
        """Move the chosen number to where the pointer is on its slider; x in px of the
        page."""
        left, right = dial_track(row_box(0))  # All rows have the same ends.
        dial = self.dial
        place = round((x - left) / (right - left) * (dial.size - 1))
        dial.turn(place - dial.place)

    def draw(self, page: RoomPage, buttons: Buttons) -> None:
        """Draw buttons, and below them the rows."""
        low = (PANEL_LEFT, PANEL_HEAD)
        high = (PANEL_RIGHT, PANEL_FOOT)
        page.box(low, high, palette.BACKGROUND, fill=0.86)
        for label, box in buttons.values():
            draw_button(page, box, label, is_over=False)
        chosen = self.chosen
        for k, dial in enumerate(self.dials()):
            box = row_box(k)
            draw_dial(page, box, dial.label, dial.value, dial.part, k == chosen)


def row_box(row: int) -> Box:
    """Return the box of a row of the panel, given by its index; px of the page."""
    y = PANEL_TOP + DIAL_ROW * row
    return (PANEL_LEFT, y), (PANEL_RIGHT, y + DIAL_ROW)
