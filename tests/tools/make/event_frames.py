"""Write the picture of every event that has a sound, for tests/view/test_effects.py.

    python tests/tools/make/event_frames.py

Look at the pictures in tests/view/frames before you commit them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

import pygame
from support.pictured import FRAMES, HEARD, draw


def main() -> None:
    FRAMES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name in HEARD:
            pygame.image.save(draw(name, Path(folder)), FRAMES / f"{name}.png")


if __name__ == "__main__":
    main()
