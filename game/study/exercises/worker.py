"""What does a learner's function return in each case?

This is the process in which a learner's file runs; runner starts it. It writes lines of JSON to
standard output: "ready" when the time starts to count, "read" when the file itself has run, and
then one line a case. What the file prints is discarded.

It runs with the learner's own rights, but with limits, so that a mistake does no harm: an endless
loop ends, memory is limited where the system can do it, an exit ends only this process. It is no
sandbox: a process that the file starts, and that leaves the session (os.setsid), may go on after
the check. Read a file from somebody else before you run it.
"""

from __future__ import annotations

import ast
import faulthandler
import json
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import NoReturn, TextIO

from ...collision import AABB, Sweep
from ...simulation.schema import require
from .cases import BY_NAME, Exercise

SECONDS = 2
"""Of real time and of processor time, for all cases of a file."""
MEGABYTES = 200
"""Of memory, beyond what the program itself needs."""
MOST_FILE_BYTES = 1_000_000
"""Size of a file."""
MOST_NESTED, MOST_ITEMS = 4, 16
"""Of an answer: tuples in tuples, and items in a tuple."""
NOT_STARTED = "not started"


class Unusable(Exception):
    """The file has no function to call; the text says why."""


def work(name: str, path: str) -> NoReturn:
    """Run a learner's file, call its function on every case of an exercise, and exit.

    Raises:
        BadFile: there is no exercise of this name.
    """
    require(name in BY_NAME, "--worker", f"has no exercise {name}", ", ".join(BY_NAME))
    answers = redirect_output()
    set_limits(answers)

    def send(line: object) -> None:
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    send("ready")
    try:
        function = load_function(BY_NAME[name], Path(path))
    except BaseException as error:
        send({"fault": str(error) if isinstance(error, Unusable) else error_text(error, path)})
        os._exit(0)
    send("read")
    for case in BY_NAME[name].cases():
        try:
            line = {"answer": as_json(function(*case.args))}
        except BaseException as error:
            line = {"fault": error_text(error, path)}
        send(line)
    os._exit(0)  # Without waiting for threads of the file, or running its exit handlers.


def redirect_output() -> TextIO:
    """Discard all that will be printed; return the standard output as it was."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    return answers


def set_limits(answers: TextIO) -> None:
    """End this process after SECONDS, with a line about the timeout; limit its memory and files.

    Only Linux can limit the address space relative to what is in use.
    """
    faulthandler.dump_traceback_later(SECONDS, exit=True, file=answers)
    try:
        import resource
    except ImportError:
        return
    used = math.ceil(time.process_time())
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (used + SECONDS, used + SECONDS))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + MEGABYTES * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def load_function(exercise: Exercise, path: Path) -> Callable[..., object]:
    """Run a file; return its function.

    Raises:
        Unusable: it has no such function, or it is still the stub.
        BaseException: what the file raises.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise Unusable(f"cannot be read ({error.strerror})") from None
    if len(data) > MOST_FILE_BYTES:
        raise Unusable(f"is larger than {MOST_FILE_BYTES:,} bytes")
    try:
        tree = ast.parse(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError:
        raise Unusable("is not UTF-8 text") from None
    except SyntaxError as error:
        raise Unusable(f"line {error.lineno}: {one_line(error.msg)}") from None
    with suppress(OSError):  # This copy of the program may be without its source.
        if ast.dump(tree) == ast.dump(ast.parse(exercise.stub())):
            raise Unusable(NOT_STARTED)
    module = ModuleType(exercise.name)
    module.__file__ = str(path)
    sys.modules[exercise.name] = module
    os.chdir(path.parent)
    exec(compile(tree, str(path), "exec"), vars(module))
    function: object = vars(module).get(exercise.name)
    if not callable(function):
        raise Unusable(f"has no function {exercise.name}")
    return function


def error_text(error: BaseException, path: str) -> str:
    """Return what was raised, and in which line of the file."""
    if isinstance(error, MemoryError):
        return f"used more than {MEGABYTES} MB of memory"
    try:
        message = one_line(str(error))
    except BaseException:
        message = ""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    what = "called exit" if isinstance(error, SystemExit) else f"raised {type(error).__name__}"
    place = f" in line {lines[-1]}" if lines else ""
    return what + place + (f": {message}" if message else "")


def one_line(text: str) -> str:
    """Return the beginning of a text without letters that a terminal cannot print."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[:200])
    return " ".join(printable.split())[:100]


def as_json(value: object, depth: int = 0) -> object:
    """Return an answer as JSON values, without calling its methods: they may be the learner's.

    A box becomes {"AABB": [...]}, a Sweep likewise, any other object {the name of its type: None}.
    """
    if value is None or type(value) is bool or type(value) is float:
        return value
    if isinstance(value, float):  # Such as numpy's.
        return float.__add__(value, 0.0)
    if type(value) is int and -(2**63) <= value < 2**63:
        return value
    if depth < MOST_NESTED:
        if type(value) is AABB:
            return {"AABB": as_json((value.center, value.half_extents), depth)}
        if type(value) is Sweep:
            return {"Sweep": [as_json(item, depth + 1) for item in value]}
        if (type(value) is tuple or type(value) is list) and len(value) <= MOST_ITEMS:
            return [as_json(item, depth + 1) for item in value]
    return {type(value).__name__: None}
