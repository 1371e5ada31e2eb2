"""Boxes that turn: when do two convex shapes overlap?"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, dist, floor, hypot, pi
from operator import add

from ...collision import AABB, OBB, ConvexPolygon, Sweep, separating_axis, sweep, sweep_polygons
from ...collision.aabb import Vector
from ...collision.polygon import perpendicular, project, shadows, sub
from ...collision.sweep import overlap_times
from ...simulation.player import DASH_SPEED, HALF
from ...simulation.world import World, vector
from .. import figures
from ..lesson import Handle, Lesson, RoleCanvas, State

CENTER, MOST_REACH = (164.0, 88.0), 60.0
"""Where the bar turns, and how far it may reach from there."""
SKY = AABB.from_min_max((0, 30), (272, 152))
"""Where the shapes are drawn: words are above it, times below it."""
TIMES_X, TIMES_WIDE, TIMES_Y, TIMES_PITCH = 62.0, 200.0, 163.0, 7.0
"""Of the bars of times: x of u = 0, width of the whole step, y of the first, distance of two."""
SAMPLES = 64


def bar(state: State, u: float) -> OBB:
    """Return the turned box at a time; it turns by spin degrees in the step."""
    half = state["wide"], state["high"]
    return OBB(CENTER, half, (state["angle"] + state["spin"] * u) * pi / 180)


def triangle(state: State, u: float) -> ConvexPolygon:
    """Return the mover at a time; from a room it is the player, a square."""
    x, y = state["x"] + state["dx"] * u, state["y"] + state["dy"] * u
    if half := state["half"]:
        return ConvexPolygon(tuple(figures.corner_loop(OBB((x, y), (half, half), 0))))
    return ConvexPolygon(((x - 12, y - 9), (x + 12, y), (x - 12, y + 9)))


def sweep_shapes(state: State) -> Sweep | None:
    """Return the sweep of both shapes, which takes no turn during the step into account."""
    return sweep_polygons(triangle(state, 0), bar(state, 0), (state["dx"], state["dy"]))


@lru_cache(maxsize=64)
def first_overlap_of(**numbers: float) -> float | None:
    state = State(numbers)
    samples = (k / SAMPLES for k in range(SAMPLES + 1))
    overlaps = (u for u in samples if not separating_axis(triangle(state, u), bar(state, u)))
    return next(overlaps, None)


def first_overlap(state: State) -> float | None:
    """Return the time of the first of many samples at which the shapes overlap."""
    return first_overlap_of(**state.numbers)


def is_wrong(state: State) -> bool:
    """Tell whether the samples contradict the sweep; without a turn it is right."""
    hit, overlap = sweep_shapes(state), first_overlap(state)
    if state["spin"] == 0 or (hit is None and overlap is None):
        return False
    return hit is None or overlap is None or not 0 <= overlap - hit.u0 <= 1 / SAMPLES


def figure(canvas: RoleCanvas, state: State) -> None:
    u, hit, overlap = state.u, sweep_shapes(state), first_overlap(state)
    box, mover = bar(state, u), triangle(state, u)
    axis = separating_axis(mover, box)
    figures.draw_box(canvas, box.aabb(), "quiet", fill=0.0, width=0.5, dashed=True)
    if state["spin"]:
        canvas.hull(figures.corner_loop(bar(state, 0)), "quiet", fill=0.0, width=0.5)
    canvas.hull(figures.corner_loop(box), "wall", fill=0.55, width=0.5)
    for at in (0, 1):
        canvas.hull(figures.corner_loop(triangle(state, at)), "quiet", 0.0, 0.5)
    if hit and state.reveals:
        canvas.hull(figures.corner_loop(triangle(state, hit.u0)), "core", 0.0, 0.5)
    canvas.hull(figures.corner_loop(mover), "player" if axis else "hit", 0.9)
    x, y = state["x"], state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "sweep")
    if not state.reveals:
        return
    if axis:
        draw_separating_line(canvas, axis, mover, box)
    result = f"hit at u = {hit.u0:.2f}" if hit else "miss"
    canvas.text(f"the sweep: {result}", (6, 2), "core" if hit else "text")
    if state["spin"]:
        found = "no overlap" if overlap is None else f"overlap at u = {overlap:.2f}"
        role = "glitch" if is_wrong(state) else "text"
        canvas.text(f"{SAMPLES + 1} samples: {found}", (6, 15), role, bold=is_wrong(state))
    draw_axis_times(canvas, state, hit)


def draw_separating_line(canvas: RoleCanvas, axis: Vector, mover: ConvexPolygon, box: OBB) -> None:
    """Draw a line that fits between the shapes, and their shadows on the axis across it, as far as
    they lie within SKY."""
    line = perpendicular(axis)
    (low_p, high_p), (low_q, high_q) = (
        project(points, axis) for points in (mover.vertices, box.corners())
    )
    middle = (high_p + low_q) / 2
    aside = project([*mover.vertices, *box.corners()], line)[1] + 7
    for role, width, *ends in (
        ("miss", 1.0, (middle, -400.0), (middle, 400.0)),
        ("player", 2.0, (low_p, aside), (high_p, aside)),
        ("wall", 2.0, (low_q, aside), (high_q, aside)),
    ):
        start, end = (tuple([x * a + y * b for a, b in zip(axis, line)]) for x, y in ends)
        dot, move = AABB(start, (0, 0)), sub(end, start)
        if inside := sweep(dot, SKY, move):
            a, b = (figures.point(dot.moved(move, u).center) for u in inside[:2])
            canvas.bar(a, b, role, width)


def axis_time_x(u: float) -> float:
    """Return the x of a time in the bars."""
    return TIMES_X + TIMES_WIDE * u


def draw_axis_times(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Draw when the shadows overlap on each axis: first the mover's, then the bar's."""
    name, sides = ("player", 2) if state["half"] else ("triangle", 3)
    canvas.text(name, (6, TIMES_Y - 4), "quiet")
    way = sub((0.0, 0.0), (state["dx"], state["dy"]))
    axes = [*shadows(triangle(state, 0), bar(state, 0), way)]
    if len(axes) > sides:  # Otherwise both have the same.
        canvas.text("box", (6, TIMES_Y + sides * TIMES_PITCH - 3), "quiet")
    for row, (_, *shadow) in enumerate(axes):
        y, (enter, exit) = TIMES_Y + TIMES_PITCH * row, overlap_times(*shadow)
        canvas.bar((axis_time_x(0), y), (axis_time_x(1), y), "quiet")
        enter, exit = max(enter, 0.0), min(exit, 1.0)
        if enter <= exit:
            canvas.bar((axis_time_x(enter), y), (axis_time_x(exit), y), "sweep", 3.0)
    bottom = TIMES_Y + TIMES_PITCH * len(axes) - 3
    if hit:
        low, high = (axis_time_x(hit.u0), TIMES_Y - 4), (axis_time_x(hit.u1), bottom)
        canvas.box(low, high, "core", fill=0.3, width=0.5)
    now = axis_time_x(state.u)
    canvas.bar((now, TIMES_Y - 6), (now, bottom + 2), "player", 1.0)


def words(state: State) -> str:
    hit, overlap = sweep_shapes(state), first_overlap(state)
    if hit and not is_wrong(state):
        return "Last in, first out, as for upright boxes. But every side now gives an axis."
    if hit and overlap is not None:
        return "Both say hit, but the sweep is wrong about when: for it the bar does not turn."
    if hit:
        return "The sweep says hit, but none of the samples does: the bar has turned away."
    if overlap is not None and is_wrong(state):
        return "The sweep says miss, and yet they overlap: for the sweep the bar does not turn."
    return (
        "A miss: a line always fits between. The AABB around the bar's 4 corners (8 in 3-D) only"
        " says: perhaps."
    )


def from_room(world: World, unit: float) -> dict[str, float] | None:
    """Return the numbers of the nearest blade and of the player, where the tick begins in which a
    dash towards the blade's centre hits it."""
    here = vector(world.space.center[world.player.id])
    blade = min(world.blades.values(), key=lambda one: dist(one.center, here), default=None)
    if blade is None or blade.reach > MOST_REACH * unit:
        return None
    away = [(a - b) / unit for a, b in zip(here, blade.center)]
    stride, far = DASH_SPEED / world.tick_rate / unit, hypot(*away) or 1.0
    sizes = dict(zip(("wide", "high", "half"), (h / unit for h in (*blade.half_extents, HALF[0]))))
    c, s = blade.bar(world.time).axes[0]
    (x, y), (dx, dy) = map(add, CENTER, away), (-stride * x / far for x in away)
    turns = {"angle": degrees(atan2(s, c)), "spin": 6 * blade.rpm / world.tick_rate}
    swept = sweep_shapes(State({**turns, **sizes, "x": x, "y": y, "dx": -away[0], "dy": -away[1]}))
    ticks = floor(swept.u0 * far / stride) if swept else 0
    return turns | sizes | {"x": x + dx * ticks, "y": y + dy * ticks, "dx": dx, "dy": dy}


LESSON = Lesson(
    name="turning",
    state=State(
        {"angle": 35, "spin": 0, "x": 34, "y": 100, "dx": 150, "dy": 32}
        | {"wide": 50, "high": 15, "half": 0}
    ),
    handles=(
        Handle("arrow", "dx", "dy", (-200, -110), (200, 110), 2, ("x", "y")),
        Handle("start", "x", "y", (14, 40), (258, 142), 2),
        Handle("angle", "angle", low=(-180, 0), high=(180, 0), step=5),
        Handle("turn in the step", "spin", low=(-180, 0), high=(180, 0), step=5),
    ),
    figure=figure,
    words=words,
    reached=lambda state: is_wrong(state) and sweep_shapes(state) is None,
    code=(separating_axis, sweep_polygons, OBB.corners, OBB.aabb),
    call=sweep_shapes,
    lines=lambda state: (
        ("found = sweep(", "normal = unit(" if sweep_shapes(state) else "if found is None")
    ),
    exercise="separating_axis",
    from_room=from_room,
)
