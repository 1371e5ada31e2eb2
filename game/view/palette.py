"""Which colour means what?

A dark ground, and a colour for each role. Every role has a shape of its own as well,
because one reader in twelve sees fewer colours. A colour is looked up here where it is
drawn, so that a theme can change it while the program runs. Source of the player's, the
lethal and the sweep's hue: Okabe and Ito, "Color Universal Design", 2008.
"""

from functools import lru_cache

Color = tuple[int, int, int]

BACKGROUND: Color = (0x0B, 0x0E, 0x14)
RULING: Color = (0x14, 0x1B, 0x28)
"""The ruling of the ground; it has no role."""
BORDER: Color = (0x1C, 0x25, 0x36)
PLAYER: Color = (0xF0, 0xE4, 0x42)
WALL: Color = (0xF4, 0xF6, 0xFA)
SAFE: Color = (0x9A, 0xA5, 0xB8)
LETHAL: Color = (0xD5, 0x5E, 0x00)
SWEPT: Color = (0x7C, 0xC7, 0xFF)
GOAL: Color = (0x00, 0x9E, 0x73)
GLITCH: Color = (0xB0, 0x57, 0xC8)
B_COLOR: Color = (0x78, 0x68, 0xFF)
LENGTH_COLOR: Color = (0xBC, 0xFF, 0x94)
"""Of the letters d, r and s."""
TIME_COLOR: Color = (0xDC, 0xA0, 0x58)
"""Of u0 and u1."""
HIT_COLOR: Color = (0xF4, 0x0C, 0x5C)
MISS_COLOR: Color = (0x1C, 0xFC, 0xB4)
HOT: Color = (255, 252, 235)
"""The front of a dash, and what it hits."""
COOL: Color = (54, 86, 124)
"""What the trail of a dash cools to."""
TEXT: Color = WALL
QUIET: Color = (0x8C, 0x97, 0xAB)
MEDAL_COLORS = (
    (0xC9, 0x7D, 0x45),
    (0xC3, 0xCB, 0xD6),
    (0xF5, 0xB9, 0x35),
    (0x86, 0xE3, 0xD8),
)
"""Of bronze, silver, gold and the author's medal."""

ROLE_NAMES = {
    "a": "PLAYER",
    "b": "B_COLOR",
    "d": "LENGTH_COLOR",
    "r": "LENGTH_COLOR",
    "s": "LENGTH_COLOR",
    "u0": "TIME_COLOR",
    "u1": "TIME_COLOR",
    "hit": "HIT_COLOR",
    "miss": "MISS_COLOR",
    "right": "GOAL",
    "fault": "LETHAL",
    "wall": "WALL",
    "sweep": "SWEPT",
    "text": "TEXT",
    "quiet": "QUIET",
}
"""The roles, which study.lesson explains, each with the name of its colour here."""

NO_LIGHT: Color = (0, 0, 0)
"""The absence of light."""
ACCENT_CODES = (
    "4FB3FF B59A7A C4E85B 3FD6D0 FFA54D E6E6F2 E8C14A 9B8CFF 6FE08C FF7FC4 C97CFF"
    " FF8A7A"
)
ACCENTS: list[Color] = [
    (r, g, b) for r, g, b in map(bytes.fromhex, ACCENT_CODES.split())
]
"""One for each fact that a column of rooms teaches: of the ground's lines and the rule
in the head only, never of a body."""


LIGHTS = 32
"""The number of strengths of a light: few glows are made then."""


def light(color: Color, part: float) -> Color:
    """Return a colour's light at the strength that is nearest to a part of its full
    one; below 0 there is none, above 1 it is full."""
    return lights(color)[round(LIGHTS * min(max(0.0, part), 1.0))]


@lru_cache(maxsize=64)
def lights(color: Color) -> list[Color]:
    """Return a colour's light at LIGHTS + 1 strengths, from none to full."""
    return [mix(NO_LIGHT, color, k / LIGHTS) for k in range(LIGHTS + 1)]


@lru_cache(maxsize=1024)
def mix(a: Color, b: Color, part: float) -> Color:
    """Return the mixture of two colours: a at part 0, b at part 1."""
    red, green, blue = [round(x + (y - x) * part) for x, y in zip(a, b)]
    return red, green, blue


def fade(color: Color, part: float) -> Color:
    """Return a colour mixed with the background: itself at part 0, the background at
    part 1."""
    return mix(color, BACKGROUND, part)


def ruling(accent: Color) -> Color:
    """Return the colour of the ground's lines in a room with this accent."""
    return mix(BACKGROUND, accent, 0.16)


def color_named(name: str) -> Color:
    """Return the colour that a name of this module, such as "WALL", has now."""
    color: Color = globals()[name]
    return color


def role_colors() -> dict[str, Color]:
    """Return the colour of each role, by its name, such as "wall" or "u0"."""
    return {role: color_named(name) for role, name in ROLE_NAMES.items()}


def theme() -> tuple[Color, ...]:
    """Return the colours in which rooms are drawn, as they are now. They are a part of
    the key of cached pictures, so that none shows the colours of another theme."""
    return (
        BACKGROUND,
        BORDER,
        PLAYER,
        WALL,
        SAFE,
        LETHAL,
        SWEPT,
        GOAL,
        GLITCH,
        RULING,
        TEXT,
    )
