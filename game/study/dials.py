"""How are the bodies of a lab changed?

The panel has a row for each number of the chosen body. A body is also dragged at any
place on it, the tip of its velocity changes that, and a handle at the corner of the
chosen body its size:

      +-------+
      |   A---|------> tip
      +-------+
               o size
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import NamedTuple

from ..simulation import lab
from .lesson import Point

BODY_SIZES, VELOCITIES = range(1, 201), range(-12_000, 12_001, 60)
NUMBERS = {
    "x": (
        "center",
        0,
        1,
        range(int(lab.ARENA.min[0]), int(lab.ARENA.max[0]) + 1),
        " px",
    ),
    "y": (
        "center",
        1,
        1,
        range(int(lab.ARENA.min[1]), int(lab.ARENA.max[1]) + 1),
        " px",
    ),
    "width": ("half_extents", 0, 2, BODY_SIZES, " px"),
    "height": ("half_extents", 1, 2, BODY_SIZES, " px"),
    "velocity x": ("velocity", 0, 1, VELOCITIES, " px/s"),
    "velocity y": ("velocity", 1, 1, VELOCITIES, " px/s"),
}
"""The numbers of a body: the field, its axis, the factor by which the row shows it, the
choices and the unit."""
WALL_NUMBERS = 4
"""How many of them a wall has, too."""

GRASP, SIZE_GAP = 9.0, 5.0
"""px of the page: how far from a handle a press still takes it; and from a body's
corner to the handle of its size."""
BESIDE_BODY = 3.0
"""px around a body in which a press still takes it."""
SHORTEST = 16.0
"""px from a body's centre to the tip of its velocity, however slow it is."""


class Dial(NamedTuple):
    """A row of the panel: a choice by its place among so many, and what it is set
    to."""

    label: str
    value: str
    place: int
    size: int
    choose: Callable[[int], None]
    wraps: bool = True

    @property
    def part(self) -> float | None:
        """How far along its slider a number is."""
        return None if self.wraps else self.place / (self.size - 1)

    def turn(self, steps: int) -> None:
        """Choose another place; numbers clamp, names wrap."""
        place = self.place + steps
        place = place % self.size if self.wraps else min(max(place, 0), self.size - 1)
        if place != self.place:
            self.choose(place)


def number_dial(
    label: str,
    choices: Sequence[float],
    now: float,
    unit: str,
    choose: Callable[[float], None],
) -> Dial:
    """Return a row of numbers, at the nearest of its choices."""
    place = min(range(len(choices)), key=lambda k: abs(choices[k] - now))
    value = (
        f"1/{round(1 / now)}"
        if 0 < now < 1 and (1 / now).is_integer()
        else f"{now:,.6g}"
    )
    return Dial(
        label, value + unit, place, len(choices), lambda k: choose(choices[k]), False
    )


def body_dials(body: lab.Body, put: Callable[[lab.Body], None]) -> list[Dial]:
    """Return a row for each number of a body; put takes the body with another
    number."""

    def row(label: str) -> Dial:
        field, axis, factor, choices, unit = NUMBERS[label]
        values = getattr(body, field)

        def change(number: float) -> None:
            changed = (*values[:axis], number / factor, *values[axis + 1 :])
            put(lab.Body(**body._asdict() | {field: changed}))

        return number_dial(label, choices, values[axis] * factor, unit, change)

    return [*map(row, [*NUMBERS][: WALL_NUMBERS if body.kind == "wall" else None])]


def handle_places(now: lab.Lab, chosen: int) -> dict[tuple[str, int], Point]:
    """Return the places of the handles: the tips of velocities, and the chosen body's
    size."""
    moving = [k for k, body in enumerate(now.bodies) if body.kind != "wall"]
    places = {("tip", k): tip_of(now.bodies[k], now.tick_rate) for k in moving}
    (x, y), (w, h) = now.bodies[chosen].center, now.bodies[chosen].half_extents
    return places | {("size", chosen): (x + w + SIZE_GAP, y + h + SIZE_GAP)}


def find_grasp(
    now: lab.Lab, chosen: int, at: Sequence[float]
) -> tuple[str, int, Point] | None:
    """Return what a press takes: a handle that is near, or else the smallest body
    there; the body; and how far beside its centre. None if there is nothing."""
    places = handle_places(now, chosen)
    distances = {key: hypot(x - at[0], y - at[1]) for key, (x, y) in places.items()}
    nearest = min(distances, key=lambda key: distances[key])
    if distances[nearest] <= GRASP:
        return *nearest, (0.0, 0.0)
    area = {
        k: body.half_extents[0] * body.half_extents[1]
        for k, body in enumerate(now.bodies)
        if all(
            abs(a - c) <= h + BESIDE_BODY
            for a, c, h in zip(at, body.center, body.half_extents)
        )
    }
    if not area:
        return None
    smallest = min(area, key=lambda k: area[k])
    x, y = now.bodies[smallest].center
    return "body", smallest, (at[0] - x, at[1] - y)


def drag_body(
    body: lab.Body,
    kind: str,
    beside: Sequence[float],
    at: Sequence[float],
    tick_rate: int,
) -> lab.Body:
    """Return a body, in whole px, of which a part that was grasped is dragged to a
    place."""
    offset = [round(a - c) for a, c in zip(at, body.center)]
    if kind == "tip":
        return body._replace(velocity=tuple(float(x * tick_rate) for x in offset))
    if kind == "size":
        return body._replace(half_extents=tuple(max(0.5, x - SIZE_GAP) for x in offset))
    return body._replace(center=tuple(float(round(a - b)) for a, b in zip(at, beside)))


def tip_of(body: lab.Body, tick_rate: int) -> Point:
    """Return the tip of a body's velocity: its centre after a tick, clipped to the
    arena."""
    (x, y), move = body.center, [v / tick_rate for v in body.velocity]
    length = hypot(*move)
    move = (
        [d * max(1.0, SHORTEST / length) for d in move] if length else [SHORTEST, 0.0]
    )
    rows = zip(body.center, move, lab.ARENA.min, lab.ARENA.max)
    part = min(
        [1.0, *(((high if d > 0 else low) - c) / d for c, d, low, high in rows if d)]
    )
    return x + move[0] * part, y + move[1] * part
