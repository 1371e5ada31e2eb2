"""When two turned boxes meet in 3-D, in exact arithmetic, without a separating axis.

Two boxes overlap if and only if an edge of one has a point in the other. The points of an edge are
start + t along, and the boxes move by u r: so for each edge the places (t, u) at which it is inside
the other box are a polygon, the unit square cut by that box's six faces. All numbers are integers,
multiples of 2^-BITS, but for the corners of that polygon, which are fractions.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from game.collision import AABB, OBB

BITS = 192
"""No float that is tested has a bit below 2^-BITS."""
Exact = tuple[int, ...]
Place = tuple[Fraction | int, Fraction | int]
UNIT_SQUARE: list[Place] = [(0, 0), (1, 0), (1, 1), (0, 1)]


class ExactBox(NamedTuple):
    """A box whose columns enclose a volume; half extents may be 0."""

    center: Exact
    half: Exact
    columns: Sequence[Exact]

    def grown(self, by: float) -> "ExactBox | None":
        """Return the box with each face moved outwards by at most so many px, inwards if they are
        negative; None if nothing is left."""
        (more,) = exact([by])
        sizes = [max(1, sum(map(abs, column)) >> BITS) for column in self.columns]
        half = tuple(h + more // size for h, size in zip(self.half, sizes))
        return self._replace(half=half) if min(half) >= 0 else None


def exact(numbers: Iterable[float]) -> Exact:
    """Return numbers as multiples of 2^-BITS, none of them rounded."""
    scaled = [Fraction(number) * 2**BITS for number in numbers]
    assert {number.denominator for number in scaled} == {1}
    return tuple(map(int, scaled))


def exact_box(box: AABB | OBB) -> ExactBox:
    """Return a box without rounding; its columns must enclose a volume."""
    upright = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    columns = upright if isinstance(box, AABB) else box.axes
    return ExactBox(exact(box.center), exact(box.half_extents), [*map(exact, columns)])


def times_of_meeting(
    p: ExactBox, q: ExactBox, r: Exact = (0, 0, 0)
) -> tuple[Fraction, Fraction] | None:
    """Return the first and the last u at which p overlaps q, moved by u r as p sees it; None if
    there is none."""
    back = tuple(-x for x in r)
    times = [*times_of_edges(p, q, back), *times_of_edges(q, p, r)]
    return (Fraction(min(times)), Fraction(max(times))) if times else None


def times_of_edges(p: ExactBox, q: ExactBox, r: Exact) -> Iterator[Fraction | int]:
    """Yield the first u, the last, and others between, at which an edge of p is inside q, for each
    that is inside some time; p moves by u r."""
    away = [(a - b) << BITS for a, b in zip(p.center, q.center)]
    motion = [x << BITS for x in r]
    reaches = [[h * x for x in column] for h, column in zip(p.half, p.columns)]
    slabs = []
    for normal, reach in slabs_of(q):
        along = [inner(normal, each) for each in reaches]
        slabs.append((inner(normal, away), along, inner(normal, motion), reach))
    for axis, signs in product(range(3), product((-1, 1), repeat=2)):
        from_middle = [*signs[:axis], -1, *signs[axis:]]
        inside = UNIT_SQUARE
        for apart, along, moved, reach in slabs:
            start = apart + inner(from_middle, along)
            inside = cut(inside, (reach + start, 2 * along[axis], moved))
            inside = cut(inside, (reach - start, -2 * along[axis], -moved))
        yield from (u for _, u in inside)


def slabs_of(box: ExactBox) -> Iterator[tuple[Exact, int]]:
    """Yield three normals of faces and their reaches: a point, as seen from the box's centre, is
    inside if its products with the normals are within their reaches."""
    x, y, z = box.columns
    volume = abs(inner(x, outer(y, z)))
    assert volume
    for (a, b), half in zip(((y, z), (z, x), (x, y)), box.half):
        yield outer(a, b), half * volume


def cut(polygon: list[Place], line: Exact) -> list[Place]:
    """Return the part of a convex polygon where a + b t + c u is not negative."""
    a, b, c = line
    sides = [a + b * t + c * u for t, u in polygon]
    kept: list[Place] = []
    for i, (here, value) in enumerate(zip(polygon, sides)):
        before, other = polygon[i - 1], sides[i - 1]
        if value < 0 < other or other < 0 < value:
            part = Fraction(other) / (other - value)
            t, u = (v + part * (w - v) for v, w in zip(before, here))
            kept.append((t, u))
        if value >= 0:
            kept.append(here)
    return kept


def inner(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b))


def outer(a: Exact, b: Exact) -> Exact:
    (x, y, z), (u, v, w) = a, b
    return (y * w - z * v, z * u - x * w, x * v - y * u)
