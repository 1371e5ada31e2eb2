"""What does a case of an exercise look like?

A function's arguments become a few parts of a figure, and so does an answer: the
expected one is drawn in the role "right", a different one beside it in "fault". Times
are bars below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

from ...collision import AABB
from ...collision.aabb import Vector
from ...collision.polygon import Shape
from ..figures import corner_loop, draw_length, draw_motion, time_x
from ..lesson import FIGURE, Point, RoleCanvas
from .cases import NO_MOVE, sweep_arguments

FARTHEST_DRAWN = 150.0
"""px: numbers of an answer are clamped to as much."""
PADDING, LARGEST_SCALE = 20.0, 60.0
"""Units of a figure: around all parts, and for a px at most."""
TIMES_TOP, TIMES_ROW, TIMES_LEFT, TIMES_RIGHT = 160.0, 16.0, 70.0, 264.0
"""Units of a figure: the bars for times, and the height of their rows."""
FILLS = {"right": 0.0, "fault": 0.0, "s": 0.15}
"""How opaque areas of these roles are; those of others are half opaque."""


class Part(NamedTuple):
    """An element of a figure, px."""

    points: Sequence[Point]
    """One is a dot, two are an arrow, more are a convex area."""
    role: str
    name: str = ""
    move: Vector = NO_MOVE
    """Its displacement while u goes from 0 to 1."""


class CaseFigure(NamedTuple):
    """How the cases of one exercise are drawn."""

    of_arguments: Callable[..., list[Part]]
    """Takes the arguments of the case."""
    of_answer: Callable[..., list[Part]] = lambda *_: []
    """Takes the numbers of an answer, a role, and the arguments of the case."""
    times: Callable[[list[float]], list[float]] | None = None
    """Takes the numbers of an answer; returns the two times among them, or none."""


def draw_case(
    canvas: RoleCanvas,
    name: str,
    args: Sequence[object],
    answers: Sequence[object],
    u: float,
) -> None:
    """Draw a case: its arguments, the expected answer and, if it was wrong, the
    learner's.

    Args:
        canvas: what to draw on.
        name: that of the exercise.
        args: those of the case.
        answers: one or two, as JSON values.
        u: time in the step.
    """
    figure = CASE_FIGURES[name]
    numbers = [
        (numbers_in(answer), role) for answer, role in zip(answers, ("right", "fault"))
    ]
    size = (
        len(numbers[0][0]) or 2
    )  # None is expected where shapes have no axis with a gap.
    parts = figure.of_arguments(*args)
    for answer, role in numbers:
        parts += figure.of_answer(answer, role, *args) if len(answer) == size else []
    for part in fit_parts(parts, TIMES_TOP - 12 if figure.times else FIGURE[1]):
        draw_part(canvas, part, u)
    if figure.times:
        draw_spans(
            canvas, [(figure.times(answer), role) for answer, role in numbers], u
        )


def numbers_in(answer: object) -> list[float]:
    """Return all numbers of a JSON value in their order, without NaN, clamped to what
    is drawn."""
    if isinstance(answer, list):
        return [number for item in answer for number in numbers_in(item)]
    if isinstance(answer, int | float) and answer == answer:
        return [min(max(float(answer), -FARTHEST_DRAWN), FARTHEST_DRAWN)]
    return []


def fit_parts(parts: Sequence[Part], height: float) -> list[Part]:
    """Return parts in units of the figure, all of them within this height, from parts
    in px."""
    moves = [
        (point, part.move, u) for part in parts for point in part.points for u in (0, 1)
    ]
    ends = [(x + dx * u, y + dy * u) for (x, y), (dx, dy), u in moves]
    spans = [(min(axis), max(axis)) for axis in zip(*ends)]
    sizes = FIGURE[0] - 2 * PADDING, height - 2 * PADDING
    scales = [size / max(b - a, 1e-9) for size, (a, b) in zip(sizes, spans)]
    k = min(*scales, LARGEST_SCALE)
    left, top = (
        PADDING + (size - (a + b) * k) / 2 for size, (a, b) in zip(sizes, spans)
    )
    return [
        Part(
            [(left + x * k, top + y * k) for x, y in points],
            role,
            name,
            (dx * k, dy * k),
        )
        for points, role, name, (dx, dy) in parts
    ]


def draw_part(canvas: RoleCanvas, part: Part, u: float) -> None:
    """Draw a part at the time u, with its name above it at the left, at the right for
    B, or at an arrow's tip; d, r and s have their letters."""
    points, role, name, (dx, dy) = part
    now = [(x + dx * u, y + dy * u) for x, y in points]
    if len(points) == 1:
        canvas.dot(now[0], role, 3)
    elif len(points) == 2:
        now = [points[1]]
        if role in ("d", "r", "s"):
            draw_length(canvas, role, points[0], points[1])
        else:
            canvas.arrow(points[0], points[1], role, 1)
    elif dx or dy:
        draw_motion(
            canvas, AABB.from_min_max(points[0], points[2]), (dx, dy), u, role, fill=0.5
        )
    else:
        canvas.hull(points, role, FILLS.get(role, 0.5), 1)
    side = float(role == "b")
    x, y = min(now, key=lambda at: (at[1], at[0] - 2 * side * at[0]))
    canvas.text(name, (x, y - 1), role, anchor=(side, 1.0), bold=True)


def draw_spans(
    canvas: RoleCanvas, rows: Sequence[tuple[list[float], str]], u: float
) -> None:
    """Draw the spans of time in answers, the expected one first; the step is shaded."""
    x = partial(time_x, left=TIMES_LEFT, right=TIMES_RIGHT)
    foot = TIMES_TOP + TIMES_ROW * len(rows)
    canvas.box((x(0), TIMES_TOP), (x(1), foot), "quiet", fill=0.15)
    for end in (0, 1):
        canvas.text(f"{end}", (x(end), TIMES_TOP), "quiet", anchor=(0.5, 1.0))
    for y, name, (times, role) in zip(
        (TIMES_TOP + 8, foot - 8), ("expected", "yours"), rows
    ):
        canvas.text(name, (6, y), role, anchor=(0.0, 0.5))
        if len(times) < 2:
            canvas.text("miss", (x(1) + 6, y), role, anchor=(0.0, 0.5))
        elif times[0] <= times[1]:
            canvas.box((x(times[0]), y - 4), (x(times[1]), y + 4), role)
        else:
            canvas.bar((x(times[1]), y), (x(times[0]), y), role, 2, dashed=True)
    canvas.bar((x(u), TIMES_TOP), (x(u), foot), "text", 0.75)


def box_part(
    center: Sequence[float], half: Sequence[float], role: str, name: str = ""
) -> Part:
    """Return a box of one to three axes, a dot if it has no size; its name gives the z
    range."""
    (x, y), (w, h) = first_two(center), first_two(half)
    if name and len(center) > 2:
        name += f" z {center[2] - half[2]:g} to {center[2] + half[2]:g}"
    corners = (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)
    return Part(corners if w or h else ((x, y),), role, name)


def first_two(vector: Sequence[float]) -> Point:
    """Return the x and y of a vector of any length; a missing y is 0."""
    return vector[0], vector[1] if len(vector) > 1 else 0.0


def arrow_part(
    start: Sequence[float], move: Sequence[float], role: str, name: str = ""
) -> Part:
    """Return a displacement as an arrow, or as a dot if it is zero."""
    (x, y), (dx, dy) = start, move
    return Part(((x, y), (x + dx, y + dy)) if dx or dy else ((x, y),), role, name)


def shape_part(shape: Shape, role: str, name: str = "") -> Part:
    """Return a convex shape."""
    if isinstance(shape, AABB):
        return box_part(shape.center, shape.half_extents, role, name)
    return Part(corner_loop(shape), role, name)


def moving_boxes(
    a: AABB, b: AABB, move_a: Vector = NO_MOVE, move_b: Vector | None = NO_MOVE
) -> list[Part]:
    """Return two boxes with their displacements."""
    box_a, box_b = shape_part(a, "a", "A"), shape_part(b, "b", "B")
    move = first_two(move_b or NO_MOVE)
    return [box_b._replace(move=move), box_a._replace(move=first_two(move_a))]


def two_corners(_: type, low: Vector, high: Vector) -> list[Part]:
    """Return two corners of a box."""
    return [
        Part((first_two(low),), "text", "min"),
        Part((first_two(high),), "text", "max"),
    ]


def distance_and_reach(d: float, r: float, s: float) -> list[Part]:
    """Return A's centre with the reach s and what lies within, d to B's centre, r from
    there."""
    fixed = [box_part(NO_MOVE, (s, 2), "s"), Part((NO_MOVE, (s, 0)), "s")]
    lengths = [Part(((0, -1), (d, -1)), "d"), Part(((d, 1), (d + r, 1)), "r")]
    return [
        *fixed,
        *lengths,
        Part((NO_MOVE,), "a", "A"),
        Part(((d, 1),), "b", "B", (r, 0)),
    ]


def box_and_growth(box: AABB, half_extents: Vector) -> list[Part]:
    """Return a box, and at its far corner a box with the half extents by which it
    grows."""
    return [shape_part(box, "b", "B"), box_part(box.max, half_extents, "a", "A")]


def answer_box(answer: list[float], role: str, *_: object) -> list[Part]:
    """Return a box, given by its centre and its half extents."""
    n = len(answer) // 2
    return [box_part(answer[:n], answer[n:], role)]


def face_and_displacements(e: Vector, f: Vector, axis: int, *_: object) -> list[Part]:
    """Return a face across an axis, and the displacements of the mover and of the
    solid."""
    size = max(map(abs, (*e, *f)))
    face = box_part(NO_MOVE, (size / 30, size / 2)[:: -1 if axis else 1], "wall")
    return [face, arrow_part(NO_MOVE, e, "a", "e"), arrow_part(NO_MOVE, f, "b", "f")]


def axis_part(answer: list[float], role: str, p: Shape, q: Shape) -> list[Part]:
    """Return an axis as an arrow from the middle of p."""
    points = shape_part(p, role).points
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*points)]
    reach = max(1.0, *(hypot(x - middle[0], y - middle[1]) for x, y in points))
    return [arrow_part(middle, [2 * reach * number for number in answer], role)]


CASE_FIGURES = {
    "overlaps": CaseFigure(moving_boxes),
    "from_min_max": CaseFigure(two_corners, answer_box),
    "overlap_times": CaseFigure(distance_and_reach, times=lambda answer: answer[:2]),
    "sweep": CaseFigure(moving_boxes, times=lambda answer: answer[:2]),
    "expanded": CaseFigure(box_and_growth, answer_box),
    "listing_4": CaseFigure(
        lambda *arguments: moving_boxes(*sweep_arguments(*arguments)),
        times=lambda answer: answer[1:3] if answer and answer[0] else [],
    ),
    "motion_after": CaseFigure(
        face_and_displacements,
        lambda answer, role, *_: [arrow_part(NO_MOVE, answer, role)],
    ),
    "separating_axis": CaseFigure(
        lambda p, q: [shape_part(q, "b", "q"), shape_part(p, "a", "p")], axis_part
    ),
}
"""By the name of the exercise."""
