"""The parts that are mutated hold all of the code, and a mutant has a name."""

import os
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tools.make.hashes import pinned
from tools.search import mutants


def test_every_module_with_functions_is_in_one_part():
    """And what the parts name exists."""
    folder = mutants.ROOT / "game"
    tried = Counter((part.package, name) for part in mutants.PARTS for name in part.modules.split())
    files = [*folder.glob("collision/[a-z]*.py"), *folder.glob("simulation/[a-z]*.py")]
    assert tried == Counter(
        (file.parent.name, file.stem) for file in files if "def " in file.read_text("utf-8")
    )
    for part in mutants.PARTS:
        tests = [word for word in part.words() if word.endswith(".py")]
        assert all(Path(mutants.ROOT, test).exists() for test in tests)
        assert {*part.runs} <= pinned().keys()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, which Windows has not")
def test_what_is_done_in_a_fork_returns_or_is_ended():
    """By its own end, by an exception, or because it takes too long."""

    def hang():
        while True:
            time.process_time()

    assert mutants.in_fork(lambda: [1, "a"], 1) == [1, "a"]
    assert mutants.in_fork(lambda: sys.exit(0), 1) is None
    assert mutants.in_fork(hang, 0) is None


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
