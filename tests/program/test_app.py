"""Which scene is active, and how often is it updated and drawn?"""

import gc
import json
from time import perf_counter
from weakref import ref

import pygame
import pytest
from support.hands import go_to_row, key_event, pad_event
from support.staged import stage

from game import app, cli, controls
from game.scenes.shell.title import TitleScene
from game.view import text

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")


@pytest.fixture
def opened(monkeypatch):
    """Record how windows are opened."""
    opened = []
    real = app.open_window
    monkeypatch.setattr(app, "open_window", lambda full: opened.append(full) or real(full))
    yield opened
    pygame.quit()
    text.font.cache_clear()
    controls.pads.clear()


def events(monkeypatch, *frames):
    """Let the queue hold these events, a list a frame, and then the end."""
    left = [*map(list, frames), [pygame.event.Event(pygame.QUIT)]]
    monkeypatch.setattr(pygame.event, "get", lambda: left.pop(0))


def alt_enter():
    keys = {"key": pygame.K_RETURN, "scancode": pygame.KSCAN_RETURN, "mod": pygame.KMOD_LALT}
    return pygame.event.Event(pygame.KEYDOWN, keys)


def f11():
    keys = {"key": pygame.K_F11, "scancode": pygame.KSCAN_F11, "mod": 0}
    return pygame.event.Event(pygame.KEYDOWN, keys)


@pytest.mark.parametrize(
    ("desktop", "expected"),
    [
        ((1280, 720), (960, 540)),
        ((1366, 768), (960, 540)),
        ((1280, 1024), (960, 540)),
        ((1024, 600), (640, 360)),
        ((320, 240), (640, 360)),
        ((1400, 900), (1280, 720)),
        ((3840, 2160), (1280, 720)),
    ],
)
def test_the_first_window_fits_the_desktop_with_its_frame(
    tmp_path, monkeypatch, opened, desktop, expected
):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    assert app.App(stage(tmp_path)).surface.get_size() == expected


@pytest.mark.parametrize("switch", [alt_enter, f11])
def test_a_key_switches_to_full_screen_and_saves_that(tmp_path, monkeypatch, opened, switch):
    shared = stage(tmp_path)
    window = app.App(shared)
    monkeypatch.setattr(TitleScene, "handle", lambda self, event: pytest.fail("heard"))
    events(monkeypatch, [switch()], [], [switch()], [switch()])
    window.run(TitleScene(window.stage))
    assert opened == [False, True, False, True]
    shared.storage.wait()
    saved = json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))
    assert saved["fullscreen"] is True is shared.settings.fullscreen


def test_the_window_opens_again_only_if_that_setting_changed(tmp_path, opened):
    shared = stage(tmp_path)
    app.App(shared)
    shared.settings.music = 0
    shared.apply()
    assert opened == [False]
    shared.settings.fullscreen = True
    shared.apply()
    assert opened == [False, True]


def test_time_is_measured_in_a_window_only(tmp_path, opened):
    """What is drawn without one is the same on every computer."""
    shared = stage(tmp_path)
    assert shared.timer is None
    app.App(shared)
    assert shared.timer is perf_counter


@pytest.mark.parametrize("asked", [(), ("--fullscreen",)])
@pytest.mark.parametrize("saved", [False, True])
def test_full_screen_follows_the_option_and_the_setting(
    tmp_path, monkeypatch, opened, asked, saved
):
    (tmp_path / "settings.json").write_text(json.dumps({"fullscreen": saved}), encoding="utf-8")
    events(monkeypatch)
    assert cli.main(["--data-dir", str(tmp_path), *asked]) == 0
    assert opened == [saved or bool(asked)]


def test_full_screen_is_as_large_as_the_desktop(monkeypatch, opened):
    """SDL takes that size for (0, 0)."""
    asked, real = [], pygame.display.set_mode
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda size, *how, **more: asked.append(size) or real(size)
    )
    app.open_window(True)
    assert asked == [(0, 0)]


def test_without_a_window_a_scene_is_shown_for_a_second(tmp_path, monkeypatch):
    title, passed = TitleScene(stage(tmp_path)), []
    monkeypatch.setattr(title, "update", passed.append)
    showing = app.show_scene(title)
    for _ in range(showing.ticks):
        showing.tick()
    assert sum(passed) == pytest.approx(1.0)


def test_a_room_without_a_name_opens_no_window(tmp_path, monkeypatch, opened, capsys):
    events(monkeypatch)
    assert cli.main(["--data-dir", str(tmp_path), "--level", ""]) == 2
    assert "--level : no such room or file" in capsys.readouterr().err
    assert opened == []


def test_wrong_settings_are_reported_and_the_game_begins(tmp_path, monkeypatch, opened, capsys):
    (tmp_path / "settings.json").write_text('{"fullscreen": "yes"}', encoding="utf-8")
    events(monkeypatch)
    assert cli.main(["--data-dir", str(tmp_path)]) == 0
    assert opened == [False]
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("home", ["file", "file/missing"])
def test_where_nothing_can_be_saved_the_game_goes_on(tmp_path, monkeypatch, opened, capsys, home):
    (tmp_path / "file").touch()
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / home))
    events(monkeypatch, [alt_enter()], [], [alt_enter()])
    assert cli.main([]) == 0
    assert opened == [False, True, False]
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "nothing can be saved in" in error


def test_pads_are_opened_after_the_first_picture(tmp_path, monkeypatch, opened):
    """Once; and what is plugged in or out is handled before the scene handles it."""
    done = []
    monkeypatch.setattr(app, "open_pads", lambda: done.append("pads"))
    monkeypatch.setattr(app, "plug", lambda event: done.append("plug"))
    monkeypatch.setattr(TitleScene, "handle", lambda self, event: done.append("scene"))
    real = pygame.display.flip
    monkeypatch.setattr(pygame.display, "flip", lambda: done.append("flip") or real())
    added = pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0)
    events(monkeypatch, [], [added])
    window = app.App(stage(tmp_path))
    window.run(TitleScene(window.stage))
    assert done == ["flip", "pads", "plug", "scene", "flip"]


def test_what_start_made_is_never_searched_for_garbage(tmp_path, monkeypatch, opened):
    gc.unfreeze()
    events(monkeypatch, [])
    window = app.App(stage(tmp_path))
    window.run(TitleScene(window.stage))
    assert gc.get_freeze_count() > 0
    assert gc.isenabled()


def test_only_between_two_scenes_all_objects_are_searched_for_garbage(
    tmp_path, monkeypatch, opened
):
    """It takes several ms: a frame of play would be late."""
    before, searched = gc.get_threshold(), []
    garbage = [[k] for k in range(200_000)]
    gc.callbacks.append(lambda phase, about: searched.append(about["generation"]))
    try:
        events(monkeypatch, [])
        window = app.App(stage(tmp_path))
        window.run(TitleScene(window.stage))
        searched.clear()
        garbage += [[k] for k in range(200_000)]
        assert searched
        assert 2 not in searched
    finally:
        gc.callbacks.pop()
        gc.set_threshold(*before)


class Leaves:
    """A scene that is left once, for another."""

    def __init__(self, seen):
        self.seen, self.next = seen, None

    def handle(self, event):
        self.next = self.other

    def update(self, seconds):
        pass

    def draw(self, surface):
        self.seen.append(self)


def test_a_scene_to_which_another_leads_back_stays_on(tmp_path, monkeypatch, opened):
    first, second = Leaves(seen := []), Leaves(seen)
    first.other, second.other = second, first
    press = key_event("return")
    events(monkeypatch, [press], [press], [], [])
    app.App(stage(tmp_path)).run(first)
    assert seen == [first, second, first, first]


def test_a_scene_that_was_left_is_freed(tmp_path, monkeypatch, opened):
    first, last, gone, seen = Leaves([]), Leaves([]), [], []

    def leave_for_another(event):
        scene = first.next = Leaves([])
        scene.other, scene.itself = last, scene
        gone.append(ref(scene))

    first.handle, last.update = leave_for_another, lambda seconds: seen.append(gone[0]())
    press = key_event("return")
    events(monkeypatch, [], [press], [press], [])  # The first frame's objects stay for good.
    monkeypatch.setattr(Leaves, "draw", lambda scene, surface: None)
    app.App(stage(tmp_path)).run(first)
    assert seen == [None]


def lean(axis, value):
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)


def test_a_pad_alone_plays_pauses_and_chooses(tmp_path, opened):
    """From the title into a room: a dash to the left, Start, an option, back, and on."""
    shared = stage(tmp_path)
    app.App(shared)
    scene = TitleScene(shared)

    def do(*events, frames=1):
        nonlocal scene
        for event in events:
            scene.handle(event)
        for _ in range(frames):
            scene.update(1 / 60)
            if following := scene.next:
                scene.next, scene = None, following

    a, b, start, down = 0, 1, controls.PAD_START, pygame.CONTROLLER_BUTTON_DPAD_DOWN
    do(pad_event(a), pad_event(a, False))
    room = scene
    do(lean(0, -32768), pad_event(a), frames=10)
    assert room.run.world.player.state == "aim"
    do(pad_event(a, False), frames=60)
    assert room.run.world.dashes == 1
    assert room.run.world.player.direction == (-1, 0)
    do(lean(0, 0), pad_event(start))
    assert scene is not room
    for words in ("Options", "Picture", "Ghost to race"):
        go_to_row(scene, words, lambda: do(pad_event(down)))
        do(pad_event(a))
    assert shared.settings.ghost == "author's"
    for _ in range(3):
        do(pad_event(b))
    assert scene is room
    do(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0))
    assert scene is not room
