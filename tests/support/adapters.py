"""How are other engines asked the same?

One small interface over this project's Space, pymunk and Box2D, for the benchmarks and for the
conformance scenes. Everybody gets the same arrays, in px and px/s, and boxes that do not turn, rub
or fall; movers do not stop each other. What an engine keeps in other units its class converts
outside of step(), so that a clock around step() times the engine alone. Bodies have numbers in the
order in which they were added.

    engine = ENGINES["Box2D, bullets"]() # Missing, if it cannot be imported
    engine.add_walls(center, half)
    engine.add_movers(center, half, velocity)
    engine.step(1 / 60)
    engine.positions()                   # of movers, in the order in which they were added
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from game.collision import SKIN, Response, Space

Columns = NDArray[np.float64]
"""(N, 2) float64."""

INFINITE = float("inf")


class Missing(Exception):
    """An engine that is not there; says which, and what helps, in a sentence."""


class Engine(Protocol):
    """What an engine must be able to do to be measured and judged.

    slack is what it promises of places: by how many px who rests at a solid may be off it. farthest
    is how many px it lets anybody go in a step, largest how far from the origin it still resolves
    that.
    """

    slack: float
    farthest: float
    largest: float

    def add_walls(self, center: Columns, half: Columns) -> None:
        """Add solids that rest."""

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        """Add solids that move as told and that nothing stops."""

    def add_sensors(self, center: Columns, half: Columns) -> None:
        """Add what rests, stops nobody and reports movers."""

    def add_movers(
        self,
        center: Columns,
        half: Columns,
        velocity: Columns,
        response: Response = Response.BOUNCE,
        notices: bool = False,
    ) -> None:
        """Add boxes that bounce without a loss, slide, or pass and report what; some report movers.

        Where there is no STOP they slide instead.
        """

    def look(self) -> None:
        """See who touches whom at the start; only for an engine that moves first."""

    def step(self, dt: float) -> None:
        """Let dt seconds pass."""

    def positions(self) -> Columns:
        """Return the movers' centres."""

    def velocities(self) -> Columns:
        """Return the movers' velocities."""

    def steer(self, velocity: Columns) -> None:
        """Set the movers' velocities, a push against what they touch."""

    def touches(self) -> set[tuple[int, int]]:
        """Return who met whom in the last step and went on: a mover, and what is no solid to it."""


class Ours:
    """game.collision.Space."""

    slack, farthest, largest = SKIN, INFINITE, 2.0**20

    def __init__(self) -> None:
        self.space = Space()
        self.movers = np.zeros(0, np.intp)

    def add_walls(self, center: Columns, half: Columns) -> None:
        self.space.add_walls(center, half)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        self.space.add_obstacles(center, half, velocity)

    def add_sensors(self, center: Columns, half: Columns) -> None:
        self.space.add_sensors(center, half)

    def add_movers(
        self,
        center: Columns,
        half: Columns,
        velocity: Columns,
        response: Response = Response.BOUNCE,
        notices: bool = False,
    ) -> None:
        ids = self.space.add_movers(center, half, velocity, response, notices)
        self.movers = np.concatenate((self.movers, ids))

    def look(self) -> None:
        self.happened = self.space.copy().step(0.0)

    def step(self, dt: float) -> None:
        self.happened = self.space.step(dt)

    def positions(self) -> Columns:
        return self.space.center[self.movers]

    def velocities(self) -> Columns:
        return self.space.velocity[self.movers]

    def steer(self, velocity: Columns) -> None:
        self.space.velocity[self.movers] = velocity

    def touches(self) -> set[tuple[int, int]]:
        touches, contacts = self.happened.touches, self.happened.contacts
        passed = self.space.response[contacts.mover] == Response.PASS
        pairs = zip(contacts.mover[passed].tolist(), contacts.other[passed].tolist())
        return {*zip(touches.a.tolist(), touches.b.tolist()), *pairs}


CELL = 60.0
"""px: a cell of pymunk's spatial hash; 30 and 100 are as good for the benchmarks."""


class Pymunk:
    """pymunk 7: Chipmunk, with a number of equal sub-steps in a step.

    Its elasticity is the product of both shapes', so solids have 1. Movers share a group, and those
    of one group pass each other; who reports them has a second shape, a sensor, without the group.
    An infinite moment keeps a body from turning. It looks up who is near in a tree, unless it is
    told the cell of a spatial hash, px: that suits boxes of about one size.
    """

    slack, farthest, largest = 0.2, INFINITE, INFINITE
    """Its slop is 0.1, and of what is deeper a sixtieth of a second takes a tenth away."""

    def __init__(self, substeps: int = 1, cell: float | None = None) -> None:
        self.pymunk = imported("pymunk", "pymunk>=7")
        self.space = self.pymunk.Space()
        self.substeps, self.cell = substeps, cell
        self.movers, self.number, self.count, self.met = [], {}, 0, set()

    def add_walls(self, center: Columns, half: Columns) -> None:
        for place, size in zip(center.tolist(), half.tolist()):
            self.add(self.space.static_body, size, place)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            self.add(self.body(place, v, body_type=self.pymunk.Body.KINEMATIC), size)

    def add_sensors(self, center: Columns, half: Columns) -> None:
        for place, size in zip(center.tolist(), half.tolist()):
            self.add(self.space.static_body, size, place, sensor=True)

    def add_movers(
        self,
        center: Columns,
        half: Columns,
        velocity: Columns,
        response: Response = Response.BOUNCE,
        notices: bool = False,
    ) -> None:
        told = {
            "elasticity": float(response is Response.BOUNCE),
            "sensor": response is Response.PASS,
            "filter": self.pymunk.ShapeFilter(group=1),
        }
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            body = self.body(place, v, 1.0, float("inf"))
            shape = self.add(body, size, **told)
            if notices:
                self.number[self.shape(body, size, sensor=True)] = self.number[shape]
            self.movers.append(body)
        if self.cell:
            self.space.use_spatial_hash(self.cell, 10 * len(self.space.shapes))

    def body(self, place, velocity, *mass, **kind):
        body = self.pymunk.Body(*mass, **kind)
        body.position, body.velocity = tuple(place), tuple(velocity)
        self.space.add(body)
        return body

    def add(self, body, half, place=(0.0, 0.0), **told):
        shape = self.shape(body, half, place, **told)
        self.number[shape], self.count = self.count, self.count + 1
        return shape

    def shape(self, body, half, place=(0.0, 0.0), **told):
        """Give a body a box, or a line where it has no width."""
        (x, y), (w, h) = place, half
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        if 0.0 in half:
            shape = self.pymunk.Segment(body, corners[0], corners[2], 0.0)
        else:
            shape = self.pymunk.Poly(body, corners)
        for name, value in ({"elasticity": 1.0, "friction": 0.0} | told).items():
            setattr(shape, name, value)
        self.space.add(shape)
        if shape.sensor:
            self.space.on_collision(begin=self.meet)
        return shape

    def meet(self, arbiter, space, data):
        if any(shape.sensor for shape in arbiter.shapes):
            a, b = (self.number[shape] for shape in arbiter.shapes)
            self.met |= {(a, b), (b, a)}

    def look(self) -> None:
        """It moves first and looks after: this is a step in which nobody moves."""
        for body in self.space.bodies:
            body.position_func = stay
        self.step(1 / 60)
        for body in self.space.bodies:
            body.position_func = self.pymunk.Body.update_position

    def step(self, dt: float) -> None:
        self.met.clear()
        for _ in range(self.substeps):
            self.space.step(dt / self.substeps)

    def positions(self) -> Columns:
        return np.array([body.position for body in self.movers]).reshape(-1, 2)

    def velocities(self) -> Columns:
        return np.array([body.velocity for body in self.movers]).reshape(-1, 2)

    def steer(self, velocity: Columns) -> None:
        """It moves first and looks after, so it is told in between, where others add gravity."""
        for body, v in zip(self.movers, velocity.tolist()):
            body.velocity_func = partial(told, v)

    def touches(self) -> set[tuple[int, int]]:
        return set(self.met)


def stay(body, dt):
    """Leave a body of pymunk where it is."""


def told(velocity, body, gravity, damping, dt):
    """Give a body of pymunk its velocity."""
    body.velocity = tuple(velocity)


PX = 50.0
"""px in a metre of Box2D. In it nothing goes farther than 2 m a step: what is faster is slowed down
for good. At 50 px that is 100 px a step, just what the fastest mover of the benchmarks does, so
nobody is held back; and a mover of 8 px is 0.16 m, where Box2D is made for 0.1 m and more."""


class Box2D:
    """Box2D 2.3.10: every mover a bullet, continuous physics on, no sleeping.

    Its restitution is the larger of both fixtures', so solids have 0. Below 1 m/s, 50 px/s, it does
    not bounce; that threshold is compiled in, as is the cap of 2 m a step. Movers share a negative
    group, and those of one such group pass each other; who reports them has a second fixture, a
    sensor, without the group.
    """

    slack, farthest, largest = 0.03 * PX, 2 * PX, 4096 * PX
    """Boxes have a skin of 10 mm each, its slop is 5 mm, and float32 resolves 0.5 mm at 4 km."""

    def __init__(self) -> None:
        self.box2d = imported("Box2D", "Box2D==2.3.10, which has no wheel for Python 3.14")
        self.world = self.box2d.b2World(gravity=(0, 0), doSleep=False, continuousPhysics=True)
        self.movers, self.count, self.met = [], 0, set()

    def add_walls(self, center: Columns, half: Columns) -> None:
        for place, size in zip(center.tolist(), half.tolist()):
            self.add(self.world.CreateStaticBody(position=metres(place)), size)

    def add_obstacles(self, center: Columns, half: Columns, velocity: Columns) -> None:
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            told = {"position": metres(place), "linearVelocity": metres(v)}
            self.add(self.world.CreateKinematicBody(**told), size)

    def add_sensors(self, center: Columns, half: Columns) -> None:
        for place, size in zip(center.tolist(), half.tolist()):
            self.add(self.world.CreateStaticBody(position=metres(place)), size, isSensor=True)

    def add_movers(
        self,
        center: Columns,
        half: Columns,
        velocity: Columns,
        response: Response = Response.BOUNCE,
        notices: bool = False,
    ) -> None:
        told = {
            "restitution": float(response is Response.BOUNCE),
            "isSensor": response is Response.PASS,
            "groupIndex": -1,
        }
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            body = self.world.CreateDynamicBody(
                position=metres(place),
                linearVelocity=metres(v),
                bullet=True,
                fixedRotation=True,
                allowSleep=False,
            )
            self.add(body, size, **told)
            if notices:
                self.fixture(body, size, isSensor=True)
            self.movers.append(body)

    def add(self, body, half, **told) -> None:
        body.userData, self.count = self.count, self.count + 1
        self.fixture(body, half, **told)

    def fixture(self, body, half, **told) -> None:
        """Give a body a box, or a line where it has no width."""
        w, h = metres(half)
        if 0.0 in half:
            shape = self.box2d.b2EdgeShape(vertices=[(-w, -h), (w, h)])
        else:
            shape = self.box2d.b2PolygonShape(box=(w, h))
        told = {"density": 1.0, "friction": 0.0} | told
        body.CreateFixture(self.box2d.b2FixtureDef(shape=shape, **told))
        if told.get("isSensor") and not self.world.contactListener:
            self.world.contactListener = self.listener()

    def listener(self):
        met = self.met

        class Listener(self.box2d.b2ContactListener):
            def BeginContact(self, contact):
                if contact.fixtureA.sensor or contact.fixtureB.sensor:
                    a, b = contact.fixtureA.body.userData, contact.fixtureB.body.userData
                    met.update({(a, b), (b, a)})

        return Listener()

    def look(self) -> None:
        pass

    def step(self, dt: float) -> None:
        self.met.clear()
        self.world.Step(dt, 8, 3)

    def positions(self) -> Columns:
        return PX * np.array([tuple(body.position) for body in self.movers]).reshape(-1, 2)

    def velocities(self) -> Columns:
        return PX * np.array([tuple(body.linearVelocity) for body in self.movers]).reshape(-1, 2)

    def steer(self, velocity: Columns) -> None:
        for body, v in zip(self.movers, velocity.tolist()):
            body.linearVelocity = metres(v)

    def touches(self) -> set[tuple[int, int]]:
        return set(self.met)


def metres(px: list[float]) -> tuple[float, float]:
    """Return a vector of px in metres."""
    return px[0] / PX, px[1] / PX


def imported(name: str, wanted: str) -> ModuleType:
    """Import an engine. SWIG warns while it makes Box2D, and crashes if that is an error.

    Raises:
        Missing: it is not there.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
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
