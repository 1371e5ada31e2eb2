"""Write the reference figures of the lessons.

    python tests/tools/make/record_figures.py [NAME ...]

A reference holds the drawing calls for the first state at three times and for the state that
reaches the goal: one call a line, so that a change is readable as a diff.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from support.reaching import REACHING
from support.recorder import Calls, record

from game.study.lesson import Lesson
from game.study.lessons import LESSONS

FIGURES = Path(__file__).parents[2] / "study" / "figures"


def pictures(lesson: Lesson) -> dict[str, Calls]:
    """Return what the figure draws, by the changes of the first state."""
    changes: list[dict[str, float]] = [{"u": u} for u in (0.0, 0.5, 1.0)]
    changes.append({**REACHING[lesson.name], "u": 1.0})
    names = [" ".join(f"{name}={value:g}" for name, value in each.items()) for each in changes]
    return {name: record(lesson, **each) for name, each in zip(names, changes)}


def reference(lesson: Lesson) -> str:
    """Return the text of a lesson's reference."""
    parts = [
        f"{json.dumps(name)}: [\n  " + ",\n  ".join(map(json.dumps, calls)) + "\n]"
        for name, calls in pictures(lesson).items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of lessons; default: all")
    names = parser.parse_args().names
    FIGURES.mkdir(exist_ok=True)
    for lesson in LESSONS:
        if lesson.name in (names or [lesson.name]):
            file = FIGURES / f"{lesson.name}.json"
            file.write_text(reference(lesson), encoding="utf-8", newline="\n")
            print(lesson.name)
