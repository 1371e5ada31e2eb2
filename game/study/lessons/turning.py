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
from ..figures import corner_loop, draw_box, point
from ..lesson import Handle, Lesson, Point, RoleCanvas, State, slider

if TYPE_CHECKING:
    from ...simulation.elements import Blade
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
    """A unit vector across the line, from A towards B."""
    at: float
    """The place of the line along its normal."""
    shadow_a: Point
    shadow_b: Point
    """The intervals of A and B along the normal."""
    corners: list[Vector]
    """The corners of A and B."""


def bar(state: State, u: float) -> OBB:
    """Return B at a time: a box that turns by spin degrees in the step."""
    angle = state["angle"] + state["spin"] * u
    return OBB(CENTER, (state["wide"], state["high"]), angle * pi / 180)


def triangle(state: State, u: float) -> ConvexPolygon:
    """Return A at a time; from a room it is the player, a square."""
    x = state["x"] + state["dx"] * u
    y = state["y"] + state["dy"] * u
    half = state["half"]
    if half:
        square = OBB((x, y), (half, half), 0)
        return ConvexPolygon(tuple(corner_loop(square)))
    return ConvexPolygon(((x - 12, y - 9), (x + 12, y), (x - 12, y + 9)))


def sweep_shapes(state: State) -> Sweep | None:
    """Return the sweep of both shapes, which takes no turn during the step into
    account; None if it is a miss."""
    return sweep_polygons(triangle(state, 0), bar(state, 0), (state["dx"], state["dy"]))


@lru_cache(maxsize=64)
def first_overlap_of(**numbers: float) -> float | None:
    """Return first_overlap() of the numbers of a state."""
    state = State(numbers)
    for k in range(SAMPLES + 1):
        u = k / SAMPLES
        if not separating_axis(triangle(state, u), bar(state, u)):
            return u
    return None


def first_overlap(state: State) -> float | None:
    """Return the time of the first sample at which the shapes overlap, None if they do
    at none; B turns from sample to sample."""
    return first_overlap_of(**state.change(line=0).numbers)


def is_wrong(state: State) -> bool:
    """Tell whether the samples contradict the sweep: one of them finds an overlap and
    the other none, or they differ by more than the time between two samples. Of a bar
    that does not turn, the sweep is right."""
    if state["spin"] == 0:
        return False
    hit = sweep_shapes(state)
    overlap = first_overlap(state)
    if hit is None or overlap is None:
        return (hit is None) != (overlap is None)
    return not 0 <= overlap - hit.u0 <= 1 / SAMPLES


def is_overlooked(state: State) -> bool:
    """Tell whether the sweep overlooks a hit that the samples find."""
    return is_wrong(state) and sweep_shapes(state) is None


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw A and B; after the bet also a line between them, what the sweep and the
    samples say, and when the shadows overlap on each axis."""
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
    """Draw both shapes at u with the box around B and, in outline, both where the step
    begins, A where it ends, and A at u0 of a hit."""
    b = bar(state, state.u)
    draw_box(canvas, b.aabb(), "quiet", fill=0.0, width=0.5, dashed=True)
    for ghost in (bar(state, 0), triangle(state, 0), triangle(state, 1)):
        canvas.hull(corner_loop(ghost), "quiet", fill=0.0, width=0.5)
    canvas.hull(corner_loop(b), "b", fill=0.55, width=0.5)
    if hit:
        canvas.hull(corner_loop(triangle(state, hit.u0)), "u0", fill=0.0, width=0.5)
    canvas.hull(corner_loop(triangle(state, state.u)), "a", fill=0.9)
    x = state["x"]
    y = state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "sweep")


def write_answers(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Write what the sweep says and, if the bar turns, what the samples say."""
    is_fault = is_wrong(state)
    if hit:
        answer = f"hit at u = {hit.u0:.2f}"
        role = "fault" if is_fault else "hit"
    elif is_fault:
        answer = "overlooked"
        role = "fault"
    else:
        answer = role = "miss"
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
    for axis, d, _, reach in shadows(a, b, (0.0, 0.0)):
        if abs(d) <= reach:
            continue  # There is no gap on this axis.
        x, y = unit(axis, d)  # From A to B.
        is_on_a = has_side_ahead(corners_a, (x, y))
        if is_on_a or has_side_ahead(corners_b, (-x, -y)):
            normal = rotate((x, y), state["line"])
            shadow_a = project(corners_a, normal)
            shadow_b = project(corners_b, normal)
            at = shadow_a[1] if is_on_a else shadow_b[0]
            return LineBetween(normal, at, shadow_a, shadow_b, corners_a + corners_b)
    return None


def rotate(vector: Point, angle: float) -> Point:
    """Return a vector turned by so many degrees."""
    x, y = vector
    turn = angle * pi / 180
    c = cos(turn)
    s = sin(turn)
    return (x * c - y * s, x * s + y * c)


def has_side_ahead(corners: Sequence[Vector], direction: Point) -> bool:
    """Tell whether a whole side of a shape is farthest in a direction, not only a
    corner: its two farthest corners are equally far, but for rounding."""
    second, first = sorted(dot(direction, corner) for corner in corners)[-2:]
    return first - second < 1e-9


def draw_line_between(canvas: RoleCanvas, between: LineBetween) -> None:
    """Draw a line between the shapes, the corners that it touches, and the shapes'
    shadows on its normal, as far as they lie within SKY."""
    normal, at, (low_a, high_a), (low_b, high_b), corners = between
    # The shadows lie beyond all corners, 7 units along the line.
    _, last = project(corners, perpendicular(normal))
    aside = last + 7
    role = "miss" if high_a <= low_b else "fault"
    draw_in_sky(canvas, normal, (at, -400.0), (at, 400.0), role, width=1.0)
    draw_in_sky(canvas, normal, (low_a, aside), (high_a, aside), "a", width=2.0)
    draw_in_sky(canvas, normal, (low_b, aside), (high_b, aside), "b", width=2.0)
    for corner in corners:
        if abs(dot(corner, normal) - at) < 1e-9:  # It lies on the line.
            canvas.dot(point(corner), "text", 2)


def draw_in_sky(
    canvas: RoleCanvas,
    normal: Point,
    start: Point,
    end: Point,
    role: str,
    width: float,
) -> None:
    """Draw the part of a bar that lies within SKY: a point's sweep finds it. Each end
    says how far it is along the normal of a line, and how far along the line."""
    begin = from_line(normal, start)
    displacement = sub(from_line(normal, end), begin)
    tip = AABB(begin, (0, 0))
    inside = sweep(tip, SKY, displacement)
    if inside:
        enter = tip.moved(displacement, inside.u0)
        leave = tip.moved(displacement, inside.u1)
        canvas.bar(point(enter.center), point(leave.center), role, width)


def from_line(normal: Point, place: Point) -> Point:
    """Return the place in the figure that is so far along the normal of a line, and so
    far along the line."""
    x, y = place
    across_x, across_y = normal
    along_x, along_y = perpendicular(normal)
    return (x * across_x + y * along_x, x * across_y + y * along_y)


def draw_axis_times(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Draw when the shadows overlap on each axis: first A's, then B's."""
    b_seen_from_a = (-state["dx"], -state["dy"])
    axes = list(shadows(triangle(state, 0), bar(state, 0), b_seen_from_a))
    top = TIMES_Y - 4
    bottom = TIMES_Y + TIMES_PITCH * len(axes) - 3
    sides_of_a = 2 if state["half"] else 3
    canvas.text("A's sides", (0, top), "a")
    if sides_of_a < len(axes):  # Otherwise both have the same.
        canvas.text("B's sides", (0, top + TIMES_PITCH * sides_of_a), "b")
    if hit:
        low = (time_x(hit.u0), top)
        high = (time_x(hit.u1), bottom)
        canvas.box(low, high, "hit", fill=0.3, width=0.5)
    for k, (_, d, r, s) in enumerate(axes):
        y = TIMES_Y + TIMES_PITCH * k
        enter, exit = overlap_times(d, r, s)
        canvas.bar((time_x(0), y), (time_x(1), y), "quiet", width=0.5)
        begin = time_x(enter)
        end = time_x(exit)
        if begin < end:  # Part of it lies in the step.
            canvas.bar((begin, y), (end, y), "sweep", width=3.0)
    now = time_x(state.u)
    canvas.bar((now, TIMES_Y - 6), (now, bottom + 2), "text", width=1.0)


def time_x(u: float) -> float:
    """Return the x of a time in the bars of times; what lies before or after the step
    is at its ends."""
    return TIMES_X + TIMES_WIDE * min(max(u, 0.0), 1.0)


def words(state: State) -> str:
    """Compare the sweep with the samples; of a miss that is right, speak of the
    line."""
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
            "The sweep overlooks that they meet: for the sweep the bar does not turn."
        )
    if state["line"]:
        return (
            "While the line fits, it can be rolled until it lies on a side."
            " So sides are enough."
        )
    around = "The dashed box around B's 4 corners (8 in 3-D) only says: perhaps."
    return f"Miss: a line fits between, along a side. {around}"


def from_room(world: World, scale: float) -> dict[str, float] | None:
    """Return the numbers of the nearest blade of a room and of the player, in the tick
    in which a dash towards the blade's centre hits it; None without a blade, or if the
    nearest is too long.

    Args:
        world: the room.
        scale: px in a unit of the figure.
    """
    from ...simulation.elements import Blade
    from ...simulation.player import DASH_SPEED, HALF

    x, y = world.space.center[world.player.id].tolist()
    blades = world.bodies.of(Blade).values()
    blade = min(blades, key=lambda each: dist(each.center, (x, y)), default=None)
    if blade is None or blade.reach > MOST_REACH * scale:
        return None
    blade_x, blade_y = blade.center
    away_x = (x - blade_x) / scale
    away_y = (y - blade_y) / scale
    numbers = blade_numbers(world, blade, scale)
    numbers["half"] = HALF[0] / scale
    numbers["x"] = CENTER[0] + away_x
    numbers["y"] = CENTER[1] + away_y
    numbers["dx"] = -away_x
    numbers["dy"] = -away_y
    stride = DASH_SPEED / world.tick_rate / scale
    return numbers | tick_of_hit(State(numbers), stride)


def blade_numbers(world: World, blade: Blade, scale: float) -> dict[str, float]:
    """Return the numbers of B, if it is a blade as it stands in a room now; there are
    so many px in a unit of the figure."""
    wide, high = blade.half_extents
    along_x, along_y = blade.bar(world.time.now).axes[0]
    return {
        "angle": degrees(atan2(along_y, along_x)),
        "spin": 6 * blade.rpm / world.tick_rate,  # Degrees in a tick.
        "wide": wide / scale,
        "high": high / scale,
    }


def tick_of_hit(state: State, stride: float) -> dict[str, float]:
    """Return A's place and displacement in the tick in which it hits B, if it moves a
    stride in each tick along the displacement of a state; in the first tick if it does
    not hit B on that way."""
    x, y, dx, dy = (state[name] for name in ("x", "y", "dx", "dy"))
    distance = hypot(dx, dy) or 1.0
    swept = sweep_shapes(state)
    ticks_before = floor(swept.u0 * distance / stride) if swept else 0
    dx = stride * dx / distance
    dy = stride * dy / distance
    return {"x": x + dx * ticks_before, "y": y + dy * ticks_before, "dx": dx, "dy": dy}


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the line that finds an overlap's times and the one that decides, as parts
    of their text."""
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
        slider("angle", "angle", low=-180, high=180, step=5),
        slider("turn of the line", "line", low=-90, high=90),
        slider("turn in the step", "spin", low=-180, high=180, step=5),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_overlooked,
    code=(separating_axis, sweep_polygons, OBB.corners, OBB.aabb),
    call=sweep_shapes,
    lines=deciding_lines,
    exercise="separating_axis",
    from_room=from_room,
)
