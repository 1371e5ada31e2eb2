"""Which colour means what?"""

from game.view import palette

ROLES = {
    "BACKGROUND": "#0B0E14",
    "PLAYER": "#F0E442",
    "WALL": "#F4F6FA",
    "SAFE": "#9AA5B8",
    "LETHAL": "#D55E00",
    "SWEEP": "#7CC7FF",
    "GOAL": "#009E73",
    "GLITCH": "#B057C8",
}


def luminance(color):
    """Return the relative luminance of WCAG 2."""
    parts = [x / 255 for x in color]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(a, b):
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_roles_have_the_colours_that_were_chosen_apart():
    """They were chosen so that they differ for readers who see fewer colours."""
    for name, code in ROLES.items():
        assert getattr(palette, name) == tuple(bytes.fromhex(code[1:]))


def test_every_role_and_text_stands_out_from_the_ground():
    """At least 4.5 to 1, what WCAG asks of text."""
    for name in (*ROLES, "TEXT", "QUIET"):
        if name != "BACKGROUND":
            assert contrast(getattr(palette, name), palette.BACKGROUND) >= 4.5


def test_mixing_goes_from_one_colour_to_the_other():
    """The ends are the colours themselves."""
    a, b = palette.PLAYER, palette.BACKGROUND
    assert palette.mixed(a, b, 0) == a
    assert palette.mixed(a, b, 1) == b
    assert palette.mixed((0, 0, 0), (100, 50, 200), 0.5) == (50, 25, 100)
