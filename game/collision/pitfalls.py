"""What does not work, and why does it seem to?

Games have shipped with each of these four tests. Each is right often
enough to pass in a demo. They are here for comparison, not for use.

    corners_inside   is a corner of one box inside the other?
    discrete         do the boxes overlap at the end of the step?
    substeps         do they overlap at the end of one of n parts of it?
    listing_4        the swept test as it was printed in 1999

A fast box and a thin wall, at the end of two steps:

          step 3     |     step 4
          [ ] - - - -|- - - [ ]          "nothing there"
                     |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from .aabb import AABB, as_vector, overlaps


def corners_inside(a: AABB, b: AABB) -> bool:
    """Tell whether a corner of one box lies in the other.

    Wrong for a plus sign: two bars that cross have no corner inside
    each other.

    >>> corners_inside(AABB((0, 0), (9, 1)), AABB((0, 0), (1, 9)))
    False

    Args:
        a, b: boxes with the same number of dimensions.
    Raises:
        ValueError: the boxes differ in dimensions.
    Source:
        Dunn, "Detecting Whether Two Boxes Overlap", gamemath.com, 2011,
        warns of it; the right test is Gomez, Listing 3; Ericson, 4.2.
    """
    return _has_corner_in(a, b) or _has_corner_in(b, a)


def discrete(
    a: AABB,
    b: AABB,
    move_a: Iterable[float],
    move_b: Iterable[float] | None = None,
) -> bool:
    """Tell whether two boxes overlap at the end of the step.

    Wrong for boxes that pass through each other during the step.

    >>> wall = AABB((29, 0), (1, 9))
    >>> discrete(AABB((0, 0), (4, 4)), wall, (96, 0))
    False

    Args:
        a, b: boxes at the start of the step.
        move_a, move_b: displacements, px; None means at rest.
    Raises:
        ValueError: a displacement is not finite or the dimensions
            differ.
    Source:
        Ericson, Real-Time Collision Detection, 5.5.
    """
    return substeps(a, b, move_a, move_b, n=1)


def substeps(
    a: AABB,
    b: AABB,
    move_a: Iterable[float],
    move_b: Iterable[float] | None,
    n: int,
) -> bool:
    """Tell whether boxes overlap at the end of any of n equal parts.

    Still wrong, at up to n times the cost of discrete. Even if each
    part is shorter than box and wall together, it overlooks a corner
    that is grazed between two samples.

    Args:
        a, b: boxes at the start of the step.
        move_a, move_b: displacements, px; None means at rest.
        n: number of parts of the step, 1 or more.
    Raises:
        ValueError: n is below 1, a displacement is not finite, or the
            dimensions differ.
    Source:
        Ericson, Real-Time Collision Detection, 5.5.1.
    """
    if not isinstance(n, int) or n < 1:
        raise ValueError(f"n must be 1 or more parts, got {n}")
    path_a = as_vector("move_a", move_a)
    rest = (0.0,) * len(path_a)
    path_b = rest if move_b is None else as_vector("move_b", move_b)
    return any(
        overlaps(a.moved(path_a, k / n), b.moved(path_b, k / n))
        for k in range(1, n + 1)
    )


def listing_4(
    half_a: Sequence[float],
    a0: Sequence[float],
    a1: Sequence[float],
    half_b: Sequence[float],
    b0: Sequence[float],
    b1: Sequence[float],
) -> tuple[bool, float, float]:
    """Return what Gomez's Listing 4 returns, branch for branch.

    It never overlooks a hit, but it calls many misses hits:

    - An axis with a gap takes none of the four branches if nothing
      moves on it or the gap widens. It keeps the defaults 0 and 1, as
      if the shadows overlapped.
    - Only u0 <= u1 is tested, so a hit long after the step counts,
      unless nothing moves on some axis: its 1 prevents that.
    - Boxes that touch at the start return at once, with u1 = 0. A box
      that rests on a floor is glued to it.
    - A comparison with NaN is false, so an axis with a NaN keeps the
      defaults, too. A NaN on every axis is a hit.

    >>> half = (1, 1)  # b is far below a, and stays there
    >>> listing_4(half, (0, 0), (10, 0), half, (5, 100), (5, 100))
    (True, 0.3, 0.7)

    Args:
        half_a, half_b: half extents, px.
        a0, a1, b0, b1: centres where the step begins and ends, px.
    Returns:
        (hit, u0, u1), wrong where the listing is wrong. Nothing is
        checked, because the listing checks nothing.
    Source:
        Gomez, "Simple Intersection Tests for Games", Gamasutra 1999,
        Listing 4.
    """
    axes = range(len(a0))
    v = [(b1[i] - b0[i]) - (a1[i] - a0[i]) for i in axes]
    a_min = [a0[i] - half_a[i] for i in axes]
    a_max = [a0[i] + half_a[i] for i in axes]
    b_min = [b0[i] - half_b[i] for i in axes]
    b_max = [b0[i] + half_b[i] for i in axes]
    u_0 = [0.0 for i in axes]
    u_1 = [1.0 for i in axes]

    if all(abs(b0[i] - a0[i]) <= half_a[i] + half_b[i] for i in axes):
        return True, 0.0, 0.0
    for i in axes:
        if a_max[i] < b_min[i] and v[i] < 0:
            u_0[i] = (a_max[i] - b_min[i]) / v[i]
        elif b_max[i] < a_min[i] and v[i] > 0:
            u_0[i] = (a_min[i] - b_max[i]) / v[i]
        if b_max[i] > a_min[i] and v[i] < 0:
            u_1[i] = (a_min[i] - b_max[i]) / v[i]
        elif a_max[i] > b_min[i] and v[i] > 0:
            u_1[i] = (a_max[i] - b_min[i]) / v[i]
    u0 = max(u_0)
    u1 = min(u_1)
    return u0 <= u1, u0, u1


def _has_corner_in(a: AABB, b: AABB) -> bool:
    """Tell whether a corner of a lies in b."""
    faces = zip(a.min, a.max)
    for corner in product(*faces):
        point = AABB(corner, (0.0,) * len(corner))
        if overlaps(point, b):
            return True
    return False
