"""The promises of Space.step, each against a check that does not use what it checks."""

import pickle
import subprocess
import sys
import tracemalloc
from copy import deepcopy

import numpy as np
import pytest
from support.alike import add_alike, each_way, follow_by, step_alike
from support.promises import has_each_touch_once
from support.suite import long_except

from game.collision import AABB, SKIN, Kind, Response, Space, flock, grid, move, step
from game.collision.space import keep_memory

DT = 1 / 120


def scene(seed, movers=6):
    """A crowded random space; even seeds lie on a grid of whole pixels, full of ties and seams."""
    rng = np.random.default_rng(seed)
    space = Space()

    def some(low, high, n):
        numbers = rng.uniform(low, high, (n, 2))
        return np.round(numbers) if seed % 2 == 0 else numbers

    n = rng.integers(1, 14)
    space.add_walls(some(-40, 40, n), some(1, 10, n))
    n = rng.integers(0, 5)
    space.add_obstacles(some(-40, 40, n), some(1, 10, n), some(-60, 60, n))
    speed = 10.0 ** rng.uniform(0, 6)
    space.add_movers(
        some(-40, 40, movers),
        some(0, 4, movers),
        some(-speed, speed, movers),
        rng.integers(0, 4, movers),
        rng.integers(0, 2, movers),
    )
    space.add_sensors(some(-40, 40, 2), some(0, 4, 2), some(-9, 9, 2))
    return space


def bits(*tables):
    return [np.ascontiguousarray(column).tobytes() for table in tables for column in table]


def deepest(space, mover):
    """How deep a mover lies in any solid, px, by brute force; negative is free."""
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    gap = np.abs(space.center[solids] - space.center[mover])
    depth = space.half_extents[solids] + space.half_extents[mover] - gap
    return depth.min(axis=1).max(initial=-np.inf)


def closed_cells(count, size=40.0, wall=0.5):
    """A maze of closed square cells with walls of 1 px."""
    space = Space()
    lines = np.arange(count + 1) * size
    middle, reach = count * size / 2, count * size / 2 + wall
    space.add_walls(np.stack([lines, np.full(count + 1, middle)], 1), [[wall, reach]] * (count + 1))
    space.add_walls(np.stack([np.full(count + 1, middle), lines], 1), [[reach, wall]] * (count + 1))
    return space


@pytest.mark.parametrize("response", [Response.BOUNCE, Response.SLIDE, Response.STOP])
def test_no_mover_leaves_a_closed_cell_at_any_speed(response):
    """Promise 1: 1e2 to 1e8 px/s in cells of 40 px with walls of 1 px; 0 out, 0 inside."""
    rng = np.random.default_rng(7)
    space = closed_cells(12)
    cell = rng.integers(0, 12, (300, 2))
    speed = 10 ** rng.uniform(2, 8, 300)
    turn = rng.uniform(0, 2 * np.pi, 300)
    velocity = np.stack([np.cos(turn), np.sin(turn)], 1) * speed[:, None]
    ids = space.add_movers(cell * 40 + rng.uniform(5, 35, (300, 2)), 4.0, velocity, response)
    for _ in range(10):
        space.step(DT)
        assert (np.floor(space.center[ids] / 40) == cell).all()
        assert max(deepest(space, mover) for mover in ids) <= SKIN
    if response == Response.BOUNCE:
        assert (np.abs(space.velocity[ids]) == np.abs(velocity)).all()


def test_a_ball_in_a_corridor_bounces_64_times_and_goes_on_in_the_next_step():
    """Promise 2: the same wall many times in a step, |velocity| kept to the bit."""
    space = Space()
    walls = space.add_walls([[0, 0], [10, 0]], [1, 1000])
    (ball,) = space.add_movers([5, 0], 1.0, [6 * 99.5 * 120, 3], Response.BOUNCE)
    for _ in range(3):
        contacts = space.step(DT).contacts
        assert len(contacts.u) == 64
        assert (contacts.other == np.tile(walls[::-1], 32)).all() or (
            contacts.other == np.tile(walls, 32)
        ).all()
        assert tuple(np.abs(space.velocity[ball])) == (6 * 99.5 * 120, 3)
        assert 2 <= space.center[ball, 0] <= 8


def test_a_frame_of_four_moving_walls_keeps_its_movers():
    """At 60,000 px/s the frame moves 500 px in a step, and takes all movers along."""
    rng = np.random.default_rng(1)
    space = Space()
    frame = [[-50, 0], [50, 0], [0, -50], [0, 50]], [[1, 51], [1, 51], [51, 1], [51, 1]]
    walls = space.add_obstacles(*frame, [60_000, -20_000])
    ids = space.add_movers(
        rng.uniform(-40, 40, (40, 2)), 4.0, rng.uniform(-1e5, 1e5, (40, 2)), np.arange(40) % 3
    )
    for _ in range(30):
        space.step(DT)
        middle = space.center[walls].mean(axis=0)
        assert (np.abs(space.center[ids] - middle) <= 45 + 1e-5).all()


def test_no_mover_ends_inside_a_solid_unless_it_is_crushed():
    """Promise 3 in two steps of 400 crowded scenes with obstacles that push, close and overlap."""
    crushed = free = 0
    for seed in range(400):
        space = scene(seed)
        for _ in range(2):
            contacts = space.step(0.5).contacts
            excused = set(contacts.mover[contacts.crushed].tolist())
            for mover in space.ids(Kind.MOVER).tolist():
                if space.response[mover] == Response.PASS:
                    continue
                crushed += mover in excused
                free += mover not in excused
                assert mover in excused or deepest(space, mover) <= SKIN + 1e-12, seed
    assert min(crushed, free) > 20


@pytest.mark.parametrize("first", long_except(range(0, 400, 25), 0, 100, 200, 300))
def test_few_and_many_movers_follow_the_same_rules_to_the_same_bits(first, monkeypatch):
    """The code that learners read, the rounds in columns and their mixture agree. No layout of
    bodies chooses one of these for all of them, so the limit is set."""
    for seed in range(first, first + 25):
        spaces = [scene(seed) for _ in range(3)]
        for _ in range(3):
            outcomes = []
            for few, space in zip((99, 0, 2), spaces):
                follow_by(monkeypatch, few)
                outcomes.append((bits(*space.step(0.5)), bits((space.center, space.velocity))))
            assert outcomes[0] == outcomes[1] == outcomes[2], seed


def test_move_is_the_step_of_one_mover():
    """response.move and Space.step: the same contacts and place, bit for bit."""
    for seed in range(300):
        space = scene(seed, movers=1)
        (mover,) = space.ids(Kind.MOVER)
        solids = space.ids(Kind.WALL, Kind.OBSTACLE)
        boxes = [AABB(*rows) for rows in zip(space.center[solids], space.half_extents[solids])]
        box = AABB(space.center[mover], space.half_extents[mover])
        response = Response(int(space.response[mover]))
        moves = space.velocity[solids] * 0.5
        end, contacts = move(box, space.velocity[mover] * 0.5, boxes, response, moves)
        rows = space.step(0.5).contacts
        assert end.center == tuple(space.center[mover])
        assert [c.u for c in contacts] == rows.u.tolist()
        assert [solids[c.solid] for c in contacts] == rows.other.tolist()
        assert [list(c.position) for c in contacts] == rows.position.tolist()
        assert [list(c.normal) for c in contacts] == rows.normal.tolist()


def test_the_order_of_adding_does_not_matter():
    """Promise 7: bodies added in another order, ids mapped back: the same bits."""
    for seed in range(150):
        first = scene(seed)
        rng = np.random.default_rng(seed + 1000)
        order = rng.permutation(len(first.kind))
        other = Space()
        for old in order:
            row = first.center[old], first.half_extents[old]
            kind, velocity = first.kind[old], first.velocity[old]
            if kind == Kind.WALL:
                other.add_walls(*row)
            elif kind == Kind.OBSTACLE:
                other.add_obstacles(*row, velocity)
            elif kind == Kind.SENSOR:
                other.add_sensors(*row, velocity)
            else:
                other.add_movers(*row, velocity, first.response[old], first.notices[old])
        a, b = first.step(0.5), other.step(0.5)
        assert bits((first.center[order], first.velocity[order])) == bits(
            (other.center, other.velocity)
        ), seed
        rows = sorted(zip(a.contacts.u, a.contacts.mover, a.contacts.other))
        back = sorted(zip(b.contacts.u, order[b.contacts.mover], order[b.contacts.other]))
        twins = len({tuple(x) for x in np.hstack((first.center, first.half_extents))})
        assert rows == back or twins < len(order)
        assert len(a.touches.u0) == len(b.touches.u0)


def test_an_obstacle_pushes_the_mover_in_front_of_it():
    """Promise 5: the mover is carried along flush, and keeps the obstacle's speed on that axis."""
    space = Space()
    (plate,) = space.add_obstacles([0, 0], [1, 20], [240, 0])
    (box,) = space.add_movers([6, 3], 4.0, [0, 60], Response.SLIDE)
    for _ in range(10):
        space.step(DT)
    assert space.center[box, 0] - space.center[plate, 0] == pytest.approx(5, abs=SKIN)
    assert space.velocity[box].tolist() == [240, 60]
    assert space.center[box, 1] == pytest.approx(8)


def test_a_mover_between_two_that_close_is_crushed_and_stays_for_the_step():
    """Promise 3: one row reports it, the velocity on that axis is 0, and it does not move aside."""
    space = Space()
    space.add_walls([10, 0], [1, 20])
    space.add_obstacles([-10, 0], [1, 20], [2400, 0])
    (box,) = space.add_movers([0, 0], 4.0, [0, 0], Response.SLIDE)
    contacts = space.step(DT).contacts
    assert contacts.crushed.tolist() == [False, True]
    assert space.center[box].tolist() == [5, 0]
    assert space.velocity[box].tolist() == [0, 0]


def test_a_mover_that_starts_inside_is_pushed_to_the_nearest_free_place():
    """Promise 4: flush, by the shortest free path; a contact at u = 0; no piece of `paths`."""
    space = Space()
    space.add_walls([[0, 0], [8, 0]], [[2, 20], [3, 20]])
    (box,) = space.add_movers([1.0, 0], 1.0, [0, 0], Response.SLIDE)
    happened = space.step(DT)
    assert space.center[box].tolist() == [3, 0]
    assert happened.contacts.u.tolist() == [0]
    assert happened.contacts.normal.tolist() == [[1, 0]]
    assert len(happened.paths.mover) == 0
    assert happened.paths.at(0.0, space.center).tolist() == space.center.tolist()


def test_an_occupied_place_does_not_count_as_the_nearest():
    space = Space()
    space.add_walls([[0, 0], [4, 0]], [[2, 20], [1, 20]])
    (box,) = space.add_movers([1.0, 0], 1.0, [0, 0], Response.SLIDE)
    space.step(DT)
    assert space.center[box].tolist() == [-3, 0]


@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_far_place_is_tested_for_solids_too(way):
    way = np.array(way)
    space = Space()
    along, across = abs(way), abs(way[::-1])
    space.add_walls(0 * way, 20 * along + 100 * across)
    space.add_walls([23 * way, -23 * way], 2 * along + 200 * across)
    (box,) = space.add_movers(5 * way, 1.0, [0, 0], Response.SLIDE)
    space.step(DT)
    assert space.center[box].tolist() == (5 * way - 101 * across).tolist()


def test_a_mover_inside_without_a_free_place_is_crushed_where_it_is():
    space = Space()
    space.add_walls([[-3, 0], [3, 0], [0, -3], [0, 3]], [[2, 5], [2, 5], [5, 2], [5, 2]])
    space.add_walls([0, 0], [9, 9])
    space.add_walls([[-18, 0], [18, 0], [0, -18], [0, 18]], [[9, 27], [9, 27], [27, 9], [27, 9]])
    (box,) = space.add_movers([0.5, 0], 3.0, [0, 50], Response.SLIDE)
    space.center += 100
    contacts = space.step(DT).contacts
    assert contacts.crushed.tolist() == [True]
    assert (contacts.other.tolist(), contacts.normal.tolist()) == ([0], [[1, 0]])
    assert space.center[box].tolist() == [100.5, 100]


LAYOUTS = {
    "whole pixels": (16.0, 0.0, 1.0),
    "tenths": (16.1, 0.1, 1.0),
    "arbitrary floats": (12.345678901, 0.7890123, 1.0),
    "a hundred times smaller": (0.16, 0.0, 0.01),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@each_way
def test_sliding_over_400_flush_tiles_loses_no_speed_and_does_not_sink(layout, count):
    """Seams are not walls: a steady push into the floor, on every kind of layout."""
    width, offset, scale = layout
    space = Space()
    x = offset + np.arange(400) * width
    half = np.array([width / 2, 4 * scale])
    space.add_walls(np.stack([x, np.full(400, offset)], 1), half)
    top = offset - 8 * scale
    boxes = add_alike(space, count, [x[0], top], 4 * scale, [0, 0], Response.SLIDE)
    speed = 997.0 * scale
    for _ in range(500):
        space.velocity[boxes] = [speed, 3000 * scale]
        space.step(DT)
        assert (space.velocity[boxes] == [speed, 0]).all()
        assert (abs(space.center[boxes, 1] - top) <= SKIN).all()
    assert space.center[boxes, 0] == pytest.approx(x[0] + speed * 500 * DT)


@pytest.mark.parametrize("side", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_mover_at_rest_against_a_wall_can_leave_and_slide_but_not_enter(side):
    wall = AABB([8 * x for x in side], (4, 4))
    box, along = AABB((0, 0), (4, 4)), (side[1], side[0])
    for way, stays in ((side, True), ([-x for x in side], False), (along, False)):
        end, contacts = move(box, [16 * x for x in way], [wall], Response.SLIDE)
        assert bool(contacts) == stays
        assert (end == box) == stays


def test_a_perfect_corner_stops_and_a_graze_does_not():
    """Both axes close at once: the first of them is the contact's; corner past corner is none."""
    wall = AABB((20, 20), (4, 4))
    end, contacts = move(AABB((0, 0), (4, 4)), (32, 32), [wall], Response.STOP)
    assert end.center == (12, 12)
    assert contacts[0].normal == (-1, 0)
    end, contacts = move(AABB((0, 24), (4, 4)), (24, -24), [AABB((4, 4), (4, 4))], Response.STOP)
    assert contacts == []


def test_bodies_whose_reach_is_not_above_skin_never_stop_each_other():
    point = AABB((0, 0), (0, 0))
    assert move(point, (8, 0), [AABB((4, 0), (0, 0))], Response.STOP)[1] == []
    assert move(point, (8, 0), [AABB((4, 0), (1, 1))], Response.STOP)[0].center == (3, 0)


@each_way
@pytest.mark.parametrize("half", [0.0, 1e-8, SKIN / 2])
def test_bodies_whose_reach_is_not_above_skin_do_not_crush_each_other_either(half, count):
    """A thin plate arrives from behind where a thin mover has met a wall, and goes on."""
    space = Space()
    space.add_walls([3 + half, 0], 1.0)
    space.add_obstacles([-0.5 - 2 * half, 0], [half, 1], [5, 0])
    boxes = add_alike(space, count, [0, 0], [half, 0.25], [4, 0], Response.SLIDE)
    assert step_alike(space, boxes).crushed.tolist() == [False]


@pytest.mark.parametrize("most", long_except([1, 7, 40], 7))
@pytest.mark.parametrize("few", [99, 0, 2])
def test_a_step_in_blocks_of_few_pairs_has_the_same_bits(few, most, monkeypatch):
    """However many pairs are compared at once: contacts, touches and paths do not change.

    The limits are set, since scenes that reach the real ones are too large for so many of them.
    """
    follow_by(monkeypatch, few)
    monkeypatch.setattr(grid, "FEW_PAIRS", 0)
    for seed in range(60):
        whole, blocks = scene(seed, movers=12), scene(seed, movers=12)
        whole.notices[:] = blocks.notices[:] = True
        for _ in range(2):
            with monkeypatch.context() as patch:
                for module in (step, flock):
                    patch.setattr(module, "MOST_PAIRS", most)
                outcome = bits(*blocks.step(0.5))
            assert bits(*whole.step(0.5)) == outcome, seed
        assert bits((whole.center, whole.velocity)) == bits((blocks.center, blocks.velocity))


def peak_of_step(space):
    """Return what a step reports, and the memory in bytes that it holds at once."""
    tracemalloc.start()
    happened = space.step(1.0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return happened, peak


def test_a_crowd_of_walls_does_not_fill_the_memory():
    """400 movers run into 3,000 walls in one place: 1.2 million pairs, within 64 MB."""
    rng = np.random.default_rng(1)
    space = Space()
    space.add_walls(rng.uniform(-2, 2, (3000, 2)), 3.0)
    start = rng.uniform(20, 30, (400, 2))
    movers = space.add_movers(start, 1.0, -2 * start, Response.STOP)
    happened, peak = peak_of_step(space)
    assert peak < 64 * 2**20
    assert len(happened.contacts.u) == 400
    assert max(deepest(space, mover) for mover in movers) <= SKIN


def test_a_crowd_of_sensors_does_not_fill_the_memory():
    """3,000 sensors beside the paths of 1,000 movers, within all swept bounds: no touch, 64 MB."""
    rng = np.random.default_rng(1)
    space = Space()
    space.add_sensors(rng.uniform([300, 0], [400, 100], (3000, 2)), 1.0)
    start = rng.uniform([0, 0], [1, 50], (1000, 2))
    space.add_movers(start, 1.0, [400, 400], Response.STOP)
    happened, peak = peak_of_step(space)
    assert peak < 64 * 2**20
    assert len(happened.touches.u0) == 0


@pytest.mark.parametrize("others", ["movers", "sensors"])
def test_touches_of_a_crowd_take_less_than_twice_the_memory_that_they_report(others):
    """A million touches and more: each mover overlaps all others, or as many sensors."""
    rng = np.random.default_rng(1)
    space = Space()
    place, speed = rng.uniform(0, 10, (1500, 2)), rng.uniform(-1, 1, (1500, 2))
    space.add_movers(place, 10.0, speed, Response.SLIDE, others == "movers")
    if others == "sensors":
        space.add_sensors(place[:800], 10.0)
    happened, peak = peak_of_step(space)
    assert len(happened.touches.a) > 1_000_000
    assert peak < 2 * sum(column.nbytes for column in happened.touches)


def test_paths_that_cross_after_a_ricochet_touch_and_at_different_times_do_not():
    space = Space()
    space.add_walls([50, 0], [1, 40])
    space.add_movers([20, 0], 1.0, [58 * 120, 0], Response.BOUNCE, notices=True)
    space.add_movers([34, 28], 1.0, [0, -37 * 120], Response.BOUNCE)
    late = space.copy()
    met = space.step(DT).touches
    assert (met.a.tolist(), met.b.tolist()) == ([1], [2])
    assert 0.5 < met.u0[0] < met.u1[0] < 1
    late.center[2] = [34, 200]
    late.velocity[2] = [0, -200 * 120]
    assert len(late.step(DT).touches.u0) == 0


def test_touches_agree_with_samples_at_a_hundred_instants():
    """Brute force: which boxes overlap at u, placed by paths.at; no row is one too many."""
    for seed in range(40):
        space = scene(seed)
        happened = space.step(0.5)
        movers, sensors = space.ids(Kind.MOVER), space.ids(Kind.SENSOR)
        pairs = [(a, b) for a in movers for b in sensors] + [
            (a, b)
            for a in movers
            for b in movers
            if a != b and space.notices[a] and (a < b or not space.notices[b])
        ]
        t = happened.touches
        has_each_touch_once(space, t)
        for u in np.linspace(0.001, 0.999, 101):
            center = happened.paths.at(u, space.center)
            for a, b in pairs:
                gap = np.abs(center[a] - center[b])
                depth = (space.half_extents[a] + space.half_extents[b] - gap).min()
                reported = ((t.a == a) & (t.b == b) & (t.u0 <= u) & (u <= t.u1)).any()
                assert reported == (depth >= 0) or abs(depth) < 1e-3, (seed, a, b, u)


def test_pieces_of_path_join_from_0_to_1_and_bodies_at_rest_have_none():
    """Every body that moved, and no other, is somewhere at every time."""
    for seed in range(100):
        space = scene(seed)
        before = space.center.copy()
        paths = space.step(0.5).paths
        for body in range(len(space.kind)):
            own = paths.only(paths.mover == body)
            if not len(own.mover):
                continue
            assert (own.u_start[0], own.u_end[-1]) == (0, 1)
            assert (own.u_start[1:] == own.u_end[:-1]).all()
            assert np.abs(own.start[1:] - own.end[:-1]).max(initial=0) <= 2 * SKIN
            assert (own.end[-1] == space.center[body]).all()
        still = np.setdiff1d(np.flatnonzero(space.kind <= Kind.OBSTACLE), paths.mover)
        assert (before[still] == space.center[still]).all()


def test_stop_slide_bounce_and_pass_against_a_wall_that_moves():
    """Promise 6, in the solid's frame; PASS reports and goes on."""
    wall, box = AABB((20, 0), (4, 40)), AABB((0, 0), (4, 4))
    ends = {}
    for response in Response:
        (after, (contact,)) = move(box, (32, 8), [wall], response, [(8, 0)])
        assert (contact.u, contact.position[0]) == (0.5, 16)
        ends[response] = after.center
    assert ends == {
        Response.STOP: (20, 4),
        Response.SLIDE: (20, 8),
        Response.BOUNCE: (8, 8),
        Response.PASS: (32, 8),
    }


ARRAYS = ("center", "half_extents", "velocity", "response", "kind", "notices")


@pytest.mark.parametrize("name", ARRAYS)
def test_a_copy_shares_no_array(name):
    """What is written to one of the two stays out of the other."""
    space = scene(3)
    for twin in (space.copy(), deepcopy(space)):
        assert not np.shares_memory(getattr(twin, name), getattr(space, name))
        twin.response[:] = (space.response + 1) % 4
        assert (twin.response != space.response).all()


@pytest.mark.parametrize(
    "again", [Space.copy, deepcopy, lambda space: pickle.loads(pickle.dumps(space))]
)
def test_a_copy_or_a_pickle_goes_on_with_the_same_bits(again):
    """Before the first step, after it, and after a remove; and what was read-only still is."""
    for seed in range(20):
        space = scene(seed)
        for _ in range(3):
            twin = again(space)
            assert bits(*twin.copy().step(0.5)) == bits(*space.copy().step(0.5))
            assert bits(*twin.step(0.5)) == bits(*space.step(0.5))
            for name in ARRAYS:
                one, other = getattr(twin, name), getattr(space, name)
                assert (one.tobytes(), one.dtype) == (other.tobytes(), other.dtype)
                assert one.flags.writeable == other.flags.writeable
            space.remove(space.living()[0])


def test_rows_are_reused_lowest_first_and_a_copy_is_independent():
    space = Space()
    ids = space.add_walls([[0, 0], [10, 0], [20, 0]], 1.0)
    space.remove(ids[[2, 0]])
    assert space.query([0, 0], [100, 100]).tolist() == [1]
    twin = space.copy()
    assert space.add_sensors([[5, 5], [6, 6], [7, 7]], 1.0).tolist() == [0, 2, 3]
    assert twin.kind.tolist() == [Kind.DEAD, Kind.WALL, Kind.DEAD]
    assert space.query([8, 6], [1, 1]).tolist() == [2, 3]


def test_a_cast_is_the_path_of_a_mover_that_is_not_in_the_space():
    space = closed_cells(2)
    way = space.cast([20, 20], [4, 4], [300, 170], Response.BOUNCE)
    assert len(space.kind) == 6
    space.add_movers([20, 20], 4.0, [300, 170], Response.BOUNCE)
    real = space.step(1.0).paths
    assert bits(way[1:]) == bits(real[1:])
    assert set(way.mover) == {-1}


def test_obstacles_rest_while_a_mover_is_cast():
    space = Space()
    space.add_obstacles([20, 0], [1, 9], [-5, 0])
    assert space.cast([0, 0], [1, 1], [40, 0], Response.STOP).end.tolist() == [[18, 0], [18, 0]]


@each_way
def test_velocities_change_at_a_contact_as_displacements_do(count):
    """Of an obstacle that moves, on its axis; to rest on the other by STOP alone."""
    for response, velocity in zip(Response, ([8, 0], [8, 4], [-28, 4], [44, 4])):
        space = Space()
        space.add_obstacles([20, 0], [1, 99], [8, 3])
        ids = add_alike(space, count, [0, 0], 1.0, [44, 4], response)
        assert step_alike(space, ids).u.tolist() == [0.5]
        assert space.velocity[ids[0]].tolist() == velocity


@each_way
def test_a_mover_struck_from_behind_hits_solids_beyond_its_own_path(count):
    """Its own displacement is 100 px; the plate's push takes it 180 px, to the wall."""
    space = Space()
    (wall,) = space.add_walls([182, 0], [1, 100])
    (plate,) = space.add_obstacles([-8.25, 0], [1, 100], [150, 0])
    boxes = add_alike(space, count, [0, 0], 1.0, [100, 0], Response.BOUNCE)
    assert step_alike(space, boxes).other.tolist() == [plate, wall]
    assert space.center[boxes[0]].tolist() == pytest.approx([172.5, 0])


@each_way
@pytest.mark.parametrize("response", [Response.STOP, Response.SLIDE, Response.BOUNCE])
def test_no_minus_zero_leaves_though_it_was_written(response, count):
    """A velocity of -0.0 is one of 0.0, also for a mover carried along."""
    space = Space()
    (plate,) = space.add_obstacles([8, 0], 4.0, 0.0)
    boxes = add_alike(space, count, [0, 0], 2.0, [16, 0], response)
    space.velocity[plate] = space.velocity[boxes, 1] = -0.0
    happened = space.step(1)
    columns = (
        space.center[boxes],
        space.velocity[boxes],
        *happened.contacts[2:5],
        *happened.paths[3:],
    )
    assert not any(np.signbit(x[x == 0]).any() for x in columns)


def test_bodies_are_what_was_added():
    """Movers notice others if asked to, sensors rest unless told otherwise; no zero is negative."""
    space = Space()
    space.add_movers([-0.0, 1], -0.0, [3, -0.0], Response.BOUNCE)
    space.add_movers([[2, 2], [3, 3]], 1.0, 0.0, [Response.PASS, Response.STOP], [True, False])
    space.add_sensors([4, 4], 1.0)
    assert space.kind.tolist() == [Kind.MOVER] * 3 + [Kind.SENSOR]
    assert space.center.tolist() == [[0, 1], [2, 2], [3, 3], [4, 4]]
    assert space.half_extents.tolist() == [[0, 0], [1, 1], [1, 1], [1, 1]]
    assert space.velocity.tolist() == [[3, 0], [0, 0], [0, 0], [0, 0]]
    assert space.response.tolist() == [Response.BOUNCE, Response.PASS, Response.STOP, 0]
    assert space.notices.tolist() == [False, True, False, False]
    for column in (space.center, space.half_extents, space.velocity):
        assert not np.signbit(column).any()


def test_pieces_of_path_are_in_the_order_of_ids_and_then_of_time():
    """A ball with 64 contacts, between sensors and an obstacle with lower and higher ids."""
    space = Space()
    space.add_movers([0, 50], 1.0, [0, 5], Response.STOP)
    space.add_sensors([0, 80], 1.0, [1, 0])
    space.add_obstacles([0, 90], 1.0, [0, 1])
    space.add_movers([5, 0], 1.0, [6 * 99.5, 3], Response.BOUNCE)
    space.add_walls([[0, 0], [10, 0]], [1, 40])
    space.add_sensors([0, 70], 1.0, [1, 0])
    paths = space.step(1.0).paths
    assert paths.mover.tolist() == [0, 1, 2, *[3] * 66, 6]
    assert (np.diff(paths.u_start[3:-1]) > 0).all()


def test_a_wall_in_the_place_of_another_is_reported_by_its_own_id():
    """The row of the first one holds a sensor, which stops nothing."""
    space = Space()
    first = space.add_walls((16, 0), (1, 8))
    space.add_movers((0, 0), (4, 4), (16, 0), Response.STOP)
    assert space.step(1.0).contacts.other.tolist() == first.tolist()
    space.remove(first)
    assert space.add_sensors((99, 0), 1.0).tolist() == first.tolist()
    second = space.add_walls((16, 0), (1, 8))
    space.center[1], space.velocity[1] = (0, 0), (16, 0)
    assert space.step(1.0).contacts.other.tolist() == second.tolist() != first.tolist()


def test_walls_that_did_not_move_keep_their_grid():
    """One that was written to another place has a new one, and stops movers there."""
    space = wall_and_ball()
    walls = space.walls
    space.step(0.0)
    assert space.walls is walls
    space.center[0] = [7, 0]
    space.step(1.0)
    assert space.center[1].tolist() == [5, 0]
    assert space.walls is not walls
    space.add_walls([0, 90], 1.0)
    walls = space.walls
    space.step(0.0)
    assert space.walls is not walls


def test_no_step_waits_for_other_threads(monkeypatch):
    """Which numpy starts for long products; on a busy computer they may come 20 ms later."""
    for name in ("dot", "vdot", "inner", "matmul", "tensordot", "einsum"):
        monkeypatch.delattr(np, name)
    space = wall_and_ball()
    space.add_movers(np.arange(24).reshape(12, 2), 1.0, [9, 9], Response.BOUNCE, True)
    assert len(space.step(1.0).touches.u0) > 0


def test_a_displacement_that_is_too_large_is_named():
    space = Space()
    space.add_movers([0, 0], 1.0, [1e300, 0], Response.STOP)
    with pytest.raises(ValueError, match=r"^velocity \* dt must be below 2\^1000, got 1e\+302$"):
        space.step(100.0)


def test_kept_memory_is_a_block_of_31_mb():
    """Less than the 32 MB up to which the C library counts it."""
    tracemalloc.start()
    keep_memory()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 31 * 2**20 <= peak < 31.5 * 2**20


def test_no_bodies_at_all_is_an_empty_answer():
    space = Space()
    happened = space.step(DT)
    assert [len(column) for table in happened for column in table] == [0] * 15
    assert space.query([0, 0], [1, 1]).tolist() == []
    assert space.cast([0, 0], [1, 1], [5, 0], Response.STOP).end.tolist() == [[5, 0]]
    assert space.add_walls([], []).tolist() == []
    assert space.add_movers([], [], [], [], []).tolist() == []


def test_four_times_the_bodies_on_four_times_the_area_are_about_four_times_the_pairs():
    """Promise 8: cost grows with bodies and what they pass, not with their product."""
    counts = []
    for factor in (1, 4):
        rng = np.random.default_rng(3)
        space, side = Space(), 1000 * factor**0.5
        space.add_walls(rng.uniform(0, side, (200 * factor, 2)), [1.0, 15.0])
        space.step(DT)
        low = rng.uniform(0, side, (200 * factor, 2))
        counts.append(len(space.walls.grid.pairs(np.stack((low.T, low.T + 60)))[0].query))
    assert counts[1] < 5 * counts[0]


def test_only_the_part_of_a_path_within_the_grid_is_searched():
    """1e300 px/s through an arena: no memory could hold the cells of the whole path."""
    space = closed_cells(3)
    ids = space.add_movers([[x * 40 - 20, -300] for x in range(10)], 1.0, [0, -1e300], 2)
    space.step(DT)
    assert (space.center[ids, 1] < -1e297).all()


def test_a_long_path_that_misses_the_grid_is_straight(monkeypatch):
    """In columns, beside others that are stopped in it; it has no cells there."""
    monkeypatch.setattr(grid, "FEW_PAIRS", 0)  # Or no cells would be looked up.
    space = closed_cells(3)
    places = [[-20, 500], [-20, 20], [500, 60], [20, -20], [200, 200]]
    ways = [[1e6, 0], [1e6, 0], [0, -1e6], [0, 0], [1e6, 1e6]]
    ids = [add_alike(space, 9, at, 1.0, way, Response.STOP) for at, way in zip(places, ways)]
    assert space.step(1.0).contacts.mover.tolist() == ids[1].tolist()
    ends = [[1e6 - 20, 500], [-1.5, 20], [500, 60 - 1e6], [20, -20], [1e6 + 200, 1e6 + 200]]
    for alike, end in zip(ids, ends):
        assert (space.center[alike] == end).all()


def test_a_long_path_hits_the_edge_of_a_grid_that_is_far_away():
    """At 1e15 px, where floats are an eighth apart: a box is a hundredth within a wall's rows."""
    space, far = Space(), 1e15 + 0.125
    space.add_walls([[0, far], [0, far + 0.125]], [1, 4])
    places = [[-500, far - 4.5], [-500, far - 4.625]]
    inside, past = (add_alike(space, 9, at, 0.51, [1e6, 0], Response.STOP) for at in places)
    assert len(step_alike(space, inside).u) == 1
    assert space.center[inside[0]].tolist() == [-1.51, far - 4.5]
    assert (space.center[past] == [1e6 - 500, far - 4.625]).all()


def test_resize_changes_what_solids_and_movers_reach():
    space = Space()
    (wall,) = space.add_walls([20, 0], [1, 50])
    (box,) = space.add_movers([0, 0], 2.0, [15, 0], Response.STOP)
    assert len(space.step(1.0).contacts.u) == 0
    twin = space.copy()
    space.resize(wall, [5, 50])
    assert space.half_extents.tolist() == [[5, 50], [2, 2]]
    assert twin.half_extents.tolist() == [[1, 50], [2, 2]]
    space.step(1.0)
    assert space.center[box].tolist() == [13, 0]
    twin.resize([wall, box], [[1, 9], [8, 3]])
    assert twin.step(0.0).contacts.u.tolist() == [0]
    assert twin.center[box].tolist() == [11, 0]


def test_half_extents_are_read_only_and_resize_checks_them():
    space = Space()
    ids = space.add_walls([[0, 0], [9, 9]], 1.0)
    for each in (space, space.copy()):
        with pytest.raises(ValueError, match="read-only"):
            each.half_extents[0] = 2
    for call, message in (
        ((0, np.nan), "half_extents must be finite, got nan"),
        ((0, [1, -2]), "half_extents must not be negative, got -2.0"),
        ((ids, np.ones((3, 2))), r"half_extents must have shape \(2, 2\) like ids"),
        ((7, 1.0), "ids must be those of living bodies, got 7"),
    ):
        with pytest.raises(ValueError, match=message):
            space.resize(*call)
    assert space.half_extents.tolist() == [[1, 1], [1, 1]]
    space.resize([], 5.0)
    space.remove([])
    space.remove(1)
    assert space.half_extents.tolist() == [[1, 1], [0, 0]]
    with pytest.raises(ValueError, match="read-only"):
        space.half_extents[0] = 2


def wall_and_ball():
    """A ball of 2 px that is about to hit a wall at x = 9, after a first step."""
    space = Space()
    space.add_walls([10, 0], [1, 50])
    space.add_movers([0.5, 0], 1.0, [15, 0], Response.STOP)
    space.step(0.0)
    return space


@pytest.mark.parametrize(
    "values",
    [
        [[10, 0], [1, 0]],
        np.array([[10, 0], [1, 0]]),
        np.array([[10, 0], [1, 0]], "f4"),
        np.array([[10, 1], [0, 0]], ">f8").T,
    ],
    ids=["a list", "int64", "float32", "big-endian columns"],
)
def test_an_array_that_is_assigned_is_written_into_the_float64_array(values):
    """So nothing is truncated or rounded later, and views of the array see it."""
    space = wall_and_ball()
    center = space.center
    space.center = values
    assert space.center is center
    assert (center.dtype, center.tolist()) == (np.float64, [[10, 0], [1, 0]])
    space.center[1] = [0.1, 0.3]
    space.velocity = np.array([[0, 0], [1, 1]])
    space.response = [0, Response.SLIDE]
    space.notices = [False, True]
    space.step(0.5)
    assert space.center.tolist() == [[10, 0], [0.6, 0.8]]
    space.center += [0, 0.25]
    assert space.center.tolist() == [[10, 0.25], [0.6, 0.8 + 0.25]]


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("center", [[1, 2]], r"center must have shape \(2, 2\), got \(1, 2\)"),
        ("center", [[1, 2]] * 3, r"center must have shape \(2, 2\), got \(3, 2\)"),
        ("center", [0, 1, 2], r"center must have shape \(N, 2\), got \(3,\)"),
        ("center", [], r"center must have shape \(2, 2\), got \(0, 2\)"),
        ("center", [[0, 1], [2, np.nan]], r"center must be finite, got nan at index \(1, 1\)"),
        ("center", "here", "center must be an array of real numbers, got 'here'$"),
        (
            "center",
            [[0, 1], [2]],
            r"center must be an array of real numbers, got \[\[0, 1\], \[2\]\]$",
        ),
        (
            "velocity",
            np.array([[0, 1j]] * 2),
            "velocity must be an array of real numbers, got array",
        ),
        ("velocity", 0.0, r"velocity must have shape \(2, 2\), got \(1, 2\)"),
        ("velocity", [[0, 0], [0, np.inf]], "velocity must be finite, got inf"),
        ("velocity", [[0, 0], [0, -1e305]], r"velocity must be below 2\^1000, got 1e\+305"),
        ("response", [0], r"response must have shape \(2,\), got \(1,\)"),
        ("response", [0, 4], "response must be a Response"),
        ("response", [0.0, 1.0], "response must be a Response"),
        ("response", [0, [1]], r"response must be an array of real numbers, got \[0, \[1\]\]$"),
        ("notices", [True, []], r"notices must be an array of real numbers, got \[True, \[\]\]$"),
        ("notices", [True], r"notices must have shape \(2,\), got \(1,\)"),
        ("half_extents", [[5, 50], [1, 1]], "half_extents is read-only: use resize"),
        ("half_extents", [[1, 50], [np.nan, 1]], "half_extents is read-only: use resize"),
        ("half_extents", [[-1, 50], [1, 1]], "half_extents is read-only: use resize"),
        ("kind", [1, 1], "kind is read-only: remove and add"),
    ],
)
def test_an_array_that_is_assigned_is_checked_at_once(name, values, message):
    """One ValueError that names the array; the next step is as if nothing had been written."""
    space, other = wall_and_ball(), wall_and_ball()
    with pytest.raises(ValueError, match=f"^{message}"):
        setattr(space, name, values)
    assert bits(*space.step(1.0)) == bits(*other.step(1.0))
    assert bits((space.center, space.velocity)) == bits((other.center, other.velocity))


@pytest.mark.parametrize("name", ["half_extents", "kind"])
def test_what_the_grid_depends_on_cannot_be_written_in_place(name):
    space = wall_and_ball()
    with pytest.raises(ValueError, match="read-only"):
        getattr(space, name)[0] = 3


@pytest.mark.parametrize("name", ["center", "velocity"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 2.0**1000])
@pytest.mark.parametrize("kind", ["wall", "obstacle", "mover", "sensor"])
def test_a_bad_number_in_place_is_named_before_anything_moves(name, value, kind):
    """By a step and, where it asks for that body, by a cast; a number in a dead row is not read."""
    space = Space()
    space.add_walls([[10, 0], [20, 0]], [1, 50])
    space.remove(0)
    space.add_obstacles([[0, 30], [0, 60]], 1.0, 0.0)
    space.add_movers([[0, 0], [0, 9]], 1.0, [5, 0], Response.STOP)
    space.add_sensors([[0, 0], [0, 9]], 1.0)
    space.remove([2, 4, 6])
    space.velocity[[2, 4, 6]] = np.nan
    row = {"wall": 1, "obstacle": 0, "mover": 3, "sensor": 5}[kind]
    before = space.center.copy()
    space.step(0.0)
    getattr(space, name)[row] = value
    with pytest.raises(ValueError, match=f"^{name} "):
        space.step(1.0)
    if kind in ("wall", "obstacle"):
        with pytest.raises(ValueError, match=f"^{name} "):
            space.cast([0, 0], [1, 1], [5, 0], Response.STOP)
    if name == "center":
        with pytest.raises(ValueError, match="center must"):
            space.query([0, 0], [1, 1])
    rest = np.arange(len(before)) != row
    assert (space.center[rest] == before[rest]).all()


def test_a_report_may_be_written_to():
    """Its arrays are no part of the space, also where only one kind of bodies moved."""
    for add in (Space.add_obstacles, Space.add_sensors):
        space = Space()
        add(space, [[0, 0], [9, 9]], 1.0, [5, 0])
        for column in space.step(1.0).paths:
            column[:] = 7
        assert space.step(1.0).paths.mover.tolist() == [0, 1]
        assert space.center.tolist() == [[10, 0], [19, 9]]


def test_a_wall_that_grew_after_a_step_stops_what_it_reaches():
    """The grid is renewed: 11 px of growth are where the ball was to stop."""
    space = wall_and_ball()
    space.resize(0, [6, 50])
    space.step(1.0)
    assert space.center[1].tolist() == [3, 0]


def test_a_path_finds_its_solids():
    """move knows all solids, a cast those near its path; both end at the same place."""
    rng = np.random.default_rng(5)
    space = closed_cells(1, 400.0)
    space.add_walls(rng.uniform(0, 400, (150, 2)), rng.uniform(1, 9, (150, 2)))
    solids = [AABB(*rows) for rows in zip(space.center, space.half_extents)]
    for response in (Response.SLIDE, Response.BOUNCE, Response.STOP):
        for _ in range(25):
            start, path = rng.uniform(0, 400, 2), rng.uniform(-900, 900, 2)
            end, _ = move(AABB(start, (2, 2)), path, solids, response)
            pieces = space.cast(start, [2, 2], path, response)
            if len(pieces.end):
                assert tuple(pieces.end[-1]) == end.center


def test_importing_the_package_tunes_no_allocator():
    """Only keep_memory reserves its 31 MB block; the import of the engine makes none."""
    code = (
        "import tracemalloc, numpy; tracemalloc.start(); import game.collision.space as s;"
        "a = tracemalloc.get_traced_memory()[1]; s.keep_memory();"
        "print(a < 2**24 < 2**24 + 2**23 < tracemalloc.get_traced_memory()[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


HUGE = 10**400

FAR = 2.0**1000 * (1 - 2.0**-53)
"""The largest number that a Space takes."""


@each_way
@pytest.mark.parametrize(
    "response", [Response.STOP, Response.SLIDE, Response.BOUNCE, Response.PASS]
)
def test_numbers_that_a_space_takes_never_overflow_in_a_step(response, count):
    """The largest places, sizes and velocities: all that is reported is finite."""
    space = Space()
    space.add_walls([[FAR, 0], [-FAR, 0]], [FAR / 2, FAR])
    space.add_obstacles([[0, FAR], [0, -FAR]], [FAR / 8, FAR / 2], [[0, -FAR], [0, FAR]])
    for place in [0, 0], [FAR / 4, 0], [-FAR, FAR]:
        add_alike(space, count, place, [1, 1e300], [FAR, FAR / 3], response, True)
    space.add_sensors([0, 0], FAR, [-FAR, 0])
    happened = space.step(1.0)
    columns = [column for table in happened for column in table]
    assert all(np.isfinite(column).all() for column in (space.center, space.velocity, *columns))
    assert len(happened.contacts.u) > 0


@each_way
def test_a_caller_who_makes_numpy_raise_gets_the_same_bits(count):
    """np.seterr(all="raise"): the engine divides by zero, overflows and underflows on purpose."""
    outcomes = []
    for what in ("ignore", "raise"):
        with np.errstate(all=what):
            space = closed_cells(3)
            space.add_obstacles([[20, 20]], [1, 1], [0, -1e-308])
            space.add_sensors([60, 60], 50.0)
            velocity = [[1e-310, 3e6], [1e300, 1e-300], [700, 1e-320]] * 6 * count
            responses = np.arange(len(velocity)) % 4
            space.add_movers([[30, 30]] * len(velocity), 1.0, velocity, responses, True)
            for _ in range(3):
                happened = space.step(DT)
                placed = happened.paths.at(0.3, space.center)
                way = space.cast([30, 30], [1, 1], [500, 1e-310], Response.BOUNCE)
                found = space.query([30, 30], [5, 5])
                outcomes.append(bits(*happened, way, (placed, found, space.center)))
    assert outcomes[:3] == outcomes[3:]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda s: s.add_walls([0, np.nan], 1.0), "center must be finite, got nan"),
        (lambda s: s.add_walls([0, 0], -1.0), "half_extents must not be negative, got -1.0"),
        (lambda s: s.add_walls([0, 0, 0], 1.0), r"center must have shape \(N, 2\), got \(3,\)"),
        (
            lambda s: s.add_walls([[0, 0]], [[1, 1]] * 3),
            r"half_extents must have shape \(1, 2\) like center, or be one for all, got \(3, 2\)$",
        ),
        (
            lambda s: s.add_walls([[[0, 0], [1, 1]]], 1.0),
            r"center must .* \(N, 2\), got \(1, 2, 2\)",
        ),
        (
            lambda s: s.add_walls([2.0**1000, 0], 1.0),
            r"center must be below 2\^1000, got 1\.07.*\+301$",
        ),
        (lambda s: s.add_obstacles([0, 0], 1.0, [np.inf, 0]), "velocity must be finite, got inf"),
        (lambda s: s.add_movers([0, 0], 1.0, 0.0, 7), "response must be a Response, got 7"),
        (lambda s: s.add_movers([0, 0], 1.0, 0.0, -1), "response must be a Response, got -1"),
        (lambda s: s.remove([0.0]), r"ids must be those of living bodies, got \[0.0\]"),
        (lambda s: s.remove([5]), r"ids must be those of living bodies, got \[5\]"),
        (
            lambda s: s.remove([[0], []]),
            r"^ids must be an array of real numbers, got \[\[0\], \[\]\]$",
        ),
        (lambda s: s.query([0, 0, 0], [1, 1]), "center must have 2 numbers"),
        (lambda s: s.step(-1), "dt must be seconds, 0 or more, got -1"),
        (lambda s: s.step(float("nan")), "dt must be seconds, 0 or more, got nan"),
        (lambda s: s.cast([0, 0], [1, 1], [np.inf, 0], 0), "displacement must be finite"),
        (lambda s: s.cast([0, 0], [1, 1], [1, 0, 0], 0), "displacement must have 2 numbers"),
        (lambda s: s.cast([0, 0], [1, 1], [1, 0], []), r"\[\] is not a valid Response"),
        (lambda s: s.cast([1e308] * 2, [1, 1], [1e308] * 2, 0), r"center \+ displacement must be"),
        (lambda s: s.add_walls([HUGE, 0], 1.0), "center must be an array of real numbers"),
        (lambda s: s.add_walls([0, 0], HUGE), "half_extents must be an array of real numbers"),
        (
            lambda s: s.add_walls([[0, 0]] * 10_000 + [[0]], 1.0),
            r"^center must be an array of real numbers, got \[\[0, 0\], .{,99}\.\.\.\]$",
        ),
        (lambda s: s.add_walls([0, 1j], 1.0), "^center must be an array of real numbers, got"),
        (lambda s: s.add_walls([0, 0], 1.7e308), r"half_extents must be below 2\^1000"),
        (lambda s: s.add_movers([0, 0], 1.0, [0, HUGE], 0), "velocity must be an array of real"),
        (lambda s: s.add_movers([0, 0], 1.0, 0.0, []), r"response must have shape \(1,\)"),
        (lambda s: s.add_movers([0, 1.7e308], 1.0, 0.0, 0), r"center must be below 2\^1000"),
        (lambda s: s.query([0, HUGE], [1, 1]), "center must be an array of real numbers"),
        (
            lambda s: s.query([0, 0], [[1], [1, 1]]),
            "^half_extents must be an array of real numbers",
        ),
        (lambda s: s.cast([0, 0], [1, 1], np.array([0, 1j]), 0), "displacement must be an array"),
        (lambda s: s.step(HUGE), "dt must be seconds"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(act, message):
    space = Space()
    space.add_walls([3, 3], 1.0)
    with pytest.raises(ValueError, match=message):
        act(space)
    assert space.kind.tolist() == [Kind.WALL]


def test_what_was_written_between_steps_is_checked_at_the_next():
    for name, value, message in (
        ("velocity", np.nan, "velocity must be finite"),
        ("center", np.inf, "center must be finite"),
        ("response", 9, "response must be a Response"),
    ):
        space = Space()
        space.add_movers([0, 0], 1.0, 0.0, Response.STOP)
        getattr(space, name)[0] = value
        with pytest.raises(ValueError, match=message):
            space.step(DT)
    space = Space()
    space.add_walls([0, 0], 1.0)
    space.velocity[0] = 1
    with pytest.raises(ValueError, match="velocity of a wall must be 0"):
        space.step(DT)
