"""Scoring: what a run was worth."""

from __future__ import annotations

import pytest
from support.drawn import box, dash, player_at, room, world

from game.simulation.begin import begin
from game.simulation.player import Controls
from game.simulation.scoring import Stars, core_points, time_points


def test_each_core_of_a_dash_is_worth_twice_the_last() -> None:
    assert [core_points(chain) for chain in (1, 2, 3, 4)] == [250, 500, 1000, 2000]


@pytest.mark.parametrize(
    ("ticks", "rate", "points"),
    [
        (120, 120, 0),
        (119, 120, 0),
        (118, 120, 10),
        (60, 120, 500),
        (150, 120, 0),
        (30, 60, 500),
        (0, 120, 1000),
    ],
)
def test_each_hundredth_of_a_second_under_par_is_worth_10(
    ticks: int, rate: int, points: int
) -> None:
    assert time_points(ticks, rate, 120, 120) == points


def test_a_finished_run_is_worth_its_exit_cores_and_time() -> None:
    """Three cores in one dash: 250 + 500 + 1,000; 10 ticks, 0.08 s, under par."""
    cores = [box("core", x, 174, 12, 12) for x in (100, 200, 300)]
    w = world(player_at(40, 180), box("exit", 600, 172, 16, 16), *cores, par_ticks=24, par_dashes=1)
    dash(w, 0)
    assert (w.outcome, w.ticks) == ("finished", 14)
    assert w.score == 1000 + 1750 + 80
    assert w.stars == Stars(time=True, dashes=True, no_creep=True)


def test_cores_taken_without_a_dash_are_worth_the_first_of_one() -> None:
    w = world(player_at(40, 180), *(box("core", x, 174, 12, 12) for x in (50, 64)))
    for _ in range(60):
        w.tick(Controls(creep=(1, 0)))
    assert (w.cores_left, w.score) == (frozenset(), 500)


@pytest.mark.parametrize(("tick_rate", "in_time"), [(120, True), (60, False), (240, True)])
def test_a_par_is_a_time_at_every_tick_rate(tick_rate: int, in_time: bool) -> None:
    drawn = room(player_at(40, 180), box("exit", 600, 172, 16, 16), par_ticks=14)
    w = begin(drawn, tick_rate=tick_rate)
    dash(w, 0)
    assert w.stars.time == in_time


@pytest.mark.parametrize("missed", [None, "time", "dashes", "no_creep"])
def test_stars_are_for_time_dashes_and_not_creeping(missed: str | None) -> None:
    pars = {"par_ticks": 9 if missed == "time" else 24, "par_dashes": 1 + (missed != "dashes")}
    w = world(player_at(40, 180), box("exit", 600, 4, 16, 16), **pars)
    w.tick(Controls(creep=(1, 0)) if missed == "no_creep" else Controls())
    dash(w, 3072)
    assert w.stars == Stars()
    dash(w, 0)
    assert w.outcome == "finished"
    assert w.stars == Stars(**{name: name != missed for name in Stars._fields})
