"""Which numbers did the shipped sweep compute, and where?

It is run once more under sys.settrace: before each line that runs, Python tells which one that is,
and the local variables are then those that the line before has left. So the numbers beside the code
are those of the code, not of another computation.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Sequence
from functools import lru_cache
from types import FrameType
from typing import Any

from ..collision.sweep import overlap_times, sweep
from .explain import axis_name
from .lesson import Pair
from .listing import Line, listing

CODE = (overlap_times, sweep)
COLUMNS = 71
Numbers = dict[int | None, dict[str, float]]
"""By axis and name; None is outside of the loop over the axes."""


@lru_cache(maxsize=1)
def names() -> tuple[dict[int, list[str]], dict[int, list[str]], range]:
    """Return what each line of sweep.py stores, what it loads, and which lines the loop has."""
    tree = ast.parse(inspect.getsource(sys.modules[sweep.__module__]))
    stored: dict[int, list[str]] = {}
    loaded: dict[int, list[str]] = {}
    loop = range(0)
    for node in sorted(ast.walk(tree), key=lambda node: getattr(node, "col_offset", 0)):
        if isinstance(node, ast.Name):
            kind = stored if isinstance(node.ctx, ast.Store) else loaded
            kind.setdefault(node.lineno, []).append(node.id)
        elif isinstance(node, ast.For):
            loop = range(node.lineno, (node.end_lineno or 0) + 1)
    return stored, loaded, loop


@lru_cache(maxsize=16)
def values(case: Pair) -> dict[int, Numbers]:
    """Return for each line that ran while sweep() answered the numbers that it used and set."""
    found: dict[int, Numbers] = {}
    stored, loaded, loop = names()
    codes, before = [thing.__code__ for thing in CODE], dict[FrameType, int]()

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code not in codes:
            return None
        if line := before.get(frame):
            here, inner = frame.f_locals, frame.f_code is overlap_times.__code__
            around = frame.f_back.f_locals if inner and frame.f_back else here
            axis = around["i"] if inner or line in loop else None
            for word in (*loaded.get(line, ()), *stored.get(line, ())):
                if type(here.get(word)) is float:
                    found.setdefault(line, {}).setdefault(axis, {})[word] = here[word]
        before[frame] = frame.f_lineno
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        sweep(*case)
    finally:
        sys.settrace(outer)
    return found


def annotated(case: Pair, decisive: Sequence[str]) -> list[tuple[Line, bool]]:
    """Return the code, and whether a line is one of those that decide, which are given by parts of
    their text. Lines have the numbers that they set, and those that decide also what they used: at
    their end, or under them where there is no room."""
    (stored, loaded, _), ran, shown = names(), values(case), list[tuple[Line, bool]]()
    for line in listing(CODE):
        is_lit = any(part in line.text for part in decisive)
        wanted, used = stored.get(line.number, []), loaded.get(line.number, [])
        if is_lit or overlap_times.__name__ in used:
            wanted = wanted + used
        told = [
            " ".join([*([] if axis is None else [axis_name(axis)]), *known])
            for axis, numbers in (ran.get(line.number, {}) if line.text else {}).items()
            if (known := [f"{word}={x:.4g}" for word, x in numbers.items() if word in wanted])
        ]
        words, indent = "  ".join(told), " " * (len(line.text) - len(line.text.lstrip()) + 4)
        rows = [line.pieces, *((((indent + words)[-COLUMNS:], "value"),) for words in told)]
        if told and len(line.text) + 2 + len(words) <= COLUMNS:
            rows = [(*line.pieces, (f"  {words}", "value"))]
        elif told and len(indent + words) <= COLUMNS:
            rows = [line.pieces, ((indent + words, "value"),)]
        shown += [(line._replace(pieces=row), is_lit) for row in rows]
    return shown
