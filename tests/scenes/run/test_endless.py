"""Play Scanline, which only ends below."""

import json
import shutil
from functools import cache

import pygame
import pytest
from support.drawn import BEGIN, ODD_NAMES
from support.hands import codes, press
from support.replays import run_again
from support.staged import picture, replay_of, stage

from game import clipboard
from game.audio import Audio
from game.resources import levels
from game.scenes.run.play import FINISH_MS, EndlessScene, PlayScene
from game.scenes.shell.rooms import best_name
from game.scenes.shell.seeds import seed_of_today
from game.simulation.events import Died
from game.simulation.replay import loads
from game.simulation.shaft import SHAFT_NAME
from game.storage import Best
from game.view.hud import count_text, seconds_text


@pytest.fixture
def scene(tmp_path):
    return EndlessScene(stage(tmp_path, seed=5))


def let_the_line_come(scene):
    """Begin, and rest until it is over; then let the card stand for its moment."""
    scene.run.tick(BEGIN)
    while not scene.run.world.outcome:
        scene.update(1 / 20)
    for _ in range(FINISH_MS * 120 // 1000):
        scene.update(1 / 60)


def test_a_run_ends_at_the_line_and_stays_on_its_card(scene, tmp_path):
    """It is stored as the best of its shaft, with its replay."""
    let_the_line_come(scene)
    world = scene.run.world
    assert world.outcome == "dead"
    best = scene.stage.storage.best(f"{SHAFT_NAME}-5")
    assert best._replace(replay="") == Best(world.ticks, world.dashes, "", world.score)
    assert loads(best.replay) == scene.run.history.replay()
    assert scene.stage.storage.best(SHAFT_NAME) is None
    picture(scene)


def test_a_press_on_the_card_begins_again(scene):
    let_the_line_come(scene)
    first = scene.run.world
    press(scene, "space")
    assert scene.next is None
    assert (scene.run.world.ticks, scene.run.world.seed) == (0, first.seed)


def test_the_run_can_be_played_again_from_its_replay(scene):
    let_the_line_come(scene)
    replay = loads(scene.stage.finished.dumps())
    assert run_again(replay, scene.room).state_hash() == scene.run.world.state_hash()
    shown = EndlessScene(scene.stage, None, replay)
    shown.update(1 / 60)
    assert shown.run.world.ticks > 0


def test_a_run_is_compared_with_the_best_before_it(scene):
    scores, compared = [], []
    for higher in (0.0, 500.0, 0.0):
        scene.restart()
        scene.run.world.highest -= higher
        let_the_line_come(scene)
        scores.append(scene.run.world.score)
        compared.append(scene.best and scene.best.score)
    assert scores[0] < scores[1]
    assert compared == [None, scores[0], scores[1]]


def test_the_camera_only_rises(scene):
    seen = []
    for y in (340.0, -400.0, 200.0):
        scene.run.world.space.center[scene.run.world.player.id, 1] = y
        for _ in range(120):
            scene.run.drift(1 / 60)
        seen.append(scene.run.camera)
    assert seen[0] == 0.0
    assert seen[1] == pytest.approx(-620, abs=2)
    assert seen[2] == pytest.approx(seen[1], abs=1)


def test_the_menu_leads_to_the_first_room_that_is_not_finished(scene):
    scene.open_menu()
    rooms = next(row for row in scene.next.rows if row.words == "Rooms").leads(scene.next)
    assert rooms.chosen == 0


def test_another_list_of_chunks_has_a_table_of_its_own(tmp_path):
    own = EndlessScene(stage(tmp_path))
    for name in ("funnel", "zigzag"):
        chunk = own.file.with_name(f"{name}.tmj")
        (tmp_path / chunk.name).write_bytes(chunk.read_bytes())
    (tmp_path / "mine.txt").write_text("funnel zigzag", encoding="utf-8")
    theirs = EndlessScene(stage(tmp_path), tmp_path / "mine.txt")
    assert own.name == f"{SHAFT_NAME}-0"
    assert theirs.name == f"{best_name(theirs.room, False)}-0"


def keep_best(scene, score=700):
    """Store a short run in the shaft of a scene as the best; return its replay."""
    scene.devices.down.add(("key", pygame.KSCAN_RIGHT))
    for _ in range(30):
        scene.update(1 / 60)
    scene.devices.down.clear()
    replay = scene.run.history.replay()
    scene.stage.storage.save_best(scene.name, Best(replay.ticks, 1, replay.dumps(), score))
    return replay


def test_the_best_run_in_a_shaft_comes_back_as_a_ghost(scene):
    """Unless the player wants none; another shaft has another, and an assisted run too."""
    replay = keep_best(scene)
    scene.restart()
    assert scene.run.ghost.end == replay.ticks
    assert scene.run.ghost.world.seed == 5
    scene.stage.settings.ghost = "author's"  # There is none but the player's.
    scene.restart()
    assert scene.run.ghost.end == replay.ticks
    scene.devices.down.add(("key", pygame.KSCAN_RIGHT))
    for _ in range(10):
        scene.update(1 / 60)
    assert scene.run.ghost.world.ticks == scene.run.world.ticks > 0
    picture(scene)
    for change in ({"ghost": "off"}, {"ghost": "mine", "assist_speed": 90}, {"assist_speed": 100}):
        vars(scene.stage.settings).update(change)
        scene.stage.seed = 6 if change == {"assist_speed": 100} else 5
        scene.restart()
        assert scene.run.ghost is None


def paste(scene):
    """Press Ctrl+V."""
    code, scancode = codes("v")
    event = {"key": code, "scancode": scancode, "mod": pygame.KMOD_LCTRL}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, event))


def test_a_seed_can_be_typed(scene):
    """Digit by digit before the run or at its card; R begins anew."""
    seeds = []
    for key in ("4", "2", "r", *"20261122"):
        press(scene, key)
        seeds.append((scene.run.world.seed, scene.room.title))
    assert seeds[:4] == [(seed, f"Scanline {seed}") for seed in (4, 42, 42, 2)]
    assert seeds[-1] == (20261122, "Scanline 2026-11-22")
    let_the_line_come(scene)
    press(scene, "3")
    assert (scene.run.world.seed, scene.run.world.ticks) == (3, 0)


def test_digits_change_no_shaft_in_a_run(scene):
    """Nor while it is held, or while a replay is shown."""
    replay = keep_best(scene)
    world = scene.run.world
    press(scene, "4", "p", "4")
    assert scene.run.world is world
    shown = EndlessScene(scene.stage, None, replay)
    press(shown, "4")
    assert shown.run.world.seed == 5


def test_the_result_is_a_line_that_brings_back_the_seed(scene, monkeypatch):
    """Copied at the card and pasted elsewhere."""
    on_clipboard = []
    monkeypatch.setattr(clipboard, "copy", lambda words: on_clipboard.append(words) or True)
    monkeypatch.setattr(clipboard, "paste", lambda: on_clipboard[-1])
    press(scene, "c")
    assert on_clipboard == []
    scene.stage.seed = 20261122
    scene.restart()
    let_the_line_come(scene)
    press(scene, "c")
    world = scene.run.world
    time = seconds_text(world.ticks, 120)
    points = count_text(world.score, "point", "points")
    assert on_clipboard == [f"Scanline 2026-11-22: {points} in {time}"]
    assert scene.copied == "copied"
    scene.stage.seed = 5
    scene.restart()
    paste(scene)
    assert (scene.run.world.seed, scene.copied) == (
        20261122,
        "C: copy this line    digits or Ctrl+V: another shaft",
    )


def test_a_clipboard_without_a_seed_leads_to_the_shaft_of_the_day(scene, monkeypatch):
    monkeypatch.setattr(clipboard, "paste", lambda: "no number")
    paste(scene)
    assert scene.run.world.seed == seed_of_today()


def test_the_card_reports_that_there_is_no_clipboard(scene, monkeypatch):
    monkeypatch.setattr(clipboard, "copy", lambda words: False)
    let_the_line_come(scene)
    press(scene, "c")
    assert scene.copied == "there is no clipboard"


def test_what_happens_is_heard_and_felt(scene, monkeypatch):
    heard, felt = [], []
    scene.stage.audio = Audio()
    monkeypatch.setattr(
        scene.stage.audio, "play_tick", lambda world: heard.extend(world.last.events)
    )
    monkeypatch.setattr(scene.devices, "rumble", lambda *how: felt.append(how))
    let_the_line_come(scene)
    assert [type(event) for event in heard] == [Died]
    assert felt == [(1.0, 0.25)]


def test_the_best_run_in_a_room_comes_back_as_a_ghost(tmp_path):
    """One whose replay cannot be read is reported once."""
    on, reports = stage(tmp_path), []
    on.storage.report = cache(reports.append)
    scene = PlayScene(on, 0)
    assert scene.run.ghost is None
    stored = replay_of("first-contact")
    on.storage.save_best(scene.name, Best(stored.ticks, stored.dashes, stored.dumps()))
    on.storage.wait()
    scene.restart()
    assert scene.run.ghost
    scene.devices.down.add(("key", pygame.KSCAN_RIGHT))
    for _ in range(30):
        scene.update(1 / 60)
    assert scene.run.ghost.world.ticks == scene.run.world.ticks > 50
    picture(scene)
    on.settings.ghost = "off"
    scene.restart()
    assert scene.run.ghost is None
    on.settings.ghost = "mine"
    file = next((tmp_path / "best").iterdir())
    for replay in ({"format": 2, "room": 3}, json.loads(stored.dumps()) | {"method": "magic"}, 7):
        file.write_text(
            json.dumps({"ticks": 9, "dashes": 1, "replay": replay, "score": 0}), encoding="utf-8"
        )
        for _ in range(2):
            scene.restart()
            assert scene.run.ghost is None
    assert len(reports) == 3
    words = "first-contact: the best run has no ghost (its replay: room is 3; expected text)"
    assert reports[0] == words


def test_the_authors_ghost_is_the_stored_run(tmp_path):
    """Of a room that has one; mine is another run."""
    on = stage(tmp_path)
    on.settings.ghost = "author's"
    scene = PlayScene(on, 0)
    assert scene.run.ghost.end == replay_of("first-contact").ticks
    on.settings.ghost = "mine"
    scene.restart()
    assert scene.run.ghost is None


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES)
def test_the_best_run_in_a_room_of_any_name_is_kept(tmp_path, name):
    """Its file's name holds the room's, whatever letters that has and however many."""
    file, reports = tmp_path / f"{name}.tmj", []
    try:
        shutil.copy(levels()["first-contact"], file)
    except OSError:
        pytest.skip("this system cannot have such a file")
    on = stage(tmp_path / "data")
    on.rooms, on.storage.report = [file], reports.append
    scene = PlayScene(on, 0)
    scene.devices.down.add(("key", pygame.KSCAN_RIGHT))
    scene.update(1 / 60)
    replay = scene.run.history.replay()
    assert replay.room == scene.room.name
    scene.store()
    on.storage.wait()
    again = PlayScene(on, 0)
    assert again.run.ghost.end == on.storage.best(scene.name).ticks == replay.ticks == 2
    assert reports == []
