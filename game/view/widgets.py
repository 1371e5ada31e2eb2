"""What do buttons, sliders, paragraphs and panes of code look like?

They are drawn on a page, which is as large as a room; the scenes decide what a press
does to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from . import palette
from .canvas import Canvas, draw_cross, point_between
from .palette import Color, fade, mix
from .screen import PAGE_WIDTH, Place
from .shapes import Box, Corner, box_around, pad_box
from .text import font

TEXT_SIZE = 10.0
"""px: the height of text."""
LETTER_WIDTH = 6.2
"""px: the greatest width of a letter of text."""
LINE_HEIGHT = 12.5
"""px: the distance between lines of text."""
CODE_SIZE = 8.0
"""px: the height of code."""
CODE_PITCH = 10.5
"""px: the distance between lines of code."""
CODE_LINES = 25
"""How many lines of code are visible in a pane."""
CODE_AT: Corner = (279.0, 56.0)
"""px: the upper left corner of code, so that 72 columns end with the page."""
PARAGRAPH_SPACE = (0, 0, 9)
"""px of space of a paragraph: beside its lines, above and below them together, and
below its box."""
ANSWER_SPACE = (22, 8, 5)
"""The same of an answer in its frame."""
ANSWER_LINES = (20.0, 4.0)
"""px from the upper left corner of an answer's frame to its lines: they stand right of
its mark."""
NO_ANSWER = -1
"""In place of the index of an answer."""
HANDLE_ROW = 15.0
"""px: the height of a handle's row."""
DIAL_ROW = 16.5
"""px: the height of a dial's row, with its slider."""
HANDLE_TRACK = (500.0, 592.0)
"""px: the ends of a handle's slider."""


Pieces = Sequence[tuple[str, str]]
"""Consecutive parts of a text, each with what it is; "" for a word like any other."""
Lines = Sequence[Pieces]
CodeRow = tuple[Pieces, int]
"""A line of code, and how much it is lit: 0, 1 or 2."""


class Block(NamedTuple):
    """A paragraph of text, or an answer to a question that can be chosen."""

    words: str
    color: Color | None = None
    """None: that of text."""
    bold: bool = False
    answer: int = NO_ANSWER
    """The index of the answer; NO_ANSWER for a paragraph of text."""
    mark: str = ""
    """Written before an answer, instead of its digit."""


class PlacedBlock(NamedTuple):
    """A paragraph with its box and its lines."""

    block: Block
    box: Box
    lines: Lines


def stack_blocks(
    blocks: Sequence[Block],
    corner: Place,
    wide: float,
    split: Callable[[str, int], Lines],
) -> list[PlacedBlock]:
    """Return paragraphs with their places, one below the other.

    Args:
        blocks: the paragraphs.
        corner: the upper left one of the first paragraph.
        wide: the width of each, px.
        split: breaks a text into lines of at most so many letters: (text, letters).
    """
    placed = []
    left, y = corner
    for block in blocks:
        is_answer = block.answer != NO_ANSWER
        inset, margin, gap = ANSWER_SPACE if is_answer else PARAGRAPH_SPACE
        lines = split(block.words, int((wide - inset) / LETTER_WIDTH))
        bottom = y + LINE_HEIGHT * len(lines) + margin
        box = (left, y), (left + wide, bottom)
        placed.append(PlacedBlock(block, box, lines))
        y = bottom + gap
    return placed


def piece_colors() -> dict[str, Color]:
    """Return the colours of pieces of a line, by what they are: a part of code, or a
    word with a role."""
    comment = fade(palette.QUIET, 0.1)
    return {
        "code": palette.TEXT,
        "keyword": mix(palette.SWEPT, palette.QUIET, 0.3),
        "comment": comment,
        "docstring": comment,
        "value": palette.SAFE,
        **palette.role_colors(),
    }


def draw_pieces(
    canvas: Canvas,
    pieces: Pieces,
    at: Place,
    color: Color,
    size: float,
    bold: bool = False,
) -> None:
    """Write the pieces of a line one after the other from a place on, each in the
    colour of its kind, or if that has none in this colour."""
    x, y = at
    screen = canvas.screen
    pixels, _ = font(screen.letters(size), bold).size("0")
    letter_width = pixels / screen.scale
    colors = piece_colors()
    for words, kind in pieces:
        canvas.text(words, (x, y), colors.get(kind, color), size, bold=bold)
        x += letter_width * len(words)


def draw_blocks(
    canvas: Canvas, placed: Sequence[PlacedBlock], chosen: int = NO_ANSWER
) -> None:
    """Write paragraphs. Answers have frames; the chosen one's is lit.

    Args:
        canvas: of the page.
        placed: the paragraphs with their places.
        chosen: the index of the chosen answer.
    """
    for block, box, lines in placed:
        color = block.color or palette.TEXT
        (left, y), _ = box
        if block.answer != NO_ANSWER:
            is_chosen = block.answer == chosen
            draw_answer_frame(canvas, block, box, is_chosen)
            across, down = ANSWER_LINES
            left += across
            y += down
        for k, line in enumerate(lines):
            at = left, y + LINE_HEIGHT * k
            draw_pieces(canvas, line, at, color, TEXT_SIZE, block.bold)


def draw_answer_frame(canvas: Canvas, block: Block, box: Box, chosen: bool) -> None:
    """Draw the frame of an answer, lit if it is chosen, with the answer's mark, or if
    it has none its digit."""
    low, high = box
    left, top = low
    canvas.box(low, high, palette.BACKGROUND)
    frame = palette.PLAYER if chosen else palette.BORDER
    canvas.box(low, high, frame, fill=0, width=1)
    words = str(block.answer + 1)
    color = palette.SWEPT
    if block.mark:
        words = block.mark
        color = block.color or palette.TEXT
    canvas.text(words, (left + 7, top + 4), color, TEXT_SIZE, bold=True)


def draw_frame(canvas: Canvas, low: Place, high: Place) -> None:
    """Draw an empty frame for a figure or for code."""
    canvas.box(low, high, palette.BACKGROUND)
    canvas.box(low, high, palette.BORDER, fill=0, width=1)


def tab_boxes(names: Sequence[str]) -> list[Box]:
    """Return the boxes of the buttons with these names: in a row, whose right end is
    that of the page's head."""
    boxes = []
    right = PAGE_WIDTH - 8
    for name in reversed(names):
        left = right - LETTER_WIDTH * len(name) - 12
        boxes.append(((left, 10.0), (right, 28.0)))
        right = left
    return boxes[::-1]


def draw_head(canvas: Canvas, title: str, names: Sequence[str], place: int) -> None:
    """Draw the head of a page: the title, and the names of steps with lines below them;
    the step at this place is marked, and those before it are coloured."""
    canvas.text(title, (8, 19), palette.TEXT, size=14, anchor=(0, 0.5), bold=True)
    for k, (name, ((left, _), (right, _))) in enumerate(zip(names, tab_boxes(names))):
        is_on = k == place
        color = palette.SWEPT if k < place else palette.QUIET
        if is_on:
            color = palette.PLAYER
        at = (left + right) / 2, 19
        canvas.text(name, at, color, TEXT_SIZE, anchor=(0.5, 0.5), bold=is_on)
        width = 2 if is_on else 0.5
        canvas.bar((left + 2, 31), (right - 2, 31), color, width)


def draw_button(canvas: Canvas, box: Box, words: str, is_over: bool) -> None:
    """Draw a button with a label, lit if the pointer is over it."""
    low, high = box
    color = palette.PLAYER if is_over else palette.SWEPT
    canvas.box(low, high, palette.BACKGROUND)
    canvas.box(low, high, color, fill=0, width=0.5)
    middle = point_between(low, high, 0.5)
    canvas.text(words, middle, color, TEXT_SIZE, anchor=(0.5, 0.5))


def draw_time_slider(
    canvas: Canvas, start: Place, end: Place, u: float, held: bool
) -> None:
    """Draw the slider for the time u, 0 to 1; before it the sign of its button, which
    lets a held figure run and holds a running one; and behind it the time."""
    left, y = start
    if held:
        draw_run_sign(canvas, left - 18, y)
    else:
        draw_hold_sign(canvas, left - 18, y)
    draw_track(canvas, start, end, u, palette.PLAYER)
    canvas.text(f"u {u:.2f}", (end[0] + 6, y), palette.TEXT, TEXT_SIZE, anchor=(0, 0.5))


def draw_run_sign(canvas: Canvas, left: float, y: float) -> None:
    """Draw a triangle that points to the right."""
    canvas.hull([(left, y - 5), (left + 9, y), (left, y + 5)], palette.SWEPT)


def draw_hold_sign(canvas: Canvas, left: float, y: float) -> None:
    """Draw two upright bars."""
    canvas.box((left, y - 5), (left + 3, y + 5), palette.SWEPT)
    canvas.box((left + 6, y - 5), (left + 9, y + 5), palette.SWEPT)


def draw_track(
    canvas: Canvas,
    start: Place,
    end: Place,
    part: float,
    color: Color,
    thin: bool = False,
) -> None:
    """Draw a slider from start to end; part is where its knob is, 0 to 1."""
    at = point_between(start, end, part)
    width, knob_radius = (1, 1.8) if thin else (2, 4)
    canvas.bar(start, end, palette.BORDER, width)
    canvas.bar(start, at, color, width)
    canvas.dot(at, color, knob_radius)


def draw_chosen_mark(canvas: Canvas, center: Place, half: float) -> None:
    """Draw the full square beside what is chosen; half its side in px."""
    low, high = box_around(center, (half, half))
    canvas.box(low, high, palette.PLAYER)


def draw_strokes(
    canvas: Canvas, start: Place, end: Place, parts: Sequence[float], color: Color
) -> None:
    """Draw an upright stroke across a slider at each of these parts of it, 0 to 1."""
    for part in parts:
        x, y = point_between(start, end, part)
        canvas.bar((x, y - 6), (x, y + 6), color)


def draw_handle(canvas: Canvas, at: Place, chosen: bool) -> None:
    """Draw a ring around a place that can be dragged, on a dark one."""
    canvas.dot(at, palette.BACKGROUND, radius=7, width=2.5)
    if chosen:
        canvas.dot(at, palette.PLAYER, radius=6.5, width=1.5)
    else:
        canvas.dot(at, palette.SWEPT, radius=6.5, width=0.8)


def draw_handle_row(
    canvas: Canvas,
    corner: Place,
    words: str,
    value: str,
    part: float | None,
    chosen: bool,
) -> None:
    """Draw a handle's name and value; of a number also its slider, with its knob at a
    part of it, 0 to 1; part is None for anything else."""
    left, top = corner
    y = top + HANDLE_ROW / 2
    color = palette.PLAYER if chosen else palette.TEXT
    if chosen:
        draw_chosen_mark(canvas, (left + 3, y), half=3)
    canvas.text(words, (left + 12, y), color, TEXT_SIZE, anchor=(0, 0.5), bold=chosen)
    canvas.text(value, (PAGE_WIDTH - 8, y), color, TEXT_SIZE, anchor=(1, 0.5))
    if part is not None:
        start, end = HANDLE_TRACK
        draw_track(canvas, (start, y), (end, y), part, color)


def draw_dial(
    canvas: Canvas, box: Box, words: str, value: str, part: float | None, chosen: bool
) -> None:
    """Draw a name and its value, which can be changed, in a narrow column. A number has
    its slider below, with its knob at a part of it, 0 to 1; part is None for anything
    else."""
    corner, (_, bottom) = box
    draw_handle_row(canvas, corner, words, value, part=None, chosen=chosen)
    if part is not None:
        left, right = dial_track(box)
        y = bottom - 1.5
        color = palette.PLAYER if chosen else palette.QUIET
        draw_track(canvas, (left, y), (right, y), part, color, thin=True)


def dial_track(box: Box) -> Corner:
    """Return x of the left and of the right end of the slider of a dial in this box."""
    (left, _), (right, _) = box
    return left + 12, right - 6


def draw_code(
    canvas: Canvas,
    title: str,
    lines: Sequence[CodeRow],
    first: int,
    corner: Corner,
    rows: int,
) -> None:
    """Draw a pane of code, as wide as the page is from its left edge on, with a title.

    Args:
        canvas: the page.
        title: above the code.
        lines: all lines.
        first: the index of the first visible line.
        corner: the upper left one of the visible lines.
        rows: how many lines fit.
    """
    end = min(first + rows, len(lines))
    left, top = corner
    right = PAGE_WIDTH
    bottom = top + CODE_PITCH * rows
    draw_frame(canvas, (left - 2, top - 16), (right, bottom + 3))
    canvas.text(title, (left, top - 8), palette.QUIET, TEXT_SIZE, anchor=(0, 0.5))
    for k, (line, glow) in enumerate(lines[first:end]):
        y = top + CODE_PITCH * k
        if glow:
            low = y + CODE_PITCH
            canvas.box((left - 2, y), (right, low), palette.PLAYER, fill=0.16 * glow)
            canvas.box((left - 2, y), (left - 1, low), palette.PLAYER)
        draw_pieces(canvas, line, (left, y), palette.TEXT, CODE_SIZE)
    # A bar at the right shows which part of all lines is visible.
    pitch = (bottom - top) / max(1, len(lines))
    bar_start = right - 1.5, top + pitch * first
    bar_end = right, top + pitch * end
    canvas.box(bar_start, bar_end, palette.QUIET)


def case_boxes(count: int, y: float) -> list[Box]:
    """Return the boxes of the squares for count cases, in one row over the page, with
    their upper edge at y."""
    pitch = min(14.0, (PAGE_WIDTH - 16) / count)
    side = pitch - 3
    boxes = []
    for k in range(count):
        x = 8 + pitch * k
        boxes.append(((x, y), (x + side, y + side)))
    return boxes


def draw_strip(
    canvas: Canvas, boxes: Sequence[Box], right: Sequence[bool | None], chosen: int
) -> None:
    """Draw a square for each case: empty if it is unknown whether its answer is right
    (None), full if it is right, crossed if wrong; the chosen one has a frame."""
    for k, (is_right, (low, high)) in enumerate(zip(right, boxes)):
        if is_right is None:
            canvas.box(low, high, palette.QUIET, fill=0, width=1)
        elif is_right:
            canvas.box(low, high, palette.GOAL, fill=1, width=1)
        else:
            canvas.box(low, high, palette.LETHAL, fill=0, width=1)
            draw_cross(canvas, low, high, palette.LETHAL, width=1)
        if k == chosen:
            frame_low, frame_high = pad_box(low, high, by=2)
            canvas.box(frame_low, frame_high, palette.PLAYER, fill=0, width=1)


def draw_lesson_row(
    canvas: Canvas, box: Box, words: str, marks: Sequence[bool], chosen: bool
) -> None:
    """Draw a lesson's number and title, and its marks, full where they were earned."""
    (left, top), (right, bottom) = box
    y = (top + bottom) / 2
    color = palette.PLAYER if chosen else palette.TEXT
    if chosen:
        draw_chosen_mark(canvas, (left - 10, y), half=4)
    canvas.text(words, (left, y), color, size=11, anchor=(0, 0.5), bold=chosen)
    for x, is_earned in zip(mark_places(right), marks):
        low, high = box_around((x, y), (4, 4))
        if is_earned:
            canvas.box(low, high, palette.GOAL, fill=1, width=0.5)
        else:
            canvas.box(low, high, palette.QUIET, fill=0, width=0.5)


def draw_marks_head(
    canvas: Canvas, right: float, y: float, names: Sequence[str]
) -> None:
    """Draw the names of the marks above their columns, with their middle at y; right is
    the right end of the lessons' rows."""
    for x, name in zip(mark_places(right), names):
        canvas.text(name, (x, y), palette.QUIET, TEXT_SIZE, anchor=(0.5, 0.5))


def mark_places(right: float) -> list[float]:
    """Return x of each of a lesson's four marks in a row that ends at right, from left
    to right; the last is that of its exercise."""
    return [right - 24 - 52 * k for k in (3, 2, 1, 0)]
