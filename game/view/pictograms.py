"""What do the small pictures of the title and of "How to play" look like?

They show a tap, an aim, a dash along a wall and the exit, and need no world.
"""

from __future__ import annotations

from ..simulation.player import HEADINGS
from . import palette
from .canvas import Canvas, point_between
from .elements import draw_core, draw_exit
from .player import draw_facing_box
from .screen import Place
from .shapes import box_around, swept_outline

PICTURED_HALF = (4.0, 4.0)
DASH_EVERY, DASH_TAKES, TRAIL_FADES = 2.4, 0.035, 0.25
"""s: from one dash to the next, how long a dash takes, and how long its trail is visible."""


def draw_title_dash(canvas: Canvas, left: Place, wide: float, seconds: float) -> None:
    """Draw a box that dashes to and fro between two walls of 1 px."""
    x, y = left
    canvas.bar((x, y), (x + wide, y), palette.BORDER, 0.3)
    for wall in (x - 1, x + wide):
        canvas.box((wall, y - 12), (wall + 1, y + 12), palette.WALL)
    dashes, since = divmod(seconds, DASH_EVERY)
    ends = (x + PICTURED_HALF[0], y), (x + wide - PICTURED_HALF[0], y)
    start, end = ends if dashes % 2 else ends[::-1]
    at = point_between(start, end, min(1.0, since / DASH_TAKES))
    fade = max(0.0, 1 - since / TRAIL_FADES)
    if dashes:
        canvas.hull(swept_outline(start, at, PICTURED_HALF), palette.SWEPT, fill=0.6 * fade)
    draw_facing_box(canvas, at, PICTURED_HALF, 0 if dashes % 2 else HEADINGS / 2)


def draw_pictogram(canvas: Canvas, place: int, middle: Place) -> None:
    """Draw a tap, an aim, a dash along a wall or the exit, by place 0 to 3; middle is that of the
    left side."""
    x, y = middle
    start, end, wall = (x + 20, y), (x + 104, y), x + 108
    if place < 3:
        canvas.box((wall, y - 30), (wall + 2, y + 30), palette.WALL)
    if place == 2:
        floor = y + PICTURED_HALF[1]
        canvas.box((x + 8, floor), (wall, floor + 2), palette.WALL)
        canvas.arrow(start, (x + 44, y + 24), palette.QUIET)
    if place == 1:
        canvas.hull(swept_outline(start, end, PICTURED_HALF), palette.SWEPT, fill=0.1)
        canvas.bar(start, end, palette.SWEPT, 0.5, dashed=True)
        canvas.box(*box_around(end, PICTURED_HALF), palette.SWEPT, fill=0.25, width=0.6)
        draw_facing_box(canvas, start, PICTURED_HALF, 0)
    elif place < 3:
        for part in (0.0, 0.3, 0.6):
            tail = start[0] + (end[0] - start[0]) * part, y
            canvas.hull(swept_outline(tail, end, PICTURED_HALF), palette.SWEPT, fill=0.22)
        draw_facing_box(canvas, end, PICTURED_HALF, 0)
    else:
        draw_core(canvas, (x + 24, y - 14), (6, 6), 0)
        draw_core(canvas, (x + 48, y + 14), (6, 6), 0)
        draw_exit(canvas, (x + 104, y), (9, 14), True, 0)
        canvas.arrow((x + 62, y + 6), (x + 88, y), palette.QUIET)
