"""How are results printed, and files written that the command line asks for?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from .arguments import CliError
from .files import write_file, write_new
from .resources import assets
from .simulation.replay import Replay, loads

STARTER = "starter.tmj"
"""The room that --new-room copies."""
PROJECT = "thin-walls.tiled-project"
PAGE_FILE = "roles.css"
"""Every folder with the page has it: a folder with it may be written again."""


def print_lines(*lines: str) -> None:
    """Print lines on standard output; raise CliError if that fails, BrokenPipeError if
    nothing reads it any more."""
    try:
        print(*lines, sep="\n")
    except OSError as error:
        # Or what is still to be written fails once more at the end.
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        words = f"standard output cannot be written ({error.strerror})"
        raise CliError(words) from None


def print_error(sentence: str) -> None:
    """Print an error in one line, even if a file name in it contains control
    characters."""
    letters = [each if each.isprintable() else ascii(each)[1:-1] for each in sentence]
    print(f"thin-walls: {''.join(letters)}", file=sys.stderr)


@contextmanager
def writing(place: object) -> Iterator[None]:
    """Turn a failure to write into a CliError, which begins with the place."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"{place}: cannot be written ({reason})") from None


def write_result(path: Path, content: str | bytes) -> None:
    """Write the file of an option; raise CliError if that fails."""
    with writing(path):
        write_file(path, content)


def write_replay(path: Path | None, replay: Replay | None) -> None:
    """Write a replay to the file of --record, if there is one."""
    if path is None:
        return
    if replay is None:
        print_error(f"{path}: not written; no run was finished with a single method")
        return
    text = replay.dumps()
    # A replay that no reader accepts is of no use.
    loads(text, f"{path}: not written")
    write_result(path, text)


def write_new_room(path: Path) -> None:
    """Write a small room that contains each type once."""
    if os.path.lexists(path):
        raise CliError(f"--new-room {path}: exists already; expected a new file")
    rooms = assets() / "levels"
    text = (rooms / STARTER).read_text(encoding="utf-8")
    write_result(path, text)
    project = rooms / PROJECT
    print_lines(f'{path} is a room; play it with --level "{path}"')
    print_lines(
        f"In Tiled, open the project {project}, then {path}; save to play changes"
    )


def write_exercises(folder: Path) -> None:
    """Write the files of the exercises into a folder."""
    from .study.exercises.runner import stub_files

    lines = []
    with writing(f"--exercises {folder}"):
        for name, text in stub_files().items():
            lines.append(write_new(folder / name, text))
    print_lines(*lines)
    print_lines(f"Complete the functions, then run --check {folder}")


def write_page(folder: Path, pyodide: Path | None) -> None:
    """Write the tutorial as a page, with the Python of a folder or without one."""
    if find_spec("markdown_it") is None:
        advice = "install it with pip install markdown-it-py"
        raise CliError(f"--web needs the extra web; {advice}")
    from .view.palette import role_colors
    from .web import site

    if pyodide and not os.path.isfile(pyodide / "pyodide.mjs"):
        words = "has no pyodide.mjs; expected npm's package pyodide"
        raise CliError(f"--pyodide {pyodide}: {words}")
    with writing(f"--web {folder}"):
        check_page_folder(folder)
        site.write_site(folder, assets() / "fonts", role_colors(), pyodide)
    served = "--serve shows it, or any server of files"
    print_lines(f"{folder} holds the tutorial as a page; {served}")


def check_page_folder(folder: Path) -> None:
    """Raise CliError if a folder holds anything but the page."""
    if not os.path.isdir(folder):
        return
    files = os.listdir(folder)
    if files and PAGE_FILE not in files:
        expected = "expected a new or an empty folder"
        raise CliError(f"--web {folder}: holds other files; {expected}")


def serve_page(folder: Path) -> None:
    """Serve the page until Ctrl+C."""
    from .web import site

    with site.PageServer(folder) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print_lines(f"Open {address} (Ctrl+C ends this)")
        server.serve_forever()
