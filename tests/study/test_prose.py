"""What does the Markdown file of a lesson say?"""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from study.test_lessons import reachable
from support.learner import each_lesson

from game.study.lessons import LESSONS, MODULES
from game.study.prose import CODE_TERM, Prose, Question, parse_prose, term_lines, term_pieces
from game.view.palette import role_colors

FILE = """# A box

It is
where it is.

## Bet

Where
is it?

- [ ] Here: it
  stays.
- [x] There.

It moved
-3 px.

## Goal

Make it large.

## Check

And now?

- [x] Here.
- [ ] There.

It came back.

## Sources

- A book, page 1
"""
MALFORMED = {
    "": "line 1: expected a title: # ...; found the end of the file",
    FILE.replace("# A box", "A box", 1): "line 1: expected a title: # ...; found 'A box'",
    FILE.replace("It is\n", "- It is\n"): "line 3: expected a paragraph; found '- It is'",
    FILE.replace("## Bet", "## A bet"): "line 6: expected ## Bet; found '## A bet'",
    FILE.replace("[x] There", "[ ] There"): "line 11: expected a list of answers, - [ ] ..., the"
    " right one marked - [x] ...; found '- [ ] Here: it stays.'",
    FILE.replace("[ ] Here", "[x] Here"): "line 11: expected a list of answers, - [ ] ..., the"
    " right one marked - [x] ...; found '- [x] Here: it stays.'",
    FILE.replace("  stays", "stays"): "line 11: expected a list of answers, - [ ] ..., the"
    " right one marked - [x] ...; found '- [ ] Here: it'",
    FILE.replace(
        "stays.\n- ", "stays.\n\n- "
    ): "line 11: expected a list of answers, - [ ] ..., the"
    " right one marked - [x] ...; found '- [ ] Here: it stays.'",
    FILE.replace("- A book", "A book"): "line 33: expected a list: - ...; found 'A book, page 1'",
    FILE[: FILE.index("## Sources")]: "line 31: expected ## Sources; found the end of the file",
    FILE + "\nMore.\n": "line 35: expected the end of the file; found 'More.'",
}
ROOT = Path(__file__).parents[2]


def test_a_file_is_read_as_it_reads():
    assert parse_prose(FILE, "box.md") == Prose(
        "A box",
        "It is where it is.",
        Question("Where is it?", ("Here: it stays.", "There."), 1, "It moved -3 px."),
        "Make it large.",
        Question("And now?", ("Here.", "There."), 0, "It came back."),
        ("A book, page 1",),
    )


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_file_is_refused_in_one_sentence(text):
    with pytest.raises(ValueError, match=re.escape(f"box.md, {MALFORMED[text]}") + "$"):
        parse_prose(text, "box.md")


def test_every_lesson_has_a_file_and_every_file_a_lesson():
    """In it there is no markup that the game would show as it is."""
    files = {Path(module.__file__).with_suffix(".md") for module in MODULES}
    assert files == {*Path(next(iter(files))).parent.glob("*.md")}
    for file in files:
        assert not re.search(r"[`\\|]|\*\*|<\w|\]\(|&\w+;", file.read_text(encoding="utf-8")), file


def test_lessons_are_read_from_a_zip_of_the_package_unpacked_elsewhere(tmp_path):
    folder = tmp_path / "elsewhere"
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as packed:
        for path in (ROOT / "game").rglob("*.[pm][yd]"):
            packed.write(path, path.relative_to(ROOT))
        packed.extractall(folder)
    code = "from game.study.lessons import LESSONS; print(LESSONS[0].prose.title)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert ran.stdout.strip() == LESSONS[0].prose.title, ran.stderr


PIECES = {
    "B meets A at u0.": "B:b A:a u0:u0",
    "A box hits A. A miss: B's end. Box A misses.": "hits:hit A:a miss:miss B:b A:a misses:miss",
    "A's d is 5, its r is -3 and s = 2": "A:a d:d r:r s:s",
    "Hit, so u0 <= u1": "Hit:hit u0:u0 u1:u1",
    "A test overlooks a hit. Overlooked!": "overlooks:fault hit:hit Overlooked:fault",
    "the box's side, 3-D, A.17, white, submit, missed, overlooking, u_0, u00, AB": "",
    "A 2-D game": "",
    "A": "A:a",
}
"""The words that have a role, by text."""
ARTICLES = {
    *(
        "2-D",
        "ball",
        "box",
        "crate",
        "game",
        "gap",
        "hit",
        "hundred",
        "matrix",
        "miss",
        "piston",
        "point",
    ),
    *("red", "slide", "square"),
}
"""What follows an A that begins a sentence of a lesson, and is its article."""


@pytest.mark.parametrize("text", PIECES)
def test_a_term_is_told_from_an_article_and_from_parts_of_words(text):
    pieces = term_pieces(text)
    assert "".join(piece for piece, _ in pieces) == text
    assert " ".join(f"{piece}:{role}" for piece, role in pieces if role) == PIECES[text]
    assert {role for _, role in pieces} <= {"", *role_colors()}


def test_in_code_the_boxes_are_small_letters():
    pieces = term_pieces("d = b.center[i] - a.center[i] if swept.u0 else hit", CODE_TERM)
    assert [role for _, role in pieces if role] == ["d", "b", "a", "u0"]


def test_a_term_keeps_its_role_where_a_line_breaks_before_it():
    """At the beginning of a line A is still the box if it does not begin a sentence."""
    lines = term_lines("Seen from\nA  the box B moves. A miss.", 10)
    assert lines == [
        [("Seen from", "")],
        [("A", "a"), (" the box", "")],
        [("B", "b"), (" moves. A", "")],
        [("miss", "miss"), (".", "")],
    ]


@each_lesson
def test_no_article_of_a_lesson_is_taken_for_box_a_and_no_box_for_an_article(lesson):
    prose = lesson.prose
    texts = [prose.title, prose.claim, prose.goal]
    texts += [lesson.words(reachable(lesson, seed)) for seed in range(100)]
    for question in (prose.bet, prose.check):
        texts += [question.words, *question.answers, question.why]
    for text in texts:
        marked = "".join(f"<{piece}>" if role else piece for piece, role in term_pieces(text))
        assert set(re.findall(r"(?<!<)\bA\b <?([\w-]*)", marked)) <= ARTICLES, text
        assert not {*re.findall(r"<A> <?([\w-]+)", marked)} & ARTICLES, text
        assert not re.search(r"(?<![<'\w])([Bdrs]|u[01]|hit|miss)(?![\w>-])", marked), text
