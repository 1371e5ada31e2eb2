"""Rooms and Tiled: what it offers, what it saves, and the room to begin with."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tools.make.record_chunks import chunks
from tools.make.record_replays import STARTER, STARTER_ROUTE, fly
from tools.make.tiled_project import FACES_ENUM, OBJECT_TYPES, PROJECT, files

from game.headless import run
from game.resources import assets, levels
from game.simulation.elements import FACES, Core
from game.simulation.room import Room
from game.simulation.schema import MAP
from game.simulation.tiled import TYPES, load_room

MAPS = [*levels().values(), *chunks().values(), STARTER]
README = assets() / "levels" / "README.md"


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def defaults(members: list[dict[str, Any]]) -> dict[str, tuple[str, Any]]:
    return {each["name"]: (each["type"], each["value"]) for each in members}


def exported(file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    written = folder / file.name
    command = ["tiled", "--export-map", "json", str(file), str(written)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert read(written).keys() >= {"tiledversion", "nextobjectid"}
    return load_room(written)


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_the_files_for_tiled_are_up_to_date(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == files()[file]


def test_tiled_offers_what_the_loader_knows() -> None:
    """Every type with every property, its type and its default; faces are chosen from a list."""
    faces, *classes = read(PROJECT)["propertyTypes"]
    objects = {each["name"]: each for each in classes if each["useAs"] == ["object"]}
    (room,) = (each for each in classes if each["useAs"] == ["map"])
    old = {each["name"]: each for each in read(OBJECT_TYPES)}
    known = {
        type: {name: (field.type, field.default) for name, field in table.items()}
        for type, table in TYPES.items()
    }
    assert {type: defaults(each["members"]) for type, each in objects.items()} == known
    assert {type: defaults(each["properties"]) for type, each in old.items()} == known
    assert defaults(room["members"]).keys() == MAP.keys() - {"format"}
    assert (faces, faces["values"]) == (FACES_ENUM, list(FACES))
    assert all(value is not None for each in known.values() for _, value in each.values())


def test_the_table_of_types_is_complete() -> None:
    rows = README.read_text(encoding="utf-8").splitlines()
    told = {tuple(cell.strip(" `") for cell in row.split("|")[1:4]) for row in rows if "|" in row}
    tables = {**TYPES, "map": {name: field for name, field in MAP.items() if name != "format"}}
    expected = {
        (type, name, shown(field.default))
        for type, table in tables.items()
        for name, field in table.items()
    }
    assert expected <= told
    assert TYPES.keys() <= {type for type, *_ in told}


def shown(default: Any) -> str:
    return default or "none" if isinstance(default, str) else f"{default:g}"


def test_the_starter_shows_each_type_once() -> None:
    starter = read(STARTER)
    objects = [each for layer in starter["layers"] for each in layer["objects"]]
    assert sorted(each["type"] for each in objects) == sorted(TYPES)
    assert all(each["name"] for each in objects)
    assert starter["class"] == "room"


@pytest.mark.parametrize("wait", [0, 37, 91])
def test_the_starter_can_be_finished(wait: int) -> None:
    room = load_room(STARTER)
    world = fly(room, STARTER_ROUTE, wait).world
    assert (world.outcome, world.dashes) == ("finished", len(STARTER_ROUTE))


@pytest.mark.tiled
@pytest.mark.parametrize("file", MAPS, ids=lambda file: file.stem)
def test_what_tiled_saves_is_the_same_room(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, again = load_room(file), exported(file, tmp_path, monkeypatch)
    assert again == room
    assert again.hash == room.hash


@pytest.mark.tiled
def test_a_room_made_from_the_starter_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, made = read(STARTER), tmp_path / "made.tmj"
    objects = drawn["layers"][0]["objects"]
    wall, core = (next(x for x in objects if x["type"] == type) for type in ("wall", "core"))
    wall["x"] -= 16
    objects.append({**core, "id": drawn["nextobjectid"], "x": 96, "y": 174})
    made.write_text(json.dumps(drawn), encoding="utf-8")
    (tmp_path / "saved").mkdir()
    room = exported(made, tmp_path / "saved", monkeypatch)
    flown = fly(room, STARTER_ROUTE)
    assert len(room.of(Core)) == 2
    assert flown.world.outcome == "finished"
    assert run(replace(room, title="Mine"), replay=flown.replay())[0].finished
