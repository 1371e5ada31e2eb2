"""What was the world like a while ago?"""

from copy import deepcopy
from functools import cache
from itertools import islice

import numpy as np
import pytest
from support.drawn import BEGIN
from support.staged import replay_of
from support.suite import long_except

from game.collision import SKIN
from game.resources import levels, shaft_file
from game.simulation.begin import begin, load_level
from game.simulation.lab import lab_room, make_lab
from game.simulation.player import Controls
from game.simulation.replay import begin_replay
from game.study.history import NEAR_TICKS, REWIND, History

NAMES = ("first-contact", "slug-cage", "saw-mill", "piston-house", "glitch")


def stored(name):
    path = shaft_file() if name == "scanline" else levels()[name]
    return replay_of(name), load_level(path)


def play(name, **limits):
    """Return a history in which a stored replay was played as if by hand, and all its hashes."""
    replay, room = stored(name)
    history = History(begin_replay(replay, room))
    vars(history).update(limits)
    hashes = [history.world.state_hash()]
    for controls in replay.controls():
        history.tick(controls)
        hashes.append(history.world.state_hash())
    assert history.end == history.world.ticks == replay.ticks
    return history, hashes, replay


first_history = cache(play)


def lived(name):
    """Return a copy of that history, which a test may change, and its hashes."""
    return deepcopy(first_history(name))


def near(history):
    """Return how many worlds are stored only because they are near the present tick."""
    return sum(tick % 60 > 0 for tick in history.copies)


@pytest.mark.parametrize("name", long_except(NAMES, "slug-cage"))
def test_the_world_at_any_tick_is_what_it_was(name):
    history, hashes, _ = lived(name)
    for tick in np.random.default_rng(5).permutation(history.end + 1)[:60].tolist():
        world = history.seek(tick)
        assert world is history.world
        assert (world.ticks, world.state_hash()) == (tick, hashes[tick])
        assert (world.last.step is None) == (tick == 0)
    assert history.end == len(hashes) - 1


@pytest.mark.parametrize("name", long_except([*NAMES, "scanline"], "first-contact", "glitch"))
def test_rewound_by_30_seconds_the_same_controls_lead_to_the_same_hashes(name):
    history, hashes, replay = lived(name)
    back = max(0, history.end - round(REWIND * replay.tick_rate))
    assert history.first <= back
    assert history.seek(back).state_hash() == hashes[back]
    for controls in islice(replay.controls(), back, None):
        history.tick(controls)
        assert history.world.state_hash() == hashes[history.world.ticks]
    assert history.world.ticks == len(hashes) - 1
    assert history.replay() == replay


def test_what_lies_farther_back_is_dropped():
    """Here all that is more than three seconds ago."""
    history, hashes, replay = play("gear-train", stored_ticks=3 * stored("gear-train")[0].tick_rate)
    assert 0 < history.first <= history.end - 3 * replay.tick_rate
    assert len(history.copies) - near(history) <= 3 * replay.tick_rate / 60 + 2
    assert near(history) <= NEAR_TICKS + 60
    assert history.seek(0).state_hash() == hashes[history.first]
    assert history.seek(10**6).state_hash() == hashes[-1]
    for tick in range(history.end, history.end - 300, -7):
        assert history.seek(tick).state_hash() == hashes[tick]
    assert near(history) <= 2 * (NEAR_TICKS + 60)


def test_going_back_tick_by_tick_never_waits():
    """Few worlds are run each time: those which are stored then, and were not."""
    history, _, _ = lived("piston-house")
    for k in range(history.end - 1, history.end - 400, -1):
        before = set(history.copies)
        assert history.seek(k).ticks == k
        assert len(history.copies.keys() - before) <= 4


def test_of_worlds_with_many_bodies_fewer_are_stored():
    """A storm of thousands would take hundreds of megabytes; any tick can still be restored."""
    storm = begin(lab_room(make_lab("storm", movers=5_000)))
    assert History(storm).reach < NEAR_TICKS / 4
    history, hashes, _ = play("first-contact", reach=3)
    assert near(history) <= history.reach + 60
    for tick in range(history.end, history.end - 90, -1):
        assert history.seek(tick).state_hash() == hashes[tick]
    assert near(history) <= 2 * (history.reach + 60)


def test_all_of_a_replay_can_be_sought_before_it_was_played():
    replay, room = stored("slug-cage")
    history = History(begin_replay(replay, room), replay)
    assert (history.end, history.last_run) == (replay.ticks, 0)
    assert history.seek(replay.ticks).outcome == "finished"
    assert history.seek(1).ticks == 1
    for _ in range(replay.ticks - 1):
        history.replay_tick()
    assert history.first == 0
    assert history.replay() == replay


def test_playing_on_makes_another_future():
    history, hashes, _ = lived("first-contact")
    history.seek(100)
    history.tick(BEGIN)
    assert history.forked
    assert history.end == history.last_run == 101
    assert history.world.state_hash() != hashes[101]
    assert history.seek(100).state_hash() == hashes[100]
    assert history.replay().ticks == 100


def test_a_tick_that_does_not_pass_forgets_nothing():
    history, _, _ = lived("first-contact")
    end = history.end
    history.seek(0)
    history.tick(Controls())
    assert (history.end, history.forked) == (end, False)


def test_what_happened_in_the_last_ticks_is_stored():
    history, _, _ = lived("slug-cage")
    world = history.seek(200)
    worlds = history.worlds(90)
    assert len(worlds) == 90
    assert worlds[-1].last.step is world.last.step
    history.seek(5)
    assert [past.ticks for past in history.worlds(90)] == [0, 1, 2, 3, 4, 5]


def gap(world, mover, solid, u):
    """Return how far two bodies are apart at a time of the last step; below 0 they overlap."""
    centers = world.last.step.paths.at(u, world.space.center)
    half = world.space.half_extents
    return float((abs(centers[mover] - centers[solid]) - half[mover] - half[solid]).max())


@pytest.mark.parametrize(
    "name", long_except([*NAMES[:4], "oncoming", "row-of-twelve"], "slug-cage", "oncoming")
)
def test_boxes_touch_at_the_time_of_a_contact_and_not_just_before(name):
    """In every tick of a stored replay, for those apart at its begin or their last contact."""
    replay, room = stored(name)
    history, met = History(begin_replay(replay, room), replay), 0
    for _ in range(replay.ticks):
        history.replay_tick()
        world, before = history.world, {}
        contacts = world.last.step.contacts
        for mover, solid, u in zip(*(column.tolist() for column in contacts[:3])):
            begun = before.get(mover, 0.0)
            if not world.outcome and gap(world, mover, solid, begun) > 8 * SKIN:
                assert abs(gap(world, mover, solid, u)) <= 2 * SKIN
                assert gap(world, mover, solid, u - (u - begun) / 64) > 0
                met += 1
            before[mover] = u
    assert met > 2
