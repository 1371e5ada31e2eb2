"""Does anything ever get through?

Random arenas, mixed speeds, millions of steps of movers; every step is audited from outside. The
first failure ends the run and is written down as a scene that tests/conformance can replay.

    python tests/soak.py --steps 1000000 --seed 1
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent)]

from audit import audit
from conformance.runner import scene_of

from game.collision import Kind, Response, Space

DT = 1 / 120
COUNTS = 5, 1000
"""Movers in an arena: a few are followed one by one, many in columns."""
STEPS_PER_ARENA = 20
SPEEDS = ((0.9, 2, 4), (0.099, 4, 7), (0.001, 7, 9))
"""Part of the movers, and the powers of ten between which their speed lies, px/s."""


class Arena(NamedTuple):
    """A closed place: a mover belongs between low and high, (N, 2), as seen from the anchor."""

    space: Space
    movers: np.ndarray
    low: np.ndarray
    high: np.ndarray
    anchor: int | None
    """An obstacle that moves with the place; None: the place rests."""

    def inside(self) -> np.ndarray:
        """Tell of each mover whether it is where it belongs."""
        center = self.space.center[self.movers]
        if self.anchor is not None:
            center = center - self.space.center[self.anchor]
        return ((self.low < center) & (center < self.high)).all(axis=1)


class Totals(NamedTuple):
    """What a soak counted; the first five are sums over mover-steps."""

    steps: int = 0
    contacts: int = 0
    crushed: int = 0
    escaped: int = 0
    inside: int = 0
    faster: int = 0


def velocities(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n velocities of the mixture SPEEDS, some along an axis, some exactly diagonal."""
    parts, low, high = zip(*SPEEDS)
    kind = rng.choice(len(parts), n, p=parts)
    speed = 10 ** rng.uniform(np.array(low)[kind], np.array(high)[kind])
    turn = rng.uniform(0, 2 * np.pi, n)
    way = np.stack([np.cos(turn), np.sin(turn)], 1)
    return np.where(rng.random((n, 1)) < 0.1, np.sign(way.round()), way) * speed[:, None]


def add_movers(space: Space, rng: np.random.Generator, center: np.ndarray, most: float):
    n = len(center)
    half = rng.choice([0.0, 0.5, 2.0, most], (n, 1)) * np.ones(2)
    return space.add_movers(
        center, half, velocities(rng, n), rng.choice([Response.SLIDE, Response.BOUNCE], n)
    )


def maze(rng: np.random.Generator, n: int) -> Arena:
    """Closed square cells with walls of 1 px, somewhere in the world, on a grid or off it."""
    count = 6
    size = rng.choice([40.0, 32.1, rng.uniform(20, 60)])
    corner = rng.choice([0.0, 0.1, rng.uniform(-1e6, 1e6)], 2)
    space = Space()
    lines = np.arange(count + 1) * size
    along = np.full(count + 1, count * size / 2)
    half = np.tile([0.5, count * size / 2 + 0.5], (count + 1, 1))
    space.add_walls(corner + np.stack([lines, along], 1), half)
    space.add_walls(corner + np.stack([along, lines], 1), half[:, ::-1])
    cell = rng.integers(0, count, (n, 2))
    low = corner + cell * size
    center = low + rng.uniform(5, size - 5, (n, 2))
    return Arena(space, add_movers(space, rng, center, 4.0), low, low + size, None)


def frame(rng: np.random.Generator, n: int, side: float, add: Callable) -> np.ndarray:
    """Add four solids around the origin and return n places within."""
    reach = side / 2
    center = [[-reach, 0], [reach, 0], [0, -reach], [0, reach]]
    add(center, [[1, reach + 1], [1, reach + 1], [reach + 1, 1], [reach + 1, 1]])
    return rng.uniform(6 - reach, reach - 6, (n, 2))


def room(rng: np.random.Generator, n: int) -> Arena:
    """A closed room full of thin walls, some flush, and of obstacles that go their ways."""
    space, side = Space(), 400.0
    places = frame(rng, n, side, space.add_walls)
    some = rng.uniform(-180, 180, (24, 2))
    some = some if rng.random() < 0.5 else some.round()
    thin = np.where(rng.random((24, 1)) < 0.5, [[0.5, 12]], [[12, 0.5]])
    space.add_walls(some, thin)
    tiles = np.stack([np.arange(-8, 8) * 8.1, np.full(16, rng.uniform(-100, 100))], 1)
    space.add_walls(tiles, [4.05, 2.0])
    way = rng.uniform(-600, 600, (6, 2))
    space.add_obstacles(rng.uniform(-150, 150, (6, 2)), rng.uniform(1, 12, (6, 2)), way)
    ids = add_movers(space, rng, places, 4.0)
    reach = np.full((n, 2), side / 2)
    return Arena(space, ids, -reach, reach, None)


def moving_frame(rng: np.random.Generator, n: int) -> Arena:
    """Four walls that go up to 60,000 px/s and turn when they like, with slabs that cross them."""
    space, side = Space(), rng.uniform(60, 200)
    velocity = rng.uniform(-6e4, 6e4, 2)
    places = frame(rng, n, side, lambda c, h: space.add_obstacles(c, h, velocity))
    anchor = space.ids(Kind.OBSTACLE)[0]
    slabs = rng.uniform(-20, 20, (2, 2))
    space.add_obstacles(slabs, rng.uniform(1, 6, (2, 2)), velocity + rng.uniform(-50, 50, (2, 2)))
    ids = add_movers(space, rng, places, 4.0)
    low, high = np.array([[0, -side / 2], [side, side / 2]])[:, None] * np.ones((n, 1))
    return Arena(space, ids, low, high, anchor)


def steer(arena: Arena, rng: np.random.Generator) -> None:
    """Give some movers new velocities; send a moving place another way."""
    space = arena.space
    some = arena.movers[rng.random(len(arena.movers)) < 0.1]
    space.velocity[some] = velocities(rng, len(some))
    if arena.anchor is not None and rng.random() < 0.2:
        obstacles = space.ids(Kind.OBSTACLE)
        space.velocity[obstacles] += rng.uniform(-6e4, 6e4, 2) - space.velocity[arena.anchor]


def forget(arena: Arena, gone: np.ndarray) -> Arena:
    """Take movers out: of one that was crushed nothing is promised until it is free again."""
    arena.space.remove(gone)
    kept = ~np.isin(arena.movers, gone)
    return arena._replace(movers=arena.movers[kept], low=arena.low[kept], high=arena.high[kept])


def soak(steps: int, seed: int, failure: Path) -> Totals:
    """Run mover-steps until there are enough or one fails; write the failing step down."""
    rng = np.random.default_rng(seed)
    totals = Totals()
    while totals.steps < steps:
        arena = rng.choice([maze, room, moving_frame])(rng, int(rng.choice(COUNTS)))
        for _ in range(STEPS_PER_ARENA):
            steer(arena, rng)
            before = arena.space.copy()
            happened = arena.space.step(DT)
            verdict = audit(before, happened, arena.space, DT)
            arena = forget(arena, verdict.crushed)
            out = arena.movers[~arena.inside()]
            escaped = np.union1d(out, verdict.through)
            more = Totals(
                before.ids(Kind.MOVER).size,
                happened.contacts.u.size,
                *(len(x) for x in (verdict.crushed, escaped, verdict.inside, verdict.faster)),
            )
            totals = Totals._make(a + b for a, b in zip(totals, more))
            bad = np.concatenate((escaped, verdict.inside, verdict.faster))
            if bad.size:
                failure.write_text(scene_of(before, int(bad[0]), DT), encoding="utf-8")
                return totals
    return totals


def main() -> int:
    parser = argparse.ArgumentParser(description="Audit random steps of movers.")
    parser.add_argument("--steps", type=int, default=1_000_000, help="mover-steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failure", type=Path, default=Path("soak-failure.json"))
    given = parser.parse_args()
    begin = time.perf_counter()
    totals = soak(given.steps, given.seed, given.failure)
    seconds = time.perf_counter() - begin
    print(*(f"{name} {count:,}" for name, count in totals._asdict().items()), sep=", ")
    print(f"{totals.steps / seconds:,.0f} mover-steps/s in {seconds:.0f} s")
    if totals.escaped + totals.inside + totals.faster:
        print(f"FAILED: the step is in {given.failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
