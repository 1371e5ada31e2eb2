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

from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .aabb import Vector
from .batch import Floats

Ints = NDArray[np.intp]

ENTRIES_PER_ITEM = 8
"""Cells double in size until an item lies in no more than so many, on
the average: long items do not make the grid large."""


class Pairs(NamedTuple):
    """Whose bounds touch: rows of the queries and of the items."""

    query: Ints
    item: Ints


class Entries(NamedTuple):
    """Items, once for each cell that they touch, in order of cells."""

    start: Ints
    """Where a cell's entries begin; those of the next cell follow."""
    item: Ints
    low: Floats
    """The item's bounds, (2, N), px."""
    high: Floats
    cell: Ints
    """Column and row of the cell, (2, N)."""
    first: Ints
    """Column and row of the first cell that the item touches."""


class Grid:
    """Bounds of items; written into cells when these are first asked.

    Args:
        low, high: (2, N) float64, px: the items' bounds.
    """

    def __init__(self, low: Floats, high: Floats) -> None:
        self.low, self.high = low, high
        none = np.zeros((2, 1))
        self.origin = (
            np.min(low, 1, keepdims=True) if low.size else none
        )
        self.end = np.max(high, 1, keepdims=True) if low.size else none

    @cached_property
    def side(self) -> float:
        """The side of a cell, px."""
        n = self.low.shape[1]
        width, height = (self.end - self.origin).ravel().tolist()
        mean = float((self.high - self.low).mean()) if n else 0.0
        even = sqrt(width) * sqrt(height) / sqrt(n + 1)
        side: float = max(
            2 * mean, even, width / 4096, height / 4096, 1e-9
        )
        while True:
            first = self._cells(self.low, side)
            columns, rows = self._cells(self.high, side) - first + 1
            if int((columns * rows).sum()) <= ENTRIES_PER_ITEM * n + 64:
                return side
            side *= 2

    @cached_property
    def columns(self) -> int:
        """How many cells a row has."""
        return int(self._cells(self.end, self.side)[0, 0]) + 1

    @cached_property
    def entries(self) -> Entries:
        first = self._cells(self.low, self.side)
        columns, rows = self._cells(self.high, self.side) - first + 1
        item, row = runs(rows)
        entry, column = runs(columns.take(item))
        item, row = item.take(entry), row.take(entry)
        cell = first.take(item, axis=1) + (column, row)
        number = cell[1] * self.columns + cell[0]
        order = np.argsort(number, kind="stable")
        item, number = item.take(order), number.take(order)
        cells = (
            int(self._cells(self.end, self.side)[1, 0] + 1)
            * self.columns
        )
        return Entries(
            np.searchsorted(number, np.arange(cells + 1)),
            item,
            self.low.take(item, axis=1),
            self.high.take(item, axis=1),
            cell.take(order, axis=1),
            first.take(item, axis=1),
        )

    def _cells(self, points: Floats, side: float) -> Ints:
        """Return column and row of the cell of each point, (2, N)."""
        index = np.maximum((points - self.origin) / side, 0.0)
        most = (self.end - self.origin) / side
        return np.minimum(index, most).astype(np.intp)

    def pairs(self, low: Floats, high: Floats) -> Pairs:
        """Return whose bounds touch these, each pair once.

        Args:
            low, high: (2, M) float64, px: the queries' bounds.
        Returns:
            Pairs by query, ascending.
        """
        entries = self.entries
        first, last = (
            self._cells(low, self.side),
            self._cells(high, self.side),
        )
        columns, rows = last - first + 1
        query, row = runs(rows)
        left = (first[1] * self.columns + first[0]).take(query)
        left += row * self.columns
        begin = entries.start.take(left)
        end = entries.start.take(left + columns.take(query))
        run, along = runs(end - begin)
        entry, query = begin.take(run) + along, query.take(run)

        near = entries.low.take(entry, axis=1) <= high.take(
            query, axis=1
        )
        near &= entries.high.take(entry, axis=1) >= low.take(
            query, axis=1
        )
        touch = np.flatnonzero(near[0] & near[1])
        entry, query = entry.take(touch), query.take(touch)

        shared = np.maximum(
            entries.first.take(entry, axis=1), first.take(query, axis=1)
        )
        once = entries.cell.take(entry, axis=1) == shared
        kept = np.flatnonzero(once[0] & once[1])
        return Pairs(
            query.take(kept), entries.item.take(entry.take(kept))
        )

    def touching(self, low: Vector, high: Vector) -> Ints:
        """Return the items whose bounds touch those of one query."""
        (left, top), (right, bottom) = low, high
        x, y = self.low
        near = (x <= right) & (y <= bottom)
        x, y = self.high
        return np.flatnonzero(near & (x >= left) & (y >= top))

    def cells(self, low: Floats, high: Floats) -> Floats:
        """Return the cells that one box of bounds touches: (K, 2, 2)
        float64, the smallest and the largest corner of each, px."""
        corners = np.stack((low, high), axis=1)
        (left, right), (top, bottom) = self._cells(corners, self.side)
        index = np.meshgrid(
            np.arange(left, right + 1), np.arange(top, bottom + 1)
        )
        start = (
            self.origin.T
            + np.stack(index, axis=-1).reshape(-1, 2) * self.side
        )
        return np.stack((start, start + self.side), axis=1)


def runs(lengths: Ints) -> tuple[Ints, Ints]:
    """Number the members of runs: (3, 1) -> (0, 0, 0, 1), (0, 1, 2, 0).

    Returns which run each member belongs to, and its place there.
    """
    run = np.arange(len(lengths)).repeat(lengths)
    start = lengths.cumsum() - lengths
    return run, np.arange(len(run)) - start.take(run)
