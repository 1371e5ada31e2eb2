"""Which scenes are there, and how is each made?"""

from support.staged import stage

from game import cli
from game.scenes.registry import SCENE_KINDS
from game.scenes.shell import title


def test_a_registered_scene_is_on_the_title_or_in_its_menu_and_in_the_help(tmp_path):
    """A new entry is all that it needs."""
    at = stage(tmp_path)
    first = title.TitleScene(at)
    rows = {row.words: row for row in title.main_menu(at, first).rows}
    words = cli.parser().format_help()
    for kind in SCENE_KINDS:
        if kind.offered == "title":
            assert first.leads[kind.name] is kind.open
            assert kind.title in first.buttons[kind.name][0]
        else:
            assert type(rows[kind.title].leads(first)) is type(kind.open(at, first))
        assert kind.option in words
        assert bool(kind.option) is bool(kind.begin)
