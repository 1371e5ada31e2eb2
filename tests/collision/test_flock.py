"""A Flock follows the rules of contact and response in columns, also in rare cases."""

import itertools

import numpy as np
import pytest
from support.suite import long_except

from game.collision import Kind, Response, Space, flock, response
from game.collision.contact import SKIN, Solid, meeting
from game.collision.flock import Log, Search, meetings, piece_rows
from game.collision.response import Journey
from game.collision.tables import NO_BODIES


def test_meetings_in_columns_are_those_of_one_mover():
    """Each of 20,000 pairs: apart, touching, without motion on an axis. Deeper ones are found."""
    rng = np.random.default_rng(1)
    n = 20_000
    d, r = rng.choice([0, 1, 2, 3, 5, 1.5 - SKIN, rng.uniform(0, 4)], (2, 2, n))
    r *= rng.choice([-4, -1, 0, 1, 4], (2, n))
    s = rng.choice([SKIN, 1, 2, 3], (2, n))
    left = 0.75
    none = np.zeros(n)
    search = Search(none, none, none, np.arange(n), none, np.stack((d, r, s)))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = meetings(search, np.full(n, left))
    expected, deep = [], []
    for i, (place, way, reach) in enumerate(zip(d.T, r.T, s.T)):
        solid = Solid(tuple(place), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), 1)
        if m := meeting((0.0, 0.0), tuple(reach), tuple(-way), 1 - left, solid):
            if m.core < 0:
                deep.append(i)
            else:
                expected.append((i, i, m.t, m.side.axis, m.face))
    rows = [*zip(*(column.tolist() for column in found))]
    assert [row for row in rows if row[2] >= 0] == expected
    assert {*deep} < {row[0] for row in rows if row[2] == -1}
    assert 1000 < len(expected) < n - 1000
    assert len(deep) > 100


@pytest.mark.parametrize("few", [8, 0], ids=["one by one", "in columns"])
def test_a_mover_that_still_bends_after_all_bends_is_crushed(few, monkeypatch):
    monkeypatch.setattr(flock, "FEW", few)
    monkeypatch.setattr(flock, "MOST_CONTACTS", 4)  # After them, a Journey goes on.
    monkeypatch.setattr(response, "MOST_BENDS", 5)
    space = Space()
    space.add_walls([[-2, 0], [2, 0]], [1, 100])
    (ball,) = space.add_movers([0, 0], 0.5, [99, 3], Response.BOUNCE)
    contacts = space.step(1).contacts
    assert contacts.crushed.tolist() == [False] * 4 + [True]
    assert space.center[ball].tolist() == contacts.position[-1].tolist()
    assert space.velocity[ball].tolist() == [0, 3]


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
    """One by one, in columns and mixed: the same bits, and none of them is -0.0."""
    for seed in range(first, first + 50):
        reports = []
        for few in (99, 0, 2):
            monkeypatch.setattr(flock, "FEW", few)
            space = zeros_scene(seed)
            step = space.step(1.0)
            movers = space.ids(Kind.MOVER)
            bodies = space.center[movers], space.velocity[movers]
            columns = [x for table in (*step, bodies) for x in table]
            for x in columns:
                assert not np.signbit(x[x == 0].astype(float)).any(), (seed, few)
            reports.append([np.ascontiguousarray(x).tobytes() for x in columns])
        assert reports[0] == reports[1] == reports[2], seed


def body(center, half, move, id):
    return Solid(center, half, move, move, id)


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
    whole = Journey(mover, how, lambda *_: solids)
    assert len(whole.contacts) == count
    for bends, at in enumerate(whole.contacts[:-1], 1):
        e = tuple([x / (1 - at.u) for x in at.left])
        rest = Journey(body(at.position, (1.0, 1.0), e, 2), how, lambda *_: solids, at.u, bends)
        later = [(c.solid, c.normal) for c in whole.contacts[bends:]]
        assert [(c.solid, c.normal) for c in rest.contacts] == later
        assert rest.p == pytest.approx(whole.p)


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
    pieces = [(7, u, v, p, q) for (u, p), (v, q) in itertools.pairwise(corners)]
    expected = [pieces[0], *pieces[2:]]
    assert piece_rows(7, corners) == expected
    log = Log(NO_BODIES)
    id, u, v, p, q = map(np.array, zip(*pieces))
    log.add_pieces(id, u, v, p.T, q.T)
    rows = [*zip(*(column.tolist() for column in log.paths()))]
    assert rows == [(id, u, v, [*p], [*q]) for id, u, v, p, q in expected]
