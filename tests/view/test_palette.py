"""Which colour means what?"""

from itertools import combinations
from math import dist

import pygame
import pytest
from support.parade import MACHINES, go, run_of

from game.view import palette
from game.view.figure_canvas import figure_at
from game.view.overlay import FIRST_CHOSEN
from game.view.page import draw_menu_row, draw_page

ROLES = {"BACKGROUND": "#0B0E14", "PLAYER": "#F0E442", "WALL": "#F4F6FA", "SAFE": "#9AA5B8"}
ROLES |= {"LETHAL": "#D55E00", "SWEPT": "#7CC7FF", "GOAL": "#009E73", "GLITCH": "#B057C8"}
ROLES |= {"B_COLOR": "#7868FF", "LENGTH_COLOR": "#BCFF94", "TIME_COLOR": "#DCA058"}
ROLES |= {"HIT_COLOR": "#F40C5C", "MISS_COLOR": "#1CFCB4"}


def linear(color):
    """Return the light of a colour's parts, 0 to 1."""
    parts = [x / 255 for x in color]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(color):
    """Return the relative luminance of WCAG 2."""
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(color)))


def contrast(a, b):
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_roles_have_the_colours_that_were_chosen_apart():
    for name, code in ROLES.items():
        assert getattr(palette, name) == tuple(bytes.fromhex(code[1:]))


def test_every_role_and_text_stands_out_from_the_ground():
    for name in (*ROLES, "TEXT", "QUIET"):
        if name != "BACKGROUND":
            assert contrast(getattr(palette, name), palette.BACKGROUND) >= 4.5


def test_mixing_goes_from_one_colour_to_the_other():
    a, b = palette.PLAYER, palette.BACKGROUND
    assert palette.mix(a, b, 0) == a
    assert palette.mix(a, b, 1) == b
    assert palette.mix((0, 0, 0), (100, 50, 200), 0.5) == (50, 25, 100)


def seen(color, sight):
    """Return a colour in CIELAB (D65) as a person with this sight sees it."""
    light = linear(color)
    light = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, light)))) for row in sight]
    xyz = [sum(m * c for m, c in zip(row, light)) for row in SRGB_TO_XYZ]
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (a / b for a, b in zip(xyz, D65))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


SRGB_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
D65 = (0.95047, 1.0, 1.08883)
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What linear light becomes. Source: Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009: the tables for severity 1.
"""


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_roles_look_alike(sight):
    """The CIE76 distance of any two is at least 20, for those too who see fewer colours."""
    places = [seen(getattr(palette, name), SIGHTS[sight]) for name in ROLES if name != "BACKGROUND"]
    assert len(places) == 12
    assert min(dist(a, b) for a, b in combinations(places, 2)) >= 20


def test_a_simulated_sight_leaves_greys_alone():
    """Each row of each table adds up to 1: white stays white, in CIELAB (100, 0, 0)."""
    for sight in SIGHTS.values():
        assert seen((255, 255, 255), sight) == pytest.approx((100, 0, 0), abs=0.1)


def test_there_is_an_accent_for_each_fact_that_stands_out_from_the_ground():
    assert len(palette.ACCENTS) == len(set(palette.ACCENTS)) == 12
    for accent in palette.ACCENTS:
        assert contrast(accent, palette.BACKGROUND) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_accents_of_two_rooms_in_a_row_do_not_look_alike(sight):
    """Their CIE76 distance is at least 20; those of all twelve differ for most people."""
    places = [seen(accent, SIGHTS[sight]) for accent in palette.ACCENTS]
    assert min(dist(a, b) for a, b in zip(places, places[1:] + places[:1])) >= 20
    if sight == "normal":
        assert min(dist(a, b) for a, b in combinations(places, 2)) >= 20


def test_rulings_are_faint_and_every_role_stands_out_from_them():
    for ruling in map(palette.ruling, palette.ACCENTS):
        assert 1.1 < contrast(ruling, palette.BACKGROUND) < 1.6
        for name in ROLES:
            if name != "BACKGROUND":
                assert contrast(getattr(palette, name), ruling) >= 3


@pytest.mark.parametrize("part", [0.0, 0.3, 1.0, 1.7, -1.0])
def test_light_has_few_strengths_and_never_changes_its_hue(part):
    assert palette.light((255, 128, 64), part) in [
        palette.mix((0, 0, 0), (255, 128, 64), k / 32) for k in range(33)
    ]
    assert palette.light(palette.WALL, 0.0) == (0, 0, 0)
    assert palette.light(palette.WALL, 1.0) == palette.WALL


def drawn_colors(run):
    """Return the colours of a room with its numbers and layers, of a menu and of a figure."""
    surface, pictures = pygame.Surface((640, 360)), []
    run.draw(surface, FIRST_CHOSEN, ["a note"])
    pictures.append(pygame.surfarray.array3d(surface))
    canvas = draw_page(surface, "Options", "Esc: back")
    draw_menu_row(canvas, "Sound", 100, True, "on", True)
    pictures.append(pygame.surfarray.array3d(surface))
    with figure_at(canvas, (10, 10), (300, 200)) as figure:
        for k, role in enumerate(palette.ROLE_NAMES):
            figure.box((10 * k, 10), (10 * k + 8, 18), role)
    pictures.append(pygame.surfarray.array3d(surface))
    return {tuple(color) for picture in pictures for color in picture.reshape(-1, 3).tolist()}


def test_another_theme_leaves_none_of_the_old_colours(tmp_path, monkeypatch):
    """Each colour is looked up when it is drawn, also for pictures that are cached."""
    run = go(run_of(tmp_path, MACHINES, effects="full"), 20)
    run.effects.update(0.2)
    old = {name: getattr(palette, name) for name in (*ROLES, "BORDER", "RULING", "QUIET", "TEXT")}
    assert {*old.values()} <= drawn_colors(run)
    for name, (red, green, blue) in old.items():
        monkeypatch.setattr(palette, name, (green ^ 1, blue ^ 2, red ^ 4))
    assert not {*old.values()} & drawn_colors(run)
