"""Which boxes are near, if a single grid would be crowded?

One distant box, and a grid of as many cells as there are boxes has all
others in one cell. A fence of long boxes, and each lies in hundreds of
cells. So sort the boxes by size first. All whose width is between the
same two powers of two, and whose height is, are a level; its cells are
larger than its largest box. A box is written into one cell only, that
of its low corner, and reaches at most into the next column and row:

    a level of flat boxes        a level of small boxes
    | a------.----   |           | a- |   b-  | c- |
    |                | b-----    |    |       |    |   d-

Only cells with a box in them are stored, in order: of levels, in a
level of rows, in a row of columns. So the boxes near a query are found
by binary search: of each level the rows, of each row the run of boxes
between two columns.

Points are columns here: (2, N), all x and then all y.

Source: Ericson, Real-Time Collision Detection, 7.2 (hierarchical
grids, there with square cells in a hash table).
"""

from __future__ import annotations

import numpy as np

from .batch import Floats, Ints
from .tables import Pairs, first_queries, group_starts, runs

COLUMN_BITS = 27
"""For the number of a column, and for that of a row: with the level
they are one sortable integer."""

MOST_CELLS = 2.0**26
"""In a row or column: cells are at least such a part of the world."""

MOST_LEVELS = 64
"""A query searches each: if there were more, neighbours are one."""

SLACK = 1 + 2.0**-20
"""A level's cells are larger than its boxes by more than what rounding
may move a corner."""


class Levels:
    """Boxes by size, and in a level by place.

    Args:
        bounds: (2, 2, N) float64, px: low and high, x and y; N >= 1.
    """

    def __init__(self, bounds: Floats) -> None:
        low, high = bounds
        self.origin = low.min(axis=1)[:, None]
        world = high.max(axis=1)[:, None] - self.origin
        least = np.maximum(high - low, world / MOST_CELLS)
        size, level = as_levels(least * SLACK)
        self.size = size
        """(2, L), px: width and height of each level's cells."""
        column, row = self.cells_of(low, size.take(level, axis=1))
        key = pack(pack(level, row), column)
        order = np.argsort(key, kind="stable")
        self.item = order
        """(N,): the boxes in the order of their cells."""
        self.key = key.take(order)
        """(N,): the level, row and column of each of them."""
        self.bounds = bounds.take(order, axis=2)
        """(2, 2, N), px: the bounds of each of them."""
        starts = group_starts(level.take(order)).nonzero()[0]
        low, high = self.bounds
        self.low = np.minimum.reduceat(low, starts, axis=1)
        """(2, L), px: the smallest corner of each level's boxes."""
        self.high = np.maximum.reduceat(high, starts, axis=1)
        """(2, L), px: their largest corner."""
        rows = self.key >> COLUMN_BITS
        self.row = rows.compress(group_starts(rows))
        """The level and row of each row with a box in it, ascending."""
        shorter = size.min(axis=0)
        self.side = float(np.median(shorter.take(level)))
        """The shorter side of a cell, px: the median of all boxes."""

    def cells_of(self, points: Floats, size: Floats) -> Ints:
        """Return column and row of the cells of this size in which
        points lie; far outside the world, those of a cell without a
        box."""
        cells = np.floor((points - self.origin) / size)
        number = np.minimum(np.maximum(cells, -1), 2 * MOST_CELLS - 1)
        index: Ints = number.astype(np.int64)
        return index

    def pairs(self, bounds: Floats, most: float) -> tuple[Pairs, int]:
        """Do what Grid.pairs does."""
        (query, entry), count = self.search(bounds, most)
        low, high = self.bounds.take(entry, axis=2)
        query_low, query_high = bounds.take(query, axis=2)
        near = (low <= query_high) & (high >= query_low)
        touch = (near[0] & near[1]).nonzero()[0]
        item = self.item.take(entry.take(touch))
        return Pairs(query.take(touch), item), count

    def search(self, bounds: Floats, most: float) -> tuple[Pairs, int]:
        """Find the boxes in the cells that queries touch.

        Args:
            bounds: (2, 2, M) float64, px: the queries', low and high.
            most: number of pairs that may be found.
        Returns:
            Pairs whose item is an index into self.item; and the number
            of queries that were searched, as in Grid.pairs.
        """
        levels = self.size.shape[1]
        count = bounds.shape[2]
        if count * levels > most:
            count = max(1, int(most // levels))
        # Of each query in turn, the levels with boxes around there.
        low, high = bounds[:, :, :count]
        begins = self.low[:, None] <= high[:, :, None]
        near = begins & (self.high[:, None] >= low[:, :, None])
        found = (near[0] & near[1]).ravel().nonzero()[0]
        query: Ints = found // levels
        level: Ints = found % levels
        size = self.size.take(level, axis=1)
        low, high = bounds.take(query, axis=2)
        # A box may reach into the next cell: one more to the left, up.
        first = np.maximum(self.cells_of(low, size) - 1, 0)
        last = self.cells_of(high, size)

        begin = self.row.searchsorted(pack(level, first[1]))
        end = self.row.searchsorted(pack(level, last[1]), "right")
        rows = end - begin
        count = first_queries(query, rows, most, count)
        rows = rows[query < count]
        search, along = runs(rows)
        row = self.row.take(begin.take(search) + along)

        begin = self.key.searchsorted(pack(row, first[0].take(search)))
        end = self.key.searchsorted(
            pack(row, last[0].take(search)), "right"
        )
        boxes = end - begin
        query = query.take(search)
        count = first_queries(query, boxes, most, count)
        boxes = boxes[query < count]
        run, along = runs(boxes)
        return Pairs(query.take(run), begin.take(run) + along), count

    def cells(self, low: Floats, high: Floats) -> Floats:
        """Return the cells with a box that a query of the box between
        two corners searches, as Grid.cells: those that it touches, and
        the next ones on the left and above."""
        corners = np.stack((low, high))[:, :, None]
        (_, entry), _ = self.search(corners, np.inf)
        row, column = unpack(np.unique(self.key.take(entry)))
        level, row = unpack(row)
        size = self.size.take(level, axis=1)
        start = self.origin + np.stack((column, row)) * size
        return np.stack((start, start + size)).transpose(2, 0, 1)


def as_levels(least: Floats) -> tuple[Floats, Ints]:
    """Sort boxes into levels.

    Args:
        least: (2, N), px: width and height that a cell of each box must
            exceed.
    Returns:
        Width and height of each level's cells, (2, L), px, powers of
        two; and the level of each box, (N,).
    """
    _, exponents = np.frexp(least)
    apart = 1
    while True:
        # Powers of 2^apart, the next above.
        x, y = -(exponents.astype(np.int64) // -apart) * apart
        known, level = np.unique(pack(x, y + 2048), return_inverse=True)
        if len(known) <= MOST_LEVELS:
            break
        apart += 1
    x, y = unpack(known)
    return np.ldexp(1.0, np.stack((x, y - 2048))), level


def pack(high: Ints, low: Ints) -> Ints:
    """Return two numbers as one, by which they are sorted: a high one,
    and a low one from -1 to 2^27 - 1."""
    return (high << COLUMN_BITS) + low


def unpack(packed: Ints) -> tuple[Ints, Ints]:
    """Return the two numbers that were packed; the low one was not
    negative."""
    return packed >> COLUMN_BITS, packed % (1 << COLUMN_BITS)
