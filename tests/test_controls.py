"""What do keys and mouse want?"""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.controls import KEYS, LEFT_BUTTON, RIGHT_BUTTON, Devices
from game.scenes.settings import default_settings
from game.simulation.player import HEADINGS, Controls, direction
from game.view.screen import Screen

SCREEN = Screen.fit((1280, 720), (640, 360))
PLAYER = (320.0, 180.0)


@pytest.fixture
def queue(monkeypatch):
    """Open pygame's event queue on a display that nobody sees."""
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


def after(*events):
    """Return what is wanted after some events."""
    devices = Devices(default_settings())
    for event in events:
        devices.handle(event)
    return devices.controls(SCREEN, PLAYER)


def test_without_input_nothing_is_wanted():
    """The idle value is the default one, and does not begin a run."""
    assert after() == Controls()
    assert after().idle


@pytest.mark.parametrize(
    ("action", "creep"),
    [("left", (-1, 0)), ("right", (1, 0)), ("up", (0, -1)), ("down", (0, 1))],
)
def test_arrows_and_wasd_creep(action, creep):
    """Each binding alone, both together as well: a way is never wanted twice."""
    for scancode in KEYS[action]:
        assert after(key(scancode)).creep == creep
    assert after(*map(key, KEYS[action])).creep == creep


def test_opposite_keys_cancel_out():
    """Left and right together are no way."""
    assert after(key(pygame.KSCAN_LEFT), key(pygame.KSCAN_D)).creep == (0, 0)


def test_a_key_that_came_up_is_wanted_no_longer():
    """Down and up."""
    assert after(key(pygame.KSCAN_A), key(pygame.KSCAN_A, down=False)) == Controls()


def test_keys_are_positions_not_letters():
    """Only the scancode counts: the same key says Q on a French keyboard."""
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, scancode=pygame.KSCAN_A)
    assert after(event).creep == (-1, 0)


def test_space_and_the_left_button_aim_backspace_and_the_right_button_cancel():
    """Two ways to each."""
    assert after(key(pygame.KSCAN_SPACE)).aim
    assert after(button(LEFT_BUTTON)).aim
    assert after(key(pygame.KSCAN_BACKSPACE)).cancel
    assert after(button(RIGHT_BUTTON)).cancel


@pytest.mark.parametrize(
    ("pos", "heading"),
    [((1280, 360), 0), ((640, 720), HEADINGS // 4), ((0, 360), HEADINGS // 2), ((1000, 720), 512)],
)
def test_the_pointer_aims_from_the_player(pos, heading):
    """The player stands in the middle of the window; y points down."""
    assert after(motion(pos)).heading == heading
    assert after(button(LEFT_BUTTON, pos=pos)).heading == heading


@given(st.integers(0, 1279), st.integers(0, 719))
def test_the_pointers_heading_is_the_nearest_of_the_table(x, y):
    """Its direction is that of the pointer, to half a heading."""
    heading = after(motion((x, y))).heading
    away = pygame.Vector2(x / 2 - PLAYER[0], y / 2 - PLAYER[1])
    if heading is None:
        assert away.length() <= 1
    else:
        assert heading in range(HEADINGS)
        assert abs(pygame.Vector2(direction(heading)).angle_to(away)) % 360 <= 180 / HEADINGS + 1e-4


def test_a_pointer_on_the_player_has_no_direction():
    """Then keys turn, or the last direction stays."""
    assert after(motion((640, 360))).heading is None


def test_arrow_keys_take_the_aim_from_the_pointer_and_a_move_takes_it_back():
    """Whoever was used last aims."""
    moved, turned = motion((1280, 360)), key(pygame.KSCAN_UP)
    assert after(moved, turned).heading is None
    assert after(moved, turned, moved).heading == 0
    assert after(moved, key(pygame.KSCAN_SPACE)).heading == 0


def test_a_window_that_loses_focus_lets_go_of_everything():
    """Nobody hears of keys that come up elsewhere."""
    held = [key(pygame.KSCAN_A), button(LEFT_BUTTON), key(pygame.KSCAN_SPACE)]
    wanted = after(*held, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert wanted.idle


def test_controls_come_out_of_pygames_own_queue(queue):
    """Posted events arrive as the window's do."""
    devices = Devices(default_settings())
    for event in (key(pygame.KSCAN_D), button(LEFT_BUTTON, pos=(640, 0))):
        queue.post(event)
    for event in queue.get():
        devices.handle(event)
    wanted = devices.controls(SCREEN, PLAYER)
    assert wanted == Controls(creep=(1, 0), aim=True, heading=3 * HEADINGS // 4)
