"""Print which stored replays still finish with which method."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.headless import run
from game.resources import levels, stored_replay
from game.simulation.methods import parse_method
from game.simulation.replay import load_replay
from game.simulation.tiled import load_room

METHODS = ("sweep", "substeps:10", "substeps:4", "discrete", "listing4")


HEAD = (
    "| room | " + " | ".join(f"`{name}`" for name in METHODS) + " | contacts | overlooked |",
    "| --- |" + " --- |" * (len(METHODS) + 2),
)


def row(name: str) -> str:
    """Return the row of a room; its last columns: contacts of the sweep, and those overlooked."""
    room, replay = load_room(levels()[name]), load_replay(stored_replay(name))
    runs = [run(room, replay=replay, method=parse_method(method))[0] for method in METHODS]
    cells = ["yes" if summary.finished else "no" for summary in runs]
    swept = runs[0]
    counts = f"{swept.contacts} | {swept.missed_by_discrete}"
    return f"| {room.title} | {' | '.join(cells)} | {counts} |"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(*HEAD, *map(row, levels()), sep="\n")
