"""The wall that was not there: why does a fast box pass through a thin wall?"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from ...collision import AABB, pitfalls, sweep
from ..figures import contact_axis, draw_box, in_frame_of_b
from ..lesson import Lesson, Pair, RoleCanvas, State, slider

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
    """Return the box in a lane where the step begins, with its stride, and the
    wall."""
    half = state["side"] / 2
    box = AABB((state["start"], lane), (half, half))
    wall = AABB.from_min_size((WALL_LEFT, lane - SIDE), (state["wall"], 2 * SIDE))
    return Pair(box, wall, (state["stride"], 0))


def is_in_wall_at_end(state: State) -> bool:
    """Tell whether a test at the end of the step finds the box in the wall."""
    return pitfalls.discrete(*box_and_wall(state))


def gets_through(state: State) -> bool | None:
    """Tell whether the box hits the wall on its way, and a test at the end of the step
    does not find it; None if the box does not hit."""
    if sweep(*box_and_wall(state)) is None:
        return None
    return not is_in_wall_at_end(state)


@lru_cache(maxsize=256)
def all_starts(stride: float, wall: float, side: float) -> tuple[bool | None, ...]:
    """Return gets_through() for each of STARTS and half a px: so no box begins or ends
    at a face."""
    state = State({"stride": stride, "wall": wall, "side": side})
    return tuple(gets_through(state.change(start=start + 0.5)) for start in STARTS)


def draw_lane(
    canvas: RoleCanvas, state: State, lane: float, end: float, fill: float = 1
) -> None:
    """Draw a lane: the wall, the box where its step begins, where it would end, and, in
    full colour or paler, after the part end of it. Swept, also what lies between."""
    box, wall, stride, _ = box_and_wall(state, lane)
    now = box.moved(stride, end)
    draw_box(canvas, wall, "wall")
    if lane == SWEPT_LANE:
        draw_box(canvas, box.union(now), "sweep", fill=0.25)
    for ghost in (box, box.moved(stride)):
        draw_box(canvas, ghost, "quiet", fill=0, width=0.5, dashed=True)
    draw_box(canvas, now, "a", fill=fill, width=0.5)


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw the box on its way to the wall; after the bet in two lanes, tested at the
    end and swept, and below them what becomes of all starts."""
    if not state.reveals:
        draw_lane(canvas, state, SINGLE_LANE, state.u)
        return
    draw_sampled(canvas, state)
    draw_swept(canvas, state)
    draw_starts(canvas, state)
    x = state["start"]
    canvas.arrow((x, 176), (x, 164), "a", width=1)
    stride, wall, box = sizes(state)
    canvas.text(f"box {box:g}   wall {wall:g}   stride {stride:g}", (0, 182))


def draw_sampled(canvas: RoleCanvas, state: State) -> None:
    """Draw the test at the end of the step: on the way nothing is tested, and the box
    is pale."""
    fill = 1 if state.u in (0, 1) else 0.3
    canvas.text("tested at the end only", (0, 0), "quiet")
    draw_lane(canvas, state, SAMPLED_LANE, state.u, fill)
    if state.u < 1:
        return
    if gets_through(state):
        answer = "overlooked"
        role = "fault"
    else:
        answer = role = "hit" if is_in_wall_at_end(state) else "miss"
    canvas.text(answer, (272, 0), role, anchor=(1, 0), bold=True)


def draw_swept(canvas: RoleCanvas, state: State) -> None:
    """Draw the sweep: from u0 of a hit on, the box stays at the wall."""
    swept = sweep(*box_and_wall(state))
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
    starts = all_starts(*sizes(state))
    count = starts.count(True)
    role = "fault" if count else "text"
    canvas.text("all starts:", (0, 132), "quiet")
    canvas.text(f"{count} get through", (74, 132), role, bold=True)
    left = STARTS[0]
    for answer, run in groupby(starts):
        right = left + len(list(run))
        role, top = START_STYLES[answer]
        canvas.box((left, top), (right, 162), role)
        left = right


def words(state: State) -> str:
    """Say whether this start gets through, or that no start does with a stride that is
    the longest safe one."""
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
    stride, wall, side = sizes(state)
    is_safe = not any(all_starts(stride, wall, side))
    return is_safe and any(all_starts(stride + 1, wall, side))


def sizes(state: State) -> tuple[float, float, float]:
    """Return the stride, the thickness of the wall and the size of the box, px."""
    return state["stride"], state["wall"], state["side"]


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers of a room's boxes along the axis of their contact, as seen
    from the wall, which is on the right."""
    i = contact_axis(pair)
    box, wall, displacement, _ = in_frame_of_b(pair)
    gap = abs(box.center[i] - wall.center[i]) - wall.half_extents[i]
    return {
        "start": WALL_LEFT - gap,
        "stride": abs(displacement[i]),
        "wall": wall.size[i],
        "side": box.size[i],
    }


LESSON = Lesson(
    state=State({"start": 60, "stride": 110, "wall": 6, "side": SIDE}),
    handles=(
        slider("start", "start", low=12, high=120),
        slider("stride", "stride", low=2, high=140),
        slider("wall", "wall", low=1, high=40),
        slider("box", "side", low=1, high=20),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_longest_safe,
    code=(pitfalls.discrete, pitfalls.substeps),
    call=is_in_wall_at_end,
    lines=lambda state: ("overlaps(a.moved(path_a, k / n), b.moved(path_b, k / n))",),
    from_pair=from_pair,
)
