"""Was a step lawful?

Judged from its report and the numbers of the bodies alone: every straight piece of every path is
held against every solid, by brute force, with none of the code that made it. The letters are those
of game.collision.response: d the distance, s the reach.
"""

from typing import NamedTuple

import numpy as np

from game.collision import SKIN, Kind, Response, Space, Step

ROUNDING = 2.0**-40
"""The part of the largest number in play that float64 may lose on a path: some thousand ulps."""


class Verdict(NamedTuple):
    """Ids of the movers that broke a promise, and of those of which promises do not speak."""

    through: np.ndarray
    """They passed the core of a solid on their way (promise 1)."""
    inside: np.ndarray
    """They end inside a solid deeper than SKIN (promise 3)."""
    faster: np.ndarray
    """They bounced off walls only, and |velocity| changed (promise 6)."""
    crushed: np.ndarray


def audit(before: Space, happened: Step, after: Space, dt: float) -> Verdict:
    """Judge one step that took before to after."""
    contacts = happened.contacts
    solids = before.ids(Kind.WALL, Kind.OBSTACLE)
    crushed = np.unique(contacts.mover[contacts.crushed])
    movers = np.setdiff1d(before.ids(Kind.MOVER), crushed)
    movers = movers[before.response[movers] != Response.PASS]
    return Verdict(
        through=np.setdiff1d(passed_a_core(before, happened, solids, movers, dt), crushed),
        inside=movers[depth(after, solids, movers) > SKIN + rounding(after.center)],
        faster=changed_speed(before, happened, after, movers),
        crushed=crushed,
    )


def rounding(*numbers: np.ndarray) -> float:
    return ROUNDING * max(np.abs(x).max(initial=1.0) for x in numbers)


def depth(space: Space, solids: np.ndarray, movers: np.ndarray) -> np.ndarray:
    """Return how deep each mover lies in its deepest solid, px; negative is free."""
    d = np.abs(space.center[movers, None] - space.center[None, solids])
    s = space.half_extents[movers, None] + space.half_extents[None, solids]
    return (s - d).min(axis=2).max(axis=1, initial=-np.inf)


def passed_a_core(
    before: Space, happened: Step, solids: np.ndarray, movers: np.ndarray, dt: float
) -> np.ndarray:
    """Name the movers of which a piece of path enters a solid by more than 2 SKIN."""
    pieces = happened.paths.only(np.isin(happened.paths.mover, movers))
    f = before.velocity[solids] * dt
    slack = 2 * SKIN + rounding(pieces.start, pieces.end, f)
    k = before.half_extents[pieces.mover, None] + before.half_extents[None, solids] - slack
    o = before.center[None, solids]
    d0 = o + f * pieces.u_start[:, None, None] - pieces.start[:, None]
    d1 = o + f * pieces.u_end[:, None, None] - pieces.end[:, None]
    way = d1 - d0
    # |d0 + way t| < k in an open interval of t, on each axis; do these and [0, 1] meet?
    with np.errstate(divide="ignore", invalid="ignore"):
        times = np.stack(((-k - d0) / way, (k - d0) / way))
    enter, leave = times.min(axis=0), times.max(axis=0)
    still = way == 0
    enter[still], leave[still] = -np.inf, np.inf
    apart = (k <= 0) | (still & (np.abs(d0) >= k))
    first, last = np.maximum(enter.max(axis=2), 0), np.minimum(leave.min(axis=2), 1)
    hit = (first < last) & ~apart.any(axis=2)
    return np.unique(pieces.mover[hit.any(axis=1)])


def changed_speed(before: Space, happened: Step, after: Space, movers: np.ndarray) -> np.ndarray:
    """Name the movers that only bounced off walls, but whose |velocity| is not the same bits."""
    contacts = happened.contacts
    pushed = contacts.mover[before.kind[contacts.other] != Kind.WALL]
    bounced = movers[before.response[movers] == Response.BOUNCE]
    free = np.setdiff1d(bounced, pushed)
    speeds = [np.abs(space.velocity[free]) for space in (before, after)]
    return free[(speeds[0] != speeds[1]).any(axis=1)]
