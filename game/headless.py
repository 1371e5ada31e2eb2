"""What is the result of a run without a window?

A replay is played, or random controls play on through deaths and restarts for a number
of ticks. The result is a summary, which is the same on every platform for the same
room, seed and ticks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice, repeat
from typing import NamedTuple

from .simulation.begin import begin
from .simulation.methods import SWEEP, Method
from .simulation.missed import Counters
from .simulation.player import EIGHTHS, HEADINGS, Controls
from .simulation.replay import Recorder, Replay, begin_replay, check_replay
from .simulation.room import Room
from .simulation.world import World

RANDOM_TICKS = 3600
"""How long random controls play by default: 30 s."""


class Summary(NamedTuple):
    """The result of one or more runs: sums of counters, the best score, the last
    state's hash."""

    room: str
    ticks: int
    contacts: int
    touches: int
    missed_by_discrete: int
    inside: int
    crushed: int
    finished: bool
    score: int
    state_hash: str

    def as_json(self) -> str:
        return json.dumps(self._asdict())

    def as_text(self) -> str:
        """Return the summary in four lines for a person."""
        end = "finished" if self.finished else "not finished"
        points = f", score {self.score:,}" if self.score else ""
        return (
            f"{self.room}: {end} after {self.ticks:,} ticks{points}\n"
            f"{self.contacts:,} contacts, of which a test at each tick's end would have"
            f" overlooked {self.missed_by_discrete:,}; {self.touches:,} touches\n"
            f"{self.inside:,} times inside a solid, {self.crushed:,} times crushed\n"
            f"state {self.state_hash}"
        )


def run(
    room: Room,
    *,
    replay: Replay | None = None,
    seed: int | None = None,
    ticks: int | None = None,
    tick_rate: int | None = None,
    method: Method | None = None,
) -> tuple[Summary, Replay]:
    """Play a replay or random controls in a room.

    Args:
        room: what is played.
        replay: the replay to play; ignored if there is a seed.
        seed: the seed of random controls, which begin again after each death and
            finish.
        ticks: the most ticks of a replay, or the number of ticks of random controls.
        tick_rate, method: replace those of the replay, or the room's own and sweep.
    Returns:
        The summary, and the replay of the last run.
    Raises:
        BadFile: the replay is of another room; or it was played unchanged and to
            its end, and its states differ from the recorded ones.
    """
    if replay and seed is None:
        name = method.name if method else replay.method
        changed = replay._replace(tick_rate=tick_rate or replay.tick_rate, method=name)
        recorder = Recorder(begin_replay(changed, room))
        for controls in islice(replay.controls(), ticks):
            recorder.tick(controls)
        again = recorder.replay()
        if changed == replay and (ticks is None or ticks >= replay.ticks):
            check_replay(replay, again)
        return summarize([recorder.world]), again
    controls_to_come = random_controls(seed or 0)
    left = ticks or RANDOM_TICKS
    worlds = []
    while left:
        recorder = Recorder(begin(room, seed or 0, tick_rate, method or SWEEP))
        while recorder.world.ticks < left and not recorder.world.outcome:
            recorder.tick(next(controls_to_come))
        left -= recorder.world.ticks
        worlds.append(recorder.world)
    return summarize(worlds), recorder.replay()


def summarize(worlds: list[World]) -> Summary:
    """Return the summary of some runs in a room, from their final worlds, for
    printing."""
    counters = Counters(*map(sum, zip(*(world.counters for world in worlds))))
    return Summary(
        worlds[-1].room.name,
        sum(world.ticks for world in worlds),
        *counters,
        any(world.outcome == "finished" for world in worlds),
        max(world.score for world in worlds),
        worlds[-1].state_hash(),
    )


def random_controls(seed: int) -> Iterator[Controls]:
    """Yield controls for ever: tap sometimes, aim a while, release, wait for the dash
    to end."""
    generator = random.Random(seed)
    while True:
        tap = Controls(generator.choice(EIGHTHS))
        aim = Controls(aim=True, heading=generator.randrange(HEADINGS))
        yield from repeat(tap, generator.choice((0, 0, 10)))
        yield from repeat(aim, generator.randint(1, 20))
        yield from repeat(aim._replace(aim=False, cancel=generator.random() < 0.1), 1)
        yield from repeat(Controls(), generator.randint(8, 20))
