"""What does the engine report of the step that a figure shows?"""

from __future__ import annotations

from dataclasses import replace

from ..collision import Step
from ..simulation.missed import predict_paths
from ..simulation.room import Room
from ..simulation.world import World
from .lesson import FIGURE, Moved

EMPTY = Room("figure", "", "", *FIGURE, 120, 1, 1, (0.0, 0.0), (), (), (), (), (), (), None)


def stepped(moved: Moved) -> tuple[World, Step]:
    """Return a world after its one tick, and what that reported; the box is its player."""
    box, way, solids, response, ways = moved
    world = World(replace(EMPTY, start=box.center))
    space, me = world.space, world.player.id
    space.velocity[me] = way
    space.resize(me, box.half_extents)
    space.response[me] = response
    for solid, by in zip(solids, ways):
        if any(by):
            space.add_obstacles(solid.center, solid.half_extents, by)
        else:
            space.add_walls(solid.center, solid.half_extents)
    world.moves, step = space.velocity.copy(), space.step(1.0)
    space.velocity *= world.tick_rate  # Only now, in px/s: so no displacement was rounded.
    world.step = step
    world.predicted = predict_paths(step, space, world.moves)
    return world, step
