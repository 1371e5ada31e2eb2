"""Three ways to write a box: which numbers, and which box lies around one that a matrix
changes?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from ...collision import AABB, OBB
from ...collision.aabb import Vector
from ..lesson import Handle, Lesson, Point, RoleCanvas, State

PLAIN_HALF = (40.0, 15.0, 14.0)
"""Half extents of the box before the matrix; the third in 3-D only."""
FIRST_CENTER = (48.0, 36.0)
"""Where that box is."""
LEAN = (0.5, -0.4)
"""How far its third axis leans in x and y for each px of depth."""
FORMS_OF_BOX = (("min", "max"), ("min", "size"), ("center", "half_extents"))
"""The fields of a box that make up each of the three forms."""
LABELS = {"center": "centre", "half_extents": "half"}
"""How fields are written, if not as they are."""
COLUMN_ROLES = ("text", "quiet", "text")
LEFT = 164.0
RIGHT = 272.0
"""x where the lines of numbers begin and end."""


def matrix(state: State, u: float) -> list[tuple[float, ...]]:
    """Return a part u of the learner's matrix, homogeneous; at 0 it only moves the
    box."""
    wide, high, _ = PLAIN_HALF
    first = (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), FIRST_CENTER
    last = (
        (state["px"] / wide, state["py"] / wide),
        (state["qx"] / high, state["qy"] / high),
        LEAN,
        (state["x"], state["y"]),
    )
    columns = []
    for begin, end in zip(first, last):
        columns.append([a + (b - a) * u for a, b in zip(begin, end)])
    if state["axes"] == 2:
        p, q, _, center = columns
        return [*zip(p, q, center), (0.0, 0.0, 1.0)]
    return [*zip(*columns), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)]


def changed_box(state: State, u: float) -> OBB:
    """Return the box after a part u of the matrix."""
    half_extents = PLAIN_HALF[: int(state["axes"])]
    return OBB.from_matrix(half_extents, matrix(state, u))


def reaches(box: OBB) -> list[list[float]]:
    """Return |m| h: on each axis, how far each column reaches; their sum is half the
    box around."""
    rows = zip(*box.axes)
    return [[abs(m) * h for m, h in zip(row, box.half_extents)] for row in rows]


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
    width = 0.5 if dashed else 1
    for i, j in combinations(range(len(box)), 2):
        if (i ^ j).bit_count() == 1:
            start = project_corner(box[i])
            end = project_corner(box[j])
            canvas.bar(start, end, role, width, dashed)


def draw_columns(canvas: RoleCanvas, box: OBB, around: AABB) -> None:
    """Draw the columns, and end to end beside the box around how far they reach in x
    and in y."""
    for column, h, role in zip(box.axes, box.half_extents, COLUMN_ROLES):
        tip = [c + m * h for c, m in zip(box.center, column)]
        canvas.arrow(project_corner(box.center), project_corner(tip), role, 1.0)
    in_x, in_y, *_ = reaches(box)
    x = box.center[0]
    y = around.max[1] + 4
    for reach, role in zip(in_x, COLUMN_ROLES):
        canvas.bar((x, y), (x + reach, y), role, 2.0)
        x += reach
    x = around.max[0] + 4
    y = box.center[1]
    for reach, role in zip(in_y, COLUMN_ROLES):
        canvas.bar((x, y), (x, y + reach), role, 2.0)
        y += reach


class NumberLine(NamedTuple):
    """A line of numbers beside the figure."""

    label: str
    numbers: Sequence[float] = ()
    roles: Sequence[str] = ()
    """Those of the numbers."""


def lines_of_numbers(state: State, box: OBB, before: AABB) -> Iterator[NumberLine]:
    """Yield three forms of the box around, in its colour what has changed, then the
    matrix, and how much of half the box around each column makes up."""
    around = box.aabb()
    roles = COLUMN_ROLES[: len(box.axes)]
    for name in chain(*FORMS_OF_BOX):
        old = getattr(before, name)
        new = getattr(around, name)
        changes = ["sweep" if p != q else "text" for p, q in zip(old, new)]
        yield NumberLine(LABELS.get(name, name), list(map(round, new)), changes)
    yield NumberLine("matrix m    centre")
    for row in matrix(state, state.u)[:-1]:
        yield NumberLine("", row, (*roles, "quiet"))
    yield NumberLine("|m| h         half")
    for parts, half in zip(reaches(box), around.half_extents):
        yield NumberLine("", (*parts, half), (*roles, "sweep"))


def figure(canvas: RoleCanvas, state: State) -> None:
    first = changed_box(state, 0)
    box = changed_box(state, state.u)
    around = box.aabb()
    canvas.arrow(FIRST_CENTER, (state["x"], state["y"]), "quiet")
    draw_edges(canvas, first.corners(), "quiet", dashed=True)
    corners_around = list(product(*zip(around.min, around.max)))
    draw_edges(canvas, corners_around, "sweep", dashed=True)
    draw_edges(canvas, box.corners(), "a")
    for corner in box.corners():
        canvas.dot(project_corner(corner), "a", 2)
    draw_columns(canvas, box, around)
    axes = len(box.axes)
    lines = lines_of_numbers(state, box, first.aabb())
    for i, line in enumerate(lines):
        write_line(canvas, i * 185.0 / (2 * axes + 7), line, axes + 1)


def write_line(canvas: RoleCanvas, y: float, line: NumberLine, columns: int) -> None:
    """Write a line of numbers in so many columns, the last number in the last one."""
    if line.label:
        canvas.text(line.label, (LEFT, y), "quiet")
    from_last = zip(reversed(line.numbers), reversed(line.roles))
    for k, (number, role) in enumerate(from_last):
        x = RIGHT - k * (RIGHT - LEFT) / columns
        canvas.text(number_text(number), (x, y), role, anchor=(1.0, 0.0))


def number_text(number: float) -> str:
    """Return a number in four letters or less: the smaller, the more digits; a minus
    sign takes the place of one."""
    if number % 1 == 0 or number >= 99.95:
        digits = 0
    elif number >= 9.995:
        digits = 1
    elif number > 0:
        digits = 2
    else:
        digits = 1
    return f"{number + 0.0:.{digits}f}"


def fits(state: State) -> bool:
    """Tell whether the box around is the box itself: each column lies along an axis of
    its own."""
    rows = reaches(changed_box(state, 1.0))
    has_every_column = all(any(column) for column in zip(*rows))
    has_one_a_row = all(len(list(filter(None, row))) == 1 for row in rows)
    return has_every_column and has_one_a_row


def words(state: State) -> str:
    first_column = state["px"], state["py"]
    second_column = state["qx"], state["qy"]
    wide, high, _ = PLAIN_HALF
    if first_column == (wide, 0) and second_column == (0, high):
        return (
            "It only moves. Of min and max all numbers change;"
            " of the other two ways only half."
        )
    if fits(state):
        return (
            "Each column lies along an axis of its own:"
            " the box around is the box itself."
        )
    return (
        "The farthest corner takes each column with the sign that points its way."
        " So half of the box around is |m| h."
    )


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
    reaches_goal=fits,
    code=(
        OBB.from_matrix,
        OBB.offsets,
        OBB.corners,
        OBB.aabb,
        AABB.around,
        AABB.from_min_max,
        AABB.from_min_size,
    ),
    call=lambda state: changed_box(state, state.u).aabb(),
    lines=lambda state: (
        "*axes, center = zip(*top_rows)",
        "for reach in product(*signs)",
        "return AABB.around(self.corners())",
        "map(min, axes), map(max, axes)",
    ),
    exercise="from_min_max",
)
