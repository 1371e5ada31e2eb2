"""Which numbers and cards are written over a room?

A line above and one below the room; cards in its middle when there is something to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from textwrap import wrap

from ..simulation.medals import Award, limits
from ..simulation.replay import Replay
from ..simulation.shaft import INTEGRITY, Scanline
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .overlay import LAYER_KEYS, LAYERS
from .palette import Color, mix
from .screen import PAGE, Place
from .shapes import Corner
from .text import LETTER_RATIO, SMALL_SIZE

TITLE_LETTERS = 40
"""A title is cut to so many letters; rooms from elsewhere may have longer ones."""
MEDALS_LEFT = 396.0
"""px of the page: x of the first medal in the head of the screen."""
CORNERS = (3, 0.5), (4, cos(pi / 4)), (6, cos(pi / 6)), (5, 0.45)
"""Of each medal: its number of corners, and how far in its outline comes between two of them."""
RING = len(CORNERS)
"""The number of the ring, after those of the medals."""
DARK = mix(palette.QUIET, palette.BACKGROUND, 0.55)
"""The colour of a medal that is not earned."""
HINTS = ("hold Space or the left button to aim, release to dash", "Tab: overlay   H: keys")


def seconds_text(ticks: int, tick_rate: int) -> str:
    """Return a number of ticks as a time in seconds, such as 1.23 s."""
    return f"{ticks / tick_rate:.2f} s"


def count_text(number: int, one: str, many: str) -> str:
    """Return a number with its noun, in the singular or the plural."""
    return f"{number:,} {one if number == 1 else many}"


def missed_text(contacts: int, missed: int) -> str:
    """Return how many contacts there were, and how many a test at the tick's end would miss."""
    if not contacts:
        return "no contact yet"
    total = count_text(contacts, "contact", "contacts")
    return f"{total}, {missed:,} missed by a test at the tick's end"


def active_layers(chosen: frozenset[int]) -> list[str]:
    """Return the keys of the chosen layers, and up to three of them with their names."""
    if not chosen:
        return []
    keys = " ".join(LAYER_KEYS[i] for i in sorted(chosen))
    names = ", ".join(LAYERS[i].name for i in sorted(chosen))
    return [f"{keys}: {names}" if len(chosen) <= 3 else f"layers {keys}"]


def draw_hud(canvas: Canvas, world: World, notes: Sequence[str], chosen: frozenset[int]) -> None:
    """Write the run's numbers, the chosen layers, and notes: what is unusual about the run."""
    width, height = PAGE
    progress, tally, is_alarm = world.headline()
    missed = missed_text(world.counters.contacts, world.counters.missed_by_discrete)
    method = world.method.name
    words = "   ".join([*active_layers(chosen), *notes, *([] if method == "sweep" else [method])])
    foot = height - 9
    crowded = (len(missed) + len(words) + 4) * LETTER_RATIO * SMALL_SIZE > width - 28
    draw_plate(canvas, world.room.title[:TITLE_LETTERS], (14, 9), palette.TEXT, (0, 0), bold=True)
    if world.integrity is not None:
        draw_integrity(canvas, world.integrity, (width - 14, 9))
    color = palette.LETHAL if is_alarm else palette.GOAL
    draw_plate(canvas, tally, (width - 14, 9), color, (1, 0), bold=True)
    draw_plate(canvas, progress, (width / 2, 9), palette.TEXT, (0.5, 0))
    draw_plate(canvas, missed, (14, foot - 13 * crowded), palette.QUIET, (0, 1))
    draw_plate(canvas, words, (width - 14, foot), palette.SWEPT, (1, 1), bold=True)


def draw_integrity(canvas: Canvas, left: int, at: Place) -> None:
    """Draw a row of small boxes that ends at a place; as many are full as hits are left."""
    canvas.box((at[0] - 13 * INTEGRITY, at[1]), (at[0] + 2, at[1] + 12), palette.BACKGROUND, 0.72)
    for k in range(INTEGRITY):
        low = at[0] - 13 * (INTEGRITY - k) + 4, at[1] + 2
        fill, color = (1.0, palette.PLAYER) if k < left else (0.0, palette.QUIET)
        canvas.box(low, (low[0] + 8, low[1] + 8), color, fill, 0.6)


def draw_plate(
    canvas: Canvas, words: str, at: Place, color: Color, anchor: Corner, bold: bool = False
) -> None:
    """Write a line over a dark plate, so that it can be read over walls."""
    if words:
        wide = len(words) * LETTER_RATIO * SMALL_SIZE
        low = at[0] - wide * anchor[0] - 2, at[1] - SMALL_SIZE * 1.32 * anchor[1]
        high = low[0] + wide + 4, low[1] + SMALL_SIZE * 1.32
        canvas.box(low, high, palette.BACKGROUND, fill=0.72)
        canvas.text(words, at, color, SMALL_SIZE, anchor, bold)


def draw_fact(canvas: Canvas, world: World) -> None:
    """Write the room's title and fact on a card, and how to aim; shown before the first input."""
    title, fact = world.room.title[:TITLE_LETTERS], wrap(world.room.fact, 90)
    draw_card_of_lines(canvas, [title, *fact, *HINTS], 110)


def draw_fault(canvas: Canvas, words: str, top: float) -> None:
    """Write what is wrong with the room's file, below the numbers."""
    for k, line in enumerate(wrap(words, 100)):
        draw_plate(canvas, line, (14, top + 13 * k), palette.LETHAL, (0, 0), bold=True)


def draw_finish(
    canvas: Canvas,
    world: World,
    best: int | None,
    stored: Replay | None,
    earned: Award,
    studied: bool,
) -> None:
    """Write a finished run's time on a card, with its medals and what each of them asks for."""
    rate, lines = world.tick_rate, list[str]()
    if studied:
        lines.append("studied run: not saved, no medals")
    elif best:
        gain = (best - world.ticks) / rate
        words = f"{abs(gain):.2f} s {'faster' if gain > 0 else 'slower'} than your best"
        lines.append(words if gain else "as fast as your best")
    lines.append("Space or click: next room    R: again")
    head = f"out in {seconds_text(world.ticks, rate)}"
    head += f" with {count_text(world.dashes, 'dash', 'dashes')}"
    top = draw_results(canvas, head, lines, stored is not None)
    if stored:
        terms = [seconds_text(limit, rate) for limit in limits(stored, rate)]
        for k, term in enumerate([*terms, count_text(stored.dashes, "dash", "dashes")]):
            x = PAGE[0] / 2 + 52 * (k - 2)
            is_earned = draw_medal(canvas, (x, top + 42), 10, k, earned)
            color = palette.TEXT if is_earned else palette.QUIET
            canvas.text(term, (x, top + 58), color, SMALL_SIZE, (0.5, 0))


def draw_climb(canvas: Canvas, world: Scanline, best: int | None, studied: bool) -> None:
    """Write the height and score of a run in the shaft on a card."""
    lines = [f"{world.score:,} points"]
    if studied:
        lines.append("studied run: not saved")
    elif best is not None:
        gain = world.score - best
        words = f"{abs(gain):,} points {'above' if gain > 0 else 'below'} your best"
        lines.append(words if gain else "as high as your best")
    lines.append("Space or click: again")
    head = f"{world.climbed:,.0f} px up in {seconds_text(world.ticks, world.tick_rate)}"
    draw_results(canvas, head, lines)


def draw_results(
    canvas: Canvas, head: str, lines: Sequence[str], has_medals: bool = False
) -> float:
    """Write a card of results, with space for medals; return y of its upper edge."""
    middle, low = PAGE[0] / 2, 72.0
    top, left, right = low + (76 if has_medals else 26), middle - 134, middle + 134
    canvas.box((left, low), (right, top + 14 * len(lines)), palette.BACKGROUND, fill=0.92)
    canvas.bar((left, low), (right, low), palette.SWEPT, 0.6)
    canvas.text(head, (middle, low + 7), palette.TEXT, 12, (0.5, 0), bold=True)
    for i, line in enumerate(lines):
        canvas.text(line, (middle, top + 14 * i), palette.TEXT, SMALL_SIZE, (0.5, 0))
    return low


def draw_medals(canvas: Canvas, earned: Award) -> None:
    """Draw the medals and the ring that can still be earned in the head of the screen, and the
    outlines of the others."""
    for k in range(RING + 1):
        draw_medal(canvas, (MEDALS_LEFT + 12 * k, 15), 4.5, k, earned)


def draw_award(canvas: Canvas, center: Place, radius: float, earned: Award) -> None:
    """Draw the best medal that was earned, and the ring around it."""
    if earned.medals:
        draw_medal(canvas, center, radius, earned.medals - 1, earned)
    if earned.ring:
        draw_medal(canvas, center, radius * 1.7, RING, earned)


def draw_medal(canvas: Canvas, center: Place, radius: float, number: int, earned: Award) -> bool:
    """Draw a medal, a triangle, a square, a hexagon or a star, or the ring: full if it is earned,
    hollow if with an assist, else dark. Return whether it is earned."""
    is_earned = earned.ring if number == RING else number < earned.medals
    is_full = is_earned and not earned.assisted
    if number == RING:
        canvas.dot(center, palette.TEXT if is_earned else DARK, radius * 0.9, 0.4 + 0.6 * is_full)
        return is_earned
    (x, y), (corners, inner) = center, CORNERS[number]
    color = palette.MEDAL_COLORS[number] if is_earned else DARK
    turns = [pi * k / corners for k in range(2 * corners)]
    spokes = [radius * (inner if k % 2 else 1.0) for k in range(2 * corners)]
    points = [(x + r * sin(turn), y - r * cos(turn)) for r, turn in zip(spokes, turns)]
    for k in range(0, 2 * corners if is_full else 0, 2):
        canvas.hull([center, points[k - 1], points[k], points[k + 1]], color)
    canvas.hull(points, color, fill=0, width=0.5)
    return is_earned


def draw_card_of_lines(canvas: Canvas, lines: Sequence[str], bottom: float) -> None:
    """Write lines on a dark card in the middle: the first large, the others small."""
    middle, height = PAGE[0] / 2, 26 + 14 * (len(lines) - 1)
    wide = max(len(line) * (7.2 if i == 0 else 5.6) for i, line in enumerate(lines)) / 2 + 14
    low = middle - wide, bottom - height
    canvas.box(low, (middle + wide, bottom + 6), palette.BACKGROUND, fill=0.92)
    canvas.bar(low, (middle + wide, low[1]), palette.SWEPT, 0.6)
    canvas.text(lines[0], (middle, low[1] + 6), palette.TEXT, 12, (0.5, 0), bold=True)
    for i, line in enumerate(lines[1:]):
        canvas.text(line, (middle, low[1] + 24 + 14 * i), palette.TEXT, SMALL_SIZE, (0.5, 0))


def draw_key_card(canvas: Canvas, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write the keys and what they do, in two columns over the whole page."""
    width, height = PAGE
    canvas.box((4, 26), (width - 4, height - 22), palette.BACKGROUND, fill=0.93)
    canvas.box((4, 26), (width - 4, height - 22), palette.SWEPT, fill=0, width=0.5)
    canvas.text(title, (80, 36), palette.TEXT, 13, bold=True)
    middle = max(200, 80 + (max(len(key) for key, _ in rows) + 2) * LETTER_RATIO * SMALL_SIZE)
    for i, (key, meaning) in enumerate(rows):
        y = 60 + 14.5 * i
        canvas.text(key, (80, y), palette.PLAYER, SMALL_SIZE)
        canvas.text(meaning, (middle, y), palette.TEXT, SMALL_SIZE)
