"""What is known of many bodies?

A column for each property, together a table. Numbers of a body are
(N,); vectors are (2, N), all x and then all y, since arithmetic on
whole columns is fastest where they lie in one piece. What is told
outside, in a Step, has vectors in the usual rows, (N, 2).

Source: the structure of arrays that data-oriented designs use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .batch import Bools, Floats, Ints
from .contact import SKIN, Solid

MARGIN = 8 * SKIN
"""px, added to bounds so that they hold all that ties or touches."""


class Contacts(NamedTuple):
    """Movers that met solids. Rows by u, then mover, then the order of
    happening."""

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
    """(n,), whether the mover is held from there until the step ends:
    between solids that close, or inside with no way out."""


class Touches(NamedTuple):
    """Who overlapped whom, from u0 to u1; rows by u0, a, b."""

    a: Ints
    """(n,), the mover's id; of two movers one that notices, the lower
    id if both do."""
    b: Ints
    """(n,), the id of the sensor, or of the mover that was met."""
    u0: Floats
    """(n,), the first time of overlap, in [0, 1] of the step."""
    u1: Floats
    """(n,), the last time of overlap, in [u0, 1]."""


class Paths(NamedTuple):
    """Straight pieces of every body that moved; rows by id and time."""

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
        """Return where all bodies were at a time of the step.

        Args:
            u: time in [0, 1].
            center: (N, 2) float64, px: the space's, after the step.
        Returns:
            A copy with the rows of the bodies that moved set.
        """
        placed = center.copy()
        now = self.only((self.u_start <= u) & (u <= self.u_end))
        placed[now.mover] = now.place(u)
        return placed

    def bounds(self, half: Floats) -> Floats:
        """Return the swept bounds of boxes on these pieces.

        Args:
            half: (n, 2) float64, px: half extents, a row for a piece.
        Returns:
            (2, 2, n) float64, px: low and high, x and y.
        """
        return bounds(self.start.T, self.end.T, half.T)

    def only(self, rows: Ints | Bools) -> Paths:
        """Return these rows.

        Args:
            rows: (k,) ints, or a mask of (n,) bools.
        """
        return Paths._make(column[rows] for column in self)

    def place(self, u: Floats | float) -> Floats:
        """Return where each piece is at a time; at u_end to the bit.

        Args:
            u: time in [0, 1], one for all or (n,).
        Returns:
            (n, 2) float64, px.
        """
        span = self.u_end - self.u_start
        part = (u - self.u_start) / np.where(span > 0, span, 1.0)
        way = (self.end - self.start) * part[:, None]
        done = np.asarray(u >= self.u_end)[:, None]
        return np.where(done, self.end, self.start + way)


class Step(NamedTuple):
    """What happened in a step: three tables of columns."""

    contacts: Contacts
    """Which movers met which solids, n rows."""
    touches: Touches
    """Which movers overlapped sensors or movers, n rows."""
    paths: Paths
    """Where all went that moved, n rows."""


class Bodies(NamedTuple):
    """Rows of a Space, for a step."""

    id: Ints
    columns: Floats
    """(8, N): center, half extents, displacement and velocity, each of
    them x and y."""
    response: Ints
    notices: Bools

    @property
    def vectors(self) -> Floats:
        """The columns as (4, 2, N)."""
        return vectors(self.columns)

    def solid(self, row: int) -> Solid:
        """Return a row as a Journey wants it."""
        px, py, hx, hy, ex, ey, vx, vy = self.columns[:, row].tolist()
        id = int(self.id[row])
        return Solid((px, py), (hx, hy), (ex, ey), (vx, vy), id)


class Corners(NamedTuple):
    """Where paths begin, bend and end, in columns."""

    body: Ints
    u: Floats
    center: Floats


NONE = np.zeros(0, np.intp)
NO_TIMES, NO_FLAGS = np.zeros(0), np.zeros(0, np.bool_)
NO_PLACES = np.zeros((2, 0))
NOBODY = Bodies(NONE, np.zeros((8, 0)), NONE, NO_FLAGS)
NO_CORNERS = Corners(NONE, NO_TIMES, NO_PLACES)
NO_CONTACTS = Contacts(
    NONE, NONE, NO_TIMES, NO_PLACES, NO_PLACES, NO_FLAGS
)

NOTHING = Contacts._make([column.T for column in NO_CONTACTS])

Table = Any
"""A NamedTuple of columns."""


def joined(tables: Sequence[Table], axis: int = -1) -> Table:
    """Return one table with the rows of all, which lie along axis."""
    some = [table for table in tables if len(table[0])]
    if len(some) < 2:
        return (some or tables)[0]
    columns = [np.concatenate(parts, axis) for parts in zip(*some)]
    return some[0]._make(columns)


def taken(table: Table, rows: Ints) -> Table:
    """Return these rows of a table in columns."""
    return table._make([column.take(rows, axis=-1) for column in table])


def in_columns(rows: Sequence[tuple[Any, ...]]) -> list[NDArray[Any]]:
    """Return what all rows hold at each place."""
    return [np.array(column).T for column in zip(*rows)]


def vectors(columns: Floats) -> Floats:
    """Return columns, x and y in turn, as (..., 2, N)."""
    return columns.reshape(len(columns) // 2, 2, columns.shape[1])


def bounds(a: Floats, b: Floats, half: Floats) -> Floats:
    """Return the swept bounds, (2, 2, N), low and high, of boxes that
    go from a to b, with MARGIN."""
    reach = half + MARGIN
    low, high = np.minimum(a, b) - reach, np.maximum(a, b) + reach
    return np.concatenate((low, high)).reshape(2, 2, -1)
