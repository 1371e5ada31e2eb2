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

from ..collision import Kind
from ..collision.batch import Floats
from ..simulation.elements import Element, GlitchCell
from ..simulation.world import World
from . import elements, palette
from .canvas import MANY_BODIES, Canvas, point_between
from .elements import RoomData, SlugTracks
from .palette import Color, light, mix
from .screen import Screen
from .shapes import Box, Corner, boxes_around, pad_boxes

WALL_LIGHT = 18.0
"""px: how far the light of a wall reaches."""
NEAR_LIGHT = 4.0
"""px: how far the brightest of it reaches."""
RIM = 48
"""Pixels at the edges of a picture that are filled when it is shaken: less than that,
up to 8K."""


def draw_walls(canvas: Canvas, world: World, accent: Color, opening: float) -> None:
    """Draw what does not move: the ground, its lines in an accent, the walls, and fixed
    parts of elements; in a part of the room if it opens. The first picture of a room is
    empty, but not that of a shaft."""
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
    image = still(world.glitching)
    if world.bodies.of(GlitchCell) and opening == 1:
        # Else it would be made in play, in the tick in which GLITCH begins.
        still(True)
    start = world.place(world.player.id)
    low = point_between(start, view[0], opening)
    high = point_between(start, view[1], opening)
    draw_part(canvas, image, view[1], (low, high))


def draw_part(
    canvas: Canvas, image: pygame.Surface, room_size: Corner, part: Box
) -> None:
    """Draw a part of a picture of a room on an empty ground, shaken as the canvas is.

    Args:
        canvas: as large as the picture.
        image: the picture, on which nothing is shaken.
        room_size: the room's width and height, px of the world.
        part: its smallest and its largest corner, px of the world.
    """
    screen = Screen.fit(image.get_size(), room_size)
    area = screen.rect(*part)
    right = round(canvas.screen.left - screen.left)
    down = round(canvas.screen.top - screen.top)
    there = area.move(right, down)
    whole = canvas.surface.get_rect()
    if not there.contains(whole):
        rim = RIM if area == whole else 0
        pygame.draw.rect(canvas.surface, palette.BACKGROUND, whole, rim)
    canvas.surface.blit(image, there, area)


def draw_room(
    canvas: Canvas,
    world: World,
    centers: Floats,
    time: float,
    tracks: SlugTracks,
    seconds: float,
) -> None:
    """Draw the elements of a room, except for what draw_walls draws of them.

    Bodies are drawn at these centres, blades at this world time; seconds drive what
    pulses.
    """
    data = RoomData(world, centers, time, tracks, seconds)
    elements.draw_elements(canvas, data)
    if world.line is not None:
        (_, y), (_, half) = data.body(world.line)
        draw_lethal_line(canvas, y - half, visible(canvas, world))


def picture_time(world: World, alpha: float) -> float:
    """Return the world time of a picture at alpha of the last tick; an outcome ended it
    early."""
    if world.outcome and world.last.events:
        alpha = min(alpha, world.last.events[-1].u)
    time = world.time
    return time.now - time.dt * (1 - alpha) if world.last.step else time.now


def visible(canvas: Canvas, world: World) -> Box:
    """Return the box that is visible: a room, or the part of a shaft on the surface."""
    if not world.room.chunks:
        return (0.0, 0.0), (float(world.room.width), float(world.room.height))
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
    glitch: bool,
) -> pygame.Surface:
    """Return a cached picture of what draw_still draws; walls are the bytes of their
    boxes."""
    canvas = Canvas(pygame.Surface(size), Screen.fit(size, view[1]))
    boxes = np.frombuffer(walls).reshape(-1, 2, 2)
    draw_still(canvas, view, boxes, accent, glitch, fixed)
    return canvas.surface


def draw_ground(canvas: Canvas, view: Box, color: Color) -> None:
    """Draw the ground's lines, in squares of 40 px."""
    (_, top), (width, bottom) = view
    for x in range(40, int(width), 40):
        canvas.box((x, top), (x, bottom), color)
    for y in range(40 * (int(top // 40) + 1), int(bottom), 40):
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

    Walls that close the room are dark, except for their inner edge. In GLITCH a second,
    dashed edge lies beside the others.
    """
    canvas.surface.fill(palette.BACKGROUND)
    draw_ground(canvas, view, palette.ruling(accent))
    (left, top), (right, bottom) = view
    walls = walls[(walls[:, 0, 1] < bottom) & (walls[:, 1, 1] > top)]
    closes_room = (walls[:, 0, 0] < left) | (walls[:, 1, 0] > right)
    frame = walls[closes_room].clip(*view)
    inside = walls[~closes_room]
    color = mix(palette.WALL, palette.BACKGROUND, 0.6)
    if len(inside) <= MANY_BODIES:
        color = palette.WALL
        hue = palette.GLITCH if glitching else palette.SWEPT
        all_walls = np.concatenate((frame, inside))
        canvas.glows(all_walls, light(hue, 0.16), WALL_LIGHT)
        canvas.glows(all_walls, light(hue, 0.25), NEAR_LIGHT)
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
    """Draw the lethal line of a shaft: teeth with their tips on it, light above, dark
    below."""
    (left, _), (right, bottom) = view
    canvas.glow((left, y), (right, y), light(palette.LETHAL, 0.5), 30)
    canvas.box((left, y), (right, bottom), palette.BACKGROUND, fill=0.72)
    depth = 2 * elements.TOOTH
    teeth = elements.saw_teeth((left, y), (right, y), depth)
    canvas.hulls(teeth, palette.LETHAL)
    root = y + depth
    canvas.box((left, root), (right, root + 1), palette.LETHAL)
