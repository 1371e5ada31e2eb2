"""Where are the player's files, and can they be lost?

Settings, best runs, results and the progress of lessons are small JSON files in one folder. A file
is written under a temporary name and then renamed, so it is complete or absent. Every result is a
file of its own, and an option is added to those of the file, so two running copies of the game lose
none. A file that cannot be understood is set aside, not overwritten. If nothing can be written, the
player is informed once and the game goes on. A temporary file whose writer was killed is removed an
hour later.

Waiting for the disk would pause the game, so threads write the files, one after the other, in the
order in which they were saved. The program ends only after all are written; until then a file that
still waits is read from memory.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import NamedTuple, TypeVar

from .simulation.schema import FORMAT, BadFile, Field, check_format, fields, list_of

T = TypeVar("T")

WATCH_PERIOD = 0.2
"""s between two checks of a watched file."""
PARTIAL_SUFFIX, HOUR = "tmp", 3600.0
"""The suffix of a file that is being written; an hour in seconds."""

LARGEST_FILE = 4_000_000
LARGEST_RESULT = 2_000
MOST_RESULTS = 100
"""How many results of a mode are read: the best ones."""
MOST_POINTS = 10**15 - 1
MOST_COUNT = 10**9
"""Of ticks and dashes: no run lasts that long."""
RESULT_FIELDS = {
    "score": Field("int", None, 0, MOST_POINTS),
    "ticks": Field("int", None, 1, MOST_COUNT),
    "tick_rate": Field("int", None, 1, MOST_COUNT),
    "dashes": Field("int", None, 0, MOST_COUNT),
    "initials": Field("string"),
    "assisted": Field("bool"),
    "seed": Field("int", None, 0, 2**53),
    "date": Field("string"),
}
BEST_FIELDS = {"ticks": Field("int", None, 1, MOST_COUNT)}


class RunResult(NamedTuple):
    """The result of a finished run; date is UTC, ISO 8601."""

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
    """The name of its file."""


class Best(NamedTuple):
    """The best run in a room: its ticks, and the text of its replay."""

    ticks: int
    replay: str


def default_folder() -> Path:
    """Return the system's folder for a user's data of this program."""
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
        folder: where they are; None is default_folder().
        report: shows a sentence to the player; called once for each different sentence.
    """

    def __init__(self, folder: Path | None, report: Callable[[str], None]) -> None:
        self.folder, self.report = folder or default_folder(), cache(report)
        self.works = True
        self.unwritten: list[tuple[str, str]] = []
        """Names and texts of the files that wait to be written."""
        self.writer: Thread | None = None
        """The thread that writes the last of them."""

    def load(
        self, name: str, parse: Callable[[dict[str, object]], T], largest: int | None = None
    ) -> T | None:
        """Return the content of a file; None if it is absent or was set aside.

        parse converts the file's JSON object, and raises ValueError if that is impossible.
        """
        path = self.folder / name
        text = dict(self.unwritten[:]).get(name)
        try:
            if text is None and not os.path.exists(path):  # Also False in a folder of another user.
                return None
            if text is None and path.stat().st_size > (largest or LARGEST_FILE):
                raise ValueError("it is too large")
            data = json.loads(path.read_text(encoding="utf-8") if text is None else text)
            if not isinstance(data, dict):
                raise ValueError("it is not a JSON object")
            check_format(data, "it")
            data.pop("format", None)
            return parse(data)
        except OSError as error:
            self.report(f"{path} cannot be read ({error.strerror}); going on without it")
        except (ValueError, RecursionError) as error:
            self.set_aside(path, error)
        return None

    def set_aside(self, path: Path, why: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        places = [path.with_name(f"{path.name}.corrupt-{k}") for k in range(1, 100)]
        try:
            aside = next((place for place in places if not place.exists()), places[-1])
            path.replace(aside)
            self.report(f"{path} cannot be understood ({why}); it was renamed to {aside.name}")
        except OSError:
            self.report(f"{path} cannot be understood ({why}); going on without it")

    def save(self, name: str, text: str) -> None:
        """Write a file completely or not at all; report the first failure."""
        self.unwritten.append((name, text))
        writer = Thread(target=self._write, args=(name, text, self.writer))
        try:
            writer.start()
            self.writer = writer
        except RuntimeError:  # The system can start no more threads.
            self._write(name, text, self.writer)

    def _write(self, name: str, text: str, before: Thread | None) -> None:
        """Write a file after those before it."""
        if before:
            before.join()
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            remove_partial_files(path.parent)
            write_atomically(path, text)
        except OSError as error:
            if self.works:
                self.works = False
                self.report(f"nothing can be saved in {self.folder} ({error.strerror})")
        finally:
            self.unwritten.remove((name, text))

    def wait(self) -> None:
        """Wait until everything is written."""
        if self.writer:
            self.writer.join()

    def save_values(self, name: str, values: Mapping[str, object]) -> None:
        """Write values so that load returns them."""
        self.save(name, json.dumps({"format": FORMAT, **values}))

    def best_run(self, room: str, room_hash: str) -> Best | None:
        """Return this player's best run in a room."""
        return self.load(f"best/{room}-{room_hash}.json", parse_best)

    def best(self, room: str, room_hash: str) -> int | None:
        """Return the fewest ticks in which this player finished a room."""
        run = self.best_run(room, room_hash)
        return run.ticks if run else None

    def save_best(self, room: str, room_hash: str, ticks: int, replay: str) -> int | None:
        """Save a finished run if it is the best; return the ticks of the best one before it."""
        before = self.best(room, room_hash)
        if before is None or ticks < before:
            values = {"ticks": ticks, "replay": json.loads(replay)}
            self.save_values(f"best/{room}-{room_hash}.json", values)
        return before

    def lessons(self) -> dict[str, frozenset[str]]:
        """Return the completed parts of each lesson, by its name."""
        return self.load("lessons.json", parse_lessons) or {}

    def save_lesson(self, name: str, done: frozenset[str]) -> None:
        """Add completed parts to those of a lesson, and save them."""
        lessons = self.lessons()
        lessons[name] = lessons.get(name, frozenset()) | done
        self.save_values("lessons.json", {key: sorted(lessons[key]) for key in sorted(lessons)})

    def save_result(self, mode: str, result: RunResult) -> str:
        """Save a result in a file of its own; return the file's name.

        Names sort by score and contain the stars that were earned.
        """
        score = min(result.score, MOST_POINTS)
        stars = "".join(str(int(star)) for star in result.stars)
        name = f"{score:015}-{stars}-{os.urandom(8).hex()}.json"
        self.write_result(mode, result._replace(score=score, name=name))
        return name

    def write_result(self, mode: str, result: RunResult) -> None:
        """Write a result to the file that it names, replacing an older version."""
        values = result._asdict()
        name = values.pop("name")
        self.save_values(f"scores/{mode}/{name}", values)

    def results(self, mode: str) -> list[RunResult]:
        """Return the best results of a mode, best first; set aside files that hold none."""
        names = sorted(self.result_names(mode), reverse=True)[:MOST_RESULTS]
        found = [result for name in names if (result := self.result(mode, name))]
        return sorted(found, key=lambda r: (-r.score, r.ticks, r.date, r.name))

    def result(self, mode: str, name: str) -> RunResult | None:
        """Return a result; None if its file is gone or was set aside."""
        return self.load(f"scores/{mode}/{name}", partial(parse_result, name=name), LARGEST_RESULT)

    def result_names(self, mode: str) -> list[str]:
        """Return the names of all results of a mode, in no order."""
        folder = self.folder / "scores" / mode
        waiting = (self.folder / name for name, _ in self.unwritten[:])
        names = {path.name for path in waiting if path.parent == folder}
        with suppress(OSError):
            names.update(filter(is_result_name, os.listdir(folder)))
        return list(names)

    def stars(self, mode: str) -> tuple[bool, bool, bool]:
        """Return which stars any run has earned in a mode, from the names of the files."""
        earned = [name[16:19] for name in self.result_names(mode)]
        time, dashes, creep = (any(stars[k] == "1" for stars in earned) for k in range(3))
        return time, dashes, creep


def is_result_name(name: str) -> bool:
    """Tell whether a file's name is one that save_result makes."""
    return re.fullmatch(r"\d{15}-[01]{3}-\w+\.json", name, re.ASCII) is not None


def parse_best(data: dict[str, object]) -> Best:
    """Return the best run that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected. The replay is checked only when it is played.
    """
    return Best(fields(data, BEST_FIELDS, "best run")["ticks"], json.dumps(data.get("replay")))


def parse_lessons(data: dict[str, object]) -> dict[str, frozenset[str]]:
    """Return the completed parts of each lesson from a file's JSON object.

    Raises:
        BadFile: a lesson's value is no list of strings.
    """
    return {name: frozenset(list_of(data, name, str, "lessons")) for name in data}


def parse_result(data: dict[str, object], name: str) -> RunResult:
    """Return the result that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected.
    """
    values = fields(data, RESULT_FIELDS, name)
    stars = tuple(list_of(data, "stars", bool, name))
    if len(stars) != 3:
        raise BadFile(name, f"has {len(stars)} stars", "three, true or false")
    if not re.fullmatch("[A-Z]{3}", values["initials"]):
        raise BadFile(name, f"initials are {values['initials']!r}", "three letters from A to Z")
    return RunResult(**values, stars=stars, name=name)


def remove_partial_files(folder: Path) -> None:
    """Remove temporary files of writers that were killed."""
    for path in folder.glob(f".*.{PARTIAL_SUFFIX}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > HOUR:
                path.unlink()


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash leaves the old or the new content, never a part of it."""
    partial_file = path.with_name(f".{os.urandom(8).hex()}.{PARTIAL_SUFFIX}")
    try:
        with partial_file.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial_file, path)
    except BaseException:
        partial_file.unlink(missing_ok=True)
        raise


def write_new(path: Path, text: str) -> str:
    """Write a file unless it exists, and make its folder; return what to report.

    Raises:
        OSError: it cannot be written; then it does not exist.
    """
    if os.path.lexists(path):
        return f"{path}: exists already and was not changed"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    return f"{path}: written"


class Watch:
    """Notices when a file was saved."""

    def __init__(self, path: Path) -> None:
        self.path, self.wait = path, 0.0
        self.stamp = 0, 0
        """When the file was last saved, ns, and its size, bytes."""

    def changed(self, seconds: float) -> bool:
        """Let seconds pass; tell whether the file exists and has changed since the last check. The
        first check tells whether it exists."""
        self.wait -= seconds
        if self.wait > 0:
            return False
        self.wait = WATCH_PERIOD
        try:
            status = self.path.stat()
        except OSError:
            return False  # Editors replace a file: for a moment there is none.
        before, self.stamp = self.stamp, (status.st_mtime_ns, status.st_size)
        return before != self.stamp
