"""What does the menu over a run offer?"""

from __future__ import annotations

from functools import partial
from typing import Protocol

from pygame import Surface

from ..scene import Scene, Stage
from ..shell.menu import MenuScene, Row
from ..shell.options import OptionsScene
from ..shell.rooms import RoomsScene
from .run import Run


class PausedScene(Scene, Protocol):
    """What the menu asks of the scene under it."""

    stage: Stage
    index: int
    run: Run
    paused: bool

    def do(self, verb: str) -> None:
        """Carry out a verb."""

    def reload(self, seconds: float) -> bool:
        """Let time pass for the file of the room, which may be saved in an editor;
        return whether there is something new to see."""


class PauseScene(MenuScene):
    """The menu over a run. It closes when the room is saved in an editor; the new room
    waits for the first press, the old one is held."""

    def __init__(self, scene: PausedScene) -> None:
        behind = partial(draw_run, scene)
        super().__init__(scene.stage, "Pause", pause_rows(scene), scene, behind)
        self.scene = scene

    def update(self, seconds: float) -> None:
        """Let real time pass; go back to the run if its room was saved."""
        if self.scene.reload(seconds):
            if self.scene.run.world.ticks:
                self.scene.paused = True
            self.next = self.scene


def pause_rows(scene: PausedScene) -> list[Row]:
    """Return the rows of the menu over a run; the title, if there is one, is last."""
    rows = [
        Row("Continue", leads=lambda here: scene),
        verb_row(scene, "Restart", "restart"),
        Row("Study", leads=partial(study_menu, scene)),
        Row("Options", leads=partial(open_options, scene)),
        Row("Rooms", leads=partial(open_rooms, scene)),
        verb_row(scene, "Keys", "keys"),
    ]
    if title := scene.stage.title:
        rows.append(Row("Title", leads=lambda here: title()))
    return rows


def open_options(scene: PausedScene, here: Scene) -> Scene:
    """Return the options, which lie over a run and lead back here."""
    return OptionsScene(scene.stage, here, partial(draw_run, scene))


def open_rooms(scene: PausedScene, here: Scene) -> Scene:
    """Return the choice of rooms, which begins with a run's room and leads back
    here."""
    return RoomsScene(scene.stage, here, scene.index)


def study_menu(scene: PausedScene, here: Scene) -> Scene:
    """Return the menu of what studies a run; it leads back here."""
    rows = [
        Row("Hold the run", leads=lambda here: hold(scene)),
        verb_row(scene, "The lesson on this room", "lesson"),
        verb_row(scene, "Inspect two bodies", "inspect"),
        verb_row(scene, "Compare three methods", "compare"),
    ]
    return MenuScene(scene.stage, "Study", rows, here, partial(draw_run, scene))


def verb_row(scene: PausedScene, label: str, verb: str) -> Row:
    """Return the row that carries out a verb of a run."""
    return Row(label, leads=lambda here: scene_after(scene, verb))


def hold(scene: PausedScene) -> Scene:
    """Hold a run, with its timeline; return its scene."""
    scene.paused = True
    return scene


def scene_after(scene: PausedScene, verb: str) -> Scene:
    """Carry out a verb of a run; return the scene to which it leads, or the run's own
    scene if it leads nowhere."""
    scene.next = None
    scene.do(verb)
    following = scene.next or scene
    scene.next = None
    return following


def draw_run(scene: PausedScene, surface: Surface) -> None:
    """Draw a run without any text, as the background of a menu."""
    scene.run.draw(surface, frozenset(), notes=None)
