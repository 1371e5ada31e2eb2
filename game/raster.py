"""Which pixels do many boxes or lines cover?

All are found at once with numpy: a storm has thousands of them. The result is the row of the box or
line of each pixel, its x and its y. Pixels may lie outside of the picture.
"""

from __future__ import annotations

import numpy as np

from .collision.batch import Floats, Ints
from .collision.grid import runs

MOST_DOTS = 200
"""The most pixels of a line: a longer one is dotted."""


def box_pixels(ends: Floats, line: int = 0) -> tuple[Ints, Ints, Ints]:
    """Return the pixels of boxes, (N, 2, 2), at least one of each; line is the width of their
    outlines, 0: those of the areas."""
    (x0, x1), (y0, y1) = np.rint(ends.T).astype(np.intp)
    wide, high = np.maximum(x1 - x0, 1), np.maximum(y1 - y0, 1)
    row, k = runs(wide * high)
    y, x = np.divmod(k, wide.take(row))
    if line:
        is_edge = np.minimum(x, y) < line
        is_edge |= np.minimum(wide.take(row) - x, high.take(row) - y) <= line
        row, x, y = row[is_edge], x[is_edge], y[is_edge]
    return row, x0.take(row) + x, y0.take(row) + y


def line_pixels(start: Floats, end: Floats) -> tuple[Ints, Ints, Ints]:
    """Return the pixels nearest to lines from each start to its end, (N, 2)."""
    axes = [*zip(start.T, end.T)]
    steps = np.ceil(np.maximum(*(np.abs(b - a) for a, b in axes))).clip(1, MOST_DOTS - 1)
    row, k = runs(steps.astype(np.intp) + 1)
    columns = (a.take(row) + ((b - a) / steps).take(row) * k for a, b in axes)
    x, y = (np.rint(column).astype(np.intp) for column in columns)
    return row, x, y
