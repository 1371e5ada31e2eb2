"""Is there a file that makes the game fail?

Levels, replays, settings, best runs and lessons are damaged at random, as bytes and as
values, and loaded as the game loads them. Each must be accepted, or refused with a sentence, within
a second and 200 MB for the whole process. The first file that is neither is saved.

    python tests/tools/search/mutate.py --files 1000000 --seed 1
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.scenes.settings import Settings, load_settings, save_setting
from game.simulation.begin import begin
from game.simulation.player import Controls
from game.simulation.replay import begin_replay, load_replay
from game.simulation.room import Room
from game.simulation.schema import BadFile
from game.simulation.tiled import load_room
from game.storage import Best, Storage

ASSETS = Path(__file__).parents[3] / "assets"
SECONDS, MEGABYTES = 1.0, 200
NASTY = (
    *(None, True, False, 0, -1, 1, 2, 0.5, -0.0, 1e308, -1e308, 5e-324, 2**31, 2**53 + 1, 2**64),
    *(10**400, float("nan"), float("inf"), -float("inf"), "", "a", "\0", "\ud800", "../../x"),
    *("a" * 10_000, "1e999", "left, left", [], {}, [[]], [None], {"": None}, [0] * 1_000),
)
BITS = (b"", b"{", b"}", b"[", b"]", b",", b'"', b"\\", b"\0", b"\xff", b"e9", b"-", b"NaN")


class Kind(NamedTuple):
    """Files of one sort: intact ones, by their paths in the player's folder, and their loader."""

    name: str
    whole: dict[str, bytes]
    load: Callable[[Storage, str], object]
    """Raises BadFile, or reports through the storage, where it refuses a file."""


class Failure(NamedTuple):
    """A file that was neither accepted nor refused in time."""

    place: str
    data: bytes
    why: str


def level(storage: Storage, place: str) -> object:
    """A level that is valid can also be played."""
    world = begin(load_room(storage.folder / place))
    for aim in (True, True, False, False):
        world.tick(Controls(aim=aim, heading=64))
    return world


def replay(storage: Storage, place: str) -> object:
    """A replay that is valid can also be started."""
    return begin_replay(load_replay(storage.folder / place), slug_cage())


@cache
def slug_cage() -> Room:
    return load_room(ASSETS / "levels" / "slug-cage.tmj")


def kinds() -> list[Kind]:
    """Return all kinds of files, with the shipped ones and those that the game writes."""
    levels = {path.name: path.read_bytes() for path in (ASSETS / "levels").glob("*.tmj")}
    replays = {path.name: path.read_bytes() for path in (ASSETS / "replays").glob("*.json")}
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(Path(folder), print)
        save_setting(storage, "music", Settings().music)
        storage.save_lesson("tunnel", frozenset(("bet", "goal")))
        storage.save_best("slug-cage", Best(300, 4, replays["slug-cage.json"].decode()))
        storage.wait()
        files = [path for path in storage.folder.rglob("*") if path.is_file()]
        own = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    load_own = {
        "best": lambda storage, place: storage.best("slug-cage"),
        "lessons.json": lambda storage, place: storage.lessons(),
        "settings.json": lambda storage, place: load_settings(storage),
    }
    stored = [
        Kind(name, {place: own[place]}, load_own[name])
        for place in sorted(own)
        for name in load_own
        if place.startswith(name)
    ]
    return [Kind("levels", levels, level), Kind("replays", replays, replay), *stored]


def damage(rng: Random, whole: bytes, other: bytes) -> bytes:
    """Return a copy of a file with a few faults, in its values or its bytes."""
    data = whole
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        if rng.random() < 0.5:
            data = with_other_values(rng, data)
        else:
            data = with_other_bytes(rng, data, other)
    return data


def with_other_values(rng: Random, data: bytes) -> bytes:
    """Change, remove, double or exchange a value anywhere in the document."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return data
    inner = list(parts(whole))
    if not inner:
        return data
    holder, key = rng.choice(inner)
    other, its_key = rng.choice(inner)
    match rng.randrange(5):
        case 0:
            holder[key] = rng.choice(NASTY)
        case 1:
            del holder[key]
        case 2:
            holder[key] = deepcopy(other[its_key])
        case 3 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 3:
            holder[str(rng.choice(NASTY))[:99]] = holder.pop(key)
        case 4 if type(holder[key]) is float or (type(holder[key]) is int and holder[key] < 2**64):
            holder[key] = rng.choice((-1, 0.5, 2, 1e3, 1e9)) * holder[key] + rng.choice((0, 1, 0.1))
    return json.dumps(whole).encode("utf-8", "surrogatepass")


def parts(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all values of a JSON document, each as its container and its key there."""
    keys = whole if isinstance(whole, dict) else range(len(whole)) if type(whole) is list else ()
    for key in list(keys):
        yield whole, key
        yield from parts(whole[key])


def with_other_bytes(rng: Random, data: bytes, other: bytes) -> bytes:
    """Overwrite, delete, insert or repeat bytes, or continue with another file."""
    begin = rng.randint(0, len(data))
    end = min(len(data), begin + rng.choice((0, 1, 1, 2, 8, 100, 10_000)))
    middle = data[begin:end]
    match rng.randrange(5):
        case 0:
            middle = bytes(rng.randrange(256) for _ in middle[:99])
        case 1:
            middle = rng.choice(BITS)
        case 2:
            middle = middle * rng.choice((0, 2, 3, 99))
        case 3:
            middle = rng.choice((b"[", b'{"a":', b"9")) * rng.choice((10, 1_000, 100_000))
        case 4:
            end, middle = len(data), other[rng.randint(0, len(other)) :]
    return data[:begin] + middle + data[end:]


def mutate(files: int, seed: int) -> tuple[Counter[str], Failure | None]:
    """Damage and load files; return the loaded and refused by kind, and the first failure."""
    rng, counts, all_kinds = Random(seed), Counter[str](), kinds()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(files):
            kind = rng.choice(all_kinds)
            place = rng.choice(list(kind.whole))
            data = damage(rng, kind.whole[place], rng.choice(list(kind.whole.values())))
            was_loaded, why = try_file(Path(folder), kind, place, data)
            if why:
                return counts, Failure(place, data, why)
            counts[f"{kind.name} {'loaded' if was_loaded else 'refused'}"] += 1
    return counts, None


def try_file(folder: Path, kind: Kind, place: str, data: bytes) -> tuple[bool, str]:
    """Return whether a file was accepted, and what was wrong with the answer, or an empty text."""
    messages: list[str] = []
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    begin = time.process_time()
    try:
        kind.load(Storage(folder, messages.append), place)
    except BadFile as error:
        messages.append(str(error))
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    if seconds > SECONDS:
        return False, f"it took {seconds:.1f} s"
    for aside in path.parent.glob("*.corrupt-*"):
        aside.unlink()
    path.unlink(missing_ok=True)
    if not all("expected" in words or "cannot be understood" in words for words in messages):
        return False, f"no sentence: {messages}"
    return not messages, ""


def megabytes() -> float:
    """Return the peak memory of this process, MB."""
    import resource  # Only Unix has it.

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def main() -> int:
    parser = argparse.ArgumentParser(description="Load damaged files.")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failure", type=Path, default=Path("mutate-failure"))
    options = parser.parse_args()
    begin = time.perf_counter()
    counts, failure = mutate(options.files, options.seed)
    for name in sorted(counts):
        print(f"{counts[name]:9,} {name}")
    print(f"in {time.perf_counter() - begin:.0f} s and {megabytes():.0f} MB")
    if failure:
        options.failure.write_bytes(failure.data)
        print(f"FAILED: {failure.place}: {failure.why}; the file is {options.failure}")
    return bool(failure) or megabytes() > MEGABYTES


if __name__ == "__main__":
    sys.exit(main())
