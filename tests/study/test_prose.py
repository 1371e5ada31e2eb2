"""What does the Markdown file of a lesson say?"""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game.study.lessons import LESSONS, MODULES
from game.study.prose import Prose, Question, parse_prose

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
