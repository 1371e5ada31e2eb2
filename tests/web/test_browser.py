"""Does the page come alive in a browser, and can everybody use it?

One browser shows one page to all tests, without motion that nobody asked for, so that every state
is a known one; the last tests open it anew.
"""

import json
import os
import time
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from support.answers import WRONG, answer_of
from support.browser import PATH, TIMED_WORKERS, Tab, open_browser, serve
from support.reaching import REACHING
from support.recorder import draw_calls, state_with
from tools.make.record_figures import FIGURES

from game.resources import assets
from game.study.exercises.cases import EXERCISES
from game.study.exercises.verdict import compare, judge
from game.study.lessons import LESSONS
from game.view.palette import ROLE_COLORS
from game.web.canvas import SvgCanvas
from game.web.page import LESSON_BY_NAME, PageFigure
from game.web.site import COLLISION, NEEDS_NUMPY, PICTURE, write_site

pytestmark = [pytest.mark.browser, pytest.mark.long]
TEXT = (COLLISION / "README.md").read_text(encoding="utf-8")
PICTURES = [(each["lesson"], each["state"]) for each in PICTURE.finditer(TEXT)]
LIVE = [lesson.name for lesson in LESSONS if lesson.name not in NEEDS_NUMPY]
END = "no answer within 2 seconds"
MOTION = {"name": "prefers-reduced-motion", "value": "reduce"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("root")
    folder = root / PATH[1:]
    write_site(folder, assets() / "fonts", ROLE_COLORS, Path(os.environ["PYODIDE"]))
    with serve(root) as server:
        server.folder = folder
        yield server


@pytest.fixture(scope="module")
def shared(server, tmp_path_factory):
    """Return the page with all lessons open and their bets made, in a browser."""
    with open_browser(tmp_path_factory.mktemp("home")) as driver:
        tab = Tab(driver, f"http://127.0.0.1:{server.server_port}{PATH}")
        tab.cdp("Emulation.setEmulatedMedia", features=[MOTION])
        tab.cdp("Page.addScriptToEvaluateOnNewDocument", source=TIMED_WORKERS)
        tab.open_ready()
        yield tab


@pytest.fixture
def tab(shared, server):
    """Return the page; nothing went wrong in it when the test is over."""
    yield shared
    assert shared.console() == []
    assert shared.hosts() <= {shared.link}
    wrong = [
        each
        for each in server.requests
        if not each[0].startswith(PATH) or each[1] not in (200, 304)
    ]
    assert wrong == []


def test_the_figures_of_the_text_come_alive_at_once(tab):
    """Each in the state of its picture; those of the lessons wait for a bet."""
    assert tab.run("return document.querySelectorAll('figure.live').length") == len(PICTURES) == 15
    for lesson, state in PICTURES:
        figure = tab.figure(lesson, state)
        if lesson in LIVE:
            figure.assert_shows(PageFigure(lesson, state))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_comes_alive_with_its_bet(tab, lesson):
    """And does not move, since nobody asked for motion."""
    figure = tab.figure(lesson.name)
    figure.show()
    assert figure.run("return figure.classList.contains('live')") is False
    bet = "figure.closest('section').querySelectorAll('.bet button')"
    figure.run(f"{bet}[arguments[0]].click()", lesson.prose.bet.right)
    tab.wait(f"return document.querySelector(`{figure.selector}.live`)")
    if lesson.name in LIVE:
        figure.assert_shows(PageFigure(lesson.name))
    assert figure.part(".time button").text == "play"
    assert figure.run(f"return [...{bet}].map((each) => each.className)") == [
        "right" if k == lesson.prose.bet.right else "" for k in range(len(lesson.prose.bet.answers))
    ]


@pytest.fixture(params=LIVE)
def both(request, tab):
    """Return a lesson's live figure in its first state, and what our own Python has for it."""
    figure = tab.figure(request.param)
    figure.show()
    figure.part(".time > button:last-child").click()
    return figure, PageFigure(request.param)


def test_keys_move_each_handle_and_reset_restores_them(tab, both):
    """A step; ten with Shift; the other number with the other arrows."""
    figure, twin = both
    knobs, sliders = figure.controls()
    for k, handle in enumerate(twin.lesson.handles):
        times = -1 if handle.values(twin.state)[0] >= handle.high[0] else 1
        key = Keys.ARROW_RIGHT if times > 0 else Keys.ARROW_LEFT
        if handle.y:
            knob = knobs.pop(0)
            tab.press(knob, key)
            twin.nudge(k, times, 0)
            figure.assert_shows(twin)
            down = -1 if handle.values(twin.state)[1] >= handle.high[1] else 1
            tab.press(knob, Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP, shift=True)
            twin.nudge(k, 0, 10 * down)
        else:
            tab.press(sliders.pop(0), key)
            twin.nudge(k, times, 0)
        figure.assert_shows(twin)
    assert twin.state != twin.first
    figure.part(".time > button:last-child").click()
    twin.reset()
    figure.assert_shows(twin)


def test_a_pointer_drags_each_handle(tab, both):
    """By six units; a slider to the left half of its way."""
    figure, twin = both
    knobs, sliders = figure.controls()
    for k, handle in enumerate(twin.lesson.handles):
        before = handle.values(twin.state)
        if handle.y:
            knobs.pop(0)
            start = handle.place(twin.state)
            signs = [
                -1 if x > (a + b) / 2 else 1 for x, a, b in zip(before, handle.low, handle.high)
            ]
            end = [x + 6 * sign for x, sign in zip(start, signs)]
            tab.drag(figure.point(start), figure.point(end))
            twin.drag(k, *end)
        else:
            box = sliders[0].rect
            left, top = tab.run(
                "const box = arguments[0].getBoundingClientRect();"
                "return [box.left, box.top + box.height / 2]",
                sliders[0],
            )
            share = 0.25 if before[0] > (handle.low[0] + handle.high[0]) / 2 else 0.75
            tab.drag((left + 8, top), (left + share * box["width"], top))
            twin.slide(k, float(sliders.pop(0).get_property("value")))
        assert handle.values(twin.state) != before
        figure.assert_shows(twin)


@pytest.mark.parametrize("name", LIVE)
def test_handles_bring_a_lesson_to_its_reference_figure(tab, name):
    """And its goal, which is marked then."""
    lesson, figure = LESSON_BY_NAME[name], tab.figure(name)
    figure.show()
    figure.part(".time > button:last-child").click()
    references = json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8"))
    goal = "return figure.closest('section').querySelector('.goal').classList.contains('right')"
    *first, last = references.values()
    for u, calls in zip((0, 0.5, 1), first):
        set_slider(tab, figure.part(".time input"), u)
        assert_drawn(figure, lesson, state_with(lesson, u), calls)
    knobs, sliders = figure.controls()
    state = lesson.state
    for handle in lesson.handles:
        control = (knobs if handle.y else sliders).pop(0)
        target = [REACHING[name].get(key, state[key]) for key in (handle.x, handle.y) if key]
        if target == handle.values(state):
            continue
        before, state = state, handle.move(state, target)
        assert handle.values(state) == target
        if handle.y:
            tab.drag(figure.point(handle.place(before)), figure.point(handle.place(state)))
        else:
            set_slider(tab, control, target[0])
    assert_drawn(figure, lesson, state_with(lesson, 1.0, **REACHING[name]), last)
    assert figure.run(goal)


def set_slider(tab, slider, value):
    script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    tab.run(script, slider, value)


def assert_drawn(figure, lesson, state, calls):
    """Assert that a figure shows the calls of a reference."""
    canvas = SvgCanvas()
    draw_calls(canvas, calls)
    figure.assert_same(figure.state()["svg"], canvas.svg(lesson.words(state)))


@pytest.mark.parametrize("name", NEEDS_NUMPY)
def test_the_drawn_figures_go_through_their_rows(tab, server, name):
    rows = json.loads((server.folder / "drawn.json").read_text(encoding="utf-8"))[name]
    for state in ("", *(state for lesson, state in PICTURES if lesson == name)):
        figure = tab.figure(name, state)
        figure.show()
        slider, first = figure.part(".time input"), figure.state()
        tab.press(slider, Keys.HOME)
        for k, row in enumerate(rows):
            shown = figure.state()
            assert shown["u"] == pytest.approx(k / 20)
            figure.assert_same(shown["svg"], row["svg"])
            figure.assert_same(shown["words"], row["words"])
            tab.press(slider, *[Keys.ARROW_RIGHT] * 5)
        figure.part(".time > button:last-child").click()
        assert figure.state() == first


def test_time_plays_to_its_end_and_pauses(tab):
    figure = tab.figure("shadows")
    figure.show()
    figure.part(".time > button:last-child").click()
    play, slider = figure.part(".time button"), figure.part(".time input")
    play.click()
    tab.wait("return +arguments[0].value > 0.1", slider)
    assert play.text == "pause"
    play.click()
    assert play.text == "play"
    held = figure.state()
    time.sleep(0.2)
    assert figure.state() == held
    assert 0.1 < held["u"] < 1
    twin = PageFigure("shadows")
    play.click()
    tab.wait("return arguments[0].textContent === 'play'", play)
    twin.show(1.0)
    figure.assert_shows(twin)
    play.click()
    tab.press(slider, Keys.HOME, *[Keys.ARROW_RIGHT] * 2)
    assert play.text == "play"
    twin.show(0.02)
    figure.assert_shows(twin)


def test_the_numbers_beside_the_code_follow(tab):
    figure, twin = tab.figure("shadows"), PageFigure("shadows")
    figure.show()
    figure.part(".time > button:last-child").click()
    code = figure.run("return figure.closest('.lesson').querySelector('code')")
    for press in (lambda: None, lambda: tab.press(figure.controls()[1][0], Keys.ARROW_RIGHT)):
        press()
        time.sleep(0.2)
        figure.assert_same(code.get_property("innerHTML"), twin.code())
        twin.nudge(0, 1, 0)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_an_exercise_is_judged_as_on_the_command_line(tab, exercise):
    """What is right, what is wrong, what is no Python, and the file as it was."""
    name = exercise.name
    for source in (answer_of(exercise), WRONG[name], f"def {name}(*_)\n    pass", exercise.stub()):
        assert tab.run_exercise(name, source) == judge(exercise, source).report()


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_a_function_without_an_end_is_ended(tab, exercise):
    """2 s after it began; the page goes on meanwhile."""
    source = f"def {exercise.name}(*_):\n    while True:\n        pass"
    tab.run("window.seconds.length = 0")
    assert (
        tab.run_exercise(exercise.name, source) == compare(exercise, [{"fault": ""}], END).report()
    )
    [seconds] = tab.run("return window.seconds")
    assert 2 <= seconds < 3
