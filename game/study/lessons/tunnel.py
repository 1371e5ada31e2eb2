"""The wall that was not there: why does a fast box pass through a thin wall?"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from ...collision import AABB, Sweep, pitfalls, sweep
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

SIDE = 20.0
"""The size of the box at first, and half the height of the wall."""
WALL_LEFT = 130.0
STARTS = range(12, 120)
"""x of the starts that are tried."""
SAMPLED_LANE = 37.0
"""y of the lane where the box is tested at the end of the step."""
SWEPT_LANE = 101.0
"""y of the lane where it is swept."""
SINGLE_LANE = 90.0
"""y of the only lane while the bet is open."""
START_STYLES = {None: ("miss", 154), False: ("hit", 154), True: ("fault", 150)}
"""By the answer of gets_through(): the role of a start's box, and its top."""


def box_and_wall(state: State, lane: float = 0.0) -> Pair:
    """Return the box where the step begins, and the wall."""
    box = AABB((state["start"], lane), (state["side"] / 2, state["side"] / 2))
    wall = AABB.from_min_size((WALL_LEFT, lane - SIDE), (state["wall"], 2 * SIDE))
    return Pair(box, wall, (state["stride"], 0))


def gets_through(state: State) -> bool | None:
    """Tell whether a test at the end of the step misses the wall; None if the wall is
    not hit."""
    pair = box_and_wall(state)
    if sweep(*pair) is None:
        return None
    return not pitfalls.discrete(*pair)


@lru_cache(maxsize=256)
def all_starts(stride: float, wall: float, side: float) -> tuple[bool | None, ...]:
    """Return gets_through() of each start, at halves: so no box begins or ends at a
    face."""
    state = State({"stride": stride, "wall": wall, "side": side})
    return tuple(gets_through(state.change(start=start + 0.5)) for start in STARTS)


def draw_lane(
    canvas: RoleCanvas, state: State, lane: float, end: float, fill: float = 1
) -> None:
    """Draw the wall, and the box at the part end of its stride."""
    box, wall, stride, _ = box_and_wall(state, lane)
    now = box.moved(stride, end)
    figures.draw_box(canvas, wall, "wall")
    if lane == SWEPT_LANE:
        figures.draw_box(canvas, box.union(now), "sweep", fill=0.25)
    for ghost in (box, box.moved(stride)):
        figures.draw_box(canvas, ghost, "quiet", fill=0, width=0.5, dashed=True)
    figures.draw_box(canvas, now, "a", fill=fill, width=0.5)


def figure(canvas: RoleCanvas, state: State) -> None:
    if not state.reveals:
        draw_lane(canvas, state, SINGLE_LANE, state.u)
        return
    swept = sweep(*box_and_wall(state))
    draw_sampled(canvas, state, is_hit=swept is not None)
    draw_swept(canvas, state, swept)
    draw_starts(canvas, state)
    x = state["start"]
    canvas.arrow((x, 176), (x, 164), "a", 1)
    box, wall, stride = state["side"], state["wall"], state["stride"]
    canvas.text(f"box {box:g}   wall {wall:g}   stride {stride:g}", (0, 182))


def draw_sampled(canvas: RoleCanvas, state: State, is_hit: bool) -> None:
    """Draw the test at the end of the step: on the way nothing is tested, and the box
    is pale."""
    fill = 1 if state.u in (0, 1) else 0.3
    canvas.text("tested at the end only", (0, 0), "quiet")
    draw_lane(canvas, state, SAMPLED_LANE, state.u, fill)
    if state.u < 1:
        return
    if gets_through(state):
        canvas.text("miss", (272, 0), "fault", anchor=(1, 0), bold=True)
    else:
        answer = "hit" if is_hit else "miss"
        canvas.text(answer, (272, 0), answer, anchor=(1, 0), bold=True)


def draw_swept(canvas: RoleCanvas, state: State, swept: Sweep | None) -> None:
    """Draw the sweep, which stops the box at the wall."""
    canvas.text("swept over the whole step", (0, 64), "quiet")
    if swept is None or state.u < swept.u0:
        draw_lane(canvas, state, SWEPT_LANE, state.u)
        return
    draw_lane(canvas, state, SWEPT_LANE, swept.u0)
    answer = f"hit at {swept.u0:.2f}"
    canvas.text(answer, (272, 64), "hit", anchor=(1, 0), bold=True)


def draw_starts(canvas: RoleCanvas, state: State) -> None:
    """Draw what the test at the end says of all starts, and count those that get
    through."""
    starts = all_starts(state["stride"], state["wall"], state["side"])
    count = starts.count(True)
    role = "fault" if count else "text"
    canvas.text("all starts:", (0, 132), "quiet")
    canvas.text(f"{count} get through", (74, 132), role, bold=True)
    left = float(STARTS[0])
    for answer, run in groupby(starts):
        right = left + len(list(run))
        role, top = START_STYLES[answer]
        canvas.box((left, top), (right, 162), role)
        left = right


def words(state: State) -> str:
    if is_longest_safe(state):
        return "No start gets through. The stride is as long as box and wall together."
    through = gets_through(state)
    if through is None:
        return "The wall is more than a stride away: a miss. Move the start nearer."
    if through:
        return (
            "Before the wall, then behind it: no sample is at it."
            " All orange starts end so."
        )
    return "This step happens to end in the wall, and the sample finds it: a hit."


def is_longest_safe(state: State) -> bool:
    """Tell whether no start gets through, but some would with a stride 1 px longer."""
    stride, wall, side = state["stride"], state["wall"], state["side"]
    is_safe = not any(all_starts(stride, wall, side))
    return is_safe and any(all_starts(stride + 1, wall, side))


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers along the axis of the contact, the wall on the right."""
    i = figures.contact_axis(pair)
    gap = abs(pair.a.center[i] - pair.b.center[i]) - pair.b.half_extents[i]
    return {
        "start": WALL_LEFT - gap,
        "stride": abs(pair.move_a[i] - pair.move_b[i]),
        "wall": pair.b.size[i],
        "side": pair.a.size[i],
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
    reaches_goal=is_longest_safe,
    code=(pitfalls.discrete, pitfalls.substeps),
    call=lambda state: pitfalls.discrete(*box_and_wall(state)),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n), b.moved(path_b, k / n))",),
    from_pair=from_pair,
)
