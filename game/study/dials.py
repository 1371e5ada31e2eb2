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

BODY_SIZES = range(1, 201)
"""px: widths and heights."""
VELOCITIES = range(-12_000, 12_001, 60)
"""px/s along an axis."""
PLACES_X = range(int(lab.ARENA.min[0]), int(lab.ARENA.max[0]) + 1)
PLACES_Y = range(int(lab.ARENA.min[1]), int(lab.ARENA.max[1]) + 1)
"""px: centres."""
NUMBERS = {
    "x": ("center", 0, 1, PLACES_X, " px"),
    "y": ("center", 1, 1, PLACES_Y, " px"),
    "width": ("half_extents", 0, 2, BODY_SIZES, " px"),
    "height": ("half_extents", 1, 2, BODY_SIZES, " px"),
    "velocity x": ("velocity", 0, 1, VELOCITIES, " px/s"),
    "velocity y": ("velocity", 1, 1, VELOCITIES, " px/s"),
}
"""The numbers of a body: the field, its axis, the factor by which the row shows it, the
choices and the unit."""
WALL_NUMBERS = 4
"""How many of them a wall has, too."""

GRASP = 9.0
"""px of the page: how far from a handle a press still takes it."""
SIZE_GAP = 5.0
"""px from a body's corner to the handle of its size, along each axis."""
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
        if self.wraps:
            place %= self.size
        else:
            place = min(max(place, 0), self.size - 1)
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
    size = len(choices)
    return Dial(
        label,
        number_text(now) + unit,
        place,
        size,
        lambda k: choose(choices[k]),
        wraps=False,
    )


def number_text(number: float) -> str:
    """Return a number, as a fraction if it is one over a whole number."""
    if 0 < number < 1 and (1 / number).is_integer():
        return f"1/{round(1 / number)}"
    return f"{number:,.6g}"


def body_dials(body: lab.LabBody, put: Callable[[lab.LabBody], None]) -> list[Dial]:
    """Return a row for each number of a body; put takes the body with another
    number."""

    def row(label: str) -> Dial:
        field, axis, factor, choices, unit = NUMBERS[label]
        values = getattr(body, field)

        def change(number: float) -> None:
            changed = (*values[:axis], number / factor, *values[axis + 1 :])
            put(lab.LabBody(**body._asdict() | {field: changed}))

        return number_dial(label, choices, values[axis] * factor, unit, change)

    labels = list(NUMBERS)
    if body.kind == "wall":
        labels = labels[:WALL_NUMBERS]
    return [row(label) for label in labels]


def handle_places(now: lab.Lab, chosen: int) -> dict[tuple[str, int], Point]:
    """Return the places of the handles: the tips of velocities, and the chosen body's
    size."""
    places = {}
    for k, body in enumerate(now.bodies):
        if body.kind != "wall":
            places["tip", k] = tip_of(body, now.tick_rate)
    body = now.bodies[chosen]
    x, y = body.center
    half_wide, half_high = body.half_extents
    corner = x + half_wide + SIZE_GAP, y + half_high + SIZE_GAP
    return places | {("size", chosen): corner}


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
    areas = {}
    for k, body in enumerate(now.bodies):
        if is_at(body, at):
            areas[k] = body.half_extents[0] * body.half_extents[1]
    if not areas:
        return None
    smallest = min(areas, key=lambda k: areas[k])
    x, y = now.bodies[smallest].center
    return "body", smallest, (at[0] - x, at[1] - y)


def is_at(body: lab.LabBody, at: Sequence[float]) -> bool:
    """Tell whether a press at a place takes a body."""
    sides = zip(at, body.center, body.half_extents)
    return all(abs(a - c) <= h + BESIDE_BODY for a, c, h in sides)


def drag_body(
    body: lab.LabBody,
    kind: str,
    beside: Sequence[float],
    at: Sequence[float],
    tick_rate: int,
) -> lab.LabBody:
    """Return a body, in whole px, of which a part that was grasped is dragged to a
    place."""
    offset = [round(a - c) for a, c in zip(at, body.center)]
    if kind == "tip":
        return body._replace(velocity=tuple(float(x * tick_rate) for x in offset))
    if kind == "size":
        return body._replace(half_extents=tuple(max(0.5, x - SIZE_GAP) for x in offset))
    return body._replace(center=tuple(float(round(a - b)) for a, b in zip(at, beside)))


def tip_of(body: lab.LabBody, tick_rate: int) -> Point:
    """Return the tip of a body's velocity: its centre after a tick, clipped to the
    arena."""
    x, y = body.center
    dx, dy = (v / tick_rate for v in body.velocity)
    length = hypot(dx, dy)
    if length == 0:
        dx, dy = SHORTEST, 0.0
    elif length < SHORTEST:
        dx *= SHORTEST / length
        dy *= SHORTEST / length
    part = 1.0
    for axis, move in enumerate((dx, dy)):
        if move:
            end = lab.ARENA.max[axis] if move > 0 else lab.ARENA.min[axis]
            part = min(part, (end - body.center[axis]) / move)
    return x + dx * part, y + dy * part
