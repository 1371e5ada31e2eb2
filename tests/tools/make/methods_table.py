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
from game.simulation.replay import loads
from game.simulation.tiled import load_room

METHODS = ("sweep", "substeps:10", "substeps:4", "discrete", "listing4")


def table() -> str:
    """Return a row for each room; the last columns: contacts of the sweep, and missed ones."""
    lines = [
        "| room | " + " | ".join(f"`{name}`" for name in METHODS) + " | contacts | missed |",
        "| --- |" + " --- |" * (len(METHODS) + 2),
    ]
    for name, path in levels().items():
        room, replay = load_room(path), loads(stored_replay(name).read_text(encoding="utf-8"))
        runs = [run(room, replay=replay, method=parse_method(method))[0] for method in METHODS]
        cells = ["yes" if summary.finished else "no" for summary in runs]
        swept = runs[0]
        counts = f"{swept.contacts} | {swept.missed_by_discrete}"
        lines.append(f"| {room.title} | {' | '.join(cells)} | {counts} |")
    return "\n".join(lines)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(table())
