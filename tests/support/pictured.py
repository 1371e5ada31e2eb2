"""A picture of every event that has a sound, with the sound off.

The events happen in one room, most of them to a player that rests on a wall; Scanline's in a shaft.
A picture shows what is around the place, a moment later.
"""

from pathlib import Path

import numpy as np
import pygame
from support.drawn import box, player_at, room
from support.parade import SHAFT, run_of

from game.audio import RECIPES
from game.collision import Kind
from game.simulation import events
from game.simulation.elements import Core, Exit, GlitchCell, Slider, Slug
from game.simulation.player import HEADINGS

FRAMES = Path(__file__).parents[1] / "view" / "frames"
WINDOW, SIZE = (1280, 720), (240, 160)
"""Pixels of the window, and of the part of it around the event."""
MOMENT = 0.06
"""s after the event."""
PLACE, BESIDE, MIDDLE, UP = (320.0, 196.0), (300.0, 198.0), (320.0, 182.0), (0.0, -1.0)
"""px: the player's centre, on a wall, that of a slug beside it, and that of the picture; and the
normal of the wall."""
HALL = room(
    player_at(*PLACE),
    box("wall", 240, 200, 160, 3),
    box("slider", 300, 150, 40, 12, dx=100.0, speed=60.0, lethal="left,right,bottom"),
    box("slug", 350, 190, 4, 4, vx=500.0, vy=350.0),
    box("core", 280, 164, 12, 12),
    box("core", 20, 20, 12, 12),
    box("glitch", 276, 180, 14, 14),
    box("exit", 356, 166, 14, 18),
)
DRAW_ANEW = "if this change is meant: python tests/tools/make/draw_pictures.py"
"""What a test says if a picture is not drawn as it is stored."""
HEARD = [name for name in RECIPES if hasattr(events, name)]
"""The classes of events that have a sound."""


def staged(name, world):
    """Return an event of a class, and the body that it is about."""
    wall, body = world.space.ids(Kind.WALL)[0], None
    if name in ("Stopped", "TakenBack", "Ricocheted"):
        body = wall
    elif name in ("ExitOpened", "Finished"):
        body = min(world.bodies.of(Exit))
    elif name in ("CoreTaken", "GlitchBegan", "Grazed", "Died"):
        near = {
            "CoreTaken": world.bodies.of(Core),
            "Grazed": world.bodies.of(Slider),
            "Died": world.bodies.of(Slug),
        }
        body = min(near.get(name, world.bodies.of(GlitchCell)))
    on_it = name in ("CoreTaken", "GlitchBegan", "Finished")
    at = tuple(world.space.center[body].tolist()) if on_it else PLACE
    if name == "Ricocheted":
        at = BESIDE
    if name == "ExitOpened":
        world.bodies = world.bodies.without(world.bodies.of(Core))
    world.player.heading = HEADINGS // 4
    return getattr(events, name)(0.5, at, world.player.id, body, UP, 2)


def draw(name, folder, effects="full", seconds=MOMENT, happens=True):
    """Return the picture of an event, or what it would be if the event had not happened."""
    run = run_of(folder, SHAFT if name == "Hurt" else HALL, effects=effects)
    run.world.space.center[run.world.player.id] = PLACE
    event = staged(name, run.world)
    if name == "Died":
        run.world.outcome = "dead"
    if happens:
        run.effects.begin(event, run.world)
    for _ in range(round(seconds / 0.01)):
        run.effects.update(0.01)
    surface = pygame.Surface(WINDOW)
    run.draw(surface, frozenset(), None)
    corner = [round(2 * x - side / 2) for x, side in zip(MIDDLE, SIZE)]
    return surface.subsurface(pygame.Rect(corner, SIZE))


def difference(one, other):
    """Return how far two pictures are apart in each pixel, 0 to 255."""
    a, b = (pygame.surfarray.array3d(each).astype(int) for each in (one, other))
    return np.abs(a - b).max(axis=2)


def unlike(one, other):
    """Return how far each pixel is apart from the likest within a pixel of its place, 0 to 255.

    Of the first picture from the second, or of the second from the first, whichever is more: so
    nothing may be missing, and nothing too much. But where an edge is a pixel off, all are alike:
    releases of pygame-ce before 2.5.8 draw the lines of circles a pixel wider (its issue 3682).
    """
    a, b = (pygame.surfarray.array3d(each).astype(int) for each in (one, other))
    return np.maximum(from_likest(a, b), from_likest(b, a))


def from_likest(colors, others):
    """Return how far each colour is apart from the likest of the nine around its place."""
    framed = np.pad(others, ((1, 1), (1, 1), (0, 0)), mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(framed, (3, 3), axis=(0, 1))
    apart = np.abs(colors[:, :, :, None, None] - around).max(axis=2)
    return apart.min(axis=(2, 3))
