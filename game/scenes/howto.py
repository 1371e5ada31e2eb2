"""How is it played?

One page: the verb in four small pictures, then who does what with keys, mouse and pad.
"""

from __future__ import annotations

import pygame

from ..controls import menu_verb
from ..view import palette
from ..view.canvas import Canvas
from ..view.hud import SIZE
from ..view.room import box_at, draw_core, draw_exit, draw_player, swept_hull
from ..view.screen import Point
from .menu import page
from .scene import Scene, Stage

LEFT, TOP, PITCH, WIDE, HIGH = 40.0, 58.0, 142.0, 134.0, 76.0
"""px: the first picture, the way to the next one, and its size."""
HALF = (4.0, 4.0)
PICTURES = (
    ("creep", "slowly, in eight", "directions"),
    ("aim", "time slows, the way", "of the dash is shown"),
    ("dash", "until the first wall,", "however thin"),
    ("cores, then the door", "take them all and", "it opens"),
)
KEYS = (
    ("", "keys", "mouse", "pad"),
    ("creep", "arrows or WASD", "", "left stick"),
    ("aim", "hold Space", "hold left button", "hold A"),
    ("turn the aim", "arrows or WASD", "move the pointer", "left stick"),
    ("dash", "let go", "let go", "let go"),
    ("no dash", "Backspace", "right button", "B"),
    ("pause", "Esc", "middle button", "Start"),
    ("begin again", "R", "in the menu", "in the menu"),
)
COLUMNS = (40.0, 180.0, 340.0, 490.0)
FOOT = "Whatever has teeth kills. Tab shows the boxes and what they sweep; H lists all keys."


class HowtoScene:
    """A page to read.

    Args:
        stage: what scenes share.
        back: the scene to which any press leads.
    """

    def __init__(self, stage: Stage, back: Scene) -> None:
        self.stage, self.back = stage, back
        self.next: Scene | None = None

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if event.type == pygame.MOUSEBUTTONDOWN or menu_verb(event) in ("choose", "back"):
            self.next = self.back

    def update(self, seconds: float) -> None:
        """Nothing moves."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pictures and the table."""
        canvas = page(surface, "How to play", "Enter, Esc or a click: back", corner=(LEFT, 40))
        for place, (title, *lines) in enumerate(PICTURES):
            left = LEFT + PITCH * place
            low, high = (left, TOP), (left + WIDE, TOP + HIGH)
            canvas.box(low, high, palette.BACKGROUND)
            canvas.box(low, high, palette.FRAME, fill=0, width=1)
            draw_step(canvas, place, (left, TOP + HIGH / 2))
            canvas.text(title, (left, TOP + HIGH + 5), palette.PLAYER, 10, bold=True)
            for i, line in enumerate(lines):
                canvas.text(line, (left, TOP + HIGH + 19 + 12 * i), palette.TEXT, SIZE)
        for row, words in enumerate(KEYS):
            for i, (word, x) in enumerate(zip(words, COLUMNS)):
                color = palette.QUIET if row == 0 else palette.PLAYER if i == 0 else palette.TEXT
                canvas.text(word, (x, 188 + 15 * row), color, SIZE, bold=row > 0 and i == 0)
        canvas.text(FOOT, (LEFT, 318), palette.TEXT, SIZE)


def draw_step(canvas: Canvas, place: int, middle: Point) -> None:
    """Draw one of the four pictures; middle is the middle of its left side."""
    x, y = middle
    start, end, wall = (x + 20, y), (x + 104, y), x + 108
    if place == 0:
        canvas.box(*box_at(start, HALF), palette.PLAYER, fill=0.2, width=0.5)
        canvas.arrow((x + 34, y), (x + 64, y), palette.QUIET)
        draw_player(canvas, (x + 78, y), HALF, 0, palette.PLAYER)
        return
    if place < 3:
        canvas.box((wall, y - 30), (wall + 2, y + 30), palette.WALL)
    if place == 1:
        canvas.hull(swept_hull(start, end, HALF), palette.SWEEP, fill=0.1)
        canvas.bar(start, end, palette.SWEEP, 0.5, dashed=True)
        canvas.box(*box_at(end, HALF), palette.SWEEP, fill=0.25, width=0.6)
        draw_player(canvas, start, HALF, 0, palette.PLAYER)
    elif place == 2:
        for part in (0.0, 0.3, 0.6):
            tail = start[0] + (end[0] - start[0]) * part, y
            canvas.hull(swept_hull(tail, end, HALF), palette.SWEEP, fill=0.22)
        draw_player(canvas, end, HALF, 0, palette.PLAYER)
    else:
        draw_core(canvas, (x + 24, y - 14), (6, 6), 0)
        draw_core(canvas, (x + 48, y + 14), (6, 6), 0)
        draw_exit(canvas, (x + 104, y), (9, 14), True, 0)
        canvas.arrow((x + 62, y + 6), (x + 88, y), palette.QUIET)
