"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson
from . import many, responses, turning

LESSONS: tuple[Lesson, ...] = (responses.LESSON, turning.LESSON, many.LESSON)
