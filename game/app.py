"""The program with a window: who is on, and how often.

Each turn of the loop hands the events to the scene, lets the time pass that did pass, draws, and
asks the scene what comes next. Without a display SDL does not fail, it opens a window that nobody
sees: then there is no loop, and NoDisplay is raised.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pygame

from .controls import open_pads, plug
from .scenes.endless import EndlessScene
from .scenes.lab import LabScene
from .scenes.options import change
from .scenes.run import Run
from .scenes.scene import Scene, Stage
from .scenes.title import TitleScene
from .simulation.levels import Room
from .simulation.player import Controls
from .simulation.replay import Replay

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
        self.fullscreen = stage.settings["fullscreen"]
        self.surface = open_window(self.fullscreen)
        stage.title = lambda: TitleScene(stage)
        stage.endless = lambda: EndlessScene(stage)
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
                    change(self.stage, "fullscreen", not self.fullscreen)
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
            seconds = min(max(0, clock.tick(240)) / 1000, LONGEST_FRAME)

    def apply(self) -> None:
        """Do as the settings say: volumes, full screen or a window."""
        settings = self.stage.settings
        if self.stage.audio:
            self.stage.audio.volumes(settings["music"] / 100, settings["sounds"] / 100)
        if self.fullscreen != settings["fullscreen"]:
            self.fullscreen = not self.fullscreen
            pygame.display.quit()
            self.surface = open_window(self.fullscreen)


def is_alt_enter(event: pygame.event.Event) -> bool:
    """Tell whether these are the keys for full screen."""
    return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and bool(event.mod & pygame.KMOD_ALT)


def lesson_scene(stage: Stage, lesson: int) -> Scene:
    """Return a lesson that leads back to the list of them, and on to the title."""
    from .scenes.lessons import LessonsScene
    from .scenes.study import StudyScene

    return StudyScene(stage, lesson, LessonsScene(stage, TitleScene(stage)))


def lab_scene(stage: Stage, scene: str, ticks: int = 0) -> LabScene:
    """Return the lab with a scene, after so many ticks."""
    lab = LabScene(stage, scene)
    for _ in range(ticks):
        lab.run.step(lab.wanted())
    return lab


def save_picture(
    stage: Stage,
    room: Room | None,
    replay: Replay | None,
    ticks: int | None,
    size: tuple[int, int],
    path: Path,
    lesson: int | None = None,
    lab: str | None = None,
) -> None:
    """Draw the last frame of a replay in a room, or without one the lab, a lesson or the title,
    without a window.

    Raises:
        OSError: the file cannot be written.
    """
    pygame.font.init()
    surface = pygame.Surface(size)
    if lab is not None:
        lab_scene(stage, lab, ticks or 0).draw(surface)
    elif room is None:
        on = TitleScene(stage) if lesson is None else lesson_scene(stage, lesson)
        for _ in range(ticks or 60):
            on.update(1 / 60)
        on.draw(surface)
    else:
        run = Run(stage, room, replay)
        total = replay.ticks if replay else 0
        for _ in range(total if ticks is None else ticks):
            run.drift(1 / run.world.tick_rate)
            run.tick(Controls())
        run.clock.alpha = 1.0
        run.draw(surface, stage.overlay)
    try:
        pygame.image.save(surface, path)
    except pygame.error as error:
        raise OSError(None, str(error)) from None
