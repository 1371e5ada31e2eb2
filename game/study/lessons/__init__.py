"""The twelve lessons, in the order in which they are read; without numpy the first ten."""

from __future__ import annotations

from importlib import import_module

from ..lesson import Lesson

LESSON_NAMES = (
    *("tunnel", "touching", "three_ways", "shadows", "frame_of_reference", "last_in_first_out"),
    *("minkowski", "find_the_bug", "responses", "turning", "many", "race"),
)
MODULES = []
for name in LESSON_NAMES:
    try:
        MODULES.append(import_module(f".{name}", __name__))
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)
