"""The player: creeping, aiming, letting go, dashing."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

import pytest
from support.drawn import Box, box, dash, kinds, player_at, room, where, world

from game.collision import SKIN, Response, Space
from game.simulation.begin import begin
from game.simulation.player import HEADINGS, Controls, Face, Player, direction, touched_faces
from game.simulation.world import World

RIGHT, DOWN, LEFT, UP = 0, 1024, 2048, 3072


def corner_room(*boxes: Box) -> World:
    """Return a world whose player touches the floor (y = 200) and a wall to its right (x = 204)."""
    floor, wall = box("wall", 100, 204, 300, 1), box("wall", 204, 100, 1, 104)
    return world(player_at(200, 200), floor, wall, *boxes)


def test_headings_are_directions_on_a_grid_of_4096() -> None:
    """Axes are exact, all others within 2^-30 of a unit vector."""
    assert [direction(h) for h in (0, 1024, 2048, 3072)] == [(1, 0), (0, 1), (-1, 0), (0, -1)]
    for heading in range(HEADINGS):
        angle = 2 * pi * heading / HEADINGS
        x, y = direction(heading)
        assert abs(x - cos(angle)) < 2**-30
        assert abs(y - sin(angle)) < 2**-30
        assert (x * 2**30).is_integer()


@pytest.mark.parametrize("tick_rate", [30, 120, 144])
def test_creeping_is_60_px_a_second_in_every_direction(tick_rate: int) -> None:
    """Keys name eight ways; a diagonal is not faster."""
    for keys in ((1, 0), (0, -1), (1, 1), (-1, 1)):
        w = world(player_at(320, 180), tick_rate=tick_rate)
        for _ in range(tick_rate):
            w.tick(Controls(creep=keys))
        x, y = where(w)
        assert hypot(x - 320, y - 180) == pytest.approx(60)
        assert (x > 320) - (x < 320) == keys[0]
        assert (y > 180) - (y < 180) == keys[1]


def test_creeping_slides_along_solids() -> None:
    w = world(player_at(200, 200), box("wall", 100, 204, 300, 1))
    for _ in range(120):
        w.tick(Controls(creep=(1, 1)))
    x, y = where(w)
    assert y == 200
    assert x - 200 == pytest.approx(60 / sqrt(2))


def test_nothing_moves_before_the_first_input() -> None:
    w = world(box("slug", 300, 100, 3, 3, vx=1000, vy=0))
    before = w.state_hash()
    for _ in range(50):
        assert w.tick(Controls(heading=77)) == ()
    assert (w.ticks, w.step, w.state_hash()) == (0, None, before)
    w.tick(Controls(creep=(1, 0)))
    w.tick(Controls())
    assert w.ticks == 2


def test_aiming_slows_the_world_for_240_ticks_at_most() -> None:
    w = world(player_at(320, 180))
    for _ in range(240):
        w.tick(Controls(aim=True))
    assert w.time == pytest.approx(240 * 0.15 / 120, abs=1e-15)
    for _ in range(120):
        w.tick(Controls(aim=True))
    assert w.time == pytest.approx(240 * 0.15 / 120 + 1, abs=1e-15)
    assert w.player.state == "aim"


def test_aiming_stops_creeping() -> None:
    w = world(player_at(320, 180))
    w.tick(Controls(creep=(1, 0)))
    place = where(w)
    for _ in range(20):
        w.tick(Controls(creep=(0, 1), aim=True))
    assert where(w) == place


@pytest.mark.parametrize("tick_rate", [30, 120, 144, 1000])
def test_keys_turn_the_aim_by_270_degrees_a_second(tick_rate: int) -> None:
    """Exactly, at every tick rate, the shorter way, and no further than the keys point."""
    w = world(player_at(320, 180), tick_rate=tick_rate)
    for _ in range(tick_rate // 4 - tick_rate // 4 % 4):
        w.tick(Controls(creep=(-1, -1), aim=True))
    ticks = tick_rate // 4 - tick_rate // 4 % 4
    assert w.player.heading == HEADINGS - 3072 * ticks // tick_rate
    for _ in range(tick_rate):
        w.tick(Controls(creep=(-1, -1), aim=True))
    assert w.player.heading == 2560
    assert type(w.player.heading) is int


def test_an_aim_starts_where_the_player_faces() -> None:
    w = world(player_at(320, 180))
    w.tick(Controls(creep=(0, -1)))
    w.tick(Controls(aim=True))
    assert w.player.heading == UP
    for _ in range(40):
        w.tick(Controls())
    assert w.player.state == "still"
    w.tick(Controls(aim=True, heading=77))
    assert w.player.heading == 77


def test_letting_go_takes_six_slow_ticks_in_which_the_aim_may_turn() -> None:
    w = world(player_at(320, 180))
    w.tick(Controls(aim=True, heading=RIGHT))
    for tick in range(6):
        w.tick(Controls(heading=UP if tick == 5 else RIGHT))
        assert w.player.state == "release"
        assert where(w) == (320, 180)
    assert w.clock == 7 * 3
    (dashed, *_) = w.tick(Controls(heading=DOWN))
    assert (kinds([dashed]), dashed.direction) == (["Dashed"], (0.0, -1.0))
    assert where(w) == (320, 90)


def test_a_dash_moves_90_px_a_tick_and_720_px_at_most() -> None:
    w = world(player_at(40, 180), width=1024)
    events = dash(w, RIGHT)
    assert where(w) == (760.0, 180.0)
    assert kinds(events) == ["Dashed", "Stopped"]
    assert (events[-1].other, events[-1].direction) == (None, (0.0, 0.0))
    assert w.player.state == "still"


@pytest.mark.parametrize("tick_rate", [5, 7, 13, 30, 144, 1000])
def test_the_last_tick_of_a_dash_is_as_short_as_it_must_be(tick_rate: int) -> None:
    """720 px at tick rates of which no whole number of ticks makes 720 px."""
    w = world(player_at(40, 180), width=1024, tick_rate=tick_rate)
    dash(w, RIGHT, ticks=100)
    assert where(w)[0] == pytest.approx(760, abs=1e-9)


def test_a_dash_stops_flush_at_the_first_contact() -> None:
    w = world(player_at(40, 180), box("wall", 333, 4, 1, 352))
    stopped = dash(w, RIGHT)[-1]
    w.tick(Controls())
    assert where(w) == (329.0, 180.0)
    assert (stopped.direction, stopped.position) == ((-1.0, 0.0), (329.0, 180.0))
    assert w.space.velocity[w.player.id].tolist() == [0.0, 0.0]
    assert (w.player.state, w.player.facing) == ("still", RIGHT)


def test_a_dash_aimed_into_a_touched_solid_goes_along_it_at_full_speed() -> None:
    w = corner_room()
    events = dash(w, 1536)
    assert events[0].direction == (-1.0, 0.0)
    assert where(w) == (8.0, 200.0)
    assert w.ticks == 7 + 3
    assert w.player.facing == LEFT


@pytest.mark.parametrize(
    ("degrees", "dashes"), [(119, 0), (121, 1), (91, 0), (45, 0), (-35, 1), (-25, 0)]
)
def test_a_dash_too_steep_into_a_touched_solid_is_refused_and_not_counted(
    degrees: int, dashes: int
) -> None:
    w = corner_room()
    events = dash(w, round(degrees * HEADINGS / 360) % HEADINGS)
    assert w.dashes == dashes
    assert kinds(events)[0] == ("Dashed" if dashes else "Refused")
    if not dashes:
        assert where(w) == (200, 200)
        assert w.player.state == "still"


def test_a_dash_goes_along_a_slider_that_pushes() -> None:
    slider = box("slider", 300, 100, 4, 160, dx=-200, speed=120)
    w = world(player_at(296, 180), slider)
    w.tick(Controls(aim=True, heading=UP))
    for _ in range(7):
        w.tick(Controls(heading=UP))
    x, y = where(w)
    assert y == 90
    assert x == w.place(next(iter(w.sliders)))[0] - 6 < 296


@pytest.mark.parametrize(
    ("heading", "pushed", "expected"),
    [
        (DOWN, 5.0, 5.0),
        (DOWN, 0.5, 0.5),
        (DOWN, -5.0, 0.0),
        (LEFT, 0.0, -10_800.0),
        (LEFT, 0.5, 0.5),
        (RIGHT, 5.0, 10_800.0),
        (RIGHT, 10_799.5, 10_800.0),
        (RIGHT, 10_800.0, 10_800.0),
        (RIGHT, 10_801.0, 10_801.0),
    ],
)
def test_a_dash_is_no_slower_than_the_face_that_pushes_it(
    heading: int, pushed: float, expected: float
) -> None:
    """The face of an obstacle to the left, by its velocity and the dash's, px/s."""
    space = Space()
    (obstacle,) = space.add_obstacles([0, 0], 4.0, [pushed, 0])
    (me,) = space.add_movers([8, 0], 4.0, 0.0, Response.SLIDE)
    player = Player(int(me), "dash", dash_left=720.0, direction=direction(heading))
    player.drive(space, 1 / 128, 128, [Face(int(obstacle), 0, 1.0)])
    assert space.velocity[me, 0] == expected
    assert space.response[me] == Response.STOP


def press_late(tick: int | None) -> World:
    """Dash 17 ticks long, tapping aim in one of them; return the world a tick after its end."""
    w = world(player_at(40, 180), width=1024, tick_rate=255)
    w.tick(Controls(aim=True, heading=RIGHT))
    while w.ticks < 7 + 17 + 1:
        w.tick(Controls(aim=w.ticks + 1 == tick, heading=RIGHT))
    return w


def test_a_press_up_to_12_ticks_before_a_dash_ends_is_stored() -> None:
    assert where(press_late(None)) == pytest.approx((760, 180))
    states = {early: press_late(24 - early).player.state for early in (0, 5, 12, 13, 16)}
    assert states == {0: "aim", 5: "aim", 12: "aim", 13: "still", 16: "still"}


def press_in_a_dash() -> World:
    """Dash to the right, and press aim for a tick meanwhile."""
    w = world(player_at(40, 180))
    w.tick(Controls(aim=True, heading=RIGHT))
    for _ in range(7):
        w.tick(Controls(heading=RIGHT))
    w.tick(Controls(aim=True, heading=DOWN))
    return w


def test_a_stored_press_that_is_over_dashes_at_once() -> None:
    """The aim lasts one tick, then it is released."""
    w = press_in_a_dash()
    for _ in range(20):
        w.tick(Controls(heading=DOWN))
    assert w.dashes == 2


@pytest.mark.parametrize("after", [0, 1, 6])
def test_cancel_releases_without_a_dash(after: int) -> None:
    w = world(player_at(320, 180))
    w.tick(Controls(aim=True, heading=RIGHT))
    for _ in range(after):
        w.tick(Controls(heading=RIGHT))
    assert w.tick(Controls(aim=not after, cancel=True)) == ()
    for _ in range(20):
        w.tick(Controls(aim=not after))
    assert (w.dashes, w.player.state, where(w)) == (0, "still", (320, 180))


def test_cancel_forgets_a_stored_press() -> None:
    w = press_in_a_dash()
    w.tick(Controls(cancel=True))
    assert w.player.state == "dash"
    for _ in range(20):
        w.tick(Controls())
    assert (w.dashes, w.player.state) == (1, "still")


def test_touched_faces_are_those_with_more_than_an_edge() -> None:
    w = corner_room(box("wall", 191, 191, 5, 5))
    faces = touched_faces(w.space, w.player.id)
    assert [face[1:] for face in faces] == [(1, -1.0), (0, -1.0)]


@pytest.mark.parametrize(
    ("gap", "beside", "touches"),
    [(SKIN, 1.0, True), (-SKIN, 1.0, True), (2 * SKIN, 1.0, False), (0.0, SKIN, False)]
    + [(0.0, 2 * SKIN, True)],
)
def test_a_face_is_touched_within_skin_by_more_than_skin(
    gap: float, beside: float, touches: bool
) -> None:
    """gap is the distance to the face, beside the length that both share along it, px."""
    space = Space()
    (wall,) = space.add_walls([0, 0], 4.0)
    (me,) = space.add_movers([8 + gap, 8 - beside], 4.0, 0.0, Response.STOP)
    assert touched_faces(space, int(me)) == [Face(int(wall), 0, 1.0)] * touches


def test_a_resting_player_is_pushed_and_left_alone() -> None:
    slider = box("slider", 100, 170, 20, 20, dx=100, speed=100)
    w = begin(room(player_at(200, 180), slider))
    w.tick(Controls(creep=(0, 1)))
    for _ in range(239):
        w.tick(Controls())
    assert where(w) == pytest.approx((224, 180.5))
    assert w.counters.inside == w.counters.crushed == 0
