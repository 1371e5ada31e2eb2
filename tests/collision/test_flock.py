"""Columns of movers follow the rules of response where whole scenes seldom lead."""

import numpy as np
import pytest

from game.collision import Response, Space, flock, response
from game.collision.contact import SKIN, Solid, meeting
from game.collision.flock import Search, meetings


def test_meetings_in_columns_are_those_of_one_mover():
    """Each of 20,000 pairs: outside, touching, inside, deeper, at rest on an axis."""
    rng = np.random.default_rng(1)
    n = 20_000
    d, r = rng.choice([0, 1, 2, 3, 5, 1.5 - SKIN, rng.uniform(0, 4)], (2, 2, n))
    r *= rng.choice([-4, -1, 0, 1, 4], (2, n))
    s = rng.choice([SKIN, 1, 2, 3], (2, n))
    left = 0.75
    none = np.zeros(n)
    search = Search(none, none, none, none, np.arange(n), none, np.stack((d, r, s)))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = meetings(search, np.full(n, left))
    expected = []
    for i, (place, way, reach) in enumerate(zip(d.T, r.T, s.T)):
        solid = Solid(tuple(place), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), 1)
        if m := meeting((0.0, 0.0), tuple(reach), tuple(-way), 1 - left, solid):
            expected.append((i, i, m.t, m.side.axis, m.face))
    assert [*zip(*(column.tolist() for column in found))] == expected
    assert 1000 < len(expected) < n - 1000


@pytest.mark.parametrize("few", [8, 0], ids=["one by one", "in columns"])
def test_who_still_bends_after_all_bends_is_held(few, monkeypatch):
    """The last contact is a crush, though nothing closes; the next step goes on."""
    monkeypatch.setattr(flock, "FEW", few)
    for module in (flock, response):
        monkeypatch.setattr(module, "MOST_BENDS", 5)
    space = Space()
    space.add_walls([[-2, 0], [2, 0]], [1, 100])
    (ball,) = space.add_movers([0, 0], 0.5, [99, 3], Response.BOUNCE)
    contacts = space.step(1).contacts
    assert contacts.crushed.tolist() == [False] * 4 + [True]
    assert space.center[ball].tolist() == contacts.position[-1].tolist()
    assert space.velocity[ball].tolist() == [0, 3]
