"""Size is what a reader meets: each part of game/ has budgets of expressions and of idioms.

Lines are free. What is counted, and how, is said in tests/tools/search/density.py, which also lists
the places. pytest -rP shows the table.
"""

from pathlib import Path

import pytest
from tools.search.density import count_files, total_of

GAME = Path(__file__).parents[1] / "game"
WHOLE = "all"
EXPRESSIONS = {
    "collision": 13_050,
    "simulation": 10_100,
    "study": 17_980,
    "view": 12_300,
    "scenes": 15_960,
    "web": 2_400,
    "top level": 7_660,
    WHOLE: 79_250,
}
"""Code that breathes was planned with 74,500 in all, 17,900 in study and 15,900 in scenes. More
came in with what an attack found: levels, strides and the nearest free place (collision, study),
files and locks (top level), the page's policy (web). What scenes has more may only fall. Then
came ties of slow and fast solids (80), the memory of touches (250), a compiled path with what
builds and finds it (1,150; 500 were planned), boxes in 3-D and a fourth form of a box (400), the
smallest game (800, top level), and the page's first screen (630, web)."""
PER_STATEMENT = 6.6
WHOLE_PER_STATEMENT = 5.9
"""Expressions a statement, at most."""
IDIOMS = 12
WHOLE_IDIOMS = 8
"""In 1,000 statements, at most."""
NEVER = ("bool-math", "seq-times", "if-loop")
AT_MOST = {"very-dense": 50, "pack-2": 80}
"""In all of game/."""


@pytest.fixture(scope="module")
def counts():
    """Count what is in each part, and in all of game/."""
    parts = {name: [] for name in EXPRESSIONS}
    for path, count in count_files(sorted(GAME.rglob("*.py"))).items():
        below = path.relative_to(GAME).parts
        parts[below[0] if len(below) > 1 else "top level"].append(count)
        parts[WHOLE].append(count)
    return {name: total_of(files) for name, files in parts.items()}


def test_every_part_stays_within_its_budget_of_expressions(counts):
    """A budget is set before a part is written, and never raised to fit what was written."""
    print(f"{'part':12}{'budget':>8}{'expressions':>13}{'a statement':>13}{'idioms':>8}")
    for name, budget in EXPRESSIONS.items():
        count = counts[name]
        print(f"{name:12}{budget:8,}{count.expressions:13,}", end="")
        print(f"{count.per_statement:13.2f}{count.rate:8.1f}")
    over = {name for name, most in EXPRESSIONS.items() if counts[name].expressions > most}
    assert over == set()


def test_a_statement_holds_few_expressions(counts):
    assert counts[WHOLE].per_statement <= WHOLE_PER_STATEMENT
    assert {name for name, count in counts.items() if count.per_statement > PER_STATEMENT} == set()


def test_idioms_that_save_lines_are_rare(counts):
    assert counts[WHOLE].rate <= WHOLE_IDIOMS
    assert {name for name, count in counts.items() if count.rate > IDIOMS} == set()


def test_truth_values_decide_and_loops_run_over_things_with_names(counts):
    places = [place for place in counts[WHOLE].places if place.idiom in NEVER]
    assert places == []


@pytest.mark.parametrize("idiom", AT_MOST)
def test_few_functions_are_dense_and_few_values_are_packed(counts, idiom):
    assert counts[WHOLE].of(idiom) <= AT_MOST[idiom]
