"""The arrays hold the results of the scalar reference, bit for bit."""

import math
import random

import numpy as np
import pytest
from support.oracle import random_integers, small_grid

from game.collision import AABB, overlaps, overlaps_batch, sweep, sweep_batch
from game.collision.batch import BLOCK


def as_arrays(cases):
    """(d, r, s) of pairs as the six arrays of sweep_batch: off the origin, the reach shared."""
    d, r, s = (np.array(column, float) for column in zip(*cases))
    return d * 0 + 3, s / 4, r * 0.25, d + 3, s * 0.75, r * 1.25


def hex_of(x):
    return float(x).hex()


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_sweep_batch_is_sweep_to_the_bit(dimensions):
    """Ties, touching, zero motion, floats: u0, u1 and axis of each pair, signs of zero included."""
    rng = random.Random(dimensions)
    cases = [random_integers(rng, dimensions, 16) for _ in range(2000)]
    cases += [
        tuple([rng.uniform(-k, k) for _ in range(dimensions)] for k in (9, 20, 4))
        for _ in range(2000)
    ]
    cases = [(d, r, list(map(abs, s))) for d, r, s in cases]
    cases += list(small_grid()) if dimensions == 2 else []
    arrays = as_arrays(cases)
    batch = sweep_batch(*arrays)
    for i, rows in enumerate(zip(*arrays)):
        ca, ha, ma, cb, hb, mb = rows
        one = sweep(AABB(ca, ha), AABB(cb, hb), ma, mb)
        assert batch.hit[i] == (one is not None)
        u0, u1 = (one.u0, one.u1) if one else (math.inf, -math.inf)
        axis = one.entry_axes[0] if one and one.entry_axes else -1
        found = hex_of(batch.u0[i]), hex_of(batch.u1[i]), batch.axis[i]
        assert found == (hex_of(u0), hex_of(u1), axis)
        assert overlaps_batch(ca, ha, cb, hb) == overlaps(AABB(ca, ha), AABB(cb, hb))


def test_one_box_against_many_broadcasts():
    found = sweep_batch([0, 0], [1, 1], [8, 0], np.zeros((3, 2)), [1, 1], np.zeros((4, 1, 2)))
    assert found.hit.shape == found.u0.shape == found.axis.shape == (4, 3)
    assert [column.dtype for column in found] == [np.bool_, np.float64, np.float64, np.intp]


def test_more_pairs_than_one_block_holds_are_the_same_pairs():
    """Twice a block and a bit, one box in all, gives the results of its parts."""
    rng, n = np.random.default_rng(1), 2 * BLOCK + 3
    center, half, move = rng.integers(-9, 9, (3, n, 2)).astype(float)
    arrays = center, abs(half), move
    whole = sweep_batch(*arrays, [1, 2], [3, 0], [0, 0])
    for start in range(0, n, 1000):
        part = [x[start : start + 1000] for x in arrays]
        alone = sweep_batch(*part, [1, 2], [3, 0], [0, 0])
        for one, together in zip(alone, whole):
            assert (one == together[start : start + 1000]).all()


def test_no_pairs_are_an_empty_answer():
    none = np.zeros((0, 2))
    assert sweep_batch(none, [1, 1], none, none, [1, 1], none).hit.shape == (0,)
    assert overlaps_batch(none, none, none, none).shape == (0,)


GOOD = [[0.0, 0.0]] * 6


@pytest.mark.parametrize(
    ("index", "value", "message"),
    [
        (0, [0, np.nan], r"center_a must be finite, got nan at index \(1,\)"),
        (2, [np.inf, 0], "move_a must be finite, got inf"),
        (1, [0, np.nan], "half_a must be finite"),
        (4, [0, np.nan], "half_b must be finite"),
        (1, [0, -0.5], "half_a must not be negative, got -0.5"),
        (4, [0.5, -0.5], "half_b must not be negative, got -0.5"),
        (3, [0, 0, 0], r"arrays must broadcast and have one D, got shapes center_a \(2,\)"),
        (3, 5.0, r"center_b must have shape \(..., D\), got \(\)"),
        (3, [[]], r"center_b must have shape \(..., D\), got \(1, 0\)"),
        (5, "up", "move_b must be an array of real numbers, got 'up'$"),
        (3, [0, 10**400], "center_b must be an array of real numbers, got"),
        (5, [[1, 2], [3]], r"move_b must be an array of real numbers, got \[\[1, 2\], \[3\]\]$"),
        (0, [1j, 2], r"center_a must be an array of real numbers, got \[1j, 2\]$"),
        (4, np.array([1 + 2j, 3]), r"half_b must be an array of real numbers, got array\("),
    ],
)
def test_bad_input_is_named(index, value, message):
    arguments = [*GOOD]
    arguments[index] = value
    with pytest.raises(ValueError, match=f"^{message}"):
        sweep_batch(*arguments)
    if index not in (2, 5):
        with pytest.raises(ValueError, match=f"^{message}"):
            overlaps_batch(*arguments[:2], *arguments[3:5])


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (sweep_batch, ["center_a", "half_a", "move_a", "center_b", "half_b", "move_b"]),
        (overlaps_batch, ["center_a", "half_a", "center_b", "half_b"]),
    ],
)
def test_arrays_that_do_not_broadcast_are_all_named(function, names):
    arrays = [np.zeros((k, 2)) for k, _ in enumerate(names, 2)]
    shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(names, arrays))
    with pytest.raises(ValueError, match="must broadcast and have one D, got shapes ") as error:
        function(*arrays)
    assert str(error.value).endswith(f"shapes {shapes}")


def test_a_difference_that_overflows_is_refused():
    with pytest.raises(ValueError, match="move_b - move_a must be finite"):
        sweep_batch([0], [1], [1e308], [0], [1], [-1e308])
    for a, b in ((1.7e308, 2e307), (2e307, 1.7e308)):
        with pytest.raises(ValueError, match=r"half_a \+ half_b must be finite"):
            sweep_batch([0], [a], [0], [0], [b], [0])
    center = np.zeros((BLOCK + 9, 2))
    center[BLOCK + 5, 1] = 1e308
    message = rf"center_b - center_a must be finite, got -inf at index \({BLOCK + 5}, 1\)"
    with pytest.raises(ValueError, match=message):
        sweep_batch(center, [1, 1], [0, 0], [0, -1e308], [1, 1], [0, 0])


def test_a_caller_who_makes_numpy_raise_gets_the_same_bits():
    """np.seterr(all="raise"): a quotient that underflows or overflows is no error of the caller."""
    tiny, huge = 5e-324, 1e308
    centers = np.array([[0, tiny], [tiny, huge], [huge, 1], [1, 1]])
    moves = np.array([[tiny, huge], [0, 1], [huge, tiny], [-1, -1]])
    pairs = centers, [tiny, 1], moves, [tiny, tiny], [0, 1], [tiny, 0]
    quiet = sweep_batch(*pairs)
    with np.errstate(all="raise"):
        loud = sweep_batch(*pairs)
        overlaps_batch(*pairs[:2], *pairs[3:5])
    assert all((one == other).all() for one, other in zip(quiet, loud))


def test_boxes_whose_difference_overflows_do_not_overlap():
    assert not overlaps_batch([1e308], [1], [-1e308], [1])
