"""What would other methods have made of the same controls?"""

import gc
import itertools
from weakref import ref

import pytest
from support.hands import WINDOW, click_button, key_event, press
from support.staged import ROOMS, picture, replay_of, stage
from support.suite import long_except

from game import clock
from game.scenes.run import compare
from game.scenes.run.compare import (
    PANE_BUTTONS,
    PANE_KEYS,
    PANES,
    TRACK_START,
    CompareScene,
)
from game.scenes.run.play import PlayScene
from game.scenes.run.run import METHOD_NAMES
from game.view.overlay import MODES

TICK = 1 / 120


def until(scene, there):
    for _ in range(5000):
        if there(scene):
            return
        scene.update(TICK)
    raise AssertionError("it was never so")


@pytest.fixture
def room(tmp_path):
    """Return a room whose stored replay is to be shown."""
    return PlayScene(stage(tmp_path), ROOMS.index("first-contact"), replay_of("first-contact"))


@pytest.fixture
def scene(room):
    press(room, "p", "t")
    return room.next


def state(scene):
    return [run.world.state_hash() for run in scene.runs]


def test_t_opens_the_panes_and_esc_leads_back(room):
    for _ in range(60):
        room.update(TICK)
    before = room.run.world.ticks, room.run.world.state_hash(), room.run.history.controls[:]
    press(room, "p", "t")
    scene = room.next
    assert isinstance(scene, CompareScene)
    until(scene, lambda scene: scene.race.ticks > 100)
    press(scene, "v", ",", "escape")
    assert scene.next is room
    assert (room.paused, room.disqualified_for) == (True, "compared")
    world = room.run.world
    assert before == (world.ticks, world.state_hash(), room.run.history.controls)


def test_all_three_have_the_run_s_controls(scene):
    until(scene, lambda scene: scene.runs[0].world.outcome)
    replay = replay_of("first-contact")
    assert scene.runs[0].world.state_hash() == replay.hashes[-1]
    assert [lane.world.method.name for lane in scene.race.lanes] == scene.methods
    for _ in range(50):
        scene.update(TICK)
    assert scene.race.ticks == len(scene.race.controls)
    assert scene.clock.alpha == 1


def test_one_tick_back_and_forward_and_to_the_first_difference(scene):
    until(scene, lambda scene: scene.race.ticks == 60)
    states, counts = state(scene), [len(lane.stats) for lane in scene.race.lanes]
    press(scene, *5 * ",")
    assert (scene.race.ticks, scene.held) == (55, True)
    press(scene, *4 * ".", "o")
    assert state(scene) == states
    assert counts == [len(lane.stats) for lane in scene.race.lanes]
    press(scene, "f")
    assert scene.race.ticks == scene.race.first_differences[2] < 60
    press(scene, "r")
    assert (scene.race.ticks, scene.race.first_differences) == (0, [None] * 3)


def test_v_runs_the_last_pane_by_another_method_up_to_the_same_tick(scene):
    until(scene, lambda scene: scene.race.ticks == 100)
    press(scene, "p")
    before = state(scene)
    for _ in METHOD_NAMES[1:]:
        press(scene, "v")
        until(scene, lambda scene: scene.race.ticks == 100)
    scene.update(TICK)
    assert scene.methods == [*METHOD_NAMES[:2], METHOD_NAMES[1]]
    assert state(scene) == [before[0], before[1], before[1]]


def test_a_race_slows_and_holds(scene):
    press(scene, "-")
    for _ in range(40):
        scene.update(TICK)
    assert scene.race.ticks == 20
    press(scene, "=", "space")
    scene.update(1.0)
    assert scene.race.ticks == 20
    press(scene, "p")
    scene.update(TICK)
    assert scene.race.ticks > 20


def test_every_key_has_a_button(scene):
    assert {*PANE_BUTTONS} == {*PANE_KEYS.values()}
    until(scene, lambda scene: scene.race.ticks == 60)
    click_button(scene, "hold")
    for _ in range(2):
        click_button(scene, ",")
    click_button(scene, "tick")
    assert (scene.held, scene.race.ticks) == (True, 59)
    click_button(scene, "slower")
    click_button(scene, "slower")
    click_button(scene, "faster")
    assert scene.speed == 1
    click_button(scene, "Tab")
    assert scene.stage.overlay == MODES["boxes"]
    click_button(scene, "method")
    assert scene.methods == [*METHOD_NAMES[:2], METHOD_NAMES[3]]
    until(scene, lambda scene: scene.race.ticks == 59)
    click_button(scene, "difference")
    assert scene.race.ticks == min(filter(None, scene.race.first_differences))
    click_button(scene, "again")
    assert scene.race.ticks == 0
    click_button(scene, "leave")
    assert isinstance(scene.next, PlayScene)


def test_where_nothing_differs_yet_the_race_goes_on(scene):
    press(scene, "f")
    assert not scene.held
    until(scene, lambda scene: scene.race.ticks == 60)
    press(scene, "f")
    assert scene.race.ticks == min(filter(None, scene.race.first_differences))


def test_a_held_key_goes_on_from_tick_to_tick(scene):
    until(scene, lambda scene: scene.race.ticks == 60)
    scene.handle(key_event(","))
    for _ in range(60):
        scene.update(TICK)
    ticks = scene.race.ticks
    assert ticks < 58
    scene.handle(key_event(",", down=False))
    for _ in range(60):
        scene.update(TICK)
    assert scene.race.ticks == ticks


def test_before_the_first_tick_the_author_s_run_is_compared(tmp_path):
    room = PlayScene(stage(tmp_path), 0)
    press(room, "p", "t")
    assert room.next.race.controls == list(replay_of(ROOMS[0]).controls())


@pytest.mark.parametrize("name", long_except(["oncoming", "saw-mill", "glitch"], "glitch"))
def test_every_state_can_be_drawn(tmp_path, name):
    room = PlayScene(stage(tmp_path, overlay=MODES["all"]), ROOMS.index(name), replay_of(name))
    press(room, "p", "t")
    for size in ((1280, 720), (1, 1), (1920, 1080)):
        picture(room.next, size)
        for _ in range(150):
            room.next.update(TICK)


def test_the_text_about_a_difference_stays_in_its_column(scene, monkeypatch):
    until(scene, lambda scene: scene.race.first_differences[1] and scene.race.first_differences[2])
    seen = []
    monkeypatch.setattr(compare, "draw_blocks", lambda canvas, placed: seen.append(placed[0].box))
    picture(scene, WINDOW)
    assert max(high[1] for _, high in seen) < TRACK_START[1] - 5
    assert [high[0] for _, high in seen] == [high[0] for _, high in PANES]


def test_a_race_that_begins_again_frees_the_one_before(scene):
    """It has hundreds of worlds, and garbage is not collected as often as V is pressed."""
    worlds = [ref(lane.copies[0]) for lane in scene.race.lanes]
    gc.collect()
    gc.disable()
    try:
        press(scene, "r")
    finally:
        gc.enable()
    assert [world() for world in worlds] == [None] * 3


def test_a_race_that_takes_long_is_shown_meanwhile(scene, monkeypatch):
    """Else a storm of thousands that begins again would stand still for a minute."""
    seconds = itertools.count()
    monkeypatch.setattr(clock, "thread_time", lambda: next(seconds))
    press(scene, "v")
    scene.target = 100
    for tick in range(1, 5):
        scene.update(TICK)
        assert scene.race.ticks == tick
