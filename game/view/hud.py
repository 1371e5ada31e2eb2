"""Which numbers and cards are written over a room?

A line above and one below the room, which fade where a body is near; cards in its
middle when there is something to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, inf, pi, sin
from textwrap import wrap

import pygame

from ..collision.batch import Floats
from ..simulation.medals import Award, limits
from ..simulation.replay import Replay
from ..simulation.shaft import INTEGRITY, Scanline
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .overlay import LAYER_KEYS, LAYERS
from .palette import Color, mix
from .screen import PAGE, Place, Screen
from .shapes import Corner, pad_box
from .text import LETTER_RATIO, LINE_RATIO, SMALL_SIZE

TITLE_LETTERS, HINT_LETTERS = 40, 110
"""A title and a hint are cut to so many letters; rooms from elsewhere may have longer
ones."""
MEDALS_AT = (396.0, 15.0)
"""px of the page: the first medal in the head of the screen."""
CORNERS = (3, 0.5), (4, cos(pi / 4)), (6, cos(pi / 6)), (5, 0.45)
"""Of each medal: its number of corners, and how far in its outline comes between two of
them."""
RING = len(CORNERS)
"""The number of the ring, after those of the medals."""
DARK = mix(palette.QUIET, palette.BACKGROUND, 0.55)
"""The colour of a medal that is not earned."""
CARD_TOP, CARD = 72.0, (PAGE[0] / 2 - 160, PAGE[0] / 2 + 160)
"""px of the page: y of the upper edge of a card of results, and its left and right
ends."""
FADED, BESIDE = 0.25, 6.0
"""How opaque words are near a body that is not a wall, and how many px of the page are
near."""


class RoomPage(Canvas):
    """The page over a room. Lines on it fade where a body is near that is not a wall.

    Args:
        surface: the picture.
        screen: the transform from the page.
        bodies: the boxes of these bodies, (N, 2, 2), pixels.
    """

    def __init__(self, surface: pygame.Surface, screen: Screen, bodies: Floats) -> None:
        super().__init__(surface, screen)
        self.bodies = [
            (x0, y0, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in bodies.tolist()
        ]

    def strength(self, low: Place, high: Place) -> float:
        """Return how opaque is what is drawn in this box: 1, or FADED if a body is
        near."""
        (x0, y0), (x1, y1) = map(self.screen.point, pad_box(low, high, BESIDE))
        near = pygame.FRect(x0, y0, x1 - x0, y1 - y0)
        return 1.0 if near.collidelist(self.bodies) < 0 else FADED

    def write(
        self,
        words: str,
        at: Place,
        color: Color,
        anchor: Corner = (0.5, 0),
        bold: bool = False,
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
    """Return how many contacts there were, and how many a test at the tick's end would
    miss."""
    if not contacts:
        return "no contact yet"
    total = count_text(contacts, "contact", "contacts")
    return f"{total}, {missed:,} missed by a test at the tick's end"


def active_layers(chosen: frozenset[int]) -> list[str]:
    """Return the keys of the chosen layers, and up to three of them with their
    names."""
    keys = " ".join(LAYER_KEYS[i] for i in sorted(chosen))
    names = ", ".join(LAYERS[i].name for i in sorted(chosen))
    return (
        [f"{keys}: {names}" if len(chosen) <= 3 else f"layers {keys}"] if chosen else []
    )


def draw_hud(
    page: RoomPage,
    world: World,
    notes: Sequence[str],
    chosen: frozenset[int],
    accent: Color,
) -> None:
    """Write the run's numbers, the chosen layers, and notes: what is unusual about the
    run; the title stands on a rule of the accent of the room's fact."""
    width, height = PAGE
    progress, tally, is_alarm = world.headline()
    counters, method = world.counters, world.method.name
    missed = (
        missed_text(counters.contacts, counters.missed_by_discrete) if chosen else ""
    )
    words = "   ".join(
        [*active_layers(chosen), *notes, *([] if method == "sweep" else [method])]
    )
    foot = height - 9
    crowded = (len(missed) + len(words) + 4) * LETTER_RATIO * SMALL_SIZE > width - 28
    title, start = world.room.title[:TITLE_LETTERS], (14, 22)
    end = 14 + len(title) * LETTER_RATIO * SMALL_SIZE, 22
    page.bar(
        start, end, mix(palette.BACKGROUND, accent, page.strength(start, end)), 1.0
    )
    page.write(title, (14, 9), palette.TEXT, (0, 0), bold=True)
    if world.integrity is not None:
        boxes = " ".join("■" * world.integrity + "□" * (INTEGRITY - world.integrity))
        page.write(boxes, (width - 14, 9), palette.PLAYER, (1, 0), bold=True)
    color = palette.LETHAL if is_alarm else palette.GOAL
    page.write(tally, (width - 14, 9), color, (1, 0), bold=True)
    page.write(progress, (width / 2, 9), palette.TEXT)
    page.write(missed, (14, foot - 13 * crowded), palette.QUIET, (0, 1))
    page.write(words, (width - 14, foot), palette.SWEPT, (1, 1), bold=True)


def draw_void(page: RoomPage, why: str) -> None:
    """Write in the head why the run does not count, if there is a reason."""
    page.write(
        why and f"does not count: {why}", (MEDALS_AT[0], 9), palette.SWEPT, (0, 0)
    )


def draw_hint(page: RoomPage, words: str) -> None:
    """Write what there is to do in a room, at the left of its foot; at the right are
    notes."""
    page.write(words[:HINT_LETTERS], (14, PAGE[1] - 9), palette.TEXT, (0, 1))


def draw_fault(page: RoomPage, words: str, top: float) -> None:
    """Write what is wrong with the room's file, below the numbers."""
    for k, line in enumerate(wrap(words, 100)):
        page.write(line, (14, top + 13 * k), palette.LETHAL, (0, 0), bold=True)


def draw_finish(
    canvas: Canvas,
    world: World,
    best: int | None,
    stored: Replay | None,
    earned: Award,
    studied: bool,
    missed: int,
    stamps: float,
    again: str = "R",
) -> None:
    """Write a finished run's time on a card, with its medals and what each of them asks
    for.

    missed is how many contacts a test at each tick's end would have missed, stamps how
    many medals are stamped already (the last one still shrinks to its size), and again
    the key that restarts.
    """
    rate, lines = world.tick_rate, list[str]()
    if studied:
        lines.append("studied run: not saved, no medals")
    elif best:
        gain = (best - world.ticks) / rate
        words = f"{abs(gain):.2f} s {'faster' if gain > 0 else 'slower'} than before"
        lines.append(words if gain else "as fast as before")
    if missed and not studied:
        lines.append(claim(missed))
    lines.append(f"Enter or click: next room    {again}: again")
    head = f"out in {seconds_text(world.ticks, rate)}"
    head += f" with {count_text(world.dashes, 'dash', 'dashes')}"
    foot = draw_results(canvas, head, lines, stored is not None)
    if stored:
        at, terms = (PAGE[0] / 2 - 112, CARD_TOP + 42), award_terms(stored, rate)
        draw_medals(canvas, at, (56, 0), earned, 10, terms, stamps)
    draw_fact(canvas, world.room.fact, foot)


def claim(missed: int) -> str:
    """Return the sentence about what a test at each tick's end would have missed, for a
    player: in many games a tick is a frame."""
    times = "once" if missed == 1 else f"{missed:,} times"
    return f"A game that tests once a frame would have lost you {times}."


def draw_fact(canvas: Canvas, fact: str, top: float) -> None:
    """Write what a room demonstrates, and the key of its lesson, below the card of
    results."""
    lines = [*wrap(fact, 46), "L: the lesson about it"]
    canvas.box(
        (CARD[0], top), (CARD[1], top + 8 + 14 * len(lines)), palette.BACKGROUND, 0.92
    )
    for k, line in enumerate(lines):
        color = palette.QUIET if k == len(lines) - 1 else palette.TEXT
        canvas.text(line, (PAGE[0] / 2, top + 4 + 14 * k), color, SMALL_SIZE, (0.5, 0))


def award_terms(stored: Replay, tick_rate: int) -> list[str]:
    """Return what each medal asks for, and then the ring."""
    times = [seconds_text(limit, tick_rate) for limit in limits(stored, tick_rate)]
    return [*times, count_text(stored.dashes, "dash", "dashes")]


def draw_climb(
    canvas: Canvas, world: Scanline, best: int | None, lines: Sequence[str]
) -> None:
    """Write the height and score of a run in the shaft on a card, and lines below."""
    compared = []
    if best is not None:
        gain = world.score - best
        words = f"{abs(gain):,} points {'above' if gain > 0 else 'below'} your best"
        compared.append(f"{words if gain else 'as high as your best'} in this shaft")
    head = f"{world.climbed:,.0f} px up, {count_text(world.score, 'point', 'points')}"
    draw_results(canvas, head, [*compared, *lines, "Enter or click: again"])


def draw_results(
    canvas: Canvas, head: str, lines: Sequence[str], has_medals: bool = False
) -> float:
    """Write a card of results, with space for medals; return y of its lower edge."""
    middle, low, (left, right) = PAGE[0] / 2, CARD_TOP, CARD
    top = low + (76 if has_medals else 26)
    canvas.box(
        (left, low), (right, top + 14 * len(lines)), palette.BACKGROUND, fill=0.92
    )
    canvas.bar((left, low), (right, low), palette.SWEPT, 0.6)
    canvas.text(head, (middle, low + 7), palette.TEXT, 12, (0.5, 0), bold=True)
    for i, line in enumerate(lines):
        canvas.text(line, (middle, top + 14 * i), palette.TEXT, SMALL_SIZE, (0.5, 0))
    return top + 14 * len(lines)


def draw_open_medals(page: RoomPage, earned: Award) -> None:
    """Draw the medals and the ring that can still be had, in the head of the screen."""
    end = MEDALS_AT[0] + 12 * RING, MEDALS_AT[1]
    draw_medals(
        page,
        MEDALS_AT,
        (12, 0),
        earned,
        fill=page.strength(*pad_box(MEDALS_AT, end, 5)),
    )


def draw_medals(
    canvas: Canvas,
    at: Place,
    step: Place,
    earned: Award,
    radius: float = 4.5,
    words: Sequence[str] = ("",) * (RING + 1),
    stamps: float = inf,
    fill: float = 1.0,
) -> None:
    """Draw all medals and the ring from a place in steps, each with its words: beside
    it, or below a large one. Those earned are lit, so many of them as are stamped; the
    last one still shrinks to its size."""
    for k, term in enumerate(words):
        center, left = (
            (at[0] + step[0] * k, at[1] + step[1] * k),
            stamps - min(k, earned.medals),
        )
        size = radius * (1 + max(0.0, 1 - 4 * left)) if left > 0 else radius
        is_lit = draw_medal(
            canvas, center, size, k, earned if left > 0 else Award(), fill
        )
        color = palette.TEXT if is_lit else palette.QUIET
        x, y, a, b = (radius + 5, 0, 0, 0.5) if radius < 8 else (0, 16, 0.5, 0)
        if term:
            canvas.text(term, (center[0] + x, center[1] + y), color, SMALL_SIZE, (a, b))


def draw_award(canvas: Canvas, center: Place, radius: float, earned: Award) -> None:
    """Draw the best medal that was earned, and the ring around it."""
    if earned.medals:
        draw_medal(canvas, center, radius, earned.medals - 1, earned)
    if earned.ring:
        draw_medal(canvas, center, radius * 1.7, RING, earned)


def draw_medal(
    canvas: Canvas,
    center: Place,
    radius: float,
    number: int,
    earned: Award,
    fill: float = 1.0,
) -> bool:
    """Draw a medal, a triangle, a square, a hexagon or a star, or the ring: full if it
    is earned, hollow if with an assist or faded, else dark; fill is how opaque. Return
    whether it is earned."""
    is_earned = earned.ring if number == RING else number < earned.medals
    is_full = is_earned and not earned.assisted and fill == 1
    if number == RING:
        color = mix(palette.BACKGROUND, palette.TEXT if is_earned else DARK, fill)
        canvas.dot(center, color, radius * 0.9, 0.4 + 0.6 * is_full)
        return is_earned
    (x, y), (corners, inner) = center, CORNERS[number]
    color = palette.MEDAL_COLORS[number] if is_earned else DARK
    turns = [pi * k / corners for k in range(2 * corners)]
    spokes = [radius * (inner if k % 2 else 1.0) for k in range(2 * corners)]
    points = [(x + r * sin(turn), y - r * cos(turn)) for r, turn in zip(spokes, turns)]
    canvas.hull(
        points, mix(palette.BACKGROUND, color, fill), fill=float(is_full), width=0.5
    )
    return is_earned


def draw_key_card(canvas: Canvas, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write the keys and what they do, in two columns over the whole page."""
    width, height = PAGE
    canvas.box((4, 26), (width - 4, height - 22), palette.BACKGROUND, fill=0.93)
    canvas.box((4, 26), (width - 4, height - 22), palette.SWEPT, fill=0, width=0.5)
    canvas.text(title, (80, 36), palette.TEXT, 13, bold=True)
    middle = max(
        200, 80 + (max(len(key) for key, _ in rows) + 2) * LETTER_RATIO * SMALL_SIZE
    )
    for i, (key, meaning) in enumerate(rows):
        y = 60 + 14.5 * i
        canvas.text(key, (80, y), palette.PLAYER, SMALL_SIZE)
        canvas.text(meaning, (middle, y), palette.TEXT, SMALL_SIZE)
