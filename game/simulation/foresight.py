"""What would the dash do if the player released it now?

A preview runs a copy of the world to the end of the dash. While the player aims, the
previews of successive ticks, and then the ticks of the dash, pass through many of the
same states of the space: a step from such a state is computed once.

      tick 40    aim . . . . . release | dash ---------->|
      tick 41      aim . . . . . release | dash ---------->|
                     the same states        new ones if anything else moves
"""

from __future__ import annotations

from typing import NamedTuple

from ..collision import Space, Step
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.space import COLUMNS
from .elements import Core
from .events import TakenBack
from .meetings import vector
from .methods import Method
from .player import GLITCH_SPEED, Controls
from .world import World

MOST_STEPS = 100
"""Steps that are stored: as many as the previews of 7 slow ticks begin."""


class Preview(NamedTuple):
    """What the dash would do if the player released it now."""

    paths: tuple[tuple[Vector, Vector], ...]
    """Its straight pieces; empty if the dash is refused, or if the player dies before
    it begins."""
    strides: bool
    """Whether bodies are tested only at the end of each path, as in GLITCH."""
    taken_back: Vector | None
    """The end of the last stride, if that was in a solid."""
    cores: tuple[int, ...]
    """The ids of those that it takes."""
    dies: Vector | None
    """Where the player dies, if it does."""
    end: Vector
    """Where the player is in the end."""


class StepCache:
    """The latest steps by the method and the state of the space that they started
    from."""

    def __init__(self) -> None:
        self.steps: dict[tuple[object, ...], tuple[Step, Floats, Floats]] = {}
        """With the centres and velocities to which each led."""

    def step(self, method: Method, space: Space, dt: float) -> Step:
        """Step a space by a method, or set it to where that is known to lead; return
        what happens in the step."""
        steps = self.steps
        key = method.name, dt, *(getattr(space, name).tobytes() for name in COLUMNS)
        if key not in steps:
            step = method.step(space, dt)
            steps[key] = step, space.center.copy(), space.velocity.copy()
            if len(steps) > MOST_STEPS:
                oldest = next(iter(steps))
                del steps[oldest]
        step, space.center[:], space.velocity[:] = steps[key]
        return step


def preview_dash(world: World, cache: StepCache | None = None) -> Preview:
    """Return what the dash would do if the player released it now: a copy of the world
    runs to the end of the dash.

    Args:
        world: stays as it is.
        cache: the steps of earlier previews of this run; without one, all are computed.
    """
    me = world.player.id
    ahead = world.copy()
    stepper = (cache or StepCache()).step
    paths: list[tuple[Vector, Vector]] = []
    taken_back = None
    while not ahead.outcome and ahead.player.state != "still":
        passed = ahead.advance(Controls(), stepper)
        if passed:
            step, _ = passed
            if ahead.last.is_dashing:
                dash = step.paths.only(step.paths.mover == me)
                paths += zip(map(vector, dash.start), map(vector, dash.end))
            for event in ahead.last.events:
                if isinstance(event, TakenBack):
                    taken_back = stride_end(ahead, step, event.u)
    end = ahead.place(me)
    cores = world.bodies.of(Core).keys() - ahead.bodies.of(Core).keys()
    return Preview(
        paths=tuple(paths),
        strides=bool(paths) and ahead.player.speed == GLITCH_SPEED,
        taken_back=taken_back,
        cores=tuple(sorted(cores)),
        dies=end if ahead.outcome == "dead" else None,
        end=end,
    )


def stride_end(world: World, step: Step, u: float) -> Vector:
    """Return where the player's stride in GLITCH that was taken back at u would have
    ended, px."""
    me = world.player.id
    strides = world.last.strides
    # The stride ended at u, so it began one stride earlier.
    begin = world.place(me, step, round(u * strides - 1) / strides)
    return vector(begin + world.last.moves[me] / strides)
