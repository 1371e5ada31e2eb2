"""Do the benchmarks give every engine the same scene? Nothing is timed here."""

import shutil
import subprocess
import sys

import numpy as np
import pytest
from benchmarks import layouts, turns
from benchmarks.rows import Row, seconds
from benchmarks.scene import DT, HALF, SIDE, arena
from support.adapters import ENGINES, Missing, Ours

from game.collision import Kind, Response, overlaps_batch


def test_an_arena_is_made_from_its_seed():
    for one, same, other in zip(
        arena(20, 100, 1)[1:], arena(20, 100, 1)[1:], arena(20, 100, 2)[1:]
    ):
        np.testing.assert_array_equal(one, same)
        assert one.shape == other.shape
    assert not np.array_equal(arena(20, 100, 1).center, arena(20, 100, 2).center)


def test_movers_begin_free_of_walls():
    place = arena(50, 500, 3)
    for center in place.center:
        assert not overlaps_batch(center, (HALF, HALF), place.wall_center, place.wall_half).any()
    assert place.lost(place.center) == 0


@pytest.mark.parametrize("layout", layouts.LAYOUTS, ids=lambda layout: layout.what)
def test_a_layout_is_made_from_its_seed_and_compared_with_as_many_bodies(layout):
    """The usual world has as many movers, or walls, or both; or one more."""
    space, same = layout.make(), layout.make()
    assert space.table.tobytes() == same.table.tobytes()
    counts = [len(space.ids(kind)) for kind in (Kind.WALL, Kind.MOVER)]
    assert any(count in range(layout.usual - 1, layout.usual + 5) for count in counts)
    usual = layouts.usual(layout.usual)
    assert len(usual.ids(Kind.WALL)) == len(usual.ids(Kind.MOVER)) == layout.usual


def test_a_mover_outside_the_arena_is_lost():
    places = np.array([(1.0, 1.0), (-1.0, 1.0), (1.0, SIDE + 1), (np.nan, 1.0)])
    assert arena(1, 1, 0).lost(places) == 3


def test_ours_loses_no_mover_through_the_adapter():
    """A second in the arena: every mover is inside, none slower than before."""
    place = arena(20, 100, 1)
    ours = place.build(Ours())
    for _ in range(60):
        ours.step(DT)
    assert place.lost(ours.positions()) == 0
    assert np.array_equal(np.abs(ours.velocities()), np.abs(place.velocity))


def test_an_adapter_steers_and_pushes():
    ours = Ours()
    box = np.array([(0.0, 0.0)]), np.array([(1.0, 8.0)])
    ours.add("obstacle", *box, np.array([(64.0, 0.0)]))
    mover = np.array([(2.0, 0.0)]), np.array([(1.0, 1.0)]), np.zeros((1, 2))
    ours.add("mover", *mover, Response.SLIDE)
    ours.steer(np.array([(0.0, 4.0)]))
    ours.step(1.0)
    assert ours.positions().tolist() == [[66.0, 4.0]]
    assert ours.velocities().tolist() == [[64.0, 4.0]]


@pytest.mark.parametrize("name", [name for name in ENGINES if name != "ours"])
def test_an_engine_that_is_not_installed_is_reported_in_a_sentence(name, monkeypatch):
    for package in ("pymunk", "Box2D"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Missing, match="cannot be imported; pip install"):
        ENGINES[name]()


def test_a_row_says_whether_its_ratio_is_as_wanted():
    assert Row("a", 2.0, "c", 3.0, at_most=2.5).cells() == ("a", "2 s", "c", "3", "≤ 2.5: **no**")
    assert Row("a", 2.0, "c", 3.0, at_least=1.5).cells()[-1] == "≥ 1.5: yes"
    assert Row("a", 2.0, "c", 3.0).cells()[-1] == ""
    assert Row("a", 42.5, unit="MiB").cells() == ("a", "42.5 MiB", "", "", "")


def test_durations_have_a_fitting_unit():
    assert [*map(seconds, (2.0, 0.0125, 3.25e-6, 2.1e-8))] == ["2 s", "12.5 ms", "3.25 us", "21 ns"]


MEASURES = """
import json, sys
from pathlib import Path
words = Path("game.txt").read_text().split()
rows = [{"what": what, "measured": len(what)} for what in words if what != sys.argv[1]]
Path(sys.argv[-1]).write_text(json.dumps({"rows": rows}))
"""
"""Benchmarks of a game that is a list of words: how long each of them is."""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with two revisions: a game of two words, then of three of other lengths."""
    if not shutil.which("git"):
        pytest.skip("needs git")

    def git(*arguments):
        who = ("-c", "user.name=a", "-c", "user.email=b")
        subprocess.run(("git", *who, *arguments), cwd=tmp_path, check=True, capture_output=True)

    benchmarks = tmp_path / turns.BENCHMARKS
    benchmarks.mkdir(parents=True)
    (benchmarks / "run.py").write_text("sys.exit('yesterday this measured nothing')")
    git("init", "-q")
    for words in ("tick frame", "tick frame start"):
        (tmp_path / "game.txt").write_text(words)
        git("add", "-A")
        git("commit", "-qm", words)
    (tmp_path / "tests" / "benchmarks" / "run.py").write_text(MEASURES)
    monkeypatch.setattr(turns, "ROOT", tmp_path)
    return tmp_path


def test_another_revision_is_measured_by_the_benchmarks_of_today(project):
    """In turns, and with the same options; afterwards its folder is gone."""
    with turns.checkout("HEAD~1") as tree:
        assert (tree / "game.txt").read_text() == "tick frame"
        assert [*turns.measure(tree, ["tick"])] == ["frame"]
    assert not tree.exists()
    found = turns.compare("HEAD~1", ["tick"])
    assert found == [("frame", "5 s", "", "", "", "5 s", "1"), ("start", "5 s", *[""] * 5)]
    listed = subprocess.run(("git", "worktree", "list"), cwd=project, capture_output=True)
    assert len(listed.stdout.splitlines()) == 1


def test_what_cannot_be_measured_ends_with_a_sentence(project):
    with pytest.raises(SystemExit, match="invalid reference: no-such"):
        turns.compare("no-such", [])
    (project / "tests" / "benchmarks" / "run.py").write_text("import no_such_part")
    with pytest.raises(SystemExit, match=r"do not run there: .*no_such_part"):
        turns.compare("HEAD", [])


def test_of_several_turns_the_middle_one_counts():
    """On either side; a row that one of them lacks is not compared."""
    now, then = ([{"a": Row("a", time)} for time in times] for times in ((2, 9, 1), (4, 3, 90)))
    assert turns.compared("a", now, then) == ("a", "2 s", "", "", "", "4 s", "0.5")
