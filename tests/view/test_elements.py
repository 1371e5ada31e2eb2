"""What does each element look like?"""

from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import pygame
import pytest
from support.parade import SCALE

from game.collision import AABB
from game.simulation.elements import Blade, Slider
from game.view import palette
from game.view.elements import SLIP, draw_blade, draw_fixed_part, draw_glitch, draw_slider
from game.view.room import draw_lethal_line


def are(canvas, *colors):
    """Return which pixels have one of some colours, by x and y."""
    pixels = pygame.surfarray.array3d(canvas.surface)
    return np.logical_or.reduce([(pixels == color).all(axis=2) for color in colors])


def inked(canvas):
    return pygame.surfarray.array3d(canvas.surface).any(axis=2)


def ends(mask):
    """Return the px between which pixels lie: left, top, right, bottom."""
    xs, ys = np.nonzero(mask)
    return [v / SCALE for v in (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)]


def piston(**changes):
    box = AABB((10.0, 20.0), (4.0, 5.0))
    asked = {"speed": 400.0, "back": 40.0, "phase": 0.0, "lethal": (), **changes}
    return Slider(box=box, travel=(20.0, 0.0), **asked)


def test_teeth_lie_within_the_box_and_reach_its_face(canvas):
    draw_slider(canvas, piston(lethal=("left", "right", "top", "bottom")), (22.0, 20.0), (1.0, 0.0))
    assert np.allclose(ends(are(canvas, palette.LETHAL)), (18, 15, 26, 25), atol=0.11)


def test_a_slider_shows_its_way_before_it_moves(canvas):
    pictures = []
    for velocity in ((60.0, 0.0), (0.0, 0.0), (0.0, 60.0)):
        canvas.surface.fill(0)
        draw_slider(canvas, piston(back=400.0), (22.0, 20.0), velocity)
        pictures.append(pygame.image.tobytes(canvas.surface, "RGB"))
    assert pictures[0] == pictures[1] != pictures[2]


def test_the_head_of_a_piston_is_as_large_as_its_box(canvas):
    draw_slider(canvas, piston(lethal=("right",)), (22.0, 20.0), (400.0, 0.0))
    beyond_the_foot = are(canvas, palette.SAFE, palette.LETHAL)[170:]
    assert np.allclose(ends(beyond_the_foot), (1, 15, 9, 25), atol=0.11)
    assert are(canvas, palette.LETHAL)[230:260].any()


def test_a_piston_is_held_by_thin_faint_links(canvas):
    draw_slider(canvas, piston(), (30.0, 20.0), (-40.0, 0.0))
    rod = pygame.surfarray.array3d(canvas.surface)[65:255, 160:240]
    bright = rod.max(axis=2) > 60
    assert 0 < bright.mean() < 0.2
    assert rod.max() < 150


def test_a_slider_has_no_links(canvas):
    draw_slider(canvas, piston(back=400.0), (22.0, 20.0), (400.0, 0.0))
    assert ends(inked(canvas)) == [18.0, 15.0, 26.0, 25.0]


def test_the_full_stroke_of_a_piston_is_hinted_at(canvas):
    draw_fixed_part(canvas, piston())
    assert ends(inked(canvas))[::2] == pytest.approx([6, 34], abs=0.3)


def test_nothing_of_a_slider_stays(canvas):
    draw_fixed_part(canvas, piston(back=400.0))
    assert not inked(canvas).any()


@pytest.mark.parametrize("turn", [0.0, 0.11, 0.3, 0.77])
@pytest.mark.parametrize("half", [(14.0, 2.0), (3.0, 12.0)])
def test_a_blade_is_drawn_as_it_is_turned_and_as_large_as_it_is(canvas, turn, half):
    """Seen along its own axes, what is lethal fills its half extents and no more."""
    blade = Blade(AABB((20.0, 20.0), half), 0.2, 60.0)
    draw_blade(canvas, blade, blade.bar(turn))
    angle = 0.2 + 2 * pi * turn
    x, y = (v / SCALE + 0.05 - 20.0 for v in np.nonzero(are(canvas, palette.LETHAL)))
    own = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
    for along, extent in zip(own, half):
        assert abs(along).max() == pytest.approx(extent, abs=0.15)


def test_a_circle_shows_how_far_a_blade_reaches(canvas):
    blade = Blade(AABB((20.0, 20.0), (14.0, 2.0)), 0.0, 60.0)
    draw_fixed_part(canvas, blade)
    left, top, right, bottom = ends(inked(canvas))
    assert [right - left, bottom - top] == pytest.approx([2 * blade.reach] * 2, abs=0.7)
    assert max(canvas.surface.get_at((200, round(10 * (20 - blade.reach))))[:3]) < 120


def test_of_a_bar_that_does_not_turn_all_stays_and_it_has_no_circle(canvas):
    draw_fixed_part(canvas, Blade(AABB((20.0, 20.0), (14.0, 2.0)), 0.0, 0.0))
    left, top, right, bottom = ends(inked(canvas))
    assert [right - left, bottom - top] == pytest.approx([28, 4], abs=0.7)


def test_a_glitch_cell_lies_at_its_box_in_slices_beside_their_place(canvas):
    draw_glitch(canvas, (20.0, 20.0), (8.0, 8.0), 0.0)
    left, top, right, bottom = ends(inked(canvas))
    assert (top, bottom) == pytest.approx((12, 28), abs=0.8)
    assert (left, right) == pytest.approx((12, 28), abs=SLIP + 0.5)
    edges = {int(row.argmax()) for row in inked(canvas).T if row.any()}
    assert max(edges) - min(edges) > SLIP * SCALE


def test_a_broken_box_slips_at_most_twice_a_second(canvas):
    pictures = []
    for frame in range(60):
        canvas.surface.fill((0, 0, 0))
        draw_glitch(canvas, (20.0, 20.0), (8.0, 8.0), frame / 60)
        pictures.append(pygame.image.tobytes(canvas.surface, "RGB"))
    assert sum(a != b for a, b in pairwise(pictures)) <= 2


def test_the_line_has_teeth_up_to_where_it_is_and_dark_below(canvas):
    canvas.surface.fill(palette.WALL)
    draw_lethal_line(canvas, 20.0, ((0.0, 0.0), (40.0, 40.0)))
    assert np.allclose(ends(are(canvas, palette.LETHAL)), (0, 20, 40, 27), atol=0.11)
    pixels = pygame.surfarray.array3d(canvas.surface)
    assert (pixels[:, :199] >= palette.WALL).all()
    assert pixels[:, 280:].max() < 100


def test_of_a_line_below_the_picture_only_its_light_is_drawn(canvas):
    for y, is_lit in ((40.0, True), (72.0, False)):
        canvas.surface.fill(0)
        draw_lethal_line(canvas, y, ((0.0, 0.0), (40.0, 40.0)))
        assert inked(canvas).any() == is_lit
        assert not are(canvas, palette.LETHAL).any()
