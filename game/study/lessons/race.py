"""The race: how much does each method cost, and what does it miss?"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

import numpy as np

from ...collision import (
    AABB,
    BatchSweep,
    Sweep,
    overlaps,
    pitfalls,
    sweep,
    sweep_batch,
)
from ...collision.batch import Bools, Floats
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

SHOT_HALF = 5.0
"""Half extent of the box."""
TALL = 12.0
"""Half extent of the wall in y."""
FIRST = Pair(
    AABB((40, 50), (SHOT_HALF, SHOT_HALF)), AABB((170, 66), (2, TALL)), (190, 22)
)
TRACK = AABB.from_min_max((4, 24), (268, 98))
"""Where box and wall are drawn: words are above, the line of time is below."""
LINE_LEFT = 8.0
"""x of u = 0 on the line of time."""
LINE_WIDE = 256.0
"""Units for the whole step there."""
LINE_Y = 106.0
MAP_LEFT = 154.0
"""x of the first column of the map."""
MAP_SPEEDS = np.arange(20.0, 221.0, 20.0)
"""px in a step: the columns of the map."""
MAP_WALLS = np.arange(0.0, 25.0, 3.0)
"""px: the rows of the map."""
SHOTS = 400
"""How many boxes a cell tries."""
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
    dx = speed * (0.6 + 0.4 * fast)
    dy = speed * (steep - 0.5)
    x = -thick / 2 - side - 0.6 * speed * near
    y = 4 * tall * high - 2 * tall + dy * x / dx
    return np.stack((x, y), -1), np.stack((dx, dy), -1)


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
    row = round(state["bw"] / 1.5)
    column = round(hypot(state["adx"], state["ady"]) / 20) - 1
    column = min(max(column, 0), len(MAP_SPEEDS) - 1)
    return (row, column), (state["aw"], state["bh"])


def tally(state: State) -> tuple[int, list[int]]:
    """Count the hits of the learner's cell, and how many of them 1, 2, .. samples
    miss."""
    cell, sizes = shot_of(state)
    hit, u0, u1, _ = sweep_shots(*sizes)
    enter = u0[cell][:, None]
    exit = u1[cell][:, None]
    missed = lie_between_samples(enter, exit, SAMPLE_COUNTS)
    return int(hit[cell].sum()), missed.sum(0).tolist()


def is_missed(state: State) -> bool:
    """Tell whether the samples miss what the sweep finds."""
    pair = figures.pair_from(state)
    is_found = pitfalls.substeps(*pair, int(state["samples"]))
    return not is_found and sweep(*pair) is not None


def figure(canvas: RoleCanvas, state: State) -> None:
    pair = figures.pair_from(state)
    hit = sweep(*pair)
    n = int(state["samples"])
    hits, counts = tally(state)  # It takes a while: before the bet, too.
    draw_path(canvas, pair, hit)
    draw_samples(canvas, pair, n)
    now = pair.a.moved(pair.move_a, state.u)
    figures.draw_box(canvas, now, "a", fill=0.9)
    canvas.dot((line_x(state.u), LINE_Y), "a", 2.5)
    if state.reveals:
        write_answers(canvas, state, hit)
        draw_curve(canvas, hits, counts, n)
        draw_map(canvas, state, n)


def line_x(u: float) -> float:
    """Return the x of a time on the line of time."""
    return LINE_LEFT + LINE_WIDE * u


def draw_path(canvas: RoleCanvas, pair: Pair, hit: Sweep | None) -> None:
    """Draw the wall, the displacement, and the line of time with the overlap."""
    box, wall, move, _ = pair
    end = box.moved(move)
    figures.draw_box(canvas, wall, "wall", fill=0.55)
    canvas.arrow(figures.point(box.center), figures.point(end.center), "sweep")
    canvas.bar((line_x(0), LINE_Y), (line_x(1), LINE_Y), "quiet")
    if hit:
        figures.draw_outline(canvas, box.moved(move, hit.u0), "u0")
        low = line_x(hit.u0), LINE_Y - 3
        high = line_x(hit.u1) + 0.5, LINE_Y + 3
        canvas.box(low, high, "hit")


def draw_samples(canvas: RoleCanvas, pair: Pair, n: int) -> None:
    """Draw the box at n samples, and mark their times."""
    for k in range(1, n + 1):
        sample = pair.a.moved(pair.move_a, k / n)
        role = "hit" if overlaps(sample, pair.b) else "quiet"
        x = LINE_LEFT + LINE_WIDE * k / n
        canvas.bar((x, LINE_Y - 6), (x, LINE_Y + 6), role, 0.5)
        figures.draw_box(canvas, sample, role, fill=0.0, width=0.5)


def write_answers(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Write what the sweep and the samples say."""
    says = f"{int(state['samples'])} samples"
    if hit is None:
        canvas.text("sweep: miss", (6, 2), "miss")
        canvas.text(f"{says}: miss", (160, 2), "miss", bold=False)
        return
    canvas.text(f"sweep: hit at u = {hit.u0:.3f}", (6, 2), "hit")
    if is_missed(state):
        canvas.text(f"{says}: miss", (160, 2), "fault", bold=True)
    else:
        canvas.text(f"{says}: hit", (160, 2), "hit", bold=False)


def draw_curve(canvas: RoleCanvas, hits: int, counts: list[int], n: int) -> None:
    """Draw how many hits 1, 2, .. samples a step miss, and write the count of n
    samples."""
    foot = 184.0
    canvas.text(f"{counts[n - 1]} of {hits} missed", (LINE_LEFT, 114), "fault")
    canvas.text("sweep: 0", (72, 150))
    for k, count in enumerate(counts, 1):
        right = LINE_LEFT + 1.75 * k
        top = foot - 54.0 * count / max(hits, 1)
        role = "fault" if k == n else "quiet"
        canvas.box((right - 1.75, top), (right, foot), role)
    canvas.text("1 to 64 samples", (LINE_LEFT, 185), "quiet")


def draw_map(canvas: RoleCanvas, state: State, n: int) -> None:
    """Draw the map, the fuller a cell the more is missed, and frame the cell of the
    learner."""
    own, sizes = shot_of(state)
    for (row, column), share in np.ndenumerate(shares(n, *sizes)):
        draw_cell(canvas, row, column, "fault", share**0.5)
    draw_cell(canvas, *own, "text", 0.0, 1.0)
    canvas.text("by wall and speed", (MAP_LEFT, 114), "quiet")
    canvas.text("24", (137, 128), "quiet")
    canvas.text("0", (143, 173), "quiet")
    canvas.text("20 to 220 a step", (MAP_LEFT, 185), "quiet")


def draw_cell(
    canvas: RoleCanvas,
    row: int,
    column: int,
    role: str,
    fill: float,
    width: float = 0.0,
) -> None:
    """Draw a cell of the map, 10 units wide and 6 high; row 0 is the lowest."""
    x = MAP_LEFT + 10.0 * column
    y = 184.0 - 6.0 * row
    canvas.box((x, y - 6.0), (x + 10.0, y), role, fill=fill, width=width)


def words(state: State) -> str:
    """Compare the overlap with the time between samples."""
    n = int(state["samples"])
    hit = sweep(*figures.pair_from(state))
    if hit is None:
        return (
            f"{n} samples find no overlap where there is none:"
            " they err on one side only."
        )
    lasts = (
        f"overlap lasts {hit.u1 - hit.u0:.3g} of the step,"
        f" and samples are {1 / n:.3g} apart."
    )
    if is_missed(state):
        return f"Missed: the {lasts}"
    return f"The {lasts}"


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers with the axis of the contact along x; the wall rests."""
    seen_from_wall = figures.in_frame_of_b(pair)
    if figures.contact_axis(pair) == 1:
        seen_from_wall = swap_axes(seen_from_wall)
    return figures.fit_pair(seen_from_wall, TRACK)


def swap_axes(pair: Pair) -> Pair:
    """Return a pair with x for y and y for x."""
    a = AABB(pair.a.center[::-1], pair.a.half_extents[::-1])
    b = AABB(pair.b.center[::-1], pair.b.half_extents[::-1])
    return Pair(a, b, pair.move_a[::-1], pair.move_b[::-1])


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
    reaches_goal=lambda state: state["samples"] == 64 and is_missed(state),
    code=(pitfalls.substeps, sweep),
    call=lambda state: (sweep(*figures.pair_from(state)), is_missed(state)),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    from_pair=from_pair,
)
