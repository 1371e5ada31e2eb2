"""The tables of a step: where bodies are at a time, and what their swept bounds are."""

import numpy as np

from game.collision.contact import MARGIN
from game.collision.tables import Bodies, Paths, Touches, bounds, concatenate, take_rows


def paths(*pieces):
    """A table of pieces: mover, u_start, u_end, start, end."""
    return Paths(*map(np.array, zip(*pieces)))


def test_bodies_are_placed_where_their_pieces_say_and_the_others_stay():
    """A body that bends, one that rests, one that moves from a half on."""
    way = paths(
        (0, 0.0, 0.5, (0.0, 0.0), (4.0, 8.0)),
        (0, 0.5, 1.0, (4.0, 8.0), (0.0, 8.0)),
        (2, 0.5, 1.0, (1.0, 1.0), (1.0, 9.0)),
    )
    after = np.array([(77.0, 77.0), (5.0, 5.0), (78.0, 78.0)])
    before = after.copy()
    places = {u: way.at(u, after).tolist() for u in (0.0, 0.25, 0.5, 0.75, 1.0)}
    assert [places[u][0] for u in places] == [[0, 0], [2, 4], [4, 8], [2, 8], [0, 8]]
    assert [places[u][1] for u in places] == [[5, 5]] * 5
    assert [places[u][2] for u in places] == [[78, 78], [78, 78], [1, 1], [1, 5], [1, 9]]
    assert (after == before).all()


def test_a_piece_ends_at_the_bits_of_its_end():
    """1e16 + (0.1 - 1e16) is not 0.1; a piece without length is at its end."""
    way = paths((0, 0.0, 1.0, (1e16, 0.0), (0.1, 0.0)), (1, 1.0, 1.0, (3.0, 3.0), (3.0, 4.0)))
    assert way.place(1.0).tolist() == [[0.1, 0], [3, 4]]
    assert way.place(np.array([0.5, 1.0])).tolist() == [[5e15, 0], [3, 4]]


def test_swept_bounds_reach_the_margin_beyond_both_ends():
    way = paths((0, 0.0, 1.0, (4.0, 0.0), (0.0, 8.0)), (1, 0.0, 1.0, (0.0, 0.0), (1.0, 1.0)))
    low, high = way.bounds(np.array([(1.0, 2.0), (0.0, 0.0)]))
    assert low.T.tolist() == [[-1 - MARGIN, -2 - MARGIN], [-MARGIN, -MARGIN]]
    assert high.T.tolist() == [[5 + MARGIN, 10 + MARGIN], [1 + MARGIN, 1 + MARGIN]]
    start, end, half = (np.array([x]).T for x in ((4.0, 0.0), (0.0, 8.0), (1.0, 2.0)))
    assert bounds(start, end, half)[0].tolist() == [[-1 - MARGIN], [-2 - MARGIN]]


def touches(*ids):
    return Touches(*(np.array(ids) + k for k in range(4)))


def test_tables_are_joined_in_their_order():
    """Those without rows are left out; one alone is not copied."""
    one, two, none = touches(1, 2), touches(7), touches()
    assert concatenate([none, one, none]) is one
    assert concatenate([none, none]) is none
    joined = concatenate([one, none, two, one])
    assert isinstance(joined, Touches)
    assert [column.tolist() for column in joined] == [
        [x + k for x in (1, 2, 7, 1, 2)] for k in range(4)
    ]


def bodies(*ids):
    """Bodies with these ids; column k of a body is ten times its id, and k."""
    id = np.array(ids)
    return Bodies(id, 10.0 * id + np.arange(8.0)[:, None], id + 1, id > 4)


def test_rows_of_bodies_lie_along_the_last_axis():
    """Two tables are joined, and rows taken, with all their columns."""
    for table in (
        concatenate([bodies(3, 4), bodies(5)], -1),
        take_rows(bodies(6, 5, 3, 4), np.array([2, 3, 1])),
    ):
        assert [column.tolist() for column in table] == [x.tolist() for x in bodies(3, 4, 5)]
    assert bodies(3, 4).vectors.shape == (4, 2, 2)
