"""Methods: what each does to a fast box and a thin wall."""

from __future__ import annotations

from collections import Counter
from math import inf

import numpy as np
import pytest
from support.drawn import box, dash, player_at, room, where
from support.suite import long_except

from game.collision import SKIN, Response, Space, Step, pitfalls
from game.collision.batch import Floats
from game.collision.tables import Contacts, Paths, Touches
from game.headless import random_controls
from game.resources import levels
from game.simulation import methods
from game.simulation.begin import begin
from game.simulation.elements import Core
from game.simulation.methods import METHODS, cut, inside, listing_4_batch, parse_method
from game.simulation.tiled import load_room
from game.simulation.world import World

RIGHT = 0


@pytest.mark.parametrize("name", ["sweep", "discrete", "listing4", "substeps:1", "substeps:1000"])
def test_methods_are_named(name: str) -> None:
    """A name that ends in a number says how many parts a step has."""
    assert parse_method(name).name == name
    assert parse_method(name).parts == int(name.partition(":")[2] or 1)


@pytest.mark.parametrize(
    "name", ["", "swept", "substeps", "substeps:", "substeps:0", "substeps:-1", "substeps:1001",
             "substeps:1.5", "substeps:²", "substeps:99999999999", "sweep:2"],
)  # fmt: skip
def test_an_unknown_method_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(ValueError, match=r"is unknown; expected sweep, .* 1 to 1000$"):
        parse_method(name)


def dashed(method: str, *boxes: dict[str, object], x: float = 100) -> World:
    """Dash to the right under a method."""
    w = begin(room(player_at(x, 180), *boxes), method=parse_method(method))
    dash(w, RIGHT)
    return w


WALL = box("wall", 150, 100, 1, 200)


def test_the_sweep_stops_at_a_thin_wall_and_the_discrete_test_does_not() -> None:
    assert where(dashed("sweep", WALL)) == (146, 180)
    assert where(dashed("discrete", WALL)) == (632, 180)


def test_substeps_are_luck() -> None:
    """With 9 of 10 px each the box of 8 px lands in the wall of 1 px or over it."""
    ends = {x: where(dashed("substeps:9", WALL, x=x))[0] for x in (100, 104, 105, 106, 107)}
    assert ends == {100: 146, 104: 146, 105: 632, 106: 632, 107: 146}


def test_what_lands_in_a_solid_goes_back_to_the_face_that_it_came_from() -> None:
    """In the middle of the thick wall, in a corner of two, and with a velocity that answers."""
    assert where(dashed("discrete", box("wall", 180, 100, 90, 200))) == (176, 180)
    space = Space()
    space.add_walls([[150, 0], [0, 150]], [[50, 500], [500, 50]])
    movers = space.add_movers(
        [[80, 80]] * 3, [4, 4], [6000, 3000], [Response.STOP, Response.SLIDE, Response.BOUNCE]
    )
    step = METHODS["discrete"].step(space, 1 / 100)
    assert space.center[movers].tolist() == [[96, 96]] * 3
    assert space.velocity[movers].tolist() == [[0, 0], [0, 0], [-6000, -3000]]
    assert step.contacts.u.tolist() == [1.0] * 6
    assert step.paths.start.tolist() == [[80, 80]] * 3
    assert step.paths.end.tolist() == [[96, 96]] * 3


def test_a_sample_takes_a_mover_out_of_four_solids_at_most() -> None:
    """Of a gap that is too narrow: to and fro between its walls."""
    space = Space()
    walls = space.add_walls([[-10, 0], [10, 0]], [7, 50])
    (mover,) = space.add_movers([0, 0], 4.0, [1, 0], Response.PASS)
    contacts = METHODS["discrete"].step(space, 1.0).contacts
    assert contacts.other.tolist() == [walls[1], walls[0]] * 2
    assert contacts.normal.tolist() == [[-1, 0], [1, 0]] * 2
    assert contacts.crushed.dtype == bool
    assert not contacts.crushed.any()
    assert space.center[mover].tolist() == [1, 0]


@pytest.mark.parametrize("how", [Response.STOP, Response.SLIDE, Response.BOUNCE])
def test_a_sample_answers_as_the_mover_does(how: Response) -> None:
    """At one wall: only STOP loses the velocity along it."""
    space = Space()
    space.add_walls([50, 0], [8, 500])
    (mover,) = space.add_movers([0, 0], 4.0, [48, 16], how)
    METHODS["discrete"].step(space, 1.0)
    velocity = {"STOP": [0, 0], "SLIDE": [0, 16], "BOUNCE": [-48, 16]}
    assert space.velocity[mover].tolist() == velocity[how.name]
    assert space.center[mover].tolist() == [38, 16]


def test_a_mover_is_inside_deeper_than_skin_only() -> None:
    """It counts for the lowest id of two solids."""
    space = Space()
    space.add_walls([[0, 0], [0, 1]], 4.0)
    movers = space.add_movers([[8 - SKIN, 0], [8 - 2 * SKIN, 0], [8, 0]], 4.0, 0.0, Response.STOP)
    mover, solid = inside(space)
    assert (mover.tolist(), solid.tolist()) == ([movers[1]], [0])


def test_the_paths_of_many_parts_are_in_order() -> None:
    space = Space()
    movers = space.add_movers([[0, 0], [0, 20], [0, 40]], 4.0, [64, 0], Response.STOP)
    paths = parse_method("substeps:64").step(space, 1.0).paths
    assert paths.mover.tolist() == np.repeat(movers, 64).tolist()
    assert paths.start[:, 0].tolist() == [*range(64)] * 3
    assert (paths.u_start * 64).tolist() == [*range(64)] * 3
    assert (paths.u_end * 64).tolist() == [*range(1, 65)] * 3


def test_listing_4_stops_a_mover_on_its_way() -> None:
    """At an obstacle, after half of the step; what it passes until then is touched."""
    space = Space()
    (mover,) = space.add_movers([10, 8], 4.0, [90, 0], Response.STOP)
    (obstacle,) = space.add_obstacles([60, 0], [1, 100], 0.0)
    (sensor,) = space.add_sensors([30, 8], [1, 1])
    contacts, touches, paths = METHODS["listing4"].step(space, 1.0)
    assert (contacts.mover.tolist(), contacts.other.tolist()) == ([mover], [obstacle])
    assert (contacts.u.tolist(), contacts.normal.tolist()) == ([0.5], [[-1, 0]])
    assert contacts.position.tolist() == paths.end.tolist() == [[55, 8]]
    assert [*paths.u_start, *paths.u_end] == [0, 1]
    assert touches[:2] == (mover, sensor)
    assert [*touches.u0, *touches.u1] == pytest.approx([15 / 45, 25 / 45])


@pytest.mark.parametrize("end", [0.5, 0.25])
def test_a_step_is_cut_after_what_happens_at_that_time(end: float) -> None:
    def rows(*columns: object) -> list[np.ndarray]:
        return [np.array(column) for column in columns]

    u, at = [0.25, 0.5, 0.75], [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]
    contacts = Contacts(*rows([1, 2, 3], [7, 8, 9], u, at, at, [False] * 3))
    touches = Touches(*rows([1, 2, 3], [4, 5, 6], u, [1.0, 1.0, 1.0]))
    pieces = [0, 0, 1], [0.0, 0.25, 0.0], [0.25, 1.0, 1.0], [[0.0, 0], [4, 0], [0, 0]]
    paths = Paths(*rows(*pieces, [[4.0, 0], [4, 12], [8, 16]]))
    kept = cut(Step(contacts, touches, paths), end)
    n = 2 if end == 0.5 else 1
    assert kept.contacts.mover.tolist() == kept.touches.a.tolist() == [1, 2, 3][:n]
    expected = {0.5: [(0.25, [4, 0]), (0.5, [4, 4]), (0.5, [4, 8])]}
    expected[0.25] = [(0.25, [4, 0]), (0.25, [2, 4])]
    assert [*zip(kept.paths.u_end.tolist(), kept.paths.end.tolist())] == expected[end]


def test_a_sample_takes_only_what_is_there_then() -> None:
    core = box("core", 130, 174, 12, 12)
    assert len(dashed("sweep", core).bodies.of(Core)) == 0
    assert len(dashed("discrete", core).bodies.of(Core)) == 1
    assert len(dashed("substeps:9", core).bodies.of(Core)) == 0


def test_a_sample_hurts_only_if_the_middle_is_hit_then() -> None:
    passed = box("slug", 140, 178, 4, 4, vx=0, vy=0)
    there = box("slug", 188, 178, 4, 4, vx=0, vy=0)
    grazed = box("slug", 188, 183.5, 4, 4, vx=0, vy=0)
    assert dashed("sweep", passed).outcome == "dead"
    assert dashed("discrete", passed).outcome is None
    assert dashed("discrete", there).outcome == "dead"
    assert dashed("discrete", grazed).outcome is None


def test_listing_4_hits_walls_that_are_nowhere_near() -> None:
    """The dash is stopped where it begins, by a solid that is apart and still on an axis."""
    w = dashed("listing4", box("wall", 500, 10, 1, 20))
    assert where(w) == (100, 180)
    assert w.counters.contacts > 0


def test_listing_4_does_not_stop_a_lone_mover() -> None:
    space = Space()
    (mover,) = space.add_movers([[0, 0]], [4, 4], [6000, 3000], Response.STOP)
    METHODS["listing4"].step(space, 1 / 100)
    assert space.center[mover].tolist() == [60, 30]


def listings(*columns: Floats) -> list[float]:
    """Ask the listing itself about rows of two boxes."""
    answers = (pitfalls.listing_4(*row) for row in np.stack(columns).transpose(2, 0, 1).tolist())
    return [min(u0, 1.0) if hit else inf for hit, u0, _ in answers]


def on_and_off_a_lattice(seed: int, count: int) -> tuple[Floats, ...]:
    rng = np.random.default_rng(seed)
    lattice = rng.integers(-4, 5, (3, 2, count // 2)) / 2
    half, begin, end = np.concatenate((lattice, rng.normal(0, 4, lattice.shape)), axis=2)
    return np.abs(half), begin, end


def test_listing_4_answers_many_as_it_answers_each() -> None:
    rows = *on_and_off_a_lattice(1, 40_000), *on_and_off_a_lattice(2, 40_000)
    half_a, a0, _, half_b, b0, _ = rows
    b0[0, -9000:] = (a0 + (half_a + half_b))[0, -9000:]  # They touch, but for a bit.
    answers = listings(*rows)
    assert listing_4_batch(*rows).tolist() == answers
    kinds = Counter(u0 if u0 in (0, 1, inf) else 0.5 for u0 in answers)
    assert sorted(kinds) == [0, 0.5, 1, inf]
    assert min(kinds.values()) > 500


@pytest.mark.parametrize("pairs", [1, 40, 2**16])
def test_listing_4_takes_the_first_solid_however_many_it_is_asked_about(
    pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that it hits at the same time, the one that was added first.

    How many are asked about at once is set: 60 boxes are one block of the real size.
    """
    monkeypatch.setattr(methods, "PAIRS", pairs)
    space, (half, begin, end) = Space(), on_and_off_a_lattice(3, 60)
    space.add_walls(begin.T[:40] * 9, half.T[:40])
    movers = space.add_movers(begin.T[40:] * 9, half.T[40:], (end - begin).T[40:], Response.STOP)
    before = space.center.copy()
    contacts = METHODS["listing4"].step(space, 1.0).contacts
    expected = {}
    for mover in movers.tolist():
        a = space.half_extents[mover], before[mover], before[mover] + (end - begin).T[mover]
        others = ((space.half_extents[i], before[i], before[i]) for i in range(40))
        u0, first = min(
            (*listings(*(x[:, None] for x in (*a, *b))), i) for i, b in enumerate(others)
        )
        expected |= {mover: (first, u0)} if u0 <= 1 else {}
    found = zip(contacts.mover.tolist(), contacts.other.tolist(), contacts.u.tolist())
    assert {mover: (other, u) for mover, other, u in found} == expected
    assert len(expected) > 5
    assert any(u for _, u in expected.values())


def test_movers_stop_flush_at_solids_that_move() -> None:
    """A discrete test takes a bouncing mover back to the obstacle's face where that ends."""
    space = Space()
    space.add_obstacles([[100, 0]], [[10, 50]], [[-1000, 0]])
    (mover,) = space.add_movers([[50, 0]], [4, 4], [4000, 0], Response.BOUNCE)
    METHODS["discrete"].step(space, 1 / 100)
    assert space.center[mover].tolist() == [76, 0]
    assert space.velocity[mover].tolist() == [-6000, 0]


@pytest.mark.parametrize("method", ["discrete", "substeps:3", "listing4"])
@pytest.mark.parametrize("name", long_except(levels(), "slug-cage", "glitch"))
def test_every_method_runs_every_room(name: str, method: str) -> None:
    drawn, wanted = load_room(levels()[name]), random_controls(2)
    w = begin(drawn, method=parse_method(method))
    for _ in range(200):
        w = begin(drawn, method=w.method) if w.outcome else w
        w.tick(next(wanted))
        if w.last.step:
            contacts, touches, paths = w.last.step
            assert (np.diff(paths.mover) >= 0).all()
            assert (np.diff(np.lexsort((contacts.mover, contacts.u))) == 1).all()
            for u in (contacts.u, touches.u0, touches.u1, paths.u_start, paths.u_end):
                assert ((u >= 0) & (u <= 1)).all()
            assert np.isfinite(w.space.center).all()
