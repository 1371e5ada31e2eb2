"""What lessons 1 to 4 say is true of the shipped code."""

from itertools import product
from math import hypot, radians

import pytest

from game.collision import AABB, OBB, overlaps, pitfalls, sweep
from game.collision.sweep import ALWAYS, NEVER
from game.study.lessons import shadows, three_ways, touching, tunnel


@pytest.mark.parametrize("wall", [2, 6, 17, 40])
def test_the_longest_safe_stride_is_box_and_wall_together(wall):
    state = tunnel.LESSON.state.change(wall=wall)
    safe = [s for s in range(2, 141) if tunnel.LESSON.reached(state.change(stride=float(s)))]
    assert safe == [tunnel.SIDE + wall]


def test_the_box_of_the_first_bet_gets_through():
    """It hits the wall on its path, and the test at the end finds nothing."""
    assert tunnel.gets_through(tunnel.LESSON.state)


def test_a_box_twice_as_fast_gets_through_twice_as_many_samples():
    """Two samples a step instead of one: again 110 px lie between them."""
    pair = tunnel.box_and_wall(tunnel.LESSON.state.change(stride=220))
    assert sweep(*pair)
    assert not pitfalls.substeps(*pair, 2)


def test_boxes_are_apart_if_and_only_if_an_axis_has_a_gap():
    seen = set()
    for x, y, wide, high in product(range(58, 159, 5), range(36, 111, 4), (4, 18, 32), (4, 34)):
        state = touching.LESSON.state.change(bx=x, by=y, bw=wide, bh=high)
        gaps = [touching.has_gap(state, axis) for axis in (0, 1)]
        assert any(gaps) != overlaps(*touching.a_and_b(state))
        assert len(touching.tested_axes(state)) == (1 if gaps[0] else 2)
        seen.add(tuple(gaps))
    assert len(seen) == 4


def test_a_turned_box_is_as_wide_as_the_third_bet_says():
    """68 at 45 degrees; its diagonal, 76, only when that lies along x."""
    state, question = three_ways.LESSON.state, three_ways.LESSON.prose.bet
    assert question.answers[question.right].startswith(f"{three_ways.width_around(state, 45):.0f}:")
    assert hypot(72, 24) == pytest.approx(
        max(three_ways.width_around(state, t / 10) for t in range(900))
    )
    assert hypot(72, 24) == pytest.approx(three_ways.width_around(state, 18), abs=0.01)


def test_a_box_of_a_box_of_a_square_is_twice_as_wide():
    box = AABB((0, 0), (1, 1))
    for turn in (45, -45):
        box = OBB(box.center, box.half_extents, radians(turn)).aabb()
    assert box.half_extents == pytest.approx((2, 2))


@pytest.mark.parametrize("axes", [2, 3])
def test_the_box_around_holds_all_corners_and_touches_one_on_each_face(axes):
    box = three_ways.turned_box(three_ways.LESSON.state.change(axes=axes), 0.5)
    corners, around = box.corners(), box.aabb()
    assert len(corners) == 2**axes
    for axis in range(axes):
        places = [corner[axis] for corner in corners]
        assert (min(places), max(places)) == pytest.approx((around.min[axis], around.max[axis]))


def test_a_box_that_moves_changes_all_of_min_and_max_and_half_of_the_other_ways():
    state = three_ways.LESSON.state.change(turn=0.0)
    first, last = (three_ways.turned_box(state, u).aabb() for u in (0, 1))
    changes = [
        sum(a != b for name in form for a, b in zip(getattr(first, name), getattr(last, name)))
        for form in three_ways.FORMS_OF_BOX
    ]
    assert changes == [4, 2, 2]


def test_shadows_meet_when_the_gap_is_closed():
    swept = shadows.sweep_1d(shadows.LESSON.state)
    assert swept.u0 == 30 / 80
    a, b = shadows.boxes_1d(shadows.LESSON.state)
    assert overlaps(a, b.moved((80,), swept.u0))
    assert not overlaps(a, b.moved((80,), swept.u0 - 2**-40))


@pytest.mark.parametrize(("start", "end"), [(20, 100), (120, 30), (60, 60), (18, 18), (50, 20)])
def test_the_lines_that_are_shown_are_those_that_answer(start, end):
    state = shadows.LESSON.state.change(start=float(start), end=float(end))
    numbers = {"d": start - 70, "r": end - start, "s": 20, "ALWAYS": ALWAYS, "NEVER": NEVER}
    *branch, answer = shadows.deciding_lines(state)
    assert all(eval(line[3:-1], {}, numbers) for line in branch)
    assert eval(answer.removeprefix("return "), {}, numbers) == shadows.times(state)
