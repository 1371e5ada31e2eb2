"""What does the player choose, and by which keys?"""

import json
from dataclasses import asdict

import pygame
import pytest
from support.hands import go_to_row, key_event, pad_event, pointer_event, press, row_place
from support.staged import record_texts, stage

from game import controls
from game.controls import DEFAULT_KEYS, DEFAULT_PAD, PAD_START
from game.scenes.settings import OPTIONS, Settings
from game.scenes.shell.menu import VALUE_RIGHT
from game.scenes.shell.options import SECTIONS, OptionsScene, RemapScene, rebind
from game.view.page import MENU_LEFT

CROSS = ("up", "down", "left", "right")
DPAD = {verb: getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{verb.upper()}") for verb in CROSS}
DPAD |= {"choose": pygame.CONTROLLER_BUTTON_A, "back": pygame.CONTROLLER_BUTTON_B}
CODES = {verb: code for code, verb in reversed(controls.MENU_KEYS.items())}


@pytest.fixture(autouse=True)
def display():
    """Names of keys come from the display's layout; every test begins without a pad."""
    pygame.display.init()
    yield
    pygame.display.quit()
    controls.axes.clear()
    controls.pushed_axes.clear()


def row_click(x, row, button=1):
    """Press a button of the mouse on a row."""
    return pointer_event(row_place(row, x), button=button)


def by_keys(scene, words, verb):
    """Do one of the six things to the row with this text, with keys alone."""
    by_verbs(scene, words, verb, lambda verb: key_event(CODES[verb]))


def by_pad(scene, words, verb):
    """The same, with the pad alone."""
    by_verbs(scene, words, verb, lambda verb: pad_event(DPAD[verb]))


def by_stick(scene, words, verb):
    """The same, with the stick, released after every push, where the d-pad would do."""
    tilts = {"up": (1, -1), "down": (1, 1), "left": (0, -1), "right": (0, 1)}

    def event(verb):
        if verb not in tilts:
            return pad_event(DPAD[verb])
        (axis, way), kind = tilts[verb], pygame.CONTROLLERAXISMOTION
        middle = pygame.event.Event(kind, axis=axis, value=0, instance_id=0)
        scene.handle(middle)
        return pygame.event.Event(kind, axis=axis, value=32767 * way, instance_id=0)

    by_verbs(scene, words, verb, event)


def by_verbs(scene, words, verb, event):
    go_to_row(scene, words, lambda: scene.handle(event("down")))
    scene.handle(event(verb))


def by_mouse(scene, words, verb):
    """The same, with the mouse alone."""
    row = [row.words for row in scene.rows].index(words)
    x = {"right": VALUE_RIGHT - 4, "choose": MENU_LEFT + 4, "back": MENU_LEFT}[verb]
    scene.handle(row_click(x, row, 3 if verb == "back" else 1))


WAYS = pytest.mark.parametrize("do", [by_keys, by_pad, by_stick, by_mouse])


def saved_settings(stage):
    stage.storage.wait()
    path = stage.storage.folder / "settings.json"
    if not path.exists():
        return None
    values = json.loads(path.read_text(encoding="utf-8"))
    assert values.pop("format") == 1
    return values


def remap(folder, device="keys"):
    return RemapScene(device, stage(folder), None)


def following(scene):
    """Return the scene that comes after this one, as the program's loop does."""
    scene.next, after = None, scene.next
    return after


@WAYS
def test_every_option_can_be_changed_by_one_device_alone(tmp_path, do):
    shared = stage(tmp_path)
    applied = []
    shared.apply = lambda: applied.append(saved_settings(shared))
    shared.settings.assist_speed = shared.settings.music = 50
    scene = start = OptionsScene(shared, back := object())
    for section in SECTIONS:
        do(scene, section, "choose")
        scene = following(scene)
        assert scene.title == section
        for option in OPTIONS.values():
            if option.section == section and option.choices:
                do(scene, option.label, "right")
        do(scene, "Back", "choose")
        scene = following(scene)
        assert scene is start
    do(scene, "Back", "back")
    assert scene.next is back
    turned = {name: not value for name, value in asdict(Settings()).items() if value in (0, 1)}
    turned |= {"music": 60, "sounds": 90, "assist_speed": 60, "aim": "toggle", "effects": "calm"}
    turned["ghost"] = "author's"
    assert shared.settings == Settings(**turned)
    assert saved_settings(shared) == asdict(shared.settings)
    assert len(applied) == len(turned)
    assert applied[-1] == asdict(shared.settings)


def test_numbers_end_and_words_go_round(tmp_path):
    sound = OptionsScene(stage(tmp_path), None, section="Sound")
    for _ in range(12):
        by_keys(sound, "Music", "right")
    assert sound.stage.settings.music == 100
    for _ in range(12):
        by_keys(sound, "Music", "left")
    assert sound.stage.settings.music == 0
    picture = OptionsScene(sound.stage, None, section="Picture")
    for value in ("off", "calm", "full"):
        by_keys(picture, "Effects", "left")
        assert sound.stage.settings.effects == value


@WAYS
def test_a_device_alone_finds_the_keys_and_the_pad(tmp_path, do):
    scene = OptionsScene(stage(tmp_path), None)
    do(scene, "Controls", "choose")
    section = following(scene)
    for words in ("Keys", "Pad"):
        do(section, words, "choose")
        scene = following(section)
        assert scene.title == words
        do(scene, "Up", "choose")
        assert scene.waiting_action == "up"
        scene.handle(row_click(MENU_LEFT, 0) if do is by_mouse else key_event("escape"))
        assert scene.waiting_action is None
        do(scene, "Back", "choose")
        assert following(scene) is section


def test_a_key_is_bound_by_pressing_it(tmp_path):
    scene = remap(tmp_path)
    by_keys(scene, "Left", "choose")
    assert scene.bound_names("left") == "press ..."
    scene.handle(pad_event(DPAD["choose"]))
    assert scene.waiting_action == "left"
    press(scene, "j")
    assert saved_settings(scene.stage)["keys"] == DEFAULT_KEYS | {"left": [pygame.KSCAN_J]}
    assert scene.bound_names("left") == "J"
    assert scene.waiting_action is None
    assert scene.message == ""


def test_a_button_of_the_pad_is_bound_with_the_pad_alone(tmp_path):
    """The press that chooses the row is not yet the answer; keys are not awaited."""
    scene = remap(tmp_path, "pad")
    by_pad(scene, "Aim, release to dash", "choose")
    press(scene, "j")
    assert scene.waiting_action == "aim"
    shoulder = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
    scene.handle(pad_event(shoulder))
    assert saved_settings(scene.stage)["pad"] == DEFAULT_PAD | {"aim": [shoulder]}
    assert scene.bound_names("aim") == "RB"


@pytest.mark.parametrize(
    "event",
    [key_event("escape"), row_click(MENU_LEFT, 3), row_click(0, 0, 3), pad_event(PAD_START)],
)
@pytest.mark.parametrize("device", ["keys", "pad"])
def test_escape_a_click_or_start_leave_a_binding_as_it_is(tmp_path, device, event):
    scene = remap(tmp_path, device)
    scene.wait("aim")
    scene.handle(event)
    assert (scene.waiting_action, scene.next, saved_settings(scene.stage)) == (None, None, None)
    by_keys(scene, "Back", "back")
    assert scene.stage.settings == Settings()


@pytest.mark.parametrize(("device", "what"), [("keys", "a key"), ("pad", "a button of the pad")])
def test_a_binding_asks_for_a_press_of_its_device(tmp_path, device, what):
    scene = remap(tmp_path, device)
    scene.wait("aim")
    assert scene.message.startswith(f"press {what};")


def test_the_wheel_leaves_a_press_awaited(tmp_path):
    """SDL reports a turn as a button, too."""
    scene = remap(tmp_path)
    scene.wait("aim")
    scene.handle(row_click(MENU_LEFT, 3, 4))
    assert scene.waiting_action == "aim"


def test_a_conflict_is_warned_of_and_a_second_press_takes_the_key(tmp_path):
    scene = remap(tmp_path)
    scene.wait("right")
    press(scene, "w")
    assert scene.message == 'W is bound to "Up"; press it again to rebind it'
    assert saved_settings(scene.stage) is None
    press(scene, "w")
    right = {"right": [pygame.KSCAN_W], "up": [pygame.KSCAN_UP]}
    assert saved_settings(scene.stage)["keys"] == DEFAULT_KEYS | right


def test_after_a_warning_another_key_can_be_pressed(tmp_path):
    """Then no action loses a key; two warnings are not a second press."""
    scene = remap(tmp_path)
    scene.wait("right")
    for name in "wsw":
        press(scene, name)
        assert scene.waiting_action
    press(scene, "j")
    assert saved_settings(scene.stage)["keys"] == DEFAULT_KEYS | {"right": [pygame.KSCAN_J]}


def test_an_action_that_loses_its_only_key_gets_the_other_one():
    swapped = rebind(DEFAULT_KEYS, "aim", pygame.KSCAN_R)
    assert swapped == DEFAULT_KEYS | {"aim": [pygame.KSCAN_R], "restart": [pygame.KSCAN_SPACE]}
    assert rebind(DEFAULT_KEYS, "left", pygame.KSCAN_A) == DEFAULT_KEYS | {"left": [pygame.KSCAN_A]}


@pytest.mark.parametrize(
    ("code", "scancode", "name"),
    [
        (pygame.K_TAB, pygame.KSCAN_TAB, "Tab"),
        (pygame.K_v, pygame.KSCAN_V, "V"),
        (pygame.K_QUOTEDBL, pygame.KSCAN_3, "3"),
    ],
)
def test_study_keys_cannot_be_bound(tmp_path, code, scancode, name):
    scene = remap(tmp_path)
    scene.wait("aim")
    for _ in range(2):
        scene.handle(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=scancode, mod=0))
        assert scene.message == f"{name} is a study key; press another one"
    assert saved_settings(scene.stage) is None


def test_bindings_go_back_to_the_defaults(tmp_path):
    scene = remap(tmp_path)
    scene.stage.settings.keys = DEFAULT_KEYS | {"aim": [pygame.KSCAN_J]}
    by_keys(scene, "Reset to defaults", "choose")
    assert scene.message == "reset to the defaults"
    assert saved_settings(scene.stage)["keys"] == DEFAULT_KEYS


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (320, 180)])
def test_all_the_menus_can_be_drawn(tmp_path, monkeypatch, size):
    """No two pictures are equal; every message is written, and no text is cut."""
    texts = record_texts(monkeypatch)
    at = stage(tmp_path)
    scenes = [OptionsScene(at, None, section=name) for name in ("", *SECTIONS)]
    scenes += [RemapScene(device, at, None) for device in ("keys", "pad", "keys")]
    scenes[-1].message = "W is taken"
    pictures = set()
    for scene in scenes:
        surface = pygame.Surface(size)
        scene.draw(surface)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == len(scenes) == len(SECTIONS) + 4
    assert "W is taken" in [words for words, *_ in texts]
    assert max(right for _, _, right, *_ in texts) < 640
