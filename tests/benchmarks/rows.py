"""What is a measurement, and how is it printed?

A ratio of two times of one run, and what the ratio should be: times alone mean little on a machine
that no other has.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from statistics import median
from time import get_clock_info, perf_counter, thread_time
from timeit import Timer
from typing import NamedTuple

now = thread_time if get_clock_info("thread_time").resolution < 1e-6 else perf_counter
"""The clock: how long this thread computed, so that what else runs on the machine counts less; real
time where that clock is too coarse."""
REPEATS = 5
LEAST_SECONDS = 0.02
"""How long a loop over something short is timed at least."""


class Row(NamedTuple):
    """A line of the table; at_most and at_least are what the ratio should keep to."""

    what: str
    measured: float
    against: str = ""
    ratio: float | None = None
    at_most: float | None = None
    at_least: float | None = None
    unit: str = "s"

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        limit, ratio = "", "" if self.ratio is None else f"{self.ratio:.3g}"
        number = self.measured
        measured = seconds(number) if self.unit == "s" else f"{number:.4g} {self.unit}"
        if self.ratio is not None and self.at_most is not None:
            limit = f"≤ {self.at_most:g}: {verdict(self.ratio <= self.at_most)}"
        if self.ratio is not None and self.at_least is not None:
            limit = f"≥ {self.at_least:g}: {verdict(self.ratio >= self.at_least)}"
        return self.what, measured, self.against, ratio, limit


def verdict(holds: bool) -> str:
    return "yes" if holds else "**no**"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def seconds(value: float) -> str:
    """Return a duration with three digits and a fitting unit."""
    for unit, part in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= part:
            return f"{value / part:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def best(call: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the seconds of a short call: the best of some loops over it."""
    timer = Timer(call, timer=now)
    number, taken = 1, timer.timeit(1)
    while taken < LEAST_SECONDS:
        number *= 2
        taken = timer.timeit(number)
    return min(timer.repeat(repeats, number)) / number


def each(call: Callable[[], object], most: int, budget: float) -> list[float]:
    """Call at most so often or so many seconds; return how long each call took."""
    taken: list[float] = []
    gc.collect()
    while not taken or (len(taken) < most and sum(taken) < budget):
        begun = now()
        call()
        taken.append(now() - begun)
    return taken


def frame(call: Callable[[], object], most: int = 60, budget: float = 5.0) -> float:
    """Return the median of `each`, after a first call that does not count."""
    call()
    return median(each(call, most, budget))
