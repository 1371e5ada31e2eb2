"""Runs for pictures: one of each element, GLITCH, and the shaft."""

import numpy as np
import pygame
from support.drawn import BEGIN, box, player_at, room
from support.staged import stage

from game.scenes.run.run import Run
from game.scenes.settings import Settings
from game.simulation.shaft import shaft

BLADE = box("blade", 300, 150, 80, 6, rpm=240.0) | {"rotation": 20}
MACHINES = room(
    player_at(60, 300),
    box("wall", 200, 220, 200, 3),
    box("piston", 120, 60, 40, 24, dx=140.0, speed=400.0, back=40.0, lethal="right"),
    box("piston", 400, 320, 160, 6, dy=-100.0, speed=400.0, back=60.0),
    box("slider", 220, 300, 30, 20, dx=100.0, speed=60.0, lethal="left,right"),
    BLADE,
    box("slug", 40, 60, 4, 4, vx=500.0, vy=350.0),
    box("core", 540, 290, 12, 12),
    box("glitch", 60, 200, 16, 16),
)
GLITCHY = room(
    player_at(99, 180),
    box("glitch", 101, 172, 16, 16),
    box("wall", 200, 40, 4, 280),
    box("wall", 420, 40, 32, 280),
    box("core", 360, 174, 12, 12),
)
SHAFT = shaft(
    [
        room(
            player_at(320, 344),
            box("wall", 100, 100 + 10 * k, 200, 2),
            box("wall", 400, 200, 2, 100),
            box("piston", 500, 80, 30, 12, dx=60.0, speed=300.0, back=60.0, lethal="bottom"),
            box("slug", 50, 50, 4, 4, vx=300.0, vy=200.0),
            box("blade", 120, 180, 60, 5, rpm=90.0),
            box("core", 314, 60, 12, 12),
            box("glitch", 450, 300, 16, 16),
        )
        for k in range(5)
    ]
)
RIGHT = BEGIN
SCALE = 10
"""Pixels a px of the canvas on which tests draw single bodies."""


def run_of(folder, drawn, **settings):
    """Return a run in a room, with some options chosen."""
    on = stage(folder)
    on.settings = Settings(**settings)
    return Run(on, drawn)


def go(run, ticks, controls=RIGHT):
    """Do so many ticks, or fewer if the run is over."""
    for _ in range(ticks):
        run.tick(controls)
    return run


def glitching(folder):
    """Return a run that has just taken a cell of GLITCH."""
    run = go(run_of(folder, GLITCHY), 30)
    assert run.world.glitching
    return run


def picture(run, window=(640, 360), overlay=frozenset()):
    """Return the colours of a run's picture by column and row; nothing flies about."""
    run.effects.marks.clear()
    run.effects.shake_age = 1.0
    surface = pygame.Surface(window)
    run.draw(surface, overlay, None)
    return pygame.surfarray.array3d(surface)


def color_at(canvas, x, y):
    return canvas.surface.get_at((round(x * SCALE), round(y * SCALE)))[:3]


def are(pixels, color):
    """Return which pixels have a colour."""
    return np.asarray((pixels == color).all(axis=2))
