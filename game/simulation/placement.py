"""Does everything in a map lie where it may?

A room has one player and one exit. What moves is not outside the room, and what is
taken, crossed or stopped does not begin inside a solid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..collision import AABB, Kind, overlaps
from .elements import KINDS, Element
from .room import PLAYER_SIZE, VISIBLE, frame
from .schema import LARGEST_NUMBER, BadFile, MapObject

Objects = Mapping[str, Sequence[MapObject]]
"""The objects of a map by type."""
Elements = Mapping[type[Element], Mapping[str, Element]]
"""The elements of a map by class, and by where they are in the file."""
Boxes = list[tuple[str, AABB]]
"""Boxes, and where each is in the file."""


def check_count(of: Objects, name: str, errors: list[BadFile]) -> None:
    """Append an error if there is not exactly one player, of its size, and one exit. A
    missing one is an error only if there are no others, which may be the reason.

    Args:
        of: the objects of the map by type.
        name: the map's file.
        errors: those that were found before.
    """
    for type in ("player", "exit"):
        objects = of[type]
        if not objects and not errors:
            errors.append(BadFile(name, f"has no object of type {type}", "exactly one"))
        if len(objects) > 1:
            wrong = f"is one of {len(objects)} objects of type {type}"
            errors.append(BadFile(objects[1].where, wrong, "exactly one"))
    for each in of["player"]:
        size = each.box.size
        if size != PLAYER_SIZE:
            wrong = f"player has size {size}"
            errors.append(BadFile(each.where, wrong, f"{PLAYER_SIZE} px"))


def placement_errors(of: Objects, elements: Elements, room: AABB) -> Iterator[BadFile]:
    """Yield an error for each object outside the room, and for each that must begin in
    a free place and does not."""
    walls = [(each.where, each.box) for each in of["wall"]]
    extents = list(walls)
    sides = frame(room, 2.0 * LARGEST_NUMBER, VISIBLE)
    closed = [("the frame", side) for side in sides]
    solids = closed + walls
    free_types = ["player"]
    for kind in KINDS:
        drawn = elements[kind.element].items()
        if kind.begins_free:
            free_types += kind.types
        else:
            extents += [(where, element.extent) for where, element in drawn]
        if kind.body in (Kind.WALL, Kind.OBSTACLE):
            solids += [(where, element.body(0.0)) for where, element in drawn]
    yield from errors_outside(extents, room)
    for type in free_types:
        for each in of[type]:
            if type == "exit":
                yield from errors_inside(each, closed + walls_around(each.box, walls))
            else:
                yield from errors_inside(each, solids)


def errors_outside(extents: Boxes, room: AABB) -> Iterator[BadFile]:
    """Yield an error for each box outside the room."""
    expected = "a place within its {:g} x {:g} px".format(*room.size)
    for where, box in extents:
        if not overlaps(box, room):
            yield BadFile(where, "lies outside the room", expected)


def walls_around(exit: AABB, walls: Boxes) -> Boxes:
    """Return the walls that an exit lies in as a whole. These alone hide it for ever:
    a slider sets it free again, and if a part lies outside, it can be reached."""
    return [(where, wall) for where, wall in walls if wall.union(exit) == wall]


def errors_inside(item: MapObject, solids: Boxes) -> Iterator[BadFile]:
    """Yield an error if an object begins inside one of some solids, about the first of
    these."""
    for where, solid in solids:
        if is_inside(item.box, solid):
            # Of "FILE: layer 1: object 7" it says "object 7"; "the frame" stays.
            _, prefix, name = where.rpartition(": object ")
            wrong = f"{item.type} starts inside {prefix[2:]}{name}"
            yield BadFile(item.where, wrong, "a free place")
            return


def is_inside(box: AABB, solid: AABB) -> bool:
    """Tell whether a box and a solid overlap and do not only touch: whether the box's
    centre is inside the solid grown by the box's half extents."""
    grown = solid.expanded(box.half_extents)
    spans = zip(grown.min, box.center, grown.max)
    return all(low < x < high for low, x, high in spans)
