"""Last in, first out: when do the boxes overlap, if each axis has times of its own?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import overlap_times
from .. import figures
from ..explain import PARTS_FIRST, Outcome, explain
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

CROSSING = Pair(AABB((80, 74), (18, 6)), AABB((155, 32), (12, 6)), (60, -12), (-90, 48))
"""A and B at first."""
ABOVE_TIMES = AABB.from_min_max((4.0, 14.0), (268.0, 118.0))
"""Where a room's boxes are put."""


def outcome(state: State) -> Outcome:
    """Return the outcome of the sweep of A and B."""
    return explain(*figures.pair_from(state))


def figure(canvas: RoleCanvas, state: State) -> None:
    pair = figures.pair_from(state)
    figures.draw_both(canvas, pair, state.u, sweep(*pair) if state.reveals else None)
    if state.reveals:
        figures.draw_lengths(canvas, pair)
    figures.draw_time_bars(
        canvas, outcome(state), state.u, (2.0, 122.0), 268.0, state.reveals
    )


def words(state: State) -> str:
    reason = outcome(state).reason
    return reason[0].upper() + reason[1:] + "."


LESSON = Lesson(
    state=figures.pair_state(*CROSSING),
    handles=(
        Handle("box B", "bx", "by", (16, 24), (256, 104)),
        Handle("A's arrow", "adx", "ady", (-100, -100), (100, 100), base=("ax", "ay")),
        Handle("B's arrow", "bdx", "bdy", (-100, -100), (100, 100), base=("bx", "by")),
        Handle("A's corner", "aw", "ah", (0, 0), (30, 30), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", (0, 0), (30, 24), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=lambda state: outcome(state).kind == PARTS_FIRST,
    code=(overlap_times, sweep),
    call=lambda state: sweep(*figures.pair_from(state)),
    lines=lambda state: outcome(state).lines,
    exercise="sweep",
    from_pair=lambda pair: figures.fit_pair(pair, ABOVE_TIMES),
)
