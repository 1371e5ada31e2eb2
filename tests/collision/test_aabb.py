"""AABB: three ways to write one box, and when two overlap."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.collision import AABB, overlaps

sixty_fourths = st.integers(-(2**26), 2**26).map(lambda k: k / 64)


@given(sixty_fourths, sixty_fourths, sixty_fourths, sixty_fourths)
def test_faces_on_a_binary_grid_survive_all_three_representations(x0, x1, y0, y1):
    """Min and max, min and size, centre and half extents: the same box to the bit."""
    low, high = (min(x0, x1), min(y0, y1)), (max(x0, x1), max(y0, y1))
    box = AABB.from_min_max(low, high)
    size = tuple(b - a for a, b in zip(low, high))
    assert (box.min, box.max, box.size) == (low, high, size)
    assert AABB.from_min_size(low, size) == box == AABB(box.center, box.half_extents)
    assert AABB.around([low, high]) == box


def test_a_box_compares_and_hashes_by_value_and_cannot_change():
    """Equal boxes are one key; -0.0 is 0.0; fields are frozen."""
    assert {AABB((0, -0.0), (1, 1)): "a"}[AABB([0.0, 0.0], [1, 1])] == "a"
    assert math.copysign(1, AABB((-0.0,), (1,)).center[0]) == 1
    with pytest.raises(AttributeError):
        AABB((0, 0), (1, 1)).center = (1, 1)


def test_moving_growing_and_joining():
    """A box moves by part of a displacement, grows on both sides, and joins another."""
    box = AABB((0, 0), (1, 2))
    assert box.moved((8, 4), 0.25) == AABB((2, 1), (1, 2))
    assert box.expanded((1, 3)) == AABB((0, 0), (2, 5))
    assert box.union(AABB((10, 0), (1, 1))) == AABB.from_min_max((-1, -2), (11, 2))
    assert box.swept_bounds((8, -4)) == AABB.from_min_max((-1, -6), (9, 2))


def test_boxes_overlap_exactly_where_they_share_a_point_of_the_grid():
    """Brute force: integer boxes overlap if and only if some integer point lies in both."""
    boxes = [
        AABB.from_min_max((x, y), (x + w, y + h))
        for x, y, w, h in product((0, 1, 3), (0, 2), (0, 1, 2), (0, 2))
    ]

    def points(box):
        ranges = [range(int(a), int(b) + 1) for a, b in zip(box.min, box.max)]
        return set(product(*ranges))

    for a, b in product(boxes, repeat=2):
        assert overlaps(a, b) == bool(points(a) & points(b))


def test_touching_and_containment_overlap_and_an_ulp_apart_does_not():
    """Boxes are closed sets."""
    box = AABB((0, 0), (1, 1))
    assert overlaps(box, AABB((2, 0), (1, 1)))
    assert overlaps(box, AABB((0, 0), (9, 9)))
    assert not overlaps(box, AABB((math.nextafter(2, 3), 0), (1, 1)))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: AABB((0, math.nan), (1, 1)), r"center must be finite numbers, got \(0.0, nan\)"),
        (lambda: AABB((0, 0), (1, -1)), r"half_extents must not be negative, got \(1.0, -1.0\)"),
        (lambda: AABB((0, 0), (1,)), "half_extents must have 2 numbers, one for each axis, got 1"),
        (lambda: AABB((), ()), "center must have one or more numbers"),
        (lambda: AABB(0, 1), "center must be finite numbers, one for each axis, got 0"),
        (lambda: AABB.from_min_max((2, 0), (1, 1)), r"max must not be below min \(2.0, 0.0\)"),
        (lambda: AABB.from_min_size((0, 0), (1, -1)), "size must not be negative"),
        (lambda: AABB.around([]), "points must hold at least one point"),
        (lambda: AABB.around([(0, 0), (1,)]), "points must have 2 numbers"),
        (lambda: AABB((0, 0), (1, 1)).moved((1, 2, 3)), "displacement must have 2 numbers"),
        (lambda: AABB((0, 0), (1, 1)).union(AABB((0,), (1,))), "other must have 2 dimensions"),
        (lambda: overlaps(AABB((0, 0), (1, 1)), AABB((0,), (1,))), "b must have 2 dimensions"),
    ],
)
def test_bad_input_is_named(make, says):
    """A ValueError says which argument, what it is, and what was expected."""
    with pytest.raises(ValueError, match=says):
        make()
