"""Where on the window does a point of the world lie?"""

from fractions import Fraction
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from game.view.screen import Screen

WORLD = (640.0, 360.0)
windows = st.tuples(st.integers(160, 4000), st.integers(90, 2200))
faces = st.lists(st.integers(0, 64 * 640), min_size=3, max_size=3, unique=True).map(sorted)


@given(windows, faces)
def test_boxes_that_touch_in_the_world_touch_on_the_window(window, faces):
    a, b, c = (face / 64 for face in faces)
    screen = Screen.fit(window, WORLD)
    left, right = screen.rect((a, 10), (b, 20)), screen.rect((b, 10), (c, 20))
    assert left.right >= right.left
    if (b - a) * screen.scale >= 1:
        assert left.right == right.left


@given(windows, faces)
def test_no_box_is_too_thin_to_be_visible(window, faces):
    low, high = faces[0] / 64, faces[1] / 64
    rect = Screen.fit(window, WORLD).rect((low, low), (high, high))
    assert rect.width >= 1
    assert rect.height >= 1


@given(windows)
def test_the_whole_room_is_shown_as_large_as_it_fits(window):
    screen = Screen.fit(window, WORLD)
    spans = [side * screen.scale for side in WORLD]
    assert all(span <= pixels + 1e-6 for span, pixels in zip(spans, window))
    assert any(isclose(span, pixels) for span, pixels in zip(spans, window))
    for offset, span, pixels in zip((screen.left, screen.top), spans, window):
        assert isclose(2 * offset + span, pixels, abs_tol=1e-6)


@given(windows, st.tuples(st.floats(0, 640), st.floats(0, 360)))
def test_the_pointer_finds_back_to_the_world(window, point):
    screen = Screen.fit(window, WORLD)
    there = screen.world(screen.point(point))
    assert all(isclose(a, b, abs_tol=1e-6) for a, b in zip(there, point))


def test_at_whole_scales_a_pixel_of_the_world_is_whole_pixels():
    """1280x720 and 1920x1080 are exactly 2 and 3: a wall of 1 px is 2 and 3 pixels wide."""
    for window, scale in (((1280, 720), 2), ((1920, 1080), 3), ((640, 360), 1)):
        screen = Screen.fit(window, WORLD)
        assert Fraction(screen.scale) == scale
        rect = screen.rect((254.0, 108.0), (255.0, 356.0))
        assert tuple(rect) == (254 * scale, 108 * scale, scale, 248 * scale)


def test_a_shaken_screen_is_moved_in_px_of_the_world():
    screen = Screen.fit((1280, 720), WORLD).moved(1.5, -2.0)
    assert screen.point((0, 0)) == (3.0, -4.0)
