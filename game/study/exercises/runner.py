"""How is a learner's file run?

In a process of its own, by work(), which writes what answers() yields, as lines of
JSON, and ends itself after two seconds. A scene starts a run and asks in every frame
whether it has ended:

    file_run = FileRun(exercise, path)   # when the file was saved
    if result := file_run.poll():
        result.case_results              # right or wrong, case by case
        result.report()                  # in sentences

The process has the learner's own rights, but limits, so that a mistake does no harm: an
endless loop ends, memory is limited where the system can do it, an exit ends only this
process, and what the file prints is discarded. It is no sandbox: a process that the
file starts, and that leaves the session (os.setsid), may go on after the check. Read a
file that is not yours before you run it.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn, TextIO

from ...files import read_file
from ...simulation.schema import require
from .cases import BY_NAME, EXERCISES, HERE, Exercise
from .verdict import FileResult, answers, compare

PACKAGE_PARENT = Path(__file__).resolve().parents[3]
SECONDS = 2
"""Of real time, for all cases of a file; the start of Python does not count."""
MOST_MEMORY = 2**30
"""Bytes that the process takes for a learner's file, beyond what the program itself
needs."""
LONGEST_RUN = 30.0
"""s, with the start of Python from a slow disk. The process ends itself before, unless
it hangs at the start or its file switches the timeout off."""
MOST_ANSWERS = 1_000_000
"""Bytes that are read of what the process writes."""
TIMEOUT_REPORT = b"Timeout"
"""How the report of faulthandler begins that takes the place of an answer after
SECONDS."""
STANDARD_OUTPUT = 1
"""The number of this file in every process."""


class FileRun:
    """A run of a learner's file, in the background.

    Args:
        exercise: what the learner writes.
        path: of the learner's file.
    """

    def __init__(self, exercise: Exercise, path: Path) -> None:
        self.exercise = exercise
        self._result: FileResult | None = None
        """None as long as the process runs."""
        self._latest = time.monotonic() + LONGEST_RUN
        """When the process is stopped, by time.monotonic()."""
        self._answers = TemporaryFile()  # noqa: SIM115
        """What the process writes."""
        try:
            self._process = subprocess.Popen(
                [*worker_command(), exercise.name, str(path.absolute())],
                stdin=subprocess.DEVNULL,
                stdout=self._answers,
                stderr=subprocess.DEVNULL,
                cwd=PACKAGE_PARENT,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            fault = f"its process cannot be started ({error})"
            self._result = FileResult(exercise, case_results=(), fault=fault)
            self._answers.close()

    def poll(self) -> FileResult | None:
        """Return the result, or None as long as the process runs. Never waits."""
        if self._result is None:
            is_late = time.monotonic() > self._latest
            if is_late or self._process.poll() is not None:
                self._finish(is_late)
        return self._result

    def wait(self) -> FileResult:
        """Wait for the result of the learner's file, and return it."""
        result = self.poll()
        while result is None:
            time.sleep(0.01)
            result = self.poll()
        return result

    def stop(self) -> None:
        """End the process, if it still runs."""
        if self._result is None:
            self._finish(is_late=False)

    def _finish(self, is_late: bool) -> None:
        """End the process and, where the system can, those that it started; make the
        result from its answers.

        Args:
            is_late: whether the process is ended because it ran too long.
        """
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        lines: list[dict[str, object]] = []
        """The answers that can be read, up to the first that cannot."""
        with self._answers as file, suppress(ValueError, TypeError, RecursionError):
            file.seek(0)
            for line in file.read(MOST_ANSWERS).splitlines():
                if line.startswith(TIMEOUT_REPORT):
                    is_late = True
                lines.append(dict(json.loads(line)))
        end = f"no answer within {SECONDS} seconds" if is_late else "its process ended"
        self._result = compare(self.exercise, lines, end)


def check_folder(folder: Path) -> Iterator[FileResult]:
    """Run the exercises in a folder one after the other; yield their results."""
    for exercise in EXERCISES:
        path = folder / exercise.file
        if os.path.exists(path):
            file_run = FileRun(exercise, path)
            try:
                yield file_run.wait()
            finally:
                file_run.stop()


def stub_files() -> dict[str, str]:
    """Return the texts of a folder of exercises by the names of its files: a stub for
    each, and a README.

    Raises:
        OSError: this copy of the program is without its source.
    """
    from ..lessons import LESSONS  # Here, as a worker does not need them.

    numbers = {lesson.exercise: number for number, lesson in enumerate(LESSONS, 1)}
    rows = ""
    texts = {}
    for exercise in EXERCISES:
        texts[exercise.file] = exercise.stub()
        rows += f"    {exercise.file:20}lesson {numbers[exercise.name]}\n"
    readme = (HERE / "readme.txt").read_text(encoding="utf-8")
    texts["README.txt"] = readme.format(exercises=rows)
    return texts


def worker_command() -> list[str]:
    """Return the command that starts a worker, without its arguments; a frozen program
    is its own interpreter."""
    if hasattr(sys, "frozen"):
        return [sys.executable, "--worker"]
    return [sys.executable, "-m", "game", "--worker"]


def work(name: str, path: str) -> NoReturn:
    """Run a learner's file, call its function on every case of an exercise, write what
    answers() yields as lines of JSON, and exit.

    Args:
        name: of the exercise.
        path: of the file.
    Raises:
        BadFile: there is no exercise of this name.
    """
    require(name in BY_NAME, "--worker", f"has no exercise {name}", ", ".join(BY_NAME))
    out = take_standard_output()
    faulthandler.dump_traceback_later(SECONDS, exit=True, file=out)
    limit_memory()
    for line in read_answers(BY_NAME[name], Path(path)):
        out.write(json.dumps(line) + "\n")
        out.flush()
    # Ends without waiting for threads of the file, or running its exit handlers.
    os._exit(0)


def take_standard_output() -> TextIO:
    """Return the standard output as a file of its own; from now on what is printed is
    discarded."""
    out = os.fdopen(os.dup(STANDARD_OUTPUT), "w", encoding="ascii")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    os.dup2(sys.stdout.fileno(), STANDARD_OUTPUT)
    return out


def limit_memory() -> None:
    """Limit the memory of this process to what it has now and MOST_MEMORY, where the
    system can do it: on Linux."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        # The first number is the size of the whole process, in pages.
        sizes = Path("/proc/self/statm").read_text(encoding="ascii").split()
        pages = int(sizes[0])
        most = pages * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def read_answers(exercise: Exercise, path: Path) -> Iterable[dict[str, object]]:
    """Return what answers() yields for a file, which runs in its own folder; only a
    fault if it cannot be read."""
    try:
        source = read_file(path).decode("utf-8-sig")
    except OSError as error:
        return [{"fault": f"cannot be read ({error.strerror})"}]
    except UnicodeDecodeError:
        return [{"fault": "is not UTF-8 text"}]
    os.chdir(path.parent)
    return answers(exercise, source, str(path))
