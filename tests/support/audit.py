"""Did a step keep its promises?

The audit uses the step's report and the bodies' columns only: it compares every straight piece of
every path with every solid, by brute force, with none of the code that made the step. The letters
are those of game.collision.contact: d the distance, s the reach.
"""

from typing import NamedTuple

import numpy as np

from game.collision import SKIN, Kind, Response, Space, Step
from game.collision.tables import Paths

ROUNDING = 2.0**-40
"""The share of the largest number that rounding may lose on a path: some thousand ulps."""

CHUNK = 2_000
"""Pieces of path tested at once: their tables fit into a processor's cache."""


class Verdict(NamedTuple):
    """Ids of the movers that broke a promise, and of those without one."""

    through: np.ndarray
    """They passed the core of a solid, or the joint of two (promise 1)."""
    inside: np.ndarray
    """They end inside a solid deeper than SKIN (promise 3)."""
    faster: np.ndarray
    """They bounced off walls only, and |velocity| changed (promise 6)."""
    crushed: np.ndarray


class Boxes(NamedTuple):
    """Boxes that move; (n, 2) each."""

    center: np.ndarray
    half: np.ndarray
    velocity: np.ndarray


def audit(before: Space, report: Step, after: Space, dt: float) -> Verdict:
    """Check one step that changed before to after."""
    contacts = report.contacts
    ids = before.ids(Kind.WALL, Kind.OBSTACLE)
    solids, later = (
        Boxes(x.center[ids], x.half_extents[ids], x.velocity[ids]) for x in (before, after)
    )
    crushed = np.unique(contacts.mover[contacts.crushed])
    movers = np.setdiff1d(before.ids(Kind.MOVER), crushed)
    movers = movers[before.response[movers] != Response.PASS]
    through = cross_a_core(before, report, solids, movers, dt)
    narrow = movers[before.half_extents[movers].min(axis=1) <= SKIN]
    if narrow.size:
        unions = joints(solids)
        narrow = narrow[depth(before, unions, narrow) <= SKIN]
        through = np.union1d(through, cross_a_core(before, report, unions, narrow, dt))
    return Verdict(
        through=through,
        inside=movers[depth(after, later, movers) > SKIN + rounding(after.center)],
        faster=changed_speed(before, report, after, movers),
        crushed=crushed,
    )


def joints(solids: Boxes) -> Boxes:
    """Return what two solids that touch, and move alike, cover together: a box for each joint."""
    low, high = solids.center - solids.half, solids.center + solids.half
    alike = (solids.velocity[:, None] == solids.velocity).all(axis=2)
    boxes = []
    for i in (0, 1):
        touch = np.abs(high[:, None, i] - low[None, :, i]) <= SKIN
        a, b = np.nonzero(touch & alike)
        start, end = np.maximum(low[a], low[b]), np.minimum(high[a], high[b])
        start[:, i], end[:, i] = low[a, i], high[b, i]
        boxes.append(Boxes((start + end) / 2, (end - start) / 2, solids.velocity[a]))
    both = Boxes._make(map(np.concatenate, zip(*boxes)))
    return Boxes._make(x[(both.half > 4 * SKIN).all(axis=1)] for x in both)


def rounding(*numbers: np.ndarray) -> float:
    return ROUNDING * max(np.abs(x).max(initial=1.0) for x in numbers)


def depth(space: Space, solids: Boxes, movers: np.ndarray) -> np.ndarray:
    """Return how deep each mover lies in its deepest solid, px; negative is free."""
    p, h = space.center[movers], space.half_extents[movers]
    d = [np.abs(np.subtract.outer(p[:, i], solids.center[:, i])) for i in (0, 1)]
    s = [np.add.outer(h[:, i], solids.half[:, i]) for i in (0, 1)]
    return np.minimum(s[0] - d[0], s[1] - d[1]).max(axis=1, initial=-np.inf)


def cross_a_core(
    before: Space, report: Step, solids: Boxes, movers: np.ndarray, dt: float
) -> np.ndarray:
    """Return the movers of which a piece of path enters a solid by more than 2 SKIN."""
    pieces = report.paths.only(np.isin(report.paths.mover, movers))
    o, f = solids.center, solids.velocity * dt
    k = solids.half - 2 * SKIN - rounding(pieces.start, pieces.end, f)
    crossing = [pieces.mover[:0]]
    for first in range(0, len(pieces.mover), CHUNK):
        some = pieces.only(slice(first, first + CHUNK))
        row, solid = near_pairs(some, before.half_extents[some.mover], o, f, k)
        some = some.only(row)
        d0 = o[solid] + f[solid] * some.u_start[:, None] - some.start
        d1 = o[solid] + f[solid] * some.u_end[:, None] - some.end
        hit = enters(d0, d1 - d0, before.half_extents[some.mover] + k[solid])
        crossing.append(some.mover[hit])
    return np.unique(np.concatenate(crossing))


def near_pairs(
    pieces: Paths, half: np.ndarray, o: np.ndarray, f: np.ndarray, k: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pair pieces of path with all solids that their swept bounds overlap, except for rounding."""
    near = np.ones((len(half), len(k)), bool)
    for i in (0, 1):
        d0 = o[:, i] + np.multiply.outer(pieces.u_start, f[:, i]) - pieces.start[:, i, None]
        d1 = o[:, i] + np.multiply.outer(pieces.u_end, f[:, i]) - pieces.end[:, i, None]
        reach = np.add.outer(half[:, i], k[:, i])
        near &= (np.minimum(d0, d1) < reach) & (np.maximum(d0, d1) > -reach)
    return np.nonzero(near)


def enters(d0: np.ndarray, r: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Return where |d0 + r t| < k on both axes for some t between 0 and 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        times = np.stack(((-k - d0) / r, (k - d0) / r))
    enter, leave = times.min(axis=0), times.max(axis=0)
    still = r == 0
    enter[still], leave[still] = -np.inf, np.inf
    apart = (k <= 0) | (still & (np.abs(d0) >= k))
    first, last = np.maximum(enter.max(axis=1), 0), np.minimum(leave.min(axis=1), 1)
    return (first < last) & ~apart.any(axis=1)


def changed_speed(before: Space, report: Step, after: Space, movers: np.ndarray) -> np.ndarray:
    """Return the movers that bounced off walls only and whose |velocity| changed by any bit."""
    contacts = report.contacts
    pushed = contacts.mover[before.kind[contacts.other] != Kind.WALL]
    bounced = movers[before.response[movers] == Response.BOUNCE]
    free = np.setdiff1d(bounced, pushed)
    speeds = [np.abs(space.velocity[free]) for space in (before, after)]
    return free[(speeds[0] != speeds[1]).any(axis=1)]
