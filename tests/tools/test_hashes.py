"""Do all runs give the pinned bits, with the Python and numpy of this run?

tests/tools/search/pythons.py tests other versions and environments.
"""

from __future__ import annotations

from functools import cache, cached_property
from math import cos, pi, sin

import numpy as np
import pytest
from support.suite import long_except
from tools.make.hashes import fingerprint_of_storm, fingerprints, pinned

from game.collision.grid import Grid
from game.simulation.elements import ANGLES
from game.simulation.player import HEADINGS

runs = cache(fingerprints)
AT_ONCE = [name for name in pinned() if not name.startswith("chance in ")] + [
    f"chance in {name}" for name in ("slug-cage", "saw-mill", "glitch", "scanline")
]
"""The fingerprints that the first run compares: all but most of those of random controls."""


def test_every_run_is_pinned() -> None:
    """After adding or removing rooms, chunks or methods: hashes.py --write."""
    assert list(runs()) == list(pinned())


@pytest.mark.parametrize("name", long_except(pinned(), *AT_ONCE))
def test_a_run_gives_its_pinned_fingerprint(name: str) -> None:
    """States, events and counters of every tick, or all columns of every step."""
    assert runs()[name]() == pinned()[name]


def test_no_platform_rounds_a_sine_of_the_game_differently() -> None:
    """All lie 64 ulp and more from where they would round differently; libraries differ by two."""
    angles = [k * 2 * pi / ANGLES for k in range(ANGLES)]
    scaled = np.abs([f(angle) * 2.0**30 for f in (sin, cos) for angle in angles])
    assert ANGLES % HEADINGS == 0
    assert np.abs(scaled % 1.0 - 0.5).min() > 64 * 2.0**-23


@pytest.mark.parametrize("factor", [1 - 2.0**-53, 1 + 2.0**-52, 0.37, 2.9])
def test_the_size_of_cells_changes_no_bit(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is a mean, whose last bit depends on the order in which numpy adds."""
    side = Grid.__dict__["side"].func
    scaled = cached_property(lambda grid: side(grid) * factor)
    scaled.__set_name__(Grid, "side")
    monkeypatch.setattr(Grid, "side", scaled)
    assert fingerprint_of_storm() == pinned()["storm"]
