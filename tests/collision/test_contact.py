"""Joints of solids are shut, and no mover ends deeper than SKIN: in rare places too."""

import itertools
import random
from itertools import product

import numpy as np
import pytest
from support.alike import add_alike, each_way, step_alike
from support.audit import Boxes, joints
from support.suite import long_except

from game.collision import AABB, SKIN, Response, Space, contact, move, sweep
from game.collision.contact import (
    NARROW,
    Body,
    flush_sides,
    meeting,
    places_by_distance,
    solids_around,
)

STOPS = (Response.STOP, Response.SLIDE, Response.BOUNCE)
FLOORS = {
    # the first tile's centre, the width of a tile, its half height, the top
    "whole pixels": (8.0, 16.0, 8.0, 0.0),
    "tenths": (0.1, 8.1, 0.3, 0.7),
    "thirds, far away": (2.0**20 - 99, 1 / 3, 1 / 3, -(2.0**19) - 1 / 3),
    "arbitrary": (0.7890123, 12.3456789015, 10 / 3, 1 / 3),
}


def floor(first, width, half, top, added=False):
    """Return twelve tiles in a row, their places multiplied or added up."""
    places = [first + k * width for k in range(12)]
    if added:
        places = [*itertools.accumulate([width] * 11, initial=first)]
    return [AABB((x, top + half), (width / 2, half)) for x in places]


def points_over(tiles, top):
    """Yield narrow boxes over every joint: at either face, between, and an ulp aside."""
    for a, b in itertools.pairwise(tiles):
        faces = a.max[0], b.min[0]
        places = {*faces, sum(faces) / 2, *(np.nextafter(faces, (-np.inf, np.inf)))}
        for x, h in itertools.product(places, (0.0, 2.0**-22, SKIN, np.nextafter(SKIN, 1))):
            yield AABB((float(x), top - 0.5), (float(h), float(h)))


@pytest.mark.parametrize("added", [False, True], ids=["multiplied", "added"])
@pytest.mark.parametrize("name", long_except(FLOORS, "arbitrary"))
def test_a_narrow_mover_stops_at_every_joint_of_a_floor(name, added):
    """By move, step (few and many) and cast, in steps of 1 to 1e6 px: where sweep says."""
    scene = FLOORS[name]
    tiles, top = floor(*scene, added), scene[-1]
    boxes = [*points_over(tiles, top)]
    space = Space()
    space.add_walls([x.center for x in tiles], [x.half_extents for x in tiles])
    rows = [x.center for x in boxes], [x.half_extents for x in boxes]
    for length, how in itertools.product((1.0, 200.0, 1e6), STOPS):
        many, expected = space.copy(), []
        ids = many.add_movers(*rows, (0.0, length), how)
        contacts = many.step(1.0).contacts
        for box in boxes:
            end, (contact,) = move(box, (0.0, length), tiles, how)
            times = [hit.u0 for x in tiles if (hit := sweep(box, x, (0.0, length)))]
            assert not times or contact.u == min(times)
            flush = tiles[0].center[1] - (box.half_extents[1] + tiles[0].half_extents[1])
            assert contact.position == (box.center[0], flush)
            assert abs(box.center[0] - tiles[contact.solid].center[0]) <= scene[1] / 2 + 3 * SKIN
            assert contact.normal == (0.0, -1.0)
            path = space.cast(box.center, box.half_extents, (0.0, length), how)
            assert tuple(path.end[0]) == contact.position
            assert tuple(path.end[-1]) == end.center
            expected.append((end.center, contact.solid, contact.u))
        order = np.argsort(contacts.mover)
        assert [tuple(x) for x in many.center[ids].tolist()] == [x[0] for x in expected]
        assert contacts.other[order].tolist() == [x[1] for x in expected]
        assert contacts.u[order].tolist() == [x[2] for x in expected]
        few = space.copy()
        ids = few.add_movers(*[x[:8] for x in rows], (0.0, length), how)
        few.step(1.0)
        assert few.center[ids].tolist() == [[*x[0]] for x in expected[:8]]


def test_narrow_movers_pressed_over_joints_lose_no_speed():
    """2,400 presses, some of them so slow that they sink by SKIN just over a joint."""
    rng = random.Random(3)
    for _ in range(2400):
        first, width, half, top = rng.choice([*FLOORS.values()])
        tiles = floor(first, width, half, top, rng.random() < 0.5)
        h = rng.choice([0.0, 2.0**-22, SKIN])
        joint = tiles[rng.randrange(11)].max[0]
        e = rng.uniform(0.1, 1) * width, 0.0
        sinks = rng.choice([1e-6, 0.5, 1000.0, SKIN * rng.uniform(1, 9)])
        e = e[0], sinks
        part = min(1.0, SKIN / sinks) * rng.choice([1.0, 1.0, rng.uniform(0.9, 1.1), 0.0])
        box = AABB((joint - e[0] * part, tiles[0].min[1] - h), (h, h))
        end, contacts = move(box, e, tiles, Response.SLIDE)
        assert end.center[0] == pytest.approx(box.center[0] + e[0], rel=1e-12)
        assert abs(end.center[1] - box.center[1]) <= SKIN
        assert all(c.normal == (0, -1) for c in contacts)


@pytest.mark.parametrize("aside", [-1.5, 0.0, 1.5])
@pytest.mark.parametrize("how", STOPS)
def test_a_slit_is_shut_if_it_leaves_a_narrow_mover_no_more_than_skin(how, aside):
    """Of room, beside its size, wherever it is in there: with half a SKIN more it goes through."""
    for h, more in itertools.product((0.0, 2.0**-22, SKIN), (0.5, 1.0, 1.5, 50.0)):
        width = 2 * h + more * SKIN
        faces = (-width / 2 - aside * SKIN, width / 2 - aside * SKIN)
        if more < 1 and aside:
            continue  # It is deeper than SKIN in one of the walls.
        walls = [AABB((faces[0] - 8, 8), (8, 8)), AABB((faces[1] + 8, 8), (8, 8))]
        end, contacts = move(AABB((0, -4), (h, h)), (0, 40), walls, how)
        assert len(contacts) == (more <= 1)
        assert more <= 1 or end.center == (0, 36)


def test_a_point_that_starts_in_a_joint_leaves_it():
    """Nothing throws it out, and it goes either way."""
    tiles = floor(*FLOORS["whole pixels"])
    for e in ((0.0, 12.0), (0.0, -12.0)):
        end, contacts = move(AABB((16, 8), (0, 0)), e, tiles, Response.SLIDE)
        assert (end.center, contacts) == ((16, 8 + e[1]), [])


def test_pass_reports_no_joint():
    """A point enters neither of the tiles, and PASS reports what is entered."""
    tiles = floor(*FLOORS["whole pixels"])
    end, contacts = move(AABB((16, -4), (0, 0)), (0, 40), tiles, Response.PASS)
    assert (end.center, contacts) == ((16, 36), [])


def test_in_3d_a_joint_of_two_boxes_is_shut():
    """A point, and a needle that is narrow on one axis only."""
    tiles = [AABB((x, 8, 0), (8, 8, 8)) for x in (-8, 8)]
    for half in ((0, 0, 0), (0, 3, 3)):
        end, (contact,) = move(AABB((0, -9, 0), half), (0, 40, 0), tiles, Response.SLIDE)
        assert end.center == (0, -half[1], 0)
        assert contact.normal == (0, -1, 0)


def tile(right, top):
    """A tile of 16 px, by the place of its right and its upper face, in SKINs."""
    return AABB((right * SKIN - 8, top * SKIN + 8), (8, 8))


LEFT, RIGHT = tile(0, 0), AABB((8, 8), (8, 8))
JOINTS = {
    # the solids, the first of them is the one that is met; where, in SKINs
    "of two tiles": ([LEFT, RIGHT], 0),
    "and one that is near them, but not at the mover": ([LEFT, RIGHT, tile(-2.5, 0)], 0),
    "and one that reaches across": ([LEFT, RIGHT, AABB((1, 8), (8, 8))], 0),
    "with a step of less than half a SKIN": ([LEFT, AABB((8, 8 + 0.4375 * SKIN), (8, 8))], 0),
    "with a higher step": ([AABB((8, 8 + 0.5625 * SKIN), (8, 8)), LEFT], 0.5625),
    "none, but a solid that is lower, and a face at the mover": (
        [AABB((4, 8 + SKIN / 4), (8, 8)), LEFT], 0.25
    ),
    "none, but the same beside one that is 2.5 SKIN away": (
        [AABB((8 - 1.5 * SKIN, 8 + SKIN / 4), (8, 8)), RIGHT, tile(-2.5, 0)], 0.25
    ),
}  # fmt: skip


@pytest.mark.parametrize(("solids", "top"), JOINTS.values(), ids=JOINTS)
def test_a_point_is_stopped_at_a_joint_by_the_first_solid_that_is_there(solids, top):
    """In whichever order they are listed: the upper one, then the one further left."""
    for order in itertools.permutations(solids):
        end, (contact,) = move(AABB((0, -4), (0, 0)), (0, 40), order, Response.STOP)
        assert (order[contact.solid], end.center) == (solids[0], (0, top * SKIN))


@pytest.mark.parametrize("start", [(0, -4), (0, -12)])
@pytest.mark.parametrize("motion", [(0, -16), (24, -16), (-40, 0)])
def test_a_joint_that_moves_takes_a_point_along(start, motion):
    """It is where its tiles are at that time of the step."""
    tiles = [AABB((x - motion[0] / 2, 8), (8, 8)) for x in (-8, 8)]
    point, fall = AABB(start, (0, 0)), (0, motion[1] - 2 * start[1])
    end, contacts = move(point, fall, tiles, Response.SLIDE, [motion] * 2)
    assert [c.u for c in contacts] == [0.5]
    assert end.center == (0, motion[1])


@each_way
def test_the_thickest_mover_that_counts_as_narrow_is_stopped_at_a_joint(count):
    """It has as much room as lets it in, SKIN deep on both sides; a thicker one is let through."""
    for half, stops in ((NARROW, True), (np.nextafter(NARROW, 1), False)):
        space, gap = Space(), 2 * (half - SKIN)
        space.add_walls([[-8 - gap / 2, 8], [8 + gap / 2, 8]], 8)
        boxes = add_alike(space, count, (0, -4), half, (0, 40), Response.STOP)
        assert len(step_alike(space, boxes).u) == stops
        assert space.center[boxes[0]].tolist() == [0, -half if stops else 36]


@each_way
def test_a_point_that_goes_aside_as_well_is_stopped_at_a_joint(count):
    space = Space()
    space.add_walls([[-8, 8], [8, 8]], 8)
    points = add_alike(space, count, (-1 / 128, -4), 0, (1 / 16, 32), Response.STOP)
    assert step_alike(space, points).u.tolist() == [0.125]
    assert space.center[points[0]].tolist() == [0, 0]


@pytest.mark.parametrize(("half", "count"), [(1.0, 0), (1.5, 1)])
def test_plates_whose_reach_is_skin_have_no_joint(half, count):
    """Two of them side by side, and a point between: thicker ones stop it."""
    plates = [AABB((x * half * SKIN, 8), (half * SKIN, 8)) for x in (-1, 1)]
    assert len(move(AABB((0, -4), (0, 0)), (0, 40), plates, Response.STOP)[1]) == count


def body(center, half=(1.0, 1.0), displacement=(0.0, 0.0)):
    return Body(center, half, displacement, displacement, 0)


@pytest.mark.parametrize(
    ("x", "speed", "u", "stops"),
    [
        (0.0, 4.0, 0.0, False),
        (0.0, 2 - SKIN, 0.0, True),
        (0.0, 2.0, 0.0, False),
        (0.0, 3.0, 0.5, True),
        (0.25, 4.0, 0.0, False),
        (-0.25, 4.0, 0.0, True),
        (0.25, 1.0, 0.0, True),
    ],
    ids=[
        "from the middle",
        "out as the step ends",
        "out a hair earlier",
        "later, in a part of the step",
        "ahead of the middle",
        "across the middle",
        "slowly",
    ],
)
def test_a_mover_inside_a_solid_is_not_stopped_if_it_leaves_it_in_time(x, speed, u, stops):
    """On the axis of least depth, on which the solid pushes it back if it does not."""
    mover = body((x, 0.0), displacement=(speed, 0.0))
    m = meeting(mover, u, body((0.0, 0.0), (1.0, 9.0)))
    assert (m is not None) == stops
    if m:
        assert (m.axis, m.t) == (0, 0)
        assert m.normal == (1.0 if x > 0 else -1.0)


@each_way
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_faces_that_tie_the_earlier_goes_first(first, count):
    """A wall and a floor, one a quarter of a SKIN nearer; at the same distance, the wall."""
    for nearer, expected in ((SKIN / 4, first), (0.0, 0)):
        near = [9 - nearer if axis == first else 9 for axis in (0, 1)]
        space = Space()
        walls = space.add_walls([[near[0], 0], [0, near[1]]], [[4, 40], [40, 4]])
        boxes = add_alike(space, count, (0, 0), 1, (8, 8), Response.SLIDE)
        contacts = step_alike(space, boxes)
        assert contacts.other.tolist() == [walls[expected], walls[1 - expected]]


@each_way
def test_a_ball_between_solids_of_which_one_gives_way_ends_in_neither(count):
    """Three quarters of a SKIN in both, it bounces off one and goes as fast as the other."""
    space, sink = Space(), 0.75 * SKIN
    space.add_walls((5 - sink, 0), (4, 40))
    space.add_obstacles((-5 + sink, 0), (4, 40), (-8, 0))
    balls = add_alike(space, count, (0, 0), 1, (8, 0), Response.BOUNCE)
    assert not step_alike(space, balls).crushed.any()
    assert space.center[balls[0]].tolist() == [-8 + sink, 0]


@each_way
@pytest.mark.parametrize(("gap", "order"), [(SKIN / 4, [0, 1]), (SKIN / 2, [1, 0])])
def test_a_floor_and_the_corner_of_a_beam_tie_while_the_beam_enters_no_deeper_than_skin(
    gap, order, count
):
    """The beam is four times as fast as the box falls: at a quarter of a SKIN both tie, and the
    floor's face goes first; at half a SKIN the beam would be 2 SKIN in the box by then."""
    space = Space()
    space.add_walls((0, 5 + gap), (40, 4))
    space.add_obstacles((-5, 5 - SKIN), (4, 4), (32, 0))
    boxes = add_alike(space, count, (0, 0), 1, (0, 8), Response.SLIDE)
    assert step_alike(space, boxes).other.tolist() == order
    assert space.center[boxes[0]].tolist() == [32, gap]


@each_way
@pytest.mark.parametrize("response", [Response.SLIDE, Response.STOP])
@pytest.mark.parametrize("slower", [1.0, 2.0**-10, 2.0**-13])
def test_a_slow_solid_in_a_tie_does_not_let_a_mover_through_a_fast_one(slower, response, count):
    """A wall's corner, and then, within SKIN of the slow path to it, the face of an obstacle that
    moves along almost as fast. A tie that only asked the obstacle let the mover jump the wall."""
    half, wall, way = 2.0**-6, 2.0**-4, 2000.0
    until_wall = (1000 - half - wall) / way
    gap = (until_wall + 0.9 * SKIN / slower) * slower
    space = Space()
    space.add_walls((0, -SKIN / 2), (wall, wall))
    space.add_obstacles((-1000, -999 + half + gap), (5, 1), (way, way - slower))
    boxes = add_alike(space, count, (-1000, -1000), half, (way, way), response)
    contacts = step_alike(space, boxes)
    assert 0 in contacts.other
    assert space.center[boxes[0], 0] == -half - wall


@pytest.mark.parametrize(("middle", "end"), [(2, (-6, -4)), (-2, (6, -4)), (0, (-8, -4))])
def test_a_point_is_not_pushed_out_into_a_joint(middle, end):
    """(0, -5), between the tiles, would be the nearest place. The soak found this."""
    tiles = [AABB((-16, -12), (16, 8)), AABB((16, -12), (16, 8))]
    block = AABB((middle, 3), (8, 8))
    box, contacts = move(AABB((0, -4), (0, 0)), (0, 0), [*tiles, block], Response.SLIDE)
    assert box.center == end
    assert [(hit.solid, hit.u, hit.crushed) for hit in contacts] == [(2, 0, False)]


def test_the_audit_knows_what_touches():
    """Two tiles, level or not, but not two that move apart, overlap or meet in a corner."""
    solids = Boxes(*(np.array(x, float) for x in (
        [[0, 0], [2, 1], [4, 0], [9, 0], [7.5, 0], [1, 9], [-1, 7]],
        [[1, 1]] * 7,
        [[0, 0], [0, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
    )))  # fmt: skip
    found = joints(solids)
    assert found.center.tolist() == [[1, 0.5]]
    assert found.half.tolist() == [[2, 0.5]]


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_places_are_all_that_are_free_the_nearest_first(seed, n):
    """As by a search through all of them; odd seeds on whole pixels, where many are as near."""
    rng = np.random.default_rng(seed)
    digits = 9 if seed % 2 == 0 else 0
    centers = rng.uniform(-5, 5, (12, n)).round(digits)
    halves = rng.uniform(1, 3, (12, n)).round(digits)
    rest = (0.0,) * n
    solids = [body(tuple(c), tuple(h), rest) for c, h in zip(centers.tolist(), halves.tolist())]
    mover = body(rest, (2.0,) * n, rest)
    sides = [flush_sides(mover, axis, solids[:5]) for axis in range(n)]
    found = [*places_by_distance(mover, sides, solids)]
    free = [place for place in found if not solids_around(mover.at(place), solids)]
    places = {*product(*[(0.0, *side) for side in sides])} - {mover.center}
    expected = [place for place in places if not solids_around(mover.at(place), solids)]
    expected.sort(key=lambda p: (sum(x * x for x in p), [x == 0 for x in p], p))
    assert free == expected
    assert len(found) < len(expected) + len(places) / 2


def test_a_solid_in_the_way_to_one_place_is_tried_first_for_the_next(monkeypatch):
    """A wide box in 100 pebbles, between four posts: a thousand places, and no way to any."""
    rng = np.random.default_rng(4)
    pebbles = [AABB(tuple(c), (0.5, 0.5)) for c in rng.uniform(-55, 55, (100, 2)).tolist()]
    posts = [AABB(c, (0.5, 0.5)) for c in ((61, 0), (-61, 0), (0, 61), (0, -61))]
    far = [AABB((k, 999), (0.5, 0.5)) for k in range(50)]
    ways, swept = [], []
    real = contact.towards, contact.meeting
    monkeypatch.setattr(contact, "towards", lambda *x: ways.append(x) or real[0](*x))
    monkeypatch.setattr(contact, "meeting", lambda *x: swept.append(x) or real[1](*x))
    wide = AABB((0, 0), (60, 60))
    box, (crush,) = move(wide, (0, 0), [*pebbles, *far, *posts], Response.STOP)
    assert (box, crush.crushed) == (wide, True)
    assert len(ways) > 1000
    assert len(swept) < 4 * len(ways)
