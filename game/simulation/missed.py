"""What would a test at the end of each tick have missed?

A contact stops a mover or turns it aside. Had the mover gone straight on, a test that
samples only the end of the tick would see it there: still inside the solid, or already
past it.

      m ---u|--->            m ---u|-+->
            |                      | |
            a thin wall            a thick wall
      apart at the end:      they overlap at the end:
      missed                 seen
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..collision import Space, Step
from ..collision.batch import Bools, Floats, Ints
from .methods import inside


class PredictedPaths(NamedTuple):
    """Where movers would have been without their contacts; rows as the contacts."""

    mover: Ints
    end: Floats
    """(n, 2), where the mover would have been at the end of the step, px."""
    solid: Floats
    """(n, 2), where the solid is at the end of the step, px."""
    drift: Floats
    """(n, 2), the solid's displacement from the contact to the end of the step, px."""
    reach: Floats
    """(n, 2), the sum of both half extents, px."""

    def missed(self) -> Bools:
        """Return which contacts a test at the end of the step would not have seen."""
        x, y = (np.abs(self.end - self.solid) > self.reach).T
        return np.asarray(x | y)


NO_PREDICTIONS = PredictedPaths(np.zeros(0, np.intp), *4 * (np.zeros((0, 2)),))


class Counters(NamedTuple):
    """Sums over the steps of a run: rows, and for inside one for each mover and
    step."""

    contacts: int = 0
    touches: int = 0
    missed_by_discrete: int = 0
    """Contacts that a test at the end of the step would not have seen."""
    inside: int = 0
    """Movers that ended a step deeper than SKIN in a solid."""
    crushed: int = 0


def count(counters: Counters, step: Step, space: Space, missed: Bools) -> Counters:
    """Return the counters with one more step.

    Args:
        counters: those of the steps before.
        step: what happened, up to the end of the run.
        space: as the whole step leaves it.
        missed: which of its contacts a test at the end of the step would not have seen.
    """
    rows = len(step.contacts.u), len(step.touches.u0), int(np.count_nonzero(missed))
    now = *rows, len(inside(space)[0]), int(np.count_nonzero(step.contacts.crushed))
    return Counters(*(old + new for old, new in zip(counters, now)))


def predict_paths(step: Step, space: Space, moves: Floats) -> PredictedPaths:
    """Return where movers would have been without their contacts.

    Args:
        step: what happened, up to the end of the run.
        space: as the whole step leaves it.
        moves: (N, 2) float64, px: each body's displacement in the step if nothing stops
            it.
    """
    if not len(step.contacts.u):
        return NO_PREDICTIONS
    c, half, left = step.contacts, space.half_extents, (1.0 - step.contacts.u)[:, None]
    end, drift = c.position + left * incoming_moves(step, moves), left * moves[c.other]
    reach = half[c.mover] + half[c.other]
    return PredictedPaths(c.mover, end, space.center[c.other], drift, reach)


def incoming_moves(step: Step, moves: Floats) -> Floats:
    """Return the displacement in a whole step of the movers as they came to each
    contact, px.

    It is the slope of the path's piece that ends there; without one, their displacement
    at first.
    """
    c, p = step.contacts, step.paths
    piece = np.searchsorted(2.0 * p.mover + p.u_end, 2.0 * c.mover + c.u)
    came = np.flatnonzero(piece < len(p.mover))
    came = came[
        (p.mover[piece[came]] == c.mover[came]) & (p.u_start[piece[came]] < c.u[came])
    ]
    piece, slope = piece[came], moves[c.mover]
    slope[came] = (p.end - p.start)[piece] / (p.u_end - p.u_start)[piece, None]
    return slope
