"""What flies about after something happened?"""

from math import hypot

import pygame
import pytest
from staged import ROOMS, run_until

from game.simulation.events import Died, Ricocheted, Stopped
from game.view import palette
from game.view.canvas import Canvas
from game.view.effects import MOST_SPARKS, Effects
from game.view.screen import Screen

SIZE = (640, 360)


def picture(effects, world):
    """Return what effects draw, as bytes."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface, Screen.fit(SIZE, SIZE))
    effects.draw_below(canvas)
    effects.draw_above(canvas, world)
    return pygame.image.tobytes(surface, "RGB")


@pytest.fixture
def world(tmp_path):
    return run_until(tmp_path, "slug-cage", lambda world: True).world


def stop_at(position, normal):
    return Stopped(0.5, position, body=0, other=1, direction=normal)


def test_sparks_fly_away_from_the_wall(world):
    """None flies into the solid that the dash met, none is about on its far side."""
    effects = Effects()
    effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
    assert effects.sparks
    for _ in range(10):
        effects.update(1 / 60)
        assert all(spark.x <= 100.0 for spark in effects.sparks)


def test_there_is_a_most_of_sparks(world):
    """However many slugs ricochet, drawing them stays cheap."""
    effects = Effects()
    for _ in range(200):
        effects.begin(Ricocheted(0.5, (50.0, 50.0), body=1, direction=(1.0, 0.0)), world)
    assert len(effects.sparks) == MOST_SPARKS


def test_the_shake_is_small_short_and_along_the_normal(world):
    """At most 4 px, never growing, over after 120 ms."""
    effects = Effects()
    assert effects.offset == (0.0, 0.0)
    effects.begin(stop_at((100.0, 100.0), (0.0, -1.0)), world)
    x, y = effects.offset
    assert x == 0.0
    assert 0 < abs(y) <= 4.0
    before = 4.0
    for _ in range(13):
        assert hypot(*effects.offset) <= before
        before = hypot(*effects.offset)
        effects.update(0.0095)
    assert effects.offset == (0.0, 0.0)


def test_everything_is_over_within_half_a_second(world):
    """Nothing piles up: after half a second the picture is empty."""
    effects = Effects()
    empty = picture(effects, world)
    effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
    assert picture(effects, world) != empty
    effects.update(0.5)
    assert picture(effects, world) == empty


def test_the_same_events_look_the_same(world):
    """The random generator is the effects' own and begins alike: a replay looks as the run did."""
    pictures = []
    for _ in range(2):
        effects = Effects()
        effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
        effects.update(0.05)
        pictures.append(picture(effects, world))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("name", ROOMS)
def test_the_trail_is_the_swept_volume_of_every_dash(name, tmp_path):
    """Its pieces are the player's pieces of path, and they are gone 250 ms later."""
    run = run_until(tmp_path, name, lambda world: world.dashes and world.player.state != "dash")
    pieces = len(run.effects.trail)
    own = [step.paths.mover == run.world.player.id for step in run.recent]
    assert 0 < pieces <= sum(int(rows.sum()) for rows in own)
    run.effects.update(0.25)
    assert not run.effects.trail


def test_death_shows_what_killed_until_the_room_begins_again(world):
    """The killer's box is lit in the lethal colour where it was."""
    effects, killer = Effects(), next(iter(world.slugs))
    place = tuple(world.space.center[killer].tolist())
    died = Died(0.5, place, body=world.player.id, other=killer, direction=(0.0, 0.0))
    effects.begin(died, world)
    effects.update(1.0)
    alive = picture(effects, world)
    world.outcome = "dead"
    dead = picture(effects, world)
    assert dead != alive
    assert bytes(palette.LETHAL) in dead
