"""A million steps of movers, and nothing gets through."""

import json

import numpy as np
import soak
from audit import audit
from conformance.runner import SpaceEngine, check

from game.collision import Response, Space


def test_in_a_million_mover_steps_nobody_gets_through(tmp_path):
    """Mazes, rooms and moving frames; 1e2 to 1e9 px/s; every path audited by brute force."""
    totals = soak.soak(1_000_000, seed=1, failure=tmp_path / "case.json")
    assert (totals.escaped, totals.inside, totals.faster) == (0, 0, 0)
    assert totals.steps >= 1_000_000
    assert totals.contacts > totals.steps
    assert 0 < totals.crushed < totals.steps / 100


def test_the_audit_sees_what_a_discrete_step_does_wrong():
    """Positions that jump: one mover through a wall, one into it, one that came back faster."""
    before = Space()
    before.add_walls([50, 0], [1, 40])
    ids = before.add_movers([[0, 0], [0, 9], [0, 18]], 4.0, [[90, 0], [50, 0], [9, 0]], 2)
    after = before.copy()
    after.center[ids] += after.velocity[ids]
    after.velocity[ids[2], 0] *= -1.5
    free = before.copy()
    free.center[0, 0] = 1000
    happened = free.step(1.0)
    verdict = audit(before, happened, after, 1.0)
    assert verdict.through.tolist() == [1, 2]
    assert verdict.inside.tolist() == [2]
    assert verdict.faster.tolist() == [3]


def test_a_failure_is_written_as_a_scene_that_plays(tmp_path, monkeypatch):
    """Steps without the sweep fail at once; the scene holds with it."""

    def leap(self, dt):
        with_nothing_in_the_way = Space()
        kind = self.ids(3)
        with_nothing_in_the_way.add_movers(
            *(self.center[kind], self.half_extents[kind], self.velocity[kind], Response.PASS)
        )
        happened = true_step(with_nothing_in_the_way, dt)
        self.center[kind] = with_nothing_in_the_way.center
        return happened

    true_step = Space.step
    monkeypatch.setattr(Space, "step", leap)
    case = tmp_path / "case.json"
    totals = soak.soak(10_000, seed=1, failure=case)
    assert totals.escaped > 0
    monkeypatch.undo()
    assert check(json.loads(case.read_text()), SpaceEngine()) == []


def test_speeds_are_the_mixture_that_is_promised():
    """90 % at 1e2 to 1e4 px/s, 9.9 % to 1e7, 0.1 % to 1e9."""
    velocity = soak.velocities(np.random.default_rng(0), 100_000)
    speed = np.abs(velocity).max(axis=1)
    assert 0.88 < (speed <= 1e4).mean() < 0.93
    assert 0.0003 < (speed > 1e7).mean() < 0.002
