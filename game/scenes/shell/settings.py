"""What did the player choose?

Every field of Settings is an option: its default, its values and its place in the menus stand
beside it. The settings file may come from anywhere: a wrong value is reported once, and the default
is used instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields
from reprlib import repr as short
from typing import NamedTuple, TypeVar

from ...controls import KEYS, PAD, Bindings
from ...storage import Storage

FILE = "settings.json"
ON_OFF = (True, False)
TENS = tuple(range(0, 101, 10))

Value = bool | int | str | Bindings
V = TypeVar("V", bool, int, str, Bindings)


class Option(NamedTuple):
    """What a menu shows of a setting, and which values it may have."""

    label: str
    default: Value
    choices: Sequence[Value]
    """The values, in order; empty if there are too many to list."""
    section: str
    """The menu that shows it; empty: none."""
    is_valid: Callable[[object], bool] | None
    """Checks a value where choices is empty."""

    def allows(self, value: object) -> bool:
        """Tell whether a value may be chosen; 1 is not True, and 50.0 is not 50."""
        if self.is_valid:
            return self.is_valid(value)
        return type(value) is type(self.default) and value in self.choices


def option(
    label: str,
    default: V,
    choices: Sequence[V] = (),
    section: str = "",
    is_valid: Callable[[object], bool] | None = None,
) -> V:
    """Return a field of Settings; its metadata holds the Option."""
    metadata = {"option": Option(label, default, choices, section, is_valid)}
    return field(default_factory=lambda: deepcopy(default), metadata=metadata)


def are_initials(value: object) -> bool:
    """Tell whether a value is three letters from A to Z, or empty."""
    if not isinstance(value, str):
        return False
    return value == "" or (
        len(value) == 3 and value.isascii() and value.isalpha() and value.isupper()
    )


def are_bindings(value: object, like: Bindings, end: int) -> bool:
    """Tell whether a value binds every action to keys or buttons below end, and none of them
    twice."""
    if not isinstance(value, dict) or set(value) != set(like):
        return False
    if not all(isinstance(bound, list) and bound for bound in value.values()):
        return False
    numbers = [number for bound in value.values() for number in bound]
    in_range = all(type(number) is int and 0 <= number < end for number in numbers)
    return in_range and len(set(numbers)) == len(numbers)


@dataclass
class Settings:
    """What the player chose."""

    music: int = option("Music", 50, TENS, "Sound")
    sounds: int = option("Sounds", 80, TENS, "Sound")
    fullscreen: bool = option("Full screen", False, ON_OFF, "Picture")
    particles: bool = option("Particles", True, ON_OFF, "Picture")
    shake: bool = option("Screen shake", True, ON_OFF, "Picture")
    hit_stop: bool = option("Hit stop at cores", True, ON_OFF, "Picture")
    ghost: bool = option("Ghost of your best run", True, ON_OFF, "Picture")
    reduced_flashing: bool = option("Reduced flashing", False, ON_OFF, "Picture")
    aim: str = option("Aim button", "hold", ("hold", "toggle"), "Controls")
    rumble: bool = option("Rumble", True, ON_OFF, "Controls")
    assist_speed: int = option("Game speed, %", 100, TENS[5:], "Assist")
    assist_freeze: bool = option("Time stops while aiming", False, ON_OFF, "Assist")
    assist_invincible: bool = option("Invincible", False, ON_OFF, "Assist")
    assist_glitch: bool = option("GLITCH never ends", False, ON_OFF, "Assist")
    initials: str = option("Initials", "", is_valid=are_initials)
    keys: Bindings = option("Keys", KEYS, (), "Controls", lambda v: are_bindings(v, KEYS, 512))
    pad: Bindings = option("Pad", PAD, (), "Controls", lambda v: are_bindings(v, PAD, 32))


OPTIONS: dict[str, Option] = {f.name: f.metadata["option"] for f in fields(Settings)}


def load_settings(storage: Storage) -> Settings:
    """Return what was chosen; unknown names in the file are ignored."""
    values = storage.load(FILE, dict) or {}
    settings, wrong = Settings(), []
    for name, option in OPTIONS.items():
        if name in values and option.allows(values[name]):
            setattr(settings, name, values[name])
        elif name in values:
            wrong.append(f"{name} is {short(values[name])}")
    if wrong:
        expected = "expected what the options offer, so their defaults are used"
        storage.tell(f"{storage.folder / FILE}: {', '.join(wrong)}; {expected}")
    return settings


def save_settings(storage: Storage, settings: Settings) -> None:
    """Save what was chosen."""
    storage.save_values(FILE, asdict(settings))
