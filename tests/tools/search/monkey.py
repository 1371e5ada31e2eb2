"""Does the program survive any input?

Random keys, pointer, pad and window events for the whole program, on the dummy driver and without
waiting: an hour of play passes in minutes. In the first minute the monkey visits every scene twice,
each time in a window of another size, and runs with their whole history: so everything that is
loaded once is loaded, and memory is at its highest. After that it changes the scene every twenty
seconds. Between frames it sometimes stalls for seconds, or the clock jumps. When it quits the
program, a new process starts it again. An exception ends the search and names the frame; the same
seed repeats the same events.

    python tests/tools/search/monkey.py --seconds 3600 --seed 1
"""

import argparse
import ctypes
import gc
import os
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain, count, cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from traceback import format_exception

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from game import app, cli, clock
from game.controls import pads
from game.resources import shaft_file, stored_replay
from game.scenes.learn.exercise import ExerciseScene
from game.scenes.learn.lesson import LessonScene
from game.scenes.learn.lessons import LessonListScene
from game.scenes.run.lab import GO, MOVERS, LabScene
from game.scenes.run.pause import scene_after
from game.scenes.run.play import EndlessScene, PlayScene
from game.scenes.scene import Scene, Stage
from game.scenes.settings import Settings, load_settings
from game.scenes.shell.options import OptionsScene, RemapScene
from game.scenes.shell.rooms import RoomsScene
from game.scenes.shell.title import TitleScene, main_menu
from game.simulation.lab import SCENES
from game.simulation.player import Controls
from game.simulation.replay import load_replay
from game.study.exercises.cases import EXERCISES, Exercise
from game.study.history import NEAR_TICKS
from game.study.lessons import LESSONS
from game.view import text

FRAME, MINUTE = 1 / 60, 3600
"""s of a frame; frames."""
TICK = clock.PATIENCE / 7.5
"""s that each tick appears to take, on any machine: at most eight ticks fit into a frame."""
JUMPS = (3.0, 0.0, -60.0, 1e7)
"""s that one frame in a thousand appears to take: a stall, and clocks that stop, run backwards or
have slept for months."""
REST = 3
"""Frames of rest after each minute before memory is measured: too few for the title to fill it."""
STORM = 60
"""Ticks that the largest storm runs before it is measured."""
HISTORY = 10_000
"""Ticks of the longest run that are played before it is measured: all of them."""
VISIT, STAY = 30, 1200
"""Frames in a scene, in the first minute and later."""
PASSING = 5000
"""Names that Python interns and forgets. Its table of interned names doubles when it is full of
forgotten ones: a megabyte, after a quarter of an hour or never."""
SIZES = ((1, 1), (320, 180), (1280, 720), (1920, 1080), (2560, 400))
PLAYED = (pygame.KSCAN_SPACE, pygame.KSCAN_LEFT, pygame.KSCAN_RIGHT, pygame.KSCAN_UP)
NAMES = [name.removeprefix("KSCAN_") for name in dir(pygame) if name.startswith("KSCAN_")]
KEYS = {
    getattr(pygame, f"KSCAN_{name}"): getattr(pygame, f"K_{name if name[1:] else name.lower()}", 0)
    for name in NAMES
}
"""The key of each scancode on an American keyboard."""
WINDOW = (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWMINIMIZED)
WINDOW += (pygame.WINDOWRESTORED, pygame.WINDOWLEAVE)


class Monkey:
    """Replaces pygame.time.Clock: each tick posts random events; after so many frames it quits."""

    def __init__(self, seed: int, frames: int) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.frames, self.frame = frames, 0
        self.keys: set[int] = set()
        self.scenes: dict[str, int] = {}
        """Frames in each scene."""
        self.recent: deque[pygame.event.Event] = deque(maxlen=50)
        self.sizes: list[int] = []
        self.blocks: list[int] = []
        """Resident bytes after each minute, and Python's blocks in use: the system gets whole pages
        back, so the bytes depend on where a few blocks lie."""

    @property
    def rests(self) -> bool:
        """Whether the usual title is shown, as every minute: there memory can be compared."""
        return self.frame > MINUTE and self.frame % MINUTE <= REST

    def tick(self, rate: int) -> float:
        """Post the events of a frame; return its duration, ms."""
        self.frame += 1
        if self.frame % MINUTE == REST and self.frame > MINUTE:
            self.sizes.append(held_bytes())
            self.blocks.append(sys.getallocatedblocks())
            print(f"seed {self.seed}, minute {self.frame // MINUTE}:", end=" ")
            print(f"{self.sizes[-1] / 2**20:.1f} MB, {self.blocks[-1]:,} blocks", flush=True)
        if self.frame >= self.frames:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        elif self.rng.random() < 0.3 and not self.rests:
            for event in self.action():
                self.recent.append(event)
                pygame.event.post(event)
        if self.rests:
            return 1000 * FRAME
        return 1000 * (self.rng.choice(JUMPS) if self.rng.random() < 0.001 else FRAME)

    def action(self) -> Iterator[pygame.event.Event]:
        """Yield the events of one random action: mostly keys, often those that play."""
        device = self.rng.choices(("key", "point", "pad", "window"), (60, 30, 8, 2))[0]
        yield from getattr(self, device)()

    def key(self) -> Iterator[pygame.event.Event]:
        """Press or release a key; some stay pressed for a while."""
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
        """Press a button, push a stick; or unplug a pad that was never there."""
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
        """Change the focus, minimise, restore or resize the window."""
        if self.rng.random() < 0.3:
            size = self.rng.choice(SIZES)
            pygame.display.set_mode(size, pygame.RESIZABLE)
            yield pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        else:
            yield pygame.event.Event(self.rng.choice(WINDOW))


class Tour:
    """A scene that shows all other scenes in turn; the monkey makes the events and records them."""

    next = None

    def __init__(self, monkey: Monkey, stage: Stage) -> None:
        self.monkey, self.stage = monkey, stage
        self.left = self.begun = 0
        self.makers, self.window = scenes(stage), cycle(SIZES)
        monkey.rng.shuffle(self.makers)
        self.scene: Scene | None = TitleScene(stage)

    def handle(self, event: pygame.event.Event) -> None:
        """Pass the event to the current scene."""
        self.scene.handle(event)

    def update(self, seconds: float) -> None:
        """Advance by real time; follow the scene's links, or change to the tour's next scene."""
        if self.monkey.rests and self.monkey.frame % MINUTE == 1:
            self.rest()
        if not self.left:
            self.visit_next()
        self.left -= 1
        self.scene.update(seconds)
        if following := self.scene.next:
            self.scene.next, self.scene = None, following
            gc.collect()  # As the window does.
        name = type(self.scene).__name__
        self.monkey.scenes[name] = self.monkey.scenes.get(name, 0) + 1

    def visit_next(self) -> None:
        """Show the next scene of the tour; in the first minute in a window of another size."""
        place, first = self.begun % len(self.makers), self.monkey.frame < MINUTE
        if first:
            pygame.display.set_mode(next(self.window), pygame.RESIZABLE)
        self.leave()
        self.begun += 1
        self.scene, self.left = self.makers[place](), VISIT if first else STAY

    def rest(self) -> None:
        """Show the title, with the default settings."""
        self.stage.settings = Settings()
        self.stage.apply()
        pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
        self.leave()
        self.scene, self.left = TitleScene(self.stage), REST

    def leave(self) -> None:
        """Drop the scene, and end a learner's process."""
        if isinstance(self.scene, ExerciseScene):
            self.scene.stop()
        self.scene = None
        gc.collect()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene."""
        self.scene.draw(surface)


def scenes(stage: Stage) -> list[Callable[[], Scene]]:
    """Return a factory for each scene."""
    runs = [load_replay(stored_replay(room.stem)) for room in stage.rooms]
    longest = max(range(len(runs)), key=lambda k: runs[k].ticks)

    def title() -> TitleScene:
        return TitleScene(stage)

    def with_history(scene: Scene, tick: Callable[[], None], seek: Callable[[int], None]) -> Scene:
        """Return a scene of the longest run with as much history as is stored."""
        played = min(runs[longest].ticks, HISTORY)
        for _ in range(played):
            tick()
        for back in range(min(played, NEAR_TICKS)):
            seek(played - back)
        return scene

    def replayed() -> Scene:
        scene = PlayScene(stage, longest, runs[longest])
        return with_history(scene, lambda: scene.run.tick(Controls()), scene.run.seek)

    def compared() -> Scene:
        scene = scene_after(replayed(), "compare")
        return with_history(scene, scene.tick, scene.seek)

    def storm() -> Scene:
        scene = LabScene(stage, "storm")
        for _ in range(2):  # The second begins while the first is still there.
            scene.choose_movers(MOVERS[-1])
        for _ in range(STORM):
            scene.run.tick(GO)
        return scene

    pages = [
        title,
        lambda: main_menu(stage, title()),
        lambda: RoomsScene(stage, title()),
        lambda: LessonListScene(stage, title()),
        lambda: OptionsScene(stage, title()),
        lambda: RemapScene("keys", stage, title()),
        lambda: EndlessScene(stage, shaft_file()),
        replayed,
        lambda: scene_after(replayed(), "inspect"),
        compared,
        lambda: scene_after(PlayScene(stage, 0), "compare"),
    ]
    rooms = [partial(PlayScene, stage, k) for k in range(len(stage.rooms))]
    labs = [storm, lambda: scene_after(storm(), "compare")]
    labs += [partial(LabScene, stage, name) for name in SCENES]

    def lesson(k: int) -> LessonScene:
        return LessonScene(stage, k, title())

    def page_to_write(exercise: Exercise) -> ExerciseScene:
        return ExerciseScene(stage, exercise, lambda: None, title())

    lessons = [partial(lesson, k) for k in range(len(LESSONS))]
    pages_to_write = [partial(page_to_write, exercise) for exercise in EXERCISES]
    return [*pages, *rooms, *labs, *lessons, *pages_to_write]


def held_bytes() -> int:
    """Return the resident bytes in use: no garbage, caches of fixed size or freed memory."""
    modules = [module for name, module in sys.modules.items() if name.startswith("game.")]
    for value in chain.from_iterable(vars(module).values() for module in modules):
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident()


def resident() -> int:
    """Return the resident bytes of this process; 0 where the system does not report them."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0


def play(frames: int, seed: int, folder: Path) -> Monkey:
    """Let a monkey play until it quits the program, at most for this many frames."""
    monkey = Monkey(seed, frames)
    options = cli.parser().parse_args(["--data-dir", str(folder), "--seed", "1"])
    clocks = pygame.time.Clock, clock.thread_time
    pygame.time.Clock, clock.thread_time = lambda: monkey, partial(next, count(0, TICK))
    tour = None
    try:
        stage = cli.make_stage(options)
        stage.settings = load_settings(stage.storage)
        window, tour = app.App(stage), Tour(monkey, stage)
        for k in range(PASSING):
            sys.intern(f"passing {k}")
        window.run(tour)
    except Exception as error:
        for event in monkey.recent:
            error.add_note(str(event))
        error.add_note(f"seed {seed}, frame {monkey.frame:,}, {type(tour and tour.scene).__name__}")
        raise
    finally:
        pygame.time.Clock, clock.thread_time = clocks
        pygame.quit()
        if tour:
            end(tour)
    return monkey


def end(tour: Tour) -> None:
    """Release what the end of the process would release."""
    tour.leave()
    tour.monkey.recent.clear()
    text.font.cache_clear()
    pads.clear()
    gc.unfreeze()
    gc.collect()


def play_in_new_folder(frames: int, seed: int) -> Monkey:
    """Let a monkey play with no stored files; an exception becomes one that can be pickled."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            return play(frames, seed, Path(folder))
    except Exception as error:
        raise RuntimeError("".join(format_exception(error))) from None


def main() -> int:
    parser = argparse.ArgumentParser(description="Play at random.")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play")
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="of the first program; the next program has the next seed",
    )
    options = parser.parse_args()
    left, monkeys = round(options.seconds / FRAME), list[Monkey]()
    while left > 0:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            seed = options.seed + len(monkeys)
            monkeys += [process.submit(play_in_new_folder, left + REST, seed).result()]
        left -= monkeys[-1].frame
    scenes = sum((Counter(monkey.scenes) for monkey in monkeys), Counter())
    print(f"{sum(scenes.values()):,} frames in {len(monkeys)} programs, no exception")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(scenes.items())))
    for monkey in monkeys:
        if any(sizes := [size / 2**20 for size in monkey.sizes]):
            first, most, last = sizes[0], max(sizes), sizes[-1]
            print(f"seed {monkey.seed}: {first:.1f} MB after a minute", end=", ")
            print(f"at most {most:.1f}, {last:.1f} at last, {last / first - 1:+.1%}", end="; ")
            print(f"blocks {monkey.blocks[-1] / monkey.blocks[0] - 1:+.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
