"""A program that is killed while it saves loses nothing that it had saved."""

import pytest
from support.suite import long_except
from tools.search import kill


@pytest.mark.parametrize("kills", long_except([4, 20], 4))
def test_kills_lose_nothing(tmp_path, kills):
    """Each at a random moment; python tests/tools/search/kill.py --kills 1000 kills more often."""
    saved, _, faults = kill.kills(kills, 1, tmp_path)
    assert faults == []
    assert saved > kills


@pytest.mark.parametrize("loses", ["half", "lost", "older", "aside"])
def test_a_lost_save_is_reported(tmp_path, loses):
    """A file that is partial, missing, older than what was confirmed, or set aside."""
    store = kill.Storage(tmp_path, print)
    for number in range(6):
        kill.save(store, number)
    store.wait()
    assert kill.find_faults(tmp_path, [*range(6)], [6, 7]) == []
    settings = tmp_path / "settings.json"
    if loses == "half":
        settings.write_text(settings.read_text()[:99])
    elif loses == "lost":
        (tmp_path / "best" / "room.json").unlink()
    elif loses == "older":
        kill.save(store, 0)
        store.wait()
    else:
        settings.rename(tmp_path / "settings.json.corrupt-1")
    assert kill.find_faults(tmp_path, [*range(6)], [6, 7])
