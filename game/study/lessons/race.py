"""How much does each method cost, and what does it miss?"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from random import Random
from typing import NamedTuple

import numpy as np

from ...collision import AABB, overlaps, overlaps_batch, pitfalls, sweep, sweep_batch
from ...collision.batch import Floats
from ..figures import contact_axis, draw_box, moved, point, seen_from_b
from ..lesson import FIGURE, Canvas, Handle, Lesson, Pair, State
from ..prose import read_prose

MIDDLE, SIDE, TALL, TALLEST = 66.0, 5.0, 12.0, 36.0
"""Where the wall's middle lies, from the top; half extents of box and wall, and what would still
lie between the words and the line of time."""
LOOKS = (1, 2, 4, 8, 16, 32, 64)
SHOTS = 1000
RANDOM = Random(12)
PARTS = np.array([[RANDOM.random() for _ in range(4)] for _ in range(SHOTS)])
"""Of each shot: how near it begins, how fast and how steep it is, how high it crosses."""


class Table(NamedTuple):
    """What the methods say of the same shots."""

    hits: int
    """By the sweep."""
    missed: tuple[int, ...]
    """Of these, by so many looks as LOOKS has."""
    invented: int
    """Hits of Listing 4 that are none."""


def shoot(speed: float, thick: float, side: float, tall: float) -> tuple[Floats, Floats, AABB]:
    """Return where boxes begin, how they move, at most so fast, px a step, and the wall."""
    near, fast, steep, high = PARTS.T
    x, dx = -thick / 2 - side - 0.6 * speed * near, speed * (0.6 + 0.4 * fast)
    dy = speed * (steep - 0.5)
    start = np.stack((x, 4 * tall * high - 2 * tall + dy * x / dx), axis=1)
    return start, np.stack((dx, dy), axis=1), AABB((0, 0), (thick / 2, tall))


@lru_cache(maxsize=256)
def table(speed: float, thick: float, side: float = SIDE, tall: float = TALL) -> Table:
    """Let each method look at the same shots."""
    (start, way, wall), half = shoot(speed, thick, side, tall), (side, side)
    hit = sweep_batch(start, half, way, wall.center, wall.half_extents, (0, 0)).hit
    missed = []
    for n in LOOKS:
        part = (np.arange(1, n + 1) / n)[:, None, None]
        found = overlaps_batch(start + way * part, half, wall.center, wall.half_extents).any(0)
        missed.append(int((hit & ~found).sum()))
    still = wall.half_extents, wall.center, wall.center
    ends = zip(start[~hit].tolist(), (start + way)[~hit].tolist())
    invented = sum(pitfalls.listing_4(half, a, b, *still)[0] for a, b in ends)
    return Table(int(hit.sum()), tuple(missed), invented)


def shots(state: State) -> Table:
    """Return the table of about the learner's own speed."""
    speed = max(20, 20 * round(hypot(state["dx"], state["dy"]) / 20))
    return table(speed, state["thick"], state["side"], state["tall"])


def pair(state: State) -> tuple[AABB, AABB, tuple[float, float]]:
    """Return the learner's box, the wall, and the box's displacement."""
    wall = AABB((state["wall"], MIDDLE), (state["thick"] / 2, state["tall"]))
    box = AABB((state["x"], state["y"]), (state["side"], state["side"]))
    return box, wall, (state["dx"], state["dy"])


def is_missed(state: State) -> bool:
    box, wall, way = pair(state)
    seen = pitfalls.substeps(box, wall, way, None, int(state["looks"]))
    return not seen and sweep(box, wall, way) is not None


def figure(canvas: Canvas, state: State) -> None:
    box, wall, way = pair(state)
    n, hit, missed = int(state["looks"]), sweep(box, wall, way), is_missed(state)
    draw_box(canvas, wall, "wall", fill=0.55)
    canvas.arrow(point(box.center), point(box.moved(way).center), "sweep")
    left, wide, y = 8.0, 256.0, 106.0
    canvas.bar((left, y), (left + wide, y), "quiet")
    if hit and state["told"]:
        draw_box(canvas, box.moved(way, hit.u0), "core", fill=0.0, width=1.0)
        start, end = left + wide * hit.u0, left + wide * hit.u1
        canvas.box((start, y - 3), (max(end, start + 0.5), y + 3), "core")
    for k in range(1, n + 1):
        seen = box.moved(way, k / n)
        found = overlaps(seen, wall)
        at = left + wide * k / n
        canvas.bar((at, y - 6), (at, y + 6), "hit" if found else "text", 0.5)
        if found or n <= 16:
            draw_box(canvas, seen, "hit" if found else "quiet", fill=0.0, width=0.5)
        else:
            canvas.dot(point(seen.center), "quiet", 0.75)
    draw_box(canvas, box.moved(way, state["u"]), "player", fill=0.9)
    canvas.dot((left + wide * state["u"], y), "player", 2.5)
    if not state["told"]:
        return
    canvas.text(f"sweep: hit at u = {hit.u0:.3f}" if hit else "sweep: miss", (6, 2), "core")
    says = "miss" if missed or not hit else "hit"
    canvas.text(f"{n} looks: {says}", (160, 2), "glitch" if missed else "text", bold=missed)
    draw_table(canvas, shots(state), n)


def draw_table(canvas: Canvas, counted: Table, n: int) -> None:
    """Draw a column for each method, named by its tests a step."""
    canvas.text(f"misses of {counted.hits} hits, by looks", (6, 114), "quiet")
    canvas.text("invents", (246, 114), "quiet", anchor=(0.5, 0.0))
    foot, high = 186.0, 44.0
    columns = [(f"{looks}", number, "hit") for looks, number in zip(LOOKS, counted.missed)]
    columns += [("sweep", 0, "core"), ("List. 4", counted.invented, "glitch")]
    for x, (name, number, role) in zip((*range(18, 169, 25), 204, 246), columns):
        top = foot - high * number / max(counted.hits, 1)
        canvas.box((x - 8, top if number else foot - 0.5), (x + 8, foot), role)
        canvas.text(f"{number}", (x, top + 1), anchor=(0.5, 1.0))
        canvas.text(name, (x, 185), "text" if name == f"{n}" else "quiet", anchor=(0.5, 0.0))


def words(state: State) -> str:
    n, counted = int(state["looks"]), shots(state)
    hit = sweep(*pair(state))
    if hit is None:
        return (
            f"64 looks miss {counted.missed[-1]} of {counted.hits}, the sweep none."
            f" Listing 4 misses none as well, but invents {counted.invented}."
        )
    how = "Missed: the" if is_missed(state) else "The"
    return f"{how} overlap lasts {hit.u1 - hit.u0:.3g} of the step, looks are {1 / n:.3g} apart."


def given(met: Pair) -> State | None:
    """Return the numbers with the axis of the contact to the right; the wall rests."""
    i = contact_axis(met)
    a, b, way, _ = seen_from_b(met)
    sign = 1.0 if a.center[i] < b.center[i] else -1.0
    x, y = sign * (a.center[i] - b.center[i]), a.center[1 - i] - b.center[1 - i]
    sizes = {"thick": b.size[i], "tall": b.half_extents[1 - i], "side": a.half_extents[i]}
    start = (FIGURE[0] - sign * way[i]) / 2
    ways = {"x": start, "wall": start - x, "y": MIDDLE + y, "dx": sign * way[i], "dy": way[1 - i]}
    return {**sizes, **ways} if sizes["tall"] <= TALLEST else None


LESSON = Lesson(
    name="race",
    prose=read_prose(__file__),
    state={
        **{"x": 40, "y": 50, "dx": 190, "dy": 22},
        **{"looks": 8, "thick": 4, "side": SIDE, "tall": TALL, "wall": 170.0, "u": 0, "told": 1},
    },
    handles=(
        Handle("way", "dx", "dy", (-220, -80), (220, 80), 1, ("x", "y")),
        Handle("looks", "looks", low=(1, 0), high=(64, 0)),
        Handle("box", "x", "y", (6, 24), (266, 94), 1),
        Handle("wall", "thick", high=(24, 0)),
    ),
    figure=figure,
    words=words,
    reached=lambda state: state["looks"] == 64 and is_missed(state),
    code=(pitfalls.substeps, sweep),
    lines=lambda state: ("overlaps(a.moved(path_a, k / n)", "if u0 > u1:"),
    given=given,
    moved=lambda state: moved(Pair(*pair(state), (0, 0))),
)
