"""What would other methods have made of the same controls?

Three pictures of a room, each moved by a method of its own, and under each what that came to. The
controls are those of a run; without any, the devices play all three at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame

from ...clock import Clock, in_time
from ...controls import LEFT_BUTTON, Devices, Repeat, menu_verb, typed_key
from ...simulation.foresight import Preview
from ...simulation.methods import parse_method
from ...simulation.player import Controls
from ...study.comparison import Begin, Race
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas, fraction, point_between
from ...view.page import blank_page
from ...view.screen import PAGE, Screen
from ...view.shapes import Corner, box_around, is_in
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE
from ..scene import Scene, Stage
from ..shell.menu import button_row
from .run import METHOD_NAMES, SPEED_NAMES, SPEEDS, Run

WIDE, HIGH, TOP, ROWS, WHY = 204.0, 114.75, 56.0, 177.0, 272.0
"""px of the page: of a picture; and where pictures, their numbers and words on them begin."""
LEFTS = (8.0, 218.0, 428.0)
START, END = (110.0, 319.0), (626.0, 319.0)
"""px of the page: the slider for the tick."""
CATCH_UP = 16
"""At most so many ticks a frame, until a race that was begun anew is where it was before."""
UNTIL_NOW = ("the others are compared with this", "no difference until now")
"""What is said of the first pane, and of one that is still like it."""
COUNTED = ("contacts", "unseen at a tick's end")
WRONG = ("missed, as the sweep says", "invented", "times inside a solid")
COST = ("pairs tested this tick", "microseconds a tick")
BUTTONS = {
    pygame.K_ESCAPE: "Esc leave",
    pygame.K_p: "P hold",
    pygame.K_COMMA: ", back",
    pygame.K_PERIOD: ". tick",
    pygame.K_MINUS: "- slower",
    pygame.K_EQUALS: "= faster",
    pygame.K_TAB: "Tab pane",
    pygame.K_v: "V method",
    pygame.K_f: "F difference",
    pygame.K_r: "R again",
}
"""Keys, and what is written for the mouse to press instead."""
PLACED = button_row(BUTTONS, (LEFTS[0], 335.0), 18.0)
ALSO = {pygame.K_SPACE: pygame.K_p, pygame.K_o: pygame.K_PERIOD}
"""Keys that do what others do."""


class Wordless(Canvas):
    """Where words would be too small to be read."""

    def text(self, *_: Any, **__: Any) -> None:
        """Write nothing."""


class Pane(Run):
    """A run in a small picture."""

    canvas = Wordless
    turn = True
    """Whether it may look ahead in this frame: all three at once would be a pause."""

    def preview(self) -> Preview:
        """Return what the dash would do; if it is not our turn, what it would have done."""
        if self.previewed and not self.turn and self.world.ticks - self.previewed[0] in range(9):
            return self.previewed[1]
        return super().preview()


class PanesScene:
    """Three methods side by side.

    Args:
        stage: what scenes share.
        begin: makes a world, before its first tick, that a method moves.
        controls: of a run; without any, the devices play.
        back: the scene to which Esc leads.
    """

    def __init__(self, stage: Stage, begin: Begin, controls: Sequence[Controls], back: Scene):
        self.stage, self.begin, self.given, self.back = stage, begin, list(controls), back
        self.next: Scene | None = None
        self.window = (1280, 720)
        self.devices, self.plays = Devices(stage.settings), not controls
        self.methods, self.chosen = list(METHOD_NAMES[:3]), 2 if controls else 0
        self.held = self.drags = False
        self.speed = self.frames = 0
        self.pointer: Corner = (0.0, 0.0)
        self.repeat = Repeat()
        self.restart(self.given)

    def restart(self, controls: Sequence[Controls], until: int = 0) -> None:
        """Begin anew, and come to a tick soon."""
        self.race, self.until = Race(self.begin, map(parse_method, self.methods), controls), until
        world = self.race.lanes[0].world
        self.clock = Clock(world.tick_rate)
        self.runs = [Pane(self.stage, world.room) for _ in self.race.lanes]
        for run, lane in zip(self.runs, self.race.lanes):
            run.history, run.clock = lane, self.clock

    @property
    def screen(self) -> Screen:
        """How the page lies on the window."""
        return Screen.fit(self.window)

    def picture(self, pane: int) -> pygame.Rect:
        """Return the pixels of a picture."""
        at = self.screen.rect((LEFTS[pane], TOP), (LEFTS[pane] + WIDE, TOP + HIGH))
        return at.clamp((0, 0), self.window)

    def wanted(self) -> Controls | None:
        """What the devices want now, of the player in the chosen picture; None if they are not
        asked."""
        run, at = self.runs[self.chosen], self.picture(self.chosen)
        scale, left, top = run.screen(at.size)
        screen = Screen(scale, left + at.left, top + at.top)
        return self.devices.controls(screen, run.player) if self.plays else None

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; a key that plays does nothing else."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.pointer = self.screen.world(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self.press(self.pointer)
            if self.pointer[1] > ROWS:
                return
        self.drags &= event.type not in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST)
        self.repeat.handle(event)
        meant = self.devices.action(event) if self.plays else None
        if self.plays:
            self.devices.handle(event)
        if meant == "away":
            self.held = True
        elif meant == "restart":
            self.do(pygame.K_r)
        elif meant == "pause" or (meant is None and menu_verb(event) == "back"):
            self.do(pygame.K_ESCAPE)
        elif meant is None and event.type == pygame.KEYDOWN:
            key = typed_key(event, {*BUTTONS, *ALSO})
            key = ALSO.get(key or 0, key)
            if key in (pygame.K_COMMA, pygame.K_PERIOD):
                self.repeat.hold(event, partial(self.do, key))
            else:
                self.do(key)

    def press(self, at: Corner) -> None:
        """The left button was pressed there, px of the page."""
        for key, box in PLACED:
            if is_in(at, box):
                self.do(key)
        for pane, left in enumerate(LEFTS):
            if is_in(at, ((left, TOP - 20), (left + WIDE, START[1] - 8))):
                self.chosen = pane
        self.drags = is_in(at, ((START[0] - 6, START[1] - 8), (END[0] + 6, END[1] + 8)))
        if self.drags:
            self.held = True
            self.slide()  # It may be let go before the next frame.

    def slide(self) -> None:
        """Go to the tick at which the slider is held."""
        tick = round(fraction(self.pointer[0], START[0], END[0]) * len(self.race.controls))
        if tick != self.race.ticks:
            self.seek(tick)

    def do(self, key: int | None) -> None:
        """Do what a key, or the button for it, says."""
        race = self.race
        self.held |= key in (pygame.K_COMMA, pygame.K_PERIOD)
        if key == pygame.K_ESCAPE:
            self.devices.release_all()
            self.next = self.back
        elif key == pygame.K_p:
            self.held = not self.held
        elif key == pygame.K_COMMA:
            self.seek(race.ticks - 1)
        elif key == pygame.K_PERIOD:
            self.tick(self.wanted())
        elif key in (pygame.K_MINUS, pygame.K_EQUALS):
            step = 1 if key == pygame.K_MINUS else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        elif key == pygame.K_TAB:
            self.chosen = (self.chosen + 1) % len(self.runs)
        elif key == pygame.K_v:
            place = METHOD_NAMES.index(self.methods[self.chosen])
            self.methods[self.chosen] = METHOD_NAMES[(place + 1) % len(METHOD_NAMES)]
            self.restart(race.controls, race.ticks)
        elif key == pygame.K_f and (differs := [*filter(None, race.differs)]):
            self.held = True
            self.seek(race.differs[self.chosen] or min(differs))
        elif key == pygame.K_r:
            self.restart(self.given)

    def tick(self, wanted: Controls | None) -> None:
        """Let a tick pass in all three."""
        self.race.tick(wanted, [run.tick for run in self.runs])

    def seek(self, tick: int) -> None:
        """Go to a tick; to one that was not run through yet soon."""
        for run in self.runs:
            run.seek(tick)
        self.race.ticks, self.until = max(run.world.ticks for run in self.runs), tick

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        race, clock = self.race, self.clock
        ticks = 0 if self.held else clock.advance(seconds, SPEEDS[self.speed])
        if race.ticks < self.until:
            ticks = min(CATCH_UP, self.until - race.ticks)
        wanted = self.wanted() if ticks else None
        for _ in in_time(ticks):
            self.tick(wanted)
        if self.held or (race.ticks == len(race.controls) and not self.plays):
            clock.alpha = 1.0
        for run in self.runs:
            run.drift(0.0 if self.held else seconds)
        self.repeat.update(seconds)
        if self.drags:
            self.slide()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        self.window = surface.get_size()
        canvas = blank_page(surface)
        look.draw_head(canvas, f"Three methods: {self.runs[0].room.title}", (), 0)
        notes = ["you play all three"] * self.plays + ["held"] * self.held
        words = "   ".join([*notes, SPEED_NAMES[self.speed]])
        canvas.text(words, (PAGE[0] - 8, 19), palette.QUIET, TEXT_SIZE, (1, 0.5))
        self.frames += 1
        for pane, run in enumerate(self.runs):
            run.turn = self.frames % len(self.runs) == pane
            self.draw_pane(canvas, pane)
            self.draw_numbers(canvas, pane)
        self.draw_track(canvas)
        for key, box in PLACED:
            words = "P play" if key == pygame.K_p and self.held else BUTTONS[key]
            look.draw_button(canvas, box, words, is_in(self.pointer, box))

    def draw_pane(self, canvas: Canvas, pane: int) -> None:
        """Draw a room, over it its method, and how it is."""
        run, at, left, right = self.runs[pane], self.picture(pane), LEFTS[pane], LEFTS[pane] + WIDE
        world, color = run.world, palette.PLAYER if pane == self.chosen else palette.TEXT
        run.draw(canvas.surface.subsurface(at), self.stage.overlay, notes=None)
        canvas.box((left, TOP), (right, TOP + HIGH), color, fill=0, width=0.5)
        canvas.text(world.method.name, (left, TOP - 10), color, TEXT_SIZE + 2, (0, 0.5), bold=True)
        x, y = run.screen(at.size).point(run.player)
        edge = min(max(x, 0.0), at.width), min(max(y, 0.0), at.height)
        words, low = f"tick {world.ticks:,}", TOP + HIGH - 12
        if (x, y) != edge:
            words, low = f"outside, {words}", TOP + HIGH / 2
            tip = pygame.Vector2(canvas.screen.world((at.left + edge[0], at.top + edge[1])))
            way = pygame.Vector2(x - edge[0], y - edge[1]).normalize()
            canvas.arrow(tuple(tip - 14 * way), tuple(tip), palette.PLAYER, 1.5)
        canvas.text(words, (right, TOP - 10), color, TEXT_SIZE, (1, 0.5))
        if world.outcome:
            middle, won = (left + WIDE / 2, low), world.outcome == "finished"
            canvas.box(*box_around(middle, (34, 9)), palette.BACKGROUND, fill=0.72)
            color = palette.GOAL if won else palette.LETHAL
            canvas.text(world.outcome, middle, color, TEXT_SIZE + 2, (0.5, 0.5), bold=True)

    def draw_numbers(self, canvas: Canvas, pane: int) -> None:
        """Write what a method came to, and when it parted from the first."""
        lane, tick, left = self.race.lanes[pane], self.race.differs[pane], LEFTS[pane]
        counted, told = lane.world.counters, lane.present
        numbers = [counted.contacts, counted.missed_by_discrete]
        numbers += [told.missed, told.invented, counted.inside, told.tests, told.microseconds]
        for k, (name, number) in enumerate(zip((*COUNTED, *WRONG, *COST), numbers)):
            y, wrong = ROWS + LINE_HEIGHT * k, name in WRONG and number > 0
            unasked = name in COST and lane.world.ticks and not told.tests
            words, color = f"{number:,}", palette.LETHAL if wrong else palette.TEXT
            words = "GLITCH" if unasked else words
            canvas.text(name, (left, y), palette.QUIET, TEXT_SIZE)
            canvas.text(words, (left + WIDE, y), color, TEXT_SIZE, (1, 0), bold=wrong)
        block = look.Block(UNTIL_NOW[pane > 0], palette.QUIET)
        if tick:
            block = look.Block(f"first difference at tick {tick:,}: {self.race.why[pane]}")
        look.draw_blocks(canvas, look.stack_blocks([block], (left, WHY), WIDE))

    def draw_track(self, canvas: Canvas) -> None:
        """Draw which tick that is, and a stroke where a difference began."""
        race, most = self.race, max(1, len(self.race.controls))
        words = f"tick {race.ticks:,} of {len(race.controls):,}"
        canvas.text(words, (LEFTS[0], START[1]), palette.TEXT, TEXT_SIZE, (0, 0.5))
        look.draw_track(canvas, START, END, race.ticks / most, palette.PLAYER)
        for tick in filter(None, race.differs):
            x, y = point_between(START, END, tick / most)
            canvas.bar((x, y - 6), (x, y + 6), palette.LETHAL, 1)
