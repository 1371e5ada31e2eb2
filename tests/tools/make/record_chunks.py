"""Write the stored replays of the chunks.

    python tests/tools/make/record_chunks.py [NAME ...]

A chunk is played alone, from the bottom gate to the top gate, with all cores on the way.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from tools.make.record_replays import record

from game.resources import shaft_file
from game.simulation.begin import chunk_files

CHUNKS = shaft_file().parent

ROUTES = {
    "funnel": [(320, 92), (154, 92), (285, 20)],
    "zigzag": [(632, 226), (8, 226), (170, 99), (632, 99), (356, 10)],
    "window": [(177, 262), (177, 77), (463, 77), (463, 172), (333, 21)],
    "spiral": [(320, 126), (516, 290), (516, 67), (146, 67), (284, 16)],
    "airlock": [(320, 190), (126, 190), (300, 20)],
    "portcullis": [(632, 178), (8, 178), (284, 19)],
    "loom": [(127, 244), (513, 118), (351, 20)],
    "carousel": [(320, 236), (176, 236), (308, 20)],
    "harp": [(8, 200), (632, 150), (356, 16)],
    "diamond": [(225, 266), (225, 85), (496, 85), (356, 17)],
    "crossfire": [(320, 234), (157, 234), (307, 20)],
    "hourglass": [(164, 284), (476, 76), (356, 18)],
    "press": [(320, 156), (155, 156), (300, 20)],
    "mill": [(205, 285), (434, 208), (332, 20)],
    "engine": [(8, 196), (632, 110), (356, 12)],
    "fault": [(320, 212), (150, 107), (290, 20)],
}
"""Places that the dashes pass, px; a straight line through the last one leads out of the gate."""


def chunks() -> dict[str, Path]:
    """Return the files of the chunks by name, the easiest first."""
    return {path.stem: path for path in chunk_files(shaft_file())}


def stored_run(name: str) -> Path:
    """Return the file of the replay that passes a chunk."""
    return CHUNKS / "replays" / f"{name}.json"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of chunks; default: all")
    for name in parser.parse_args().names or chunks():
        record(chunks()[name], ROUTES[name], stored_run(name))
