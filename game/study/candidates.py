"""Which pairs does a tick test, and what rejects the others?

Each test costs more than the one before it, and is left with fewer pairs:

    possible           each mover with each solid
    in shared cells    the swept bounds of both touch the same cell of the grid
    swept              the swept bounds of both touch
    hit                the solid stops the mover, or turns it aside

The bounds of a mover are those of each straight path on which it sets out, to the
tick's end. With few bodies the engine compares all bounds without the grid, and sweeps
the same pairs.
"""

from __future__ import annotations

from math import inf

import numpy as np

from ..collision import Kind
from ..collision.batch import Floats, Ints
from ..collision.grid import Grid
from ..collision.tables import Pairs, bounds
from ..simulation.world import World
from .explain import BOUNDS_APART, HIT, OTHER_CELLS, REASONS, explain, rejection
from .pair import centers_at, contacts_of, pair_at, paths_of, solids_hit


def count_pairs(world: World) -> dict[str, int]:
    """Return how many pairs of a mover and a solid each test of the last tick was left
    with, by the test's name.

    Those in shared cells and those swept are left out if the last tick did not sweep.
    """
    movers = world.space.ids(Kind.MOVER)
    solids = world.space.ids(Kind.WALL, Kind.OBSTACLE)
    counts = {"pairs possible": len(movers) * len(solids)}
    if world.last.step and world.last.is_swept:
        in_cells, swept = near_pairs(world, movers)
        counts["in shared cells"] = len(in_cells)
        counts["swept"] = len(swept)
    contacts = contacts_of(world)
    hits = set(zip(contacts.mover.tolist(), contacts.other.tolist()))
    counts["hit"] = len(hits)
    return counts


def near_pairs(world: World, movers: Ints) -> tuple[Ints, Ints]:
    """Return the pairs of a mover and a solid in shared cells in the last tick, and
    those whose swept bounds touched.

    A pair is one number: the mover's id times the number of bodies, plus the solid's
    id. Both arrays are sorted, without repetitions.

    Args:
        world: after a tick.
        movers: the ids of those whose pairs are asked for.
    """
    space = world.space
    start = centers_at(world, 0.0)
    end = start + world.last.moves
    swept_bounds = bounds(start.T, end.T, space.half_extents.T)  # (2, 2, N)
    mover, around = swept_bounds_of(world, movers, start)
    first_pair = mover * len(space.kind)  # The least number of a pair of this mover.
    in_cells: list[Ints] = []
    touching: list[Ints] = []
    for kind in (Kind.WALL, Kind.OBSTACLE):  # The engine has a grid for each.
        solids = space.ids(kind)
        grid = Grid(swept_bounds[..., solids])
        sharing = sharing_pairs(grid, around)
        in_cells.append(first_pair[sharing.query] + solids[sharing.item])
        near, _ = grid.pairs(around)
        touching.append(first_pair[near.query] + solids[near.item])
    return np.unique(np.concatenate(in_cells)), np.unique(np.concatenate(touching))


def swept_bounds_of(world: World, movers: Ints, starts: Floats) -> tuple[Ints, Floats]:
    """Return (k,), the mover's id, and (2, 2, k), the swept bounds, of each of the k
    straight paths on which movers set out in the last tick.

    A mover sets out when the tick begins, and anew where a piece of its path begins;
    each time straight on to the tick's end.

    Args:
        world: after the tick.
        movers: their ids.
        starts: (N, 2), the centres of all bodies when the tick begins, px.
    """
    paths = paths_of(world)
    pieces = paths.only(np.isin(paths.mover, movers))
    span = pieces.u_end - pieces.u_start
    lengthening = (1.0 - pieces.u_start) / span
    to_tick_end = (pieces.end - pieces.start) * lengthening[:, None]
    first_start = starts[movers]
    first_end = first_start + world.last.moves[movers]
    mover = np.concatenate((movers, pieces.mover))
    start = np.concatenate((first_start, pieces.start))
    end = np.concatenate((first_end, pieces.start + to_tick_end))
    return mover, bounds(start.T, end.T, world.space.half_extents[mover].T)


def sharing_pairs(grid: Grid, around: Floats) -> Pairs:
    """Return the pairs of these bounds and the items of a grid that touch a cell in
    common; of levels, those that a search compares."""
    if grid.levels:
        (query, entry), _ = grid.levels.search(around, inf)
        return Pairs(query, grid.levels.item[entry])
    cells = Grid(cells_of(grid, grid.bounds))
    pairs, _ = cells.pairs(cells_of(grid, around))
    return pairs


def cells_of(grid: Grid, boxes: Floats) -> Floats:
    """Return the first and the last cell of a grid that each of these bounds touches:
    bounds again, but their numbers count columns and rows."""
    low, high = grid.frame
    return np.floor((np.clip(boxes, low, high) - low) / grid.side)


def reasons_of(world: World, mover: int) -> dict[str, list[int]]:
    """Return the ids of all solids by the reason why a mover had no contact with them
    in the last tick, the earliest test first; those with a contact are last, by HIT.
    Reasons without a solid are left out."""
    if not world.last.step:
        return {}
    count = len(world.space.kind)
    in_cells, swept = near_pairs(world, np.array([mover]))
    sharing = set((in_cells % count).tolist())
    touching = set((swept % count).tolist())
    hit = solids_hit(world, mover)
    found: dict[str, list[int]] = {reason: [] for reason in (*REASONS, HIT)}
    for solid in world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist():
        if solid in hit:
            reason = HIT
        elif solid in touching:
            reason = last_rejection(world, mover, solid)
        elif solid in sharing:
            reason = BOUNDS_APART
        else:
            reason = OTHER_CELLS
        found[reason].append(solid)
    return {reason: ids for reason, ids in found.items() if ids}


def last_rejection(world: World, mover: int, solid: int) -> str:
    """Return why a mover had no contact in the last tick with a solid whose swept
    bounds its own touched, one of REASONS.

    Its path may have several pieces, each with a reason of its own; the one of the
    latest test counts.
    """
    paths = paths_of(world)
    ends = paths.u_end[paths.mover == mover].tolist() or [1.0]
    reasons = []
    for end in ends:
        outcome = explain(*pair_at(world, mover, solid, end).case)
        reasons.append(rejection(outcome, world.last.is_swept))
    return max(reasons, key=REASONS.index)
