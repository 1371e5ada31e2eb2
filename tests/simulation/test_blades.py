"""Blades: a bar that turns is met where it is, and grazed where it nearly was."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf, pi

import numpy as np
import pytest
from support.drawn import BEGIN, box, dash, kinds, player_at, room, where, world
from support.suite import long_except

from game.collision import AABB, OBB, SKIN, separating_axis, sweep_polygons
from game.collision.tables import Paths
from game.simulation import elements
from game.simulation.elements import ANGLES, SLACK, Blade, overlap_span
from game.simulation.events import Died
from game.simulation.methods import METHODS
from game.simulation.player import HURT_HALF

DT = 1 / 120
FINER = 64


def one_piece(start, end):
    """The path of a body that goes straight in a step."""
    rows = (np.array([x], dtype=float) for x in (0, 1))
    return Paths(np.array([0]), *rows, np.array([start]), np.array([end]))


def depths(blade, start, end, half, u):
    """How deep a box is in a blade at each of many times: the least overlap on four axes."""
    angle = blade.angle + blade.rpm / 60 * 2 * pi * u * DT
    along = np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    across = along[:, ::-1] * (-1, 1)
    away = np.add(start, np.subtract(end, start) * u[:, None]) - blade.center
    w, h = blade.half_extents
    overlap = [
        np.abs(along) @ half + w - np.abs((away * along).sum(axis=1)),
        np.abs(across) @ half + h - np.abs((away * across).sum(axis=1)),
        half[0] + w * np.abs(along[:, 0]) + h * np.abs(across[:, 0]) - np.abs(away[:, 0]),
        half[1] + w * np.abs(along[:, 1]) + h * np.abs(across[:, 1]) - np.abs(away[:, 1]),
    ]
    return np.min(overlap, axis=0)


def cases(count, speed, seed):
    """Blades of up to 480 rpm, and ways of a box past them, most of them close."""
    chance = np.random.default_rng(seed)
    for _ in range(count):
        size = chance.uniform(10, 80), chance.uniform(2, 4)
        rpm = chance.choice((-1, 1)) * chance.uniform(10, 480)
        blade = Blade(AABB((0.0, 0.0), size), chance.uniform(0, 2 * pi), rpm)
        turn, far = chance.uniform(0, 2 * pi), chance.uniform(0, size[0] + 8)
        middle = np.array((np.cos(turn), np.sin(turn))) * far
        heading = chance.uniform(0, 2 * pi)
        way = np.array((np.cos(heading), np.sin(heading))) * speed * DT
        yield blade, middle - way / 2, middle + way / 2


@pytest.mark.parametrize("speed", long_except([10_800, 60], 60))
def test_no_touch_is_missed_that_64_times_finer_steps_see(speed):
    """Up to 480 rpm, however shallow; what is reported is no farther apart than the slack."""
    touched = 0
    for blade, start, end in cases(2000, speed, seed=speed):
        tip = abs(blade.rpm) / 60 * 2 * pi * blade.reach * DT
        u = np.linspace(0, 1, FINER * max(1, int(np.ceil(tip / 4))) + 1)
        depth = depths(blade, start, end, HURT_HALF, u).max()
        found = next(blade.touches(one_piece(start, end), HURT_HALF, (0.0, 1.0), 0.0, DT), None)
        touched += depth >= 0
        assert depth < 0 or found is not None
        assert found is None or depth >= -4 * SLACK
    assert touched > 500


@pytest.mark.parametrize("speed", [10_800, 60])
def test_the_shadows_of_a_box_and_a_bar_overlap_while_a_sweep_hits(speed):
    """And at no time if it misses, up to SKIN."""
    seen = Counter()
    for blade, start, end in cases(500, speed, seed=speed):
        move, bar = tuple(end - start), blade.bar(0.0)
        hit = sweep_polygons(AABB(start, HURT_HALF), bar, move)
        enter, leave = overlap_span(bar, tuple(start), HURT_HALF, move)
        seen[hit is None, enter > leave] += 1
        if hit:
            assert enter <= hit.u0 <= enter + 1e-4
            assert leave - 1e-4 <= hit.u1 <= leave
    assert seen[False, True] == seen[True, False] == 0
    assert min(seen.values()) > 50


@pytest.mark.parametrize("side", [-1, 1])
def test_the_shadows_of_a_box_that_touches_a_bar_overlap(side):
    """By its side, by its end, and where it comes there in the end; 2 SKIN away they do not."""
    bar = OBB((0.0, 0.0), (40.0, 2.0), 0.0)
    for start, move in (((0, 5), (0, 0)), ((43, 0), (0, 0)), ((9, 13), (16, -8))):
        start, move = (tuple(side * x for x in each) for each in (start, move))
        enter, leave = overlap_span(bar, start, HURT_HALF, move)
        assert enter <= leave == 1
        away = tuple(x + side * 2 * SKIN * (abs(x) > 4) for x in start)
        enter, leave = overlap_span(bar, away, HURT_HALF, move)
        assert enter > leave


def test_angles_that_differ_by_a_hair_are_the_same_angle():
    """A blade has so few that no platform's sines make others of them."""
    chance = np.random.default_rng(1)
    for angle, rpm, time in chance.uniform((0, -480, 0), (2 * pi, 480, 600), (1000, 3)):
        bars = (
            Blade(AABB((0.0, 0.0), (40.0, 2.0)), a, rpm).bar(time) for a in (angle, angle + 1e-10)
        )
        assert next(bars) == next(bars)


def test_a_blade_turns_by_its_rpm_from_x_towards_y():
    blade = Blade(AABB((5.0, 6.0), (40.0, 2.0)), pi / 4, 60.0)
    for rpm, eighths in ((60.0, 3), (-60.0, 7)):
        assert replace(blade, rpm=rpm).bar(0.25) == OBB((5, 6), (40, 2), eighths * pi / 4)
    assert blade.bar(0.0, 1.0) == OBB((5, 6), (41, 3), pi / 4)


@pytest.mark.parametrize(
    ("span", "piece", "parts"),
    [
        ((0, 1), (0, 1), [(0, 1), (0, 2), (0, 4), (1, 4), (1, 2), (2, 4), (3, 4)]),
        ((0, 0.5), (0, 1), [(0, 2), (0, 4), (1, 4)]),
        ((0.5, 1), (0.25, 0.75), [(2, 4)]),
        ((0.25, 0.25), (0.25, 0.75), [(1, inf)]),
        ((0.75, 1), (0.25, 0.5), []),
    ],
)
def test_a_part_of_a_step_is_halved_until_the_tip_moves_little_in_it(
    span, piece, parts, monkeypatch
):
    """It moves 1/2 px in the step; parts are (k, n), the k-th of n. The box is inside the bar."""
    blade, begin = Blade(AABB((0.0, 0.0), (40.0, 30.0)), 0.0, 60.0), 2.0
    dt = 0.5 / (2 * pi * blade.reach)
    bars, swept = [], []

    def bar(self, time, slack):
        bars.append((time, slack))
        return OBB(self.center, self.half_extents, 0.0)

    def sweep(box, bar, displacement):
        swept.append((box.center, tuple(displacement)))
        return sweep_polygons(box, bar, displacement)

    monkeypatch.setattr(Blade, "bar", bar)
    monkeypatch.setattr(elements, "sweep_polygons", sweep)
    path = Paths(*np.array([[0], *zip(piece)]), np.array([[0.0, 0]]), np.array([[8.0, 4]]))
    found = [*blade.touches(path, HURT_HALF, span, begin, dt)]
    spans = [(k / n, (k + 1) / n) if n < inf else (0.25, 0.25) for k, n in parts]
    first, x = piece[0], 8 / (piece[1] - piece[0])
    times = [begin + dt * (u0 + u1) / 2 for u0, u1 in spans]
    slacks = [(u1 - u0) / 4 + 50 * pi / ANGLES for u0, u1 in spans]
    assert [time for time, _ in bars] == pytest.approx(times, abs=1e-12)
    assert [slack for _, slack in bars] == pytest.approx(slacks, abs=1e-12)
    begins = [(x * (u0 - first), x * (u0 - first) / 2) for u0, _ in spans]
    assert swept == [
        (at, (x * (u1 - u0), x * (u1 - u0) / 2))
        for at, (u0, u1) in zip(begins, spans)
        if u1 - u0 <= 0.25
    ]
    assert found == [u0 for u0, u1 in spans if u1 - u0 <= 0.25]


@pytest.mark.parametrize(
    ("start", "middles"), [(-8.0, [1 / 2, 1 / 4, 1 / 8]), (-72.0, [1 / 2, 3 / 4, 7 / 8])]
)
def test_a_half_in_which_the_box_is_beside_the_bar_is_not_searched(start, middles, monkeypatch):
    """The box crosses the bar in the first or in the last eighth of the step."""
    blade, times = Blade(AABB((0.0, 0.0), (40.0, 2.0)), 0.0, 60.0), []

    def bar(self, time, slack):
        times.append(time)
        return OBB(self.center, self.half_extents, 0.0)

    monkeypatch.setattr(Blade, "bar", bar)
    path = one_piece((0.0, start), (0.0, start + 80))
    found = [*blade.touches(path, HURT_HALF, (0.0, 1.0), 0.0, 0.5 / (2 * pi * blade.reach))]
    assert found == [(-5 - start) / 80]
    assert times == pytest.approx([0.5 / (2 * pi * blade.reach) * u for u in middles])


def test_what_lies_between_two_angles_of_a_blade_is_not_missed():
    """A bar is drawn at the nearest of its angles; the box touches the true one near the tip."""
    blade = Blade(AABB((0.0, 0.0), (100.0, 2.0)), 0.499 * 2 * pi / ANGLES, 0.0)
    touching, apart = ((90.0, 2 + 90 * blade.angle + 3 + gap) for gap in (-1e-5, 0.01))
    assert separating_axis(AABB(touching, (3, 3)), blade.bar(0.0)) is not None
    for place, u in ((touching, 0.0), (apart, None)):
        assert next(blade.touches(one_piece(place, place), (3, 3), (0.0, 1.0), 0.0, DT), None) == u


def test_a_dash_into_a_blade_kills_and_says_where():
    """A bar that stands upright across the way, 4 px thick: the inner box meets its side."""
    w = world(player_at(100, 180), upright_blade(280, 180))
    died = dash(w, 0)[-1]
    assert isinstance(died, Died)
    assert died.position == pytest.approx((275, 180), abs=0.01)
    assert w.outcome == "dead"
    assert where(w) == pytest.approx((275, 180), abs=0.01)


def upright_blade(x, y, rpm=0.001):
    """A blade of 80 x 4 px, turned by a quarter as Tiled does: about its upper left corner."""
    return {**box("blade", x + 2, y - 40, 80, 4, rpm=rpm), "rotation": 90}


def test_a_blade_turned_in_tiled_lies_where_tiled_draws_it():
    blade = room(upright_blade(280, 180)).of(Blade)[0]
    assert blade.center == (280.0, 180.0)
    assert blade.half_extents == (40.0, 2.0)
    assert blade.bar(0.0).aabb().size == pytest.approx((4, 80))


def test_a_blade_that_comes_to_a_resting_player_kills():
    w = world(player_at(100, 180), box("blade", 60, 136, 80, 4, rpm=120.0))
    told = [event for _ in range(60) for event in w.tick(BEGIN)]
    blade, then = w.room.of(Blade)[0], w.time.now - (1 - told[-1].u) * w.time.dt
    middle = AABB(where(w), HURT_HALF)
    assert kinds(told) == ["Died"]
    assert separating_axis(middle, blade.bar(then, 2 * SLACK)) is None
    assert separating_axis(middle, blade.bar(then - w.time.dt / 4)) is not None


def test_a_blade_passed_closely_is_a_graze_once():
    for gap, expected in ((2.0, 1), (3.5, 0), (-0.5, 0)):
        lying = box("blade", 240, 184 + gap, 80, 4, rpm=0.001)
        w = world(player_at(100, 180), lying)
        assert kinds(dash(w, 0)).count("Grazed") == expected


def test_blades_passed_closely_within_a_tick_are_grazes():
    """Two short ones below the way and one above it, between x = 190 and 280."""
    for gap, expected in ((2.0, 3), (3.5, 0), (-0.5, 0)):
        below = [box("blade", x, 184 + gap, 16, 4, rpm=0.001) for x in (210, 235)]
        above = box("blade", 222, 172 - gap, 16, 4, rpm=0.001)
        w = world(player_at(100, 180), *below, above)
        assert kinds(dash(w, 0)).count("Grazed") == expected


@pytest.mark.parametrize(("method", "outcome"), [("sweep", "dead"), ("discrete", None)])
def test_a_sample_hits_a_blade_only_at_its_place(method, outcome):
    """The bar stands between two places 90 px apart, and could reach both."""
    w = world(player_at(100, 180), upright_blade(235, 180))
    w.method = METHODS[method]
    dash(w, 0)
    assert w.outcome == outcome


def test_a_blade_stops_no_mover():
    w = world(player_at(100, 180), box("blade", 240, 190, 80, 4, rpm=0.001))
    dash(w, 0)
    assert where(w) == pytest.approx((632, 180))
