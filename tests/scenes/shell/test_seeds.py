"""A shaft is its seed, in digits or as a date."""

from datetime import UTC, datetime

import pytest

from game.scenes.shell.seeds import parse_seed, seed_of_today, seed_text


@pytest.mark.parametrize(
    ("seed", "words"),
    [(20261122, "2026-11-22"), (0, "0"), (7, "7"), (2026112, "2026112"), (123456789, "123456789")],
)
def test_a_seed_of_eight_digits_is_written_as_a_date(seed, words):
    assert seed_text(seed) == words
    assert parse_seed(words) == seed


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("Scanline 2026-11-22: 12,345 points in 61.20 s", 20261122),
        ("  42\n", 42),
        ("seed=-5", 5),
        ("1234567890123456789", 123456789012345),
        ("", None),
        ("no number", None),
        ("\u0664\u0662", None),
    ],
)
def test_the_first_number_of_a_text_is_its_seed(text, seed):
    assert parse_seed(text) == seed


def test_the_seed_of_the_day_is_the_date_in_utc():
    before = datetime.now(UTC)
    words = seed_text(seed_of_today())
    assert words in (before.date().isoformat(), datetime.now(UTC).date().isoformat())
