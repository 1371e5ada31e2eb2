"""The program with a window: who is on, and how often.

Each turn of the loop hands the events to the scene, lets the time pass that did pass, draws, and
asks the scene what comes next. Without a display SDL does not fail, it opens a window that nobody
sees: then there is no loop, and NoDisplay is raised. Scenes that the first picture does not need
are imported when they are opened.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import NamedTuple

import pygame

from .controls import open_pads, plug
from .scenes.run.run import Run
from .scenes.scene import Scene, Stage
from .scenes.shell.options import change_setting
from .scenes.shell.title import TitleScene
from .simulation.player import Controls
from .simulation.replay import Replay
from .simulation.room import Room

WINDOW = (1280, 720)
INVISIBLE = ("offscreen", "dummy")
LONGEST_FRAME = 0.25
"""s: after a longer one (the window was dragged, the machine slept) time goes on from here."""


class NoDisplay(Exception):
    """There is no display to open a window on."""


def open_window(fullscreen: bool) -> pygame.Surface:
    """Open the window, sharp on displays with large pixels.

    Raises:
        NoDisplay: SDL found none and would draw where nobody sees it.
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
    flags, vsync = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE, driver not in INVISIBLE
    try:
        return pygame.display.set_mode((0, 0) if fullscreen else WINDOW, flags, vsync=vsync)
    except pygame.error:
        return pygame.display.set_mode((0, 0) if fullscreen else WINDOW, flags)


class App:
    """The window, and the scene that is on.

    Args:
        stage: what scenes share; its settings say how to begin.
    Raises:
        NoDisplay: there is none.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.fullscreen = stage.settings.fullscreen
        self.surface = open_window(self.fullscreen)
        stage.title = lambda: TitleScene(stage)
        stage.apply = self.apply
        self.apply()

    def play(self, on: Scene) -> None:
        """Begin with a scene, and go on until the window is closed."""
        clock = pygame.time.Clock()
        audio, listens, seconds = self.stage.audio, False, 0.0
        while True:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    pygame.quit()
                    return
                plug(event)
                if event.type == pygame.KEYDOWN and is_alt_enter(event):
                    change_setting(self.stage, "fullscreen", not self.fullscreen)
                else:
                    on.handle(event)
            on.update(seconds)
            self.surface = pygame.display.get_surface() or self.surface
            on.draw(self.surface)
            pygame.display.flip()
            if not listens:
                listens = True
                gc.freeze()  # Else what start made is searched again, in the middle of some frame.
                open_pads()
            if audio:
                audio.update()
                audio.loop(True)
            if following := on.next:
                on.next, on = None, following
                gc.collect()  # A scene holds itself, and with it runs with all of their past.
            seconds = min(max(0, clock.tick(240)) / 1000, LONGEST_FRAME)

    def apply(self) -> None:
        """Do as the settings say: volumes, full screen or a window."""
        settings = self.stage.settings
        if self.stage.audio:
            self.stage.audio.volumes(settings.music / 100, settings.sounds / 100)
        if self.fullscreen != settings.fullscreen:
            self.fullscreen = not self.fullscreen
            pygame.display.quit()
            self.surface = open_window(self.fullscreen)


def is_alt_enter(event: pygame.event.Event) -> bool:
    """Tell whether these are the keys for full screen."""
    return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and bool(event.mod & pygame.KMOD_ALT)


def lesson_scene(stage: Stage, lesson: int) -> Scene:
    """Return a lesson that leads back to the list of them, and on to the title."""
    from .scenes.learn.lesson import LessonScene
    from .scenes.learn.lessons import LessonListScene

    return LessonScene(stage, lesson, LessonListScene(stage, TitleScene(stage)))


class Shown(NamedTuple):
    """What is drawn without a window, tick by tick."""

    tick: Callable[[], None]
    draw: Callable[[pygame.Surface, Sequence[str]], None]
    """With notes, if it has a place for them."""
    ticks: int = 0
    """How many the replay has."""
    rate: int = 60
    """Ticks a second."""
    run: Run | None = None
    """Whose ticks these are, if anyone's."""


def shown(
    stage: Stage, room: Room | None, replay: Replay | None, lesson: int | None, lab: str | None
) -> Shown:
    """Show a replay in a room, or without one the lab, a lesson or the title."""
    pygame.font.init()
    if lab is not None:
        from .scenes.run.lab import LabScene

        of = LabScene(stage, lab)
        run = of.run
        rate = run.world.tick_rate
        return Shown(
            lambda: run.step(of.read_controls()), lambda at, notes: of.draw(at), 0, rate, run
        )
    if room is None:
        on = TitleScene(stage) if lesson is None else lesson_scene(stage, lesson)
        return Shown(lambda: on.update(1 / 60), lambda at, notes: on.draw(at), 60)
    run = Run(stage, room, replay)
    run.clock.alpha = 1.0

    def draw(surface: pygame.Surface, notes: Sequence[str]) -> None:
        run.draw(surface, stage.overlay, notes)

    ticks = replay.ticks if replay else 0
    return Shown(lambda: run.step(Controls()), draw, ticks, run.world.tick_rate, run)


def picture(on: Shown, ticks: int | None, size: tuple[int, int]) -> bytes:
    """Return what is seen after so many ticks, or at the end of the replay, as a PNG."""
    for _ in range(on.ticks if ticks is None else ticks):
        on.tick()
    surface, file = pygame.Surface(size), BytesIO()
    on.draw(surface, ())
    pygame.image.save(surface, file, ".png")
    return file.getvalue()
