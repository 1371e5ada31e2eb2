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
from math import dist, hypot, prod
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
    """A row of the panel: one of several choices, which are numbers or names."""

    label: str
    value: str
    """What the row is set to, in words."""
    place: int
    """The index of the present choice."""
    size: int
    """How many choices there are."""
    choose: Callable[[int], None]
    """Takes the index of another choice."""
    wraps: bool = True
    """Whether the first choice follows the last one: so with names, not with
    numbers."""

    @property
    def part(self) -> float | None:
        """How far along its slider a number is, 0 to 1; None of a name."""
        return None if self.wraps else self.place / (self.size - 1)

    def turn(self, steps: int) -> None:
        """Choose what lies so many places further; numbers stop at either end, names go
        round."""
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
    """Return a row of numbers, at the nearest of its choices.

    Args:
        label: what the number is.
        choices: the numbers that can be chosen, the least first.
        now: the present number.
        unit: written after it.
        choose: takes the number that is chosen.
    """
    size = len(choices)
    nearest = min(range(size), key=lambda k: abs(choices[k] - now))
    return Dial(
        label,
        value=number_text(now) + unit,
        place=nearest,
        size=size,
        choose=lambda k: choose(choices[k]),
        wraps=False,
    )


def number_text(number: float) -> str:
    """Return a number, as a fraction if it is one over a whole number."""
    if 0 < number < 1 and (1 / number).is_integer():
        return f"1/{round(1 / number)}"
    return f"{number:,.6g}"


def body_dials(body: lab.LabBody, put: Callable[[lab.LabBody], None]) -> list[Dial]:
    """Return a row for each number of a body.

    Args:
        body: of the lab.
        put: takes the body with another number.
    """

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
    """Return the places of the handles, px: those of the tips of all velocities, by
    ("tip", the body's index), and that of the chosen body's size, by ("size", its
    index)."""
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
    """Return what a press at a place takes: a handle that is near, "tip" or "size", or
    else the smallest "body" there; the index of the body; and how far beside its centre
    the press is, which is zero for a handle. None if there is nothing."""
    places = handle_places(now, chosen)
    nearest = min(places, key=lambda handle: dist(places[handle], at))
    if dist(places[nearest], at) <= GRASP:
        return *nearest, (0.0, 0.0)
    there = [k for k, body in enumerate(now.bodies) if is_at(body, at)]
    if not there:
        return None
    smallest = min(there, key=lambda k: prod(now.bodies[k].half_extents))
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
    """Return a body of which a part is dragged to a place, in whole px.

    Args:
        body: of the lab.
        kind: the part that find_grasp() returned: "tip", "size" or "body".
        beside: how far from its centre the body was grasped, px.
        at: the place, px.
        tick_rate: ticks a second, in which the tip shows the velocity.
    """
    offset = [round(a - c) for a, c in zip(at, body.center)]
    if kind == "tip":
        return body._replace(velocity=tuple(float(x * tick_rate) for x in offset))
    if kind == "size":
        return body._replace(half_extents=tuple(max(0.5, x - SIZE_GAP) for x in offset))
    return body._replace(center=tuple(float(round(a - b)) for a, b in zip(at, beside)))


def tip_of(body: lab.LabBody, tick_rate: int) -> Point:
    """Return the tip of a body's velocity: its centre after a tick, but at least
    SHORTEST from its centre, to the right if the body rests; clipped to the arena."""
    x, y = body.center
    dx, dy = (v / tick_rate for v in body.velocity)
    length = hypot(dx, dy)
    if length == 0:
        dx, dy = SHORTEST, 0.0
    elif length < SHORTEST:
        dx *= SHORTEST / length
        dy *= SHORTEST / length
    inside = 1.0  # The part of the way to the tip that lies in the arena.
    for axis, move in enumerate((dx, dy)):
        if move:
            edge = lab.ARENA.max[axis] if move > 0 else lab.ARENA.min[axis]
            inside = min(inside, (edge - body.center[axis]) / move)
    return x + dx * inside, y + dy * inside
