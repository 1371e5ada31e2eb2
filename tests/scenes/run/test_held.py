"""What lies over a run that is held: its timeline, and a button for each study key."""

import numpy as np
import pygame
import pytest
from support.drawn import BEGIN, box, player_at, room
from support.hands import key_event, point, press
from support.parade import go, run_of
from support.staged import picture, record_texts, replay_of, stage

from game.resources import stored_replay
from game.scenes.run import run as run_module
from game.scenes.run.held import BAR_LEFT, BAR_RIGHT, BARS_HIGH, BARS_LOW, KEY_DELAY, U_KEY_STEP
from game.scenes.run.lab import LabScene
from game.scenes.run.play import EndlessScene, PlayScene
from game.scenes.run.run import VIEW_ABOVE
from game.simulation.methods import METHODS, SWEEP
from game.simulation.player import Controls
from game.simulation.replay import loads
from game.storage import Best
from game.study.candidates import count_pairs
from game.view import palette
from game.view.canvas import Canvas
from game.view.effects import NOT_DRAWN_YET
from game.view.overlay import FIRST_CHOSEN
from game.view.screen import Screen

TICK = 1 / 120


def point_at(scene, row, part, kind=pygame.MOUSEBUTTONDOWN):
    point(scene, (BAR_LEFT + part * (BAR_RIGHT - BAR_LEFT), scene.study.timeline.rows[row]), kind)
    scene.update(TICK)


@pytest.fixture
def replayed(tmp_path):
    """Return a stored replay that was shown for 150 ticks."""
    scene = PlayScene(stage(tmp_path), 0, replay_of("first-contact"))
    while scene.run.world.ticks < 150:
        scene.update(TICK)
    return scene


@pytest.fixture
def played(tmp_path):
    """Return a run of 150 ticks, as if by hand, which is held."""
    scene = PlayScene(stage(tmp_path), 0)
    for controls in list(replay_of("first-contact").controls())[:150]:
        scene.run.tick(controls)
    press(scene, "p")
    return scene


def play_on(scene, first):
    """Let the run go on, and play the rest of the stored replay, as if by hand."""
    scene.paused = False
    for controls in list(replay_of("first-contact").controls())[first:]:
        scene.run.tick(controls)
    assert scene.run.world.outcome == "finished"
    scene.update(TICK)


def test_the_lab_shows_its_walls_before_it_goes(tmp_path):
    """A room draws itself in; time stands in a lab."""
    assert PlayScene(stage(tmp_path), 0).run.effects.opening == NOT_DRAWN_YET
    assert LabScene(stage(tmp_path)).run.effects.opening == 1


def test_a_room_that_is_held_while_it_opens_shows_all_its_walls(tmp_path):
    scene = PlayScene(stage(tmp_path), 0)
    walls = []
    for _ in range(2):
        scene.update(TICK)
        surface = pygame.Surface((640, 360))
        scene.draw(surface)
        walls.append((pygame.surfarray.array3d(surface) == palette.WALL).all(axis=2).sum())
        press(scene, "p")
    assert walls[0] * 3 < walls[1]


def test_comma_and_period_go_a_tick_back_and_a_tick_forward(played):
    states = [played.run.world.state_hash()]
    for _ in range(5):
        press(played, ",")
        states.append(played.run.world.state_hash())
    assert played.paused
    assert played.run.world.ticks == 145
    for state in states[-2::-1]:
        press(played, ".")
        assert played.run.world.state_hash() == state
    assert not played.run.history.forked


def test_period_at_the_end_is_a_new_tick_with_the_present_controls(played):
    played.handle(key_event("right"))
    press(played, ".")
    assert (played.run.world.ticks, played.run.history.end) == (151, 151)
    assert played.run.history.controls[-1].arrows == (1, 0)
    press(played, ",", ",", ",", "o")
    assert (played.run.world.ticks, played.run.history.end) == (149, 149)
    assert played.run.history.forked


def test_a_held_key_goes_on_at_the_speed_of_play(played):
    for ends in (key_event(",", down=False), pygame.event.Event(pygame.WINDOWFOCUSLOST)):
        played.handle(key_event(","))
        ticks = played.run.world.ticks
        played.update(KEY_DELAY / 2)
        assert played.run.world.ticks == ticks
        played.update(KEY_DELAY / 2 + 10 * TICK)
        assert abs(ticks - played.run.world.ticks - 10) <= 1
        played.handle(ends)
        ticks = played.run.world.ticks
        played.next, played.paused = None, True
        played.update(1.0)
        assert played.run.world.ticks == ticks


def test_slower_speeds_are_slower_here_too(played):
    played.study.speed = 3
    played.handle(key_event(","))
    played.update(KEY_DELAY + 50 * TICK)
    assert abs(149 - played.run.world.ticks - 5) <= 1


def test_with_shift_time_goes_on_inside_the_tick_and_from_one_to_the_next(played):
    press(played, ",")
    for k in range(1, 33):
        press(played, ",", shift=True)
        assert played.run.clock.alpha == 1 - k * U_KEY_STEP
    assert played.run.world.ticks == 149
    press(played, ",", shift=True)
    assert (played.run.world.ticks, played.run.clock.alpha) == (148, 1.0)
    press(played, ".", shift=True)
    assert (played.run.world.ticks, played.run.clock.alpha) == (149, 0.0)
    for _ in range(3 * 32):
        press(played, ".", shift=True)
    assert (played.run.world.ticks, played.run.clock.alpha) == (150, 1.0)
    assert played.run.history.end == 150


def drawn(scene, monkeypatch):
    """Return where the picture has all bodies."""
    seen = []
    monkeypatch.setattr(run_module, "draw_room", lambda canvas, world, at, *rest: seen.append(at))
    picture(scene)
    monkeypatch.undo()
    return seen[0]


def test_the_slider_puts_all_bodies_where_they_were(tmp_path, monkeypatch):
    """At the time of a contact the boxes touch, before it they do not."""
    scene = PlayScene(stage(tmp_path), 0, replay_of("first-contact"))
    met = 0
    scene.run.tick(Controls())
    press(scene, "p")
    while not scene.run.world.outcome:
        press(scene, ".")
        world, step = scene.run.world, scene.run.world.last.step
        half = world.space.half_extents
        first = zip(*(column.tolist()[:1] for column in step.contacts[:3]))
        for mover, solid, u0 in first if not world.outcome else ():
            reach = half[mover] + half[solid]
            for u in (0.0, u0 / 2, u0 * (1 - 1 / 64), u0, 1.0):
                point_at(scene, 1, u)
                point_at(scene, 1, u, pygame.MOUSEBUTTONUP)
                at = drawn(scene, monkeypatch)
                alpha = scene.run.clock.alpha
                assert alpha == pytest.approx(u, abs=1e-9)
                assert (at == step.paths.at(alpha, world.space.center)).all()
                apart = (abs(at[mover] - at[solid]) - reach).max()
                assert u > u0 or u0 == 0 or (apart > 1e-6 if u < u0 else abs(apart) < 1e-6)
                met += 1
    assert met > 10


def test_both_bars_can_be_dragged(replayed):
    press(replayed, "p")
    history = replayed.run.history
    for part, tick in ((0.0, 0), (0.5, round(history.end / 2)), (1.0, history.end)):
        point_at(replayed, 0, part)
        assert replayed.run.world.ticks == tick
        assert picture(replayed)
    assert replayed.run.world.outcome == "finished"
    point_at(replayed, 0, 0.25, pygame.MOUSEMOTION)
    assert replayed.run.world.ticks == round(history.end / 4)
    point_at(replayed, 0, 0.25, pygame.MOUSEBUTTONUP)
    point_at(replayed, 0, 0.75, pygame.MOUSEMOTION)
    assert replayed.run.world.ticks == round(history.end / 4)
    point_at(replayed, 1, 0.25)
    assert replayed.run.clock.alpha == pytest.approx(0.25)
    point_at(replayed, 1, 0.25, pygame.MOUSEBUTTONUP)
    assert replayed.paused
    replayed.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(640, 300)))
    assert not replayed.paused


def test_a_press_shorter_than_a_frame_moves_the_run(replayed):
    press(replayed, "p")
    point(replayed, (BAR_LEFT, replayed.study.timeline.rows[0]))
    assert replayed.run.world.ticks == 0


def test_the_bars_do_not_hide_the_player(tmp_path):
    """In First Contact the first dash ends where they lie otherwise; they stay while time goes."""
    seen = set()
    for hold in (60, 90):
        scene = PlayScene(stage(tmp_path), 0, replay_of("first-contact"))
        while scene.run.world.ticks < hold:
            scene.update(TICK)
        press(scene, "p")
        y = scene.run.player[1]
        assert all(abs(y - row) > 12 for row in scene.study.timeline.rows)
        rows = scene.study.timeline.rows
        for part in (0.0, 0.5, 1.0):
            point_at(scene, 0, part)
            assert scene.study.timeline.rows is rows
        seen.add(rows)
    assert seen == {BARS_LOW, BARS_HIGH}


def test_a_replay_that_was_scrubbed_ends_as_it_is_stored(replayed):
    for part in (0.9, 0.1, 0.4):
        press(replayed, *[] if replayed.paused else "p")
        point_at(replayed, 0, part)
        point_at(replayed, 0, part, pygame.MOUSEBUTTONUP)
    press(replayed, "p")
    while not replayed.run.world.outcome:
        replayed.update(TICK)
    assert replayed.run.history.replay() == replay_of("first-contact")


@pytest.mark.parametrize("keys", [",", "."])
def test_a_run_that_was_rewound_or_stepped_is_not_saved(played, tmp_path, keys):
    press(played, *keys)
    assert played.disqualified_for == {",": "rewound", ".": "stepped"}[keys]
    play_on(played, played.run.world.ticks)
    played.stage.storage.wait()
    assert not (tmp_path / "best").exists()


def test_a_saved_run_may_be_rewound(played, tmp_path):
    play_on(played, 150)
    press(played, "p", *",,,...")
    assert played.run.world.outcome == "finished"
    assert not played.disqualified_for
    press(played, *28 * [","], "p")
    ticks = played.run.world.ticks
    played.run.tick(BEGIN)
    play_on(played, ticks)
    assert played.disqualified_for
    played.stage.storage.wait()
    assert len(list((tmp_path / "best").iterdir())) == 1


def test_a_jump_leaves_nothing_behind_of_what_flew_about(played):
    run = played.run
    assert len(run.effects.trail) or run.effects.marks
    press(played, ",")
    effects = run.effects
    assert not len(effects.trail)
    assert not effects.marks
    assert effects.offset == (0.0, 0.0)
    _, age = run.recent.paths.newest()
    assert [(age == ago).sum() for ago in range(3)] == [
        len(world.last.step.paths.u_end) for world in reversed(run.history.worlds(3))
    ]


def test_a_jump_to_a_death_shows_what_killed_and_nothing_that_flew(tmp_path):
    slug = box("slug", 200, 148, 4, 4, vx=400.0, vy=0.0)
    run = go(run_of(tmp_path, room(player_at(320, 150), slug)), 1)
    go(run, 300, Controls())
    end, killers = run.world.ticks, run.effects.killers
    run.seek(end - 5)
    assert not run.effects.killers
    run.seek(end)
    assert run.world.outcome == "dead"
    assert run.effects.killers == killers != []
    assert run.effects.marks == []
    assert run.effects.offset == (0.0, 0.0)


def test_the_ghost_is_at_the_same_tick(tmp_path):
    on, stored = stage(tmp_path), replay_of("first-contact")
    scene = PlayScene(on, 0)
    on.storage.save_best(scene.name, Best(stored.ticks, stored.dashes, stored.dumps()))
    scene.restart()
    for controls in list(stored.controls())[:150]:
        scene.run.tick(controls)
    for tick in (100, 20, 130, 150):
        scene.run.seek(tick)
        press(scene, ".", ",")
        ghost = scene.run.ghost.world
        assert ghost.ticks == scene.run.world.ticks == tick
        before = ghost.state_hash()
        scene.run.ghost.seek(0)
        assert scene.run.ghost.seek(tick).state_hash() == before
        assert picture(scene)


def test_the_camera_in_a_shaft_follows_a_jump(tmp_path):
    """It is where it would have come to rest; and the same run is shown again."""
    replay = loads(stored_replay("scanline").read_text(encoding="utf-8"))
    scene = EndlessScene(stage(tmp_path), replay=replay)
    for _ in range(1500):
        scene.run.drift(TICK)
        scene.run.tick(Controls())
    state, camera = scene.run.world.state_hash(), scene.run.camera
    press(scene, "p")
    scene.run.seek(100)
    assert camera < scene.run.camera == min(0.0, scene.run.world.highest - VIEW_ABOVE)
    assert picture(scene)
    scene.run.seek(1500)
    assert scene.run.world.state_hash() == state
    assert abs(scene.run.camera - camera) < VIEW_ABOVE


def test_another_method_takes_over_from_the_tick_at_which_it_is_chosen(replayed, played):
    press(replayed, "p")
    for scene in (replayed, played):
        press(scene, *",,,,,,")
        scene.run.seek(20)
        press(scene, "v", "v")
        assert scene.run.world.method.name == "discrete"
        assert scene.run.history.end >= 150
        for _ in range(150):
            press(scene, ".")
        assert scene.run.history.methods[19:21] == [SWEEP, METHODS["discrete"]]
        assert scene.run.world.ticks == 170


def test_the_menu_leads_to_the_timeline_without_keys(played):
    played.open_menu()
    menu, played.next = played.next, None
    for words in ("Study", "Hold the run"):
        menu.chosen = [row.words for row in menu.rows].index(words)
        menu.do("choose")
        menu = menu.next
    assert menu is played
    assert played.paused
    assert not played.disqualified_for
    point_at(played, 0, 0.5)
    assert played.disqualified_for
    assert played.run.world.ticks == 75


def test_frames_and_the_overlay_can_be_drawn_anywhere(replayed):
    surface = pygame.Surface((1280, 720))
    for tick in np.linspace(0, replayed.run.history.end, 9).astype(int).tolist():
        replayed.run.seek(tick)
        for alpha in (0.0, 0.3, 1.0):
            replayed.run.clock.alpha = alpha
            replayed.run.draw(surface, FIRST_CHOSEN, ["paused"])
            replayed.study.timeline.draw(replayed.run.draw(surface, FIRST_CHOSEN), FIRST_CHOSEN)


def test_the_counters_say_how_many_pairs_each_test_was_left_with(played, monkeypatch):
    """And what a tick cost: the median of the last second."""
    texts = record_texts(monkeypatch)
    run, rate = played.run, played.run.world.tick_rate
    press(played, "m")
    ticks = range(run.history.end, 0, -1)
    next(tick for tick in ticks if run.seek(tick) or len(run.world.last.step.contacts.u))
    assert 0 < len(run.costs) <= rate
    run.costs.extend([1_000_000] * 9 + [4_321] * (rate - 9))
    picture(played)
    drawn = [words for words, *_ in texts]
    counts = count_pairs(run.world)
    assert [*counts] == ["pairs possible", "in shared cells", "swept", "hit"]
    assert [*counts.values()] == sorted(counts.values(), reverse=True)
    for name, number in (counts | {"microseconds": 4_321}).items():
        assert f"{name:16}{number:>12,}" in drawn
    texts.clear()
    press(played, "m")
    picture(played)
    assert not [words for words, *_ in texts if "pairs" in words]


def test_the_counters_stand_on_a_plate_2_px_wider_on_the_left(played, monkeypatch):
    texts, plates = record_texts(monkeypatch), []
    monkeypatch.setattr(Canvas, "box", lambda *args, **look: plates.append(args))
    canvas = Canvas(pygame.Surface((640, 360)), Screen.fit((640, 360)))
    played.study.timeline.draw_counters(canvas)
    ((_, low, high, *_),) = plates
    assert len(texts) == 5
    for words, left, right, y, size in texts:
        assert low[0] + 2 == left
        assert right <= high[0], words
        assert low[1] <= y < y + size <= high[1]
