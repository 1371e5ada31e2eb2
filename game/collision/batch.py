"""How are a million pairs swept at once?

The same arithmetic as in sweep, on arrays: each operation does
thousands of pairs before the next one starts, as many as the cache
holds. The results are those of sweep bit for bit.

No pair takes a branch of its own. The sign of r tells the near face
from the far one. On an axis without relative motion the division by
r = 0 gives the right answer: times from -inf to inf are always, both
-inf or both inf are never. Only faces that touch and rest give 0 / 0,
no number; fmax and fmin ignore it, as they should: such faces touch at
any time and set no limit.

Arrays have the shape (..., D), D axes in the last place, and broadcast:
one box of shape (2,) against a thousand of shape (1000, 2).

Source: sweep, and the NumPy manual on broadcasting.
"""

from __future__ import annotations

from reprlib import repr as brief
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike as Rows
from numpy.typing import NDArray

BLOCK = 8192
"""Pairs swept at a time: more would not fit in the cache."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]


class BatchSweep(NamedTuple):
    """The sweep of each pair; arrays of the broadcast shape."""

    hit: Bools
    """Whether they overlap during the step, (...)."""
    u0: Floats
    """First time of overlap, in [0, 1], (...); inf on a miss."""
    u1: Floats
    """Last time of overlap, in [u0, 1], (...); -inf on a miss."""
    axis: NDArray[np.intp]
    """First entry axis, (...); -1 where there is none."""


def sweep_batch(
    center_a: Rows,
    half_a: Rows,
    move_a: Rows,
    center_b: Rows,
    half_b: Rows,
    move_b: Rows,
) -> BatchSweep:
    """Find when boxes overlap while both of a pair move.

    >>> walls, half = [(29, 0), (53, 0), (29, 9)], (1, 4)
    >>> a = (0, 0), (4, 4), (96, 0)
    >>> swept = sweep_batch(*a, walls, half, (0, 0))
    >>> swept.u0.tolist()
    [0.25, 0.5, inf]

    Args:
        center_a, center_b: centres where the step begins, px.
        half_a, half_b: half extents, px, none negative.
        move_a, move_b: displacements during the step, px.
            All are (..., D) float64 and broadcast.
    Returns:
        A BatchSweep of shape (...), bit for bit as sweep's.
    Raises:
        ValueError: a number is not finite, a half extent is negative,
            or the shapes do not broadcast or differ in D.
    """
    a = as_points("center_a", center_a)
    b = as_points("center_b", center_b)
    size_a = as_sizes("half_a", half_a)
    size_b = as_sizes("half_b", half_b)
    path_a = as_points("move_a", move_a)
    path_b = as_points("move_b", move_b)
    shape = common_shape(
        center_a=a,
        half_a=size_a,
        move_a=path_a,
        center_b=b,
        half_b=size_b,
        move_b=path_b,
    )
    # broadcast_to alone takes as long as sweeping a hundred pairs.
    wide = (
        x if x.shape == shape else np.broadcast_to(x, shape)
        for x in (a, b, path_a, path_b, size_a, size_b)
    )
    rows = [x.reshape(-1, shape[-1]) for x in wide]
    count = max(len(rows[0]), 1)
    parts = []
    with np.errstate(all="ignore"):
        for start in range(0, count, BLOCK):
            p, q, e, f, h, g = (x[start : start + BLOCK] for x in rows)
            d = q - p
            r = f - e
            s = h + g
            if not np.isfinite(d + r + s).all():
                # One of these raises, and names the argument.
                as_points("center_b - center_a", b - a)
                as_points("move_b - move_a", path_b - path_a)
                as_points("half_a + half_b", size_a + size_b)
            parts.append(last_in_first_out(d, r, s))
    columns = map(np.concatenate, zip(*parts))
    return BatchSweep._make(x.reshape(shape[:-1]) for x in columns)


def last_in_first_out(d: Floats, r: Floats, s: Floats) -> BatchSweep:
    """Return the sweeps of pairs with these d, r and s, (n, D) each.

    The axes are taken from the last to the first: of those that close
    at the same time, the first is the entry axis.
    """
    side = np.copysign(s, r)
    enter = (-side - d) / r
    exit = (side - d) / r
    u0 = np.zeros(len(d))
    u1 = np.ones(len(d))
    axis = np.full(len(d), -1)
    for i in reversed(range(d.shape[1])):
        closes = enter[:, i]
        opens = exit[:, i]
        axis[closes >= u0] = i
        np.fmax(u0, closes, out=u0)
        np.fmin(u1, opens, out=u1)
    hit = u0 <= u1
    return BatchSweep(
        hit,
        np.where(hit, u0 + 0.0, np.inf),
        np.where(hit, u1 + 0.0, -np.inf),
        np.where(hit, axis, -1),
    )


def overlaps_batch(
    center_a: Rows, half_a: Rows, center_b: Rows, half_b: Rows
) -> Bools:
    """Tell which pairs of closed boxes have a point in common.

    >>> walls = [(5, 0), (6, 0)]
    >>> overlaps_batch((0, 0), (4, 4), walls, (1, 1)).tolist()
    [True, False]

    Args:
        center_a, center_b: centres, px, (..., D) float64.
        half_a, half_b: half extents, px, likewise, none negative.
    Returns:
        An array of shape (...), bit for bit as overlaps'.
    Raises:
        ValueError: a number is not finite, a half extent is negative,
            or the shapes do not broadcast or differ in D.
    """
    a = as_points("center_a", center_a)
    b = as_points("center_b", center_b)
    h = as_sizes("half_a", half_a)
    g = as_sizes("half_b", half_b)
    common_shape(center_a=a, half_a=h, center_b=b, half_b=g)
    with np.errstate(over="ignore"):
        near = np.abs(b - a) <= h + g
    return np.asarray(near.all(axis=-1))


def as_array(
    name: str, values: Rows, kind: type | None = None
) -> NDArray[Any]:
    """Return values as an array, with elements of this kind if one is
    given.

    Raises ValueError, with the argument's name, if that cannot be done
    without loss: rows of different lengths, complex numbers, text.
    """
    try:
        array = np.asarray(values)
        if array.dtype.kind != "c":
            return np.asarray(array, kind)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(
        f"{name} must be an array of real numbers, got {brief(values)}"
    )


def as_points(name: str, values: Rows) -> Floats:
    """Return values as a float64 array of shape (..., D).

    Raises ValueError, with the argument's name, if they are not finite
    numbers, or if D is missing or 0.
    """
    points = as_array(name, values, float)
    if points.ndim == 0 or points.shape[-1] == 0:
        raise ValueError(
            f"{name} must have shape (..., D), got {points.shape}"
        )
    finite = np.isfinite(points)
    if not finite.all():
        at = tuple(np.argwhere(~finite)[0].tolist())
        raise ValueError(
            f"{name} must be finite, got {points[at]} at index {at}"
        )
    return points


def as_sizes(name: str, values: Rows) -> Floats:
    """Return values as as_points does; refuse negative ones, too."""
    sizes = as_points(name, values)
    if (sizes < 0).any():
        raise ValueError(
            f"{name} must not be negative, got {sizes[sizes < 0][0]}"
        )
    return sizes


def common_shape(**arrays: Floats) -> tuple[int, ...]:
    """Return the shape to which arrays broadcast; D must be equal."""
    shapes = {name: array.shape for name, array in arrays.items()}
    try:
        if len({shape[-1] for shape in shapes.values()}) == 1:
            return np.broadcast_shapes(*shapes.values())
    except ValueError:
        pass
    raise ValueError(
        "arrays must broadcast and have one D, got shapes "
        + ", ".join(f"{name} {shape}" for name, shape in shapes.items())
    )
