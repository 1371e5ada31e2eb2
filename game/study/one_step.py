"""What does the engine report of the step that a figure shows?"""

from __future__ import annotations

from dataclasses import replace

from ..collision import Step
from ..simulation.begin import begin
from ..simulation.missed import predict_paths
from ..simulation.room import Room
from ..simulation.world import World
from .lesson import FIGURE, MoveArguments

EMPTY_ROOM = Room("figure", "", "", *FIGURE, 120, (0.0, 0.0), (), (), (), (), (), (), None)


def run_one_step(arguments: MoveArguments) -> tuple[World, Step]:
    """Run one tick with a figure's boxes, the box as the player; return the world and its step."""
    box, displacement, solids, response, solid_moves = arguments
    world = begin(replace(EMPTY_ROOM, start=box.center))
    space, me = world.space, world.player.id
    space.velocity[me] = displacement
    space.resize(me, box.half_extents)
    space.response[me] = response
    for solid, move in zip(solids, solid_moves):
        if any(move):
            space.add_obstacles(solid.center, solid.half_extents, move)
        else:
            space.add_walls(solid.center, solid.half_extents)
    world.moves, step = space.velocity.copy(), space.step(1.0)
    space.velocity *= world.tick_rate  # Only now, in px/s: so no displacement was rounded.
    world.step = step
    world.predicted = predict_paths(step, space, world.moves)
    return world, step
