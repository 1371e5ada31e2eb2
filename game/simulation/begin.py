"""How does a run begin?

A file becomes a room, and a room a world:

    NAME.tmj   load_level -> Room                begin -> World
    NAME.txt   load_level -> Room with chunks    begin -> Scanline
    a Lab      lab_room   -> LabRoom             begin -> LabWorld
"""

from __future__ import annotations

import os
from pathlib import Path

from .lab import LabRoom, LabWorld
from .methods import SWEEP, Method
from .room import Room
from .schema import BadFile, excerpt, require
from .shaft import HEIGHT, WIDTH, Scanline, shaft
from .tiled import load_room, read_text
from .world import Assist, World

MOST_CHUNKS = 100


def load_level(path: Path) -> Room:
    """Read a room, or a shaft: a list of the chunks beside it by name, the easiest
    first.

    Args:
        path: a map, or a list in a file that ends in .txt.
    Raises:
        BadFile: a file cannot be read, or is not as expected.
    """
    if path.suffix != ".txt":
        return load_room(path)
    chunks = [load_room(file) for file in chunk_files(path)]
    for chunk in chunks:
        if (chunk.width, chunk.height) != (WIDTH, HEIGHT):
            wrong = f"{chunk.name} is {chunk.width:g} x {chunk.height:g} px"
            raise BadFile(str(path), wrong, f"{WIDTH:g} x {HEIGHT:g} px")
    return shaft(chunks)


def chunk_files(path: Path) -> list[Path]:
    """Return the files of a shaft's chunks.

    Raises:
        BadFile: the list of them cannot be read, or is not as expected.
    """
    where = str(path)
    names = read_text(path, "a list of chunks, one name a line").split()
    is_right = 1 <= len(names) <= MOST_CHUNKS
    require(is_right, where, f"has {len(names)} names", f"1 to {MOST_CHUNKS}")
    maps = {file.stem: file for file in maps_beside(path)}
    for name in names:
        wrong = f"has the name {excerpt(name)}"
        require(name in maps, where, wrong, "the name of a map beside it")
    return [maps[name] for name in names]


def maps_beside(path: Path) -> list[Path]:
    """Return the maps in the folder of a file, sorted.

    A name in a file that may come from anywhere is looked up among them, never made a
    path: that could lead to a device, or to another computer.
    """
    return sorted(file for file in path.parent.glob("*.tmj") if os.path.isfile(file))


def begin(
    room: Room,
    seed: int = 0,
    tick_rate: int | None = None,
    method: Method = SWEEP,
    assist: Assist = Assist(),  # noqa: B008, it is a value
) -> World:
    """Return a new world for a room: of the lab, of a shaft, or an ordinary one;
    arguments as World."""
    if isinstance(room, LabRoom):
        kind: type[World] = LabWorld
    elif room.chunks:
        kind = Scanline
    else:
        kind = World
    return kind(room, seed, tick_rate, method, assist)
