"""AABB: four ways to write one box, and when two overlap."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.collision import AABB, overlaps

sixty_fourths = st.integers(-(2**26), 2**26).map(lambda k: k / 64)
places = st.tuples(sixty_fourths, sixty_fourths)
extents = st.tuples(sixty_fourths.map(abs), sixty_fourths.map(abs))
BOX, LINE = AABB((0, 0), (1, 1)), AABB((0,), (1,))


@given(places, places)
def test_faces_on_a_binary_grid_survive_all_four_representations(p, q):
    """Min and max, min and size, centre and size or half extents: the same box to the bit."""
    low, high = tuple(map(min, p, q)), tuple(map(max, p, q))
    size = tuple(b - a for a, b in zip(low, high))
    box = AABB.from_min_max(low, high)
    assert (box.min, box.max, box.size) == (low, high, size)
    assert AABB.from_min_size(low, size) == AABB.around([p, q]) == box
    assert AABB(box.center, box.half_extents) == AABB.from_center_size(box.center, size) == box


@pytest.mark.parametrize("dimensions", [1, 2, 3, 5])
def test_a_box_has_any_number_of_dimensions(dimensions):
    low, high = (-1,) * dimensions, (3,) * dimensions
    box = AABB((1,) * dimensions, (2,) * dimensions)
    assert AABB.from_min_max(low, high) == AABB.from_min_size(low, (4,) * dimensions) == box
    assert AABB.around([high, low]) == box
    assert overlaps(box, AABB(high, (0,) * dimensions))


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_half_of_a_size_is_exact_whatever_the_size_and_the_centre(center, size):
    """The other forms add and round; this one only halves."""
    assume(size == 0 or size > 1e-300)
    box = AABB.from_center_size([center], [size])
    assert (box.center, box.size) == ((center,), (size,))
    assert Fraction(box.half_extents[0]) == Fraction(size) / 2


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_other_faces_move_by_no_more_than_the_rounding_of_the_largest(x, y):
    """Centre and half extents of arbitrary faces give them back to two ulp."""
    low, high = min(x, y), max(x, y)
    box = AABB.from_min_max([low], [high])
    allowed = 2 * math.ulp(max(abs(x), abs(y)))
    assert abs(box.min[0] - low) <= allowed
    assert abs(box.max[0] - high) <= allowed


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1))
def test_the_box_around_points_overlaps_each_of_them(given):
    box = AABB.around(given)
    assert all(overlaps(box, AABB(point, (0, 0))) for point in given)


def test_a_box_compares_and_hashes_by_value_and_cannot_change():
    """-0.0 is 0.0; fields are frozen, and there are no others."""
    assert {AABB((0, -0.0), (1, 1)): "a"}[AABB([0.0, 0.0], [1, 1])] == "a"
    assert "-0.0" not in repr(AABB((-0.0, -0.0), (-0.0, 1)))
    assert AABB((0, 0), (1, 1)) != AABB((0, 0), (1, 2))
    with pytest.raises(AttributeError):
        AABB((0, 0), (1, 1)).center = (1, 1)
    assert not hasattr(AABB((0, 0), (1, 1)), "__dict__")


def test_moving_growing_and_joining():
    box = AABB((0, 0), (1, 2))
    assert box.moved((8, 4)) == AABB((8, 4), (1, 2))
    assert box.moved((8, 4), 0.25) == AABB((2, 1), (1, 2))
    assert box.expanded((1, 3)) == AABB((0, 0), (2, 5))
    assert box.union(AABB((10, 0), (1, 1))) == AABB.from_min_max((-1, -2), (11, 2))
    assert box.swept_bounds((8, -4)) == AABB.from_min_max((-1, -6), (9, 2))
    assert box == AABB((0, 0), (1, 2))


@given(places, extents, places, extents)
def test_a_point_hits_the_grown_box_where_the_box_hits_the_other(p, h, q, k):
    point, grown = AABB(p, (0, 0)), AABB(q, k).expanded(h)
    assert overlaps(point, grown) == overlaps(AABB(p, h), AABB(q, k))


@given(places, extents, places, st.integers(0, 8))
def test_swept_bounds_hold_the_box_at_every_time_and_no_more(p, h, way, k):
    box = AABB(p, h)
    bounds, there = box.swept_bounds(way), box.moved(way, k / 8)
    for low, high, inner_low, inner_high in zip(bounds.min, bounds.max, there.min, there.max):
        assert low <= inner_low <= inner_high <= high
    end = box.moved(way)
    assert bounds.min == tuple(map(min, box.min, end.min))
    assert bounds.max == tuple(map(max, box.max, end.max))


def test_boxes_overlap_exactly_where_they_share_a_point_of_the_grid():
    boxes = [
        AABB.from_min_max((x, y), (x + w, y + h))
        for x, y, w, h in product((0, 1, 3), (0, 2), (0, 1, 2), (0, 2))
    ]

    def points(box):
        ranges = [range(int(a), int(b) + 1) for a, b in zip(box.min, box.max)]
        return set(product(*ranges))

    for a, b in product(boxes, repeat=2):
        assert overlaps(a, b) == bool(points(a) & points(b))


@given(places, extents, places, extents)
def test_overlap_is_that_of_rational_intervals_in_either_order(p, h, q, k):
    truth = all(
        Fraction(x) - i <= Fraction(y) + j and Fraction(y) - j <= Fraction(x) + i
        for x, i, y, j in zip(p, h, q, k)
    )
    a, b = AABB(p, h), AABB(q, k)
    assert overlaps(a, b) == overlaps(b, a) == truth


def test_touching_and_containment_overlap_and_an_ulp_apart_does_not():
    assert overlaps(BOX, AABB((2, 0), (1, 1)))
    assert overlaps(BOX, AABB((2, -2), (1, 1)))
    assert overlaps(BOX, AABB((0, 0), (9, 9)))
    assert overlaps(BOX, AABB((0.5, 0.5), (0, 0)))
    assert not overlaps(BOX, AABB((math.nextafter(2, 3), 0), (1, 1)))
    assert not overlaps(BOX, AABB((0, -math.nextafter(2, 3)), (1, 1)))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: AABB((0, math.nan), (1, 1)), r"center must be finite numbers, got \(0.0, nan\)"),
        (lambda: AABB((0, 0), (1, math.inf)), r"half_extents must be finite numbers, got \(1.0, i"),
        (lambda: AABB((0, 0), (1, -1)), r"half_extents must not be negative, got \(1.0, -1.0\)"),
        (lambda: AABB((0, 0), (1,)), "half_extents must have 2 numbers, one for each axis, got 1"),
        (lambda: AABB((), ()), "center must have one or more numbers"),
        (lambda: AABB(0, 1), "center must be finite numbers, one for each axis, got 0"),
        (lambda: AABB.from_min_max((2, 0), (1, 1)), r"max must not be below min \(2.0, 0.0\)"),
        (lambda: AABB.from_min_max((2, 0), (1,)), "max must have 2 numbers"),
        (lambda: AABB.from_min_max((0, math.inf), (1, 1)), "min must be finite"),
        (lambda: AABB.from_min_size((math.nan, 0), (1, 1)), "min must be finite"),
        (lambda: AABB.from_min_size((0, 0), (1, -1)), "size must not be negative"),
        (lambda: AABB.from_min_size((0, 0), (1, 2, 3)), "size must have 2 numbers"),
        (lambda: AABB.from_center_size((0, math.inf), (1, 1)), "center must be finite"),
        (lambda: AABB.from_center_size((0, 0), (-1, 1)), r"size must not be negative, got \(-1.0"),
        (lambda: AABB.from_center_size((0, 0), (1,)), "size must have 2 numbers"),
        (lambda: AABB.around([]), "points must hold at least one point, got none$"),
        (lambda: AABB.around([(0, math.inf)]), "points must be finite"),
        (lambda: AABB.around([(0, 0), (1,)]), "points must have 2 numbers"),
        (lambda: AABB((0, 10**400), (1, 1)), "center must be finite"),
        (lambda: BOX.moved((1, 2), 10**400), "u must be finite"),
        (lambda: BOX.moved((1, 2), math.nan), "u must be finite"),
        (lambda: BOX.moved((1, 2, 3)), "displacement must have 2 numbers"),
        (lambda: BOX.expanded((1, -2)), "half_extents must not be negative"),
        (lambda: BOX.expanded((1, 2, 3)), "half_extents must have 2 numbers"),
        (lambda: BOX.union(LINE), "other must have 2 dimensions"),
        (lambda: overlaps(BOX, LINE), "b must have 2 dimensions"),
    ],
)
def test_bad_input_is_named(make, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        make()
