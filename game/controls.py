"""Which controls do keys, mouse and pad give?

Keys are positions on the keyboard (scancodes), so WASD lies under the left hand on
every layout. Pads are those for which SDL has a mapping; their buttons are named as on
an Xbox pad. The device that was used last aims: the pointer, the stick, or the arrows.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from math import atan2, hypot, tau
from typing import TYPE_CHECKING, Protocol

import pygame
from pygame.event import Event
from pygame.locals import (
    CONTROLLER_BUTTON_A,
    CONTROLLER_BUTTON_B,
    CONTROLLER_BUTTON_BACK,
    CONTROLLERAXISMOTION,
    CONTROLLERBUTTONDOWN,
    CONTROLLERBUTTONUP,
    CONTROLLERDEVICEADDED,
    CONTROLLERDEVICEREMOVED,
    KEYDOWN,
    KEYUP,
    MOUSEBUTTONDOWN,
    MOUSEBUTTONUP,
    MOUSEMOTION,
    WINDOWFOCUSLOST,
)

from .simulation.player import HEADINGS, Controls
from .view.screen import Place, Screen

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

Bindings = dict[str, list[int]]
"""For each action the scancodes, or the pad's buttons, that are bound to it."""

DEFAULT_KEYS: Bindings = {
    "left": [pygame.KSCAN_LEFT, pygame.KSCAN_A],
    "right": [pygame.KSCAN_RIGHT, pygame.KSCAN_D],
    "up": [pygame.KSCAN_UP, pygame.KSCAN_W],
    "down": [pygame.KSCAN_DOWN, pygame.KSCAN_S],
    "aim": [pygame.KSCAN_SPACE],
    "cancel": [pygame.KSCAN_BACKSPACE],
    "restart": [pygame.KSCAN_R],
}
DEFAULT_PAD: Bindings = {
    "left": [pygame.CONTROLLER_BUTTON_DPAD_LEFT],
    "right": [pygame.CONTROLLER_BUTTON_DPAD_RIGHT],
    "up": [pygame.CONTROLLER_BUTTON_DPAD_UP],
    "down": [pygame.CONTROLLER_BUTTON_DPAD_DOWN],
    "aim": [CONTROLLER_BUTTON_A],
    "cancel": [CONTROLLER_BUTTON_B],
    "restart": [pygame.CONTROLLER_BUTTON_X, CONTROLLER_BUTTON_BACK],
}
OPPOSITES = {"left": "right", "right": "left", "up": "down", "down": "up"}
DIRECTIONS = tuple(OPPOSITES)
POLLED = (*DIRECTIONS, "aim", "click", "cancel")
"""What Devices report to a run."""
PRESSES = (KEYDOWN, MOUSEBUTTONDOWN, CONTROLLERBUTTONDOWN)
RELEASES = (KEYUP, MOUSEBUTTONUP, CONTROLLERBUTTONUP)
"""The types of events in which a key or button goes down or up."""
POINTER_EVENTS = (MOUSEBUTTONDOWN, MOUSEMOTION)
"""The types of events that tell where the pointer is."""
TURN_KEYS = {("key", pygame.KSCAN_LSHIFT), ("key", pygame.KSCAN_RSHIFT)}
"""With one of them arrows turn the aim, unless that is bound to an action."""
LEFT_BUTTON, MIDDLE_BUTTON, RIGHT_BUTTON = 1, 2, 3
MOUSE = {LEFT_BUTTON: "aim", RIGHT_BUTTON: "cancel", MIDDLE_BUTTON: "pause"}
HELD_BUTTONS = {"click": LEFT_BUTTON, "cancel": RIGHT_BUTTON}
PAD_START = pygame.CONTROLLER_BUTTON_START
STICK = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
AXIS_MAX = 32767
"""The value of an axis at the edge of the stick's range."""
DEAD_ZONE = 0.35
"""The part of that up to which the stick counts as centred."""
PUSH = 0.6
"""The part of that beyond which an axis is pushed, which is a step in a menu."""

PAD_NAMES = (
    "A",
    "B",
    "X",
    "Y",
    "Back",
    "Guide",
    "Start",
    "left stick",
    "right stick",
    "LB",
    "RB",
    "D-pad up",
    "D-pad down",
    "D-pad left",
    "D-pad right",
)
"""What is printed on a pad's buttons, by their numbers."""
SCANCODES = 512
"""SDL's number of scancodes."""
UNPRINTED_KEY = 1 << 30
"""SDL's code of a key that prints nothing is its scancode with this bit."""
PRINTED_CODES = range(1, 0x600)
"""The codes of keys that print a letter or sign, from Latin to Hebrew ones."""

pads: dict[int, Controller] = {}
"""The open pads by id; global because SDL's are."""
axes: dict[tuple[int, int], int] = {}
"""The values of axes, by pad and axis; kept across scenes, as a stick that does not
move sends no event."""


def open_pads() -> None:
    """Ask SDL for the events of pads, which takes a while the first time. Pads that are
    plugged in already then send the event of a pad that is added."""
    with suppress(ImportError, pygame.error):
        from pygame._sdl2 import controller

        controller.init()


def plug(event: Event) -> None:
    """Open a pad that was plugged in; forget one that was unplugged."""
    if event.type == CONTROLLERDEVICEADDED:
        with suppress(ImportError, pygame.error):
            from pygame._sdl2 import controller

            pad = controller.Controller(event.device_index)
            pads[pad.as_joystick().get_instance_id()] = pad
    elif event.type == CONTROLLERDEVICEREMOVED:
        pads.pop(event.instance_id, None)


class DeviceSettings(Protocol):
    """What the player chose for keys, mouse and pad."""

    keys: Bindings
    pad: Bindings
    aim: str
    """"hold" or "toggle": what the aim button does."""
    rumble: bool


class Devices:
    """The keys and buttons that are down, collected from their events.

    Args:
        settings: what the player chose; read at every use, so a change takes effect at
            once.
    """

    def __init__(self, settings: DeviceSettings) -> None:
        self.settings = settings
        self.down: set[tuple[int | str, int]] = set()
        """The keys and buttons that are down, as button_of() names them."""
        self.pad: int | None = None
        """The id of the pad that was used last."""
        self.on_pad = False
        """Whether that pad was used later than any key or mouse button."""
        self.fresh: set[str] = set()
        """What was pressed since the last call of poll(), so that a tap between two
        calls counts."""
        self.reported: set[str] = set()
        """What that call found down."""
        self.outdone: set[str] = set()
        """The arrows whose opposite was pressed later."""
        self.latched = False
        """Whether aiming is toggled on."""
        self.pointer = (0.0, 0.0)
        """Where the pointer was last, pixels."""
        self.pointer_aims = False
        """Whether the pointer was used later than arrows and stick."""

    def action(self, event: Event) -> str | None:
        """Return the action that an event calls for.

        Returns:
            A name in DEFAULT_KEYS; "pause" for the pad's Start and the middle mouse
            button; "away" if the player cannot go on: the window lost the focus, or the
            pad in use was unplugged; None for all other events. It does not matter
            whether handle() was called with the event already.
        """
        if event.type == KEYDOWN:
            return action_of(self.settings.keys, event.scancode)
        if event.type == MOUSEBUTTONDOWN:
            return MOUSE.get(event.button)
        if event.type == CONTROLLERBUTTONDOWN:
            is_start = event.button == PAD_START
            return "pause" if is_start else action_of(self.settings.pad, event.button)
        if event.type == CONTROLLERDEVICEREMOVED:
            is_in_use = self.on_pad and event.instance_id == self.pad
            return "away" if is_in_use else None
        return "away" if event.type == WINDOWFOCUSLOST else None

    def handle(self, event: Event) -> None:
        """Update what is down, and which device aims."""
        if event.type in PRESSES:
            self.down.add(button_of(event))
            self.on_pad = event.type == CONTROLLERBUTTONDOWN
        elif event.type in RELEASES:
            self.down.discard(button_of(event))
        self.note_device(event)
        action = self.action(event)
        if action:
            self.note_action(action, event.type == MOUSEBUTTONDOWN)

    def note_device(self, event: Event) -> None:
        """Note what the pointer or a pad did."""
        if event.type in POINTER_EVENTS:
            self.pointer = event.pos
            self.pointer_aims = True
        elif event.type == CONTROLLERBUTTONDOWN:
            self.pad = event.instance_id
        elif event.type == CONTROLLERAXISMOTION:
            axes[event.instance_id, event.axis] = event.value
            if event.axis in STICK and stick_heading(event.instance_id) is not None:
                self.pad = event.instance_id
                self.on_pad = True
                self.pointer_aims = False

    def note_action(self, action: str, is_click: bool) -> None:
        """Note the action of an event; is_click: the event is a press of a button of
        the mouse."""
        if action == "away":
            self.release_all()
        elif action == "aim" and self.settings.aim == "toggle":
            self.latched = not self.latched
        elif action == "aim" and is_click:
            self.fresh.add("click")
        else:
            self.fresh.add(action)
        if action in ("cancel", "restart"):
            self.latched = False
        elif action in OPPOSITES:
            self.pointer_aims = False
            self.outdone.discard(action)
            self.outdone.add(OPPOSITES[action])

    def release_all(self, cancels: bool = True) -> None:
        """Regard all keys and buttons as released: their releases may go to another
        window. cancels: an aim ends without a dash."""
        self.down.clear()
        self.fresh = {"cancel"} if cancels else set()
        self.latched = False

    def is_down(self, name: str) -> bool:
        """Tell whether a key or button for one of POLLED is down."""
        bound: set[tuple[int | str | None, int | None]] = {
            ("mouse", HELD_BUTTONS.get(name))
        }
        bound |= {("key", key) for key in self.settings.keys.get(name, [])}
        bound |= {(self.pad, button) for button in self.settings.pad.get(name, [])}
        return not self.down.isdisjoint(bound)

    def poll(self) -> set[str]:
        """Return which of POLLED are down, or were since the last call; not an arrow
        whose opposite was pressed later. What was down at the last call, then released
        and pressed again, is reported as released, and as down by the next call."""
        down = {name for name in POLLED if name in self.fresh or self.is_down(name)}
        self.fresh &= self.reported  # Now only what was pressed again is left in it.
        self.reported = down - self.fresh
        return self.reported - self.outdone

    def controls(self, screen: Screen, player: Place) -> Controls:
        """Return the controls of the next tick; player is the player's centre, px of
        the world."""
        down = self.poll()
        if self.settings.aim == "toggle":
            is_aiming = self.latched
            is_click = False
        else:
            is_click = "click" in down and "aim" not in down
            is_aiming = is_click or "aim" in down
        arrows = direction(down, "left", "right"), direction(down, "up", "down")
        return Controls(
            arrows,
            self.heading(screen, player),
            self.turns(),
            is_aiming,
            is_click,
            "cancel" in down,
        )

    def heading(self, screen: Screen, player: Place) -> int | None:
        """Return the heading from the player towards the pointer, if that was used
        last and is not at the player; else that of the stick; None if it is centred.

        Args:
            screen: the transform from the world to the window.
            player: the player's centre, px of the world.
        """
        if self.pointer_aims:
            x, y = screen.world(self.pointer)
            away = pygame.Vector2(x - player[0], y - player[1])
            if away.length_squared() > 1:
                return round(away.angle * HEADINGS / 360) % HEADINGS
        return stick_heading(self.pad)

    def turns(self) -> bool:
        """Tell whether arrows turn the aim: one of TURN_KEYS is down, and it is bound
        to no action."""
        pressed = [key for _, key in TURN_KEYS & self.down]
        return any(action_of(self.settings.keys, key) is None for key in pressed)

    def rumble(self, strength: float, seconds: float) -> None:
        """Let the pad in use vibrate with a strength from 0 to 1, unless rumble is
        off."""
        if self.settings.rumble and self.on_pad and self.pad in pads:
            pads[self.pad].rumble(strength, strength, round(1000 * seconds))


def direction(down: set[str], low: str, high: str) -> int:
    """Return -1 if low is down, 1 if high is down, 0 if both or none are."""
    if (low in down) == (high in down):
        return 0
    return 1 if high in down else -1


def button_of(event: Event) -> tuple[int | str, int]:
    """Return the key or button of an event: "key" and a scancode; "mouse" and the
    number of a button; or a pad's id and the number of a button."""
    if event.type in (KEYDOWN, KEYUP):
        return "key", event.scancode
    return event.dict.get("instance_id", "mouse"), event.button


def stick_heading(pad: int | None) -> int | None:
    """Return the heading of a pad's left stick, 0 to HEADINGS - 1; None while it is
    centred."""
    if pad is None:
        return None
    x, y = (axes.get((pad, axis), 0) / AXIS_MAX for axis in STICK)
    if hypot(x, y) <= DEAD_ZONE:
        return None
    return round(atan2(y, x) / tau * HEADINGS) % HEADINGS


def action_of(bindings: Bindings, number: int) -> str | None:
    """Return the action to which a scancode or button is bound."""
    return next((action for action, bound in bindings.items() if number in bound), None)


def key_name(scancode: int) -> str:
    """Return what the keyboard's layout has printed on a key; "key" and its scancode if
    that has no name. Without a display, pygame's own names are used."""
    # The type that get_pressed() returns maps a key code to its position on the
    # keyboard. Filled with the numbers of the positions, it returns the position
    # itself.
    places = pygame.key.ScancodeWrapper(range(SCANCODES))  # type: ignore[arg-type]
    codes = (scancode | UNPRINTED_KEY, *PRINTED_CODES)
    code = next((code for code in codes if places[code] == scancode), 0)
    name = pygame.key.name(code, use_compat=not pygame.display.get_init())
    return name or f"key {scancode}"


def typed_key(event: Event, wanted: Container[int]) -> int | None:
    """Return which of the wanted key codes was pressed, going by what is printed on the
    key; None: none of them.

    A key that a layout lacks (h on a Russian one, = without Shift on a German one) is
    found where a US keyboard has it, unless another letter or digit is printed there.
    """
    if event.key in wanted:
        return int(event.key)
    is_taken = event.key < 128 and chr(event.key).isalnum()
    code = 0 if is_taken else US_KEYS.get(event.scancode, 0)
    return code if code in wanted else None


def pad_name(button: int) -> str:
    """Return what is printed on a pad's button."""
    return PAD_NAMES[button] if button < len(PAD_NAMES) else f"button {button}"


US_KEYS = {
    **{pygame.KSCAN_A + k: pygame.K_a + k for k in range(26)},
    pygame.KSCAN_LEFTBRACKET: pygame.K_LEFTBRACKET,
    pygame.KSCAN_RIGHTBRACKET: pygame.K_RIGHTBRACKET,
    pygame.KSCAN_MINUS: pygame.K_MINUS,
    pygame.KSCAN_EQUALS: pygame.K_EQUALS,
    pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD,
}
"""What a US keyboard has printed on its keys, by their position."""
MENU_KEYS = {
    **{
        pygame.K_UP: "up",
        pygame.K_DOWN: "down",
        pygame.K_LEFT: "left",
        pygame.K_RIGHT: "right",
    },
    **dict.fromkeys((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), "choose"),
    **dict.fromkeys((pygame.K_ESCAPE, pygame.K_BACKSPACE), "back"),
}
CODE_KEYS = MENU_KEYS | {pygame.K_PAGEUP: "page up", pygame.K_PAGEDOWN: "page down"}
"""Those of a page on which code scrolls."""
MENU_BUTTONS = {
    **{DEFAULT_PAD[direction][0]: direction for direction in DIRECTIONS},
    **dict.fromkeys((CONTROLLER_BUTTON_A, PAD_START), "choose"),
    **dict.fromkeys((CONTROLLER_BUTTON_B, CONTROLLER_BUTTON_BACK), "back"),
}
MENU_PUSHES = dict(zip(STICK, (("left", "right"), ("up", "down"))))
"""By axis the verbs of a push towards lower and towards higher values."""
pushed_axes: set[tuple[int, int]] = set()
"""The pads and axes whose push was handled and still lasts, across menus."""


def menu_verb(
    event: Event,
    keys: Mapping[int, str] = MENU_KEYS,
    buttons: Mapping[int, str] = MENU_BUTTONS,
    pushes: Mapping[int, tuple[str, str]] = MENU_PUSHES,
) -> str | None:
    """Return the menu verb of an event: up, down, left, right, choose or back; None: it
    has none.

    A page with keys, buttons and axes of its own passes its own tables of verbs.
    """
    if event.type == KEYDOWN:
        return keys.get(typed_key(event, keys) or 0)
    if event.type == CONTROLLERBUTTONDOWN:
        return buttons.get(event.button)
    is_of_axis = event.type == CONTROLLERAXISMOTION and event.axis in pushes
    if is_of_axis and begins_push(event):
        towards_low, towards_high = pushes[event.axis]
        return towards_high if event.value > 0 else towards_low
    return None


def begins_push(event: Event) -> bool:
    """Note where an axis is; tell whether it is pushed now, and has been near its
    centre since its last push."""
    axis = event.instance_id, event.axis
    axes[axis] = event.value
    if is_release(event):
        pushed_axes.discard(axis)
        return False
    if axis in pushed_axes or abs(event.value) <= PUSH * AXIS_MAX:
        return False
    pushed_axes.add(axis)
    return True


def is_release(event: Event) -> bool:
    """Tell whether a key or a pad's button was released, or an axis came back to its
    centre."""
    if event.type == CONTROLLERAXISMOTION:
        return bool(abs(event.value) < DEAD_ZONE * AXIS_MAX)
    return event.type in (KEYUP, CONTROLLERBUTTONUP)


def is_left_press(event: pygame.event.Event) -> bool:
    """Tell whether the left button was pressed, and not another one or the wheel."""
    is_press = event.type == pygame.MOUSEBUTTONDOWN
    return is_press and bool(event.button == LEFT_BUTTON)


REPEAT_DELAY = 0.3
"""s: how long a key is held down before its action repeats."""
REPEAT_PERIOD = 0.04
"""s: the time between repeats."""


class Repeat:
    """Repeats the action of a key, a pad's button or its axis while that is held
    down."""

    def __init__(self) -> None:
        self.held: tuple[str, int] | None = None
        """What is held down, as input_source() names it, if anything."""
        self.act: Callable[[], object] = lambda: None
        """The action."""
        self.wait = 0.0
        """s until the action is done again."""

    def hold(self, event: Event, act: Callable[[], object]) -> None:
        """Do an action now, and again while the event's key, button or axis is held
        down."""
        self.held = input_source(event)
        self.act = act
        self.wait = REPEAT_DELAY
        act()

    def handle(self, event: Event) -> None:
        """Stop repeating if the key, button or axis was released, another key was
        pressed, or the window lost the focus."""
        is_over = is_release(event) and input_source(event) == self.held
        if is_over or event.type in (KEYDOWN, WINDOWFOCUSLOST):
            self.held = None

    def update(self, seconds: float) -> None:
        """Let real time pass, and do the action if it is time."""
        self.wait -= seconds
        if self.held and self.wait <= 0:
            self.wait = REPEAT_PERIOD
            self.act()


def input_source(event: Event) -> tuple[str, int]:
    """Return the key, the pad's axis or its button that sent an event: "key", "axis" or
    "button", and its number."""
    name = next(name for name in ("key", "axis", "button") if name in event.dict)
    return name, event.dict[name]
