"""What lies in a room besides its walls and the player?

A slider moves back and forth between two points; a piston does too, fast out and slowly
back. Their place is a function of world time, so they do not drift; in a step they move
along the chord between their places before and after.

      x    /\\    /\\          x   /\\_   /\\_
          /  \\  /  \\            /   \\_/   \\_
         /    \\/    \\_ t       /              t

A slug moves straight on and ricochets. A blade rotates, and no linear sweep is valid
for that. Cores are taken, a GLITCH cell begins GLITCH, and the exit ends the run.

KINDS, at the end, is the one table of them: to add a kind of element, write a class
here, and a line there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import copysign, pi, sqrt
from typing import NamedTuple, Self

from ..collision import AABB, OBB, SKIN, Kind, Response, Space, sweep_polygons
from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..collision.sweep import overlap_times
from ..collision.tables import Paths
from .fingerprint import ValueTuple
from .schema import BadFile, Field, Fields, MapObject, on_grid, require, suggest

FACES = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "top": (0.0, -1.0),
    "bottom": (0.0, 1.0),
}
"""The normals of a box's faces, by the names that level files use."""
NEAR = 3.0
"""px: a lethal box that comes so near to the player without touching it is a graze."""
SLACK = 1 / 16
"""px: the most by which a blade is treated as larger than it is."""
ANGLES = 2**18
"""A blade's are whole parts of a turn, so few that each one's sine and cosine, as OBB
rounds them, can be checked to be the same on platforms whose libraries differ in the
last bit."""


class Placement(NamedTuple):
    """Where a room lies as a part of a shaft."""

    top: float
    """The y of its upper edge in the shaft, px."""
    width: float
    """Of the room and the shaft, px."""
    is_mirrored: bool
    """Whether left and right change places."""

    def vector(self, v: Vector) -> Vector:
        """Return a direction or a distance as it is in the shaft, without -0.0."""
        x, y = v
        return (0.0 - x, y) if self.is_mirrored else (x, y)

    def box(self, box: AABB) -> AABB:
        """Return a box where it lies in the shaft."""
        x, y = box.center
        if self.is_mirrored:
            x = self.width - x
        return AABB((x, y + self.top), box.half_extents)


@dataclass(frozen=True)
class Element:
    """What lies in a room; box is where it is drawn in the map."""

    box: AABB

    @classmethod
    def read(cls, item: MapObject) -> Self:
        """Return the element that an object of a map is.

        Raises:
            BadFile: its properties do not fit together.
        """
        return cls(item.box)

    @property
    def extent(self) -> AABB:
        """The box around everywhere that its own motion leads."""
        return self.box

    def place(self, time: float) -> Vector:
        """Return the centre of its body at a world time, s; a mover's at the start."""
        return self.box.center

    def body(self, time: float) -> AABB:
        """Return what the space holds of it at a world time, s."""
        return AABB(self.place(time), self.box.half_extents)

    def first_velocity(self) -> Vector:
        """Return the velocity with which its body begins, px/s."""
        return 0.0, 0.0

    def placed(self, placement: Placement) -> Self:
        """Return it as it is in a shaft, where its room was placed."""
        return replace(self, box=placement.box(self.box))

    def values(self) -> ValueTuple:
        """Return what decides how it behaves, for the fingerprint of a room."""
        return self.box.center, self.box.half_extents


@dataclass(frozen=True)
class Slider(Element):
    """A solid between box, where it is drawn, and travel from there, px.

    speed and back are those of the way out and of the way back, px/s; phase is the part
    of the time for both that has passed when the room begins; lethal names faces.
    """

    travel: Vector
    speed: float
    back: float
    phase: float
    lethal: tuple[str, ...]

    @classmethod
    def read(cls, item: MapObject) -> Self:
        values = item.properties
        speed = values["speed"]
        travel = on_grid(values["dx"]), on_grid(values["dy"])
        moves = travel != (0.0, 0.0)
        require(moves, item.where, "dx and dy are 0", "a distance to travel")
        lethal = read_faces(values["lethal"], item.where)
        back = values.get("back") or speed
        return cls(item.box, travel, speed, back, values["phase"], lethal)

    @property
    def extent(self) -> AABB:
        return self.box.swept_bounds(self.travel)

    @cached_property
    def durations(self) -> tuple[float, float]:
        """How long the way out takes, and the way back, s."""
        length = sqrt(sum(x * x for x in self.travel))
        return length / self.speed, length / self.back

    def place(self, time: float) -> Vector:
        """Return its centre at a world time, s; at the turning points exactly
        theirs."""
        out, back = self.durations
        period = out + back
        since_start = (time + self.phase * period) % period
        before_end = period - since_start
        # How much of travel lies behind it: it grows on the way out, then falls.
        part = min(since_start / out, before_end / back, 1.0)
        return tuple([c + x * part for c, x in zip(self.box.center, self.travel)])

    def placed(self, placement: Placement) -> Self:
        other_side = {"left": "right", "right": "left"}
        lethal = self.lethal
        if placement.is_mirrored:
            lethal = tuple(other_side.get(face, face) for face in lethal)
        travel = placement.vector(self.travel)
        return replace(super().placed(placement), travel=travel, lethal=lethal)

    def values(self) -> ValueTuple:
        way = self.travel, self.speed, self.back, self.phase
        return *super().values(), *way, self.lethal

    def is_lethal(self, normal: Vector) -> bool:
        """Tell whether the face with this normal is lethal."""
        return any(FACES[name] == normal for name in self.lethal)

    def kills(self, normal: Vector, away: Vector, half: Vector) -> bool:
        """Tell whether a box that hits a face is killed. At an exact corner it hits two
        faces, and is killed only if both are lethal.

        Args:
            normal: of the face.
            away: from the slider's centre to the box's at the contact, px.
            half: half extents of the box, px.
        """
        if not self.is_lethal(normal):
            return False
        along = normal.index(0.0)
        reach = half[along] + self.box.half_extents[along]
        if abs(away[along]) < reach - SKIN:
            return True
        side = copysign(1.0, away[along])
        return self.is_lethal((side, 0.0) if along == 0 else (0.0, side))


def read_faces(text: str, where: str) -> tuple[str, ...]:
    """Return the names of faces in a text like "left, right"; a complaint about an
    unknown one begins with where."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in FACES:
            wrong = f"lethal face is {suggest(name, FACES)}"
            raise BadFile(where, wrong, ", ".join(FACES))
    return names


@dataclass(frozen=True)
class Slug(Element):
    """A small box that ricochets and kills; velocity in px/s."""

    velocity: Vector

    @classmethod
    def read(cls, item: MapObject) -> Self:
        return cls(item.box, (item.properties["vx"], item.properties["vy"]))

    def first_velocity(self) -> Vector:
        return self.velocity

    def placed(self, placement: Placement) -> Self:
        velocity = placement.vector(self.velocity)
        return replace(super().placed(placement), velocity=velocity)

    def values(self) -> ValueTuple:
        return *super().values(), self.velocity


@dataclass(frozen=True)
class Blade(Element):
    """A bar that rotates about its centre, and kills; box is the bar at an angle of 0.

    angle is the bar's when the room begins, radians; rpm is its turns a minute, from x
    towards y.
    """

    angle: float
    rpm: float

    @classmethod
    def read(cls, item: MapObject) -> Self:
        return cls(item.box, item.angle, item.properties["rpm"])

    @property
    def center(self) -> Vector:
        return self.box.center

    @property
    def half_extents(self) -> Vector:
        return self.box.half_extents

    @cached_property
    def reach(self) -> float:
        """How far its corners are from its middle, px."""
        return sqrt(sum(x * x for x in self.half_extents))

    @property
    def extent(self) -> AABB:
        return AABB(self.center, (self.reach, self.reach))

    def body(self, time: float) -> AABB:
        """Return the sensor around it, in which a box may graze it."""
        reach = self.reach + NEAR
        return AABB(self.center, (reach, reach))

    def placed(self, placement: Placement) -> Self:
        there = super().placed(placement)
        if placement.is_mirrored:
            return replace(there, angle=-self.angle, rpm=-self.rpm)
        return there

    def values(self) -> ValueTuple:
        return *super().values(), self.angle, self.rpm

    def bar(self, time: float, slack: float = 0.0) -> OBB:
        """Return it as it is at a world time, s, grown by slack px on each side."""
        turns = self.angle / (2 * pi) + time * self.rpm / 60
        step = round(turns * ANGLES) % ANGLES
        half = (x + slack for x in self.half_extents)
        return OBB(self.center, half, step * 2 * pi / ANGLES)

    def touches(
        self, path: Paths, half: Vector, span: Vector, begin: float, dt: float
    ) -> Iterator[float]:
        """Yield the u at which a box touches it in a step, the first of all at first.

        A linear sweep is not valid for a rotating box, but no point of the bar leaves
        the place that it has in the middle of a part of the step by more than the tip
        moves in half of it. So a box is safe while it does not touch the bar grown by
        that much; the part is halved, and a half in which it may touch it halved again,
        until the bar is grown by less than SLACK. Nothing is missed: the bar is always
        grown by the distance between two angles as well.

        Args:
            path: the box's pieces of path in the step.
            half: its half extents, px.
            span: the first and the last u to search.
            begin, dt: world time when the step begins, and how long it is, s.
        """
        # px: how far the tip moves in the step, and between a time's angle and the
        # nearest of ANGLES.
        tip = abs(self.rpm) / 60 * 2 * pi * self.reach * dt
        between_angles = self.reach * pi / ANGLES

        def touches_in(
            u0: float, u1: float, start: Floats, slope: Floats
        ) -> Iterator[float]:
            """Yield the touches from u0 to u1. At u0 the centre of the box is at start,
            px; in a whole step it would move by slope, px."""
            length = u1 - u0
            middle = (u0 + u1) / 2
            slack = tip * length / 2
            move = slope * length
            bar = self.bar(begin + dt * (u0 + u1) / 2, slack + between_angles)
            enter, leave = overlap_span(bar, start.tolist(), half, move.tolist())
            if slack > SLACK:
                if enter <= min(leave, 0.5):
                    yield from touches_in(u0, middle, start, slope)
                if leave >= max(enter, 0.5):
                    there = start + slope * (middle - u0)
                    yield from touches_in(middle, u1, there, slope)
            elif enter <= leave:
                hit = sweep_polygons(AABB(tuple(start), half), bar, move)
                if hit:
                    yield u0 + length * hit.u0

        for _, first, last, start, end in zip(*path):
            low = max(span[0], float(first))
            high = min(span[1], float(last))
            if low <= high:
                slope = (end - start) / (last - first)
                yield from touches_in(low, high, start + slope * (low - first), slope)


def overlap_span(
    bar: OBB, start: Vector, half: Vector, move: Vector
) -> tuple[float, float]:
    """Return the first and the last u at which the shadows of a bar and of a box that
    moves overlap on the axes of both, within SKIN; the last before the first if they
    never do.

    At any other u sweep_polygons finds no overlap; it takes much more time.

    Args:
        bar: rests.
        start: the centre of the box at u = 0, px.
        half: half extents of the box, px.
        move: how far the box moves from u = 0 to u = 1, px.
    """
    x = start[0] - bar.center[0]
    y = start[1] - bar.center[1]
    e, f = move
    a, b = half
    w, h = bar.half_extents
    c, s = bar.axes[0]
    m = abs(c)
    n = abs(s)
    shadows = (
        # On the axes of the bar, on x and on y: where the box is, how far it moves,
        # and how far apart both may be.
        (x * c + y * s, e * c + f * s, w + a * m + b * n),
        (y * c - x * s, f * c - e * s, h + a * n + b * m),
        (x, e, a + w * m + h * n),
        (y, f, b + w * n + h * m),
    )
    first = 0.0
    last = 1.0
    for offset, motion, reach in shadows:
        enter, leave = overlap_times(offset, motion, reach + SKIN)
        first = max(first, enter)
        last = min(last, leave)
    return first, last


def track(space: Space, slug: int, seconds: float = 0.25) -> Paths:
    """Return the path of a slug in the next seconds if no solid moves.

    slug: the id of its body.
    """
    center = space.center[slug]
    displacement = space.velocity[slug] * seconds
    return space.cast(center, space.half_extents[slug], displacement, Response.BOUNCE)


@dataclass(frozen=True)
class Core(Element):
    """What the player takes."""


@dataclass(frozen=True)
class GlitchCell(Element):
    """What begins GLITCH when the player crosses it."""


@dataclass(frozen=True)
class Exit(Element):
    """The door, which opens when all cores are taken. It leads out of a room, so a
    shaft leaves it out."""


class ElementKind(NamedTuple):
    """What the program knows of a kind of element beside its class."""

    element: type[Element]
    name: str
    """As a person reads it."""
    body: Kind
    """What its bodies are in the space; a mover bounces."""
    types: dict[str, Fields]
    """Its types in Tiled, each with its properties."""
    begins_free: bool = True
    """Whether it must not be drawn inside a solid."""

    @property
    def tag(self) -> str:
        """The word that stands for it in fingerprints: its first type in Tiled."""
        return next(iter(self.types))


DISTANCE = Field("float", 0.0, -4096, 4096)
SLIDER = {
    "dx": DISTANCE,
    "dy": DISTANCE,
    "speed": Field("float", 60.0, 1),
    "phase": Field("float", 0.0, 0, 1),
    "lethal": Field("string", ""),
}
"""dx and dy lead from where it is drawn to its other end, px; lethal names faces like
"left, right"."""
PISTON = SLIDER | {
    "speed": Field("float", 600.0, 1),
    "back": Field("float", 60.0, 1),
}
"""A slider that comes back at another speed, px/s."""
SLUG = {"vx": Field("float", 600.0), "vy": Field("float", 0.0)}
"""px/s."""
BLADE = {"rpm": Field("float", 30.0, -480, 480)}

KINDS = (
    ElementKind(
        Slider,
        "slider",
        Kind.OBSTACLE,
        {"slider": SLIDER, "piston": PISTON},
        begins_free=False,
    ),
    ElementKind(Slug, "slug", Kind.MOVER, {"slug": SLUG}),
    ElementKind(Blade, "blade", Kind.SENSOR, {"blade": BLADE}, begins_free=False),
    ElementKind(Core, "core", Kind.SENSOR, {"core": {}}),
    ElementKind(GlitchCell, "GLITCH cell", Kind.SENSOR, {"glitch": {}}),
    ElementKind(Exit, "exit", Kind.SENSOR, {"exit": {}}),
)
"""All kinds of elements, in the order in which their bodies come into the space. Tiled
does not save a property that has its default, so each has one; python
tests/tools/make/tiled_project.py writes them for Tiled."""
