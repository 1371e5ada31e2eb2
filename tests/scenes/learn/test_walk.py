"""Can a lesson be done by the mouse alone, and by a pad alone? By keys: see test_lesson."""

import pygame
import pytest
from support.hands import WINDOW, drag, middle, press, push
from support.learner import click, each_index, written
from support.reaching import REACHING
from support.staged import ROOMS, is_dashing, picture, record_texts, replay_of, run_until, stage

from game import controls
from game.resources import levels
from game.scenes.learn import lesson as lesson_scene
from game.scenes.learn.keys import LESSON_CARD, LESSON_KEYS
from game.scenes.learn.lesson import STEPS, LessonScene
from game.scenes.learn.live import FIGURE_PERIOD
from game.scenes.run.play import PlayScene
from game.simulation.begin import begin
from game.simulation.tiled import load_room
from game.study.lessons import place_of
from game.study.listing import listing
from game.view.widgets import HANDLE_TRACK, LETTER_WIDTH, tab_boxes

WORDS_A_SECOND, THINK, DRAG, GOAL = 2.5, 15, 10, 30
"""Of a learner; s for a question, for each handle, and for the goal. A line of code takes one."""
A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
LEFT, RIGHT = pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT
UP, DOWN = pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN
LB, RB = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER


@pytest.fixture(autouse=True)
def no_pushes():
    controls.pushed_axes.clear()


def tilt(scene, axis, part):
    value = round(part * controls.AXIS_MAX)
    event = {"axis": axis, "value": value, "instance_id": 0}
    scene.handle(pygame.event.Event(pygame.CONTROLLERAXISMOTION, event))


def watch(scene):
    """Let time pass, and draw."""
    for _ in range(30):
        scene.update(1 / 30)
    picture(scene, WINDOW)


def wanted(scene, handle):
    """The handle's numbers where the goal is reached, by their names."""
    goal = scene.live.state.change(**REACHING[scene.lesson.name])
    return {name: goal[name] for name in handle[1:3] if name}


@each_index
def test_a_learner_does_every_lesson_by_mouse_alone(tmp_path, index):
    scene = LessonScene(stage(tmp_path), index, None)
    watch(scene)
    click(scene, scene.lesson.prose.bet.right)
    watch(scene)
    assert "Not yet" in written(scene)
    for handle, row in zip(scene.live.handles, scene.live.rows):
        values = wanted(scene, handle)
        if values == {name: scene.live.state[name] for name in values}:
            continue
        start = scene.live.handle_place(handle) if handle.y else None
        if start:
            away = [values[name] - scene.live.state[name] for name in values]
            end = [place + scene.live.scale * way for place, way in zip(start, away)]
        else:
            start = HANDLE_TRACK[0], middle(row)[1]
            along = (values[handle.x] - handle.low[0]) / (handle.high[0] - handle.low[0])
            end = HANDLE_TRACK[0] + along * (HANDLE_TRACK[1] - HANDLE_TRACK[0]), start[1]
        drag(scene, start, end)
        assert {name: scene.live.state[name] for name in values} == values
    assert "Goal reached" in written(scene)
    click(scene, "choose")
    watch(scene)
    scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1))
    click(scene, "choose")
    click(scene, scene.lesson.prose.check.right)
    click(scene, "choose")
    watch(scene)
    assert scene.step == "done"
    assert scene.stage.storage.lessons()[scene.lesson.name] == set(lesson_scene.MARKS)
    click(scene, "choose")
    assert scene.next is None or scene.next.index == index + 1


@each_index
def test_a_learner_does_every_lesson_by_pad_alone(tmp_path, index):
    scene = LessonScene(stage(tmp_path), index, None)
    push(scene, *[DOWN] * scene.lesson.prose.bet.right, A)
    watch(scene)
    for handle in scene.live.handles:
        for (name, value), ways in zip(wanted(scene, handle).items(), ((LEFT, RIGHT), (UP, DOWN))):
            steps = round((value - scene.live.state[name]) / handle.step)
            push(scene, *[ways[steps > 0]] * abs(steps))
        push(scene, RB)
    assert "Goal reached" in written(scene)
    push(scene, A)
    tilt(scene, pygame.CONTROLLER_AXIS_RIGHTY, 1.0)
    tilt(scene, pygame.CONTROLLER_AXIS_RIGHTY, 0.0)
    push(scene, A, *[DOWN] * scene.lesson.prose.check.right, A)
    watch(scene)
    push(scene, A)
    assert scene.step == "done"
    assert scene.stage.storage.lessons()[scene.lesson.name] == set(lesson_scene.MARKS)
    push(scene, B)
    assert scene.step == "check"


@each_index
def test_a_lesson_takes_three_to_six_minutes(tmp_path, index):
    """To read what it says, to read its code, to think, to drag each handle, to find the goal."""
    scene, told = LessonScene(stage(tmp_path), index, None), set()
    for place, step in enumerate(STEPS):
        scene.go_to(place)
        if scene.question:
            told |= {placed.block.words for placed in scene.column()}
            scene.answers.add(step, scene.question.right)
        told |= {placed.block.words for placed in scene.column() + scene.live.caption()}
    lines = [line for line in listing(scene.lesson.code) if line.text.strip()]
    seconds = sum(len(words.split()) for words in told) / WORDS_A_SECOND + len(lines)
    seconds += 2 * THINK + DRAG * len(scene.lesson.handles) + GOAL
    assert 3 <= seconds / 60 <= 6


def test_a_pad_holds_time_moves_it_and_chooses_handles(tmp_path):
    scene = LessonScene(stage(tmp_path), 0, None)
    scene.go_to(STEPS.index("try"))
    push(scene, pygame.CONTROLLER_BUTTON_Y)
    before = scene.live.state.u
    tilt(scene, pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1.0)
    assert scene.live.state.u == pytest.approx(before + 0.01)
    for _ in range(60):
        scene.update(1 / 60)
    pulled = scene.live.state.u
    assert pulled > before + 0.1
    tilt(scene, pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 0.0)
    scene.update(1)
    assert scene.live.state.u == pulled
    tilt(scene, pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0)
    assert scene.live.state.u == pytest.approx(pulled - 0.01)
    push(scene, LB)
    assert scene.live.picked == len(scene.live.handles) - 1
    push(scene, RB, pygame.CONTROLLER_BUTTON_BACK)
    assert (scene.live.picked, scene.next) == (0, scene.back)


def test_the_code_is_scrolled_by_the_right_stick(tmp_path):
    scene = LessonScene(stage(tmp_path), place_of("last_in_first_out"), None)
    scene.go_to(STEPS.index("read"))
    picture(scene, WINDOW)
    tilt(scene, pygame.CONTROLLER_AXIS_RIGHTY, -1.0)
    for _ in range(60):
        scene.update(1 / 60)
    assert scene.pane.first <= 0


@pytest.mark.parametrize("name", ROOMS)
def test_whose_boxes_these_are_is_written_beside_the_steps(tmp_path, name):
    """The line under the title ends before the first of the steps' names."""
    lesson = lesson_scene.lesson_of(stage(tmp_path), begin(load_room(levels()[name])), None)
    end = tab_boxes(STEPS)[0][0][0]
    for key in (pygame.K_1, pygame.K_r, pygame.K_r):
        assert lesson.room in lesson.boxes_text()
        assert 8 + LETTER_WIDTH * len(lesson.boxes_text()) <= end
        press(lesson, key)


def test_a_room_opens_its_lesson_at_the_bet_and_then_with_its_own_boxes(tmp_path):
    """The bet is about the lesson's own boxes. R alternates between these and the room's."""
    scene = PlayScene(stage(tmp_path), list(ROOMS).index("corner-cut"), replay_of("corner-cut"))
    scene.study.begin(run_until(tmp_path, "corner-cut", is_dashing))
    scene.do("lesson")
    lesson = scene.next
    own = lesson.lesson.state
    assert (lesson.step, lesson.lesson.name) == ("bet", "last_in_first_out")
    assert lesson.live.state == own
    assert lesson.boxes_text() == "Your bet first; then Corner Cut"
    press(lesson, pygame.K_1)
    given = lesson.live.state
    assert lesson.step == "try"
    assert given != own
    assert lesson.boxes_text() == "Corner Cut, 1 px a unit. R: lesson's boxes"
    watch(lesson)
    press(lesson, pygame.K_r)
    assert lesson.live.state == own
    assert lesson.boxes_text() == "The lesson's boxes. R: those of Corner Cut"
    press(lesson, pygame.K_r)
    assert lesson.live.state == given
    press(lesson, pygame.K_BACKSPACE)
    assert lesson.live.state == own
    press(lesson, pygame.K_1)
    assert lesson.live.state == given


def test_a_room_opens_a_lesson_whose_bet_was_placed_at_the_figure(tmp_path):
    on = stage(tmp_path)
    on.storage.save_lesson("last_in_first_out", frozenset({"bet"}))
    world = run_until(tmp_path, "corner-cut", is_dashing).world
    lesson = lesson_scene.lesson_of(on, world, None)
    assert lesson.step == "try"
    assert lesson.live.state != lesson.lesson.state


def test_keys_of_play_do_the_same_in_a_lesson_or_its_card_says_so(tmp_path, monkeypatch):
    """P holds, - and = change the speed, L leads back; I, M, O, T, V do nothing, as H says."""
    scene = LessonScene(stage(tmp_path), place_of("last_in_first_out"), "back")
    scene.go_to(STEPS.index("try"))
    before = scene.live.state
    press(scene, *"imotv")
    assert (scene.next, scene.live.state, scene.step) == (None, before, "try")
    press(scene, "-", "-")
    scene.update(0.4)
    assert scene.live.state.u == 0.4 / FIGURE_PERIOD / 4
    press(scene, "=", "=", "=")
    scene.update(0.4)
    assert scene.live.state.u == pytest.approx(0.5 / FIGURE_PERIOD)
    texts = record_texts(monkeypatch)
    press(scene, "h")
    picture(scene, WINDOW)
    words = {text[0] for text in texts}
    assert {word for row in LESSON_CARD for word in row[:2]} <= words
    press(scene, "p")
    assert (scene.shows_keys, scene.live.is_held) == (False, False)
    press(scene, "p", "l")
    assert (scene.live.is_held, scene.next) == (True, "back")


def test_every_key_of_a_lesson_stands_on_its_card():
    """By its letter or its name, and so do those of play."""
    names = " ".join(key for key, *_ in LESSON_CARD).lower()
    alias = {"return": "enter", "escape": "esc", "page up": "pgup", "page down": "pgdn"}
    alias |= dict.fromkeys(("up", "down", "left", "right"), "arrows")
    for key in LESSON_KEYS:
        name = pygame.key.name(key)
        assert key == pygame.K_KP_ENTER or alias.get(name, name) in names
    for key in ("p", "tab", "l", "[", "esc", ",", "-", "o", "v", "t", "i", "m"):
        assert key in names.replace(",", " ,").split()
