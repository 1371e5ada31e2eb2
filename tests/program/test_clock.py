"""Real time in, whole ticks out: none is lost, none is doubled."""

import pytest

from game import clock as module
from game.clock import MOST_FRAME_TICKS, PATIENCE, Clock, in_time


@pytest.mark.parametrize("hertz", [30, 60, 120, 144, 240])
def test_a_second_buys_as_many_ticks_on_every_display(hertz):
    """120 a second, spread evenly, and alpha is the rest."""
    clock = Clock(120)
    bought = [clock.advance(1 / hertz) for _ in range(10 * hertz)]
    assert sum(bought) + clock.alpha == pytest.approx(1200)
    assert max(bought) - min(bought) <= 1
    assert 0 <= clock.alpha < 1


def test_a_stall_slows_the_game_down_and_skips_nothing():
    clock = Clock(120)
    assert clock.advance(10.0) == MOST_FRAME_TICKS
    assert clock.advance(0.0) == 0
    assert clock.advance(-1.0) == 0


def test_half_speed_buys_half_the_ticks():
    """Speed changes how many ticks time buys, never a tick."""
    clock = Clock(120)
    assert sum(clock.advance(1 / 60, speed=0.5) for _ in range(60)) == 60


@pytest.mark.parametrize(("cost", "done"), [(0.0, 16), (0.3, 4), (0.6, 2), (400, 1)])
def test_ticks_that_take_long_leave_time_for_a_picture(monkeypatch, cost, done):
    now = [7.0]
    monkeypatch.setattr(module, "thread_time", lambda: now[0])
    ticks = []
    for tick in in_time(16):
        ticks.append(tick)
        now[0] += cost * PATIENCE
    assert ticks == [*range(done)]
    assert [*in_time(0)] == []
