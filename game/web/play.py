"""How does the smallest game get into the page?

This runs in the reader's browser as well as where the page is built. There play.js
calls it, with the names of keys and with places, and gets the shapes of a frame as
text. Here the game is recorded, so that it moves on the page before Python runs there.
The recorded frames and those that are played are the same shapes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import hypot

from ..smallest import COLORS, REST, DrawnShape, Game, press_key, shapes

DIAGONAL_FROM = 0.38
"""A way is diagonal if each of its components is at least this part of its length: the
sine of 22.5 degrees."""
DIRECTIONS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""Of a dash, by the names of a compass."""
RECORDED = "sw e sw w se n s ne nw e n se nw w s e nw s ne n se s w"
"""The dashes of the recorded game. Swept, they take all ten things."""
PAUSE = 16
"""Ticks between two dashes of the recorded game, so that one can follow it."""
LAST_PAUSE = 60
"""Ticks of rest after the last dash."""


class PageGame:
    """The game that is played on the page."""

    def __init__(self) -> None:
        self.game = Game()

    def press(self, key: str) -> None:
        """Do what a key is for, by its name in pygame."""
        press_key(self.game, key)

    def aim(self, x: float, y: float) -> None:
        """Ask for a dash from the box towards a place, px."""
        box_x, box_y = self.game.box.center
        self.swipe(x - box_x, y - box_y)

    def swipe(self, x: float, y: float) -> None:
        """Ask for a dash in the direction that is nearest to (x, y)."""
        self.game.press((direction(x, y), direction(y, x)))

    def frame(self, ticks: int) -> str:
        """Advance the game by so many ticks; return its shapes then, as JSON."""
        for _ in range(ticks):
            self.game.tick()
        return json.dumps(page_shapes(self.game))


def page_shapes(game: Game) -> list[DrawnShape]:
    """Return what the page shows of a game, the rearmost first: all but the upper line
    of text, which is about the keys of a window."""
    shown = shapes(game)
    del shown[-2]
    return shown


def direction(along: float, across: float) -> int:
    """Return the direction of a dash on one axis, -1, 0 or 1.

    Args:
        along: component of the way on this axis.
        across: component on the other axis.
    """
    least = DIAGONAL_FROM * hypot(along, across)
    if along > least:
        return 1
    if along < -least:
        return -1
    return 0


def recording() -> str:
    """Return the recorded game, first swept, then tested at the end, as JSON.

    `colors` are those of the roles, and `frames` says how many frames there are.
    `shapes` holds each shape once, the rearmost first, followed by the numbers of the
    frames at which it appears and disappears, in turns.
    """
    numbers: dict[str, list[int]] = {}
    """Of the frames that show a shape, by the shape as JSON."""
    roles: dict[str, None] = {}
    """In the order in which shapes are drawn; one role has one colour."""
    count = 0
    for shown in recorded_frames():
        roles.update(dict.fromkeys(shape.role for shape in shown))
        # A box that rests sweeps the same volume again.
        for text in dict.fromkeys(map(compact, shown)):
            numbers.setdefault(text, []).append(count)
        count += 1
    rows = [
        [*json.loads(text), *ends_of_runs(found)] for text, found in numbers.items()
    ]
    order = list(roles)
    rows.sort(key=lambda row: order.index(row[0]))
    everything = {"colors": COLORS, "frames": count, "shapes": rows}
    return json.dumps(everything, separators=(",", ":"))


def recorded_frames() -> Iterator[list[DrawnShape]]:
    """Yield the shapes of each frame of the recorded game, in the order of time."""
    game = Game()
    yield from frames_of_dashes(game)
    game.change_method()
    yield from frames_of_dashes(game)


def frames_of_dashes(game: Game) -> Iterator[list[DrawnShape]]:
    """Make the recorded dashes; yield the shapes after each tick."""
    for name in RECORDED.split():
        game.press(DIRECTIONS[name])
        while any(game.pressed) or game.e != REST:
            game.tick()
            yield page_shapes(game)
        yield from frames_of_rest(game, PAUSE)
    yield from frames_of_rest(game, LAST_PAUSE)


def frames_of_rest(game: Game, ticks: int) -> Iterator[list[DrawnShape]]:
    """Advance the game by so many ticks; yield the shapes after each."""
    for _ in range(ticks):
        game.tick()
        yield page_shapes(game)


def compact(shape: DrawnShape) -> str:
    """Return a shape as JSON: in hundredths of a px, and without corners that lie on
    each other."""
    points = dict.fromkeys((plain(x), plain(y)) for x, y in shape.points)
    return json.dumps([shape.role, list(points), shape.words], separators=(",", ":"))


def plain(number: float) -> float:
    """Return a number rounded to hundredths, as an int if it is whole."""
    near = round(number, 2)
    return int(near) if near == int(near) else near


def ends_of_runs(numbers: list[int]) -> list[int]:
    """Return where each run of successive numbers begins, and the number after its end,
    in turns."""
    ends: list[int] = []
    for number in numbers:
        if ends and ends[-1] == number:
            ends[-1] = number + 1
        else:
            ends += [number, number + 1]
    return ends
