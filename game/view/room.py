"""What does a room look like?

A ground, bright walls with their light, and the elements between them. What does not
move is drawn once. In GLITCH walls are drawn double. When a room opens, its walls are
drawn from the player outwards. Of a shaft only a part is visible, and the line rises
into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np
import pygame

from ..collision import Kind
from ..collision.batch import Floats
from ..collision.tables import Paths, concatenate
from ..simulation.elements import Blade, Core, Exit, GlitchCell, Slider, Slug
from ..simulation.world import World
from . import elements, palette
from .canvas import MANY_BODIES, Canvas, point_between
from .palette import Color, light, mix
from .screen import Place, Screen
from .shapes import Box, boxes_around, pad_boxes

Elements = tuple[Slider | Blade, ...]
"""Sliders and blades: the elements that may have a fixed part."""
SlugTracks = Sequence[tuple[Paths, float]]
"""The predicted paths of slugs, with the part of each that is done, 0 to 1."""
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
    solid, view, space = world.space.ids(Kind.WALL), visible(canvas, world), world.space
    walls = boxes_around(space.center[solid], space.half_extents[solid])
    fixed: Elements = (
        *world.bodies.of(Slider).values(),
        *world.bodies.of(Blade).values(),
    )
    if world.room.chunks:
        draw_still(canvas, view, walls, accent, world.glitching, fixed)
    elif opening <= 0:
        canvas.surface.fill(palette.BACKGROUND)
    else:
        size, start = canvas.surface.get_size(), world.place(world.player.id)
        screen = Screen.fit(size, view[1])
        still = partial(
            still_image, size, view, walls.tobytes(), accent, fixed, palette.theme()
        )
        image = still(world.glitching)
        if world.bodies.of(GlitchCell) and opening == 1:
            still(
                True
            )  # Else it would be made in play, in the tick in which GLITCH begins.
        area = screen.rect(*(point_between(start, corner, opening) for corner in view))
        shaken = canvas.screen.left - screen.left, canvas.screen.top - screen.top
        there, whole = area.move(*map(round, shaken)), canvas.surface.get_rect()
        if not there.contains(whole):
            pygame.draw.rect(
                canvas.surface, palette.BACKGROUND, whole, RIM if area == whole else 0
            )
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
    space = world.space

    def body(id: int) -> tuple[Place, Place]:
        return centers[id].tolist(), space.half_extents[id].tolist()

    cores = world.bodies.of(Core)
    for core in cores:
        elements.draw_core(canvas, *body(core), seconds)
    for cell in world.bodies.of(GlitchCell):
        elements.draw_glitch(canvas, *body(cell), seconds)
    for exit in world.bodies.of(Exit):
        elements.draw_exit(canvas, *body(exit), not cores, seconds)
    if tracks:
        paths, done = zip(*tracks)
        counts = [len(path.mover) for path in paths]
        elements.draw_slug_paths(
            canvas, concatenate(paths, axis=0), np.repeat(done, counts)
        )
    for id, slider in world.bodies.of(Slider).items():
        elements.draw_slider(
            canvas, slider, centers[id].tolist(), space.velocity[id].tolist()
        )
    for blade in world.bodies.of(Blade).values():
        if blade.rpm:
            elements.draw_blade(canvas, blade, blade.bar(time))
    if slugs := list(world.bodies.of(Slug)):
        elements.draw_slugs(
            canvas, boxes_around(centers[slugs], space.half_extents[slugs])
        )
    if world.line is not None:
        (_, y), (_, half) = body(world.line)
        draw_lethal_line(canvas, y - half, visible(canvas, world))


def picture_time(world: World, alpha: float) -> float:
    """Return the world time of a picture at alpha of the last tick; an outcome ended it
    early."""
    if world.outcome and world.events:
        alpha = min(alpha, world.events[-1].u)
    return world.time - world.dt * (1 - alpha) if world.step else world.time


def visible(canvas: Canvas, world: World) -> Box:
    """Return the box that is visible: a room, or the part of a shaft on the surface."""
    if not world.room.chunks:
        return (0.0, 0.0), (float(world.room.width), float(world.room.height))
    top, bottom = (
        canvas.screen.world((0, y))[1] for y in (0, canvas.surface.get_height())
    )
    return (0.0, top), (float(world.room.width), bottom)


@lru_cache(maxsize=4)
def still_image(
    size: tuple[int, int],
    view: Box,
    walls: bytes,
    accent: Color,
    fixed: Elements,
    theme: tuple[Color, ...],
    glitch: bool,
) -> pygame.Surface:
    """Return a cached picture of what draw_still draws; walls are the bytes of their
    boxes."""
    canvas = Canvas(pygame.Surface(size), Screen.fit(size, view[1]))
    draw_still(
        canvas, view, np.frombuffer(walls).reshape(-1, 2, 2), accent, glitch, fixed
    )
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
    fixed: Elements,
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
