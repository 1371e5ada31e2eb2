"""What the lesson about many counts, counted one pair at a time."""

from itertools import combinations

import pytest
from support.recorder import record

from game.collision import AABB, overlaps, sweep
from game.study.lessons.many import BOX_HALF, LESSON, crowd


@pytest.mark.parametrize("changes", [{}, {"speed": 100, "count": 40}, {"axes": 3, "speed": 50}])
def test_near_and_met_pairs_are_those_of_the_tutorial(changes):
    now = crowd(LESSON.state.change(**changes))
    rows = list(zip(now.center.tolist(), now.move.tolist(), strict=True))
    flat = [AABB(place[:2], (BOX_HALF,) * 2).swept_bounds(motion[:2]) for place, motion in rows]
    near = {(a, b) for a, b in combinations(range(len(rows)), 2) if overlaps(flat[a], flat[b])}
    assert {*zip(*now.pairs.tolist(), strict=True)} == near
    boxes = [AABB(place, (BOX_HALF,) * len(place)) for place, _ in rows]
    expected = {
        (a, b)
        for a, b in combinations(range(len(rows)), 2)
        if sweep(boxes[a], boxes[b], rows[a][1], rows[b][1])
    }
    found = now.pairs[:, now.swept.hit].T.tolist()
    assert {*map(tuple, found)} == expected


def test_counts_are_hidden_while_the_bet_is_open():
    numbers = [call[1] for call in record(LESSON, reveals=False) if call[0] == "text"]
    assert numbers == ["4,950", "pairs"]
    assert len([call for call in record(LESSON) if call[0] == "text"]) == 6
