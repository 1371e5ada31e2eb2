"""What would a test at each tick's end have made of a dash?

The end of a room is its proof: the last dash with a contact that such a test would have missed,
once more. A ghost begins with the player and is moved by that test. Its samples, one at the end of
each tick, show why it flies on:

    o -----> |o           the player, stopped by a wall
    x        |    x       the samples of the ghost
"""

from __future__ import annotations

from collections.abc import Sequence

from ..simulation.events import CoreTaken, Finished
from ..simulation.methods import METHODS
from ..simulation.player import Controls
from ..simulation.world import World

FLIGHT = 0.1
"""s of the player's time: a dash takes less."""


def unseen_contacts(world: World) -> list[bool]:
    """Return of each contact of the player in the last tick, with solids, cores and the exit,
    whether a test at the tick's end would have missed it."""
    if world.step is None:
        return []
    me, touches, kinds = world.player.id, world.step.touches, CoreTaken | Finished
    ids = [event.other for event in world.events if isinstance(event, kinds)]
    last = {b: u1 for a, b, _, u1 in zip(*(c.tolist() for c in touches)) if a == me and b in ids}
    own = world.predicted.mover == me
    return [*world.predicted.missed()[own].tolist(), *(u1 < 1.0 for u1 in last.values())]


class Proof:
    """The flight of a ghost that the discrete test moves.

    Args:
        world: before the dash.
        controls: of the whole run; after its end nothing is pressed.
    """

    def __init__(self, world: World, controls: Sequence[Controls]) -> None:
        self.ghost, self.controls = world.copy(), controls
        self.ghost.method = METHODS["discrete"]
        self.end = world.ticks + round(FLIGHT * world.tick_rate)
        """The last tick of the flight."""
        self.samples = [self.place(1.0)]
        """Where the ghost was before the dash, and at the end of each tick."""

    def place(self, u: float) -> Sequence[float]:
        """Return the ghost's centre at a time within its last tick."""
        return self.ghost.place(self.ghost.player.id, self.ghost.step, u)

    def tick(self) -> None:
        """Let a tick pass for the ghost."""
        now = self.ghost.ticks
        self.ghost.tick(self.controls[now] if now < len(self.controls) else Controls())
        self.samples.append(self.place(1.0))
