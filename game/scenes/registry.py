"""Which scenes are there, and how is each made?

The buttons of the title, the rows of its menu and --scene follow from SCENE_KINDS: a
new scene is a module of its own, and an entry here. Only the title is no entry; it
leads to all of them.

Names need no pygame. The module of a scene is imported when the scene is made, so the
first picture waits for none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ..simulation.replay import Replay
    from .scene import Scene, Stage

TITLE = "title"
"""What --scene calls the title."""


class Start(NamedTuple):
    """What the command line says about the first scene."""

    back: Scene
    """The title: the scene to which the first one leads back."""
    part: str
    """What follows the colon in --scene; empty: nothing."""
    room: Path
    """The file of the chosen room."""
    replay: Replay | None
    """A replay to play in that room."""


class SceneKind(NamedTuple):
    """A scene that can be opened: how it is called, where it is offered, and how it is
    made."""

    name: str
    title: str
    """The words of its button or row."""
    offered: Literal["title", "menu"]
    """Where: as a button of the title, or as a row of the menu behind it."""
    open: Callable[[Stage, Scene], Scene]
    """Makes the scene, which leads back to the scene from which it was opened."""
    key: str = ""
    """The letter that opens it on the title."""
    option: str = ""
    """How --scene asks for it, as the help says; empty: it cannot be the first
    scene."""
    begin: Callable[[Stage, Start], Scene] | None = None
    """Makes it as the first scene; None: it cannot be that."""
    check_part: Callable[[str], object] | None = None
    """Takes what follows the colon in --scene; raises a ValueError that says what is
    expected if that is wrong. None: nothing may follow."""


def open_room(stage: Stage, index: int) -> Scene:
    """Return the scene in which the room with an index is played; for Stage.play."""
    from .run.play import PlayScene

    return PlayScene(stage, index)


def open_next_room(stage: Stage, here: Scene) -> Scene:
    """Return the scene in which the first unfinished room is played; the choice of
    rooms if all are finished, or if none can be read."""
    from .shell.rooms import RoomsScene

    rooms = RoomsScene(stage, here)  # At first it chooses that room.
    if not rooms.entries[rooms.chosen].best:
        rooms.do("choose")
    return rooms.next or rooms


def begin_room(stage: Stage, start: Start) -> Scene:
    """Return the scene in which the chosen room is played, by a replay if there is
    one."""
    from .run.play import PlayScene

    return PlayScene(stage, stage.rooms.index(start.room), start.replay)


def open_scanline(stage: Stage, here: Scene) -> Scene:
    """Return the scene of Scanline, in the shaft of today."""
    from .run.play import EndlessScene
    from .shell.seeds import seed_of_today

    stage.seed = seed_of_today()
    return EndlessScene(stage)


def begin_shaft(stage: Stage, start: Start) -> Scene:
    """Return the scene in which the chosen shaft is played, by a replay if there is
    one."""
    from .run.play import EndlessScene

    return EndlessScene(stage, start.room, start.replay)


def open_tour(stage: Stage, here: Scene) -> Scene:
    """Return the first room of a run through all rooms."""
    from .run.tour import begin_tour

    return begin_tour(stage, here, count=None)


def open_first_row(stage: Stage, here: Scene) -> Scene:
    """Return the first room of a run through the first row of the grid."""
    from ..view.page import GRID_COLUMNS
    from .run.tour import begin_tour

    return begin_tour(stage, here, count=GRID_COLUMNS)


def open_lessons(stage: Stage, here: Scene) -> Scene:
    """Return the choice of a lesson."""
    from .learn.lessons import LessonListScene

    return LessonListScene(stage, here)


def begin_lesson(stage: Stage, start: Start) -> Scene:
    """Return the chosen lesson; it leads back to the list of all."""
    from .learn.lesson import LessonScene
    from .learn.lessons import LessonListScene

    lessons = LessonListScene(stage, start.back)
    return LessonScene(stage, lesson_index(start.part), lessons)


def open_rooms(stage: Stage, here: Scene) -> Scene:
    """Return the choice of a room."""
    from .shell.rooms import RoomsScene

    return RoomsScene(stage, here)


def open_lab(stage: Stage, here: Scene) -> Scene:
    """Return the lab, with its first scene."""
    from .run.lab import LabScene

    return LabScene(stage)


def begin_lab(stage: Stage, start: Start) -> Scene:
    """Return the lab, with the chosen scene."""
    from .run.lab import LabScene

    return LabScene(stage, lab_scene(start.part))


def open_options(stage: Stage, here: Scene) -> Scene:
    """Return the sections of the options."""
    from .shell.options import OptionsScene

    return OptionsScene(stage, here)


def lesson_index(part: str) -> int:
    """Return the index of a lesson, from 0.

    Args:
        part: the lesson's number, from 1.

    Raises:
        ValueError: there is no such lesson; the text says what is expected.
    """
    from ..study.lessons import LESSONS

    numbers = [str(index + 1) for index in range(len(LESSONS))]
    if part not in numbers:
        raise ValueError(f"expected lesson:1 to lesson:{len(LESSONS)}")
    return numbers.index(part)


def lab_scene(part: str) -> str:
    """Return the name of a scene of the lab.

    Args:
        part: that name with hyphens for its spaces; empty: the first scene.

    Raises:
        ValueError: there is no such scene; the text says what is expected.
    """
    from ..simulation.lab import SCENES

    if not part:
        return next(iter(SCENES))
    names = {name.replace(" ", "-"): name for name in SCENES}
    if part not in names:
        expected = ", ".join(f"lab:{each}" for each in names)
        raise ValueError(f"expected {expected}")
    return names[part]


SCENE_KINDS = (
    SceneKind(
        name="play",
        title="Play",
        offered="title",
        open=open_next_room,
        option="play",
        begin=begin_room,
    ),
    SceneKind(
        name="endless",
        title="Scanline",
        offered="title",
        open=open_scanline,
        option="endless",
        begin=begin_shaft,
    ),
    SceneKind(
        name="tour",
        title="All rooms",
        offered="title",
        open=open_tour,
    ),
    SceneKind(
        name="lesson",
        title="learn",
        offered="title",
        open=open_lessons,
        key="l",
        option="lesson:N",
        begin=begin_lesson,
        check_part=lesson_index,
    ),
    SceneKind(
        name="rooms",
        title="Rooms",
        offered="menu",
        open=open_rooms,
    ),
    SceneKind(
        name="row",
        title="First row in one run",
        offered="menu",
        open=open_first_row,
    ),
    SceneKind(
        name="lab",
        title="Lab",
        offered="menu",
        open=open_lab,
        option="lab",
        begin=begin_lab,
        check_part=lab_scene,
    ),
    SceneKind(
        name="options",
        title="Options",
        offered="menu",
        open=open_options,
    ),
)
"""In the order in which they are offered."""


def scene_options() -> str:
    """Return in words what --scene takes, for its help and its errors: "title, play,
    endless, lesson:N or lab"."""
    *others, last = [kind.option for kind in SCENE_KINDS if kind.option]
    return f"{', '.join([TITLE, *others])} or {last}"


def check_scene(text: str) -> None:
    """Check what was given to --scene, such as "lesson:4".

    Raises:
        ValueError: there is no such scene; the text says what is expected.
    """
    name, _, part = text.partition(":")
    for kind in SCENE_KINDS:
        # Either name:part with any part of a kind, or one fixed text.
        if kind.name == name and kind.check_part:
            kind.check_part(part)
            return
        if kind.option and kind.option == text:
            return
    if text != TITLE:
        raise ValueError(f"expected {scene_options()}")


def make_first_scene(stage: Stage, name: str, start: Start) -> Scene:
    """Return the scene with which the program begins, by its name; the title if there
    is no other first scene of that name."""
    for kind in SCENE_KINDS:
        if kind.name == name and kind.begin:
            return kind.begin(stage, start)
    return start.back
