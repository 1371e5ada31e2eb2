"""What did the player choose?

One table says what can be chosen: it makes the menus of options and judges the settings file,
which may come from anywhere. A wrong value is told of once, and its default is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from reprlib import repr as short
from typing import Any, NamedTuple

from ...controls import KEYS, PAD, Bindings
from ...storage import Storage

FILE = "settings.json"
ON_OFF = (True, False)
TENS = tuple(range(0, 101, 10))


class Option(NamedTuple):
    """Something to choose: its words in the menu, its default, and what is allowed."""

    label: str
    default: Any
    choices: Sequence[Any] = ()
    """The values, in order."""
    section: str = ""
    """The menu in which it is; empty: in none of these."""
    judge: Callable[[Any], bool] | None = None
    """Tells of a value whether it may be chosen, where there are too many to list."""

    def allows(self, value: Any) -> bool:
        """Tell whether this may be chosen; 1 is not True, and 50.0 is not 50."""
        if self.judge:
            return self.judge(value)
        return type(value) is type(self.default) and value in self.choices


def are_initials(value: Any) -> bool:
    """Three letters, or none yet."""
    letters = isinstance(value, str) and value.isascii() and value.isalpha() and value.isupper()
    return value == "" or (letters and len(value) == 3)


def are_bindings(value: Any, like: Bindings, most: int) -> bool:
    """Every action, each with some keys or buttons, none of them twice."""
    if not isinstance(value, dict) or set(value) != set(like):
        return False
    if not all(isinstance(bound, list) and bound for bound in value.values()):
        return False
    every = [number for bound in value.values() for number in bound]
    in_range = all(type(number) is int and 0 <= number < most for number in every)
    return in_range and len(set(every)) == len(every)


OPTIONS: dict[str, Option] = {
    "music": Option("Music", 50, TENS, "Sound"),
    "sounds": Option("Sounds", 80, TENS, "Sound"),
    "fullscreen": Option("Full screen", False, ON_OFF, "Picture"),
    "particles": Option("Particles", True, ON_OFF, "Picture"),
    "shake": Option("Shake", True, ON_OFF, "Picture"),
    "hit_stop": Option("Hit stop at a core", True, ON_OFF, "Picture"),
    "ghost": Option("Ghost of your best run", True, ON_OFF, "Picture"),
    "reduced_flashing": Option("Reduced flashing", False, ON_OFF, "Picture"),
    "aim": Option("Aim button", "hold", ("hold", "toggle"), "Controls"),
    "rumble": Option("Rumble", True, ON_OFF, "Controls"),
    "assist_speed": Option("Speed, %", 100, TENS[5:], "Assist"),
    "assist_freeze": Option("Time stops while aiming", False, ON_OFF, "Assist"),
    "assist_invincible": Option("Invincible", False, ON_OFF, "Assist"),
    "assist_glitch": Option("GLITCH never ends", False, ON_OFF, "Assist"),
    "initials": Option("Initials", "", (), "", are_initials),
    "keys": Option("Keys", KEYS, (), "Controls", lambda value: are_bindings(value, KEYS, 512)),
    "pad": Option("Pad", PAD, (), "Controls", lambda value: are_bindings(value, PAD, 32)),
}


def default_settings() -> dict[str, Any]:
    """Return every option's default, by its name."""
    return {name: deepcopy(option.default) for name, option in OPTIONS.items()}


def load_settings(storage: Storage) -> dict[str, Any]:
    """Return what was chosen, by the names in OPTIONS; unknown names in the file are ignored."""
    given = storage.load(FILE, dict) or {}
    chosen = {name: given[name] for name in OPTIONS if name in given}
    wrong = [name for name, value in chosen.items() if not OPTIONS[name].allows(value)]
    if wrong:
        words = ", ".join(f"{name} is {short(chosen.pop(name))}" for name in wrong)
        expected = "expected what the options offer, so their defaults are used"
        storage.tell(f"{storage.folder / FILE}: {words}; {expected}")
    return default_settings() | chosen


def save_settings(storage: Storage, settings: dict[str, Any]) -> None:
    """Keep what was chosen."""
    storage.save_values(FILE, settings)
