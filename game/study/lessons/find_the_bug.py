"""Find the bug: where is the printed swept test wrong?"""

from __future__ import annotations

from ...collision import AABB, pitfalls, sweep
from ..exercises.drawing import listing_4_arguments
from ..explain import explain
from ..figures import draw_box, draw_motion, draw_name, moved, numbers, pair, point, seen_from_b
from ..lesson import FIGURE, Canvas, Handle, Lesson, State
from ..prose import read_prose

SPACE = AABB.from_min_max((4.0, 20.0), (268.0, 160.0))
"""Where a room's boxes are put: above the answers."""
LINES = {
    "late": ("return u0 <= u1, u0, u1",),
    "apart": ("u_0 = [0.0 for i in axes]", "u_1 = [1.0 for i in axes]"),
    "glued": ("return True, 0.0, 0.0",),
    "": (),
}
"""The lines of Listing 4 that are to blame, by fault."""


def boxes(state: State) -> tuple[AABB, AABB, tuple[float, float]]:
    """Return both boxes and the displacement of A; B rests."""
    return pair(state)[:3]


def printed(state: State) -> tuple[bool, float, float]:
    """Return what Listing 4 answers."""
    return pitfalls.listing_4(*listing_4_arguments(*pair(state)))


def fault(state: State) -> str:
    """Return which fault of the listing shows; "" where it answers as sweep() does."""
    hit, u0, u1 = printed(state)
    swept = sweep(*boxes(state))
    if hit and u0 > 1:
        return "late"
    if hit and swept is None:
        return "apart"
    return "glued" if swept is not None and u1 < swept.u1 else ""


def figure(canvas: Canvas, state: State) -> None:
    a, b, move = boxes(state)
    hit, u0, u1 = printed(state)
    swept = sweep(a, b, move)
    draw_box(canvas, b, "wall")
    draw_motion(canvas, a, move, state["u"], "player")
    draw_name(canvas, a, "A", "player")
    draw_name(canvas, b, "B", "wall")
    if not state["told"]:
        return
    if hit:
        ghost = a.moved(move, u0)
        canvas.bar(point(a.center), point(ghost.center), "glitch", dashed=True)
        if all(0 <= x <= most for x, most in zip(ghost.min + ghost.max, FIGURE * 2)):
            draw_box(canvas, ghost, "glitch", fill=0.0, width=1.0, dashed=True)
    answers = (
        ("Listing 4", (u0, u1) if hit else None, "glitch"),
        ("sweep", (swept.u0, swept.u1) if swept else None, "hit" if swept else "miss"),
    )
    for y, (name, times, role) in zip((170.0, 185.0), answers):
        canvas.text(name, (6.0, y), "quiet")
        told = f"hit from {times[0]:.2f} to {times[1]:.2f}" if times else "miss"
        canvas.text(told, (72.0, y), role, bold=True)


def words(state: State) -> str:
    why = explain(*boxes(state)).reason
    return {
        "late": f"Only u0 <= u1 is asked, so a hit at {printed(state)[1]:.2f} counts."
        " In truth the step ends at 1.",
        "apart": "An axis that is apart keeps the defaults 0 and 1, as if it overlapped."
        f" In truth {why.removeprefix('miss: ')}.",
        "glued": "What overlaps at the start is answered at once, with u1 = 0: glued."
        " sweep() knows when it comes free.",
        "": f"Both agree: {why}.",
    }[fault(state)]


LESSON = Lesson(
    name="find_the_bug",
    prose=read_prose(__file__),
    state={
        **{"ax": 80.0, "ay": 90.0, "adx": -40.0, "ady": 0.0, "bx": 170.0, "by": 90.0},
        **{"aw": 14, "ah": 12, "bw": 14, "bh": 12, "u": 0.0, "told": 1.0},
    },
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
    lines=lambda state: LINES[fault(state)],
    exercise="listing_4",
    given=lambda met: numbers(seen_from_b(met), SPACE),
    moved=lambda state: moved(pair(state)),
)
