"""What does the Markdown file of a lesson say?

All that is only text in a lesson stands in NAME.md beside its NAME.py, in this order.
Blank lines separate paragraphs and lists; a list item that is longer than a line goes
on in an indented one.

    # Title
    The claim, in one or two sentences.
    ## Bet
    The question.
    - [ ] A wrong answer.
    - [x] The right answer.
    Why it is right.
    ## Goal
    What to do with the handles.
    ## Check
    A question, its answers and the reason, as in the bet.
    ## Sources
    - A book or an article, and where in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

PARAGRAPH = "a paragraph"
PLAIN_LIST = "a list: - ..."
ANSWERS = "a list of answers, - [ ] ..., the right one marked - [x] ..."
TITLE = "a title: # ..."
QUESTION = (PARAGRAPH, ANSWERS, PARAGRAPH)
OUTLINE = (
    TITLE,
    PARAGRAPH,
    "## Bet",
    *QUESTION,
    "## Goal",
    PARAGRAPH,
    "## Check",
    *QUESTION,
    "## Sources",
    PLAIN_LIST,
)
"""What each block of a file is: one of FORMS, or a heading word for word."""
FORMS = {
    TITLE: r"# \S.*",
    PARAGRAPH: r"(?!- )[^\s#*].*(\n(?!- )[^\s#*].*)*",
    PLAIN_LIST: r"- [^\s[].*(\n- [^\s[].*)*",
    ANSWERS: r"(- \[ \] \S.*\n)*- \[x\] \S.*(\n- \[ \] \S.*)*",
}
FILE_END = "the end of the file"
BLOCK_PATTERN = re.compile(r"#.*|(?:(?!#).*\S.*\n?)+")

Pieces = list[tuple[str, str]]
"""Consecutive parts of a text, each with what it is: a role, or a kind of code."""

TERM = re.compile(
    r"(?<![\w'])(?!(?:^|(?<=[.?!] ))A )"
    r"([ABdrs](?![\w-]|\.\d)|u[01](?!\w)|(?:[Hh]it|[Mm]iss)(?:s|es)?(?!\w)"
    r"|[Oo]verlook(?:s|ed)?(?!\w))"
)
"""A word that has the colour of a role. A sentence that begins with A and a space
begins with the article; if the box is meant, it begins with "Box A"."""
CODE_TERM = re.compile(r"(?<!\w)([abdrs]|u[01])(?!\w)")
"""The same for names in code."""
VERB_ROLES = {"hit": "hit", "miss": "miss", "overlook": "fault"}
"""The roles of the terms that are verbs: boxes miss, and a test overlooks a hit."""


class Question(NamedTuple):
    """A question asked before the answer is shown, or at the end."""

    words: str
    answers: tuple[str, ...]
    right: int
    """The index of the right answer."""
    why: str
    """Shown with the answer: one or two sentences."""


class Prose(NamedTuple):
    """The texts of a lesson."""

    title: str
    claim: str
    """The idea, in one or two sentences."""
    bet: Question
    """Asked before u runs for the first time."""
    goal: str
    """What a learner is to reach with the handles."""
    check: Question
    """Asked at the end."""
    sources: tuple[str, ...]
    """Books or articles, and where in them."""


def term_pieces(text: str, term: re.Pattern[str] = TERM) -> Pieces:
    """Return the consecutive parts of a text, each with the role of its word; "" for
    none."""
    pieces = []
    for k, part in enumerate(term.split(text)):
        is_term = k % 2 == 1  # Terms and the text between them alternate.
        if part:
            pieces.append((part, term_role(part) if is_term else ""))
    return pieces


def term_role(word: str) -> str:
    """Return the role of a term: of a form of hit, miss or overlook that of the verb,
    else itself."""
    word = word.lower()
    for verb, role in VERB_ROLES.items():
        if word.startswith(verb):
            return role
    return word


def term_lines(text: str, letters: int) -> list[Pieces]:
    """Return the lines of a text, of so many letters at most, as pieces with the roles
    of words."""
    text = " ".join(text.split())
    roles = [role for piece, role in term_pieces(text) for _ in piece]
    lines = []
    start = 0
    for line in wrap(text, letters):
        start = text.index(line, start)
        lines.append(join_letters(line, roles[start:]))
        start += len(line)
    return lines


def join_letters(text: str, roles: Iterable[str]) -> Pieces:
    """Return a text in pieces of letters of one role."""
    runs = groupby(zip(text, roles), key=itemgetter(1))
    return [("".join(letter for letter, _ in run), role) for role, run in runs]


def read_prose(lesson: str) -> Prose:
    """Return the texts of a lesson from the file beside its module."""
    path = Path(__file__).parent / "lessons" / f"{lesson}.md"
    return parse_prose(path.read_text(encoding="utf-8"), path.name)


def parse_prose(text: str, name: str) -> Prose:
    """Return the texts of a lesson from the text of its file.

    Raises:
        ValueError: a block is not what OUTLINE expects; the message names the file and
            the line.
    """
    blocks = outline_blocks(text, name)
    # Left out are the headings "## Bet", "## Goal", "## Check" and "## Sources".
    title, claim, _, *bet, _, goal, _, words, answers, why, _, sources = blocks
    check = parse_question(words, answers, why)
    citations = tuple(line.removeprefix("- ") for line in sources.split("\n"))
    title = title.removeprefix("# ")
    return Prose(title, claim, parse_question(*bet), goal, check, citations)


def outline_blocks(text: str, name: str) -> list[str]:
    """Return the blocks of a lesson's file, each as OUTLINE expects it, and each
    paragraph and each item of a list in one line.

    Raises:
        ValueError: a block is something else.
    """
    blocks = []
    for expected, match in zip_longest(OUTLINE, BLOCK_PATTERN.finditer(text)):
        # A list item that goes on in an indented line is one line.
        block = re.sub(r"\n +(?=\S)", " ", match[0].strip()) if match else ""
        if expected is None or not re.fullmatch(FORMS.get(expected, expected), block):
            start = match.start() if match else len(text)
            line = text.count("\n", 0, start) + 1
            first_line, *_ = block.split("\n")
            actual = repr(first_line) if match else FILE_END
            wanted = expected or FILE_END
            raise ValueError(f"{name}, line {line}: expected {wanted}; found {actual}")
        if expected == PARAGRAPH:
            block = block.replace("\n", " ")
        blocks.append(block)
    return blocks


def parse_question(words: str, answers: str, why: str) -> Question:
    """Return a question from its blocks; each line of answers begins with a mark, the
    right one with "- [x] ", the others with "- [ ] "."""
    lines = answers.split("\n")
    right = next(k for k, line in enumerate(lines) if line.startswith("- [x]"))
    unmarked = tuple(line[len("- [x] ") :] for line in lines)
    return Question(words, unmarked, right, why)
