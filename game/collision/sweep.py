"""When do two moving boxes overlap?

Most games test only at the end of a step. This test covers the whole
step. Time u runs from 0 to 1 over the step.

Sit on box a: then a rests, and b moves by move_b - move_a. On each
axis b's shadow comes, passes over a's, and leaves. With

    d  distance from a's centre to b's when the step begins, px
    r  displacement of b relative to a in the step, px
    s  reach, the sum of both half extents, px

the shadows overlap while |d + r u| <= s: from the time when the near
faces touch until the far faces part.

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
Listing 4, whose faults are shown in pitfalls; Ericson, Real-Time
Collision Detection, 5.5.8; Dunn and Parberry, 3D Math Primer, A.17.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import copysign, dist, hypot, inf, isfinite
from operator import add, sub
from typing import NamedTuple

from .aabb import AABB, Vector, as_vector, same_dimensions

ALWAYS = (-inf, inf)
"""The times (enter, exit) of shadows that never part."""

NEVER = (inf, -inf)
"""The times of shadows that never meet: enter is after exit."""


class Sweep(NamedTuple):
    """When two boxes overlap during a step, and where they touch."""

    u0: float
    """The first time of overlap, in [0, 1]; 0 if they overlap at the
    start."""
    u1: float
    """The last time of overlap, in [u0, 1]; 1 if they overlap at the
    end."""
    normal: Vector
    """A unit vector from b towards a on the first entry axis; zero
    where there is none."""
    entry_axes: tuple[int, ...]
    """The axes whose gaps close last, at u0. More than one is an exact
    corner. Empty if the boxes begin deeper than touching, or touch and
    slide along each other."""
    axes: tuple[tuple[float, float], ...]
    """(enter, exit) of each axis, not clamped to the step; (-inf, inf)
    where the shadows overlap and do not move."""


def overlap_times(d: float, r: float, s: float) -> tuple[float, float]:
    """Return when two shadows overlap: (enter, exit).

    Shadows that never part overlap from -inf to inf, ALWAYS. For those
    that never meet it is from inf to -inf, NEVER. The + 0.0 turns a
    -0.0 into 0.0.

    Args:
        d: distance from a's centre to b's at u = 0, px.
        r: displacement of b relative to a, px.
        s: reach, px.
    Source:
        Dunn and Parberry, 3D Math Primer, A.17. Listing 4 has no rule
        for r = 0.
    """
    if r > 0:
        return (-s - d) / r + 0.0, (s - d) / r + 0.0
    if r < 0:
        return (s - d) / r + 0.0, (-s - d) / r + 0.0
    return ALWAYS if abs(d) <= s else NEVER


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

    >>> wall = AABB((29, 0), (1, 9))
    >>> hit = sweep(AABB((0, 0), (4, 4)), wall, (96, 0))
    >>> hit.u0, hit.normal
    (0.25, (-1.0, 0.0))

    Args:
        a, b: boxes at the start of the step.
        move_a: displacement of a during the step, n numbers, px.
        move_b: displacement of b, n numbers, px; None if it rests.
    Returns:
        A Sweep; None if the boxes do not overlap during the step.
    Raises:
        ValueError: a displacement is not finite or the dimensions
            differ.
    Source:
        Gomez, Listing 4, corrected; Ericson, 5.5.8.
    """
    e, f = as_displacements(a, b, move_a, move_b)
    u0 = 0.0
    u1 = 1.0
    axes = []
    entry_axes: tuple[int, ...] = ()
    for i, center in enumerate(a.center):
        d = b.center[i] - center
        r = float(f[i]) - float(e[i])
        s = a.half_extents[i] + b.half_extents[i]
        enter, exit = times = overlap_times(d, r, s)
        axes.append(times)
        if enter > u0:
            u0 = enter
            entry_axes = (i,)
        elif enter == u0:
            entry_axes += (i,)
        if exit < u1:
            u1 = exit
    if u0 > u1:
        return None
    normal = [0.0] * len(axes)
    if entry_axes:
        i = entry_axes[0]
        normal[i] = copysign(1.0, float(f[i]) - float(e[i]))
    return Sweep(u0, u1, tuple(normal), entry_axes, tuple(axes))


def as_displacements(
    a: AABB,
    b: AABB,
    move_a: Iterable[float],
    move_b: Iterable[float] | None,
) -> tuple[Vector, Vector]:
    """Return both displacements as tuples; check sweep's arguments.

    A quick test accepts nearly all arguments: a sum of lengths is
    finite only if all numbers are. Where it fails, slower tests find
    out which argument is wrong, or that huge numbers still are right.
    """
    n = len(a.center)
    move_b = (0.0,) * n if move_b is None else move_b
    if not isinstance(move_a, tuple):
        move_a = as_vector("move_a", move_a)
    if not isinstance(move_b, tuple):
        move_b = as_vector("move_b", move_b)
    try:
        far = dist(a.center, b.center) + dist(move_a, move_b)
        size = hypot(*a.half_extents) + hypot(*b.half_extents)
        if len(move_a) == n and isfinite(far + size):
            return move_a, move_b
    except (TypeError, ValueError, OverflowError):
        pass
    same_dimensions("b", a, b)
    e = as_vector("move_a", move_a, n)
    f = as_vector("move_b", move_b, n)
    as_vector("b.center - a.center", map(sub, b.center, a.center))
    as_vector("reach", map(add, a.half_extents, b.half_extents))
    as_vector("move_b - move_a", map(sub, f, e))
    return e, f
