"""Draw the tutorial's pictures anew: python tests/study/pictures.py [NAME ...]

Each is the figure of a lesson, in a state that shows one thing. In the file stands a digest of what
was drawn, so that a test knows whether it still is what the figure draws, whatever the font.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from hashlib import sha256
from json import dumps
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[2]))

import pygame
from recorder import drawn

from game.resources import assets
from game.study.lesson import FIGURE, Lesson
from game.study.lessons import LESSONS
from game.view import palette
from game.view.canvas import Canvas
from game.view.figure import Figure
from game.view.screen import Screen

SCALE, MARGIN = 3, 8
"""Pixels in a unit of a figure, and units around it."""
MEETING = {"adx": 60, "bx": 150, "by": 36, "bdx": -60}
FOLDER = assets() / "pictures" / "tutorial"
PICTURES: dict[str, tuple[str, dict[str, float]]] = {
    "tunnel": ("tunnel", {"stride": 90, "wall": 4, "u": 1}),
    "gap": ("touching", {"x": 128, "u": 1}),
    "shadows": ("shadows", {"u": 1}),
    "frame": ("frame_of_reference", {"bdx": -40, "u": 0.5}),
    "hit": ("last_in_first_out", {**MEETING, "ady": -20, "u": 0.52}),
    "miss": ("last_in_first_out", {**MEETING, "ady": 2, "u": 0.88}),
    "ray": ("minkowski", {"part": 100, "u": 0.7}),
    "corners": ("touching", {"x": 108, "y": 100, "wide": 10, "high": 30, "u": 1}),
    "listing_4": ("find_the_bug", {"bx": 140, "by": 140, "dx": 20, "dy": 18, "u": 1}),
    "looks": ("race", {"u": 1}),
    "slide": ("responses", {"u": 1}),
    "bounce": ("responses", {"response": 2, "x": 90, "y": 100, "dx": 180, "dy": -150, "u": 1}),
    "turned": ("turning", {"u": 0.5}),
    "around": ("three_ways", {"u": 1}),
    "many": ("many", {"u": 0.3}),
}
"""A lesson and the changes of its first state, by the name of the picture."""


def lesson(name: str) -> Lesson:
    """Return the lesson of a picture."""
    return next(each for each in LESSONS if each.name == PICTURES[name][0])


def digest(name: str) -> str:
    """Return a number for what is drawn in a picture."""
    calls = drawn(lesson(name), **PICTURES[name][1])
    return sha256(dumps(calls).encode()).hexdigest()


def pixels(name: str) -> NDArray[np.uint8]:
    """Draw a picture by the program's own view: (height, width, 3)."""
    width, height = (int(SCALE * (side + 2 * MARGIN)) for side in FIGURE)
    surface = pygame.Surface((width, height))
    surface.fill(palette.BACKGROUND)
    figure = Figure(Canvas(surface, Screen(SCALE, 0, 0)), (MARGIN, MARGIN), 1)
    surface.set_clip(figure.canvas.screen.rect((-4, -4), (FIGURE[0] + 4, FIGURE[1] + 4)))
    lesson(name).figure(figure, {**lesson(name).state, **PICTURES[name][1]})
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


def png(name: str) -> bytes:
    """Return a picture as a file: a palette of the finest colours that are 256 or less."""
    exact = pixels(name)
    for step in (1, 2, 4, 8, 16, 32, 64):
        near = (exact // step * step + step // 2).reshape(-1, 3)
        colors, index = np.unique(near, axis=0, return_inverse=True)
        if len(colors) <= 256:
            break
    height, width, _ = exact.shape
    rows = np.pad(index.reshape(height, width), ((0, 0), (1, 0))).astype(np.uint8)
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"tEXt": b"Drawn\0" + digest(name).encode(),
        b"PLTE": colors.astype(np.uint8).tobytes(),
        b"IDAT": zlib.compress(rows.tobytes(), 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks.items()
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        (FOLDER / f"{name}.png").write_bytes(png(name))
        print(name)
