"""Where are the player's files, and can they be lost?

Settings, best runs and the progress of lessons are small JSON files in one folder. A
file is written under a temporary name and then renamed, so it is complete or absent.
What is saved is added to what the file holds at that moment, while a lock keeps out
other running copies of the game, so they lose nothing to each other. A file that cannot
be understood is set aside, not overwritten. If nothing can be written, the player is
informed once and the game goes on. A temporary file whose writer was killed is removed
an hour later.

Waiting for the disk or for a lock would pause the game, so threads write the files, one
after the other, in the order in which they were saved. The program ends only after all
are written; until then a file that still waits is read from memory.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import NamedTuple, TypeVar

from .files import PARTIAL_FILES, TooLarge, open_at_once, read_file, write_file
from .simulation.schema import FORMAT, Field, check_fields, check_format, list_of

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

T = TypeVar("T")
StoredValues = dict[str, object]
"""The JSON object in a file, without its format."""
Parse = Callable[[StoredValues], T]
"""Makes the content of a file from its values; raises ValueError if that is
impossible."""
NOT_UNDERSTOOD = (TooLarge, ValueError, RecursionError)
"""What reading a file raises that is set aside."""

WATCH_PERIOD = 0.2
"""s between two checks of a watched file."""
LONGEST_WRITE = 3600.0
"""s: the writer of an older temporary file was killed."""
MOST_SET_ASIDE = 99
"""Files of one name; a later one replaces the last of them."""
LOCK = ".lock"
"""The file that one copy of the program locks at a time. It stays empty and is never
removed."""
LONGEST_WAIT = 5.0
"""s: another copy that holds the lock for longer is stopped, or its disk is."""
LOCK_PERIOD = 0.001
"""s between two tries to lock."""
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
        self.unwritten: list[tuple[str, StoredValues]] = []
        """Names and values of the files that wait to be written."""
        self.writer: Thread | None = None
        """The thread that writes the last of them."""

    def load(self, name: str, parse: Parse[T]) -> T | None:
        """Return the content of a file, also if it still waits to be written; None if
        it is absent, cannot be read, or was set aside."""
        waiting = dict(self.unwritten[:])
        if name in waiting:
            return parse(waiting[name])
        try:
            # Windows lets no copy of the program replace a file that another one reads.
            if sys.platform != "win32":
                with suppress(*NOT_UNDERSTOOD):
                    return self._read(name, parse)
            # Another copy may have replaced what was not understood.
            with locked(self.folder):
                return self._read_or_set_aside(name, parse)
        except OSError as error:
            reason = f"cannot be read ({error.strerror})"
            self.report(f"{self.folder / name} {reason}; going on without it")
            return None

    def _read(self, name: str, parse: Parse[T]) -> T | None:
        """Return the content of a file as it is on the disk; None if it is absent.

        Raises:
            OSError: it cannot be read.
            ValueError, RecursionError: it cannot be understood.
        """
        path = self.folder / name
        if not os.path.exists(path):  # Also False in a folder of another user.
            return None
        return parse(parse_object(read_file(path).decode()))

    def _read_or_set_aside(self, name: str, parse: Parse[T]) -> T | None:
        """Return the content of a file as it is on the disk; None if it is absent, or
        cannot be understood and was set aside. It is called while the folder is locked.

        Raises:
            OSError: it cannot be read.
        """
        try:
            return self._read(name, parse)
        except NOT_UNDERSTOOD as error:
            self.set_aside(self.folder / name, error)
            return None

    def set_aside(self, path: Path, reason: object) -> None:
        """Rename a file that cannot be understood, so that nothing overwrites it."""
        try:
            target = Path(os.path.realpath(path))  # A link stays.
            new_path = unused_name(target)
            target.replace(new_path)
            outcome = f"it was renamed to {new_path.name}"
        except OSError:
            outcome = "going on without it"
        self.report(f"{path} cannot be understood ({reason}); {outcome}")

    def change(
        self,
        name: str,
        parse: Parse[T],
        merge: Callable[[T | None], StoredValues | None],
    ) -> T | None:
        """Change the content of a file; return what it was before, as load() does.

        Args:
            name: of the file.
            parse: makes a content of the file's values.
            merge: returns the new values for a content, or for None if there is no
                file; None if the file stays as it is. It is called now, and once more
                when the file is written: another copy of the program may have changed
                it by then.
        """
        before = self.load(name, parse)
        values = merge(before)
        if values is None:
            return before

        def merge_again() -> StoredValues | None:
            return merge(self._read_or_set_aside(name, parse))

        self.unwritten.append((name, values))
        arguments = (name, values, merge_again, self.writer)
        writer = Thread(target=self._write, args=arguments)
        try:
            writer.start()
            self.writer = writer
        except RuntimeError:  # The system can start no more threads.
            self._write(*arguments)
        return before

    def _write(
        self,
        name: str,
        expected: StoredValues,
        merge_again: Callable[[], StoredValues | None],
        before: Thread | None,
    ) -> None:
        """Write a file after the writer before it, if there is one, has ended; report
        the first failure.

        Args:
            name: of the file.
            expected: its values in self.unwritten, which are taken from there.
            merge_again: returns the values that are written, or None if the file stays
                as it is; called while the folder is locked.
            before: the thread of the writer before.
        """
        if before:
            before.join()
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                remove_partial_files(path.parent)
                values = merge_again()
                if values is not None:
                    write_file(path, json.dumps({"format": FORMAT, **values}))
        except OSError as error:
            if self.works:
                self.works = False
                self.report(f"nothing can be saved in {self.folder} ({error.strerror})")
        finally:
            self.unwritten.remove((name, expected))

    def wait(self) -> None:
        """Wait until everything is written."""
        if self.writer:
            self.writer.join()

    def best(self, name: str) -> Best | None:
        """Return this player's best run in a room, or in Scanline."""
        return self.load(f"best/{name}.json", parse_best)

    def save_best(self, name: str, run: Best) -> Best | None:
        """Save what is best of a finished run; return the best one before it."""

        def keep_better(before: Best | None) -> StoredValues | None:
            best = better(before, run) if before else run
            if best == before:
                return None
            return best._asdict() | {"replay": json.loads(best.replay)}

        return self.change(f"best/{name}.json", parse_best, keep_better)

    def totals(self) -> Totals:
        """Return what all attempts together came to."""
        return self.load("totals.json", parse_totals) or Totals()

    def add_totals(self, more: Totals) -> None:
        """Add an attempt to the totals, and save them."""

        def add(before: Totals | None) -> StoredValues:
            names_and_values = zip(Totals._fields, before or Totals(), more)
            return {name: old + new for name, old, new in names_and_values}

        self.change("totals.json", parse_totals, add)

    def lessons(self) -> dict[str, frozenset[str]]:
        """Return the completed parts of each lesson, by its name."""
        return self.load("lessons.json", parse_lessons) or {}

    def save_lesson(self, name: str, done: frozenset[str]) -> None:
        """Add completed parts to those of a lesson, and save them."""

        def add(before: dict[str, frozenset[str]] | None) -> StoredValues:
            lessons = dict(before or {})
            lessons[name] = lessons.get(name, frozenset()) | done
            return {key: sorted(lessons[key]) for key in sorted(lessons)}

        self.change("lessons.json", parse_lessons, add)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other copies of the program from changing the files of a folder meanwhile.

    The system releases the lock when its owner ends, even if it is killed. On a disk
    without locks, or if another copy holds the lock for LONGEST_WAIT, this goes on
    without it: each file is still whole, but of two changes of one file at the same
    moment only one may last.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            file = stack.enter_context(open(folder / LOCK, "ab", opener=open_at_once))
            lock(file.fileno())
        yield


def lock(file: int) -> None:
    """Lock a file, by its handle, as soon as no other copy of the program locks it.

    Raises:
        OSError: another copy had it locked for LONGEST_WAIT, or the disk has no locks.
    """
    latest = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            if sys.platform == "win32":
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except (BlockingIOError, PermissionError):  # Another copy has it locked.
            if time.monotonic() > latest:
                raise
        time.sleep(LOCK_PERIOD)


def unused_name(path: Path) -> Path:
    """Return the first name under which a corrupt file can be set aside; the last one
    if all are used."""
    for number in range(1, MOST_SET_ASIDE + 1):
        new_path = path.with_name(f"{path.name}.corrupt-{number}")
        if not os.path.lexists(new_path):
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


def parse_object(text: str) -> StoredValues:
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


def parse_best(data: StoredValues) -> Best:
    """Return the best run that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected. The replay is checked only when it is
            played.
    """
    values = check_fields(data, BEST_FIELDS, "best run")
    replay = json.dumps(data.get("replay"))
    return Best(replay=replay, **values)


def parse_totals(data: StoredValues) -> Totals:
    """Return the totals that a file's JSON object describes.

    Raises:
        BadFile: a value is not as expected.
    """
    return Totals(**check_fields(data, TOTAL_FIELDS, "totals"))


def parse_lessons(data: StoredValues) -> dict[str, frozenset[str]]:
    """Return the completed parts of each lesson from a file's JSON object.

    Raises:
        BadFile: a lesson's value is no list of strings.
    """
    return {name: frozenset(list_of(data, name, str, "lessons")) for name in data}


def remove_partial_files(folder: Path) -> None:
    """Remove temporary files of writers that were killed."""
    for path in folder.glob(PARTIAL_FILES):
        with suppress(OSError):
            age = time.time() - path.stat().st_mtime
            if age > LONGEST_WRITE:
                path.unlink()


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
