"""Three ways to write a box: which numbers, and which box lies around one that a matrix
changes?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from ...collision import AABB, OBB
from ...collision.aabb import Vector
from ..lesson import Handle, Lesson, Point, RoleCanvas, State

PLAIN_HALF = (40.0, 15.0, 14.0)
"""Half extents of the box before the matrix; the third in 3-D only."""
FIRST_CENTER, LEAN = (48.0, 36.0), (0.5, -0.4)
"""Where that box is, and how far its third axis leans in x and y for each px of
depth."""
FORMS_OF_BOX = (("min", "max"), ("min", "size"), ("center", "half_extents"))
LABELS = {"center": "centre", "half_extents": "half"}
COLUMN_ROLES = ("text", "quiet", "text")
LEFT, RIGHT = 164.0, 272.0
"""x where the lines of numbers begin and end."""


def matrix(state: State, u: float) -> list[tuple[float, ...]]:
    """Return a part u of the learner's matrix, homogeneous; at 0 it only moves the
    box."""
    first = (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), FIRST_CENTER
    p, q = (
        (state[tip + "x"] / h, state[tip + "y"] / h) for tip, h in zip("pq", PLAIN_HALF)
    )
    last = p, q, LEAN, (state["x"], state["y"])
    columns = [[a + (b - a) * u for a, b in zip(*ends)] for ends in zip(first, last)]
    if state["axes"] == 2:
        return [*zip(columns[0], columns[1], columns[3]), (0.0, 0.0, 1.0)]
    return [*zip(*columns), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)]


def changed_box(state: State, u: float) -> OBB:
    """Return the box after a part u of the matrix."""
    return OBB.from_matrix(PLAIN_HALF[: int(state["axes"])], matrix(state, u))


def reaches(box: OBB) -> list[list[float]]:
    """Return |m| h: on each axis, how far each column reaches; their sum is half the
    box around."""
    return [
        [abs(m) * h for m, h in zip(row, box.half_extents)] for row in zip(*box.axes)
    ]


def project_corner(corner: Sequence[float]) -> Point:
    """Return where a corner is drawn: the farther back, the more to the right and
    up."""
    x, y, z = (*corner, 0.0)[:3]
    return x + z / 2, y - z / 3


def draw_edges(
    canvas: RoleCanvas, box: Sequence[Vector], role: str, dashed: bool = False
) -> None:
    """Draw the edges of a box, given by its corners: between those that differ in one
    sign."""
    for i, j in combinations(range(len(box)), 2):
        if (i ^ j).bit_count() == 1:
            start, end = project_corner(box[i]), project_corner(box[j])
            canvas.bar(start, end, role, 0.5 if dashed else 1, dashed)


def draw_columns(canvas: RoleCanvas, box: OBB, around: AABB) -> None:
    """Draw the columns, and end to end beside the box around how far they reach in x
    and in y."""
    for column, h, role in zip(box.axes, box.half_extents, COLUMN_ROLES):
        tip = project_corner([c + m * h for c, m in zip(box.center, column)])
        canvas.arrow(project_corner(box.center), tip, role, 1.0)
    for axis, parts in enumerate(reaches(box)[:2]):
        start = [*box.center[:2]]
        start[1 - axis] = around.max[1 - axis] + 4
        for part, role in zip(parts, COLUMN_ROLES):
            end = [x + part * (i == axis) for i, x in enumerate(start)]
            canvas.bar((start[0], start[1]), (end[0], end[1]), role, 2.0)
            start = end


def lines_of_numbers(
    state: State, box: OBB, before: AABB
) -> Iterator[tuple[str, Sequence[float], Sequence[str]]]:
    """Yield a label, numbers and their roles: three forms of the box around, in its
    colour what has changed, then the matrix, and how much of half the box around each
    column makes up."""
    around, roles = box.aabb(), COLUMN_ROLES[: len(box.axes)]
    for name in chain(*FORMS_OF_BOX):
        old, new = (getattr(each, name) for each in (before, around))
        changes = ["sweep" if p != q else "text" for p, q in zip(old, new)]
        yield LABELS.get(name, name), [*map(round, new)], changes
    yield "matrix m    centre", (), ()
    yield from (("", row, (*roles, "quiet")) for row in matrix(state, state.u)[:-1])
    yield "|m| h         half", (), ()
    for parts, half in zip(reaches(box), around.half_extents):
        yield "", (*parts, half), (*roles, "sweep")


def figure(canvas: RoleCanvas, state: State) -> None:
    first, box = changed_box(state, 0), changed_box(state, state.u)
    around, axes = box.aabb(), len(box.axes)
    canvas.arrow(FIRST_CENTER, (state["x"], state["y"]), "quiet")
    draw_edges(canvas, first.corners(), "quiet", dashed=True)
    draw_edges(
        canvas, list(product(*zip(around.min, around.max))), "sweep", dashed=True
    )
    draw_edges(canvas, box.corners(), "a")
    for corner in box.corners():
        canvas.dot(project_corner(corner), "a", 2)
    draw_columns(canvas, box, around)
    for i, (label, numbers, roles) in enumerate(
        lines_of_numbers(state, box, first.aabb())
    ):
        y = i * 185.0 / (2 * axes + 7)
        if label:
            canvas.text(label, (LEFT, y), "quiet")
        for k, (number, role) in enumerate(zip(reversed(numbers), reversed(roles))):
            x = RIGHT - k * (RIGHT - LEFT) / (axes + 1)
            digits = (
                0 if number % 1 == 0 or number >= 99.95 else 1 if number >= 9.995 else 2
            )
            words = f"{number + 0.0:.{digits if number > 0 else digits // 2}f}"
            canvas.text(words, (x, y), role, anchor=(1.0, 0.0))


def fits(state: State) -> bool:
    """Tell whether the box around is the box itself: each column lies along an axis of
    its own."""
    rows = reaches(changed_box(state, 1.0))
    return all(map(any, zip(*rows))) and all(sum(map(bool, row)) == 1 for row in rows)


def words(state: State) -> str:
    if [state[name] for name in ("px", "py", "qx", "qy")] == [
        PLAIN_HALF[0],
        0,
        0,
        PLAIN_HALF[1],
    ]:
        return "It only moves. Of min and max all numbers change; of the other two ways only half."
    if fits(state):
        return "Each column lies along an axis of its own: the box around is the box itself."
    farthest = (
        "The farthest corner takes each column with the sign that points its way."
    )
    return f"{farthest} So half of the box around is |m| h."


LESSON = Lesson(
    state=State({"px": 32, "py": 24, "qx": -9, "qy": 12, "x": 88, "y": 126, "axes": 2}),
    handles=(
        Handle("first column", "px", "py", (-44, -44), (44, 44), base=("x", "y")),
        Handle("second column", "qx", "qy", (-44, -44), (44, 44), base=("x", "y")),
        Handle("centre", "x", "y", (40, 40), (120, 160)),
        Handle("axes", "axes", low=(2, 0), high=(3, 0)),
    ),
    figure=figure,
    words=words,
    reached=fits,
    code=(
        *(OBB.from_matrix, OBB.offsets, OBB.corners, OBB.aabb),
        *(AABB.around, AABB.from_min_max, AABB.from_min_size),
    ),
    call=lambda state: changed_box(state, state.u).aabb(),
    lines=lambda state: (
        "*axes, center = zip(*rows[:n])",
        "for reach in product(*((-h, h) for h in self.half_extents))",
        "return AABB.around(self.corners())",
        "map(min, axes), map(max, axes)",
    ),
    exercise="from_min_max",
)
