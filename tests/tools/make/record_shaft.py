"""Write the stored run of Scanline, which the title shows.

    python tests/tools/make/record_shaft.py [SEED ...]

With seeds, it only climbs those shafts and prints how far it came. The climber
searches for a path up as if everything stood still, dash by dash, the highest place first; then it
waits until it would survive the first of these dashes.
"""

from __future__ import annotations

import argparse
import sys
from heapq import heappop, heappush
from itertools import repeat
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.collision import Response
from game.resources import shaft_file, stored_replay
from game.simulation.begin import begin, load_level
from game.simulation.player import DASH_LENGTH, HALF, HEADINGS, Controls, direction
from game.simulation.replay import Recorder
from game.simulation.shaft import HEIGHT, Scanline

DIRECTIONS = 64
"""Directions to try from each place."""
MOST_PLACES = 60
"""Places to try before the highest of them is taken."""
AIM, REST = 16, 14
"""Ticks of an aim, and from its release to the end of the dash: the pace of a quick player."""
PATIENCE = 60
"""Ticks after which the climber dashes even if it will not survive."""
STORED_SEED, MOST_TICKS = 2, 36 * 120
"""A seed whose shaft the climber climbs without a stop, and ticks of a run."""


def search(world: Scanline) -> int:
    """Return the heading of the first dash on a path to a place a chunk higher."""
    begin = world.place(world.player.id)
    queue: list[tuple[float, int, tuple[float, ...], int | None]] = [(begin[1], 0, begin, None)]
    visited, best = {tuple(map(round, begin))}, (begin[1], HEADINGS * 3 // 4)
    for _ in range(MOST_PLACES):
        if not queue or best[0] < begin[1] - HEIGHT:
            break
        _, depth, place, first = heappop(queue)
        for heading in range(0, HEADINGS, HEADINGS // DIRECTIONS):
            dash = [x * DASH_LENGTH for x in direction(heading)]
            end = world.space.cast(place, HALF, dash, Response.STOP).end
            there = tuple(end[-1].tolist()) if len(end) else place
            start = heading if first is None else first
            if tuple(map(round, there)) not in visited:
                visited.add(tuple(map(round, there)))
                best = min(best, (there[1], start))
                heappush(queue, (there[1] + 40.0 * depth, depth + 1, there, start))
    return best[1]


def is_survived(world: Scanline, heading: int) -> bool:
    ahead = world.copy()
    for controls in repeat(Controls(aim=True, heading=heading), AIM):
        ahead.tick(controls)
    for controls in repeat(Controls(heading=heading), REST):
        ahead.tick(controls)
    return not ahead.outcome and ahead.integrity == world.integrity


def climb(seed: int, ticks: int) -> Recorder:
    """Climb for this many ticks, or until the run ends."""
    recorder = Recorder(begin(load_level(shaft_file()), seed))
    world = recorder.world
    recorder.tick(Controls((0, -1), cancel=True))
    while not world.outcome and world.ticks < ticks:
        heading = search(world)
        waited = 0
        while waited < PATIENCE and not is_survived(world, heading):
            waited += 6
            for _ in range(6):
                recorder.tick(Controls())
        for controls in repeat(Controls(aim=True, heading=heading), AIM):
            recorder.tick(controls)
        for controls in repeat(Controls(heading=heading), REST):
            recorder.tick(controls)
    return recorder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="*", type=int, metavar="SEED", help="try only these")
    seeds = parser.parse_args().seeds
    for seed in seeds or [STORED_SEED]:
        recorder = climb(seed, MOST_TICKS)
        world = recorder.world
        seconds = world.ticks / world.tick_rate
        print(f"seed {seed}: {world.climbed:.0f} px in {seconds:.0f} s, score {world.score}")
        if not seeds:
            text = recorder.replay().dumps() + "\n"
            stored_replay(world.room.name).write_text(text, encoding="utf-8", newline="\n")
