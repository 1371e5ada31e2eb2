"""What does a frame of the game cost?

Drawn on SDL's dummy driver, at 1280x720, from the stored replays. The bare loop is what a frame
cannot do without: the same pygame calls, recorded in one frame and called again with the same
arguments and nothing in between.
"""

from __future__ import annotations

import gc
import tempfile
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
from support.staged import ROOMS, replay_of, stage

from game.resources import levels
from game.scenes.run.lab import GO, LabScene
from game.scenes.run.run import Run
from game.scenes.scene import Stage
from game.simulation.methods import METHODS, SWEEP
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.view import effects
from game.view.overlay import FIRST_CHOSEN, MODES

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
        rows.append(Row(what, median(taken), against, median(taken) / budget, at_most=1))
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
            rows.append(Row(what, time, against, time / bare, at_most=at_most))
    return rows


def storms(folder: Path) -> list[Row]:
    """A tick and a picture of the lab's storm, against the time that a frame has."""
    rows, against = [], f"a frame: {seconds(FPS)}"
    cases = (
        (1000, FIRST_CHOSEN, "boxes, swept volumes, contact ghosts", SWEEP),
        (5000, FIRST_CHOSEN, "boxes, swept volumes, contact ghosts", SWEEP),
        (5000, MODES["off"], "overlay off", SWEEP),
        (10_000, MODES["off"], "overlay off", SWEEP),
        (5000, MODES["off"], "overlay off, discrete", METHODS["discrete"]),
    )
    for movers, chosen, words, method in cases:
        scene = LabScene(stage(folder, overlay=chosen, method=method), "storm")
        scene.choose_movers(movers)
        surface, scene.paused = pygame.Surface(SIZE), False
        for _ in range(6):
            scene.run.tick(GO)
        tick, draw = frame(partial(scene.run.tick, GO), 20), frame(partial(scene.draw, surface), 20)
        n = scene.lab.movers  # Earlier versions had 5,000 at most.
        what = f"a storm of {n:,} among {n // 2:,}, {words}"
        rows.append(Row(what, tick + draw, against, (tick + draw) / FPS, at_most=1))
        rows.append(Row(f"{what}: its tick", tick, against, tick / FPS))
    return rows


def open_room(on: Stage, name: str) -> Run:
    """Return the run of a room's stored replay; it opens as in the program, without walls."""
    run = Run(on, load_room(levels()[name]), replay_of(name))
    run.effects.opening = getattr(effects, "NOT_DRAWN_YET", -1.0)  # Its name was another one.
    return run


def play(folder: Path, minutes: float) -> list[Row]:
    """Frames of minutes of play: the stored replays of all rooms, changes of room included."""
    pygame.display.init()
    surface = pygame.display.set_mode(SIZE)
    on, taken = stage(folder), []
    runs = (open_room(on, name) for name in cycle(ROOMS))
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
    parts = np.percentile(taken, (50, 99, 99.9, 100)).tolist()
    against = f"of {len(taken):,} frames, {minutes:g} minutes of play"
    names = ("median", "p99", "p99.9", "longest")
    return [Row(f"a frame of play, {name}", part, against) for name, part in zip(names, parts)]


def measure(minutes: float) -> list[Row]:
    """Return all rows of this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        return [*ticks(path), *pictures(path), *storms(path), *play(path, minutes)]
