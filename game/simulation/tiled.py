"""How does a map file become a room?

A room is a map that a person draws in Tiled, boxes on object layers, each with a type:

    file -> JSON -> layers -> objects -> elements -> Room

Coordinates are rounded to 1/64 px: on that grid faces survive every conversion.
Anything that is not as schema.py expects is refused, all of it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import radians
from pathlib import Path
from typing import NamedTuple

from ..collision import AABB, OBB
from ..files import read_file
from .elements import KINDS, Element
from .placement import Elements, Objects, check_count, placement_errors
from .room import FRAME, VISIBLE, Room, frame
from .schema import (
    LARGEST_NUMBER,
    MAP,
    MOST_OBJECTS,
    NO_BOXES,
    OBJECT,
    ROOM_SIDES,
    SHIFTS,
    SIZES,
    BadFile,
    Fields,
    JsonObject,
    MapObject,
    Values,
    check_fields,
    check_format,
    collect_errors,
    excerpt,
    list_of,
    on_grid,
    parse_json,
    read_properties,
    require,
    suggest,
)

EXPECTED = "a Tiled map saved as JSON (.tmj)"
MOST_LAYERS = 1_000
"""Groups too: a million empty ones would fit into a file."""
MOST_NAME = 50
"""Letters of a room's name: with four bytes each they still fit into the names of other
files."""
TYPES: dict[str, Fields] = {
    "player": {},
    "wall": {},
    **{type: table for kind in KINDS for type, table in kind.types.items()},
}
"""The types of objects in a map, each with its properties. Only a blade may be
rotated."""


def load_room(path: Path) -> Room:
    """Read a room from a file.

    Raises:
        BadFile: the file cannot be read, or parse_room refuses it.
    """
    return parse_room(read_text(path, EXPECTED), str(path))


def read_text(file: Path, expected: str) -> str:
    """Return the text of a file.

    Raises:
        BadFile: it cannot be read, is too large, or is not text.
    """
    where = str(file)
    try:
        return read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"is not UTF-8 at byte {error.start}"
        raise BadFile(where, wrong, expected) from None
    except OSError as error:
        wrong = f"cannot be read ({error.strerror})"
        raise BadFile(where, wrong, expected) from None


def room_name(file: Path) -> str:
    """Return the name of the room in a file: the file's, without its suffix, in at most
    MOST_NAME letters that can be printed. So it can be part of a replay, a sentence and
    a file's name."""
    return "".join(x if x.isprintable() else "_" for x in file.stem[:MOST_NAME])


@lru_cache(maxsize=128)
def parse_room(text: str, name: str) -> Room:
    """Return the room in the text of a Tiled map; the same text is parsed once.

    Args:
        text: JSON.
        name: the file's; errors begin with it, and room_name() makes the room's of it.
    Raises:
        BadFile: with all that is wrong in the map.
    """
    tiled = parse_json(text, name, EXPECTED)
    area = read_area(tiled, name)
    errors: list[BadFile] = []
    about: Values = {}
    with collect_errors(errors):
        about = read_properties(tiled, MAP, f"{name}: map")
        check_format(about, name)
    of: dict[str, list[MapObject]] = {type: [] for type in TYPES}
    for item in read_objects(tiled, name, errors):
        of[item.type].append(item)
    check_count(of, name, errors)
    elements = read_elements(of, errors)
    errors += placement_errors(of, elements, area)
    if errors:
        errors[0].others = tuple(errors[1:])
        raise errors[0]
    walls = [each.box for each in of["wall"]]
    return Room(
        name=room_name(Path(name)),
        title=about["title"],
        fact=about["fact"],
        hint=about["hint"],
        width=area.size[0],
        height=area.size[1],
        tick_rate=about["tick_rate"],
        start=of["player"][0].box.center,
        walls=(*walls, *frame(area, FRAME, VISIBLE)),
        elements=tuple(chain(*(group.values() for group in elements.values()))),
    )


def read_elements(of: Objects, errors: list[BadFile]) -> Elements:
    """Return the elements that objects are, except for those with errors."""
    elements: dict[type[Element], dict[str, Element]] = {}
    for kind in KINDS:
        its_elements = elements[kind.element] = {}
        for type in kind.types:
            for item in of[type]:
                with collect_errors(errors):
                    its_elements[item.where] = kind.element.read(item)
    return elements


def read_area(tiled: JsonObject, name: str) -> AABB:
    """Return the box of a map, px; its upper left corner is the origin."""
    has_edges = not tiled.get("infinite")
    is_flat = tiled.get("orientation", "orthogonal") == "orthogonal"
    wrong = "is infinite or not orthogonal"
    require(has_edges and is_flat, name, wrong, "an orthogonal map of fixed size")
    sizes = check_fields(tiled, SIZES, name)
    width = sizes["width"] * sizes["tilewidth"]
    height = sizes["height"] * sizes["tileheight"]
    least, most = ROOM_SIDES
    is_right = least <= width <= most and least <= height <= most
    wrong = f"the room is {width:g} x {height:g} px"
    require(is_right, name, wrong, f"{least} to {most:,} px on each side")
    return AABB.from_min_size((0, 0), (width, height))


class Layer(NamedTuple):
    """A layer of a map, and how far its groups are shifted, px."""

    data: JsonObject
    left: float
    top: float


def read_objects(
    tiled: JsonObject, name: str, errors: list[BadFile]
) -> Iterator[MapObject]:
    """Yield the objects of all layers, groups too, in the order in which Tiled draws
    them."""
    ids: set[int] = set()
    layers = [Layer(data, 0.0, 0.0) for data in list_of(tiled, "layers", dict, name)]
    layers.reverse()
    found = 0
    while layers:
        found += 1
        expected = f"at most {MOST_LAYERS:,}"
        require(found <= MOST_LAYERS, name, "has too many layers", expected)
        layer, left, top = layers.pop()
        where = f"{name}: layer {label(layer)}"
        with collect_errors(errors):
            shift = check_fields(layer, SHIFTS, where)
            left += shift["offsetx"]
            top += shift["offsety"]
            kind = layer.get("type")
            if kind == "group":
                inner = list_of(layer, "layers", dict, where)
                layers += [Layer(child, left, top) for child in reversed(inner)]
            elif kind == "objectgroup":
                for data in list_of(layer, "objects", dict, where):
                    with collect_errors(errors):
                        yield read_object(data, left, top, where, ids)
            else:
                wrong = f"is of type {excerpt(kind)}"
                raise BadFile(where, wrong, "an object layer or a group")


def label(data: JsonObject) -> str:
    """Return the id of a layer or an object, and its name if it has one."""
    id = excerpt(data.get("id"))
    name = data.get("name")
    return f"{id} {excerpt(name)}" if name else id


def read_object(
    data: JsonObject, dx: float, dy: float, layer: str, ids: set[int]
) -> MapObject:
    """Return an object, checked, and moved by the offsets of its layers.

    Args:
        data: the object as the file has it.
        dx, dy: the offsets of its layers, px.
        layer: the place of its layer in the file, for complaints.
        ids: those of the objects before; its own is added.
    """
    where = f"{layer}: object {label(data)}"
    for key in NO_BOXES:
        if data.get(key) not in (None, False):
            shape = "tile" if key == "gid" else key
            raise BadFile(where, f"is of shape {shape}", "a rectangle")
    values = check_fields(data, OBJECT, where)
    is_new = values["id"] not in ids
    require(is_new, where, "has the id of another object", "an id of its own")
    wrong = "is one object too many"
    require(len(ids) < MOST_OBJECTS, where, wrong, f"at most {MOST_OBJECTS}")
    ids.add(values["id"])
    type = read_type(data, where)
    rotation = values["rotation"]
    is_rotation_allowed = type == "blade" or rotation == 0
    wrong = f"is rotated by {rotation} degrees"
    require(is_rotation_allowed, where, wrong, "no rotation, except of a blade")
    angle = radians(rotation)
    box = read_box(values, angle, dx, dy, where)
    its_properties = read_properties(data, TYPES[type], where)
    return MapObject(where, type, box, angle, its_properties)


def read_box(values: Values, angle: float, dx: float, dy: float, where: str) -> AABB:
    """Return the box that, rotated about its centre, is the object.

    Tiled rotates an object about its upper left corner, and so moves the centre: the
    box is moved by as much.

    Args:
        values: the object's numbers.
        angle: by which the object is rotated, radians.
        dx, dy: the offsets of its layers, px.
        where: the place of the object in the file.
    """
    width = values["width"]
    height = values["height"]
    # OBB rounds the cosine and the sine: those of math differ between platforms.
    (cos, sin), _ = OBB((0, 0), (0, 0), angle).axes
    # How far the centre moves when it turns about the corner.
    shift_x = (cos - 1) * width / 2 - sin * height / 2
    shift_y = (cos - 1) * height / 2 + sin * width / 2
    low = on_grid(values["x"] + shift_x + dx), on_grid(values["y"] + shift_y + dy)
    size = on_grid(width), on_grid(height)
    require(min(size) > 0, where, f"has size {size}", "a width and a height above 0")
    box = AABB.from_min_size(low, size)
    is_near = max(map(abs, box.min + box.max)) <= LARGEST_NUMBER
    expected = f"a place within {LARGEST_NUMBER:,} px"
    require(is_near, where, f"lies at {low}", expected)
    return box


def read_type(data: JsonObject, where: str) -> str:
    """Return the type of an object; Tiled 1.9 wrote class for type."""
    type = data.get("type") or data.get("class")
    if isinstance(type, str) and type in TYPES:
        return type
    wrong = "has no type (in Tiled: class)"
    if type:
        wrong = f"is of type {suggest(type, TYPES)}"
    raise BadFile(where, wrong, f"one of {', '.join(TYPES)}")
