"""What did the collision code see?"""

from itertools import product

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from staged import ROOMS, is_aiming, is_dashing, run_until

from game.simulation.player import Controls
from game.view.canvas import Canvas
from game.view.overlay import (
    CONTACT_STEPS,
    FIRST_CHOSEN,
    FRESH_STEPS,
    LAYERS,
    MODES,
    SWEPT_STEPS,
    Seen,
    draw_overlay,
    roles,
    swept,
)
from game.view.screen import Screen
from game.view.shapes import swept_hull

SIZE = (640, 360)
coordinates = st.integers(-800, 800).map(lambda k: k / 8)
points = st.tuples(coordinates, coordinates)
extents = st.tuples(*2 * [st.integers(1, 80).map(lambda k: k / 8)])


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def convex_hull(cloud):
    """Return the corners of the convex hull: a point is one unless it lies in a triangle or on a
    segment of others. Slow, and nothing like what it checks."""
    cloud = set(cloud)

    def is_corner(p):
        others = cloud - {p}
        for a in others:
            for b in others:
                if (
                    cross(a, b, p) == 0
                    and (a[0] - p[0]) * (b[0] - p[0]) <= 0
                    and ((a[1] - p[1]) * (b[1] - p[1]) <= 0)
                ):
                    return False
                for c in others:
                    turns = cross(a, b, p), cross(b, c, p), cross(c, a, p)
                    if cross(a, b, c) != 0 and (min(turns) >= 0 or max(turns) <= 0):
                        return False
        return True

    return {p for p in cloud if is_corner(p)}


def corners(center, half):
    signs = product((-1, 1), (-1, 1))
    return [(center[0] + x * half[0], center[1] + y * half[1]) for x, y in signs]


@given(points, points, extents)
def test_the_swept_volume_is_the_hull_of_the_box_before_and_after(start, end, half):
    """Six corners, four along an axis: those of the brute-force hull of all eight."""
    drawn = swept_hull(start, end, half)
    expected = convex_hull(corners(start, half) + corners(end, half))
    assert convex_hull(drawn) == expected
    assert len(expected) == (6 if start[0] != end[0] and start[1] != end[1] else 4)


@given(points, points, extents)
def test_the_swept_volume_is_drawn_in_order(start, end, half):
    """Going round it one always turns the same way: the outline does not cross itself."""
    ring = swept_hull(start, end, half)
    turns = [cross(ring[i - 2], ring[i - 1], ring[i]) for i in range(len(ring))]
    assert min(turns) >= 0 or max(turns) <= 0


def look(run):
    """Return what is looked at after a tick."""
    return Seen(run.world, run.world.space.center, run.world.time, run.recent)


def draw(run, layers):
    """Return the picture of some layers alone, as bytes."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface, Screen.fit(SIZE, SIZE))
    draw_overlay(canvas, look(run), frozenset(layers))
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("layer", range(len(LAYERS)), ids=[layer.name for layer in LAYERS])
def test_each_layer_draws_something_during_a_dash(layer, tmp_path):
    """In Slug Cage everything moves and slugs hit walls in every few ticks."""
    run = run_until(tmp_path, "slug-cage", is_dashing)
    run.tick(Controls())
    assert draw(run, [layer]) != draw(run, [])


def test_what_others_swept_is_over_soon_and_what_the_player_swept_stays(tmp_path):
    """Else slugs fill the cage."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    player, age = run.world.player.id, {}
    paths, _, fresh = swept(look(run))
    for body, part in zip(paths.mover, fresh):
        steps = round((1 - part) * CONTACT_STEPS)
        age[body == player] = max(steps, age.get(body == player, 0))
    assert age[False] == SWEPT_STEPS - 1 < age[True]


def test_what_others_did_long_ago_is_forgotten(tmp_path):
    """Of all but the freshest steps the player's rows alone are kept, in as many as stay seen."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    player, steps = run.world.player.id, list(run.recent)
    assert len(steps) == CONTACT_STEPS
    for step in steps[:-FRESH_STEPS]:
        assert {*step.paths.mover.tolist(), *step.contacts.mover.tolist()} <= {player}
    assert all(set(step.paths.mover.tolist()) - {player} for step in steps[-FRESH_STEPS:])


def test_before_the_first_tick_nothing_was_swept(tmp_path):
    """There is no step yet: no volumes, bounds or contacts, and no layer fails."""
    run = run_until(tmp_path, "slug-cage", lambda world: True)
    assert run.world.step is None
    assert draw(run, [2, 3, 4]) == draw(run, [])
    assert draw(run, range(len(LAYERS))) != draw(run, [])


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("is_there", [is_aiming, is_dashing, lambda world: False])
def test_drawing_changes_no_world(name, is_there, tmp_path):
    """Every layer, at several alphas, aiming, dashing and at the end: the same hash and step."""
    run = run_until(tmp_path, name, is_there)
    before = run.world.state_hash(), run.world.step, run.world.player.__dict__.copy()
    for alpha in (0.0, 0.5, 0.99):
        run.clock.alpha = alpha
        run.draw(pygame.Surface(SIZE), frozenset(range(len(LAYERS))), ["note"])
    assert (run.world.state_hash(), run.world.step, run.world.player.__dict__) == before


def test_the_modes_of_the_command_line_are_layers():
    """At first boxes, swept volumes and contacts; boxes go with velocities."""
    names = [layer.name for layer in LAYERS]
    assert [names[i] for i in sorted(FIRST_CHOSEN)] == ["boxes", "swept volumes", "contacts at u0"]
    assert [names[i] for i in sorted(MODES["boxes"])] == ["boxes", "velocities"]
    assert MODES["off"] == frozenset()
    assert MODES["all"] == frozenset(range(len(LAYERS)))


def test_every_kind_of_body_has_the_colour_of_its_role(tmp_path):
    """Player, slugs, sliders, sensors and walls differ."""
    world = run_until(tmp_path, "slug-cage", lambda world: True).world
    ids = [
        world.player.id,
        *list(world.slugs)[:1],
        *world.sliders,
        world.exit_id,
        0,
    ]
    assert len(set(roles(world, np.array(ids)))) == 5
