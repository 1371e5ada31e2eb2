"""Does the program survive whoever plays it?

A monkey at keys, pointer, pad and window of the whole program, on the dummy driver, and without
waiting: an hour of play passes in minutes. In the first minute it is led past every scene twice,
each time in a window of another size, and to runs with all of their past that is kept: so all that
is loaded once is loaded, and as much is held as ever will be. Then it is let go, and every
twenty seconds led to another scene. Between frames it sometimes stalls for seconds, or the clock
jumps. When it ends the program, that is begun again in a process of its own. An exception ends it
and names the frame; the same seed does the same again.

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
from game.scenes.run.endless import EndlessScene
from game.scenes.run.lab import GO, MOVERS, LabScene
from game.scenes.run.play import PlayScene
from game.scenes.scene import Scene, Stage
from game.scenes.shell.howto import HowtoScene
from game.scenes.shell.options import OptionsScene, RemapScene
from game.scenes.shell.rooms import RoomsScene
from game.scenes.shell.scores import ScoresScene
from game.scenes.shell.settings import Settings, load_settings
from game.scenes.shell.title import TitleScene, main_menu
from game.simulation.lab import SCENES
from game.simulation.player import Controls
from game.simulation.replay import load_replay
from game.study.exercises.cases import EXERCISES, Exercise
from game.study.history import NEAR
from game.study.lessons import LESSONS
from game.view import text

FRAME, MINUTE = 1 / 60, 3600
"""s of a frame; frames."""
TICK = clock.PATIENCE / 7.5
"""s of work that each tick seems to take, on any machine: eight are the most in a frame."""
JUMPS = (3.0, 0.0, -60.0, 1e7)
"""s that one frame in a thousand seems to take: a stall, and clocks that stand still, go back, or
have slept for a season."""
REST = 3
"""Frames for which the monkey rests after each minute, before the memory is looked at: too few for
what it looks at to fill it."""
STORM = 60
"""Ticks of the largest storm before it is looked at."""
VISIT, STAY = 30, 1200
"""Frames in a scene, in the first minute and later."""
PASSING = 5000
"""Names that Python is told and forgets. Its table of all names, which no one else sees, doubles
when it is full of forgotten ones: a megabyte, after a quarter of an hour or never."""
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
        self.seed, self.rng = seed, Random(seed)
        self.frames, self.frame = frames, 0
        self.keys: set[int] = set()
        self.scenes: dict[str, int] = {}
        """Frames in each scene."""
        self.recent: deque[pygame.event.Event] = deque(maxlen=50)
        self.sizes: list[int] = []
        self.blocks: list[int] = []
        """Bytes of memory that are resident after each minute, and Python's blocks in use: the
        system gets back whole pages only, so where a few blocks lie matters to the bytes."""

    @property
    def rests(self) -> bool:
        """Whether it looks at the title of a window of the usual size, with the settings as they
        come and the music ready, after each minute: only what is resident in the same place can be
        compared."""
        return self.frame > MINUTE and self.frame % MINUTE <= REST

    def tick(self, rate: int) -> float:
        """Let a frame pass; return its ms."""
        self.frame += 1
        if self.frame % MINUTE == REST and self.frame > MINUTE:
            self.sizes.append(held())
            self.blocks.append(sys.getallocatedblocks())
            print(f"seed {self.seed}, minute {self.frame // MINUTE}:", end=" ")
            print(f"{self.sizes[-1] / 2**20:.1f} MB, {self.blocks[-1]:,} blocks", flush=True)
        if self.frame >= self.frames:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        elif self.rng.random() < 0.3 and not self.rests:
            for event in self.does():
                self.recent.append(event)
                pygame.event.post(event)
        if self.rests:
            return 1000 * FRAME
        return 1000 * (self.rng.choice(JUMPS) if self.rng.random() < 0.001 else FRAME)

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


class Tour:
    """All scenes, one after the other: what the window has on as the only one.

    Args:
        monkey: that is led.
        stage: what scenes share.
    """

    next = None

    def __init__(self, monkey: Monkey, stage: Stage) -> None:
        self.monkey, self.stage = monkey, stage
        self.left = self.begun = 0
        self.makers, self.window = scenes(stage), cycle(SIZES)
        monkey.rng.shuffle(self.makers)
        self.on: Scene | None = TitleScene(stage)

    def handle(self, event: pygame.event.Event) -> None:
        """Hand it to the scene that is on."""
        self.on.handle(event)

    def update(self, seconds: float) -> None:
        """Let time pass; go on where the scene leads, or where we lead."""
        if self.monkey.rests and self.monkey.frame % MINUTE == 1:
            self.rest()
        if not self.left:
            self.go_on()
        self.left -= 1
        self.on.update(seconds)
        if following := self.on.next:
            self.on.next, self.on = None, following
            gc.collect()  # As the window does.
        name = type(self.on).__name__
        self.monkey.scenes[name] = self.monkey.scenes.get(name, 0) + 1

    def go_on(self) -> None:
        """Lead to the next scene; in the first minute in another window."""
        place, first = self.begun % len(self.makers), self.monkey.frame < MINUTE
        if first:
            pygame.display.set_mode(next(self.window), pygame.RESIZABLE)
        self.leave()
        self.begun += 1
        self.on, self.left = self.makers[place](), VISIT if first else STAY

    def rest(self) -> None:
        """Lead to the title."""
        self.stage.settings = Settings()
        self.stage.apply()
        pygame.display.set_mode(app.WINDOW, pygame.RESIZABLE)
        self.leave()
        self.on, self.left = TitleScene(self.stage), REST

    def leave(self) -> None:
        """Let go of the scene, and let no process of the learner's go on."""
        if isinstance(self.on, ExerciseScene):
            self.on.stop()
        self.on = None
        gc.collect()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene."""
        self.on.draw(surface)


def scenes(stage: Stage) -> list[Callable[[], Scene]]:
    """Return what makes each scene."""
    runs = [load_replay(stored_replay(room.stem)) for room in stage.rooms]
    longest = max(range(len(runs)), key=lambda k: runs[k].ticks)

    def title() -> TitleScene:
        return TitleScene(stage)

    def past(scene: Scene, tick: Callable[[], None], seek: Callable[[int], None]) -> Scene:
        """Return a scene of the longest run with as much of its past as is kept."""
        for _ in range(runs[longest].ticks):
            tick()
        for back in range(NEAR):
            seek(runs[longest].ticks - back)
        return scene

    def played() -> Scene:
        scene = PlayScene(stage, longest, runs[longest])
        return past(scene, lambda: scene.run.tick(Controls()), scene.run.seek)

    def compared() -> Scene:
        scene = played().compare()
        return past(scene, lambda: scene.tick(None), scene.seek)

    def storm() -> Scene:
        scene = LabScene(stage, "storm")
        for _ in range(2):  # It is begun beside the one before.
            scene.choose_movers(MOVERS[-1])
        for _ in range(STORM):
            scene.run.tick(GO)
        return scene

    pages = [
        title,
        lambda: main_menu(stage, title()),
        lambda: RoomsScene(stage, title()),
        lambda: LessonListScene(stage, title()),
        lambda: ScoresScene(stage, title()),
        lambda: OptionsScene(stage, title()),
        lambda: RemapScene("keys", stage, title()),
        lambda: HowtoScene(stage, title()),
        lambda: EndlessScene(stage, shaft_file()),
        played,
        lambda: played().inspect(),
        compared,
        lambda: PlayScene(stage, 0).compare(),
    ]
    rooms = [partial(PlayScene, stage, k) for k in range(len(stage.rooms))]
    labs = [storm, lambda: storm().compare(), *(partial(LabScene, stage, name) for name in SCENES)]

    def lesson(k: int) -> LessonScene:
        return LessonScene(stage, k, title())

    def page_to_write(exercise: Exercise) -> ExerciseScene:
        return ExerciseScene(stage, exercise, lambda: None, title())

    lessons = [partial(lesson, k) for k in range(len(LESSONS))]
    pages_to_write = [partial(page_to_write, exercise) for exercise in EXERCISES]
    return [*pages, *rooms, *labs, *lessons, *pages_to_write]


def held() -> int:
    """Return the bytes that are resident because something holds them: without garbage, what caches
    of a fixed size remember, and what the GNU C library keeps of freed memory."""
    modules = [module for name, module in sys.modules.items() if name.startswith("game.")]
    for value in chain.from_iterable(vars(module).values() for module in modules):
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident()


def resident() -> int:
    """Return the bytes of memory that this process holds; 0 where the system does not say."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0


def play(frames: int, seed: int, folder: Path) -> Monkey:
    """Let a monkey play until it ends the program, or for so many frames."""
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
        error.add_note(f"seed {seed}, frame {monkey.frame:,}, {type(tour and tour.on).__name__}")
        raise
    finally:
        pygame.time.Clock, clock.thread_time = clocks
        pygame.quit()
        if tour:
            end(tour)
    return monkey


def end(tour: Tour) -> None:
    """Leave nothing behind that the end of the process would take along."""
    tour.leave()
    tour.monkey.recent.clear()
    text.font.cache_clear()
    pads.clear()
    gc.unfreeze()
    gc.collect()


def play_afresh(frames: int, seed: int) -> Monkey:
    """Let a monkey play where nothing was kept; what went wrong can be told to another process."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            return play(frames, seed, Path(folder))
    except Exception as error:
        raise RuntimeError("".join(format_exception(error))) from None


def main() -> int:
    parser = argparse.ArgumentParser(description="Play at random.")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play")
    parser.add_argument("--seed", type=int, default=1, help="the next program has the next")
    given = parser.parse_args()
    left, played = round(given.seconds / FRAME), list[Monkey]()
    while left > 0:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            seed = given.seed + len(played)
            played += [process.submit(play_afresh, left + REST, seed).result()]
        left -= played[-1].frame
    scenes = sum((Counter(monkey.scenes) for monkey in played), Counter())
    print(f"{sum(scenes.values()):,} frames in {len(played)} programs, no exception")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(scenes.items())))
    for monkey in played:
        if any(sizes := [size / 2**20 for size in monkey.sizes]):
            first, most, last = sizes[0], max(sizes), sizes[-1]
            print(f"seed {monkey.seed}: {first:.1f} MB after a minute", end=", ")
            print(f"at most {most:.1f}, {last:.1f} at last, {last / first - 1:+.1%}", end="; ")
            print(f"blocks {monkey.blocks[-1] / monkey.blocks[0] - 1:+.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
