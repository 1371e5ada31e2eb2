"""Does the program survive whoever plays it?

A monkey at keys, pointer, pad and window of the whole program, on the dummy driver, and without
waiting: an hour of play passes in minutes. Between frames it sometimes stalls for seconds. An
exception ends it and names the frame; the same seed does the same again.

    python tests/monkey.py --seconds 3600 --seed 1
"""

import argparse
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from game import app, cli
from game.controls import pads
from game.scenes.settings import load_settings
from game.scenes.title import TitleScene

FRAME, STALL = 1 / 60, 3.0
"""s of a frame; of one in a thousand."""
SIZES = ((1, 1), (320, 180), (1280, 720), (1920, 1080), (2560, 400))
PLAYED = (pygame.KSCAN_SPACE, pygame.KSCAN_LEFT, pygame.KSCAN_RIGHT, pygame.KSCAN_UP)
NAMES = [name.removeprefix("KSCAN_") for name in dir(pygame) if name.startswith("KSCAN_")]
KEYS = {
    getattr(pygame, f"KSCAN_{name}"): getattr(pygame, f"K_{name if name[1:] else name.lower()}", 0)
    for name in NAMES
}
"""What a scancode says on an American keyboard."""
WINDOW = (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWMINIMIZED)
WINDOW += (pygame.WINDOWRESTORED, pygame.WINDOWLEAVE)


class Monkey:
    """Stands in for pygame.time.Clock: each tick it does something, and says how long it took.

    Args:
        seed: of what it does.
        frames: after so many it closes the window.
    """

    def __init__(self, seed: int, frames: int) -> None:
        self.rng, self.frames, self.frame = Random(seed), frames, 0
        self.keys: set[int] = set()
        self.recent: deque[pygame.event.Event] = deque(maxlen=50)
        self.sizes: dict[int, int] = {}
        """Bytes of memory, by frame."""

    def tick(self, rate: int) -> float:
        """Let a frame pass; return its ms."""
        self.frame += 1
        if self.frame % 600 == 0:
            self.sizes[self.frame] = resident()
        if self.frame >= self.frames:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        elif self.rng.random() < 0.3:
            for event in self.does():
                self.recent.append(event)
                pygame.event.post(event)
        return 1000 * (STALL if self.rng.random() < 0.001 else FRAME)

    def does(self) -> Iterator[pygame.event.Event]:
        """Do one thing: mostly with keys, often with those that play."""
        what = self.rng.choices(("key", "point", "pad", "window"), (60, 30, 8, 2))[0]
        yield from getattr(self, what)()

    def key(self) -> Iterator[pygame.event.Event]:
        """Press a key or let one go; some are held for a while."""
        if self.keys and self.rng.random() < 0.5:
            code = self.rng.choice(sorted(self.keys))
            self.keys.remove(code)
            yield self.key_event(pygame.KEYUP, code)
            return
        often = self.rng.random() < 0.4
        code = self.rng.choice(PLAYED) if often else self.rng.randrange(4, 83)
        self.keys.add(code)
        yield self.key_event(pygame.KEYDOWN, code)

    def key_event(self, type: int, scancode: int) -> pygame.event.Event:
        mod = self.rng.choice((0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_LCTRL))
        key = KEYS.get(scancode, 0)
        return pygame.event.Event(type, key=key, scancode=scancode, mod=mod, unicode="")

    def point(self) -> Iterator[pygame.event.Event]:
        """Move the pointer; press, drag, turn the wheel."""
        wide, high = pygame.display.get_surface().get_size()
        at = self.rng.randrange(-9, wide + 9), self.rng.randrange(-9, high + 9)
        buttons = self.rng.choice(((0, 0, 0), (1, 0, 0)))
        yield pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=buttons)
        chance, button = self.rng.random(), self.rng.choice((1, 1, 1, 1, 2, 3))
        if chance < 0.5:
            yield pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
        elif chance < 0.9:
            yield pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button)
        else:
            yield pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, -1, 1, 3)))

    def pad(self) -> Iterator[pygame.event.Event]:
        """Press a button, push a stick; or pull the plug of a pad that was never there."""
        chance = self.rng.random()
        if chance < 0.05:
            yield pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)
        elif chance < 0.4:
            axis, value = self.rng.randrange(6), self.rng.randrange(-32768, 32768)
            values = {"axis": axis, "value": value, "instance_id": 7}
            yield pygame.event.Event(pygame.CONTROLLERAXISMOTION, values)
        else:
            button = self.rng.randrange(pygame.CONTROLLER_BUTTON_MAX)
            type = self.rng.choice((pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP))
            yield pygame.event.Event(type, button=button, instance_id=7)

    def window(self) -> Iterator[pygame.event.Event]:
        """Lose and gain the focus, go out of sight and come back; become another size."""
        if self.rng.random() < 0.3:
            size = self.rng.choice(SIZES)
            pygame.display.set_mode(size, pygame.RESIZABLE)
            yield pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        else:
            yield pygame.event.Event(self.rng.choice(WINDOW))


def resident() -> int:
    """Return the bytes of memory that this process holds; 0 where the system does not say."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0


def play(seconds: float, seed: int, folder: Path) -> Monkey:
    """Let a monkey play; it begins again with the title whenever it ends the program."""
    monkey = Monkey(seed, round(seconds / FRAME))
    options = cli.parser().parse_args(["--data-dir", str(folder), "--seed", "1"])
    clock, pygame.time.Clock = pygame.time.Clock, lambda: monkey
    try:
        while monkey.frame < monkey.frames:
            stage = cli.stage_for(options)
            stage.settings = load_settings(stage.storage)
            window = app.App(stage)
            window.play(TitleScene(stage))
    except Exception as error:
        for event in monkey.recent:
            error.add_note(str(event))
        error.add_note(f"seed {seed}, frame {monkey.frame:,}")
        raise
    finally:
        pygame.time.Clock = clock
        pads.clear()
        pygame.quit()
    return monkey


def main() -> int:
    parser = argparse.ArgumentParser(description="Play at random.")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        monkey = play(given.seconds, given.seed, Path(folder))
    print(f"{monkey.frame:,} frames in {time.perf_counter() - begin:.0f} s, no exception")
    if sizes := {frame: size for frame, size in monkey.sizes.items() if frame >= 60 / FRAME}:
        first, *_, last = sizes.values()
        megabytes = f"{first / 2**20:.1f} MB after a minute, {last / 2**20:.1f} MB at the end"
        print(f"{megabytes}: {last / first - 1:+.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
