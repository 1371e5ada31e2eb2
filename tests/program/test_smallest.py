"""Does the smallest game keep its rules, and run where it says that it does?

Its own counts say what it thinks. What really happened is asked of exact fractions, and of a
search that steps from pixel to pixel.
"""

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from tools.search.density import count_files, total_of

from game import smallest
from game.collision import AABB, Response, move, overlaps
from game.smallest import AT_THE_END, REST, SWEPT, THINGS, WALLS, Game, press_key, shapes

ROOT = Path(__file__).parents[2]
DIRECTIONS = [each for each in product((-1, 0, 1), repeat=2) if any(each)]
DASHES = 300
SEEDS = range(12)
"""In all 3,600 dashes by each method."""
BLOCKED = "import sys; sys.modules['pygame'] = sys.modules['numpy'] = None; "


def play(method, seed, dashes=DASHES, watch=lambda game, before: None):
    """Play so many random dashes to their ends; watch(game, a box before a tick) sees each."""
    rng = Random(seed)
    game = Game()
    if game.method != method:
        game.change_method()
    while game.dashes < dashes or game.e != REST:
        if game.e == REST and game.pressed == REST and game.dashes < dashes:
            game.press(rng.choice(DIRECTIONS))
            game.waited = smallest.PAIR_TICKS - 1
        before = game.box
        game.tick()
        watch(game, before)
    return game


def begin_dash(game, direction):
    """Let a dash begin with the next tick."""
    game.press(direction)
    game.waited = smallest.PAIR_TICKS - 1


def enters(start, end, wall):
    """Tell whether a box on its path from start to end is inside a wall at any time, deeper than
    2^-19 px, in fractions."""
    first = Fraction(0)
    last = Fraction(1)
    sizes = zip(start.center, end.center, start.half_extents, wall.center, wall.half_extents)
    for numbers in sizes:
        a, b, h, center, g = map(Fraction, numbers)
        reach = h + g - Fraction(1, 2**19)
        if a == b:
            if abs(a - center) >= reach:
                return False
            continue
        times = sorted(((center - reach - a) / (b - a), (center + reach - a) / (b - a)))
        first = max(first, times[0])
        last = min(last, times[1])
    return first < last


@pytest.mark.parametrize("seed", SEEDS)
def test_swept_nothing_is_passed_and_nothing_is_lost(seed):
    """No path enters a wall, and every dash ends by a hit."""
    wrong = []

    def watch(game, before):
        around = before.union(game.box)
        near = [wall for wall in WALLS if overlaps(wall, around)]
        wrong.extend(wall for wall in near if enters(before, game.box, wall))
        wrong.extend(each for each in game.obstacles if enters(game.box, game.box, each))

    game = play(SWEPT, seed, watch=watch)
    assert wrong == []
    assert (game.dashes, game.hits, game.passed, game.lost) == (DASHES, DASHES, 0, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_tested_at_the_end_most_solids_are_passed(seed):
    """Of the solids that were in the way, found or not, more than half were passed; and of the
    dashes more than a third ended outside."""
    game = play(AT_THE_END, seed)
    assert game.dashes == game.hits + game.lost == DASHES
    assert game.passed > game.hits
    assert game.lost > DASHES / 3


def test_a_wall_of_2_px_stops_the_sweep_and_not_the_test_at_the_end():
    """The box begins at x = 100, the wall at x = 150: it would jump to x = 190."""
    ends = {}
    for method in (SWEPT, AT_THE_END):
        game = Game()
        if method != game.method:
            game.change_method()
        game.box = AABB((100, 100), smallest.HALF)
        begin_dash(game, (1, 0))
        game.tick()
        ends[method] = game.box.center, game.hits, game.passed
    assert ends == {SWEPT: ((144.0, 100.0), 1, 0), AT_THE_END: ((190.0, 100.0), 0, 1)}


def test_a_thing_on_the_path_is_taken_by_the_sweep_alone():
    """The thing at x = 310 lies between 265 and 355, where ticks end."""
    left = {}
    for method in (SWEPT, AT_THE_END):
        game = Game()
        if method != game.method:
            game.change_method()
        game.box = AABB((265, 130), smallest.HALF)
        begin_dash(game, (1, 0))
        game.tick()
        left[method] = len(game.things)
    assert left == {SWEPT: 9, AT_THE_END: 10}


def paths_between_stops():
    """Return a function that gives the places of a dash from a place, whole px, and a set of
    those where the box is inside no wall."""
    free = {*product(range(640), range(20, 380))}
    for wall in WALLS:
        low = [int(x) - 5 for x in wall.min]
        high = [int(x) + 6 for x in wall.max]
        free -= {*product(*map(range, low, high))}

    def dash(place, direction):
        places = [place]
        while (step := (places[-1][0] + direction[0], places[-1][1] + direction[1])) in free:
            places.append(step)
        return places

    return dash


@pytest.fixture(scope="module")
def dash():
    return paths_between_stops()


def test_from_each_thing_at_most_four_dashes_lead_to_any_other(dash):
    """Found pixel by pixel, among walls alone: obstacles come and go."""
    places = [tuple(map(int, thing.center)) for thing in THINGS]
    near = {(x + i, y + j): (x, y) for x, y in places for i, j in product(range(-12, 13), repeat=2)}
    known = {}
    for start in places:
        stops = {start}
        found = set()
        for _ in range(4):
            for key in product(stops, DIRECTIONS):
                if key not in known:
                    path = dash(*key)
                    known[key] = {near[place] for place in path if place in near}, path[-1]
                found |= known[key][0]
            stops = {known[key][1] for key in product(stops, DIRECTIONS)}
        assert {*places} - found - {start} == set(), start


def test_a_dash_stops_where_a_search_by_pixels_stops(dash):
    """Among walls: 300 dashes, one after the other."""
    rng = Random(1)
    box = smallest.START
    for _ in range(300):
        x, y = rng.choice(DIRECTIONS)
        expected = dash(box.center, (x, y))[-1]
        box, _ = move(box, (1024 * x, 1024 * y), WALLS, Response.STOP)
        assert box.center == expected


def test_walls_are_1_to_4_px_thick():
    assert {min(wall.size) for wall in WALLS} == {1.0, 2.0, 3.0, 4.0}


def obstacle_ranges():
    """Return the box around all places of each obstacle, until it has turned twice."""
    game = Game()
    ranges = list(game.obstacles)
    for _ in range(2 * smallest.TURN_TICKS):
        game.move_obstacles()
        ranges = [around.union(box) for around, box in zip(ranges, game.obstacles)]
    assert game.obstacles == smallest.OBSTACLES
    assert game.moves == smallest.MOVES
    return ranges


def test_obstacles_stay_more_than_12_px_from_walls_from_each_other_and_from_the_start():
    """So a box of 12 px is never crushed, nor pushed into anything."""
    ranges = obstacle_ranges()
    around = [each.expanded((12, 12)) for each in ranges]
    assert not any(overlaps(each, wall) for each in around for wall in WALLS)
    assert not any(overlaps(each, smallest.START) for each in around)
    pairs = combinations(range(len(ranges)), 2)
    assert not any(overlaps(around[i], ranges[j]) for i, j in pairs)


@pytest.mark.parametrize("method", [SWEPT, AT_THE_END])
def test_an_obstacle_pushes_a_resting_box_only_when_it_is_swept(method):
    """It lies 20 px below one that comes down by 3 px a tick; no dash, so nothing is counted."""
    game = Game()
    if method != game.method:
        game.change_method()
    game.box = AABB((190, 92), smallest.HALF)
    for _ in range(20):
        game.tick()
    (obstacle, *_) = game.obstacles
    assert obstacle.center == (190.0, 116.0)
    expected = (190.0, 132.0) if method == SWEPT else (190.0, 92.0)
    assert game.box.center == expected
    assert (game.dashes, game.hits, game.passed, game.lost, game.clock) == (0, 0, 0, 0, 0)


def test_a_box_that_leaves_the_room_is_lost_and_put_back():
    game = Game()
    game.change_method()
    game.box = AABB((30, 200), smallest.HALF)
    begin_dash(game, (-1, 0))
    game.tick()
    assert (game.lost, game.passed, game.e, game.box) == (1, 1, REST, smallest.START)


def test_a_change_of_method_puts_the_box_back():
    """Wherever it is: in the middle of a dash, in an obstacle, or out of the room."""
    for center in ((300, 60), (190, 56), (-500, 200)):
        game = Game()
        begin_dash(game, (1, 0))
        game.tick()
        game.box = AABB(center, smallest.HALF)
        game.change_method()
        assert (game.box, game.e, game.dashes) == (smallest.START, REST, 0)
        assert game.method == AT_THE_END
        game.change_method()
        assert game.method == SWEPT


@pytest.mark.parametrize("second", [1, 2])
def test_two_keys_within_three_ticks_make_a_diagonal(second):
    game = Game()
    press_key(game, "right")
    for _ in range(second):
        game.tick()
        assert game.e == REST
    press_key(game, "s")
    while game.e == REST:
        game.tick()
    assert game.e == (64, 64)
    assert game.dashes == 1


def test_one_key_dashes_in_the_third_tick():
    game = Game()
    press_key(game, "up")
    for _ in range(2):
        game.tick()
        assert game.dashes == 0
    game.tick()
    assert (game.dashes, game.e, game.box.center) == (1, (0, -90), (70.0, 110.0))


def test_a_key_during_a_dash_asks_for_the_next():
    game = Game()
    begin_dash(game, (0, -1))
    game.tick()
    press_key(game, "right")
    while game.hits < 2:
        game.tick()
    assert game.dashes == 2
    assert game.box.center == (144.0, 30.0)


def test_the_clock_runs_from_the_first_dash_until_the_last_thing_and_the_best_stays():
    game = Game()
    for _ in range(5):
        game.tick()
    assert game.clock == 0
    game.things = [AABB((70, 30), smallest.HALF)]
    begin_dash(game, (0, -1))
    for _ in range(10):
        game.tick()
    assert game.things == []
    assert game.clock == game.best == 1
    assert any("10 of 10 in 0.0 s, best 0.0 s" in shape.words for shape in shapes(game))
    press_key(game, "r")
    assert (len(game.things), game.clock, game.best) == (10, 0, 1)


def test_the_same_calls_make_the_same_game():
    games = [play(SWEPT, seed=7, dashes=50) for _ in range(2)]
    assert shapes(games[0]) == shapes(games[1])
    assert games[0].things is not games[1].things


def hull_of_points(points):
    """Return the corners of the convex hull, by Andrew's monotone chain."""

    def half(ordered):
        chain = []
        for x, y in ordered:
            while len(chain) > 1:
                (px, py), (qx, qy) = chain[-2:]
                if (qx - px) * (y - py) - (qy - py) * (x - px) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return {*half(ordered), *half(ordered[::-1])}


@pytest.mark.parametrize("direction", [*DIRECTIONS, (0, 0)])
def test_a_swept_volume_is_the_hull_of_all_corners(direction):
    box = AABB((100, 50), (6, 4))
    path = (90 * direction[0], 64 * direction[1])
    corners = [
        corner for each in (box, box.moved(path)) for corner in product(*zip(each.min, each.max))
    ]
    points = smallest.hull(box, path)
    assert {*points} >= hull_of_points(corners)
    assert hull_of_points(points) == hull_of_points(corners)
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:] + points, points[2:] + points)
    ]
    assert min(turns) >= 0 or max(turns) <= 0


def test_tab_outlines_what_was_swept():
    game = play(SWEPT, seed=1, dashes=3)
    assert {"trail", "solid", "thing", "box", "text"} == {shape.role for shape in shapes(game)}
    press_key(game, "tab")
    assert {"swept", "solid", "thing", "box", "text"} == {shape.role for shape in shapes(game)}
    assert {shape.role for shape in shapes(game)} <= smallest.COLORS.keys()


def test_shapes_are_values_that_can_be_written():
    drawn = shapes(play(SWEPT, seed=1, dashes=3))
    written = json.loads(json.dumps(drawn))
    assert [(role, [*map(tuple, points)], words) for role, points, words in written] == drawn


def test_it_is_small():
    """Its budget, counted as tests/tools/search/density.py says, and no idiom that saves lines."""
    count = total_of(count_files([ROOT / "game" / "smallest.py"]).values())
    assert count.expressions <= 800
    assert count.places == []


PLAYED = """
played = {package}.smallest.Game()
for _ in range(2):
    played.press((1, 1))
    for _ in range(20):
        played.tick()
        {package}.smallest.shapes(played)
    played.change_method()
print(played.best, {package}.smallest.main())
"""


def run(code, folder=ROOT, **environment):
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    known = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-W", "error", *code],
        cwd=folder,
        env={**known, **environment},
        capture_output=True,
        text=True,
    )


def test_rules_and_shapes_need_neither_pygame_nor_numpy():
    done = run(["-c", BLOCKED + "import game.smallest" + PLAYED.format(package="game")])
    assert (done.stdout, done.stderr) == (f"3600 {smallest.NO_PYGAME}\n", "")


def test_it_needs_collision_beside_it_and_nothing_else_of_the_game(tmp_path):
    own = tmp_path / "own"
    shutil.copytree(ROOT / "game" / "collision", own / "collision")
    shutil.copy(ROOT / "game" / "smallest.py", own)
    only = BLOCKED + "sys.modules['game'] = None; import own.smallest"
    done = run(["-c", only + PLAYED.format(package="own")], tmp_path, PYTHONPATH="")
    assert (done.stdout, done.stderr) == (f"3600 {smallest.NO_PYGAME}\n", "")


@pytest.mark.parametrize("driver", [{}, {"SDL_VIDEODRIVER": "x11"}])
def test_without_a_display_it_says_so_in_one_sentence(driver, tmp_path):
    done = run(["-m", "game.smallest"], XDG_RUNTIME_DIR=str(tmp_path), **driver)
    assert (done.returncode, done.stderr) == (1, smallest.NO_DISPLAY + "\n")


def test_without_pygame_it_says_so_in_one_sentence():
    code = BLOCKED + "import runpy; runpy.run_module('game.smallest', run_name='__main__')"
    done = run(["-c", code])
    assert (done.returncode, done.stderr) == (1, smallest.NO_PYGAME + "\n")


LOOP = """
import pygame
from game import smallest
keys = iter([pygame.K_RIGHT, pygame.K_TAB, pygame.K_v, pygame.K_w, pygame.K_r, pygame.K_F1, None])
def next_events():
    key = next(keys)
    if key is None:
        return [pygame.event.Event(pygame.QUIT)]
    return [pygame.event.Event(pygame.KEYDOWN, key=key), pygame.event.Event(pygame.KEYUP, key=key)]
pygame.event.get = next_events
print(smallest.main())
surface = pygame.display.get_surface()
print(surface.get_size(), *(surface.get_at(place)[:3] for place in ((4, 400), (140, 400))))
keys = iter([pygame.K_ESCAPE])
smallest.main()
print("not reached")
"""


def test_the_window_shows_the_game_until_it_is_closed():
    """A driver that is asked for draws, even where nothing shows it: the left wall, the box."""
    done = run(["-W", "ignore:no fast renderer", "-c", LOOP], SDL_VIDEODRIVER="dummy")
    assert done.stderr == ""
    *_, ended, seen = done.stdout.splitlines()
    assert (done.returncode, ended) == (0, "None")
    assert seen == "(1280, 800) (244, 246, 250) (240, 228, 66)"
