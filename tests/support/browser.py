"""A browser that shows the page, and what is in it.

Chromium without a window, by its driver; the page is served from a path below that of the server.
"""

import json
import re
import shutil
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from game.web.site import PageHandler

PATH = "/some/path/"
"""Where the page is."""
INSIDE = ("data:", "blob:")
"""Beginnings of addresses that stand for what the page itself holds."""
SECONDS = 60.0
"""Longer than anything takes on a slow machine."""
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1280,900"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
TIMED_WORKERS = """
window.seconds = [];
window.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    this.addEventListener("message", ({ data }) => {
      if (data === "began") this.begun = performance.now();
    });
  }
  terminate() {
    window.seconds.push((performance.now() - this.begun) / 1000);
    super.terminate();
  }
};
"""
"""A script by which the page lists how many seconds each learner's code ran."""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


class Handler(PageHandler):
    """Notes each request and the status of its answer."""

    def log_request(self, code="-", size="-"):
        self.server.requests.append((self.path, int(code)))


@contextmanager
def serve(root):
    """Serve a folder; yield the server, which has a list of all requests."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
    server.requests = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@contextmanager
def open_browser(home):
    """Start a browser whose settings are in a folder of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(
        shutil.which("chromedriver"), env={"HOME": str(home), "PATH": "/usr/bin:/bin"}
    )
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_script_timeout(SECONDS)
    yield driver
    driver.quit()


class Tab:
    """A page in the browser."""

    def __init__(self, driver, link):
        self.driver, self.link = driver, link
        self.run = driver.execute_script

    def open(self, name="index.html"):
        self.driver.get(self.link + name)

    def wait(self, script, *args):
        """Run a script until it returns something; return that."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if found := self.run(script, *args):
                return found
            time.sleep(0.02)
        raise AssertionError(f"nothing came in {SECONDS} s: {script}")

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def touch(self, start, *places):
        """Touch a place of the window, move the finger to others, lift it."""
        for kind, at in [("Start", start), *(("Move", place) for place in places), ("End", None)]:
            points = [] if at is None else [{"x": at[0], "y": at[1]}]
            self.cdp("Input.dispatchTouchEvent", type=f"touch{kind}", touchPoints=points)

    def actions(self):
        return ActionChains(self.driver, duration=0)

    def press(self, element, *keys, shift=False):
        """Give an element the focus and press keys."""
        self.run("arguments[0].focus()", element)
        actions = self.actions()
        if shift:
            actions.key_down(Keys.SHIFT).send_keys(*keys).key_up(Keys.SHIFT).perform()
        else:
            actions.send_keys(*keys).perform()

    def drag(self, start, end):
        """Press at a place of the window, move, release."""
        actions = self.actions()
        mouse = actions.w3c_actions.pointer_action
        mouse.move_to_location(*map(round, start))
        mouse.pointer_down()
        mouse.move_to_location(*map(round, end))
        mouse.pointer_up()
        actions.perform()

    def console(self):
        """Return the warnings and errors since the last call."""
        return [entry for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]

    def hosts(self):
        """Return the beginnings of all addresses that were asked for since the last call."""
        entries = [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        sent = [each["message"] for each in entries if "request" in each["message"]["params"]]
        links = [each["params"]["request"]["url"] for each in sent]
        return {link[: len(self.link)] for link in links if not link.startswith(INSIDE)}

    def figure(self, lesson, state=""):
        """Return a figure; that of a lesson has no state."""
        return Figure(self, f"figure[data-lesson='{lesson}'][data-state='{state}']")

    def run_exercise(self, name, source):
        """Run a learner's code; return the sentences about it."""
        form = self.run(
            "const form = document.querySelector(`form[data-exercise=${arguments[0]}]`);"
            "form.querySelector('textarea').value = arguments[1];"
            "form.requestSubmit(); return form",
            *(name, source),
        )
        return self.wait(
            "const [form] = arguments; return form.querySelector('button').textContent === 'run' &&"
            "[...form.querySelectorAll('output p')].map((each) => each.textContent)",
            form,
        )


class Figure:
    """A live figure of the page."""

    def __init__(self, tab, selector):
        self.tab, self.selector = tab, selector

    def run(self, script, *args):
        """Run a script in which `figure` is this one."""
        found = f"const figure = document.querySelector(`{self.selector}`);"
        return self.tab.run(found + script, *args)

    def open(self):
        """Open the lesson that it is in, and bring it into the middle of the window."""
        self.run(
            "const lesson = figure.closest('.lesson'); if (lesson) lesson.open = true;"
            "figure.querySelector('svg').scrollIntoView({ block: 'center', behavior: 'instant' })"
        )

    def is_live(self):
        return self.run("return figure.classList.contains('live')")

    def bet(self, answer=0):
        """Bet, and wait for what comes of it."""
        buttons = "figure.closest('section').querySelectorAll('.bet button')"
        self.run(f"{buttons}[arguments[0]].click()", answer)
        self.tab.wait(f"return document.querySelector(`{self.selector}.live`)")

    def begin(self):
        """Show it in its first state."""
        self.open()
        if not self.is_live():
            self.bet()
        self.press_reset()

    def press_reset(self):
        self.part(".time > button:last-child").click()

    def part(self, selector):
        return self.run("return figure.querySelector(arguments[0])", selector)

    def controls(self):
        """Return handles and sliders, each group in the order of the lesson."""
        return self.run(
            "return [[...figure.querySelectorAll('g.handle')],"
            " [...figure.querySelectorAll('.sliders input')]]"
        )

    def state(self):
        """Return what it shows: svg, words, u, and the values of handles and of sliders."""
        return self.run(
            "const all = (name) => [...figure.querySelectorAll(name)];"
            "return { svg: figure.querySelector('.stage > div').innerHTML,"
            " words: figure.querySelector('.words').innerHTML,"
            " u: +figure.querySelector('.time input').value,"
            " handles: all('g.handle').map((each) => each.getAttribute('aria-valuetext')),"
            " places: all('g.handle').map((each) => each.getAttribute('transform')),"
            " sliders: all('.sliders input').map((each) => +each.value) }"
        )

    def point(self, at):
        """Return where a place of the figure is in the window."""
        left, top, width = self.run(
            "const box = figure.querySelector('.stage > svg').getBoundingClientRect();"
            "return [box.left, box.top, box.width]"
        )
        scale = width / 280
        return left + (at[0] + 4) * scale, top + (at[1] + 4) * scale

    def assert_shows(self, twin):
        """Assert that it shows what our own Python draws in the same state."""
        expected, shown = json.loads(twin.picture()), self.state()
        self.assert_same(shown["svg"], expected["svg"])
        self.assert_same(shown["words"], expected["words"])
        assert shown["u"] == pytest.approx(expected["u"], abs=0.005)
        knobs = [each for each in expected["handles"] if each["place"]]
        values = [", ".join(f"{round(x, 2):g}" for x in each["values"]) for each in knobs]
        assert shown["handles"] == values
        for found, each in zip(shown["places"], knobs):
            assert numbers_in(found) == pytest.approx(each["place"])
        sliders = [each["values"][0] for each in expected["handles"] if not each["place"]]
        assert shown["sliders"] == pytest.approx(sliders)

    def assert_same(self, shown, html):
        """Assert that HTML is equal, numbers nearly: the last of five digits may be rounded."""
        expected = self.tab.run(
            "const p = document.createElement('p'); p.innerHTML = arguments[0]; return p.innerHTML",
            html,
        )
        assert NUMBER.sub("#", shown) == NUMBER.sub("#", expected)
        assert numbers_in(shown) == pytest.approx(numbers_in(expected), abs=0.011)


def numbers_in(text):
    return [float(number) for number in NUMBER.findall(text)]
