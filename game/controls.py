"""What do keys, mouse and pad want?

Keys are positions on the keyboard (scancodes), so WASD lies under the left hand on every layout.
Pads are those that SDL knows a mapping for, with buttons by the names of an Xbox pad.
Whatever was used last aims: the pointer, the stick, or keys that turn the aim.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import atan2, hypot, tau
from typing import TYPE_CHECKING, Protocol

import pygame

from .simulation.player import EIGHTHS, HEADINGS, Controls
from .view.screen import Screen

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

Bindings = dict[str, list[int]]
"""For each action the scancodes or the pad's buttons that mean it."""

KEYS: Bindings = {
    "left": [pygame.KSCAN_LEFT, pygame.KSCAN_A],
    "right": [pygame.KSCAN_RIGHT, pygame.KSCAN_D],
    "up": [pygame.KSCAN_UP, pygame.KSCAN_W],
    "down": [pygame.KSCAN_DOWN, pygame.KSCAN_S],
    "aim": [pygame.KSCAN_SPACE],
    "cancel": [pygame.KSCAN_BACKSPACE],
    "restart": [pygame.KSCAN_R],
}
PAD: Bindings = {
    "left": [pygame.CONTROLLER_BUTTON_DPAD_LEFT],
    "right": [pygame.CONTROLLER_BUTTON_DPAD_RIGHT],
    "up": [pygame.CONTROLLER_BUTTON_DPAD_UP],
    "down": [pygame.CONTROLLER_BUTTON_DPAD_DOWN],
    "aim": [pygame.CONTROLLER_BUTTON_A],
    "cancel": [pygame.CONTROLLER_BUTTON_B],
    "restart": [pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_BACK],
}
WAYS = ("left", "right", "up", "down")
LEFT_BUTTON, MIDDLE_BUTTON, RIGHT_BUTTON = 1, 2, 3
MOUSE = {LEFT_BUTTON: "aim", RIGHT_BUTTON: "cancel", MIDDLE_BUTTON: "pause"}
START = pygame.CONTROLLER_BUTTON_START
STICK = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
FARTHEST = 32767
"""What the stick says at its edge."""
DEAD, PUSHED = 0.35, 0.6
"""Of the stick's way: less is its middle; more is a push, a step in a menu."""

PAD_NAMES = (
    *("A", "B", "X", "Y", "Back", "Guide", "Start", "left stick", "right stick", "LB", "RB"),
    *("D-pad up", "D-pad down", "D-pad left", "D-pad right"),
)

pads: dict[int, Controller] = {}
"""The pads that are open, by their ids; they are the process's, as SDL's are."""
axes: dict[tuple[int, int], int] = {}
"""Where sticks are, by pad and axis: one that is held still says nothing to the next scene."""


def open_pads() -> None:
    """Begin to hear of pads; the first call takes a while, and those plugged in are told of."""
    try:
        from pygame._sdl2 import controller

        controller.init()
    except (ImportError, pygame.error):
        return


def plug(event: pygame.event.Event) -> None:
    """Open a pad that was plugged in, forget one that was taken out."""
    if event.type == pygame.CONTROLLERDEVICEADDED:
        try:
            from pygame._sdl2 import controller

            pad = controller.Controller(event.device_index)
            pads[pad.as_joystick().get_instance_id()] = pad
        except (ImportError, pygame.error):
            return
    elif event.type == pygame.CONTROLLERDEVICEREMOVED:
        pads.pop(event.instance_id, None)


class DeviceSettings(Protocol):
    """What the player chose for keys, mouse and pad."""

    keys: Bindings
    pad: Bindings
    aim: str
    """"hold" or "toggle": what the aim button does."""
    rumble: bool


class Devices:
    """The keys and buttons that are down, as their events report.

    Args:
        settings: what the player chose; read at every use, so a change takes effect at once.
    """

    def __init__(self, settings: DeviceSettings) -> None:
        self.settings = settings
        self.keys: set[int] = set()
        self.buttons: set[int] = set()
        self.pad_buttons: set[tuple[int, int]] = set()
        """By pad and button."""
        self.pad: int | None = None
        """The id of the pad that was used last."""
        self.on_pad = False
        """Whether no key and no button of the mouse was used since."""
        self.tapped = self.dropped = self.latched = False
        """Whether an aim began since controls() was asked: a tap between two frames counts;
        whether one was broken off since then; whether a press began one that goes on."""
        self.pointer = (0.0, 0.0)
        self.points = False

    def means(self, event: pygame.event.Event) -> str | None:
        """Return what an event means.

        Returns:
            An action that was pressed, by its name in KEYS; "pause" for the pad's Start and the
            middle button; "away" if nobody can play on: the window lost the focus, or the pad that
            was used last was unplugged; None for all else. The same before and after handle().
        """
        if event.type == pygame.KEYDOWN:
            return action_of(self.settings.keys, event.scancode)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return MOUSE.get(event.button)
        if event.type == pygame.CONTROLLERBUTTONDOWN:
            is_start = event.button == START
            return "pause" if is_start else action_of(self.settings.pad, event.button)
        unplugged = event.type == pygame.CONTROLLERDEVICEREMOVED and self.on_pad
        if event.type == pygame.WINDOWFOCUSLOST or (unplugged and event.instance_id == self.pad):
            return "away"
        return None

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of an event."""
        meant = self.means(event)
        if event.type == pygame.KEYDOWN:
            self.keys.add(event.scancode)
            self.on_pad = False
        elif event.type == pygame.KEYUP:
            self.keys.discard(event.scancode)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.buttons.add(event.button)
            self.pointer, self.points, self.on_pad = event.pos, True, False
        elif event.type == pygame.MOUSEBUTTONUP:
            self.buttons.discard(event.button)
        elif event.type == pygame.MOUSEMOTION:
            self.pointer, self.points = event.pos, True
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self.pad_buttons.add((event.instance_id, event.button))
            self.pad, self.on_pad = event.instance_id, True
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self.pad_buttons.discard((event.instance_id, event.button))
        elif event.type == pygame.CONTROLLERAXISMOTION:
            axes[event.instance_id, event.axis] = event.value
            if event.axis in STICK and stick(event.instance_id) is not None:
                self.pad, self.on_pad, self.points = event.instance_id, True, False
        if meant == "away":
            self.let_go()
        elif meant == "aim":
            self.tapped = True
            self.latched = self.settings.aim == "toggle" and not self.latched
        elif meant in ("cancel", "restart"):
            self.latched = False
        elif meant in WAYS:
            self.points = False

    def let_go(self) -> None:
        """Forget what is down: nobody hears of what comes up elsewhere. An aim is broken off."""
        self.dropped = True
        self.keys.clear()
        self.buttons.clear()
        self.pad_buttons.clear()
        self.tapped = self.latched = False

    def down(self, action: str) -> bool:
        """Tell whether a key or button for this action is down."""
        keys, pad = self.settings.keys[action], self.settings.pad[action]
        return (
            any(key in self.keys for key in keys)
            or any((self.pad, button) in self.pad_buttons for button in pad)
            or any(MOUSE.get(button) == action for button in self.buttons)
        )

    def aims(self) -> bool:
        """Tell whether an aim is wanted."""
        return self.latched if self.settings.aim == "toggle" else self.tapped or self.down("aim")

    def controls(self, screen: Screen, player: tuple[float, float]) -> Controls:
        """Return what is wanted now, by a player whose centre lies there, px of the world."""
        x, y = screen.world(self.pointer)
        away = pygame.Vector2(x - player[0], y - player[1])
        heading = stick(self.pad)
        creep = self.down("right") - self.down("left"), self.down("down") - self.down("up")
        if heading is not None and creep == (0, 0):
            creep = EIGHTHS[round(heading * 8 / HEADINGS) % 8]
        if self.points and away.length_squared() > 1:
            heading = round(away.angle * HEADINGS / 360) % HEADINGS
        wanted = Controls(creep, self.aims(), heading, self.down("cancel") or self.dropped)
        self.tapped = self.dropped = False
        return wanted

    def rumble(self, strength: float, seconds: float) -> None:
        """Let the pad shake the hand that holds it, 0 to 1, if the player likes that."""
        if self.settings.rumble and self.on_pad and self.pad in pads:
            pads[self.pad].rumble(strength, strength, round(1000 * seconds))


def stick(pad: int | None) -> int | None:
    """Return the heading of a pad's left stick; None while it is in its middle."""
    x, y = (0 if pad is None else axes.get((pad, axis), 0) / FARTHEST for axis in STICK)
    return round(atan2(y, x) / tau * HEADINGS) % HEADINGS if hypot(x, y) > DEAD else None


def action_of(bindings: Bindings, number: int) -> str | None:
    """Return the action that a scancode or button means."""
    return next((action for action, bound in bindings.items() if number in bound), None)


def key_name(scancode: int) -> str:
    """Return what the keyboard's layout has printed on a key; needs the display."""
    # What get_pressed() returns looks up where a key code lies; here the answer is the place.
    places = pygame.key.ScancodeWrapper(range(512))  # type: ignore[arg-type]
    codes = (scancode | 1 << 30, *range(1, 0x600))
    code = next((code for code in codes if places[code] == scancode), 0)
    return pygame.key.name(code, use_compat=False) or f"key {scancode}"


def letter(event: pygame.event.Event, wanted: Container[int]) -> int | None:
    """Return which of these key codes was pressed, by what is printed on the key.

    What cannot be typed on a layout (h on a Russian one, = without Shift on a German one) is where
    it lies on a US keyboard, unless a letter or digit from there is printed on that key.
    """
    if event.key in wanted:
        return int(event.key)
    is_taken = event.key < 128 and chr(event.key).isalnum()
    code = 0 if is_taken else US.get(event.scancode, 0)
    return code if code in wanted else None


def pad_name(button: int) -> str:
    """Return what is printed on a pad's button."""
    return PAD_NAMES[button] if button < len(PAD_NAMES) else f"button {button}"


US = {
    **{pygame.KSCAN_A + k: pygame.K_a + k for k in range(26)},
    pygame.KSCAN_LEFTBRACKET: pygame.K_LEFTBRACKET,
    pygame.KSCAN_RIGHTBRACKET: pygame.K_RIGHTBRACKET,
    pygame.KSCAN_MINUS: pygame.K_MINUS,
    pygame.KSCAN_EQUALS: pygame.K_EQUALS,
    pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD,
}
"""What is printed on a US keyboard's keys, by where they are."""
MENU_KEYS = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "choose",
    pygame.K_KP_ENTER: "choose",
    pygame.K_SPACE: "choose",
    pygame.K_ESCAPE: "back",
    pygame.K_BACKSPACE: "back",
}
MENU_BUTTONS = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
    pygame.CONTROLLER_BUTTON_A: "choose",
    START: "choose",
    pygame.CONTROLLER_BUTTON_B: "back",
    pygame.CONTROLLER_BUTTON_BACK: "back",
}
MENU_PUSHES = dict(zip(STICK, (("left", "right"), ("up", "down"))))
"""What a push means, by the axis: towards less, and towards more."""
pushed: set[tuple[int, int]] = set()
"""The pads and axes whose push was answered; it goes on from menu to menu."""


def menu_verb(
    event: pygame.event.Event,
    keys: Mapping[int, str] = MENU_KEYS,
    buttons: Mapping[int, str] = MENU_BUTTONS,
    pushes: Mapping[int, tuple[str, str]] = MENU_PUSHES,
) -> str | None:
    """Return which of a menu's six verbs an event means: up, down, left, right, choose, back.

    A page of its own keys, buttons and axes has others.
    """
    if event.type == pygame.KEYDOWN:
        return keys.get(letter(event, keys) or 0)
    if event.type == pygame.CONTROLLERBUTTONDOWN:
        return buttons.get(event.button)
    if event.type == pygame.CONTROLLERAXISMOTION and event.axis in pushes:
        way = event.instance_id, event.axis
        axes[way] = event.value
        if let_go(event):
            pushed.discard(way)
        elif abs(event.value) > PUSHED * FARTHEST and way not in pushed:
            pushed.add(way)
            return pushes[event.axis][event.value > 0]
    return None


def let_go(event: pygame.event.Event) -> bool:
    """Tell whether a key or a pad's button came up, or an axis came back to its middle."""
    if event.type == pygame.CONTROLLERAXISMOTION:
        return bool(abs(event.value) < DEAD * FARTHEST)
    return event.type in (pygame.KEYUP, pygame.CONTROLLERBUTTONUP)


DELAY, EVERY = 0.3, 0.04
"""s: what is held down is done again after the one, then as often as the other says."""


class Repeat:
    """Does again what a key, a pad's button or its axis did, as long as it is held down."""

    def __init__(self) -> None:
        self.held: tuple[str, int] | None = None
        self.act: Callable[[], object] = lambda: None
        self.wait = 0.0

    def hold(self, event: pygame.event.Event, act: Callable[[], object]) -> None:
        """Do something, and again while what the event is about is held down."""
        self.held, self.act, self.wait = source(event), act, DELAY
        act()

    def let_go(self, event: pygame.event.Event) -> None:
        """Take note of an event: what it is about may have come up, or the window is left."""
        came_up = let_go(event) and source(event) == self.held
        if came_up or event.type in (pygame.KEYDOWN, pygame.WINDOWFOCUSLOST):
            self.held = None

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        self.wait -= seconds
        if self.held and self.wait <= 0:
            self.wait = EVERY
            self.act()


def source(event: pygame.event.Event) -> tuple[str, int]:
    """Return what an event is about: a key, a pad's button or its axis."""
    name = next(name for name in ("key", "axis", "button") if name in event.dict)
    return name, event.dict[name]
