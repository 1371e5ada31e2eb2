"""How is the data of many bodies laid out?

A column for each property, together a table. Numbers of a body are
(N,); vectors are (2, N), all x and then all y, since arithmetic on
whole columns is fastest where each lies in one piece of memory. What a
Step reports to the outside has vectors in the usual rows, (N, 2).

Source: the structure of arrays that data-oriented designs use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from .batch import Bools, Floats, Ints
from .contact import MARGIN, Body

Column = Ints | Floats | Bools


class Contacts(NamedTuple):
    """Contacts of movers with solids. Rows by u, then mover, then in
    the order in which they happened."""

    mover: Ints
    """(n,), the mover's id."""
    other: Ints
    """(n,), the solid's id."""
    u: Floats
    """(n,), when the boxes first touch, in [0, 1] of the step."""
    normal: Floats
    """(n, 2), unit vectors from the solid towards the mover."""
    position: Floats
    """(n, 2), the mover's centre at u, px."""
    crushed: Bools
    """(n,), whether the mover stays there until the step ends: between
    solids that close, or inside solids with no free place."""


class Touches(NamedTuple):
    """Overlaps of movers with sensors and movers. Rows by u0, a, b."""

    a: Ints
    """(n,), the mover's id; of two movers the one that notices, the
    lower id if both do."""
    b: Ints
    """(n,), the id of the sensor or of the other mover."""
    u0: Floats
    """(n,), the first time of overlap, in [0, 1] of the step."""
    u1: Floats
    """(n,), the last time of overlap, in [u0, 1]."""


class Paths(NamedTuple):
    """Straight pieces of the paths of all bodies that moved. Rows by
    id, then time.

    To be pushed out of the solids in which it starts takes a mover no
    time and is no piece: its path begins where it was pushed, and a
    mover that was only pushed out has none. The step's contacts at
    u = 0 tell of it.
    """

    mover: Ints
    """(n,), the body's id."""
    u_start: Floats
    """(n,), when the piece begins, in [0, 1] of the step."""
    u_end: Floats
    """(n,), when it ends, in [u_start, 1]."""
    start: Floats
    """(n, 2), the centre at u_start, px."""
    end: Floats
    """(n, 2), the centre at u_end, px."""

    def at(self, u: float, center: Floats) -> Floats:
        """Return the centres of all bodies at a time of the step.

        Args:
            u: time in [0, 1].
            center: (N, 2) float64, px: the space's, after the step.
        Returns:
            A copy of center, in which bodies that moved are at their
            places at u.
        """
        placed = center.copy()
        pieces = self.only((self.u_start <= u) & (u <= self.u_end))
        placed[pieces.mover] = pieces.place(u)
        return placed

    def bounds(self, half: Floats) -> Floats:
        """Return the swept bounds of boxes on these pieces.

        Args:
            half: (n, 2) float64, px: half extents, a row for each.
        Returns:
            (2, 2, n) float64, px: low and high, x and y.
        """
        return bounds(self.start.T, self.end.T, half.T)

    def only(self, rows: Ints | Bools) -> Paths:
        """Return a table of some of these rows.

        Args:
            rows: (k,) ints, or a mask of (n,) bools.
        """
        return Paths._make(column[rows] for column in self)

    @np.errstate(all="ignore")
    def place(self, u: Floats | float) -> Floats:
        """Return the centre on each piece at a time.

        Args:
            u: time in [0, 1], one for all or (n,).
        Returns:
            (n, 2) float64, px; end itself from u_end on, so that no
            rounding moves it.
        """
        ended = np.asarray(u >= self.u_end)
        if np.count_nonzero(ended) == len(ended):
            return self.end.copy()
        span = self.u_end - self.u_start
        # A piece may take no time: no division by 0.
        part = (u - self.u_start) / np.where(span > 0, span, 1.0)
        path = (self.end - self.start) * part[:, None]
        return np.where(ended[:, None], self.end, self.start + path)


class Step(NamedTuple):
    """What happened in a step: three tables of columns."""

    contacts: Contacts
    """Contacts of movers with solids, n rows."""
    touches: Touches
    """Overlaps of movers with sensors and movers, n rows."""
    paths: Paths
    """Straight pieces of the paths of all bodies that moved, n rows."""


class Bodies(NamedTuple):
    """Rows of a Space, for a step."""

    id: Ints
    """(N,), ascending."""
    columns: Floats
    """(8, N): centre, half extents, displacement and velocity, x and y
    of each."""
    response: Ints
    """(N,), each a Response."""
    notices: Bools
    """(N,), whether the body reports movers that it touches."""

    @property
    def vectors(self) -> Floats:
        """The columns as (4, 2, N): centre, half extents, displacement
        and velocity, (2, N) each."""
        return vectors(self.columns)

    def body(self, row: int) -> Body:
        """Return a row as one body, in plain numbers."""
        numbers = self.columns[:, row].reshape(4, 2).tolist()
        p, h, e, v = map(tuple, numbers)
        return Body(p, h, e, v, int(self.id[row]))


class Pairs(NamedTuple):
    """Pairs whose bounds touch: rows of the queries and the items."""

    query: Ints
    item: Ints


NO_IDS = np.zeros(0, np.intp)
NO_TIMES = np.zeros(0)
NO_FLAGS = np.zeros(0, np.bool_)
NO_POINTS = np.zeros((0, 2))
NO_BODIES = Bodies(NO_IDS, np.zeros((8, 0)), NO_IDS, NO_FLAGS)
NO_CONTACTS = Contacts(
    NO_IDS, NO_IDS, NO_TIMES, NO_POINTS, NO_POINTS, NO_FLAGS
)
NO_TOUCHES = Touches(NO_IDS, NO_IDS, NO_TIMES, NO_TIMES)
NO_PIECES = Paths(NO_IDS, NO_TIMES, NO_TIMES, NO_POINTS, NO_POINTS)


Rows = TypeVar("Rows", bound=NamedTuple)


def as_table(rows: Sequence[tuple[object, ...]], empty: Rows) -> Rows:
    """Return rows as a table of the kind of an empty one; if there are
    no rows, that empty one itself."""
    if not rows:
        return empty
    columns = zip(*rows)
    return empty._make(map(np.array, columns))


def concatenate(tables: Sequence[Rows], axis: int = 0) -> Rows:
    """Return one table with the rows of all; axis is that on which the
    rows lie in each column. If only one has rows, it is returned
    itself; if none has, the first."""
    filled = [table for table in tables if len(table[0])]
    if len(filled) < 2:
        return (filled or tables)[0]
    columns = [np.concatenate(parts, axis) for parts in zip(*filled)]
    return filled[0]._make(columns)


def gather(parts: Iterator[Rows], empty: Rows) -> Rows:
    """Return one table with the rows of all, or an empty one if there
    is none. The first of the tables, which are used nowhere else, grows
    by the others in turn: none waits in memory for the last one."""
    table = next(parts, empty)
    for part in parts:
        for column, more in zip(table, part):
            size = len(column)
            column.resize(size + len(more), refcheck=False)
            column[size:] = more
    return table


def split_rows(table: Rows, at: int) -> tuple[Rows, Rows]:
    """Return the first rows of a table, so many, and the others."""
    first = table._make([x[:at] for x in table])
    return first, table._make([x[at:] for x in table])


def take_rows(table: Rows, rows: Ints, axis: int = -1) -> Rows:
    """Return a table of these rows of another; axis is that on which
    the rows lie in each column."""
    return table._make([x.take(rows, axis) for x in table])


def in_order(table: Rows, column: Ints | Floats) -> Rows:
    """Return a table whose rows are in the order of a column of it;
    rows that are equal there stay in the order that they have."""
    if not np.count_nonzero(column[1:] < column[:-1]):
        return table
    return take_rows(table, stable_order(column), 0)


def stable_order(column: Ints | Floats) -> Ints:
    """Return the indices by which a column is in order; those of equal
    values ascend."""
    if column.dtype.kind == "f":
        # Times hardly ever are equal, and this sort takes a third of
        # the time of a stable one.
        order = column.argsort()
        values = column.take(order)
        if not np.count_nonzero(values[1:] == values[:-1]):
            return order
    return column.argsort(kind="stable")


def vectors(columns: Floats) -> Floats:
    """Return columns (2 K, N), x and y in turn, as (K, 2, N)."""
    return columns.reshape(len(columns) // 2, 2, columns.shape[1])


def bounds(a: Floats, b: Floats, half: Floats) -> Floats:
    """Return the swept bounds of boxes that move from a to b, each
    (2, N), with MARGIN: (2, 2, N), low and high, x and y."""
    reach = half + MARGIN
    sides = np.empty((2, *reach.shape))
    np.subtract(np.minimum(a, b), reach, out=sides[0])
    np.add(np.maximum(a, b), reach, out=sides[1])
    return sides


def runs(lengths: Ints) -> tuple[Ints, Ints]:
    """Return, for each member of runs of these lengths, the index of
    its run, and its place in the run: of lengths (3, 1) that is
    (0, 0, 0, 1) and (0, 1, 2, 0)."""
    run = np.arange(len(lengths)).repeat(lengths)
    start = lengths.cumsum() - lengths
    return run, np.arange(len(run)) - start.take(run)


def group_starts(values: Ints) -> Bools:
    """Tell where a value differs from the one before, (n,); the first
    always does."""
    new = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return new


def first_queries(
    query: Ints, lengths: Ints, most: float, count: int
) -> int:
    """Return how many of count queries, the first ones, have no more
    than most pairs; at least one.

    Args:
        query: ascending.
        lengths: how many pairs are found there; the same shape.
    """
    if lengths.sum() <= most:
        return count
    last = np.searchsorted(lengths.cumsum(), most)
    return max(int(query[last]), 1)
