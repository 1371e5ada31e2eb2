"""Turned boxes and polygons: separating axis, swept, and the box around."""

import copy
import hashlib
import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracle import exact_meeting
from support.strategies import eighths, known_hits

from game.collision import (
    AABB,
    OBB,
    ConvexPolygon,
    Sweep,
    overlaps,
    separating_axis,
    sweep,
    sweep_polygons,
)
from game.collision.polygon import shadows

TRIANGLE = ConvexPolygon([(0, 0), (4, 0), (0, 4)])


def outline(shape):
    if isinstance(shape, ConvexPolygon):
        return list(shape.vertices)
    if isinstance(shape, AABB):
        (a, b), (c, d) = shape.min, shape.max
        return [(a, b), (c, b), (c, d), (a, d)]
    corners = shape.corners()
    return [corners[i] for i in (0, 1, 3, 2)]


def integer_shape(rng, size=4, spread=6):
    """An AABB, a sheared, flattened or pointlike box, or a polygon, its corners integers."""
    x, y, *numbers = (rng.randint(-spread, spread) for _ in range(10))
    kind = rng.choice(("upright", "sheared", "polygon", "polygon"))
    if kind == "upright":
        return AABB((x, y), (rng.randint(0, size), rng.randint(0, size)))
    if kind == "sheared":
        a, b, c, d = (rng.randint(-2, 2) for _ in range(4))
        half = rng.randint(0, 2), rng.randint(0, 2)
        return OBB.from_matrix(half, [[a, b, x], [c, d, y], [0, 0, 1]])
    points = [(x, y), *zip(numbers[::2], numbers[1::2])]
    count = rng.choice((3, 3, 4))
    try:
        return ConvexPolygon(points[:count])
    except ValueError:
        return integer_shape(rng, size, spread)


def whole(shape):
    return [tuple(map(int, corner)) for corner in outline(shape)]


def float_shape(rng):
    kind = rng.choice("abp")
    at = rng.uniform(-6, 6), rng.uniform(-6, 6)
    half = rng.uniform(0, 4), rng.uniform(0, 4)
    if kind == "a":
        return AABB(at, half)
    if kind == "b":
        return OBB(at, half, rng.uniform(0, math.tau))
    turns = sorted(rng.uniform(0, math.tau) for _ in range(rng.randint(3, 6)))
    return ConvexPolygon([(at[0] + 4 * math.cos(t), at[1] + 4 * math.sin(t)) for t in turns])


def rational_shape(rng):
    """A shape of any kind; none of its numbers depends on the last bits of a platform's
    mathematics."""
    x, y = (rng.randint(-128, 128) / 16 for _ in range(2))
    half = rng.randint(0, 64) / 8, rng.randint(0, 64) / 8
    a, b, c, d = (rng.randint(-16, 16) / 7 for _ in range(4))
    kind = rng.choice(("upright", "turned", "sheared", "polygon"))
    if kind == "upright":
        return AABB((x, y), half)
    if kind == "turned":
        return OBB((x, y), half, rng.uniform(-4, 4))
    if kind == "sheared":
        return OBB.from_matrix(half, [[a, b, x], [c, d, y], [0, 0, 1]])
    try:
        return ConvexPolygon([(x, y), (x + 3 * a, y + 3 * b), (x + 4 * c, y + 4 * d)])
    except ValueError:
        return rational_shape(rng)


def moved(shape, way):
    if isinstance(shape, ConvexPolygon):
        return ConvexPolygon([(x + way[0], y + way[1]) for x, y in shape.vertices])
    if isinstance(shape, AABB):
        return shape.moved(way)
    (a, b), (c, d) = shape.axes
    x, y = (at + by for at, by in zip(shape.center, way))
    return OBB.from_matrix(shape.half_extents, [[a, c, x], [b, d, y], [0, 0, 1]])


def spans(shape, axis):
    """The ends of a shape's shadow, exactly."""
    x, y = map(Fraction, axis)
    along = [x * Fraction(a) + y * Fraction(b) for a, b in outline(shape)]
    return min(along), max(along)


def test_on_integers_separation_and_sweep_are_exact():
    """3,000 mixed pairs against the hull of q - p: overlap exactly, u0 and u1 correctly rounded."""
    rng, seen = random.Random(2), {"apart": 0, "overlap": 0, "hit": 0, "miss": 0, "instant": 0}
    for _ in range(3000):
        p, q = integer_shape(rng), integer_shape(rng)
        move_p, move_q = ([rng.randint(-9, 9) for _ in range(2)] for _ in range(2))
        r = move_q[0] - move_p[0], move_q[1] - move_p[1]
        static, swept = (exact_meeting(whole(p), whole(q), way) for way in ((0, 0), r))
        assert (separating_axis(p, q) is None) == (static is not None), (p, q)
        found = sweep_polygons(p, q, move_p, move_q)
        assert (found and found[:2]) == (swept and tuple(map(float, swept))), (p, q, r)
        seen["overlap" if static else "apart"] += 1
        seen["hit" if found else "miss"] += 1
        seen["instant"] += bool(found) and found.u0 == found.u1
    assert min(seen.values()) > 50, seen


def test_the_separating_axis_is_a_unit_vector_from_p_to_q_with_a_gap():
    """Shadows of p end before those of q begin; seen from q it points back."""
    rng, apart = random.Random(7), 0
    for _ in range(1000):
        p, q = float_shape(rng), float_shape(rng)
        if axis := separating_axis(p, q):
            apart += 1
            assert math.hypot(*axis) == pytest.approx(1, abs=1e-15)
            assert spans(p, axis)[1] < spans(q, axis)[0]
            there = separating_axis(q, p)
            assert spans(q, there)[1] < spans(p, there)[0]
        else:
            assert separating_axis(q, p) is None
    assert 100 < apart < 900


def test_the_normal_is_an_axis_on_which_the_shapes_close_at_u0():
    """A unit vector from q towards p, against the motion; at u0 the shadows on it touch."""
    rng, entries = random.Random(4), 0
    for _ in range(1500):
        p, q = float_shape(rng), float_shape(rng)
        move = rng.uniform(-20, 20), rng.uniform(-20, 20)
        found = sweep_polygons(p, q, move)
        if found is None or not found.entry_axes:
            assert found is None or (found.u0, found.normal) == (0, (0, 0))
            continue
        entries += 1
        n = found.normal
        assert math.hypot(*n) == pytest.approx(1, abs=1e-15)
        assert n[0] * move[0] + n[1] * move[1] < 0
        gap = (
            spans(p, n)[0]
            + Fraction(found.u0) * Fraction(n[0] * move[0] + n[1] * move[1])
            - spans(q, n)[1]
        )
        assert abs(gap) < 1e-12
        assert found.axes[found.entry_axes[0]][0] == found.u0
    assert entries > 100


def test_swept_shapes_overlap_from_u0_to_u1_and_not_before_or_after():
    """Sampled by the static test at times around the interval, on arbitrary floats."""
    rng, hits = random.Random(4), 0
    for _ in range(500):
        p, q = float_shape(rng), float_shape(rng)
        move = rng.uniform(-20, 20), rng.uniform(-20, 20)
        found = sweep_polygons(p, q, move)
        hits += found is not None
        for k in range(21):
            u = k / 20
            there = moved(p, [x * u for x in move])
            near = found is not None and found.u0 - 1e-9 <= u <= found.u1 + 1e-9
            within = found is not None and found.u0 + 1e-9 <= u <= found.u1 - 1e-9
            assert within <= (separating_axis(there, q) is None) <= near
    assert hits > 100


def test_the_bits_of_2_d_are_those_of_the_time_before_3_d():
    """2,000 pairs: every axis with d, r and s, and the times; lengths of axes are left out, as
    hypot may differ in its last bit. The digest was taken of commit 8db106a."""
    rng, told, hits = random.Random(31), hashlib.sha256(), 0
    for _ in range(2000):
        p, q = rational_shape(rng), rational_shape(rng)
        move = tuple(rng.randint(-400, 400) / 8 for _ in range(2))
        found = sweep_polygons(p, q, (0, 0), move)
        hits += found is not None
        times = found and (found.u0, found.u1, found.entry_axes, found.axes)
        told.update(repr((separating_axis(p, q) is None, times)).encode())
        told.update(repr(list(shadows(p, q, move))).encode())
    assert 500 < hits < 1500
    assert told.hexdigest() == "65c00a70a962da79b1d3bb75b4a2d8719296ec94d757331522bc5ffb7749f7d3"


coordinates = st.floats(-640, 640, allow_subnormal=False)
pairs = st.tuples(coordinates, coordinates)
halves = st.tuples(st.floats(0, 80), st.floats(0, 80))


@given(pairs, halves, pairs, halves, pairs, pairs)
def test_upright_boxes_are_swept_by_the_chapter_before_to_the_bit(p, h, q, k, move_p, move_q):
    """Any floats; an OBB that is not turned is an AABB. Every field is that of sweep."""
    a, b = AABB(p, h), AABB(q, k)
    expected = sweep(a, b, move_p, move_q)
    for c, d in ((a, b), (OBB(p, h, 0), b), (a, OBB(q, k, 0)), (OBB(p, h, 0), OBB(q, k, 0))):
        assert repr(sweep_polygons(c, d, move_p, move_q)) == repr(expected)
        assert (separating_axis(c, d) is None) == overlaps(a, b)


@given(known_hits().filter(lambda hit: len(hit.normal) == 2))
def test_a_hit_built_from_its_answer_is_found_in_any_shape(hit):
    for b in shapes_of(hit.b):
        for a in shapes_of(hit.a):
            found = sweep_polygons(a, b, hit.move_a, hit.move_b)
            assert (found.u0, found.normal) == (hit.u0, hit.normal)


def shapes_of(box):
    (x, y), (w, h) = box.center, box.half_extents
    return [
        box,
        OBB((x, y), (w, h), 0),
        OBB((x, y), (h, w), math.pi / 2),
        OBB.from_matrix((w / 2, h / 4), [[2, 0, x], [0, -4, y], [0, 0, 1]]),
        ConvexPolygon(outline(box)),
    ]


@given(pairs, pairs, pairs, pairs, pairs)
def test_polygons_with_a_common_corner_overlap_however_odd_the_numbers(a, b, c, d, e):
    """Touching is exact there: by the shadows' middles 17 % of a mesh's neighbours had a gap."""
    try:
        p, q = ConvexPolygon([a, b, c]), ConvexPolygon([a, d, e])
    except ValueError:
        return
    assert separating_axis(p, q) is None
    assert sweep_polygons(p, q, (0, 0)) is not None


def test_on_random_meshes_neighbours_have_no_gap():
    """2,000 pairs of triangles that share a corner, 2,000 that share a side."""
    rng = random.Random(1)
    for _ in range(2000):
        a, b, c, d, e = ((rng.uniform(0, 640), rng.uniform(0, 360)) for _ in range(5))
        triangle = ConvexPolygon([a, b, c])
        assert separating_axis(triangle, ConvexPolygon([a, d, e])) is None
        assert separating_axis(triangle, ConvexPolygon([d, b, a])) is None


def test_textbook_number_of_axes():
    """Two turned boxes have four, an upright one adds x and y, a square's sides are parallel."""
    turned = [OBB((0, 0), (3, 1), angle) for angle in (0.3, 1.1)]
    square = ConvexPolygon([(0, 0), (1, 0), (1, 1), (0, 1)])
    for p, q, count in (
        (turned[0], turned[1], 4),
        (turned[0], AABB((0, 0), (1, 1)), 4),
        (turned[0], turned[0], 2),
        (square, AABB((0, 0), (1, 1)), 2),
        (TRIANGLE, square, 3),
        (TRIANGLE, TRIANGLE, 3),
        (turned[0], TRIANGLE, 5),
    ):
        assert len(sweep_polygons(p, q, (0, 0)).axes) == count


def test_two_diamonds_meet_tip_to_tip_on_two_axes_at_once():
    r"""An exact corner: both axes enter at u0, the normal lies on the first.

    /\  /\
    \/  \/   <-
    """
    diamonds = [ConvexPolygon([(x - 1, 0), (x, 1), (x + 1, 0), (x, -1)]) for x in (0, 4)]
    found = sweep_polygons(*diamonds, (0, 0), (-8, 0))
    assert (found.u0, found.u1, found.entry_axes) == (0.25, 0.75, (0, 1))
    assert found.axes == ((0.25, 0.75), (0.25, 0.75))
    assert found.normal == pytest.approx((-math.sqrt(0.5), math.sqrt(0.5)))


def test_a_still_axis_without_overlap_is_a_miss():
    box = AABB((3, 3), (0.875, 0.875))
    assert sweep_polygons(box, TRIANGLE, (0, 0), (40, -40)) is None
    assert sweep_polygons(box, TRIANGLE, (0, 0), (1, 1)).u0 == 0.125


def test_the_corners_of_a_box_come_in_a_fixed_order():
    """Minus before plus, the last axis of the box changes first; 0, 1, 3, 2 go around."""
    assert OBB((10, 20), (1, 2), 0).corners() == [(9, 18), (9, 22), (11, 18), (11, 22)]
    assert OBB((0, 0), (1, 2), math.pi / 2).corners() == [(2, -1), (-2, -1), (2, 1), (-2, 1)]
    identity = [[float(i == j) for j in range(4)] for i in range(4)]
    assert OBB.from_matrix((1, 1, 1), identity).corners() == list(product((-1, 1), repeat=3))


def test_the_box_around_a_turned_box_holds_all_its_corners():
    """2-D by an angle, and 2^n corners in 1-D and 3-D by a matrix that shears."""
    assert OBB((10, 0), (3, 4), math.pi / 2).aabb() == AABB((10, 0), (4, 3))
    assert OBB.from_matrix((2,), [[-3, 5], [0, 1]]).aabb() == AABB((5,), (6,))
    matrix = [[1, 2, 0, 5], [0, 1, 0, 6], [0, 0, 3, 7], [0, 0, 0, 1]]
    sheared = OBB.from_matrix((1, 1, 1), matrix)
    assert len(set(sheared.corners())) == 8
    assert sheared.aabb() == AABB((5, 6, 7), (3, 1, 3))


@given(pairs, halves, st.floats(-10, 10))
def test_the_box_around_a_turned_box_is_the_known_formula(center, half, angle):
    """Its half extents are |cos| w + |sin| h and |sin| w + |cos| h."""
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    w, h = half
    around = OBB(center, half, angle).aabb()
    assert around.center == pytest.approx(center, abs=1e-9)
    assert around.half_extents == pytest.approx((c * w + s * h, s * w + c * h), abs=1e-6)


def test_an_angle_is_a_matrix():
    box = OBB((1, 2), (3, 4), 0.7)
    (c, s), _ = box.axes
    assert OBB.from_matrix((3, 4), [[c, -s, 1], [s, c, 2], [0, 0, 1]]) == box
    right_below = box.corners()[3]
    assert right_below == pytest.approx((1 + 3 * c - 4 * s, 2 + 3 * s + 4 * c))


@given(st.floats(-100, 100))
def test_sines_and_cosines_are_rounded_to_2_to_the_minus_30(angle):
    """So the last bits of a platform's mathematics do not show."""
    (c, s), (minus_s, again) = OBB((0, 0), (1, 1), angle).axes
    assert (c * 2**30, s * 2**30) == (round(c * 2**30), round(s * 2**30))
    assert (c, s) == pytest.approx((math.cos(angle), math.sin(angle)), abs=2**-30)
    assert (minus_s, again) == (-s, c)


def test_points_and_segments_have_sides_enough():
    """A turned segment is missed beside it and beyond its ends; a point is one place."""
    segment = OBB((0, 0), (2, 0), math.pi / 4)
    beyond, beside = OBB((4, 4), (2, 0), math.pi / 4), OBB((1, -1), (2, 0), math.pi / 4)
    assert separating_axis(segment, beyond) == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    assert separating_axis(segment, beside) == pytest.approx((math.sqrt(0.5), -math.sqrt(0.5)))
    assert separating_axis(segment, AABB((1, 1), (0.01, 0.01))) is None
    assert separating_axis(segment, OBB((1, -1), (0, 0), 0)) is not None
    point = AABB((0, 0), (0, 0))
    assert separating_axis(point, point) is None
    assert sweep_polygons(segment, beyond, (8, 8)).u0 == pytest.approx(
        (math.sqrt(32) - 4) / math.sqrt(128)
    )


def test_boxes_flattened_by_a_rounded_matrix_still_have_ends():
    """100 px apart on a slanted line: 16 % had no axis while only boxes of area 0 were segments."""
    rng = random.Random(1)
    for _ in range(500):
        turn = rng.uniform(0, math.tau)
        c, s = math.cos(turn), math.sin(turn)

        def flat(along, c=c, s=s):
            rows = [[c * c, c * s, c * along], [c * s, s * s, s * along], [0, 0, 1]]
            return OBB.from_matrix((1, 1), rows)

        assert separating_axis(flat(0), flat(100)) == pytest.approx((c, s))
        assert separating_axis(flat(0), AABB((c / 2, s / 2), (0.01, 0.01))) is None


def test_boxes_that_a_matrix_makes_a_point_are_distinguished():
    points = [OBB.from_matrix((1, 1), [[0, 0, x], [0, 0, 5], [0, 0, 1]]) for x in (0, 0, 3)]
    assert separating_axis(points[0], points[1]) is None
    assert separating_axis(points[0], points[2]) == (1, 0)
    above = OBB.from_matrix((1, 1), [[0, 0, 0], [0, 0, 2], [0, 0, 1]])
    assert separating_axis(points[0], above) == (0, -1)
    assert sweep_polygons(points[0], points[2], (6, 0)).u0 == 0.5


def test_either_winding_and_a_vertex_on_a_side_make_the_same_polygon():
    other = ConvexPolygon([(0, 4), (4, 0), (2, 0), (0, 0)])
    for x, y in product((-1, 1, 2, 3, 5), repeat=2):
        box = AABB((x, y), (0.5, 0.5))
        assert (separating_axis(TRIANGLE, box) is None) == (separating_axis(other, box) is None)
        here, there = (sweep_polygons(box, shape, (-8, 1)) for shape in (TRIANGLE, other))
        assert (here and here[:2]) == (there and there[:2])


@given(st.tuples(eighths, eighths), st.tuples(eighths, eighths))
def test_no_zero_is_negative(place, way):
    assert "-0.0," not in repr(OBB((0, 0), (1, 0), 0)) + repr(OBB((0, 0), (1, 0), 0).corners())
    box, turned = AABB(place, (1, 0)), OBB(place, (1, 0), math.pi)
    for shape in (box, turned, TRIANGLE):
        for x, y in ((0.0, -0.0), (-0.0, way[1]), (way[0], -0.0)):
            found = sweep_polygons(shape, TRIANGLE, (x, y))
            numbers = [*(separating_axis(shape, TRIANGLE) or ())]
            if isinstance(found, Sweep):
                numbers += [found.u0, found.u1, *found.normal, *sum(found.axes, ())]
            assert [v for v in numbers if v == 0 and math.copysign(1, v) < 0] == []


def test_shapes_compare_and_hash_by_value_and_cannot_change():
    for make, field in (
        (lambda zero: OBB((zero, 0), (1, 2), 0.5), "center"),
        (lambda zero: ConvexPolygon([(zero, 0), (1, 0), (0, 1)]), "vertices"),
    ):
        shape = make(0.0)
        assert {shape: "a"}[make(-0.0)] == "a"
        assert "-0.0" not in repr(make(-0.0))
        assert copy.deepcopy(shape) == shape
        with pytest.raises(AttributeError):
            setattr(shape, field, ())
        assert not hasattr(shape, "__dict__")
    assert OBB((0, 0), (1, 2), 0.5) != OBB((0, 0), (1, 2), 0.6)


SQUARE_3D = OBB.from_matrix((1, 1, 1), [[float(i == j) for j in range(4)] for i in range(4)])
CORNERS = (
    r"vertices must be 3 or more distinct corners, not all in line, once around a convex area,"
    r" got \["
)
STAR = [(math.cos(4 * math.pi * k / 5), math.sin(4 * math.pi * k / 5)) for k in range(5)]


def axis_and_sweep(seed, size):
    """Return what two random shapes of a size answer, each an error's type if it is one."""
    rng = random.Random(seed)

    def numbers(low, high):
        return rng.uniform(low, high) * size, rng.uniform(low, high) * size

    def shape():
        center, half, angle = numbers(-8, 8), numbers(0, 4), rng.uniform(-3, 3)
        x, y = center
        polygon = [(x, y), (x + half[0], y), (x, y + half[1])]
        kind = rng.randrange(3)
        return (AABB, OBB, lambda *_: ConvexPolygon(polygon))[kind](center, half, *[angle] * kind)

    answers = []
    for ask in (separating_axis, lambda p, q: sweep_polygons(p, q, numbers(-16, 16))):
        rng.seed(seed)
        try:
            answers.append(ask(shape(), shape()))
        except ValueError:
            answers.append(ValueError)
    return answers


def test_huge_shapes_have_the_answers_of_small_ones_or_one_error():
    """Scaled by a power of two, up to 1.7e308: no bit differs, or it is a ValueError."""
    outcomes = Counter()
    for seed in range(400):
        axis, hit = axis_and_sweep(seed, 1.0)
        for k in (300, 500, 511, 1000, 1018, 1019, 1020):
            huge_axis, huge_hit = axis_and_sweep(seed, 2.0**k)
            assert huge_axis in (axis, ValueError)
            assert huge_hit in (hit, ValueError)
            outcomes.update((huge_axis is ValueError, huge_hit is ValueError))
    assert min(outcomes.values()) > 1000


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ConvexPolygon([]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (1, 0)]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (1, 0), (1, 1), (1, 0)]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (1, 0), (2, 0)]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (2, 2), (2, 0), (0, 2)]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (4, 0), (1, 1), (0, 4)]), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (3, 0), (1, 0), (4, 0), (0, 4)]), CORNERS),
        (lambda: ConvexPolygon(STAR), CORNERS),
        (lambda: ConvexPolygon([(0, 0), (1, math.inf), (2, 0)]), r"vertices must be .* \(1.0, inf"),
        (lambda: ConvexPolygon([(0, 0), (1, 1, 1), (2, 0)]), "vertices must have 2 numbers"),
        (lambda: OBB((0, 0), (1, -1), 0), r"half_extents must not be negative, got \(1.0, -1.0"),
        (lambda: OBB((0, 0), (1, 1), math.nan), "angle must be finite"),
        (lambda: OBB((0, 0), (1.7e308, 1.7e308), 0.7), "corners must be finite"),
        (lambda: OBB((0, 1.7e308), (1, 1e308), 0), "corners must be finite"),
        (lambda: OBB((0, 10**400), (1, 1), 0), "center must be finite"),
        (lambda: OBB.from_matrix((1e200,), [[1e200, 0], [0, 1]]), "corners must be finite"),
        (lambda: OBB((0, 0, 0), (1, 1), 0), "center must have 2 numbers"),
        (lambda: OBB((0, 0), (1,), 0), "half_extents must have 2 numbers"),
        (lambda: OBB.from_matrix((1, 1), [[1, 0, 0], [0, 1, 0]]), "matrix must have 3 rows"),
        (lambda: OBB.from_matrix((1,), [[1, 0], [1, 1]]), ".*the last of them 0, .., 0, 1"),
        (lambda: OBB.from_matrix((1,), [[1, 0], [0, 2]]), ".*the last of them 0, .., 0, 1"),
        (lambda: OBB.from_matrix((1,), [[1, 0, 0], [0, 1]]), "matrix must have 2 numbers"),
        (lambda: OBB.from_matrix((1,), [[math.nan, 0], [0, 1]]), "matrix must be finite"),
        (lambda: OBB.from_matrix((-1,), [[1, 0], [0, 1]]), "half_extents must not be negative"),
        (
            lambda: separating_axis(*[AABB((x, 0), (1, 1)) for x in (-1e308, 1e308)]),
            "shadows must be",
        ),
        (lambda: separating_axis(TRIANGLE, "box"), "q must be an AABB, OBB or .* got box"),
        (lambda: separating_axis(AABB((0,), (1,)), TRIANGLE), "p must be .* in 2-D, .* got AABB"),
        (lambda: separating_axis(TRIANGLE, SQUARE_3D), "q must have 2 dimensions like p, got OBB"),
        (lambda: sweep_polygons(TRIANGLE, TRIANGLE, (1,)), "move_p must have 2 numbers"),
        (lambda: sweep_polygons(TRIANGLE, TRIANGLE, (1, math.nan)), "move_p must be finite"),
        (lambda: sweep_polygons(TRIANGLE, TRIANGLE, (1, 1), (1,)), "move_q must have 2 numbers"),
        (lambda: sweep_polygons(TRIANGLE, TRIANGLE, (1e308, 0), (-1e308, 0)), "move_q - move_p m"),
    ],
)
def test_bad_input_is_named(make, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        make()
