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
from ..collision.tables import NO_IDS, NO_POINTS
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
        """Return which contacts a test at the end of the step would not have seen: a
        mask, one truth value for each."""
        x, y = (np.abs(self.end - self.solid) > self.reach).T
        return np.asarray(x | y)


NO_PREDICTIONS = PredictedPaths(NO_IDS, NO_POINTS, NO_POINTS, NO_POINTS, NO_POINTS)


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
    movers, _ = inside(space)
    return Counters(
        counters.contacts + len(step.contacts.u),
        counters.touches + len(step.touches.u0),
        counters.missed_by_discrete + int(np.count_nonzero(missed)),
        counters.inside + len(movers),
        counters.crushed + int(np.count_nonzero(step.contacts.crushed)),
    )


def predict_paths(step: Step, space: Space, moves: Floats) -> PredictedPaths:
    """Return where movers would have been without their contacts.

    Args:
        step: what happened, up to the end of the run.
        space: as the whole step leaves it.
        moves: (N, 2) float64, px: each body's displacement in the step if nothing stops
            it.
    """
    contacts = step.contacts
    if not len(contacts.u):
        return NO_PREDICTIONS
    left = (1.0 - contacts.u)[:, None]
    end = contacts.position + left * incoming_moves(step, moves)
    solid = space.center[contacts.other]
    drift = left * moves[contacts.other]
    reach = space.half_extents[contacts.mover] + space.half_extents[contacts.other]
    return PredictedPaths(contacts.mover, end, solid, drift, reach)


def incoming_moves(step: Step, moves: Floats) -> Floats:
    """Return the displacement in a whole step of the movers as they came to each
    contact, px.

    It is the slope of the path's piece that ends there; without one, their displacement
    at first.
    """
    contacts = step.contacts
    paths = step.paths
    moves_before = moves[contacts.mover]
    # 2 id + u: as u is at most 1, it orders pieces and contacts by body, then by time.
    wanted = 2.0 * contacts.mover + contacts.u
    piece = np.searchsorted(2.0 * paths.mover + paths.u_end, wanted)
    row = np.flatnonzero(piece < len(paths.mover))
    own = paths.only(piece[row])
    is_right = (own.mover == contacts.mover[row]) & (own.u_start < contacts.u[row])
    row = row[is_right]
    own = own.only(is_right)
    moves_before[row] = (own.end - own.start) / (own.u_end - own.u_start)[:, None]
    return moves_before
