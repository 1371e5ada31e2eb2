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

from ..collision import AABB

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

GRID = 64
"""Coordinates a px."""

Json = object
"""A value of a JSON file, not checked."""
JsonObject = dict[str, Json]
"""A JSON object, not checked."""
Values = dict[str, Any]
"""Checked values by name: their types are those of the table that checked them."""


class Field(NamedTuple):
    """A value's type as Tiled names it, its default (None: the file must have it), its
    bounds."""

    type: str
    default: str | int | float | None = None
    low: float = -LARGEST_NUMBER
    high: float = LARGEST_NUMBER


Fields = Mapping[str, Field]
"""A table of fields by name."""
PYTHON_TYPES = {"string": (str,), "bool": (bool,), "int": (int,), "float": (int, float)}
"""By the names that Tiled has for them."""
TYPE_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}
LIST_NAMES = {str: "strings", bool: "booleans", dict: "JSON objects", list: "lists"}

MAP = {
    "format": Field("int", 1),
    "title": Field("string", "Untitled"),
    "hint": Field("string", ""),
    "fact": Field("string", ""),
    "tick_rate": Field("int", 120, 5, 1_000),
}
"""Properties of the map itself."""

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
    """Return the text of an unknown name for a sentence, with the most similar one of
    the names that exist; without it if none is similar."""
    from difflib import (
        get_close_matches,
    )  # It loads slowly, and good files do not need it.

    text = excerpt(name)
    if isinstance(name, str):
        for similar in get_close_matches(name, names, 1):
            text += f" (did you mean {similar}?)"
    return text


@contextmanager
def collect_errors(errors: list[BadFile]) -> Iterator[None]:
    """Append an error to a list instead of raising it: a person who draws is shown all
    of them."""
    try:
        yield
    except BadFile as error:
        errors.append(error)


def parse_json(text: str, where: str, expected: str = "a JSON object") -> JsonObject:
    """Return the JSON object that a text holds; expected is for the complaint if it
    holds none."""
    try:
        data: JsonObject = json.loads(text)
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


def check_format(data: JsonObject, where: str, read: int = FORMAT) -> None:
    """Refuse a file of another version's format; read is the number of the one that is
    read."""
    format = data.get("format", 1)
    if format != read or type(format) is not int:
        wrong = f"has format {excerpt(format)}"
        raise BadFile(where, wrong, f"{read}, which this version reads")


def check_fields(data: JsonObject, table: Fields, where: str) -> Values:
    """Return the values of a table's fields, from the data or by default; those of type
    float are floats, and -0.0 becomes 0.0."""
    values: Values = {}
    for name, (type_name, default, low, high) in table.items():
        values[name] = data.get(name, default)
        value = values[name]
        types = PYTHON_TYPES[type_name]
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


def list_of(data: JsonObject, name: str, kind: type, where: str) -> list[Any]:
    """Return the list of this name, whose values are all of one kind; an absent list is
    empty."""
    values = data.get(name, [])
    if isinstance(values, list) and all(isinstance(value, kind) for value in values):
        return values
    wrong = f"{name} is {excerpt(values)}"
    raise BadFile(where, wrong, f"a list of {LIST_NAMES[kind]}")


def read_properties(data: JsonObject, table: Fields, where: str) -> Values:
    """Check the custom properties of a map or of an object against a table; return
    their values."""
    values: JsonObject = {}
    for entry in list_of(data, "properties", dict, where):
        name = entry.get("name")
        if not isinstance(name, str) or name not in table:
            wrong = f"has a property {suggest(name, table)}"
            raise BadFile(where, wrong, ", ".join(table) or "none")
        values[name] = entry.get("value")
    return check_fields(values, table, where)


def on_grid(value: float) -> float:
    """Return a coordinate, px, rounded to the grid on which all of a map lies."""
    return round(value * GRID) / GRID
