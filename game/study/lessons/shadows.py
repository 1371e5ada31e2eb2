"""Shadows in time: from when to when do two shadows on one axis overlap?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import ALWAYS, NEVER, overlap_times
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

A_AT = 70.0
"""The place of A, which rests."""
STEP_BEGINS, STEP_ENDS = 84.0, 254.0
"""x of u = 0 and u = 1: time runs to the right, and places go down as in the game."""
OVERLAP_Y = 142.0
"""y of the interval of overlap."""


def times(state: State) -> tuple[float, float]:
    """Return enter and exit, in the step or not."""
    reach = state["half_a"] + state["half_b"]
    return overlap_times(state["start"] - A_AT, state["end"] - state["start"], reach)


def boxes_1d(state: State) -> tuple[AABB, AABB]:
    """Return A and B where the step begins, in one dimension."""
    return AABB((A_AT,), (state["half_a"],)), AABB(
        (state["start"],), (state["half_b"],)
    )


def at(u: float, place: float) -> tuple[float, float]:
    """Return where a time in the step and a place are drawn."""
    return STEP_BEGINS + (STEP_ENDS - STEP_BEGINS) * u, place


def figure(canvas: RoleCanvas, state: State) -> None:
    u, start, r = state.u, state["start"], state["end"] - state["start"]
    interval, (a, b) = times(state), boxes_1d(state)
    swept = sweep(a, b, (0,), (r,))
    for name, box, move, left in (("A", a, 0.0, 2.0), ("B", b, r, 26.0)):
        now, role = box.moved((move,), u), name.lower()
        canvas.box(
            (left, now.min[0]), (left + 20, now.max[0]), role, fill=0.4, width=0.8
        )
        canvas.text(name, (left + 10, now.max[0] + 1), role, anchor=(0.5, 0), bold=True)
        strip = [
            at(0, box.min[0]),
            at(u, now.min[0]),
            at(u, now.max[0]),
            at(0, box.max[0]),
        ]
        canvas.hull(strip, role, fill=0.3, width=0.5)
        canvas.bar(at(u, now.min[0]), at(u, now.max[0]), role, 3)
    reach = state["half_a"] + state["half_b"]
    lengths = ("d", A_AT, start), ("r", start, state["end"]), ("s", A_AT, A_AT + reach)
    for k, (name, begin, end) in enumerate(lengths if state.reveals else ()):
        x = 55.0 + 10.5 * k
        figures.draw_length(canvas, name, (x, begin), (x, end))
        canvas.text(f"{name} {end - begin:.4g}", (STEP_BEGINS + 60 * k, 182), name)
    for edge in (0, 1):
        canvas.bar(at(edge, 8), at(edge, OVERLAP_Y + 4), "quiet")
        canvas.text(f"u = {edge}", at(edge, OVERLAP_Y + 5), "quiet", anchor=(0.5, 0))
    canvas.bar(at(u, 8), at(u, OVERLAP_Y + 4), "text")
    for time in interval if state.reveals else ():
        if 0 <= time <= 1:
            canvas.bar(at(time, 8), at(time, OVERLAP_Y), "sweep", dashed=True)
    if swept and u >= swept.u0:
        canvas.bar(at(swept.u0, OVERLAP_Y), at(min(u, swept.u1), OVERLAP_Y), "sweep", 4)
    canvas.text(figures.span_label(*interval), (STEP_BEGINS, 166), "sweep", bold=True)


def words(state: State) -> str:
    interval = times(state)
    if interval in (ALWAYS, NEVER):
        how = (
            "they overlap all the time"
            if interval == ALWAYS
            else "the gap between them stays"
        )
        return f"B does not move relative to A, and {how}. Nothing is divided by 0."
    enter, leave = interval
    if enter > 1:
        return f"They would meet at {enter:.2f}, but the step ends at 1. A miss."
    if leave < 0:
        return "B moves away: they could only have met before this step. A miss."
    if enter < 0:
        return "Enter lies before the step: they already overlap when it begins."
    if leave > 1:
        return f"The near faces meet at {enter:.2f}. When the step ends, they still overlap."
    return f"The near faces meet at {enter:.2f}, the far faces part at {leave:.2f}."


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the lines of overlap_times() that return the answer."""
    r = state["end"] - state["start"]
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
    reached=lambda state: times(state) == (0.25, 0.75),
    code=(overlap_times,),
    call=times,
    lines=deciding_lines,
    exercise="overlap_times",
    from_pair=from_pair,
)
