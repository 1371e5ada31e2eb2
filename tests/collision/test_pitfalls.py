"""The four tests that do not work fail in the documented ways, and no others."""

import math
import random
from itertools import product

import pytest
from collision.oracle import exact_sweep

from game.collision import AABB, overlaps, pitfalls, sweep

ONE = (1, 1)


def listing(d, v, move_a=(0, 0)):
    """Ask Listing 4 about boxes with half extents 1, a at the origin."""
    zero = (0,) * len(d)
    one = (1,) * len(d)
    return pitfalls.listing_4(one, zero, move_a, one, d, [x + y for x, y in zip(d, v)])


@pytest.mark.parametrize(
    ("dimensions", "ds", "vs", "reported", "true"),
    [
        (1, range(-6, 7), range(-6, 7), 169, 101),
        (2, range(-4, 5), range(-4, 5), 6141, 3089),
        (2, range(-5, 6), range(-5, 6), 12949, 5241),
        (3, range(-3, 4), range(-2, 3), 42083, 21437),
    ],
)
def test_listing_4_reports_as_many_hits_as_the_printed_one(dimensions, ds, vs, reported, true):
    """On a grid it calls many misses hits, and misses nothing."""
    said = really = missed = 0
    for d in product(ds, repeat=dimensions):
        for v in product(vs, repeat=dimensions):
            hit = listing(d, v, (0,) * dimensions)[0]
            truth = exact_sweep(d, v, (2,) * dimensions) is not None
            said, really, missed = said + hit, really + truth, missed + (truth and not hit)
    assert (said, really, missed) == (reported, true, 0)


DEFECTS = {
    "an axis that is apart and still is ignored": ((5, 100), (0, 0), (10, 0), (True, 0.3, 0.7)),
    "an axis that moves apart is ignored": ((10, 0), (0, 0), (-1, 0), (True, 0, 1)),
    "a meeting after the step counts": ((10, 10), (0, 0), (1, 1), (True, 8, 12)),
    "touching and parting keeps u1 = 1": ((2, 5), (0, 0), (-1, 10), (True, 0.3, 0.7)),
    "who starts overlapped has u1 = 0": ((1, 0), (0, 0), (-10, 0), (True, 0, 0)),
    "who rests on a floor is glued to it": ((0, 2), (0, 0), (3, 0), (True, 0, 0)),
    "NaN is a hit": ((9, 9), (0, 0), (math.nan, math.nan), (True, 0, 1)),
}


@pytest.mark.parametrize(("b", "move_b", "move_a", "answer"), DEFECTS.values(), ids=DEFECTS)
def test_listing_4_has_this_defect(b, move_b, move_a, answer):
    """The smallest witness of each defect gets the listing's answer."""
    assert listing(b, move_b, move_a) == answer


def test_two_crossed_bars_have_no_corner_inside_each_other():
    """A plus sign overlaps; the corner test says no."""
    flat, upright = AABB((0, 0), (5, 1)), AABB((0, 0), (1, 5))
    assert overlaps(flat, upright)
    assert not pitfalls.corners_inside(flat, upright)
    assert pitfalls.corners_inside(flat, AABB((5, 0), (2, 3)))


def test_a_fast_box_tunnels_through_a_thin_wall_unless_it_is_swept():
    """Looks at the end of the step, or of four parts, see nothing."""
    box, wall = AABB((0, 0), (4, 4)), AABB((40, 0), (0.5, 40))
    assert not pitfalls.discrete(box, wall, (90, 0))
    assert not pitfalls.substeps(box, wall, (90, 0), None, 3)
    assert pitfalls.substeps(box, wall, (90, 0), None, 10)
    assert sweep(box, wall, (90, 0))
    with pytest.raises(ValueError, match="n must be 1 or more parts, got 0"):
        pitfalls.substeps(box, wall, (90, 0), None, 0)


def test_more_substeps_miss_less_but_never_nothing():
    """An 8 px box, a 1 px wall of 60 px, 83 px a tick in any direction: what is missed."""
    rng, true, missed = random.Random(3), 0, dict.fromkeys((1, 4, 10, 20), 0)
    box, wall = AABB((0, 0), (4, 4)), None
    while true < 3000:
        wall = AABB((rng.uniform(-90, 90), rng.uniform(-90, 90)), (0.5, 30))
        turn = rng.uniform(0, math.tau)
        move = 83 * math.cos(turn), 83 * math.sin(turn)
        if overlaps(box, wall) or not sweep(box, wall, move):
            continue
        true += 1
        for n in missed:
            missed[n] += not pitfalls.substeps(box, wall, move, None, n)
    shares = [count / true for count in missed.values()]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.5
    assert 0 < shares[-1] < 0.05
