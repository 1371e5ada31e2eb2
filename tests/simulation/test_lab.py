"""What becomes of boxes in the lab?"""

from hashlib import blake2b

import numpy as np
import pytest
from support.suite import long_except

from game.collision import SKIN, Kind, Response
from game.simulation.begin import begin
from game.simulation.lab import (
    FASTEST,
    RATES,
    SCENES,
    THICKEST,
    THINNEST,
    LabBody,
    lab_room,
    make_lab,
    travel_of,
    with_thickness,
)
from game.simulation.methods import inside, parse_method
from game.simulation.player import HEADINGS, Controls, direction

TICKS = 150


def world_of(now, method="sweep", ticks=TICKS):
    world = begin(lab_room(now), method=parse_method(method))
    for _ in range(ticks):
        world.tick(Controls())
    return world


@pytest.mark.parametrize("rate", long_except([7, 60, 240], 7))
@pytest.mark.parametrize("scene", SCENES)
def test_the_sweep_keeps_all_movers_in_the_box_and_out_of_walls(scene, rate):
    for thickness in (THINNEST, 2.0):
        world = begin(lab_room(make_lab(scene, thickness, rate, 300)))
        for _ in range(TICKS):
            world.tick(Controls())
            assert world.lost == 0
            assert len(inside(world.space)[0]) == 0
        assert world.ticks == TICKS


@pytest.mark.parametrize("scene", SCENES)
def test_the_discrete_test_loses_them(scene):
    """In every scene, within two seconds."""
    assert world_of(make_lab(scene), "discrete").lost > 0


def test_a_storm_under_discrete_leaves_and_under_the_sweep_stays():
    lost = [world_of(make_lab("storm"), method, 60).lost for method in ("sweep", "discrete")]
    assert lost[0] == 0
    assert lost[1] > 300


@pytest.mark.parametrize("scene", SCENES)
def test_the_same_lab_makes_the_same_bits(scene):
    one, two = (world_of(make_lab(scene), ticks=40) for _ in range(2))
    copied = one.copy()
    for world in (one, two, copied):
        world.tick(Controls((0, 1), aim=True))
    assert one.state_hash() == two.state_hash() == copied.state_hash()


def test_what_is_out_of_bounds_is_clamped():
    wild = make_lab("storm", 1e9, 10**6, 10**6)
    assert wild[1:4] == (THICKEST, RATES[1], 10_000)
    assert make_lab("corner", 0.0, -3, -3)[1:4] == (THINNEST, RATES[0], 1)
    a = LabBody("mover", (-1e9, 1e9), (1e9, -1.0), (1e9, -1e9))
    now = lab_room(make_lab("corner")._replace(bodies=(a,))).lab
    box, (body,) = now.arena, now.bodies
    assert body.velocity == (FASTEST, -FASTEST)
    assert body.half_extents == (box.half_extents[0], THINNEST / 2)
    assert (body.center[0], body.center[1] + THINNEST / 2) == (box.center[0], box.max[1])


def test_thicker_walls_leave_what_was_moved_where_it_was():
    now = make_lab("thin wall")
    moved = [body._replace(center=(100.0, 90.0 + 9 * k)) for k, body in enumerate(now.bodies)]
    now = now._replace(bodies=tuple(moved))
    thick = with_thickness(now, 32.0)
    assert [body.center for body in thick.bodies] == [body.center for body in now.bodies]
    assert thick.bodies[1].half_extents == (16.0, 90.0)
    assert with_thickness(thick, 2.0) == now


def test_an_obstacle_goes_to_and_fro_and_crushes_no_mover():
    world = world_of(make_lab("oncoming"), ticks=400)
    assert world.counters.crushed == 0
    assert len(world.space.ids(Kind.OBSTACLE)) == 1
    still = make_lab("oncoming")
    still = still._replace(bodies=(still.bodies[0], still.bodies[1]._replace(velocity=(0.0, 0.0))))
    assert len(world_of(still).space.ids(Kind.OBSTACLE)) == 0


def test_a_faces_the_way_that_it_goes():
    world = world_of(make_lab("corner"), ticks=1)
    assert direction(world.player.facing) == pytest.approx((2 / 5**0.5, 1 / 5**0.5), abs=0.001)


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_ends_a_run(scene):
    assert world_of(make_lab(scene, movers=20)).outcome is None


def test_all_movers_answer_as_the_lab_says():
    now = make_lab("storm", movers=20)._replace(response=Response.PASS)
    space = world_of(now, ticks=1).space
    assert set(space.response[space.ids(Kind.MOVER)].tolist()) == {int(Response.PASS)}


def test_a_storm_begins_with_no_mover_in_a_wall():
    world = world_of(make_lab("storm", 64.0, movers=999), ticks=0)
    assert len(world.space.ids(Kind.MOVER)) == 999
    assert len(world.space.ids(Kind.WALL)) == 499 + 4
    assert len(inside(world.space)[0]) == 0
    assert world.lost == 0


def test_a_storm_is_stored_once():
    """A room holds the bodies of its lab, but those that had to be clamped."""
    drawn = make_lab("storm", movers=50)
    fast = drawn.bodies[7]._replace(velocity=(1e9, 0.0))
    drawn = drawn._replace(bodies=(*drawn.bodies[:7], fast, *drawn.bodies[8:]))
    pairs = [*zip(lab_room(drawn).lab.bodies, drawn.bodies)]
    assert [now is body for now, body in pairs] == [now == body for now, body in pairs]
    assert pairs[7][0] is not fast
    assert sum(now is body for now, body in pairs) > 60


def test_movers_inside_are_those_of_a_test_of_all_pairs():
    world = world_of(make_lab("storm", movers=600), "listing4", ticks=0)
    space, rng = world.space, np.random.default_rng(3)
    movers, solids = space.ids(Kind.MOVER), space.ids(Kind.WALL)
    space.center[movers] += rng.uniform(-9, 9, (len(movers), 2))
    away = np.abs(space.center[movers][:, None] - space.center[solids])
    reach = space.half_extents[movers][:, None] + space.half_extents[solids]
    deep = (away < reach - SKIN).all(axis=2)
    rows = np.flatnonzero(deep.any(axis=1))
    mover, solid = inside(space)
    assert len(rows) > 50
    assert mover.tolist() == movers[rows].tolist()
    assert solid.tolist() == solids[deep[rows].argmax(axis=1)].tolist()


PINNED = {
    "corner": ("bf11bed6ce5986f6", "a8ed0d2ae4af9688"),
    "corridor": ("ab74b2b9a1455f98", "98bc3de1bf0e6880"),
    "oncoming": ("d70b0f40c280c00f", "5ca6f0fb41df94f8"),
    "storm": ("c78eb1aa745070a1", "e6196d7e65016560"),
    "thin wall": ("9ad61f694e5f110f", "441c160c3f96440b"),
}
"""Fingerprints of each scene with walls of 0.5 and of 9 px."""


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_is_as_it_was_drawn(scene):
    """All numbers of its bodies and of its room; who changes them pins them anew."""
    for thickness, pinned in zip((0.5, 9.0), PINNED[scene]):
        lab = make_lab(scene, thickness, 50, 7)
        drawn = repr((*lab[:5], *map(tuple, lab.bodies), lab_room(lab).hash))
        assert blake2b(drawn.encode(), digest_size=8).hexdigest() == pinned


def test_a_lab_has_walls_of_2_px_60_ticks_and_1_000_movers_unless_it_is_said():
    assert make_lab("corner")[1:4] == (2.0, 60, 1000)
    room = lab_room(make_lab("corner"))
    assert (room.name, room.title, room.fact) == ("lab", "Lab: corner", "")
    assert (room.width, room.height) == (640.0, 360.0)


def test_a_storm_with_thicker_walls_answers_as_before():
    now = make_lab("storm", movers=20)._replace(response=Response.SLIDE)
    thick = with_thickness(now, 9.0)
    assert thick == make_lab("storm", 9.0, movers=20)._replace(response=Response.SLIDE)


@pytest.mark.parametrize(
    ("center", "velocity", "travel"),
    [
        ((290.0, 156.0), (-256.0, 0.0), (-253.0, 0.0)),
        ((290.0, 156.0), (256.0, 0.0), (129.0, 0.0)),
        ((290.0, 156.0), (0.0, 64.0), (0.0, 50.0)),
        ((290.0, 156.0), (0.0, -64.0), (0.0, -50.0)),
        ((290.0, 156.0), (64.0, 64.0), (50.0, 50.0)),
        ((290.0, 156.0), (256.0, 64.0), (129.0, 32.25)),
        ((20.0, 156.0), (-256.0, 0.0), (0.0, 0.0)),
        ((290.0, 156.0), (0.0, 0.0), (0.0, 0.0)),
    ],
)
def test_an_obstacle_turns_24_px_before_the_arena_ends(center, velocity, travel):
    """A box of 2 x 100 px; the arena reaches from (12, 32) to (444, 280)."""
    obstacle = LabBody("obstacle", center, (1.0, 50.0), velocity)
    assert travel_of(obstacle, make_lab("oncoming").arena) == pytest.approx(travel)


def test_the_headline_counts_ticks_and_the_movers_that_left():
    assert world_of(make_lab("storm", movers=20), ticks=3).headline() == (
        ("tick 3 at 60 Hz", "0 of 20 lost", False)
    )
    assert world_of(make_lab("thin wall"), "discrete").headline()[1:] == ("1 of 1 lost", True)


def test_a_begins_with_the_size_and_velocity_of_its_body():
    now = make_lab("corner")
    a = now.bodies[0]._replace(half_extents=(3.0, 5.0), velocity=(-30.0, 30.0))
    world = begin(lab_room(now._replace(bodies=(a, *now.bodies[1:]))))
    me = world.player.id
    assert world.space.half_extents[me].tolist() == [3, 5]
    assert world.space.velocity[me].tolist() == [-30, 30]
    assert not world.space.notices[me]
    world.tick(Controls())
    assert world.player.facing == HEADINGS * 3 // 8
