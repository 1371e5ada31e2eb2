"""Who was best, and with which initials?"""

from datetime import UTC, datetime, timedelta
from itertools import count

import pygame
import pytest
from support.hands import point, press, push
from support.staged import stage, world_at_end

from game.scenes.shell.rooms import table_name
from game.scenes.shell.scores import InitialsScene, ScoresScene, save_result
from game.scenes.shell.settings import load_settings
from game.view.page import DONE_BUTTON, INITIALS_PITCH, INITIALS_Y, PAGE_MIDDLE

TABLE = "room-hash"


@pytest.fixture
def minutes(monkeypatch):
    """Let a minute pass whenever the time is read."""
    ticks = count()

    class Clock:
        def now(self, zone):
            return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(ticks))

    monkeypatch.setattr("game.scenes.shell.scores.datetime", Clock())


@pytest.fixture
def world():
    """Return a world that was finished."""
    return world_at_end("first-contact")


@pytest.fixture
def entry(tmp_path, world):
    """Return the initials of a result that was just saved."""
    at = stage(tmp_path)
    standing = save_result(at, TABLE, world, assisted=False)
    return InitialsScene(at, standing, "back", lambda surface: None)


def signed(entry):
    [result] = entry.stage.storage.results(TABLE)
    return result.initials


def test_a_result_is_saved_at_once_under_the_last_initials(tmp_path, world, minutes):
    """AAA if there were none; the standing counts from 1, and the older of equals is before."""
    at = stage(tmp_path)
    assert save_result(at, TABLE, world, assisted=False).rank == 1
    at.settings.initials = "ZED"
    assert save_result(at, TABLE, world, assisted=True).rank == 2
    results = at.storage.results(TABLE)
    assert [(r.initials, r.assisted) for r in results] == [("AAA", False), ("ZED", True)]
    assert all(r.score == world.score and r.ticks == world.ticks for r in results)


def test_initials_are_typed(entry):
    press(entry, *"xyz", "backspace", "a", "return")
    assert entry.next == "back"
    assert signed(entry) == "XAZ"


def test_letters_are_turned_by_the_pad(entry):
    for name in ("UP", "RIGHT", "DOWN", "RIGHT", "UP"):
        push(entry, getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{name}"))
    push(entry, pygame.CONTROLLER_BUTTON_A)
    assert signed(entry) == "BZB"


def test_letters_are_turned_by_the_pointer(entry):
    entry.draw(pygame.Surface((640, 360)))
    for x, y in ((-1, INITIALS_Y - 50), (1, INITIALS_Y + 50), (0, DONE_BUTTON[0][1] + 5)):
        point(entry, (PAGE_MIDDLE + INITIALS_PITCH * x, y))
    assert signed(entry) == "BAZ"


def test_initials_are_remembered(entry):
    press(entry, *"zed")
    entry.do("choose")
    assert entry.stage.settings.initials == "ZED"
    assert load_settings(entry.stage.storage).initials == "ZED"


def test_escape_keeps_what_was_there(entry):
    press(entry, *"zed")
    entry.do("back")
    assert signed(entry) == "AAA"
    assert entry.next == "back"
    assert entry.stage.settings.initials == "AAA"


def test_a_result_that_is_gone_is_not_made_again(entry, tmp_path):
    entry.stage.storage.wait()
    for file in (tmp_path / "scores" / TABLE).iterdir():
        file.unlink()
    entry.do("choose")
    assert entry.next == "back"
    assert entry.stage.storage.results(TABLE) == []


def test_tables_turn_both_ways_by_keys_and_pointer(tmp_path, world):
    at = stage(tmp_path)
    save_result(at, table_name(world.room), world, assisted=True)
    scene = ScoresScene(at, "back")
    names = []
    for _ in range(len(scene.tables) + 1):
        names.append(scene.tables[scene.shown][0])
        scene.draw(pygame.Surface((640, 360)))
        press(scene, "right")
    assert names[0] == names[-1] == "First Contact"
    assert names[-2] == "Scanline"
    shown = scene.shown
    for x, by in ((20, -1), (600, 1)):
        point(scene, (x, 150))
        shown = (shown + by) % len(scene.tables)
        assert scene.shown == shown
    point(scene, (0, 0), button=3)
    assert scene.next == "back"


def test_a_table_shows_ten(tmp_path, world, minutes):
    at = stage(tmp_path)
    standings = [save_result(at, table_name(world.room), world, assisted=False) for _ in range(12)]
    ranks = [standing and standing.rank for standing in standings]
    assert ranks == [*range(1, 11), None, None]
    assert len(ScoresScene(at, "back").results) == 10
