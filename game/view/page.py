"""What do the pages around the rooms look like?

A page is as large as a room. Scenes pass text and places, and decide what the pointer
does to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Surface

from ..simulation.medals import Award
from ..simulation.player import HALF, HEADINGS
from . import palette
from .canvas import Canvas, point_between
from .hud import RING, draw_award, draw_medal
from .palette import Color
from .player import draw_facing_box
from .room import draw_ground
from .screen import PAGE, PAGE_MIDDLE, PAGE_WIDTH, Place, Screen
from .shapes import Box, swept_outline
from .text import SMALL_SIZE
from .widgets import draw_chosen_mark

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
Behind = Callable[[Surface], None] | None
"""Draws what lies behind a page; None: the blueprint's ground."""


def draw_page(
    surface: Surface,
    title: str,
    hint: str,
    behind: Behind = None,
    corner: Place = TITLE_AT,
) -> Canvas:
    """Draw a page: a plain ground or what lies behind, dimmed; a title, with its lower
    left corner at this place; and a hint at the foot. Return the page's canvas."""
    canvas = blank_page(surface)
    if behind:
        behind(surface)
        dim(surface, 0.84)
    canvas.text(title, corner, palette.TEXT, size=20, anchor=(0, 1), bold=True)
    left = corner[0]
    y = corner[1] + 6
    canvas.bar((left, y), (PAGE_WIDTH - left, y), palette.SWEPT, width=0.5)
    canvas.text(hint, (left, 346), palette.QUIET, SMALL_SIZE, anchor=(0, 0.5))
    return canvas


def blank_page(surface: Surface) -> Canvas:
    """Draw the ground of an empty page; return the page's canvas."""
    surface.fill(palette.BACKGROUND)
    canvas = Canvas(surface, Screen.fit(surface.get_size()))
    draw_ground(canvas, ((0.0, 0.0), PAGE), palette.RULING)
    return canvas


def dim(surface: Surface, part: float) -> None:
    """Darken a whole picture; part 0 leaves it, 1 hides it."""
    canvas = Canvas(surface, Screen(scale=1, left=0, top=0))
    canvas.box((0, 0), surface.get_size(), palette.BACKGROUND, fill=part)


def draw_menu_row(
    canvas: Canvas, words: str, y: float, chosen: bool, value: str | None, turns: bool
) -> None:
    """Write a menu's row, and its value if it has one; if the row is chosen and its
    value turns, that is, can be changed, between two arrows."""
    color = palette.PLAYER if chosen else palette.TEXT
    if chosen:
        draw_chosen_mark(canvas, (MENU_LEFT - 12, y), half=4)
    canvas.text(words, (MENU_LEFT, y), color, size=11, anchor=(0, 0.5), bold=chosen)
    if value:
        middle = (VALUE_LEFT + VALUE_RIGHT) / 2
        canvas.text(value, (middle, y), color, size=11, anchor=(0.5, 0.5), bold=chosen)
    if turns and chosen:
        canvas.text(
            "<", (VALUE_LEFT + 4, y), palette.SWEPT, size=11, anchor=(0, 0.5), bold=True
        )
        canvas.text(
            ">",
            (VALUE_RIGHT - 4, y),
            palette.SWEPT,
            size=11,
            anchor=(1, 0.5),
            bold=True,
        )


def cell_boxes(count: int, corner: Place, cell: Place) -> list[Box]:
    """Return the boxes of so many rooms' cells: GRID_COLUMNS in a row, one column for
    each fact.

    Args:
        count: of the rooms.
        corner: the upper left corner of the first cell, px of the page.
        cell: the width and height of a cell, with 2 px of space around its box.
    """
    left, top = corner
    width, height = cell
    boxes = []
    for k in range(count):
        row, column = divmod(k, GRID_COLUMNS)
        x = left + width * column
        y = top + height * row
        boxes.append(((x + 2, y + 2), (x + width - 2, y + height - 2)))
    return boxes


def draw_room_cells(
    canvas: Canvas,
    boxes: Sequence[Box],
    marks: Sequence[tuple[bool, Award]],
    chosen: int,
) -> None:
    """Draw a cell for each room, lit if the room was finished, with the medal earned in
    it.

    Args:
        canvas: the page.
        boxes: those of the cells.
        marks: of each room, whether it was finished, and what was earned in it.
        chosen: the index of the room whose cell has a thick outline.
    """
    for k, ((low, high), (is_finished, earned)) in enumerate(zip(boxes, marks)):
        is_chosen = k == chosen
        canvas.box(low, high, palette.BACKGROUND, fill=0.6)
        fill = 0.14 if is_finished else 0.0
        width = 1.0 if is_chosen else 0.4
        color = cell_color(is_chosen, is_finished)
        canvas.box(low, high, color, fill, width)
        radius = min(7.5, (high[1] - low[1]) / 4)
        draw_award(canvas, point_between(low, high, 0.5), radius, earned)


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
    """Draw a small cell for each room; below them how many rooms are finished, and in
    how many each medal is the best one and the ring was earned. Marks are, of each
    room, whether it is finished, and what was earned in it."""
    boxes = cell_boxes(len(marks), corner, SMALL_CELL)
    draw_room_cells(canvas, boxes, marks, chosen)
    _, last_high = boxes[-1]
    y = last_high[1] + 16
    finished = sum(is_finished for is_finished, _ in marks)
    words = f"{finished} of {len(marks)} rooms"
    canvas.text(
        words, (PAGE_MIDDLE - 24, y), palette.TEXT, size=11, anchor=(1, 0.5), bold=True
    )
    awards = [earned for _, earned in marks]
    for number in range(RING + 1):
        count = count_awards(awards, number)
        example = Award(number + 1, True) if count else Award()
        x = PAGE_MIDDLE + 36 * number
        draw_medal(canvas, (x, y), 5.5, number, example)
        canvas.text(str(count), (x + 10, y), palette.TEXT, size=11, anchor=(0, 0.5))


def count_awards(awards: Sequence[Award], number: int) -> int:
    """Return in how many rooms the medal of this number is the best one that was
    earned; if the number is RING, in how many the ring was earned."""
    if number == RING:
        return sum(award.ring for award in awards)
    return sum(award.medals == number + 1 for award in awards)


def draw_title_dash(canvas: Canvas, left: Place, wide: float, seconds: float) -> None:
    """Draw a box that dashes to and fro between two walls of 1 px, with its trail.

    Args:
        canvas: the page.
        left: the middle of the inner face of the left wall.
        wide: the distance between the walls, px of the page.
        seconds: the time since the page was opened; a dash begins every DASH_EVERY.
    """
    x, y = left
    right = x + wide
    canvas.bar((x, y), (right, y), palette.BORDER, width=0.3)
    for wall in (x - 1, right):
        canvas.box((wall, y - 12), (wall + 1, y + 12), palette.WALL)
    dashes, since = divmod(seconds, DASH_EVERY)
    low = x + HALF[0], y
    high = right - HALF[0], y
    goes_right = dashes % 2 == 1
    start, end = (low, high) if goes_right else (high, low)
    at = point_between(start, end, min(1.0, since / DASH_TAKES))
    strength = max(0.0, 1 - since / TRAIL_FADES)
    if dashes:  # Before the first one the box only waits.
        trail = swept_outline(start, at, HALF)
        canvas.hull(trail, palette.SWEPT, fill=0.6 * strength)
    heading = 0 if goes_right else HEADINGS / 2
    draw_facing_box(canvas, at, HALF, heading)
