"""The race: how much does each method cost, and what does it miss?"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

import numpy as np

from ...collision import AABB, BatchSweep, overlaps, pitfalls, sweep, sweep_batch
from ...collision.batch import Bools, Floats
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

SHOT_HALF, TALL = 5.0, 12.0
"""Half extents of the box, and of the wall in y."""
FIRST = Pair(
    AABB((40, 50), (SHOT_HALF, SHOT_HALF)), AABB((170, 66), (2, TALL)), (190, 22)
)
TRACK = AABB.from_min_max((4, 24), (268, 98))
"""Where box and wall are drawn: words are above, the line of time is below."""
MAP_SPEEDS, MAP_WALLS, SHOTS = (
    np.arange(20.0, 221.0, 20.0),
    np.arange(0.0, 25.0, 3.0),
    400,
)
"""px in a step and px: the columns and the rows of the map; and how many boxes a cell
tries."""
SAMPLE_COUNTS = np.arange(1.0, 65.0)
AIMS = np.array(figures.random_parts(seed=12, rows=SHOTS, columns=4))
"""Of each shot: how near it begins, how fast and how steep it is, how high it
crosses."""


def shoot(
    speed: Floats, thick: Floats, side: float, tall: float
) -> tuple[Floats, Floats]:
    """Return where boxes begin, seen from the wall's centre, and their displacements:
    at most speed px along x."""
    near, fast, steep, high = AIMS.T
    dx, dy = speed * (0.6 + 0.4 * fast), speed * (steep - 0.5)
    x = -thick / 2 - side - 0.6 * speed * near
    return np.stack((x, 4 * tall * high - 2 * tall + dy * x / dx), -1), np.stack(
        (dx, dy), -1
    )


@lru_cache(maxsize=8)
def sweep_shots(side: float, tall: float) -> BatchSweep:
    """Sweep the shots of each cell of the map: by thickness, speed and shot."""
    thick = MAP_WALLS[:, None, None]
    half = np.stack(np.broadcast_arrays(thick / 2, tall), -1)
    start, move = shoot(MAP_SPEEDS[:, None], thick, side, tall)
    return sweep_batch(start, (side, side), move, (0, 0), half, (0, 0))


def lie_between_samples(u0: Floats, u1: Floats, n: Floats) -> Bools:
    """Tell which overlaps lie between two of n samples; a miss, from inf to -inf, has
    none."""
    return (u0 <= u1) & (np.maximum(np.ceil(u0 * n), 1) > u1 * n)


def shares(n: int, side: float = SHOT_HALF, tall: float = TALL) -> Floats:
    """Return the map: the part of the hits that n samples miss, by thickness and
    speed."""
    hit, u0, u1, _ = sweep_shots(side, tall)
    missed = lie_between_samples(u0, u1, SAMPLE_COUNTS[n - 1])
    return np.array(missed.sum(-1) / np.maximum(hit.sum(-1), 1))


def shot_of(state: State) -> tuple[tuple[int, int], tuple[float, float]]:
    """Return the row and the column of the map that come nearest to the learner's own
    shot, and the half extents of box and wall on which all shots depend."""
    column = round(hypot(state["adx"], state["ady"]) / 20) - 1
    cell = round(state["bw"] / 1.5), min(max(column, 0), len(MAP_SPEEDS) - 1)
    return cell, (state["aw"], state["bh"])


def tally(state: State) -> tuple[int, list[int]]:
    """Count the hits of the learner's cell, and how many of them 1, 2, .. samples
    miss."""
    cell, sizes = shot_of(state)
    hit, u0, u1, _ = sweep_shots(*sizes)
    counts = lie_between_samples(
        u0[cell][:, None], u1[cell][:, None], SAMPLE_COUNTS
    ).sum(0)
    return int(hit[cell].sum()), counts.tolist()


def is_missed(state: State) -> bool:
    """Tell whether the samples miss what the sweep finds."""
    pair = figures.pair_from(state)
    return (
        not pitfalls.substeps(*pair, int(state["samples"])) and sweep(*pair) is not None
    )


def figure(canvas: RoleCanvas, state: State) -> None:
    box, wall, move, _ = pair = figures.pair_from(state)
    n, hit, counted = int(state["samples"]), sweep(*pair), tally(state)
    figures.draw_box(canvas, wall, "wall", fill=0.55)
    canvas.arrow(
        figures.point(box.center), figures.point(box.moved(move).center), "sweep"
    )
    left, wide, y = 8.0, 256.0, 106.0
    canvas.bar((left, y), (left + wide, y), "quiet")
    if hit:
        figures.draw_outline(canvas, box.moved(move, hit.u0), "u0")
        start, end = (left + wide * u for u in hit[:2])
        canvas.box((start, y - 3), (end + 0.5, y + 3), "hit")
    for k in range(1, n + 1):
        sample = box.moved(move, k / n)
        role, at = "hit" if overlaps(sample, wall) else "quiet", left + wide * k / n
        canvas.bar((at, y - 6), (at, y + 6), role, 0.5)
        figures.draw_box(canvas, sample, role, fill=0.0, width=0.5)
    figures.draw_box(canvas, box.moved(move, state.u), "a", fill=0.9)
    canvas.dot((left + wide * state.u, y), "a", 2.5)
    if not state.reveals:
        return
    wrong, role = is_missed(state), "hit" if hit else "miss"
    canvas.text(
        f"sweep: hit at u = {hit.u0:.3f}" if hit else "sweep: miss", (6, 2), role
    )
    answer = f"{n} samples: {'miss' if wrong else role}"
    canvas.text(answer, (160, 2), "fault" if wrong else role, bold=wrong)
    draw_curve(canvas, *counted, n)
    draw_map(canvas, state, n)


def draw_curve(canvas: RoleCanvas, hits: int, counts: list[int], n: int) -> None:
    """Draw how many hits 1, 2, .. samples a step miss, and write the count of n
    samples."""
    left, foot, high, wide = 8.0, 184.0, 54.0, 1.75
    canvas.text(f"{counts[n - 1]} of {hits} missed", (left, 114), "fault")
    canvas.text("sweep: 0", (72, 150))
    for k, count in enumerate(counts, 1):
        x, top = left + wide * k, foot - high * count / max(hits, 1)
        canvas.box((x - wide, top), (x, foot), "fault" if k == n else "quiet")
    canvas.text("1 to 64 samples", (left, 185), "quiet")


def draw_map(canvas: RoleCanvas, state: State, n: int) -> None:
    """Draw the map, the fuller a cell the more is missed, and frame the cell of the
    learner."""
    left, foot, wide, high = 154.0, 184.0, 10.0, 6.0
    own, sizes = shot_of(state)
    cells = [
        (at, share**0.5, "fault", 0.0)
        for at, share in np.ndenumerate(shares(n, *sizes))
    ]
    for (i, j), fill, role, width in [*cells, (own, 0.0, "text", 1.0)]:
        x, y = left + wide * j, foot - high * i
        canvas.box((x, y - high), (x + wide, y), role, fill=fill, width=width)
    canvas.text("by wall and speed", (left, 114), "quiet")
    canvas.text("24", (137, 128), "quiet")
    canvas.text("0", (143, 173), "quiet")
    canvas.text("20 to 220 a step", (left, 185), "quiet")


def words(state: State) -> str:
    """Compare the overlap with the time between samples."""
    n, hit = int(state["samples"]), sweep(*figures.pair_from(state))
    if hit is None:
        return f"{n} samples find no overlap where there is none: they err on one side only."
    lasts = f"overlap lasts {hit.u1 - hit.u0:.3g} of the step, and samples are {1 / n:.3g} apart."
    return ("Missed: the " if is_missed(state) else "The ") + lasts


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers with the axis of the contact along x; the wall rests."""
    order = -1 if figures.contact_axis(pair) else 1
    a, b, move, rest = figures.in_frame_of_b(pair)
    a, b = (AABB(box.center[::order], box.half_extents[::order]) for box in (a, b))
    return figures.fit_pair(Pair(a, b, figures.point(move[::order]), rest), TRACK)


LESSON = Lesson(
    state=State(figures.pair_numbers(FIRST) | {"samples": 8}),
    handles=(
        Handle("arrow", "adx", "ady", (-220, -80), (220, 80), 1, ("ax", "ay")),
        Handle("samples", "samples", low=(1, 0), high=(64, 0)),
        Handle("box", "ax", "ay", (6, 24), (266, 94), 1),
        Handle("half the wall", "bw", high=(12, 0), step=0.5),
    ),
    figure=figure,
    words=words,
    reached=lambda state: state["samples"] == 64 and is_missed(state),
    code=(pitfalls.substeps, sweep),
    call=lambda state: (sweep(*figures.pair_from(state)), is_missed(state)),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    from_pair=from_pair,
)
