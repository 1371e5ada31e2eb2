"""Does the page come alive in a browser, and can everybody use it?

One browser shows one page to all tests, without motion that nobody asked for, so that every state
is a known one; the last tests open it anew.
"""

import json
import os
import re
import shutil
import time
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from support.answers import WRONG, answer_of
from support.browser import PATH, TIMED_WORKERS, Tab, open_browser, serve
from support.escape import SOURCE, OtherServer, PlainHandler, running
from support.learner import each_exercise, each_lesson
from support.reaching import REACHING
from support.recorder import draw_calls, state_with
from tools.make.record_figures import FIGURES

from game.resources import assets
from game.study.exercises.cases import BY_NAME
from game.study.exercises.verdict import compare, judge
from game.study.lessons import LESSONS, NEEDS_NUMPY
from game.view.palette import role_colors
from game.web.canvas import SvgCanvas
from game.web.page import LESSON_BY_NAME, PageFigure
from game.web.site import COLLISION, PICTURE, POLICY, PageHandler, write_site

pytestmark = [pytest.mark.browser, pytest.mark.long]
TEXT = (COLLISION / "README.md").read_text(encoding="utf-8")
PICTURES = [(each["lesson"], each["state"]) for each in PICTURE.finditer(TEXT)]
LIVE = [lesson.name for lesson in LESSONS if lesson.name not in NEEDS_NUMPY]
END = "no answer within 2 seconds"
READY = "return 'ready' in document.documentElement.dataset"
FOLD = "document.querySelectorAll('.lesson').forEach((each) => (each.open = false))"
MOTION = {"name": "prefers-reduced-motion", "value": "reduce"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("root")
    folder = root / PATH[1:]
    write_site(folder, assets() / "fonts", role_colors(), Path(os.environ["PYODIDE"]))
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
        tab.open()
        tab.wait(READY)
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


@each_lesson
def test_a_lesson_comes_alive_with_its_bet(tab, lesson):
    """And does not move, since nobody asked for motion."""
    figure = tab.figure(lesson.name)
    figure.open()
    assert not figure.is_live()
    figure.bet(lesson.prose.bet.right)
    if lesson.name in LIVE:
        figure.assert_shows(PageFigure(lesson.name))
    assert figure.part(".time button").text == "play"
    marks = figure.run(
        "const bet = figure.closest('section').querySelector('.bet');"
        "return [bet.querySelector('details').open, bet.querySelector('[role=status]').textContent,"
        " ...[...bet.querySelectorAll('button')].map((each) => each.className)]"
    )
    answers = range(len(lesson.prose.bet.answers))
    assert marks == [
        True,
        "\u2713 Right.",
        *("right" if k == lesson.prose.bet.right else "" for k in answers),
    ]


@pytest.fixture(params=LIVE)
def both(request, tab):
    """Return a lesson's live figure in its first state, and what our own Python has for it."""
    figure = tab.figure(request.param)
    figure.begin()
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
    assert twin.state != twin.first_state
    figure.press_reset()
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
    figure.begin()
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
    rows = json.loads((server.folder / "rows.json").read_text(encoding="utf-8"))[name]
    for state in ("", *(state for lesson, state in PICTURES if lesson == name)):
        figure = tab.figure(name, state)
        figure.begin()
        slider, first = figure.part(".time input"), figure.state()
        tab.press(slider, Keys.HOME, *[Keys.ARROW_RIGHT] * 5)
        assert figure.state()["u"] == 0.25
        for k, row in enumerate(rows):
            set_slider(tab, slider, k / 20)
            shown = figure.state()
            figure.assert_same(shown["svg"], row["svg"])
            figure.assert_same(shown["words"], row["words"])
        figure.press_reset()
        assert figure.state() == first


def test_time_plays_to_its_end_and_pauses(tab):
    figure = tab.figure("shadows")
    figure.begin()
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
    figure.begin()
    code = figure.run("return figure.closest('.lesson').querySelector('code')")
    for press in (lambda: None, lambda: tab.press(figure.controls()[1][0], Keys.ARROW_RIGHT)):
        press()
        time.sleep(0.2)
        figure.assert_same(code.get_property("innerHTML"), twin.code())
        twin.nudge(0, 1, 0)


@each_exercise
def test_an_exercise_is_judged_as_on_the_command_line(tab, exercise):
    """What is right, what is wrong, what is no Python, and the file as it was."""
    name = exercise.name
    for source in (answer_of(exercise), WRONG[name], f"def {name}(*_)\n    pass", exercise.stub()):
        assert tab.run_exercise(name, source) == judge(exercise, source).report()


@each_exercise
def test_a_function_without_an_end_is_ended(tab, exercise):
    """2 s after it began; the page goes on meanwhile."""
    source = f"def {exercise.name}(*_):\n    while True:\n        pass"
    tab.run("window.seconds.length = 0")
    assert (
        tab.run_exercise(exercise.name, source) == compare(exercise, [{"fault": ""}], END).report()
    )
    [seconds] = tab.run("return window.seconds")
    assert 2 <= seconds < 3


@pytest.fixture
def whole(tab):
    """Return the page with all that is folded open, and all figures alive."""
    for lesson in LESSONS:
        figure = tab.figure(lesson.name)
        figure.open()
        if not figure.is_live():
            figure.bet()
    tab.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    return tab


def test_keys_reach_every_control(whole):
    """Those of the text and of a lesson; the others are like it."""
    whole.run(FOLD)
    whole.figure("touching").open()
    controls = (
        "const names = 'a[href], button, input, textarea, summary, [tabindex]';"
        "const all = document.querySelectorAll(names);"
        "const shown = [...all].filter((each) => each.checkVisibility() && !each.disabled);"
    )
    count = whole.run(
        "window.visited = new Set();"
        "document.addEventListener('focusin', (event) => visited.add(event.target));"
        f"document.activeElement.blur(); scrollTo(0, 0); {controls} return shown.length"
    )
    assert count > 150
    whole.actions().send_keys(*[Keys.TAB] * (count + 10)).perform()
    left = "shown.filter((each) => !visited.has(each)).map((each) => each.outerHTML)"
    assert whole.run(f"{controls} return {left}") == []


def test_every_control_has_a_name_for_a_reader_that_speaks(whole):
    nodes = whole.cdp("Accessibility.getFullAXTree")["nodes"]
    controls = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
        and any(
            each["name"] == "focusable" and each["value"]["value"] for each in node["properties"]
        )
    ]
    assert len(controls) > 300
    assert [control for control in controls if not control[1].strip()] == []
    roles = {role for role, _ in controls}
    assert roles >= {"slider", "button", "link", "textbox", "checkbox"}


def test_a_link_to_a_lesson_opens_it(tab):
    tab.run(FOLD)
    tab.run("document.querySelector('a[href=\"#lesson-2\"]').click()")
    is_open = "return document.getElementById('lesson-2').closest('details').open"
    assert tab.wait(is_open)


@pytest.mark.parametrize("width", [390, 768, 1920])
def test_nothing_is_wider_than_the_window(whole, width):
    """A phone, a tablet, a large screen; all that is folded is open."""
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    whole.cdp("Emulation.setDeviceMetricsOverride", **metrics)
    assert whole.run("return innerWidth") == width
    assert whole.run("return document.documentElement.scrollWidth") <= width
    outside = (
        "const parts = document.querySelectorAll('figure, .words, label, button, textarea, .case');"
        "return [...parts].filter((each) => { const box = each.getBoundingClientRect();"
        " return box.width && (box.left < 0 || box.right > innerWidth + 0.5); })"
        ".map((each) => each.outerHTML.slice(0, 200))"
    )
    assert whole.run(outside) == []
    whole.cdp("Emulation.clearDeviceMetricsOverride")


def test_a_finger_drags_a_handle(tab):
    """The page does not scroll under it."""
    tab.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    figure, twin = tab.figure("last_in_first_out"), PageFigure("last_in_first_out")
    figure.begin()
    before = tab.run("return scrollY")
    [handle, *_] = twin.lesson.handles
    x, y = handle.place(twin.state)
    ends = [(x, y + 3 * k) for k in range(1, 9)]
    tab.touch(figure.point((x, y)), *map(figure.point, ends))
    twin.drag(0, *ends[-1])
    figure.assert_shows(twin)
    assert tab.run("return scrollY") == before
    tab.cdp("Emulation.setTouchEmulationEnabled", enabled=False)


def test_a_learner_begins_again_and_takes_that_back(tab):
    form = "document.querySelector('form[data-exercise=sweep]')"
    tab.run(f"for (let at = {form}; (at = at.parentNode.closest?.('details')); ) at.open = true")
    field, button = tab.run(
        f"return [{form}.querySelector('textarea'), {form}.querySelector('[type=button]')]"
    )
    tab.run("arguments[0].value = ''", field)
    tab.press(field, "mine")
    button.click()
    assert field.get_property("value") == BY_NAME["sweep"].stub()
    tab.actions().key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    assert field.get_property("value") == "mine"


def test_the_editor_indents(tab):
    """As the line above, and by one more below a colon; Ctrl+Enter runs the code."""
    form = "document.querySelector('form[data-exercise=sweep]')"
    field = tab.run(
        f"const field = {form}.querySelector('textarea'); field.value = ''; return field"
    )
    tab.press(field, "def sweep(*_):", Keys.ENTER, "a = 1", Keys.ENTER, "return a")
    assert field.get_property("value") == "def sweep(*_):\n    a = 1\n    return a"
    is_old = f"{form}.querySelector('output').classList.contains('old')"
    assert tab.run(f"return {is_old}")
    tab.actions().key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
    sentence = tab.wait(f"return !{is_old} && {form}.querySelector('output p').textContent")
    assert "your answer is 1;" in sentence


def test_what_was_typed_is_there_when_the_page_is_opened_again(tab):
    """And where motion is welcome, a figure moves after the bet."""
    field = "document.querySelector('form[data-exercise=overlaps] textarea')"
    tab.run(f"for (let at = {field}; (at = at.parentNode.closest?.('details')); ) at.open = true")
    tab.run(f"{field}.value = ''")
    tab.press(tab.run(f"return {field}"), "def overlaps(a, b):")
    tab.cdp("Emulation.setEmulatedMedia", features=[])
    tab.open()
    assert tab.run(f"return {field}.value") == "def overlaps(a, b):"
    tab.wait(READY)
    assert tab.run(f"return {field}.value") == "def overlaps(a, b):"
    figure = tab.figure("tunnel")
    figure.open()
    figure.bet()
    assert figure.part(".time button").text == "pause"
    tab.wait("return +arguments[0].value === 1", figure.part(".time input"))
    assert figure.part(".time button").text == "play"


def test_without_scripts_the_text_and_all_figures_are_there(tab):
    tab.cdp("Emulation.setScriptExecutionDisabled", value=True)
    tab.open()
    words = "Why do fast things go through thin walls?"
    assert tab.run("return document.querySelector('h1').innerText") == words
    labels = tab.run(
        "return [...document.querySelectorAll('figure > svg')].map((each) => each.ariaLabel)"
    )
    assert len(labels) == len(PICTURES) + len(LESSONS)
    assert all(labels)
    assert tab.run("return document.querySelectorAll('.live').length") == 0
    tab.cdp("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.parametrize("omitted", ["", "header", "worker", "all"])
def test_a_learner_s_code_reaches_nothing_but_its_answer(server, tmp_path, omitted):
    """No other server, not its own, nothing that the browser stores: also where the page's server
    sends no policy, and no other server even if the worker took nothing from it. Without either
    the same code reaches all of this."""
    root = tmp_path / "root"
    folder = root / PATH[1:]
    shutil.copytree(server.folder, folder)
    if omitted in ("worker", "all"):
        omit(folder / "worker.js", "  enclose();\n")
    if omitted == "all":
        omit(folder / "index.html", POLICY)
    handler = PageHandler if omitted == "" else PlainHandler
    page = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root)))
    other = OtherServer(("127.0.0.1", 0), PlainHandler)
    with open_browser(tmp_path) as driver, running(page) as page_host, running(other) as host:
        tab = Tab(driver, f"http://{page_host}{PATH}")
        tab.open()
        tab.wait(READY)
        source = SOURCE.replace("HOST", host).replace("FOLDER", page_host + PATH)
        [sentence] = tab.run_exercise("overlaps", source)
    reached = re.fullmatch(r"overlaps: raised ValueError in line 45:?(.*)", sentence)[1].split()
    if omitted in ("", "header"):
        assert reached == []
    elif omitted == "worker":
        assert {"tables", "caches", "disk", "channel", "own"} <= {*reached}
        assert not {"request", "import", "function"} & {*reached}
    else:
        assert {"fetch", "own", "socket", "import", "function", "tables"} <= {*reached}
    assert (other.connections > 0) == (omitted == "all")


def omit(file, text):
    """Take a text out of a file that holds it once."""
    content = file.read_text(encoding="utf-8")
    assert content.count(text) == 1
    file.write_text(content.replace(text, ""), encoding="utf-8")
