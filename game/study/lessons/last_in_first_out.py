"""Last in, first out: when do the boxes overlap, if each axis has times of its own?"""

from __future__ import annotations

from ...collision import AABB, sweep
from ...collision.sweep import overlap_times
from ..explain import PARTS, Outcome, explain
from ..figures import draw_box, draw_motion, draw_name, draw_times
from ..lesson import Canvas, Goal, Handle, Lesson, Question, State

A, B = (18.0, 6.0), (12.0, 6.0)
Pair = tuple[AABB, AABB, tuple[float, float], tuple[float, float]]


def pair(state: State) -> Pair:
    """Return the boxes and their displacements."""
    boxes = AABB((state["ax"], state["ay"]), A), AABB((state["bx"], state["by"]), B)
    return *boxes, (state["adx"], state["ady"]), (state["bdx"], state["bdy"])


def outcome(state: State) -> Outcome:
    """Return what becomes of them."""
    return explain(*pair(state))


def figure(canvas: Canvas, state: State) -> None:
    a, b, move_a, move_b = pair(state)
    draw_motion(canvas, b, move_b, state["u"], "mover")
    draw_motion(canvas, a, move_a, state["u"], "player")
    draw_name(canvas, a, "A", "player", below=True)
    draw_name(canvas, b, "B", "mover")
    told = bool(state["told"])
    swept = sweep(a, b, move_a, move_b)
    if swept and told:
        for box, move in ((a, move_a), (b, move_b)):
            draw_box(canvas, box.moved(move, swept.u0), "hit", fill=0.0, width=1.0, dashed=True)
    draw_times(canvas, outcome(state), state["u"], (2.0, 122.0), 268.0, told)


def words(state: State) -> str:
    said = outcome(state).words
    return said[0].upper() + said[1:] + "."


LESSON = Lesson(
    name="last_in_first_out",
    title="Last in, first out",
    claim="Boxes overlap from the latest enter of all axes to the earliest exit: while u0 <= u1.",
    state={
        **{"ax": 80.0, "ay": 74.0, "adx": 70.0, "ady": -30.0},
        **{"bx": 155.0, "by": 32.0, "bdx": -80.0, "bdy": 30.0, "u": 0.0, "told": 1.0},
    },
    handles=(
        Handle("box B", "bx", "by", (96.0, 28.0), (176.0, 72.0)),
        Handle("A's arrow", "adx", "ady", (-60.0, -60.0), (70.0, 30.0), base=("ax", "ay")),
        Handle("B's arrow", "bdx", "bdy", (-80.0, -20.0), (80.0, 30.0), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    bet=Question(
        "The x shadows overlap from 0.30 to 0.70, the y shadows from 0.50 to 0.90."
        " When do the boxes overlap?",
        (
            "From 0.30 to 0.90: while any shadows do",
            "From 0.50 to 0.70: while both do",
            "From 0.30 on: the first shadow to meet decides",
            "Only at 0.60, halfway",
        ),
        1,
        "One axis with a gap keeps boxes apart. So the last axis to meet lets them in, and the"
        " first to part lets them out.",
    ),
    goal=Goal(
        "Let both pairs of shadows overlap during the step, and the boxes still miss.",
        lambda state: outcome(state).kind == PARTS,
    ),
    code=(overlap_times, sweep),
    lines=lambda state: outcome(state).lines,
    check=Question(
        "A third axis: x overlaps from 0.2 to 0.6, y from 0.5 to 0.9, z from 0.7 to 0.8."
        " When do the boxes overlap?",
        (
            "From 0.5 to 0.6: x and y settle it",
            "From 0.7 to 0.8: z is the last to meet",
            "From 0.2 to 0.9",
            "Never",
        ),
        3,
        "u0 = max(0.2, 0.5, 0.7) = 0.7 and u1 = min(0.6, 0.9, 0.8) = 0.6. The x shadows part"
        " before the z shadows meet.",
    ),
    sources=(
        'Gomez, "Simple Intersection Tests for Games", Gamasutra 1999, Listing 4',
        "Ericson, Real-Time Collision Detection, 5.5.8",
    ),
    exercise="sweep",
)
