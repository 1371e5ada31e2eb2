"""Which room, and what was done there already?"""

import pygame
import pytest
from support.hands import middle, point, press, push
from support.staged import ROOMS, picture, replay_of, stage

from game.resources import levels, stored_replay
from game.scenes.shell.rooms import RoomsScene, best_name
from game.simulation.medals import Award
from game.simulation.tiled import load_room
from game.storage import Best


def choice(at, chosen=-1):
    return RoomsScene(at, "back", chosen)


@pytest.fixture
def twelve(tmp_path):
    at = stage(tmp_path)
    at.rooms = (at.rooms * 12)[:12]
    return choice(at, 0)


def test_arrows_move_in_two_dimensions(twelve):
    """Four cards a row; there is nothing beyond the edges."""
    seen = []
    for name in ("down", "right", "down", "down", "right", "up", "left", "up", "up"):
        press(twelve, name)
        seen.append(twelve.chosen)
    assert seen == [4, 5, 9, 9, 10, 6, 5, 1, 1]


def test_the_pointer_chooses_and_a_click_plays(twelve):
    twelve.draw(pygame.Surface((1280, 720)))
    for index in range(12):
        place = middle(twelve.card(index))
        point(twelve, place, pygame.MOUSEMOTION)
        assert twelve.chosen == index
        assert twelve.next is None
    point(twelve, place)
    assert twelve.next.index == 11
    point(twelve, place, button=3)
    assert twelve.next == "back"


def test_the_pad_chooses_and_plays(twelve):
    push(twelve, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_A)
    assert twelve.next.index == 4


def test_thirteen_rooms_are_all_shown(twelve):
    twelve.entries.append(twelve.entries[0])
    cards = [twelve.card(index) for index in range(13)]
    assert len(set(cards)) == 13
    assert all(right <= 590 and foot <= 336 for _, (right, foot) in cards)
    picture(twelve)


def test_nothing_is_locked(tmp_path):
    scene = choice(stage(tmp_path), len(ROOMS) - 1)
    scene.do("choose")
    assert scene.next.room.name == ROOMS[-1]


def save(at, index, ticks, dashes, assisted=False):
    """Save a run of a room as its best."""
    room = load_room(at.rooms[index])
    at.storage.save_best(best_name(room, assisted), Best(ticks, dashes))


def test_a_card_shows_what_was_done(tmp_path):
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


def test_pictures_are_drawn_once_for_each_size_and_one_a_frame(tmp_path):
    scene = choice(stage(tmp_path))
    for number in range(len(ROOMS)):
        assert len(scene.pictures) == number
        picture(scene)
    drawn = dict(scene.pictures)
    picture(scene)
    assert scene.pictures == drawn
    assert len({pygame.image.tobytes(image, "RGB") for image in drawn.values()}) == len(ROOMS)
    scene.draw(pygame.Surface((1280, 720)))
    assert len(scene.pictures) == len(ROOMS) + 1


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
