"""Which body of the space is which element?

Room.elements  ->  add_elements  ->  ElementsById: id -> element
                        |
                      Space: a wall, obstacle, mover or sensor for each
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, cast

import numpy as np

from ..collision import Kind, Response, Space
from ..collision.batch import Ints
from .elements import KINDS, Element, ElementKind
from .room import columns, group_by_kind

E = TypeVar("E", bound=Element)
KIND_OF = {kind.element: kind for kind in KINDS}
"""The line of the table for each class of elements."""


class ElementsById:
    """The elements in a space, by the ids of their bodies.

    It is replaced and never changed, so copies of a world share it.
    """

    def __init__(self, elements: Mapping[int, Element]) -> None:
        self.elements = elements
        self.by_kind: dict[type[Element], dict[int, Element]] = {}
        for kind in KINDS:
            self.by_kind[kind.element] = {}
        for id, element in elements.items():
            self.by_kind[type(element)][id] = element
        self.driven: dict[int, Element] = {}
        """Those whose place is a function of world time: the obstacles."""
        for kind in KINDS:
            if kind.body == Kind.OBSTACLE:
                self.driven |= self.by_kind[kind.element]

    def of(self, kind: type[E]) -> dict[int, E]:
        """Return the elements of a class, by the ids of their bodies."""
        return cast("dict[int, E]", self.by_kind[kind])

    def kind(self, id: int) -> ElementKind | None:
        """Return the line of the table for a body; None if it is no element's."""
        element = self.elements.get(id)
        return None if element is None else KIND_OF[type(element)]

    def with_added(self, elements: Mapping[int, Element]) -> ElementsById:
        return ElementsById({**self.elements, **elements})

    def without(self, ids: Iterable[int]) -> ElementsById:
        gone = set(ids)
        left = {id: each for id, each in self.elements.items() if id not in gone}
        return ElementsById(left)


def add_elements(
    space: Space, elements: Iterable[Element], time: float
) -> dict[int, Element]:
    """Put elements into a space as they are at a world time, s; return them by the ids
    of their bodies."""
    by_id: dict[int, Element] = {}
    for kind, its_elements in group_by_kind(elements).items():
        if its_elements:
            ids = add_bodies(space, KIND_OF[kind].body, its_elements, time)
            by_id.update(zip(ids.tolist(), its_elements))
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
