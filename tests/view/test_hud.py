"""What do the numbers say?"""

from dataclasses import replace
from math import inf

import numpy as np
import pygame
import pytest
from support.parade import SHAFT, run_of
from support.staged import ROOMS, replay_of, run_until, world_at_end
from support.suite import long_except

from game.scenes.run.key_card import common_rows, study_rows
from game.simulation.medals import Award
from game.simulation.methods import parse_method
from game.simulation.player import Controls
from game.simulation.replay import Replay
from game.view import room
from game.view.hud import (
    BESIDE,
    FADED,
    RoomPage,
    draw_award,
    draw_finish,
    draw_hint,
    draw_hud,
    draw_key_card,
    draw_medal,
    draw_medals,
    draw_open_medals,
    draw_why_not_counted,
    missed_text,
    seconds_text,
)
from game.view.palette import ACCENTS, BACKGROUND, MEDAL_COLORS, PLAYER, mix, ruling
from game.view.screen import Screen

SIZE = (640, 360)
KEY_CARD = study_rows() + common_rows()
NOTHING_NEAR = np.empty((0, 2, 2))


class Written(RoomPage):
    """Records the words and where they lie instead of drawing."""

    def __init__(self):
        super().__init__(pygame.Surface(SIZE), Screen.fit(SIZE, SIZE), NOTHING_NEAR)
        self.words = []
        self.heights = []

    def text(self, words, at, color, size=9.0, anchor=(0.0, 0.0), bold=False, fill=1.0):
        wide = 0.6 * size * len(words)
        self.heights.append(at[1])
        self.words.append((words, at[0] - anchor[0] * wide, at[0] + (1 - anchor[0]) * wide, size))


def test_time_is_written_in_hundredths():
    assert seconds_text(0, 120) == "0.00 s"
    assert seconds_text(150, 120) == "1.25 s"
    assert seconds_text(30, 30) == "1.00 s"


def test_the_count_of_what_a_frame_by_frame_test_misses_is_a_sentence():
    assert missed_text(0, 0) == "no contact yet"
    assert missed_text(1, 1).startswith("1 contact, 1 ")
    assert missed_text(17, 12).startswith("17 contacts, 12 ")


@pytest.mark.parametrize("name", long_except(ROOMS, *ROOMS[::9]))
def test_all_words_lie_in_the_room_and_are_large_enough(name):
    """At 1080p a px is 3 pixels: words of 9 px are 27 pixels high."""
    canvas, world = Written(), world_at_end(name)
    draw_hud(canvas, world, ["1/60 speed", "replay", "paused"], frozenset({0, 2, 4}), ACCENTS[0])
    draw_hint(canvas, world.room.hint)
    draw_why_not_counted(canvas, "substeps:4")
    draw_finish(canvas, world, world.ticks + 12, replay_of(name), Award(4), False, 17, inf)
    draw_finish(canvas, world, None, None, Award(), True, 17, inf)
    draw_key_card(canvas, "Keys", KEY_CARD)
    for words, left, right, size in canvas.words:
        assert size >= 9, words
        assert 0 <= left <= right <= world.room.width, words


def test_texts_at_the_foot_never_overlap():
    canvas, world = Written(), world_at_end("slug-cage")
    world.method = parse_method("substeps:4")
    notes = ["1/60 speed", "replay", "paused", "touches 12   crushed 0"]
    for said in ([], notes):
        canvas.words.clear()
        canvas.heights.clear()
        draw_hud(canvas, world, said, frozenset({0, 2, 4}), ACCENTS[0])
        (_, _, right, _), (_, left, _, _) = canvas.words[-2:]
        assert right < left or canvas.heights[-2] != canvas.heights[-1]


def test_texts_at_the_foot_share_a_line_while_four_letters_fit_between_them():
    world, shared = world_at_end("slug-cage"), []
    for letters in range(60):
        canvas = Written()
        draw_hud(canvas, world, ["n" * letters], frozenset({0}), ACCENTS[0])
        (_, _, right, size), (_, left, _, _) = canvas.words[-2:]
        shared.append(canvas.heights[-2] == canvas.heights[-1])
        assert shared[-1] == (left - right > 4 * 0.6 * size)
    assert {*shared} == {True, False}


def test_long_words_of_strangers_stay_in_the_room(tmp_path):
    """Title, fact and hint of as many letters as a file may have, and keys with long names."""
    canvas, world = Written(), run_until(tmp_path, "first-contact", lambda world: True).world
    world.room = replace(world.room, title="T" * 120, fact="fact " * 24, hint="H" * 120)
    draw_hud(canvas, world, [], frozenset(), ACCENTS[0])
    draw_hint(canvas, world.room.hint)
    draw_finish(canvas, world, None, None, Award(), True, 17, inf)
    draw_key_card(canvas, "Keys", [("Keypad 4 Keypad 6 Keypad 8 Keypad 2", "creep"), *KEY_CARD])
    for words, left, right, _ in canvas.words:
        assert 0 <= left <= right <= world.room.width, words
    key, meaning = canvas.words[-2 * len(KEY_CARD) - 2 :][:2]
    assert key[2] < meaning[1]


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_line_fades_to_a_quarter_while_a_body_is_under_or_beside_it(scale):
    """The plate of four letters at (100, 50) is 25.6 px wide and 11.88 px high."""
    assert (FADED, BESIDE) == (0.25, 6.0)
    screen = Screen.fit((640 * scale, 360 * scale), SIZE)
    for at, expected in {
        (110, 55): 0.25,
        (90.5, 55): 0.25,
        (89, 55): 1.0,
        (131, 55): 0.25,
        (133, 55): 1.0,
        (110, 42.5): 0.25,
        (110, 41): 1.0,
        (110, 69): 0.25,
        (110, 71): 1.0,
    }.items():
        body = screen.points(np.array([[(x - 2, y - 2), (x + 2, y + 2)] for x, y in [at]]))
        page, fills = RoomPage(pygame.Surface((9, 9)), screen, body), []
        page.text = lambda *args, fills=fills: fills.append(args[-1])
        page.write("text", (100, 50), PLAYER, (0, 0))
        assert fills == [expected], at


def test_what_a_test_at_the_ticks_end_misses_is_counted_only_under_an_overlay():
    world = world_at_end("slug-cage")
    for chosen in (frozenset(), frozenset({1})):
        canvas = Written()
        draw_hud(canvas, world, [], chosen, ACCENTS[0])
        assert any("overlooked" in words for words, *_ in canvas.words) == bool(chosen)


def test_the_card_at_the_end_tells_the_fact_and_the_key_of_its_lesson():
    canvas, world = Written(), world_at_end("first-contact")
    draw_finish(canvas, world, None, None, Award(), False, 0, inf)
    texts = [words for words, *_ in canvas.words]
    assert world.room.fact in texts
    assert "L: the lesson about it" in texts


def test_the_method_is_named_if_it_is_not_the_sweep(tmp_path):
    world = run_until(tmp_path, "first-contact", lambda world: True).world
    for name, is_named in (("sweep", False), ("discrete", True)):
        world.method = parse_method(name)
        canvas = Written()
        draw_hud(canvas, world, [], frozenset(), ACCENTS[0])
        assert any(name in words for words, *_ in canvas.words) == is_named


def test_the_result_of_a_studied_run_does_not_count():
    canvas, world = Written(), world_at_end("first-contact")
    draw_finish(canvas, world, None, None, Award(), True, 17, inf)
    assert any("not saved" in words for words, *_ in canvas.words)


def colors_of(canvas):
    """Return the colours of a canvas that fill more than a few pixels."""
    pixels = pygame.surfarray.array3d(canvas.surface).reshape(-1, 3)
    colors, counts = np.unique(pixels, axis=0, return_counts=True)
    return {tuple(color.tolist()) for color, count in zip(colors, counts) if count > 60}


@pytest.mark.parametrize("medals", range(5))
def test_medals_that_are_earned_are_full_and_the_others_dark(medals):
    canvas = Written()
    for number in range(4):
        draw_medal(canvas, (100 * number + 50, 50), 20, number, Award(medals))
    assert colors_of(canvas) & {*MEDAL_COLORS} == {*MEDAL_COLORS[:medals]}


@pytest.mark.parametrize(("stamps", "lit"), [(0.0, 0), (0.1, 1), (1.1, 2), (1.9, 2), (9.0, 2)])
def test_medals_are_stamped_one_by_one(stamps, lit):
    """Of two that were earned."""
    canvas = Written()
    draw_medals(canvas, (60, 60), (100, 0), Award(2), 20, stamps=stamps)
    assert colors_of(canvas) & {*MEDAL_COLORS} == {*MEDAL_COLORS[:lit]}


def test_the_claim_counts_what_a_test_at_the_ticks_end_would_have_missed():
    world = world_at_end("hairline")
    for missed, words in ((0, None), (1, "lost you once."), (12, "lost you 12 times.")):
        canvas = Written()
        draw_finish(canvas, world, None, None, Award(), False, missed, inf)
        said = [each for each, *_ in canvas.words if "tests once a frame" in each]
        assert [each.endswith(words) for each in said] == ([True] if words else [])


def test_a_medal_with_an_assist_is_hollow():
    """Its outline is drawn, and its middle is not."""
    middles = []
    for assisted in (False, True):
        canvas = Written()
        draw_award(canvas, (50, 50), 20, Award(3, ring=False, assisted=assisted))
        assert any(canvas.surface.get_at((50, y))[:3] != (0, 0, 0) for y in range(29, 34))
        middles.append(canvas.surface.get_at((50, 55))[:3])
    assert middles == [MEDAL_COLORS[2], (0, 0, 0)]


def test_only_the_best_medal_is_shown_and_the_ring_around_it():
    pictures = []
    for ring in (False, True):
        canvas = Written()
        draw_award(canvas, (50, 50), 20, Award(2, ring))
        assert colors_of(canvas) & {*MEDAL_COLORS} == {MEDAL_COLORS[1]}
        pictures.append(pygame.image.tobytes(canvas.surface.subsurface(0, 0, 25, 100), "RGB"))
    assert not any(pictures[0])
    assert any(pictures[1])


def test_the_card_tells_what_each_medal_asks_for():
    """In seconds, and in dashes for the ring: here of a stored run of 120 ticks."""
    world, runs = world_at_end("hairline"), ((120, Controls()),)
    stored = Replay("hairline", "", 0, 120, "sweep", "", runs, (), dashes=8)
    canvas = Written()
    draw_finish(canvas, world, None, stored, Award(4, ring=True), False, 0, inf)
    expected = ["2.50 s", "1.50 s", "1.15 s", "1.00 s", "8 dashes"]
    assert [words for words, *_ in canvas.words if words in expected] == expected


def test_in_the_shaft_the_numbers_are_height_score_and_integrity(tmp_path):
    world = run_of(tmp_path, SHAFT).world
    world.highest -= 123.4
    for left in (3, 1):
        world.integrity, canvas = left, Written()
        draw_hud(canvas, world, [], frozenset(), ACCENTS[0])
        words = " ".join(words for words, *_ in canvas.words)
        assert "123 px" in words
        assert f"{world.score} points" in words
        assert "cores" not in words
        assert words.count("■") == left
        assert words.count("□") == 3 - left


@pytest.mark.parametrize(("y", "strength"), [(18, FADED), (80, 1.0)])
def test_the_medals_in_the_head_fade_while_a_body_is_beside_them(y, strength):
    """With the ring they reach from x = 391 to 449 px."""
    body = np.array([[(440.0, y), (444.0, y + 4.0)]])
    page = RoomPage(pygame.Surface(SIZE), Screen.fit(SIZE, SIZE), body)
    draw_open_medals(page, Award(4, ring=True))
    colors = pygame.surfarray.array3d(page.surface).astype(int)
    for medal in MEDAL_COLORS:
        like = abs(colors - mix(BACKGROUND, medal, strength)).max(axis=2) <= 3
        assert like.sum() > 9 if strength == 1 else like.any()
    assert (colors.max() > 90) == (colors[440:].max() > 90) == (strength == 1)


@pytest.mark.parametrize("name", ROOMS)
def test_the_title_stands_on_a_rule_of_the_accent_of_the_rooms_fact(name, tmp_path, monkeypatch):
    """The fact of the k-th room is k modulo 12; it is the accent of the ground's lines as well.

    Their colour is noted where they are drawn: in the picture elements and light lie over them.
    """
    surface, accent, rulings = pygame.Surface(SIZE), ACCENTS[ROOMS.index(name) % 12], []
    monkeypatch.setattr(room, "draw_ground", lambda canvas, view, color: rulings.append(color))
    room.still_image.cache_clear()
    run = run_until(tmp_path, name, lambda world: True)
    run.draw(surface, frozenset())
    room.still_image.cache_clear()  # Its picture has no lines.
    places = [surface.get_at((x, 22))[:3] for x in range(16, 60, 4)]
    assert accent in places or mix(BACKGROUND, accent, FADED) in places
    assert {*rulings} == {ruling(accent)}, "those in GLITCH, too, where there is some"


def test_the_rule_of_the_title_fades_while_a_body_is_beside_it():
    for y, strength in ((26, FADED), (40, 1.0)):
        body = np.array([[(20.0, y), (24.0, y + 4.0)]])
        page = RoomPage(pygame.Surface(SIZE), Screen.fit(SIZE, SIZE), body)
        draw_hud(page, world_at_end("hairline"), [], frozenset(), ACCENTS[1])
        assert page.surface.get_at((40, 22))[:3] == mix(BACKGROUND, ACCENTS[1], strength)
