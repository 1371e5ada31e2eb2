"""The two commands, and their messages where they cannot run."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.fresh import command

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_run_py_uses_nothing_that_old_pythons_cannot_parse():
    """Grammar of 3.4, no f-string: so an old Python gets to its sentence."""
    text = (ROOT / "run.py").read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 4))
    assert not any(isinstance(node, ast.JoinedStr | ast.AnnAssign) for node in ast.walk(tree))


def test_without_the_packages_it_names_the_command_and_exits_2(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "run.py")], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "pip install -e ." in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "files",
    [
        ["pygame/__init__.py", "pygame-2.6.1.dist-info/METADATA"],
        ["pygame/__init__.py", "pygame-2.1.2.egg-info"],
        [f"pygame{x}" for x in ("/__init__.py", "-2.6.1.dist-info/RECORD", "_ce-2.5.8.dist-info")],
    ],
    ids=["pygame", "pygame of Debian", "both"],
)
def test_where_pygame_is_installed_it_says_how_to_mend_that(tmp_path, files):
    for file in files:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    place = os.environ | {"PYTHONPATH": str(tmp_path)}
    for options, status in (([], 2), (["--headless", "--ticks", "9"], 0)):
        run = [sys.executable, "run.py", *options]
        ran = subprocess.run(run, cwd=ROOT, env=place, capture_output=True, text=True)
        assert ran.returncode == status
        assert ("pip install pygame-ce" in ran.stderr) == bool(status)
        assert len(ran.stderr.splitlines()) == bool(status)


@pytest.mark.parametrize("left", ["None", "module_from_spec(ModuleSpec('pygame', None))"])
def test_where_pygame_ce_is_missing_it_says_so(left):
    """Or half of it: that is left of two in one folder when one of them is uninstalled."""
    code = (
        "import sys; from importlib.machinery import ModuleSpec;"
        f"from importlib.util import module_from_spec; sys.modules['pygame'] = {left};"
        "from game.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for options in [], ["--screenshot", "picture.png"], ["--film", "film.gif"]:
        run = [sys.executable, "-c", code, *options]
        ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 2
        assert "pip install pygame-ce" in ran.stderr
        assert len(ran.stderr.splitlines()) == 1


def test_without_a_display_it_says_so_and_plays_a_stored_replay():
    code = (
        "import os; from game import app, cli; os.environ.pop('SDL_VIDEODRIVER');"
        "app.pygame.display.get_driver = lambda: 'offscreen'; raise SystemExit(cli.main([]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("No display was found")
    assert "first-contact: finished" in ran.stdout


def test_the_readmes_commands_are_those_that_ci_runs():
    """Word for word: fresh.py takes them from there."""
    for words in ("bin/python run.py", "bin/pyinstaller", "bin/python -m pytest"):
        assert words in command(README, words)
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 tests/tools/fresh.py --tests\n" in ci
