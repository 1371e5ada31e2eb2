"""What does the shipped code say, line by line?

The source is that of the running program, so the code beside a figure is the code that
moves it.
"""

from __future__ import annotations

import inspect
import keyword
import tokenize
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from .prose import CODE_TERM, Pieces, join_letters

TOKEN_KINDS = {tokenize.COMMENT: "comment", tokenize.STRING: "docstring"}
Code = tuple[Callable[..., object], ...]
"""Functions and classes."""


class Line(NamedTuple):
    """A line of code."""

    file: str
    number: int
    text: str
    pieces: Pieces
    """Each is "code", "keyword", "comment", "docstring" or the role of a name."""
    is_doc: bool = False
    """Whether it belongs to a docstring."""
    is_lit: bool = False
    """Whether it decides."""


def file_of(item: Callable[..., object] | str) -> str:
    """Return the file of a function, of a class, or of a module's name."""
    module = item if isinstance(item, str) else item.__module__
    return f"{module.replace('.', '/')}.py"


@lru_cache(maxsize=16)
def listing(code: Code) -> list[Line]:
    """Return the source of functions and classes, one after the other, with blank lines
    between.

    Where this copy of the program is without its source, one line says so.
    """
    lines: list[Line] = []
    for item in code:
        file = file_of(item)
        try:
            source, first = inspect.getsourcelines(item)
        except OSError:
            source = [f"# {item.__name__}: its source is not in this copy of the game."]
            first = 1
        if lines:
            lines.append(Line(file, first - 1, text="", pieces=[]))
        lines += split_lines(file, source, first)
    return lines


def split_lines(file: str, source: list[str], first: int = 1) -> list[Line]:
    """Return lines in pieces; if the text is not Python, each line is one piece."""
    try:
        kinds = letter_kinds(source)
    except (SyntaxError, tokenize.TokenError):
        kinds = [["code"] * len(text) for text in source]
    lines = []
    for number, (text, kinds_of_letters) in enumerate(zip(source, kinds), first):
        text = text.rstrip("\n")
        is_doc = "docstring" in kinds_of_letters
        pieces = join_letters(text, kinds_of_letters)
        lines.append(Line(file, number, text, pieces, is_doc))
    return lines


def letter_kinds(source: list[str]) -> list[list[str]]:
    """Return for each letter of each line the kind of its piece."""
    kinds = [["code"] * len(text) for text in source]
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(iter(source).__next__):
        kind = token_kind(token)
        begins = before in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE)
        if kind == "docstring" and not begins:
            kind = "code"
        if kind != "code":
            mark_letters(kinds, token, kind)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
    return kinds


def token_kind(token: tokenize.TokenInfo) -> str:
    """Return the kind of the piece that a token is; of every string "docstring"."""
    if token.type in TOKEN_KINDS:
        return TOKEN_KINDS[token.type]
    if keyword.iskeyword(token.string):
        return "keyword"
    if CODE_TERM.fullmatch(token.string):
        return token.string
    return "code"


def mark_letters(kinds: list[list[str]], token: tokenize.TokenInfo, kind: str) -> None:
    """Set the kind of a token's letters, which may be in several lines."""
    first, left = token.start
    last, right = token.end
    for row in range(first, last + 1):
        line = kinds[row - 1]
        start = left if row == first else 0
        end = right if row == last else len(line)
        line[start:end] = [kind] * (end - start)
