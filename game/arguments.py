"""What do the options of the command line say?

Each question is one function. An option that asks for something impossible is a
CliError, whose text is one sentence. Nothing here needs pygame.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NoReturn

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


def parser() -> Parser:
    """Return the parser of all options."""
    options = Parser(
        prog="thin-walls", description="An arcade game built on swept AABB tests."
    )
    options.add_argument("--level", metavar="NAME|FILE", help="start in this room")
    options.add_argument("--scene", help=f"start with {scene_options()}")
    options.add_argument(
        "--headless", action="store_true", help="play without a window"
    )
    options.add_argument(
        "--json", action="store_true", help="print the result as one JSON object"
    )
    options.add_argument(
        "--ticks", type=int, metavar="N", help="how many ticks to play"
    )
    options.add_argument(
        "--seed", type=int, metavar="S", help="play random controls, with --headless"
    )
    options.add_argument(
        "--tick-rate", type=int, metavar="HZ", help="ticks a second; default: room's"
    )
    options.add_argument(
        "--method", help="sweep, substeps:N, discrete, listing4; default: replay's"
    )
    options.add_argument(
        "--overlay", default="off", help="off, boxes, all or digits such as 135"
    )
    options.add_argument("--replay", type=Path, metavar="FILE", help="play this replay")
    options.add_argument(
        "--record", type=Path, metavar="FILE", help="write the last run's replay"
    )
    options.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="draw the last frame"
    )
    options.add_argument(
        "--film", type=Path, metavar="FILE.gif", help="draw a run, with --overlay twice"
    )
    options.add_argument(
        "--size", metavar="WxH", help="default: 1280x720; for a film 640x360"
    )
    options.add_argument(
        "--new-room", type=Path, metavar="FILE", help="write a room to start from"
    )
    options.add_argument(
        "--exercises", type=Path, metavar="DIR", help="write functions to complete"
    )
    options.add_argument(
        "--check", type=Path, metavar="DIR", help="check the functions in DIR"
    )
    options.add_argument(
        "--web", type=Path, metavar="DIR", help="write the tutorial as a web page"
    )
    options.add_argument(
        "--pyodide", type=Path, metavar="DIR", help="npm package pyodide, for --web"
    )
    options.add_argument(
        "--serve", action="store_true", help="serve that page on this machine"
    )
    options.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    options.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder of settings and runs"
    )
    options.add_argument("--mute", action="store_true", help="play no sound")
    options.add_argument(
        "--fullscreen", action="store_true", help="use the full screen"
    )
    options.add_argument(
        "--list-levels", action="store_true", help="print the names of the rooms"
    )
    options.add_argument("--version", action="store_true", help="print the version")
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
    width, times, height = size.partition("x")
    sides = parse_side(width), parse_side(height)
    if not times or min(sides) < LEAST_SIDE or max(sides) > most:
        bounds = f"from {LEAST_SIDE}x{LEAST_SIDE} to {most}x{most}"
        raise CliError(f"--size is {size!r}; expected WxH such as {default}, {bounds}")
    return sides


def parse_side(text: str) -> int:
    """Return a number of pixels; 0 for a text that is not one to four digits."""
    is_number = text.isdecimal() and len(text) <= len(str(MOST_SIDE))
    return int(text) if is_number else 0


def check_picture(path: Path, suffix: str) -> None:
    """Raise CliError unless the name of a picture or a film ends in its suffix."""
    if path.suffix != suffix:
        expected = f"expected a name ending in {suffix}"
        raise CliError(f"{path}: cannot be a picture; {expected}")
    require_folder(path, str(path))


def require_folder(path: Path, words: str) -> None:
    """Raise CliError, which begins with these words, if the folder of a file is not
    there."""
    if not os.path.isdir(path.parent):
        raise CliError(f"{words}: cannot be written (no such folder)")
