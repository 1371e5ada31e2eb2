"""How long until there is something to see, and how much memory is that?

Each in a process of its own, in turns with one that imports numpy and pygame, opens the window and
flips once. The time of the main thread counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rows import Row, seconds

ROOT = Path(__file__).parents[2]
BARE = """
import numpy, pygame
pygame.display.init()
pygame.display.set_mode((1280, 720))
pygame.display.flip()
"""
GAME = """
import pygame
flip, left = pygame.display.flip, {flips}
def last():
    global left
    flip()
    left -= 1
    if not left:
        {end}
pygame.display.flip = last
from game.cli import main
main(["--data-dir", {folder!r}])
"""
REPORT = f"import sys; sys.path.append({str(ROOT / 'tests')!r}); import benchmarks.resident"
END = "import os, time; print(time.thread_time(), flush=True); os._exit(0)"


def run(script: str) -> float:
    """Run a script in a new Python; return the number that it printed."""
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    variables = {**os.environ, **quiet, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": str(ROOT)}
    variables["PYTHONDONTWRITEBYTECODE"] = ""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def game(folder: str, end: str, flips: int = 1) -> str:
    """Return a script that plays the title for so many frames."""
    return GAME.format(folder=folder, end=end, flips=flips)


def start(runs: int) -> list[Row]:
    """Start to first frame; the best of some runs."""
    with tempfile.TemporaryDirectory() as folder:
        scripts: Sequence[str] = (BARE + END, game(folder, END))
        times = [[run(script) for script in scripts] for _ in range(runs)]
    bare, ours = map(min, zip(*times))
    against = f"numpy, pygame, a window, a flip: {seconds(bare)}"
    return [Row("start to first frame", ours, against, ours / bare, at_most=1.3)]


def memory(frames: int) -> list[Row]:
    """The most resident memory at the first frame of the title, and after some."""
    if sys.platform == "win32":
        return []  # It has no getrusage.
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bare = run(BARE + REPORT) / 2**20
        for what, flips in (("at the first frame", 1), (f"after {frames} frames of title", frames)):
            used = run(game(folder, REPORT, flips)) / 2**20
            against = f"numpy, pygame, a window: {bare:.4g} MiB"
            rows.append(Row(f"memory {what}", used, against, used / bare, unit="MiB"))
    return rows
