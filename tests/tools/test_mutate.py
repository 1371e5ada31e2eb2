"""Damaged files are refused with a sentence, and nothing else happens."""

import pytest
from support.suite import long_except
from tools.search import mutate

from game import storage


@pytest.mark.parametrize("files", long_except([600, 3_000], 600))
def test_damaged_files_are_loaded_or_refused(files):
    """Levels, replays, settings, best runs and lessons; some of each both ways."""
    counts, failure = mutate.mutate(files, seed=1)
    assert failure is None
    names = "best", "lessons.json", "levels", "replays", "settings.json"
    assert counts.keys() == {f"{name} {what}" for name in names for what in ("loaded", "refused")}


def test_a_loader_that_fails_is_detected(monkeypatch):
    monkeypatch.setattr(storage, "parse_lessons", lambda data: {"tunnel": data["tunnel"]})
    _, failure = mutate.mutate(3_000, seed=1)
    assert failure is not None
    assert (failure.place, failure.why) == ("lessons.json", "KeyError: 'tunnel'")


def test_a_refusal_without_a_sentence_is_detected(tmp_path):
    def load(store, place):
        store.report("oops")

    kind = mutate.Kind("mute", {}, load)
    assert mutate.try_file(tmp_path, kind, "a.json", b"") == (False, "no sentence: ['oops']")
