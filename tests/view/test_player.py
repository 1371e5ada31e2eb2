"""What does the player look like, and what it plans?"""

from itertools import pairwise

import numpy as np
import pygame
import pytest
from support.drawn import box, player_at, room
from support.parade import SCALE, SHAFT, are, color_at, glitching, go, picture, run_of

from game.simulation.player import HALF, HEADINGS, Controls, direction
from game.view import palette, player
from game.view.player import BLINKS_A_SECOND, draw_facing_box, draw_ghost, draw_player


def brightness(canvas, world, seconds, steady):
    canvas.surface.fill((0, 0, 0))
    draw_player(canvas, world, (20.0, 20.0), 0, seconds, steady)
    return max(color_at(canvas, 18, 20))


@pytest.mark.parametrize("heading", range(0, HEADINGS, HEADINGS // 16))
def test_the_players_notch_lies_on_the_side_it_faces(canvas, heading):
    draw_facing_box(canvas, (20, 20), HALF, heading)
    x, y = direction(heading)
    assert color_at(canvas, 20 + 2.5 * x, 20 + 2.5 * y) == palette.BACKGROUND
    assert color_at(canvas, 20 - 2.5 * x, 20 - 2.5 * y) == palette.PLAYER


def test_a_hurt_player_is_half_transparent_and_blinks_slowly(canvas, tmp_path):
    """For as long as nothing hurts; fewer than three times a second, or not at all."""
    world = run_of(tmp_path, SHAFT).world
    assert brightness(canvas, world, 0.0, False) == max(palette.PLAYER)
    world.unhurt_until = world.ticks + 1
    for steady, changes in ((False, 2 * BLINKS_A_SECOND), (True, 0)):
        shown = [brightness(canvas, world, k / 60, steady) for k in range(61)]
        assert max(shown) < max(palette.PLAYER)
        assert sum(a != b for a, b in pairwise(shown)) == changes
    assert BLINKS_A_SECOND < 3


def test_a_player_in_glitch_has_a_broken_outline_and_a_bar_of_what_is_left(canvas, tmp_path):
    world = glitching(tmp_path).world
    lengths = []
    for left in (180, 90):
        world.glitch_left = left * 20
        canvas.surface.fill((0, 0, 0))
        draw_player(canvas, world, (20.0, 20.0), 0, 0.0, False)
        violet = are(pygame.surfarray.array3d(canvas.surface), palette.GLITCH)
        lengths.append(int(violet[:, 90].sum()))
        assert violet[:, 120:].any()
    assert lengths == [20 * SCALE, 10 * SCALE]
    body = are(pygame.surfarray.array3d(canvas.surface), palette.PLAYER)
    assert (np.ptp(np.nonzero(body), axis=1) + 1 == 8 * SCALE).all()


@pytest.mark.parametrize("steady", [False, True])
def test_the_outline_in_glitch_shifts_unless_the_picture_is_steady(canvas, tmp_path, steady):
    world, pictures = glitching(tmp_path).world, set()
    for seconds in range(10):
        brightness(canvas, world, 0.37 * seconds, steady)
        pictures.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert (len(pictures) == 1) == steady


def test_the_preview_in_glitch_is_a_row_of_boxes(tmp_path):
    run = glitching(tmp_path)
    go(run, 10, Controls(aim=True, heading=0))
    preview, (x, y) = run.predictions.preview(run.world), run.player
    assert preview.strides
    assert len(preview.paths) > 3
    pixels = picture(run, (1280, 720))
    for _, (end, _) in preview.paths[:3]:
        assert are(pixels, palette.GLITCH)[round(2 * end) - 8, round(2 * y)]
    between = pixels[round(2 * x) + 40, round(2 * y) - 8 : round(2 * y) + 8]
    assert (between == palette.GLITCH).all(axis=1).sum() == 0
    assert (between.max(axis=1) > 60).sum() <= 2
    assert not are(pixels[: round(2 * x) + 200], palette.SWEPT).any()


def test_a_stride_that_is_taken_back_is_marked_where_it_would_have_ended(tmp_path, monkeypatch):
    """The cross is noted where it is drawn: its colour is that of the dash on which it lies."""
    marked = []
    monkeypatch.setattr(player, "draw_cross_at", lambda _, center, **look: marked.append(center))
    run = glitching(tmp_path)
    go(run, 10, Controls(aim=True, heading=0))
    run.draw(pygame.Surface((640, 360)), frozenset())
    ((x, _),) = marked
    assert 420 - 4 < x < 452 + 4


@pytest.mark.parametrize(("wall", "cross"), [(204, (204, 200)), (None, (636, 200))])
def test_a_refused_aim_is_a_stub_with_a_cross(wall, cross, tmp_path, monkeypatch):
    """Before it is released: the dash into the wall that the player touches is not there. The
    cross is noted where it is drawn, as above."""
    marked = []
    monkeypatch.setattr(player, "draw_cross_at", lambda _, center, **look: marked.append(center))
    boxes = [box("wall", wall, 100, 1, 200)] if wall else []
    run = run_of(tmp_path, room(player_at(200 if wall else 632, 200), *boxes))
    go(run, 2, Controls(aim=True, heading=0))
    run.draw(pygame.Surface((640, 360)), frozenset())
    go(run, 2, Controls(aim=True, heading=1024))
    run.draw(pygame.Surface((640, 360)), frozenset())
    assert marked == [cross]


def test_a_ghost_is_an_empty_dashed_outline(canvas):
    draw_ghost(canvas, (20.0, 20.0), HALF)
    pixels = pygame.surfarray.array3d(canvas.surface)
    assert not are(pixels, palette.PLAYER).any()
    xs, ys = np.nonzero(pixels.any(axis=2))
    assert [xs.min(), xs.max() + 1, ys.min(), ys.max() + 1] == pytest.approx([160, 240] * 2, abs=4)
    assert not pixels[170:230, 170:230].any()
    assert not pixels[160:240, 158:163].any(axis=(1, 2)).all()
