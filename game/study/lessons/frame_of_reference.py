"""Sit on box A: how are two boxes swept if both move?"""

from __future__ import annotations

from ...collision import AABB, sweep
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

PANEL_BOX = AABB.from_min_max((0.0, 16.0), (132.0, 184.0))
SPACE = AABB.from_min_max((4.0, 30.0), (128.0, 170.0))
"""Where a room's boxes are put: names lie above and below it."""
RIGHT_PANEL = 140.0
"""x where the panel begins in which A rests."""
NO_MOTION = (0.0, 0.0)
FIRST_R = (-50.0, 50.0)
"""r, the displacement of B in A's frame, at first."""


def draw_panel(
    canvas: RoleCanvas, left: float, title: str, state: State, pair: Pair
) -> None:
    """Draw both boxes with their displacements and, if it is revealed, the result of
    the sweep."""
    right = (left, 0.0)
    pair = pair._replace(a=pair.a.moved(right), b=pair.b.moved(right))
    figures.draw_box(canvas, PANEL_BOX.moved(right), "quiet", fill=0.08)
    canvas.text(title, (left + 66.0, 3.0), "quiet", anchor=(0.5, 0.0))
    if not state.reveals:
        figures.draw_both(canvas, pair, state.u)
        return
    swept = sweep(*pair)
    figures.draw_both(canvas, pair, state.u, swept)
    if left == RIGHT_PANEL:
        figures.draw_lengths(canvas, pair)
    figures.draw_sweep_result(canvas, swept, (left + 66.0, 187.0))


def in_frame_of_a(pair: Pair) -> Pair:
    """Return a pair of which a rests, shifted into its panel as far as b's path leaves
    room."""
    x, y = (q - p for p, q in zip(pair.move_a, pair.move_b))
    a = pair.a
    b = pair.b
    # Both stay in sight where they begin, however long the path.
    for path in ((x, y), NO_MOTION):
        shift = shift_into_space(a.union(b.swept_bounds(path)))
        a = a.moved(shift)
        b = b.moved(shift)
    return Pair(a, b, NO_MOTION, (x, y))


def shift_into_space(box: AABB) -> list[float]:
    """Return the displacement that brings a box into the space."""
    shift = []
    for i in (0, 1):
        right = max(0.0, SPACE.min[i] - box.min[i])
        left = min(0.0, SPACE.max[i] - box.max[i])
        shift.append(right + left)
    return shift


def figure(canvas: RoleCanvas, state: State) -> None:
    pair = figures.pair_from(state)
    if not state.reveals:
        draw_panel(canvas, 70.0, "in the room", state, pair)
        return
    draw_panel(canvas, 0.0, "in the room", state, pair)
    draw_panel(canvas, RIGHT_PANEL, "seen from A", state, in_frame_of_a(pair))


def is_same_seen_from_a(state: State) -> bool:
    """Tell whether B rests, and moves in A's frame as it did at first."""
    pair = figures.pair_from(state)
    return pair.move_b == NO_MOTION and in_frame_of_a(pair).move_b == FIRST_R


def words(state: State) -> str:
    x, y = in_frame_of_a(figures.pair_from(state)).move_b
    if (x, y) == NO_MOTION:
        return "Both move alike: seen from A, B stands still."
    ax, ay, bx, by = (round(state[name]) for name in ("adx", "ady", "bdx", "bdy"))
    difference = f"the difference: ({round(x)}, {round(y)})"
    return (
        f"B moves by ({bx}, {by}), A by ({ax}, {ay})."
        f" Seen from A, B moves by r, {difference}."
    )


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of boxes that stay in both panels."""
    if figures.fit_pair(in_frame_of_a(pair), SPACE) is None:
        return None
    return figures.fit_pair(pair, SPACE)


LESSON = Lesson(
    state=figures.pair_state(
        AABB((74, 98), (7, 7)), AABB((118, 84), (7, 7)), (0, -50), (-50, 0)
    ),
    handles=(
        Handle("A's arrow", "adx", "ady", (-100, -100), (100, 100), base=("ax", "ay")),
        Handle("B's arrow", "bdx", "bdy", (-100, -100), (100, 100), base=("bx", "by")),
        Handle("A's corner", "aw", "ah", (0, 0), (30, 30), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", (0, 0), (30, 30), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_same_seen_from_a,
    code=(sweep,),
    call=lambda state: sweep(*figures.pair_from(state)),
    lines=lambda state: ("r = float(f[i]) - float(e[i])",),
    from_pair=from_pair,
)
