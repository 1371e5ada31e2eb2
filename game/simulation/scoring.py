"""How many points and stars does a run earn?

1,000 for the exit, and 10 for each 0.01 s under par; 250, 500, 1,000, ... for the first, second,
third core of a dash; 50 for a graze, a lethal box that a dash passes closely. Stars are for the par
time, for the par of dashes, and for no creeping.
"""

from __future__ import annotations

from typing import NamedTuple

EXIT = 1_000
GRAZE = 50


class Stars(NamedTuple):
    time: bool = False
    dashes: bool = False
    no_creep: bool = False


def core_points(chain: int) -> int:
    """Return what the chain-th core of a dash is worth, from 1."""
    return 250 << (chain - 1)


def time_points(ticks: int, tick_rate: int, par_ticks: int, par_rate: int) -> int:
    """Return what finishing under par is worth; the par has a tick rate of its own."""
    under = par_ticks * tick_rate - ticks * par_rate
    return max(0, 10 * (100 * under // (tick_rate * par_rate)))
