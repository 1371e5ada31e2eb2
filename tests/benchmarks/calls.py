"""What does one call cost?

Against calls that do nothing: an empty Python function, a numpy ufunc on 16 elements.
"""

from __future__ import annotations

from functools import partial
from itertools import repeat
from timeit import timeit

import numpy as np
from benchmarks.rows import REPEATS, Row, best, frame, now, seconds
from benchmarks.scene import DT, arena
from support.adapters import Ours

from game.collision import AABB, Response, sweep, sweep_batch

CALLS = 20_000


def empty(a, b, c, d):
    pass


def per_call(function, *arguments) -> float:
    """Return the seconds of a call with these arguments, without those of the loop."""
    names = [f"a{i}" for i in range(len(arguments))]
    names_in_scope = {"f": function, **dict(zip(names, arguments))}
    statement = f"f({', '.join(names)})"
    call, loop = (
        min(timeit(words, timer=now, globals=names_in_scope, number=CALLS) for _ in range(REPEATS))
        for words in (statement, "pass")
    )
    return (call - loop) / CALLS


def ufunc() -> float:
    """Return the seconds of a numpy ufunc that has next to nothing to do."""
    a, b, c = np.ones(16), np.ones(16), np.ones(16)
    return per_call(np.add, a, b, c)


def single() -> list[Row]:
    """One sweep of two boxes, a miss and a hit."""
    a, still = AABB((0.0, 0.0), (4.0, 4.0)), (0.0, 0.0)
    wall = AABB((50.0, 3.0), (1.0, 20.0))
    cases = {
        "a sweep that misses": (a, AABB((50.0, 90.0), (1.0, 20.0)), (100.0, 10.0), still, 20.0),
        "a sweep that hits": (a, wall, (100.0, 10.0), still, 50.0),
    }
    nothing, rows = per_call(empty, 1, 2, 3, 4), []
    for what, (*arguments, at_most) in cases.items():
        time = per_call(sweep, *arguments)
        against = f"an empty function of four arguments: {seconds(nothing)}"
        rows.append(Row(what, time, against, time / nothing, at_most=at_most))
    return rows


def batches() -> list[Row]:
    """sweep_batch of 10^2 to 10^6 pairs, whose ratio is of pairs to additions a second."""
    rng, rows = np.random.default_rng(1), []
    x, y = rng.random((2, 10**4))
    add = best(partial(np.add, x, y)) / 10**4
    against = f"an np.add of 10,000, a number: {seconds(add)}"
    for n in (10**k for k in range(2, 7)):
        centers, moves = rng.uniform(0, 200, (2, n, 2)), rng.uniform(-100, 100, (2, n, 2))
        half = rng.uniform(1, 30, (2, n, 2))
        arguments = centers[0], half[0], moves[0], centers[1], half[1], moves[1]
        time = best(partial(sweep_batch, *arguments), 3)
        at_least = 0.015 if n == 10**6 else None
        rows.append(
            Row(f"sweep_batch, {n:,} pairs", time, against, add * n / time, at_least=at_least)
        )
    return rows


def steps() -> list[Row]:
    """Steps of few movers, and a cast: how much is the fixed cost of numpy?"""
    nothing, rows = ufunc(), []
    against = f"a ufunc on 16 elements: {seconds(nothing)}"
    for size, at_most in (((1, 50), 160.0), ((20, 100), 300.0)):
        worlds = [arena(*size, seed).build(Ours()) for seed in range(20)]
        time = float(np.median([frame(partial(world.step, DT)) for world in worlds]))
        what = f"a step of {size[0]} among {size[1]}"
        rows.append(Row(what, time, against, time / nothing, at_most=at_most))
    place = arena(200, 2000, 1)
    space = place.build(Ours()).space
    casts = zip(place.center, place.velocity * DT)
    for what, response in (
        ("a cast that stops", Response.STOP),
        ("a cast that bounces", Response.BOUNCE),
    ):
        taken = [
            best(partial(space.cast, center, (4.0, 4.0), displacement, response), 1)
            for (center, displacement), _ in zip(casts, repeat(None, 20))
        ]
        time = float(np.median(taken))
        rows.append(Row(f"{what}, 2,000 walls", time, against, time / nothing))
    return rows
