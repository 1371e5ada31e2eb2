"""What does the list of keys say?"""

from __future__ import annotations

from ...controls import DIRECTIONS, key_name, pad_name
from ..settings import Settings
from ..verbs import CardRow, card_rows

FULL_SCREEN = ("F11, Alt+Enter", "full screen")
"""The program itself handles these keys, in every scene."""


def key_label(settings: Settings, action: str) -> str:
    """Return what is printed on the keys that are bound to an action."""
    return "/".join(map(key_name, settings.keys[action]))


def play_rows(settings: Settings) -> list[CardRow]:
    """Return the rows of what acts in play: the keys and buttons that play, by what is
    printed on them, then what acts at any time."""
    keys = {action: key_label(settings, action) for action in settings.keys}
    pad = {
        action: "/".join(map(pad_name, buttons))
        for action, buttons in settings.pad.items()
    }
    arrows = " ".join(keys[direction] for direction in DIRECTIONS)
    aims = "hold to aim, release to dash"
    if settings.aim == "toggle":
        aims = "aim; again: dash"
    rows = [
        (arrows, "dash, or point the aim"),
        ("click", "dash to the pointer"),
        ("pad D-pad, left stick", "dash, or point the aim; point the aim"),
        (f"{keys['aim']}, left button, pad {pad['aim']}", aims),
        ("Shift and left or right", "turn the aim slowly"),
        (f"{keys['cancel']}, right button, pad {pad['cancel']}", "cancel the aim"),
        (f"{keys['restart']}, pad {pad['restart']}", "restart the room"),
    ]
    return rows + common_rows()


def study_rows() -> list[CardRow]:
    """Return the rows of what acts while a run is held: what studies it, then what acts
    at any time."""
    return card_rows(while_held=True) + common_rows()


def common_rows() -> list[CardRow]:
    """Return the rows of what acts at any time."""
    return [*card_rows(while_held=False), FULL_SCREEN]
