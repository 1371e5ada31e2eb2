"""Which solids are near a mover's path?

To sweep every mover against every solid takes the product of their
numbers. Most pairs are far apart, and a coarse test finds that out:
lay a grid over the world, write each item into the cells that its
bounds touch, and search only the cells that a mover's swept bounds
touch.

Cells are numbered row by row, and the items are stored in the order
of their cells. So the cells of one row between two columns are one
run of items, and a query is a few slices:

     row 0   | 0 | 1 | 2 | 3 |      items  a a b . c | b d d | ...
     row 1   | 4 |[5 | 6]| 7 |                         \\_run_/

An item in several cells must be found only once: in the first cell,
in x and in y, that it shares with the query.

Points are columns here: (2, N), all x and then all y.

If a cell would be crowded, the items are searched by levels instead.

Source: Ericson, Real-Time Collision Detection, 7.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from .aabb import Vector
from .batch import Bools, Floats, Ints
from .contact import MARGIN, Body
from .levels import Levels
from .tables import Bodies, Pairs, bounds, first_queries, runs

ENTRIES_PER_ITEM = 8
"""Cells double in size until an item lies in no more than this many
cells on average: long items do not make the grid large."""

FEW_PAIRS = 1 << 14
"""Up to this number of pairs it is faster to compare all than to use
the cells, and the items need not be written into them."""

MOST_PAIRS = 1 << 17
"""Pairs that share a cell and are compared at once, 0.2 kB each. Only a
single query may have more: a crowd does not fill the memory."""

CROWDED = 64
"""Entries in a cell: with more of them somewhere, levels are used."""

MANY = 32
"""Solids near one path: if there are more, it is searched in
strides."""

SHORT = 1 / 8
"""Of a grid's spacing: the shortest stride."""

MOST_IN_A_ROW = 4096
"""Cells: the grid of a few items that lie far apart stays small."""

FINER = 0.7
"""A cell's side, as a part of that at which each item would have one
cell if they covered the world evenly: about two cells for an item."""

LEAST_SIDE = 1e-9
"""px: cells have a size even if all items are in one point."""

EMPTY_SIDE = 2.0**20
"""px: without items the world is one cell."""

OUTWARDS = np.array([-1.0, 1.0])[:, None, None]
"""(2, 1, 1): the signs of the directions in which low and high sides
face."""


class Entries(NamedTuple):
    """Items, once for each cell that they touch, in order of cells."""

    start: Ints
    """The index of each cell's first entry; one more ends the last."""
    item: Ints
    """The item of each of N entries."""
    bounds: Floats
    """The bounds of each entry's item, (2, 2, N)."""
    cells: Ints
    """(2, 2, N): column and row of each entry's cell, then of the first
    cell of its item."""


class Grid:
    """Bounds of items, written into cells when these are first used.

    Args:
        bounds: (2, 2, N) float64, px: low and high, x and y.
    """

    def __init__(self, bounds: Floats) -> None:
        self.bounds = bounds
        self.size = bounds.shape[2]
        """The number of items, N."""
        self.sides = (bounds * OUTWARDS).reshape(4, -1)
        """(4, N), px: how far each side lies outwards, so that one
        comparison tests all four: -low and high, x and y."""

    @cached_property
    def frame(self) -> tuple[Floats, Floats]:
        """Smallest and largest corner of all items, (2, 1) each, px."""
        low, high = self.bounds if self.size else np.zeros((2, 2, 1))
        return low.min(axis=1)[:, None], high.max(axis=1)[:, None]

    @cached_property
    def edges(self) -> list[float]:
        """Left, top, right and bottom of the frame, px."""
        edges: list[float] = np.ravel(self.frame).tolist()
        return edges

    @cached_property
    def side(self) -> float:
        """The side of a cell, px: about the mean extent of the items,
        larger if they leave much of the world empty."""
        low, high = self.bounds
        corner, opposite = self.frame
        width, height = (opposite - corner).ravel().tolist()
        mean = float((high - low).mean()) if self.size else EMPTY_SIDE
        even = sqrt(width) * sqrt(height) / sqrt(self.size + 1)
        least = max(width, height) / MOST_IN_A_ROW
        side: float = max(mean, FINER * even, least, LEAST_SIDE)
        most = ENTRIES_PER_ITEM * self.size + 64
        while self._count_entries(side) > most:
            side *= 2
        return side

    def _count_entries(self, side: float) -> int:
        """Return how many entries cells of this side have in all."""
        _, (columns, rows) = self._spans(self.bounds, side)
        return int((columns * rows).sum())

    @cached_property
    def shape(self) -> tuple[int, int]:
        """How many columns and how many rows of cells there are."""
        last = self._cells(self.frame[1], self.side).ravel().tolist()
        return last[0] + 1, last[1] + 1

    @cached_property
    def levels(self) -> Levels | None:
        """The items in cells of several sizes, if a cell of this grid
        would be crowded; otherwise None."""
        if self.size <= CROWDED:
            return None
        in_a_cell = np.diff(self.entries.start)
        crowded = in_a_cell.max() > CROWDED
        return Levels(self.bounds) if crowded else None

    @property
    def spacing(self) -> float:
        """The side of a cell, px; with cells of several sizes, the
        median of their shorter sides."""
        return self.levels.side if self.levels else self.side

    @cached_property
    def entries(self) -> Entries:
        """The items in their cells."""
        width, height = self.shape
        first, (columns, rows) = self._spans(self.bounds, self.side)
        item, row = runs(rows)
        entry, column = runs(columns.take(item))
        item = item.take(entry)
        row = row.take(entry)
        first = first.take(item, axis=1)
        cell = first + (column, row)
        number = cell[1] * width + cell[0]
        order = np.argsort(number, kind="stable")
        item = item.take(order)
        number = number.take(order)
        start = np.searchsorted(number, np.arange(width * height + 1))
        cells = np.stack((cell, first)).take(order, axis=2)
        bounds = self.bounds.take(item, axis=2)
        return Entries(start, item, bounds, cells)

    def _spans(self, bounds: Floats, side: float) -> tuple[Ints, Ints]:
        """Return the first cell of bounds, and the numbers of columns
        and rows that they touch, (2, N) each."""
        first, last = self._cells(bounds, side)
        return first, last - first + 1

    def _cells(self, points: Floats, side: float) -> Ints:
        """Return column and row of each point's cell, (2, N); of points
        outside the grid, those of the cell nearest to them."""
        origin, end = self.frame
        inside = np.minimum(np.maximum(points, origin), end)
        cells: Ints = ((inside - origin) / side).astype(np.intp)
        return cells

    def pairs(
        self, bounds: Floats, most: float = inf
    ) -> tuple[Pairs, int]:
        """Find the items whose bounds touch those of queries.

        Args:
            bounds: (2, 2, M) float64, px: the queries', low and high.
            most: number of pairs that may be compared.
        Returns:
            The pairs, each once, by query, ascending; and the number of
            queries that were searched: the first ones, as many as most
            allows, but at least one.
        """
        count = bounds.shape[2]
        if self.size * count <= FEW_PAIRS:
            # nonzero takes ten times as long where there are two axes.
            found = self.near(bounds).ravel().nonzero()[0]
            return Pairs(*np.divmod(found, self.size)), count
        if self.levels:
            return self.levels.pairs(bounds, most)
        entries = self.entries
        # One run of entries for each row of cells that a query touches.
        first, (columns, rows) = self._spans(bounds, self.side)
        query, row = runs(rows)
        width, _ = self.shape
        x, y = first.take(query, axis=1)
        left = x + width * (y + row)
        begin = entries.start.take(left)
        end = entries.start.take(left + columns.take(query))
        lengths = end - begin
        count = first_queries(query, lengths, most, count)
        lengths = lengths[query < count]
        run, along = runs(lengths)
        entry = begin.take(run) + along
        query = query.take(run)

        # Only the pairs whose bounds touch.
        low, high = entries.bounds.take(entry, axis=2)
        query_low, query_high = bounds.take(query, axis=2)
        near = (low <= query_high) & (high >= query_low)
        touch = (near[0] & near[1]).nonzero()[0]
        entry = entry.take(touch)
        query = query.take(touch)

        # Each pair once: in the first cell that both share.
        cell, its_first = entries.cells.take(entry, axis=2)
        once = cell == np.maximum(its_first, first.take(query, axis=1))
        first_found = (once[0] & once[1]).nonzero()[0]
        item = entries.item.take(entry.take(first_found))
        return Pairs(query.take(first_found), item), count

    def near(self, bounds: Floats) -> Bools:
        """Tell which of M queries touch which of N items, (M, N), by
        comparing all with all.

        Args:
            bounds: as for pairs.
        """
        # Touching: -low of the item >= -high of the query, high >= low.
        least = (bounds[::-1] * OUTWARDS).reshape(4, -1)
        touch = self.sides[:, None] >= least[:, :, None]
        return np.asarray(np.logical_and.reduce(touch))

    def cells(self, low: Floats, high: Floats) -> Floats:
        """Return the K cells that the box between two corners, (2,)
        each, px, touches.

        Returns:
            (K, 2, 2) float64, px: smallest and largest corner of each.
        """
        if self.levels:
            return self.levels.cells(low, high)
        corners = np.array((low, high)).T
        first, last = self._cells(corners, self.side).T.tolist()
        columns = range(first[0], last[0] + 1)
        rows = range(first[1], last[1] + 1)
        index = np.array([(x, y) for y in rows for x in columns])
        origin, _ = self.frame
        start = origin.T + index * self.side
        return np.stack((start, start + self.side), axis=1)


Listed = tuple[list[float], Body]
"""Left, top, right and bottom of a solid's swept bounds, px; the solid
itself."""


class Solids:
    """The bodies that stop movers, ready to be searched.

    The grid finds those near many movers; find, those near one.
    """

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        center, half, move, _ = bodies.vectors
        self.grid = Grid(bounds(center, center + move, half))
        self.listed: dict[int, Listed] = {}
        self.tables: dict[bool, list[Floats | Ints]] = {}
        """What compiled.py searches: by whether it is one cell."""

    @cached_property
    def are_moving(self) -> bool:
        """Whether any of them moves. Then their grid is made in every
        step; walls keep theirs."""
        return bool(self.bodies.columns[4:6].any())

    def find(self, least: Floats) -> list[int]:
        """Return the rows of all solids whose swept bounds touch one
        box.

        Args:
            least: (4, 1) float64, px: the box's high sides with the
                sign turned, then its low sides.
        """
        near = np.logical_and.reduce(self.grid.sides >= least)
        rows: list[int] = near.nonzero()[0].tolist()
        return rows

    def body(self, row: int) -> Listed:
        """Return the solid in a row, and its swept bounds."""
        if row not in self.listed:
            edges = self.grid.bounds[:, :, row].ravel().tolist()
            self.listed[row] = edges, self.bodies.body(row)
        return self.listed[row]


def corners_around(
    center: Vector, way: Sequence[float]
) -> tuple[Vector, Vector]:
    """Return the corners that lie this far from a centre on each axis,
    px: the smallest and the largest."""
    low = tuple([x - reach for x, reach in zip(center, way)])
    high = tuple([x + reach for x, reach in zip(center, way)])
    return low, high


class NearSolids:
    """The solids near one mover: what follow() searches.

    At first the part of the world is searched that lies as far around
    the mover's start as it moves in the step; if many solids are there,
    as far as its first stride. If the mover leaves that part, another
    one is searched.
    """

    def __init__(self, solids: Sequence[Solids], mover: Body) -> None:
        p, half, e, _, _ = mover
        self.solids = solids
        self.reach = [h + MARGIN for h in half]
        self.stride = inf
        """px: how far a path is searched at first."""
        way = [abs(x) for x in e]
        low, high = corners_around(p, way)
        rows = self.find(low, high)
        if sum(map(len, rows)) > MANY:
            spacing = min([each.grid.spacing for each in solids])
            self.stride = SHORT * spacing
            way = [min(x, self.stride) for x in way]
            low, high = corners_around(p, way)
            rows = self.find(low, high)
        self.keep(low, high, rows)

    def find(self, low: Vector, high: Vector) -> list[list[int]]:
        """Return, for each of self.solids, the rows that a mover may
        touch while its centre stays between these corners."""
        # High sides with the sign turned: all are compared by >=.
        least = [-x - reach for x, reach in zip(high, self.reach)]
        least += [x - reach for x, reach in zip(low, self.reach)]
        column = np.array(least)[:, None]
        return [each.find(column) for each in self.solids]

    def keep(
        self, low: Vector, high: Vector, rows: Sequence[Sequence[int]]
    ) -> None:
        """Set what was found between two corners."""
        self.low = low
        self.high = high
        self.found: list[Listed] = []
        for solids, its_rows in zip(self.solids, rows):
            self.found += [solids.body(row) for row in its_rows]

    def __call__(self, low: Vector, high: Vector) -> list[Body]:
        """Return the solids that the mover may touch while its centre
        stays between these corners."""
        (x0, y0), (x1, y1) = low, high
        (left, top), (right, bottom) = self.low, self.high
        if x0 < left or y0 < top or x1 > right or y1 > bottom:
            w = x1 - x0
            h = y1 - y0
            corners = (x0 - w, y0 - h), (x1 + w, y1 + h)
            self.keep(*corners, self.find(*corners))
        reach_x, reach_y = self.reach
        x0 -= reach_x
        y0 -= reach_y
        x1 += reach_x
        y1 += reach_y
        return [
            solid
            for (left, top, right, bottom), solid in self.found
            if left <= x1 and x0 <= right and top <= y1 and y0 <= bottom
        ]
