"""Replays: what is kept, what is believed, and that runs go the same way again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.drawn import BEGIN, box, player_at, room
from support.replays import run_again
from support.suite import long_except

from game.collision import AABB
from game.headless import random_controls
from game.resources import levels, stored_replay
from game.simulation.begin import begin
from game.simulation.methods import parse_method, step_by
from game.simulation.player import HEADINGS, Controls
from game.simulation.replay import (
    BadFile,
    Recorder,
    Replay,
    begin_replay,
    load_replay,
    loads,
)
from game.simulation.tiled import load_room
from game.simulation.world import Assist

ROOM = room(player_at(100, 180), box("slug", 300, 20, 3, 3, vx=3000, vy=2000))


def recorded(ticks: int = 150, **settings: Any) -> Replay:
    recorder, wanted = Recorder(begin(ROOM, **settings)), random_controls(4)
    while recorder.world.ticks < ticks and not recorder.world.outcome:
        recorder.tick(next(wanted))
    return recorder.replay()


@pytest.mark.parametrize(
    "settings",
    [{}, {"seed": 9, "tick_rate": 60}, {"method": parse_method("substeps:4")}],
    ids=["plain", "60 Hz", "sub-steps"],
)
def test_a_replay_survives_being_written_and_goes_the_same_way(
    settings: Any, tmp_path: Path
) -> None:
    replay = recorded(**settings)
    (tmp_path / "run.json").write_text(replay.dumps(), encoding="utf-8")
    read = load_replay(tmp_path / "run.json")
    assert read == loads(replay.dumps()) == replay
    assert run_again(read, ROOM).state_hash() == replay.hashes[-1]


def test_walls_may_be_as_thin_as_they_can_be_drawn() -> None:
    """Hairline with walls of 1/64 px: the same controls reach the exit in the same ticks."""
    name, thin = "hairline", 1 / 64
    drawn = load_room(levels()[name])
    replay = loads(stored_replay(name).read_text(encoding="utf-8"))
    hit: dict[int, set[tuple[float, ...]]] = {}
    first = begin(drawn)
    for controls in replay.controls():
        first.tick(controls)
        contacts = first.last.step.contacts if first.last.step else None
        for other, normal in zip(contacts.other.tolist(), contacts.normal.tolist()):
            hit.setdefault(other, set()).add(tuple(normal))
    inner, frame = drawn.walls[:-4], drawn.walls[-4:]
    walls = []
    for row, wall in enumerate(inner):
        axis = wall.half_extents.index(min(wall.half_extents))
        sides = {normal[axis] for normal in hit.get(row, ())} - {0.0} or {1.0}
        (side,) = sides
        low, high = list(wall.min), list(wall.max)
        if side < 0:
            high[axis] = low[axis] + thin
        else:
            low[axis] = high[axis] - thin
        walls.append(AABB.from_min_max(low, high))
    again = begin(replace(drawn, walls=(*walls, *frame)))
    for controls in replay.controls():
        again.tick(controls)
    assert max(min(wall.size) for wall in walls) == thin
    assert len(hit) > 4
    assert (again.outcome, again.ticks) == ("finished", first.ticks)


def test_controls_are_run_length_coded() -> None:
    recorder = Recorder(begin(ROOM))
    all_wanted = Controls((-1, 1), 4095, True, True, True, True)
    wanted = [Controls(heading=5)] * 3 + [BEGIN] * 40
    wanted += [all_wanted] * 30 + [Controls(heading=0)]
    for controls in wanted:
        recorder.tick(controls)
    replay = recorder.replay()
    runs = (40, BEGIN), (30, all_wanted), (1, Controls(heading=0))
    assert replay.runs == runs
    assert loads(replay.dumps()) == replay
    assert list(replay.controls()) == wanted[3:]
    assert (replay.ticks, len(replay.hashes)) == (71, 2)


def test_a_replay_is_written_as_short_as_json_can_be() -> None:
    runs = ((2, Controls((1, -1), 7, aim=True)),)
    replay = Replay("r", "h", 7, 60, "sweep", "freeze", runs, ("a",))
    text = (
        '{"format":2,"room":"r","room_hash":"h","seed":7,"tick_rate":60,"method":"sweep",'
        '"assist":"freeze","runs":[[2,1,-1,7,0,1,0,0]],"hashes":["a"],"dashes":0}'
    )
    assert replay.dumps() == text
    assert loads(text) == replay


def test_a_replay_begins_in_the_world_that_it_names() -> None:
    replay = recorded(1)._replace(seed=9, tick_rate=60, method="discrete", assist="freeze,glitch")
    world = begin_replay(replay, ROOM)
    assert (world.seed, world.tick_rate, world.method.name) == (9, 60, "discrete")
    assert world.assist == Assist(freeze=True, glitch=True)
    wrong = r"^replay of 'drawn': assist is 'wings'; expected freeze, invincible, glitch$"
    with pytest.raises(BadFile, match=wrong):
        begin_replay(replay._replace(assist="wings"), ROOM)


def test_a_recorder_steps_by_the_stepper_that_it_is_given() -> None:
    steps = []

    def step(*args: Any) -> Any:
        steps.append(args)
        return step_by(*args)

    recorder = Recorder(begin(ROOM))
    recorder.tick(BEGIN, step)
    assert len(steps) == 1


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for text, wrong in (
        (None, r"cannot be read \(.+\); expected a replay$"),
        ("[]", r"is \[\]; expected a JSON object$"),
    ):
        if text:
            path.write_text(text, encoding="utf-8")
        with pytest.raises(BadFile, match=f"^{re.escape(str(path))}: {wrong}"):
            load_replay(path)


def test_what_is_at_the_edge_of_what_is_allowed_is_read() -> None:
    """A single tick, an hour, two million characters, all assists."""
    long = {"runs": [[432_000, 1, 0, 0, 0, 0, 0, 0]], "hashes": ["x"] * 7201}
    short = {"runs": [[1, 1, 0, 0, 0, 0, 0, 0]], "hashes": ["x"]}
    for change, ticks in ((long, 432_000), (short, 1)):
        assert loads(json.dumps({**GOOD, **change})).ticks == ticks
    text = json.dumps({**GOOD, "assist": "freeze,invincible,glitch"})
    assert loads(text.ljust(2 * 2**20)).assist == "freeze,invincible,glitch"


def test_what_comes_after_the_end_is_not_recorded() -> None:
    recorder = Recorder(begin(room(box("exit", 12, 8, 9, 9))))
    for _ in range(10):
        recorder.tick(BEGIN)
    assert recorder.replay().ticks == recorder.world.ticks == 1


GOOD = json.loads(recorded().dumps())


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"room": 5}, "room is 5; expected text"),
        ({"room_hash": None}, "room_hash is missing; expected text"),
        ({"seed": -1}, "seed is -1; expected a number from 0 to 9,007,199,254,740,992"),
        (
            {"seed": 10**400},
            "seed is 100000000000000000...0000000000000000000; "
            "expected a number from 0 to 9,007,199,254,740,992",
        ),
        ({"tick_rate": 0}, "tick_rate is 0; expected a number from 5 to 1,000"),
        ({"tick_rate": 120.0}, "tick_rate is 120.0; expected a whole number"),
        ({"method": ["sweep"]}, "method is ['sweep']; expected text"),
        (
            {"method": "sideways"},
            "method 'sideways' is unknown; "
            "expected sweep, discrete, listing4 or substeps:N with N from 1 to 1000",
        ),
        ({"assist": "wings"}, "assist is 'wings'; expected freeze, invincible, glitch"),
        ({"format": 1}, "has format 1; expected 2, which this version reads"),
        ({"runs": {}}, "runs is {}; expected a list of lists"),
        ({"runs": []}, "has 0 ticks; expected 1 to 432,000 by sweep"),
        ({"runs": ["x"]}, "runs is ['x']; expected a list of lists"),
        ({"runs": [[1, 0, 0, 0, 0, 0, 0]]}, "run 0: cancel is missing; expected a whole number"),
        ({"runs": [[1, 0, 0, 0, 0, 0, 0, 0, 0]]}, "run 0: has 9 numbers; expected 8"),
        ({"runs": [[0, 0, 0, 0, 0, 0]]}, "run 0: ticks is 0; expected a number from 1 to 432,000"),
        ({"runs": [[1, 2, 0, 0, 0, 0]]}, "run 0: arrow x is 2; expected a number from -1 to 1"),
        (
            {"runs": [[1, 0, 0, 4096, 0, 0]]},
            "run 0: heading or -1 is 4096; expected a number from -1 to 4,095",
        ),
        ({"runs": [[1, 0, 0, 0, 0, True]]}, "run 0: aim is True; expected a whole number"),
        (
            {"runs": [[400_000, 1, 0, 0, 0, 0, 0, 0]] * 9},
            "has 3,600,000 ticks; expected 1 to 432,000 by sweep",
        ),
        (
            {"runs": [[432_001, 0, 0, 0, 0, 0]]},
            "run 0: ticks is 432001; expected a number from 1 to 432,000",
        ),
        (
            {"runs": [[432_000, *[0] * 7], [1, *[0] * 7]]},
            "has 432,001 ticks; expected 1 to 432,000 by sweep",
        ),
        (
            {"method": "substeps:1000", "runs": [[433, *[0] * 7]]},
            "has 433 ticks; expected 1 to 432 by substeps:1000",
        ),
        ({"hashes": ["x"]}, "has 1 hashes; expected one for every 60 ticks and one for the last"),
        ({"hashes": [5] * 3}, "hashes is [5, 5, 5]; expected a list of strings"),
    ],
)
def test_a_bad_replay_is_refused_in_one_sentence(change: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadFile) as error:
        loads(json.dumps({**GOOD, **change}), "bad.json")
    assert str(error.value) == f"bad.json: {wrong}"


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[" * 10_000, "{}", "null", '{"runs":' * 10_000, "9" * 9999]
)
def test_a_text_that_is_no_replay_is_refused(text: str) -> None:
    """Without a number it is of the first format."""
    with pytest.raises(
        BadFile, match=r"^replay: .*; expected (a JSON object|2, which this version reads)$"
    ):
        loads(text)


def test_a_replay_too_large_is_refused_unread() -> None:
    wrong = r"^replay: has 2,097,153 characters; expected at most 2,097,152$"
    with pytest.raises(BadFile, match=wrong):
        loads(" " * (2 * 2**20 + 1))


@pytest.mark.parametrize(("tick", "part"), [(70, (61, 120)), (130, (121, 150))])
def test_a_run_that_goes_another_way_is_noticed_where_it_does(
    tick: int, part: tuple[int, int]
) -> None:
    replay = recorded(150)
    controls = list(replay.controls())
    forged_way = Controls(heading=HEADINGS // 3, aim=True)
    controls[tick : tick + 9] = [forged_way] * 9
    forged = replay._replace(runs=tuple((1, c) for c in controls))
    where = "replay of 'drawn': differs first between tick {} and tick {}".format(*part)
    expected = f"the hash '{replay.hashes[tick // 60]}', as in the replay"
    with pytest.raises(BadFile, match=f"^{where}; expected {expected}$"):
        run_again(forged, ROOM)


def test_the_same_text_is_read_once() -> None:
    """A room's stored run is read again whenever the room begins again, in a frame of play."""
    text = recorded().dumps()
    assert loads(text) is loads(text)
    assert loads(text, "other") == loads(text)


def test_a_replay_of_another_room_is_refused() -> None:
    other = room(player_at(101, 180))
    wrong = f"replay of 'drawn': was recorded in a room with hash '{ROOM.hash}'"
    with pytest.raises(BadFile, match=f"^{wrong}; expected drawn with {other.hash}$"):
        run_again(recorded(), other)


def test_a_replay_that_goes_on_after_the_end_is_refused() -> None:
    drawn = room(box("exit", 12, 8, 9, 9))
    recorder = Recorder(begin(drawn))
    recorder.tick(BEGIN)
    replay = recorder.replay()
    wrong = "^replay of 'drawn': has 6 ticks; expected 1, where the run ends$"
    with pytest.raises(BadFile, match=wrong):
        run_again(replay._replace(runs=(*replay.runs, (5, Controls()))), drawn)


@pytest.mark.parametrize("name", long_except(levels(), "first-contact", "row-of-twelve"))
def test_the_stored_replay_finishes_its_room(name: str) -> None:
    drawn = load_room(levels()[name])
    w = run_again(loads(stored_replay(name).read_text(encoding="utf-8")), drawn)
    assert w.outcome == "finished"
    assert w.counters.inside == w.counters.crushed == 0
    assert w.counters.missed_by_discrete > 0
