"""What do the options of the command line say?

Each question is one function. An option that asks for something impossible is a
CliError, whose text is one sentence. Nothing here needs pygame.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from .files import replaced_status
from .resources import shaft_file, shipped_rooms, stored_replay
from .scenes.registry import check_scene, scene_options
from .simulation.begin import maps_beside
from .simulation.methods import Method, parse_method
from .simulation.replay import Replay, load_replay
from .simulation.room import Room
from .simulation.schema import BadFile, excerpt
from .simulation.tiled import room_name

Options = argparse.Namespace

NUMBER_RANGES = {
    "tick_rate": (5, 1000),
    "ticks": (1, 10**9),
    "seed": (0, 2**53),
}
"""The least and the greatest number that an option takes."""
LEAST_SIDE = 64
"""Pixels: the least width or height of a picture."""
MOST_SIDE = 9999
"""Pixels: the greatest, so that a side has at most four digits."""


class CliError(Exception):
    """The options ask for something impossible; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """Raises its errors as CliError instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        raise CliError(message)


def path_of(text: str) -> Path:
    """Return the path that an option names.

    Raises:
        ArgumentTypeError: it is empty, which would mean the current folder.
    """
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


OPTION_TABLE = {
    "--level": ("NAME|FILE", "start in this room"),
    "--scene": ("SCENE", f"start with {scene_options()}"),
    "--headless": (None, "play without a window"),
    "--json": (None, "print the result as one JSON object"),
    "--ticks": ("N", "how many ticks to play"),
    "--seed": ("S", "play random controls, with --headless"),
    "--tick-rate": ("HZ", "ticks a second; default: room's"),
    "--method": (
        "METHOD",
        "sweep, substeps:N, discrete, listing4; default: replay's",
    ),
    "--overlay": ("OVERLAY", "off, boxes, all or digits such as 135"),
    "--replay": ("FILE", "play this replay"),
    "--record": ("FILE", "write the last run's replay"),
    "--screenshot": ("FILE.png", "draw the last frame"),
    "--film": ("FILE.gif", "draw a run, with --overlay twice"),
    "--size": ("WxH", "default: 1280x720; for a film 640x360"),
    "--new-room": ("FILE", "write a room to start from"),
    "--exercises": ("DIR", "write functions to complete"),
    "--check": ("DIR", "check the functions in DIR"),
    "--web": ("DIR", "write the tutorial as a web page"),
    "--pyodide": ("DIR", "npm package pyodide, for --web"),
    "--serve": (None, "serve that page on this machine"),
    "--data-dir": ("DIR", "folder of settings and runs"),
    "--mute": (None, "play no sound"),
    "--fullscreen": (None, "use the full screen"),
    "--list-levels": (None, "print the names of the rooms"),
    "--version": (None, "print the version"),
}
"""By the name of each option, in the order of --help: the name of its value, None if it
has none; and its meaning."""
VALUE_TYPES: dict[str, Callable[[str], object]] = {
    "N": int,
    "S": int,
    "HZ": int,
    **dict.fromkeys(("FILE", "FILE.png", "FILE.gif", "DIR"), path_of),
}
"""What makes a value of its text, by the name of the value; others stay texts."""


def parser() -> Parser:
    """Return the parser of all options."""
    options = Parser(
        prog="thin-walls", description="An arcade game built on swept AABB tests."
    )
    for name, (value, meaning) in OPTION_TABLE.items():
        if value is None:
            options.add_argument(name, action="store_true", help=meaning)
        else:
            kind = VALUE_TYPES.get(value, str)
            options.add_argument(name, type=kind, metavar=value, help=meaning)
    options.set_defaults(overlay="off")
    options.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    return options


def check_numbers(options: Options) -> None:
    """Raise CliError for a number outside its range."""
    for name, (least, most) in NUMBER_RANGES.items():
        number = getattr(options, name)
        if number is not None and not least <= number <= most:
            option = name.replace("_", "-")
            raise CliError(f"--{option} is {number}; expected {least:,} to {most:,}")


def chosen_room(options: Options) -> Path:
    """Return the file of the room that the options choose.

    That is the shaft for --scene endless, the room of --level, which is a name or a
    path, or without --level the room in which the replay of --replay was recorded. If
    nothing is chosen, it is the first room.
    """
    if options.scene == "endless":
        return shaft_file()
    if options.level is None and options.replay:
        return find_recorded_room(options.replay)
    rooms = shipped_rooms()
    if options.level is None:
        return next(iter(rooms.values()))
    if options.level in rooms:
        return rooms[options.level]
    if not os.path.exists(options.level):
        words = f"no such room or file; rooms are {', '.join(rooms)}"
        raise CliError(f"--level {options.level}: {words}")
    return Path(options.level)


def find_recorded_room(file: Path) -> Path:
    """Return the file of the room in which a replay was recorded.

    The replay holds the name of the room. It is looked up among our rooms, and then
    among the maps beside the replay; it is never taken as a path, which could lead
    anywhere.
    """
    name = load_replay(file).room
    rooms = {room_name(path): path for path in maps_beside(file)}
    rooms.update(shipped_rooms())
    if name not in rooms:
        words = f"was recorded in room {excerpt(name)}"
        expected = "a shipped room, or a map beside the replay"
        advice = "with --level FILE it may be elsewhere"
        raise BadFile(str(file), words, f"{expected}; {advice}")
    return rooms[name]


def chosen_replay(options: Options, room_file: Path) -> Replay | None:
    """Return the replay of --replay; without one, that which comes with one of our
    rooms; None for any other room."""
    if options.replay:
        return load_replay(options.replay)
    stored = stored_replay(room_file.stem)
    is_shipped = room_file in shipped_rooms().values()
    if is_shipped and stored.exists():
        return load_replay(stored)
    return None


def check_room(replay: Replay | None, room: Room) -> None:
    """Raise CliError if a replay was recorded in a room of another name, or in another
    version of this room. Without a replay there is nothing to check."""
    if replay is None or replay.room_hash == room.hash:
        return
    if replay.room != room.name:
        raise CliError(f"the replay is of {replay.room}; expected one of {room.name}")
    version = f"{room.name} by another version of the room or of Thin Walls"
    raise CliError(f"the replay was recorded in {version}; it cannot be played here")


def chosen_method(options: Options) -> Method | None:
    """Return the chosen method; None without --method."""
    if options.method is None:
        return None
    try:
        return parse_method(options.method)
    except ValueError as error:
        raise CliError(f"--method: {error}") from None


def scene_words(options: Options) -> tuple[str, str]:
    """Return the two parts of --scene, such as "lesson" and "4" of "lesson:4".

    They are the name of the scene and what follows the colon. The second is empty
    without a colon, and both are empty without --scene.
    """
    name, _, part = (options.scene or "").partition(":")
    return name, part


def require_scene(options: Options) -> None:
    """Raise CliError if --scene names no scene."""
    if options.scene is None:
        return
    try:
        check_scene(options.scene)
    except ValueError as error:
        raise CliError(f"--scene is {options.scene!r}; {error}") from None


def picture_size(
    options: Options, default: str, most: int = MOST_SIDE
) -> tuple[int, int]:
    """Return the width and the height that --size gives a picture, in pixels.

    Args:
        default: the size without --size, such as "640x360".
        most: the greatest width and the greatest height, pixels.
    Raises:
        CliError: --size is no size, or a side is too short or too long.
    """
    size = default if options.size is None else options.size
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", size)
    width, height = map(int, found.groups()) if found else (0, 0)
    if min(width, height) < LEAST_SIDE or max(width, height) > most:
        bounds = f"from {LEAST_SIDE}x{LEAST_SIDE} to {most}x{most}"
        raise CliError(f"--size is {size!r}; expected WxH such as {default}, {bounds}")
    return width, height


def check_picture(path: Path, suffix: str) -> None:
    """Raise CliError unless the name of a picture or a film ends in its suffix."""
    if path.suffix != suffix:
        expected = f"expected a name ending in {suffix}"
        raise CliError(f"{path}: cannot be a picture; {expected}")
    require_writable(path, str(path))


def require_writable(path: Path, words: str) -> None:
    """Raise CliError, which begins with these words, if a file cannot be written at a
    path: before the work is done that it is to hold."""
    try:
        if not os.path.isdir(path.parent):
            raise FileNotFoundError(errno.ENOENT, "no such folder")
        replaced_status(path)
    except OSError as error:
        raise CliError(f"{words}: cannot be written ({error.strerror})") from None
