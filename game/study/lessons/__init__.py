"""The twelve lessons, in the order in which they are read; without numpy the first ten."""

from __future__ import annotations

from ..lesson import Lesson
from . import (
    find_the_bug,
    frame_of_reference,
    last_in_first_out,
    minkowski,
    responses,
    shadows,
    three_ways,
    touching,
    tunnel,
    turning,
)

MODULES = [tunnel, touching, three_ways, shadows, frame_of_reference, last_in_first_out]
MODULES += [minkowski, find_the_bug, responses, turning]
try:
    from . import many, race

    MODULES += [many, race]
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)
