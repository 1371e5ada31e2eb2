"""Which layers of a figure can be lit one by one?"""

import pygame
import pytest
from support.hands import WINDOW, click_button, press
from support.learner import each_index
from support.reaching import REACHING
from support.recorder import state_with
from support.staged import picture, stage

from game.scenes.learn.lesson import STEPS, LessonScene
from game.scenes.learn.live import TERMS
from game.study.lessons import place_of
from game.view.canvas import Canvas
from game.view.screen import Screen


def opened(folder, index, step="try"):
    scene = LessonScene(stage(folder), index, None)
    scene.go_to(STEPS.index(step))
    picture(scene, WINDOW)
    return scene


def figure(scene, layer):
    """The figure with a layer lit, as bytes."""
    surface = pygame.Surface(WINDOW)
    scene.live.layer = layer
    scene.live.draw(Canvas(surface, Screen(2.0, 0.0, 0.0)))
    return pygame.image.tobytes(surface, "RGB")


@each_index
@pytest.mark.parametrize("goal", [False, True], ids=["first", "goal"])
def test_a_layer_is_offered_if_it_shows_something_and_else_not(tmp_path, index, goal):
    scene = opened(tmp_path, index)
    changes = REACHING[scene.lesson.name] if goal else {}
    scene.live.state = state_with(scene.lesson, 0.5, **changes)
    dark = figure(scene, "none of them")
    offered = [*scene.live.layers]
    assert [role for role in TERMS if role and figure(scene, role) != dark] == offered


def test_tab_or_its_button_lights_one_layer_after_the_other(tmp_path):
    """The button bears the name of the layer; a layer that is no longer drawn is not lit."""
    scene, names = opened(tmp_path, place_of("last_in_first_out")), []
    for act in (lambda: press(scene, "tab"), lambda: click_button(scene, "layer")) * 5:
        names.append(scene.buttons["layer"][0])
        act()
        picture(scene, WINDOW)
    expected = [f"Tab {TERMS[role]}" for role in ("", *scene.live.layers)]
    assert names[: len(expected)] == expected
    assert {"Tab all", "Tab A", "Tab u0", "Tab hit"} <= {*expected}
    while scene.live.layer != "hit":
        press(scene, "tab")
    scene.live.state = state_with(scene.lesson, 0.5, **REACHING[scene.lesson.name])
    picture(scene, WINDOW)
    assert scene.buttons["layer"][0] == "Tab all"


def test_before_the_bet_no_layer_is_offered(tmp_path):
    scene = opened(tmp_path, place_of("last_in_first_out"), "bet")
    assert "layer" not in scene.buttons
    press(scene, "tab")
    assert scene.live.layer == ""
