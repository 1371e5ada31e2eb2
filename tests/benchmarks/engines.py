"""How fast is each engine in the arena, and how many movers does it lose?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from math import sqrt
from statistics import median
from typing import NamedTuple

from benchmarks.reference import Reference
from benchmarks.rows import Row, each, seconds
from benchmarks.scene import DT, SIDE, SIZES, Arena, arena
from support.adapters import ENGINES, Engine, Missing, Ours

from game.collision import step
from game.collision.library import load, status

Size = tuple[int, int]
OURS, NUMPY, REFERENCE = "ours", "ours, numpy", "compiled reference"


class Compiled(Ours):
    """Ours, with follow.c."""

    def __init__(self) -> None:
        if load() is None:
            raise Missing(f"ours, compiled, needs follow.c: {status()}")
        super().__init__()


class Numpy(Ours):
    """Ours, without follow.c."""

    def step(self, dt: float) -> None:
        usual, step.load = step.load, lambda: None
        try:
            super().step(dt)
        finally:
            step.load = usual


OTHERS = {name: engine for name, engine in ENGINES.items() if name != OURS}
ALL = {REFERENCE: Reference, OURS: Compiled, NUMPY: Numpy, **OTHERS}
SINGLE, HASH, BULLETS = "pymunk", "pymunk, hash", "Box2D, bullets"
WARM_UP, FRAMES = 5, 60


class Result(NamedTuple):
    """An engine in arenas of one size: medians over the seeds."""

    seconds: float
    """A frame."""
    lost: float
    """Movers outside at the end."""
    frames: int
    """Of each seed, after the warm-up."""

    def words(self) -> str:
        """Return the text of a cell of the table beside the time."""
        lost = f", **{self.lost:,.0f} lost**" if self.lost else ""
        few = f" in {self.frames} frame{'s' * (self.frames > 1)}" if self.frames < FRAMES else ""
        return lost + few


class Effort(NamedTuple):
    """How much is measured."""

    seeds: int = 3
    budget: float = 30.0
    """s of frames for one engine in one arena: a slow one gets fewer frames, and one seed."""
    slowest: float = 30.0
    """s a frame: where an engine is slower, larger arenas are left out."""


QUICK = Effort(1, 3.0, 0.5)
Results = dict[Size, dict[str, Result]]


def measure(effort: Effort) -> tuple[Results, list[str]]:
    """Run all engines in all arenas; also return a sentence for each engine that is missing."""
    engines, missing = dict(ALL), []
    for name in ALL:
        try:
            engines[name]()
        except Missing as error:
            del engines[name]
            missing.append(str(error))
    results: Results = {}
    for size in SIZES:
        arenas = [arena(*size, seed) for seed in range(effort.seeds)]
        results[size] = {}
        for name, engine in list(engines.items()):
            results[size][name] = result = measured(arenas, engine, effort.budget)
            if result.seconds > effort.slowest:
                del engines[name]
    return results, missing


def measured(arenas: list[Arena], engine: Callable[[], Engine], budget: float) -> Result:
    """Return the medians of an engine's runs."""
    runs: list[Result] = []
    for place in arenas:
        runs.append(run(place, engine, budget))
        if runs[-1].frames < FRAMES:
            break
    times, lost, frames = zip(*runs)
    return Result(median(times), median(lost), min(frames))


def run(place: Arena, engine: Callable[[], Engine], budget: float) -> Result:
    """Run an engine in an arena; a warm-up that exceeds the budget is the result."""
    world = place.build(engine())
    step = partial(world.step, DT)
    taken = each(step, WARM_UP, budget)
    if sum(taken) < budget:
        taken = each(step, FRAMES, budget)
    return Result(median(taken), place.lost(world.positions()), len(taken))


def check_reference() -> str:
    """Compare the compiled reference with ours after two frames; return what came out."""
    place, farthest = arena(1000, 2000, 0), 0.0
    ours, theirs = (place.build(make()) for make in (Ours, Reference))
    for _ in range(2):
        ours.step(DT)
        theirs.step(DT)
        farthest = max(farthest, float(abs(ours.positions() - theirs.positions()).max()))
    if farthest > 1e-6:
        sys.exit(f"the compiled reference is {farthest:.3g} px from ours; expected at most 1e-6")
    return f"After two frames its movers and ours are within {farthest:.1g} px."


def cells(results: Results) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of the table: a row an engine, a column a size."""
    rows = []
    for name in next(iter(results.values())):
        rows.append([name])
        for by_engine in results.values():
            if result := by_engine.get(name):
                ours = by_engine.get(OURS, by_engine[NUMPY])
                part = f" ({result.seconds / ours.seconds:.2g})" if result is not ours else ""
                rows[-1].append(seconds(result.seconds) + part + result.words())
            else:
                rows[-1].append("left out")
    return ["", *(f"{movers:,} among {walls:,}" for movers, walls in results)], rows


class Limit(NamedTuple):
    """How fast one of ours should be beside another engine."""

    ours: str
    theirs: str
    size: Size
    at_least: float | None = None
    """Times as fast as theirs."""
    at_most: float | None = None
    """Times as long as theirs; with neither, theirs is faster, and is listed for that."""


SMALL, MIDDLE, LARGE, LARGEST = (200, 500), (1000, 2000), (5000, 5000), (10000, 10000)
LIMITS = (
    Limit(OURS, REFERENCE, MIDDLE, at_most=2.0),
    Limit(OURS, REFERENCE, LARGE, at_most=2.0),
    Limit(OURS, REFERENCE, LARGEST, at_most=2.0),
    Limit(OURS, BULLETS, SMALL, at_least=1.0),
    Limit(OURS, SINGLE, MIDDLE, at_least=1.0),
    Limit(OURS, SINGLE, LARGE, at_least=8.0),
    Limit(OURS, HASH, MIDDLE),
    Limit(OURS, HASH, LARGE),
    Limit(NUMPY, BULLETS, SMALL),
    Limit(NUMPY, BULLETS, MIDDLE, at_least=6.0),
    Limit(NUMPY, BULLETS, LARGE, at_least=200.0),
    Limit(NUMPY, SINGLE, MIDDLE),
    Limit(NUMPY, SINGLE, LARGE),
)


def ratios(results: Results) -> list[Row]:
    """Return our ratios to the others, with the limits."""
    rows = []
    for limit in LIMITS:
        by_engine, size = results[limit.size], limit.size
        if limit.ours in by_engine and limit.theirs in by_engine:
            ours, theirs = by_engine[limit.ours].seconds, by_engine[limit.theirs].seconds
            ratio = theirs / ours if limit.at_least else ours / theirs
            times = "times as fast as" if limit.at_least else "times as long as"
            what = f"{limit.ours}: a step of {size[0]:,} movers among {size[1]:,} walls"
            against = f"{times} {limit.theirs}: {seconds(theirs)}"
            rows.append(Row(what, ours, against, ratio, limit.at_most, limit.at_least))
    for name in (OURS, NUMPY):
        lost = sum(by_engine[name].lost for by_engine in results.values() if name in by_engine)
        rows.append(Row(f"movers lost by {name}", lost, "", lost, at_most=0, unit="of them"))
    return rows


def growth(effort: Effort) -> list[Row]:
    """Return what twice the movers, the walls and the area cost."""
    rows = []
    for movers, walls in ((1000, 2000), (2500, 2500), (5000, 5000)):
        small, large = (
            median(
                run(arena(k * movers, k * walls, seed, SIDE * sqrt(k)), Ours, effort.budget).seconds
                for seed in range(effort.seeds)
            )
            for k in (1, 2)
        )
        what = f"a step of {2 * movers:,} among {2 * walls:,}, in twice the area"
        against = f"{movers:,} among {walls:,}: {seconds(small)}"
        rows.append(Row(what, large, against, large / small, at_most=2.2))
    return rows
