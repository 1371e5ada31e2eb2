"""The player: tapping, aiming, letting go, dashing."""

from __future__ import annotations

from math import ceil, cos, hypot, pi, sin

import pytest
from support.drawn import BEGIN, Box, box, dash, kinds, player_at, room, where, world

from game.collision import SKIN, Response, Space
from game.simulation.begin import begin
from game.simulation.elements import Slider
from game.simulation.events import Event
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


RATES = [30, 60, 120, 240]
each_rate = pytest.mark.parametrize("tick_rate", RATES)
EIGHT_WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def tap(w: World, *arrows: tuple[int, int], ticks: int = 30) -> list[Event]:
    """Hold these arrows, each for a tick, the last one until the dash has ended; return events."""
    events = []
    for tick in range(ticks):
        events += w.tick(Controls(arrows[min(tick, len(arrows) - 1)]))
        if events and (w.outcome or w.player.state == "still"):
            break
    return events


def ticks_until(w: World, kind: str, controls: Controls) -> int:
    """Let ticks pass with these controls; return how many passed before that of the event."""
    begun = w.ticks
    while kind not in kinds([*w.tick(controls)]):
        assert w.ticks - begun < 9 * w.tick_rate
    return w.ticks - begun - 1


@each_rate
@pytest.mark.parametrize("arrows", EIGHT_WAYS)
def test_a_tap_dashes_in_eight_directions_within_100_ms(
    arrows: tuple[int, int], tick_rate: int
) -> None:
    """The world is never slow; a diagonal waits no longer."""
    w = world(player_at(320, 180), tick_rate=tick_rate)
    assert ticks_until(w, "Dashed", Controls(arrows)) / tick_rate <= 0.1
    x, y = (w.place(w.player.id)[axis] - (320, 180)[axis] for axis in (0, 1))
    assert ((x > 0) - (x < 0), (y > 0) - (y < 0)) == arrows
    assert w.time.parts == 20 * w.ticks


@pytest.mark.parametrize(("row", "lasts"), [("slow", 2), ("release", 0.05), ("second arrow", 0.05)])
@each_rate
def test_times_of_the_verb_are_the_same_at_every_tick_rate(
    row: str, lasts: float, tick_rate: int
) -> None:
    """Seconds of the player's time, rounded up to whole ticks."""
    w = world(player_at(320, 180), tick_rate=tick_rate)
    if row == "slow":
        while w.time.last_parts != 20:
            w.tick(Controls(aim=True))
        lasted = w.ticks - 1
    elif row == "release":
        w.tick(Controls(aim=True))
        lasted = ticks_until(w, "Dashed", Controls())
    else:
        lasted = ticks_until(w, "Dashed", Controls((1, 0)))
    assert lasted == ceil(lasts * tick_rate)


@each_rate
def test_a_second_arrow_within_50_ms_makes_a_diagonal(tick_rate: int) -> None:
    """Later it is a tap of its own."""
    pair = ceil(0.05 * tick_rate)
    for late in range(pair + 2):
        w = world(player_at(320, 180), tick_rate=tick_rate)
        (dashed, *_) = tap(w, *[(1, 0)] * late, (1, -1))
        assert (dashed.direction[1] < 0) == (late <= pair)
        assert dashed.direction[0] > 0


def test_a_second_arrow_counts_though_the_first_is_up() -> None:
    w = world(player_at(320, 180))
    (dashed, *_) = tap(w, (1, 0), (0, 0), (1, 0), (1, 1))
    assert dashed.direction == direction(512)


def test_an_arrow_that_stays_down_dashes_once() -> None:
    """It is no part of the next tap either."""
    w = world(player_at(320, 180))
    assert kinds(tap(w, (1, 0))) == ["Dashed", "Stopped"]
    assert [w.tick(Controls((1, 0))) for _ in range(60)] == [()] * 60
    assert tap(w, (1, -1))[0].direction == (0.0, -1.0)


def test_a_tap_into_the_wall_that_is_touched_is_refused() -> None:
    w = corner_room()
    (refused,) = tap(w, (0, 1))
    assert (kinds([refused]), refused.direction) == (["Refused"], (0.0, 1.0))
    assert (w.dashes, where(w), w.player.state) == (0, (200, 200), "still")


def test_a_tap_at_45_degrees_into_the_wall_that_is_touched_goes_along_it() -> None:
    w = corner_room()
    assert tap(w, (-1, 1))[0].direction == (-1.0, 0.0)


@each_rate
def test_a_click_shorter_than_150_ms_dashes_when_it_ends(tick_rate: int) -> None:
    """At full speed, towards the pointer as it is then; a longer one is an aim."""
    limit = ceil(0.15 * tick_rate)
    for held in range(1, limit + 2):
        w = world(player_at(320, 180), tick_rate=tick_rate)
        for _ in range(held):
            w.tick(Controls(aim=True, click=True, heading=RIGHT))
        events = w.tick(Controls(heading=UP))
        assert [event.direction for event in events[:1]] == [(0.0, -1.0)] * (held <= limit)
        assert w.player.state == ("release" if held > limit else "dash") or events[1:]
        assert (w.time.parts < 20 * w.ticks) == (held > limit)


def test_nothing_moves_before_the_first_input() -> None:
    w = world(box("slug", 300, 100, 3, 3, vx=1000, vy=0))
    before = w.state_hash()
    for _ in range(50):
        assert w.tick(Controls(heading=77)) == ()
    assert (w.ticks, w.last.step, w.state_hash()) == (0, None, before)
    w.tick(BEGIN)
    w.tick(Controls())
    assert w.ticks == 2


def test_aiming_slows_the_world_for_240_ticks_at_most() -> None:
    w = world(player_at(320, 180))
    for _ in range(240):
        w.tick(Controls(aim=True))
    assert w.time.now == pytest.approx(240 * 0.15 / 120, abs=1e-15)
    for _ in range(120):
        w.tick(Controls(aim=True))
    assert w.time.now == pytest.approx(240 * 0.15 / 120 + 1, abs=1e-15)
    assert w.player.state == "aim"


def test_only_a_dash_fills_up_the_slow_aim() -> None:
    """A cancel does not, and neither does a dash that is refused."""
    w = corner_room()
    for ends in (Controls(cancel=True), Controls(heading=DOWN)):
        for _ in range(100):
            w.tick(Controls(aim=True, heading=DOWN))
        for _ in range(10):
            w.tick(ends)
        assert (w.dashes, w.player.state) == (0, "still")
    assert w.player.slowed == 206
    dash(w, LEFT)
    assert (w.dashes, w.player.slowed) == (1, 0)


@pytest.mark.parametrize("tick_rate", [30, 120, 144, 1000])
@pytest.mark.parametrize("way", [-1, 1])
def test_shift_with_left_or_right_turns_the_aim_by_90_degrees_a_second(
    way: int, tick_rate: int
) -> None:
    """Exactly, at every tick rate; up and down do nothing then."""
    w = world(player_at(320, 180), tick_rate=tick_rate)
    w.tick(Controls(aim=True))
    for k in range(1, tick_rate + 1):
        w.tick(Controls((way, 1), turn=True, aim=True))
        turned = (way * w.player.heading) % HEADINGS
        assert abs(turned - 1024 * k / tick_rate) <= 1
    assert w.player.heading == way * 1024 % HEADINGS
    assert type(w.player.heading) is int


@pytest.mark.parametrize("arrows", EIGHT_WAYS)
def test_while_aiming_the_arrows_that_are_down_set_the_direction(arrows: tuple[int, int]) -> None:
    """At once, and it stays when they are released; none of them dashes."""
    w = world(player_at(320, 180))
    w.tick(Controls(aim=True))
    w.tick(Controls(arrows, aim=True))
    assert direction(w.player.heading) == pytest.approx(
        [x / hypot(*arrows) for x in arrows], abs=1e-9
    )
    for controls in (Controls(aim=True), *[Controls()] * 7):
        heading = w.player.heading
        events = w.tick(controls)
    assert events[0].direction == direction(heading)


def test_of_two_arrows_the_one_that_stays_down_sets_the_direction() -> None:
    """Not in the release of the aim: there both are let go, one after the other."""
    for aims, heading in ((True, UP), (False, 3584)):
        w = world(player_at(320, 180))
        for arrows in ((0, 0), (1, 0), (1, -1)):
            w.tick(Controls(arrows, aim=True))
        for arrows in ((1, -1), (0, -1), (0, 0)):
            w.tick(Controls(arrows, aim=aims))
        assert w.player.heading == heading


def test_what_shift_turned_stays_when_the_arrow_is_released_after_shift() -> None:
    w = world(player_at(320, 180))
    for turn, arrows in ((False, (0, -1)), *[(True, (1, 0))] * 12, *[(False, (1, 0))] * 9):
        w.tick(Controls(arrows, turn=turn, aim=True))
    assert w.player.heading == UP + 102


def test_an_aim_starts_where_the_last_dash_went() -> None:
    w = world(player_at(40, 180), width=1024)
    tap(w, (1, 0))
    assert where(w)[0] == pytest.approx(760)
    w.tick(Controls(aim=True))
    assert w.player.heading == RIGHT
    w.tick(Controls(cancel=True))
    w.tick(Controls(aim=True, heading=77))
    assert w.player.heading == 77


@pytest.mark.parametrize("arrows", EIGHT_WAYS)
@pytest.mark.parametrize("held", [False, True])
def test_an_aim_by_keys_never_starts_towards_the_wall_that_is_touched(
    arrows: tuple[int, int], held: bool
) -> None:
    """Also while the arrow of the last dash is still down."""
    w = world(player_at(320, 180))
    tap(w, arrows, ticks=30)
    w.tick(Controls(arrows if held else (0, 0), aim=True))
    along = direction(w.player.heading)
    faces = touched_faces(w.space, w.player.id)
    assert faces
    assert all(face.normal * along[face.axis] >= 0 for face in faces)


def test_between_two_walls_an_aim_starts_along_them() -> None:
    w = world(player_at(200, 180), box("wall", 100, 175, 300, 1), box("wall", 100, 184, 300, 1))
    w.player.facing = UP
    w.tick(Controls(aim=True))
    assert w.player.heading in (RIGHT, LEFT)


def test_letting_go_takes_six_slow_ticks_in_which_the_aim_may_turn() -> None:
    w = world(player_at(320, 180))
    w.tick(Controls(aim=True, heading=RIGHT))
    for tick in range(6):
        w.tick(Controls(heading=UP if tick == 5 else RIGHT))
        assert w.player.state == "release"
        assert where(w) == (320, 180)
    assert w.time.parts == 7 * 3
    (dashed, *_) = w.tick(Controls(heading=DOWN))
    assert (kinds([dashed]), dashed.direction) == (["Dashed"], (0.0, 1.0))
    assert where(w) == (320, 270)


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
    dash(w, RIGHT, ticks=200)
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
    assert x == w.place(next(iter(w.bodies.of(Slider))))[0] - 6 < 296


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
    player.drive(space, 1 / 128, 128, lambda: [Face(int(obstacle), 0, 1.0)])
    assert space.velocity[me, 0] == expected
    assert space.response[me] == Response.STOP


def press_in_a_dash() -> World:
    """Dash to the right, and press aim for a tick meanwhile."""
    w = world(player_at(40, 180))
    w.tick(Controls(aim=True, heading=RIGHT))
    for _ in range(7):
        w.tick(Controls(heading=RIGHT))
    w.tick(Controls(aim=True, heading=DOWN))
    return w


def press_early(early: int, pressed: Controls, tick_rate: int) -> World:
    """Return a world whose dash has ended, with a press so many ticks before the end."""
    w = world(player_at(40, 180), width=4096, tick_rate=tick_rate)
    w.player.state, w.player.dash_left = "dash", 5.0 * (early + 3)
    w.player.speed, w.player.direction = 5.0 * tick_rate, (1.0, 0.0)
    w.tick(BEGIN)
    while w.player.state == "dash":
        w.tick(pressed if w.player.dash_left == 5.0 * (early + 1) else Controls())
    assert w.ticks == early + 3
    return w


@each_rate
def test_a_press_up_to_100_ms_before_a_dash_ends_is_kept(tick_rate: int) -> None:
    """A tap dashes once its wait for a second arrow has passed since the press."""
    buffer, wait = ceil(0.1 * tick_rate), ceil(0.05 * tick_rate)
    for early in (0, 1, buffer, buffer + 1):
        aimed = press_early(early, Controls(aim=True), tick_rate)
        aimed.tick(Controls())
        assert aimed.player.state == ("release" if early <= buffer else "still")
        tapped = press_early(early, Controls((0, -1)), tick_rate)
        events = [event for _ in range(max(1, wait - early)) for event in tapped.tick(Controls())]
        assert kinds(events)[:1] == ["Dashed"] * (early <= buffer)


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
    w.tick(BEGIN)
    for _ in range(239):
        w.tick(Controls())
    assert where(w) == (224, 180)
    assert w.counters.inside == w.counters.crushed == 0
