"""Draw all stored pictures anew: of the tutorial, of the overlay, of events, and the film.

    python tests/tools/make/draw_pictures.py

This is the one command after a change of what is drawn, such as a colour. Look at the pictures that
git finds changed before you commit them. The film needs Pillow.

The tutorial names the lesson whose figure a picture is, and the state that it shows. A digest of
the drawing calls is stored beside them, so that a test can compare them without the font. The
picture of the overlay is a part of a room, with the keys of some layers beside what they show.
tests/view/frames holds every event that has a sound, for tests/view/test_effects.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from hashlib import sha256
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

import pygame
from support.pictured import FRAMES, HEARD, draw
from support.recorder import Recorder

from game import cli
from game.resources import assets
from game.study.lesson import FIGURE, RoleCanvas
from game.view import palette
from game.view.canvas import Canvas
from game.view.figure_canvas import FigureCanvas
from game.view.screen import PAGE, Screen
from game.web.page import PageFigure
from game.web.site import COLLISION, PICTURE

SCALE, MARGIN = 3, 8
"""Pixels in a unit of a figure, and units around it."""
FOLDER = assets() / "pictures" / "tutorial"
TEXT = (COLLISION / "README.md").read_text(encoding="utf-8")
PICTURES = {
    picture["name"]: PageFigure(picture["lesson"], picture["state"])
    for picture in PICTURE.finditer(TEXT)
}
"""What the tutorial says of its pictures, by their names."""

FILM = "--level row-of-twelve --ticks 120 --overlay 135"
"""The options of the film at the top of the README."""
OVERLAY = FOLDER.parent / "overlay.png"
ROOM, TICK, CORNER, PIXELS, ZOOM = "slug-cage", 110, (203.0, 78.0), (960, 540), 4.5
"""The room, the tick, the corner in px, the picture's size in pixels, and pixels per px."""
KEYS = {"1": (361, 98), "2": (368, 147), "3": (306, 132), "4": (328, 96), "5": (270, 93)}
"""Where the keys of the layers are drawn, px."""


def draw_on(canvas: RoleCanvas, name: str) -> None:
    """Draw the figure of a picture."""
    PICTURES[name].lesson.figure(canvas, PICTURES[name].state)


def digest(name: str) -> str:
    """Return the digest of a picture's drawing calls."""
    recorder = Recorder()
    draw_on(recorder, name)
    return sha256(dumps(recorder.calls).encode()).hexdigest()


def drawing(name: str) -> pygame.Surface:
    """Draw a picture by the program's own view."""
    surface = pygame.Surface([SCALE * (side + 2 * MARGIN) for side in FIGURE])
    surface.fill(palette.BACKGROUND)
    figure = FigureCanvas(Canvas(surface, Screen(SCALE, 0, 0)), (MARGIN, MARGIN), 1)
    surface.set_clip(figure.canvas.screen.rect((-4, -4), (FIGURE[0] + 4, FIGURE[1] + 4)))
    draw_on(figure, name)
    return surface


def overlay() -> pygame.Surface:
    """Draw a part of a room with some overlay layers, each with its key."""
    with TemporaryDirectory() as folder:
        words = ["--level", ROOM, "--overlay", "".join(KEYS), "--data-dir", folder]
        options = cli.parser().parse_args(words)
        on = cli.make_showing(options, cli.make_stage(options))
        for _ in range(TICK):
            on.tick()
        room = pygame.Surface([ZOOM * side for side in PAGE])
        on.draw(room, ())
    left, top = (round(ZOOM * x) for x in CORNER)
    surface = room.subsurface((left, top), PIXELS).copy()
    canvas = Canvas(surface, Screen(ZOOM, -left, -top))
    for key, (x, y) in KEYS.items():
        canvas.dot((x, y), palette.BACKGROUND, 6)
        canvas.dot((x, y), palette.TEXT, 5.5)
        canvas.text(key, (x - 2.4, y - 5.3), palette.BACKGROUND, 8, bold=True)
    return surface


def with_palette(surface: pygame.Surface) -> pygame.Surface:
    """Return the surface with at most 256 colours: the means of what lies in one step of the finest
    steps possible."""
    exact = pygame.surfarray.array3d(surface).reshape(-1, 3)
    for step in (1, 2, 4, 8, 16, 32, 64):
        near, index = np.unique(exact // step, axis=0, return_inverse=True)
        if len(near) <= 256:
            break
    index, count = index.ravel(), np.bincount(index.ravel())
    sums = [np.bincount(index, weights=exact[:, k]) for k in range(3)]
    colors = np.rint(np.stack(sums, axis=1) / count[:, None]).astype(int)
    small = pygame.Surface(surface.get_size(), depth=8)
    small.set_palette(colors.tolist())
    pygame.surfarray.blit_array(small, index.reshape(surface.get_size()).astype(np.uint8))
    return small


def main() -> None:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for name in PICTURES:
        pygame.image.save(with_palette(drawing(name)), FOLDER / f"{name}.png")
    digests = dumps({name: digest(name) for name in PICTURES}, indent=1) + "\n"
    (FOLDER / "drawn.json").write_text(digests, encoding="utf-8", newline="\n")
    pygame.image.save(overlay(), OVERLAY)
    with TemporaryDirectory() as folder:
        for name in HEARD:
            pygame.image.save(draw(name, Path(folder)), FRAMES / f"{name}.png")
        film = str(FOLDER.parent / "film.gif")
        cli.main(["--film", film, *FILM.split(), "--data-dir", folder])


if __name__ == "__main__":
    main()
