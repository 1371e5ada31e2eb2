"""A run of the whole suite is short and uses the cores; what is named runs as it is asked."""

from argparse import Namespace

import pytest
from support.suite import FEW, IS_HELD, LONG, NAMES_TESTS, NOT_LONG, choose


def options(**given):
    """Return pytest's options after choose() on a processor of two cores."""
    unset = dict.fromkeys((*NAMES_TESTS, *IS_HELD, "long", "hypothesis_profile", "numprocesses"))
    option = Namespace(**unset | {"dist": "no", "capture": "fd"} | given)
    choose(option, given.get("cores", 2))
    return option


def test_a_run_of_the_whole_suite_is_short_and_uses_the_cores():
    option = options()
    assert (option.markexpr, option.hypothesis_profile) == (NOT_LONG, FEW)
    assert (option.numprocesses, option.dist) == (2, "loadfile")
    assert options(cores=64).numprocesses == 8


@pytest.mark.parametrize("name", NAMES_TESTS)
def test_tests_that_are_named_all_run_in_one_process(name):
    option = options(**{name: "budgets"})
    assert option.markexpr == ("budgets" if name == "markexpr" else None)
    assert (option.hypothesis_profile, option.numprocesses, option.dist) == (None, None, "no")


@pytest.mark.parametrize("held", [*({name: True} for name in IS_HELD), {"capture": "no"}])
def test_a_run_that_is_held_for_a_person_is_in_one_process(held):
    option = options(**held)
    assert (option.markexpr, option.numprocesses) == (NOT_LONG, None)


def test_long_runs_the_long_searches_with_all_examples_on_all_cores():
    option = options(long=True)
    assert (option.markexpr, option.hypothesis_profile) == (LONG, None)
    assert option.numprocesses == 2
    assert options(long=True, file_or_dir=["tests/tools"]).numprocesses is None


def test_one_core_no_xdist_and_what_somebody_chose_are_respected():
    assert options(cores=1).numprocesses is None
    assert options(numprocesses=0).numprocesses == 0
    assert options(hypothesis_profile="search").hypothesis_profile == "search"
    bare = Namespace(**vars(options(cores=1)))
    del bare.numprocesses
    choose(bare, 2)
    assert not hasattr(bare, "numprocesses")


def test_pytest_has_these_options(pytestconfig):
    names = {*NAMES_TESTS, *IS_HELD, "capture", "long", "hypothesis_profile"}
    assert names <= {*vars(pytestconfig.option)} | {"lf", "stepwise"}
