"""Where do methods part ways?

Worlds begin alike and are given the same controls, tick by tick; each moves its bodies by a method
of its own, in a lane of its own.

    controls       1   2   3  ...  40  41  42
    sweep          o---o---o- ... -o---o---o     with this the others are compared
    substeps:4     o---o---o- ... -o-.           the first difference is at tick 41
    discrete       o---o---o- ... -o---o---o       `-o---o   it let something through

What a method missed, the sweep is asked anew in each tick, from where that method had come to: so
it is known also after the ways have parted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import dropwhile
from statistics import median
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Kind, Space, Step
from ..simulation.methods import SWEEP, Method
from ..simulation.player import Controls
from ..simulation.world import World
from .history import REWIND_REPLAY, History

Begin = Callable[[Method], World]
"""Makes a world, before its first tick, that a method moves."""
LATELY = 60
"""Ticks; of so many the cost in microseconds is the median."""


class Told(NamedTuple):
    """What a method came to: the cost of a tick, and what was counted until then.

    In GLITCH no method is asked, and nothing is counted.
    """

    tests: int = 0
    microseconds: int = 0
    missed: int = 0
    """Movers that the sweep saw meet a solid in a tick and the method did not; invented is the
    other way about."""
    invented: int = 0


class Meter:
    """Counts what a method comes to in a tick.

    It knows no lane: a lane that is its world's method holds itself, with all of its past.

    Args:
        method: moves everything.
    """

    def __init__(self, method: Method) -> None:
        self.method, self.now, self.counts = method, Told(), False
        """What the tick that passes came to, and whether one does: previews are not counted."""

    def step(self, space: Space, dt: float) -> Step:
        """Move everything by the method."""
        if not self.counts:
            return self.method.step(space, dt)
        before, begun = space.copy(), perf_counter_ns()
        step = self.method.step(space, dt)
        microseconds = (perf_counter_ns() - begun) // 1000
        swept = step if self.method == SWEEP else before.step(dt)
        expected, found = ({*each.contacts.mover.tolist()} for each in (swept, step))
        missed = self.now.missed + len(expected - found)
        invented = self.now.invented + len(found - expected)
        self.now = Told(tests(self.method, space, step), microseconds, missed, invented)
        return step


class Lane(History):
    """A world that one method moves, and what that comes to.

    Args:
        begin: makes the world, before its first tick.
        method: moves its bodies.
    """

    def __init__(self, begin: Begin, method: Method) -> None:
        self.meter, self.told = Meter(method), [Told()]
        """Who counts, and what is told, by tick."""
        super().__init__(begin(Method(method.name, self.meter.step)))
        self.stored_ticks = REWIND_REPLAY * self.world.tick_rate

    def tick(self, controls: Controls) -> None:
        """Let a tick pass, and note what it came to."""
        self.meter.now, self.meter.counts = self.told[-1]._replace(tests=0, microseconds=0), True
        # What previews have seen is asked again: it was not counted.
        self.world.known, known = {}, self.world.known
        super().tick(controls)
        self.world.known, self.meter.counts = known, False
        if self.world.ticks == len(self.told):
            self.told.append(self.meter.now)

    @property
    def present(self) -> Told:
        """What is told of the present tick; the microseconds are those of late."""
        told = self.told[: self.world.ticks + 1]
        lately = [each.microseconds for each in told[-LATELY:] if each.tests]
        return told[-1]._replace(microseconds=round(median(lately or [0])))


class Race:
    """Worlds that are given the same controls, each moved by a method of its own.

    Args:
        begin: makes a world, before its first tick.
        methods: one for each; with the first the others are compared.
        controls: of the ticks to come.
    """

    def __init__(self, begin: Begin, methods: Iterable[Method], controls: Sequence[Controls]):
        self.lanes = [Lane(begin, method) for method in methods]
        self.controls = list(dropwhile(lambda wanted: wanted.idle, controls))
        self.ticks = 0
        self.differs: list[int | None] = [None for _ in self.lanes]
        """The first tick after which bodies are not where they are in the first lane; and why."""
        self.why = ["" for _ in self.lanes]

    def tick(self, wanted: Controls | None, steps: Sequence[Callable[..., None]] = ()) -> None:
        """Let a tick pass in each lane, unless all runs have ended.

        Args:
            wanted: the controls, if those known are used up; None: then nothing happens.
            steps: pass the tick on to a lane each; without them the lanes are told themselves.
        """
        if all(lane.world.outcome for lane in self.lanes):
            return
        if self.ticks == len(self.controls):
            if wanted is None or (not self.ticks and wanted.idle):
                return
            self.controls.append(wanted)
        for step in steps or [lane.tick for lane in self.lanes]:
            step(self.controls[self.ticks])
        self.ticks += 1
        first = self.lanes[0]
        for k, lane in enumerate(self.lanes):
            if self.differs[k] is None and differ(first.world, lane.world):
                self.differs[k], self.why[k] = self.ticks, parting(first, lane)


def parting(a: Lane, b: Lane) -> str:
    """Say why two lanes differ in the tick that both have just gone through."""
    for lane in (b, a):
        then, now = lane.told[-2:]
        if now.missed > then.missed:
            return f"{lane.world.method.name} lets something through"
        if now.invented > then.invented:
            return f"{lane.world.method.name} hits what is not there"
    if a.world.outcome != b.world.outcome:
        return "one run ends"
    if len(a.world.space.living()) != len(b.world.space.living()):
        return "only one of them takes something"
    return "both meet a solid and come out elsewhere"


def differ(a: World, b: World) -> bool:
    """Tell whether bodies lie elsewhere in two worlds, by more than SKIN, or one run has ended."""
    here, there = a.space.center, b.space.center
    changed = a.outcome != b.outcome or here.shape != there.shape
    return changed or bool((np.abs(here - there) > SKIN).any())


def tests(method: Method, space: Space, step: Step) -> int:
    """Count the pairs of a mover and a solid that a method asks about in a step.

    A look asks about all pairs, and so does the sweep; on each straight piece of a way after the
    first it asks again about that mover. Which of them a coarse look saves is not told here.
    """
    parts = getattr(method.step, "keywords", {}).get("parts", 1)
    movers, solids = space.ids(Kind.MOVER), space.ids(Kind.WALL, Kind.OBSTACLE)
    pieces = np.bincount(step.paths.mover, minlength=len(space.kind))[movers]
    return len(solids) * int(np.maximum(pieces, parts).sum())
