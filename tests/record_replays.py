"""Write the stored replays anew: python tests/record_replays.py

A pilot plays each room as a person would, from place to place: it rests, turns its aim, waits until
the preview passes the place and does not die, and lets go. Pars are what it needs.
"""

from __future__ import annotations

import sys
from math import atan2, dist, pi
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from game.resources import levels, stored_replay
from game.simulation.levels import Room, load_room
from game.simulation.player import HEADINGS, Controls
from game.simulation.replay import Recorder
from game.simulation.world import Preview, World

REST, TURN = 20, 36
"""Ticks between dashes, and in which the aim turns to the next place."""

NEAR = 20.0
"""px by which a dash may miss its place."""

ROUTES = {
    "first-contact": [(250, 304), (250, 8), (376, 304), (506, 352), (506, 8), (573, 56)],
    "hairline": [
        *[(58, 8), (320, 8), (320, 114), (117, 114)],
        *[(523, 114), (523, 299), (329, 299), (329, 180)],
    ],
    "slug-cage": [
        *[(314, 180), (265, 98), (265, 262), (375, 262)],
        *[(375, 98), (326, 178), (612, 180)],
    ],
}
"""Places that the dashes pass, px."""


def heading_to(here: tuple[float, ...], there: tuple[float, ...]) -> int:
    angle = atan2(there[1] - here[1], there[0] - here[0])
    return round(angle * HEADINGS / (2 * pi)) % HEADINGS


def passes(preview: Preview, place: tuple[float, ...]) -> bool:
    """Tell whether a dash would come by a place alive."""
    for start, end in preview.paths:
        way = [b - a for a, b in zip(start, end)]
        square = sum(x * x for x in way) or 1.0
        part = sum(x * (p - a) for x, p, a in zip(way, place, start)) / square
        there = [a + x * max(0.0, min(1.0, part)) for a, x in zip(start, way)]
        if dist(there, place) <= NEAR:
            return preview.dies is None
    return False


def fly(room: Room, route: list[tuple[float, float]]) -> Recorder:
    """Play a route; the recorder's world says how it ends."""
    recorder = Recorder(World(room))
    world = recorder.world
    for place in route:
        for _ in range(REST if world.ticks else 0):
            recorder.tick(Controls())
        start = world.player.facing
        wanted = heading_to(world.place(world.player.id), place)
        way = (wanted - start + HEADINGS // 2) % HEADINGS - HEADINGS // 2
        for tick in range(1, TURN + 1):
            heading = start + round(way * (tick / TURN) ** 2 * (3 - 2 * tick / TURN))
            recorder.tick(Controls(aim=True, heading=heading % HEADINGS))
        while not world.outcome and not passes(world.preview(), place):
            recorder.tick(Controls(aim=True, heading=wanted))
        recorder.tick(Controls(heading=wanted))
        while world.player.state in ("release", "dash") and not world.outcome:
            recorder.tick(Controls())
    return recorder


if __name__ == "__main__":
    for name, path in levels().items():
        flown = fly(load_room(path), ROUTES[name])
        stored_replay(name).write_text(flown.replay().dumps() + "\n", encoding="utf-8")
        world = flown.world
        print(f"{name}: {world.outcome}, {world.ticks} ticks, {world.dashes} dashes, {world.score}")
