"""Which numbers and cards are written over a room?

A line above and one below the room, which fade where a body is near; cards in its middle when there
is something to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from textwrap import wrap

import numpy as np
import pygame

from ..collision.batch import Floats
from ..simulation.shaft import INTEGRITY, Scanline
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .overlay import LAYER_KEYS, LAYERS
from .palette import Color, mix
from .screen import PAGE, Place, Screen
from .shapes import Box, Corner, pad_box
from .text import LETTER_RATIO, LINE_RATIO, SMALL_SIZE

TITLE_LETTERS, HINT_LETTERS = 40, 110
"""A title and a hint are cut to so many letters; rooms from elsewhere may have longer ones."""
CARD = (PAGE[0] / 2 - 134, PAGE[0] / 2 + 134)
"""px of the page: the left and right ends of a card of results."""
VOID_AT = (396.0, 9.0)
FADED, BESIDE = 0.25, 6.0
"""How opaque words are near a body that is not a wall, and how many px of the page are near."""


NO_BOXES = np.empty((0, 2, 2))


class RoomPage(Canvas):
    """The page over a room. Lines on it fade where a body is near that is not a wall.

    Args:
        surface: the picture.
        screen: the transform from the page.
        bodies: the boxes of these bodies, (N, 2, 2), pixels.
    """

    def __init__(self, surface: pygame.Surface, screen: Screen, bodies: Floats = NO_BOXES) -> None:
        super().__init__(surface, screen)
        self.bodies = bodies

    def strength(self, low: Place, high: Place) -> float:
        """Return how opaque is what is drawn in this box: 1, or FADED if a body is near."""
        low, high = map(self.screen.point, pad_box(low, high, BESIDE))
        near = (self.bodies[:, 0] < high) & (self.bodies[:, 1] > low)
        return FADED if near.all(axis=1).any() else 1.0

    def write(
        self, words: str, at: Place, color: Color, anchor: Corner = (0.5, 0), bold: bool = False
    ) -> None:
        """Write a line over a dark plate, so that it can be read over walls."""
        if words:
            size = self.screen.letters(SMALL_SIZE) / self.screen.scale
            wide, high = len(words) * LETTER_RATIO * size + 4, LINE_RATIO * size
            low = at[0] - (wide - 4) * anchor[0] - 2, at[1] - high * anchor[1]
            plate = low, (low[0] + wide, low[1] + high)
            strength = self.strength(*plate)
            self.box(*plate, palette.BACKGROUND, fill=0.72 * strength)
            self.text(words, at, color, SMALL_SIZE, anchor, bold, strength)


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


def draw_hud(page: RoomPage, world: World, notes: Sequence[str], chosen: frozenset[int]) -> None:
    """Write the run's numbers, the chosen layers, and notes: what is unusual about the run."""
    width, height = PAGE
    progress, tally, is_alarm = world.headline()
    counters, method = world.counters, world.method.name
    missed = missed_text(counters.contacts, counters.missed_by_discrete) if chosen else ""
    words = "   ".join([*active_layers(chosen), *notes, *([] if method == "sweep" else [method])])
    foot = height - 9
    crowded = (len(missed) + len(words) + 4) * LETTER_RATIO * SMALL_SIZE > width - 28
    page.write(world.room.title[:TITLE_LETTERS], (14, 9), palette.TEXT, (0, 0), bold=True)
    if world.integrity is not None:
        draw_integrity(page, world.integrity, (width - 14, 9))
    color = palette.LETHAL if is_alarm else palette.GOAL
    page.write(tally, (width - 14, 9), color, (1, 0), bold=True)
    page.write(progress, (width / 2, 9), palette.TEXT)
    page.write(missed, (14, foot - 13 * crowded), palette.QUIET, (0, 1))
    page.write(words, (width - 14, foot), palette.SWEPT, (1, 1), bold=True)


def draw_void(page: RoomPage, why: str) -> None:
    """Write in the head why the run does not count, if there is a reason."""
    page.write(why and f"does not count: {why}", VOID_AT, palette.SWEPT, (0, 0))


def draw_hint(page: RoomPage, words: str) -> None:
    """Write what there is to do in a room, in the middle of its foot."""
    page.write(words[:HINT_LETTERS], (PAGE[0] / 2, PAGE[1] - 9), palette.TEXT, (0.5, 1))


def draw_integrity(page: RoomPage, left: int, at: Place) -> None:
    """Draw a row of small boxes that ends at a place; as many are full as hits are left."""
    low, high = (at[0] - 13 * INTEGRITY, at[1]), (at[0] + 2, at[1] + 12)
    strength = page.strength(low, high)
    page.box(low, high, palette.BACKGROUND, 0.72 * strength)
    for k in range(INTEGRITY):
        low = at[0] - 13 * (INTEGRITY - k) + 4, at[1] + 2
        fill, color = (strength, palette.PLAYER) if k < left else (0.0, palette.QUIET)
        page.box(low, (low[0] + 8, low[1] + 8), color, fill, 0.6 * (strength == 1))


def draw_fault(page: RoomPage, words: str, top: float) -> None:
    """Write what is wrong with the room's file, below the numbers."""
    for k, line in enumerate(wrap(words, 100)):
        page.write(line, (14, top + 13 * k), palette.LETHAL, (0, 0), bold=True)


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
    draw_fact(canvas, room.fact, 148 + 14 * sum(map(bool, lines)))
    return draw_results(canvas, head, stars, lines, standing)


def draw_fact(canvas: Canvas, fact: str, top: float) -> None:
    """Write what a room demonstrates, and the key of its lesson, below the card of results."""
    lines = [*wrap(fact, 46), "L: the lesson about it"]
    low, high = (CARD[0], top + 4), (CARD[1], top + 8 + 14 * len(lines))
    canvas.box(low, high, palette.BACKGROUND, fill=0.92)
    for k, line in enumerate(lines):
        color = palette.QUIET if k == len(lines) - 1 else palette.TEXT
        canvas.text(line, (PAGE[0] / 2, top + 7 + 14 * k), color, SMALL_SIZE, (0.5, 0))


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
    top, (left, right) = low + (76 if stars else 26), CARD
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
