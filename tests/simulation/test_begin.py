"""How a run begins: which world a room becomes."""

from __future__ import annotations

from support.drawn import room

from game.simulation.begin import begin
from game.simulation.lab import LabWorld, lab_room, make_lab
from game.simulation.methods import METHODS
from game.simulation.shaft import HEIGHT, Scanline, shaft
from game.simulation.world import Assist, World


def test_a_room_a_lab_and_a_shaft_become_worlds_of_their_own() -> None:
    chunk = room(height=int(HEIGHT))
    kinds = [type(begin(each)) for each in (chunk, lab_room(make_lab("corner")), shaft([chunk]))]
    assert kinds == [World, LabWorld, Scanline]


def test_a_run_begins_as_it_is_wanted_or_as_the_room_says() -> None:
    drawn = room(tick_rate=60)
    plain, other = begin(drawn), begin(drawn, 5, 30, METHODS["discrete"], Assist(freeze=True))
    assert (plain.seed, plain.tick_rate, plain.method.name, plain.assist) == (
        (0, 60, "sweep", Assist())
    )
    assert (other.seed, other.tick_rate, other.method.name, other.assist) == (
        (5, 30, "discrete", Assist(freeze=True))
    )
