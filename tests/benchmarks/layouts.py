"""Which layouts of walls, and which movers, are hard for a step?

A step of each against one of a usual world, in which movers and walls of 4 x 4 px, n of both, are
spread over a square of 40 sqrt(n) px, and move at 200 px/s. The limits are what a layout may cost:
in the corridor each ball has 64 contacts, in a usual step few have one.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from benchmarks.rows import Row, now, seconds
from benchmarks.scene import DT

from game.collision import Response, Space

USUAL = (1, 20, 200, 1_000, 5_000, 10_000)
"""Movers, and walls, of the usual worlds that are measured."""
EDGE = 2.0**20
"""px: how far from the origin a world may reach."""
REPEATS = 5
"""Worlds of each kind; the fastest counts."""
CROWD = 2_000
"""Movers that all notice each other."""


class Layout(NamedTuple):
    """A world, and what a step of it may take."""

    what: str
    make: Callable[[], Space]
    usual: int
    """The movers of the usual world that it is compared with."""
    at_most: float
    """The ratio of its time to that of a usual step that is wanted at most."""
    step: int = 2
    """Which step is timed. In the first, movers are pushed out of walls, and the grid is made."""


def directions(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n unit vectors."""
    turn = rng.uniform(0, 2 * np.pi, n)
    return np.stack((np.cos(turn), np.sin(turn)), axis=1)


def usual(n: int) -> Space:
    """n movers and n walls, spread evenly."""
    rng = np.random.default_rng(1)
    side = 40 * np.sqrt(n)
    space = Space()
    space.add_walls(rng.uniform(0, side, (n, 2)), 2.0)
    place = rng.uniform(0, side, (n, 2))
    space.add_movers(place, 2.0, 200 * directions(rng, n), Response.BOUNCE)
    return space


def distant_wall(n: int) -> Space:
    """A usual world, and one wall at the edge of what a world may hold."""
    space = usual(n)
    space.add_walls([EDGE - 1, EDGE - 1], 1.0)
    return space


def distant_town(n: int, walls: int) -> Space:
    """A usual world, and a few walls close to each other, far away."""
    space = usual(n)
    rng = np.random.default_rng(2)
    space.add_walls(EDGE / 2 + rng.uniform(0, 300, (walls, 2)), 2.0)
    return space


def corridor(movers: int, walls: int) -> Space:
    """Long walls side by side, and balls in between so fast that each has 64 contacts in a step."""
    space = Space()
    x = 20.0 * np.arange(walls)
    space.add_walls(np.stack((x, np.zeros(walls)), axis=1), [1.0, 200.0])
    k = np.arange(movers)
    place = np.stack((x[k % (walls - 1)] + 10, k * 7 % 150 - 75.0), axis=1)
    space.add_movers(place, 4.0, [1e9, 3.0], Response.BOUNCE)
    return space


def fence(walls: int, movers: int) -> Space:
    """Walls as long as the world, along x and along y, and a mover in some of the gaps."""
    space = Space()
    x = 4.0 * np.arange(walls)
    middle = np.full(walls, 2.0 * walls)
    space.add_walls(np.stack((middle, x), axis=1), [2.0 * walls, 0.5])
    space.add_walls(np.stack((x, middle), axis=1), [0.5, 2.0 * walls])
    rng = np.random.default_rng(3)
    place = 4.0 * rng.integers(0, walls - 1, (movers, 2)) + 2
    way = directions(rng, movers)
    speed = rng.uniform(0, 2000, (movers, 1))
    space.add_movers(place, 1.0, speed * way, Response.BOUNCE)
    return space


def pebbles(count: int, posts: int = 0) -> Space:
    """A wide mover that starts on many small walls, out of which it is pushed. Posts on its four
    sides leave it thousands of free places, but no way to any of them."""
    rng = np.random.default_rng(4)
    space = Space()
    space.add_walls(rng.uniform(-55, 55, (count, 2)), 0.5)
    ring = np.array([(61, 0), (-61, 0), (0, 61), (0, -61)])
    space.add_walls(ring[:posts], 0.5)
    space.add_movers([0, 0], 60.0, [0, 0], Response.SLIDE)
    return space


def crowd(n: int) -> Space:
    """Movers in one place that all notice each other."""
    rng = np.random.default_rng(5)
    space = Space()
    speed = rng.uniform(-5, 5, (n, 2))
    space.add_movers(rng.uniform(0, 10, (n, 2)), 10.0, speed, Response.SLIDE, notices=True)
    return space


LAYOUTS = (
    Layout("one wall 2^20 px away", partial(distant_wall, 10_000), 10_000, 3),
    Layout("fifty walls 2^19 px away", partial(distant_town, 10_000, 50), 10_000, 5),
    Layout("8 balls in a corridor of 1,000 walls", partial(corridor, 8, 1_000), 1_000, 50),
    Layout("999 balls in that corridor", partial(corridor, 999, 1_000), 1_000, 200),
    Layout("2,000 movers in a fence of 4,000 long walls", partial(fence, 2_000, 2_000), 2_000, 150),
    Layout("one mover pushed out of 300 pebbles", partial(pebbles, 300), 300, 500, step=1),
    Layout("the same, with no way out", partial(pebbles, 300, 4), 300, 500, step=1),
)


def seconds_of_step(make: Callable[[], Space], step: int) -> float:
    """Return how long this step of a world takes, the first being 1."""
    taken = []
    for _ in range(REPEATS):
        space = make()
        for _ in range(step - 1):
            space.step(DT)
        begun = now()
        space.step(DT)
        taken.append(now() - begun)
    return min(taken)


def usual_worlds() -> list[Row]:
    """Steps of usual worlds: their times, for a comparison with another revision."""
    return [
        Row(f"{n:,} movers and walls, spread evenly", seconds_of_step(partial(usual, n), 2))
        for n in USUAL
    ]


def layouts() -> list[Row]:
    """Steps of layouts, against those of usual worlds."""
    rows = []
    for layout in LAYOUTS:
        base = seconds_of_step(partial(usual, layout.usual), 2)
        time = seconds_of_step(layout.make, layout.step)
        against = f"{layout.usual:,} spread evenly: {seconds(base)}"
        rows.append(Row(layout.what, time, against, time / base, at_most=layout.at_most))
    return rows


def memory() -> list[Row]:
    """The memory of a step that reports millions of touches, against that of its report."""
    space = crowd(CROWD)
    tracemalloc.start()
    report = space.step(DT)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    size = sum(column.nbytes for table in report for column in table)
    what = f"the memory of {CROWD:,} movers that all notice each other"
    against = f"their report: {size / 2**20:.4g} MiB"
    return [Row(what, peak / 2**20, against, peak / size, at_most=2, unit="MiB")]
