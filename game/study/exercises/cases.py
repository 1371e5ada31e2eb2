"""Which functions does a learner write, from which stubs, and in which cases are they tested?

An exercise is a function of game.collision without its body. Its stub is made from the shipped
source, so the two cannot differ, and the shipped function gives the expected answers. Listing 4 is
the exception: its stub has the shipped body, faults included, and the learner corrects it. Each
exercise has named cases, which show one thing each, and then random ones.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from random import Random
from textwrap import dedent, fill
from typing import NamedTuple

from ...collision import AABB, OBB, ConvexPolygon, overlaps, pitfalls, separating_axis, sweep
from ...collision.aabb import Vector
from ...collision.contact import Solid, relative_motion
from ...collision.response import Response, motion_after
from ...collision.sweep import overlap_times
from ..lessons import LESSONS
from .drawing import NO_MOVE, listing_4_arguments, pair_from_listing_4

HERE = Path(__file__).parent
TASKS = dict(
    part.split("\n", 1)
    for part in (HERE / "tasks.md").read_text(encoding="utf-8").split("\n## ")[1:]
)
"""What the learner reads, by the name of the exercise."""
Args = tuple[object, ...]

RANDOM_CASES = 32
"""For each exercise; the same in every run."""
NEARLY = 1e-9
"""Tolerance relative to the answer: another order of the same arithmetic passes."""
STUB_BODY = "    # Replace this line and the next.\n    raise NotImplementedError\n"


class Case(NamedTuple):
    """Arguments of an exercise's function."""

    title: str
    """What they show."""
    args: Args


@dataclass(frozen=True)
class Exercise:
    """A function for a learner to write.

    Args:
        function: the shipped one.
        named_cases: cases with a title of their own, the simplest first.
        random_args: returns the arguments of one more case.
        corrected: gives the expected answers if the shipped function is wrong; the stub then
            contains the shipped body.
        tolerance: largest error of a number, relative to it; 0 for exact arithmetic.
    """

    function: Callable[..., object]
    named_cases: tuple[Case, ...]
    random_args: Callable[[Random], Args]
    corrected: Callable[..., object] | None = None
    tolerance: float = NEARLY

    @property
    def name(self) -> str:
        """The name of the function, which is that of the exercise, too."""
        return self.function.__name__

    @property
    def file(self) -> str:
        """The name of the learner's file."""
        return f"{self.name}.py"

    def cases(self) -> tuple[Case, ...]:
        """Return all cases, the named ones first."""
        rng, numbers = Random(self.name), range(1, RANDOM_CASES + 1)
        more = [Case(f"random case {k}", self.random_args(rng)) for k in numbers]
        return *self.named_cases, *more

    def answer(self, case: Case) -> object:
        """Return the expected answer."""
        return (self.corrected or self.function)(*case.args)

    def stub(self) -> str:
        """Return the text of the learner's file at the beginning.

        Raises:
            OSError: this copy of the program is without its source.
        """
        source = shipped_source(self.function)
        if not self.corrected:
            docstring = function_node(source).body[0]
            source = "".join(source.splitlines(keepends=True)[: docstring.end_lineno]) + STUB_BODY
        task = fill(f'"""{TASKS[self.name].strip()}', 72)
        return f'{task}\n"""\n\n{import_lines(self.function)}\n\n{source}'


def shipped_source(function: Callable[..., object]) -> str:
    """Return the source of a function, without indent and decorators.

    Raises:
        OSError: this copy of the program is without its source.
    """
    try:
        source = dedent(inspect.getsource(function))
    except OSError:
        raise OSError(None, "its source is not in this copy of the game") from None
    return "".join(source.splitlines(keepends=True)[function_node(source).lineno - 1 :])


def function_node(source: str) -> ast.FunctionDef:
    """Return the syntax tree of the function with which a source begins."""
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def import_lines(function: Callable[..., object]) -> str:
    """Return the imports that a shipped function needs outside its module."""
    module = inspect.getmodule(function)
    assert module is not None
    home = module.__name__
    nodes = ast.walk(function_node(shipped_source(function)))
    used = {node.id for node in nodes if isinstance(node, ast.Name)} & {*vars(module)}
    used.discard(function.__name__)
    lines = []
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom):
            package = f"{home.rpartition('.')[0]}." if node.level else ""
            names = sorted(used & {alias.name for alias in node.names})
            lines += [f"from {package}{node.module} import {', '.join(names)}"] * bool(names)
            used.difference_update(names)
    lines += [f"from {home} import {', '.join(sorted(used))}"] * bool(used)
    root = home.partition(".")[0]
    lines.sort(key=lambda line: (line.startswith(f"from {root}"), line.split()[1]))
    return "\n".join(["from __future__ import annotations\n", *lines]) + "\n"


def stub_files() -> dict[str, str]:
    """Return the texts of a folder of exercises by the names of its files: a stub for each, and a
    README.

    Raises:
        OSError: this copy of the program is without its source.
    """
    return {exercise.file: exercise.stub() for exercise in EXERCISES} | {"README.txt": readme()}


def readme() -> str:
    """Return the text that lies beside the learner's files."""
    places = {lesson.exercise: k for k, lesson in enumerate(LESSONS, 1)}
    width = max(len(exercise.file) for exercise in EXERCISES)
    files = [f"    {each.file:{width}}  lesson {places[each.name]}" for each in EXERCISES]
    return (HERE / "readme.txt").read_text(encoding="utf-8").format(files="\n".join(files))


def quarters(rng: Random, low: int, high: int, n: int = 2) -> Vector:
    """Return random multiples of a quarter, whose sums are exact."""
    return tuple(rng.randint(4 * low, 4 * high) / 4 for _ in range(n))


def random_box(rng: Random) -> AABB:
    return AABB(quarters(rng, -12, 12), quarters(rng, 0, 6))


def random_boxes(rng: Random) -> tuple[AABB, AABB]:
    return random_box(rng), random_box(rng)


def random_corners(rng: Random) -> Args:
    low = quarters(rng, -12, 12)
    sizes = quarters(rng, 0, 12)
    return AABB, low, tuple(a + size for a, size in zip(low, sizes))


def random_shadows(rng: Random) -> Args:
    d, r = quarters(rng, -12, 12)
    (s,) = quarters(rng, 0, 6, 1)
    return d, rng.choice((r, r, r, 0.0)), s


def random_mover(rng: Random) -> Args:
    p, e, o, f = (quarters(rng, -12, 12) for _ in range(4))
    h, g = (quarters(rng, 0, 6) for _ in range(2))
    return p, h, e, rng.choice((0.0, 0.25, 0.5)), Solid(o, g, f, f, 0)


def random_step(rng: Random) -> tuple[AABB, AABB, Vector, Vector]:
    moves = [rng.choice(((0.0, 0.0), quarters(rng, -24, 24))) for _ in range(2)]
    return *random_boxes(rng), moves[0], moves[1]


def random_contact(rng: Random) -> Args:
    response = rng.choice((Response.STOP, Response.SLIDE, Response.BOUNCE))
    rest = response == Response.STOP and rng.random() < 0.5
    e, f = quarters(rng, -12, 12), quarters(rng, -12, 12)
    return e, f, rng.randrange(2), response, rest


def random_shapes(rng: Random) -> Args:
    p, q = random_boxes(rng)
    (angle,) = quarters(rng, -3, 3, 1)
    return OBB(p.center, p.half_extents, angle), q


def corrected_listing_4(*args: Vector) -> tuple[bool, float, float]:
    """Return what listing_4() should return, from the shipped sweep()."""
    hit = sweep(*pair_from_listing_4(*args))
    return (True, hit.u0, hit.u1) if hit else (False, 0.0, 0.0)


def wall(x: float) -> AABB:
    """Return an upright wall, 1 px thick."""
    return AABB((x, 0), (0.5, 40))


def moving_wall(x: float, move: Vector = NO_MOVE) -> Solid:
    """Return an upright wall, 1 px thick, with a displacement."""
    return Solid((x, 0), (0.5, 40), move, move, 0)


BOX = AABB((0, 0), (4, 4))
SQUARE = ConvexPolygon(((6, 0), (10, 4), (6, 8), (2, 4)))
"""A square on its corner."""
BOX_STEPS: dict[str, tuple[AABB, AABB, Vector, Vector]] = {
    "a fast box and a thin wall": (BOX, wall(50), (90, 0), NO_MOVE),
    "a box that stops short of the wall": (BOX, wall(50), (30, 0), NO_MOVE),
    "boxes that stay apart on y": (BOX, AABB((20, 20), (4, 4)), (40, 0), NO_MOVE),
    "boxes that move apart on both axes": (BOX, AABB((10, 10), (4, 4)), (-20, -20), NO_MOVE),
    "shadows that never overlap at once": (BOX, AABB((20, 8), (4, 2)), (32, -40), NO_MOVE),
    "both boxes move, head on": (BOX, AABB((20, 0), (4, 4)), (8, 0), (-16, 0)),
    "equal displacements": (BOX, AABB((20, 0), (4, 4)), (64, 8), (64, 8)),
    "a box at rest on a floor": (BOX, AABB((0, 8), (40, 4)), NO_MOVE, NO_MOVE),
    "a box that leaves the floor": (BOX, AABB((0, 8), (40, 4)), (0, -8), NO_MOVE),
    "overlapping boxes that part": (BOX, AABB((4, 0), (4, 4)), (-16, 0), NO_MOVE),
    "a corner that hits a corner": (BOX, AABB((16, 16), (4, 4)), (32, 32), NO_MOVE),
}

EXERCISES = (
    Exercise(
        overlaps,
        (
            Case("boxes that overlap", (BOX, AABB((6, 3), (4, 4)))),
            Case("boxes apart on x only", (BOX, AABB((12, 0), (2, 4)))),
            Case("boxes apart on y only", (BOX, AABB((0, 12), (4, 2)))),
            Case("boxes that touch", (BOX, AABB((8, 0), (4, 4)))),
            Case("boxes that touch at a corner", (BOX, AABB((8, -8), (4, 4)))),
            Case("a box inside another", (BOX, AABB((1, 1), (1, 1)))),
            Case("a plus sign: no corner is inside", (AABB((0, 0), (6, 1)), AABB((0, 0), (1, 6)))),
            Case("a point on a face", (BOX, AABB((4, 0), (0, 0)))),
            Case("boxes in 3-D", (AABB((0, 0, 0), (1, 1, 1)), AABB((1, 1, 3), (1, 1, 1)))),
        ),
        random_boxes,
    ),
    Exercise(
        AABB.from_min_max.__func__,  # type: ignore[attr-defined]
        (
            Case("a corner at the origin", (AABB, (0, 0), (8, 6))),
            Case("a box around the origin", (AABB, (-4, -3), (4, 3))),
            Case("a box at negative x", (AABB, (-9, 2), (-4, 3))),
            Case("a segment", (AABB, (0, 5), (8, 5))),
            Case("a box in 1-D", (AABB, (2,), (5,))),
            Case("a box in 3-D", (AABB, (0, 1, 2), (1, 3, 6))),
        ),
        random_corners,
    ),
    Exercise(
        overlap_times,
        (
            Case("b comes from the right", (9, -8, 3)),
            Case("b comes from the left", (-9, 8, 3)),
            Case("b moves away: both times are negative", (5, 4, 2)),
            Case("shadows that overlap at the start", (1, -4, 3)),
            Case("overlapping, without relative motion", (1, 0, 3)),
            Case("touching, without relative motion", (3, 0, 3)),
            Case("apart, without relative motion", (9, 0, 3)),
            Case("two points", (4, -4, 0)),
        ),
        random_shadows,
    ),
    Exercise(
        relative_motion,
        (
            Case("a wall at rest", (NO_MOVE, (4, 4), (90, 0), 0.0, moving_wall(50))),
            Case("a mover at rest", (NO_MOVE, (4, 4), NO_MOVE, 0.0, moving_wall(50, (-90, 0)))),
            Case("equal displacements", (NO_MOVE, (4, 4), (30, 8), 0.0, moving_wall(50, (30, 8)))),
            Case("head on", (NO_MOVE, (4, 4), (30, 0), 0.0, moving_wall(50, (-30, 0)))),
            Case("from u = 0.5 on", (NO_MOVE, (4, 4), (8, 0), 0.5, moving_wall(50, (-16, 4)))),
        ),
        random_mover,
        tolerance=0,
    ),
    Exercise(
        sweep,
        (
            *starmap(Case, BOX_STEPS.items()),
            Case("no move_b: b is at rest", (BOX, wall(50), (90, 0), None)),
            Case("touching corners that approach", (BOX, AABB((8, 8), (4, 4)), (1, 2), NO_MOVE)),
        ),
        random_step,
    ),
    Exercise(
        AABB.expanded,
        (
            Case("a wall grown by a box", (wall(50), (4, 4))),
            Case("a box grown on one axis", (BOX, (2, 0))),
            Case("a box grown by a point", (BOX, NO_MOVE)),
            Case("a point grown by a box", (AABB((3, 5), NO_MOVE), (4, 4))),
            Case("a box in 3-D", (AABB((1, 2, 3), (1, 1, 1)), (1, 2, 3))),
        ),
        lambda rng: (random_box(rng), quarters(rng, 0, 6)),
        tolerance=0,
    ),
    Exercise(
        pitfalls.listing_4,
        tuple(Case(title, listing_4_arguments(*step)) for title, step in BOX_STEPS.items()),
        lambda rng: listing_4_arguments(*random_step(rng)),
        corrected=corrected_listing_4,
    ),
    Exercise(
        motion_after,
        (
            Case("slide along a wall", ((8, 3), NO_MOVE, 0, Response.SLIDE, False)),
            Case("slide along a floor", ((8, 3), NO_MOVE, 1, Response.SLIDE, False)),
            Case("stop and rest", ((8, 3), NO_MOVE, 0, Response.STOP, True)),
            Case("stop at a second contact", ((8, 3), NO_MOVE, 0, Response.STOP, False)),
            Case("bounce off a wall", ((8, 3), NO_MOVE, 0, Response.BOUNCE, False)),
            Case("bounce off an approaching wall", ((8, 3), (-4, 0), 0, Response.BOUNCE, False)),
            Case("bounce off a receding wall", ((8, 3), (2, 1), 0, Response.BOUNCE, False)),
            Case("stop on a lift", ((2, 8), (0, -6), 1, Response.STOP, True)),
            Case("slide on a lift", ((2, 8), (5, -6), 1, Response.SLIDE, False)),
        ),
        random_contact,
        tolerance=0,
    ),
    Exercise(
        separating_axis,
        (
            Case("boxes apart on x", (BOX, AABB((20, 0), (4, 4)))),
            Case("boxes apart on x, q on the left", (BOX, AABB((-20, 0), (4, 4)))),
            Case("boxes that touch", (BOX, AABB((8, 0), (4, 4)))),
            Case("a box inside another", (BOX, AABB((1, 1), (1, 1)))),
            Case("a gap on a slanted axis only", (AABB((0, 0), (2.5, 1)), SQUARE)),
            Case("a square on its corner that overlaps", (BOX, SQUARE)),
            Case("a turned box", (OBB((0, 0), (6, 1), 0.75), AABB((6, 0), (1, 1)))),
        ),
        random_shapes,
    ),
)
BY_NAME = {exercise.name: exercise for exercise in EXERCISES}
