"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson
from . import shadows, three_ways, touching, tunnel

LESSONS: tuple[Lesson, ...] = (
    tunnel.LESSON,
    touching.LESSON,
    three_ways.LESSON,
    shadows.LESSON,
)
