"""Elements: sliders are where time says, slugs where their track said."""

from __future__ import annotations

from dataclasses import replace
from math import nextafter

import numpy as np
import pytest
from support.drawn import BEGIN, box, player_at, world

from game.collision import AABB, SKIN
from game.simulation.elements import Slider, Slug, track
from game.simulation.player import Controls

SLIDER = Slider(AABB((100.0, 50.0), (5.0, 5.0)), (30.0, -40.0), 100.0, 100.0, 0.0, ())


def test_a_slider_turns_exactly_at_its_ends() -> None:
    assert [SLIDER.place(t) for t in (0.0, 0.5, 1.0, 7.5)] == [
        (100.0, 50.0),
        (130.0, 10.0),
        (100.0, 50.0),
        (130.0, 10.0),
    ]
    assert SLIDER.place(0.25) == SLIDER.place(0.75) == (115.0, 30.0)


def test_a_phase_is_a_part_of_the_way_there_and_back() -> None:
    begun = replace(SLIDER, phase=0.5)
    assert begun.place(0.0) == (130.0, 10.0)
    assert begun.place(0.25) == SLIDER.place(0.75)
    assert replace(SLIDER, phase=0.25).place(0.0) == (115.0, 30.0)
    slow_back = replace(SLIDER, speed=200.0, back=50.0)
    assert replace(slow_back, phase=0.2).place(0.0) == slow_back.place(0.25) == (130.0, 10.0)


def test_a_slider_goes_no_ulp_beyond_its_end() -> None:
    """An ulp after it turns, the rounded part of its way would be 1 + 2^-52."""
    slider = Slider(AABB((0.0, 0.0), (5.0, 5.0)), (83.875, 0.0), 744.0, 377.0, 0.0, ())
    assert slider.place(nextafter(83.875 / 744, 1.0)) == (83.875, 0.0)


def test_a_slider_is_where_world_time_says_after_thousands_of_ticks() -> None:
    """It does not drift, in slow ticks neither; and in a step it goes along the chord."""
    w = world(box("slider", 200, 100, 9, 9, dx=33, dy=71, speed=987.5), player_at(50, 50))
    (id, slider) = next(iter(w.bodies.of(Slider).items()))
    for tick in range(3000):
        before = w.place(id)
        w.tick(Controls(aim=tick % 9 < 4))
        assert w.place(id) == slider.place(w.time.now)
        assert w.last.step is not None
        path = w.last.step.paths.only(w.last.step.paths.mover == id)
        assert path.start.tolist() == [list(before)]
        assert path.end[0] == pytest.approx(slider.place(w.time.now), abs=1e-9)


@pytest.mark.parametrize(
    ("lethal", "normal", "away", "kills"),
    [
        ("top", (0.0, -1.0), (0, -9), True),
        ("top", (0.0, -1.0), (9 - 2 * SKIN, -9), True),
        ("top", (0.0, -1.0), (9 - SKIN, -9), False),
        ("top", (0.0, -1.0), (9, -9), False),
        ("top right", (0.0, -1.0), (9, -9), True),
        ("top right", (0.0, -1.0), (-9, -9), False),
        ("left", (-1.0, 0.0), (-9, 0), True),
        ("left", (-1.0, 0.0), (-9, 9), False),
        ("left bottom", (-1.0, 0.0), (-9, 9), True),
        ("left bottom", (-1.0, 0.0), (-9, -9), False),
        ("top", (-1.0, 0.0), (-9, 0), False),
    ],
)
def test_a_slider_kills_by_the_face_that_is_hit(
    lethal: str, normal: tuple[float, float], away: tuple[float, float], kills: bool
) -> None:
    """At a corner, up to SKIN along the face, both of its faces must be lethal."""
    slider = replace(SLIDER, lethal=tuple(lethal.split()))
    assert slider.kills(normal, away, (4.0, 4.0)) == kills


def test_a_slug_keeps_its_speed() -> None:
    cage = [box("wall", 100, 99, 90, 1), box("wall", 100, 188, 90, 1)]
    cage += [box("wall", 99, 99, 1, 90), box("wall", 189, 99, 1, 90)]
    w = world(*cage, box("slug", 140, 140, 4, 4, vx=4000, vy=-2600))
    (slug,) = w.bodies.of(Slug)
    for tick in range(1200):
        w.tick(BEGIN if tick == 0 else Controls())
    assert np.abs(w.space.velocity[slug]).tolist() == [4000, 2600]
    assert w.counters.contacts > 400
    assert w.counters.inside == 0


def test_a_track_is_where_the_slug_flies() -> None:
    w = world(box("slug", 140, 140, 4, 4, vx=3000, vy=-2600), box("wall", 300, 90, 1, 200))
    (slug,) = w.bodies.of(Slug)
    ahead = track(w.space, slug)
    w.tick(BEGIN)
    for _ in range(29):
        w.tick(Controls())
    assert len(ahead.u_end) > 3
    assert ahead.end[-1] == pytest.approx(w.place(slug), abs=1e-6)


def test_a_piston_is_fast_out_and_slow_back() -> None:
    piston = replace(SLIDER, speed=200.0, back=50.0)
    assert piston.place(0.25) == (130.0, 10.0)
    assert piston.place(0.125) == pytest.approx((115.0, 30.0))
    assert piston.place(0.75) == pytest.approx((115.0, 30.0))
    assert piston.place(1.25) == (100.0, 50.0)


def test_a_piston_pushes_and_crushes() -> None:
    piston = box("piston", 60, 170, 20, 20, dx=60, dy=0, speed=1200, back=60)
    for wall_at, outcome in ((160, None), (130, "dead")):
        w = world(player_at(100, 180), piston, box("wall", wall_at, 100, 2, 160))
        w.tick(BEGIN)
        for _ in range(5):
            w.tick(Controls())
        assert w.outcome == outcome
        if outcome is None:
            assert w.place(w.player.id)[0] == pytest.approx(144)
