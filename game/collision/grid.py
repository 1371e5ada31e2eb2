"""Who could be in the way?

To sweep every mover against every solid takes their product. Most
pairs are far apart, and a coarse look tells: lay a grid over the
world, write each item into the cells that its bounds touch, and ask
only the cells that a mover's swept bounds touch.

Cells are numbered row by row, and the items are stored in the order
of their cells. So the cells of one row between two columns are one
run of items, and a query is a few slices:

     row 0   | 0 | 1 | 2 | 3 |      items  a a b . c | b d d | ...
     row 1   | 4 |[5 | 6]| 7 |                         \\_run_/

An item in several cells must be named only once: by the first cell,
in x and in y, that it shares with the query.

Points are columns here: (2, N), all x and then all y.

Source: Ericson, Real-Time Collision Detection, 7.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import chain
from math import sqrt
from operator import le, neg
from typing import NamedTuple

import numpy as np

from .aabb import Vector
from .batch import Floats, Ints
from .contact import Solid
from .tables import MARGIN, Bodies, bounds

ENTRIES_PER_ITEM = 8
"""Cells double in size until an item lies in no more than so many, on
the average: long items do not make the grid large."""

FEW_PAIRS = 4096
"""Up to so many pairs it is faster to ask all items than the cells,
and no cells need be written."""

MANY = 8
"""To look again costs a Journey as much as to try so many solids."""

MOST_IN_A_ROW = 4096
"""Cells. The grid of a few items far apart stays small."""


class Pairs(NamedTuple):
    """Whose bounds touch: rows of the queries and of the items."""

    query: Ints
    item: Ints


class Entries(NamedTuple):
    """Items, once for each cell that they touch, in order of cells."""

    start: Ints
    """Where a cell's entries begin; those of the next cell follow."""
    item: Ints
    bounds: Floats
    """The item's, (2, 2, N)."""
    cells: Ints
    """Of this entry and of the item's first, (2, 2, N)."""


class Grid:
    """Bounds of items; written into cells when these are first asked.

    Args:
        bounds: (2, 2, N) float64, px: low and high, x and y.
    """

    def __init__(self, bounds: Floats) -> None:
        self.bounds = bounds
        self.size = bounds.shape[2]

    @cached_property
    def frame(self) -> tuple[Floats, Floats]:
        """The corners of all that there is, (2, 1)."""
        low, high = self.bounds if self.size else np.zeros((2, 2, 1))
        return low.min(axis=1)[:, None], high.max(axis=1)[:, None]

    @cached_property
    def side(self) -> float:
        """The side of a cell, px."""
        low, high = bounds = self.bounds
        width, height = np.subtract(*self.frame[::-1]).ravel().tolist()
        mean = float((high - low).mean()) if self.size else 2.0**20
        even = sqrt(width) * sqrt(height) / sqrt(self.size + 1)
        least = max(width, height) / MOST_IN_A_ROW
        side: float = max(mean, 0.7 * even, least, 1e-9)
        most = ENTRIES_PER_ITEM * self.size + 64
        while np.prod(self._spans(bounds, side)[1], 0).sum() > most:
            side *= 2
        return side

    @cached_property
    def shape(self) -> tuple[int, int]:
        """How many columns and rows of cells there are."""
        last = self._cells(self.frame[1], self.side).ravel().tolist()
        return last[0] + 1, last[1] + 1

    @cached_property
    def entries(self) -> Entries:
        """The items in their cells."""
        width, height = self.shape
        first, (columns, rows) = self._spans(self.bounds, self.side)
        item, row = runs(rows)
        entry, column = runs(columns.take(item))
        item, row = item.take(entry), row.take(entry)
        first = first.take(item, axis=1)
        cell = first + (column, row)
        number = cell[1] * width + cell[0]
        order = np.argsort(number, kind="stable")
        item = item.take(order)
        numbers = np.arange(width * height + 1)
        return Entries(
            np.searchsorted(number.take(order), numbers),
            item,
            self.bounds.take(item, axis=2),
            np.stack((cell, first)).take(order, axis=2),
        )

    def _spans(self, bounds: Floats, side: float) -> tuple[Ints, Ints]:
        """Return the first cell of bounds, and how many columns and
        rows they touch, (2, N) each."""
        first, last = self._cells(bounds, side)
        return first, last - first + 1

    def _cells(self, points: Floats, side: float) -> Ints:
        """Return column and row of the cell of each point, (2, N)."""
        origin, end = self.frame
        inside = np.minimum(np.maximum(points, origin), end)
        cells: Ints = ((inside - origin) / side).astype(np.intp)
        return cells

    def pairs(self, bounds: Floats) -> Pairs:
        """Return whose bounds touch these, each pair once.

        Args:
            bounds: (2, 2, M) float64, px: the queries', low and high.
        Returns:
            Pairs by query, ascending.
        """
        if self.size * bounds.shape[2] <= FEW_PAIRS:
            return self.touching(bounds)
        entries = self.entries
        first, (columns, rows) = self._spans(bounds, self.side)
        query, row = runs(rows)
        width, _ = self.shape
        left = first[0].take(query) + width * (
            first[1].take(query) + row
        )
        begin = entries.start.take(left)
        end = entries.start.take(left + columns.take(query))
        run, along = runs(end - begin)
        entry, query = begin.take(run) + along, query.take(run)

        low, high = entries.bounds.take(entry, axis=2)
        least, most = bounds.take(query, axis=2)
        near = (low <= most) & (high >= least)
        touch = (near[0] & near[1]).nonzero()[0]
        entry, query = entry.take(touch), query.take(touch)

        cell, its_first = entries.cells.take(entry, axis=2)
        once = cell == np.maximum(its_first, first.take(query, axis=1))
        kept = (once[0] & once[1]).nonzero()[0]
        item = entries.item.take(entry.take(kept))
        return Pairs(query.take(kept), item)

    def touching(self, bounds: Floats) -> Pairs:
        """Return what pairs does, without the cells: by asking all."""
        low, high = self.bounds[:, :, None]
        least, most = bounds[:, :, :, None]
        x, y = (low <= most) & (high >= least)
        return Pairs(*(x & y).nonzero())

    def cells(self, low: Floats, high: Floats) -> Floats:
        """Return the cells that one box of bounds touches: (K, 2, 2)
        float64, the smallest and the largest corner of each, px."""
        corners = np.stack((low, high), axis=1)
        (left, right), (top, bottom) = self._cells(corners, self.side)
        x, y = np.arange(left, right + 1), np.arange(top, bottom + 1)
        index = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        start = self.frame[0].T + index * self.side
        return np.stack((start, start + self.side), axis=1)


def runs(lengths: Ints) -> tuple[Ints, Ints]:
    """Number the members of runs: (3, 1) -> (0, 0, 0, 1), (0, 1, 2, 0).

    Returns which run each member belongs to, and its place there.
    """
    run = np.arange(len(lengths)).repeat(lengths)
    start = lengths.cumsum() - lengths
    return run, np.arange(len(run)) - start.take(run)


class Solids:
    """Bodies that stop movers, and who of them is near.

    solid names one by its row, as a Journey wants it; sides are
    the bounds, low ones with the sign turned: who is near has all four
    at or above what is asked.
    """

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        center, half, move, _ = bodies.vectors
        low, high = both = bounds(center, center + move, half)
        self.grid, self.sides = Grid(both), np.concatenate((-low, high))
        self.solid = cache(bodies.solid)

    def between(self, low: Vector, high: Vector) -> list[Solid]:
        """Return those whose swept bounds touch these."""
        asked = np.array([*map(neg, high), *low])[:, None]
        left, top, right, bottom = self.sides >= asked
        rows = (left & top & right & bottom).nonzero()[0].tolist()
        return [self.solid(row) for row in rows]


class Surroundings:
    """A Journey's question: who may be met between two corners?

    What was found on the straight way answers it as long as the mover
    stays there. A bent way leads back: then more is looked at. Of many
    only those are named who are near.
    """

    def __init__(self, solids: Sequence[Solids], mover: Solid) -> None:
        p, half, e, _, _ = mover
        self.solids, self.reach = solids, [h + MARGIN for h in half]
        end = [x + y for x, y in zip(p, e)]
        self.look(tuple(map(min, p, end)), tuple(map(max, p, end)))

    def look(self, low: Vector, high: Vector) -> None:
        self.low, self.high = low, high
        self.found = self.between(low, high)

    def between(self, low: Vector, high: Vector) -> list[Solid]:
        low = tuple([x - s for x, s in zip(low, self.reach)])
        high = tuple([x + s for x, s in zip(high, self.reach)])
        near = [solids.between(low, high) for solids in self.solids]
        return list(chain(*near))

    def __call__(self, low: Vector, high: Vector) -> list[Solid]:
        inside = (*map(le, self.low, low), *map(le, high, self.high))
        if not all(inside):
            more = [b - a for a, b in zip(low, high)]
            self.look(
                tuple([x - m for x, m in zip(low, more)]),
                tuple([x + m for x, m in zip(high, more)]),
            )
        many = len(self.found) > MANY
        return self.between(low, high) if many else self.found
