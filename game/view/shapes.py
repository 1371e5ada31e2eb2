"""What shapes do boxes make?"""

from __future__ import annotations

from ..collision import OBB
from .screen import Point

Corner = tuple[float, float]
Box = tuple[Corner, Corner]


def box_at(center: Point, half: Point) -> Box:
    """Return the smallest and the largest corner of a box."""
    (x, y), (w, h) = center, half
    return (x - w, y - h), (x + w, y + h)


def corners(low: Point, high: Point) -> list[Corner]:
    """Return a box's corners, from the upper left on to the right and around."""
    return [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]


def outline(bar: OBB) -> list[Corner]:
    """Return a turned box's corners in the same order."""
    ring = bar.corners()
    return [(ring[k][0], ring[k][1]) for k in (0, 2, 3, 1)]


def swept_hull(start: Point, end: Point, half: Point) -> list[Corner]:
    """Return the outline of everything that a box passes on a straight way.

    A hexagon: the corners that lie ahead at the end, those behind at the start, and the two on
    either side at both; a rectangle if the way lies along an axis.
    """
    w, h = half
    dx, dy = end[0] - start[0], end[1] - start[1]
    sx, sy = (1 if dx >= 0 else -1), (1 if dy >= 0 else -1)
    turn = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    first = turn.index((-sx, -sy))
    ring = turn[first:] + turn[:first]
    (back, one, ahead, other) = ring
    places = [(start, other), (start, back), (start, one), (end, one), (end, ahead), (end, other)]
    return [(p[0] + x * w, p[1] + y * h) for p, (x, y) in places]
