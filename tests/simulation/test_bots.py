"""Bots: what can be reached with keys alone, and by aiming without a dash."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.staged import replay_of
from support.suite import long_except
from tools.make.record_replays import ROUTES, aim_by_keys, fly

from game.resources import levels, shipped_rooms
from game.simulation.begin import begin, load_level
from game.simulation.elements import Slider
from game.simulation.player import Controls
from game.simulation.tiled import load_room

GOLD = 1.15


@pytest.mark.parametrize("name", long_except(levels(), "first-contact", "hairline", "two-shadows"))
def test_keys_alone_earn_gold(name: str) -> None:
    """By taps, eight ways, and Shift to turn, at the pace of the stored run; never faster."""
    world = fly(load_room(levels()[name]), ROUTES[name], aims=[aim_by_keys]).world
    assert world.outcome == "finished"
    assert replay_of(name).ticks <= world.ticks <= GOLD * replay_of(name).ticks


AIMS = {
    "cancelled": [Controls(aim=True)] * 50 + [Controls(aim=True, cancel=True), Controls()],
    "into the floor": [Controls(heading=1024, aim=True)] * 9 + [Controls(heading=1024)] * 8,
    "tapped": [Controls(aim=True), Controls(cancel=True)],
}
SHORT = [("first-contact", aim) for aim in AIMS]
OTHERS = [(name, aim) for name, aim in zip(shipped_rooms(), cycle(AIMS))]


@pytest.mark.parametrize(("name", "aim"), long_except(dict.fromkeys(SHORT + OTHERS), *SHORT))
def test_an_aim_without_a_dash_slows_the_world_for_two_seconds_in_all(name: str, aim: str) -> None:
    """However often it is begun again; the player stays where it is, if no slider pushes it."""
    world, slow = begin(load_level(shipped_rooms()[name])), 0
    world.tick(Controls((0, 1)))
    while not world.outcome and (world.player.state != "still" or world.ticks < 30):
        world.tick(Controls())
    place, dashes, begun = world.place(world.player.id), world.dashes, world.ticks
    for controls in cycle(AIMS[aim]):
        world.tick(controls)
        slow += world.time.last_parts == 3
        if world.ticks - begun >= 6 * world.tick_rate or world.outcome:
            break
    assert slow <= 2 * world.tick_rate * (1 + world.dashes - dashes)
    if not world.room.of(Slider):
        assert (world.place(world.player.id), world.dashes) == (place, dashes)
