"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson
from . import (
    find_the_bug,
    frame_of_reference,
    last_in_first_out,
    many,
    minkowski,
    race,
    responses,
    shadows,
    three_ways,
    touching,
    tunnel,
    turning,
)

MODULES = (
    *(tunnel, touching, three_ways, shadows, frame_of_reference, last_in_first_out),
    *(minkowski, find_the_bug, responses, turning, many, race),
)
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)
