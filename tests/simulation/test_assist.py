"""Assists: what they ease, and that a replay keeps them."""

from __future__ import annotations

import pytest
from support.drawn import BEGIN, box, dash, kinds, player_at, room
from support.replays import run_again

from game.simulation.begin import begin
from game.simulation.player import Controls
from game.simulation.replay import BadFile, Recorder, loads
from game.simulation.world import Assist

SLUG = box("slug", 150, 178, 4, 4, vx=0, vy=0)


def test_time_stops_while_aiming():
    drawn = room(player_at(100, 180), box("slider", 300, 100, 9, 9, dx=50, dy=0, speed=100))
    world = begin(drawn, assist=Assist(freeze=True))
    world.glitch_left = 100
    before = world.space.center.tolist()
    for _ in range(500):
        world.tick(Controls(aim=True, heading=0))
    assert (world.time.now, world.glitch_left, world.ticks) == (0.0, 100, 500)
    assert world.space.center.tolist() == before
    world.tick(Controls(heading=512))
    assert world.player.heading == 512
    assert (world.player.state, world.time.now) == ("release", 0.0)


def test_nothing_hurts_the_invincible():
    drawn = room(player_at(100, 180), SLUG)
    assert begin(drawn).assist == Assist()
    assert kinds(dash(begin(drawn), 0))[-1] == "Died"
    assert kinds(dash(begin(drawn, assist=Assist(invincible=True)), 0))[-1] == "Stopped"


def test_a_lethal_face_stops_the_invincible():
    drawn = room(
        player_at(100, 180), box("slider", 300, 100, 9, 160, dx=1, dy=0, speed=1, lethal="left")
    )
    world = begin(drawn, assist=Assist(invincible=True))
    assert kinds(dash(world, 0)) == ["Dashed", "Stopped"]
    assert world.player.state == "still"


def test_a_replay_keeps_its_assists():
    drawn = room(player_at(100, 180), SLUG)
    recorder = Recorder(begin(drawn, assist=Assist(freeze=True, invincible=True)))
    for k in range(40):
        recorder.tick(Controls(aim=k < 9, heading=0))
    replay = loads(recorder.replay().dumps())
    assert replay.assist == "freeze,invincible"
    assert run_again(replay, drawn).assist == Assist(freeze=True, invincible=True)
    with pytest.raises(BadFile, match="differs first"):
        run_again(replay._replace(assist=""), drawn)


def test_an_unknown_assist_is_refused():
    recorder = Recorder(begin(room(player_at(100, 180))))
    recorder.tick(BEGIN)
    with pytest.raises(BadFile, match="assist is 'wings'; expected freeze, invincible"):
        loads(recorder.replay()._replace(assist="wings").dumps())
