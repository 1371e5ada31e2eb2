"""The race: how much does each method cost, and what does it miss?"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

import numpy as np

from ...collision import AABB, BatchSweep, overlaps, pitfalls, sweep, sweep_batch
from ...collision.batch import Bools, Floats
from .. import figures
from ..lesson import FIGURE, Handle, Lesson, Pair, RoleCanvas, State

WALL_Y, SHOT_HALF, TALL, TALLEST = 66.0, 5.0, 12.0, 36.0
"""y of the wall's centre; half extents of the box and of the wall in y, and the greatest of a wall
that lies between the words and the line of time."""
MAP_SPEEDS, MAP_WALLS, SHOTS = np.arange(20.0, 221.0, 20.0), np.arange(0.0, 25.0, 3.0), 400
"""px in a step and px: the columns and the rows of the map; and how many boxes a cell tries."""
SAMPLE_COUNTS = np.arange(1.0, 65.0)
AIMS = figures.random_parts(seed=12, rows=SHOTS, columns=4)
"""Of each shot: how near it begins, how fast and how steep it is, how high it crosses."""


def shoot(speed: Floats, thick: Floats, side: float, tall: float) -> tuple[Floats, Floats]:
    """Return where boxes begin, seen from the wall's centre, and their displacements: at most speed
    px along x."""
    near, fast, steep, high = AIMS.T
    dx, dy = speed * (0.6 + 0.4 * fast), speed * (steep - 0.5)
    x = -thick / 2 - side - 0.6 * speed * near
    return np.stack((x, 4 * tall * high - 2 * tall + dy * x / dx), -1), np.stack((dx, dy), -1)


@lru_cache(maxsize=8)
def sweep_shots(side: float, tall: float) -> BatchSweep:
    """Sweep the shots of each cell of the map: by thickness, speed and shot."""
    thick = MAP_WALLS[:, None, None]
    half = np.stack(np.broadcast_arrays(thick / 2, tall), -1)
    start, move = shoot(MAP_SPEEDS[:, None], thick, side, tall)
    return sweep_batch(start, (side, side), move, (0, 0), half, (0, 0))


def missed(u0: Floats, u1: Floats, n: Floats) -> Bools:
    """Tell which overlaps lie between two of n samples; a miss, from inf to -inf, has none."""
    return (u0 <= u1) & (np.maximum(np.ceil(u0 * n), 1) > u1 * n)


def shares(n: int, side: float = SHOT_HALF, tall: float = TALL) -> Floats:
    """Return the map: the part of the hits that n samples miss, by thickness and speed."""
    hit, u0, u1, _ = sweep_shots(side, tall)
    share: Floats = missed(u0, u1, SAMPLE_COUNTS[n - 1]).sum(-1) / np.maximum(hit.sum(-1), 1)
    return share


def cell_of(state: State) -> tuple[int, int]:
    """Return the row and the column of the map that come nearest to the learner's own shot."""
    speed = hypot(state["dx"], state["dy"])
    return int(np.abs(MAP_WALLS - state["thick"]).argmin()), int(
        np.abs(MAP_SPEEDS - speed).argmin()
    )


def tally(state: State) -> tuple[int, list[int]]:
    """Count the hits of the learner's cell, and how many of them 1, 2, .. samples miss."""
    swept, cell = sweep_shots(state["side"], state["tall"]), cell_of(state)
    u0, u1 = swept.u0[cell][:, None], swept.u1[cell][:, None]
    return int(swept.hit[cell].sum()), missed(u0, u1, SAMPLE_COUNTS).sum(0).tolist()


def box_and_thin_wall(state: State) -> Pair:
    """Return the box that the learner drags, the wall at rest, and their displacements."""
    wall = AABB((state["wall"], WALL_Y), (state["thick"] / 2, state["tall"]))
    box = AABB((state["x"], state["y"]), (state["side"], state["side"]))
    return Pair(box, wall, (state["dx"], state["dy"]))


def is_missed(state: State) -> bool:
    """Tell whether the samples miss what the sweep finds."""
    pair = box_and_thin_wall(state)
    return not pitfalls.substeps(*pair, int(state["samples"])) and sweep(*pair) is not None


def figure(canvas: RoleCanvas, state: State) -> None:
    box, wall, move, _ = pair = box_and_thin_wall(state)
    n, hit = int(state["samples"]), sweep(*pair)
    figures.draw_box(canvas, wall, "wall", fill=0.55)
    canvas.arrow(figures.point(box.center), figures.point(box.moved(move).center), "sweep")
    left, wide, y = 8.0, 256.0, 106.0
    canvas.bar((left, y), (left + wide, y), "quiet")
    if hit:
        figures.draw_outline(canvas, box.moved(move, hit.u0), "u0")
        start, end = left + wide * hit.u0, left + wide * hit.u1
        canvas.box((start, y - 3), (max(end, start + 0.5), y + 3), "hit")
    for k in range(1, n + 1):
        sample = box.moved(move, k / n)
        role, at = "hit" if overlaps(sample, wall) else "quiet", left + wide * k / n
        canvas.bar((at, y - 6), (at, y + 6), role, 0.5)
        figures.draw_box(canvas, sample, role, fill=0.0, width=0.5)
    figures.draw_box(canvas, box.moved(move, state.u), "a", fill=0.9)
    canvas.dot((left + wide * state.u, y), "a", 2.5)
    if not state.reveals:
        return
    canvas.text(f"sweep: hit at u = {hit.u0:.3f}" if hit else "sweep: miss", (6, 2))
    wrong = is_missed(state)
    answer = f"{n} samples: {'hit' if hit and not wrong else 'miss'}"
    canvas.text(answer, (160, 2), "fault" if wrong else "text", bold=wrong)
    draw_curve(canvas, *tally(state), n)
    draw_map(canvas, state, n)


def draw_curve(canvas: RoleCanvas, hits: int, counts: list[int], n: int) -> None:
    """Draw how many hits 1, 2, .. samples a step miss, and write the count of n samples."""
    left, foot, high, wide = 8.0, 184.0, 54.0, 1.75
    canvas.text(f"{counts[n - 1]} of {hits} missed", (left, 114), "fault")
    canvas.text("sweep: 0", (72, 150))
    for k, count in enumerate(counts, 1):
        x, top = left + wide * k, foot - high * count / max(hits, 1)
        canvas.box((x - wide, top), (x, foot), "fault" if k == n else "quiet")
    canvas.text("1 to 64 samples", (left, 185), "quiet")


def draw_map(canvas: RoleCanvas, state: State, n: int) -> None:
    """Draw the map, the fuller a cell the more is missed, and frame the cell of the learner."""
    left, foot, wide, high = 154.0, 184.0, 10.0, 6.0
    rows = shares(n, state["side"], state["tall"]).tolist()
    cells = [
        ((i, j), share**0.5, "fault", 0.0) for i, r in enumerate(rows) for j, share in enumerate(r)
    ]
    for (i, j), fill, role, width in [*cells, (cell_of(state), 0.0, "text", 1.0)]:
        x, y = left + wide * j, foot - high * i
        canvas.box((x, y - high), (x + wide, y), role, fill=fill, width=width)
    for words, at in (
        ("24", (137.0, 128.0)),
        ("0", (143.0, 173.0)),
        ("20 to 220 a step", (left, 185.0)),
    ):
        canvas.text(words, at, "quiet")
    canvas.text("by wall and speed", (left, 114), "quiet")


def words(state: State) -> str:
    """Compare the overlap with the time between samples; for a miss, say what the race counted."""
    n, (hits, counts) = int(state["samples"]), tally(state)
    hit = sweep(*box_and_thin_wall(state))
    if hit is None:
        return f"64 samples miss {counts[-1]} of {hits} hits, the sweep none."
    lasts = f"overlap lasts {hit.u1 - hit.u0:.3g} of the step, and samples are {1 / n:.3g} apart."
    return ("Missed: the " if is_missed(state) else "The ") + lasts


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers with the axis of the contact to the right; the wall rests."""
    i = figures.contact_axis(pair)
    a, b, move, _ = figures.in_frame_of_b(pair)
    sign = 1.0 if a.center[i] < b.center[i] else -1.0
    x, y = sign * (a.center[i] - b.center[i]), a.center[1 - i] - b.center[1 - i]
    sizes = {"thick": b.size[i], "tall": b.half_extents[1 - i], "side": a.half_extents[i]}
    dx, dy = sign * move[i], move[1 - i]
    start = (FIGURE[0] - dx) / 2
    places = {"x": start, "wall": start - x, "y": WALL_Y + y, "dx": dx, "dy": dy}
    return {**sizes, **places} if sizes["tall"] <= TALLEST else None


LESSON = Lesson(
    name="race",
    state=State(
        {"x": 40, "y": 50, "dx": 190, "dy": 22, "samples": 8, "thick": 4, "wall": 170}
        | {"side": SHOT_HALF, "tall": TALL}
    ),
    handles=(
        Handle("arrow", "dx", "dy", (-220, -80), (220, 80), 1, ("x", "y")),
        Handle("samples", "samples", low=(1, 0), high=(64, 0)),
        Handle("box", "x", "y", (6, 24), (266, 94), 1),
        Handle("wall", "thick", high=(24, 0)),
    ),
    figure=figure,
    words=words,
    reached=lambda state: state["samples"] == 64 and is_missed(state),
    code=(pitfalls.substeps, sweep),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    from_pair=from_pair,
)
