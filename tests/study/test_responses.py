"""What the lesson about responses states."""

import pytest
from support.recorder import record

from game.collision import AABB, Response, move
from game.study.lessons.responses import LESSON, center_at, path


def test_a_slide_keeps_the_motion_along_the_floor():
    """The bet: it hits the floor halfway, and still gets 160 to the right."""
    corners, contacts = path(LESSON.state, Response.SLIDE)
    assert [contact.u for contact in contacts] == [0.5]
    assert corners[-1][1][0] - LESSON.state["ax"] == 160
    stopped, _ = path(LESSON.state, Response.STOP)
    assert stopped[-1][1][0] - LESSON.state["ax"] == 80


def test_a_ball_takes_twice_the_speed_of_the_wall_that_comes():
    """The check: 5 against 3 is 11 afterwards."""
    ball, wall = AABB((0, 0), (1, 1)), AABB((6, 0), (1, 9))
    end, (contact,) = move(ball, (5, 0), [wall], Response.BOUNCE, [(-3, 0)])
    assert contact.left[0] / (1 - contact.u) == pytest.approx(-11)
    assert end.center[0] < 0


@pytest.mark.parametrize("response", Response)
def test_the_box_is_drawn_where_its_path_says(response):
    corners, contacts = path(LESSON.state.change(push=60, adx=240), response)
    for u, center in corners:
        assert center_at(corners, u) == pytest.approx(center)
    first = contacts[0].u / 2
    straight = AABB(corners[0][1], (8, 8)).moved((240, LESSON.state["ady"]), first)
    assert center_at(corners, first) == pytest.approx(straight.center)


def test_paths_are_hidden_while_the_bet_is_open():
    assert any("u0" in call for call in record(LESSON, u=0.2))
    hidden = record(LESSON, u=0.2, reveals=False)
    assert not any("u0" in call for call in hidden)
    assert not any(call[0] == "bar" for call in hidden)
