"""Search rooms without moving parts for runs with fewer dashes than the stored ones.

    python tests/tools/make/fewest_dashes.py [--aims 128] [--grid 4] [--states 20000] [NAME ...]

It goes breadth first from place of rest to place of rest, in the eight ways that arrows tap and, if
you like, in more directions. Two runs that rest at nearly the same place with the same cores taken
are one state.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.resources import levels, stored_replay
from game.simulation.begin import begin
from game.simulation.elements import Blade, Core, GlitchCell, Slider, Slug
from game.simulation.methods import step_by
from game.simulation.player import HEADINGS, Controls
from game.simulation.replay import load_replay
from game.simulation.room import Room
from game.simulation.tiled import load_room
from game.simulation.world import World

TAPS, GRID, STATES = 8, 1 / 64, 20_000
"""Directions of a dash; px within which places are the same; the most states of a search."""


class Search(NamedTuple):
    """The result of a search."""

    headings: tuple[int, ...] | None
    """Of the dashes of a shortest run; None: none was found."""
    states: int
    """How many places of rest were found, each with the cores that were taken."""
    is_complete: bool
    """Whether all states within the number of dashes were searched."""


def is_static(room: Room) -> bool:
    """Tell whether nothing but the player moves in a room, and time changes nothing."""
    turning = [blade for blade in room.of(Blade) if blade.rpm]
    return not (room.of(Slider) or room.of(Slug) or room.of(GlitchCell) or turning)


def dash(world: World, heading: int) -> World:
    """Return a copy of a world in which the player rests, after a dash from there, or the end."""
    ahead = world.copy()
    player = ahead.player
    player.state, player.heading, player.pressed = "tap", heading, world.ticks - world.tick_rate
    while not ahead.outcome and player.state != "still":
        ahead.advance(Controls(), step_by)
    return ahead


def search(
    room: Room, most: int, ways: int = TAPS, grid: float = GRID, states: int = STATES
) -> Search:
    """Search a room for a run with the fewest dashes.

    Args:
        room: without moving parts.
        most: dashes of a run, at most.
        ways: directions of a dash.
        grid: px within which two places are the same.
        states: how many to search, at most.
    """
    world = begin(room)
    world.advance(Controls((1, 0), cancel=True), step_by)
    seen = set()
    front: list[tuple[World, tuple[int, ...]]] = [(world, ())]
    for _ in range(most):
        following = []
        for world, headings in front:
            for heading in range(0, HEADINGS, HEADINGS // ways):
                ahead = dash(world, heading)
                if ahead.outcome == "finished":
                    return Search((*headings, heading), len(seen), True)
                place = [round(x / grid) for x in ahead.place(ahead.player.id)]
                state = *place, frozenset(ahead.bodies.of(Core))
                if ahead.outcome is None and state not in seen:
                    seen.add(state)
                    following.append((ahead, (*headings, heading)))
            if len(seen) >= states:
                return Search(None, len(seen), False)
        front = following
    return Search(None, len(seen), True)


def compare(name: str, ways: int, grid: float, states: int) -> str:
    """Return a line about a room: the dashes stored, the fewest found, the states searched."""
    stored = load_replay(stored_replay(name)).dashes
    found = search(load_room(levels()[name]), stored - 1, ways, grid, states)
    turns = [round(heading * 360 / HEADINGS, 1) for heading in found.headings or ()]
    fewest = f"{len(turns)} found: {turns}" if turns else "no fewer found"
    left = "" if found.is_complete else ", more left"
    return f"{name}: {stored} stored, {fewest} ({found.states:,} states{left})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of rooms; default: all")
    parser.add_argument("--aims", type=int, default=TAPS, help="directions; default: taps' eight")
    parser.add_argument("--grid", type=float, default=GRID, help="px; default: 1/64")
    parser.add_argument("--states", type=int, default=STATES, help="default: 20,000")
    args = parser.parse_args()
    for name in args.names or levels():
        if is_static(load_room(levels()[name])):
            print(compare(name, args.aims, args.grid, args.states), flush=True)
