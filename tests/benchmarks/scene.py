"""What is measured: movers among thin walls in a closed arena.

Made once as arrays, from a seed; every engine gets the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from support.adapters import Columns, Engine

DT = 1 / 60
SIDE = 4000.0
SIZES = ((1, 50), (20, 100), (200, 500), (1000, 2000), (5000, 5000), (10000, 10000))
"""Movers and walls."""
THIN, HALF = 1.0, 4.0
"""px: half a wall's thickness, and half a mover's side."""
CLEAR = 1.0
"""px that are free around a mover at first; engines differ over what touches."""


class Arena(NamedTuple):
    """Everything's columns, (N, 2), px and px/s."""

    side: float
    wall_center: Columns
    wall_half: Columns
    center: Columns
    half: Columns
    velocity: Columns

    def build(self, engine: Engine) -> Engine:
        """Put all of this into an engine."""
        engine.add("wall", self.wall_center, self.wall_half)
        engine.add("mover", self.center, self.half, self.velocity)
        return engine

    def lost(self, positions: Columns) -> int:
        """Count the movers that are outside, or nowhere."""
        inside = (positions > 0) & (positions < self.side)
        return len(positions) - int(inside.all(axis=1).sum())


def arena(movers: int, walls: int, seed: int, side: float = SIDE) -> Arena:
    """Return so many movers, free of so many walls in a closed square."""
    rng = np.random.default_rng(seed)
    length = rng.uniform(10, 30, walls)
    upright = rng.random(walls) < 0.5
    wall_half = np.where(upright[:, None], *(as_rows(THIN, length), as_rows(length, THIN)))
    wall_center = rng.uniform(0, side, (walls, 2))
    middle, end = side / 2, side / 2 + 2 * THIN
    frame = np.array(
        [(-THIN, middle), (side + THIN, middle), (middle, -THIN), (middle, side + THIN)]
    )
    frame_half = np.array([(THIN, end), (THIN, end), (end, THIN), (end, THIN)])
    wall_center = np.concatenate((wall_center, frame))
    wall_half = np.concatenate((wall_half, frame_half))
    center = free(rng, movers, wall_center, wall_half, side)
    turn, speed = rng.uniform(0, 2 * np.pi, movers), rng.uniform(1000, 6000, movers)
    velocity = as_rows(np.cos(turn), np.sin(turn)) * speed[:, None]
    return Arena(side, wall_center, wall_half, center, np.full((movers, 2), HALF), velocity)


def as_rows(x: Columns | float, y: Columns | float) -> Columns:
    """Return two columns, or one and a number, as rows."""
    return np.stack(np.broadcast_arrays(x, y), axis=1)


def free(
    rng: np.random.Generator, count: int, center: Columns, half: Columns, side: float
) -> Columns:
    """Return so many random places where a mover overlaps no wall."""
    places, reach = np.zeros((count, 2)), half + (HALF + CLEAR)
    taken = np.arange(count)
    while len(taken):
        places[taken] = rng.uniform(HALF, side - HALF, (len(taken), 2))
        overlaps = [(np.abs(center - places[i]) < reach).all(axis=1).any() for i in taken]
        taken = taken[np.array(overlaps)]
    return places
