"""What is a row of the lab's panel set to, and what else may it be?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


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
