"""How do other engines run the same scene?

One small interface over this project's Space, pymunk and Box2D, for the benchmarks and for the
conformance scenes. Every engine gets the same arrays, in px and px/s, and boxes that do not turn,
rub or fall; movers do not stop each other. Other units are converted outside of step(), so that a
clock around step() times the engine alone. Bodies are numbered in the order in which they are
added.

    engine = ENGINES["Box2D, bullets"]()  # Missing, if it cannot be imported
    engine.add("wall", center, half)
    engine.add("mover", center, half, velocity)
    engine.step(1 / 60)
    engine.positions()                    # of the movers, in the order in which they were added
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
    """An engine that is not installed; the message names it and the command that installs it."""


class Engine(Protocol):
    """What an engine must be able to do to be measured and judged."""

    slack: float
    """px by which a box that rests at a solid may be off it: what the engine promises."""
    farthest: float
    """px that a body may move in a step."""
    largest: float
    """px from the origin at which the engine still resolves slack."""

    def add(
        self,
        kind: str,
        center: Columns,
        half: Columns,
        velocity: Columns | float = 0.0,
        response: Response = Response.BOUNCE,
        notices: bool = False,
    ) -> None:
        """Add boxes of one kind.

        A "wall" is solid and rests; an "obstacle" is solid, moves at its velocity and is stopped by
        nothing; a "sensor" rests, stops nothing and reports movers. A "mover" bounces without loss,
        slides, or passes and reports what it passed; one that notices reports movers as well. An
        engine without STOP slides instead.
        """

    def sample(self) -> None:
        """Find the overlaps at the start; for an engine that otherwise moves first."""

    def step(self, dt: float) -> None:
        """Advance by dt seconds."""

    def positions(self) -> Columns:
        """Return the movers' centres."""

    def velocities(self) -> Columns:
        """Return the movers' velocities."""

    def steer(self, velocity: Columns) -> None:
        """Set the movers' velocities, a push against what they touch."""

    def touches(self) -> set[tuple[int, int]]:
        """Return pairs that overlapped in the last step: a mover, and what is not solid to it."""


class Ours:
    """game.collision.Space."""

    slack, farthest, largest = SKIN, INFINITE, 2.0**20

    def __init__(self) -> None:
        self.space = Space()
        self.movers = np.zeros(0, np.intp)

    def add(self, kind, center, half, velocity=0.0, response=Response.BOUNCE, notices=False):
        motion = {"wall": (), "mover": (velocity, response, notices)}.get(kind, (velocity,))
        ids = getattr(self.space, f"add_{kind}s")(center, half, *motion)
        if kind == "mover":
            self.movers = np.concatenate((self.movers, ids))

    def sample(self) -> None:
        self.report = self.space.copy().step(0.0)

    def step(self, dt: float) -> None:
        self.report = self.space.step(dt)

    def positions(self) -> Columns:
        return self.space.center[self.movers]

    def velocities(self) -> Columns:
        return self.space.velocity[self.movers]

    def steer(self, velocity: Columns) -> None:
        self.space.velocity[self.movers] = velocity

    def touches(self) -> set[tuple[int, int]]:
        touches, contacts = self.report.touches, self.report.contacts
        passes = self.space.response[contacts.mover] == Response.PASS
        pairs = zip(contacts.mover[passes].tolist(), contacts.other[passes].tolist())
        return {*zip(touches.a.tolist(), touches.b.tolist()), *pairs}


class Bodies:
    """What the adapters of pymunk and Box2D share: bodies that are objects, added one by one."""

    def __init__(self) -> None:
        self.movers, self.count, self.pairs = [], 0, set()

    def add(self, kind, center, half, velocity=0.0, response=Response.BOUNCE, notices=False):
        velocity = np.broadcast_to(velocity, center.shape)
        for place, size, v in zip(center.tolist(), half.tolist(), velocity.tolist()):
            body = self.body(kind, place, v)
            self.number(self.box(kind, body, size, place, response))
            if kind == "mover":
                self.movers.append(body)
            if notices:
                self.also_notice(body, size)

    def column(self, name: str) -> Columns:
        """Return a property of the movers."""
        return np.array([tuple(getattr(body, name)) for body in self.movers]).reshape(-1, 2)

    def touches(self) -> set[tuple[int, int]]:
        return set(self.pairs)


CELL = 60.0
"""px: a cell of pymunk's spatial hash; 30 and 100 are as good for the benchmarks."""


class Pymunk(Bodies):
    """pymunk 7: Chipmunk, with a number of equal sub-steps in a step.

    Its elasticity is the product of both shapes', so solids have 1. Movers share a group, and those
    of one group pass each other; a mover that notices others has a second shape, a sensor, without
    the group. An infinite moment keeps a body from turning. Its broad phase is a tree, or a spatial
    hash if the cell is given, px: that suits boxes of about one size.
    """

    slack, farthest, largest = 0.2, INFINITE, INFINITE
    """Its slop is 0.1, and of what is deeper a sixtieth of a second takes a tenth away."""

    def __init__(self, substeps: int = 1, cell: float | None = None) -> None:
        super().__init__()
        self.pymunk = import_engine("pymunk", "pymunk>=7")
        self.space = self.pymunk.Space()
        self.substeps, self.cell = substeps, cell
        self.numbers = {}

    def add(self, kind, *columns, **options):
        super().add(kind, *columns, **options)
        if kind == "mover" and self.cell:
            self.space.use_spatial_hash(self.cell, 10 * len(self.space.shapes))

    def body(self, kind, place, velocity):
        if kind in ("wall", "sensor"):
            return self.space.static_body
        if kind == "mover":
            body = self.pymunk.Body(1.0, float("inf"))
        else:
            body = self.pymunk.Body(body_type=self.pymunk.Body.KINEMATIC)
        body.position, body.velocity = tuple(place), tuple(velocity)
        self.space.add(body)
        return body

    def box(self, kind, body, half, place, response):
        if kind != "mover":
            resting = body is self.space.static_body
            return self.shape(body, half, place if resting else (0, 0), sensor=kind == "sensor")
        return self.shape(
            body,
            half,
            elasticity=float(response is Response.BOUNCE),
            sensor=response is Response.PASS,
            filter=self.pymunk.ShapeFilter(group=1),
        )

    def number(self, shape):
        self.numbers[shape], self.count = self.count, self.count + 1

    def also_notice(self, body, half):
        self.numbers[self.shape(body, half, sensor=True)] = self.count - 1

    def shape(self, body, half, place=(0.0, 0.0), **properties):
        """Add a box to a body, or a line where it has no width."""
        (x, y), (w, h) = place, half
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        if 0.0 in half:
            shape = self.pymunk.Segment(body, corners[0], corners[2], 0.0)
        else:
            shape = self.pymunk.Poly(body, corners)
        for name, value in ({"elasticity": 1.0, "friction": 0.0} | properties).items():
            setattr(shape, name, value)
        self.space.add(shape)
        if shape.sensor:
            self.space.on_collision(begin=self.record_touch)
        return shape

    def record_touch(self, arbiter, space, data):
        if any(shape.sensor for shape in arbiter.shapes):
            a, b = (self.numbers[shape] for shape in arbiter.shapes)
            self.pairs |= {(a, b), (b, a)}

    def sample(self) -> None:
        """Take a step in which no body moves: pymunk moves bodies first and tests them after."""
        for body in self.space.bodies:
            body.position_func = stay
        self.step(1 / 60)
        for body in self.space.bodies:
            body.position_func = self.pymunk.Body.update_position

    def step(self, dt: float) -> None:
        self.pairs.clear()
        for _ in range(self.substeps):
            self.space.step(dt / self.substeps)

    def positions(self) -> Columns:
        return self.column("position")

    def velocities(self) -> Columns:
        return self.column("velocity")

    def steer(self, velocity: Columns) -> None:
        """Set velocities where others add gravity: between pymunk's moving and its testing."""
        for body, v in zip(self.movers, velocity.tolist()):
            body.velocity_func = partial(set_velocity, v)


def stay(body, dt):
    """Leave a body of pymunk where it is."""


def set_velocity(velocity, body, gravity, damping, dt):
    """Set the velocity of a body of pymunk."""
    body.velocity = tuple(velocity)


PX = 50.0
"""px in a metre of Box2D, in which a body moves at most 2 m a step: a faster one is slowed down for
good. At 50 px that is 100 px a step, exactly what the fastest mover of the benchmarks needs; and a
mover of 8 px is 0.16 m, where Box2D is made for 0.1 m and more."""


class Box2D(Bodies):
    """Box2D 2.3.10: every mover a bullet, continuous physics on, no sleeping.

    Its restitution is the larger of both fixtures', so solids have 0. Below 1 m/s, 50 px/s, it does
    not bounce; that threshold is compiled in, as is the cap of 2 m a step. Movers share a negative
    group, and those of one such group pass each other; a mover that notices others has a second
    fixture, a sensor, without the group.
    """

    slack, farthest, largest = 0.03 * PX, 2 * PX, 4096 * PX
    """Boxes have a skin of 10 mm each, its slop is 5 mm, and float32 resolves 0.5 mm at 4 km."""

    def __init__(self) -> None:
        super().__init__()
        self.box2d = import_engine("Box2D", "Box2D==2.3.10, which has no wheel for Python 3.14")
        self.world = self.box2d.b2World(gravity=(0, 0), doSleep=False, continuousPhysics=True)

    def body(self, kind, place, velocity):
        place, velocity = metres(place), metres(velocity)
        if kind in ("wall", "sensor"):
            return self.world.CreateStaticBody(position=place)
        if kind == "obstacle":
            return self.world.CreateKinematicBody(position=place, linearVelocity=velocity)
        return self.world.CreateDynamicBody(
            position=place,
            linearVelocity=velocity,
            bullet=True,
            fixedRotation=True,
            allowSleep=False,
        )

    def box(self, kind, body, half, place, response):
        if kind != "mover":
            return self.fixture(body, half, isSensor=kind == "sensor")
        return self.fixture(
            body,
            half,
            restitution=float(response is Response.BOUNCE),
            isSensor=response is Response.PASS,
            groupIndex=-1,
        )

    def number(self, body):
        body.userData, self.count = self.count, self.count + 1

    def also_notice(self, body, half):
        self.fixture(body, half, isSensor=True)

    def fixture(self, body, half, isSensor=False, **properties):
        """Add a box to a body, or a line where it has no width; return the body."""
        w, h = metres(half)
        if 0.0 in half:
            shape = self.box2d.b2EdgeShape(vertices=[(-w, -h), (w, h)])
        else:
            shape = self.box2d.b2PolygonShape(box=(w, h))
        properties = {"density": 1.0, "friction": 0.0} | properties
        definition = self.box2d.b2FixtureDef(shape=shape, isSensor=isSensor, **properties)
        body.CreateFixture(definition)
        if isSensor and not self.world.contactListener:
            self.world.contactListener = self.listener()
        return body

    def listener(self):
        pairs = self.pairs

        class Listener(self.box2d.b2ContactListener):
            def BeginContact(self, contact):
                if contact.fixtureA.sensor or contact.fixtureB.sensor:
                    a, b = contact.fixtureA.body.userData, contact.fixtureB.body.userData
                    pairs.update({(a, b), (b, a)})

        return Listener()

    def sample(self) -> None:
        pass

    def step(self, dt: float) -> None:
        self.pairs.clear()
        self.world.Step(dt, 8, 3)

    def positions(self) -> Columns:
        return PX * self.column("position")

    def velocities(self) -> Columns:
        return PX * self.column("linearVelocity")

    def steer(self, velocity: Columns) -> None:
        for body, v in zip(self.movers, velocity.tolist()):
            body.linearVelocity = metres(v)


def metres(px: list[float]) -> tuple[float, float]:
    """Return a vector of px in metres."""
    return px[0] / PX, px[1] / PX


def import_engine(name: str, requirement: str) -> ModuleType:
    """Import an engine, or raise Missing; a warning of SWIG must not be an error: it crashes."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return importlib.import_module(name)
    except ImportError:
        raise Missing(f"{name} cannot be imported; pip install {requirement}") from None


ENGINES: dict[str, Callable[[], Engine]] = {
    "ours": Ours,
    "pymunk": Pymunk,
    "pymunk, hash": partial(Pymunk, 1, CELL),
    "pymunk, 8 sub-steps": partial(Pymunk, 8),
    "pymunk, 8 sub-steps, hash": partial(Pymunk, 8, CELL),
    "Box2D, bullets": Box2D,
}
"""By the names that tables give them; to call one makes an empty world."""
