"""Can the smallest game be watched and played on the page?

Each test opens the page anew, in one browser; nothing went wrong in it when the test is over.
"""

import json
import os
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from support.browser import PATH, Tab, open_browser, serve

from game.resources import assets
from game.view.palette import role_colors
from game.web.site import HEAVY, write_site

pytestmark = [pytest.mark.browser, pytest.mark.long]
MOTION = {"name": "prefers-reduced-motion", "value": "reduce"}
NOTICE = "return document.querySelector('.game [role=status]').textContent"
COUNTS = "return document.querySelector('.counts').textContent"
FREE = f"{COUNTS[7:]}.startsWith('swept 0 dashes')"
PLAYABLE = f"{NOTICE}.startsWith('Your turn')"
CANVAS = "document.querySelector('.room canvas')"
FOCUS = "return document.activeElement.tagName"
PIXELS = f"{CANVAS}.toDataURL()"
WATCH_NOTICES = """
window.notices = [];
new MutationObserver(() => {
  const text = document.querySelector(".game [role=status]")?.textContent;
  if (text && text !== notices.at(-1)) notices.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
HOLD_PYTHON = """
const compile = WebAssembly.instantiateStreaming;
const gate = new Promise((resolve) => (window.letGo = resolve));
WebAssembly.instantiateStreaming = async (...all) => (await gate, compile.apply(WebAssembly, all));
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve the page with Python, and below "still" without."""
    root = tmp_path_factory.mktemp("root")
    folder = root / PATH[1:]
    write_site(folder, assets() / "fonts", role_colors(), Path(os.environ["PYODIDE"]))
    write_site(folder / "still", assets() / "fonts", role_colors(), None)
    with serve(root) as server:
        server.folder = folder
        yield server


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("home")) as driver:
        yield driver


@pytest.fixture
def tab(browser, server):
    tab = Tab(browser, f"http://127.0.0.1:{server.server_port}{PATH}")
    tab.cdp("Emulation.setEmulatedMedia", features=[])
    yield tab
    assert tab.console() == []
    assert tab.hosts() <= {tab.link}
    tab.driver.get("about:blank")


@pytest.fixture
def played(tab):
    """Return the page as soon as the game can be played."""
    tab.open()
    tab.wait(PLAYABLE)
    return tab


@pytest.fixture
def scripted(tab):
    """Return a function that runs a script in each page before its own, until the test is over."""
    added = []

    def add(source):
        done = tab.cdp("Page.addScriptToEvaluateOnNewDocument", source=source)
        added.append(done["identifier"])

    yield add
    for identifier in added:
        tab.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=identifier)


def canvas(tab):
    return tab.run(f"return {CANVAS}")


def place(tab, x, y):
    """Return where a place of the room is in the window."""
    left, top, width = tab.run(
        f"const at = {CANVAS}.getBoundingClientRect(); return [at.left, at.top, at.width]"
    )
    return left + (x + 8) * width / 656, top + (y - 12) * width / 656


def button(tab, number):
    return tab.run(f"return document.querySelectorAll('.game button')[{number}]")


def moves(tab):
    """Say whether the picture changes within a few frames of the screen."""
    before = tab.run(f"return {PIXELS}")
    frames = "let n = 12; const done = arguments[0]; requestAnimationFrame(function next() "
    tab.driver.execute_async_script(f"{frames} {{ n-- ? requestAnimationFrame(next) : done() }})")
    return tab.run(f"return {PIXELS}") != before


def test_it_plays_itself_before_python_is_there_and_says_what_is_loaded(tab, scripted, server):
    """A press before that is answered with a sentence; it begins by both methods, in turns."""
    scripted(WATCH_NOTICES)
    scripted(HOLD_PYTHON)
    tab.open()
    tab.wait(f"{COUNTS}.startsWith('swept 1 dashes')")
    canvas(tab).click()
    tab.wait(f"{NOTICE}.startsWith('You can play in a moment. ')")
    tab.wait(f"{COUNTS}.startsWith('tested at the end 3 dashes')")
    tab.wait(f"{NOTICE}.includes('Starting Python')")
    tab.run("letGo()")
    tab.wait(PLAYABLE)
    notices = tab.run("return notices")
    size = sum(
        file.stat().st_size for name in HEAVY for file in (server.folder / "pyodide").glob(name)
    )
    assert notices[0].startswith("Loading Python")
    assert f" of {size / 1e6:.1f} MB." in notices[0]
    assert notices[-2] == "You can play in a moment. Starting Python, with which you play."


def test_the_browser_loads_what_the_line_counts(tab, played):
    loads = tab.run("return JSON.parse(document.querySelector('.game').dataset.loads)")
    come = tab.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
    assert loads.keys() <= {name.rpartition("/")[2] for name in come}
    assert len(loads) == 4


def test_it_is_played_by_keys_while_it_has_the_focus(played):
    """Letters change the method, show the boxes, and begin again."""
    assert played.run(FOCUS) == "BODY"
    played.press(canvas(played), "r")
    played.wait(f"return {FREE}")
    played.run("document.activeElement.blur()")
    played.actions().send_keys(Keys.ARROW_RIGHT).perform()
    played.driver.execute_async_script("setTimeout(arguments[0], 300)")
    assert played.run(f"return {FREE}")
    played.run("scrollTo(0, 0)")
    played.press(canvas(played), Keys.ARROW_RIGHT)
    played.wait(f"{COUNTS}.startsWith('swept 1 dashes, 1 hits')")
    played.press(canvas(played), "b")
    played.wait("return document.querySelector('.game [aria-pressed=true]')")
    played.press(canvas(played), "v")
    played.wait(f"{COUNTS}.startsWith('tested at the end 0 dashes')")
    played.press(canvas(played), "a")
    played.wait(f"{COUNTS}.startsWith('tested at the end 1 dashes')")
    assert played.run("return scrollY") == 0


def test_tab_and_escape_leave_it(played):
    played.press(canvas(played), Keys.TAB)
    assert played.run(FOCUS) == "BUTTON"
    played.press(canvas(played), Keys.ESCAPE)
    assert played.run(FOCUS) == "BODY"


def test_a_click_dashes_towards_its_place(played):
    at = place(played, 200, 200)
    played.drag(at, at)
    played.wait(f"{COUNTS}.startsWith('swept 1 dashes')")
    assert played.run(FOCUS) == "CANVAS"


def test_a_swipe_dashes_and_a_quarter_of_the_screen_is_free_to_scroll(played):
    """On a phone, upright and turned; a finger on the game does not scroll."""
    try:
        for wide, high in ((390, 844), (844, 390)):
            played.cdp(
                "Emulation.setDeviceMetricsOverride",
                **{"width": wide, "height": high, "deviceScaleFactor": 2, "mobile": True},
            )
            played.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
            height = played.wait(f"return innerWidth === {wide} && {CANVAS}.clientHeight")
            assert height <= 0.75 * high + 1
            played.run(f"{CANVAS}.scrollIntoView()")
            before = played.run("return scrollY")
            dashes = 1 if wide > high else 0  # Before this.
            start = place(played, 300, 200)
            played.touch(start, (start[0] + 60, start[1]), (start[0] + 90, start[1] + 3))
            played.wait(f"{COUNTS}.startsWith('swept {dashes + 1} dashes')")
            assert played.run("return scrollY") == before
    finally:
        played.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        played.cdp("Emulation.clearDeviceMetricsOverride")


def test_buttons_pause_change_the_method_show_the_boxes_and_begin_again(played):
    button(played, 0).click()
    assert button(played, 0).text == "play"
    assert not moves(played)
    button(played, 1).click()
    played.wait(f"{COUNTS}.startsWith('tested at the end 0 dashes')")
    assert button(played, 0).text == "pause"
    assert "tested at the end" in button(played, 1).text
    button(played, 2).click()
    played.wait("return document.querySelector('.game [aria-pressed=true]')")
    button(played, 1).click()
    played.wait(f"return {FREE}")
    played.press(canvas(played), Keys.ARROW_UP)
    played.wait(f"{COUNTS}.startsWith('swept 1 dashes')")
    button(played, 3).click()
    played.wait(f"return {FREE}")


def test_it_rests_out_of_sight(played):
    assert moves(played)
    played.run("scrollTo(0, 3000)")
    played.wait(f"return {CANVAS}.getBoundingClientRect().bottom < 0")
    played.driver.execute_async_script("setTimeout(arguments[0], 200)")
    assert not moves(played)
    played.run("scrollTo(0, 0)")
    played.driver.execute_async_script("setTimeout(arguments[0], 200)")
    assert moves(played)


def test_with_reduced_motion_it_rests_until_it_is_started(tab):
    tab.cdp("Emulation.setEmulatedMedia", features=[MOTION])
    tab.open()
    tab.wait(PLAYABLE)
    assert button(tab, 0).text == "play"
    assert not moves(tab)
    button(tab, 0).click()
    assert moves(tab)


def test_without_python_it_goes_on_playing_itself_and_says_why(tab):
    tab.open("still/index.html")
    assert tab.wait(NOTICE) == (
        "This copy of the page comes without Python, so the game only plays itself."
    )
    tab.press(canvas(tab), Keys.ARROW_LEFT)
    tab.wait(f"{COUNTS}.startsWith('tested at the end')")
    assert moves(tab)


def test_where_python_does_not_start_it_says_so_and_why(tab, server):
    """And it goes on playing itself."""
    hidden = server.folder / "files.json"
    text = hidden.read_text(encoding="utf-8")
    hidden.unlink()
    try:
        tab.cdp("Network.setCacheDisabled", cacheDisabled=True)
        tab.open()
        notice = tab.wait(f"{NOTICE}.startsWith('Python did not start') && {NOTICE[7:]}")
    finally:
        hidden.write_text(text, encoding="utf-8")
        tab.cdp("Network.setCacheDisabled", cacheDisabled=False)
    assert notice.endswith("so the game only plays itself. The reason: files.json: 404")
    assert moves(tab)
    assert [json.dumps(each) for each in tab.console() if "404" not in each["message"]] == []


def test_the_first_screen_has_no_figure_and_nothing_for_a_shell(tab):
    """Nor has what stands between it and the first chapter; a button leads there."""
    tab.open("still/index.html")
    words = tab.run(
        "const range = document.createRange(); range.setStartBefore(document.body.firstChild);"
        "range.setEndBefore(document.querySelector('h2'));"
        "const all = range.cloneContents();"
        "return [all.querySelectorAll('figure').length, all.textContent]"
    )
    assert words[0] == 0
    assert not any(each in words[1] for each in ("run.py", "python -m", "pip", "npm"))
    assert tab.run("return document.querySelector('a.first').hash") == "#0-the-question"
    assert tab.run("return document.querySelector('h2').id") == "0-the-question"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_first_screen_fits_the_window(tab, width):
    tab.cdp(
        "Emulation.setDeviceMetricsOverride",
        **{"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False},
    )
    tab.open("still/index.html")
    wide = tab.run("return document.documentElement.scrollWidth")
    tab.cdp("Emulation.clearDeviceMetricsOverride")
    assert wide <= width
