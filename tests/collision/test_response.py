"""One mover's whole step, against exact rational arithmetic and by claims."""

import math
import random
from fractions import Fraction

import pytest

from game.collision import AABB, SKIN, Response, move


def exact_first_entry(center, half, e, solids):
    """When does an open box first enter one that rests? Exactly; None for never before 1."""
    firsts = []
    for solid in solids:
        enter, leave = Fraction(0), Fraction(1)
        for p, h, way, o, g in zip(center, half, e, *solid):
            d, s = Fraction(o - p), Fraction(h + g)
            if way == 0:
                enter, leave = (enter, leave) if abs(d) < s else (1, 0)
            else:
                times = sorted([(d - s) / Fraction(way), (d + s) / Fraction(way)])
                enter, leave = max(enter, times[0]), min(leave, times[1])
        if enter < leave:
            firsts.append(enter)
    return min(firsts, default=None)


def numbers(rng, count, low, high):
    return [rng.randint(low, high) for _ in range(count)]


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_a_mover_stops_where_exact_arithmetic_says(dimensions):
    """Whole numbers, aimed near a solid: u is the rounded quotient, the place is flush."""
    rng = random.Random(dimensions)
    stopped = passed = 0
    for _ in range(4000):
        center, half = numbers(rng, dimensions, -30, 30), numbers(rng, dimensions, 0, 4)
        solids = [
            (numbers(rng, dimensions, -30, 30), numbers(rng, dimensions, 1, 9))
            for _ in range(rng.randint(1, 6))
        ]
        aside = numbers(rng, dimensions, -12, 12)
        e = [o - p + x for o, p, x in zip(solids[0][0], center, aside)]
        starts_inside = any(
            all(abs(o - p) < h + g for p, h, o, g in zip(center, half, *solid)) for solid in solids
        )
        if starts_inside:
            continue
        first = exact_first_entry(center, half, e, solids)
        end, contacts = move(AABB(center, half), e, [AABB(*s) for s in solids], Response.STOP)
        if first is None:
            passed += 1
            assert contacts == []
            assert end.center == tuple(p + way for p, way in zip(center, e))
            continue
        stopped += 1
        assert contacts[0].u == float(first)
        solid = solids[contacts[0].solid]
        axis = next(i for i, n in enumerate(contacts[0].normal) if n)
        reach = half[axis] + solid[1][axis]
        assert end.center[axis] == solid[0][axis] + contacts[0].normal[axis] * reach
        for i, (x, p, way) in enumerate(zip(end.center, center, e)):
            assert i == axis or abs(Fraction(x) - (p + way * first)) < Fraction(1, 2**45)
    assert min(stopped, passed) > 250


def test_a_bounce_unfolds_to_a_straight_way():
    """In a closed room the place after a step is the straight one, folded at the walls."""
    rng = random.Random(4)
    room = [AABB(c, h) for c, h in (((-9, 0), (1, 10)), ((9, 0), (1, 10)))]
    room += [AABB(c, h) for c, h in (((0, -9), (10, 1)), ((0, 9), (10, 1)))]
    for _ in range(1000):
        start = [rng.uniform(-6, 6) for _ in range(2)]
        e = [rng.uniform(-200, 200) for _ in range(2)]
        end, contacts = move(AABB(start, (1, 1)), e, room, Response.BOUNCE)
        assert len(contacts) < 64
        for x, p, way in zip(end.center, start, e):
            far = (p + way + 7) % 28
            assert x == pytest.approx(min(far, 28 - far) - 7, abs=1e-9)


def test_left_is_the_displacement_still_to_go():
    """After the response: nothing for STOP, the tangent for SLIDE, mirrored for BOUNCE."""
    wall = AABB((20, 0), (4, 40))
    lefts = {}
    for response in (Response.STOP, Response.SLIDE, Response.BOUNCE, Response.PASS):
        _, (contact,) = move(AABB((0, 0), (4, 4)), (16, 8), [wall], response)
        lefts[response.name] = contact.left
    assert lefts == {"STOP": (0, 0), "SLIDE": (0, 2), "BOUNCE": (-4, 2), "PASS": (4, 2)}


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(("more", "count"), [(0.0, 0), (2.0**-30, 1)])
def test_up_to_2_to_the_minus_20_px_are_touching_and_more_are_not(more, count, turn):
    """Sunk in while nothing moves on that axis, at the end of the path, and as a reach."""
    skin = 2.0**-20 + more
    box, wall = AABB((0, 0), (4, 4)), AABB(((8 - skin) * turn, 0), (4, 4))
    assert len(move(box, (0, 1), [wall], Response.SLIDE)[1]) == count
    far = AABB((-8 * turn, 0), (4, 4))
    assert len(move(far, (8 * turn, 0), [wall], Response.SLIDE)[1]) == count
    thin, other = (AABB((x, 0), (skin / 2, 4)) for x in (0, turn))
    assert len(move(thin, (2 * turn, 0), [other], Response.SLIDE)[1]) == count


@pytest.mark.parametrize("way", [0.25, 8.0])
@pytest.mark.parametrize("between", [(), (0,)], ids=["2-D", "3-D"])
@pytest.mark.parametrize(("skins", "normal"), [(0.75, (0, -1)), (1, (0, -1)), (1.5, (-1, 0))])
def test_a_face_goes_before_a_corner_that_is_up_to_skin_of_path_earlier(
    skins, normal, between, way
):
    """However slow. What is sunk in by SKIN is a corner still."""

    def box(x, y, half):
        return AABB((x, *between, y), (half, *[1] * len(between), 1))

    floor = box(1, 2.125 + skins * SKIN, 0.0625)
    for raised in (SKIN, 0):
        solids = [box(2.125, 2.125 - raised, 1), floor]
        end, contacts = move(box(0, 0, 1), (way, *between, way), solids, Response.SLIDE)
        assert contacts[0].normal == (normal[0], *between, normal[1])
    assert end.center == (way if skins <= 1 else 0.125, *between, 0.125 + skins * SKIN)


def test_pass_reports_what_is_entered_where_the_faces_meet_and_not_what_it_began_in():
    """To the bit; sunk in by SKIN is not in."""
    wall = AABB((20.1, 0), (4, 4))
    for way in (30.3, 47.7, 99.9):
        (contact,) = move(AABB((0, 0), (4, 4)), (way, 1), [wall], Response.PASS)[1]
        assert contact.position[0] == 20.1 - 8
    for sink, count in ((SKIN, 1), (2 * SKIN, 0)):
        box = AABB((sink, 0), (4, 4))
        assert len(move(box, (8, 0), [AABB((8, 0), (4, 4))], Response.PASS)[1]) == count


def test_pass_reports_what_is_entered_in_the_order_of_time():
    """A corner before the face that is entered later."""
    later, corner = AABB((24, 24), (4, 8)), AABB((16, 16), (4, 4))
    for solids in ((later, corner), (corner, later)):
        contacts = move(AABB((0, 0), (4, 4)), (32, 32), solids, Response.PASS)[1]
        assert [(solids[c.solid], c.u) for c in contacts] == [(corner, 0.25), (later, 0.5)]


def test_pass_reports_what_is_entered_at_once_in_the_order_of_the_places():
    """However fast it is, and in whichever order the solids are listed."""
    slow, fast = (AABB((8, -3), (4, 4)), (-2, 0)), (AABB((8, 3), (4, 4)), (-4, 0))
    for both, order in (((slow, fast), [0, 1]), ((fast, slow), [1, 0])):
        walls, ways = zip(*both)
        contacts = move(AABB((0, 0), (4, 4)), (0, 0), walls, Response.PASS, ways)[1]
        assert [(contact.solid, contact.u) for contact in contacts] == [(k, 0) for k in order]


def test_no_minus_zero_leaves():
    walls = [AABB((8, 0), (4, 4)), AABB((-48, 0), (4, 4))]
    for response in Response:
        for e in ((8.0, -0.0), (-0.0, -0.0), (0.0, 8.0), (16.0, 0.0), (-64.0, -5e-324)):
            end, contacts = move(AABB((0, -0.0), (4, 4)), e, walls, response)
            numbers = [*end.center, *(x for c in contacts for x in (c.u, *c.normal, *c.position))]
            numbers += [x for c in contacts for x in c.left]
            assert all(x != 0 or math.copysign(1, x) == 1 for x in numbers), (response, e)


@pytest.mark.parametrize(
    ("way", "gap", "sink", "closing", "crushed"),
    [
        (4, 2, 1, 1, False),
        (4, 2, 0.5, 2, False),
        (4, 2, 0, 2.5, True),
        (4, 2, -0.25, 2.5, True),
        (2.5, 1.25, 1, 1.5, True),
    ],
    ids=["half", "just SKIN", "more", "more, from SKIN away", "less, and sunk in already"],
)
def test_a_crush_takes_more_than_skin_in_the_time_that_is_left(way, gap, sink, closing, crushed):
    """In SKINs: a wall before the mover, met at 1/2, and a plate that comes from behind."""
    box, wall, plate = (
        AABB((x, 0), (0.25, 0.25)) for x in (0, 0.5 + gap * SKIN, -0.5 + sink * SKIN)
    )
    moves = [(0, 0), (closing * SKIN, 0)]
    contact = move(box, (way * SKIN, 0), [wall, plate], Response.SLIDE, moves)[1][0]
    assert (contact.solid, contact.u, contact.crushed) == (0, 0.5, crushed)


SQUARE, WIDE, REST = AABB((0, 0), (4, 4)), AABB((0, 0), (20, 100)), (0, 0)
PUSHES = {
    # the start, the solids and their moves: the end
    "along x first, to the lower side": ((0, 0), {SQUARE: REST}, (-5, 0)),
    "to the other if that is taken": (
        (0, 0), {SQUARE: REST, AABB((-6, 0), (1.5, 1)): REST}, (5, 0)
    ),
    "not through what lies between": (
        (-5, 0),
        {WIDE: REST, AABB((-12, 0), (0.5, 100)): REST, AABB((500, 500), (1, 1)): REST},
        (21, 0),
    ),
    "nor beyond its own length from the start": (
        (-5, 0),
        {WIDE: REST, AABB((-12, 0), (0.5, 50)): REST, AABB((18, 0), (0.5, 50)): REST},
        (-5, -101),
    ),
    "past what lies aside": (
        (-5, 0),
        {WIDE: REST, AABB((-12, 2.5), (3, 1)): REST, AABB((-12, -2.5), (3, 1)): REST},
        (-21, 0),
    ),
    "to where somebody was, or will come and push": (
        (-5, 0),
        {WIDE: REST, AABB((-21, 63), (1, 1)): (0, 64), AABB((-21, -63), (1, 1)): (0, 64)},
        (-21, 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("start", "solids", "end"), PUSHES.values(), ids=PUSHES)
def test_a_mover_that_starts_inside_is_pushed_out(start, solids, end):
    """To the nearest free place to which a free path leads, as things are at u = 0."""
    box, moves = AABB(start, (1, 1)), list(solids.values())
    assert move(box, (0, 0), list(solids), Response.SLIDE, moves)[0].center == end


@pytest.mark.parametrize(
    ("way", "end"), [(1.5, (7, 0)), (2 - SKIN / 2, (7, 0)), (2, (7, 5)), (2.5, (7.5, 5))]
)
def test_a_push_out_is_answered_only_if_the_mover_goes_in_again(way, end):
    """Only if it is slower than the solid; there is one contact in any case."""
    box, solid = AABB((3, 0), (1, 1)), AABB((0, 0), (4, 4))
    after, (contact,) = move(box, (way, 5), [solid], Response.STOP, [(2, 0)])
    assert after.center == end
    assert (contact.u, contact.normal, contact.crushed) == (0, (1, 0), False)


def test_a_huge_mover_is_pushed_out_like_a_small_one():
    """To the nearest place, as long as squares are finite; then to a place flush with a face."""
    for k in range(1020):
        unit = 2.0**k
        box, solid = AABB((unit, 0), (unit, unit)), AABB((0, 0), (3 * unit, 9 * unit))
        end, contacts = move(box, (0, 0), [solid], Response.SLIDE)
        if k < 500:
            assert end.center == (4 * unit, 0)
            assert [c.normal for c in contacts] == [(1, 0)]
        else:
            x, y = map(abs, end.center)
            assert (x == 4 * unit and y <= 10 * unit) or (y == 10 * unit and x <= 4 * unit)


def test_huge_numbers_are_answered_or_are_one_error():
    """Every report is finite, or there is a ValueError; never an OverflowError or a NaN."""
    rng = random.Random(1)
    sizes = 0.0, 1.0, 1e154, 1.3e154, 1e160, 1e308, 1.7e308
    outcomes = []

    def numbers(signs):
        return [rng.choice(sizes) * rng.choice([0.7, 1]) * rng.choice(signs) for _ in range(2)]

    for _ in range(1000):
        boxes = [(numbers([-1, 1]), numbers([1])) for _ in range(3)]
        box, *solids = [AABB(*rows) for rows in boxes]
        try:
            end, contacts = move(box, numbers([-1, 1]), solids, rng.choice([*Response]))
        except ValueError:
            outcomes.append(False)
        else:
            numbers_out = [*end.center, *(x for c in contacts for x in (c.u, *c.position, *c.left))]
            assert all(map(math.isfinite, numbers_out))
            outcomes.append(True)
    assert 100 < sum(outcomes) < 900


@pytest.mark.parametrize("response", [Response.SLIDE, Response.STOP])
def test_a_box_pushed_by_two_obstacles_goes_with_both(response):
    solids = [AABB((-8, 0), (4, 40)), AABB((0, -8), (40, 4))]
    moves = [(16, 0), (0, 24)]
    end, contacts = move(AABB((0, 0), (4, 4)), (0, 0), solids, response, moves)
    assert end.center == (16, 24)
    assert sorted(c.solid for c in contacts) == [0, 1]


def test_presses_on_a_joint_of_any_floats_lose_no_speed():
    """2,400 presses near joints of tiles whose faces differ by rounding: only y is stopped."""
    rng = random.Random(5)
    for _ in range(2400):
        scale = rng.choice([0.01, 1, 100])
        width, top = rng.uniform(5, 20) * scale, rng.uniform(-300, 300) * scale
        tiles = []
        for i in range(4):
            half = rng.uniform(1, 9) * scale
            tiles.append(AABB((i * width, top + half), (width / 2, half)))
        h = rng.uniform(1, 4) * scale
        joint = width / 2 + width * rng.randint(0, 1)
        start = joint - h + rng.choice([-1e-7, 0, 1e-12, 1e-16]) * scale, top - h
        e = rng.uniform(0, 1) * width, rng.choice([1e-6, 0.5, 2, 1000]) * scale
        end, contacts = move(AABB(start, (h, h)), e, tiles, Response.SLIDE)
        assert end.center[0] == pytest.approx(start[0] + e[0], rel=1e-12)
        assert abs(end.center[1] + h - top) <= 2 * SKIN
        assert all(c.normal == (0, -1) for c in contacts)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"displacement": (1, math.nan)}, "displacement must be finite"),
        ({"displacement": (1, 2, 3)}, "displacement must have 2 numbers"),
        ({"solids": [AABB((0, 0, 0), (1, 1, 1))]}, "solids must have 2 dimensions"),
        ({"solid_moves": []}, "solid_moves must hold a displacement for each of 1 solids, got 0"),
        ({"solid_moves": [(math.inf, 0)]}, "solid_moves must be finite"),
        ({"solid_moves": [(1,)]}, "solid_moves must have 2 numbers"),
        ({"response": 7}, "7 is not a valid Response"),
    ],
)
def test_bad_input_is_named(change, says):
    given = {
        "box": AABB((0, 0), (1, 1)),
        "displacement": (1, 0),
        "solids": [AABB((9, 0), (1, 1))],
        "response": Response.STOP,
    }
    with pytest.raises(ValueError, match=f"^{says}"):
        move(**given | change)
