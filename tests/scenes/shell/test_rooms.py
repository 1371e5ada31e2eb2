"""Which room, and what was done there already?"""

import pygame
import pytest
from support.hands import WINDOW, middle, point, press, push
from support.staged import ROOMS, picture, replay_of, stage

from game.resources import levels, stored_replay
from game.scenes.shell.rooms import RoomsScene, best_name
from game.simulation.medals import Award
from game.simulation.tiled import load_room
from game.storage import Best


def choice(at, chosen=-1):
    return RoomsScene(at, "back", chosen)


@pytest.fixture
def grid(tmp_path):
    """Return the choice of 36 rooms, the first one chosen."""
    return choice(stage(tmp_path), 0)


def test_arrows_move_in_two_dimensions(grid):
    """Twelve rooms in a row; there is nothing beyond the edges."""
    seen = []
    for name in ("down", "right", "down", "down", "right", "up", "left", "up", "up"):
        press(grid, name)
        seen.append(grid.chosen)
    assert seen == [12, 13, 25, 25, 26, 14, 13, 1, 1]


def test_the_pointer_chooses_and_a_click_plays(grid):
    picture(grid, WINDOW)
    for index in range(36):
        place = middle(grid.cells[index])
        point(grid, place, pygame.MOUSEMOTION)
        assert grid.chosen == index
        assert grid.next is None
    point(grid, place)
    assert grid.next.index == 35
    point(grid, place, button=3)
    assert grid.next == "back"


def test_a_click_on_the_picture_plays_the_chosen_room(grid):
    press(grid, "right")
    point(grid, middle(grid.picture))
    assert grid.next.index == 1


def test_the_pad_chooses_and_plays(grid):
    push(grid, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_A)
    assert grid.next.index == 12


@pytest.mark.parametrize("count", [1, 12, 13, 36, 37, 48])
def test_any_number_of_rooms_has_cells_on_the_page(tmp_path, count):
    """A column for each fact, a row for each twelve; a picture is below, at least 200 px wide."""
    at = stage(tmp_path)
    at.rooms = [at.rooms[k % len(ROOMS)] for k in range(count)]
    scene = choice(at, 0)
    assert len(scene.cells) == len(set(scene.cells)) == count
    assert {low[0] for low, _ in scene.cells[12:]} <= {low[0] for low, _ in scene.cells[:12]}
    (left, top), (right, foot) = scene.picture
    assert max(high[1] for _, high in scene.cells) < top < foot < 340
    assert all(0 < low[0] < high[0] < 640 for low, high in scene.cells)
    assert 200 <= right - left <= 460
    picture(scene)


def test_nothing_is_locked(tmp_path):
    scene = choice(stage(tmp_path), len(ROOMS) - 1)
    scene.do("choose")
    assert scene.next.room.name == ROOMS[-1]


def save(at, index, ticks, dashes, assisted=False):
    """Save a run of a room as its best."""
    room = load_room(at.rooms[index])
    at.storage.save_best(best_name(room, assisted), Best(ticks, dashes))


def test_a_cell_shows_what_was_done(tmp_path):
    """The medal of the best time, and the ring of the fewest dashes."""
    at, stored = stage(tmp_path), replay_of(ROOMS[0])
    blank = picture(choice(at, 0))
    save(at, 0, stored.ticks + 1, stored.dashes + 1)
    assert choice(at).entries[0].award == Award(3)
    save(at, 0, stored.ticks * 3, stored.dashes)
    scene = choice(at, 0)
    assert scene.entries[0].award == Award(3, ring=True)
    assert scene.entries[0].best.ticks == stored.ticks + 1
    assert picture(scene) != blank
    assert choice(at).chosen == 1


def test_a_run_with_an_assist_counts_where_there_is_no_other(tmp_path):
    at, stored = stage(tmp_path), replay_of(ROOMS[0])
    save(at, 0, 9, 1, assisted=True)
    assert choice(at).entries[0].award == Award(4, ring=True, assisted=True)
    assert choice(at).chosen == 1
    save(at, 0, 2 * stored.ticks, 99)
    assert choice(at).entries[0].award == Award(1)


def test_a_room_of_ones_own_has_medals_once_a_run_of_it_is_stored(tmp_path):
    """Beside its map; not once the room was changed since, nor for any other JSON file."""
    at, own = stage(tmp_path), tmp_path / "own.tmj"
    at.rooms = [own]
    stored, beside = stored_replay(ROOMS[0]).read_text(), own.with_suffix(".json")
    own.write_bytes(levels()[ROOMS[0]].read_bytes())
    save(at, 0, 9, 1)
    awards = []
    for text in (None, "{}", stored):
        if text:
            beside.write_text(text)
        awards.append(choice(at).entries[0].award)
    own.write_bytes(levels()[ROOMS[1]].read_bytes())
    save(at, 0, 9, 1)
    awards.append(choice(at).entries[0].award)
    assert awards == [Award(), Award(), Award(4, ring=True), Award()]


def test_the_chosen_room_plays_its_stored_run_again_and_again(tmp_path):
    scene = choice(stage(tmp_path), 0)
    scene.update(0.25)
    first = run = scene.demonstration.run
    while run is first:
        before = run.world.outcome
        scene.update(0.25)
        run = scene.demonstration.run
    assert (before, run.room.name, run.world.outcome) == ("finished", ROOMS[0], None)
    press(scene, "right")
    scene.update(0.25)
    run = scene.demonstration.run
    assert (run.room.name, run.world.ticks > 0) == (ROOMS[1], True)
    before = picture(scene)
    scene.update(0.25)
    assert picture(scene) != before


def test_a_room_without_a_stored_run_stands_still(tmp_path):
    at, own = stage(tmp_path), tmp_path / "own.tmj"
    own.write_bytes(at.rooms[0].read_bytes())
    at.rooms = [own]
    scene = choice(at)
    for _ in range(3):
        scene.update(0.25)
    assert scene.demonstration.run.world.ticks == 0
    picture(scene)


def test_a_file_that_is_no_room_says_so_and_breaks_nothing(tmp_path):
    at = stage(tmp_path)
    at.rooms.append(tmp_path / "gone.tmj")
    scene = choice(at, len(ROOMS))
    picture(scene)
    scene.do("choose")
    assert scene.next is None
    assert scene.entries[-1].error.startswith("gone.tmj: cannot be read")


def test_a_file_that_is_a_room_no_more_says_so(tmp_path):
    at = stage(tmp_path)
    own = tmp_path / "own.tmj"
    own.write_bytes(at.rooms[0].read_bytes())
    at.rooms.append(own)
    scene = choice(at, len(ROOMS))
    own.write_text("{}")
    scene.do("choose")
    assert scene.next is None
    assert "own.tmj" in scene.entries[-1].error
    picture(scene)
