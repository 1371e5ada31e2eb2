"""What moves in a room besides the player?

A slider moves back and forth between two points; a piston does too, fast out and slowly
back. Their place is a function of world time, so they do not drift; in a step they move
along the chord between their places before and after.

      x    /\\    /\\          x   /\\_   /\\_
          /  \\  /  \\            /   \\_/   \\_
         /    \\/    \\_ t       /              t

A slug moves straight on and ricochets. A blade rotates, and no linear sweep is valid
for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import copysign, pi, sqrt

from ..collision import AABB, OBB, SKIN, Response, Space, sweep_polygons
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.sweep import overlap_times
from ..collision.tables import Paths

FACES = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "top": (0.0, -1.0),
    "bottom": (0.0, 1.0),
}
"""The normals of a box's faces, by the names that level files use."""
SLACK = 1 / 16
"""px: the most by which a blade is treated as larger than it is."""
ANGLES = 2**18
"""A blade's are whole parts of a turn, so few that each one's sine and cosine, as OBB
rounds them, can be checked to be the same on platforms whose libraries differ in the
last bit."""


@dataclass(frozen=True)
class Slider:
    """A solid between box, where it is drawn, and travel from there, px.

    speed and back are those of the way out and of the way back, px/s; phase is the part
    of the time for both that has passed when the room begins; lethal names faces.
    """

    box: AABB
    travel: Vector
    speed: float
    back: float
    phase: float
    lethal: tuple[str, ...]

    @cached_property
    def durations(self) -> tuple[float, float]:
        """How long the way out takes, and the way back, s."""
        length = sqrt(sum(x * x for x in self.travel))
        return length / self.speed, length / self.back

    def place(self, time: float) -> Vector:
        """Return its centre at a world time, s; at the turning points exactly
        theirs."""
        out, back = self.durations
        now = (time + self.phase * (out + back)) % (out + back)
        part = min(now / out, (out + back - now) / back, 1.0)
        return tuple([c + x * part for c, x in zip(self.box.center, self.travel)])

    def is_lethal(self, normal: Vector) -> bool:
        """Tell whether the face with this normal is lethal."""
        return any(FACES[name] == normal for name in self.lethal)

    def kills(self, normal: Vector, away: Vector, half: Vector) -> bool:
        """Tell whether a box that hits a face is killed; at an exact corner a safe face
        wins.

        Args:
            normal: of the face.
            away: from the slider's centre to the box's at the contact, px.
            half: half extents of the box, px.
        """
        axis = normal.index(0.0)
        side = copysign(1.0, away[axis])
        is_inner = abs(away[axis]) < half[axis] + self.box.half_extents[axis] - SKIN
        beside = (side, 0.0) if axis == 0 else (0.0, side)
        return self.is_lethal(normal) and (is_inner or self.is_lethal(beside))


@dataclass(frozen=True)
class Slug:
    """A small box that ricochets and kills; velocity in px/s."""

    box: AABB
    velocity: Vector


@dataclass(frozen=True)
class Blade:
    """A bar that rotates about its centre, and kills.

    angle is the angle of its first half extent when the room begins, radians; rpm is
    its turns a minute, from x towards y.
    """

    center: Vector
    half_extents: Vector
    angle: float
    rpm: float

    @cached_property
    def reach(self) -> float:
        """How far its corners are from its middle, px."""
        return sqrt(sum(x * x for x in self.half_extents))

    def bar(self, time: float, slack: float = 0.0) -> OBB:
        """Return it at a world time, s, grown by some px all around."""
        turns = self.angle / (2 * pi) + time * self.rpm / 60
        half = (x + slack for x in self.half_extents)
        return OBB(self.center, half, round(turns * ANGLES) % ANGLES * 2 * pi / ANGLES)

    def touches(
        self, path: Paths, half: Vector, span: Vector, begin: float, dt: float
    ) -> Iterator[float]:
        """Yield the u at which a box touches it in a step, the first of all at first.

        A linear sweep is not valid for a rotating box, but no point of the bar leaves
        the place that it has in the middle of a part of the step by more than the tip
        moves in half of it. So a box is safe while it does not touch the bar grown by
        that much; the part is halved, and a half in which it may touch it halved again,
        until the bar is grown by less than SLACK. Nothing is missed: the bar is always
        grown by the distance between two angles as well.

        Args:
            path: the box's pieces of path in the step.
            half: its half extents, px.
            span: the first and the last u to search.
            begin, dt: world time when the step begins, and how long it is, s.
        """
        tip = abs(self.rpm) / 60 * 2 * pi * self.reach * dt

        def touches_in(
            u0: float, u1: float, start: Floats, slope: Floats
        ) -> Iterator[float]:
            slack, move = tip * (u1 - u0) / 2, slope * (u1 - u0)
            bar = self.bar(begin + dt * (u0 + u1) / 2, slack + self.reach * pi / ANGLES)
            enter, leave = overlap_span(bar, start.tolist(), half, move.tolist())
            if slack > SLACK:
                middle = (u0 + u1) / 2
                if enter <= min(leave, 0.5):
                    yield from touches_in(u0, middle, start, slope)
                if leave >= max(enter, 0.5):
                    yield from touches_in(
                        middle, u1, start + slope * (middle - u0), slope
                    )
            elif enter <= leave and (
                hit := sweep_polygons(AABB(tuple(start), half), bar, move)
            ):
                yield u0 + (u1 - u0) * hit.u0

        for _, first, last, start, end in zip(*path):
            low, high = max(span[0], float(first)), min(span[1], float(last))
            if low <= high:
                slope = (end - start) / (last - first)
                yield from touches_in(low, high, start + slope * (low - first), slope)


def overlap_span(
    bar: OBB, start: Vector, half: Vector, move: Vector
) -> tuple[float, float]:
    """Return the first and the last u at which the shadows of a bar and of a box that
    moves overlap on the axes of both, within SKIN; the last before the first if they
    never do. It takes much less time than sweep_polygons, which misses the box at all
    other u."""
    (x, y), (e, f), (a, b) = (p - c for p, c in zip(start, bar.center)), move, half
    (c, s), (w, h) = bar.axes[0], bar.half_extents
    m, n = abs(c), abs(s)
    # On the axes of the bar, on x and on y.
    offsets = x * c + y * s, y * c - x * s, x, y
    moves = e * c + f * s, f * c - e * s, e, f
    reaches = w + a * m + b * n, h + a * n + b * m, a + w * m + h * n, b + w * n + h * m
    enter, leave = zip(
        *map(overlap_times, offsets, moves, (reach + SKIN for reach in reaches))
    )
    return max(0.0, *enter), min(1.0, *leave)


def track(space: Space, slug: int, seconds: float = 0.25) -> Paths:
    """Return the path of a slug if no solid moves."""
    body = space.center[slug], space.half_extents[slug]
    return space.cast(*body, space.velocity[slug] * seconds, Response.BOUNCE)
