"""Which effects follow an event?

Whatever can be heard can be seen: each event leaves marks, light that fades within a
second, and a dash leaves the volume that it swept. They change no run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import dist
from typing import NamedTuple, Protocol

import numpy as np
import pygame

from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..simulation import events
from ..simulation.events import Event
from ..simulation.player import GLITCH_SPEED, HALF, direction, touched_faces
from ..simulation.shaft import Scanline, core_points
from ..simulation.world import World
from . import palette
from .canvas import Canvas, Lights, dark_layer, halo_image
from .elements import ELEMENT_LOOKS
from .palette import LIGHTS, NO_LIGHT, Color, light, lights, mix
from .player import draw_stub
from .room import picture_time
from .screen import Place
from .shapes import Corner, box_around, box_corners, swept_outlines
from .text import SMALL_SIZE

TRAIL_SECONDS = 0.25
"""s: how long the trail of a dash is visible."""
FLASH_SECONDS = 0.35
"""s: how long the light of most events lasts with full effects."""
SHAKE_SECONDS = 0.12
"""s: how long the picture is shaken."""
OPENING_SECONDS = 0.15
"""s: how long it takes until all walls of a room are drawn."""
NOT_DRAWN_YET = -1.0
"""What opening is when a room begins: its first picture has no walls, except in a
shaft."""
SLICE = 18.0
"""px: a piece of the trail is drawn in slices as long as this, each of a colour."""
HUES = 128
"""The number of colours that a trail has while it fades."""
HUES_TO_COOL = 40
"""After so many of them it is cool; with the others it grows dark."""
SHAKE = 3.0
"""px by which the picture is shaken at most, so that it never hides where things
are."""
SPREAD = 120.0
"""px by which light runs along what was hit."""
MOST_MARKS = 80
"""How many marks are visible at once."""
EDGE_STEP = 6.0
"""px: about the distance between the places along an edge that are lit."""
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


SHAKING = events.Stopped, events.Hurt, events.Died
"""The events that shake the picture."""
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
        ends = events.Stopped | events.Died | events.Finished
        has_ended = any(isinstance(event, ends) for event in world.last.events)
        if world.last.step and (world.player.state == "dash" or has_ended):
            paths = world.last.step.paths
            is_glitch = world.player.speed == GLITCH_SPEED
            for _, u0, u1, start, end in zip(
                *paths.only(paths.mover == world.player.id)
            ):
                slices = trail_slices(start, end, u0, u1, is_glitch)
                slices[:, 4] /= world.tick_rate
                self.trail = np.concatenate((self.trail, slices))
        for event in world.last.events:
            self.begin(event, world)

    def begin(self, event: Event, world: World) -> None:
        """Start the effects of one event."""
        look = LOOKS[type(event)]
        color = palette.color_named(look.color)
        self.begin_own_marks(event, world, color)
        if self.share == 1 and isinstance(event, SHAKING):
            self.shake = event.direction[0], event.direction[1]
            self.shake_age = 0.0
        at = center_of_ring(event, world)
        self.flash(ring, look.seconds, at=at, radii=look.radii, color=color)
        self.shatter(at, event.direction, 0.0, look.sparks, color)

    def begin_own_marks(self, event: Event, world: World, color: Color) -> None:
        """Start what only events of this kind leave, besides a ring and sparks."""
        at = event.position
        if isinstance(event, events.Refused):
            self.flash(draw_stub, at=at, toward=direction(world.player.heading))
        elif isinstance(event, events.CoreTaken):
            self.flash(draw_words, words=chain_text(event.count, world), at=at)
        elif isinstance(event, events.Stopped) and event.other is not None:
            corners = outline(world, event.other, event.u)
            edge = edge_places(corners, np.array([at]))
            self.flash(edge_light, edge=edge, spread=SPREAD, color=color)
        elif isinstance(event, events.Grazed) and event.other is not None:
            corners = outline(world, event.other, event.u)
            path = np.vstack((at, self.trail[:, :4].reshape(-1, 2)))
            edge = edge_places(corners, path)
            self.flash(edge_light, edge=edge, spread=0.0, color=color)
        elif isinstance(event, events.Hurt | events.Died):
            self.shatter(at, event.direction, 1.5, 16, palette.PLAYER)
        if isinstance(event, events.Died):
            killers = find_killers(event, world)
            self.killers = [outline(world, id, event.u) for id in killers]

    def flash(self, draw: Draw, seconds: float = FLASH_SECONDS, **what: object) -> None:
        """Start light that fades; without effects, only what says something new."""
        says_something = draw in (draw_words, draw_stub)
        if len(self.marks) >= MOST_MARKS or not (self.share or says_something):
            return
        lasts = seconds / (self.share or SHARES["calm"])
        self.marks.append(Mark(partial(draw, **what), lasts))

    def shatter(
        self, at: Vector, normal: Vector, half: float, count: int, color: Color
    ) -> None:
        """Let sparks fly off a face, or in all directions where the normal is zero."""
        k = np.arange(round(count * self.share))
        if not len(k):
            return
        # Turned by the golden angle from one to the next, no two fly the same way.
        turns = 2.4 * k + sum(at)
        speeds = 40 + 120 * (0.618 * k % 1)
        flights = np.stack((np.cos(turns), np.sin(turns)) * speeds, axis=1) * (1 + half)
        # Those that would fly into the face are mirrored by it.
        inwards = np.minimum(0.0, flights @ normal)
        flights -= 2 * inwards[:, None] * normal
        self.flash(sparks, at=at, flights=flights, half=half, color=color)

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.shake_age += seconds
        if self.opening < 0:
            self.opening = 0.0
        else:
            further = seconds / OPENING_SECONDS if self.share else 1.0
            self.opening = min(1.0, self.opening + further)
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
        trail = self.trail[self.trail[:, 4] >= ahead]
        if len(trail):
            draw_trail(canvas, trail)
        share = self.share or SHARES["calm"]
        lights: list[tuple[pygame.Surface, Place]] = []
        for mark in self.marks:
            left = 1 - mark.age / mark.seconds
            its_lights = mark.draw(canvas, 1 - left * share)
            if its_lights is not None:
                lights.extend(its_lights)
        canvas.shine(lights)

    def draw_above(self, canvas: Canvas, world: World) -> None:
        """Draw what killed the player."""
        if world.outcome == "dead":
            for corners in self.killers:
                canvas.hull(corners, palette.LETHAL, fill=0.35, width=1.0)


def trail_slices(
    start: Floats, end: Floats, u0: float, u1: float, is_glitch: bool
) -> Floats:
    """Return the rows of Effects.trail for a straight path in the last tick, with their
    ages in ticks: slices of it, or in GLITCH only the place where a stride ends.

    u0 and u1 are the times of its ends in the tick, 0 to 1.
    """
    if is_glitch:
        part = np.array([1.0, 1.0])
        hue = HUES
    else:
        part = np.linspace(0.0, 1.0, 2 + int(dist(start, end) / SLICE))
        hue = 0
    ages = 1 - u0 - (u1 - u0) * part[:-1]
    places = start + part[:, None] * (end - start)
    return np.column_stack((places[:-1], places[1:], ages, np.full(len(ages), hue)))


def center_of_ring(event: Event, world: World) -> Vector:
    """Return the centre of an event's ring: its place, but that of the exit where the
    exit opened."""
    if isinstance(event, events.ExitOpened) and event.other is not None:
        x, y = world.space.center[event.other].tolist()
        return x, y
    return event.position


def chain_text(count: int, world: World) -> str:
    """Return what the count-th core of a dash adds, in a few letters."""
    words = []
    if isinstance(world, Scanline):
        words.append(f"+{core_points(count)}")
    if count > 1:
        words.append(f"x{count}")
    return " ".join(words)


def outline(world: World, id: int, u: float) -> list[Corner]:
    """Return the corners of a body at a time of the last tick."""
    element = world.bodies.elements.get(id)
    if element:
        own_outline = ELEMENT_LOOKS[type(element)].outline
        if own_outline:
            return own_outline(element, picture_time(world, u))
    center = world.space.center[id].tolist()
    half = world.space.half_extents[id].tolist()
    return box_corners(*box_around(center, half))


def edge_places(corners: list[Corner], path: Floats) -> list[tuple[Corner, float]]:
    """Return places along the edges of a body, and how much farther from a path each is
    than the nearest."""
    edges = zip(corners, [*corners[1:], corners[0]])
    places = np.concatenate(
        [np.linspace(a, b, 2 + int(dist(a, b) / EDGE_STEP)) for a, b in edges]
    )
    x, y = (places[:, None] - path).T
    away = np.hypot(x, y).min(axis=0)
    farther = away - away.min()
    return list(zip(places.tolist(), farther.tolist()))


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
    start = trail[:, :2]
    end = trail[:, 2:4]
    age = trail[:, 4]
    first = trail[:, 5]
    part = np.minimum(age / TRAIL_SECONDS, 0.999)
    levels = (first + HUES * part).astype(int).tolist()
    # Of eight neighbouring hues one is used, so that few glows are made.
    glows = [light(colors[level // 8 * 8], 0.3) for level in levels]
    canvas.shine(zip(canvas.spots(glows, 20), end.tolist()))
    layer = dark_layer(canvas.surface.get_size())
    outlines = swept_outlines(start, end, np.array([HALF]))
    areas = []
    for level, corners in zip(levels, canvas.screen.points(outlines).tolist()):
        areas.append(pygame.draw.polygon(layer, colors[level], corners))
    # Two at a time: calls are as dear as pixels.
    pairs = [areas[k].unionall(areas[k + 1 : k + 2]) for k in range(0, len(areas), 2)]
    canvas.add(layer, pairs)


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


def edge_light(
    canvas: Canvas,
    part: float,
    edge: list[tuple[Corner, float]],
    spread: float,
    color: Color,
) -> Lights:
    """Return light along the edges of a body, from where they are nearest to a path; it
    spreads."""
    most = 0.45 * LIGHTS * (1 - part)
    reach = 12 + spread * part**0.5
    levels = [round(most * (1 - away / reach)) for _, away in edge]
    spots = canvas.spots(lights(color)[: max(levels) + 1], 10)
    return [(spots[level], at) for level, (at, _) in zip(levels, edge) if level > 0]


def draw_words(canvas: Canvas, part: float, words: str, at: Place) -> None:
    """Write a few letters that rise from a place and fade."""
    place = at[0], at[1] - 12 - 10 * part
    color = light(palette.TEXT, 4 - 4 * part)
    canvas.text(words, place, color, SMALL_SIZE, (0.5, 1.0), bold=True)


def find_killers(event: Event, world: World) -> set[int]:
    """Return the ids of the bodies that killed: of a crush, of all that touch the
    player."""
    other = event.other
    if other is not None and is_lethal(world, other, event.direction):
        return {other}
    killers = {face.solid for face in touched_faces(world.space, event.body)}
    if other is not None:
        killers.add(other)
    return killers


def is_lethal(world: World, id: int, normal: Vector) -> bool:
    """Tell whether a body's face with this normal is lethal."""
    if id == world.line:
        return True
    element = world.bodies.elements.get(id)
    if not element:
        return False
    kills = ELEMENT_LOOKS[type(element)].kills
    return kills is not None and kills(element, normal)
