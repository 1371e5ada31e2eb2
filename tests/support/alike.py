"""Movers that are alike, to see what the engine's two ways do with one.

Up to eight movers near solids are followed one by one, and more of them in columns, by other code.
Movers do not block each other: nine at the same place do in columns what one alone does.
"""

import numpy as np
import pytest

each_way = pytest.mark.parametrize("count", [1, 9], ids=["one by one", "in columns"])


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
