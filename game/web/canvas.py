"""What does a figure look like in a browser?

The six primitives of a figure, as elements of SVG in the figure's own units. Colours
are not here: an element has its role as a class, and the style sheet gives each role a
colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import hypot

from ..study.lesson import FIGURE, Point, is_hidden

Attributes = Mapping[str, str | float]
"""The attributes of an element by their names; numbers that are floats are written with
five digits."""

ASCENT = 1.02
"""Sizes of the font, from a line's top to the foot of its letters."""
LINE_PITCH = 1.32
"""Sizes of the font, from a line's top to its end."""
TEXT_HEIGHT = 10.0
"""Units: the size of text."""
ARROW_HEAD = 4.0
"""Units: the length of an arrow's head, which is as wide as long."""
THINNEST_LINE = 0.5
"""Units: what is thinner is hardly visible."""
SVG_MARGIN = 4.0
"""Units around a figure."""
TEXT_ANCHORS = {0.0: "start", 1.0: "end"}
"""What SVG calls the left and the right of a line of text."""


class SvgCanvas:
    """Writes elements of SVG.

    Args:
        reveals: False before the bet: then it omits what gives the answer away.
    """

    def __init__(self, reveals: bool = True) -> None:
        self.reveals = reveals
        self.elements: list[str] = []

    def svg(self, label: str) -> str:
        """Return all that was drawn as a picture in SVG, with a margin around it; the
        label says what it shows, to readers that speak."""
        wide, high = FIGURE
        wide += 2 * SVG_MARGIN
        high += 2 * SVG_MARGIN
        view = f"{-SVG_MARGIN:g} {-SVG_MARGIN:g} {wide:g} {high:g}"
        begin = f'<svg viewBox="{view}" role="img" aria-label="{escape(label)}">'
        return begin + "".join(self.elements) + "</svg>"

    def add(self, tag: str, role: str, attributes: Attributes, inner: str = "") -> None:
        """Append an element of SVG, unless it is one that is hidden before the bet.

        Args:
            tag: the name of the element.
            role: what becomes its class.
            attributes: all its other attributes.
            inner: the text in it.
        """
        if not self.reveals and is_hidden(role, inner):
            return
        others = ""
        for name, value in attributes.items():
            written = f"{value:.5g}" if isinstance(value, float) else value
            others += f' {name}="{written}"'
        self.elements.append(f'<{tag} class="{role}"{others}>{inner}</{tag}>')

    def add_area(
        self,
        tag: str,
        role: str,
        shape: Attributes,
        fill: float,
        width: float,
        dashed: bool = False,
    ) -> None:
        """Append an element for an area with an outline.

        Args:
            tag: the name of the element.
            role: what becomes its class.
            shape: the attributes that say where the area is.
            fill: how opaque the area is, 0 to 1.
            width: of the outline, at least THINNEST_LINE; 0 is for none.
            dashed: whether the outline is dashed.
        """
        attributes = dict(shape)
        attributes["fill-opacity"] = fill
        attributes["stroke-width"] = max(width, THINNEST_LINE) if width else 0
        if dashed:
            attributes["stroke-dasharray"] = "3 3"
        self.add(tag, role, attributes)

    def box(
        self,
        low: Point,
        high: Point,
        role: str,
        *,
        fill: float = 1.0,
        width: float = 0.0,
        dashed: bool = False,
    ) -> None:
        """Draw a box, given by its two corners; fill says how opaque it is, and width
        how wide its outline is."""
        x, y = low
        wide = max(high[0] - x, THINNEST_LINE)
        tall = max(high[1] - y, THINNEST_LINE)
        shape = {"x": x, "y": y, "width": wide, "height": tall}
        self.add_area("rect", role, shape, fill, width, dashed)

    def hull(
        self, points: Sequence[Point], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None:
        """Draw the convex area with these corners; fill and width are as for a box."""
        shape = {"points": svg_points(points)}
        self.add_area("polygon", role, shape, fill, width)

    def bar(
        self,
        start: Point,
        end: Point,
        role: str,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None:
        """Draw a straight line of this width; 0 is THINNEST_LINE."""
        shape = {"points": svg_points([start, end])}
        width = width or THINNEST_LINE
        self.add_area("polyline", role, shape, fill=0.0, width=width, dashed=dashed)

    def arrow(self, start: Point, end: Point, role: str, width: float = 0.5) -> None:
        """Draw a straight line of this width, with a head at its end."""
        self.bar(start, end, role, width)
        x, y = end
        dx = x - start[0]
        dy = y - start[1]
        length = hypot(dx, dy) or 1.0  # Without a length the head has none either.
        # From the base of the head to its tip; turned by 90 degrees it is across.
        head_x = dx / length * ARROW_HEAD
        head_y = dy / length * ARROW_HEAD
        base_x = x - head_x
        base_y = y - head_y
        left = (base_x - head_y / 2, base_y + head_x / 2)
        right = (base_x + head_y / 2, base_y - head_x / 2)
        self.hull([end, left, right], role)

    def dot(
        self, center: Point, role: str, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc; with a line of a width above 0, a ring."""
        fill = 0.0 if width else 1.0
        shape = {"cx": center[0], "cy": center[1], "r": radius}
        self.add_area("circle", role, shape, fill, width)

    def text(
        self,
        words: str,
        at: Point,
        role: str = "text",
        *,
        size: float = TEXT_HEIGHT,
        anchor: Point = (0.0, 0.0),
        bold: bool = False,
    ) -> None:
        """Write a line of text.

        Args:
            words: the text.
            at: a place of the figure.
            role: its class.
            size: units.
            anchor: the point of the line that lies at the place: (0, 0) is its upper
                left corner, (1, 1) its lower right one.
            bold: whether it is bold.
        """
        across, down = anchor
        x, y = at
        attributes: dict[str, str | float] = {
            "font-size": size,
            "x": x,
            # SVG places the foot of the letters.
            "y": y + (ASCENT - LINE_PITCH * down) * size,
            "text-anchor": TEXT_ANCHORS.get(across, "middle"),
        }
        if bold:
            attributes["font-weight"] = "bold"
        self.add("text", role, attributes, escape(words))


def svg_points(points: Sequence[Point]) -> str:
    """Return points as SVG writes them."""
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
