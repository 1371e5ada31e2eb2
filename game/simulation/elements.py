"""What moves in a room besides the player?

A slider goes to and fro between two points, a piston too, fast out and slowly back. Their place is
a function of world time, so they do not drift; in a step they go along the chord between their
places before and after.

      x    /\\    /\\          x   /\\_   /\\_
          /  \\  /  \\            /   \\_/   \\_
         /    \\/    \\_ t       /              t

A slug flies straight and ricochets. A blade turns, which no linear sweep is valid for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, pi, sqrt

from ..collision import AABB, OBB, Response, Space, sweep_polygons
from ..collision.step import Paths

Vector = tuple[float, ...]

FACES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}
"""The normals of a box's faces, by the names that level files use."""
TIP = 4.0
"""px: how far a blade's tip moves at most between two looks at it."""


@dataclass(frozen=True)
class Slider:
    """A solid between box, where it is drawn, and travel from there, px.

    speed and back are those of the way out and of the way back, px/s; phase is the part of the
    time for both that has passed when the room begins; lethal names faces.
    """

    box: AABB
    travel: Vector
    speed: float
    back: float
    phase: float
    lethal: tuple[str, ...]

    def place(self, time: float) -> Vector:
        """Return its centre at a world time, s; at the turning points exactly theirs."""
        length = sqrt(sum(x * x for x in self.travel))
        out, back = length / self.speed, length / self.back
        now = (time + self.phase * (out + back)) % (out + back)
        part = min(now / out, (out + back - now) / back, 1.0)
        return tuple(c + x * part for c, x in zip(self.box.center, self.travel))

    def kills(self, normal: Vector) -> bool:
        """Tell whether the face with this normal is lethal."""
        return any(FACES[name] == normal for name in self.lethal)


@dataclass(frozen=True)
class Slug:
    """A small box that ricochets and kills; velocity in px/s."""

    box: AABB
    velocity: Vector


@dataclass(frozen=True)
class Blade:
    """A bar that turns about its middle, and kills.

    angle is that of its first half extent when the room begins, radians; rpm is its turns a
    minute, from x towards y.
    """

    center: Vector
    half_extents: Vector
    angle: float
    rpm: float

    @property
    def reach(self) -> float:
        """How far its corners are from its middle, px."""
        return sqrt(sum(x * x for x in self.half_extents))

    def bar(self, time: float) -> OBB:
        """Return it at a world time, s."""
        turns = time * self.rpm / 60 % 1.0
        return OBB(self.center, self.half_extents, self.angle + 2 * pi * turns)

    def first_touch(
        self, way: Paths, half: Vector, span: tuple[float, float], begin: float, dt: float
    ) -> float | None:
        """Return when a box first touches it, as u of a step; None: it does not.

        In each part of the way the tip moves at most 4 px, and the bar stands as it does in the
        part's middle: nowhere farther than 2 px from where it truly is.

        Args:
            way: the box's pieces of path in the step.
            half: its half extents, px.
            span: the u between which is looked.
            begin, dt: world time when the step begins, and how long it is, s.
        """
        tip = abs(self.rpm) / 60 * 2 * pi * self.reach * dt
        for _, first, last, start, end in zip(*way):
            low, high = max(span[0], float(first)), min(span[1], float(last))
            parts = max(1, ceil(tip * (high - low) / TIP))
            slope = (end - start) / (last - first)
            for k in range(parts if low <= high else 0):
                u0, u1 = (low + (high - low) * x / parts for x in (k, k + 1))
                box = AABB(start + slope * (u0 - first), half)
                bar = self.bar(begin + dt * (u0 + u1) / 2)
                hit = sweep_polygons(box, bar, slope * (u1 - u0))
                if hit:
                    return u0 + (u1 - u0) * hit.u0
        return None


def track(space: Space, slug: int, seconds: float = 0.25) -> Paths:
    """Return where a slug will fly if no solid moves."""
    body = space.center[slug], space.half_extents[slug]
    return space.cast(*body, space.velocity[slug] * seconds, Response.BOUNCE)
