"""A hundred boxes: which pairs could hit each other?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...collision import AABB, sweep_batch
from ...collision.batch import BatchSweep, Floats, Ints, last_in_first_out
from ...collision.grid import Grid
from ...collision.tables import bounds
from .. import figures
from ..lesson import Handle, Lesson, RoleCanvas, State

FIELD = np.array([[8.0, 8.0, 0.0], [264.0, 152.0, 150.0]])
BOX_HALF = 3.0
PARTS = np.array(figures.random_parts(seed=11, rows=100, columns=6)).reshape(100, 2, 3)
FIRST_PLACES, LAST_PLACES = np.round(FIELD[0] + PARTS * (FIELD[1] - FIELD[0])).swapaxes(
    0, 1
)
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
        return len(self.center) * (len(self.center) - 1) // 2


@lru_cache(maxsize=64)
def crowd_of(
    count: float, speed: float, axes: float, x: float, y: float, dx: float, dy: float
) -> Crowd:
    n, d = int(count), int(axes)
    center, move = (
        FIRST_PLACES[:n, :d].copy(),
        (LAST_PLACES - FIRST_PLACES)[:n, :d] * speed / 100,
    )
    center[0, :2], move[0, :2] = (x, y), (dx, dy)
    flat = center.T[:2], move.T[:2]
    grid = Grid(bounds(flat[0], flat[0] + flat[1], np.full((2, len(center)), BOX_HALF)))
    found, _ = grid.pairs(grid.bounds)
    a, b = pairs = np.stack(found)[:, found.query < found.item]
    half = np.full(d, BOX_HALF)
    swept = sweep_batch(center[a], half, move[a], center[b], half, move[b])
    return Crowd(center, move, grid, pairs, swept)


def crowd(state: State) -> Crowd:
    """Return the boxes of a state."""
    return crowd_of(**state.numbers)


def figure(canvas: RoleCanvas, state: State) -> None:
    now, u = crowd(state), state.u
    if state.reveals:
        own = now.grid.bounds[:, :, 0]
        for (x0, y0), (x1, y1) in now.grid.cells(*own).tolist():
            canvas.box((x0, y0), (x1, y1), "quiet", fill=0.12, width=0.5)
        low, high = map(figures.point, own.tolist())
        canvas.box(low, high, "sweep", fill=0.0, width=0.5, dashed=True)
    place = now.center + now.move * u
    during = (now.swept.u0 <= u) & (u <= now.swept.u1)
    hit = {*now.pairs[:, during].ravel().tolist()}
    a, b = now.pairs
    near_first = {*b[a == 0].tolist()} if state.reveals else ()
    for i, (x, y, *z) in enumerate(place.tolist()):
        box = AABB((x, y), (BOX_HALF, BOX_HALF))
        role = "hit" if i in hit else "a" if i == 0 else "quiet"
        figures.draw_box(canvas, box, role, fill=0.25 + 0.005 * z[0] if z else 0.75)
        if i in near_first or i == 0:
            figures.draw_box(canvas, box, "sweep" if i else "a", fill=0.0, width=1.0)
    x, y = now.center[0, :2].tolist()
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "a")
    rows = (
        (now.all_pairs, "pairs"),
        (now.pairs.shape[1], "near"),
        (int(now.swept.hit.sum()), "hit"),
    )
    for k, (number, what) in enumerate(rows if state.reveals else rows[:1]):
        top, role = 164.0 + 11 * k, ("quiet", "sweep", "hit")[k]
        canvas.text(f"{number:,}", (40, top), anchor=(1.0, 0.0))
        canvas.text(what, (46, top), role)
        length = 186 * number / now.all_pairs
        canvas.box((80, top + 4), (80 + max(length, 0.5), top + 10), role)


def words(state: State) -> str:
    now = crowd(state)
    near, hits = now.pairs.shape[1], int(now.swept.hit.sum())
    more = (
        " Three axes need the same call, with one more column."
        if state["axes"] == 3
        else ""
    )
    return f"Of {now.all_pairs:,} pairs, {near:,} are near and swept; {hits:,} of them hit.{more}"


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
    reached=lambda state: 3 * crowd(state).pairs.shape[1] > crowd(state).all_pairs,
    code=(AABB.swept_bounds, Grid.pairs, last_in_first_out),
    lines=lambda state: (
        "touch = (near[0] & near[1])",
        "for i in reversed(range(d.shape[1])):",
    ),
)
