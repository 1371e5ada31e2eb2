r"""And boxes that are turned?

Two convex shapes are apart if and only if a line fits between them:
then their shadows on an axis across that line have a gap. It is enough
to try the axes across the sides of either shape. For upright boxes
these are x and y, and the test is overlaps.

         p  /\                        the axis across p's lower side
           /  \    .
           \  /  .    the line        p |----|
            \/ .                                 |------| q
             .  +----+                       gap
           .    | q  |

A shadow is written as its middle and half its length. Shapes that move
in straight lines are swept as boxes are: one interval of time for each
axis, last in, first out. An axis need not be a unit vector: its length
is a factor of distance, displacement and reach alike, and so of no
time. What turns while it moves has no such intervals.

Sources: Ericson, Real-Time Collision Detection, 4.4 and 5.2.1; Gomez,
"Simple Intersection Tests for Games", on the separating axis; Dunn and
Parberry, 3D Math Primer, on transforming an AABB.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import copysign, cos, hypot, sin

from .aabb import AABB, Vector, as_lengths, as_vector
from .sweep import Sweep, last_in_first_out, relative_motion


@dataclass(frozen=True, init=False)
class OBB:
    """An oriented bounding box: its sides lie along its own axes.

    Args:
        center: 2 numbers, px.
        half_extents: 2 numbers, px, none negative.
        angle: radians, from x towards y. Its sine and cosine are
            rounded to 2^-30, and so equal on every platform.
    Raises:
        ValueError: a number is not finite, a half extent is negative,
            or there are not two of each.
    Source: Ericson, Real-Time Collision Detection, 4.4.
    """

    center: Vector
    half_extents: Vector
    axes: tuple[Vector, ...]
    """Where the unit vectors went; only from_matrix stretches them."""

    def __init__(
        self,
        center: Iterable[float],
        half_extents: Iterable[float],
        angle: float,
    ) -> None:
        (turn,) = as_vector("angle", [angle], 1)
        c, s = (
            round(x * 2**30) / 2**30 for x in (cos(turn), sin(turn))
        )
        self._set(center, half_extents, ((c, s), (-s + 0.0, c)), 2)

    def _set(
        self,
        center: Iterable[float],
        half_extents: Iterable[float],
        axes: tuple[Vector, ...],
        n: int,
    ) -> None:
        half = as_lengths("half_extents", half_extents, n)
        object.__setattr__(
            self, "center", as_vector("center", center, n)
        )
        object.__setattr__(self, "half_extents", half)
        object.__setattr__(self, "axes", axes)

    @classmethod
    def from_matrix(
        cls,
        half_extents: Iterable[float],
        matrix: Sequence[Sequence[float]],
    ) -> OBB:
        """Make what an affine matrix makes of a box around the origin.

        Args:
            half_extents: n numbers, px, none negative.
            matrix: (n + 1) x (n + 1), homogeneous, for column vectors:
                the last column is the centre, the last row 0, .., 0, 1.
                It may stretch and shear.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                the matrix not square, not n + 1 wide, or not affine.
        Source: Dunn and Parberry, 3D Math Primer, on homogeneous
            matrices.
        """
        half = as_lengths("half_extents", half_extents)
        n = len(half)
        rows = [as_vector("matrix", row, n + 1) for row in matrix]
        if len(rows) != n + 1 or rows[n] != (*[0.0] * n, 1.0):
            raise ValueError(
                f"matrix must have {n + 1} rows, the last of them"
                f" 0, .., 0, 1, got {rows}"
            )
        *axes, center = zip(*rows[:n])
        box = cls.__new__(cls)
        box._set(center, half, tuple(axes), n)
        return box

    def corners(self) -> list[Vector]:
        """Return all 2^n corners, from (-, .., -) to (+, .., +)."""
        return [
            tuple(
                c + sum(s * h * axis[i] for s, h, axis in zip(*sides))
                for i, c in enumerate(self.center)
            )
            for signs in product((-1, 1), repeat=len(self.center))
            for sides in [(signs, self.half_extents, self.axes)]
        ]

    def aabb(self) -> AABB:
        """Return the smallest AABB around the corners.

        Source: Dunn and Parberry, 3D Math Primer, on transforming an
            AABB; Ericson, 4.2.6.
        """
        return AABB.around(self.corners())


@dataclass(frozen=True)
class ConvexPolygon:
    """The area within corners that are walked around, either way.

    Args:
        vertices: 3 or more points of 2 numbers, px; some may lie on
            the side between others.
    Raises:
        ValueError: a number is not finite, two vertices are equal, or
            they are not the outline of something convex.
    Source: Ericson, Real-Time Collision Detection, 3.7.1.
    """

    vertices: tuple[Vector, ...]

    def __post_init__(self) -> None:
        given = [as_vector("vertices", v, 2) for v in self.vertices]
        object.__setattr__(self, "vertices", tuple(given))
        turns = [
            cross(edge, sub(point, start))
            for start, edge in zip(given, edges(given))
            for point in given
        ]
        if len({*given}) < max(3, len(given)) or not any(turns):
            raise ValueError(
                f"vertices must be 3 or more distinct corners, not all"
                f" in line, got {given}"
            )
        if min(turns) < 0 < max(turns):
            raise ValueError(
                "vertices must go once around a convex area,"
                f" got {given}"
            )


Shape = AABB | OBB | ConvexPolygon


def separating_axis(p: Shape, q: Shape) -> Vector | None:
    """Return a direction in which two convex shapes have a gap.

    Args:
        p, q: AABB, OBB and ConvexPolygon in 2-D, in any mix.
    Returns:
        A unit vector from p towards q, on the first axis with a gap;
        None where the shapes overlap. They are closed: touching is
        overlapping, up to the rounding of turned corners.
    Raises:
        ValueError: a shape is none of these, or not 2-D.
    Source: Ericson, Real-Time Collision Detection, 5.2.1.
    """
    for axis in axes_across(p, q):
        (mid_p, half_p), (mid_q, half_q) = (
            shadow(p, axis),
            shadow(q, axis),
        )
        if abs(mid_q - mid_p) > half_p + half_q:
            return unit(axis, mid_q - mid_p)
    return None


def sweep_polygons(
    p: Shape,
    q: Shape,
    move_p: Iterable[float],
    move_q: Iterable[float] | None = None,
) -> Sweep | None:
    """Find when two convex shapes overlap while both move, unturned.

    Args:
        p, q: AABB, OBB and ConvexPolygon in 2-D, in any mix.
        move_p, move_q: displacements, 2 numbers, px; None is at rest.
    Returns:
        What sweep returns, its axes those across the sides of p, then
        of q; the normal points from q towards p. None for a miss.
    Raises:
        ValueError: a displacement is not finite or not of 2 numbers,
            or a shape is not as in separating_axis.
    Source: Ericson, Real-Time Collision Detection, 5.5.5.
    """
    r = relative_motion(2, move_p, move_q)
    axes = axes_across(p, q)
    shadows = []
    for axis in axes:
        (mid_p, half_p), (mid_q, half_q) = (
            shadow(p, axis),
            shadow(q, axis),
        )
        shadows.append((mid_q - mid_p, dot(r, axis), half_p + half_q))
    met = last_in_first_out(shadows)
    if met is None:
        return None
    normal: Vector = (0.0, 0.0)
    for i in met.entry_axes[:1]:
        normal = unit(axes[i], shadows[i][1])
    return met._replace(normal=normal)


def axes_across(p: Shape, q: Shape) -> list[Vector]:
    """Return an axis across each side of either shape, once each."""
    axes: list[Vector] = []
    for x, y in [*sides(p), *sides(q)]:
        axis = (-y + 0.0, x)
        if (x or y) and not any(cross(axis, a) == 0 for a in axes):
            axes.append(axis)
    return axes


def sides(shape: Shape) -> list[Vector]:
    """Return the directions of a shape's sides. A box without area has
    ends as well: for them x and y will do."""
    if isinstance(shape, ConvexPolygon):
        return edges(shape.vertices)
    flat: list[Vector] = [(0.0, 1.0), (1.0, 0.0)]
    if isinstance(shape, AABB) and len(shape.center) == 2:
        return flat
    if isinstance(shape, OBB) and len(shape.center) == 2:
        a, b = (
            scaled(v, h) for v, h in zip(shape.axes, shape.half_extents)
        )
        return [*shape.axes[::-1], *([] if cross(a, b) else flat)]
    raise ValueError(
        "a shape must be an AABB, OBB or ConvexPolygon in 2-D,"
        f" got {shape}"
    )


def shadow(shape: Shape, axis: Vector) -> tuple[float, float]:
    """Return the middle and half the length of a shadow, both times the
    length of the axis."""
    if isinstance(shape, ConvexPolygon):
        ends = [dot(vertex, axis) for vertex in shape.vertices]
        return (min(ends) + max(ends)) / 2, (max(ends) - min(ends)) / 2
    if isinstance(shape, AABB):
        a, b = map(abs, axis)
        return dot(shape.center, axis), dot(shape.half_extents, (a, b))
    a, b = (abs(dot(own, axis)) for own in shape.axes)
    return dot(shape.center, axis), dot(shape.half_extents, (a, b))


def edges(points: Sequence[Vector]) -> list[Vector]:
    """Return the way from each point to the next, and to the first."""
    following = [*points[1:], *points[:1]]
    return [sub(b, a) for a, b in zip(points, following)]


def sub(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1])


def scaled(a: Vector, factor: float) -> Vector:
    return (a[0] * factor, a[1] * factor)


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Vector, b: Vector) -> float:
    """Positive where b is on the side of a to which x turns to y."""
    return a[0] * b[1] - a[1] * b[0]


def unit(axis: Vector, sign: float) -> Vector:
    """Return the axis with length 1, turned to that sign."""
    length = copysign(hypot(*axis), sign)
    return (axis[0] / length + 0.0, axis[1] / length + 0.0)
