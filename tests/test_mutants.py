"""The list of equivalent mutants fits the code; the mutants themselves take a command."""

from importlib import import_module
from inspect import getsource
from operator import attrgetter

import mutants
import pytest

LISTED = mutants.equivalent()


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_as_equivalent_is_about_a_line_of_the_code(name):
    """A line of mutants.md that the code has left behind is taken out."""
    where, changed = name.split(": ", 1)
    before, after = changed.split(" -> ")
    module, path = where.split(".", 1)
    lines = getsource(attrgetter(path)(import_module(f"game.collision.{module}"))).splitlines()
    assert before in " ".join(line.strip() for line in lines)
    assert after != before
    assert LISTED.count(name) == 1


def test_a_mutant_is_named_by_its_place_and_its_change():
    """As mutmut tells of them, with the lines around."""
    names = (
        "game.collision.aabb.x\u01c1AABB\u01c1moved__mutmut_7",
        "game.collision.sweep.x_sweep__mutmut_1",
    )
    assert [*map(mutants.place, names)] == ["aabb.AABB.moved", "sweep.sweep"]
    diff = """--- game/collision/sweep.py
+++ game/collision/sweep.py
@@ -1,5 +1,4 @@
     same
-    a = f(
-        1,
-    )
+    a = f(2)
     same
"""
    assert mutants.change(diff) == "a = f( 1, ) -> a = f(2)"
