"""Does a file say what was expected?

Files come from strangers and are not believed. A table names the fields, one function checks them,
and a complaint is one sentence: where, what is wrong, what was expected.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

FARTHEST = 2**20
"""No number is larger: px, the edge of the world that game.collision resolves, or px/s."""
MOST_LETTERS = 120
MOST_SHOWN = 60
"""Letters of a wrong value that a sentence repeats."""
FORMAT = 1
"""Of the files of this version; a file that does not say is of the first."""
TYPES = {"string": (str,), "bool": (bool,), "int": (int,), "float": (int, float)}


class BadFile(ValueError):
    """A sentence: where, what is wrong, what was expected."""

    others: tuple[BadFile, ...] = ()
    """What else is wrong with the file, if more was looked for."""

    def __init__(self, where: str, wrong: str, expected: str) -> None:
        super().__init__(f"{where}: {wrong}; expected {expected}")


class Field(NamedTuple):
    """A value's type as Tiled names it, its bounds, and its default; None must be given."""

    type: str
    default: str | int | float | None = None
    low: float = -FARTHEST
    high: float = FARTHEST


def short(value: object) -> str:
    """Return a value, or how it begins, as a sentence may repeat it."""
    text = reprlib.repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def meant(name: object, known: Iterable[str]) -> str:
    """Return a name that is not known, and which one was meant, if one is like it."""
    from difflib import get_close_matches  # No good file waits for it.

    near = get_close_matches(name, known, 1) if isinstance(name, str) else []
    return short(name) + "".join(f" (did you mean {one}?)" for one in near)


def parse_json(text: str, where: str, expected: str = "a JSON object") -> dict[str, Any]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise BadFile(where, "is nested too deeply", expected) from None
    except ValueError as error:
        raise BadFile(where, f"is not JSON ({error})", expected) from None
    if not isinstance(data, dict):
        raise BadFile(where, f"is {short(data)}", expected)
    return data


def check_format(given: Mapping[str, Any], where: str) -> None:
    """Refuse a file of a version that this one does not know."""
    if (format := given.get("format", 1)) != FORMAT or type(format) is not int:
        raise BadFile(where, f"has format {short(format)}", f"{FORMAT}, which this version reads")


def fields(given: Mapping[str, Any], table: Mapping[str, Field], where: str) -> dict[str, Any]:
    """Return the values of a table's fields, given or by default; what is of type float is one,
    and no zero has a sign."""
    values = {name: given.get(name, field.default) for name, field in table.items()}
    for name, (type_name, _, low, high) in table.items():
        value = values[name]
        wrong = f"{name} is missing" if value is None else f"{name} is {short(value)}"
        if type(value) not in TYPES[type_name]:
            raise BadFile(where, wrong, f"a value of type {type_name}")
        if isinstance(value, str):
            if len(value) > MOST_LETTERS or not value.isprintable():
                raise BadFile(where, wrong, f"at most {MOST_LETTERS} letters that can be printed")
        elif not low <= value <= high:
            raise BadFile(where, wrong, f"a number from {low:,} to {high:,}")
        elif type_name == "float":
            values[name] = value + 0.0
    return values


def listed(given: Mapping[str, Any], name: str, kind: type, where: str) -> list[Any]:
    """Return a list of values of one kind; a list that is absent is empty."""
    values = given.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        raise BadFile(where, f"{name} is {short(values)}", f"a list of {kind.__name__}s")
    return values
