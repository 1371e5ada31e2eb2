"""How does a run become an animated GIF?

A GIF has 256 colours and counts time in hundredths of a second. So all frames share one
palette, computed from some of them, and each lasts 1/25 s; only the pixels that changed
are stored, so the picture does not shake: all of it would change. A dash takes less
than a frame. So with an overlay the run is shown twice: the second time with the
overlay and with its dashes in slow motion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image
from pygame import Surface
from pygame.image import tobytes

from .app import Showing

FRAME_RATE = 25
"""Frames a second."""
SLOWDOWN = 20
"""The factor by which a dash in slow motion is slower."""
HOLD = 25
"""How many frames the last frame of a showing stays."""
MOST_SECONDS = 10
"""The longest film; more would be many megabytes."""
MOST_PIXELS = 1280
"""The most pixels on a side; more would be many megabytes."""
COLORS = 255
"""The number of colours in the palette; the 256th means unchanged."""
SAMPLE_EVERY = 10
"""The palette is computed from every 10th frame."""
CAPTION = (f"dashes at 1/{SLOWDOWN} speed",)


class Frame(NamedTuple):
    """How to draw a frame, and how many frames it stays."""

    draw: Callable[[Surface, Sequence[str]], None]
    notes: Sequence[str]
    stays: int = 1


def make_gif(
    showings: Callable[[], list[Showing]], ticks: int, size: tuple[int, int]
) -> bytes:
    """Return a GIF that loops through the first ticks of some showings, all but the
    first of them with slow dashes. The showings are begun twice: for the palette and
    for the frames."""
    sample = []
    times = []
    for number, frame in enumerate(frames(showings(), ticks)):
        times.append(frame.stays * 1000 // FRAME_RATE)
        if number % SAMPLE_EVERY == 0:
            sample.append(render_frame(frame, size).tobytes())
    sheet = Image.frombytes("RGB", (size[0], size[1] * len(sample)), b"".join(sample))
    palette = sheet.quantize(COLORS, Image.Quantize.FASTOCTREE)
    file = BytesIO()
    pictures = (render_frame(frame, size) for frame in frames(showings(), ticks))
    images = (
        each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures
    )
    next(images).save(
        file,
        "GIF",
        save_all=True,
        append_images=images,
        duration=times,
        loop=0,
        optimize=True,  # With a palette, unchanged pixels are transparent.
        palette=bytes(palette.getpalette() or ()).ljust(3 * COLORS + 3),
        transparency=COLORS,
    )
    return file.getvalue()


def frames(showings: list[Showing], ticks: int) -> Iterator[Frame]:
    """Yield the frames; each must be drawn before the next is requested."""
    for number, showing in enumerate(showings):
        run = showing.run
        is_slow = number > 0
        notes: Sequence[str] = ()
        if is_slow:
            notes = CAPTION
        left = 0
        for _ in range(ticks):
            before = run and run.world.player.state
            showing.tick()
            dashes = run and "dash" in (before, run.world.player.state)
            lasts = FRAME_RATE * (SLOWDOWN if is_slow and dashes else 1)
            while left < lasts:
                if run:
                    run.clock.alpha = left / lasts
                    run.shows_part_of_tick = not run.ended
                    run.effects.shake = 0.0, 0.0
                yield Frame(showing.draw, notes)
                left += showing.rate
            left -= lasts
        if run:
            run.clock.alpha = 1.0
        yield Frame(showing.draw, notes, HOLD)


def render_frame(frame: Frame, size: tuple[int, int]) -> Image.Image:
    """Return a frame as a picture."""
    surface = Surface(size)
    frame.draw(surface, frame.notes)
    return Image.frombytes("RGB", size, tobytes(surface, "RGB"))
