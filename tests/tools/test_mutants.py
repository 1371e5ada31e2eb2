"""The list of equivalent mutants fits the code, and the parts hold all of it."""

import os
import re
import sys
import time
from collections import Counter
from importlib import import_module
from inspect import getsource
from operator import attrgetter
from pathlib import Path

import pytest
from tools.make.hashes import pinned
from tools.search import mutants

LISTED = mutants.equivalent()
PACKAGES = {module: part.package for part in mutants.PARTS for module in part.modules.split()}


@pytest.mark.parametrize("name", LISTED)
def test_every_listed_mutant_changes_a_line_of_the_code(name):
    """A line of mutants.md whose code is gone must be removed."""
    where, change = name.split(": ", 1)
    module, path = where.split(".", 1)
    code = getsource(attrgetter(path)(import_module(f"game.{PACKAGES[module]}.{module}")))
    code = re.sub(r"def \w+", "def ", code, count=1)  # Names are of mutmut's functions.
    text = " ".join(line.strip() for line in code.splitlines())
    befores = [change[: arrow.start()] for arrow in re.finditer(" -> ", change)]
    assert any(before in text for before in befores)
    assert all(before != after for before, _, after in [change.partition(" -> ")])
    assert LISTED.count(name) == 1


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
