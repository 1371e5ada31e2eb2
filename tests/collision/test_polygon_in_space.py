"""Boxes in 3-D, upright, turned, sheared and flat: separating axis and sweep."""

import math
import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracle_in_space import exact, exact_box, times_of_meeting

from game.collision import (
    AABB,
    OBB,
    ConvexPolygon,
    overlaps,
    separating_axis,
    sweep,
    sweep_polygons,
)

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
UPRIGHT = (X, Y, Z)
CLOSE = 2**-31
"""px: boxes grown or shrunk so little, half of 1e-9, may have another answer. Of two boxes it is
within 1e-9 px of touching."""
ROOT_HALF = math.sqrt(0.5)


def made_of(columns, half, center=(0, 0, 0)):
    return OBB.from_matrix(half, [*zip(*columns, center), (0, 0, 0, 1)])


def times(vector, by):
    return [x * by for x in vector]


def plus(*vectors):
    return tuple(map(sum, zip(*vectors)))


def along(vector, axis):
    return sum(x * y for x, y in zip(vector, axis))


def any_turn(rng):
    """Return the columns of a rotation, from a random quaternion."""
    numbers = [rng.gauss(0, 1) for _ in range(4)]
    w, x, y, z = times(numbers, 1 / math.hypot(*numbers))
    return [
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    ]


def columns_like(rng, columns):
    """Return columns turned anew, nearly parallel to these, sheared, or upright."""
    kind = rng.choice(("turned", "nearly parallel", "sheared", "upright"))
    if kind == "turned":
        return any_turn(rng)
    if kind == "upright":
        return UPRIGHT
    if kind == "sheared":
        return [tuple(rng.uniform(-2, 2) for _ in range(3)) for _ in range(3)]
    off = 2.0 ** -rng.randint(5, 52)
    return [tuple(x + rng.uniform(-off, off) for x in column) for column in columns]


def any_pair(rng):
    """Return two boxes, a displacement of the second, and often the two nearly touch."""
    columns = any_turn(rng)
    others = columns_like(rng, columns)
    sizes = [
        [rng.choice((rng.uniform(0, 40), rng.uniform(0, 40), 1e-6)) for _ in range(3)]
        for _ in range(2)
    ]
    center = [rng.uniform(0, 600) for _ in range(3)]
    away = [rng.uniform(-60, 60) for _ in range(3)]
    p, q = made_of(columns, sizes[0], center), made_of(others, sizes[1], plus(center, away))
    way = plus(times(away, -1), [rng.uniform(-15, 15) for _ in range(3)])
    found = sweep_polygons(p, q, (0, 0, 0), way)
    if found and found.u0 and rng.random() < 0.6:
        gap = rng.choice((1e-6, 1e-8, 2e-9, 0, -2e-9, -1e-8, -1e-6))
        at = plus(q.center, times(way, found.u0), times(found.normal, -gap))
        q = made_of(others, sizes[1], at)
    if rng.random() < 0.3:
        p = AABB(p.center, p.half_extents)
    return p, q, times(way, rng.choice((1, 1, -1, 0)))


def crossing_sticks(rng):
    """Return two sticks 600 px long that cross at 1e-9 to 1e-4 radians, edge on edge.

    An edge of one touches, but for a gap, an edge of the other; only the cross product of these two
    edges shows it.
    """
    x, y, z = any_turn(rng)
    turn = rng.uniform(1, 2) * 2.0 ** -rng.randint(14, 30)
    others = [
        plus(x, times(y, turn), times(z, -turn)),
        plus(y, times(x, -turn)),
        plus(z, times(x, turn)),
    ]
    sizes = [[300, rng.uniform(1, 20), rng.uniform(1, 20)] for _ in range(2)]
    gap = rng.choice((1e-8, 2e-9, -2e-9, -1e-8)) * ROOT_HALF
    parts = [times(x, rng.uniform(-50, 50)), times(plus(y, z), gap)]
    for columns, half in zip(((x, y, z), others), sizes):
        parts += [times(columns[1], half[1]), times(columns[2], half[2])]
    center = [rng.uniform(0, 600) for _ in range(3)]
    p, q = made_of((x, y, z), sizes[0], center), made_of(others, sizes[1], plus(center, *parts))
    return p, q, times(plus(y, z), -40)


def agrees(p, q, move):
    """Assert that both answers are those of exact boxes that are larger or smaller by CLOSE at
    most; return (whether they overlap, whether they meet)."""
    large, small = [(exact_box(p).grown(by), exact_box(q).grown(by)) for by in (CLOSE, -CLOSE)]
    axis, found = separating_axis(p, q), sweep_polygons(p, q, (0, 0, 0), move)
    told = p, q, move
    may = times_of_meeting(*large)
    assert axis is not None or may is not None, told
    if axis:
        assert math.hypot(*axis) == pytest.approx(1, abs=1e-15)
        assert along(axis, plus(q.center, times(p.center, -1))) > 0, told
    may_meet = times_of_meeting(*large, exact(move))
    assert found is None or may_meet[0] <= found.u0 <= found.u1 <= may_meet[1], told
    if found and found.entry_axes and found.u0:
        assert math.hypot(*found.normal) == pytest.approx(1, abs=1e-15)
        assert along(found.normal, move) > 0, told
    if None not in small:
        assert axis is None or times_of_meeting(*small) is None, told
        must = times_of_meeting(*small, exact(move))
        assert must is None or found.u0 <= must[0] <= must[1] <= found.u1, told
    return axis is None, found is not None


@pytest.mark.parametrize("count", [300, pytest.param(1_000, marks=pytest.mark.long)])
def test_no_answer_is_wrong_of_boxes_that_are_1e_9_px_from_touching(count):
    """Turned, nearly parallel, sheared, thin, upright, most of them nearly touching."""
    rng, seen = random.Random(31), Counter()
    for _ in range(count):
        seen.update([agrees(*any_pair(rng))])
    expected = {(True, True), (False, True), (False, False)}
    assert {*seen} == expected, seen
    assert min(seen.values()) > count / 10, seen


@pytest.mark.parametrize("count", [60, pytest.param(200, marks=pytest.mark.long)])
def test_the_direction_of_nearly_parallel_edges_is_exact(count):
    """With cross products of floats 76 of 300 such pairs were wrong by more than 1e-9 px."""
    rng, seen = random.Random(4), Counter()
    for _ in range(count):
        seen.update([agrees(*crossing_sticks(rng))])
    assert {*seen} == {(True, True), (False, True)}


coordinates = st.floats(-640, 640, allow_subnormal=False)
places = st.tuples(coordinates, coordinates, coordinates)
extents = st.floats(0, 80)
halves = st.tuples(extents, extents, extents)


@given(places, halves, places, halves, places, places)
def test_upright_boxes_have_the_bits_of_overlaps_and_sweep(p, h, q, k, move_p, move_q):
    """Any floats; a box of the matrix that turns nothing is an AABB. Every field is that of
    sweep."""
    a, b = AABB(p, h), AABB(q, k)
    expected = repr(sweep(a, b, move_p, move_q))
    for c, d in product((a, made_of(UPRIGHT, h, p)), (b, made_of(UPRIGHT, k, q))):
        assert repr(sweep_polygons(c, d, move_p, move_q)) == expected
        assert (separating_axis(c, d) is None) == overlaps(a, b)


small = st.integers(-6, 6)
cells = st.tuples(small, small, small)
sizes = st.tuples(*[st.integers(0, 3)] * 3)


@given(cells, sizes, cells, sizes, cells)
def test_upright_boxes_that_touch_have_these_bits_too(p, h, q, k, move):
    a, b = AABB(p, h), AABB(q, k)
    assert repr(sweep_polygons(a, b, (0, 0, 0), move)) == repr(sweep(a, b, (0, 0, 0), move))
    assert (separating_axis(a, b) is None) == overlaps(a, b)


def test_two_sticks_are_apart_on_the_product_of_two_edges_alone():
    """Both are turned by 45 degrees about their length, one lies along x, the other along y."""
    first = made_of((X, (0, ROOT_HALF, ROOT_HALF), (0, -ROOT_HALF, ROOT_HALF)), (10, 1, 1))
    second = ((ROOT_HALF, 0, -ROOT_HALF), Y, (ROOT_HALF, 0, ROOT_HALF))
    reach = 2 * math.sqrt(2)
    assert separating_axis(first, made_of(second, (1, 10, 1), (0, 0, reach - 0.01))) is None
    above = made_of(second, (1, 10, 1), (0, 0, reach + 0.01))
    assert separating_axis(first, above) == (0, 0, 1)
    assert separating_axis(above, first) == (0, 0, -1)
    found = sweep_polygons(first, above, (0, 0, 0), (0, 0, -0.02))
    assert (found.u0, found.normal) == (pytest.approx(0.5), (0, 0, -1))


def test_textbook_number_of_axes_in_space():
    """Six normals and nine products; the parallel and the vanishing ones are left out."""
    rng = random.Random(3)
    turned, other = (made_of(any_turn(rng), (3, 2, 1)) for _ in range(2))
    quarter = made_of((Y, times(X, -1), Z), (1, 2, 3))
    standing = made_of(((0.6, 0.8, 0), (-0.8, 0.6, 0), Z), (3, 2, 1))
    for p, q, count in (
        (turned, other, 15),
        (turned, AABB((0, 0, 0), (1, 1, 1)), 15),
        (turned, turned, 3),
        (quarter, AABB((0, 0, 0), (1, 1, 1)), 3),
        (standing, quarter, 5),
    ):
        assert len(sweep_polygons(p, q, (0, 0, 0)).axes) == count


def test_a_turned_box_hits_a_wall_with_its_edge():
    """By 3, 4, 5: half extents 5 and 5 reach 3 + 4 along x, so 12 of 24 px are free."""
    post = made_of(((0.6, 0.8, 0), (-0.8, 0.6, 0), Z), (5, 5, 9))
    found = sweep_polygons(post, AABB((20, 0, 0), (1, 100, 100)), (24, 0, 0))
    assert (found.u0, found.u1, found.normal) == (0.5, 1, (-1, 0, 0))
    assert sweep_polygons(post, AABB((20, 0, 18.5), (1, 100, 9)), (24, 0, 0)) is None


def test_a_face_of_a_sheared_box_has_a_normal_that_is_no_edge():
    """Where the box leans along x = y, no point is farther than 2 px from that line, in x.

    The columns of the points are turned, so that no product with an edge of theirs is this normal.
    """
    leaning = made_of((X, (1, 1, 0), Z), (2, 10, 2))
    columns = any_turn(random.Random(2))
    beside, inside = (made_of(columns, (0, 0, 0), (5, y, 0)) for y in (2.875, 3.125))
    assert separating_axis(leaning, beside) == pytest.approx((ROOT_HALF, -ROOT_HALF, 0))
    assert separating_axis(leaning, inside) is None


def test_a_product_of_two_rotations_makes_the_box_of_both():
    """By 3, 4, 5 about z, then a quarter about x; the other order is another box."""
    once = made_of(((0.6, 0.8, 0), (-0.8, 0.6, 0), Z), (5, 10, 2))
    both = made_of(((0.6, 0, 0.8), (-0.8, 0, 0.6), (0, -1, 0)), (5, 10, 2))
    first = ((0.6, -0.8, 0), (0.8, 0.6, 0), Z)
    then = (X, (0, 0, -1), Y)

    def after(m, n):
        return [[along(row, column) for column in zip(*n)] for row in m]

    for rows, corners in (
        (after(then, first), both.corners()),
        (after(then, first), [(x, -z, y) for x, y, z in once.corners()]),
        (
            after(first, then),
            made_of(((0.6, 0.8, 0), (0, 0, 1), (0.8, -0.6, 0)), (5, 10, 2)).corners(),
        ),
    ):
        assert made_of(zip(*rows), (5, 10, 2)).corners() == corners


FLAT = {
    "a sheet": ((X, Y, (0, 0, 0)), (4, 3, 9)),
    "a sheet of three edges": ((X, Y, (1, 0, 0)), (3, 3, 1)),
    "a slanted sheet": (((0.6, 0, 0.8), Y, (0.6, 0, 0.8)), (4, 3, 1)),
    "a segment": ((X, (0, 0, 0), (2, 0, 0)), (2, 9, 1)),
    "a slanted segment": (((0.6, 0, 0.8), (0, 0, 0), (0, 0, 0)), (5, 1, 1)),
    "a point": (((0, 0, 0),) * 3, (1, 1, 1)),
}
SAME = {
    "a sheet": (UPRIGHT, (4, 3, 0)),
    "a sheet of three edges": (UPRIGHT, (4, 3, 0)),
    "a slanted sheet": (((0.6, 0, 0.8), Y, (-0.8, 0, 0.6)), (5, 3, 0)),
    "a segment": (UPRIGHT, (4, 0, 0)),
    "a slanted segment": (((0.6, 0, 0.8), Y, (-0.8, 0, 0.6)), (5, 0, 0)),
    "a point": (UPRIGHT, (0, 0, 0)),
}
"""The same as a box whose columns enclose a volume: no half extent makes an axis vanish."""


@pytest.mark.parametrize(("name", "other"), [*product(FLAT, ("a box", *FLAT))])
def test_a_matrix_that_flattens_gets_the_axes_that_it_needs(name, other):
    """Of a rank below 3, against the exact times of an equal box of a matrix of rank 3."""
    rng, seen = random.Random(name + other), Counter()
    boxes = {"a box": (any_turn(rng), (3, 2, 1))}
    for _ in range(12):
        at = [rng.randint(-6, 6) for _ in range(3)]
        move = [rng.randint(-12, 12) for _ in range(3)]
        p, q = made_of(*FLAT[name]), made_of(*(FLAT | boxes)[other], at)
        there = [exact_box(made_of(*each)) for each in (SAME[name], (SAME | boxes)[other])]
        there[1] = there[1]._replace(center=exact(at))
        for motion, found in (
            ((0, 0, 0), separating_axis(p, q) is None),
            (move, sweep_polygons(p, q, (0, 0, 0), move) is not None),
        ):
            large, least = [[box.grown(by) for box in there] for by in (CLOSE, 0)]
            seen[found] += 1
            assert times_of_meeting(*large, exact(motion)) or not found, (at, motion)
            assert found or not times_of_meeting(*least, exact(motion)), (at, motion)
    assert seen[False]


def test_boxes_flattened_by_a_rounded_matrix_still_have_ends_in_space():
    """100 px apart on a slanted line or in a slanted plane, where rounding leaves a sliver: its
    own edges make no axis along it."""
    rng = random.Random(1)
    for _ in range(200):
        x, y, _ = any_turn(rng)
        for kept in ((x,), (x, y)):
            columns = [plus(*(times(v, v[i]) for v in kept)) for i in range(3)]
            here, there = (made_of(columns, (1, 1, 1), times(x, far)) for far in (0, 100))
            near, ahead = (AABB(times(x, far), (0.01,) * 3) for far in (0.5, 100))
            assert separating_axis(here, there) is not None
            assert separating_axis(here, near) is None
            found = sweep_polygons(here, ahead, times(x, 300))
            assert found.u0 == pytest.approx(0.33, abs=0.01)
            assert along(found.normal, x) < -0.5


def test_a_box_of_any_scale_has_the_axes_of_its_shape():
    """Columns of 1e-200 and of 1e200: their products would be 0 and infinite as floats."""
    rng = random.Random(5)
    for _ in range(50):
        columns, others = any_turn(rng), any_turn(rng)
        at = [rng.uniform(-5, 5) for _ in range(3)]
        expected = separating_axis(made_of(columns, (2, 2, 2)), made_of(others, (2, 2, 2), at))
        for power in (-660, 660):
            scaled = [times(column, 2.0**power) for column in columns]
            p = made_of(scaled, [2 * 2.0**-power] * 3)
            assert separating_axis(p, made_of(others, (2, 2, 2), at)) == expected


def test_no_zero_is_negative_in_space():
    boxes = [AABB((0, 0, 0), (1, 1, 0)), made_of((times(Y, -1), times(X, -1), Z), (1, 1, 1))]
    for p, q in product(boxes, repeat=2):
        found = sweep_polygons(p, q, (-0.0, 0, 0), (0, -0.0, 3))
        numbers = [found.u0, found.u1, *found.normal, *sum(found.axes, ())]
        away = made_of(UPRIGHT, (0, 0, 0), (0, 0, -9))
        numbers += separating_axis(p, away)
        assert [v for v in numbers if v == 0 and math.copysign(1, v) < 0] == []


CUBE = AABB((0, 0, 0), (1, 1, 1))
SQUARE = AABB((0, 0), (1, 1))
TRIANGLE = ConvexPolygon([(0, 0), (4, 0), (0, 4)])
LEANING = made_of((X, (1, 1, 0), Z), (1, 1, 1))
LINE, TESSERACT = AABB((0,), (1,)), AABB((0,) * 4, (1,) * 4)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: separating_axis(SQUARE, CUBE), r"q must have 2 dimensions like p, got AABB\("),
        (lambda: separating_axis(CUBE, TRIANGLE), "q must have 3 dimensions like p, got Convex"),
        (
            lambda: sweep_polygons(TRIANGLE, LEANING, (1, 1)),
            "q must have 2 dimensions like p, got OBB",
        ),
        (lambda: sweep_polygons(CUBE, LEANING, (1, 1)), "move_p must have 3 numbers"),
        (lambda: sweep_polygons(CUBE, LEANING, (1, 1, 1), (1, 1)), "move_q must have 3 numbers"),
        (lambda: separating_axis(LINE, LINE), "p must be .* AABB or OBB in 3-D, got AABB"),
        (lambda: separating_axis(CUBE, TESSERACT), "q must be .* AABB or OBB in 3-D, got AABB"),
        (lambda: ConvexPolygon([X, Y, Z]), "vertices must have 2 numbers"),
    ],
)
def test_mixed_dimensions_and_polyhedra_are_refused_with_a_sentence(make, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        make()
