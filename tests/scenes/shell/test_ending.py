"""What comes after the last room?"""

from support.staged import picture, record_texts, stage

from game.scenes.shell.ending import CREDITS, EndingScene


def test_what_a_run_came_to_is_written_in_place_of_all_attempts(tmp_path, monkeypatch):
    """Everything one line below the other: the title, these lines, and the credits."""
    on = stage(tmp_path)
    usual, lines = EndingScene(on), ["1 death, your first time", "does not count: auto"]
    texts = record_texts(monkeypatch)
    picture(EndingScene(on, "2 rooms in 3.00 s", lines))
    tops = {words: y for words, _, _, y, _ in texts}
    expected = ["2 rooms in 3.00 s", *lines, *CREDITS]
    assert [words for words in tops if words in expected] == expected
    assert sorted(expected, key=tops.get) == expected
    assert not tops.keys() & {usual.title, *usual.lines}
