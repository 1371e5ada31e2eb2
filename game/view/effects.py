"""What flies about after something happened?

Sparks, rings, the trail and a short shake, all begun by the world's events and all of them over in
a third of a second. They have a random generator of their own: no effect changes a run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random

from ..collision.aabb import Vector
from ..simulation.events import CoreTaken, Died, Event, Finished, Ricocheted, Stopped
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .palette import Color, mixed
from .room import box_at, swept_hull

TRAIL_SECONDS = 0.25
SPARK_SECONDS = 0.3
RING_SECONDS = 0.35
SHAKE_SECONDS = 0.12
SHAKE = 3.0
"""px at most: it must never hide where things are."""
MOST_SPARKS = 220


@dataclass
class Spark:
    """A point that flies off and dims; age in seconds."""

    x: float
    y: float
    vx: float
    vy: float
    color: Color
    age: float = 0.0


@dataclass
class Mark:
    """A ring, or a piece of trail, that fades."""

    points: list[Vector]
    color: Color
    age: float = 0.0


@dataclass
class Effects:
    """What flies now."""

    random: Random = field(default_factory=lambda: Random(1))
    sparks: list[Spark] = field(default_factory=list)
    rings: list[Mark] = field(default_factory=list)
    trail: list[Mark] = field(default_factory=list)
    shake: tuple[float, float] = (0.0, 0.0)
    shake_age: float = SHAKE_SECONDS
    death: tuple[Died, Vector, Vector] | None = None
    """What killed, and its centre and half extents."""

    def feed(self, world: World) -> None:
        """Begin what the last tick calls for."""
        for event in world.events:
            self.begin(event, world)
        if world.step and (world.player.state == "dash" or self.just_stopped(world)):
            own = world.step.paths.only(world.step.paths.mover == world.player.id)
            half = world.space.half_extents[world.player.id].tolist()
            for start, end in zip(own.start.tolist(), own.end.tolist()):
                if start != end:
                    self.trail.append(Mark(list(swept_hull(start, end, half)), palette.PLAYER))

    def just_stopped(self, world: World) -> bool:
        return any(isinstance(event, Stopped | Died | Finished) for event in world.events)

    def begin(self, event: Event, world: World) -> None:
        if isinstance(event, Stopped):
            self.burst(event.position, event.direction, palette.PLAYER, 14)
            (x, y), self.shake_age = event.direction, 0.0
            self.shake = x, y
        elif isinstance(event, Ricocheted):
            self.burst(event.position, event.direction, palette.LETHAL, 2, 50)
        elif isinstance(event, CoreTaken):
            self.rings.append(Mark([event.position], palette.GOAL))
            self.burst(event.position, (0.0, 0.0), palette.GOAL, 10)
        elif isinstance(event, Finished):
            self.rings += [Mark([event.position], c) for c in (palette.GOAL, palette.WALL)]
        elif isinstance(event, Died):
            self.burst(event.position, event.direction, palette.LETHAL, 24)
            self.rings.append(Mark([event.position], palette.LETHAL))
            half = tuple(world.space.half_extents[event.other].tolist())
            self.death = event, tuple(world.space.center[event.other].tolist()), half

    def burst(
        self, at: Vector, normal: Vector, color: Color, count: int, fastest: float = 160
    ) -> None:
        """Throw sparks off a face, or all around where there is none."""
        for _ in range(min(count, MOST_SPARKS - len(self.sparks))):
            turn = self.random.uniform(-pi, pi)
            speed = self.random.uniform(fastest / 5, fastest)
            vx, vy = cos(turn) * speed, sin(turn) * speed
            out = vx * normal[0] + vy * normal[1]
            if out < 0:
                vx, vy = vx - 2 * out * normal[0], vy - 2 * out * normal[1]
            self.sparks.append(Spark(at[0], at[1], vx, vy, color))

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.shake_age += seconds
        for spark in self.sparks:
            spark.x += spark.vx * seconds
            spark.y += spark.vy * seconds
            spark.age += seconds
        for mark in (*self.rings, *self.trail):
            mark.age += seconds
        self.sparks = [spark for spark in self.sparks if spark.age < SPARK_SECONDS]
        self.rings = [ring for ring in self.rings if ring.age < RING_SECONDS]
        self.trail = [mark for mark in self.trail if mark.age < TRAIL_SECONDS]

    @property
    def offset(self) -> tuple[float, float]:
        """How far the picture is shaken now, px of the world."""
        left = max(0.0, 1 - self.shake_age / SHAKE_SECONDS)
        push = -SHAKE * left * left
        return self.shake[0] * push, self.shake[1] * push

    def draw_below(self, canvas: Canvas) -> None:
        """Draw the trail."""
        for mark in self.trail:
            left = 1 - mark.age / TRAIL_SECONDS
            canvas.hull(mark.points, mark.color, fill=0.34 * left)

    def draw_above(self, canvas: Canvas, world: World) -> None:
        """Draw sparks, rings, and what killed."""
        for spark in self.sparks:
            color = mixed(spark.color, palette.BACKGROUND, spark.age / SPARK_SECONDS)
            back = spark.x - spark.vx * 0.03, spark.y - spark.vy * 0.03
            canvas.bar(back, (spark.x, spark.y), color, 0.7)
        for ring in self.rings:
            part = ring.age / RING_SECONDS
            color = mixed(ring.color, palette.BACKGROUND, part)
            canvas.dot(ring.points[0], color, 6 + 26 * part, 1.2)
        if self.death and world.outcome == "dead":
            event, center, half = self.death
            canvas.box(*box_at(center, half), palette.LETHAL, fill=0.35, width=1.0)
            own = world.space.half_extents[world.player.id].tolist()
            canvas.box(*box_at(event.position, own), palette.PLAYER, fill=0.2, width=0.8)
            tip = [x + 16 * n for x, n in zip(event.position, event.direction)]
            canvas.arrow(event.position, tip, palette.WALL, 0.7)
            for s in (-1, 1):
                x, y = event.position
                canvas.bar((x - 7, y - 7 * s), (x + 7, y + 7 * s), palette.LETHAL, 1.4)
