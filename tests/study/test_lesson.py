"""What is a lesson, and what may a learner change?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.study.lesson import HIDDEN_ROLES, Handle, State, is_hidden
from game.view.palette import role_colors

TIP = Handle("tip", "dx", "dy", (-20, -8), (20, 8), 2, ("x", "y"))
BOX = Handle("box", "x", "y", (10, 30), (110, 90))
SIZE = Handle("size", "size", low=(1, 0), high=(5.6, 0), step=1.5)
FIRST = State({"x": 40.0, "y": 50.0, "dx": 6.0, "dy": -4.0, "size": 2.5})


def numbers(state):
    return [*state.numbers.values()]


def test_a_tip_is_placed_from_the_start_of_its_arrow():
    assert (TIP.start(FIRST), TIP.values(FIRST), TIP.place(FIRST)) == ((40, 50), [6, -4], (46, 46))
    assert (BOX.start(FIRST), BOX.values(FIRST), BOX.place(FIRST)) == ((0, 0), [40, 50], (40, 50))
    assert SIZE.values(FIRST) == [2.5]


def test_a_handle_moves_to_the_nearest_step():
    assert numbers(TIP.move(FIRST, (3.1, 4.9))) == [40, 50, 4, 4, 2.5]
    assert numbers(BOX.move(FIRST, (70.4, 31))) == [70, 31, 6, -4, 2.5]
    assert numbers(SIZE.move(FIRST, [3.2])) == [40, 50, 6, -4, 2.5]
    assert numbers(SIZE.move(FIRST, [3.3])) == [40, 50, 6, -4, 4]


@pytest.mark.parametrize("far", [1e9, 200.0])
def test_a_handle_keeps_to_its_limits(far):
    """The last step below the greatest value is the greatest."""
    assert TIP.values(TIP.move(FIRST, (far, -far))) == [20, -8]
    assert BOX.values(BOX.move(FIRST, (-far, far))) == [10, 90]
    assert SIZE.values(SIZE.move(FIRST, [far])) == [5.5]
    assert SIZE.values(SIZE.move(FIRST, [-far])) == [1]


def test_a_drag_moves_a_handle_to_a_place_of_the_figure():
    assert TIP.place(TIP.drag(FIRST, (52.9, 44.2))) == (52, 44)
    assert BOX.place(BOX.drag(FIRST, (52.9, 44.2))) == (53, 44)


def test_a_nudge_is_so_many_steps():
    assert TIP.values(TIP.nudge(FIRST, 1, -1)) == [8, -6]
    assert BOX.values(BOX.nudge(FIRST, -10, 0)) == [30, 50]
    assert SIZE.values(SIZE.nudge(FIRST, 1, 1)) == [4]


def test_a_handle_changes_its_own_numbers_alone():
    """And neither the time nor the state that it had."""
    moved = TIP.nudge(State(FIRST.numbers, 0.5, False, 2.0), 1, 1)
    assert moved == State({**FIRST.numbers, "dx": 8.0, "dy": -2.0}, 0.5, False, 2.0)
    assert numbers(FIRST) == [40, 50, 6, -4, 2.5]


@given(
    low=st.integers(-100, 100),
    steps=st.integers(0, 500),
    step=st.sampled_from((0.05, 0.1, 0.5, 1, 2, 12.5)),
    value=st.floats(-1e4, 1e4),
)
def test_a_value_is_whole_steps_above_the_least(low, steps, step, value):
    handle = Handle("", "x", low=(low, 0), high=(low + steps * step, 0), step=step)
    [moved] = handle.values(handle.move(State({"x": low}), [value]))
    assert low <= moved <= low + steps * step + 1e-6
    assert (moved - low) / step == pytest.approx(round((moved - low) / step), abs=1e-4)
    if low <= value <= low + steps * step:
        assert abs(moved - value) <= step / 2 + 1e-6


def test_what_tells_the_answer_is_hidden_before_the_bet():
    """Of words all but single letters."""
    assert {role for role in role_colors() if is_hidden(role)} == {*HIDDEN_ROLES}
    assert not any(is_hidden("text", words) for words in ("", "A", "B"))
    assert all(is_hidden("text", words) for words in ("12", "7", "gap", "A hits"))
