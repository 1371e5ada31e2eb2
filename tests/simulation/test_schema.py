"""Levels: what is read from a Tiled map, and what is refused with which sentence."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from support.drawn import box, custom, player_at, room, tiled

from game.collision import AABB
from game.files import MOST_BYTES
from game.resources import levels
from game.simulation.elements import Core, Exit, Slider, Slug
from game.simulation.schema import MAP, BadFile, excerpt
from game.simulation.tiled import TYPES, load_room, parse_room


def refused(text: str) -> str:
    with pytest.raises(BadFile) as error:
        parse_room(text, "bad.tmj")
    return str(error.value)


def test_a_room_holds_what_was_drawn() -> None:
    drawn = room(
        box("player", 60, 40, 8, 8),
        box("wall", 100, 50, 1, 200),
        box("slider", 200, 50, 10, 4, dx=30.0, speed=60.0, phase=0.25, lethal="left, bottom"),
        box("slug", 300, 100, 3, 3, vx=4000, vy=-2600.0),
        box("core", 400, 100, 12, 12),
        box("exit", 600, 300, 16, 24),
        fact="A fact.",
        tick_rate=30,
    )
    assert (drawn.name, drawn.title, drawn.fact) == ("drawn", "Drawn", "A fact.")
    assert (drawn.width, drawn.height) == (640.0, 360.0)
    assert drawn.tick_rate == 30
    assert drawn.start == (64.0, 44.0)
    assert drawn.walls[0] == AABB((100.5, 150.0), (0.5, 100.0))
    (slider,), (slug,) = drawn.of(Slider), drawn.of(Slug)
    assert slider.box == AABB((205.0, 52.0), (5.0, 2.0))
    assert (slider.travel, slider.speed, slider.phase) == ((30.0, 0.0), 60.0, 0.25)
    assert slider.lethal == ("left", "bottom")
    assert (slug.box, slug.velocity) == (AABB((301.5, 101.5), (1.5, 1.5)), (4000.0, -2600.0))
    assert drawn.of(Core) == [Core(AABB((406.0, 106.0), (6.0, 6.0)))]
    assert drawn.of(Exit)[0].box == AABB((608.0, 312.0), (8.0, 12.0))


def test_a_file_is_parsed_again_only_if_it_was_changed(tmp_path: Path) -> None:
    file = tmp_path / "own.tmj"
    first, second = (path.read_text(encoding="utf-8") for path in list(levels().values())[:2])
    file.write_text(first, encoding="utf-8")
    read = load_room(file)
    file.write_text(first, encoding="utf-8")
    assert load_room(file) is read
    file.write_text(second, encoding="utf-8")
    assert load_room(file).hash != read.hash


def test_coordinates_are_rounded_to_64ths() -> None:
    drawn = room(box("wall", 100.01, 50.0078, 1.005, 20.99))
    assert drawn.walls[0].min == (100 + 1 / 64, 50.0)
    assert drawn.walls[0].max == (101 + 1 / 64, 71 - 1 / 64)


def test_groups_and_layer_offsets_move_their_objects() -> None:
    given = tiled(box("wall", 100, 50, 10, 10), box("exit", 300, 300, 9, 9))
    inner = {**given["layers"][0], "offsetx": 8, "offsety": 16}
    outer = {"id": 3, "type": "group", "offsetx": 1, "offsety": 2, "layers": [inner]}
    moved = {**given, "layers": [{"id": 4, "type": "group", "layers": [outer]}]}
    assert parse_room(json.dumps(moved), "x.tmj").walls[0].min == (109.0, 68.0)


def test_class_names_the_type_as_well() -> None:
    """Tiled 1.9 wrote class where all others write type."""
    wall = box("wall", 100, 50, 10, 10)
    wall["class"] = wall.pop("type")
    assert room(wall).walls[0].size == (10.0, 10.0)


def test_every_room_is_closed_by_a_thick_frame() -> None:
    """40 px, of which 4 are inside the picture; no gap at the corners."""
    top, bottom, left, right = room().walls
    assert (top.min, top.max) == ((-36.0, -36.0), (676.0, 4.0))
    assert (bottom.min, bottom.max) == ((-36.0, 356.0), (676.0, 396.0))
    assert (left.min, left.max) == ((-36.0, -36.0), (4.0, 396.0))
    assert (right.min, right.max) == ((636.0, -36.0), (676.0, 396.0))


def test_the_hash_is_of_what_decides_a_run() -> None:
    hashes = [
        room().hash,
        room(title="Other", fact="Other").hash,
        room(box("wall", 100, 100, 1, 1)).hash,
        room(tick_rate=60).hash,
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


@pytest.mark.parametrize("place", [(104, 100), (113, 100), (108, 46), (108, 154)])
def test_touching_a_wall_is_no_overlapping_start(place: tuple[float, float]) -> None:
    assert room(player_at(*place), box("wall", 108, 50, 1, 100)).start == place


def test_defaults_come_from_the_table() -> None:
    slider = room(box("slider", 100, 100, 9, 9, dy=5, speed=60)).of(Slider)[0]
    assert (slider.travel, slider.phase, slider.lethal) == ((0.0, 5.0), 0.0, ())
    assert room().tick_rate == MAP["tick_rate"].default == 120
    names = "player exit core wall slider piston slug blade glitch"
    assert set(TYPES) == set(names.split())


def map_of(*boxes: dict[str, Any], **properties: Any) -> str:
    return json.dumps(tiled(*boxes, **properties))


def changed(path: list[Any], value: Any, *boxes: dict[str, Any]) -> str:
    """Return a good map's text with one value set, or taken out for KeyError."""
    given = tiled(*(boxes or [box("wall", 100, 50, 10, 10)]))
    place: Any = given
    for key in path[:-1]:
        place = place[key]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(given)


LAYER = "layer 1 'room'"
OBJECT = ["layers", 0, "objects", 0]
SLUG = box("slug", 100, 50, 3, 3, vx=1.0, vy=2.0)
SLIDER = box("slider", 300, 50, 3, 3, dx=9.0, speed=60.0)
WALL = box("wall", 95, 45, 20, 20)

ONE_OF = "one of player, wall, slider, piston, slug, blade, core, glitch, exit"

NO_JSON = {
    "truncated": map_of()[:-20],
    "nested lists": "[" * 1_000_000,
    "nested groups": '{"layers":' + '[{"type":"group","layers":' * 10_000,
    "huge number": changed([*OBJECT, "x"], 0).replace('"x": 0', f'"x": {"9" * 5000}'),
    "XML": "<map/>",
}

BAD = {
    "a list": ("[]", "", "is []; expected a Tiled map saved as JSON (.tmj)"),
    "no layers": (changed(["layers"], 5), "", "layers is 5; expected a list of JSON objects"),
    "layer is text": (
        changed(["layers"], ["x"]),
        "",
        "layers is ['x']; expected a list of JSON objects",
    ),
    "tile layer": (
        changed(["layers", 0, "type"], "tilelayer"),
        LAYER,
        "is of type 'tilelayer'; expected an object layer or a group",
    ),
    "infinite": (
        changed(["infinite"], True),
        "",
        "is infinite or not orthogonal; expected an orthogonal map of fixed size",
    ),
    "isometric": (
        changed(["orientation"], "isometric"),
        "",
        "is infinite or not orthogonal; expected an orthogonal map of fixed size",
    ),
    "no width": (changed(["width"], KeyError), "", "width is missing; expected a whole number"),
    "wide": (
        changed(["width"], 2**20),
        "",
        "the room is 8.38861e+06 x 360 px; expected 64 to 4,096 px on each side",
    ),
    "title is a number": (
        changed(["properties", 0, "value"], 5),
        "map",
        "title is 5; expected text",
    ),
    "tick rate": (map_of(tick_rate=4), "map", "tick_rate is 4; expected a number from 5 to 1,000"),
    "surrogate": (
        changed(["properties", 0, "value"], "\ud800"),
        "map",
        "title is '\\ud800'; expected at most 120 printable characters",
    ),
    "long title": (
        changed(["properties", 0, "value"], "x" * 10**5),
        "map",
        "title is 'xxxxxxxxxxxx...xxxxxxxxxxxxx'; expected at most 120 printable characters",
    ),
    "no id": (
        changed([*OBJECT, "id"], KeyError),
        "object None",
        "id is missing; expected a whole number",
    ),
    "same id": (
        changed([*OBJECT, "id"], 2),
        "object 2",
        "has the id of another object; expected an id of its own",
    ),
    "named": (
        changed([*OBJECT], {"id": 7, "name": 'my "door"'}),
        "object 7 'my \"door\"'",
        "x is missing; expected a number",
    ),
    "two players": (
        map_of(player_at(50, 50), player_at(90, 50)),
        "object 2",
        "is one of 2 objects of type player; expected exactly one",
    ),
    "no exit": (
        changed(["layers", 0, "objects"], [{"id": 1, **player_at(50, 50)}]),
        "",
        "has no object of type exit; expected exactly one",
    ),
    "layers of lists": (
        changed(["layers", 0, "objects"], [[[["x" * 99] * 9] * 9] * 9] * 9),
        LAYER,
        "objects is [[[['xxxxxxxxxxxx...xxxxxxxxxxxxx', 'xxxxxxxxxxxx...xxxxxxxx...; "
        "expected a list of JSON objects",
    ),
    "no list of layers": (
        changed(["layers"], KeyError),
        "",
        "has no object of type player; expected exactly one",
    ),
    "shift": (changed(["layers", 0, "offsetx"], "x"), LAYER, "offsetx is 'x'; expected a number"),
    "group": (
        changed(["layers", 0], {"id": 1, "name": "room", "type": "group", "layers": 5}),
        LAYER,
        "layers is 5; expected a list of JSON objects",
    ),
    "long": (
        changed(["properties", 0, "value"], "x" * 121),
        "map",
        "title is 'xxxxxxxxxxxx...xxxxxxxxxxxxx'; expected at most 120 printable characters",
    ),
    "too small": (
        changed(["height"], 7),
        "",
        "the room is 640 x 56 px; expected 64 to 4,096 px on each side",
    ),
    "too many": (
        map_of(*[WALL] * 501),
        "object 501",
        "is one object too many; expected at most 500",
    ),
}
OBJECT_1 = {
    "tile": (changed([*OBJECT, "gid"], 3), "is of shape tile; expected a rectangle"),
    "ellipse": (changed([*OBJECT, "ellipse"], True), "is of shape ellipse; expected a rectangle"),
    "polygon": (changed([*OBJECT, "polygon"], []), "is of shape polygon; expected a rectangle"),
    "point": (changed([*OBJECT, "point"], True), "is of shape point; expected a rectangle"),
    "rotation": (
        changed([*OBJECT, "rotation"], 45),
        "is rotated by 45.0 degrees; expected no rotation, except of a blade",
    ),
    "mistyped type": (
        changed([*OBJECT, "type"], "wal"),
        "is of type 'wal' (did you mean wall?); expected " + ONE_OF,
    ),
    "type is a number": (changed([*OBJECT, "type"], 5), "is of type 5; expected " + ONE_OF),
    "properties": (
        changed([*OBJECT, "properties"], 5),
        "properties is 5; expected a list of JSON objects",
    ),
    "nearest property": (
        map_of(box("slider", 100, 50, 9, 9, d=9)),
        "has a property 'd' (did you mean dy?); expected dx, dy, speed, phase, lethal",
    ),
    "core far outside": (
        map_of(box("core", -5000, 50, 9, 9)),
        "core starts inside the frame; expected a free place",
    ),
    "at the edge of the world": (
        changed([*OBJECT, "x"], 2**20 - 10),
        "lies outside the room; expected a place within its 640 x 360 px",
    ),
    "core where a slider begins": (
        map_of(box("core", 359, 50, 9, 9), box("slider", 300, 50, 9, 9, dx=60.0, phase=0.5)),
        "core starts inside object 2; expected a free place",
    ),
    "unknown type": (
        changed([*OBJECT, "type"], "door"),
        "is of type 'door'; expected " + ONE_OF,
    ),
    "no type": (
        changed([*OBJECT, "type"], ""),
        "has no type (in Tiled: class); expected " + ONE_OF,
    ),
    "NaN": (
        changed([*OBJECT, "x"], float("nan")),
        "x is nan; expected a number from -1,048,576 to 1,048,576",
    ),
    "infinity": (
        changed([*OBJECT, "y"], float("inf")),
        "y is inf; expected a number from -1,048,576 to 1,048,576",
    ),
    "far away": (
        changed([*OBJECT, "x"], 2**20 + 1),
        "x is 1048577; expected a number from -1,048,576 to 1,048,576",
    ),
    "just too far": (
        changed([*OBJECT, "x"], 2**20),
        "lies at (1048576.0, 50.0); expected a place within 1,048,576 px",
    ),
    "x is text": (changed([*OBJECT, "x"], "9"), "x is '9'; expected a number"),
    "x is true": (changed([*OBJECT, "x"], True), "x is True; expected a number"),
    "no x": (changed([*OBJECT, "x"], KeyError), "x is missing; expected a number"),
    "zero size": (
        changed([*OBJECT, "width"], 0),
        "has size (0.0, 10.0); expected a width and a height above 0",
    ),
    "vanishing size": (
        changed([*OBJECT, "width"], 0.001),
        "has size (0.0, 10.0); expected a width and a height above 0",
    ),
    "negative size": (
        changed([*OBJECT, "height"], -5),
        "has size (10.0, -5.0); expected a width and a height above 0",
    ),
    "unknown property": (
        map_of(box("wall", 100, 50, 9, 9, speed=1)),
        "has a property 'speed'; expected none",
    ),
    "mistyped property": (
        map_of(box("blade", 100, 50, 3, 3, rmp=60)),
        "has a property 'rmp' (did you mean rpm?); expected rpm",
    ),
    "wrong property": (
        changed([*OBJECT, "properties", 0, "value"], "fast", SLUG),
        "vx is 'fast'; expected a number",
    ),
    "slider goes nowhere": (
        changed([*OBJECT, "properties", 0, "value"], 0, SLIDER),
        "dx and dy are 0; expected a distance to travel",
    ),
    "slider stands": (
        changed([*OBJECT, "properties", 1, "value"], 0, SLIDER),
        "speed is 0; expected a number from 1 to 1,048,576",
    ),
    "lethal face": (
        map_of(box("slider", 100, 50, 9, 9, dx=9, speed=60, lethal="up")),
        "lethal face is 'up'; expected left, right, top, bottom",
    ),
    "mistyped face": (
        map_of(box("slider", 100, 50, 9, 9, dx=9, lethal="left,botom")),
        "lethal face is 'botom' (did you mean bottom?); expected left, right, top, bottom",
    ),
    "wall outside": (
        map_of(box("wall", 100, 361, 9, 9)),
        "lies outside the room; expected a place within its 640 x 360 px",
    ),
    "slider outside": (
        map_of(box("slider", -50, 100, 9, 9, dx=40.0)),
        "lies outside the room; expected a place within its 640 x 360 px",
    ),
    "blade outside": (
        map_of(box("blade", 700, 100, 80, 4)),
        "lies outside the room; expected a place within its 640 x 360 px",
    ),
    "exit in wall": (
        map_of(box("exit", 96, 50, 9, 9), WALL),
        "exit starts inside object 2; expected a free place",
    ),
    "player in a wall with a colon": (
        map_of(player_at(104, 54), WALL | {"name": "left: a"}),
        "player starts inside object 2 'left: a'; expected a free place",
    ),
    "player in wall": (
        map_of(player_at(104, 54), WALL),
        "player starts inside object 2; expected a free place",
    ),
    "slug in wall": (map_of(SLUG, WALL), "slug starts inside object 2; expected a free place"),
    "core in slider": (
        map_of(box("core", 299, 50, 12, 12), SLIDER),
        "core starts inside object 2; expected a free place",
    ),
    "exit outside": (
        map_of(box("exit", 630, 100, 9, 9)),
        "exit starts inside the frame; expected a free place",
    ),
    "player's size": (
        map_of(box("player", 50, 50, 9, 8)),
        "player has size (9.0, 8.0); expected (8.0, 8.0) px",
    ),
}
BAD |= {id: (text, "object 1", wrong) for id, (text, wrong) in OBJECT_1.items()}


@pytest.mark.parametrize(("text", "where", "wrong"), BAD.values(), ids=BAD)
def test_a_bad_map_is_refused_in_one_sentence(text: str, where: str, wrong: str) -> None:
    sentence, place = refused(text), f"{LAYER}: {where}" if "object" in where else where
    assert sentence == "bad.tmj: " + (f"{place}: " if place else "") + wrong
    assert "\n" not in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("text", NO_JSON.values(), ids=NO_JSON)
def test_a_file_that_is_not_json_is_refused_in_one_sentence(text: str) -> None:
    """How deep is too deep, and what json says, depends on the version of Python."""
    wrong = r"is (not JSON \(.{9,200}\)|nested too deeply)"
    expected = r"a Tiled map saved as JSON \(\.tmj\)"
    assert re.fullmatch(rf"bad\.tmj: {wrong}; expected {expected}", refused(text))


def test_all_that_is_wrong_is_reported_at_once() -> None:
    """In the order of the file; a player that is at fault is not reported as missing, too."""
    drawn = tiled(box("wal", 1, 1, 2, 2), player_at(104, 54), box("player", 50, 50, 9, 8), WALL)
    drawn["layers"].append({"id": 2, "name": "", "type": "imagelayer"})
    with pytest.raises(BadFile) as error:
        parse_room(json.dumps(drawn), "bad.tmj")
    told = [str(each) for each in (error.value, *error.value.others)]
    assert [sentence.partition(": ")[2].rpartition("; ")[0] for sentence in told] == [
        f"{LAYER}: object 1: is of type 'wal' (did you mean wall?)",
        "layer 2: is of type 'imagelayer'",
        f"{LAYER}: object 3: is one of 2 objects of type player",
        f"{LAYER}: object 3: player has size (9.0, 8.0)",
        f"{LAYER}: object 2: player starts inside object 4",
    ]
    alone = refused(changed([*OBJECT, "rotation"], 9, player_at(50, 50)))
    assert "rotated" in alone


def test_each_thing_that_is_wrong_is_reported_once() -> None:
    """Three players are one mistake, two cores in walls are two."""
    players = tiled(*(player_at(50, y) for y in (50, 90, 130)))
    cores = tiled(*(box("core", x, 50, 9, 9) for x in (97, 99, 300)), WALL)
    for drawn, count in ((players, 1), (cores, 2)):
        with pytest.raises(BadFile) as error:
            parse_room(json.dumps(drawn), "bad.tmj")
        assert len(error.value.others) == count - 1


def test_what_is_at_the_edge_of_what_is_allowed_is_read() -> None:
    """Titles of 120 letters, 500 objects, rooms of 64 and of 4,096 px, tiles that are no squares;
    a map without its orientation, with a byte order mark."""
    assert room(title="x" * 120).title == "x" * 120
    assert len(room(*[WALL] * 498).walls) == 498 + 4
    for side in (64, 4096):
        given = tiled(player_at(20, 20), width=side, height=side)
        assert parse_room(json.dumps(given), "x.tmj").width == side
    given = {**tiled(), "tilewidth": 4, "width": 160}
    del given["orientation"]
    drawn = parse_room(json.dumps(given), "x.tmj")
    assert (drawn.width, drawn.height) == (640, 360)


def test_a_map_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "own.tmj"
    path.write_text(map_of(), encoding="utf-8-sig")
    assert load_room(path).title == "Drawn"


@pytest.mark.parametrize(
    ("stem", "name"), [("a\u3000b\u00a0\ud800", "a_b__"), ("x" * 51, "x" * 50), ("né", "né")]
)
def test_a_room_is_named_by_its_file_in_printable_letters(stem: str, name: str) -> None:
    """The first 50 of them."""
    assert parse_room(map_of(), f"rooms/{stem}.tmj").name == name


def test_layers_after_a_group_are_read_in_their_order() -> None:
    """The object of the group first, then the one of the layer above it."""
    given = tiled(box("wall", 100, 50, 10, 10))
    above = {**given["layers"][0], "id": 2, "objects": [{"id": 9, **box("wall", 200, 50, 9, 9)}]}
    group = {"id": 3, "type": "group", "layers": given["layers"]}
    for layers, lefts in (([group, above], [100, 200]), ([above, group], [200, 100])):
        drawn = parse_room(json.dumps({**given, "layers": layers}), "x.tmj")
        assert [wall.min[0] for wall in drawn.walls[:2]] == lefts


@pytest.mark.parametrize("outer", [0, 1])
def test_a_map_of_very_many_layers_is_refused_at_once(outer: int) -> None:
    """Those in groups count too; a file could hold a million empty ones."""
    drawn = tiled(WALL)
    empty = {**drawn["layers"][0], "objects": []}
    for count in (1_000, 1_001):
        layers = [*drawn["layers"], *[empty] * (count - 1 - outer)]
        if outer:
            layers = [{"id": 3, "type": "group", "layers": layers}]
        text = json.dumps({**drawn, "layers": layers})
        if count == 1_000:
            assert parse_room(text, "x.tmj").walls
    assert refused(text) == "bad.tmj: has too many layers; expected at most 1,000"


def test_an_exit_may_lie_in_part_in_a_wall_and_where_sliders_begin() -> None:
    assert room(box("exit", 90, 50, 9, 9), WALL).of(Exit)
    assert room(box("exit", 300, 50, 3, 3), SLIDER).of(Exit)


def test_a_layer_may_have_any_name() -> None:
    given = tiled(player_at(104, 54), WALL)
    given["layers"][0]["name"] = "my: object 9"
    sentence = refused(json.dumps(given))
    assert sentence.endswith(": object 1: player starts inside object 2; expected a free place")


@pytest.mark.parametrize(("value", "n"), [("x" * 8, 60), ("x" * 9, 63)])
def test_a_value_is_repeated_up_to_60_characters(value: str, n: int) -> None:
    text = repr(["x" * 8] * 4 + [value])
    assert excerpt(["x" * 8] * 4 + [value]) == (text if n == 60 else text[:60] + "...")
    assert len(excerpt(["x" * 8] * 4 + [value])) == n


def test_a_number_may_be_written_without_its_point() -> None:
    """Tiled writes 300.0 as 300, and no sign of a zero: the room and its hash are the same."""
    slugs = [
        box("slug", 100, 50, 3, 3, vx=vx, vy=vy) for vx, vy in ((300, 0), (300.0, 0.0), (3e2, -0.0))
    ]
    rooms = [room(slug) for slug in slugs]
    assert len({drawn.hash for drawn in rooms}) == 1
    assert rooms[0] == rooms[1] == rooms[2]


def test_what_is_as_by_default_need_not_be_written() -> None:
    """Tiled saves no property that has the value which its project gives it."""
    ways = {"slider": {"dx": 9.0}, "piston": {"dy": -9.0}}
    plain = [box(type, 60 * k, 99, 8, 8, **ways.get(type, {})) for k, type in enumerate(TYPES, 1)]
    written = copy.deepcopy(plain)
    for drawn in written:
        given = {entry["name"]: entry["value"] for entry in drawn["properties"]}
        table = {name: field.default for name, field in TYPES[drawn["type"]].items()}
        drawn["properties"] = custom(table | given)
    assert room(*plain) == room(*written)


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (lambda path: None, r"cannot be read \(No such file or directory\); MAP"),
        (lambda path: path.mkdir(), r"cannot be read \(.+\); MAP"),
        (lambda path: path.write_bytes(b"{}  \xff"), "is not UTF-8 at byte 4; MAP"),
        (
            lambda path: path.write_bytes(b" " * (MOST_BYTES + 1)),
            r"cannot be read \(it has more than 4,194,304 bytes\); MAP",
        ),
        (lambda path: path.write_bytes(b" " * MOST_BYTES), r"is not JSON \(.+\); MAP"),
        (lambda path: path.write_bytes(b""), r"is not JSON \(.+\); MAP"),
    ],
    ids=["missing", "folder", "not UTF-8", "4 MB and 1", "4 MB of blanks", "empty"],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, make: Any, wrong: str) -> None:
    path = tmp_path / "bad.tmj"
    make(path)
    with pytest.raises(BadFile) as error:
        load_room(path)
    sentence = wrong.replace("MAP", r"expected a Tiled map saved as JSON \(\.tmj\)")
    assert re.fullmatch(rf"{re.escape(str(path))}: {sentence}", str(error.value))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(found for key, item in inner for found in places(item, (*path, key)))]


def test_no_damage_to_a_map_causes_anything_but_a_level_error() -> None:
    nasty = [None, True, -1, 0, 1e308, float("nan"), "", "\ud800", [], {}, [[]], {"a": {}}, 2**70]
    good = tiled(SLUG, SLIDER, box("wall", 150, 50, 1, 99), box("core", 300, 100, 9, 9))
    outcomes = {"room": 0, "refused": 0}
    for path in places(good)[1:]:
        for value in nasty:
            damaged = copy.deepcopy(good)
            place: Any = damaged
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            try:
                parse_room(json.dumps(damaged), "bad.tmj")
                outcomes["room"] += 1
            except BadFile:
                outcomes["refused"] += 1
    assert min(outcomes.values()) > 100


def test_no_truncation_of_a_map_causes_anything_but_a_level_error() -> None:
    text, chance = json.dumps(tiled(SLUG, SLIDER)), random.Random(1)
    for _ in range(200):
        assert "bad.tmj" in refused(text[: chance.randrange(len(text))])


@pytest.mark.parametrize("name", levels())
def test_the_rooms_of_the_game_can_be_read(name: str) -> None:
    drawn = load_room(levels()[name])
    assert drawn.name == name
    assert (drawn.width, drawn.height) == (640.0, 360.0)
    assert drawn.title
    assert drawn.fact
    assert drawn.of(Core)
