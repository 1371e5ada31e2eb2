"""The world: a tick's story, what hurts, what is counted, and that all of it is repeatable."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from support.drawn import Box, box, dash, kinds, player_at, room, where, world

from game.collision import Kind
from game.headless import random_controls
from game.resources import levels
from game.simulation.begin import begin
from game.simulation.events import Died, Finished, Ricocheted
from game.simulation.foresight import preview_dash
from game.simulation.methods import METHODS
from game.simulation.player import Controls
from game.simulation.tiled import load_room
from game.simulation.world import World

RIGHT, DOWN, LEFT, UP = 0, 1024, 2048, 3072


def exit_at(x: float, y: float) -> Box:
    return box("exit", x - 8, y - 8, 16, 16)


def core_at(x: float, y: float) -> Box:
    return box("core", x - 6, y - 6, 12, 12)


def still_slug(left: float, top: float, width: float = 4, height: float = 4) -> Box:
    return box("slug", left, top, width, height, vx=0, vy=0)


def test_cores_are_taken_and_the_exit_is_crossed_in_one_tick() -> None:
    w = world(player_at(100, 180), core_at(120, 180), core_at(140, 180), exit_at(170, 180))
    events = dash(w, RIGHT)
    assert kinds(events) == ["Dashed", "CoreTaken", "CoreTaken", "ExitOpened", "Finished"]
    assert [event.u for event in events[1:]] == pytest.approx([10 / 90, 30 / 90, 30 / 90, 58 / 90])
    assert [event.count for event in events[1:3]] == [1, 2]
    assert [event.position[0] for event in events[1:]] == pytest.approx([110, 130, 130, 158])
    assert (w.outcome, w.cores_left, w.ticks) == ("finished", set(), 8)
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
    """No row is later than the death; bodies lie where they were then, and all points are lost."""
    flying = box("slug", 300, 100, 4, 4, vx=0, vy=4800)
    w = world(player_at(100, 180), still_slug(130, 178), core_at(160, 180), flying)
    w.points = 250
    events = dash(w, RIGHT)
    u = 27 / 90
    assert kinds(events) == ["Dashed", "Died"]
    assert events[-1].u == pytest.approx(u)
    assert where(w) == pytest.approx((127, 180))
    assert w.place(max(w.slugs)) == pytest.approx((302, 102 + (7 * 0.15 + u) * 40))
    assert w.step is not None
    assert w.step.paths.u_end.max() == events[-1].u
    assert w.step.paths.at(1.0, w.space.center).tolist() == w.space.center.tolist()
    assert w.tick(Controls(creep=(1, 0))) == ()
    assert w.score == 0


def test_a_run_ends_at_its_u_of_the_bent_paths() -> None:
    slug = box("slug", 220, 178, 4, 4, vx=4800, vy=0)
    w = world(player_at(210, 180), slug, box("wall", 232, 100, 1, 100))
    w.tick(Controls(creep=(0, 1)))
    assert kinds(list(w.events)) == ["Ricocheted", "Died"]
    ricocheted, died = w.events
    assert isinstance(ricocheted, Ricocheted)
    assert isinstance(died, Died)
    assert (ricocheted.u, ricocheted.count) == (pytest.approx(8 / 40), 1)
    assert died.u == pytest.approx((8 + 15) / 40)
    assert (died.other, died.direction) == (next(iter(w.slugs)), (0.0, 0.0))


@pytest.mark.parametrize(("gap", "outcome"), [(-0.5, None), (-0.984375, None), (-1.0, "dead")])
def test_the_player_is_hurt_only_in_its_middle(gap: float, outcome: str | None) -> None:
    w = world(player_at(100, 180), still_slug(200, 184 + gap, 4, 4))
    dash(w, RIGHT, ticks=9)
    assert w.outcome == outcome


def test_a_resting_player_is_hurt_by_what_comes() -> None:
    w = world(player_at(100, 180), box("slug", 140, 178, 3, 3, vx=-4800, vy=0))
    w.tick(Controls(creep=(1, 0)))
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
    slider = next(iter(w.sliders))
    w.sliders[slider] = replace(w.sliders[slider], travel=(2.0**-40, 0.0), speed=2.0**-40)
    events = dash(w, 512)
    assert events[-1].position == pytest.approx((120, 120))
    assert w.outcome == outcome


def test_resting_and_sliding_along_lethal_faces_never_kills() -> None:
    lethal = box("slider", 100, 200, 400, 9, dx=9, speed=1.0, lethal="top, left, right, bottom")
    w = world(player_at(150, 196), lethal)
    for _ in range(60):
        w.tick(Controls(creep=(1, 0)))
    for _ in range(20):
        w.tick(Controls())
    dash(w, 256)
    assert w.outcome is None
    assert where(w) == (632, 196)


def test_a_crushed_player_dies() -> None:
    slider = box("slider", 100, 170, 20, 20, dx=100, speed=120)
    w = world(player_at(190, 180), slider, box("wall", 200, 100, 1, 200))
    w.tick(Controls(creep=(0, 1)))
    while not w.outcome:
        w.tick(Controls())
    assert w.outcome == "dead"
    assert w.counters.crushed == 1
    assert isinstance(w.events[-1], Died)


@pytest.mark.parametrize(("gap", "grazes"), [(0, 0), (0.5, 1), (3, 1), (3.015625, 0), (-0.5, 0)])
def test_a_lethal_box_passed_within_3_px_and_not_touched_is_a_graze(
    gap: float, grazes: int
) -> None:
    w = world(player_at(100, 180), still_slug(150, 184 + gap, 200, 4))
    events = dash(w, RIGHT)
    assert kinds(events).count("Grazed") == grazes
    assert w.score == 50 * grazes
    assert not grazes or events[-1].u == events[-2].u
    assert "Grazed" not in kinds(dash(w, UP))


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
    w.tick(Controls(creep=(1, 0)))
    assert w.counters.contacts == 3
    assert w.counters.missed_by_discrete == 2


def test_being_inside_is_counted_by_mover_and_step() -> None:
    """Listing 4 leaves movers that begin in a wall there: two slugs, three ticks."""
    w = world(box("wall", 100, 100, 9, 9), still_slug(200, 150), still_slug(220, 150))
    w.space.center[list(w.slugs)] = (104, 104)
    w.method = METHODS["listing4"]
    for _ in range(3):
        w.tick(Controls(creep=(1, 0)))
    assert w.counters.inside == 2 * 3


@pytest.mark.parametrize("name", levels())
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


@pytest.mark.parametrize("name", levels())
def test_a_preview_changes_nothing_and_is_what_happens(name: str) -> None:
    for heading in range(0, 4096, 128):
        w = begin(load_room(levels()[name]))
        for _ in range(heading // 64):
            w.tick(Controls(aim=True, heading=heading))
        w.tick(Controls(aim=True, heading=heading))
        before, cores = w.state_hash(), set(w.cores_left)
        preview = preview_dash(w)
        assert w.state_hash() == before
        events = dash_on(w, heading)
        assert preview.end == where(w)
        assert preview.dies == (where(w) if w.outcome == "dead" else None)
        assert set(preview.cores) == cores - w.cores_left
        if "Refused" not in events:
            assert preview.paths[-1][1] == preview.end
            assert all(a[1] == b[0] for a, b in zip(preview.paths, preview.paths[1:]))


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
from game.headless import random_controls, run
from game.resources import levels
from game.simulation.tiled import load_room
for path in levels().values():
    print(run(load_room(path), seed=3, ticks=400)[0].state_hash)
"""


def test_the_same_seed_and_controls_give_the_same_world() -> None:
    """In every process, whatever PYTHONHASHSEED is."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", HASHES],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(printed) == 1
    assert len(set(printed.pop().split())) == len(levels())


@pytest.mark.parametrize("name", levels())
def test_no_mover_tunnels_in_the_rooms_of_the_game(name: str) -> None:
    """20 s of random controls: no mover is ever inside a solid, and all stay in the frame."""
    drawn = load_room(levels()[name])
    wanted, w = random_controls(11), begin(drawn)
    for _ in range(2400):
        w = begin(drawn) if w.outcome else w
        w.tick(next(wanted))
        assert w.counters.inside == 0
        centers = w.space.center[[w.player.id, *w.slugs]]
        assert (centers > 4).all()
        assert (centers < (636, 356)).all()


def test_a_room_needs_no_core_no_slug_and_no_slider() -> None:
    w = begin(room(player_at(100, 180), exit_at(300, 180)))
    assert not w.cores_left
    assert kinds(dash(w, RIGHT))[-1] == "Finished"
