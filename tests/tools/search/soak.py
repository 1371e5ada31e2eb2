"""Does anything ever pass through a solid?

Random arenas, sizes and speeds, up to billions of mover-steps; every step is checked by an
independent audit. The first failure ends the run and is written as a scene that tests/conformance
can replay. An arena depends on the seed and its number only, so several processes give the same
result as one.

    python tests/tools/search/soak.py --steps 1000000000 --seed 1 --jobs 2
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from conformance.runner import scene_of
from support.audit import audit

from game.collision import SKIN, Kind, Response, Space

DT = 1 / 120
COUNTS = {5: 0.4, 1_000: 0.2, 20_000: 0.4}
"""Movers in an arena, and their shares: a few are followed one by one, many in columns."""
STEPS_PER_ARENA = 20
SCALES = -9, 13
"""Powers of two between which the scale of an arena lies: movers of 8 units are 2^-6 to 2^16 px."""
TOUCHING = 0.4
"""The share of mazes and frames of which the walls touch, and do not overlap. A tenth of the movers
are narrow, and might slip between them."""
EVERY = 100_000_000
"""Mover-steps between two progress reports."""
AWAY = 1e6
"""px: how far from the origin an arena may lie."""
DISTANT = 0.3
"""The share of arenas with a wall at the edge of the world: these are searched by levels."""
SPEEDS = ((0.9, 2, 4), (0.099, 4, 7), (0.001, 7, 9))
"""Part of the movers, and the powers of ten between which their speed lies, px/s."""


class Arena(NamedTuple):
    """A closed place: a mover belongs between low and high, (N, 2), relative to the anchor."""

    scale: float
    """px a unit; below 1, speeds shrink as well, or no mover would travel far."""
    space: Space
    movers: np.ndarray
    low: np.ndarray
    high: np.ndarray
    anchor: int | None
    """The obstacle that moves with the arena; None: the arena rests."""

    def inside(self) -> np.ndarray:
        """Return a mask: which movers are between low and high."""
        center = self.space.center[self.movers]
        if self.anchor is not None:
            center = center - self.space.center[self.anchor]
        return ((self.low < center) & (center < self.high)).all(axis=1)


class Totals(NamedTuple):
    """The counts of a soak, over all mover-steps."""

    steps: int = 0
    contacts: int = 0
    crushed: int = 0
    escaped: int = 0
    inside: int = 0
    faster: int = 0


class Failure(NamedTuple):
    """A step that broke a promise, as a scene that can be replayed."""

    arena: int
    scene: str


def velocities(rng: np.random.Generator, n: int, scale: float = 1.0) -> np.ndarray:
    """Return n velocities of the mixture SPEEDS, some along an axis, some exactly diagonal."""
    parts, low, high = zip(*SPEEDS)
    kind = rng.choice(len(parts), n, p=parts)
    speed = 10 ** rng.uniform(np.array(low)[kind], np.array(high)[kind])
    turn = rng.uniform(0, 2 * np.pi, n)
    direction = np.stack([np.cos(turn), np.sin(turn)], 1)
    axial = rng.random((n, 1)) < 0.1
    direction = np.where(axial, np.sign(direction.round()), direction)
    return direction * speed[:, None] * min(1.0, scale)


def add_movers(
    space: Space,
    rng: np.random.Generator,
    low: np.ndarray,
    high: np.ndarray,
    scale: float,
    velocity: np.ndarray | float = 0.0,
) -> np.ndarray:
    """Add movers, each in its free place; return their ids.

    A tenth are points or 1 to 4 SKIN wide. A tenth start level with a face of a solid and move
    along it, in an arena with this velocity: so that points aim at joints.
    """
    n = len(low)
    half = scale * rng.choice([0.0, 0.5, 2.0, 4.0], (n, 1), p=[0.1, 0.3, 0.3, 0.3]) * np.ones(2)
    thin = (half[:, 0] == 0) & (rng.random(n) < 0.5)
    half[thin] = SKIN * rng.uniform(0.5, 2.0, (np.count_nonzero(thin), 1))
    motion = velocities(rng, n, scale)
    solid = rng.choice(space.ids(Kind.WALL, Kind.OBSTACLE), n)
    face = space.center[solid] + space.half_extents[solid] * rng.choice([-1, 1], (n, 1))
    level = (low < face) & (face < high) & (rng.random((n, 2)) < 0.05)
    center = np.where(level, face, rng.uniform(low, high))
    motion = np.where(level, velocity, motion)
    response = rng.choice([Response.SLIDE, Response.BOUNCE], n)
    return space.add_movers(center, half, motion, response)


def halved(rng: np.random.Generator, center: np.ndarray, half: np.ndarray) -> tuple:
    """Return boxes of which each was cut across its longer axis into two that touch."""
    rows, axis = np.arange(len(half)), half.argmax(axis=1)
    long = half[rows, axis]
    part = long * rng.uniform(0.1, 0.9, len(half))
    centers, halves = [], []
    for size, offset in ((part, part - long), (long - part, part)):
        centers.append(center.copy())
        halves.append(half.copy())
        centers[-1][rows, axis] += offset
        halves[-1][rows, axis] = size
    return np.concatenate(centers), np.concatenate(halves)


def maze(rng: np.random.Generator, n: int, scale: float) -> Arena:
    """Closed square cells with walls of 1 unit, somewhere in the world, on a grid or off it.

    The walls cross, or are pieces that touch.
    """
    cells = 6
    size = scale * rng.choice([40.0, 32.1, rng.uniform(20, 60)])
    corner = rng.choice([0.0, 0.1, rng.uniform(-AWAY, AWAY)], 2)
    space = Space()
    lines = np.arange(cells + 1) * size
    along = np.full(cells + 1, cells * size / 2)
    up = np.stack([lines, along], 1), np.tile([scale / 2, (cells * size + scale) / 2], (7, 1))
    across = up[0][:, ::-1], up[1][:, ::-1]
    if touching := rng.random() < TOUCHING:
        middle = (lines[1:] + lines[:-1]) / 2
        across = np.stack(np.meshgrid(middle, lines), -1).reshape(-1, 2)
        across = across, np.tile([(size - scale) / 2, scale / 2], (len(across), 1))
    for center, half in up, across:
        center, half = halved(rng, center, half) if touching else (center, half)
        space.add_walls(corner + center, half)
    low = corner + rng.integers(0, cells, (n, 2)) * size
    high = low + size
    ids = add_movers(space, rng, low + 5 * scale, high - 5 * scale, scale)
    return Arena(scale, space, ids, low, high, None)


def frame(rng: np.random.Generator, reach: float, add: Callable) -> None:
    """Add four solids around the origin, which overlap or are pieces that touch; in units."""
    center = np.array([[-reach, 0], [reach, 0], [0, -reach], [0, reach]])
    touching = rng.random() < TOUCHING
    end = reach + (-1 if touching else 1)
    half = np.array([[1, reach + 1], [1, reach + 1], [end, 1], [end, 1]])
    add(*(halved(rng, center, half) if touching else (center, half)))


def room(rng: np.random.Generator, n: int, scale: float) -> Arena:
    """A closed room full of thin walls, some flush, and moving obstacles."""
    space, reach = Space(), 200.0
    corner = rng.choice([0.0, rng.uniform(-AWAY, AWAY)], 2)

    def add_walls(center: np.ndarray, half: np.ndarray) -> None:
        space.add_walls(corner + scale * np.asarray(center), scale * np.asarray(half))

    frame(rng, reach, add_walls)
    some = rng.uniform(-180, 180, (24, 2))
    some = some if rng.random() < 0.5 else some.round()
    add_walls(some, np.where(rng.random((24, 1)) < 0.5, [[0.5, 12]], [[12, 0.5]]))
    tiles = np.stack([np.arange(-8, 8) * 8.1, np.full(16, rng.uniform(-100, 100))], 1)
    add_walls(tiles, np.array([4.05, 2.0]))
    motion = min(1.0, scale) * rng.uniform(-600, 600, (6, 2))
    at, half = rng.uniform(-150, 150, (6, 2)), rng.uniform(1, 12, (6, 2))
    space.add_obstacles(corner + scale * at, scale * half, motion)
    ends = np.full((n, 2), scale * reach)
    inner = np.full((n, 2), scale * (reach - 6))
    ids = add_movers(space, rng, corner - inner, corner + inner, scale)
    return Arena(scale, space, ids, corner - ends, corner + ends, None)


def moving_frame(rng: np.random.Generator, n: int, scale: float) -> Arena:
    """Four walls that move at up to 60,000 px/s and change direction, and slabs that cross them."""
    space, reach = Space(), rng.uniform(30, 100)
    corner = rng.choice([0.0, rng.uniform(-AWAY, AWAY)], 2)
    velocity = min(1.0, scale) * rng.uniform(-6e4, 6e4, 2)

    def add_obstacles(center: np.ndarray, half: np.ndarray, velocity=velocity) -> None:
        at, half = corner + scale * np.asarray(center), scale * np.asarray(half)
        space.add_obstacles(at, half, velocity)

    frame(rng, reach, add_obstacles)
    anchor = space.ids(Kind.OBSTACLE)[0]
    slabs, half = rng.uniform(-20, 20, (2, 2)), rng.uniform(1, 6, (2, 2))
    add_obstacles(slabs, half, velocity + min(1.0, scale) * rng.uniform(-50, 50, (2, 2)))
    inner = np.full((n, 2), scale * (reach - 6))
    ids = add_movers(space, rng, corner - inner, corner + inner, scale, velocity)
    at = space.center[anchor] - (corner - [scale * reach, 0.0])
    low, high = scale * reach * np.array([[0, -1], [2, 1]])[:, None] * np.ones((n, 1))
    return Arena(scale, space, ids, low - at, high - at, anchor)


def steer(arena: Arena, rng: np.random.Generator) -> None:
    """Give some movers new velocities; change the direction of a moving arena."""
    space = arena.space
    some = arena.movers[rng.random(len(arena.movers)) < 0.1]
    space.velocity[some] = velocities(rng, len(some), arena.scale)
    if arena.anchor is not None and rng.random() < 0.2:
        motion = min(1.0, arena.scale) * rng.uniform(-6e4, 6e4, 2)
        space.velocity[space.ids(Kind.OBSTACLE)] += motion - space.velocity[arena.anchor]


def remove(arena: Arena, gone: np.ndarray) -> Arena:
    """Remove movers: a crushed one has no promise until it is free again."""
    arena.space.remove(gone)
    rows = ~np.isin(arena.movers, gone)
    return arena._replace(movers=arena.movers[rows], low=arena.low[rows], high=arena.high[rows])


def visit(seed: int, number: int) -> tuple[Totals, Failure | None]:
    """Run the steps of one arena, or until one fails."""
    rng, totals = np.random.default_rng((seed, number)), Totals()
    n = int(rng.choice(list(COUNTS), p=list(COUNTS.values())))
    scale = 2.0 ** rng.integers(SCALES[0], SCALES[1], endpoint=True)
    arena: Arena = rng.choice([maze, room, moving_frame])(rng, n, scale)
    if rng.random() < DISTANT:
        arena.space.add_walls(rng.choice([-1, 1], 2) * 2.0**20, 1.0)
    for _ in range(STEPS_PER_ARENA):
        steer(arena, rng)
        before = arena.space.copy()
        report = arena.space.step(DT)
        verdict = audit(before, report, arena.space, DT)
        arena = remove(arena, verdict.crushed)
        out = arena.movers[~arena.inside()]
        escaped = np.union1d(out, verdict.through)
        broken = escaped, verdict.inside, verdict.faster
        sizes = map(len, (verdict.crushed, *broken))
        more = before.ids(Kind.MOVER).size, report.contacts.u.size, *sizes
        totals = add(totals, Totals(*more))
        if bad := [*np.concatenate(broken)]:
            return totals, Failure(number, scene_of(before, int(bad[0]), DT))
    return totals, None


def visits(seed: int, jobs: int) -> Iterator[tuple[Totals, Failure | None]]:
    """Run one arena after the other without end, some at once in several processes."""
    if jobs == 1:
        yield from map(partial(visit, seed), count())
    with Pool(jobs) as pool:
        for first in count(0, 8 * jobs):
            some = range(first, first + 8 * jobs)
            yield from pool.map(partial(visit, seed), some, chunksize=1)


def add(*totals: Totals) -> Totals:
    return Totals._make(map(sum, zip(*totals)))


def soak(
    steps: int, visits: Iterable[tuple[Totals, Failure | None]]
) -> Iterator[tuple[Totals, Failure | None]]:
    """Yield the totals after each arena, until there are enough mover-steps or one fails."""
    totals = Totals()
    for more, failure in visits:
        totals = add(totals, more)
        yield totals, failure
        if failure or totals.steps >= steps:
            return


def main() -> int:
    parser = argparse.ArgumentParser(description="Audit random steps of movers.")
    parser.add_argument("--steps", type=int, default=1_000_000, help="mover-steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--failure", type=Path, default=Path("soak-failure.json"))
    options = parser.parse_args()
    begin, reports = time.perf_counter(), 0
    for totals, failure in soak(options.steps, visits(options.seed, options.jobs)):
        seconds, now = time.perf_counter() - begin, totals.steps // EVERY
        if failure or now > reports or totals.steps >= options.steps:
            print(*(f"{name} {count:,}" for name, count in totals._asdict().items()), sep=", ")
            print(f"{totals.steps / seconds:,.0f} mover-steps/s in {seconds:.0f} s", flush=True)
            reports = now
    if failure:
        options.failure.write_text(failure.scene, encoding="utf-8")
        print(
            f"FAILED in arena {failure.arena} of seed {options.seed}: the step is {options.failure}"
        )
    return bool(failure)


if __name__ == "__main__":
    sys.exit(main())
