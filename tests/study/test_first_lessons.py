"""What the lessons from tunnel to shadows say is true of the shipped code."""

from itertools import product
from math import hypot, radians
from random import Random

import pytest
from support.recorder import record

from game.collision import AABB, OBB, overlaps, pitfalls, sweep
from game.collision.sweep import ALWAYS, NEVER
from game.study.lessons import shadows, three_ways, touching, tunnel


@pytest.mark.parametrize("wall", [2, 6, 17, 40])
def test_the_longest_safe_stride_is_box_and_wall_together(wall):
    state = tunnel.LESSON.state.change(wall=wall)
    safe = [s for s in range(2, 141) if tunnel.LESSON.reaches_goal(state.change(stride=float(s)))]
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
        state = touching.LESSON.state.change(ax=x, ay=y, aw=wide, ah=high)
        gaps = [touching.has_gap(state, axis) for axis in (0, 1)]
        assert any(gaps) != overlaps(*touching.a_and_b(state))
        assert len(touching.tested_axes(state)) == (1 if gaps[0] else 2)
        seen.add(tuple(gaps))
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("changes", "lit"),
    [
        ({"ax": 58, "aw": 10}, "A.max<B.min"),
        ({"ax": 158, "aw": 10}, "B.max<A.min"),
        ({"ax": 108, "ay": 40}, "A.max<B.min"),
        ({"ax": 108, "ay": 110, "ah": 10}, "B.max<A.min"),
        ({"ax": 152, "ay": 84}, ""),
        ({"ax": 108, "ay": 84}, ""),
    ],
    ids=["left", "right", "above", "below", "a shared face", "inside"],
)
def test_one_of_four_eliminations_is_lit_if_the_boxes_are_apart(changes, lit):
    """A comparison of maximum and minimum is lit exactly where the distance exceeds the reach."""
    texts = [call for call in record(touching.LESSON, u=1.0, **changes) if call[0] == "text"]
    comparisons = [call for call in texts if "max<" in call[1]]
    assert [call[1] for call in comparisons if call[3] == "miss"] == [lit] * bool(lit)
    over = [call[1] for call in texts if "|d|" in call[1] and ">" in call[1]]
    assert len(over) == bool(lit)
    assert len(comparisons) == 2 * sum("|d|" in call[1] for call in texts)


def changed(**numbers):
    return three_ways.LESSON.state.change(**numbers)


def test_a_turned_box_is_as_wide_as_the_third_bet_says():
    """82, which is less than its diagonal; the turn is exact: 3, 4 and 5."""
    question = three_ways.LESSON.prose.bet
    box = three_ways.changed_box(changed(), 1)
    assert box.axes == ((0.8, 0.6), (-0.6, 0.8))
    assert question.answers[question.right].startswith(f"{box.aabb().size[0]:g}:")
    assert hypot(80, 30) == pytest.approx(85.4, abs=0.1)


def test_a_box_of_a_box_of_a_square_is_twice_as_wide():
    box = AABB((0, 0), (1, 1))
    for turn in (45, -45):
        box = OBB(box.center, box.half_extents, radians(turn)).aabb()
    assert box.half_extents == pytest.approx((2, 2))


@pytest.mark.parametrize("axes", [2, 3])
def test_the_box_around_holds_all_corners_and_touches_one_on_each_face(axes):
    box = three_ways.changed_box(changed(axes=axes), 0.5)
    corners, around = box.corners(), box.aabb()
    assert len(corners) == 2**axes
    for axis in range(axes):
        places = [corner[axis] for corner in corners]
        assert (min(places), max(places)) == pytest.approx((around.min[axis], around.max[axis]))


@pytest.mark.parametrize("axes", [2, 3])
def test_half_of_the_box_around_is_the_sum_of_what_the_columns_reach(axes):
    """Of 300 matrices that the handles can make: the reaches are |m| h."""
    rng = Random(3)
    for _ in range(300):
        columns = {name: rng.randint(-44, 44) for name in ("px", "py", "qx", "qy")}
        box = three_ways.changed_box(changed(axes=axes, **columns), rng.random())
        sums = [sum(row) for row in three_ways.reaches(box)]
        assert sums == pytest.approx(box.aabb().half_extents)


@pytest.mark.parametrize(
    ("columns", "fits"),
    [
        ((40, 0, 0, 15), True),
        ((0, 40, -15, 0), True),
        ((-7, 0, 0, 44), True),
        ((32, 24, -9, 12), False),
        ((40, 0, 9, 15), False),
        ((40, 0, 15, 0), False),
        ((0, 0, 0, 15), False),
        ((40, 15, 0, 0), False),
    ],
)
def test_the_box_around_fits_if_each_column_has_an_axis_of_its_own(columns, fits):
    """Then it has the area of the changed box, which is not flat."""
    state = changed(**dict(zip(("px", "py", "qx", "qy"), columns)))
    (a, b), area = zip(*three_ways.changed_box(state, 1).axes), 0.0
    area = abs(a[0] * b[1] - a[1] * b[0]) * 4 * 40 * 15
    wide, high = three_ways.changed_box(state, 1).aabb().size
    assert three_ways.fits(state) is fits
    assert (area > 0 and wide * high == pytest.approx(area)) is fits


def test_a_box_that_moves_changes_all_of_min_and_max_and_half_of_the_other_ways():
    state = changed(px=40, py=0, qx=0, qy=15)
    first, last = (three_ways.changed_box(state, u).aabb() for u in (0, 1))
    changes = [
        sum(a != b for name in form for a, b in zip(getattr(first, name), getattr(last, name)))
        for form in three_ways.FORMS_OF_BOX
    ]
    assert changes == [4, 2, 2]
    assert three_ways.LESSON.words(state).startswith("It only moves.")


def test_shadows_meet_when_the_gap_is_closed():
    a, b = shadows.boxes_1d(shadows.LESSON.state)
    swept = sweep(a, b, (0,), (80,))
    assert swept.u0 == 30 / 80
    assert overlaps(a, b.moved((80,), swept.u0))
    assert not overlaps(a, b.moved((80,), swept.u0 - 2**-40))


@pytest.mark.parametrize(("start", "end"), [(20, 100), (120, 30), (60, 60), (18, 18), (50, 20)])
def test_the_lines_that_are_shown_are_those_that_answer(start, end):
    state = shadows.LESSON.state.change(start=float(start), end=float(end))
    numbers = {"d": start - 70, "r": end - start, "s": 20, "ALWAYS": ALWAYS, "NEVER": NEVER}
    *branch, answer = shadows.deciding_lines(state)
    assert all(eval(line[3:-1], {}, numbers) for line in branch)
    assert eval(answer.removeprefix("return "), {}, numbers) == shadows.times(state)
