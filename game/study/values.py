"""Which numbers did the listed code compute, and where?

The listed functions run once more under sys.settrace, with the figure's own arguments.
Python calls the trace function before each line, when the local variables are as the
line before has left them. So the numbers beside the code come from that code, not from
another computation.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from textwrap import dedent
from types import FrameType
from typing import NamedTuple

from .explain import axis_name
from .listing import Code, Line, file_of, listing
from .prose import CODE_TERM, Pieces, term_pieces

CODE_COLUMNS = 71
"""The letters of a line."""
ROUNDS = 2
"""How many rounds of a loop are written beside a line: the last ones."""
TraceFunction = Callable[[FrameType, str, object], "TraceFunction | None"]
"""What sys.settrace() takes."""
CodePlace = tuple[str, int]
"""A file and the number of a line."""
LineValues = dict[tuple[int | None, int], dict[str, object]]
"""The numbers of a line by name, for each (axis, round): axis is None outside a loop
over axes, and round counts how often a generator was resumed."""


class LineNames(NamedTuple):
    """What the source of code says of its lines."""

    stores: dict[CodePlace, dict[str, bool]]
    """The names of each line; True if the line only stores it."""
    axis_loops: set[CodePlace]
    """Lines of loops over i, which is an axis."""


@lru_cache(maxsize=16)
def line_names(code: Code) -> LineNames:
    """Return the names of each line, and the lines of loops over axes."""
    names = LineNames({}, set())
    for item in code:
        with suppress(OSError):
            source, first = inspect.getsourcelines(item)
            tree = ast.parse(dedent("".join(source)))
            ast.increment_lineno(tree, first - 1)
            add_names(names, file_of(item), tree)
    return names


def add_names(names: LineNames, file: str, tree: ast.Module) -> None:
    """Add the names of a part of a file, those of each line from left to right."""
    nodes = ast.walk(tree)
    for node in sorted(nodes, key=lambda node: getattr(node, "col_offset", 0)):
        if isinstance(node, ast.Name) and node.id != "i":
            of_line = names.stores.setdefault((file, node.lineno), {})
            is_store = isinstance(node.ctx, ast.Store)
            of_line[node.id] = is_store and of_line.get(node.id, True)
        elif isinstance(node, ast.For) and "'i'" in ast.dump(node.target):
            last = node.end_lineno or node.lineno
            rows = range(node.lineno, last + 1)
            names.axis_loops.update((file, row) for row in rows)


class Tracer:
    """Writes down the numbers of each line while code runs."""

    def __init__(self, code: Code) -> None:
        self.names = line_names(code)
        self.listed = {(line.file, line.number) for line in listing(code)}
        """The lines whose numbers are written down."""
        self.values: dict[CodePlace, LineValues] = {}
        self.running: dict[FrameType, CodePlace] = {}
        """The line that each frame has begun."""
        self.rounds: dict[FrameType, int] = {}
        """How often each frame was resumed, which is 0 but for generators."""

    def trace(
        self, frame: FrameType, event: str, result: object
    ) -> TraceFunction | None:
        """Write down what a line did when the next one begins, or its function returns:
        see sys.settrace()."""
        file = file_of(frame.f_globals["__name__"])
        code = frame.f_code
        is_listed = (file, code.co_firstlineno) in self.listed
        if not is_listed or code.co_name.endswith("comp>"):
            return None
        axis = self.axis_of(frame)
        if event == "call":
            self.begin(frame, file, axis)
        else:
            self.end_line(frame, event, result, axis)
        if event == "line":
            self.running[frame] = (file, frame.f_lineno)
        return self.trace

    def axis_of(self, frame: FrameType) -> int | None:
        """Return the axis in whose round a frame runs, or the one that called it; None
        if both are outside of loops over axes."""
        for each in (frame, frame.f_back):
            if each and self.running.get(each) in self.names.axis_loops:
                return each.f_locals.get("i")  # Missing before the first round.
        return None

    def begin(self, frame: FrameType, file: str, axis: int | None) -> None:
        """Begin or resume a function; a new call replaces the numbers of the one
        before, unless they are one for each axis."""
        if frame in self.rounds:
            self.rounds[frame] += 1
            return
        self.rounds[frame] = 0
        if axis is None:
            for *_, line in frame.f_code.co_lines():
                self.values.pop((file, line or 0), None)

    def end_line(
        self, frame: FrameType, event: str, result: object, axis: int | None
    ) -> None:
        """Write down the numbers of the line that a frame has run."""
        place = self.running.pop(frame, None)
        is_generator = frame.f_code.co_name == "<genexpr>"
        is_end = is_generator and event == "return" and result is None
        if place is None or is_end:
            return
        rounds = self.values.setdefault(place, {})
        numbers = rounds.setdefault((axis, self.rounds[frame]), {})
        for name, is_stored in self.names.stores.get(place, {}).items():
            value = frame.f_locals.get(name)
            if is_plain(value) and not (is_stored and is_generator):
                numbers[name] = copy(value)  # A list may change in later lines.
        if event == "return" and not is_generator and is_plain(result):
            numbers["return"] = result


def traced_values(
    code: Code, call: Callable[[], object]
) -> dict[CodePlace, LineValues]:
    """Return the numbers that each line loaded, stored or returned while a call ran the
    code.

    Of several calls of a function the last one counts. A function that is called once
    for each axis keeps the numbers of all these calls: see Tracer.
    """
    tracer = Tracer(code)
    outer = sys.gettrace()
    sys.settrace(tracer.trace)
    try:
        call()
    finally:
        sys.settrace(outer)
    return tracer.values


def is_plain(value: object) -> bool:
    """Tell whether a value is a number, or up to three of them."""
    parts = value if isinstance(value, tuple | list) else (value,)
    return 0 < len(parts) <= 3 and all(isinstance(part, int | float) for part in parts)


def digits_text(value: object) -> str:
    """Return a value of which every float has four digits."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(digits_text, value))})"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def value_pieces(text: str) -> Pieces:
    """Return numbers with their names in pieces, the terms in their roles."""
    pieces = term_pieces(text, CODE_TERM)
    return [(piece, role or "value") for piece, role in pieces]


def annotate(
    code: Code, call: Callable[[], object], decisive: Sequence[str]
) -> list[Line]:
    """Return the lines of code, those that decide lit, with the numbers of a call.

    A line has the numbers that it stores and returns, a lit one also those that it
    loads, of its last two rounds: at its end, or in lines below it if there is no room.

    Args:
        code: functions and classes.
        call: runs them.
        decisive: parts of the text of the lines that decide.
    """
    stores = line_names(code).stores
    values = traced_values(code, call)
    rows: list[Line] = []
    for line in listing(code):
        place = line.file, line.number
        is_lit = not line.is_doc and any(part in line.text for part in decisive)
        omitted = set() if is_lit else loaded_names(stores.get(place, {}))
        rounds = list(values.get(place, {}).items())
        texts = []
        for (axis, _), numbers in rounds[-ROUNDS:]:
            texts.append(round_text(axis, numbers, omitted))
        for pieces in value_rows(line, list(filter(None, texts))):
            rows.append(line._replace(pieces=pieces, is_lit=is_lit))
    return rows


def loaded_names(stores: Mapping[str, bool]) -> set[str]:
    """Return the names of a line that it does not only store."""
    return {name for name, is_store in stores.items() if not is_store}


def round_text(
    axis: int | None, numbers: Mapping[str, object], omitted: Collection[str]
) -> str:
    """Return the numbers of a round after its axis, without those omitted; "" if there
    are none."""
    texts = []
    for name, value in numbers.items():
        if name not in omitted:
            texts.append(f"{name}={digits_text(value)}")
    if texts and axis is not None:
        texts.insert(0, axis_name(axis))
    return " ".join(texts)


def value_rows(line: Line, groups: list[str]) -> list[Pieces]:
    """Return the pieces of a line with groups of numbers: at its end, or in rows below
    it if there is no room."""
    text = "  ".join(groups)
    if not text:
        return [line.pieces]
    if len(line.text) + 2 + len(text) <= CODE_COLUMNS:
        return [line.pieces + value_pieces(f"  {text}")]
    code = line.text.lstrip()
    indent = " " * (len(line.text) - len(code) + 4)
    if len(indent + text) <= CODE_COLUMNS:
        groups = [text]
    below = [value_pieces((indent + group)[-CODE_COLUMNS:]) for group in groups]
    return [line.pieces, *below]
