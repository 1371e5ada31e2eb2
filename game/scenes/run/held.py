"""What lies over a run that is held: its timeline, and a row of buttons.

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

from ...controls import LEFT_BUTTON
from ...simulation.player import Controls
from ...simulation.world import World
from ...study.candidates import count_pairs
from ...view import palette
from ...view.canvas import MANY_BODIES, Canvas, fraction
from ...view.screen import PAGE, Place
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE, draw_button
from ..shell.menu import Buttons, button_row
from ..verbs import BUTTON_LABELS, layer_verb
from .run import Run

U_KEY_STEP = 1 / 32
"""Of a tick, for the keys."""
KEY_DELAY = 0.3
"""s until a held key repeats."""
SLIDE_PERIOD = 1 / 30
"""s between the steps of a held key within a tick."""
PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN)
RELEASES = (pygame.KEYUP, pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST)
BARS_LOW = (291.0, 304.0)
"""px of the page: y of both bars."""
BARS_HIGH = (31.0, 44.0)
"""px of the page: their y where the low ones would hide the player."""
MARGIN_ABOVE = 30.0
"""px above the low bars: they would hide the text at a contact there."""
COUNTERS_TOP = 72.0
"""px of the page: y of the first counter, below bars in the head."""
BAR_LEFT = 150.0
BAR_RIGHT = 490.0
"""px of the page: the ends of the bars."""
BAR_MARGIN = 7.0
"""px of the page: how far beside a bar a press still takes hold of it."""


class Timeline:
    """Moves a run through its time.

    Args:
        run: the run, which is held.
        read: returns the controls of new ticks.
    """

    def __init__(self, run: Run, read: Callable[[], Controls] = Controls) -> None:
        self.run = run
        self.read = read
        self.repeats = False
        """Whether a key is held down that moves the run, or the button of the mouse."""
        self.key: int | None = None
        """The scancode of that key; None: the button of the mouse."""
        self.inside = False
        """Whether it moves within the tick."""
        self.wait = 0.0
        """s until it moves the run again."""
        self.direction = 1
        """In which the run was moved last: -1 or 1."""
        self.rows = BARS_LOW
        """px of the page: y of both bars."""
        self.grasped: int | None = None
        """The bar that is dragged: 0 the upper, 1 the lower."""
        self.part = 0.0
        """To which part of it the pointer drags it."""

    def place(self, window: tuple[int, int]) -> None:
        """Choose the place of the bars, before the run is held."""
        in_window = self.run.screen(window).point(self.run.player)
        _, y = self.run.still(window).world(in_window)
        would_hide = BARS_LOW[0] - MARGIN_ABOVE < y < PAGE[1]
        self.rows = BARS_HIGH if would_hide else BARS_LOW

    def tools(self) -> Buttons:
        """Return the buttons below the bars, by the verbs of a run."""
        return button_row(BUTTON_LABELS, (14.0, self.rows[1] + 8), 14.0)

    def hold_key(self, key: int | None, inside: bool) -> None:
        """A key is held down from now on, or the button of the mouse: until it is
        released, update() repeats the move that follows.

        Args:
            key: its scancode; None: the mouse.
            inside: whether it moves within the tick.
        """
        self.repeats = True
        self.key = key
        self.inside = inside
        self.wait = KEY_DELAY

    def tick_anew(self) -> None:
        """Do a tick with the present controls, whatever was recorded for it."""
        self.take_clock()
        self.run.step(self.read(), again=False)

    def point(self, event: pygame.event.Event, at: Place) -> bool:
        """Handle an event of the pointer, px of the page; tell whether it moves a
        bar."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if is_press and event.button == LEFT_BUTTON and self.run.history.end:
            self.grasped = self.bar_at(at)
        if self.grasped is None:
            return False
        self.part = fraction(at[0], BAR_LEFT, BAR_RIGHT)
        if is_press:
            self.follow()  # The release may come before the next frame.
        return True

    def bar_at(self, at: Place) -> int | None:
        """Return which bar is at a place, px of the page: 0 the upper, 1 the lower."""
        x, y = at
        distances = [abs(y - row) for row in self.rows]
        nearest = min(distances)
        is_beside = x < BAR_LEFT - BAR_MARGIN or x > BAR_RIGHT + BAR_MARGIN
        if is_beside or nearest > BAR_MARGIN:
            return None
        return distances.index(nearest)

    def release(self, scancode: int | None = None) -> None:
        """Release the key with this scancode; without one, any key and bar."""
        if scancode in (None, self.key):
            self.repeats = False
        if scancode is None:
            self.grasped = None

    def update(self, seconds: float, speed: float) -> None:
        """Let real time pass: a held key repeats at this speed, the run follows the
        pointer. A run that is held has all its walls, even if its room has just
        opened."""
        self.run.effects.opening = 1.0
        period = SLIDE_PERIOD if self.inside else 1 / (speed * self.run.world.tick_rate)
        if self.repeats:
            self.wait -= seconds
            count = max(0, int(1 - self.wait / period))
            self.wait += count * period
            if count:
                self.move(self.direction * count)
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
        if not self.run.shows_part_of_tick and self.run.world.outcome:
            self.run.clock.alpha = 1.0
        self.run.shows_part_of_tick = True

    def move(self, steps: int) -> None:
        """Go by so many ticks, or by so many steps within one; back if negative."""
        self.take_clock()
        self.direction = 1 if steps > 0 else -1
        if self.inside:
            self.slide(self.run.clock.alpha + steps * U_KEY_STEP)
        elif steps < 0:
            self.seek(self.run.world.ticks + steps)
        else:
            controls = self.read()
            for _ in range(steps):
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
        lit = {layer_verb(index) for index in overlay}
        for verb, (label, box) in self.tools().items():
            draw_button(canvas, box, label, verb in lit)

    def draw_counters(self, page: Canvas) -> None:
        """Write how many pairs each test of the last tick was left with, and the cost
        of a tick."""
        cost = median(self.run.costs or [0])
        rows = count_pairs(self.run.world) | {"microseconds": round(cost)}
        low = (12, COUNTERS_TOP)
        high = (186, COUNTERS_TOP + 64)
        page.box(low, high, palette.BACKGROUND, fill=0.72)
        for k, (name, count) in enumerate(rows.items()):
            at = (14, COUNTERS_TOP + LINE_HEIGHT * k)
            page.text(f"{name:16}{count:>12,}", at, palette.TEXT, TEXT_SIZE)

    def draw_bars(self, canvas: Canvas) -> None:
        """Draw both bars, and what they say."""
        run = self.run
        history = run.history
        ticks_y, inside_y = self.rows
        plate = (8, ticks_y - 8), (PAGE[0] - 8, inside_y + 22)
        canvas.box(*plate, palette.BACKGROUND, fill=0.72)

        span = max(1, history.end - history.first)
        now = (run.world.ticks - history.first) / span
        last_run = (history.last_run - history.first) / span
        draw_bar(canvas, ticks_y, now, last_run)
        draw_bar(canvas, inside_y, run.clock.alpha, 1.0)
        for u in stroke_times(run.world):
            x = bar_x(u)
            canvas.bar((x, inside_y - 5), (x, inside_y + 5), palette.WALL)

        position = f"tick {run.world.ticks:,} of {history.end:,}"
        time = f"u = {run.clock.alpha:.3f}"
        for words, y in (position, ticks_y), (time, inside_y):
            canvas.text(words, (14, y), palette.TEXT, TEXT_SIZE, (0, 0.5))


def stroke_times(world: World) -> list[float]:
    """Return the times at which the lower bar has a stroke: those of the last step's
    contacts, of very many only the player's."""
    if not world.last.step:
        return []
    contacts = world.last.step.contacts
    times = contacts.u
    if len(times) > MANY_BODIES:
        times = times.compress(contacts.mover == world.player.id)
    found: list[float] = times.tolist()
    return found


def draw_bar(canvas: Canvas, y: float, now: float, until: float) -> None:
    """Draw a bar with its knob; it is lighter until the part that was run last."""
    knob = bar_x(now)
    low = (BAR_LEFT, y - 3)
    canvas.box(low, (bar_x(until), y + 3), palette.BORDER)
    before = palette.mix(palette.SWEPT, palette.BACKGROUND, 0.5)
    canvas.box(low, (knob, y + 3), before)
    canvas.box(low, (BAR_RIGHT, y + 3), palette.QUIET, fill=0, width=0.4)
    canvas.box((knob - 1, y - 6), (knob + 1, y + 6), palette.PLAYER)


def bar_x(part: float) -> float:
    """Return the x of a part of a bar, px of the page."""
    return BAR_LEFT + part * (BAR_RIGHT - BAR_LEFT)
