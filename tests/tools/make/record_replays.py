"""Write the stored replays of the rooms.

    python tests/tools/make/record_replays.py [NAME ...]

A pilot plays each room as a quick person would, from place to place: it taps an arrow if that leads
there, and otherwise aims, with the keys or the pointer, whichever is quicker; it waits only until
the preview passes the place and survives.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import atan2, dist, pi
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from game.resources import assets, levels, stored_replay
from game.simulation.begin import begin
from game.simulation.foresight import Preview, preview_dash
from game.simulation.methods import step_by
from game.simulation.player import EIGHTHS, HEADINGS, TURN_SPEED, Controls
from game.simulation.replay import Recorder
from game.simulation.room import Room
from game.simulation.tiled import load_room
from game.simulation.world import World

PACE, TURN, HOLD, LONGEST_REST = 1 / 10, 1 / 5, 1 / 10, 20
"""s between two dashes, s to turn the pointer, s for which an aim by keys is held at least, and
s of rest after which a place is unreachable."""

NEAR, TAP_NEAR = 20.0, 8.0
"""px by which a dash may miss its place, and one that an arrow taps."""


class Pushed(NamedTuple):
    """A place to which a moving solid pushes the player."""

    x: float
    y: float


class Safe(NamedTuple):
    """A place to which a dash goes as soon as the player then lives for some seconds."""

    x: float
    y: float
    seconds: float


class Stop(NamedTuple):
    """A place at which the dash must end."""

    x: float
    y: float


class Rest(NamedTuple):
    """A pause in which a person would wait."""

    seconds: float


ROUTES: dict[str, list[tuple[float, ...]]] = {
    "first-contact": [(250, 304), (250, 8), (376, 304), (506, 352), (506, 8), (573, 56)],
    "hairline": [
        *[(58, 37), (320, 37), (320, 114), (117, 114)],
        *[(523, 114), (523, 299), (329, 299), (329, 180)],
    ],
    "two-shadows": [(492, 352), (148, 352), (492, 8), (320, 180)],
    "corner-cut": [
        *[(310, 84), (500, 84), (380, 168), (140, 168)],
        *[(320, 252), (500, 252), (320, 316)],
    ],
    "dead-level": [
        *[(170, 84), (620, 88), (480, 184), (20, 180)],
        *[(8, 352), (180, 280), (580, 272)],
    ],
    "oncoming": [(556, 82), (484, 220), (156, 136), (156, 322), (576, 322)],
    "piston-house": [
        *[Pushed(133, 121), (50, 121), (400, 121), Pushed(407, 239), (240, 239)],
        *[(590, 239), Pushed(593, 121), (420, 121), (618, 121)],
    ],
    "row-of-twelve": [
        *[(220, 280), (420, 80), (620, 280), (620, 80)],
        *[(420, 280), (220, 80), (20, 280)],
    ],
    "slug-cage": [
        *[(314, 180), (265, 98), (265, 262), (375, 262)],
        *[(375, 98), (326, 178), (612, 180)],
    ],
    "saw-mill": [(82, 274), (414, 274), (358, 86), (614, 86), (558, 274), (430, 274)],
    "glitch": [
        *[(108, 180), (222, 180), Rest(1.3), (122, 72), (520, 70)],
        *[(520, 290), (120, 290), (320, 263), (320, 180)],
    ],
    "sixteen-milliseconds": [
        *[(46, 38), (400, 38), (415, 175), (600, 175), (614, 312)],
        *[Pushed(614, 253), (225, 253), (66, 253)],
    ],
    "peg-board": [
        *[(395, 305), (245, 305), (245, 225), (632, 225)],
        *[(8, 225), (75, 292), (75, 352), (308, 112)],
    ],
    "tight-fit": [
        *[(590, 37), (595, 320), (330, 323), (324, 230), (580, 225)],
        *[(586, 50), (60, 46), (54, 175), (310, 180)],
    ],
    "crosswise": [
        *[(32, 156), (152, 36), (152, 324), (32, 204)],
        *[(608, 204), (488, 324), (488, 36), (356, 168)],
    ],
    "safe-side": [
        *[(262, 72), (500, 74), (340, 238), (336, 316)],
        *[(142, 322), (202, 256), (300, 254), (304, 130)],
    ],
    "between-beams": [(40, 280), (620, 280), (632, 185), (20, 180), (8, 85), (590, 80)],
    "express": [
        *[(316, 100), Pushed(254, 100), (254, 230), (312, 230)],
        *[Pushed(391, 230), (391, 310), (186, 320), (566, 320)],
    ],
    "tight-press": [
        *[Pushed(110, 110), (20, 110), Safe(315, 110, 1.5), Pushed(315, 250), Safe(455, 250, 1.5)],
        *[Pushed(455, 110), (340, 110), Safe(594, 110, 1.5), Pushed(594, 250), (608, 250)],
    ],
    "organ-pipes": [
        *[(102, 238), (215, 238), (215, 135), (185, 135)],
        *[(375, 325), (375, 8), (394, 27)],
    ],
    "closed-orbit": [(190, 245), (190, 115), (560, 52), (450, 115), (450, 245), (326, 192)],
    "cross-cut": [(96, 180), (208, 292), (432, 68), (544, 180), (432, 292), (330, 188)],
    "in-step": [(315, 244), (315, 297), (602, 297), (602, 138), (8, 138), (8, 63), (608, 63)],
    "half-a-second": [(40, 285), (620, 280), (632, 72), (420, 276), (404, 110), (40, 100)],
    "close-shave": [
        *[(176, 200), (500, 50), (464, 160), (500, 310)],
        *[(464, 200), (140, 50), (176, 160), (324, 200)],
    ],
    "running-bond": [
        *[(320, 280), (268, 280), (268, 232), (216, 232), (216, 184)],
        *[(424, 184), (424, 232), (320, 232), (320, 165)],
    ],
    "five-shutters": [(590, 72), (605, 290), (50, 72), (35, 290), (590, 72), (605, 180)],
    "clock-face": [
        *[(424, 169), (331, 76), (232, 108), (309, 284)],
        *[(216, 191), (392, 268), (320, 180)],
    ],
    "shunting-yard": [
        *[(240, 307), (240, 54), (400, 50), (400, 300)],
        *[(580, 307), (584, 182), (70, 178.5)],
    ],
    "paternoster": [
        *[(116, 270), Pushed(102, 90), (542, 80), Pushed(542, 260), (110, 270)],
        *[Pushed(112, 148), (530, 140), Pushed(528, 204), (320, 210)],
    ],
    "camshaft": [
        *[Stop(100.5, 240), Stop(210.5, 120), Stop(320.5, 240), (266, 184)],
        *[Stop(320.5, 184), Stop(430.5, 120), Stop(540.5, 240), Stop(578, 120)],
    ],
    "tide-gates": [
        *[Stop(212, 286), (212, 80), Stop(380, 74), (380, 280)],
        *[Stop(548, 286), (548, 80), (576, 74)],
    ],
    "wind-chimes": [
        *[(180, 180), (180, 340), Stop(260, 352), Stop(260, 174), (380, 174)],
        *[(380, 14), Stop(460, 8), Stop(460, 186), (610, 186)],
    ],
    "gear-train": [
        *[(162, 180), (46, 64), (64, 46), (64, 314)],
        *[(180, 198), (296, 314), (296, 46), (564, 314)],
    ],
    "midnight": [
        *[Stop(280, 42), (280, 340), (620, 241), (632, 40)],
        *[Stop(360, 30), Stop(360, 352), Stop(321, 352), (321, 42)],
    ],
    "bishops-walk": [
        *[(20, 191.25), (8, 123.5), (339, 344), (603, 194)],
        *[(400, 14), (37, 233), (107, 323)],
    ],
}
"""Places that the dashes pass, px, and pauses."""
STARTER = assets() / "levels" / "starter.tmj"
STARTER_ROUTE: list[tuple[float, ...]] = [(150, 180), (156, 8), (240, 176), (588, 180)]


def heading_to(here: tuple[float, ...], there: tuple[float, ...]) -> int:
    angle = atan2(there[1] - here[1], there[0] - here[0])
    return round(angle * HEADINGS / (2 * pi)) % HEADINGS


def turn_between(start: int, end: int) -> int:
    """Return the shorter turn, in headings."""
    return (end - start + HEADINGS // 2) % HEADINGS - HEADINGS // 2


def passes(preview: Preview, place: tuple[float, ...], near: float) -> bool:
    """Return whether a dash would come near to a place, or end there, and survive."""
    if isinstance(place, Stop) and dist(preview.end, place) > TAP_NEAR:
        return False
    for start, end in preview.paths:
        span = [b - a for a, b in zip(start, end)]
        square = sum(x * x for x in span) or 1.0
        part = sum(x * (p - a) for x, p, a in zip(span, place, start)) / square
        there = [a + x * max(0.0, min(1.0, part)) for a, x in zip(start, span)]
        if dist(there, place[:2]) <= near:
            return preview.dies is None
    return False


def aim_by_pointer(world: World, place: tuple[float, ...]) -> list[Controls]:
    """Return the controls that turn to a place."""
    start = world.player.facing
    turn = turn_between(start, heading_to(world.place(world.player.id), place))
    ticks = round(TURN * world.tick_rate)
    parts = [tick / ticks for tick in range(1, ticks + 1)]
    headings = [start + round(turn * part**2 * (3 - 2 * part)) for part in parts]
    return [Controls(aim=True, heading=heading % HEADINGS) for heading in headings]


def aim_by_keys(world: World, place: tuple[float, ...]) -> list[Controls]:
    """Return the controls that aim with the nearest arrows, and turn the rest with Shift."""
    heading = heading_to(world.place(world.player.id), place)
    eighth = round(heading * 8 / HEADINGS)
    rest = heading - eighth * HEADINGS // 8
    turned = [Controls(((rest > 0) - (rest < 0), 0), turn=True, aim=True)]
    pressed = [Controls(EIGHTHS[eighth % 8], aim=True), Controls(aim=True)]
    pressed += turned * round(abs(rest) * world.tick_rate / TURN_SPEED)
    held = round(HOLD * world.tick_rate) - len(pressed)
    return [*pressed, *[Controls(aim=True)] * max(1, held)]


Aim = Callable[[World, tuple[float, ...]], list[Controls]]
AIMS: tuple[Aim, ...] = (aim_by_keys, aim_by_pointer)


def tap(world: World, place: tuple[float, ...]) -> list[Controls]:
    """Return the controls that tap the arrows which point most nearly to a place."""
    heading = heading_to(world.place(world.player.id), place)
    return [Controls(EIGHTHS[round(heading * 8 / HEADINGS) % 8])]


def result(world: World, pressed: list[Controls]) -> Preview:
    """Return what the dash would do that these controls begin."""
    ahead = world.copy()
    for controls in pressed:
        ahead.tick(controls)
    return preview_dash(ahead)


def survives(world: World, pressed: list[Controls], seconds: float) -> bool:
    """Return whether the player lives for some seconds after these controls."""
    ahead = world.copy()
    for controls in (*pressed, *[Controls()] * round(seconds * world.tick_rate)):
        ahead.advance(controls, step_by)
    return ahead.outcome != "dead"


def choose(world: World, place: tuple[float, ...], aims: Sequence[Aim]) -> list[Controls]:
    """Return the controls that begin a dash to a place: a tap if it takes no fewer cores than an
    aim, else the shortest aim; nothing while none leads there."""
    tapped = tap(world, place)
    straight = result(world, tapped)
    by_tap = passes(straight, place, TAP_NEAR)
    for aimed in sorted([aim(world, place) for aim in aims], key=len):
        exact = result(world, aimed)
        if by_tap and {*straight.cores} >= {*exact.cores}:
            pressed = tapped
        elif passes(exact, place, NEAR):
            pressed = aimed
        else:
            continue
        if not isinstance(place, Safe) or survives(world, pressed, place.seconds):
            return pressed
    return []


def is_due(world: World, place: Pushed | Rest, begun: int) -> bool:
    """Return whether the pilot has been pushed to its place, or has rested."""
    if isinstance(place, Rest):
        return world.ticks - begun >= place.seconds * world.tick_rate
    return dist(world.place(world.player.id), place) < 1


def rest(recorder: Recorder) -> None:
    """Record an idle tick; a run begins with an input, so an aim is begun and cancelled."""
    ticks = recorder.world.ticks
    recorder.tick(Controls(aim=ticks == 0, cancel=ticks == 1))


def fly(
    room: Room, route: list[tuple[float, ...]], wait: int = 0, aims: Sequence[Aim] = AIMS
) -> Recorder:
    """Play a route after some idle ticks; the recorder's world has the outcome."""
    recorder = Recorder(begin(room))
    world = recorder.world
    for _ in range(wait):
        rest(recorder)
    for place in route:
        begun, waits = world.ticks, isinstance(place, Pushed | Rest)
        while not world.outcome:
            pressed = [] if waits else choose(world, place, aims)
            if pressed or (waits and is_due(world, place, begun)):
                break
            rest(recorder)
            if world.ticks - begun > LONGEST_REST * world.tick_rate:
                here = world.place(world.player.id)
                raise ValueError(f"{room.name}: no path from {here} to {place}")
        for controls in pressed:
            recorder.tick(controls)
        while world.player.state != "still" and not world.outcome:
            recorder.tick(Controls())
        for _ in range(round(PACE * world.tick_rate) if pressed else 0):
            recorder.tick(Controls())
    return recorder


def record(path: Path, route: list[tuple[float, ...]], stored: Path) -> None:
    """Fly a route, and store the fastest run, whose time and dashes set the room's medals."""
    runs = [fly(load_room(path), route, aims=aims) for aims in (AIMS, AIMS[:1], AIMS[1:])]
    recorder = min(runs, key=lambda run: run.world.ticks)
    world = recorder.world
    if world.outcome != "finished":
        raise ValueError(f"{path.stem}: {world.outcome} after {world.dashes} dashes")
    print(f"{path.stem}: {world.ticks} ticks, {world.dashes} dashes")
    stored.write_text(recorder.replay().dumps() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of rooms; default: all")
    for name in parser.parse_args().names or levels():
        record(levels()[name], ROUTES[name], stored_replay(name))
