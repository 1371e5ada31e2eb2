"""What the race counts, counted one pair at a time."""

from itertools import pairwise

import pytest
from support.recorder import record

from game.collision import AABB, pitfalls, sweep
from game.study.lessons.race import (
    LESSON,
    SAMPLE_COUNTS,
    SHOT_HALF,
    SHOTS,
    TALL,
    shoot,
    tally,
    tally_of,
)

HALF = SHOT_HALF, SHOT_HALF


def pairs(speed, thick):
    start, motion, wall = shoot(speed, thick, SHOT_HALF, TALL)
    return [(AABB(a, HALF), wall, b) for a, b in zip(start.tolist(), motion.tolist(), strict=True)]


@pytest.mark.parametrize(("speed", "thick"), [(20, 24), (120, 1), (200, 4)])
def test_the_table_counts_what_the_pitfalls_say(speed, thick):
    counted = tally_of(speed, thick)
    hit = [pair for pair in pairs(speed, thick) if sweep(*pair)]
    assert len(hit) == counted.hits
    for n, missed in zip(SAMPLE_COUNTS[:5], counted.missed, strict=False):
        assert sum(not pitfalls.substeps(*pair, None, n) for pair in hit) == missed
    found = 0
    for box, wall, motion in pairs(speed, thick):
        ends = box.center, box.moved(motion).center
        found += pitfalls.listing_4(HALF, *ends, wall.half_extents, *[wall.center] * 2)[0]
    assert found - len(hit) == counted.invented


def test_more_samples_miss_less_but_never_nothing():
    counted = tally(LESSON.state)
    assert list(counted.missed) == sorted(counted.missed, reverse=True)
    assert 0 < counted.missed[-1] < counted.hits < SHOTS
    assert counted.invented > 0


@pytest.mark.parametrize("speed", [100, 160, 220])
def test_twice_as_many_samples_miss_about_half_as_often(speed):
    """The bet's and the check's answer, of all walls together and from 16 samples on."""
    missed = [sum(each) for each in zip(*(tally_of(speed, thick).missed for thick in range(1, 25)))]
    for few, many in pairwise(missed[4:]):
        assert few / 2.3 < many < few / 1.8


def test_the_table_is_hidden_while_the_bet_is_open():
    assert any(call[0] == "text" for call in record(LESSON))
    assert not any(call[0] == "text" for call in record(LESSON, reveals=False))
