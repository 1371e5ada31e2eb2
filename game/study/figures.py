"""What do the figures of several lessons draw?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import inf
from typing import Any

from ..collision import AABB, OBB, ConvexPolygon, Response, Sweep, sweep
from ..collision.aabb import Vector
from .explain import HIT, Outcome, axis_name
from .lesson import Canvas, Moved, Pair, Point, State

SHOWN = (-0.25, 1.25)
"""The times that bars show; what lies beyond ends at the edge."""


def point(vector: Vector) -> Point:
    """Return a vector of two numbers as a canvas takes it."""
    x, y = vector
    return x, y


def corner_loop(shape: OBB | ConvexPolygon) -> list[Point]:
    """Return the corners of a shape in order around it."""
    if isinstance(shape, ConvexPolygon):
        return [point(corner) for corner in shape.vertices]
    a, b, c, d = map(point, shape.corners())
    return [a, b, d, c]


def draw_box(canvas: Canvas, box: AABB, role: str, **how: Any) -> None:
    """Draw a box; how is that of Canvas.box."""
    canvas.box(point(box.min), point(box.max), role, **how)


def draw_name(canvas: Canvas, box: AABB, name: str, role: str, below: bool = False) -> None:
    """Write a box's name above it, or below and at its left: its corner is dragged at the right."""
    at, anchor = (box.center[0], box.min[1] - 1), (0.5, 1.0)
    if below:
        at, anchor = (box.min[0], box.max[1] + 1), (0.0, 0.0)
    canvas.text(name, at, role, anchor=anchor)


def pair(state: State) -> Pair:
    """Return the two boxes of a state that calls their numbers by the usual names."""
    a, b = (
        AABB((state[who + "x"], state[who + "y"]), (state[who + "w"], state[who + "h"]))
        for who in "ab"
    )
    move_a, move_b = ((state.get(who + "dx", 0.0), state.get(who + "dy", 0.0)) for who in "ab")
    return Pair(a, b, move_a, move_b)


def numbers(pair: Pair, space: AABB) -> State | None:
    """Return the numbers of two boxes by the usual names, all that they pass put into the middle
    of a space; None if that is too small."""
    bounds = pair.a.swept_bounds(pair.move_a).union(pair.b.swept_bounds(pair.move_b))
    if any(h > most for h, most in zip(bounds.half_extents, space.half_extents)):
        return None
    state = {}
    for i, (axis, size) in enumerate((("x", "w"), ("y", "h"))):
        shift = space.center[i] - bounds.center[i]
        for who, box, move in (("a", pair.a, pair.move_a), ("b", pair.b, pair.move_b)):
            state[who + axis], state[who + size] = box.center[i] + shift, box.half_extents[i]
            state[f"{who}d{axis}"] = move[i]
    return state


def contact_axis(pair: Pair) -> int:
    """Return the axis on which two boxes meet, the first where they do not."""
    met = sweep(*pair)
    return met.entry_axes[0] if met and met.entry_axes else 0


def seen_from_b(pair: Pair) -> Pair:
    """Return a pair whose b rests: only the difference of displacements counts."""
    x, y = (p - q for p, q in zip(pair.move_a, pair.move_b))
    return pair._replace(move_a=(x, y), move_b=(0.0, 0.0))


def moved(pair: Pair, response: Response = Response.PASS) -> Moved:
    """Return a pair as move() takes it; figures let boxes pass, to show when they part."""
    a, b, move_a, move_b = pair
    return a, move_a, (b,), response, (move_b,)


def swept_hull(box: AABB, displacement: Iterable[float]) -> list[Point]:
    """Return the outline of all that a box passes: a hexagon, or a rectangle along an axis."""
    dx, dy = displacement
    end = box.moved((dx, dy))
    (back, ahead), (top, foot) = ((0, 1)[:: 1 if dx >= 0 else -1], (0, 1)[:: 1 if dy >= 0 else -1])
    ways = [(box, back, foot), (box, back, top), (box, ahead, top)]
    ways += [(end, ahead, top), (end, ahead, foot), (end, back, foot)]
    return [((at.min, at.max)[i][0], (at.min, at.max)[j][1]) for at, i, j in ways]


def draw_motion(
    canvas: Canvas, box: AABB, displacement: Point, u: float, role: str, **how: Any
) -> None:
    """Draw what a box passes in a step, its displacement, and the box at the time u; how is that
    of Canvas.box."""
    if any(displacement):
        canvas.hull(swept_hull(box, displacement), role, 0.12, 0.5)
        canvas.arrow(point(box.center), point(box.moved(displacement).center), role)
    draw_box(canvas, box.moved(displacement, u), role, **how)


def along(time: float, left: float, right: float) -> float:
    """Return where a time lies in the bars that go from left to right."""
    shown = min(max(time, SHOWN[0]), SHOWN[1])
    return left + (shown - SHOWN[0]) / (SHOWN[1] - SHOWN[0]) * (right - left)


def draw_hit(canvas: Canvas, pair: Pair, met: Sweep) -> None:
    """Outline both boxes of a pair where they meet."""
    for box, move in ((pair.a, pair.move_a), (pair.b, pair.move_b)):
        draw_box(canvas, box.moved(move, met.u0), "hit", fill=0.0, width=1.0, dashed=True)


def draw_times(
    canvas: Canvas, outcome: Outcome, u: float, low: Point, width: float, told: bool = True
) -> None:
    """Draw when the shadows overlap on each axis and, if that may be told, when all do.

    12 units for the ends of the step, 16 a row, 12 for u0 and u1.
    """
    left, top = low[0] + 28, low[1] + 12
    right = low[0] + width - 86
    rows = [*outcome.axes, (outcome.u0, outcome.u1)][: None if told else -1]
    foot = top + 16 * (len(outcome.axes) + 1)
    x = partial(along, left=left, right=right)
    canvas.box((x(0.0), top), (x(1.0), foot), "quiet", fill=0.15)
    for end in (0.0, 1.0):
        canvas.text(f"{end:.0f}", (x(end), top - 1), "quiet", anchor=(0.5, 1.0))
    role = "hit" if outcome.kind == HIT else "miss"
    for i, (enter, exit) in enumerate(rows):
        both, y = i == len(outcome.axes), top + 16 * i + 8
        canvas.text("both" if both else axis_name(i), (low[0], y), anchor=(0.0, 0.5), bold=both)
        canvas.text(span(enter, exit), (low[0] + width, y), "quiet", anchor=(1.0, 0.5))
        canvas.bar((left, y), (right, y), "quiet", 0.5)
        if enter <= exit:
            shown = x(enter), x(exit)
            canvas.box((shown[0], y - 3), (shown[1], y + 3), role if both else "sweep")
        elif both:
            canvas.bar((x(exit), y), (x(enter), y), role, 2.0, dashed=True)
    marks = sorted([(outcome.u0, "u0"), (outcome.u1, "u1")])
    for (time, mark), side in zip(marks, (1, 0)) if told else ():
        canvas.bar((x(time), top), (x(time), foot), role, 0.5, dashed=True)
        canvas.text(mark, (x(time) + 2 - 4 * side, foot), role, anchor=(side, 0.0))
    canvas.bar((x(u), top), (x(u), foot), "text", 0.75)


def span(enter: float, exit: float) -> str:
    """Return an axis's times in 14 letters or less."""
    if abs(enter) == abs(exit) == inf:
        return "always" if enter < exit else "never"
    return f"{short(enter)} to {short(exit)}"


def short(time: float) -> str:
    """Return a time in five letters or less: the nearer to the step, the more digits."""
    if abs(time) >= 999.5:
        return ">999" if time > 0 else "<-999"
    digits = 2 if abs(time) < 9.995 else 1 if abs(time) < 99.95 else 0
    return f"{time:.{digits}f}"
