"""What does the figure of a lesson look like?

A canvas in units of the figure, on which colours are named by their roles. It may
withhold what would give the answer away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pygame import Surface

from . import palette
from .canvas import Canvas
from .palette import Color, fade
from .screen import Place, Screen
from .shapes import Corner, pad_box
from .widgets import TEXT_SIZE, draw_frame


class FigureCanvas:
    """A canvas on which a lesson draws its figure: in units of the figure, with roles
    as colours.

    Args:
        canvas: the page.
        corner: the figure's upper left corner, px of the page.
        scale: px of the page in one unit of the figure.
    """

    def __init__(self, canvas: Canvas, corner: Place, scale: float) -> None:
        left, top = canvas.screen.point(corner)
        screen = Screen(canvas.screen.scale * scale, left, top)
        self.canvas = Canvas(canvas.surface, screen)
        self.colors = palette.role_colors()
        self.hides: Callable[[str, str], bool] = lambda role, words: False
        """Tells whether a role, or words in it, are omitted: (role, words)."""
        self.lit = ""
        """The only role that is lit; "": all are."""
        self.roles = set[str]()
        """Those whose colour was used."""
        self.nowhere = Canvas(Surface((1, 1)), screen)
        """What is omitted is drawn here: it is not visible."""

    def target(self, role: str, words: str = "") -> Canvas:
        """Return the canvas on which a role, or words in it, are drawn: one that is not
        visible if they are omitted."""
        return self.nowhere if self.hides(role, words) else self.canvas

    def color(self, role: str) -> Color:
        """Return the colour of a role, mixed with the background where another role is
        lit."""
        self.roles.add(role)
        color = self.colors[role]
        if self.lit not in ("", role):
            return fade(color, 0.75)
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
        """Draw a box in the colour of a role: its area, and its outline if width is
        above 0."""
        self.target(role).box(low, high, self.color(role), fill, width, dashed)

    def hull(
        self, points: Sequence[Place], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None:
        """Draw a convex area in the colour of a role, and its outline if width is above
        0."""
        self.target(role).hull(points, self.color(role), fill, width)

    def bar(
        self,
        start: Place,
        end: Place,
        role: str,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None:
        """Draw a straight line in the colour of a role."""
        self.target(role).bar(start, end, self.color(role), width, dashed)

    def arrow(self, start: Place, end: Place, role: str, width: float = 0.5) -> None:
        """Draw a line with a head in the colour of a role."""
        self.target(role).arrow(start, end, self.color(role), width)

    def dot(
        self, center: Place, role: str, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc in the colour of a role, or a ring if width is above 0."""
        self.target(role).dot(center, self.color(role), radius, width)

    def text(
        self,
        words: str,
        at: Place,
        role: str = "text",
        *,
        size: float = TEXT_SIZE,
        anchor: Corner = (0.0, 0.0),
        bold: bool = False,
    ) -> None:
        """Write a line in the colour of a role; anchor is the point of the line that
        lies at the place."""
        canvas = self.target(role, words)
        canvas.text(words, at, self.color(role), size, anchor, bold)


@contextmanager
def figure_at(
    canvas: Canvas, corner: Place, size: Place, scale: float = 1.0
) -> Iterator[FigureCanvas]:
    """Clear a frame for a figure, and yield the figure's canvas; until the context
    ends, all drawing is clipped to the frame.

    Args:
        canvas: the page.
        corner: the figure's upper left corner, px of the page.
        size: the figure's width and height, in its units.
        scale: px of the page in one unit of the figure.
    """
    left, top = corner
    width, height = size
    low, high = pad_box(corner, (left + width * scale, top + height * scale), by=2)
    draw_frame(canvas, low, high)
    canvas.surface.set_clip(canvas.screen.rect(low, high))
    yield FigureCanvas(canvas, corner, scale)
    canvas.surface.set_clip(None)
