"""The broad phase finds exactly the pairs whose bounds touch."""

import numpy as np
import pytest

from game.collision import grid as module
from game.collision.grid import Grid, runs


def boxes(rng, n, side, most):
    low = rng.uniform(0, side, (n, 2)).round(1)
    return low, low + rng.uniform(0, most, (n, 2)).round(1)


@pytest.mark.parametrize("few", [0, 10_000], ids=["by cells", "all with all"])
@pytest.mark.parametrize("seed", range(12))
def test_pairs_are_those_of_brute_force_each_once(seed, few, monkeypatch):
    """Small and huge items, queries far outside, many in one cell."""
    monkeypatch.setattr(module, "FEW_PAIRS", few)
    rng = np.random.default_rng(seed)
    side = rng.choice([1.0, 100.0, 1e6])
    low, high = boxes(rng, rng.integers(0, 60), side, side / rng.choice([1, 10, 100]))
    query_low, query_high = boxes(rng, 40, 2 * side, side / 5)
    query_low, query_high = query_low - side / 2, query_high - side / 2
    grid = Grid(np.stack((low.T, high.T)))
    queries = np.stack((query_low.T, query_high.T))
    pairs = grid.pairs(queries)
    found = list(zip(*(column.tolist() for column in pairs)))
    touch = (low[None] <= query_high[:, None]) & (high[None] >= query_low[:, None])
    assert len(found) == len(set(found))
    assert set(found) == set(zip(*np.nonzero(touch.all(axis=2))))
    for q in range(5):
        one = grid.all_pairs(queries[:, :, q : q + 1])
        assert one.item.tolist() == [item for query, item in sorted(found) if query == q]


def test_cells_cover_the_box_that_is_queried():
    grid = Grid(np.array([[[0.0, 90.0], [0, 90]], [[10.0, 100], [10, 100]]]))
    cells = grid.cells(np.array([20.0, 30.0]), np.array([70.0, 40.0]))
    assert (cells[:, 0].min(axis=0) <= [20, 30]).all()
    assert (cells[:, 1].max(axis=0) >= [70, 40]).all()


def test_a_few_huge_items_do_not_fill_the_cells():
    low = np.concatenate((np.zeros((10, 2)), np.full((90, 2), 50.0)))
    high = np.concatenate((np.full((10, 2), 100.0), np.full((90, 2), 50.0)))
    grid = Grid(np.stack((low.T, high.T)))
    assert len(grid.entries.item) <= 100 * module.ENTRIES_PER_ITEM + 64
    assert grid.side == 20


def test_runs_number_their_members():
    run, along = runs(np.array([3, 0, 1]))
    assert (run.tolist(), along.tolist()) == ([0, 0, 0, 2], [0, 1, 2, 0])
