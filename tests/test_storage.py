"""What the player made is never lost, and never in the way."""

import json
import os
from pathlib import Path

import pytest

from game import storage
from game.storage import Storage, write_whole


def at(folder):
    """A storage that keeps what it tells."""
    told = []
    return Storage(folder, told.append), told


def test_the_best_run_is_kept_and_a_slower_one_is_not(tmp_path):
    """keep_best returns the best before; the file holds the replay."""
    store, told = at(tmp_path / "deep" / "er")
    assert store.keep_best("room", "h", 200, '{"run": 1}') is None
    assert store.keep_best("room", "h", 300, '{"run": 2}') == 200
    assert store.keep_best("room", "h", 100, '{"run": 3}') == 200
    assert store.best("room", "h") == 100
    assert store.load("best/room-h.json") == {"ticks": 100, "replay": {"run": 3}}
    assert store.best("room", "other") is None
    assert told == []


@pytest.mark.parametrize("text", ["", "{", "[1]", "\udcff", "[" * 100_000])
def test_a_file_that_cannot_be_understood_is_set_aside_and_told(tmp_path, text):
    """It is renamed, not overwritten; the sentence names both."""
    store, told = at(tmp_path)
    (tmp_path / "settings.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert store.load("settings.json") is None
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json.corrupt-1"]
    assert len(told) == 1
    assert "settings.json.corrupt-1" in told[0]


def test_where_nothing_can_be_written_the_player_is_told_once(tmp_path):
    """The folder's place is taken by a file."""
    (tmp_path / "taken").write_text("a file")
    store, told = at(tmp_path / "taken")
    store.save("a.json", "{}")
    store.save("b.json", "{}")
    assert len(told) == 1
    assert "nothing can be kept" in told[0]


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    """The last step is a rename; what fails before it leaves nothing behind."""
    path = tmp_path / "best.json"
    write_whole(path, "old")

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    """Its size is looked at first."""
    monkeypatch.setattr(storage, "LARGEST", 10)
    store, told = at(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps({"a": "b" * 20}))
    assert store.load("settings.json") is None
    assert "too large" in told[0]


def test_each_system_has_its_folder(monkeypatch):
    """The variables that the systems document."""
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("APPDATA", "/roaming")
    monkeypatch.setattr(storage.sys, "platform", "linux")
    assert storage.default_folder() == Path("/data/thin-walls")
    monkeypatch.setattr(storage.sys, "platform", "win32")
    assert storage.default_folder() == Path("/roaming/thin-walls")
    monkeypatch.setattr(storage.sys, "platform", "darwin")
    assert "Application Support" in str(storage.default_folder())
