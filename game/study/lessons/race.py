"""The race: how much does each method cost, and what does it miss?"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np

from ...collision import AABB, overlaps, overlaps_batch, pitfalls, sweep, sweep_batch
from ...collision.batch import Floats
from .. import figures
from ..lesson import FIGURE, Handle, Lesson, Pair, RoleCanvas, State

WALL_Y, SHOT_HALF, TALL, TALLEST = 66.0, 5.0, 12.0, 36.0
"""y of the wall's centre; half extents of the box and of the wall in y, and the greatest of a wall
that lies between the words and the line of time."""
SAMPLE_COUNTS = (1, 2, 4, 8, 16, 32, 64)
SHOTS = 1000
AIMS = figures.random_parts(seed=12, rows=SHOTS, columns=4)
"""Of each shot: how near it begins, how fast and how steep it is, how high it crosses."""


class Tally(NamedTuple):
    """The counts of all methods for the same shots."""

    hits: int
    """Hits of the sweep."""
    missed: tuple[int, ...]
    """Of these, those that each of SAMPLE_COUNTS samples miss."""
    invented: int
    """Hits of Listing 4 that are none."""


def shoot(speed: float, thick: float, side: float, tall: float) -> tuple[Floats, Floats, AABB]:
    """Return where boxes begin, their displacements, at most speed px along x, and the wall."""
    near, fast, steep, high = AIMS.T
    x, dx = -thick / 2 - side - 0.6 * speed * near, speed * (0.6 + 0.4 * fast)
    dy = speed * (steep - 0.5)
    start = np.stack((x, 4 * tall * high - 2 * tall + dy * x / dx), axis=1)
    return start, np.stack((dx, dy), axis=1), AABB((0, 0), (thick / 2, tall))


@lru_cache(maxsize=256)
def tally_of(speed: float, thick: float, side: float = SHOT_HALF, tall: float = TALL) -> Tally:
    """Test the same shots by each method."""
    (start, move, wall), half = shoot(speed, thick, side, tall), (side, side)
    hit = sweep_batch(start, half, move, wall.center, wall.half_extents, (0, 0)).hit
    missed = []
    for n in SAMPLE_COUNTS:
        part = (np.arange(1, n + 1) / n)[:, None, None]
        found = overlaps_batch(start + move * part, half, wall.center, wall.half_extents).any(0)
        missed.append(int((hit & ~found).sum()))
    still = wall.half_extents, wall.center, wall.center
    ends = zip(start[~hit].tolist(), (start + move)[~hit].tolist())
    invented = sum(pitfalls.listing_4(half, a, b, *still)[0] for a, b in ends)
    return Tally(int(hit.sum()), tuple(missed), invented)


def tally(state: State) -> Tally:
    """Return the tally of shots at about the learner's own speed."""
    speed = max(20, 20 * round(hypot(state["dx"], state["dy"]) / 20))
    return tally_of(speed, state["thick"], state["side"], state["tall"])


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
    n, hit, missed = int(state["samples"]), sweep(*pair), is_missed(state)
    figures.draw_box(canvas, wall, "wall", fill=0.55)
    canvas.arrow(figures.point(box.center), figures.point(box.moved(move).center), "sweep")
    left, wide, y = 8.0, 256.0, 106.0
    canvas.bar((left, y), (left + wide, y), "quiet")
    if hit and state.reveals:
        figures.draw_box(canvas, box.moved(move, hit.u0), "core", fill=0.0, width=1.0)
        start, end = left + wide * hit.u0, left + wide * hit.u1
        canvas.box((start, y - 3), (max(end, start + 0.5), y + 3), "core")
    for k in range(1, n + 1):
        sample = box.moved(move, k / n)
        found = overlaps(sample, wall)
        at = left + wide * k / n
        canvas.bar((at, y - 6), (at, y + 6), "hit" if found else "text", 0.5)
        if found or n <= 16:
            figures.draw_box(canvas, sample, "hit" if found else "quiet", fill=0.0, width=0.5)
        else:
            canvas.dot(figures.point(sample.center), "quiet", 0.75)
    figures.draw_box(canvas, box.moved(move, state.u), "player", fill=0.9)
    canvas.dot((left + wide * state.u, y), "player", 2.5)
    if not state.reveals:
        return
    canvas.text(f"sweep: hit at u = {hit.u0:.3f}" if hit else "sweep: miss", (6, 2), "core")
    answer = "miss" if missed or not hit else "hit"
    canvas.text(f"{n} samples: {answer}", (160, 2), "glitch" if missed else "text", bold=missed)
    draw_tally(canvas, tally(state), n)


def draw_tally(canvas: RoleCanvas, counted: Tally, n: int) -> None:
    """Draw a column for each method, named after its tests a step."""
    canvas.text(f"misses of {counted.hits} hits, by samples", (6, 114), "quiet")
    canvas.text("invents", (246, 114), "quiet", anchor=(0.5, 0.0))
    foot, high = 186.0, 44.0
    columns = [(f"{count}", number, "hit") for count, number in zip(SAMPLE_COUNTS, counted.missed)]
    columns += [("sweep", 0, "core"), ("List. 4", counted.invented, "glitch")]
    for x, (name, number, role) in zip((*range(18, 169, 25), 204, 246), columns):
        top = foot - high * number / max(counted.hits, 1)
        canvas.box((x - 8, top if number else foot - 0.5), (x + 8, foot), role)
        canvas.text(f"{number}", (x, top + 1), anchor=(0.5, 1.0))
        canvas.text(name, (x, 185), "text" if name == f"{n}" else "quiet", anchor=(0.5, 0.0))


def words(state: State) -> str:
    """Compare the overlap with the time between samples; for a miss, say what the race counted."""
    n, counted = int(state["samples"]), tally(state)
    hit = sweep(*box_and_thin_wall(state))
    if hit is None:
        return (
            f"64 samples miss {counted.missed[-1]} of {counted.hits} hits, the sweep none."
            f" Listing 4 misses none either, but invents {counted.invented}."
        )
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
    call=lambda state: (sweep(*box_and_thin_wall(state)), is_missed(state)),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    from_pair=from_pair,
)
