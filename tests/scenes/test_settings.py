"""What did the player choose?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.staged import stage

from game.controls import DEFAULT_KEYS, DEFAULT_PAD
from game.scenes.settings import OPTIONS, Settings, load_settings, save_setting
from game.scenes.shell.options import change_setting
from game.storage import Storage

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*DEFAULT_KEYS]), inner)
    ),
    max_leaves=8,
)


@pytest.fixture
def messages():
    return []


@pytest.fixture
def storage(tmp_path, messages):
    return Storage(tmp_path, messages.append)


def write(storage, data):
    storage.folder.joinpath("settings.json").write_text(json.dumps(data), encoding="utf-8")


def test_every_default_is_allowed():
    for name, option in OPTIONS.items():
        assert option.allows(getattr(Settings(), name))
        assert all(map(option.allows, option.choices))


def test_a_stage_has_the_defaults(tmp_path):
    changed = stage(tmp_path)
    assert changed.settings == Settings()
    changed.settings.keys["aim"].append(99)
    assert stage(tmp_path).settings == Settings() != changed.settings


def test_without_a_file_there_are_the_defaults_and_no_message(storage, messages):
    assert load_settings(storage) == Settings()
    assert messages == []


def test_saved_settings_are_read_again(storage, messages):
    settings: dict[str, object] = {}
    for name, option in OPTIONS.items():
        default = getattr(Settings(), name)
        settings[name] = next((one for one in option.choices if one != default), default)
    settings |= {"keys": DEFAULT_KEYS | {"aim": [99]}, "pad": DEFAULT_PAD | {"aim": [20]}}
    settings["layers"] = "26"
    assert not any(settings[name] == getattr(Settings(), name) for name in OPTIONS)
    for name, value in settings.items():
        save_setting(storage, name, value)
    assert load_settings(storage) == Settings(**settings)
    assert messages == []


def test_two_running_copies_keep_each_others_options(tmp_path):
    """An option is saved alone: what the other copy changed since is still there."""
    copies = [stage(tmp_path) for _ in range(2)]
    for copy, name, value in zip(
        copies * 2, ("music", "aim", "rumble", "music"), (0, "toggle", False, 100)
    ):
        change_setting(copy, name, value)
        copy.storage.wait()
    saved = load_settings(copies[0].storage)
    assert saved == Settings(music=100, aim="toggle", rumble=False)
    assert copies[0].settings == Settings(music=0, rumble=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("music", value) for value in (-10, 5, 50.0, True, "50", None, [50], 10**400)),
        *(("rumble", value) for value in (0, 1, "on", None)),
        *(("aim", value) for value in ("", "Hold", 1, ["hold"])),
        *(("assist_speed", value) for value in (0, 40, 110)),
        *(("ghost", value) for value in ("", "best", 1, True, None)),
        *(("layers", value) for value in ("", "x", "1 3", "\u0663", "\udcff", 135, [1], None)),
        *(
            ("keys", value)
            for value in ({}, [], DEFAULT_KEYS | {"aim": []}, DEFAULT_KEYS | {"fly": [9]})
        ),
        *(
            ("keys", DEFAULT_KEYS | {"aim": value})
            for value in (44, [44.0], [True], [-1], [512], ["a"])
        ),
        ("keys", DEFAULT_KEYS | {"aim": DEFAULT_KEYS["restart"]}),
        ("keys", DEFAULT_KEYS | {"aim": [44, 44]}),
        ("pad", DEFAULT_PAD | {"aim": [32]}),
    ],
)
def test_a_wrong_value_is_reported_and_falls_back_to_its_default(storage, messages, name, value):
    right = "rumble" if name != "rumble" else "fullscreen"
    write(storage, {name: value, right: False, "unknown": 1})
    assert load_settings(storage) == Settings(**{right: False})
    assert len(messages) == 1
    assert f"settings.json: {name} is " in messages[0]


def test_many_wrong_values_are_reported_in_one_sentence(storage, messages):
    write(storage, {"music": "loud", "aim": 3, "rumble": None})
    load_settings(storage)
    path = storage.folder / "settings.json"
    words = "music is 'loud', aim is 3, rumble is None; expected what the options offer"
    assert messages == [f"{path}: {words}, so their defaults are used"]


def test_a_file_that_is_not_json_is_set_aside(storage, messages):
    path = storage.folder / "settings.json"
    path.write_text("{", encoding="utf-8")
    assert load_settings(storage) == Settings()
    assert len(messages) == 1
    assert path.with_name("settings.json.corrupt-1").exists()


@given(st.dictionaries(st.sampled_from([*OPTIONS]), VALUES))
def test_whatever_a_file_holds_every_setting_is_allowed(tmp_path_factory, given):
    storage = Storage(tmp_path_factory.mktemp("any"), lambda words: None)
    write(storage, given)
    settings = load_settings(storage)
    assert all(option.allows(getattr(settings, name)) for name, option in OPTIONS.items())
