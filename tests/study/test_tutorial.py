"""Is the written tutorial, game/collision/README.md, still true?"""

import ast
import doctest
import io
import json
import re
import shlex
import tomllib
from operator import attrgetter
from pathlib import Path

import numpy as np
import pygame
import pytest
from support.pictured import DRAW_ANEW, difference
from support.recorder import Recorder
from tools.make.draw_pictures import (
    FOLDER,
    KEYS,
    OVERLAY,
    PICTURES,
    digest,
    draw_on,
    drawing,
    overlay,
)

from game import collision
from game.cli import parser
from game.collision import AABB, pitfalls, sweep
from game.resources import levels
from game.study.exercises.cases import EXERCISES
from game.study.lessons import LESSONS, race, three_ways, tunnel
from game.view.overlay import LAYER_KEYS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "game" / "collision" / "README.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^(<!-- runs -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHAPTERS = ["aabb.py", "sweep.py", "pitfalls.py", "response.py", "polygon.py"]
IN_TEXT = re.sub(r"\s+", " ", BLOCK.sub("", TEXT).replace("\n>", "\n"))
"""What is said in sentences, a line break being a space."""


def passages():
    """The pieces of shipped code, each with the name of the file that was named last before it."""
    for block in BLOCK.finditer(TEXT):
        if block[2] == "python" and not block[1]:
            yield re.findall(r"\]\((\w+\.py)\)", TEXT[: block.start()])[-1], block[3]


def commands():
    return re.findall(r"`python run\.py ([^`]*)`", IN_TEXT)


def test_each_passage_is_the_shipped_source():
    found = list(passages())
    for file, passage in found:
        source = (PAGE.parent / file).read_text(encoding="utf-8")
        assert f"\n{passage}" in f"\n{source}", f"{file} has no longer:\n{passage}"
    assert list(dict.fromkeys(file for file, _ in found)) == CHAPTERS


def test_the_examples_run():
    known, told = {}, io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for block in BLOCK.finditer(TEXT):
        if block[1]:
            exec(compile(block[3], PAGE.name, "exec"), known)
        elif block[2] == "pycon":
            line = TEXT[: block.start()].count("\n") + 1
            test = doctest.DocTestParser().get_doctest(block[3], {}, PAGE.name, str(PAGE), line)
            test.globs = known
            assert test.examples
            runner.run(test, out=told.write, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0, told.getvalue()


def count_words(text):
    prose = re.sub(r"^```.*?^```$|<img[^>]*>|\]\([^)]*\)", "", text, flags=re.M | re.S)
    return len(re.findall(r"\w+(?:['.-]\w+)*", prose))


def docstring_words(file):
    """Count the words of a file's docstrings, without their lists of arguments and the like."""
    nodes = ast.walk(ast.parse((PAGE.parent / file).read_text(encoding="utf-8")))
    values = [node.value for node in nodes if isinstance(node, ast.Expr)]
    texts = [node.value for node in values if isinstance(node, ast.Constant)]
    lists = r"\n *(?:Args|Returns|Raises|Sources?):"
    return sum(count_words(re.split(lists, text)[0]) for text in texts)


def code_lines(file):
    """Count the lines of a file that are neither blank nor documentation."""
    text = (PAGE.parent / file).read_text(encoding="utf-8")
    prose = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose |= set(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(number not in prose and line.strip() != "" for number, line in lines)


def test_the_minutes_are_those_of_reading():
    """200 words a minute, 3 seconds for a line of code; to a minute."""
    head, question, *sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    expected = [count_words(head + question) / 200]
    for file, section in zip(CHAPTERS, sections):
        words = count_words(section) + docstring_words(file)
        expected.append(words / 200 + code_lines(file) * 3 / 60)
    minutes = [int(text) for text in re.findall(r"^\| (\d+) \|", head, re.MULTILINE)]
    assert minutes == pytest.approx(expected, abs=1)
    assert sum(minutes) == pytest.approx(60, abs=5)
    assert re.findall(r"^\| \d+ \| \[`(\w+\.py)`", head, re.MULTILINE) == CHAPTERS


def number(pattern):
    """Return the number that the text states once, in the pattern's group."""
    (found,) = re.findall(pattern, IN_TEXT)
    return float(found.replace(",", ""))


def count_starts(stride, wide, thick):
    """Return from how many px of starts a step hits a wall, and ends in it or behind it: the
    starts lie in the middles of eighths of a px."""
    box = AABB((0, 0), (wide / 2, wide / 2))
    in_wall = behind = 0
    for k in range(8 * 150):
        wall = AABB.from_min_size((wide / 2 + k / 8 + 1 / 16, -50), (thick, 100))
        if sweep(box, wall, (stride, 0)):
            in_wall += pitfalls.discrete(box, wall, (stride, 0))
            behind += not pitfalls.discrete(box, wall, (stride, 0))
    return (in_wall + behind) / 8, in_wall / 8, behind / 8


def test_the_numbers_of_chapter_0_are_counted():
    """A wall as thick as the text says is found from every start, one that is 1 px thinner not."""
    stride = number(r"a box moves (\d+) px between two tests")
    assert number(r"At ([\d,]+) px/s a box moves") == 60 * stride
    wide = number(r"A box (\d+) px wide and a wall")
    thick = number(r"and a wall (\d+) px thick overlap")
    assert number(r"their centres are within (\d+) px") == (wide + thick) / 2
    assert count_starts(stride, wide, thick) == (
        number(r"a step crosses the wall span (\d+) px"),
        number(r"From only (\d+) px of these"),
        number(r"From the other (\d+) px"),
    )
    safe = number(r"a box 20 px wide needs walls of (\d+) px")
    assert [count_starts(stride, wide, safe - less)[2] for less in (0, 1)] == [0, 1]
    reached = sweep(*tunnel.box_and_wall(PICTURES["tunnel"].state)).u0
    assert number(r"the box reaches the wall after ([\d.]+) of it") == round(reached, 2)
    assert "only nine starts in ninety" in IN_TEXT
    assert count_starts(90, 8, 1) == (90, 9, 81)


def test_the_numbers_of_the_shots_in_chapter_3_are_counted():
    """The wall that is drawn is as thick as the one that the shots meet."""
    state = PICTURES["looks"].state
    row, column = race.cell_of(state)
    thick = number(r"boxes of \d+ px move towards a wall (\d+) px thick")
    assert race.MAP_WALLS[row] == 2 * state["bw"] == thick
    assert number(r"(\d+) boxes of \d+ px move towards") == race.SHOTS
    assert number(r"boxes of (\d+) px move towards") == 2 * state["aw"]
    speed = np.array([race.MAP_SPEEDS[column]])
    _, moves = race.shoot(speed, np.array([thick]), state["aw"], state["bh"])
    right, down = np.abs(moves).T
    assert right.min() == pytest.approx(number(r"in one step (\d+) to \d+ px to the right"), abs=1)
    assert right.max() == pytest.approx(number(r"to (\d+) px to the right"), abs=1)
    assert down.max() == pytest.approx(number(r"and up to (\d+) px up or down"), abs=1)
    hits, counts = race.tally(state)
    assert number(r"The sweep finds (\d+) hits") == hits
    share = race.shares(8)
    assert (np.diff(share, axis=1) >= 0).mean() > 0.8
    assert (np.diff(share, axis=0) <= 0).mean() > 0.8
    assert f"one sample a step overlooks {counts[0]}, 64 samples still {counts[63]}," in TEXT


@pytest.mark.parametrize("name", PICTURES)
def test_the_numbers_that_describe_a_picture_are_drawn_in_it(name):
    """But for the size of a box as it was, and for bars beside that of the figure's samples."""
    (described,) = re.findall(rf'tutorial/{name}\.png".* alt="([^"]*)"', TEXT)
    recorder = Recorder()
    draw_on(recorder, name)
    drawn = " ".join(call[1] for call in recorder.calls if call[0] == "text")
    digits = r"\d[\d,]*(?:\.\d+)?(?<!,)"
    others = {*re.findall(digits, described)} - {*re.findall(digits, drawn)}
    wide, high, _ = three_ways.PLAIN_HALF
    assert others == {"looks": {"323", "10"}, "around": {f"{2 * wide:g}", f"{2 * high:g}"}}.get(
        name, set()
    )


def test_every_file_that_it_names_is_there():
    """Where its links lead, program/test_readme.py asks; none leads out of the project."""
    assert "](http" not in TEXT
    for name in re.findall(r"[\w./-]+\.(?:py|png|md)\b", BLOCK.sub("", TEXT)):
        assert (PAGE.parent / name).exists() or (ROOT / name).exists(), name


def test_what_is_to_be_tried_is_there():
    titles = re.findall(r"[Ll]esson \*([^*]+)\*", IN_TEXT)
    assert {*titles} == {lesson.prose.title for lesson in LESSONS}
    named = {
        name
        for words in re.findall(r"Exercises? ((?:`\w+`(?:, | and )?)+)", IN_TEXT)
        for name in re.findall(r"\w+", words.replace(" and ", " "))
    }
    assert named == {exercise.name for exercise in EXERCISES}
    for command in commands():
        options = parser().parse_args(shlex.split(command))
        assert options.level is None or options.level in levels(), command


def test_each_idea_of_the_sources_has_its_place():
    """Every row names a chapter, a lesson or a public name, and all exist, or refuses the idea."""
    section = TEXT[TEXT.index("## Where each idea comes from") :]
    rows = re.findall(r"^\| (?!---|his|its)(.+) \| (.+) \|$", section, re.MULTILINE)
    assert {*"3456"} <= {*re.findall(r"Figure (\d)", section)}
    assert {*"34"} <= {*re.findall(r"Listing (\d)", section)}
    chapters = re.findall(r"^## (\d)\. ", TEXT, re.MULTILINE)
    for idea, place in rows:
        named = re.findall(r"chapter (\d)", place), re.findall(r"lesson \*([^*]+)\*", place)
        names = re.findall(r"`([\w.]+)`", place)
        assert any((*named, names)) or place.startswith("refused: "), idea
        assert {*named[0]} <= {*chapters}, idea
        assert {*named[1]} <= {lesson.prose.title for lesson in LESSONS}, idea
        assert all(attrgetter(name)(collision) for name in names if name != "u"), idea
    assert len(rows) == 30


def test_every_picture_is_shown():
    shown = re.findall(r"pictures/tutorial/(\w+)\.png", TEXT)
    assert sorted(shown) == sorted(PICTURES)
    assert {path.stem for path in FOLDER.glob("*.png")} == {*PICTURES}


def test_the_wheel_holds_all_assets_but_the_pictures():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    folders = {f"assets/{path.name}" for path in (ROOT / "assets").iterdir()}
    assert packed == {name: f"game/{name}" for name in folders - {"assets/pictures"}}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_figure_draws(name):
    """The calls are equal, the pixels nearly."""
    file = FOLDER / f"{name}.png"
    digests = json.loads((FOLDER / "drawn.json").read_text(encoding="utf-8"))
    assert digests[name] == digest(name), DRAW_ANEW
    assert file.stat().st_size < 40_000
    seen, drawn = map(pygame.surfarray.array3d, (pygame.image.load(file), drawing(name)))
    assert seen.shape == drawn.shape, DRAW_ANEW
    assert np.abs(seen.astype(int) - drawn).mean() < 2, DRAW_ANEW


def test_the_picture_of_the_overlay_is_what_the_command_draws():
    """Nearly the same pixels."""
    assert {*KEYS} <= {*LAYER_KEYS}
    drawn = overlay()
    stored = pygame.image.load(OVERLAY)
    assert stored.get_size() == drawn.get_size(), DRAW_ANEW
    assert (difference(stored, drawn) > 64).mean() < 0.001, DRAW_ANEW
