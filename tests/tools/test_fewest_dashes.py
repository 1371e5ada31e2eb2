"""Fewest dashes: what a search of a room without moving parts finds."""

import pytest
from support.drawn import box, player_at, room
from tools.make.fewest_dashes import Search, is_static, search

from game.resources import levels, stored_replay
from game.simulation.replay import load_replay
from game.simulation.tiled import load_room

EIGHTH = 512
EXIT = box("exit", 400, 60, 16, 24)
"""On a ray of 22.5 degrees from where the player starts."""


def test_a_search_finds_the_fewest_taps():
    """Down to the floor, then up and right through the exit."""
    assert search(room(player_at(100, 196), EXIT), 4).headings == (2 * EIGHTH, 7 * EIGHTH)


def test_aims_find_fewer_than_taps():
    assert search(room(player_at(100, 196), EXIT), 4, ways=16).headings == (15 * EIGHTH // 2,)


def test_a_search_says_when_it_is_not_complete():
    there = room(player_at(100, 196), box("core", 300, 300, 4, 4), EXIT)
    assert search(there, 1) == Search(None, 8, True)
    assert search(there, 3, states=9).is_complete is False


def test_a_core_opens_the_exit_of_the_same_dash():
    there = room(player_at(100, 72), box("core", 300, 66, 12, 12), EXIT)
    assert search(there, 4).headings == (0,)


@pytest.mark.parametrize("kind", ["slider", "slug", "glitch"])
def test_rooms_with_moving_parts_are_left_out(kind):
    values = {"dx": 40.0} if kind == "slider" else {}
    assert is_static(room(player_at(100, 180), EXIT))
    assert not is_static(room(player_at(100, 180), box(kind, 200, 180, 8, 8, **values), EXIT))


def test_no_taps_are_fewer_than_those_of_tight_fit():
    stored = load_replay(stored_replay("tight-fit")).dashes
    found = search(load_room(levels()["tight-fit"]), stored - 1)
    assert found.headings is None
    assert found.is_complete
