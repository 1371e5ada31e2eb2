"""Does a file hold what is expected, and what is wrong if it does not?

Files may come from anywhere, so nothing in them is trusted. A table names the fields,
one function checks them, and a complaint is one sentence: where, what is wrong, what
was expected.

Source: the Tiled manual, "JSON Map Format".
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..collision import AABB, overlaps
from .elements import Blade, Slider
from .room import PLAYER_SIZE, VISIBLE, frame

LARGEST_NUMBER = 2**20
"""px, the edge of the world that game.collision resolves, or px/s: the most that a file
may say."""
MOST_LETTERS = 120
MOST_QUOTED = 60
"""Characters of a wrong value that a sentence repeats."""
MOST_OBJECTS = 500
ROOM_SIDES = 64, 4096
"""px, at least and at most."""
FORMAT = 1
"""Of the files that this version reads; a file without a format is of the first."""

Json = object
"""A value of a JSON file, not checked."""
Values = dict[str, Any]
"""Checked values by name: their types are those of the table that checked them."""


class Field(NamedTuple):
    """A value's type as Tiled names it, its default (None: the file must have it), its
    bounds."""

    type: str
    default: str | int | float | None = None
    low: float = -LARGEST_NUMBER
    high: float = LARGEST_NUMBER


PYTHON_TYPES = {"string": (str,), "bool": (bool,), "int": (int,), "float": (int, float)}
"""By the names that Tiled has for them."""
TYPE_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}
LIST_NAMES = {str: "strings", bool: "booleans", dict: "JSON objects", list: "lists"}

TYPES: dict[str, dict[str, Field]] = {
    **{type: {} for type in ("player", "exit", "core", "wall")},
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
"""The types of objects in a map, with their properties: dx and dy lead from where a
slider is drawn to its other end, a piston comes back at another speed, lethal names
faces like "left, right", vx and vy are px/s. Only a blade may be rotated. Tiled does
not save a property that has its default, so each has one; python
tests/tools/make/tiled_project.py writes this table for Tiled."""

MAP = {
    "format": Field("int", 1),
    "title": Field("string", "Untitled"),
    "hint": Field("string", ""),
    "fact": Field("string", ""),
    "tick_rate": Field("int", 120, 5, 1_000),
}
"""Properties of the map itself."""
EARLIER = "par_ticks", "par_dashes"
"""Properties that maps of an earlier version have: nothing reads them any more."""

SIZES = {
    key: Field("int", None, 1) for key in ("width", "height", "tilewidth", "tileheight")
}
SHIFTS = {"offsetx": Field("float", 0.0), "offsety": Field("float", 0.0)}
OBJECT = {
    "id": Field("int", None, 1),
    **{key: Field("float") for key in ("x", "y", "width", "height")},
    "rotation": Field("float", 0.0),
}
NO_BOXES = (
    "gid",
    "template",
    "ellipse",
    "capsule",
    "point",
    "polygon",
    "polyline",
    "text",
)
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
    from difflib import (
        get_close_matches,
    )  # It loads slowly, and good files do not need it.

    near = get_close_matches(name, names, 1) if isinstance(name, str) else []
    return excerpt(name) + "".join(f" (did you mean {one}?)" for one in near)


@contextmanager
def collect_errors(errors: list[BadFile]) -> Iterator[None]:
    """Append an error to a list instead of raising it: a person who draws is shown all
    of them."""
    try:
        yield
    except BadFile as error:
        errors.append(error)


def parse_json(
    text: str, where: str, expected: str = "a JSON object"
) -> dict[str, Json]:
    try:
        data: dict[str, Json] = json.loads(text)
    except RecursionError:
        raise BadFile(where, "is nested too deeply", expected) from None
    except ValueError as error:
        raise BadFile(where, f"is not JSON ({error})", expected) from None
    require(isinstance(data, dict), where, f"is {excerpt(data)}", expected)
    return data


def require(holds: bool, where: str, wrong: str, expected: str) -> None:
    """Refuse a file in which something does not hold."""
    if not holds:
        raise BadFile(where, wrong, expected)


def check_format(data: Mapping[str, Json], where: str, read: int = FORMAT) -> None:
    """Refuse a file of another version's format; read is the number of the one that is
    read."""
    if (format := data.get("format", 1)) != read or type(format) is not int:
        raise BadFile(
            where, f"has format {excerpt(format)}", f"{read}, which this version reads"
        )


def fields(data: Mapping[str, Json], table: Mapping[str, Field], where: str) -> Values:
    """Return the values of a table's fields, from the data or by default; those of type
    float are floats, and -0.0 becomes 0.0."""
    values: Values = {
        name: data.get(name, field.default) for name, field in table.items()
    }
    for name, (type_name, _, low, high) in table.items():
        value, types = values[name], PYTHON_TYPES[type_name]
        wrong = f"{name} is missing" if value is None else f"{name} is {excerpt(value)}"
        if type(value) not in types:
            raise BadFile(where, wrong, TYPE_NAMES[types[-1]])
        if isinstance(value, str):
            if len(value) > MOST_LETTERS or not value.isprintable():
                raise BadFile(
                    where, wrong, f"at most {MOST_LETTERS} printable characters"
                )
        elif not low <= value <= high:
            raise BadFile(where, wrong, f"a number from {low:,} to {high:,}")
        elif type_name == "float":
            values[name] = value + 0.0
    return values


def list_of(data: Mapping[str, Json], name: str, kind: type, where: str) -> list[Any]:
    """Return a list of values of one kind; an absent list is empty."""
    values = data.get(name, [])
    if not isinstance(values, list) or not all(
        isinstance(value, kind) for value in values
    ):
        raise BadFile(
            where, f"{name} is {excerpt(values)}", f"a list of {LIST_NAMES[kind]}"
        )
    return values


def properties(
    data: Mapping[str, Json], table: Mapping[str, Field], where: str
) -> Values:
    """Check the custom properties of a map or of an object against a table; return
    their values."""
    found = list_of(data, "properties", dict, where)
    entries = [entry for entry in found if entry.get("name") not in EARLIER]
    for entry in entries:
        if not isinstance(entry.get("name"), str) or entry["name"] not in table:
            wrong = f"has a property {suggest(entry.get('name'), table)}"
            raise BadFile(where, wrong, ", ".join(table) or "none")
    return fields(
        {entry["name"]: entry.get("value") for entry in entries}, table, where
    )


def check_count(
    of: Mapping[str, list[MapObject]], name: str, errors: list[BadFile]
) -> None:
    """Check that there is one player, of its size, and one exit; where one is missing,
    an error found before may be the reason."""
    for type in ("player", "exit"):
        if not of[type] and not errors:
            errors.append(BadFile(name, f"has no object of type {type}", "exactly one"))
        for each in of[type][1:2]:
            wrong = f"is one of {len(of[type])} objects of type {type}"
            errors.append(BadFile(each.where, wrong, "exactly one"))
    for each in of["player"]:
        if (size := each.box.size) != PLAYER_SIZE:
            errors.append(
                BadFile(each.where, f"player has size {size}", f"{PLAYER_SIZE} px")
            )


def placement_errors(
    of: dict[str, list[MapObject]],
    sliders: dict[str, Slider],
    blades: dict[str, Blade],
    room: AABB,
) -> Iterator[BadFile]:
    """Yield an error for each object outside the room, and for each that moves or is
    taken and does not start in a free place. The keys of the sliders and blades say
    where they are in the file."""
    walls = [(each.where, each.box) for each in of["wall"]]
    reaches = walls + [
        (where, it.box.swept_bounds(it.travel)) for where, it in sliders.items()
    ]
    reaches += [
        (where, AABB(it.center, (it.reach,) * 2)) for where, it in blades.items()
    ]
    for where, box in reaches:
        if not overlaps(box, room):
            expected = "a place within its {:g} x {:g} px".format(*room.size)
            yield BadFile(where, "lies outside the room", expected)
    closed = [("the frame", box) for box in frame(room, 2.0 * LARGEST_NUMBER, VISIBLE)]
    moving = [
        (where, AABB(it.place(0.0), it.box.half_extents))
        for where, it in sliders.items()
    ]
    for each in (*of["player"], *of["core"], *of["glitch"], *of["slug"], *of["exit"]):
        solids = closed + walls + moving
        if each.type == "exit":
            solids = closed + [
                wall for wall in walls if wall[1].union(each.box) == wall[1]
            ]
        for where, solid in solids:
            grown = solid.expanded(each.box.half_extents)
            if all(
                low < x < high
                for low, x, high in zip(grown.min, each.box.center, grown.max)
            ):
                _, prefix, name = where.rpartition(": object ")
                wrong = f"{each.type} starts inside {prefix[2:]}{name}"
                yield BadFile(each.where, wrong, "a free place")
                break
