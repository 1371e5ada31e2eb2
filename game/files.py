"""How are files read and written, whatever lies at their paths?

All that the program writes goes through write_file(), and all that it reads of files
that may come from anywhere through read_file(). Both follow links, and neither touches
a folder, a device or a pipe.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

MOST_BYTES = 4 * 2**20
"""Of a file that is read."""
PARTIAL_FILES = f".{16 * '[0-9a-f]'}.tmp"
"""A pattern of glob() for the files that are being written."""
AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""A flag of opening a file: neither that nor reading waits for another program. Windows
has neither the flag nor such files."""


class TooLarge(OSError):
    """A file has more than MOST_BYTES."""


def open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for another program; return its handle. It is made to
    be passed to open()."""
    return os.open(path, flags | AT_ONCE, 0o666)


def require_regular(status: os.stat_result) -> None:
    """Raise OSError unless a status is that of a regular file."""
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def read_file(path: Path) -> bytes:
    """Return what a file holds, at most MOST_BYTES.

    The size that the system states is not trusted: for some files it states 0.

    Raises:
        TooLarge: it has more bytes.
        OSError: it cannot be read, or is a folder, a device or a pipe.
    """
    # Opening a device can do something: a tape is rewound.
    require_regular(os.stat(path))
    with open(path, "rb", opener=open_at_once) as file:
        # There may be another file by now.
        require_regular(os.fstat(file.fileno()))
        # None for a file of the system that has nothing to tell yet.
        content = file.read(MOST_BYTES + 1) or b""
    if len(content) > MOST_BYTES:
        raise TooLarge(errno.EFBIG, f"it has more than {MOST_BYTES:,} bytes")
    return content


def replaced_status(path: Path) -> os.stat_result | None:
    """Return the status of the file that is replaced if this path is written; None if
    there is none yet.

    Raises:
        OSError: the path may not be written, or leads to a folder, a device or a pipe.
    """
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    require_regular(status)
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    return status


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash leaves the old or the new content, never a part.

    If the path is a link, the link stays, and the file to which it leads is written. A
    file keeps its mode and its owner. Other names of it (hard links) keep the old
    content.

    Raises:
        OSError: it cannot be written, or is a folder, a device or a pipe; then it is
            as it was.
    """
    old_status = replaced_status(path)
    target = Path(os.path.realpath(path))
    data = content.encode() if isinstance(content, str) else content
    # Sixteen letters, as in PARTIAL_FILES.
    partial_file = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with partial_file.open("xb") as file:
            if old_status:
                copy_status(target, old_status, partial_file)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial_file, target)
    except BaseException:
        partial_file.unlink(missing_ok=True)
        raise


def copy_status(old_file: Path, old_status: os.stat_result, new_file: Path) -> None:
    """Give a new file the owner, the group, the mode and the access list of an old
    one."""
    from shutil import copystat  # A slow import.

    new_status = new_file.stat()
    owner = old_status.st_uid, old_status.st_gid
    if owner != (new_status.st_uid, new_status.st_gid):
        os.chown(new_file, *owner)
    copystat(old_file, new_file)
    os.utime(new_file)  # It is new: nothing may take it for one that was left.


def write_new(path: Path, text: str) -> str:
    """Write a file unless it exists, and make its folder; return what to report.

    Raises:
        OSError: it cannot be written; then it does not exist.
    """
    if os.path.lexists(path):
        return f"{path}: exists already and was not changed"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
    return f"{path}: written"


def write_inside(folder: Path, path: Path, content: str | bytes) -> None:
    """Write a file somewhere in a folder, and make the folders on its way.

    Raises:
        OSError: a link leads out of the folder, or the file cannot be written.
    """
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise OSError(errno.EINVAL, f"{path} leads out of the folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, content)
