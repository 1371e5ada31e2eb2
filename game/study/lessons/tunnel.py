"""The wall that was not there: why does a fast box go through a thin wall?"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from ...collision import AABB, Response, pitfalls, sweep
from ..figures import contact_axis, draw_box, moved
from ..lesson import Canvas, Handle, Lesson, Moved, Pair, State
from ..prose import read_prose

SIDE = 20.0
WALL_LEFT = 130.0
STARTS = range(12, 120)
LOOKS, ASKS, ALONE = 37.0, 101.0, 90.0
"""How low the lanes lie: one looks when the step is over, the other asks for the whole of it; while
the bet is open, the first is alone."""


def boxes(start: float, wall: float, side: float = SIDE, lane: float = 0.0) -> tuple[AABB, AABB]:
    """Return the box where the step begins, and the wall."""
    box = AABB((start, lane), (side / 2, side / 2))
    return box, AABB.from_min_size((WALL_LEFT, lane - SIDE), (wall, 2 * SIDE))


def gets_through(start: float, stride: float, wall: float, side: float = SIDE) -> bool | None:
    """Tell whether the look misses a wall that is met; None where none is."""
    box, solid = boxes(start, wall, side)
    if sweep(box, solid, (stride, 0)) is None:
        return None
    return not pitfalls.discrete(box, solid, (stride, 0))


@lru_cache(maxsize=256)
def all_starts(stride: float, wall: float, side: float) -> tuple[bool | None, ...]:
    """Return who gets through; halves, so that none begins or ends at a face."""
    return tuple(gets_through(start + 0.5, stride, wall, side) for start in STARTS)


def draw_lane(canvas: Canvas, state: State, lane: float, end: float, seen: bool) -> None:
    """Draw the box at the part end of its stride, and where it is looked at or swept."""
    box, solid = boxes(state["start"], state["wall"], state["side"], lane)
    draw_box(canvas, solid, "wall")
    if lane == ASKS:
        draw_box(canvas, box.swept_bounds((state["stride"] * end, 0)), "sweep", fill=0.25)
    for u in (0, 1):
        ghost = box.moved((state["stride"], 0), u)
        draw_box(canvas, ghost, "quiet", fill=0, width=0.5, dashed=True)
    now = box.moved((state["stride"], 0), end)
    draw_box(canvas, now, "player", fill=1 if seen else 0.3, width=0.5)


def shot(state: State) -> tuple[float, float, float, float]:
    """Return start, stride, wall and side."""
    return state["start"], state["stride"], state["wall"], state["side"]


def figure(canvas: Canvas, state: State) -> None:
    u, (start, stride, wall, side) = state["u"], shot(state)
    met = sweep(*boxes(start, wall, side), (stride, 0))
    if not state["told"]:
        draw_lane(canvas, state, ALONE, u, seen=True)
        return
    canvas.text("looked at when it ends", (0, 0), "quiet")
    draw_lane(canvas, state, LOOKS, u, seen=u in (0, 1))
    if u == 1:
        answer, role = ("overlap", "core") if met else ("no wall reached", "quiet")
        if gets_through(start, stride, wall, side):
            answer, role = "no overlap", "lethal"
        canvas.text(answer, (272, 0), role, anchor=(1, 0), bold=True)
    canvas.text("asked for the whole step", (0, 64), "quiet")
    draw_lane(canvas, state, ASKS, min(u, met.u0) if met else u, seen=True)
    if met and u >= met.u0:
        canvas.text(f"wall at {met.u0:.2f}", (272, 64), "core", anchor=(1, 0), bold=True)

    starts = all_starts(stride, wall, side)
    count = sum(map(bool, starts))
    canvas.text("all starts:", (0, 132), "quiet")
    canvas.text(f"{count} red", (74, 132), "lethal" if count else "core", bold=True)
    at = float(STARTS[0])
    for through, run in groupby(starts):
        end = at + len(list(run))
        role = "quiet" if through is None else "lethal" if through else "core"
        canvas.box((at, 150 if through else 154), (end, 162), role)
        at = end
    canvas.arrow((start, 176), (start, 164), "player", 1)
    canvas.text(f"box {side:g}   wall {wall:g}   stride {stride:g}", (0, 182))


def words(state: State) -> str:
    if as_long_as_can_be(state):
        return "No start is red: none gets through. The stride is as long as box and wall together."
    through = gets_through(*shot(state))
    if through is None:
        return (
            "The wall is more than a stride away. A red start would get through, a green one not."
        )
    if through:
        return "Before the wall, then behind it: no look is at the wall. All red starts end so."
    return "This step happens to end in the wall, and the look finds it. All green starts do."


def as_long_as_can_be(state: State) -> bool:
    """Tell whether nobody gets through, but would with a stride that is 1 px longer."""
    _, stride, *sizes = shot(state)
    return not any(all_starts(stride, *sizes)) and any(all_starts(stride + 1, *sizes))


def given(pair: Pair) -> State | None:
    """Return the numbers along the axis of the contact, the wall to the right."""
    i = contact_axis(pair)
    reach = abs(pair.a.center[i] - pair.b.center[i]) - pair.b.half_extents[i]
    sizes = {"wall": pair.b.size[i], "side": pair.a.size[i]}
    return {"start": WALL_LEFT - reach, "stride": abs(pair.move_a[i] - pair.move_b[i]), **sizes}


def asked(state: State) -> Moved:
    """Return what moves in the lane that asks for the whole step."""
    start, stride, wall, side = shot(state)
    return moved(Pair(*boxes(start, wall, side, ASKS), (stride, 0), (0, 0)), Response.STOP)


LESSON = Lesson(
    name="tunnel",
    prose=read_prose(__file__),
    state={"u": 0, "start": 60, "stride": 110, "wall": 6, "side": SIDE, "told": 1},
    handles=(
        Handle("start", "start", low=(12, 0), high=(120, 0)),
        Handle("stride", "stride", low=(2, 0), high=(140, 0)),
        Handle("wall", "wall", low=(1, 0), high=(40, 0)),
        Handle("box", "side", low=(1, 0), high=(20, 0)),
    ),
    figure=figure,
    words=words,
    reached=as_long_as_can_be,
    code=(pitfalls.discrete, pitfalls.substeps),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n), b.moved(path_b, k / n))",),
    given=given,
    moved=asked,
)
