"""The rooms: each teaches one fact, can be finished without luck, and keeps off the words."""

from __future__ import annotations

from functools import cache
from math import atan2, pi

import pytest
from support.staged import replay_of
from support.suite import long_except
from tools.make.record_replays import ROUTES, fly

from game.headless import run
from game.resources import levels
from game.simulation.elements import Core, Exit, GlitchCell
from game.simulation.events import Dashed, Event
from game.simulation.methods import METHODS
from game.simulation.replay import Recorder, begin_replay, check_replay
from game.simulation.room import PLAYER_SIZE
from game.simulation.tiled import load_room
from game.simulation.world import World

ROOMS = {name: load_room(path) for name, path in levels().items()}
HUD_LINES = (9, 21), (339, 351)
"""px: from where to where words lie over a room."""


@cache
def played(name: str) -> tuple[World, list[Event]]:
    """Return the world at the end of a stored run, and all that happened; check its hashes."""
    stored, events = replay_of(name), []
    recorder = Recorder(begin_replay(stored, ROOMS[name]))
    for controls in stored.controls():
        recorder.tick(controls)
        events += recorder.world.last.events
    check_replay(stored, recorder.replay())
    return recorder.world, events


each_room = pytest.mark.parametrize("name", ROOMS)


def test_every_room_has_a_route() -> None:
    """Its stored run was recorded by this route."""
    assert set(ROUTES) == set(ROOMS)


def test_every_room_has_a_fact_of_its_own() -> None:
    facts = [room.fact for room in ROOMS.values()]
    assert len(set(facts)) == len(ROOMS)
    assert all(0 < len(fact.split()) <= 12 for fact in facts)


@each_room
def test_walls_are_thin(name: str) -> None:
    assert all(1 <= min(wall.size) <= 4 for wall in ROOMS[name].walls[:-4])
    assert len(ROOMS[name].walls) > 4


@each_room
def test_words_cover_nothing_that_matters(name: str) -> None:
    room = ROOMS[name]
    y, half = room.start[1], PLAYER_SIZE[1] / 2
    spans = [(y - half, y + half)]
    boxes = [each.box for kind in (Core, GlitchCell, Exit) for each in room.of(kind)]
    spans += [(box.min[1], box.max[1]) for box in boxes]
    assert all(low >= bottom or high <= top for low, high in spans for top, bottom in HUD_LINES)


@each_room
def test_the_stored_run_finishes_with_its_dashes(name: str) -> None:
    stored, (world, _) = replay_of(name), played(name)
    assert world.outcome == "finished"
    assert (world.ticks, world.dashes) == (stored.ticks, stored.dashes)
    assert 4 <= world.dashes <= 9


def solution(name: str) -> tuple[int, ...]:
    """Return the directions of a stored run's dashes, in sixteenths of a turn."""
    _, events = played(name)
    dashes = (event.direction for event in events if isinstance(event, Dashed))
    return tuple(round(atan2(y, x) * 8 / pi) % 16 for x, y in dashes)


def test_no_two_rooms_have_the_same_solution() -> None:
    """Nor does one begin as the whole of another."""
    solutions = {name: solution(name) for name in ROOMS}
    same = [
        (one, other)
        for one, first in solutions.items()
        for other, second in solutions.items()
        if one != other and second[: len(first)] == first
    ]
    assert same == []


@pytest.mark.parametrize("name", long_except(ROOMS, "hairline", "slug-cage", "two-shadows"))
def test_the_stored_run_fails_without_the_sweep(name: str) -> None:
    """A test at the end of each tick misses walls and cores."""
    summary, _ = run(ROOMS[name], replay=replay_of(name), method=METHODS["discrete"])
    assert not summary.finished


@pytest.mark.parametrize("name", long_except(ROOMS, "first-contact", "piston-house", "glitch"))
def test_no_room_needs_luck(name: str) -> None:
    """The same route leads to the exit whenever it is begun; the stored run waits for nothing."""
    assert fly(ROOMS[name], ROUTES[name], wait=37).world.outcome == "finished"
