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

Source: Ericson, Real-Time Collision Detection, 7.1.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .batch import Floats

Ints = NDArray[np.intp]

ENTRIES_PER_ITEM = 8
"""Cells double in size until an item lies in no more than so many, on
the average: long items do not make the grid large."""


class Pairs(NamedTuple):
    """Whose bounds touch: rows of the queries and of the items."""

    query: Ints
    item: Ints


class Grid:
    """Bounds of items, written into cells.

    Args:
        low, high: (N, 2) float64, px: the items' bounds.
    """

    def __init__(self, low: Floats, high: Floats) -> None:
        self.low, self.high = low, high
        n = len(low)
        self.origin = low.min(axis=0) if n else np.zeros(2)
        self.end = high.max(axis=0) if n else np.zeros(2)
        width, height = (self.end - self.origin).tolist()
        mean = float((high - low).mean()) if n else 0.0
        even = sqrt(width) * sqrt(height) / sqrt(n + 1)
        self.cell = max(
            2 * mean, even, width / 4096, height / 4096, 1e-9
        )
        while True:
            last = self._cells(self.end)
            self.columns, self.rows = (last + 1).tolist()
            first, last = self._cells(low), self._cells(high)
            columns, rows = (last - first + 1).T
            if int((columns * rows).sum()) <= ENTRIES_PER_ITEM * n + 64:
                break
            self.cell *= 2
        item, row = runs(rows)
        entry, column = runs(columns[item])
        item, row = item[entry], row[entry]
        self.column, self.row = first[item].T + (column, row)
        cell = self.row * self.columns + self.column
        order = np.argsort(cell, kind="stable")
        self.item = item[order]
        self.column, self.row = self.column[order], self.row[order]
        self.first = first
        self.start = np.searchsorted(
            cell[order], np.arange(self.rows * self.columns + 1)
        )

    def _cells(self, points: Floats) -> Ints:
        """Return column and row of the cell of each point, (..., 2)."""
        index = np.floor((points - self.origin) / self.cell)
        most = np.floor((self.end - self.origin) / self.cell)
        cell: Ints = np.clip(index, 0, most).astype(np.intp)
        return cell

    def pairs(self, low: Floats, high: Floats) -> Pairs:
        """Return whose bounds touch these, each pair once.

        Args:
            low, high: (M, 2) float64, px: the queries' bounds.
        """
        first, last = self._cells(low), self._cells(high)
        query, down = runs(last[:, 1] - first[:, 1] + 1)
        row = (first[query, 1] + down) * self.columns
        start = self.start[row + first[query, 0]]
        run, along = runs(self.start[row + last[query, 0] + 1] - start)
        entry, query = start[run] + along, query[run]
        item = self.item[entry]
        once = (
            self.column[entry]
            == np.maximum(self.first[item, 0], first[query, 0])
        ) & (
            self.row[entry]
            == np.maximum(self.first[item, 1], first[query, 1])
        )
        query, item = query[once], item[once]
        near = (self.low[item] <= high[query]) & (
            self.high[item] >= low[query]
        )
        touch = near[:, 0] & near[:, 1]
        return Pairs(query[touch], item[touch])

    def touching(self, low: Floats, high: Floats) -> Ints:
        """Return the items whose bounds touch those of one query."""
        near = (self.low <= high) & (self.high >= low)
        return np.flatnonzero(near[:, 0] & near[:, 1])

    def cells(self, low: Floats, high: Floats) -> Floats:
        """Return the cells that one box of bounds touches: (K, 2, 2)
        float64, the smallest and the largest corner of each, px."""
        (left, top), (right, bottom) = self._cells(
            np.stack((low, high))
        )
        corners = np.stack(
            np.meshgrid(
                np.arange(left, right + 1), np.arange(top, bottom + 1)
            ),
            axis=-1,
        ).reshape(-1, 2)
        start = self.origin + corners * self.cell
        return np.stack((start, start + self.cell), axis=1)


def runs(lengths: Ints) -> tuple[Ints, Ints]:
    """Number the members of runs: (3, 1) -> (0, 0, 0, 1), (0, 1, 2, 0).

    Returns which run each member belongs to, and its place there.
    """
    run = np.repeat(np.arange(len(lengths)), lengths)
    start = np.cumsum(lengths) - lengths
    return run, np.arange(len(run)) - start[run]
