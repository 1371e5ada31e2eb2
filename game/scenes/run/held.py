"""What lies over a run that is held: its timeline, and a button for each study key.

The timeline is two bars: the recorded ticks, and the time within the present one. Keys
and the pointer move along both; within a tick bodies are drawn as between two frames of
play.

      tick 241 of 433   |======================|..............|
      u = 0.391         |========|------------------|----------|    a stroke: a contact
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pygame

from ...collision.tables import NO_CONTACTS
from ...controls import LEFT_BUTTON
from ...simulation.player import Controls
from ...study.candidates import count_pairs
from ...view import palette
from ...view.canvas import MANY_BODIES, Canvas, fraction
from ...view.overlay import LAYER_KEYS, LAYERS
from ...view.screen import PAGE, Place
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE, draw_button
from ..shell.menu import Buttons, button_row
from .run import Run

TIME_KEYS = {pygame.K_COMMA: -1, pygame.K_PERIOD: 1}
U_KEY_STEP = 1 / 32
"""Of a tick, for the keys."""
KEY_DELAY, SLIDE_PERIOD = 0.3, 1 / 30
"""s until a held key repeats, and between its steps within a tick."""
PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN)
RELEASES = (pygame.KEYUP, pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST)
BARS_LOW, BARS_HIGH = (291.0, 304.0), (31.0, 44.0)
"""px of the page: y of both bars, and their y where the low ones would hide the
player."""
MARGIN_ABOVE = 30.0
"""px above the low bars: they would hide the text at a contact there."""
COUNTERS_TOP = 72.0
"""px of the page: y of the first counter, below bars in the head."""
BAR_LEFT, BAR_RIGHT, BAR_MARGIN = 150.0, 490.0, 7.0
"""px of the page: the ends of the bars, and how far beside a bar a press still takes
hold of it."""
TOOLS = {
    "p": "P play",
    ",": ", back",
    ".": ". tick",
    "-": "- slow",
    "=": "= fast",
    "\t": "Tab",
}
TOOLS |= dict(zip(LAYER_KEYS, LAYER_KEYS)) | {
    "v": "V method",
    "t": "T compare",
    "h": "H keys",
}
"""The study keys that have a button, and its label."""
PLAY_CARD = (
    ("P", "hold the run to study it; P again: let it go on"),
    ("Tab", "overlay: off, boxes, chosen layers"),
    ("L", "the lesson about this room"),
    ("[  ]", "previous room, next room; in the lab: scene"),
    ("Esc, middle button, Start", "menu; Esc again: continue"),
    ("F11, Alt+Enter", "full screen"),
)
STUDY_CARD = (
    (",  .", "one tick back, one forward; with Shift: within the tick"),
    ("-  =", "slower, faster"),
    ("O", "one tick with the keys that are down"),
    *(
        (" ".join(LAYER_KEYS[i] for i in row), ", ".join(LAYERS[i].name for i in row))
        for row in (range(len(LAYERS))[k : k + 5] for k in range(0, len(LAYERS), 5))
    ),
    ("V", "method: sweep, sub-steps, discrete, Listing 4"),
    ("T", "three methods side by side"),
    ("I, two clicks", "inspect two bodies"),
    ("M", "counters"),
)
"""The keys that act at any time, and those that act only while the run is held."""


class Timeline:
    """Moves a run through its time.

    Args:
        run: the run, which is held.
        read: returns the controls of new ticks.
    """

    def __init__(self, run: Run, read: Callable[[], Controls] = Controls) -> None:
        self.run, self.read = run, read
        self.direction = self.key = 0
        """Of the key that is held down, and its scancode."""
        self.inside, self.wait, self.rows = False, 0.0, BARS_LOW
        """Whether that key moves within the tick, s until it repeats, and y of both
        bars."""
        self.grasped: int | None = None
        self.part = 0.0
        """The bar that is dragged, and to which part of it."""

    def place(self, window: tuple[int, int]) -> None:
        """Choose the place of the bars, before the run is held."""
        _, y = self.run.still(window).world(
            self.run.screen(window).point(self.run.player)
        )
        self.rows = BARS_HIGH if BARS_LOW[0] - MARGIN_ABOVE < y < PAGE[1] else BARS_LOW

    def tools(self) -> Buttons:
        """Return the study keys that have a button, its label, and its place below the
        bars."""
        return button_row(TOOLS, (14.0, self.rows[1] + 8), 14.0)

    def hold(self, direction: int, scancode: int, inside: bool) -> None:
        """Hold a key down: update() then moves in its direction, again and again."""
        self.direction, self.key, self.inside, self.wait = (
            direction,
            scancode,
            inside,
            KEY_DELAY,
        )
        self.take_clock()

    def point(self, event: pygame.event.Event, at: Place) -> bool:
        """Take an event of the pointer, px of the page; tell whether it moves a bar."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if is_press and event.button == LEFT_BUTTON and self.run.history.end:
            rows = [abs(at[1] - y) for y in self.rows]
            beside = not BAR_LEFT - BAR_MARGIN <= at[0] <= BAR_RIGHT + BAR_MARGIN
            self.grasped = (
                None if beside or min(rows) > BAR_MARGIN else rows.index(min(rows))
            )
        if self.grasped is not None:
            self.part = fraction(at[0], BAR_LEFT, BAR_RIGHT)
            if is_press:
                self.follow()  # The release may come before the next frame.
        return self.grasped is not None

    def release(self, scancode: int | None = None) -> None:
        """Release the key with this scancode; without one, any key and bar."""
        if scancode in (None, self.key):
            self.direction = 0
        if scancode is None:
            self.grasped = None

    def update(self, seconds: float, speed: float) -> None:
        """Let real time pass: a held key repeats at this speed, the run follows the
        pointer. A run that is held has all its walls, even if its room has just
        opened."""
        self.run.effects.opening = 1.0
        period = SLIDE_PERIOD if self.inside else 1 / (speed * self.run.world.tick_rate)
        if self.direction:
            self.wait -= seconds
            count = max(0, int(1 - self.wait / period))
            self.wait += count * period
            self.move(count)
        if self.grasped is not None:
            self.follow()

    def follow(self) -> None:
        """Go to the time to which a bar is dragged."""
        self.take_clock()
        history = self.run.history
        if self.grasped:
            self.run.clock.alpha = self.part
        else:
            self.seek(history.first + round(self.part * (history.end - history.first)))

    def take_clock(self) -> None:
        """Let the lower bar decide at which time within the tick the run is drawn."""
        if not self.run.inside and self.run.world.outcome:
            self.run.clock.alpha = 1.0
        self.run.inside = True

    def move(self, count: int) -> None:
        """Go some ticks, or steps within one, in the key's direction."""
        if self.inside:
            self.slide(self.run.clock.alpha + self.direction * count * U_KEY_STEP)
        elif self.direction < 0:
            self.seek(self.run.world.ticks - count)
        elif count:
            controls = self.read()
            for _ in range(count):
                self.run.step(controls)

    def slide(self, u: float) -> None:
        """Go to a time within the tick; beyond its ends, to the next tick or the
        previous one."""
        clock, history = self.run.clock, self.run.history
        if u > 1.0 == clock.alpha and self.run.world.ticks < history.end:
            self.run.step(Controls())
            clock.alpha = 0.0
        elif u < 0.0 == clock.alpha and self.run.world.ticks > history.first + 1:
            self.seek(self.run.world.ticks - 1)
        else:
            clock.alpha = min(max(u, 0.0), 1.0)

    def seek(self, tick: int) -> None:
        """Go to the end of a tick, unless it is the present one."""
        history = self.run.history
        if min(max(tick, history.first), history.end) != self.run.world.ticks:
            self.run.seek(tick)
            self.run.clock.alpha = 1.0

    def draw(self, canvas: Canvas, overlay: frozenset[int]) -> None:
        """Draw the bars, if any tick has passed, and the buttons; layers of the overlay
        are lit."""
        if self.run.history.end:
            self.draw_bars(canvas)
        for key, (label, box) in self.tools().items():
            draw_button(canvas, box, label, LAYER_KEYS.find(key) in overlay)

    def draw_counters(self, page: Canvas) -> None:
        """Write how many pairs each test of the last tick was left with, and the cost
        of a tick."""
        rows = count_pairs(self.run.world) | {
            "microseconds": round(median(self.run.costs or [0]))
        }
        page.box(
            (12, COUNTERS_TOP), (186, COUNTERS_TOP + 64), palette.BACKGROUND, fill=0.72
        )
        for k, row in enumerate(rows.items()):
            at = 14, COUNTERS_TOP + LINE_HEIGHT * k
            page.text("{:16}{:>12,}".format(*row), at, palette.TEXT, TEXT_SIZE)

    def draw_bars(self, canvas: Canvas) -> None:
        """Draw both bars."""
        run, world, history = self.run, self.run.world, self.run.history
        ticks, inside = self.rows
        canvas.box(
            (8, ticks - 8), (PAGE[0] - 8, inside + 22), palette.BACKGROUND, fill=0.72
        )
        first, span = history.first, max(1, history.end - history.first)
        now, lived = ((tick - first) / span for tick in (world.ticks, history.last_run))
        for y, part, until in (ticks, now, lived), (inside, run.clock.alpha, 1.0):
            here, low, high = bar_x(part), (BAR_LEFT, y - 3), (BAR_RIGHT, y + 3)
            canvas.box(low, (bar_x(until), y + 3), palette.BORDER)
            canvas.box(
                low, (here, y + 3), palette.mix(palette.SWEPT, palette.BACKGROUND, 0.5)
            )
            canvas.box(low, high, palette.QUIET, fill=0, width=0.4)
            canvas.box((here - 1, y - 6), (here + 1, y + 6), palette.PLAYER)
        contacts = world.step.contacts if world.step else NO_CONTACTS
        own = contacts.mover == world.player.id
        for x in map(
            bar_x, contacts.u[own if len(own) > MANY_BODIES else slice(None)].tolist()
        ):
            canvas.bar((x, inside - 5), (x, inside + 5), palette.WALL)
        position = f"tick {world.ticks:,} of {history.end:,}"
        canvas.text(position, (14, ticks), palette.TEXT, TEXT_SIZE, (0, 0.5))
        canvas.text(
            f"u = {run.clock.alpha:.3f}",
            (14, inside),
            palette.TEXT,
            TEXT_SIZE,
            (0, 0.5),
        )


def bar_x(part: float) -> float:
    """Return the x of a part of a bar, px of the page."""
    return BAR_LEFT + part * (BAR_RIGHT - BAR_LEFT)
