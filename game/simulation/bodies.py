"""Which body of the space is which element?

Room.elements  ->  add_elements  ->  ElementsById: id -> element
                        |
                      Space: a wall, obstacle, mover or sensor for each
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar, cast

import numpy as np

from ..collision import Kind, Response, Space
from ..collision.batch import Ints
from .elements import KINDS, Element, ElementKind
from .room import Room, columns

E = TypeVar("E", bound=Element)
KIND_OF = {kind.element: kind for kind in KINDS}
"""The line of the table for each class of elements."""


class ElementsById:
    """The elements in a space, by the ids of their bodies.

    It is replaced and never changed, so copies of a world share it.
    """

    def __init__(self, elements: dict[int, Element]) -> None:
        self.elements = elements
        self.by_kind: dict[type[Element], dict[int, Element]] = {
            kind.element: {} for kind in KINDS
        }
        self.driven: dict[int, Element] = {}
        """Those whose place is a function of world time: the obstacles."""
        for id, element in elements.items():
            kind = KIND_OF[type(element)]
            self.by_kind[kind.element][id] = element
            if kind.body == Kind.OBSTACLE:
                self.driven[id] = element

    def of(self, kind: type[E]) -> dict[int, E]:
        """Return the elements of a class, by the ids of their bodies."""
        return cast("dict[int, E]", self.by_kind[kind])

    def kind(self, id: int) -> ElementKind | None:
        """Return the line of KINDS for the element whose body has this id; None if no
        element has."""
        element = self.elements.get(id)
        return None if element is None else KIND_OF[type(element)]

    def with_added(self, elements: dict[int, Element]) -> ElementsById:
        """Return these elements and more."""
        return ElementsById(self.elements | elements)

    def without(self, ids: Iterable[int]) -> ElementsById:
        """Return these elements without those of some bodies; ids may be of bodies
        that are no elements."""
        remaining = dict(self.elements)
        for id in ids:
            remaining.pop(id, None)
        return ElementsById(remaining)


def add_elements(space: Space, room: Room, time: float) -> dict[int, Element]:
    """Put a room's elements into a space as they are at a world time, s; return them by
    the ids of their bodies."""
    by_id: dict[int, Element] = {}
    for kind in KINDS:
        elements = room.of(kind.element)
        if elements:
            ids = add_bodies(space, kind.body, elements, time)
            by_id.update(zip(ids.tolist(), elements))
    return by_id


def add_bodies(
    space: Space, body: Kind, elements: Sequence[Element], time: float
) -> Ints:
    """Put elements into a space as walls, obstacles, movers or sensors; return their
    ids."""
    center, half = columns(element.body(time) for element in elements)
    if body == Kind.WALL:
        return space.add_walls(center, half)
    if body == Kind.OBSTACLE:
        return space.add_obstacles(center, half, 0.0)
    if body == Kind.SENSOR:
        return space.add_sensors(center, half)
    velocity = np.array([element.first_velocity() for element in elements])
    return space.add_movers(center, half, velocity, Response.BOUNCE)
