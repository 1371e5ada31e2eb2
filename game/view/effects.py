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
from pygame import Surface

from ..collision.aabb import Vector
from ..collision.batch import Floats
from ..simulation.events import (
    CoreTaken,
    Dashed,
    Died,
    Event,
    ExitOpened,
    Finished,
    GlitchBegan,
    GlitchEnded,
    Grazed,
    Hurt,
    Refused,
    Ricocheted,
    Stopped,
    TakenBack,
)
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
"""px: the greatest length of a slice of the trail; each slice has one colour."""
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
GOLDEN_ANGLE = 2.4
"""Radians: the angle from one spark to the next, so that no two fly the same way."""
GOLDEN_RATIO = 0.618
"""The step from one spark's speed to the next one's, in parts of the range of speeds:
so no two are alike."""
BRIGHTNESS = {"full": 1.0, "calm": 0.5, "off": 0.0}
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
    Dashed: Look("HOT", sparks=6, radii=(4, 14)),
    Refused: Look("SWEPT", radii=(2, 8)),
    Stopped: Look("HOT", sparks=14, radii=(0, 0)),
    TakenBack: Look("GLITCH", sparks=14, radii=(0, 0)),
    Ricocheted: Look("LETHAL", radii=(1, 6), seconds=0.15),
    CoreTaken: Look("GOAL", sparks=10),
    ExitOpened: Look("GOAL", radii=(90, 16)),
    Grazed: Look("HOT", radii=(0, 0)),
    GlitchBegan: Look("GLITCH", sparks=10),
    GlitchEnded: Look("GLITCH", sparks=10, radii=(32, 6)),
    Hurt: Look("LETHAL", sparks=24),
    Finished: Look("WALL", radii=(8, 44)),
    Died: Look("LETHAL", sparks=24),
}


SHAKING = Stopped, Hurt, Died
"""The events that shake the picture."""
ENDING = Stopped, Died, Finished
"""The events that end a dash."""
Draw = Callable[..., Lights | None]
"""Draws what an event leaves, or returns its light."""


@dataclass
class Mark:
    """What an event leaves for a few seconds."""

    draw: partial[Lights | None]
    """Draws it when a part of its seconds has passed, or returns its light then:
    (canvas, part)."""
    seconds: float
    """How long it lasts."""
    age: float = 0.0
    """s: since the event."""


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
    shake: Vector = (0.0, 0.0)
    """The direction of the last blow, by which the picture is pushed."""
    shake_age: float = SHAKE_SECONDS
    opening: float = 1.0
    """The part of the room in which walls are drawn; below 0 before its first
    picture."""
    killers: list[list[Corner]] = field(default_factory=list)
    """The outlines of what killed the player."""

    @property
    def brightness(self) -> float:
        """How much light is wanted, 0 to 1."""
        return BRIGHTNESS[self.settings.effects]

    def feed(self, world: World) -> None:
        """Start the effects of the last tick: the trail of the player if it dashed, and
        what each event leaves."""
        last = world.last
        player = world.player
        has_ended = any(isinstance(event, ENDING) for event in last.events)
        if last.step and (player.state == "dash" or has_ended):
            paths = last.step.paths
            pieces = paths.only(paths.mover == player.id)
            is_glitch = player.speed == GLITCH_SPEED
            for _, u_start, u_end, start, end in zip(*pieces):
                slices = trail_slices(start, end, u_start, u_end, is_glitch)
                age = slices[:, 4]
                age /= world.tick_rate  # In place: from ticks to seconds.
                self.trail = np.concatenate((self.trail, slices))
        for event in last.events:
            self.begin(event, world)

    def begin(self, event: Event, world: World) -> None:
        """Start the effects of one event."""
        look = LOOKS[type(event)]
        color = palette.color_named(look.color)
        self.begin_own_marks(event, world, color)
        if self.brightness == 1 and isinstance(event, SHAKING):
            self.shake = event.direction
            self.shake_age = 0.0
        at = center_of_ring(event, world)
        self.flash(ring, look.seconds, at=at, radii=look.radii, color=color)
        self.shatter(at, event.direction, half=0.0, count=look.sparks, color=color)

    def begin_own_marks(self, event: Event, world: World, color: Color) -> None:
        """Start the effects that only this kind of event has; a ring and sparks, which
        most have, are begun elsewhere."""
        at = event.position
        if isinstance(event, Refused):
            self.flash(draw_stub, at=at, toward=direction(world.player.heading))
        elif isinstance(event, CoreTaken):
            self.flash(draw_words, words=chain_text(event.count, world), at=at)
        elif isinstance(event, Stopped | Grazed) and event.other is not None:
            # A stop lights the edges from one place, a graze along the whole path.
            path = np.array([at])
            spread = SPREAD
            if isinstance(event, Grazed):
                ends_of_pieces = self.trail[:, :4].reshape(-1, 2)
                path = np.vstack((at, ends_of_pieces))
                spread = 0.0
            edge = edge_places(outline(world, event.other, event.u), path)
            self.flash(edge_light, edge=edge, spread=spread, color=color)
        elif isinstance(event, Hurt | Died):
            # The player bursts into larger pieces of its own colour.
            self.shatter(at, event.direction, half=1.5, count=16, color=palette.PLAYER)
        if isinstance(event, Died):
            killers = find_killers(event, world)
            self.killers = [outline(world, id, event.u) for id in killers]

    def flash(self, draw: Draw, seconds: float = FLASH_SECONDS, **what: object) -> None:
        """Start a mark that fades, unless there are too many; if effects are off, only
        one that says something.

        Args:
            draw: draws the mark, or returns its light: (canvas, part, **what).
            seconds: how long it lasts with full effects; with less light, longer.
            what: what else draw takes.
        """
        says_something = draw in (draw_words, draw_stub)
        brightness = self.brightness
        if len(self.marks) >= MOST_MARKS or not (brightness or says_something):
            return
        lasts = seconds / (brightness or BRIGHTNESS["calm"])
        self.marks.append(Mark(partial(draw, **what), lasts))

    def shatter(
        self, at: Vector, normal: Vector, half: float, count: int, color: Color
    ) -> None:
        """Let sparks fly off a face, or in all directions where its normal is zero.

        Args:
            at: where they fly from.
            normal: of the face.
            half: half the side of a spark, px; larger ones fly faster.
            count: their number with full effects.
            color: of their light.
        """
        k = np.arange(round(count * self.brightness))
        if not len(k):
            return
        turns = GOLDEN_ANGLE * k + sum(at)
        speeds = 40 + 120 * (GOLDEN_RATIO * k % 1)  # px/s
        flights = np.stack((np.cos(turns), np.sin(turns)) * speeds, axis=1) * (1 + half)
        # Those that would fly into the face are mirrored by it.
        inwards = np.minimum(0.0, flights @ normal)
        flights -= 2 * inwards[:, None] * normal
        self.flash(sparks, at=at, flights=flights, half=half, color=color)

    def update(self, seconds: float) -> None:
        """Let so much time pass: what is too old goes, and the walls of a room that
        opens are drawn farther out."""
        self.shake_age += seconds
        if self.opening == NOT_DRAWN_YET:
            self.opening = 0.0
        else:
            # Without effects the room is open at once.
            further = seconds / OPENING_SECONDS if self.brightness else 1.0
            self.opening = min(1.0, self.opening + further)
        for mark in self.marks:
            mark.age += seconds
        self.marks = [mark for mark in self.marks if mark.age < mark.seconds]
        age = self.trail[:, 4]
        age += seconds  # In place, in the trail.
        self.trail = self.trail[age < TRAIL_SECONDS]

    @property
    def offset(self) -> Corner:
        """How far the picture is shaken now, px of the world."""
        push = -SHAKE * max(0.0, 1 - self.shake_age / SHAKE_SECONDS) ** 2
        x, y = self.shake
        return x * push, y * push

    def draw_below(self, canvas: Canvas, ahead: float = 0.0) -> None:
        """Draw the trail and the marks; of the trail only what is at least so many
        seconds old, since the rest lies ahead of the picture's time."""
        trail = self.trail[self.trail[:, 4] >= ahead]
        if len(trail):
            draw_trail(canvas, trail)
        brightness = self.brightness or BRIGHTNESS["calm"]
        lights: list[tuple[Surface, Place]] = []
        for mark in self.marks:
            # With less light a mark begins as if a part of its time had passed.
            part_left = brightness * (1 - mark.age / mark.seconds)
            its_lights = mark.draw(canvas, 1 - part_left)
            if its_lights is not None:
                lights.extend(its_lights)
        canvas.shine(lights)

    def draw_above(self, canvas: Canvas, world: World) -> None:
        """Draw the outlines of what killed the player, if it is dead."""
        if world.outcome == "dead":
            for corners in self.killers:
                canvas.hull(corners, palette.LETHAL, fill=0.35, width=1.0)


def trail_slices(
    start: Floats, end: Floats, u0: float, u1: float, is_glitch: bool
) -> Floats:
    """Return the rows of Effects.trail for a straight path in the last tick, (N, 6),
    but with their ages in ticks.

    They are slices of the path, each at most SLICE long; in GLITCH there is only one
    row, at the place where the path ends. u0 and u1 are the times of the path's ends in
    the tick, 0 to 1.
    """
    if is_glitch:
        cuts = np.array([1.0, 1.0])
        first_color = HUES
    else:
        cuts = np.linspace(0.0, 1.0, 2 + int(dist(start, end) / SLICE))
        first_color = 0
    ages = 1 - u0 - (u1 - u0) * cuts[:-1]
    places = start + cuts[:, None] * (end - start)
    first_colors = np.full(len(ages), first_color)
    return np.column_stack((places[:-1], places[1:], ages, first_colors))


def center_of_ring(event: Event, world: World) -> Vector:
    """Return the centre of an event's ring: the event's place, or if the exit opened,
    the exit's."""
    if isinstance(event, ExitOpened) and event.other is not None:
        x, y = world.space.center[event.other].tolist()
        return x, y
    return event.position


def chain_text(count: int, world: World) -> str:
    """Return in a few letters what the count-th core of a dash adds: its points in a
    shaft, and from the second one on the count; "" if there is neither."""
    words = []
    if isinstance(world, Scanline):
        words.append(f"+{core_points(count)}")
    if count > 1:
        words.append(f"x{count}")
    return " ".join(words)


def outline(world: World, id: int, u: float) -> list[Corner]:
    """Return the corners of a body at the time u of the last tick, 0 to 1: those of its
    element if that has an outline of its own, or else those of its box now."""
    element = world.bodies.elements.get(id)
    if element:
        own_outline = ELEMENT_LOOKS[type(element)].outline
        if own_outline:
            return own_outline(element, picture_time(world, u))
    space = world.space
    low, high = box_around(space.center[id].tolist(), space.half_extents[id].tolist())
    return box_corners(low, high)


def edge_places(corners: list[Corner], path: Floats) -> list[tuple[Corner, float]]:
    """Return places along the edges of a body, and by how many px each is farther from
    a path than the nearest of them.

    Args:
        corners: of the body, in order.
        path: points of the path, (N, 2).
    """
    edges = []
    for a, b in zip(corners, [*corners[1:], corners[0]]):
        count = 2 + int(dist(a, b) / EDGE_STEP)
        edges.append(np.linspace(a, b, count))
    places = np.concatenate(edges)
    x, y = (places[:, None] - path).T
    away = np.hypot(x, y).min(axis=0)
    farther = away - away.min()
    return list(zip(places.tolist(), farther.tolist()))


@lru_cache(maxsize=4)
def trail_colors(hot: Color, cool: Color, glitch: Color) -> list[Color]:
    """Return the colours of a trail, one after the other: HUES of a dash, hot at first,
    then cool, then dark; and then HUES of strides in GLITCH."""
    hues_to_dark = HUES - HUES_TO_COOL
    cooling = [mix(hot, cool, k / HUES_TO_COOL) for k in range(HUES_TO_COOL)]
    darkening = [mix(cool, NO_LIGHT, k / hues_to_dark) for k in range(hues_to_dark)]
    strides = [mix(glitch, NO_LIGHT, k / HUES) for k in range(HUES)]
    return cooling + darkening + strides


def draw_trail(canvas: Canvas, trail: Floats) -> None:
    """Draw the rows of Effects.trail, and their glow."""
    colors = trail_colors(palette.HOT, palette.COOL, palette.GLITCH)
    start = trail[:, :2]
    end = trail[:, 2:4]
    age = trail[:, 4]
    first_color = trail[:, 5]
    part = np.minimum(age / TRAIL_SECONDS, 0.999)
    hues = (first_color + HUES * part).astype(int).tolist()
    # Of eight neighbouring hues one is used, so that few glows are made.
    glows = [light(colors[hue // 8 * 8], 0.3) for hue in hues]
    canvas.shine(zip(canvas.spots(glows, reach=20), end.tolist()))
    layer = dark_layer(canvas.surface.get_size())
    outlines = swept_outlines(start, end, np.array([HALF]))
    areas = []
    for hue, corners in zip(hues, canvas.screen.points(outlines).tolist()):
        areas.append(pygame.draw.polygon(layer, colors[hue], corners))
    # Two at a time: calls are as dear as pixels.
    pairs = [areas[k].unionall(areas[k + 1 : k + 2]) for k in range(0, len(areas), 2)]
    canvas.add_layer(layer, pairs)


def sparks(
    canvas: Canvas, part: float, at: Place, flights: Floats, half: float, color: Color
) -> Lights:
    """Return the light of sparks when a part of their time has passed, 0 to 1: small
    squares that fly apart, ever slower, and fade.

    Args:
        canvas: where they are drawn.
        part: that of their time.
        at: where they fly from.
        flights: the velocity of each at the beginning, px/s, (N, 2).
        half: half the side of each, px.
        color: of their light.
    """
    # Their speed falls evenly to zero; they begin a little apart.
    seconds = 0.01 + FLASH_SECONDS * part * (1 - part / 2)
    centers = at + flights * seconds
    spots = canvas.spots([light(color, 1 - part**2)], reach=2.0, half=half)
    return zip(spots * len(centers), centers.tolist())


def ring(canvas: Canvas, part: float, at: Place, radii: Corner, color: Color) -> Lights:
    """Return the light of a ring when a part of its time has passed, 0 to 1, and of a
    spot in its middle: the ring goes from a first radius to a last one, px."""
    first, last = radii
    spot_color = light(color, 0.5 * (1 - part))
    spots = canvas.spots([spot_color], reach=4 + 0.6 * max(radii))
    radius = (first + (last - first) * part) * canvas.screen.scale
    halo = halo_image(round(radius), canvas.screen.line(1.2), light(color, 1 - part))
    return (spots[0], at), (halo, at)


def edge_light(
    canvas: Canvas,
    part: float,
    edge: list[tuple[Corner, float]],
    spread: float,
    color: Color,
) -> Lights:
    """Return light along the edges of a body when a part of its time has passed, 0 to
    1: spots of light from where a path is nearest; they spread and fade.

    Args:
        canvas: where they are drawn.
        part: that of their time.
        edge: places along the edges, and by how many px each is farther from the path
            than the nearest.
        spread: how far the light spreads in all its time, px.
        color: of the light.
    """
    most = 0.45 * LIGHTS * (1 - part)
    reach = 12 + spread * part**0.5
    levels = [round(most * (1 - farther / reach)) for _, farther in edge]
    spots = canvas.spots(lights(color)[: max(levels) + 1], reach=10)
    return [(spots[level], at) for level, (at, _) in zip(levels, edge) if level > 0]


def draw_words(canvas: Canvas, part: float, words: str, at: Place) -> None:
    """Write a few letters when a part of their time has passed, 0 to 1: they rise from
    a place, and fade in the last quarter."""
    x, y = at
    place = x, y - 12 - 10 * part
    color = light(palette.TEXT, 4 - 4 * part)
    canvas.text(words, place, color, SMALL_SIZE, anchor=(0.5, 1.0), bold=True)


def find_killers(event: Event, world: World) -> set[int]:
    """Return the ids of the bodies that killed the player: the lethal one that it met,
    or if it was crushed, all that it touches and the one that it met."""
    other = event.other
    if other is not None and is_lethal(world, other, event.direction):
        return {other}
    killers = {face.solid for face in touched_faces(world.space, event.body)}
    if other is not None:
        killers.add(other)
    return killers


def is_lethal(world: World, id: int, normal: Vector) -> bool:
    """Tell whether a body's face with this normal is lethal: any face of the line of a
    shaft, and those of an element that kill."""
    if id == world.line:
        return True
    element = world.bodies.elements.get(id)
    if not element:
        return False
    kills = ELEMENT_LOOKS[type(element)].kills
    return kills is not None and kills(element, normal)
