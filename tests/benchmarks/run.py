"""How fast is it, and compared with what?

    python tests/benchmarks/run.py [--quick] [--only NAME] [--picture FILE.png] [--json FILE]
    python tests/benchmarks/run.py --against REVISION [--quick] [--only NAME]

Prints tables in Markdown and writes the README's picture. README.md beside this explains both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from benchmarks import calls, engines, frames, layouts, picture, process, turns
from benchmarks.rows import Row, table
from support.adapters import Missing

from game.collision.space import keep_memory

HEAD = ("what", "measured", "against", "ratio", "wanted")
PACKAGES = ("numpy", "pygame-ce", "pymunk", "Box2D")


def machine() -> str:
    """Return what this ran on, by the processor's name."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        name = (models or [name])[0]
    return f"{name}, {platform.system()}, Python {platform.python_version()}, {packages()}"


def packages() -> str:
    """Return the versions of what is measured."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def parse() -> argparse.Namespace:
    p = argparse.ArgumentParser(description="Measure the engine and the game.")
    p.add_argument("--quick", action="store_true", help="one seed, fewer frames: two minutes")
    p.add_argument("--only", choices=sorted(PARTS), help="one part")
    p.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the engines' figures")
    p.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as well")
    p.add_argument("--minutes", type=float, help="of play; 10, with --quick 1/2")
    p.add_argument("--against", metavar="REVISION", help="measure that in turns, and print it too")
    return p.parse_args()


def run_engines(options: argparse.Namespace) -> list[Row]:
    """The arenas: a table of its own, and the ratios."""
    effort = engines.QUICK if options.quick else engines.Effort()
    results, sentences = engines.measure(effort)
    with suppress(Missing):
        sentences.append(engines.check_reference())
    print(table(*engines.cells(results)), *sentences, sep="\n\n", end="\n\n", flush=True)
    options.results = results
    if options.picture:
        picture.save(results, machine(), options.picture)
    return [*engines.ratios(results), *engines.growth(effort)]


def run_calls(options: argparse.Namespace) -> list[Row]:
    return [*calls.single(), *calls.batches(), *calls.steps()]


def run_layouts(options: argparse.Namespace) -> list[Row]:
    return [*layouts.usual_worlds(), *layouts.layouts(), *layouts.memory()]


def run_frames(options: argparse.Namespace) -> list[Row]:
    minutes = options.minutes or (0.5 if options.quick else 10.0)
    return frames.measure(minutes)


def run_process(options: argparse.Namespace) -> list[Row]:
    return [*process.start(3 if options.quick else 9), *process.memory(600)]


PARTS: dict[str, Callable[[argparse.Namespace], list[Row]]] = {
    "engines": run_engines,
    "calls": run_calls,
    "layouts": run_layouts,
    "frames": run_frames,
    "process": run_process,
}


def compare(options: argparse.Namespace) -> None:
    """Print today's figures beside those of another revision."""
    chosen = ["--quick"] if options.quick else []
    chosen += ["--only", options.only] if options.only else []
    chosen += ["--minutes", str(options.minutes)] if options.minutes else []
    head = *HEAD, f"at {options.against}", "now / then"
    print(table(head, turns.compare(options.against, chosen)))


def main() -> None:
    options = parse()
    keep_memory()
    options.results = {}
    print(machine(), end="\n\n", flush=True)
    if options.against:
        compare(options)
        return
    rows = [
        row for name, part in PARTS.items() if options.only in (None, name) for row in part(options)
    ]
    print(table(HEAD, [row.cells() for row in rows]))
    if options.json:
        arenas = [
            {"movers": size[0], "walls": size[1], "engine": name, **result._asdict()}
            for size, by_engine in options.results.items()
            for name, result in by_engine.items()
        ]
        written = {"machine": machine(), "rows": [r._asdict() for r in rows], "arenas": arenas}
        options.json.write_text(json.dumps(written, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
