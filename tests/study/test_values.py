"""The numbers beside the code are those that the shipped code had."""

import inspect
import sys
from functools import partial

import pytest
from study.test_explain import EXAMPLES, MODULE, each_example, pairs
from support.tracing import lines_run

from game.collision import AABB, sweep
from game.collision.sweep import overlap_times
from game.study.explain import HIT, explain
from game.study.lessons import turning
from game.study.values import CODE_COLUMNS, annotate, traced_values

SHOWN, FILE = (overlap_times, sweep), "game/collision/sweep.py"
SOURCE = inspect.getsource(MODULE).splitlines()


def cases(count):
    """Random pairs with both displacements, as a pair of bodies has them."""
    for a, b, move_a, move_b in pairs(count, "values"):
        if len(a.center) == 2:
            yield a, b, move_a, move_b or (0.0, 0.0)


def trace(case):
    return traced_values(SHOWN, lambda: sweep(*case))


def known(case, part):
    """The values of the one line with a text, by axis and name; its last ones."""
    (number,) = (k for k, text in enumerate(SOURCE, 1) if text.strip().startswith(part))
    numbers = trace(case).get((FILE, number), {})
    return {(key[0], name): x for key in numbers for name, x in numbers[key].items()}


def test_live_values_are_those_of_the_shipped_function():
    """Per axis d, r, s, enter and exit, and at the end u0 and u1; to the bit."""
    hits = 0
    for case in cases(600):
        a, b, move_a, move_b = case
        times, swept, outcome = known(case, "enter, exit = times"), sweep(*case), explain(*case)
        for i in range(2):
            d, r = b.center[i] - a.center[i], move_b[i] - move_a[i]
            s = a.half_extents[i] + b.half_extents[i]
            got = [times[i, name] for name in ("d", "r", "s", "enter", "exit")]
            assert got == [d, r, s, *overlap_times(d, r, s)]
        end = known(case, "if u0 > u1:")
        assert (end[None, "u0"], end[None, "u1"]) == (outcome.u0, outcome.u1)
        told = known(case, "return Sweep(")
        assert bool(told) == (swept is not None)
        if swept:
            hits += 1
            assert (told[None, "u0"], told[None, "u1"]) == swept[:2]
    assert hits > 100


def test_only_lines_that_ran_have_values():
    for case in [*cases(100)]:
        ran = lines_run(MODULE, sweep, *case)
        assert {SOURCE[number - 1].strip() for _, number in trace(case)} <= {*ran}


@each_example
def test_the_lines_that_decide_are_lit_and_have_their_numbers(kind):
    a, b, move_a, move_b = EXAMPLES[kind]
    case = a, b, tuple(map(float, move_a)), tuple(map(float, move_b or (0, 0)))
    outcome = explain(*case)
    shown = annotate(SHOWN, lambda: sweep(*case), outcome.lines)
    words = ["".join(words for words, _ in line.pieces) for line in shown]
    lit = {line.number for line in shown if line.is_lit}
    assert len(lit) == len(outcome.lines)
    for number in lit:
        of_line = [piece for line in shown if line.number == number for piece in line.pieces]
        assert any("=" in words for words, kind in of_line if kind == "value")
    rows = {line: text for line, text in reversed([*zip([x[1:3] for x in shown], words)])}
    assert all(text.startswith(line) for (_, line), text in rows.items())
    kept = [text for _, text in dict.fromkeys(line[1:3] for line in shown) if text.strip()]
    shipped = "".join(map(inspect.getsource, (overlap_times, sweep))).splitlines()
    assert kept == [text for text in shipped if text.strip()]
    (returned,) = (k for k, text in enumerate(words) if "return Sweep(" in text)
    assert shown[returned].is_lit == (kind == HIT)


def test_no_line_is_wider_than_its_place():
    for a, b, move_a, move_b in cases(200):
        case = a, b, tuple([x / 7 for x in move_a]), tuple([x * 1e-7 for x in move_b])
        for line in annotate(SHOWN, partial(sweep, *case), explain(*case).lines):
            assert len("".join(words for words, _ in line.pieces)) <= CODE_COLUMNS


def test_another_tracer_is_there_again():
    def tracer(frame, event, arg):
        return None

    before = sys.gettrace()
    good = AABB((0, 0), (1, 1)), AABB((9, 0.5), (1, 1)), (8.0, 0.0), (0.0, 0.0)
    try:
        sys.settrace(tracer)
        trace(good)
        assert sys.gettrace() is tracer
        with pytest.raises(ValueError, match="move_a"):
            trace((*good[:2], (float("nan"), 0.0), good[3]))
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


def test_numbers_of_shapes_that_overlap_deep_at_the_start():
    """The loop over axes calls others before its first round, when it has no axis yet."""
    state = turning.LESSON.state.change(spin=25, x=142, y=70, dx=-66, dy=12)
    values = traced_values(turning.LESSON.code, lambda: turning.sweep_shapes(state))
    assert any("normal" in numbers for rounds in values.values() for numbers in rounds.values())
