"""The wall that was not there: why does a fast box pass through a thin wall?"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from ...collision import AABB, pitfalls, sweep
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

SIDE = 20.0
WALL_LEFT = 130.0
STARTS = range(12, 120)
SAMPLED_LANE, SWEPT_LANE, SINGLE_LANE = 37.0, 101.0, 90.0
"""y of the lanes: the box is tested at the end of the step in one, and swept in the
other; while the bet is open, there is only the last one."""


def box_and_wall(state: State, lane: float = 0.0) -> Pair:
    """Return the box where the step begins, and the wall."""
    box = AABB((state["start"], lane), (state["side"] / 2, state["side"] / 2))
    wall = AABB.from_min_size((WALL_LEFT, lane - SIDE), (state["wall"], 2 * SIDE))
    return Pair(box, wall, (state["stride"], 0))


def gets_through(state: State) -> bool | None:
    """Tell whether a test at the end of the step misses the wall; None if the wall is
    not hit."""
    pair = box_and_wall(state)
    return None if sweep(*pair) is None else not pitfalls.discrete(*pair)


@lru_cache(maxsize=256)
def all_starts(stride: float, wall: float, side: float) -> tuple[bool | None, ...]:
    """Return gets_through() of each start, at halves: so no box begins or ends at a
    face."""
    state = State({"stride": stride, "wall": wall, "side": side})
    return tuple(gets_through(state.change(start=start + 0.5)) for start in STARTS)


def draw_lane(
    canvas: RoleCanvas, state: State, lane: float, end: float, solid: bool
) -> None:
    """Draw the wall, and the box at the part end of its stride."""
    box, wall, stride, _ = box_and_wall(state, lane)
    now = box.moved(stride, end)
    figures.draw_box(canvas, wall, "wall")
    if lane == SWEPT_LANE:
        figures.draw_box(canvas, box.union(now), "sweep", fill=0.25)
    for ghost in (box, box.moved(stride)):
        figures.draw_box(canvas, ghost, "quiet", fill=0, width=0.5, dashed=True)
    figures.draw_box(canvas, now, "a", fill=1 if solid else 0.3, width=0.5)


def figure(canvas: RoleCanvas, state: State) -> None:
    u, (start, stride, wall, side) = state.u, state.numbers.values()
    swept = sweep(*box_and_wall(state))
    if not state.reveals:
        draw_lane(canvas, state, SINGLE_LANE, u, solid=True)
        return
    canvas.text("tested at the end only", (0, 0), "quiet")
    draw_lane(canvas, state, SAMPLED_LANE, u, solid=u in (0, 1))
    if u == 1:
        answer = "hit" if swept and not gets_through(state) else "miss"
        role = "fault" if gets_through(state) else answer
        canvas.text(answer, (272, 0), role, anchor=(1, 0), bold=True)
    canvas.text("swept over the whole step", (0, 64), "quiet")
    draw_lane(canvas, state, SWEPT_LANE, min(u, swept.u0) if swept else u, solid=True)
    if swept and u >= swept.u0:
        canvas.text(
            f"hit at {swept.u0:.2f}", (272, 64), "hit", anchor=(1, 0), bold=True
        )

    starts = all_starts(stride, wall, side)
    count = sum(map(bool, starts))
    canvas.text("all starts:", (0, 132), "quiet")
    canvas.text(
        f"{count} get through", (74, 132), "fault" if count else "text", bold=True
    )
    at = float(STARTS[0])
    for through, run in groupby(starts):
        end = at + len(list(run))
        role = "miss" if through is None else "fault" if through else "hit"
        canvas.box((at, 150 if through else 154), (end, 162), role)
        at = end
    canvas.arrow((start, 176), (start, 164), "a", 1)
    canvas.text(f"box {side:g}   wall {wall:g}   stride {stride:g}", (0, 182))


def words(state: State) -> str:
    if is_longest_safe(state):
        return "No start gets through. The stride is as long as box and wall together."
    through = gets_through(state)
    if through is None:
        return "The wall is more than a stride away: a miss. Move the start nearer."
    if through:
        return "Before the wall, then behind it: no sample is at it. All orange starts end so."
    return "This step happens to end in the wall, and the sample finds it: a hit."


def is_longest_safe(state: State) -> bool:
    """Tell whether no start gets through, but some would with a stride 1 px longer."""
    _, stride, *sizes = state.numbers.values()
    return not any(all_starts(stride, *sizes)) and any(all_starts(stride + 1, *sizes))


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers along the axis of the contact, the wall on the right."""
    i = figures.contact_axis(pair)
    reach = abs(pair.a.center[i] - pair.b.center[i]) - pair.b.half_extents[i]
    sizes = {"wall": pair.b.size[i], "side": pair.a.size[i]}
    return {
        "start": WALL_LEFT - reach,
        "stride": abs(pair.move_a[i] - pair.move_b[i]),
        **sizes,
    }


LESSON = Lesson(
    state=State({"start": 60, "stride": 110, "wall": 6, "side": SIDE}),
    handles=(
        Handle("start", "start", low=(12, 0), high=(120, 0)),
        Handle("stride", "stride", low=(2, 0), high=(140, 0)),
        Handle("wall", "wall", low=(1, 0), high=(40, 0)),
        Handle("box", "side", low=(1, 0), high=(20, 0)),
    ),
    figure=figure,
    words=words,
    reached=is_longest_safe,
    code=(pitfalls.discrete, pitfalls.substeps),
    call=lambda state: pitfalls.discrete(*box_and_wall(state)),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n), b.moved(path_b, k / n))",),
    from_pair=from_pair,
)
