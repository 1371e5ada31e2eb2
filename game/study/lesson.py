"""What is a lesson?

A value. Its state is a flat dict of numbers, its figure draws that state with six primitives, and
its handles say which of the numbers may be dragged or stepped by keys. So one scene shows them
all, a recording canvas can write a figure down, and "copy as test" can print a state.

A figure is drawn in units of its own, FIGURE wide and high, x right, y down; the scene scales it.
Colours are roles: what a thing is, not how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ..collision import AABB, Response
from ..collision.aabb import Vector
from ..simulation.world import World
from .prose import Prose

FIGURE = (272.0, 200.0)
"""Units of a figure. In the smallest place it is shown two pixels wide each at 1280x720: words
are written 10 units high or more."""

ROLES = (
    *("wall", "mover", "player", "lethal", "sweep", "core", "glitch"),
    *("text", "quiet", "hit", "miss"),
)
"""What can be drawn: the game's own roles, words, what matters less, and yes and no."""

Point = tuple[float, float]
Moved = tuple[AABB, Vector, Sequence[AABB], Response, Sequence[Vector]]
"""What a step moves, as move() takes it: a box, its displacement, solids, the box's response, the
solids' displacements."""
State = dict[str, float]
"""Numbers by name. u, if there is one, is time in the step, 0 to 1; the scene lets it run. told, if
there is one, is 1; while the bet is open the scene draws with 0, and the answer is kept back."""


class Canvas(Protocol):
    """Six primitives; fill is how opaque an area is, 0 to 1, width that of lines."""

    def box(
        self,
        low: Point,
        high: Point,
        role: str,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None: ...

    def hull(
        self, points: Sequence[Point], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None: ...

    def bar(
        self, start: Point, end: Point, role: str, width: float = 0.5, dashed: bool = False
    ) -> None: ...

    def arrow(self, start: Point, end: Point, role: str, width: float = 0.5) -> None: ...

    def dot(self, center: Point, role: str, radius: float = 1.5, width: float = 0.0) -> None: ...

    def text(
        self,
        words: str,
        at: Point,
        role: str = "text",
        size: float = 10.0,
        anchor: Point = (0.0, 0.0),
        bold: bool = False,
    ) -> None: ...


class Handle(NamedTuple):
    """What a learner may change: a number of the state, or two that are a place."""

    label: str
    x: str
    """The number that left and right change; of a slider, the only one."""
    y: str = ""
    """The number that up and down change; a handle with one is dragged in the figure."""
    low: Point = (0.0, 0.0)
    """The least values of x and y."""
    high: Point = FIGURE
    step: float = 1.0
    """What a key changes; values are kept to whole steps."""
    base: tuple[str, str] | None = None
    """Names of the place to which x and y are added where the handle is drawn: the tip of an arrow
    that begins there."""


class Pair(NamedTuple):
    """Two boxes and their displacements in a step; a is the player."""

    a: AABB
    b: AABB
    move_a: Point
    move_b: Point


@dataclass(frozen=True)
class Lesson:
    """One idea: a bet, a figure to drag, the answer, the code, something to modify, a check.

    Args:
        name: of its module; unique.
        prose: its texts.
        state: the numbers it begins with; each figure draws any state that the handles can reach.
        handles: what can be changed; the first is chosen at the beginning.
        figure: draws a state; changes nothing.
        words: what the figure shows now, in at most two short sentences.
        reached: whether a state is what the goal asks for; the first one is not.
        code: the functions and classes shown beside the figure, the shipped ones.
        lines: which lines of the code decide what the figure shows now: parts of their text.
        exercise: the exercise that belongs to it, by its name; "" for none.
        given: the numbers of the state that a pair of boxes of a room makes, in units of the
            figure; None where it does not fit in. None of a lesson that is not about two boxes.
        whole: the same of all that is in a room, so many px in a unit; None of a lesson about two
            boxes.
        moved: what moves in the figure's step, for the overlay; None where that is no step of the
            engine's.
    """

    name: str
    prose: Prose
    state: State
    handles: tuple[Handle, ...]
    figure: Callable[[Canvas, State], None]
    words: Callable[[State], str]
    reached: Callable[[State], bool]
    code: tuple[object, ...]
    lines: Callable[[State], tuple[str, ...]] = lambda state: ()
    exercise: str = ""
    given: Callable[[Pair], State | None] | None = None
    whole: Callable[[World, float], State | None] | None = None
    moved: Callable[[State], Moved] | None = None
