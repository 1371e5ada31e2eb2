"""The lessons, in the order in which they are read.

What names a lesson is its module's name: rooms, stored progress, texts and tests use
it. A lesson's number is its place in LESSONS, and only readers see it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ..lesson import Lesson

LESSON_NAMES = (
    "tunnel",
    "touching",
    "three_ways",
    "shadows",
    "frame_of_reference",
    "last_in_first_out",
    "minkowski",
    "find_the_bug",
    "responses",
    "turning",
    "many",
    "race",
)
NEEDS_NUMPY = ("many", "race")
"""Lessons whose figures need numpy. They are left out where there is none."""

HAS_NUMPY = find_spec("numpy") is not None
MODULES = [
    import_module(f".{name}", __name__)
    for name in LESSON_NAMES
    if HAS_NUMPY or name not in NEEDS_NUMPY
]
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)


def place_of(name: str) -> int:
    """Return the place in LESSONS of the lesson with a name."""
    return [lesson.name for lesson in LESSONS].index(name)
