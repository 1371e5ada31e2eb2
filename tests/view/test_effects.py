"""What flies about after something happened?"""

from itertools import product
from math import hypot

import numpy as np
import pygame
import pytest
from support.drawn import box, player_at, room
from support.parade import SHAFT, glitching, go, run_of
from support.staged import ROOMS, run_until

from game.collision import AABB, ConvexPolygon, separating_axis
from game.scenes.shell.settings import Settings
from game.simulation.events import Died, Hurt, Ricocheted, Stopped
from game.simulation.player import Controls
from game.view import palette
from game.view.canvas import Canvas
from game.view.effects import MOST_SPARKS, Death, Effects, draw_death
from game.view.hud import RoomPage
from game.view.screen import Screen
from game.view.shapes import swept_outline

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
    effects = Effects(Settings())
    effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
    assert effects.sparks
    for _ in range(10):
        effects.update(1 / 60)
        assert all(spark.x <= 100.0 for spark in effects.sparks)


def test_there_is_a_most_of_sparks(world):
    effects = Effects(Settings())
    for _ in range(200):
        effects.begin(Ricocheted(0.5, (50.0, 50.0), body=1, direction=(1.0, 0.0)), world)
    assert len(effects.sparks) == MOST_SPARKS


def test_the_shake_is_small_short_and_along_the_normal(world):
    effects = Effects(Settings())
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
    effects = Effects(Settings())
    empty = picture(effects, world)
    effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
    assert picture(effects, world) != empty
    effects.update(0.5)
    assert picture(effects, world) == empty


def test_the_same_events_look_the_same(world):
    """The random generator is the effects' own and begins alike: a replay looks as the run did."""
    pictures = []
    for _ in range(2):
        effects = Effects(Settings())
        effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
        effects.update(0.05)
        pictures.append(picture(effects, world))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("name", ROOMS)
def test_the_trail_is_the_swept_volume_of_every_dash(name, tmp_path):
    """Its pieces are those of the player's path in each tick; they are gone 250 ms later."""
    run = run_until(tmp_path, name, lambda world: world.dashes and world.player.state != "dash")
    me, expected = run.world.player.id, []
    half = run.world.space.half_extents[me]
    for step in run.recent:
        paths = step.paths.only(step.paths.mover == me)
        ends = zip(paths.start.tolist(), paths.end.tolist())
        expected += [swept_outline(start, end, half) for start, end in ends if start != end]
    trail = [mark.points for mark in run.effects.trail]
    assert trail
    assert trail == expected[-len(trail) :]
    run.effects.update(0.25)
    assert not run.effects.trail


@pytest.mark.parametrize("option", ["particles", "shake"])
def test_sparks_and_the_shake_can_be_turned_off(option, world):
    effects = Effects(Settings(**{option: False}))
    effects.begin(stop_at((100.0, 100.0), (0.0, -1.0)), world)
    assert bool(effects.sparks) == (option != "particles")
    assert (effects.offset != (0.0, 0.0)) == (option != "shake")


def test_an_option_holds_from_the_moment_on_that_it_is_chosen(world):
    settings = Settings()
    effects = Effects(settings)
    settings.particles = False
    effects.begin(stop_at((100.0, 100.0), (0.0, -1.0)), world)
    assert not effects.sparks


def test_reduced_flashing_makes_death_dim_and_slow(world):
    brightness, sparks, lives = [], [], []
    for reduced in (False, True):
        effects = Effects(Settings(reduced_flashing=reduced, shake=False))
        effects.begin(Died(0.5, (100.0, 100.0), world.player.id, next(iter(world.slugs))), world)
        sparks.append(effects.sparks[:])
        effects.sparks.clear()
        pixels = np.frombuffer(picture(effects, world), np.uint8)
        brightness.append(int(pixels.max()))
        lives.append(0)
        while effects.rings:
            effects.update(1 / 60)
            lives[-1] += 1
    assert len(sparks[1]) * 2 <= len(sparks[0])
    assert brightness[1] * 1.8 < brightness[0]
    assert lives[1] >= 2 * lives[0] - 1


def test_the_trail_of_a_dash_in_glitch_is_a_row_of_boxes(tmp_path):
    run = glitching(tmp_path)
    go(run, 10, Controls(aim=True, heading=0))
    while run.world.player.state != "dash":
        go(run, 1, Controls(heading=0))
    go(run, 2, Controls(heading=0))
    assert len(run.effects.trail) == 3
    for mark in run.effects.trail:
        (left, top), (right, bottom) = mark.points[0], mark.points[2]
        assert (right - left, bottom - top) == (8.0, 8.0)
        assert mark.color == palette.GLITCH


NUDGE = Controls(creep=(1, 0))
KILLERS = {
    "blade": [box("blade", 280, 180, 80, 6, rpm=60.0)],
    "slug": [box("slug", 200, 148, 4, 4, vx=400.0, vy=0.0)],
    "saw": [box("slider", 200, 140, 20, 20, dx=200.0, speed=100.0, lethal="right")],
    "crushed": [
        box("piston", 260, 140, 20, 20, dx=100.0, speed=400.0, back=40.0),
        box("wall", 350, 100, 3, 100),
    ],
}


@pytest.mark.parametrize("word", KILLERS)
def test_death_names_and_outlines_every_killer(word, tmp_path):
    run = go(run_of(tmp_path, room(player_at(320, 150), *KILLERS[word])), 1, NUDGE)
    go(run, 300, Controls())
    assert run.world.outcome == "dead"
    death = run.effects.death
    assert death.word == word
    assert len(death.outlines) == (2 if word == "crushed" else 1)
    player = AABB(death.at, (4.0, 4.0))
    for ring in death.outlines:
        assert separating_axis(player.expanded((0.1, 0.1)), ConvexPolygon(ring)) is None


def test_the_line_is_named_and_outlined_where_it_is(tmp_path):
    run = go(run_of(tmp_path, SHAFT), 1, NUDGE)
    go(run, 2000, Controls())
    death = run.effects.death
    assert death.word == "the line"
    assert death.outlines[0][0] == (0.0, run.world.line_at)
    assert death.outlines[0][1] == (640.0, run.world.line_at)


def test_the_word_for_what_killed_stays_in_the_picture(tmp_path, monkeypatch):
    world = run_of(tmp_path, SHAFT).world
    for at in product((8.0, 632.0), (8.0, 352.0)):
        surface = pygame.Surface(SIZE)
        words = []
        canvas = Canvas(surface, Screen.fit(SIZE, SIZE))
        monkeypatch.setattr(RoomPage, "text", lambda _, *a, words=words: words.append(a))
        draw_death(canvas, Death("taken back", [], at, (0.0, 0.0), (4.0, 4.0)), world.room.width)
        (_, (x, y), _, size, anchor, *_), wide = words[0], 0.6 * 9 * len("taken back")
        assert x - wide * anchor[0] > 0
        assert x + wide * (1 - anchor[0]) < 640
        assert size * anchor[1] < y < 360 - size * (1 - anchor[1])


def test_a_hit_throws_sparks(tmp_path):
    world, effects = run_of(tmp_path, SHAFT).world, Effects(Settings())
    effects.begin(Hurt(0.5, (100.0, 100.0), world.player.id, 0, (1.0, 0.0), 2), world)
    assert {spark.color for spark in effects.sparks} == {palette.LETHAL}
    assert effects.death is None


def test_death_shows_what_killed_until_the_room_begins_again(world):
    effects, killer = Effects(Settings()), next(iter(world.slugs))
    place = tuple(world.space.center[killer].tolist())
    died = Died(0.5, place, body=world.player.id, other=killer, direction=(0.0, 0.0))
    effects.begin(died, world)
    effects.update(1.0)
    alive = picture(effects, world)
    world.outcome = "dead"
    dead = picture(effects, world)
    assert dead != alive
    assert bytes(palette.LETHAL) in dead
