"""Whatever lies at a path: nothing is replaced, nothing waits, nothing is half written."""

import os
import socket
import stat
import sys

import pytest

from game.files import MOST_BYTES, TooLarge, read_file, write_file, write_inside, write_new

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs links, pipes and modes")
ROOT_ALONE = pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="needs root")


def make_folder(path):
    path.mkdir()


def make_link_to_folder(path):
    (path.parent / "behind").mkdir()
    path.symlink_to("behind")


def make_link_to_pipe(path):
    os.mkfifo(path.parent / "behind")
    path.symlink_to("behind")


def make_loop(path):
    path.symlink_to(path.name)


def make_socket(path):
    here = os.open(".", os.O_RDONLY)
    os.chdir(path.parent)  # The path of a socket may not be long.
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)
    os.close(here)


def make_device(path):
    """Make a device that holds zeros without end, as /dev/zero does."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root can make a device")


NOT_REGULAR = {
    "folder": (make_folder, "it is a folder"),
    "link to a folder": (make_link_to_folder, "it is a folder"),
    "pipe": (getattr(os, "mkfifo", None), "it is not a regular file"),
    "link to a pipe": (make_link_to_pipe, "it is not a regular file"),
    "socket": (make_socket, "it is not a regular file"),
    "device": (make_device, "it is not a regular file"),
    "link to itself": (make_loop, "Too many levels of symbolic links"),
}


@POSIX
@pytest.mark.parametrize(("make", "why"), NOT_REGULAR.values(), ids=NOT_REGULAR)
def test_what_is_no_regular_file_is_neither_read_nor_written(tmp_path, make, why):
    """It is refused at once, and stays what it was."""
    path = tmp_path / "here"
    make(path)
    before = sorted((each, each.lstat().st_ino) for each in tmp_path.iterdir())
    for use in (read_file, lambda path: write_file(path, "new")):
        with pytest.raises(OSError, match=why):
            use(path)
    assert sorted((each, each.lstat().st_ino) for each in tmp_path.iterdir()) == before


@POSIX
def test_the_target_of_a_link_is_written_and_the_link_stays(tmp_path):
    """So is a target that is not there yet, and one behind several links."""
    (tmp_path / "there").mkdir()
    target, link, chain = tmp_path / "there" / "target", tmp_path / "link", tmp_path / "chain"
    link.symlink_to("there/target")
    chain.symlink_to(link)
    for path in (link, link, chain):
        write_file(path, str(path))
        assert target.read_text() == read_file(path).decode() == str(path)
        assert not target.is_symlink()
        assert path.is_symlink()
    assert os.listdir(tmp_path / "there") == ["target"]


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    """Nor could others read the new content for a moment."""
    path = tmp_path / "mine"
    path.write_text("old")
    path.chmod(mode)
    write_file(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@POSIX
def test_a_new_file_has_the_mode_that_any_program_gives_it(tmp_path):
    (tmp_path / "plain").write_text("")
    write_file(tmp_path / "new", "")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


@ROOT_ALONE
def test_a_file_keeps_its_owner(tmp_path):
    path = tmp_path / "theirs"
    path.write_text("old")
    os.chown(path, 1234, 5678)
    path.chmod(0o640)
    write_file(path, "new")
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 5678, 0o640)
    assert path.read_text() == "new"


def test_a_file_that_may_not_be_written_stays(tmp_path, monkeypatch):
    """Its folder alone would let it be replaced."""
    path = tmp_path / "mine"
    path.write_text("old")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: os.stat(path).st_mode & 0o200)
    with pytest.raises(PermissionError, match="it is write-protected"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch, step):
    """The last step is a rename; what fails before it leaves nothing behind."""
    path = tmp_path / "best.json"
    write_file(path, "old")

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, crash)
    with pytest.raises(OSError, match="No space"):
        write_file(path, "new")
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


@POSIX
@pytest.mark.parametrize("name", ["file", "file beside it", "folder", "folder/file", "up"])
def test_no_link_leads_out_of_a_folder_that_is_written(tmp_path, name):
    """Neither is what is there changed, nor is anything new made there."""
    folder, outside = tmp_path / "page", tmp_path / "page-of-others"
    folder.mkdir()
    outside.mkdir()
    (outside / "old").write_text("old")
    (folder / "file").symlink_to(outside / "old")
    (folder / "file beside it").symlink_to(outside / "new")
    (folder / "folder").symlink_to(outside)
    (folder / "up").symlink_to("..")
    for path in (folder / name, folder / name / "deep" / "er"):
        with pytest.raises(OSError, match="leads out of the folder"):
            write_inside(folder, path, "new")
    assert {path.name: path.read_text() for path in outside.iterdir()} == {"old": "old"}
    assert len(list(tmp_path.iterdir())) == 2


@POSIX
def test_links_within_a_folder_are_followed_and_so_is_one_to_the_folder(tmp_path):
    (tmp_path / "real" / "sub").mkdir(parents=True)
    folder = tmp_path / "page"
    folder.symlink_to("real")
    (folder / "link").symlink_to("sub")
    write_inside(folder, folder / "link" / "deep" / "file", "new")
    assert (tmp_path / "real" / "sub" / "deep" / "file").read_text() == "new"


@pytest.mark.parametrize("size", [0, 1, MOST_BYTES])
def test_a_file_is_read_whole_up_to_a_limit(tmp_path, size):
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_file(path) == b"x" * size


def test_a_larger_file_is_refused(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(TooLarge, match="it has more than 4,194,304 bytes"):
        read_file(path)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux")
def test_a_size_of_nothing_is_not_believed(tmp_path):
    """The files of the system state it. One without end is read to the limit."""
    link = tmp_path / "link"
    link.symlink_to("/proc/self/status")
    assert os.stat(link).st_size == 0
    assert b"Pid:" in read_file(link)


@POSIX
def test_a_file_that_becomes_a_pipe_is_not_waited_for(tmp_path, monkeypatch):
    """It is asked again what it is after it was opened."""
    path, real = tmp_path / "here", os.stat
    os.mkfifo(path)
    monkeypatch.setattr(os, "stat", lambda at, **how: real(__file__ if at == path else at, **how))
    with pytest.raises(OSError, match="it is not a regular file"):
        read_file(path)


def test_a_file_of_the_system_with_nothing_to_tell_yet_is_empty(tmp_path, monkeypatch):
    """Its first line may never come."""
    path = tmp_path / "file"
    path.write_bytes(b"")

    class Waiting:
        fileno = staticmethod(lambda: handle)
        read = staticmethod(lambda most: None)
        __enter__ = __exit__ = lambda self, *_: self

    handle = os.open(path, os.O_RDONLY)
    monkeypatch.setattr("builtins.open", lambda *_, **__: Waiting())
    assert read_file(path) == b""
    os.close(handle)


def test_a_file_that_is_written_anew_is_young(tmp_path):
    """Else a copy of the program could take its temporary file for one that was left."""
    path = tmp_path / "run.json"
    path.write_text("old")
    os.utime(path, (0, 0))
    write_file(path, "new")
    assert path.stat().st_mtime > 0
