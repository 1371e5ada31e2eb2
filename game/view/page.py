"""What do the pages around the rooms look like?

A page is as large as a room. Scenes pass text and places, and decide what the pointer does to
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from ..simulation.medals import Award
from . import palette
from .canvas import Canvas
from .hud import draw_award
from .room import draw_ground
from .screen import PAGE, Place, Screen
from .shapes import Box, box_around
from .text import LETTER_RATIO, SMALL_SIZE

PAGE_MIDDLE = PAGE[0] / 2
MENU_LEFT, VALUE_LEFT, VALUE_RIGHT = 120.0, 360.0, 520.0
"""px: x of a menu's labels, and of the left and right ends of its values."""
PICTURE_HEIGHT, CARD_HEIGHT = 67.5, 91.0
"""px: the height of a room's picture, and of the card under it."""
Behind = Callable[[pygame.Surface], None] | None
"""Draws what lies behind a page; None: the blueprint's ground."""


def draw_page(
    surface: pygame.Surface,
    title: str,
    hint: str,
    behind: Behind = None,
    corner: Place = (MENU_LEFT, 68.0),
) -> Canvas:
    """Draw a page: a dimmed scene or a plain background, a title, a hint at the foot."""
    canvas = blank_page(surface)
    if behind:
        behind(surface)
        dim(surface, 0.84)
    canvas.text(title, corner, palette.TEXT, 20, (0, 1), bold=True)
    left, y = corner[0], corner[1] + 6
    canvas.bar((left, y), (PAGE[0] - left, y), palette.SWEPT, 0.5)
    canvas.text(hint, (left, 346), palette.QUIET, SMALL_SIZE, (0, 0.5))
    return canvas


def blank_page(surface: pygame.Surface) -> Canvas:
    """Draw the ground of an empty page; return the page's canvas."""
    surface.fill(palette.BACKGROUND)
    canvas = Canvas(surface, Screen.fit(surface.get_size()))
    draw_ground(canvas, ((0.0, 0.0), PAGE))
    return canvas


def dim(surface: pygame.Surface, part: float) -> None:
    """Darken a whole picture; part 0 leaves it, 1 hides it."""
    size = surface.get_size()
    Canvas(surface, Screen(1, 0, 0)).box((0, 0), size, palette.BACKGROUND, fill=part)


def draw_menu_row(
    canvas: Canvas, words: str, y: float, chosen: bool, value: str | None, turns: bool
) -> None:
    """Write a menu's row, and its value, between two arrows if it can be changed."""
    color = palette.PLAYER if chosen else palette.TEXT
    if chosen:
        canvas.box((MENU_LEFT - 16, y - 4), (MENU_LEFT - 8, y + 4), palette.PLAYER)
    canvas.text(words, (MENU_LEFT, y), color, 11, (0, 0.5), bold=chosen)
    if value:
        middle = (VALUE_LEFT + VALUE_RIGHT) / 2
        canvas.text(value, (middle, y), color, 11, (0.5, 0.5), bold=chosen)
    if turns and chosen:
        canvas.text("<", (VALUE_LEFT + 4, y), palette.SWEPT, 11, (0, 0.5), bold=True)
        canvas.text(">", (VALUE_RIGHT - 4, y), palette.SWEPT, 11, (1, 0.5), bold=True)


def draw_card(
    canvas: Canvas,
    picture: Box,
    title: str,
    earned: Award,
    time: str,
    chosen: bool,
) -> None:
    """Write a room's title, medal and time under its picture; frame the card if it is chosen."""
    low, high = picture
    if chosen:
        frame = (low[0] - 3, low[1] - 3), (high[0] + 3, low[1] + CARD_HEIGHT)
        canvas.box(*frame, palette.PLAYER, fill=0, width=1)
    fits = int((high[0] - low[0] + 16) / (SMALL_SIZE * LETTER_RATIO))
    color = palette.PLAYER if chosen else palette.TEXT
    canvas.text(title[:fits], (low[0], high[1] + 2), color, SMALL_SIZE, bold=chosen)
    draw_award(canvas, (low[0] + 6, high[1] + 19), 4.5, earned)
    canvas.text(time, (high[0], high[1] + 18), palette.TEXT, SMALL_SIZE, (1, 0.5))


def draw_no_picture(canvas: Canvas, low: Place, high: Place) -> None:
    """Draw a placeholder for the picture of a file that is not a room."""
    canvas.box(low, high, palette.BACKGROUND)
    canvas.bar(low, high, palette.BORDER, 1)
    canvas.bar((low[0], high[1]), (high[0], low[1]), palette.BORDER, 1)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    canvas.text("not a room", middle, palette.QUIET, SMALL_SIZE, (0.5, 0.5))


def draw_room_marks(
    canvas: Canvas, y: float, marks: Sequence[tuple[bool, Award]], next_one: int
) -> None:
    """Draw a door for each room, lit if the room was finished, and the medal earned in it."""
    for i, (done, earned) in enumerate(marks):
        x = PAGE_MIDDLE + (i - (len(marks) - 1) / 2) * min(40.0, 560 / len(marks))
        color = palette.GOAL if done else palette.QUIET
        canvas.box(*box_around((x, y), (5, 7)), color, fill=0.4 if done else 0, width=0.6)
        if i == next_one:
            canvas.box(*box_around((x, y), (9, 11)), palette.PLAYER, fill=0, width=0.5)
        draw_award(canvas, (x, y + 22), 4.5, earned)
