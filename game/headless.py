"""How does a run end, without a picture?

A replay is played, or random controls go on through deaths and restarts for so many ticks; what it
came to is a summary. The same room, seed and ticks give the same summary on every platform.
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
from .simulation.replay import Recorder, Replay, check, start
from .simulation.room import Room
from .simulation.world import World

RANDOM_TICKS = 3600
"""What random controls go on for if nobody says: 30 s."""


class Summary(NamedTuple):
    """What runs came to: counters are sums, score is the best, state_hash the last of them."""

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
        """Return some lines for a person."""
        end = "finished" if self.finished else "not finished"
        return (
            f"{self.room}: {end} after {self.ticks:,} ticks, score {self.score:,}\n"
            f"{self.contacts:,} contacts, of which a look at each tick's end would have missed"
            f" {self.missed_by_discrete:,}; {self.touches:,} touches\n"
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
    """Run a replay, or random controls.

    Args:
        room: what is played.
        replay: whose controls are played until they end, if there is no seed.
        seed: of random controls, which begin again after each death and finish.
        ticks: how many at most; random controls take exactly so many.
        tick_rate, method: other than the replay's, or than the room's own and sweep.
    Returns:
        What it came to, and the replay of the last run.
    Raises:
        ReplayError: the replay is of another room, or went another way, though it was to be run
            as it was made, to its end.
    """
    if replay and seed is None:
        name = method.name if method else replay.method
        asked = replay._replace(tick_rate=tick_rate or replay.tick_rate, method=name)
        recorder = Recorder(start(asked, room))
        for controls in islice(replay.controls(), ticks):
            recorder.tick(controls)
        again = recorder.replay()
        if asked == replay and (ticks is None or ticks >= replay.ticks):
            check(replay, again)
        return summary([recorder.world]), again
    wanted, left, ended = random_controls(seed or 0), ticks or RANDOM_TICKS, []
    while left:
        recorder = Recorder(begin(room, seed or 0, tick_rate, method or SWEEP))
        while recorder.world.ticks < left and not recorder.world.outcome:
            recorder.tick(next(wanted))
        left -= recorder.world.ticks
        ended.append(recorder.world)
    return summary(ended), recorder.replay()


def summary(worlds: list[World]) -> Summary:
    """Add up what some runs in a room came to."""
    counted = Counters(*map(sum, zip(*(world.counters for world in worlds))))
    return Summary(
        worlds[-1].room.name,
        sum(world.ticks for world in worlds),
        *counted,
        any(world.outcome == "finished" for world in worlds),
        max(world.score for world in worlds),
        worlds[-1].state_hash(),
    )


def random_controls(seed: int) -> Iterator[Controls]:
    """Go on for ever: creep a little, aim a while, let go, wait for the dash to end."""
    chance = random.Random(seed)
    while True:
        creep = Controls(creep=chance.choice(EIGHTHS))
        aim = Controls(aim=True, heading=chance.randrange(HEADINGS))
        yield from repeat(creep, chance.choice((0, 0, 10)))
        yield from repeat(aim, chance.randint(1, 20))
        yield from repeat(aim._replace(aim=False, cancel=chance.random() < 0.1), 1)
        yield from repeat(Controls(), chance.randint(8, 20))
