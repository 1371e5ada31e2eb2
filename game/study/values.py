"""Which numbers did the shown code compute, and where?

The shown functions run once more under sys.settrace, with the figure's own arguments.
Python calls the trace function before each line, when the local variables are as the
line before has left them. So the numbers beside the code come from that code, not from
another computation.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from textwrap import dedent
from types import FrameType
from typing import Any

from .explain import axis_name
from .listing import Code, Line, file_of, listing
from .prose import CODE_TERM, term_pieces

CODE_COLUMNS, END = 71, ("return", None)
"""The letters of a line; and the event at a generator's end."""
CodePlace = tuple[str, int]
"""A file and the number of a line."""
LineValues = dict[tuple[int | None, int], dict[str, object]]
"""The numbers of a line by name, for each (axis, round): axis is None outside a loop
over axes, and round counts how often a generator was resumed."""


@lru_cache(maxsize=16)
def line_names(code: Code) -> tuple[dict[CodePlace, dict[str, bool]], set[CodePlace]]:
    """Return the names of each line, and whether it only stores them; and lines of
    loops over i."""
    names, loops = dict[CodePlace, dict[str, bool]](), set[CodePlace]()
    for item in code:
        with suppress(OSError):
            file, (source, first) = file_of(item), inspect.getsourcelines(item)
            nodes = ast.walk(ast.parse(dedent("".join(source))))
            for node in sorted(nodes, key=lambda node: getattr(node, "col_offset", 0)):
                if isinstance(node, ast.Name) and node.id != "i":
                    of_line = names.setdefault((file, first - 1 + node.lineno), {})
                    of_line[node.id] = (
                        of_line.get(node.id, True) and type(node.ctx) is ast.Store
                    )
                elif isinstance(node, ast.For) and "'i'" in ast.dump(node.target):
                    end = first + (node.end_lineno or 0)
                    loops |= {
                        (file, row) for row in range(first - 1 + node.lineno, end)
                    }
    return names, loops


def traced_values(
    code: Code, call: Callable[[], object]
) -> dict[CodePlace, LineValues]:
    """Return the numbers that each line loaded, stored or returned while a call ran the
    code.

    Of several calls of a function the last one counts, unless they are one for each
    axis.
    """
    found: dict[CodePlace, LineValues] = {}
    names, loops = line_names(code)
    shown = {line[:2] for line in listing(code)}
    now, resumed = dict[FrameType, CodePlace](), dict[FrameType, int]()

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        file, name = file_of(frame.f_globals["__name__"]), frame.f_code.co_name
        if (file, frame.f_code.co_firstlineno) not in shown or name.endswith("comp>"):
            return None
        here, is_generator = frame.f_locals, name == "<genexpr>"
        around = [
            each for each in (frame, frame.f_back) if each and now.get(each) in loops
        ]
        axis = around[0].f_locals["i"] if around else None
        if event == "call":
            resumed[frame] = resumed.get(frame, -1) + 1
            for *_, line in (
                frame.f_code.co_lines() if axis is None and not resumed[frame] else ()
            ):
                found.pop((file, line or 0), None)
        elif (place := now.pop(frame, None)) and not (
            is_generator and (event, arg) == END
        ):
            numbers = found.setdefault(place, {}).setdefault((axis, resumed[frame]), {})
            for each, stores in names.get(place, {}).items():
                if is_plain(here.get(each)) and not (stores and is_generator):
                    numbers[each] = copy(
                        here[each]
                    )  # A list may change in later lines.
            if event == "return" and not is_generator and is_plain(arg):
                numbers["return"] = arg
        if event == "line":
            now[frame] = file, frame.f_lineno
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(outer)
    return found


def is_plain(value: object) -> bool:
    """Tell whether a value is a number, or up to three of them."""
    parts = value if isinstance(value, tuple | list) else (value,)
    return 0 < len(parts) <= 3 and all(isinstance(part, int | float) for part in parts)


def digits_text(value: object) -> str:
    """Return a value of which every float has four digits."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(digits_text, value))})"
    return f"{value:.4g}" if isinstance(value, float) else f"{value}"


def value_pieces(text: str) -> tuple[tuple[str, str], ...]:
    """Return numbers with their names in pieces, the terms in their roles."""
    return tuple(
        (piece, role or "value") for piece, role in term_pieces(text, CODE_TERM)
    )


def annotate(
    code: Code, call: Callable[[], object], decisive: Sequence[str]
) -> list[Line]:
    """Return the lines of code, those that decide lit, with the numbers of a call.

    A line has the numbers that it stores and returns, a lit one also those that it
    loads, of its last two rounds: at its end, or in lines below it if there is no room.
    decisive are parts of the text of lines.
    """
    (names, _), values, rows = line_names(code), traced_values(code, call), list[Line]()
    for line in listing(code):
        is_lit = not line.is_doc and any(part in line.text for part in decisive)
        stores = {"return": True} | names.get(line[:2], {})
        groups = []
        for (axis, _), numbers in [*values.get(line[:2], {}).items()][-2:]:
            label = [] if axis is None else [axis_name(axis)]
            texts = [
                f"{k}={digits_text(x)}"
                for k, x in numbers.items()
                if is_lit or stores[k]
            ]
            groups += [" ".join([*label, *texts])] if texts else []
        text, indent = (
            "  ".join(groups),
            " " * (len(line.text) - len(line.text.lstrip()) + 4),
        )
        fits = not text or len(line.text) + 2 + len(text) <= CODE_COLUMNS
        pieces = (
            (*line.pieces, *value_pieces(f"  {text}")) if text and fits else line.pieces
        )
        groups = (
            [] if fits else [text] if len(indent + text) <= CODE_COLUMNS else groups
        )
        below = [value_pieces((indent + group)[-CODE_COLUMNS:]) for group in groups]
        rows += [line._replace(pieces=row, is_lit=is_lit) for row in (pieces, *below)]
    return rows
