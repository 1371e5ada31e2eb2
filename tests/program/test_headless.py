"""Headless: runs without a window, and their summaries."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from support.drawn import box, player_at, room
from support.replays import run_again
from support.suite import long_except

from game.headless import run
from game.resources import levels, stored_replay
from game.simulation.methods import parse_method
from game.simulation.replay import BadFile, loads
from game.simulation.tiled import load_room

ROOMS = {name: load_room(path) for name, path in levels().items()}


@pytest.mark.parametrize("name", long_except(ROOMS, "first-contact", "slug-cage", "glitch"))
def test_a_stored_replay_is_summed_up(name: str) -> None:
    replay = loads(stored_replay(name).read_text(encoding="utf-8"))
    summary, again = run(ROOMS[name], replay=replay)
    w = run_again(replay, ROOMS[name])
    assert again == replay
    assert summary.finished
    assert (summary.room, summary.ticks, summary.score) == (name, w.ticks, w.score)
    assert summary[2:7] == w.counters
    assert summary.state_hash == w.state_hash()


def test_a_summary_is_one_json_object() -> None:
    summary, _ = run(ROOMS["hairline"], seed=1, ticks=50)
    names = "room ticks contacts touches missed_by_discrete inside crushed finished score"
    assert list(json.loads(summary.as_json())) == [*names.split(), "state_hash"]
    assert "50 ticks" in summary.as_text()


@pytest.mark.parametrize("name", long_except(ROOMS, "hairline"))
def test_random_controls_go_on_through_restarts_for_exactly_so_many_ticks(name: str) -> None:
    first, replay = run(ROOMS[name], seed=3, ticks=240)
    again, _ = run(ROOMS[name], seed=3, ticks=240)
    other, _ = run(ROOMS[name], seed=4, ticks=240)
    assert first == again
    assert first.ticks == other.ticks == 240
    assert first.state_hash != other.state_hash
    assert first.inside <= first.crushed
    assert first.contacts + first.touches > 0
    assert replay.ticks <= 240
    assert (replay.seed, replay.hashes[-1]) == (3, first.state_hash)


def test_random_runs_end_and_begin_again() -> None:
    slug = box("slug", 110, 20, 3, 3, vx=0, vy=4000)
    short_lived = room(player_at(100, 180), box("exit", 84, 150, 9, 60), slug)
    summary, replay = run(short_lived, seed=3, ticks=1500)
    assert summary.ticks == 1500
    assert replay.ticks < 1000
    assert summary.finished
    assert summary.score == 0


def test_a_replay_may_be_run_by_another_method_or_not_to_its_end() -> None:
    replay = loads(stored_replay("first-contact").read_text(encoding="utf-8"))
    short, _ = run(ROOMS["first-contact"], replay=replay, ticks=77)
    other, _ = run(ROOMS["first-contact"], replay=replay, method=parse_method("discrete"))
    assert (short.ticks, short.finished) == (77, False)
    assert not other.finished


def test_a_replay_that_goes_another_way_is_refused() -> None:
    replay = loads(stored_replay("first-contact").read_text(encoding="utf-8"))
    with pytest.raises(BadFile, match="differs first between tick 1 and tick 60"):
        run(ROOMS["first-contact"], replay=replay._replace(hashes=("0",) * len(replay.hashes)))


def test_a_replay_that_is_longer_than_its_run_is_refused() -> None:
    replay = loads(stored_replay("first-contact").read_text(encoding="utf-8"))
    by_tick = replay._replace(runs=tuple((1, controls) for controls in replay.controls()))
    longer = by_tick._replace(runs=(*by_tick.runs, by_tick.runs[-1]))
    assert run(ROOMS["first-contact"], replay=by_tick)[0].finished
    with pytest.raises(BadFile, match=f"has {replay.ticks + 1} ticks; expected"):
        run(ROOMS["first-contact"], replay=longer)


def test_a_replay_is_not_run_in_another_room() -> None:
    replay = loads(stored_replay("first-contact").read_text(encoding="utf-8"))
    with pytest.raises(BadFile, match="was recorded in a room with hash"):
        run(ROOMS["hairline"], replay=replay)


def test_headless_needs_no_pygame() -> None:
    code = (
        "import sys; sys.modules['pygame'] = None\n"
        "from game.headless import run\n"
        "from game.resources import levels\n"
        "from game.simulation.tiled import load_room\n"
        "print(run(load_room(levels()['hairline']), seed=1, ticks=9)[0].ticks)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("9\n", "")
