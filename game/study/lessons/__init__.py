"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson
from . import many, race, responses, turning

LESSONS: tuple[Lesson, ...] = (responses.LESSON, turning.LESSON, many.LESSON, race.LESSON)
