"""Shadows in time: from when to when do two shadows on one axis overlap?"""

from __future__ import annotations

from ...collision import AABB, Sweep, sweep
from ...collision.sweep import ALWAYS, NEVER, overlap_times
from ..figures import contact_axis, moved
from ..lesson import Canvas, Handle, Lesson, Moved, Pair, State
from ..prose import read_prose

A = 70.0
"""Where A rests."""
LEFT, RIGHT = 84.0, 254.0
"""Where u = 0 and u = 1 are drawn: time runs to the right, places go down as in the game."""
FLOOR = 142.0
"""Where the interval of overlap lies."""


def times(state: State) -> tuple[float, float]:
    """Return enter and exit, in the step or not."""
    reach = state["half_a"] + state["half_b"]
    return overlap_times(state["start"] - A, state["end"] - state["start"], reach)


def boxes(state: State) -> tuple[AABB, AABB]:
    """Return A and B where the step begins, in one dimension."""
    return AABB((A,), (state["half_a"],)), AABB((state["start"],), (state["half_b"],))


def in_step(state: State) -> Sweep | None:
    """Return what the sweep of the two says, in one dimension."""
    return sweep(*boxes(state), (0,), (state["end"] - state["start"],))


def at(u: float, place: float) -> tuple[float, float]:
    """Return where a time in the step and a place are drawn."""
    return LEFT + (RIGHT - LEFT) * u, place


def figure(canvas: Canvas, state: State) -> None:
    u, start, move = state["u"], state["start"], state["end"] - state["start"]
    met, step = times(state), in_step(state)
    a, b = boxes(state)
    canvas.arrow(at(0, start), at(1, state["end"]), "quiet")
    for name, role, box, way, left in (("A", "mover", a, 0.0, 8.0), ("B", "player", b, move, 32.0)):
        now = box.moved((way,), u)
        canvas.box((left, now.min[0]), (left + 20, now.max[0]), role, fill=0.4, width=0.8)
        canvas.text(name, (left + 10, now.max[0] + 1), role, anchor=(0.5, 0), bold=True)
        strip = [at(0, box.min[0]), at(u, now.min[0]), at(u, now.max[0]), at(0, box.max[0])]
        canvas.hull(strip, role, fill=0.3, width=0.5)
        canvas.bar(at(u, now.min[0]), at(u, now.max[0]), role, 3)
    for edge in (0, 1):
        canvas.bar(at(edge, 8), at(edge, FLOOR + 4), "quiet")
        canvas.text(f"u = {edge}", at(edge, FLOOR + 5), "quiet", anchor=(0.5, 0))
    canvas.bar(at(u, 8), at(u, FLOOR + 4), "text")
    if step and u >= step.u0:
        canvas.bar(at(step.u0, FLOOR), at(min(u, step.u1), FLOOR), "hit", 4)
    told = {ALWAYS: "always", NEVER: "never"}.get(met, "")
    if not told:
        passed = [time for time in met if min(time, 1) <= u]
        for time in passed:
            if 0 <= time <= 1:
                canvas.bar(at(time, 8), at(time, FLOOR), "hit", dashed=True)
        named = zip(("enter", "exit"), passed)
        told = "   ".join(f"{name} {time:.2f}" for name, time in named) or "apart"
    canvas.text(told, (LEFT, 166), "hit" if step and u >= step.u0 else "text", bold=True)
    canvas.text(
        f"d {start - A:.4g}   r {move:.4g}   s {a.half_extents[0] + b.half_extents[0]:.4g}",
        (LEFT, 182),
        "quiet",
    )


def words(state: State) -> str:
    met = times(state)
    if met == NEVER:
        return (
            "B does not move as A sees it, and there is a gap: it stays. Nothing is divided by 0."
        )
    if met == ALWAYS:
        return "B does not move as A sees it, and they overlap: for ever. Nothing is divided by 0."
    enter, leave = met
    if enter > 1:
        return f"They would meet at {enter:.2f}, but the step is over at 1. A miss."
    if leave < 0:
        return "B moves away: they could only have met before this step. A miss."
    if enter < 0:
        return "Enter lies before the step: they overlap already when it begins."
    if leave > 1:
        return f"The near faces meet at {enter:.2f}. When the step ends they still overlap."
    return f"The near faces meet at {enter:.2f}, the far faces part at {leave:.2f}."


def lines(state: State) -> tuple[str, ...]:
    r = state["end"] - state["start"]
    if r > 0:
        return ("if r > 0:", "return (-s - d) / r + 0.0, (s - d) / r + 0.0")
    if r < 0:
        return ("if r < 0:", "return (s - d) / r + 0.0, (-s - d) / r + 0.0")
    return ("return ALWAYS if abs(d) <= s else NEVER",)


def given(pair: Pair) -> State:
    """Return the numbers along the axis of the contact; the player is B."""
    i = contact_axis(pair)
    start = A + pair.a.center[i] - pair.b.center[i]
    halves = {"half_a": pair.b.half_extents[i], "half_b": pair.a.half_extents[i]}
    return {"start": start, "end": start + pair.move_a[i] - pair.move_b[i], **halves}


def asked(state: State) -> Moved:
    """Return the two in 2-D, B the mover; as wide as both, for x keeps nobody apart."""
    a, b = (AABB((30, *box.center), (22, *box.half_extents)) for box in boxes(state))
    return moved(Pair(b, a, (0, state["end"] - state["start"]), (0, 0)))


def is_middle_half(state: State) -> bool:
    """Tell whether the overlap lasts from a quarter of the step to three quarters."""
    met = in_step(state)
    return met is not None and (met.u0, met.u1) == (0.25, 0.75)


LESSON = Lesson(
    name="shadows",
    prose=read_prose(__file__),
    state={"u": 0.0, "start": 20.0, "end": 100.0, "half_a": 12.0, "half_b": 8.0},
    handles=(
        Handle("B begins", "start", low=(18, 0), high=(122, 0)),
        Handle("B ends", "end", low=(18, 0), high=(122, 0)),
        Handle("half of A", "half_a", high=(24, 0)),
        Handle("half of B", "half_b", high=(10, 0)),
    ),
    figure=figure,
    words=words,
    reached=is_middle_half,
    code=(overlap_times,),
    lines=lines,
    exercise="overlap_times",
    given=given,
    moved=asked,
)
