"""How does the player change options and bind keys?

Every menu of options is made from the table in settings.py; a change is saved at once.
Keys and the pad's buttons are bound by pressing them.
"""

from __future__ import annotations

from functools import partial

import pygame

from ... import controls
from ...view import palette
from ...view.canvas import Canvas
from ...view.page import MENU_LEFT, Behind
from ...view.screen import Screen
from ..scene import Scene, Stage
from ..settings import OPTIONS, Settings, Value, save_setting
from ..verbs import is_reserved
from .menu import MenuScene, Row

SECTIONS = tuple(
    dict.fromkeys(option.section for option in OPTIONS.values() if option.section)
)
LONG = ("Aim, release to dash", "Cancel the aim", "Restart the room")
ACTIONS = dict(zip(controls.DEFAULT_KEYS, ("Left", "Right", "Up", "Down", *LONG)))
DEVICE_NOTES = {
    "keys": "menus always use the arrows, Enter and Esc",
    "pad": "the left stick aims; Start pauses",
}


class OptionsScene(MenuScene):
    """A row for each section of the options, or for each option of one section."""

    def __init__(
        self, stage: Stage, back: Scene, behind: Behind = None, section: str = ""
    ) -> None:
        super().__init__(stage, section or "Options", [], back, behind)
        opened = partial(OptionsScene, stage, behind=behind)
        sections = [Row(name, leads=partial(opened, section=name)) for name in SECTIONS]
        options = [
            self.option_row(name)
            for name in OPTIONS
            if OPTIONS[name].section == section
        ]
        self.rows = [
            *(options if section else sections),
            Row("Back", leads=lambda here: back),
        ]

    def option_row(self, name: str) -> Row:
        """Return the row of an option; choosing it takes the next value or opens its
        menu."""
        option = OPTIONS[name]
        if not option.choices:
            leads = partial(RemapScene, name, self.stage, behind=self.behind)
            return Row(option.label, leads=leads)
        turn = partial(self.turn, name)
        return Row(option.label, partial(turn, 1), partial(self.value_text, name), turn)

    def value_text(self, name: str) -> str:
        """Return the value of an option in a word."""
        value = getattr(self.stage.settings, name)
        return (
            {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        )

    def turn(self, name: str, way: int) -> None:
        """Choose the next value or the one before; numbers are clamped, all else wraps
        around."""
        choices = OPTIONS[name].choices
        place = choices.index(getattr(self.stage.settings, name)) + way
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
        self.device = device
        self.name = controls.key_name if device == "keys" else controls.pad_name
        self.waits: str | None = None
        """The action that waits for a press, or None."""
        self.offered: int | None = None
        """A key or button that was pressed although it is bound to another action."""
        self.message = ""
        bound = ((partial(self.wait, a), partial(self.bound_names, a)) for a in ACTIONS)
        rows = [Row(label, *calls) for label, calls in zip(ACTIONS.values(), bound)]
        rows += (
            Row("Reset to defaults", self.reset),
            Row("Back", leads=lambda here: back),
        )
        super().__init__(stage, OPTIONS[device].label, rows, back, behind)

    @property
    def bindings(self) -> controls.Bindings:
        """The bindings of this device."""
        settings = self.stage.settings
        return settings.keys if self.device == "keys" else settings.pad

    def bound_names(self, action: str) -> str:
        """Return the names of the keys or buttons that are bound to an action."""
        names = map(self.name, self.bindings[action])
        return "press ..." if action == self.waits else "  ".join(names)

    def wait(self, action: str) -> None:
        """Wait for a press that is bound to an action."""
        self.waits, self.offered = action, None
        press = "a key" if self.device == "keys" else "a button of the pad"
        self.message = f"press {press}; Esc, a click or Start cancels"

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: the press that an action waits for, or one of the menu."""
        if self.waits is None:
            super().handle(event)
        elif cancels_binding(event):
            self.waits, self.message = None, ""
        elif event.type == pygame.KEYDOWN and self.device == "keys":
            self.bind(self.waits, event.scancode, is_reserved(event))
        elif event.type == pygame.CONTROLLERBUTTONDOWN and self.device == "pad":
            self.bind(self.waits, event.button)

    def do(self, verb: str) -> None:
        """Do one of the six things; the message goes."""
        self.message = ""
        super().do(verb)

    def bind(self, action: str, number: int, reserved: bool = False) -> None:
        """Bind a key or button; one that is bound to another action needs a second
        press."""
        other = controls.action_of(self.bindings, number)
        if reserved:
            self.message = f"{self.name(number)} is a study key; press another one"
        elif other in (None, action) or number == self.offered:
            change_setting(
                self.stage, self.device, rebind(self.bindings, action, number)
            )
            self.waits, self.message = None, ""
        else:
            self.offered = number
            words = ACTIONS[other].split(",")[0]
            self.message = f'{self.name(number)} is bound to "{words}"; press it again to rebind it'

    def reset(self) -> None:
        """Bind every action to its default."""
        change_setting(self.stage, self.device, getattr(Settings(), self.device))
        self.message = "reset to the defaults"

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows, and the message or a note."""
        super().draw(surface)
        canvas = Canvas(surface, Screen.fit(self.window))
        color = palette.PLAYER if self.message else palette.TEXT
        words = self.message or DEVICE_NOTES[self.device]
        canvas.text(
            words, (MENU_LEFT, 300), color, 10, (0, 0.5), bold=bool(self.message)
        )


def rebind(bindings: controls.Bindings, action: str, number: int) -> controls.Bindings:
    """Return bindings in which an action has one key or button.

    An action that loses its only one gets those that this action had before.
    """
    before = bindings[action]
    rest = {
        name: [n for n in numbers if n != number] for name, numbers in bindings.items()
    }
    return {name: numbers or before for name, numbers in rest.items()} | {
        action: [number]
    }


def change_setting(stage: Stage, name: str, value: Value) -> None:
    """Set a value, save it, and apply it to picture and sound."""
    setattr(stage.settings, name, value)
    save_setting(stage.storage, name, value)
    stage.apply()


def cancels_binding(event: pygame.event.Event) -> bool:
    """Tell whether an event cancels a binding: Esc, Start or a click."""
    is_escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
    is_start = (
        event.type == pygame.CONTROLLERBUTTONDOWN and event.button == controls.PAD_START
    )
    is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button in controls.MOUSE
    return is_escape or is_start or is_click
