"""Find the bug: where is the printed swept test wrong?"""

from __future__ import annotations

from ...collision import AABB, pitfalls, sweep
from .. import figures
from ..exercises.cases import listing_4_arguments
from ..explain import explain
from ..lesson import FIGURE, Handle, Lesson, RoleCanvas, State

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
    return "glued" if swept is not None and u1 < swept.u1 else ""


def figure(canvas: RoleCanvas, state: State) -> None:
    a, _, move, _ = pair = figures.pair_from(state)
    (hit, u0, u1), swept, is_wrong = (
        listing_answer(state),
        sweep(*pair),
        bool(fault(state)),
    )
    figures.draw_both(
        canvas, pair, state.u, None if is_wrong or not state.reveals else swept
    )
    if not state.reveals:
        return
    if is_wrong:
        ghost = a.moved(move, u0)
        canvas.bar(
            figures.point(a.center), figures.point(ghost.center), "fault", dashed=True
        )
        if all(0 <= x <= most for x, most in zip(ghost.min + ghost.max, FIGURE * 2)):
            figures.draw_box(canvas, ghost, "fault", fill=0.0, width=1.0, dashed=True)
    for y, name in (170.0, "Listing 4"), (185.0, "sweep"):
        canvas.text(name, (6.0, y), "quiet")
    listed = (u0, u1) if hit else None
    figures.draw_result(canvas, listed, (140.0 if hit else 84.0, 170.0), is_wrong)
    figures.draw_result(canvas, swept and swept[:2], (140.0 if swept else 84.0, 185.0))


def words(state: State) -> str:
    why = explain(*figures.pair_from(state)).reason
    return {
        "late": f"Only u0 <= u1 is tested, so a hit at {listing_answer(state)[1]:.2f} counts."
        " But the step ends at 1.",
        "apart": "An axis with a gap keeps the defaults 0 and 1, as if it overlapped."
        f" But {why.removeprefix('miss: ')}.",
        "glued": "For boxes that overlap at the start it returns at once, with u1 = 0: glued."
        " sweep() returns when they part.",
        "": f"Both agree: {why}.",
    }[fault(state)]


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
    reached=lambda state: fault(state) == "late",
    code=(pitfalls.listing_4,),
    call=listing_answer,
    lines=lambda state: FAULTY_LINES[fault(state)],
    exercise="listing_4",
    from_pair=lambda pair: figures.fit_pair(figures.in_frame_of_b(pair), ABOVE_ANSWERS),
)
