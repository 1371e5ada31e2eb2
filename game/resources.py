"""Where are the assets?

In a checkout they are beside the package, in an installed wheel inside it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def assets() -> Path:
    """Return the folder of levels, replays and fonts."""
    inside = Path(__file__).resolve().parent / "assets"
    return inside if inside.is_dir() else inside.parents[1] / "assets"


def levels() -> dict[str, Path]:
    """Return the files of the rooms by name, in the order of play."""
    folder = assets() / "levels"
    names = (folder / "order.txt").read_text(encoding="utf-8").split()
    return {name: folder / f"{name}.tmj" for name in names}


def shipped_rooms() -> dict[str, Path]:
    """Return the files of the rooms and of Scanline by name."""
    return {**levels(), shaft_file().stem: shaft_file()}


def shaft_file() -> Path:
    """Return the file of Scanline, which lists its chunks."""
    return assets() / "chunks" / "scanline.txt"


def stored_replay(name: str) -> Path:
    """Return the file of the replay that finishes a room."""
    return assets() / "replays" / f"{name}.json"
