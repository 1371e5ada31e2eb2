"""What do the options of the command line start?

pygame is imported only when something is drawn. Every error is reported in one sentence
on standard error, with exit status 2.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

# Searching modules for garbage would take a twentieth of the start, and find none.
gc.disable()
from .arguments import (
    NUMBER_RANGES,
    CliError,
    Options,
    check_numbers,
    check_picture,
    check_room,
    chosen_method,
    chosen_replay,
    chosen_room,
    parser,
    picture_size,
    require_scene,
    require_writable,
    scene_words,
)
from .collision.library import status
from .files import write_file
from .output import (
    print_error,
    print_lines,
    serve_page,
    write_exercises,
    write_new_room,
    write_page,
    write_replay,
    write_result,
)
from .resources import assets, levels
from .scenes.registry import TITLE, Start, lab_scene, make_first_scene
from .simulation.begin import load_level
from .simulation.lab import lab_room, make_lab
from .simulation.methods import SWEEP
from .simulation.replay import Replay, load_replay
from .simulation.room import Room
from .simulation.schema import BadFile
from .storage import Storage, default_folder

gc.freeze()  # No later search goes through the modules either.
gc.enable()

if TYPE_CHECKING:
    from .app import Showing
    from .scenes.scene import Scene, Stage

SHAFT_SUFFIX = ".txt"
"""Of a file that lists the chunks of a shaft."""
SCENES_OF_ROOMS = ("", TITLE, "play", "endless")
"""The scenes of --scene that may follow from the chosen room or replay; empty: without
--scene."""
MOST_SENTENCES = 20
"""The most errors that are listed for one file."""
FAULT = "fault.txt"
FAULT_RUN = "fault.json"
"""Files of the player's folder: the last fault of the program, and the run in it."""


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main(argv: list[str] | None = None) -> int:
    """Run the program with these options; return the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Bytes of a file name that are no text are printed with backslashes.
        # A closed pipe is noticed at the end of each line, where main() can handle it.
        sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    options = Options(data_dir=None, stage=None)
    try:
        return dispatch(parser().parse_args(argv, options))
    except (CliError, BadFile) as error:
        others = getattr(error, "others", ())
        print_errors([str(error), *map(str, others)])
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
    except Exception as error:
        if isinstance(error, OSError) and str(assets()) in str(error):
            print_error(f"a file of the program itself is missing: {error}")
            return 2
        return report_fault(error, options)


def dispatch(options: Options) -> int:
    """Do what the options ask for; return the exit status."""
    if options.version:
        print_lines(f"thin-walls {own_version()}", status())
    elif options.list_levels:
        print_lines(*levels())
    elif options.new_room:
        write_new_room(options.new_room)
    elif options.exercises and options.scene is None:
        write_exercises(options.exercises)
    elif options.check:
        return check_exercises(options.check)
    elif options.web:
        write_page(options.web, options.pyodide)
        if options.serve:
            serve_page(options.web)
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


def print_errors(sentences: list[str]) -> None:
    """Print errors, a line each: at most MOST_SENTENCES of them, and the number of the
    others."""
    for sentence in sentences[:MOST_SENTENCES]:
        print_error(sentence)
    if len(sentences) > MOST_SENTENCES:
        print_error(f"and {len(sentences) - MOST_SENTENCES} more")


def own_version() -> str:
    """Return this program's version."""
    from importlib.metadata import PackageNotFoundError, version  # A slow import.

    try:
        return version("thin-walls")
    except PackageNotFoundError:
        return "of a checkout"


def check_exercises(folder: Path) -> int:
    """Print the result of each exercise in a folder.

    Returns:
        The exit status: 0 if all exercises are right, else 1.
    Raises:
        CliError: the folder holds no exercises.
    """
    from .study.exercises.runner import check_folder

    results = []
    for result in check_folder(folder):
        print_lines(*result.report())
        results.append(result)
    if not results:
        words = f"holds no exercises; write some with --exercises {folder}"
        raise CliError(f"--check {folder}: {words}")
    return 0 if all(result.is_right for result in results) else 1


def play_headless(options: Options) -> None:
    """Play a room without a window, and print the result."""
    from . import headless

    check_numbers(options)
    scene, part = scene_words(options)
    if scene in ("lesson", "lab"):
        require_scene(options)
    if scene == "lesson":
        advice = "use --screenshot FILE.png"
        raise CliError(f"--scene {options.scene} --headless: {advice}")
    path = chosen_room(options)
    if scene == "lab":
        room: Room = lab_room(make_lab(lab_scene(part)))
        if options.seed is None:  # The lab has no stored replay.
            options.seed = 0
    else:
        room = load_level(path)
    replay = None
    if options.seed is None:
        replay = chosen_replay(options, path)
        if replay is None:
            expected = "use --replay FILE or --seed S"
            raise CliError(f"{path}: has no stored replay; {expected}")
    check_room(replay, room)
    numbers = {name: getattr(options, name) for name in NUMBER_RANGES}
    method = chosen_method(options)
    summary, played = headless.run(room, replay=replay, method=method, **numbers)
    print_lines(summary.as_json() if options.json else summary.as_text())
    write_replay(options.record, played)


def open_and_play(options: Options) -> None:
    """Open the window and play; without a display, play a stored replay headless
    instead."""
    check_numbers(options)
    stage = make_stage(options)
    options.stage = stage
    path = chosen_room(options)
    replay = load_replay(options.replay) if options.replay else None
    if replay or options.level or options.scene:
        check_room(replay, load_level(path))
    if options.record:
        require_writable(options.record, f"--record {options.record}")
    from . import app
    from .scenes.settings import load_settings

    stage.settings = load_settings(stage.storage)
    if options.fullscreen:
        stage.settings.fullscreen = True
    try:
        window = app.App(stage)
    except app.NoDisplay:
        play_without_display(options, path)
        return
    window.run(first_scene(options, stage, path, replay))
    write_replay(options.record, stage.finished)


def play_without_display(options: Options, path: Path) -> None:
    """Play a replay headless: that of --replay, else the chosen room's, else the first
    room's."""
    print_lines("No display was found, so a stored replay is played without a window:")
    if chosen_replay(options, path) is None:
        options.level = next(iter(levels()))
    play_headless(options)


def check_pygame() -> None:
    """Raise CliError unless pygame-ce is installed, without pygame.

    Both put their files into the same folder: the one that was installed last is
    imported, and uninstalling one of them breaks the other.
    """
    spec = find_spec("pygame")
    if spec and spec.origin:
        folder = Path(spec.origin).parents[1]
        if not any(folder.glob("pygame-*-info")):
            return
    uninstall = "python -m pip uninstall -y pygame pygame-ce"
    install = "python -m pip install pygame-ce"
    raise CliError(f"pygame-ce is needed, without pygame; run: {uninstall}; {install}")


def make_stage(options: Options) -> Stage:
    """Return the stage that the options describe."""
    check_pygame()
    from .audio import Audio
    from .scenes.registry import open_room
    from .scenes.scene import Stage
    from .scenes.shell.seeds import seed_of_today

    overlay = chosen_overlay(options)
    require_scene(options)
    seed = seed_of_today() if options.seed is None else options.seed
    return Stage(
        Storage(options.data_dir, print_error),
        rooms_of_stage(options),
        open_room,
        overlay=overlay,
        method=chosen_method(options) or SWEEP,
        tick_rate=options.tick_rate,
        seed=seed,
        audio=Audio(mute=options.mute),
        exercises=options.exercises,
    )


def chosen_overlay(options: Options) -> frozenset[int]:
    """Return the layers of --overlay: those of a mode, or one for each digit."""
    from .view.overlay import LAYER_KEYS, MODES

    if options.overlay in MODES:
        return MODES[options.overlay]
    layers = frozenset(LAYER_KEYS.find(key) for key in options.overlay)
    if not layers <= MODES["all"]:  # find() returned -1.
        expected = f"{', '.join(MODES)} or digits of layers such as 135"
        raise CliError(f"--overlay is {options.overlay!r}; expected {expected}")
    return layers


def rooms_of_stage(options: Options) -> list[Path]:
    """Return the files of the rooms that the player can choose: our own, and after them
    the one that the options choose."""
    rooms = list(levels().values())
    path = chosen_room(options)
    if path not in rooms and path.suffix != SHAFT_SUFFIX:
        rooms.append(path)
    return rooms


def first_scene(
    options: Options, stage: Stage, path: Path, replay: Replay | None
) -> Scene:
    """Return the scene with which the program begins: that of --scene, or that of the
    chosen room or replay."""
    from .scenes.shell.title import TitleScene

    name, part = scene_words(options)
    if name in SCENES_OF_ROOMS:
        # Which of these it is depends on the room and on the replay.
        name = name_of_room_scene(options, path, replay)
    start = Start(TitleScene(stage), part, path, replay)
    return make_first_scene(stage, name, start)


def name_of_room_scene(options: Options, path: Path, replay: Replay | None) -> str:
    """Return the name of the scene that plays the chosen file.

    A file of a shaft is played in "endless". A replay is played in "play". A room is
    played there too, if --scene says so or if --level chooses the room without --scene.
    All else begins with the title, as does --scene title with a room.
    """
    if path.suffix == SHAFT_SUFFIX:
        return "endless"
    if replay or options.scene == "play":
        return "play"
    names_only_room = options.level and not options.scene
    return "play" if names_only_room else TITLE


def draw_screenshot(options: Options) -> None:
    """Write a picture: the last frame of a replay, or that of a scene."""
    check_picture(options.screenshot, ".png")
    size = picture_size(options, "1280x720")
    stage = make_stage(options)
    from . import app

    showing = make_showing(options, stage)
    picture = app.draw_png(showing, options.ticks, size)
    write_result(options.screenshot, picture)


def draw_film(options: Options) -> None:
    """Write a replay as a film: without the overlay, and then once more with it if
    --overlay turns a layer on."""
    if find_spec("PIL") is None:
        raise CliError("--film needs Pillow; install it with pip install pillow")
    stage = make_stage(options)
    from .film import MOST_PIXELS, MOST_SECONDS, make_gif

    file = options.film
    check_picture(file, ".gif")
    size = picture_size(options, "640x360", MOST_PIXELS)
    plain = replace(stage, overlay=frozenset())
    stages = [plain, stage] if stage.overlay else [plain]
    showing = make_showing(options, plain)
    ticks = options.ticks or showing.ticks
    most = MOST_SECONDS * showing.rate
    if not 0 < ticks <= most:
        expected = f"expected 1 to {most:,}, set by --ticks N"
        raise CliError(f"--film {file}: would have {ticks:,} ticks; {expected}")
    film = make_gif(partial(make_showings, options, stages), ticks, size)
    write_result(file, film)


def make_showings(options: Options, stages: list[Stage]) -> list[Showing]:
    """Return for each stage the showing that the options ask for."""
    return [make_showing(options, stage) for stage in stages]


def make_showing(options: Options, stage: Stage) -> Showing:
    """Return the run or the scene that the options ask for, to be drawn without a
    window.

    Without --scene, and for the scenes of a room and of the shaft, that is the run of
    the chosen replay; else the title, or another scene.
    """
    check_numbers(options)
    from . import app
    from .scenes.shell.title import TitleScene

    path = chosen_room(options)
    replay = chosen_replay(options, path)
    room = load_level(path)
    check_room(replay, room)
    if options.method and replay:
        replay = replay._replace(method=options.method)
    if options.scene in (None, "play", "endless"):
        return app.show_run(stage, room, replay)
    if options.scene == TITLE:
        return app.show_scene(TitleScene(stage))
    return app.show_scene(first_scene(options, stage, path, None))


def report_fault(error: Exception, options: Options) -> int:
    """Report a fault in the program in one sentence; save the traceback, and beside it
    the current run, if there is one. Return the exit status, 1."""
    text = "".join(traceback.format_exception(error))
    folder = options.data_dir or default_folder()
    report_file = folder / FAULT
    run_file = folder / FAULT_RUN
    saved = ""
    with suppress(Exception):  # The disk may be full, and the run itself faulty.
        folder.mkdir(parents=True, exist_ok=True)
        write_file(report_file, text.encode(errors="replace"))
        saved = f"; the report is {report_file}"
        if run_file.is_file() and not run_file.is_symlink():
            run_file.unlink()
        run = options.stage.history().replay(fails=True)
        write_file(run_file, run.dumps())
        saved += f", the run is beside it in {FAULT_RUN}"
    print_error(f"a fault in the program: {error!r:.200}{saved}")
    return 1
