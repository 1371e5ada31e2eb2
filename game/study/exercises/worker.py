"""What does a learner's function answer?

This is the process in which a learner's own file is run, started by checking. It answers one line
of JSON after the other: "ready" when time begins to count, "read" when the file has been run, and
then a line for each case. Whatever the file prints goes nowhere.

It is run as the learner, with limits, so that a mistake harms nobody: an endless loop ends, memory
is bounded where the system can bound it, an exit ends only this process. It is no sandbox: a file
from somebody else can do whatever that somebody pleases.
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
from typing import Any, NoReturn, TextIO

from ...collision import AABB, Sweep
from .cases import BY_NAME, Exercise

SECONDS = 2
"""Of time and of work, for all cases of a file."""
MEGABYTES = 200
"""Of memory, more than the program itself needs."""
LARGEST = 1_000_000
"""Bytes of a file."""
DEEPEST, LONGEST = 4, 16
"""Of an answer: tuples in tuples, and their length."""
NOT_BEGUN = "not begun"


class Unusable(Exception):
    """The file has no function to be called; the text says why."""


def work(name: str, path: str) -> NoReturn:
    """Run the learner's file over an exercise's cases, tell the answers, and end."""
    channel = quieted()
    bounded()

    def tell(line: object) -> None:
        channel.write(json.dumps(line) + "\n")
        channel.flush()

    tell("ready")
    try:
        function = read(BY_NAME[name], Path(path))
    except Unusable as why:
        tell({"fault": str(why)})
        os._exit(0)
    except BaseException as error:
        tell({"fault": raised(error, path)})
        os._exit(0)
    tell("read")
    for case in BY_NAME[name].cases():
        try:
            line = {"answer": plain(function(*case.args))}
        except BaseException as error:
            line = {"fault": raised(error, path)}
        tell(line)
    os._exit(0)  # Neither waits for what the file may have started, nor runs what it left to do.


def quieted() -> TextIO:
    """Send all that is printed nowhere; return the way to the one who asked."""
    channel = os.fdopen(os.dup(1), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    return channel


def bounded() -> None:
    """Set the limits that the system has.

    Elsewhere than on Linux the whole address space cannot be bounded to some use.
    """
    # Ends this process even where nobody is left to do so.
    faulthandler.dump_traceback_later(2 * SECONDS, exit=True, file=sys.stderr)
    try:
        import resource
    except ImportError:
        return
    done = math.ceil(time.process_time())
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (done + SECONDS, done + SECONDS))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + MEGABYTES * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def read(exercise: Exercise, path: Path) -> Callable[..., object]:
    """Run a file; return its function.

    Raises:
        Unusable: there is no such function, or it is as it was written.
        BaseException: whatever the file raises.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Unusable(f"cannot be read ({error.strerror})") from None
    if len(data) > LARGEST:
        raise Unusable(f"has more than {LARGEST:,} bytes")
    try:
        tree = ast.parse(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError:
        raise Unusable("is not UTF-8 text") from None
    except SyntaxError as error:
        raise Unusable(f"line {error.lineno}: {one_line(error.msg)}") from None
    with suppress(OSError):  # Of a program without its source.
        if ast.dump(tree) == ast.dump(ast.parse(exercise.stub())):
            raise Unusable(NOT_BEGUN)
    module = ModuleType(exercise.name)
    module.__file__ = str(path)
    sys.modules[exercise.name] = module
    os.chdir(path.parent)
    exec(compile(tree, str(path), "exec"), vars(module))
    function = vars(module).get(exercise.name)
    if not callable(function):
        raise Unusable(f"has no function {exercise.name}")
    return function  # type: ignore[no-any-return]


def raised(error: BaseException, path: str) -> str:
    """Say what was raised, and in which line of the file."""
    if isinstance(error, MemoryError):
        return f"used more than {MEGABYTES} MB of memory"
    try:
        words = one_line(str(error))
    except BaseException:
        words = ""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    what = "called exit" if isinstance(error, SystemExit) else f"raised {type(error).__name__}"
    place = f" in line {lines[-1]}" if lines else ""
    return what + place + (f": {words}" if words else "")


def one_line(words: str) -> str:
    """Return words short, and fit for a terminal."""
    fit = "".join(letter if letter.isprintable() else " " for letter in words[:200])
    return " ".join(fit.split())[:100]


def plain(value: object, depth: int = 0) -> Any:
    """Return an answer as JSON has it, without asking it anything: the learner may answer.

    A box becomes {"AABB": [...]}, a Sweep likewise, anything else the name of its type alone.
    """
    kind = type(value)
    if value is None or kind in (bool, float):
        return value
    if isinstance(value, float):  # Such as numpy has.
        return float.__add__(value, 0.0)
    if kind is int and -(2**63) <= value < 2**63:  # type: ignore[operator]
        return value
    if depth < DEEPEST:
        if kind is AABB:
            parts = (value.center, value.half_extents)  # type: ignore[attr-defined]
            return {"AABB": plain(parts, depth)}
        if kind is Sweep or (kind in (tuple, list) and len(value) <= LONGEST):  # type: ignore
            items = [plain(item, depth + 1) for item in value]  # type: ignore[attr-defined]
            return {"Sweep": items} if kind is Sweep else items
    return {kind.__name__: None}
