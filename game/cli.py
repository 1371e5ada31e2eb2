"""What was asked for on the command line?

pygame is imported only where something is drawn. Whatever is wrong is said in one sentence on
standard error, with exit status 2.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

gc.disable()  # What is imported is no garbage; to search it is a twentieth of the start.
from . import headless
from .resources import assets, levels, shaft_file, stored_replay
from .simulation.begin import load_level
from .simulation.lab import SCENES, lab, lab_room
from .simulation.methods import SWEEP, Method, parse_method
from .simulation.replay import Replay, ReplayError, load_replay
from .simulation.room import Room
from .simulation.schema import LevelError
from .storage import Storage, write_whole

gc.enable()

if TYPE_CHECKING:
    from .app import Shown
    from .scenes.scene import Scene, Stage

STARTER, PROJECT, SHAFT = "starter.tmj", "thin-walls.tiled-project", ".txt"
MOST_TOLD = 20
"""Sentences about one file."""
FAULT, FAULT_RUN = "fault.txt", "fault.json"
NUMBERS = {"tick_rate": (5, 1000), "ticks": (1, 10**9), "seed": (0, 2**53)}


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


class Refused(Exception):
    """Something asked for cannot be done; the text is the sentence."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and no more."""

    def error(self, message: str) -> NoReturn:
        raise Refused(message)


def parser() -> Parser:
    """Return the parser of all options."""
    p = Parser(prog="thin-walls", description="A 2-D arcade game of swept AABB tests.")
    p.add_argument("--level", metavar="NAME|FILE", help="the room to begin with")
    p.add_argument("--scene", default=None, help="title, play, endless, lesson:N or lab")
    p.add_argument("--headless", action="store_true", help="play without a window, and tell")
    p.add_argument("--json", action="store_true", help="tell as one JSON object")
    p.add_argument("--ticks", type=int, metavar="N", help="how long")
    p.add_argument("--seed", type=int, metavar="S", help="of random controls, with --headless")
    p.add_argument("--tick-rate", type=int, metavar="HZ", help="ticks a second; the room's own")
    p.add_argument("--method", help="sweep, substeps:N, discrete or listing4; the replay's own")
    p.add_argument("--overlay", default="off", help="off, boxes, all or digits like 135")
    p.add_argument("--replay", type=Path, metavar="FILE", help="play this replay")
    p.add_argument("--record", type=Path, metavar="FILE", help="write the last run's replay")
    p.add_argument("--screenshot", type=Path, metavar="FILE.png", help="draw the last frame")
    p.add_argument(
        "--film",
        type=Path,
        metavar="FILE.gif",
        help="draw all frames; with an overlay the run is shown again, its dashes at 1/20 speed",
    )
    p.add_argument("--size", metavar="WxH", help="of the picture; 1280x720, of a film 640x360")
    p.add_argument("--new-room", type=Path, metavar="FILE", help="write a room to begin with")
    p.add_argument(
        "--exercises", type=Path, metavar="DIR", help="write functions to complete there"
    )
    p.add_argument("--check", type=Path, metavar="DIR", help="say which of them are right")
    p.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    p.add_argument("--data-dir", type=Path, metavar="DIR", help="where settings and runs are kept")
    p.add_argument("--mute", action="store_true", help="no sound")
    p.add_argument("--fullscreen", action="store_true")
    p.add_argument("--list-levels", action="store_true", help="a name a line")
    p.add_argument("--version", action="store_true")
    return p


def main(argv: list[str] | None = None) -> int:
    """Do what the command line asks for; return the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Not every file's name is text; and a pipe that is closed has to be noticed here.
        sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    options = argparse.Namespace(data_dir=None, stage=None)
    try:
        return run(parser().parse_args(argv, options))
    except (Refused, LevelError, ReplayError) as error:
        told = [str(each) for each in (error, *getattr(error, "others", ()))]
        more = [f"and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
        for words in told[:MOST_TOLD] + more:
            say(words)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        return report(error, options)


def run(options: argparse.Namespace) -> int:
    """Do it; return the exit status."""
    if options.version:
        print(f"thin-walls {own_version()}")
    elif options.list_levels:
        print("\n".join(levels()))
    elif options.new_room:
        write_new_room(options.new_room)
    elif options.exercises and options.scene is None:
        write_exercises(options.exercises)
    elif options.check:
        return check_exercises(options.check)
    elif options.worker:
        from .study.exercises import worker

        worker.work(*options.worker)
    elif options.screenshot:
        draw(options)
    elif options.film:
        draw_film(options)
    elif options.headless:
        play_headless(options)
    else:
        play(options)
    return 0


def room_path(given: str | None) -> Path:
    """Return the file of a room, given by name or as a file; the first room for None."""
    known = {**levels(), shaft_file().stem: shaft_file()}
    if given is None:
        return next(iter(known.values()))
    if given in known:
        return known[given]
    if not Path(given).exists():
        raise Refused(f"--level {given}: no such room or file; rooms are {', '.join(known)}")
    return Path(given)


def path_for(options: argparse.Namespace) -> Path:
    """Return the file of the room that was asked for; a replay asks for its own."""
    if options.scene == "endless":
        return shaft_file()
    if options.level is None and options.replay:
        return room_path(load_replay(options.replay).room)
    return room_path(options.level)


def check_room(replay: Replay | None, room: Room) -> None:
    """Refuse a replay of another room."""
    if replay and replay.room_hash != room.hash:
        raise Refused(f"the replay is of {replay.room}, as it was; expected one of {room.name}")


def seed_of_today() -> int:
    """Return the date in Greenwich as a number, like 20261121: the shaft of a day."""
    return int(datetime.now(UTC).strftime("%Y%m%d"))


def method_of(options: argparse.Namespace) -> Method | None:
    """Return the method that was asked for, if one was."""
    try:
        return None if options.method is None else parse_method(options.method)
    except ValueError as error:
        raise Refused(f"--method: {error}") from None


def check_numbers(options: argparse.Namespace) -> None:
    """Refuse numbers that no run can have."""
    for name, (least, most) in NUMBERS.items():
        given = getattr(options, name)
        if given is not None and not least <= given <= most:
            raise Refused(f"--{name.replace('_', '-')} is {given}; expected {least:,} to {most:,}")


def replay_for(options: argparse.Namespace, path: Path) -> Replay | None:
    """Return the replay that was asked for, or the room's stored one; None if it has none."""
    if options.replay:
        return load_replay(options.replay)
    stored = stored_replay(path.stem)
    is_ours = path in (*levels().values(), shaft_file())
    return load_replay(stored) if stored.exists() and is_ours else None


def own_version() -> str:
    """Return this program's version."""
    from importlib.metadata import PackageNotFoundError, version  # As slow as half the game.

    try:
        return version("thin-walls")
    except PackageNotFoundError:
        return "of a checkout"


def play_headless(options: argparse.Namespace) -> None:
    """Play a room without a window, and print what it came to."""
    check_numbers(options)
    if lesson_for(options) is not None:
        raise Refused(f"--scene {options.scene} --headless: give --screenshot FILE.png")
    path, scene = path_for(options), lab_for(options)
    room = load_level(path) if scene is None else lab_room(lab(scene))
    if scene is not None and options.seed is None:
        options.seed = 0
    replay = None if options.seed is not None else replay_for(options, path)
    if replay is None and options.seed is None:
        raise Refused(f"{path}: has no stored replay; give --replay FILE or --seed S")
    check_room(replay, room)
    summary, played = headless.run(
        room,
        replay=replay,
        seed=options.seed,
        ticks=options.ticks,
        tick_rate=options.tick_rate,
        method=method_of(options),
    )
    print(summary.as_json() if options.json else summary.as_text())
    record(options.record, played)


def say(words: str) -> None:
    """Tell the player something that went wrong, in one line whatever files are called."""
    shown = "".join(x if x.isprintable() else ascii(x)[1:-1] for x in words)
    print(f"thin-walls: {shown}", file=sys.stderr)


def record(path: Path | None, replay: Replay | None) -> None:
    """Write a replay where it was asked for."""
    if path and replay:
        write(path, replay.dumps())
    elif path:
        say(f"{path}: not written; no run was finished by one method alone")


def write(path: Path, content: str | bytes) -> None:
    """Write a file whole."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror})") from None


def write_new_room(path: Path) -> None:
    """Write a small room that shows each type once."""
    if path.exists():
        raise Refused(f"--new-room {path}: is there already; expected a new file")
    rooms = assets() / "levels"
    write(path, (rooms / STARTER).read_text(encoding="utf-8"))
    print(f'{path} is a room; play it with --level "{path}"')
    print(f"In Tiled open the project {rooms / PROJECT}, then {path}; what is saved is played")


def write_exercises(folder: Path) -> None:
    """Write the files that a learner completes."""
    from .study.exercises.cases import write_stubs

    try:
        print("\n".join(write_stubs(folder)))
    except OSError as error:
        raise Refused(f"--exercises {folder}: cannot be written ({error.strerror})") from None
    print(f"Complete them, then --check {folder}")


def check_exercises(folder: Path) -> int:
    """Say of each exercise in a folder what is wrong; return 0 if nothing is."""
    from .study.exercises.runner import check_folder

    right = []
    for result in check_folder(folder):
        print("\n".join(result.report()))
        right.append(result.right)
    if not right:
        raise Refused(f"--check {folder}: holds no exercises; write some with --exercises {folder}")
    return 0 if all(right) else 1


def draw(options: argparse.Namespace) -> None:
    """Draw the last frame of a replay into a file."""
    file, size = picture_file(options.screenshot, ".png"), size_of(options, "1280x720")
    stage = stage_for(options)
    from . import app

    write(file, app.picture(showing(options, stage), options.ticks, size))


def draw_film(options: argparse.Namespace) -> None:
    """Draw all of a replay into a file, and with an overlay once more."""
    if find_spec("PIL") is None:
        raise Refused("--film needs Pillow; install it with pip install pillow")
    stage = stage_for(options)
    from .film import MOST_PIXELS, MOST_SECONDS, film

    file, size = picture_file(options.film, ".gif"), size_of(options, "640x360", MOST_PIXELS)
    plain = replace(stage, overlay=frozenset())
    stages = [plain, stage] if stage.overlay else [plain]
    on = showing(options, plain)
    ticks, most = options.ticks or on.ticks, MOST_SECONDS * on.rate
    if not 0 < ticks <= most:
        words = f"would have {ticks:,} ticks; expected 1 to {most:,}, which --ticks N gives"
        raise Refused(f"--film {file}: {words}")
    write(file, film(lambda: [showing(options, stage) for stage in stages], ticks, size))


def picture_file(path: Path, suffix: str) -> Path:
    """Return where a picture is to be written, if it can be."""
    if path.suffix != suffix:
        raise Refused(f"{path}: is no name of a picture; expected one that ends in {suffix}")
    if not path.parent.is_dir():
        raise Refused(f"{path}: cannot be written (no such folder)")
    return path


def size_of(options: argparse.Namespace, usual: str, most: int = 9999) -> tuple[int, int]:
    """Return the size of a picture."""
    given = usual if options.size is None else options.size
    width, times, height = given.partition("x")
    numbers = [int(x) if x.isdecimal() and len(x) < 5 else 0 for x in (width, height)]
    if not times or min(numbers) < 64 or max(numbers) > most:
        words = f"WxH such as {usual}, from 64x64 to {most}x{most}"
        raise Refused(f"--size is {given!r}; expected {words}")
    return numbers[0], numbers[1]


def showing(options: argparse.Namespace, stage: Stage) -> Shown:
    """Begin what was asked for, to be drawn without a window."""
    check_numbers(options)
    from . import app

    path = path_for(options)
    replay, room = replay_for(options, path), load_level(path)
    check_room(replay, room)
    if options.method and replay:
        replay = replay._replace(method=options.method)
    lesson = lesson_for(options)
    shown = None if options.scene == "title" or lesson is not None else room
    return app.shown(stage, shown, replay, lesson, lab_for(options))


def check_pygame() -> None:
    """Refuse pygame where pygame-ce must be: their files lie in the same folder.

    What was installed last is imported then, and to uninstall one breaks the other.
    """
    found = find_spec("pygame")
    if not found or not found.origin or any(Path(found.origin).parents[1].glob("pygame-*-info")):
        words = "python -m pip uninstall -y pygame pygame-ce; python -m pip install pygame-ce"
        raise Refused(f"pygame-ce is needed, alone, without pygame beside it; run: {words}")


def stage_for(options: argparse.Namespace) -> Stage:
    """Collect what scenes share."""
    check_pygame()
    from .audio import Audio
    from .scenes.scene import Stage
    from .scenes.shell.title import play_room
    from .view.overlay import LAYER_KEYS, MODES

    overlay = MODES.get(options.overlay, frozenset(map(LAYER_KEYS.find, options.overlay)))
    if not overlay <= MODES["all"]:
        words = f"{', '.join(MODES)} or digits of layers such as 135"
        raise Refused(f"--overlay is {options.overlay!r}; expected {words}")
    others = lesson_for(options), lab_for(options)
    if others == (None, None) and options.scene not in (None, "title", "play", "endless"):
        words = "title, play, endless, lesson:N or lab"
        raise Refused(f"--scene is {options.scene!r}; expected {words}")
    rooms = list(levels().values())
    if (path := path_for(options)) not in rooms and path.suffix != SHAFT:
        rooms.insert(0, path)
    return Stage(
        Storage(options.data_dir, say),
        rooms,
        play_room,
        overlay=overlay,
        method=method_of(options) or SWEEP,
        tick_rate=options.tick_rate,
        seed=seed_of_today() if options.seed is None else options.seed,
        audio=None if options.mute else Audio(),
        exercises=options.exercises,
    )


def lesson_for(options: argparse.Namespace) -> int | None:
    """Return which lesson was asked for, if one was."""
    name, _, number = (options.scene or "").partition(":")
    if name != "lesson":
        return None
    from .study.lessons import LESSONS

    numbers = [str(k + 1) for k in range(len(LESSONS))]
    if number not in numbers:
        raise Refused(f"--scene is {options.scene!r}; expected lesson:1 to lesson:{len(LESSONS)}")
    return numbers.index(number)


def lab_for(options: argparse.Namespace) -> str | None:
    """Return which scene of the lab was asked for, if one was; lab alone is the first."""
    name, _, scene = (options.scene or "").partition(":")
    if name != "lab":
        return None
    names = {known.replace(" ", "-"): known for known in SCENES}
    if scene and scene not in names:
        words = ", ".join(f"lab:{known}" for known in names)
        raise Refused(f"--scene is {options.scene!r}; expected {words}")
    return names.get(scene) or next(iter(SCENES))


def play(options: argparse.Namespace) -> None:
    """Open the window and play; without a display, play a stored replay headless and say so."""
    gc.freeze()  # Else what was imported is searched for garbage while the rest is.
    check_numbers(options)
    stage = options.stage = stage_for(options)
    path = path_for(options)
    replay = load_replay(options.replay) if options.replay else None
    if replay or options.level or options.scene:
        check_room(replay, load_level(path))
    if options.record and not options.record.parent.is_dir():
        raise Refused(f"--record {options.record}: cannot be written (no such folder)")
    from . import app
    from .scenes.shell.settings import load_settings

    stage.settings = load_settings(stage.storage)
    stage.settings.fullscreen |= options.fullscreen
    try:
        window = app.App(stage)
    except app.NoDisplay:
        print("No display was found, so a stored replay is played without one:")
        if not options.replay and not replay_for(options, path):
            options.level = next(iter(levels()))
        play_headless(options)
        return
    window.play(scene_for(options, path, replay))
    record(options.record, stage.finished)


def scene_for(options: argparse.Namespace, path: Path, replay: Replay | None) -> Scene:
    """Return what the window begins with."""
    stage: Stage = options.stage
    if (lesson := lesson_for(options)) is not None:
        from .app import lesson_scene

        return lesson_scene(stage, lesson)
    if (scene := lab_for(options)) is not None:
        from .scenes.run.lab import LabScene

        return LabScene(stage, scene)
    if path.suffix == SHAFT:
        from .scenes.run.endless import EndlessScene

        return EndlessScene(stage, path, replay)
    if replay or options.scene == "play" or (options.level and not options.scene):
        from .scenes.run.play import PlayScene

        return PlayScene(stage, stage.rooms.index(path), replay)
    from .scenes.shell.title import TitleScene

    return TitleScene(stage)


def report(error: Exception, options: argparse.Namespace) -> int:
    """Tell of a fault in the program in one sentence, and keep what is needed to mend it: a report,
    and beside it the run that was on."""
    text = "".join(traceback.format_exception(error))
    storage = Storage(options.data_dir, lambda words: None)
    storage.save(FAULT, text.encode(errors="replace").decode())
    storage.wait()
    kept = f"; the report is {storage.folder / FAULT}" if storage.works else ""
    run = storage.folder / FAULT_RUN
    with suppress(Exception):  # The run may be what is at fault.
        run.unlink(missing_ok=True)
        storage.save(FAULT_RUN, options.stage.history().failing_replay().dumps())
        storage.wait()
        kept += f", the run is beside it in {FAULT_RUN}" if storage.works else ""
    say(f"a fault in the program: {error!r:.200}{kept}")
    return 1
