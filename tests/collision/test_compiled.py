"""Movers that follow.c follows do what a Flock and a Journey do, to the last bit."""

import numpy as np
import pytest
from support.suite import long_except

from game.collision import SKIN, Response, Space, compiled, grid, step
from game.collision.library import load, status

pytestmark = pytest.mark.skipif(load() is None, reason=status())

SPEEDS = [4.0, 64.0, 1000.0, 20000.0]
HAIR = [0.0, SKIN / 2, SKIN, 1.25 * SKIN, 2 * SKIN]
"""Half extents, px, at which bodies fit into joints or have no core."""
TIMES = [0.0, 1 / 60, 0.25, 1.0]


def places(rng, n, side=120.0, on_grid=False):
    """Return n random places in a square; on a grid, seams and ties are common."""
    points = rng.uniform(-side / 2, side / 2, (n, 2))
    return np.round(points / 4) * 4 if on_grid else points


def sizes(rng, n, most, on_grid=False):
    """Return n random half extents, some of them thin as a hair."""
    half = rng.uniform(0, most, (n, 2))
    half = np.round(half / 2) * 2 if on_grid else half
    return np.where(rng.random((n, 2)) < 0.15, rng.choice(HAIR, (n, 2)), half)


def motions(rng, n, speed):
    """Return n random velocities, a fifth of their coordinates 0."""
    v = rng.uniform(-speed, speed, (n, 2))
    v[rng.random((n, 2)) < 0.2] = 0
    return v


def add_random_movers(rng, space, n, speed, on_grid=False):
    half = sizes(rng, n, 5, on_grid)
    v = motions(rng, n, speed)
    how = rng.integers(0, 4, n)
    space.add_movers(places(rng, n, on_grid=on_grid), half, v, how, rng.random(n) < 0.4)


def crowd(rng):
    """A closed room with walls, tiles, obstacles, sensors, and movers of all kinds."""
    space, on_grid = Space(), rng.random() < 0.5
    n = int(rng.integers(2, 30))
    space.add_walls(places(rng, n, on_grid=on_grid), sizes(rng, n, 12, on_grid))
    x = -60 + 8.0 * np.arange(12)
    space.add_walls(np.stack((x, np.full(12, 20.0)), 1), (4, 4))
    space.add_walls([[-70, 0], [70, 0], [0, -70], [0, 70]], [[1, 72], [1, 72], [72, 1], [72, 1]])
    n = int(rng.integers(1, 6))
    push = rng.choice([0.0, 8, -24, 60, 200], (n, 2))
    space.add_obstacles(places(rng, n, on_grid=on_grid), sizes(rng, n, 10, on_grid), push)
    space.add_sensors(places(rng, 3), sizes(rng, 3, 9), rng.choice([0.0, 16.0], (3, 2)))
    add_random_movers(rng, space, int(rng.integers(1, 40)), rng.choice(SPEEDS), on_grid)
    return space


def pistons(rng):
    """Obstacles that close on movers, and walls that leave them no room."""
    space = Space()
    space.add_walls([[0, -20], [0, 20]], [[90, 1], [90, 1]])
    x = np.linspace(-80, 80, 9)
    up = np.stack((x, np.full(9, -14.0)), 1)
    space.add_obstacles(up, (6, 4), np.stack((np.zeros(9), rng.choice([60.0, 240, 900], 9)), 1))
    space.add_obstacles(-up, (6, 4), np.stack((np.zeros(9), -rng.choice([0.0, 240, 900], 9)), 1))
    at = np.stack((rng.uniform(-80, 80, 30), rng.uniform(-9, 9, 30)), 1)
    space.add_movers(at, sizes(rng, 30, 4), motions(rng, 30, 300), rng.integers(0, 4, 30))
    return space


def joints(rng):
    """A floor of tiles that touch, up to SKIN apart, and thin movers that fall on it."""
    space = Space()
    gaps = rng.choice([0.0, SKIN / 2, 0.9 * SKIN, SKIN, 1.5 * SKIN], 20)
    x = np.cumsum(8 + gaps) - 90
    space.add_walls(np.stack((x, np.full(20, 10.0)), 1), (4, 4))
    n = 60
    at = np.stack((rng.choice(x, n) + 4 + rng.choice([0, SKIN / 2, SKIN], n), np.zeros(n)), 1)
    fall = np.stack((rng.choice([0.0, 0.0, 3.0], n), rng.choice([30.0, 2000.0], n)), 1)
    space.add_movers(at, rng.choice([*HAIR, 1.5 * SKIN], (n, 2)), fall, rng.integers(0, 3, n))
    return space


def far(rng):
    """Speeds of 1e9 px/s, walls of 2^-1074 px, and a wall at the edge of the world."""
    space = Space()
    n = 80
    space.add_walls(places(rng, n, 4000.0), sizes(rng, n, 30))
    space.add_walls(places(rng, n, 400.0), 5e-324)
    distance = 2.0 ** rng.integers(12, 21)
    space.add_walls([[distance, distance], [-2000, 0]], [[1, 1], [1, 9000]])
    add_random_movers(rng, space, 30, 1e9)
    v = motions(rng, 30, 1.0) * rng.choice([1e-310, 5e-324, 1e200], (30, 1))
    space.add_movers(places(rng, 30), sizes(rng, 30, 3), v, rng.integers(0, 3, 30))
    return space


def corridor(rng):
    """Walls 20 px apart, and movers that bounce more often than they may report."""
    space = Space()
    x = 20.0 * np.arange(90)
    space.add_walls(np.stack((x, np.zeros(90)), 1), (1, 400))
    at = np.stack((rng.choice(x, 40) + rng.uniform(4, 16, 40), rng.uniform(-50, 50, 40)), 1)
    v = np.stack((rng.choice([3e3, 1e6, 1e9], 40), rng.uniform(-3, 3, 40)), 1)
    space.add_movers(at, rng.uniform(0, 2, (40, 2)), v, rng.integers(0, 3, 40))
    return space


def fence(rng):
    """Long walls along both axes and one far away: a grid has them in few cells, levels do not."""
    space = Space()
    at = np.arange(80) * 6.0
    along = np.stack((at, np.full(80, 240.0)), 1)
    space.add_walls(along, (0.5, 240))
    space.add_walls(along[:, ::-1], (240, 0.5))
    space.add_walls((2.0**19, 2.0**18), (1, 1))
    space.add_obstacles(rng.uniform(0, 480, (70, 2)), (1, 1), motions(rng, 70, 90))
    n = 60
    space.add_movers(
        rng.uniform(0, 480, (n, 2)), (1, 1), motions(rng, n, 2000), rng.integers(0, 3, n)
    )
    return space


def pebbles(rng):
    """Hundreds of solids in one place: more than are searched at once."""
    space = Space()
    space.add_walls(places(rng, 600, 60.0), rng.uniform(0, 0.5, (600, 2)))
    space.add_walls(places(rng, 300, 2.0) + (90, 0), (3, 3))
    add_random_movers(rng, space, 20, 600)
    space.add_movers([[70, 0], [60, 1], [85, 40]], (2, 2), [[900, 1], [1e6, 0], [0, -4e3]], 1)
    return space


KINDS = [crowd, pistons, joints, far, corridor, fence, pebbles]


def bits_after(space, steps, pushes):
    """Step a space, and return all that it reports and holds as bytes."""
    found = []
    for dt, push in zip(steps, pushes):
        happened = space.step(dt)
        found += [column for table in happened for column in table]
        found += [space.center.copy(), space.velocity.copy()]
        space.velocity[space.kind == 3] += push
    return [(column.dtype.kind, column.shape, column.tobytes()) for column in found]


def assert_same_bits(monkeypatch, kind, seed, few_pairs):
    rng = np.random.default_rng(seed)
    space = kind(rng)
    steps = rng.choice(TIMES, 3)
    pushes = rng.uniform(-50, 50, (3, 2))
    with monkeypatch.context() as patch:
        for module in (grid, compiled, step):
            patch.setattr(module, "FEW_PAIRS", few_pairs)
        patch.setattr(compiled, "MANY_MOVERS", min(few_pairs, 256))
        in_c = bits_after(space.copy(), steps, pushes)
        patch.setattr(step, "load", lambda: None)
        assert bits_after(space, steps, pushes) == in_c, (kind.__name__, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_bits_are_those_of_numpy(kind, monkeypatch):
    """Of positions, velocities, contacts, touches and paths, in three steps of each scene."""
    for seed in range(30):
        assert_same_bits(monkeypatch, kind, seed, few_pairs=[1 << 14, 0][seed % 2])


@pytest.mark.parametrize("first", long_except(range(30, 130, 50)))
@pytest.mark.parametrize("kind", KINDS)
def test_the_bits_of_more_scenes_are_those_of_numpy(kind, first, monkeypatch):
    for seed in range(first, first + 50):
        assert_same_bits(monkeypatch, kind, seed, few_pairs=[1 << 14, 0][seed % 2])


@pytest.mark.parametrize(("kind", "has_levels"), [(crowd, False), (fence, True)])
def test_both_kinds_of_cells_are_searched(kind, has_levels, monkeypatch):
    """By the scenes above: those of a grid, and those of levels."""
    searched = []
    search = compiled.search_cells
    monkeypatch.setattr(compiled, "FEW_PAIRS", 0)
    monkeypatch.setattr(
        compiled, "search_cells", lambda of: searched.append(of.levels is not None) or search(of)
    )
    for seed in range(3):
        kind(np.random.default_rng(seed)).step(1.0)
    assert has_levels in searched


def test_a_step_that_is_kept_keeps_only_its_rows():
    """Not the room that follow.c was given for a thousand bends."""
    space = Space()
    space.add_movers((0, 0), (1, 1), (60, 0), Response.STOP)
    starts = space.step(1 / 60).paths.start
    assert starts.base is None or len(starts.base) == 1


@pytest.mark.parametrize("movers", [1, 300])
def test_obstacles_without_walls_have_the_bits_of_numpy(movers, monkeypatch):
    """A few movers compare all of them, and more of them search cells."""
    rng = np.random.default_rng(movers)

    def swarm(_):
        space = Space()
        space.add_obstacles(places(rng, 900, 900.0), sizes(rng, 900, 9), motions(rng, 900, 300))
        add_random_movers(rng, space, movers, 900)
        return space

    assert_same_bits(monkeypatch, swarm, 0, few_pairs=1 << 14)
