"""What does a room look like?

A ground, bright walls, and the elements between them. In GLITCH walls are drawn double. Of a shaft
only a part is visible, and the line rises into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import pygame

from ..collision import Kind
from ..collision.batch import Floats
from ..collision.tables import Paths
from ..simulation.world import World
from . import elements, palette
from .canvas import MANY_BODIES, Canvas
from .palette import mix
from .screen import Screen
from .shapes import Box, boxes_around, pad_boxes

SlugTracks = Iterable[tuple[Paths, float]]
"""The predicted paths of slugs, with the part of each that is done, 0 to 1."""
HATCH = 12
"""px between the hatches below the line."""


def draw_room(
    canvas: Canvas, world: World, centers: Floats, time: float, tracks: SlugTracks, seconds: float
) -> None:
    """Draw a room and its elements.

    Bodies are drawn at these centres, blades at this world time; seconds drive what pulses.
    """
    half, velocity, view = world.space.half_extents, world.space.velocity, visible(canvas, world)
    solid, size = world.space.ids(Kind.WALL), canvas.surface.get_size()
    walls = boxes_around(world.space.center[solid], half[solid])
    if canvas.screen == Screen.fit(size, (world.room.width, world.room.height)):
        image = still_image(size, canvas.screen, view, walls.tobytes(), world.glitching)
        canvas.surface.blit(image, (0, 0))
    else:
        draw_still(canvas, view, walls, world.glitching)
    for core in world.cores_left:
        elements.draw_core(canvas, centers[core], half[core], seconds)
    for cell in world.glitches:
        elements.draw_glitch(canvas, centers[cell], half[cell], seconds)
    if (door := world.exit_id) is not None:
        elements.draw_exit(canvas, centers[door], half[door], not world.cores_left, seconds)
    for path, done in tracks:
        elements.draw_slug_path(canvas, path, done)
    for ident, slider in world.sliders.items():
        elements.draw_slider(canvas, slider, centers[ident], velocity[ident].tolist())
    for blade in world.blades.values():
        elements.draw_blade(canvas, blade, blade.bar(time))
    slugs = list(world.slugs)
    elements.draw_slugs(canvas, boxes_around(centers[slugs], half[slugs]))
    if world.line is not None:
        draw_lethal_line(canvas, centers[world.line][1] - half[world.line][1], view)


def picture_time(world: World, alpha: float) -> float:
    """Return the world time of a picture at alpha of the last tick; an outcome ended it early."""
    if world.outcome and world.events:
        alpha = min(alpha, world.events[-1].u)
    return world.time - world.dt * (1 - alpha) if world.step else world.time


def visible(canvas: Canvas, world: World) -> Box:
    """Return the box that is visible: a room, or the part of a shaft on the surface."""
    if not world.room.chunks:
        return (0.0, 0.0), (float(world.room.width), float(world.room.height))
    top, bottom = (canvas.screen.world((0, y))[1] for y in (0, canvas.surface.get_height()))
    return (0.0, top), (float(world.room.width), bottom)


@lru_cache(maxsize=4)
def still_image(
    size: tuple[int, int], screen: Screen, view: Box, walls: bytes, glitching: bool
) -> pygame.Surface:
    """Return a cached picture of the ground and the walls; walls are the bytes of their boxes."""
    surface = pygame.Surface(size)
    draw_still(Canvas(surface, screen), view, np.frombuffer(walls).reshape(-1, 2, 2), glitching)
    return surface


def draw_still(canvas: Canvas, view: Box, walls: Floats, glitching: bool) -> None:
    """Draw what does not move: the ground and the walls."""
    canvas.surface.fill(palette.BACKGROUND)
    draw_ground(canvas, view[1][0], view[1][1], view[0][1])
    draw_walls(canvas, view, walls, glitching)


def draw_ground(canvas: Canvas, width: float, bottom: float, top: float = 0.0) -> None:
    """Draw the ground's ruling, in squares of 40 px."""
    for x in range(40, int(width), 40):
        canvas.bar((x, top), (x, bottom), palette.RULING, 0.1)
    for y in range(40 * (int(top // 40) + 1), int(bottom), 40):
        canvas.bar((0, y), (width, y), palette.RULING, 0.1)


def draw_walls(canvas: Canvas, view: Box, walls: Floats, glitching: bool) -> None:
    """Draw the walls with a glow; those that close the room are dark, except for their inner edge.

    In GLITCH a second, dashed edge lies beside them.
    """
    (left, top), (right, bottom) = view
    walls = walls[(walls[:, 0, 1] < bottom) & (walls[:, 1, 1] > top)]
    closes = (walls[:, 0, 0] < left) | (walls[:, 1, 0] > right)
    frame, inside = walls[closes], walls[~closes]
    edges = pad_boxes(frame, 0.5).clip(*view)
    if glitching:
        canvas.boxes(edges, palette.GLITCH, fill=0, width=0.8, dashed=True)
    else:
        canvas.boxes(edges, palette.WALL)
    canvas.boxes(frame.clip(*view), palette.BORDER)
    canvas.boxes(pad_boxes(inside, 2), palette.SWEPT, fill=0.08)
    if glitching:
        beside = inside + (2 * elements.SLIP, elements.SLIP)
        canvas.boxes(beside, palette.GLITCH, fill=0.15, width=0.4, dashed=True)
    dim = mix(palette.WALL, palette.BACKGROUND, 0.6)
    canvas.boxes(inside, palette.WALL if len(inside) <= MANY_BODIES else dim)


def draw_lethal_line(canvas: Canvas, y: float, view: Box) -> None:
    """Draw the lethal line of a shaft: teeth with their tips on it, and hatched dark below."""
    (left, _), (right, bottom) = view
    if y >= bottom:
        return
    canvas.box((left, y), (right, bottom), palette.BACKGROUND, fill=0.72)
    width, deep = right - left, bottom - y
    x = np.arange(0.0, int(width + deep), HATCH)
    first, last = np.maximum(0.0, x - width), np.minimum(deep, x)
    start, end = (np.stack((left + x - along, y + along), axis=1) for along in (first, last))
    canvas.bars(start, end, mix(palette.LETHAL, palette.BACKGROUND, 0.72), 0.3)
    elements.draw_teeth(canvas, (left, y), (right, y), 2 * elements.TOOTH)
    canvas.box((left, y + 2 * elements.TOOTH), (right, y + 2 * elements.TOOTH + 1), palette.LETHAL)
