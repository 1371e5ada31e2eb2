"""What does the engine report of the step that a figure shows?"""

import pytest

from game.collision import move
from game.study.lessons import LESSONS
from game.study.one_step import run_one_step

MOVING = [lesson for lesson in LESSONS if lesson.move_arguments]


@pytest.mark.parametrize("lesson", MOVING, ids=lambda lesson: lesson.name)
def test_the_step_is_what_move_says_and_velocities_are_px_a_second(lesson):
    """To the bit: the figure's displacements are not rounded on their way to the engine."""
    arguments = lesson.move_arguments(lesson.state)
    end, contacts = move(*arguments)
    world, step = run_one_step(arguments)
    me = world.player.id
    assert [contact.u for contact in contacts] == step.contacts.u.tolist()
    assert end.center == tuple(step.paths.at(1.0, world.space.center)[me])
    assert world.moves[me].tolist() == list(arguments[1])
    if not contacts:
        assert world.space.velocity[me].tolist() == [world.tick_rate * x for x in arguments[1]]
