"""How does a run become a moving picture that a page can show?

A GIF has 256 colours and counts time in hundredths of a second. So all frames share one palette,
made of what some of them show, and stand for 1/25 s each; of each only the pixels that changed are
kept. A dash is over within a frame: so with an overlay the run is shown again, with it, and its
dashes slowly enough to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

import pygame
from PIL import Image

from .app import Shown

RATE, SLOW = 25, 20
"""Frames a second; a dash that is shown slowly takes so many times as long."""
HOLD = 25
"""Frames for which the last one of a showing stays."""
MOST_SECONDS, MOST_PIXELS = 10, 1280
"""Of a run, and either way; more would be many megabytes."""
COLORS, SAMPLE = 255, 10
"""So many colours, those of every 10th frame; the last of 256 stands for what did not change."""
NOTES = (f"dashes at 1/{SLOW} speed",)


class Frame(NamedTuple):
    """What is seen, and for how many frames it stays."""

    draw: Callable[[pygame.Surface, Sequence[str]], None]
    notes: Sequence[str]
    stays: int = 1


def film(showings: Callable[[], list[Shown]], ticks: int, size: tuple[int, int]) -> bytes:
    """Return a GIF that loops through so many ticks of some showings, in all but the first the
    dashes slowly. They are begun twice: for the palette, and for the pictures."""
    sample, times = [], []
    for number, frame in enumerate(frames(showings(), ticks)):
        times.append(frame.stays * 1000 // RATE)
        if number % SAMPLE == 0:
            sample.append(drawn(frame, size))
    sheet = Image.new("RGB", (size[0], size[1] * len(sample)))
    for number, image in enumerate(sample):
        sheet.paste(image, (0, size[1] * number))
    palette, file = sheet.quantize(COLORS, Image.Quantize.FASTOCTREE), BytesIO()
    images = (
        drawn(frame, size).quantize(palette=palette, dither=Image.Dither.NONE)
        for frame in frames(showings(), ticks)
    )
    next(images).save(
        file,
        "GIF",
        save_all=True,
        append_images=images,
        duration=times,
        loop=0,
        optimize=True,  # With a palette: what did not change is transparent.
        palette=bytes(palette.getpalette() or ()).ljust(3 * COLORS + 3),
        transparency=COLORS,
    )
    return file.getvalue()


def frames(showings: list[Shown], ticks: int) -> Iterator[Frame]:
    """Go through the frames; each is to be drawn before the next is asked for."""
    for number, on in enumerate(showings):
        run, notes, left = on.run, NOTES if number else (), 0
        for _ in range(ticks):
            before = run and run.world.player.state
            on.tick()
            dashes = run and "dash" in (before, run.world.player.state)
            lasts = RATE * (SLOW if number and dashes else 1)
            while left < lasts:
                if run:
                    run.clock.alpha, run.inside = left / lasts, not run.ended
                yield Frame(on.draw, notes)
                left += on.rate
            left -= lasts
        if run:
            run.clock.alpha = 1.0
        yield Frame(on.draw, notes, HOLD)


def drawn(frame: Frame, size: tuple[int, int]) -> Image.Image:
    """Draw a frame."""
    surface = pygame.Surface(size)
    frame.draw(surface, frame.notes)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))
