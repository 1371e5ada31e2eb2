"""Do two boxes overlap?

An axis-aligned bounding box (AABB) is a box whose sides are parallel
to the axes. On each axis it casts a shadow, an interval. Two boxes
overlap if and only if their shadows overlap on every axis; one axis
with a gap keeps them apart.

          half_a             half_b
         |------|         |---------|
     [--------------]     .         .
         .      [---.-----.---------.---------]
         |--------------------------|
                  distance

    the shadows overlap  <=>  |distance| <= half_a + half_b

The sum of the half extents is called the reach. A box is a closed set:
its faces belong to it. So boxes that only touch overlap, and so does a
box inside another.

Sources: Gomez, "Simple Intersection Tests for Games", Gamasutra 1999,
Listing 3; Dunn, "Detecting Whether Two Boxes Overlap", gamemath.com,
2011; Ericson, Real-Time Collision Detection, 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from operator import add, sub

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class AABB:
    """A box, stored as its centre and its half extents.

    A box can also be written as two corners, or as a size and a corner
    or the centre. With centre and half extents, moving the box changes
    one tuple and growing it changes the other, and one distance on each
    axis decides whether two boxes overlap.

    >>> AABB.from_min_size((10, 20), (8, 16))
    AABB(center=(14.0, 28.0), half_extents=(4.0, 8.0))

    Args:
        center: n numbers, px.
        half_extents: n numbers, px, none negative. Zero is a point or
            a segment, and collides like any other box.
    Raises:
        ValueError: a number is not finite, a half extent is negative,
            or the two differ in length.
    Source:
        Ericson, Real-Time Collision Detection, 4.2, figure 4.3.
    """

    center: Vector
    """n floats, px."""
    half_extents: Vector
    """n floats, px: how far it reaches from its centre on each axis."""

    def __post_init__(self) -> None:
        center = as_vector("center", self.center)
        half_extents = as_lengths(
            "half_extents", self.half_extents, len(center)
        )
        object.__setattr__(self, "center", center)
        object.__setattr__(self, "half_extents", half_extents)

    @classmethod
    def from_min_max(
        cls, min: Iterable[float], max: Iterable[float]
    ) -> AABB:
        """Make the box between two opposite corners.

        Faces on a binary grid (say 1/64 px) are exact; others may move
        by an ulp, the last bit of a float.

        Args:
            min: n numbers, px: the smallest coordinate on each axis.
            max: n numbers, px: the largest.
        Raises:
            ValueError: a number is not finite, max is below min on an
                axis, or the two differ in length.
        """
        low = as_vector("min", min)
        high = as_vector("max", max, len(low))
        if any(y < x for x, y in zip(low, high)):
            raise ValueError(
                f"max must not be below min {low}, got {high}"
            )
        halves = map(halve, low, high)
        center, half_extents = zip(*halves)
        return cls(center, half_extents)

    @classmethod
    def from_min_size(
        cls, min: Iterable[float], size: Iterable[float]
    ) -> AABB:
        """Make the box with this smallest corner and these sides.

        Args:
            min: n numbers, px: the smallest coordinate on each axis.
            size: n numbers, px, none negative: the whole extents.
        Raises:
            ValueError: a number is not finite, a size is negative, or
                the two differ in length.
        """
        low = as_vector("min", min)
        lengths = as_lengths("size", size, len(low))
        half_extents = tuple(w / 2 for w in lengths)
        center = tuple(x + h for x, h in zip(low, half_extents))
        return cls(center, half_extents)

    @classmethod
    def from_center_size(
        cls, center: Iterable[float], size: Iterable[float]
    ) -> AABB:
        """Make the box with this centre and these sides.

        Args:
            center: n numbers, px.
            size: n numbers, px, none negative: the whole extents.
        Raises:
            ValueError: a number is not finite, a size is negative, or
                the two differ in length.
        Source:
            The fly engine's struct AABB: position and dimensions.
        """
        place = as_vector("center", center)
        lengths = as_lengths("size", size, len(place))
        half_extents = tuple(w / 2 for w in lengths)
        return cls(place, half_extents)

    @classmethod
    def around(cls, points: Iterable[Iterable[float]]) -> AABB:
        """Make the smallest box that contains all points.

        Args:
            points: one or more points of n numbers each, px.
        Raises:
            ValueError: there is no point, a number is not finite, or
                the points differ in length.
        Source:
            Ericson, Real-Time Collision Detection, 4.2.3.
        """
        vectors = [as_vector("points", point) for point in points]
        if not vectors:
            raise ValueError(
                "points must hold at least one point, got none"
            )
        for vector in vectors:
            as_vector("points", vector, len(vectors[0]))
        axes = list(zip(*vectors))
        return cls.from_min_max(map(min, axes), map(max, axes))

    @property
    def min(self) -> Vector:
        """The smallest coordinate on each axis, px."""
        return tuple(map(sub, self.center, self.half_extents))

    @property
    def max(self) -> Vector:
        """The largest coordinate on each axis, px."""
        return tuple(map(add, self.center, self.half_extents))

    @property
    def size(self) -> Vector:
        """The whole extent on each axis, px."""
        return tuple(2 * h for h in self.half_extents)

    def moved(
        self, displacement: Iterable[float], u: float = 1.0
    ) -> AABB:
        """Return this box moved by a part u of a displacement.

        Args:
            displacement: n numbers, px.
            u: the part of it, a number; 1 is all of it.
        Raises:
            ValueError: a number is not finite, or there are not n.
        Source:
            Gomez, Listing 4 (positions at the time of collision).
        """
        e = as_vector("displacement", displacement, len(self.center))
        (u,) = as_vector("u", [u])
        center = tuple(c + x * u for c, x in zip(self.center, e))
        return AABB(center, self.half_extents)

    def expanded(self, half_extents: Iterable[float]) -> AABB:
        """Return this box grown on both sides of every axis.

        The grown box is the Minkowski sum of this box and one with
        these half extents. Such a box overlaps this one exactly if its
        centre lies in the grown box.

        Args:
            half_extents: n numbers, px, none negative.
        Raises:
            ValueError: a number is negative or not finite, or there
                are not n.
        Source:
            Ericson, Real-Time Collision Detection, 3.11 and 5.5.
        """
        more = as_lengths(
            "half_extents", half_extents, len(self.center)
        )
        grown = tuple(h + m for h, m in zip(self.half_extents, more))
        return AABB(self.center, grown)

    def union(self, other: AABB) -> AABB:
        """Return the smallest box that contains this one and another.

        Args:
            other: a box with as many dimensions.
        Raises:
            ValueError: the boxes differ in dimensions.
        Source:
            Ericson, Real-Time Collision Detection, 6.5.1.
        """
        same_dimensions("other", self, other)
        return AABB.around((self.min, self.max, other.min, other.max))

    def swept_bounds(self, displacement: Iterable[float]) -> AABB:
        """Return the box around all that this box covers as it moves.

        The swept volume itself is smaller, in 2-D a hexagon. The box
        around it serves the broad phase, which looks for boxes that
        could be hit; its sides may be off by an ulp.

        Args:
            displacement: n numbers, px.
        Raises:
            ValueError: a number is not finite, or there are not n.
        Source:
            Ericson, Real-Time Collision Detection, 5.5.8.
        """
        return self.union(self.moved(displacement))


def overlaps(a: AABB, b: AABB) -> bool:
    """Tell whether two closed boxes have a point in common.

    One axis with a gap keeps them apart, so the first gap decides.
    This test is shorter than one of the corners, and right where that
    one fails.

    >>> overlaps(AABB((0, 0), (4, 4)), AABB((8, 0), (4, 4)))  # touch
    True

    Args:
        a, b: boxes with the same number of dimensions.
    Raises:
        ValueError: the boxes differ in dimensions.
    Source:
        Gomez, Listing 3; Ericson, 4.2. Dunn rules out left, right,
        above and below instead, which comes to the same.
    """
    same_dimensions("b", a, b)
    return all(
        abs(cb - ca) <= ha + hb
        for ca, ha, cb, hb in zip(
            a.center, a.half_extents, b.center, b.half_extents
        )
    )


def halve(low: float, high: float) -> tuple[float, float]:
    """Return the centre and the half extent of an interval.

    The centre may be off by an ulp; then one end is farther from it
    than the other, and the half extent reaches as far as that end.
    """
    center = low / 2 + high / 2
    return center, max(center - low, high - center)


def as_vector(
    name: str, values: Iterable[float], dimensions: int | None = None
) -> Vector:
    """Return values as a tuple of finite floats, none of them -0.0.

    Args:
        name: the argument's name; an error message starts with it.
        values: numbers, one for each axis.
        dimensions: how many are expected; None allows one or more.
    Raises:
        ValueError: a value is not a finite number, or there are not
            as many as expected.
    """
    try:
        vector = tuple([float(value) + 0.0 for value in values])
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} must be finite numbers, one for each axis,"
            f" got {values!r}"
        ) from None
    if not all(map(isfinite, vector)):
        raise ValueError(f"{name} must be finite numbers, got {vector}")
    if not vector or dimensions not in (None, len(vector)):
        raise ValueError(
            f"{name} must have {dimensions or 'one or more'} numbers,"
            f" one for each axis, got {len(vector)}: {vector}"
        )
    return vector


def as_lengths(
    name: str, values: Iterable[float], dimensions: int | None = None
) -> Vector:
    """Return values as as_vector does; refuse negative ones, too."""
    lengths = as_vector(name, values, dimensions)
    if any(length < 0 for length in lengths):
        raise ValueError(f"{name} must not be negative, got {lengths}")
    return lengths


def same_dimensions(name: str, a: AABB, b: AABB) -> None:
    """Raise ValueError if b has not as many dimensions as a; name is
    the argument that holds b."""
    if len(a.center) != len(b.center):
        raise ValueError(
            f"{name} must have {len(a.center)} dimensions like the"
            f" other box, got {len(b.center)}: {b}"
        )
