"""Which numbers and cards are written over a room?

A line above and one below the room; cards in its middle when there is something to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from textwrap import wrap

from ..simulation.shaft import INTEGRITY, Scanline
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .overlay import LAYER_KEYS, LAYERS
from .palette import Color, mix
from .screen import PAGE, Place
from .shapes import Box, Corner
from .text import LETTER_RATIO, SMALL_SIZE

TITLE_LETTERS = 40
"""A title is cut to so many letters; rooms from elsewhere may have longer ones."""
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
    canvas: Canvas, world: World, best: int | None, studied: bool, standing: str = ""
) -> Box | None:
    """Write a finished run's time, stars, score and standing on a card.

    Returns:
        The box of the line with the standing, for the pointer; None without a standing.
    """
    room, lines = world.room, [f"{world.score:,} points"]
    if studied:
        lines.append("studied run: not saved, no stars")
    elif best is not None:
        gain = (best - world.ticks) / world.tick_rate
        words = f"{abs(gain):.2f} s {'faster' if gain > 0 else 'slower'} than your best"
        lines.append(words if gain else "as fast as your best")
    lines += [standing, "Space or click: next room    R: again"]
    head = f"out in {seconds_text(world.ticks, world.tick_rate)}"
    head += f" with {count_text(world.dashes, 'dash', 'dashes')}"
    most = count_text(room.par_dashes, "dash", "dashes")
    pars = f"in {seconds_text(room.par_ticks, room.tick_rate)}", f"in {most}", "no creep"
    stars = dict(zip(pars, [star and not studied for star in world.stars]))
    return draw_results(canvas, head, stars, lines, standing)


def draw_climb(
    canvas: Canvas, world: Scanline, best: int | None, studied: bool, standing: str = ""
) -> Box | None:
    """Write the height and score of a run in the shaft on a card; the rest as draw_finish."""
    lines = [f"{world.score:,} points"]
    if studied:
        lines.append("studied run: not saved")
    elif best is not None:
        gain = world.score - best
        words = f"{abs(gain):,} points {'above' if gain > 0 else 'below'} your best"
        lines.append(words if gain else "as high as your best")
    lines += [standing, "Space or click: again"]
    head = f"{world.climbed:,.0f} px up in {seconds_text(world.ticks, world.tick_rate)}"
    return draw_results(canvas, head, {}, lines, standing)


def draw_results(
    canvas: Canvas, head: str, stars: dict[str, bool], lines: Sequence[str], standing: str
) -> Box | None:
    """Write a card of results; return the box of the line that is the standing, or None."""
    middle, low, lines = PAGE[0] / 2, 72.0, [line for line in lines if line]
    top, left, right = low + (76 if stars else 26), middle - 134, middle + 134
    canvas.box((left, low), (right, top + 14 * len(lines)), palette.BACKGROUND, fill=0.92)
    canvas.bar((left, low), (right, low), palette.SWEPT, 0.6)
    canvas.text(head, (middle, low + 7), palette.TEXT, 12, (0.5, 0), bold=True)
    for i, (par, earned) in enumerate(stars.items()):
        x, color = middle + 84 * (i - 1), palette.TEXT if earned else palette.QUIET
        draw_star(canvas, (x, low + 42), 12, earned)
        canvas.text(par, (x, low + 58), color, SMALL_SIZE, (0.5, 0))
    box = None
    for i, line in enumerate(lines):
        y, chosen = top + 14 * i, line == standing
        color = palette.SWEPT if chosen else palette.TEXT
        canvas.text(line, (middle, y), color, SMALL_SIZE, (0.5, 0), chosen)
        box = ((left, y), (right, y + 14)) if chosen else box
    return box


def draw_star(canvas: Canvas, center: Place, radius: float, earned: bool) -> None:
    """Draw a star of five points: full if it is earned, else its outline."""
    (x, y), spokes = center, [radius * (1.0 if k % 2 == 0 else 0.42) for k in range(10)]
    points = [(x + r * sin(pi * k / 5), y - r * cos(pi * k / 5)) for k, r in enumerate(spokes)]
    if earned:
        for k in range(0, 10, 2):
            canvas.hull([center, points[k - 1], points[k], points[k + 1]], palette.PLAYER)
    color = palette.PLAYER if earned else mix(palette.QUIET, palette.BACKGROUND, 0.35)
    canvas.hull(points, color, fill=0, width=0.5)


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
