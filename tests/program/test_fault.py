"""A fault in the program is reported in one sentence, and saved with the run for the developers."""

import os

import pygame
import pytest
from support.hands import key_event
from tools.search import monkey

from game import cli
from game.scenes.shell.menu import MenuScene
from game.simulation.replay import load_replay
from game.simulation.world import World
from game.view import text

HELD = 120
"""Frames until the menu is opened."""
KEYS = {1: "right", HELD: "escape"}
"""By the frame in which they are pressed."""


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Return the program: it plays a room to the right, then opens its menu; status and errors."""

    class Frames:
        """A clock that presses keys, and ends what does not end by a fault."""

        frame = 0

        def tick(self, rate):
            self.frame += 1
            if self.frame in KEYS:
                pygame.event.post(key_event(KEYS[self.frame]))
            if self.frame == 2 * HELD:
                pygame.event.post(pygame.event.Event(pygame.QUIT))
            return 1000 / 60

    def call(*options):
        monkeypatch.setattr(pygame.time, "Clock", Frames)
        status = cli.main(["--data-dir", str(tmp_path / "data"), *map(str, options)])
        return status, capsys.readouterr().err

    yield call
    pygame.quit()
    text.font.cache_clear()


def fail(*_):
    raise ZeroDivisionError("on purpose")


def fail_at(monkeypatch, ticks, where):
    real = getattr(World, where)
    monkeypatch.setattr(
        World, where, lambda self, *args: fail() if self.ticks == ticks else real(self, *args)
    )


@pytest.mark.parametrize("where", ["drive", "play_out"])
@pytest.mark.parametrize("ticks", [59, 60, 61, 100])
def test_a_tick_that_fails_fails_again_in_the_replay_of_its_report(
    play, monkeypatch, tmp_path, where, ticks
):
    fail_at(monkeypatch, ticks, where)
    status, err = play("--level", "first-contact")
    assert status == 1
    assert err.count("\n") == 1
    assert "on purpose" in err
    report, run = tmp_path / "data" / "fault.txt", tmp_path / "data" / "fault.json"
    assert str(report) in err
    assert run.name in err
    assert "Traceback" in report.read_text(encoding="utf-8")
    assert load_replay(run).ticks == ticks + (where == "drive")
    status, err = play("--headless", "--replay", run)
    assert status == 1
    assert "on purpose" in err


def test_a_fault_under_a_menu_keeps_the_run_that_waits(play, monkeypatch, tmp_path):
    monkeypatch.setattr(MenuScene, "draw", fail)
    status, err = play("--level", "first-contact")
    assert (status, err.count("\n")) == (1, 1)
    assert load_replay(tmp_path / "data" / "fault.json").ticks > HELD


def test_a_fault_without_a_run_leaves_no_older_run_beside_its_report(play, monkeypatch, tmp_path):
    """A reader of the report would believe that it belongs to it."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "fault.json").write_text("{}")
    monkeypatch.setattr(cli, "play_headless", fail)
    status, err = play("--headless")
    assert (status, err.count("\n")) == (1, 1)
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["fault.txt"]


def test_a_fault_is_reported_even_if_nothing_can_be_saved(play, monkeypatch, tmp_path):
    """The disk is full, the run itself cannot be read, and the words are no text."""

    def refuse(*_, **__):
        raise OSError(28, os.strerror(28))

    def fail_badly(*_):
        raise ValueError("on purpose \udcff\n" + 9000 * "x")

    monkeypatch.setattr(os, "fsync", refuse)
    monkeypatch.setattr(MenuScene, "draw", fail_badly)
    monkeypatch.setattr(World, "state_hash", fail)
    status, err = play("--level", "first-contact")
    assert (status, err.count("\n")) == (1, 1)
    assert "on purpose" in err
    assert "the report is" not in err
    assert len(err) < 300


def test_a_monkeys_fault_names_its_frame_and_what_it_did(monkeypatch, tmp_path):
    monkeypatch.setattr(MenuScene, "draw", fail)
    with pytest.raises(ZeroDivisionError) as caught:
        monkey.play(monkey.MINUTE, 1, tmp_path)
    assert "seed 1, frame " in caught.value.__notes__[-1]
