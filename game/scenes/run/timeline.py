"""Where in its time is a run that is held?

Two bars at the foot: the ticks that are kept, and the time inside the one that is seen. Keys and
the pointer move along both; what lies inside a tick is drawn as between two frames in play.

      tick 241 of 433   |======================|..............|
      u = 0.391         |========|------------------|----------|    a stroke: a contact
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ...controls import LEFT_BUTTON, letter
from ...simulation.player import Controls
from ...view import palette
from ...view.canvas import MANY_BODIES, Canvas, fraction
from ...view.overlay import NO_STEP
from ...view.palette import mix
from ...view.screen import PAGE, Point
from .run import Run

WAYS = {pygame.K_COMMA: -1, pygame.K_PERIOD: 1}
PARTS = 32
"""Of a tick, for the keys."""
WAIT, EVERY = 0.3, 1 / 30
"""s until a held key repeats, and from one part of a tick to the next."""
LETS_GO = (pygame.KEYUP, pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST)
FOOT, HEAD = (291.0, 304.0), (31.0, 44.0)
"""px of the page: where the bars lie, and where while at the foot they would hide the player."""
HIDDEN = 30.0
"""px above the bars: what is written at a contact there is hidden too."""
LEFT, RIGHT, NEAR = 150.0, 490.0, 7.0
"""px of the page: a bar's ends, and around a bar, where it is still grasped."""
SIZE = 10.0


class Timeline:
    """Moves a run through its time.

    Args:
        run: that is held.
        wanted: what the devices want, for ticks that are new.
        begins: called when it is used.
    """

    def __init__(self, run: Run, wanted: Callable[[], Controls], begins: Callable[[], None]):
        self.run, self.wanted, self.begins = run, wanted, begins
        self.way = self.key = 0
        """Of the key that is held, and its scancode."""
        self.inside = False
        self.rows = FOOT
        self.wait = 0.0
        self.grasped: int | None = None
        self.part = 0.0
        """The bar that is dragged, and where to."""

    def place(self, window: tuple[int, int]) -> None:
        """Choose where the bars shall lie, before the run is held."""
        player = self.run.screen(window).point(self.run.player)
        _, y = self.run.still(window).world(player)
        self.rows = HEAD if FOOT[0] - HIDDEN < y < PAGE[1] else FOOT

    def press(self, event: pygame.event.Event) -> bool:
        """Take a key that was pressed; tell whether it is one of the timeline's."""
        if (key := letter(event, WAYS)) is None:
            return False
        self.hold(WAYS[key], event.scancode, bool(event.mod & pygame.KMOD_SHIFT))
        return True

    def hold(self, way: int, scancode: int, inside: bool) -> None:
        """Go one on in a key's way, and more as long as it is held."""
        self.way, self.key, self.inside, self.wait = way, scancode, inside, WAIT
        self.use()
        self.move(1)

    def point(self, event: pygame.event.Event, at: Point) -> bool:
        """Take an event of the pointer, px of the page; tell whether it is the timeline's."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if is_press and event.button == LEFT_BUTTON and self.run.history.end:
            rows = [abs(at[1] - y) for y in self.rows]
            beside = not LEFT - NEAR <= at[0] <= RIGHT + NEAR
            self.grasped = None if beside or min(rows) > NEAR else rows.index(min(rows))
        if self.grasped is not None:
            self.part = fraction(at[0], LEFT, RIGHT)
            if is_press:
                self.follow()  # It may be let go before the next frame.
        return self.grasped is not None

    def let_go(self, scancode: int | None = None) -> None:
        """Hold no key and no bar; with a scancode only if it is that key."""
        if scancode in (None, self.key):
            self.way = 0
        if scancode is None:
            self.grasped = None

    def update(self, seconds: float, speed: float) -> None:
        """Let real time pass: a held key repeats, at this speed; the run follows the pointer."""
        every = EVERY if self.inside else 1 / (speed * self.run.world.tick_rate)
        if self.way:
            self.wait -= seconds
            count = max(0, int(1 - self.wait / every))
            self.wait += count * every
            self.move(count)
        if self.grasped is not None:
            self.follow()

    def follow(self) -> None:
        """Go to where the bar that is dragged is held."""
        self.use()
        history = self.run.history
        if self.grasped:
            self.run.clock.alpha = self.part
        else:
            tick = history.first + round(self.part * (history.end - history.first))
            self.seek(tick)

    def use(self) -> None:
        """Hold the run, and leave its clock to the slider."""
        self.begins()
        if not self.run.inside and self.run.world.outcome:
            self.run.clock.alpha = 1.0
        self.run.inside = True

    def move(self, count: int) -> None:
        """Go on in the key's way, by ticks or by parts of one."""
        ticks = self.run.world.ticks
        if self.inside:
            self.slide(self.run.clock.alpha + self.way * count / PARTS)
        elif self.way < 0:
            self.seek(ticks - count)
        else:
            for _ in range(count):
                self.run.step(self.wanted())

    def slide(self, u: float) -> None:
        """Go to a time inside the tick; from its ends to the ticks beside it."""
        clock, history = self.run.clock, self.run.history
        if u > 1.0 == clock.alpha and self.run.world.ticks < history.end:
            self.run.step(Controls())
            clock.alpha = 0.0
        elif u < 0.0 == clock.alpha and self.run.world.ticks > history.first + 1:
            self.seek(self.run.world.ticks - 1)
        else:
            clock.alpha = min(max(u, 0.0), 1.0)

    def seek(self, tick: int) -> None:
        """Go to a tick, if it is another, and to its end."""
        history = self.run.history
        if min(max(tick, history.first), history.end) != self.run.world.ticks:
            self.run.seek(tick)
            self.run.clock.alpha = 1.0

    def draw(self, canvas: Canvas) -> None:
        """Draw both bars."""
        run, world, history = self.run, self.run.world, self.run.history
        ticks, inside = self.rows
        canvas.box((8, ticks - 8), (PAGE[0] - 8, inside + 22), palette.BACKGROUND, fill=0.72)
        first, span = history.first, max(1, history.end - history.first)
        differs, u = run.diverged(), run.clock.alpha
        for y, part, lived in (
            (ticks, (world.ticks - first) / span, (history.lived - first) / span),
            (inside, u, 1.0),
        ):
            here, low, high = x_at(part), (LEFT, y - 3), (RIGHT, y + 3)
            canvas.box(low, (x_at(lived), y + 3), palette.BORDER)
            canvas.box(low, (here, y + 3), mix(palette.SWEPT, palette.BACKGROUND, 0.5))
            canvas.box(low, high, palette.QUIET, fill=0, width=0.4)
            canvas.box((here - 1, y - 6), (here + 1, y + 6), palette.PLAYER)
        contacts = world.step.contacts if world.step else NO_STEP.contacts
        own = contacts.mover == world.player.id
        for met in contacts.u[own if len(own) > MANY_BODIES else slice(None)].tolist():
            x = x_at(met)
            canvas.bar((x, inside - 5), (x, inside + 5), palette.WALL)
        if differs is not None and first <= differs <= history.end:
            x = x_at((differs - first) / span)
            canvas.box((x - 1, ticks - 7), (x + 1, ticks + 7), palette.LETHAL)
        kept = f"kept from {first:,}" if first else "all kept"
        parts = "" if differs is None else f"differs at {differs:,}"
        for y, left, right, color in (
            (ticks, f"tick {world.ticks:,} of {history.end:,}", kept, palette.QUIET),
            (inside, f"u = {u:.3f}", parts, palette.LETHAL),
        ):
            canvas.text(left, (14, y), palette.TEXT, SIZE, (0, 0.5))
            canvas.text(right, (PAGE[0] - 14, y), color, SIZE, (1, 0.5))


def x_at(part: float) -> float:
    """Return where a part of a bar lies, px of the page."""
    return LEFT + part * (RIGHT - LEFT)
