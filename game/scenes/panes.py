"""What would other methods have made of the same controls?

Three pictures of a room, each moved by a method of its own, and under each what that came to. The
controls are those of a run; without any, the devices play all three at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from ..clock import Clock
from ..controls import LEFT_BUTTON, Devices, letter, menu_verb
from ..simulation.methods import Method, parse_method
from ..simulation.player import Controls
from ..simulation.world import Preview, World
from ..study.panes import Race
from ..view import figure as look
from ..view import palette
from ..view.canvas import Canvas, along
from ..view.figure import LETTER, PITCH, SIZE, Block, is_in
from ..view.page import PAGE
from ..view.room import draw_ground
from ..view.screen import Screen
from ..view.shapes import Box, Corner, box_at
from .live import part
from .play import METHODS, SPEED_NAMES, SPEEDS
from .run import Run
from .scene import Scene, Stage

WIDE, HIGH, TOP, ROWS, WHY = 204.0, 114.75, 56.0, 177.0, 272.0
"""px of the page: of a picture; and where pictures, their numbers and words on them begin."""
LEFTS, RIGHTS = (8.0, 218.0, 428.0), (212.0, 422.0, 632.0)
TRACK: tuple[Corner, Corner] = (110.0, 319.0), (626.0, 319.0)
"""The slider for the tick."""
UNTIL_NOW = ("the others are compared with this", "no difference until now")
"""What is said of the first pane, and of one that is still like it."""
CATCH_UP = 16
"""Ticks a frame, until a race that was begun anew is where it was before."""
VERBS = {
    "leave": "Esc leave",
    "hold": "P hold",
    "earlier": ", back",
    "later": ". tick",
    "slower": "- slower",
    "faster": "= faster",
    "pane": "Tab pane",
    "method": "V method",
    "difference": "F difference",
    "again": "R again",
}
KEYS = {
    pygame.K_ESCAPE: "leave",
    pygame.K_SPACE: "hold",
    pygame.K_p: "hold",
    pygame.K_COMMA: "earlier",
    pygame.K_PERIOD: "later",
    pygame.K_o: "later",
    pygame.K_MINUS: "slower",
    pygame.K_EQUALS: "faster",
    pygame.K_TAB: "pane",
    pygame.K_v: "method",
    pygame.K_f: "difference",
    pygame.K_r: "again",
}


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

    def __init__(
        self,
        stage: Stage,
        begin: Callable[[Method], World],
        controls: Sequence[Controls],
        back: Scene,
    ) -> None:
        self.stage, self.begin, self.given, self.back = stage, begin, list(controls), back
        self.next: Scene | None = None
        self.window = (1280, 720)
        self.devices = Devices(stage.settings)
        self.plays = not controls
        """Whether the devices do."""
        self.methods = list(METHODS[:3])
        self.chosen = 0 if self.plays else 2
        self.held, self.speed, self.frames = False, 0, 0
        self.pointer: Corner = (0.0, 0.0)
        self.drags = False
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
        return Screen.fit(self.window, PAGE)

    def picture(self, pane: int) -> pygame.Rect:
        """Return the pixels of a picture."""
        left = LEFTS[pane]
        return self.screen.rect((left, TOP), (left + WIDE, TOP + HIGH))

    def wanted(self) -> Controls | None:
        """What the devices want now, of the player in the chosen picture."""
        if not self.plays:
            return None
        run, at = self.runs[self.chosen], self.picture(self.chosen)
        screen = run.screen(at.size)
        screen = screen._replace(left=screen.left + at.left, top=screen.top + at.top)
        return self.devices.controls(screen, run.player)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; a key that plays does nothing else."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.pointer = self.screen.world(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            acts = [act for box, act in self.targets() if is_in(self.pointer, box)]
            for act in acts:
                act()
            if acts and self.pointer[1] > ROWS:
                return
        elif event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self.drags = False
        meant = self.devices.means(event) if self.plays else None
        if self.plays:
            self.devices.handle(event)
        if meant == "away":
            self.held = True
        elif meant == "restart":
            self.do("again")
        elif event.type == pygame.KEYDOWN and meant is None:
            self.do(KEYS.get(letter(event, KEYS) or 0))
        elif meant == "pause" or (not self.plays and menu_verb(event) == "back"):
            self.do("leave")

    def targets(self) -> list[tuple[Box, Callable[[], None]]]:
        """Return what can be pressed, and what that does."""
        (left, y), (right, _) = TRACK
        panes = [((low, TOP - 20), (high, y - 8)) for low, high in zip(LEFTS, RIGHTS)]
        return [
            *((box, partial(self.do, verb)) for verb, box in buttons()),
            *((box, partial(self.choose, k)) for k, box in enumerate(panes)),
            (((left - 6, y - 8), (right + 6, y + 8)), self.grasp),
        ]

    def choose(self, pane: int) -> None:
        """Let keys be for another pane."""
        self.chosen = pane

    def grasp(self) -> None:
        """Let the tick follow the pointer."""
        self.held = self.drags = True

    def do(self, verb: str | None) -> None:
        """Do what a key or a button says."""
        race = self.race
        if verb == "leave":
            self.devices.let_go()
            self.next = self.back
        elif verb == "hold":
            self.held = not self.held
        elif verb in ("earlier", "later"):
            self.held = True
            if verb == "later":
                self.tick(self.wanted())
            else:
                self.seek(race.ticks - 1)
        elif verb in ("slower", "faster"):
            step = 1 if verb == "slower" else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        elif verb == "pane":
            self.choose((self.chosen + 1) % len(self.runs))
        elif verb == "method":
            place = METHODS.index(self.methods[self.chosen])
            self.methods[self.chosen] = METHODS[(place + 1) % len(METHODS)]
            self.restart(race.controls, race.ticks)
        elif verb == "difference":
            found = race.differs[self.chosen] or min(filter(None, race.differs), default=None)
            if found:
                self.held = True
                self.seek(found)
        elif verb == "again":
            self.restart(self.given)

    def tick(self, wanted: Controls | None) -> None:
        """Let a tick pass in all three: one that is known, or a new one."""
        self.race.tick(wanted, [partial(run.tick, again=True) for run in self.runs])

    def seek(self, tick: int) -> None:
        """Go to a tick that was."""
        for run in self.runs:
            run.seek(tick)
        self.race.ticks, self.until = max(run.world.ticks for run in self.runs), 0

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        race = self.race
        ticks = 0 if self.held else self.clock.advance(seconds, SPEEDS[self.speed])
        if race.ticks < self.until:
            ticks = min(CATCH_UP, self.until - race.ticks)
        wanted = self.wanted() if ticks else None
        for _ in range(ticks):
            self.tick(wanted)
        if self.held or (race.ticks == len(race.controls) and not self.plays):
            self.clock.alpha = 1.0
        for run in self.runs:
            run.drift(0.0 if self.held else seconds)
        if self.drags:
            (left, _), (right, _) = TRACK
            tick = round(part(self.pointer[0], left, right) * len(race.controls))
            if tick != race.ticks:
                self.seek(tick)
                self.until = tick

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        self.window = surface.get_size()
        surface.fill(palette.BACKGROUND)
        canvas = Canvas(surface, self.screen)
        draw_ground(canvas, *PAGE)
        look.draw_head(canvas, f"Three methods: {self.runs[0].room.title}", (), 0)
        notes = ["you play all three"] * self.plays + ["held"] * self.held
        words = "   ".join([*notes, SPEED_NAMES[self.speed]])
        canvas.text(words, (PAGE[0] - 8, 19), palette.QUIET, SIZE, (1, 0.5))
        self.frames += 1
        for pane, run in enumerate(self.runs):
            run.turn = self.frames % len(self.runs) == pane
            self.draw_pane(canvas, pane)
        self.draw_track(canvas)
        for verb, box in buttons():
            words = "P go on" if verb == "hold" and self.held else VERBS[verb]
            look.draw_button(canvas, box, words, is_in(self.pointer, box))

    def draw_pane(self, canvas: Canvas, pane: int) -> None:
        """Draw a room, its method over it, and under it what that came to."""
        run, lane, left, right = self.runs[pane], self.race.lanes[pane], LEFTS[pane], RIGHTS[pane]
        is_on = pane == self.chosen
        color = palette.PLAYER if is_on else palette.TEXT
        at = self.picture(pane).clamp(canvas.surface.get_rect())
        run.draw(canvas.surface.subsurface(at), self.stage.overlay, notes=None)
        frame = palette.PLAYER if is_on else palette.QUIET
        canvas.box((left, TOP), (right, TOP + HIGH), frame, fill=0, width=0.5)
        canvas.text(lane.asked.name, (left, TOP - 10), color, SIZE + 2, (0, 0.5), bold=True)
        words = f"tick {lane.world.ticks:,}"
        if self.draw_outside(canvas, pane):
            words = f"outside, {words}"
        canvas.text(words, (right, TOP - 10), color, SIZE, (1, 0.5))
        if outcome := lane.world.outcome:
            middle = left + WIDE / 2, TOP + HIGH - 12
            canvas.box(*box_at(middle, (34, 9)), palette.BACKGROUND, fill=0.72)
            role = palette.GOAL if outcome == "finished" else palette.LETHAL
            canvas.text(outcome, middle, role, SIZE + 2, (0.5, 0.5), bold=True)
        counted, told = lane.world.counters, lane.present
        rows = (
            ("contacts", counted.contacts, 0),
            ("unseen by a look at the end", counted.missed_by_discrete, 0),
            ("missed, as the sweep says", told.missed, told.missed),
            ("invented", told.invented, told.invented),
            ("times inside a solid", counted.inside, counted.inside),
            ("pairs tested this tick", told.tests, 0),
            ("microseconds a tick", round(1e6 * told.seconds), 0),
        )
        for k, (name, number, wrong) in enumerate(rows):
            y, role = ROWS + PITCH * k, palette.LETHAL if wrong else palette.TEXT
            is_cost, is_asked = k > 4, told.tests or not lane.world.ticks
            words = "GLITCH" if is_cost and not is_asked else f"{number:,}"
            canvas.text(name, (left, y), palette.QUIET, SIZE)
            canvas.text(words, (right, y), role, SIZE, (1, 0), bold=wrong > 0)
        blocks = [Block(UNTIL_NOW[pane > 0], palette.QUIET)]
        if tick := self.race.differs[pane]:
            blocks = [Block(f"first difference at tick {tick:,}: {self.race.why[pane]}")]
        look.draw_blocks(canvas, look.stack(blocks, (left, WHY), WIDE))

    def draw_outside(self, canvas: Canvas, pane: int) -> bool:
        """Point to a player who is not in the picture; tell whether that is so."""
        run, at = self.runs[pane], self.picture(pane)
        x, y = run.screen(at.size).point(run.player)
        edge = min(max(x, 0.0), at.width), min(max(y, 0.0), at.height)
        if (x, y) == edge:
            return False
        tip = canvas.screen.world((at.left + edge[0], at.top + edge[1]))
        way = pygame.Vector2(x - edge[0], y - edge[1]).normalize()
        canvas.arrow(tuple(tip - 14 * way), tip, palette.PLAYER, 1.5)
        return True

    def draw_track(self, canvas: Canvas) -> None:
        """Draw which tick that is, of those run through, and a stroke where a difference began."""
        race, (start, end) = self.race, TRACK
        most = max(1, len(race.controls))
        words = f"tick {race.ticks:,} of {len(race.controls):,}"
        canvas.text(words, (8, start[1]), palette.TEXT, SIZE, (0, 0.5))
        look.draw_track(canvas, start, end, race.ticks / most, palette.PLAYER)
        for tick in filter(None, race.differs):
            x, y = along(start, end, tick / most)
            canvas.bar((x, y - 6), (x, y + 6), palette.LETHAL, 1)


def buttons() -> list[tuple[str, Box]]:
    """Return what the buttons at the foot do, and where they are, one beside the other."""
    placed, left = [], 8.0
    for verb, words in VERBS.items():
        right = left + LETTER * len(words) + 8
        placed.append((verb, ((left, 335.0), (right, 353.0))))
        left = right + 6
    return placed
