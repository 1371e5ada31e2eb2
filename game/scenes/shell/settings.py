"""What did the player choose?

Every field of Settings is an option: its default stands beside the values that it may
have and its place in the menus. The settings file may come from anywhere: a wrong value
is reported once, and the default is used instead.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from reprlib import repr as short
from typing import Annotated, NamedTuple

from ...controls import DEFAULT_KEYS, DEFAULT_PAD, Bindings
from ...storage import Storage

FILE = "settings.json"
ON_OFF = (True, False)
TENS = tuple(range(0, 101, 10))
GHOSTS = "off", "mine", "author's"
EARLIER_EFFECTS = ("particles", "shake", "hit_stop")
"""Switches in the files of an earlier version."""

Value = bool | int | str | Bindings


class Option(NamedTuple):
    """How a menu shows a setting, and which values it may have."""

    label: str
    section: str = ""
    """The menu that shows it; empty: none."""
    choices: Sequence[bool | int | str] = ()
    """The values, in order; empty if there are too many to list."""
    is_valid: Callable[[object], bool] = lambda value: False
    """Checks a value where choices is empty."""

    def allows(self, value: object) -> bool:
        """Tell whether a value may be chosen; 1 is not True, and 50.0 is not 50."""
        if not self.choices:
            return self.is_valid(value)
        return type(value) is type(self.choices[0]) and value in self.choices


def are_bindings(value: object, like: Bindings, end: int) -> bool:
    """Tell whether a value of the settings file binds every action to keys or buttons
    below end, none of them twice."""
    if not isinstance(value, dict) or set(value) != set(like):
        return False
    if not all(isinstance(bound, list) and bound for bound in value.values()):
        return False
    numbers = [number for bound in value.values() for number in bound]
    in_range = all(type(number) is int and 0 <= number < end for number in numbers)
    return in_range and len(set(numbers)) == len(numbers)


KEYS_OPTION = Option(
    "Keys", "Controls", (), lambda v: are_bindings(v, DEFAULT_KEYS, 512)
)
PAD_OPTION = Option("Pad", "Controls", (), lambda v: are_bindings(v, DEFAULT_PAD, 32))

LAYERS_OPTION = Option(
    "Layers", is_valid=lambda v: type(v) is str and v.isascii() and v.isdigit()
)


@dataclass
class Settings:
    """What the player chose."""

    music: Annotated[int, Option("Music", "Sound", TENS)] = 50
    sounds: Annotated[int, Option("Sounds", "Sound", TENS)] = 80
    fullscreen: Annotated[bool, Option("Full screen", "Picture", ON_OFF)] = False
    effects: Annotated[str, Option("Effects", "Picture", ("full", "calm", "off"))] = (
        "full"
    )
    ghost: Annotated[str, Option("Ghost to race", "Picture", GHOSTS)] = "mine"
    aim: Annotated[str, Option("Aim button", "Controls", ("hold", "toggle"))] = "hold"
    rumble: Annotated[bool, Option("Rumble", "Controls", ON_OFF)] = True
    assist_speed: Annotated[int, Option("Game speed, %", "Assist", TENS[5:])] = 100
    assist_freeze: Annotated[
        bool, Option("Time stops while aiming", "Assist", ON_OFF)
    ] = False
    assist_invincible: Annotated[bool, Option("Invincible", "Assist", ON_OFF)] = False
    assist_glitch: Annotated[bool, Option("GLITCH never ends", "Assist", ON_OFF)] = (
        False
    )
    layers: Annotated[str, LAYERS_OPTION] = "135"
    keys: Annotated[Bindings, KEYS_OPTION] = field(
        default_factory=lambda: deepcopy(DEFAULT_KEYS)
    )
    pad: Annotated[Bindings, PAD_OPTION] = field(
        default_factory=lambda: deepcopy(DEFAULT_PAD)
    )


OPTIONS: dict[str, Option] = {
    k: v.__metadata__[0] for k, v in Settings.__annotations__.items()
}


def convert_effects(values: dict[str, object]) -> dict[str, str]:
    """Return the choice of effects that stands for four switches of an earlier version:
    calm, if flashing was reduced or an effect was off; off, if all three effects
    were."""
    off = [name for name in EARLIER_EFFECTS if values.get(name) is False]
    calm = off or values.get("reduced_flashing") is True
    return (
        {"effects": "off" if len(off) == len(EARLIER_EFFECTS) else "calm"}
        if calm
        else {}
    )


def load_settings(storage: Storage) -> Settings:
    """Return what was chosen; unknown names in the file are ignored."""
    values = storage.load(FILE, dict) or {}
    values = {**convert_effects(values), **values}
    found = {name: values[name] for name in OPTIONS if name in values}
    if isinstance(values.get("ghost"), bool):  # Of an earlier version.
        found["ghost"] = "mine" if values["ghost"] else "off"
    right = {
        name: value for name, value in found.items() if OPTIONS[name].allows(value)
    }
    if wrong := [
        f"{name} is {short(found[name])}" for name in found if name not in right
    ]:
        expected = "expected what the options offer, so their defaults are used"
        storage.report(f"{storage.folder / FILE}: {', '.join(wrong)}; {expected}")
    settings = Settings()
    vars(settings).update(right)
    return settings


def save_setting(storage: Storage, name: str, value: Value) -> None:
    """Save the value of an option; another copy of the program may have saved other
    options."""
    storage.save_values(FILE, vars(load_settings(storage)) | {name: value})
