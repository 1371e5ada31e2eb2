"""What do the pages around the rooms look like?

A page is as large as a room. Scenes pass text and places, and decide what the pointer
does to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from ..simulation.medals import Award
from ..simulation.player import HALF, HEADINGS
from . import palette
from .canvas import Canvas, point_between
from .hud import RING, draw_award, draw_medal
from .palette import Color
from .player import draw_facing_box
from .room import draw_ground
from .screen import PAGE, Place, Screen
from .shapes import Box, swept_outline
from .text import SMALL_SIZE

PAGE_MIDDLE = PAGE[0] / 2
MENU_LEFT = 120.0
"""px: x of a menu's labels."""
VALUE_LEFT = 360.0
VALUE_RIGHT = 520.0
"""px: x of the left and right ends of a menu's values."""
TITLE_AT = (MENU_LEFT, 68.0)
"""px: the lower left corner of a page's title."""
GRID_COLUMNS = 12
"""Rooms in a row, one for each fact."""
SMALL_CELL = (36.0, 24.0)
"""px: the size of a small cell."""
DASH_EVERY = 2.4
"""s: from one dash on the title to the next."""
DASH_TAKES = 0.035
"""s: how long such a dash takes."""
TRAIL_FADES = 0.25
"""s: how long its trail is visible."""
Behind = Callable[[pygame.Surface], None] | None
"""Draws what lies behind a page; None: the blueprint's ground."""


def draw_page(
    surface: pygame.Surface,
    title: str,
    hint: str,
    behind: Behind = None,
    corner: Place = TITLE_AT,
) -> Canvas:
    """Draw a page: a dimmed scene or a plain background, a title, a hint at the
    foot."""
    canvas = blank_page(surface)
    if behind:
        behind(surface)
        dim(surface, 0.84)
    canvas.text(title, corner, palette.TEXT, 20, (0, 1), bold=True)
    left = corner[0]
    y = corner[1] + 6
    canvas.bar((left, y), (PAGE[0] - left, y), palette.SWEPT, 0.5)
    canvas.text(hint, (left, 346), palette.QUIET, SMALL_SIZE, (0, 0.5))
    return canvas


def blank_page(surface: pygame.Surface) -> Canvas:
    """Draw the ground of an empty page; return the page's canvas."""
    surface.fill(palette.BACKGROUND)
    canvas = Canvas(surface, Screen.fit(surface.get_size()))
    draw_ground(canvas, ((0.0, 0.0), PAGE), palette.RULING)
    return canvas


def dim(surface: pygame.Surface, part: float) -> None:
    """Darken a whole picture; part 0 leaves it, 1 hides it."""
    canvas = Canvas(surface, Screen(1, 0, 0))
    canvas.box((0, 0), surface.get_size(), palette.BACKGROUND, fill=part)


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


def cell_boxes(count: int, corner: Place, cell: Place) -> list[Box]:
    """Return the boxes of the rooms' cells: a row for each twelve, one column for each
    fact."""
    boxes = []
    for k in range(count):
        row, column = divmod(k, GRID_COLUMNS)
        x = corner[0] + cell[0] * column
        y = corner[1] + cell[1] * row
        boxes.append(((x + 2, y + 2), (x + cell[0] - 2, y + cell[1] - 2)))
    return boxes


def draw_room_cells(
    canvas: Canvas,
    boxes: Sequence[Box],
    marks: Sequence[tuple[bool, Award]],
    chosen: int,
) -> None:
    """Draw a cell for each room, lit if the room was finished, with the medal earned in
    it."""
    for k, (box, (is_finished, earned)) in enumerate(zip(boxes, marks)):
        low, high = box
        is_chosen = k == chosen
        canvas.box(low, high, palette.BACKGROUND, fill=0.6)
        fill = 0.14 if is_finished else 0.0
        width = 1.0 if is_chosen else 0.4
        color = cell_color(is_chosen, is_finished)
        canvas.box(low, high, color, fill, width)
        middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
        radius = min(7.5, (high[1] - low[1]) / 4)
        draw_award(canvas, middle, radius, earned)


def cell_color(is_chosen: bool, is_finished: bool) -> Color:
    """Return the colour of the outline of a room's cell."""
    if is_chosen:
        return palette.PLAYER
    if is_finished:
        return palette.GOAL
    return palette.BORDER


def draw_progress(
    canvas: Canvas, corner: Place, marks: Sequence[tuple[bool, Award]], chosen: int = -1
) -> None:
    """Draw a small cell for each room, and below them how many are finished, and how
    many of them earned each medal and the ring."""
    boxes = cell_boxes(len(marks), corner, SMALL_CELL)
    draw_room_cells(canvas, boxes, marks, chosen)
    _, last_high = boxes[-1]
    y = last_high[1] + 16
    finished = sum(is_finished for is_finished, _ in marks)
    words = f"{finished} of {len(marks)} rooms"
    canvas.text(words, (PAGE_MIDDLE - 24, y), palette.TEXT, 11, (1, 0.5), bold=True)
    awards = [earned for _, earned in marks]
    for number in range(RING + 1):
        count = count_awards(awards, number)
        example = Award(number + 1, True) if count else Award()
        x = PAGE_MIDDLE + 36 * number
        draw_medal(canvas, (x, y), 5.5, number, example)
        canvas.text(str(count), (x + 10, y), palette.TEXT, 11, (0, 0.5))


def count_awards(awards: Sequence[Award], number: int) -> int:
    """Return in how many rooms a medal is the best one that was earned, or in how many
    the ring was earned."""
    if number == RING:
        return sum(each.ring for each in awards)
    return sum(each.medals == number + 1 for each in awards)


def draw_title_dash(canvas: Canvas, left: Place, wide: float, seconds: float) -> None:
    """Draw a box that dashes to and fro between two walls of 1 px."""
    x, y = left
    canvas.bar((x, y), (x + wide, y), palette.BORDER, 0.3)
    for wall in (x - 1, x + wide):
        canvas.box((wall, y - 12), (wall + 1, y + 12), palette.WALL)
    dashes, since = divmod(seconds, DASH_EVERY)
    low = x + HALF[0], y
    high = x + wide - HALF[0], y
    goes_right = dashes % 2 == 1
    start, end = (low, high) if goes_right else (high, low)
    at = point_between(start, end, min(1.0, since / DASH_TAKES))
    fade = max(0.0, 1 - since / TRAIL_FADES)
    if dashes:
        canvas.hull(swept_outline(start, at, HALF), palette.SWEPT, fill=0.6 * fade)
    heading = 0 if goes_right else HEADINGS / 2
    draw_facing_box(canvas, at, HALF, heading)
