"""What would other methods have made of the same controls?

Three pictures of a room, each moved by its own method, and under each picture the cost
and the errors of that method. The controls are those of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from ...clock import Clock, in_time
from ...controls import Repeat
from ...simulation.methods import parse_method
from ...simulation.player import Controls
from ...study.comparison import Begin, Race
from ...study.prose import term_lines
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas, point_between
from ...view.page import blank_page
from ...view.screen import PAGE, Screen
from ...view.shapes import Box, box_around
from ..scene import Scene, Stage
from ..shell.menu import Buttons, PageScene, button_row
from .run import METHOD_NAMES, SPEED_NAMES, SPEEDS, Run

PANES: list[Box] = [
    ((left, 56.0), (left + 204.0, 170.75)) for left in (8.0, 218.0, 428.0)
]
NUMBERS_TOP, DIFFERENCE_TOP = 177.0, 272.0
"""px of the page: the pictures, and y of the numbers and of the difference below
them."""
TICKS: Box = ((110.0, 319.0), (626.0, 319.0))
"""px of the page: the line of ticks."""
MOST_SOUGHT = 16
"""Ticks a frame, at most, until a race that begins again is where it was before."""
NO_DIFFERENCE = ("the others are compared with this one", "no difference so far")
"""The text under the first pane, and under one that does not differ from it."""
COUNTED = ("contacts", "unseen at tick ends")
WRONG = ("hits missed", "hits invented", "times inside a solid")
COST = "microseconds a tick"
PANE_LABELS = {
    "back": "Esc leave",
    "p": "P hold",
    ",": ", back",
    ".": ". tick",
    "-": "- slower",
}
PANE_LABELS |= {
    "=": "= faster",
    "\t": "Tab",
    "v": "V method",
    "f": "F difference",
    "r": "R again",
}
"""The labels of the buttons, by the characters of their keys."""
PANE_BUTTONS = button_row(PANE_LABELS, (PANES[0][0][0], 335.0), 18.0)
PANE_KEYS = {ord(key): key for key in PANE_LABELS if key != "back"}
PANE_KEYS |= {pygame.K_ESCAPE: "back", pygame.K_BACKSPACE: "back", pygame.K_SPACE: "p"}
PANE_KEYS[pygame.K_o] = "."


class TextlessCanvas(Canvas):
    """A canvas on which text would be too small to read."""

    def text(self, *_: object, **__: object) -> None:
        """Write nothing."""


class Pane(Run):
    """A run in a small picture."""

    canvas, previews = TextlessCanvas, False


class CompareScene(PageScene):
    """Three methods side by side, of which the last can be changed.

    Args:
        stage: what scenes share.
        begin: makes a world, before its first tick, that a method moves.
        controls: of a run.
        back: the scene to which Esc leads.
    """

    keys = PANE_KEYS

    def __init__(
        self, stage: Stage, begin: Begin, controls: Sequence[Controls], back: Scene
    ):
        super().__init__(stage, back)
        self.begin, self.recorded = begin, list(controls)
        self.methods = list(METHOD_NAMES[:3])
        self.held = False
        self.speed = 0
        self.repeat = Repeat()
        self.restart(self.recorded)

    def restart(self, controls: Sequence[Controls], target: int = 0) -> None:
        """Begin again, and go to a tick within the next frames."""
        methods = map(parse_method, self.methods)
        self.race, self.target = Race(self.begin, methods, controls), target
        world = self.race.lanes[0].world
        self.clock = Clock(world.tick_rate)
        self.runs = [Pane(self.stage, world.room) for _ in self.race.lanes]
        for run, lane in zip(self.runs, self.race.lanes):
            run.history, run.clock = lane, self.clock

    @property
    def buttons(self) -> Buttons:
        """The buttons; that of P names what it does."""
        label, box = PANE_BUTTONS["p"]
        return PANE_BUTTONS | {"p": ("P play" if self.held else label, box)}

    def picture(self, pane: int) -> pygame.Rect:
        """Return the rectangle of a picture in the window."""
        return Screen.fit(self.window).rect(*PANES[pane]).clamp((0, 0), self.window)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        self.repeat.handle(event)
        super().handle(event)

    def do_by_key(self, verb: str, event: pygame.event.Event) -> None:
        """Do what a key names; those of time repeat while they are held down."""
        if verb in (",", "."):
            self.repeat.hold(event, partial(self.do, verb))
        else:
            self.do(verb)

    def do(self, verb: str) -> None:
        """Do what a key, or its button, names."""
        race = self.race
        self.held |= verb in (",", ".")
        if verb == "back":
            self.next = self.back
        elif verb == "p":
            self.held = not self.held
        elif verb == ",":
            self.seek(race.ticks - 1)
        elif verb == ".":
            self.tick()
        elif verb in ("-", "="):
            self.speed = max(
                0, min(len(SPEEDS) - 1, self.speed + (1 if verb == "-" else -1))
            )
        elif verb == "\t":
            self.stage.next_overlay()
        elif verb == "v":
            place = METHOD_NAMES.index(self.methods[2])
            self.methods[2] = METHOD_NAMES[(place + 1) % len(METHOD_NAMES)]
            self.restart(race.controls, race.ticks)
        elif verb == "f" and (differs := [*filter(None, race.first_differences)]):
            self.held = True
            self.seek(min(differs))
        elif verb == "r":
            self.restart(self.recorded)

    def tick(self) -> None:
        """Do a tick in all three."""
        self.race.tick([run.tick for run in self.runs])

    def seek(self, tick: int) -> None:
        """Go to a tick, within the next frames if it is new."""
        for run in self.runs:
            run.seek(tick)
        self.race.ticks, self.target = max(run.world.ticks for run in self.runs), tick

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        race, clock = self.race, self.clock
        ticks = 0 if self.held else clock.advance(seconds, SPEEDS[self.speed])
        if race.ticks < self.target:
            ticks = min(MOST_SOUGHT, self.target - race.ticks)
        for _ in in_time(ticks):
            self.tick()
        if self.held or race.ticks == len(race.controls):
            clock.alpha = 1.0
        for run in self.runs:
            run.drift(0.0 if self.held else seconds)
        self.repeat.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        super().draw(surface)
        canvas = blank_page(surface)
        look.draw_head(canvas, f"Three methods: {self.runs[0].room.title}", (), 0)
        status = "   ".join([*["held"] * self.held, SPEED_NAMES[self.speed]])
        canvas.text(status, (PAGE[0] - 8, 19), palette.QUIET, look.TEXT_SIZE, (1, 0.5))
        for pane in range(len(self.runs)):
            self.draw_pane(canvas, pane)
            self.draw_numbers(canvas, pane)
        self.draw_track(canvas)
        self.draw_buttons(canvas)

    def draw_pane(self, canvas: Canvas, pane: int) -> None:
        """Draw a room, and its method, tick and outcome."""
        run, at, ((left, top), (right, foot)) = (
            self.runs[pane],
            self.picture(pane),
            PANES[pane],
        )
        world, color = run.world, palette.TEXT
        run.draw(canvas.surface.subsurface(at), self.stage.overlay, notes=None)
        canvas.box((left, top), (right, foot), color, fill=0, width=0.5)
        large = look.TEXT_SIZE + 2
        canvas.text(
            world.method.name, (left, top - 10), color, large, (0, 0.5), bold=True
        )
        canvas.text(
            f"tick {world.ticks:,}", (right, top - 10), color, look.TEXT_SIZE, (1, 0.5)
        )
        if world.outcome:
            middle, won = ((left + right) / 2, foot - 12), world.outcome == "finished"
            canvas.box(*box_around(middle, (34, 9)), palette.BACKGROUND, fill=0.72)
            color = palette.GOAL if won else palette.LETHAL
            canvas.text(world.outcome, middle, color, large, (0.5, 0.5), bold=True)

    def draw_numbers(self, canvas: Canvas, pane: int) -> None:
        """Draw a method's errors and cost, and where it first differs from the first
        method."""
        lane, tick = self.race.lanes[pane], self.race.first_differences[pane]
        (left, _), (right, _) = PANES[pane]
        counted, stats = lane.world.counters, lane.present
        numbers = [counted.contacts, counted.missed_by_discrete]
        numbers += [stats.missed, stats.invented, counted.inside, stats.microseconds]
        for k, (name, number) in enumerate(zip((*COUNTED, *WRONG, COST), numbers)):
            y, is_wrong = (
                NUMBERS_TOP + look.LINE_HEIGHT * k,
                name in WRONG and number > 0,
            )
            value, color = f"{number:,}", palette.LETHAL if is_wrong else palette.TEXT
            canvas.text(name, (left, y), palette.QUIET, look.TEXT_SIZE)
            canvas.text(value, (right, y), color, look.TEXT_SIZE, (1, 0), bold=is_wrong)
        reason = f"first difference at tick {tick or 0:,}: {self.race.reasons[pane]}"
        block = look.Block(reason if tick else NO_DIFFERENCE[pane > 0])
        placed = look.stack_blocks(
            [block], (left, DIFFERENCE_TOP), right - left, term_lines
        )
        look.draw_blocks(canvas, placed)

    def draw_track(self, canvas: Canvas) -> None:
        """Draw the line of ticks, and a stroke where each method first differs."""
        race, most = self.race, max(1, len(self.race.controls))
        position = f"tick {race.ticks:,} of {len(race.controls):,}"
        canvas.text(
            position,
            (PANES[0][0][0], TICKS[0][1]),
            palette.TEXT,
            look.TEXT_SIZE,
            (0, 0.5),
        )
        look.draw_track(canvas, *TICKS, race.ticks / most, palette.PLAYER, thin=True)
        for tick in filter(None, race.first_differences):
            x, y = point_between(*TICKS, tick / most)
            canvas.bar((x, y - 6), (x, y + 6), palette.LETHAL, 1)
