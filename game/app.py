"""Window and main loop: how does the active scene run?

In every frame the scene handles the events, is updated by the time that has passed, and
draws; then the loop changes to the next scene if there is one. Without a display SDL
does not fail but opens an invisible window; NoDisplay is raised then. Scenes that the
first frame does not need are imported when they are opened.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import Surface, display
from pygame.event import Event
from pygame.locals import (
    FULLSCREEN,
    K_F11,
    K_KP_ENTER,
    K_RETURN,
    KEYDOWN,
    KMOD_ALT,
    QUIT,
    RESIZABLE,
)

from .controls import open_pads, plug
from .scenes.scene import Scene, Stage
from .scenes.shell.options import change_setting
from .scenes.shell.title import TitleScene
from .simulation.player import Controls
from .simulation.replay import Replay
from .simulation.room import Room
from .view.screen import PAGE, draw_icon

if TYPE_CHECKING:
    from .scenes.run.run import Run

SCALES = (2.0, 1.5, 1.0)
"""Pixels a px of the first window. The first one at which the window fits the desktop
is used, or else the last."""
DESKTOP_MARGIN = (16, 96)
"""Pixels that a window's frame and the desktop's bars need, in width and height."""
INVISIBLE = ("offscreen", "dummy")
"""Drivers of SDL that show their windows on no screen."""
MOST_FRAMES = 240
"""Frames a second, where the display sets no lower rate."""
NEVER = 10**9
"""A threshold of the garbage collector that is never reached."""
LONGEST_FRAME = 0.25
"""s: a longer frame (the window was dragged, the machine slept) counts as one of this
length."""


class NoDisplay(Exception):
    """There is no display on which a window could be opened."""


def window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the first window on a desktop of a size, both in pixels."""
    widest = desktop[0] - DESKTOP_MARGIN[0]
    highest = desktop[1] - DESKTOP_MARGIN[1]
    for scale in SCALES:
        width = round(scale * PAGE[0])
        height = round(scale * PAGE[1])
        if width <= widest and height <= highest:
            break
    return width, height


def open_window(fullscreen: bool) -> Surface:
    """Open the window, sharp on displays with large pixels.

    Raises:
        NoDisplay: SDL found no display, or would open an invisible window.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.SetProcessDPIAware()
    try:
        display.init()
    except pygame.error as error:
        raise NoDisplay(str(error)) from None
    driver = display.get_driver()
    if driver in INVISIBLE and os.environ.get("SDL_VIDEODRIVER") not in INVISIBLE:
        display.quit()
        raise NoDisplay(driver)
    display.set_caption("Thin Walls")
    display.set_icon(draw_icon())
    can_wait = driver not in INVISIBLE
    if fullscreen:
        flags = FULLSCREEN
        size = (0, 0)
    else:
        flags = RESIZABLE
        size = window_size(display.get_desktop_sizes()[0])
    try:
        return display.set_mode(size, flags, vsync=can_wait)
    except pygame.error:
        return display.set_mode(size, flags)


class App:
    """The window and the main loop.

    Args:
        stage: what scenes share; its settings choose a window or full screen.
    Raises:
        NoDisplay: there is no display.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.fullscreen = stage.settings.fullscreen
        self.surface = open_window(self.fullscreen)
        stage.title = partial(TitleScene, stage)
        stage.timer = perf_counter
        stage.apply = self.apply
        self.apply()

    def run(self, scene: Scene) -> None:
        """Run a scene and those that follow it until the window is closed."""
        clock = pygame.time.Clock()
        audio = self.stage.audio
        is_first_frame = True
        seconds = 0.0
        while True:
            for event in pygame.event.get():
                if event.type == QUIT:
                    pygame.quit()
                    return
                self.handle(event, scene)
            self.draw_frame(scene, seconds)
            if is_first_frame:
                is_first_frame = False
                spare_garbage_search()
                open_pads()
            audio.update(seconds)
            following = scene.next
            if following:
                scene.next = None
                scene = following
                # Scenes refer to themselves, and to runs with all of their history.
                gc.collect()
            passed = max(0, clock.tick(MOST_FRAMES)) / 1000
            seconds = min(passed, LONGEST_FRAME)

    def handle(self, event: Event, scene: Scene) -> None:
        """Handle an event: of pads, the key for full screen, or one of the scene."""
        plug(event)
        if event.type == KEYDOWN and switches_screen(event):
            change_setting(self.stage, "fullscreen", not self.fullscreen)
        else:
            scene.handle(event)

    def draw_frame(self, scene: Scene, seconds: float) -> None:
        """Update a scene by the seconds since the last frame, and draw it on the
        window."""
        scene.update(seconds)
        self.surface = display.get_surface() or self.surface
        scene.draw(self.surface)
        display.flip()

    def apply(self) -> None:
        """Apply the settings: the volumes, and a window or full screen."""
        settings = self.stage.settings
        audio = self.stage.audio
        audio.music = settings.music / 100
        audio.effects = settings.sounds / 100
        if self.fullscreen != settings.fullscreen:
            self.fullscreen = not self.fullscreen
            display.quit()
            self.surface = open_window(self.fullscreen)


def spare_garbage_search() -> None:
    """Let no search for garbage make a frame late.

    What exists now is in no search any more. Objects that last are searched only
    between two scenes, by the gc.collect() of App.run: it takes up to 10 ms.
    """
    gc.freeze()
    # The last threshold is that of the search through all objects. Python 3.14 ignores
    # it.
    youngest, middle, _ = gc.get_threshold()
    gc.set_threshold(youngest, middle, NEVER)


def switches_screen(event: Event) -> bool:
    """Tell whether a pressed key is F11 or Alt+Enter, which switch to full screen and
    back."""
    if event.key == K_F11:
        return True
    is_enter = event.key in (K_RETURN, K_KP_ENTER)
    return is_enter and bool(event.mod & KMOD_ALT)


class Showing(NamedTuple):
    """What is drawn without a window, tick by tick."""

    tick: Callable[[], None]
    draw: Callable[[Surface, Sequence[str]], None]
    """Draws the current frame; that of a replay or a room with notes in its corner."""
    ticks: int = 0
    """How many ticks it lasts unless --ticks says otherwise."""
    rate: int = 60
    """Ticks a second."""
    run: Run | None = None
    """The run that is drawn; None for a scene without one."""


def show_scene(scene: Scene) -> Showing:
    """Return the showing of a scene. A tick is one of the lab's run, or 1/60 s of any
    other scene, whose showing lasts 1 s."""
    from .scenes.run.lab import LabScene

    def draw(surface: Surface, notes: Sequence[str]) -> None:
        scene.draw(surface)

    if not isinstance(scene, LabScene):
        return Showing(partial(scene.update, 1 / 60), draw, ticks=60)
    lab = scene
    run = lab.run

    def tick() -> None:
        run.step(lab.read_controls())

    return Showing(tick, draw, rate=run.world.tick_rate, run=run)


def show_run(stage: Stage, room: Room, replay: Replay | None) -> Showing:
    """Return the showing of a replay in a room; without a replay, of the room at rest,
    which lasts no tick."""
    from .scenes.run.run import Run

    run = Run(stage, room, replay)
    run.clock.alpha = 1.0  # A frame shows the end of the last tick.

    def tick() -> None:
        run.step(Controls())

    def draw(surface: Surface, notes: Sequence[str]) -> None:
        run.draw(surface, stage.overlay, notes)

    ticks = replay.ticks if replay else 0
    return Showing(tick, draw, ticks, run.world.tick_rate, run)


def draw_png(showing: Showing, ticks: int | None, size: tuple[int, int]) -> bytes:
    """Return a PNG of the frame after some ticks, of that at a showing's end for
    None."""
    if ticks is None:
        ticks = showing.ticks
    for _ in range(ticks):
        showing.tick()
    surface = Surface(size)
    file = BytesIO()
    showing.draw(surface, ())
    pygame.image.save(surface, file, ".png")
    return file.getvalue()
