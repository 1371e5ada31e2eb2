"""A Flock follows the rules of contact and response in columns, also in rare cases."""

from itertools import pairwise, product

import numpy as np
import pytest
from support.alike import add_alike, each_numpy_way, each_way, follow_by, step_alike
from support.suite import long_except

from game.collision import Kind, Response, Space, flock, response, step
from game.collision.contact import MARGIN, SKIN, Body, meeting
from game.collision.flock import Log, meetings, piece_rows
from game.collision.response import follow
from game.collision.tables import group_starts


def exact_pairs():
    """Return d, r and s, (2, n) each: apart, touching, at an edge of the core now or in the end."""
    axis = product([0.0, 1.0, 0.5 - SKIN, 2.0 + SKIN, 4.0 - SKIN], [0.0, -8.0, -4.0, 1.0], SIZES)
    return np.transpose([*product(axis, repeat=2)], (2, 1, 0))


def random_pairs():
    rng = np.random.default_rng(1)
    d, r = rng.choice([0, 1, 2, 3, 5, 1.5 - SKIN, rng.uniform(0, 4)], (2, 2, 9000))
    r *= rng.choice([-4, -1, 0, 1, 4], (2, 9000))
    return np.stack((d, r, rng.choice(SIZES, (2, 9000))))


SIZES = [SKIN / 2, SKIN, 1.0, 2.0]


@pytest.mark.parametrize("pairs", [exact_pairs(), random_pairs()], ids=["exact", "random"])
def test_meetings_in_columns_are_those_of_one_mover(pairs):
    """Of thousands of pairs, in the last three quarters of a step. Deeper ones are found."""
    d, r, s = pairs
    n, left = d.shape[1], 0.75
    with np.errstate(divide="ignore", invalid="ignore"):
        found = meetings(pairs, np.arange(n), np.full(n, left))
    expected, deep = [], []
    for i, (place, way, reach) in enumerate(zip(d.T, r.T, s.T)):
        mover = body((0.0, 0.0), tuple(reach), tuple(-way), 0)
        solid = body(tuple(place), (0.0, 0.0), (0.0, 0.0), 1)
        if m := meeting(mover, 1 - left, solid):
            if m.core < 0:
                deep.append(i)
            else:
                expected.append((i, i, m.t, m.axis, m.face))
    rows = [*zip(*(column.tolist() for column in found[:5]))]
    assert [row for row in rows if row[2] >= 0] == expected
    assert {*deep} < {row[0] for row in rows if row[2] == -1}
    assert 300 < len(expected) < n - 1000
    assert len(deep) > 100


def test_a_group_starts_where_a_value_is_not_that_before():
    starts = group_starts(np.array([3, 3, 5, 5, 5, 3, 4]))
    assert starts.tolist() == [True, False, True, False, False, True, True]
    assert group_starts(np.zeros(0)).tolist() == []


def set_limits(monkeypatch, contacts, bends):
    """Set how many contacts a mover reports in a step, and how often its path bends at most."""
    for module in (flock, response):
        monkeypatch.setattr(module, "MOST_CONTACTS", contacts)
        monkeypatch.setattr(module, "MOST_BENDS", bends)


@each_numpy_way
def test_a_mover_that_still_bends_after_all_bends_is_crushed(count, monkeypatch):
    """The real numbers of bends would take a second."""
    set_limits(monkeypatch, contacts=4, bends=5)
    space = Space()
    space.add_walls([[-2, 0], [2, 0]], [1, 100])
    balls = add_alike(space, count, [0, 0], 0.5, [99, 3], Response.BOUNCE)
    contacts = step_alike(space, balls)
    assert contacts.crushed.tolist() == [False] * 4 + [True]
    assert space.center[balls[0]].tolist() == contacts.position[-1].tolist()
    assert space.velocity[balls[0]].tolist() == [0, 3]


def press_scene(seed):
    """Movers of all responses that bounce between walls, and between obstacles that cross them."""
    rng = np.random.default_rng(seed)
    space = Space()
    space.add_walls([[-50, 0], [50, 0], [0, -50], [0, 50]], [[1, 52], [1, 52], [52, 1], [52, 1]])
    space.add_walls(rng.integers(-40, 41, (8, 2)), rng.uniform(1, 10, (8, 2)))
    space.add_obstacles(
        rng.integers(-40, 41, (8, 2)), rng.uniform(1, 6, (8, 2)), rng.integers(-150, 151, (8, 2))
    )
    place, speed = rng.integers(-45, 46, (20, 2)), rng.uniform(-900, 900, (20, 2))
    space.add_movers(place, rng.uniform(0.25, 2, (20, 2)), speed, np.arange(20) % 4)
    return space


@pytest.mark.parametrize(("contacts", "bends"), [(1, 1024), (3, 1024), (3, 4), (3, 6)])
def test_after_the_contacts_that_are_reported_columns_slide_and_are_crushed_as_journeys(
    contacts, bends, monkeypatch
):
    """Few scenes reach the real limits. Afterwards a mover is silent, and may still be crushed."""
    set_limits(monkeypatch, contacts, bends)
    crushed = 0
    for seed in range(12):
        reports = []
        for few in (99, 0):
            follow_by(monkeypatch, few)
            space = press_scene(seed)
            happened = space.step(1.0)
            columns = *happened.contacts, *happened.paths, space.center, space.velocity
            reports.append([np.ascontiguousarray(x).tobytes() for x in columns])
        assert reports[0] == reports[1], seed
        crushed += np.count_nonzero(happened.contacts.crushed)
    assert crushed > 4


def test_a_thousand_balls_with_64_contacts_each_are_followed_together(monkeypatch):
    """Also after the 64th: no journey is needed for the rest of the step, up to the right wall."""
    space = Space()
    space.add_walls([[-6, 0], [6, 0]], [1, 5000])
    places = np.stack((np.zeros(1000), np.arange(-4000.0, 4000.0, 8.0)), axis=1)
    space.add_movers(places, 1.0, [2.0**17, 3.0], Response.BOUNCE)
    monkeypatch.setattr(step, "follow", None)
    happened = space.step(1.0)
    assert np.bincount(happened.contacts.mover)[2:].tolist() == [64] * 1000
    assert (space.velocity[2:] == [2.0**17, 3.0]).all()
    assert (space.center[2:] == places + [4.0, 3.0]).all()


ZEROS = np.array([0.0, -0.0])


def zeros_scene(seed):
    """Movers and solids on a small grid; every number that is zero has a random sign."""
    rng = np.random.default_rng(seed)

    def numbers(low, high, n):
        values = rng.integers(low, high + 1, (n, 2)).astype(float)
        return np.where(values == 0, rng.choice(ZEROS, (n, 2)), values)

    space = Space()
    space.add_walls(numbers(-6, 6, 6), abs(numbers(0, 2, 6)))
    space.add_obstacles(numbers(-6, 6, 3), 1.0, 0.0)
    space.add_movers(numbers(-6, 6, 12), abs(numbers(0, 1, 12)), 0.0, np.arange(12) % 4)
    space.add_sensors(numbers(-6, 6, 2), 1.0)
    space.center[:] = np.where(
        space.center == 0, rng.choice(ZEROS, space.center.shape), space.center
    )
    moving = space.kind > Kind.WALL
    space.velocity[moving] = numbers(-8, 8, moving.sum())
    return space


@pytest.mark.parametrize("first", long_except(range(0, 200, 50), 0))
def test_signs_of_zero_change_nothing_and_no_minus_zero_leaves(first, monkeypatch):
    """One by one, in columns and mixed: the same bits, and none of them is -0.0. No layout chooses
    one of these for all movers, so the limit is set."""
    for seed in range(first, first + 50):
        reports = []
        for few in (99, 0, 2):
            follow_by(monkeypatch, few)
            space = zeros_scene(seed)
            happened = space.step(1.0)
            movers = space.ids(Kind.MOVER)
            bodies = space.center[movers], space.velocity[movers]
            columns = [x for table in (*happened, bodies) for x in table]
            for x in columns:
                assert not np.signbit(x[x == 0].astype(float)).any(), (seed, few)
            reports.append([np.ascontiguousarray(x).tobytes() for x in columns])
        assert reports[0] == reports[1] == reports[2], seed


def body(center, half, move, id):
    return Body(center, half, move, move, id)


CORRIDOR = [body((x, 0.0), (1.0, 99.0), (0.0, 0.0), i) for i, x in enumerate((-9.0, 9.0))]
PLATE, LIFT = (
    body((-9.0, 0.0), (1.0, 9.0), (90.0, 0.0), 0),
    body((9.0, 40.0), (99.0, 1.0), (0.0, -70.0), 1),
)


@pytest.mark.parametrize(
    ("how", "move", "solids", "count"),
    [
        (Response.BOUNCE, (1200.0, 8.0), CORRIDOR, 64),
        (Response.SLIDE, (0.0, 5.0), [PLATE, LIFT], 2),
        (Response.STOP, (0.0, 5.0), [PLATE, LIFT], 2),
    ],
)
def test_a_journey_that_begins_in_mid_step_is_the_rest_of_the_whole_one(how, move, solids, count):
    """Cut after any of its contacts, it has the same ones after that, 64 in all."""
    mover = body((0.0, 0.0), (1.0, 1.0), move, 2)
    whole = follow(mover, how, lambda *_: solids)
    assert len(whole.contacts) == count
    for bends, at in enumerate(whole.contacts[:-1], 1):
        e = tuple([x / (1 - at.u) for x in at.left])
        rest = follow(body(at.position, (1.0, 1.0), e, 2), how, lambda *_: solids, at.u, bends)
        later = [(c.solid, c.normal) for c in whole.contacts[bends:]]
        assert [(c.solid, c.normal) for c in rest.contacts] == later
        assert rest.mover.center == pytest.approx(whole.mover.center)


@pytest.mark.parametrize("how", Response)
@pytest.mark.parametrize("seed", range(8))
def test_strides_change_nothing(how, seed):
    """A long path among walls and obstacles, searched at once and from 1/8 px on."""
    rng = np.random.default_rng(seed)
    numbers = rng.uniform((-90, 1, -20), (90, 9, 20), (40, 2, 3)).round(seed % 3)
    solids = [body(*zip(*axes), id) for id, axes in enumerate(numbers.tolist())]
    half = SKIN if seed % 2 else 0.5
    mover = body((0.0, 0.0), (half, half), tuple(rng.uniform(-900, 900, 2)), 99)

    def near(low, high):
        reach = [half + MARGIN + abs(x) for x in (20, 20)]
        return [
            x
            for x in solids
            for gap in [[max(a - c, c - b) - g for a, b, c, g in zip(low, high, x[0], x[1])]]
            if gap[0] <= reach[0] and gap[1] <= reach[1]
        ]

    whole = follow(mover, how, near)
    parts = follow(mover, how, near, stride=0.125)
    assert parts.contacts == whole.contacts
    assert parts.corners == whole.corners


def test_a_piece_that_takes_no_time_is_left_out_up_to_two_skins():
    """In rows and in columns, on either axis and in either direction."""
    corners = [
        (0.0, (5.0, 5.0)),
        (0.5, (9.0, 5.0)),
        (0.5, (9.0 - 2 * SKIN, 5.0 + 2 * SKIN)),
        (0.5, (9.0 - 2 * SKIN, 5.0 - 0.5 * SKIN)),
        (0.5, (9.0 + 0.5 * SKIN, 5.0)),
        (0.75, (9.0 + 0.5 * SKIN, 5.0)),
    ]
    pieces = [(7, u, v, p, q) for (u, p), (v, q) in pairwise(corners)]
    expected = [pieces[0], *pieces[2:]]
    assert piece_rows(7, corners) == expected
    log = Log()
    id, u, v, p, q = map(np.array, zip(*pieces))
    log.add_pieces(id, u, v, p.T, q.T)
    rows = [*zip(*(column.tolist() for column in log.paths()))]
    assert rows == [(id, u, v, [*p], [*q]) for id, u, v, p, q in expected]


def floor(*movers, count=1):
    """A floor whose top is at 0, a plate that comes down on it, and movers 9 px or more apart.

    Each mover, so many times: its height above the floor, half extent, velocity and response. The
    floor has a joint, and a mover 2 px above it is over that; one of 1 px is under the plate.
    """
    space = Space()
    space.add_walls([[-350, 5], [650, 5]], [[650, 5], [350, 5]])
    space.add_obstacles([500, -9], [8, 1], [0, 6])
    for i, (above, half, velocity, how) in enumerate(movers):
        x = {1: 500, 2: 300}.get(above, 9 * i)
        add_alike(space, count, [x, -above - half], half, velocity, how)
    return space


DOWN = (0, 16)
TOGETHER = {
    "falls on the floor": (4, 2, DOWN, Response.SLIDE),
    "bounces": (4, 2, (1, 16), Response.BOUNCE),
    "presses on the floor": (0, 2, DOWN, Response.STOP),
    "presses, sunk in by SKIN": (-SKIN, 2, DOWN, Response.STOP),
    "slides": (0, 2, (8, 0), Response.SLIDE),
    "leaves": (0, 2, (0, -16), Response.SLIDE),
    "leaves, sunk in by SKIN": (-SKIN, 2, (0, -16), Response.SLIDE),
    "is narrow, over nothing": (40, 0, (1, 1), Response.SLIDE),
    "is narrow, over a solid": (4, 0, DOWN, Response.SLIDE),
}
ALONE = {
    "passes": (4, 2, DOWN, Response.PASS),
    "is inside": (-1, 2, DOWN, Response.SLIDE),
    "is narrow, over a joint": (2, 0, DOWN, Response.SLIDE),
    "may be crushed": (1, 2, DOWN, Response.SLIDE),
}


def in_columns(space):
    """Follow a space's movers in columns; return them, and which need a Journey of their own."""
    movers = space.bodies(Kind.MOVER, 1.0)
    together = flock.Flock(space.solids(1.0), movers, Log())
    with np.errstate(all="ignore"):
        return together, together.follow()


def test_only_rare_cases_need_a_journey_of_their_own():
    """All others are followed in columns to the end of the step; nine movers of each case."""
    cases = [*TOGETHER.values(), *ALONE.values()]
    space = floor(*cases, count=9)
    together, alone = in_columns(space)
    assert alone.nonzero()[0].tolist() == [*range(9 * len(TOGETHER), 9 * len(cases))]
    first = together.u[: 9 * len(TOGETHER) : 9]
    assert first.tolist() == [0.25, 0.25, *[0] * 6, 0.25]


@pytest.mark.parametrize(
    ("skins", "is_alone"), [(-9, False), (-4, True), (0, True), (4, True), (5, False)]
)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize("aside", [0.0, -8.0, 8.0])
def test_a_narrow_mover_may_be_at_a_joint_up_to_4_skins_beside_a_solid(
    skins, is_alone, axis, turn, aside
):
    """Where a point that comes to a box's corner, on either axis, would be SKIN deep."""
    start = np.array([4 + skins * SKIN - aside * (4 + SKIN) / 16, -8.0])
    velocity = np.array([aside, 16.0])
    if axis:
        start, velocity = start[::-1], velocity[::-1]
    space = Space()
    space.add_walls([0, 0], 4)
    add_alike(space, 9, turn * start, 0, turn * velocity, Response.SLIDE)
    _, alone = in_columns(space)
    assert alone.tolist() == [is_alone] * 9


@pytest.mark.parametrize(("falling", "u"), [(4, 0.0), (5, 0.25)])
def test_contacts_of_up_to_half_of_few_are_left_to_journeys(falling, u):
    """Of twelve movers near a floor four, or five, fall on it."""
    rows = [(4, 2, DOWN, Response.SLIDE)] * falling
    space = floor(*rows, *[(0, 2, (1, 0), Response.SLIDE)] * (12 - falling))
    together, alone = in_columns(space)
    assert alone.nonzero()[0].tolist() == [*range(falling)]
    assert together.u.tolist() == [u] * falling + [0.0] * (12 - falling)


@each_way
def test_no_piece_follows_a_contact_whose_time_is_rounded_to_the_end_of_the_step(count):
    """At 2^40 px in a step: the second contact is half an ulp earlier."""
    space, first = Space(), 0.25 + 2.0**-54
    space.add_walls([[10 + first * 2.0**40, 0], [6 - 2.0**39 + 3 * 2.0**-14, 0]], 1.0)
    add_alike(space, count, [8, 0], 1.0, [2.0**40, 0], Response.BOUNCE)
    contacts, _, paths = space.step(1.0)
    assert contacts.u.tolist() == [first] * count + [1.0] * count
    assert paths.u_end.tolist() == [first, 1.0] * count


@pytest.mark.parametrize(("ceiling", "hits"), [(40, 1), (20, 2), (12, 3)])
def test_movers_near_no_solid_but_that_which_they_hit_last_are_done(ceiling, hits, monkeypatch):
    """Ten of 4 px bounce off a floor 4 px below; a ceiling so high above it may be in their way."""
    rounds, respond = [], flock.Flock.respond
    monkeypatch.setattr(flock.Flock, "respond", lambda *a: rounds.append(1) or respond(*a))
    space = floor(*[(4, 2, (0, 24), Response.BOUNCE)] * 10)
    space.add_walls([45, -ceiling - 5], [99, 5])
    together, alone = in_columns(space)
    assert not alone.any()
    assert len(rounds) == hits
    assert together.bends.tolist() == [hits] * 10


@each_way
@pytest.mark.parametrize("way", [0.25, 8.0])
@pytest.mark.parametrize(("skins", "first"), [(0.75, 1), (1, 1), (1.5, 0)])
def test_a_face_goes_before_a_corner_that_is_up_to_skin_of_path_earlier(skins, first, way, count):
    """As in response, however slow."""
    space = Space()
    space.add_walls([[2.125, 2.125], [1, 2.125 + skins * SKIN]], [[1, 1], [0.0625, 1]])
    boxes = add_alike(space, count, [0, 0], 1.0, [way, way], Response.SLIDE)
    assert step_alike(space, boxes).other[0] == first


@each_way
def test_of_two_equal_contacts_that_with_the_solid_further_left_goes_first(count):
    """Its centre is compared, x before y, and not its size."""
    space = Space()
    _, left = space.add_walls([[8, 5], [-8, 9]], [[8, 5], [8, 9]])
    boxes = add_alike(space, count, [0, -4], 1.0, DOWN, Response.SLIDE)
    assert step_alike(space, boxes).other.tolist() == [left]


BESIDE = {
    # a solid's place at the contact, along the mover's way and across: may it crush the mover?
    "touches": (-0.5 - SKIN, 0.0, True),
    "3 SKINs behind": (-0.5 - 3 * SKIN, 0.0, True),
    "farther behind": (-0.5 - 3.5 * SKIN, 0.0, False),
    "overlaps at the edge": (-0.5 - SKIN, 0.5 - SKIN, True),
    "meets in the corner": (-0.5 - SKIN, 0.5, False),
    "lies beside the solid that is hit": (0.5, 0.375, False),
}


@pytest.mark.parametrize(("along", "across", "rare"), BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_mover_may_be_crushed_by_what_touches_its_opposite_side(way, along, across, rare):
    """Boxes of half a pixel; one goes 2 SKINs and hits a wall, and another solid is near it."""
    way, aside = np.array(way), np.array(way[::-1])
    space = Space()
    space.add_walls((0.5 + 2 * SKIN) * way, 0.25)
    space.add_walls((along + 2 * SKIN) * way + across * aside, 0.25)
    add_alike(space, 9, [0, 0], 0.25, 4 * SKIN * way, Response.SLIDE)
    _, alone = in_columns(space)
    assert alone.tolist() == [rare] * 9


@each_way
@pytest.mark.parametrize("start", [0.0, 8.0], ids=["straight", "after a bounce"])
def test_a_path_that_ends_just_before_a_solid_has_no_contact_with_it(start, count):
    """Four SKINs: within the margin of the search."""
    space = Space()
    space.add_walls([[-9, 0], [17 + 4 * SKIN, 0]], [8, 99])
    velocity = [-16 if start else 8, 0]
    balls = add_alike(space, count, [start, 0], 1.0, velocity, Response.BOUNCE)
    assert len(step_alike(space, balls).u) == (start > 0)
    assert space.center[balls[0]].tolist() == [8, 0]
