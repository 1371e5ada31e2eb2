"""How does a map file become a room?

A room is a map that a person draws in Tiled, boxes on object layers, each with a type:

    file -> JSON -> layers -> objects -> elements -> Room

Coordinates are rounded to 1/64 px: on that grid faces survive every conversion.
Anything that is not as schema.py expects is refused, all of it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import radians
from pathlib import Path

from ..collision import AABB, OBB
from . import schema
from .elements import FACES, Blade, Slider, Slug
from .room import FRAME, VISIBLE, Room, frame
from .schema import BadFile, Json, MapObject, collect_errors, fields, list_of, require

EXPECTED = "a Tiled map saved as JSON (.tmj)"
MOST_BYTES = 4 * 2**20
MOST_NAME = 50
"""Letters of a room's name: with four bytes each they still fit into the names of other
files."""
GRID = 64
"""Coordinates a px."""


def load_room(path: Path) -> Room:
    """Read a room from a file.

    Raises:
        LevelError: the file cannot be read, or parse_room refuses it.
    """
    return parse_room(read_text(path, EXPECTED), str(path))


def read_text(file: Path, expected: str) -> str:
    """Return the text of a file.

    Raises:
        LevelError: it cannot be read, is too large, or is not text.
    """
    try:
        size = file.stat().st_size
        require(
            size <= MOST_BYTES,
            str(file),
            f"has {size:,} bytes",
            f"at most {MOST_BYTES:,}",
        )
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(
            str(file), f"is not UTF-8 at byte {error.start}", expected
        ) from None
    except OSError as error:
        raise BadFile(
            str(file), f"cannot be read ({error.strerror})", expected
        ) from None


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
        LevelError: with all that is wrong in the map.
    """
    tiled = schema.parse_json(text, name, EXPECTED)
    area = read_area(tiled, name)
    errors: list[BadFile] = []
    about: schema.Values = {}
    with collect_errors(errors):
        about = schema.properties(tiled, schema.MAP, f"{name}: map")
        schema.check_format(about, name)
    objects = list(read_objects(tiled, name, errors))
    of = {
        type: [each for each in objects if each.type == type] for type in schema.TYPES
    }
    schema.check_count(of, name, errors)
    blades = {each.where: read_blade(each) for each in of["blade"]}
    sliders = {}
    for each in of["slider"] + of["piston"]:
        with collect_errors(errors):
            sliders[each.where] = read_slider(each)
    errors += schema.placement_errors(of, sliders, blades, area)
    if errors:
        errors[0].others = tuple(errors[1:])
        raise errors[0]
    del about["format"]
    return Room(
        name=room_name(Path(name)),
        width=area.size[0],
        height=area.size[1],
        start=of["player"][0].box.center,
        walls=(*(each.box for each in of["wall"]), *frame(area, FRAME, VISIBLE)),
        sliders=tuple(sliders.values()),
        slugs=tuple(
            Slug(each.box, tuple(each.properties.values())) for each in of["slug"]
        ),
        blades=tuple(blades.values()),
        cores=tuple(each.box for each in of["core"]),
        glitches=tuple(each.box for each in of["glitch"]),
        exit=of["exit"][0].box,
        **about,
    )


def read_area(tiled: dict[str, Json], name: str) -> AABB:
    """Return the box of a map, whose upper left corner is the origin."""
    is_flat = tiled.get("orientation", "orthogonal") == "orthogonal" and not tiled.get(
        "infinite"
    )
    require(
        is_flat,
        name,
        "is infinite or not orthogonal",
        "an orthogonal map of fixed size",
    )
    columns, rows, *tile = fields(tiled, schema.SIZES, name).values()
    size = columns * tile[0], rows * tile[1]
    (low, high), wrong = schema.ROOM_SIDES, f"the room is {size[0]:g} x {size[1]:g} px"
    is_right = low <= min(size) and max(size) <= high
    require(is_right, name, wrong, f"{low} to {high:,} px on each side")
    return AABB.from_min_size((0, 0), size)


def read_objects(
    tiled: dict[str, Json], name: str, errors: list[BadFile]
) -> Iterator[MapObject]:
    """Yield the objects of all layers, groups too, in the order in which Tiled draws
    them."""
    ids: set[int] = set()
    layers = [
        (layer, 0.0, 0.0) for layer in reversed(list_of(tiled, "layers", dict, name))
    ]
    while layers:
        layer, left, top = layers.pop()
        where = f"{name}: layer {label(layer)}"
        with collect_errors(errors):
            dx, dy = fields(layer, schema.SHIFTS, where).values()
            left, top = left + dx, top + dy
            if layer.get("type") == "group":
                inner = list_of(layer, "layers", dict, where)
                layers += [(child, left, top) for child in reversed(inner)]
            elif layer.get("type") == "objectgroup":
                for data in list_of(layer, "objects", dict, where):
                    with collect_errors(errors):
                        yield read_object(data, left, top, where, ids)
            else:
                wrong = f"is of type {schema.excerpt(layer.get('type'))}"
                raise BadFile(where, wrong, "an object layer or a group")


def label(data: dict[str, Json]) -> str:
    """Return the id of a layer or an object, and its name if it has one."""
    name = data.get("name")
    return schema.excerpt(data.get("id")) + (f" {schema.excerpt(name)}" if name else "")


def read_object(
    data: dict[str, Json], dx: float, dy: float, layer: str, ids: set[int]
) -> MapObject:
    """Return an object, checked, and moved by the offsets of its layers; ids are those
    before."""
    where = f"{layer}: object {label(data)}"
    for key in schema.NO_BOXES:
        if data.get(key) not in (None, False):
            raise BadFile(
                where, f"is of shape {key.replace('gid', 'tile')}", "a rectangle"
            )
    id, x, y, width, height, rotation = fields(data, schema.OBJECT, where).values()
    require(id not in ids, where, "has the id of another object", "an id of its own")
    most = schema.MOST_OBJECTS
    require(len(ids) < most, where, "is one object too many", f"at most {most}")
    ids.add(id)
    type, angle = read_type(data, where), radians(rotation)
    wrong = f"is rotated by {rotation} degrees"
    require(
        not rotation or type == "blade", where, wrong, "no rotation, except of a blade"
    )
    (cos, sin), _ = OBB((0, 0), (0, 0), angle).axes
    x += (cos - 1) * width / 2 - sin * height / 2
    y += (cos - 1) * height / 2 + sin * width / 2
    low, size = (on_grid(x + dx), on_grid(y + dy)), (on_grid(width), on_grid(height))
    require(min(size) > 0, where, f"has size {size}", "a width and a height above 0")
    box, farthest = AABB.from_min_size(low, size), schema.LARGEST_NUMBER
    is_near = max(map(abs, box.min + box.max)) <= farthest
    require(is_near, where, f"lies at {low}", f"a place within {farthest:,} px")
    return MapObject(
        where, type, box, angle, schema.properties(data, schema.TYPES[type], where)
    )


def read_type(data: dict[str, Json], where: str) -> str:
    """Return the type of an object; Tiled 1.9 wrote class for type."""
    type, types = data.get("type") or data.get("class"), schema.TYPES
    if isinstance(type, str) and type in types:
        return type
    wrong = (
        f"is of type {schema.suggest(type, types)}"
        if type
        else "has no type (in Tiled: class)"
    )
    raise BadFile(where, wrong, f"one of {', '.join(types)}")


def read_slider(item: MapObject) -> Slider:
    values, speed = item.properties, item.properties["speed"]
    travel = on_grid(values["dx"]), on_grid(values["dy"])
    require(travel != (0.0, 0.0), item.where, "dx and dy are 0", "a distance to travel")
    lethal = tuple(name.strip() for name in values["lethal"].split(",") if name.strip())
    for name in lethal:
        if name not in FACES:
            wrong = f"lethal face is {schema.suggest(name, FACES)}"
            raise BadFile(item.where, wrong, ", ".join(FACES))
    return Slider(
        item.box, travel, speed, values.get("back") or speed, values["phase"], lethal
    )


def read_blade(item: MapObject) -> Blade:
    return Blade(
        item.box.center, item.box.half_extents, item.angle, item.properties["rpm"]
    )


def on_grid(value: float) -> float:
    return round(value * GRID) / GRID
