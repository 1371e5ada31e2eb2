"""Scenes built from their answer: choose axis, u0 and offset, then place the obstacle.

All numbers are eighths and the displacement across the face is a power of two, so the
arithmetic is exact and tests may use ==.
"""

from typing import NamedTuple

from hypothesis import strategies as st

from game.collision import AABB

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

    def mapped(self, place, extent):
        """The same scene with every place and way, and every half extent, put through a map."""
        a, b = (AABB(place(x.center), extent(x.half_extents)) for x in (self.a, self.b))
        return a, b, place(self.move_a), place(self.move_b)


@st.composite
def known_hits(draw):
    """A 2-D or 3-D scene in which a's face on one axis meets b at u0 = k/16."""
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
