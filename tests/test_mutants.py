"""The list of equivalent mutants fits the code; the mutants themselves take a command."""

import ast

import mutants
import pytest


@pytest.mark.parametrize("module", mutants.TESTS)
def test_what_is_listed_as_equivalent_is_a_mutant(module):
    """A line of mutants.md that the code has left behind is taken out."""
    names = set(mutants.numbered(mutants.mutants(mutants.parsed(module), module)))
    listed = {name for name in mutants.equivalent() if name.split(".")[0].split(":")[0] == module}
    assert listed <= names


def test_each_mutant_is_another_program_and_leaves_the_original():
    """One change at a time, each with a name of its own."""
    tree = ast.parse("def f(a, b):\n    a += 1\n    return min(-a, b) if a < b else a")
    original, programs = ast.unparse(tree), {}
    for name in mutants.numbered(mutants.mutants(tree, "m")):
        programs[name] = ast.unparse(tree)
    line = "return min(-a, b) if a < b else a"
    assert list(programs) == [
        "m.f: a += 1 -> pass",
        "m.f: a += 1 -> a -= 1",
        "m.f: a += 1 -> a += 2",
        "m.f: a += 1 -> a += 0",
        f"m.f: {line} -> return None",
        f"m.f: {line} -> return min(-a, b) if a <= b else a",
        f"m.f: {line} -> return min(-a, b) if a >= b else a",
        f"m.f: {line} -> return max(-a, b) if a < b else a",
        f"m.f: {line} -> return min(+a, b) if a < b else a",
    ]
    assert len({original, *programs.values()}) == len(programs) + 1
    assert ast.unparse(tree) == original
