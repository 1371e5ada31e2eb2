"""What can be drawn at all?"""

import numpy as np
import pygame
import pytest

from game.view.canvas import (
    AT_ONCE,
    MANY_BODIES,
    MANY_LINES,
    MOST_DOTS,
    TINTS,
    WIDEST_TINT,
    Canvas,
    halo_image,
    one_for_each,
    point_between,
    tint_image,
)
from game.view.screen import Screen

INK = (200, 100, 50)


@pytest.fixture
def canvas():
    """Return a black canvas of two pixels a px."""
    surface = pygame.Surface((200, 100))
    return Canvas(surface, Screen.fit((200, 100), (100, 50)))


def inked(canvas):
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
    canvas.box((10, 5), (14, 8), INK, fill=0)
    assert not inked(canvas)


def test_an_outline_stays_within_its_box(canvas):
    canvas.box((10, 5), (20, 15), INK, fill=0, width=1)
    drawn = inked(canvas)
    assert drawn <= {(x, y) for x in range(20, 40) for y in range(10, 30)}
    assert (20, 10) in drawn
    assert (30, 20) not in drawn


def test_a_half_transparent_area_lets_the_ground_through(canvas):
    canvas.box((10, 5), (14, 8), INK, fill=0.5)
    color = canvas.surface.get_at((22, 12))[:3]
    assert all(abs(c - ink / 2) <= 1 for c, ink in zip(color, INK))


def test_a_stamp_is_drawn_once_for_each_size_and_looks_as_if_drawn_in_place(canvas):
    """Half a pixel aside it is the same picture; one more pixel wide it is another."""
    sizes = []

    def draw(canvas, low, high, color):
        sizes.append(high)
        canvas.box(low, high, color)
        canvas.dot((low[0] + 2, low[1] + 1), (255, 255, 255), 0.5)

    for left, right in ((10, 14), (50.2, 54.2), (10, 14.5)):
        canvas.surface.fill((0, 0, 0))
        expected = Canvas(canvas.surface.copy(), canvas.screen)
        canvas.stamp((left, 5), (right, 8), draw, INK)
        draw(expected, (round(2 * left) / 2, 5), (round(2 * right) / 2, 8), INK)
        area = pygame.Rect(2 * left, 10, 2 * (right - left), 6)
        drawn, direct = (pygame.surfarray.array3d(c.surface) for c in (canvas, expected))
        assert (drawn[area.left : area.right, 10:16] == direct[area.left : area.right, 10:16]).all()
    assert [size for size in sizes if size[1] == 3] == [(4.0, 3.0), (4.5, 3.0)]


def test_a_light_area_is_drawn_again_only_if_its_shape_is_new(canvas, monkeypatch):
    """Or if it has faded by more than a step."""
    canvas.hulls(RINGS, INK, fill=0.4)
    monkeypatch.setattr(pygame.draw, "polygon", None)
    canvas.hulls(RINGS + (6.0, 2.0), INKS[0], fill=[0.4] * len(RINGS))
    canvas.hull(RINGS[0], INK, fill=0.4 + 0.2 / TINTS)
    with pytest.raises(TypeError):
        canvas.hulls(RINGS * (1.0, 1.1), INK, fill=0.4)


def test_a_light_area_is_as_opaque_as_it_is_filled():
    for fill, alpha in ((0.25, 64), (0.5, 128), (0.75, 191), (1.0, 255)):
        image = tint_image(((0, 0), (20, 0), (0, 20)), INK, round(TINTS * fill))
        assert image.get_at((5, 5)) == (*INK, alpha)


def test_the_picture_of_a_large_area_is_not_stored(canvas, monkeypatch):
    """Hundreds of them would take gigabytes."""
    large = [(0, 0), (WIDEST_TINT, 20), (0, 40)]
    canvas.hull(large, INK, fill=0.4)
    assert inked(canvas)
    monkeypatch.setattr(pygame.draw, "polygon", None)
    with pytest.raises(TypeError):
        canvas.hull(large, INK, fill=0.4)


def test_a_dashed_line_has_gaps_and_both_of_its_ends_nearby(canvas):
    canvas.bar((5, 25), (95, 25), INK, 1, dashed=True)
    columns = {x for x, _ in inked(canvas)}
    assert 10 in columns
    assert len(columns) < 0.7 * 180
    assert max(columns) > 170


def test_the_dashes_of_a_box_run_around_it_and_serve_many_sizes(canvas, monkeypatch):
    """Each edge of 13 pixels begins with a dash of 7, and has 5 in between."""
    canvas.box((10, 5), (16.5, 10), INK, 0, 0.5, dashed=True)
    right, left = ({x for x, y in inked(canvas) if y == row} for row in (10, 20))
    assert right == {*range(20, 27), 32, 33}
    assert left == {20, *range(26, 33)}
    monkeypatch.setattr(pygame.transform, "rotate", None)  # No dashes are made for it.
    canvas.box((40, 5), (45, 12.5), INK, 0, 0.5, dashed=True)


def test_a_hull_covers_the_middle_of_its_corners(canvas):
    canvas.hull([(10, 10), (40, 10), (25, 40)], INK)
    drawn = inked(canvas)
    assert (50, 40) in drawn
    assert (24, 70) not in drawn


def test_arrow_and_dot_of_no_length_are_harmless(canvas):
    canvas.arrow((50, 25), (50, 25), INK)
    canvas.dot((50, 25), INK, 0.0)
    canvas.bar((50, 25), (50, 25), INK, dashed=True)


def test_the_head_of_an_arrow_is_4_px_long_and_4_wide(canvas):
    """However the arrays lie in memory."""
    ends = (
        np.array([[10.0, 10.0, 60.0], [25.0, 25.0, 5.0]]),
        np.array([[30.0, 30, 60], [25, 25, 35]]),
    )
    canvas.arrows(ends[0].T, ends[1].T, INK)
    drawn = inked(canvas)
    assert {y for x, y in drawn if x == 52} == {*range(46, 55)}
    assert {x for x, y in drawn if y == 62} == {*range(116, 125)}
    assert {y for x, y in drawn if x == 50} == {50}


def test_text_is_drawn_at_its_anchor(canvas):
    canvas.text("IIII", (80, 25), INK, 9, anchor=(1, 0.5))
    drawn = inked(canvas)
    assert drawn
    assert max(x for x, _ in drawn) <= 160
    assert min(y for _, y in drawn) < 50 < max(y for _, y in drawn)


def test_along_meets_both_ends():
    assert point_between((1, 2), (5, 10), 0) == (1, 2)
    assert point_between((1, 2), (5, 10), 1) == (5, 10)
    assert point_between((1, 2), (5, 10), 0.25) == (2, 4)


PLACES = np.array([(8.0, 6.3), (31.7, 20.0), (60.2, 11.9), (88.0, 33.0)])
WAYS = np.array([(5.0, 3.5), (0.0, 8.0), (11.0, 0.0), (7.3, 9.1)])
INKS = [INK, (10, 200, 90), INK, (0, 0, 255)]
RINGS = PLACES[:, None] + [(-4.0, 0.0), (0.0, -5.0), (4.0, 0.0), (0.0, 5.0)]
ROWS = {"box": (np.stack((PLACES, PLACES + WAYS), axis=1),), "hull": (RINGS,)}
LOOKS = {
    "box": [{}, {"fill": 0.3, "width": 1.0}, {"fill": 0.0, "width": 0.3, "dashed": True}],
    "hull": [{}, {"fill": 0.4}, {"fill": 0.0, "width": 0.3}],
    "bar": [{}, {"width": 2.0}],
    "arrow": [{}],
}


@pytest.mark.parametrize(("name", "look"), [(name, look) for name in LOOKS for look in LOOKS[name]])
def test_many_look_like_as_many_drawn_one_by_one(canvas, name, look):
    many = Canvas(pygame.Surface(canvas.surface.get_size()), canvas.screen)
    plural = {"box": "boxes"}.get(name, f"{name}s")
    rows = ROWS.get(name, (PLACES, PLACES + WAYS))
    getattr(many, plural)(*rows, INKS, **look)
    for k, ink in enumerate(INKS):
        one = rows[0][k] if name == "box" else [row[k] for row in rows]
        getattr(canvas, name)(*one, ink, **look)
    drawn, expected = (pygame.surfarray.array3d(c.surface).astype(int) for c in (many, canvas))
    assert expected.any()
    assert abs(drawn - expected).max() <= 2


def test_very_many_lines_are_where_as_many_smooth_ones_are(canvas):
    """Not smooth, but no pixel is farther off than the next; what leaves the picture is cut."""
    turns = np.linspace(0.0, 2 * np.pi, MANY_LINES + 1)
    rim = (50.0, 25.0) + np.stack((np.cos(turns), np.sin(turns)), axis=1) * (60.0, 20.0)
    smooth = Canvas(pygame.Surface(canvas.surface.get_size()), canvas.screen)
    canvas.bars(np.tile(rim[:-1], (2, 1)), np.tile(rim[1:], (2, 1)), INK)
    smooth.hull(rim[::4], INK, fill=0, width=0.1)
    near = {(x + i, y + j) for x, y in inked(smooth) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    assert len(inked(canvas)) > 200
    assert inked(canvas) <= near


def test_a_line_far_out_of_the_picture_is_dotted_and_costs_the_others_nothing(canvas):
    start = np.zeros((4 * MANY_LINES, 2))
    end = start + (1.0, 0.0)
    end[7] = 1e9, 0.0
    end[8] = 0.0, 2 * MOST_DOTS
    canvas.bars(start, end, INK)
    assert inked(canvas) == {(0, 0), (1, 0), (2, 0)} | {(0, y) for x, y in inked(canvas)}
    assert 20 < len(inked(canvas)) < 40


@pytest.mark.parametrize("look", [{}, {"fill": 0, "width": 0.6}])
@pytest.mark.parametrize("colors", [INK, [(k % 256, k // 2, 255) for k in range(400)]])
def test_very_many_boxes_are_the_same_pixels_as_one_by_one(colors, look):
    """Each hides those before it. Some are smaller than a pixel; some leave the picture, at whose
    edges pygame closes their outlines: so it draws on a larger one."""
    k = np.arange(400)
    low = np.stack((k * 37 % 210 - 5.25, k * 61 % 110 - 5.0), axis=1)
    ends = np.stack((low, low + np.stack((k % 7 * 0.75, k % 5 * 1.125), axis=1)), axis=1)
    assert len(ends) > MANY_BODIES
    many = Canvas(pygame.Surface((200, 100)), Screen(1.0, 0.0, 0.0))
    few = Canvas(pygame.Surface((240, 140)), Screen(1.0, 20.0, 20.0))
    many.boxes(ends, colors, **look)
    for box, color in zip(ends, one_for_each(colors, 400)):
        few.box(*box, color, **look)
    drawn, expected = (pygame.surfarray.array3d(canvas.surface) for canvas in (many, few))
    assert expected.any()
    assert (drawn == expected[20:220, 20:120]).all()


def test_very_many_large_boxes_are_drawn_one_by_one(monkeypatch):
    """All their pixels at once would not fit in the cache, nor in some memories."""
    large = Canvas(pygame.Surface((200, 100)), Screen(1.0, 0.0, 0.0))
    monkeypatch.setattr(large, "_set_pixels", None)
    large.boxes(np.tile(((2.0, 3.0), (900.0, 800.0)), (MANY_BODIES + 1, 1, 1)), INK, 0, 1)
    assert inked(large) == {(x, 3) for x in range(2, 200)} | {(2, y) for y in range(3, 100)}


def test_a_storm_of_long_lines_sets_a_bounded_number_of_pixels(canvas, monkeypatch):
    pixels = []
    monkeypatch.setattr(canvas, "_set_pixels", lambda x, y, values: pixels.append(len(x)))
    for count in (MANY_LINES + 1, 20_000):
        canvas.bars(np.zeros((count, 2)), np.full((count, 2), 5000.0), INK)
    assert max(pixels) <= AT_ONCE


def test_very_many_boxes_without_area_or_line_are_nothing(canvas):
    small = Canvas(canvas.surface, Screen(1.0, 0.0, 0.0))
    small.boxes(np.full((MANY_BODIES + 1, 2, 2), 9.0), INK, fill=0)
    assert not inked(canvas)


def test_of_very_many_arrows_only_the_lines_are_drawn(canvas, monkeypatch):
    monkeypatch.setattr(pygame.draw, "polygon", None)
    start = np.full((MANY_LINES + 1, 2), 10.0)
    canvas.arrows(start, start + (20.0, 0.0), INK)
    assert inked(canvas) == {(x, 20) for x in range(20, 61)}


def test_none_of_many_is_nothing(canvas):
    for draw in (canvas.bars, canvas.arrows):
        draw(np.zeros((0, 2)), np.zeros((0, 2)), INK)
    canvas.boxes(np.zeros((0, 2, 2)), [], fill=0.5, width=1, dashed=True)
    canvas.hulls(np.zeros((0, 6, 2)), [], fill=0.5, width=1)
    assert not inked(canvas)


def test_the_light_of_a_ring_is_added_around_its_middle(canvas):
    """Of radius 5 px, which are 10 pixels."""
    canvas.surface.fill((40, 40, 40))
    canvas.shine([(halo_image(10, 2, (100, 0, 0)), (50, 25))])
    colors = pygame.surfarray.array3d(canvas.surface)
    assert tuple(colors[100 - 10, 50]) == (140, 40, 40)
    xs, ys = np.nonzero(colors[:, :, 0] > 40)
    assert [xs.min(), xs.max(), ys.min(), ys.max()] == pytest.approx([90, 110, 40, 60], abs=1)
    assert tuple(colors[100, 50]) == (40, 40, 40)


def test_light_on_a_layer_is_added_in_the_boxes_once_and_dark_afterwards(canvas):
    """They overlap, and one of them reaches beyond the picture."""
    layer = Canvas(pygame.Surface(canvas.surface.get_size()), canvas.screen)
    layer.box((0, 0), (30, 20), INK)
    canvas.surface.fill((50, 50, 50))
    canvas.add_layer(layer.surface, [pygame.Rect(-18, -18, 58, 58), pygame.Rect(20, 0, 40, 40)])
    colors = pygame.surfarray.array3d(canvas.surface)
    assert (colors[:60, :40] == (250, 150, 100)).all()
    assert (colors[60:] == 50).all()
    assert not inked(layer)
