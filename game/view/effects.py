"""Which effects follow an event?

Whatever can be heard can be seen: each event leaves marks, light that fades within a
second, and a dash leaves the volume that it swept. They change no run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from math import dist
from typing import NamedTuple, Protocol

import numpy as np
import pygame

from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..simulation import events
from ..simulation.elements import Blade, Slider, Slug
from ..simulation.events import Event
from ..simulation.player import GLITCH_SPEED, HALF, direction, touched_faces
from ..simulation.shaft import Scanline, core_points
from ..simulation.world import World
from . import palette
from .canvas import Canvas, Lights, dark_layer, halo_image
from .palette import LIGHTS, NO_LIGHT, Color, light, lights, mix
from .player import draw_stub
from .room import picture_time
from .screen import Place
from .shapes import Corner, box_around, box_corners, swept_outlines, turned_corners
from .text import SMALL_SIZE

TRAIL_SECONDS, FLASH_SECONDS, SHAKE_SECONDS, OPENING_SECONDS = 0.25, 0.35, 0.12, 0.15
CLOSED = -1.0
"""What opening is when a room begins: its first picture has no walls, except in a
shaft."""
SLICE = 18.0
"""px: a piece of the trail is drawn in slices as long as this, each of a colour."""
HUES = 128
"""The number of colours that a trail has while it fades."""
HUES_TO_COOL = 40
"""After so many of them it is cool; with the others it grows dark."""
SHAKE, SPREAD, MOST_MARKS = 3.0, 120.0, 80
"""px at most by which the picture is shaken, so that it never hides where things are;
px by which light runs along what was hit; and how much is lit at once."""
SHARES = {"full": 1.0, "calm": 0.5, "off": 0.0}
"""How much light there is, by the option; the less, the longer it lasts. Only the full
effects move the picture."""


class Look(NamedTuple):
    """What an event looks like: the colour of its light, by its name in palette, how
    many sparks fly off, the first and the last radius of its ring, px, and how long it
    lasts, s."""

    color: str
    sparks: int = 0
    radii: Corner = (6.0, 32.0)
    seconds: float = FLASH_SECONDS


LOOKS: dict[type[Event], Look] = {
    events.Dashed: Look("HOT", 6, (4, 14)),
    events.Refused: Look("SWEPT", 0, (2, 8)),
    events.Stopped: Look("HOT", 14, (0, 0)),
    events.TakenBack: Look("GLITCH", 14, (0, 0)),
    events.Ricocheted: Look("LETHAL", 0, (1, 6), 0.15),
    events.CoreTaken: Look("GOAL", 10),
    events.ExitOpened: Look("GOAL", 0, (90, 16)),
    events.Grazed: Look("HOT", 0, (0, 0)),
    events.GlitchBegan: Look("GLITCH", 10),
    events.GlitchEnded: Look("GLITCH", 10, (32, 6)),
    events.Hurt: Look("LETHAL", 24),
    events.Finished: Look("WALL", 0, (8, 44)),
    events.Died: Look("LETHAL", 24),
}


Draw = Callable[..., Lights | None]
"""Draws what an event leaves, or returns its light."""


@dataclass
class Mark:
    """What an event leaves: draws how it looks when a part of its seconds has passed,
    and returns its light."""

    draw: partial[Lights | None]
    seconds: float
    age: float = 0.0


class EffectSettings(Protocol):
    """Which effects the player wants."""

    effects: str


@dataclass
class Effects:
    """The effects that are visible now."""

    settings: EffectSettings
    marks: list[Mark] = field(default_factory=list)
    trail: Floats = field(default_factory=lambda: np.empty((0, 6)))
    """The volumes that dashes swept, in slices, (N, 6): where each begins and where it
    ends, px; how old it is, s; and the place of its first colour in trail_colors()."""
    shake: tuple[float, float] = (0.0, 0.0)
    shake_age: float = SHAKE_SECONDS
    opening: float = 1.0
    """The part of the room in which walls are drawn; below 0 before its first
    picture."""
    killers: list[list[Corner]] = field(default_factory=list)
    """The outlines of what killed the player."""

    @property
    def share(self) -> float:
        """How much light is wanted, 0 to 1."""
        return SHARES[self.settings.effects]

    def feed(self, world: World) -> None:
        """Start the effects of the last tick."""
        player, ends = world.player, events.Stopped | events.Died | events.Finished
        has_ended = any(isinstance(event, ends) for event in world.events)
        if world.step and (player.state == "dash" or has_ended):
            strides = player.speed == GLITCH_SPEED
            own = world.step.paths.only(world.step.paths.mover == player.id)
            for _, u0, u1, start, end in zip(*own):
                count = 2 + int(dist(start, end) / SLICE) * (not strides)
                part = np.linspace(float(strides), 1.0, count)[:, None]
                early = (1 - u0 - (u1 - u0) * part[:-1, 0]) / world.tick_rate
                places, hues = (
                    start + part * (end - start),
                    np.full(count - 1, HUES * strides),
                )
                slices = np.column_stack((places[:-1], places[1:], early, hues))
                self.trail = np.concatenate((self.trail, slices))
        for event in world.events:
            self.begin(event, world)

    def begin(self, event: Event, world: World) -> None:
        """Start the effects of one event."""
        at, normal, look = event.position, event.direction, LOOKS[type(event)]
        color = palette.color_named(look.color)
        if isinstance(event, events.ExitOpened) and event.other is not None:
            at = tuple(world.space.center[event.other].tolist())
        elif isinstance(event, events.Refused):
            self.flash(draw_stub, at=at, toward=direction(world.player.heading))
        elif isinstance(event, events.CoreTaken):
            self.flash(draw_words, words=chain_text(event.count, world), at=at)
        elif (
            isinstance(event, events.Stopped | events.Grazed)
            and event.other is not None
        ):
            grazed = isinstance(event, events.Grazed)
            path = np.vstack(
                (at, *(self.trail[:, :4].reshape(-1, 2) if grazed else ()))
            )
            edge = edge_places(outline(world, event.other, event.u), path)
            self.flash(
                ringing, edge=edge, spread=0.0 if grazed else SPREAD, color=color
            )
        elif isinstance(event, events.Hurt | events.Died):
            self.shatter(at, normal, 1.5, 16, palette.PLAYER)
            if isinstance(event, events.Died):
                self.killers = [
                    outline(world, id, event.u) for id in find_killers(event, world)
                ]
        if (
            isinstance(event, events.Stopped | events.Hurt | events.Died)
            and self.share == 1
        ):
            self.shake, self.shake_age = (normal[0], normal[1]), 0.0
        self.flash(ring, look.seconds, at=at, radii=look.radii, color=color)
        self.shatter(at, normal, 0.0, look.sparks, color)

    def flash(self, draw: Draw, seconds: float = FLASH_SECONDS, **what: object) -> None:
        """Start light that fades; without effects, only what says something new."""
        if len(self.marks) < MOST_MARKS and (
            self.share or draw in (draw_words, draw_stub)
        ):
            self.marks.append(
                Mark(partial(draw, **what), seconds / (self.share or 0.5))
            )

    def shatter(
        self, at: Vector, normal: Vector, half: float, count: int, color: Color
    ) -> None:
        """Let sparks fly off a face, or in all directions where the normal is zero."""
        k = np.arange(round(count * self.share))
        if len(k):
            turns, speeds = 2.4 * k + sum(at), 40 + 120 * (0.618 * k % 1)
            flights = np.stack((np.cos(turns), np.sin(turns)) * speeds, axis=1) * (
                1 + half
            )
            flights -= 2 * np.minimum(0.0, flights @ normal)[:, None] * normal
            self.flash(sparks, at=at, flights=flights, half=half, color=color)

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.shake_age += seconds
        further = seconds / OPENING_SECONDS if self.share else 1.0
        self.opening = 0.0 if self.opening < 0 else min(1.0, self.opening + further)
        for mark in self.marks:
            mark.age += seconds
        self.marks = [mark for mark in self.marks if mark.age < mark.seconds]
        self.trail[:, 4] += seconds
        self.trail = self.trail[self.trail[:, 4] < TRAIL_SECONDS]

    @property
    def offset(self) -> tuple[float, float]:
        """How far the picture is shaken now, px of the world."""
        push = -SHAKE * max(0.0, 1 - self.shake_age / SHAKE_SECONDS) ** 2
        return self.shake[0] * push, self.shake[1] * push

    def draw_below(self, canvas: Canvas, ahead: float = 0.0) -> None:
        """Draw the trail and the marks; of the trail not the last seconds, which are
        still ahead of the picture's time."""
        if len(trail := self.trail[self.trail[:, 4] >= ahead]):
            draw_trail(canvas, trail)
        parts = [
            1 - (1 - mark.age / mark.seconds) * (self.share or 0.5)
            for mark in self.marks
        ]
        lights = (
            mark.draw(canvas, part) or () for mark, part in zip(self.marks, parts)
        )
        canvas.shine(chain.from_iterable(lights))

    def draw_above(self, canvas: Canvas, world: World) -> None:
        """Draw what killed the player."""
        for ring in self.killers if world.outcome == "dead" else ():
            canvas.hull(ring, palette.LETHAL, fill=0.35, width=1.0)


def chain_text(count: int, world: World) -> str:
    """Return what the count-th core of a dash adds, in a few letters."""
    points = [f"+{core_points(count)}"] * isinstance(world, Scanline)
    return " ".join([*points, *[f"x{count}"] * (count > 1)])


def outline(world: World, id: int, u: float) -> list[Corner]:
    """Return the corners of a body at a time of the last tick."""
    blades = world.bodies.of(Blade)
    if id in blades:
        return turned_corners(blades[id].bar(picture_time(world, u)))
    center, half = (
        world.space.center[id].tolist(),
        world.space.half_extents[id].tolist(),
    )
    return box_corners(*box_around(center, half))


def edge_places(corners: list[Corner], path: Floats) -> list[tuple[Corner, float]]:
    """Return places along the edges of a body, and how much farther from a path each is
    than the nearest."""
    edges = zip(corners, [*corners[1:], corners[0]])
    places = np.concatenate(
        [np.linspace(a, b, 2 + int(dist(a, b) / 6)) for a, b in edges]
    )
    away = np.hypot(*(places[:, None] - path).T).min(axis=0)
    return [*zip(places.tolist(), (away - away.min()).tolist())]


@lru_cache(maxsize=4)
def trail_colors(hot: Color, cool: Color, glitch: Color) -> list[Color]:
    """Return the colours of a trail, one after the other: HUES of a dash, hot at first,
    then cool, then dark; and then HUES of strides in GLITCH."""
    darkening = HUES - HUES_TO_COOL
    colors = []
    for k in range(HUES):
        bright = mix(hot, cool, min(1, k / HUES_TO_COOL))
        colors.append(mix(bright, NO_LIGHT, max(0, k - HUES_TO_COOL) / darkening))
    strides = [mix(glitch, NO_LIGHT, k / HUES) for k in range(HUES)]
    return colors + strides


def draw_trail(canvas: Canvas, trail: Floats) -> None:
    """Draw the trail, and its glow."""
    colors = trail_colors(palette.HOT, palette.COOL, palette.GLITCH)
    start, end, age, hue = trail[:, :2], trail[:, 2:4], trail[:, 4], trail[:, 5]
    levels = (hue + HUES * np.minimum(age / TRAIL_SECONDS, 0.999)).astype(int).tolist()
    canvas.shine(
        zip(
            canvas.spots([light(colors[level // 8 * 8], 0.3) for level in levels], 20),
            end.tolist(),
        )
    )
    layer = dark_layer(canvas.surface.get_size())
    rings = canvas.screen.points(swept_outlines(start, end, np.array([HALF]))).tolist()
    drawn = [
        pygame.draw.polygon(layer, colors[k], ring) for k, ring in zip(levels, rings)
    ]
    # Two at a time: calls are as dear as pixels.
    canvas.add(
        layer,
        [drawn[k].unionall(drawn[k + 1 : k + 2]) for k in range(0, len(drawn), 2)],
    )


def sparks(
    canvas: Canvas, part: float, at: Place, flights: Floats, half: float, color: Color
) -> Lights:
    """Return small squares of light that fly apart."""
    centers = at + flights * (0.01 + FLASH_SECONDS * part * (1 - part / 2))
    spots = canvas.spots([light(color, 1 - part**2)], 2.0, half)
    return zip(spots * len(centers), centers.tolist())


def ring(canvas: Canvas, part: float, at: Place, radii: Corner, color: Color) -> Lights:
    """Return a ring that goes from a first radius to a last one, and a spot in its
    middle."""
    spots = canvas.spots([light(color, 0.5 * (1 - part))], 4 + 0.6 * max(radii))
    radius = (radii[0] + (radii[1] - radii[0]) * part) * canvas.screen.scale
    halo = halo_image(round(radius), canvas.screen.line(1.2), light(color, 1 - part))
    return (spots[0], at), (halo, at)


def ringing(
    canvas: Canvas,
    part: float,
    edge: list[tuple[Corner, float]],
    spread: float,
    color: Color,
) -> Lights:
    """Return light along the edges of a body, from where they are nearest to a path; it
    spreads."""
    most, reach = 0.45 * LIGHTS * (1 - part), 12 + spread * part**0.5
    levels = [round(most * (1 - away / reach)) for _, away in edge]
    spots = canvas.spots(lights(color)[: max(levels) + 1], 10)
    return [(spots[level], at) for level, (at, _) in zip(levels, edge) if level > 0]


def draw_words(canvas: Canvas, part: float, words: str, at: Place) -> None:
    """Write a few letters that rise from a place and fade."""
    place, color = (at[0], at[1] - 12 - 10 * part), light(palette.TEXT, 4 - 4 * part)
    canvas.text(words, place, color, SMALL_SIZE, (0.5, 1.0), bold=True)


def find_killers(event: Event, world: World) -> set[int]:
    """Return the ids of the bodies that killed: of a crush, of all that touch the
    player."""
    other = -1 if event.other is None else event.other
    bodies = world.bodies
    sliders = bodies.of(Slider)
    is_saw = other in sliders and sliders[other].is_lethal(event.direction)
    is_weapon = other in bodies.of(Blade) or other in bodies.of(Slug)
    is_lethal = is_saw or is_weapon or other == world.line
    faces = [] if is_lethal else touched_faces(world.space, event.body)
    return {other, *(face.solid for face in faces)} - {-1}
