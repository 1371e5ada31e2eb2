"""What is a room?

A room is a value: what is where when a run begins. It is closed by a frame of four
solids, of which a little is visible.

      +--------------------------------+   frame: 40 px thick, of which 4 px lie inside
      |  start     |        core       |
      |            | wall        exit  |
      +--------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from ..collision import AABB
from ..collision.aabb import Vector
from ..collision.batch import Floats
from .elements import KINDS, Element
from .fingerprint import fingerprint

E = TypeVar("E", bound=Element)

FRAME = 40.0
"""px: thickness of the solids that close every room."""
VISIBLE = 4.0
"""px of that thickness that lie inside the room."""
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
    elements: tuple[Element, ...] = ()
    """The lab and a shaft have no exit."""
    chunks: tuple[Room, ...] = ()
    """The rooms of which a shaft is made."""
    hint: str = ""
    """What there is to do, shown until the first dash."""

    def of(self, kind: type[E]) -> list[E]:
        """Return the elements of a class."""
        return [each for each in self.elements if isinstance(each, kind)]

    @cached_property
    def hash(self) -> str:
        """A fingerprint of everything that decides how a run goes: not of texts."""
        walls = [(wall.center, wall.half_extents) for wall in self.walls]
        elements = [
            (kind.tag, *element.values())
            for kind in KINDS
            for element in self.of(kind.element)
        ]
        chunks = [chunk.hash for chunk in self.chunks]
        return fingerprint((self.tick_rate, self.start, walls, elements, chunks))


def frame(box: AABB, thickness: float, visible: float = 0.0) -> list[AABB]:
    """Return the four solids that close a box: above, below, to the left, to the right.

    Args:
        box: what they close.
        thickness: of each solid, px.
        visible: how many of these px lie inside the box.
    """
    beyond = thickness - visible
    left, top = (x - beyond for x in box.min)
    right, bottom = (x + beyond for x in box.max)
    inner_left, inner_top = (x + visible for x in box.min)
    inner_right, inner_bottom = (x - visible for x in box.max)
    return [
        AABB.from_min_max((left, top), (right, inner_top)),
        AABB.from_min_max((left, inner_bottom), (right, bottom)),
        AABB.from_min_max((left, top), (inner_left, bottom)),
        AABB.from_min_max((inner_right, top), (right, bottom)),
    ]


def columns(boxes: Iterable[AABB]) -> tuple[Floats, Floats]:
    """Return boxes as an array of their centres and one of their half extents."""
    rows = np.array([(box.center, box.half_extents) for box in boxes]).reshape(-1, 2, 2)
    return rows[:, 0], rows[:, 1]
