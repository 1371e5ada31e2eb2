"""What moves in a room besides the player?

A slider goes to and fro between two points. Its place is a function of world time, so it does not
drift; in a step it goes along the chord between its places before and after.

      x    /\\    /\\        there and back: 2 |travel| / speed seconds
          /  \\  /  \
         /    \\/    \\__ t

A slug flies straight and ricochets.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from ..collision import AABB, Response, Space
from ..collision.step import Paths

Vector = tuple[float, ...]

FACES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}
"""The normals of a box's faces, by the names that level files use."""


@dataclass(frozen=True)
class Slider:
    """A solid between box, where it is drawn, and travel from there, px.

    phase is the part of the way there and back that is done when the room begins; lethal names
    faces.
    """

    box: AABB
    travel: Vector
    speed: float
    phase: float
    lethal: tuple[str, ...]

    def place(self, time: float) -> Vector:
        """Return its centre at a world time, s; at the turning points exactly theirs."""
        length = sqrt(sum(x * x for x in self.travel))
        way = (time * self.speed + self.phase * 2 * length) % (2 * length)
        part = min(way, 2 * length - way) / length
        return tuple(c + x * part for c, x in zip(self.box.center, self.travel))

    def kills(self, normal: Vector) -> bool:
        """Tell whether the face with this normal is lethal."""
        return any(FACES[name] == normal for name in self.lethal)


@dataclass(frozen=True)
class Slug:
    """A small box that ricochets and kills; velocity in px/s."""

    box: AABB
    velocity: Vector


def track(space: Space, slug: int, seconds: float = 0.25) -> Paths:
    """Return where a slug will fly if no solid moves."""
    body = space.center[slug], space.half_extents[slug]
    return space.cast(*body, space.velocity[slug] * seconds, Response.BOUNCE)
