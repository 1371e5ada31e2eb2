"""Which medals does a run earn?

Time is the score. The limits are the stored run's time and multiples of it, in seconds,
so they are the same at every tick rate. The ring beside the medal is for dashes:

    0        1.0      1.15      1.5       2.5      times the stored run's time
    |  author's |  gold |  silver |  bronze |  none
"""

from __future__ import annotations

from typing import NamedTuple

from .replay import Replay

MEDALS = {"bronze": 50, "silver": 30, "gold": 23, "author's": 20}
"""The limit of each medal, in twentieths of the stored run's time."""


class Award(NamedTuple):
    """What a run earns: the number of medals, 0 to 4, of which the last one counts;
    whether the ring, for at most as many dashes as in the stored run; and whether with
    an assist."""

    medals: int = 0
    ring: bool = False
    assisted: bool = False


def limits(stored: Replay, tick_rate: int) -> list[int]:
    """Return the most ticks of a run that earns each medal, at this tick rate."""
    return [
        part * stored.ticks * tick_rate // (20 * stored.tick_rate)
        for part in MEDALS.values()
    ]


def award(ticks: int, tick_rate: int, dashes: int, stored: Replay) -> Award:
    """Return what a run earns that ends now, which is also all that it can still
    earn."""
    medals = sum(ticks <= limit for limit in limits(stored, tick_rate))
    return Award(medals, dashes <= stored.dashes)
