"""What the sweep is asked about two bodies of a run."""

import random
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from support.pasted import assert_each_passes
from support.staged import ROOMS, worlds_of
from support.suite import long_except

from game.collision import SKIN, sweep
from game.collision.tables import NO_CONTACTS
from game.simulation.elements import Core, Slider, Slug
from game.study.explain import KINDS, as_test, explain
from game.study.pair import (
    body_at,
    box_at,
    contact_times,
    describe_body,
    last_solid,
    others_by_distance,
    pair_at,
)

ROOT = Path(__file__).parents[2]


def ticks(name):
    """Play a room's stored replay; yield the world after each tick that passed."""
    return (world for world in worlds_of(name) if world.last.step)


def boxes(pair, u):
    """Where both boxes are at a time of the sweep."""
    a, b, move_a, move_b = pair.case
    return a.moved(move_a, u), b.moved(move_b, u)


def apart(a, b):
    """The widest gap of two boxes, px; below 0 they overlap."""
    gaps = np.abs(np.subtract(a.center, b.center)) - np.add(a.half_extents, b.half_extents)
    return gaps.max()


@pytest.mark.parametrize(
    "name", long_except(["first-contact", "piston-house", "slug-cage"], "slug-cage")
)
def test_a_pair_is_where_the_exact_paths_say(name):
    seen = set()
    for world in ticks(name):
        if world.ticks % 7 and not world.outcome:
            continue
        me = world.player.id
        some = [
            *others_by_distance(world, me, 0.5)[:3],
            *world.bodies.of(Slug),
            *world.bodies.of(Slider),
        ]
        bends = {float(u) for u in world.last.step.paths.u_end}
        for u in (0.0, 0.3, *bends, 1.0):
            for other in some:
                pair = pair_at(world, me, other, u)
                for id, box in zip((me, other), boxes(pair, pair.u)):
                    there = box_at(world, id, u)
                    assert box.half_extents == there.half_extents
                    assert box.center == pytest.approx(there.center, abs=1e-9)
                seen.add(pair.pieces[0].number > 1 or pair.pieces[1].number > 1)
                assert 0 <= pair.begin < 1
                assert 0 <= pair.u <= 1
    assert name != "slug-cage" or seen == {True, False}


@pytest.mark.parametrize("name", long_except(ROOMS, "slug-cage", "piston-house", "corner-cut"))
def test_at_u0_the_boxes_touch_and_just_below_they_do_not(name):
    """At all contacts of the stored replay but those of GLITCH strides, which are no sweeps."""
    met = 0
    for world in ticks(name):
        c = world.last.step.contacts
        for mover, solid, u in zip(*(column.tolist() for column in c[:3])):
            if world.glitching or world.last.strides > 1:
                continue
            pair = pair_at(world, mover, solid, u)
            swept = sweep(*pair.case)
            if not swept:  # After a contact at u = 0 the mover goes on with the solid.
                assert (u, pair.case[2]) == (0.0, pair.case[3])
                assert 0 < apart(*boxes(pair, u)) <= SKIN
                continue
            assert abs(pair.begin + (1 - pair.begin) * swept.u0 - u) < 1e-12
            assert abs(apart(*boxes(pair, swept.u0))) <= SKIN
            if swept.u0 > 0:
                way = np.abs(np.subtract(pair.case[2], pair.case[3])).max()
                assert apart(*boxes(pair, swept.u0 - 0.01 / way)) > SKIN
                met += 1
            assert u in contact_times(world, mover, solid)
    assert met


def test_looking_for_contacts_reads_no_module(monkeypatch):
    """Where there are none, numpy's functions of sets would read masked arrays for 20 ms."""
    monkeypatch.delattr(np, "ma", raising=False)
    monkeypatch.setitem(sys.modules, "numpy.ma", None)
    world = next(ticks("first-contact"))
    world.last = world.last._replace(step=world.last.step._replace(contacts=NO_CONTACTS))
    assert contact_times(world, 0, 1000) == []


def test_the_first_piece_has_what_the_step_was_asked_to_the_bit():
    """Not what can be computed from its ends; so u0 is that of the contact to the bit."""
    for world in ticks("slug-cage"):
        c = world.last.step.contacts
        for mover, solid, u in zip(*(column.tolist() for column in c[:3])):
            pair = pair_at(world, mover, solid, u)
            if pair.begin == 0 < c.u[c.mover == mover].min():
                assert pair.case[2] == tuple(world.last.moves[mover])
                assert sweep(*pair.case).u0 == u


@pytest.mark.long
def test_pairs_of_real_bodies_copied_as_tests_run_as_pasted(tmp_path):
    rng, found = random.Random("bodies"), {kind: set() for kind in KINDS}
    for name in ROOMS:
        for world in islice(ticks(name), 0, None, 5):
            for me in (world.player.id, *world.bodies.of(Slug)):
                for other in others_by_distance(world, me, 0.5)[:4]:
                    case = pair_at(world, me, other, rng.random()).case
                    found[explain(*case).kind].add(as_test(*case))
    assert min(map(len, found.values())) > 5
    ranked = [(rng.random() * len(texts), text) for texts in found.values() for text in texts]
    texts = [text for _, text in sorted(ranked)[:100]]
    assert len(texts) == 100
    assert_each_passes(texts, tmp_path)


def test_each_body_has_a_name_of_its_own():
    kinds = set()
    for name in ROOMS:
        world = next(worlds_of(name))
        names = [describe_body(world, id) for id in world.space.living().tolist()]
        assert len(set(names)) == len(names)
        kinds |= {words.rsplit(" ", 1)[0] for words in names}
    assert kinds == {"player", "wall", "slider", "slug", "blade", "core", "exit", "GLITCH cell"}


def test_the_smallest_body_under_the_pointer_is_picked():
    (*_, world) = ticks("first-contact")
    picked = {body_at(world, tuple(world.space.center[id]), 1.0) for id in world.space.living()}
    assert picked == {*world.space.living().tolist()}
    thin = int(world.space.half_extents[:, 0][world.space.living()].argmin())
    x, y = box_at(world, thin, 1.0).max[0], 300.0
    assert body_at(world, (x + 2, y), 1.0) == thin
    assert body_at(world, (x + 20, y), 1.0) is None
    large = int(world.space.add_sensors((320, 180), (400, 400))[0])
    assert body_at(world, (x + 20, y), 1.0) == large
    assert body_at(world, (x - 0.5, y), 1.0) == thin


def test_the_last_contact_is_looked_for_first_and_then_the_nearest_solid():
    """The player has had none before its first dash ends; of several the newest counts."""
    hits, met = [], set()
    for world in ticks("first-contact"):
        nearest = others_by_distance(world, world.player.id, 1.0)[0]
        own = world.last.step.contacts.mover == world.player.id
        hits[:0] = world.last.step.contacts.other[own][::-1].tolist()
        found = last_solid(world, hits, 1.0)
        if own.any():
            last = world.last.step.contacts.other[own][-1]
            met.add(last)
        if met:
            assert found == last
        else:
            assert found == nearest or nearest in world.bodies.of(Core)
    assert len(met) > 2
