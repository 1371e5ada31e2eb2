"""A hundred boxes: which pairs could hit each other?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...collision import AABB, sweep_batch
from ...collision.batch import BatchSweep, Floats, Ints, last_in_first_out
from ...collision.grid import Grid
from ...collision.tables import bounds
from ..figures import draw_box, point, random_parts
from ..lesson import Handle, Lesson, RoleCanvas, State, slider

FIELD_LOW = np.array([8.0, 8.0, 0.0])
FIELD_HIGH = np.array([264.0, 152.0, 150.0])
"""Where the boxes' centres are: x, y and the depth, which 3 axes have only."""
BOX_HALF = 3.0
PARTS = np.array(random_parts(seed=11, rows=100, columns=6)).reshape(100, 2, 3)
"""(100, 2, 3): of each box, where it begins and ends: the parts of the field, 0 to 1,
on each axis."""
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
    """Return so many boxes in 2 or 3 axes, at so many percent of their full speed, of
    which the first is at (x, y) and moves by (dx, dy)."""
    n = int(count)
    d = int(axes)
    center = FIRST_PLACES[:n, :d].copy()
    move = (LAST_PLACES - FIRST_PLACES)[:n, :d] * speed / 100
    center[0, :2] = x, y
    move[0, :2] = dx, dy
    grid = grid_of(center, move)
    pairs = pairs_that_touch(grid)
    a, b = pairs
    half = np.full(d, BOX_HALF)
    swept = sweep_batch(center[a], half, move[a], center[b], half, move[b])
    return Crowd(center, move, grid, pairs, swept)


def grid_of(center: Floats, move: Floats) -> Grid:
    """Return a grid of the boxes' swept bounds on the first two axes."""
    first = center.T[:2]
    last = (center + move).T[:2]
    return Grid(bounds(first, last, np.full(first.shape, BOX_HALF)))


def pairs_that_touch(grid: Grid) -> Ints:
    """Return the pairs of a grid's items whose bounds touch, each once: (2, K)."""
    pairs, _ = grid.pairs(grid.bounds)
    return np.stack(pairs)[:, pairs.query < pairs.item]


def crowd(state: State) -> Crowd:
    """Return the boxes of a state."""
    return crowd_of(**state.numbers)


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw the boxes at u, and count their pairs; after the bet, mark what is near the
    learner's own box, and count the pairs that are near and that hit."""
    boxes = crowd(state)
    if state.reveals:
        draw_cells(canvas, boxes.grid)
    draw_boxes(canvas, boxes, state)
    x = state["x"]
    y = state["y"]
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "a")
    most = boxes.all_pairs
    draw_count(canvas, 164.0, most, most, "pairs", "quiet")
    if state.reveals:
        draw_count(canvas, 175.0, boxes.near_pairs, most, "near", "sweep")
        draw_count(canvas, 186.0, boxes.hits, most, "hit", "hit")


def draw_cells(canvas: RoleCanvas, grid: Grid) -> None:
    """Draw the cells in which the learner's own box is, and its swept bounds."""
    low, high = grid.bounds[:, :, 0]  # Of box 0.
    for cell_low, cell_high in grid.cells(low, high).tolist():
        canvas.box(point(cell_low), point(cell_high), "quiet", fill=0.12, width=0.5)
    begin = point(low.tolist())
    end = point(high.tolist())
    canvas.box(begin, end, "sweep", fill=0.0, width=0.5, dashed=True)


def draw_boxes(canvas: RoleCanvas, boxes: Crowd, state: State) -> None:
    """Draw the boxes at u, those that overlap another in the colour of a hit; outline
    the learner's own and, after the bet, those that are near it."""
    hits = overlapping_boxes(boxes, state.u)
    # The pairs of boxes near each other, the lower index first. The learner's is 0.
    a, b = boxes.pairs
    near = set(b[a == 0].tolist())
    places = (boxes.center + boxes.move * state.u).tolist()
    for i, (x, y, *depth) in enumerate(places):
        box = AABB((x, y), (BOX_HALF, BOX_HALF))
        role = "a" if i == 0 else "quiet"
        if i in hits:
            role = "hit"
        draw_box(canvas, box, role, fill=opacity(depth))
        if i == 0:
            draw_box(canvas, box, "a", fill=0.0, width=1.0)
        elif i in near and state.reveals:
            draw_box(canvas, box, "sweep", fill=0.0, width=1.0)


def overlapping_boxes(boxes: Crowd, u: float) -> set[int]:
    """Return the indices of the boxes that overlap another one at a time."""
    swept = boxes.swept
    overlap = (swept.u0 <= u) & (u <= swept.u1)  # (K,), of each pair.
    return set(boxes.pairs[:, overlap].ravel().tolist())


def opacity(depth: Sequence[float]) -> float:
    """Return how opaque a box is drawn: the deeper, the more; the same for all boxes
    that have no third axis."""
    return 0.25 + 0.005 * depth[0] if depth else 0.75


def draw_count(
    canvas: RoleCanvas, top: float, count: int, most: int, name: str, role: str
) -> None:
    """Write a count of pairs and what it counts, and draw a bar, which is 186 units
    long for the most."""
    canvas.text(f"{count:,}", (40, top), anchor=(1.0, 0.0))
    canvas.text(name, (46, top), role)
    length = max(186 * count / most, 0.5)  # A count of 0 can be seen, too.
    canvas.box((80, top + 4), (80 + length, top + 10), role)


def words(state: State) -> str:
    """Say how many pairs there are, how many are near, and how many hit."""
    boxes = crowd(state)
    text = (
        f"Of {boxes.all_pairs:,} pairs, {boxes.near_pairs:,} are near and swept;"
        f" {boxes.hits:,} of them hit."
    )
    if state["axes"] == 3:
        return f"{text} Three axes need the same call, with one more column."
    return text


def is_third_near(state: State) -> bool:
    """Tell whether more than a third of all pairs are near."""
    boxes = crowd(state)
    return 3 * boxes.near_pairs > boxes.all_pairs


LESSON = Lesson(
    state=State(
        {"x": 60, "y": 60, "dx": 70, "dy": 40, "count": 100, "speed": 20, "axes": 2}
    ),
    handles=(
        Handle("arrow", "dx", "dy", (-200, -120), (200, 120), 2, ("x", "y")),
        Handle("box", "x", "y", (8, 8), (264, 152), 2),
        slider("boxes", "count", low=10, high=100, step=10),
        slider("speed, %", "speed", low=0, high=100, step=5),
        slider("axes", "axes", low=2, high=3),
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
