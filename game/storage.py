"""Where are the player's files, and can they be lost?

Settings, best runs and the progress of lessons are small JSON files in one folder. A
file is written under a temporary name and then renamed, so it is complete or absent.
Every room has a file of its own, and an option is added to those of the file, so two
running copies of the game lose none. A file that cannot be understood is set aside, not
overwritten. If nothing can be written, the player is informed once and the game goes
on. A temporary file whose writer was killed is removed an hour later.

Waiting for the disk would pause the game, so threads write the files, one after the
other, in the order in which they were saved. The program ends only after all are
written; until then a file that still waits is read from memory.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import NamedTuple, TypeVar

from .simulation.schema import FORMAT, Field, check_fields, check_format, list_of

T = TypeVar("T")

WATCH_PERIOD = 0.2
"""s between two checks of a watched file."""
PARTIAL_SUFFIX = "tmp"
"""The suffix of a file that is being written."""
LONGEST_WRITE = 3600.0
"""s: the writer of an older temporary file was killed."""
MOST_SET_ASIDE = 99
"""Files of one name; a later one replaces the last of them."""
LARGEST_FILE = 4_000_000
"""Bytes; a larger file is not read."""
MOST_POINTS = 10**15 - 1
MOST_COUNT = 10**9
"""Of ticks and dashes: no run lasts that long."""
BEST_FIELDS = {
    "ticks": Field("int", None, 1, MOST_COUNT),
    "dashes": Field("int", None, 0, MOST_COUNT),
    "score": Field("int", None, 0, MOST_POINTS),
}
"""Of a file of the best run; None: each must be there."""
TOTAL_FIELDS = {
    "seconds": Field("float", 0.0, 0, MOST_POINTS),
    "deaths": Field("int", 0, 0, MOST_POINTS),
    "contacts": Field("int", 0, 0, MOST_POINTS),
    "missed": Field("int", 0, 0, MOST_POINTS),
}
ASSISTED = "-assisted"
"""The end of the name under which the best run with an assist is stored."""


class Best(NamedTuple):
    """The best run in a room or up a shaft: that with the most points, then the fewest
    ticks."""

    ticks: int
    dashes: int
    """The fewest of any run."""
    replay: str = "null"
    """The text of its replay; null if it is not stored."""
    score: int = 0
    """Points; only Scanline has some."""


class Totals(NamedTuple):
    """What all attempts in rooms together came to."""

    seconds: float = 0.0
    """Of the player's time."""
    deaths: int = 0
    contacts: int = 0
    """Of the player."""
    missed: int = 0
    """Contacts that a test at the tick's end would have missed."""


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
        self.folder = folder or default_folder()
        self.report = cache(report)
        self.works = True
        """Whether nothing has failed to be written."""
        self.unwritten: list[tuple[str, str]] = []
        """Names and texts of the files that wait to be written."""
        self.writer: Thread | None = None
        """The thread that writes the last of them."""

    def load(self, name: str, parse: Callable[[dict[str, object]], T]) -> T | None:
        """Return the content of a file; None if it is absent or was set aside.

        parse converts the file's JSON object, and raises ValueError if that is
        impossible.
        """
        path = self.folder / name
        try:
            text = self._read(name)
            return None if text is None else parse(parse_object(text))
        except OSError as error:
            reason = f"cannot be read ({error.strerror})"
            self.report(f"{path} {reason}; going on without it")
        except (ValueError, RecursionError) as error:
            self.set_aside(path, error)
        return None

    def _read(self, name: str) -> str | None:
        """Return the text of a file, also if it waits to be written; None if it is
        absent."""
        waiting = dict(self.unwritten[:])
        if name in waiting:
            return waiting[name]
        path = self.folder / name
        if not os.path.exists(path):  # Also False in a folder of another user.
            return None
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        return path.read_text(encoding="utf-8")

    def set_aside(self, path: Path, reason: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        try:
            new_path = unused_name(path)
            path.replace(new_path)
            outcome = f"it was renamed to {new_path.name}"
        except OSError:
            outcome = "going on without it"
        self.report(f"{path} cannot be understood ({reason}); {outcome}")

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
        """Write a file after the writer before it, if there is one, has ended."""
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

    def best(self, name: str) -> Best | None:
        """Return this player's best run in a room, or in Scanline."""
        return self.load(f"best/{name}.json", parse_best)

    def save_best(self, name: str, run: Best) -> Best | None:
        """Save what is best of a finished run; return the best one before it."""
        before = self.best(name)
        best = better(before, run) if before else run
        if best != before:
            values = best._asdict() | {"replay": json.loads(best.replay)}
            self.save_values(f"best/{name}.json", values)
        return before

    def totals(self) -> Totals:
        """Return what all attempts together came to."""
        return self.load("totals.json", parse_totals) or Totals()

    def add_totals(self, more: Totals) -> None:
        """Add an attempt to the totals, and save them."""
        before = self.totals()
        totals = Totals(
            before.seconds + more.seconds,
            before.deaths + more.deaths,
            before.contacts + more.contacts,
            before.missed + more.missed,
        )
        self.save_values("totals.json", totals._asdict())

    def lessons(self) -> dict[str, frozenset[str]]:
        """Return the completed parts of each lesson, by its name."""
        return self.load("lessons.json", parse_lessons) or {}

    def save_lesson(self, name: str, done: frozenset[str]) -> None:
        """Add completed parts to those of a lesson, and save them."""
        lessons = self.lessons()
        lessons[name] = lessons.get(name, frozenset()) | done
        values = {key: sorted(lessons[key]) for key in sorted(lessons)}
        self.save_values("lessons.json", values)


def unused_name(path: Path) -> Path:
    """Return the first name under which a corrupt file can be set aside; the last one
    if all are used."""
    for number in range(1, MOST_SET_ASIDE + 1):
        new_path = path.with_name(f"{path.name}.corrupt-{number}")
        if not new_path.exists():
            break
    return new_path


def better(before: Best, run: Best) -> Best:
    """Return the better one of two runs, the first if they are equal, with the fewer
    dashes of both."""
    if run.score == before.score:
        is_better = run.ticks < before.ticks
    else:
        is_better = run.score > before.score
    best = run if is_better else before
    return best._replace(dashes=min(before.dashes, run.dashes))


def parse_object(text: str) -> dict[str, object]:
    """Return the JSON object of a file, without its format.

    Raises:
        ValueError: it is no JSON object, or of another format.
    """
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")
    check_format(data, "it")
    data.pop("format", None)
    return data


def parse_best(data: dict[str, object]) -> Best:
    """Return the best run that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected. The replay is checked only when it is
            played.
    """
    values = check_fields(data, BEST_FIELDS, "best run")
    replay = json.dumps(data.get("replay"))
    return Best(replay=replay, **values)


def parse_totals(data: dict[str, object]) -> Totals:
    """Return the totals that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected.
    """
    return Totals(**check_fields(data, TOTAL_FIELDS, "totals"))


def parse_lessons(data: dict[str, object]) -> dict[str, frozenset[str]]:
    """Return the completed parts of each lesson from a file's JSON object.

    Raises:
        BadFile: a lesson's value is no list of strings.
    """
    return {name: frozenset(list_of(data, name, str, "lessons")) for name in data}


def remove_partial_files(folder: Path) -> None:
    """Remove temporary files of writers that were killed."""
    for path in folder.glob(f".*.{PARTIAL_SUFFIX}"):
        with suppress(OSError):
            age = time.time() - path.stat().st_mtime
            if age > LONGEST_WRITE:
                path.unlink()


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash leaves the old or the new content, never a part of
    it."""
    data = content.encode() if isinstance(content, str) else content
    partial_file = path.with_name(f".{os.urandom(8).hex()}.{PARTIAL_SUFFIX}")
    try:
        with partial_file.open("xb") as file:
            file.write(data)
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
        self.path = path
        self.wait = 0.0
        """s until the next check."""
        self.stamp = (0, 0)
        """When the file was last saved, ns, and its size, bytes."""

    def changed(self, seconds: float) -> bool:
        """Let seconds pass; tell whether the file exists and has changed since the last
        check. The first check tells whether it exists."""
        self.wait -= seconds
        if self.wait > 0:
            return False
        self.wait = WATCH_PERIOD
        try:
            status = self.path.stat()
        except OSError:
            return False  # Editors replace a file: for a moment there is none.
        before = self.stamp
        self.stamp = (status.st_mtime_ns, status.st_size)
        return self.stamp != before
