"""What does the overlay show over the figure of a lesson?"""

from dataclasses import replace
from itertools import product

import pygame
import pytest
from support.hands import WINDOW, drag, middle, press
from support.reaching import REACHING
from support.recorder import state_with
from support.staged import stage

from game.collision import sweep
from game.scenes.learn import live
from game.scenes.learn.lesson import STEPS, LessonScene
from game.study.lessons import LESSONS
from game.study.one_step import run_one_step
from game.view.canvas import Canvas
from game.view.overlay import LAYERS, MODES
from game.view.screen import Screen

BOXES, CONTACTS = 0, 4
MOVED = [lesson for lesson in LESSONS if lesson.move_arguments]
OPEN = ("drag", "reveal", "read", "modify", "done")
"""The steps in which nothing is asked."""


@pytest.fixture
def scene(tmp_path):
    return lesson("last_in_first_out", tmp_path)


def lesson(name, folder):
    index = next(k for k, lesson in enumerate(LESSONS) if lesson.name == name)
    return LessonScene(stage(folder), index, None)


def drawn(scene, layer, monkeypatch):
    """The boxes that a layer draws, as (low, high) in units of the figure."""
    seen = []
    monkeypatch.setattr(Canvas, "boxes", lambda self, ends, *how, **more: seen.extend(ends))
    canvas = Canvas(pygame.Surface(WINDOW), Screen(2.0, 0.0, 0.0))
    scene.live.draw_layers(canvas, frozenset((layer,)))
    return [[pytest.approx(tuple(corner), abs=1e-9) for corner in box] for box in seen]


@pytest.mark.parametrize("step", OPEN)
def test_digits_light_layers_where_nothing_is_asked(scene, step):
    scene.go_to(STEPS.index(step))
    press(scene, pygame.K_3, pygame.K_5, pygame.K_3)
    assert scene.layers == {4}
    zero = {"key": pygame.K_0, "scancode": pygame.KSCAN_0, "mod": 0}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, zero))
    assert scene.layers == {4, 9}
    assert scene.stage.overlay == MODES["off"]
    assert scene.step == step


def test_digits_answer_questions(scene):
    """The bet's and the last one; no layer is lit there, nor can one be pressed."""
    press(scene, pygame.K_2)
    assert scene.answers["bet"] == [1]
    scene.go_to(STEPS.index("check"))
    press(scene, pygame.K_3)
    assert scene.answers["check"] == [2]
    assert (scene.layers, scene.layer_boxes) == (frozenset(), [])


@pytest.mark.parametrize("step", OPEN)
def test_layers_are_pressed_by_the_pointer(scene, step):
    scene.go_to(STEPS.index(step))
    for k, box in enumerate(scene.layer_boxes):
        drag(scene, middle(box))
        assert scene.layers == set(range(k + 1))
        assert LAYERS[k].name in scene.layers_text()


def test_without_a_lit_layer_the_engine_does_not_run(scene, monkeypatch):
    calls = []
    monkeypatch.setattr(live, "run_one_step", lambda step: calls.append(step) or run_one_step(step))
    for k in range(len(STEPS)):
        scene.go_to(k)
        scene.draw(pygame.Surface(WINDOW))
    scene.layers = frozenset((CONTACTS,))
    for name in ("bet", "check"):
        scene.go_to(STEPS.index(name))
        scene.draw(pygame.Surface(WINDOW))
    assert not calls
    scene.go_to(STEPS.index("drag"))
    scene.draw(pygame.Surface(WINDOW))
    assert len(calls) == 1


@pytest.mark.parametrize(
    "name", ["tunnel", "shadows", "last_in_first_out", "minkowski", "responses", "race"]
)
def test_the_ghost_of_a_contact_lies_where_the_sweep_says(tmp_path, monkeypatch, name):
    """The mover at u0 of the solid that it meets first, and of no other."""
    scene = lesson(name, tmp_path)
    a, way, solids, _, moves = scene.lesson.move_arguments(scene.live.state)
    met = [sweep(a, solid, way, move) for solid, move in zip(solids, moves)]
    at = a.moved(way, min(each.u0 for each in met if each))
    assert drawn(scene, CONTACTS, monkeypatch) == [[at.min, at.max]]


def test_boxes_lie_where_the_figure_has_them(scene, monkeypatch):
    scene.live.state = replace(scene.live.state, u=0.3)
    a, way, (b,), _, (move,) = scene.lesson.move_arguments(scene.live.state)
    now = [b.moved(move, 0.3), a.moved(way, 0.3)]
    found = drawn(scene, BOXES, monkeypatch)
    assert sorted(found, key=str) == sorted([[box.min, box.max] for box in now], key=str)


@pytest.mark.parametrize("each", MOVED, ids=lambda lesson: lesson.name)
def test_every_layer_draws_whatever_the_handles_reach(tmp_path, each):
    scene = lesson(each.name, tmp_path)
    canvas = Canvas(pygame.Surface(WINDOW), Screen(2.0, 0.0, 0.0))
    ends = [
        {h.x: x, **({h.y: y} if h.y else {})}
        for h in each.handles
        for x, y in product(*zip(h.low, h.high))
    ]
    for changes, u in product([{}, REACHING[each.name], *ends], (0.0, 0.5, 1.0)):
        scene.live.state = state_with(each, u, **changes)
        scene.live.draw_layers(canvas, MODES["all"])
    assert len(MOVED) == 8
