"""Who could be in the way, of a hundred?"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from ...collision import AABB, sweep_batch
from ...collision.batch import BatchSweep, Floats, Ints, last_in_first_out
from ...collision.grid import Grid
from ...collision.tables import bounds
from ..figures import draw_box
from ..lesson import Canvas, Handle, Lesson, State
from ..prose import read_prose

FIELD = np.array([[8.0, 8.0, 0.0], [264.0, 152.0, 150.0]])
HALF = 3.0
RANDOM = Random(11)
PARTS = np.array([[RANDOM.random() for _ in range(6)] for _ in range(100)])
"""Where boxes begin and, at full speed, end: parts of the field."""
NUMBERS = ("count", "speed", "axes", "x", "y", "dx", "dy")


class Scene(NamedTuple):
    """Boxes, (N, D) each; the first is the learner's own."""

    center: Floats
    move: Floats
    grid: Grid
    pairs: Ints
    """(2, K): those whose swept bounds touch, in the first two axes."""
    met: BatchSweep
    """What the sweep says of those pairs, on all axes."""

    @property
    def mine(self) -> Ints:
        """Return who may be met by the first box."""
        mine: Ints = self.pairs[1][self.pairs[0] == 0]
        return mine

    @property
    def all_pairs(self) -> int:
        return len(self.center) * (len(self.center) - 1) // 2


@lru_cache(maxsize=64)
def made(numbers: tuple[float, ...]) -> Scene:
    count, speed, axes, x, y, dx, dy = numbers
    d = int(axes)
    start, end = (
        np.round(FIELD[0] + part * (FIELD[1] - FIELD[0]))
        for part in np.hsplit(PARTS[: int(count)], 2)
    )
    center, move = start[:, :d], (end - start)[:, :d] * speed / 100
    center[0, :2], move[0, :2] = (x, y), (dx, dy)
    flat = center.T[:2], move.T[:2]
    grid = Grid(bounds(flat[0], flat[0] + flat[1], np.full((2, len(center)), HALF)))
    found = grid.pairs(grid.bounds)
    a, b = pairs = np.stack(found)[:, found.query < found.item]
    half = np.full(d, HALF)
    met = sweep_batch(center[a], half, move[a], center[b], half, move[b])
    return Scene(center, move, grid, pairs, met)


def scene(state: State) -> Scene:
    return made(tuple(state[name] for name in NUMBERS))


def figure(canvas: Canvas, state: State) -> None:
    now, u = scene(state), state["u"]
    if state["told"]:
        low, high = now.grid.bounds[:, :, 0]
        for (x0, y0), (x1, y1) in now.grid.cells(low, high).tolist():
            canvas.box((x0, y0), (x1, y1), "quiet", fill=0.12, width=0.5)
        canvas.box(tuple(low.tolist()), tuple(high.tolist()), "sweep", 0.0, 0.5, dashed=True)
    place = now.center + now.move * u
    during = (now.met.u0 <= u) & (u <= now.met.u1)
    hit = {*now.pairs[:, during].ravel().tolist()}
    mine = {*now.mine.tolist()} if state["told"] else ()
    for i, (x, y, *z) in enumerate(place.tolist()):
        box = AABB((x, y), (HALF, HALF))
        role = "hit" if i in hit else "player" if i == 0 else "mover"
        draw_box(canvas, box, role, fill=0.25 + 0.005 * z[0] if z else 0.75)
        if i in mine or i == 0:
            draw_box(canvas, box, "sweep" if i else "player", fill=0.0, width=1.0)
    x, y = now.center[0, :2].tolist()
    canvas.arrow((x, y), (x + state["dx"], y + state["dy"]), "player")
    rows = (now.all_pairs, "pairs"), (now.pairs.shape[1], "near"), (int(now.met.hit.sum()), "meet")
    for k, (number, what) in enumerate(rows if state["told"] else rows[:1]):
        top, role = 164.0 + 11 * k, ("quiet", "sweep", "hit")[k]
        canvas.text(f"{number:,}", (40, top), anchor=(1.0, 0.0))
        canvas.text(what, (46, top), role)
        length = 186 * number / now.all_pairs
        canvas.box((80, top + 4), (80 + max(length, 0.5), top + 10), role)


def words(state: State) -> str:
    now = scene(state)
    near, meet = now.pairs.shape[1], int(now.met.hit.sum())
    more = " Three axes: the same call, one more column." if state["axes"] == 3 else ""
    return f"Instead of {now.all_pairs:,} pairs, {near:,} are swept, and {meet:,} meet.{more}"


LESSON = Lesson(
    name="many",
    prose=read_prose(__file__),
    state={
        **{"x": 60, "y": 60, "dx": 70, "dy": 40},
        **{"count": 100, "speed": 20, "axes": 2, "u": 0, "told": 1},
    },
    handles=(
        Handle("way", "dx", "dy", (-200, -120), (200, 120), 2, ("x", "y")),
        Handle("box", "x", "y", (8, 8), (264, 152), 2),
        Handle("boxes", "count", low=(10, 0), high=(100, 0), step=10),
        Handle("speed, %", "speed", low=(0, 0), high=(100, 0), step=5),
        Handle("axes", "axes", low=(2, 0), high=(3, 0)),
    ),
    figure=figure,
    words=words,
    reached=lambda state: 3 * scene(state).pairs.shape[1] > scene(state).all_pairs,
    code=(AABB.swept_bounds, Grid.pairs, last_in_first_out),
    lines=lambda state: ("touch = (near[0] & near[1])", "for i in reversed(range(d.shape[1])):"),
)
