"""What do the figures of several lessons draw?"""

from __future__ import annotations

from typing import Any

from ..collision import AABB
from ..collision.aabb import Vector
from .lesson import Canvas, Point


def point(vector: Vector) -> Point:
    """Return a vector of two numbers as a canvas takes it."""
    x, y = vector
    return x, y


def draw_box(canvas: Canvas, box: AABB, role: str, **how: Any) -> None:
    """Draw a box; how is that of Canvas.box."""
    canvas.box(point(box.min), point(box.max), role, **how)
