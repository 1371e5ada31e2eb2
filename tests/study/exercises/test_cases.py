"""Which functions does a learner write, from which stubs, and in which cases are they tested?"""

import ast
import re
import sys

import pytest
from support.learner import each_exercise

from game.study.exercises.cases import BY_NAME, EXERCISES, shipped_source
from game.study.exercises.runner import stub_files
from game.study.exercises.verdict import as_json, judge
from game.study.lessons import LESSONS


@each_exercise
def test_a_stub_is_the_shipped_function_without_its_body(exercise):
    tree = ast.parse(exercise.stub())
    function = tree.body[-1]
    shipped_function = ast.parse(shipped_source(exercise.function)).body[0]
    assert ast.dump(function.args) == ast.dump(shipped_function.args)
    assert ast.get_docstring(function) == ast.get_docstring(shipped_function)
    space = {}
    exec(compile(tree, "stub", "exec"), space)
    if not exercise.corrected:
        assert ast.unparse(function.body[1:]) == "raise NotImplementedError"
        with pytest.raises(NotImplementedError):
            space[exercise.name](*exercise.named_cases[0].args)
    used = {node.id for node in ast.walk(shipped_function) if isinstance(node, ast.Name)}
    assert used & set(vars(sys.modules[exercise.function.__module__])) <= set(space)


@each_exercise
def test_cases_with_names_come_first_and_chance_repeats_itself(exercise):
    cases = exercise.cases()
    assert cases == exercise.cases()
    assert cases[: len(exercise.named_cases)] == exercise.named_cases
    assert len({case.title for case in cases}) == len(cases)
    answers = [str(as_json(exercise.answer(case))) for case in cases]
    assert max(map(answers.count, answers)) < 0.8 * len(answers)


def test_every_exercise_belongs_to_one_lesson():
    named = [lesson.exercise for lesson in LESSONS if lesson.exercise]
    assert sorted(named) == sorted(BY_NAME)


def test_a_program_without_its_source_says_so(monkeypatch):
    """There are no stubs then, but a file is judged."""

    def none(_):
        raise OSError("could not get source code")

    monkeypatch.setattr("inspect.getsource", none)
    with pytest.raises(OSError, match="its source is not in this copy of the game"):
        BY_NAME["sweep"].stub()
    assert not judge(BY_NAME["overlaps"], "def overlaps(a, b): return True").fault


def test_the_readme_beside_the_stubs_names_the_lesson_of_each():
    places = {lesson.exercise: k for k, lesson in enumerate(LESSONS, 1)}
    rows = re.findall(r"^    (\w+\.py) +lesson (\d+)$", stub_files()["README.txt"], re.MULTILINE)
    assert rows == [(exercise.file, str(places[exercise.name])) for exercise in EXERCISES]
