"""Last in, first out: when do the boxes overlap, if each axis has times of its own?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import overlap_times
from ..explain import PARTS_FIRST, Outcome, explain
from ..figures import (
    A_ARROW,
    A_CORNER,
    B_ARROW,
    draw_both,
    draw_lengths,
    draw_time_bars,
    fit_pair,
    pair_from,
    pair_state,
    sweep_pair,
)
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

CROSSING = Pair(AABB((80, 74), (18, 6)), AABB((155, 32), (12, 6)), (60, -12), (-90, 48))
"""A and B at first."""
ABOVE_TIMES = AABB.from_min_max((4.0, 14.0), (268.0, 118.0))
"""Where a room's boxes are put."""


def outcome(state: State) -> Outcome:
    """Return the outcome of the sweep of A and B."""
    return explain(*pair_from(state))


def parts_before_it_meets(state: State) -> bool:
    """Tell whether the shadows on one axis part before those on the other meet."""
    return outcome(state).kind == PARTS_FIRST


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the lines of sweep() that decide its outcome, as parts of their text."""
    return outcome(state).lines


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw A and B, and when their shadows overlap on each axis; after the bet, d, r
    and s and the result, too."""
    pair = pair_from(state)
    if state.reveals:
        draw_both(canvas, pair, state.u, sweep_pair(state))
        draw_lengths(canvas, pair)
    else:
        draw_both(canvas, pair, state.u)
    place = (2.0, 122.0)
    draw_time_bars(canvas, outcome(state), state.u, place, 268.0, state.reveals)


def words(state: State) -> str:
    """Say why A and B hit or miss."""
    reason = outcome(state).reason
    return reason[0].upper() + reason[1:] + "."


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of a room's boxes above the bars of times; None if they are
    too large."""
    return fit_pair(pair, ABOVE_TIMES)


LESSON = Lesson(
    state=pair_state(*CROSSING),
    handles=(
        Handle("box B", "bx", "by", (16, 24), (256, 104)),
        A_ARROW,
        B_ARROW,
        A_CORNER,
        Handle("B's corner", "bw", "bh", (0, 0), (30, 24), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=parts_before_it_meets,
    code=(overlap_times, sweep),
    call=sweep_pair,
    lines=deciding_lines,
    exercise="sweep",
    from_pair=from_pair,
)
