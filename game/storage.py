"""Where does what the player made lie, and can it be lost?

Settings and best runs are small JSON files in one folder. A file is written beside its place and
then moved there, so it is whole or not there at all. One that cannot be read is set aside, not
overwritten. Where nothing can be written, the player is told once and the game goes on.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

LARGEST = 4_000_000


def default_folder() -> Path:
    """Return the folder that this system has for programs' data of one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "thin-walls"


class Storage:
    """The player's files.

    Args:
        folder: where they lie; None is default_folder().
        tell: takes a sentence for the player.
    """

    def __init__(self, folder: Path | None, tell: Callable[[str], None]) -> None:
        self.folder, self.tell = folder or default_folder(), tell
        self.works = True
        self.kept: dict[str, str] = {}

    def load(self, name: str) -> dict[str, Any] | None:
        """Return what a file holds; None if it is not there or was set aside."""
        path = self.folder / name
        try:
            if not path.exists():
                return None
            if path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            data = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(data, dict):
                raise ValueError("it is not a JSON object")
            return data
        except OSError as error:
            self.tell(f"{path} cannot be read ({error.strerror}); going on without it")
        except (ValueError, RecursionError) as error:
            self.set_aside(path, error)
        return None

    def set_aside(self, path: Path, why: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        places = (path.with_name(f"{path.name}.corrupt-{k}") for k in range(1, 1000))
        aside = next(place for place in places if not place.exists())
        try:
            path.rename(aside)
            self.tell(f"{path} cannot be understood ({why}); it is kept as {aside.name}")
        except OSError:
            self.tell(f"{path} cannot be understood ({why}); going on without it")

    def save(self, name: str, text: str) -> None:
        """Write a file whole, or not at all; where that fails, say so once."""
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as error:
            if self.works:
                self.works = False
                self.tell(f"nothing can be kept in {self.folder} ({error.strerror})")

    def best(self, room: str, room_hash: str) -> int | None:
        """Return the fewest ticks in which this player finished a room."""
        data = self.load(f"best/{room}-{room_hash}.json")
        ticks = data.get("ticks") if data else None
        return ticks if isinstance(ticks, int) and not isinstance(ticks, bool) else None

    def keep_best(self, room: str, room_hash: str, ticks: int, replay: str) -> int | None:
        """Keep a finished run if it is the best; return the best one before it."""
        before = self.best(room, room_hash)
        if before is None or ticks < before:
            text = json.dumps({"ticks": ticks, "replay": json.loads(replay)})
            self.save(f"best/{room}-{room_hash}.json", text)
        return before


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
