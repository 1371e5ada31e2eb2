"""Movers that are alike, to see what the engine's three ways do with one.

follow.c follows all movers, where it is compiled. Without it, up to eight movers near solids are
followed one by one, and more of them in columns, by other code. Movers do not block each other:
nine at the same place do in columns what one alone does.
"""

import numpy as np
import pytest

from game.collision import flock, step
from game.collision.library import load, status

COMPILED = -1
"""In place of a number of movers that are followed one by one: follow.c follows all."""

compiled = pytest.param(COMPILED, marks=pytest.mark.skipif(load() is None, reason=status()))
each_numpy_way = pytest.mark.parametrize(
    "count", [1, 9], ids=["one by one", "in columns"], indirect=True
)
each_way = pytest.mark.parametrize(
    "count", [1, 9, compiled], ids=["one by one", "in columns", "compiled"], indirect=True
)
"""Calls a test with a number of movers for which the engine goes that way."""


def follow_by(monkeypatch, few):
    """Let up to a few movers be followed one by one and more in columns, or all by follow.c."""
    if few != COMPILED:
        monkeypatch.setattr(step, "load", lambda: None)
        monkeypatch.setattr(flock, "FEW", few)


@pytest.fixture
def count(request, monkeypatch):
    """Return how many movers to add, for each_way."""
    if request.param == COMPILED:
        return 1
    follow_by(monkeypatch, flock.FEW)
    return request.param


def add_alike(space, count, center, *body):
    """Add so many movers at one place; return their ids."""
    return space.add_movers(np.tile(center, (count, 1)), *body)


def step_alike(space, ids, dt=1.0):
    """Step a space; return the contacts of the first of these movers, which are those of each."""
    contacts = space.step(dt).contacts
    each = [contacts._make(column[contacts.mover == id] for column in contacts) for id in ids]
    for rows in each:
        assert all(map(np.array_equal, rows[1:], each[0][1:]))
    for states in (space.center, space.velocity):
        assert (states[ids] == states[ids[0]]).all()
    return each[0]
