"""How does a world get on the screen?"""

import numpy as np
import pygame
import pytest
from staged import ROOMS, is_dashing, replay_of, run_until, stage

from game.clock import MOST_TICKS
from game.resources import levels
from game.scenes.run import HIT_STOP, Run
from game.simulation.levels import load_room
from game.simulation.player import Controls
from game.view import palette

SIZE = (640, 360)


def yellow(run):
    """Return the columns and rows in which the player's colour is."""
    surface = pygame.Surface(SIZE)
    run.effects.trail.clear()
    run.effects.sparks.clear()
    run.effects.shake_age = 1.0
    run.draw(surface, frozenset(), None)
    picture = pygame.surfarray.array3d(surface)
    return [axis for axis in np.nonzero((picture == palette.PLAYER).all(axis=2))]


def test_the_picture_lies_between_two_ticks_along_the_path(tmp_path):
    """At alpha 0 the player is where the tick began, at alpha 0.5 in the middle of its way."""
    run = run_until(tmp_path, "first-contact", is_dashing)
    own = run.world.step.paths.only(run.world.step.paths.mover == run.world.player.id)
    middles = []
    for alpha in (0.0, 0.5):
        run.clock.alpha = alpha
        middles.append([(axis.min() + axis.max() + 1) / 2 for axis in yellow(run)])
    assert np.allclose(middles[0], own.start[0], atol=2)
    assert np.allclose(middles[1], (own.start[0] + own.end[0]) / 2, atol=2)


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("frame", [1 / 30, 1 / 60, 1 / 144])
def test_frames_decide_nothing(name, frame, tmp_path):
    """However often it is drawn, the replay's run is the same."""
    replay = replay_of(name)
    run = Run(stage(tmp_path), load_room(levels()[name]), replay)
    for _ in range(round(replay.ticks / 120 / frame * 1.5) + 60):
        run.advance(frame, 1.0, Controls)
    assert run.world.outcome == "finished"
    assert run.world.state_hash() == replay.hashes[-1]


def test_a_long_frame_buys_no_more_than_eight_ticks(tmp_path):
    """A slow machine slows the game down and skips nothing."""
    run = Run(stage(tmp_path), load_room(levels()["slug-cage"]))
    run.advance(1.0, 1.0, lambda: Controls(creep=(1, 0)))
    assert run.world.ticks == MOST_TICKS == 8


def test_a_core_holds_the_clock_for_a_moment(tmp_path):
    """33 to 50 ms, in which no tick runs; the run itself does not change."""
    assert 0.033 <= HIT_STOP <= 0.05
    name = "first-contact"
    run = run_until(tmp_path, name, lambda world: len(world.cores_left) < len(world.room.cores))
    ticks = run.world.ticks
    run.advance(HIT_STOP / 2, 1.0, Controls)
    assert run.world.ticks == ticks
    run.advance(HIT_STOP, 1.0, Controls)
    assert run.world.ticks > ticks


@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (500, 900), (160, 90)])
def test_a_room_can_be_drawn_in_a_window_of_any_size(window, tmp_path):
    """What lies beside the room stays in the ground's colour."""
    run = run_until(tmp_path, "slug-cage", is_dashing)
    surface = pygame.Surface(window)
    run.draw(surface, frozenset(range(6)), ["paused"])
    if window == (500, 900):
        assert surface.get_at((250, 20))[:3] == palette.BACKGROUND
        assert surface.get_at((250, 880))[:3] == palette.BACKGROUND
