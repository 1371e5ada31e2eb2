"""Write what Tiled offers to a person who draws a room.

    python tests/tools/make/tiled_project.py

The types and properties that the level loader knows, with its defaults and the colours of the game:
as classes in the project file, and for Tiled 1.8 as object types in a file of their own.

Sources: the Tiled manual, "Projects", "Custom Properties" and "JSON Map Format".
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.resources import assets
from game.simulation.elements import FACES, KINDS
from game.simulation.schema import MAP, Field
from game.simulation.tiled import TYPES
from game.view import palette
from game.view.elements import ELEMENT_LOOKS
from game.view.palette import Color

PROJECT = assets() / "levels" / "thin-walls.tiled-project"
OBJECT_TYPES = assets() / "levels" / "objecttypes.json"
"""Read by Tiled 1.8 alone, which has no classes of objects."""
COLORS: dict[str, Color] = {"player": palette.PLAYER, "wall": palette.WALL}
for kind in KINDS:
    COLORS |= dict.fromkeys(kind.types, palette.color_named(ELEMENT_LOOKS[kind.element].color))
ROOM = {name: field for name, field in MAP.items() if name != "format"}
"""Properties of the map that a person sets."""
FACES_ENUM = {
    "id": 1,
    "name": "faces",
    "type": "enum",
    "storageType": "string",
    "values": list(FACES),
    "valuesAsFlags": True,
}


def hexadecimal(color: Color) -> str:
    return "#" + "".join(f"{part:02x}" for part in color)


def members(table: dict[str, Field], enum: str = "propertyType") -> list[dict[str, Any]]:
    """Return properties with defaults, sorted as Tiled does; enum is its name for an enum."""
    of = {"lethal": {enum: FACES_ENUM["name"]}}
    return [
        {"name": name, "type": field.type, "value": field.default, **of.get(name, {})}
        for name, field in sorted(table.items())
    ]


def tiled_class(
    id: int, name: str, table: dict[str, Field], use: str, color: Color
) -> dict[str, Any]:
    """Return a class of objects or of maps."""
    return {
        "id": id,
        "name": name,
        "type": "class",
        "useAs": [use],
        "color": "#ff" + hexadecimal(color)[1:],
        "drawFill": True,
        "members": members(table),
    }


def project() -> dict[str, Any]:
    """Return the project; its class of maps is called room."""
    classes = [(name, table, "object", COLORS[name]) for name, table in TYPES.items()]
    classes.append(("room", ROOM, "map", palette.QUIET))
    return {
        "automappingRulesFile": "",
        "commands": [],
        "extensionsPath": "extensions",
        "folders": ["."],
        "objectTypesFile": OBJECT_TYPES.name,
        "propertyTypes": [FACES_ENUM, *(tiled_class(id, *of) for id, of in enumerate(classes, 2))],
    }


def object_types() -> list[dict[str, Any]]:
    """Return the same types as Tiled 1.8 reads them."""
    return [
        {
            "name": name,
            "color": hexadecimal(COLORS[name]),
            "properties": members(table, "propertytype"),
        }
        for name, table in TYPES.items()
    ]


def files() -> dict[Path, str]:
    """Return the contents of the files."""
    values = {PROJECT: project(), OBJECT_TYPES: object_types()}
    return {file: json.dumps(value, indent=1) + "\n" for file, value in values.items()}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8", newline="\n")
