"""What does a room look like?"""

import numpy as np
import pygame
import pytest
from staged import ROOMS, is_aiming, run_until

from game.simulation.player import HEADINGS, direction
from game.view import palette
from game.view.canvas import Canvas
from game.view.elements import draw_core, draw_exit, draw_saw
from game.view.player import draw_notched
from game.view.screen import Screen

SIZE = (400, 400)
SCALE = 10
HALF = (4.0, 4.0)


@pytest.fixture
def canvas():
    """Return an empty canvas of ten pixels a px, 40 px wide."""
    return Canvas(pygame.Surface(SIZE), Screen.fit(SIZE, (40, 40)))


def color_at(canvas, x, y):
    return canvas.surface.get_at((round(x * SCALE), round(y * SCALE)))[:3]


def pixels(canvas):
    return pygame.image.tobytes(canvas.surface, "RGB")


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (803, 611)])
def test_every_wall_is_drawn_with_all_its_pixels(name, window, tmp_path):
    """The thinnest walls too, at sizes that are no multiple of the room's."""
    run = run_until(tmp_path, name, lambda world: True)
    surface = pygame.Surface(window)
    run.draw(surface, frozenset(), None)
    screen = run.screen(window)
    for box in run.room.walls[:-4]:
        middle = surface.get_at(screen.rect(box.min, box.max).center)[:3]
        assert middle == palette.WALL


@pytest.mark.parametrize("face", ["left", "right", "top", "bottom"])
def test_teeth_lie_within_the_box_and_reach_its_face(canvas, face):
    """What kills is exactly as drawn: nothing lethal outside, and the edge is reached."""
    draw_saw(canvas, (15, 15), (25, 25), face)
    xs, ys = np.nonzero(pygame.surfarray.array3d(canvas.surface).any(axis=2))
    assert min(*xs, *ys) >= 149
    assert max(*xs, *ys) <= 250
    reached = {"left": min(xs), "right": max(xs), "top": min(ys), "bottom": max(ys)}[face]
    assert abs(reached - (150 if face in ("left", "top") else 250)) <= 1


@pytest.mark.parametrize("heading", range(0, HEADINGS, HEADINGS // 16))
def test_the_players_notch_lies_on_the_side_it_faces(canvas, heading):
    """Half-way to the face it is dark, behind the centre it is the player's colour."""
    draw_notched(canvas, (20, 20), HALF, heading)
    x, y = direction(heading)
    assert color_at(canvas, 20 + 2.5 * x, 20 + 2.5 * y) == palette.BACKGROUND
    assert color_at(canvas, 20 - 2.5 * x, 20 - 2.5 * y) == palette.PLAYER


def test_the_exit_looks_shut_until_it_is_open(canvas):
    """Shut it is empty in its middle part, open it is lit."""
    draw_exit(canvas, (20, 20), (8, 12), False, 0.0)
    shut = color_at(canvas, 14, 20)
    draw_exit(canvas, (20, 20), (8, 12), True, 0.0)
    assert shut == (0, 0, 0)
    assert color_at(canvas, 14, 20) != shut


def test_a_core_breathes_with_the_seconds(canvas):
    """Its ring changes in size, and stays within the box that is taken."""
    drawn = set()
    for seconds in (0.0, 0.25, 0.5, 0.75):
        canvas.surface.fill((0, 0, 0))
        draw_core(canvas, (20, 20), (6, 6), seconds)
        drawn.add(pixels(canvas))
        assert color_at(canvas, 20, 13) == (0, 0, 0)
    assert len(drawn) > 1


def test_the_preview_is_drawn_while_aiming_only(tmp_path):
    """Its dashes are in the colour of the sweep."""
    run = run_until(tmp_path, "first-contact", is_aiming)
    surfaces = []
    for state in ("aim", "still"):
        run.world.player.state = state
        surface = pygame.Surface((640, 360))
        run.draw(surface, frozenset(), None)
        surfaces.append(pygame.image.tobytes(surface, "RGB"))
    assert bytes(palette.SWEEP) in surfaces[0]
    assert bytes(palette.SWEEP) not in surfaces[1]
