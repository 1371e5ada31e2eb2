"""In which process does a learner's file run, and with which limits?

In this one; runner starts it. It writes what answers() yields to standard output, as lines of
JSON. What the file prints is discarded.

It runs with the learner's own rights, but with limits, so that a mistake does no harm: an endless
loop ends, memory is limited where the system can do it, an exit ends only this process. It is no
sandbox: a process that the file starts, and that leaves the session (os.setsid), may go on after
the check. Read a file from somebody else before you run it.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from ...simulation.schema import require
from .cases import BY_NAME, Exercise
from .verdict import answers

SECONDS = 2
"""Of real time, for all cases of a file; the start of Python does not count."""
MOST_MEMORY = 2**30
"""Bytes of this process, with what the program itself needs."""


def work(name: str, path: str) -> NoReturn:
    """Run a learner's file, call its function on every case of an exercise, and exit.

    Raises:
        BadFile: there is no exercise of this name.
    """
    require(name in BY_NAME, "--worker", f"has no exercise {name}", ", ".join(BY_NAME))
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    os.dup2(sys.stdout.fileno(), 1)
    faulthandler.dump_traceback_later(SECONDS, exit=True, file=out)
    with suppress(ImportError, OSError, ValueError):  # Only Linux can limit the memory in use.
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    for line in read_answers(BY_NAME[name], Path(path)):
        out.write(json.dumps(line) + "\n")
        out.flush()
    os._exit(0)  # Without waiting for threads of the file, or running its exit handlers.


def read_answers(exercise: Exercise, path: Path) -> Iterable[dict[str, object]]:
    """Return what answers() yields for a file, which runs in its own folder."""
    try:
        source = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        return [{"fault": f"cannot be read ({error.strerror})"}]
    except UnicodeDecodeError:
        return [{"fault": "is not UTF-8 text"}]
    os.chdir(path.parent)
    return answers(exercise, source, str(path))
