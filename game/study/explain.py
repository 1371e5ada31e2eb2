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
from ..collision.contact import Solid, meeting, relative_motion
from ..collision.sweep import NEVER, as_displacements, overlap_times

DECISIVE_LINES = {
    "still and apart": ("return ALWAYS if abs(d) <= s else NEVER", "if u0 > u1:"),
    "ended before the step": ("u1 = exit", "if u0 > u1:"),
    "meets too late": ("u0, entry_axes = enter, (i,)", "if u0 > u1:"),
    "parts before it meets": (
        "u0, entry_axes = enter, (i,)",
        "u1 = exit",
        "if u0 > u1:",
    ),
    "hit": ("if u0 > u1:", "return Sweep(u0, u1, "),
}
"""By kind of outcome: the lines of game/collision/sweep.py that decide, as parts of
their text."""
STILL_APART, ENDED, LATE, PARTS_FIRST, HIT = KINDS = tuple(DECISIVE_LINES)
TOUCH = "touching, no contact"
OTHER_CELLS, BOUNDS_APART, AXIS_APART = "other cells", "bounds apart", "an axis apart"
TOO_LATE, INSIDE, MISSED = "too late", "already inside", "missed by the method"
REASONS = OTHER_CELLS, BOUNDS_APART, AXIS_APART, TOO_LATE, TOUCH, INSIDE, MISSED
"""Why a pair has no contact, the earliest test that rejects it first."""


class Outcome(NamedTuple):
    """The result of a step of two boxes, with the reason for it."""

    kind: str
    """One of KINDS."""
    axes: tuple[tuple[float, float], ...]
    """(enter, exit) of each axis, not clamped; (inf, -inf) where the shadows never
    overlap."""
    u0: float
    """The latest enter, but at least 0."""
    u1: float
    """The earliest exit, but at most 1; below u0 if the boxes miss."""
    verdict: str
    """"hit", "miss", or TOUCH for a hit that is no contact: as a solid, b would not
    stop a."""
    reason: str
    """The verdict and why, a sentence without its full stop."""
    lines: tuple[str, ...]
    """Parts of the lines of game/collision/sweep.py that decided."""


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
    e, f = (tuple(map(float, move)) for move in as_displacements(a, b, move_a, move_b))
    solid = Solid(b.center, b.half_extents, f, f, 0)
    shadows = relative_motion(a.center, a.half_extents, e, 0.0, solid)
    axes = tuple(starmap(overlap_times, shadows))
    enters, exits = zip(*axes)
    enter, exit, verdict = max(enters), min(exits), "miss"
    last = " and ".join(
        axis_name(axis) for axis, time in enumerate(enters) if time == enter
    )
    meet, part = (
        f"the {last} shadows meet at",
        f"the {axis_name(exits.index(exit))} shadows",
    )
    if NEVER in axes:
        distance, _, reach = shadows[axis := axes.index(NEVER)]
        gap = abs(distance) - reach
        kind, reason = (
            STILL_APART,
            f"the {axis_name(axis)} shadows stay {gap:.3g} px apart",
        )
    elif exit < 0:
        kind, reason = (
            ENDED,
            f"{part} part at {time_text(exit, 0)}, before the step begins",
        )
    elif enter > 1:
        kind, reason = LATE, f"{meet} {time_text(enter, 1)}, after the step ends"
    elif enter > exit:
        times = time_text(exit, enter), time_text(enter, exit)
        kind, reason = (
            PARTS_FIRST,
            f"{part} part at {times[0]}, before {meet} {times[1]}",
        )
    else:
        kind, verdict = HIT, "hit"
        reason = f"the {last} shadows are the last to meet, at {time_text(enter)}"
        is_flush = any(s - abs(d) <= SKIN for d, _, s in shadows)
        if (is_flush or enter >= 0) and not meeting(
            a.center, a.half_extents, e, 0.0, solid
        ):
            verdict = TOUCH
        if enter <= 0 and verdict == TOUCH:
            rests = not any(r for _, r, _ in shadows)
            reason = f"the boxes {'rest flush' if rests else 'go no deeper'}"
        elif enter < 0:
            reason = (
                f"the boxes {'touch' if is_flush else 'overlap'} when the step begins"
            )
        reason += (
            f"; {part} are the first to part, at {time_text(exit)}" if exit <= 1 else ""
        )
    begin = "hit, but no contact" if verdict == TOUCH and enter > 0 else verdict
    reason, lines = f"{begin}: {reason}", DECISIVE_LINES[kind]
    return Outcome(kind, axes, max(0.0, enter), min(1.0, exit), verdict, reason, lines)


def rejection(outcome: Outcome, swept: bool) -> str:
    """Return in words why two boxes had no contact on a path; swept: whether the sweep
    decided."""
    if outcome.kind != HIT:
        return TOO_LATE if outcome.kind == LATE else AXIS_APART
    if outcome.verdict == TOUCH or not swept:
        return TOUCH if outcome.verdict == TOUCH else MISSED
    return TOO_LATE if outcome.u0 > 0 else INSIDE


def as_test(a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float]) -> str:
    """Return a pytest case that expects, to the bit, what sweep() returns for two
    boxes.

    Its name ends in a checksum of their numbers, so that several cases fit into one
    file.
    """
    e, f = (tuple(map(float, move)) for move in as_displacements(a, b, move_a, move_b))
    swept = sweep(a, b, e, f)
    name = f"{'hit' if swept else 'miss'}_{crc32(repr((a, b, e, f)).encode()):08x}"
    return f'''\
from math import inf

from game.collision import AABB, Sweep, sweep


def test_two_boxes_{name}():
    """{explain(a, b, e, f).reason}."""
    a = {a!r}
    b = {b!r}
    assert sweep(a, b, {e}, {f}) {"==" if swept else "is"} {swept!r}
'''


def axis_name(axis: int) -> str:
    """Return the letter of an axis; from the fourth on, its number."""
    return "xyz"[axis] if axis < 3 else f"axis {axis}"


def time_text(time: float, other: float | None = None) -> str:
    """Return a time with two digits, or with as many as distinguish it from another
    time."""
    for digits in range(2, 17):
        times = [
            f"{x:.{digits}{'f' if abs(x) < 1000 else 'e'}}"
            for x in (time, other or 0.0)
        ]
        if other is None or time == other or float(times[0]) != float(times[1]):
            return times[0]
    return repr(time)
