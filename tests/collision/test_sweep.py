"""sweep against exact arithmetic, and what must not change it."""

import math
import random

import pytest
from collision.oracle import corners_of_grid, exact_sweep, random_integers, small_grid
from collision.strategies import known_hits
from hypothesis import given
from hypothesis import strategies as st

from game.collision import AABB, overlaps, sweep


def swept(d, r, s):
    """Sweep b by r past a resting at the origin, at distance d, with reach s."""
    zero = (0,) * len(d)
    return sweep(AABB(zero, zero), AABB(d, s), zero, r)


def disagreement(exact, found, r):
    """Tell how a Sweep differs from the exact answer; None if it does not."""
    if (exact is None) != (found is None):
        return f"exact {exact}, found {found}"
    if exact is None:
        return None
    u0, u1, axes = exact
    normal = [0.0] * len(r)
    for axis in axes[:1]:
        normal[axis] = math.copysign(1, r[axis])
    expected = (float(u0), float(u1), tuple(normal), axes)
    return None if found[:4] == expected else f"exact {expected}, found {found}"


@pytest.mark.parametrize("cases", [small_grid, corners_of_grid], ids=["2-D", "3-D"])
def test_every_case_of_a_small_grid_is_exact(cases):
    """Hit or miss, both times, entry axes and normal are those of rational arithmetic."""
    wrong = [(c, m) for c in cases() if (m := disagreement(exact_sweep(*c), swept(*c), c[1]))]
    assert wrong == []


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_integers_up_to_the_edge_of_the_world_are_exact(dimensions):
    """u0 and u1 are the correctly rounded quotients; decisions have no exception."""
    rng = random.Random(dimensions)
    cases = [random_integers(rng, dimensions) for _ in range(5000)]
    hits = [c for c in cases if exact_sweep(*c)]
    wrong = [(c, m) for c in cases if (m := disagreement(exact_sweep(*c), swept(*c), c[1]))]
    assert wrong == []
    assert 500 < len(hits) < 4500


def test_on_arbitrary_floats_only_a_hair_decides_differently():
    """Where the float decision is not the exact one, the exact times lie within 1e-12."""
    rng = random.Random(5)
    for _ in range(20_000):
        d, r, s = ([rng.uniform(*ends) for _ in range(2)] for ends in ((-9, 9), (-20, 20), (0, 4)))
        exact, found = exact_sweep(d, r, s), swept(d, r, s)
        if (exact is None) != (found is None):
            close = [(abs(x) - y) for x, y in zip(d, s)]
            assert min(map(abs, close)) < 1e-11
        elif found:
            assert found.u0 == pytest.approx(float(exact[0]), abs=1e-12)
            assert found.u1 == pytest.approx(float(exact[1]), abs=1e-12)


@given(known_hits())
def test_a_hit_built_from_its_answer_is_found(hit):
    """Time, axis and normal are those that the scene was built from."""
    found = sweep(hit.a, hit.b, hit.move_a, hit.move_b)
    assert (found.u0, found.entry_axes, found.normal) == (hit.u0, (hit.axis,), hit.normal)


@given(known_hits())
def test_only_relative_motion_counts(hit):
    """Moving a by e is moving b by -e; what both do together changes nothing."""
    rest = (0.0,) * len(hit.move_a)
    relative = tuple(b - a for a, b in zip(hit.move_a, hit.move_b))
    assert sweep(hit.a, hit.b, hit.move_a, hit.move_b) == sweep(hit.a, hit.b, rest, relative)


@given(known_hits())
def test_seen_from_the_other_box_only_the_normal_turns(hit):
    """Exchanging a and b keeps the times and turns the normal round."""
    there = sweep(hit.a, hit.b, hit.move_a, hit.move_b)
    back = sweep(hit.b, hit.a, hit.move_b, hit.move_a)
    assert (back.u0, back.u1, back.entry_axes) == (there.u0, there.u1, there.entry_axes)
    assert back.normal == tuple(-x + 0.0 for x in there.normal)


@given(known_hits())
def test_exchanging_the_axes_exchanges_the_answer(hit):
    """x is treated as y is."""

    def turned(box):
        return AABB(box.center[::-1], box.half_extents[::-1])

    there = sweep(hit.a, hit.b, hit.move_a, hit.move_b)
    other = sweep(turned(hit.a), turned(hit.b), hit.move_a[::-1], hit.move_b[::-1])
    assert (other.u0, other.u1, other.axes) == (there.u0, there.u1, there.axes[::-1])
    assert other.normal == there.normal[::-1]


@given(known_hits(), st.sampled_from([2, 4]))
def test_a_longer_way_meets_sooner_in_proportion(hit, factor):
    """Twice the displacement, half the time."""
    first = sweep(hit.a, hit.b, hit.move_a, hit.move_b)
    longer = [[x * factor for x in move] for move in (hit.move_a, hit.move_b)]
    assert sweep(hit.a, hit.b, *longer).u0 * factor == first.u0


@given(known_hits())
def test_before_u0_the_boxes_are_apart(hit):
    """At u0 they touch; a 64th of the way before, they do not."""
    a, b = hit.a.moved(hit.move_a, hit.u0), hit.b.moved(hit.move_b, hit.u0)
    assert overlaps(a, b)
    if hit.u0 > 0:
        u = hit.u0 * 63 / 64
        assert not overlaps(hit.a.moved(hit.move_a, u), hit.b.moved(hit.move_b, u))


CASES = {
    # d, r, s: (u0, u1, normal, entry axes) or None
    "apart and still on y": ((5, 100), (-10, 0), (2, 2), None),
    "moving apart": ((10, 0), (1, 0), (2, 2), None),
    "both rest apart": ((50, 0), (0, 0), (2, 2), None),
    "too late": ((10, 10), (-1, -1), (2, 2), None),
    "touch and part": ((2, 0), (1, 0), (2, 2), (0, 0, (0, 0), ())),
    "touch and approach": ((2, 0), (-1, 0), (2, 2), (0, 1, (-1, 0), (0,))),
    "touch and slide along": ((2, 0), (0, 1), (2, 2), (0, 1, (0, 0), ())),
    "touch and rest": ((2, 0), (0, 0), (2, 2), (0, 1, (0, 0), ())),
    "inside and going out": ((1, 0), (4, 0), (2, 2), (0, 0.25, (0, 0), ())),
    "inside for all the step": ((0, 0), (1, 0), (9, 9), (0, 1, (0, 0), ())),
    "arrives at the end": ((10, 0), (-8, 0), (2, 2), (1, 1, (-1, 0), (0,))),
    "perfect corner": ((4, 4), (-4, -4), (2, 2), (0.5, 1, (-1, 0), (0, 1))),
    "grazes a corner": ((4, 0), (-4, 4), (2, 2), (0.5, 0.5, (-1, 0), (0,))),
    "flush along a wall": ((6, 2), (-10, 0), (2, 2), (0.4, 0.8, (-1, 0), (0,))),
    "points that meet": ((4, 0), (-8, 0), (0, 0), (0.5, 0.5, (-1, 0), (0,))),
}


@pytest.mark.parametrize(("d", "r", "s", "answer"), CASES.values(), ids=CASES)
def test_closed_boxes_at_their_limits(d, r, s, answer):
    """Each limit of touching and of the step has its own settled answer."""
    found = swept(d, r, s)
    assert (found and found[:4]) == answer


def test_times_beyond_the_step_are_kept_for_the_axes():
    """axes are not clamped; an axis at rest is from -inf to inf."""
    assert swept((0, 0), (1, 0), (2, 2)).axes == ((-2, 2), (-math.inf, math.inf))


def test_no_zero_is_negative():
    """-0.0 goes in, and does not come out."""
    found = sweep(AABB((-0.0, -0.0), (1, 1)), AABB((2, -0.0), (1, 1)), (1, -0.0), (-0.0, 0))
    numbers = [found.u0, found.u1, *found.normal, *found.axes[0]]
    assert [x for x in numbers if x == 0 and math.copysign(1, x) < 0] == []


NAN, INF = math.nan, math.inf
BOX = AABB((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((BOX, BOX, (NAN, 0)), "move_a must be finite numbers, got"),
        ((BOX, BOX, (0, 0), (0, INF)), "move_b must be finite numbers, got"),
        ((BOX, BOX, (0,)), "move_a must have 2 numbers"),
        ((BOX, AABB((0,), (1,)), (0, 0)), "b must have 2 dimensions like the other box, got 1"),
        ((BOX, BOX, (1e308, 0), (-1e308, 0)), "move_b - move_a must be finite"),
        ((BOX, BOX, "ab"), "move_a must be finite numbers, one for each axis, got 'ab'"),
    ],
)
def test_bad_input_is_named(arguments, says):
    """A ValueError says which argument, what it is, and what was expected."""
    with pytest.raises(ValueError, match=says):
        sweep(*arguments)
