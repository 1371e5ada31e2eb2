"""The two commands, and what they say to those who cannot run them."""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_run_py_uses_nothing_that_old_pythons_cannot_parse():
    """Grammar of 3.4, no f-string: so an old Python gets to its sentence."""
    text = (ROOT / "run.py").read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 4))
    assert not any(isinstance(node, ast.JoinedStr | ast.AnnAssign) for node in ast.walk(tree))


def test_without_the_packages_it_names_the_command_and_exits_2(tmp_path):
    """An isolated Python without site-packages."""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "run.py")], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "pip install -e ." in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_without_a_display_it_says_so_and_plays_a_stored_replay():
    """One line, a summary, exit 0; SDL's own drivers stand for a system without a display."""
    code = (
        "import os; from game import app, cli; os.environ.pop('SDL_VIDEODRIVER');"
        "app.pygame.display.get_driver = lambda: 'offscreen'; raise SystemExit(cli.main([]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("No display was found")
    assert "first-contact: finished" in ran.stdout


def test_the_readmes_command_for_tests_is_the_one_that_ci_runs():
    """Word for word."""
    command = re.search(r"^python3 -m venv .*pytest$", README, re.MULTILINE).group()
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert command.replace("install -e", "install -q -e") in ci
