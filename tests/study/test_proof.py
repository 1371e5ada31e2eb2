"""What would a test at each tick's end have missed of the player?"""

from __future__ import annotations

import pytest
from support.drawn import box, core_at, exit_at, player_at, world

from game.simulation.player import Controls
from game.simulation.world import World
from game.study.proof import PlayerContacts, Proof, unseen_contacts

RIGHT, LEFT = 0, 2048


def tick_by_tick(w: World, heading: int) -> list[list[bool]]:
    """Dash, and return which contacts a test at the end of each tick would have missed."""
    w.tick(Controls(aim=True, heading=heading))
    missed = []
    while not w.outcome and (not missed or w.player.state != "still"):
        w.tick(Controls(heading=heading))
        missed.append(unseen_contacts(w))
    return [each for each in missed if each]


@pytest.mark.parametrize(("thickness", "missed"), [(1, True), (20, True), (34, False), (40, False)])
def test_a_wall_is_missed_if_the_player_would_be_past_it_at_the_ticks_end(
    thickness: float, missed: bool
) -> None:
    """The dash would go 90 px, from 96..104 to 186..194; the wall begins at 154."""
    w = world(player_at(100, 180), box("wall", 154, 100, thickness, 160))
    assert tick_by_tick(w, RIGHT) == [[missed]]


def test_cores_and_the_exit_are_missed_likewise() -> None:
    """Two cores that are crossed, one in which the tick ends, and the exit beyond it."""
    cores = [core_at(130, 180), core_at(160, 180), core_at(190, 180)]
    w = world(player_at(100, 180), *cores, exit_at(260, 180))
    assert tick_by_tick(w, RIGHT) == [[True, True, False], [True]]
    assert w.outcome == "finished"


def test_contacts_of_others_are_not_the_players() -> None:
    slug = box("slug", 300, 100, 4, 4, vx=0, vy=4800)
    w = world(player_at(100, 180), slug, box("wall", 250, 110, 100, 1))
    w.tick(Controls(aim=True))
    w.tick(Controls(aim=True))
    assert w.counters.contacts > 0
    assert unseen_contacts(w) == []


def test_the_ghost_is_moved_by_the_discrete_test() -> None:
    """From 100 it samples each 90 px: it jumps the wall at 154 that stops the player."""
    w = world(player_at(100, 180), box("wall", 154, 100, 1, 160))
    controls = [Controls(aim=True, heading=RIGHT), *[Controls(heading=RIGHT)] * 30]
    for control in controls:
        before = w.copy()
        w.tick(control)
        if w.last.is_dashing:
            break
    proof = Proof(before, controls)
    for _ in range(3):
        proof.tick()
    assert [x for x, _ in proof.samples] == [100, 190, 280, 370]
    assert w.place(w.player.id) == (150, 180)
    assert proof.end == before.ticks + 12


def test_the_contacts_of_a_run_and_the_last_dash_with_a_missed_one_are_counted() -> None:
    """To the right a thin wall stops it, to the left one of 40 px, which no test misses."""
    walls = box("wall", 154, 100, 1, 160), box("wall", 40, 100, 40, 160)
    w, contacts = world(player_at(100, 180), *walls), PlayerContacts()
    for heading in (RIGHT, LEFT):
        w.tick(Controls(aim=True, heading=heading))
        for _ in range(20):
            w.tick(Controls(heading=heading))
            contacts.count(w)
    assert (contacts.total, contacts.missed) == (2, 1)
    assert 0 < contacts.last_missed < contacts.before_dash
