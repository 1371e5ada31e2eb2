"""What happens if a box of this size and speed is here?

A lab is a value: a few bodies, the first of which is A, and how often a second they are
stepped. Its room closes thin walls around them, and its world ticks without a player:
there is no aim, no end, no points.

      +----------------------------+     the arena: as thin as the walls in it
      |  [A]--->       |           |
      |                |      <-o  |     an obstacle moves back and forth
      +----------------------------+
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, inf, pi, sin, sqrt
from random import Random
from typing import NamedTuple

from ..collision import AABB, Kind, Response, Step
from ..collision.aabb import Vector
from ..collision.space import keep_memory
from .elements import Element, Slider, Slug
from .events import Event
from .player import HEADINGS, Controls
from .room import Room, frame
from .world import PARTS_A_TICK, Headline, World

LAB_NAME = "lab"
ARENA = AABB.from_min_max((12.0, 32.0), (444.0, 280.0))
"""px of a room of 640 x 360: beside it there is space for what can be changed."""
RATES = (5, 240)
"""Ticks a second, at least and at most."""
FASTEST = 12_000.0
"""px/s, the most on each axis."""
THINNEST = 1 / 64
"""px: the least thickness of a wall."""
THICKEST = 64.0
"""px: the most."""
MOST_MOVERS = 10_000
A_MOVER = 22.0
"""px: the side of the square that a mover of a storm has for itself."""
APART = 24.0
"""px that an obstacle leaves free in front of the arena's walls, so that no mover is
crushed there."""
STORM_SPEEDS = 600.0, 2_400.0
"""px/s of a storm's movers."""
MOVER_HALF = (8.0, 8.0)


class LabBody(NamedTuple):
    """A mover, wall or obstacle; px and px/s."""

    kind: str
    center: Vector
    half_extents: Vector
    velocity: Vector = (0.0, 0.0)

    @property
    def box(self) -> AABB:
        return AABB(self.center, self.half_extents)

    def shift(self, was: LabBody, will: LabBody) -> LabBody:
        """Return it with its centre and size changed by as much as those of another
        body that was and will be so."""
        rows = zip(self[1:3], was[1:3], will[1:3])
        center, half = (tuple(x + b - a for x, a, b in zip(*row)) for row in rows)
        return LabBody(self.kind, center, half, self.velocity)


class Lab(NamedTuple):
    """What is in the lab; the first body is A."""

    scene: str
    thickness: float
    tick_rate: int
    movers: int
    """How many there are in a storm."""
    response: Response
    """Of every mover."""
    bodies: tuple[LabBody, ...]

    @property
    def zoom(self) -> float:
        """How many times larger than the picture of it the arena is: a storm has much
        space."""
        area = ARENA.size[0] * ARENA.size[1]
        return sqrt(self.movers * A_MOVER**2 / area) if self.scene == "storm" else 1.0

    @property
    def arena(self) -> AABB:
        """The box in which everything happens."""
        low, high = (
            [x * self.zoom for x in corner] for corner in (ARENA.min, ARENA.max)
        )
        return AABB.from_min_max(low, high)


@dataclass(frozen=True, kw_only=True)
class LabRoom(Room):
    """The room of a lab."""

    lab: Lab


def make_lab(
    scene: str, thickness: float = 2.0, tick_rate: int = 60, movers: int = 1_000
) -> Lab:
    """Return a lab as a scene begins; what is out of bounds is clamped."""
    thickness = min(max(thickness, THINNEST), THICKEST)
    tick_rate = min(max(tick_rate, RATES[0]), RATES[1])
    movers = min(max(movers, 1), MOST_MOVERS)
    response, a, others = SCENES[scene]
    lab = Lab(scene, thickness, tick_rate, movers, response, a)
    return lab._replace(bodies=(*a, *others(lab)))


def with_thickness(lab: Lab, thickness: float) -> Lab:
    """Return a lab with walls of another thickness; boxes that were moved or resized
    stay so."""
    old = make_lab(lab.scene, lab.thickness, lab.tick_rate, lab.movers).bodies
    new = make_lab(lab.scene, thickness, lab.tick_rate, lab.movers)
    if lab.scene == "storm":
        return new._replace(response=lab.response)
    bodies = map(LabBody.shift, lab.bodies, old, new.bodies)
    return lab._replace(thickness=new.thickness, bodies=tuple(bodies))


def clamp_body(body: LabBody, within: AABB) -> LabBody:
    """Return a body with its size clamped from the thinnest wall to a box, its centre
    so that it lies inside the box, and its velocity to FASTEST on each axis.

    A body that is right already is itself returned: a storm has thousands.
    """
    sizes = zip(body.half_extents, within.half_extents)
    half = [min(max(h, THINNEST / 2), most) for h, most in sizes]
    spans = zip(body.center, within.min, within.max, half)
    center = tuple(min(max(x, low + h), high - h) for x, low, high, h in spans)
    velocity = tuple(min(max(v, -FASTEST), FASTEST) for v in body.velocity)
    clamped = LabBody(body.kind, center, tuple(half), velocity)
    return body if clamped == body else clamped


def lab_room(lab: Lab) -> LabRoom:
    """Return the room of a lab, with its bodies clamped.

    The first body is the player. Other movers become slugs; an obstacle becomes a
    slider, or a wall if it has no speed or no space to move.
    """
    arena = lab.arena
    bodies = tuple(clamp_body(body, arena) for body in lab.bodies)
    walls = frame(arena, lab.thickness)
    sliders: list[Element] = []
    slugs: list[Element] = []
    for body in bodies[1:]:
        if body.kind == "mover":
            slugs.append(Slug(body.box, body.velocity))
            continue
        travel = travel_of(body, arena)
        if body.kind == "obstacle" and any(travel):
            speed = hypot(*body.velocity)
            slider = Slider(
                body.box, travel, speed=speed, back=speed, phase=0.0, lethal=()
            )
            sliders.append(slider)
        else:
            walls.append(body.box)
    return LabRoom(
        name=LAB_NAME,
        title=f"Lab: {lab.scene}",
        fact="",
        width=640.0 * lab.zoom,
        height=360.0 * lab.zoom,
        tick_rate=lab.tick_rate,
        start=bodies[0].center,
        walls=tuple(walls),
        elements=(*sliders, *slugs),
        lab=lab._replace(bodies=bodies),
    )


def travel_of(obstacle: LabBody, within: AABB) -> Vector:
    """Return the displacement of an obstacle until it turns, px: in the direction of
    its velocity, as far as it stays APART from the sides of a box; (0, 0) if it rests
    or has no space."""
    seconds = inf
    rows = zip(
        obstacle.center,
        obstacle.half_extents,
        obstacle.velocity,
        within.min,
        within.max,
    )
    for x, half, v, low, high in rows:
        if v:
            edge = high - APART - half if v > 0 else low + APART + half
            seconds = min(seconds, max(0.0, (edge - x) / v))
    if seconds == inf:
        return 0.0, 0.0
    return tuple(v * seconds for v in obstacle.velocity)


class LabWorld(World):
    """The world of a lab. It ignores controls: it ticks by itself."""

    room: LabRoom

    def prepare(self) -> None:
        """Give A its size and velocity, and all movers the lab's response."""
        me = self.player.id
        space = self.space
        lab = self.room.lab
        a = lab.bodies[0]
        space.velocity[me] = a.velocity
        space.resize(me, a.half_extents)
        if lab.scene == "storm":
            keep_memory()
        space.response[space.ids(Kind.MOVER)] = lab.response
        space.notices[me] = False

    def waits(self, controls: Controls) -> bool:
        """Return False: a lab never waits for the player."""
        return False

    def drive(self, controls: Controls) -> list[Event]:
        """Move the obstacles on, and turn A to the direction of its velocity; return no
        events."""
        self.advance_time(PARTS_A_TICK)
        x, y = self.space.velocity[self.player.id].tolist()
        if x or y:
            self.player.facing = round(atan2(y, x) * HEADINGS / (2 * pi)) % HEADINGS
        return []

    def play_out(self, step: Step) -> list[Event]:
        """Return no events: in a lab nothing ends the run."""
        return []

    def headline(self) -> Headline:
        """Return the tick, and the movers that left the closed arena."""
        tally = f"{self.lost:,} of {len(self.space.ids(Kind.MOVER)):,} lost"
        return Headline(
            f"tick {self.ticks:,} at {self.tick_rate} Hz", tally, self.lost > 0
        )

    @property
    def lost(self) -> int:
        """How many movers are outside the arena, which is closed."""
        at = self.space.center[self.space.ids(Kind.MOVER)]
        inside = self.room.lab.arena
        return int(((at < inside.min) | (at > inside.max)).any(axis=1).sum())


def mover(center: Vector, velocity: Vector) -> tuple[LabBody, ...]:
    """Return A as all scenes but the storm have it."""
    return (LabBody("mover", center, MOVER_HALF, velocity),)


def thin_wall(lab: Lab) -> Sequence[LabBody]:
    """Return one wall: before the tick A is in front of it, after it A would be
    behind."""
    return [LabBody("wall", (300.0, 156.0), (lab.thickness / 2, 90.0))]


def corner(lab: Lab) -> Sequence[LabBody]:
    """Return two walls: A moves into their exact corner."""
    thick = lab.thickness
    half = thick / 2
    upright = LabBody("wall", (240.0 + half, 205.0), (half, 55.0))
    level = LabBody("wall", (310.0 + thick, 150.0 + half), (70.0, half))
    return [upright, level]


def corridor(lab: Lab) -> Sequence[LabBody]:
    """Return two walls: A moves between them and touches both; resting contact does
    not stop it."""
    half = lab.thickness / 2
    return [
        LabBody("wall", (240.0, y), (110.0, half)) for y in (148.0 - half, 164.0 + half)
    ]


def oncoming(lab: Lab) -> Sequence[LabBody]:
    """Return an obstacle that moves towards A: they would pass each other between two
    samples, for only their relative motion counts."""
    return [
        LabBody("obstacle", (290.0, 156.0), (lab.thickness / 2, 50.0), (-3_000.0, 0.0))
    ]


def storm(lab: Lab) -> Sequence[LabBody]:
    """Return the bodies of a storm, A first. Each mover has a rectangle for itself;
    along an edge of every second rectangle lies a wall."""
    random = Random(1)
    width, height = lab.arena.size
    left, top = lab.arena.min
    columns = max(1, round(sqrt(lab.movers * width / height)))
    rows = -(-lab.movers // columns)
    wide = width / columns
    high = height / rows
    thick = min(lab.thickness, 4.0) / 2
    movers = []
    walls = []
    for k in range(lab.movers):
        x = left + wide * (k % columns)
        y = top + high * (k // columns)
        half = tuple(random.choice((2.0, 2.5, 3.0, 3.5, 4.0)) for _ in "xy")
        turn = random.uniform(-pi, pi)
        speed = random.uniform(*STORM_SPEEDS)
        velocity = float(round(speed * cos(turn))), float(round(speed * sin(turn)))
        center = x + wide / 2, y + high / 2
        movers.append(LabBody("mover", center, half, velocity))
        if k % 2:
            upright = random.random() < 0.5
            along = (thick, high / 2) if upright else (wide / 2, thick)
            walls.append(LabBody("wall", (x + along[0], y + along[1]), along))
    middle = len(movers) // 2 + columns // 2
    # A is a mover near the middle of the arena.
    a = movers.pop(min(middle, len(movers) - 1))
    return [a, *walls, *movers]


SCENES = {
    "thin wall": (Response.BOUNCE, mover((236.0, 156.0), (6_000.0, 0.0)), thin_wall),
    "corner": (Response.SLIDE, mover((172.0, 112.0), (4_800.0, 2_400.0)), corner),
    "corridor": (Response.BOUNCE, mover((90.0, 156.0), (4_800.0, 0.0)), corridor),
    "oncoming": (Response.BOUNCE, mover((206.0, 156.0), (3_600.0, 0.0)), oncoming),
    "storm": (Response.BOUNCE, (), storm),
}
"""How movers answer contacts at first, A, and the other bodies; a storm has A among
them."""
