"""What did the player choose?

Every field of Settings is an option: its default stands beside the values that it may
have and its place in the menus. The settings file may come from anywhere: a wrong value
is reported once, and the default is used instead.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from functools import partial
from reprlib import repr as short
from typing import NamedTuple, TypeVar

from ..controls import DEFAULT_KEYS, DEFAULT_PAD, Bindings
from ..storage import Storage, StoredValues
from ..view.overlay import LAYER_KEYS

FILE = "settings.json"
ON_OFF = (True, False)
PERCENTS = range(0, 101, 10)
"""%: the values of a volume."""
SPEEDS = range(50, 101, 10)
"""%: the values of the game's speed."""
EFFECTS = ("full", "calm", "off")
GHOSTS = ("off", "mine", "author's")
AIMS = ("hold", "toggle")
SCANCODES = 512
"""SDL numbers keys from 0 to 511."""
PAD_BUTTONS = 32
"""More than any pad has: SDL knows 21."""

Choices = Sequence[bool | int | str]
"""The values that a setting may have, in order."""
SettingValue = bool | int | str | Bindings
T = TypeVar("T", bool, int, str)


class Option(NamedTuple):
    """How a menu shows a setting, and which values it may have."""

    label: str
    section: str = ""
    """The menu that shows it; empty: none."""
    choices: Choices = ()
    """The values; empty if there are too many to list."""
    is_valid: Callable[[object], bool] | None = None
    """Tells whether it may have a value; None: it may have those of choices."""

    def allows(self, value: object) -> bool:
        """Tell whether a value of the settings file is one that the option may have."""
        if self.is_valid:
            return self.is_valid(value)
        # Python takes 1 for True and 50.0 for 50.
        return type(value) is type(self.choices[0]) and value in self.choices


def are_bindings(value: object, like: Bindings, end: int) -> bool:
    """Tell whether a value of the settings file can be the bindings of a device.

    Each action of like has a list of one or more numbers of keys or buttons, from 0 to
    below end; no number is there twice.
    """
    if not isinstance(value, dict) or set(value) != set(like):
        return False
    numbers: list[object] = []
    for bound in value.values():
        if not isinstance(bound, list) or not bound:
            return False
        numbers += bound
    in_range = all(type(number) is int and 0 <= number < end for number in numbers)
    return in_range and len(set(numbers)) == len(numbers)


def are_keys(value: object) -> bool:
    """Tell whether a value binds every action to keys."""
    return are_bindings(value, DEFAULT_KEYS, SCANCODES)


def are_pad_buttons(value: object) -> bool:
    """Tell whether a value binds every action to buttons of a pad."""
    return are_bindings(value, DEFAULT_PAD, PAD_BUTTONS)


def are_layers(value: object) -> bool:
    """Tell whether a value is some keys of layers of the overlay."""
    if not isinstance(value, str) or not value:
        return False
    return all(key in LAYER_KEYS for key in value)


KEYS = Option("Keys", "Controls", is_valid=are_keys)
PAD = Option("Pad", "Controls", is_valid=are_pad_buttons)


def option(
    default: T,
    label: str,
    section: str = "",
    choices: Choices = (),
    is_valid: Callable[[object], bool] | None = None,
) -> T:
    """Return a field of Settings: its default, and the rest as in Option."""
    about = Option(label, section, choices, is_valid)
    return field(default=default, metadata={"option": about})


@dataclass
class Settings:
    """What the player chose."""

    music: int = option(50, "Music", "Sound", PERCENTS)
    sounds: int = option(80, "Sounds", "Sound", PERCENTS)
    fullscreen: bool = option(False, "Full screen", "Picture", ON_OFF)
    effects: str = option("full", "Effects", "Picture", EFFECTS)
    ghost: str = option("mine", "Ghost to race", "Picture", GHOSTS)
    aim: str = option("hold", "Aim button", "Controls", AIMS)
    rumble: bool = option(True, "Rumble", "Controls", ON_OFF)
    assist_speed: int = option(100, "Game speed, %", "Assist", SPEEDS)
    assist_freeze: bool = option(False, "Time stops while aiming", "Assist", ON_OFF)
    assist_invincible: bool = option(False, "Invincible", "Assist", ON_OFF)
    assist_glitch: bool = option(False, "GLITCH never ends", "Assist", ON_OFF)
    layers: str = option("135", "Layers", is_valid=are_layers)
    keys: Bindings = field(
        default_factory=partial(deepcopy, DEFAULT_KEYS), metadata={"option": KEYS}
    )
    pad: Bindings = field(
        default_factory=partial(deepcopy, DEFAULT_PAD), metadata={"option": PAD}
    )


OPTIONS: dict[str, Option] = {
    each.name: each.metadata["option"] for each in fields(Settings)
}
"""By the names of the fields of Settings."""


def load_settings(storage: Storage) -> Settings:
    """Return the settings of the file, and the defaults for options that it lacks or
    that have a wrong value there; report the wrong ones."""
    values = storage.load(FILE, dict) or {}
    settings = Settings()
    wrong: list[str] = []
    for name, about in OPTIONS.items():
        if name not in values:
            continue
        value = values[name]
        if about.allows(value):
            setattr(settings, name, value)
        else:
            wrong.append(f"{name} is {short(value)}")
    if wrong:
        expected = "expected what the options offer, so their defaults are used"
        storage.report(f"{storage.folder / FILE}: {', '.join(wrong)}; {expected}")
    return settings


def save_setting(storage: Storage, name: str, value: SettingValue) -> None:
    """Save the value of an option; the file keeps those of all others."""

    def replace_one(values: StoredValues | None) -> StoredValues:
        return {**vars(Settings()), **(values or {}), name: value}

    storage.change(FILE, dict, replace_one)
