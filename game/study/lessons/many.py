"""A hundred boxes: which pairs could hit each other?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...collision import AABB, sweep_batch
from ...collision.batch import BatchSweep, Floats, Ints, last_in_first_out
from ...collision.grid import Grid
from ...collision.tables import bounds
from ..figures import draw_box, point, random_parts
from ..lesson import Handle, Lesson, RoleCanvas, State

FIELD_LOW = np.array([8.0, 8.0, 0.0])
FIELD_HIGH = np.array([264.0, 152.0, 150.0])
"""Where the boxes' centres are: x, y and the depth, which 3 axes have only."""
BOX_HALF = 3.0
PARTS = np.array(random_parts(seed=11, rows=100, columns=6)).reshape(100, 2, 3)
"""Of each box, where it begins and ends: the parts of the field, on each axis."""
PLACES = np.round(FIELD_LOW + PARTS * (FIELD_HIGH - FIELD_LOW))
FIRST_PLACES = PLACES[:, 0]
LAST_PLACES = PLACES[:, 1]
"""Where boxes begin and, at full speed, end."""


class Crowd(NamedTuple):
    """N boxes in D dimensions; the first is the learner's own."""

    center: Floats
    """(N, D), where the step begins."""
    move: Floats
    """(N, D)"""
    grid: Grid
    pairs: Ints
    """(2, K): those whose swept bounds touch on the first two axes."""
    swept: BatchSweep
    """Of those pairs, on all axes."""

    @property
    def all_pairs(self) -> int:
        """How many pairs there are."""
        return len(self.center) * (len(self.center) - 1) // 2

    @property
    def near_pairs(self) -> int:
        """How many pairs are swept."""
        return len(self.pairs[0])

    @property
    def hits(self) -> int:
        """How many pairs hit."""
        return int(self.swept.hit.sum())


@lru_cache(maxsize=64)
def crowd_of(
    count: float, speed: float, axes: float, x: float, y: float, dx: float, dy: float
) -> Crowd:
    n = int(count)
    d = int(axes)
    center = FIRST_PLACES[:n, :d].copy()
    move = (LAST_PLACES - FIRST_PLACES)[:n, :d] * speed / 100
    center[0, :2] = x, y
    move[0, :2] = dx, dy
    grid = grid_of(center, move)
    pairs = near_pairs(grid)
    a, b = pairs
    half = np.full(d, BOX_HALF)
    swept = sweep_batch(center[a], half, move[a], center[b], half, move[b])
    return Crowd(center, move, grid, pairs, swept)


def grid_of(center: Floats, move: Floats) -> Grid:
    """Return a grid of the boxes' swept bounds on the first two axes."""
    first = center.T[:2]
    last = (center + move).T[:2]
    return Grid(bounds(first, last, np.full(first.shape, BOX_HALF)))


def near_pairs(grid: Grid) -> Ints:
    """Return the pairs of a grid's items whose bounds touch, each once: (2, K)."""
    pairs, _ = grid.pairs(grid.bounds)
    return np.stack(pairs)[:, pairs.query < pairs.item]


def crowd(state: State) -> Crowd:
    """Return the boxes of a state."""
    return crowd_of(**state.numbers)


def figure(canvas: RoleCanvas, state: State) -> None:
    now = crowd(state)
    if state.reveals:
        draw_cells(canvas, now.grid)
    draw_boxes(canvas, now, state)
    x, y = now.center[0, :2].tolist()
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "a")
    draw_count(canvas, 164.0, now.all_pairs, now.all_pairs, "pairs", "quiet")
    if state.reveals:
        draw_count(canvas, 175.0, now.near_pairs, now.all_pairs, "near", "sweep")
        draw_count(canvas, 186.0, now.hits, now.all_pairs, "hit", "hit")


def draw_cells(canvas: RoleCanvas, grid: Grid) -> None:
    """Draw the cells in which the learner's own box is, and its swept bounds."""
    low, high = grid.bounds[:, :, 0]
    for (x0, y0), (x1, y1) in grid.cells(low, high).tolist():
        canvas.box((x0, y0), (x1, y1), "quiet", fill=0.12, width=0.5)
    begin = point(low.tolist())
    end = point(high.tolist())
    canvas.box(begin, end, "sweep", fill=0.0, width=0.5, dashed=True)


def draw_boxes(canvas: RoleCanvas, now: Crowd, state: State) -> None:
    """Draw the boxes at u, and outline those that are near the learner's own; of three
    axes the third is how opaque a box is."""
    u = state.u
    during = (now.swept.u0 <= u) & (u <= now.swept.u1)
    hit = set(now.pairs[:, during].ravel().tolist())
    a, b = now.pairs
    near = set(b[a == 0].tolist())
    for i, (x, y, *depth) in enumerate((now.center + now.move * u).tolist()):
        box = AABB((x, y), (BOX_HALF, BOX_HALF))
        role = "a" if i == 0 else "quiet"
        if i in hit:
            role = "hit"
        fill = 0.25 + 0.005 * depth[0] if depth else 0.75
        draw_box(canvas, box, role, fill=fill)
        if i == 0:
            draw_box(canvas, box, "a", fill=0.0, width=1.0)
        elif i in near and state.reveals:
            draw_box(canvas, box, "sweep", fill=0.0, width=1.0)


def draw_count(
    canvas: RoleCanvas, top: float, count: int, most: int, name: str, role: str
) -> None:
    """Write a count of pairs, and draw a bar for it."""
    canvas.text(f"{count:,}", (40, top), anchor=(1.0, 0.0))
    canvas.text(name, (46, top), role)
    length = max(186 * count / most, 0.5)
    canvas.box((80, top + 4), (80 + length, top + 10), role)


def words(state: State) -> str:
    now = crowd(state)
    text = f"Of {now.all_pairs:,} pairs, {now.near_pairs:,} are near and swept;"
    text = f"{text} {now.hits:,} of them hit."
    if state["axes"] == 3:
        return f"{text} Three axes need the same call, with one more column."
    return text


def is_third_near(state: State) -> bool:
    """Tell whether more than a third of all pairs are near."""
    now = crowd(state)
    return 3 * now.near_pairs > now.all_pairs


LESSON = Lesson(
    state=State(
        {"x": 60, "y": 60, "dx": 70, "dy": 40, "count": 100, "speed": 20, "axes": 2}
    ),
    handles=(
        Handle("arrow", "dx", "dy", (-200, -120), (200, 120), 2, ("x", "y")),
        Handle("box", "x", "y", (8, 8), (264, 152), 2),
        Handle("boxes", "count", low=(10, 0), high=(100, 0), step=10),
        Handle("speed, %", "speed", low=(0, 0), high=(100, 0), step=5),
        Handle("axes", "axes", low=(2, 0), high=(3, 0)),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_third_near,
    code=(AABB.swept_bounds, Grid.pairs, last_in_first_out),
    lines=lambda state: (
        "touch = (near[0] & near[1])",
        "for i in reversed(range(d.shape[1])):",
    ),
)
