"""Three ways to write a box: which numbers, and which box lies around one that is turned?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import cos, radians, sin

from ...collision import AABB, OBB
from ...collision.aabb import Vector
from ..lesson import Handle, Lesson, Point, RoleCanvas, State

DEPTH = 14.0
"""The third half extent."""
FORMS_OF_BOX = (("min", "max"), ("min", "size"), ("center", "half_extents"))
LABELS = {"center": "centre", "half_extents": "half"}


def turned_box(state: State, u: float) -> OBB:
    """Return the box of which lesson 3 writes three forms, after a part u of its turn and move."""
    c, s = (f(radians(state["turn"] * u)) for f in (cos, sin))
    x, y = state["x"] + state["dx"] * u, state["y"] + state["dy"] * u
    half = (state["wide"], state["high"])
    if state["axes"] == 2:
        return OBB.from_matrix(half, ((c, -s, x), (s, c, y), (0, 0, 1)))
    tilted = ((c, -s, 0, x), (c * s, c * c, -s, y), (s * s, s * c, c, 0), (0, 0, 0, 1))
    return OBB.from_matrix((*half, DEPTH), tilted)


def project_corner(corner: Vector) -> Point:
    """Return where a corner is drawn: the farther back, the more to the right and up."""
    x, y, z = (*corner, 0.0)[:3]
    return x + z / 2, y - z / 3


def draw_edges(
    canvas: RoleCanvas, corners: Sequence[Vector], role: str, dashed: bool = False
) -> None:
    """Draw the edges of a box: between corners that differ in one sign."""
    for i, j in combinations(range(len(corners)), 2):
        if (i ^ j).bit_count() == 1:
            start, end = project_corner(corners[i]), project_corner(corners[j])
            canvas.bar(start, end, role, 0.5 if dashed else 1, dashed)


def figure(canvas: RoleCanvas, state: State) -> None:
    first, box = turned_box(state, 0), turned_box(state, state.u)
    before, around = first.aabb(), box.aabb()
    end = project_corner(turned_box(state, 1).center)
    canvas.arrow((state["x"], state["y"]), end, "quiet")
    draw_edges(canvas, first.corners(), "quiet", dashed=True)
    draw_edges(canvas, list(product(*zip(around.min, around.max))), "sweep", dashed=True)
    draw_edges(canvas, box.corners(), "player")
    for corner in box.corners():
        canvas.dot(project_corner(corner), "player", 2)
    for i, form in enumerate(FORMS_OF_BOX):
        changes = 0
        for j, name in enumerate(form):
            y = 54.0 * i + 14 * j
            canvas.text(LABELS.get(name, name), (164, y), "quiet")
            for k, (old, new) in enumerate(zip(getattr(before, name), getattr(around, name))):
                role = "sweep" if abs(new - old) > 1e-6 else "text"
                changes += role == "sweep"
                canvas.text(str(round(new)), (224 + 24 * k, y), role, anchor=(1, 0))
        canvas.text(f"{changes} of {2 * len(before.center)} change", (164, y + 14))
    canvas.text(f"{len(box.corners())} corners", (164, 168), "player")
    canvas.text(f"around {around.size[0]:.1f} wide", (164, 182), "sweep")


def width_around(state: State, turn: float) -> float:
    """Return the width of the upright box around the turned box."""
    return turned_box(state.change(turn=turn), 1).aabb().size[0]


def is_widest(state: State) -> bool:
    """Tell whether a degree more or less makes the box around narrower."""
    turn = state["turn"]
    return width_around(state, turn) >= max(width_around(state, turn + k) for k in (-1, 1))


def words(state: State) -> str:
    if is_widest(state):
        return "It gets no wider than this: now a diagonal lies along x."
    if state["turn"] == 0:
        return "It only moves. Min and max change twice as many numbers as either other way."
    return (
        "The upright box goes from the smallest to the largest of each coordinate. It is not the"
        " turned box."
    )


LESSON = Lesson(
    name="three_ways",
    state=State(
        {"x": 58, "y": 56, "dx": 36, "dy": 70, "turn": 45, "wide": 36, "high": 12, "axes": 2}
    ),
    handles=(
        Handle("turn, degrees", "turn", high=(90, 0)),
        Handle("half extents", "wide", "high", low=(6, 4), high=(36, 20), base=("x", "y")),
        Handle("move", "dx", "dy", high=(40, 88), base=("x", "y")),
        Handle("axes", "axes", low=(2, 0), high=(3, 0)),
    ),
    figure=figure,
    words=words,
    reached=is_widest,
    code=(AABB.from_min_max, AABB.from_min_size, AABB.around, OBB.corners, OBB.aabb),
    call=lambda state: turned_box(state, state.u).aabb(),
    lines=lambda state: ("map(min, axes), map(max, axes)", "AABB.around(self.corners())"),
    exercise="from_min_max",
)
