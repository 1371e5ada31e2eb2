"""The twelve lessons, in the order in which they are read; without numpy the first
ten."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ..lesson import Lesson

LESSON_NAMES = (
    *(
        "tunnel",
        "touching",
        "three_ways",
        "shadows",
        "frame_of_reference",
        "last_in_first_out",
    ),
    *("minkowski", "find_the_bug", "responses", "turning"),
    *(("many", "race") if find_spec("numpy") else ()),
)
MODULES = [import_module(f".{name}", __name__) for name in LESSON_NAMES]
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)
