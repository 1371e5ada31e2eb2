"""What do keys, mouse and pad want?"""

import sys

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hands import pad_event

from game import controls
from game.controls import (
    DEFAULT_KEYS,
    DEFAULT_PAD,
    LEFT_BUTTON,
    RIGHT_BUTTON,
    Devices,
    key_name,
    menu_verb,
    pad_name,
    typed_key,
)
from game.scenes.settings import Settings
from game.simulation.player import HEADINGS, Controls, direction
from game.view.screen import Screen

SCREEN = Screen.fit((1280, 720), (640, 360))
PLAYER = (320.0, 180.0)
A, B, X, BACK, START = (
    getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in ("A", "B", "X", "BACK", "START")
)


@pytest.fixture
def queue(monkeypatch):
    """Open pygame's event queue on an invisible display."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield pygame.event
    pygame.display.quit()


def key(scancode, down=True):
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=0, scancode=scancode)


def button(number, down=True, pos=(0, 0)):
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    return pygame.event.Event(kind, button=number, pos=pos)


def motion(pos):
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def tilt(axis, part, pad=0):
    """The left stick, at a part of its way."""
    value = round(part * controls.AXIS_MAX)
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=pad)


def unplugged(pad=0):
    return pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)


@pytest.fixture(autouse=True)
def no_pads():
    """Every test begins without a pad."""
    yield
    for registry in (controls.pads, controls.axes, controls.pushed_axes):
        registry.clear()


def devices(**chosen):
    return Devices(Settings(**chosen))


def wanted_by(devices, *events):
    for event in events:
        devices.handle(event)
    return devices.controls(SCREEN, PLAYER)


def after(*events, **chosen):
    """Return what is wanted after some events, with some settings."""
    return wanted_by(devices(**chosen), *events)


def test_without_input_nothing_is_wanted():
    assert after() == Controls()
    assert after().idle


@pytest.mark.parametrize(
    ("action", "arrows"), [("left", (-1, 0)), ("right", (1, 0)), ("up", (0, -1)), ("down", (0, 1))]
)
def test_arrows_wasd_and_the_d_pad_are_arrows(action, arrows):
    for scancode in DEFAULT_KEYS[action]:
        assert after(key(scancode)) == Controls(arrows)
    assert after(*map(key, DEFAULT_KEYS[action])) == Controls(arrows)
    assert after(pad_event(*DEFAULT_PAD[action])) == Controls(arrows)


def test_of_opposite_arrows_the_last_one_counts_until_it_is_released():
    """The other one, though it is still down, then has to be pressed again."""
    held = devices()
    left, right = pygame.KSCAN_LEFT, pygame.KSCAN_D
    assert wanted_by(held, key(left)).arrows == (-1, 0)
    assert wanted_by(held, key(right)).arrows == (1, 0)
    assert wanted_by(held, key(right, down=False)).arrows == (0, 0)
    assert wanted_by(held, key(left, down=False)).arrows == (0, 0)
    assert wanted_by(held, key(left)).arrows == (-1, 0)


def tapped(scancode):
    return key(scancode), key(scancode, down=False)


@pytest.mark.parametrize(
    ("events", "wanted"),
    [
        (tapped(pygame.KSCAN_A), Controls((-1, 0))),
        (tapped(pygame.KSCAN_SPACE), Controls(aim=True)),
        (tapped(pygame.KSCAN_BACKSPACE), Controls(cancel=True)),
        ((button(RIGHT_BUTTON), button(RIGHT_BUTTON, False)), Controls(heading=2560, cancel=True)),
        (
            (button(LEFT_BUTTON), button(LEFT_BUTTON, False)),
            Controls(heading=2560, aim=True, click=True),
        ),
        ((pad_event(B), pad_event(B, down=False)), Controls(cancel=True)),
    ],
)
def test_a_press_and_release_between_two_calls_is_not_lost(events, wanted):
    """Once: after that nothing is wanted."""
    held = devices()
    pointer = SCREEN.point((PLAYER[0] - 100, PLAYER[1] - 100))
    for event in events:
        event.pos = pointer
    assert wanted_by(held, *events) == wanted
    assert wanted_by(held) == Controls(heading=wanted.heading)


@pytest.mark.parametrize("scancode", [pygame.KSCAN_A, pygame.KSCAN_SPACE])
def test_a_release_and_press_between_two_calls_is_not_lost_either(scancode):
    """It is reported as released, and by the next call as down."""
    held, idle = devices(), []
    wanted_by(held, key(scancode))
    for events in ((), (key(scancode, False), key(scancode)), (), (), (key(scancode, False),)):
        idle.append(wanted_by(held, *events).idle)
    assert idle == [False, True, False, False, True]


def test_shift_turns_unless_it_is_bound():
    shift, right = key(pygame.KSCAN_LSHIFT), key(pygame.KSCAN_RIGHT)
    assert after(shift, right) == Controls((1, 0), turn=True)
    bound = DEFAULT_KEYS | {"aim": [pygame.KSCAN_LSHIFT]}
    assert after(shift, right, keys=bound) == Controls((1, 0), aim=True)
    assert after(key(pygame.KSCAN_RSHIFT), right, keys=bound) == Controls((1, 0), turn=True)


def test_keys_are_positions_not_letters():
    """Only the scancode counts: the same key says Q on a French keyboard."""
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, scancode=pygame.KSCAN_A)
    assert after(event).arrows == (-1, 0)


def test_space_and_the_left_button_aim_backspace_and_the_right_button_cancel():
    """A click of the button is a tap, so the run has to know of it; the key wins over it."""
    assert after(key(pygame.KSCAN_SPACE))[2:5] == (False, True, False)
    assert after(button(LEFT_BUTTON))[2:5] == (False, True, True)
    assert after(button(LEFT_BUTTON), key(pygame.KSCAN_SPACE))[2:5] == (False, True, False)
    assert after(key(pygame.KSCAN_BACKSPACE)).cancel
    assert after(button(RIGHT_BUTTON)).cancel


@pytest.mark.parametrize(
    ("pos", "heading"),
    [((1280, 360), 0), ((640, 720), HEADINGS // 4), ((0, 360), HEADINGS // 2), ((1000, 720), 512)],
)
def test_the_pointer_aims_from_the_player(pos, heading):
    assert after(motion(pos)).heading == heading
    assert after(button(LEFT_BUTTON, pos=pos)).heading == heading


@given(st.integers(0, 1279), st.integers(0, 719))
def test_the_pointers_heading_is_the_nearest_of_the_table(x, y):
    heading = after(motion((x, y))).heading
    away = pygame.Vector2(x / 2 - PLAYER[0], y / 2 - PLAYER[1])
    if heading is None:
        assert away.length() <= 1
    else:
        assert heading in range(HEADINGS)
        assert abs(pygame.Vector2(direction(heading)).angle_to(away)) % 360 <= 180 / HEADINGS + 1e-4


def test_a_pointer_on_the_player_has_no_direction():
    assert after(motion((640, 360))).heading is None


def test_arrow_keys_take_the_aim_from_the_pointer_and_a_move_takes_it_back():
    moved, turned = motion((1280, 360)), key(pygame.KSCAN_UP)
    assert after(moved, turned).heading is None
    assert after(moved, turned, moved).heading == 0
    assert after(moved, key(pygame.KSCAN_SPACE)).heading == 0


def test_a_window_that_loses_focus_releases_everything():
    """The KEYUP of a key that is released elsewhere goes to another window."""
    held = [key(pygame.KSCAN_A), button(LEFT_BUTTON), key(pygame.KSCAN_SPACE)]
    wanted = after(*held, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert wanted.idle


def test_controls_come_out_of_pygames_own_queue(queue):
    for event in (key(pygame.KSCAN_D), button(LEFT_BUTTON, pos=(640, 0))):
        queue.post(event)
    wanted = after(*queue.get())
    assert wanted == Controls((1, 0), 3 * HEADINGS // 4, aim=True, click=True)


def test_a_pad_plays_out_of_pygames_own_queue(queue):
    for event in (tilt(0, 0.9, 7), tilt(1, -0.9, 7), pad_event(A, pad=7)):
        queue.post(event)
    wanted = after(*queue.get())
    assert wanted == Controls(heading=7 * HEADINGS // 8, aim=True)


def test_losing_focus_cancels_an_aim_instead_of_dashing():
    """Once: after that nothing is wanted."""
    aiming = devices()
    assert wanted_by(aiming, key(pygame.KSCAN_SPACE)).aim
    assert wanted_by(aiming, pygame.event.Event(pygame.WINDOWFOCUSLOST)) == Controls(cancel=True)
    assert wanted_by(aiming) == Controls()


@pytest.mark.parametrize("press", [key(pygame.KSCAN_SPACE), button(LEFT_BUTTON), pad_event(A)])
def test_toggled_one_press_begins_to_aim_and_the_next_releases(press):
    toggled = devices(aim="toggle")
    ups = key(pygame.KSCAN_SPACE, False), button(LEFT_BUTTON, False), pad_event(A, False)
    assert [wanted_by(toggled, press, *ups).aim for _ in range(4)] == [True, False] * 2


@pytest.mark.parametrize("ends", [pygame.KSCAN_BACKSPACE, pygame.KSCAN_R])
def test_toggled_a_cancel_or_a_restart_ends_the_aim(ends):
    toggled = devices(aim="toggle")
    space = key(pygame.KSCAN_SPACE)
    assert not wanted_by(toggled, space, key(ends), key(ends, False)).aim
    assert wanted_by(toggled, space).aim


def test_bindings_are_the_players():
    chosen = {"keys": DEFAULT_KEYS | {"aim": [pygame.KSCAN_J]}, "pad": DEFAULT_PAD | {"aim": [X]}}
    assert after(key(pygame.KSCAN_J), **chosen).aim
    assert after(pad_event(X), **chosen).aim
    assert not after(key(pygame.KSCAN_SPACE), pad_event(A), **chosen).aim


@pytest.mark.parametrize("action", [*DEFAULT_KEYS])
def test_every_action_has_a_key_and_a_button_that_mean_it(action):
    for scancode in DEFAULT_KEYS[action]:
        assert devices().action(key(scancode)) == action
    for number in DEFAULT_PAD[action]:
        assert devices().action(pad_event(number)) == action


def test_start_and_the_middle_button_mean_pause():
    """So the pad alone and the mouse alone reach the menu; a release means nothing."""
    assert devices().action(pad_event(START)) == "pause"
    assert devices().action(button(2)) == "pause"
    assert devices().action(pad_event(START, down=False)) is None
    assert devices().action(key(pygame.KSCAN_F12)) is None


@pytest.mark.parametrize("angle", range(11, 360, 45))
def test_the_stick_aims_all_ways_and_taps_none(angle):
    """Its angle is the heading, to half a heading."""
    way = pygame.Vector2(1, 0).rotate(angle)
    wanted = after(tilt(0, 0.8 * way.x), tilt(1, 0.8 * way.y))
    assert abs(wanted.heading - angle * HEADINGS / 360) <= 1
    assert wanted.idle


@given(st.floats(0, 360), st.floats(0, 0.34))
def test_the_middle_of_the_stick_says_nothing(angle, part):
    """Worn sticks do not rest in their middle."""
    way = pygame.Vector2(1, 0).rotate(angle) * part
    assert after(tilt(0, way.x), tilt(1, way.y)) == Controls()


def test_the_pad_and_the_pointer_take_the_aim_from_each_other():
    up = tilt(1, -1.0)
    assert after(motion((1280, 360)), up).heading == 3 * HEADINGS // 4
    assert after(up, motion((1280, 360))).heading == 0


def test_the_pad_that_was_used_last_counts():
    assert after(tilt(0, 1.0, 1), tilt(0, -1.0, 2)).heading == HEADINGS // 2
    assert after(tilt(0, 1.0, 1), tilt(0, -0.2, 2)).heading == 0
    held = devices()
    assert wanted_by(held, pad_event(A, pad=1)).aim
    assert not wanted_by(held, tilt(0, 1.0, 2)).aim


def test_a_stick_held_through_a_menu_is_still_held():
    assert menu_verb(tilt(0, 1.0, 3)) == "right"
    again = devices()
    again.handle(pad_event(A, pad=3))
    assert again.controls(SCREEN, PLAYER).heading == 0


def test_the_pad_in_use_means_away_when_it_is_unplugged():
    played = devices()
    wanted_by(played, pad_event(A, pad=1))
    assert played.action(unplugged(2)) is None
    assert played.action(unplugged(1)) == "away"
    assert wanted_by(played, unplugged(1)) == Controls(cancel=True)
    assert played.action(unplugged(1)) == "away"
    wanted_by(played, pad_event(A, pad=3), key(pygame.KSCAN_SPACE))
    assert played.action(unplugged(3)) is None
    assert played.action(pygame.event.Event(pygame.WINDOWFOCUSLOST)) == "away"


class Pad:
    """A pad that records how it is shaken."""

    def __init__(self, index=0):
        self.index, self.shaken = index, []

    def as_joystick(self):
        return self

    def get_instance_id(self):
        return 10 + self.index

    def rumble(self, *how):
        self.shaken.append(how)


def test_pads_are_opened_and_forgotten_as_they_come_and_go(monkeypatch):
    """By their ids, which are not their places."""
    monkeypatch.setattr("pygame._sdl2.controller.Controller", Pad)
    for index in (0, 1):
        controls.plug(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=index))
    assert sorted(controls.pads) == [10, 11]
    controls.plug(unplugged(10))
    controls.plug(unplugged(10))
    assert sorted(controls.pads) == [11]


def test_only_the_pad_in_use_rumbles_and_only_if_that_is_liked():
    for chosen, on_pad, shaken in (
        (True, True, [(0.5, 0.5, 80)]),
        (False, True, []),
        (True, 0, []),
    ):
        controls.pads[4] = pad = Pad()
        played = devices(rumble=chosen)
        wanted_by(played, pad_event(A, pad=4), *([] if on_pad else [key(pygame.KSCAN_A)]))
        played.rumble(0.5, 0.08)
        assert pad.shaken == shaken
    controls.pads.clear()
    played.rumble(0.5, 0.08)


def test_a_pad_that_cannot_be_opened_is_ignored(queue):
    controls.open_pads()
    controls.plug(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=99))
    assert controls.pads == {}


def test_a_missing_joystick_subsystem_is_ignored(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame._sdl2.controller", None)
    monkeypatch.delattr("pygame._sdl2.controller", raising=False)
    controls.open_pads()
    controls.plug(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    assert controls.pads == {}


def test_keys_are_named_as_the_layout_prints_them(queue, monkeypatch):
    """Here the usual one; on a French one the key at Q says A."""
    names = [key_name(code) for code in (pygame.KSCAN_A, pygame.KSCAN_SPACE, pygame.KSCAN_LEFT)]
    assert names == ["A", "Space", "Left"]
    assert key_name(500) == "key 500"
    french = {pygame.K_a: pygame.KSCAN_Q, 0xE9: pygame.KSCAN_2}
    layout = type("Layout", (), {"__getitem__": lambda self, code: french.get(code, 0)})
    monkeypatch.setattr("pygame.key.ScancodeWrapper", lambda codes: layout())
    assert [key_name(pygame.KSCAN_Q), key_name(pygame.KSCAN_2)] == ["A", "\u00e9"]


def test_pad_buttons_are_named_as_an_xbox_pad_prints_them():
    names = [pad_name(number) for numbers in DEFAULT_PAD.values() for number in numbers]
    assert names == ["D-pad left", "D-pad right", "D-pad up", "D-pad down", "A", "B", "X", "Back"]
    assert pad_name(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER) == "RB"
    assert pad_name(20) == "button 20"


def test_keys_and_the_pads_buttons_do_all_six_things_to_a_menu():
    verbs = {"up", "down", "left", "right", "choose", "back"}
    kind = pygame.KEYDOWN
    keys = [pygame.event.Event(kind, key=code, scancode=0) for code in controls.MENU_KEYS]
    assert set(map(menu_verb, keys)) == verbs
    assert set(map(menu_verb, map(pad_event, controls.MENU_BUTTONS))) == verbs
    assert menu_verb(pad_event(X)) is None


def test_a_push_of_the_stick_is_one_step_of_a_menu():
    """However it trembles; back in its middle it can be pushed again."""
    parts = (0.5, 0.7, 0.55, 0.9, 0.1, 1.0, 0.0, -0.8)
    verbs = [menu_verb(tilt(1, part)) for part in parts]
    assert verbs == [None, "down", None, None, None, "down", None, "up"]
    assert menu_verb(tilt(3, 1.0)) is None


@pytest.mark.parametrize(
    ("code", "scancode", "expected"),
    [
        (pygame.K_h, pygame.KSCAN_J, pygame.K_h),  # Dvorak
        (0x440, pygame.KSCAN_H, pygame.K_h),  # Russian
        (0xB4, pygame.KSCAN_EQUALS, pygame.K_EQUALS),  # German
        (pygame.K_PLUS, pygame.KSCAN_RIGHTBRACKET, None),  # not asked for
        (pygame.K_d, pygame.KSCAN_H, None),  # Dvorak
        (pygame.K_RETURN, pygame.KSCAN_RETURN, None),
    ],
)
def test_a_letter_is_what_is_printed_or_where_it_cannot_be_typed_where_it_lies(
    code, scancode, expected
):
    """A key with a letter or digit of its own is that and nothing else."""
    event = pygame.event.Event(pygame.KEYDOWN, key=code, scancode=scancode)
    assert typed_key(event, (pygame.K_h, pygame.K_EQUALS)) == expected
