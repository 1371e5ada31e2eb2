"""What can be done in the lab?"""

import random
from functools import partial

import numpy as np
import pygame
import pytest
from support.hands import WINDOW, click, drag, key_event, press
from support.staged import picture, record_texts, stage
from support.suite import long_except

from game import cli, clipboard
from game.collision import Kind
from game.scenes.run import lab as lab_scene
from game.scenes.run.held import BARS_LOW
from game.scenes.run.inspector import InspectorScene
from game.scenes.run.lab import GO, LabScene
from game.scenes.run.panel import row_box
from game.scenes.run.run import METHOD_NAMES, room_page
from game.scenes.shell.menu import MenuScene
from game.scenes.shell.title import TitleScene, main_menu
from game.simulation.lab import SCENES
from game.simulation.methods import parse_method
from game.study.dials import handle_places
from game.study.pair import explain_next_hit
from game.view.canvas import MANY_BODIES
from game.view.overlay import LAYERS, MODES
from game.view.screen import PAGE
from game.view.shapes import boxes_around
from game.view.widgets import LETTER_WIDTH

KEYS = ("up", "down", "left", "right", "space", "tab", *"[]cnovr,.-=pmhil")


def handles(scene):
    """Return the places of the handles."""
    return list(handle_places(scene.lab, scene.body).values())


@pytest.fixture
def scene(tmp_path):
    return shown(LabScene(stage(tmp_path)))


def shown(scene):
    picture(scene, WINDOW)
    return scene


def row_of(scene, words):
    return next(k for k, dial in enumerate(scene.dials()) if dial.label == words)


def wait(scene, seconds):
    for _ in range(round(seconds * 60)):
        scene.update(1 / 60)
        assert scene.next is None


def test_it_begins_held_with_the_first_step_ahead(scene):
    wait(scene, 0.5)
    assert scene.run.world.ticks == 0
    assert scene.preview.last.step.contacts.u[0] == pytest.approx(0.55)
    plain = pygame.Surface(WINDOW)
    scene.draw(plain)
    assert plain.get_at((530, 300)) != plain.get_at((530, 260)), "the swept hull before the wall"


def test_by_keys_alone(scene):
    """Rows are walked and changed, by ten with Shift; Space lets it run."""
    press(scene, "down", "right")
    assert scene.lab.tick_rate == scene.run.world.tick_rate == 61
    press(scene, "right", shift=True)
    assert scene.lab.tick_rate == 71
    scene.panel.row = row_of(scene, "body")
    press(scene, "right")
    press(scene, *["down"] * (row_of(scene, "x") - scene.panel.row))
    press(scene, "left", "left")
    assert scene.lab.bodies[1].center[0] == 298.0
    press(scene, "space")
    wait(scene, 0.2)
    assert scene.run.world.ticks > 5
    press(scene, "r")
    assert scene.run.world.ticks == 0
    press(scene, "]")
    assert scene.lab.scene == "corner"


def test_a_number_goes_on_while_its_key_is_held(scene):
    held = key_event("right", shift=True)
    scene.handle(held)
    wait(scene, 0.5)
    assert scene.lab.scene == list(SCENES)[10 % len(SCENES)]
    press(scene, "down")
    scene.handle(held)
    wait(scene, 0.5)
    rate = scene.lab.tick_rate
    assert rate > 80
    assert rate % 10 == 0
    scene.handle(key_event("right", down=False))
    wait(scene, 0.5)
    assert scene.lab.tick_rate == rate


def test_by_the_pointer_alone(scene):
    drag(scene, (230, 150), (130, 100), (140, 90))
    assert scene.lab.bodies[0].center == (146.0, 96.0)
    drag(scene, (246, 96), (186, 126))
    assert scene.lab.bodies[0].velocity == (2400.0, 1800.0)
    drag(scene, (146 + 13, 96 + 13), (146 + 25, 96 + 17))
    assert scene.lab.bodies[0].half_extents == (20.0, 12.0)
    row = row_box(row_of(scene, "tick rate"))
    drag(scene, (500, row[0][1] + 5), (10_000, 0))
    assert scene.lab.tick_rate == 240
    row = row_box(row_of(scene, "scene"))
    drag(scene, (620, row[0][1] + 5))
    assert scene.lab.scene == "corner"
    click(scene, scene.buttons["go"][1])
    wait(scene, 0.2)
    assert scene.run.world.ticks > 0
    click(scene, scene.buttons["again"][1])
    assert scene.run.world.ticks == 0


def test_the_buttons_lie_on_the_page(scene):
    for paused in (True, False):
        scene.paused = paused
        assert max(right for _, (_, (right, _)) in scene.buttons.values()) <= PAGE[0] - 2


def test_what_is_hinted_at_can_be_done(scene, monkeypatch):
    """Clicks and drags choose bodies before the first tick, and inspect after it, while held."""
    texts = record_texts(monkeypatch)

    def hints():
        texts.clear()
        shown(scene)
        return " ".join(words for words, *_ in texts)

    assert "drag a body" in hints()
    assert "two clicks" not in hints()
    press(scene, "space")
    wait(scene, 0.2)
    assert "drag a body" not in hints()
    press(scene, "space")
    assert "two clicks" in hints()
    world = scene.run.world
    for at in (
        world.place(world.player.id, world.last.step, scene.run.u),
        scene.lab.bodies[1].center,
    ):
        drag(scene, at)
    assert isinstance(scene.next, InspectorScene)


def test_a_change_begins_again_and_time_goes_on(scene):
    press(scene, "space")
    wait(scene, 0.3)
    press(scene, "down", "right")
    assert scene.run.world.ticks == 0
    wait(scene, 0.3)
    assert scene.run.world.ticks > 0
    press(scene, *["down"] * row_of(scene, "x"), "right")
    wait(scene, 0.3)
    assert scene.run.world.ticks == 0


def test_it_goes_on_until_it_is_begun_again(scene):
    """Also where A rests, and where it is lost."""
    for keys in (["]"], ["[", "v", "v"]):
        press(scene, *keys, "space")
        wait(scene, 3.0)
        assert scene.run.world.ticks > 150
        press(scene, "r", "space")
        assert scene.run.world.ticks == 0
    assert scene.lab.scene == "thin wall"
    assert scene.run.world.method.name == "discrete"


def test_a_method_is_switched_while_it_runs(scene):
    scene.choose_scene("storm")
    press(scene, "space", "v", "v")
    assert scene.run.world.method.name == "discrete"
    wait(scene, 0.5)
    assert scene.run.world.lost > 0
    assert scene.run.world.ticks == 30


def test_the_words_over_a_storm_are_compared_with_some_of_its_bodies(scene):
    """They are everywhere; to compare with all takes a tenth of the time of a picture. The player,
    which is added after a room's other bodies, is always among them."""
    scene.choose_scene("storm")
    scene.choose_movers(1000)
    run = scene.run
    page = room_page(run, pygame.Surface((640, 360)), run.world.space.center)
    assert len(page.bodies) == MANY_BODIES + 1
    last = run.world.player.id = int(run.world.space.ids(Kind.MOVER)[-1])
    page = room_page(run, pygame.Surface((640, 360)), run.world.space.center)
    boxes = boxes_around(run.world.space.center, run.world.space.half_extents)
    (left, top), (right, bottom) = run.screen((640, 360)).points(boxes[last])
    assert (left, top, right - left, bottom - top) in page.bodies


FULL_SCREEN = (1920, 1080)


class TimedRun:
    """A run that does nothing: a frame lasts as long as its movers need, the first much longer."""

    seconds, now = 0.0, 0.0
    """Of a mover in a frame; and what the timer shows."""

    def __init__(self, stage, room):
        self.cost, self.first = TimedRun.seconds * room.lab.movers, 5.0
        TimedRun.now += 5.0

    def advance(self, seconds, speed, read):
        assert (seconds * 60, speed, read()) == (1.0, 1.0, GO)
        TimedRun.now += self.cost / 4 + self.first
        self.first = 0.0

    def draw(self, surface, overlay):
        assert surface.get_size() == FULL_SCREEN
        TimedRun.now += self.cost * 3 / 4


@pytest.fixture
def full_screen(monkeypatch):
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: FULL_SCREEN)


@pytest.fixture
def timed(tmp_path, monkeypatch, full_screen):
    """A lab whose timer shows the time of runs that are tried; and how long a mover needs."""

    def open_lab(microseconds, scene="thin wall", **options):
        monkeypatch.setattr(TimedRun, "seconds", microseconds / 1e6)
        monkeypatch.setattr(lab_scene, "Run", TimedRun)
        return shown(LabScene(stage(tmp_path, timer=lambda: TimedRun.now, **options), scene))

    return open_lab


@pytest.mark.parametrize(
    ("microseconds", "movers"),
    [(1.25, 10_000), (1.35, 5_000), (5.0, 2_000), (12.0, 1_000), (14.0, 500), (25.5, 500)],
)
def test_the_first_storm_is_the_largest_that_can_be_shown_and_says_so(timed, microseconds, movers):
    note = [f"{movers:,} movers run at 60 frames a second here"]
    scene = timed(microseconds)
    assert scene.lab.scene == "thin wall"
    press(scene, "left")
    assert (scene.lab.scene, scene.lab.movers, scene.notes()) == ("storm", movers, note)
    assert len(scene.run.world.space.ids(Kind.MOVER)) == movers
    assert (scene.paused, scene.run.world.ticks) == (True, 0)
    assert timed(microseconds, "storm").notes() == note
    press(scene, "space")
    assert scene.notes() == []


def test_storms_are_measured_once_for_all_labs(timed):
    """In the size of the window, also before its first frame. Each lab says what was found."""
    scene = timed(5.0, "storm")
    measured = TimedRun.now
    other = shown(LabScene(scene.outer_stage))
    press(other, "left")
    assert TimedRun.now == measured
    assert (other.lab.movers, other.notes()) == (2_000, scene.notes())


@pytest.mark.parametrize(
    ("microseconds", "start"), [(1.0, "10,000 movers run"), (27.0, "500 movers run")]
)
def test_what_is_said_of_the_first_storm_fits_the_page(timed, monkeypatch, microseconds, start):
    """Also beside the three longest names of layers, and the longest of a method."""
    longest = sorted(range(len(LAYERS)), key=lambda k: len(LAYERS[k].name))[-3:]
    method = parse_method(max(METHOD_NAMES, key=len))
    texts = record_texts(monkeypatch)
    timed(microseconds, "storm", overlay=frozenset(longest), method=method)
    ((words, left, right, *_),) = (text for text in texts if start in text[0])
    assert words.endswith(method.name)
    assert left >= 14
    assert right == PAGE[0] - 14


def test_where_no_storm_can_be_shown_the_first_is_small_and_says_so(timed):
    scene = timed(27.0, "storm")
    assert scene.lab.movers == 500
    assert scene.notes() == ["500 movers run below 60 frames a second here"]


def test_a_storm_of_a_chosen_size_stays(timed):
    """Its size is measured once: not again when the player comes back to it."""
    scene = timed(5.0, "storm")
    scene.panel.row = row_of(scene, "movers")
    press(scene, "left", "left", "left")
    assert (scene.lab.movers, scene.notes()) == (200, ["held", "I: inspect"])
    press(scene, "]", "[", "r")
    assert (scene.lab.movers, scene.notes()) == (200, ["held", "I: inspect"])


def test_storms_are_tried_without_a_sound(tmp_path, monkeypatch, full_screen):
    """Here the timer says of 500 movers that they take too long."""
    heard, times = [], iter(range(100))
    at = stage(tmp_path, timer=lambda: next(times))
    monkeypatch.setattr(at.audio, "play_tick", heard.append)
    scene = LabScene(at, "storm")
    assert (next(times), heard, scene.lab.movers) == (6, [], 500)
    scene.run.tick(GO)
    assert len(heard) == 1


def test_without_a_timer_a_storm_is_the_same_on_every_computer(scene):
    """So are pictures of it, and what is tested."""
    press(scene, "left")
    assert (scene.lab.movers, scene.notes()) == (1_000, ["held", "I: inspect"])


def test_a_labs_steps_are_not_stored_for_previews(scene):
    scene.paused = False
    wait(scene, 0.1)
    assert scene.run.world.ticks > 1
    assert not scene.run.predictions.steps.steps


def test_the_largest_storm_is_of_ten_thousand(scene):
    scene.choose_scene("storm")
    box = row_box(row_of(scene, "movers"))
    drag(scene, (500, box[0][1] + 5), (10_000, 0))
    assert scene.lab.movers == 10_000
    press(scene, "o", "o", ",")
    assert (scene.run.world.ticks, scene.run.world.lost) == (1, 0)
    world = scene.run.world
    hash = world.state_hash()
    press(scene, ".")
    press(scene, ",", shift=True)
    assert scene.run.history.at(1).state_hash() == hash
    press(scene, "i")
    assert isinstance(scene.next, InspectorScene)


def test_the_timeline_goes_through_a_lab(scene):
    press(scene, "o", "o", "o", ".")
    hash = scene.run.world.state_hash()
    press(scene, ",", ",", ",", ",")
    assert scene.run.world.ticks == 0
    press(scene, ".", ".", ".", "o")
    assert scene.run.world.ticks == scene.run.history.end == 4
    assert scene.run.world.state_hash() == hash
    press(scene, ",", shift=True)
    assert scene.run.clock.alpha == 1 - 1 / 32


def test_the_overlay_changes_no_hash(tmp_path):
    hashes = []
    for mode in ("off", "all"):
        scene = LabScene(stage(tmp_path, overlay=MODES[mode]), "oncoming")
        scene.paused = False
        for _ in range(30):
            scene.update(1 / 60)
            if mode == "all":
                shown(scene)
        hashes.append(scene.run.world.state_hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("name", SCENES)
def test_a_copied_pair_is_a_test_that_passes(scene, monkeypatch, name):
    copied = []
    monkeypatch.setattr(clipboard, "copy", lambda words: bool(copied.append(words)) or True)
    scene.choose_scene(name)
    press(scene, "c", "o", "o", "c")
    assert len(copied) == 2
    for words in copied:
        names = {}
        exec(words, names)
        next(value for key, value in names.items() if key.startswith("test_"))()
    monkeypatch.setattr(clipboard, "copy", lambda words: False)
    click(scene, scene.buttons["copy"][1])
    assert scene.notes() == ["there is no clipboard"]


@pytest.mark.parametrize("acts_done", long_except([200, 1_000], 200))
@pytest.mark.parametrize("name", SCENES)
def test_nothing_done_at_random_is_too_much(tmp_path, name, acts_done):
    """Keys, clicks and drags: nothing fails, and every body has a place."""
    chance = random.Random(name)
    scene = shown(LabScene(stage(tmp_path), name))
    if name == "storm":
        scene.choose_movers(100)
    surface = pygame.Surface(WINDOW)

    def anywhere():
        return chance.randrange(-20, 660), chance.randrange(-20, 380)

    acts = [
        lambda: press(scene, chance.choice(KEYS), shift=chance.random() < 0.3),
        lambda: drag(scene, *(anywhere() for _ in range(3))),
        lambda: drag(scene, chance.choice(handles(scene)), anywhere()),
        lambda: drag(scene, scene.lab.bodies[scene.body].center, anywhere()),
        lambda: scene.update(chance.random() / 8),
    ]
    for act in range(acts_done):
        chance.choice(acts)()
        if act % 50 == 0:
            scene.draw(surface)
        scene.next = None
        if scene.lab.scene != name:
            scene.choose_scene(name)
        if name == "storm" and scene.lab.movers > 200:
            scene.choose_movers(100)
        assert np.isfinite(scene.run.world.space.center).all()


def test_the_titles_menu_and_the_command_line_open_it(tmp_path, capsys):
    at = stage(tmp_path)
    rows = {row.words: row for row in main_menu(at, TitleScene(at)).rows}
    assert isinstance(rows["Lab"].leads(None), LabScene)
    files = [tmp_path / f"{k}.png" for k in (0, 1)]
    run = partial(cli.main)
    for file, more in zip(files, ([], ["--ticks", "4", "--method", "discrete"])):
        asked = ["--scene", "lab:corner", "--overlay", "all", "--tick-rate", "30"]
        asked += ["--data-dir", str(tmp_path), "--screenshot", str(file)]
        assert run([*asked, *more]) == 0
    assert files[0].read_bytes() != files[1].read_bytes()
    assert run(["--scene", "lab", "--headless", "--ticks", "50", "--tick-rate", "7"]) == 0
    assert "lab: not finished after 50 ticks" in capsys.readouterr().out
    assert run(["--scene", "lab:x", "--headless"]) == 2
    assert "expected lab:thin-wall, lab:corner" in capsys.readouterr().err


def test_escape_leads_to_the_menu(scene):
    press(scene, "escape")
    assert isinstance(scene.next, MenuScene)
    scene.next = None
    wait(scene, 0.5)
    assert scene.run.world.ticks == 0


@pytest.mark.parametrize("name", SCENES)
def test_the_text_about_a_pair_fits_its_line(tmp_path, name):
    scene = LabScene(stage(tmp_path), name)
    scene.paused = False
    for _ in range(0 if scene.is_storm else 60):
        scene.update(1 / 30)
        assert len(explain_next_hit(scene.run.world, GO)) * LETTER_WIDTH < PAGE[0] - 14


def test_other_methods_play_it_side_by_side(scene):
    press(scene, "t")
    panes = scene.next
    for _ in range(60):
        panes.update(1 / 60)
    assert [run.world.lost for run in panes.runs] == [0, 1, 1]


@pytest.mark.parametrize("name", SCENES)
def test_a_held_run_has_its_timeline_below_the_rows(tmp_path, name):
    """Also where A flies low: at the head the bars would cover the buttons and the first row."""
    scene = shown(LabScene(stage(tmp_path), name))
    scene.paused = False
    for _ in range(40):
        scene.update(1 / 60)
        assert scene.study.timeline.rows == BARS_LOW
