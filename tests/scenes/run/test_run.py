"""How does a world get on the screen?"""

from itertools import count, pairwise

import numpy as np
import pygame
import pytest
from support.drawn import BEGIN, box, player_at, room
from support.parade import run_of
from support.staged import ROOMS, is_aiming, is_dashing, picture, replay_of, run_until, stage
from support.suite import long_except

from game import clock
from game.clock import MOST_FRAME_TICKS
from game.collision import Space
from game.resources import levels
from game.scenes.run import predictions as predicting
from game.scenes.run import run as module
from game.scenes.run.play import PlayScene
from game.scenes.run.predictions import TRACK_PERIOD, TRACK_SECONDS
from game.scenes.run.run import HIT_STOP, Run
from game.scenes.settings import Settings
from game.simulation.elements import Blade, Core, Exit, GlitchCell, Slider, Slug
from game.simulation.foresight import preview_dash
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.view import palette
from game.view.canvas import Canvas
from game.view.overlay import FIRST_CHOSEN
from game.view.shapes import box_around
from game.view.text import line_image

SIZE = (640, 360)


def yellow(run):
    """Return the columns and rows in which the player's colour is."""
    surface = pygame.Surface(SIZE)
    run.effects.trail = run.effects.trail[:0]
    run.effects.marks.clear()
    run.effects.shake_age = 1.0
    run.draw(surface, frozenset(), None)
    picture = pygame.surfarray.array3d(surface)
    return [axis for axis in np.nonzero((picture == palette.PLAYER).all(axis=2))]


def test_the_picture_lies_between_two_ticks_along_the_path(tmp_path):
    """At alpha 0 the player is where the tick began, at alpha 0.5 in the middle of its way."""
    run = run_until(tmp_path, "first-contact", is_dashing)
    own = run.world.last.step.paths.only(run.world.last.step.paths.mover == run.world.player.id)
    middles = []
    for alpha in (0.0, 0.5):
        run.clock.alpha = alpha
        middles.append([(axis.min() + axis.max() + 1) / 2 for axis in yellow(run)])
    assert np.allclose(middles[0], own.start[0], atol=2)
    assert np.allclose(middles[1], (own.start[0] + own.end[0]) / 2, atol=2)


HERTZ = (30, 60, 120, 240)
EFFECTS = ("full", "calm", "off")
PLAYED = [(name, HERTZ[i % 4], EFFECTS[i % 3]) for i, name in enumerate(ROOMS)]
PLAYED += [("slug-cage", hertz, effects) for hertz in HERTZ for effects in EFFECTS]


@pytest.mark.parametrize(("name", "hertz", "effects"), long_except(PLAYED, *PLAYED[:2]))
def test_frames_decide_nothing(name, hertz, effects, tmp_path):
    """A replay's run is the same however often it is drawn, and through stalls and pauses."""
    replay, surface = replay_of(name), pygame.Surface((64, 36))
    on = stage(tmp_path)
    on.settings = Settings(effects=effects)
    run = Run(on, load_room(levels()[name]), replay, ghost=replay)
    for frame in range(60 * hertz):
        run.advance(
            0.4 if frame % 37 == 36 else 0.0 if frame % 11 == 10 else 1 / hertz, 1.0, Controls
        )
        if frame % 8 == 0:
            run.draw(surface, FIRST_CHOSEN)
        if run.world.outcome:
            break
    assert run.world.outcome == "finished"
    assert run.history.replay().hashes == replay.hashes


def test_a_long_frame_buys_no_more_than_eight_ticks(tmp_path):
    run = Run(stage(tmp_path), load_room(levels()["slug-cage"]))
    run.advance(1.0, 1.0, lambda: BEGIN)
    assert run.world.ticks == MOST_FRAME_TICKS == 8


def test_a_core_holds_the_clock_for_a_moment(tmp_path):
    assert 0.033 <= HIT_STOP <= 0.05
    name = "first-contact"
    run = run_until(
        tmp_path, name, lambda world: len(world.bodies.of(Core)) < len(world.room.of(Core))
    )
    ticks = run.world.ticks
    run.advance(HIT_STOP / 2, 1.0, Controls)
    assert run.world.ticks == ticks
    run.advance(HIT_STOP, 1.0, Controls)
    assert run.world.ticks > ticks


@pytest.mark.parametrize("effects", ["calm", "off"])
def test_a_core_holds_nothing_with_fewer_effects(effects, tmp_path):
    run = run_until(tmp_path, "first-contact", lambda world: world.ticks > 0)
    run.stage.settings.effects = effects
    while len(run.world.bodies.of(Core)) == len(run.world.room.of(Core)):
        run.tick(Controls())
    assert run.held == 0


def test_the_preview_is_that_of_the_tick_and_looked_up_once(tmp_path, monkeypatch):
    run, asked = run_until(tmp_path, "first-contact", is_aiming), []
    monkeypatch.setattr(
        predicting,
        "preview_dash",
        lambda world, _: asked.append(world.ticks) or preview_dash(world),
    )
    for heading in (0, 20):
        run.history.tick(Controls(aim=True, heading=heading))
        for _ in range(3):
            world = run.world
            assert run.predictions.preview(world) == preview_dash(world)
    ticks = run.world.ticks
    assert [asked.count(tick) for tick in (ticks - 1, ticks)] == [1, 1]


def test_the_first_frames_of_a_room_do_one_thing_each(tmp_path, monkeypatch):
    """The first has no overlay, and a dash is previewed once the room is open."""
    run, drawn = run_until(tmp_path, "first-contact", is_aiming), []
    for name in ("draw_overlay", "draw_preview"):
        monkeypatch.setattr(module, name, lambda *_, name=name: drawn.append(name))
    for opening, expected in {
        0.0: [],
        0.5: ["draw_overlay"],
        1.0: ["draw_preview", "draw_overlay"],
    }.items():
        drawn.clear()
        run.effects.opening = opening
        run.draw(pygame.Surface(SIZE), FIRST_CHOSEN)
        assert drawn == expected


def test_ticks_that_a_preview_ran_through_step_no_space(tmp_path, monkeypatch):
    """While the player aims in a room in which nothing moves, up to the dash."""
    run = run_until(tmp_path, ROOMS[0], is_aiming)
    run.predictions.preview(run.world)
    monkeypatch.setattr(Space, "step", None)
    run.tick(Controls())
    aimed = run.world.ticks
    while not is_dashing(run.world):
        run.tick(Controls())
    assert run.world.ticks > aimed


def test_slugs_ways_ahead_are_looked_up_one_a_frame_and_all_in_turn(tmp_path):
    """Each is looked up again after a moment, from where the slug was when it was looked up."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > 0)
    world, predictions = run.world, run.predictions
    slugs, known = len(world.bodies.of(Slug)), []
    for _ in range(slugs):
        known.append(len(predictions.tracks(world)))
    assert known == list(range(1, slugs + 1))
    assert {done for _, done in predictions.tracks(world)} == {0.0}
    before = dict(predictions.paths)
    while world.time.now < before[min(before)][0] + 1.5 * TRACK_PERIOD:
        run.tick(Controls())
    tracks = predictions.tracks(world)
    assert sum(predictions.paths[slug] is not before[slug] for slug in before) == 1
    assert sorted(done for _, done in tracks)[0] == 0.0
    assert sorted(done for _, done in tracks)[1] >= TRACK_PERIOD / TRACK_SECONDS


def test_previews_and_tracks_are_predicted_by_turns(tmp_path, monkeypatch):
    """Together they were the longest frames. In a long aim a preview is late by one frame at most,
    and each track is renewed."""
    run = Run(stage(tmp_path), load_room(levels()["slug-cage"]))
    surface, done = pygame.Surface((64, 36)), []
    for name in ("preview_dash", "track"):
        do = getattr(predicting, name)
        monkeypatch.setattr(
            predicting, name, lambda *args, do=do, name=name: done[-1].append(name) or do(*args)
        )
    for frame in range(150):
        done.append([])
        run.advance(1 / 60, 1.0, lambda: BEGIN if run.seconds < 0.4 else Controls(aim=True))
        run.draw(surface, frozenset(), None)
        if frame > 40:
            begun = [begun for begun, _ in run.predictions.paths.values()]
            assert len(begun) == len(run.world.bodies.of(Slug))
            assert run.world.time.now - min(begun) < 0.75 * TRACK_SECONDS
    aimed = done[done.index(["preview_dash"]) : -10]
    assert is_aiming(run.world)
    assert {*map(tuple, aimed)} == {("preview_dash",), ("track",)}
    assert ["track", "track"] not in [a + b for a, b in pairwise(aimed)]
    assert aimed.count(["track"]) < len(aimed) / 4


@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (500, 900), (160, 90)])
def test_a_room_can_be_drawn_in_a_window_of_any_size(window, tmp_path):
    run = run_until(tmp_path, "slug-cage", is_dashing)
    surface = pygame.Surface(window)
    run.draw(surface, frozenset(range(6)), ["paused"])
    if window == (500, 900):
        assert surface.get_at((250, 20))[:3] == palette.BACKGROUND
        assert surface.get_at((250, 880))[:3] == palette.BACKGROUND


def test_ticks_that_take_long_are_shown_one_by_one(tmp_path, monkeypatch):
    """A storm by a slow method runs slowly; it does not stand still."""
    run, seconds = Run(stage(tmp_path), load_room(levels()["first-contact"])), count()
    monkeypatch.setattr(clock, "thread_time", lambda: next(seconds))
    for tick in range(1, 5):
        run.advance(0.25, 1.0, lambda: Controls(aim=True))
        assert run.world.ticks == tick


WINDOWS = ((640, 360), (1280, 720), (1920, 1080), (1000, 900))


def record_words(monkeypatch):
    """Return a list that the pixels of every text at full strength on a canvas join."""
    areas, draw = [], Canvas.text

    def text(canvas, words, at, color, size=9.0, anchor=(0.0, 0.0), bold=False, fill=1.0):
        x, y = canvas.screen.point(at)
        wide, high = line_image(words, canvas.screen.letters(size), color, bold).get_size()
        if fill == 1:
            areas.append(
                (words, pygame.FRect(x - wide * anchor[0], y - high * anchor[1], wide, high))
            )
        draw(canvas, words, at, color, size, anchor, bold, fill)

    monkeypatch.setattr(Canvas, "text", text)
    return areas


def bodies_in(scene, window):
    """Return the pixels of all bodies that are no walls."""
    world, screen = scene.run.world, scene.run.screen(window)
    center = world.space.center
    centers = world.last.step.paths.at(scene.run.u, center) if world.last.step else center
    ids = [
        world.player.id,
        *world.bodies.of(Core),
        *world.bodies.of(GlitchCell),
        *world.bodies.of(Slider),
        *world.bodies.of(Slug),
    ]
    boxes = [box_around(centers[k].tolist(), world.space.half_extents[k].tolist()) for k in ids]
    boxes.append((world.room.of(Exit)[0].box.min, world.room.of(Exit)[0].box.max))
    for blade in world.bodies.of(Blade).values():
        xs, ys = zip(*blade.bar(world.time.now).corners())
        boxes.append(((min(xs), min(ys)), (max(xs), max(ys))))
    return [screen.rect(*box) for box in boxes]


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_opens_clear(name, tmp_path, monkeypatch):
    """At tick 0 no text at full strength lies on anything but walls, in a window of any size."""
    areas, scene = record_words(monkeypatch), PlayScene(stage(tmp_path), ROOMS.index(name))
    for window in WINDOWS:
        areas.clear()
        picture(scene, window)
        bodies = bodies_in(scene, window)
        assert areas
        assert [words for words, area in areas if area.collidelist(bodies) >= 0] == []


@pytest.mark.parametrize("window", [*WINDOWS, (160, 90)])
def test_words_fade_where_a_body_is_under_them_and_not_over_walls(window, tmp_path, monkeypatch):
    """The player stands under the time, a slider under the cores; a wall lies under the title."""
    drawn = room(
        player_at(320, 14),
        box("wall", 10, 12, 60, 4),
        box("slider", 600, 10, 8, 8, dy=20.0),
        box("core", 100, 100, 12, 12),
    )
    areas, run = record_words(monkeypatch), run_of(tmp_path, drawn)
    run.draw(pygame.Surface(window), frozenset())
    assert [words for words, _ in areas] == ["Drawn"]
    assert areas[0][1].colliderect(run.screen(window).rect((10, 12), (70, 16)))


@pytest.mark.parametrize("name", long_except(ROOMS, *ROOMS[::9]))
def test_no_words_lie_on_a_body_along_the_stored_run(name, tmp_path, monkeypatch):
    for drawn in ("draw_room", "draw_player", "draw_preview"):
        monkeypatch.setattr(module, drawn, lambda *_: None)
    areas, scene = record_words(monkeypatch), PlayScene(stage(tmp_path), ROOMS.index(name))
    surfaces = [pygame.Surface(window) for window in WINDOWS]
    for tick, controls in enumerate(replay_of(name).controls()):
        scene.run.tick(controls)
        if scene.run.world.outcome:
            break
        if tick % 5:
            continue
        areas.clear()
        surface = surfaces[tick // 5 % 4]
        scene.run.clock.alpha = tick // 5 % 3 / 3
        scene.draw(surface)
        bodies = bodies_in(scene, surface.get_size())
        assert [words for words, area in areas if area.collidelist(bodies) >= 0] == []
