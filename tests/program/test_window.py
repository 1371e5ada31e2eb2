"""Does a person see a window, and can a room be played in it to its exit?

A real window on an X server of its own (Xvfb, with openbox as window manager), keys and mouse by
xdotool. The server keeps its picture in a file, in the format of xwd, where the test looks at it.
Where these programs are missing there is nothing to ask, and no test.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import which
from struct import unpack

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ("Xvfb", "openbox", "xdotool")
__test__ = all(map(which, PROGRAMS))
pytestmark = pytest.mark.window

SECONDS = 30.0
"""Longer than anything takes on a slow machine."""
MONKEY_KEYS = [
    *("Left", "Right", "Up", "Down", "space", "Return", "Tab"),
    *"abcdefghijklmnoprstuvwxyz0123456789",
    *("comma", "period", "minus", "equal", "bracketleft", "bracketright", "F1", "Page_Down"),
]
"""What a monkey presses: nothing that leads to the way out."""
STILL = 1.0
"""s: longer than it takes a busy machine to draw the next frame, and the game to draw all walls."""
DASH = 0.7
"""s: longer than a release, a dash and the moment that a core holds the clock."""
ROUTE = ((250, 8), (376, 304), (506, 352), (506, 8), (573, 56))
"""px: where to click in First Contact, once a first dash to the right is done."""
EXIT = (555, 34, 591, 78)
"""px: the door of First Contact and a margin; nothing moves there."""


class Desk:
    """An X server with a window manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[subprocess.Popen[bytes]] = []
        ask, tell = os.pipe()
        options = ("-screen", "0", "1400x900x24", "-noreset", "-nolisten", "tcp")
        self.start("Xvfb", "-displayfd", str(tell), "-fbdir", str(folder), *options, keep=(tell,))
        os.close(tell)
        with os.fdopen(ask) as answer:
            display = answer.readline().strip()
        hidden = ("SDL_VIDEODRIVER", "SDL_VIDEO_X11_WMCLASS", "WAYLAND_DISPLAY")
        known = {name: value for name, value in os.environ.items() if name not in hidden}
        self.environment = {**known, "DISPLAY": f":{display}"}
        self.start("openbox")

    def start(self, *command: str, keep: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        """Start a program that runs beside the test."""
        program = subprocess.Popen(
            command,
            env=getattr(self, "environment", None),
            cwd=ROOT,
            pass_fds=keep,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.programs.append(program)
        return program

    def close(self) -> None:
        for program in reversed(self.programs):
            program.kill()
            program.communicate()

    def do(self, *words: object) -> str:
        """Let xdotool do something; return what it prints, nothing if it failed."""
        command = ["xdotool", *map(str, words)]
        output = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return output.stdout.strip() if output.returncode == 0 else ""

    def picture(self) -> tuple[int, int, bytes]:
        """Return the first pixel's offset, the bytes of a row, and the picture, 4 bytes a pixel."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = unpack(">25I", data[:100])
        return header[0] + 12 * header[19], header[12], data


class Game:
    """The program in its window of 1280 x 720: two pixels are a px."""

    def __init__(self, desk: Desk, data: Path) -> None:
        self.desk, self.data = desk, data
        self.window = ""

    def begin(self, *options: str) -> None:
        """Start it, and wait until its window has the focus and shows a picture that stays."""
        command = (sys.executable, "run.py", "--data-dir", str(self.data), *options)
        self.program = self.desk.start(*command)
        wait_for(self.has_focus)
        wait_for(lambda: len(set(self.look(EXIT))) > 2)
        time.sleep(0.3)

    def has_focus(self) -> bool:
        """Find its window, which may be a new one of the same program; whether it has the focus."""
        self.window = self.desk.do("search", "--class", "run.py")
        return bool(self.window) and self.desk.do("getactivewindow") == self.window

    def look(self, region: tuple[int, int, int, int]) -> list[bytes]:
        """Return the rows of a region of the room, px."""
        output = self.desk.do("getwindowgeometry", "--shell", self.window).splitlines()
        place = dict(line.split("=") for line in output if "=" in line)
        first, width, data = self.desk.picture()
        x0, y0, x1, y1 = (2 * value for value in region)
        rows = range(int(place["Y"]) + y0, int(place["Y"]) + y1)
        start = first + 4 * (int(place["X"]) + x0)
        return [data[start + row * width : start + row * width + 4 * (x1 - x0)] for row in rows]

    def still(self, region: tuple[int, int, int, int]) -> list[bytes]:
        """Wait until a region of the room looks as it did a while ago; return its rows."""

        def stays() -> list[bytes]:
            before = self.look(region)
            time.sleep(STILL)
            return before if self.look(region) == before else []

        return wait_for(stays)

    def press(self, name: str, seconds: float = 0.1) -> None:
        """Press a key for so long."""
        self.desk.do("keydown", name)
        time.sleep(seconds)
        self.desk.do("keyup", name)
        time.sleep(0.1)

    def click(self, x: float, y: float) -> None:
        """Aim at a place of the room with the left button, release it, wait for the dash."""
        self.desk.do("mousemove", "--window", self.window, round(2 * x), round(2 * y))
        self.desk.do("mousedown", 1)
        time.sleep(0.25)
        self.desk.do("mouseup", 1)
        time.sleep(DASH)

    def close(self) -> int:
        """Close the window as a person does; return the exit status."""

        def is_over() -> bool:
            self.desk.do("windowactivate", "--sync", self.window, "key", "alt+F4")
            with suppress(subprocess.TimeoutExpired):
                self.program.wait(2)
            return self.program.returncode is not None

        wait_for(is_over)
        return self.program.returncode


def wait_for(question):
    """Ask until the answer is yes; return it."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if answer := question():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"nothing came in {SECONDS} s")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("xvfb"))
    yield desk
    desk.close()


@pytest.fixture
def game(desk, tmp_path):
    game = Game(desk, tmp_path / "data")
    yield game
    game.program.kill()
    game.program.wait()


def test_keys_and_mouse_play_a_room_to_its_exit(game):
    game.begin("--level", "first-contact")
    game.press("Right", 0.02)
    time.sleep(DASH)
    for place in ROUTE:
        game.click(*place)
    wait_for(lambda: list(game.data.glob("best/first-contact-*.json")))
    assert game.close() == 0


def test_tab_toggles_the_overlay(game):
    game.begin("--level", "first-contact")
    plain = game.still(EXIT)
    for shown in (True, True, False):
        game.press("Tab")
        wait_for(lambda shown=shown: (game.still(EXIT) != plain) == shown)
    assert game.close() == 0


def test_saving_a_room_reloads_it(game, tmp_path):
    text = (ROOT / "assets" / "levels" / "first-contact.tmj").read_text(encoding="utf-8")
    room = tmp_path / "own.tmj"
    room.write_text(text, encoding="utf-8")
    game.begin("--level", str(room))
    plain = game.still(EXIT)
    drawn = json.loads(text)
    for each in drawn["layers"][0]["objects"]:
        each["y"] += 5 * (each["type"] == "exit")
    room.write_text(json.dumps(drawn), encoding="utf-8")
    wait_for(lambda: game.look(EXIT) != plain)
    assert game.close() == 0


def test_closing_the_window_ends_the_program_quietly(game):
    game.begin()
    assert game.close() == 0
    assert b"Traceback" not in game.program.stderr.read()


def test_a_monkey_at_a_real_window_ends_by_closing_it(game):
    rng = Random(1)

    def is_seen():
        return game.desk.do("search", "--onlyvisible", "--class", "run.py")

    def minimise():
        game.desk.do("windowminimize", game.window)
        wait_for(lambda: not is_seen())
        game.desk.do("windowactivate", game.window)
        wait_for(is_seen)

    def is_full():
        game.window = wait_for(is_seen)
        return "1400x900" in game.desk.do("getwindowgeometry", game.window)

    def alt_enter():
        before = is_full()
        game.desk.do("key", "alt+Return")
        wait_for(lambda: is_full() != before)
        wait_for(lambda: game.desk.do("getactivewindow") == game.window)

    def resize():
        game.desk.do("windowsize", game.window, rng.randrange(400, 1300), rng.randrange(300, 800))

    def press():
        for key in rng.choices(MONKEY_KEYS, k=8):
            game.press(key, 0.02)

    def click():
        at = rng.randrange(400), rng.randrange(300)
        game.desk.do("mousemove", "--window", game.window, *at, "click", 1)

    game.begin("--level", "first-contact")
    for do in (press, click, minimise, press, resize, press, alt_enter, press, click, alt_enter):
        do()
    minimise()
    wait_for(lambda: game.desk.do("getactivewindow") == game.window)
    assert game.close() == 0
    assert b"Traceback" not in game.program.stderr.read()
