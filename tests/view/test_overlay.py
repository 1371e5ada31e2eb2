"""What did the collision code see?"""

from itertools import product

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.staged import ROOMS, is_aiming, is_dashing, replay_of, run_until
from support.suite import long_except

from game.collision import AABB, SKIN, Kind, separating_axis
from game.collision.pitfalls import discrete
from game.simulation.elements import Blade, Core, Exit, Slider, Slug
from game.simulation.player import HURT_HALF, Controls
from game.view.canvas import Canvas, one_for_each
from game.view.overlay import (
    CONTACT_STEPS,
    FIRST_CHOSEN,
    FRESH_STEPS,
    LAYERS,
    MODES,
    NEARBY,
    SWEPT_STEPS,
    OverlayData,
    RecentSteps,
    body_colors,
    draw_overlay,
    swept_pieces,
)
from game.view.palette import HIT_COLOR, MISS_COLOR
from game.view.screen import Screen
from game.view.shapes import swept_outline

SIZE = (640, 360)
coordinates = st.integers(-800, 800).map(lambda k: k / 8)
points = st.tuples(coordinates, coordinates)
extents = st.tuples(*2 * [st.integers(1, 80).map(lambda k: k / 8)])


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def convex_hull(cloud):
    """Return the corners of the convex hull, by brute force: those in no triangle of others."""
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
    drawn = swept_outline(start, end, half)
    expected = convex_hull(corners(start, half) + corners(end, half))
    assert convex_hull(drawn) == expected
    assert len(expected) == (6 if start[0] != end[0] and start[1] != end[1] else 4)


@given(points, points, extents)
def test_the_swept_volume_is_drawn_in_order(start, end, half):
    ring = swept_outline(start, end, half)
    turns = [cross(ring[i - 2], ring[i - 1], ring[i]) for i in range(len(ring))]
    assert min(turns) >= 0 or max(turns) <= 0


def look(run):
    """Return what the overlay describes after a tick."""
    return OverlayData(
        run.world, run.world.space.center, run.world.time.now, run.recent, run.reasons
    )


def draw(run, layers):
    """Return the picture of some layers alone, as bytes."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface, Screen.fit(SIZE, SIZE))
    draw_overlay(canvas, look(run), frozenset(layers))
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("layer", range(len(LAYERS)), ids=[layer.name for layer in LAYERS])
def test_each_layer_draws_something_during_a_dash(layer, tmp_path):
    """In Slug Cage everything moves and slugs hit walls in every few ticks; in Saw Mill turns."""
    room = "saw-mill" if LAYERS[layer].name == "polygon axes" else "slug-cage"
    run = run_until(tmp_path, room, is_dashing)
    run.tick(Controls())
    assert draw(run, [layer]) != draw(run, [])


def test_what_others_swept_is_over_soon_and_what_the_player_swept_stays(tmp_path):
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    player, age = run.world.player.id, {}
    paths, _, fresh = swept_pieces(look(run))
    for body, part in zip(paths.mover, fresh):
        steps = round((1 - part) * CONTACT_STEPS)
        age[body == player] = max(steps, age.get(body == player, 0))
    assert age[False] == SWEPT_STEPS - 1 < age[True]


def test_what_a_body_swept_along_an_axis_is_outlined_as_a_box(tmp_path):
    """And tinted: at the same pixels as the box itself, not smoothed. Only that is."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > 20)
    paths, half, fresh = swept_pieces(look(run))
    straight = (paths.start == paths.end).any(axis=1)
    assert 0 < straight.sum() < len(straight)
    low, high = np.minimum(paths.start, paths.end) - half, np.maximum(paths.start, paths.end) + half
    ends, bright = np.stack((low, high), axis=1), fresh > 0.5
    expected = np.concatenate((ends[straight], ends[straight & bright]))
    boxes = np.array([box for box, _ in Drawn(run, 2).kept["boxes"]])
    assert boxes == pytest.approx(expected)


def test_what_others_did_long_ago_is_forgotten(tmp_path):
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    me = run.world.player.id
    for rows in (run.recent.paths, run.recent.contacts):
        table, age = rows.newest()
        assert {*table.mover[age >= FRESH_STEPS].tolist()} == {me}
        assert FRESH_STEPS < age.max() < CONTACT_STEPS
    paths, age = run.recent.paths.newest()
    assert {*age[paths.mover != me].tolist()} == {*range(FRESH_STEPS)}


def test_of_very_many_rows_those_of_the_newest_step_are_drawn(tmp_path, monkeypatch):
    """And still all of the player's. A room has too few rows for the real limit."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    paths, age = run.recent.paths.newest(SWEPT_STEPS)
    own = paths.mover == run.world.player.id
    assert {*age[~own].tolist()} == {*range(SWEPT_STEPS)}
    monkeypatch.setattr("game.view.overlay.MANY_LINES", 1)
    run.tick(Controls())
    some, newest = run.recent.paths.newest()
    is_own = some.mover == run.world.player.id
    assert {*newest[~is_own].tolist()} == {0}
    assert newest[is_own & (newest > 0)].tolist() == (age[own] + 1).tolist()


@pytest.mark.parametrize("every", [1, 2, 100])
def test_recent_rows_are_those_of_the_steps_themselves(every, tmp_path):
    """Exactly, whether they are looked up after each tick, after some or only at the end."""
    run, steps = run_until(tmp_path, "slug-cage", lambda world: True), []
    while run.world.ticks < CONTACT_STEPS + 10:
        run.tick(Controls())
        steps.insert(0, (*run.world.last.step, run.world.last.predicted))
        if run.world.ticks % every == 0:
            run.recent.paths.newest(SWEPT_STEPS), run.recent.contacts.newest()
    for place, rows in enumerate(run.recent.tables):
        for fresh in (0, SWEPT_STEPS, FRESH_STEPS):
            parts = []
            for age, tables in enumerate(steps[:CONTACT_STEPS]):
                table, me = tables[place], run.world.player.id
                shown = (table[0] == me) | (age < fresh)
                parts.append([*(column[shown] for column in table), np.full(shown.sum(), age)])
            expected = [np.concatenate(columns) for columns in zip(*parts)]
            table, age = rows.newest(fresh)
            assert all(np.array_equal(a, b) for a, b in zip((*table, age), expected))
            assert len(age) or place == 1


def test_rows_of_long_ago_take_no_space(tmp_path):
    """Even if nothing is drawn."""
    run = run_until(tmp_path, "slug-cage", lambda world: world.ticks > CONTACT_STEPS)
    for rows in run.recent.tables:
        movers = np.concatenate([table[0] for table, _ in rows.parts])
        ticks = np.concatenate([ticks for _, ticks in rows.parts])
        others = ticks[movers != run.world.player.id]
        assert (others > run.world.ticks - 6 * FRESH_STEPS).all()


def test_before_the_first_tick_nothing_was_swept(tmp_path):
    run = run_until(tmp_path, "slug-cage", lambda world: True)
    assert run.world.last.step is None
    assert draw(run, [2, 3, 4, 6, 9]) == draw(run, [])
    assert draw(run, MODES["all"]) != draw(run, [])


@pytest.mark.parametrize("name", long_except(ROOMS, *ROOMS[::9]))
def test_drawing_changes_no_world(name, tmp_path):
    """During a dash, during the next aim if there is one, and at the end."""
    run = run_until(tmp_path, name, lambda world: True)
    for is_there in (is_dashing, is_aiming, lambda world: world.outcome):
        while not (is_there(run.world) or run.world.outcome):
            run.tick(Controls())
        before = run.world.state_hash(), run.world.last.step, run.world.player.__dict__.copy()
        for alpha in (0.0, 0.5, 0.99):
            run.clock.alpha = alpha
            run.draw(pygame.Surface(SIZE), MODES["all"], ["note"])
        assert (run.world.state_hash(), run.world.last.step, run.world.player.__dict__) == before


def test_a_layer_that_is_off_costs_nothing(tmp_path, monkeypatch):
    """Without its layers and their rows the overlay can still be off: it does not ask for them."""
    run = run_until(tmp_path, "slug-cage", is_dashing)
    monkeypatch.setattr("game.view.overlay.RecentRows.newest", None)
    monkeypatch.setattr("game.view.overlay.LAYERS", [None] * len(LAYERS))
    run.draw(pygame.Surface(SIZE), MODES["off"])
    with pytest.raises(AttributeError):
        run.draw(pygame.Surface(SIZE), frozenset({6}))


@pytest.mark.parametrize("name", ["slug-cage", "saw-mill"])
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_a_run_is_the_same_with_all_layers_drawn_after_each_tick(name, every, tmp_path):
    """Or after every tenth."""
    run, surface = run_until(tmp_path, name, lambda world: True), pygame.Surface((160, 90))
    while not run.world.outcome:
        run.tick(Controls())
        if run.world.ticks % every == 0:
            run.draw(surface, MODES["all"])
    assert run.world.state_hash() == replay_of(name).hashes[-1]


class Drawn(Canvas):
    """Records the boxes, the areas and the lines that a layer draws, with their colours."""

    def __init__(self, run, layer):
        super().__init__(pygame.Surface(SIZE), Screen.fit(SIZE, SIZE))
        self.kept, self.words = {"boxes": [], "hulls": [], "bars": []}, []
        draw_overlay(self, look(run), frozenset({layer}))

    def boxes(self, ends, color, *how, **more):
        self.kept["boxes"] += zip(ends.tolist(), one_for_each(color, len(ends)))

    def hulls(self, points, color, *how, **more):
        self.kept["hulls"] += zip(points.tolist(), one_for_each(color, len(points)))

    def hull(self, points, color, *how, **more):
        self.kept["hulls"].append((points, color))

    def bar(self, start, end, color, *how, **more):
        self.kept["bars"].append((start, end))

    def bars(self, start, end, color, *how, **more):
        self.kept["bars"] += zip(start.tolist(), end.tolist())

    def text(self, words, *how, **more):
        self.words.append(words)


def each_tick(folder, name):
    run = run_until(folder, name, lambda world: True)
    while not run.world.outcome:
        run.recent = RecentSteps(run.world.player.id)
        run.tick(Controls())
        yield run


@pytest.mark.parametrize("name", long_except(["slug-cage", "oncoming", "corner-cut"], "slug-cage"))
def test_what_the_discrete_test_missed_is_drawn_as_often_as_it_is_counted(name, tmp_path):
    counted = 0
    for run in each_tick(tmp_path, name):
        world, contacts, on = run.world, run.world.last.step.contacts, run.world.last.predicted
        drawn, counted_before = Drawn(run, 9).kept, counted
        counted = world.counters.missed_by_discrete
        assert len(drawn["boxes"]) == len(drawn["bars"]) == counted - counted_before
        at = contacts.position
        for k in range(len(at)):
            a = AABB(tuple(at[k]), tuple(on.reach[k]))
            b = AABB(tuple(on.solid[k] - on.drift[k]), (0.0, 0.0))
            seen = discrete(a, b, tuple(on.end[k] - at[k]), tuple(on.drift[k]))
            assert on.missed()[k] == (not seen)
    assert counted


@pytest.mark.parametrize("name", long_except(["slug-cage", "oncoming", "corner-cut"], "oncoming"))
def test_a_missed_contact_has_its_ghost_at_u1(name, tmp_path):
    for run in each_tick(tmp_path, name):
        left = (run.world.last.step.touches.u1 < 1).sum() if not run.world.outcome else 0
        assert len(Drawn(run, 6).kept["boxes"]) == run.world.last.predicted.missed().sum() + left


def test_a_ghost_at_u1_only_touches_the_core_that_it_leaves(tmp_path):
    run = run_until(tmp_path, "first-contact", lambda world: len(world.bodies.of(Core)) < 3)
    while not (run.world.last.step.touches.u1 < 1).any():
        run.tick(Controls())
    ((low, high), _) = Drawn(run, 6).kept["boxes"][-1]
    cores = [core.box for core in run.world.room.of(Core)]
    core = min(cores, key=lambda box: abs(box.center[0] - low[0]))
    gaps = [max(a - d, c - b) for a, b, c, d in zip(low, high, core.min, core.max)]
    assert max(gaps) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    "name", long_except(["first-contact", "hairline", "corner-cut", "row-of-twelve"], "corner-cut")
)
def test_the_players_way_as_a_point_never_enters_a_grown_wall(name, tmp_path):
    stops = 0
    for run in each_tick(tmp_path, name):
        drawn = Drawn(run, 7).kept
        walls = [wall for wall, _ in drawn["boxes"]]
        for ends in drawn["bars"]:
            middle = np.mean(ends, axis=0)
            depths = [min((middle - wall[0]).min(), (wall[1] - middle).min()) for wall in walls]
            assert max(depths, default=0.0) <= SKIN
        if len(run.world.last.step.contacts.u):
            stops += 1
            end = drawn["bars"][-1][1]
            gaps = [np.abs((wall - np.array(end))[:, k]).min() for wall in walls for k in (0, 1)]
            assert min(gaps) == pytest.approx(0.0, abs=1e-9)
    assert stops


def test_a_gap_is_marked_on_the_axes_if_and_only_if_there_is_one(tmp_path):
    seen = 0
    for run in each_tick(tmp_path, "saw-mill"):
        world, marks = run.world, [color for _, color in Drawn(run, 8).kept["hulls"]]
        at = world.space.center[world.player.id]
        near = [
            b
            for b in world.bodies.of(Blade).values()
            if np.hypot(*(at - b.center)) <= b.reach + NEARBY
        ]
        box = AABB(tuple(at), HURT_HALF)
        apart = [separating_axis(box, blade.bar(world.time.now)) is not None for blade in near]
        assert set(marks) <= {HIT_COLOR, MISS_COLOR}
        assert (MISS_COLOR in marks) == any(apart)
        seen += len(near)
    assert seen


def test_between_the_shadows_on_an_axis_their_inner_ends_are_marked(tmp_path):
    """The axis goes on from the first to the last of the four ends."""
    seen = set()
    for run in each_tick(tmp_path, "saw-mill"):
        drawn = Drawn(run, 8).kept
        bars = np.array(drawn["bars"]).reshape(-1, 3, 2, 2)
        assert len(bars) == len(drawn["hulls"])
        for (axis, *shadows), (mark, color) in zip(bars, drawn["hulls"]):
            along = (axis[1] - axis[0]) / np.hypot(*(axis[1] - axis[0]))
            first, second, third, last = sorted(np.reshape(shadows, (4, 2)) @ along)
            assert axis @ along == pytest.approx([first, last])
            assert sorted(mark @ along) == pytest.approx([second, second, third, third])
            seen.add(color)
    assert seen == {HIT_COLOR, MISS_COLOR}


@pytest.mark.parametrize("ticks", [0, 1, 8])
def test_the_solids_have_their_reasons_for_as_long_as_the_last_path_is_drawn(ticks, tmp_path):
    """Those that the player hit have the colour of a hit, and each reason is written once."""
    run = run_until(tmp_path, "corner-cut", lambda world: world.counters.contacts)
    me, contacts = run.world.player.id, run.world.last.step.contacts
    hit = contacts.other[contacts.mover == me].tolist()
    for _ in range(ticks):
        run.tick(Controls())
    drawn, space = Drawn(run, 5), run.world.space
    colors = [color for _, color in drawn.kept["boxes"]]
    reasons = run.reasons()
    assert reasons["hit"] == hit
    assert colors.count(HIT_COLOR) == len(hit) == 1
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    assert sum(map(len, reasons.values())) == len(solids)
    assert 2 <= len(drawn.words) == len({*drawn.words}) == len(reasons)
    assert "hit" in drawn.words


def test_the_modes_of_the_command_line_are_layers():
    names = [layer.name for layer in LAYERS]
    assert [names[i] for i in sorted(FIRST_CHOSEN)] == ["boxes", "swept volumes", "contacts at u0"]
    assert [names[i] for i in sorted(MODES["boxes"])] == ["boxes", "velocities"]
    assert MODES["off"] == frozenset()
    assert MODES["all"] == frozenset(range(len(LAYERS)))


def test_every_kind_of_body_has_the_colour_of_its_role(tmp_path):
    world = run_until(tmp_path, "slug-cage", lambda world: True).world
    ids = [
        world.player.id,
        *list(world.bodies.of(Slug))[:1],
        *world.bodies.of(Slider),
        min(world.bodies.of(Exit)),
        0,
    ]
    assert len(set(body_colors(world, np.array(ids)))) == 5
