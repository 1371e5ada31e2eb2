"""What if this box were there, that large, and that fast?

The lab is a run that is held before its first tick, with the sweep of that tick ahead. What is in
it is changed by dragging it, or by the rows beside it; then it is let go. It is stepped, slowed,
rewound, inspected and switched to other methods as any other run, and begins again by itself once
A has come to rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import hypot
from typing import Any, NamedTuple

import numpy as np
import pygame

from ...collision import Kind, Response, sweep_batch
from ...controls import LEFT_BUTTON, WAYS, Repeat, letter, menu_verb
from ...simulation import lab
from ...simulation.lab import ARENA, SCENES, Body, Lab, LabRoom, LabWorld
from ...simulation.player import Controls
from ...simulation.replay import Replay
from ...study.explain import as_test, explain
from ...study.lesson import Pair
from ...study.pair import others_by_distance, pair_at
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.overlay import FIRST_CHOSEN, OverlayData, RecordedStep, draw_overlay
from ...view.screen import PAGE, Screen
from ...view.shapes import Box, Corner, box_around, boxes_around, is_in, pad_boxes
from ...view.widgets import LINE_HEIGHT
from ..scene import Stage
from .play import PlayScene
from .run import METHOD_NAMES, remember
from .timeline import FOOT as BELOW

GO = Controls(creep=(1, 0))
"""What a tick is recorded with: before the first one, idle controls would be waited for."""
BUTTONS: dict[str, Box] = {
    "go": ((452, 32), (520, 49)),
    "again": ((523, 32), (572, 49)),
    "copy": ((575, 32), (635, 49)),
}
COLUMN, TOP, FOOT = (450.0, 638.0), 54.0, 284.0
"""px of the page: from where to where the rows go, the first one's upper side, and their foot."""
STRIP, NEAR, BESIDE = 284.0, 9.0, 5.0
"""px of the page: the words below; around a handle, where a press still takes it; and from a
body's corner to the handle of its size."""
SHORTEST = 16.0
"""px from a body's middle to the tip of its velocity, however slow it is."""
FAR = 100
"""Ticks in which A may still meet what is looked at with it."""
COMPARED = 2
"""s that other methods play, where none was played yet."""
REST = 1.0
"""s for which A rests, or is lost, before all begins again."""
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THICKNESSES = [2.0**k for k in range(-6, 7)]
MOVERS = (100, 200, 500, 1_000, 2_000, lab.MOST_MOVERS)
SPEEDS = range(-12_000, 12_001, 60)
AHEAD = FIRST_CHOSEN - {0}
"""The layers in which the first tick is seen before it is let go: swept volumes and contacts."""
HINT = (
    "drag a body, the tip of its velocity or its corner   or arrows, Shift: by ten   N: next body"
)
STORM = (
    "every wall is shut; V for discrete: between two looks no wall is there, and they leave",
    "arrows: choose a row and change it, Shift: by ten   or press and drag the rows",
)


class Dial(NamedTuple):
    """A row: one of some choices."""

    words: str
    said: str
    place: int
    size: int
    choose: Callable[[int], None]
    goes_round: bool = True

    @property
    def part(self) -> float | None:
        """How far along its slider a number is."""
        return None if self.goes_round else self.place / (self.size - 1)

    def turn(self, steps: int) -> None:
        """Choose another; numbers end, all else goes round."""
        place = self.place + steps
        place = place % self.size if self.goes_round else min(max(place, 0), self.size - 1)
        if place != self.place:
            self.choose(place)


class LabScene(PlayScene):
    """The lab.

    Args:
        stage: what scenes share.
        scene: what it begins with, a name in SCENES.
    """

    def __init__(self, stage: Stage, scene: str = "thin wall") -> None:
        self.lab = lab.lab(scene, tick_rate=stage.tick_rate or 60)
        self.row = self.body = 0
        self.repeat = Repeat()
        self.drag: tuple[str, Corner] | None = None
        """What the pointer holds of a body, and how far beside it."""
        self.message = ""
        self.over = ""
        self.rest = 0.0
        super().__init__(replace(stage, tick_rate=None), -1)
        self.paused = True

    def load(self) -> LabRoom:
        """Return the lab's room."""
        return lab.lab_room(self.lab)

    def ghost(self) -> Replay | None:
        """Nobody was here before."""
        return None

    def restart(self) -> None:
        """Begin from the start, with all that was changed."""
        room = self.load()
        self.room, self.lab, self.rest = room, room.lab, 0.0
        super().restart()
        self.ahead = self.run.world.copy()
        if not self.is_storm:
            self.ahead.tick(GO)

    @property
    def is_storm(self) -> bool:
        """Whether bodies are too many to be changed one by one."""
        return self.lab.scene == "storm"

    def again(self) -> LabScene:
        """Begin again, held if it was; return this scene."""
        self.restart()
        return self

    def open_menu(self) -> None:
        """Ask what to do; whoever comes back finds it held if it was."""
        held = self.paused
        super().open_menu()
        self.paused = held

    def wanted(self) -> Controls:
        """Nothing is wanted of A."""
        return GO

    def known(self) -> Sequence[Controls]:
        """Before the first tick, some to come: nobody need play to see what methods differ in."""
        return super().known() or [GO] * (COMPARED * self.lab.tick_rate)

    def change(self, now: Lab) -> None:
        """Begin again with another lab."""
        self.lab, self.message = now, ""
        self.restart()

    def put(self, **changes: Any) -> None:
        """Change the body that is chosen, before the first tick."""
        bodies = [*self.lab.bodies]
        bodies[self.body] = bodies[self.body]._replace(**changes)
        self.paused = True
        self.change(self.lab._replace(bodies=tuple(bodies)))

    def choose_scene(self, name: str) -> None:
        """Begin with another scene."""
        self.body, self.paused = 0, True
        self.change(lab.lab(name, self.lab.thickness, self.lab.tick_rate, self.lab.movers))

    def go_to(self, index: int) -> None:
        """Begin with the scene before or after."""
        names = list(SCENES)
        place = names.index(self.lab.scene) + index - self.index
        self.choose_scene(names[place % len(names)])

    def vary(self, name: str, value: Any) -> None:
        """Begin again with one thing changed, by its name in Lab."""
        self.change(self.lab._replace(**{name: value}))

    def respond(self, response: int) -> None:
        """Begin again with another answer to contacts."""
        self.vary("response", Response(response))

    def thicken(self, thickness: float) -> None:
        """Begin again with walls of another thickness."""
        self.change(lab.thickened(self.lab, thickness))

    def choose_movers(self, movers: int) -> None:
        """Begin a storm of so many."""
        now = self.lab
        storm = lab.lab(now.scene, now.thickness, now.tick_rate, movers)
        self.change(storm._replace(response=now.response))

    def dials(self) -> list[Dial]:
        """Return the rows."""
        now, answer, method = self.lab, self.lab.response, self.run.world.method.name
        place = METHOD_NAMES.index(method) if method in METHOD_NAMES else 0
        rates = range(lab.RATES[0], lab.RATES[1] + 1)
        rows = [
            named("scene", [*SCENES], now.scene, self.choose_scene),
            number("movers", MOVERS, now.movers, "", self.choose_movers),
            number("tick rate", rates, now.tick_rate, " Hz", partial(self.vary, "tick_rate")),
            number("walls", THICKNESSES, now.thickness, " px thick", self.thicken),
            Dial("answer", answer.name.lower(), answer, len(Response), self.respond),
            Dial(
                "V method", method, place, len(METHOD_NAMES), lambda k: self.next_method(k - place)
            ),
        ]
        return rows if self.is_storm else [rows[0], *rows[2:], *self.body_dials()]

    @property
    def chosen(self) -> int:
        """The row that is chosen; another body may have fewer."""
        return min(self.row, len(self.dials()) - 1)

    def body_dials(self) -> list[Dial]:
        """Return the rows of the body that is chosen."""
        bodies, body = self.lab.bodies, self.lab.bodies[self.body]
        called = [f"{NAMES[k]} {each.kind}" for k, each in enumerate(bodies)]
        (left, top), (right, bottom) = ARENA.min, ARENA.max
        rows = [
            named("N body", called, called[self.body], lambda name: self.pick(called.index(name))),
            self.row_of("x", "center", 0, range(int(left), int(right) + 1)),
            self.row_of("y", "center", 1, range(int(top), int(bottom) + 1)),
            self.row_of("width", "half_extents", 0, range(1, 201)),
            self.row_of("height", "half_extents", 1, range(1, 201)),
        ]
        if body.kind in ("mover", "obstacle"):
            ways = enumerate(("velocity x", "velocity y"))
            rows += [self.row_of(words, "velocity", i, SPEEDS, " px/s") for i, words in ways]
        elif body.kind == "blade":
            rows.append(self.row_of("turns", "velocity", 0, range(-600, 601, 5), " turns/min"))
        return rows

    def row_of(
        self, words: str, field: str, axis: int, choices: Sequence[float], unit: str = " px"
    ) -> Dial:
        """Return the row of one of the chosen body's numbers; of half extents the whole."""
        scale = 2 if field == "half_extents" else 1
        values = getattr(self.lab.bodies[self.body], field)

        def choose(value: float) -> None:
            self.put(**{field: (*values[:axis], value / scale, *values[axis + 1 :])})

        return number(words, choices, values[axis] * scale, unit, choose)

    def pick(self, body: int) -> None:
        """Choose a body."""
        self.body = body % len(self.lab.bodies)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        meant, verb = self.devices.means(event), menu_verb(event)
        is_key = event.type == pygame.KEYDOWN
        by_pointer = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self.drag = None
        self.repeat.let_go(event)
        if self.cards or meant == "away":
            super().handle(event)
        elif by_pointer:
            at = self.run.still(self.window).world(event.pos)
            pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON
            if not self.point(at, pressed):
                super().handle(event)
        elif verb in WAYS:
            self.walk(verb, event)
        elif meant == "aim" or (is_key and event.key == pygame.K_RETURN):
            self.do("go")
        elif is_key and letter(event, (pygame.K_c,)):
            self.do("copy")
        elif is_key and letter(event, (pygame.K_n,)) and not self.is_storm:
            self.pick(self.body + (-1 if event.mod & pygame.KMOD_SHIFT else 1))
        else:
            super().handle(event)

    def do(self, verb: str) -> None:
        """Do what a button says."""
        self.message = ""
        if verb == "go":
            self.paused = not self.paused
        elif verb == "again":
            self.restart()
        elif verb == "copy":
            self.message = self.stage.copy(as_test(*self.pair()[0]))

    def pair(self) -> tuple[Pair, int]:
        """Return A and what it meets first in the tick to come, and the other's id; where that is
        nobody, what it would meet in many such ticks, or else the nearest body."""
        ahead = self.run.world.copy()
        ahead.tick(GO)
        me, step = ahead.player.id, ahead.step
        met = step.contacts.other[step.contacts.mover == me].tolist() if step else []
        if not met:
            now, rows = self.run.world.space, np.array(others_by_distance(self.run.world, me, 1.0))
            a, b = ((now.center[k], now.half_extents[k], ahead.moves[k] * FAR) for k in (me, rows))
            met = [int(rows[sweep_batch(*a, *b).u0.argmin()])]
        return pair_at(ahead, me, met[0], 0.0).case, met[0]

    def why(self) -> str:
        """Say what becomes of that pair."""
        case, other = self.pair()
        words = explain(*case).reason
        turns = other in self.run.world.blades
        return f"{words.partition(';')[0]} (the box around the blade)" if turns else words

    def walk(self, verb: str, event: pygame.event.Event) -> None:
        """Arrows choose a row, and change it; a number as long as the key is held."""
        times = 10 if event.dict.get("mod", 0) & pygame.KMOD_SHIFT else 1
        turn = partial(self.turn, times if verb == "right" else -times)
        if verb in ("up", "down"):
            self.row = (self.chosen + (1 if verb == "down" else -1)) % len(self.dials())
        elif self.dials()[self.chosen].goes_round:
            turn()
        else:
            self.repeat.hold(event, turn)

    def turn(self, steps: int) -> None:
        """Change the row that is chosen."""
        self.dials()[self.chosen].turn(steps)

    def box(self, row: int) -> Box:
        """Return where a row lies."""
        y = TOP + look.DIAL_ROW * row
        return (COLUMN[0], y), (COLUMN[1], y + look.DIAL_ROW)

    def point(self, at: Corner, pressed: bool) -> bool:
        """Take the pointer, px of the page; tell whether it was for the lab."""
        self.over = next((verb for verb, box in BUTTONS.items() if is_in(at, box)), "")
        if pressed and self.over:
            self.do(self.over)
            return True
        if pressed and at[0] >= COLUMN[0] and at[1] < FOOT:
            return self.press_row(at)
        if pressed and not self.run.world.ticks and (held := self.grasp(at)):
            self.drag = held
            return True
        if pressed and (not self.paused or not self.run.world.ticks) and at[1] < STRIP:
            self.do("go")
            return True
        if self.drag and not pressed:
            self.pull(at)
        return self.drag is not None

    def press_row(self, at: Corner) -> bool:
        """The pointer pressed a row: a name turns, a number begins to follow it."""
        dials = self.dials()
        row = int((at[1] - TOP) // look.DIAL_ROW)
        if 0 <= row < len(dials):
            self.row = row
            if dials[row].goes_round:
                dials[row].turn(1 if at[0] > sum(COLUMN) / 2 else -1)
            else:
                self.drag = "row", (0.0, 0.0)
                self.pull(at)
        return True

    def spots(self) -> dict[tuple[str, int], Corner]:
        """Return where handles are: the tips of velocities, and the chosen body's size."""
        spots, size = {}, self.lab.bodies[self.body]
        for k, body in enumerate(self.lab.bodies):
            if body.kind in ("mover", "obstacle"):
                spots["tip", k] = tip_of(body, self.lab.tick_rate)
        (x, y), (w, h) = size.center, size.half_extents
        spots["size", self.body] = x + w + BESIDE, y + h + BESIDE
        return spots

    def grasp(self, at: Corner) -> tuple[str, Corner] | None:
        """Take the handle that is near, or the smallest body there, and choose it."""
        if self.is_storm:
            return None
        far = {key: hypot(x - at[0], y - at[1]) for key, (x, y) in self.spots().items()}
        near = min(far, key=lambda key: far[key])
        if far[near] <= NEAR:
            self.body = near[1]
            return near[0], (0.0, 0.0)
        area = {
            k: body.half_extents[0] * body.half_extents[1]
            for k, body in enumerate(self.lab.bodies)
            if all(abs(a - c) <= h + 3 for a, c, h in zip(at, body.center, body.half_extents))
        }
        if not area:
            return None
        self.body = min(area, key=lambda k: area[k])
        x, y = self.lab.bodies[self.body].center
        return "body", (at[0] - x, at[1] - y)

    def pull(self, at: Corner) -> None:
        """Let what is held follow the pointer, in whole px."""
        kind, beside = self.drag or ("", (0.0, 0.0))
        center = self.lab.bodies[self.body].center
        way = [round(a - c) for a, c in zip(at, center)]
        if kind == "row":
            left, right = look.dial_track(self.box(0))
            dial = self.dials()[self.chosen]
            dial.turn(round((at[0] - left) / (right - left) * (dial.size - 1)) - dial.place)
        elif kind == "body":
            self.put(center=tuple(float(round(a - b)) for a, b in zip(at, beside)))
        elif kind == "tip":
            self.put(velocity=tuple(float(x * self.lab.tick_rate) for x in way))
        elif kind == "size":
            self.put(half_extents=tuple(max(0.5, x - BESIDE) for x in way))

    def update(self, seconds: float) -> None:
        """Let real time pass; once A rests or is lost, all begins again."""
        self.repeat.update(seconds)
        super().update(seconds)
        self.timeline.rows = BELOW
        world = self.run.world
        if self.paused or self.cards or self.next or self.is_storm or not world.ticks:
            return
        center, velocity = (column[world.player.id] for column in (world.space.center, world.moves))
        low, high = self.lab.arena.min, self.lab.arena.max
        is_lost = bool(((center < low) | (center > high)).any())
        self.rest = self.rest + seconds if is_lost or not velocity.any() else 0.0
        if self.rest >= REST:
            self.restart()

    def notes(self) -> list[str]:
        """What was copied, or what is unusual."""
        return [self.message] if self.message else super().notes()

    def bound(self) -> list[tuple[str, str]]:
        """Return the keys of the lab."""
        return [
            ("Space, Enter", "let it go, hold it"),
            ("arrows, Shift", "choose a row, change it; by ten"),
            ("N, Shift N", "the next body, the one before"),
            ("C", "copy A and what it meets as a test"),
        ]

    def draw_more(self, canvas: Canvas) -> None:
        """Draw what the first tick will do, the rows, and what can be pressed."""
        run = self.run
        if self.is_storm:
            self.draw_lost(Canvas(canvas.surface, run.screen(self.window)))
        elif not run.world.ticks:
            steps = deque[RecordedStep]()
            remember(steps, self.ahead)
            draw_overlay(canvas, OverlayData(self.ahead, run.world.space.center, 0.0, steps), AHEAD)
            self.draw_handles(canvas)
        canvas.box((COLUMN[0], 26.0), (COLUMN[1], FOOT), palette.BACKGROUND, fill=0.86)
        words = "Space go" if self.paused else "Space hold"
        for (verb, box), said in zip(BUTTONS.items(), (words, "R again", "C as test")):
            look.draw_button(canvas, box, said, verb == self.over)
        chosen = self.chosen
        for k, dial in enumerate(self.dials()):
            look.draw_dial(canvas, self.box(k), dial.words, dial.said, dial.part, k == chosen)
        if self.is_storm:
            assert isinstance(run.world, LabWorld)
            lost, middle = run.world.lost, sum(COLUMN) / 2
            color = palette.LETHAL if lost else palette.GOAL
            canvas.text(f"{lost:,}", (middle, 210), color, 44, (0.5, 0.5), bold=True)
            words = f"of {self.lab.movers:,} have left the box"
            canvas.text(words, (middle, 242), palette.TEXT, look.TEXT_SIZE, (0.5, 0.5))
        if not (self.paused and run.history.end):
            hints = STORM if self.is_storm else (self.why(), HINT)[: 1 + self.paused]
            canvas.box((8, STRIP), (632, STRIP + 2 * LINE_HEIGHT), palette.BACKGROUND, fill=0.72)
            for k, line in enumerate(hints):
                color = palette.QUIET if k else palette.TEXT
                canvas.text(line, (14, STRIP + 1 + LINE_HEIGHT * k), color, look.TEXT_SIZE)

    def draw_lost(self, canvas: Canvas) -> None:
        """Draw what a storm is shut in by, and let the movers glow that left it."""
        world, arena = self.run.world, self.lab.arena
        frame = arena.expanded((self.lab.thickness / 2,) * 2)
        canvas.box(frame.min, frame.max, palette.WALL, fill=0, width=self.lab.thickness)
        center, half = world.space.center, world.space.half_extents
        at = world.step.paths.at(self.run.u, center) if world.step else center
        out = ((at < arena.min) | (at > arena.max)).any(axis=1) & (world.space.kind == Kind.MOVER)
        glow = boxes_around(at[out], half[out])
        page = Screen.fit(self.window)
        canvas.surface.set_clip(page.rect((-PAGE[0], 24), (2 * PAGE[0], 338)))
        for wide, fill in ((3.0, 0.3), (0.0, 1.0)):
            canvas.boxes(pad_boxes(glow, wide * self.lab.zoom / 2), palette.PLAYER, fill)
        canvas.surface.set_clip(None)

    def draw_handles(self, canvas: Canvas) -> None:
        """Draw which body is chosen, and what can be dragged."""
        body = self.lab.bodies[self.body]
        low, high = box_around(body.center, [h + 2 for h in body.half_extents])
        canvas.box(low, high, palette.PLAYER, fill=0, width=0.6, dashed=True)
        for (kind, k), at in self.spots().items():
            chosen = k == self.body
            if kind == "tip":
                color = palette.PLAYER if chosen else palette.SWEPT
                canvas.arrow(self.lab.bodies[k].center, at, color, 0.5)
            look.draw_handle(canvas, at, chosen)


def tip_of(body: Body, tick_rate: int) -> Corner:
    """Return where a body's velocity ends: so far it goes in a tick, as far as that is seen."""
    (x, y), way = body.center, [v / tick_rate for v in body.velocity]
    far = hypot(*way)
    way = [w * max(1.0, SHORTEST / far) for w in way] if far else [SHORTEST, 0.0]
    part = 1.0
    for c, w, low, high in zip(body.center, way, ARENA.min, ARENA.max):
        edge = high if w > 0 else low
        part = min(part, (edge - c) / w) if w else part
    return x + way[0] * part, y + way[1] * part


def named(words: str, names: Sequence[str], now: str, choose: Callable[[str], None]) -> Dial:
    """Return a row of names."""
    place = names.index(now)
    return Dial(words, now, place, len(names), lambda k: choose(names[k]))


def number(
    words: str, choices: Sequence[Any], now: float, unit: str, choose: Callable[[Any], None]
) -> Dial:
    """Return a row of numbers, at the nearest of its choices."""
    place = min(range(len(choices)), key=lambda k: abs(choices[k] - now))
    said = f"1/{round(1 / now)}" if 0 < now < 1 and (1 / now).is_integer() else f"{now:,.6g}"
    return Dial(words, said + unit, place, len(choices), lambda k: choose(choices[k]), False)
