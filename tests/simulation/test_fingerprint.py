"""Fingerprints are of listed values: no name of a class or a field is in one."""

from __future__ import annotations

import pytest
from support.drawn import BEGIN, box, player_at, world

from game.collision import AABB
from game.simulation.elements import KINDS
from game.simulation.fingerprint import encode, fingerprint
from game.simulation.player import Controls, Player

DRAWN = (
    player_at(100, 180),
    box("slider", 300, 150, 40, 12, dx=100.0, lethal="left"),
    box("slug", 350, 190, 4, 4),
    box("blade", 400, 190, 40, 4),
    box("core", 280, 164, 12, 12),
)


def test_no_two_values_have_the_same_bytes() -> None:
    some = [None, 1, 12, 1.0, 0.0, -0.0, "1", b"1", "", (), (1, 2), (12,), ((1,), 2), ((1, 2),)]
    assert len({b"".join(encode(value)) for value in some}) == len(some)
    assert b"".join(encode([True, (0.5, "aim", None)])) == b"(i1;(f" + bytes(6) + b"\xe0?s3;aimn))"
    assert fingerprint((3, 0.5, "aim", None)) == "ace9f44bfda0b194"


def test_renaming_a_class_or_a_field_changes_no_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What Python writes of a value has the names of its class and fields: nothing asks for it."""

    class Renamed(Player):
        pass

    w = world(*DRAWN)
    w.tick(BEGIN)
    before = w.state_hash(), w.room.hash
    for kind in (*(kind.element for kind in KINDS), AABB, Player, Controls):
        monkeypatch.setattr(kind, "__repr__", None)
    w.player = Renamed(**vars(w.player))
    del vars(w.room)["hash"]
    assert (w.state_hash(), w.room.hash) == before
