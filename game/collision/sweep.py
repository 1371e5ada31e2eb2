"""When do two moving boxes overlap?

Not at the end of the step, which is all that most games look at, but
at any time during it. Time u runs from 0 to 1 over the step.

Sit on box a: then a rests, and b moves by move_b - move_a. On one
axis b's shadow comes, passes over a's, and leaves. With

    d  distance from a's centre to b's when the step begins, px
    r  how far b moves relative to a during the step, px
    s  reach, the sum of both half extents, px

the shadows overlap while |d + r u| <= s: from the time when b's near
face meets a's near face until the far faces part.

        a resting        b moving by r = -8, d = 9, s = 3
      [-----+-----]
          [--+--]------ <- ----------[--+--]
         exit = 12/8                enter = 6/8

The boxes overlap while the shadows do on every axis: from the latest
enter to the earliest exit. Last in, first out.

      x      .      [==================].......
      y      .........[=========]..............
      both   .        [=========]        .
             0        u0       u1        1

Sources: Gomez, "Simple Intersection Tests for Games", Gamasutra 1999,
Listing 4, whose defects are shown in pitfalls; Ericson, Real-Time
Collision Detection, 5.5.8; Dunn and Parberry, 3D Math Primer, A.17.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import copysign, inf
from typing import NamedTuple

from .aabb import AABB, Vector, as_vector, same_dimensions

ALWAYS = (-inf, inf)


class Sweep(NamedTuple):
    """How two boxes that overlap during a step come to do so."""

    u0: float
    """The first time of overlap, in [0, 1]; 0 if they begin so."""
    u1: float
    """The last time of overlap, in [u0, 1]; 1 if they end so."""
    normal: Vector
    """A unit vector from b towards a on the first entry axis; zero
    where there is none."""
    entry_axes: tuple[int, ...]
    """The axes that were the last to close, at u0. More than one is an
    exact corner. None where the boxes begin deeper than touching or
    slide along."""
    axes: tuple[tuple[float, float], ...]
    """(enter, exit) of each axis, not clamped to the step; (-inf, inf)
    where the shadows overlap and do not move."""


def overlap_times(
    d: float, r: float, s: float
) -> tuple[float, float] | None:
    """Return when two shadows overlap: (enter, exit), None for never.

    Args:
        d: distance from a's centre to b's at u = 0, px.
        r: displacement of b relative to a, px.
        s: reach, px.
    Source: Dunn and Parberry, 3D Math Primer, A.17, whose rule for
    r = 0 Listing 4 lacks.
    """
    if r == 0:
        return ALWAYS if abs(d) <= s else None
    if r > 0:
        return (-s - d) / r + 0.0, (s - d) / r + 0.0
    return (s - d) / r + 0.0, (-s - d) / r + 0.0


def sweep(
    a: AABB,
    b: AABB,
    move_a: Iterable[float],
    move_b: Iterable[float] | None = None,
) -> Sweep | None:
    """Find when two boxes overlap while both move in straight lines.

    The boxes are closed and there is no tolerance: boxes that touch
    and part overlap at u0 = u1 = 0. Each time is one correctly rounded
    quotient.

    Args:
        a, b: boxes where the step begins.
        move_a: displacement of a during the step, n numbers, px.
        move_b: displacement of b; None if it rests.
    Returns:
        The first and last time of overlap, or None if they miss.
    Raises:
        ValueError: a displacement is not finite or the dimensions
            differ.
    Source: Gomez, Listing 4, corrected; Ericson, 5.5.8.
    """
    same_dimensions("b", a, b)
    r = relative_motion(len(a.center), move_a, move_b)
    centers = zip(a.center, b.center)
    halves = zip(a.half_extents, b.half_extents)
    d = as_vector("b.center - a.center", [y - x for x, y in centers])
    s = as_vector("the sum of half_extents", [x + y for x, y in halves])
    met = last_in_first_out(list(zip(d, r, s)))
    if met is None:
        return None
    normal = [0.0] * len(r)
    for axis in met.entry_axes[:1]:
        normal[axis] = copysign(1.0, r[axis])
    return met._replace(normal=tuple(normal))


def last_in_first_out(
    shadows: list[tuple[float, float, float]],
) -> Sweep | None:
    """Return the Sweep of (d, r, s) on each axis, without a normal."""
    axes = []
    for d, r, s in shadows:
        times = overlap_times(d, r, s)
        if times is None:
            return None
        axes.append(times)
    u0 = max(0.0, *[enter for enter, exit in axes])
    u1 = min(1.0, *[exit for enter, exit in axes])
    if u0 > u1:
        return None
    entry_axes = [i for i, (enter, _) in enumerate(axes) if enter == u0]
    return Sweep(u0, u1, (), tuple(entry_axes), tuple(axes))


def relative_motion(
    dimensions: int,
    move_a: Iterable[float],
    move_b: Iterable[float] | None,
) -> Vector:
    """Return the displacement of b as a sees it: move_b - move_a.

    Raises:
        ValueError: a displacement, or their difference, is not finite
            or has not as many numbers as there are dimensions.
    """
    a = as_vector("move_a", move_a, dimensions)
    if move_b is None:
        return as_vector("move_a", [-x for x in a])
    b = as_vector("move_b", move_b, dimensions)
    return as_vector("move_b - move_a", [y - x for x, y in zip(a, b)])
