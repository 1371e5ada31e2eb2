"""The list of equivalent mutants fits the code; mutants.py tries the mutants."""

from importlib import import_module
from inspect import getsource
from operator import attrgetter

import pytest
from tools.search import mutants

LISTED = mutants.equivalent()


@pytest.mark.parametrize("name", LISTED)
def test_every_listed_mutant_changes_a_line_of_the_code(name):
    """A line of mutants.md whose code is gone must be removed."""
    where, change = name.split(": ", 1)
    before, after = change.split(" -> ")
    module, path = where.split(".", 1)
    lines = getsource(attrgetter(path)(import_module(f"game.collision.{module}"))).splitlines()
    assert before in " ".join(line.strip() for line in lines)
    assert after != before
    assert LISTED.count(name) == 1


MUTMUT_OUTPUT = """
def x_f__mutmut_orig(a):
    b = g(a)
    return g(
        b
    )
def x_f__mutmut_1(a):
    b = g(None)
    return g(
        b
    )
def x_f__mutmut_2(a):
    b = g(a)
    return None
class A:
    def x\u01c1A\u01c1f__mutmut_orig(self):
        if self:
            self.b = 1
        self.b = 1
    def x\u01c1A\u01c1f__mutmut_1(self):
        if self:
            self.b = 2
        self.b = 1
    def x\u01c1A\u01c1f__mutmut_2(self):
        if self:
            self.b = 1
        self.b = 2
"""


def test_a_mutant_is_named_by_its_place_and_its_change():
    """As mutmut writes them beside the original; equal names get a number."""
    assert dict(mutants.mutants("m", MUTMUT_OUTPUT)) == {
        "x_f__mutmut_1": "m.f: b = g(a) -> b = g(None)",
        "x_f__mutmut_2": "m.f: return g( b ) -> return None",
        "x\u01c1A\u01c1f__mutmut_1": "m.A.f: self.b = 1 -> self.b = 2",
        "x\u01c1A\u01c1f__mutmut_2": "m.A.f: self.b = 1 -> self.b = 2 (2)",
    }
