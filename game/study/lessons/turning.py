"""Boxes that turn: when do two convex shapes overlap?"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, dist, floor, hypot, pi, sin
from operator import add
from typing import TYPE_CHECKING

from ...collision import (
    AABB,
    OBB,
    ConvexPolygon,
    Sweep,
    separating_axis,
    sweep,
    sweep_polygons,
)
from ...collision.aabb import Vector
from ...collision.polygon import dot, perpendicular, project, shadows, sub, unit
from ...collision.sweep import overlap_times
from .. import figures
from ..lesson import Handle, Lesson, Point, RoleCanvas, State

if TYPE_CHECKING:
    from ...simulation.world import World

CENTER, MOST_REACH = (164.0, 88.0), 60.0
"""Where the bar turns, and how far it may reach from there."""
SKY = AABB.from_min_max((0, 30), (272, 152))
"""Where the shapes are drawn: words are above it, times below it."""
TIMES_X, TIMES_WIDE, TIMES_Y, TIMES_PITCH = 62.0, 200.0, 163.0, 7.0
"""Of the bars of times: x of u = 0, width of the whole step, y of the first, distance
of two."""
SAMPLES = 64

LineBetween = tuple[Point, float, list[Point], list[Vector]]
"""A line that fits between A and B, or did before it was turned: its normal, its place
along the normal, the shadows of A and B on it, and the corners of both."""


def bar(state: State, u: float) -> OBB:
    """Return B at a time: a box that turns by spin degrees in the step."""
    half = state["wide"], state["high"]
    return OBB(CENTER, half, (state["angle"] + state["spin"] * u) * pi / 180)


def triangle(state: State, u: float) -> ConvexPolygon:
    """Return A at a time; from a room it is the player, a square."""
    x, y = state["x"] + state["dx"] * u, state["y"] + state["dy"] * u
    if half := state["half"]:
        return ConvexPolygon(tuple(figures.corner_loop(OBB((x, y), (half, half), 0))))
    return ConvexPolygon(((x - 12, y - 9), (x + 12, y), (x - 12, y + 9)))


def sweep_shapes(state: State) -> Sweep | None:
    """Return the sweep of both shapes, which takes no turn during the step into
    account."""
    return sweep_polygons(triangle(state, 0), bar(state, 0), (state["dx"], state["dy"]))


@lru_cache(maxsize=64)
def first_overlap_of(**numbers: float) -> float | None:
    state = State(numbers)
    samples = (k / SAMPLES for k in range(SAMPLES + 1))
    overlaps = (
        u for u in samples if not separating_axis(triangle(state, u), bar(state, u))
    )
    return next(overlaps, None)


def first_overlap(state: State) -> float | None:
    """Return the time of the first of many samples at which the shapes overlap."""
    return first_overlap_of(**{**state.numbers, "line": 0})


def is_wrong(state: State) -> bool:
    """Tell whether the samples contradict the sweep; without a turn it is right."""
    hit, overlap = sweep_shapes(state), first_overlap(state)
    if state["spin"] == 0 or (hit is None and overlap is None):
        return False
    return hit is None or overlap is None or not 0 <= overlap - hit.u0 <= 1 / SAMPLES


def figure(canvas: RoleCanvas, state: State) -> None:
    u, hit, overlap = state.u, sweep_shapes(state), first_overlap(state)
    b, a, wrong = bar(state, u), triangle(state, u), is_wrong(state)
    figures.draw_box(canvas, b.aabb(), "quiet", fill=0.0, width=0.5, dashed=True)
    for ghost in (bar(state, 0), triangle(state, 0), triangle(state, 1)):
        canvas.hull(figures.corner_loop(ghost), "quiet", 0.0, 0.5)
    canvas.hull(figures.corner_loop(b), "b", fill=0.55, width=0.5)
    if hit:
        canvas.hull(figures.corner_loop(triangle(state, hit.u0)), "u0", 0.0, 0.5)
    canvas.hull(figures.corner_loop(a), "a", 0.9)
    x, y = state["x"], state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "sweep")
    if not state.reveals:
        return
    if line := line_between(state):
        draw_line_between(canvas, line)
    result = f"hit at u = {hit.u0:.2f}" if hit else "miss"
    role = "fault" if wrong else "hit" if hit else "miss"
    canvas.text(f"the sweep: {result}", (6, 2), role, bold=wrong)
    if state["spin"]:
        found = "no overlap" if overlap is None else f"overlap at u = {overlap:.2f}"
        canvas.text(f"{SAMPLES + 1} samples: {found}", (6, 15))
    draw_axis_times(canvas, state, hit)


def line_between(state: State) -> LineBetween | None:
    """Return a line that lies on a side of A or B and fits between them, turned by the
    learner's degrees while it rolls on that shape; None if they overlap."""
    a, b = triangle(state, state.u), bar(state, state.u)
    corners = [*a.vertices], b.corners()
    c, s = (f(state["line"] * pi / 180) for f in (cos, sin))
    for axis, d, _, reach in shadows(a, b, (0.0, 0.0)):
        x, y = unit(axis, d)
        for k, sign in enumerate((-1, 1)):
            first, second = sorted(sign * dot((x, y), corner) for corner in corners[k])[
                :2
            ]
            if abs(d) > reach and second - first < 1e-9:
                normal = (x * c - y * s, x * s + y * c)
                spans = [project(points, normal) for points in corners]
                return normal, spans[k][1 - k], spans, corners[0] + corners[1]
    return None


def draw_line_between(canvas: RoleCanvas, between: LineBetween) -> None:
    """Draw a line between the shapes, the corners that it touches, and the shapes'
    shadows on its normal, as far as they lie within SKY."""
    normal, at, spans, corners = between
    line, role = (
        perpendicular(normal),
        "miss" if spans[0][1] <= spans[1][0] else "fault",
    )
    aside = project(corners, line)[1] + 7
    bars = [(role, 1.0, (at, -400.0), (at, 400.0))]
    bars += [
        (name, 2.0, (low, aside), (high, aside))
        for name, (low, high) in zip("ab", spans)
    ]
    for role, width, *ends in bars:
        start, end = (
            tuple([x * p + y * q for p, q in zip(normal, line)]) for x, y in ends
        )
        box, move = AABB(start, (0, 0)), sub(end, start)
        if inside := sweep(box, SKY, move):
            begin, stop = (figures.point(box.moved(move, u).center) for u in inside[:2])
            canvas.bar(begin, stop, role, width)
    for corner in corners:
        if abs(dot(corner, normal) - at) < 1e-9:
            canvas.dot(figures.point(corner), "text", 2)


def draw_axis_times(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Draw when the shadows overlap on each axis: first A's, then B's."""
    axes = [*shadows(triangle(state, 0), bar(state, 0), (-state["dx"], -state["dy"]))]
    for name, k in (("A", 0), ("B", 2 if state["half"] else 3)):
        if k < len(axes):  # Otherwise both have the same.
            canvas.text(
                f"{name}'s sides", (0, TIMES_Y - 4 + TIMES_PITCH * k), name.lower()
            )
    bottom = TIMES_Y + TIMES_PITCH * len(axes) - 3
    if hit:
        low, high = (TIMES_X + TIMES_WIDE * u for u in hit[:2])
        canvas.box((low, TIMES_Y - 4), (high, bottom), "hit", fill=0.3, width=0.5)
    for k, (_, *shadow) in enumerate(axes):
        y, (enter, exit) = TIMES_Y + TIMES_PITCH * k, overlap_times(*shadow)
        for role, width, *span in (
            ("quiet", 0.5, 0.0, 1.0),
            ("sweep", 3.0, enter, exit),
        ):
            low, high = (TIMES_X + TIMES_WIDE * min(max(u, 0.0), 1.0) for u in span)
            if low < high:
                canvas.bar((low, y), (high, y), role, width)
    now = TIMES_X + TIMES_WIDE * state.u
    canvas.bar((now, TIMES_Y - 6), (now, bottom + 2), "text", 1.0)


def words(state: State) -> str:
    hit, overlap = sweep_shapes(state), first_overlap(state)
    if hit and not is_wrong(state):
        return "Last in, first out, as for upright boxes. But every side now gives an axis."
    if hit and overlap is not None:
        return "Both say hit, but the sweep is wrong about when: for it the bar does not turn."
    if hit:
        return (
            "The sweep says hit, but none of the samples does: the bar has turned away."
        )
    if overlap is not None and is_wrong(state):
        return "The sweep says miss, and yet they overlap: for the sweep the bar does not turn."
    if state["line"]:
        return "While the line fits, it can be rolled until it lies on a side. So sides are enough."
    around = "The dashed box around B's 4 corners (8 in 3-D) only says: perhaps."
    return f"Miss: a line fits between, along a side. {around}"


def from_room(world: World, unit: float) -> dict[str, float] | None:
    """Return the numbers of the nearest blade and of the player, where the tick begins
    in which a dash towards the blade's centre hits it."""
    from ...simulation.player import DASH_SPEED, HALF

    here = figures.point(tuple(map(float, world.space.center[world.player.id])))
    blade = min(
        world.blades.values(), key=lambda one: dist(one.center, here), default=None
    )
    if blade is None or blade.reach > MOST_REACH * unit:
        return None
    away = [(a - b) / unit for a, b in zip(here, blade.center)]
    stride, far = DASH_SPEED / world.tick_rate / unit, hypot(*away) or 1.0
    sizes = dict(
        zip(
            ("wide", "high", "half"), (h / unit for h in (*blade.half_extents, HALF[0]))
        )
    )
    c, s = blade.bar(world.time).axes[0]
    (x, y), (dx, dy) = map(add, CENTER, away), (-stride * x / far for x in away)
    turns = {"angle": degrees(atan2(s, c)), "spin": 6 * blade.rpm / world.tick_rate}
    swept = sweep_shapes(
        State({**turns, **sizes, "x": x, "y": y, "dx": -away[0], "dy": -away[1]})
    )
    ticks = floor(swept.u0 * far / stride) if swept else 0
    return (
        turns | sizes | {"x": x + dx * ticks, "y": y + dy * ticks, "dx": dx, "dy": dy}
    )


LESSON = Lesson(
    state=State(
        {"angle": 35, "spin": 0, "line": 0, "x": 34, "y": 100, "dx": 150, "dy": 32}
        | {"wide": 50, "high": 15, "half": 0}
    ),
    handles=(
        Handle("arrow", "dx", "dy", (-200, -110), (200, 110), 2, ("x", "y")),
        Handle("start", "x", "y", (14, 40), (258, 142), 2),
        Handle("angle", "angle", low=(-180, 0), high=(180, 0), step=5),
        Handle("turn of the line", "line", low=(-90, 0), high=(90, 0)),
        Handle("turn in the step", "spin", low=(-180, 0), high=(180, 0), step=5),
    ),
    figure=figure,
    words=words,
    reached=lambda state: is_wrong(state) and sweep_shapes(state) is None,
    code=(separating_axis, sweep_polygons, OBB.corners, OBB.aabb),
    call=sweep_shapes,
    lines=lambda state: (
        (
            "found = sweep(",
            "normal = unit(" if sweep_shapes(state) else "if found is None",
        )
    ),
    exercise="separating_axis",
    from_room=from_room,
)
