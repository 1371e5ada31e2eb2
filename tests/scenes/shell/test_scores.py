"""Who was best, and with which initials?"""

from datetime import UTC, datetime, timedelta
from itertools import count

import pygame
import pytest
from support.staged import run_until, stage

from game.scenes.shell.rooms import table_name
from game.scenes.shell.scores import InitialsScene, ScoresScene, save_result
from game.scenes.shell.settings import load_settings
from game.view.page import DONE_BUTTON, INITIALS_PITCH, INITIALS_Y, PAGE_MIDDLE

TABLE = "room-hash"


def key(name):
    return pygame.event.Event(pygame.KEYDOWN, key=name, scancode=0, mod=0)


def press(scene, words):
    for letter in words:
        scene.handle(key(ord(letter)))


@pytest.fixture
def minutes(monkeypatch):
    """Let a minute pass whenever the time is asked."""
    ticks = count()

    class Clock:
        def now(self, zone):
            return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(ticks))

    monkeypatch.setattr("game.scenes.shell.scores.datetime", Clock())


@pytest.fixture
def world(tmp_path):
    """Return a world that was finished."""
    return run_until(tmp_path, "first-contact").world


@pytest.fixture
def entry(tmp_path, world):
    """Return the initials of a result that was just kept."""
    at = stage(tmp_path)
    standing = save_result(at, TABLE, world, assisted=False)
    return InitialsScene(at, standing, "back", lambda surface: None)


def signed(entry):
    [result] = entry.stage.storage.results(TABLE)
    return result.initials


def test_a_result_is_kept_at_once_under_the_last_initials(tmp_path, world, minutes):
    """AAA if there were none; the standing counts from 1, and the older of equals is before."""
    at = stage(tmp_path)
    assert save_result(at, TABLE, world, assisted=False).rank == 1
    at.settings.initials = "ZED"
    assert save_result(at, TABLE, world, assisted=True).rank == 2
    results = at.storage.results(TABLE)
    assert [(r.initials, r.assisted) for r in results] == [("AAA", False), ("ZED", True)]
    assert all(r.score == world.score and r.ticks == world.ticks for r in results)


def test_initials_are_typed(entry):
    """Each letter goes on to the next; Backspace goes back; Enter signs."""
    press(entry, "xyz")
    entry.handle(key(pygame.K_BACKSPACE))
    press(entry, "a")
    entry.handle(key(pygame.K_RETURN))
    assert entry.next == "back"
    assert signed(entry) == "XAZ"


def test_letters_are_turned_by_the_pad(entry):
    """Up goes on, down goes back, round the alphabet."""
    for name in ("UP", "RIGHT", "DOWN", "RIGHT", "UP"):
        button = getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{name}")
        entry.handle(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0))
    a = pygame.CONTROLLER_BUTTON_A
    entry.handle(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=a, instance_id=0))
    assert signed(entry) == "BZB"


def test_letters_are_turned_by_the_pointer(entry):
    """A press above a letter, below one, and on Done."""
    entry.draw(pygame.Surface((640, 360)))
    for x, y in ((-1, INITIALS_Y - 50), (1, INITIALS_Y + 50), (0, DONE_BUTTON[0][1] + 5)):
        place = PAGE_MIDDLE + INITIALS_PITCH * x, y
        entry.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place))
    assert signed(entry) == "BAZ"


def test_initials_are_remembered(entry):
    """For the next result, and for the next start of the program."""
    press(entry, "zed")
    entry.do("choose")
    assert entry.stage.settings.initials == "ZED"
    assert load_settings(entry.stage.storage).initials == "ZED"


def test_escape_keeps_what_was_there(entry):
    """And does not ask again."""
    press(entry, "zed")
    entry.do("back")
    assert signed(entry) == "AAA"
    assert entry.next == "back"
    assert entry.stage.settings.initials == "AAA"


def test_a_result_that_is_gone_is_not_made_again(entry, tmp_path):
    """Someone took the file away meanwhile."""
    entry.stage.storage.wait()
    for file in (tmp_path / "scores" / TABLE).iterdir():
        file.unlink()
    entry.do("choose")
    assert entry.next == "back"
    assert entry.stage.storage.results(TABLE) == []


def test_tables_turn_both_ways_by_keys_and_pointer(tmp_path, world):
    """Each mode has one, Scanline too; round in a circle."""
    at = stage(tmp_path)
    save_result(at, table_name(world.room), world, assisted=True)
    scene = ScoresScene(at, "back")
    names = []
    for _ in range(len(scene.tables) + 1):
        names.append(scene.tables[scene.shown][0])
        scene.draw(pygame.Surface((640, 360)))
        scene.handle(key(pygame.K_RIGHT))
    assert names[0] == names[-1] == "First Contact"
    assert names[-2] == "Scanline"
    shown = scene.shown
    for x, by in ((20, -1), (600, 1)):
        scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(2 * x, 300)))
        shown = (shown + by) % len(scene.tables)
        assert scene.shown == shown
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(0, 0)))
    assert scene.next == "back"


def test_a_table_shows_ten(tmp_path, world, minutes):
    """Of twelve that were kept; the last two have no standing."""
    at = stage(tmp_path)
    standings = [save_result(at, table_name(world.room), world, assisted=False) for _ in range(12)]
    ranks = [standing and standing.rank for standing in standings]
    assert ranks == [*range(1, 11), None, None]
    assert len(ScoresScene(at, "back").results) == 10
