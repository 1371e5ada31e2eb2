"""What the lesson about boxes that turn states."""

from math import pi

import pytest
from support.recorder import record

from game.collision import AABB, OBB, overlaps, pitfalls, separating_axis, sweep_polygons
from game.study.lessons.turning import LESSON, bar, first_overlap, is_wrong, sweep_shapes, triangle


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


def test_the_answer_is_hidden_while_the_bet_is_open():
    assert any(call[0] == "text" for call in record(LESSON, u=0.2))
    hidden = record(LESSON, u=0.2, reveals=False)
    assert not any(call[0] == "text" or "miss" in call for call in hidden)


def test_axes_are_named_by_whose_they_are():
    """An upright box has only the axes of the player; an axis that is not drawn has no name."""
    turned = {call[1] for call in record(LESSON, half=2) if call[0] == "text"}
    upright = {call[1] for call in record(LESSON, half=2, angle=0) if call[0] == "text"}
    assert {"player", "box"} <= turned
    assert "player" in upright
    assert "box" not in upright
