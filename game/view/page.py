"""What do the pages around the rooms look like?

A page is as large as a room. Scenes pass text and places, and decide what the pointer does to
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from . import palette
from .canvas import Canvas
from .hud import draw_star
from .room import draw_ground
from .screen import PAGE, Place, Screen
from .shapes import Box, box_around
from .text import LETTER_RATIO, SMALL_SIZE

PAGE_MIDDLE = PAGE[0] / 2
MENU_LEFT, VALUE_LEFT, VALUE_RIGHT = 120.0, 360.0, 520.0
"""px: x of a menu's labels, and of the left and right ends of its values."""
PICTURE_HEIGHT, CARD_HEIGHT = 67.5, 91.0
"""px: the height of a room's picture, and of the card under it."""
INITIALS_Y, INITIALS_PITCH = 186.0, 84.0
"""px: the middle of the initials, and the distance from one letter to the next."""
DONE_BUTTON = ((PAGE_MIDDLE - 60, 264.0), (PAGE_MIDDLE + 60, 292.0))
RANKS_TOP, RANKS_HIGH = 104.0, 21.0
RANKS = (60.0, 0), (90.0, 0), (232.0, 1), (320.0, 1), (400.0, 1), (520.0, 0)
"""px: x of rank, name, points, time, dashes and assist; 0: text begins there, 1: it ends there."""
RANKS_HEAD = ("", "name", "points", "time", "dashes", "")
RANKS_STARS = 444.0

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
    draw_ground(canvas, *PAGE)
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
    canvas: Canvas, picture: Box, title: str, stars: Sequence[bool], time: str, chosen: bool
) -> None:
    """Write a room's title, stars and time under its picture; frame the card if it is chosen."""
    low, high = picture
    if chosen:
        frame = (low[0] - 3, low[1] - 3), (high[0] + 3, low[1] + CARD_HEIGHT)
        canvas.box(*frame, palette.PLAYER, fill=0, width=1)
    fits = int((high[0] - low[0] + 16) / (SMALL_SIZE * LETTER_RATIO))
    color = palette.PLAYER if chosen else palette.TEXT
    canvas.text(title[:fits], (low[0], high[1] + 2), color, SMALL_SIZE, bold=chosen)
    for i, star in enumerate(stars):
        draw_star(canvas, (low[0] + 4 + 10 * i, high[1] + 18), 4, star)
    canvas.text(time, (high[0], high[1] + 18), palette.TEXT, SMALL_SIZE, (1, 0.5))


def draw_no_picture(canvas: Canvas, low: Place, high: Place) -> None:
    """Draw a placeholder for the picture of a file that is not a room."""
    canvas.box(low, high, palette.BACKGROUND)
    canvas.bar(low, high, palette.BORDER, 1)
    canvas.bar((low[0], high[1]), (high[0], low[1]), palette.BORDER, 1)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    canvas.text("not a room", middle, palette.QUIET, SMALL_SIZE, (0.5, 0.5))


def draw_room_marks(
    canvas: Canvas, y: float, marks: Sequence[tuple[bool, Sequence[bool]]], next_one: int
) -> None:
    """Draw a door for each room, lit if the room was finished, and the stars earned in it."""
    for i, (done, stars) in enumerate(marks):
        x = PAGE_MIDDLE + (i - (len(marks) - 1) / 2) * min(40.0, 560 / len(marks))
        color = palette.GOAL if done else palette.QUIET
        canvas.box(*box_around((x, y), (5, 7)), color, fill=0.4 if done else 0, width=0.6)
        if i == next_one:
            canvas.box(*box_around((x, y), (9, 11)), palette.PLAYER, fill=0, width=0.5)
        for k, star in enumerate(stars):
            draw_star(canvas, (x + 9 * (k - 1), y + 22 - 2 * (k == 1)), 4, star)


def draw_letters(canvas: Canvas, letters: Sequence[str], chosen: int) -> None:
    """Draw the initials: three large letters, arrows above and below each, and a button."""
    for i, letter in enumerate(letters):
        x, chosen = PAGE_MIDDLE + INITIALS_PITCH * (i - 1), i == chosen
        color = palette.PLAYER if chosen else palette.TEXT
        canvas.text(letter, (x, INITIALS_Y), color, 54, (0.5, 0.5), bold=True)
        canvas.bar((x - 22, INITIALS_Y + 34), (x + 22, INITIALS_Y + 34), color, 1)
        for side in (-1, 1):
            tip, base = INITIALS_Y + 56 * side, INITIALS_Y + 47 * side
            quiet = palette.SWEPT if chosen else palette.BORDER
            canvas.hull([(x, tip), (x - 9, base), (x + 9, base)], quiet)
    canvas.box(*DONE_BUTTON, palette.SWEPT, fill=0.12, width=0.5)
    canvas.text("Done", (PAGE_MIDDLE, INITIALS_Y + 92), palette.TEXT, 12, (0.5, 0.5), bold=True)


def draw_ranks(
    canvas: Canvas, title: str, rows: Sequence[tuple[Sequence[str], Sequence[bool]]]
) -> None:
    """Draw a table: its title between two arrows, and a row for each result, with its stars."""
    canvas.text(title, (PAGE_MIDDLE, 66), palette.TEXT, 14, (0.5, 0.5), bold=True)
    for side in (-1, 1):
        x = PAGE_MIDDLE + 250 * side
        canvas.hull([(x, 66), (x - 8 * side, 59), (x - 8 * side, 73)], palette.SWEPT)
    for place, (words, stars) in enumerate([(RANKS_HEAD, ()), *rows]):
        y = RANKS_TOP + RANKS_HIGH * (place - 1)
        color = (palette.QUIET, palette.PLAYER)[place] if place < 2 else palette.TEXT
        size = 11 if place else SMALL_SIZE
        for text, (x, side) in zip(words, RANKS):
            canvas.text(text, (x, y), color, size, (side, 0.5), bold=place == 1)
        for k, star in enumerate(stars):
            draw_star(canvas, (RANKS_STARS + 15 * k, y), 5.5, star)
    if not rows:
        canvas.text("no results yet", (PAGE_MIDDLE, 190), palette.QUIET, 11, (0.5, 0.5))
