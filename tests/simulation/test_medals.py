"""Medals: what a run earns by its time and its dashes."""

from __future__ import annotations

import pytest
from support.staged import replay_of

from game.resources import levels
from game.simulation.medals import MEDALS, Award, award, limits
from game.simulation.player import Controls
from game.simulation.replay import Replay

STORED = Replay("r", "h", 0, 120, "sweep", "", ((200, Controls()),), (), dashes=6)
"""A run of 200 ticks at 120 Hz, 5/3 s, with six dashes."""


@pytest.mark.parametrize(
    ("ticks", "medals"),
    [(1, 4), (200, 4), (201, 3), (230, 3), (231, 2), (300, 2), (301, 1), (500, 1), (501, 0)],
)
def test_a_medal_is_for_a_time_up_to_its_multiple_of_the_stored_runs(
    ticks: int, medals: int
) -> None:
    """The author's up to 1.0 of it, gold to 1.15, silver to 1.5, bronze to 2.5."""
    assert award(ticks, 120, 99, STORED) == Award(medals, ring=False)


@pytest.mark.parametrize(("rate", "last"), [(30, 50), (60, 100), (120, 200), (240, 400)])
def test_limits_are_seconds_at_every_tick_rate(rate: int, last: int) -> None:
    assert limits(STORED, rate) == [last * 5 // 2, last * 3 // 2, last * 23 // 20, last]
    assert award(last, rate, 0, STORED).medals == 4
    assert award(last + 1, rate, 0, STORED).medals == 3


def test_a_limit_between_two_ticks_is_rounded_down() -> None:
    """200 ticks at 120 Hz are 11.67 ticks at 7 Hz: a run of 12 is slower."""
    assert [award(ticks, 7, 0, STORED).medals for ticks in (11, 12)] == [4, 3]


def test_the_ring_is_for_at_most_the_dashes_of_the_stored_run() -> None:
    """Whatever the time is."""
    assert [award(9999, 120, dashes, STORED).ring for dashes in (5, 6, 7)] == [True, True, False]


@pytest.mark.parametrize("name", levels())
def test_the_stored_run_of_every_room_earns_all_of_it(name: str) -> None:
    stored = replay_of(name)
    earned = award(stored.ticks, stored.tick_rate, stored.dashes, stored)
    assert earned == Award(len(MEDALS), ring=True)
