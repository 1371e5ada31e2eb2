"""Find the bug: where is the printed swept test wrong?"""

from __future__ import annotations

from ...collision import AABB, pitfalls, sweep
from .. import figures
from ..exercises.cases import listing_4_arguments
from ..explain import explain
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
    """Return the answer of Listing 4."""
    return pitfalls.listing_4(*listing_4_arguments(*figures.pair_from(state)))


def fault(state: State) -> str:
    """Return the fault that the listing shows; "" where it answers as sweep() does."""
    hit, u0, u1 = listing_answer(state)
    swept = sweep(*figures.pair_from(state))
    if hit and u0 > 1:
        return "late"
    if hit and swept is None:
        return "apart"
    if swept is not None and u1 < swept.u1:
        return "glued"
    return ""


def figure(canvas: RoleCanvas, state: State) -> None:
    pair = figures.pair_from(state)
    swept = sweep(*pair)
    is_wrong = fault(state) != ""
    is_shown = state.reveals and not is_wrong
    figures.draw_both(canvas, pair, state.u, swept if is_shown else None)
    if not state.reveals:
        return
    hit, u0, u1 = listing_answer(state)
    if is_wrong:
        draw_wrong_place(canvas, pair, u0)
    canvas.text("Listing 4", (6.0, 170.0), "quiet")
    canvas.text("sweep", (6.0, 185.0), "quiet")
    if hit:
        figures.draw_result(canvas, (u0, u1), (140.0, 170.0), is_wrong)
    else:
        figures.draw_result(canvas, None, (84.0, 170.0), is_wrong)
    figures.draw_sweep_result(canvas, swept, (140.0 if swept else 84.0, 185.0))


def is_in_figure(box: AABB) -> bool:
    """Tell whether a whole box is inside the figure."""
    left, top = box.min
    right, bottom = box.max
    wide, high = FIGURE
    return left >= 0 and top >= 0 and right <= wide and bottom <= high


def draw_wrong_place(canvas: RoleCanvas, pair: Pair, u0: float) -> None:
    """Draw A where the listing says that it hits, and the way there."""
    ghost = pair.a.moved(pair.move_a, u0)
    start = figures.point(pair.a.center)
    canvas.bar(start, figures.point(ghost.center), "fault", dashed=True)
    if is_in_figure(ghost):
        figures.draw_box(canvas, ghost, "fault", fill=0.0, width=1.0, dashed=True)


def words(state: State) -> str:
    reason = explain(*figures.pair_from(state)).reason
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


LESSON = Lesson(
    state=figures.pair_state(
        AABB((80, 90), (14, 12)), AABB((170, 90), (14, 12)), (-40, 0)
    ),
    handles=(
        Handle("A's arrow", "adx", "ady", (-100, -100), (100, 100), base=("ax", "ay")),
        Handle("box B", "bx", "by", (20.0, 50.0), (252.0, 146.0)),
        Handle("A's corner", "aw", "ah", (0, 0), (30, 30), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", (0, 0), (30, 34), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=lambda state: fault(state) == "late",
    code=(pitfalls.listing_4,),
    call=listing_answer,
    lines=lambda state: FAULTY_LINES[fault(state)],
    exercise="listing_4",
    from_pair=lambda pair: figures.fit_pair(figures.in_frame_of_b(pair), ABOVE_ANSWERS),
)
