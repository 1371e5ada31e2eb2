"""Where are the assets?"""

import pytest

from game import resources


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of assets that can be written."""
    (tmp_path / "levels").mkdir()
    monkeypatch.setattr(resources, "assets", lambda: tmp_path)
    return tmp_path / "levels"


def test_a_room_that_is_added_meanwhile_is_listed(folder):
    rooms = []
    for names in ("a b", "b c a"):
        (folder / "order.txt").write_text(names, encoding="utf-8")
        rooms.append([*resources.levels().items()])
    a, b, c = ((name, folder / f"{name}.tmj") for name in "abc")
    assert rooms == [[a, b], [b, c, a]]


def test_what_a_caller_does_with_the_rooms_changes_no_other(folder):
    (folder / "order.txt").write_text("a b", encoding="utf-8")
    resources.levels().clear()
    assert [*resources.levels()] == ["a", "b"]
