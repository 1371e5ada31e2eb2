"""What does a room look like?

A ground, bright walls with their light, and the elements between them. What does not
move is drawn once. In GLITCH walls are drawn double. When a room opens, its walls are
drawn from the player outwards. Of a shaft only a part is visible, and the line rises
into it.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
import pygame
from pygame import Surface

from ..collision import Kind
from ..collision.batch import Floats
from ..simulation.elements import Element, GlitchCell
from ..simulation.world import World
from . import elements, palette
from .canvas import MANY_BODIES, Canvas, point_between
from .elements import RoomData, SlugTracks
from .palette import Color, fade, light
from .screen import Screen
from .shapes import Box, Corner, boxes_around, pad_boxes

WALL_LIGHT = 18.0
"""px: how far the light of a wall reaches."""
NEAR_LIGHT = 4.0
"""px: how far its brightest part reaches."""
GROUND_PITCH = 40
"""px: the distance between the lines of the ground."""
RIM = 48
"""Pixels at the edges of a picture that are filled when it is shaken: it is moved by
less than that, up to 8K."""


def draw_walls(canvas: Canvas, world: World, accent: Color, opening: float) -> None:
    """Draw what does not move: the ground, its lines in an accent, the walls, and fixed
    parts of elements.

    Args:
        canvas: where it is drawn.
        world: a shaft is drawn anew each time, a room from a cached picture.
        accent: the colour of the ground's lines.
        opening: the part of a room that is drawn, from the player outwards; at 0 and
            below only the empty ground is drawn, at 1 all of the room.
    """
    space = world.space
    ids = space.ids(Kind.WALL)
    walls = boxes_around(space.center[ids], space.half_extents[ids])
    fixed = tuple(elements.fixed_elements(world))
    view = visible(canvas, world)
    if world.room.chunks:
        draw_still(canvas, view, walls, accent, world.glitching, fixed)
        return
    if opening <= 0:
        canvas.surface.fill(palette.BACKGROUND)
        return
    size = canvas.surface.get_size()
    still = partial(
        still_image, size, view, walls.tobytes(), accent, fixed, palette.theme()
    )
    image = still(glitching=world.glitching)
    if world.bodies.of(GlitchCell) and opening == 1:
        # Else it would be made in play, in the tick in which GLITCH begins.
        still(glitching=True)
    start = world.place(world.player.id)
    view_low, view_high = view
    low = point_between(start, view_low, opening)
    high = point_between(start, view_high, opening)
    draw_part(canvas, image, view_high, (low, high))


def draw_part(canvas: Canvas, image: Surface, room_size: Corner, part: Box) -> None:
    """Draw a part of a picture of a room on an empty ground, shaken as the canvas is.

    Args:
        canvas: as large as the picture.
        image: the picture, on which nothing is shaken.
        room_size: the room's width and height, px of the world.
        part: its smallest and its largest corner, px of the world.
    """
    surface = canvas.surface
    steady = Screen.fit(image.get_size(), room_size)
    low, high = part
    area = steady.rect(low, high)
    right = round(canvas.screen.left - steady.left)
    down = round(canvas.screen.top - steady.top)
    target = area.move(right, down)
    whole = surface.get_rect()
    if not target.contains(whole):
        # What the picture leaves free is filled: only a rim if all of it is drawn.
        width = RIM if area == whole else 0
        pygame.draw.rect(surface, palette.BACKGROUND, whole, width)
    surface.blit(image, target, area)


def draw_room(
    canvas: Canvas,
    world: World,
    centers: Floats,
    time: float,
    tracks: SlugTracks,
    seconds: float,
) -> None:
    """Draw the elements of a room, except for what draw_walls draws of them, and the
    lethal line of a shaft.

    Args:
        canvas: where they are drawn.
        world: the run.
        centers: where its bodies are drawn, (N, 2).
        time: the world time of its blades, s.
        tracks: the predicted paths of its slugs.
        seconds: they drive what pulses.
    """
    data = RoomData(world, centers, time, tracks, seconds)
    elements.draw_elements(canvas, data)
    if world.line is not None:
        (_, y), (_, half) = data.body(world.line)
        draw_lethal_line(canvas, y - half, visible(canvas, world))


def picture_time(world: World, alpha: float) -> float:
    """Return the world time of a picture at a part alpha of the last tick, s.

    Before the first tick it is the time now; if an outcome ended the tick early, at
    most that of the last event.
    """
    last = world.last
    time = world.time
    if not last.step:
        return time.now
    if world.outcome and last.events:
        alpha = min(alpha, last.events[-1].u)
    return time.now - time.dt * (1 - alpha)


def visible(canvas: Canvas, world: World) -> Box:
    """Return the box of the world that is visible: a room, or the part of a shaft on
    the surface."""
    top = 0.0
    bottom = float(world.room.height)
    if world.room.chunks:
        _, top = canvas.screen.world((0, 0))
        _, bottom = canvas.screen.world((0, canvas.surface.get_height()))
    return (0.0, top), (float(world.room.width), bottom)


@lru_cache(maxsize=4)
def still_image(
    size: tuple[int, int],
    view: Box,
    walls: bytes,
    accent: Color,
    fixed: tuple[Element, ...],
    theme: tuple[Color, ...],
    glitching: bool,
) -> Surface:
    """Return a cached picture of what draw_still draws in a room.

    Args:
        size: of the picture, in pixels.
        view: the box of the room, px.
        walls: the bytes of their boxes.
        accent: the colour of the ground's lines.
        fixed: the elements that may have a fixed part.
        theme: the colours; there is another picture for each.
        glitching: whether the room is in GLITCH.
    """
    canvas = Canvas(Surface(size), Screen.fit(size, view[1]))
    boxes = np.frombuffer(walls).reshape(-1, 2, 2)
    draw_still(canvas, view, boxes, accent, glitching, fixed)
    return canvas.surface


def draw_ground(canvas: Canvas, view: Box, color: Color) -> None:
    """Draw the ground's lines, GROUND_PITCH apart, where they are visible."""
    (_, top), (width, bottom) = view
    pitch = GROUND_PITCH
    for x in range(pitch, int(width), pitch):
        canvas.box((x, top), (x, bottom), color)
    first = pitch * (int(top // pitch) + 1)
    for y in range(first, int(bottom), pitch):
        canvas.box((0, y), (width, y), color)


def draw_still(
    canvas: Canvas,
    view: Box,
    walls: Floats,
    accent: Color,
    glitching: bool,
    fixed: tuple[Element, ...],
) -> None:
    """Draw the ground, the walls with their light, and fixed parts of elements.

    Walls that close the room are dark, except for their inner edge. In GLITCH that edge
    is dashed, and a second, dashed box lies beside each of the other walls.
    """
    canvas.surface.fill(palette.BACKGROUND)
    draw_ground(canvas, view, palette.ruling(accent))
    (left, top), (right, bottom) = view
    walls = walls[(walls[:, 0, 1] < bottom) & (walls[:, 1, 1] > top)]
    closes_room = (walls[:, 0, 0] < left) | (walls[:, 1, 0] > right)
    frame = walls[closes_room].clip(*view)
    inside = walls[~closes_room]
    color = fade(palette.WALL, 0.6)
    if len(inside) <= MANY_BODIES:  # Else there is no light.
        color = palette.WALL
        hue = palette.GLITCH if glitching else palette.SWEPT
        all_walls = np.concatenate((frame, inside))
        canvas.glows(all_walls, light(hue, 0.16), reach=WALL_LIGHT)
        canvas.glows(all_walls, light(hue, 0.25), reach=NEAR_LIGHT)
    edges = pad_boxes(walls[closes_room], 0.5).clip(*view)
    if glitching:
        canvas.boxes(edges, palette.GLITCH, fill=0, width=0.8, dashed=True)
        beside = inside + (2 * elements.SLIP, elements.SLIP)
        canvas.boxes(beside, palette.GLITCH, fill=0.15, width=0.4, dashed=True)
    else:
        canvas.boxes(edges, palette.WALL)
    canvas.boxes(frame, palette.BORDER)
    canvas.boxes(inside, color)
    for element in fixed:
        elements.draw_fixed_part(canvas, element)


def draw_lethal_line(canvas: Canvas, y: float, view: Box) -> None:
    """Draw the lethal line of a shaft at this y: teeth with their tips on it, light
    above, dark below."""
    (left, _), (right, bottom) = view
    start = left, y
    end = right, y
    canvas.glow(start, end, light(palette.LETHAL, 0.5), reach=30)
    canvas.box(start, (right, bottom), palette.BACKGROUND, fill=0.72)
    depth = 2 * elements.TOOTH
    canvas.hulls(elements.saw_teeth(start, end, depth), palette.LETHAL)
    root = y + depth
    canvas.box((left, root), (right, root + 1), palette.LETHAL)
