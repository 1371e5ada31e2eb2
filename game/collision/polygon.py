r"""What about boxes that are turned?

Two convex shapes are apart if and only if a line fits between them.
Then their shadows on an axis perpendicular to that line have a gap. It
is enough to try the axes perpendicular to the edges of both shapes. For
upright boxes these are x and y, and the test is overlaps.

         p  /\                        perpendicular to p's lower edge
           /  \    .
           \  /  .    the line        p |----|
            \/ .                                 |------| q
             .  +----+                       gap
           .    | q  |

Shapes that move in straight lines are swept like boxes: one interval of
time for each axis, last in, first out. An axis need not be a unit
vector: its length scales distance, displacement and reach alike, and so
changes no time. A shape that turns while it moves has no such
intervals.

In 3-D a plane fits between two boxes: axes says which are tried.

Sources: Ericson, Real-Time Collision Detection, 4.4 and 5.2.1; Gomez,
"Simple Intersection Tests for Games", on the separating axis; Dunn and
Parberry, 3D Math Primer, on transforming an AABB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, starmap
from math import copysign, cos, fsum, hypot, isfinite, sin
from operator import add, mul

from .aabb import AABB, Vector, as_lengths, as_vector
from .axes import WORLD_AXES, axes_in_plane, axes_in_space, cross
from .sweep import Sweep, sweep


@dataclass(frozen=True, slots=True, init=False)
class OBB:
    """An oriented bounding box: its sides lie along its own axes.

    >>> OBB((0, 0), (3, 4), 0.0).corners()
    [(-3.0, -4.0), (-3.0, 4.0), (3.0, -4.0), (3.0, 4.0)]

    Args:
        center: 2 numbers, px.
        half_extents: 2 numbers, px, none negative.
        angle: radians, from x towards y. Its sine and cosine are
            rounded to 2^-30, so that platforms whose last bits differ
            agree, except for about one angle in millions.
    Raises:
        ValueError: a number is not finite, a half extent is negative,
            there are not two of each, or the corners may be too far
            away to be finite numbers.
    Source:
        Ericson, Real-Time Collision Detection, 4.4.
    """

    center: Vector
    """n floats, px."""
    half_extents: Vector
    """n floats, px: how far it reaches along each of its own axes."""
    axes: tuple[Vector, ...]
    """The box's own axes, n vectors; unit vectors, except those that
    from_matrix stretches."""

    def __init__(
        self,
        center: Iterable[float],
        half_extents: Iterable[float],
        angle: float,
    ) -> None:
        (turn,) = as_vector("angle", [angle])
        c = round(cos(turn) * 2**30) / 2**30
        s = round(sin(turn) * 2**30) / 2**30
        half = as_lengths("half_extents", half_extents, 2)
        axes = (c, s), (-s + 0.0, c)  # No -0.0.
        place = as_vector("center", center, 2)
        self._set(place, half, axes)

    @classmethod
    def from_matrix(
        cls,
        half_extents: Iterable[float],
        matrix: Iterable[Iterable[float]],
    ) -> OBB:
        """Make a box by an affine map of a box around the origin.

        Args:
            half_extents: n numbers, px, none negative.
            matrix: (n + 1) x (n + 1), homogeneous, for column vectors:
                the last column is the centre, the last row 0, .., 0, 1.
                It may stretch, shear and flatten.
        Returns:
            A box of n dimensions.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                the matrix not square, not n + 1 wide, or not affine, or
                the corners may be too far away to be finite numbers.
        Source:
            Dunn and Parberry, 3D Math Primer, on homogeneous matrices.
        """
        half = as_lengths("half_extents", half_extents)
        n = len(half)
        rows = [as_vector("matrix", row, n + 1) for row in matrix]
        last_row = (0.0,) * n + (1.0,)
        if len(rows) != n + 1 or rows[n] != last_row:
            raise ValueError(
                f"matrix must have {n + 1} rows, the last of them"
                f" 0, .., 0, 1, got {rows}"
            )
        top_rows = rows[:n]
        *axes, center = zip(*top_rows)
        box = cls.__new__(cls)
        box._set(center, half, tuple(axes))
        return box

    def _set(
        self, center: Vector, half: Vector, axes: tuple[Vector, ...]
    ) -> None:
        """Set the fields, and check that the corners are finite: none
        is farther from the origin than the sum of all lengths."""
        object.__setattr__(self, "center", center)
        object.__setattr__(self, "half_extents", half)
        object.__setattr__(self, "axes", axes)
        lengths = starmap(hypot, axes)
        reach = map(mul, half, lengths)
        farthest = sum(map(abs, [*center, *reach]))
        as_vector("corners", [farthest])

    def offsets(self) -> list[Vector]:
        """Return the corners as seen from the centre, px, in the order
        of corners."""
        rows = list(zip(*self.axes))
        signs = [(-h, h) for h in self.half_extents]
        return [
            tuple(fsum(map(mul, reach, row)) for row in rows)
            for reach in product(*signs)
        ]

    def corners(self) -> list[Vector]:
        """Return all 2^n corners, px, from (-, .., -) to (+, .., +).

        The sign on the last of the box's axes changes first: in 2-D the
        order around the box is 0, 1, 3, 2.
        """
        offsets = self.offsets()
        return [tuple(map(add, self.center, each)) for each in offsets]

    def aabb(self) -> AABB:
        """Return the AABB around the corners.

        Raises:
            ValueError: a corner is not finite; OBB itself refuses such
                boxes.
        Source:
            Dunn and Parberry, 3D Math Primer, on transforming an AABB;
            Ericson, 4.2.6.
        """
        return AABB.around(self.corners())


@dataclass(frozen=True, slots=True)
class ConvexPolygon:
    """A convex area: its corners in order, in either direction.

    >>> wedge = ConvexPolygon([(6, 0), (10, -4), (10, 4)])
    >>> wedge.vertices
    ((6.0, 0.0), (10.0, -4.0), (10.0, 4.0))

    Args:
        vertices: 3 or more points of 2 numbers, px. One may lie on
            the line between its neighbours, but only exactly: there is
            no tolerance.
    Raises:
        ValueError: a number is not finite, two vertices are equal, or
            they do not go once around a convex area of finite size.
    Source:
        Ericson, Real-Time Collision Detection, 3.7.1.
    """

    vertices: tuple[Vector, ...]
    """3 or more points of 2 floats, px, in their order."""

    def __post_init__(self) -> None:
        points = [as_vector("vertices", v, 2) for v in self.vertices]
        object.__setattr__(self, "vertices", tuple(points))
        turns = turns_to_points(points)
        is_distinct = len(set(points)) == len(points) >= 3
        has_area = any(turns) and all(map(isfinite, turns))
        if not (is_distinct and has_area and is_one_way(turns)):
            raise ValueError(
                "vertices must be 3 or more distinct corners, not all"
                f" in line, once around a convex area, got {points}"
            )


def turns_to_points(points: Sequence[Vector]) -> list[float]:
    """Return the turn, as cross measures it, from each edge to each of
    the points as seen from where the edge begins."""
    return [
        cross(edge, sub(point, start))
        for start, edge in zip(points, edges(points))
        for point in points
    ]


def is_one_way(turns: Sequence[float]) -> bool:
    """Tell whether no two turns go in opposite directions: then all
    points lie on one side of each edge."""
    return min(turns) >= 0 or max(turns) <= 0


Shape = AABB | OBB | ConvexPolygon


def separating_axis(p: Shape, q: Shape) -> Vector | None:
    """Return a direction in which two convex shapes have a gap.

    >>> wedge = ConvexPolygon([(6, 0), (10, -4), (10, 4)])
    >>> separating_axis(AABB((0, 0), (4, 4)), wedge)
    (1.0, 0.0)

    Args:
        p, q: AABB, OBB or ConvexPolygon in 2-D, in any mix; or two
            boxes in 3-D, each an AABB or an OBB.
    Returns:
        A unit vector from p towards q, on the first axis with a gap;
        None if the shapes overlap. Shapes are closed: upright boxes
        touch exactly as in overlaps, and polygons with a common corner
        always touch. In other cases rounding decides.
    Raises:
        ValueError: a shape is none of these, one is 2-D and the other
            3-D, or they are so large or far apart that a shadow is not
            finite.
    Source:
        Ericson, Real-Time Collision Detection, 5.2.1; 4.4.1 in 3-D.
    """
    for axis, d, _, s in shadows(p, q):
        if abs(d) > s:
            return unit(axis, d)
    return None


def sweep_polygons(
    p: Shape,
    q: Shape,
    move_p: Iterable[float],
    move_q: Iterable[float] | None = None,
) -> Sweep | None:
    """Find when two convex shapes overlap while both move straight.

    Neither may turn during the step.

    >>> wedge = ConvexPolygon([(6, 0), (10, -4), (10, 4)])
    >>> hit = sweep_polygons(AABB((0, 0), (4, 4)), wedge, (8, 0))
    >>> hit.u0, hit.normal
    (0.25, (-1.0, 0.0))

    Args:
        p, q: AABB, OBB or ConvexPolygon in 2-D, in any mix; or two
            boxes in 3-D, each an AABB or an OBB.
        move_p, move_q: displacements, px, 2 numbers or 3, as many as
            the shapes have dimensions; None: at rest.
    Returns:
        What sweep returns; the axes are perpendicular to the edges of
        p, then of q, in 3-D to the faces of p, of q, and to an edge of
        each; the normal points from q towards p. None for a miss.
    Raises:
        ValueError: a displacement is not finite or has not as many
            numbers as the shapes have dimensions, or a shape is not as
            in separating_axis.
    Source:
        Ericson, Real-Time Collision Detection, 5.5.5.
    """
    n = dimensions_of("p", p)
    rest = (0.0,) * n
    e = as_vector("move_p", move_p, n)
    f = as_vector("move_q", rest if move_q is None else move_q, n)
    relative = as_vector("move_q - move_p", sub(f, e))
    axes, d, r, s = zip(*shadows(p, q, relative))
    zeros = (0.0,) * len(axes)
    point = AABB(zeros, zeros)
    box = AABB(d, s)
    found = sweep(point, box, zeros, r)
    if found is None:
        return None
    normal: Vector = rest
    if found.entry_axes:
        i = found.entry_axes[0]
        normal = unit(axes[i], r[i])
    return found._replace(normal=normal)


def shadows(
    p: Shape, q: Shape, r: Vector | None = None
) -> Iterator[tuple[Vector, float, float, float]]:
    """Yield every axis to try, and on it d, r and s as in sweep, each
    multiplied by the axis's length; r is the displacement of q relative
    to p, a vector or None."""
    n = dimensions_of("p", p)
    if dimensions_of("q", q) != n:
        raise ValueError(f"q must have {n} dimensions like p, got {q}")
    at_p, corners_p = place_and_corners(p)
    at_q, corners_q = place_and_corners(q)
    away = sub(at_q, at_p)
    motion = r or (0.0,) * n
    find_axes = axes_in_plane if n == 2 else axes_in_space
    for axis in find_axes(own_axes(p), own_axes(q)):
        low_p, high_p = project(corners_p, axis)
        low_q, high_q = project(corners_q, axis)
        near = low_q - high_p
        far = high_q - low_p
        d = dot(away, axis) + (near + far) / 2
        s = (far - near) / 2
        d, s = as_vector("shadows", (d, s))
        yield axis, d, dot(motion, axis), s


def dimensions_of(name: str, shape: Shape) -> int:
    """Return how many dimensions a shape has, 2 or 3; raise ValueError
    if it is something else."""
    if isinstance(shape, ConvexPolygon):
        return 2
    if isinstance(shape, AABB | OBB):
        n = len(shape.center)
        if n in WORLD_AXES:
            return n
    raise ValueError(
        f"{name} must be an AABB, OBB or ConvexPolygon in 2-D, or an"
        f" AABB or OBB in 3-D, got {shape}"
    )


def place_and_corners(shape: Shape) -> tuple[Vector, Sequence[Vector]]:
    """Return the place of a shape, and its corners as seen from there.
    A polygon's place is the origin, a box's place its centre."""
    if isinstance(shape, ConvexPolygon):
        return (0.0, 0.0), shape.vertices
    if isinstance(shape, OBB):
        return shape.center, shape.offsets()
    farthest = sum(map(abs, [*shape.center, *shape.half_extents]))
    as_vector("corners", [farthest])
    signs = [(-h, h) for h in shape.half_extents]
    return shape.center, list(product(*signs))


def own_axes(shape: Shape) -> Sequence[Vector]:
    """Return the axes perpendicular to a shape's edges; in 3-D its
    edges.

    Of a box, the axes along its edges come first. Unless it is sheared,
    they have the directions of the others; but a box that is only a
    segment needs them for its ends.
    """
    if isinstance(shape, ConvexPolygon):
        return [perpendicular(side) for side in edges(shape.vertices)]
    along = WORLD_AXES[len(shape.center)]
    if isinstance(shape, OBB):
        along = shape.axes
    if len(along) == 3:
        return along
    return [*along, *map(perpendicular, along)]


def project(
    points: Sequence[Vector], axis: Vector
) -> tuple[float, float]:
    """Return the low and the high end of the shadow of points on an
    axis."""
    ends = [dot(point, axis) for point in points]
    return min(ends), max(ends)


def edges(points: Sequence[Vector]) -> list[Vector]:
    """Return the vectors from each point to the next, and from the last
    to the first."""
    following = [*points[1:], *points[:1]]
    return list(map(sub, following, points))


def sub(a: Vector, b: Vector) -> Vector:
    return tuple([x - y for x, y in zip(a, b)])


def dot(a: Vector, b: Vector) -> float:
    """Return the dot product of two vectors, both in 2-D or in 3-D."""
    if len(a) == 2:
        return a[0] * b[0] + a[1] * b[1]
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def perpendicular(a: Vector) -> Vector:
    """Return the vector after a quarter turn, from y towards x."""
    return (a[1], -a[0])


def unit(axis: Vector, sign: float) -> Vector:
    """Return the axis with length 1, reversed if sign is negative."""
    length = copysign(hypot(*axis), sign)
    return tuple([x / length + 0.0 for x in axis])
