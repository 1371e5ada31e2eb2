"""How does an endless shaft work?

Scanline is a shaft of chunks, mirrored or not, one above the other, joined by gates;
after a grace a line rises from below, in the player's time, and ends the run. Chunks
are put in as the player climbs and taken out below the line.

      |   ___  ___   |   gate
      |      ..      |
      |   ___  ___   |   gate
      |  the player  |
      ~~~~~~~~~~~~~~~~   the line: still for 3 s, then 40 px/s, 160 two minutes later

Which chunk comes next is a function of the seed and of how many there were, so copies
of the world go on alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ..collision import AABB, Step
from .elements import Exit, Placement
from .events import CoreTaken, Died, Event, Grazed, Hurt, TakenBack
from .fingerprint import ValueTuple
from .player import Controls
from .room import FRAME, SIDES, VISIBLE, Room
from .world import Headline, World

SHAFT_NAME = "scanline"
HINT = "Climb above the line. Teeth cost one of three boxes."
WIDTH = 640.0
"""px: of a chunk."""
HEIGHT = 360.0
"""px: of a chunk."""
GATE = 64.0
"""px: width of the hole in the middle of the edge between two chunks."""
EDGE = 2.0
"""px: thickness of the edge between two chunks."""
START = (320.0, 340.0)
FIRST_POOL = 4
"""The first chunks are among so many of the easiest."""
NEW_EVERY = 2
"""Chunks after each of which one more chunk may come."""
AHEAD = 2 * HEIGHT
"""px above the player that are built already: a dash is no longer than that."""
SLOWEST = 40.0
"""px/s of the line right after the grace."""
LINE_FASTEST = 160.0
"""px/s of the line at most."""
GAIN = 1.0
"""px/s by which the line gains each second."""
LINE_START = 120.0
"""px: how far the line lies below the player at the start."""
LINE_FARTHEST = 1.5 * HEIGHT
"""px: how far the line lies below the player at most."""
INTEGRITY = 3
GRACE_SECONDS = 3.0
"""s of the player's time in which the line stands at first."""
UNHURT_SECONDS = 1.0
"""s of the player's time after a hurt in which nothing hurts again."""
PX_A_POINT = 8
"""px of height for a point."""
GRAZE = 50
"""Points for a graze."""


def shaft(chunks: Sequence[Room]) -> Room:
    """Return the room of Scanline: a floor, and the chunks above it.

    Args:
        chunks: rooms of 640 x 360 px, the easiest first.
    """
    floor = AABB.from_min_max(
        (-FRAME, HEIGHT - VISIBLE), (WIDTH + FRAME, HEIGHT + FRAME)
    )
    return Room(
        name=SHAFT_NAME,
        title="Scanline",
        fact="",
        hint=HINT,
        width=WIDTH,
        height=HEIGHT,
        tick_rate=chunks[0].tick_rate,
        start=START,
        walls=(floor,),
        chunks=tuple(chunks),
    )


class Scanline(World):
    """A run up a shaft."""

    def prepare(self) -> None:
        """Set up the line, and the first chunks."""
        self.integrity: int = INTEGRITY
        self.points = 0
        """For cores and grazes."""
        self.built: dict[int, float] = {}
        """The y of the upper edge of each body's chunk, by the body's id."""
        self.lid: list[int] = []
        self.chunks = 0
        """How many were built."""
        self.last_chunk = -1
        """The place of the latest one in the list."""
        self.highest = START[1]
        below = START[1] + LINE_START + HEIGHT / 2
        self.line = int(
            self.space.add_sensors((WIDTH / 2, below), (WIDTH, HEIGHT / 2))[0]
        )
        self.build()

    @property
    def climbed(self) -> float:
        """px from the start to the highest place until now."""
        return START[1] - self.highest

    @property
    def score(self) -> int:
        return int(self.climbed) // PX_A_POINT + self.points

    @property
    def line_at(self) -> float:
        """The y of the line."""
        return float(self.space.center[self.line, 1]) - HEIGHT / 2

    def headline(self) -> Headline:
        """Return the height that was climbed, and the points."""
        noun = "point" if self.score == 1 else "points"
        return Headline(f"{int(self.climbed):,} px   {self.score:,} {noun}")

    def build(self) -> None:
        """Put in chunks as far ahead as a dash can go, close the shaft above them, and
        take out what lies below the line."""
        line = self.line_at
        below = [id for id, upper in self.built.items() if upper > line]
        if below:
            self.remove(below)
        _, player_y = self.place(self.player.id)
        while (top := -HEIGHT * self.chunks) > player_y - AHEAD - HEIGHT:
            ids = self.add(place_chunk(*self.pick(), top))
            self.built = self.built | dict.fromkeys(ids, top)
            self.chunks += 1
            self.remove(self.lid)
            lid = (WIDTH / 2, top - FRAME / 2), (WIDTH, FRAME / 2)
            self.lid = self.space.add_walls(*lid).tolist()

    def remove(self, ids: Sequence[int]) -> None:
        """Take bodies out, and forget their ids, which other bodies will get."""
        super().remove(ids)
        self.built = {i: self.built[i] for i in sorted(self.built.keys() - ids)}

    def pick(self) -> tuple[Room, bool]:
        """Return the next chunk, never the same twice in a row, and whether it is
        mirrored."""
        chance = Random(f"{self.seed}/{self.chunks}")
        pool = self.room.chunks[: FIRST_POOL + self.chunks // NEW_EVERY]
        ahead = 1 + int(chance.random() * (len(pool) - 1))
        self.last_chunk = (self.last_chunk + ahead) % len(pool)
        return pool[self.last_chunk], chance.random() < 0.5

    def drive(self, controls: Controls) -> list[Event]:
        """Build, let the player decide, and set all velocities, the line's too; return
        the events with which the tick begins.

        An aim does not slow the line, unless an assist stops time; and it is never left
        farther behind the player than LINE_FARTHEST.
        """
        self.build()
        begun = super().drive(controls)
        late = self.ticks / self.tick_rate - GRACE_SECONDS
        rise = 0.0
        if late >= 0:
            rise = min(LINE_FASTEST, SLOWEST + GAIN * late) / self.tick_rate
        rise = max(rise, self.line_at - self.highest - LINE_FARTHEST)
        dt = self.time.dt
        self.space.velocity[self.line] = 0.0, -rise / dt if dt else 0.0
        return begun

    def play_out(self, step: Step) -> list[Event]:
        """Apply a step's events, and update the greatest height; return the events that
        happened."""
        happened = super().play_out(step)
        end = happened[-1].u if self.outcome else 1.0
        self.highest = min(self.highest, self.place(self.player.id, step, end)[1])
        return happened

    def injury(self, death: Died) -> Event | None:
        """Return what something lethal does to the player: the line ends the run, all
        else costs integrity, and then nothing hurts for a second; None: nothing."""
        if death.other == self.line:
            return death
        if self.assist.invincible or self.ticks < self.unhurt_until:
            return None
        self.integrity -= 1
        self.unhurt_until = self.ticks + round(UNHURT_SECONDS * self.tick_rate)
        if self.integrity == 0:
            return death
        hurt = vars(death) | {"count": self.integrity}
        return Hurt(**hurt)

    def apply(self, event: Event) -> list[Event]:
        """Let an event change the run, as in a room: here a core is worth points, too,
        and a stride in GLITCH that is taken back hurts; return what follows."""
        follows = super().apply(event)
        match event:
            case CoreTaken():
                self.points += core_points(event.count)
            case TakenBack():
                injury = self.injury(Died(**vars(event)))
                if injury:
                    follows += [injury, *self.apply(injury)]
        return follows

    def add_grazes(self, step: Step) -> None:
        """Add the grazes of a step to the events, as in a room; each is worth
        points."""
        super().add_grazes(step)
        for event in self.last.events:
            if isinstance(event, Grazed):
                self.points += GRAZE

    def decisive(self) -> ValueTuple:
        """Return the state outside of the space that decides what happens next: as in a
        room, and what a shaft adds."""
        return (
            *super().decisive(),
            self.integrity,
            self.unhurt_until,
            self.chunks,
            self.last_chunk,
            self.highest,
            self.points,
        )


def core_points(chain: int) -> int:
    """Return what the chain-th core of a dash is worth, from 1."""
    return 250 << (chain - 1)


def place_chunk(chunk: Room, is_mirrored: bool, top: float) -> Room:
    """Return a chunk in its place in the shaft: its upper edge lies at the y top, px.

    Side walls and the edge with the gate take the place of its frame, and it has no
    exit.
    """
    placement = Placement(top, WIDTH, is_mirrored)
    walls = [placement.box(wall) for wall in chunk.walls[:-SIDES]]
    elements = [
        element.placed(placement)
        for element in chunk.elements
        if not isinstance(element, Exit)
    ]
    return replace(chunk, walls=(*walls, *chunk_sides(top)), elements=tuple(elements))


def chunk_sides(top: float) -> list[AABB]:
    """Return the walls of a chunk: at its sides, and above except for the gate."""
    between = (WIDTH - GATE) / 2
    side, edge = (FRAME, HEIGHT), (between, EDGE)
    sizes = {
        VISIBLE - FRAME: side,
        WIDTH - VISIBLE: side,
        0.0: edge,
        between + GATE: edge,
    }
    return [AABB.from_min_size((x, top), size) for x, size in sizes.items()]
