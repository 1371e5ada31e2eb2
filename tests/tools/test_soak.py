"""Two million mover-steps, and nothing passes through a solid."""

import json
from functools import partial
from itertools import count

import numpy as np
import pytest
from conformance.runner import SpaceEngine, check
from support.audit import audit
from tools.search import soak

from game.collision import Response, Space


def totals_of(steps):
    """Soak for so many mover-steps, and return what was counted if no promise was broken."""
    *_, (totals, failure) = soak.soak(steps, map(partial(soak.visit, 1), count()))
    assert failure is None
    assert (totals.escaped, totals.inside, totals.faster) == (0, 0, 0)
    assert totals.steps >= steps
    return totals


def test_in_fifty_thousand_mover_steps_nothing_passes_through():
    """The first arenas of the long soak."""
    assert totals_of(50_000).contacts > 0


@pytest.mark.long
def test_in_two_million_mover_steps_nothing_passes_through():
    """Mazes, rooms and moving frames; 2^-6 to 2^16 px; 1e2 to 1e9 px/s; every path audited."""
    totals = totals_of(2_000_000)
    assert totals.contacts > totals.steps
    assert 0 < totals.crushed < totals.steps / 1_000


@pytest.mark.long
def test_a_crowd_bounces_a_thousand_times_in_a_world_with_a_distant_wall():
    """An arena in which strides became shorter and shorter, until paths were not searched."""
    _, failure = soak.visit(5, 0)
    assert failure is None


def test_the_audit_reports_the_faults_of_a_discrete_step():
    """Positions that jump: one mover through a wall, one into it, one that came back faster."""
    before = Space()
    before.add_walls([50, 0], [1, 40])
    ids = before.add_movers([[0, 0], [0, 9], [0, 18]], 4.0, [[90, 0], [50, 0], [9, 0]], 2)
    after = before.copy()
    after.center[ids] += after.velocity[ids]
    after.velocity[ids[2], 0] *= -1.5
    free = before.copy()
    free.center[0, 0] = 1000
    report = free.step(1.0)
    verdict = audit(before, report, after, 1.0)
    assert verdict.through.tolist() == [1, 2]
    assert verdict.inside.tolist() == [2]
    assert verdict.faster.tolist() == [3]


def test_a_failure_is_a_scene_that_plays(monkeypatch):
    def leap(self, dt):
        empty = Space()
        kind = self.ids(3)
        empty.add_movers(
            *(self.center[kind], self.half_extents[kind], self.velocity[kind], Response.PASS)
        )
        report = true_step(empty, dt)
        self.center[kind] = empty.center
        return report

    true_step = Space.step
    monkeypatch.setattr(Space, "step", leap)
    *_, (totals, failure) = soak.soak(10_000, map(partial(soak.visit, 1), count()))
    assert totals.escaped > 0
    monkeypatch.undo()
    assert check(json.loads(failure.scene), SpaceEngine()) == []


def test_a_failure_is_saved_and_reported(tmp_path, monkeypatch, capsys):
    case, failed = tmp_path / "case.json", (soak.Totals(7, inside=1), soak.Failure(3, "{}"))
    monkeypatch.setattr(soak, "visits", lambda *options: iter([(soak.Totals(5), None), failed]))
    monkeypatch.setattr("sys.argv", ["soak.py", "--seed", "4", "--failure", str(case)])
    assert soak.main() == 1
    assert case.read_text() == "{}"
    assert f"FAILED in arena 3 of seed 4: the step is {case}" in capsys.readouterr().out


def test_an_arena_is_made_from_its_number_alone():
    assert soak.visit(1, 3) == soak.visit(1, 3) != soak.visit(2, 3)


def test_speeds_are_the_mixture_that_is_promised():
    """90 % at 1e2 to 1e4 px/s, 9.9 % to 1e7, 0.1 % to 1e9."""
    velocity = soak.velocities(np.random.default_rng(0), 100_000)
    speed = np.abs(velocity).max(axis=1)
    assert 0.88 < (speed <= 1e4).mean() < 0.93
    assert 0.0003 < (speed > 1e7).mean() < 0.002
