"""No test needs a screen or a sound card, or touches the user's folders."""

import os
import shutil

import hypothesis
import pytest
from hypothesis import Phase

hypothesis.settings.register_profile("shared machines", deadline=None)
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
PROGRAMS = {"window": ("Xvfb", "xdotool"), "tiled": ("tiled",)}
"""The programs that the tests with a marker need."""
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory, monkeypatch):
    """Let everything that looks for the user's folders find an empty one."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(home))


def pytest_collection_modifyitems(config, items):
    """Leave out the tests whose programs are not installed, and say so."""
    for marker, programs in PROGRAMS.items():
        missing = [program for program in programs if not shutil.which(program)]
        left_out = [item for item in items if missing and item.get_closest_marker(marker)]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in left_out]
            gone = " and ".join(missing)
            print(f"\nleft out {len(left_out)} tests marked {marker}: {gone} not installed")
