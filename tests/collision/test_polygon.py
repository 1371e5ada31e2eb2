"""Turned boxes and polygons: separating axis, swept, and the box around."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest

from game.collision import (
    AABB,
    OBB,
    ConvexPolygon,
    overlaps,
    separating_axis,
    sweep,
    sweep_polygons,
)

TRIANGLE = ConvexPolygon([(0, 0), (4, 0), (0, 4)])


def outline(shape):
    """The corners of a shape in order, by its definition."""
    if isinstance(shape, ConvexPolygon):
        return list(shape.vertices)
    if isinstance(shape, AABB):
        (a, b), (c, d) = shape.min, shape.max
        return [(a, b), (c, b), (c, d), (a, d)]
    corners = shape.corners()
    return [corners[i] for i in (0, 1, 3, 2)]


def share_a_point(p, q):
    """Clip p by q's sides in exact arithmetic; what is left is what they share."""
    area = [tuple(map(Fraction, v)) for v in outline(p)]
    clip = [tuple(map(Fraction, v)) for v in outline(q)]
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(clip, clip[1:] + clip[:1])) < 0:
        clip.reverse()
    for a, b in zip(clip, clip[1:] + clip[:1]):

        def side(v, a=a, b=b):
            return (b[0] - a[0]) * (v[1] - a[1]) - (b[1] - a[1]) * (v[0] - a[0])

        kept = []
        for v, w in zip(area, area[1:] + area[:1]):
            if side(v) >= 0:
                kept.append(v)
            if side(v) * side(w) < 0:
                t = side(v) / (side(v) - side(w))
                kept.append((v[0] + t * (w[0] - v[0]), v[1] + t * (w[1] - v[1])))
        area = kept
    return bool(area)


def random_shape(rng):
    kind = rng.choice("abp")
    at = rng.randint(-6, 6), rng.randint(-6, 6)
    if kind == "a":
        return AABB(at, (rng.randint(1, 4), rng.randint(1, 4)))
    if kind == "b":
        return OBB(at, (rng.randint(1, 4), rng.randint(1, 4)), rng.uniform(0, math.tau))
    turns = sorted(rng.uniform(0, math.tau) for _ in range(rng.randint(3, 6)))
    return ConvexPolygon([(at[0] + 4 * math.cos(t), at[1] + 4 * math.sin(t)) for t in turns])


def test_a_separating_axis_exists_exactly_where_no_point_is_shared():
    """2,000 random pairs against exact clipping of one outline by the other."""
    rng, seen = random.Random(2), {True: 0, False: 0}
    for _ in range(2000):
        p, q = random_shape(rng), random_shape(rng)
        axis = separating_axis(p, q)
        shared = share_a_point(p, q)
        assert (axis is None) == shared, (p, q)
        seen[shared] += 1
        if axis:
            assert math.hypot(*axis) == pytest.approx(1)
            ends = [[x * axis[0] + y * axis[1] for x, y in outline(s)] for s in (p, q)]
            assert max(ends[0]) < min(ends[1])
    assert min(seen.values()) > 300


def test_upright_boxes_are_separated_and_swept_as_by_overlaps_and_sweep():
    """All three shapes of one box give the answers of AABB, times to the bit."""
    for x, y, vx, vy in product((0, 2, 3, 6), (-5, 0, 4), (-8, 0, 3), (-4, 0, 8)):
        a, b = AABB((0, 0), (1, 2)), AABB((x, y), (1, 2))
        shapes = [b, OBB(b.center, b.half_extents, 0), ConvexPolygon(outline(b))]
        expected = sweep(a, b, (vx, vy), (1, 1))
        for shape in shapes:
            assert (separating_axis(a, shape) is None) == overlaps(a, b)
            found = sweep_polygons(a, shape, (vx, vy), (1, 1))
            assert (found and found[:4]) == (expected and expected[:4])


def test_swept_polygons_overlap_from_u0_to_u1_and_not_before_or_after():
    """Sampled by the static test at times around the interval."""
    rng, hits = random.Random(4), 0
    for _ in range(600):
        p, q = random_shape(rng), random_shape(rng)
        move = rng.uniform(-20, 20), rng.uniform(-20, 20)
        found = sweep_polygons(p, q, move)
        for k in range(21):
            u = k / 20
            there = ConvexPolygon([(x + move[0] * u, y + move[1] * u) for x, y in outline(p)])
            inside = found is not None and found.u0 - 1e-9 <= u <= found.u1 + 1e-9
            strictly = found is not None and found.u0 + 1e-9 <= u <= found.u1 - 1e-9
            shared = separating_axis(there, q) is None
            assert strictly <= shared <= inside
        hits += found is not None
        if found and found.u0 > 0:
            assert found.normal[0] * move[0] + found.normal[1] * move[1] < 0
    assert hits > 100


def test_the_box_around_a_turned_box_holds_all_its_corners():
    """2-D by an angle, and 2^n corners in 3-D by a matrix that shears."""
    box = OBB((10, 0), (3, 4), math.pi / 2)
    assert box.aabb() == AABB((10, 0), (4, 3))
    matrix = [[1, 2, 0, 5], [0, 1, 0, 6], [0, 0, 3, 7], [0, 0, 0, 1]]
    sheared = OBB.from_matrix((1, 1, 1), matrix)
    assert len(set(sheared.corners())) == 8
    assert sheared.aabb() == AABB((5, 6, 7), (3, 1, 3))


def test_points_and_segments_have_sides_enough():
    """A turned segment is missed along its own direction too."""
    segment = OBB((0, 0), (2, 0), math.pi / 4)
    assert separating_axis(segment, AABB((4, 4), (0, 0))) is not None
    assert separating_axis(segment, AABB((1, 1), (0.01, 0.01))) is None
    assert separating_axis(segment, AABB((1, -1), (0, 0))) is not None
    assert separating_axis(AABB((0, 0), (0, 0)), AABB((0, 0), (0, 0))) is None


def test_either_winding_and_a_vertex_on_a_side_make_the_same_polygon():
    """Order and extra points change no answer."""
    other = ConvexPolygon([(0, 4), (4, 0), (2, 0), (0, 0)])
    for x in (-1, 1, 3, 5):
        box = AABB((x, 3), (0.5, 0.5))
        assert (separating_axis(TRIANGLE, box) is None) == (separating_axis(other, box) is None)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ConvexPolygon([(0, 0), (1, 0)]), "3 or more distinct corners"),
        (lambda: ConvexPolygon([(0, 0), (1, 0), (2, 0)]), "not all in line"),
        (lambda: ConvexPolygon([(0, 0), (2, 2), (2, 0), (0, 2)]), "once around a convex area"),
        (lambda: ConvexPolygon([(0, 0), (4, 0), (1, 1), (0, 4)]), "once around a convex area"),
        (lambda: ConvexPolygon([(0, 0), (1, math.inf), (2, 0)]), "vertices must be finite"),
        (lambda: OBB((0, 0), (1, -1), 0), "half_extents must not be negative"),
        (lambda: OBB((0, 0), (1, 1), math.nan), "angle must be finite"),
        (lambda: OBB((0, 0, 0), (1, 1), 0), "center must have 2 numbers"),
        (lambda: OBB.from_matrix((1, 1), [[1, 0, 0], [0, 1, 0]]), "matrix must have 3 rows"),
        (lambda: OBB.from_matrix((1,), [[1, 0], [1, 1]]), "the last of them 0, .., 0, 1"),
        (lambda: separating_axis(TRIANGLE, "box"), "a shape must be an AABB, OBB or Conv"),
        (lambda: separating_axis(AABB((0,), (1,)), TRIANGLE), "in 2-D"),
        (lambda: sweep_polygons(TRIANGLE, TRIANGLE, (1,)), "move_a must have 2 numbers"),
    ],
)
def test_bad_input_is_named(make, says):
    """A ValueError says which argument, what it is, and what was expected."""
    with pytest.raises(ValueError, match=says):
        make()


def test_five_pointed_star_is_not_convex():
    """Every turn of a star goes one way, but it goes around twice."""
    star = [(math.cos(4 * math.pi * k / 5), math.sin(4 * math.pi * k / 5)) for k in range(5)]
    with pytest.raises(ValueError, match="once around"):
        ConvexPolygon(star)
