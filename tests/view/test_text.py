"""How is text drawn, sharp and quickly?"""

import numpy as np
import pygame
import pytest

from game.view import text
from game.view.canvas import Canvas
from game.view.palette import TEXT
from game.view.screen import Screen

LINES = [
    "12.34 s   3 dashes",
    "1,234 contacts, 56 overlooked by a test at the tick's end",
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


def test_a_line_is_not_pale_since_a_part_of_it_was_drawn_faded():
    canvas = Canvas(pygame.Surface((40, 40)), Screen(1.0, 0.0, 0.0))
    canvas.text("3", (0, 0), TEXT, 18, fill=0.3)
    canvas.surface.fill((0, 0, 0))
    canvas.text("13", (0, 0), TEXT, 18)
    line, pale = canvas.surface.copy(), pygame.surfarray.array3d(canvas.surface)
    text.line_image.cache_clear()
    line.fill((0, 0, 0))
    Canvas(line, canvas.screen).text("13", (0, 0), TEXT, 18)
    assert np.array_equal(pale, pygame.surfarray.array3d(line))


def test_an_accent_on_the_letter_before_takes_no_place():
    marked = text.line_image("a\u0308 12", 18, TEXT, False)
    assert marked.get_size() == text.line_image("\u00e4 12", 18, TEXT, False).get_size()


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
