"""What a test at the end of the step would have missed, in steps made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from game.collision import SKIN, Space, Step
from game.collision.tables import NO_TOUCHES, Contacts, Paths
from game.simulation.missed import Counters, PredictedPaths, count, incoming_moves, predict_paths


def contacts(*rows: tuple[int, float]) -> Contacts:
    """Contacts of movers with body 3 at times, at (10, 0)."""
    mover, u = (np.array(column) for column in zip(*rows))
    n, at = len(mover), np.tile((10.0, 0.0), (len(mover), 1))
    return Contacts(mover, np.full(n, 3), u, at * 0, at, np.arange(n) == 0)


PATHS = Paths(
    np.array([1, 1, 2]),
    np.array([0.0, 0.5, 0.0]),
    np.array([0.5, 1.0, 1.0]),
    np.array([(0.0, 0), (10, 0), (0, 0)]),
    np.array([(10.0, 0), (10, 20), (8, 8)]),
)
"""Body 1 bends in the middle of the step, 2 goes straight on, 0 and 3 rest."""
MOVES = np.array([(1.0, 0), (2, 0), (3, 0), (-4, 6)])


@pytest.mark.parametrize(
    ("mover", "u", "slope"),
    [(1, 0.5, (20, 0)), (1, 1.0, (0, 40)), (1, 0.0, (2, 0)), (2, 0.0, (3, 0)), (2, 0.75, (8, 8))]
    + [(0, 0.5, (1, 0)), (3, 0.5, (-4, 6))],
)
def test_a_mover_comes_to_a_contact_along_the_piece_that_ends_there(
    mover: int, u: float, slope: tuple[float, float]
) -> None:
    """Where none does, after a push at u = 0 or without a path, as it would have moved."""
    for rows in ([(mover, u)], [(1, 0.5), (mover, u), (2, 1.0)]):
        step = Step(contacts(*rows), NO_TOUCHES, PATHS)
        assert tuple(incoming_moves(step, MOVES)[len(rows) // 2]) == slope


def test_a_contact_would_have_led_straight_on() -> None:
    """Body 1 from (10, 0) by half of (20, 0), body 3 by half of (-4, 6)."""
    space = Space()
    space.add_walls([(0, 0), (0, 50), (0, 90), (9, 9)], [(1, 1), (2, 3), (1, 1), (4, 5)])
    predicted = predict_paths(Step(contacts((1, 0.5)), NO_TOUCHES, PATHS), space, MOVES)
    assert [row.tolist() for row in predicted] == [[1], [[20, 0]], [[9, 9]], [[-2, 3]], [[6, 8]]]


@pytest.mark.parametrize(
    ("end", "missed"), [((16, 0), False), ((16.5, 0), True), ((0, -9), True), ((5, 5), False)]
)
def test_a_contact_is_missed_by_a_box_that_ends_apart(
    end: tuple[float, float], missed: bool
) -> None:
    """The solid is at (10, 0) in the end, both reach 6 x 8 px; touching is seen."""
    rows = (np.array([x], float) for x in (end, (10, 0), (0, 0), (6, 8)))
    assert PredictedPaths(np.array([1]), *rows).missed().tolist() == [missed]


def test_counters_add_up_over_steps() -> None:
    """Two contacts, of which the first crushed and the second was missed; one mover inside."""
    space = Space()
    space.add_walls([0, 0], 4.0)
    space.add_movers([(7 - SKIN, 0), (7, 0), (8, 0)], 4.0, 0.0, 0)
    space.resize([1, 2, 3], [(3, 3), (3 + SKIN, 3), (3, 3)])
    step = Step(contacts((1, 0.5), (2, 0.5)), NO_TOUCHES, PATHS)
    before = Counters(10, 20, 30, 40, 50)
    assert count(before, step, space, np.array([False, True])) == (12, 20, 31, 40, 51)
    space.center[1, 0] -= SKIN
    assert count(before, step, space, np.array([False, True])) == (12, 20, 31, 41, 51)
