"""Where can the bodies of a lab be grasped?

A body is dragged at any place on it, the tip of its velocity changes that, and a handle at the
corner of the chosen body changes its size:

      +-------+
      |   A---|------> tip
      +-------+
               o size
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ..simulation import lab
from .lesson import Point

GRASP, SIZE_GAP = 9.0, 5.0
"""px of the page: how far from a handle a press still takes it; and from a body's corner to the
handle of its size."""
BESIDE_BODY = 3.0
"""px around a body in which a press still takes it."""
SHORTEST = 16.0
"""px from a body's centre to the tip of its velocity, however slow it is."""


def handle_places(now: lab.Lab, chosen: int) -> dict[tuple[str, int], Point]:
    """Return the places of the handles: the tips of velocities, and the chosen body's size."""
    moving = [k for k, body in enumerate(now.bodies) if body.kind in ("mover", "obstacle")]
    places = {("tip", k): tip_of(now.bodies[k], now.tick_rate) for k in moving}
    (x, y), (w, h) = now.bodies[chosen].center, now.bodies[chosen].half_extents
    return places | {("size", chosen): (x + w + SIZE_GAP, y + h + SIZE_GAP)}


def find_grasp(now: lab.Lab, chosen: int, at: Sequence[float]) -> tuple[str, int, Point] | None:
    """Return what a press takes: a handle that is near, or else the smallest body there; the body;
    and how far beside its centre. None if there is nothing."""
    places = handle_places(now, chosen)
    distances = {key: hypot(x - at[0], y - at[1]) for key, (x, y) in places.items()}
    nearest = min(distances, key=lambda key: distances[key])
    if distances[nearest] <= GRASP:
        return *nearest, (0.0, 0.0)
    area = {
        k: body.half_extents[0] * body.half_extents[1]
        for k, body in enumerate(now.bodies)
        if all(abs(a - c) <= h + BESIDE_BODY for a, c, h in zip(at, body.center, body.half_extents))
    }
    if not area:
        return None
    smallest = min(area, key=lambda k: area[k])
    x, y = now.bodies[smallest].center
    return "body", smallest, (at[0] - x, at[1] - y)


def drag_body(
    body: lab.Body, kind: str, beside: Sequence[float], at: Sequence[float], tick_rate: int
) -> lab.Body:
    """Return a body, in whole px, of which a part that was grasped is dragged to a place."""
    offset = [round(a - c) for a, c in zip(at, body.center)]
    if kind == "tip":
        return body._replace(velocity=tuple(float(x * tick_rate) for x in offset))
    if kind == "size":
        return body._replace(half_extents=tuple(max(0.5, x - SIZE_GAP) for x in offset))
    return body._replace(center=tuple(float(round(a - b)) for a, b in zip(at, beside)))


def tip_of(body: lab.Body, tick_rate: int) -> Point:
    """Return the tip of a body's velocity: its centre after a tick, clipped to the arena."""
    (x, y), move = body.center, [v / tick_rate for v in body.velocity]
    length = hypot(*move)
    move = [d * max(1.0, SHORTEST / length) for d in move] if length else [SHORTEST, 0.0]
    rows = zip(body.center, move, lab.ARENA.min, lab.ARENA.max)
    part = min([1.0, *(((high if d > 0 else low) - c) / d for c, d, low, high in rows if d)])
    return x + move[0] * part, y + move[1] * part
