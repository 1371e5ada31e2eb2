"""What became of two bodies, and why?"""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pygame
import pytest
from support.hands import click, key_event, point, press, push
from support.recorder import Recorder
from support.staged import ROOMS, is_dashing, picture, record_texts, replay_of, stage
from support.suite import long_except

from game import clipboard
from game.collision import AABB, Kind, sweep
from game.scenes.learn import code
from game.scenes.run import inspector
from game.scenes.run.inspector import (
    BLADE_NOTE,
    BODY_BUTTONS,
    INSPECTOR_BUTTONS,
    U_END,
    U_START,
    InspectorScene,
)
from game.scenes.run.play import PlayScene
from game.scenes.shell.menu import button_at
from game.simulation.elements import Blade, Core
from game.simulation.player import Controls
from game.study.candidates import reasons_of
from game.study.explain import TOUCH, as_test, explain
from game.study.figures import pair_from, pair_numbers, span_label
from game.study.lesson import Pair
from game.study.lessons import LESSONS
from game.study.pair import box_at, contact_times, others_by_distance, pair_at
from game.study.values import annotate, traced_values

TICK = 1 / 120


@pytest.fixture
def held(tmp_path):
    """Return First Contact, played to the end of its first dash and held there."""
    scene = PlayScene(stage(tmp_path), 0)
    for controls in replay_of("first-contact").controls():
        dashed = is_dashing(scene.run.world)
        scene.run.tick(controls)
        if dashed and scene.run.world.last.step.contacts.u.any():
            break
    scene.run.clock.alpha = 1.0
    press(scene, "p")
    return scene


@pytest.fixture
def opened(held):
    press(held, "i")
    return held.next


def test_keys_alone_reach_everything(held, opened, monkeypatch):
    """Both bodies, all others, every tick and u, the copy, and back to the held room."""
    assert isinstance(opened, InspectorScene)
    run, copied = opened.run, []
    monkeypatch.setattr(clipboard, "copy", lambda words: copied.append(words) or True)
    me, wall = opened.bodies
    assert me == run.world.player.id
    assert contact_times(run.world, me, wall) == [run.clock.alpha]
    bodies = set()
    for _ in others_by_distance(run.world, me, run.u):
        press(opened, "right")
        bodies.add(opened.bodies[1])
    assert bodies == {*run.world.space.living().tolist()} - {me}
    press(opened, "right", "left", "tab", "right")
    assert opened.bodies[0] != me
    press(opened, "left")
    assert opened.bodies == (me, wall)
    u, ticks = run.u, run.world.ticks
    press(opened, ".")
    assert run.u > u
    press(opened, ",")
    assert run.u == u
    press(opened, "[", "[")
    assert (run.world.ticks, run.u) == (ticks - 2, 1.0)
    press(opened, "]", "]")
    assert (run.world.ticks, run.u) == (ticks, u)
    press(opened, "c")
    assert copied == [as_test(*pair_at(run.world, me, wall, u).case)]
    press(opened, "page up")
    assert opened.pane.is_scrolled
    press(opened, "escape")
    assert opened.next is held
    assert held.paused


def test_the_mouse_alone_reaches_everything(held, monkeypatch):
    """A click on a body while the run is held picks it; all keys have a button."""
    world, copied = held.run.world, []
    monkeypatch.setattr(clipboard, "copy", lambda words: copied.append(words) or True)
    core, wall = min(world.bodies.of(Core)), 3
    before = picture(held)
    point(held, world.space.center[core])
    assert held.study.picked == core
    assert picture(held) != before
    point(held, world.space.center[core])
    assert held.study.picked is None
    for body in (core, wall):
        low, high = box_at(world, body, 1.0).min, box_at(world, body, 1.0).max
        point(held, ((low[0] + high[0]) / 2, max(low[1], 0) + 8))
    scene = held.next
    assert scene.bodies == (core, wall)
    assert held.study.picked is None
    ticks = scene.run.world.ticks
    for verb, button in INSPECTOR_BUTTONS.items():
        click(scene, button[1])
        assert picture(scene)
        assert (scene.next is held) == (verb == "back")
        scene.next = None
        assert scene.run.world.ticks == (ticks - 1 if verb == "before" else ticks)
    assert len(copied) == 1
    for k, box in enumerate(BODY_BUTTONS):
        click(scene, box)
        assert scene.chosen == k
    (left, y), (right, _) = U_START, U_END
    point(scene, (left, y), pygame.MOUSEBUTTONDOWN)
    point(scene, ((left + right) / 2, 5), pygame.MOUSEMOTION)
    assert scene.run.u == pytest.approx(0.5)
    point(scene, (0, 0), pygame.MOUSEBUTTONUP)
    point(scene, (right, y), pygame.MOUSEMOTION)
    assert scene.run.u == pytest.approx(0.5)
    scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=1))
    assert scene.pane.is_scrolled


def test_a_click_where_nothing_is_goes_on(held):
    point(held, (90, 60))
    assert not held.paused


def test_while_the_run_is_not_held_the_key_opens_nothing(held):
    press(held, "p", "i")
    assert held.next is None


@pytest.mark.parametrize("name", long_except(ROOMS, "slug-cage", "saw-mill"))
def test_opening_looking_and_drawing_changes_no_hash(tmp_path, name):
    scene = PlayScene(stage(tmp_path), ROOMS.index(name), replay_of(name))
    middle = min(90, replay_of(name).ticks // 2)
    for _ in range(middle):
        scene.run.tick(Controls())
    press(scene, "p")
    before = scene.run.world.state_hash()
    press(scene, "i")
    opened = scene.next
    for _ in others_by_distance(scene.run.world, opened.bodies[0], 1.0):
        press(opened, "right", *",,,")
        picture(opened)
    while opened.run.world.ticks != middle:
        press(opened, "]" if opened.run.world.ticks < middle else "[")
    assert scene.run.world.state_hash() == before
    press(opened, *"[[[[[[]]]]]]")
    assert scene.run.world.state_hash() == before
    while not scene.run.world.outcome:
        scene.run.tick(Controls())
    assert scene.run.history.replay() == replay_of(name)


def test_an_inspected_run_earns_nothing(held):
    assert not held.disqualified_for
    press(held, "i")
    assert held.disqualified_for


def test_a_body_that_is_not_there_at_another_tick_gives_way(tmp_path):
    scene = PlayScene(stage(tmp_path), 0, replay_of("first-contact"))
    core = min(scene.run.world.bodies.of(Core))
    while core in scene.run.world.bodies.of(Core):
        scene.run.tick(Controls())
    taken = scene.run.world.ticks
    scene.run.seek(taken - 1)
    inspector = InspectorScene(scene.stage, scene.run, (scene.run.world.player.id, core), scene)
    press(inspector, "]")
    world = scene.run.world
    assert world.ticks == taken
    me = world.player.id
    assert inspector.bodies == (me, others_by_distance(world, me, 1.0)[0])
    assert all(world.space.kind[id] != Kind.DEAD for id in inspector.bodies)
    assert picture(inspector)


def test_without_a_clipboard_the_page_says_so(opened, monkeypatch):
    monkeypatch.setattr(clipboard, "copy", lambda words: False)
    before = picture(opened)
    press(opened, "c")
    assert opened.message == "there is no clipboard"
    assert picture(opened) != before


def test_the_page_says_that_no_linear_sweep_holds_for_a_turning_body(tmp_path, monkeypatch):
    scene, said = PlayScene(stage(tmp_path), ROOMS.index("saw-mill")), []
    monkeypatch.setattr(inspector, "draw_blocks", lambda canvas, placed: said.append(placed))
    world = scene.run.world
    for other in (min(world.bodies.of(Blade)), 0):
        picture(InspectorScene(scene.stage, scene.run, (world.player.id, other), scene))
    assert [[BLADE_NOTE in placed.block.words for placed in page] for page in said] == [
        [True],
        [False],
    ]


def test_a_player_that_rests_flush_is_told_as_touching_and_not_as_a_hit(held, monkeypatch):
    """Where its dash has ended, one tick after the contact."""
    world, me = held.run.world, held.run.world.player.id
    (wall,) = world.last.step.contacts.other.tolist()
    press(held, ".")
    assert not len(held.run.world.last.step.contacts.u)
    texts = record_texts(monkeypatch)
    picture(InspectorScene(held.stage, held.run, (me, wall), held))
    words = " ".join(words for words, *_ in texts)
    assert "Touching, no contact: the boxes rest flush." in words.replace("  ", " ")
    assert "Hit" not in words
    assert wall in reasons_of(held.run.world, me)[TOUCH]


@pytest.mark.parametrize("chosen", [0, 1])
def test_the_numbers_of_the_chosen_body_are_shown(opened, monkeypatch, chosen):
    """Its box and its velocity where it has the contact, and the contact's normal."""
    world, (me, wall), u = opened.run.world, opened.bodies, opened.run.u
    opened.chosen, texts = chosen, record_texts(monkeypatch)
    picture(opened)
    body = box_at(world, (me, wall)[chosen], u)
    velocity = (world.last.moves / world.time.dt)[(me, wall)[chosen]]
    (normal,) = world.last.step.contacts.normal
    for name, (x, y) in {
        "min": body.min,
        "max": body.max,
        "centre": body.center,
        "velocity": velocity + 0.0,
        "normal": normal,
    }.items():
        words = f"{'AB'[chosen]} {name:9}({x:,.6g}, {y:,.6g})"
        assert words in [drawn for drawn, *_ in texts]
    assert chosen or abs(velocity).max() > 1000


def core_in_sight(held):
    """Return the last core over which no button of the held run lies."""
    held.study.timeline.place(held.window)
    world, buttons = held.run.world, held.study.timeline.tools()
    cores = world.bodies.of(Core)
    return max(core for core in cores if not button_at(buttons, world.space.center[core]))


def test_the_pair_that_was_inspected_has_its_letters_in_the_room(held, opened, monkeypatch):
    """While the run is held; a body that is picked is A."""
    texts = record_texts(monkeypatch)

    def letters(scene):
        texts.clear()
        picture(scene)
        return [words for words, *_ in texts if words in ("A", "B")]

    assert letters(held) == ["A", "B"]
    press(held, ".")
    assert letters(held) == ["A", "B"]
    press(held, "p")
    held.update(TICK)
    assert letters(held) == []
    press(held, "p")
    point(held, held.run.world.space.center[core_in_sight(held)])
    assert letters(held) == ["A"]


def test_what_was_picked_is_forgotten_when_the_run_goes_on(held):
    core = core_in_sight(held)
    for keys in ("pp", ","):
        point(held, held.run.world.space.center[core])
        assert held.study.picked == core
        for key in keys:
            press(held, key)
            held.update(TICK)
        assert held.study.picked is None
        assert held.paused


def test_a_held_key_repeats_until_another_scene_is_active(held):
    """Inside of the tick; and after a return nothing repeats that was held before."""
    down = key_event(",")
    held.handle(down)
    press(held, "i")
    ticks = held.run.world.ticks
    held.next.handle(down)
    u = held.run.u
    held.next.update(1.0)
    assert held.run.u < u
    held.update(1.0)
    assert held.run.world.ticks == ticks


def test_what_leads_back_from_a_page_leads_back_from_here(held):
    press(held, "i")
    for leave in (
        lambda: press(held.next, "backspace"),
        lambda: point(held.next, (0, 0), button=3),
        lambda: push(held.next, pygame.CONTROLLER_BUTTON_B),
    ):
        held.next.next = None
        leave()
        assert held.next.next is held


def test_it_can_be_drawn_before_the_first_tick_and_after_the_last(tmp_path):
    for replay in (None, replay_of("oncoming")):
        scene = PlayScene(stage(tmp_path), ROOMS.index("oncoming"), replay)
        while replay and not scene.run.world.outcome:
            scene.run.tick(Controls())
        press(scene, "p", "i")
        for size in ((1280, 720), (1920, 1080), (320, 200)):
            assert picture(scene.next, size)


def exact_times(case):
    """Enter and exit of each axis, in fractions."""
    a, b, move_a, move_b = case
    for i in range(2):
        d = Fraction(b.center[i]) - Fraction(a.center[i])
        r = Fraction(move_b[i]) - Fraction(move_a[i])
        s = Fraction(a.half_extents[i]) + Fraction(b.half_extents[i])
        yield sorted(((-s - d) / r, (s - d) / r))


SIXTH = next(lesson for lesson in LESSONS if lesson.name == "last_in_first_out")
SLANTED = Pair(AABB((30, 50), (20, 10)), AABB((110, 90), (30, 5)), (75, 35.5), (-28, 1.25))


@pytest.mark.parametrize("case", [pair_from(SIXTH.state), SLANTED], ids=["lesson", "other"])
def test_code_reason_lesson_6_and_inspector_show_the_same_exact_numbers(opened, monkeypatch, case):
    """Each is the float nearest to the fraction, and is written alike in lesson and inspector."""
    axes = [[*map(float, times)] for times in exact_times(case)]
    enters, exits = zip(*axes)
    u0, u1 = max(0.0, *enters), min(1.0, *exits)
    outcome, swept = explain(*case), sweep(*case)
    assert [[*times] for times in outcome.axes] == axes == [[*times] for times in swept.axes]
    assert (outcome.u0, outcome.u1) == (u0, u1) == swept[:2]

    rounds = traced_values(SIXTH.code, partial(sweep, *case)).values()
    (traced,) = [of_line for of_line in rounds if {"enter", "exit"} <= {*of_line.get((1, 0), ())}]
    assert [[traced[i, 0]["enter"], traced[i, 0]["exit"]] for i in range(2)] == axes
    assert any((of_line.get((None, 0)) or {}) == {"u0": u0, "u1": u1} for of_line in rounds)

    recorder = Recorder()
    state = replace(SIXTH.state, numbers=pair_numbers(case))
    SIXTH.figure(recorder, state)
    spans = [span_label(*times) for times in (*axes, (u0, u1))]
    assert {*spans} <= {call[1] for call in recorder.calls if call[0] == "text"}
    lines = annotate(SIXTH.code, partial(SIXTH.call, state), SIXTH.lines(state))
    moment = pair_at(opened.run.world, *opened.bodies, opened.run.u)._replace(case=case)
    monkeypatch.setattr(inspector, "pair_at", lambda *_: moment)
    monkeypatch.setattr(inspector, "draw_pair", lambda *_: None)
    texts, shown = record_texts(monkeypatch), []
    monkeypatch.setattr(code, "draw_code", lambda *args: shown.append(args[2]))
    picture(opened)
    assert {*spans} <= {words for words, *_ in texts}
    assert [[pieces for pieces, _ in rows] for rows in shown] == [
        [line.pieces for line in lines if not line.is_doc]
    ]


@pytest.mark.parametrize("key", ["]", "."])
def test_bodies_that_are_gone_at_another_tick_are_replaced_before_any_key_acts(tmp_path, key):
    """By the keys of ticks and by those within the tick; back in the room nothing marks them."""
    scene = PlayScene(stage(tmp_path), 0, replay_of("first-contact"))
    core = min(scene.run.world.bodies.of(Core))
    while core in scene.run.world.bodies.of(Core):
        scene.run.tick(Controls())
    scene.run.seek(scene.run.world.ticks - 1)
    scene.run.clock.alpha = 1.0
    inspector = InspectorScene(scene.stage, scene.run, (scene.run.world.player.id, core), scene)
    scene.study.pair = lambda: (scene.run.world.player.id, core)
    inspector.handle(key_event(key))
    inspector.handle(key_event("left"))
    inspector.update(0.0)
    picture(inspector)
    assert core not in inspector.bodies
    before = picture(scene)
    scene.study.pair = lambda: (scene.run.world.player.id,)
    assert picture(scene) == before
