"""Draw a room while it is played: saving its file loads it anew."""

import json
import os

import pygame
import pytest
from support.drawn import box, tiled
from support.hands import key_event
from support.staged import picture, replay_of, stage

from game.resources import levels
from game.scenes.run.play import PlayScene
from game.storage import WATCH_PERIOD
from game.view.overlay import MODES

WALL = box("wall", 300, 100, 2, 100)
AWAY = pygame.event.Event(pygame.WINDOWFOCUSLOST)


def save(file, *boxes, **about):
    file.write_text(json.dumps(tiled(*boxes, **about)), encoding="utf-8")


@pytest.fixture
def file(tmp_path):
    """Return the file of a room with a wall."""
    file = tmp_path / "my own.tmj"
    save(file, WALL)
    return file


@pytest.fixture
def scene(tmp_path, file):
    """Return that room after some ticks, a while after the file was looked at."""
    on = stage(tmp_path / "data", overlay=MODES["boxes"])
    on.rooms = [file, *on.rooms]
    scene = PlayScene(on, 0)
    scene.handle(key_event("right"))
    for _ in range(20):
        scene.update(WATCH_PERIOD / 4)
    assert scene.run.world.ticks > 0
    return scene


def test_saving_loads_the_running_room_again(scene, file):
    scene.study.speed, overlay = 2, scene.stage.overlay
    save(file, WALL, box("wall", 400, 100, 2, 100), title="Changed")
    scene.handle(key_event("right", down=False))
    scene.update(WATCH_PERIOD)
    assert (scene.room.title, len(scene.room.walls)) == ("Changed", 6)
    assert scene.run.world.room is scene.room
    assert scene.run.world.ticks == 0
    assert (scene.study.speed, scene.stage.overlay, scene.index) == (2, overlay, 0)


def test_saving_the_same_room_lets_the_run_go_on(scene, file):
    run = scene.run
    save(file, WALL | {"name": "a wall"})
    scene.update(WATCH_PERIOD)
    assert scene.run is run


def test_what_is_wrong_is_reported_and_the_old_room_goes_on(scene, file):
    room, run, ticks = scene.room, scene.run, scene.run.world.ticks
    save(file, WALL | {"type": "wal"}, box("slug", 9, 9, 4, 4, rpm=3))
    scene.update(WATCH_PERIOD)
    assert scene.fault.startswith("my own.tmj: layer 1 'room': object 1: is of type 'wal' (did you")
    assert scene.fault.endswith("(1 more)")
    assert (scene.room, scene.run) == (room, run)
    assert run.world.ticks > ticks
    told = picture(scene)
    scene.fault = ""
    assert picture(scene) != told


@pytest.mark.parametrize("half", ["", '{"layers": [{"id"', '{"layers": []}'])
def test_a_file_that_is_half_written_is_read_again(scene, file, half):
    save(file, WALL, title="Whole")
    whole, saved = file.read_text(encoding="utf-8"), file.stat().st_mtime_ns
    for text in (half.ljust(len(whole)), whole):
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(saved, saved))
        before = scene.fault
        scene.update(WATCH_PERIOD)
        assert before or (scene.fault and picture(scene))
    assert (scene.fault, scene.room.title) == ("", "Whole")


def test_a_file_that_is_gone_for_a_moment_is_no_fault(scene, file):
    file.unlink()
    scene.update(WATCH_PERIOD)
    assert scene.fault == ""
    save(file, WALL, title="Back")
    scene.update(WATCH_PERIOD)
    assert scene.room.title == "Back"


def test_saving_leads_back_from_the_menu(scene, file):
    """It opened when the editor got the focus; nothing moves before the first press."""
    scene.handle(AWAY)
    menu, scene.next = scene.next, None
    menu.update(WATCH_PERIOD)
    assert menu.next is None
    save(file, WALL, title="Seen")
    menu.update(WATCH_PERIOD)
    assert menu.next is scene
    scene.update(1.0)
    assert (scene.room.title, scene.run.world.ticks) == ("Seen", 0)


def test_a_fault_leads_back_from_the_menu_to_a_run_that_is_held(scene, file):
    """The sentence is shown, and the player does not die meanwhile."""
    scene.handle(AWAY)
    menu, scene.next = scene.next, None
    ticks = scene.run.world.ticks
    file.write_text("nothing", encoding="utf-8")
    menu.update(WATCH_PERIOD)
    assert menu.next is scene
    menu.next = None
    menu.update(WATCH_PERIOD)
    assert menu.next is None
    scene.update(1.0)
    assert scene.fault
    assert scene.run.world.ticks == ticks


def test_a_fault_that_is_mended_leads_back_from_the_menu_to_a_run_that_is_held(scene, file):
    """The old room is saved again: nothing moves while the editor is before it."""
    text, ticks = file.read_text(encoding="utf-8"), scene.run.world.ticks
    for saved, fault in (("nothing", True), (text, False)):
        scene.handle(AWAY)
        menu, scene.next = scene.next, None
        file.write_text(saved, encoding="utf-8")
        menu.update(WATCH_PERIOD)
        assert menu.next is scene
        scene.update(1.0)
        assert bool(scene.fault) == fault
        assert scene.run.world.ticks == ticks


def test_a_replay_goes_on_as_it_was_made(tmp_path):
    on, file = stage(tmp_path / "data"), tmp_path / "first-contact.tmj"
    text = levels()["first-contact"].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    on.rooms = [file]
    scene = PlayScene(on, 0, replay_of("first-contact"))
    scene.update(WATCH_PERIOD)
    save(file, WALL)
    scene.update(WATCH_PERIOD)
    assert scene.room.title == "First Contact"
