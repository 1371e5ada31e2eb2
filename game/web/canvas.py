"""What does a figure look like in a browser?

The six primitives of a figure, as elements of SVG in the figure's own units. Colours
are not here: an element has its role as a class, and the style sheet gives each role a
colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot
from typing import Any

from ..study.lesson import FIGURE, Point, is_hidden

ASCENT, LINE_PITCH = 1.02, 1.32
"""Of the font, in sizes of it: from a line's top to the foot of its letters, and to its
end."""
TEXT_HEIGHT, HEAD, THINNEST_LINE = 10.0, 4.0, 0.5
"""Units: the height of print, the length of an arrow's head, the width of the thinnest
line."""
SVG_MARGIN = 4.0
"""Units around a figure."""


class SvgCanvas:
    """Writes elements of SVG.

    Args:
        reveals: False before the bet: then it omits what gives the answer away.
    """

    def __init__(self, reveals: bool = True) -> None:
        self.reveals, self.elements = reveals, list[str]()

    def svg(self, label: str) -> str:
        """Return what was drawn, with a margin."""
        wide, high = (side + 2 * SVG_MARGIN for side in FIGURE)
        view = f"{-SVG_MARGIN:g} {-SVG_MARGIN:g} {wide:g} {high:g}"
        inner = "".join(self.elements)
        return f'<svg viewBox="{view}" role="img" aria-label="{escape(label)}">{inner}</svg>'

    def add(self, tag: str, role: str, inner: str = "", **attributes: Any) -> None:
        """Append an element; underscores in names of attributes stand for hyphens."""
        if not self.reveals and is_hidden(role, inner):
            return
        text = ""
        for name, value in attributes.items():
            number = f"{value:.5g}" if isinstance(value, float) else value
            text += f' {name.replace("_", "-")}="{number}"'
        self.elements.append(f'<{tag} class="{role}"{text}>{inner}</{tag}>')

    def area(
        self,
        tag: str,
        role: str,
        fill: float,
        line: float,
        is_dashed: bool = False,
        **shape: Any,
    ) -> None:
        """Append an area with its outline."""
        shape |= {
            "fill_opacity": fill,
            "stroke_width": max(line, THINNEST_LINE) if line else 0,
        }
        self.add(
            tag, role, **shape, **({"stroke_dasharray": "3 3"} if is_dashed else {})
        )

    def box(self, low: Point, high: Point, role: str, **style: Any) -> None:
        """Draw a box."""
        (x, y), (right, foot) = low, high
        wide, tall = max(right - x, THINNEST_LINE), max(foot - y, THINNEST_LINE)
        look = (
            style.get("fill", 1.0),
            style.get("width", 0.0),
            style.get("dashed", False),
        )
        self.area("rect", role, *look, x=x, y=y, width=wide, height=tall)

    def hull(
        self, points: Sequence[Point], role: str, fill: float = 1.0, width: float = 0.0
    ) -> None:
        """Draw a convex area."""
        self.area("polygon", role, fill, width, points=corners(points))

    def bar(
        self,
        start: Point,
        end: Point,
        role: str,
        width: float = 0.5,
        dashed: bool = False,
    ) -> None:
        """Draw a straight line."""
        ends = corners((start, end))
        self.area("polyline", role, 0.0, width or THINNEST_LINE, dashed, points=ends)

    def arrow(self, start: Point, end: Point, role: str, width: float = 0.5) -> None:
        """Draw a line with a head."""
        self.bar(start, end, role, width)
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy) or 1.0
        dx, dy = dx / length * HEAD, dy / length * HEAD
        back = end[0] - dx, end[1] - dy
        sides = [(back[0] - dy / 2 * k, back[1] + dx / 2 * k) for k in (1, -1)]
        self.hull([end, *sides], role)

    def dot(
        self, center: Point, role: str, radius: float = 1.5, width: float = 0.0
    ) -> None:
        """Draw a disc or a ring."""
        fill = 0.0 if width else 1.0
        self.area("circle", role, fill, width, cx=center[0], cy=center[1], r=radius)

    def text(self, words: str, at: Point, role: str = "text", **style: Any) -> None:
        """Write a line."""
        size, (across, down) = (
            style.get("size", TEXT_HEIGHT),
            style.get("anchor", (0.0, 0.0)),
        )
        anchor = {0.0: "start", 1.0: "end"}.get(across, "middle")
        y = at[1] + (ASCENT - LINE_PITCH * down) * size
        place = {"x": at[0], "y": y, "text_anchor": anchor}
        weight = {"font_weight": "bold"} if style.get("bold") else {}
        self.add("text", role, escape(words), font_size=size, **place, **weight)


def corners(points: Sequence[Point]) -> str:
    """Return points as SVG writes them."""
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
