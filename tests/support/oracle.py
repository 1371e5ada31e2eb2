"""Sweeps in exact arithmetic, written independently of game.collision."""

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple


class Exact(NamedTuple):
    u0: Fraction
    u1: Fraction
    entry_axes: tuple[int, ...]
    axes: tuple[tuple[Fraction, Fraction] | None, ...]  # None: no motion, always overlapping


def exact_sweep(d, r, s):
    """Return the Exact answer for closed boxes, or None; d, r, s as in game.collision.sweep."""
    axes = []
    for distance, motion, reach in zip(d, r, s):
        distance, motion, reach = Fraction(distance), Fraction(motion), Fraction(reach)
        if motion == 0:
            if abs(distance) > reach:
                return None
            axes.append(None)
        else:
            axes.append(tuple(sorted([(reach - distance) / motion, (-reach - distance) / motion])))
    u0 = max([Fraction(0), *[times[0] for times in axes if times]])
    u1 = min([Fraction(1), *[times[1] for times in axes if times]])
    if u0 > u1:
        return None
    entry_axes = tuple(i for i, times in enumerate(axes) if times and times[0] == u0)
    return Exact(u0, u1, entry_axes, tuple(axes))


def relative(a, b, move_a, move_b):
    """Return (d, r, s) of two moving boxes, as Fractions."""

    def each(x, y, sign):
        return [Fraction(v) + sign * Fraction(w) for v, w in zip(y, x)]

    return (
        each(a.center, b.center, -1),
        each(move_a, move_b, -1),
        each(a.half_extents, b.half_extents, 1),
    )


def exact_overlap(a, b, move_a, move_b, u):
    """Tell whether two boxes overlap at the time u."""
    u = Fraction(u)
    rows = zip(a.center, a.half_extents, move_a, b.center, b.half_extents, move_b)
    return all(
        abs(cb + mb * u - ca - ma * u) <= ha + hb
        for ca, ha, ma, cb, hb, mb in (map(Fraction, row) for row in rows)
    )


def exact_meeting(p, q, r):
    """Return (u0, u1) of two convex hulls, q moving by r as p sees it, or None.

    They overlap at u where -u r lies in the hull of all q - p. The ends of a line within a hull
    of points lie on segments between two of them, so trying every segment finds both.
    """
    x, y = r if any(r) else (1, 0)  # At rest any line through the origin will do.
    hull = {(b[0] - a[0], b[1] - a[1]) for a, b in product(p, q)}
    times = [-Fraction(a * x + b * y, x * x + y * y) for a, b in hull if a * y == b * x]
    for (a, b), (c, e) in combinations(hull, 2):
        first, second = a * y - b * x, c * y - e * x
        if first * second < 0:
            part = Fraction(first, first - second)
            at = a + part * (c - a), b + part * (e - b)
            times.append(-(at[0] * x + at[1] * y) / (x * x + y * y))
    enter, leave = min(times, default=1), max(times, default=0)
    if not any(r):
        return (Fraction(0), Fraction(1)) if enter <= 0 <= leave else None
    u0, u1 = max(enter, Fraction(0)), min(leave, Fraction(1))
    return (u0, u1) if u0 <= u1 else None


def small_grid():
    """Yield (d, r, s): all 2-D configurations on a small grid of integers."""
    for d in product(range(-3, 4), repeat=2):
        for r in product(range(-4, 5), repeat=2):
            for s in ((2, 2), (0, 1), (0, 0)):
                yield d, r, s


def corners_of_grid():
    """Yield (d, r, s): all 3-D configurations on a smaller grid."""
    for d in product(range(-2, 3), repeat=3):
        for r in product((-2, -1, 0, 1, 3), repeat=3):
            yield d, r, (1, 1, 2)


def random_integers(rng, dimensions, limit=2**20):
    """Return (d, r, s) of boxes that often hit, with coordinates up to the edge of the world."""
    scale = rng.choice((8, 64, 1024, limit))
    d = [rng.randint(-scale, scale) for _ in range(dimensions)]
    r = [-x + rng.randint(-scale, scale) if rng.random() < 0.7 else 0 for x in d]
    return d, r, [rng.randint(0, scale) for _ in range(dimensions)]
