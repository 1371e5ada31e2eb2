"""What does the figure of a lesson look like?

A canvas in units of the figure, on which colours are named by their roles. It may
withhold what would give the answer away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pygame

from . import palette
from .canvas import Canvas
from .palette import Color, mix
from .screen import Place, Screen
from .shapes import pad_box
from .widgets import TEXT_SIZE, draw_frame


class FigureCanvas:
    """A canvas on which a lesson draws its figure: in units of the figure, with roles
    as colours.

    Args:
        canvas: the page's.
        corner: the figure's upper left corner, px of the page.
        scale: px of the page in one unit of the figure.
    """

    def __init__(self, canvas: Canvas, corner: Place, scale: float) -> None:
        left, top = canvas.screen.point(corner)
        screen = Screen(canvas.screen.scale * scale, left, top)
        self.canvas = Canvas(canvas.surface, screen)
        self.colors = palette.role_colors()
        self.hides: Callable[[str, str], bool] = lambda role, words: False
        """Whether a role, or words in it, are omitted."""
        self.lit = ""
        """The only role that is lit; "": all are."""
        self.roles = set[str]()
        """Those that were drawn."""
        self.nowhere = Canvas(pygame.Surface((1, 1)), screen)

    def target(self, role: str, words: str = "") -> Canvas:
        """Return the canvas on which a role, or words in it, are drawn."""
        return self.nowhere if self.hides(role, words) else self.canvas

    def color(self, role: str) -> Color:
        """Return the colour of a role, mixed with the background where another role is
        lit."""
        self.roles.add(role)
        color = self.colors[role]
        if self.lit not in ("", role):
            return mix(color, palette.BACKGROUND, 0.75)
        return color

    def box(
        self,
        low: Place,
        high: Place,
        role: str,
        *,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None:
        """Draw a box."""
        self.target(role).box(low, high, self.color(role), fill, width, dashed)

    def hull(
        self, points: Sequence[Place], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None:
        """Draw a convex area."""
        self.target(role).hull(points, self.color(role), fill, width)

    def bar(
        self,
        start: Place,
        end: Place,
        role: str,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None:
        """Draw a straight line."""
        self.target(role).bar(start, end, self.color(role), width, dashed)

    def arrow(self, start: Place, end: Place, role: str, width: float = 0.5) -> None:
        """Draw a line with a head."""
        self.target(role).arrow(start, end, self.color(role), width)

    def dot(
        self, center: Place, role: str, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc or a ring."""
        self.target(role).dot(center, self.color(role), radius, width)

    def text(
        self,
        words: str,
        at: Place,
        role: str = "text",
        *,
        size: float = TEXT_SIZE,
        anchor: tuple[float, float] = (0.0, 0.0),
        bold: bool = False,
    ) -> None:
        """Write a line."""
        canvas = self.target(role, words)
        canvas.text(words, at, self.color(role), size, anchor, bold)


@contextmanager
def figure_at(
    canvas: Canvas, corner: Place, size: Place, scale: float = 1.0
) -> Iterator[FigureCanvas]:
    """Clear a frame for a figure of this size, in its units, and clip all drawing to
    the frame."""
    frame = pad_box(
        corner, (corner[0] + size[0] * scale, corner[1] + size[1] * scale), 2
    )
    draw_frame(canvas, *frame)
    canvas.surface.set_clip(canvas.screen.rect(*frame))
    yield FigureCanvas(canvas, corner, scale)
    canvas.surface.set_clip(None)
