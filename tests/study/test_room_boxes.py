"""With which two boxes of a room does its lesson begin?"""

from math import dist, hypot

import pytest
from support.drawn import box, player_at, room
from support.recorder import Recorder
from support.staged import worlds_of
from support.suite import long_except

from game.collision import AABB, sweep, sweep_polygons
from game.resources import levels
from game.scenes.learn.lesson import lesson_name
from game.simulation.begin import begin
from game.simulation.elements import Blade
from game.simulation.meetings import vector
from game.simulation.player import DASH_SPEED, HALF
from game.study.figures import in_frame_of_b, pair_from
from game.study.lessons import LESSONS, place_of, shadows, touching, tunnel, turning
from game.study.rooms import (
    WALL_DEPTH,
    WALL_MARGIN,
    is_within,
    pair_in_tick,
    pair_of,
    state_of,
    trim_solid,
)

AT_ONCE = "first-contact", "slug-cage", "saw-mill", "piston-house"
each_room = pytest.mark.parametrize("name", long_except(levels(), *AT_ONCE))


def swept(lesson, state):
    if lesson.name == "tunnel":
        return sweep(*tunnel.box_and_wall(state))
    if lesson.name == "shadows":
        return sweep(*shadows.boxes_1d(state), (0,), (state["end"] - state["start"],))
    return sweep(*pair_from(state))


@each_room
def test_a_room_gives_its_lesson_boxes_that_hit_as_in_the_room(name):
    lesson, contacts = LESSONS[place_of(lesson_name(name))], 0
    for world in worlds_of(name):
        step, me = world.last.step, world.player.id
        mine = step.contacts.u[step.contacts.mover == me] if step else ()
        if world.ticks % 7 and not len(mine):
            continue
        state = state_of(lesson, world)
        assert {*state.numbers} == {*lesson.state.numbers}
        assert is_within(lesson, state.numbers)
        lesson.figure(Recorder(), state)
        assert lesson.words(state)
        if lesson.name == "turning":
            continue
        u0 = sweep(*pair_of(world)).u0
        if len(mine) and not world.glitching:
            contacts += 1
            assert u0 == pytest.approx(mine[0], abs=1e-9)
        if lesson.name == "touching":
            a, b = touching.a_and_b(state)
            assert any(
                abs(p - q) == h + k
                for p, q, h, k in zip(a.center, b.center, a.half_extents, b.half_extents)
            )
        else:
            assert swept(lesson, state).u0 == pytest.approx(u0, abs=1e-9)
    assert contacts or lesson.name == "turning"


def test_the_saw_mill_gives_its_lesson_the_nearest_blade_and_a_dash_at_it():
    lesson, turns, hits = turning.LESSON, set(), 0
    for world in worlds_of("saw-mill"):
        state = state_of(lesson, world)
        unit, here = state.unit, vector(world.space.center[world.player.id])
        blade = min(world.bodies.of(Blade).values(), key=lambda one: dist(one.center, here))
        way = [unit * state[name] for name in ("dx", "dy")]
        assert hypot(*way) == pytest.approx(DASH_SPEED / world.tick_rate)
        turns.add(state["spin"] * world.tick_rate / 6)
        start = [c + unit * (state[n] - m) for c, n, m in zip(blade.center, "xy", turning.CENTER)]
        ticks = [(a - b) / w for a, b, w in zip(start, here, way) if abs(w) > 1]
        assert ticks == pytest.approx([max(0, round(ticks[0]))] * len(ticks), abs=1e-6)
        met = sweep_polygons(AABB(start, HALF), blade.bar(world.time.now), way)
        said = turning.sweep_shapes(state)
        assert said.u0 == pytest.approx(met.u0, abs=1e-8), "a flat angle, in degrees and radians"
        cut = sweep_polygons(AABB(here, HALF), blade.bar(world.time.now), (0, 0))
        assert said.u0 > 0 or cut
        hits += cut is None
    assert turns == {30.0, -40.0}
    assert hits


@each_room
def test_a_solid_is_trimmed_where_the_player_does_not_touch_it(name):
    for world in worlds_of(name):
        whole = pair_in_tick(world)
        if not whole:
            continue
        part, met = trim_solid(whole), sweep(*whole)
        assert sweep(*part).u0 == pytest.approx(met.u0)
        assert part.b.union(whole.b).size == pytest.approx(whole.b.size)
        for axis in met.entry_axes[:1]:
            assert part.b.size[axis] <= WALL_DEPTH + WALL_MARGIN + 1e-9
            if whole.b.size[axis] <= 4:
                assert part.b.size[axis] == pytest.approx(whole.b.size[axis])
                assert sweep(*part).u1 == pytest.approx(met.u1)


def test_what_the_player_touches_already_is_not_what_it_will_hit():
    walls = box("wall", 104, 100, 1, 160), box("wall", 60, 100, 1, 160)
    pair = pair_of(begin(room(player_at(100, 180), *walls)))
    assert (pair.b.min[0], pair.b.max[0]) == (60, 61)


def test_in_a_lane_of_its_width_the_player_will_hit_the_end_of_the_lane():
    """The corner of a wall that it touches stops no dash; where it rests, nothing does."""
    lane = box("wall", 100, 100, 100, 8), box("wall", 100, 116, 92, 8), box("wall", 200, 100, 8, 90)
    pair = pair_of(begin(room(player_at(196, 112), *lane, box("wall", 40, 100, 4, 24))))
    assert (pair.b.min[0], pair.b.max[0]) == (40, 44)


def test_relative_to_a_solid_that_moves_the_times_are_the_same():
    for world in worlds_of("piston-house"):
        met = pair_of(world)
        assert sweep(*in_frame_of_b(met))[:2] == pytest.approx(sweep(*met)[:2])
