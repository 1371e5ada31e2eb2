"""What can be drawn at all?"""

import pygame
import pytest

from game.view.canvas import Canvas, along
from game.view.screen import Screen

INK = (200, 100, 50)


@pytest.fixture
def canvas():
    """Return a black canvas of two pixels a px."""
    surface = pygame.Surface((200, 100))
    return Canvas(surface, Screen.fit((200, 100), (100, 50)))


def inked(canvas):
    """Return the pixels that are not black."""
    width, height = canvas.surface.get_size()
    return {
        (x, y)
        for x in range(width)
        for y in range(height)
        if canvas.surface.get_at((x, y))[:3] != (0, 0, 0)
    }


def test_a_box_covers_the_pixels_between_its_faces_and_no_other(canvas):
    """The faces 10 and 14 px are the pixel edges 20 and 28."""
    canvas.box((10, 5), (14, 8), INK)
    assert inked(canvas) == {(x, y) for x in range(20, 28) for y in range(10, 16)}


def test_a_box_without_area_or_line_is_nothing(canvas):
    """fill and width both 0 draw nothing."""
    canvas.box((10, 5), (14, 8), INK, fill=0)
    assert not inked(canvas)


def test_an_outline_stays_within_its_box(canvas):
    """The line is drawn inwards: an outlined box is not larger than a filled one."""
    canvas.box((10, 5), (20, 15), INK, fill=0, width=1)
    drawn = inked(canvas)
    assert drawn <= {(x, y) for x in range(20, 40) for y in range(10, 30)}
    assert (20, 10) in drawn
    assert (30, 20) not in drawn


def test_a_half_transparent_area_lets_the_ground_through(canvas):
    """fill is opacity."""
    canvas.box((10, 5), (14, 8), INK, fill=0.5)
    color = canvas.surface.get_at((22, 12))[:3]
    assert all(abs(c - ink / 2) <= 1 for c, ink in zip(color, INK))


def test_a_dashed_line_has_gaps_and_both_of_its_ends_nearby(canvas):
    """It is shorter in ink than the line it stands for."""
    canvas.bar((5, 25), (95, 25), INK, 1, dashed=True)
    columns = {x for x, _ in inked(canvas)}
    assert 10 in columns
    assert len(columns) < 0.7 * 180
    assert max(columns) > 170


def test_a_hull_covers_the_middle_of_its_corners(canvas):
    """A triangle's centroid is inked, what lies beyond its corners is not."""
    canvas.hull([(10, 10), (40, 10), (25, 40)], INK)
    drawn = inked(canvas)
    assert (50, 40) in drawn
    assert (24, 70) not in drawn


def test_arrow_and_dot_of_no_length_are_harmless(canvas):
    """A body at rest has an arrow without direction."""
    canvas.arrow((50, 25), (50, 25), INK)
    canvas.dot((50, 25), INK, 0.0)
    canvas.bar((50, 25), (50, 25), INK, dashed=True)


def test_text_is_anchored_where_it_is_told(canvas):
    """Anchored at its right end, it lies left of the point."""
    canvas.text("IIII", (80, 25), INK, 9, anchor=(1, 0.5))
    drawn = inked(canvas)
    assert drawn
    assert max(x for x, _ in drawn) <= 160
    assert min(y for _, y in drawn) < 50 < max(y for _, y in drawn)


def test_along_meets_both_ends():
    """0 is the start, 1 the end."""
    assert along((1, 2), (5, 10), 0) == (1, 2)
    assert along((1, 2), (5, 10), 1) == (5, 10)
    assert along((1, 2), (5, 10), 0.25) == (2, 4)
