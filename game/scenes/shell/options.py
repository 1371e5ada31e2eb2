"""How does the player change options and bind keys?

Every menu of options is made from the table in settings.py; a change is saved at once.
Keys and the pad's buttons are bound by pressing them.
"""

from __future__ import annotations

from functools import partial

from pygame import CONTROLLERBUTTONDOWN, K_ESCAPE, KEYDOWN, MOUSEBUTTONDOWN, Surface
from pygame.event import Event

from ...controls import MOUSE, PAD_START, Bindings, action_of, key_name, pad_name
from ...view import palette
from ...view.canvas import Canvas
from ...view.page import MENU_LEFT, Behind
from ...view.screen import Screen
from ..scene import Scene, Stage
from ..settings import OPTIONS, Settings, SettingValue, save_setting
from ..verbs import is_reserved
from .menu import MenuScene, Row

SECTIONS = list(
    dict.fromkeys(each.section for each in OPTIONS.values() if each.section)
)
"""In the order of the table."""
ACTIONS = {
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "aim": "Aim, release to dash",
    "cancel": "Cancel the aim",
    "restart": "Restart the room",
}
"""The labels of the actions that keys and buttons are bound to."""
NOTE_Y = 300.0
"""px: the middle of the message or note below the rows."""
DEVICE_NOTES = {
    "keys": "menus always use the arrows, Enter and Esc",
    "pad": "the left stick aims; Start pauses",
}


class OptionsScene(MenuScene):
    """The options.

    Args:
        stage: what scenes share.
        back: the scene to which it leads back.
        behind: draws what lies behind.
        section: there is a row for each of its options; empty: a row for each section.
    """

    def __init__(
        self, stage: Stage, back: Scene, behind: Behind = None, section: str = ""
    ) -> None:
        super().__init__(stage, section or "Options", [], back, behind)
        if section:
            for name, option in OPTIONS.items():
                if option.section == section:
                    self.rows.append(self.option_row(name))
        else:
            for name in SECTIONS:
                self.rows.append(Row(name, leads=partial(self.open_section, name)))
        self.rows.append(Row("Back", self.leave))

    def option_row(self, name: str) -> Row:
        """Return the row of an option: with its value, which can be turned; or leading
        to the menu of its bindings, if it is "keys" or "pad"."""
        option = OPTIONS[name]
        if not option.choices:
            return Row(option.label, leads=partial(self.open_bindings, name))
        value = partial(self.value_text, name)
        turn = partial(self.turn, name)
        return Row(option.label, value=value, turn=turn)

    def open_section(self, section: str, here: Scene) -> Scene:
        """Return the menu of a section's options."""
        return OptionsScene(self.stage, here, self.behind, section)

    def open_bindings(self, device: str, here: Scene) -> Scene:
        """Return the menu of a device's bindings."""
        return RemapScene(device, self.stage, here, self.behind)

    def value_text(self, name: str) -> str:
        """Return the value of an option in a word."""
        value = getattr(self.stage.settings, name)
        if value is True:
            return "on"
        if value is False:
            return "off"
        return str(value)

    def turn(self, name: str, step: int) -> None:
        """Choose the next value for a step of 1, the one before for -1. A number stops
        at either end of its values; after the last of other values comes the first."""
        choices = OPTIONS[name].choices
        place = choices.index(getattr(self.stage.settings, name)) + step
        if type(choices[0]) is int:
            place = max(0, min(len(choices) - 1, place))
        change_setting(self.stage, name, choices[place % len(choices)])


class RemapScene(MenuScene):
    """Binds keys, or buttons of the pad, to actions.

    Args:
        device: "keys" or "pad".
        stage: what scenes share.
        back: the scene to which it leads back.
        behind: draws what lies behind.
    """

    def __init__(
        self, device: str, stage: Stage, back: Scene, behind: Behind = None
    ) -> None:
        super().__init__(stage, OPTIONS[device].label, [], back, behind)
        self.device = device
        self.waiting_action: str | None = None
        """The action that waits for a press, or None."""
        self.offered: int | None = None
        """A key or button that was pressed although it is bound to another action."""
        self.message = ""
        self.rows = [self.action_row(action) for action in ACTIONS]
        self.rows.append(Row("Reset to defaults", self.reset))
        self.rows.append(Row("Back", self.leave))

    def action_row(self, action: str) -> Row:
        """Return the row of an action; choosing it waits for a press."""
        names = partial(self.bound_names, action)
        return Row(ACTIONS[action], partial(self.wait, action), names)

    @property
    def bindings(self) -> Bindings:
        """The bindings of this device."""
        settings = self.stage.settings
        return settings.keys if self.device == "keys" else settings.pad

    def bound_names(self, action: str) -> str:
        """Return the names of the keys or buttons that are bound to an action."""
        if action == self.waiting_action:
            return "press ..."
        return "  ".join(self.name(number) for number in self.bindings[action])

    def name(self, number: int) -> str:
        """Return the name of a key or button."""
        if self.device == "keys":
            return key_name(number)
        return pad_name(number)

    def wait(self, action: str) -> None:
        """Wait for a press that is bound to an action."""
        self.waiting_action = action
        self.offered = None
        press = "a key" if self.device == "keys" else "a button of the pad"
        self.message = f"press {press}; Esc, a click or Start cancels"

    def stop_waiting(self) -> None:
        """Wait for no press; the message goes."""
        self.waiting_action = None
        self.message = ""

    def handle(self, event: Event) -> None:
        """Handle an event: the press that an action waits for, or one of the menu."""
        if self.waiting_action is None:
            super().handle(event)
        elif cancels_binding(event):
            self.stop_waiting()
        elif event.type == KEYDOWN and self.device == "keys":
            self.bind(self.waiting_action, event.scancode, is_reserved(event))
        elif event.type == CONTROLLERBUTTONDOWN and self.device == "pad":
            self.bind(self.waiting_action, event.button)

    def do(self, verb: str) -> None:
        """Do one of the six things; the message goes."""
        self.message = ""
        super().do(verb)

    def bind(self, action: str, number: int, reserved: bool = False) -> None:
        """Bind a key or button to an action, by its number. One that is bound to
        another action needs a second press; a reserved one cannot be bound."""
        name = self.name(number)
        other = action_of(self.bindings, number)
        if reserved:
            self.message = f"{name} is a study key; press another one"
        elif other in (None, action) or number == self.offered:
            bindings = rebind(self.bindings, action, number)
            change_setting(self.stage, self.device, bindings)
            self.stop_waiting()
        else:
            self.offered = number
            label = ACTIONS[other].split(",")[0]
            self.message = f'{name} is bound to "{label}"; press it again to rebind it'

    def reset(self) -> None:
        """Bind every action to its default."""
        change_setting(self.stage, self.device, getattr(Settings(), self.device))
        self.message = "reset to the defaults"

    def draw(self, surface: Surface) -> None:
        """Draw the rows, and the message or a note."""
        super().draw(surface)
        canvas = Canvas(surface, Screen.fit(self.window))
        at = (MENU_LEFT, NOTE_Y)
        if self.message:
            canvas.text(
                self.message, at, palette.PLAYER, size=10, anchor=(0, 0.5), bold=True
            )
        else:
            note = DEVICE_NOTES[self.device]
            canvas.text(note, at, palette.TEXT, size=10, anchor=(0, 0.5))


def rebind(bindings: Bindings, action: str, number: int) -> Bindings:
    """Return bindings in which an action has only the key or button of this number.

    No other action keeps the number. If it was the only one of another action, that
    action gets in its place the numbers that this one had before.
    """
    before = bindings[action]
    after = {}
    for name, numbers in bindings.items():
        others = [each for each in numbers if each != number]
        after[name] = others or before
    after[action] = [number]
    return after


def change_setting(stage: Stage, name: str, value: SettingValue) -> None:
    """Set a value, save it, and apply it to picture and sound."""
    setattr(stage.settings, name, value)
    save_setting(stage.storage, name, value)
    stage.apply()


def cancels_binding(event: Event) -> bool:
    """Tell whether an event cancels a binding: Esc, Start or a click."""
    is_escape = event.type == KEYDOWN and event.key == K_ESCAPE
    is_button = event.type == CONTROLLERBUTTONDOWN
    is_start = is_button and event.button == PAD_START
    is_click = event.type == MOUSEBUTTONDOWN and event.button in MOUSE
    return is_escape or is_start or is_click
