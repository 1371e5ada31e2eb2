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

import numpy as np

from ..collision import Kind
from ..collision.batch import Floats, Ints
from ..collision.grid import Grid
from ..collision.tables import NO_PIECES, bounds
from ..simulation.world import World
from .explain import BOUNDS_APART, HIT, OTHER_CELLS, REASONS, explain, rejection
from .pair import pair_at


def count_pairs(world: World) -> dict[str, int]:
    """Return how many pairs each test of the last tick was left with, by its name.

    The two in the middle are missing if the last tick did not sweep.
    """
    movers, solids = (
        world.space.ids(Kind.MOVER),
        world.space.ids(Kind.WALL, Kind.OBSTACLE),
    )
    counts = {"pairs possible": len(movers) * len(solids)}
    if world.step and world.swept:
        counts |= zip(("in shared cells", "swept"), map(len, near_pairs(world, movers)))
    hits = world.step.contacts[:2] if world.step else ()
    return counts | {"hit": len({*zip(*(ids.tolist() for ids in hits))})}


def near_pairs(world: World, movers: Ints) -> list[Ints]:
    """Return the pairs in shared cells, and those whose swept bounds touch. A pair is a
    number: the solid's id, and so many times the number of bodies as the mover's id
    says."""
    space, paths = world.space, world.step.paths if world.step else NO_PIECES
    start, half = paths.at(0.0, space.center), space.half_extents
    pieces, end = paths.only(np.isin(paths.mover, movers)), start + world.moves
    part = (1.0 - pieces.u_start) / (pieces.u_end - pieces.u_start)
    straight = pieces.start + (pieces.end - pieces.start) * part[:, None]
    ids = np.concatenate((movers, pieces.mover))
    legs = (
        np.concatenate((start[movers], pieces.start)),
        np.concatenate((end[movers], straight)),
    )
    around = bounds(legs[0].T, legs[1].T, half[ids].T)
    found: list[list[Ints]] = [[], []]
    for solids in map(space.ids, (Kind.WALL, Kind.OBSTACLE)):
        grid = Grid(bounds(start[solids].T, end[solids].T, half[solids].T))
        cells = Grid(cells_of(grid, grid.bounds))
        tests = cells.pairs(cells_of(grid, around)), grid.pairs(around)
        for rows, (near, _) in zip(found, tests):
            rows.append(ids[near.query] * len(half) + solids[near.item])
    return [np.unique(np.concatenate(rows)) for rows in found]


def cells_of(grid: Grid, boxes: Floats) -> Floats:
    """Return the columns and rows of the first and the last cell that each of these
    bounds touches, as bounds."""
    low, high = grid.frame
    return np.floor((np.clip(boxes, low, high) - low) / grid.side)


def reasons_of(world: World, mover: int) -> dict[str, list[int]]:
    """Return the ids of the solids with which a mover had no contact in the last tick,
    by the reason; those with a contact are the last."""
    if not world.step:
        return {}
    tested, count = near_pairs(world, np.array([mover])), len(world.space.kind)
    shared, swept = ({*(pairs % count).tolist()} for pairs in tested)
    contacts, paths = world.step.contacts, world.step.paths
    hit = {*contacts.other[contacts.mover == mover].tolist()}
    ends = paths.u_end[paths.mover == mover].tolist() or [1.0]

    def reason_of(solid: int) -> str:
        if solid in hit or solid not in swept:
            return (
                HIT
                if solid in hit
                else BOUNDS_APART
                if solid in shared
                else OTHER_CELLS
            )
        outcomes = (explain(*pair_at(world, mover, solid, end).case) for end in ends)
        return max(
            (rejection(each, world.swept) for each in outcomes), key=REASONS.index
        )

    solids = world.space.ids(Kind.WALL, Kind.OBSTACLE).tolist()
    found = [*map(reason_of, solids)]
    order = sorted({*found}, key=(*REASONS, HIT).index)
    return {
        each: [id for id, why in zip(solids, found) if why == each] for each in order
    }
