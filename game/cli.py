"""What do the options of the command line start?

pygame is imported only when something is drawn. Every error is reported in one sentence
on standard error, with exit status 2.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

gc.disable()  # Modules are no garbage; searching them would take a twentieth of the start.
from .resources import assets, levels, shaft_file, shipped_rooms, stored_replay
from .simulation.begin import load_level, maps_beside
from .simulation.lab import SCENES, lab_room, make_lab
from .simulation.methods import SWEEP, Method, parse_method
from .simulation.replay import Replay, ReplayError, load_replay, loads
from .simulation.room import Room
from .simulation.schema import LevelError, excerpt
from .simulation.tiled import room_name
from .storage import Storage, write_atomically, write_new

gc.freeze()  # Or the first search would be through all of them.
gc.enable()

if TYPE_CHECKING:
    from .app import Showing
    from .scenes.scene import Scene, Stage

Options = argparse.Namespace

STARTER, PROJECT, SHAFT = "starter.tmj", "thin-walls.tiled-project", ".txt"
MOST_SENTENCES = 20
"""The most errors that are listed for one file."""
FAULT, FAULT_RUN = "fault.txt", "fault.json"
NUMBER_RANGES = {"tick_rate": (5, 1000), "ticks": (1, 10**9), "seed": (0, 2**53)}


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


class CliError(Exception):
    """The options ask for something impossible; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """Raises its errors as CliError instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        raise CliError(message)


def parser() -> Parser:
    """Return the parser of all options."""
    p = Parser(
        prog="thin-walls", description="An arcade game built on swept AABB tests."
    )
    p.add_argument("--level", metavar="NAME|FILE", help="start in this room")
    p.add_argument(
        "--scene", default=None, help="start with title, play, endless, lesson:N or lab"
    )
    p.add_argument("--headless", action="store_true", help="play without a window")
    p.add_argument(
        "--json", action="store_true", help="print the result as one JSON object"
    )
    p.add_argument("--ticks", type=int, metavar="N", help="how many ticks to play")
    p.add_argument(
        "--seed", type=int, metavar="S", help="play random controls, with --headless"
    )
    p.add_argument(
        "--tick-rate", type=int, metavar="HZ", help="ticks a second; default: room's"
    )
    p.add_argument(
        "--method", help="sweep, substeps:N, discrete, listing4; default: replay's"
    )
    p.add_argument(
        "--overlay", default="off", help="off, boxes, all or digits such as 135"
    )
    p.add_argument("--replay", type=Path, metavar="FILE", help="play this replay")
    p.add_argument(
        "--record", type=Path, metavar="FILE", help="write the last run's replay"
    )
    p.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="draw the last frame"
    )
    p.add_argument(
        "--film", type=Path, metavar="FILE.gif", help="draw a run, with --overlay twice"
    )
    p.add_argument(
        "--size", metavar="WxH", help="default: 1280x720; for a film 640x360"
    )
    p.add_argument(
        "--new-room", type=Path, metavar="FILE", help="write a room to start from"
    )
    p.add_argument(
        "--exercises", type=Path, metavar="DIR", help="write functions to complete"
    )
    p.add_argument(
        "--check", type=Path, metavar="DIR", help="check the functions in DIR"
    )
    p.add_argument(
        "--web", type=Path, metavar="DIR", help="write the tutorial as a web page"
    )
    p.add_argument(
        "--pyodide", type=Path, metavar="DIR", help="npm package pyodide, for --web"
    )
    p.add_argument(
        "--serve", action="store_true", help="serve that page on this machine"
    )
    p.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    p.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder of settings and runs"
    )
    p.add_argument("--mute", action="store_true", help="play no sound")
    p.add_argument("--fullscreen", action="store_true", help="use the full screen")
    p.add_argument(
        "--list-levels", action="store_true", help="print the names of the rooms"
    )
    p.add_argument("--version", action="store_true", help="print the version")
    return p


def main(argv: list[str] | None = None) -> int:
    """Run the program with these options; return the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Not every file name is text; and a closed pipe must be noticed here.
        sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    options = argparse.Namespace(data_dir=None, stage=None)
    try:
        return dispatch(parser().parse_args(argv, options))
    except (CliError, LevelError, ReplayError) as error:
        errors = [str(each) for each in (error, *getattr(error, "others", ()))]
        more = (
            [f"and {len(errors) - MOST_SENTENCES} more"]
            if errors[MOST_SENTENCES:]
            else []
        )
        for sentence in errors[:MOST_SENTENCES] + more:
            print_error(sentence)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
    except Exception as error:
        return report_fault(error, options)


def dispatch(options: Options) -> int:
    """Do what the options ask for; return the exit status."""
    if options.version:
        show(f"thin-walls {own_version()}")
    elif options.list_levels:
        show(*levels())
    elif options.new_room:
        write_new_room(options.new_room)
    elif options.exercises and options.scene is None:
        write_exercises(options.exercises)
    elif options.check:
        return check_exercises(options.check)
    elif options.web:
        write_page(options)
    elif options.serve or options.pyodide:
        raise CliError("--pyodide and --serve need --web DIR")
    elif options.worker:
        from .study.exercises import runner

        runner.work(*options.worker)
    elif options.screenshot:
        draw_screenshot(options)
    elif options.film:
        draw_film(options)
    elif options.headless:
        play_headless(options)
    else:
        open_and_play(options)
    return 0


def find_recorded_room(file: Path) -> Path:
    """Return the file of the room in which a replay was recorded: a shipped one, or one
    beside it.

    Its name in the replay is only looked up: as a path it could lead anywhere.
    """
    name, beside = (
        load_replay(file).room,
        {room_name(path): path for path in maps_beside(file)},
    )
    if room := shipped_rooms().get(name) or beside.get(name):
        return room
    expected = "a shipped room, or a map beside the replay; with --level FILE it may be elsewhere"
    raise ReplayError(str(file), f"was recorded in room {excerpt(name)}", expected)


def room_file(options: Options) -> Path:
    """Return the file of the room that is chosen by name or path; the first one without
    a choice. A replay chooses its own."""
    if options.scene == "endless":
        return shaft_file()
    if options.level is None and options.replay:
        return find_recorded_room(options.replay)
    rooms = shipped_rooms()
    name = next(iter(rooms)) if options.level is None else options.level
    if name not in rooms and not os.path.exists(name):
        raise CliError(
            f"--level {name}: no such room or file; rooms are {', '.join(rooms)}"
        )
    return rooms.get(name, Path(name))


def check_room(replay: Replay | None, room: Room) -> None:
    """Raise CliError if a replay was recorded in another room, or in an older version
    of it."""
    if replay and replay.room_hash != room.hash:
        recorded = f"{replay.room}, as it was then"
        raise CliError(f"the replay is of {recorded}; expected one of {room.name}")


def chosen_method(options: Options) -> Method | None:
    """Return the chosen method; None without --method."""
    try:
        return None if options.method is None else parse_method(options.method)
    except ValueError as error:
        raise CliError(f"--method: {error}") from None


def check_numbers(options: Options) -> None:
    """Raise CliError for a number outside its range."""
    for name, (least, most) in NUMBER_RANGES.items():
        number = getattr(options, name)
        if number is not None and not least <= number <= most:
            option = name.replace("_", "-")
            raise CliError(f"--{option} is {number}; expected {least:,} to {most:,}")


def chosen_replay(options: Options, path: Path) -> Replay | None:
    """Return the replay that the options choose: that of --replay, or a shipped room's,
    or None."""
    if options.replay:
        return load_replay(options.replay)
    stored, is_shipped = stored_replay(path.stem), path in shipped_rooms().values()
    return load_replay(stored) if is_shipped and stored.exists() else None


def own_version() -> str:
    """Return this program's version."""
    from importlib.metadata import PackageNotFoundError, version  # A slow import.

    try:
        return version("thin-walls")
    except PackageNotFoundError:
        return "of a checkout"


def play_headless(options: Options) -> None:
    """Play a room without a window, and print the result."""
    from . import headless

    check_numbers(options)
    if chosen_lesson(options) is not None:
        raise CliError(f"--scene {options.scene} --headless: use --screenshot FILE.png")
    path, scene = room_file(options), chosen_lab(options)
    room = load_level(path) if scene is None else lab_room(make_lab(scene))
    if scene is not None and options.seed is None:
        options.seed = 0
    replay = None if options.seed is not None else chosen_replay(options, path)
    if replay is None and options.seed is None:
        raise CliError(f"{path}: has no stored replay; use --replay FILE or --seed S")
    check_room(replay, room)
    numbers = {name: getattr(options, name) for name in NUMBER_RANGES}
    summary, played = headless.run(
        room, replay=replay, method=chosen_method(options), **numbers
    )
    show(summary.as_json() if options.json else summary.as_text())
    write_replay(options.record, played)


def show(*lines: str) -> None:
    """Print lines on standard output; raise CliError if that fails, BrokenPipeError if
    nothing reads it any more."""
    try:
        print(*lines, sep="\n")
    except OSError as error:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # Or the end fails as well.
        if isinstance(error, BrokenPipeError):
            raise
        raise CliError(
            f"standard output cannot be written ({error.strerror})"
        ) from None


def print_error(sentence: str) -> None:
    """Print an error in one line, even if a file name in it contains control
    characters."""
    line = "".join(x if x.isprintable() else ascii(x)[1:-1] for x in sentence)
    print(f"thin-walls: {line}", file=sys.stderr)


def write_replay(path: Path | None, replay: Replay | None) -> None:
    """Write a replay to the file of --record, if there is one."""
    if path and replay:
        text = replay.dumps()
        loads(
            text, f"{path}: not written"
        )  # A replay that no reader accepts is of no use.
        write_file(path, text)
    elif path:
        print_error(f"{path}: not written; no run was finished with a single method")


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file; raise CliError if that fails."""
    try:
        write_atomically(path, content)
    except OSError as error:
        raise CliError(f"{path}: cannot be written ({error.strerror})") from None


def write_new_room(path: Path) -> None:
    """Write a small room that contains each type once."""
    if os.path.lexists(path):
        raise CliError(f"--new-room {path}: exists already; expected a new file")
    rooms = assets() / "levels"
    write_file(path, (rooms / STARTER).read_text(encoding="utf-8"))
    show(f'{path} is a room; play it with --level "{path}"')
    show(
        f"In Tiled, open the project {rooms / PROJECT}, then {path}; save to play changes"
    )


def write_exercises(folder: Path) -> None:
    """Write the files of the exercises into a folder."""
    from .study.exercises.runner import stub_files

    try:
        lines = [write_new(folder / name, text) for name, text in stub_files().items()]
    except OSError as error:
        raise CliError(
            f"--exercises {folder}: cannot be written ({error.strerror})"
        ) from None
    show(*lines, f"Complete the functions, then run --check {folder}")


def check_exercises(folder: Path) -> int:
    """Print the result of each exercise in a folder; return 0 if all are right, else
    1."""
    from .study.exercises.runner import check_folder

    right = []
    for result in check_folder(folder):
        show(*result.report())
        right.append(result.right)
    if not right:
        words = f"holds no exercises; write some with --exercises {folder}"
        raise CliError(f"--check {folder}: {words}")
    return 0 if all(right) else 1


def write_page(options: Options) -> None:
    """Write the tutorial as a page; with --serve also serve it, until Ctrl+C."""
    folder, pyodide = options.web, options.pyodide
    if find_spec("markdown_it") is None:
        raise CliError(
            "--web needs the extra web; install it with pip install markdown-it-py"
        )
    from .view.palette import ROLE_COLORS
    from .web import site

    if pyodide and not os.path.isfile(pyodide / "pyodide.mjs"):
        raise CliError(
            f"--pyodide {pyodide}: has no pyodide.mjs; expected npm's package pyodide"
        )
    try:
        files = os.listdir(folder) if os.path.isdir(folder) else []
        if files and "roles.css" not in files:
            raise CliError(
                f"--web {folder}: holds other files; expected a new or an empty folder"
            )
        site.write_site(folder, assets() / "fonts", ROLE_COLORS, pyodide)
    except OSError as error:
        raise CliError(
            f"--web {folder}: cannot be written ({error.strerror or error})"
        ) from None
    show(
        f"{folder} holds the tutorial as a page; --serve shows it, or any server of files"
    )
    if options.serve:
        with site.PageServer(folder) as server:
            show(f"Open http://127.0.0.1:{server.server_port}/ (Ctrl+C ends this)")
            server.serve_forever()


def draw_screenshot(options: Options) -> None:
    """Write the last frame of a replay, or a scene, as a picture."""
    file, size = (
        check_picture(options.screenshot, ".png"),
        picture_size(options, "1280x720"),
    )
    stage = make_stage(options)
    from . import app

    write_file(file, app.draw_png(make_showing(options, stage), options.ticks, size))


def draw_film(options: Options) -> None:
    """Write a replay as a film; with an overlay it is shown twice."""
    if find_spec("PIL") is None:
        raise CliError("--film needs Pillow; install it with pip install pillow")
    stage = make_stage(options)
    from .film import MOST_PIXELS, MOST_SECONDS, make_gif

    file, size = (
        check_picture(options.film, ".gif"),
        picture_size(options, "640x360", MOST_PIXELS),
    )
    plain = replace(stage, overlay=frozenset())
    stages = [plain, stage] if stage.overlay else [plain]
    showing = make_showing(options, plain)
    ticks, most = options.ticks or showing.ticks, MOST_SECONDS * showing.rate
    if not 0 < ticks <= most:
        expected = f"expected 1 to {most:,}, set by --ticks N"
        raise CliError(f"--film {file}: would have {ticks:,} ticks; {expected}")
    write_file(
        file, make_gif(lambda: [make_showing(options, s) for s in stages], ticks, size)
    )


def check_picture(path: Path, suffix: str) -> Path:
    """Return the path of a picture; raise CliError if it cannot be written."""
    if path.suffix != suffix:
        raise CliError(
            f"{path}: cannot be a picture; expected a name ending in {suffix}"
        )
    if not os.path.isdir(path.parent):
        raise CliError(f"{path}: cannot be written (no such folder)")
    return path


def picture_size(options: Options, usual: str, most: int = 9999) -> tuple[int, int]:
    """Return width and height of a picture."""
    size = usual if options.size is None else options.size
    width, times, height = size.partition("x")
    numbers = [int(x) if x.isdecimal() and len(x) < 5 else 0 for x in (width, height)]
    if not times or min(numbers) < 64 or max(numbers) > most:
        expected = f"WxH such as {usual}, from 64x64 to {most}x{most}"
        raise CliError(f"--size is {size!r}; expected {expected}")
    return numbers[0], numbers[1]


def make_showing(options: Options, stage: Stage) -> Showing:
    """Return the run or scene that the options ask for, to be drawn without a
    window."""
    check_numbers(options)
    from . import app
    from .scenes.shell.title import TitleScene

    path = room_file(options)
    replay, room = chosen_replay(options, path), load_level(path)
    check_room(replay, room)
    if options.method and replay:
        replay = replay._replace(method=options.method)
    if options.scene in (None, "play", "endless"):
        return app.show_run(stage, room, replay)
    if options.scene == "title":
        return app.show_scene(TitleScene(stage))
    return app.show_scene(first_scene(options, stage, path, None))


def check_pygame() -> None:
    """Raise CliError unless pygame-ce is installed, without pygame.

    Both put their files into the same folder: the one that was installed last is
    imported, and uninstalling one of them breaks the other.
    """
    spec = find_spec("pygame")
    if (
        not spec
        or not spec.origin
        or any(Path(spec.origin).parents[1].glob("pygame-*-info"))
    ):
        command = "python -m pip uninstall -y pygame pygame-ce; python -m pip install pygame-ce"
        raise CliError(f"pygame-ce is needed, without pygame; run: {command}")


def make_stage(options: Options) -> Stage:
    """Return the stage that the options describe."""
    check_pygame()
    from .audio import Audio
    from .scenes.scene import Stage
    from .scenes.shell.seeds import seed_of_today
    from .scenes.shell.title import play_room
    from .view.overlay import LAYER_KEYS, MODES

    overlay = MODES.get(
        options.overlay, frozenset(map(LAYER_KEYS.find, options.overlay))
    )
    if not overlay <= MODES["all"]:
        expected = f"{', '.join(MODES)} or digits of layers such as 135"
        raise CliError(f"--overlay is {options.overlay!r}; expected {expected}")
    others = chosen_lesson(options), chosen_lab(options)
    if others == (None, None) and options.scene not in (
        None,
        "title",
        "play",
        "endless",
    ):
        expected = "title, play, endless, lesson:N or lab"
        raise CliError(f"--scene is {options.scene!r}; expected {expected}")
    rooms = list(levels().values())
    if (path := room_file(options)) not in rooms and path.suffix != SHAFT:
        rooms.append(path)
    return Stage(
        Storage(options.data_dir, print_error),
        rooms,
        play_room,
        overlay=overlay,
        method=chosen_method(options) or SWEEP,
        tick_rate=options.tick_rate,
        seed=seed_of_today() if options.seed is None else options.seed,
        audio=Audio(mute=options.mute),
        exercises=options.exercises,
    )


def chosen_lesson(options: Options) -> int | None:
    """Return the index of the chosen lesson; None for any other scene."""
    name, _, number = (options.scene or "").partition(":")
    if name != "lesson":
        return None
    from .study.lessons import LESSONS

    numbers = [str(k + 1) for k in range(len(LESSONS))]
    if number not in numbers:
        raise CliError(
            f"--scene is {options.scene!r}; expected lesson:1 to lesson:{len(LESSONS)}"
        )
    return numbers.index(number)


def chosen_lab(options: Options) -> str | None:
    """Return the chosen scene of the lab, by default the first; None for any other
    scene."""
    name, _, scene = (options.scene or "").partition(":")
    if name != "lab":
        return None
    names = {each.replace(" ", "-"): each for each in SCENES}
    if scene and scene not in names:
        expected = ", ".join(f"lab:{each}" for each in names)
        raise CliError(f"--scene is {options.scene!r}; expected {expected}")
    return names.get(scene) or next(iter(SCENES))


def open_and_play(options: Options) -> None:
    """Open the window and play; without a display, play a stored replay headless
    instead."""
    check_numbers(options)
    stage = options.stage = make_stage(options)
    path = room_file(options)
    replay = load_replay(options.replay) if options.replay else None
    if replay or options.level or options.scene:
        check_room(replay, load_level(path))
    if options.record and not os.path.isdir(options.record.parent):
        raise CliError(f"--record {options.record}: cannot be written (no such folder)")
    from . import app
    from .scenes.settings import load_settings

    stage.settings = load_settings(stage.storage)
    stage.settings.fullscreen |= options.fullscreen
    try:
        window = app.App(stage)
    except app.NoDisplay:
        show("No display was found, so a stored replay is played without a window:")
        if not options.replay and not chosen_replay(options, path):
            options.level = next(iter(levels()))
        play_headless(options)
        return
    window.run(first_scene(options, stage, path, replay))
    write_replay(options.record, stage.finished)


def first_scene(
    options: Options, stage: Stage, path: Path, replay: Replay | None
) -> Scene:
    """Return the scene with which the program begins."""
    from .scenes.shell.title import TitleScene

    if (lesson := chosen_lesson(options)) is not None:
        from .scenes.learn.lesson import LessonScene
        from .scenes.learn.lessons import LessonListScene

        return LessonScene(stage, lesson, LessonListScene(stage, TitleScene(stage)))
    if (scene := chosen_lab(options)) is not None:
        from .scenes.run.lab import LabScene

        return LabScene(stage, scene)
    if path.suffix == SHAFT:
        from .scenes.run.play import EndlessScene

        return EndlessScene(stage, path, replay)
    if replay or options.scene == "play" or (options.level and not options.scene):
        from .scenes.run.play import PlayScene

        return PlayScene(stage, stage.rooms.index(path), replay)
    return TitleScene(stage)


def report_fault(error: Exception, options: Options) -> int:
    """Report a fault in the program in one sentence; save the traceback, and the
    current run beside it."""
    text = "".join(traceback.format_exception(error))
    storage = Storage(options.data_dir, lambda words: None)
    storage.save(FAULT, text.encode(errors="replace").decode())
    storage.wait()
    saved = f"; the report is {storage.folder / FAULT}" if storage.works else ""
    run = storage.folder / FAULT_RUN
    with suppress(Exception):  # The run itself may be faulty.
        run.unlink(missing_ok=True)
        storage.save(FAULT_RUN, options.stage.history().replay(fails=True).dumps())
        storage.wait()
        saved += f", the run is beside it in {FAULT_RUN}" if storage.works else ""
    print_error(f"a fault in the program: {error!r:.200}{saved}")
    return 1
