"""Does anything flash?

WCAG 2.3.1: a flash is a pair of opposing changes in relative luminance by 10 % or more of the most
there is, where the darker is below 0.80; no more than three in any second, unless they cover
less than a quarter of the picture.
"""

from itertools import islice

import numpy as np
import pygame
import pytest
from support.parade import MACHINES, SHAFT, glitching, go, run_of
from support.staged import ROOMS, replay_of, stage
from support.suite import long_except

from game.headless import random_controls
from game.resources import levels, stored_replay
from game.scenes.run.run import Run
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.view.effects import BRIGHTNESS

FRAMES_A_SECOND = 60
SIZE = (160, 90)
CHANGE, DARKER, AREA, TOGETHER = 0.1, 0.8, 0.25, 4
"""TOGETHER: changes in so many frames are one change of their common area."""
STORED = [name for name in ROOMS if stored_replay(name).exists()]


def luminance(surface):
    """Return the relative luminance of each pixel."""
    c = pygame.surfarray.array3d(surface) / 255
    light = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return light @ (0.2126, 0.7152, 0.0722)


def most_flashes(frames):
    """Return the largest number of flashes in any second."""
    low = high = frames[0]
    way = np.zeros(low.shape)
    rises, falls, changes = [], [], []
    for time, now in enumerate(frames):
        up = (way <= 0) & (now - low >= CHANGE) & (low < DARKER)
        down = (way >= 0) & (high - now >= CHANGE) & (now < DARKER) & ~up
        way = np.where(up, 1, np.where(down, -1, way))
        high = np.where(up | down, now, np.maximum(high, now))
        low = np.where(up | down, now, np.minimum(low, now))
        rises, falls = [*rises[1 - TOGETHER :], up], [*falls[1 - TOGETHER :], down]
        for kind, masks in (("up", rises), ("down", falls)):
            is_new = not changes or changes[-1][1] != kind
            if is_new and np.logical_or.reduce(masks).mean() > AREA:
                changes.append((time, kind))
    times = np.array([time for time, _ in changes])
    seconds = ((times >= t) & (times < t + FRAMES_A_SECOND) for t in times)
    return max((int(within.sum()) // 2 for within in seconds), default=0)


def shown(run, seconds, controls=()):
    """Return the pictures of a run in its next seconds; each of the controls lasts a frame."""
    surface, wanted, frames = pygame.Surface(SIZE), iter(controls), []
    for _ in range(round(seconds * FRAMES_A_SECOND)):
        run.advance(1 / FRAMES_A_SECOND, 1.0, lambda: next(wanted, Controls()))
        run.draw(surface, frozenset(), ())
        frames.append(luminance(surface))
    return frames


@pytest.mark.parametrize("times", [2, 3, 4, 6])
def test_flashes_are_counted(times):
    for share, expected in ((0.33, times), (0.2, 0)):
        frames = []
        for k in range(61):
            frame = np.zeros((100, 10))
            frame[: round(100 * share)] = 0.5 * (int(k * 2 * times / 60) % 2)
            frames.append(frame)
        assert most_flashes(frames) == expected


def test_small_and_bright_changes_are_no_flashes():
    for dark, bright in ((0.0, 0.09), (0.82, 1.0)):
        assert most_flashes([np.full((9, 9), (dark, bright)[k // 5 % 2]) for k in range(60)]) == 0


@pytest.mark.parametrize("name", long_except(STORED, "slug-cage", "saw-mill", "glitch"))
def test_no_stored_run_flashes_in_its_last_second(name, tmp_path):
    replay = replay_of(name)
    run = Run(stage(tmp_path), load_room(levels()[name]), replay)
    go(run, max(0, replay.ticks - replay.tick_rate * 3 // 5))
    frames = shown(run, 1.0)
    assert run.world.outcome == "finished"
    assert most_flashes(frames) <= 3


@pytest.mark.parametrize("drawn", [load_room(levels()["slug-cage"]), MACHINES, SHAFT])
def test_random_play_does_not_flash(drawn, tmp_path):
    frames = shown(run_of(tmp_path, drawn), 1.5, islice(random_controls(1), 0, None, 2))
    assert most_flashes(frames) <= 3


def test_glitch_does_not_flash(tmp_path):
    aim = [Controls(aim=True, heading=0)] * 20
    frames = shown(glitching(tmp_path), 1.5, [*aim, *[Controls(heading=0)] * 20, *aim])
    assert most_flashes(frames) <= 3


@pytest.mark.parametrize("effects", BRIGHTNESS)
def test_being_hurt_does_not_flash(effects, tmp_path):
    run = go(run_of(tmp_path, SHAFT, effects=effects), 30)
    frames = []
    for _ in range(2):
        run.world.unhurt_until = run.world.ticks + 120
        frames += shown(run, 1)
    assert most_flashes(frames) <= 3
