"""A monkey plays the whole program, and it survives."""

import random
import threading

import pygame
from tools.search import monkey


def test_the_program_survives_a_minute_of_a_monkey(tmp_path):
    """A second in every scene, with keys, pointer, pad and window; it leaves nothing running."""
    state, threads = random.getstate(), threading.active_count()
    played = monkey.play(monkey.MINUTE + monkey.REST, 1, tmp_path)
    assert played.frame == monkey.MINUTE + monkey.REST
    assert len(played.sizes) == 1
    assert len(played.scenes) >= 13
    assert not pygame.get_init()
    assert random.getstate() == state
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(10)
    assert threading.active_count() == threads


def test_the_same_seed_does_the_same_again():
    """Another does something else; what a monkey does depends on nothing but its seed."""

    def done(seed):
        pygame.display.set_mode((640, 360))
        does = monkey.Monkey(seed, 1)
        return [str(event) for _ in range(300) for event in does.does()]

    try:
        first, again, other = done(1), done(1), done(2)
    finally:
        pygame.quit()
    assert first == again != other
