"""Where do methods part ways, and what does each miss?"""

import pytest
from support.drawn import BEGIN
from support.staged import replay_of
from support.suite import long_except

from game import headless
from game.collision import SKIN
from game.resources import levels
from game.simulation.begin import begin
from game.simulation.foresight import preview_dash
from game.simulation.methods import SWEEP, parse_method
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.study.comparison import LATEST, Race

NAMES = ("sweep", "substeps:4", "discrete")
ROOMS = ("first-contact", "slug-cage", "glitch")


def begins(name):
    """Return what makes a room's world."""
    room = load_room(levels()[name])
    return lambda method: begin(room, method=method)


def race(name, names=NAMES):
    """Return a race that was run to its end, with the controls of a room's stored replay."""
    ran, before = Race(begins(name), map(parse_method, names), [*replay_of(name).controls()]), -1
    while ran.ticks > before:
        before = ran.ticks
        ran.tick()
    return ran


def alone(name, method):
    """Go through the worlds of one method alone: before each tick, and after the last."""
    world = begins(name)(parse_method(method))
    for wanted in replay_of(name).controls():
        yield world.copy(), wanted
        world.tick(wanted)
    yield world, Controls()


@pytest.fixture(scope="module", params=long_except(ROOMS, "first-contact"))
def run(request):
    return request.param, race(request.param)


def test_each_lane_is_what_a_headless_run_by_its_method_is(run):
    name, ran = run
    for lane, method in zip(ran.lanes, NAMES, strict=True):
        asked = {"replay": replay_of(name), "method": parse_method(method)}
        summary, _ = headless.run(load_room(levels()[name]), **asked)
        world = lane.world
        counted = {field: getattr(summary, field) for field in world.counters._fields}
        assert counted == world.counters._asdict()
        assert (summary.ticks, summary.state_hash) == (world.ticks, world.state_hash())
        assert summary.finished == (world.outcome == "finished")


def test_the_first_difference_is_the_first_tick_after_which_bodies_lie_elsewhere(run):
    name, ran = run
    for method, differs, why in zip(NAMES, ran.first_differences, ran.reasons, strict=True):
        apart = (
            tick
            for tick, ((a, _), (b, _)) in enumerate(zip(alone(name, NAMES[0]), alone(name, method)))
            if a.outcome != b.outcome or (abs(a.space.center - b.space.center) > SKIN).any()
        )
        assert differs == next(apart, None)
        assert bool(why) == (differs is not None)


def test_what_was_missed_is_what_a_sweep_from_the_same_place_meets(run):
    """Counted on a copy of a world that runs alone, tick by tick until its run ends."""
    name, ran = run
    for lane, method in zip(ran.lanes, NAMES, strict=True):
        missed = invented = 0
        for world, wanted in alone(name, method):
            ahead = world.copy()
            ahead.method = SWEEP
            for each in (ahead, world):
                each.tick(wanted)
            if world.outcome or ahead.outcome or world.ticks == len(lane.stats):
                break
            if world.last.step:
                here, there = ({*each.last.step.contacts.mover.tolist()} for each in (world, ahead))
                missed, invented = missed + len(there - here), invented + len(here - there)
            stats = lane.stats[world.ticks]
            assert (stats.missed, stats.invented) == (missed, invented)
    assert ran.lanes[0].stats[-1][1:] == (0, 0)


def test_the_report_names_misses_and_false_hits_of_each_method():
    ran = race("first-contact", ("sweep", "discrete", "listing4"))
    assert ran.reasons == ["", "discrete lets something through", "listing4 hits what is not there"]
    assert ran.lanes[1].stats[-1].missed > 0
    assert ran.lanes[2].stats[-1].invented > 0


def test_a_race_begins_with_the_first_input_and_ends_with_the_last():
    ran = Race(begins("first-contact"), map(parse_method, NAMES), [Controls(), *[BEGIN] * 10])
    assert len(ran.controls) == 10
    for _ in range(12):
        ran.tick()
    assert ran.ticks == 10
    assert {lane.world.ticks for lane in ran.lanes} == {10}
    ran.controls.append(BEGIN)
    for lane in ran.lanes:
        lane.world.outcome = "dead"
    ran.tick()
    assert ran.ticks == 10


def test_the_reported_time_is_the_median_of_late_ticks_outside_of_glitch():
    lane = race("first-contact", ("sweep",)).lanes[0]
    count = len(lane.stats)
    times = [10**6] * (count - LATEST) + [0, 7] * (LATEST // 2 - 1) + [99, 10**6]
    lane.stats = [
        each._replace(microseconds=time) for each, time in zip(lane.stats, times, strict=True)
    ]
    assert lane.present.microseconds == 7
    lane.stats = [each._replace(microseconds=0) for each in lane.stats]
    assert lane.present.microseconds == 0


def test_what_previews_have_computed_is_counted_when_it_comes():
    """A race whose previews are drawn in each frame has the same counts as one without pictures."""
    name, counts = "corner-cut", []
    for is_seen in (False, True):
        ran = Race(begins(name), map(parse_method, NAMES), [*replay_of(name).controls()])
        for _ in range(120):
            ran.tick()
            for lane in ran.lanes if is_seen else ():
                preview_dash(lane.world)
        timeless = [[each._replace(microseconds=0) for each in lane.stats] for lane in ran.lanes]
        counts.append(timeless)
    assert counts[0] == counts[1]
    assert any(stats[-1].missed for stats in counts[1])


def test_previews_and_ticks_that_are_run_again_are_not_counted():
    ran = race("first-contact")
    stats = [[*lane.stats] for lane in ran.lanes]
    for lane in ran.lanes:
        for tick in range(lane.world.ticks - 2, 1, -9):
            preview_dash(lane.seek(tick))
            lane.replay_tick()
        lane.seek(3)
        lane.tick(ran.controls[3])
    assert [lane.stats for lane in ran.lanes] == stats
    assert [lane.present[1:] for lane in ran.lanes] == [(0, 0)] * 3
