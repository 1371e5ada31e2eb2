"""Which keys, and which buttons of a pad, operate a lesson?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pygame import (
    CONTROLLER_AXIS_RIGHTY,
    CONTROLLER_AXIS_TRIGGERLEFT,
    CONTROLLER_AXIS_TRIGGERRIGHT,
)

from ...controls import CODE_KEYS, MENU_BUTTONS, MENU_PUSHES, PAD_NAMES
from ..verbs import ESCAPE


class KeyRow(NamedTuple):
    """A row of the card of keys."""

    keys: str
    """Their names, as the learner reads them."""
    meaning: str
    verbs: Mapping[str, str] = {}
    """Verbs by the characters of keys, for the keys that mean something only in a
    lesson; others are in CODE_KEYS."""


LESSON_CARD = (
    KeyRow("Enter, Backspace", "next step, previous step"),
    KeyRow("1 to 4, arrows", "answer a question"),
    KeyRow("N, arrows, Shift", "next handle; move it; by ten", {"n": "handle"}),
    KeyRow("Space, P", "hold the figure", {" ": "hold", "p": "hold"}),
    KeyRow(",  .", "earlier, later", {",": "earlier", ".": "later"}),
    KeyRow("-  =", "slower, faster", {"-": "slower", "=": "faster"}),
    KeyRow(
        "R",
        "begin again; in turn with the boxes of a room and the lesson's",
        {"r": "reset"},
    ),
    KeyRow(
        "S, D",
        "next line that decides; docstrings",
        {"s": "line", "d": "docstrings"},
    ),
    KeyRow("PgUp, PgDn, wheel", "scroll the code"),
    KeyRow(
        "X",
        "write the function of the lesson yourself, if it has one",
        {"x": "write"},
    ),
    KeyRow("H", "these keys", {"h": "keys"}),
    KeyRow("[  ]", "other lessons", {"[": "before", "]": "after"}),
    KeyRow("Esc, L", "leave the lesson", {ESCAPE: "leave", "l": "leave"}),
    KeyRow(
        "Tab",
        "light one thing: A, B, d, r, s, u0, u1, hit or miss",
        {"\t": "layer"},
    ),
    KeyRow("5 to 0, I M O T V", "nothing here: they act in rooms and in the lab"),
    KeyRow(
        "pad A, B, X, Y, LT RT, LB RB",
        "next, previous, again, hold; earlier, later; handles",
    ),
)
LESSON_KEYS = CODE_KEYS | {
    ord(character): verb for row in LESSON_CARD for character, verb in row.verbs.items()
}
"""The verbs of all keys of a lesson, by the codes of keys."""
PAD_VERBS = {
    "Back": "leave",
    "X": "reset",
    "Y": "hold",
    "LB": "handle before",
    "RB": "handle",
    "left stick": "keys",
    "right stick": "line",
}
LESSON_PAD = MENU_BUTTONS | {
    PAD_NAMES.index(name): verb for name, verb in PAD_VERBS.items()
}
"""The verbs of all buttons of a pad."""
LESSON_PUSHES = {
    **MENU_PUSHES,
    CONTROLLER_AXIS_RIGHTY: ("page up", "page down"),
    CONTROLLER_AXIS_TRIGGERLEFT: ("", "earlier"),
    CONTROLLER_AXIS_TRIGGERRIGHT: ("", "later"),
}
"""By axis of a pad the verbs of a push towards lower and towards higher values."""
REPEATED_VERBS = (
    "earlier",
    "later",
    "page up",
    "page down",
    "left",
    "right",
    "up",
    "down",
)
"""What is done again while its key, or its button of a pad, is held down."""
