"""Is a learner's function right, and if not, in which case?"""

import math
import subprocess
import sys
from pathlib import Path

import pytest
from support.answers import WRONG, answer_of, assert_one_sentence
from support.learner import each_exercise

from game.study.exercises.cases import BY_NAME
from game.study.exercises.verdict import as_json, compare, is_same, judge, value_text

ROOT = Path(__file__).parents[3]
OVERLAPS = BY_NAME["overlaps"]
HEAD = "def overlaps(a, b):\n    "
RIGHT = answer_of(OVERLAPS)

BAD = {
    "raises": (
        HEAD + "return a.centre",
        "boxes that overlap: raised AttributeError in line 2: 'AA",
    ),
    "raises an error that cannot be told": (
        "class E(Exception):\n def __str__(self): raise self\n" + HEAD + "raise E",
        "boxes that overlap: raised E in line 4;",
    ),
    "raises where it begins": ("1 / 0", "overlaps: raised ZeroDivisionError in line 1: division"),
    "calls itself for ever": (HEAD + "return overlaps(a, b)", "raised RecursionError in line 2"),
    "calls exit": (HEAD + "raise SystemExit(0)", "boxes that overlap: called exit in line 2: 0;"),
    "calls exit where it begins": ("raise SystemExit", "overlaps: called exit in line 1"),
    "answers nan": (HEAD + "return float('nan')", "expected True, your answer is nan; a = AABB("),
    "answers nothing": (
        HEAD + "pass",
        "boxes that overlap: expected True, your answer is None; a =",
    ),
    "answers 1 for True": (HEAD + "return 1", "expected True, your answer is 1;"),
    "answers a huge number": (HEAD + "return 10**9999", "your answer is a value of type int;"),
    "answers a text": (HEAD + "return 'True'", "your answer is a value of type str;"),
    "answers a long list": (HEAD + "return [1] * 99999", "your answer is a value of type list;"),
    "answers lists in lists": (
        HEAD + "x = []\n    for _ in range(99999): x = [x]\n    return x",
        "your answer is ((((a value of type list,),),),);",
    ),
    "answers a list in itself": (
        HEAD + "x = []\n    x.append(x)\n    return x",
        "your answer is ((((a value of type list,),),),);",
    ),
    "answers what cannot be compared or told": (
        "class A:\n def __eq__(self, other=0): raise OSError\n __repr__ = __bool__ = __eq__\n"
        " __class__ = property(__eq__)\n" + HEAD + "return A()",
        "boxes that overlap: raised OSError in line 2;",
    ),
    "answers what cannot be told": (
        "class A(tuple):\n def __iter__(self): raise OSError\n __repr__ = __eq__ = __iter__\n"
        + (HEAD + "return A()"),
        "boxes that overlap: raised OSError in line 2;",
    ),
    "yields": (HEAD + "yield True", "your answer is a value of type generator;"),
    "has a fault of syntax": ("\ndef overlaps(a, b)\n", "overlaps: line 2: expected ':'"),
    "has brackets without end": ("(" * 9999, "overlaps: line 1: too many nested parentheses"),
    "holds a zero": ("\0", "overlaps: "),
    "has no such function": ("def overlap(a, b): ...", "overlaps: has no function overlaps"),
    "has something else of that name": ("overlaps = 3", "overlaps: has no function overlaps"),
    "is empty": ("", "overlaps: has no function overlaps"),
    "takes other arguments": (HEAD.replace(", b", "") + "return 1", "raised TypeError: overlaps()"),
}


@each_exercise
def test_the_shipped_function_passes_its_own_check(exercise):
    result = judge(exercise, answer_of(exercise))
    count = len(exercise.cases())
    assert result.report() == [f"{exercise.name}: passes all {count} cases"]
    assert result.is_right
    assert count >= 30


@each_exercise
def test_a_wrong_function_fails_and_a_stub_is_not_started(exercise):
    assert not judge(exercise, WRONG[exercise.name]).is_right
    result = judge(exercise, exercise.stub() + "\n# To do.\n")
    assert result.report() == [f"{exercise.name}: not started"]
    assert not result.is_started
    assert not result.is_right


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_sentence(name):
    text, why = BAD[name]
    assert_one_sentence(judge(OVERLAPS, text), why)


def test_files_are_judged_without_numpy_pygame_and_processes():
    """A page in a browser judges in the same way."""
    code = """if True:
    import sys
    sys.modules |= dict.fromkeys(("numpy", "pygame", "subprocess", "multiprocessing"))
    sys.path.append("tests")
    from support.answers import WRONG, answer_of
    from game.study.exercises.cases import BY_NAME, EXERCISES
    from game.study.exercises.verdict import judge
    for each in EXERCISES:
        assert judge(each, answer_of(each)).is_right
        assert not judge(each, WRONG[each.name]).is_right
    for text in ("def overlaps(a, b)", "def overlaps(a, b): return a.centre"):
        print(judge(BY_NAME["overlaps"], text).report()[0])
    """
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    syntax, raised = ran.stdout.splitlines()
    assert syntax == "overlaps: line 1: expected ':'"
    assert raised.startswith("overlaps: boxes that overlap: raised AttributeError in line 1: ")
    assert ran.stderr == ""


def test_a_file_may_define_classes_of_its_own():
    """dataclass looks up the module in which a class is defined."""
    text = (
        "from dataclasses import dataclass\n@dataclass\nclass Gap:\n    size: 'float'\n"
        f"    open: 'bool' = True\n{RIGHT.partition('annotations')[2]}"
    )
    assert judge(OVERLAPS, "from __future__ import annotations\n" + text).is_right


def test_a_wrong_answer_is_reported_with_its_case():
    """The first three are, and how many there are more."""
    cases = OVERLAPS.cases()

    def report(is_wrong):
        lines = [{"answer": OVERLAPS.answer(case) != is_wrong(case.title)} for case in cases]
        return compare(OVERLAPS, [{"fault": ""}, *lines]).report()

    assert report(lambda title: title == "boxes that touch overlap") == [
        "overlaps: boxes that touch overlap: expected True, your answer is False;"
        " a = AABB((0, 0), (4, 4)), b = AABB((8, 0), (4, 4))"
    ]
    first, *_, last = report(lambda title: title.startswith("random"))
    assert first.startswith("overlaps: random case 1: expected")
    assert last == "overlaps: fails 29 more of 42 cases"
    both = report(lambda title: "a gap on" in title or "random" in title)
    assert [line.split(": ")[1] for line in both[:2]] == ["a gap on x only", "a gap on y only"]
    assert both[3:] == ["overlaps: fails 32 more of 42 cases"]


@pytest.mark.parametrize(
    "lines",
    [[], [{}], [{"fault": ""}, {"answer": {"AABB": 7}}, {"fault": [1]}, {}, {"answer": ["AABB"]}]],
    ids=str,
)
def test_answers_that_are_missing_or_of_no_sense_are_wrong(lines):
    """A file can write where its answers go."""
    result = compare(OVERLAPS, lines, "its process ended")
    assert not result.is_right
    assert result.report()


def test_numbers_are_the_same_up_to_rounding_and_nothing_else_is():
    nan, inf = math.nan, math.inf
    assert is_same([1.0, inf], [1 + 1e-12, inf])
    assert is_same(1e6, 1e6 + 1e-4)
    wrong = [(1.0, 1 + 1e-8), (1e6, 1e6 + 1e-2), (inf, -inf), (inf, 1e300)]
    wrong += [(1.0, nan), (1.0, inf), (1, True), ([1], [1, 2])]
    assert is_same([False, 0.0], [False, 1.5])
    wrong += [([False, 0.0], [True, 0.0]), ([0.0, 1.0], [0.0, 2.0]), ([0.0, 1.0], [False, 1.0])]
    wrong += [(["AABB", 1], [1]), (["AABB", 1], ["Sweep", 1]), (None, 0), (None, False)]
    assert not any(is_same(*case) for case in wrong)


@each_exercise
def test_every_case_can_be_described(exercise):
    for case in exercise.cases():
        expected = as_json(exercise.answer(case))
        assert is_same(expected, expected)
        words = value_text(expected) + value_text(as_json(case.args))
        assert "object at" not in words
        assert "value of" not in words.replace("a value of type type", "")
        assert "-0," not in words
