"""What the player made is never lost, and never in the way."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Lock, Thread

import pytest

from game import storage
from game.storage import WATCH_PERIOD, Best, Storage, Watch, write_atomically, write_new


def at(folder):
    """A storage that records what it reports."""
    reports = []
    return Storage(folder, reports.append), reports


def run(ticks, number=0, dashes=5, score=0):
    """A finished run that could be the best."""
    return Best(ticks, dashes, f'{{"run": {number}}}', score)


def test_the_best_run_is_saved_and_a_slower_one_is_not(tmp_path):
    """Of runs that are equally fast the first one stays."""
    store, reports = at(tmp_path / "deep" / "er")
    assert store.save_best("room-h", run(200, 1)) is None
    for ticks, number in ((300, 2), (201, 3), (200, 4)):
        assert store.save_best("room-h", run(ticks, number)) == run(200, 1)
    assert store.best("room-h") == run(200, 1)
    assert store.save_best("room-h", run(199, 5)) == run(200, 1)
    assert store.best("room-h") == run(199, 5)
    assert store.best("room-other") is None
    assert reports == []


def test_the_fewest_dashes_are_those_of_any_run(tmp_path):
    """The ring that was earned by a slower run stays."""
    store, _ = at(tmp_path)
    for ticks, number, dashes in ((200, 1, 7), (300, 2, 4), (100, 3, 9)):
        store.save_best("room-h", run(ticks, number, dashes))
    assert store.best("room-h") == run(100, 3, 4)


def test_more_points_are_better_than_fewer_ticks(tmp_path):
    store, _ = at(tmp_path)
    for ticks, score in ((100, 10), (900, 30), (50, 20), (800, 30)):
        store.save_best("scanline", run(ticks, score=score))
    assert store.best("scanline") == run(800, score=30)


@pytest.mark.parametrize("text", ["", "{", "[1]", "\udcff", "[" * 100_000])
def test_a_file_that_cannot_be_understood_is_set_aside_and_reported(tmp_path, text):
    store, reports = at(tmp_path)
    (tmp_path / "settings.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert store.load("settings.json", dict) is None
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json.corrupt-1"]
    assert len(reports) == 1
    assert "settings.json.corrupt-1" in reports[0]


def test_a_file_of_a_later_version_is_set_aside_and_reported(tmp_path):
    """A file whose format is another version's is not believed, and not lost."""
    store, reports = at(tmp_path)
    store.save_lesson("tunnel", frozenset(("bet",)))
    store.wait()
    path = tmp_path / "lessons.json"
    assert json.loads(path.read_text()) == {"format": 1, "tunnel": ["bet"]}
    assert store.lessons() == {"tunnel": {"bet"}}
    path.write_text('{"format": 2, "tunnel": {}}')
    assert store.lessons() == {}
    assert "has format 2; expected 1" in reports[0]
    assert (tmp_path / "lessons.json.corrupt-1").exists()


def test_where_nothing_can_be_written_the_player_is_informed_once(tmp_path):
    (tmp_path / "taken").write_text("a file")
    store, reports = at(tmp_path / "taken")
    store.save("a.json", "{}")
    store.save("b.json", "{}")
    store.wait()
    assert len(reports) == 1
    assert "nothing can be saved" in reports[0]


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    """The last step is a rename; what fails before it leaves nothing behind."""
    path = tmp_path / "best.json"
    write_atomically(path, "old")

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """A file that exists stays as it is, and so does a link to nothing."""
    path, link = tmp_path / "new" / "overlaps.py", tmp_path / "link.py"

    def refuse(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", refuse)
        with pytest.raises(OSError, match="No space"):
            write_new(path, "mine")
    assert list(path.parent.iterdir()) == []
    assert write_new(path, "mine") == f"{path}: written"
    assert write_new(path, "other") == f"{path}: exists already and was not changed"
    assert path.read_text() == "mine"
    if sys.platform != "win32":
        link.symlink_to("nowhere")
        assert write_new(link, "mine") == f"{link}: exists already and was not changed"


def test_what_is_saved_is_there_before_the_disk_has_it(tmp_path, monkeypatch):
    """The disk waits for us; the last text of a name wins, in memory and then in the file."""
    disk = Lock()
    monkeypatch.setattr(os, "fsync", lambda handle: disk.acquire() and disk.release())
    store, reports = at(tmp_path)
    with disk:
        for text in ('{"k": 1}', '{"k": 2}'):
            store.save("a.json", text)
        assert store.load("a.json", dict) == {"k": 2}
        assert not (tmp_path / "a.json").exists()
    store.wait()
    assert json.loads((tmp_path / "a.json").read_text()) == store.load("a.json", dict) == {"k": 2}
    assert reports == store.unwritten == []


def test_a_program_that_ends_at_once_has_written_all(tmp_path):
    code = (
        "import sys; from pathlib import Path; from game.storage import Storage\n"
        "store = Storage(Path(sys.argv[1]), print)\n"
        "for k in range(20): store.save(f'{k % 3}.json', str(k))\n"
        "sys.exit(0)\n"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(run, cwd=Path(__file__).parents[2]).returncode == 0
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["17", "18", "19"]


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    store, reports = at(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps({"a": "b" * storage.LARGEST_FILE}))
    assert store.load("settings.json", dict) is None
    assert "too large" in reports[0]


def test_an_account_without_a_home_can_play(monkeypatch, tmp_path):
    """Its files are then saved with the temporary files, also where there is no place for those."""

    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    for name in ("XDG_DATA_HOME", "APPDATA", "TMPDIR"):
        monkeypatch.delenv(name, raising=False)
    assert storage.default_folder().is_relative_to("/tmp")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert storage.default_folder().is_relative_to(tmp_path)


def test_in_the_home_of_another_user_it_is_reported_once(tmp_path, monkeypatch):
    store, reports = at(tmp_path / "theirs")
    real = os.stat

    def refuse(path, *args, **kwargs):
        if str(tmp_path) in str(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "stat", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    assert [store.best(name) for name in "abc"] == [None] * 3
    assert store.lessons() == {}
    store.save_lesson("tunnel", frozenset())
    store.wait()
    assert reports == [f"nothing can be saved in {store.folder} (Permission denied)"]


def test_each_system_has_its_folder(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("APPDATA", "/roaming")
    monkeypatch.setattr(storage.sys, "platform", "linux")
    assert storage.default_folder() == Path("/data/thin-walls")
    monkeypatch.setattr(storage.sys, "platform", "win32")
    assert storage.default_folder() == Path("/roaming/thin-walls")
    monkeypatch.setattr(storage.sys, "platform", "darwin")
    assert "Application Support" in str(storage.default_folder())


@pytest.mark.parametrize("ticks", [0, -5, 10**400, True, "many", None])
def test_a_best_run_that_cannot_be_is_set_aside(tmp_path, ticks):
    store, reports = at(tmp_path)
    file = tmp_path / "best" / "room-h.json"
    store.save_best("room-h", run(200))
    store.wait()
    file.write_text(json.dumps({"ticks": ticks, "dashes": 1, "score": 0, "replay": {}}))
    assert store.save_best("room-h", run(300)) is None
    assert store.best("room-h") == run(300)
    store.wait()
    assert file.with_name(f"{file.name}.corrupt-1").exists()
    assert len(reports) == 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("step", ["mkdir", "open", "fsync", "replace"])
def test_a_failure_in_any_step_of_writing_is_reported_once(tmp_path, monkeypatch, number, step):
    """Full or read-only: the old file stays, nothing lies beside it, and later it works again."""
    store, reports = at(tmp_path)
    store.save_values("settings.json", {"music": 10})

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as disk:
        store.wait()
        disk.setattr({"mkdir": Path, "open": Path}.get(step, os), step, refuse)
        for music in (20, 30):
            store.save_values("settings.json", {"music": music})
            store.save_lesson("tunnel", frozenset(("bet",)))
            assert store.save_best("room-h", run(200)) is None
            store.wait()
    assert reports == [f"nothing can be saved in {tmp_path} ({os.strerror(number)})"]
    assert store.load("settings.json", dict) == {"music": 10}
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "settings.json"]
    store.save_values("settings.json", {"music": 40})
    store.wait()
    assert store.load("settings.json", dict) == {"music": 40}


def test_what_cannot_be_understood_nor_set_aside_is_reported_once(tmp_path, monkeypatch):
    """On a read-only disk it is found again and again."""
    store, reports = at(tmp_path)
    (tmp_path / "lessons.json").write_text("{")

    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "replace", refuse)
    assert [store.lessons() for _ in range(3)] == [{}] * 3
    assert len(reports) == 1
    assert "going on without it" in reports[0]


def test_a_file_that_is_corrupt_again_and_again_fills_no_disk(tmp_path):
    store, reports = at(tmp_path)
    for _ in range(120):
        (tmp_path / "settings.json").write_text("{")
        assert store.load("settings.json", dict) is None
    assert 0 < len(list(tmp_path.iterdir())) < 100
    assert "settings.json.corrupt-99" in reports[-1]


def test_what_a_killed_writer_left_is_removed_an_hour_later(tmp_path):
    """What is younger may still be being written, by another copy of the program."""
    store, reports = at(tmp_path)
    store.save_best("room", run(2))
    store.wait()
    folder = tmp_path / "best"
    old, young, other = (folder / name for name in (".1.json-ab.tmp", ".2.json-ab.tmp", "3.tmp"))
    for path in (old, young, other):
        path.write_text("{")
    for path in (old, other):
        os.utime(path, (0, 0))
    store.save_best("room", run(1))
    store.wait()
    assert not old.exists()
    assert young.exists()
    assert other.exists()
    assert store.best("room") == run(1)
    assert reports == []


def test_without_a_thread_to_write_it_is_written_all_the_same(tmp_path, monkeypatch):
    """Systems bound how many there may be."""

    def refuse(self):
        raise RuntimeError("can't start new thread")

    store, reports = at(tmp_path)
    store.save("a.json", '{"k": 1}')
    monkeypatch.setattr(Thread, "start", refuse)
    store.save("a.json", '{"k": 2}')
    assert (tmp_path / "a.json").read_text() == '{"k": 2}'
    assert store.unwritten == reports == []


def test_saving_is_noticed_once(tmp_path):
    """The first query sees it. A file that is being replaced does not count."""
    path = tmp_path / "my.tmj"
    watch = Watch(path)
    assert not watch.changed(WATCH_PERIOD)
    path.write_text("1")
    assert [watch.changed(WATCH_PERIOD), watch.changed(WATCH_PERIOD)] == [True, False]
    path.write_text("12")
    assert [watch.changed(WATCH_PERIOD), watch.changed(WATCH_PERIOD)] == [True, False]
    os.utime(path, (0, 0))  # As large as it was, and saved at another time.
    assert [watch.changed(WATCH_PERIOD), watch.changed(WATCH_PERIOD)] == [True, False]
    path.unlink()
    assert not watch.changed(WATCH_PERIOD)
    path.write_text("1")
    assert [watch.changed(WATCH_PERIOD / 2), watch.changed(WATCH_PERIOD / 2)] == [False, True]
