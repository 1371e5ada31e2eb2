"""The package as it is imported: without numpy, under another name, and by tools."""

import pickle
import pydoc
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import collision

CHAPTERS = ["aabb", "sweep", "pitfalls", "response", "polygon", "axes", "contact"]
ENGINE = {"BatchSweep", "sweep_batch", "overlaps_batch", "Space", "Kind"}
ENGINE |= {"Step", "Contacts", "Touches", "Paths"}
ROOT = Path(__file__).parents[2]


def run(code, folder=ROOT):
    """Run code in a Python of its own, started in a folder; return what it prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_chapters_run_with_numpy_blocked():
    chapters = ", ".join(CHAPTERS)
    names = ", ".join(sorted({*collision.__all__} - ENGINE))
    code = (
        f"import sys; sys.modules['numpy'] = None; from game.collision import {names}\n"
        f"from game.collision import {chapters}\n"
        "hit = move(AABB((0, 0), (4, 4)), (96, 0), [AABB((29, 0), (1, 9))], Response.STOP)\n"
        "print(hit[0].center)"
    )
    assert run(code) == "(24.0, 0.0)\n"


@pytest.mark.parametrize("ask", ["collision.Space", "from game.collision import *"])
def test_the_engine_without_numpy_is_one_error_that_names_it(ask):
    code = (
        "import sys; sys.modules['numpy'] = None; from game import collision\n"
        f"try: exec({ask!r})\n"
        "except ImportError as error: print(error)"
    )
    assert run(code).startswith(("game.collision.Space needs numpy", "game.collision.BatchSweep"))


def test_numpy_is_imported_when_the_engine_is_asked_for():
    code = (
        "import sys; from game import collision\n"
        "print('numpy' in sys.modules, 'Space' in vars(collision))\n"
        "collision.Space\n"
        "print('numpy' in sys.modules, 'Space' in vars(collision))"
    )
    assert run(code) == "False False\nTrue True\n"


def test_every_public_name_is_there():
    assert {*collision.__all__} <= {*dir(collision)}
    assert all(hasattr(collision, name) for name in collision.__all__)
    text = pydoc.render_doc(collision, renderer=pydoc.plaintext)
    assert all(name in text for name in collision.__all__)
    assert {*collision.__all__} > ENGINE
    taken = {}
    exec("from game.collision import *", taken)
    assert {*taken} - {"__builtins__"} == {*collision.__all__}
    with pytest.raises(AttributeError, match=r"module 'game.collision' has no attribute 'Spice'"):
        collision.Spice  # noqa: B018


@pytest.mark.parametrize("name", ["Response", "Space", "Step", "AABB", "sweep_batch"])
def test_public_names_can_be_pickled(name):
    value = getattr(collision, name)
    assert pickle.loads(pickle.dumps(value)) is value


def test_a_copy_of_the_folder_works_under_another_name(tmp_path):
    shutil.copytree(ROOT / "game" / "collision", tmp_path / "boxes")
    code = (
        "from boxes import AABB, Response, Space, sweep\n"
        "space = Space(); space.add_walls([29, 0], [1, 9])\n"
        "space.add_movers([0, 0], [4, 4], [96, 0], Response.STOP)\n"
        "print(space.step(1).contacts.u, sweep.__module__)"
    )
    assert run(code, tmp_path) == "[0.25] boxes.sweep\n"
