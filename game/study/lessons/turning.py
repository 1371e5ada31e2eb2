"""And boxes that are turned?"""

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
from ..figures import corner_loop, draw_box, point
from ..lesson import Canvas, Handle, Lesson, State
from ..prose import read_prose

CENTER, LONGEST = (164.0, 88.0), 60.0
"""Where the bar turns, and how far it may reach from there."""
SKY = AABB.from_min_max((0, 30), (272, 152))
"""Above it words, below it times."""
LEFT, WIDE, TOP, ROW = 62.0, 200.0, 163.0, 7.0
"""Of the times: where u is 0, px of a whole step, the height of the first, and of each."""
LOOKS = 64
NUMBERS = ("angle", "spin", "x", "y", "dx", "dy", "wide", "high", "half")


def bar(state: State, u: float) -> OBB:
    """Return the turned box at a time; it turns by spin in the step."""
    half = state["wide"], state["high"]
    return OBB(CENTER, half, (state["angle"] + state["spin"] * u) * pi / 180)


def triangle(state: State, u: float) -> ConvexPolygon:
    """Return what flies at a time: of a room it is the player, which is as wide as it is high."""
    x, y = state["x"] + state["dx"] * u, state["y"] + state["dy"] * u
    if half := state["half"]:
        return ConvexPolygon(tuple(corner_loop(OBB((x, y), (half, half), 0))))
    return ConvexPolygon(((x - 12, y - 9), (x + 12, y), (x - 12, y + 9)))


def swept(state: State) -> Sweep | None:
    """Return what the sweep says: it takes both for unturned during the step."""
    return sweep_polygons(triangle(state, 0), bar(state, 0), (state["dx"], state["dy"]))


@lru_cache(maxsize=64)
def first_look(numbers: tuple[float, ...]) -> float | None:
    """Return the first of many looks at which the two overlap."""
    state = dict(zip(NUMBERS, numbers))
    looks = (k / LOOKS for k in range(LOOKS + 1))
    overlaps = (u for u in looks if not separating_axis(triangle(state, u), bar(state, u)))
    return next(overlaps, None)


def seen(state: State) -> float | None:
    return first_look(tuple(state[name] for name in NUMBERS))


def is_wrong(state: State) -> bool:
    """Tell whether the looks contradict the sweep; what does not turn it is right about."""
    hit, look = swept(state), seen(state)
    if state["spin"] == 0 or (hit is None and look is None):
        return False
    return hit is None or look is None or not 0 <= look - hit.u0 <= 1 / LOOKS


def figure(canvas: Canvas, state: State) -> None:
    u, hit, look = state["u"], swept(state), seen(state)
    box, mover = bar(state, u), triangle(state, u)
    axis = separating_axis(mover, box)
    draw_box(canvas, box.aabb(), "quiet", fill=0.0, width=0.5, dashed=True)
    if state["spin"]:
        canvas.hull(corner_loop(bar(state, 0)), "quiet", fill=0.0, width=0.5)
    canvas.hull(corner_loop(box), "wall", fill=0.55, width=0.5)
    for at in (0, 1):
        canvas.hull(corner_loop(triangle(state, at)), "quiet", 0.0, 0.5)
    if hit and state["told"]:
        canvas.hull(corner_loop(triangle(state, hit.u0)), "core", 0.0, 0.5)
    canvas.hull(corner_loop(mover), "player" if axis else "hit", 0.9)
    x, y = state["x"], state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "sweep")
    if not state["told"]:
        return
    if axis:
        draw_line_between(canvas, axis, mover, box)
    said = f"hit at u = {hit.u0:.2f}" if hit else "miss"
    canvas.text(f"the sweep: {said}", (6, 2), "core" if hit else "text")
    if state["spin"]:
        found = "no overlap" if look is None else f"overlap at u = {look:.2f}"
        role = "glitch" if is_wrong(state) else "text"
        canvas.text(f"{LOOKS + 1} looks: {found}", (6, 15), role, bold=is_wrong(state))
    draw_times(canvas, state, hit)


def draw_line_between(canvas: Canvas, axis: Vector, mover: ConvexPolygon, box: OBB) -> None:
    """Draw the line that fits between, and the two shadows across it, as far as they are seen."""
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
        dot, way = AABB(start, (0, 0)), sub(end, start)
        if inside := sweep(dot, SKY, way):
            a, b = (point(dot.moved(way, u).center) for u in inside[:2])
            canvas.bar(a, b, role, width)


def draw_times(canvas: Canvas, state: State, hit: Sweep | None) -> None:
    """Draw when the shadows overlap on each axis: three of the triangle, then the box's own."""
    name, sides = ("player", 2) if state["half"] else ("triangle", 3)
    canvas.text(name, (6, TOP - 4), "quiet")
    way = sub((0.0, 0.0), (state["dx"], state["dy"]))
    axes = [*shadows(triangle(state, 0), bar(state, 0), way)]
    if len(axes) > sides:  # Else they have them in common.
        canvas.text("box", (6, TOP + sides * ROW - 3), "quiet")
    for row, (_, *shadow) in enumerate(axes):
        y, (enter, exit) = TOP + ROW * row, overlap_times(*shadow)
        canvas.bar((LEFT, y), (LEFT + WIDE, y), "quiet")
        enter, exit = max(enter, 0.0), min(exit, 1.0)
        if enter <= exit:
            canvas.bar((LEFT + WIDE * enter, y), (LEFT + WIDE * exit, y), "sweep", 3.0)
    bottom = TOP + ROW * len(axes) - 3
    if hit:
        low, high = (LEFT + WIDE * hit.u0, TOP - 4), (LEFT + WIDE * hit.u1, bottom)
        canvas.box(low, high, "core", fill=0.3, width=0.5)
    now = LEFT + WIDE * state["u"]
    canvas.bar((now, TOP - 6), (now, bottom + 2), "player", 1.0)


def words(state: State) -> str:
    hit, look = swept(state), seen(state)
    if hit and not is_wrong(state):
        return "Last in, first out, as for boxes: only there are more axes, those of all sides."
    if hit and look is not None:
        return "Both say hit, but the sweep is wrong about when: it saw a bar that does not turn."
    if hit:
        return "The sweep says hit, but none of the looks does: the bar has turned away."
    if look is not None and is_wrong(state):
        return "The sweep says miss, and yet they overlap: it saw a bar that does not turn."
    return (
        "A miss: a line always fits between. The AABB around the bar's 4 corners, in 3-D 8, only"
        " says: perhaps."
    )


def lines(state: State) -> tuple[str, ...]:
    hit = swept(state)
    return ("met = sweep(", "if met is None" if hit is None else "normal = unit(")


def whole(world: World, unit: float) -> State | None:
    """Return the numbers of the nearest blade and of the player where the tick begins in which a
    dash to its middle meets it."""
    here = vector(world.space.center[world.player.id])
    blade = min(world.blades.values(), key=lambda one: dist(one.center, here), default=None)
    if blade is None or blade.reach > LONGEST * unit:
        return None
    away = [(a - b) / unit for a, b in zip(here, blade.center)]
    stride, far = DASH_SPEED / world.tick_rate / unit, hypot(*away) or 1.0
    sizes = dict(zip(("wide", "high", "half"), (h / unit for h in (*blade.half_extents, HALF[0]))))
    c, s = blade.bar(world.time).axes[0]
    (x, y), (dx, dy) = map(add, CENTER, away), (-stride * x / far for x in away)
    turns = {"angle": degrees(atan2(s, c)), "spin": 6 * blade.rpm / world.tick_rate}
    met = swept(turns | sizes | {"x": x, "y": y, "dx": -away[0], "dy": -away[1]})
    ticks = floor(met.u0 * far / stride) if met else 0
    return turns | sizes | {"x": x + dx * ticks, "y": y + dy * ticks, "dx": dx, "dy": dy}


LESSON = Lesson(
    name="turning",
    prose=read_prose(__file__),
    state={"angle": 35, "spin": 0, "x": 34, "y": 100, "dx": 150, "dy": 32, "u": 0, "told": 1.0}
    | {"wide": 50, "high": 15, "half": 0.0},
    handles=(
        Handle("way", "dx", "dy", (-200, -110), (200, 110), 2, ("x", "y")),
        Handle("start", "x", "y", (14, 40), (258, 142), 2),
        Handle("angle", "angle", low=(-180, 0), high=(180, 0), step=5),
        Handle("turns in the step", "spin", low=(-180, 0), high=(180, 0), step=5),
    ),
    figure=figure,
    words=words,
    reached=lambda state: is_wrong(state) and swept(state) is None,
    code=(separating_axis, sweep_polygons, OBB.corners, OBB.aabb),
    lines=lines,
    exercise="separating_axis",
    whole=whole,
)
