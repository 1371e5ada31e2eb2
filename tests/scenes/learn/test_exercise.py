"""Is what you wrote right, and if not, in which case?"""

import sys
import time

import pygame
import pytest
from support.answers import WRONG, answer_of
from support.hands import WINDOW, click, click_button, press
from support.staged import picture, stage
from support.suite import long_except

from game import cli
from game.collision import overlaps
from game.scenes.learn.exercise import (
    LINE_LETTERS,
    STRIP_Y,
    TEXT_Y,
    ExerciseScene,
)
from game.scenes.learn.lesson import LessonScene
from game.scenes.learn.lessons import LessonListScene
from game.study.exercises.cases import BY_NAME, EXERCISES
from game.study.lessons import place_of
from game.study.listing import listing
from game.view.widgets import LINE_HEIGHT, case_boxes

TOUCHING = place_of("touching")
RIGHT = answer_of(BY_NAME["overlaps"])
HEAD = "def overlaps(a, b):\n    "
BAD = {
    "raises": (HEAD + "return a.centre", "raised AttributeError in line 2"),
    "raises where it begins": ("1 / 0", "overlaps: raised ZeroDivisionError in line 1"),
    "loops for ever": (HEAD + "while True: pass", "no answer within 2 seconds"),
    "ends its process": (HEAD + "import os; os._exit(0)", "its process ended"),
    "returns nonsense": (HEAD + "return {1: [a] * 999}", "a value of type dict"),
    "prints alone": (HEAD + "print('yes' * 10**6)", "your answer  None"),
    "names what no font has": (
        HEAD + "return type('\\x1b' + 'x' * 10**5, (), {})()",
        "a value of type \x1bxxx",
    ),
    "is no Python": ("def overlaps(a, b)\n", "overlaps: line 1: expected ':'"),
}
if sys.platform == "linux":  # Elsewhere memory cannot be bounded.
    text = HEAD + "x = []\n    while True: x.append(bytes(10**7))"
    BAD["allocates without end"] = (text, "raised MemoryError in line 3")


@pytest.fixture
def done():
    return []


@pytest.fixture
def scene(tmp_path, done):
    scene = ExerciseScene(stage(tmp_path), BY_NAME["overlaps"], lambda: done.append(1), "back")
    yield scene
    scene.stop()


def settle(scene, text=None):
    """Save this text, and let frames pass until it was run; return how many."""
    if text is not None:
        scene.path.write_text(text, encoding="utf-8")
    surface, frames = pygame.Surface(WINDOW), 0
    scene.update(1)
    while scene.file_run:
        scene.draw(surface)
        scene.update(0.02)
        time.sleep(0.01)
        frames += 1
    scene.draw(surface)
    return frames


def words(scene):
    return "\n".join(line for line, _, _ in scene.text_lines())


@pytest.mark.parametrize("name", long_except(BAD, "raises", "loops for ever", "is no Python"))
def test_a_file_that_misbehaves_is_a_sentence_and_frames_go_on(scene, done, name):
    """Updates return while its process runs; afterwards the panel says why."""
    text, why = BAD[name]
    assert settle(scene, text) > 0
    assert why in words(scene)
    assert not done
    assert settle(scene, RIGHT + "# and now right\n") > 0
    assert "All 42 cases are right" in words(scene)
    assert done == [1]


def test_what_a_file_prints_changes_nothing(scene, capfd):
    settle(scene, RIGHT + "print('x' * 10**6)\n")
    assert scene.result.is_right
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", long_except(BY_NAME, "overlaps", "listing_4"))
def test_every_exercise_is_judged_in_the_figure(tmp_path, done, name):
    """Not begun, then wrong from the first wrong case on, then right: and every case is drawn."""
    exercise = BY_NAME[name]
    scene = ExerciseScene(stage(tmp_path), exercise, lambda: done.append(1), None)
    settle(scene)
    assert "not started" in words(scene)
    assert "expected" in words(scene)
    for text, right in ((WRONG[exercise.name], False), (answer_of(exercise), True)):
        settle(scene, text)
        assert scene.result.is_right is right
        verdicts = [outcome.is_right for outcome in scene.result.case_results]
        assert scene.chosen == (0 if right else verdicts.index(False))
        surface = pygame.Surface(WINDOW)
        for k, good in enumerate(verdicts):
            scene.show_case(k)
            scene.draw(surface)
            assert ("\u2713" if good else "\u2717") + f" Case {k + 1} of" in words(scene)
            lines = scene.text_lines()
            assert TEXT_Y + LINE_HEIGHT * len(lines) < STRIP_Y
            assert all(len(line) <= LINE_LETTERS for line, _, _ in lines)
    assert done == [1]


def test_the_stub_is_written_once_and_never_over_the_learners_own(tmp_path):
    path = tmp_path / "exercises" / "overlaps.py"
    ExerciseScene(stage(tmp_path), BY_NAME["overlaps"], print, None)
    assert path.read_text() == BY_NAME["overlaps"].stub()
    path.write_text("mine")
    scene = ExerciseScene(stage(tmp_path), BY_NAME["overlaps"], print, None)
    press(scene, "x")
    assert path.read_text() == "mine"


def test_a_file_that_is_missing_is_reported_and_can_be_written_again(scene):
    settle(scene)
    for again in (lambda: press(scene, "x"), lambda: click_button(scene, "write")):
        assert "write" not in scene.buttons
        scene.path.unlink()
        settle(scene)
        assert "overlaps.py is missing" in words(scene)
        again()
        settle(scene)
        assert "not started" in words(scene)


def test_a_file_that_cannot_be_written_or_read_is_reported(tmp_path):
    (tmp_path / "exercises").write_text("")
    scene = ExerciseScene(stage(tmp_path), BY_NAME["overlaps"], print, None)
    settle(scene)
    assert "overlaps.py cannot be written (" in words(scene)
    (tmp_path / "exercises").unlink()
    scene.path.mkdir(parents=True)
    settle(scene)
    assert "overlaps: cannot be read (" in words(scene)
    assert scene.source[0].text == ""


def test_saving_again_ends_the_run_before(scene):
    scene.path.write_text(HEAD + "while True: pass")
    scene.update(1)
    before = scene.file_run
    settle(scene, RIGHT)
    assert not before.wait().is_right
    assert scene.result.is_right


def test_leaving_leaves_nothing_behind(scene):
    scene.path.write_text(HEAD + "while True: pass")
    scene.update(1)
    running = scene.file_run
    press(scene, "escape")
    scene.path.write_text(RIGHT)
    scene.update(1)
    assert scene.next == "back"
    assert scene.file_run is None
    running.wait()
    assert running._process is None or running._process.poll() is not None


def test_cases_and_source_are_walked_by_keys_alone(scene):
    text = HEAD + "return abs(a.center[0] - b.center[0]) < a.half_extents[0] + b.half_extents[0]\n"
    settle(scene, text + "# a line\n" * 40)
    wrong = [k for k, outcome in enumerate(scene.result.case_results) if not outcome.is_right]
    assert scene.chosen == wrong[0]
    press(scene, "return")
    assert scene.chosen == wrong[1]
    press(scene, *["left"] * (wrong[1] + 1))
    assert scene.chosen == len(scene.cases) - 1
    press(scene, "right")
    assert scene.chosen == 0
    picture(scene, WINDOW)
    press(scene, *["page up"] * 4)
    picture(scene, WINDOW)
    assert scene.pane.first == 0
    press(scene, "page down", "down")
    assert scene.pane.first == 18


def test_cases_and_source_are_walked_by_mouse_alone(scene):
    settle(scene, HEAD + "return True\n" + "# a line\n" * 40)
    wrong = scene.chosen
    click(scene, case_boxes(len(scene.cases), STRIP_Y)[7])
    assert scene.chosen == 7
    click_button(scene, "right")
    click_button(scene, "left")
    assert scene.chosen == 7
    scene.show_case(wrong - 1)
    click_button(scene, "choose")
    assert scene.chosen == wrong
    picture(scene, WINDOW)
    end = scene.pane.first
    scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=2))
    assert scene.pane.first == end - 3
    click_button(scene, "back")
    assert scene.next == "back"


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_lesson_leads_to_its_exercise_and_saves_that_it_is_done(tmp_path, way):
    at = stage(tmp_path)
    lesson = LessonScene(at, TOUCHING, LessonListScene(at, None))

    def enter():
        press(lesson, "x") if way == "keys" else click_button(lesson, "write")
        return lesson.next

    scene = enter()
    settle(scene, RIGHT)
    press(scene, "escape")
    assert scene.next is lesson
    assert at.storage.lessons() == {"touching": {"exercise"}}
    assert "\u2713" in lesson.buttons["write"][0]
    listed = LessonListScene(at, None)
    assert listed.marks[TOUCHING] == [False, False, False, True]
    assert [len(marks) for marks in listed.marks].count(4) == len(EXERCISES)
    assert "write" not in LessonScene(at, 0, None).buttons


def test_a_folder_can_be_chosen_with_a_lesson(tmp_path):
    folder = tmp_path / "mine"
    argv = ["--scene", "lesson:2", "--exercises", str(folder), "--data-dir", str(tmp_path)]
    at = cli.make_stage(cli.parser().parse_args([*argv, "--mute"]))
    scene = ExerciseScene(at, BY_NAME["sweep"], print, None)
    assert scene.path == folder / "sweep.py"
    assert [path.name for path in folder.iterdir()] == ["sweep.py"]
    assert cli.main([*argv, "--screenshot", str(tmp_path / "lesson.png")]) == 0
    assert (tmp_path / "lesson.png").exists()


def test_the_source_is_shown_as_it_was_saved(scene):
    """In colours if it is Python, else without; what cannot be written is left blank."""
    scene.path.write_bytes("\ufeffdef f():\n\treturn '\u00e9\x00'\n".encode() + b"\xff" * 999)
    settle(scene)
    assert scene.source[0].pieces[0] == ("def", "keyword")
    assert [line.text for line in scene.source[:2]] == ["def f():", "    return '\u00e9 '"]
    settle(scene, "def f(\n")
    assert scene.source[0].pieces == [("def f(", "code")]
    settle(scene, "#" * 900_000)
    assert len(scene.source[0].text) <= 50_000


def test_the_place_where_the_learner_writes_is_shown_at_first(scene):
    settle(scene)
    picture(scene, WINDOW)
    assert any("Replace this line" in line.text for line in scene.source[scene.pane.first :])
    press(scene, "page up")
    first = scene.pane.first
    settle(scene, RIGHT)
    picture(scene, WINDOW)
    assert scene.pane.first == max(first, 0)


def test_source_that_is_not_there_is_one_sentence(monkeypatch):
    def none(_):
        raise OSError("could not get source code")

    monkeypatch.setattr("inspect.getsourcelines", none)
    listing.cache_clear()
    (line,) = listing((overlaps,))
    assert line.text == "# overlaps: its source is not in this copy of the game."
    listing.cache_clear()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600)])
def test_it_is_drawn_in_every_window(scene, size):
    surface = pygame.Surface(size)
    scene.draw(surface)
    scene.update(1)
    scene.draw(surface)
    settle(scene)
    scene.draw(surface)
