"""Which pairs does a tick test, and what rejects the others? Counted again by brute force."""

from itertools import product

import numpy as np
import pytest
from support.alike import follow_by
from support.drawn import BEGIN, box, player_at, room
from support.staged import worlds_of
from support.suite import long_except

from game.collision import Kind, contact, flock, response
from game.collision.grid import Grid
from game.collision.tables import MARGIN
from game.simulation.begin import begin
from game.simulation.lab import lab_room, make_lab
from game.simulation.methods import parse_method
from game.simulation.player import Controls
from game.study.candidates import count_pairs, near_pairs, reasons_of, sharing_pairs
from game.study.explain import (
    AXIS_APART,
    BOUNDS_APART,
    HIT,
    OTHER_CELLS,
    OVERLOOKED,
    REASONS,
    TOO_LATE,
    TOUCH,
)

NAMES = ("slug-cage", "row-of-twelve", "oncoming", "corner-cut")
RIGHT = Controls((1, 0))
MIDDLE = "in shared cells", "swept"


def ticks(name):
    """Play a room's stored replay; yield its world before each tick, and after it."""
    before = None
    for world in worlds_of(name):
        if world.last.step:
            yield before, world
        before = world.copy()


def legs(before, world, mover):
    """Return the straight paths on which a mover sets out in a tick: their starts and ends."""
    step, start = world.last.step, before.space.center[mover]
    found = [(start, start + world.last.moves[mover])]
    for id, u0, u1, begun, end in zip(*step.paths):
        if id == mover:
            found.append((begun, begun + (end - begun) / (u1 - u0) * (1 - u0)))
    return found


def around(world, id, start, end):
    """Return the bounds of a body on a straight path, as the engine widens them."""
    half = world.space.half_extents[id] + MARGIN
    return np.minimum(start, end) - half, np.maximum(start, end) + half


def brute_force(before, world, mover, solid):
    """Return whether a mover and a solid share a cell of the grid, and whether bounds touch."""
    space, kind = before.space, before.space.kind[solid]
    sides = [
        around(world, k, space.center[k], space.center[k] + world.last.moves[k])
        for k in space.ids(Kind(kind))
    ]
    grid = Grid(np.array(sides).transpose(1, 2, 0))
    own = around(world, solid, space.center[solid], space.center[solid] + world.last.moves[solid])
    shared = touch = False
    for start, end in legs(before, world, mover):
        low, high = around(world, mover, start, end)
        cells = ({*map(str, grid.cells(*ends).tolist())} for ends in (own, (low, high)))
        shared |= bool(set.intersection(*cells))
        touch |= bool((low <= own[1]).all() and (high >= own[0]).all())
    return shared, touch


@pytest.mark.parametrize("name", long_except(NAMES, "corner-cut"))
def test_the_counts_are_those_of_brute_force(name):
    """In every tenth tick, and in all with a contact."""
    hit = 0
    for before, world in ticks(name):
        counts, contacts = count_pairs(world), world.last.step.contacts
        movers, solids = world.space.ids(Kind.MOVER), world.space.ids(Kind.WALL, Kind.OBSTACLE)
        assert counts["pairs possible"] == len(movers) * len(solids)
        assert counts["hit"] == len({*zip(contacts.mover.tolist(), contacts.other.tolist())})
        if not world.last.is_swept:
            assert len(counts) == 2
        elif counts["hit"] or world.ticks % 10 == 0:
            pairs = [brute_force(before, world, *pair) for pair in product(movers, solids)]
            assert [counts[name] for name in MIDDLE] == [sum(each) for each in zip(*pairs)]
            assert counts["hit"] <= counts["swept"] <= counts["in shared cells"]
            hit += counts["hit"]
    assert hit > 2


def test_the_pairs_swept_are_those_for_which_the_engine_asks_when_they_meet(monkeypatch):
    """Of the player alone in a room, which the engine follows by itself.

    A step reports which solids a mover met, not about which it asked: so each question is noted.
    """
    follow_by(monkeypatch, flock.FEW)
    asked, original = set(), contact.meeting

    def meeting(mover, u, solid):
        asked.add(solid.id)
        return original(mover, u, solid)

    monkeypatch.setattr(response.contact, "meeting", meeting)
    dashes = 0
    for world in worlds_of("hairline"):
        if world.last.step and world.last.is_dashing:
            _, swept = near_pairs(world, np.array([world.player.id]))
            assert asked == {*(swept % len(world.space.kind)).tolist()}
            if len(asked) > 1:
                dashes += 1
        asked.clear()
    assert dashes > 3


def test_of_a_storm_the_counts_are_right_and_soon_there():
    world = begin(lab_room(make_lab("storm", movers=200)))
    for _ in range(4):
        before = world.copy()
        world.tick(BEGIN)
    pairs = product(world.space.ids(Kind.MOVER), world.space.ids(Kind.WALL))
    each = [brute_force(before, world, *pair) for pair in [*pairs][::7]]
    found = [{*pairs.tolist()} for pairs in near_pairs(world, world.space.ids(Kind.MOVER))]
    pairs = product(world.space.ids(Kind.MOVER), world.space.ids(Kind.WALL))
    for pair, expected in zip([*pairs][::7], each):
        code = pair[0] * len(world.space.kind) + pair[1]
        assert (code in found[0], code in found[1]) == expected


CASES = {
    HIT: box("wall", 300, 100, 2, 200),
    TOUCH: box("wall", 250, 204, 100, 4),
    TOO_LATE: box("wall", 310, 190, 2, 20),
    BOUNDS_APART: box("wall", 250, 120, 20, 4),
    OTHER_CELLS: box("wall", 20, 20, 4, 4),
}
"""Walls beside a player of 8 x 8 px, which dashes from (240, 200) to the right, 90 px in a tick."""


def dashed(others, controls=RIGHT, method="sweep", rate=120):
    """Return the world after the first tick in which the player moves."""
    drawn = room(player_at(240, 200), *others)
    world = begin(drawn, tick_rate=rate, method=parse_method(method))
    while not (world.last.step and len(world.last.step.paths.mover)) and world.ticks < 60:
        world.tick(controls)
    return world


def reason_at(world, center):
    """Return the reason why the player had no contact with the wall that has its centre there."""
    found = reasons_of(world, world.player.id)
    assert [*found] == [reason for reason in (*REASONS, HIT) if reason in found]
    solids = world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist()
    assert sorted(id for ids in found.values() for id in ids) == solids
    (reason,) = (
        reason
        for reason, ids in found.items()
        for id in ids
        if tuple(world.space.center[id]) == center
    )
    return reason


def center_of(drawn):
    return drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2


def test_each_solid_is_told_the_first_test_that_rejected_it():
    world = dashed(CASES.values())
    for reason, wall in CASES.items():
        assert reason_at(world, center_of(wall)) == reason


def test_a_corner_within_the_bounds_of_a_slanting_path_is_an_axis_apart():
    corner = box("wall", 290, 200, 4, 4)
    world = dashed([corner], Controls((1, 1)))
    assert reason_at(world, center_of(corner)) == AXIS_APART


def test_what_the_sweep_hits_and_the_method_does_not_is_missed():
    wall = box("wall", 300, 100, 2, 200)
    assert reason_at(dashed([wall], method="discrete"), center_of(wall)) == OVERLOOKED


def test_before_the_first_tick_nothing_was_tested():
    world = begin(room(player_at(240, 200), *CASES.values()))
    assert reasons_of(world, world.player.id) == {}
    counts = count_pairs(world)
    assert counts == {"pairs possible": len(world.space.ids(Kind.WALL)), "hit": 0}


def test_in_a_crowded_layout_the_pairs_that_share_cells_are_those_of_the_levels():
    """A hundred long walls each way, and boxes of 4 px in between."""
    at = np.arange(100.0)[:, None] * 4
    low = np.concatenate((np.hstack((at, at * 0)), np.hstack((at * 0, at))))
    high = low + np.repeat([[1.0, 400.0], [400.0, 1.0]], 100, 0)
    grid = Grid(np.stack((low.T, high.T)))
    boxes = np.stack((low[::7].T, low[::7].T + 4.0))
    sharing = {*zip(*(x.tolist() for x in sharing_pairs(grid, boxes)))}
    touching = {*zip(*(x.tolist() for x in grid.pairs(boxes)[0]))}
    assert grid.levels
    assert touching <= sharing
    assert len(sharing) <= len(touching) * 3
