"""Which numbers did the shipped sweep compute, and where?

sweep() runs once more under sys.settrace. Python calls the trace function before each line, when
the local variables are as the line before has left them. So the numbers beside the code come from
that code, not from another computation.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import FrameType
from typing import TypeAlias

from ..collision.sweep import overlap_times, sweep
from .explain import axis_name
from .lesson import Pair
from .listing import Line, listing

TRACED = (overlap_times, sweep)
CODE_COLUMNS = 71
Tracer: TypeAlias = "Callable[[FrameType, str, object], Tracer | None]"
LineValues = dict[int | None, dict[str, float]]
"""By axis and name; the axis is None outside the loop over the axes."""


@lru_cache(maxsize=1)
def line_names() -> tuple[dict[int, list[str]], dict[int, list[str]], range]:
    """Return the names that each line of sweep.py stores and loads, and the lines of its loop."""
    tree = ast.parse(inspect.getsource(sys.modules[sweep.__module__]))
    stored: dict[int, list[str]] = {}
    loaded: dict[int, list[str]] = {}
    loop = range(0)
    for node in sorted(ast.walk(tree), key=lambda node: getattr(node, "col_offset", 0)):
        if isinstance(node, ast.Name):
            names = stored if isinstance(node.ctx, ast.Store) else loaded
            names.setdefault(node.lineno, []).append(node.id)
        elif isinstance(node, ast.For):
            loop = range(node.lineno, (node.end_lineno or 0) + 1)
    return stored, loaded, loop


@lru_cache(maxsize=16)
def traced_values(case: Pair) -> dict[int, LineValues]:
    """Return the numbers that each line of sweep.py loaded or stored, by line, axis and name."""
    found: dict[int, LineValues] = {}
    stored, loaded, loop = line_names()
    codes, last_line = [function.__code__ for function in TRACED], dict[FrameType, int]()

    def trace(frame: FrameType, event: str, arg: object) -> Tracer | None:
        if frame.f_code not in codes:
            return None
        if line := last_line.get(frame):
            here, is_inner = frame.f_locals, frame.f_code is overlap_times.__code__
            around = frame.f_back.f_locals if is_inner and frame.f_back else here
            axis = around["i"] if is_inner or line in loop else None
            for name in (*loaded.get(line, ()), *stored.get(line, ())):
                if type(here.get(name)) is float:
                    found.setdefault(line, {}).setdefault(axis, {})[name] = here[name]
        last_line[frame] = frame.f_lineno
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        sweep(*case)
    finally:
        sys.settrace(outer)
    return found


def annotate(case: Pair, decisive: Sequence[str]) -> list[tuple[Line, bool]]:
    """Return the lines of the sweep with its numbers, and whether a line is decisive.

    A line has the numbers that it stores, a decisive one also those that it loads: at its end, or
    in lines below it if there is no room. decisive are parts of the text of lines.
    """
    (stored, loaded, _), values = line_names(), traced_values(case)
    rows: list[tuple[Line, bool]] = []
    for line in listing(TRACED):
        is_lit = any(part in line.text for part in decisive)
        wanted, used = stored.get(line.number, []), loaded.get(line.number, [])
        if is_lit or overlap_times.__name__ in used:
            wanted = wanted + used
        groups = [
            " ".join([*([] if axis is None else [axis_name(axis)]), *texts])
            for axis, numbers in (values.get(line.number, {}) if line.text else {}).items()
            if (texts := [f"{name}={x:.4g}" for name, x in numbers.items() if name in wanted])
        ]
        text, indent = "  ".join(groups), " " * (len(line.text) - len(line.text.lstrip()) + 4)
        pieces = line.pieces
        if groups and len(line.text) + 2 + len(text) <= CODE_COLUMNS:
            pieces, groups = (*pieces, (f"  {text}", "value")), []
        elif groups and len(indent + text) <= CODE_COLUMNS:
            groups = [text]
        below = [(((indent + group)[-CODE_COLUMNS:], "value"),) for group in groups]
        rows += [(line._replace(pieces=row), is_lit) for row in (pieces, *below)]
    return rows
