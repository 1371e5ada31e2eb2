"""Sit on box A: how are two boxes swept if both move?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ..figures import (
    A_ARROW,
    A_CORNER,
    B_ARROW,
    draw_both,
    draw_box,
    draw_lengths,
    draw_result,
    fit_pair,
    pair_from,
    pair_state,
    sweep_pair,
)
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

PANEL_BOX = AABB.from_min_max((0.0, 16.0), (132.0, 184.0))
"""The panel on the left, in which the room is drawn."""
SPACE = AABB.from_min_max((4.0, 30.0), (128.0, 170.0))
"""Where a room's boxes are put: names lie above and below it."""
MIDDLE_PANEL = 70.0
"""x where the only panel begins before the bet."""
RIGHT_PANEL = 140.0
"""x where the panel begins in which A rests."""
NO_MOTION = (0.0, 0.0)
FIRST_R = (-50.0, 50.0)
"""r, the displacement of B in A's frame, at first."""


def draw_panel(
    canvas: RoleCanvas, left: float, title: str, state: State, pair: Pair
) -> None:
    """Draw a panel from its left end: its title, both boxes with their displacements
    and, after the bet, the result of the sweep; d, r and s where A rests."""
    shift = (left, 0.0)
    panel = PANEL_BOX.moved(shift)
    middle = panel.center[0]
    pair = pair._replace(a=pair.a.moved(shift), b=pair.b.moved(shift))
    draw_box(canvas, panel, "quiet", fill=0.08)
    canvas.text(title, (middle, 3.0), "quiet", anchor=(0.5, 0.0))
    if not state.reveals:
        draw_both(canvas, pair, state.u)
        return
    swept = sweep(*pair)
    draw_both(canvas, pair, state.u, swept)
    a_rests = left == RIGHT_PANEL
    if a_rests:
        draw_lengths(canvas, pair)
    draw_result(canvas, swept, (middle, 187.0))


def in_frame_of_a(pair: Pair) -> Pair:
    """Return a pair as A sees it: A rests, and B moves by the difference of both
    displacements. Both boxes are shifted into SPACE as far as B's path leaves room."""
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
    """Return the shortest displacement that brings a box into SPACE."""
    shift = []
    for i in (0, 1):
        forward = max(0.0, SPACE.min[i] - box.min[i])
        back = min(0.0, SPACE.max[i] - box.max[i])
        shift.append(forward + back)
    return shift


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw the boxes as they move in the room and, after the bet, as A sees them."""
    pair = pair_from(state)
    if not state.reveals:
        draw_panel(canvas, MIDDLE_PANEL, "in the room", state, pair)
        return
    draw_panel(canvas, 0.0, "in the room", state, pair)
    draw_panel(canvas, RIGHT_PANEL, "seen from A", state, in_frame_of_a(pair))


def is_same_seen_from_a(state: State) -> bool:
    """Tell whether B rests, and moves in A's frame as it did at first."""
    pair = pair_from(state)
    return pair.move_b == NO_MOTION and in_frame_of_a(pair).move_b == FIRST_R


def words(state: State) -> str:
    """Say how A and B move, and how B moves as A sees it."""
    pair = pair_from(state)
    r = in_frame_of_a(pair).move_b
    if r == NO_MOTION:
        return "Both move alike: seen from A, B stands still."
    ax, ay = map(round, pair.move_a)
    bx, by = map(round, pair.move_b)
    x, y = map(round, r)
    return (
        f"B moves by ({bx}, {by}), A by ({ax}, {ay})."
        f" Seen from A, B moves by r, the difference: ({x}, {y})."
    )


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of a room's boxes, in the middle of SPACE; None if they are
    too large for one of the panels."""
    if fit_pair(in_frame_of_a(pair), SPACE) is None:
        return None
    return fit_pair(pair, SPACE)


LESSON = Lesson(
    state=pair_state(
        AABB((74, 98), (7, 7)), AABB((118, 84), (7, 7)), (0, -50), (-50, 0)
    ),
    handles=(
        A_ARROW,
        B_ARROW,
        A_CORNER,
        Handle("B's corner", "bw", "bh", (0, 0), (30, 30), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_same_seen_from_a,
    code=(sweep,),
    call=sweep_pair,
    lines=lambda state: ("r = float(f[i]) - float(e[i])",),
    from_pair=from_pair,
)
