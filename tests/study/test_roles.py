"""One language: what is drawn in a role means the same in all lessons."""

import ast
import inspect
import json
import re
from math import hypot
from pathlib import Path
from textwrap import dedent

import pytest
from study.test_lessons import reachable
from study.test_tutorial import IN_TEXT
from support.recorder import record
from tools.make.record_figures import FIGURES

from game.study import lesson as lesson_module
from game.study.exercises import drawing
from game.study.explain import REASONS
from game.study.lessons import LESSONS, find_the_bug, tunnel
from game.study.prose import term_pieces
from game.view.overlay import LAYERS
from game.view.palette import role_colors

RECORDED = {
    f"{file.stem} {state}": calls
    for file in sorted(FIGURES.glob("*.json"))
    for state, calls in json.loads(file.read_text(encoding="utf-8")).items()
}
"""The recorded calls of each lesson in each state."""
SHAPES = {
    "d": {"dashed bar"},
    "r": {"arrow"},
    "s": {"bar"},
    "u0": {"bar", "box", "dot"},
    "u1": {"dashed bar", "dashed box", "ring"},
}
"""What is drawn in the roles that share a colour: by it they are told apart, without a letter."""
WITH_WRONG_TESTS = {"tunnel", "touching", "find_the_bug", "turning", "race"}
"""The lessons in which a test gives a wrong answer."""
IN_CODE = {
    "discrete": "a b",
    "substeps": "a b",
    "overlaps": "a b",
    "corners_inside": "a b",
    "listing_4": "u0 u1",
    "overlap_times": "d r s",
    "sweep": "a b d r s u0 u1",
    "separating_axis": "d s",
    "sweep_polygons": "d r s",
    "last_in_first_out": "d r s u0 u1",
}
"""The terms that are names in the functions of the lessons, in the terms' own meaning."""
LETTERS = ("a", "b", "d", "r", "s", "u0", "u1")


def read_call(call):
    """Return a recorded call's primitive, arguments, role and style, the defaults left out."""
    primitive, *args = call
    style = dict(a.split("=") for a in args[1:] if isinstance(a, str) and "=" in a)
    args = [a for a in args if not (isinstance(a, str) and a.partition("=")[0] in style)]
    k = next((k for k, a in enumerate(args) if k and isinstance(a, str)), None)
    role = style.get("role") or ("text" if k is None else args[k])
    more = args[k + 1 :] if k else []
    names = {"bar": ("width", "dashed"), "dot": ("radius", "width"), "text": ("size",)}
    return primitive, args, role, {**dict(zip(names.get(primitive, ()), map(str, more))), **style}


def shape_of(primitive, style):
    """Return a primitive's name, and what tells u1 from u0, and d from s."""
    if primitive == "dot" and float(style.get("width", 0)) > 0:
        return "ring"
    return f"dashed {primitive}" if style.get("dashed") == "True" else primitive


def misused(calls):
    """Return what breaks the table of roles in the calls of one figure."""
    found, letters, boxes = [], [], []
    for call in calls:
        primitive, args, role, style = read_call(call)
        if primitive != "text":
            if role in SHAPES and shape_of(primitive, style) not in SHAPES[role]:
                found.append(call)
            if primitive == "box" and style.get("fill") != "0.0" and role != "quiet":
                boxes.append((*args[:2], role))
            continue
        words = args[0]
        terms = [(piece, term) for piece, term in term_pieces(words) if term]
        if role in LETTERS and role not in [term for _, term in terms]:
            found.append(call)
        if terms and terms[0][0] == words:
            letters.append((args[1], role, terms[0][1]))
        named = {term for _, term in terms}
        if "hit" in named and role not in ("hit", "fault"):
            found.append(call)
        if named & {"miss", "fault"} - {role}:
            found.append(call)
        if re.search(r"(?i)\bmiss(ed|ing)\b", words):
            found.append(call)
        if role == "hit" and "hit" not in words:
            found.append(call)
    for (x, y), role, term in letters:
        gaps = [
            (hypot(max(a - x, x - c, 0), max(b - y, y - d, 0)), box_role)
            for (a, b), (c, d), box_role in boxes
        ]
        nearest = min(gaps, default=(0.0, term))[1] if term in ("a", "b") else term
        if not role == term == nearest and role != "fault":
            found.append((x, y, role, term, nearest))
    return found


@pytest.mark.parametrize("name", RECORDED)
def test_each_role_has_one_meaning_in_all_lessons(name):
    """A letter has its own role, and so has the box beside it; d, r, s, u0 and u1 have their
    shapes; a text in a term's role holds the term. A hit is in its role unless it is wrong, a miss
    is in its role and nothing else, and "overlooked" is a fault."""
    assert misused(RECORDED[name]) == []


@pytest.mark.parametrize(
    "breach",
    [
        [["box", [0, 0], [9, 9], "b"], ["text", "A", [4, -4], "a"]],
        [["box", [0, 0], [9, 9], "a"], ["text", "B", [4, -4], "a"]],
        [["text", "u0", [4, 4], "hit"]],
        [["text", "hit from 0.10 to 0.20", [4, 4], "miss"]],
        [["text", "8 samples: miss", [4, 4], "fault"]],
        [["text", "8 samples: overlooked", [4, 4], "miss"]],
        [["text", "142 of 325 missed", [4, 4], "fault"]],
        [["text", "A", [4, 4], "quiet"]],
        [["bar", [0, 0], [9, 9], "d", 1.0]],
        [["bar", [0, 0], [9, 9], "u1", 1.0]],
        [["dot", [0, 0], "u0", 2.0, 0.75]],
        [["box", [0, 0], [9, 9], "u0", "dashed=True", "fill=0.0"]],
    ],
)
def test_a_breach_of_the_table_is_found(breach):
    assert misused(breach)


@pytest.mark.parametrize("name", RECORDED)
def test_only_a_wrong_test_is_drawn_as_a_fault(name):
    lesson = name.partition(" ")[0]
    roles = {read_call(call)[2] for call in RECORDED[name]}
    assert "fault" not in roles or lesson in WITH_WRONG_TESTS
    assert roles <= {*role_colors()}


@pytest.mark.parametrize(
    ("lesson", "is_wrong"),
    [
        (find_the_bug.LESSON, find_the_bug.fault),
        (tunnel.LESSON, lambda state: any(tunnel.all_starts(*list(state.numbers.values())[1:]))),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_fault_is_drawn_exactly_where_a_test_is_wrong(lesson, is_wrong):
    for seed in range(60):
        state = reachable(lesson, seed)
        calls = record(lesson, 0.5, **state.numbers)
        assert ("fault" in [read_call(call)[2] for call in calls]) == bool(is_wrong(state))


def texts_of(lesson):
    """Return what a lesson says: its prose, and its words about 60 states."""
    prose = lesson.prose
    texts = [prose.title, prose.claim, prose.goal]
    for question in (prose.bet, prose.check):
        texts += [question.words, *question.answers, question.why]
    return texts + [lesson.words(reachable(lesson, seed)) for seed in range(60)]


def test_boxes_miss_and_a_test_overlooks():
    """A test's failure is no miss: in lessons, tutorial and overlay a miss is one of two boxes, as
    the word before it shows, and what is overlooked is a hit."""
    texts = [text for lesson in LESSONS for text in texts_of(lesson)]
    texts += [IN_TEXT, *REASONS, *(layer.name for layer in LAYERS)]
    before = set()
    for text in texts:
        assert not re.search(r"(?i)\bmiss(ed|ing)\b", text), text
        before |= {*re.findall(r"(?i)(\w+)?[ *]*\bmiss(?:es)?\b", text)}
    assert {word.lower() for word in before} == {
        *("", "a", "of", "on"),
        *("both", "boxes", "it", "says", "still"),
    }
    assert sum("overlook" in lesson.prose.claim for lesson in LESSONS) == 3


def test_a_name_in_the_shown_code_has_the_meaning_of_its_colour():
    """No other function has such a name: it would have the colour of what it is not."""
    found = {}
    for item in {item for lesson in LESSONS for item in lesson.code}:
        nodes = ast.walk(ast.parse(dedent(inspect.getsource(item))))
        names = {getattr(node, "id", getattr(node, "arg", "")) for node in nodes} & {*LETTERS}
        found |= {item.__name__: " ".join(sorted(names))} if names else {}
    assert found == IN_CODE


def test_every_role_is_explained_has_a_colour_and_is_in_use():
    assert re.findall(r"^    (\w+)  ", lesson_module.__doc__, re.M) == list(role_colors())
    drawn = {read_call(call)[2] for calls in RECORDED.values() for call in calls}
    source = Path(drawing.__file__).read_text(encoding="utf-8")
    assert drawn | {role for role in ("right", "fault") if f'"{role}"' in source} == {
        *role_colors()
    }
