"""The four tests that do not work fail in the documented ways, and no others."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest
from support.oracle import exact_sweep

from game.collision import AABB, overlaps, pitfalls, sweep

NAN = math.nan


def listing(d, move_b, move_a):
    """Ask Listing 4 about boxes with half extents 1, a at the origin and b at d."""
    zero, one = (0,) * len(d), (1,) * len(d)
    return pitfalls.listing_4(one, zero, move_a, one, d, added(d, move_b))


def added(x, y):
    return [a + b for a, b in zip(x, y)]


@pytest.mark.parametrize(
    ("dimensions", "ds", "vs", "reported", "true", "wrong_u1"),
    [
        (1, range(-6, 7), range(-6, 7), 169, 101, 83),
        (2, range(-4, 5), range(-4, 5), 6141, 3089, 1901),
        (2, range(-5, 6), range(-5, 6), 12949, 5241, 3037),
        (3, range(-3, 4), range(-2, 3), 42083, 21437, 11005),
    ],
    ids=["1-D", "2-D", "2-D wide", "3-D"],
)
def test_listing_4_says_on_a_grid_what_the_printed_one_says(
    dimensions, ds, vs, reported, true, wrong_u1
):
    """It calls many misses hits, misses nothing, has each true u0 and few true u1."""
    said = really = missed = u0_differs = u1_differs = 0
    still = (0,) * dimensions
    for d in product(ds, repeat=dimensions):
        for v in product(vs, repeat=dimensions):
            hit, u0, u1 = listing(d, v, still)
            said += hit
            if truth := exact_sweep(d, v, (2,) * dimensions):
                really += 1
                missed += not hit
                u0_differs += u0 != float(truth.u0)
                u1_differs += u1 != float(truth.u1)
    assert (said, really, missed, u0_differs, u1_differs) == (reported, true, 0, 0, wrong_u1)


def test_every_false_hit_of_listing_4_has_a_known_cause():
    """The causes of its 3,052 false hits on the grid [-4, 4]^2; several may apply to one."""
    counts = dict.fromkeys(("still apart", "moving apart", "touching, parts", "too late"), 0)
    for d in product(range(-4, 5), repeat=2):
        for v in product(range(-4, 5), repeat=2):
            hit, u0, _ = listing(d, v, (0, 0))
            if hit and not exact_sweep(d, v, (2, 2)):
                causes = {
                    "still apart": any(abs(x) > 2 and y == 0 for x, y in zip(d, v)),
                    "moving apart": any(abs(x) > 2 and x * y > 0 for x, y in zip(d, v)),
                    "touching, parts": any(abs(x) == 2 and x * y > 0 for x, y in zip(d, v)),
                    "too late": u0 > 1,
                }
                assert any(causes.values())
                for cause in causes:
                    counts[cause] += causes[cause]
    assert list(counts.values()) == [616, 2272, 544, 68]


DEFECTS = {
    # b, its move, a's move: the listing's answer, and the true (u0, u1) or None
    "1 apart and still": ((5, 100), (0, 0), (10, 0), (True, 0.3, 0.7), None),
    "1 both rest apart": ((50, 0), (0, 0), (0, 0), (True, 0, 1), None),
    "2 moving apart": ((10, 0), (0, 0), (-1, 0), (True, 0, 1), None),
    "3 meets after the step": ((10, 10), (0, 0), (1, 1), (True, 8, 12), None),
    "4 touches and parts": ((2, 5), (0, 0), (-1, 10), (True, 0.3, 0.7), None),
    "5 overlaps at first: u1 = 0": ((1, 0), (0, 0), (-10, 0), (True, 0, 0), (0, 0.1)),
    "6 slides along a floor: glued": ((0, 2), (0, 0), (3, 0), (True, 0, 0), (0, 2 / 3)),
    "6 jumps off a floor: glued": ((0, 2), (0, 0), (0, -3), (True, 0, 0), (0, 0)),
    "7 u1 beyond the step": ((4,), (0,), (3,), (True, 2 / 3, 2), (2 / 3, 1)),
    "7 u1 capped by a still axis": ((4, 0), (0, 0), (3, 0), (True, 2 / 3, 1), (2 / 3, 1)),
    "8 NaN on every axis is a hit": ((9, 9), (0, 0), (NAN, NAN), (True, 0, 1), ValueError),
    "8 NaN on one axis, the other alone decides": (
        (0, 34),
        (0, 0),
        (NAN, 20),
        (False, 1.6, 1),
        ValueError,
    ),
    "8 NaN in a place": ((9, NAN), (0, 0), (0, 0), (True, 0, 1), ValueError),
}


@pytest.mark.parametrize(
    ("b", "move_b", "move_a", "answer", "truth"), DEFECTS.values(), ids=DEFECTS
)
def test_listing_4_has_this_defect(b, move_b, move_a, answer, truth):
    """The smallest witness of each defect gets the listing's answer; sweep is right."""
    zero, one = (0,) * len(b), (1,) * len(b)
    assert listing(b, move_b, move_a) == answer
    place = (3, -5)[: len(b)]
    ends = added(place, b), added(added(place, b), move_b)
    assert pitfalls.listing_4(one, place, added(place, move_a), one, *ends) == answer
    if truth is ValueError:
        with pytest.raises(ValueError, match="nan"):
            sweep(AABB(zero, one), AABB(b, one), move_a, move_b)
    else:
        found = sweep(AABB(zero, one), AABB(b, one), move_a, move_b)
        assert (found and found[:2]) == truth


def unclamped(d, v):
    """Return the exact (u0, u1) of boxes with half extents 1, not clamped to the step; None if
    their paths never meet, before the step or after it."""
    lines = [(Fraction(-2 - x), Fraction(2 - x), motion) for x, motion in zip(d, v)]
    if any(motion == 0 and not low <= 0 <= high for low, high, motion in lines):
        return None
    times = [sorted((low / motion, high / motion)) for low, high, motion in lines if motion]
    enter, exit = (max(t for t, _ in times), min(t for _, t in times)) if times else (0, 1)
    return (enter, exit) if enter <= exit else None


def test_a_later_hit_counts_in_listing_4_exactly_if_something_moves_on_every_axis():
    """Of 2,272 pairs that meet after the step, it calls 1,912 hits: all that move on both axes.
    Whatever it reports above 1 is when they really meet."""
    later = called_hits = 0
    for d in product(range(-9, 10), repeat=2):
        for v in product(range(-4, 5), repeat=2):
            hit, u0, _ = listing(d, v, (0, 0))
            truth = unclamped(d, v)
            if truth and truth[0] > 1:
                later += 1
                called_hits += hit
                assert hit == all(v)
            if hit and u0 > 1:
                assert truth
                assert u0 == float(truth[0])
    assert (later, called_hits) == (2272, 1912)
    # They meet at 1.6, but y, on which nothing moves, keeps u1 = 1.
    assert listing((34, 0.5), (0, 0), (20, 0)) == (False, 1.6, 1)


def test_an_axis_with_nan_keeps_the_defaults_of_listing_4_like_one_apart_and_still():
    """In a place, a displacement or a half extent; the other axis alone decides. On every axis,
    the result is a hit."""
    one = (1, 1)
    with_nan = (
        (one, (NAN, 0), (0, 0), one, (9, 0), (9, 0)),
        (one, (0, 0), (NAN, 0), one, (9, 0), (9, 0)),
        ((NAN, 1), (0, 0), (0, 0), one, (9, 0), (9, 0)),
        (one, (0, 0), (0, 0), (NAN, 1), (9, 0), (9, 0)),
        (one, (0, 0), (0, 0), one, (NAN, 0), (9, 0)),
    )
    answers = set()
    for y, v in product(range(-9, 10), range(-4, 5)):
        expected = listing((9, y), (0, v), (0, 0))
        answers.add(expected[0])
        for half_a, a0, a1, half_b, b0, b1 in with_nan:
            ends = (b0[0], y), (b1[0], y + v)
            assert pitfalls.listing_4(half_a, a0, a1, half_b, *ends) == expected
    assert answers == {True, False}
    for pairs in with_nan:
        x_twice = [(x, x) for x, _ in pairs]
        assert pitfalls.listing_4(*x_twice)[0] is True


def test_two_crossed_bars_have_no_corner_inside_each_other():
    flat, upright = AABB((0, 0), (5, 1)), AABB((0, 0), (1, 5))
    assert overlaps(flat, upright)
    assert not pitfalls.corners_inside(flat, upright)


def test_the_corner_test_is_right_about_corners_and_never_sees_too_much():
    """Contained either way, touching at a corner: yes. What it sees does overlap."""
    box = AABB((0, 0), (3, 3))
    for other in (AABB((0, 0), (1, 1)), AABB((0, 0), (9, 9)), AABB((4, 4), (1, 1))):
        assert pitfalls.corners_inside(box, other)
    for place in product((-3, 3), repeat=2):
        assert pitfalls.corners_inside(box, AABB(place, (1, 1)))
    boxes = [AABB((x, y), (w, 2)) for x, y, w in product((0, 2, 6), (-3, 0, 5), (0, 1, 4))]
    for a, b in product(boxes, repeat=2):
        assert pitfalls.corners_inside(a, b) <= overlaps(a, b)


def test_a_fast_box_tunnels_through_a_thin_wall_unless_it_is_swept():
    """Tests at the end of the step, or of three parts, find nothing."""
    box, wall = AABB((0, 0), (4, 4)), AABB((40, 0), (0.5, 40))
    assert not pitfalls.discrete(box, wall, (90, 0))
    assert not pitfalls.substeps(box, wall, (90, 0), None, 3)
    assert pitfalls.substeps(box, wall, (90, 0), None, 10)
    assert sweep(box, wall, (90, 0))


def test_samples_are_taken_where_parts_end_and_both_boxes_move():
    """Four parts: at 1/4, 2/4, 3/4 and 1, not at the start; b moves as well as a."""
    point = AABB((0,), (0,))
    assert pitfalls.discrete(point, AABB((6,), (0,)), (6,))
    for k in range(11):
        seen = pitfalls.substeps(point, AABB((k,), (0,)), (6,), (-2,), 4)
        assert seen == (k in (2, 4, 6, 8))
        assert pitfalls.discrete(point, AABB((k,), (0,)), (6,), (-2,)) == (k == 8)


def test_parts_shorter_than_box_and_wall_still_miss_a_grazed_corner():
    """Looks at (18, 18) and (24, 24) see nothing; from 19 to 23 they overlap.

    [18]
      | [24]    parts of 8.5 px; box and wall are 9 px together
      |
    """
    box, wall, move = AABB((0, 0), (4, 4)), AABB((18.5, 33), (0.5, 10)), (60, 60)
    assert sweep(box, wall, move)[:2] == (19 / 60, 23 / 60)
    assert not pitfalls.substeps(box, wall, move, None, 10)


@pytest.mark.long
def test_more_substeps_miss_less_but_never_nothing():
    """8 px box, wall of 1 x 120 px, 83 px a tick: 1, 4, 10, 20 samples miss 84, 43, 3.1, 1.5 %."""
    rng, true, missed = random.Random(3), 0, dict.fromkeys((1, 4, 10, 20), 0)
    box = AABB((0, 0), (4, 4))
    while true < 8000:
        wall = AABB((rng.uniform(-88, 88), rng.uniform(-148, 148)), (0.5, 60))
        turn = rng.uniform(0, math.tau)
        move = 83 * math.cos(turn), 83 * math.sin(turn)
        if overlaps(box, wall) or not sweep(box, wall, move):
            continue
        true += 1
        for n in missed:
            missed[n] += not pitfalls.substeps(box, wall, move, None, n)
    shares = [count / true for count in missed.values()]
    assert shares[:2] == pytest.approx([0.84, 0.43], abs=0.015)
    assert shares[2:] == pytest.approx([0.031, 0.015], abs=0.005)


BOX, LINE = AABB((0, 0), (1, 1)), AABB((0,), (1,))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: pitfalls.substeps(BOX, BOX, (1, 0), None, 0), "n must be 1 or more parts, got 0"),
        (lambda: pitfalls.discrete(BOX, BOX, (NAN, 0)), r"^move_a must .* got \(nan, 0.0"),
        (lambda: pitfalls.discrete(BOX, BOX, (1, 0), (NAN, 0)), r"^move_b must .* got \(nan, 0.0"),
        (lambda: pitfalls.discrete(BOX, BOX, (1, 0), (1,)), "must have 2 numbers"),
        (lambda: pitfalls.discrete(BOX, LINE, (1, 0), (1,)), "b must have 2 dimensions"),
        (lambda: pitfalls.corners_inside(BOX, LINE), "b must have 2 dimensions"),
    ],
)
def test_bad_input_is_named(make, says):
    with pytest.raises(ValueError, match=says):
        make()
