"""The sweep in exact arithmetic, written independently of game.collision."""

from fractions import Fraction
from itertools import product


def exact_sweep(d, r, s):
    """Return (u0, u1, entry axes) of closed boxes, or None; d, r, s as in game.collision.sweep."""
    lasts, ends = [], []
    for distance, motion, reach in zip(d, r, s):
        distance, motion, reach = Fraction(distance), Fraction(motion), Fraction(reach)
        if motion == 0:
            if abs(distance) > reach:
                return None
            lasts.append(None)
            continue
        times = sorted([(reach - distance) / motion, (-reach - distance) / motion])
        lasts.append(times[0])
        ends.append(times[1])
    u0 = max([Fraction(0), *[t for t in lasts if t is not None]])
    u1 = min([Fraction(1), *ends])
    if u0 > u1:
        return None
    return u0, u1, tuple(i for i, t in enumerate(lasts) if t == u0)


def small_grid():
    """Yield (d, r, s): every 2-D configuration of a small grid of integers."""
    for d in product(range(-3, 4), repeat=2):
        for r in product(range(-4, 5), repeat=2):
            for s in ((2, 2), (0, 1), (0, 0)):
                yield d, r, s


def corners_of_grid():
    """Yield (d, r, s): every 3-D configuration of a still smaller one."""
    for d in product(range(-2, 3), repeat=3):
        for r in product((-2, -1, 0, 1, 3), repeat=3):
            yield d, r, (1, 1, 2)


def random_integers(rng, dimensions, limit=2**20):
    """Return (d, r, s) that often meet, with coordinates up to the edge of the world."""
    scale = rng.choice((8, 64, 1024, limit))
    d = [rng.randint(-scale, scale) for _ in range(dimensions)]
    r = [-x + rng.randint(-scale, scale) if rng.random() < 0.7 else 0 for x in d]
    return d, r, [rng.randint(0, scale) for _ in range(dimensions)]
