"""What do the controls make the player's box do?

It rests, creeps, or dashes; to dash is to press, aim and release:

     still <-> creep
       | press                  cancel: back to still
      aim      slow world, the direction turns
       | release the key
     release   6 ticks, still slow, still turning
       |
     dash      90 px a tick until the first contact, or for 720 px
       |
     still, or aim at once if that was pressed up to 12 ticks before

Directions are headings: whole 1/4096 turns from +x towards +y.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Kind, Response, Space
from ..collision.aabb import Vector

HALF, HURT_HALF = (4.0, 4.0), (3.0, 3.0)
"""px: what stops the player, and its middle, which is hurt."""
HEADINGS = 4096
CREEP_SPEED, DASH_SPEED, GLITCH_SPEED = 60.0, 10_800.0, 4_800.0
"""px/s; a dash is 90 px a tick at 120 Hz, one begun in GLITCH 40 px."""
DASH_LENGTH = 720.0
TURN_SPEED = 270 * HEADINGS // 360
"""Headings a second by which keys turn the aim."""
AIM_TICKS, RELEASE_TICKS, BUFFER_TICKS = 240, 6, 12
"""How long an aim, release included, can slow the world; a release lasts; a press stays valid."""
STEEPEST = 3**0.5 / 2
"""The sine of 60 degrees: steeper into a touched solid there is no dash."""
EIGHTHS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Controls(NamedTuple):
    """What the player wants in one tick."""

    creep: tuple[int, int] = (0, 0)
    """Each -1, 0 or 1; x to the right, y down."""
    aim: bool = False
    heading: int | None = None
    """Where the pointer or stick points; None: keys turn the aim."""
    cancel: bool = False

    @property
    def idle(self) -> bool:
        """Neither a creep nor an aim is wanted; a pointer always points."""
        return self.creep == (0, 0) and not self.aim


class Face(NamedTuple):
    """A solid's face that a body touches; normal is 1 or -1 on the axis, towards the body."""

    solid: int
    axis: int
    normal: float


def direction(heading: int) -> Vector:
    """Return a heading's unit vector, rounded to 2^-30: platforms differ in sin's last bit."""
    angle = heading * 2 * pi / HEADINGS
    return round(cos(angle) * 2**30) / 2**30, round(sin(angle) * 2**30) / 2**30


def heading_of(x: float, y: float) -> int:
    """Return the heading of one of the eight directions of the keys."""
    return EIGHTHS.index(((x > 0) - (x < 0), (y > 0) - (y < 0))) * HEADINGS // 8


def touched_faces(space: Space, body: int) -> list[Face]:
    """Return the faces that the player touches, within SKIN and not only at a corner."""
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    away = space.center[body] - space.center[solids]
    gap = np.abs(away) - space.half_extents[body] - space.half_extents[solids]
    rows, axes = np.nonzero((np.abs(gap) <= SKIN) & (gap[:, ::-1] < -SKIN))
    normals = np.copysign(1.0, away[rows, axes])
    return list(map(Face, solids[rows].tolist(), axes.tolist(), normals.tolist()))


@dataclass
class Player:
    """The state of the player; its centre and velocity are row id of the space."""

    id: int
    state: str = "still"
    facing: int = 0
    heading: int = 0
    """Of the aim."""
    turned: int = 0
    """What is left of the turn by keys after whole headings, in headings / tick rate."""
    slow_left: int = 0
    release_left: int = 0
    dash_left: float = 0.0
    speed: float = DASH_SPEED
    """Of the dash."""
    direction: Vector = (0.0, 0.0)
    held: bool = False
    pressed: int | None = None
    """The tick of a press that is not answered yet."""
    chain: int = 0
    """Cores taken in this dash; near and touched are the lethal boxes that it passed so."""
    near: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()

    def decide(
        self, controls: Controls, tick: int, tick_rate: int, faces: list[Face]
    ) -> bool | None:
        """Change the state by the controls, where they are valid in it.

        Returns:
            True if a dash begins, False if it is refused, None if none was due.
        """
        launched = None
        if controls.aim and not self.held:
            self.pressed = tick
        self.held = controls.aim
        if controls.cancel:
            self.pressed = None
            self.state = "still" if self.state in ("aim", "release") else self.state
        if self.state in ("still", "creep"):
            if self.pressed is not None and tick - self.pressed <= BUFFER_TICKS + 1:
                self.state, self.heading, self.turned = "aim", self.facing, 0
                self.slow_left, self.pressed = AIM_TICKS, None
            elif controls.creep != (0, 0):
                self.state, self.facing = "creep", heading_of(*controls.creep)
            else:
                self.state = "still"
        elif self.state == "aim" and not controls.aim:
            self.state, self.release_left = "release", RELEASE_TICKS
        elif self.state == "release" and self.release_left == 0:
            launched = self.launch(faces)
        if self.state in ("aim", "release"):
            self.turn(controls, tick_rate)
            self.release_left -= self.state == "release"
        return launched

    def turn(self, controls: Controls, tick_rate: int) -> None:
        """Point where the pointer points, or turn towards the keys held."""
        if controls.heading is not None:
            self.heading = controls.heading % HEADINGS
        elif controls.creep != (0, 0):
            most, self.turned = divmod(self.turned + TURN_SPEED, tick_rate)
            half = HEADINGS // 2
            turn = (heading_of(*controls.creep) - self.heading + half) % HEADINGS - half
            self.heading = (self.heading + max(-most, min(most, turn))) % HEADINGS

    def launch(self, faces: list[Face]) -> bool:
        """Begin a dash, along the faces into which it is aimed; False: it is too steep."""
        along = list(direction(self.heading))
        into = [face for face in faces if face.normal * along[face.axis] < 0]
        steep = any(abs(along[face.axis]) > STEEPEST for face in into)
        for face in into:
            along[face.axis] = 0.0
        if steep or along == [0.0, 0.0]:
            self.state = "still"
            return False
        if into:
            self.heading = heading_of(*along)
        self.state, self.facing, self.direction = "dash", self.heading, direction(self.heading)
        self.dash_left, self.chain, self.near, self.touched = DASH_LENGTH, 0, (), ()
        return True

    def slows(self) -> bool:
        """Tell whether the world is slow in this tick, and use that up."""
        slow = self.state in ("aim", "release") and self.slow_left > 0
        self.slow_left -= slow
        return slow

    def drive(self, space: Space, dt: float, tick_rate: int, faces: list[Face]) -> None:
        """Set the body's velocity and response for a tick."""
        velocity = [0.0, 0.0]
        if self.state == "creep":
            velocity = [CREEP_SPEED * x for x in direction(self.facing)]
        elif self.state == "dash":
            length = min(self.dash_left, self.speed / tick_rate)
            self.dash_left -= length
            velocity = [length * x / dt for x in self.direction]
            for solid, axis, normal in faces:
                pushed = float(space.velocity[solid, axis])
                if normal * pushed > 0 and normal * (velocity[axis] - pushed) < 0:
                    velocity[axis] = pushed
        space.velocity[self.id] = velocity
        space.response[self.id] = Response.STOP if self.state == "dash" else Response.SLIDE
