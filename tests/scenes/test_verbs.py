"""What can be done in a scene in which a world runs, and by which key?"""

import re
from pathlib import Path

from game.scenes.run.key_card import study_rows
from game.scenes.verbs import DIGITS, ENTER, VERBS
from game.view.overlay import LAYER_KEYS, LAYERS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PRINTED = {"\t": "Tab", "\x1b": "Esc"}
HEAD = "| keys | action | mouse | pad |\n| --- | --- | --- | --- |\n"


def mouse_by_key(while_held):
    """Return what the README's table says of the mouse, by the keys of each row."""
    table = README.split(HEAD)[1 + while_held].partition("\n\n")[0]
    found = {}
    for line in table.splitlines():
        keys, _, mouse, _ = (cell.strip() for cell in line.strip("|").split("|"))
        keys = " ".join(DIGITS) if keys == "1 to 9, 0" else keys.replace("`", "")
        found |= dict.fromkeys(keys.split(), mouse)
    return found


def test_the_readme_lists_each_verb_where_it_acts_and_whether_it_has_a_button():
    for while_held in (False, True):
        found = mouse_by_key(while_held)
        verbs = [verb for verb in VERBS if verb.while_held == while_held]
        keys = {verb: PRINTED.get(verb.key, verb.key.upper()) for verb in verbs}
        unlisted = {key for verb, key in keys.items() if key not in found}
        assert unlisted == (set() if while_held else {ENTER, ""})
        assert not while_held or found.keys() == set(keys.values())
        for verb, key in keys.items():
            assert bool(re.search("its button|their buttons", found.get(key, ""))) == bool(
                verb.button
            )


def test_the_list_of_keys_names_every_layer():
    layers = [(key, layer.name) for key, layer in zip(LAYER_KEYS, LAYERS, strict=True)]
    rows = [(keys.split(), words.split(", ")) for keys, words in study_rows()]
    assert {*layers} <= {pair for keys, words in rows for pair in zip(keys, words)}


def test_no_two_verbs_share_a_key():
    keys = [verb.key for verb in VERBS if verb.key]
    assert len({*keys}) == len(keys)
