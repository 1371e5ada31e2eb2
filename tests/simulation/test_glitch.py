"""GLITCH: bodies move without the sweep, and still nothing leaves the room."""

from __future__ import annotations

import numpy as np
import pytest
from support.drawn import BEGIN, box, dash, kinds, player_at, room, where, world
from support.suite import long_except

from game.collision import Kind
from game.headless import random_controls
from game.simulation.begin import begin
from game.simulation.foresight import preview_dash
from game.simulation.player import Controls
from game.simulation.world import Assist

STRIDE = 40


def glitching(*boxes, x=100.0, y=180.0, **settings):
    """A world in which a cell was just taken."""
    w = world(player_at(x, y), *boxes, **settings)
    w.glitch_left = round(1.5 * 20 * w.tick_rate)
    return w


@pytest.mark.parametrize("width", long_except([4, 16, 32], 16))
def test_a_wall_is_jumped_in_the_phases_in_which_no_stride_ends_in_it(width):
    """1 - (8 + W)/40 of them; 160 phases, a quarter px apart."""
    phases = 160
    wall = box("wall", 300, 4, width, 352)
    passed = 0
    for k in range(phases):
        w = glitching(wall, x=100 + (k + 0.5) * STRIDE / phases)
        passed += dash(w, 0)[-1].position[0] > 300
    assert passed / phases == pytest.approx(1 - (8 + width) / STRIDE, abs=1.01 / phases)


def test_a_stride_that_ends_in_a_solid_is_taken_back_to_the_face_it_came_from():
    w = glitching(box("wall", 300, 4, 32, 352))
    told = dash(w, 0)
    assert kinds(told) == ["Dashed", "TakenBack"]
    assert where(w) == (296.0, 180.0)


def test_a_dash_in_glitch_strides_40_px_and_keeps_to_it():
    w = glitching()
    w.tick(Controls(aim=True, heading=0))
    while w.player.state != "dash":
        w.tick(Controls(heading=0))
    w.glitch_left = 1
    told, places = [], [where(w)[0]]
    while w.player.state == "dash":
        told += w.tick(Controls())
        places.append(where(w)[0])
    assert places == [*range(140, 640, 40), 632]
    assert kinds(told) == ["TakenBack", "GlitchEnded"]


@pytest.mark.parametrize(("left", "speed"), [(1, 4800), (0, 10_800)])
def test_a_dash_is_one_in_glitch_while_anything_of_it_is_left(left, speed):
    w = world(player_at(100, 180))
    w.tick(Controls(aim=True, heading=0))
    while w.player.state != "dash":
        w.glitch_left = left
        w.tick(Controls(heading=0))
    assert w.player.speed == speed


def test_a_dash_that_takes_the_cell_goes_on_as_it_began():
    w = world(player_at(100, 180), box("glitch", 150, 174, 12, 12), box("wall", 200, 4, 1, 352))
    assert kinds(dash(w, 0)) == ["Dashed", "GlitchBegan", "Stopped"]
    assert where(w) == pytest.approx((196, 180))
    assert w.glitching
    assert w.glitch_left == 1.5 * 120 * 20


def test_in_glitch_a_dash_may_begin_through_the_wall_that_is_touched():
    wall = box("wall", 104, 4, 4, 352)
    assert kinds(dash(world(player_at(100, 180), wall), 0)) == ["Refused"]
    glitched = glitching(wall)
    dash(glitched, 0)
    assert where(glitched)[0] > 108


def test_glitch_lasts_for_a_second_and_a_half_of_world_time():
    w = world(player_at(100, 180), box("glitch", 103, 174, 12, 12))
    told = [w.tick(BEGIN) for _ in range(200)]
    began, ended = (
        next(i for i, events in enumerate(told) if name in kinds(list(events)))
        for name in ("GlitchBegan", "GlitchEnded")
    )
    assert ended - began == 180
    assert not w.glitching
    (event,) = told[ended]
    assert (event.u, event.position, event.body) == (1.0, (100, 180), w.player.id)


def test_glitch_never_ends_with_the_assist():
    w = begin(
        room(player_at(100, 180), box("glitch", 103, 174, 12, 12)), assist=Assist(glitch=True)
    )
    for _ in range(400):
        w.tick(BEGIN)
    assert w.glitching


@pytest.mark.parametrize(
    ("tick_rate", "ticks"),
    [
        (30, 200),
        (120, 500),
        *(pytest.param(rate, 700, marks=pytest.mark.long) for rate in (100, 240)),
    ],
)
def test_nothing_ever_leaves_a_room(tick_rate, ticks):
    """Random play in endless GLITCH: all stay within the frame, which is as thick as a stride."""
    fast = [box("slug", 300, 60 * k, 4, 4, vx=4799.0, vy=31.0 * k) for k in range(1, 6)]
    moving = box("slider", 200, 100, 30, 30, dx=300, dy=60, speed=600)
    thick = box("wall", 400, 100, 33, 100)
    drawn = room(player_at(100, 180), *fast, moving, thick, box("glitch", 560, 20, 9, 9))
    w = begin(drawn, tick_rate=tick_rate, assist=Assist(invincible=True, glitch=True))
    w.glitch_left = 1
    wanted = random_controls(tick_rate)
    while w.ticks < ticks:
        w.tick(next(wanted))
        w.outcome = None
        movers = w.space.ids(Kind.MOVER)
        low = w.space.center[movers] - w.space.half_extents[movers]
        high = w.space.center[movers] + w.space.half_extents[movers]
        assert np.all(low >= 4 - 1e-5), w.ticks
        assert np.all(high <= np.array((636, 356)) + 1e-5), w.ticks


def test_the_preview_says_that_there_are_strides():
    w = glitching()
    w.tick(Controls(aim=True, heading=0))
    preview = preview_dash(w)
    assert preview.strides
    assert [b[0] - a[0] for a, b in preview.paths[:3]] == pytest.approx([40, 40, 40])
    assert preview.taken_back == pytest.approx((660, 180))
    assert preview.end == (632, 180)
    w = world(player_at(100, 180))
    w.tick(Controls(aim=True, heading=0))
    assert (preview_dash(w).strides, preview_dash(w).taken_back) == (False, None)


def test_the_preview_knows_that_glitch_will_be_over():
    w = glitching()
    w.tick(Controls(aim=True, heading=0))
    w.glitch_left = 10
    assert not preview_dash(w).strides


@pytest.mark.parametrize(
    ("tick_rate", "left", "back"),
    [(120, 104, 140), (30, 104, 140), (100, 104, 124), (30, 300, 300), (30, 710, 740)],
)
def test_a_stride_into_a_thick_wall_leads_nowhere(tick_rate, left, back):
    """The preview says where it would have been, also where the last stride is a short one."""
    x = 100.0 if left < 600 else 20.0
    w = glitching(box("wall", left, 4, 40, 352), x=x, width=1024, tick_rate=tick_rate)
    w.tick(Controls(aim=True, heading=0))
    preview = preview_dash(w)
    assert (preview.end, preview.taken_back) == ((left - 4.0, 180.0), (back, 180.0))


def test_a_run_that_ends_in_the_tick_in_which_glitch_does_ends_where_it_ended():
    """At 30 Hz a stride crosses the exit; the rest of the tick is dropped."""
    w = glitching(box("exit", 336, 172, 16, 16), x=220, tick_rate=30)
    controls = Controls(aim=True, heading=0)
    for _ in range(30):
        w.glitch_left = 1
        told, controls = w.tick(controls), Controls(heading=0)
        if w.outcome:
            break
    assert kinds(told)[-1] == "Finished"
    assert where(w) == told[-1].position
    assert where(w)[0] < 352
