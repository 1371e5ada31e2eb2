"""Does a wrong solution fail, and in a case that names its mistake?

MISTAKES has a wrong solution for each item of "What people usually get wrong" in the tutorial;
pytest -rP shows the table.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from support.answers import answer_of
from support.learner import each_exercise
from support.mutation import mutants

from game.collision import AABB, Response, move
from game.study.exercises.cases import BY_NAME, TASKS, Exercise
from game.study.exercises.verdict import judge

ROOT = Path(__file__).parents[3]

SWEEP = """
from game.collision import overlaps
from game.collision.sweep import Sweep, overlap_times


def sweep(a, b, move_a, move_b=None):
    n = range(len(a.center))
    e, f = move_a, move_b or [0] * len(n)
    r = [f[i] - e[i] for i in n]
    d = [b.center[i] - a.center[i] for i in n]
    s = [a.half_extents[i] + b.half_extents[i] for i in n]
    axes = [overlap_times(d[i], r[i], s[i]) for i in n]
    u0 = max(0, max(enter for enter, _ in axes))
    u1 = min(1, min(exit for _, exit in axes))
    if u0 > u1:
        return None
    entry = [i for i in n if axes[i][0] == u0]
    normal = [0 if i not in entry[:1] else 1 if r[i] > 0 else -1 for i in n]
    return Sweep(u0, u1, tuple(normal), tuple(entry), tuple(axes))
"""
"""A right solution, as a learner may write it."""

SLIDE = """
from math import dist

from game.collision import sweep


def hits_on(box, path, solids):
    found = [(sweep(box, solid, path), solid) for solid in solids]
    found = [(hit.u0, hit.entry_axes[0], solid) for hit, solid in found if hit and hit.entry_axes]
    return sorted(found, key=lambda row: row[0])


def move(box, path, solids):
    while hits := hits_on(box, path, solids):
        u, axis, _ = hits[0]
        box = box.moved(path, u)
        path = [0 if i == axis else x * (1 - u) for i, x in enumerate(path)]
    return box.moved(path)
"""
"""A box that slides among solids at rest; right where no number is rounded."""


class Mistake(NamedTuple):
    """What people get wrong, and a case of an exercise that shows it."""

    item: str
    """The beginning of the item in the tutorial, or "-" and the mistake."""
    exercise: Exercise
    right: str
    """A solution that passes."""
    change: str
    """What makes it wrong: before and after."""
    source: str
    """The wrong solution."""
    case: str
    """The title of a case that it fails."""


def mistake(item, name, changes, case, right=None):
    """Return a mistake: what it changes in a right solution, by default in the shipped one."""
    exercise = MOVE if name == "move" else BY_NAME[name]
    right = source = right or answer_of(exercise)
    change = " -> ".join(map(str.strip, next(iter(changes.items()))))
    for old, new in changes.items():
        assert old in source, old
        source = source.replace(old, new)
    return Mistake(item, exercise, right, change, source, case)


BOX, WALL = AABB((0, 0), (4, 4)), AABB((40, 0), (4, 64))
MOVE = Exercise(
    move,
    {
        "after the first contact the path leads past the second solid": (
            BOX,
            (64, 64),
            [WALL, AABB((80, 64), (32, 4))],
        ),
        "a large solid, far by its centre, is hit first": (
            BOX,
            (96, 0),
            [AABB((40, 0), (4, 4)), AABB((96, 0), (64, 64))],
        ),
        "at high speed the box still ends flush with the wall": (BOX, (4096, 0), [WALL]),
    },
    lambda rng: (BOX, (rng.randint(-64, 64), rng.randint(-64, 64)), [WALL]),
    corrected=lambda *args: move(*args, Response.SLIDE)[0],
)
"""No exercise for learners, as it is too long (lesson: responses). Its cases stand here only."""
TASKS["move"] = "Move a box among solids at rest; it slides."

MISTAKES = (
    mistake(
        "They pass the whole size where half is expected",
        "from_min_max",
        {"cls(center, half_extents)": "cls(center, [2 * h for h in half_extents])"},
        "half extents are half of the size",
    ),
    mistake(
        "They test whether a corner lies inside",
        "overlaps",
        {"    return all(": "    return corners_inside(a, b) and all("}
        | {
            "dimensions)\n\n": "dimensions)\nfrom game.collision.pitfalls import corners_inside\n\n"
        },
        "a plus sign: no corner is inside",
    ),
    mistake(
        "Or they make boxes from faces like 0.1 or 0.7",
        "overlaps",
        {"<= ha + hb": "<= ha + hb + 1e-9"},
        "faces at 0.1 are rounded: a gap",
    ),
    mistake(
        "They forget `r = 0`, and divide by it",
        "overlap_times",
        {"if r < 0:": "if r <= 0:"},
        "r = 0, and there is a gap: never",
    ),
    mistake(
        "They compute `move_a - move_b`",
        "sweep",
        {"f[i] - e[i]": "e[i] - f[i]"},
        "they move apart: a miss",
        SWEEP,
    ),
    mistake(
        "They take the *first* enter time instead of the last",
        "sweep",
        {"if enter > u0:": "if enter > 0 and (u0 == 0 or enter < u0):"},
        "x is last in: take the latest enter time",
    ),
    mistake(
        "- They take the enter time of the axis that is listed first",
        "sweep",
        {"if enter > u0:": "if enter > u0 and not entry_axes:"},
        "y is last in: take the latest enter time",
    ),
    mistake(
        "- They take the last exit time instead of the first",
        "sweep",
        {"u1 = min(1, min(": "u1 = min(1, max("},
        "x is first out: take the earliest exit time",
        SWEEP,
    ),
    mistake(
        "- They put the normal on the axis that is listed first",
        "sweep",
        {"if i not in entry[:1]": "if i or not entry"},
        "y is last in: take the latest enter time",
        SWEEP,
    ),
    mistake(
        "- They name one axis where both meet at once",
        "sweep",
        {"tuple(entry)": "tuple(entry[:1])"},
        "x and y meet at once: an exact corner",
        SWEEP,
    ),
    mistake(
        "- They forget that one axis may part before another meets",
        "sweep",
        {"    if u0 > u1:": "    if u0 > 1 or u1 < 0:"},
        "y parts before x meets: a miss",
        SWEEP,
    ),
    mistake(
        "They forget that a time after 1 is a miss",
        "sweep",
        {"u1 = min(1, min(exit for _, exit in axes))": "u1 = min(exit for _, exit in axes)"},
        "they would meet after the step: a miss",
        SWEEP,
    ),
    mistake(
        "They call it a hit if two paths cross",
        "sweep",
        {"if u0 > u1:": "if not overlaps(a.swept_bounds(e), b.swept_bounds(f)):"},
        "paths cross, but at different times: a miss",
        SWEEP,
    ),
    mistake(
        "- They test at the end of the step",
        "sweep",
        {"if u0 > u1:": "if not overlaps(a.moved(e), b.moved(f)):"},
        "a thin wall: the box ends behind it",
        SWEEP,
    ),
    mistake(
        "They check a collision test with hits only",
        "listing_4",
        {"axes = range": "axes = 0 or range"},
        "they would meet after the step: a miss",
        BY_NAME["listing_4"].stub(),
    ),
    mistake(
        "They collect all hits of the straight path",
        "move",
        {"while hits := hits_on(box, path, solids):": "for hit in hits_on(box, path, solids):"}
        | {"u, axis, _ = hits[0]": "u, axis, _ = hit"},
        "after the first contact the path leads past the second solid",
        SLIDE,
    ),
    mistake(
        "They pick the *nearest* solid, not the earliest",
        "move",
        {"key=lambda row: row[0]": "key=lambda row: dist(row[2].center, box.center)"},
        "a large solid, far by its centre, is hit first",
        SLIDE,
    ),
    mistake(
        "They discard the rest of the step",
        "motion_after",
        {"if rest:": "if True:"},
        "slide along a wall: y goes on",
    ),
    mistake(
        "They back off by a small part of `u`",
        "move",
        {"box.moved(path, u)": "box.moved(path, u - 0.001)"},
        "at high speed the box still ends flush with the wall",
        SLIDE,
    ),
    mistake(
        "They mirror the mover's speed and forget the wall's",
        "motion_after",
        {"2 * f[axis] - e[axis]": "-e[axis]"},
        "bounce off a wall that comes",
    ),
    mistake(
        "They try the edges of one shape only",
        "separating_axis",
        {"in shadows(p, q):": "in [*shadows(p, q)][:2]:"},
        "a gap on an axis of q only",
    ),
)
ELSEWHERE = {
    "They turn the box around the shape instead of the corners": (
        "no exercise builds a box around a turned one; the lesson three_ways draws it, and the"
        " exact box is tested",
        "tests/collision/test_polygon.py::test_the_box_around_a_turned_box_is_the_known_formula",
    ),
    "They sweep a shape that turns": (
        "no exercise turns a shape during a step; the lesson turning does, and is wrong as it says",
        "tests/study/test_turning.py::test_the_sweep_is_wrong_only_of_what_turns",
    ),
    "In 3-D they try the six normals of the faces": (
        "no exercise is about turned boxes in 3-D; these two sticks are apart on a product alone",
        "tests/collision/test_polygon_in_space.py::"
        "test_two_sticks_are_apart_on_the_product_of_two_edges_alone",
    ),
}
"""Items that no exercise shows: why, and which test does."""
EXPLANATIONS = ("Faces on whole pixels", "Take random pairs as well")
"""Sentences there that are no items."""


def sentences():
    """Return the sentences of "What people usually get wrong" in all chapters."""
    text = (ROOT / "game/collision/README.md").read_text(encoding="utf-8")
    parts = re.findall(r"\*\*What people usually get wrong\.\*\* (.+?)\n\n", text, re.DOTALL)
    assert len(parts) == 5
    ends = re.compile(r"(?<=\.)\s+(?=[A-Z])")
    return [" ".join(one.split()) for part in parts for one in ends.split(part)]


def wrong_titles(exercise, source):
    """Return the titles of the cases that a source fails."""
    result = judge(exercise, source)
    assert not result.fault
    return [outcome.case.title for outcome in result.case_results if not outcome.is_right]


def test_each_item_of_the_tutorial_has_a_wrong_solution_and_a_case():
    """Or a sentence that says what shows it instead; the table is printed."""
    known = {each.item for each in MISTAKES if each.item[0] != "-"} | {*ELSEWHERE, *EXPLANATIONS}
    found = {
        sentence: [item for item in known if sentence.startswith(item)] for sentence in sentences()
    }
    assert [sentence for sentence, items in found.items() if len(items) != 1] == []
    assert {item for items in found.values() for item in items} == known
    print("| what people get wrong | exercise | wrong solution | case that it fails |")
    print("| --- | --- | --- | --- |")
    for each in MISTAKES:
        name = "move (no exercise)" if each.exercise is MOVE else each.exercise.name
        print(f"| {each.item} | {name} | `{each.change}` | {each.case} |")
    for item, (why, test) in ELSEWHERE.items():
        print(f"| {item} | none: {why} | | {test} |")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.item)
def test_a_wrong_solution_fails_the_case_that_names_its_mistake(mistake):
    assert mistake.case in mistake.exercise.named_args
    assert mistake.case in wrong_titles(mistake.exercise, mistake.source)
    if mistake.exercise.name != "listing_4":
        assert wrong_titles(mistake.exercise, mistake.right) == []


@pytest.mark.parametrize("test", [test for _, test in ELSEWHERE.values()])
def test_what_no_exercise_shows_is_shown_elsewhere(test):
    file, _, name = test.partition("::")
    assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_listing_4_as_it_was_printed_passes_every_hit():
    """So a test with hits only finds nothing; boxes that touch at first are its third fault."""
    exercise = BY_NAME["listing_4"]
    result = judge(exercise, exercise.stub().replace("axes = range", "axes = 0 or range"))
    for outcome in result.case_results:
        hit, u0, _ = outcome.expected
        if hit and u0 > 0:
            assert outcome.answer[:2] == outcome.expected[:2], outcome.case.title
    assert sum(not outcome.is_right for outcome in result.case_results) > 20


EQUIVALENT = {
    "arguments are valid": r"same_dimensions\(|as_displacements\(|if a..\(\(. < . for|not be below",
    "min and max take the times in either order": r"times = \(\(.* -> times = \(\(",
    "the times of a miss do not count": r"^return \(False, 0.0, 0.0\) -> return \(False, ",
    "what is equal is stored again": r"if exit < u1: -> if exit <= u1:",
    "e and f have the same length": r"\* len\(e\).* -> .* \* len\(f\)",
    "r is not used": r"shadows\(p, q, \(0.0, 0.0\)\): -> .*\(p, q, \(-?[01].0, -?[01].0\)\):",
    "0.0 and -0.0 are equal, and so are an int and its float": r"^(.*) -> \1$",
}
"""Why a change makes no difference: changes as difference() writes them, without float() and with
nothing added to 0.0."""


@each_exercise
def test_every_slip_fails_a_named_case(exercise):
    """Each operator, name, number and branch is changed; the changes that pass are equivalent."""
    passed = []
    for change, source in mutants(answer_of(exercise)):
        result = judge(exercise, source)
        plain = re.sub(r" [+-] 0\.0|float\((\w\[i\])\)", r"\1", change)
        is_equivalent = any(re.search(reason, plain) for reason in EQUIVALENT.values())
        named = result.case_results[: len(exercise.named_cases)]
        if not result.fault and all(outcome.is_right for outcome in named):
            passed += [change] * (not is_equivalent or not result.is_right)
    assert passed == []
