"""Where do methods lead to different results?

Worlds begin alike and get the same controls, tick by tick; each moves its bodies by a
method of its own, in a lane of its own.

    controls       1   2   3  ...  40  41  42
    sweep          o---o---o- ... -o---o---o     with this the others are compared
    substeps:4     o---o---o- ... -o-.           the first difference is at tick 41
    discrete       o---o---o- ... -o---o---o       `-o---o   it let something through

To count what a method missed, each of its ticks is run by the sweep as well, from the
same places: so it is known also after the lanes have parted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import dropwhile
from statistics import median
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Space, Step
from ..simulation.methods import SWEEP, Method, Stepper, step_by
from ..simulation.player import Controls
from ..simulation.world import World
from .history import REWIND_REPLAY, History

Begin = Callable[[Method], World]
"""Makes a world, before its first tick, that a method moves."""
LATEST = 60
"""Ticks, the latest ones, of whose costs in microseconds the median is shown."""


class MethodStats(NamedTuple):
    """What a tick by a method cost, and how often the method was wrong until then.

    In GLITCH the method is not used, and nothing is counted.
    """

    microseconds: int = 0
    """The cost of the tick; 0 in GLITCH, and in a tick that was run again."""
    missed: int = 0
    """Movers with a contact by the sweep and none by the method, summed over ticks."""
    invented: int = 0
    """Movers with a contact by the method and none by the sweep, likewise."""


class Lane(History):
    """A world that one method moves, with what that cost, missed and invented.

    Args:
        begin: makes the world, before its first tick.
        method: moves its bodies.
    """

    def __init__(self, begin: Begin, method: Method) -> None:
        super().__init__(begin(method))
        self.stored_ticks = REWIND_REPLAY * self.world.tick_rate
        self.stats = [MethodStats()]
        """By tick, the statistics after it."""

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> None:
        """Let a tick pass, and note its statistics, unless it is run again."""
        stats = self.stats[-1]._replace(microseconds=0)

        def measure(method: Method, space: Space, dt: float) -> Step:
            """Step the space and, but in GLITCH, compare the step with the sweep's."""
            nonlocal stats
            if self.world.glitching:
                return stepper(method, space, dt)
            before = space.copy()
            start_time = perf_counter_ns()
            step = stepper(method, space, dt)
            microseconds = (perf_counter_ns() - start_time) // 1000
            swept = step if method == SWEEP else before.step(dt)
            by_sweep = set(swept.contacts.mover.tolist())
            by_method = set(step.contacts.mover.tolist())
            missed = stats.missed + len(by_sweep - by_method)
            invented = stats.invented + len(by_method - by_sweep)
            stats = MethodStats(microseconds, missed, invented)
            return step

        super().tick(controls, measure)
        if self.world.ticks == len(self.stats):
            self.stats.append(stats)

    @property
    def present(self) -> MethodStats:
        """The statistics after the present tick; in the place of its cost stands the
        median cost of the LATEST ticks that were measured."""
        stats = self.stats[: self.world.ticks + 1]
        times = [each.microseconds for each in stats[-LATEST:] if each.microseconds]
        typical = round(median(times)) if times else 0
        return stats[-1]._replace(microseconds=typical)


class Race:
    """Worlds with the same controls, each moved by a method of its own.

    Args:
        begin: makes a world, before its first tick.
        methods: one for each world; the others are compared with the first.
        controls: of the ticks to come; idle ones at the beginning are left out.
    """

    def __init__(
        self, begin: Begin, methods: Iterable[Method], controls: Sequence[Controls]
    ):
        self.lanes = [Lane(begin, method) for method in methods]
        self.controls = list(dropwhile(lambda wanted: wanted.idle, controls))
        self.ticks = 0
        self.first_differences: list[int | None] = [None for _ in self.lanes]
        """For each lane the first tick after which it differs from the first lane; None
        as long as it does not."""
        self.reasons = ["" for _ in self.lanes]
        """Why it differs."""

    def tick(self, steps: Sequence[Callable[..., None]] = ()) -> None:
        """Let a tick pass in each lane, unless all runs or the controls have ended.

        Args:
            steps: for each lane a function that lets a tick with these controls pass in
                it; without them it is the lane's own tick().
        """
        has_ended = all(lane.world.outcome for lane in self.lanes)
        if has_ended or self.ticks == len(self.controls):
            return
        for step in steps or [lane.tick for lane in self.lanes]:
            step(self.controls[self.ticks])
        self.ticks += 1
        first = self.lanes[0]
        for k, lane in enumerate(self.lanes):
            if self.first_differences[k] is None and differ(first.world, lane.world):
                self.first_differences[k] = self.ticks
                self.reasons[k] = why_they_differ(first, lane)


def why_they_differ(a: Lane, b: Lane) -> str:
    """Return why the runs of two lanes differ since their last tick; b's method is
    blamed before a's."""
    for lane in (b, a):
        before, after = lane.stats[-2:]
        if after.missed > before.missed:
            return f"{lane.world.method.name} lets something through"
        if after.invented > before.invented:
            return f"{lane.world.method.name} hits what is not there"
    if a.world.outcome != b.world.outcome:
        return "one run ends"
    if len(a.world.space.living()) != len(b.world.space.living()):
        return "only one of them takes something"
    return "both hit a solid and come out in different places"


def differ(a: World, b: World) -> bool:
    """Tell whether two runs ended differently, or whether bodies lie elsewhere in the
    two worlds, by more than SKIN."""
    if a.outcome != b.outcome or a.space.center.shape != b.space.center.shape:
        return True
    distance = np.abs(a.space.center - b.space.center)
    return bool((distance > SKIN).any())
