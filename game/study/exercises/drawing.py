"""What does a case of an exercise look like?

The arguments of a function become a few parts of a figure, and so does an answer. The
expected answer has the role "right", a different one beside it the role "fault". Times
are drawn as bars below.
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
"""px: numbers of an answer that are farther from 0 are clamped to this."""
PADDING = 20.0
"""Units of a figure that stay free around all parts."""
LARGEST_SCALE = 60.0
"""The most units of a figure in a px, where all parts are small."""
SMALLEST_SPAN = 1e-9
"""px: where all parts have one x, or one y, they count as this wide, or high, so that
nothing is divided by 0."""
TIMES_TOP = 160.0
"""Units of a figure: where the bars for times begin."""
TIMES_ROW = 16.0
"""Units of a figure: the height of a row with such a bar."""
DIGITS_HEIGHT = 12.0
"""Units of a figure: the height of the digits 0 and 1 above the bars."""
TIMES_LEFT = 70.0
TIMES_RIGHT = 264.0
"""Units of a figure: x between which the bars lie."""
ANSWER_ROLES = ("right", "fault")
"""The roles of the expected answer and of the learner's."""
ANSWER_NAMES = {"right": "expected", "fault": "yours"}
FILLS = {"right": 0.0, "fault": 0.0, "s": 0.15}
"""How opaque areas of these roles are; those of others are half opaque."""


class Part(NamedTuple):
    """An element of a figure; its lengths are px, or units of a figure once it is
    scaled."""

    points: Sequence[Point]
    """One is a dot, two are an arrow, more are a convex area."""
    role: str
    name: str = ""
    move: Point = NO_MOVE
    """Its displacement while u goes from 0 to 1."""

    def points_at(self, u: float) -> list[Point]:
        """Return where its points are at the time u."""
        dx, dy = self.move
        return [(x + dx * u, y + dy * u) for x, y in self.points]

    def scaled(self, scale: float, origin: Point) -> Part:
        """Return this part, given in px, in units of the figure.

        Args:
            scale: units of the figure in a px.
            origin: the place in the figure of the point (0, 0) px.
        """
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
    """Takes the numbers of an answer; returns the two times among them, or an empty
    list for a miss. None: an answer has no times, and bars are not drawn."""


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
        answers: the expected one and, if there is a second, the learner's; JSON
            values.
        u: time in the step.
    """
    figure = CASE_FIGURES[name]
    numbers = [numbers_in(answer) for answer in answers]
    # Without numbers None is expected, in the place of an axis, which has two.
    count = len(numbers[0]) or 2
    parts = figure.of_arguments(*args)
    for answer, role in zip(numbers, ANSWER_ROLES):
        if len(answer) == count:
            parts += figure.of_answer(answer, role, *args)
    height = TIMES_TOP - DIGITS_HEIGHT if figure.times else FIGURE[1]
    for part in fit_parts(parts, height):
        draw_part(canvas, part, u)
    if figure.times:
        draw_spans(canvas, [figure.times(answer) for answer in numbers], u)


def numbers_in(answer: object) -> list[float]:
    """Return all numbers in a JSON value in their order, without NaN, clamped to
    FARTHEST_DRAWN; True is 1, and False is 0."""
    if isinstance(answer, list):
        return [number for item in answer for number in numbers_in(item)]
    if isinstance(answer, int | float) and answer == answer:  # NaN is not equal to it.
        return [min(max(float(answer), -FARTHEST_DRAWN), FARTHEST_DRAWN)]
    return []


def fit_parts(parts: Sequence[Part], height: float) -> list[Part]:
    """Return parts, given in px, in units of the figure.

    They are as large as fits at all times of the step, and lie in the middle of the
    figure, whose lower end is at this height.
    """
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
    origin_x = PADDING + (wide - 2 * x * scale) / 2
    origin_y = PADDING + (tall - 2 * y * scale) / 2
    return [part.scaled(scale, (origin_x, origin_y)) for part in parts]


def draw_part(canvas: RoleCanvas, part: Part, u: float) -> None:
    """Draw a part at the time u, with its name, if it has one: a dot, an arrow, a box
    with its motion, or a shape at rest."""
    points = part.points_at(u)
    if len(points) == 1:
        canvas.dot(points[0], part.role, radius=3)
    elif len(points) == 2:
        draw_arrow(canvas, part)
    elif any(part.move):  # Only boxes move; their corners 0 and 2 are opposite.
        box = AABB.from_min_max(part.points[0], part.points[2])
        draw_motion(canvas, box, part.move, u, part.role, fill=0.5)
    else:
        canvas.hull(points, part.role, fill=FILLS.get(part.role, 0.5), width=1)
    # The name of B ends at its place, others begin there.
    anchor = (1.0, 1.0) if part.role == "b" else (0.0, 1.0)
    x, y = name_place(part, points)
    canvas.text(part.name, (x, y - 1), part.role, anchor=anchor, bold=True)


def draw_arrow(canvas: RoleCanvas, part: Part) -> None:
    """Draw a part of two points: d, r and s as in all figures, with their letters;
    others as an arrow."""
    start, end = part.points
    if part.role in ("d", "r", "s"):
        draw_length(canvas, part.role, start, end)
    else:
        canvas.arrow(start, end, part.role, width=1)


def name_place(part: Part, points: Sequence[Point]) -> Point:
    """Return the point above which a part's name stands: the tip of an arrow, the upper
    right corner of B, or the upper left corner of another part.

    Args:
        part: to be named.
        points: where its points are now.
    """
    if len(points) == 2:
        return points[1]
    top = min(y for _, y in points)
    uppermost = [point for point in points if point[1] == top]
    return max(uppermost) if part.role == "b" else min(uppermost)


def draw_spans(canvas: RoleCanvas, spans: Sequence[Sequence[float]], u: float) -> None:
    """Draw the bars of times, a row for each answer; the step is shaded, and a line
    marks the time u.

    Args:
        canvas: what to draw on.
        spans: the two times in each answer, or none of a miss; the expected answer's
            first.
        u: time in the step.
    """
    foot = TIMES_TOP + TIMES_ROW * len(spans)
    begin = span_x(0)
    end = span_x(1)
    canvas.box((begin, TIMES_TOP), (end, foot), "quiet", fill=0.15)
    canvas.text("0", (begin, TIMES_TOP), "quiet", anchor=(0.5, 1.0))
    canvas.text("1", (end, TIMES_TOP), "quiet", anchor=(0.5, 1.0))
    for row, (times, role) in enumerate(zip(spans, ANSWER_ROLES)):
        draw_span(canvas, times, role, TIMES_TOP + TIMES_ROW * (row + 0.5))
    x = span_x(u)
    canvas.bar((x, TIMES_TOP), (x, foot), "text", width=0.75)


def draw_span(canvas: RoleCanvas, times: Sequence[float], role: str, y: float) -> None:
    """Draw the two times of an answer as a bar around this y, or as a dashed line if
    the later one comes first; without times write that they never overlap."""
    canvas.text(ANSWER_NAMES[role], (6, y), role, anchor=(0.0, 0.5))
    if len(times) < 2:
        canvas.text("never", (span_x(1) + 6, y), role, anchor=(0.0, 0.5))
        return
    enter = span_x(times[0])
    leave = span_x(times[1])
    if times[0] <= times[1]:
        canvas.box((enter, y - 4), (leave, y + 4), role)
    else:
        canvas.bar((leave, y), (enter, y), role, width=2, dashed=True)


def span_x(time: float) -> float:
    """Return the x at which a time lies in the bars, units of a figure."""
    return time_x(time, TIMES_LEFT, TIMES_RIGHT)


def box_part(
    center: Sequence[float], half: Sequence[float], role: str, name: str = ""
) -> Part:
    """Return the rectangle of a box of one to three axes, or a dot if it has no width
    and no height; in 3-D the range of z follows its name."""
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
    """Return an arrow from start that shows a displacement; a dot if it is zero."""
    x, y = start
    dx, dy = move
    if not dx and not dy:
        return Part(((x, y),), role, name)
    return Part(((x, y), (x + dx, y + dy)), role, name)


def shape_part(shape: Shape, role: str, name: str = "") -> Part:
    """Return the part that shows a shape."""
    if isinstance(shape, AABB):
        return box_part(shape.center, shape.half_extents, role, name)
    return Part(corner_loop(shape), role, name)


def moving_boxes(
    a: AABB, b: AABB, move_a: Vector = NO_MOVE, move_b: Vector | None = NO_MOVE
) -> list[Part]:
    """Return two moving boxes: B, then A, which is drawn over it; a move_b of None is
    no motion."""
    box_a = shape_part(a, "a", "A")
    box_b = shape_part(b, "b", "B")
    return [
        box_b._replace(move=first_two(move_b or NO_MOVE)),
        box_a._replace(move=first_two(move_a)),
    ]


def listing_4_boxes(*arguments: Vector) -> list[Part]:
    """Return the two moving boxes that the arguments of listing_4() describe."""
    return moving_boxes(*sweep_arguments(*arguments))


def two_shapes(p: Shape, q: Shape) -> list[Part]:
    """Return two shapes: q, then p, which is drawn over it."""
    return [shape_part(q, "b", "q"), shape_part(p, "a", "p")]


def two_corners(_: type, low: Vector, high: Vector) -> list[Part]:
    """Return two corners of a box."""
    return [
        Part((first_two(low),), "text", "min"),
        Part((first_two(high),), "text", "max"),
    ]


def distance_and_reach(d: float, r: float, s: float) -> list[Part]:
    """Return what decides on one axis: the range within s of A's centre, s, d from A's
    centre to B's, r from there, and both centres. They lie in rows 1 px apart."""
    return [
        box_part(NO_MOVE, (s, 2), "s"),
        Part((NO_MOVE, (s, 0)), "s"),
        Part(((0, -1), (d, -1)), "d"),
        Part(((d, 1), (d + r, 1)), "r"),
        Part((NO_MOVE,), "a", "A"),
        Part(((d, 1),), "b", "B", (r, 0)),
    ]


def box_and_growth(box: AABB, half_extents: Vector) -> list[Part]:
    """Return a box, and around its corner of largest x and y a box with the half
    extents by which it grows."""
    return [shape_part(box, "b", "B"), box_part(box.max, half_extents, "a", "A")]


def answer_box(answer: list[float], role: str, *_: object) -> list[Part]:
    """Return the box of an answer: the first half of the numbers is its centre, the
    second its half extents."""
    dimensions = len(answer) // 2
    return [box_part(answer[:dimensions], answer[dimensions:], role)]


def face_and_displacements(e: Vector, f: Vector, axis: int, *_: object) -> list[Part]:
    """Return a face across an axis, and the displacements of the mover and of the
    solid. The face is as long as the longest component of these, and thin."""
    longest = max(abs(number) for number in (*e, *f))
    half_thick = longest / 30
    half_long = longest / 2
    half_face = (half_long, half_thick) if axis == 1 else (half_thick, half_long)
    return [
        box_part(NO_MOVE, half_face, "wall"),
        arrow_part(NO_MOVE, e, "a", "e"),
        arrow_part(NO_MOVE, f, "b", "f"),
    ]


def answer_arrow(answer: list[float], role: str, *_: object) -> list[Part]:
    """Return the displacement that is the answer as an arrow."""
    return [arrow_part(NO_MOVE, answer, role)]


def axis_part(answer: list[float], role: str, p: Shape, q: Shape) -> list[Part]:
    """Return the axis that is the answer as an arrow from the middle of p, twice as
    long as p reaches from there."""
    points = shape_part(p, role).points
    x, y = AABB.around(points).center
    reach = max(hypot(px - x, py - y) for px, py in points)
    length = 2 * max(1.0, reach)
    return [arrow_part((x, y), [length * number for number in answer], role)]


def times_of(answer: list[float]) -> list[float]:
    """Return the times with which an answer begins; an empty list for a miss."""
    return answer[:2]


def listing_4_times(answer: list[float]) -> list[float]:
    """Return the times of an answer of listing_4(): they follow 1, which is True, of a
    hit. An empty list for a miss."""
    if answer[:1] == [0.0]:
        return []
    return answer[1:3]


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
