"""What is the smallest game with swept boxes?

A room has walls of 1 to 4 px. The player's box dashes 90 px a tick, until it meets a
wall or an obstacle. It is to take ten things, which do not stop it, against the clock.
`move`, of chapter 4 of the tutorial (collision/README.md), moves the box; `sweep`, of
chapter 2, finds the things on its path. The key V changes to a test at the end of each
tick, and then the box jumps over walls and things:

    swept                |              tested at the end        |
    [ ]_______________[ ]|              [ ] - - - - - - - - - - -|- - - [ ]
                         |                                       |

A tick is 1/60 s; lengths are px of the room, x to the right, y down. The box moves by e
in a tick, a solid (a wall or an obstacle) by f. A string under a name describes that
name. Four things are counted:

    dashes   those that were begun
    hits     dashes that ended because the method found a solid
    passed   ticks of a dash in which the test at the end finds no solid, and the sweep
             would have: only counted while the test at the end is the method
    lost     how often the box left the room, and was put back

There are three parts: rules, drawing and loop. Rules and drawing need only Python and
the folder `collision` beside this file, and nothing else of this project; the loop
needs pygame, too. `python -m game.smallest` plays it. If you copy this file and
`collision` into a folder of your own, `python -m FOLDER.smallest` does.
"""

from __future__ import annotations

import sys
from collections import deque
from math import copysign
from operator import sub
from typing import Any, NamedTuple

from .collision import AABB, Response, move, overlaps, sweep
from .collision.aabb import Vector
from .collision.pitfalls import discrete

TICKS = 60
"""Ticks in a second."""
STRIDE = 90
"""px that a dash along an axis moves the box in a tick."""
DIAGONAL = 64
"""px on each axis that a diagonal dash moves it in a tick: 90.5 px in all. It is 64,
since a whole gap divided by 64 is exact in floats: the box stops at a whole px."""
PAIR_TICKS = 3
"""From a key to its dash. A second key in that time makes the dash a diagonal."""
TURN_TICKS = 96
"""From turn to turn of all obstacles. None comes within 12 px of a wall, and the box is
12 px wide, so none crushes it."""
VOLUMES = 80
"""How many swept volumes are shown: of 20 ticks, with one box and three obstacles."""
REST: Vector = (0.0, 0.0)
"""No displacement, or no direction."""
SWEPT = "swept"
AT_THE_END = "tested at the end"

HALF = (6, 6)
"""Half extents of the box, and of each thing."""
START = AABB((70, 200), HALF)
ROOM = AABB((320, 200), (320, 180))
# Each wall is given by its left, top, right and bottom.
WALLS = [
    AABB.from_min_max(faces[:2], faces[2:])
    for faces in [
        (0, 20, 640, 24),
        (0, 376, 640, 380),
        (0, 24, 4, 376),
        (636, 24, 640, 376),
        (150, 24, 152, 190),
        (230, 110, 420, 111),
        (230, 111, 231, 180),
        (550, 130, 636, 133),
        (406, 222, 410, 290),
        (220, 290, 410, 291),
        (490, 210, 492, 376),
        (4, 270, 90, 273),
    ]
]
RESTS = [REST for _ in WALLS]
"""The displacement f of each wall."""
OBSTACLES = [
    AABB((190, 56), (10, 10)),
    AABB((255, 200), (2, 26)),
    AABB((450, 344), (10, 10)),
]
"""Where they begin."""
MOVES = [(0, 3), (1.25, 0), (0, -2)]
"""The displacement f of each obstacle, px a tick, until it turns."""
THINGS = [
    AABB(place, HALF)
    for place in [
        (100, 110),
        (130, 290),
        (220, 250),
        (250, 40),
        (310, 130),
        (370, 260),
        (410, 340),
        (440, 70),
        (560, 360),
        (570, 70),
    ]
]
"""From the place of each, at most four dashes lead to any other."""


# The rules.


class Game:
    """The state of the game. The same calls always lead to the same state."""

    def __init__(self) -> None:
        self.method = SWEPT
        """SWEPT or AT_THE_END."""
        self.shows_boxes = False
        """Whether the volumes that boxes swept are outlined, or only shaded."""
        self.best = 3600
        """Ticks of the fastest game by either method; at first a minute, which is easy
        to beat."""
        self.begin()

    def begin(self) -> None:
        """Begin again: the box, the things, the clock and the counts."""
        self.things = THINGS
        """Those that are left."""
        self.obstacles = OBSTACLES
        self.moves = MOVES
        self.box = START
        self.e = REST
        """The displacement of the dash in a tick, px."""
        self.pressed = REST
        """The direction of the dash that was asked for."""
        self.tick_number = 0
        self.clock = 0
        """Ticks from the first dash until the last thing is taken."""
        self.dashes = 0
        self.hits = 0
        self.passed = 0
        self.lost = 0
        self.volumes = deque([(START, REST)], VOLUMES)
        """What was swept last: boxes where a tick began, and their displacements."""

    def change_method(self) -> None:
        """Begin again, by the other method."""
        self.method = AT_THE_END if self.method == SWEPT else SWEPT
        self.begin()

    def press(self, direction: Vector) -> None:
        """Ask for a dash. It begins when the box has been at rest for PAIR_TICKS since
        then; what is asked for on the other axis until it begins makes it a diagonal.

        Args:
            direction: -1, 0 or 1 on each axis.
        """
        self.pressed = tuple(x or old for x, old in zip(direction, self.pressed))
        self.waited = 0
        """Ticks at rest since then."""

    def tick(self) -> None:
        """Advance the game by a tick."""
        if any(self.pressed) and self.e == REST:
            self.begin_dash()
        self.move_box()
        self.move_obstacles()
        if not self.things:
            self.best = min(self.best, self.clock)
        elif self.dashes:
            self.clock += 1

    def begin_dash(self) -> None:
        """Begin the dash that was asked for, if it has waited for a second key."""
        self.waited += 1
        if self.waited == PAIR_TICKS:
            length = DIAGONAL if all(self.pressed) else STRIDE
            self.e = tuple(length * x for x in self.pressed)
            self.pressed = REST
            self.dashes += 1

    def move_box(self) -> None:
        """Move the box by a tick, or less if the method finds a solid in its way.

        Swept, it stops at its first contact, and an obstacle pushes it. Tested at the
        end, it stays where the tick began if it would overlap a solid where the tick
        ends, and nothing pushes it.
        """
        solids = WALLS + self.obstacles
        moves = RESTS + self.moves
        # Both methods sweep: the test at the end, to count what it overlooks.
        end, contacts = move(self.box, self.e, solids, Response.STOP, moves)
        solid_found = bool(contacts)
        if self.method == AT_THE_END:
            solid_found = any(
                discrete(self.box, o, self.e, f) for o, f in zip(solids, moves)
            )
            end = self.box if solid_found else self.box.moved(self.e)
        self.go_to(end)
        if self.e == REST:  # No dash: nothing to count.
            return
        if solid_found:
            self.hits += 1
            self.e = REST
        elif contacts:
            self.passed += 1
        if not overlaps(self.box, ROOM):
            self.lost += 1
            self.e = REST
            self.box = START

    def go_to(self, end: AABB) -> None:
        """Move the box on a straight path, and take the things that the method finds.

        If an obstacle pushes the box after a hit, its path has a bend, which is left
        out here: it is at most 3 px long.
        """
        path = tuple(map(sub, end.center, self.box.center))
        test = sweep if self.method == SWEPT else discrete
        self.things = [o for o in self.things if not test(self.box, o, path)]
        self.volumes.append((self.box, path))
        self.box = end

    def move_obstacles(self) -> None:
        """Move the obstacles, and turn them when it is time."""
        self.volumes += zip(self.obstacles, self.moves)
        self.obstacles = list(map(AABB.moved, self.obstacles, self.moves))
        self.tick_number += 1
        if self.tick_number % TURN_TICKS == 0:
            self.moves = [(-x, -y) for x, y in self.moves]


# The drawing: shapes, which are values, and which the loop turns into a picture.


class DrawnShape(NamedTuple):
    """A hull, or a line of text."""

    role: str
    """What it is: it has the colour of that name in COLORS."""
    points: list[Vector]
    """px: the corners of the hull in order, or the upper left corner of the text."""
    words: str = ""
    """The text; empty for a hull."""


TITLE = (
    "Take all ten.   Arrows or WASD: dash (two at once: diagonally)   Tab: what is"
    " swept   V: method   R: again   Esc: end"
)
COLORS = {
    "ground": "#0B0E14",
    "solid": "#F4F6FA",
    "box": "#F0E442",
    "thing": "#009E73",
    "trail": "#1B3550",
    "swept": "#7CC7FF",
    "text": "#F4F6FA",
}


def shapes(game: Game) -> list[DrawnShape]:
    """Return all that is to be drawn, the rearmost first."""
    role = "swept" if game.shows_boxes else "trail"
    hulls = [DrawnShape(role, hull(*volume)) for volume in game.volumes]
    hulls += [DrawnShape("solid", hull(box)) for box in WALLS + game.obstacles]
    hulls += [DrawnShape("thing", hull(thing)) for thing in game.things]
    hulls += [DrawnShape("box", hull(game.box))]
    return hulls + texts(game)


def hull(box: AABB, path: Vector = REST) -> list[Vector]:
    """Return the corners of what a box sweeps on a path (x, y), px: a hexagon.

    Three corners are those of the box at the start, on the side away from the path; the
    others are the opposite three at the end. At rest they are the box's own four.
    """
    x, y = box.center
    dx, dy = path
    w, h = map(copysign, box.half_extents, path)
    return three_corners(x, y, -w, -h) + three_corners(x + dx, y + dy, w, h)


def three_corners(x: float, y: float, w: float, h: float) -> list[Vector]:
    """Return the corner (x + w, y + h) of a box around (x, y), between the two that are
    beside it."""
    return [(x + w, y - h), (x + w, y + h), (x - w, y + h)]


def texts(game: Game) -> list[DrawnShape]:
    """Return the lines above and below the room."""
    title = TITLE if game.things else "All ten taken.   R: again   Esc: end"
    line = (
        f"{game.method}: {game.dashes} dashes, {game.hits} hits, {game.passed} passed,"
        f" {game.lost} lost.   {10 - len(game.things)} of 10 in"
        f" {game.clock / TICKS:.1f} s, best {game.best / TICKS:.1f} s"
    )
    return [DrawnShape("text", [(4, 4)], title), DrawnShape("text", [(4, 384)], line)]


# The loop: keys, and a window of pygame.

KEYS = {
    "left": (-1, 0),
    "a": (-1, 0),
    "right": (1, 0),
    "d": (1, 0),
    "up": (0, -1),
    "w": (0, -1),
    "down": (0, 1),
    "s": (0, 1),
}
"""The direction of a dash, by the name of a key."""
SCALE = 2
"""Pixels of the window for a px of the room."""
NO_PYGAME = "The smallest game needs pygame-ce: python -m pip install pygame-ce"
NO_DISPLAY = "The smallest game needs a display for its window, and there is none."


def main() -> str | None:
    """Play until the window is closed. Return why that is impossible, else None."""
    try:
        import pygame
    except ImportError:
        return NO_PYGAME
    try:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen":
            return NO_DISPLAY
    except pygame.error:
        return NO_DISPLAY
    pygame.font.init()
    pygame.display.set_caption("The smallest game")
    window = pygame.display.set_mode((1280, 800), pygame.SCALED)
    clock = pygame.time.Clock()
    game = Game()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return None
            if event.type == pygame.KEYDOWN:
                press_key(game, pygame.key.name(event.key))
        game.tick()
        draw(window, game)
        pygame.display.flip()
        clock.tick(TICKS)


def press_key(game: Game, key: str) -> None:
    """Do what a key is for, by its name in pygame; nothing, if it is for nothing."""
    if key in KEYS:
        game.press(KEYS[key])
    elif key == "tab":
        game.shows_boxes = not game.shows_boxes
    elif key == "v":
        game.change_method()
    elif key == "r":
        game.begin()
    elif key == "escape":
        raise SystemExit


def draw(window: Any, game: Game) -> None:
    """Draw the shapes of a game on a surface of pygame, 1280 x 800 pixels."""
    import pygame

    font = pygame.font.Font(None, 28)
    window.fill(COLORS["ground"])
    for role, points, words in shapes(game):
        color = COLORS[role]
        pixels = [(SCALE * x, SCALE * y) for x, y in points]
        if words:
            window.blit(font.render(words, True, color), pixels[0])
        else:
            width = 1 if role == "swept" else 0
            pygame.draw.polygon(window, color, pixels, width)


if __name__ == "__main__":
    sys.exit(main())
