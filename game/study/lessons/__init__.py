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

LESSONS: tuple[Lesson, ...] = (
    tunnel.LESSON,
    touching.LESSON,
    three_ways.LESSON,
    shadows.LESSON,
    frame_of_reference.LESSON,
    last_in_first_out.LESSON,
    minkowski.LESSON,
    find_the_bug.LESSON,
    responses.LESSON,
    turning.LESSON,
    many.LESSON,
    race.LESSON,
)
