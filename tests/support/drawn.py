"""Rooms for tests, drawn as Tiled would save them."""

from __future__ import annotations

import copy
import json
from typing import Any

from game.simulation.begin import begin
from game.simulation.player import Controls
from game.simulation.room import Room
from game.simulation.tiled import parse_room
from game.simulation.world import World

Box = dict[str, Any]
BEGIN = Controls((1, 0), cancel=True)
"""An input that begins a run and does nothing else."""
TILED = {str: "string", int: "int", float: "float"}

ODD_NAMES = {
    "plain": "mine",
    "letters of other scripts": "H\xf6hle \u6d1e\u7a9f",
    "an ideographic space": "a\u3000b",
    "a no-break space": "a\xa0b",
    "a line break": "a\nb",
    "many letters": "x" * 200,
    "many letters of four bytes": "\U0001f9f1" * 60,
    "bytes that are not UTF-8": "bad\udcff",
}
"""Names of files without their suffix. Not every system can have all of them."""


def box(type: str, x: float, y: float, width: float, height: float, **properties: Any) -> Box:
    """Draw an object; its id comes when the map is put together."""
    drawn = {"type": type, "x": x, "y": y, "width": width, "height": height, "name": ""}
    return {**drawn, "rotation": 0, "visible": True, "properties": custom(properties)}


def custom(properties: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": TILED[type(value)], "value": value}
        for name, value in properties.items()
    ]


def tiled(*boxes: Box, width: int = 640, height: int = 360, **properties: Any) -> dict[str, Any]:
    """Put a map together, with a player and an exit in corners if none is drawn."""
    objects = copy.deepcopy(list(boxes))
    types = [drawn.get("type") for drawn in objects]
    if "player" not in types:
        objects.append(box("player", 8, 8, 8, 8))
    if "exit" not in types:
        objects.append(box("exit", width - 24, height - 24, 16, 16))
    layer = {
        "id": 1,
        "name": "room",
        "type": "objectgroup",
        "objects": [{"id": id, **drawn} for id, drawn in enumerate(objects, 1)],
    }
    return {
        "type": "map",
        "orientation": "orthogonal",
        "infinite": False,
        "width": width // 8,
        "height": height // 8,
        "tilewidth": 8,
        "tileheight": 8,
        "layers": [layer],
        "properties": custom({"title": "Drawn", **properties}),
    }


def room(*boxes: Box, **settings: Any) -> Room:
    return parse_room(json.dumps(tiled(*boxes, **settings)), "drawn.tmj")


def world(*boxes: Box, **settings: Any) -> World:
    return begin(room(*boxes, **settings))


def player_at(x: float, y: float) -> Box:
    """Draw the player by its centre."""
    return box("player", x - 4, y - 4, 8, 8)


def exit_at(x: float, y: float) -> Box:
    """Draw an exit of 16 px by its centre."""
    return box("exit", x - 8, y - 8, 16, 16)


def core_at(x: float, y: float) -> Box:
    """Draw a core of 12 px by its centre."""
    return box("core", x - 6, y - 6, 12, 12)


def where(world: World) -> tuple[float, ...]:
    return world.place(world.player.id)


def dash(world: World, heading: int, ticks: int = 60) -> list[Any]:
    """Press, let go, dash to the end; return all events."""
    events = list(world.tick(Controls(aim=True, heading=heading)))
    for _ in range(ticks):
        events += world.tick(Controls(heading=heading))
        if world.outcome or world.player.state == "still":
            break
    return events


def kinds(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]
