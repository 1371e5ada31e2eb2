"""What can be chosen here?

A menu is a title over rows; keys, pointer and pad do the same six things to it: up, down, left,
right, choose, back. The pointer chooses the row under it, and turns a value on either side of its
column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from ..controls import LEFT_BUTTON, RIGHT_BUTTON, menu_verb
from ..view import palette
from ..view.canvas import Canvas
from ..view.hud import SIZE
from ..view.room import draw_ground
from ..view.screen import Screen
from .scene import Scene, Stage

ROOM = (640.0, 360.0)
LEFT, VALUE_LEFT, VALUE_RIGHT = 120.0, 380.0, 540.0
"""px: where words begin, and between which places values are written."""
TOP, HIGH, SHOWN = 92.0, 18.0, 13
"""px: the first row, and the height of one; so many rows are seen at once."""


class Row(NamedTuple):
    """A line of a menu: what it says, what choosing it does, and a value that can be turned."""

    words: str
    choose: Callable[[], None] | None = None
    value: Callable[[], str] | None = None
    turn: Callable[[int], None] | None = None
    """Called with -1 or 1."""


class MenuScene:
    """A menu.

    Args:
        stage: what scenes share.
        title: written above.
        rows: at least one.
        back: the scene to which Esc, Backspace, the right button and the pad's B lead.
        behind: draws what lies behind the menu; None: the blueprint's ground.
    """

    def __init__(
        self,
        stage: Stage,
        title: str,
        rows: Sequence[Row],
        back: Scene,
        behind: Callable[[pygame.Surface], None] | None = None,
    ) -> None:
        self.stage, self.title, self.rows, self.back = stage, title, rows, back
        self.behind = behind
        self.next: Scene | None = None
        self.chosen = 0
        self.window = (1280, 720)

    @property
    def first(self) -> int:
        """The first row that is seen."""
        return max(0, min(self.chosen - SHOWN // 2, len(self.rows) - SHOWN))

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.point(event)
        elif verb := menu_verb(event):
            self.do(verb)

    def point(self, event: pygame.event.Event) -> None:
        """The pointer was moved or pressed."""
        x, y = Screen.fit(self.window, ROOM).world(event.pos)
        row = int((y - TOP + HIGH / 2) // HIGH) + self.first
        over = 0 <= row - self.first < SHOWN and row < len(self.rows)
        if over and event.type == pygame.MOUSEMOTION:
            self.chosen = row
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self.do("back")
        elif over and event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.chosen = row
            middle = (VALUE_LEFT + VALUE_RIGHT) / 2
            turns = self.rows[row].turn and x > VALUE_LEFT
            self.do(("left" if x < middle else "right") if turns else "choose")

    def do(self, verb: str) -> None:
        """Do one of the six things."""
        row = self.rows[self.chosen]
        if verb in ("up", "down"):
            self.chosen = (self.chosen + (1 if verb == "down" else -1)) % len(self.rows)
        elif verb == "back":
            self.next = self.back
        elif verb == "choose" and row.choose:
            row.choose()
        elif row.turn:
            row.turn(-1 if verb == "left" else 1)

    def update(self, seconds: float) -> None:
        """Nothing moves."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows, the chosen one marked by the player's box."""
        self.window = surface.get_size()
        surface.fill(palette.BACKGROUND)
        canvas = Canvas(surface, Screen.fit(self.window, ROOM))
        if self.behind:
            self.behind(surface)
            canvas.box((0, 0), ROOM, palette.BACKGROUND, fill=0.8)
        else:
            draw_ground(canvas, *ROOM)
        canvas.text(self.title, (LEFT, 44), palette.TEXT, 20, bold=True)
        canvas.bar((LEFT, 74), (VALUE_RIGHT, 74), palette.SWEEP, 0.5)
        for place, row in enumerate(self.rows[self.first : self.first + SHOWN]):
            self.draw_row(canvas, row, TOP + HIGH * place, self.first + place == self.chosen)
        hint = "arrows, Enter, Esc   or the pointer   or the pad"
        canvas.text(hint, (LEFT, 338), palette.QUIET, SIZE)

    def draw_row(self, canvas: Canvas, row: Row, y: float, chosen: bool) -> None:
        """Write a row; its value between two arrows."""
        color = palette.PLAYER if chosen else palette.TEXT
        if chosen:
            canvas.box((LEFT - 16, y - 4), (LEFT - 8, y + 4), palette.PLAYER)
        canvas.text(row.words, (LEFT, y), color, 11, (0, 0.5), bold=chosen)
        if row.value:
            middle = (VALUE_LEFT + VALUE_RIGHT) / 2
            canvas.text(row.value(), (middle, y), color, 11, (0.5, 0.5), bold=chosen)
        if row.turn and chosen:
            canvas.text("<", (VALUE_LEFT + 4, y), palette.SWEEP, 11, (0, 0.5), bold=True)
            canvas.text(">", (VALUE_RIGHT - 4, y), palette.SWEEP, 11, (1, 0.5), bold=True)
