"""No test needs a screen or a sound card, or touches the user's folders."""

import os
import shutil
from tempfile import mkdtemp

import hypothesis
import pytest
from hypothesis import Phase
from support.alike import count  # noqa: F401  A fixture.
from support.suite import FEW, NOT_LONG, choose, cores

hypothesis.settings.register_profile("shared machines", deadline=None)
hypothesis.settings.register_profile(FEW, deadline=None, max_examples=25)
hypothesis.settings.register_profile("search", deadline=None, max_examples=100_000)
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=50,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
)
hypothesis.settings.load_profile("shared machines")
PROGRAMS = {
    "window": ("Xvfb", "xdotool"),
    "tiled": ("tiled",),
    "browser": ("chromium", "chromedriver"),
}
"""The programs that the tests with a marker need."""
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory, monkeypatch):
    """Let everything that looks for the user's folders find an empty one."""
    home = mkdtemp(dir=tmp_path_factory.getbasetemp())
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.setenv(name, home)


def pytest_addoption(parser):
    help = "run the long searches, and all examples of every property"
    parser.addoption("--long", action="store_true", help=help)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Choose what runs, and in how many processes; each of xdist's chooses the same tests."""
    choose(config.option, 1 if hasattr(config, "workerinput") else cores())


def missing_programs():
    """Return the programs that are not installed, by the marker of the tests that need them."""
    missing = {
        marker: [program for program in programs if not shutil.which(program)]
        for marker, programs in PROGRAMS.items()
    }
    if not os.path.isfile(os.path.join(os.environ.get("PYODIDE", ""), "pyodide.mjs")):
        missing["browser"].append("pyodide (whose folder PYODIDE names)")
    return {marker: programs for marker, programs in missing.items() if programs}


def pytest_collection_modifyitems(config, items):
    """Leave out the tests whose programs are not installed."""
    missing = missing_programs()
    left_out = [item for item in items if any(map(item.get_closest_marker, missing))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter, config):
    """Say what was left out; processes of xdist do not."""
    for marker, programs in missing_programs().items():
        names = " and ".join(programs)
        terminalreporter.line(f"tests marked {marker} are left out: {names} not installed")
    if config.option.markexpr == NOT_LONG:
        terminalreporter.line("the long searches are left out: python -m pytest --long")
