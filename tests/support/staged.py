"""What tests of scenes share: a stage with its files in the test's folder, runs, pictures."""

from functools import cache

import pygame

from game.resources import levels, stored_replay
from game.scenes.registry import open_room
from game.scenes.run.run import Run
from game.scenes.scene import Stage
from game.simulation.player import Controls
from game.simulation.replay import begin_replay, loads
from game.simulation.tiled import load_room
from game.storage import Storage
from game.view.canvas import Canvas

ROOMS = tuple(levels())


def stage(folder, **options):
    """Return a stage that stores its files in a folder and reports nothing."""
    return Stage(
        Storage(folder, lambda message: None), list(levels().values()), open_room, **options
    )


@cache
def replay_of(name):
    """Return the stored replay of a room."""
    return loads(stored_replay(name).read_text(encoding="utf-8"))


def run_until(folder, name, is_there=lambda world: False):
    """Play a room's replay until something is true of its world, or to the end."""
    run = Run(stage(folder), load_room(levels()[name]), replay_of(name))
    while not run.world.outcome and not is_there(run.world):
        assert run.world.ticks <= replay_of(name).ticks, f"the stored replay of {name} ends nowhere"
        run.tick(Controls())
    return run


def worlds_of(name):
    """Play a room's stored replay; yield its world before the first tick and after each."""
    world = begin_replay(replay_of(name), load_room(levels()[name]))
    yield world
    for controls in replay_of(name).controls():
        world.tick(controls)
        yield world


@cache
def play_once(name):
    """Return the world of a room at the end of its stored replay, which nothing may change."""
    (*_, world) = worlds_of(name)
    return world


def world_at_end(name):
    """Return a copy of that world."""
    return play_once(name).copy()


def is_dashing(world):
    return world.player.state == "dash"


def is_aiming(world):
    return world.player.state == "aim"


def record_texts(monkeypatch):
    """Return a list that every text drawn on a canvas joins: words, left, right, y and size."""
    texts, draw = [], Canvas.text

    def text(canvas, words, at, color, size=9.0, anchor=(0.0, 0.0), *rest, **more):
        wide = 0.6 * size * len(words)
        left = at[0] - anchor[0] * wide
        texts.append((words, left, left + wide, at[1], size))
        draw(canvas, words, at, color, size, anchor, *rest, **more)

    monkeypatch.setattr(Canvas, "text", text)
    return texts


def picture(scene, size=(640, 360)):
    """Return what a scene draws, as bytes."""
    surface = pygame.Surface(size)
    scene.draw(surface)
    return pygame.image.tobytes(surface, "RGB")
