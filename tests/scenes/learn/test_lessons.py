"""Does the list of lessons show what was reached, as the program runs it?"""

import pygame
import pytest
from support.hands import key_event
from support.staged import stage

from game import app, controls
from game.scenes.learn.lessons import LessonListScene
from game.study.lessons import LESSONS
from game.view import text


@pytest.fixture
def window(tmp_path):
    yield app.App(stage(tmp_path))
    pygame.quit()
    text.font.cache_clear()
    controls.pads.clear()


@pytest.mark.filterwarnings("ignore:no fast renderer")
def test_a_bet_is_marked_when_its_lesson_leads_back_to_the_list(window, monkeypatch):
    """In the main loop: the lesson is opened, the bet is placed, Esc leads back."""
    right = str(LESSONS[0].prose.bet.right + 1)
    frames = [[key_event(name)] for name in ("return", right, "escape")]
    frames += [[], [pygame.event.Event(pygame.QUIT)]]
    monkeypatch.setattr(pygame.event, "get", lambda: frames.pop(0))
    scene = LessonListScene(window.stage, None)
    drawn = []
    real = scene.draw
    monkeypatch.setattr(scene, "draw", lambda to: drawn.append(scene.marks[0][0]) or real(to))
    window.run(scene)
    assert drawn == [False, True]
