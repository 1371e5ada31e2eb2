"""What would a test at each tick's end have made of a dash?

The end of a room is its proof: the last dash with a contact that such a test would have
missed, once more. A ghost begins with the player and is moved by that test. Its
samples, one at the end of each tick, show why it flies on:

    o -----> |o           the player, stopped by a wall
    x        |    x       the samples of the ghost
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..simulation.events import CoreTaken, Finished
from ..simulation.methods import METHODS
from ..simulation.player import Controls
from ..simulation.world import World

FLIGHT_TIME = 0.1
"""s of the player's time for which the ghost flies; enough for a dash."""
DISPLAY_TIME = 1.2
"""s for which the proof is shown."""


@dataclass
class PlayerContacts:
    """The player's contacts in a run until now."""

    total: int = 0
    missed: int = 0
    """How many of them a test at the tick's end would have missed."""
    last_missed: int = -1
    """The tick before the last dash with a missed contact; -1 without one."""
    before_dash: int = 0
    """The tick before the last dash."""

    def count(self, world: World) -> None:
        """Count the contacts of a world's last tick; note where a dash begins."""
        misses = unseen_contacts(world)
        self.total += len(misses)
        self.missed += misses.count(True)
        if not world.last.is_dashing:
            self.before_dash = world.ticks
        elif any(misses):
            self.last_missed = self.before_dash


class Proof:
    """The flight of a ghost that the discrete test moves.

    Args:
        world: before the dash.
        controls: of the whole run; after its end nothing is pressed.
    """

    def __init__(self, world: World, controls: Sequence[Controls]) -> None:
        self.controls = controls
        self.ghost = world.copy()
        self.ghost.method = METHODS["discrete"]
        self.end = world.ticks + round(FLIGHT_TIME * world.tick_rate)
        """The last tick of the flight."""
        self.left = DISPLAY_TIME
        """s for which the proof is still shown."""
        self.samples = [self.place(1.0)]
        """Where the ghost was before the dash, and at the end of each tick."""

    def place(self, u: float) -> Sequence[float]:
        """Return the ghost's centre at a time within its last tick."""
        return self.ghost.place(self.ghost.player.id, self.ghost.last.step, u)

    def tick(self) -> None:
        """Let a tick pass for the ghost."""
        ticks = self.ghost.ticks
        controls = self.controls[ticks] if ticks < len(self.controls) else Controls()
        self.ghost.tick(controls)
        self.samples.append(self.place(1.0))


def unseen_contacts(world: World) -> list[bool]:
    """Return, for each contact of the player in the last tick, whether a test at the
    tick's end would have missed it.

    Contacts with solids are first. Then come the cores and the exit that the player
    took: such a test misses them if it no longer overlaps them at the tick's end.
    """
    if world.last.step is None:
        return []
    me = world.player.id
    predicted = world.last.predicted
    misses: list[bool] = predicted.missed().compress(predicted.mover == me).tolist()
    touches = world.last.step.touches
    by_player = touches.a == me
    others = touches.b.compress(by_player).tolist()
    ends = touches.u1.compress(by_player).tolist()
    last_ends = dict(zip(others, ends))  # Of several touches the last one counts.
    taken = set()
    for event in world.last.events:
        if isinstance(event, CoreTaken | Finished):
            taken.add(event.other)
    misses += [u1 < 1.0 for other, u1 in last_ends.items() if other in taken]
    return misses
