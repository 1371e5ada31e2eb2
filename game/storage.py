"""Where are the player's files, and can they be lost?

Settings, best runs and the progress of lessons are small JSON files in one folder. A
file is written under a temporary name and then renamed, so it is complete or absent.
Every room has a file of its own, and an option is added to those of the file, so two
running copies of the game lose none. A file that cannot be understood is set aside, not
overwritten. If nothing can be written, the player is informed once and the game goes
on. A temporary file whose writer was killed is removed an hour later. What an earlier
version wrote is read as far as it still means something.

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

from .simulation.schema import FORMAT, Field, check_format, fields, list_of
from .simulation.shaft import SHAFT_NAME

T = TypeVar("T")

WATCH_PERIOD = 0.2
"""s between two checks of a watched file."""
PARTIAL_SUFFIX, HOUR = "tmp", 3600.0
"""The suffix of a file that is being written; an hour in seconds."""

LARGEST_FILE = 4_000_000
MOST_POINTS = 10**15 - 1
MOST_COUNT = 10**9
"""Of ticks and dashes: no run lasts that long."""
BEST_FIELDS = {
    "ticks": Field("int", None, 1, MOST_COUNT),
    "dashes": Field("int", MOST_COUNT, 0, MOST_COUNT),
    "score": Field("int", 0, 0, MOST_POINTS),
}
TOTAL_FIELDS = {"seconds": Field("float", 0.0, 0, MOST_POINTS)}
TOTAL_FIELDS |= dict.fromkeys(
    ("deaths", "contacts", "missed"), Field("int", 0, 0, MOST_POINTS)
)
RESULT_FIELDS = BEST_FIELDS | {
    "assisted": Field("bool", False),
    "seed": Field("int", 0, 0, 2**53),
}
"""What still means something in a result of an earlier version."""
ASSISTED = "-assisted"
"""The end of the name under which the best run with an assist is stored."""
EARLIER_FILES = "earlier-version"
"""The folder for files of an earlier version that nothing reads any more."""


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
        self.folder, self.report = folder or default_folder(), cache(report)
        self.works = True
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
        text = dict(self.unwritten[:]).get(name)
        try:
            if text is None and not os.path.exists(
                path
            ):  # Also False in a folder of another user.
                return None
            if text is None and path.stat().st_size > LARGEST_FILE:
                raise ValueError("it is too large")
            data = json.loads(
                path.read_text(encoding="utf-8") if text is None else text
            )
            if not isinstance(data, dict):
                raise ValueError("it is not a JSON object")
            check_format(data, "it")
            data.pop("format", None)
            return parse(data)
        except OSError as error:
            self.report(
                f"{path} cannot be read ({error.strerror}); going on without it"
            )
        except (ValueError, RecursionError) as error:
            self.set_aside(path, error)
        return None

    def set_aside(self, path: Path, why: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        places = [path.with_name(f"{path.name}.corrupt-{k}") for k in range(1, 100)]
        try:
            aside = next((place for place in places if not place.exists()), places[-1])
            path.replace(aside)
            self.report(
                f"{path} cannot be understood ({why}); it was renamed to {aside.name}"
            )
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

    def best(self, name: str) -> Best | None:
        """Return this player's best run in a room, or in Scanline."""
        return self.load(f"best/{name}.json", parse_best)

    def save_best(self, name: str, run: Best) -> Best | None:
        """Save what is best of a finished run; return the best one before it."""
        before = self.best(name)
        runs = [each for each in (before, run) if each]
        best = min(runs, key=lambda each: (-each.score, each.ticks))
        best = best._replace(dashes=min(each.dashes for each in runs))
        if best != before:
            values = best._asdict() | {"replay": json.loads(best.replay)}
            self.save_values(f"best/{name}.json", values)
        return before

    def totals(self) -> Totals:
        """Return what all attempts together came to."""
        stored = self.load(
            "totals.json", lambda data: fields(data, TOTAL_FIELDS, "totals")
        )
        return Totals(**stored or {})

    def add_totals(self, more: Totals) -> None:
        """Add an attempt to the totals, and save them."""
        sums = Totals._make(map(sum, zip(self.totals(), more)))
        self.save_values("totals.json", sums._asdict())

    def read_earlier_results(self) -> None:
        """Take best times, and the best in each shaft, out of the results of an earlier
        version; move its files where nothing reads them."""
        results, best, aside = (
            self.folder / x for x in ("scores", "best", EARLIER_FILES)
        )
        if not os.path.isdir(results):
            return
        files = sorted(
            file.relative_to(self.folder) for file in results.glob("*/[0-9]*.json")
        )
        found = [
            (file.parent.name, self.load(file.as_posix(), parse_result))
            for file in files
        ]
        with suppress(OSError):
            aside.mkdir(exist_ok=True)
            best.rename(aside / "best")
        for name, result in found:
            if result:
                is_assisted, seed, run = result
                is_shaft = name == SHAFT_NAME
                name, run = (
                    (f"{name}-{seed}", run)
                    if is_shaft
                    else (name, run._replace(score=0))
                )
                self.save_best(name + ASSISTED * is_assisted, run)
        self.wait()
        with suppress(OSError):
            results.rename(aside / "scores")
            words = "were read; its points, stars, initials and ghosts count no more, and are in"
            self.report(f"the best times of an earlier version {words} {aside}")

    def lessons(self) -> dict[str, frozenset[str]]:
        """Return the completed parts of each lesson, by its name."""
        return self.load("lessons.json", parse_lessons) or {}

    def save_lesson(self, name: str, done: frozenset[str]) -> None:
        """Add completed parts to those of a lesson, and save them."""
        lessons = self.lessons()
        lessons[name] = lessons.get(name, frozenset()) | done
        self.save_values(
            "lessons.json", {key: sorted(lessons[key]) for key in sorted(lessons)}
        )


def parse_best(data: dict[str, object]) -> Best:
    """Return the best run that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected. The replay is checked only when it is
            played.
    """
    return Best(
        replay=json.dumps(data.get("replay")), **fields(data, BEST_FIELDS, "best run")
    )


def parse_lessons(data: dict[str, object]) -> dict[str, frozenset[str]]:
    """Return the completed parts of each lesson from a file's JSON object.

    Raises:
        BadFile: a lesson's value is no list of strings.
    """
    return {name: frozenset(list_of(data, name, str, "lessons")) for name in data}


def parse_result(data: dict[str, object]) -> tuple[bool, int, Best]:
    """Return a result of an earlier version, after whether an assist was on and the
    seed.

    Raises:
        BadFile: a value is not as expected.
    """
    values = fields(data, RESULT_FIELDS, "result")
    return values.pop("assisted"), values.pop("seed"), Best(**values)


def remove_partial_files(folder: Path) -> None:
    """Remove temporary files of writers that were killed."""
    for path in folder.glob(f".*.{PARTIAL_SUFFIX}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > HOUR:
                path.unlink()


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash leaves the old or the new content, never a part of
    it."""
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
        before, self.stamp = self.stamp, (status.st_mtime_ns, status.st_size)
        return before != self.stamp
