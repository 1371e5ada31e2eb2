"""What can be done in a scene in which a world runs, and by which key?

One table, VERBS. From it follow what a key does, the buttons over a run that is held,
the list of keys, and which keys cannot be bound to an action; the README's tables of
keys are compared with it. What a verb calls is in calls() of the scene.
"""

from __future__ import annotations

from typing import NamedTuple

from pygame import K_ESCAPE, K_RETURN, KSCAN_0, KSCAN_1
from pygame.event import Event

from ..controls import typed_key
from ..view.overlay import LAYER_KEYS, LAYERS

DIGITS = "1234567890"
"""What a US keyboard has printed on the row of digits, from KSCAN_1 on."""
DIGIT_CODES = range(KSCAN_1, KSCAN_0 + 1)
"""The scancodes of that row."""
LAYERS_A_ROW = 5
"""The number of layers that share a row of the list of keys."""
ESCAPE = "\x1b"
ENTER = "\r"
"""The characters of these keys."""

CardRow = tuple[str, str]
"""A row of the list of keys: what is printed on the keys, and what they do."""


class Verb(NamedTuple):
    """Something that can be done in a scene in which a world runs."""

    name: str
    key: str
    """The character of its key; "" if it has none of its own."""
    row: CardRow | None = None
    """Its row in the list of keys; None: it is in that of the verb before it, or not
    listed."""
    button: str | None = None
    """The label of its button over a run that is held."""
    while_held: bool = False
    """Whether its key acts only while the run is held; in the lab it always acts."""
    repeats: bool = False
    """Whether it is done again and again while its key or button is held down."""
    why: str = ""
    """Why a run that was studied by it earns nothing, in a word; it holds the run."""


def layer_verb(index: int) -> str:
    """Return the name of the verb that turns a layer of the overlay on or off, given by
    its index."""
    return f"layer {LAYER_KEYS[index]}"


def layer_row(first: int) -> CardRow:
    """Return the row of the list of keys for LAYERS_A_ROW layers from this index on."""
    keys = LAYER_KEYS[first : first + LAYERS_A_ROW]
    names = [layer.name for layer in LAYERS[first : first + LAYERS_A_ROW]]
    return " ".join(keys), ", ".join(names)


def layer_verbs() -> list[Verb]:
    """Return a verb for each layer. Each has a key and a button."""
    verbs = []
    for index, sign in enumerate(LAYER_KEYS):
        row = layer_row(index) if index % LAYERS_A_ROW == 0 else None
        verbs.append(Verb(layer_verb(index), sign, row, button=sign, while_held=True))
    return verbs


VERBS = (
    Verb(
        "hold",
        "p",
        ("P", "hold the run to study it; P again: let it go on"),
        button="P play",
    ),
    Verb(
        "earlier",
        ",",
        (",  .", "one tick back, one forward; with Shift: within the tick"),
        button=", back",
        while_held=True,
        repeats=True,
        why="rewound",
    ),
    Verb(
        "later", ".", button=". tick", while_held=True, repeats=True, why="stepped"
    ),
    Verb("slower", "-", ("-  =", "slower, faster"), button="- slow", while_held=True),
    Verb("faster", "=", button="= fast", while_held=True),
    Verb("overlay", "\t", ("Tab", "overlay: off, boxes, chosen layers"), button="Tab"),
    Verb(
        "tick",
        "o",
        ("O", "one tick with the keys that are down"),
        while_held=True,
        why="stepped",
    ),
    *layer_verbs(),
    Verb(
        "method",
        "v",
        ("V", "method: sweep, sub-steps, discrete, Listing 4"),
        button="V method",
        while_held=True,
    ),
    Verb(
        "compare",
        "t",
        ("T", "three methods side by side"),
        button="T compare",
        while_held=True,
        why="compared",
    ),
    Verb(
        "inspect",
        "i",
        ("I, two clicks", "inspect two bodies"),
        while_held=True,
        why="inspected",
    ),
    Verb("counters", "m", ("M", "counters"), while_held=True),
    Verb("keys", "h", button="H keys"),
    Verb("lesson", "l", ("L", "the lesson about this room")),
    Verb("before", "[", ("[  ]", "previous room, next room; in the lab: scene")),
    Verb("after", "]"),
    Verb(
        "menu", ESCAPE, ("Esc, middle button, Start", "menu; Esc again: continue")
    ),
    Verb("go on", ENTER),
    Verb("restart", ""),
)  # fmt: skip
"""In the order of the buttons and of the list of keys. The player binds the key of
"restart", and a second one of "go on"."""
REPEATED = {verb.name for verb in VERBS if verb.repeats}
"""The verbs that are done again and again while their key or button is held down."""
BY_CODE = {ord(verb.key): verb for verb in VERBS if verb.key and verb.key not in DIGITS}
"""By the codes of keys, which go by what is printed on them."""
BY_PLACE = {
    KSCAN_1 + DIGITS.index(verb.key): verb
    for verb in VERBS
    if verb.key and verb.key in DIGITS
}
"""By the scancodes of digits, which go by their place on the keyboard."""
ACTION_VERBS = {
    "pause": "menu",
    "restart": "restart",
    "aim": "go on",
}
"""The verbs of actions that do more than play, by the actions."""
WHY_STUDIED = {verb.name: verb.why for verb in VERBS if verb.why}
"""Why a run that was studied by a verb earns nothing, in a word, by the verbs."""
BUTTON_LABELS = {verb.name: verb.button for verb in VERBS if verb.button}
"""The labels of the buttons over a run that is held, by the verbs."""


def verb_of_key(event: Event) -> Verb | None:
    """Return the verb of a key that was pressed; None if it has none.

    A verb that acts at any time goes by what is printed on the key. Then come the
    layers, by the key's place in the row of digits; then the other verbs, by what is
    printed on the key.
    """
    code = typed_key(event, BY_CODE)
    verb = None if code is None else BY_CODE[code]
    if verb is None or verb.while_held:
        return BY_PLACE.get(event.scancode, verb)
    return verb


def is_reserved(event: Event) -> bool:
    """Tell whether a key cannot be bound to an action, because it has a verb or is in
    the row of digits. Esc and Enter are not reserved here, though they have verbs: the
    remapping decides about them itself."""
    is_digit = event.scancode in DIGIT_CODES
    return is_digit or typed_key(event, RESERVED) is not None


RESERVED = BY_CODE.keys() - {K_ESCAPE, K_RETURN}
"""The codes of keys that cannot be bound to an action."""


def card_rows(while_held: bool) -> list[CardRow]:
    """Return the rows of the list of keys: if while_held, of the verbs that act only
    while a run is held, else of those that act at any time."""
    return [verb.row for verb in VERBS if verb.row and verb.while_held == while_held]
