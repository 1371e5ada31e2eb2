"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson
from . import many, race, responses, shadows, three_ways, touching, tunnel, turning

LESSONS: tuple[Lesson, ...] = (
    tunnel.LESSON,
    touching.LESSON,
    three_ways.LESSON,
    shadows.LESSON,
    responses.LESSON,
    turning.LESSON,
    many.LESSON,
    race.LESSON,
)
