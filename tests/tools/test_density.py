"""The counter finds each idiom where it stands, and nothing in what is calm."""

import pytest
from tools.search.density import IDIOMS, count_files

DENSE = {
    "bool-math": ["y = 0.4 + 0.6 * (k == chosen)", "y = int(is_on)", "y = x - True"],
    "bool-index": ["y = AT[is_high]", "y = ends[: not on]"],
    "seq-times": ['y = ["x"] * (count > 1)', 'y = "s" * (not one)'],
    "if-loop": ["for x in items if on else NONE:\n    f(x)", "y = (f if on else g)(1)"],
    "if-empty": ["y = f(x) if on else ()", "y = {} if on else f(x)"],
    "if-chain": ["y = a if on else b if off else c"],
    "pack-3": ["a, b, c = f(x), y + 1, ()", "t = f(x), y + 1, d\na, b, c = t"],
    "pack-2": ["a, b = f(x), y + 1", "self.a, self.b = 0, d.e"],
    "comp-3": ["y = [f(a) for b in c for d in b for a in d]"],
    "walrus": ["if on and (y := f()):\n    g(y)"],
    "lambdas": ["f(lambda: 1, lambda: 2)", "f(lambda x: x or y)", "f(partial(g, partial(h)))"],
    "splice": ["y = [*map(f, x)]", "y = [*a, *b, *c]", "f(*[x for x in y])", "y = sum(x, [])"],
    "index-2": ["y = PANES[0][0]"],
    "very-dense": ["def f():\n    " + "; ".join(["x = f(a, b, c, d, e, g, h, i, j)"] * 5)],
}
CALM = """
import os

def f(count: int, is_on: bool) -> int:
    \"\"\"Documentation is no statement.\"\"\"
    left, top = place
    left, top = top, left
    x, y = box.x, box.y
    items = [*first, second]
    if is_on:
        total = count * 2
    return total
"""


def count_text(tmp_path, text):
    file = tmp_path / "file.py"
    file.write_text(text)
    return count_files([file])[file]


@pytest.mark.parametrize(("idiom", "text"), [(k, text) for k in DENSE for text in DENSE[k]])
def test_each_idiom_is_found(tmp_path, idiom, text):
    assert count_text(tmp_path, text).of(idiom) == 1
    assert DENSE.keys() == IDIOMS.keys()


def test_calm_code_has_none_and_its_statements_and_expressions_are_counted(tmp_path):
    count = count_text(tmp_path, CALM)
    assert count.places == []
    assert (count.statements, count.expressions) == (9, 31)


def test_a_comparison_of_arrays_is_a_mask_and_no_truth_value(tmp_path):
    assert count_text(tmp_path, "y = x * (a > 0)").of("bool-math") == 1
    assert count_text(tmp_path, "import numpy\ny = x * (a > 0)").places == []
    assert count_text(tmp_path, "import numpy\ny = x + (a in b)").of("bool-math") == 1


def test_a_field_is_a_truth_value_if_it_is_one_everywhere(tmp_path):
    one = "class A:\n    on: bool\n\ny = a.on + 1\n"
    assert count_text(tmp_path, one).of("bool-math") == 1
    assert count_text(tmp_path, one + "class B:\n    on: int\n").places == []
