"""What the lesson about boxes that turn states."""

from itertools import product
from math import acos, cos, degrees, hypot, pi, sin

import pytest
from support.recorder import record, state_with

from game.collision import AABB, OBB, overlaps, pitfalls, separating_axis, sweep_polygons
from game.collision.polygon import project
from game.study.lessons.turning import (
    LESSON,
    bar,
    first_overlap,
    is_wrong,
    line_between,
    sweep_shapes,
    triangle,
)


def test_the_triangle_enters_the_box_around_the_bar_and_not_the_bar():
    """The bet: at no time do they overlap, at the end their boxes do."""
    assert sweep_shapes(LESSON.state) is None
    assert first_overlap(LESSON.state) is None
    around = AABB.around(triangle(LESSON.state, 1).vertices)
    assert overlaps(around, bar(LESSON.state, 1).aabb())


def test_shapes_cross_without_a_corner_inside():
    across, upright = AABB((0, 0), (9, 1)), AABB((0, 0), (1, 9))
    assert not pitfalls.corners_inside(across, upright)
    assert separating_axis(across, upright) is None


def test_a_hand_that_turns_once_around_is_swept_as_if_it_stood():
    """The check: at a quarter of the step it passes the fly, and the sweep reports a miss."""
    fly = AABB((0, 40), (1, 1))
    hand, later = (OBB((0, 0), (50, 2), turn) for turn in (0, pi / 2))
    assert sweep_polygons(fly, hand, (0, 0)) is None
    assert separating_axis(fly, later) is None


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [({}, False), ({"dy": 0}, False), ({"spin": 60}, True), ({"dy": 0, "spin": -60}, True)],
)
def test_the_sweep_is_wrong_only_of_what_turns(changes, wrong):
    assert is_wrong(LESSON.state.change(**changes)) is wrong


@pytest.mark.parametrize("dy", range(-40, 41, 8))
def test_a_line_that_fits_lies_on_a_side_of_one_of_the_shapes(dy):
    """Brute force: if a line in any of 720 directions fits, so does one along a side."""
    for angle, tenth in product(range(0, 180, 35), range(11)):
        state = state_with(LESSON, tenth / 10, dy=float(dy), angle=float(angle))
        a, b = triangle(state, state.u).vertices, bar(state, state.u).corners()
        normals = [(cos(k * pi / 360), sin(k * pi / 360)) for k in range(720)]
        gaps = [project(b, normal)[0] - project(a, normal)[1] for normal in normals]
        found = line_between(state)
        assert (found is not None) >= (max(gaps) > 0)
        if found:
            normal, at, (_, high), (low, _), _ = found
            on_line = [
                sum(abs(x * normal[0] + y * normal[1] - at) < 1e-6 for x, y in corners)
                for corners in (a, b)
            ]
            assert 2 in on_line
            assert high <= low


@pytest.mark.parametrize("line", [-30, -3, 4, 25])
def test_a_line_that_is_turned_rolls_on_a_corner(line):
    """It leaves the side that it lay on, and touches one corner of the same shape."""
    state = state_with(LESSON, 0.5, line=float(line))
    normal, at, (_, high), (low, _), _ = line_between(state)
    assert hypot(*normal) == pytest.approx(1)
    assert at in (high, low)
    straight = line_between(state_with(LESSON, 0.5))[0]
    assert degrees(acos(straight[0] * normal[0] + straight[1] * normal[1])) == pytest.approx(
        abs(line)
    )
    texts = [call[3] for call in record(LESSON, u=0.5, line=float(line)) if call[0] == "bar"]
    assert ("miss" in texts) is (high <= low) is ("fault" not in texts)


def test_the_answer_is_hidden_while_the_bet_is_open():
    assert any(call[0] == "text" for call in record(LESSON, u=0.2))
    hidden = record(LESSON, u=0.2, reveals=False)
    assert not any(call[0] == "text" or "miss" in call for call in hidden)


def test_axes_are_named_by_whose_they_are():
    """An upright box has only the axes of A; an axis that is not drawn has no name."""
    turned = {call[1] for call in record(LESSON, half=2) if call[0] == "text"}
    upright = {call[1] for call in record(LESSON, half=2, angle=0) if call[0] == "text"}
    assert {"A's sides", "B's sides"} <= turned
    assert "A's sides" in upright
    assert "B's sides" not in upright
