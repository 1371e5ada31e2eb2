"""Sit on box A: how does one sweep two boxes if both move?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ..figures import draw_box, draw_hit, draw_motion, draw_name, moved, numbers, pair
from ..lesson import Canvas, Handle, Lesson, Pair, State
from ..prose import read_prose

PANEL = AABB.from_min_max((0.0, 16.0), (132.0, 184.0))
SPACE = AABB.from_min_max((4.0, 30.0), (128.0, 170.0))
"""Where a room's boxes are put: names lie above and below it."""
Move = tuple[float, float]
REST: Move = (0.0, 0.0)
FIRST = (-50.0, 50.0)
"""What A sees B do at first."""


def relative(state: State) -> Move:
    """Return the displacement of B as A sees it."""
    return state["bdx"] - state["adx"], state["bdy"] - state["ady"]


def panel(canvas: Canvas, left: float, title: str, state: State, seen: Pair) -> None:
    """Draw both boxes with their displacements and, if it may be told, what the sweep says."""
    a, b = (box.moved((left, 0.0)) for box in seen[:2])
    a, b, move_a, move_b = seen = seen._replace(a=a, b=b)
    draw_box(canvas, PANEL.moved((left, 0.0)), "quiet", fill=0.08)
    canvas.text(title, (left + 66.0, 3.0), "quiet", anchor=(0.5, 0.0))
    draw_motion(canvas, b, move_b, state["u"], "mover")
    draw_motion(canvas, a, move_a, state["u"], "player")
    draw_name(canvas, b, "B", "mover")
    draw_name(canvas, a, "A", "player", below=True)
    if not state["told"]:
        return
    met = sweep(*seen)
    told, role = (f"hit at u0 = {met.u0:.2f}", "hit") if met else ("miss", "miss")
    canvas.text(told, (left + 66.0, 187.0), role, anchor=(0.5, 0.0), bold=True)
    if met:
        draw_hit(canvas, seen, met)


def seen_from_a(seen: Pair) -> Pair:
    """Return a pair whose a rests, moved into its panel as far as b's way leaves it."""
    x, y = (q - p for p, q in zip(seen.move_a, seen.move_b))
    a, b = seen.a, seen.b
    for ahead in ((x, y), REST):  # Where both begin is kept in sight, however long the way.
        back = into_space(a.union(b.swept_bounds(ahead)))
        a, b = a.moved(back), b.moved(back)
    return Pair(a, b, REST, (x, y))


def into_space(box: AABB) -> list[float]:
    """Return how far a box has to be moved to lie in the space."""
    sides = zip(SPACE.min, box.min, SPACE.max, box.max)
    return [max(0.0, least - low) + min(0.0, most - high) for least, low, most, high in sides]


def figure(canvas: Canvas, state: State) -> None:
    panel(canvas, 0.0 if state["told"] else 70.0, "in the room", state, pair(state))
    if state["told"]:
        panel(canvas, 140.0, "seen from A", state, seen_from_a(pair(state)))


def words(state: State) -> str:
    x, y = relative(state)
    if (x, y) == REST:
        return "Both move alike: A sees B stand still."
    return (
        f"B moves by ({round(state['bdx'])}, {round(state['bdy'])}), A by ({round(state['adx'])},"
        f" {round(state['ady'])}). A sees B move by the difference, ({round(x)}, {round(y)})."
    )


def given(met: Pair) -> State | None:
    """Return the numbers of boxes that stay in both panels."""
    return numbers(met, SPACE) if numbers(seen_from_a(met), SPACE) else None


LESSON = Lesson(
    name="frame_of_reference",
    prose=read_prose(__file__),
    state={
        **{"ax": 74, "ay": 98, "aw": 7, "ah": 7, "adx": 0, "ady": -50},
        **{"bx": 118, "by": 84, "bw": 7, "bh": 7, "bdx": -50, "bdy": 0, "u": 0, "told": 1},
    },
    handles=(
        Handle("A's arrow", "adx", "ady", (-100, -100), (100, 100), base=("ax", "ay")),
        Handle("B's arrow", "bdx", "bdy", (-100, -100), (100, 100), base=("bx", "by")),
        Handle("A's corner", "aw", "ah", (0, 0), (30, 30), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", (0, 0), (30, 30), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reached=lambda state: (state["bdx"], state["bdy"]) == REST and relative(state) == FIRST,
    code=(sweep,),
    lines=lambda state: ("r = float(f[i]) - float(e[i])",),
    exercise="relative_motion",
    given=given,
    moved=lambda state: moved(pair(state)),
)
