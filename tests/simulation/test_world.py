"""The world: a tick's story, what hurts, what is counted, and that all of it is repeatable."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from support.drawn import (
    BEGIN,
    Box,
    box,
    core_at,
    dash,
    exit_at,
    kinds,
    player_at,
    room,
    where,
    world,
)
from support.suite import long_except

from game.collision import Kind, Response
from game.headless import random_controls
from game.resources import levels
from game.simulation.begin import begin
from game.simulation.bodies import ElementsById
from game.simulation.elements import KINDS, Blade, Core, Exit, GlitchCell, Slider, Slug
from game.simulation.events import Died, Finished, Ricocheted
from game.simulation.foresight import preview_dash
from game.simulation.methods import METHODS
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.simulation.world import Assist, World, WorldTime

RIGHT, DOWN, LEFT, UP = 0, 1024, 2048, 3072


def still_slug(left: float, top: float, width: float = 4, height: float = 4) -> Box:
    return box("slug", left, top, width, height, vx=0, vy=0)


def test_cores_are_taken_and_the_exit_is_crossed_in_one_tick() -> None:
    w = world(player_at(100, 180), core_at(120, 180), core_at(140, 180), exit_at(170, 180))
    events = dash(w, RIGHT)
    assert kinds(events) == ["Dashed", "CoreTaken", "CoreTaken", "ExitOpened", "Finished"]
    assert [event.u for event in events[1:]] == pytest.approx([10 / 90, 30 / 90, 30 / 90, 58 / 90])
    assert [event.count for event in events[1:3]] == [1, 2]
    assert [event.position[0] for event in events[1:]] == pytest.approx([110, 130, 130, 158])
    assert (w.outcome, w.bodies.of(Core), w.ticks) == ("finished", {}, 8)
    assert (w.space.kind == Kind.DEAD).sum() == 2
    assert where(w) == pytest.approx((158, 180))


def test_the_exit_is_shut_until_the_last_core_is_taken() -> None:
    w = world(player_at(100, 180), exit_at(130, 180), core_at(160, 180))
    assert kinds(dash(w, RIGHT)) == ["Dashed", "CoreTaken", "ExitOpened", "Stopped"]
    assert w.outcome is None
    assert dash(w, LEFT)[-1].position == pytest.approx((142, 180))
    assert w.outcome == "finished"


def test_the_exit_may_be_crossed_later_in_the_dash_that_opens_it() -> None:
    w = world(player_at(100, 180), core_at(120, 180), exit_at(320, 180))
    dash(w, RIGHT)
    assert (w.outcome, w.dashes, w.ticks) == ("finished", 1, 7 + 1 + 2)


def test_the_exit_that_is_being_crossed_when_it_opens_is_reached_then() -> None:
    w = world(player_at(100, 180), exit_at(150, 180), core_at(152, 180))
    finished = dash(w, RIGHT)[-1]
    assert isinstance(finished, Finished)
    assert finished.position == pytest.approx((142, 180))


def test_the_exit_that_is_left_just_when_it_opens_is_reached() -> None:
    w = world(player_at(100, 180), exit_at(150, 180), core_at(172, 180))
    assert dash(w, RIGHT)[-1].position == pytest.approx((162, 180))
    assert w.outcome == "finished"


def test_at_the_same_u_cores_come_before_the_exit() -> None:
    w = world(player_at(100, 180), box("core", 120, 174, 9, 9), box("exit", 120, 170, 16, 16))
    assert kinds(dash(w, RIGHT))[1:] == ["CoreTaken", "ExitOpened", "Finished"]


@pytest.mark.parametrize(("ahead", "outcome"), [(0, "finished"), (-1, "dead"), (1, "finished")])
def test_at_the_same_u_the_exit_comes_before_death(ahead: float, outcome: str) -> None:
    w = world(
        player_at(100, 180), box("exit", 128, 170, 16, 16), still_slug(127 + ahead, 178, 4, 4)
    )
    dash(w, RIGHT)
    assert w.outcome == outcome


def test_what_comes_after_the_end_of_a_run_is_dropped() -> None:
    """No row is later than the death; bodies lie where they were then."""
    flying = box("slug", 300, 100, 4, 4, vx=0, vy=4800)
    w = world(player_at(100, 180), still_slug(130, 178), core_at(160, 180), flying)
    events = dash(w, RIGHT)
    u = 27 / 90
    assert kinds(events) == ["Dashed", "Died"]
    assert events[-1].u == pytest.approx(u)
    assert where(w) == pytest.approx((127, 180))
    assert w.place(max(w.bodies.of(Slug))) == pytest.approx((302, 102 + (7 * 0.15 + u) * 40))
    assert w.last.step is not None
    assert w.last.step.paths.u_end.max() == events[-1].u
    assert w.last.step.paths.at(1.0, w.space.center).tolist() == w.space.center.tolist()
    assert w.tick(BEGIN) == ()


def test_a_run_ends_at_its_u_of_the_bent_paths() -> None:
    slug = box("slug", 220, 178, 4, 4, vx=4800, vy=0)
    w = world(player_at(210, 180), slug, box("wall", 232, 100, 1, 100))
    w.tick(BEGIN)
    assert kinds(list(w.last.events)) == ["Ricocheted", "Died"]
    ricocheted, died = w.last.events
    assert isinstance(ricocheted, Ricocheted)
    assert isinstance(died, Died)
    assert (ricocheted.u, ricocheted.count) == (pytest.approx(8 / 40), 1)
    assert died.u == pytest.approx((8 + 15) / 40)
    assert (died.other, died.direction) == (next(iter(w.bodies.of(Slug))), (0.0, 0.0))


@pytest.mark.parametrize(("gap", "outcome"), [(-0.5, None), (-0.984375, None), (-1.0, "dead")])
def test_the_player_is_hurt_only_in_its_middle(gap: float, outcome: str | None) -> None:
    w = world(player_at(100, 180), still_slug(200, 184 + gap, 4, 4))
    dash(w, RIGHT, ticks=9)
    assert w.outcome == outcome


def test_a_resting_player_is_hurt_by_what_comes() -> None:
    w = world(player_at(100, 180), box("slug", 140, 178, 3, 3, vx=-4800, vy=0))
    w.tick(BEGIN)
    w.tick(Controls())
    assert w.outcome == "dead"


SLIDER = {"dy": 9.0, "speed": 1.0}


@pytest.mark.parametrize(
    ("lethal", "outcome"),
    [("left", "dead"), ("right, top", None), ("", None), ("left, top", "dead")],
)
def test_a_slider_kills_with_its_lethal_faces(lethal: str, outcome: str | None) -> None:
    w = world(player_at(100, 180), box("slider", 200, 150, 9, 60, lethal=lethal, **SLIDER))
    events = dash(w, RIGHT)
    assert w.outcome == outcome
    assert kinds(events)[-1] == ("Died" if outcome else "Stopped")
    assert events[-1].direction == (-1.0, 0.0)


@pytest.mark.parametrize(
    ("lethal", "outcome"), [("left", None), ("top", None), ("left, top", "dead")]
)
def test_at_an_exact_corner_the_safe_face_wins(lethal: str, outcome: str | None) -> None:
    w = world(player_at(100, 100), box("slider", 124, 124, 9, 9, dx=1, speed=1.0, lethal=lethal))
    w.space.velocity[:] = 0
    ((id, slider),) = w.bodies.of(Slider).items()
    still = replace(slider, travel=(2.0**-40, 0.0), speed=2.0**-40)
    w.bodies = w.bodies.with_added({id: still})
    events = dash(w, 512)
    assert events[-1].position == pytest.approx((120, 120))
    assert w.outcome == outcome


def test_a_lethal_face_is_where_the_slider_is_when_it_is_hit() -> None:
    """It goes 20 px down in the tick: 8 px after 0.4 of it, when it is hit in its middle."""
    slider = box("slider", 140, 146.5, 9, 9, dy=150.0, speed=2400.0, lethal="left")
    w = world(player_at(100, 180), slider)
    died = dash(w, RIGHT)[-1]
    assert (died.u, died.position) == (pytest.approx(0.4), pytest.approx((136, 180)))
    assert w.outcome == "dead"


def test_resting_and_sliding_along_lethal_faces_never_kills() -> None:
    lethal = box("slider", 100, 200, 400, 9, dx=9, speed=1.0, lethal="top, left, right, bottom")
    w = world(player_at(150, 196), lethal)
    for _ in range(60):
        w.tick(BEGIN)
    for _ in range(20):
        w.tick(Controls())
    dash(w, 256)
    assert w.outcome is None
    assert where(w) == (632, 196)


def test_a_slider_is_after_each_tick_where_the_time_says() -> None:
    w = world(player_at(50, 50), box("slider", 200, 100, 9, 9, dx=33, dy=71, speed=987.5))
    ((id, slider),) = w.bodies.of(Slider).items()
    for tick in range(40):
        w.tick(Controls(aim=tick % 9 < 4))
        assert w.place(id) == slider.place(w.time.now)


def test_a_crushed_player_dies() -> None:
    slider = box("slider", 100, 170, 20, 20, dx=100, speed=120)
    w = world(player_at(190, 180), slider, box("wall", 200, 100, 1, 200))
    w.tick(BEGIN)
    while not w.outcome:
        w.tick(Controls())
    assert w.outcome == "dead"
    assert w.counters.crushed == 1
    assert isinstance(w.last.events[-1], Died)


@pytest.mark.parametrize(("gap", "grazes"), [(0, 0), (0.5, 1), (3, 1), (3.015625, 0), (-0.5, 0)])
def test_a_lethal_box_passed_within_3_px_and_not_touched_is_a_graze(
    gap: float, grazes: int
) -> None:
    w = world(player_at(100, 180), still_slug(150, 184 + gap, 200, 4))
    events = dash(w, RIGHT)
    assert kinds(events).count("Grazed") == grazes
    assert w.score == 0
    assert not grazes or events[-1].u == events[-2].u
    assert "Grazed" not in kinds(dash(w, UP))


@pytest.mark.parametrize(("left", "grazes"), [(153, 1), (153.015625, 0)])
def test_a_box_that_is_near_just_when_the_dash_ends_is_a_graze(left: float, grazes: int) -> None:
    """The wall stops the player at x = 146, 3 px before a slug behind it; a core came before."""
    wall = box("wall", 150, 100, 1, 200)
    w = world(player_at(100, 180), core_at(125, 180), wall, still_slug(left, 178))
    told = ["Dashed", "CoreTaken", "ExitOpened", "Stopped"]
    assert kinds(dash(w, RIGHT)) == told + ["Grazed"] * grazes


def test_a_player_at_rest_grazes_nothing() -> None:
    w = world(player_at(100, 180), still_slug(96, 186))
    for _ in range(9):
        w.tick(BEGIN)
    assert (w.player.near, w.player.touched) == ((), ())


def test_a_corner_that_is_met_for_an_instant_hurts() -> None:
    """At 45 degrees down and to the right; the slug is above the way."""
    w = world(player_at(100, 180), still_slug(138, 208))
    assert kinds(dash(w, 512)) == ["Dashed", "Died"]


def test_a_dash_stops_once_in_a_tick() -> None:
    """At a wall after 0.1 of it; after 0.5 a slider comes from below and pushes."""
    slider = box("slider", 104, 215, 12, 9, dy=-100.0, speed=2400.0)
    w = world(player_at(100, 180), box("wall", 113, 100, 1, 200), slider)
    assert kinds(dash(w, RIGHT)) == ["Dashed", "Stopped"]
    assert w.counters.contacts == 2


@pytest.mark.parametrize(
    ("left", "top", "speed", "grazes"),
    [(100, 107, 4800, 0), (106, 167.375, 300, 1)],
    ids=["near", "touched"],
)
def test_what_a_slug_does_after_the_dash_in_the_same_tick_is_no_part_of_it(
    left: float, top: float, speed: float, grazes: int
) -> None:
    slug = box("slug", left, top, 4, 4, vx=0, vy=speed)
    w = world(player_at(100, 180), box("wall", 113, 100, 1, 200), slug)
    events = dash(w, RIGHT)
    assert events[-1 - grazes].u == pytest.approx(0.1)
    assert kinds(events)[1:] == ["Stopped"] + ["Grazed"] * grazes


def test_contacts_that_a_sample_would_have_missed_are_counted() -> None:
    """A dash through a 1 px wall is missed; one that would end inside a thick one is not."""
    thin = world(player_at(100, 180), box("wall", 150, 100, 1, 200))
    thick = world(player_at(100, 180), box("wall", 150, 100, 90, 200))
    dash(thin, RIGHT)
    dash(thick, RIGHT)
    assert (thin.counters.contacts, thin.counters.missed_by_discrete) == (1, 1)
    assert (thick.counters.contacts, thick.counters.missed_by_discrete) == (1, 0)


def test_missed_contacts_follow_the_bent_path() -> None:
    walls = [box("wall", 199, 100, 1, 100), box("wall", 214, 100, 20, 100)]
    w = world(player_at(50, 50), *walls, box("slug", 200, 150, 4, 4, vx=4200, vy=0))
    w.tick(BEGIN)
    assert w.counters.contacts == 3
    assert w.counters.missed_by_discrete == 2


def test_being_inside_is_counted_by_mover_and_step() -> None:
    """Listing 4 leaves movers that begin in a wall there: two slugs, three ticks."""
    w = world(box("wall", 100, 100, 9, 9), still_slug(200, 150), still_slug(220, 150))
    w.space.center[list(w.bodies.of(Slug))] = (104, 104)
    w.method = METHODS["listing4"]
    for _ in range(3):
        w.tick(BEGIN)
    assert w.counters.inside == 2 * 3


@pytest.mark.parametrize("name", long_except(levels(), "slug-cage", "glitch", "gear-train"))
def test_a_copy_goes_on_like_the_original(name: str) -> None:
    w = begin(load_room(levels()[name]))
    wanted = random_controls(5)
    for _ in range(100):
        w.tick(next(wanted))
    other, before = w.copy(), w.state_hash()
    assert other.state_hash() == before
    coming = [next(wanted) for _ in range(100)]
    for controls in coming:
        other.tick(controls)
    assert w.state_hash() == before
    for controls in coming:
        w.tick(controls)
    assert w.state_hash() == other.state_hash()
    assert w.counters == other.counters


@pytest.mark.parametrize("name", long_except(levels(), "slug-cage", "glitch"))
def test_a_preview_changes_nothing_and_is_what_happens(name: str) -> None:
    for heading in range(0, 4096, 256):
        w = begin(load_room(levels()[name]))
        for _ in range(heading // 64):
            w.tick(Controls(aim=True, heading=heading))
        w.tick(Controls(aim=True, heading=heading))
        before, cores, start = w.state_hash(), set(w.bodies.of(Core)), where(w)
        preview = preview_dash(w)
        assert w.state_hash() == before
        events = dash_on(w, heading)
        assert preview.end == where(w)
        assert preview.dies == (where(w) if w.outcome == "dead" else None)
        assert set(preview.cores) == cores - w.bodies.of(Core).keys()
        if preview.paths:
            assert "Refused" not in events
            assert preview.paths[-1][1] == preview.end
            assert all(a[1] == b[0] for a, b in zip(preview.paths, preview.paths[1:]))
        else:
            assert {"Refused", "Stopped"} & {*events}  # Stopped where it begins, by a corner.
            assert preview.end == start


def test_a_preview_knows_by_which_method_the_next_ticks_go() -> None:
    """While the player aims steps are remembered, but those of another method are not taken."""
    w = world(player_at(40, 180), box("wall", 333, 4, 1, 352))
    w.tick(Controls(aim=True, heading=RIGHT))
    assert preview_dash(w).end == (329, 180)
    w.method = METHODS["discrete"]
    assert preview_dash(w).end == (632, 180)
    dash_on(w, RIGHT)
    assert where(w) == (632, 180)


def dash_on(w: World, heading: int) -> list[str]:
    events = []
    while not w.outcome and w.player.state in ("aim", "release", "dash"):
        events += w.tick(Controls(heading=heading))
    return kinds(events)


HASHES = """
import sys
from game.headless import random_controls, run
from game.resources import levels
from game.simulation.tiled import load_room
for path in [*levels().values()][:int(sys.argv[1])]:
    print(run(load_room(path), seed=3, ticks=200)[0].state_hash)
"""


@pytest.mark.parametrize("rooms", long_except([2, len(levels())], 2))
def test_the_same_seed_and_controls_give_the_same_world(rooms: int) -> None:
    """In every process, whatever PYTHONHASHSEED is."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", HASHES, str(rooms)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(printed) == 1
    assert len(set(printed.pop().split())) == rooms


@pytest.mark.parametrize("name", long_except(levels(), "hairline", "saw-mill"))
def test_no_mover_tunnels_in_the_rooms_of_the_game(name: str) -> None:
    """10 s of random controls: only crushed movers are in a solid, and all stay in the frame."""
    drawn = load_room(levels()[name])
    wanted, w = random_controls(11), begin(drawn)
    for _ in range(1200):
        w = begin(drawn) if w.outcome else w
        w.tick(next(wanted))
        assert w.counters.inside <= w.counters.crushed
        centers = w.space.center[[w.player.id, *w.bodies.of(Slug)]]
        assert (centers > 4).all()
        assert (centers < (636, 356)).all()


def test_a_room_needs_no_core_no_slug_and_no_slider() -> None:
    w = begin(room(player_at(100, 180), exit_at(300, 180)))
    assert not w.bodies.of(Core)
    assert kinds(dash(w, RIGHT))[-1] == "Finished"


def test_the_headline_is_of_the_time_the_dashes_and_the_cores() -> None:
    w = world(player_at(100, 180), core_at(156, 180), core_at(306, 26))
    lines = [w.headline()]
    for heading in (RIGHT, LEFT):
        dash(w, heading)
        lines.append(w.headline())
    assert lines == [
        ("0.00 s   0 dashes", "cores 0/2", False),
        ("0.11 s   1 dash", "cores 1/2", False),
        (f"{w.ticks / 120:.2f} s   2 dashes", "cores 1/2", False),
    ]


def test_a_world_begins_with_nothing_counted() -> None:
    w = world(player_at(100, 180))
    numbers = w.ticks, w.time.parts, w.time.last_parts, w.dashes, w.glitch_left, w.unhurt_until
    assert numbers == (0,) * 6
    assert (w.last.is_dashing, w.last.strides, w.last.events, w.last.step) == (False, 1, (), None)
    assert (w.outcome, w.integrity, w.line) == (None, None, None)
    assert w.counters == (0,) * 5
    assert w.last.moves.tolist() == w.space.velocity.tolist()
    assert (w.space.notices == (w.space.kind == Kind.MOVER)).all()
    assert not w.space.velocity.any()
    assert len(w.last.predicted.mover) == 0
    no_exit = World(replace(w.room, elements=()), 0, None, METHODS["sweep"], Assist())
    assert not no_exit.bodies.of(Exit)


def test_what_lies_in_a_room_is_put_in_by_its_kind() -> None:
    """Sliders where they are at that time; around a blade what its tip reaches, and 3 px."""
    drawn = room(
        player_at(100, 180),
        box("wall", 50, 50, 8, 4),
        box("slider", 200, 100, 8, 8, dx=60.0, speed=60.0, phase=0.25),
        box("slug", 300, 100, 4, 4, vx=30.0, vy=-20.0),
        box("blade", 400, 100, 60, 80),
        core_at(500, 100),
        box("glitch", 560, 100, 8, 8),
        exit_at(600, 300),
    )
    w = World(drawn, 0, None, METHODS["sweep"], Assist())
    space, kinds_of = w.space, w.space.kind.tolist()
    assert kinds_of == [Kind.WALL] * 5 + [Kind.OBSTACLE, Kind.MOVER] + [Kind.SENSOR] * 4 + [
        Kind.MOVER
    ]
    (slider,), (slug,), (blade,) = w.bodies.of(Slider), w.bodies.of(Slug), w.bodies.of(Blade)
    (core,), (glitch,) = w.bodies.of(Core), w.bodies.of(GlitchCell)
    assert (slider, slug, blade, core, glitch, min(w.bodies.of(Exit)), w.player.id) == (
        *range(5, 11),
        11,
    )
    assert space.center[slider].tolist() == [234, 104]
    assert space.velocity[[slider, slug]].tolist() == [[0, 0], [30, -20]]
    assert space.response[[slug, w.player.id]].tolist() == [Response.BOUNCE, Response.SLIDE]
    assert space.half_extents[blade].tolist() == [53, 53]
    assert space.half_extents[w.player.id].tolist() == [4, 4]
    w.remove([slider, slug, blade, core, glitch])
    assert {*w.bodies.elements} == {10}
    assert (space.kind == Kind.DEAD).sum() == 5
    parts = [each for each in drawn.elements if type(each) is not Exit]
    without_exit = replace(drawn, elements=tuple(parts))
    assert w.add(without_exit) == [5, 6, 7, 8, 9, *range(12, 17)]
    assert min(w.bodies.of(Exit)) == 10
    w.add(without_exit)
    assert [len(w.bodies.of(kind.element)) for kind in KINDS] == [2] * 5 + [1]


def test_a_tick_in_glitch_is_as_many_strides_as_it_needs() -> None:
    """Of at most 40 px for the fastest body; exactly 40 px are one."""
    for speed, strides in ((4800.0, 1), (4801.0, 2), (9600.0, 2), (12_000.0, 3), (0.0, 1)):
        w = world(player_at(100, 180), box("slug", 300, 100, 4, 4, vx=speed, vy=0.0))
        w.glitch_left = 100
        w.tick(BEGIN)
        assert (w.last.strides, w.glitch_left) == (strides, 80)


RUN = {"ticks": 1, "time": WorldTime(120, 1), "dashes": 1, "glitch_left": 1}
RUN |= {"outcome": "dead", "bodies": ElementsById({})}


@pytest.mark.parametrize("name", [*RUN, "center", "velocity", "response", "size", "heading"])
def test_what_decides_a_run_is_in_its_hash(name: str) -> None:
    w = world(player_at(100, 180), core_at(300, 26), box("glitch", 560, 100, 8, 8))
    other = w.copy()
    if name in RUN:
        setattr(other, name, RUN[name])
    elif name == "size":
        other.space.resize(w.player.id, 5.0)
    elif name == "heading":
        other.player.heading = 7
    else:
        getattr(other.space, name)[w.player.id] = 2
    assert other.state_hash() != w.state_hash()


STILL, BACK, ON = (0.0, 0.0), (-1.0, 0.0), (1.0, 0.0)
DASHES = {
    "cores, a graze, GLITCH and a wall": (
        [core_at(290, 180), core_at(145, 180), box("glitch", 380, 174, 12, 12)]
        + [still_slug(150, 185, 200, 4), box("wall", 420, 100, 1, 160)],
        [
            ("Dashed", 0, 100, "player", None, ON, 1),
            ("CoreTaken", 35, 135, "player", 7, STILL, 1),
            ("CoreTaken", 90, 280, "player", 6, STILL, 2),
            ("ExitOpened", 90, 280, "player", 9, STILL, 1),
            ("GlitchBegan", 6, 376, "player", 8, STILL, 1),
            ("Stopped", 46, 416, "player", 0, BACK, 1),
            ("Grazed", 46, 416, "player", 5, STILL, 1),
        ],
    ),
    "two cores and the exit": (
        [core_at(170, 180), core_at(120, 180), exit_at(250, 180)],
        [
            ("Dashed", 0, 100, "player", None, ON, 1),
            ("CoreTaken", 10, 110, "player", 5, STILL, 1),
            ("CoreTaken", 60, 160, "player", 4, STILL, 2),
            ("ExitOpened", 60, 160, "player", 6, STILL, 1),
            ("Finished", 48, 238, "player", 6, STILL, 1),
        ],
    ),
    "a slug": (
        [still_slug(150, 178)],
        [
            ("Dashed", 0, 100, "player", None, ON, 1),
            ("Died", 47, 147, "player", 4, STILL, 1),
        ],
    ),
    "a blade": (
        [{**box("blade", 282, 140, 80, 4, rpm=0.001), "rotation": 90}],
        [
            ("Dashed", 0, 100, "player", None, ON, 1),
            ("Died", 85, 275, "player", 4, STILL, 1),
        ],
    ),
    "a slug between two walls, and a third one": (
        [box("wall", 200, 100, 1, 20), box("wall", 213, 100, 1, 20), box("wall", 150, 170, 1, 20)]
        + [box("slug", 204, 108, 4, 4, vx=4800.0, vy=0.0)],
        [
            ("Ricocheted", 15, 211, 7, 1, BACK, 1),
            ("Dashed", 0, 100, "player", None, ON, 1),
            ("Ricocheted", 6.75, 203, 7, 0, ON, 1),
            ("Ricocheted", 24.75, 211, 7, 1, BACK, 2),
            ("Ricocheted", 42.75, 203, 7, 0, ON, 3),
            ("Stopped", 46, 146, "player", 2, BACK, 1),
            ("Ricocheted", 60.75, 211, 7, 1, BACK, 4),
            ("Ricocheted", 78.75, 203, 7, 0, ON, 5),
        ],
    ),
}


@pytest.mark.parametrize("name", DASHES)
def test_a_dash_says_what_happened_when_and_where(name: str) -> None:
    """Kind, u in 90ths of the tick (a px of the dash), x, body, other, direction, count."""
    boxes, expected = DASHES[name]
    w = world(player_at(100, 180), *boxes)
    events = dash(w, RIGHT)[-len(expected) :]
    bodies = ["player" if event.body == w.player.id else event.body for event in events]
    assert [
        (type(event).__name__, body, event.other, event.direction, event.count)
        for event, body in zip(events, bodies)
    ] == [(kind, *rest) for kind, _, _, *rest in expected]
    places = [(u, x, 180.0 if body == "player" else 110.0) for _, u, x, body, *_ in expected]
    assert [(event.u * 90, *event.position) for event in events] == [
        pytest.approx(place, abs=0.01) for place in places
    ]
    assert w.outcome == "dead" or w.space.velocity[w.player.id].tolist() == [0, 0]


def test_a_dash_that_is_spent_stops_at_the_end_of_its_tick() -> None:
    w = world(player_at(40, 180), width=1024)
    stopped = dash(w, RIGHT)[-1]
    assert (stopped.u, stopped.position, stopped.body) == (1.0, (760, 180), w.player.id)


def test_a_player_that_is_pushed_takes_a_core_as_the_first_one() -> None:
    slider = box("slider", 76, 170, 20, 20, dx=100, speed=100)
    w = world(player_at(100, 180), core_at(111, 180), slider)
    for _ in range(2):
        taken, opened = w.tick(BEGIN) or (None, None)
    assert (kinds([taken, opened]), taken.count) == (["CoreTaken", "ExitOpened"], 1)
    assert (w.player.chain, w.dashes) == (1, 0)
    assert len(w.state_hash()) == 16
