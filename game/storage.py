"""Where does what the player made lie, and can it be lost?

Settings, best runs and results are small JSON files in one folder. A file is written beside its
place and then moved there, so it is whole or not there at all. Every result is a file of its own,
so two running copies lose none. A file that cannot be read is set aside, not overwritten. Where
nothing can be written, the player is told once and the game goes on. What a writer that was killed
left half done is removed an hour later.

To wait for the disk would be a pause, so threads write: one file after the other, in the order in
which they were saved. The program does not end before all are written; until then what is read is
what waits to be.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from .simulation.schema import FORMAT, BadFile, Field, check_format, fields, list_of

T = TypeVar("T")

LOOK = 0.2
"""s: so often a file that is watched is looked at."""
HALF_DONE, HOUR = "tmp", 3600.0
"""The last part of the name of a file that is being written; s."""

LARGEST = 4_000_000
LARGEST_RESULT = 2_000
MOST_RESULTS = 100
"""So many results of a mode are read, the best."""
MOST_POINTS = 10**15 - 1
MOST = 10**9
"""Of ticks and dashes: nobody plays for so long."""
RESULT = {
    "score": Field("int", None, 0, MOST_POINTS),
    "ticks": Field("int", None, 1, MOST),
    "tick_rate": Field("int", None, 1, MOST),
    "dashes": Field("int", None, 0, MOST),
    "initials": Field("string"),
    "assisted": Field("bool"),
    "seed": Field("int", None, 0, 2**53),
    "date": Field("string"),
}
BEST = {"ticks": Field("int", None, 1, MOST)}


class Result(NamedTuple):
    """What a finished run came to; date is UTC, ISO 8601."""

    score: int
    ticks: int
    tick_rate: int
    dashes: int
    stars: tuple[bool, ...]
    initials: str
    assisted: bool
    seed: int
    date: str
    name: str = ""
    """Of its file."""


class Best(NamedTuple):
    """The best run in a room: its ticks, and the text of its replay."""

    ticks: int
    replay: str


def default_folder() -> Path:
    """Return the folder that this system has for programs' data of one user."""
    try:
        home = Path.home()
    except RuntimeError:  # An account without one, as in some containers.
        home = Path(os.environ.get("TMPDIR", "/tmp"))
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "thin-walls"


class Storage:
    """The player's files.

    Args:
        folder: where they lie; None is default_folder().
        tell: takes a sentence for the player, once.
    """

    def __init__(self, folder: Path | None, tell: Callable[[str], None]) -> None:
        self.folder, self.tell = folder or default_folder(), cache(tell)
        self.works = True
        self.unwritten: list[tuple[str, str]] = []
        """Names and texts."""
        self.writer: Thread | None = None
        """The last of them."""

    def load(
        self, name: str, parse: Callable[[dict[str, Any]], T], largest: int | None = None
    ) -> T | None:
        """Return what a file holds; None if it is not there or was set aside.

        parse makes it of the file's JSON object, and raises ValueError if that cannot be.
        """
        path = self.folder / name
        text = dict(self.unwritten[:]).get(name)
        try:
            if text is None and not os.path.exists(path):  # False in a home of somebody else.
                return None
            if text is None and path.stat().st_size > (largest or LARGEST):
                raise ValueError("it is too large")
            data = json.loads(path.read_text(encoding="utf-8") if text is None else text)
            if not isinstance(data, dict):
                raise ValueError("it is not a JSON object")
            check_format(data, "it")
            data.pop("format", None)
            return parse(data)
        except OSError as error:
            self.tell(f"{path} cannot be read ({error.strerror}); going on without it")
        except (ValueError, RecursionError) as error:
            self.set_aside(path, error)
        return None

    def set_aside(self, path: Path, why: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        places = [path.with_name(f"{path.name}.corrupt-{k}") for k in range(1, 100)]
        try:
            aside = next((place for place in places if not place.exists()), places[-1])
            path.replace(aside)
            self.tell(f"{path} cannot be understood ({why}); it is kept as {aside.name}")
        except OSError:
            self.tell(f"{path} cannot be understood ({why}); going on without it")

    def save(self, name: str, text: str) -> None:
        """Write a file whole, or not at all; where that fails, say so once."""
        self.unwritten.append((name, text))
        writer = Thread(target=self._write, args=(name, text, self.writer))
        try:
            writer.start()
            self.writer = writer
        except RuntimeError:  # The system has no thread for us.
            self._write(name, text, self.writer)

    def _write(self, name: str, text: str, before: Thread | None) -> None:
        """Write a file when those before it are written."""
        if before:
            before.join()
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            tidy(path.parent)
            write_whole(path, text)
        except OSError as error:
            if self.works:
                self.works = False
                self.tell(f"nothing can be kept in {self.folder} ({error.strerror})")
        finally:
            self.unwritten.remove((name, text))

    def wait(self) -> None:
        """Return when all is written."""
        if self.writer:
            self.writer.join()

    def save_values(self, name: str, values: dict[str, Any]) -> None:
        """Write what load gives back."""
        self.save(name, json.dumps({"format": FORMAT, **values}))

    def best_run(self, room: str, room_hash: str) -> Best | None:
        """Return this player's best run in a room."""
        return self.load(f"best/{room}-{room_hash}.json", parse_best)

    def best(self, room: str, room_hash: str) -> int | None:
        """Return the fewest ticks in which this player finished a room."""
        run = self.best_run(room, room_hash)
        return run.ticks if run else None

    def keep_best(self, room: str, room_hash: str, ticks: int, replay: str) -> int | None:
        """Keep a finished run if it is the best; return the best one before it."""
        before = self.best(room, room_hash)
        if before is None or ticks < before:
            values = {"ticks": ticks, "replay": json.loads(replay)}
            self.save_values(f"best/{room}-{room_hash}.json", values)
        return before

    def lessons(self) -> dict[str, frozenset[str]]:
        """Return what was done of each lesson, by its name."""
        return self.load("lessons.json", parse_lessons) or {}

    def keep_lesson(self, name: str, done: frozenset[str]) -> None:
        """Keep what was done of a lesson, with what was done before."""
        kept = self.lessons()
        kept[name] = kept.get(name, frozenset()) | done
        self.save_values("lessons.json", {key: sorted(kept[key]) for key in sorted(kept)})

    def keep_result(self, mode: str, result: Result) -> str:
        """Keep a result in a file of its own; return its name.

        Names sort by score, and say which stars were earned.
        """
        score = min(result.score, MOST_POINTS)
        stars = "".join(str(int(star)) for star in result.stars)
        name = f"{score:015}-{stars}-{os.urandom(8).hex()}.json"
        self.write_result(mode, result._replace(score=score, name=name))
        return name

    def write_result(self, mode: str, result: Result) -> None:
        """Write a result where its name says, over one that is there."""
        values = result._asdict()
        name = values.pop("name")
        self.save_values(f"scores/{mode}/{name}", values)

    def results(self, mode: str) -> list[Result]:
        """Return the best results of a mode, best first; files that are none are set aside."""
        names = sorted(self.result_names(mode), reverse=True)[:MOST_RESULTS]
        found = [result for name in names if (result := self.result(mode, name))]
        return sorted(found, key=lambda r: (-r.score, r.ticks, r.date, r.name))

    def result(self, mode: str, name: str) -> Result | None:
        """Return a result; None if its file is gone or was set aside."""
        parse = partial(parse_result, name=name)
        return self.load(f"scores/{mode}/{name}", parse, LARGEST_RESULT)

    def result_names(self, mode: str) -> list[str]:
        """Return the names of all results of a mode, in no order."""
        folder = self.folder / "scores" / mode
        waiting = (self.folder / name for name, _ in self.unwritten[:])
        names = {path.name for path in waiting if path.parent == folder}
        with suppress(OSError):
            names.update(filter(is_name, os.listdir(folder)))
        return list(names)

    def stars(self, mode: str) -> tuple[bool, bool, bool]:
        """Return which stars were earned in a mode by any run, as the files' names say."""
        earned = [name[16:19] for name in self.result_names(mode)]
        time, dashes, creep = (any(stars[k] == "1" for stars in earned) for k in range(3))
        return time, dashes, creep


def is_name(name: str) -> bool:
    """Tell whether a file's name is one that keep_result gives."""
    return re.fullmatch(r"\d{15}-[01]{3}-\w+\.json", name, re.ASCII) is not None


def parse_best(data: dict[str, Any]) -> Best:
    """Make a best run of what its file holds.

    Raises:
        BadFile: anything but the replay is not as expected; that is only looked at to be played.
    """
    return Best(fields(data, BEST, "best run")["ticks"], json.dumps(data.get("replay")))


def parse_lessons(data: dict[str, Any]) -> dict[str, frozenset[str]]:
    """Make what was done of each lesson of what its file holds.

    Raises:
        BadFile: a lesson's value is no list of strings.
    """
    return {name: frozenset(list_of(data, name, str, "lessons")) for name in data}


def parse_result(data: dict[str, Any], name: str) -> Result:
    """Make a result of what its file holds.

    Raises:
        BadFile: anything is not as expected.
    """
    values = fields(data, RESULT, name)
    stars = tuple(list_of(data, "stars", bool, name))
    if len(stars) != 3:
        raise BadFile(name, f"has {len(stars)} stars", "three, true or false")
    if not re.fullmatch("[A-Z]{3}", values["initials"]):
        raise BadFile(name, f"initials are {values['initials']!r}", "three letters from A to Z")
    return Result(**values, stars=stars, name=name)


def tidy(folder: Path) -> None:
    """Remove what writers began and never finished: they were killed."""
    for path in folder.glob(f".*.{HALF_DONE}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > HOUR:
                path.unlink()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    beside = path.with_name(f".{path.name}-{os.urandom(8).hex()}.{HALF_DONE}")
    try:
        with beside.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


class Watch:
    """Tells when a file was saved."""

    def __init__(self, path: Path) -> None:
        self.path, self.wait = path, 0.0
        self.seen = 0, 0
        """ns, bytes: when it was saved, and how long it was."""

    def changed(self, seconds: float) -> bool:
        """Let time pass; tell whether the file is there and other than when last looked at, at
        first whether it is there."""
        self.wait -= seconds
        if self.wait > 0:
            return False
        self.wait = LOOK
        try:
            status = self.path.stat()
        except OSError:
            return False  # Editors replace a file: in between there is none.
        seen, self.seen = self.seen, (status.st_mtime_ns, status.st_size)
        return seen != self.seen
