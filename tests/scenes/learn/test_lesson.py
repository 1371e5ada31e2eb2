"""How is a lesson learnt?"""

import inspect
from dataclasses import dataclass

import pygame
import pytest
from support.hands import WINDOW, drag, middle, press
from support.learner import click, each_index, written
from support.reaching import REACHING
from support.recorder import state_with
from support.staged import ROOMS, picture, stage

from game import cli
from game.collision import AABB, overlaps, sweep
from game.collision.pitfalls import discrete
from game.scenes.learn import lesson as lesson_scene
from game.scenes.learn.lesson import STEPS, LessonScene
from game.scenes.learn.lessons import LessonListScene
from game.scenes.learn.live import FIGURE_PERIOD
from game.scenes.run.play import PlayScene
from game.scenes.shell.title import TitleScene
from game.study import lessons
from game.study.lesson import Handle, Lesson, State
from game.study.listing import listing
from game.study.prose import Prose, Question
from game.view.widgets import HANDLE_TRACK, tab_boxes

ALL = lessons.LESSONS


def figure(canvas, state):
    box = AABB((state["x"] + 40 * state.u, state["y"]), (8, 8))
    canvas.box(box.min, box.max, "a")
    canvas.text(f"size {state['size']:g}", (4, 4))


@dataclass(frozen=True)
class TinyLesson(Lesson):
    """A lesson without a file."""

    name: str = "tiny"

    @property
    def prose(self):
        return Prose(
            title=f"A {self.name} lesson",
            claim="A box is where it is.",
            bet=Question("Where is it?", ("Here.", "There.", "Nowhere."), 1, "It went there."),
            goal="Make it large.",
            check=Question("And now?", ("Here.", "There."), 0, "It came back."),
            sources=("A book, page 1",),
        )


def tiny(name="tiny", **changes):
    """A lesson with each kind of what can be changed."""
    values = {
        "name": name,
        "state": State({"x": 50.0, "y": 60.0, "size": 2.0}),
        "handles": (
            Handle("box", "x", "y", low=(10, 10), high=(200, 190)),
            Handle("size", "size", low=(1, 0), high=(5, 0), step=0.5),
        ),
        "figure": figure,
        "words": lambda state: f"It is at {state['x']:g}.",
        "reaches_goal": lambda state: state["size"] >= 4,
        "code": (overlaps, sweep),
        "lines": lambda state: ("def overlaps(",),
    }
    return TinyLesson(**(values | changes))


@pytest.fixture(autouse=True)
def three_lessons(monkeypatch):
    monkeypatch.setattr(lessons, "LESSONS", (tiny(), tiny("small"), tiny("last")))


@pytest.fixture
def scene(tmp_path):
    at = stage(tmp_path)
    return LessonScene(at, 0, TitleScene(at))


def test_two_keys_lead_from_the_title_to_a_moving_figure(tmp_path):
    title = TitleScene(stage(tmp_path))
    press(title, pygame.K_l)
    assert isinstance(title.next, LessonListScene)
    press(title.next, pygame.K_RETURN)
    scene = title.next.next
    assert isinstance(scene, LessonScene)
    before = scene.live.state
    scene.update(0.1)
    assert scene.index == 0
    assert scene.live.state != before


def test_the_figure_does_not_give_the_bet_away(scene):
    """Until it is made, u goes only a part of its way."""
    seen = set()
    for _ in range(200):
        scene.update(0.02)
        seen.add(scene.live.state.u)
    assert 0 < max(seen) < 0.5


def test_a_lesson_is_walked_through_by_keys_alone(scene):
    press(scene, pygame.K_2)
    assert scene.step == "try"
    assert "Right" in written(scene)
    assert "Make it large. Not yet" in written(scene)
    press(scene, pygame.K_n, pygame.K_RIGHT)
    assert scene.live.state["size"] == 2.5
    press(scene, pygame.K_r, *[pygame.K_RIGHT] * 4)
    assert scene.live.state["size"] == 4
    assert "Goal reached" in written(scene)
    press(scene, pygame.K_RETURN)
    assert scene.step == "read"
    press(scene, pygame.K_PAGEDOWN)
    assert scene.pane.first > 0
    press(scene, pygame.K_RETURN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN)
    assert scene.step == "check"
    assert "It came back." in written(scene)
    press(scene, pygame.K_RETURN)
    assert scene.step == "done"
    assert "A book, page 1" in written(scene)
    assert scene.stage.storage.lessons() == {"tiny": {"bet", "goal", "check"}}
    press(scene, pygame.K_RETURN)
    assert scene.next.index == 1


def test_a_lesson_is_walked_through_by_mouse_alone(scene):
    picture(scene, WINDOW)
    click(scene, 0)
    assert "Wrong" in written(scene)
    click(scene, "back")
    click(scene, 1)
    assert "Right" in written(scene)
    drag(scene, scene.live.handle_place(scene.live.handles[0]), (150, 150), (170, 160))
    (left, top), scale = scene.live.corner, scene.live.scale
    assert scene.live.state["x"] == round((170 - left) / scale)
    assert scene.live.state["y"] == round((160 - top) / scale)
    row = scene.live.rows[1]
    drag(scene, (HANDLE_TRACK[0], middle(row)[1]), (HANDLE_TRACK[1] + 99, 0))
    assert scene.live.state["size"] == 5
    click(scene, "choose")
    scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-2))
    assert scene.pane.first == 6
    click(scene, "choose")
    click(scene, 0)
    click(scene, "choose")
    assert scene.marks == {"bet", "goal", "check"}
    click(scene, "leave")
    assert isinstance(scene.next, TitleScene)


def test_the_steps_can_be_chosen_by_the_mouse(scene):
    for name, box in zip(STEPS, tab_boxes(STEPS)):
        drag(scene, middle(box))
        assert scene.step == name


def test_a_wrong_answer_is_explained_and_can_be_tried_again(scene):
    scene.go_to(STEPS.index("check"))
    press(scene, pygame.K_2)
    assert "Wrong" in written(scene)
    assert "It came back." in written(scene)
    press(scene, pygame.K_RETURN)
    assert scene.step == "check"
    assert scene.marks == set()
    press(scene, pygame.K_1)
    assert "Right" in written(scene)
    press(scene, pygame.K_2)  # A right answer stays.
    assert "Right" in written(scene)
    press(scene, pygame.K_RETURN)
    assert scene.step == "done"
    assert "the bet, the goal" in written(scene)


def test_only_the_answers_so_far_are_marked(scene):
    scene.go_to(STEPS.index("check"))
    for keys, marks in (("", ["", ""]), ("2", ["", "\u2717"]), ("1", ["\u2713", "\u2717"])):
        press(scene, *keys)
        blocks = [placed.block for placed in scene.column()]
        assert [block.mark for block in blocks if block.answer >= 0] == marks


def test_time_runs_is_held_and_is_moved(scene):
    press(scene, pygame.K_1)
    scene.update(0.5 * FIGURE_PERIOD)
    assert scene.live.state.u == 0.5
    for key in (pygame.K_SPACE, pygame.K_p):
        press(scene, key)
        scene.update(0.1 * FIGURE_PERIOD)
    assert scene.live.state.u == pytest.approx(0.6)
    press(scene, pygame.K_COMMA, pygame.K_COMMA, pygame.K_PERIOD)
    scene.update(0.5)
    assert scene.live.state.u == pytest.approx(0.59)
    start, end = scene.live.track
    drag(scene, start, end)
    scene.update(0.5)
    assert scene.live.state.u == 1
    press(scene, pygame.K_SPACE)
    seen = set()
    for _ in range(100):
        scene.update(0.03 * FIGURE_PERIOD)
        seen.add(scene.live.state.u)
    assert min(seen) < 0.1
    assert max(seen) == 1


@pytest.mark.parametrize("end", [0, 1])
def test_the_slider_for_u_reaches_6_px_beyond_its_ends(scene, end):
    press(scene, "1", "space")
    x, y = scene.live.track[end]
    for beyond, u in ((6.5, 0.3), (5.5, end)):
        scene.live.state = state_with(scene.lesson, 0.3)
        drag(scene, (x + beyond * (2 * end - 1), y))
        assert scene.live.state.u == u


def test_a_key_that_is_held_down_is_answered_again(scene):
    scene.go_to(STEPS.index("try"))
    event = {"key": pygame.K_RIGHT, "scancode": 0, "mod": 0}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, event))
    for _ in range(60):
        scene.update(1 / 60)
    moved = scene.live.state["x"]
    assert moved > 60
    scene.handle(pygame.event.Event(pygame.KEYUP, event))
    scene.update(1)
    assert scene.live.state["x"] == moved


def test_with_shift_a_held_key_goes_on_in_large_steps(scene):
    scene.go_to(STEPS.index("try"))
    event = {"key": pygame.K_UP, "scancode": 0, "mod": pygame.KMOD_SHIFT}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, event))
    before = scene.live.state["y"]
    scene.update(1)
    assert before - scene.live.state["y"] == min(10, before - 10)


def test_handles_keep_to_their_bounds_and_reset_puts_them_back(scene):
    """Whole steps between low and high; R, or its button, begins again."""
    scene.go_to(STEPS.index("try"))
    press(scene, *[pygame.K_UP] * 20, shift=True)
    assert scene.live.state["y"] == 10
    press(scene, pygame.K_r)
    assert scene.live.state == scene.lesson.state
    assert "Not yet" in written(scene)


def test_the_code_panel_is_the_shipped_source():
    lines = listing((overlaps, discrete))
    text = "\n".join(line.text for line in lines) + "\n"
    assert text == inspect.getsource(overlaps) + "\n" + inspect.getsource(discrete)
    assert all("".join(words for words, _ in line.pieces) == line.text for line in lines)
    assert lines[0].number == inspect.getsourcelines(overlaps)[1]
    assert lines[0].file == "game/collision/aabb.py"
    kinds = {words.strip(): kind for line in lines for words, kind in line.pieces}
    assert kinds["def"] == kinds["return"] == "keyword"
    assert kinds['"""Tell whether two closed boxes have a point in common.'] == "docstring"


def test_the_lines_that_decide_stay_visible(tmp_path, monkeypatch):
    last = inspect.getsource(sweep).splitlines()[-1]
    there = tiny(lines=lambda state: (last,))
    monkeypatch.setattr(lessons, "LESSONS", (there,))
    scene = LessonScene(stage(tmp_path), 0, None)
    scene.go_to(STEPS.index("read"))
    picture(scene, WINDOW)
    assert scene.pane.first > 0
    press(scene, *[pygame.K_PAGEUP] * 9)
    picture(scene, WINDOW)
    assert scene.pane.first == 0


def test_brackets_lead_to_the_lessons_beside_it(scene):
    press(scene, pygame.K_RIGHTBRACKET)
    following = scene.next
    assert (following.index, following.back) == (1, scene.back)
    press(following, pygame.K_LEFTBRACKET)
    assert following.next.index == 0
    press(scene, pygame.K_LEFTBRACKET)
    assert scene.next is scene.back


def test_the_list_chooses_what_is_not_done_and_is_updated(tmp_path):
    at = stage(tmp_path)
    at.storage.save_lesson("tiny", frozenset(lesson_scene.MARKS))
    scene = LessonListScene(at, TitleScene(at))
    assert scene.chosen == 1
    press(scene, pygame.K_RETURN)
    at.storage.save_lesson("small", frozenset(lesson_scene.MARKS))
    scene.next = None
    scene.update(0.1)
    assert scene.marks == [[True] * 3, [True] * 3, [False] * 3]
    drag(scene, middle(scene.box(2)))
    assert scene.next.index == 2
    picture(scene, WINDOW)


def test_marks_add_up_and_a_corrupt_file_is_set_aside(tmp_path):
    storage = stage(tmp_path).storage
    for name, mark in (("a", "bet"), ("b", "bet"), ("a", "goal")):
        storage.save_lesson(name, frozenset((mark,)))
    assert storage.lessons() == {"a": {"bet", "goal"}, "b": {"bet"}}
    storage.wait()
    for nonsense in ("[]", '{"a": 3}', "{"):
        (tmp_path / "lessons.json").write_text(nonsense, encoding="utf-8")
        assert storage.lessons() == {}
    assert len(list(tmp_path.glob("lessons.json.corrupt-*"))) == 3


def test_l_leads_from_a_room_to_its_lesson_and_back(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "LESSONS", ALL)
    scene = PlayScene(stage(tmp_path), 0)
    for _ in range(5):
        scene.update(1 / 60)
    ticks = scene.run.world.ticks
    event = {"key": pygame.K_l, "scancode": pygame.KSCAN_L, "mod": 0}
    scene.handle(pygame.event.Event(pygame.KEYDOWN, event))
    lesson = scene.next
    assert isinstance(lesson, LessonScene)
    press(lesson, pygame.K_ESCAPE)
    assert lesson.next is scene
    scene.next = None
    scene.update(1)
    assert scene.run.world.ticks == ticks


def test_every_room_has_the_lesson_of_its_column():
    """The three rooms of a fact have one lesson; a room that is not the game's has the first."""
    names = [lesson_scene.lesson_name(room) for room in ROOMS]
    assert names == [*lesson_scene.FACT_LESSONS] * (len(ROOMS) // 12)
    assert {*names} <= {lesson.name for lesson in ALL}
    assert lesson_scene.lesson_name("mine") == "tunnel"


def test_the_title_leads_to_the_lessons_by_a_click(tmp_path):
    title = TitleScene(stage(tmp_path))
    picture(title, WINDOW)
    drag(title, middle(title.buttons["lesson"][1]))
    assert isinstance(title.next, LessonListScene)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600)])
def test_every_step_is_drawn_in_every_window(scene, size):
    surface = pygame.Surface(size)
    for place in range(len(STEPS)):
        scene.go_to(place)
        before = scene.live.state
        scene.draw(surface)
        assert scene.live.state == before


def test_the_command_line_draws_a_lesson_without_a_window(tmp_path, capsys):
    picture, home = tmp_path / "lesson.png", ["--data-dir", str(tmp_path)]
    drawn = ["--screenshot", str(picture), *home]
    for way in ([], ["--headless"]):
        assert cli.main(["--scene", "lesson:2", *way, *drawn]) == 0
        assert pygame.image.load(picture).get_size() == WINDOW
        picture.unlink()
    for name in ("lesson:0", "lesson:4", "lesson:", "lesson:x", "lesson:1 "):
        assert cli.main(["--scene", name, *drawn]) == 2
        assert "expected lesson:1 to lesson:3" in capsys.readouterr().err
    assert cli.main(["--scene", "lesson:1", "--headless"]) == 2
    assert "--screenshot" in capsys.readouterr().err


def test_the_figure_keeps_its_answer_to_itself_until_the_bet(tmp_path, monkeypatch):
    """Before it no yes or no, and of words only single letters; after it everything."""
    there = tiny(figure=lambda canvas, state: canvas.box((0, 0), (99, 99), "hit"))
    worded = tiny(figure=lambda canvas, state: canvas.text("answer", (9, 9), "a", size=40))
    monkeypatch.setattr(lessons, "LESSONS", (there, worded, tiny(figure=lambda *_: None)))
    scenes = [LessonScene(stage(tmp_path), k, None) for k in range(3)]
    for place, are_same in ((0, True), (1, False)):
        pictures = []
        for scene in scenes:
            scene.go_to(place)
            surface = pygame.Surface(WINDOW)
            scene.draw(surface)
            pictures.append(pygame.image.tobytes(surface.subsurface((20, 90, 600, 400)), "RGB"))
        assert (pictures[0] == pictures[2]) is are_same
        assert (pictures[1] == pictures[2]) is are_same


@each_index
def test_a_learner_does_every_lesson_by_keys_alone(tmp_path, monkeypatch, index):
    """The bet wrong, then right, the goal by N and arrows, the check; drawn at every step."""
    monkeypatch.setattr(lessons, "LESSONS", ALL)
    scene, surface = LessonScene(stage(tmp_path), index, None), pygame.Surface(WINDOW)
    lesson = scene.lesson
    for k in ((lesson.prose.bet.right + 1) % len(lesson.prose.bet.answers), lesson.prose.bet.right):
        scene.go_to(0)
        scene.update(0.5)
        scene.draw(surface)
        press(scene, pygame.K_1 + k)
    assert "Not yet" in written(scene)
    for handle in lesson.handles:
        for name, less, more in (
            (handle.x, pygame.K_LEFT, pygame.K_RIGHT),
            (handle.y, pygame.K_UP, pygame.K_DOWN),
        ):
            way = REACHING[lesson.name].get(name, lesson.state.numbers.get(name, 0))
            steps = round((way - lesson.state.numbers.get(name, 0)) / handle.step)
            press(scene, *[more if steps > 0 else less] * abs(steps))
        press(scene, pygame.K_n)
    scene.draw(surface)
    assert "Goal reached" in written(scene)
    press(scene, pygame.K_RETURN)
    scene.update(1)
    scene.draw(surface)
    press(scene, pygame.K_RETURN, pygame.K_1 + lesson.prose.check.right)
    scene.draw(surface)
    press(scene, pygame.K_RETURN)
    assert "Done" in written(scene)
    scene.draw(surface)
    assert scene.marks == set(lesson_scene.MARKS)


@each_index
def test_what_a_lesson_writes_stays_in_its_place(tmp_path, monkeypatch, index):
    """Above the handles, the buttons and the slider for u, whatever was answered or changed."""
    monkeypatch.setattr(lessons, "LESSONS", ALL)
    scene = LessonScene(stage(tmp_path), index, None)
    for place in range(len(STEPS)):
        for answer in range(9 if scene.question else 1):
            scene.go_to(place)
            scene.answer(answer)
            scene.go_to(place)
            ends = [placed.box[1][1] for placed in scene.column()]
            tops = [box[0][1] for box in scene.live.rows]
            assert max(ends, default=0) <= min(tops, default=scene.buttons["leave"][1][0][1])
        for changes in ({}, REACHING[scene.lesson.name]):
            for u in (0.0, 0.25, 0.5, 0.75, 1.0):
                scene.live.state = state_with(scene.lesson, u, **changes)
                assert scene.live.caption()[0].box[1][1] <= scene.live.track[0][1] - 5
