"""What do the figures of several lessons draw?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import copysign, hypot, inf, prod
from random import Random
from typing import Any

from ..collision import AABB, OBB, ConvexPolygon, Sweep, sweep
from ..collision.aabb import Vector
from .explain import Outcome, axis_name
from .lesson import FIGURE, Pair, Point, RoleCanvas, State

TIME_RANGE = (-0.25, 1.25)
"""The times that bars show; what lies beyond ends at the edge."""
PAIR_NUMBERS = [box + name for box in "ab" for name in ("x", "y", "w", "h", "dx", "dy")]
"""The names of two boxes' numbers in a state: of each its centre, half extents,
displacement."""
LETTER_PLACES = {"d": (0.2, 0.0, 6.0), "r": (0.8, 0.0, -6.0), "s": (1.0, 7.0, 0.0)}
"""Where the letters of lengths are: the part of the length, and units along it and
aside."""


def point(vector: Vector) -> Point:
    """Return a vector of two numbers as a canvas takes it."""
    x, y = vector
    return x, y


def random_parts(seed: int, rows: int, columns: int) -> list[list[float]]:
    """Return numbers from 0 to 1, the same on every platform."""
    rng = Random(seed)
    return [[rng.random() for _ in range(columns)] for _ in range(rows)]


def corner_loop(shape: OBB | ConvexPolygon) -> list[Point]:
    """Return the corners of a shape in order around it, as the figures draw them."""
    if isinstance(shape, ConvexPolygon):
        return [point(corner) for corner in shape.vertices]
    a, b, c, d = map(point, shape.corners())
    return [a, b, d, c]


def draw_box(canvas: RoleCanvas, box: AABB, role: str, **style: Any) -> None:
    """Draw an AABB."""
    canvas.box(point(box.min), point(box.max), role, **style)


def pair_state(
    a: AABB, b: AABB, move_a: Point = (0, 0), move_b: Point = (0, 0)
) -> State:
    """Return a state of two boxes."""
    return State(numbers_of(Pair(a, b, move_a, move_b)))


def numbers_of(pair: Pair) -> dict[str, float]:
    """Return two boxes as numbers of a state."""
    a, b, move_a, move_b = pair
    values = (*a.center, *a.half_extents, *move_a, *b.center, *b.half_extents, *move_b)
    return dict(zip(PAIR_NUMBERS, values))


def pair_from(state: State) -> Pair:
    """Return the boxes A and B, with their displacements, from the numbers of a
    state."""
    ax, ay, aw, ah, adx, ady, bx, by, bw, bh, bdx, bdy = (
        state[name] for name in PAIR_NUMBERS
    )
    return Pair(
        AABB((ax, ay), (aw, ah)), AABB((bx, by), (bw, bh)), (adx, ady), (bdx, bdy)
    )


def fit_pair(pair: Pair, space: AABB) -> dict[str, float] | None:
    """Return two boxes as numbers of a state, with the bounds of all that both sweep in
    the middle of a space; None if the space is too small."""
    bounds = pair.a.swept_bounds(pair.move_a).union(pair.b.swept_bounds(pair.move_b))
    if any(h > most for h, most in zip(bounds.half_extents, space.half_extents)):
        return None
    shift = [place - now for place, now in zip(space.center, bounds.center)]
    return numbers_of(pair._replace(a=pair.a.moved(shift), b=pair.b.moved(shift)))


def contact_axis(pair: Pair) -> int:
    """Return the first entry axis of two boxes, 0 if they have none."""
    swept = sweep(*pair)
    return swept.entry_axes[0] if swept and swept.entry_axes else 0


def in_frame_of_b(pair: Pair) -> Pair:
    """Return a pair of which b rests: only the difference of displacements counts."""
    x, y = (p - q for p, q in zip(pair.move_a, pair.move_b))
    return pair._replace(move_a=(x, y), move_b=(0.0, 0.0))


def swept_hull(box: AABB, displacement: Point) -> list[Point]:
    """Return the outline of a box's swept volume: a hexagon, or a rectangle along an
    axis."""
    end = box.moved(displacement)
    (back, front), (top, foot) = ((0, 1) if d >= 0 else (1, 0) for d in displacement)
    corners = [(box, back, foot), (box, back, top), (box, front, top)]
    corners += [(end, front, top), (end, front, foot), (end, back, foot)]
    return [((at.min, at.max)[i][0], (at.min, at.max)[j][1]) for at, i, j in corners]


def draw_swept(canvas: RoleCanvas, box: AABB, displacement: Point, role: str) -> None:
    """Draw a box's swept volume and its displacement, if it moves."""
    if any(displacement):
        canvas.hull(swept_hull(box, displacement), role, 0.12, 0.5)
        canvas.arrow(point(box.center), point(box.moved(displacement).center), role)


def draw_motion(
    canvas: RoleCanvas,
    box: AABB,
    displacement: Point,
    u: float,
    role: str,
    **style: Any,
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
    """Draw A and B at the time u, what they sweep, and of a hit those that move as at
    u0; their letters, one above and one below, stay within a space."""
    bodies = [(pair.a, pair.move_a, "A"), (pair.b, pair.move_b, "B")]
    for box, move, name in sorted(bodies, key=lambda body: -prod(body[0].half_extents)):
        draw_motion(canvas, box, move, u, name.lower(), fill=0.45, width=0.8)
    for box, move, _ in bodies:
        if swept and any(move):
            draw_outline(canvas, box.moved(move, swept.u0), "u0")
    places = [(box.moved(move, u), name) for box, move, name in bodies]
    upper, lower = sorted(places, key=lambda body: body[0].center[1])
    for (box, name), y in zip(
        (upper, lower), (upper[0].min[1] - 7, lower[0].max[1] + 7)
    ):
        draw_letter(canvas, name, (box.min[0], y), space)


def draw_letter(
    canvas: RoleCanvas, letter: str, at: Point, space: Point = FIGURE
) -> None:
    """Write a letter in its own role, within a space."""
    x, y = (min(max(place, 8.0), most - 8.0) for place, most in zip(at, space))
    canvas.text(letter, (x, y), letter.lower(), anchor=(0.5, 0.5), bold=True)


def draw_outline(canvas: RoleCanvas, box: AABB, role: str) -> None:
    """Outline a box as it is at u0, in solid lines, or at u1, in dashed ones."""
    draw_box(canvas, box, role, fill=0.0, width=1.0, dashed=role == "u1")


def time_x(time: float, left: float, right: float) -> float:
    """Return the x of a time in the bars that go from left to right."""
    clamped = min(max(time, TIME_RANGE[0]), TIME_RANGE[1])
    return left + (clamped - TIME_RANGE[0]) / (TIME_RANGE[1] - TIME_RANGE[0]) * (
        right - left
    )


def draw_length(canvas: RoleCanvas, role: str, start: Point, end: Point) -> None:
    """Draw d, a dashed bar; r, an arrow; or s, a bar with end ticks; with its
    letter."""
    (x0, y0), (x1, y1) = start, end
    far = hypot(x1 - x0, y1 - y0) or 1.0
    x, y = (x1 - x0) / far, (y1 - y0) / far
    if role == "r":
        canvas.arrow(start, end, role, 0.75)
    else:
        canvas.bar(start, end, role, 0.75, dashed=role == "d")
    for at_x, at_y in (start, end) if role == "s" else ():
        canvas.bar(
            (at_x - 3 * y, at_y + 3 * x), (at_x + 3 * y, at_y - 3 * x), role, 0.75
        )
    part, along, aside = LETTER_PLACES[role]
    along += part * far
    at = x0 + along * x + aside * y, y0 + along * y - aside * x
    draw_letter(canvas, role, at)


def draw_lengths(canvas: RoleCanvas, pair: Pair) -> None:
    """Draw d, r and s of two boxes where the step begins; s along both axes, from A
    towards B."""
    a, b = point(pair.a.center), point(pair.b.center)
    draw_length(canvas, "d", a, b)
    dx, dy = in_frame_of_b(pair).move_a
    if dx or dy:
        draw_length(canvas, "r", b, (b[0] - dx, b[1] - dy))
    reach = [p + q for p, q in zip(pair.a.half_extents, pair.b.half_extents)]
    x, y = (p + copysign(s, q - p) for p, q, s in zip(a, b, reach))
    draw_length(canvas, "s", a, (x, a[1]))
    draw_length(canvas, "s", a, (a[0], y))


def draw_result(
    canvas: RoleCanvas, times: Sequence[float] | None, at: Point, is_wrong: bool = False
) -> None:
    """Write what a test says, with its middle at a place: a hit and its times, or a
    miss."""
    words = f"hit from {times[0]:.2f} to {times[1]:.2f}" if times else "miss"
    role = "fault" if is_wrong else words[:4].strip()
    canvas.text(words, at, role, anchor=(0.5, 0.0), bold=True)


def draw_marker(canvas: RoleCanvas, at: Point, role: str) -> None:
    """Mark u0 by a full disc or u1 by a hollow one."""
    canvas.dot(at, role, 2.0, 0.75 if role == "u1" else 0.0)


def draw_time_bars(
    canvas: RoleCanvas,
    outcome: Outcome,
    u: float,
    low: Point,
    width: float,
    reveals: bool = True,
) -> None:
    """Draw when the shadows overlap on each axis and, if that is revealed, when on all
    of them.

    12 units for the ends of the step, 16 a row, 12 for u0 and u1.
    """
    left, top = low[0] + 28, low[1] + 12
    right = low[0] + width - 86
    rows = [*outcome.axes, (outcome.u0, outcome.u1)][: None if reveals else -1]
    foot = top + 16 * (len(outcome.axes) + 1)
    x = partial(time_x, left=left, right=right)
    canvas.box((x(0.0), top), (x(1.0), foot), "quiet", fill=0.15)
    for end in (0.0, 1.0):
        canvas.text(f"{end:.0f}", (x(end), top - 1), "quiet", anchor=(0.5, 1.0))
    role = {"hit": "hit", "miss": "miss"}.get(outcome.verdict, "quiet")
    for i, (enter, exit) in enumerate(rows):
        both, y = i == len(outcome.axes), top + 16 * i + 8
        canvas.text(
            "both" if both else axis_name(i), (low[0], y), anchor=(0.0, 0.5), bold=both
        )
        canvas.text(
            span_label(enter, exit), (low[0] + width, y), "quiet", anchor=(1.0, 0.5)
        )
        canvas.bar((left, y), (right, y), "quiet", 0.5)
        if enter <= exit:
            canvas.box((x(enter), y - 3), (x(exit), y + 3), role if both else "sweep")
        elif both:
            canvas.bar((x(exit), y), (x(enter), y), role, 2.0, dashed=True)
    marks = sorted([(outcome.u0, "u0"), (outcome.u1, "u1")])
    for (time, mark), side in zip(marks, (1, 0)) if reveals else ():
        canvas.bar((x(time), top), (x(time), foot), mark, 0.5, dashed=mark == "u1")
        draw_marker(canvas, (x(time), top), mark)
        canvas.text(mark, (x(time) + 2 - 4 * side, foot), mark, anchor=(side, 0.0))
    canvas.bar((x(u), top), (x(u), foot), "text", 0.75)


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
    digits = 2 if abs(time) < 9.995 else 1 if abs(time) < 99.95 else 0
    return f"{time:.{digits}f}"
