"""Scenes built from their answer: choose axis, u0 and offset, then place the obstacle.

The numbers of known_hits are eighths and the displacement across the face is a power of two, so the
arithmetic is exact and tests may use ==. Those of crowds are as bad as floats can be.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from game.collision import AABB, SKIN

T = TypeVar("T")

eighths = st.integers(-800, 800).map(lambda k: k / 8)
extents = st.integers(1, 80).map(lambda k: k / 8)


class KnownHit(NamedTuple):
    a: AABB
    b: AABB
    move_a: tuple[float, ...]
    move_b: tuple[float, ...]
    axis: int
    u0: float
    normal: tuple[float, ...]

    @property
    def scene(self):
        """What sweep is asked: both boxes and both displacements."""
        return self[:4]

    def mapped(self, place, extent):
        """Return the scene with all places and displacements, and all half extents, mapped."""
        a, b = (AABB(place(x.center), extent(x.half_extents)) for x in (self.a, self.b))
        return a, b, place(self.move_a), place(self.move_b)


@st.composite
def known_hits(draw):
    """Draw a 2-D or 3-D scene in which a's face on one axis hits b at u0 = k/16."""
    n = draw(st.integers(2, 3))
    axis = draw(st.integers(0, n - 1))
    u0 = draw(st.integers(0, 16)) / 16
    side = draw(st.sampled_from([-1, 1]))
    center = [draw(eighths) for _ in range(n)]
    half_a, half_b = ([draw(extents) for _ in range(n)] for _ in range(2))
    move_b = [draw(eighths) for _ in range(n)]
    relative = [draw(eighths) for _ in range(n)]
    relative[axis] = -side * 2.0 ** draw(st.integers(0, 10))
    place = []
    for i in range(n):
        reach = half_a[i] + half_b[i]
        at_u0 = side * reach if i == axis else draw(st.integers(-7, 7)) / 8 * reach
        place.append(center[i] + at_u0 - relative[i] * u0)
    move_a = tuple(b - r for b, r in zip(move_b, relative))
    normal = tuple(-float(side) if i == axis else 0.0 for i in range(n))
    a, b = AABB(center, half_a), AABB(place, half_b)
    return KnownHit(a, b, move_a, tuple(move_b), axis, u0, normal)


Choose = Callable[[Sequence[T]], T]
"""Chooses one of some options: hypothesis draws it, a fuzzer takes it from its bytes."""

TINY, LEAST = 2.0**-1022, 5e-324
SIZES = (1.0, 4.0, 0.5, 0.1, 1 / 3, 40.0, SKIN, 2 * SKIN, 0.75 * SKIN, 1e-9, 0.0, LEAST, TINY)
SIZES += (1000.0, 2.0**16)
PLACES = (0.0, 8.0, 0.1, -1 / 3, 1e3 / 7, -(2.0**10), 1e6 + 0.1, 2.0**20 - 64, -(2.0**19) - 1 / 3)
GAPS = (0.0, 8.0, -8.0, 0.1, -1 / 3, 100.0, -1000.0, 5 * SKIN, -0.5 * SKIN)
NUDGES = (0.0, SKIN, -SKIN, SKIN / 2, -SKIN / 2, 2 * SKIN, -2 * SKIN, 2.0**-32, -(2.0**-32), TINY)
ULPS = (0, 1, -1, 2, -2)
MOVES = (0.0, 8.0, -8.0, 0.1, -1 / 3, 90.0, -1e4, 1e7, -1e9, SKIN, -SKIN / 3, 1e-9, TINY, -LEAST)
TIMES = (0.5, 1.0, 0.25, 1 / 3, 0.1, 0.999, 1e-3, 1e-9, 1.5)


class Crowd(NamedTuple):
    """A box with its displacement, and solids with theirs, placed to be hard cases."""

    box: AABB
    move: tuple[float, ...]
    solids: tuple[AABB, ...]
    moves: tuple[tuple[float, ...], ...]

    def mapped(self, place, extent):
        """Return the scene with all places and displacements, and all half extents, mapped."""
        box, *solids = (
            AABB(place(x.center), extent(x.half_extents)) for x in (self.box, *self.solids)
        )
        return Crowd(box, place(self.move), tuple(solids), tuple(map(place, self.moves)))


def crowd(choose, n, most=6):
    """Place solids flush, in corners, on seams or an ulp or SKIN off, and aim at a tie.

    Each solid lies by the box or by a solid before it, in one of six ways on each axis; the box
    moves to where it touches one of them on all axes at the same time, except for what is changed.
    """
    axes = range(n)
    at = choose(PLACES)
    box = AABB([at] * n, [choose(SIZES) for _ in axes])
    solids = []
    for _ in range(choose(range(1, most + 1))):
        by, half = choose([box, *solids]), [choose(SIZES) for _ in axes]
        center = [beside(choose, by.center[i], by.half_extents[i], half[i]) for i in axes]
        solids.append(AABB(center, half))
    target, u = choose(solids), choose(TIMES)
    rows = zip(box.center, box.half_extents, target.center, target.half_extents)
    aimed = [flush_move(*row) / u for row in rows]
    scheme = choose(range(5))
    own = [0.0 if scheme == 4 else x if scheme < 3 else choose(MOVES) for x in aimed]
    if scheme == 1:
        own[choose(axes)] = choose(MOVES)
    if scheme == 2:
        own = [stepped(x, choose(ULPS)) for x in own]
    moves = [[solid_move(choose, i, box, solid, own) for i in axes] for solid in solids]
    carried = choose(moves) if choose((False, True)) else [0.0] * n
    own = [x + y for x, y in zip(own, carried)]
    return Crowd(box, tuple(own), tuple(solids), tuple(map(tuple, moves)))


def beside(choose, center, half, other):
    """Choose where on an axis a solid lies by another box."""
    ways = (half + other, -half - other, half - other, other - half, 0.0, choose(GAPS))
    return stepped(center + choose(ways) + choose(NUDGES), choose(ULPS))


def flush_move(p, h, o, g):
    """Return the displacement on an axis until two boxes touch, or no longer overlap."""
    d = o - p
    return d - math.copysign(h + g, d) if abs(d) > h + g else d + math.copysign(h + g, d)


def solid_move(choose, i, box, solid, own):
    """Choose a solid's displacement on an axis: mostly none, or towards the box or with it."""
    closing = box.center[i] - solid.center[i]
    return choose((0.0, 0.0, 0.0, own[i], -own[i], closing, 2 * closing, choose(MOVES)))


def stepped(x, ulps):
    """Return the float so many floats up or down."""
    for _ in range(abs(ulps)):
        x = math.nextafter(x, math.copysign(math.inf, ulps))
    return x


@st.composite
def crowds(draw, n=2, most=6):
    """Draw a Crowd."""
    return crowd(lambda options: draw(st.sampled_from(options)), n, most)
