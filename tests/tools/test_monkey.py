"""A monkey plays the whole program, and it survives."""

import random
import threading

import pygame
from tools.search import monkey


def test_the_program_survives_a_minute_of_a_monkey(tmp_path):
    """A second in every scene, with keys, pointer, pad and window; it leaves nothing running."""
    state, threads = random.getstate(), threading.active_count()
    player = monkey.play(monkey.MINUTE + monkey.REST, 1, tmp_path)
    assert player.frame == monkey.MINUTE + monkey.REST
    assert len(player.sizes) == 1
    assert len(player.scenes) >= 13
    assert not pygame.get_init()
    assert random.getstate() == state
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(10)
    assert threading.active_count() == threads


def test_the_same_seed_repeats_the_same_events():
    """Another seed gives other events; they depend on the seed alone."""

    def events(seed):
        pygame.display.set_mode((640, 360))
        player = monkey.Monkey(seed, 1)
        return [str(event) for _ in range(300) for event in player.action()]

    try:
        first, again, other = events(1), events(1), events(2)
    finally:
        pygame.quit()
    assert first == again != other
