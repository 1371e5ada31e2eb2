"""Is what the learner wrote right?

The learner's file is run by worker, in a process of its own. Its answers are compared here, with
the shipped function's; each one that differs is told in a sentence. A scene starts a run and asks
now and then whether it has ended:

    running = start(path)        # on saving
    if result := running.poll():
        result.outcomes          # right and wrong, case by case
        result.sentences()

Whatever the file does, there is a result soon after two seconds.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from threading import Thread, Timer
from typing import Any, NamedTuple

from .cases import BY_NAME, EXERCISES, Case, Exercise
from .worker import NOT_BEGUN, SECONDS, plain

PACKAGE_PARENT = Path(__file__).resolve().parents[2]
STARTING = 30.0
"""Seconds that the process may take to begin: reading numpy from a slow disk is no mistake."""
LONGEST_LINE = 1_000_000


class Outcome(NamedTuple):
    """What came of one case."""

    case: Case
    expected: Any
    """The shipped answer, as JSON has it."""
    given: Any
    """The learner's; None where there is a fault."""
    fault: str
    """What happened instead of an answer."""
    right: bool


class Result(NamedTuple):
    """What came of a file."""

    exercise: Exercise
    outcomes: tuple[Outcome, ...]
    """In the order of the cases, up to the one that ended the process."""
    fault: str
    """Why there are none."""

    @property
    def begun(self) -> bool:
        """Tell whether the file is other than it was written."""
        return self.fault != NOT_BEGUN

    @property
    def right(self) -> bool:
        """Tell whether all cases are right."""
        return not self.fault and all(outcome.right for outcome in self.outcomes)

    def sentences(self) -> list[str]:
        """Say what is wrong, or that nothing is.

        Of the cases that chance made only one is told, and only where those with names are right.
        """
        name = self.exercise.name
        if self.fault:
            return [f"{name}: {self.fault}"]
        wrong = [outcome for outcome in self.outcomes if not outcome.right]
        if not wrong:
            return [f"{name}: right in all {len(self.outcomes)} cases"]
        first = [outcome for outcome in wrong if outcome.case in self.exercise.named] or wrong[:1]
        different: dict[str | int, Outcome] = {}
        for index, outcome in enumerate(first):
            different.setdefault(outcome.fault or index, outcome)
        told = [sentence(self.exercise, outcome) for outcome in different.values()]
        if more := sum(outcome.fault not in different for outcome in wrong[len(first) :]):
            told.append(f"{name}: {more} more of {len(self.outcomes)} cases are wrong")
        return told


class Running:
    """A file that is being run."""

    def __init__(self, exercise: Exercise, path: Path) -> None:
        self.exercise = exercise
        self.path = path.absolute()
        self._result: Result | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._late = self._stopped = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def poll(self) -> Result | None:
        """Return the result, None as long as there is none. Never waits."""
        return self._result

    def wait(self) -> Result:
        """Wait for the result."""
        self._thread.join()
        assert self._result is not None
        return self._result

    def stop(self) -> None:
        """End it: nobody wants to know any more."""
        self._stopped = True
        self._kill()

    def _run(self) -> None:
        try:
            lines = self._lines()
        except (OSError, ValueError) as error:
            self._result = Result(self.exercise, (), f"its process cannot be started ({error})")
        else:
            self._result = judged(self.exercise, lines, self._late)

    def _lines(self) -> list[Any]:
        """Run the process; return what it told, up to the first line that is none."""
        with subprocess.Popen(
            [*worker_command(), self.exercise.name, str(self.path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=PACKAGE_PARENT,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,
        ) as process:
            self._process = process
            assert process.stdout is not None
            lines: list[Any] = []
            timer = self._timer(STARTING)
            try:
                if self._stopped:
                    return lines
                for _ in range(2 + len(self.exercise.cases())):
                    line = process.stdout.readline(LONGEST_LINE)
                    if not lines:
                        timer.cancel()
                        timer = self._timer(SECONDS)
                    lines.append(json.loads(line))
            except (ValueError, RecursionError):
                pass  # The end, or something that the file itself wrote there.
            finally:
                timer.cancel()
                self._kill()
            return lines

    def _timer(self, seconds: float) -> Timer:
        timer = Timer(seconds, self._too_late)
        timer.daemon = True
        timer.start()
        return timer

    def _too_late(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        """End the process, and what it started where the system knows that."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


def start(path: Path) -> Running:
    """Run the exercise in a file, in the background.

    Raises:
        ValueError: the file is not named like an exercise.
    """
    if path.stem not in BY_NAME:
        raise ValueError(f"{path}: is no exercise; exercises are {', '.join(BY_NAME)}")
    return Running(BY_NAME[path.stem], path)


def check(folder: Path) -> Iterator[Result]:
    """Run the exercises that a folder holds, one after the other."""
    for exercise in EXERCISES:
        if (folder / exercise.file).exists():
            running = start(folder / exercise.file)
            try:
                yield running.wait()
            finally:
                running.stop()


def worker_command() -> list[str]:
    """Return how this program is started as the worker: a frozen one is itself the interpreter."""
    module = [] if getattr(sys, "frozen", False) else ["-m", "game"]
    return [sys.executable, *module, "--worker"]


def judged(exercise: Exercise, lines: list[Any], late: bool) -> Result:
    """Compare what the process told with what was expected."""
    ended = f"no answer within {SECONDS} seconds" if late else "ended its own process"
    if not lines:
        return Result(exercise, (), "its process did not begin")
    if lines[1:2] != ["read"]:
        told = lines[1].get("fault") if lines[1:] and isinstance(lines[1], dict) else None
        return Result(exercise, (), told or f"{ended}, while the file itself was run")
    cases = exercise.cases()
    answers = [*lines[2:], {"fault": ended}][: len(cases)]
    return Result(exercise, tuple(judge(exercise, c, a) for c, a in zip(cases, answers)), "")


def judge(exercise: Exercise, case: Case, line: Any) -> Outcome:
    """Compare one answer with the shipped function's."""
    expected = plain(exercise.answer(case))
    told = line if isinstance(line, dict) else {}
    fault = str(told.get("fault", "" if "answer" in told else "no answer"))
    given = told.get("answer")
    right = not fault and same(expected, given, exercise.tolerance)
    return Outcome(case, expected, given, fault, right)


def same(expected: Any, given: Any, tolerance: float) -> bool:
    """Tell whether an answer is the expected one; tuples and lists are alike, 1 is not True."""
    numbers = (int, float)
    if type(expected) in numbers and type(given) in numbers:
        most = tolerance * max(1.0, abs(expected))
        return bool(expected == given or abs(expected - given) <= most < float("inf"))
    if type(expected) is not type(given):
        return False
    if isinstance(expected, list):
        pairs = zip(expected, given)
        return len(expected) == len(given) and all(same(a, b, tolerance) for a, b in pairs)
    if isinstance(expected, dict):
        [(kind, parts)] = expected.items()
        return kind in given and same(parts, given[kind], tolerance)
    return bool(expected == given)


def sentence(exercise: Exercise, outcome: Outcome) -> str:
    """Say what is wrong with a case."""
    expected, answer = shown(outcome.expected), shown(outcome.given)
    what = outcome.fault or f"expected {expected}, your answer {answer}"
    return f"{exercise.name}: {outcome.case.shows}: {what}; {arguments(exercise, outcome.case)}"


def arguments(exercise: Exercise, case: Case, digits: int = 12) -> str:
    """Name a case's arguments with their values."""
    pairs = zip(inspect.signature(exercise.function).parameters, case.args)
    named = [
        f"{name} = {shown(value, digits)}" for name, value in pairs if not isinstance(value, type)
    ]
    return ", ".join(named)


def shown(value: Any, digits: int = 12) -> str:
    """Return a value in words: an argument, or an answer as JSON has it."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int | float):
        return f"{value:.{digits}g}"
    if isinstance(value, dict):
        kind, parts = next(iter(value.items()), ("none", None))
        return f"something of type {kind}" if parts is None else kind + shown(parts, digits)
    if isinstance(value, type):
        return value.__name__
    if dataclasses.is_dataclass(value):
        fields = [shown(getattr(value, field.name), digits) for field in dataclasses.fields(value)]
        return f"{type(value).__name__}({', '.join(fields)})"
    kind = type(value).__name__ if hasattr(value, "_fields") else ""
    items = ", ".join(shown(item, digits) for item in value)
    return f"{kind}({items}{',' if len(value) == 1 and not kind else ''})"
