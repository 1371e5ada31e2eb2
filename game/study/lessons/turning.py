"""Boxes that turn: when do two convex shapes overlap?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, dist, floor, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

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

CENTER = (164.0, 88.0)
"""Where the bar turns."""
MOST_REACH = 60.0
"""How far the bar may reach from there."""
SKY = AABB.from_min_max((0, 30), (272, 152))
"""Where the shapes are drawn: words are above it, times below it."""
TIMES_X = 62.0
"""x of u = 0 in the bars of times."""
TIMES_WIDE = 200.0
"""Units for the whole step there."""
TIMES_Y = 163.0
"""y of the first bar of times."""
TIMES_PITCH = 7.0
"""Units from one bar to the next."""
SAMPLES = 64
"""Parts of the step, at whose ends the shapes are tested."""


class LineBetween(NamedTuple):
    """A line that fits between A and B, or did before it was turned."""

    normal: Point
    at: float
    """Its place along the normal."""
    shadow_a: Point
    shadow_b: Point
    """The intervals of A and B along the normal."""
    corners: list[Vector]
    """Those of A and B."""


def bar(state: State, u: float) -> OBB:
    """Return B at a time: a box that turns by spin degrees in the step."""
    half = state["wide"], state["high"]
    angle = state["angle"] + state["spin"] * u
    return OBB(CENTER, half, angle * pi / 180)


def triangle(state: State, u: float) -> ConvexPolygon:
    """Return A at a time; from a room it is the player, a square."""
    x = state["x"] + state["dx"] * u
    y = state["y"] + state["dy"] * u
    half = state["half"]
    if half:
        square = OBB((x, y), (half, half), 0)
        return ConvexPolygon(tuple(figures.corner_loop(square)))
    return ConvexPolygon(((x - 12, y - 9), (x + 12, y), (x - 12, y + 9)))


def sweep_shapes(state: State) -> Sweep | None:
    """Return the sweep of both shapes, which takes no turn during the step into
    account."""
    return sweep_polygons(triangle(state, 0), bar(state, 0), (state["dx"], state["dy"]))


@lru_cache(maxsize=64)
def first_overlap_of(**numbers: float) -> float | None:
    """Return first_overlap() of a state's numbers."""
    state = State(numbers)
    for k in range(SAMPLES + 1):
        u = k / SAMPLES
        if not separating_axis(triangle(state, u), bar(state, u)):
            return u
    return None


def first_overlap(state: State) -> float | None:
    """Return the time of the first of many samples at which the shapes overlap."""
    return first_overlap_of(**state.change(line=0).numbers)


def is_wrong(state: State) -> bool:
    """Tell whether the samples contradict the sweep; without a turn it is right."""
    if state["spin"] == 0:
        return False
    hit = sweep_shapes(state)
    overlap = first_overlap(state)
    if hit is None or overlap is None:
        return (hit is None) != (overlap is None)
    return not 0 <= overlap - hit.u0 <= 1 / SAMPLES


def figure(canvas: RoleCanvas, state: State) -> None:
    hit = sweep_shapes(state)
    draw_shapes(canvas, state, hit)
    if not state.reveals:
        return
    line = line_between(state)
    if line:
        draw_line_between(canvas, line)
    write_answers(canvas, state, hit)
    draw_axis_times(canvas, state, hit)


def draw_shapes(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Draw both shapes at u, with the box around B, and outlines of other times."""
    b = bar(state, state.u)
    figures.draw_box(canvas, b.aabb(), "quiet", fill=0.0, width=0.5, dashed=True)
    for ghost in (bar(state, 0), triangle(state, 0), triangle(state, 1)):
        canvas.hull(figures.corner_loop(ghost), "quiet", 0.0, 0.5)
    canvas.hull(figures.corner_loop(b), "b", fill=0.55, width=0.5)
    if hit:
        canvas.hull(figures.corner_loop(triangle(state, hit.u0)), "u0", 0.0, 0.5)
    canvas.hull(figures.corner_loop(triangle(state, state.u)), "a", 0.9)
    x, y = state["x"], state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "sweep")


def write_answers(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Write what the sweep says and, if the bar turns, what samples do."""
    is_fault = is_wrong(state)
    role = "hit" if hit else "miss"
    answer = f"hit at u = {hit.u0:.2f}" if hit else "miss"
    if is_fault:
        role = "fault"
    canvas.text(f"the sweep: {answer}", (6, 2), role, bold=is_fault)
    if state["spin"]:
        overlap = first_overlap(state)
        answer = "no overlap" if overlap is None else f"overlap at u = {overlap:.2f}"
        canvas.text(f"{SAMPLES + 1} samples: {answer}", (6, 15))


def line_between(state: State) -> LineBetween | None:
    """Return a line that lies on a side of A or B and fits between them, turned by the
    learner's degrees while it rolls on that shape; None if they overlap."""
    a = triangle(state, state.u)
    b = bar(state, state.u)
    corners_a = list(a.vertices)
    corners_b = b.corners()
    turn = state["line"] * pi / 180
    for axis, d, _, reach in shadows(a, b, (0.0, 0.0)):
        if abs(d) <= reach:
            continue
        x, y = unit(axis, d)  # From A to B.
        is_on_a = has_side_ahead(corners_a, (x, y))
        if not is_on_a and not has_side_ahead(corners_b, (-x, -y)):
            continue
        c = cos(turn)
        s = sin(turn)
        normal = (x * c - y * s, x * s + y * c)
        shadow_a = project(corners_a, normal)
        shadow_b = project(corners_b, normal)
        at = shadow_a[1] if is_on_a else shadow_b[0]
        return LineBetween(normal, at, shadow_a, shadow_b, corners_a + corners_b)
    return None


def has_side_ahead(corners: Sequence[Vector], direction: Point) -> bool:
    """Tell whether a whole side of a shape is farthest in a direction, not only a
    corner."""
    first, second, *_ = sorted(-dot(direction, corner) for corner in corners)
    return second - first < 1e-9


def draw_line_between(canvas: RoleCanvas, between: LineBetween) -> None:
    """Draw a line between the shapes, the corners that it touches, and the shapes'
    shadows on its normal, as far as they lie within SKY."""
    normal, at, shadow_a, shadow_b, corners = between
    line = perpendicular(normal)
    aside = project(corners, line)[1] + 7
    role = "miss" if shadow_a[1] <= shadow_b[0] else "fault"
    bars = [
        (role, 1.0, (at, -400.0), (at, 400.0)),
        ("a", 2.0, (shadow_a[0], aside), (shadow_a[1], aside)),
        ("b", 2.0, (shadow_b[0], aside), (shadow_b[1], aside)),
    ]
    for role, width, start, end in bars:
        begin, stop = (combine(normal, line, place) for place in (start, end))
        draw_in_sky(canvas, begin, stop, role, width)
    for corner in corners:
        if abs(dot(corner, normal) - at) < 1e-9:
            canvas.dot(figures.point(corner), "text", 2)


def combine(normal: Vector, line: Vector, place: Point) -> Vector:
    """Return the place in the figure that is so far along a normal and a line."""
    x, y = place
    return tuple([x * p + y * q for p, q in zip(normal, line)])


def draw_in_sky(
    canvas: RoleCanvas, start: Vector, end: Vector, role: str, width: float
) -> None:
    """Draw the part of a bar that lies within SKY: a point's sweep finds it."""
    tip = AABB(start, (0, 0))
    inside = sweep(tip, SKY, sub(end, start))
    if inside:
        times = inside.u0, inside.u1
        first, last = (tip.moved(sub(end, start), u).center for u in times)
        canvas.bar(figures.point(first), figures.point(last), role, width)


def draw_axis_times(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Draw when the shadows overlap on each axis: first A's, then B's."""
    towards_b = (-state["dx"], -state["dy"])
    axes = list(shadows(triangle(state, 0), bar(state, 0), towards_b))
    top = TIMES_Y - 4
    bottom = TIMES_Y + TIMES_PITCH * len(axes) - 3
    sides_of_a = 2 if state["half"] else 3
    canvas.text("A's sides", (0, top), "a")
    if sides_of_a < len(axes):  # Otherwise both have the same.
        canvas.text("B's sides", (0, top + TIMES_PITCH * sides_of_a), "b")
    if hit:
        low, high = time_x(hit.u0), time_x(hit.u1)
        canvas.box((low, top), (high, bottom), "hit", fill=0.3, width=0.5)
    for k, (_, d, r, s) in enumerate(axes):
        y = TIMES_Y + TIMES_PITCH * k
        enter, exit = overlap_times(d, r, s)
        draw_span(canvas, y, 0.0, 1.0, "quiet", 0.5)
        draw_span(canvas, y, enter, exit, "sweep", 3.0)
    now = time_x(state.u)
    canvas.bar((now, TIMES_Y - 6), (now, bottom + 2), "text", 1.0)


def draw_span(
    canvas: RoleCanvas, y: float, enter: float, exit: float, role: str, width: float
) -> None:
    """Draw the part of a span of time that lies in the step."""
    low, high = time_x(enter), time_x(exit)
    if low < high:
        canvas.bar((low, y), (high, y), role, width)


def time_x(u: float) -> float:
    """Return the x of a time, clamped to the step."""
    return TIMES_X + TIMES_WIDE * min(max(u, 0.0), 1.0)


def words(state: State) -> str:
    hit = sweep_shapes(state)
    overlap = first_overlap(state)
    if hit and not is_wrong(state):
        return (
            "Last in, first out, as for upright boxes."
            " But every side now gives an axis."
        )
    if hit and overlap is not None:
        return (
            "Both say hit, but the sweep is wrong about when:"
            " for it the bar does not turn."
        )
    if hit:
        return (
            "The sweep says hit, but none of the samples does: the bar has turned away."
        )
    if overlap is not None and is_wrong(state):
        return (
            "The sweep says miss, and yet they overlap:"
            " for the sweep the bar does not turn."
        )
    if state["line"]:
        return (
            "While the line fits, it can be rolled until it lies on a side."
            " So sides are enough."
        )
    around = "The dashed box around B's 4 corners (8 in 3-D) only says: perhaps."
    return f"Miss: a line fits between, along a side. {around}"


def from_room(world: World, unit: float) -> dict[str, float] | None:
    """Return the numbers of the nearest blade and of the player, where the tick begins
    in which a dash towards the blade's centre hits it."""
    from ...simulation.elements import Blade
    from ...simulation.player import DASH_SPEED, HALF

    x, y = world.space.center[world.player.id].tolist()
    blades = world.bodies.of(Blade).values()
    blade = min(blades, key=lambda each: dist(each.center, (x, y)), default=None)
    if blade is None or blade.reach > MOST_REACH * unit:
        return None
    away_x = (x - blade.center[0]) / unit
    away_y = (y - blade.center[1]) / unit
    distance = hypot(away_x, away_y) or 1.0
    stride = DASH_SPEED / world.tick_rate / unit
    c, s = blade.bar(world.time.now).axes[0]
    numbers = {
        "angle": degrees(atan2(s, c)),
        "spin": 6 * blade.rpm / world.tick_rate,
        "wide": blade.half_extents[0] / unit,
        "high": blade.half_extents[1] / unit,
        "half": HALF[0] / unit,
        "x": CENTER[0] + away_x,
        "y": CENTER[1] + away_y,
        "dx": -away_x,
        "dy": -away_y,
    }
    swept = sweep_shapes(State(numbers))  # Of the whole way to the blade's centre.
    ticks = floor(swept.u0 * distance / stride) if swept else 0
    dx = -stride * away_x / distance
    dy = -stride * away_y / distance
    begin_x = numbers["x"] + dx * ticks
    begin_y = numbers["y"] + dy * ticks
    return numbers | {"x": begin_x, "y": begin_y, "dx": dx, "dy": dy}


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the line that finds an overlap's times, and the one that decides."""
    decides = "normal = unit(" if sweep_shapes(state) else "if found is None"
    return "found = sweep(", decides


LESSON = Lesson(
    state=State(
        {
            "angle": 35,
            "spin": 0,
            "line": 0,
            "x": 34,
            "y": 100,
            "dx": 150,
            "dy": 32,
            "wide": 50,
            "high": 15,
            "half": 0,
        }
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
    reaches_goal=lambda state: is_wrong(state) and sweep_shapes(state) is None,
    code=(separating_axis, sweep_polygons, OBB.corners, OBB.aabb),
    call=sweep_shapes,
    lines=deciding_lines,
    exercise="separating_axis",
    from_room=from_room,
)
