"""The chunks of Scanline: each can be played alone, and follows any other."""

from __future__ import annotations

from functools import cache, reduce

import pytest
from support.replays import run_again
from support.suite import long_except
from tools.make.record_chunks import CHUNKS, ROUTES, chunks, stored_run
from tools.make.record_replays import fly

from game.collision import AABB, Response, Space, overlaps
from game.simulation.begin import begin
from game.simulation.elements import Blade, Core, GlitchCell, Slider, Slug
from game.simulation.player import HALF, HEADINGS, Controls
from game.simulation.replay import Replay, loads
from game.simulation.room import Room, columns
from game.simulation.shaft import place_chunk
from game.simulation.tiled import load_room

NAMES = list(chunks())
MOVING = NAMES[4:]
FEWEST_DASHES, MOST_DASHES, MOST_TICKS, LATER = 3, 6, 600, 277
GATES = AABB.from_min_max((288, 0), (352, 0)), AABB.from_min_max((288, 360), (352, 360))
CLEAR = (24.0, 24.0)
"""px around a gate that are free."""
SAFE = AABB.from_min_max((280, 0), (360, 30)), AABB.from_min_max((280, 320), (360, 360))
"""Where nothing lethal comes."""
ACROSS = range(292, 349, 7)
"""x at which a player fits through a gate."""
OLD = {"wall", "core"}
ADDED = {"safe slider", "lethal slider"}, {"slug"}, {"piston", "blade", "glitch"}
"""What the second, third and last four chunks bring."""

each = pytest.mark.parametrize("name", NAMES)


@cache
def chunk(name: str) -> Room:
    return load_room(chunks()[name])


@cache
def run_of(name: str) -> Replay:
    return loads(stored_run(name).read_text(encoding="utf-8"))


def is_piston(slider: Slider) -> bool:
    return slider.back != slider.speed


def elements(room: Room) -> set[str]:
    """Name what a chunk is made of."""
    sliders = {("lethal" if s.lethal else "safe", is_piston(s)) for s in room.of(Slider)}
    named = {"piston" if piston else f"{faces} slider" for faces, piston in sliders}
    others = {"slug": room.of(Slug), "blade": room.of(Blade), "glitch": room.of(GlitchCell)}
    return named | OLD | {name for name, bodies in others.items() if bodies}


def walls_of(room: Room) -> Space:
    """Return a space of a chunk's walls, with both gates open."""
    space = Space()
    space.add_walls(*columns(place_chunk(room, False, 0.0).walls))
    return space


def lane(room: Room, slug: Slug) -> AABB:
    """Return what a slug passes in eight seconds."""
    way, half = [v * 8.0 for v in slug.velocity], slug.box.half_extents
    paths = walls_of(room).cast(slug.box.center, half, way, Response.BOUNCE)
    ends = [AABB(tuple(end), half) for end in paths.end.tolist()]
    return reduce(AABB.union, ends, slug.box)


def mirrored(controls: Controls) -> Controls:
    (x, y), heading = controls.arrows, controls.heading
    if heading is not None:
        heading = (HEADINGS // 2 - heading) % HEADINGS
    return controls._replace(arrows=(-x, y), heading=heading)


def test_there_are_sixteen_each_with_its_run() -> None:
    assert len(NAMES) == 16
    for found in (CHUNKS.glob("*.tmj"), (CHUNKS / "replays").glob("*.json")):
        assert sorted(path.stem for path in found) == sorted(NAMES)
    assert list(ROUTES) == NAMES


@each
def test_the_stored_run_passes_the_chunk_quickly(name: str) -> None:
    room = chunk(name)
    world = run_again(run_of(name), room)
    assert world.outcome == "finished"
    assert FEWEST_DASHES <= world.dashes <= MOST_DASHES
    assert world.ticks <= MOST_TICKS
    assert run_of(name).dashes == world.dashes
    assert len(room.of(Core)) <= 4


@pytest.mark.parametrize("name", long_except(NAMES, *NAMES[::4]))
@pytest.mark.parametrize("flip", [False, True])
def test_in_the_shaft_the_run_leads_out_of_the_upper_gate(name: str, flip: bool) -> None:
    world = begin(place_chunk(chunk(name), flip, 0.0))
    for controls in run_of(name).controls():
        world.tick(mirrored(controls) if flip else controls)
    for _ in range(8):
        world.tick(Controls())
    assert world.outcome is None
    assert not world.bodies.of(Core)
    assert world.place(world.player.id)[1] < -HALF[1]


@pytest.mark.parametrize("name", long_except(MOVING, "harp", "hourglass"))
def test_the_pilot_passes_at_another_time_too(name: str) -> None:
    """In the shaft, what moves has moved for a while when the player arrives."""
    flown = fly(chunk(name), ROUTES[name], wait=LATER)
    assert flown.world.outcome == "finished"
    assert flown.world.ticks <= LATER + MOST_TICKS


@each
def test_gates_are_free(name: str) -> None:
    room = chunk(name)
    swept = [(s.box.union(s.box.moved(s.travel)), bool(s.lethal)) for s in room.of(Slider)]
    swept += [(AABB(b.center, (b.reach, b.reach)), True) for b in room.of(Blade)]
    swept += [(lane(room, slug), True) for slug in room.of(Slug)]
    for body, lethal in [*((wall, False) for wall in room.walls[:-4]), *swept]:
        assert 4 <= body.min[0] < body.max[0] <= 636
        assert not any(overlaps(body, gate.expanded(CLEAR)) for gate in GATES), body
        assert not (lethal and any(overlaps(body, place) for place in SAFE)), body


@each
def test_no_straight_dash_leads_from_gate_to_gate(name: str) -> None:
    space = walls_of(chunk(name))
    for start in ACROSS:
        for end in ACROSS:
            way = (end - start, -360.0)
            assert space.cast((start, 350), HALF, way, Response.STOP).end[-1, 1] > 30


def test_elements_come_one_after_the_other() -> None:
    """Four chunks of walls and cores, then four with sliders, with slugs, with all the rest."""
    allowed = set(OLD)
    for first, new in zip((0, 4, 8, 12), (set(), *ADDED)):
        allowed |= new
        made_of = [elements(chunk(name)) for name in NAMES[first : first + 4]]
        assert all(parts <= allowed for parts in made_of)
        assert new <= set().union(*made_of)
        assert all(new & parts for parts in made_of if new)
    assert sum(len(chunk(name).of(GlitchCell)) for name in NAMES) == 1
