"""Which corners and outlines do boxes have, at rest and swept?"""

from __future__ import annotations

import numpy as np

from ..collision import OBB
from ..collision.batch import Floats
from .screen import Place

Corner = tuple[float, float]
Box = tuple[Corner, Corner]
"""The smallest and the largest corner of a box."""
DIAMOND = [(-1, 0), (0, -1), (1, 0), (0, 1)]
"""The corners of a square on its tip, in halves of its width."""
OUTWARDS: Floats = np.array([[-1.0], [1.0]])
"""The direction away from a box at its smallest corner and at its largest."""


def box_around(center: Place, half: Place) -> Box:
    """Return the smallest and the largest corner of a box with this centre and half
    extents."""
    x, y = center
    w, h = half
    return (x - w, y - h), (x + w, y + h)


def boxes_around(center: Floats, half: Floats) -> Floats:
    """Return the smallest and the largest corners of boxes, (N, 2, 2), with these
    centres and half extents, (N, 2) each."""
    # The columns one after the other: numpy takes ten times as long for many pairs.
    return np.array((center - half, center + half)).transpose(1, 0, 2)


def is_in(point: Place, box: Box) -> bool:
    """Tell whether a point lies in a box."""
    x, y = point
    (left, top), (right, bottom) = box
    return left <= x < right and top <= y < bottom


def pad_box(low: Place, high: Place, by: float) -> Box:
    """Return a box whose faces lie farther out by this many px."""
    return (low[0] - by, low[1] - by), (high[0] + by, high[1] + by)


def pad_boxes(boxes: Floats, by: float) -> Floats:
    """Return boxes, (..., 2, 2), whose faces lie farther out by this many px."""
    return boxes + by * OUTWARDS


def box_corners(low: Place, high: Place) -> list[Corner]:
    """Return a box's corners, clockwise from the upper left."""
    return [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]


def turned_corners(bar: OBB) -> list[Corner]:
    """Return a turned box's corners in the order of an outline."""
    # The corners 0 to 3 lie at (-, -), (-, +), (+, -) and (+, +) of the box's axes.
    corners = bar.corners()
    outline = [corners[k] for k in (0, 2, 3, 1)]
    return [(x, y) for x, y in outline]


def swept_outline(start: Place, end: Place, half: Place) -> list[Corner]:
    """Return the outline of the volume that a box sweeps on a straight path.

    A hexagon: the foremost corner at the end, the hindmost at the start, and the two on
    either side at both; a rectangle if the path lies along an axis.
    """
    starts, ends, halves = np.array([[start], [end], [half]], float)
    outline = swept_outlines(starts, ends, halves)[0]
    return [(x, y) for x, y in outline.tolist()]


def swept_outlines(start: Floats, end: Floats, half: Floats) -> Floats:
    """Return the outlines of the volumes that boxes sweep on straight paths, (N, 6, 2).

    Args:
        start: the centre of each box at the start, (N, 2).
        end: its centre at the end, (N, 2).
        half: its half extents, (N, 2), or (1, 2) for all.
    """
    # From the centre to the foremost corner, and to a corner beside it.
    reach = np.copysign(half, end - start)
    aside = reach * (1, -1)
    corners = (
        start - aside,
        start - reach,
        start + aside,
        end + aside,
        end + reach,
        end - aside,
    )
    return np.array(corners).transpose(1, 0, 2)
