"""Which effects follow an event?"""

from itertools import pairwise
from math import dist, hypot

import numpy as np
import pygame
import pytest
from support.drawn import BEGIN, box, player_at, room
from support.parade import SHAFT, glitching, go, run_of
from support.pictured import DRAW_ANEW, FRAMES, HEARD, MOMENT, PLACE, difference, draw, unlike
from support.staged import ROOMS, run_until
from support.suite import long_except

from game.collision import AABB, ConvexPolygon, separating_axis
from game.scenes.settings import Settings
from game.simulation.elements import Slug
from game.simulation.events import CoreTaken, Died, Refused, Ricocheted, Stopped
from game.simulation.player import Controls
from game.view import palette
from game.view.canvas import Canvas, dark_layer
from game.view.effects import (
    BRIGHTNESS,
    HUES,
    MOST_MARKS,
    NOT_DRAWN_YET,
    OPENING_SECONDS,
    SLICE,
    SPREAD,
    Effects,
    draw_words,
    edge_light,
    edge_places,
    sparks,
    trail_colors,
)
from game.view.screen import Screen
from game.view.shapes import swept_outline

SIZE, DEFAULTS = (640, 360), ("full", MOMENT)


def picture(effects, world):
    """Return what effects draw, as colours by column and row."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface, Screen.fit(SIZE, SIZE))
    effects.draw_below(canvas)
    effects.draw_above(canvas, world)
    assert not pygame.surfarray.array3d(dark_layer(SIZE)).any(), "it is dark again"
    return pygame.surfarray.array3d(surface)


@pytest.fixture
def world(tmp_path):
    return run_until(tmp_path, "slug-cage", lambda world: True).world


def changed(name, *how):
    """Return how much an event changes each pixel of its picture."""
    return difference(draw(name, *how), draw(name, *how, *DEFAULTS[len(how) - 1 :], False))


def stop_at(position, normal):
    return Stopped(0.5, position, body=0, other=1, direction=normal)


@pytest.mark.parametrize("effects", ["full", "calm"])
@pytest.mark.parametrize("name", HEARD)
def test_every_event_that_is_heard_is_seen(name, effects, tmp_path):
    """Without any sound, more than a few pixels show it a moment later."""
    seen = changed(name, tmp_path, effects)
    assert (seen > 20).sum() > 40


@pytest.mark.parametrize("name", HEARD)
def test_an_event_looks_as_in_its_stored_picture_within_a_pixel(name, tmp_path):
    """A few pixels may differ more: not every system and release draws letters and curves alike."""
    stored = pygame.image.load(FRAMES / f"{name}.png")
    apart = unlike(draw(name, tmp_path), stored)
    assert apart.mean() < 0.3, DRAW_ANEW
    assert (apart > 24).mean() < 0.003, DRAW_ANEW


@pytest.mark.parametrize(("name", "seconds"), [(name, 1.5) for name in HEARD if name != "Died"])
def test_no_event_is_seen_for_long(name, seconds, tmp_path):
    for effects in BRIGHTNESS:
        assert not changed(name, tmp_path, effects, seconds).any()


def test_sparks_fly_away_from_the_wall(world):
    effects = Effects(Settings())
    effects.begin(stop_at((100.0, 100.0), (-1.0, 0.0)), world)
    (flying,) = (mark.draw for mark in effects.marks if mark.draw.func is sparks)
    assert len(flying.keywords["flights"]) == 14
    assert (flying.keywords["flights"][:, 0] <= 0).all()


def test_there_is_a_most_of_marks(world):
    effects = Effects(Settings())
    for _ in range(200):
        effects.begin(Ricocheted(0.5, (50.0, 50.0), body=1, direction=(1.0, 0.0)), world)
    assert len(effects.marks) == MOST_MARKS


class Counted(pygame.Surface):
    """A surface that counts the calls that add light."""

    calls = 0

    def fblits(self, *args):
        self.calls += 1
        return super().fblits(*args)


def test_the_light_of_all_marks_is_added_at_once(world):
    """Dozens of slugs ricochet within a moment."""
    effects, surface = Effects(Settings()), Counted(SIZE)
    for x in range(60, 240, 3):
        effects.begin(Ricocheted(0.5, (x, 50.0), body=1, direction=(1.0, 0.0)), world)
    effects.begin(stop_at((50.0, 100.0), (-1.0, 0.0)), world)
    effects.draw_below(Canvas(surface, Screen.fit(SIZE, SIZE)))
    light = pygame.surfarray.array3d(surface).max(axis=2)
    assert light[60:240:3, 50].min() > 0
    assert light[50, 100] > 0
    assert surface.calls == 1


def test_the_shake_is_small_short_and_along_the_normal(world):
    effects = Effects(Settings())
    assert effects.offset == (0.0, 0.0)
    effects.begin(stop_at((100.0, 100.0), (0.0, -1.0)), world)
    x, y = effects.offset
    assert x == 0.0
    assert 0 < abs(y) <= 4.0
    before = 4.0
    for _ in range(13):
        assert hypot(*effects.offset) <= before
        before = hypot(*effects.offset)
        effects.update(0.0095)
    assert effects.offset == (0.0, 0.0)


WITHIN = (3.0, 3.0)
"""px: half extents of the player's box without the pixel of its rim."""


def lit(canvas_size, points):
    """Return which pixels lie in a polygon."""
    surface = pygame.Surface(canvas_size)
    pygame.draw.polygon(surface, (255, 255, 255), points)
    return pygame.surfarray.array3d(surface).any(axis=2)


@pytest.mark.parametrize("name", long_except(ROOMS, "first-contact", "corner-cut"))
def test_the_trail_is_the_swept_volume_of_every_dash(name, tmp_path):
    """Its pieces are those of the player's path in each tick, and bright; 20 px away from them it
    is dark, and 250 ms later it is gone."""
    run = run_until(tmp_path, name, lambda world: world.dashes and world.player.state != "dash")
    (paths, age), expected = run.recent.paths.newest_of_player(), []
    order = np.argsort(-age, kind="stable")
    for start, end in zip(paths.start[order].tolist(), paths.end[order].tolist()):
        count = 1 + int(dist(start, end) / SLICE)
        places = np.linspace(start, end, count + 1)
        expected += pairwise(places)
    ends = run.effects.trail[:, :4].reshape(-1, 2, 2)
    assert len(ends)
    assert np.allclose(ends, expected[-len(ends) :])
    run.effects.marks.clear()
    light = picture(run.effects, run.world).max(axis=2)
    volume = np.logical_or.reduce([lit(SIZE, swept_outline(*end, WITHIN)) for end in ends])
    assert light[volume].min() > 80
    xs, ys = np.nonzero(light)
    (left, top), (right, bottom) = np.min(ends, axis=(0, 1)) - 26, np.max(ends, axis=(0, 1)) + 26
    assert left < xs.min() <= xs.max() < right
    assert top < ys.min() <= ys.max() < bottom
    run.effects.update(0.25)
    assert not len(run.effects.trail)


def test_the_trail_never_runs_far_ahead_of_the_player(tmp_path):
    """At a time within the last tick of a dash it ends in the slice in which the player is. A wall
    begins at 255 px."""
    run = run_until(tmp_path, "first-contact", lambda world: world.player.state == "dash")
    run.tick(Controls())
    for alpha in (0.1, 0.5, 0.9):
        run.clock.alpha = alpha
        run.effects.marks.clear()
        surface = pygame.Surface(SIZE)
        run.draw(surface, frozenset(), None)
        x, y = run.world.place(run.world.player.id, run.world.last.step, alpha)
        row = pygame.surfarray.array3d(surface)[:, round(y)].min(axis=1)
        front = int(np.flatnonzero(row[:250] > 200).max())
        assert x - SLICE - 4 <= front <= x + SLICE + 4


def test_the_trail_is_hot_at_its_front_and_cools(tmp_path):
    run = run_until(tmp_path, "first-contact", lambda world: world.player.state == "dash")
    for _ in range(2):
        run.effects.update(1 / 120)
        run.tick(Controls())
    run.effects.marks.clear()
    x, y = (round(v) for v in run.player)
    light = picture(run.effects, run.world)[:, y].astype(int)
    begun = round(run.effects.trail[0, 0])
    front, back = light[x - 12], light[begun + 12]
    assert min(front.min(), back.min()) > 200
    run.effects.update(0.04)
    cooled = [picture(run.effects, run.world)[x - 12, y].astype(int).sum()]
    assert picture(run.effects, run.world)[begun + 12, y].astype(int).sum() < cooled[0]
    for _ in range(4):
        run.effects.update(0.04)
        cooled.append(picture(run.effects, run.world)[x - 12, y].astype(int).sum())
    assert cooled == sorted(cooled, reverse=True)
    assert cooled[-1] < 120
    run.effects.update(0.01)
    red, _, blue = picture(run.effects, run.world)[x - 12, y]
    assert blue >= red, "no light of it is brown"


@pytest.mark.parametrize("effects", ["calm", "off"])
def test_calm_effects_are_dimmer_and_last_longer_and_off_leaves_no_light(effects, world):
    """Of what happened to a core, and to the player: what is written, and what killed, stay."""
    core = CoreTaken(0.5, PLACE, world.player.id, None, count=1)
    died = Died(0.5, PLACE, world.player.id, next(iter(world.bodies.of(Slug))), (0.0, -1.0))
    brightness, lives = [], []
    for choice in ("full", effects):
        each = Effects(Settings(effects=choice))
        each.begin(core, world)
        each.update(0.04)
        brightness.append(int(picture(each, world).max()))
        lights = [mark.seconds for mark in each.marks if mark.draw.func is not draw_words]
        lives.append(max(lights, default=0))
        each.begin(died, world)
        assert (each.offset != (0.0, 0.0)) == (choice == "full")
        assert each.killers
    assert brightness[1] * 1.25 < brightness[0]
    assert lives[1] == lives[0] * {"calm": 2, "off": 0}[effects]


def test_an_option_holds_from_the_moment_on_that_it_is_chosen(world):
    settings = Settings()
    effects = Effects(settings)
    settings.effects = "off"
    effects.begin(stop_at((100.0, 100.0), (0.0, -1.0)), world)
    assert not effects.marks


def test_a_wall_that_is_hit_is_lit_along_its_face():
    """From the place that was hit on, farther and farther, and less and less."""
    corners, widths, levels = (
        [(100.0, 200.0), (540.0, 200.0), (540.0, 203.0), (100.0, 203.0)],
        [],
        [],
    )
    for part in (0.05, 0.3, 0.6):
        canvas = Canvas(pygame.Surface(SIZE), Screen.fit(SIZE, SIZE))
        edge = edge_places(corners, np.array([(320.0, 196.0)]))
        canvas.shine(edge_light(canvas, part, edge, SPREAD, palette.HOT))
        row = pygame.surfarray.array3d(canvas.surface)[:, 199].max(axis=1).astype(int)
        bright = np.flatnonzero(row > row.max() / 3)
        assert (bright.min() + bright.max()) / 2 == pytest.approx(320, abs=3)
        widths.append(np.ptp(bright))
        levels.append(row.max())
    assert 20 < widths[0] < 80 < widths[1] < widths[2] < 300
    assert levels == sorted(levels, reverse=True)


def test_the_edge_that_was_grazed_is_lit_and_no_other(tmp_path):
    """The player passed below the slider of (300, 150) to (340, 162)."""
    xs, ys = np.nonzero(changed("Grazed", tmp_path)[:, :80] > 20)
    assert len(xs) > 100
    assert xs.mean() / 2 + 260 == pytest.approx(320, abs=2)
    assert ys.mean() / 2 + 142 == pytest.approx(162, abs=2)


@pytest.mark.parametrize(
    ("drawn", "count", "words"), [(None, 1, ""), (None, 3, "x3"), (SHAFT, 2, "+500 x2")]
)
def test_a_chain_is_written_at_its_core(drawn, count, words, tmp_path, monkeypatch):
    run, written = run_of(tmp_path, drawn or room(player_at(40, 40))), []
    monkeypatch.setattr(Canvas, "text", lambda canvas, words, *rest, **more: written.append(words))
    run.effects.begin(CoreTaken(0.5, PLACE, run.world.player.id, None, count=count), run.world)
    run.draw(pygame.Surface(SIZE), frozenset(), None)
    assert written == [words]


@pytest.mark.parametrize("effects", BRIGHTNESS)
def test_a_refused_dash_is_crossed_out(effects, tmp_path):
    run = run_of(tmp_path, room(player_at(40, 40)), effects=effects)
    run.effects.begin(Refused(0.0, (40.0, 40.0), run.world.player.id), run.world)
    red, _, blue = picture(run.effects, run.world)[40:70, 36:45].transpose(2, 0, 1).astype(int)
    assert (red - blue).max() > 180, "a cross of the lethal colour"


def test_the_trail_of_a_dash_in_glitch_is_a_row_of_boxes(tmp_path):
    run = glitching(tmp_path)
    go(run, 10, Controls(aim=True, heading=0))
    while run.world.player.state != "dash":
        go(run, 1, Controls(heading=0))
    go(run, 2, Controls(heading=0))
    assert run.effects.trail[:, 5].tolist() == [HUES] * 3
    colors = trail_colors(palette.HOT, palette.COOL, palette.GLITCH)
    assert colors[HUES] == palette.GLITCH
    run.effects.marks.clear()
    light = picture(run.effects, run.world)[:, round(run.player[1])].max(axis=1)
    ends = run.effects.trail[:, 2].round().astype(int)
    bright, dark = light[ends], light[ends - 20]
    assert dark.max() * 3 < bright.min()


NUDGE = BEGIN
KILLERS = {
    "blade": [box("blade", 280, 180, 80, 6, rpm=60.0)],
    "slug": [box("slug", 200, 148, 4, 4, vx=400.0, vy=0.0)],
    "saw": [box("slider", 200, 140, 20, 20, dx=200.0, speed=100.0, lethal="right")],
    "crushed": [
        box("piston", 260, 140, 20, 20, dx=100.0, speed=400.0, back=40.0),
        box("wall", 350, 100, 3, 100),
    ],
}


@pytest.mark.parametrize("word", KILLERS)
def test_death_outlines_every_killer(word, tmp_path):
    run = go(run_of(tmp_path, room(player_at(320, 150), *KILLERS[word])), 1, NUDGE)
    go(run, 300, Controls())
    assert run.world.outcome == "dead"
    killers = run.effects.killers
    assert len(killers) == (2 if word == "crushed" else 1)
    player = AABB(run.player, (4.0, 4.0))
    for ring in killers:
        assert separating_axis(player.expanded((0.1, 0.1)), ConvexPolygon(ring)) is None


def test_the_line_is_outlined_where_it_is(tmp_path):
    run = go(run_of(tmp_path, SHAFT), 1, NUDGE)
    go(run, 2000, Controls())
    (ring,) = run.effects.killers
    assert {y for _, y in ring} == {run.world.line_at, run.world.line_at + 360.0}


@pytest.mark.parametrize(("name", "third"), [("full", 1 / 3), ("calm", 1 / 3), ("off", 1.0)])
def test_the_walls_of_a_room_are_drawn_out_at_once_only_without_effects(name, third):
    """From the second picture on."""
    effects, parts = Effects(Settings(effects=name)), []
    effects.opening = NOT_DRAWN_YET
    for seconds in (0.1, OPENING_SECONDS / 3, OPENING_SECONDS / 3, 1.0):
        effects.update(seconds)
        parts.append(effects.opening)
    assert parts == pytest.approx([0.0, third, min(1.0, 2 * third), 1.0])


def test_death_shows_what_killed_until_the_room_begins_again(world):
    effects, killer = Effects(Settings()), next(iter(world.bodies.of(Slug)))
    place = tuple(world.space.center[killer].tolist())
    died = Died(0.5, place, body=world.player.id, other=killer, direction=(0.0, 0.0))
    effects.begin(died, world)
    effects.update(1.0)
    assert not picture(effects, world).any()
    world.outcome = "dead"
    assert (picture(effects, world) == palette.LETHAL).all(axis=2).any()


def test_the_shards_of_a_box_fly_apart_from_its_place(tmp_path):
    """At first they are as large as the box; later they lie around it."""
    extents = []
    for seconds in (0.0, 0.2):
        run = run_of(tmp_path, room(player_at(40, 40), box("slug", 100, 100, 4, 4, vx=0.0, vy=9.0)))
        slug = next(iter(run.world.bodies.of(Slug)))
        run.effects.begin(Died(0.5, (60.0, 60.0), run.world.player.id, slug), run.world)
        big = [m for m in run.effects.marks if m.draw.keywords.get("half", 0) > 1]
        run.effects.marks = big
        run.effects.update(seconds)
        bright = picture(run.effects, run.world).max(axis=2) > 120
        extents.append(np.ptp(np.nonzero(bright), axis=1) + 1)
    assert extents[0].tolist() == pytest.approx([9, 9], abs=2)
    assert (extents[1] > 20).all()
