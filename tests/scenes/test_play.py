"""Play a room."""

import json

import pygame
import pytest
from staged import ROOMS, replay_of, stage

from game.scenes.play import DEATH_TICKS, FINISH_TICKS, KEYS, METHODS, SPEEDS, PlayScene
from game.simulation.methods import SWEEP
from game.view.overlay import FIRST_CHOSEN, LAYERS, MODES

TICK = 1 / 120
SIZE = (640, 360)

KEY = {
    "tab": (pygame.K_TAB, pygame.KSCAN_TAB),
    "space": (pygame.K_SPACE, pygame.KSCAN_SPACE),
    "escape": (pygame.K_ESCAPE, pygame.KSCAN_ESCAPE),
    "[": (pygame.K_LEFTBRACKET, pygame.KSCAN_LEFTBRACKET),
    "]": (pygame.K_RIGHTBRACKET, pygame.KSCAN_RIGHTBRACKET),
    "-": (pygame.K_MINUS, pygame.KSCAN_MINUS),
    "=": (pygame.K_EQUALS, pygame.KSCAN_EQUALS),
    "right": (pygame.K_RIGHT, pygame.KSCAN_RIGHT),
    **{c: (ord(c), pygame.KSCAN_A + ord(c) - ord("a")) for c in "hmoprv"},
    **{c: (ord(c), pygame.KSCAN_1 + int(c) - 1) for c in "123456"},
}


def event(name, down=True):
    key, scancode = KEY[name]
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.event.Event(kind, key=key, scancode=scancode, mod=0)


def press(scene, *names):
    for name in names:
        scene.handle(event(name))
        scene.handle(event(name, down=False))


def wait(scene, ticks):
    for _ in range(ticks):
        scene.update(TICK)


def picture(scene):
    surface = pygame.Surface(SIZE)
    scene.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.fixture
def scene(tmp_path):
    """Return First Contact before its first tick."""
    return PlayScene(stage(tmp_path), 0)


@pytest.fixture
def running(scene):
    """Return First Contact after some creeping."""
    scene.handle(event("right"))
    wait(scene, 12)
    assert scene.run.world.ticks > 0
    return scene


def finish(scene):
    """Play the stored replay to its exit, as if with the devices."""
    for controls in replay_of(scene.room.name).controls():
        scene.run.tick(controls)
    assert scene.run.world.outcome == "finished"
    scene.update(TICK)


def test_time_begins_with_the_first_input(scene):
    """The room can be read first."""
    wait(scene, 30)
    assert scene.run.world.ticks == 0
    scene.handle(event("right"))
    wait(scene, 2)
    assert scene.run.world.ticks > 0


def test_every_room_can_be_drawn_before_and_after_its_first_tick(tmp_path):
    """With its card, the overlay and all other cards."""
    for index in range(len(ROOMS)):
        scene = PlayScene(stage(tmp_path, overlay=MODES["all"]), index)
        before = picture(scene)
        scene.handle(event("right"))
        wait(scene, 8)
        assert picture(scene) != before
        press(scene, "h", "m")
        picture(scene)


def test_restart_gives_control_back_within_twelve_ticks(running):
    """At once, in fact: the next tick of input is tick 1 of the new run."""
    old = running.run
    press(running, "r")
    running.handle(event("right"))
    wait(running, 2)
    assert running.run is not old
    assert 0 < running.run.world.ticks <= 2


def test_death_gives_control_back_within_42_ticks(running):
    """The contact that killed is shown for 40."""
    old = running.run
    old.world.outcome = "dead"
    wait(running, DEATH_TICKS - 1)
    assert running.run is old
    wait(running, 42 - DEATH_TICKS + 1)
    assert running.run is not old


def test_any_dash_press_skips_what_killed(running):
    """The left button or Space."""
    for skip in (
        event("space"),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(300, 300)),
    ):
        old = running.run
        old.world.outcome = "dead"
        running.handle(skip)
        assert running.run is not old


def test_the_exit_shows_the_result_and_a_press_leads_on(scene):
    """Not before a moment has passed: a press that was meant for a dash is no answer."""
    finish(scene)
    press(scene, "space")
    assert scene.next is None
    wait(scene, FINISH_TICKS + 6)
    press(scene, "space")
    assert isinstance(scene.next, PlayScene)
    assert scene.next.room.name == ROOMS[1]


def test_a_finished_run_is_kept_and_compared_with_the_best(scene, tmp_path):
    """The replay that is kept is the run that was played."""
    finish(scene)
    assert scene.best is None
    [file] = (tmp_path / "best").iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["ticks"] == scene.run.world.ticks
    assert kept["replay"] == json.loads(replay_of(scene.room.name).dumps())
    press(scene, "r")
    finish(scene)
    assert scene.best == kept["ticks"]


@pytest.mark.parametrize("keys", [["-"], ["o"], ["v"], ["-", "="]])
def test_a_studied_run_is_not_kept(scene, tmp_path, keys):
    """Slowed, stepped, or moved by another method."""
    press(scene, *keys)
    scene.paused = False
    scene.run.world.method = SWEEP
    finish(scene)
    assert not (tmp_path / "best").exists()
    assert picture(scene)


def test_a_replay_plays_itself_and_is_not_kept(tmp_path):
    """Keys do not disturb it."""
    scene = PlayScene(stage(tmp_path), 0, replay_of(ROOMS[0]))
    scene.handle(event("right"))
    wait(scene, 2 * replay_of(ROOMS[0]).ticks)
    assert scene.run.world.outcome == "finished"
    assert not (tmp_path / "best").exists()


def test_pause_holds_the_world_and_the_picture(running):
    """No tick runs; a second press goes on."""
    press(running, "p")
    ticks, before = running.run.world.ticks, picture(running)
    wait(running, 20)
    assert running.run.world.ticks == ticks
    assert picture(running) == before
    press(running, "p")
    wait(running, 2)
    assert running.run.world.ticks > ticks


def test_a_window_that_loses_focus_pauses(running):
    """And the key that was down is forgotten."""
    running.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert running.paused
    assert running.wanted().idle


def test_escape_twice_leads_to_the_title(running):
    """Once pauses."""
    running.stage.title = lambda: "title"
    press(running, "escape")
    assert running.paused
    assert running.next is None
    press(running, "escape")
    assert running.next == "title"


def test_o_lets_one_tick_pass_and_pauses(running):
    """As often as it is pressed."""
    ticks = running.run.world.ticks
    press(running, "o", "o", "o")
    wait(running, 20)
    assert running.run.world.ticks == ticks + 3
    assert running.paused


def test_slower_and_faster_go_through_the_speeds(running):
    """At a tenth of the speed ten ticks of real time are one, and full speed is the fastest."""
    press(running, "-", "-", "-")
    assert SPEEDS[running.speed] == 0.1
    ticks = running.run.world.ticks
    wait(running, 101)
    assert abs(running.run.world.ticks - ticks - 10) <= 1
    press(running, *6 * "=")
    assert running.speed == 0
    press(running, *9 * "-")
    assert SPEEDS[running.speed] == 1 / 60


def test_v_goes_through_the_methods_and_back_to_the_sweep(running):
    """The method is that of the world, and of the rooms that follow."""
    seen = []
    for _ in METHODS:
        press(running, "v")
        seen.append(running.run.world.method.name)
        assert running.stage.method is running.run.world.method
    assert seen == [*METHODS[1:], METHODS[0]]


def test_brackets_lead_to_the_rooms_before_and_after(scene):
    """Round in a circle."""
    press(scene, "]")
    assert scene.next.room.name == ROOMS[1]
    press(scene, "[")
    assert scene.next.room.name == ROOMS[-1]


def test_tab_goes_from_nothing_to_boxes_to_the_chosen_layers(scene):
    """And the picture with it."""
    pictures = [picture(scene)]
    for expected in (MODES["boxes"], FIRST_CHOSEN, MODES["off"]):
        press(scene, "tab")
        assert scene.stage.overlay == expected
        pictures.append(picture(scene))
    assert pictures[0] == pictures[3]
    assert len(set(pictures[:3])) >= 2


def test_digits_choose_layers_and_tab_comes_back_to_them(scene):
    """Each digit is one layer, on or off."""
    press(scene, "4", "6")
    assert scene.stage.overlay == {3, 5}
    press(scene, "4")
    assert scene.stage.overlay == {5}
    press(scene, "tab", "tab", "tab")
    assert scene.stage.overlay == {5}


def test_the_key_card_stops_time_and_any_key_puts_it_away(running):
    """Reading costs nothing."""
    press(running, "h")
    ticks = running.run.world.ticks
    wait(running, 10)
    assert running.run.world.ticks == ticks
    press(running, "p")
    assert not running.cards
    assert not running.paused


def test_the_key_card_names_every_layer(scene):
    """One row each, with its digit."""
    rows = dict(KEYS)
    assert all(layer.name in rows[str(i + 1)] for i, layer in enumerate(LAYERS))


def test_a_run_begun_by_another_method_or_at_another_rate_is_not_kept(tmp_path):
    """V, then R: the whole run is studied; so is one with --tick-rate."""
    scene = PlayScene(stage(tmp_path), 0)
    press(scene, "v", "r")
    assert scene.studied
    assert PlayScene(stage(tmp_path, tick_rate=30), 0).studied
    assert not PlayScene(stage(tmp_path, tick_rate=120), 0).studied


def test_a_tap_between_two_frames_still_aims(scene):
    """Space went down and up before anybody asked."""
    press(scene, "space")
    wait(scene, 2)
    assert scene.run.world.ticks > 0


def test_a_key_held_through_a_death_does_not_begin_the_next_run(running):
    """Right is still down when the room begins again by itself."""
    running.run.world.outcome = "dead"
    wait(running, DEATH_TICKS + 5)
    assert running.run.world.ticks == 0


def test_a_death_is_shown_as_long_at_any_study_speed(running):
    """1/60 speed slows the world, not the card."""
    press(running, *["-"] * 5)
    old = running.run
    old.world.outcome = "dead"
    wait(running, DEATH_TICKS + 1)
    assert running.run is not old
