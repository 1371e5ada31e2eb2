"""What does the shipped code say, line by line?

The source is asked of the running program, so what is read beside a figure is what moved it.
"""

from __future__ import annotations

import inspect
import keyword
import tokenize
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A line of code."""

    file: str
    number: int
    text: str
    pieces: tuple[tuple[str, str], ...]
    """Words that follow each other, each "code", "keyword" or "comment", as docstrings are too."""


@lru_cache(maxsize=16)
def listing(code: tuple[Any, ...]) -> list[Line]:
    """Return the source of functions and classes, one after the other, a blank line between."""
    lines: list[Line] = []
    for thing in code:
        source, first = inspect.getsourcelines(thing)
        file = f"{thing.__module__.replace('.', '/')}.py"
        if lines:
            lines.append(Line(file, first, "", ()))
        for number, (text, kinds) in enumerate(zip(source, kinds_of(source)), first):
            pairs = groupby(zip(text.rstrip("\n"), kinds), key=lambda pair: pair[1])
            pieces = tuple(("".join(a for a, _ in run), kind) for kind, run in pairs)
            lines.append(Line(file, number, text.rstrip("\n"), pieces))
    return lines


def kinds_of(source: list[str]) -> list[list[str]]:
    """Return for each character of each line what it belongs to."""
    kinds = [["code"] * len(text) for text in source]
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(iter(source).__next__):
        begins = before in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and begins):
            kind = "comment"
        else:
            kind = "keyword" if keyword.iskeyword(token.string) else "code"
        (first, left), (last, right) = token.start, token.end
        for row in range(first, last + 1) if kind != "code" else ():
            start = left if row == first else 0
            end = right if row == last else len(source[row - 1])
            kinds[row - 1][start:end] = [kind] * (end - start)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
    return kinds
