"""What the player made is never lost, and never in the way."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Lock, Thread

import pytest

from game import files, storage
from game.storage import LOCK, WATCH_PERIOD, Best, Storage, Totals, Watch


def at(folder):
    """A storage that records what it reports."""
    reports = []
    return Storage(folder, reports.append), reports


def names_in(folder):
    """The names of all files of a player, without the lock."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in paths if path != folder / LOCK]


def save(store, name, **values):
    """Save a file that holds these values alone."""
    store.change(name, dict, lambda before: values)


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
    assert names_in(tmp_path) == ["settings.json.corrupt-1"]
    assert len(reports) == 1
    assert "settings.json.corrupt-1" in reports[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_behind_a_link_the_file_is_set_aside_and_no_other_is_replaced(tmp_path):
    """A link that leads nowhere counts as a file of that name."""
    store, _ = at(tmp_path)
    (tmp_path / "behind.json").write_text("{")
    (tmp_path / "settings.json").symlink_to("behind.json")
    (tmp_path / "behind.json.corrupt-1").symlink_to("nowhere")
    assert store.load("settings.json", dict) is None
    assert (tmp_path / "settings.json").is_symlink()
    assert (tmp_path / "behind.json.corrupt-1").is_symlink()
    assert (tmp_path / "behind.json.corrupt-2").read_text() == "{"


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
    save(store, "a.json")
    save(store, "b.json")
    store.wait()
    assert len(reports) == 1
    assert "nothing can be saved" in reports[0]


def test_what_is_saved_is_there_before_the_disk_has_it(tmp_path, monkeypatch):
    """The disk waits for us; the last text of a name wins, in memory and then in the file."""
    disk = Lock()
    monkeypatch.setattr(os, "fsync", lambda handle: disk.acquire() and disk.release())
    store, reports = at(tmp_path)
    with disk:
        for k in (1, 2):
            save(store, "a.json", k=k)
        assert store.load("a.json", dict) == {"k": 2}
        assert not (tmp_path / "a.json").exists()
    store.wait()
    assert json.loads((tmp_path / "a.json").read_text()) == {"format": 1, "k": 2}
    assert store.load("a.json", dict) == {"k": 2}
    assert reports == store.unwritten == []


def test_a_program_that_ends_at_once_has_written_all(tmp_path):
    code = (
        "import sys; from pathlib import Path; from game.storage import Storage\n"
        "store = Storage(Path(sys.argv[1]), print)\n"
        "for k in range(20): store.change(f'{k % 3}.json', dict, lambda _, k=k: {'k': k})\n"
        "sys.exit(0)\n"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(run, cwd=Path(__file__).parents[2]).returncode == 0
    names = names_in(tmp_path)
    assert sorted(json.loads((tmp_path / name).read_text())["k"] for name in names) == [17, 18, 19]


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    store, reports = at(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps({"a": "b" * files.MOST_BYTES}))
    assert store.load("settings.json", dict) is None
    assert "it has more than 4,194,304 bytes" in reports[0]


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
    save(store, "settings.json", music=10)

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as disk:
        store.wait()
        disk.setattr({"mkdir": Path, "open": Path}.get(step, os), step, refuse)
        for music in (20, 30):
            save(store, "settings.json", music=music)
            store.save_lesson("tunnel", frozenset(("bet",)))
            assert store.save_best("room-h", run(200)) is None
            store.wait()
    assert reports == [f"nothing can be saved in {tmp_path} ({os.strerror(number)})"]
    assert store.load("settings.json", dict) == {"music": 10}
    assert names_in(tmp_path) == ["settings.json"]
    save(store, "settings.json", music=40)
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
    assert 0 < len(names_in(tmp_path)) < 100
    assert "settings.json.corrupt-99" in reports[-1]


def test_what_a_killed_writer_left_is_removed_an_hour_later(tmp_path):
    """What is younger may still be being written, by another copy of the program."""
    store, reports = at(tmp_path)
    store.save_best("room", run(2))
    store.wait()
    folder = tmp_path / "best"
    names = (f".{'0a' * 8}.tmp", f".{'f1' * 8}.tmp", f"{'0a' * 8}.tmp", ".mine.tmp")
    old, young, *others = (folder / name for name in names)
    for path in (old, young, *others):
        path.write_text("{")
    for path in (old, *others):
        os.utime(path, (0, 0))
    store.save_best("room", run(1))
    store.wait()
    assert not old.exists()
    assert young.exists()
    assert all(path.exists() for path in others)
    assert store.best("room") == run(1)
    assert reports == []


TWO_COPIES = """
import os, sys
from pathlib import Path
from game.scenes.settings import save_setting
from game.storage import Best, Storage, Totals

os.fsync = lambda handle: None  # The disk takes most of the time.
store, copy = Storage(Path(sys.argv[1]), print), int(sys.argv[2])
for k in range(100):
    store.add_totals(Totals(0.5, 1, 2, 3))
    store.save_lesson("tunnel", frozenset((f"{copy} {k}",)))
    store.save_best("room", Best(1000 - 2 * k - copy, 5 + (k + copy) % 2))
    save_setting(store, ("music", "sounds")[copy], 10 * (k % 9))
    if k % 10 == 0:
        store.wait()
"""


def test_two_copies_that_save_at_once_lose_nothing_to_each_other(tmp_path):
    """A hundred times each, without a pause: totals, parts of lessons, best runs, settings."""
    command = [sys.executable, "-c", TWO_COPIES, tmp_path]
    root = Path(__file__).parents[2]
    copies = [subprocess.Popen([*command, str(copy)], cwd=root) for copy in (0, 1)]
    assert [copy.wait() for copy in copies] == [0, 0]
    store, reports = at(tmp_path)
    assert store.totals() == (100.0, 200, 400, 600)
    assert len(store.lessons()["tunnel"]) == 200
    assert store.best("room") == Best(801, 5)
    settings = store.load("settings.json", dict)
    assert (settings["music"], settings["sounds"]) == (0, 0)
    assert reports == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dashes", [7, 4])
def test_a_change_is_made_to_what_the_file_holds_when_it_is_written(tmp_path, monkeypatch, dashes):
    """Another copy may have saved since this one read the file: it may even have left nothing to
    write. What this one returns is what it found."""
    (mine, reports), (other, _) = at(tmp_path), at(tmp_path)
    mine.save_best("room", run(200, 1, 9))
    mine.wait()
    real, others = storage.remove_partial_files, [run(100, 2, dashes)]
    file, written = tmp_path / "best" / "room.json", []

    def let_the_other_save(folder):
        if others:
            other.save_best("room", others.pop())
            other.wait()
            written.append(file.stat().st_mtime_ns)
        real(folder)

    monkeypatch.setattr(storage, "remove_partial_files", let_the_other_save)
    assert mine.save_best("room", run(150, 3, 5)) == run(200, 1, 9)
    mine.wait()
    assert mine.best("room") == other.best("room") == run(100, 2, min(dashes, 5))
    assert (file.stat().st_mtime_ns in written) == (dashes == 4)
    assert reports == []


HOLDER = """
import os, sys, time
from pathlib import Path
from game.storage import locked

with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(tmp_path):
    """Return a process that has the player's files locked."""
    command = [sys.executable, "-c", HOLDER, tmp_path]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"locked\n"
        yield process
        process.kill()


def test_the_lock_of_a_copy_that_was_killed_stops_nothing(tmp_path, holder):
    """The system releases it; its file stays and says nothing."""
    store, reports = at(tmp_path)
    store.save_lesson("tunnel", frozenset(("bet",)))
    store.writer.join(0.2)
    assert store.unwritten
    holder.kill()
    store.wait()
    assert names_in(tmp_path) == ["lessons.json"]
    assert (tmp_path / LOCK).read_bytes() == b""
    assert reports == []


def test_a_copy_that_keeps_its_lock_stops_another_for_a_moment_only(tmp_path, holder, monkeypatch):
    """It may have been stopped while it saved; then the other goes on without a lock."""
    monkeypatch.setattr(storage, "LONGEST_WAIT", 0.05)
    store, reports = at(tmp_path)
    store.save_lesson("tunnel", frozenset(("bet",)))
    store.writer.join(20)
    assert store.unwritten == []
    assert holder.poll() is None
    assert names_in(tmp_path) == ["lessons.json"]
    assert reports == []


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EBADF])
def test_on_a_disk_without_locks_it_is_written_without_one(tmp_path, monkeypatch, number):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    system = storage.msvcrt if sys.platform == "win32" else storage.fcntl
    monkeypatch.setattr(system, "locking" if sys.platform == "win32" else "flock", refuse)
    monkeypatch.setattr(time, "sleep", None)
    store, reports = at(tmp_path)
    store.save_lesson("tunnel", frozenset(("bet",)))
    store.wait()
    assert at(tmp_path)[0].lessons() == {"tunnel": {"bet"}}
    assert reports == []


def test_what_another_copy_has_written_anew_is_not_set_aside(tmp_path, monkeypatch):
    """A file is read once more while it is locked, before it is set aside."""
    store, reports = at(tmp_path)
    file = tmp_path / "lessons.json"
    file.write_text("{")
    real = storage.locked

    def write_meanwhile(folder):
        file.write_text('{"tunnel": ["bet"]}')
        return real(folder)

    monkeypatch.setattr(storage, "locked", write_meanwhile)
    assert store.lessons() == {"tunnel": {"bet"}}
    assert names_in(tmp_path) == ["lessons.json"]
    assert reports == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize("name", ["settings.json", "lessons.json", "totals.json", "best/room.json"])
def test_a_pipe_in_the_place_of_a_file_is_neither_waited_for_nor_replaced(tmp_path, name):
    """Each is reported once, and the rest of the files is saved."""
    (tmp_path / "best").mkdir()
    os.mkfifo(tmp_path / name)
    store, reports = at(tmp_path)
    kinds = {"lessons.json": store.lessons, "totals.json": store.totals}
    kinds |= {"settings.json": lambda: store.load("settings.json", dict)}
    kinds |= {"best/room.json": lambda: store.best("room")}
    for _ in range(2):
        assert not kinds[name]() or kinds[name]() == Totals()
        save(store, "settings.json", music=10)
        store.save_lesson("tunnel", frozenset(("bet",)))
        store.add_totals(Totals(1.0))
        store.save_best("room", run(200))
        store.wait()
    assert (tmp_path / name).is_fifo()
    why = "it is not a regular file"
    assert reports == [
        f"{tmp_path / name} cannot be read ({why}); going on without it",
        f"nothing can be saved in {tmp_path} ({why})",
    ]
    files = {path.name for path in tmp_path.rglob("*.json") if path.is_file()}
    assert len(files) == 3


def test_a_file_that_cannot_be_read_is_not_replaced(tmp_path, monkeypatch):
    """What it holds may still be needed."""
    store, reports = at(tmp_path)
    store.save_lesson("tunnel", frozenset(("bet",)))
    store.wait()

    def refuse(path):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as disk:
        disk.setattr(storage, "read_file", refuse)
        store.save_lesson("tunnel", frozenset(("goal",)))
        store.wait()
    assert store.lessons() == {"tunnel": {"bet"}}
    assert len(reports) == 2


def test_without_a_thread_to_write_it_is_written_all_the_same(tmp_path, monkeypatch):
    """Systems bound how many there may be."""

    def refuse(self):
        raise RuntimeError("can't start new thread")

    store, reports = at(tmp_path)
    save(store, "a.json", k=1)
    monkeypatch.setattr(Thread, "start", refuse)
    save(store, "a.json", k=2)
    assert json.loads((tmp_path / "a.json").read_text()) == {"format": 1, "k": 2}
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
