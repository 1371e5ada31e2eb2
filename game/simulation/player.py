"""What do the controls make the player's box do?

It rests or dashes. A tap dashes at once; an aim slows the world, and its direction can
turn:

     still
       | arrow        | button                   | aim key
      tap            click -- held 150 ms -----> aim       the world is slow
       | 50 ms        | released sooner          | released
       |              |                        release     50 ms, slow, still turning
       v              v                          v
     dash      90 px a tick until the first contact, or for 720 px
       |
     still, or answering at once what was pressed up to 100 ms before

Directions are headings: whole 1/4096 turns from +x towards +y. Times are the player's:
ms, rounded up to whole ticks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from ..collision import SKIN, Kind, Response, Space
from ..collision.aabb import Vector
from .fingerprint import ValueTuple

HALF = (4.0, 4.0)
"""Half extents of the player, px: what solids stop."""
HURT_HALF = (3.0, 3.0)
"""Those of its middle, px: what is hurt."""
HEADINGS = 4096
"""Directions in a whole turn."""
DASH_SPEED = 10_800.0
"""px/s: 90 px a tick at 120 Hz."""
GLITCH_SPEED = 4_800.0
"""px/s of a dash that began in GLITCH: 40 px a tick."""
DASH_LENGTH = 720.0
"""px: a dash that meets nothing ends there."""
TURN_SPEED = 90 * HEADINGS // 360
"""Headings a second by which Shift and an arrow turn the aim."""
SLOW_MS = 2_000
"""How long aims can slow the world between two dashes."""
BUFFER_MS = 100
"""How long a press stays valid."""
LASTS_MS = {"tap": 50, "release": 50, "click": 150}
"""How long a tap waits for a second arrow; how long a release lasts; when a click is an
aim."""
SLOW = ("aim", "release")
AIMING = ("click", *SLOW)
"""The states in which the world is slow, and all in which the direction turns."""
STEEPEST = 3**0.5 / 2
"""The sine of 60 degrees: steeper into a touched solid there is no dash."""
EIGHTHS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Controls(NamedTuple):
    """What the player wants in one tick."""

    arrows: tuple[int, int] = (0, 0)
    """Those that are down, each -1, 0 or 1; x to the right, y down."""
    heading: int | None = None
    """Where the pointer or stick points; None: arrows aim."""
    turn: bool = False
    """The arrows to the left and right turn the aim, instead of setting its
    direction."""
    aim: bool = False
    click: bool = False
    """The aim is that of a button which taps if it is not held."""
    cancel: bool = False

    @property
    def idle(self) -> bool:
        """Nothing is pressed; a pointer always points."""
        return self.arrows == (0, 0) and not self.aim


class Face(NamedTuple):
    """A solid's face that a body touches; normal is 1 or -1 on the axis, towards the
    body."""

    solid: int
    axis: int
    normal: float


Faces = Callable[[], list[Face]]
"""Returns the faces that the player touches; called only where they decide
something."""


def ticks_in(milliseconds: int, tick_rate: int) -> int:
    """Return how many ticks a time lasts, rounded up."""
    return -(-milliseconds * tick_rate // 1000)


def direction(heading: int) -> Vector:
    """Return a heading's unit vector, rounded to 2^-30: platforms differ in sin's last
    bit."""
    angle = heading * 2 * pi / HEADINGS
    return round(cos(angle) * 2**30) / 2**30, round(sin(angle) * 2**30) / 2**30


def heading_of(x: float, y: float) -> int:
    """Return the heading of the one of eight directions in which x and y have these
    signs."""
    return EIGHTHS.index(((x > 0) - (x < 0), (y > 0) - (y < 0))) * HEADINGS // 8


def clearance(heading: int, faces: list[Face]) -> float:
    """Return how many px each px in a direction leads away from the face into which it
    leads most: negative if it leads into one, 0 without faces."""
    along = direction(heading)
    return min((face.normal * along[face.axis] for face in faces), default=0.0)


def touched_faces(space: Space, body: int) -> list[Face]:
    """Return the faces that the player touches, within SKIN and not only at a
    corner."""
    solids = space.ids(Kind.WALL, Kind.OBSTACLE)
    away = space.center[body] - space.center.take(solids, axis=0)
    half = space.half_extents.take(solids, axis=0)
    gap = np.abs(away) - space.half_extents[body] - half
    is_close = np.abs(gap) <= SKIN
    is_beside = gap[:, ::-1] < -SKIN
    rows, axes = (is_close & is_beside).nonzero()
    normals = np.copysign(1.0, away[rows, axes])
    return list(map(Face, solids[rows].tolist(), axes.tolist(), normals.tolist()))


@dataclass
class Player:
    """The state of the player; its centre and velocity are row id of the space."""

    id: int
    state: str = "still"
    facing: int = 0
    """Where the last dash went."""
    heading: int = 0
    """Of the aim."""
    slowed: int = 0
    """Ticks that aims have slowed since the last dash."""
    direction: Vector = (0.0, 0.0)
    """Of the last dash, or of one that was refused since."""
    dash_left: float = 0.0
    speed: float = DASH_SPEED
    """Of the dash."""
    before: Controls = Controls()  # noqa: RUF009, it is a value
    """Those of the last tick."""
    wanted: str = ""
    """The state to which a press leads that is not answered yet."""
    pressed: int = 0
    """The tick of that press, of the one that led to the present state, or of the
    release."""
    chain: int = 0
    """Cores taken in this dash; near and touched are the lethal boxes that it passed
    so."""
    near: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()

    def values(self) -> ValueTuple:
        """Return all fields, for a fingerprint: so their order is a part of it."""
        return tuple(vars(self).values())

    def decide(
        self, controls: Controls, tick: int, rate: int, faces: Faces
    ) -> bool | None:
        """Change the state by the controls, where they are valid in it; rate: ticks a
        second.

        Returns:
            True if a dash begins, False if it is refused, None if none was due.
        """
        pair = ticks_in(LASTS_MS["tap"], rate)
        points = self.note_presses(controls, tick, pair)
        if controls.cancel:
            self.wanted = ""
            if self.state != "dash":
                self.state = "still"
        is_valid = tick - self.pressed <= ticks_in(BUFFER_MS, rate) + 1
        if self.wanted and is_valid and self.state in ("still", "tap"):
            self.state = self.wanted
            self.wanted = ""
            if self.state in AIMING:
                self.heading = self.first_heading(controls.arrows, faces())
        if self.state in AIMING:
            self.turn(controls, tick, rate, points)
        if self.state == "aim" and not controls.aim:
            self.state = "release"
            self.pressed = tick
        is_over = tick - self.pressed >= ticks_in(LASTS_MS.get(self.state, 0), rate)
        if self.state == "click":
            is_due = not controls.aim
            if controls.aim and is_over:
                self.state = "aim"
        else:
            is_due = is_over and self.state in LASTS_MS
        return self.launch(faces()) if is_due else None

    def note_presses(self, controls: Controls, tick: int, pair: int) -> bool:
        """Store what was pressed in this tick; tell whether arrows now set the
        direction of an aim: when one is pressed, and before the release also when one
        of two is released.

        A second arrow soon after the first one makes a diagonal of their tap.
        """
        before = self.before
        self.before = controls
        # Of each axis the arrow that is pressed now and was not before, or 0.
        x, y = (
            0 if now == then else now
            for now, then in zip(controls.arrows, before.arrows)
        )
        is_arrow_pressed = x != 0 or y != 0
        if controls.aim and not before.aim:
            self.wanted = "click" if controls.click else "aim"
            self.pressed = tick
        elif is_arrow_pressed and not controls.aim and self.state not in AIMING:
            is_tap = self.state == "tap" or self.wanted == "tap"
            self.wanted = "tap"
            if is_tap and tick - self.pressed <= pair:
                self.heading = heading_of(*controls.arrows)
            else:
                self.pressed = tick
                self.heading = heading_of(x, y)
        has_changed = controls.arrows != before.arrows
        return is_arrow_pressed or (self.state == "aim" and has_changed)

    def first_heading(self, arrows: tuple[int, int], faces: list[Face]) -> int:
        """Return where an aim begins: where the arrows point, or else where the last
        dash went; but away from the faces that the player touches if that is into one
        of them."""
        first = self.facing if arrows == (0, 0) else heading_of(*arrows)
        away = max(
            range(0, HEADINGS, HEADINGS // 8), key=lambda turn: clearance(turn, faces)
        )
        return first if clearance(first, faces) >= 0 else away

    def turn(self, controls: Controls, tick: int, tick_rate: int, points: bool) -> None:
        """Set the heading of an aim: to where the pointer points, or turned by the
        arrows, or, if points is True, to the direction of the arrows."""
        if controls.heading is not None:
            self.heading = controls.heading % HEADINGS
        elif controls.turn:
            then = TURN_SPEED * tick // tick_rate
            now = TURN_SPEED * (tick + 1) // tick_rate
            self.heading = (self.heading + controls.arrows[0] * (now - then)) % HEADINGS
        elif points and controls.arrows != (0, 0):
            self.heading = heading_of(*controls.arrows)

    def launch(self, faces: list[Face]) -> bool:
        """Begin a dash in the direction of the heading, and return True; return False
        if it is aimed too steeply into a face. A flatter one goes along the face."""
        self.direction = direction(self.heading)
        along = list(self.direction)
        into = [face for face in faces if face.normal * along[face.axis] < 0]
        for face in into:
            along[face.axis] = 0.0
        if clearance(self.heading, faces) < -STEEPEST or along == [0.0, 0.0]:
            self.state = "still"
            return False
        if into:
            self.heading = heading_of(*along)
            self.direction = direction(self.heading)
        self.state = "dash"
        self.facing = self.heading
        self.dash_left = DASH_LENGTH
        self.slowed = 0
        self.chain = 0
        self.near = ()
        self.touched = ()
        return True

    def slows(self, tick_rate: int) -> bool:
        """Tell whether the world is slow in this tick, and use that up."""
        if self.state in SLOW and self.slowed < ticks_in(SLOW_MS, tick_rate):
            self.slowed += 1
            return True
        return False

    def drive(self, space: Space, dt: float, tick_rate: int, faces: Faces) -> None:
        """Set the body's velocity and response for a tick of dt seconds of world
        time."""
        velocity = [0.0, 0.0]
        if self.state == "dash":
            length = min(self.dash_left, self.speed / tick_rate)
            self.dash_left -= length
            velocity = [length * x / dt for x in self.direction]
            for solid, axis, normal in faces():
                pushed = float(space.velocity[solid, axis])
                if normal * pushed > 0 and normal * (velocity[axis] - pushed) < 0:
                    velocity[axis] = pushed
            space.response[self.id] = Response.STOP
        else:
            space.response[self.id] = Response.SLIDE
        space.velocity[self.id] = velocity
