"""Shadows in time: from when to when do two shadows on one axis overlap?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import ALWAYS, NEVER, overlap_times
from .. import figures
from ..lesson import Handle, Lesson, Pair, Point, RoleCanvas, State

A_AT = 70.0
"""The place of A, which rests."""
STEP_BEGINS = 84.0
"""x of u = 0; places go down as in the game."""
STEP_ENDS = 254.0
"""x of u = 1: time runs to the right."""
OVERLAP_Y = 142.0
"""y of the interval of overlap."""


def times(state: State) -> tuple[float, float]:
    """Return enter and exit, in the step or not."""
    reach = state["half_a"] + state["half_b"]
    return overlap_times(state["start"] - A_AT, displacement(state), reach)


def displacement(state: State) -> float:
    """Return r, the displacement of B; A rests."""
    return state["end"] - state["start"]


def boxes_1d(state: State) -> tuple[AABB, AABB]:
    """Return A and B where the step begins, in one dimension."""
    a = AABB((A_AT,), (state["half_a"],))
    b = AABB((state["start"],), (state["half_b"],))
    return a, b


def at(u: float, place: float) -> Point:
    """Return where a time in the step and a place are drawn."""
    return STEP_BEGINS + (STEP_ENDS - STEP_BEGINS) * u, place


def figure(canvas: RoleCanvas, state: State) -> None:
    a, b = boxes_1d(state)
    r = displacement(state)
    swept = sweep(a, b, (0,), (r,))
    enter, exit = times(state)
    u = state.u
    draw_body(canvas, "A", 2.0, a, a, u)
    draw_body(canvas, "B", 26.0, b, b.moved((r,), u), u)
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
        canvas.bar(at(swept.u0, OVERLAP_Y), at(end, OVERLAP_Y), "sweep", 4)
    label = figures.span_label(enter, exit)
    canvas.text(label, (STEP_BEGINS, 166), "sweep", bold=True)


def draw_body(
    canvas: RoleCanvas, name: str, left: float, start: AABB, now: AABB, u: float
) -> None:
    """Draw a body at its place, left of the step, and its shadow from u = 0 to u."""
    role = name.lower()
    low = now.min[0]
    high = now.max[0]
    canvas.box((left, low), (left + 20, high), role, fill=0.4, width=0.8)
    canvas.text(name, (left + 10, high + 1), role, anchor=(0.5, 0), bold=True)
    strip = [at(0, start.min[0]), at(u, low), at(u, high), at(0, start.max[0])]
    canvas.hull(strip, role, fill=0.3, width=0.5)
    canvas.bar(at(u, low), at(u, high), role, 3)


def draw_lengths(canvas: RoleCanvas, state: State) -> None:
    """Draw d, r and s, and write how long they are."""
    reach = state["half_a"] + state["half_b"]
    lengths = {
        "d": (A_AT, state["start"]),
        "r": (state["start"], state["end"]),
        "s": (A_AT, A_AT + reach),
    }
    for k, (name, (begin, end)) in enumerate(lengths.items()):
        x = 55.0 + 10.5 * k
        figures.draw_length(canvas, name, (x, begin), (x, end))
        canvas.text(f"{name} {end - begin:.4g}", (STEP_BEGINS + 60 * k, 182), name)


def words(state: State) -> str:
    still = "B does not move relative to A, and"
    if times(state) == ALWAYS:
        return f"{still} they overlap all the time. Nothing is divided by 0."
    if times(state) == NEVER:
        return f"{still} the gap between them stays. Nothing is divided by 0."
    enter, leave = times(state)
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
    """Return the lines of overlap_times() that return the answer."""
    r = displacement(state)
    if r > 0:
        return "if r > 0:", "return (-s - d) / r + 0.0, (s - d) / r + 0.0"
    if r < 0:
        return "if r < 0:", "return (s - d) / r + 0.0, (-s - d) / r + 0.0"
    return ("return ALWAYS if abs(d) <= s else NEVER",)


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers along the axis of the contact, seen from the player, which is
    A."""
    i = figures.contact_axis(pair)
    start = A_AT + pair.b.center[i] - pair.a.center[i]
    halves = {"half_a": pair.a.half_extents[i], "half_b": pair.b.half_extents[i]}
    return {"start": start, "end": start + pair.move_b[i] - pair.move_a[i], **halves}


LESSON = Lesson(
    state=State({"start": 20.0, "end": 100.0, "half_a": 12.0, "half_b": 8.0}),
    handles=(
        Handle("B begins", "start", low=(18, 0), high=(122, 0)),
        Handle("B ends", "end", low=(18, 0), high=(122, 0)),
        Handle("half of A", "half_a", high=(24, 0)),
        Handle("half of B", "half_b", high=(10, 0)),
    ),
    figure=figure,
    words=words,
    reaches_goal=lambda state: times(state) == (0.25, 0.75),
    code=(overlap_times,),
    call=times,
    lines=deciding_lines,
    exercise="overlap_times",
    from_pair=from_pair,
)
