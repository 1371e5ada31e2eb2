"""Which numbers and cards are written over a room?

A line above and one below the room, which fade where a body is near; cards in its
middle when there is something to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, inf, pi, sin
from textwrap import wrap

from pygame import FRect, Surface

from ..collision.batch import Floats
from ..simulation.medals import Award, limits
from ..simulation.replay import Replay
from ..simulation.shaft import INTEGRITY, Scanline
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .overlay import LAYER_KEYS, LAYERS
from .palette import Color, fade, mix
from .screen import PAGE_HEIGHT, PAGE_MIDDLE, PAGE_WIDTH, Place, Screen
from .shapes import Corner, pad_box
from .text import LETTER_RATIO, LINE_RATIO, SMALL_SIZE

TITLE_LETTERS = 40
"""Letters to which a title is cut; rooms from elsewhere may have longer ones."""
HINT_LETTERS = 110
"""Letters to which a hint is cut."""
EDGE = 14
"""px of the page between its sides and the words in the head and the foot."""
RIGHT = PAGE_WIDTH - EDGE
"""px of the page: x of the right end of the words in the head and the foot."""
HEAD = 9
"""px of the page: y of the words in the head."""
FOOT = PAGE_HEIGHT - 9
"""px of the page: y of the lower edge of the words in the foot."""
LINE = 13
"""px of the page between lines of small words."""
CARD_LINE = 14
"""px of the page between lines of a card."""
MEDALS_AT = (396.0, 15.0)
"""px of the page: the first medal in the head of the screen."""
MEDAL_STEP = 12
"""px of the page between two medals in the head."""
LARGE_RADIUS = 8
"""px of the page: the words of a medal from this radius on stand below it."""
CORNERS = (3, 0.5), (4, cos(pi / 4)), (6, cos(pi / 6)), (5, 0.45)
"""Of each medal: its number of corners, and how far in its outline comes between two of
them."""
RING = len(CORNERS)
"""The number of the ring, after those of the medals."""
NO_TERMS = ("",) * (RING + 1)
"""No words beside the medals and the ring."""
CARD_TOP = 72.0
"""px of the page: y of the upper edge of a card of results."""
CARD_LEFT = PAGE_MIDDLE - 160
CARD_RIGHT = PAGE_MIDDLE + 160
"""px of the page: the sides of a card of results."""
FADED = 0.25
"""How opaque words are near a body that is not a wall."""
BESIDE = 6.0
"""px of the page that are near a body."""


class RoomPage(Canvas):
    """The page over a room. Lines on it fade where a body is near that is not a wall.

    Args:
        surface: the picture.
        screen: the transform from the page.
        bodies: the boxes of these bodies, (N, 2, 2), pixels.
    """

    def __init__(self, surface: Surface, screen: Screen, bodies: Floats) -> None:
        super().__init__(surface, screen)
        self.bodies = [
            (x0, y0, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in bodies.tolist()
        ]

    def strength(self, low: Place, high: Place) -> float:
        """Return how opaque is what is drawn in this box: 1, or FADED if a body is
        near."""
        (x0, y0), (x1, y1) = map(self.screen.point, pad_box(low, high, BESIDE))
        near = FRect(x0, y0, x1 - x0, y1 - y0)
        is_clear = near.collidelist(self.bodies) < 0  # There is no first one.
        return 1.0 if is_clear else FADED

    def write(
        self,
        words: str,
        at: Place,
        color: Color,
        anchor: Corner = (0.5, 0),
        bold: bool = False,
    ) -> None:
        """Write a line of small words over a dark plate, so that it can be read over
        walls; anchor is the point of the line that lies at the place."""
        if not words:
            return
        size = self.screen.letters(SMALL_SIZE) / self.screen.scale
        width = len(words) * LETTER_RATIO * size
        height = LINE_RATIO * size
        left = at[0] - width * anchor[0]
        top = at[1] - height * anchor[1]
        # The plate is wider by 2 px on both sides.
        low = left - 2, top
        high = left + width + 2, top + height
        strength = self.strength(low, high)
        self.box(low, high, palette.BACKGROUND, fill=0.72 * strength)
        self.text(words, at, color, SMALL_SIZE, anchor, bold, strength)


def seconds_text(ticks: int, tick_rate: int) -> str:
    """Return a number of ticks as a time in seconds, such as 1.23 s."""
    return f"{ticks / tick_rate:.2f} s"


def count_text(number: int, one: str, many: str) -> str:
    """Return a number with its noun, in the singular or the plural."""
    return f"{number:,} {one if number == 1 else many}"


def missed_text(contacts: int, missed: int) -> str:
    """Return a sentence that says how many contacts there were, and how many of them a
    test at the tick's end would overlook."""
    if not contacts:
        return "no contact yet"
    total = count_text(contacts, "contact", "contacts")
    return f"{total}, {missed:,} overlooked by a test at the tick's end"


def active_layers(chosen: frozenset[int]) -> str:
    """Return the keys of the chosen layers, with their names if there are up to three
    of them; "" if none is chosen."""
    if not chosen:
        return ""
    layers = sorted(chosen)
    keys = " ".join(LAYER_KEYS[i] for i in layers)
    if len(layers) > 3:
        return f"layers {keys}"
    names = ", ".join(LAYERS[i].name for i in layers)
    return f"{keys}: {names}"


def draw_hud(
    page: RoomPage,
    world: World,
    notes: Sequence[str],
    chosen: frozenset[int],
    accent: Color,
) -> None:
    """Write the numbers of a run in the head, and in the foot what is unusual about it.

    Args:
        page: the page over the room.
        world: the run.
        notes: what is unusual about the run, in a few words each.
        chosen: the overlay's layers.
        accent: the colour of the rule below the title, that of the room's fact.
    """
    draw_room_title(page, world.room.title[:TITLE_LETTERS], accent)
    draw_tally(page, world)
    draw_foot(page, world, notes, chosen)


def draw_room_title(page: RoomPage, title: str, accent: Color) -> None:
    """Write a room's title, on a rule of its accent."""
    start = EDGE, 22
    end = EDGE + words_width(title), 22
    color = mix(palette.BACKGROUND, accent, page.strength(start, end))
    page.bar(start, end, color, width=1.0)
    page.write(title, (EDGE, HEAD), palette.TEXT, anchor=(0, 0), bold=True)


def draw_tally(page: RoomPage, world: World) -> None:
    """Write the progress of a run in the middle of the head, and at its right what was
    taken and how many hits the player can still take."""
    right_end = RIGHT, HEAD
    progress, tally, is_alarm = world.headline()
    if world.integrity is not None:
        lost = INTEGRITY - world.integrity
        boxes = " ".join("■" * world.integrity + "□" * lost)
        page.write(boxes, right_end, palette.PLAYER, anchor=(1, 0), bold=True)
    color = palette.LETHAL if is_alarm else palette.GOAL
    page.write(tally, right_end, color, anchor=(1, 0), bold=True)
    page.write(progress, (PAGE_MIDDLE, HEAD), palette.TEXT)


def draw_foot(
    page: RoomPage, world: World, notes: Sequence[str], chosen: frozenset[int]
) -> None:
    """Write the notes about a run at the right of the foot, with the layers of the
    overlay and a method other than the sweep; and while the overlay is on, the run's
    contacts at the left: a line higher if both would overlap."""
    words = list(notes)
    contacts = ""
    if chosen:
        counters = world.counters
        words.insert(0, active_layers(chosen))
        contacts = missed_text(counters.contacts, counters.missed_by_discrete)
    method = world.method.name
    if method != "sweep":
        words.append(method)
    line = "   ".join(words)
    left_foot = FOOT
    together = f"{contacts}    {line}"
    if words_width(together) > RIGHT - EDGE:
        left_foot = FOOT - LINE
    page.write(contacts, (EDGE, left_foot), palette.QUIET, anchor=(0, 1))
    page.write(line, (RIGHT, FOOT), palette.SWEPT, anchor=(1, 1), bold=True)


def words_width(words: str) -> float:
    """Return how wide small words are, px of the page."""
    return len(words) * LETTER_RATIO * SMALL_SIZE


def draw_why_not_counted(page: RoomPage, why: str) -> None:
    """Write in the head why the run does not count; "": it counts."""
    if why:
        at = MEDALS_AT[0], HEAD
        page.write(f"does not count: {why}", at, palette.SWEPT, anchor=(0, 0))


def draw_hint(page: RoomPage, words: str) -> None:
    """Write what there is to do in a room, at the left of its foot; at the right are
    notes."""
    page.write(words[:HINT_LETTERS], (EDGE, FOOT), palette.TEXT, anchor=(0, 1))


def draw_fault(page: RoomPage, words: str, top: float) -> None:
    """Write what is wrong with the room's file, from this y on, in lines of up to 100
    letters."""
    for k, line in enumerate(wrap(words, width=100)):
        page.write(
            line, (EDGE, top + LINE * k), palette.LETHAL, anchor=(0, 0), bold=True
        )


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

    Args:
        canvas: the page.
        world: the finished run.
        best: the ticks of the best run before, if there is one.
        stored: the stored run of the room, of which the medals follow, if there is one.
        earned: the medals of this run.
        studied: whether the run does not count.
        missed: how many contacts a test at each tick's end would have
            overlooked.
        stamps: how many medals are stamped already; the last one still shrinks to its
            size.
        again: what is printed on the key that restarts.
    """
    rate = world.tick_rate
    lines = []
    if studied:
        lines.append("studied run: not saved, no medals")
    elif best:
        lines.append(gain_text((best - world.ticks) / rate))
    if missed and not studied:
        lines.append(claim(missed))
    lines.append(f"Enter or click: next room    {again}: again")
    dashes = count_text(world.dashes, "dash", "dashes")
    head = f"out in {seconds_text(world.ticks, rate)} with {dashes}"
    foot = draw_results(canvas, head, lines, has_medals=stored is not None)
    if stored:
        at = PAGE_MIDDLE - 112, CARD_TOP + 42
        terms = award_terms(stored, rate)
        draw_medals(canvas, at, (56, 0), earned, 10, terms, stamps)
    draw_fact(canvas, world.room.fact, foot)


def gain_text(gain: float) -> str:
    """Return how many seconds a run was faster than the best one before; below zero it
    was slower."""
    if gain == 0:
        return "as fast as before"
    compared = "faster" if gain > 0 else "slower"
    return f"{abs(gain):.2f} s {compared} than before"


def claim(missed: int) -> str:
    """Return the sentence about what a test at each tick's end would overlook, for a
    player: in many games a tick is a frame."""
    times = "once" if missed == 1 else f"{missed:,} times"
    return f"A game that tests once a frame would have lost you {times}."


def draw_fact(canvas: Canvas, fact: str, top: float) -> None:
    """Write what a room demonstrates, and the key of its lesson, on a card from this y
    on, below that of results."""
    lines = wrap(fact, width=46)
    low = CARD_LEFT, top
    high = CARD_RIGHT, top + 8 + CARD_LINE * (len(lines) + 1)
    canvas.box(low, high, palette.BACKGROUND, fill=0.92)
    y = top + 4
    for line in lines:
        canvas.text(line, (PAGE_MIDDLE, y), palette.TEXT, SMALL_SIZE, anchor=(0.5, 0))
        y += CARD_LINE
    key = "L: the lesson about it"
    canvas.text(key, (PAGE_MIDDLE, y), palette.QUIET, SMALL_SIZE, anchor=(0.5, 0))


def award_terms(stored: Replay, tick_rate: int) -> list[str]:
    """Return in a few words what each medal asks for, a time, and at the end what the
    ring asks for, a number of dashes."""
    times = [seconds_text(limit, tick_rate) for limit in limits(stored, tick_rate)]
    return [*times, count_text(stored.dashes, "dash", "dashes")]


def draw_climb(
    canvas: Canvas, world: Scanline, best: int | None, lines: Sequence[str]
) -> None:
    """Write the height and score of a run in the shaft on a card; below that, by how
    much it is above the best score before, if there is one, and these lines."""
    card_lines = [*lines, "Enter or click: again"]
    if best is not None:
        card_lines.insert(0, climb_text(world.score - best))
    points = count_text(world.score, "point", "points")
    head = f"{world.climbed:,.0f} px up, {points}"
    draw_results(canvas, head, card_lines)


def climb_text(gain: int) -> str:
    """Return a sentence that says by how many points a climb is above the best one
    before; a gain below zero is below it."""
    if gain == 0:
        return "as high as your best in this shaft"
    compared = "above" if gain > 0 else "below"
    return f"{abs(gain):,} points {compared} your best in this shaft"


def draw_results(
    canvas: Canvas, head: str, lines: Sequence[str], has_medals: bool = False
) -> float:
    """Write a card of results: a head, space for medals if there are any, and lines.
    Return y of its lower edge."""
    middle = PAGE_MIDDLE
    first_line = CARD_TOP + (76 if has_medals else 26)
    foot = first_line + CARD_LINE * len(lines)
    low = CARD_LEFT, CARD_TOP
    canvas.box(low, (CARD_RIGHT, foot), palette.BACKGROUND, fill=0.92)
    canvas.bar(low, (CARD_RIGHT, CARD_TOP), palette.SWEPT, width=0.6)
    canvas.text(
        head, (middle, CARD_TOP + 7), palette.TEXT, size=12, anchor=(0.5, 0), bold=True
    )
    for i, line in enumerate(lines):
        y = first_line + CARD_LINE * i
        canvas.text(line, (middle, y), palette.TEXT, SMALL_SIZE, anchor=(0.5, 0))
    return foot


def draw_open_medals(page: RoomPage, earned: Award) -> None:
    """Draw all medals and the ring in the head of the screen, lit if they can still be
    earned; faded if a body is near."""
    left, y = MEDALS_AT
    right = left + MEDAL_STEP * RING
    low, high = pad_box((left, y), (right, y), by=5)
    strength = page.strength(low, high)
    draw_medals(page, MEDALS_AT, (MEDAL_STEP, 0), earned, fill=strength)


def draw_medals(
    canvas: Canvas,
    at: Place,
    step: Place,
    earned: Award,
    radius: float = 4.5,
    words: Sequence[str] = NO_TERMS,
    stamps: float = inf,
    fill: float = 1.0,
) -> None:
    """Draw all medals and the ring.

    Args:
        canvas: the page.
        at: where the first one is.
        step: from each to the next one.
        earned: those that are lit.
        radius: of each, px of the page.
        words: beside each, or below a large one.
        stamps: how many of those earned are stamped already, one after the other and
            the ring at the end; the last one still shrinks to its size.
        fill: how opaque they are.
    """
    for number, term in enumerate(words):
        center = at[0] + step[0] * number, at[1] + step[1] * number
        stamps_before = min(number, earned.medals)
        since = stamps - stamps_before
        award = Award()
        size = radius
        if since > 0:
            award = earned
            # A stamp is twice as large at first, and has its size after a quarter.
            size = radius * (1 + max(0.0, 1 - 4 * since))
        draw_medal(canvas, center, size, number, award, fill)
        if term:
            is_lit = has_earned(award, number)
            draw_term(canvas, term, center, radius, is_lit)


def draw_term(
    canvas: Canvas, term: str, center: Place, radius: float, is_lit: bool
) -> None:
    """Write what a medal asks for, beside it or below a large one."""
    x, y = center
    color = palette.TEXT if is_lit else palette.QUIET
    if radius < LARGE_RADIUS:
        canvas.text(term, (x + radius + 5, y), color, SMALL_SIZE, anchor=(0, 0.5))
    else:
        canvas.text(term, (x, y + 16), color, SMALL_SIZE, anchor=(0.5, 0))


def draw_award(canvas: Canvas, center: Place, radius: float, earned: Award) -> None:
    """Draw the best medal that was earned, and the ring around it if it was earned."""
    if earned.medals:
        draw_medal(canvas, center, radius, earned.medals - 1, earned)
    if earned.ring:
        draw_medal(canvas, center, radius * 1.7, RING, earned)


def has_earned(earned: Award, number: int) -> bool:
    """Tell whether the medal of this number, or the ring if it is RING, is among those
    earned."""
    if number == RING:
        return earned.ring
    return number < earned.medals


def draw_medal(
    canvas: Canvas,
    center: Place,
    radius: float,
    number: int,
    earned: Award,
    fill: float = 1.0,
) -> None:
    """Draw a medal (a triangle, a square, a hexagon or a star) or the ring.

    It is full if it is earned, but hollow if it is earned with an assist or is faded;
    dark if it is not earned.

    Args:
        canvas: the page.
        center: of the medal.
        radius: of the medal, px of the page.
        number: of the medal, from 0 on, or RING.
        earned: the medals that are earned.
        fill: how opaque it is; below 1 it is faded.
    """
    is_earned = has_earned(earned, number)
    is_full = is_earned and not earned.assisted and fill == 1
    color = fade(palette.QUIET, 0.55)
    if is_earned:
        color = palette.TEXT if number == RING else palette.MEDAL_COLORS[number]
    shade = mix(palette.BACKGROUND, color, fill)
    if number == RING:
        canvas.dot(center, shade, radius * 0.9, width=1.0 if is_full else 0.4)
    else:
        outline = medal_outline(center, radius, number)
        canvas.hull(outline, shade, fill=1.0 if is_full else 0.0, width=0.5)


def medal_outline(center: Place, radius: float, number: int) -> Sequence[Place]:
    """Return the points of a medal's outline, clockwise from the top: its corners, and
    between two corners a place nearer to the centre."""
    x, y = center
    corners, inner_part = CORNERS[number]
    points = []
    for k in range(2 * corners):
        is_inner = k % 2 == 1
        turn = pi * k / corners
        spoke = radius * (inner_part if is_inner else 1.0)
        points.append((x + spoke * sin(turn), y - spoke * cos(turn)))
    return points


def draw_key_card(canvas: Canvas, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write a card over the whole page: a title, and below it in two columns the keys
    and what they do."""
    low = 4, 26
    high = PAGE_WIDTH - 4, PAGE_HEIGHT - 22
    canvas.box(low, high, palette.BACKGROUND, fill=0.93)
    canvas.box(low, high, palette.SWEPT, fill=0, width=0.5)
    canvas.text(title, (80, 36), palette.TEXT, size=13, bold=True)
    longest = max((keys for keys, _ in rows), key=len)
    meanings_left = max(200, 80 + words_width(longest + "  "))
    for i, (keys, meaning) in enumerate(rows):
        y = 60 + 14.5 * i
        canvas.text(keys, (80, y), palette.PLAYER, SMALL_SIZE)
        canvas.text(meaning, (meanings_left, y), palette.TEXT, SMALL_SIZE)
