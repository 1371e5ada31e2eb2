"""Scanline: a shaft without end, a line from below, and three hits."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from support.drawn import BEGIN, box, dash, kinds, player_at, room, tiled
from support.replays import run_again

from game.collision import Kind
from game.headless import random_controls
from game.simulation.begin import begin, load_level
from game.simulation.elements import Blade, Core, Exit, Slider, Slug
from game.simulation.events import Died
from game.simulation.foresight import preview_dash
from game.simulation.player import Controls
from game.simulation.replay import Recorder, loads
from game.simulation.schema import BadFile
from game.simulation.shaft import HEIGHT, HINT, INTEGRITY, START, core_points, place_chunk, shaft
from game.simulation.world import Assist

CHUNKS = [
    room(
        player_at(320, 344),
        box("exit", 288, 8, 64, 8),
        box("wall", 100 + 10 * k, 200, 440 - 20 * k, 2),
        box("core", 40, 100 + k, 12, 12),
        box("slug", 500, 100, 4, 4, vx=100.0 + k, vy=0.0),
        box("slider", 60, 300, 20, 8, dx=40.0 + k, dy=0.0, speed=50, lethal="left,top"),
        box("blade", 400, 280, 60, 4, rpm=30.0),
        box("glitch", 60, 40, 12, 12),
    )
    for k in range(8)
]
SHAFT = shaft(CHUNKS)


def climb(seed=1, ticks=600, **options):
    """A recorded run by random controls."""
    recorder = Recorder(begin(SHAFT, seed, **options))
    for controls in islice(random_controls(seed), ticks):
        recorder.tick(controls)
    return recorder


def lifted(world, y):
    """Put the player at a height, in the middle of the shaft."""
    world.space.center[world.player.id] = 320.0, y
    return world


def test_the_same_seed_is_the_same_shaft_and_another_is_not():
    worlds = [lifted(begin(SHAFT, seed), -3000.0) for seed in (1, 1, 2)]
    for world in worlds:
        world.build()
    first, again, other = (world.space.half_extents for world in worlds)
    assert first.tolist() == again.tolist() != other.tolist()


@pytest.mark.parametrize(
    "name", ["integrity", "unhurt_until", "chunks", "last_chunk", "highest", "line"]
)
def test_what_decides_how_a_climb_goes_on_is_in_its_hash(name):
    world = begin(SHAFT, 1)
    other = world.copy()
    if name == "line":
        other.space.center[other.line, 1] += 1
    else:
        setattr(other, name, getattr(other, name) + 1)
    assert other.state_hash() != world.state_hash()


def test_a_shafts_hash_is_of_its_chunks_in_their_order():
    """A run up a shaft with another chunk, or with the same ones in another order, is another."""
    other = room(box("wall", 100, 200, 440, 2), box("core", 40, 100, 12, 13))
    retitled = replace(CHUNKS[0], title="Other")
    again, *others = (
        replace(SHAFT, chunks=(chunk, *CHUNKS[1:])) for chunk in (retitled, other, CHUNKS[1])
    )
    swapped = replace(SHAFT, chunks=(CHUNKS[1], CHUNKS[0], *CHUNKS[2:]))
    assert again.hash == SHAFT.hash
    assert len({shaft.hash for shaft in (SHAFT, *others, swapped)}) == 4


def test_a_run_is_replayed_with_its_hashes():
    recorder = climb()
    replay = loads(recorder.replay().dumps())
    assert run_again(replay, SHAFT).state_hash() == recorder.world.state_hash()


def test_a_preview_and_a_copy_change_nothing():
    world = begin(SHAFT, 1)
    world.tick(Controls(aim=True, heading=3072))
    before = world.state_hash(), world.chunks
    preview_dash(world)
    lifted(world.copy(), -2000.0).tick(Controls())
    assert (world.state_hash(), world.chunks) == before


def test_a_tick_builds_as_far_ahead_as_the_player_is():
    ticked, built = (lifted(begin(SHAFT, 3), -3000.0) for _ in range(2))
    built.build()
    ticked.tick(BEGIN)
    assert ticked.chunks == built.chunks > begin(SHAFT, 3).chunks


def test_there_is_always_more_above_than_a_dash_is_long_and_nothing_below_the_line():
    world, sizes = begin(SHAFT, 3), []
    world.tick(BEGIN)
    for height in range(0, 20_000, 500):
        lifted(world, -float(height)).tick(Controls())
        world.build()
        walls = world.space.center[world.space.ids(Kind.WALL)]
        assert walls[:, 1].min() < -height - 720
        assert all(upper <= world.line_at for upper in world.built.values())
        sizes.append(len(world.space.kind))
    assert max(sizes) == max(sizes[:10])


def test_a_core_that_was_taken_is_not_taken_out_again_with_its_chunk():
    world = begin(SHAFT, 3)
    world.tick(BEGIN)
    for height in range(0, 6_000, 300):
        world.remove(sorted(world.bodies.of(Core))[:1])
        lifted(world, -float(height)).tick(Controls())
        known = {*world.bodies.elements}
        assert all(world.space.kind[i] != Kind.DEAD for i in known)


def test_the_first_chunks_are_easy_and_none_comes_twice_in_a_row():
    """The pool grows by one with every second chunk; each may be mirrored."""
    world, last = begin(SHAFT, 5), []
    for k in range(10):
        picked = set()
        for seed in range(99):
            world.seed, world.chunks, world.last_chunk = seed, k, 0
            picked.add((world.pick()[1], world.last_chunk))
        pool = range(1, min(4 + k // 2, len(CHUNKS)))
        assert picked == {(flip, chunk) for flip in (False, True) for chunk in pool}
    for k in range(40):
        world.chunks = k
        world.pick()
        last.append(world.last_chunk)
    assert set(last) == set(range(len(CHUNKS)))
    assert all(a != b for a, b in pairwise(last))


def test_the_chunks_of_a_seed_are_always_the_same():
    """Which of the list, and whether mirrored."""
    world, picked = begin(SHAFT, 1), []
    assert (world.chunks, world.last_chunk) == (3, 1)
    world.last_chunk = -1
    for world.chunks in range(8):
        _, flip = world.pick()
        picked.append((world.last_chunk, flip))
    assert picked == [
        (2, True),
        (0, False),
        (1, False),
        (3, True),
        (1, True),
        (2, False),
        (0, False),
        (4, True),
    ]


def test_a_mirrored_chunk_is_the_same_the_other_way_round():
    """Twice mirrored it is what it was, but for its frame; left faces become right ones."""
    chunk = CHUNKS[3]
    there = place_chunk(chunk, True, 0.0)
    tilted = replace(chunk, elements=(replace(chunk.of(Blade)[0], angle=0.5),))
    slider, slug, blade = there.of(Slider)[0], there.of(Slug)[0], there.of(Blade)[0]
    left, right = there.walls[-2:]
    assert (left.min[0], left.max[0], right.min[0], right.max[0]) == (0, 288, 352, 640)
    assert there.walls[0].center[0] == 640 - chunk.walls[0].center[0]
    assert slider.travel[0] == -chunk.of(Slider)[0].travel[0]
    assert set(slider.lethal) == {"right", "top"}
    assert slug.velocity[0] == -chunk.of(Slug)[0].velocity[0]
    assert place_chunk(tilted, True, 0.0).of(Blade)[0].angle == -0.5
    assert (blade.rpm, blade.center[0]) == (-30.0, 640 - chunk.of(Blade)[0].center[0])
    back = place_chunk(there, True, 0.0)
    assert back.elements == tuple(each for each in chunk.elements if type(each) is not Exit)


def test_what_goes_straight_up_has_no_minus_zero_when_it_is_mirrored():
    """The room's fingerprint would be another."""
    upwards = room(box("slug", 300, 100, 4, 4, vx=0.0, vy=-5.0))
    assert repr(place_chunk(upwards, True, 0.0).of(Slug)[0].velocity) == "(0.0, -5.0)"


def begun(seconds, tick_rate=120, **options):
    """A climb after some seconds in which nothing happened."""
    world = begin(SHAFT, 1, tick_rate, **options)
    world.ticks = round(seconds * tick_rate)
    return world


def rise(world, ticks=1, controls=Controls()):  # noqa: B008, it is a value
    """How far the line rises in so many ticks, px."""
    before = world.line_at
    for _ in range(ticks):
        world.tick(controls)
    return before - world.line_at


@pytest.mark.parametrize("tick_rate", [30, 60, 120, 240])
def test_the_line_stands_for_3_s_from_the_first_input(tick_rate):
    world = begin(SHAFT, 1, tick_rate)
    assert rise(world, 1, Controls(aim=True)) == 0
    assert rise(world, 3 * tick_rate - 1) == 0
    assert rise(world) == pytest.approx(40 / tick_rate)


def test_the_line_begins_at_40_and_reaches_160_px_a_second():
    assert rise(begun(3), 60) == pytest.approx(20, abs=0.5)
    assert rise(begun(3 + 60)) == pytest.approx(100 / 120)
    assert rise(begun(3 + 120)) == rise(begun(3 + 300)) == pytest.approx(160 / 120)


def test_the_line_does_not_slow_while_the_player_aims():
    """It is the player's time that passes; the world's passes at 0.15 of it."""
    resting, aiming = begun(3), begun(3)
    assert rise(aiming, 60, Controls(aim=True)) == pytest.approx(rise(resting, 60))
    assert aiming.time.now < resting.time.now / 4
    assert aiming.space.center[aiming.line, 0] == 320


def test_no_more_is_built_or_kept_than_must_be():
    """A chunk stays while its upper edge is level with the line; three reach from y = 0."""
    world = begin(SHAFT, 1)
    lifted(world, 0.0).build()
    assert world.chunks == 3
    for line, edges in ((0.0, {0.0, -360.0, -720.0}), (-0.5, {-360.0, -720.0})):
        world.space.center[world.line, 1] = line + HEIGHT / 2
        world.build()
        assert {*world.built.values()} == edges
    lifted(world, -0.5).build()
    assert world.chunks == 4


@pytest.mark.parametrize(
    ("integrity", "assist", "told"),
    [
        (1, Assist(), ["Dashed", "TakenBack", "Died"]),
        (3, Assist(invincible=True), ["Dashed", "TakenBack"]),
    ],
)
def test_a_stride_taken_back_ends_a_run_that_can_take_no_more(integrity, assist, told):
    block = box("wall", 4, 100, 632, 32)
    chunk = room(player_at(320, 344), box("exit", 288, 8, 64, 8), block)
    world = begin(shaft([chunk] * 4), 1, assist=assist)
    world.glitch_left, world.integrity = 10_000, integrity
    events = []
    for k in range(40):
        events += world.tick(Controls(aim=k == 0, heading=3072))
    assert kinds(events) == told
    assert world.outcome == ("dead" if integrity == 1 else None)


def test_the_line_waits_while_an_assist_stops_time():
    assert rise(begun(3, assist=Assist(freeze=True)), 60, Controls(aim=True)) == 0


def test_the_line_ends_the_run_of_an_invincible_player_too():
    world = begin(SHAFT, 1, assist=Assist(invincible=True))
    world.tick(BEGIN)
    for _ in range(120 * 10):
        told = world.tick(Controls())
        if world.outcome:
            break
    assert kinds(list(told)) == ["Died"]
    assert told[0].other == world.line
    assert world.line_at == pytest.approx(START[1] + 3, abs=1)


def test_the_line_is_never_farther_below_than_a_screen_and_a_half():
    world = begin(SHAFT, 1)
    world.tick(BEGIN)
    lifted(world, -1500.0).tick(Controls())
    world.tick(Controls())
    assert world.line_at <= -1500 + 1.5 * HEIGHT + 1


@pytest.mark.parametrize("tick_rate", [60, 120])
def test_what_is_lethal_costs_one_of_three_and_then_nothing_for_a_second(tick_rate):
    world = begin(SHAFT, 1, tick_rate)
    world.tick(BEGIN)
    death = Died(0.0, (0.0, 0.0), world.player.id, 0)
    felt = []
    for _ in range(INTEGRITY):
        felt.append(world.injury(death))
        world.ticks += tick_rate - 1
        assert world.injury(death) is None
        world.ticks += 1
    assert kinds(felt) == ["Hurt", "Hurt", "Died"]
    assert [event.count for event in felt[:2]] == [2, 1]


def test_nothing_but_the_line_hurts_the_invincible():
    world = begin(SHAFT, 1, assist=Assist(invincible=True))
    assert world.injury(Died(0.0, (0.0, 0.0), world.player.id, 0)) is None
    assert world.integrity == INTEGRITY


def test_a_stride_taken_back_costs_one():
    blocks = shaft(
        [room(player_at(320, 344), box("exit", 288, 8, 64, 8), box("wall", 4, 100, 632, 32))] * 4
    )
    world = begin(blocks, 1)
    world.glitch_left = 10_000
    told = []
    for k in range(40):
        told += world.tick(Controls(aim=k == 0, heading=3072))
    assert kinds(told) == ["Dashed", "TakenBack", "Hurt"]
    assert world.integrity == INTEGRITY - 1
    assert world.player.state == "still"


def test_the_score_is_a_point_for_8_px_and_the_chains_of_cores():
    world = begin(SHAFT, 1)
    world.tick(BEGIN)
    lifted(world, START[1] - 85.0).tick(Controls())
    world.points = 750
    assert world.score == 10 + 750
    world.outcome = "dead"
    assert world.score == 760


def test_each_core_of_a_dash_is_worth_twice_the_last():
    assert [core_points(chain) for chain in (1, 2, 3, 4)] == [250, 500, 1000, 2000]


def test_a_dash_past_three_cores_and_a_slug_is_worth_their_points():
    """250 + 500 + 1,000 for the cores, and 50 for the graze."""
    cores = [box("core", x, 314, 12, 12) for x in (274, 314, 354)]
    slug = box("slug", 220, 324.5, 200, 4, vx=0.0, vy=0.0)
    world = begin(shaft([room(player_at(320, 344), *cores, slug)] * 4), 1)
    world.space.center[world.player.id] = 100.0, 320.0
    dash(world, 0)
    assert world.points == 1800


def test_the_headline_is_of_the_height_and_of_the_points():
    world = begin(SHAFT, 1)
    lines = [world.headline()]
    world.points = 1
    lines.append(world.headline())
    world.highest, world.points = START[1] - 2085.0, 750
    lines.append(world.headline())
    assert lines == [
        ("0 px   0 points", "", False),
        ("0 px   1 point", "", False),
        ("2,085 px   1,010 points", "", False),
    ]


def test_a_shaft_is_a_floor_and_its_chunks():
    first, made = CHUNKS[0], shaft(CHUNKS)
    assert (made.name, made.title) == ("scanline", "Scanline")
    assert (made.fact, made.hint) == ("", HINT)
    assert (made.width, made.height, made.start, made.elements) == (640, 360, (320, 340), ())
    assert made.tick_rate == first.tick_rate
    assert [(floor.min, floor.max) for floor in made.walls] == [((-40, 356), (680, 400))]


def test_a_chunk_has_walls_at_its_sides_and_above_but_for_the_gate():
    """36 px thick outside and 4 inside; the edge is 2 px, the gate 64 px wide."""
    sides = place_chunk(room(), False, -720.0).walls
    assert [(wall.min, wall.max) for wall in sides] == [
        ((-36, -720), (4, -360)),
        ((636, -720), (676, -360)),
        ((0, -720), (288, -718)),
        ((352, -720), (640, -718)),
    ]


def test_a_chunk_is_put_in_its_place():
    there = place_chunk(CHUNKS[3], False, -720.0)
    here = CHUNKS[3]
    kept = [each for each in here.elements if type(each) is not Exit]
    for now, was in zip(there.elements, kept, strict=True):
        assert now.box.center == (was.box.center[0], was.box.center[1] - 720)
    assert there.of(Slider)[0].travel == here.of(Slider)[0].travel
    assert there.of(Slider)[0].lethal == here.of(Slider)[0].lethal
    assert there.of(Slug)[0].velocity == here.of(Slug)[0].velocity
    assert (there.of(Blade)[0].angle, there.of(Blade)[0].rpm) == (here.of(Blade)[0].angle, 30.0)
    assert (there.of(Exit), len(there.walls)) == ([], len(here.walls))


def test_a_climb_begins_below_a_lid_and_above_a_line():
    """The line is 120 px below the start; two chunks and the one ahead are built."""
    world = begin(SHAFT, 1)
    assert (world.integrity, world.highest, world.line_at) == (3, 340, 460)
    assert world.space.half_extents[world.line].tolist() == [640, 180]
    assert world.space.center[world.line].tolist() == [320, 640]
    assert world.chunks == 3
    assert {*world.built.values()} == {0.0, -360.0, -720.0}
    (lid,) = world.lid
    assert world.space.center[lid].tolist() == [320, -740]
    assert world.space.half_extents[lid].tolist() == [640, 20]


@pytest.mark.long
def test_random_play_goes_through_deaths():
    """Many seeds: all die, some after hits; no exception, and no mover in a solid."""
    worlds = [climb(seed, 1000).world for seed in range(4)]
    assert {world.outcome for world in worlds} == {"dead"}
    assert len({world.integrity for world in worlds}) > 1
    assert all(world.counters.inside == 0 for world in worlds)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (b"../easy", "has the name '../easy'; expected the name of a map beside it"),
        (b"far/easy", "has the name 'far/easy'; expected the name of a map beside it"),
        (b"easy ea\0sy", r"has the name 'ea\x00sy'; expected the name of a map beside it"),
        (b"easy \xff", "is not UTF-8 at byte 5; expected a list of chunks, one name a line"),
        (b"easy " * 101, "has 101 names; expected 1 to 100"),
        (b" ", "has 0 names; expected 1 to 100"),
        (
            b" " * (4 * 2**20 + 1),
            "cannot be read (it has more than 4,194,304 bytes); expected a list of chunks, one name"
            " a line",
        ),
        (b"easy small", "small is 640 x 352 px; expected 640 x 360 px"),
    ],
)
def test_a_bad_list_of_chunks_is_refused_in_one_sentence(tmp_path, given, wrong):
    for name, height in (("easy", 360), ("small", 352)):
        (tmp_path / f"{name}.tmj").write_text(json.dumps(tiled(height=height)), encoding="utf-8")
    file = tmp_path / "mine.txt"
    file.write_bytes(given)
    with pytest.raises(BadFile) as error:
        load_level(file)
    assert str(error.value) == f"{file}: {wrong}"


def test_a_list_of_chunks_may_begin_with_a_byte_order_mark(tmp_path):
    (tmp_path / "easy.tmj").write_text(json.dumps(tiled()), encoding="utf-8")
    file = tmp_path / "mine.txt"
    file.write_text("easy\neasy\n", encoding="utf-8-sig")
    assert [chunk.name for chunk in load_level(file).chunks] == ["easy", "easy"]
    file.write_text("easy " * 100, encoding="utf-8")
    assert len(load_level(file).chunks) == 100
    assert load_level(tmp_path / "easy.tmj").name == "easy"


def test_a_shaft_has_no_exit_to_open():
    chunk = room(player_at(320, 344), box("exit", 288, 8, 64, 8), box("core", 314, 250, 12, 12))
    world = begin(shaft([chunk]))
    world.remove(sorted(world.bodies.of(Core))[1:])
    told = []
    for k in range(30):
        told += world.tick(Controls(aim=k == 0, heading=3072))
    assert kinds(told) == ["Dashed", "CoreTaken", "Stopped"]


def test_a_height_that_would_have_been_reached_after_death_does_not_count():
    """The line is upon the player when a tick of a dash begins."""
    world = lifted(begin(SHAFT, 1), 150.0)
    controls = Controls(aim=True, heading=3072)
    for _ in range(40):
        if world.player.state == "dash":
            height = world.space.center[world.player.id, 1]
            world.space.center[world.line, 1] += height - world.line_at
        told, controls = world.tick(controls), Controls(heading=3072)
        if world.outcome:
            break
    assert kinds(told)[-1] == "Died"
    assert world.highest == told[-1].position[1] == height
