"""The race: how much does each method cost, and what does it overlook?"""

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
from ..figures import (
    contact_axis,
    draw_box,
    draw_displacement,
    draw_outline,
    fit_pair,
    in_frame_of_b,
    pair_from,
    pair_state,
    random_parts,
    sweep_pair,
)
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State, slider

SHOT_HALF = 5.0
"""Half extent of the box."""
TALL = 12.0
"""Half extent of the wall in y."""
FIRST = Pair(
    AABB((40, 50), (SHOT_HALF, SHOT_HALF)), AABB((170, 66), (1.5, TALL)), (190, 22)
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
AIMS = np.array(random_parts(seed=12, rows=SHOTS, columns=4))
"""A row for each shot: how near it begins, how fast and how steep it is, how high it
crosses."""


def shoot(
    speed: Floats, thick: Floats, side: float, tall: float
) -> tuple[Floats, Floats]:
    """Return where the shots of R rows and C columns of the map begin, seen from the
    wall's centre, and their displacements: (R, C, SHOTS, 2) and (C, SHOTS, 2).

    Args:
        speed: the most px along x in a step: (C, 1).
        thick: the thickness of the wall, px: (R, 1, 1).
        side: half extent of the box, px.
        tall: half extent of the wall in y, px.
    """
    near, fast, steep, high = AIMS.T
    dx = speed * (0.6 + 0.4 * fast)
    dy = speed * (steep - 0.5)
    x = -thick / 2 - side - 0.6 * speed * near
    y = 4 * tall * high - 2 * tall + dy * x / dx
    return np.stack((x, y), -1), np.stack((dx, dy), -1)


@lru_cache(maxsize=8)
def sweep_shots(side: float, tall: float) -> BatchSweep:
    """Return the sweeps of the shots of each cell of the map: (row, column, shot)."""
    thick = MAP_WALLS[:, None, None]
    half = np.stack(np.broadcast_arrays(thick / 2, tall), -1)
    start, move = shoot(MAP_SPEEDS[:, None], thick, side, tall)
    return sweep_batch(start, (side, side), move, (0, 0), half, (0, 0))


def lie_between_samples(u0: Floats, u1: Floats, n: Floats) -> Bools:
    """Tell which overlaps lie between two of n samples: after u0 the first sample, at a
    whole number of n-ths, comes later than u1. A miss, from inf to -inf, has no
    overlap."""
    return (u0 <= u1) & (np.maximum(np.ceil(u0 * n), 1) > u1 * n)


def shares(n: int, side: float = SHOT_HALF, tall: float = TALL) -> Floats:
    """Return the map: the part of the hits that n samples overlook, 0 to 1: (row,
    column)."""
    hit, u0, u1, _ = sweep_shots(side, tall)
    overlooked = lie_between_samples(u0, u1, SAMPLE_COUNTS[n - 1])
    return np.array(overlooked.sum(-1) / np.maximum(hit.sum(-1), 1))


def cell_of(state: State) -> tuple[int, int]:
    """Return the row and the column of the map that come nearest to the learner's own
    shot."""
    row = round(state["bw"] / 1.5)  # From half a wall; rows are 3 px apart.
    column = round(hypot(state["adx"], state["ady"]) / 20) - 1
    return row, min(max(column, 0), len(MAP_SPEEDS) - 1)


def tally(state: State) -> tuple[int, list[int]]:
    """Return how many shots of the learner's cell hit, and a list: how many of these
    hits are overlooked by 1 sample, by 2 samples and so on."""
    cell = cell_of(state)
    hit, u0, u1, _ = sweep_shots(state["aw"], state["bh"])
    enter = u0[cell][:, None]
    exit = u1[cell][:, None]
    overlooked = lie_between_samples(enter, exit, SAMPLE_COUNTS)
    return int(hit[cell].sum()), overlooked.sum(0).tolist()


def is_overlooked(state: State) -> bool:
    """Tell whether the samples overlook what the sweep finds."""
    is_found = pitfalls.substeps(*pair_from(state), int(state["samples"]))
    return not is_found and sweep_pair(state) is not None


def is_overlooked_by_most(state: State) -> bool:
    """Tell whether even 64 samples, the most that there are, overlook a hit."""
    return state["samples"] == 64 and is_overlooked(state)


def sweep_and_sample(state: State) -> tuple[Sweep | None, bool]:
    """Return the sweep, and whether the samples overlook what it finds."""
    return sweep_pair(state), is_overlooked(state)


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw a shot, its sweep and its samples; after the bet also what both say, and how
    many of 400 shots like it the samples overlook."""
    pair = pair_from(state)
    hit = sweep(*pair)
    n = int(state["samples"])
    hits, counts = tally(state)  # It takes a while: before the bet, too.
    draw_path(canvas, pair, hit)
    draw_samples(canvas, pair, n)
    box = pair.a.moved(pair.move_a, state.u)
    draw_box(canvas, box, "a", fill=0.9)
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
    draw_box(canvas, wall, "wall", fill=0.55)
    draw_displacement(canvas, box, move, "sweep")
    canvas.bar((line_x(0), LINE_Y), (line_x(1), LINE_Y), "quiet")
    if hit:
        draw_outline(canvas, box.moved(move, hit.u0), "u0")
        low = line_x(hit.u0), LINE_Y - 3
        high = line_x(hit.u1) + 0.5, LINE_Y + 3
        canvas.box(low, high, "hit")


def draw_samples(canvas: RoleCanvas, pair: Pair, n: int) -> None:
    """Draw the box at n samples, and mark their times."""
    for k in range(1, n + 1):
        u = k / n
        sample = pair.a.moved(pair.move_a, u)
        role = "hit" if overlaps(sample, pair.b) else "quiet"
        x = line_x(u)
        canvas.bar((x, LINE_Y - 6), (x, LINE_Y + 6), role, width=0.5)
        draw_box(canvas, sample, role, fill=0.0, width=0.5)


def write_answers(canvas: RoleCanvas, state: State, hit: Sweep | None) -> None:
    """Write what the sweep says, and what the samples say."""
    says = f"{int(state['samples'])} samples"
    at = (136, 2)
    if hit is None:
        canvas.text("sweep: miss", (6, 2), "miss")
        canvas.text(f"{says}: miss", at, "miss", bold=False)
        return
    canvas.text(f"sweep: hit at {hit.u0:.3f}", (6, 2), "hit")
    if is_overlooked(state):
        canvas.text(f"{says}: overlooked", at, "fault", bold=True)
    else:
        canvas.text(f"{says}: hit", at, "hit", bold=False)


def draw_curve(canvas: RoleCanvas, hits: int, counts: list[int], n: int) -> None:
    """Draw a column for each number of samples, the higher the more of the hits they
    overlook. Light the one of n samples, and write its count."""
    foot = 184.0
    wide = 1.75
    most_high = 54.0
    canvas.text(f"{counts[n - 1]} of {hits} overlooked", (LINE_LEFT, 114), "fault")
    canvas.text("sweep: 0", (72, 150))
    for k, count in enumerate(counts, 1):
        right = LINE_LEFT + wide * k
        top = foot - most_high * count / max(hits, 1)
        role = "fault" if k == n else "quiet"
        canvas.box((right - wide, top), (right, foot), role)
    canvas.text("1 to 64 samples", (LINE_LEFT, 185), "quiet")


def draw_map(canvas: RoleCanvas, state: State, n: int) -> None:
    """Draw the map, the fuller a cell the more is overlooked, and frame the cell of the
    learner."""
    overlooked = shares(n, side=state["aw"], tall=state["bh"])
    for (row, column), part in np.ndenumerate(overlooked):
        fill = part**0.5  # So that a small part can be seen, too.
        draw_cell(canvas, row, column, "fault", fill=fill)
    row, column = cell_of(state)
    draw_cell(canvas, row, column, "text", fill=0.0, width=1.0)
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
    hit = sweep_pair(state)
    if hit is None:
        return (
            f"{n} samples find no overlap where there is none:"
            " they err on one side only."
        )
    lasts = (
        f"overlap lasts {hit.u1 - hit.u0:.3g} of the step,"
        f" and samples are {1 / n:.3g} apart."
    )
    if is_overlooked(state):
        return f"Overlooked: the {lasts}"
    return f"The {lasts}"


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of a room's boxes, of which the wall rests, with the axis of
    the contact along x; None if they are too large."""
    a, wall, displacement, _ = in_frame_of_b(pair)
    if contact_axis(pair) == 1:
        a = swap_axes(a)
        wall = swap_axes(wall)
        displacement = displacement[::-1]
    return fit_pair(Pair(a, wall, displacement), TRACK)


def swap_axes(box: AABB) -> AABB:
    """Return a box with x for y and y for x."""
    return AABB(box.center[::-1], box.half_extents[::-1])


LESSON = Lesson(
    state=pair_state(*FIRST).change(samples=8),
    handles=(
        Handle("arrow", "adx", "ady", (-220, -80), (220, 80), 1, ("ax", "ay")),
        slider("samples", "samples", low=1, high=64),
        Handle("box", "ax", "ay", (6, 24), (266, 94), 1),
        slider("half the wall", "bw", low=0, high=12, step=0.5),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_overlooked_by_most,
    code=(pitfalls.substeps, sweep),
    call=sweep_and_sample,
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    from_pair=from_pair,
)
