"""Shadows in time: from when to when do two shadows on one axis overlap?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import ALWAYS, NEVER, overlap_times
from ..figures import contact_axis, draw_length, span_label
from ..lesson import Lesson, Pair, Point, RoleCanvas, State, slider

A_AT = 70.0
"""The place of A, which rests."""
STEP_BEGINS = 84.0
"""x of u = 0; places go down as in the game."""
STEP_ENDS = 254.0
"""x of u = 1: time runs to the right."""
OVERLAP_Y = 142.0
"""y of the interval of overlap."""


def times(state: State) -> tuple[float, float]:
    """Return enter and exit, the times when the shadows begin and cease to overlap, in
    the step or not."""
    distance = state["start"] - A_AT
    return overlap_times(distance, displacement(state), reach(state))


def reach(state: State) -> float:
    """Return s, the sum of both half extents."""
    return state["half_a"] + state["half_b"]


def displacement(state: State) -> float:
    """Return r, the displacement of B; A rests."""
    return state["end"] - state["start"]


def boxes_1d(state: State) -> tuple[AABB, AABB]:
    """Return A and B where the step begins, in one dimension."""
    a = AABB((A_AT,), (state["half_a"],))
    b = AABB((state["start"],), (state["half_b"],))
    return a, b


def at(u: float, place: float) -> Point:
    """Return the point of the figure for a time in the step, 0 to 1, and a place on the
    axis."""
    return STEP_BEGINS + (STEP_ENDS - STEP_BEGINS) * u, place


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw A, which rests, and B, which moves by r, at the time u; their shadows over
    the step, and when the shadows overlap; after the bet d, r and s, too."""
    a, b = boxes_1d(state)
    r = displacement(state)
    swept = sweep(a, b, (0,), (r,))
    enter, exit = times(state)
    u = state.u
    b_now = b.moved((r,), u)
    draw_body(canvas, "A", left=2.0, start=a, now=a, u=u)
    draw_body(canvas, "B", left=26.0, start=b, now=b_now, u=u)
    if state.reveals:
        draw_lengths(canvas, state)
    for edge in (0, 1):
        canvas.bar(at(edge, 8), at(edge, OVERLAP_Y + 4), "quiet")
        canvas.text(f"u = {edge}", at(edge, OVERLAP_Y + 5), "quiet", anchor=(0.5, 0))
    canvas.bar(at(u, 8), at(u, OVERLAP_Y + 4), "text")
    if state.reveals:
        for time in (enter, exit):
            if 0 <= time <= 1:
                canvas.bar(at(time, 8), at(time, OVERLAP_Y), "sweep", dashed=True)
    if swept and u >= swept.u0:
        end = min(u, swept.u1)
        canvas.bar(at(swept.u0, OVERLAP_Y), at(end, OVERLAP_Y), "sweep", width=4)
    label = span_label(enter, exit)
    canvas.text(label, (STEP_BEGINS, 166), "sweep", bold=True)


def draw_body(
    canvas: RoleCanvas, name: str, left: float, start: AABB, now: AABB, u: float
) -> None:
    """Draw a body at its place, left of the step, with its name below, and the strip of
    its shadows from u = 0 to u, of which the last is a thick bar."""
    role = name.lower()
    (start_low,) = start.min
    (start_high,) = start.max
    (low,) = now.min
    (high,) = now.max
    canvas.box((left, low), (left + 20, high), role, fill=0.4, width=0.8)
    canvas.text(name, (left + 10, high + 1), role, anchor=(0.5, 0), bold=True)
    shadow_low = at(u, low)
    shadow_high = at(u, high)
    strip = [at(0, start_low), shadow_low, shadow_high, at(0, start_high)]
    canvas.hull(strip, role, fill=0.3, width=0.5)
    canvas.bar(shadow_low, shadow_high, role, width=3)


def draw_lengths(canvas: RoleCanvas, state: State) -> None:
    """Draw d, r and s side by side, and write how long they are."""
    b_begins = state["start"]
    lengths = [
        ("d", A_AT, b_begins),
        ("r", b_begins, state["end"]),
        ("s", A_AT, A_AT + reach(state)),
    ]
    x = 55.0
    text_x = STEP_BEGINS
    for name, begin, end in lengths:
        draw_length(canvas, name, (x, begin), (x, end))
        canvas.text(f"{name} {end - begin:.4g}", (text_x, 182), name)
        x += 10.5
        text_x += 60


def words(state: State) -> str:
    """Say when the shadows meet and part, or why they do not in this step."""
    still = "B does not move relative to A, and"
    enter, leave = times(state)
    if (enter, leave) == ALWAYS:
        return f"{still} they overlap all the time. Nothing is divided by 0."
    if (enter, leave) == NEVER:
        return f"{still} the gap between them stays. Nothing is divided by 0."
    if enter > 1:
        return f"They would meet at {enter:.2f}, but the step ends at 1. A miss."
    if leave < 0:
        return "B moves away: they could only have met before this step. A miss."
    if enter < 0:
        return "Enter lies before the step: they already overlap when it begins."
    if leave > 1:
        return (
            f"The near faces meet at {enter:.2f}. When the step ends,"
            " they still overlap."
        )
    return f"The near faces meet at {enter:.2f}, the far faces part at {leave:.2f}."


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the lines of overlap_times() that lead to the answer, as parts of their
    text."""
    r = displacement(state)
    if r > 0:
        return "if r > 0:", "return (-s - d) / r + 0.0, (s - d) / r + 0.0"
    if r < 0:
        return "if r < 0:", "return (s - d) / r + 0.0, (-s - d) / r + 0.0"
    return ("return ALWAYS if abs(d) <= s else NEVER",)


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers of a room's boxes along the axis of their contact, as seen
    from the player, which is A."""
    i = contact_axis(pair)
    a, b, move_a, move_b = pair
    start = A_AT + b.center[i] - a.center[i]
    return {
        "start": start,
        "end": start + move_b[i] - move_a[i],
        "half_a": a.half_extents[i],
        "half_b": b.half_extents[i],
    }


def overlap_for_middle_half(state: State) -> bool:
    """Tell whether the shadows overlap from a quarter to three quarters of the step."""
    return times(state) == (0.25, 0.75)


LESSON = Lesson(
    state=State({"start": 20.0, "end": 100.0, "half_a": 12.0, "half_b": 8.0}),
    handles=(
        slider("B begins", "start", low=18, high=122),
        slider("B ends", "end", low=18, high=122),
        slider("half of A", "half_a", low=0, high=24),
        slider("half of B", "half_b", low=0, high=10),
    ),
    figure=figure,
    words=words,
    reaches_goal=overlap_for_middle_half,
    code=(overlap_times,),
    call=times,
    lines=deciding_lines,
    exercise="overlap_times",
    from_pair=from_pair,
)
