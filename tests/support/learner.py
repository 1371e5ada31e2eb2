"""What a learner presses and reads in a lesson, for tests; and marks that run a test with each."""

import pytest

from game.study.exercises.cases import BY_NAME, EXERCISES
from game.study.lessons import LESSONS

from .hands import click as click_box
from .hands import click_button

LESSON_NAMES = [lesson.name for lesson in LESSONS]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=LESSON_NAMES)
each_index = pytest.mark.parametrize("index", range(len(LESSONS)), ids=LESSON_NAMES)
"""Runs a test with each lesson, or with its place among them."""
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=BY_NAME)


def click(scene, name):
    """Press a button by its name, or an answer by its index."""
    if isinstance(name, int):
        box = next(placed.box for placed in scene.column() if placed.block.answer == name)
        click_box(scene, box)
    else:
        click_button(scene, name)


def written(scene):
    return " ".join(placed.block.words for placed in scene.column())
