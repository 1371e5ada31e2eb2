"""Three ways to write a box: which numbers, and which box lies around one that a matrix
changes?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from ...collision import AABB, OBB
from ...collision.aabb import Vector
from ..lesson import Handle, Lesson, Point, RoleCanvas, State, slider

PLAIN_HALF = (40.0, 15.0, 14.0)
"""Half extents of the box before the matrix; the third in 3-D only."""
FIRST_CENTER = (48.0, 36.0)
"""Where that box is."""
FIRST_COLUMNS = ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0), FIRST_CENTER)
"""x and y of each column of the matrix that moves the box there."""
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


def columns_of_matrix(state: State) -> tuple[Point, Point, Point, Point]:
    """Return x and y of each column of the learner's matrix; the last is the centre."""
    wide, high, _ = PLAIN_HALF
    first = state["px"] / wide, state["py"] / wide
    second = state["qx"] / high, state["qy"] / high
    return first, second, LEAN, (state["x"], state["y"])


def matrix(state: State, u: float) -> list[Vector]:
    """Return the matrix at a time: at 0 it only moves the box to its first centre, at 1
    it is the learner's. Its last row is 0 .. 0 1."""
    columns = []
    for begin, end in zip(FIRST_COLUMNS, columns_of_matrix(state)):
        columns.append([a + (b - a) * u for a, b in zip(begin, end)])
    if state["axes"] == 2:
        p, q, _, center = columns
        return [*zip(p, q, center), (0.0, 0.0, 1.0)]
    return [*zip(*columns), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)]


def changed_box(state: State, u: float) -> OBB:
    """Return the box as the matrix at a time changes it, in 2 axes or in 3."""
    half_extents = PLAIN_HALF[: int(state["axes"])]
    return OBB.from_matrix(half_extents, matrix(state, u))


def reaches(box: OBB) -> list[list[float]]:
    """Return |m| h, a row for each axis: how far each column of the matrix reaches
    along it. The sum of a row is a half extent of the box around."""
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
    """Draw the edges of a box, given by its corners in the order of corners(): an edge
    joins two whose indices differ in one bit, as each bit is the sign of an axis."""
    width = 0.5 if dashed else 1
    corners = [project_corner(corner) for corner in box]
    for (i, start), (j, end) in combinations(enumerate(corners), 2):
        if (i ^ j).bit_count() == 1:
            canvas.bar(start, end, role, width, dashed)


def draw_columns(canvas: RoleCanvas, box: OBB, around: AABB) -> None:
    """Draw the columns as arrows from the centre and, end to end, how far they reach:
    in x below the box around, in y to the right of it."""
    center = box.center
    for column, h, role in zip(box.axes, box.half_extents, COLUMN_ROLES):
        tip = [c + m * h for c, m in zip(center, column)]
        canvas.arrow(project_corner(center), project_corner(tip), role, width=1.0)
    in_x, in_y, *_ = reaches(box)
    x, y, *_ = center
    right, foot, *_ = around.max
    for reach, role in zip(in_x, COLUMN_ROLES):
        canvas.bar((x, foot + 4), (x + reach, foot + 4), role, width=2.0)
        x += reach
    for reach, role in zip(in_y, COLUMN_ROLES):
        canvas.bar((right + 4, y), (right + 4, y + reach), role, width=2.0)
        y += reach


class NumberLine(NamedTuple):
    """A line of numbers beside the figure."""

    label: str
    numbers: Sequence[float] = ()
    roles: Sequence[str] = ()
    """The roles of the numbers, one each."""


def lines_of_numbers(state: State, box: OBB, before: AABB) -> Iterator[NumberLine]:
    """Yield the lines beside the figure: three forms of the box around, where numbers
    that differ from the box before have its colour; the matrix at u; and |m| h, with
    the half extents of the box around as its last column."""
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
    """Draw the box before and after the matrix at u with its columns, the box around
    it, and their numbers."""
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
    lines = list(lines_of_numbers(state, box, first.aabb()))
    for i, line in enumerate(lines):
        y = i * 185.0 / (len(lines) - 1)
        write_line(canvas, y, line, columns=len(box.axes) + 1)


def write_line(canvas: RoleCanvas, y: float, line: NumberLine, columns: int) -> None:
    """Write a label, or numbers in so many columns, the last number in the last one."""
    if line.label:
        canvas.text(line.label, (LEFT, y), "quiet")
    from_last = zip(reversed(line.numbers), reversed(line.roles))
    for k, (number, role) in enumerate(from_last):
        x = RIGHT - k * (RIGHT - LEFT) / columns
        canvas.text(number_text(number), (x, y), role, anchor=(1.0, 0.0))


def number_text(number: float) -> str:
    """Return a number above -9.95 in four letters or less: with no digit after the
    point if it is whole, with one if it is negative, else the smaller the more."""
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
    has_one_a_row = all(row.count(0.0) == len(row) - 1 for row in rows)
    return has_every_column and has_one_a_row


def words(state: State) -> str:
    """Say what the learner's matrix does to the box around."""
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


def box_around(state: State) -> AABB:
    """Return the box around the box that the matrix at u changes."""
    return changed_box(state, state.u).aabb()


LESSON = Lesson(
    state=State({"px": 32, "py": 24, "qx": -9, "qy": 12, "x": 88, "y": 126, "axes": 2}),
    handles=(
        Handle("first column", "px", "py", (-44, -44), (44, 44), base=("x", "y")),
        Handle("second column", "qx", "qy", (-44, -44), (44, 44), base=("x", "y")),
        Handle("centre", "x", "y", (40, 40), (120, 160)),
        slider("axes", "axes", low=2, high=3),
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
        AABB.from_center_size,
    ),
    call=box_around,
    lines=lambda state: (
        "*axes, center = zip(*top_rows)",
        "for reach in product(*signs)",
        "return AABB.around(self.corners())",
        "map(min, axes), map(max, axes)",
    ),
    exercise="from_min_max",
)
