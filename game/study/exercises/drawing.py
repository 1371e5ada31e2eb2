"""What does a case of an exercise look like?

What a function is given becomes a few parts of a figure, and so does an answer: what is expected is
outlined in the role "miss", what came back instead in "hit". Times are bars below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import hypot
from typing import Any, NamedTuple

from ...collision import AABB
from ...collision.aabb import Vector
from ...collision.contact import Solid
from ...collision.polygon import Shape
from ...collision.response import Response
from ..figures import corner_loop, draw_motion, time_x
from ..lesson import FIGURE, Pair, Point, RoleCanvas

Numbers = list[float]
STILL = (0.0, 0.0)
FAR = 150.0
"""px: farther away nothing is drawn."""
MARGIN, LARGEST = 20.0, 12.0
"""Units of a figure: around all parts, and for a px at most."""
TIMES, ROW, BAR = 160.0, 16.0, (70.0, 264.0)
"""Units of a figure: where times begin, the height of their rows, and from where to where bars
go."""


class Part(NamedTuple):
    """Something in a figure."""

    points: Sequence[Point]
    """One is a dot, two are an arrow, more are a convex area."""
    role: str
    name: str = ""
    move: Vector = STILL
    """Its displacement while u goes from 0 to 1."""


class Look(NamedTuple):
    """How the cases of an exercise are drawn, in px."""

    given: Callable[..., list[Part]]
    """Of the arguments."""
    answer: Callable[[Numbers, str, tuple[Any, ...]], list[Part]] = lambda *_: []
    """Of as many numbers as the expected answer has, in a role, beside the arguments."""
    times: Callable[[Numbers], Numbers] | None = None
    """Of an answer's numbers: the two times that it names, or none."""


def draw_case(
    canvas: RoleCanvas, look: Look, args: tuple[Any, ...], answers: Sequence[Any], u: float
) -> None:
    """Draw what a case gives, what is expected and, if there is a wrong answer, that as well.

    Args:
        canvas: to draw on.
        look: of the exercise.
        args: of the case.
        answers: one or two, as JSON has them.
        u: time in the step.
    """
    given = look.given(*args)
    told = [(numbers(answer), role) for answer, role in zip(answers, ("miss", "hit"))]
    size = len(told[0][0]) or 2  # None is expected where shapes have no axis with a gap.
    fit = [(found, role) for found, role in told if len(found) == size]
    drawn = [part for one in fit for part in look.answer(*one, args)]
    place = placing([*given, *drawn], TIMES - 12 if look.times else FIGURE[1])
    for part in (*given, *drawn):
        draw_part(canvas, place(part), u, 0.0 if part in drawn else 0.5)
    if look.times:
        draw_times(canvas, [(look.times(found), role) for found, role in told], u)


def numbers(answer: Any) -> Numbers:
    """Return all numbers of an answer as JSON has it, one after the other."""
    if isinstance(answer, dict):
        return numbers(list(answer.values()))
    if isinstance(answer, list):
        return [number for item in answer for number in numbers(item)]
    is_number = isinstance(answer, int | float) and answer == answer
    return [min(max(float(answer), -FAR), FAR)] if is_number else []


def placing(parts: Sequence[Part], high: float) -> Callable[[Part], Part]:
    """Return what puts parts into a figure so high that all of these are seen."""
    ends = [
        (x + part.move[0] * u, y + part.move[1] * u)
        for part in parts
        for x, y in part.points
        for u in (0, 1)
    ]
    spans = [(min(axis), max(axis)) for axis in zip(*ends)]
    sizes = FIGURE[0] - 2 * MARGIN, high - 2 * MARGIN
    scales = [size / max(b - a, 1e-9) for size, (a, b) in zip(sizes, spans)]
    scale = min(*scales, LARGEST)
    left, top = (MARGIN + (size - (a + b) * scale) / 2 for size, (a, b) in zip(sizes, spans))

    def place(part: Part) -> Part:
        points = [(left + x * scale, top + y * scale) for x, y in part.points]
        return part._replace(points=points, move=tuple(way * scale for way in part.move))

    return place


def draw_part(canvas: RoleCanvas, part: Part, u: float, fill: float) -> None:
    """Draw a part at the time u, and its name: at an arrow's tip, below what is a wall, else
    above."""
    points, role, name, (dx, dy) = part
    (left, top), (right, foot) = (tuple(map(end, *points, points[0])) for end in (min, max))
    at, anchor = (left + dx * u, top + dy * u - 1), (0.0, 1.0)
    if role == "wall":
        at, anchor = (right + dx * u, foot + dy * u + 1), (1.0, 0.0)
    if len(points) == 1:
        canvas.bar((left, top), (left + dx, top + dy), role)
        canvas.dot((left + dx * u, top + dy * u), role, 3)
    elif len(points) == 2:
        canvas.arrow(points[0], points[1], role, 1)
        at, anchor = (points[1][0] + 3, points[1][1]), (0.0, 0.5)
    elif dx or dy:
        box = AABB.from_min_max((left, top), (right, foot))
        draw_motion(canvas, box, (dx, dy), u, role)
    else:
        canvas.hull(points, role, fill, 1)
    canvas.text(name, at, role, anchor=anchor)


def draw_times(canvas: RoleCanvas, rows: Sequence[tuple[Numbers, str]], u: float) -> None:
    """Draw from when to when answers say, from the expected one on; the step is shaded."""
    x = partial(time_x, left=BAR[0], right=BAR[1])
    foot = TIMES + ROW * len(rows)
    canvas.box((x(0), TIMES), (x(1), foot), "quiet", fill=0.15)
    for end in (0, 1):
        canvas.text(f"{end}", (x(end), TIMES), "quiet", anchor=(0.5, 1.0))
    for y, name, (times, role) in zip((TIMES + 8, foot - 8), ("expected", "yours"), rows):
        canvas.text(name, (6, y), role, anchor=(0.0, 0.5))
        if len(times) < 2:
            canvas.text("none", (x(1) + 6, y), role, anchor=(0.0, 0.5))
        elif times[0] <= times[1]:
            canvas.box((x(times[0]), y - 4), (x(times[1]), y + 4), role)
        else:
            canvas.bar((x(times[1]), y), (x(times[0]), y), role, 2, dashed=True)
    canvas.bar((x(u), TIMES), (x(u), foot), "text", 0.75)


def box(center: Sequence[float], half: Sequence[float], role: str, name: str = "") -> Part:
    """Return a box, whatever the number of its axes; a third one is told."""
    (x, y), (w, h) = flat(center), flat(half)
    if name and len(center) > 2:
        name += f" z {center[2] - half[2]:g} to {center[2] + half[2]:g}"
    outline = (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)
    return Part(outline if w or h else ((x, y),), role, name)


def flat(vector: Sequence[float]) -> Point:
    """Return the first two of a vector's numbers; 0 for a second one that is not there."""
    return vector[0], vector[1] if len(vector) > 1 else 0.0


def arrow(start: Sequence[float], way: Sequence[float], role: str, name: str = "") -> Part:
    """Return a displacement; a dot where there is none."""
    (x, y), (dx, dy) = start, way
    return Part(((x, y), (x + dx, y + dy)) if dx or dy else ((x, y),), role, name)


def pair(a: AABB, b: AABB, move_a: Vector = STILL, move_b: Vector | None = STILL) -> list[Part]:
    """Two boxes that may move."""
    parts = [
        box(b.center, b.half_extents, "wall", "b"),
        box(a.center, a.half_extents, "mover", "a"),
    ]
    return [part._replace(move=way or STILL) for part, way in zip(parts, (move_b, move_a))]


def listing_4_arguments(a: AABB, b: AABB, move_a: Vector, move_b: Vector) -> tuple[Vector, ...]:
    """Return the arguments of listing_4 for those of sweep."""
    end_a, end_b = (box.moved(way).center for box, way in ((a, move_a), (b, move_b)))
    return a.half_extents, a.center, end_a, b.half_extents, b.center, end_b


def unlisted(
    half_a: Vector, a0: Vector, a1: Vector, half_b: Vector, b0: Vector, b1: Vector
) -> Pair:
    """Return two boxes as sweep() takes them that are given as Listing 4 takes them."""
    move_a, move_b = ((y[0] - x[0], y[1] - x[1]) for x, y in ((a0, a1), (b0, b1)))
    return Pair(AABB(a0, half_a), AABB(b0, half_b), move_a, move_b)


def corners(_: type, low: Vector, high: Vector) -> list[Part]:
    """Two corners."""
    return [Part((flat(low),), "mover", "min"), Part((flat(high),), "wall", "max")]


def on_a_line(d: float, r: float, s: float) -> list[Part]:
    """A point that comes to where shadows overlap."""
    return [box((0, 0), (s, 0.25), "wall", "|d| <= s"), Part(((d, 0.0),), "mover", "d", (r, 0.0))]


def seen_from(p: Vector, h: Vector, e: Vector, u: float, solid: Solid) -> list[Part]:
    """A mover and a solid, at u, and where both go."""
    at = [o + f * u for o, f in zip(solid.center, solid.move)]
    boxes = [box(at, solid.half_extents, "wall"), box(p, h, "mover", "mover")]
    return [*boxes, arrow(at, solid.move, "wall"), arrow(p, e, "mover")]


def from_mover(found: Numbers, role: str, args: tuple[Any, ...]) -> list[Part]:
    """d to the centre of a box with the half extents s, and r."""
    dx, rx, sx, dy, ry, sy = found
    x, y = args[0]
    ways = [arrow((x, y), (dx, dy), role, "d"), arrow((x, y), (rx, ry), role, "r")]
    return [box((x + dx, y + dy), (sx, sy), role), *ways]


def growth(self: AABB, half_extents: Vector) -> list[Part]:
    """A box, and what it grows by at its far corner."""
    grown = box(self.max, half_extents, "mover")
    return [box(self.center, self.half_extents, "wall"), grown]


def contact(e: Vector, f: Vector, axis: int, response: Response, rest: bool) -> list[Part]:
    """A face, the mover's displacement and that of the solid."""
    size = max(map(abs, (*e, *f)))
    face = box(STILL, (size / 30, size / 2)[:: -1 if axis else 1], "quiet")
    return [face, arrow(STILL, e, "mover", "e"), arrow(STILL, f, "wall", "f")]


def two_shapes(p: Shape, q: Shape) -> list[Part]:
    """Two convex shapes."""
    return [area(q, "wall", "q"), area(p, "mover", "p")]


def area(shape: Shape, role: str, name: str) -> Part:
    """Return a convex shape."""
    if isinstance(shape, AABB):
        return box(shape.center, shape.half_extents, role, name)
    return Part(corner_loop(shape), role, name)


def box_of(found: Numbers, role: str, args: tuple[Any, ...]) -> list[Part]:
    """A box, by its centre and its half extents."""
    n = len(found) // 2
    return [box(found[:n], found[n:], role)]


def axis_of(found: Numbers, role: str, args: tuple[Any, ...]) -> list[Part]:
    """An axis, drawn from the middle of p."""
    points = area(args[0], role, "").points
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*points)]
    reach = max(1.0, *(hypot(x - middle[0], y - middle[1]) for x, y in points))
    return [arrow(middle, [2 * reach * part for part in found], role)]


BOXES = Look(pair)
STEPS = Look(pair, times=lambda found: found[:2])
LISTED = Look(
    lambda *args: pair(*unlisted(*args)),
    times=lambda found: found[1:3] if found and found[0] else [],
)
CORNERS = Look(corners, box_of)
LINE = Look(on_a_line, times=lambda found: found[:2])
FRAME = Look(seen_from, from_mover)
GROWTH = Look(growth, box_of)
CONTACT = Look(contact, lambda found, role, args: [arrow(STILL, found, role)])
SHAPES = Look(two_shapes, axis_of)
