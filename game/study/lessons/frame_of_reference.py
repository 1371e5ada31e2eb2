"""Sit on box A: how does one sweep two boxes if both move?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ..figures import draw_box, draw_motion, draw_name
from ..lesson import Canvas, Goal, Handle, Lesson, Question, State

A, B = AABB((74.0, 98.0), (7.0, 7.0)), AABB((118.0, 84.0), (7.0, 7.0))
Move = tuple[float, float]
REST: Move = (0.0, 0.0)
FIRST = (-50.0, 50.0)
"""What A sees B do at first."""


def relative(state: State) -> Move:
    """Return the displacement of B as A sees it."""
    return state["bdx"] - state["adx"], state["bdy"] - state["ady"]


def panel(
    canvas: Canvas, left: float, title: str, state: State, move_a: Move, move_b: Move
) -> None:
    """Draw both boxes with these displacements and, if it may be told, what the sweep says."""
    u = state["u"]
    a, b = A.moved((left, 0.0)), B.moved((left, 0.0))
    canvas.box((left, 16.0), (left + 132.0, 184.0), "quiet", fill=0.08)
    canvas.text(title, (left + 66.0, 3.0), "quiet", anchor=(0.5, 0.0))
    draw_motion(canvas, b, move_b, u, "mover")
    draw_motion(canvas, a, move_a, u, "player")
    draw_name(canvas, b, "B", "mover")
    draw_name(canvas, a, "A", "player", below=True)
    if not state["told"]:
        return
    met = sweep(a, b, move_a, move_b)
    told, role = (f"hit at u0 = {met.u0:.2f}", "hit") if met else ("miss", "miss")
    canvas.text(told, (left + 66.0, 187.0), role, anchor=(0.5, 0.0), bold=True)
    if met:
        for box, move in ((a, move_a), (b, move_b)):
            at = box.moved(move, met.u0)
            draw_box(canvas, at, "hit", fill=0.0, width=1.0, dashed=True)


def figure(canvas: Canvas, state: State) -> None:
    move_a, move_b = (state["adx"], state["ady"]), (state["bdx"], state["bdy"])
    panel(canvas, 0.0, "in the room", state, move_a, move_b)
    if state["told"]:
        panel(canvas, 140.0, "seen from A", state, REST, relative(state))


def words(state: State) -> str:
    x, y = relative(state)
    if (x, y) == REST:
        return "Both move alike: A sees B stand still."
    return (
        f"B moves by ({state['bdx']:.0f}, {state['bdy']:.0f}), A by ({state['adx']:.0f},"
        f" {state['ady']:.0f}). A sees B move by the difference, ({x:.0f}, {y:.0f})."
    )


LESSON = Lesson(
    name="frame_of_reference",
    title="Sit on box A",
    claim="Only the difference of two displacements counts: let A rest, and B move by B minus A.",
    state={"adx": 0.0, "ady": -50.0, "bdx": -50.0, "bdy": 0.0, "u": 0.0, "told": 1.0}
    | dict(zip(("ax", "ay", "bx", "by"), A.center + B.center)),
    handles=(
        Handle("A's arrow", "adx", "ady", (0.0, -60.0), (50.0, 0.0), base=("ax", "ay")),
        Handle("B's arrow", "bdx", "bdy", (-50.0, -20.0), (0.0, 30.0), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    bet=Question(
        "A goes up, B goes left, and their ways cross. Do the boxes hit?",
        (
            "Yes: ways that cross collide",
            "No: when B comes to the crossing, A has left it",
            "Only the speeds tell, not the places",
        ),
        1,
        "What two boxes pass in a whole step says nothing about when. Sit on A, and one straight"
        " way is left: it goes past.",
    ),
    goal=Goal(
        "Let B rest, and let A still see B move by (-50, 50).",
        lambda state: (state["bdx"], state["bdy"]) == REST and relative(state) == FIRST,
    ),
    code=(sweep,),
    lines=lambda state: ("r = float(move_b[i]) - float(move_a[i])",),
    check=Question(
        "A piston moves right by 30 px and a ball ahead of it moves right by 12 px."
        " Which sweep gives the same times?",
        (
            "The piston rests, the ball moves by -18",
            "The piston rests, the ball moves by 42",
            "The piston rests, the ball moves by 18",
            "None: both must be moved in small steps",
        ),
        0,
        "12 - 30 = -18: seen from the piston the ball comes nearer. A minus sign forgotten here"
        " is a ball that flees.",
    ),
    sources=(
        'Gomez, "Simple Intersection Tests for Games", Gamasutra 1999, Listing 4',
        "Ericson, Real-Time Collision Detection, 5.5.8",
    ),
    exercise="relative",
)
