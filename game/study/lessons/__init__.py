"""The twelve lessons, in the order in which they are read."""

from __future__ import annotations

from ..lesson import Lesson

LESSONS: tuple[Lesson, ...] = ()
