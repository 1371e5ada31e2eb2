"""Is it touching? Test each axis for a gap, never the corners."""

from __future__ import annotations

from itertools import product

from ...collision import AABB, overlaps, pitfalls, sweep
from ..explain import axis_name
from ..figures import draw_both, pair_from, pair_numbers, pair_state
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
    return pair_from(state)[:2]


def distance_and_reach(state: State, axis: int) -> tuple[float, float]:
    """Return how far apart the centres of A and B are on an axis, and the sum of their
    half extents there."""
    a, b = a_and_b(state)
    distance = abs(b.center[axis] - a.center[axis])
    return distance, a.half_extents[axis] + b.half_extents[axis]


def has_gap(state: State, axis: int) -> bool:
    """Tell whether the shadows of A and B on an axis are apart."""
    distance, reach = distance_and_reach(state, axis)
    return distance > reach


def shares_face(state: State, axis: int) -> bool:
    """Tell whether the shadows of A and B only touch on an axis."""
    distance, reach = distance_and_reach(state, axis)
    return distance == reach


def tested_axes(state: State) -> tuple[int, ...]:
    """Return the axes that are tested: x, and y only if there is no gap on x."""
    return (0,) if has_gap(state, 0) else (0, 1)


def draw_shadows(canvas: RoleCanvas, state: State, axis: int, fallen: float) -> None:
    """Draw the shadows of both boxes when they have fallen a part of the way to an
    axis; at 1 they are there, with the gap or the overlap marked."""
    a, b = a_and_b(state)
    ground = GROUND[axis]
    draw_fall(canvas, b, "b", axis, ground, fallen)
    draw_fall(canvas, a, "a", axis, ground + 4, fallen)
    if fallen == 1:
        start = max(a.min[axis], b.min[axis])
        end = min(a.max[axis], b.max[axis])
        role = "miss" if has_gap(state, axis) else "sweep"
        draw_shadow(canvas, start, end, role, axis, ground + 9)


def draw_fall(
    canvas: RoleCanvas, box: AABB, role: str, axis: int, ground: float, fallen: float
) -> None:
    """Draw how the shadow of a box falls a part of the way to an axis: on x from its
    lower side down, on y from its left side to the left. At 1 it lies there."""
    begin = box.max[1] if axis == 0 else box.min[0]
    end = begin + (ground - begin) * fallen
    low = box.min[axis]
    high = box.max[axis]
    for edge in (low, high):
        start = on_axis(axis, edge, begin)
        canvas.bar(start, on_axis(axis, edge, end), role, dashed=True)
    if fallen == 1:
        draw_shadow(canvas, low, high, role, axis, ground)


def draw_shadow(
    canvas: RoleCanvas, low: float, high: float, role: str, axis: int, ground: float
) -> None:
    """Draw an interval from low to high along an axis; ground is where it lies on the
    other axis."""
    start = on_axis(axis, low, ground)
    canvas.bar(start, on_axis(axis, high, ground), role, width=3)


def on_axis(axis: int, along: float, aside: float) -> Point:
    """Return a place by its coordinate on an axis, and its coordinate on the other."""
    return (along, aside) if axis == 0 else (aside, along)


def draw_answer(canvas: RoleCanvas, state: State, axis: int) -> None:
    """Write how distance and reach compare on an axis, and beside it the two ways in
    which the boxes can be apart, of which one is lit if there is a gap."""
    name = axis_name(axis)
    canvas.text(f"{name}: {comparison(state, axis)}", (0, 166 + 16 * axis))
    y = 76.0 + 46 * axis
    canvas.text(f"on {name}", (VERDICT_X, y), "quiet")
    a, b = a_and_b(state)
    is_a_before_b = a.max[axis] < b.min[axis]
    is_b_before_a = b.max[axis] < a.min[axis]
    draw_condition(canvas, y + 14, "A.max<B.min", is_a_before_b)
    draw_condition(canvas, y + 28, "B.max<A.min", is_b_before_a)


def comparison(state: State, axis: int) -> str:
    """Return how distance and reach compare on an axis, and if that is a gap."""
    distance, reach = distance_and_reach(state, axis)
    if distance > reach:
        return f"|d| {distance:.4g} > s {reach:.4g}, gap"
    return f"|d| {distance:.4g} <= s {reach:.4g}, no gap"


def draw_condition(canvas: RoleCanvas, y: float, words: str, is_true: bool) -> None:
    """Write a way in which the boxes can be apart, lit and with a full dot if they
    are, else with a ring."""
    role = "miss" if is_true else "quiet"
    ring = 0.0 if is_true else 0.5
    canvas.dot((VERDICT_X + 1, y + 7), role, radius=2, width=ring)
    canvas.text(words, (VERDICT_X + 6, y), role, bold=is_true)


def draw_corners(canvas: RoleCanvas, box: AABB, other: AABB) -> None:
    """Mark the corners of a box, and light those that lie in another."""
    for x, y in product(*zip(box.min, box.max)):
        is_inside = overlaps(AABB((x, y), (0.0, 0.0)), other)
        canvas.dot((x, y), "hit" if is_inside else "quiet", radius=2)


def draw_verdict(
    canvas: RoleCanvas, y: float, test: str, says_overlap: bool, is_right: bool
) -> None:
    """Write the name of a test and what it says of the boxes, in the colour of a fault
    if it is wrong."""
    words = "overlap" if says_overlap else "apart"
    canvas.text(test, (VERDICT_X, y), "quiet")
    role = "text" if is_right else "fault"
    canvas.text(words, (VERDICT_X, y + 14), role, bold=True)


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw A and B, their shadows, which fall first on x, then on y, and what the two
    tests say, by corners and by gaps."""
    a, b = a_and_b(state)
    axes = tested_axes(state)
    draw_both(canvas, pair_from(state), 0.0)
    draw_corners(canvas, a, b)
    draw_corners(canvas, b, a)
    for axis in axes:
        fallen = max(0.0, min(1.0, state.u / FALL - axis))
        draw_shadows(canvas, state, axis, fallen)
        if state.u >= FALL * (axis + 1):
            draw_answer(canvas, state, axis)
    truth = overlaps(a, b)
    by_corners = pitfalls.corners_inside(a, b)
    is_right = by_corners == truth
    draw_verdict(canvas, 0.0, "corners say", by_corners, is_right)
    if state.u >= FALL * len(axes):
        draw_verdict(canvas, 36.0, "gaps say", truth, is_right=True)


def words(state: State) -> str:
    """Say what the shadows that have fallen tell."""
    if state.u < FALL:
        return "Let the shadows fall on x. Is there a gap between them?"
    if has_gap(state, 0):
        return "The shadows on x have a gap. That settles it: y need not be tested."
    if state.u < 2 * FALL:
        return "There is no gap on x, so y is tested next."
    if has_gap(state, 1):
        return (
            "The shadows on y have a gap. One gap on one axis is enough:"
            " the boxes are apart."
        )
    if is_plus_sign(state):
        return (
            "There is no gap, so the boxes overlap."
            " Yet no corner of one lies in the other!"
        )
    if shares_face(state, 0) or shares_face(state, 1):
        return (
            "Distance equals reach: they share a face."
            " A closed box includes its faces: so <=."
        )
    return "There is no gap on any axis, so the boxes overlap."


def from_pair(pair: Pair) -> dict[str, float]:
    """Return the numbers of a room's boxes at u0 of a hit, else where the step begins,
    with B in the middle. Their distance is in 1024ths: faces that touch do so exactly.
    """
    swept = sweep(*pair)
    u0 = swept.u0 if swept else 0.0
    a, b, move_a, move_b = pair
    place_a = a.moved(move_a, u0).center
    place_b = b.moved(move_b, u0).center
    shift = [round(1024 * (p - q)) / 1024 for p, q in zip(place_a, place_b)]
    beside = AABB(FIRST_B.moved(shift).center, a.half_extents)
    middle = AABB(FIRST_B.center, b.half_extents)
    return pair_numbers(Pair(beside, middle))


def is_plus_sign(state: State) -> bool:
    """Tell whether the boxes overlap, though no corner of one lies in the other."""
    a, b = a_and_b(state)
    return overlaps(a, b) and not pitfalls.corners_inside(a, b)


def run_tests(state: State) -> list[bool]:
    """Return whether A and B overlap, as the test of the corners says, and in truth."""
    a, b = a_and_b(state)
    return [pitfalls.corners_inside(a, b), overlaps(a, b)]


LESSON = Lesson(
    state=pair_state(AABB((150.0, 40.0), (14.0, 14.0)), FIRST_B),
    handles=(
        Handle("A", "ax", "ay", low=(58, 36), high=(158, 110)),
        Handle("A's corner", "aw", "ah", low=(0, 0), high=(32, 34), base=("ax", "ay")),
        Handle("B's corner", "bw", "bh", low=(0, 0), high=(48, 36), base=("bx", "by")),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_plus_sign,
    code=(overlaps, pitfalls.corners_inside),
    call=run_tests,
    lines=lambda state: ("abs(cb - ca) <= ha + hb",),
    exercise="overlaps",
    from_pair=from_pair,
)
