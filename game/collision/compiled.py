"""How are many movers followed where follow.c is compiled?

follow.c is given the arrays of a Grid, or those of its levels, and
follows the movers as a Flock does, to the same bits. It writes where
they are then, the pieces of their paths, and a row for each contact
that is reported.

Source: flock for what happens, build for how follow.c is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import inf
from types import ModuleType

import numpy as np

from .batch import Floats, Ints
from .flock import STRIDE, Followed, Log
from .grid import FEW_PAIRS, Grid, Solids
from .response import MOST_BENDS
from .tables import Bodies, Contacts, Paths, Rows

Table = Floats | Ints

NO_LEVELS: list[Table] = [np.zeros(0, np.intp), np.zeros(0)]
"""In place of Levels.row and Levels.size."""

MANY_MOVERS = 256
"""Up to this number of movers, obstacles are not written into cells: to
compare all takes less time, of 300 obstacles as of 20,000."""

ROOM = 3
"""Rows for each mover in a table of what happens: if most movers have
more than two contacts, there is a second table."""


def follow_in_c(
    library: ModuleType,
    solids: Sequence[Solids],
    movers: Bodies,
    log: Log,
) -> Followed:
    """Follow movers to the end of the step, except those in a rare
    case: flock.follow_in_rounds, and the last piece of each path too.

    Args:
        library: follow.c, compiled.
        solids: the walls, and the obstacles if there are any.
        movers: their columns become those where they are then.
        log: gains what happens to them.
    """
    count = len(movers.id)
    u = np.zeros(count)
    bends = np.zeros(count, np.intp)
    alone = np.zeros(count, np.bool_)
    filled = [each for each in solids if each.grid.size]
    searched = [tables_of(each, count) for each in filled]
    worlds = list(chain.from_iterable(searched))
    stride = first_stride(filled, count)
    state = movers.columns, movers.response, movers.id, u, bends, alone
    row = 0
    while row < count:
        size = int(ROOM * (count - row)) + MOST_BENDS + 1
        paths = new_paths(size)
        contacts = new_contacts(size)
        row, pieces, hits = library.follow(
            row, stride, *state, *paths, *contacts[:-1], *worlds
        )
        log.path_tables.append(first_rows(paths, pieces))
        if hits:
            log.contact_tables.append(first_rows(contacts, hits))
    return Followed(alone, u, bends)


def new_paths(size: int) -> Paths:
    """Return a table with room for this number of pieces of path."""
    return Paths(
        mover=np.empty(size, np.intp),
        u_start=np.empty(size),
        u_end=np.empty(size),
        start=np.empty((size, 2)),
        end=np.empty((size, 2)),
    )


def new_contacts(size: int) -> Contacts:
    """Return a table with room for this number of contacts, of which
    none crushes a mover."""
    return Contacts(
        mover=np.empty(size, np.intp),
        other=np.empty(size, np.intp),
        u=np.empty(size),
        normal=np.empty((size, 2)),
        position=np.empty((size, 2)),
        crushed=np.zeros(size, np.bool_),
    )


def first_rows(table: Rows, count: int) -> Rows:
    """Return the first rows of a table. A few of them do not keep all
    of it in memory."""
    rows = table._make([column[:count] for column in table])
    if 4 * count < len(table[0]):
        return rows._make([column.copy() for column in rows])
    return rows


def first_stride(solids: Sequence[Solids], count: int) -> float:
    """Return how far a path is searched at first, px, as the cells of
    the first solids tell that have some: walls, if there are any."""
    for each in solids:
        if not each.are_moving or not in_one_cell(each, count):
            return STRIDE * each.grid.spacing
    return inf


def in_one_cell(solids: Solids, count: int) -> bool:
    """Tell whether this number of movers compare all solids."""
    if solids.are_moving and count <= MANY_MOVERS:
        return True
    pairs: int = solids.grid.size * count
    return pairs <= FEW_PAIRS


def tables_of(solids: Solids, count: int) -> list[Table]:
    """Return the arrays in which this number of movers search solids:
    those of the grid, or of a single cell."""
    one_cell = in_one_cell(solids, count)
    if one_cell not in solids.tables:
        bodies = solids.bodies
        rows = bodies.columns.T.copy()
        search = search_one_cell if one_cell else search_cells
        frame, *tables = search(solids.grid)
        solids.tables[one_cell] = [frame, rows, bodies.id, *tables]
    return solids.tables[one_cell]


def search_one_cell(grid: Grid) -> list[Table]:
    """Return tables in which each search compares all items."""
    item = np.arange(grid.size)
    start = np.array([0, grid.size])
    bounds = rows_of(grid.bounds)
    return [frame(grid, inf, 1), item, bounds, start, *NO_LEVELS]


def search_cells(grid: Grid) -> list[Table]:
    """Return the tables of a grid, or of its levels if it has some."""
    if grid.levels:
        levels = grid.levels
        bounds = rows_of(levels.bounds)
        tables = [levels.item, bounds, levels.key]
        return [frame(grid, 0.0, 0), *tables, levels.row, levels.size]
    entries = grid.entries
    columns, _ = grid.shape
    bounds = rows_of(entries.bounds)
    corners = frame(grid, grid.side, columns)
    return [corners, entries.item, bounds, entries.start, *NO_LEVELS]


def frame(grid: Grid, side: float, columns: int) -> Floats:
    """Return the corners of a box around all items, the side of a cell,
    px, and how many columns of cells there are; (6,)."""
    return np.array([*grid.edges, side, columns])


def rows_of(bounds: Floats) -> Floats:
    """Return bounds (2, 2, N) as (N, 4): low and high, x and y."""
    return bounds.reshape(4, -1).T.copy()
