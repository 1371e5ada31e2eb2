"""What is fuzzed, and what counts as a failure?

A target accepts any bytes. It returns normally if they are a scene whose promises hold, or a file
or a command line that is accepted or refused with a sentence. Otherwise it raises an exception.
Nothing here needs the fuzzer.
"""

import gc
import io
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from support.promises import keeps_move, keeps_space, keeps_sweep
from support.strategies import crowd
from tools.search import mutate

from game import app, cli
from game.simulation.replay import HEADER, Recorder, Replay, begin_replay, load_replay
from game.simulation.schema import MAP, NO_BOXES, OBJECT, SHIFTS, SIZES
from game.simulation.tiled import TYPES
from game.storage import BEST_FIELDS, TOTAL_FIELDS, Storage

T = TypeVar("T")


class Target(NamedTuple):
    run: Callable[[bytes], None]
    longest: int
    """Longest input, bytes."""
    seeds: Callable[[], list[bytes]] = list
    """Returns valid inputs to begin with, besides the corpus."""
    words: Callable[[], list[str]] = list
    """Returns words that have a meaning in the input."""


class Broken(Exception):
    """A file was neither accepted nor properly refused."""


class Bytes:
    """Chooses options by bytes; the first option when no byte remains."""

    def __init__(self, data: bytes) -> None:
        self.left = iter(data)

    def __call__(self, options: Sequence[T]) -> T:
        return options[next(self.left, 0) % len(options)]


def sweep(data: bytes) -> None:
    choose = Bytes(data)
    keeps_sweep(crowd(choose, choose((2, 3, 1))))


def space(data: bytes) -> None:
    """A crowd for move; in 2-D for Space too."""
    choose = Bytes(data)
    n = choose((2, 2, 3, 1))
    scene = crowd(choose, n)
    keeps_move(scene)
    if n == 2:
        keeps_space(scene)


@cache
def kinds() -> dict[str, mutate.Kind]:
    """Return the files that the game reads, by kind."""
    return {kind.name: kind for kind in mutate.kinds()}


def load(kind: mutate.Kind, data: bytes) -> None:
    """Load bytes as a file of a kind."""
    with tempfile.TemporaryDirectory() as folder:
        _, why = mutate.try_file(Path(folder), kind, min(kind.whole), data)
    if why:
        raise Broken(f"{kind.name}: {why}")


def level(data: bytes) -> None:
    load(kinds()["levels"], data)


def replay(data: bytes) -> None:
    """A valid replay can also be played for some ticks."""
    load(kinds()["replays"]._replace(load=some_ticks), data)


def some_ticks(storage: Storage, place: str) -> Replay:
    saved = load_replay(storage.folder / place)
    recorder = Recorder(begin_replay(saved, mutate.slug_cage()))
    for controls in islice(saved.controls(), 12):
        recorder.tick(controls)
    return recorder.replay()


STORED = ("settings.json", "best", "lessons.json")


def stored(data: bytes) -> None:
    """The first byte names the kind of file; the rest is the file."""
    load(kinds()[STORED[data[0] % len(STORED)] if data else STORED[0]], data[1:])


def stored_seeds() -> list[bytes]:
    return [bytes([i]) + whole for i, name in enumerate(STORED) for whole in files(name)]


def files(name: str) -> list[bytes]:
    """Return the smallest intact files of a kind."""
    return sorted(kinds()[name].whole.values(), key=len)[:4]


def keys(*tables: Iterable[str]) -> list[str]:
    return sorted({json.dumps(name) for table in tables for name in table})


OPTIONS = [a for a in cli.parser()._actions if a.option_strings != ["--worker"]]
"""All options except the one with which the program starts itself."""
VALUES = ("3", "0", "-1", "2.5", "9" * 20, "", "\udcff", "é\n", "-", "nowhere/x.tmj", "dir")
VALUES += ("room.tmj", "run.json", "bad.json", "new.png", "dir/new.json", "new", "first-contact")
VALUES += ("slug-cage", "scanline", "title", "play", "endless", "lesson:1", "lesson:99", "lesson")
VALUES += ("sweep", "discrete", "listing4", "substeps:2", "substeps:0", "boxes", "all", "off")
VALUES += ("pipe", "link.json", "/dev/zero", "64x64", "640x360", "0x0", "9999x64", "x", "120")
FIRST = ["--data-dir", "data", "--ticks", "2"]


def command_line(data: bytes) -> None:
    """Run the program with some options, in a folder of its own, without a display."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("dir").mkdir()
        Path("room.tmj").write_bytes(files("levels")[0])
        Path("run.json").write_bytes(files("replays")[0])
        Path("bad.json").write_bytes(b'{"room": "first-contact"')
        Path("link.json").symlink_to("nowhere.json")
        os.mkfifo("pipe")
        call_program(FIRST + arguments(data))


def arguments(data: bytes) -> list[str]:
    """Read options and values: no path outside the folder, and no number that makes a long run."""
    choose, words = Bytes(data), []
    for _ in range(min(len(data), 6)):
        option = choose(OPTIONS)
        words += option.option_strings[-1:]
        if (option.nargs == 0) == (
            choose(range(16)) == 15
        ):  # Sometimes the value is missing or superfluous.
            words.append(choose(VALUES) if choose((True, False)) else odd_text(choose))
    return words


def odd_text(choose: Bytes) -> str:
    raw = bytes(choose(range(1, 256)) for _ in range(choose(range(12))))
    text = re.sub(r"[/\\:]|\.\.", "_", raw.decode("utf-8", "surrogateescape"))
    return text[:3] if any(map(str.isdigit, text)) else text


def call_program(options: list[str]) -> None:
    """Call the program; its messages must be whole lines, and a fault in it is raised."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    replaced = cli.report_fault, app.open_window, cli.serve_page
    cli.report_fault, app.open_window, cli.serve_page = raise_fault, no_window, serve_nothing
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = cli.main(options)
            out.flush()
    except SystemExit as ended:
        status = ended.code
    finally:
        cli.report_fault, app.open_window, cli.serve_page = replaced
        gc.unfreeze()
    err.flush()
    messages = err.buffer.getvalue().decode()
    *lines, rest = messages.split("\n")
    whole = not rest and all(x.startswith("thin-walls: ") and x.isprintable() for x in lines)
    if status not in (0, 1, 2) or not whole or (status == 2 and not lines):
        raise Broken(f"{options} gave {status} and {messages!r}")


def raise_fault(error: Exception, options: object) -> int:
    raise error


def no_window(fullscreen: bool) -> None:
    raise app.NoDisplay("not here")


def serve_nothing(folder: Path) -> None:
    """Take the place of a server, which would not end."""


TILED = ("layers", "objects", "type", "class", "properties", "name", "value", "group")
TILED += ("objectgroup", "orientation", "infinite", *NO_BOXES)
LISTS = "format", "runs", "hashes"

TARGETS = {
    "sweep": Target(sweep, 64),
    "space": Target(space, 96),
    "level": Target(
        level,
        4096,
        lambda: files("levels")[:1],
        lambda: keys(TYPES, MAP, OBJECT, SIZES, SHIFTS, *TYPES.values(), TILED),
    ),
    "replay": Target(replay, 4096, lambda: files("replays"), lambda: keys(HEADER, LISTS)),
    "stored": Target(stored, 2048, stored_seeds, lambda: keys(BEST_FIELDS, TOTAL_FIELDS, LISTS)),
    "cli": Target(command_line, 64),
}
