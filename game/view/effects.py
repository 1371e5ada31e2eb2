"""Which effects follow an event?

Sparks, rings, the trail and a short shake follow the events of a world; most last a third of a
second, and each can be turned off or reduced. They have a random generator of their own, so no
effect changes a run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random
from typing import NamedTuple, Protocol

import numpy as np

from ..collision.aabb import Vector
from ..simulation import events
from ..simulation.events import Event
from ..simulation.player import GLITCH_SPEED, touched_faces
from ..simulation.world import World
from . import palette
from .canvas import Canvas
from .elements import TOOTH
from .hud import RoomPage
from .palette import Color, mix
from .player import draw_cross
from .room import picture_time
from .shapes import Corner, box_around, box_corners, swept_outline, turned_corners

TRAIL_SECONDS = 0.25
SPARK_SECONDS = 0.3
RING_SECONDS = 0.35
SHAKE_SECONDS = 0.12
SHAKE = 3.0
"""px at most, so that it never hides where things are."""
MOST_SPARKS = 220
DEATH_LABEL_MARGIN = 40.0
"""px: the least distance from the side walls to the middle of the word for what killed."""
CALM = 2.0
"""With reduced flashing, rings last this many times as long and are as many times dimmer, and there
are this many times fewer sparks."""


@dataclass
class Spark:
    """A point that flies off and dims; px, px a second, seconds."""

    x: float
    y: float
    vx: float
    vy: float
    color: Color
    age: float = 0.0


@dataclass
class Mark:
    """A ring, or a piece of trail, that fades."""

    points: list[Corner]
    color: Color
    age: float = 0.0


class Death(NamedTuple):
    """What killed the player, as a word and outlines, and where the player was."""

    word: str
    outlines: list[list[Corner]]
    at: Vector
    normal: Vector
    half: Vector


class EffectSettings(Protocol):
    """Which effects the player wants."""

    particles: bool
    shake: bool
    reduced_flashing: bool


@dataclass
class Effects:
    """The effects that are visible now."""

    settings: EffectSettings
    random: Random = field(default_factory=lambda: Random(1))
    sparks: list[Spark] = field(default_factory=list)
    rings: list[Mark] = field(default_factory=list)
    trail: list[Mark] = field(default_factory=list)
    shake: tuple[float, float] = (0.0, 0.0)
    shake_age: float = SHAKE_SECONDS
    death: Death | None = None

    @property
    def reduced(self) -> bool:
        """Whether there are fewer flashes."""
        return self.settings.reduced_flashing

    def feed(self, world: World) -> None:
        """Start the effects of the last tick."""
        for event in world.events:
            self.begin(event, world)
        ends = events.Stopped | events.Died | events.Finished
        has_ended = any(isinstance(event, ends) for event in world.events)
        if world.step and (world.player.state == "dash" or has_ended):
            own = world.step.paths.only(world.step.paths.mover == world.player.id)
            half = world.space.half_extents[world.player.id].tolist()
            for start, end in zip(own.start.tolist(), own.end.tolist()):
                if start != end and world.player.speed == GLITCH_SPEED:
                    self.trail.append(Mark(box_corners(*box_around(end, half)), palette.GLITCH))
                elif start != end:
                    self.trail.append(Mark(swept_outline(start, end, half), palette.PLAYER))

    def begin(self, event: Event, world: World) -> None:
        """Start the effects of one event."""
        at, normal = event.position, event.direction
        if isinstance(event, events.Stopped):
            taken_back = isinstance(event, events.TakenBack)
            self.burst(at, normal, palette.GLITCH if taken_back else palette.PLAYER, 14)
            self.push(normal)
        elif isinstance(event, events.Ricocheted):
            self.burst(at, normal, palette.LETHAL, 2, 50)
        elif isinstance(event, events.CoreTaken | events.GlitchBegan | events.GlitchEnded):
            color = palette.GOAL if isinstance(event, events.CoreTaken) else palette.GLITCH
            self.ring(at, color)
            self.burst(at, (0.0, 0.0), color, 10)
        elif isinstance(event, events.Finished):
            self.ring(at, palette.GOAL)
            self.ring(at, palette.WALL)
        elif isinstance(event, events.Hurt | events.Died):
            fewer = CALM if self.reduced else 1
            self.burst(at, normal, palette.LETHAL, round(24 / fewer), 160 / fewer)
            self.ring(at, palette.LETHAL)
            self.push(normal)
            if isinstance(event, events.Died):
                half = tuple(world.space.half_extents[world.player.id].tolist())
                self.death = Death(*killer(event, world), at, normal, half)

    def ring(self, at: Vector, color: Color) -> None:
        """Start a ring."""
        self.rings.append(Mark([(at[0], at[1])], color))

    def push(self, normal: Vector) -> None:
        """Start to shake the picture along a normal."""
        if self.settings.shake:
            self.shake, self.shake_age = (normal[0], normal[1]), 0.0

    def burst(
        self, at: Vector, normal: Vector, color: Color, count: int, fastest: float = 160
    ) -> None:
        """Start sparks off a face, or in all directions where the normal is zero."""
        fly = self.settings.particles
        for _ in range(min(count, MOST_SPARKS - len(self.sparks)) if fly else 0):
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
        self.rings = [ring for ring in self.rings if ring.age < self.ring_seconds]
        self.trail = [mark for mark in self.trail if mark.age < TRAIL_SECONDS]

    @property
    def ring_seconds(self) -> float:
        """How long a ring grows."""
        return RING_SECONDS * (CALM if self.reduced else 1)

    @property
    def offset(self) -> tuple[float, float]:
        """How far the picture is shaken now, px of the world."""
        left = max(0.0, 1 - self.shake_age / SHAKE_SECONDS)
        push = -SHAKE * left * left
        return self.shake[0] * push, self.shake[1] * push

    def draw_below(self, canvas: Canvas) -> None:
        """Draw the trail: the swept volumes, or in GLITCH a box at the end of each stride."""
        for mark in self.trail:
            left = 1 - mark.age / TRAIL_SECONDS
            if mark.color == palette.GLITCH:
                color = mix(palette.BACKGROUND, mark.color, left)
                canvas.hull(mark.points, color, fill=0.2 * left, width=0.6)
            else:
                canvas.hull(mark.points, mark.color, fill=0.34 * left)

    def draw_above(self, canvas: Canvas, world: World) -> None:
        """Draw sparks, rings, and what killed the player."""
        flight = np.array([(s.x, s.y, s.vx, s.vy) for s in self.sparks]).reshape(-1, 4)
        at, velocity = flight[:, :2], flight[:, 2:]
        dark = palette.BACKGROUND
        colors = [mix(s.color, dark, s.age / SPARK_SECONDS) for s in self.sparks]
        canvas.bars(at - velocity * 0.03, at, colors, 0.7)
        for ring in self.rings:
            part = ring.age / self.ring_seconds
            dim = 1 - (1 - part) / CALM if self.reduced else part
            color = mix(ring.color, palette.BACKGROUND, dim)
            canvas.dot(ring.points[0], color, 6 + 26 * part, 1.2)
        if self.death and world.outcome == "dead":
            draw_death(canvas, self.death, world.room.width)


def killer(event: Event, world: World) -> tuple[str, list[list[Corner]]]:
    """Return a word for what killed, and its outlines at that time."""
    space, other = world.space, event.other
    if other in world.blades:
        return "blade", [turned_corners(world.blades[other].bar(picture_time(world, event.u)))]
    if other == world.line:
        y = float(space.center[other, 1] - space.half_extents[other, 1])
        return "the line", [box_corners((0.0, y), (float(world.room.width), y + 2 * TOOTH))]
    if other in world.slugs:
        word = "slug"
    elif other in world.sliders and world.sliders[other].is_lethal(event.direction):
        word = "saw"
    else:
        back = any(isinstance(e, events.TakenBack) for e in world.events)
        word = "taken back" if back else "crushed"
    lit = [] if other is None else [other]
    if word == "crushed":
        lit += [face.solid for face in touched_faces(space, event.body)]
    return word, [box_corners(*box_around(space.center[i], space.half_extents[i])) for i in {*lit}]


def draw_death(canvas: Canvas, death: Death, width: float) -> None:
    """Light up what killed, mark the place, and write the word; width is the room's, px."""
    for ring in death.outlines:
        canvas.hull(ring, palette.LETHAL, fill=0.35, width=1.0)
    canvas.box(*box_around(death.at, death.half), palette.PLAYER, fill=0.2, width=0.8)
    tip = [x + 16 * n for x, n in zip(death.at, death.normal)]
    canvas.arrow(death.at, tip, palette.WALL, 0.7)
    draw_cross(canvas, death.at, 7, palette.LETHAL)
    is_low = canvas.screen.point(death.at)[1] > canvas.surface.get_height() / 2
    x = min(max(death.at[0], DEATH_LABEL_MARGIN), width - DEATH_LABEL_MARGIN)
    at, anchor = (x, death.at[1] + (-12 if is_low else 12)), (0.5, 1.0 if is_low else 0.0)
    RoomPage(canvas.surface, canvas.screen).write(death.word, at, palette.TEXT, anchor, bold=True)
