"""Find the bug: where is the printed swept test wrong?"""

from __future__ import annotations

from ...collision import AABB, pitfalls
from ..exercises.cases import listing_4_arguments
from ..explain import explain
from ..figures import (
    A_ARROW,
    A_CORNER,
    HitTimes,
    draw_both,
    draw_box,
    draw_result,
    fit_pair,
    in_frame_of_b,
    pair_from,
    pair_state,
    point,
    sweep_pair,
)
from ..lesson import FIGURE, Handle, Lesson, Pair, RoleCanvas, State

ABOVE_ANSWERS = AABB.from_min_max((4.0, 20.0), (268.0, 160.0))
"""Where a room's boxes are put."""
FAULTY_LINES = {
    "late": ("return u0 <= u1, u0, u1",),
    "apart": ("u_0 = [0.0 for i in axes]", "u_1 = [1.0 for i in axes]"),
    "glued": ("return True, 0.0, 0.0",),
    "": (),
}
"""By fault: the lines of Listing 4 that cause it, as parts of their text."""


def listing_answer(state: State) -> tuple[bool, float, float]:
    """Return what Listing 4 answers about A and B: whether they hit, u0 and u1."""
    return pitfalls.listing_4(*listing_4_arguments(*pair_from(state)))


def fault(state: State) -> str:
    """Return the fault that Listing 4 shows of a state.

    "late": it reports a hit after the step. "apart": it reports a hit of boxes that
    miss. "glued": it reports u1 too early. "": it answers as sweep() does.
    """
    hit, u0, u1 = listing_answer(state)
    swept = sweep_pair(state)
    if hit and u0 > 1:
        return "late"
    if hit and swept is None:
        return "apart"
    if swept and u1 < swept.u1:
        return "glued"
    return ""


def is_late(state: State) -> bool:
    """Tell whether Listing 4 reports a hit after the step."""
    return fault(state) == "late"


def faulty_lines(state: State) -> tuple[str, ...]:
    """Return the lines of Listing 4 that cause its fault, as parts of their text."""
    return FAULTY_LINES[fault(state)]


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw A and B and, after the bet, the answers of Listing 4 and of sweep()."""
    pair = pair_from(state)
    if not state.reveals:
        draw_both(canvas, pair, state.u)
        return
    swept = sweep_pair(state)
    is_hit, u0, u1 = listing_answer(state)
    is_wrong = fault(state) != ""
    if is_wrong:
        draw_both(canvas, pair, state.u)
        draw_wrong_place(canvas, pair, u0)
    else:
        draw_both(canvas, pair, state.u, swept)
    listing_times = (u0, u1) if is_hit else None
    draw_answer(canvas, 170.0, "Listing 4", listing_times, is_wrong)
    draw_answer(canvas, 185.0, "sweep", swept)


def draw_answer(
    canvas: RoleCanvas,
    y: float,
    test: str,
    times: HitTimes | None,
    is_wrong: bool = False,
) -> None:
    """Write the name of a test, and beside it the times u0 and u1 that it answers; None
    is a miss."""
    canvas.text(test, (6.0, y), "quiet")
    middle = 140.0 if times else 84.0
    draw_result(canvas, times, (middle, y), is_wrong)


def is_in_figure(box: AABB) -> bool:
    """Tell whether a whole box is inside the figure."""
    left, top = box.min
    right, bottom = box.max
    wide, high = FIGURE
    return left >= 0 and top >= 0 and right <= wide and bottom <= high


def draw_wrong_place(canvas: RoleCanvas, pair: Pair, u0: float) -> None:
    """Draw the way of A to where it is at u0, the time at which the listing says that
    it hits, and A there if the figure has room for it."""
    ghost = pair.a.moved(pair.move_a, u0)
    start = point(pair.a.center)
    canvas.bar(start, point(ghost.center), "fault", dashed=True)
    if is_in_figure(ghost):
        draw_box(canvas, ghost, "fault", fill=0.0, width=1.0, dashed=True)


def words(state: State) -> str:
    """Say what is wrong with the answer of Listing 4, or that sweep() agrees."""
    reason = explain(*pair_from(state)).reason
    kind = fault(state)
    if kind == "late":
        _, u0, _ = listing_answer(state)
        return (
            f"Only u0 <= u1 is tested, so a hit at {u0:.2f} counts."
            " But the step ends at 1."
        )
    if kind == "apart":
        why = reason.removeprefix("miss: ")
        return (
            "An axis with a gap keeps the defaults 0 and 1, as if it overlapped."
            f" But {why}."
        )
    if kind == "glued":
        return (
            "For boxes that overlap at the start it returns at once, with u1 = 0:"
            " glued. sweep() returns when they part."
        )
    return f"Both agree: {reason}."


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of a room's boxes, of which B rests, above the answers; None
    if they are too large."""
    return fit_pair(in_frame_of_b(pair), ABOVE_ANSWERS)


LESSON = Lesson(
    state=pair_state(AABB((80, 90), (14, 12)), AABB((170, 90), (14, 12)), (-40, 0)),
    handles=(
        A_ARROW,
        Handle("box B", "bx", "by", (20.0, 50.0), (252.0, 146.0)),
        A_CORNER,
        Handle("B's corner", "bw", "bh", (0, 0), (30, 34), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_late,
    code=(pitfalls.listing_4,),
    call=listing_answer,
    lines=faulty_lines,
    exercise="listing_4",
    from_pair=from_pair,
)
