"""Which functions does a learner write, and in which cases are they tested?

An exercise is a function of game.collision without its body. Its stub is made from the
shipped source, so the two cannot differ, and the shipped function gives the expected
answers. Listing 4 is the exception: its stub has the shipped body, faults included, and
the learner corrects it. Each exercise has named cases, whose titles say what decides in
them, and then random ones.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from itertools import starmap
from operator import sub
from pathlib import Path
from random import Random
from textwrap import dedent, fill
from typing import NamedTuple

from ...collision import (
    AABB,
    OBB,
    ConvexPolygon,
    overlaps,
    pitfalls,
    separating_axis,
    sweep,
)
from ...collision.aabb import Vector
from ...collision.response import Response, motion_after
from ...collision.sweep import overlap_times

HERE = Path(__file__).parent
TASK_TEXTS = (HERE / "tasks.md").read_text(encoding="utf-8").split("\n## ")[1:]
TASKS = dict(text.split("\n", 1) for text in TASK_TEXTS)
"""What the learner reads, by the name of the exercise."""
Args = tuple[object, ...]
"""The arguments of a call."""
ArgsByTitle = Mapping[str, Args]
"""The arguments of cases by their titles."""
SweepArgs = tuple[AABB, AABB, Vector, Vector]
"""The arguments of a sweep: a, b and their displacements."""
NO_MOVE = (0.0, 0.0)

RANDOM_CASES = 32
"""How many of each exercise; they are the same in every run."""
STUB_BODY = "    # Replace this line and the next.\n    raise NotImplementedError\n"
LINE_LETTERS = 72
"""Letters in the longest line of a stub's text and of its imports."""


class Case(NamedTuple):
    """Arguments of an exercise's function."""

    title: str
    """What decides in this case."""
    args: Args


class Exercise(NamedTuple):
    """A function for a learner to write.

    Args:
        function: the shipped one.
        named_args: the arguments of the cases with a title of their own, by these
            titles, the simplest first.
        random_args: returns the arguments of a random case.
        corrected: gives the expected answers if the shipped function is wrong, and the
            stub contains the shipped body; None: the shipped one gives them.
    """

    function: Callable[..., object]
    named_args: ArgsByTitle
    random_args: Callable[[Random], Args]
    corrected: Callable[..., object] | None = None

    @property
    def name(self) -> str:
        """The name of the function, which is that of the exercise, too."""
        return self.function.__name__

    @property
    def file(self) -> str:
        """The name of the learner's file."""
        return f"{self.name}.py"

    @property
    def named_cases(self) -> list[Case]:
        """The cases with a title of their own."""
        return list(starmap(Case, self.named_args.items()))

    def cases(self) -> list[Case]:
        """Return all cases: the named ones, then the random ones."""
        rng = Random(self.name)
        cases = self.named_cases
        for number in range(1, RANDOM_CASES + 1):
            args = self.random_args(rng)
            cases.append(Case(f"random case {number}", args))
        return cases

    def answer(self, case: Case) -> object:
        """Return the expected answer in a case."""
        function = self.corrected or self.function
        return function(*case.args)

    def stub(self) -> str:
        """Return the text of the learner's file at the beginning.

        Raises:
            OSError: this copy of the program is without its source.
        """
        source = shipped_source(self.function)
        if not self.corrected:
            source = without_body(source)
        task = TASKS[self.name].strip()
        docstring = fill(f'"""{task}', LINE_LETTERS) + '\n"""\n'
        return f"{docstring}\n{import_lines(self.function)}\n\n{source}"


def shipped_source(function: Callable[..., object]) -> str:
    """Return the source of a function, without indent and decorators.

    Raises:
        OSError: this copy of the program is without its source.
    """
    try:
        source = dedent(inspect.getsource(function))
    except OSError:
        raise OSError(None, "its source is not in this copy of the game") from None
    first_line = function_node(source).lineno
    return "".join(source.splitlines(keepends=True)[first_line - 1 :])


def without_body(source: str) -> str:
    """Return the source of a function whose body, after its docstring, is replaced by
    STUB_BODY."""
    docstring = function_node(source).body[0]
    lines = source.splitlines(keepends=True)[: docstring.end_lineno]
    return "".join(lines) + STUB_BODY


def function_node(source: str) -> ast.FunctionDef:
    """Return the syntax tree of the function with which a source begins."""
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def import_lines(function: Callable[..., object]) -> str:
    """Return the lines of a stub that import, from the module of a shipped function,
    the names that the function uses."""
    module = inspect.getmodule(function)
    tree = function_node(shipped_source(function))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    imported = used.intersection(vars(module)) - {function.__name__}
    names = ", ".join(sorted(imported))
    line = f"from {function.__module__} import ({names})"
    wrapped = fill(line, LINE_LETTERS, subsequent_indent="    ")
    return f"from __future__ import annotations\n\n{wrapped}\n"


def quarters(rng: Random, low: int, high: int, n: int = 2) -> Vector:
    """Return n random multiples of 1/4 from low to high; floats add these exactly."""
    return tuple(rng.randint(4 * low, 4 * high) / 4 for _ in range(n))


def random_box(rng: Random) -> AABB:
    """Return a box of multiples of 1/4, up to 12 px wide and high."""
    center = quarters(rng, -12, 12)
    half_extents = quarters(rng, 0, 6)
    return AABB(center, half_extents)


def random_boxes(rng: Random) -> Args:
    """Return the arguments of overlaps(): two boxes."""
    return random_box(rng), random_box(rng)


def random_corners(rng: Random) -> Args:
    """Return the arguments of AABB.from_min_max(): the class and two corners."""
    box = random_box(rng)
    return AABB, box.min, box.max


def random_shadows(rng: Random) -> Args:
    """Return d, r and s of one axis; in a quarter of the cases r is 0."""
    d, r = quarters(rng, -12, 12)
    r = rng.choice((r, r, r, 0.0))
    (s,) = quarters(rng, 0, 6, 1)
    return d, r, s


def random_move(rng: Random) -> Vector:
    """Return a displacement; in half of the cases it is zero."""
    move = quarters(rng, -24, 24)
    return rng.choice((NO_MOVE, move))


def random_step(rng: Random) -> SweepArgs:
    """Return the arguments of a sweep; in half of the cases, or more, the boxes overlap
    at u = 1/2."""
    a = random_box(rng)
    b = random_box(rng)
    move_a = random_move(rng)
    move_b = random_move(rng)
    if rng.random() < 0.5:
        b = overlapping_half_way(rng, a, b.half_extents, move_a, move_b)
    return a, b, move_a, move_b


def overlapping_half_way(
    rng: Random, a: AABB, half_b: Vector, move_a: Vector, move_b: Vector
) -> AABB:
    """Return a box b with these half extents whose centre is within a at u = 1/2."""
    box = AABB(a.center, half_b)
    # From here its centre comes to that of a at u = 1/2.
    box = box.moved(map(sub, move_a, move_b), u=0.5)
    return box.moved(rng.randint(-4, 4) / 4 * half for half in a.half_extents)


def random_growth(rng: Random) -> Args:
    """Return the arguments of AABB.expanded(): a box, and half extents to add."""
    return random_box(rng), quarters(rng, 0, 6)


def random_listing_4(rng: Random) -> Args:
    """Return the arguments of listing_4(), for a step as random_step() returns it."""
    return listing_4_arguments(*random_step(rng))


def random_contact(rng: Random) -> Args:
    """Return the arguments of motion_after(): e, f, axis, response and rest."""
    response = rng.choice((Response.STOP, Response.SLIDE, Response.BOUNCE))
    rest = response == Response.STOP and rng.random() < 0.5
    e = quarters(rng, -12, 12)
    f = quarters(rng, -12, 12)
    axis = rng.randrange(2)
    return e, f, axis, response, rest


def random_shapes(rng: Random) -> Args:
    """Return two boxes, the first one turned."""
    p = random_box(rng)
    q = random_box(rng)
    (angle,) = quarters(rng, -3, 3, 1)
    return OBB(p.center, p.half_extents, angle), q


def listing_4_arguments(
    a: AABB, b: AABB, move_a: Vector, move_b: Vector
) -> tuple[Vector, ...]:
    """Return the arguments of listing_4() for the step of these arguments of
    sweep()."""
    end_a = a.moved(move_a).center
    end_b = b.moved(move_b).center
    return a.half_extents, a.center, end_a, b.half_extents, b.center, end_b


def sweep_arguments(
    half_a: Vector, a0: Vector, a1: Vector, half_b: Vector, b0: Vector, b1: Vector
) -> SweepArgs:
    """Return the arguments of sweep() for the step of these arguments of
    listing_4()."""
    move_a = tuple(map(sub, a1, a0))
    move_b = tuple(map(sub, b1, b0))
    return AABB(a0, half_a), AABB(b0, half_b), move_a, move_b


def corrected_listing_4(*args: Vector) -> tuple[bool, float, float]:
    """Return what listing_4() should return, by the shipped sweep(): whether the boxes
    hit, u0 and u1; both are 0 for a miss."""
    hit = sweep(*sweep_arguments(*args))
    if not hit:
        return False, 0.0, 0.0
    return True, hit.u0, hit.u1


def box(x: float, y: float, half_width: float = 4, half_height: float = 4) -> AABB:
    """Return a box from its centre and its half extents."""
    return AABB((x, y), (half_width, half_height))


BOX = box(0, 0)
THIN = box(50, 0, 0.5, 40)
"""A wall 1 px thick."""
LEDGE = box(0, 8, 40)
"""A floor on which BOX rests."""
CUBE = AABB((0, 0, 0), (1, 1, 1))
SQUARE = ConvexPolygon(((6, 0), (10, 4), (6, 8), (2, 4)))
"""A square on its corner."""
BOX_STEPS: dict[str, SweepArgs] = {
    "a thin wall: the box ends behind it": (BOX, THIN, (91, 0), NO_MOVE),
    "x is last in: take the latest enter time": (BOX, box(24, 12), (32, 16), NO_MOVE),
    "y is last in: take the latest enter time": (BOX, box(12, 24), (16, 32), NO_MOVE),
    "x is first out: take the earliest exit time": (BOX, box(12, 9), (32, 16), NO_MOVE),
    "y is first out: take the earliest exit time": (BOX, box(9, 12), (16, 32), NO_MOVE),
    "x parts before y meets: a miss": (BOX, box(12, 40), (32, 40), NO_MOVE),
    "y parts before x meets: a miss": (BOX, box(40, 12), (40, 32), NO_MOVE),
    "they would meet after the step: a miss": (BOX, box(20, 20), (8, 8), NO_MOVE),
    "they move apart: a miss": (BOX, box(10, 10), (-20, -20), NO_MOVE),
    "y has a gap and does not move: a miss": (BOX, box(20, 20), (40, 0), NO_MOVE),
    "y overlaps and does not move: x alone decides": (
        BOX,
        box(-20, 4),
        (-40, 0),
        NO_MOVE,
    ),
    "paths cross, but at different times: a miss": (
        BOX,
        box(56, -8),
        (0, -32),
        (-64, 0),
    ),
    "head on: r is the difference of the displacements": (
        BOX,
        box(20, 0),
        (8, 0),
        (-16, 0),
    ),
    "b catches up with a, from the left": (box(32, 16), box(8, 16), (16, 0), (64, 0)),
    "equal displacements: seen from a, b is at rest": (
        BOX,
        box(-20, 0),
        (64, 8),
        (64, 8),
    ),
    "x and y meet at once: an exact corner": (BOX, box(16, 16), (32, 32), NO_MOVE),
    "at rest on a floor: to touch is to overlap": (BOX, LEDGE, NO_MOVE, NO_MOVE),
    "along a floor: they overlap all the time": (BOX, LEDGE, (16, 0), NO_MOVE),
    "off a floor: they overlap at u = 0 only": (BOX, LEDGE, (0, -8), NO_MOVE),
    "pressed on a floor: y closes at u = 0": (BOX, LEDGE, (0, 8), NO_MOVE),
    "they overlap at first and part: u0 is 0": (BOX, box(4, 0), (-16, 0), NO_MOVE),
    "they overlap to the end: u1 is 1": (BOX, box(4, 0), (1, 0), NO_MOVE),
}

OVERLAPS_CASES: ArgsByTitle = {
    "boxes that overlap": (box(30, 20), box(36, 23)),
    "a gap on x only: one gap is enough": (BOX, box(7, 0, 2)),
    "a gap on y only: one gap is enough": (BOX, box(0, -7, 4, 2)),
    "boxes that touch overlap": (BOX, box(8, 0)),
    "boxes that touch at a corner overlap": (BOX, box(8, -8)),
    "a box inside another": (BOX, box(1, 1, 1, 1)),
    "a plus sign: no corner is inside": (box(0, 0, 6, 1), box(0, 0, 1, 6)),
    "a point on a face": (BOX, box(4, 0, 0, 0)),
    "boxes in 3-D, with a gap on z": (CUBE, AABB((1, 1, 3), (1, 1, 1))),
    "faces at 0.1 are rounded: a gap": (box(0.05, 0, 0.05, 1), box(0.4, 0, 0.3, 1)),
}
FROM_MIN_MAX_CASES: ArgsByTitle = {
    "half extents are half of the size": (AABB, (0, 0), (8, 6)),
    "a box around the origin": (AABB, (-4, -3), (4, 3)),
    "a box at negative x": (AABB, (-9, 2), (-4, 3)),
    "a segment": (AABB, (0, 5), (8, 5)),
    "a box in 1-D": (AABB, (2,), (5,)),
    "a box in 3-D": (AABB, (0, 1, 2), (1, 3, 6)),
}
OVERLAP_TIMES_CASES: ArgsByTitle = {
    "b comes from the right: the times are exchanged": (9, -8, 3),
    "b comes from the left": (-9, 8, 3),
    "b moves away: both times are negative": (5, 4, 2),
    "they overlap at first: enter is negative": (1, -4, 3),
    "r = 0, and they overlap: always": (-1, 0, 3),
    "r = 0, and they touch: always": (3, 0, 3),
    "r = 0, and there is a gap: never": (9, 0, 3),
    "r = 0, and there is a gap on the left: never": (-9, 0, 3),
    "b is slow: r is small, but not 0": (-2, 0.5, 1),
    "two points that meet": (0.5, -0.5, 0),
}
SWEEP_CASES: ArgsByTitle = {
    **BOX_STEPS,
    "without move_b, b is at rest": (BOX, THIN, (90, 0), None),
    "in 3-D, z is last in": (CUBE, AABB((6, 5, 8), (1, 1, 1)), (8, 8, 8), None),
}
EXPANDED_CASES: ArgsByTitle = {
    "a wall grown by a box, on both sides": (THIN, (4, 4)),
    "a box grown on one axis": (BOX, (2, 0)),
    "a box grown by a point stays": (BOX, NO_MOVE),
    "a point grown by a box": (box(3, 5, 0, 0), (4, 4)),
    "a box in 3-D": (AABB((1, 2, 3), (1, 1, 1)), (1, 2, 3)),
}
LISTING_4_CASES = {
    title: listing_4_arguments(*step) for title, step in BOX_STEPS.items()
}
MOTION_AFTER_CASES: ArgsByTitle = {
    "slide along a wall: y goes on": ((8, 3), NO_MOVE, 0, Response.SLIDE, False),
    "slide along a floor: x goes on": ((8, 3), NO_MOVE, 1, Response.SLIDE, False),
    "stop and rest": ((8, 3), NO_MOVE, 0, Response.STOP, True),
    "stop at a second contact": ((8, 3), NO_MOVE, 0, Response.STOP, False),
    "bounce off a wall": ((8, 3), NO_MOVE, 0, Response.BOUNCE, False),
    "bounce off a wall that comes": ((8, 3), (-4, 0), 0, Response.BOUNCE, False),
    "bounce off a wall that recedes": ((8, 3), (2, 1), 0, Response.BOUNCE, False),
    "stop on a lift": ((2, 8), (0, -6), 1, Response.STOP, True),
    "slide on a lift": ((2, 8), (5, -6), 1, Response.SLIDE, False),
}
SEPARATING_AXIS_CASES: ArgsByTitle = {
    "boxes apart on x": (BOX, box(20, 0)),
    "q on the left: the axis points from p to q": (BOX, box(-20, 0)),
    "boxes apart on y": (BOX, box(0, 20)),
    "boxes that touch have no gap": (BOX, box(8, 0)),
    "a box inside another": (BOX, box(1, 1, 1, 1)),
    "a gap on an axis of q only": (box(0, 0, 2.5, 1), SQUARE),
    "a gap on an axis of p only": (SQUARE, box(0, 0, 2.5, 1)),
    "a square on its corner that overlaps": (BOX, SQUARE),
    "a turned box": (OBB((0, 0), (6, 1), 0.75), box(6, 0, 1, 1)),
}

EXERCISES = (
    Exercise(overlaps, OVERLAPS_CASES, random_boxes),
    Exercise(
        AABB.from_min_max.__func__,  # type: ignore[attr-defined]
        FROM_MIN_MAX_CASES,
        random_corners,
    ),
    Exercise(overlap_times, OVERLAP_TIMES_CASES, random_shadows),
    Exercise(sweep, SWEEP_CASES, random_step),
    Exercise(AABB.expanded, EXPANDED_CASES, random_growth),
    Exercise(
        pitfalls.listing_4,
        LISTING_4_CASES,
        random_listing_4,
        corrected=corrected_listing_4,
    ),
    Exercise(motion_after, MOTION_AFTER_CASES, random_contact),
    Exercise(separating_axis, SEPARATING_AXIS_CASES, random_shapes),
)
BY_NAME = {exercise.name: exercise for exercise in EXERCISES}
