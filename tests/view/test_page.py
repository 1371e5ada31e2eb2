"""What lies on the pages around the rooms?"""

import pygame
import pytest

from game.simulation.medals import Award
from game.simulation.player import HALF
from game.view import palette
from game.view.canvas import Canvas
from game.view.page import DASH_EVERY, cell_boxes, draw_room_cells, draw_title_dash
from game.view.screen import Screen

SIZE = (640, 360)


@pytest.fixture
def page():
    """Return a white page."""
    surface = pygame.Surface(SIZE)
    surface.fill("white")
    return Canvas(surface, Screen.fit(SIZE, SIZE))


def color_at(page, x, y):
    return page.surface.get_at((round(x), round(y)))[:3]


@pytest.mark.parametrize(("dashes", "x", "ahead"), [(1, 299, 1), (2, 101, -1), (3, 299, 1)])
def test_the_box_on_the_title_faces_the_wall_to_which_it_dashed(page, dashes, x, ahead):
    """The notch is on that side."""
    draw_title_dash(page, (100, 50), 200, (dashes + 0.5) * DASH_EVERY)
    middle = x - ahead * HALF[0]
    assert color_at(page, middle + 2 * ahead, 50) == palette.BACKGROUND
    assert color_at(page, middle - 2 * ahead, 50) == palette.PLAYER


def test_rooms_have_dark_cells_with_4_px_in_between(page):
    boxes = cell_boxes(14, (10, 10), (40, 30))
    draw_room_cells(page, boxes, [(False, Award())] * 14, chosen=-1)
    cells, between = [(15, 15), (55, 15), (15, 45)], [(50, 25), (30, 40)]
    assert {sum(color_at(page, *place)) < 400 for place in cells} == {True}
    assert {color_at(page, *place) for place in between} == {(255, 255, 255)}
