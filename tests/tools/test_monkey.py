"""A monkey plays the whole program, and it survives."""

import random
import threading

import pygame
import pytest
from tools.search import monkey

from game.view import text


def play_a_minute(folder):
    """Let a monkey play for a minute and rest; it visits every scene and leaves nothing running."""
    state, threads = random.getstate(), threading.active_count()
    player = monkey.play(monkey.MINUTE + monkey.REST, 2, folder)
    assert player.frame == monkey.MINUTE + monkey.REST
    assert len(player.sizes) == 1
    assert len(player.scenes) >= 13
    assert not pygame.get_init()
    assert random.getstate() == state
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(10)
    assert threading.active_count() == threads


def test_the_program_survives_a_few_seconds_of_a_monkey(tmp_path, monkeypatch):
    """A few frames in every scene, with small storms and short histories."""
    for name, value in (("MINUTE", 240), ("VISIT", 4), ("STORM", 3), ("HISTORY", 60)):
        monkeypatch.setattr(monkey, name, value)
    monkeypatch.setattr(monkey, "MOVERS", (100,))
    play_a_minute(tmp_path)


@pytest.mark.long
def test_the_program_survives_a_minute_of_a_monkey(tmp_path):
    """A second in every scene, with keys, pointer, pad and window."""
    play_a_minute(tmp_path)


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
        text.font.cache_clear()
    assert first == again != other
