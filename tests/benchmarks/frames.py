"""What does a frame of the game cost?

Drawn on SDL's dummy driver, at 1280x720, from the stored replays. The bare loop is what a frame
cannot do without: the same pygame calls, recorded in one frame and called again with the same
arguments and nothing in between.
"""

from __future__ import annotations

import gc
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from unittest.mock import patch

import numpy as np
import pygame
from benchmarks.rows import Row, each, frame, now, seconds
from benchmarks.scene import DT, SIDE, arena
from staged import ROOMS, replay_of, stage

from game.collision import AABB
from game.resources import levels
from game.scenes.run import Run, remember
from game.simulation.elements import Slug
from game.simulation.levels import Room, load_room
from game.simulation.player import Controls
from game.simulation.world import World, straight_on
from game.view import palette
from game.view.canvas import Canvas
from game.view.overlay import CONTACT_STEPS, FIRST_CHOSEN, MODES, Past, Seen, draw_overlay
from game.view.room import draw_room
from game.view.screen import Screen

SIZE = (1280, 720)
SHOWN = ROOMS[0], ROOMS[8], ROOMS[11]
"""First Contact, Slug Cage, Sixteen Milliseconds."""
FPS = 1 / 60
AFTERWARDS = 60
"""Ticks that a room is shown after its exit."""
Call = Callable[[], object]


class Recorded(pygame.Surface):
    """A surface that writes down what is done to it."""

    calls: list[Call] | None = None

    def recorded(name):
        draws = getattr(pygame.Surface, name)

        def method(self, *arguments, **named):
            if Recorded.calls is not None:
                Recorded.calls.append(partial(draws, self, *arguments, **named))
            return draws(self, *arguments, **named)

        return method

    blit, blits, fblits, fill = map(recorded, ("blit", "blits", "fblits", "fill"))


@contextmanager
def recording() -> Iterator[list[Call]]:
    """Write down what is drawn meanwhile, on surfaces made meanwhile or Recorded anyway."""
    calls: list[Call] = []
    names = [name for name in dir(pygame.draw) if callable(getattr(pygame.draw, name))]

    def writes_down(draws):
        def function(*arguments, **named):
            calls.append(partial(draws, *arguments, **named))
            return draws(*arguments, **named)

        return function

    wrapped = {name: writes_down(getattr(pygame.draw, name)) for name in names}
    with patch.multiple(pygame.draw, **wrapped), patch.object(pygame, "Surface", Recorded):
        Recorded.calls = calls
        try:
            yield calls
        finally:
            Recorded.calls = None


def again(calls: list[Call]) -> None:
    """Do what was written down."""
    for call in calls:
        call()


def ticks(folder: Path) -> list[Row]:
    """A tick of each room, by its stored replay."""
    rows = []
    for name in ROOMS:
        run = Run(stage(folder), load_room(levels()[name]), replay_of(name))
        taken = each(partial(run.tick, Controls()), replay_of(name).ticks, 5.0)
        budget = 1 / run.world.tick_rate
        what = f"a tick of {run.room.title}"
        against = f"the time it stands for: {seconds(budget)}"
        rows.append(Row(what, seconds(median(taken)), against, median(taken) / budget, at_most=1))
    return rows


def pictures(folder: Path) -> list[Row]:
    """A frame of some rooms in the middle of their replay, without and with all layers."""
    rows = []
    for name in SHOWN:
        run = Run(stage(folder), load_room(levels()[name]), replay_of(name))
        for _ in range(replay_of(name).ticks // 2):
            run.tick(Controls())
        for mode, at_most in (("off", None), ("all", 2.5)):
            time = frame(partial(run.draw, pygame.Surface(SIZE), MODES[mode]))
            with recording() as calls:
                run.draw(Recorded(SIZE), MODES[mode])
            bare = frame(partial(again, calls))
            what = f"a frame of {run.room.title}, overlay {mode}"
            against = f"a bare loop of its {len(calls):,} calls: {seconds(bare)}"
            rows.append(Row(what, seconds(time), against, time / bare, at_most=at_most))
    return rows


class Storm:
    """Movers among walls, drawn as a room would draw them, as slugs, the whole arena in the window.

    The game has no storm of its own; its view has all that one needs.
    """

    def __init__(self, movers: int, walls: int, chosen: frozenset[int]) -> None:
        place = arena(movers, walls, 0)
        solids = tuple(map(AABB, as_tuples(place.wall_center), as_tuples(place.wall_half)))
        boxes = map(AABB, as_tuples(place.center), as_tuples(place.half))
        slugs = tuple(map(Slug, boxes, as_tuples(place.velocity)))
        far = (-100.0, -100.0)
        room = (
            "storm",
            "Storm",
            "",
            SIDE,
            SIDE,
            60,
            1,
            1,
            far,
            solids,
            (),
            slugs,
            (),
            (),
            (),
            None,
        )
        self.world = World(Room(*room))
        self.chosen, self.recent = chosen, deque[Past](maxlen=CONTACT_STEPS)
        self.surface = pygame.Surface(SIZE)
        self.canvas = Canvas(self.surface, Screen.fit(SIZE, (SIDE, SIDE)))

    def step(self) -> None:
        world, moves = self.world, self.world.space.velocity * DT
        world.step = world.space.step(DT)
        world.onward = straight_on(world.step, world.space, moves)
        remember(self.recent, world)

    def draw(self) -> None:
        world, centers = self.world, self.world.space.center
        self.surface.fill(palette.BACKGROUND)
        draw_room(self.canvas, world, centers, 0.0, (), 0.0)
        draw_overlay(self.canvas, Seen(world, centers, 0.0, self.recent), self.chosen)


def as_tuples(columns) -> list[tuple[float, float]]:
    return list(map(tuple, columns.tolist()))


def storms() -> list[Row]:
    """A step and a picture of a storm, against the time that a frame has."""
    rows = []
    cases = (
        (1000, 2000, FIRST_CHOSEN, "boxes, swept volumes, contact ghosts"),
        (5000, 5000, MODES["off"], "overlay off"),
    )
    for movers, walls, chosen, words in cases:
        storm = Storm(movers, walls, chosen)
        for _ in range(6):
            storm.step()
        step, draw = frame(storm.step, 20), frame(storm.draw, 20)
        what = f"a storm of {movers:,} among {walls:,}, {words}"
        measured = f"{seconds(step + draw)} ({seconds(step)} the step)"
        rows.append(Row(what, measured, f"a frame: {seconds(FPS)}", (step + draw) / FPS, at_most=1))
    return rows


def play(folder: Path, minutes: float) -> list[Row]:
    """Frames of the loop for so many minutes of play: the stored replays of all rooms, one after
    the other; to change the room is part of a frame."""
    pygame.display.init()
    surface = pygame.display.set_mode(SIZE)
    on, taken = stage(folder), []
    runs = (Run(on, load_room(levels()[name]), replay_of(name)) for name in cycle(ROOMS))
    run = next(runs)
    gc.freeze()  # As the program does.
    for _ in range(round(minutes * 60 / FPS)):
        begun = now()
        if run.ended > AFTERWARDS:
            run = next(runs)
        run.advance(FPS, 1.0, Controls)
        run.draw(surface, FIRST_CHOSEN)
        pygame.display.flip()
        taken.append(now() - begun)
    pygame.display.quit()
    parts = np.percentile(taken, (50, 99, 99.9, 100))
    against = f"of {len(taken):,} frames, {minutes:g} minutes of play"
    names = ("median", "p99", "p99.9", "longest")
    return [
        Row(f"a frame of play, {name}", seconds(part), against) for name, part in zip(names, parts)
    ]


def measure(minutes: float) -> list[Row]:
    """Return all rows of this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        return [*ticks(path), *pictures(path), *storms(), *play(path, minutes)]
