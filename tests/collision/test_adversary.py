"""Ties, corners, seams, an ulp, denormals, the edge of the world: the promises hold.

To search for longer: pytest tests/collision/test_adversary.py --hypothesis-profile=search
"""

from hypothesis import given
from hypothesis import strategies as st
from support.promises import keeps_move, keeps_space, keeps_sweep
from support.strategies import crowds


@given(st.integers(1, 3).flatmap(crowds))
def test_sweep_is_exact_up_to_rounding_and_symmetric(crowd):
    keeps_sweep(crowd)


@given(st.integers(1, 3).flatmap(crowds))
def test_a_mover_stops_where_it_must_and_nowhere_else(crowd):
    keeps_move(crowd)


@given(crowds())
def test_a_step_keeps_its_promises(crowd):
    keeps_space(crowd)
