"""What a learner presses and reads in a lesson, for tests."""

from .hands import click as click_box
from .hands import click_button


def click(scene, name):
    """Press a button by its name, or an answer by its index."""
    if isinstance(name, int):
        box = next(placed.box for placed in scene.column() if placed.block.answer == name)
        click_box(scene, box)
    else:
        click_button(scene, name)


def written(scene):
    return " ".join(placed.block.words for placed in scene.column())
