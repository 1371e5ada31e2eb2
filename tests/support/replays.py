"""Replays that are run again in a test."""

from __future__ import annotations

from game.simulation.replay import Recorder, Replay, begin_replay, check_replay
from game.simulation.room import Room
from game.simulation.world import World


def run_again(replay: Replay, room: Room) -> World:
    """Run a replay to its end, check its hashes, and return the world."""
    recorder = Recorder(begin_replay(replay, room))
    for controls in replay.controls():
        recorder.tick(controls)
    check_replay(replay, recorder.replay())
    return recorder.world
