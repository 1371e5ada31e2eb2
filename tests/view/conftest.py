"""What several tests of the view draw on."""

import pygame
import pytest
from support.parade import SCALE

from game.view.canvas import Canvas
from game.view.screen import Screen


@pytest.fixture
def canvas():
    """Return an empty canvas, 40 px wide."""
    size = (40 * SCALE, 40 * SCALE)
    return Canvas(pygame.Surface(size), Screen.fit(size, (40, 40)))
