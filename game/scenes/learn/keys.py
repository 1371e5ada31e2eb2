"""Which keys, and which buttons of a pad, operate a lesson?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from ...controls import CODE_KEYS, MENU_BUTTONS, MENU_PUSHES, PAD_NAMES

NO_VERBS: dict[int, str] = {}


class KeyRow(NamedTuple):
    """A row of the card of keys."""

    keys: str
    """Their names, as the learner reads them."""
    meaning: str
    verbs: Mapping[int, str] = NO_VERBS
    """Verbs by keys, for the keys that mean something only in a lesson; others are in
    CODE_KEYS."""


LESSON_CARD = (
    KeyRow("Enter, Backspace", "next step, previous step"),
    KeyRow("1 to 4, arrows", "answer a question"),
    KeyRow("N, arrows, Shift", "next handle; move it; by ten", {pygame.K_n: "handle"}),
    KeyRow(
        "Space, P",
        "hold the figure",
        {pygame.K_SPACE: "hold", pygame.K_p: "hold"},
    ),
    KeyRow(
        ",  .",
        "earlier, later",
        {pygame.K_COMMA: "earlier", pygame.K_PERIOD: "later"},
    ),
    KeyRow(
        "-  =",
        "slower, faster",
        {pygame.K_MINUS: "slower", pygame.K_EQUALS: "faster"},
    ),
    KeyRow(
        "R",
        "begin again; in turn with the boxes of a room and the lesson's",
        {pygame.K_r: "reset"},
    ),
    KeyRow(
        "S, D",
        "next line that decides; docstrings",
        {pygame.K_s: "line", pygame.K_d: "docstrings"},
    ),
    KeyRow("PgUp, PgDn, wheel", "scroll the code"),
    KeyRow(
        "X",
        "write the function of the lesson yourself, if it has one",
        {pygame.K_x: "write"},
    ),
    KeyRow("H", "these keys", {pygame.K_h: "keys"}),
    KeyRow(
        "[  ]",
        "other lessons",
        {pygame.K_LEFTBRACKET: "before", pygame.K_RIGHTBRACKET: "after"},
    ),
    KeyRow(
        "Esc, L",
        "leave the lesson",
        {pygame.K_ESCAPE: "leave", pygame.K_l: "leave"},
    ),
    KeyRow(
        "Tab",
        "light one thing: A, B, d, r, s, u0, u1, hit or miss",
        {pygame.K_TAB: "layer"},
    ),
    KeyRow("5 to 0, I M O T V", "nothing here: they act in rooms and in the lab"),
    KeyRow(
        "pad A, B, X, Y, LT RT, LB RB",
        "next, previous, again, hold; earlier, later; handles",
    ),
)
LESSON_KEYS = CODE_KEYS | {
    key: verb for row in LESSON_CARD for key, verb in row.verbs.items()
}
"""The verbs of all keys of a lesson."""
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
    pygame.CONTROLLER_AXIS_RIGHTY: ("page up", "page down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "earlier"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "later"),
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
CARD_ENDS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN)
"""Events that take the card of keys away."""
