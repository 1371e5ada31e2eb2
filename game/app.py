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
from io import BytesIO
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import pygame

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

SCALES, DESKTOP_MARGIN = (2.0, 1.5, 1.0), (16, 96)
"""Pixels a px of the first window: the largest at which it fits the desktop; and the
pixels that its frame and the desktop's bars need."""
INVISIBLE = ("offscreen", "dummy")
LONGEST_FRAME = 0.25
"""s: a longer frame (the window was dragged, the machine slept) counts as one of this
length."""


class NoDisplay(Exception):
    """There is no display on which a window could be opened."""


def window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window that fits a desktop with its frame, in pixels."""
    sizes = [(round(scale * PAGE[0]), round(scale * PAGE[1])) for scale in SCALES]
    fitting = (
        s
        for s in sizes
        if all(a + b <= c for a, b, c in zip(s, DESKTOP_MARGIN, desktop))
    )
    return next(fitting, sizes[-1])


def open_window(fullscreen: bool) -> pygame.Surface:
    """Open the window, sharp on displays with large pixels.

    Raises:
        NoDisplay: SDL found no display, or would open an invisible window.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.SetProcessDPIAware()
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(str(error)) from None
    driver = pygame.display.get_driver()
    if driver in INVISIBLE and os.environ.get("SDL_VIDEODRIVER") not in INVISIBLE:
        pygame.display.quit()
        raise NoDisplay(driver)
    pygame.display.set_caption("Thin Walls")
    pygame.display.set_icon(draw_icon())
    flags, vsync = (
        pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE,
        driver not in INVISIBLE,
    )
    size = (0, 0) if fullscreen else window_size(pygame.display.get_desktop_sizes()[0])
    try:
        return pygame.display.set_mode(size, flags, vsync=vsync)
    except pygame.error:
        return pygame.display.set_mode(size, flags)


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
        stage.title, stage.timer = lambda: TitleScene(stage), perf_counter
        stage.apply = self.apply
        self.apply()

    def run(self, scene: Scene) -> None:
        """Run a scene and those that follow it until the window is closed."""
        clock = pygame.time.Clock()
        audio, is_first_frame, seconds = self.stage.audio, True, 0.0
        while True:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    pygame.quit()
                    return
                plug(event)
                if event.type == pygame.KEYDOWN and switches_screen(event):
                    change_setting(self.stage, "fullscreen", not self.fullscreen)
                else:
                    scene.handle(event)
            scene.update(seconds)
            self.surface = pygame.display.get_surface() or self.surface
            scene.draw(self.surface)
            pygame.display.flip()
            if is_first_frame:
                is_first_frame = False
                gc.freeze()  # Or a later frame would wait while all that exists now is searched.
                # 10**9 switches off the search through all objects: it takes up to 10
                # ms, and is left to gc.collect() between two scenes. Python 3.14
                # ignores it.
                gc.set_threshold(*gc.get_threshold()[:2], 10**9)
                open_pads()
            audio.update(seconds)
            if following := scene.next:
                scene.next, scene = None, following
                gc.collect()  # Scenes refer to themselves, and to runs with all of their history.
            seconds = min(max(0, clock.tick(240)) / 1000, LONGEST_FRAME)

    def apply(self) -> None:
        """Apply the settings: the volumes, and a window or full screen."""
        settings, audio = self.stage.settings, self.stage.audio
        audio.music, audio.effects = settings.music / 100, settings.sounds / 100
        if self.fullscreen != settings.fullscreen:
            self.fullscreen = not self.fullscreen
            pygame.display.quit()
            self.surface = open_window(self.fullscreen)


def switches_screen(event: pygame.event.Event) -> bool:
    """Tell whether a key event is F11 or Alt+Enter: to full screen and back."""
    is_enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
    return event.key == pygame.K_F11 or (is_enter and bool(event.mod & pygame.KMOD_ALT))


class Showing(NamedTuple):
    """What is drawn without a window, tick by tick."""

    tick: Callable[[], None]
    draw: Callable[[pygame.Surface, Sequence[str]], None]
    """Draws the current frame; a run with notes in its corner."""
    ticks: int = 0
    """The length of the replay."""
    rate: int = 60
    """Ticks a second."""
    run: Run | None = None


def show_scene(scene: Scene) -> Showing:
    """Return the showing of a scene: of the lab's run, or of 1/60 s a tick."""
    from .scenes.run.lab import LabScene

    def draw(surface: pygame.Surface, notes: Sequence[str]) -> None:
        scene.draw(surface)

    if isinstance(scene, LabScene):
        lab, run = scene, scene.run
        return Showing(
            lambda: run.step(lab.read_controls()), draw, 0, run.world.tick_rate, run
        )
    return Showing(lambda: scene.update(1 / 60), draw, 60)


def show_run(stage: Stage, room: Room, replay: Replay | None) -> Showing:
    """Return the showing of a replay in a room, or of the room at rest."""
    from .scenes.run.run import Run

    run = Run(stage, room, replay)
    run.clock.alpha = 1.0

    def draw(surface: pygame.Surface, notes: Sequence[str]) -> None:
        run.draw(surface, stage.overlay, notes)

    ticks = replay.ticks if replay else 0
    return Showing(lambda: run.step(Controls()), draw, ticks, run.world.tick_rate, run)


def draw_png(showing: Showing, ticks: int | None, size: tuple[int, int]) -> bytes:
    """Return the frame after some ticks, or at the end of the replay, as a PNG."""
    for _ in range(showing.ticks if ticks is None else ticks):
        showing.tick()
    surface, file = pygame.Surface(size), BytesIO()
    showing.draw(surface, ())
    pygame.image.save(surface, file, ".png")
    return file.getvalue()
