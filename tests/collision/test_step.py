"""The parts of a step, with bodies and paths made by hand."""

import numpy as np
import pytest
from support.alike import follow_by

from game.collision import Response, grid, step
from game.collision.contact import Body
from game.collision.grid import Solids
from game.collision.step import cast, find_overlaps, find_touches, straight_paths, without_resting
from game.collision.tables import NO_BODIES, Bodies, Paths


def bodies(*rows, notices=()):
    """Bodies by id, centre and displacement; their half extents are 2 x 4 px."""
    id, center, move = zip(*rows)
    n = len(id)
    columns = np.zeros((8, n))
    columns[:2], columns[2], columns[3] = np.transpose(center), 2.0, 4.0
    columns[4:6] = columns[6:] = np.transpose(move)
    return Bodies(np.array(id), columns, np.zeros(n, int), np.isin(id, notices))


def paths(*pieces):
    """A table of pieces: mover, u_start, u_end, start, end."""
    return Paths(*map(np.array, zip(*pieces)))


def rows(table):
    return [*zip(*(column.tolist() for column in table))]


def half(table, x=1.0, y=1.0):
    return np.tile((x, y), (len(table.mover), 1))


def overlap_rows(a, b):
    """Return when boxes of 2 px overlap that go along these paths."""
    return rows(find_overlaps(a, half(a), b, half(b)))


def test_what_nothing_stops_goes_straight_on():
    found = straight_paths(bodies((3, (1.0, 2.0), (4.0, 8.0)), (7, (0.0, 0.0), (0.0, 0.0))))
    assert rows(found) == [(3, 0, 1, [1, 2], [5, 10]), (7, 0, 1, [0, 0], [0, 0])]


@pytest.mark.parametrize(
    ("few_pairs", "few", "all_near"), [(5, 2, True), (6, 2, False), (5, 3, False)]
)
def test_movers_far_from_all_solids_are_not_searched_further(few_pairs, few, all_near, monkeypatch):
    """Of three movers the middle one comes near a wall; if more than a few movers have more pairs
    than may be compared at once, all count as near one. The limits are set, since the choice
    changes no result of a step: only the search that it saves."""
    monkeypatch.setattr(step, "FEW_PAIRS", few_pairs)
    monkeypatch.setattr(step.flock, "FEW", few)
    walls = bodies(*((8, (20.0, 2.0 * k), (0.0, 0.0)) for k in range(2)))
    movers = bodies(*((k, (0.0, 100.0 * (k - 1)), (19.0, 0.0)) for k in range(3)))
    paths = straight_paths(movers).bounds(movers.vectors[1].T)
    for solids in [Solids(walls)], [Solids(NO_BODIES), Solids(walls)]:
        near = step.find_near(solids, paths)
        assert near.tolist() == [all_near, True, all_near]


def test_only_a_mover_with_a_contact_is_followed_by_itself(monkeypatch):
    """The others go straight on, past a wall that they only touch too."""
    followed = []
    follow_by(monkeypatch, 8)
    monkeypatch.setattr(step.flock.Log, "add_journey", lambda log, id, _: followed.append(id))
    movers = bodies(*((k, (0.0, 100.0 * k), (19.0, 0.0)) for k in range(3)))
    walls = Solids(bodies((8, (20.0, 0.0), (0.0, 0.0)), (9, (20.0, 108.0), (0.0, 0.0))))
    step.step([walls], movers, NO_BODIES)
    assert followed == [0]
    assert movers.columns[:2, 1:].tolist() == [[19.0, 19.0], [100.0, 200.0]]


def test_only_bodies_that_moved_have_pieces():
    """Body 1 waits before it goes, 4 goes along one axis, 2 rests."""
    way = paths(
        (1, 0.0, 0.5, (0.0, 0.0), (0.0, 0.0)),
        (1, 0.5, 1.0, (0.0, 0.0), (0.0, 3.0)),
        (2, 0.0, 1.0, (5.0, 5.0), (5.0, 5.0)),
        (4, 0.0, 1.0, (5.0, 5.0), (6.0, 5.0)),
    )
    moving = without_resting(way)
    assert moving.mover.tolist() == [1, 1, 4]
    assert rows(without_resting(moving)) == rows(moving)
    moving = moving.only(moving.u_end == 1)
    assert without_resting(moving) is moving


def test_overlaps_last_from_the_first_touch_to_the_last():
    """A box of 2 px crosses one of 2 px at (8, 0), then at a bend one at (16, 8) that falls."""
    a = paths((1, 0.0, 0.5, (0.0, 0.0), (16.0, 0.0)), (1, 0.5, 1.0, (16.0, 0.0), (16.0, 16.0)))
    b = paths((2, 0.0, 1.0, (8.0, 0.0), (8.0, 0.0)), (3, 0.0, 1.0, (16.0, 32.0), (16.0, 0.0)))
    found = overlap_rows(a, b)
    assert found == [(1, 2, 6 / 32, 10 / 32), (1, 3, 46 / 64, 50 / 64)]


def test_overlaps_that_join_at_a_bend_are_one_row_and_others_are_not():
    """There and back: 2 is touched all the time around the bend, 3 twice on the way."""
    a = paths((1, 0.0, 0.5, (0.0, 0.0), (16.0, 0.0)), (1, 0.5, 1.0, (16.0, 0.0), (0.0, 0.0)))
    b = paths((2, 0.0, 1.0, (16.0, 0.0), (16.0, 0.0)), (3, 0.0, 1.0, (8.0, 1.0), (8.0, 1.0)))
    found = overlap_rows(a, b)
    assert found == [
        (1, 2, 14 / 32, 18 / 32),
        (1, 3, 6 / 32, 10 / 32),
        (1, 3, 22 / 32, 26 / 32),
    ]


def test_pieces_overlap_only_while_both_last():
    """One begins at the end of the other, and touches it there; the third begins later."""
    a = paths((1, 0.0, 0.5, (0.0, 0.0), (0.0, 0.0)))
    b = paths((2, 0.5, 1.0, (1.0, 0.0), (9.0, 0.0)), (3, 0.75, 1.0, (0.0, 0.0), (0.0, 0.0)))
    assert overlap_rows(a, b) == [(1, 2, 0.5, 0.5)]


def test_a_piece_is_met_where_it_is_at_that_time():
    """Both move down at the same speed; the second begins in the middle of the first."""
    a = paths((1, 0.0, 1.0, (0.0, 0.0), (0.0, 64.0)))
    b = paths((2, 0.5, 1.0, (0.0, 32.0), (0.0, 64.0)), (3, 0.5, 1.0, (0.0, 0.0), (0.0, 32.0)))
    assert overlap_rows(a, b) == [(1, 2, 0.5, 1.0)]
    assert overlap_rows(b, a) == [(2, 1, 0.5, 1.0)]


def test_a_piece_that_takes_no_time_sweeps_its_length():
    """A mover is pushed from 0 to 64 px at a half, past a box at 32."""
    a = paths((1, 0.5, 0.5, (0.0, 0.0), (64.0, 0.0)))
    b = paths((2, 0.0, 1.0, (32.0, 0.0), (32.0, 0.0)))
    assert overlap_rows(a, b) == [(1, 2, 0.5, 0.5)]


def test_an_overlap_that_lasts_as_long_as_its_pieces_ends_with_their_bits():
    """0.2 + (0.9 - 0.2) is less than 0.9."""
    a, b = (paths((id, 0.2, 0.9, (0.0, 0.0), (1.0, 0.0))) for id in (1, 2))
    assert overlap_rows(a, b) == [(1, 2, 0.2, 0.9)]


def test_an_overlap_joins_that_before_it_and_no_other():
    """2 is passed early, 3 is touched around the bend."""
    a = paths((1, 0.0, 0.5, (0.0, 0.0), (16.0, 0.0)), (1, 0.5, 1.0, (16.0, 0.0), (0.0, 0.0)))
    b = paths((2, 0.0, 0.25, (3.0, 0.0), (3.0, 0.0)), (3, 0.0, 1.0, (16.0, 0.0), (16.0, 0.0)))
    found = overlap_rows(a, b)
    assert found == [(1, 2, 1 / 32, 5 / 32), (1, 3, 14 / 32, 18 / 32)]


def test_pieces_are_compared_in_blocks_with_the_same_answer(monkeypatch):
    """One piece at a time, each with all that are near it; the limits make six pieces many."""
    a = paths(*((id, 0.0, 1.0, (16.0 * id, 0.0), (16.0 * id, 8.0)) for id in range(6)))
    b = a._replace(mover=a.mover[::-1] + 6)
    whole, blocks = find_overlaps(a, half(a, 9.0), b, half(b)), []
    monkeypatch.setattr(step, "MOST_PAIRS", 1)
    monkeypatch.setattr(grid, "FEW_PAIRS", 0)
    overlaps_of_pairs = step.overlaps_of_pairs
    monkeypatch.setattr(
        step, "overlaps_of_pairs", lambda *x: blocks.append(x) or overlaps_of_pairs(*x)
    )
    assert rows(find_overlaps(a, half(a, 9.0), b, half(b))) == rows(whole)
    assert [block[0].mover.tolist() for block in blocks] == [[id] for id in range(6)]
    assert rows(whole) == [(id, 11 - id, 0.0, 1.0) for id in range(6)]


@pytest.mark.parametrize("most", [1, 3, 12])
def test_overlaps_of_a_body_are_joined_whatever_block_its_pieces_are_in(most, monkeypatch):
    """Two bodies go to and fro around a third, in four pieces each, which are listed in turns."""
    ends = [0.0, 16.0, 0.0, 16.0, 0.0]
    a = paths(
        *(
            (id, i / 4, (i + 1) / 4, (ends[i], 0.0), (ends[i + 1], 0.0))
            for i in range(4)
            for id in (2, 1)
        )
    )
    b = paths((3, 0.0, 1.0, (0.0, 0.0), (0.0, 0.0)))
    monkeypatch.setattr(step, "MOST_PAIRS", most)
    monkeypatch.setattr(grid, "FEW_PAIRS", 0)
    times = [(0.0, 1 / 32), (15 / 32, 17 / 32), (31 / 32, 1.0)]
    assert overlap_rows(a, b) == [(id, 3, *u) for id in (1, 2) for u in times]


def test_a_body_does_not_overlap_itself_and_nothing_overlaps_nothing():
    a = paths((1, 0.0, 1.0, (0.0, 0.0), (1.0, 0.0)))
    none = a.only(np.zeros(0, int))
    for other in (a, none):
        assert rows(find_overlaps(a, half(a), other, half(other))) == []
        assert rows(find_overlaps(other, half(other), a, half(a))) == []


def test_of_a_crowd_only_pairs_with_a_mover_that_notices_are_compared(monkeypatch):
    compared, compare = [], step.overlaps_of_pairs
    monkeypatch.setattr(
        step,
        "overlaps_of_pairs",
        lambda a, *rest: compared.append(len(a.mover)) or compare(a, *rest),
    )
    movers = bodies(*((k, (0.0, 0.0), (0.0, 0.0)) for k in range(100)), notices=[40])
    touches = find_touches(straight_paths(movers), movers, straight_paths(NO_BODIES), NO_BODIES)
    assert touches.a.tolist() == [40] * 99
    assert touches.b.tolist() == [k for k in range(100) if k != 40]
    assert sum(compared) <= 100


@pytest.mark.parametrize(
    ("notices", "pairs"),
    [
        ((), [(1, 9)]),
        ((1,), [(1, 9), (1, 2), (1, 3)]),
        ((3,), [(1, 9), (3, 1), (3, 2)]),
        ((1, 3), [(1, 9), (1, 2), (1, 3), (3, 2)]),
        ((1, 2, 3), [(1, 9), (1, 2), (1, 3), (2, 3)]),
    ],
)
def test_a_mover_that_notices_reports_others_and_of_two_the_lower_id(notices, pairs):
    """Three in one place, and a sensor that only the first can reach, by its half extents."""
    movers = bodies(*((id, (0.0, 0.0), (0.0, 0.0)) for id in (1, 2, 3)), notices=notices)
    movers.columns[2, 0] = 6.0
    sensors = bodies((9, (7.0, 0.0), (0.0, 0.0)))
    found = find_touches(straight_paths(movers), movers, straight_paths(sensors), sensors)
    assert [row[:2] for row in rows(found)] == sorted(pairs)
    assert {row[2:] for row in rows(found)} == {(0.0, 1.0)}


def test_touches_are_in_order_of_time_then_of_ids():
    movers = bodies((4, (0.0, 0.0), (64.0, 0.0)), (5, (0.0, 20.0), (64.0, 0.0)), notices=[4, 5])
    places = ((7, (40.0, 0.0)), (8, (20.0, 20.0)), (9, (20.0, 0.0)), (10, (40.0, 0.0)))
    sensors = bodies(*((id, at, (0.0, 0.0)) for id, at in places))
    found = find_touches(straight_paths(movers), movers, straight_paths(sensors), sensors)
    assert [row[:3] for row in rows(found)] == [
        (4, 9, 16 / 64), (5, 8, 16 / 64), (4, 7, 36 / 64), (4, 10, 36 / 64),
    ]  # fmt: skip


def test_a_cast_is_followed_to_its_end_and_has_no_id():
    wall = Solids(bodies((5, (16.0, 0.0), (0.0, 0.0))))
    mover = Body((0.0, 0.0), (2.0, 4.0), (24.0, 0.0), (24.0, 0.0), -1)
    assert rows(cast([wall], mover, Response.BOUNCE)) == [
        (-1, 0.0, 0.5, [0, 0], [12, 0]),
        (-1, 0.5, 1.0, [12, 0], [0, 0]),
    ]
    assert rows(cast([wall], mover, Response.PASS)) == [(-1, 0.0, 1.0, [0, 0], [24, 0])]
    still = Body((0.0, 0.0), (2.0, 4.0), (0.0, 0.0), (0.0, 0.0), -1)
    assert rows(cast([Solids(NO_BODIES)], still, Response.BOUNCE)) == []
