"""What do the figures of several lessons draw?"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign, hypot, inf, prod
from operator import add, sub
from random import Random
from typing import NamedTuple, TypedDict, Unpack

from ..collision import AABB, OBB, ConvexPolygon, Sweep, sweep
from ..collision.aabb import Vector
from .explain import Outcome, axis_name
from .lesson import FIGURE, Handle, Pair, Point, RoleCanvas, State

TIME_RANGE = (-0.25, 1.25)
"""The times that bars show; what lies beyond ends at the edge."""
BOX_NUMBERS = ("x", "y", "w", "h", "dx", "dy")
"""The names of a box's numbers in a state, after its letter a or b: its centre, half
extents and displacement."""
HitTimes = Sweep | tuple[float, float]
"""The times u0 and u1 of a hit; those of a Sweep are its first two items."""
LETTER_PLACES = {"d": (0.2, 0.0, 6.0), "r": (0.8, 0.0, -6.0), "s": (1.0, 7.0, 0.0)}
"""Where the letters of lengths are: the part of the length, and units along it and
aside."""
A_ARROW = Handle("A's arrow", "adx", "ady", (-100, -100), (100, 100), base=("ax", "ay"))
B_ARROW = Handle("B's arrow", "bdx", "bdy", (-100, -100), (100, 100), base=("bx", "by"))
A_CORNER = Handle("A's corner", "aw", "ah", (0, 0), (30, 30), base=("ax", "ay"))
"""Handles of a state of two boxes: their displacements, and the half extents of A."""


class BoxStyle(TypedDict, total=False):
    """How a canvas draws a box; what is left out is as in RoleCanvas.box()."""

    fill: float
    width: float
    dashed: bool


def point(vector: Vector) -> Point:
    """Return a vector of two numbers as a canvas takes it."""
    x, y = vector
    return x, y


def random_parts(seed: int, rows: int, columns: int) -> list[list[float]]:
    """Return rows of random numbers from 0 to 1, the same on every platform."""
    rng = Random(seed)
    return [[rng.random() for _ in range(columns)] for _ in range(rows)]


def corner_loop(shape: OBB | ConvexPolygon) -> list[Point]:
    """Return the corners of a shape in order around it, as a canvas takes them."""
    if isinstance(shape, ConvexPolygon):
        return [point(corner) for corner in shape.vertices]
    a, b, c, d = map(point, shape.corners())
    return [a, b, d, c]


def pair_state(
    a: AABB, b: AABB, move_a: Point = (0, 0), move_b: Point = (0, 0)
) -> State:
    """Return a state of two boxes."""
    return State(pair_numbers(Pair(a, b, move_a, move_b)))


def pair_numbers(pair: Pair) -> dict[str, float]:
    """Return two boxes as numbers of a state."""
    numbers_a = box_numbers("a", pair.a, pair.move_a)
    numbers_b = box_numbers("b", pair.b, pair.move_b)
    return numbers_a | numbers_b


def box_numbers(letter: str, box: AABB, displacement: Vector) -> dict[str, float]:
    """Return a box as numbers of a state, whose names begin with its letter."""
    values = box.center + box.half_extents + tuple(displacement)
    return {letter + name: value for name, value in zip(BOX_NUMBERS, values)}


def pair_from(state: State) -> Pair:
    """Return the boxes A and B, with their displacements, from the numbers of a
    state."""
    a, move_a = box_from(state, "a")
    b, move_b = box_from(state, "b")
    return Pair(a, b, move_a, move_b)


def sweep_pair(state: State) -> Sweep | None:
    """Return the sweep of the boxes A and B of a state; None if it is a miss."""
    return sweep(*pair_from(state))


def box_from(state: State, letter: str) -> tuple[AABB, Point]:
    """Return the box with a letter, and its displacement."""
    x, y, w, h, dx, dy = (state[letter + name] for name in BOX_NUMBERS)
    return AABB((x, y), (w, h)), (dx, dy)


def fit_pair(pair: Pair, space: AABB) -> dict[str, float] | None:
    """Return two boxes as numbers of a state, with the bounds of all that both sweep in
    the middle of a space; None if the space is too small."""
    bounds_a = pair.a.swept_bounds(pair.move_a)
    bounds_b = pair.b.swept_bounds(pair.move_b)
    bounds = bounds_a.union(bounds_b)
    if any(h > most for h, most in zip(bounds.half_extents, space.half_extents)):
        return None
    to_middle = list(map(sub, space.center, bounds.center))
    return pair_numbers(
        pair._replace(a=pair.a.moved(to_middle), b=pair.b.moved(to_middle))
    )


def contact_axis(pair: Pair) -> int:
    """Return the first entry axis of two boxes, 0 if they have none."""
    swept = sweep(*pair)
    if swept is None or not swept.entry_axes:
        return 0
    return swept.entry_axes[0]


def in_frame_of_b(pair: Pair) -> Pair:
    """Return a pair of which b rests: only the difference of displacements counts."""
    x, y = map(sub, pair.move_a, pair.move_b)
    return pair._replace(move_a=(x, y), move_b=(0.0, 0.0))


def draw_box(
    canvas: RoleCanvas, box: AABB, role: str, **style: Unpack[BoxStyle]
) -> None:
    """Draw an AABB."""
    canvas.box(point(box.min), point(box.max), role, **style)


def draw_outline(canvas: RoleCanvas, box: AABB, role: str) -> None:
    """Outline a box as it is at u0, in solid lines, or at u1, in dashed ones."""
    draw_box(canvas, box, role, fill=0.0, width=1.0, dashed=role == "u1")


def swept_hull(box: AABB, displacement: Point) -> list[Point]:
    """Return the outline of a box's swept volume: a hexagon, or a rectangle along an
    axis."""
    end = box.moved(displacement)
    back_x, front_x = back_and_front(box, displacement, 0)
    back_y, front_y = back_and_front(box, displacement, 1)
    end_back_x, end_front_x = back_and_front(end, displacement, 0)
    end_back_y, end_front_y = back_and_front(end, displacement, 1)
    return [
        (back_x, front_y),
        (back_x, back_y),
        (front_x, back_y),
        (end_front_x, end_back_y),
        (end_front_x, end_front_y),
        (end_back_x, end_front_y),
    ]


def back_and_front(box: AABB, displacement: Point, axis: int) -> tuple[float, float]:
    """Return where a box's faces are on an axis: first the one behind as it moves."""
    if displacement[axis] >= 0:
        return box.min[axis], box.max[axis]
    return box.max[axis], box.min[axis]


def draw_swept(canvas: RoleCanvas, box: AABB, displacement: Point, role: str) -> None:
    """Draw a box's swept volume and its displacement, if it moves."""
    if any(displacement):
        canvas.hull(swept_hull(box, displacement), role, fill=0.12, width=0.5)
        draw_displacement(canvas, box, displacement, role)


def draw_displacement(
    canvas: RoleCanvas,
    box: AABB,
    displacement: Sequence[float],
    role: str,
    width: float = 0.5,
) -> None:
    """Draw an arrow from a box's centre to where it is after a displacement."""
    end = box.moved(displacement)
    canvas.arrow(point(box.center), point(end.center), role, width)


def draw_motion(
    canvas: RoleCanvas,
    box: AABB,
    displacement: Point,
    u: float,
    role: str,
    **style: Unpack[BoxStyle],
) -> None:
    """Draw a box's swept volume, its displacement, and the box in a style at the time
    u."""
    draw_swept(canvas, box, displacement, role)
    draw_box(canvas, box.moved(displacement, u), role, **style)


def draw_both(
    canvas: RoleCanvas,
    pair: Pair,
    u: float,
    swept: Sweep | None = None,
    space: Point = FIGURE,
) -> None:
    """Draw A and B at the time u, and what they sweep; of a hit, too, the outlines at
    u0 of those that move. Their letters, one above and one below, stay within a
    space."""
    bodies = [("a", pair.a, pair.move_a), ("b", pair.b, pair.move_b)]
    larger_first = sorted(bodies, key=lambda body: -prod(body[1].half_extents))
    for role, box, move in larger_first:
        draw_motion(canvas, box, move, u, role, fill=0.45, width=0.8)
    if swept:
        for _, box, move in bodies:
            if any(move):
                draw_outline(canvas, box.moved(move, swept.u0), "u0")
    now_a = pair.a.moved(pair.move_a, u)
    now_b = pair.b.moved(pair.move_b, u)
    draw_letters(canvas, now_a, now_b, space)


def draw_letters(canvas: RoleCanvas, a: AABB, b: AABB, space: Point) -> None:
    """Write A and B at the left ends of two boxes: above the upper one, and below the
    lower one."""
    upper, lower = sorted([(a, "A"), (b, "B")], key=lambda body: body[0].center[1])
    box, letter = upper
    draw_letter(canvas, letter, (box.min[0], box.min[1] - 7), space)
    box, letter = lower
    draw_letter(canvas, letter, (box.min[0], box.max[1] + 7), space)


def draw_letter(
    canvas: RoleCanvas, letter: str, at: Point, space: Point = FIGURE
) -> None:
    """Write a letter in its own role, within a space."""
    x, y = (min(max(place, 8.0), most - 8.0) for place, most in zip(at, space))
    canvas.text(letter, (x, y), letter.lower(), anchor=(0.5, 0.5), bold=True)


def draw_length(canvas: RoleCanvas, role: str, start: Point, end: Point) -> None:
    """Draw d, a dashed bar; r, an arrow; or s, a bar with end ticks; with its
    letter."""
    dx, dy = map(sub, end, start)
    length = hypot(dx, dy) or 1.0
    direction = dx / length, dy / length
    if role == "r":
        canvas.arrow(start, end, role, 0.75)
    else:
        canvas.bar(start, end, role, 0.75, dashed=role == "d")
    if role == "s":
        draw_tick(canvas, start, direction, role)
        draw_tick(canvas, end, direction, role)
    part, along, aside = LETTER_PLACES[role]
    along += part * length
    draw_letter(canvas, role, place_beside(start, direction, along, aside))


def draw_tick(canvas: RoleCanvas, at: Point, direction: Point, role: str) -> None:
    """Draw a bar 6 units long across the end of a length, whose direction is a unit
    vector."""
    start = place_beside(at, direction, along=0, aside=-3)
    end = place_beside(at, direction, along=0, aside=3)
    canvas.bar(start, end, role, 0.75)


def place_beside(start: Point, direction: Point, along: float, aside: float) -> Point:
    """Return the place so many units from another along a direction, which is a unit
    vector, and then so many aside: to the left as one looks along it."""
    left, top = start
    x, y = direction
    return left + along * x + aside * y, top + along * y - aside * x


def draw_lengths(canvas: RoleCanvas, pair: Pair) -> None:
    """Draw d, r and s of two boxes where the step begins. r, which ends at B, is left
    out if it is zero; s is drawn along each axis, from A towards B."""
    a = point(pair.a.center)
    b = point(pair.b.center)
    ax, ay = a
    bx, by = b
    draw_length(canvas, "d", a, b)
    minus_rx, minus_ry = in_frame_of_b(pair).move_a
    if minus_rx or minus_ry:
        draw_length(canvas, "r", b, (bx - minus_rx, by - minus_ry))
    sx, sy = map(add, pair.a.half_extents, pair.b.half_extents)
    draw_length(canvas, "s", a, (ax + copysign(sx, bx - ax), ay))
    draw_length(canvas, "s", a, (ax, ay + copysign(sy, by - ay)))


def draw_result(
    canvas: RoleCanvas,
    times: HitTimes | None,
    at: Point,
    is_wrong: bool = False,
) -> None:
    """Write what a test says, with its middle at a place: a hit, wrong or not, and its
    times u0 and u1, or a miss, which has none."""
    if times:
        words = f"hit from {times[0]:.2f} to {times[1]:.2f}"
        role = "fault" if is_wrong else "hit"
    else:
        words = role = "miss"
    canvas.text(words, at, role, anchor=(0.5, 0.0), bold=True)


def draw_marker(canvas: RoleCanvas, at: Point, role: str) -> None:
    """Mark u0 by a full disc or u1 by a hollow one."""
    canvas.dot(at, role, 2.0, 0.75 if role == "u1" else 0.0)


def time_x(time: float, left: float, right: float) -> float:
    """Return the x of a time in the bars that go from left to right."""
    first, last = TIME_RANGE
    clamped = min(max(time, first), last)
    return left + (clamped - first) / (last - first) * (right - left)


class TimeBars(NamedTuple):
    """Where the bars of times are: a row for each axis, then one for both."""

    labels_x: float
    left: float
    right: float
    """x of the ends of TIME_RANGE."""
    times_x: float
    """x where the written times end."""
    top: float
    foot: float
    """y where the first row begins and the last one ends."""

    def x(self, time: float) -> float:
        """Return the x of a time."""
        return time_x(time, self.left, self.right)


def draw_time_bars(
    canvas: RoleCanvas,
    outcome: Outcome,
    u: float,
    low: Point,
    width: float,
    reveals: bool = True,
) -> None:
    """Draw when the shadows overlap on each axis and, if that is revealed, when on all
    of them: 12 units for the ends of the step, 16 for each row, 12 for u0 and u1.

    Args:
        canvas: what to draw on.
        outcome: of the sweep whose times these are.
        u: time in the step, which a line marks.
        low: the place of the upper left corner.
        width: of labels, bars and times together.
        reveals: whether the row of all axes, u0 and u1 are drawn.
    """
    left, y = low
    right = left + width
    top = y + 12
    foot = top + 16 * (len(outcome.axes) + 1)
    bars = TimeBars(
        labels_x=left,
        left=left + 28,
        right=right - 86,
        times_x=right,
        top=top,
        foot=foot,
    )
    canvas.box((bars.x(0.0), top), (bars.x(1.0), foot), "quiet", fill=0.15)
    for end in (0.0, 1.0):
        canvas.text(f"{end:.0f}", (bars.x(end), top - 1), "quiet", anchor=(0.5, 1.0))
    for axis, span in enumerate(outcome.axes):
        y = top + 16 * axis + 8
        draw_time_row(canvas, bars, y, axis_name(axis), span)
        draw_overlap(canvas, bars, y, span, "sweep")
    if reveals:
        draw_times_of_both(canvas, bars, outcome)
        earlier, later = sorted([(outcome.u0, "u0"), (outcome.u1, "u1")])
        draw_time_mark(canvas, bars, earlier, is_last=False)
        draw_time_mark(canvas, bars, later, is_last=True)
    canvas.bar((bars.x(u), top), (bars.x(u), foot), "text", 0.75)


def draw_time_row(
    canvas: RoleCanvas,
    bars: TimeBars,
    y: float,
    label: str,
    span: tuple[float, float],
    bold: bool = False,
) -> None:
    """Write a row's label and its times, and draw the line on which its bar lies."""
    canvas.text(label, (bars.labels_x, y), anchor=(0.0, 0.5), bold=bold)
    canvas.text(span_label(*span), (bars.times_x, y), "quiet", anchor=(1.0, 0.5))
    canvas.bar((bars.left, y), (bars.right, y), "quiet", 0.5)


def draw_overlap(
    canvas: RoleCanvas, bars: TimeBars, y: float, span: tuple[float, float], role: str
) -> None:
    """Draw the bar of a row from enter to exit; none if exit is first."""
    enter, exit = span
    if enter <= exit:
        canvas.box((bars.x(enter), y - 3), (bars.x(exit), y + 3), role)


def draw_times_of_both(canvas: RoleCanvas, bars: TimeBars, outcome: Outcome) -> None:
    """Draw the last row: from u0 to u1 a bar, or a dashed line if u1 is first."""
    u0, u1 = outcome.u0, outcome.u1
    y = bars.foot - 8
    role = outcome.verdict if outcome.verdict in ("hit", "miss") else "quiet"
    draw_time_row(canvas, bars, y, "both", (u0, u1), bold=True)
    draw_overlap(canvas, bars, y, (u0, u1), role)
    if u1 < u0:
        canvas.bar((bars.x(u1), y), (bars.x(u0), y), role, 2.0, dashed=True)


def draw_time_mark(
    canvas: RoleCanvas, bars: TimeBars, mark: tuple[float, str], is_last: bool
) -> None:
    """Mark u0 or u1 across all rows; its name is to the right if it is the last one,
    else to the left."""
    time, role = mark
    x = bars.x(time)
    canvas.bar((x, bars.top), (x, bars.foot), role, 0.5, dashed=role == "u1")
    draw_marker(canvas, (x, bars.top), role)
    if is_last:
        canvas.text(role, (x + 2, bars.foot), role, anchor=(0, 0.0))
    else:
        canvas.text(role, (x - 2, bars.foot), role, anchor=(1, 0.0))


def span_label(enter: float, exit: float) -> str:
    """Return an axis's times in 14 letters or less."""
    if abs(enter) == abs(exit) == inf:
        return "always" if enter < exit else "never"
    return f"{time_label(enter)} to {time_label(exit)}"


def time_label(time: float) -> str:
    """Return a time in five letters or less: the nearer to the step, the more
    digits."""
    if abs(time) >= 999.5:
        return ">999" if time > 0 else "<-999"
    if abs(time) >= 99.95:
        return f"{time:.0f}"
    if abs(time) >= 9.995:
        return f"{time:.1f}"
    return f"{time:.2f}"
