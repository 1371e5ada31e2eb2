"""Does a file hold what is expected, and what is wrong if it does not?

Files may come from anywhere, so nothing in them is trusted. A table names the fields, one function
checks them, and a complaint is one sentence: where, what is wrong, what was expected.

Source: the Tiled manual, "JSON Map Format".
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..collision import AABB, overlaps
from ..collision.aabb import Vector
from .elements import FACES, Blade, Slider
from .room import PLAYER_SIZE, frame

LARGEST_NUMBER = 2**20
"""px, the edge of the world that game.collision resolves, or px/s: the most that a file may say."""
MOST_LETTERS = 120
MOST_QUOTED = 60
"""Characters of a wrong value that a sentence repeats."""
MOST_OBJECTS = 500
SMALLEST_ROOM, LARGEST_ROOM = 64, 4096
"""px, on each side."""
FORMAT = 1
"""Of the files that this version reads; a file without a format is of the first."""

Json = object
"""A value of a JSON file, not checked."""
Values = dict[str, Any]
"""Checked values by name: their types are those of the table that checked them."""


class Field(NamedTuple):
    """A value's type as Tiled names it, its default (None: the file must have it), its bounds."""

    type: str
    default: str | int | float | None = None
    low: float = -LARGEST_NUMBER
    high: float = LARGEST_NUMBER


PYTHON_TYPES = {"string": (str,), "bool": (bool,), "int": (int,), "float": (int, float)}
"""By the names that Tiled has for them."""
TYPE_NAMES = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}
TYPE_NAMES |= {dict: "JSON objects", list: "lists"}

TYPES: dict[str, dict[str, Field]] = {
    "player": {},
    "exit": {},
    "core": {},
    "wall": {},
    "slider": {
        "dx": Field("float", 0.0, -4096, 4096),
        "dy": Field("float", 0.0, -4096, 4096),
        "speed": Field("float", 60.0, 1),
        "phase": Field("float", 0.0, 0, 1),
        "lethal": Field("string", ""),
    },
    "slug": {"vx": Field("float", 600.0), "vy": Field("float", 0.0)},
    "blade": {"rpm": Field("float", 30.0, -480, 480)},
    "glitch": {},
}
TYPES["piston"] = TYPES["slider"] | {
    "speed": Field("float", 600.0, 1),
    "back": Field("float", 60.0, 1),
}
"""The types of objects in a map, with their properties: dx and dy lead from where a slider is drawn
to its other end, a piston comes back at another speed, lethal names faces like "left, right", vx
and vy are px/s. Only a blade may be rotated. Tiled does not save a property that has its default,
so each has one; python tests/tools/make/tiled_project.py writes this table for Tiled."""

MAP = {
    "format": Field("int", 1),
    "title": Field("string", "Untitled"),
    "fact": Field("string", ""),
    "tick_rate": Field("int", 120, 5, 1_000),
    "par_ticks": Field("int", 1_200, 1),
    "par_dashes": Field("int", 12, 1),
}
"""Properties of the map itself."""

SIZES = {key: Field("int", None, 1) for key in ("width", "height", "tilewidth", "tileheight")}
SHIFTS = {"offsetx": Field("float", 0.0), "offsety": Field("float", 0.0)}
OBJECT = {
    "id": Field("int", None, 1),
    **{key: Field("float") for key in ("x", "y", "width", "height")},
    "rotation": Field("float", 0.0),
}
NO_BOXES = ("gid", "template", "ellipse", "capsule", "point", "polygon", "polyline", "text")
"""Keys of objects that are not plain rectangles."""


class BadFile(ValueError):
    """A sentence: where, what is wrong, what was expected."""

    others: tuple[BadFile, ...] = ()
    """The other complaints about the file."""

    def __init__(self, where: str, wrong: str, expected: str) -> None:
        super().__init__(f"{where}: {wrong}; expected {expected}")


LevelError = BadFile


class MapObject(NamedTuple):
    """An object of a map, checked."""

    where: str
    type: str
    box: AABB
    angle: float
    """Radians, from x towards y."""
    properties: Values


def excerpt(value: Json) -> str:
    """Return a value's text, shortened to what a sentence may repeat."""
    text = reprlib.repr(value)
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."


def suggest(name: Json, names: Iterable[str]) -> str:
    """Return an unknown name, with the most similar one of those that exist."""
    from difflib import get_close_matches  # It loads slowly, and good files do not need it.

    near = get_close_matches(name, names, 1) if isinstance(name, str) else []
    return excerpt(name) + "".join(f" (did you mean {one}?)" for one in near)


@contextmanager
def collect_errors(errors: list[BadFile]) -> Iterator[None]:
    """Append an error to a list instead of raising it: a person who draws is shown all of them."""
    try:
        yield
    except BadFile as error:
        errors.append(error)


def parse_json(text: str, where: str, expected: str = "a JSON object") -> dict[str, Json]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise BadFile(where, "is nested too deeply", expected) from None
    except ValueError as error:
        raise BadFile(where, f"is not JSON ({error})", expected) from None
    if not isinstance(data, dict):
        raise BadFile(where, f"is {excerpt(data)}", expected)
    return data


def check_format(data: Mapping[str, Json], where: str) -> None:
    """Refuse a file of another version's format."""
    if (format := data.get("format", 1)) != FORMAT or type(format) is not int:
        raise BadFile(where, f"has format {excerpt(format)}", f"{FORMAT}, which this version reads")


def fields(data: Mapping[str, Json], table: Mapping[str, Field], where: str) -> Values:
    """Return the values of a table's fields, from the data or by default; those of type float are
    floats, and no zero has a sign."""
    values: Values = {name: data.get(name, field.default) for name, field in table.items()}
    for name, (type_name, _, low, high) in table.items():
        value, types = values[name], PYTHON_TYPES[type_name]
        wrong = f"{name} is missing" if value is None else f"{name} is {excerpt(value)}"
        if type(value) not in types:
            raise BadFile(where, wrong, TYPE_NAMES[types[-1]])
        if isinstance(value, str):
            if len(value) > MOST_LETTERS or not value.isprintable():
                raise BadFile(where, wrong, f"at most {MOST_LETTERS} printable characters")
        elif not low <= value <= high:
            raise BadFile(where, wrong, f"a number from {low:,} to {high:,}")
        elif type_name == "float":
            values[name] = value + 0.0
    return values


def list_of(data: Mapping[str, Json], name: str, kind: type, where: str) -> list[Any]:
    """Return a list of values of one kind; an absent list is empty."""
    values = data.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        names = TYPE_NAMES | {str: "strings", bool: "booleans"}
        raise BadFile(where, f"{name} is {excerpt(values)}", f"a list of {names[kind]}")
    return values


def properties(data: Mapping[str, Json], table: Mapping[str, Field], where: str) -> Values:
    """Return the custom properties that a table names, of a map or of an object."""
    entries = list_of(data, "properties", dict, where)
    for entry in entries:
        if not isinstance(entry.get("name"), str) or entry["name"] not in table:
            wrong = f"has a property {suggest(entry.get('name'), table)}"
            raise BadFile(where, wrong, ", ".join(table) or "none")
    return fields({entry["name"]: entry.get("value") for entry in entries}, table, where)


def check_shape(data: Mapping[str, Json], where: str) -> None:
    """Refuse an object that is not a plain rectangle."""
    for key in NO_BOXES:
        if data.get(key) not in (None, False):
            raise BadFile(where, f"is of shape {key.replace('gid', 'tile')}", "a rectangle")


def check_id(id: int, ids: set[int], where: str) -> None:
    """Refuse an object with the id of one before it, or beyond the number that a room may have."""
    if id in ids:
        raise BadFile(where, "has the id of another object", "an id of its own")
    if len(ids) == MOST_OBJECTS:
        raise BadFile(where, "is one object too many", f"at most {MOST_OBJECTS}")


def object_type(data: Mapping[str, Json], rotation: float, where: str) -> str:
    """Return the type of an object; Tiled 1.9 wrote class for type."""
    type = data.get("type") or data.get("class")
    if not isinstance(type, str) or type not in TYPES:
        wrong = f"is of type {suggest(type, TYPES)}" if type else "has no type (in Tiled: class)"
        raise BadFile(where, wrong, f"one of {', '.join(TYPES)}")
    if rotation and type != "blade":
        raise BadFile(where, f"is rotated by {rotation} degrees", "no rotation, except of a blade")
    return type


def object_box(low: Vector, size: Vector, where: str) -> AABB:
    """Return the box of an object, if it is neither empty nor too far away."""
    if min(size) <= 0:
        raise BadFile(where, f"has size {size}", "a width and a height above 0")
    box = AABB.from_min_size(low, size)
    if max(map(abs, box.min + box.max)) > LARGEST_NUMBER:
        raise BadFile(where, f"lies at {low}", f"a place within {LARGEST_NUMBER:,} px")
    return box


def check_slider(slider: Slider, where: str) -> None:
    """Refuse a slider that does not move, or with faces that do not exist."""
    if slider.travel == (0.0, 0.0):
        raise BadFile(where, "dx and dy are 0", "a distance to travel")
    for name in slider.lethal:
        if name not in FACES:
            raise BadFile(where, f"lethal face is {suggest(name, FACES)}", ", ".join(FACES))


def check_count(objects: list[MapObject], name: str, errors: list[BadFile]) -> None:
    """Check that there is one player, of its size, and one exit; where one is missing, an error
    found before may be the reason."""
    for type in ("player", "exit"):
        found = [each.where for each in objects if each.type == type]
        if not found and not errors:
            errors.append(BadFile(name, f"has no object of type {type}", "exactly one"))
        for where in found[1:2]:
            wrong = f"is one of {len(found)} objects of type {type}"
            errors.append(BadFile(where, wrong, "exactly one"))
    for each in objects:
        if each.type == "player" and each.box.size != PLAYER_SIZE:
            wrong = f"player has size {each.box.size}"
            errors.append(BadFile(each.where, wrong, f"{PLAYER_SIZE} px"))


def check_places(
    of: dict[str, list[MapObject]],
    sliders: list[tuple[str, Slider]],
    blades: list[tuple[str, Blade]],
    size: tuple[float, float],
    errors: list[BadFile],
) -> None:
    """Check that everything is inside the room, and that what moves or is taken starts in a free
    place."""
    room, around = AABB.from_min_size((0, 0), size), frame(*size, 2.0 * LARGEST_NUMBER)
    walls = [(each.where, each.box) for each in of["wall"]]
    reaches = walls + [(where, each.box.swept_bounds(each.travel)) for where, each in sliders]
    reaches += [(where, AABB(each.center, (each.reach,) * 2)) for where, each in blades]
    for where, box in reaches:
        if not overlaps(box, room):
            expected = f"a place within its {size[0]:g} x {size[1]:g} px"
            errors.append(BadFile(where, "lies outside the room", expected))
    closed = [("the frame", box) for box in around]
    moving = [(where, AABB(it.place(0.0), it.box.half_extents)) for where, it in sliders]
    for each in (*of["player"], *of["core"], *of["glitch"], *of["slug"]):
        with collect_errors(errors):
            check_free(each, closed + walls + moving)
    for each in of["exit"]:
        hiding = [(where, wall) for where, wall in walls if wall.union(each.box) == wall]
        with collect_errors(errors):
            check_free(each, closed + hiding)


def check_free(item: MapObject, solids: list[tuple[str, AABB]]) -> None:
    """Refuse an object that starts inside a solid."""
    for where, solid in solids:
        grown = solid.expanded(item.box.half_extents)
        inside = zip(grown.min, item.box.center, grown.max)
        if all(low < x < high for low, x, high in inside):
            _, prefix, name = where.rpartition(": object ")
            wrong = f"{item.type} starts inside {prefix[2:]}{name}"
            raise BadFile(item.where, wrong, "a free place")
