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
    """Return the source of functions and classes, one after the other, a blank line between.

    Where the program has none with it, one line says so.
    """
    lines: list[Line] = []
    for thing in code:
        file = f"{thing.__module__.replace('.', '/')}.py"
        try:
            source, first = inspect.getsourcelines(thing)
        except OSError:
            source, first = [f"# {thing.__name__}: its source is not in this copy of the game."], 1
        if lines:
            lines.append(Line(file, first, "", ()))
        lines += colored(file, source, first)
    return lines


def colored(file: str, source: list[str], first: int = 1) -> list[Line]:
    """Return lines in pieces; those of a text that is no Python are of one piece each."""
    try:
        kinds = kinds_of(source)
    except (SyntaxError, tokenize.TokenError):
        kinds = [["code"] * len(text) for text in source]
    lines = []
    for number, (text, own) in enumerate(zip(source, kinds), first):
        pairs = groupby(zip(text.rstrip("\n"), own), key=lambda pair: pair[1])
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
