"""sweep against exact arithmetic, and what must not change it."""

import math
import random
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracle import (
    corners_of_grid,
    exact_overlap,
    exact_sweep,
    random_integers,
    relative,
    small_grid,
)
from support.strategies import eighths, known_hits

from game.collision import AABB, Sweep, overlaps, sweep
from game.collision.sweep import overlap_times


def swept(d, r, s):
    """Sweep integers d, r, s as two boxes that share the reach, both moving, off the origin."""
    place, way, split = (3, -5, 7), (-11, 2, 0), range(len(d))
    a = AABB([place[i] for i in split], [s[i] // 3 for i in split])
    b = AABB([place[i] + d[i] for i in split], [s[i] - s[i] // 3 for i in split])
    return sweep(a, b, [way[i] for i in split], [way[i] + r[i] for i in split])


def disagreement(exact, found, r):
    """Tell how a Sweep differs from the exact answer, zeros' signs included; None if nowhere."""
    expected = None
    if exact:
        normal = [0.0] * len(r)
        for axis in exact.entry_axes[:1]:
            normal[axis] = math.copysign(1.0, r[axis])
        axes = [tuple(map(float, times or (-math.inf, math.inf))) for times in exact.axes]
        u0, u1 = float(exact.u0), float(exact.u1)
        expected = Sweep(u0, u1, tuple(normal), exact.entry_axes, tuple(axes))
    return None if repr(found) == repr(expected) else f"exact {expected}, found {found}"


@pytest.mark.parametrize("cases", [small_grid, corners_of_grid], ids=["2-D", "3-D"])
def test_every_case_of_a_small_grid_is_exact(cases):
    """Hit or miss, all times, entry axes and normal are those of rational arithmetic."""
    wrong = [(c, m) for c in cases() if (m := disagreement(exact_sweep(*c), swept(*c), c[1]))]
    assert wrong == []


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_integers_up_to_the_edge_of_the_world_are_exact(dimensions):
    rng = random.Random(dimensions)
    cases = [random_integers(rng, dimensions) for _ in range(5000)]
    hits = [c for c in cases if exact_sweep(*c)]
    wrong = [(c, m) for c in cases if (m := disagreement(exact_sweep(*c), swept(*c), c[1]))]
    assert wrong == []
    assert 500 < len(hits) < 4500


def by_a_hair(rng):
    """Return decimal boxes and a way: one axis closes when the other parts, or about then."""
    u, side = rng.random(), [rng.choice((-1, 1)) for _ in range(2)]
    r = [rng.choice((-1, 1)) * round(rng.uniform(0.5, 20), 1) for _ in range(2)]
    half = [[round(rng.uniform(0, 4), 1) for _ in range(2)] for _ in range(2)]
    d = [w * (x + y) - v * u for w, x, y, v in zip(side, *half, r)]
    if rng.random() < 0.5:
        d = [x + rng.uniform(-5, 5) for x in d]
    return AABB((0.1, 0.2), half[0]), AABB((0.1 + d[0], 0.2 + d[1]), half[1]), r


def test_on_arbitrary_floats_only_a_hair_decides_differently():
    """Where the float decision is not the exact one, the exact times lie within 1e-12."""
    rng, differ, hits = random.Random(5), 0, 0
    for _ in range(10_000):
        a, b, r = by_a_hair(rng)
        case = relative(a, b, (0, 0), r)
        exact, found = exact_sweep(*case), sweep(a, b, (0, 0), r)
        if (exact is None) != (found is None):
            differ += 1
            times = [sorted([(s - d) / r, (-s - d) / r]) for d, r, s in zip(*case)]
            last_in = max(0, *[enter for enter, _ in times])
            first_out = min(1, *[leave for _, leave in times])
            assert abs(last_in - first_out) < 1e-12
        elif found:
            hits += 1
            assert abs(found.u0 - exact.u0) < 1e-12
            assert abs(found.u1 - exact.u1) < 1e-12
    assert differ > 100
    assert hits > 1000


def test_sweep_and_overlaps_agree_on_any_floats():
    """Whatever overlaps as the step begins is hit at 0; what does not, and rests, never is."""
    rng, seen = random.Random(6), {True: 0, False: 0}
    for _ in range(5000):
        a, b, r = by_a_hair(rng)
        if rng.random() < 0.5:
            a = AABB(a.center, [abs(y - x) for x, y in zip(a.center, b.center)])
            b = AABB(b.center, (0, 0))
        begins = overlaps(a, b)
        found = sweep(a, b, (0, 0), r)
        assert begins == (found is not None and found.u0 == 0)
        assert begins == (sweep(a, b, r, r) is not None)
        seen[begins] += 1
    assert min(seen.values()) > 1000


@given(known_hits())
def test_a_hit_built_from_its_answer_is_found(hit):
    found = sweep(*hit.scene)
    assert (found.u0, found.entry_axes, found.normal) == (hit.u0, (hit.axis,), hit.normal)


@given(known_hits())
def test_only_relative_motion_counts(hit):
    there = sweep(*hit.scene)
    relative = tuple(b - a for a, b in zip(hit.move_a, hit.move_b))
    assert sweep(hit.a, hit.b, [0] * len(relative), relative) == there
    assert sweep(hit.a, hit.b, [-x for x in relative]) == there


@given(known_hits())
def test_seen_from_the_other_box_only_the_normal_turns(hit):
    there = sweep(*hit.scene)
    back = sweep(hit.b, hit.a, hit.move_b, hit.move_a)
    assert back == there._replace(normal=tuple(-x for x in there.normal))


@given(known_hits(), eighths, eighths)
def test_the_place_of_the_scene_changes_nothing(hit, x, y):
    moves = hit.move_a, hit.move_b
    way = (x, y, x - y)[: len(hit.move_a)]
    assert sweep(hit.a.moved(way), hit.b.moved(way), *moves) == sweep(hit.a, hit.b, *moves)


@given(known_hits())
def test_a_mirror_turns_the_normal_on_its_axis_and_nothing_else(hit):
    there = sweep(*hit.scene)
    mirrored = sweep(*hit.mapped(lambda v: (-v[0], *v[1:]), lambda h: h))
    assert mirrored == there._replace(normal=(-there.normal[0], *there.normal[1:]))


@given(known_hits())
def test_exchanging_the_axes_exchanges_the_answer(hit):
    there = sweep(*hit.scene)
    other = sweep(*hit.mapped(lambda v: v[::-1], lambda h: h[::-1]))
    assert (other.u0, other.u1, other.axes) == (there.u0, there.u1, there.axes[::-1])
    assert other.normal == there.normal[::-1]


@given(known_hits(), st.sampled_from([2, 4]))
def test_a_longer_way_meets_sooner_in_proportion(hit, factor):
    first = sweep(*hit.scene)
    longer = [[x * factor for x in move] for move in (hit.move_a, hit.move_b)]
    assert sweep(hit.a, hit.b, *longer).u0 * factor == first.u0


@given(known_hits())
def test_boxes_overlap_from_u0_to_u1_and_not_before_or_after(hit):
    scene = hit.scene
    found, exact = sweep(*scene), exact_sweep(*relative(*scene))
    assert (found.u0, found.u1) == (float(exact.u0), float(exact.u1))
    for u in (exact.u0, exact.u1, *[Fraction(k, 32) for k in range(33)]):
        assert exact_overlap(*scene, u) == (exact.u0 <= u <= exact.u1)


CASES = {
    # d, r, s: (u0, u1, normal, entry axes) or None
    "apart and still on y": ((5, 100), (-10, 0), (2, 2), None),
    "moving apart": ((10, 0), (1, 0), (2, 2), None),
    "both rest apart": ((50, 0), (0, 0), (2, 2), None),
    "too late": ((10, 10), (-1, -1), (2, 2), None),
    "over before the step": ((4, 0), (8, 0), (2, 2), None),
    "one axis parts before the other closes": ((8, 0), (-8, 8), (2, 2), None),
    "touch and part": ((2, 0), (1, 0), (2, 2), (0, 0, (0, 0), ())),
    "touch and approach": ((2, 0), (-1, 0), (2, 2), (0, 1, (-1, 0), (0,))),
    "touch and slide along": ((2, 0), (0, 1), (2, 2), (0, 1, (0, 0), ())),
    "touch and rest": ((2, 0), (0, 0), (2, 2), (0, 1, (0, 0), ())),
    "corners touch and approach": ((2, 2), (-1, -1), (2, 2), (0, 1, (-1, 0), (0, 1))),
    "corners touch and pass": ((2, 2), (-1, 1), (2, 2), (0, 0, (-1, 0), (0,))),
    "inside and going out": ((1, 0), (4, 0), (2, 2), (0, 0.25, (0, 0), ())),
    "inside and going deeper": ((1, 0), (-1, 0), (2, 2), (0, 1, (0, 0), ())),
    "inside for all the step": ((0, 0), (1, 0), (9, 9), (0, 1, (0, 0), ())),
    "arrives at the end": ((10, 0), (-8, 0), (2, 2), (1, 1, (-1, 0), (0,))),
    "perfect corner": ((4, 4), (-4, -4), (2, 2), (0.5, 1, (-1, 0), (0, 1))),
    "grazes a corner": ((4, 0), (-4, 4), (2, 2), (0.5, 0.5, (-1, 0), (0,))),
    "flush along a wall": ((6, 2), (-10, 0), (2, 2), (0.4, 0.8, (-1, 0), (0,))),
    "points that meet": ((4, 0), (-8, 0), (0, 0), (0.5, 0.5, (-1, 0), (0,))),
    "points that are one": ((0, 0), (0, 0), (0, 0), (0, 1, (0, 0), ())),
}


@pytest.mark.parametrize(("d", "r", "s", "answer"), CASES.values(), ids=CASES)
def test_closed_boxes_at_their_limits(d, r, s, answer):
    found = swept(d, r, s)
    assert (found and found[:4]) == answer


def test_a_fast_box_does_not_pass_through_a_thin_wall():
    """8 px at 90 px a tick, a wall of 1 px, in either direction and at any phase."""
    wall = AABB((0, 0), (0.5, 40))
    for phase in range(5, 85):
        for side in (-1, 1):
            box = AABB((side * phase, 0), (4, 4))
            found = sweep(box, wall, (-side * 90, 0))
            assert (found.u0, found.normal) == (max(0, phase - 4.5) / 90, (side, 0))


def test_times_beyond_the_step_are_not_clamped_for_the_axes():
    assert swept((0, 0), (1, 0), (2, 2)).axes == ((-2, 2), (-math.inf, math.inf))


def test_no_zero_is_negative():
    found = sweep(AABB((-0.0, -0.0), (1, 1)), AABB((2, -0.0), (1, 1)), (1, -0.0), (-0.0, 0))
    assert repr(found) == repr(
        Sweep(0.0, 1.0, (-1.0, 0.0), (0,), ((0.0, 4.0), (-math.inf, math.inf)))
    )


@pytest.mark.parametrize("way", [1e300, -1e300])
def test_no_zero_is_negative_that_is_too_small_for_a_float(way):
    point = AABB((0,), (0,))
    for place in (1e-300, -1e-300):
        assert "-0.0" not in repr(sweep(point, AABB((place,), (0,)), (way,)).axes)


def test_always_and_never_are_from_one_infinity_to_the_other():
    assert overlap_times(2, 0, 2) == (-math.inf, math.inf)
    assert overlap_times(3, 0, 2) == (math.inf, -math.inf)


@pytest.mark.parametrize("kind", [list, iter, np.array, np.uint8, np.float32, Fraction])
def test_any_numbers_are_swept_as_floats(kind):
    a, b, e, f = AABB((0, 0), (1, 1)), AABB((0, 5), (1, 1)), (1, 9), (3, 1)
    if kind in (np.uint8, np.float32, Fraction):
        found = sweep(a, b, tuple(map(kind, e)), tuple(map(kind, f)))
    else:
        found = sweep(a, b, kind(e), kind(f))
    assert repr(found) == repr(sweep(a, b, (1.0, 9.0), (3.0, 1.0)))


def test_huge_finite_numbers_are_swept():
    """Distance, motion and reach may each be the largest float there is, or their sum would be."""
    found = sweep(AABB((0, 0), (0, 1e308)), AABB((1e308, 0), (5e307, 0)), (1e308, -1e308))
    assert (found.u0, found.u1, found.entry_axes) == (0.5, 1.0, (0,))


NAN, INF = math.nan, math.inf
BOX = AABB((0, 0), (1, 1))
FAR, HUGE = AABB((1e308, 0), (1, 1)), AABB((0, 0), (1e308, 1))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((BOX, BOX, (NAN, 0)), r"move_a must be finite numbers, got \(nan, 0.0\)"),
        ((BOX, BOX, (0, 0), (0, -INF)), r"move_b must be finite numbers, got \(0.0, -inf\)"),
        ((BOX, BOX, (0, 0), [0, -INF]), r"move_b must be finite numbers, got \(0.0, -inf\)"),
        ((BOX, BOX, (0,)), "move_a must have 2 numbers, one for each axis, got 1"),
        ((BOX, BOX, (0, 0), (0, 0, 0)), "move_b must have 2 numbers, one for each axis, got 3"),
        ((BOX, AABB((0,), (1,)), (0, 0)), "b must have 2 dimensions like the other box, got 1"),
        ((BOX, AABB((0,), (1,)), (0,), (0,)), "b must have 2 dimensions like the other box, got 1"),
        ((BOX, BOX, (0, 0, 0), (0, 0, 0)), "move_a must have 2 numbers, one for each axis, got 3"),
        ((BOX, BOX, (1e308, 0), (-1e308, 0)), "move_b - move_a must be finite"),
        ((BOX, BOX, "ab"), "move_a must be finite numbers, one for each axis, got 'ab'"),
        ((BOX, BOX, (0.0, "a")), r"move_a must be finite .* one for each axis, got \(0.0, 'a'\)"),
        ((BOX, BOX, (0, 0), (0, None)), r"move_b must be finite .* got \(0, None\)"),
        ((BOX, BOX, (0, 10**400)), "move_a must be finite numbers, one for each axis, got"),
        ((BOX, BOX, (0, 0), {0, 1, 2}), "move_b must have 2 numbers, one for each axis, got 3"),
        ((FAR, AABB((-1e308, 0), (1, 1)), (0, 0)), r"b.center - a.center .* got \(-inf, 0.0\)"),
        ((HUGE, HUGE, (0, 0)), r"reach must be finite numbers, got \(inf, 2.0\)"),
    ],
)
def test_bad_input_is_named(arguments, says):
    with pytest.raises(ValueError, match=says):
        sweep(*arguments)


@pytest.mark.parametrize("move_b", [None, (3, 4), [3, 4]], ids=["rests", "tuple", "list"])
def test_arguments_that_are_right_need_the_quick_test_alone(move_b, monkeypatch):
    """The slow ones find out what is wrong."""
    monkeypatch.setattr(sys.modules[sweep.__module__], "same_dimensions", pytest.fail)
    assert sweep(BOX, BOX, (1, 0), move_b).u0 == 0
