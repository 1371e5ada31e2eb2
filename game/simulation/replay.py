"""How is a run recorded, and does it go the same way again?

Only the controls of each tick are recorded, run-length coded, with the room and the
settings. A world is deterministic, so that is the whole run; a hash every 60 ticks
shows whether it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from .begin import begin
from .methods import Stepper, parse_method, step_by
from .player import HEADINGS, Controls
from .room import Room
from .schema import (
    MAP,
    BadFile,
    Field,
    Json,
    check_fields,
    check_format,
    excerpt,
    list_of,
    parse_json,
    require,
)
from .tiled import read_text
from .world import Assist, World

LAYOUT = 2
"""The number of this format: in runs of the first one, arrows moved the player
slowly."""
HASH_EVERY = 60
MOST_CHARACTERS = 2 * 2**20
MOST_TICKS = 120 * 3600
"""An hour; of a method that divides a tick, so many parts."""

HEADER = {
    "room": Field("string"),
    "room_hash": Field("string"),
    "seed": Field("int", None, 0, 2**53),
    "tick_rate": MAP["tick_rate"]._replace(default=None),
    "method": Field("string"),
    "assist": Field("string", ""),
    "dashes": Field("int", 0, 0, MOST_TICKS),
}
FLAGS = ("turn", "aim", "click", "cancel")
"""The controls that are down or not, in the order of Controls."""
RUN = {
    "ticks": Field("int", None, 1, MOST_TICKS),
    **dict.fromkeys(("arrow x", "arrow y"), Field("int", None, -1, 1)),
    "heading or -1": Field("int", None, -1, HEADINGS - 1),
    **dict.fromkeys(FLAGS, Field("int", None, 0, 1)),
}
"""The numbers of a run of equal controls, in this order."""


class Replay(NamedTuple):
    """A run: what it was played in, and the controls of every tick.

    hashes are those of the world after every 60th tick and after the last, dashes how
    many it had.
    """

    room: str
    room_hash: str
    seed: int
    tick_rate: int
    method: str
    assist: str
    """Names of Assist, with commas between."""
    runs: tuple[tuple[int, Controls], ...]
    hashes: tuple[str, ...]
    dashes: int = 0

    @property
    def ticks(self) -> int:
        return sum(count for count, _ in self.runs)

    def controls(self) -> Iterator[Controls]:
        """Yield the controls, tick by tick."""
        return (controls for count, controls in self.runs for _ in range(count))

    def dumps(self) -> str:
        """Return the text of a replay file."""
        runs = []
        for count, controls in self.runs:
            (x, y), heading, *flags = controls
            pointed = -1 if heading is None else heading
            runs.append([count, x, y, pointed, *map(int, flags)])
        data = {"format": LAYOUT, **self._asdict(), "runs": runs}
        return json.dumps(data, separators=(",", ":"))


class Recorder:
    """Records the controls of a world from its beginning."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.controls: list[Controls] = []
        self.hashes: list[str] = []

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> None:
        """Let a tick pass in the world, and record it if it passed; arguments as
        World.advance."""
        world = self.world
        before = world.ticks
        self.controls.append(controls)  # First: a tick that fails is recorded as well.
        world.tick(controls, stepper)
        if world.ticks == before:
            self.controls.pop()
        elif world.ticks % HASH_EVERY == 0:
            self.hashes.append(world.state_hash())

    def replay(self) -> Replay:
        """Return the run until now."""
        world = self.world
        runs = [
            (len(list(equal)), controls) for controls, equal in groupby(self.controls)
        ]
        assists = [name for name, is_on in world.assist._asdict().items() if is_on]
        return Replay(
            room=world.room.name,
            room_hash=world.room.hash,
            seed=world.seed,
            tick_rate=world.tick_rate,
            method=world.method.name,
            assist=",".join(assists),
            runs=tuple(runs),
            hashes=(*self.hashes, world.state_hash()),
            dashes=world.dashes,
        )


def load_replay(path: Path) -> Replay:
    """Read a replay from a file.

    Raises:
        BadFile: the file cannot be read, or loads refuses it.
    """
    return loads(read_text(path, "a replay"), str(path))


@lru_cache(maxsize=128)
def loads(text: str, name: str = "replay") -> Replay:
    """Read the text of a replay file, the same text once; complaints begin with its
    name.

    Raises:
        BadFile: it is too long, is no replay, or holds what no run can hold.
    """
    wrong = f"has {len(text):,} characters"
    require(len(text) <= MOST_CHARACTERS, name, wrong, f"at most {MOST_CHARACTERS:,}")
    data = parse_json(text, name)
    check_format(data, name, LAYOUT)
    header = check_fields(data, HEADER, name)
    read_assist(header["assist"], name)
    try:
        method = parse_method(header["method"])
    except ValueError as error:
        wrong, _, expected = str(error).partition("; expected ")
        raise BadFile(name, wrong, expected) from None
    rows = list_of(data, "runs", list, name)
    runs = [read_run(run, f"{name}: run {row}") for row, run in enumerate(rows)]
    hashes = tuple(list_of(data, "hashes", str, name))
    replay = Replay(runs=tuple(runs), hashes=hashes, **header)
    ticks = replay.ticks
    most = MOST_TICKS // method.parts
    expected = f"1 to {most:,} by {method.name}"
    require(0 < ticks <= most, name, f"has {ticks:,} ticks", expected)
    is_complete = len(hashes) == ticks // HASH_EVERY + 1
    expected = f"one for every {HASH_EVERY} ticks and one for the last"
    require(is_complete, name, f"has {len(hashes)} hashes", expected)
    return replay


def read_run(numbers: list[Json], where: str) -> tuple[int, Controls]:
    """Return how many ticks the same controls last, and these controls.

    Args:
        numbers: a row of a file, as RUN lists them; the last ones may be missing, and
            then are what RUN says.
        where: with what a complaint begins.
    """
    wrong = f"has {len(numbers)} numbers"
    require(len(numbers) <= len(RUN), where, wrong, f"{len(RUN)}")
    run = check_fields(dict(zip(RUN, numbers)), RUN, where)
    arrows = run["arrow x"], run["arrow y"]
    heading = run["heading or -1"]
    pointed = None if heading < 0 else heading
    flags = [bool(run[name]) for name in FLAGS]
    return run["ticks"], Controls(arrows, pointed, *flags)


def read_assist(names: str, where: str) -> Assist:
    """Return the assists of a text like "freeze,glitch"; where is what a complaint
    begins with."""
    chosen = {name: True for name in names.split(",") if name}
    exist = chosen.keys() <= set(Assist._fields)
    require(exist, where, f"assist is {excerpt(names)}", ", ".join(Assist._fields))
    return Assist(**chosen)


def begin_replay(replay: Replay, room: Room) -> World:
    """Return the world in which a replay begins.

    Raises:
        BadFile: its assist is unknown.
        ValueError: its method is unknown.
    """
    assist = read_assist(replay.assist, f"replay of {excerpt(replay.room)}")
    method = parse_method(replay.method)
    return begin(room, replay.seed, replay.tick_rate, method, assist)


def check_replay(replay: Replay, again: Replay) -> None:
    """Refuse a replay that does not go the same way again.

    Args:
        replay: as it was recorded.
        again: as its controls go now.
    Raises:
        BadFile: it is of another room, or goes another way; the text says in which
            ticks first.
    """
    where = f"replay of {excerpt(replay.room)}"
    wrong = f"was recorded in a room with hash {excerpt(replay.room_hash)}"
    expected = f"{again.room} with {again.room_hash}"
    require(replay.room_hash == again.room_hash, where, wrong, expected)
    end = again.ticks
    for row, (then, now) in enumerate(zip(replay.hashes, again.hashes)):
        first = row * HASH_EVERY + 1
        last = min((row + 1) * HASH_EVERY, end)
        wrong = f"differs first between tick {first} and tick {last}"
        expected = f"the hash {excerpt(then)}, as in the replay"
        require(then == now, where, wrong, expected)
    wrong = f"has {replay.ticks} ticks"
    require(replay.ticks == end, where, wrong, f"{end}, where the run ends")
