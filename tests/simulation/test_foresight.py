"""What the dash would do: cores, deaths, and which steps are stored."""

from __future__ import annotations

from collections import Counter

import pytest
from support.drawn import Box, box, player_at, world

from game.collision import Response, Space, Step
from game.simulation.elements import Core
from game.simulation.foresight import MOST_STEPS, StepCache, preview_dash
from game.simulation.methods import SWEEP, Method
from game.simulation.player import Controls


def core(x: float) -> Box:
    return box("core", x, 174, 12, 12)


@pytest.mark.parametrize(
    ("deadly", "dies", "end"), [(300, (296, 180), 296), (None, None, 632)], ids=["slug", "none"]
)
def test_a_preview_names_the_cores_and_says_where_the_player_dies(
    deadly: float | None, dies: tuple[float, float] | None, end: float
) -> None:
    """The cores before the slug; the slug meets the player's middle, 3 px before its face."""
    slugs = [box("slug", deadly - 1, 178, 4, 4, vx=0, vy=0)] if deadly else []
    w = world(player_at(100, 180), core(200), core(150), core(400), *slugs)
    w.tick(Controls(aim=True, heading=0))
    preview = preview_dash(w)
    taken = len(w.bodies.of(Core)) - (1 if deadly else 0)
    assert preview.cores == tuple(sorted(w.bodies.of(Core)))[:taken]
    assert preview.dies == dies
    assert preview.end == (end, 180.0)


def test_only_the_latest_steps_are_stored() -> None:
    """As many as there is room for; one state more, and the first is computed again."""
    computed = Counter[float]()

    def step(space: Space, dt: float) -> Step:
        computed[float(space.center[0, 0])] += 1
        return SWEEP.step(space, dt)

    cache, method = StepCache(), Method("counted", step)
    for x in (*range(MOST_STEPS), *range(MOST_STEPS + 1), 1, 0):
        space = Space()
        space.add_movers([x, 0], 4.0, [16, 8], Response.SLIDE)
        happened = cache.step(method, space, 0.5)
        assert space.center.tolist() == [[x + 8, 4]]
        assert space.velocity.tolist() == [[16, 8]]
        assert happened.paths.start.tolist() == [[x, 0]]
    assert computed == dict.fromkeys(range(1, MOST_STEPS + 1), 1) | {0: 2}
