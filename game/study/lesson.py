"""What is a lesson?

A value. Its state is numbers by name, its figure draws that state with six primitives,
and its handles say which of the numbers may be dragged or stepped by keys. So one scene
shows all lessons, and a recording canvas can write down what a figure draws.

A figure is drawn in units of its own, FIGURE wide and high, x right, y down; the scene
scales it. Colours are roles: what a thing is, not how it looks. They mean the same in
all figures, in prose, code and overlay:

    a           A: a box, in a room the player: yellow
    b           B: the other box: violet
    d           from A's centre to B's at u = 0: a dashed bar
    r           B's displacement minus A's: an arrow
    s           both half extents, the reach: a bar with end ticks
    u0          the first time of overlap: a full dot, a solid line
    u1          the last time of overlap: a hollow dot, a dashed line
    hit         the boxes overlap in the step, or a test says so
    miss        they do not: the only meaning of this word
    right       a right answer
    fault       a hit that a test overlooks, what a wrong test says, or a wrong answer:
                orange
    wall        a solid of the room
    sweep       what is swept, and when shadows overlap
    text        words
    quiet       what matters less

The words d, r, s, u0, u1, A, B, hit and miss have the colour of their role wherever
they stand, and "overlook", what a test does to a hit that it does not find, has that of
a fault. d, r and s share one colour, and so do u0 and u1: their lines and their letters
tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from operator import sub
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..collision import AABB
from .prose import Prose, read_prose

if TYPE_CHECKING:
    from ..simulation.world import World

FIGURE = (272.0, 200.0)
"""Units of a figure. In the smallest place it is shown two pixels wide each at
1280x720: words are written 10 units high or more."""

HIDDEN_ROLES = ("hit", "miss", "right", "fault", "u0", "u1")
"""What gives the answer to a bet away."""

Point = tuple[float, float]


def is_hidden(role: str, words: str = "") -> bool:
    """Return whether a figure omits this before the bet: of words all but single
    letters."""
    is_single_letter = len(words) == 1 and words.isalpha()
    return role in HIDDEN_ROLES or (words != "" and not is_single_letter)


@dataclass(frozen=True)
class State:
    """What a figure draws."""

    numbers: Mapping[str, float]
    """The lesson's own, by name."""
    u: float = 0.0
    """Time in the step, 0 to 1."""
    reveals: bool = True
    """False while the bet is open: then the figure leaves out the answer."""
    unit: float | None = None
    """px in a unit of the figure, if the boxes are those of a room."""

    def __getitem__(self, name: str) -> float:
        return self.numbers[name]

    def change(self, **numbers: float) -> State:
        """Return this state with other numbers."""
        return replace(self, numbers={**self.numbers, **numbers})


class RoleCanvas(Protocol):
    """Six primitives; fill is how opaque an area is, 0 to 1, width that of lines.

    The style of a box is its fill (1 at first), width and whether it is dashed; that of
    a text its size, whether it is bold, and its anchor: the point of it that lies at
    the place, (0, 0) its upper left.
    """

    def box(
        self,
        low: Point,
        high: Point,
        role: str,
        *,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None: ...

    def hull(
        self, points: Sequence[Point], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None: ...

    def bar(
        self,
        start: Point,
        end: Point,
        role: str,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None: ...

    def arrow(
        self, start: Point, end: Point, role: str, width: float = 0.5
    ) -> None: ...

    def dot(
        self, center: Point, role: str, radius: float = 1.5, width: float = 0.0
    ) -> None: ...

    def text(
        self,
        words: str,
        at: Point,
        role: str = "text",
        *,
        size: float = 10.0,
        anchor: Point = (0.0, 0.0),
        bold: bool = False,
    ) -> None: ...


class Handle(NamedTuple):
    """What a learner may change: a number of the state, or two that are a place."""

    label: str
    x: str
    """The number that the keys left and right change; the only one of a slider."""
    y: str = ""
    """The number that the keys up and down change; a handle with one is dragged in the
    figure."""
    low: Point = (0.0, 0.0)
    """The least values of x and y."""
    high: Point = FIGURE
    step: float = 1.0
    """The change by one key press; values are whole steps above the least."""
    base: tuple[str, str] | None = None
    """Names of the numbers to which x and y are added to place the handle: the start of
    an arrow whose tip it is."""

    @property
    def is_slider(self) -> bool:
        """Whether it changes one number, on a slider beside the figure."""
        return not self.y

    def start(self, state: State) -> Point:
        """Return the place from which x and y are measured."""
        if self.base is None:
            return (0.0, 0.0)
        x, y = self.base
        return (state[x], state[y])

    def values(self, state: State) -> list[float]:
        """Return its numbers, two if it has a place."""
        return [state[name] for name in (self.x, self.y) if name]

    def place(self, state: State) -> Point:
        """Return where the handle is in the figure."""
        left, top = self.start(state)
        x, y = self.values(state)
        return left + x, top + y

    def move(self, state: State, values: Iterable[float]) -> State:
        """Return a state with the nearest values that the handle allows."""
        names = self.x, self.y
        for name, value, low, high in zip(names, values, self.low, self.high):
            # The quotient may have been rounded to just below a whole number.
            most_steps = floor((high - low) / self.step + 1e-9)
            steps = round((value - low) / self.step)
            steps = min(max(steps, 0), most_steps)
            state = state.change(**{name: round(low + steps * self.step, 6)})
        return state

    def drag(self, state: State, at: Iterable[float]) -> State:
        """Move the handle of the figure as near to a place as it can be."""
        return self.move(state, map(sub, at, self.start(state)))

    def nudge(self, state: State, across: float, down: float) -> State:
        """Change its numbers by so many steps."""
        changes = zip(self.values(state), (across, down))
        values = [value + steps * self.step for value, steps in changes]
        return self.move(state, values)


def slider(
    label: str, number: str, low: float, high: float, step: float = 1.0
) -> Handle:
    """Return a handle of a single number, between its least and its greatest value."""
    return Handle(label, number, low=(low, 0.0), high=(high, 0.0), step=step)


class Pair(NamedTuple):
    """Two boxes and their displacements in a step; of a room, a is the player."""

    a: AABB
    b: AABB
    move_a: Point = (0.0, 0.0)
    move_b: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Lesson:
    """One idea: a bet, a figure to try with a goal, the code, a question.

    Args:
        state: the first state; the figure draws any state that the handles can reach.
        handles: what can be changed; the first is chosen at the beginning.
        figure: draws a state; changes nothing.
        words: what the figure shows now, in at most two short sentences.
        reaches_goal: whether a state is what the goal asks for; the first one is not.
        code: the shipped functions and classes that are shown beside the figure.
        call: runs that code with the figure's own arguments, for the numbers beside it.
        lines: which lines of the code decide what the figure shows now, as parts of
            their text.
        exercise: the name of the exercise that belongs to it; "" for none.
        from_pair: the numbers that it takes from the player of a room and the solid
            that it hits, in units of the figure; None where these do not fit.
        from_room: the same, of a whole room with so many px in a unit of the figure. A
            lesson that has neither begins with its own boxes only.
    """

    state: State
    handles: tuple[Handle, ...]
    figure: Callable[[RoleCanvas, State], None]
    words: Callable[[State], str]
    reaches_goal: Callable[[State], bool]
    code: tuple[Callable[..., object], ...]
    call: Callable[[State], object] = lambda state: None
    lines: Callable[[State], tuple[str, ...]] = lambda state: ()
    exercise: str = ""
    from_pair: Callable[[Pair], Mapping[str, float] | None] | None = None
    from_room: Callable[[World, float], Mapping[str, float] | None] | None = None

    @property
    def name(self) -> str:
        """The name of its figure's module and of its texts' file."""
        return self.figure.__module__.rpartition(".")[2]

    @cached_property
    def prose(self) -> Prose:
        """Its texts."""
        return read_prose(self.name)
