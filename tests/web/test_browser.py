"""Does the page come alive in a browser, and can everybody use it?

One browser shows one page to all tests, without motion that nobody asked for, so that every state
is a known one; the last tests open it anew.
"""

import os
from pathlib import Path

import pytest
from support.browser import PATH, Tab, open_browser, serve

from game.resources import assets
from game.study.lessons import LESSONS
from game.view.palette import ROLE_COLORS
from game.web.page import PageFigure
from game.web.site import COLLISION, NEEDS_NUMPY, PICTURE, write_site

pytestmark = [pytest.mark.browser, pytest.mark.long]
TEXT = (COLLISION / "README.md").read_text(encoding="utf-8")
PICTURES = [(each["lesson"], each["state"]) for each in PICTURE.finditer(TEXT)]
LIVE = [lesson.name for lesson in LESSONS if lesson.name not in NEEDS_NUMPY]
MOTION = {"name": "prefers-reduced-motion", "value": "reduce"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("root")
    folder = root / PATH[1:]
    write_site(folder, assets() / "fonts", ROLE_COLORS, Path(os.environ["PYODIDE"]))
    with serve(root) as server:
        yield server


@pytest.fixture(scope="module")
def shared(server, tmp_path_factory):
    """Return the page with all lessons open and their bets made, in a browser."""
    with open_browser(tmp_path_factory.mktemp("home")) as driver:
        tab = Tab(driver, f"http://127.0.0.1:{server.server_port}{PATH}")
        tab.cdp("Emulation.setEmulatedMedia", features=[MOTION])
        tab.open_ready()
        yield tab


@pytest.fixture
def tab(shared, server):
    """Return the page; nothing went wrong in it when the test is over."""
    yield shared
    assert shared.console() == []
    assert shared.hosts() <= {shared.link}
    wrong = [each for each in server.requests if not each[0].startswith(PATH) or each[1] != 200]
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
