"""How are other engines asked the same?

One small interface over this project's Space, pymunk and Box2D, for the benchmarks and for the
conformance scenes. Everybody gets the same arrays, in px and px/s, and boxes that do not turn, rub
or fall; movers do not notice each other. What an engine keeps in other units its class converts
outside of step(), so that a clock around step() times the engine alone.

    engine = ENGINES["Box2D"]()          # Missing, if it cannot be imported
    engine.add_walls(center, half)
    engine.add_movers(center, half, velocity)
    engine.step(1 / 60)
    engine.positions()                   # of movers, in the order in which they were added
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from game.collision import Response, Space

Columns = NDArray[np.float64]
"""(N, 2) float64."""


class Missing(Exception):
    """An engine that is not there; says which, and what helps, in a sentence."""


class Engine(Protocol):
    """What an engine must be able to do to be measured and judged."""

    def add_walls(self, center: Columns, half: Columns) -> None:
        """Add solids that rest."""

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        """Add solids that move as told and that nothing stops."""

    def add_movers(
        self, center: Columns, half: Columns, velocity: Columns, bounces: bool = True
    ) -> None:
        """Add boxes that solids stop: they bounce without a loss, or slide."""

    def step(self, dt: float) -> None:
        """Let dt seconds pass."""

    def positions(self) -> Columns:
        """Return the movers' centres."""

    def velocities(self) -> Columns:
        """Return the movers' velocities."""

    def steer(self, velocity: Columns) -> None:
        """Set the movers' velocities."""


class Ours:
    """game.collision.Space."""

    def __init__(self) -> None:
        self.space = Space()
        self.movers = np.zeros(0, np.intp)

    def add_walls(self, center: Columns, half: Columns) -> None:
        self.space.add_walls(center, half)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        self.space.add_obstacles(center, half, velocity)

    def add_movers(
        self, center: Columns, half: Columns, velocity: Columns, bounces: bool = True
    ) -> None:
        response = Response.BOUNCE if bounces else Response.SLIDE
        ids = self.space.add_movers(center, half, velocity, response)
        self.movers = np.concatenate((self.movers, ids))

    def step(self, dt: float) -> None:
        self.space.step(dt)

    def positions(self) -> Columns:
        return self.space.center[self.movers]

    def velocities(self) -> Columns:
        return self.space.velocity[self.movers]

    def steer(self, velocity: Columns) -> None:
        self.space.velocity[self.movers] = velocity


CELL = 60.0
"""px: a cell of pymunk's spatial hash; 30 and 100 are as good for the benchmarks."""


class Pymunk:
    """pymunk 7: Chipmunk, with a number of equal sub-steps in a step.

    Its elasticity is the product of both shapes', so solids have 1. Movers share a group, and those
    of one group pass each other. An infinite moment keeps a body from turning. It looks up who is
    near in a tree, unless it is told the cell of a spatial hash, px: that suits boxes of about one
    size.
    """

    def __init__(self, substeps: int = 1, cell: float | None = None) -> None:
        self.pymunk = imported("pymunk", "pymunk>=7")
        self.space = self.pymunk.Space()
        self.substeps, self.cell = substeps, cell
        self.movers = []

    def add_walls(self, center: Columns, half: Columns) -> None:
        body = self.space.static_body
        for (x, y), (w, h) in zip(center.tolist(), half.tolist()):
            corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
            self.add(self.pymunk.Poly(body, corners), 1.0)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            self.add_body(self.pymunk.Body(body_type=self.pymunk.Body.KINEMATIC), place, size, v)

    def add_movers(
        self, center: Columns, half: Columns, velocity: Columns, bounces: bool = True
    ) -> None:
        together = self.pymunk.ShapeFilter(group=1)
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            body = self.pymunk.Body(1.0, float("inf"))
            self.add_body(body, place, size, v, float(bounces)).filter = together
            self.movers.append(body)
        if self.cell:
            self.space.use_spatial_hash(self.cell, 10 * len(self.space.shapes))

    def add_body(self, body, place, half, velocity, elasticity=1.0):
        body.position, body.velocity = tuple(place), tuple(velocity)
        self.space.add(body)
        shape = self.pymunk.Poly.create_box(body, (2 * half[0], 2 * half[1]))
        return self.add(shape, elasticity)

    def add(self, shape, elasticity: float):
        shape.elasticity, shape.friction = elasticity, 0.0
        self.space.add(shape)
        return shape

    def step(self, dt: float) -> None:
        for _ in range(self.substeps):
            self.space.step(dt / self.substeps)

    def positions(self) -> Columns:
        return np.array([body.position for body in self.movers]).reshape(-1, 2)

    def velocities(self) -> Columns:
        return np.array([body.velocity for body in self.movers]).reshape(-1, 2)

    def steer(self, velocity: Columns) -> None:
        for body, v in zip(self.movers, velocity.tolist()):
            body.velocity = tuple(v)


PX = 50.0
"""px in a metre of Box2D. In it nothing goes farther than 2 m a step: what is faster is slowed down
for good. At 50 px that is 100 px a step, just what the fastest mover of the benchmarks does, so
nobody is held back; and a mover of 8 px is 0.16 m, where Box2D is made for 0.1 m and more."""


class Box2D:
    """Box2D 2.3.10: every mover a bullet, continuous physics on, no sleeping.

    Its restitution is the larger of both fixtures', so solids have 0. Below 1 m/s, 50 px/s, it does
    not bounce; that threshold is compiled in, as is the cap of 2 m a step. Movers share a negative
    group, and those of one such group pass each other.
    """

    def __init__(self) -> None:
        self.box2d = imported("Box2D", "Box2D==2.3.10, which has no wheel for Python 3.14")
        self.world = self.box2d.b2World(gravity=(0, 0), doSleep=False, continuousPhysics=True)
        self.movers = []

    def add_walls(self, center: Columns, half: Columns) -> None:
        for place, size in zip(center.tolist(), half.tolist()):
            self.add(self.world.CreateStaticBody(position=metres(place)), size)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            told = {"position": metres(place), "linearVelocity": metres(v)}
            self.add(self.world.CreateKinematicBody(**told), size)

    def add_movers(
        self, center: Columns, half: Columns, velocity: Columns, bounces: bool = True
    ) -> None:
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            body = self.world.CreateDynamicBody(
                position=metres(place),
                linearVelocity=metres(v),
                bullet=True,
                fixedRotation=True,
                allowSleep=False,
            )
            self.add(body, size, restitution=float(bounces), groupIndex=-1)
            self.movers.append(body)

    def add(self, body, half, restitution: float = 0.0, groupIndex: int = 0) -> None:
        box = self.box2d.b2PolygonShape(box=metres(half))
        body.CreateFixture(
            self.box2d.b2FixtureDef(
                shape=box, density=1.0, friction=0.0, restitution=restitution, groupIndex=groupIndex
            )
        )

    def step(self, dt: float) -> None:
        self.world.Step(dt, 8, 3)

    def positions(self) -> Columns:
        return PX * np.array([tuple(body.position) for body in self.movers]).reshape(-1, 2)

    def velocities(self) -> Columns:
        return PX * np.array([tuple(body.linearVelocity) for body in self.movers]).reshape(-1, 2)

    def steer(self, velocity: Columns) -> None:
        for body, v in zip(self.movers, velocity.tolist()):
            body.linearVelocity = metres(v)


def metres(px: list[float]) -> tuple[float, float]:
    """Return a vector of px in metres."""
    return px[0] / PX, px[1] / PX


def imported(name: str, wanted: str) -> ModuleType:
    """Import an engine.

    Raises:
        Missing: it is not there.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Missing(f"{name} cannot be imported; pip install {wanted}") from None


ENGINES: dict[str, Callable[[], Engine]] = {
    "ours": Ours,
    "pymunk": Pymunk,
    "pymunk, hash": partial(Pymunk, 1, CELL),
    "pymunk, 8 sub-steps": partial(Pymunk, 8),
    "pymunk, 8 sub-steps, hash": partial(Pymunk, 8, CELL),
    "Box2D, bullets": Box2D,
}
"""By the names that tables give them; to call one makes an empty world."""
