"""Why do two boxes hit or miss?

A step of two boxes ends in one of five ways. sweep() returns None for four of them, so its own
overlap_times() is called again for each axis, and the first of these that holds is the reason:

    still and apart         an axis has a gap and no relative motion
    ended before the step   the shadows on an axis part before 0
    meets too late          the shadows on an axis meet after 1
    parts before it meets   the shadows on one axis part before those on another meet
    hit                     none of these
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import crc32

from ..collision import AABB, SKIN, sweep
from ..collision.sweep import NEVER, overlap_times

STILL_APART, ENDED, LATE, PARTS_FIRST, HIT = KINDS = (
    "still and apart",
    "ended before the step",
    "meets too late",
    "parts before it meets",
    "hit",
)
DECISIVE_LINES = {
    STILL_APART: ("return ALWAYS if abs(d) <= s else NEVER", "if u0 > u1:"),
    ENDED: ("u1 = exit", "if u0 > u1:"),
    LATE: ("u0, entry_axes = enter, (i,)", "if u0 > u1:"),
    PARTS_FIRST: ("u0, entry_axes = enter, (i,)", "u1 = exit", "if u0 > u1:"),
    HIT: ("if u0 > u1:", "return Sweep(u0, u1, "),
}
"""By kind of outcome: the lines of game/collision/sweep.py that decide, as parts of their text."""
Axes = tuple[tuple[float, float], ...]
"""(enter, exit) of each axis."""


class Outcome(NamedTuple):
    """The result of a step of two boxes, with the reason for it."""

    kind: str
    """One of KINDS."""
    axes: Axes
    """(enter, exit) of each axis, not clamped; (inf, -inf) where the shadows never overlap."""
    u0: float
    """The latest enter, but at least 0."""
    u1: float
    """The earliest exit, but at most 1; below u0 if the boxes miss."""
    reason: str
    """A sentence without its full stop."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Parts of the lines of game/collision/sweep.py that decided."""
        return DECISIVE_LINES[self.kind]


def explain(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float] | None = None
) -> Outcome:
    """Return why two boxes hit or miss in a step, from the same numbers as sweep().

    Args:
        a, b: boxes where the step begins.
        move_a, move_b: displacements, px; None is at rest.
    Raises:
        ValueError: as sweep() does.
    """
    move_a, move_b = displacements(move_a, move_b)
    sweep(a, b, move_a, move_b)
    shadows = [
        (cb - ca, mb - ma, ha + hb)
        for ca, cb, ha, hb, ma, mb in zip(
            a.center, b.center, a.half_extents, b.half_extents, move_a, move_b
        )
    ]
    axes = tuple([overlap_times(*shadow) for shadow in shadows])
    enters, exits = zip(*axes)
    kind, sentence = explain_axes(shadows, axes)
    return Outcome(kind, axes, max(0.0, *enters), min(1.0, *exits), sentence)


def explain_axes(shadows: Sequence[tuple[float, float, float]], axes: Axes) -> tuple[str, str]:
    """Return the kind of an outcome, and a sentence that names the axes that decide it.

    Shadows are the (d, r, s) of each axis.
    """
    if NEVER in axes:
        d, _, s = shadows[axis := axes.index(NEVER)]
        return STILL_APART, f"miss: the {axis_name(axis)} shadows stay {abs(d) - s:.3g} px apart"
    enters, exits = zip(*axes)
    enter, exit = max(enters), min(exits)
    last = " and ".join(axis_name(axis) for axis, time in enumerate(enters) if time == enter)
    first = axis_name(exits.index(exit))
    if exit < 0:
        part = f"the {first} shadows part at {time_text(exit, 0)}"
        return ENDED, f"miss: {part}, before the step begins"
    if enter > 1:
        meet = f"the {last} shadows meet at {time_text(enter, 1)}"
        return LATE, f"miss: {meet}, after the step ends"
    if enter > exit:
        part = f"the {first} shadows part at {time_text(exit, enter)}"
        meet = f"the {last} shadows meet at {time_text(enter, exit)}"
        return PARTS_FIRST, f"miss: {part}, before {meet}"
    if enter >= 0:
        sentence = f"hit: the {last} shadows are the last to meet, at {time_text(enter)}"
    else:
        is_flush = any(s - abs(d) <= SKIN for d, _, s in shadows)
        sentence = f"hit: the boxes {'touch' if is_flush else 'overlap'} when the step begins"
    if exit <= 1:
        sentence += f"; the {first} shadows are the first to part, at {time_text(exit)}"
    return HIT, sentence


def as_test(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float] | None = None
) -> str:
    """Return a pytest case that expects, to the bit, what sweep() returns for two boxes.

    Its name ends in a checksum of their numbers, so that several cases fit into one file.
    """
    move_a, move_b = displacements(move_a, move_b)
    swept = sweep(a, b, move_a, move_b)
    kind, claim = "miss", "assert swept is None"
    if swept is not None:
        kind, claim = (
            "hit",
            (
                "assert swept is not None\n"
                f"    assert (swept.u0, swept.u1) == ({swept.u0}, {swept.u1})\n"
                f"    assert swept.normal == {swept.normal}"
            ),
        )
    return f'''\
from game.collision import AABB, sweep


def test_two_boxes_{kind}_{crc32(repr((a, b, move_a, move_b)).encode()):08x}():
    """{explain(a, b, move_a, move_b).reason}."""
    a = AABB({a.center}, {a.half_extents})
    b = AABB({b.center}, {b.half_extents})
    swept = sweep(a, b, {move_a}, {move_b})
    {claim}
'''


def displacements(
    move_a: Iterable[float], move_b: Iterable[float] | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return two displacements as tuples of floats; None is at rest."""
    a = tuple([float(x) for x in move_a])
    return a, (0.0,) * len(a) if move_b is None else tuple([float(x) for x in move_b])


def axis_name(axis: int) -> str:
    """Return the letter of an axis; from the fourth on, its number."""
    return "xyz"[axis] if axis < 3 else f"axis {axis}"


def time_text(time: float, other: float | None = None) -> str:
    """Return a time with two digits, or with as many as distinguish it from another time."""
    for digits in range(2, 17):
        text, other_text = (
            f"{x:.{digits}f}" if abs(x) < 1000 else f"{x:.{digits}e}" for x in (time, other or 0.0)
        )
        if other is None or time == other or float(text) != float(other_text):
            return text
    return repr(time)
