"""Why do two boxes hit, or miss?

A pair of boxes with displacements ends in one of five ways. sweep() itself says None for four of
them, so the times of each axis are asked again of its own overlap_times(), and the first of these
that is true is the reason:

    still and apart         an axis has a gap, and nothing moves along it
    ended before the step   an axis parts before 0
    meets too late          an axis meets after 1
    parts before it meets   one axis parts before another meets
    hit                     none of them
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import crc32

from ..collision import AABB, sweep
from ..collision.sweep import NEVER, overlap_times

STILL, ENDED, LATE, PARTS, HIT = KINDS = (
    "still and apart",
    "ended before the step",
    "meets too late",
    "parts before it meets",
    "hit",
)
LINES = {
    STILL: ("return ALWAYS if abs(d) <= s else NEVER", "if u0 > u1:"),
    ENDED: ("u1 = exit", "if u0 > u1:"),
    LATE: ("u0, entry_axes = enter, (i,)", "if u0 > u1:"),
    PARTS: ("u0, entry_axes = enter, (i,)", "u1 = exit", "if u0 > u1:"),
    HIT: ("if u0 > u1:", "return Sweep(u0, u1, "),
}
"""The lines of game/collision/sweep.py that decide, by parts of their text."""
CASE = '''\
from game.collision import AABB, sweep


def test_{name}():
    """{words}."""
    a = AABB({a.center}, {a.half_extents})
    b = AABB({b.center}, {b.half_extents})
    swept = sweep(a, b, {move_a}, {move_b})
    {claim}
'''

Axes = tuple[tuple[float, float], ...]
"""The times of each axis's shadows, (enter, exit)."""


class Outcome(NamedTuple):
    """What became of two boxes in a step."""

    kind: str
    """One of KINDS."""
    axes: Axes
    """(enter, exit) of each axis, not clamped; (inf, -inf) where it is always apart."""
    u0: float
    """The latest enter, or 0 if that is later."""
    u1: float
    """The earliest exit, or 1 if that is earlier; below u0 where they miss."""
    words: str

    @property
    def lines(self) -> tuple[str, ...]:
        """Parts of the lines of game/collision/sweep.py that decided."""
        return LINES[self.kind]


def explain(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float] | None = None
) -> Outcome:
    """Tell why two boxes hit or miss in a step, by the same numbers as sweep().

    Args:
        a, b: boxes where the step begins.
        move_a, move_b: displacements, px; None is at rest.
    Raises:
        ValueError: as sweep() does.
    """
    move_a, move_b = both(move_a, move_b)
    sweep(a, b, move_a, move_b)
    shadows = [
        (cb - ca, mb - ma, ha + hb)
        for ca, cb, ha, hb, ma, mb in zip(
            a.center, b.center, a.half_extents, b.half_extents, move_a, move_b
        )
    ]
    axes = tuple([overlap_times(*shadow) for shadow in shadows])
    enters, exits = zip(*axes)
    kind, words = reason(shadows, axes)
    return Outcome(kind, axes, max(0.0, *enters), min(1.0, *exits), words)


def reason(shadows: Sequence[tuple[float, float, float]], axes: Axes) -> tuple[str, str]:
    """Return the kind of an outcome, and in words which axes decide; shadows are (d, r, s)."""
    if NEVER in axes:
        d, _, s = shadows[axis := axes.index(NEVER)]
        return STILL, f"miss: the {name(axis)} shadows are {abs(d) - s:.3g} px apart and move alike"
    enters, exits = zip(*axes)
    enter, exit = max(enters), min(exits)
    last = " and ".join(name(axis) for axis, time in enumerate(enters) if time == enter)
    first = name(exits.index(exit))
    if exit < 0:
        return ENDED, f"miss: the {first} shadows part at {told(exit, 0)}, before the step begins"
    if enter > 1:
        return LATE, f"miss: the {last} shadows meet at {told(enter, 1)}, after the step ends"
    if enter > exit:
        parts = f"the {first} shadows part at {told(exit, enter)}"
        return PARTS, f"miss: {parts}, before the {last} shadows meet at {told(enter, exit)}"
    words = "hit: they overlap when the step begins"
    if enter >= 0:
        words = f"hit: the {last} shadows are the last to meet, at {told(enter)}"
    if exit <= 1:
        words += f"; the {first} shadows are the first to part, at {told(exit)}"
    return HIT, words


def as_test(
    a: AABB, b: AABB, move_a: Iterable[float], move_b: Iterable[float] | None = None
) -> str:
    """Return a pytest case that says of two boxes what sweep() says of them, to the bit.

    Its name ends in a number made of theirs, so several can be pasted into one file.
    """
    move_a, move_b = both(move_a, move_b)
    outcome, swept = explain(a, b, move_a, move_b), sweep(a, b, move_a, move_b)
    claim = "assert swept is None"
    if swept is not None:
        claim = (
            "assert swept is not None\n"
            f"    assert (swept.u0, swept.u1) == ({swept.u0}, {swept.u1})\n"
            f"    assert swept.normal == {swept.normal}"
        )
    kind = "miss" if swept is None else "hit"
    number = crc32(repr((a, b, move_a, move_b)).encode())
    return CASE.format(
        name=f"two_boxes_{kind}_{number:08x}",
        **{"words": outcome.words, "a": a, "b": b, "claim": claim},
        **{"move_a": move_a, "move_b": move_b},
    )


def both(
    move_a: Iterable[float], move_b: Iterable[float] | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return two displacements as tuples of floats; None is at rest."""
    a = tuple([float(x) for x in move_a])
    return a, (0.0,) * len(a) if move_b is None else tuple([float(x) for x in move_b])


def name(axis: int) -> str:
    """Return what an axis is called."""
    return "xyz"[axis] if axis < 3 else f"axis {axis}"


def told(time: float, other: float | None = None) -> str:
    """Return a time in words: two digits, or as many as tell it from another time."""
    for digits in range(2, 17):
        words, others = (
            f"{x:.{digits}f}" if abs(x) < 1000 else f"{x:.{digits}e}" for x in (time, other or 0.0)
        )
        if other is None or time == other or float(words) != float(others):
            return words
    return repr(time)
