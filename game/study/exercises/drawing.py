"""What does a case of an exercise look like?

A function's arguments become a few parts of a figure, and so does an answer: the
expected one is drawn in the role "right", a different one beside it in "fault". Times
are bars below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
PADDING = 20.0
"""Units of a figure, around all parts."""
LARGEST_SCALE = 60.0
"""Units of a figure in which a px is drawn at most, where all parts are small."""
SMALLEST_SPAN = 1e-9
"""px: parts of no extent on an axis count as this long, so that a scale exists."""
TIMES_TOP = 160.0
"""Units of a figure: where the bars for times begin."""
TIMES_ROW = 16.0
"""Units of a figure: the height of a row with such a bar."""
TIMES_LEFT = 70.0
TIMES_RIGHT = 264.0
"""Units of a figure: between which the bars lie."""
ANSWER_ROLES = ("right", "fault")
"""Of the expected answer and of the learner's."""
ANSWER_NAMES = {"right": "expected", "fault": "yours"}
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

    def points_at(self, u: float) -> list[Point]:
        """Return its points at the time u."""
        dx, dy = self.move
        return [(x + dx * u, y + dy * u) for x, y in self.points]

    def scaled(self, scale: float, origin: Point) -> Part:
        """Return it in units of the figure; its own origin comes to this one."""
        left, top = origin
        dx, dy = self.move
        points = [(left + x * scale, top + y * scale) for x, y in self.points]
        return self._replace(points=points, move=(dx * scale, dy * scale))


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
    numbers = [numbers_in(answer) for answer in answers]
    # None is expected where shapes have no axis with a gap; an axis has two numbers.
    size = len(numbers[0]) or 2
    parts = figure.of_arguments(*args)
    for answer, role in zip(numbers, ANSWER_ROLES):
        if len(answer) == size:
            parts += figure.of_answer(answer, role, *args)
    height = TIMES_TOP - 12 if figure.times else FIGURE[1]
    for part in fit_parts(parts, height):
        draw_part(canvas, part, u)
    if figure.times:
        draw_spans(canvas, [figure.times(answer) for answer in numbers], u)


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
    ends: list[Point] = []
    for part in parts:
        ends += part.points_at(0)
        ends += part.points_at(1)
    bounds = AABB.around(ends)
    spans = [max(extent, SMALLEST_SPAN) for extent in bounds.size]
    wide = FIGURE[0] - 2 * PADDING
    tall = height - 2 * PADDING
    scale = min(wide / spans[0], tall / spans[1], LARGEST_SCALE)
    # The middle of all parts comes to the middle of the place for them.
    x, y = bounds.center
    left = PADDING + (wide - 2 * x * scale) / 2
    top = PADDING + (tall - 2 * y * scale) / 2
    return [part.scaled(scale, (left, top)) for part in parts]


def draw_part(canvas: RoleCanvas, part: Part, u: float) -> None:
    """Draw a part at the time u, with its name; d, r and s also have their letters."""
    points = part.points_at(u)
    if len(points) == 1:
        canvas.dot(points[0], part.role, 3)
    elif len(points) == 2:
        draw_arrow(canvas, part)
    elif any(part.move):
        box = AABB.from_min_max(part.points[0], part.points[2])
        dx, dy = part.move
        draw_motion(canvas, box, (dx, dy), u, part.role, fill=0.5)
    else:
        canvas.hull(points, part.role, FILLS.get(part.role, 0.5), 1)
    anchor = (1.0, 1.0) if part.role == "b" else (0.0, 1.0)
    x, y = name_place(part, points)
    canvas.text(part.name, (x, y - 1), part.role, anchor=anchor, bold=True)


def draw_arrow(canvas: RoleCanvas, part: Part) -> None:
    """Draw a part of two points."""
    start, end = part.points
    if part.role in ("d", "r", "s"):
        draw_length(canvas, part.role, start, end)
    else:
        canvas.arrow(start, end, part.role, 1)


def name_place(part: Part, points: Sequence[Point]) -> Point:
    """Return above which point a part's name stands: an arrow's tip, the upper right
    one of B, or else the upper left one."""
    if len(points) == 2:
        return points[1]
    top = min(y for _, y in points)
    uppermost = [point for point in points if point[1] == top]
    return max(uppermost) if part.role == "b" else min(uppermost)


def draw_spans(canvas: RoleCanvas, spans: Sequence[Sequence[float]], u: float) -> None:
    """Draw the spans of time in answers, the expected one first; the step is shaded."""
    foot = TIMES_TOP + TIMES_ROW * len(spans)
    begin = span_x(0)
    end = span_x(1)
    canvas.box((begin, TIMES_TOP), (end, foot), "quiet", fill=0.15)
    canvas.text("0", (begin, TIMES_TOP), "quiet", anchor=(0.5, 1.0))
    canvas.text("1", (end, TIMES_TOP), "quiet", anchor=(0.5, 1.0))
    for row, (times, role) in enumerate(zip(spans, ANSWER_ROLES)):
        draw_span(canvas, times, role, TIMES_TOP + TIMES_ROW * (row + 0.5))
    canvas.bar((span_x(u), TIMES_TOP), (span_x(u), foot), "text", 0.75)


def draw_span(canvas: RoleCanvas, times: Sequence[float], role: str, y: float) -> None:
    """Draw the times of an answer around this y: none are a miss, and exchanged ones a
    dashed line."""
    canvas.text(ANSWER_NAMES[role], (6, y), role, anchor=(0.0, 0.5))
    if len(times) < 2:
        canvas.text("miss", (span_x(1) + 6, y), role, anchor=(0.0, 0.5))
        return
    enter = span_x(times[0])
    leave = span_x(times[1])
    if times[0] <= times[1]:
        canvas.box((enter, y - 4), (leave, y + 4), role)
    else:
        canvas.bar((leave, y), (enter, y), role, 2, dashed=True)


def span_x(time: float) -> float:
    """Return the x of a time in the bars."""
    return time_x(time, TIMES_LEFT, TIMES_RIGHT)


def box_part(
    center: Sequence[float], half: Sequence[float], role: str, name: str = ""
) -> Part:
    """Return a box of one to three axes, a dot if it has no size; its name gives the z
    range."""
    if name and len(center) > 2:
        name += f" z {center[2] - half[2]:g} to {center[2] + half[2]:g}"
    x, y = first_two(center)
    half_width, half_height = first_two(half)
    if not half_width and not half_height:
        return Part(((x, y),), role, name)
    left, right = x - half_width, x + half_width
    top, foot = y - half_height, y + half_height
    corners = ((left, top), (right, top), (right, foot), (left, foot))
    return Part(corners, role, name)


def first_two(vector: Sequence[float]) -> Point:
    """Return the x and y of a vector of any length; a missing y is 0."""
    if len(vector) == 1:
        return vector[0], 0.0
    return vector[0], vector[1]


def arrow_part(
    start: Sequence[float], move: Sequence[float], role: str, name: str = ""
) -> Part:
    """Return a displacement as an arrow, or as a dot if it is zero."""
    x, y = start
    dx, dy = move
    if not dx and not dy:
        return Part(((x, y),), role, name)
    return Part(((x, y), (x + dx, y + dy)), role, name)


def shape_part(shape: Shape, role: str, name: str = "") -> Part:
    """Return a convex shape."""
    if isinstance(shape, AABB):
        return box_part(shape.center, shape.half_extents, role, name)
    return Part(corner_loop(shape), role, name)


def moving_boxes(
    a: AABB, b: AABB, move_a: Vector = NO_MOVE, move_b: Vector | None = NO_MOVE
) -> list[Part]:
    """Return two boxes with their displacements, B first."""
    box_a = shape_part(a, "a", "A")
    box_b = shape_part(b, "b", "B")
    return [
        box_b._replace(move=first_two(move_b or NO_MOVE)),
        box_a._replace(move=first_two(move_a)),
    ]


def listing_4_boxes(*arguments: Vector) -> list[Part]:
    """Return the boxes that are arguments of listing_4()."""
    return moving_boxes(*sweep_arguments(*arguments))


def two_shapes(p: Shape, q: Shape) -> list[Part]:
    """Return two shapes, q first."""
    return [shape_part(q, "b", "q"), shape_part(p, "a", "p")]


def two_corners(_: type, low: Vector, high: Vector) -> list[Part]:
    """Return two corners of a box."""
    return [
        Part((first_two(low),), "text", "min"),
        Part((first_two(high),), "text", "max"),
    ]


def distance_and_reach(d: float, r: float, s: float) -> list[Part]:
    """Return A's centre with the reach s and what lies within, d to B's centre, r from
    there."""
    return [
        box_part(NO_MOVE, (s, 2), "s"),
        Part((NO_MOVE, (s, 0)), "s"),
        Part(((0, -1), (d, -1)), "d"),
        Part(((d, 1), (d + r, 1)), "r"),
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
    longest = max(abs(number) for number in (*e, *f))
    thin = longest / 30
    long = longest / 2
    face = (long, thin) if axis == 1 else (thin, long)
    return [
        box_part(NO_MOVE, face, "wall"),
        arrow_part(NO_MOVE, e, "a", "e"),
        arrow_part(NO_MOVE, f, "b", "f"),
    ]


def answer_arrow(answer: list[float], role: str, *_: object) -> list[Part]:
    """Return a displacement as an arrow."""
    return [arrow_part(NO_MOVE, answer, role)]


def axis_part(answer: list[float], role: str, p: Shape, q: Shape) -> list[Part]:
    """Return an axis as an arrow from the middle of p, twice as long as p reaches."""
    points = shape_part(p, role).points
    x, y = AABB.around(points).center
    reach = max(hypot(px - x, py - y) for px, py in points)
    length = 2 * max(1.0, reach)
    return [arrow_part((x, y), [length * number for number in answer], role)]


def times_of(answer: list[float]) -> list[float]:
    """Return the times of an answer that begins with them."""
    return answer[:2]


def listing_4_times(answer: list[float]) -> list[float]:
    """Return the times of an answer of listing_4(), none if it is a miss."""
    if answer and answer[0]:
        return answer[1:3]
    return []


CASE_FIGURES = {
    "overlaps": CaseFigure(moving_boxes),
    "from_min_max": CaseFigure(two_corners, answer_box),
    "overlap_times": CaseFigure(distance_and_reach, times=times_of),
    "sweep": CaseFigure(moving_boxes, times=times_of),
    "expanded": CaseFigure(box_and_growth, answer_box),
    "listing_4": CaseFigure(listing_4_boxes, times=listing_4_times),
    "motion_after": CaseFigure(face_and_displacements, answer_arrow),
    "separating_axis": CaseFigure(two_shapes, axis_part),
}
"""By the name of the exercise."""
