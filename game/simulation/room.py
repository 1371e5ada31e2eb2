"""What is a room?

A room is a value: what is where when a run begins. It is closed by a frame of four
solids, of which a little is visible.

      +--------------------------------+    frame: 40 px thick, 4 px of it inside the room
      |  start     |        core       |
      |            | wall        exit  |
      +--------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..collision import AABB
from ..collision.aabb import Vector
from ..collision.batch import Floats
from .elements import Blade, Slider, Slug

FRAME, VISIBLE = 40.0, 4.0
"""px: thickness of the solids that close every room, and how much of it lies inside the
room."""
SIDES = 4
"""Number of solids of the frame; they are the last of a room's walls."""
PLAYER_SIZE = (8.0, 8.0)
"""px."""


@dataclass(frozen=True)
class Room:
    """What is where when a run begins; walls include the frame."""

    name: str
    title: str
    fact: str
    width: float
    height: float
    tick_rate: int
    start: Vector
    walls: tuple[AABB, ...]
    sliders: tuple[Slider, ...] = ()
    slugs: tuple[Slug, ...] = ()
    blades: tuple[Blade, ...] = ()
    cores: tuple[AABB, ...] = ()
    glitches: tuple[AABB, ...] = ()
    exit: AABB | None = None
    """None in the lab and in a shaft, which have no exit."""
    chunks: tuple[Room, ...] = ()
    """The rooms of which a shaft is made."""
    hint: str = ""
    """What there is to do, shown until the first dash."""

    @cached_property
    def hash(self) -> str:
        """A fingerprint of everything that decides how a run goes: not of texts."""
        from hashlib import (
            blake2b,
        )  # It loads OpenSSL: only where a fingerprint is needed.

        bodies = (
            self.start,
            self.walls,
            self.sliders,
            self.slugs,
            self.blades,
            self.cores,
        )
        places = self.glitches, self.exit, [chunk.hash for chunk in self.chunks]
        decisive = repr((self.tick_rate, bodies, places))
        return blake2b(decisive.encode(), digest_size=8).hexdigest()


def frame(box: AABB, thickness: float, visible: float = 0.0) -> list[AABB]:
    """Return the four solids that close a box, of which so many px lie inside it."""
    (left, top), (right, bottom) = box.min, box.max
    beyond = thickness - visible
    return [
        AABB.from_min_max(
            (left - beyond, top - beyond), (right + beyond, top + visible)
        ),
        AABB.from_min_max(
            (left - beyond, bottom - visible), (right + beyond, bottom + beyond)
        ),
        AABB.from_min_max(
            (left - beyond, top - beyond), (left + visible, bottom + beyond)
        ),
        AABB.from_min_max(
            (right - visible, top - beyond), (right + beyond, bottom + beyond)
        ),
    ]


def columns(boxes: Iterable[AABB]) -> tuple[Floats, Floats]:
    """Return boxes as an array of their centres and one of their half extents."""
    rows = np.array([(box.center, box.half_extents) for box in boxes]).reshape(-1, 2, 2)
    return rows[:, 0], rows[:, 1]
