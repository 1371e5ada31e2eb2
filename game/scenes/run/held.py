"""What lies over a run that is held: its timeline, and a row of buttons.

The timeline is two bars: the recorded ticks, and the time within the present one. Keys
and the pointer move along both; within a tick bodies are drawn as between two frames of
play.

      tick 241 of 433   |======================|..............|
      u = 0.391         |========|------------------|----------|    a stroke: a contact
"""

from __future__ import annotations

from statistics import median

from pygame import KEYUP, MOUSEBUTTONDOWN, MOUSEBUTTONUP, WINDOWFOCUSLOST
from pygame.event import Event

from ...controls import LEFT_BUTTON
from ...simulation.player import Controls
from ...simulation.world import World
from ...study.candidates import count_pairs
from ...study.pair import contacts_of
from ...view import palette
from ...view.canvas import MANY_BODIES, Canvas, fraction
from ...view.screen import PAGE, Place, Screen
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE, draw_button
from ..shell.menu import Buttons, button_row
from ..verbs import BUTTON_LABELS, layer_verb
from .run import ReadControls, Run, WindowSize

U_KEY_STEP = 1 / 32
"""Of a tick, for the keys."""
KEY_DELAY = 0.3
"""s until a held key repeats."""
SLIDE_PERIOD = 1 / 30
"""s between the steps of a held key within a tick."""
POINTER_RELEASES = (MOUSEBUTTONUP, WINDOWFOCUSLOST)
"""The types of events that end a drag."""
TICK_BAR = 0
"""The upper bar, of all ticks."""
U_BAR = 1
"""The lower bar, of the time u within a tick."""
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
PLATE_FILL = 0.72
"""How opaque the plates below bars and counters are, 0 to 1."""


class Timeline:
    """Moves a run through its time.

    Args:
        run: the run, which is held.
        read: returns the controls of new ticks.
    """

    def __init__(self, run: Run, read: ReadControls = Controls) -> None:
        self.run = run
        self.read = read
        self.repeats = False
        """Whether a key, or the mouse on a button of the page, is held down and so
        repeats a move."""
        self.key: int | None = None
        """The scancode of the key that was held down last; None: it was the mouse."""
        self.inside = False
        """Whether moves go within the tick, by parts of it, rather than by ticks."""
        self.wait = 0.0
        """s until the move is repeated."""
        self.direction = 1
        """The direction of the last move: -1 back or 1 forward."""
        self.rows = BARS_LOW
        """px of the page: y of both bars."""
        self.dragged_bar: int | None = None
        """TICK_BAR or U_BAR while the pointer drags that bar's knob; else None."""
        self.dragged_to = 0.0
        """Where on the dragged bar the pointer is: 0 its left end, 1 its right end."""

    def place(self, window: WindowSize) -> None:
        """Choose the place of the bars: low, or high if the low ones would hide the
        player. window is the window's size, px."""
        in_window = self.run.screen(window).point(self.run.player)
        _, y = Screen.fit(window).world(in_window)
        would_hide = BARS_LOW[0] - MARGIN_ABOVE < y < PAGE[1]
        self.rows = BARS_HIGH if would_hide else BARS_LOW

    def tools(self) -> Buttons:
        """Return the buttons below the bars, by the verbs of a run."""
        return button_row(BUTTON_LABELS, (14.0, self.rows[1] + 8), 14.0)

    def hold_key(self, key: int | None, inside: bool) -> None:
        """A key, or the button of the mouse, is held down from now on. Until it is
        released, update() repeats the last move.

        Args:
            key: the key's scancode; None: the mouse.
            inside: whether the moves go within the tick.
        """
        self.repeats = True
        self.key = key
        self.inside = inside
        self.wait = KEY_DELAY

    def tick_anew(self) -> None:
        """Do a tick with the present controls, whatever was recorded for it."""
        self.take_clock()
        self.run.step(self.read(), again=False)

    def point(self, event: Event, at: Place) -> bool:
        """Handle a press or a motion of the pointer; return whether it drags a bar.

        Args:
            event: the press or motion.
            at: where the pointer is, px of the page.
        """
        is_press = event.type == MOUSEBUTTONDOWN
        if is_press and event.button == LEFT_BUTTON and self.run.history.end:
            self.dragged_bar = self.bar_at(at)
        if self.dragged_bar is None:
            return False
        self.dragged_to = fraction(at[0], BAR_LEFT, BAR_RIGHT)
        if is_press:
            self.follow()  # The release may come before the next frame.
        return True

    def bar_at(self, at: Place) -> int | None:
        """Return TICK_BAR or U_BAR, whichever is at a place, px of the page; None if
        there is none."""
        x, y = at
        distances = [abs(y - row) for row in self.rows]
        nearest = min(distances)
        is_beside = x < BAR_LEFT - BAR_MARGIN or x > BAR_RIGHT + BAR_MARGIN
        if is_beside or nearest > BAR_MARGIN:
            return None
        return distances.index(nearest)  # The upper bar is the first of the rows.

    def handle_release(self, event: Event) -> None:
        """Let go of a key that was released; if the mouse was released, or the window
        lost the focus, of everything."""
        if event.type in POINTER_RELEASES:
            self.release()
        elif event.type == KEYUP and event.scancode == self.key:
            self.repeats = False

    def release(self) -> None:
        """Let go of any key, and of the bar that is dragged."""
        self.repeats = False
        self.dragged_bar = None

    def update(self, seconds: float, speed: float) -> None:
        """Let real time pass: a key that is held down repeats its move, and the run
        follows the pointer on a bar. A run that is held has all its walls, even if its
        room has just opened.

        Args:
            seconds: the real time.
            speed: ticks are repeated as fast as the run goes at this speed, a part of
                full speed.
        """
        self.run.effects.opening = 1.0
        period = SLIDE_PERIOD if self.inside else 1 / (speed * self.run.world.tick_rate)
        if self.repeats:
            self.wait -= seconds
            # One move when the wait is over, and one for each period since then.
            count = max(0, int(1 - self.wait / period))
            self.wait += count * period
            if count:
                self.move(self.direction * count)
        if self.dragged_bar is not None:
            self.follow()

    def follow(self) -> None:
        """Go to the time to which the pointer drags a bar: on the lower one a time
        within the tick, on the upper one a tick."""
        self.take_clock()
        if self.dragged_bar == U_BAR:
            self.run.draw_at(self.dragged_to)
        else:
            first = self.run.history.first
            ticks = self.run.history.end - first
            self.seek(first + round(self.dragged_to * ticks))

    def take_clock(self) -> None:
        """Go on from the time within the tick at which the run is drawn now. So far a
        run that has ended is drawn at the end of its tick; from now on it, too, is
        drawn where the lower bar says."""
        self.run.draw_at(self.run.u)

    def move(self, steps: int) -> None:
        """Go by so many ticks, or by so many U_KEY_STEPs within the tick; back if
        negative. Ticks forward that are not recorded have the present controls."""
        self.take_clock()
        self.direction = 1 if steps > 0 else -1
        if self.inside:
            self.slide(self.run.u + steps * U_KEY_STEP)
        elif steps < 0:
            self.seek(self.run.world.ticks + steps)
        else:
            controls = self.read()
            for _ in range(steps):
                self.run.step(controls)

    def slide(self, u: float) -> None:
        """Go to the time u within the tick.

        From the end of the tick on, u > 1 leads to the start of the next recorded tick;
        from its start back, u < 0 leads to the end of the tick before. Else u stays
        within 0 and 1.
        """
        run = self.run
        ticks = run.world.ticks
        if u > 1.0 and run.u == 1.0 and ticks < run.history.end:
            run.step(Controls())
            run.draw_at(0.0)
        elif u < 0.0 and run.u == 0.0 and ticks > run.history.first + 1:
            self.seek(ticks - 1)
        else:
            run.draw_at(min(max(u, 0.0), 1.0))

    def seek(self, tick: int) -> None:
        """Go to the end of a tick, or of the recorded tick that is nearest to it;
        nothing changes if that is the present one."""
        history = self.run.history
        if min(max(tick, history.first), history.end) != self.run.world.ticks:
            self.run.seek(tick)
            self.run.draw_at(1.0)

    def draw(self, canvas: Canvas, overlay: frozenset[int]) -> None:
        """Draw the bars, if any tick is recorded, and the buttons; those of the
        overlay's layers, given by their indices, are lit."""
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
        page.box(low, high, palette.BACKGROUND, fill=PLATE_FILL)
        for k, (name, count) in enumerate(rows.items()):
            at = (14, COUNTERS_TOP + LINE_HEIGHT * k)
            page.text(f"{name:16}{count:>12,}", at, palette.TEXT, TEXT_SIZE)

    def draw_bars(self, canvas: Canvas) -> None:
        """Draw both bars, and what they say."""
        run = self.run
        history = run.history
        ticks_y, inside_y = self.rows
        low = (8, ticks_y - 8)
        high = (PAGE[0] - 8, inside_y + 22)
        canvas.box(low, high, palette.BACKGROUND, fill=PLATE_FILL)

        first = history.first
        ticks = run.world.ticks
        span = max(1, history.end - first)
        present = (ticks - first) / span
        last_run = (history.last_run - first) / span
        draw_bar(canvas, ticks_y, knob=present, light_end=last_run)
        draw_bar(canvas, inside_y, knob=run.clock.alpha, light_end=1.0)
        for u in stroke_times(run.world):
            x = bar_x(u)
            canvas.bar((x, inside_y - 5), (x, inside_y + 5), palette.WALL)

        position = f"tick {ticks:,} of {history.end:,}"
        canvas.text(position, (14, ticks_y), palette.TEXT, TEXT_SIZE, (0, 0.5))
        time = f"u = {run.clock.alpha:.3f}"
        canvas.text(time, (14, inside_y), palette.TEXT, TEXT_SIZE, (0, 0.5))


def stroke_times(world: World) -> list[float]:
    """Return the times within the tick at which the lower bar has a stroke: those of
    the last step's contacts, or of more than MANY_BODIES only the player's."""
    contacts = contacts_of(world)
    times = contacts.u
    if len(times) > MANY_BODIES:
        times = times.compress(contacts.mover == world.player.id)
    found: list[float] = times.tolist()
    return found


def draw_bar(canvas: Canvas, y: float, knob: float, light_end: float) -> None:
    """Draw a bar, coloured up to its knob, and light up to light_end; both are parts of
    its length, 0 to 1."""
    x = bar_x(knob)
    low = (BAR_LEFT, y - 3)
    canvas.box(low, (bar_x(light_end), y + 3), palette.BORDER)
    passed_color = palette.mix(palette.SWEPT, palette.BACKGROUND, 0.5)
    canvas.box(low, (x, y + 3), passed_color)
    canvas.box(low, (BAR_RIGHT, y + 3), palette.QUIET, fill=0, width=0.4)
    canvas.box((x - 1, y - 6), (x + 1, y + 6), palette.PLAYER)


def bar_x(part: float) -> float:
    """Return the x of a part of a bar's length, 0 to 1; px of the page."""
    return BAR_LEFT + part * (BAR_RIGHT - BAR_LEFT)
