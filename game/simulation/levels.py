"""What is a room, and what is wrong with this file?

A room is a map that a person draws in Tiled, boxes on object layers, each with a type:

    file -> JSON -> layers -> objects -> elements -> Room

Coordinates are rounded to 1/64 px: on that grid faces survive every conversion. What is not as
expected is refused, by file, layer and object, all of it at once.

Source: the Tiled manual, "JSON Map Format".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import radians
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ..collision import AABB, OBB, overlaps
from ..collision.aabb import Vector
from .checks import FARTHEST, BadFile, Field, check_format, fields, listed, meant, parse_json, short
from .elements import FACES, Blade, Slider, Slug

EXPECTED = "a Tiled map saved as JSON (.tmj)"
MOST_BYTES = 4 * 2**20
MOST_OBJECTS = 500
GRID = 64
"""Coordinates a px."""
FRAME, VISIBLE = 40.0, 4.0
"""px: every room is closed by solids so thick, of which so much is seen."""
SIDES = 4
"""So many are the frame's; they are the last of a room's walls."""
PLAYER_SIZE = (8.0, 8.0)

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
"""What may be drawn, with which properties: dx and dy lead from where a slider is drawn to its
other end, a piston comes back at another speed, lethal names faces like "left, right", vx and vy
are px/s. Only a blade may be turned. Tiled saves no property that is as by default, so each has
one; python tests/tools/make/tiled_project.py tells Tiled."""

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
"""Marks of objects that are no plain rectangles."""

LevelError = BadFile


@dataclass(frozen=True)
class Room:
    """What is where when a run begins; walls include the frame."""

    name: str
    title: str
    fact: str
    width: float
    height: float
    tick_rate: int
    par_ticks: int
    par_dashes: int
    start: Vector
    walls: tuple[AABB, ...]
    sliders: tuple[Slider, ...]
    slugs: tuple[Slug, ...]
    blades: tuple[Blade, ...]
    cores: tuple[AABB, ...]
    glitches: tuple[AABB, ...]
    exit: AABB | None
    """None where there is no way out but up."""
    chunks: tuple[Room, ...] = ()
    """What a shaft is made of."""

    @cached_property
    def hash(self) -> str:
        """A fingerprint of all that decides how a run goes; texts and pars do not."""
        from hashlib import blake2b  # It loads OpenSSL, and no picture waits for a fingerprint.

        bodies = self.start, self.walls, self.sliders, self.slugs, self.blades, self.cores
        places = self.glitches, self.exit, [chunk.hash for chunk in self.chunks]
        decisive = repr((self.tick_rate, bodies, places))
        return blake2b(decisive.encode(), digest_size=8).hexdigest()


class Item(NamedTuple):
    """An object of the map, checked."""

    where: str
    type: str
    box: AABB
    angle: float
    """Radians, from x towards y."""
    properties: dict[str, Any]


def load_room(path: str | PathLike[str]) -> Room:
    """Read a room from a file.

    Raises:
        LevelError: the file cannot be read, or parse_room refuses it.
    """
    return parse_room(read_text(Path(path), EXPECTED), str(Path(path)))


def read_text(file: Path, expected: str) -> str:
    """Return the text of a file, if it is one and not too large.

    Raises:
        LevelError: it is not.
    """
    try:
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise BadFile(str(file), f"has {size:,} bytes", f"at most {MOST_BYTES:,}")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(str(file), f"is not UTF-8 at byte {error.start}", expected) from None
    except OSError as error:
        raise BadFile(str(file), f"cannot be read ({error.strerror})", expected) from None


@lru_cache(maxsize=128)
def parse_room(text: str, name: str) -> Room:
    """Make a room of the text of a Tiled map; the same text is parsed once.

    Args:
        text: JSON.
        name: of the file; complaints begin with it, and its stem is the room's.
    Raises:
        LevelError: anything is not as expected.
    """
    tiled = parse_json(text, name, EXPECTED)
    size = read_size(tiled, name)
    faults: list[LevelError] = []
    about: dict[str, Any] = {}
    with noted(faults):
        about = properties(tiled, MAP, f"{name}: map")
        check_format(about, name)
    items = list(read_items(tiled, name, faults))
    of = {type: [item for item in items if item.type == type] for type in TYPES}
    check_count(of, name, faults)
    sliders = []
    for item in of["slider"] + of["piston"]:
        with noted(faults):
            sliders.append((item, read_slider(item)))
    check_places(of, sliders, size, faults)
    if faults:
        faults[0].others = tuple(faults[1:])
        raise faults[0]
    del about["format"]
    return Room(
        name=Path(name).stem,
        width=size[0],
        height=size[1],
        start=of["player"][0].box.center,
        walls=(*(item.box for item in of["wall"]), *frame(*size, FRAME)),
        sliders=tuple(slider for _, slider in sliders),
        slugs=tuple(Slug(item.box, tuple(item.properties.values())) for item in of["slug"]),
        blades=tuple(map(read_blade, of["blade"])),
        cores=tuple(item.box for item in of["core"]),
        glitches=tuple(item.box for item in of["glitch"]),
        exit=of["exit"][0].box,
        **about,
    )


@contextmanager
def noted(faults: list[LevelError]) -> Iterator[None]:
    """Note a fault, and go on: whoever draws is told all of them."""
    try:
        yield
    except LevelError as error:
        faults.append(error)


def read_size(tiled: dict[str, Any], name: str) -> tuple[float, float]:
    """Return the size of a map, px."""
    if tiled.get("orientation", "orthogonal") != "orthogonal" or tiled.get("infinite"):
        raise BadFile(name, "is not orthogonal or has no end", "a map of fixed size in squares")
    columns, rows, *tile = fields(tiled, SIZES, name).values()
    size = float(columns * tile[0]), float(rows * tile[1])
    if not all(64 <= side <= 4096 for side in size):
        raise BadFile(name, f"the room is {size[0]:g} x {size[1]:g} px", "64 to 4,096 px each way")
    return size


def read_items(tiled: dict[str, Any], name: str, faults: list[LevelError]) -> Iterator[Item]:
    """Go through all layers, groups too, in the order in which they are drawn."""
    known: set[int] = set()
    layers = [(layer, 0.0, 0.0) for layer in reversed(listed(tiled, "layers", dict, name))]
    while layers:
        layer, left, top = layers.pop()
        where = f"{name}: layer {called(layer)}"
        with noted(faults):
            dx, dy = fields(layer, SHIFTS, where).values()
            left, top = left + dx, top + dy
            if layer.get("type") == "group":
                inner = listed(layer, "layers", dict, where)
                layers += [(child, left, top) for child in reversed(inner)]
            elif layer.get("type") == "objectgroup":
                for given in listed(layer, "objects", dict, where):
                    with noted(faults):
                        yield read_item(given, left, top, where, known)
            else:
                expected = "an object layer or a group"
                raise BadFile(where, f"is of type {short(layer.get('type'))}", expected)


def called(given: dict[str, Any]) -> str:
    """Return the id of a layer or an object, and its name if it has one."""
    name = given.get("name")
    return short(given.get("id")) + (f" {short(name)}" if name else "")


def read_item(given: dict[str, Any], dx: float, dy: float, layer: str, known: set[int]) -> Item:
    """Check an object, and put it where its layers' offsets say."""
    where = f"{layer}: object {called(given)}"
    for mark in NO_BOXES:
        if given.get(mark) not in (None, False):
            raise BadFile(where, f"is of shape {mark.replace('gid', 'tile')}", "a rectangle")
    id, x, y, width, height, rotation = fields(given, OBJECT, where).values()
    if id in known or len(known) == MOST_OBJECTS:
        raise BadFile(where, "is one too many", f"{MOST_OBJECTS} objects, each with its own id")
    known.add(id)
    type = given.get("type") or given.get("class")
    if not isinstance(type, str) or type not in TYPES:
        wrong = f"is of type {meant(type, TYPES)}" if type else "has no type (in Tiled: class)"
        raise BadFile(where, wrong, f"one of {', '.join(TYPES)}")
    if rotation and type != "blade":
        raise BadFile(where, f"is turned by {rotation} degrees", "no rotation but a blade's")
    turn = radians(rotation)
    (cos, sin), _ = OBB((0, 0), (0, 0), turn).axes
    x += (cos - 1) * width / 2 - sin * height / 2
    y += (cos - 1) * height / 2 + sin * width / 2
    low, size = (on_grid(x + dx), on_grid(y + dy)), (on_grid(width), on_grid(height))
    if min(size) <= 0:
        raise BadFile(where, f"has size {size}", "a width and a height above 0")
    box = AABB.from_min_size(low, size)
    if max(map(abs, box.min + box.max)) > FARTHEST:
        raise BadFile(where, f"lies at {low}", f"a place within {FARTHEST:,} px")
    return Item(where, type, box, turn, properties(given, TYPES[type], where))


def properties(given: dict[str, Any], table: dict[str, Field], where: str) -> dict[str, Any]:
    """Return all custom properties of a table."""
    entries = listed(given, "properties", dict, where)
    for entry in entries:
        if not isinstance(entry.get("name"), str) or entry["name"] not in table:
            known = ", ".join(table) or "none"
            raise BadFile(where, f"has a property {meant(entry.get('name'), table)}", known)
    return fields({entry["name"]: entry.get("value") for entry in entries}, table, where)


def read_slider(item: Item) -> Slider:
    given = item.properties
    lethal = tuple(name.strip() for name in given["lethal"].split(",") if name.strip())
    travel = on_grid(given["dx"]), on_grid(given["dy"])
    speed = given["speed"]
    if travel == (0.0, 0.0):
        raise BadFile(item.where, "dx and dy are 0", "a way to go to and fro")
    for name in lethal:
        if name not in FACES:
            raise BadFile(item.where, f"lethal face is {meant(name, FACES)}", ", ".join(FACES))
    return Slider(item.box, travel, speed, given.get("back", speed), given["phase"], lethal)


def read_blade(item: Item) -> Blade:
    return Blade(item.box.center, item.box.half_extents, item.angle, item.properties["rpm"])


def check_count(of: dict[str, list[Item]], name: str, faults: list[LevelError]) -> None:
    """There is one player, of its size, and one exit; one that is missing may be what is at fault
    already."""
    for type in ("player", "exit"):
        found = of[type]
        if len(found) > 1 or not (found or faults):
            where, wrong = found[1].where if found else name, f"makes {len(found)} objects"
            faults.append(BadFile(where, f"{wrong} of type {type}", "exactly one"))
    for item in of["player"]:
        if item.box.size != PLAYER_SIZE:
            wrong = f"player has size {item.box.size}"
            faults.append(BadFile(item.where, wrong, f"{PLAYER_SIZE} px"))


def check_places(
    of: dict[str, list[Item]],
    sliders: list[tuple[Item, Slider]],
    size: tuple[float, float],
    faults: list[LevelError],
) -> None:
    """Everything is somewhere in the room, and what a run begins with in a free place."""
    room, outside = AABB.from_min_size((0, 0), size), frame(*size, 2.0 * FARTHEST)
    walls = [(item.where, item.box) for item in of["wall"]]
    reach = walls + [(item.where, each.box.swept_bounds(each.travel)) for item, each in sliders]
    for item in of["blade"]:
        reach.append((item.where, AABB(item.box.center, (read_blade(item).reach,) * 2)))
    for where, box in reach:
        if not overlaps(box, room):
            faults.append(BadFile(where, "lies outside of the room", f"a place in its {size} px"))
    solids = [("the frame", box) for box in outside] + walls
    solids += [(item.where, AABB(it.place(0.0), it.box.half_extents)) for item, it in sliders]
    for item in (*of["player"], *of["core"], *of["glitch"], *of["slug"]):
        with noted(faults):
            check_free(item, solids)
    for item in of["exit"]:
        around = [(where, wall) for where, wall in walls if wall.union(item.box) == wall]
        with noted(faults):
            check_free(item, solids[: len(outside)] + around)


def check_free(item: Item, solids: list[tuple[str, AABB]]) -> None:
    for where, solid in solids:
        grown = solid.expanded(item.box.half_extents)
        inside = zip(grown.min, item.box.center, grown.max)
        if all(low < x < high for low, x, high in inside):
            _, prefix, name = where.rpartition(": object ")
            wrong = f"{item.type} begins inside {prefix[2:]}{name}"
            raise BadFile(item.where, wrong, "a free place")


def frame(width: float, height: float, thick: float) -> list[AABB]:
    """Return the four solids that close a room, of which VISIBLE px lie inside."""
    left = top = VISIBLE - thick
    right, bottom = width - left, height - top
    return [
        AABB.from_min_max((left, top), (right, VISIBLE)),
        AABB.from_min_max((left, height - VISIBLE), (right, bottom)),
        AABB.from_min_max((left, top), (VISIBLE, bottom)),
        AABB.from_min_max((width - VISIBLE, top), (right, bottom)),
    ]


def on_grid(value: float) -> float:
    return round(value * GRID) / GRID + 0.0
