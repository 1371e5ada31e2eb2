"""Why do two boxes hit or miss?

A step of two boxes ends in one of five ways. sweep() returns None for four of them, so
its own overlap_times() is called again for each axis, and the first of these that holds
is the reason:

    still and apart         an axis has a gap and no relative motion
    ended before the step   the shadows on an axis part before 0
    meets too late          the shadows on an axis meet after 1
    parts before it meets   the shadows on one axis part before those on another meet
    hit                     none of these

The sweep knows no tolerance, so boxes that rest flush are a hit at 0. A solid that is
only touched stops nothing, though: such a hit is no contact, and the reason says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from typing import NamedTuple
from zlib import crc32

from ..collision import AABB, SKIN, sweep
from ..collision.aabb import Vector
from ..collision.contact import Body, Shadows, meeting, relative_motion
from ..collision.sweep import NEVER, as_displacements, overlap_times

Axes = tuple[tuple[float, float], ...]
"""(enter, exit) of each axis, not clamped; (inf, -inf) where the shadows never
overlap."""

DECISIVE_LINES = {
    "still and apart": ("return ALWAYS if abs(d) <= s else NEVER", "if u0 > u1:"),
    "ended before the step": ("u1 = exit", "if u0 > u1:"),
    "meets too late": ("u0 = enter", "if u0 > u1:"),
    "parts before it meets": (
        "u0 = enter",
        "u1 = exit",
        "if u0 > u1:",
    ),
    "hit": ("if u0 > u1:", "return Sweep(u0, u1, "),
}
"""By kind of outcome: the lines of game/collision/sweep.py that decide, as parts of
their text."""
KINDS = tuple(DECISIVE_LINES)
STILL_APART, ENDED, LATE, PARTS_FIRST, HIT = KINDS

OTHER_CELLS = "other cells"
BOUNDS_APART = "bounds apart"
AXIS_APART = "an axis apart"
TOO_LATE = "too late"
TOUCH = "touching, no contact"
INSIDE = "already inside"
OVERLOOKED = "overlooked by the method"
REASONS = (
    OTHER_CELLS,
    BOUNDS_APART,
    AXIS_APART,
    TOO_LATE,
    TOUCH,
    INSIDE,
    OVERLOOKED,
)
"""Why a pair has no contact, the earliest test that rejects it first."""


class Outcome(NamedTuple):
    """The result of a step of two boxes, with the reason for it."""

    kind: str
    """One of KINDS."""
    axes: Axes
    u0: float
    """The latest enter of all axes, but at least 0."""
    u1: float
    """The earliest exit of all axes, but at most 1; below u0 if the boxes miss."""
    verdict: str
    """"hit", "miss", or TOUCH for a hit that is no contact: as a solid, b would not
    stop a."""
    reason: str
    """The verdict and why, a sentence without its full stop."""
    lines: tuple[str, ...]
    """Parts of the lines of game/collision/sweep.py that decided."""


class Overlap(NamedTuple):
    """When the shadows overlap on all axes at once: from enter to exit. If exit is
    earlier, they never do."""

    last: str
    """Which shadows are the last to meet, "the x and y shadows"."""
    enter: float
    first: str
    """Which shadows are the first to part, "the x shadows"."""
    exit: float


def explain(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float]
) -> Outcome:
    """Return why two boxes hit or miss in a step, from the same numbers as sweep().

    Args:
        a, b: boxes at the start of the step.
        move_a, move_b: displacements, px.
    Raises:
        ValueError: as sweep() does.
    """
    e, f = float_moves(a, b, move_a, move_b)
    mover = Body(a.center, a.half_extents, e, e, 0)
    solid = Body(b.center, b.half_extents, f, f, 0)
    shadows = relative_motion(mover, 0.0, solid)
    axes = tuple(starmap(overlap_times, shadows))
    overlap = overlap_on_all(axes)
    kind = kind_of(axes, overlap)
    verdict = "miss"
    if kind == HIT:
        verdict = "hit"
        # Boxes that overlap when the step begins are a hit, even if b would not stop a.
        is_inside = overlap.enter < 0 and not is_flush(shadows)
        if not is_inside and not meeting(mover, 0.0, solid):
            verdict = TOUCH
        why = why_hit(verdict, shadows, overlap)
    elif kind == STILL_APART:
        axis = axes.index(NEVER)
        distance, _, reach = shadows[axis]
        gap = abs(distance) - reach
        why = f"the {axis_name(axis)} shadows stay {gap:.3g} px apart"
    else:
        why = why_miss(kind, overlap)
    begin = verdict
    if verdict == TOUCH and overlap.enter > 0:
        begin = "hit, but no contact"
    return Outcome(
        kind=kind,
        axes=axes,
        u0=max(0.0, overlap.enter),
        u1=min(1.0, overlap.exit),
        verdict=verdict,
        reason=f"{begin}: {why}",
        lines=DECISIVE_LINES[kind],
    )


def float_moves(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float]
) -> tuple[Vector, Vector]:
    """Return both displacements as tuples of floats, after sweep()'s own check."""
    e, f = as_displacements(a, b, move_a, move_b)
    return tuple(map(float, e)), tuple(map(float, f))


def overlap_on_all(axes: Axes) -> Overlap:
    """Return when the shadows overlap on all axes at once, not clamped to the step,
    from the times of each axis."""
    enters, exits = zip(*axes)
    enter = max(enters)
    exit = min(exits)
    last = [axis_name(axis) for axis, time in enumerate(enters) if time == enter]
    first = axis_name(exits.index(exit))
    return Overlap(
        f"the {' and '.join(last)} shadows", enter, f"the {first} shadows", exit
    )


def kind_of(axes: Axes, overlap: Overlap) -> str:
    """Return in which of the five ways a step ends, one of KINDS."""
    if NEVER in axes:
        return STILL_APART
    if overlap.exit < 0:
        return ENDED
    if overlap.enter > 1:
        return LATE
    if overlap.enter > overlap.exit:
        return PARTS_FIRST
    return HIT


def why_miss(kind: str, overlap: Overlap) -> str:
    """Return in words why two boxes miss, unless they are still and apart."""
    last, enter, first, exit = overlap
    if kind == ENDED:
        return f"{first} part at {time_text(exit, 0)}, before the step begins"
    if kind == LATE:
        return f"{last} meet at {time_text(enter, 1)}, after the step ends"
    parting = time_text(exit, enter)
    meeting_time = time_text(enter, exit)
    return f"{first} part at {parting}, before {last} meet at {meeting_time}"


def why_hit(verdict: str, shadows: Shadows, overlap: Overlap) -> str:
    """Return in words when, or how, two boxes that hit come to overlap, and when they
    part if they do in the step."""
    last_axes, enter, first_axes, leave = overlap
    if enter <= 0 and verdict == TOUCH:
        rests = all(motion == 0 for _, motion, _ in shadows)
        why = "the boxes rest flush" if rests else "the boxes go no deeper"
    elif enter < 0:
        begins = "touch" if is_flush(shadows) else "overlap"
        why = f"the boxes {begins} when the step begins"
    else:
        why = f"{last_axes} are the last to meet, at {time_text(enter)}"
    if leave > 1:
        return why
    return f"{why}; {first_axes} are the first to part, at {time_text(leave)}"


def is_flush(shadows: Shadows) -> bool:
    """Tell whether the shadows on some axis overlap by no more than SKIN."""
    return any(s - abs(d) <= SKIN for d, _, s in shadows)


def rejection(outcome: Outcome, is_swept: bool) -> str:
    """Return why two boxes had no contact on a straight path, one of REASONS.

    Args:
        outcome: of the sweep along this path.
        is_swept: whether the sweep moved the bodies, not another method.
    """
    if outcome.kind == LATE:
        return TOO_LATE
    if outcome.kind != HIT:
        return AXIS_APART
    if outcome.verdict == TOUCH:
        return TOUCH
    if not is_swept:
        return OVERLOOKED
    return TOO_LATE if outcome.u0 > 0 else INSIDE


def as_test(a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float]) -> str:
    """Return a pytest case that expects, to the bit, what sweep() returns for two
    boxes.

    Its name ends in a checksum of their numbers, so that several cases fit into one
    file.
    """
    e, f = float_moves(a, b, move_a, move_b)
    swept = sweep(a, b, e, f)
    verdict = "hit" if swept else "miss"
    comparison = "==" if swept else "is"
    checksum = crc32(repr((a, b, e, f)).encode())
    return f'''\
from math import inf

from game.collision import AABB, Sweep, sweep


def test_two_boxes_{verdict}_{checksum:08x}():
    """{explain(a, b, e, f).reason}."""
    a = {a!r}
    b = {b!r}
    assert sweep(a, b, {e}, {f}) {comparison} {swept!r}
'''


def axis_name(axis: int) -> str:
    """Return the letter of an axis; from the fourth on, its number."""
    return "xyz"[axis] if axis < 3 else f"axis {axis}"


def time_text(time: float, other: float | None = None) -> str:
    """Return a time with two digits after the point; with as many more as it takes to
    distinguish it from another time, if one is given that is not equal."""
    if other is None or time == other:
        return rounded_text(time, 2)
    for digits in range(2, 17):
        text = rounded_text(time, digits)
        if float(text) != float(rounded_text(other, digits)):
            return text
    return repr(time)


def rounded_text(time: float, digits: int) -> str:
    """Return a time with so many digits after the point; from 1000 on with a power of
    ten."""
    return f"{time:.{digits}f}" if abs(time) < 1000 else f"{time:.{digits}e}"
