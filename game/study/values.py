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
from typing import Any, NamedTuple

from ..collision.sweep import overlap_times, sweep
from .explain import name
from .listing import listing
from .pair import Case

CODE = (overlap_times, sweep)
COLUMNS = 71
Pieces = Sequence[tuple[str, str]]


class Value(NamedTuple):
    """A number that a line of code set or used."""

    axis: int | None
    """None: outside of the loop over the axes."""
    name: str
    number: float


class Shown(NamedTuple):
    """A line to be drawn: of the code, or with values under it."""

    number: int
    pieces: Pieces
    is_lit: bool


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
def values(case: Case) -> dict[int, list[Value]]:
    """Return for each line that ran while sweep() answered the numbers that it used and set."""
    found: dict[int, list[Value]] = {}
    stored, loaded, loop = names()
    codes, before = [thing.__code__ for thing in CODE], dict[FrameType, int]()

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code not in codes:
            return None
        line = before.get(frame)
        if line is not None:
            here, inner = frame.f_locals, frame.f_code is not sweep.__code__
            around = frame.f_back.f_locals if inner and frame.f_back else here
            axis = around.get("i") if inner or line in loop else None
            for word in dict.fromkeys((*loaded.get(line, ()), *stored.get(line, ()))):
                if type(here.get(word)) is float:
                    found.setdefault(line, []).append(Value(axis, word, here[word]))
        before[frame] = frame.f_lineno
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        sweep(*case)
    finally:
        sys.settrace(outer)
    return found


def annotated(case: Case, decisive: Sequence[str]) -> list[Shown]:
    """Return the code with what its lines set, and of those that decide also what they used: at
    the end of a line, or under it where there is no room."""
    (stored, loaded, _), ran, shown = names(), values(case), list[Shown]()
    for line in listing(CODE):
        is_lit = any(part in line.text for part in decisive)
        wanted, used = {*stored.get(line.number, ())}, loaded.get(line.number, ())
        if is_lit or overlap_times.__name__ in used:
            wanted |= {*used}
        groups: dict[int | None, dict[str, str]] = {}
        for axis, word, number in ran.get(line.number, ()) if line.text else ():
            if word in wanted:
                groups.setdefault(axis, {})[word] = f"{word}={number:.4g}"
        told = [
            " ".join([*([] if axis is None else [name(axis)]), *words.values()])
            for axis, words in groups.items()
        ]
        words, indent = "  ".join(told), " " * (len(line.text) - len(line.text.lstrip()) + 4)
        pieces, under = line.pieces, [words] if told else []
        if told and len(line.text) + 2 + len(words) <= COLUMNS:
            pieces, under = (*pieces, (f"  {words}", "value")), []
        elif len(indent + words) > COLUMNS:
            under = told
        rows = [pieces, *([(indent + words, "value")] for words in under)]
        shown += [Shown(line.number, row, is_lit) for row in rows]
    return shown
