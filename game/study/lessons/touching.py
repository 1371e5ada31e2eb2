"""Is it touching? Test each axis for a gap, never the corners."""

from __future__ import annotations

from itertools import product

from ...collision import AABB, overlaps, pitfalls, sweep
from .. import figures
from ..lesson import Handle, Lesson, Pair, Point, RoleCanvas, State

FIRST_B = AABB((108.0, 84.0), (30.0, 12.0))
"""B at first; handles change its half extents."""
FALL = 0.35
"""The part of u in which the shadows fall on one axis."""
GROUND = (148.0, 12.0)
"""Where the shadows fall: the y of those on x, the x of those on y."""
VERDICT_X = 196.0
"""x where the verdicts are written."""


def a_and_b(state: State) -> tuple[AABB, AABB]:
    """Return A, which is dragged, and B, which stays."""
    return figures.pair_from(state)[:2]


def shadow(box: AABB, axis: int) -> AABB:
    """Return a box's extent on one axis, as a box of one dimension."""
    return AABB(box.center[axis : axis + 1], box.half_extents[axis : axis + 1])


def has_gap(state: State, axis: int) -> bool:
    """Tell whether the shadows on an axis are apart."""
    a, b = a_and_b(state)
    return not overlaps(shadow(a, axis), shadow(b, axis))


def tested_axes(state: State) -> tuple[int, ...]:
    """Return the axes that are tested: the first gap settles it."""
    return (0,) if has_gap(state, 0) else (0, 1)


def draw_shadows(canvas: RoleCanvas, state: State, axis: int, fallen: float) -> None:
    """Let the shadows of both boxes fall on an axis, and mark the gap or the
    overlap."""

    def line(start: Point, end: Point, role: str, dashed: bool = False) -> None:
        ends = [point if axis == 0 else point[::-1] for point in (start, end)]
        canvas.bar(ends[0], ends[1], role, 0.5 if dashed else 3, dashed)

    a, b = a_and_b(state)
    for box, role, ground in ((b, "b", GROUND[axis]), (a, "a", GROUND[axis] + 4)):
        low, high = box.min[axis], box.max[axis]
        begin = (box.max[1], box.min[0])[axis]
        for edge in (low, high):
            line(
                (edge, begin),
                (edge, begin + (ground - begin) * fallen),
                role,
                dashed=True,
            )
        if fallen == 1:
            line((low, ground), (high, ground), role)
    if fallen == 1:
        ends = max(a.min[axis], b.min[axis]), min(a.max[axis], b.max[axis])
        ground = GROUND[axis] + 9
        line(
            (ends[0], ground),
            (ends[1], ground),
            "miss" if has_gap(state, axis) else "sweep",
        )


def draw_answer(canvas: RoleCanvas, a: AABB, b: AABB, axis: int) -> None:
    """Write how distance and reach compare on an axis, and beside it the two ways in
    which the boxes can be apart, of which one is lit if there is a gap."""
    distance = abs(b.center[axis] - a.center[axis])
    reach, y = a.half_extents[axis] + b.half_extents[axis], 76.0 + 46 * axis
    compared = (
        f"<= s {reach:.4g}, no gap" if distance <= reach else f"> s {reach:.4g}, gap"
    )
    canvas.text(f"{'xy'[axis]}: |d| {distance:.4g} {compared}", (0, 166 + 16 * axis))
    canvas.text("on " + "xy"[axis], (VERDICT_X, y), "quiet")
    for first, last, test in ((a, b, "A.max<B.min"), (b, a, "B.max<A.min")):
        is_true, y = first.max[axis] < last.min[axis], y + 14
        role = "miss" if is_true else "quiet"
        canvas.dot((VERDICT_X + 1, y + 7), role, 2, 0.0 if is_true else 0.5)
        canvas.text(test, (VERDICT_X + 6, y), role, bold=is_true)


def figure(canvas: RoleCanvas, state: State) -> None:
    (a, b), axes = a_and_b(state), tested_axes(state)
    figures.draw_both(canvas, figures.pair_from(state), 0.0)
    for box, other in ((a, b), (b, a)):
        for corner in product(*zip(box.min, box.max)):
            inside = overlaps(AABB(corner, (0.0, 0.0)), other)
            canvas.dot((corner[0], corner[1]), "hit" if inside else "quiet", 2)
    for axis in axes:
        draw_shadows(canvas, state, axis, max(0.0, min(1.0, state.u / FALL - axis)))
        if state.u >= FALL * (axis + 1):
            draw_answer(canvas, a, b, axis)
    verdicts = [("corners say", pitfalls.corners_inside(a, b), 0.0)]
    if state.u >= FALL * len(axes):
        verdicts.append(("gaps say", overlaps(a, b), 36.0))
    for test, verdict, y in verdicts:
        role = "text" if verdict == overlaps(a, b) else "fault"
        canvas.text(test, (VERDICT_X, y), "quiet")
        canvas.text(
            "overlap" if verdict else "apart", (VERDICT_X, y + 14), role, bold=True
        )


def words(state: State) -> str:
    a, b = a_and_b(state)
    if state.u < FALL:
        return "Let the shadows fall on x. Is there a gap between them?"
    if has_gap(state, 0):
        return "The shadows on x have a gap. That settles it: y need not be tested."
    if state.u < 2 * FALL:
        return "There is no gap on x, so y is tested next."
    if has_gap(state, 1):
        return "The shadows on y have a gap. One gap on one axis is enough: the boxes are apart."
    if not pitfalls.corners_inside(a, b):
        return "There is no gap, so the boxes overlap. Yet no corner of one lies in the other!"
    if any(
        abs(b.center[i] - a.center[i]) == a.half_extents[i] + b.half_extents[i]
        for i in (0, 1)
    ):
        return "Distance equals reach: they share a face. A closed box includes its faces: so <=."
    return "There is no gap on any axis, so the boxes overlap."


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers where the player, A, hits a solid; faces on a grid touch
    exactly."""
    swept = sweep(*pair)
    u0 = swept.u0 if swept else 0.0
    a, b = (box.moved(move, u0) for box, move in zip(pair[:2], pair[2:]))
    shift = [round(1024 * (p - q)) / 1024 for p, q in zip(a.center, b.center)]
    a, b = (
        AABB(FIRST_B.moved(shift).center, a.half_extents),
        AABB(FIRST_B.center, b.half_extents),
    )
    return figures.pair_numbers(Pair(a, b))


LESSON = Lesson(
    state=State(figures.pair_numbers(Pair(AABB((150.0, 40.0), (14.0, 14.0)), FIRST_B))),
    handles=(
        Handle("A", "ax", "ay", low=(58, 36), high=(158, 110)),
        Handle("A's corner", "aw", "ah", low=(0, 0), high=(32, 34), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", low=(0, 0), high=(48, 36), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reached=lambda state: (
        overlaps(*a_and_b(state)) and not pitfalls.corners_inside(*a_and_b(state))
    ),
    code=(overlaps, pitfalls.corners_inside),
    call=lambda state: [
        test(*a_and_b(state)) for test in (pitfalls.corners_inside, overlaps)
    ],
    lines=lambda state: ("abs(cb - ca) <= ha + hb",),
    exercise="overlaps",
    from_pair=from_pair,
)
