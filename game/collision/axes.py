r"""On which axes may two convex shapes have a gap?

In 2-D a line that fits between them can be rolled until it lies along
an edge: the axes are perpendicular to the edges of both.

In 3-D a plane that fits between two boxes can be rolled until it lies
on a face of one, or along an edge of each. A cross product of two
vectors is perpendicular to both, and a box has edges in only three
directions. So the normals of its faces are the products of two of its
own edges; those of the other planes are the products of an edge of one
box and an edge of the other: 3 + 3 + 9 axes.

              /\
             /  \        q, a stick as seen from its end
             \  /
              \/
               .  gap    its lowest edge and p's highest are apart only
      -----------------  on their product, which points up; on the
               p         slanted normals of faces p is long enough
      -----------------

Convex polyhedra that are no boxes are refused. Two with 30 edges each
have up to 900 such products, and their faces must be found before. For
those there is GJK, which needs neither (Ericson, 9.5).

Sources: Ericson, Real-Time Collision Detection, 4.4.1 and 5.2.1; Gomez,
"Simple Intersection Tests for Games", page 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product, starmap
from math import prod
from operator import mul

from .aabb import Vector

WORLD_AXES: dict[int, tuple[Vector, ...]] = {
    2: ((1.0, 0.0), (0.0, 1.0)),
    3: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
"""The edges of upright boxes, by their number of dimensions."""

FLAT = 64
"""A box counts as flat if its edges enclose a volume this many times
less than the product of their largest coordinates."""


def axes_in_plane(
    axes_p: Sequence[Vector], axes_q: Sequence[Vector]
) -> Iterator[Vector]:
    """Yield the axes to try in 2-D, first p's. Of parallel ones only
    the first is tried. Two points have none; x and y are tried."""
    tried: list[Vector] = []
    axes = list(filter(any, [*axes_p, *axes_q]))
    for axis in axes or WORLD_AXES[2]:
        if all(cross(axis, other) for other in tried):
            tried.append(axis)
            yield axis


def axes_in_space(
    edges_p: Sequence[Vector], edges_q: Sequence[Vector]
) -> Iterator[Vector]:
    """Yield the axes to try for two boxes with these edges: the normals
    of p's faces, of q's, then of planes along an edge of each.

    The normal of a face is an edge of the box only if the box is not
    sheared. Products of parallel edges vanish, and are left out. Each
    axis is divided by its largest coordinate; so parallel axes are
    equal, and only the first of them is tried.
    """
    all_p = enough_edges(edges_p)
    all_q = enough_edges(edges_q)
    pairs = [*combinations(all_p, 2), *combinations(all_q, 2)]
    pairs += product(all_p, all_q)
    tried: list[Vector] = []
    for normal in starmap(cross_product, pairs):
        largest = max(normal, key=abs)
        if largest == 0:
            continue
        axis = tuple([x / largest + 0.0 for x in normal])  # No -0.0.
        if axis not in tried:
            tried.append(axis)
            yield axis


def enough_edges(edges: Sequence[Vector]) -> list[Vector]:
    """Return a box's three edges in whole numbers, the last one first,
    since z and y make the first normal, x.

    The products of a flat box's edges all point the same way, or are
    mostly errors of rounding; on such axes it has no ends. It gets x, y
    and z as further edges, of no length. More axes never do harm, since
    any gap is a proof.
    """
    vectors = [whole(edge) for edge in reversed(edges)]
    a, b, c = vectors
    volume = sum(map(mul, cross_product(a, b), c))
    largest = prod(max(map(abs, vector)) for vector in vectors)
    if abs(volume) * FLAT <= largest:
        vectors += [whole(axis) for axis in reversed(WORLD_AXES[3])]
    return vectors


def whole(vector: Vector) -> Vector:
    """Return a vector of the same direction, in whole numbers.

    Python's integers are never rounded. So the product of edges that
    are nearly parallel has its exact direction; of floats, most of it
    would be errors of rounding.
    """
    ratios = [x.as_integer_ratio() for x in vector]
    common = max(below for _, below in ratios)  # All are powers of 2.
    return tuple([above * (common // below) for above, below in ratios])


def cross(a: Vector, b: Vector) -> float:
    """Return the cross product in 2-D: positive if the turn from a to b
    is like that from x to y, zero if they are parallel."""
    return a[0] * b[1] - a[1] * b[0]


def cross_product(a: Vector, b: Vector) -> Vector:
    """Return the cross product in 3-D: perpendicular to a and b, zero
    if they are parallel."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
