"""Which results must be the same with every Python and every numpy?

The stored replays of all rooms, chunks and of the shaft, random controls in all of them, a room by
every other method, and a storm of a thousand movers. Everything that a step reports goes into a
fingerprint, to the last bit. It needs numpy and nothing else: no pygame, no pytest.

    python tests/tools/make/hashes.py            compare with hashes.json
    python tests/tools/make/hashes.py --json     print them
    python tests/tools/make/hashes.py --write    pin them
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from benchmarks.scene import DT, arena

from game.collision import Response, Space
from game.headless import random_controls
from game.resources import levels, shaft_file, stored_replay
from game.simulation.begin import chunk_files, load_level
from game.simulation.methods import METHODS
from game.simulation.replay import Replay, begin_replay, load_replay
from game.simulation.room import Room
from game.simulation.tiled import load_room

PINNED = Path(__file__).with_suffix(".json")
RANDOM_TICKS, SEED = 600, 1
METHODS_ROOM = "slug-cage"
STORM = 1000, 2000, 1
"""Movers, walls and the seed."""
STORM_STEPS = 120


def fingerprints() -> dict[str, Callable[[], str]]:
    """Return the functions that compute the fingerprints, by name."""
    rooms = {name: load_room(path) for name, path in levels().items()}
    replays = {name: stored_replay(name) for name in rooms}
    chunks = {path.stem: path for path in chunk_files(shaft_file())}
    for name, path in chunks.items():
        rooms[name] = load_room(path)
        replays[name] = path.with_name("replays") / f"{name}.json"
    rooms["scanline"], replays["scanline"] = load_level(shaft_file()), stored_replay("scanline")
    runs = {f"replay of {name}": (rooms[name], load_replay(path)) for name, path in replays.items()}
    for name, room in rooms.items():
        runs[f"chance in {name}"] = room, random_replay(room)
    for method in list(METHODS)[1:]:
        room, replay = runs[f"replay of {METHODS_ROOM}"]
        runs[f"{METHODS_ROOM} by {method}"] = room, replay._replace(method=method)
    return {name: partial(fingerprint_of_run, *run) for name, run in runs.items()} | {
        "storm": fingerprint_of_storm
    }


def random_replay(room: Room) -> Replay:
    """Return a run by random controls that has no hashes yet."""
    inputs = ((1, controls) for controls in islice(random_controls(SEED), RANDOM_TICKS))
    rate = room.tick_rate
    return Replay(room.name, room.hash, SEED, rate, "sweep", "", tuple(inputs), ())


def fingerprint_of_run(room: Room, replay: Replay) -> str:
    """Return the fingerprint of a run's events, states and counters, with restarts after deaths."""
    return digest(repr(state).encode() for state in ticks(room, replay))


def ticks(room: Room, replay: Replay) -> Iterator[tuple[Any, ...]]:
    world = begin_replay(replay, room)
    for controls in replay.controls():
        if world.outcome:
            world = begin_replay(replay, room)
        yield world.tick(controls), world.state_hash(), world.counters


def fingerprint_of_storm() -> str:
    """Return the fingerprint of all steps of a storm, and of its final state."""
    return digest(np.ascontiguousarray(column).tobytes() for column in storm())


def storm() -> Iterator[np.ndarray]:
    """Yield a storm's columns, begun on 1/64 px: random numbers may differ in the last bit."""
    columns = (np.round(column * 64) / 64 for column in arena(*STORM)[1:])
    wall_center, wall_half, center, half, velocity = columns
    space = Space()
    space.add_walls(wall_center, wall_half)
    space.add_movers(center, half, velocity, Response.BOUNCE)
    for _ in range(STORM_STEPS):
        for table in space.step(DT):
            yield from (column.astype("<f8") for column in table)
    yield from (space.center.astype("<f8"), space.velocity.astype("<f8"))


def digest(parts: Iterable[bytes]) -> str:
    state = blake2b(digest_size=8)
    for part in parts:
        state.update(part)
    return state.hexdigest()


def pinned() -> dict[str, str]:
    """Return the fingerprints that every platform must reproduce."""
    return dict(json.loads(PINNED.read_text(encoding="utf-8")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print them")
    parser.add_argument("--write", action="store_true", help="pin them")
    options = parser.parse_args()
    found = {name: make() for name, make in fingerprints().items()}
    text = json.dumps(found, indent=0) + "\n"
    if options.write:
        PINNED.write_text(text, encoding="utf-8", newline="\n")
    if options.json or options.write:
        return print(text) or 0
    pins = pinned()
    wrong = [name for name in {**found, **pins} if found.get(name) != pins.get(name)]
    for name in wrong:
        print(f"{name}: {found.get(name)}, pinned is {pins.get(name)}")
    print(f"{len(found) - len(wrong)} of {len(pins)} fingerprints are as pinned")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
