"""Play a room."""

import itertools
import json
import math
import sys
from math import ceil, inf

import pygame
import pytest
from support.hands import click, click_button, key_event, pad_event, point, pointer_event, press
from support.replays import run_again
from support.staged import ROOMS, picture, record_texts, replay_of, stage

from game.scenes.learn.lesson import LessonScene
from game.scenes.run.compare import CompareScene
from game.scenes.run.held import BAR_MARGIN, BARS_HIGH, BARS_LOW
from game.scenes.run.inspector import InspectorScene
from game.scenes.run.key_card import common_rows, study_rows
from game.scenes.run.play import DEATH_MS, FINISH_MS, PlayScene
from game.scenes.run.run import HIT_STOP, METHOD_NAMES, SPEEDS
from game.scenes.run.run_scene import COUNT_IN, RunScene
from game.scenes.scene import Stage
from game.scenes.settings import Settings, load_settings
from game.scenes.shell.rooms import RoomsScene, best_name
from game.simulation.elements import Core
from game.simulation.medals import Award
from game.simulation.methods import SWEEP
from game.simulation.world import World
from game.study.history import History
from game.view.overlay import FIRST_CHOSEN, LAYER_KEYS, MODES
from game.view.screen import PAGE

TICK = 1 / 120
COUNT_TICKS = round(COUNT_IN / TICK)
SIZE = (640, 360)
DEATH_TICKS, FINISH_TICKS = DEATH_MS * 120 // 1000, FINISH_MS * 120 // 1000


def wait(scene, ticks):
    while ticks > 0:
        scene.update(min(1.0, ticks) * TICK)
        ticks -= 1


@pytest.fixture
def scene(tmp_path):
    """Return First Contact before its first tick."""
    return PlayScene(stage(tmp_path), 0)


@pytest.fixture
def running(scene):
    """Return First Contact after some ticks."""
    scene.handle(key_event("right"))
    wait(scene, 12)
    assert scene.run.world.ticks > 0
    return scene


def finish(scene):
    for controls in replay_of(scene.room.name).controls():
        scene.run.tick(controls)
    assert scene.run.world.outcome == "finished"
    scene.update(TICK)


def test_time_begins_with_the_first_input(scene):
    wait(scene, 30)
    assert scene.run.world.ticks == 0
    scene.handle(key_event("right"))
    wait(scene, 2)
    assert scene.run.world.ticks > 0


def test_every_room_can_be_drawn_before_and_after_its_first_tick(tmp_path):
    for index in range(len(ROOMS)):
        scene = PlayScene(stage(tmp_path, overlay=MODES["all"]), index)
        before = picture(scene)
        scene.handle(key_event("right"))
        wait(scene, 8)
        assert picture(scene) != before
        press(scene, "h", "m")
        picture(scene)


def test_restart_gives_control_back_within_twelve_ticks(running):
    old = running.run
    press(running, "r")
    running.handle(key_event("right"))
    wait(running, 2)
    assert running.run is not old
    assert 0 < running.run.world.ticks <= 2


def test_death_gives_control_back_within_42_ticks(running):
    old = running.run
    old.world.outcome = "dead"
    wait(running, DEATH_TICKS - 1)
    assert running.run is old
    wait(running, 42 - DEATH_TICKS + 1)
    assert running.run is not old


@pytest.mark.parametrize("rate", [30, 60, 120, 240])
def test_a_death_and_the_card_last_as_long_at_every_tick_rate(tmp_path, rate):
    """A death at most 0.35 s with its hit-stop; the card stands for 0.25 s, in whole ticks."""
    scene = PlayScene(stage(tmp_path, tick_rate=rate), 0)
    for outcome, least, most in (
        ("dead", 36, 37.2),
        ("finished", 30, ceil(0.25 * rate) * 120 / rate),
    ):
        run, ticks = scene.run, 0
        run.world.outcome = outcome
        while scene.run is run and scene.next is None:
            scene.update(1 / rate)
            if outcome == "finished":
                scene.resume()
            ticks += 1
        assert least <= ticks * 120 / rate <= most
    assert HIT_STOP + 37.2 / 120 <= 0.35 + 1e-9


def test_any_dash_press_skips_what_killed(running):
    for skip in (lambda: press(running, "space"), lambda: point(running, (150, 150))):
        old = running.run
        old.world.outcome = "dead"
        skip()
        assert running.run is not old


def test_the_exit_shows_the_result_and_a_press_leads_on(scene):
    finish_without_proof(scene)
    press(scene, "space")
    assert scene.next is None
    wait(scene, FINISH_TICKS + 6)
    press(scene, "space")
    assert isinstance(scene.next, PlayScene)
    assert scene.next.room.name == ROOMS[1]


def test_from_its_lesson_the_result_leads_on_as_before(scene):
    """Esc leads back to the card, which nothing holds."""
    finish_without_proof(scene)
    wait(scene, FINISH_TICKS + 6)
    press(scene, "l")
    assert isinstance(scene.next, LessonScene)
    scene.next = None
    press(scene, "space")
    assert isinstance(scene.next, PlayScene)


def test_a_finished_run_is_saved_and_compared_with_the_best(scene, tmp_path):
    finish(scene)
    assert scene.best is None
    scene.stage.storage.wait()
    [file] = (tmp_path / "best").iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["ticks"] == scene.run.world.ticks
    assert kept["replay"] == json.loads(replay_of(scene.room.name).dumps())
    press(scene, "r")
    finish(scene)
    assert scene.best.ticks == kept["ticks"]


STUDIES = {"-": "slowed", "o": "stepped", "v": "substeps:4", "-=": "slowed", ".": "stepped"}
STUDIES |= {",": "rewound", "i": "inspected", "t": "compared"}


@pytest.mark.parametrize("keys", STUDIES)
def test_a_studied_run_is_not_saved_and_the_head_says_why(scene, tmp_path, monkeypatch, keys):
    press(scene, "p", *keys, "p")
    scene.paused, scene.next = False, None
    scene.run.world.method = SWEEP
    texts = record_texts(monkeypatch)
    picture(scene)
    assert [words for words, *_ in texts if "count" in words] == [
        f"does not count: {STUDIES[keys]}"
    ]
    finish(scene)
    scene.stage.storage.wait()
    assert not (tmp_path / "best").exists()
    assert scene.award() == Award()
    assert picture(scene)


@pytest.mark.parametrize("key", [*"-=,.vtimo", *LAYER_KEYS])
def test_what_studies_a_run_does_nothing_while_it_goes_on(running, key):
    press(running, key)
    press(running, key, shift=True)
    assert not running.disqualified_for
    assert not running.study.shows_counters
    assert (running.paused, running.study.speed) == (False, 0)
    assert running.stage.overlay == MODES["off"]
    assert running.next is None


def test_the_head_says_that_a_replay_does_not_count_and_of_a_run_that_does_nothing(
    scene, tmp_path, monkeypatch
):
    texts = record_texts(monkeypatch)
    picture(scene)
    assert "count" not in " ".join(words for words, *_ in texts)
    picture(PlayScene(stage(tmp_path), 0, replay_of(ROOMS[0])))
    assert "does not count: replay" in [words for words, *_ in texts]


@pytest.mark.parametrize("key", ["v", "o", "-"])
def test_a_saved_run_is_not_studied_afterwards(scene, key):
    finish(scene)
    press(scene, "p", key)
    assert scene.stage.storage.best(scene.name)
    assert not scene.disqualified_for


def test_a_run_by_two_methods_is_no_replay(scene):
    for controls in replay_of(scene.room.name).controls():
        scene.run.tick(controls)
        if scene.run.world.ticks == 50:
            press(scene, "p", "v", "v", "v", "v", "p")
    scene.update(TICK)
    assert scene.run.world.outcome == "finished"
    assert scene.stage.finished is None
    scene.restart()
    finish(scene)
    replay = scene.stage.finished
    assert run_again(replay, scene.room).outcome == "finished"


def test_a_key_that_plays_does_not_study_whatever_is_printed_on_it(scene):
    """On a Dvorak keyboard O lies where S does elsewhere: down."""
    where = {"key": pygame.K_o, "scancode": pygame.KSCAN_S, "mod": 0}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, **where))
    wait(scene, 4)
    assert not scene.disqualified_for
    assert scene.run.world.ticks > 0


def test_a_room_that_cannot_be_read_leads_to_the_choice_that_says_why(scene, tmp_path):
    scene.stage.rooms[1] = tmp_path / "broken.tmj"
    scene.stage.rooms[1].write_text("{")
    press(scene, "]")
    assert isinstance(scene.next, RoomsScene)
    assert scene.next.entries[scene.next.chosen].error.startswith("broken.tmj")
    scene.next.do("back")
    assert scene.next.next is scene


def test_a_replay_plays_itself_and_is_not_saved(tmp_path):
    scene = PlayScene(stage(tmp_path), 0, replay_of(ROOMS[0]))
    scene.handle(key_event("right"))
    wait(scene, 2 * replay_of(ROOMS[0]).ticks)
    assert scene.run.world.outcome == "finished"
    scene.stage.storage.wait()
    assert not (tmp_path / "best").exists()


def test_the_first_press_after_r_aims_also_if_the_run_was_held(running):
    press(running, "p", "r")
    running.handle(key_event("space"))
    wait(running, 2)
    assert running.run.world.player.state == "aim"


def test_pause_holds_the_world_and_the_picture(running):
    press(running, "p")
    wait(running, 1)  # The room had just opened: its walls are whole now.
    ticks, before = running.run.world.ticks, picture(running)
    wait(running, 20)
    assert running.run.world.ticks == ticks
    assert picture(running) == before
    press(running, "p")
    wait(running, COUNT_TICKS + 2)
    assert running.run.world.ticks > ticks


def menu_of(scene):
    """The pause menu that the scene leads to, as the program would show it."""
    menu, scene.next = scene.next, None
    assert menu.title == "Pause"
    return menu


@pytest.mark.parametrize(
    "away",
    [
        key_event("escape"),
        pygame.event.Event(pygame.WINDOWFOCUSLOST),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=2, pos=(300, 300)),
        pad_event(pygame.CONTROLLER_BUTTON_START),
    ],
)
@pytest.mark.parametrize("ends", ["escape", "continue"])
def test_the_menu_holds_everything_and_going_on_loses_nothing(running, away, ends):
    """The world, the part of the tick that is due, and the picture; held keys are let go."""
    wait(running, 1.4)
    clock, state = running.run.clock.alpha, running.run.world.state_hash()
    before = picture(running)
    running.handle(away)
    running.update(TICK)
    menu = menu_of(running)
    for _ in range(10):
        menu.update(1.0)
    picture(menu, SIZE)
    menu.do("back" if ends == "escape" else "choose")
    assert menu.next is running
    assert (running.run.clock.alpha, running.run.world.state_hash()) == (clock, state)
    assert picture(running) == before
    assert running.read_controls().idle
    ticks = running.run.world.ticks
    wait(running, COUNT_TICKS)
    assert (running.run.clock.alpha, running.run.world.state_hash()) == (clock, state)
    wait(running, 2)
    assert running.run.world.ticks > ticks


@pytest.mark.parametrize("hold", ["p", "h"])
def test_a_run_that_goes_on_counts_in_for_half_a_second_and_nothing_skips_that(running, hold):
    """A ring around the player closes in meanwhile; a press is kept until time goes on."""
    press(running, hold)
    wait(running, 1)
    press(running, hold)
    ticks, still = running.run.world.ticks, picture(running)
    seen = []
    for _ in range(COUNT_TICKS):
        press(running, "space", "return")
        click(running, ((300, 200), (310, 210)))
        wait(running, 1)
        seen.append(picture(running))
    assert running.run.world.ticks == ticks
    assert still not in seen[:-1]
    assert len(set(seen[:-1])) > 8
    wait(running, 1)
    assert running.run.world.ticks == ticks + 1
    assert running.run.history.controls[-1].aim


def test_a_run_that_has_not_begun_or_begins_again_does_not_count_in(scene):
    press(scene, "p")
    wait(scene, 1)
    press(scene, "p")
    for _ in range(2):
        scene.handle(key_event("right"))
        wait(scene, 2)
        assert scene.run.world.ticks > 0
        press(scene, "p")
        wait(scene, 1)
        press(scene, "p", "r")


def test_an_unplugged_pad_pauses_if_it_was_played_with(running):
    gone = pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    running.handle(gone)
    assert running.next is None
    running.handle(pad_event(pygame.CONTROLLER_BUTTON_DPAD_RIGHT))
    running.handle(gone)
    menu_of(running)


def test_the_menu_leads_to_all_that_it_names(running):
    running.stage.title = lambda: "title"
    press(running, "escape")
    menu = menu_of(running)
    words = [row.words for row in menu.rows]
    around = ["Options", "Rooms", "Keys"]
    assert words == ["Continue", "Restart", "Study", *around, "Title"]
    for index in (2, 3, 4):
        menu.chosen = index
        menu.do("choose")
        below = menu.next
        picture(below, SIZE)
        below.handle(key_event("escape"))
        assert below.next is menu
    menu.chosen = 2
    menu.do("choose")
    study = menu.next
    words = [row.words for row in study.rows]
    looks = ["The lesson on this room", "Inspect two bodies", "Compare three methods"]
    assert words == ["Hold the run", *looks]
    for index, scene in (1, LessonScene), (2, InspectorScene), (3, CompareScene):
        study.chosen = index
        study.do("choose")
        assert isinstance(study.next, scene)
        assert study.next.back is running
    menu.chosen = 6
    menu.do("choose")
    assert menu.next == "title"
    menu.chosen, old = 1, running.run
    menu.do("choose")
    assert menu.next is running
    assert running.run is not old


def test_focus_lost_before_the_first_input_or_after_the_end_opens_no_menu(scene):
    scene.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    finish(scene)
    scene.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert scene.next is None


def test_study_keys_work_while_the_room_is_held(running):
    press(running, "p")
    ticks = running.run.world.ticks
    press(running, "tab", "4", "o")
    assert running.run.world.ticks == ticks + 1
    assert 3 in running.stage.overlay
    assert running.next is None


def test_medals_to_earn_go_dark_as_they_are_lost(scene):
    """Time costs medals, one by one; a dash too many costs the ring; studying costs all."""
    stored, world = scene.author, scene.run.world
    seen = []
    for part in (1.0, 1.1, 1.4, 2.0, 3.0):
        world.ticks = round(part * stored.ticks)
        seen.append(scene.award().medals)
    assert seen == [4, 3, 2, 1, 0]
    assert scene.award().ring
    world.dashes, world.ticks = stored.dashes + 1, 0
    assert scene.award() == Award(4)
    lit = picture(scene)
    scene.disqualify("stepped")
    assert scene.award() == Award()
    assert picture(scene) != lit


def finish_without_proof(scene):
    """Finish the run, and skip its proof."""
    finish(scene)
    scene.show_card(inf)


def test_the_end_of_a_room_is_its_proof_and_then_its_card(scene, monkeypatch):
    """At most 2.5 s: the dash at a quarter of its speed, then five rising notes, then the card."""
    heard = []
    monkeypatch.setattr(scene.stage.audio, "click", lambda *how: heard.append(how))
    finish(scene)
    end, states = scene.run.world.state_hash(), []
    for _ in range(150):
        scene.update(1 / 60)
        states.append((scene.proof is not None, scene.stamps()))
        picture(scene)
    shown = [k for k, (is_shown, _) in enumerate(states) if is_shown]
    assert 10 <= shown[0] <= 16
    assert 68 <= len(shown) <= 74
    assert states[-1][1] >= 5
    assert heard == [("medal", k) for k in range(5)]
    assert scene.run.world.state_hash() == end


def show_proof_of(folder, name):
    """Return a room that was finished, and shows how its proof ends."""
    scene = PlayScene(stage(folder), ROOMS.index(name))
    finish(scene)
    while not scene.proof:
        scene.update(1 / 60)
    assert scene.run.world.ticks == scene.proof.ghost.ticks == scene.contacts.last_missed
    while scene.proof.ghost.ticks < scene.proof.end:
        scene.update(1 / 60)
    return scene


def test_the_ghost_of_the_proof_flies_on_where_the_player_stops(tmp_path):
    """In the last dash with a contact that a test at the tick's end misses: here with the exit."""
    scene = show_proof_of(tmp_path, "hairline")
    assert math.dist(scene.run.player, scene.proof.place(1.0)) > 16
    assert len(scene.proof.samples) == scene.proof.end - scene.contacts.last_missed + 1
    assert (scene.run.world.outcome, scene.proof.ghost.outcome) == ("finished", None)


def test_the_ghost_of_the_proof_flies_past_a_core(tmp_path):
    """In First Contact it stops where the player stops, but has not taken the core."""
    scene = show_proof_of(tmp_path, "first-contact")
    assert scene.proof.ghost.bodies.of(Core).keys() > scene.run.world.bodies.of(Core).keys()


@pytest.mark.parametrize(
    "skip",
    [key_event("x"), key_event("right"), pad_event(pygame.CONTROLLER_BUTTON_B)]
    + [pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))],
)
def test_any_press_skips_the_proof_and_the_next_one_leaves(scene, skip):
    finish(scene)
    while not scene.proof:
        scene.update(1 / 60)
    scene.handle(skip)
    assert scene.proof is None
    assert scene.stamps() == inf
    assert (scene.next, scene.run.world.outcome) == (None, "finished")
    wait(scene, FINISH_TICKS + 6)
    press(scene, "space")
    assert scene.next.room.name == ROOMS[1]


def test_calm_leaves_the_proof_out(scene):
    scene.stage.settings.effects = "calm"
    finish(scene)
    scene.update(1 / 60)
    assert (scene.proof, scene.stamps()) == (None, inf)


def test_where_nothing_was_missed_there_is_no_proof(scene):
    """A tick of 1/1000 s is shorter than any wall is thick."""
    finish(scene)
    scene.contacts.last_missed = -1
    for _ in range(60):
        scene.update(1 / 60)
        assert scene.proof is None
    assert scene.stamps() == inf


def test_a_run_with_an_assist_has_a_best_of_its_own(scene):
    finish(scene)
    scene.stage.settings.assist_invincible = True
    scene.restart()
    assert scene.run.ghost is None
    finish(scene)
    assert scene.best is None
    assert scene.award() == Award(4, ring=True, assisted=True)
    names = [best_name(scene.room, on) for on in (False, True)]
    runs = [scene.stage.storage.best(name) for name in names]
    assert [run.ticks for run in runs] == [scene.run.world.ticks] * 2
    assert [json.loads(run.replay)["assist"] for run in runs] == ["", "invincible"]


@pytest.mark.parametrize(
    ("name", "value"), [("assist_speed", 50), ("assist_invincible", True), ("assist_freeze", True)]
)
def test_a_run_with_an_assist_is_marked(tmp_path, name, value):
    scene = PlayScene(stage(tmp_path), 0)
    setattr(scene.stage.settings, name, value)
    scene.update(TICK)
    setattr(scene.stage.settings, name, getattr(Settings(), name))
    finish(scene)
    assert scene.stage.storage.best(best_name(scene.room, assisted=True))
    assert not scene.stage.storage.best(best_name(scene.room, assisted=False))
    assert scene.award().assisted


def test_the_speed_assist_slows_the_clock_and_nothing_else(running):
    running.stage.settings.assist_speed = 50
    running.handle(key_event("right"))
    ticks = running.run.world.ticks
    wait(running, 20)
    assert abs(running.run.world.ticks - ticks - 10) <= 1
    assert not running.disqualified_for


def test_o_lets_one_tick_pass(running):
    ticks = running.run.world.ticks
    press(running, "p", "o", "o", "o")
    wait(running, 20)
    assert running.run.world.ticks == ticks + 3
    assert running.paused


def test_slower_and_faster_go_through_the_speeds(running):
    press(running, "p", "-", "-", "-", "p")
    assert SPEEDS[running.study.speed] == 0.1
    ticks = running.run.world.ticks
    wait(running, 101)
    assert abs(running.run.world.ticks - ticks - 10) <= 1
    press(running, "p", *6 * "=")
    assert running.study.speed == 0
    press(running, *9 * "-")
    assert SPEEDS[running.study.speed] == 1 / 60


def test_v_goes_through_the_methods_and_back_to_the_sweep(running):
    seen = []
    press(running, "p")
    for _ in METHOD_NAMES:
        press(running, "v")
        seen.append(running.run.world.method.name)
        assert running.stage.method is running.run.world.method
    assert seen == [*METHOD_NAMES[1:], METHOD_NAMES[0]]


def test_brackets_lead_to_the_rooms_before_and_after(scene):
    press(scene, "]")
    assert scene.next.room.name == ROOMS[1]
    press(scene, "[")
    assert scene.next.room.name == ROOMS[-1]


def test_next_room_is_the_next_room(tmp_path):
    for index in range(len(ROOMS) - 1):
        scene = PlayScene(stage(tmp_path), index)
        scene.run.world.outcome, scene.stored = "finished", True
        scene.run.ended = FINISH_TICKS
        press(scene, "space")
        assert scene.next.room.name == ROOMS[index + 1]


def test_tab_goes_from_nothing_to_boxes_to_the_chosen_layers(scene):
    pictures = [picture(scene)]
    for expected in (MODES["boxes"], FIRST_CHOSEN, MODES["off"]):
        press(scene, "tab")
        assert scene.stage.overlay == expected
        pictures.append(picture(scene))
    assert pictures[0] == pictures[3]
    assert len(set(pictures[:3])) == 3


def test_digits_choose_layers_and_tab_comes_back_to_them(scene):
    press(scene, "p", "4", "6")
    assert scene.stage.overlay == {3, 5}
    press(scene, "4")
    assert scene.stage.overlay == {5}
    press(scene, "tab", "tab", "tab")
    assert scene.stage.overlay == {5}


def test_chosen_layers_are_kept_with_the_settings(scene, tmp_path):
    press(scene, "p", "4", "6")
    scene.stage.storage.wait()
    again = PlayScene(stage(tmp_path), 1)
    again.stage.settings = load_settings(again.stage.storage)
    assert again.stage.overlay == MODES["off"]
    press(again, "tab", "tab")
    assert again.stage.overlay == {3, 5}


def test_tab_leaves_layers_that_are_those_of_boxes(scene):
    """Boxes and velocities, chosen by their digits: nothing, and these."""
    press(scene, "p", "1", "2", "tab")
    assert scene.stage.overlay == MODES["off"]
    press(scene, "tab")
    assert scene.stage.overlay == MODES["boxes"]


def test_a_held_run_is_studied_by_the_mouse_alone(running):
    """Each button does what its key does, and the run goes on without an aim."""
    press(running, "p")
    ticks = running.run.world.ticks
    click_button(running, "layer 3")
    click_button(running, "layer 0")
    assert running.stage.overlay == {2, 9}
    click_button(running, "overlay")
    assert running.stage.overlay == MODES["off"]
    click_button(running, "slower")
    click_button(running, "slower")
    click_button(running, "faster")
    assert running.study.speed == 1
    click_button(running, "earlier")
    click_button(running, "earlier")
    assert running.run.world.ticks == ticks - 2
    click_button(running, "later")
    assert running.run.world.ticks == ticks - 1
    click_button(running, "method")
    assert running.run.world.method.name == METHOD_NAMES[1]
    click_button(running, "keys")
    assert running.shows_keys
    click_button(running, "hold")
    assert not running.shows_keys
    assert running.paused
    click_button(running, "compare")
    assert isinstance(running.next, CompareScene)
    running.next = None
    click_button(running, "hold")
    assert not running.paused
    assert not running.read_controls().aim


def test_the_press_that_puts_the_keys_away_does_nothing_else(running):
    """A press of a key, a mouse or a pad; the menu shows them, too."""
    picture(running, SIZE)
    start = pad_event(pygame.CONTROLLER_BUTTON_START)
    for event in (pointer_event((150, 150)), key_event("space"), key_event("r"), start):
        old = running.run
        press(running, "escape")
        menu = menu_of(running)
        menu.chosen = 5
        menu.do("choose")
        assert menu.next is running
        assert running.shows_keys
        running.next = None
        running.handle(event)
        assert not running.shows_keys
        assert running.next is None
        assert running.run is old
        assert not running.read_controls().aim


def test_the_first_rooms_say_what_to_do_until_the_first_dash(tmp_path, monkeypatch):
    """The hint of the second one names the key that is bound to the aim."""
    pygame.display.init()
    texts = record_texts(monkeypatch)
    for index in range(3):
        scene = PlayScene(stage(tmp_path), index)
        scene.stage.settings.keys["aim"] = [pygame.KSCAN_J]
        assert bool(scene.room.hint) == (index < 2)
        for dashes in (0, 1):
            scene.run.world.dashes = dashes
            texts.clear()
            picture(scene)
            hint = scene.room.hint.replace("{aim}", "J")
            assert ("Hold J" in hint) == (index == 1)
            shown = hint in [words for words, *_ in texts]
            assert shown == (index < 2 and not dashes)


def test_words_of_a_held_run_lie_beside_its_buttons(scene, monkeypatch):
    """The card before the first tick gives way; that of the results and a fault are below."""
    texts = record_texts(monkeypatch)
    scene.paused, scene.study.timeline.rows, scene.fault = True, BARS_HIGH, "no room"
    picture(scene)
    finish_without_proof(scene)
    picture(scene)
    foot = max(box[1][1] for _, box in scene.study.timeline.tools().values())
    cards = [y for words, *_, y, _ in texts if words == "no room" or "out in" in words]
    assert len(cards) == 2
    assert min(cards) >= foot
    assert scene.room.hint
    assert scene.room.hint not in [words for words, *_ in texts]


def test_while_a_run_goes_on_a_press_where_buttons_were_aims(running):
    ticks = running.run.world.ticks
    click_button(running, "earlier")
    assert running.run.world.ticks == ticks
    assert running.read_controls().aim


def test_the_buttons_of_a_held_run_lie_on_the_page_and_beside_the_bars(running):
    for rows in (BARS_LOW, BARS_HIGH):
        running.study.timeline.rows = rows
        boxes = [box for _, box in running.study.timeline.tools().values()]
        assert all(a[1][0] < b[0][0] for a, b in itertools.pairwise(boxes))
        assert boxes[0][0][0] >= 8
        assert boxes[-1][1][0] <= PAGE[0] - 8
        assert boxes[0][0][1] > rows[1] + BAR_MARGIN
        assert boxes[0][1][1] < PAGE[1] - 9 - 13


def test_the_key_card_stops_time_and_any_key_puts_it_away(running):
    press(running, "h")
    ticks = running.run.world.ticks
    wait(running, 10)
    assert running.run.world.ticks == ticks
    press(running, "p")
    assert not running.shows_keys
    assert not running.paused


def test_the_key_card_shows_what_acts_now(scene, monkeypatch):
    pygame.display.init()
    scene.stage.settings.pad["cancel"] = [pygame.CONTROLLER_BUTTON_Y]
    texts = record_texts(monkeypatch)
    for keys, plays in (("h", True), ("hph", False)):
        press(scene, *keys)
        texts.clear()
        picture(scene)
        shown = {words for words, *_ in texts}
        assert {key for key, _ in common_rows()} <= shown
        assert ({key for key, _ in study_rows()} <= shown) is not plays
        assert ("cancel the aim" in shown) is plays
        assert ("Backspace, right button, pad Y" in shown) is plays


def test_a_run_begun_by_another_method_or_at_another_rate_is_not_saved(tmp_path):
    scene = PlayScene(stage(tmp_path), 0)
    press(scene, "p", "v", "r")
    assert scene.disqualified_for == "substeps:4"
    assert PlayScene(stage(tmp_path, tick_rate=30), 0).disqualified_for == "30 Hz"
    assert not PlayScene(stage(tmp_path, tick_rate=120), 0).disqualified_for


def test_a_tap_between_two_frames_still_aims(scene):
    """Space went down and up between two updates."""
    press(scene, "space")
    wait(scene, 2)
    assert [wanted.aim for wanted in scene.run.history.controls] == [True, False]


def test_a_key_held_through_a_death_does_not_begin_the_next_run(running):
    running.run.world.outcome = "dead"
    wait(running, DEATH_TICKS + 5)
    assert running.run.world.ticks == 0


def test_a_death_is_shown_as_long_at_any_study_speed(running):
    """1/60 speed slows the world, not the card."""
    press(running, "p", *["-"] * 5, "p")
    old = running.run
    old.world.outcome = "dead"
    wait(running, DEATH_TICKS + 1)
    assert running.run is not old


OF_THE_SCENE = {PlayScene.__module__, *(base.__module__ for base in PlayScene.__bases__)}
OF_THE_SCENE |= {RunScene.__module__}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        *((".", World.tick), (",", History.seek), ("o", World.tick), ("v", History.switch)),
        *(("tab", Stage.next_overlay), ("4", Stage.toggle_layer), ("r", RunScene.restart)),
    ],
)
def test_a_key_reaches_what_it_changes_through_at_most_eight_functions(running, name, change):
    """And never returns to a module that it has left, base classes of the scene apart."""
    chains = []

    def profile(frame, kind, _):
        if kind == "call" and frame.f_code is change.__code__:
            chain = []
            while frame.f_code is not PlayScene.handle.__code__:
                chain.append(frame.f_globals["__name__"])
                frame = frame.f_back
            chains.append([*chain, frame.f_globals["__name__"]])

    running.paused = True
    sys.setprofile(profile)
    running.handle(key_event(name))
    sys.setprofile(None)
    assert chains
    for chain in chains:
        left = [module for module, _ in itertools.groupby(chain) if module not in OF_THE_SCENE]
        assert len(chain) <= 8
        assert len(left) == len(set(left))
