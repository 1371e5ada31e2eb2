"""Tap to dash, aim to be exact: the rows of the table of inputs, by keys, mouse and pad."""

import pygame
import pytest
from support.hands import WINDOW, key_event, pad_event
from support.staged import stage

from game import controls
from game.controls import DEFAULT_PAD
from game.scenes.run.play import PlayScene
from game.simulation.events import Dashed
from game.simulation.player import HEADINGS, direction

TICK = 1 / 120
RIGHT, UP, UP_RIGHT = 0, 3 * HEADINGS // 4, 7 * HEADINGS // 8
A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
START, BACK = pygame.CONTROLLER_BUTTON_START, pygame.CONTROLLER_BUTTON_BACK
TAPS = ("right", "up", "right", "down", "right", "up", ("right", "down"))
"""They finish the first room."""
CLICKS = ((250, 304), (250, 8), (376, 304), (506, 352), (506, 8), (573, 56))


def d_pad(name, down=True):
    return pad_event(DEFAULT_PAD[name][0], down)


def mouse(place, down=True, button=1):
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    return pygame.event.Event(kind, button=button, pos=(2 * place[0], 2 * place[1]))


def stick(x, y):
    kind, most = pygame.CONTROLLERAXISMOTION, controls.AXIS_MAX
    values = enumerate((round(x * most), round(y * most)))
    return [pygame.event.Event(kind, axis=k, value=v, instance_id=0) for k, v in values]


def shift(down=True):
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.event.Event(kind, key=pygame.K_LSHIFT, scancode=pygame.KSCAN_LSHIFT, mod=0)


def space(down=True):
    return key_event("space", down)


@pytest.fixture
def scene(tmp_path):
    """Return First Contact before its first tick; the player is at (64, 304)."""
    scene = PlayScene(stage(tmp_path), 0)
    scene.window = WINDOW
    yield scene
    controls.axes.clear()


def wait(scene, ticks):
    for _ in range(ticks):
        scene.update(TICK)


def play(scene, *steps):
    """Handle events, and wait so many ticks where a number is; return the headings of dashes."""
    before, dashes = scene.after_tick, []

    def after_tick(world):
        dashes.extend(world.player.heading for e in world.last.events if isinstance(e, Dashed))
        before(world)

    scene.run.after_tick = after_tick
    for step in steps:
        if isinstance(step, int):
            wait(scene, step)
        else:
            for event in step if isinstance(step, list) else [step]:
                scene.handle(event)
    return dashes


TAP = {
    "key": (key_event("right"), 7, key_event("right", False)),
    "other key": (key_event("d"), key_event("d", False), 7),
    "click": (mouse((460, 304)), 3, mouse((460, 304), False), 1),
    "d-pad": (d_pad("right"), 7, d_pad("right", False)),
}


@pytest.mark.parametrize("device", TAP)
def test_a_tap_is_a_dash_at_once_and_slows_nothing(scene, device):
    assert play(scene, *TAP[device]) == [RIGHT]
    assert scene.run.world.time.parts == 20 * scene.run.world.ticks
    assert scene.run.world.ticks <= 12


@pytest.mark.parametrize("event", [key_event, d_pad])
def test_a_second_arrow_within_50_ms_makes_a_diagonal(scene, event):
    assert play(scene, event("right"), 5, event("up"), 3) == [UP_RIGHT]


@pytest.mark.parametrize(
    ("press", "release", "button"),
    [
        (space(), space(False), "Space"),
        (mouse((64, 4)), mouse((64, 4), False), "left"),
        (pad_event(A), pad_event(A, False), "A"),
    ],
)
def test_a_hold_aims_and_a_release_dashes_50_ms_later(scene, press, release, button):
    """The world is slow meanwhile; only the button of the mouse is a tap at first."""
    assert play(scene, press, 60) == []
    world = scene.run.world
    full = 18 if button == "left" else 0
    assert world.time.parts == 20 * full + 3 * (60 - full)
    assert len(play(scene, release, 6)) == 0
    assert len(play(scene, 1)) == 1


def test_toggled_the_second_press_releases(scene):
    scene.stage.settings.aim = "toggle"
    assert play(scene, space(), 3, space(False), 60) == []
    assert play(scene, space(), space(False), 7) == [RIGHT]


AIMED = {
    "arrows": ((space(), key_event("right"), key_event("up")), space(False), UP_RIGHT),
    "pointer": ((mouse((64, 4)), 30), mouse((64, 4), False), UP),
    "stick": ((pad_event(A), stick(0, -1)), pad_event(A, False), UP),
    "d-pad": ((pad_event(A), d_pad("up")), pad_event(A, False), UP),
    "shift": ((space(), key_event("up"), 9, key_event("up", False), shift(), 1,
               key_event("right"), 60, key_event("right", False)), space(False), UP + 512),
}  # fmt: skip


@pytest.mark.parametrize("device", AIMED)
def test_the_direction_of_an_aim(scene, device):
    steps, release, heading = AIMED[device]
    assert play(scene, *steps, 9) == []
    assert play(scene, release, 9) == [heading]


@pytest.mark.parametrize(
    ("press", "cancel"),
    [
        (space(), (key_event("backspace"), key_event("backspace", False))),
        (mouse((64, 4)), (mouse((64, 4), True, 3), mouse((64, 4), False, 3))),
        (pad_event(A), (pad_event(B), pad_event(B, False))),
    ],
)
@pytest.mark.parametrize("held", [1, 30])
def test_a_cancel_lets_go_without_a_dash_however_short_it_is(scene, press, cancel, held):
    """A new press aims again."""
    assert play(scene, press, held, *cancel, 60) == []
    assert scene.run.world.player.state == "still"


@pytest.mark.parametrize("event", [key_event("r"), pad_event(BACK)])
def test_again_begins_the_room_again(scene, event):
    play(scene, key_event("right"), 20, key_event("right", False))
    first = scene.run
    play(scene, event, 20)
    assert scene.run is not first
    assert scene.run.world.ticks == 0


@pytest.mark.parametrize("event", [key_event("escape"), pad_event(START), mouse((9, 9), True, 2)])
def test_the_menu_opens(scene, event):
    play(scene, event)
    assert scene.next is not None


@pytest.mark.parametrize("device", ["keys", "mouse", "pad"])
def test_the_first_room_is_finished_by_taps_alone(scene, device):
    """Each a press and a release a moment later, at a pace of five a second."""
    if device == "mouse":
        taps = [((mouse(place),), (mouse(place, False),)) for place in CLICKS]
    else:
        event = key_event if device == "keys" else d_pad
        names = [(tap,) if isinstance(tap, str) else tap for tap in TAPS]
        taps = [([event(n) for n in tap], [event(n, False) for n in tap]) for tap in names]
    for press, release in taps:
        assert len(play(scene, *press, 8, *release, 16)) == 1
    assert scene.run.world.outcome == "finished"
    assert scene.run.world.time.parts == 20 * scene.run.world.ticks


def test_a_press_during_hit_stop_is_kept(scene):
    """The first core is on the way up; the next arrow goes down and up while the clock is held."""
    play(scene, key_event("right"), 12, key_event("right", False))
    play(scene, key_event("up"), 9, key_event("up", False))
    while not scene.run.held:
        wait(scene, 1)
    assert play(scene, key_event("down"), key_event("down", False), 30)[-1:] == [HEADINGS // 4]
    assert direction(HEADINGS // 4) == (0.0, 1.0)
