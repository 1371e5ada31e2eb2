"""What is a row of the lab's panel set to, and what else may it be?

There is a row for each number of the chosen body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..simulation import lab

BODY_SIZES, VELOCITIES, SPINS = range(1, 201), range(-12_000, 12_001, 60), range(-600, 601, 5)
NUMBERS = {
    "x": ("center", 0, 1, range(int(lab.ARENA.min[0]), int(lab.ARENA.max[0]) + 1), " px"),
    "y": ("center", 1, 1, range(int(lab.ARENA.min[1]), int(lab.ARENA.max[1]) + 1), " px"),
    "width": ("half_extents", 0, 2, BODY_SIZES, " px"),
    "height": ("half_extents", 1, 2, BODY_SIZES, " px"),
    "velocity x": ("velocity", 0, 1, VELOCITIES, " px/s"),
    "velocity y": ("velocity", 1, 1, VELOCITIES, " px/s"),
    "turns": ("velocity", 0, 1, SPINS, " turns/min"),
}
"""The numbers of a body: the field, its axis, the factor by which the row shows it, the choices and
the unit."""
EVERY_BODY, MOVING = ("x", "y", "width", "height"), ("velocity x", "velocity y")
NUMBERS_OF_KIND = {"mover": MOVING, "obstacle": MOVING, "blade": ("turns",)}
"""The numbers that every body has, and those that only bodies of a kind have."""


class Dial(NamedTuple):
    """A row of the panel: a choice by its place among so many, and what it is set to."""

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
    label: str, choices: Sequence[float], now: float, unit: str, choose: Callable[[float], None]
) -> Dial:
    """Return a row of numbers, at the nearest of its choices."""
    place = min(range(len(choices)), key=lambda k: abs(choices[k] - now))
    value = f"1/{round(1 / now)}" if 0 < now < 1 and (1 / now).is_integer() else f"{now:,.6g}"
    return Dial(label, value + unit, place, len(choices), lambda k: choose(choices[k]), False)


def body_dials(body: lab.Body, put: Callable[[lab.Body], None]) -> list[Dial]:
    """Return a row for each number of a body; put takes the body with another number."""

    def row(label: str) -> Dial:
        field, axis, factor, choices, unit = NUMBERS[label]
        values = getattr(body, field)

        def change(number: float) -> None:
            changed = (*values[:axis], number / factor, *values[axis + 1 :])
            put(lab.Body(**body._asdict() | {field: changed}))

        return number_dial(label, choices, values[axis] * factor, unit, change)

    return [*map(row, (*EVERY_BODY, *NUMBERS_OF_KIND.get(body.kind, ())))]
