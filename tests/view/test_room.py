"""What does a room look like?"""

from operator import ge

import numpy as np
import pygame
import pytest
from support.drawn import BEGIN
from support.parade import MACHINES, SCALE, SHAFT, are, color_at, glitching, go, picture, run_of
from support.staged import ROOMS, is_aiming, run_until

from game.collision import Kind
from game.simulation.begin import begin
from game.simulation.elements import Blade, Core, Exit, GlitchCell, Slider, Slug
from game.simulation.events import Died
from game.simulation.player import Controls
from game.view import elements, palette
from game.view.effects import NOT_DRAWN_YET
from game.view.elements import draw_core, draw_exit
from game.view.overlay import MODES, body_colors
from game.view.room import picture_time, still_image
from game.view.shapes import box_around

WINDOWS = [(1280, 720), (1920, 1080)]


def pixels(canvas):
    return pygame.image.tobytes(canvas.surface, "RGB")


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (803, 611)])
def test_every_wall_is_drawn_with_all_its_pixels(name, window, tmp_path):
    run = run_until(tmp_path, name, lambda world: True)
    surface = pygame.Surface(window)
    run.draw(surface, frozenset(), None)
    screen = run.screen(window)
    for box in run.room.walls[:-4]:
        rect = screen.rect(box.min, box.max)
        places = [(rect.x + rect.w * k // 4, rect.y + rect.h * k // 4) for k in (1, 2, 3)]
        colors = [surface.get_at(place)[:3] for place in places]
        brighter = [all(map(ge, color, palette.WALL)) for color in colors]
        assert any(brighter), "or as bright; a slider may lie over a part"


def test_the_exit_looks_shut_until_it_is_open(canvas):
    draw_exit(canvas, (20, 20), (8, 12), False, 0.0)
    shut = color_at(canvas, 14, 20)
    draw_exit(canvas, (20, 20), (8, 12), True, 0.0)
    assert shut == (0, 0, 0)
    assert color_at(canvas, 14, 20) != shut


def test_a_core_breathes_with_the_seconds(canvas):
    drawn = set()
    for seconds in (0.0, 0.25, 0.5, 0.75):
        canvas.surface.fill((0, 0, 0))
        draw_core(canvas, (20, 20), (6, 6), seconds)
        drawn.add(pixels(canvas))
        box = pygame.Rect(14 * SCALE, 14 * SCALE, 12 * SCALE, 12 * SCALE)
        canvas.surface.fill((0, 0, 0), box.inflate(2, 2))
        assert pygame.surfarray.array3d(canvas.surface).max() < 60, "around it only its light"
    assert len(drawn) == 3, "at 0 and 1/2 s it is alike"


def test_the_preview_is_drawn_while_aiming_only(tmp_path):
    run = run_until(tmp_path, "first-contact", is_aiming)
    while not run.predictions.preview(run.world).paths:
        run.tick(Controls())
    surfaces, run.world.player.facing = [], run.world.player.heading
    for state in ("aim", "still"):
        run.world.player.state = state
        surface = pygame.Surface((640, 360))
        run.draw(surface, frozenset(), None)
        surfaces.append(pygame.image.tobytes(surface, "RGB"))
    assert surfaces[0] != surfaces[1]


@pytest.mark.parametrize("window", WINDOWS)
def test_all_walls_of_the_shaft_in_the_picture_are_drawn(window, tmp_path):
    run = run_of(tmp_path, SHAFT)
    run.world.space.center[run.world.player.id] = 320.0, -2000.0
    go(run, 2, BEGIN)
    run.drift(10.0)
    pixels, screen, space = picture(run, window), run.screen(window), run.world.space
    low, high = screen.world((0, 0)), screen.world(window)
    seen = 0
    for wall in space.ids(Kind.WALL):
        box = box_around(space.center[wall], space.half_extents[wall])
        (left, top), (right, bottom) = box
        if top > low[1] + 10 and bottom < high[1] - 10 and left >= 0 and right <= 640:
            x, y = screen.rect(*box).center
            assert tuple(pixels[x, y]) in (palette.WALL, palette.PLAYER), box
            seen += 1
    assert seen >= 3
    edge = round(4 * screen.scale)
    assert are(pixels, palette.WALL)[edge].mean() > 0.9
    assert are(pixels, palette.BORDER)[edge - 2].mean() > 0.9


@pytest.mark.parametrize("window", WINDOWS)
def test_the_line_is_drawn_where_it_is(window, tmp_path):
    run = run_of(tmp_path, SHAFT)
    go(run, 680, BEGIN)
    for alpha in (0.0, 0.9):
        run.clock.alpha = alpha
        y = run.world.line_at + run.world.space.velocity[run.world.line, 1] * (alpha - 1) / 120
        pixels, screen = picture(run, window), run.screen(window)
        rows = are(pixels, palette.LETHAL)[: window[0] // 8].any(axis=0)
        assert abs(int(rows.argmax()) - screen.point((0, y))[1]) <= 1.5


def test_the_shaft_is_ruled_wherever_the_camera_is(tmp_path):
    run = run_of(tmp_path, SHAFT)
    run.camera = -5000.0
    run.world.space.center[:, 1] += 10_000.0
    ruled = (picture(run) != palette.BACKGROUND).any(axis=2)
    assert ruled[40].all()
    assert ruled[:, 40].all()


def test_in_glitch_the_walls_are_drawn_double_and_the_frame_is_broken(tmp_path):
    run = glitching(tmp_path)
    pixels = picture(run, (1280, 720))
    assert are(pixels, palette.WALL)[400:408, 80:640].all()
    assert are(pixels, palette.GLITCH)[408:420, 80:640].any(axis=0).mean() > 0.3
    frame = are(pixels, palette.GLITCH)[8:12, 20:700].any(axis=0)
    assert 0.3 < frame.mean() < 0.8
    run.world.glitch_left = 0
    assert not are(picture(run, (1280, 720)), palette.GLITCH).any()


def test_a_wall_that_is_removed_or_moved_is_not_drawn_any_more(tmp_path):
    """The ground and the walls are drawn once, but not stored for longer than they are true."""
    run = run_of(tmp_path, MACHINES)
    wall = run.world.space.ids(Kind.WALL)[0]
    low, high = box_around(run.world.space.center[wall], run.world.space.half_extents[wall])
    x, y = (round((a + b) / 2) for a, b in zip(low, high))
    assert tuple(picture(run)[x, y]) == palette.WALL
    run.world.space.center[wall, 1] -= 30
    assert tuple(picture(run)[x, y - 30]) == palette.WALL
    assert tuple(picture(run)[x, y]) != palette.WALL
    run.world.space.remove([wall])
    assert tuple(picture(run)[x, y - 30]) != palette.WALL


def test_what_does_not_move_is_drawn_once_and_not_again_when_the_exit_opens(tmp_path, monkeypatch):
    """The fixed parts of elements come with the walls; of the exit only its light pulses.

    How often they are drawn is counted where they are drawn: no picture shows it.
    """
    run, drawn = run_until(tmp_path, "sixteen-milliseconds", lambda world: True), []
    monkeypatch.setattr(elements, "draw_fixed_part", lambda canvas, element: drawn.append(element))
    still_image.cache_clear()
    (x, y), half = run.room.of(Exit)[0].box.center, run.room.of(Exit)[0].box.half_extents
    x, y = round(x - half[0] / 2), round(y)
    shut = [picture(run)[x, y] for _ in range(3)]
    run.world.bodies = run.world.bodies.without(run.world.bodies.of(Core))
    assert picture(run)[x, y, 1] > shut[0][1] + 30
    assert drawn == 2 * [*run.room.of(Slider), *run.room.of(Blade)], (
        "once each without and in GLITCH"
    )
    still_image.cache_clear()  # Its picture has no fixed parts.


@pytest.mark.parametrize("seconds", [1 / 240, 1 / 60, 0.05, 0.25])
@pytest.mark.parametrize("effects", ["full", "off"])
def test_only_the_first_picture_of_a_room_has_no_walls(tmp_path, effects, seconds):
    """They take as long to draw as a room takes to begin, and are drawn in the next frame."""
    run = run_of(tmp_path, MACHINES)
    run.stage.settings.effects = effects
    run.effects.opening = NOT_DRAWN_YET
    run.drift(seconds)
    still_image.cache_clear()
    wall = MACHINES.walls[0].center
    assert tuple(picture(run)[round(wall[0]), round(wall[1])]) == palette.BACKGROUND
    assert still_image.cache_info().misses == 0
    run.drift(seconds)
    picture(run)
    assert still_image.cache_info().misses == 1 + (run.effects.opening == 1)


@pytest.mark.parametrize("openings", [(0.1, 0.6, 1.0), (1.0,)])
def test_the_walls_in_glitch_are_drawn_when_a_room_is_open(tmp_path, openings):
    """In play they would make the frame late in which GLITCH begins."""
    run = run_of(tmp_path, MACHINES)
    still_image.cache_clear()
    for opening in openings:
        run.effects.opening = opening
        picture(run)
    before = still_image.cache_info().misses
    run.world.glitch_left = 100
    assert run.world.glitching
    picture(run)
    assert still_image.cache_info().misses == before


class Counted(pygame.Surface):
    """A surface that counts how often it is filled as a whole."""

    fills = 0

    def fill(self, color, rect=None, *rest):
        self.fills += rect is None
        return super().fill(color, rect, *rest)


def test_only_the_edges_of_a_shaken_picture_are_filled(tmp_path):
    """To fill all of it takes as long as to copy the walls."""
    run, surface = run_of(tmp_path, MACHINES), Counted((640, 360))
    run.effects.shake, run.effects.shake_age = (0.0, -1.0), 0.0
    run.draw(surface, frozenset(), None)
    assert surface.fills == 0


def test_the_walls_shake_with_everything_else(tmp_path):
    """What is cached is the picture that stands still; afterwards it is the same again."""
    run = run_of(tmp_path, MACHINES)
    still, surface = picture(run), pygame.Surface((640, 360))
    run.effects.shake, run.effects.shake_age = (0.0, -1.0), 0.0
    run.draw(surface, frozenset(), None)
    shaken = pygame.surfarray.array3d(surface)
    down = round(run.effects.offset[1])
    assert down == 3
    assert are(shaken, palette.WALL)[220:300, 220 + down].all()
    assert (picture(run) == still).all()


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_a_blade_is_drawn_at_the_time_of_the_picture(alpha, tmp_path):
    """Its tip has the lethal colour at alpha of the tick, on its way from before to after."""
    run = go(run_of(tmp_path, MACHINES), 40)
    run.clock.alpha = alpha
    (blade,) = run.world.bodies.of(Blade).values()
    time = run.world.time.now - (1 - alpha) / 120
    assert picture_time(run.world, alpha) == pytest.approx(time)
    lethal = np.argwhere(are(picture(run, (1920, 1080)), palette.LETHAL)) / 3 + 1 / 6
    away = lethal - blade.center
    ring = np.array(blade.bar(time).corners())
    way = (ring[2] - ring[0]) / np.hypot(*(ring[2] - ring[0]))
    away = away[np.hypot(*away.T) < blade.reach + 1]
    assert abs(away @ way).max() == pytest.approx(blade.half_extents[0], abs=0.4)
    assert abs(away @ (-way[1], way[0])).max() == pytest.approx(blade.half_extents[1], abs=0.4)


def test_a_picture_of_an_outcome_is_that_of_its_instant(tmp_path):
    run = go(run_of(tmp_path, MACHINES), 20)
    run.world.outcome = "dead"
    died = Died(0.25, run.player, run.world.player.id)
    run.world.last = run.world.last._replace(events=(died,))
    assert picture_time(run.world, 0.9) == pytest.approx(run.world.time.now - 0.75 / 120)


def test_before_the_first_tick_the_picture_is_that_of_the_start(tmp_path):
    world = begin(MACHINES)
    assert picture_time(world, 0.5) == world.time.now == 0.0


@pytest.mark.parametrize("window", WINDOWS)
def test_every_element_is_drawn_and_no_world_changed(window, tmp_path):
    runs = [go(run_of(tmp_path, MACHINES), 30), glitching(tmp_path)]
    runs += [go(run_of(tmp_path, SHAFT), 30, BEGIN)]
    aims = [go(run, 3, Controls(aim=True, heading=0)) for run in runs]
    for run in aims:
        before = run.world.state_hash(), run.world.time.now, run.world.last.events
        picture(run, window, MODES["all"])
        assert (run.world.state_hash(), run.world.time.now, run.world.last.events) == before
        colors, world, space = picture(run, window), run.world, run.world.space
        screen, seen = run.screen(window), pygame.Rect((0, 0), window)
        for ident in (
            *world.bodies.of(Blade),
            *world.bodies.of(GlitchCell),
            *world.bodies.of(Slug),
        ):
            center = (
                world.bodies.of(Blade)[ident].center
                if ident in world.bodies.of(Blade)
                else space.center[ident]
            )
            at = screen.rect(*box_around(center, space.half_extents[ident])).clip(seen)
            there = colors[at.left : at.right, at.top : at.bottom]
            assert are(there, body_colors(world, np.array([ident]))[0]).any() or not at, ident


def test_blades_and_the_line_are_lethal_and_cells_are_glitch(tmp_path):
    world = begin(MACHINES)
    assert set(body_colors(world, np.array([*world.bodies.of(Blade)]))) == {palette.LETHAL}
    assert set(body_colors(world, np.array([*world.bodies.of(GlitchCell)]))) == {palette.GLITCH}
    shaft = run_of(tmp_path, SHAFT).world
    assert body_colors(shaft, np.array([shaft.line])) == [palette.LETHAL]


@pytest.mark.parametrize("window", [(640, 360), (1000, 900)])
@pytest.mark.parametrize("opening", [0.3, 1.0])
@pytest.mark.parametrize("shake", [0.0, -1.0])
def test_nothing_of_the_picture_before_is_left_around_a_room(window, opening, shake, tmp_path):
    pictures = []
    for color in (0, 255):
        run = run_of(tmp_path, MACHINES)
        run.effects.opening, run.effects.shake, run.effects.shake_age = opening, (0.0, shake), 0.0
        surface = pygame.Surface(window)
        surface.fill((color, color, color))
        run.draw(surface, frozenset(), None)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]
