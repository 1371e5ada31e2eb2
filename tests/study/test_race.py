"""What the race counts, counted one pair at a time."""

import ast
import inspect
import sys
from itertools import pairwise

import numpy as np
import pytest
from support.recorder import record
from support.tracing import lines_run

from game.collision import AABB, pitfalls, sweep, sweep_batch
from game.collision.sweep import overlap_times
from game.study.lessons.race import (
    LESSON,
    MAP_SPEEDS,
    MAP_WALLS,
    SHOT_HALF,
    SHOTS,
    TALL,
    cell_of,
    shares,
    shoot,
    sweep_shots,
    tally,
)

HALF = SHOT_HALF, SHOT_HALF


def pairs(speed, thick):
    start, motion = shoot(np.array([speed]), np.array([thick]), SHOT_HALF, TALL)
    wall = AABB((0, 0), (thick / 2, TALL))
    return [(AABB(a, HALF), wall, b) for a, b in zip(start.tolist(), motion.tolist(), strict=True)]


@pytest.mark.parametrize(("row", "column"), [(0, 5), (1, 9), (8, 0), (4, 10)])
def test_a_cell_of_the_map_counts_what_the_pitfalls_say(row, column):
    """Brute force: each box is moved to each sample."""
    hit = [pair for pair in pairs(MAP_SPEEDS[column], MAP_WALLS[row]) if sweep(*pair)]
    for n in (1, 2, 8, 16, 37):
        missed = sum(not pitfalls.substeps(*pair, None, n) for pair in hit)
        assert shares(n)[row, column] == missed / len(hit)


def test_the_curve_counts_the_cell_that_is_framed():
    state = LESSON.state.change(adx=119.0, ady=0.0, bw=3.5)
    hits, counts = tally(state)
    row, column = cell_of(state)
    assert (MAP_SPEEDS[column], MAP_WALLS[row]) == (120, 6)
    assert hits == sum(sweep(*pair) is not None for pair in pairs(120.0, 6.0))
    assert [count / hits for count in counts[:16]] == [shares(n)[row, column] for n in range(1, 17)]


def test_the_map_is_fuller_where_the_box_is_faster_and_the_wall_thinner():
    for n in (4, 8, 16):
        share = shares(n)
        assert share[0, 2] < share[0, 5] < share[0, 10]
        assert share[8, 10] < share[4, 10] < share[0, 10]


def test_more_samples_miss_less_but_never_nothing():
    hits, counts = tally(LESSON.state)
    few = counts[:1] + counts[1:2] + counts[3:4] + counts[7:8] + counts[15:16] + counts[63:]
    assert few == sorted(few, reverse=True)
    assert 0 < counts[-1] < hits < SHOTS


@pytest.mark.parametrize("column", [4, 7, 10])
def test_twice_as_many_samples_miss_about_half_as_often(column):
    """The bet's and the check's answer, of all walls together and from 16 samples on."""
    hit = sweep_shots(SHOT_HALF, TALL).hit.sum(-1)
    missed = [(shares(n) * hit)[1:, column].sum() for n in (16, 32, 64)]
    for few, many in pairwise(missed):
        assert few / 2.3 < many < few / 1.8


def divisions(code):
    return sum(isinstance(node, ast.Div) for node in ast.walk(code))


def test_a_sweep_divides_twice_on_each_axis():
    """The bet's answer: each way through overlap_times() divides twice at most, the rest never."""
    assert "The sweep covers all instants at once, with two divisions on each axis." in (
        LESSON.prose.bet.why
    )
    whole = ast.parse(inspect.getsource(sys.modules[overlap_times.__module__]))
    ways = [node for node in ast.walk(whole) if isinstance(node, ast.Return) and divisions(node)]
    assert [divisions(way) for way in ways] == [2, 2]
    assert divisions(whole) == divisions(ast.parse(inspect.getsource(overlap_times))) == 4


@pytest.mark.parametrize("n", [1, 2, 7, 64])
def test_n_samples_that_find_nothing_cost_n_tests(n, monkeypatch):
    """The bet's and the check's answer: twice the samples, twice the tests."""
    tests = []
    monkeypatch.setattr(pitfalls, "overlaps", lambda a, b: tests.append((a, b)))
    pitfalls.substeps(*pairs(200.0, 3.0)[0], None, n)
    assert len(tests) == n


def test_the_shots_are_swept_once_and_before_they_are_shown():
    """A frame has 16 ms; the sweeps of the map take about five. They are in columns."""
    record(LESSON, reveals=False)

    def draw_all():
        for n in (1, 9, 64):
            record(LESSON, samples=n, bw=float(n % 12), adx=100.0 + n)

    assert lines_run(sys.modules[sweep_batch.__module__], draw_all) == []


def test_the_map_is_drawn_by_boxes_as_full_as_its_numbers():
    cells = [call for call in record(LESSON, samples=8) if call[0] == "box" and call[3] == "fault"]
    fills = [float(word[5:]) for call in cells for word in call[4:] if word.startswith("fill=")]
    assert fills == pytest.approx(np.sqrt(shares(8)).ravel().tolist(), abs=1e-3)


def test_the_numbers_are_hidden_while_the_bet_is_open():
    assert any(call[0] == "text" for call in record(LESSON))
    assert not any(call[0] == "text" for call in record(LESSON, reveals=False))
