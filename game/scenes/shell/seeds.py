"""Which shaft of Scanline is it?

A shaft is its seed. The shaft of a day, the same for everybody, has the UTC date as its
seed, such as 20261122.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime


def seed_of_today() -> int:
    """Return the seed of the day's shaft."""
    return int(datetime.now(UTC).strftime("%Y%m%d"))


def seed_text(seed: int) -> str:
    """Return a seed in digits, as a date such as 2026-11-22 if it has eight."""
    return re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", str(seed))


def parse_seed(text: str) -> int | None:
    """Return the first number in a text, without its dashes; None if there is none."""
    found = re.search(r"[0-9][0-9-]{0,14}", text)
    return int(found.group().replace("-", "")) if found else None
