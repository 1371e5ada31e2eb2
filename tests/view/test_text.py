"""How is text drawn, sharp and quickly?"""

import numpy as np
import pygame
import pytest

from game.view import text
from game.view.palette import TEXT

LINES = [
    "12.34 s   3 dashes",
    "1,234 contacts, 56 missed by a test at the tick's end",
    "Take the cores, then the door.",
    "cores 10/12",
    "+500 x2",
]


@pytest.fixture(autouse=True)
def nothing_cached():
    text.line_image.cache_clear()


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("words", LINES)
def test_a_line_of_pieces_looks_as_rendered_at_once(words, bold):
    """At the size of small print on a page of 1280 x 720."""
    whole = text.font(18, bold).render(words, True, TEXT)
    line = text.line_image(words, 18, TEXT, bold)
    assert line.get_size() == whole.get_size()
    assert np.array_equal(*map(pygame.surfarray.array_alpha, (line, whole)))


def test_signs_are_shown_as_they_are_typed():
    """The font has one sign for both; it would be as wide as two."""
    joined = text.font(36, False).render("<=", True, TEXT)
    line, less = (text.line_image(words, 36, TEXT, False) for words in ("<=", "<"))
    assert not np.array_equal(*map(pygame.surfarray.array_alpha, (line, joined)))
    part = line.subsurface(less.get_rect())
    assert np.array_equal(*map(pygame.surfarray.array_alpha, (part, less)))


def test_a_number_that_changes_is_not_rendered_again(monkeypatch):
    """Each tick has another time, and rendering it amid a frame took 0.2 ms."""
    rendered = []

    class Font(pygame.font.Font):
        def render(self, words, *rest):
            rendered.append(words)
            return super().render(words, *rest)

    drawn = Font(text.assets() / "fonts" / "JetBrainsMono-Regular.ttf", 18)
    monkeypatch.setattr(text, "font", lambda size, bold: drawn)
    text.line_image("98.76 s   5 dashes", 18, TEXT, False)
    text.line_image("12.34 s   0 dashes", 18, TEXT, False)
    rendered.clear()
    text.line_image("43.21 s   6 dashes", 18, TEXT, False)
    assert rendered == []
