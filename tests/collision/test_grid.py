"""The broad phase finds exactly the pairs whose bounds touch."""

import numpy as np
import pytest

from game.collision import grid as module
from game.collision import levels
from game.collision.contact import MARGIN, Body
from game.collision.grid import Grid, NearSolids, Solids
from game.collision.levels import Levels
from game.collision.tables import Bodies, runs


def boxes(rng, n, side, most, digits):
    low = rng.uniform(0, side, (n, 2)).round(digits)
    return low, low + rng.uniform(0, most, (n, 2)).round(digits)


@pytest.mark.parametrize(
    ("few", "crowded"),
    [(0, 10_000), (0, 0), (10_000, 0)],
    ids=["by cells", "by levels", "all with all"],
)
@pytest.mark.parametrize("seed", range(12))
def test_pairs_are_those_of_brute_force_each_once(seed, few, crowded, monkeypatch):
    """Small and huge items, queries far outside, many in one cell; even seeds on whole pixels,
    where many only touch."""
    monkeypatch.setattr(module, "FEW_PAIRS", few)
    monkeypatch.setattr(module, "CROWDED", crowded)
    rng = np.random.default_rng(seed)
    side = rng.choice([1.0, 100.0, 1e6])
    low, high = boxes(rng, rng.integers(0, 60), side, side / rng.choice([1, 10, 100]), seed % 2)
    query_low, query_high = boxes(rng, 40, 2 * side, side / 5, seed % 2)
    query_low, query_high = query_low - side / 2, query_high - side / 2
    grid = Grid(np.stack((low.T, high.T)))
    queries = np.stack((query_low.T, query_high.T))
    pairs, _ = grid.pairs(queries)
    found = list(zip(*(column.tolist() for column in pairs)))
    touch = (low[None] <= query_high[:, None]) & (high[None] >= query_low[:, None])
    assert len(found) == len(set(found))
    assert set(found) == set(zip(*np.nonzero(touch.all(axis=2))))
    for q in range(5):
        (near,) = grid.near(queries[:, :, q : q + 1])
        assert near.nonzero()[0].tolist() == [item for query, item in sorted(found) if query == q]


@pytest.mark.parametrize("most", [0, 1, 30, 400, 10**9])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_queries_are_as_many_as_have_most_pairs(seed, most, monkeypatch):
    """At least one; the pairs are those of all queries, up to where they end."""
    monkeypatch.setattr(module, "FEW_PAIRS", 0)
    compared = []
    monkeypatch.setattr(module, "runs", lambda x: compared.append(sum(x)) or runs(x))
    rng = np.random.default_rng(seed)
    low, high = boxes(rng, 50, 100.0, 30.0, 1)
    grid = Grid(np.stack((low.T, high.T)))
    low, high = boxes(rng, 60, 100.0, 20.0, 1)
    queries = np.stack((low.T, high.T))
    (whole, done), counts = grid.pairs(queries), []
    assert done == 60
    total = compared[-1]
    assert grid.pairs(queries, total)[1] == 60 > grid.pairs(queries, total - 1)[1]
    done = 0
    while done < 60:
        compared.clear()
        some, count = grid.pairs(queries[:, :, done:], most)
        assert count >= 1
        assert count == 1 or compared[-1] <= most
        here = (whole.query >= done) & (whole.query < done + count)
        assert (some.query + done).tolist() == whole.query[here].tolist()
        assert some.item.tolist() == whole.item[here].tolist()
        done += count
        counts.append(count)
    assert (len(counts) == 1) == (most == 10**9)
    assert most > 1 or counts == [1] * 60


def test_cells_are_those_that_the_queried_box_touches():
    """Row by row; the grid is wider than it is high, and does not begin at 0."""
    x, y = np.meshgrid(np.arange(-40.0, 60.0, 10.0), np.arange(30.0, 90.0, 10.0))
    low = np.stack((x.ravel(), y.ravel()))
    grid = Grid(np.stack((low, low + 10)))
    (left, top), (right, bottom) = low, high = (-22.0, 45.0), (3.0, 56.0)
    cells = grid.cells(np.array(low), np.array(high)).tolist()
    columns = [[x, x + grid.side] for x in [k * grid.side - 40 for k in range(20)]]
    rows = [[y, y + grid.side] for y in [k * grid.side + 30 for k in range(20)]]
    columns = [[a, b] for a, b in columns if b > left and a <= right]
    rows = [[a, b] for a, b in rows if b > top and a <= bottom]
    assert cells == [[[x0, y0], [x1, y1]] for y0, y1 in rows for x0, x1 in columns]
    assert len(columns) > len(rows) > 1


def test_a_grid_begins_where_its_items_do():
    """In another place it has the same cells."""
    low, high = boxes(np.random.default_rng(2), 50, 64.0, 16.0, 0)
    grids = [
        Grid(np.stack((low.T, high.T)) + np.array([[x], [y]]))
        for x, y in ((0.0, 0.0), (1024.0, -4096.0))
    ]
    assert grids[0].shape == grids[1].shape
    assert grids[0].entries.cells.tolist() == grids[1].entries.cells.tolist()
    assert grids[0].entries.cells.min() == 0


def test_a_few_huge_items_do_not_fill_the_cells():
    low = np.concatenate((np.zeros((10, 2)), np.full((90, 2), 50.0)))
    high = np.concatenate((np.full((10, 2), 100.0), np.full((90, 2), 50.0)))
    grid = Grid(np.stack((low.T, high.T)))
    assert len(grid.entries.item) <= 100 * module.ENTRIES_PER_ITEM + 64
    assert grid.side == 20


def spread(rng, n, side):
    low = rng.uniform(0, side, (n, 2))
    return low, low + 4.0


def with_a_distant_box(rng):
    low, high = spread(rng, 3000, 2000.0)
    return np.append(low, [[2.0**20] * 2], 0), np.append(high, [[2.0**20 + 2] * 2], 0)


def two_towns(rng):
    low, high = spread(rng, 3000, 1000.0)
    low[::2] += 2.0**19
    high[::2] += 2.0**19
    return low, high


def fence(rng):
    at = np.arange(1500.0)[:, None] * 4
    low = np.concatenate((np.hstack((at, at * 0)), np.hstack((at * 0, at))))
    return low, low + np.repeat([[1.0, 6000.0], [6000.0, 1.0]], 1500, 0)


def of_all_sizes(rng):
    low, _ = spread(rng, 3000, 2.0**12)
    return low, low + 2.0 ** rng.uniform(-12, 10, low.shape)


@pytest.mark.parametrize("layout", [with_a_distant_box, two_towns, fence, of_all_sizes])
def test_no_layout_makes_a_query_compare_a_large_part_of_the_items(layout, monkeypatch):
    """A query of 4 px in turn beside each box: at most 12 times as many pairs are compared as
    touch, and 6 a query."""
    compared = []
    monkeypatch.setattr(module, "CROWDED", 0)
    monkeypatch.setattr(levels, "runs", lambda x: compared.append(x.sum()) or runs(x))
    low, high = layout(np.random.default_rng(1))
    grid = Grid(np.stack((low.T, high.T)))
    queries = np.stack((low.T, low.T + 4))
    pairs, count = grid.pairs(queries)
    assert count == len(low)
    assert compared[-1] <= 12 * len(pairs.query) + 6 * count


def test_only_levels_with_a_box_around_a_query_are_searched(monkeypatch):
    """One level has boxes of 1 px near the origin, the other one of 100 px, far away."""
    low = np.array([[0.0, 3.0, 900.0], [0.0, 3.0, 900.0]])
    levels = Levels(np.stack((low, low + [1.0, 1.0, 100.0])))
    queries = np.array([[[2.0, 0.0], [2.0, 5.0]], [[4.0, 1.0], [4.0, 9.0]]])
    searched, cells_of = [], levels.cells_of
    monkeypatch.setattr(
        levels, "cells_of", lambda x, size: searched.extend(size[0]) or cells_of(x, size)
    )
    pairs, count = levels.pairs(queries, np.inf)
    assert ([*zip(*map(np.ndarray.tolist, pairs))], count) == ([(0, 1)], 2)
    assert searched == [2.0, 2.0]  # For the first and the last cell of one query.


def test_cells_of_levels_are_those_that_hold_boxes_near_the_query():
    """Among 100 small boxes, and one as high as the world, on the left."""
    low = np.append([(8.0 * k, 8.0 * k) for k in range(1, 101)], [[0.0, 0.0]], axis=0)
    high = low + np.append(np.full((100, 2), 1.5), [[1.5, 900.0]], axis=0)
    found = Levels(np.stack((low.T, high.T))).cells(np.array([0.0, 15.0]), np.array([20.0, 25.0]))
    assert sorted(found.tolist()) == [
        [[0.0, 0.0], [2.0, 1024.0]],
        [[16.0, 16.0], [18.0, 18.0]],
    ]


def test_runs_number_their_members():
    run, along = runs(np.array([3, 0, 1]))
    assert (run.tolist(), along.tolist()) == ([0, 0, 0, 2], [0, 1, 2, 0])


def solids_in_a_row(count):
    """Solids of 2 x 4 px, 10 px apart, which move by (3, -4); their ids begin with 100."""
    x = 10.0 * np.arange(count)
    numbers = ([1.0], [2.0], [3.0], [-4.0], [6.0], [-8.0])
    columns = np.stack([x, 0 * x, *(np.repeat(n, count) for n in numbers)])
    ids = 100 + np.arange(count)
    return Solids(Bodies(ids, columns, ids, ids > 0))


@pytest.mark.parametrize("gap", [0.0, MARGIN])
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_solids_are_found_by_their_swept_bounds(side, gap):
    """With their margin; those that only touch the box too."""
    left, top, right, bottom = 199 - MARGIN, -6 - MARGIN, 204 + MARGIN, 2 + MARGIN
    low, high = {
        "left": ((left - 4, top), (left - gap, bottom)),
        "top": ((left, top - 4), (right, top - gap)),
        "right": ((right + gap, top), (right + 4, bottom)),
        "bottom": ((left, bottom + gap), (right, bottom + 4)),
    }[side]
    least = np.array([-high[0], -high[1], *low])
    solids = solids_in_a_row(33)
    found = [solids.body(row) for row in solids.find(least[:, None])]
    solid = Body((200.0, 0.0), (1.0, 2.0), (3.0, -4.0), (6.0, -8.0), 120)
    assert found == ([] if gap else [([left, top, right, bottom], solid)])


class Searched:
    """Solids that note what was asked, and always answer with the same."""

    def __init__(self, listed):
        self.listed, self.asked = listed, []

    def find(self, least):
        right, bottom, left, top = least[:, 0].tolist()
        self.asked.append(((left, top), (-right, -bottom)))
        return range(len(self.listed))

    def body(self, row):
        return self.listed[row]


MOVER = Body((10.0, 50.0), (1.0, 2.0), (100.0, -40.0), (0.0, 0.0), 7)
"""It moves as far as the corners (-90, 10) and (110, 90) are, in any direction."""


@pytest.mark.parametrize("step", [0.0, MARGIN])
@pytest.mark.parametrize("side", range(4))
def test_near_solids_are_those_that_the_mover_can_touch_between_the_corners(side, step):
    """Their edges and its half extents with the margin may only touch."""
    reach = [20 - 1 - MARGIN, 20 - 2 - MARGIN, 60 + 1 + MARGIN, 40 + 2 + MARGIN]
    edges = [reach[0] - 5, reach[1] - 5, reach[2] + 5, reach[3] + 5]
    edges[(side + 2) % 4] = reach[side] + (-step if side < 2 else step)
    searched = Searched([(edges, MOVER)])
    near = NearSolids([searched], MOVER)
    assert near((20.0, 20.0), (60.0, 40.0)) == ([] if step else [MOVER])


@pytest.mark.parametrize("beyond", range(4))
def test_a_larger_part_is_searched_where_the_path_leads_out_of_it(beyond):
    """It is as much larger on every side as the box between the new corners is."""
    searched = [Searched([]), Searched([])]
    near = NearSolids(searched, MOVER)
    first = (-91 - MARGIN, 8 - MARGIN), (111 + MARGIN, 92 + MARGIN)
    near((-90.0, 10.0), (110.0, 90.0))
    assert searched[0].asked == searched[1].asked == [first]
    corners = [-90.0, 10.0, 110.0, 90.0]
    corners[beyond] += -0.5 if beyond < 2 else 0.5
    x0, y0, x1, y1 = corners
    near((x0, y0), (x1, y1))
    w, h = x1 - x0, y1 - y0
    low, high = (
        (x0 - w - 1 - MARGIN, y0 - h - 2 - MARGIN),
        (x1 + w + 1 + MARGIN, y1 + h + 2 + MARGIN),
    )
    assert searched[0].asked == searched[1].asked == [first, (low, high)]
    near((x0 - w, y0 - h), (x1 + w, y1 + h))
    assert len(searched[0].asked) == 2
