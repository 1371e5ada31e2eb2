"""Can you write it yourself?

An exercise is a function of game.collision without its body. The stub that the learner completes
is made from the shipped source, so it cannot drift, and the answers that are expected are the
shipped function's. One exercise is different: Listing 4 is given whole, faults and all, to be
mended. Cases that show something have names; those that chance makes come after them.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import dedent, fill
from typing import Any, NamedTuple

from ...collision import AABB, OBB, ConvexPolygon, overlaps, pitfalls, separating_axis, sweep
from ...collision.aabb import Vector
from ...collision.contact import Solid, relative_motion
from ...collision.response import Response, motion_after
from ...collision.sweep import overlap_times
from ..lessons import LESSONS
from . import drawing as looks
from .drawing import STILL, listing_4_arguments, unlisted

Args = tuple[Any, ...]

RANDOM = 32
"""Cases made by chance, for each exercise: always the same ones."""
NEARLY = 1e-9
"""Of the answer: for another order of the same arithmetic."""
HINT = "    # Your lines instead of this one.\n    raise NotImplementedError\n"


class Case(NamedTuple):
    """Arguments, and what they show."""

    shows: str
    args: Args


@dataclass(frozen=True)
class Exercise:
    """A function to be written by the learner.

    Args:
        function: the shipped one.
        look: how its cases are drawn.
        task: what is to be done, in words.
        named: cases that show something, the simplest first.
        some: makes the arguments of one more case.
        mended: answers as the function should; None where the shipped one is right. With it the
            stub keeps the shipped body, which is wrong.
        tolerance: how far a number may be off, as a part of it; 0 for exact arithmetic.
    """

    function: Callable[..., object]
    look: looks.Look
    task: str
    named: tuple[Case, ...]
    some: Callable[[Random], Args]
    mended: Callable[..., object] | None = None
    tolerance: float = 0.0

    @property
    def name(self) -> str:
        """Of the function, of the exercise, and of its file."""
        return self.function.__name__

    @property
    def file(self) -> str:
        """The name of the learner's file."""
        return f"{self.name}.py"

    def cases(self) -> tuple[Case, ...]:
        """Return all cases, the named ones first."""
        chance = Random(self.name)
        made = [Case(f"random case {k}", self.some(chance)) for k in range(1, RANDOM + 1)]
        return (*self.named, *made)

    def answer(self, case: Case) -> object:
        """Return what is expected."""
        return (self.mended or self.function)(*case.args)

    def stub(self) -> str:
        """Return the text of the file that the learner begins with.

        Raises:
            OSError: the program has no source with it.
        """
        source = shipped(self.function)
        if not self.mended:
            docstring = function_node(source).body[0]
            source = "".join(source.splitlines(keepends=True)[: docstring.end_lineno]) + HINT
        task = fill(f'"""{self.task}', 72)
        return f'{task}\n"""\n\n{imports(self.function)}\n\n{source}'


def shipped(function: Callable[..., object]) -> str:
    """Return a function's source, a method's as that of a function.

    Raises:
        OSError: the program has no source with it.
    """
    try:
        source = dedent(inspect.getsource(function))
    except OSError:
        raise OSError(None, "its source is not in this copy of the game") from None
    return "".join(source.splitlines(keepends=True)[function_node(source).lineno - 1 :])


def function_node(source: str) -> ast.FunctionDef:
    """Return the function that a text holds."""
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def imports(function: Callable[..., object]) -> str:
    """Return import lines for the names that a shipped function uses, as its module has them."""
    module = inspect.getmodule(function)
    assert module is not None
    home = module.__name__
    nodes = ast.walk(function_node(shipped(function)))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    places = {name: home for name in used - {function.__name__} if name in vars(module)}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom):
            package = f"{home.rpartition('.')[0]}." if node.level else ""
            for alias in node.names:
                if alias.name in places:
                    places[alias.name] = f"{package}{node.module}"
    grouped: dict[str, list[str]] = {}
    for name in sorted(places):
        grouped.setdefault(places[name], []).append(name)
    root = home.partition(".")[0]
    order = sorted(grouped, key=lambda place: (place.startswith(root), place))
    lines = [f"from {place} import {', '.join(grouped[place])}" for place in order]
    return "\n".join(["from __future__ import annotations\n", *lines]) + "\n"


def write_stubs(folder: Path) -> list[str]:
    """Write a file for each exercise, and what to do with them; return what was done.

    A file that is there already is left as it is.

    Raises:
        OSError: the folder cannot be made, or written to.
    """
    files = {exercise.file: exercise.stub() for exercise in EXERCISES}
    told = []
    for name, text in {**files, "README.txt": readme()}.items():
        written = write_new(folder / name, text)
        what = "is written" if written else "is there already; it is left as it is"
        told.append(f"{folder / name} {what}")
    return told


def write_new(path: Path, text: str) -> bool:
    """Write a file where there is none, and its folder; tell whether that was done.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True


def readme() -> str:
    """Return what the learner is told."""
    places = {lesson.exercise: k for k, lesson in enumerate(LESSONS, 1)}
    width = max(len(exercise.file) for exercise in EXERCISES)
    files = [f"    {each.file:{width}}  lesson {places[each.name]}" for each in EXERCISES]
    return README.format(files="\n".join(files))


README = """Each file here is a function of game.collision without its body. Write
the body, save, and have it checked:

    python run.py --check FOLDER

An installed game says thin-walls --check FOLDER. The game runs a file
whenever you save it, and draws its cases, where the lesson's last step
says "write it yourself"; --scene lesson:N --exercises FOLDER tells it
where your files are.

{files}

Arguments are as the docstring says: what it lists under Raises is not
asked for. A file has two seconds and 200 MB for all its cases; nothing
that it prints is shown.

To begin again, delete a file and write the exercises once more.
"""


def quarters(chance: Random, low: int, high: int, n: int = 2) -> Vector:
    """Return numbers on a grid of quarter pixels, on which sums are exact."""
    return tuple(chance.randint(4 * low, 4 * high) / 4 for _ in range(n))


def some_box(chance: Random, reach: int = 12) -> AABB:
    return AABB(quarters(chance, -reach, reach), quarters(chance, 0, 6))


def some_boxes(chance: Random) -> Args:
    return some_box(chance), some_box(chance)


def some_sides(chance: Random) -> Args:
    low = quarters(chance, -12, 12)
    sizes = quarters(chance, 0, 12)
    return AABB, low, tuple(a + size for a, size in zip(low, sizes))


def some_shadows(chance: Random) -> Args:
    d, r = quarters(chance, -12, 12)
    (s,) = quarters(chance, 0, 6, 1)
    return d, chance.choice((r, r, r, 0.0)), s


def some_mover(chance: Random) -> Args:
    p, e, o, f = (quarters(chance, -12, 12) for _ in range(4))
    h, g = (quarters(chance, 0, 6) for _ in range(2))
    return p, h, e, chance.choice((0.0, 0.25, 0.5)), Solid(o, g, f, f, 0)


def some_step(chance: Random) -> Args:
    moves = [chance.choice(((0.0, 0.0), quarters(chance, -24, 24))) for _ in range(2)]
    return *some_boxes(chance), *moves


def some_answer(chance: Random) -> Args:
    response = chance.choice((Response.STOP, Response.SLIDE, Response.BOUNCE))
    rest = response == Response.STOP and chance.random() < 0.5
    e, f = quarters(chance, -12, 12), quarters(chance, -12, 12)
    return e, f, chance.randrange(2), response, rest


def some_turned(chance: Random) -> Args:
    p, q = some_boxes(chance)
    (angle,) = quarters(chance, -3, 3, 1)
    return OBB(p.center, p.half_extents, angle), q


def mended(*args: Vector) -> tuple[bool, float, float]:
    """Answer what listing_4 should: the shipped sweep knows."""
    met = sweep(*unlisted(*args))
    return (True, met.u0, met.u1) if met else (False, 0.0, 0.0)


def wall(x: float) -> AABB:
    """Return an upright wall, 1 px thick."""
    return AABB((x, 0), (0.5, 40))


def solid(center: Vector, move: Vector = (0, 0)) -> Solid:
    """Return such a wall that may move."""
    return Solid(center, (0.5, 40), move, move, 0)


BOX = AABB((0, 0), (4, 4))
SQUARE = ConvexPolygon(((6, 0), (10, 4), (6, 8), (2, 4)))
STEPS = (
    Case("a box goes through a thin wall", (BOX, wall(50), (90, 0), STILL)),
    Case("the box stops before the wall", (BOX, wall(50), (30, 0), STILL)),
    Case("the boxes pass, still apart on y", (BOX, AABB((20, 20), (4, 4)), (40, 0), STILL)),
    Case("the boxes part on both axes", (BOX, AABB((10, 10), (4, 4)), (-20, -20), STILL)),
    Case("the shadows overlap, but never both", (BOX, AABB((20, 8), (4, 2)), (32, -40), STILL)),
    Case("both move, head on", (BOX, AABB((20, 0), (4, 4)), (8, 0), (-16, 0))),
    Case("both move alike", (BOX, AABB((20, 0), (4, 4)), (64, 8), (64, 8))),
    Case("a box rests on a floor", (BOX, AABB((0, 8), (40, 4)), STILL, STILL)),
    Case("a box that touches a floor leaves it", (BOX, AABB((0, 8), (40, 4)), (0, -8), STILL)),
    Case("the boxes overlap, and part", (BOX, AABB((4, 0), (4, 4)), (-16, 0), STILL)),
    Case("corner meets corner", (BOX, AABB((16, 16), (4, 4)), (32, 32), STILL)),
)

EXERCISES = (
    Exercise(
        overlaps,
        looks.BOXES,
        "Tell whether two boxes overlap. Boxes are closed: those that only touch overlap. Look for"
        " an axis with a gap, not for corners.",
        (
            Case("boxes that overlap", (BOX, AABB((6, 3), (4, 4)))),
            Case("boxes apart on x alone", (BOX, AABB((12, 0), (2, 4)))),
            Case("boxes apart on y alone", (BOX, AABB((0, 12), (4, 2)))),
            Case("boxes that touch", (BOX, AABB((8, 0), (4, 4)))),
            Case("boxes that touch at a corner", (BOX, AABB((8, -8), (4, 4)))),
            Case("a box inside another", (BOX, AABB((1, 1), (1, 1)))),
            Case("a plus sign: no corner is inside", (AABB((0, 0), (6, 1)), AABB((0, 0), (1, 6)))),
            Case("a point on a face", (BOX, AABB((4, 0), (0, 0)))),
            Case("boxes of three axes", (AABB((0, 0, 0), (1, 1, 1)), AABB((1, 1, 3), (1, 1, 1)))),
        ),
        some_boxes,
    ),
    Exercise(
        AABB.from_min_max.__func__,  # type: ignore[attr-defined]
        looks.CORNERS,
        "Make a box of its two corners: return cls(center, half_extents). The argument cls is the"
        " class AABB; in the game this is a class method.",
        (
            Case("a box that begins at the origin", (AABB, (0, 0), (8, 6))),
            Case("a box around the origin", (AABB, (-4, -3), (4, 3))),
            Case("a box on the far side", (AABB, (-9, 2), (-4, 3))),
            Case("a segment", (AABB, (0, 5), (8, 5))),
            Case("one axis", (AABB, (2,), (5,))),
            Case("three axes", (AABB, (0, 1, 2), (1, 3, 6))),
        ),
        some_sides,
        tolerance=NEARLY,
    ),
    Exercise(
        overlap_times,
        looks.LINE,
        "Tell when two shadows on an axis overlap while they move: from enter to exit, before and"
        " after the step as well. They overlap while |d + r u| <= s. Mind r = 0.",
        (
            Case("b comes from the right", (9, -8, 3)),
            Case("b comes from the left", (-9, 8, 3)),
            Case("b leaves: both times are past", (5, 4, 2)),
            Case("shadows that begin overlapping", (1, -4, 3)),
            Case("shadows that rest and overlap", (1, 0, 3)),
            Case("shadows that rest and touch", (3, 0, 3)),
            Case("shadows that rest apart", (9, 0, 3)),
            Case("two points", (4, -4, 0)),
        ),
        some_shadows,
        tolerance=NEARLY,
    ),
    Exercise(
        relative_motion,
        looks.FRAME,
        "Sit on the mover and watch the solid come. For each axis return d, from the mover's centre"
        " to the solid's at time u; r, the solid's displacement less the mover's, of a whole step;"
        " and s, the sum of both half extents. The mover is at p, with half extents h and"
        " displacement e; the solid lies at solid.center + solid.move * u.",
        (
            Case("a wall that rests", (STILL, (4, 4), (90, 0), 0.0, solid((50, 0)))),
            Case("a mover that rests", (STILL, (4, 4), STILL, 0.0, solid((50, 0), (-90, 0)))),
            Case("both move alike", (STILL, (4, 4), (30, 8), 0.0, solid((50, 0), (30, 8)))),
            Case("head on", (STILL, (4, 4), (30, 0), 0.0, solid((50, 0), (-30, 0)))),
            Case(
                "half of the step is over", (STILL, (4, 4), (8, 0), 0.5, solid((50, 0), (-16, 4)))
            ),
        ),
        some_mover,
    ),
    Exercise(
        sweep,
        looks.STEPS,
        "Find when two moving boxes overlap. overlap_times tells it for one axis; the boxes overlap"
        " from the last enter, but not before 0, to the first exit, but not after 1. Return"
        " Sweep(u0, u1, normal, entry_axes, axes), or None if they miss.",
        (
            *STEPS,
            Case("what rests need not be given", (BOX, wall(50), (90, 0), None)),
            Case("touching corners that close in", (BOX, AABB((8, 8), (4, 4)), (1, 2), STILL)),
        ),
        some_step,
        tolerance=NEARLY,
    ),
    Exercise(
        AABB.expanded,
        looks.GROWTH,
        "Grow a box by half extents, so that a point hits it where a box with those hits this one:"
        " return AABB(center, half_extents). The argument self is the box; in the game this is a"
        " method.",
        (
            Case("a wall grown by a box", (wall(50), (4, 4))),
            Case("a box grown on one axis", (BOX, (2, 0))),
            Case("a box grown by a point", (BOX, STILL)),
            Case("a point grown by a box", (AABB((3, 5), STILL), (4, 4))),
            Case("three axes", (AABB((1, 2, 3), (1, 1, 1)), (1, 2, 3))),
        ),
        lambda chance: (some_box(chance), quarters(chance, 0, 6)),
    ),
    Exercise(
        pitfalls.listing_4,
        looks.LISTED,
        "Mend Listing 4. It is here as it is shipped, with the faults that its docstring names."
        " Let it return (True, u0, u1) where the boxes overlap during the step, and"
        " (False, 0.0, 0.0) where they miss.",
        tuple(Case(case.shows, listing_4_arguments(*case.args)) for case in STEPS),
        lambda chance: listing_4_arguments(*some_step(chance)),
        mended=mended,
        tolerance=NEARLY,
    ),
    Exercise(
        motion_after,
        looks.CONTACT,
        "Answer a contact: return the mover's displacement e after it met, on one axis, a solid"
        " with the displacement f. On that axis STOP and SLIDE go with the solid, and BOUNCE"
        " mirrors the motion as the solid sees it. On the others the mover goes on, but where rest"
        " is true it rests. with_component sets one number of a tuple.",
        (
            Case("slide along a wall", ((8, 3), STILL, 0, Response.SLIDE, False)),
            Case("slide along a floor", ((8, 3), STILL, 1, Response.SLIDE, False)),
            Case("stop and rest", ((8, 3), STILL, 0, Response.STOP, True)),
            Case("stop at a second contact", ((8, 3), STILL, 0, Response.STOP, False)),
            Case("bounce off a wall", ((8, 3), STILL, 0, Response.BOUNCE, False)),
            Case("bounce off a wall that comes", ((8, 3), (-4, 0), 0, Response.BOUNCE, False)),
            Case("bounce off a wall that flees", ((8, 3), (2, 1), 0, Response.BOUNCE, False)),
            Case("stop on a lift", ((2, 8), (0, -6), 1, Response.STOP, True)),
            Case("slide on a lift", ((2, 8), (5, -6), 1, Response.SLIDE, False)),
        ),
        some_answer,
    ),
    Exercise(
        separating_axis,
        looks.SHAPES,
        "Find an axis on which two convex shapes have a gap. shadows(p, q, (0.0, 0.0)) yields each"
        " axis to try, and on it d, r and s. unit(axis, d) makes the axis 1 long and points it"
        " from p to q. Return that for the first axis with a gap, or None.",
        (
            Case("boxes apart on x", (BOX, AABB((20, 0), (4, 4)))),
            Case("boxes apart on the left", (BOX, AABB((-20, 0), (4, 4)))),
            Case("boxes that touch", (BOX, AABB((8, 0), (4, 4)))),
            Case("a box inside another", (BOX, AABB((1, 1), (1, 1)))),
            Case("a gap that only a slanted axis shows", (AABB((0, 0), (2.5, 1)), SQUARE)),
            Case("a square on its tip that overlaps", (BOX, SQUARE)),
            Case("a box that is turned", (OBB((0, 0), (6, 1), 0.75), AABB((6, 0), (1, 1)))),
        ),
        some_turned,
        tolerance=NEARLY,
    ),
)
BY_NAME = {exercise.name: exercise for exercise in EXERCISES}
