"""Is anything lost when the program is killed while it saves?

A child process saves settings, best runs and lessons again and again, and reports what it
begins and what is finished. It is killed at a random moment. Then every finished save must be
there, and the first few of those begun since, in their order; no file may be partial, lost or set
aside.

    python tests/tools/search/kill.py --kills 1000 --seed 1
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.storage import Best, Storage

KINDS = ("settings", "best", "lesson")
SOME = 4
"""After every fourth save the child waits until all are on the disk."""
LONGEST = 0.1
"""s after its first save at which a child is killed at the latest."""
KILLS_PER_FOLDER = 25
"""After this many kills a new folder is used, before there are too many files."""
FIRST, MARKS, LONG = 10**9, 32, 20_000
"""Ticks of the first best run; number of saves that mark one lesson; letters in the settings."""


def save(store: Storage, number: int) -> None:
    """Save one thing that contains this number; the kinds take turns."""
    kind = KINDS[number % len(KINDS)]
    if kind == "settings":
        values = {"number": number, "long": "x" * LONG}
        store.change("settings.json", dict, lambda before: values)
    elif kind == "best":
        store.save_best("room", Best(FIRST - number, 4, f'{{"number": {number}}}'))
    else:
        store.save_lesson(str(number // MARKS), frozenset([str(number)]))


def read_back(folder: Path) -> tuple[dict[str, set[int]], list[str]]:
    """Return the numbers that each kind of file holds, and the messages of the storage."""
    messages: list[str] = []
    store = Storage(folder, messages.append)
    settings = store.load("settings.json", dict)
    best = store.best("room")
    lessons = store.lessons()
    numbers = {
        "settings": {settings["number"]} if settings else set(),
        "best": {FIRST - best.ticks} if best else set(),
        "lesson": {int(mark) for marks in lessons.values() for mark in marks},
    }
    if settings and len(settings["long"]) != LONG:
        messages.append("the settings are not whole")
    return numbers, messages


def expected(numbers: list[int]) -> dict[str, set[int]]:
    """Return what the files must hold after these numbers were saved."""
    of = {}
    for k, kind in enumerate(KINDS):
        of[kind] = {number for number in numbers if number % len(KINDS) == k}
        if of[kind] and kind in ("settings", "best"):
            of[kind] = {max(of[kind])}
    return of


def find_faults(folder: Path, done: list[int], begun: list[int]) -> list[str]:
    """Find what a kill lost or damaged; done grows by the begun saves that are there."""
    numbers, faults = read_back(folder)
    states = [expected([*done, *begun[:k]]) for k in range(len(begun) + 1)]
    if numbers in states:
        done += begun[: states.index(numbers)]
    else:
        kinds = [kind for kind in KINDS if all(state[kind] != numbers[kind] for state in states)]
        faults.append(f"{' and '.join(kinds) or 'their order'}: not as saved; begun were {begun}")
    return faults + [f"{path} was set aside" for path in folder.rglob("*.corrupt-*")]


def kill(folder: Path, begin: int, seconds: float) -> list[tuple[str, int]]:
    """Let a child save from a number on, and kill it; return its reports."""
    command = [sys.executable, __file__, "--work", str(folder), "--begin", str(begin)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        first = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        lines = (first + child.stdout.read()).decode().splitlines()
    return [(word, int(number)) for word, number in map(str.split, lines)]


def kills(times: int, seed: int, base: Path) -> tuple[int, int, list[str]]:
    """Kill a child this often; return the saves, how often a file was partial, and the faults."""
    rng, begin, saved, left = Random(seed), 0, 0, 0
    for k in range(times):
        if k % KILLS_PER_FOLDER == 0:
            folder, done = base / str(k), []
        reports = kill(folder, begin, LONGEST * rng.random())
        last = max((number for word, number in reports if word == "done"), default=begin - 1)
        begun = [number for word, number in reports if word == "begun"]
        done += range(begin, last + 1)
        saved, begin = saved + len(begun), begun[-1] + 1
        left += any(folder.rglob(".*.tmp"))
        if faults := find_faults(folder, done, [number for number in begun if number > last]):
            return saved, left, [f"kill {k + 1}: {fault}" for fault in faults]
        for path in folder.rglob(".*.tmp"):
            path.unlink()
    return saved, left, []


def work(folder: Path, begin: int) -> None:
    """Be the child: save until killed; report each save before it begins, and what is finished."""
    store = Storage(folder, print)
    for number in count(begin):
        os.write(1, b"begun %d\n" % number)
        save(store, number)
        if number % SOME == 0:
            store.wait()
            os.write(1, b"done %d\n" % number)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the program while it saves.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--begin", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work, options.begin)
    with tempfile.TemporaryDirectory() as base:
        saved, left, faults = kills(options.kills, options.seed, Path(base))
    print("\n".join(faults) or f"{options.kills:,} kills, {saved:,} files saved; nothing was lost")
    print(f"{left:,} kills left a partial file beside the whole one")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
