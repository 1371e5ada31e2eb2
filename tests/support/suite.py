"""What does a run of the tests run, and in how many processes?

A run to which nothing is named is a run of the whole suite: it leaves the long searches to --long,
tries fewer examples of each property, and uses the processor's cores. Whatever names tests or holds
the run for a person (a file, -k, -m, a debugger, -s) is run as it is asked, in one process.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable

import pytest

LONG, NOT_LONG, FEW = "long or hypothesis", "not long", "few examples"
"""The tests that --long runs; those of a run of the whole suite, and its profile of properties."""
NAMES_TESTS = ("file_or_dir", "keyword", "markexpr", "deselect", "lf", "stepwise")
IS_HELD = ("usepdb", "trace", "collectonly")
"""Options that name tests, and that hold a run for a person to look at."""
MOST = 8
"""Processes: each of them imports the program and collects the tests."""


def long_except(values: Iterable[object], *short: object) -> list[object]:
    """Return a test's parameters, all but these marked as long; a tuple is a row of them."""
    rows = [(value, value if isinstance(value, tuple) else (value,)) for value in values]
    long = pytest.mark.long
    return [pytest.param(*row, marks=() if value in short else long) for value, row in rows]


def choose(option: Namespace, cores: int) -> None:
    """Change pytest's options, unless they say what to run and how."""
    named, held = (
        any(getattr(option, name, None) for name in names) for names in (NAMES_TESTS, IS_HELD)
    )
    held = held or option.capture == "no"
    if option.long:
        option.markexpr = LONG
    elif not named:
        option.markexpr = NOT_LONG
        option.hypothesis_profile = option.hypothesis_profile or FEW
    # xdist has this option, None unless somebody chose. A file's tests share what they compute.
    # If a crashed process began anew, xdist would lose which test crashed it.
    if not named and not held and cores > 1 and getattr(option, "numprocesses", 0) is None:
        option.numprocesses = min(cores, MOST)
        option.dist, option.loadscopereorder, option.maxworkerrestart = "loadfile", False, "0"


def cores() -> int:
    """Return the number of cores that tests may use: one under a tracer, which sees one process."""
    if sys.gettrace():
        return 1
    ours = getattr(os, "sched_getaffinity", None)
    return len(ours(0)) if ours else os.cpu_count() or 1
