"""Why two boxes hit or miss, tied to the lines that decide; and pairs that are copied as tests."""

import inspect
import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from support.pasted import assert_each_passes
from support.tracing import lines_run

from game.collision import AABB, SKIN, Response, move, sweep
from game.collision import sweep as sweep_function
from game.study.explain import (
    DECISIVE_LINES,
    ENDED,
    HIT,
    KINDS,
    LATE,
    PARTS_FIRST,
    STILL_APART,
    as_test,
    explain,
)

MODULE = sys.modules[sweep_function.__module__]
ROOT = Path(__file__).parents[2]
SOURCE = inspect.getsource(MODULE)
A = AABB((0, 0), (1, 1))
REST = (0, 0)
EXAMPLES = {
    STILL_APART: (A, AABB((4, 8), (1, 1)), (8, 2), (0, 2)),
    ENDED: (A, AABB((4, 0), (1, 1)), (-8, 0), REST),
    LATE: (A, AABB((10, 0), (1, 1)), (4, 0), REST),
    PARTS_FIRST: (A, AABB((5, 1), (1, 1)), (8, -4), REST),
    HIT: (A, AABB((4, 1), (1, 1)), (8, -4), REST),
}
each_example = pytest.mark.parametrize("kind", KINDS)


def pairs(count, seed):
    """Random pairs in a small room: in eighths, so that they also touch and move alike."""
    rng = random.Random(seed)

    def vector(low, high):
        return tuple(rng.randint(low, high) / 8 for axis in range(dimensions))

    for _ in range(count):
        dimensions = rng.choice((1, 2, 2, 3))
        a, b = (AABB(vector(-40, 40), vector(0, 24)) for box in "ab")
        move_a = vector(*rng.choice(((-60, 60), (0, 1))))
        yield a, b, move_a, rng.choice((None, vector(-60, 60), vector(0, 1)))


@each_example
def test_each_outcome_has_its_lines_once_in_the_source(kind):
    for part in DECISIVE_LINES[kind]:
        assert SOURCE.count(part) == 1, part


@each_example
def test_the_lines_of_an_outcome_run(kind):
    cases = [EXAMPLES[kind], *(p for p in pairs(2000, "lines") if explain(*p).kind == kind)]
    assert len(cases) > 50
    for case in cases[:400]:
        outcome = explain(*case)
        assert outcome.kind == kind
        ran = lines_run(MODULE, sweep, *case)
        for part in outcome.lines:
            assert any(part in line for line in ran), (part, case)
        assert ("return None" in ran) == (kind != HIT)


@pytest.mark.parametrize(
    ("kind", "part"),
    [(ENDED, "u1 = exit"), (PARTS_FIRST, "u1 = exit")]
    + [(kind, "u0 = enter") for kind in (LATE, PARTS_FIRST)]
    + [(STILL_APART, "ALWAYS if abs(d) <= s else NEVER")],
)
def test_without_its_line_the_miss_would_be_a_hit(kind, part):
    changed = SOURCE.replace(part, "ALWAYS" if kind == STILL_APART else "pass")
    assert changed != SOURCE
    space = {"__name__": MODULE.__name__, "__package__": MODULE.__package__}
    exec(compile(changed, "changed", "exec"), space)
    assert sweep(*EXAMPLES[kind]) is None
    assert space["sweep"](*EXAMPLES[kind]) is not None


def test_an_outcome_has_the_numbers_of_the_sweep():
    kinds = set()
    for case in pairs(2000, "numbers"):
        outcome, swept = explain(*case), sweep(*case)
        kinds.add(outcome.kind)
        assert (outcome.kind == HIT) == (outcome.u0 <= outcome.u1) == (swept is not None)
        if swept is not None:
            assert (outcome.u0, outcome.u1, outcome.axes) == (swept.u0, swept.u1, swept.axes)
    assert kinds == set(KINDS)


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (EXAMPLES[STILL_APART], "miss: the y shadows stay 6 px apart"),
        (EXAMPLES[ENDED], "miss: the x shadows part at -0.25, before the step begins"),
        (EXAMPLES[LATE], "miss: the x shadows meet at 2.00, after the step ends"),
        (
            EXAMPLES[PARTS_FIRST],
            "miss: the y shadows part at 0.25, before the x shadows meet at 0.38",
        ),
        (
            EXAMPLES[HIT],
            "hit, but no contact: the x shadows are the last to meet, at 0.25;"
            " the y shadows are the first to part, at 0.25",
        ),
        (
            (A, AABB((4, -3), (1, 1)), (8, -4), REST),
            "hit: the x and y shadows are the last to meet, at 0.25;"
            " the x shadows are the first to part, at 0.75",
        ),
        ((A, A, (0, 0), REST), "hit: the boxes overlap when the step begins"),
        ((A, AABB((0, 2), (1, 1)), (0, 0), REST), "touching, no contact: the boxes rest flush"),
        ((A, AABB((0, 2), (1, 1)), (3, 4), (3, 4)), "touching, no contact: the boxes rest flush"),
        ((A, AABB((0, 2), (1, 1)), (0.5, 0), REST), "touching, no contact: the boxes go no deeper"),
        (
            (A, AABB((2, 0), (1, 1)), (-0.001, 0), REST),
            "touching, no contact: the boxes go no deeper;"
            " the x shadows are the first to part, at 0.00",
        ),
        (
            (A, AABB((2, 0), (1, 1)), (8, 0), REST),
            "hit: the x shadows are the last to meet, at 0.00;"
            " the x shadows are the first to part, at 0.50",
        ),
        (
            (A, AABB((2 - SKIN / 2, 0), (1, 1)), (8, 0), REST),
            "hit: the boxes touch when the step begins;"
            " the x shadows are the first to part, at 0.50",
        ),
        (
            (A, AABB((1002, 0), (1, 1)), (999.999, 0), REST),
            "miss: the x shadows meet at 1.000001, after the step ends",
        ),
    ],
)
def test_the_reason_names_axes_and_times(case, reason):
    """Which axis, and when; with as many digits as tell two times apart."""
    assert explain(*case).reason == reason


def test_a_hit_is_no_contact_if_and_only_if_the_solid_stops_nothing():
    """Against move(): of the hits, those that begin apart or flush and have no contact."""
    verdicts = Counter()
    for a, b, move_a, move_b in pairs(2000, "contacts"):
        outcome = explain(a, b, move_a, move_b)
        _, contacts = move(a, move_a, [b], Response.STOP, [move_b] if move_b else None)
        columns = zip(a.center, b.center, a.half_extents, b.half_extents)
        deep = max(abs(x - y) - s - t for x, y, s, t in columns) < -SKIN
        expected = "miss" if outcome.kind != HIT else "hit"
        if outcome.kind == HIT and not contacts and not deep:
            expected = "touching, no contact"
        assert outcome.verdict == expected
        grazes = expected not in ("hit", "miss") and max(enter for enter, _ in outcome.axes) > 0
        assert outcome.reason.startswith("hit, but no contact: " if grazes else f"{expected}: ")
        verdicts[expected] += 1
    assert min(verdicts.values()) > 20
    assert len(verdicts) == 3


def test_what_sweep_refuses_is_refused():
    with pytest.raises(ValueError, match="move_a must be finite"):
        explain(A, A, (float("nan"), 0), REST)
    with pytest.raises(ValueError, match="b must have 2 dimensions"):
        as_test(A, AABB((0,), (1,)), (1, 1), REST)


def test_pairs_copied_as_tests_run_as_pasted(tmp_path):
    rng = random.Random("paste")
    texts = []
    for a, b, move_a, move_b in pairs(100, "paste"):
        texts.append(as_test(a, b, [x * rng.random() for x in move_a], move_b))
    assert 20 < sum("def test_two_boxes_hit" in text for text in texts) < 80
    assert_each_passes(texts, tmp_path)


def test_a_pasted_test_notices_another_answer():
    text = as_test(*EXAMPLES[HIT])
    changes = {"u0=0.25": "u0=0.25000000000000006", "(-1.0, 0.0)": "(1.0, 0.0)"}
    for right, wrong in changes.items():
        assert right in text
        space = {}
        exec(text.replace(right, wrong), space)
        (name,) = (name for name in space if name.startswith("test_"))
        with pytest.raises(AssertionError):
            space[name]()
